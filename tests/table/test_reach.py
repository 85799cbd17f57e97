"""Where somebody may go, as each member may know it."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.seen import SeenWay
from tablee.table.state import Member
from tablee.table.store import Store
from tablee.table.visibility import Eyes

from .conftest import Sat

Cell = tuple[int, int]


@pytest.fixture
def fight(store: Store) -> Sat:
    """A fight on hexagons, begun; whoever has the turn is Luc's."""
    sat = Sat(store, "fragments")
    sat.do(sat.gm, c.StartEncounter(ready="duel"))
    first = next(p.id for p in sat.table(sat.gm).people)
    sat.do(sat.gm, c.Act({"do": "combattre", "actor": first}))
    while sat.state.play.open is not None:
        sat.do(sat.gm, c.Answer(sat.state.play.open.questions[0].open()[0]))
    sat.do(sat.gm, c.Give(acting(sat), sat.luc.id))
    return sat


def acting(sat: Sat) -> str:
    return str(sat.state.play.scene.turn()[0])


def cells(ways: tuple[SeenWay, ...]) -> dict[Cell, int]:
    return {(x, y): cost for way in ways for x, y, cost in way.cells}


def reach(sat: Sat, member: Member) -> dict[Cell, int]:
    return cells(sat.eyes(member).reach(acting(sat)))


def test_reach_is_told_to_those_who_play_him(fight: Sat) -> None:
    who = acting(fight)
    (way,) = fight.eyes(fight.luc).reach(who)
    assert way.action["actor"] == who and way.text == "Aller à {where}"
    (rules,) = fight.eyes(fight.gm).game.reach(fight.state.play.scene, who)
    assert reach(fight, fight.luc) == reach(fight, fight.gm) == rules.cells
    with pytest.raises(Refused) as refused:
        fight.eyes(fight.ada).reach(who)
    assert refused.value.key == "not_yours"
    with pytest.raises(Refused):
        fight.eyes(fight.luc).reach("personne")


def test_the_move_is_made_by_the_action_of_the_way(fight: Sat) -> None:
    who = acting(fight)
    (way,) = fight.eyes(fight.luc).reach(who)
    x, y, cost = max(way.cells, key=lambda cell: cell[2])
    done = fight.do(fight.luc, c.Act({**way.action, "x": x, "y": y}))
    moved = next(told.event for told in done.logged.told if told.event.what == "deplacement")
    assert moved["cases"] == cost
    assert [(p.x, p.y) for p in fight.table(fight.ada).people if p.id == who] == [(x, y)]


def test_who_is_hidden_stands_in_nobodys_way(fight: Sat) -> None:
    """A hole in what is shown would be where he stands."""
    who = acting(fight)
    other = next(p.id for p in fight.table(fight.gm).people if p.id != who)
    before = reach(fight, fight.luc)
    near = next(cell for cell, cost in before.items() if cost == 1)
    for field, value in zip(("x", "y"), near, strict=True):
        fight.do(fight.gm, c.Rule(f"unites.{other}.{field}", value, "il approche"))
    assert near not in reach(fight, fight.luc)
    fight.do(fight.gm, c.Hide(other, presence=True))
    assert near in reach(fight, fight.luc) and near not in reach(fight, fight.gm)
    assert other.encode() not in msgspec.json.encode(fight.eyes(fight.luc).reach(who))


def test_nobody_goes_anywhere_who_is_away_or_without_rules_for_it(fight: Sat, duel: Sat) -> None:
    who = acting(fight)
    fight.do(fight.gm, c.LeaveEncounter(who))
    assert fight.eyes(fight.luc).reach(who) == ()
    assert duel.eyes(duel.luc).reach("alys") == ()  # the arena has places, and no rule for moving


def test_whoever_is_set_down_is_told_by_who_is_near_on_hexagons_too(fight: Sat) -> None:
    who = acting(fight)
    other = next(each for each in fight.state.play.scene.people.values() if each.id != who and each.up)
    here = {(each.x, each.y) for each in fight.state.play.scene.people.values()}
    beside = next(
        cell for cell in ((other.x + 1, other.y), (other.x - 1, other.y), (other.x, other.y + 1)) if cell not in here
    )
    told = fight.texts(fight.do(fight.gm, c.Put(who, *beside)), fight.gm)[0]
    assert "au contact d" in told
    assert other.name in told


def test_a_move_is_told_by_how_far_it_goes_and_which_way(fight: Sat) -> None:
    who = acting(fight)
    x, y = next((p.x, p.y) for p in fight.table(fight.luc).people if p.id == who)
    assert x is not None and y is not None
    fight.do(fight.gm, c.Put(who, x, y))
    for lang, wanted in (("fr", "Aller à {}"), ("en", "Go {}")):
        eyes = Eyes(fight.eyes(fight.gm).game, fight.state, replace(fight.luc, lang=lang))
        texts = {(a.action["x"], a.action["y"]): a.text for a in eyes.legal(who) if a.action["do"] == "se_deplacer"}
        assert texts.keys() == reach(fight, fight.luc).keys()
        compass = COMPASS[lang]
        found = 0
        for (dx, dy), said in compass.items():
            if (x + dx, y + dy) in texts:
                assert texts[x + dx, y + dy] == wanted.format(said)
                found += 1
        assert found >= 3


COMPASS: dict[str, dict[Cell, str]] = {
    "fr": {
        (1, 0): "1 case à l’est",
        (-1, 0): "1 case à l’ouest",
        (1, -1): "1 case au nord-est",
        (0, 1): "1 case au sud-est",
        (2, -1): "2 cases au nord-est",
        (-1, 2): "2 cases au sud",
        (1, -2): "2 cases au nord",
    },
    "en": {
        (1, 0): "1 cell east",
        (-1, 0): "1 cell west",
        (1, -1): "1 cell north-east",
        (0, 1): "1 cell south-east",
        (-1, 2): "2 cells south",
        (1, -2): "2 cells north",
    },
}
