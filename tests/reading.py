"""A reason as whoever is at the table reads it: people by their names."""

from __future__ import annotations

from tablee.kernel.oracle import Closed
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Speaker


def read(scene: Scene, why: Closed | None) -> str:
    """In French; « None » where there is none."""
    return str(why) if why is None else Speaker("fr", {who: (who, scene.name(who)) for who in scene.people}).text(why)
