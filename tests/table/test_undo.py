"""Undo and redo: one line of things done, back to the start, nothing run again."""

from __future__ import annotations

import pytest

from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.state import dump

from .conftest import Sat


def strike(actor: str, target: str) -> c.Act:
    return c.Act({"do": "frapper", "actor": actor, "target": target})


def test_undo_restores_the_play_and_marks_the_entry(duel: Sat) -> None:
    before = duel.state.play
    passed = duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    undone = duel.do(duel.luc, c.Undo())
    assert duel.state.play == before
    assert duel.texts(undone, duel.eve) == [typeset(f"Annulé : n° {passed.seq} du journal")]
    entry = duel.store.log(duel.id, duel.gm.id, after=passed.seq - 1, limit=1)[0]
    assert entry.undone == undone.seq


def test_redo_brings_it_back_and_a_new_deed_ends_redo(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    after = duel.state.play
    duel.do(duel.luc, c.Undo())
    duel.do(duel.luc, c.Redo())
    assert duel.state.play == after
    assert duel.no(duel.luc, c.Redo()).key == "nothing_to_redo"
    duel.do(duel.luc, c.Undo())
    duel.do(duel.luc, strike("alys", "bran"))
    assert duel.no(duel.luc, c.Redo()).key == "nothing_to_redo"


def test_undo_reaches_the_start_of_the_campaign_and_no_further(duel: Sat) -> None:
    duel.do(duel.gm, c.Undo(entry=first_deed(duel), confirm=True))
    assert duel.state.play == duel.store.state_at(duel.id, 1).play
    assert duel.no(duel.gm, c.Undo()).key == "nothing_to_undo"
    for _ in range(4):
        duel.do(duel.gm, c.Redo())
    assert duel.no(duel.gm, c.Redo()).key == "nothing_to_redo"
    assert duel.state.play.scene.turn() == ("alys",)


def first_deed(sat: Sat) -> int:
    return next(e.seq for e in sat.log(sat.gm) if e.kind == "finish_draft")


def test_talk_and_drafts_are_not_in_the_way_of_undo_and_are_not_taken_back(duel: Sat) -> None:
    passed = duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    duel.do(duel.ada, c.Say("Bien vu."))
    draft = f"d{duel.do(duel.ada, c.NewDraft()).seq}"
    duel.do(duel.ada, c.EditDraft(draft, {"nom": "Céleste"}))
    undone = duel.do(duel.luc, c.Undo())
    assert undone.logged.told[0].event["entries"] == [passed.seq]
    assert duel.state.desk.sketches[draft].data["nom"] == "Céleste"


def test_dice_already_rolled_are_kept_when_the_same_action_is_taken_again(duel: Sat) -> None:
    duel.do(duel.luc, strike("alys", "bran"))
    duel.do(duel.ada, c.Answer("oui"))
    first = duel.log(duel.gm)[-1].events[0]
    duel.do(duel.gm, c.Undo(confirm=True))
    duel.do(duel.gm, c.Undo(confirm=True))
    duel.do(duel.luc, strike("alys", "bran"))
    duel.do(duel.ada, c.Answer("oui"))
    again = duel.log(duel.gm)[-1].events[0]
    assert (again.text, again.dice) == (first.text, first.dice)


def test_another_answer_to_the_same_roll_keeps_the_roll(duel: Sat) -> None:
    duel.do(duel.luc, strike("alys", "bran"))
    duel.do(duel.ada, c.Answer("oui"))
    first = duel.log(duel.gm)[-1].events[0].dice
    duel.do(duel.ada, c.Undo())
    assert duel.state.play.open is not None  # the question is open again
    duel.do(duel.ada, c.Answer("non"))
    again = duel.log(duel.gm)[-1].events[0].dice
    assert [die.faces for die in again if die.why == "attaque"] == [die.faces for die in first if die.why == "attaque"]
    assert {die.why for die in first} - {die.why for die in again} == {"défense"}


def test_an_action_repeated_and_not_taken_back_rolls_new_dice(duel: Sat) -> None:
    guet = c.Act({"do": "guetter", "actor": "alys", "secret": False})
    faces = [duel.do(duel.luc, guet).logged.told[0].event["face"] for _ in range(3)]
    assert len(set(faces)) == 3
    duel.do(duel.luc, c.Undo())
    faces += [duel.do(duel.luc, guet).logged.told[0].event["face"] for _ in range(2)]
    assert faces[3] == faces[2]
    assert faces[4] not in faces[:4]


def test_real_dice_typed_before_an_undo_need_not_be_typed_again(duel: Sat) -> None:
    duel.do(duel.luc, c.RealDice("alys", True))
    duel.do(duel.luc, strike("alys", "bran"))
    duel.do(duel.luc, c.TypeDice((777_777,)))
    duel.do(duel.luc, c.Undo())
    duel.do(duel.luc, c.Undo())
    duel.do(duel.luc, strike("alys", "bran"))
    opened = duel.state.play.open
    assert opened is not None
    assert opened.throw is None
    assert opened.dice[0].faces == (777_777,)


def test_when_others_have_acted_the_game_master_confirms(duel: Sat) -> None:
    mine = duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    duel.do(duel.ada, c.Act({"do": "passer", "actor": "bran"}))
    assert duel.no(duel.luc, c.Undo()).key == "undo_gm"
    assert duel.no(duel.luc, c.Undo(mine.seq, confirm=True)).key == "undo_gm"
    assert duel.no(duel.gm, c.Undo(mine.seq)).key == "undo_confirm"
    duel.do(duel.gm, c.Undo(mine.seq, confirm=True))
    assert duel.state.play.scene.turn() == ("alys",)
    assert duel.no(duel.ada, c.Redo()).key == "undo_gm"
    duel.do(duel.luc, c.Redo())


def test_when_something_was_revealed_the_game_master_confirms(duel: Sat) -> None:
    duel.do(duel.gm, c.Hide("bran", name=True))
    duel.do(duel.gm, c.Hide("bran", name=False))
    assert duel.no(duel.gm, c.Undo()).key == "undo_confirm"
    duel.do(duel.gm, c.Undo(confirm=True))
    assert duel.state.play.veils["bran"].name


@pytest.mark.parametrize("entry", [0, 1, 2, 10_000])
def test_what_was_not_done_cannot_be_undone(duel: Sat, entry: int) -> None:
    assert duel.no(duel.gm, c.Undo(entry)).key in ("not_on_line", "nothing_to_undo")


def test_every_state_ever_seen_can_be_seen_again(duel: Sat) -> None:
    seen = {}
    for n in range(120):
        turn = duel.state.play.scene.turn()[0]
        done = duel.do(duel.gm, c.Act({"do": "passer", "actor": turn}))
        seen[done.seq] = dump(duel.eyes(duel.gm).state)
        if n % 7 == 0:
            undone = duel.do(duel.gm, c.Undo())
            seen[undone.seq] = dump(duel.eyes(duel.gm).state)
    for seq, data in seen.items():
        assert dump(duel.store.state_at(duel.id, seq)) == data
