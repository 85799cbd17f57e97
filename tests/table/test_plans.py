"""A step and what is done from where it leads: what is shown of it, and what comes of it."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.model.catalogue import TECHNIQUES
from tablee.games.vieux_monde.book.c2_coups.tir import Tirer
from tablee.kernel.aiming import reach_of, struck
from tablee.kernel.game import game
from tablee.kernel.ground import stands, steps
from tablee.kernel.scenario import demo
from tablee.table import commands as c
from tablee.table import plans
from tablee.table.refusal import Refused

from .conftest import Sat
from .test_reach import Cell, acting, fight

__all__ = ["fight"]


def other(sat: Sat) -> str:
    """Somebody of the other side."""
    people = sat.table(sat.gm).people
    ours = next(p.side for p in people if p.id == acting(sat))
    return next(p.id for p in people if p.side != ours)


def place(sat: Sat, who: str, cell: Cell) -> None:
    sat.do(sat.gm, c.Put(who, *cell))


def here(sat: Sat, who: str) -> Cell:
    found = next(p for p in sat.table(sat.gm).people if p.id == who)
    assert found.x is not None and found.y is not None
    return found.x, found.y


def a_step_and_a_blow(sat: Sat) -> tuple[dict[str, Any], dict[str, Any]]:
    """A move that brings the one to act beside the other, and an attack that is closed until then."""
    who, foe = acting(sat), other(sat)
    eyes = sat.eyes(sat.luc)
    (way,) = eyes.reach(who)
    x, y, _ = max(way.cells, key=lambda cell: cell[2])
    first = {**way.action, "x": x, "y": y}
    for far in range(1, 5):
        place(sat, foe, next(cell for cell in cells_of(sat) if steps("hex", (x, y), cell) == far))
        open_there = plans.actions_after(sat.eyes(sat.luc), who, first)
        found = [a.action for a in open_there if a.action.get("cible") == foe and a.looks]
        if found:
            return first, found[0]
    raise AssertionError("nothing can be done to him from there")


def test_what_is_open_after_a_step_is_told_with_its_odds(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    eyes = fight.eyes(fight.luc)
    after = plans.actions_after(eyes, acting(fight), first)
    assert after and all(not each.closed and each.action["do"] != first["do"] for each in after)
    (chance,) = fight.store.many_odds(fight.id, fight.luc.id, [(blow, "")], first)
    assert chance.odds is not None
    fight.do(fight.luc, c.Act(first))
    assert fight.store.odds(fight.id, fight.luc.id, blow) == chance.odds


def test_a_plan_is_played_as_one_and_taken_back_as_one(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    who, before = acting(fight), here(fight, acting(fight))
    done = fight.do(fight.luc, c.Act(blow, first=first))
    told = [each.event.what for each in done.logged.told]
    assert told[0] == "deplacement" and here(fight, who) == (first["x"], first["y"])
    assert fight.state.play.open is not None or len(told) > 1  # the blow is under way, or was told
    fight.do(fight.gm, c.Undo(done.seq))
    assert here(fight, who) == before and fight.state.play.open is None


def test_a_plan_whose_second_part_is_not_open_is_refused_as_one(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    who, before = acting(fight), here(fight, acting(fight))
    place(fight, other(fight), max(cells_of(fight), key=lambda cell: steps("hex", before, cell)))
    with pytest.raises(Refused) as refused:
        fight.do(fight.luc, c.Act(blow, first=first))
    assert refused.value.key == "plan_changed"
    assert here(fight, who) == before


def cells_of(sat: Sat) -> list[Cell]:
    ground = sat.table(sat.gm).ground
    assert ground is not None
    return [(plot.x, plot.y) for plot in ground.plots if plot.kind == "plaine"]


def test_a_first_step_that_dice_decide_is_refused(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    fight.do(fight.luc, c.Act(first))
    with pytest.raises(Refused) as refused:
        plans.foreseen(fight.eyes(fight.luc), blow)
    assert refused.value.key == "plan_chance"


def test_a_plan_is_for_those_who_play_him(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    with pytest.raises(Refused) as refused:
        fight.store.aim(fight.id, fight.ada.id, blow, first)
    assert refused.value.key == "not_yours"
    with pytest.raises(Refused):
        fight.do(fight.ada, c.Act(blow, first=first))
    with pytest.raises(Refused) as spectator:
        fight.store.plan(fight.id, fight.eve.id, acting(fight), first)
    assert spectator.value.key == "right"


def test_reach_is_where_whoever_is_aimed_at_could_stand(fight: Sat) -> None:
    first, blow = a_step_and_a_blow(fight)
    start = first["x"], first["y"]
    seen = fight.store.aim(fight.id, fight.luc.id, blow, first)
    assert (first["x"], first["y"]) not in seen.range
    assert here(fight, other(fight)) in seen.range
    assert [hit.who for hit in seen.hits] == [other(fight)]
    assert seen.hits[0].falls is not None and 0 <= seen.hits[0].falls <= 1
    fight.do(fight.luc, c.Act(first))
    for cell in (seen.range[0], next(cell for cell in cells_of(fight) if cell not in seen.range and cell != start)):
        place(fight, other(fight), cell)
        menu = fight.eyes(fight.luc).legal(acting(fight))
        assert (blow in [a.action for a in menu if not a.closed]) == (cell in seen.range)


def test_the_reach_of_a_bow_is_found_to_its_end() -> None:
    scene: Any = demo("vieux_monde")
    bow, here = Tirer("tobias", "corvin", "arc"), stands(scene, "tobias")
    found = reach_of(game("vieux_monde"), scene, bow)
    assert here and max(steps("square", here, cell) for cell in found) == bow.coup(scene).arme.portee


def test_two_tables_that_differ_in_somebody_hidden_plan_alike(fight: Sat) -> None:
    """Whoever is hidden is in no reach, no area, no odds and in nobody's way."""
    first, _ = a_step_and_a_blow(fight)
    who, foe = acting(fight), other(fight)
    hidden_at = (first["x"], first["y"])

    def shown() -> list[bytes]:
        eyes = fight.eyes(fight.luc)
        sent: list[Any] = [eyes.reach(who), fight.table(fight.luc).zones]
        for planned in (first, None):
            try:
                sent.append(plans.actions_after(eyes, who, planned))
            except Refused as refused:
                sent.append(refused.key)
        return [msgspec.json.encode(each) for each in sent]

    fight.do(fight.gm, c.Hide(foe, presence=True))
    before = shown()
    place(fight, foe, hidden_at)  # right where he means to go
    assert shown() == before
    assert foe.encode() not in b"".join(before)
    fight.do(fight.luc, c.Act(first))
    assert here(fight, who) != hidden_at  # the step has met somebody, and ends before him


def test_the_cells_a_technique_covers_are_those_of_its_pattern(fight: Sat) -> None:
    scene, who = fight.state.play.scene, acting(fight)
    technique = next(t for t in TECHNIQUES.values() if t.motif is not None and t.motif.forme == "rayon")
    x, y = here(fight, other(fight))
    aimed = UtiliserTechnique(who, technique.id, "", x, y)
    area, hits = struck(fight.eyes(fight.gm).game, scene, aimed)
    assert technique.motif is not None and (x, y) in area
    assert max(steps("hex", (x, y), cell) for cell in area) <= technique.motif.longueur
    assert other(fight) in hits and set(hits) == {p.id for p in scene.people.values() if p.case in area}
