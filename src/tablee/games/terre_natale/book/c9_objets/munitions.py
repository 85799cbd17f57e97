"""Munitions: where they are, taking them in hand, reloading; what an arm that is shot needs, and what it uses up."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term

from ...model.actions import LIGNES
from ...model.effects import EFFECTS, Essai
from ...model.inventaire import avec, changer, places
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, Equipement, Objet
from ..c0_tests.actions import absent
from ..c8_confrontation.attaque import Coup, Verdict, tente
from ..c8_confrontation.chantiers import COMPLEXE, Oeuvre, ouvrage_ferme, ouvrer
from .inventaire import APPROVISIONNER, MOYENS, PROJECTILES, Moyen

HABITUDES = {
    "fronde": "",
    "arc": "",
    "arbalete": "recharger_trait",
    "poing": "recharger_feu",
    "epaule": "recharger_feu",
}


# ---------------------------------------------------------------- what an arm holds, and what it needs


def tireuse(p: Personnage, main: int) -> Objet | None:
    """The arm in that hand, if it is one that needs munitions."""
    armes = p.equipement.armes
    found = armes[main] if 0 <= main < len(armes) else None
    return found if found is not None and found.sorte.munition else None


def avec_arme(scene: Scene, who: str, main: int, objet: Objet) -> Scene:
    """The scene with the arm in that hand as it is now."""
    p = scene[who]
    armes = p.equipement.armes
    e = replace(p.equipement, armes=(*armes[:main], objet, *armes[main + 1 :]))
    return scene.put(replace(p, equipement=e))


@rule("TN-9.67", "TN-9.71", "TN-9.73", "TN-9.74")
def capacite(p: Personnage, objet: Objet) -> int:
    """How many munitions stand ready: those of its magasin; without one a hand holds one, or as many as it knows how.

    « Projectiles en main »: as many as the level of the skill, for slings and bows.
    """
    sorte = objet.sorte
    if sorte.magasin:
        return sorte.magasin
    return max(1, p.fiche.competences.get(sorte.competence, 0)) if PROJECTILES in p.bears else 1


@rule("TN-9.67", "TN-9.86")
@EFFECTS.on("interdit", of="equipe")
def hors_d_usage(c: Essai) -> Term | None:
    """What bars the use of a thing: it is jammed; of an arm that is shot, nothing is loaded, or in hand."""
    if c.objet is None:
        return None
    if c.objet.enraye:
        return f"{c.objet.sorte.nom} : enrayé", 1, "TN-9.86"
    sorte = c.objet.sorte
    if not sorte.munition or c.competence != sorte.competence or c.objet.munitions:
        return None
    return f"{sorte.nom} : {'magasin vide' if sorte.magasin else 'aucune munition en main'}", 1, "TN-9.67"


def tiree(scene: Scene, c: Coup) -> Objet | None:
    """The arm that an attack was shot with, or a tactic that is one; with a bow held up in melee nothing is."""
    ligne = LIGNES.get(c.ligne)
    tir = c.plan == "corps" and (ligne is None or ligne.genre == "attaque" or "tir" in ligne.exige)
    return tireuse(scene[c.de], c.main) if tir else None


@tente.then("TN-9.67")
def depenser_une_munition(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """Every shot uses one up, whatever came of it."""
    objet = tiree(scene, c)
    if objet is None or not objet.munitions:
        return scene
    return avec_arme(scene, c.de, c.main, replace(objet, munitions=objet.munitions - 1))


# ---------------------------------------------------------------- special ones


@rule("TN-9.80.1")
def mineurs(objet: Objet) -> int:
    """A bonus mineur for each level of their quality, one at least."""
    return max(1, objet.finesse)


@rule("TN-9.80.1")
@EFFECTS.on("perforation", of="equipe")
def pointe_perforante(c: Essai) -> Term | None:
    """A hard narrow point goes through more."""
    if c.objet is None or c.objet.pointe != "perforante":
        return None
    return MODELES[c.objet.projectile].nom, mineurs(c.objet), "TN-9.80.1"


@rule("TN-9.80.1")
@EFFECTS.on("puissance", of="equipe")
def pointe_ardente(c: Essai) -> Term | None:
    """Fire hurts more whoever lives, a blast whatever does not."""
    if c.objet is None or c.contre is None or c.objet.pointe not in ("enflammee", "explosive"):
        return None
    anime = c.contre.deterioration is not None
    if anime != (c.objet.pointe == "explosive"):
        return None
    return MODELES[c.objet.projectile].nom, mineurs(c.objet), "TN-9.80.1"


# ---------------------------------------------------------------- where munitions are


def simple(munition: str) -> str:
    """The plain munition that one is shot instead of, or that it is."""
    return MODELES[munition].vaut or munition


@rule("TN-9.80.1")
def sortes(munition: str) -> tuple[str, ...]:
    """All that is shot as this is: plain first."""
    return (munition, *[id for id, m in MODELES.items() if m.vaut == munition])


@rule("TN-9.68", "TN-9.71")
def reserves(e: Equipement, munition: str) -> tuple[int, int]:
    """How many are at hand, in a container made for them that is worn, and how many elsewhere; stones lie about."""
    sous_la_main = [x for x in e.portes if simple(munition) in x.sorte.recoit and x.utilisable]
    if MODELES[munition].genre == "rien":
        return (SANS_COMPTER, 0) if sous_la_main else (0, SANS_COMPTER)
    presentes = sum([x.nombre for x in e.annexes if x.modele == munition])
    rapides = min(presentes, sum([x.contenance for x in sous_la_main]))
    return rapides, presentes - rapides + sum([x.nombre for x in e.sac if x.modele == munition])


SANS_COMPTER = 99


def sans_munitions(e: Equipement, munition: str, n: int) -> Equipement:
    """Without so many of them: those at hand go first."""
    if MODELES[munition].genre == "rien":
        return e
    for lieu in ("annexes", "sac"):
        for place in reversed([x for x in places(e) if x.lieu == lieu and x.objet.modele == munition]):
            pris = min(n, place.objet.nombre)
            reste = place.objet.nombre - pris
            e = changer(e, place, replace(place.objet, nombre=reste) if reste else None) if pris else e
            n -= pris
    return e


# ---------------------------------------------------------------- actions


class AvecUneArme(Action, frozen=True, tag="avec_une_arme"):
    """What is done to an arm that is shot, in one hand or the other; and what one of its ACTS is paid with instead."""

    main: int = 0
    moyen: Moyen = "acts"

    offers: ClassVar[dict[str, dict[str, str]]] = {"moyen": MOYENS}

    def key(self) -> str:
        return super().key() if self.moyen == "acts" else f"{super().key()}.{self.moyen}"

    def arme(self, scene: Scene) -> Objet:
        found = tireuse(scene[self.actor], self.main)
        assert found is not None
        return found

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        if tireuse(scene[self.actor], self.main) is None:
            return Closed("TN-9.66", "Aucune arme à munitions dans cette main")
        return None

    def oeuvre(self, scene: Scene) -> Oeuvre:
        raise TypeError(f"{type(self).__name__} does not say what it costs")

    def habitue(self, scene: Scene) -> bool:
        raise TypeError(f"{type(self).__name__} does not say who is used to it")

    @rule("TN-9.68", "TN-9.69", "TN-9.70")
    def prix(self, scene: Scene) -> Closed | None:
        """What bars it: who is used to it has the first of its ACTS for an ACTL; an ACTR may stand for one a round."""
        if scene.encounter is None:
            return None if self.moyen == "acts" else Closed("TN-9.70", "Hors confrontation, rien ne se paie")
        o = self.oeuvre(scene)
        if self.moyen == "actl":
            chantier = scene.encounter.attente(self.actor).chantier
            if not self.habitue(scene) or (chantier is not None and chantier.quoi == o.quoi):
                return Closed("TN-9.69", "Seul qui en a l'habitude commence d'une action libre")
        return ouvrage_ferme(scene, self.actor, o, moyen=self.moyen)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre(scene), moyen=self.moyen)
            if net is None or tireuse(scene[self.actor], self.main) is None:
                return scene
        return self.achever(scene, oracle)

    def achever(self, scene: Scene, oracle: Oracle) -> Scene:
        raise TypeError(f"{type(self).__name__} does not say what it comes to")


@rule("TN-9.67", "TN-9.68", "TN-9.70", "TN-9.71", "TN-9.73", "TN-9.120")
class Approvisionner(AvecUneArme, frozen=True, tag="approvisionner"):
    """Takes munitions in hand: what the arm lacks. Simple from a container made for them, else complexe.

    Of several sorts the one that is named, or what the arm holds already, or plain ones, or whatever there is.
    """

    munition: str = ""

    rank: ClassVar[int] = 12
    offers: ClassVar[dict[str, dict[str, str]]] = {
        **AvecUneArme.offers,
        "munition": {id: m.nom for id, m in MODELES.items() if m.vaut},
    }

    def key(self) -> str:
        return f"{super().key()}.munition" if self.munition and self.moyen == "acts" else super().key()

    @rule("TN-9.80.1")
    def laquelle(self, scene: Scene) -> str:
        """Which sort of munition one reaches for."""
        objet, e = self.arme(scene), scene[self.actor].equipement
        if self.munition:
            return self.munition
        if objet.munitions + objet.prises:
            return objet.projectile or objet.sorte.munition
        la = [id for id in sortes(objet.sorte.munition) if any(reserves(e, id))]
        return la[0] if la else objet.sorte.munition

    def manque(self, scene: Scene) -> int:
        """How many one reaches for."""
        p, objet = scene[self.actor], self.arme(scene)
        return capacite(p, objet) - objet.munitions - objet.prises

    def oeuvre(self, scene: Scene) -> Oeuvre:
        e = scene[self.actor].equipement
        rapide = reserves(e, self.laquelle(scene))[0] > 0 or (self.du_sac(scene) and e.bagage == "sol")
        prix = 1 if rapide else COMPLEXE
        return Oeuvre(
            APPROVISIONNER, "approvisionner", prix, "approvisionnement", provoque="" if rapide else "complexe"
        )

    @rule("TN-9.120")
    def du_sac(self, scene: Scene) -> bool:
        """Whether what one reaches for is nowhere but in the bag."""
        e, munition = scene[self.actor].equipement, self.laquelle(scene)
        ailleurs = any(x.modele == munition for x in e.annexes)
        return not ailleurs and any(x.modele == munition for x in e.sac)

    def habitue(self, scene: Scene) -> bool:
        return f"habitue:{APPROVISIONNER}" in scene[self.actor].bears

    def closed(self, scene: Scene) -> Closed | None:
        if found := super().closed(scene):
            return found
        if self.manque(scene) <= 0:
            return Closed("TN-9.67", "Il n'y manque aucune munition")
        objet, munition = self.arme(scene), self.laquelle(scene)
        if munition not in sortes(objet.sorte.munition):
            return Closed("TN-9.80.1", "{} ne tire pas cela : {}", (objet.sorte.nom, Typed(munition)))
        if objet.munitions + objet.prises and munition != (objet.projectile or objet.sorte.munition):
            return Closed("TN-9.80.1", "Il en reste d'une autre sorte : il faut d'abord les tirer")
        if not any(reserves(scene[self.actor].equipement, munition)):
            return Closed("TN-9.67", "Plus de munitions : {}", (MODELES[munition].nom,))
        return self.prix(scene)

    def achever(self, scene: Scene, oracle: Oracle) -> Scene:
        p, objet = scene[self.actor], self.arme(scene)
        sorte, munition = objet.sorte, self.laquelle(scene)
        rapides, autres = reserves(p.equipement, munition)
        n = min(self.manque(scene), rapides or autres)
        facts = ("arme", sorte.nom), ("munition", MODELES[munition].nom), ("nombre", n)
        oracle.tell(Event("approvisionne", p.id, "", "TN-9.68", (), facts))
        lots = [x.objet.qualite for x in places(p.equipement) if x.objet.modele == munition]
        fouille = scene.encounter is not None and self.du_sac(scene) and p.equipement.bagage == "dos"
        e = replace(p.equipement, bagage="sol") if fouille else p.equipement  # who searches his bag has it off
        scene = scene.put(replace(p, equipement=sans_munitions(e, munition, n)))
        speciale = munition != sorte.munition
        objet = replace(objet, projectile=munition if speciale else "", finesse=lots[0] if speciale and lots else 0)
        plus = {"prises": objet.prises + n} if sorte.magasin else {"munitions": objet.munitions + n}
        return avec_arme(scene, self.actor, self.main, replace(objet, **plus))


RECHARGEMENT = "rechargement"


@rule("TN-9.67", "TN-9.69", "TN-9.70", "TN-9.75", "TN-9.77", "TN-9.78")
class Recharger(AvecUneArme, frozen=True, tag="recharger"):
    """Puts the munitions one has in hand into the arm: as many ACTS as it takes, and always an opportunity."""

    rank: ClassVar[int] = 11

    def oeuvre(self, scene: Scene) -> Oeuvre:
        prix = self.arme(scene).sorte.rechargement
        return Oeuvre(RECHARGEMENT, "recharger", prix, RECHARGEMENT, provoque="recharger")

    def habitue(self, scene: Scene) -> bool:
        sorte = self.arme(scene).sorte
        habitude = "recharger_siege" if sorte.siege else HABITUDES.get(sorte.famille, "")
        return f"habitue:{habitude}" in scene[self.actor].bears

    def closed(self, scene: Scene) -> Closed | None:
        if found := super().closed(scene):
            return found
        p, objet = scene[self.actor], self.arme(scene)
        if not objet.sorte.magasin:
            return Closed("TN-9.67", "{} n'a pas de magasin : prendre une munition en main suffit", (objet.sorte.nom,))
        if objet.munitions >= objet.sorte.magasin:
            return Closed("TN-9.67", "Le magasin est plein : {}", (objet.sorte.magasin,))
        if not objet.prises:
            return Closed("TN-9.67", "Il faut d'abord prendre des munitions en main")
        if objet.sorte.deux_pour_charger and len(p.equipement.armes) + len(p.equipement.tenus) > 1:
            return Closed("TN-9.75", "{} se recharge des deux mains", (objet.sorte.nom,))
        return self.prix(scene)

    def achever(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.arme(scene)
        n = min(objet.prises, objet.sorte.magasin - objet.munitions)
        facts = ("arme", objet.sorte.nom), ("nombre", n), ("munitions", objet.munitions + n)
        oracle.tell(Event("recharge", self.actor, "", "TN-9.69", (), facts))
        plein = replace(objet, munitions=objet.munitions + n, prises=objet.prises - n)
        return avec_arme(scene, self.actor, self.main, plein)


@rule("TN-9.68", "TN-9.72")
class Garnir(Action, frozen=True, tag="garnir"):
    """Fills a quiver, a pouch or a bandolier that one wears with munitions from one's bag; not in a confrontation."""

    munition: str = "fleche"

    rank: ClassVar[int] = 60
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "munition": {id: m.nom for id, m in MODELES.items() if m.nature == "munition" and m.genre != "rien"}
    }

    def place_libre(self, e: Equipement) -> int:
        """Room in what is worn for them, less what is there already."""
        capables = [x for x in e.portes if simple(self.munition) in x.sorte.recoit and x.utilisable]
        tenues = {m for x in capables for plain in x.sorte.recoit for m in sortes(plain)}
        return sum([x.contenance for x in capables]) - sum([x.nombre for x in e.annexes if x.modele in tenues])

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        if self.munition not in self.offers["munition"]:
            known = tuple(self.offers["munition"].values())
            return Closed("TN-9.72", "Pas de munition « {} » ; il y a : {}", (Typed(self.munition), known))
        if scene.encounter is not None:
            return Closed("TN-9.68", "Pas pendant une confrontation")
        e = scene[self.actor].equipement
        if not any(x.modele == self.munition for x in e.sac):
            nom = MODELES[self.munition].nom
            return Closed("TN-9.67", "{} n'a pas cela dans son sac : {}", (Someone(self.actor), nom))
        if self.place_libre(e) <= 0:
            return Closed("TN-9.72", "Aucun conteneur porté n'a de place pour cela")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        place = next(x for x in places(p.equipement) if x.lieu == "sac" and x.objet.modele == self.munition)
        n = min(self.place_libre(p.equipement), place.objet.nombre)
        reste = place.objet.nombre - n
        e = changer(p.equipement, place, replace(place.objet, nombre=reste) if reste else None)
        e = avec(e, "annexes", replace(place.objet, nombre=n))
        facts = ("munition", MODELES[self.munition].nom), ("nombre", n)
        oracle.tell(Event("garnit", p.id, "", "TN-9.72", (), facts))
        return scene.put(replace(p, equipement=e))


ACTIONS = (Approvisionner, Recharger, Garnir)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """To load what is in hand while something is missing; to fill what one wears, when there is time."""
    aux_prises = scene.encounter is not None
    if aux_prises and scene.turn() != (p.id,):
        return
    moyens: tuple[Moyen, ...] = ("acts", "actr", "actl") if aux_prises else ("acts",)
    for main in range(len(p.equipement.armes)):
        objet = tireuse(p, main)
        if objet is None or objet.munitions >= capacite(p, objet):
            continue
        kind = Recharger if objet.prises else Approvisionner
        for moyen in moyens:
            action = kind(p.id, main, moyen)
            if moyen != "actl" or action.habitue(scene):
                yield action
        if kind is Approvisionner and not objet.munitions:
            la = [id for id in sortes(objet.sorte.munition)[1:] if any(reserves(p.equipement, id))]
            yield from (Approvisionner(p.id, main, munition=id) for id in la)
    if not aux_prises:
        known = Garnir.offers["munition"]
        yield from (Garnir(p.id, x.modele) for x in p.equipement.sac if x.modele in known)
