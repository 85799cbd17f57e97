"""Distributions are values: their figures against figures worked out by hand, and their charts."""

import json
import statistics
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.dice import chain
from tablee.kernel.distribution import Cut, Distribution
from tablee.kernel.odds import odds

D6 = Distribution(dict.fromkeys(range(1, 7), 1), 6)
LOADED = Distribution({1: 1, 2: 2, 5: 5}, 10)  # two in ten were lost


def test_probabilities():
    assert LOADED.p(2) == 0.2
    assert LOADED.p(3) == 0
    assert (LOADED.at_least(2), LOADED.at_most(2)) == (0.7, 0.3)
    assert LOADED.lost == 0.2
    assert (D6.lost, len(D6)) == (0, 6)


def test_an_exact_probability_is_the_truth_or_says_what_was_cut():
    assert D6.p(2, exact=True) == Fraction(1, 6)
    assert D6.p(lambda v: v != 2, exact=True) == Fraction(5, 6)
    assert D6.bounds(2) == (Fraction(1, 6), Fraction(1, 6))
    with pytest.raises(Cut, match=r"lost = 0\.2.*de 1/5 à 2/5") as cut:
        LOADED.p(2, exact=True)
    assert (cut.value.low, cut.value.high) == LOADED.bounds(2) == (Fraction(1, 5), Fraction(2, 5))
    assert LOADED.bounds(lambda v: v != 2) == (Fraction(3, 5), Fraction(4, 5))


def test_odds_of_open_dice_are_cut_and_those_of_closed_ones_are_exact():
    """An open d2 shows 2 at least once in one of two throws, for ever: what is beyond the tail is nobody's guess."""
    open_die = odds(chain, 2, tail=1000)
    with pytest.raises(Cut):
        open_die.p(3, exact=True)
    low, high = open_die.bounds(3)
    assert low <= Fraction(1, 4) <= high and float(high - low) == open_die.lost > 0
    assert odds(lambda oracle: oracle.d(10) + oracle.d(10)).p(20, exact=True) == Fraction(1, 100)


def test_figures_of_a_die():
    assert D6.mean(exact=True) == Fraction(7, 2)
    assert D6.mean() == 3.5 and isinstance(D6.mean(), float)
    assert D6.spread() == pytest.approx((35 / 12) ** 0.5)
    assert D6.quantiles() == (1, 2, 3, 5, 6)
    assert (D6.quantile(0), D6.quantile(0.5), D6.quantile(1)) == (1, 3, 6)


def test_a_quantile_reads_its_share_as_it_is_written():
    d20 = Distribution(dict.fromkeys(range(1, 21), 1), 20)
    assert [d20.quantile(n / 20) for n in range(1, 21)] == list(range(1, 21))
    assert d20.quantile(0.051) == 2


@pytest.mark.parametrize("share", [-0.1, 1.1])
def test_a_share_goes_from_0_to_1(share):
    with pytest.raises(ValueError, match="une part va de 0 à 1"):
        D6.quantile(share)


@given(st.dictionaries(st.integers(-20, 20), st.integers(1, 9), min_size=1), st.integers(0, 50))
def test_figures_are_those_of_the_outcomes_written_out(ways, lost):
    found = Distribution(ways, sum(ways.values()) + lost)
    written_out = sorted(v for v, w in ways.items() for _ in range(w))
    assert found.mean() == pytest.approx(statistics.fmean(written_out))
    assert found.spread() == pytest.approx(statistics.pstdev(written_out))
    assert found.quantile(0.5) == statistics.median_low(written_out)
    for bound in range(-21, 22):
        assert found.at_least(bound) == sum(v >= bound for v in written_out) / found.out_of
        assert found.at_least(bound) + found.at_most(bound - 1) + found.lost == pytest.approx(1)


def test_figures_of_numbers_that_are_not_whole():
    halves = D6.map(lambda v: v / 2)
    assert (halves.mean(), halves.spread()) == (1.75, pytest.approx((35 / 48) ** 0.5))


