"""Exact odds: against brute force, against icepool, against formulas; what is cut, what is remembered."""

from collections import Counter
from fractions import Fraction
from itertools import product

import icepool
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.event import Event
from tablee.kernel.odds import TooMany, forget, odds, remember
from tablee.kernel.oracle import Dice, Option, Question, chance
from toy import ALYS_BOR, Attaquer, blessure, dodge


def exactly(distribution):
    return distribution.shares()


# ---------------------------------------------------------------- brute force


class Brute:
    """Every die by itself, every face in turn: slow, and too simple to be wrong."""

    sub = None

    def __init__(self):
        self.faces, self.sides, self.at = [], [], 0

    def of(self, who, audience="all"):
        return self

    def d(self, sides, why=""):
        if self.at == len(self.faces):
            self.faces.append(1)
            self.sides.append(sides)
        self.at += 1
        return self.faces[self.at - 1]

    def pool(self, n, sides, why="", keep=0):
        faces = sorted((self.d(sides) for _ in range(n)), reverse=True)
        return tuple(faces[:keep] if keep > 0 else faces[keep:] if keep < 0 else faces)

    def total(self, n, sides, why=""):
        return sum(self.d(sides) for _ in range(n))

    def together(self, *dice):
        return tuple(self.pool(d.n, d.sides, keep=d.keep) for d in dice)


def brute_force(fn):
    oracle, found = Brute(), {}
    while True:
        oracle.at = 0
        value, weight = fn(oracle), Fraction(1)
        for sides in oracle.sides:
            weight /= sides
        found[value] = found.get(value, 0) + weight
        while oracle.faces and oracle.faces[-1] == oracle.sides[-1]:
            oracle.faces.pop(), oracle.sides.pop()
        if not oracle.faces:
            return found
        oracle.faces[-1] += 1


# ---------------------------------------------------------------- random small rules, written as tuples


def run(oracle, program, drawn):
    match program:
        case "d", sides:
            return oracle.d(sides)
        case "pool", n, sides, keep:
            return sum(face * 10**i for i, face in enumerate(oracle.pool(n, sides, keep=keep)))
        case "total", n, sides:
            return oracle.total(n, sides)
        case "together", sides, keep:
            (a, *_), b = oracle.together(Dice(2, sides, keep=keep), Dice(1, 2))
            return a - b[0]
        case "sum", a, b:
            return run(oracle, a, drawn) + 100 * run(oracle, b, drawn)
        case "if", a, bound, b, c:
            return run(oracle, b if run(oracle, a, drawn) >= bound else c, drawn)
        case "until", sides, most:
            rolls = 1
            while oracle.d(sides) != sides and rolls < most:
                rolls += 1
            return rolls
        case "chance", a:
            return drawn(oracle, a)
    raise AssertionError(program)


@chance
def marked(oracle, program):
    return run(oracle, program, marked)


def unmarked(oracle, program):
    return run(oracle, program, unmarked)


LEAVES = st.one_of(
    st.tuples(st.just("d"), st.integers(1, 4)),
    st.tuples(st.just("pool"), st.integers(0, 3), st.integers(1, 3), st.integers(-4, 4)),
    st.tuples(st.just("total"), st.integers(0, 3), st.integers(1, 3)),
    st.tuples(st.just("together"), st.integers(1, 3), st.sampled_from([-1, 0, 1])),
    st.tuples(st.just("until"), st.integers(2, 3), st.integers(1, 3)),
)
PROGRAMS = st.recursive(
    LEAVES,
    lambda p: st.one_of(
        st.tuples(st.just("sum"), p, p),
        st.tuples(st.just("if"), p, st.integers(0, 4), p, p),
        st.tuples(st.just("chance"), p),
    ),
    max_leaves=4,
)


