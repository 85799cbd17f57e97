"""Tablée: French tabletop role-playing games, played, explained and measured by one engine."""

from .kernel.game import game
from .kernel.live import Live, Replay, Scripted
from .kernel.odds import odds
from .kernel.scenario import demo
from .kernel.simulated import Sampled, Simulated

__all__ = ["Live", "Replay", "Sampled", "Scripted", "Simulated", "demo", "game", "odds"]
__version__ = "0.1.0"
