"""Looking ahead: what the plain tactic would do, unless something else is better, and never what is closed."""

from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from tablee.kernel import foresight
from tablee.kernel.action import Action, open_actions, tag
from tablee.kernel.game import Game, Tactic, game, installed
from tablee.kernel.oracle import first
from tablee.kernel.scenario import demo
from tablee.kernel.scene import share
from tablee.kernel.simulated import Sampled
from tablee.lab.fight import turns, within
from tablee.lab.job import opening
from toy import ALYS_BOR, toy


def scenes(id: str) -> Iterator[tuple[Game, Any]]:
    """The first ready scenes of a game in which sides are against each other."""
    played = game(id)
    for name in list(played.demos)[:2]:
        scene = demo(id, name)
        if len(scene.sides()) > 1:
            yield played, scene


def begun(played: Game, scene: Any) -> Any:
    """With its encounter under way."""
    way = opening(played, scene)
    return scene if way is None else way.after(scene, Sampled(1))


def breathe(scene: Any, who: str) -> Action:
    return next(a for a in open_actions(toy.legal(scene, who)) if "target" not in a.__struct_fields__)


def test_what_is_left_is_a_share() -> None:
    assert [share(3, 4), share(-1, 4), share(9, 4), share(0, 0)] == [0.75, 0.0, 1.0, 0.0]


def test_who_does_nothing_is_taught_to_strike() -> None:
    act = foresight.foreseeing(toy, Tactic(breathe, first))
    assert tag(breathe(ALYS_BOR, "alys")) != tag(act(ALYS_BOR, "alys"))
    assert act(ALYS_BOR, "alys") == act(ALYS_BOR, "alys")


def test_a_scene_is_worth_what_one_has_more_than_the_others() -> None:
    assert foresight.value(ALYS_BOR, "rouge") == -foresight.value(ALYS_BOR, "bleu") == 0
    hurt, down = (ALYS_BOR.put(replace(ALYS_BOR["bor"], vie=vie)) for vie in (5, 0))
    assert 0 < foresight.value(hurt, "rouge") < foresight.value(down, "rouge") == 1


@pytest.mark.parametrize("id", sorted(installed()))
def test_everybody_has_a_vigour_and_the_fallen_none(id: str) -> None:
    checked = 0
    for played, start in scenes(id):
        plain = played.tactic()
        before = {p.id: p.vigour for p in start.people.values()}
        assert all(0 < v <= 1 for who, v in before.items() if start[who].up)
        for _, scene in turns(begun(played, start), plain, Sampled(3, plain.answer), 400):
            for p in scene.people.values():
                assert 0 <= p.vigour <= 1
                assert p.up or p.vigour == 0
                checked += not p.up
        assert foresight.value(scene, next(iter(scene.sides()))) != foresight.value(start, next(iter(start.sides())))
    assert checked


@pytest.mark.parametrize("id", sorted(installed()))
def test_looking_ahead_stays_within_what_is_open_and_does_not_break_off(id: str) -> None:
    played, start = next(scenes(id))
    plain = played.tactic()
    ahead = within(Tactic(foresight.foreseeing(played, plain, seconds=0.5), plain.answer))
    done = 0
    for _, scene in turns(begun(played, start), ahead, Sampled(3, ahead.answer), 6):
        done += 1
        assert scene.turn() or scene.settled() is not None or len({p.side for p in scene.people.values() if p.up}) < 2
    assert done == 6


def test_an_unknown_tactic() -> None:
    with pytest.raises(KeyError):
        toy.tactic("ruse")


def test_what_costs_nothing_and_can_be_taken_back_is_left_alone() -> None:
    """Weapons are drawn for nothing, and drawn back: whoever weighs that by luck would do nothing else."""
    played = game("vieux_monde")
    scene = begun(played, demo("vieux_monde", "tertre"))
    plain, who = played.tactic(), scene.turn()[0]
    offered = open_actions(played.legal(scene, who))
    draws = [action for action in offered if tag(action) == "degainer"]
    assert draws and all(foresight.turns_back(played, plain, scene, action) for action in draws)
    assert not foresight.turns_back(played, plain, scene, next(a for a in offered if tag(a) == "terminer"))


def test_what_changes_nothing_is_left_alone() -> None:
    """Whoever proposes a truce may do so again, to no end: 60 times in one turn, when actions were counted ahead."""
    played = game("vieux_monde")
    scene = begun(played, demo("vieux_monde", "duel"))
    plain = played.tactic()
    offer = next(a for a in open_actions(played.legal(scene, scene.turn()[0])) if tag(a) == "cesser")
    assert offer.closed(scene) is None
    assert foresight.turns_back(played, plain, scene, offer)
