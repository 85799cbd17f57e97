"""Chapter 5: creation. What there is to begin with, how it is spent, and how far anything may go before play begins."""

from __future__ import annotations

from tablee.kernel.game import Switch

from .actions import ACTIONS as ACTIONS
from .actions import offers as offers
from .echelles import STRICTS
from .historique import D_UNIVERS

ETAPES = "etapes_univers"

SWITCHES = (
    Switch(STRICTS, "TN-5.7.1"),
    Switch(D_UNIVERS, "TN-5.25"),
    Switch(ETAPES, "TN-5.42"),
)
