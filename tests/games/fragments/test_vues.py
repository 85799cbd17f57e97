"""The map as it is drawn: terrains as they are now, and what the fog leaves to see."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tablee.games.fragments import game
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.hexes import distance
from tablee.games.fragments.model.scene import Zone

DEUX = {
    "unites": {
        "a": {"camp": "A", "x": 1, "y": 1, "fiche": {"points": {"PV": 20, "MOV": 5}}},
        "b": {"camp": "B", "x": 8, "y": 1, "fiche": {"points": {"PV": 20, "MOV": 5}}},
    },
    "carte": {"lignes": ["..........", "..........", ".........."]},
}


@pytest.mark.rule("FD-9.19", "FD-2.3")
def test_the_ground_shows_the_map_as_it_is_now() -> None:
    scene = lire_scene(DEUX)
    plan = game.ground(scene)
    assert plan is not None and plan.grid == "hex" and len(plan.plots) == 30
    assert {p.kind for p in plan.plots} == {"plaine"}
    brule = replace(scene, zones=(Zone(((1, 1),), "brasier"),))
    assert [(p.x, p.y) for p in game.ground(brule).plots if p.kind == "brasier"] == [(1, 1)]


@pytest.mark.rule("FD-3.44")
def test_in_the_fog_one_sees_five_cells_and_what_companions_see() -> None:
    scene = lire_scene({**DEUX, "brouillard": True})
    vues = game.sight(scene, frozenset({"a"}))
    assert vues is not None
    assert (6, 1) in vues and (7, 1) not in vues
    assert all(distance((1, 1), c) <= 5 for c in vues)
    ensemble = game.sight(scene, frozenset({"a", "b"}))
    assert ensemble is not None and (8, 1) in ensemble and vues < ensemble
    assert game.sight(scene, frozenset()) == frozenset()
    assert game.sight(lire_scene(DEUX), frozenset({"a"})) is None
