"""The odds of an action from the point it has reached: what is thrown and answered stands, the rest is still open."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.kernel.live import Diverged, Entry, Replay, Resumed, answers, typed
from tablee.kernel.odds import TooMany, odds, odds_after
from tablee.kernel.oracle import Question, first
from tablee.kernel.simulated import Simulated
from toy import ALYS_BOR, Attaquer, dodge
from under_way import answered, played, stopped, throws

ATTACK = Attaquer("alys", "bor")


def mean(found, value) -> Fraction:
    return sum((each.bounds(value)[0] for each in found), Fraction()) / len(found)


@settings(max_examples=8)
@given(st.integers(0, 10**6), st.integers(0, 8), st.sampled_from([first, dodge]), st.sampled_from(["touche", "tours"]))
def test_the_mean_over_the_next_throw_is_the_odds_before_it(seed, n, policy, look):
    transcript, _ = played(ATTACK, ALYS_BOR, seed, policy)
    before = transcript[:n]
    wanted = stopped(ATTACK, ALYS_BOR, before)
    now = odds_after(before, ATTACK, ALYS_BOR, look, policy=policy)
    if not wanted:
        assert len(now) == 1
    elif isinstance(wanted[0], Question):  # the tactic answers as it would have
        assert odds_after((*before, answered(wanted, policy)), ATTACK, ALYS_BOR, look, policy=policy) == now
    else:
        after = [odds_after((*before, e), ATTACK, ALYS_BOR, look, policy=policy) for e in throws(wanted[0])]
        for value in now.ways:
            assert abs(mean(after, value) - now.bounds(value)[0]) <= now.lost + 1e-9


def test_with_nothing_thrown_yet_they_are_the_odds():
    assert odds_after((), ATTACK, ALYS_BOR) == odds(ATTACK, ALYS_BOR)


@given(st.integers(0, 10**6), st.sampled_from([first, dodge]))
def test_after_the_whole_transcript_all_is_certain(seed, policy):
    transcript, after = played(ATTACK, ALYS_BOR, seed, policy)
    found = odds_after(transcript, ATTACK, ALYS_BOR, lambda before, after, events: after["bor"].vie)
    assert (found.ways, found.lost) == ({after["bor"].vie: 1}, 0)


def test_every_answer_has_odds_of_its_own():
    """Alys throws 6 and 20, and Bor may take it, dodge, or have her throw the d20 again."""
    gardes = answers(stopped(ATTACK, ALYS_BOR, ()), ["prudence", "prudence"])
    (throw,) = stopped(ATTACK, ALYS_BOR, (gardes,))
    blow = typed(throw, [[6, 1], [20]])
    (asked,) = stopped(ATTACK, ALYS_BOR, (gardes, blow))
    after = {id: odds_after((gardes, blow, answers((asked,), [id])), ATTACK, ALYS_BOR).p(True) for id in asked.open()}
    assert after == pytest.approx({"encaisser": 1, "esquiver": 1 / 2, "relancer": 15 / 20})


def test_draws_after_a_transcript_agree_with_the_exact_odds():
    transcript, _ = played(ATTACK, ALYS_BOR, 3)
    for n in range(len(transcript)):
        exact = odds_after(transcript[:n], ATTACK, ALYS_BOR).p(True)
        oracle, see, hits = Simulated(n, first, []), ATTACK.seen(ALYS_BOR), 0
        for _ in range(4000):
            oracle.events.clear()
            hits += see(Resumed(Replay(transcript[:n]), oracle))
        assert abs(hits / 4000 - exact) <= 4 * (exact * (1 - exact) / 4000) ** 0.5 + 1e-9


def test_a_transcript_that_does_not_fit_is_an_error_and_many_branches_are_not_walked():
    with pytest.raises(Diverged):
        odds_after((Entry("3d6 alys", ((1, 2, 3),), "hand"),), ATTACK, ALYS_BOR)
    with pytest.raises(TooMany):
        odds_after((), ATTACK, ALYS_BOR, limit=10)
