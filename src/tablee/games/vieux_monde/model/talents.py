"""Talents: what they add to figures, and the rules they bend. Those that are something to do stand in prouesses.py."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms

from .catalogue import TALENTS

if TYPE_CHECKING:
    from .people import Personnage

A_TATONS = -20  # Touche-à-tout: what an advanced Compétence nobody taught him is worth less
DE_LA_MAGIE = ("langue_magick", "focalisation", "savoir_magie")  # that nobody finds out alone


@rule("VM-6.13")
def effets_des_talents(talents: dict[str, int]) -> dict[str, Terms]:
    """By what they bear on, the terms that these Talents bring."""
    effets: dict[str, Terms] = {}
    for id, fois in talents.items():
        talent = TALENTS[id]
        for m in talent.modifs:
            effets[m.sur] = (*effets.get(m.sur, ()), (talent.nom, m.mod * fois, talent.rule))
    return effets


# ---------------------------------------------------------------- rules bent, asked for where each rule is written


@rule("VM-6.1", "VM-6.13")
def a_tatons(talents: dict[str, int], competence: str) -> bool:
    """Touche-à-tout: whether an advanced Compétence that was not learned is open all the same."""
    return "touche_a_tout" in talents and competence not in DE_LA_MAGIE


@rule("VM-2.5")
def dr_d_initiative(p: Personnage, dr: int) -> int:
    """Réveil de soldat: the DR of a Test d'Initiative does not count below 0."""
    return 0 if dr < 0 and p.talent("reveil_de_soldat") else dr


@rule("VM-2.5")
def devance(p: Personnage, q: Personnage) -> int:
    """Premier debout: of two equal values of initiative, 1 if the first goes first by it, -1 the second, 0 neither."""
    return (p.talent("premier_debout") > 0) - (q.talent("premier_debout") > 0)


@rule("VM-2.18")
def avantages_gardes(p: Personnage) -> int:
    """Tête froide: how many Avantages a wound leaves him."""
    return 1 if p.talent("tete_froide") else 0


@rule("VM-2.35")
def compte_pour(p: Personnage) -> int:
    """Dos au mur: for how many he counts when others outnumber him."""
    return 2 if p.talent("dos_au_mur") else 1


@rule("VM-5.6")
def critique_adouci(p: Personnage) -> int:
    """Os épais: what is taken off a roll on the Tableau des Critiques that hits him."""
    return 10 * p.talent("os_epais")


@rule("VM-5.4")
def rounds_debout(p: Personnage) -> int:
    """Refuse de tomber: Rounds at 0 PB beyond BE before he is Inconscient."""
    return 2 * p.talent("refuse_de_tomber")


@rule("VM-5.12")
def bonne_nuit(p: Personnage) -> Terms:
    """Sommeil lourd: what a night gives back besides."""
    n = p.talent("sommeil_lourd")
    return ((TALENTS["sommeil_lourd"].nom, 2 * n, "VM-5.12"),) if n else ()


@rule("VM-3.21")
def garde_sa_magie(p: Personnage) -> bool:
    """Puits profond: a failed incantation takes nothing from what was gathered."""
    return p.talent("puits_profond") > 0


@rule("VM-2.63")
def jetons_de_plus(p: Personnage) -> Terms:
    """Sacoche pleine: one minor Jeton more."""
    return ((TALENTS["sacoche_pleine"].nom, 1, "VM-2.63"),) if p.talent("sacoche_pleine") else ()
