"""Chapters 2 and 5, damage: from Dégâts to Points de Blessure, and what losing them entails."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from .blessures import blessure_critique
from .catalogue import ZONES
from .combat import gagner, perdre_les_avantages
from .destin import eviter_les_degats
from .mort import tomber
from .state import Personnage, effets_sur

if TYPE_CHECKING:
    from .scene import Scene


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


@rule("VM-5.2")
def reduction(p: Personnage, s: Source) -> Terms:
    """What BE and the PA of the zone take off."""
    terms: list[tuple[str, int, str]] = []
    if s.be:
        terms.append(("Bonus d'Endurance", -(p.fiche.BE if not p.effets else p.bonus("END")), "VM-5.2"))
    if s.pa:
        pa = armure(p, s.zone)
        terms += [(nom, -n, regle) for nom, n, regle in pa]
        if s.perce and pa:
            terms.append(("Armure percée", min(s.perce, max(0, total(pa))), s.rule))
    return tuple(terms)


def armure(p: Personnage, zone: str) -> Terms:
    """The PA on a zone: what is worn, hide or scales, and whatever else protects."""
    pa = p.equipement.pa[zone] if p.equipement.armures else ()
    if p.fiche.armure:
        pa = (*pa, ("Cuir ou écailles", p.fiche.armure, "VM-5.2"))
    if p.fiche.talents:
        pa = (*pa, *p.fiche.effets.get("pa", ()))
    return (*pa, *effets_sur(p, ("pa",))) if p.effets else pa


@rule("VM-2.27", "VM-2.31", "VM-5.2")
def degats(scene: Scene, oracle: Oracle, who: str, bruts: Terms, s: Source) -> tuple[Scene, int]:
    """Dégâts become Points de Blessure, not below 0, and are suffered; the number that was."""
    p = scene.personnages[who]
    terms = (*bruts, *reduction(p, s))
    points = total(terms)
    if points < 0:
        terms, points = (*terms, ("Pas moins de 0", -points, "VM-2.27")), 0
    oracle.tell(
        Event("degats", s.par or who, who, s.rule, terms, (("points", points), ("zone", ZONES[s.zone].nom), ("source", s.nom)))
    )
    if not points:
        return scene, 0
    return subir(scene, oracle, who, points, s)


@rule("VM-2.18", "VM-5.5", "VM-5.6", "VM-5.7", "VM-5.8")
def subir(scene: Scene, oracle: Oracle, who: str, points: int, s: Source) -> tuple[Scene, int]:
    """Points de Blessure suffered; the number that was. Beyond 0 they inflict a Blessure critique."""
    if scene.personnages[who].destin > 0:
        scene, evite = eviter_les_degats(scene, oracle, who, points)
        if evite:
            return scene, 0
    p = scene.personnages[who]
    reste = p.fiche.PB - p.pb_perdus - points
    avant, be = p.pb, p.bonus("END")
    p = replace(p, pb_perdus=p.pb_perdus + points if reste > 0 else p.fiche.PB)
    scene = scene.put(p)
    if p.avantages:
        scene = perdre_les_avantages(scene, oracle, who)
    if reste > 0:
        return scene, points
    if p.a_zero is None:
        scene = tomber(scene, oracle, who)
    if avant > 0 and p.fiche.important and s.par and scene[s.par].camp != p.camp:
        scene = gagner(scene, oracle, s.par, "Victoire", "VM-2.17", p.fiche.important)
    if reste < 0 and not s.retenu:
        scene = blessure_critique(scene, oracle, who, s.zone, attenuee=-reste < be)
    return scene, points
