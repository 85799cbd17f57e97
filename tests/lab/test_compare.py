"""Pairs of fights with the same luck: the difference, its interval, and what pairing spares."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.content import ContentError
from tablee.kernel.game import game, installed
from tablee.kernel.scenario import demo
from tablee.lab import compare, sweep
from tablee.lab.compare import Pairs
from tablee.lab.edit import edited, standing_at
from tablee.lab.interval import wilson
from tablee.lab.sweep import axis

CHANGES = {  # one more of what makes a fighter, in each game
    "fluid": ("duel", "people.alienor.fiche.AGI=+1"),
    "fragments": ("duel", "people.isaure.fiche.points.FOR=+1"),
    "terre_natale": ("gue", "people.alienor.fiche.base.FOR=+1"),
    "vieux_monde": ("duel", "people.ulrike.fiche.CC=+5"),
    "yin_yang": ("duel", "people.mei.fiche.agilite=+1"),
}


def test_every_game_has_a_change_to_be_compared() -> None:
    assert sorted(CHANGES) == sorted(installed())


@pytest.mark.parametrize("id", sorted(CHANGES))
def test_the_same_luck_spares_fights(id: str) -> None:
    scene, change = CHANGES[id]
    found = compare(f"{id}/{scene}", change=change, n=12, seed=1)
    assert found.a.n == found.b.n == found.pairs.n == 12
    assert found.pairs.both + found.pairs.only_a == found.a.wins.get(found.side, 0)
    assert found.pairs.both + found.pairs.only_b == found.b.wins.get(found.side, 0)
    assert found.pairs.gain >= 1
    assert found.to_frame().shape == (2, 3)


def test_a_scene_and_itself_do_not_differ() -> None:
    found = compare("fluid/duel", "fluid/duel", n=40)
    assert found.difference == 0
    assert found.a == found.b
    low, high = found.interval
    assert low < 0 < high


def test_one_more_point_is_seen_and_so_is_one_fewer() -> None:
    better = compare("fluid/duel", change="people.alienor.fiche.AGI=+3", n=150)
    worse = compare("fluid/duel", change="people.alienor.fiche.AGI=-3", n=150)
    assert better.interval[0] > 0 > worse.interval[1]
    assert compare("fluid/duel", change="people.alienor.fiche.AGI=+1", n=150).pairs.gain > 1.5


def test_the_interval_of_a_difference_is_honest() -> None:
    """Three hundred experiments whose answer is known: it lies in the interval 92 to 98 times in 100."""
    rng, hit, a, both = random.Random(5), 0, 0.55, 0.45
    b = 0.60
    for _ in range(300):
        pairs = Pairs()
        for _ in range(200):
            draw = rng.random()
            pairs += Pairs(1, draw < both, both <= draw < a, a <= draw < a + b - both)
        low, high = pairs.interval()
        hit += low <= b - a <= high
    assert 0.92 <= hit / 300 <= 0.98


def test_the_interval_of_a_rate_is_honest() -> None:
    rng, hit = random.Random(6), 0
    for _ in range(300):
        low, high = wilson(sum(rng.random() < 0.3 for _ in range(150)), 150)
        hit += low <= 0.3 <= high
    assert 0.92 <= hit / 300 <= 0.98


@given(st.integers(0, 40), st.integers(0, 40), st.integers(0, 40), st.integers(1, 40))
def test_pairs_add_up_and_stay_in_bounds(both: int, only_a: int, only_b: int, neither: int) -> None:
    total = Pairs(neither) + Pairs(both + only_a + only_b, both, only_a, only_b)
    low, high = total.interval()
    assert -1 <= low <= high <= 1
    assert low <= total.difference <= high or abs(total.difference) == 1


def test_what_cannot_be_changed_says_what_there_is() -> None:
    fluid, scene = game("fluid"), demo("fluid", "duel")
    for change, said in [
        ("people.alienor", "on attend CHEMIN=VALEUR"),
        ("people.nobody.fiche.AGI=+1", "alienor, sombreval"),
        ("people.alienor.fiche.FORCE=+1", "« personnages.alienor.fiche.FORCE » n'existe pas"),
        ("people.alienor.fiche.AGI=vite", "un nombre est attendu"),
        ("people.alienor.fiche.AGI=+90", ""),
    ]:
        with pytest.raises(ContentError) as refused:
            edited(fluid, scene, change)
        assert said in str(refused.value)
    after = edited(fluid, scene, "people.alienor.fiche.AGI=-2")
    assert standing_at(after, "people.alienor.fiche.AGI") == standing_at(scene, "people.alienor.fiche.AGI") - 2


def test_a_curve_rises_with_what_helps() -> None:
    found = sweep("fluid/duel", "people.alienor.fiche.AGI=2..8", n=60, seed=2)
    rates = [report.rate(found.side) for _, report in found.points()]
    assert len(rates) == 7
    assert rates[-1] > rates[0] + 0.3
    assert found.to_frame().shape == (7, 5)


def test_two_axes_are_a_map() -> None:
    over = "people.alienor.fiche.AGI=3,6", "people.sombreval.fiche.AGI=3..5"
    found = sweep("fluid/duel", *over, n=10)
    assert [at for at, _ in found.points()] == [(3, 3), (3, 4), (3, 5), (6, 3), (6, 4), (6, 5)]


@pytest.mark.parametrize("over", ["AGI", "=1..3", "a=", "a=3..1", "a=1..9999", "a=x..y"])
def test_an_axis_that_is_none(over: str) -> None:
    with pytest.raises(ContentError):
        axis(over)


def test_results_are_pictures_in_a_notebook() -> None:
    point = compare("fluid/duel", change="people.alienor.fiche.AGI=+1", n=10, seed=1)
    low, high = point.interval
    assert f"{point.difference:+.1%} ({low:+.1%} – {high:+.1%})" in point._repr_svg_()
    line = sweep("fluid/duel", "people.alienor.fiche.AGI=4..5", n=5)._repr_html_()
    assert line.startswith("<svg") and line.count("<rect") == 2
    over = "people.alienor.fiche.AGI=4,6", "people.sombreval.fiche.AGI=4..6"
    table = sweep("fluid/duel", *over, n=5)._repr_html_()
    assert table.startswith("<table") and table.count("<td") == 6
