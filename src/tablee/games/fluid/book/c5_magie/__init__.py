"""Chapter 5: magic. How a spell is thought out, cast, resisted, kept, written down."""

from __future__ import annotations

from .grimoire import ACTIONS, offers

PLACE = 1

__all__ = ["ACTIONS", "PLACE", "offers"]
