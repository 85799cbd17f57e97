"""The odds of each answer while a test of Terre Natale waits for one."""

from fractions import Fraction

import pytest

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.kernel.live import Awaiting, Entry, Live, answer
from tablee.kernel.odds import odds_after

from .jeu import scene


def jusqu_a(action, s, key, *dice):
    """The transcript up to a question, with these faces thrown."""
    transcript = [Entry(*each, "server") for each in dice]
    try:
        action.resolve(s, Live(transcript))
    except Awaiting as stop:
        assert stop.wanted[0].key == key
        return transcript, stop.wanted[0]
    raise AssertionError("nothing is asked")


@pytest.mark.rule("TN-0.47", "TN-0.48")
def test_each_answer_to_a_call_on_luck_has_its_own_odds():
    s = scene(alys={"base": {"FOR": 10, "CHN": 10}})
    action = Tester("alys", attribut="FOR", difficulte=11)
    transcript, question = jusqu_a(action, s, "tn.appel_chance", ("3d6 test alys", ((5, 4, 1),)))  # 10 against 11
    found = {
        option.id: odds_after([*transcript, answer(question, option.id)], action, s).p(True, exact=True)
        for option in question.options
    }
    assert found["garder"] == 0
    assert found["1/0"] == Fraction(2, 3)  # 5 + 4 and a face of 3 or more
    assert found["4/0"] == Fraction(1, 6)  # 5 + 1 and a 6
    assert found["5/0"] == 0  # 4 + 1 and a 6 are 11
