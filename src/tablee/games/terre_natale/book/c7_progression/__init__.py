"""Chapter 7: progress. Rewards, learning, masters and sources, and whatever is raised with them."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.game import Switch

from ...model.people import Personnage
from ...model.scene import Scene
from . import apprentissage, augmenter, gains, traits
from .apprentissage import acquis as acquis
from .apprentissage import requis as requis
from .sujets import SUJETS as SUJETS
from .sujets import maximum as maximum
from .sujets import temps as temps

SWITCHES = (Switch("reserve_au_score", "TN-7.11.1"), *traits.SWITCHES)
ACTIONS = (*gains.ACTIONS, *apprentissage.ACTIONS, *augmenter.ACTIONS, *traits.ACTIONS)
PLACE = 7


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What goes on with what was begun; in a confrontation nobody learns."""
    if scene.encounter is None:
        yield from gains.offers(scene, p)
        yield from apprentissage.offers(scene, p)
        yield from augmenter.offers(scene, p)
        yield from traits.offers(scene, p)