@given(PROGRAMS)
def test_the_odds_of_any_rule_are_those_of_brute_force(program):
    truth = brute_force(lambda oracle: unmarked(oracle, program))
    assert exactly(odds(unmarked, program)) == truth
    assert exactly(odds(marked, program)) == truth
    assert sum(truth.values()) == 1
    assert odds(marked, program).lost == 0


@given(st.integers(0, 5), st.integers(1, 5), st.integers(-6, 6))
def test_a_pool_counts_every_throw(n, sides, keep):
    def kept(faces):
        faces = sorted(faces, reverse=True)
        return tuple(faces[:keep] if keep > 0 else faces[keep:] if keep < 0 else faces)

    counted = Counter(map(kept, product(range(1, sides + 1), repeat=n)))
    found = odds(lambda oracle: oracle.pool(n, sides, keep=keep))
    assert exactly(found) == {value: Fraction(ways, sides**n) for value, ways in counted.items()}


# ---------------------------------------------------------------- icepool


@pytest.mark.parametrize(("n", "sides", "keep"), [(3, 6, 2), (5, 6, 3), (10, 10, 2), (4, 20, 1), (2, 8, 2)])
def test_pools_agree_with_icepool(n, sides, keep):
    die = icepool.d(sides)
    for sign, theirs in ((1, die.highest(n, keep)), (-1, die.lowest(n, keep))):
        ours = odds(lambda oracle, sign=sign: sum(oracle.pool(n, sides, keep=sign * keep)))
        assert exactly(ours) == {v: Fraction(w, theirs.denominator()) for v, w in theirs.items()}


@pytest.mark.parametrize(("n", "sides"), [(1, 6), (3, 6), (7, 10), (2, 100)])
def test_sums_agree_with_icepool(n, sides):
    theirs = n @ icepool.d(sides)
    ours = odds(lambda oracle: oracle.total(n, sides))
    assert exactly(ours) == {v: Fraction(w, theirs.denominator()) for v, w in theirs.items()}


def exploding(oracle, sides, most=None):
    total, rolled = 0, 0
    while True:
        face = oracle.d(sides)
        total, rolled = total + face, rolled + 1
        if face < sides or rolled == most:
            return total


@pytest.mark.parametrize("sides", [4, 6, 10])
def test_exploding_dice_agree_with_icepool(sides):
    theirs = icepool.d(sides).explode(depth=3)
    found = odds(exploding, sides, 4)
    assert exactly(found) == {v: Fraction(w, theirs.denominator()) for v, w in theirs.items()}
    endless = odds(exploding, sides)
    for value, ways in theirs.items():
        if value < 4 * sides:
            assert endless.bounds(value)[0] == Fraction(ways, theirs.denominator())


def test_the_best_two_of_three_exploding_dice_agree_with_icepool():
    one = chance(exploding)
    theirs = icepool.d6.explode(depth=2).highest(3, 2)
    ours = odds(lambda oracle: sum(sorted(one(oracle, 6, 3) for _ in range(3))[1:]))
    assert exactly(ours) == {v: Fraction(w, theirs.denominator()) for v, w in theirs.items()}


# ---------------------------------------------------------------- what is cut


