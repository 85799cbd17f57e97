"""Maladresses: what befalls an attacker who fumbles, hand to hand or from afar."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.boutons import Bouton
from ...model.catalogue import LOCALISATION, PACKAGE, Arme
from ...model.people import ROUND, Effet, Personnage, distance
from ...model.scene import Scene
from ..c2_combat.au_sol import abimer, briser, lacher, naturelle
from ..c2_combat.combat import action_prise, debut_de_tour, en_cours, gagner, pas_d_action, perdre_les_avantages
from ..c5_blessures.degats import Source, degats
from ..c5_blessures.malheurs import Malheur, appliquer, peser
from .coup import Coup

REGLE = "VM-6.8"


class Faute(Malheur, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What a fumble does, besides what any misfortune may."""

    rounds: int = 0  # how long its modifiers last
    lache: bool = False
    loin: int = 0  # squares from where it falls
    abime: int = 0  # Dégâts the weapon loses for good
    brise: bool = False
    enraye: bool = False  # it does not shoot before an Action has been spent on it
    perd_action: bool = False  # of the next tour
    touche: Literal["", "soi", "allie"] = ""
    adversaire: int = 0  # Avantages the other side gains


class Ligne(Faute, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of the Tableau des Maladresses; `tir`: its counterpart for whoever shoots."""

    min: int
    max: int
    tir: Faute | None = None


class Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    faute_de_mieux: Faute
    maladresse: tuple[Ligne, ...]


FICHIER = content.read(PACKAGE, "content/maladresses.toml", Fichier)
MALADRESSES, FAUTE_DE_MIEUX = FICHIER.maladresse, FICHIER.faute_de_mieux
PAR_LIGNE = 5

# ---------------------------------------------------------------- drawing a row


@chance(table=True)
def rangee_de_maladresse(oracle: Oracle) -> int:
    """The row of the table."""
    de = oracle.d(100, "maladresse")
    oracle.tell(Event("jet_maladresse", "", "", REGLE, (("Jet", de, REGLE),), (("jet", de),)))
    return (de - 1) // PAR_LIGNE


@chance(table=True)
def un_parmi(oracle: Oracle, n: int) -> int:
    """One of n, each as likely."""
    return oracle.d(n, "au hasard") - 1 if n > 1 else 0


@chance(table=True)
def zone_au_hasard(oracle: Oracle, forme: str) -> str:
    """Where a blow that nobody aimed lands."""
    return LOCALISATION[forme][oracle.d(100, "localisation")]


def faute(ligne: Ligne, a_distance: bool) -> Faute:
    """The row as it befalls whoever strikes, or whoever shoots."""
    return ligne.tir if a_distance and ligne.tir is not None else ligne


# ---------------------------------------------------------------- what it does


@rule("VM-2.21", "VM-6.8")
def maladresse(scene: Scene, oracle: Oracle, coup: Coup, a_distance: bool | None = None) -> Scene:
    """A row of the Tableau des Maladresses, and all Avantages are lost."""
    tire = coup.arme.genre == "tir" if a_distance is None else a_distance
    f = faute(MALADRESSES[rangee_de_maladresse(oracle.of(coup.de))], tire)
    return perdre_les_avantages(
        commettre(scene, oracle, coup.de, coup.sur, coup.arme, f, tire), oracle, coup.de, "VM-2.21"
    )


@rule("VM-6.8")
def commettre(scene: Scene, oracle: Oracle, de: str, sur: str, arme: Arme, f: Faute, tire: bool) -> Scene:
    """All that a row does to the one who drew it, and to those around him."""
    oracle.tell(Event("maladresse", de, "", REGLE, (), (("nom", f.nom), ("dit", f.dit))))
    if not possible(scene, de, sur, arme, f, tire):
        f = FAUTE_DE_MIEUX
        oracle.tell(Event("maladresse", de, "", REGLE, (), (("nom", f.nom), ("dit", f.dit))))
    scene = peser(scene, de, f, REGLE, "autre", "maladresse", scene.clock + f.rounds * ROUND)
    scene = sur_l_arme(scene, oracle, de, arme, f)
    if f.perd_action:
        scene = retenir_que(scene, de, Effet(f.nom, "perd:action", 0, REGLE, lie="maladresse"))
    if f.adversaire and scene[sur].conscient:
        scene = gagner(scene, oracle, sur, "Maladresse adverse", REGLE, f.adversaire)
    if f.touche:
        victimes = (de,) if f.touche == "soi" else compagnons(scene, de, sur, tire) or (de,)
        scene = frapper_de_travers(scene, oracle, de, victimes[un_parmi(oracle, len(victimes))], arme)
    return appliquer(scene, oracle, de, f, REGLE)


def possible(scene: Scene, de: str, sur: str, arme: Arme, f: Faute, tire: bool) -> bool:
    """Whether a row can happen here: the weapon can fall or break, there is a tour to lose, or somebody to hit."""
    if f.lache or f.brise or f.abime or f.enraye:
        return not naturelle(arme) and scene[de].arme(arme.id) is not None and (not f.abime or arme.degats > 0)
    if f.perd_action:
        return scene.encounter is not None
    if f.adversaire:
        return sur != de and scene[sur].conscient
    return f.touche != "allie" or not tire or bool(compagnons(scene, de, sur, tire))


def sur_l_arme(scene: Scene, oracle: Oracle, de: str, arme: Arme, f: Faute) -> Scene:
    """The weapon suffers, jams, falls or breaks."""
    if f.abime:
        scene = abimer(scene, oracle, de, arme, REGLE, f.abime)
    if f.enraye:
        scene = retenir_que(scene, de, Effet("Arme enrayée", f"enraye:{arme.id}", 0, REGLE, lie="maladresse"))
        oracle.tell(Event("enraye", de, "", REGLE, (), (("arme", arme.nom),)))
    if f.lache:
        scene = lacher(scene, oracle, de, arme, REGLE, f.loin)
    return briser(scene, oracle, de, arme, REGLE) if f.brise else scene


def retenir_que(scene: Scene, who: str, effet: Effet) -> Scene:
    """Something to remember about him."""
    p = scene[who]
    return scene if effet in p.effets else scene.put(replace(p, effets=(*p.effets, effet)))


def compagnons(scene: Scene, de: str, sur: str, tire: bool) -> tuple[str, ...]:
    """Who of his own side may be hit: beside him or his target; for a shot, within 2 squares of the target."""
    p, q = scene[de], scene[sur]
    return tuple(
        [
            a.id
            for a in scene.people.values()
            if a.side == p.side
            and a.id not in (de, sur)
            and a.vie == "actif"
            and (distance(a, q) <= 2 if tire else distance(a, p) <= 1 or distance(a, q) <= 1)
        ]
    )


def frapper_de_travers(scene: Scene, oracle: Oracle, de: str, victime: str, arme: Arme) -> Scene:
    """The weapon lands where it should not, with no DR behind it; BE and PA count."""
    p = scene[de]
    bruts: Terms = ((arme.nom, arme.degats, REGLE),)
    if arme.force:
        bruts = (*bruts, ("Bonus de Force", p.bonus("FOR"), REGLE))
    zone = zone_au_hasard(oracle, scene[victime].fiche.forme)
    return degats(scene, oracle, victime, bruts, Source(arme.nom, zone, de, rule=REGLE))[0]


# ---------------------------------------------------------------- what is left of it later


@debut_de_tour.then("VM-6.8")
def action_perdue(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At the beginning of a tour: the Action that a fumble has cost is not there."""
    p = scene[who]
    if "perd:action" not in p.bears:
        return scene
    oracle.tell(Event("action_perdue", who, "", REGLE))
    scene = scene.put(replace(p, effets=tuple([e for e in p.effets if e.sur != "perd:action"])))
    return replace(scene, encounter=replace(en_cours(scene), action=True))


def enrayee(p: Personnage, arme: str) -> Closed | None:
    """Why a weapon that is jammed does not shoot, or None."""
    if f"enraye:{arme}" in p.bears:
        return Closed(REGLE, "L'arme de {} est enrayée : il faut une Action pour la remettre en état", (Someone(p.id),))
    return None


class Desenrayer(Action, frozen=True, tag="desenrayer"):
    """See to a weapon that is jammed; in a fight it takes the Action."""

    rank = Bouton.ENRAYEES

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor)
        if ferme is not None:
            return ferme
        p = scene[self.actor]
        if p.arme(self.arme) is None or enrayee(p, self.arme) is None:
            return Closed(REGLE, "{} n'a pas d'arme enrayée « {} »", (Someone(p.id), self.arme))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("desenraye", self.actor, "", REGLE, (), (("arme", scene.name(self.arme)),)))
        reste = tuple([e for e in p.effets if e.sur != f"enraye:{self.arme}"])
        return action_prise(scene.put(replace(p, effets=reste)))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for e in p.effets:
        if e.sur.startswith("enraye:"):
            yield Desenrayer(p.id, e.sur.removeprefix("enraye:"))


ACTIONS = (Desenrayer,)
