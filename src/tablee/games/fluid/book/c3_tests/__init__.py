"""Chapter 3: tests. The dice, what helps and hinders, one test and several."""

from __future__ import annotations

from tablee.kernel.game import Switch

from . import oppositions, tests
from .tests import offers

ACTIONS = (*tests.ACTIONS, *oppositions.ACTIONS)
SWITCHES = (
    Switch("resultats_binaires", "FLU-3.6"),
    Switch("explosion_sans_base", "FLU-3.16"),
    Switch("explosion_sans_doubles", "FLU-3.17"),
    Switch("delai_variable", "FLU-3.27", excludes=("resultats_binaires",)),
)

__all__ = ["ACTIONS", "SWITCHES", "offers"]
