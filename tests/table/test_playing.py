"""Actions, questions, real dice, tests asked for: as a table plays them."""

from __future__ import annotations

import msgspec
import pytest

from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.seen import SeenQuestion

from .conftest import Sat


def strike(actor: str, target: str) -> c.Act:
    return c.Act({"do": "frapper", "actor": actor, "target": target})


def question(sat: Sat, who: object) -> SeenQuestion | None:
    opened = sat.table(who).open
    return opened.awaited[0].question if opened is not None else None


def test_an_action_waits_for_the_one_it_asks_and_goes_on_with_the_same_dice(duel: Sat) -> None:
    duel.do(duel.luc, strike("alys", "bran"))
    waiting = duel.state.play.open
    assert waiting is not None
    rolled = waiting.transcript[0].got
    assert duel.state.play.scene.turn() == ("alys",)  # nothing has happened yet
    done = duel.do(duel.ada, c.Answer("non"))
    assert duel.state.play.open is None
    assert duel.state.play.scene.turn() == ("bran",)
    told, _ = done.logged.told
    assert told.event["attaque"] == rolled[0][0]
    assert duel.texts(done, duel.eve) == [typeset(f"Alys touche Bran : {rolled[0][0]} contre 0")]


def test_only_the_one_who_is_asked_reads_the_question_and_answers(duel: Sat) -> None:
    duel.do(duel.luc, strike("alys", "bran"))
    assert question(duel, duel.ada) is not None
    assert question(duel, duel.gm) is not None
    assert question(duel, duel.luc) is None
    assert question(duel, duel.eve) is None
    assert duel.no(duel.luc, c.Answer("oui")).key == "not_yours"
    assert duel.no(duel.ada, c.Answer("peut-être")).rule == "AR-3"
    assert duel.no(duel.ada, c.Answer("oui", question=3)).key == "not_asked"
    duel.do(duel.gm, c.Answer("oui"))  # the game master may answer for anybody


def test_while_a_question_is_open_nothing_else_moves_but_people_may_talk_and_draft(duel: Sat) -> None:
    duel.do(duel.luc, strike("alys", "bran"))
    refused = duel.no(duel.luc, c.Act({"do": "guetter", "actor": "alys"}))
    assert refused.key == "open"
    assert "Bran" in refused.say(plain("fr"))
    assert duel.no(duel.gm, c.Rule("horloge", 3, "parce que")).key == "open"
    duel.do(duel.luc, c.Say("Alors ?"))
    duel.do(duel.luc, c.NewDraft())
    duel.do(duel.ada, c.Answer("non"))


def test_a_closed_action_is_refused_with_the_rule_in_the_members_language(duel: Sat) -> None:
    assert duel.no(duel.ada, strike("bran", "alys")).rule == "AR-2"
    duel.store.members.change(duel.id, duel.ada.id, duel.ada.id, lang="en")
    assert duel.no(duel.ada, strike("bran", "alys")).say(plain("en")) == typeset("It is Alys's turn (AR-2)")


@pytest.mark.parametrize(
    "action",
    [
        {},
        {"do": "voler", "actor": "alys"},
        {"do": "frapper", "actor": "alys"},
        {"do": "frapper", "actor": "alys", "target": 3},
        {"do": "frapper", "actor": "alys", "target": "bran", "deux": 2},
        {"do": "frapper", "actor": "alys", "target": "personne"},
        {"do": ["frapper"], "actor": {"a": None}},
    ],
)
def test_what_is_no_action_is_refused_with_a_sentence(duel: Sat, action: dict[str, object]) -> None:
    assert duel.no(duel.gm, c.Act(action)).say(plain("fr")).endswith((".", ")"))


def test_players_act_only_for_their_own_characters_and_spectators_for_none(duel: Sat) -> None:
    assert duel.no(duel.ada, strike("alys", "bran")).key == "not_yours"
    assert duel.no(duel.eve, strike("alys", "bran")).key == "right"


