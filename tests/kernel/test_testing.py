"""What is offered to whoever tests a game."""

from fractions import Fraction

import pytest

from tablee.kernel.odds import odds
from tablee.testing import all_told, exact, play, refusal, told
from toy import ALYS_BOR, Attaquer, Souffler, blessure


def test_an_action_is_played_with_scripted_dice_and_what_it_told_is_read():
    after, oracle = play(ALYS_BOR, Souffler("alys"))
    assert after["alys"].souffle == ALYS_BOR["alys"].souffle + 1
    assert told(oracle, "souffle").who == "alys"
    assert all_told(oracle, "touche") == []


def test_what_is_closed_cannot_be_played_and_says_why():
    with pytest.raises(AssertionError, match=r"closed: .*tour"):
        play(ALYS_BOR, Souffler("bor"))
    assert refusal(Attaquer("alys", "alys"), ALYS_BOR).rule == "TOY-2.1"
    with pytest.raises(AssertionError, match="open"):
        refusal(Souffler("alys"), ALYS_BOR)


def test_dice_and_answers_that_were_never_asked_for_are_faults():
    with pytest.raises(AssertionError, match="dés en trop"):
        play(ALYS_BOR, Souffler("alys"), 6)
    with pytest.raises(AssertionError, match="réponses en trop"):
        play(ALYS_BOR, Souffler("alys"), answers=["prudence"])


def test_what_was_not_told_is_named_beside_what_was():
    _, oracle = play(ALYS_BOR, Souffler("alys"))
    with pytest.raises(AssertionError, match=r"no « touche » among: souffle"):
        told(oracle, "touche")


def test_odds_are_read_as_fractions():
    assert exact(odds(blessure, 0))[3] == Fraction(1, 6)
