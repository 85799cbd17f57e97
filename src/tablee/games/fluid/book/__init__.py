"""The rules, a chapter of the book each, in the order they depend on each other."""

from __future__ import annotations

from tablee.kernel.chapter import Chapter, chapter
from tablee.kernel.game import Switch

from . import c2_traits, c3_tests, c4_combat, c5_magie, c6_experience

MODULES = (c2_traits, c3_tests, c4_combat, c5_magie, c6_experience)
CHAPTERS: tuple[Chapter, ...] = tuple(map(chapter, MODULES))
SWITCHES: tuple[Switch, ...] = tuple(switch for module in MODULES for switch in getattr(module, "SWITCHES", ()))
