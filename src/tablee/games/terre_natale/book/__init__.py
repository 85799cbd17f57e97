"""The rules, a chapter of the book each. They stand in the order they depend on each other, which is not the book's."""

from __future__ import annotations

from tablee.kernel.chapter import Chapter, chapter
from tablee.kernel.game import Switch

from . import (
    c0_tests,
    c1_attributs,
    c2_competences,
    c3_traits,
    c4_caracteristiques,
    c5_creation,
    c6_castes,
    c7_progression,
    c8_confrontation,
    c9_objets,
    c10_monde,
)

MODULES = (
    c1_attributs,
    c0_tests,
    c2_competences,
    c4_caracteristiques,
    c3_traits,
    c6_castes,
    c5_creation,
    c7_progression,
    c8_confrontation,
    c9_objets,
    c10_monde,
)
CHAPTERS: tuple[Chapter, ...] = tuple(map(chapter, MODULES))
SWITCHES: tuple[Switch, ...] = tuple(switch for module in MODULES for switch in getattr(module, "SWITCHES", ()))
