"""Applying commands without any store: a pure function of a state, a member, a command and chance."""

from __future__ import annotations

import random

import pytest

from tablee.kernel.live import Entry
from tablee.table import commands as c
from tablee.table.apply import apply
from tablee.table.moment import After, Moment
from tablee.table.refusal import Refused
from tablee.table.retold import STOOD
from tablee.table.state import Desk, Encounter, Member, PlayOf, State, StateOf, dump

from .arena import Arene, Combat, Lutteur, arena

GM = Member("m0", "Marie", "gm")
LUC = Member("m1", "Luc", "player")

FOUGHT = Arene({"a": Lutteur("a", "Alys", "rouge"), "b": Lutteur("b", "Bran", "bleu")}, Combat(("a", "b")))
STATE: State = StateOf(PlayOf(FOUGHT, encounter=Encounter(2, begun=True)), Desk("Duel", "sel", {"a": "m1"}))


def do(state: State, member: Member, command: c.Command, seed: int = 0, past: tuple[Entry, ...] = ()) -> After:
    people = {member.id: member for member in (GM, LUC)}
    return apply(Moment(arena, state, member, people, 7, random.Random(seed), lambda action, act: past), command)


def test_the_same_chance_gives_the_same_outcome_and_leaves_the_state_alone() -> None:
    before = dump(STATE)
    blow = c.Act({"do": "frapper", "actor": "a", "target": "b"})
    assert do(STATE, LUC, blow) == do(STATE, LUC, blow)
    assert do(STATE, LUC, blow) != do(STATE, LUC, blow, seed=1)
    assert dump(STATE) == before


def test_an_open_action_goes_on_from_its_transcript_whatever_chance_is_then() -> None:
    opened = do(STATE, LUC, c.Act({"do": "frapper", "actor": "a", "target": "b"}))
    ends = {do(opened.state, GM, c.Answer("non"), seed).told[0].event["attaque"] for seed in range(5)}
    assert len(ends) == 1


def test_only_new_events_are_told_when_an_action_goes_on() -> None:
    opened = do(STATE, GM, c.Act({"do": "jurer", "actor": "a", "target": "b"}))
    assert opened.told == ()
    one = do(opened.state, LUC, c.Answer("paix", 0))
    assert one.told == ()
    both = do(one.state, GM, c.Answer("paix", 1))
    assert [told.event.what for told in both.told] == ["serment", STOOD]


def test_the_past_of_an_action_that_was_taken_back_is_its_dice_and_not_its_answers() -> None:
    blow = c.Act({"do": "frapper", "actor": "a", "target": "b"})
    opened = do(STATE, LUC, blow)
    done = do(opened.state, GM, c.Answer("oui"), seed=3)
    again = do(STATE, LUC, blow, seed=9, past=done.transcript)
    assert again.state.play.open is not None  # the answer is asked for once more
    assert again.transcript == opened.transcript
    same = do(again.state, GM, c.Answer("oui"), seed=9, past=done.transcript)
    assert [e.got for e in same.transcript] == [e.got for e in done.transcript]
    other = do(again.state, GM, c.Answer("non"), seed=9, past=done.transcript)
    assert other.told[0].event["defense"] == 0


def test_a_transcript_that_does_not_fit_the_rules_any_more_is_refused() -> None:
    opened = do(STATE, LUC, c.Act({"do": "frapper", "actor": "a", "target": "b"}))
    pending = opened.state.play.open
    assert pending is not None
    import msgspec.structs as s

    older = s.replace(pending, transcript=(Entry("1d20 attaque a", ((3,),), "server"),))
    state = s.replace(opened.state, play=s.replace(opened.state.play, open=older))
    with pytest.raises(Refused) as refused:
        do(state, GM, c.Answer("non"))
    assert refused.value.key == "rules_changed"


def test_a_typed_line_is_remembered_as_what_it_means() -> None:
    assert do(STATE, LUC, c.Line("/gmr 2d6")).command == c.Roll("2d6", "gm_me")
