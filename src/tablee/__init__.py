"""Tablée: French tabletop role-playing games, played, explained and measured by one engine."""

from .kernel.game import game, games
from .kernel.live import Live, Replay, Scripted
from .kernel.odds import odds
from .kernel.simulated import Sampled, Simulated

__all__ = ["Live", "Replay", "Sampled", "Scripted", "Simulated", "game", "games", "odds"]
__version__ = "0.1.0"