def test_real_dice_are_typed_in_and_the_card_says_so(duel: Sat) -> None:
    duel.do(duel.luc, c.RealDice("alys", True))
    duel.do(duel.luc, strike("alys", "bran"))
    opened = duel.table(duel.luc).open
    assert opened is not None
    assert opened.awaited[0].mine
    assert str(opened.awaited[0].throw) == "1d1000000 attaque"
    assert duel.table(duel.ada).open.awaited[0].throw is None
    assert duel.no(duel.ada, c.TypeDice((5,))).key == "not_yours"
    assert duel.no(duel.luc, c.Answer("non")).key == "not_answer"
    assert duel.no(duel.luc, c.TypeDice((1_000_001,))).key == "dice"
    assert duel.no(duel.luc, c.TypeDice((5, 6))).key == "dice"
    duel.do(duel.luc, c.TypeDice((123_456,)))
    assert duel.no(duel.ada, c.TypeDice((5,))).key == "not_dice"
    told, _ = duel.do(duel.ada, c.Answer("non")).logged.told
    assert [(die.faces, die.by) for die in told.event.dice if die.why == "attaque"] == [((123_456,), "hand")]


def test_an_answer_to_a_question_that_is_over_does_not_answer_the_next(duel: Sat) -> None:
    duel.do(duel.luc, c.RealDice("alys", True))
    begun = duel.do(duel.luc, strike("alys", "bran"))
    assert duel.table(duel.luc).open.asked == begun.seq
    thrown = duel.do(duel.luc, c.TypeDice((5,), asked=begun.seq))
    assert duel.no(duel.ada, c.Answer("oui", asked=begun.seq)).key == "asked_before"
    assert duel.table(duel.ada).open.asked == thrown.seq
    duel.do(duel.luc, c.Say("Alors ?"))
    duel.do(duel.ada, c.Answer("non", asked=thrown.seq))
    assert duel.state.play.open is None


def test_blind_answers_are_known_only_when_all_are_in(duel: Sat) -> None:
    duel.do(duel.luc, c.Act({"do": "jurer", "actor": "alys", "target": "bran"}))
    duel.do(duel.luc, c.Answer("guerre", question=0))
    assert duel.no(duel.luc, c.Answer("paix", question=0)).key == "already_answered"
    for member in duel.everybody:
        assert b'"guerre"' not in msgspec.json.encode(duel.table(member).open).replace(b'"id":"guerre"', b"")
    done = duel.do(duel.ada, c.Answer("paix", question=1))
    assert duel.texts(done, duel.eve) == [typeset("Alys et Bran : guerre, paix")]


def test_players_make_the_test_they_are_asked_for(duel: Sat) -> None:
    asked = duel.do(duel.gm, c.AskTest(("alys", "bran"), {"do": "guetter", "secret": False}, "Un bruit."))
    assert duel.texts(asked, duel.eve) == ["Un test est demandé. Un bruit."]
    guet = {"do": "guetter", "actor": "alys", "secret": False}
    assert duel.no(duel.luc, c.Act({"do": "passer", "actor": "alys"}, asked.seq)).key == "test_other"
    assert duel.no(duel.luc, c.Act({**guet, "secret": True}, asked.seq)).key == "test_other"
    assert duel.no(duel.luc, c.Act(guet, 999)).key == "no_test"
    done = duel.do(duel.luc, c.Act(guet, asked.seq))
    (test,) = duel.table(duel.eve).tests
    assert (test.who, test.done) == (("alys", "bran"), {"alys": done.seq})
    assert duel.no(duel.luc, c.Act(guet, asked.seq)).key == "test_done"
    assert duel.no(duel.luc, c.AskTest(("bran",), {"do": "guetter"})).key == "right"
    duel.do(duel.gm, c.DropTest(asked.seq))
    assert duel.table(duel.eve).tests == ()


def test_what_one_may_do_comes_with_words_reasons_and_odds(duel: Sat) -> None:
    legal = duel.eyes(duel.luc).legal("alys")
    assert [(a.text, a.closed) for a in legal] == [
        ("Frapper Bran", ""),
        ("Guetter", ""),
        ("Passer", ""),
        ("Commencer", "On se bat déjà (AR-2)"),
        ("Camper", "On se bat (AR-2)"),
        ("Grandir", typeset("Il faut l'accord du MJ (AR-8)")),
    ]
    odds = duel.store.odds(duel.id, duel.luc.id, legal[0].action)
    assert odds.look == "touche"
    assert odds.yes == 1.0  # nobody dodges unless he says so
    assert duel.store.odds(duel.id, duel.luc.id, legal[0].action) is odds
