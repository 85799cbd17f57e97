"""Weapons: the one in hand, and what the traits of weapons and armours are worth."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.catalogue import MAINS_NUES, TRAITS_ARMES, ZONES, Arme
from ...model.people import Effet, Personnage, mains_de

RECHARGE = "recharge"  # what is said of somebody whose weapon is not loaded
DE_JET = "armes_de_jet"  # the Compétence of whoever throws a weapon made for the hand

# ---------------------------------------------------------------- in hand


def arme_de_melee(p: Personnage, id: str = "") -> Arme:
    """The weapon named, else the one in hand for close quarters, else bare hands."""
    return (p.arme(id) or MAINS_NUES) if id else p.equipement.en_melee


def arme_de_tir(p: Personnage, id: str = "") -> Arme | None:
    """The weapon named, else the first in hand that shoots, else one that he carries, else one that can be thrown."""
    if id:
        return p.arme(id)
    portees = (*p.equipement.tenues, *p.equipement.armes)
    return next((a for a in portees if a.genre == "tir"), None) or next((a for a in portees if a.portee), None)


@rule("VM-2.60")
def prise_en_main(p: Personnage, arme: Arme) -> Personnage:
    """The same with this weapon in hand, and the shield too if a hand is left for it."""
    e = p.equipement
    if not arme.mains or arme not in e.armes or arme in e.tenues:
        return p
    gardes = [a.id for a in e.tenues if a.mains == 0 or (a.genre == "bouclier" and arme.mains + a.mains <= mains_de(p))]
    return replace(p, equipement=replace(e, en_main=(arme.id, *gardes)))


def pas_portee(p: Personnage, id: str) -> Closed | None:
    """One fights with what one carries."""
    if not id or id == MAINS_NUES.id or p.arme(id) is not None:
        return None
    return knowing(
        Closed("VM-2.24", "{} ne porte pas « {} »", (Someone(p.id), id)), id, [a.id for a in p.equipement.armes]
    )


def pas_appris(p: Personnage, arme: Arme, competence: str) -> Closed | None:
    """An advanced Compétence is for those who learned it."""
    if p.fiche.valeurs[competence] is not None:
        return None
    return Closed("VM-1.2", "{} ne sait pas manier : {}", (Someone(p.id), arme.nom))


@rule("VM-2.60")
def pas_de_mains(p: Personnage, arme: Arme) -> Closed | None:
    """Whoever has lost an arm does not hold what takes two."""
    if not (p.blessures or p.effets) or arme.mains <= mains_de(p):
        return None
    return Closed("VM-2.60", "Il faudrait {} mains, {} en a {}", (arme.mains, Someone(p.id), mains_de(p)))


# ---------------------------------------------------------------- traits of weapons


@rule("VM-6.4")
@lru_cache(4096)
def apport(traits: tuple[str, ...], sur: str, regle: str) -> Terms:
    """What the traits of a weapon add to one thing (see content/armes.toml)."""
    return tuple((TRAITS_ARMES[t].nom, m.mod, regle) for t in traits for m in TRAITS_ARMES[t].modifs if m.sur == sur)


@lru_cache(4096)
def somme(traits: tuple[str, ...], sur: str) -> int:
    """The same as one figure."""
    return sum(n for _, n, _ in apport(traits, sur, ""))


def se_lance(arme: Arme) -> bool:
    """Whether it flies at an adversary, from a string or out of the hand."""
    return arme.genre == "tir" or arme.portee > 0


def competence_de_tir(arme: Arme) -> str:
    """The Compétence of a shot: that of the weapon, or throwing for one made for the hand."""
    return arme.competence if arme.genre == "tir" else DE_JET


def a_recharger(p: Personnage, arme: Arme) -> int:
    """How many Actions it still takes before this weapon can shoot."""
    if not p.effets:
        return 0
    return next((e.mod for e in p.effets if e.sur == RECHARGE and e.lie == arme.id), 0)


def rechargee(p: Personnage, arme: Arme, actions: int) -> Personnage:
    """The same with so many Actions left before this weapon can shoot."""
    autres = tuple([e for e in p.effets if not (e.sur == RECHARGE and e.lie == arme.id)])
    if actions > 0:
        autres = (*autres, Effet("Arme à recharger", RECHARGE, actions, "VM-6.4", lie=arme.id))
    return replace(p, effets=autres)


# ---------------------------------------------------------------- traits of armours


@rule("VM-6.5")
def protege_de(p: Personnage, zone: str, trait: str) -> bool:
    """Whether an armour with this trait covers the zone."""
    famille = ZONES[zone].famille
    return any(trait in a.traits and (zone in a.zones or famille in a.zones) for a in p.equipement.armures)
