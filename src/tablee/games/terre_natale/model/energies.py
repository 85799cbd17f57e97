"""Energies: what they are called, and the attribute whose passive defence they meet (TN-8.205)."""

from __future__ import annotations

from typing import Literal

Energie = Literal["chaud", "froid", "electricite"]
ENERGIES: dict[Energie, str] = {"chaud": "AGI", "froid": "FOR", "electricite": "DEX"}
NOMS = {"chaud": "Chaud (feu)", "froid": "Froid (glace)", "electricite": "Électricité (foudre)"}
