"""Simulated fights: the same seed gives the same fights, however they are shared out."""

from dataclasses import replace

import pytest
from msgspec.structs import replace as changed

from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game, Tactic
from tablee.lab.fight import DRAW, ROUNDS, UNFINISHED, Report, Result, fight, fights, left
from toy import ALYS_BOR, Duel, Duelliste, toy

TACTIC = toy.tactics["esquive"]


def breathe(scene: Duel, who: str) -> Action:
    return next(a for a in open_actions(toy.legal(scene, who)) if "target" not in a.__struct_fields__)


def test_a_fight_ends_with_one_side_standing() -> None:
    result = fight(toy, ALYS_BOR, TACTIC, 1)
    assert result.winner in ("rouge", "bleu")
    loser = {"rouge": "bleu", "bleu": "rouge"}[result.winner]
    assert result.fallen == {result.winner: 0, loser: 1}
    assert result.rounds == result.actions + 1  # in the toy game every action ends a round


def test_the_same_seed_is_the_same_fight() -> None:
    assert [fight(toy, ALYS_BOR, TACTIC, s) for s in range(20)] == [fight(toy, ALYS_BOR, TACTIC, s) for s in range(20)]
    assert len({fight(toy, ALYS_BOR, TACTIC, s).actions for s in range(20)}) > 1


def test_the_same_seed_is_the_same_report() -> None:
    assert fights(toy, ALYS_BOR, 60, 7, TACTIC) == fights(toy, ALYS_BOR, 60, 7, TACTIC)
    assert fights(toy, ALYS_BOR, 60, 7, TACTIC) != fights(toy, ALYS_BOR, 60, 8, TACTIC)


@pytest.mark.parametrize("cut", [0, 1, 25, 59, 60])
def test_two_ranges_merge_into_the_same_report(cut: int) -> None:
    whole = fights(toy, ALYS_BOR, 60, 7, TACTIC)
    parts = fights(toy, ALYS_BOR, cut, 7, TACTIC) + fights(toy, ALYS_BOR, 60 - cut, 7, TACTIC, start=cut)
    assert parts == whole
    assert parts.to_json() == whole.to_json()


def test_progress_is_told_once_for_each_fight() -> None:
    told: list[int] = []
    fights(toy, ALYS_BOR, 10, 0, TACTIC, told.append)
    assert sum(told) == 10


def test_a_fight_without_end_is_given_up() -> None:
    report = fights(toy, ALYS_BOR, 3, 0, Tactic(breathe), limit=50)
    assert (report.unfinished, report.actions, sum(report.wins.values())) == (3, 150, 0)


def test_nobody_to_act_is_no_endless_loop() -> None:
    assert fight(toy, changed(ALYS_BOR, encounter=()), TACTIC, 0) == Result(UNFINISHED, 1, 0, {"bleu": 0, "rouge": 0})


def test_who_lay_there_before_has_not_fallen() -> None:
    scene = ALYS_BOR.put(Duelliste("Cid", "bleu", vie=0, id="cid"))
    assert fight(toy, scene, TACTIC, 1).fallen["bleu"] <= 1


def test_nobody_standing_is_a_draw() -> None:
    scene = ALYS_BOR.put(*(changed(d, vie=0) for d in ALYS_BOR.people.values()))
    assert left(scene) == []
    assert fight(toy, scene, TACTIC, 1).winner == DRAW


def test_the_tactic_of_the_toy_only_does_what_is_open() -> None:
    checked = 0

    def act(scene: Duel, who: str) -> Action:
        nonlocal checked
        action = TACTIC.act(scene, who)
        assert action.closed(scene) is None
        checked += 1
        return action

    fights(toy, ALYS_BOR, 20, 3, Tactic(act, TACTIC.answer))
    assert checked > 20


def test_the_figures_of_a_report() -> None:
    report = Report()
    for result in [
        Result("rouge", 3, 5, {"rouge": 0, "bleu": 1}),
        Result("rouge", 5, 9, {"rouge": 1, "bleu": 2}),
        Result(DRAW, 4, 8, {"rouge": 2, "bleu": 2}),
        Result(UNFINISHED, 9, 20, {"rouge": 0, "bleu": 0}),
    ]:
        report.count(result)
    assert (report.n, report.rate("rouge"), report.rate("bleu"), report.draws, report.unfinished) == (4, 0.5, 0.0, 1, 1)
    assert report.lengths().mean() == 21 / 4
    assert (report.losses("rouge").mean(), report.losses("bleu").mean()) == (0.75, 1.25)
    assert report.interval("rouge") == pytest.approx((0.15, 0.85), abs=5e-3)
    assert report.actions == 42


def test_an_empty_report_says_so() -> None:
    assert Report().to_json()["rounds"] is None
    assert Report().width() == 1.0


def test_the_game_is_not_changed_by_being_fought() -> None:
    other: Game = replace(toy, id="other")
    before = ALYS_BOR["alys"]
    fights(other, ALYS_BOR, 5, 0, TACTIC)
    assert ALYS_BOR["alys"] is before


def test_a_fight_that_goes_round_for_too_long_is_given_up() -> None:
    result = fight(toy, ALYS_BOR, Tactic(breathe), 0)
    assert (result.winner, result.rounds) == (UNFINISHED, ALYS_BOR.round() + ROUNDS)
