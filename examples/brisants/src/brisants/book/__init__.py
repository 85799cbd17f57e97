"""The rules by chapter, in the order they depend on each other, and the one that is optional."""

from __future__ import annotations

from tablee.kernel.chapter import chapter
from tablee.kernel.game import Switch

from . import chants, combat, ponts, tests

CHAPTERS = tuple(map(chapter, (tests, combat, ponts, chants)))
SWITCHES = (Switch("houle", "BRI-5.3"),)
