"""A table in play, without the terminal."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import toy as toys
from tablee.cli.errors import ClosedNow
from tablee.cli.session import Session
from tablee.kernel.action import Action
from tablee.kernel.oracle import Oracle, Question, Throw

TACTIC = toys.toy.tactics["esquive"]
ATTACK = toys.Attaquer("alys", "bor")


def session(seed: int = 5) -> Session:
    return Session(toys.toy, toys.ALYS_BOR, TACTIC, random.Random(seed))


def settle(table: Session) -> None:
    """Answer every question with its first option."""
    while table.pending is not None:
        wanted = table.pending.next
        assert isinstance(wanted, Question)
        table.answer(wanted.open()[0])


def dice(table: Session) -> list[object]:
    transcript = table.pending.transcript if table.pending is not None else table.turns[table.at - 1].transcript
    return [entry.got for entry in transcript if entry.by in ("server", "hand")]


def test_an_action_that_asks_nothing_is_done_at_once() -> None:
    table = session()
    table.choose(toys.Souffler("alys"))
    assert table.pending is None
    assert (table.at, table.actor) == (1, "bor")
    assert table.last is not None
    assert [event.what for event in table.last.events] == ["souffle"]


class Passer(Action, frozen=True, tag="passer"):
    """Nothing happens, and nothing is told."""

    def resolve(self, scene: toys.Duel, oracle: Oracle) -> toys.Duel:
        return scene


def test_what_is_told_last_is_not_hidden_by_an_action_without_events() -> None:
    table = session()
    assert table.told is None
    table.choose(Passer("alys"))
    assert table.told is table.last is not None
    table.choose(toys.Souffler("alys"))
    table.choose(Passer("bor"))
    assert table.told is not None and [event.what for event in table.told.events] == ["souffle"]


def test_simultaneous_questions_are_answered_one_by_one_and_kept_together() -> None:
    table = session()
    table.choose(ATTACK)
    assert table.pending is not None
    assert [q.who for q in table.pending.wanted] == ["alys", "bor"]
    assert isinstance(table.pending.next, Question)
    assert table.pending.next.who == "alys"
    table.answer("fougue")
    assert isinstance(table.pending.next, Question)
    assert table.pending.next.who == "bor"
    assert not table.pending.transcript
    table.answer("prudence")
    assert table.last is not None or table.pending.transcript[0].got == ("fougue", "prudence")


def test_an_answer_that_is_none_is_a_sentence() -> None:
    table = session()
    table.choose(ATTACK)
    with pytest.raises(ValueError, match=r"réponse refusée à toy\.garde"):
        table.answer("danser")
    assert table.pending is not None
    assert not any(table.pending.picked)


def test_known_dice_are_not_rolled_again_after_an_answer() -> None:
    table = session()
    table.choose(ATTACK)
    table.answer("fougue")
    table.answer("prudence")
    assert table.pending is not None
    before = dice(table)
    table.answer("encaisser")
    assert dice(table)[: len(before)] == before


def test_a_cancelled_action_keeps_its_dice_and_answers() -> None:
    table = session()
    table.choose(ATTACK)
    table.answer("fougue")
    table.answer("prudence")
    known = dice(table)
    assert known
    table.cancel()
    assert (table.pending, table.at) == (None, 0)
    table.choose(ATTACK)
    assert dice(table) == known
    assert table.pending is not None
    assert isinstance(table.pending.next, Question)
    assert table.pending.next.key == "toy.riposte"


def test_choosing_another_action_leaves_the_first_as_if_cancelled() -> None:
    table = session()
    table.choose(ATTACK)
    table.answer("fougue")
    table.answer("prudence")
    known = dice(table)
    table.choose(toys.Souffler("alys"))
    table.undo()
    table.choose(ATTACK)
    assert dice(table) == known


def test_undone_and_done_again_the_dice_are_the_same_while_the_answers_are() -> None:
    table = session()
    table.choose(ATTACK)
    settle(table)
    first, scene = dice(table), table.scene
    table.undo()
    table.choose(ATTACK)
    settle(table)
    assert dice(table) == first
    assert table.scene == scene
    table.undo()
    table.choose(ATTACK)
    table.answer("fougue")
    table.answer("fougue")
    assert dice(table) != first


def test_another_future_has_its_own_dice() -> None:
    table = session()
    table.choose(toys.Souffler("alys"))
    table.choose(toys.Attaquer("bor", "alys"))
    settle(table)
    first = dice(table)
    table.undo()
    table.undo()
    table.choose(ATTACK)
    settle(table)
    table.choose(toys.Attaquer("bor", "alys"))
    settle(table)
    assert dice(table) != first


def test_the_same_future_has_the_same_dice_however_far_one_went_back() -> None:
    table = Session(toys.toy, toys.ALYS_BOR.change("bor", vie=99), TACTIC, random.Random(5))

    def three() -> list[list[object]]:
        found = []
        for action in (ATTACK, toys.Souffler("bor"), ATTACK):
            table.choose(action)
            settle(table)
            found.append(dice(table))
        return found

    first = three()
    assert first[0] != first[2]  # the same action later on is another throw
    for _ in range(3):
        table.undo()
    assert three() == first


def test_undo_and_redo_go_through_every_scene() -> None:
    table = session()
    scenes = [table.scene]
    while not table.over:
        table.let_tactic(TACTIC)
        scenes.append(table.scene)
    for scene in reversed(scenes[:-1]):
        assert table.undo()
        assert table.scene == scene
    assert not table.undo()
    assert table.last is None
    for scene in scenes[1:]:
        assert table.redo()
        assert table.scene == scene
    assert not table.redo()


def test_a_new_action_after_undo_forgets_the_future() -> None:
    table = session()
    table.choose(toys.Souffler("alys"))
    table.choose(toys.Souffler("bor"))
    table.undo()
    table.undo()
    table.choose(toys.Souffler("alys"))
    assert not table.redo()
    assert len(table.turns) == 1


def test_typed_dice_are_waited_for_and_marked() -> None:
    table = session()
    table.by_hand = {"alys"}
    table.choose(ATTACK)
    table.answer("prudence")
    table.answer("prudence")
    assert table.pending is not None
    assert isinstance(table.pending.next, Throw)
    for wrong in ([6, 5], [6, 5, 21], [6, 5, 12, 3], []):
        with pytest.raises(ValueError, match="face"):
            table.throw(wrong)
    table.throw([5, 6, 1])
    assert table.pending is None
    assert table.last is not None
    rolled = [(d.faces, d.by) for event in table.last.events for d in event.dice]
    assert rolled[:2] == [((6, 5), "hand"), ((1,), "hand")]
    assert rolled[2][1] == ""


def test_what_is_closed_is_refused_and_changes_nothing() -> None:
    table = session()
    with pytest.raises(ClosedNow) as closed:
        table.choose(toys.Attaquer("alys", "zog"))
    assert closed.value.why.rule == "TOY-2.1"
    assert (table.at, table.pending) == (0, None)


def test_nothing_to_answer() -> None:
    with pytest.raises(ValueError, match="nothing"):
        session().answer("x")


@given(st.lists(st.sampled_from(["a", "u", "r", "1", "2", "answer", "cancel"]), max_size=40), st.integers(0, 9))
def test_any_sequence_leaves_a_table_that_agrees_with_its_past(steps: list[str], seed: int) -> None:
    table = session(seed)
    for step in steps:
        if table.over and step in "a12":
            continue
        if step == "a":
            table.let_tactic(TACTIC)
        elif step in "12" and len(table.open()) >= int(step):
            table.choose(table.open()[int(step) - 1])
        elif step == "answer" and table.pending is not None and isinstance(table.pending.next, Question):
            table.answer(table.pending.next.open()[-1])
        elif step == "cancel":
            table.cancel()
        elif step == "u":
            table.undo()
        elif step == "r":
            table.redo()
        assert table.scene == table.scenes.get(table.at)
        assert len(table.turns) == len(table.scenes) - 1
        assert 0 <= table.at < len(table.scenes)