def test_looking_at_the_same_chances_another_way():
    even = LOADED.map(lambda v: v % 2 == 0)
    assert (even.p(True), even.p(False), even.lost) == (0.2, 0.6, 0.2)
    assert Distribution({1: 1}, 1, asked=True).map(str).asked
    assert not LOADED.map(str).asked


def test_equality_is_that_of_the_chances_and_not_of_how_they_were_counted():
    assert Distribution({1: 1, 2: 1}, 2) == Distribution({2: 3, 1: 3}, 6)
    assert hash(Distribution({1: 1, 2: 1}, 2)) == hash(Distribution({2: 3, 1: 3}, 6))
    assert Distribution({1: 1, 2: 1}, 2) != Distribution({1: 1, 2: 1}, 3)
    assert Distribution({1: 1}, 1) != Distribution({2: 1}, 1)
    assert Distribution({1: 1}, 1) != {1: 1}


def test_values_come_in_order_or_else_the_likeliest_first():
    assert Distribution({3: 1, 1: 5, 2: 2}, 8).values() == [1, 2, 3]
    assert Distribution({"raté": 1, None: 5, 2: 2}, 8).values() == [None, 2, "raté"]
    assert repr(LOADED) == "Distribution({1: 0.1, 2: 0.2, 5: 0.5})"


def test_plain_data_round_trips_to_the_same_floats():
    found = odds(lambda oracle: oracle.total(5, 6))
    plain = found.to_json()
    assert json.loads(json.dumps(plain)) == plain
    back = {o["value"]: (o["p"], Fraction(o["exact"])) for o in json.loads(json.dumps(plain))["outcomes"]}
    assert back == {v: (found.p(v), found.shares()[v]) for v in found.ways}
    assert LOADED.to_json()["lost"] == 0.2


def test_bars_show_every_value_with_its_chance():
    lines = LOADED.bars(width=10, name=lambda v: "n" * v).splitlines()
    assert lines == ["    n  10.00% ██", "   nn  20.00% ████", "nnnnn  50.00% ██████████"]


def test_rare_values_share_one_line():
    found = Distribution({1: 9990, 2: 4, 3: 3}, 10000)
    assert [line.split()[:2] for line in found.bars().splitlines()] == [["1", "99.90%"], ["autres", "0.07%"]]
    assert [line.split()[0] for line in found.bars(least=0).splitlines()] == ["1", "2", "3"]
    assert [line.split()[0] for line in found.bars(least=0.0004).splitlines()] == ["1", "2", "autres"]


def nodes(svg, kind):
    return list(ElementTree.fromstring(svg).iter(f"{{http://www.w3.org/2000/svg}}{kind}"))


def texts(svg):
    return [node.text for node in nodes(svg, "text")]


def test_the_drawing_is_well_formed_and_shows_the_same():
    found = Distribution({"<Alys & Bor>": 3, "rien": 1}, 4)
    assert texts(found.svg()) == ["<Alys & Bor>", "75.00%", "rien", "25.00%"]
    assert found._repr_svg_() == found.svg()
    assert [float(rect.get("width")) for rect in nodes(found.svg(), "rect")] == [300, 100]


def test_each_line_of_the_drawing_has_its_own_place_within_it():
    (svg,), rects, lines = nodes(D6.svg(), "svg"), nodes(D6.svg(), "rect"), nodes(D6.svg(), "text")
    bottom = 0.0
    for rect, label, percentage in zip(rects, lines[::2], lines[1::2], strict=True):
        top, height = float(rect.get("y")), float(rect.get("height"))
        assert top > bottom, "no bar touches another"
        bottom = top + height
        assert top < float(label.get("y")) == float(percentage.get("y")) < bottom
        assert float(label.get("x")) < float(rect.get("x"))
        assert float(percentage.get("x")) > float(rect.get("x")) + float(rect.get("width")) - 1
    assert bottom < float(svg.get("height")) < bottom + 18


def test_a_drawing_of_nothing_but_rare_values():
    assert texts(Distribution(dict.fromkeys(range(4000), 1), 4000).svg()) == ["autres", "100.00%"]
