"""Chapters 2 and 5, damage: from Dégâts to Points de Blessure, and what losing them entails."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.catalogue import ZONES
from ...model.effects import constante
from ...model.people import Personnage
from ...model.scene import Scene
from ..c2_combat.combat import gagner, perdre_les_avantages
from ..c4_destin import eviter_les_degats
from ..c6_creatures.creatures import attenuation
from .mort import tomber

sous_zero: Moment[[str, str, bool, str]] = Moment("sous_zero")  # who, where, whether by less than BE, by whom

A_L_EPREUVE = 1  # PA that such an armour has more against shots


class Source(msgspec.Struct, frozen=True, gc=False):
    """Where damage comes from, and what does not hold it back."""

    nom: str
    zone: str = "corps"
    par: str = ""  # who inflicts it
    be: bool = True  # BE reduces it
    pa: bool = True  # PA reduce it
    perce: int = 0  # PA that do not count
    retenu: bool = False  # VM-5.8: no Blessure critique
    rule: str = "VM-5.2"
    arme: bool = False  # a weapon, as opposed to spells, fire, falls
    traits: tuple[str, ...] = ()  # of the weapon
    tir: bool = False
    critique: bool = False  # a Succès Critique: it finds the gaps of an armour that has some


# ---------------------------------------------------------------- what holds it back


@rule("VM-5.2")
def reduction(p: Personnage, s: Source) -> Terms:
    """What BE and the PA of the zone take off."""
    terms: list[tuple[str, int, str]] = []
    if s.be:
        terms.append(("Bonus d'Endurance", -p.bonus("END"), "VM-5.2"))
    if s.pa:
        pa = armure(p, s.zone, s.tir, s.critique)
        terms += [(nom, -n, regle) for nom, n, regle in pa]
        if s.perce and pa:
            terms.append(("Armure percée", min(s.perce, max(0, total(pa))), "VM-6.4"))
    return tuple(terms)


@rule("VM-5.2")
def armure(p: Personnage, zone: str, tir: bool = False, critique: bool = False) -> Terms:
    """The PA on a zone: what is worn, hide or scales, and whatever else protects."""
    pa: Terms = ()
    if p.equipement.armures:
        pa = armure_portee(p, zone, tir, critique) if tir or critique else p.equipement.pa[zone]
    if p.fiche.armure:
        pa = (*pa, ("Cuir ou écailles", p.fiche.armure, "VM-5.2"))
    return pa + constante(p.bears, "pa").terms


@rule("VM-6.5")
def armure_portee(p: Personnage, zone: str, tir: bool, critique: bool) -> Terms:
    """What is worn on a zone against a shot, or against a Succès Critique: some armours hold more, some have gaps."""
    famille = ZONES[zone].famille
    terms: Terms = ()
    for a in p.equipement.armures:
        if (zone in a.zones or famille in a.zones) and not (critique and "ajouree" in a.traits):
            terms = (*terms, (a.nom, a.pa + (A_L_EPREUVE if tir and "a_l_epreuve" in a.traits else 0), "VM-5.2"))
    return terms


def subis(p: Personnage, bruts: Terms, s: Source) -> Terms:
    """Points de Blessure as a sum: Dégâts, less what holds them back, not below 0."""
    terms = (*bruts, *reduction(p, s))
    if s.arme and p.marques:
        terms = (*terms, *attenuation(p, total(terms), "magique" in s.traits))
    points = total(terms)
    return terms if points >= 0 else (*terms, ("Pas moins de 0", -points, "VM-2.27"))


# ---------------------------------------------------------------- what it does


@rule("VM-2.27", "VM-2.31", "VM-5.2")
def degats(scene: Scene, oracle: Oracle, who: str, bruts: Terms, s: Source) -> tuple[Scene, int]:
    """Dégâts become Points de Blessure, not below 0, and are suffered; the number that was."""
    terms = subis(scene.people[who], bruts, s)
    points = total(terms)
    facts = (("points", points), ("zone", ZONES[s.zone].nom), ("source", s.nom))
    oracle.tell(Event("degats" if points else "sans_mal", s.par or who, who, s.rule, terms, facts))
    return subir(scene, oracle, who, points, s) if points else (scene, 0)


@rule("VM-2.18", "VM-5.2", "VM-5.5", "VM-5.6", "VM-5.7", "VM-5.8")
def subir(scene: Scene, oracle: Oracle, who: str, points: int, s: Source) -> tuple[Scene, int]:
    """Points de Blessure suffered; the number that was. Beyond 0 they inflict a Blessure critique."""
    if scene.people[who].destin > 0:
        scene, evite = eviter_les_degats(scene, oracle, who, points)
        if evite:
            return scene, 0
    p = scene.people[who]
    avant = p.pb
    reste = avant - points
    scene = scene.put(replace(p, pb_perdus=p.pb_perdus + points if reste > 0 else p.fiche.PB))
    if p.avantages:
        scene = perdre_les_avantages(scene, oracle, who)
    if reste > 0:
        return scene, points
    if p.a_zero is None:
        scene = tomber(scene, oracle, who)
    if avant > 0:
        scene = victoire(scene, oracle, s.par, p)
    if reste < 0 and not s.retenu and scene.people[who].vie == "actif":
        scene = sous_zero(scene, oracle, who, s.zone, -reste < p.bonus("END"), s.par)
    return scene, points


@rule("VM-2.17")
def victoire(scene: Scene, oracle: Oracle, par: str, p: Personnage) -> Scene:
    """Whoever defeats an important adversary gains the Avantages he is worth."""
    if not p.fiche.important or not par or scene.people[par].side == p.side:
        return scene
    return gagner(scene, oracle, par, "Victoire", "VM-2.17", p.fiche.important)
