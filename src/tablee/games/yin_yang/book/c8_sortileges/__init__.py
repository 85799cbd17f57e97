"""Chapter 8: runes drawn and spells at work. What a person may do with them is offered where spells are cast."""

from __future__ import annotations

from .brute import Repandre
from .magie import Accumuler, Maintenir
from .sortileges import BriserObjet, LacherSort

ACTIONS = (Accumuler, Maintenir, Repandre, LacherSort, BriserObjet)
