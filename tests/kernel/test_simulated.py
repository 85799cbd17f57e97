"""The lab's oracles: seeded dice, answers from a tactic, tables where a function allows it."""

from collections import Counter
from math import sqrt

import pytest

from tablee.kernel.odds import odds
from tablee.kernel.oracle import Option, Question, chance, first
from tablee.kernel.simulated import Sampled, Simulated, estimate
from toy import ALYS_BOR, Attaquer, blessure, dodge

DRAWS = 20_000


def chi_square(draws, distribution):
    """How far the frequencies are from the odds, and how far they may be (about one time in 30,000 further)."""
    seen, n, far, cells, rare, rare_seen = Counter(draws), len(draws), 0.0, 0, 0.0, 0
    for value, p in distribution.items():
        if n * p >= 5:
            far, cells = far + (seen[value] - n * p) ** 2 / (n * p), cells + 1
        else:
            rare, rare_seen = rare + n * p, rare_seen + seen[value]
    assert set(seen) <= set(distribution.values())
    if rare >= 1:
        far, cells = far + (rare_seen - rare) ** 2 / rare, cells + 1
    df = cells - 1
    return far, df * (1 - 2 / (9 * df) + 4 * sqrt(2 / (9 * df))) ** 3


def pools(oracle):
    return oracle.pool(4, 6, keep=2)


def lowest(oracle):
    return oracle.pool(4, 6, keep=-2)


def sums(oracle):
    return oracle.total(3, 8) + oracle.d(4)


def wounds(oracle):
    return blessure(oracle, 3)


def attack(oracle):
    return Attaquer("alys", "bor").resolve(ALYS_BOR, oracle)["bor"].vie


@pytest.mark.parametrize("make", [Simulated, Sampled])
@pytest.mark.parametrize("rule", [pools, lowest, sums, wounds, attack])
def test_frequencies_agree_with_the_odds(make, rule):
    oracle = make(1, dodge)
    far, bound = chi_square([rule(oracle) for _ in range(DRAWS)], odds(rule, policy=dodge))
    assert far < bound


def slip(oracle):
    """Once in fifty times a 5 is read as a 4."""
    depth = wounds(oracle)
    return depth - (depth == 8 and oracle.d(8) == 1)


@pytest.mark.parametrize(
    ("played", "believed"),
    [
        (lowest, lambda o: o.pool(4, 6, keep=2)),
        (sums, lambda o: o.total(3, 8) + o.d(6)),
        (slip, wounds),
        (pools, lambda o: tuple(sorted((o.d(6), o.d(6)), reverse=True))),
    ],
)
def test_the_bound_would_catch_a_wrong_rule(played, believed):
    oracle = Simulated(1)
    far, bound = chi_square([played(oracle) for _ in range(DRAWS)], odds(believed))
    assert far > bound


@pytest.mark.parametrize("look", ["touche", lambda before, after, events: tuple(e.what for e in events)])
def test_an_estimate_is_called_like_the_odds_and_comes_near_them(look):
    args = Attaquer("alys", "bor"), ALYS_BOR, look
    truth, found = odds(*args, policy=dodge), estimate(*args, n=5000, seed=1, policy=dodge)
    far, bound = chi_square([v for v, w in found.ways.items() for _ in range(w)], truth)
    assert (found.out_of, found.lost, far < bound) == (5000, 0, True)
    assert found == estimate(*args, n=5000, seed=1, policy=dodge) != estimate(*args, n=5000, seed=2, policy=dodge)


def test_an_estimate_of_a_function_is_given_its_figures():
    assert set(estimate(lambda oracle, n, sides: oracle.total(n, sides), 2, 3, n=200).ways) == {2, 3, 4, 5, 6}


@pytest.mark.parametrize("make", [Simulated, Sampled])
def test_the_same_seed_gives_the_same_results(make):
    def run(seed):
        events = []
        oracle = make(seed, dodge, events)
        return [Attaquer("alys", "bor").resolve(ALYS_BOR, oracle) for _ in range(50)], events

    assert run("Fluid") == run("Fluid")
    assert run("Fluid") != run("Terre Natale")


def test_answers_come_from_the_tactic():
    question = Question("bor", "k", "T", (Option("encaisser"), Option("esquiver")))
    assert Simulated(1).ask(question).id == "encaisser"
    assert Simulated(1, dodge).of("bor").ask(question).id == "esquiver"
    assert [o.id for o in Simulated(1, dodge).ask_all((question, question))] == ["esquiver", "esquiver"]


def test_events_are_kept_only_in_a_list_that_was_given():
    events = []
    attack(Simulated(3, events=events))
    assert [e.what for e in events if e.what in ("touche", "manque")]
    attack(Simulated(3))  # nobody listens, nothing fails


def test_only_functions_marked_as_tables_are_drawn_from_one():
    calls = []

    def roll(oracle):
        calls.append(oracle)
        return oracle.d(6)

    sampled = Sampled(5)
    plainly, from_table = chance(roll), chance(table=True)(lambda oracle: roll(oracle))
    assert [plainly(sampled) for _ in range(20)] == [Simulated.d(s, 6) for s in [Simulated(5)] for _ in range(20)]
    assert len(calls) == 20
    assert {from_table(sampled) for _ in range(200)} == {1, 2, 3, 4, 5, 6}
    assert len(calls) == 26, "once per branch of its table"


def test_a_table_has_an_answer_to_every_number():
    @chance(table=True)
    def chain(oracle):  # open-ended: its far end is cut
        n = 0
        while oracle.d(6) == 6:
            n += 1
        return n

    sampled, drawn = Sampled(1), []
    for number in (0.0, 5 / 6 - 1e-9, 5 / 6 + 1e-9, 1 - 2**-53):
        sampled.random = lambda number=number: number
        drawn.append(chain(sampled))
    assert drawn[:3] == [0, 0, 1]
    assert drawn[3] == max(odds(chain).ways)


def test_a_function_that_asks_cannot_be_drawn_from_a_table():
    @chance(table=True)
    def asks(oracle):
        return oracle.ask(Question("bor", "k", "T", (Option("a"),))).id

    with pytest.raises(TypeError, match="asks asks: it cannot be drawn from a table"):
        asks(Sampled(1))
    assert asks(Simulated(1, first)) == "a"
