"""The rules, by chapters of the book. They stand in the order they depend on each other, which is not the book's."""

from __future__ import annotations

from tablee.kernel.chapter import Chapter, chapter
from tablee.kernel.game import Switch

from ..model.combat import Declared, declarable
from . import (
    c4_experience,
    c5_tests,
    c6_blessures,
    c7_fatigue,
    c8_lancement,
    c8_sortileges,
    c9_charge,
    c10_attaque,
    c10_combat,
    c10_gestes,
    c10_lutte,
    c10_modes,
    c10_tours,
    c11_manoeuvres,
    c12_equipement,
    c14_enchantement,
    c14_qi,
    c15_mouvements,
    c16_guerre,
    c16_soins,
    c18_epreuves,
)

CHAPTERS: tuple[Chapter, ...] = tuple(
    map(
        chapter,
        (
            c5_tests,
            c10_tours,
            c7_fatigue,
            c6_blessures,
            c9_charge,
            c12_equipement,
            c10_modes,
            c11_manoeuvres,
            c10_attaque,
            c10_lutte,
            c10_gestes,
            c15_mouvements,
            c16_soins,
            c14_qi,
            c8_sortileges,
            c14_enchantement,
            c8_lancement,
            c10_combat,
            c4_experience,
            c16_guerre,
            c18_epreuves,
        ),
    )
)
SWITCHES = (Switch("rune_double", "YY-8.20"),)

declarable(tuple(kind for each in CHAPTERS for kind in each.actions if issubclass(kind, Declared)))
