"""Chapter 6, the workshop: the forge by degrees, names, stardust, edges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.sentence import Someone

from ...model.catalogue import MAUX, PACKAGE, Arme, Chances, Puissance
from ...model.langage import Effet
from ...model.people import Equipement, Unite
from ...model.scene import Scene
from ...model.tables import PHYSIQUES
from ...model.things import changer, de_sorte, trouver, user
from ..c3_combat.horloge import avancer_l_horloge
from .commerce import payer, prix_ferme
from .inventaire import au_calme

POUSSIERE = "poussiere_d_etoile"
NOM_MAX = 40


class Reglage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One figure the forge changes: the size of a degree, the bounds, the price of one degree, of two…"""

    pas: int
    bas: int
    haut: int
    prix: tuple[int, ...]


@rule("FD-9.13")
class Etoile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stardust may bring to a weapon."""

    nom: str
    pui: int = 0
    pre: int = 0
    crit: int = 0
    poids: int = 0
    effets: tuple[Effet, ...] = ()
    afflictions: Chances = ()
    etats: Chances = ()


class Aiguisage(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    objet: str
    chance: int
    minutes: int
    etats: dict[str, tuple[str, ...]]


class _Atelier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    reglage: dict[str, Reglage]
    etoile: tuple[Etoile, ...]
    aiguisage: Aiguisage


ATELIER = content.read(PACKAGE, "content/forge.toml", _Atelier)
REGLAGES = ATELIER.reglage
ETOILES = ATELIER.etoile
AIGUISAGE = ATELIER.aiguisage


def arme_de(e: Equipement, id: str) -> Arme | None:
    """A weapon or tome one carries."""
    chose = trouver(e, id)
    return chose if isinstance(chose, Arme) else None


def pas_d_arme(scene: Scene, u: Unite, id: str, regle: str) -> Closed | None:
    if arme_de(u.equipement, id) is None:
        return Closed(regle, "{} n'a pas d'arme « {} »", (Someone(u.id), u.equipement.dite(id)))
    return None


# ---------------------------------------------------------------- the forge


def valeur_de(arme: Arme, stat: str) -> int:
    """The figure as it is now; of the Puissance, its fixed part."""
    return {"PUI": arme.pui.fixe, "PRE": arme.pre, "CRIT": arme.crit, "POIDS": arme.poids}[stat]


@rule("FD-9.12", "FD-6.28")
def prix_de_forge(stat: str, degres: int) -> int:
    """Dearer with each degree away from the present value, up or down; 0: no smith does it."""
    bareme, n = REGLAGES[stat].prix, abs(degres)
    return bareme[n - 1] if 1 <= n <= len(bareme) else 0


@rule("FD-6.27")
def forgee(arme: Arme, stat: str, degres: int) -> Arme:
    """The weapon with one figure changed, written in green from then on."""
    n = degres * REGLAGES[stat].pas
    if stat == "PUI":
        mode = arme.a_distance
        autre = replace(mode, pui=_plus(mode.pui, n)) if mode is not None else None
        return replace(arme, pui=_plus(arme.pui, n), a_distance=autre, forgee=True)
    if stat == "PRE":
        return replace(arme, pre=arme.pre + n, forgee=True)
    if stat == "CRIT":
        return replace(arme, crit=arme.crit + n, forgee=True)
    return replace(arme, poids=arme.poids + n, forgee=True)


def _plus(pui: Puissance, n: int) -> Puissance:
    return replace(pui, fixe=pui.fixe + n)


@rule("FD-6.27", "FD-6.28", "FD-6.29", "FD-9.12")
class Forger(Action, frozen=True, tag="forger"):
    """Have a figure of a weapon changed by some degrees, up or down, for écus."""

    arme: str
    stat: str
    degres: int = 1

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.27")
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return pas_d_arme(scene, u, self.arme, "FD-6.27")
        reglage = REGLAGES.get(self.stat)
        if reglage is None:
            return Closed("FD-6.27", "La forge change PUI, PRE, CRIT ou POIDS, pas « {} »", (self.stat,))
        prix = prix_de_forge(self.stat, self.degres)
        if not prix:
            return Closed("FD-9.12", "De 1 à {} degrés d'un coup, pas {}", (len(reglage.prix), self.degres))
        valeur = valeur_de(arme, self.stat) + self.degres * reglage.pas
        if not reglage.bas <= valeur <= reglage.haut:
            bornes = (self.stat, reglage.bas, reglage.haut, valeur)
            return Closed("FD-9.12", "{} va de {} à {} à la forge, pas {}", bornes)
        return prix_ferme(u, prix)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        prix = prix_de_forge(self.stat, self.degres)
        scene = payer(scene, self.actor, prix)
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return scene
        neuve = forgee(arme, self.stat, self.degres)
        avant, apres = valeur_de(arme, self.stat), valeur_de(neuve, self.stat)
        terms = ((arme.nom, avant, "FD-6.9"), ("Forge", apres - avant, "FD-6.27"))
        faits = (("arme", arme.nom), ("stat", self.stat), ("valeur", apres), ("prix", prix))
        oracle.tell(Event("forge", u.id, "", "FD-6.27", terms, faits))
        return scene.put(replace(u, equipement=changer(u.equipement, neuve)))


@rule("FD-6.29")
class Renommer(Action, frozen=True, tag="renommer"):
    """Give a weapon a name of its own."""

    arme: str
    nom: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.29")
        if ferme is not None:
            return ferme
        if not self.nom.strip() or len(self.nom) > NOM_MAX or not self.nom.isprintable():
            return Closed("FD-6.29", "Un nom a de 1 à {} signes", (NOM_MAX,))
        return pas_d_arme(scene, scene.people[self.actor], self.arme, "FD-6.29")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return scene
        nom = self.nom.strip()
        oracle.tell(Event("renomme", u.id, "", "FD-6.29", (), (("arme", arme.nom), ("nom", nom))))
        return scene.put(replace(u, equipement=changer(u.equipement, replace(arme, nom=nom))))


# ---------------------------------------------------------------- stardust


@chance(table=True)
def d20(oracle: Oracle) -> int:
    return oracle.d(len(ETOILES), "étoile")


@rule("FD-9.13", "FD-6.30")
def etoilee(arme: Arme, etoile: Etoile) -> Arme:
    """The weapon with its star, for good."""
    mode = arme.a_distance
    return replace(
        arme,
        etoile=etoile.nom,
        pui=_plus(arme.pui, etoile.pui),
        a_distance=replace(mode, pui=_plus(mode.pui, etoile.pui)) if mode is not None else None,
        pre=arme.pre + etoile.pre,
        crit=arme.crit + etoile.crit,
        poids=max(0, arme.poids + etoile.poids),
        effets=arme.effets + etoile.effets,
        afflictions=_reunies(arme.afflictions, etoile.afflictions),
        etats=_reunies(arme.etats, etoile.etats),
    )


def _reunies(siennes: Chances, autres: Chances) -> Chances:
    """Chances put together: of the same ailment they add up."""
    plus = dict(autres)
    ensemble = tuple((id, n + plus.pop(id, 0)) for id, n in siennes)
    return ensemble + tuple(plus.items())


@rule("FD-6.30", "FD-9.13")
class Saupoudrer(Action, frozen=True, tag="saupoudrer"):
    """Use stardust on a weapon, once in its life: a bonus by the d20."""

    arme: str

    weighty: ClassVar[bool] = True
    looks = {"etoile": lambda before, after, events: next(e["etoile"] for e in events if e.what == "etoile")}

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-6.30")
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return pas_d_arme(scene, u, self.arme, "FD-6.30")
        if arme.etoile:
            return Closed("FD-6.30", "{} a déjà reçu une poussière d'étoile", (arme.nom,))
        return None if de_sorte(u.equipement, POUSSIERE) else Closed("FD-6.30", "Il faut une poussière d'étoile")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return scene
        etoile = ETOILES[d20(oracle.of(u.id)) - 1]
        oracle.tell(Event("etoile", u.id, "", "FD-6.30", (), (("arme", arme.nom), ("etoile", etoile.nom))))
        reste = user(u.equipement, de_sorte(u.equipement, POUSSIERE))
        return scene.put(replace(u, equipement=changer(reste, etoilee(arme, etoile))))


# ---------------------------------------------------------------- edges


@rule("FD-9.22", "FD-4.14")
class Aiguiser(Action, frozen=True, tag="aiguiser"):
    """Sharpen a physical weapon with a stone: a chance of a state on its attacks, until the next long rest."""

    arme: str
    etat: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-9.22")
        if ferme is not None:
            return ferme
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return pas_d_arme(scene, u, self.arme, "FD-9.22")
        if arme.degats not in PHYSIQUES or arme.tome:
            return Closed("FD-9.22", "On n'aiguise qu'une arme physique")
        if self.etat not in AIGUISAGE.etats[arme.degats]:
            return Closed("FD-9.22", "{} ne s'aiguise pas pour « {} »", (arme.nom, self.etat))
        if arme.aiguisee or any(id == self.etat for id, _ in arme.etats):
            return Closed("FD-9.22", "{} est déjà aiguisée, ou inflige déjà cet état", (arme.nom,))
        return None if de_sorte(u.equipement, AIGUISAGE.objet) else Closed("FD-9.22", "Il faut une pierre à aiguiser")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        arme = arme_de(u.equipement, self.arme)
        if arme is None:
            return scene
        faits = (("arme", arme.nom), ("etat", MAUX[self.etat].nom), ("chance", AIGUISAGE.chance))
        oracle.tell(Event("aiguise", u.id, "", "FD-9.22", (), faits))
        affilee = replace(arme, aiguisee=self.etat, etats=(*arme.etats, (self.etat, AIGUISAGE.chance)))
        reste = user(u.equipement, de_sorte(u.equipement, AIGUISAGE.objet))
        scene = scene.put(replace(u, equipement=changer(reste, affilee)))
        return avancer_l_horloge(scene, oracle, 60 * AIGUISAGE.minutes)


@rule("FD-9.22")
def emousser(u: Unite) -> Unite:
    """After a long rest no edge is left."""
    armes = [c for c in (*u.equipement.actif, *u.equipement.sac) if isinstance(c, Arme) and c.aiguisee]
    e = u.equipement
    for arme in armes:
        etats = tuple((id, n) for id, n in arme.etats if id != arme.aiguisee)
        e = changer(e, replace(arme, aiguisee="", etats=etats))
    return replace(u, equipement=e) if armes else u


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """What the purse and the inventory allow for each weapon carried."""
    if scene.encounter is not None or u.bete or not u.joueur:
        return
    pierre, poussiere = de_sorte(u.equipement, AIGUISAGE.objet), de_sorte(u.equipement, POUSSIERE)
    for arme in u.equipement.armes:
        yield from (Forger(u.id, arme.id, stat, -1 if stat == "POIDS" else 1) for stat in REGLAGES)
        if poussiere:
            yield Saupoudrer(u.id, arme.id)
        if pierre and not arme.tome and arme.degats in PHYSIQUES:
            yield from (Aiguiser(u.id, arme.id, etat) for etat in AIGUISAGE.etats[arme.degats])


PLACE = 18
ACTIONS: tuple[type[Action], ...] = (Forger, Renommer, Saupoudrer, Aiguiser)
