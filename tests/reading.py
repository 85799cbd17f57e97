"""A reason with people by their names."""

from __future__ import annotations

from tablee.kernel.oracle import Closed
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Bare


def read(scene: Scene, why: Closed | None) -> str:
    """In French as it is written; « None » where there is none."""
    return str(why) if why is None else Bare({who: (who, scene.name(who)) for who in scene.people}).text(why)