@given(st.integers(2, 20), st.integers(1, 15))
def test_an_open_ended_die_ends_and_says_exactly_what_it_lost(sides, digits):
    tail = 10**digits
    found = odds(exploding, sides, tail=tail)
    dice = 0  # so many in a row are followed
    while sides ** (dice + 1) <= tail:
        dice += 1
    kept = sum(exactly(found).values())
    assert 1 - kept == Fraction(1, sides**dice)
    assert found.lost == float(1 - kept)
    for value in range(1, sides * (dice + 2)):
        truth = Fraction(1, sides ** (1 + value // sides)) if value % sides else 0
        assert 0 <= truth - found.bounds(value)[0] <= 1 - kept


@pytest.mark.parametrize(("tail", "cut"), [(36, 0), (35, 2), (18, 2), (17, 6), (6, 30), (5, 36)])
def test_a_branch_is_cut_when_it_is_less_likely_than_one_in_tail(tail, cut):
    """2d6: of 36 throws, one gives 2, two give 3, ... six give 7."""
    found = odds(lambda oracle: oracle.total(2, 6), tail=tail)
    assert 1 - sum(exactly(found).values()) == Fraction(cut, 36)


@given(st.integers(2, 6), st.integers(3, 9))
def test_loss_adds_up_through_chance_functions(sides, digits):
    """The sum of two open-ended dice: every probability is a lower bound, the truth at most `lost` higher."""
    one = chance(exploding)
    found = odds(lambda oracle: one(oracle, sides) + one(oracle, sides), tail=10**digits)
    lost = 1 - sum(exactly(found).values())

    def truth(value):
        def single(v):
            return Fraction(1, sides ** (1 + v // sides)) if v % sides else 0

        return sum(single(a) * single(value - a) for a in range(1, value))

    assert 0 < lost < Fraction(40, 10**digits) * sides * digits
    assert all(0 <= truth(v) - found.bounds(v)[0] <= lost for v in range(2, 12 * sides))


def test_a_rule_that_catches_everything_does_not_catch_a_negligible_branch():
    def careless(oracle):
        try:
            return exploding(oracle, 6)
        except Exception:
            return "swallowed"

    assert "swallowed" not in odds(careless).ways
    assert odds(careless) == odds(exploding, 6)


def test_rolling_again_until_it_is_won_ends_and_loses_less_with_the_body_drawn_in_one_piece():
    def once(oracle):
        mine, theirs = oracle.d(6), oracle.d(6)
        return (mine > theirs) - (mine < theirs)

    def until_won(oracle, body):
        while True:
            result = body(oracle)
            if result:
                return result == 1

    plainly, drawn = (odds(until_won, body, tail=10**9) for body in (once, chance(once)))
    assert plainly.lost == pytest.approx(6**-5), "five rounds of 36 branches each weigh more than one in 10^9"
    assert 0 < drawn.lost < 1e-8
    for found in plainly, drawn:
        assert found.bounds(True)[0] == found.bounds(False)[0]


def test_a_chance_function_that_is_wholly_too_unlikely_is_lost_with_its_branch():
    @chance
    def one_in_a_million(oracle):
        return oracle.d(10**6)

    found = odds(lambda oracle: oracle.d(2) == 1 or one_in_a_million(oracle) * 0 + 2, tail=1000)
    assert exactly(found) == {True: Fraction(1, 2)}
    assert found.lost == 0.5


def test_too_many_branches_is_an_error_and_not_a_wait():
    assert len(odds(lambda oracle: oracle.d(6), limit=6)) == 6
    with pytest.raises(TooMany, match="more than 5 branches"):
        odds(lambda oracle: oracle.d(6), limit=5)
    with pytest.raises(TooMany, match="30d100"):
        odds(lambda oracle: oracle.pool(30, 100))
    assert odds(lambda oracle: oracle.pool(30, 100, keep=1)).bounds((100,))[0] == 1 - Fraction(99, 100) ** 30


def test_a_chance_function_that_draws_itself_is_told_to_loop():
    @chance
    def again(oracle):
        face = oracle.d(6)
        return face + again(oracle) if face == 6 else face

    with pytest.raises(RecursionError, match="again draws itself with the same arguments: write a loop"):
        odds(again)


# ---------------------------------------------------------------- questions and memory

RISK = Question("bor", "k", "T", (Option("rester"), Option("risquer")))


def bold(question):
    return question.pick("risquer")


def test_a_function_that_asks_is_not_remembered_for_another_tactic():
    @chance
    def asks(oracle):
        return oracle.d(6) if oracle.ask(RISK).id == "risquer" else 3

    @chance
    def outer(oracle):
        return asks(oracle) + asks(oracle)

    def blind(oracle):
        return asks(oracle) if oracle.ask_all((RISK,))[0].id == "risquer" else 0

    assert exactly(odds(outer)) == {6: 1}
    assert len(odds(outer, policy=bold)) == 11
    assert exactly(odds(outer)) == {6: 1}
    assert (odds(outer).asked, odds(asks).asked, odds(blind).asked) == (True, True, True)
    assert (len(odds(blind)), len(odds(blind, policy=bold))) == (1, 6)


def test_a_function_that_asks_only_on_some_branch_is_not_remembered_either():
    @chance
    def sometimes(oracle):
        face = oracle.d(6)
        return 10 if face == 6 and oracle.ask(RISK).id == "risquer" else face

    assert 10 not in odds(sometimes).ways
    assert 10 in odds(sometimes, policy=bold).ways
    assert 10 not in odds(lambda oracle: sometimes(oracle)).ways


def test_a_function_that_asks_nobody_is_run_once_for_the_process():
    runs = []

    @chance
    def counted(oracle, sides):
        runs.append(sides)
        return oracle.d(sides)

    assert odds(counted, 6) == odds(lambda oracle: counted(oracle, 6), policy=bold)
    assert runs == [6] * 6
    odds(counted, 4)
    assert runs == [6] * 6 + [4] * 4
    forget()
    odds(counted, 4)
    assert runs == [6] * 6 + [4] * 8


def test_memory_has_its_bounds():
    memory = {}
    for n in range(10):
        remember(memory, n, str(n), most=4)
        assert len(memory) <= 4 and memory[n] == str(n)


def test_a_cut_table_is_not_used_where_more_is_wanted():
    one = chance(exploding)
    assert odds(one, 6, tail=100).lost > odds(one, 6).lost > 0


# ---------------------------------------------------------------- actions

ATTACK = Attaquer("alys", "bor")


def test_the_odds_of_an_action_are_seen_through_its_first_look():
    found = odds(ATTACK, ALYS_BOR)
    # 3 Force, the best of 2d6 and a d20 must reach 15
    hits = sum(1 for a, b, c in product(range(1, 7), range(1, 7), range(1, 21)) if max(a, b) + c + 3 >= 15)
    assert 0 <= Fraction(hits, 720) - found.bounds(True)[0] <= found.lost < 1e-11
    assert exactly(odds(ATTACK, ALYS_BOR, "tours")).keys() == {1}


def test_an_action_can_be_seen_through_any_function():
    lost = odds(ATTACK, ALYS_BOR, lambda before, after, events: before["bor"].vie - after["bor"].vie)
    assert lost.p(0) == odds(ATTACK, ALYS_BOR).p(False)
    wound = odds(blessure, 3)
    for depth in range(4, 30):
        assert abs(lost.p(depth) - odds(ATTACK, ALYS_BOR).p(True) * wound.p(depth)) < 1e-10


def test_a_look_hears_only_the_events_of_its_own_branch():
    whats = odds(ATTACK, ALYS_BOR, lambda before, after, events: tuple(e.what for e in events))
    assert set(whats.ways) == {("touche",), ("augure", "touche"), ("manque",), ("augure", "manque")}
    assert whats.p(lambda w: "augure" in w) == pytest.approx(0.25)


def test_a_tactic_that_dodges_is_hit_half_as_often():
    plain, dodging = odds(ATTACK, ALYS_BOR), odds(ATTACK, ALYS_BOR, policy=dodge)
    assert dodging.p(True) == pytest.approx(plain.p(True) / 2)
    assert odds(ATTACK, ALYS_BOR) is plain, "the same question is answered from memory"


def test_events_can_be_told_in_the_odds():
    def rule(oracle):
        oracle.tell(Event("rien"))
        return oracle.of("alys").d(2)

    assert exactly(odds(rule)) == {1: Fraction(1, 2), 2: Fraction(1, 2)}
