"""The rules, a chapter of the book each. They stand in the order they depend on each other, which is not the book's."""

from __future__ import annotations

from tablee.kernel.chapter import Chapter, chapter
from tablee.kernel.game import Switch

from . import (
    c1_epreuves,
    c1_tests,
    c2_combat,
    c2_coups,
    c2_rounds,
    c3_magie,
    c4_destin,
    c5_blessures,
    c5_soins,
    c6_corruption,
    c6_creatures,
    c6_etats,
    c6_experience,
)

MODULES = (
    c1_tests,
    c6_etats,
    c2_combat,
    c6_creatures,
    c4_destin,
    c5_blessures,
    c2_coups,
    c2_rounds,
    c1_epreuves,
    c5_soins,
    c6_corruption,
    c6_experience,
    c3_magie,
)
CHAPTERS: tuple[Chapter, ...] = tuple(map(chapter, MODULES))
SWITCHES: tuple[Switch, ...] = tuple(switch for module in MODULES for switch in getattr(module, "SWITCHES", ()))
