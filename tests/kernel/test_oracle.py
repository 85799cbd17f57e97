"""What a rule may ask of the world: questions, options, dice; and what every oracle must keep to."""

import random
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.live import Live, Replay, Scripted, typed
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Amount, Closed, Dice, Option, Question, Throw, chance, first
from tablee.kernel.simulated import Sampled, Simulated

LOIN = Closed("TOY-1", "Trop loin : {} cases, portée {}", (7, 5))
CHOICE = Question("alys", "k", "TOY-1", (Option("non"), Option("oui", closed=LOIN), Option(2), Option("trois")))
SPEND = Question("alys", "k", "TOY-1", Amount(0, 30, "{} points"))


def test_a_reason_reads_as_a_sentence_with_its_rule():
    assert str(LOIN) == "Trop loin : 7 cases, portée 5 (TOY-1)"


def test_a_closed_option_cannot_be_picked():
    assert CHOICE.open() == ("non", 2, "trois")
    assert CHOICE.pick("oui") is None
    assert CHOICE.pick("peut-être") is None
    assert CHOICE.pick("trois") == Option("trois")


def test_a_number_may_be_typed_as_text():
    assert CHOICE.pick("2") == CHOICE.pick(2) == Option(2)
    assert SPEND.pick("12") == SPEND.pick(12) == Option(12, "12 points")


@pytest.mark.parametrize("id", [-1, 31, "31", "douze", "", "1.5"])
def test_an_amount_has_its_bounds(id):
    assert SPEND.pick(id) is None


def test_an_amount_is_open_from_its_lowest_to_its_highest():
    assert SPEND.open() == tuple(range(31))
    assert [SPEND.pick(n).id for n in (0, 30)] == [0, 30]


def test_nobody_answering_means_the_first_option_or_the_lowest_amount():
    assert first(CHOICE).id == "non"
    assert first(SPEND).id == 0


def test_a_question_shows_its_facts_by_name():
    assert Question("alys", "k", "TOY-1", (), (("score", 12), ("souffle", 3))).see("souffle") == 3


def test_a_throw_reads_as_its_dice():
    assert str(Throw("alys", (Dice(2, 6, "attaque"), Dice(1, 20)))) == "2d6 attaque + 1d20"


# ---------------------------------------------------------------- every oracle alike

POOLS = st.tuples(st.integers(0, 4), st.integers(1, 5), st.integers(-5, 5))


def pools_of_every_oracle(n, sides, keep, seed):
    def pool(oracle):
        return oracle.of("alys").pool(n, sides, "test", **({"keep": keep} if keep else {}))

    faces = [random.Random(seed).randint(1, sides) for _ in range(n)]
    by_hand = [typed(Throw("alys", (Dice(n, sides, "test"),)), [faces])] if n else []
    yield pool(Scripted(faces))
    yield pool(Replay(by_hand))
    yield pool(Live(by_hand, by_hand={"alys"}))
    yield pool(Live(rng=random.Random(seed)))
    yield pool(Simulated(seed))
    yield pool(Sampled(seed))
    yield from odds(pool).ways


@given(POOLS, st.integers(0, 1000))
def test_pools_are_in_descending_order_in_every_oracle(pool, seed):
    n, sides, keep = pool
    for faces in pools_of_every_oracle(n, sides, keep, seed):
        assert len(faces) == min(n, abs(keep) or n)
        assert all(a >= b for a, b in pairwise(faces))
        assert all(1 <= face <= sides for face in faces)


@given(POOLS, st.data())
def test_keeping_means_the_highest_or_the_lowest(pool, data):
    n, sides, keep = pool
    faces = data.draw(st.lists(st.integers(1, sides), min_size=n, max_size=n))
    kept = Scripted(faces).pool(n, sides, keep=keep)
    if keep >= 0:
        assert kept == tuple(sorted(faces)[::-1][: keep or n])
    else:
        assert kept == tuple(sorted(faces)[:-keep][::-1])


@pytest.mark.parametrize("oracle", [Scripted([2, 6, 1, 5]), Simulated(1), Sampled(1), Live()])
def test_dice_thrown_together_come_back_apart(oracle):
    three, none, one = oracle.together(Dice(3, 6), Dice(0, 6), Dice(1, 20))
    assert (len(three), none, len(one)) == (3, (), 1)
    assert list(three) == sorted(three, reverse=True)


def test_no_dice_at_all_are_not_thrown():
    oracle = Scripted()
    assert (oracle.pool(0, 6), oracle.total(0, 6), oracle.transcript) == ((), 0, [])


# ---------------------------------------------------------------- chance functions


@chance
def double(oracle, most):
    """Twice a die."""
    return 2 * oracle.d(most)


def test_a_chance_function_is_an_ordinary_call_live():
    oracle = Scripted([5])
    assert double(oracle, 6) == 10
    assert double.__doc__ == "Twice a die."
    assert oracle.transcript[0].asked == "1d6"


def test_a_chance_function_is_handed_over_to_an_oracle_that_draws_it_in_one_piece():
    class Drawing(Scripted):
        @staticmethod
        def sub(fn, args):
            return fn.__name__, args, fn.table

    assert double(Drawing(), 6) == ("double", (6,), False)
    assert chance(table=True)(lambda oracle, n: n)(Drawing(), 6) == ("<lambda>", (6,), True)
