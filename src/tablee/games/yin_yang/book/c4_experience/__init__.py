"""Chapters 2, 4 and 12: what points de personnage are given for, and what they buy."""

from __future__ import annotations

from .progres import ACTIONS as ACTIONS
from .progres import offers as offers

PLACE = 14
