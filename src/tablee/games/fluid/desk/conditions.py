"""What hampers somebody, as the game master gives and lifts it by a word: the level is the Désavantages."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tablee.kernel.draft import id_of
from tablee.kernel.tools import Conditions, switched

from ..model.people import SANS_FIN, Condition, Personnage
from ..model.scene import Scene
from ..model.tables import BOTTES
from .judge import VALEUR_MAX

GENES = {id_of(nom): nom for nom in ("Étourdi", "Aveuglé", *(botte.condition for botte in BOTTES.values()))}


def subies(p: Personnage) -> Mapping[str, int]:
    return {id_of(c.nom): max(1, c.desavantages) for c in p.conditions if id_of(c.nom) in GENES}


def donner(scene: Scene, who: str, id: str, desavantages: int) -> Scene:
    """Until it is healed or lifted."""
    p = lever(scene, who, id)[who]
    return scene.put(replace(p, conditions=(*p.conditions, Condition(GENES[id], SANS_FIN, desavantages))))


def lever(scene: Scene, who: str, id: str) -> Scene:
    p = scene[who]
    return scene.put(replace(p, conditions=tuple([c for c in p.conditions if id_of(c.nom) != id])))


CONDITIONS = switched({"a_terre": "À terre"}) | Conditions(
    GENES, subies, donner, lever, dict.fromkeys(GENES, VALEUR_MAX)
)
