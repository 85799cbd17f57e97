"""The map of hexagons, beside an independent search."""

from __future__ import annotations

from collections import deque
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.fragments.book.c2_systeme.plateau import aire, entre
from tablee.games.fragments.model import hexes
from tablee.games.fragments.model.catalogue import Motif
from tablee.games.fragments.model.scene import Carte

from .champ import qui, scene

CASES = st.tuples(st.integers(-6, 6), st.integers(-6, 6))


def by_steps(a: hexes.Case, b: hexes.Case) -> int:
    """Distance found step by step."""
    seen, queue = {a}, deque([(a, 0)])
    while queue:
        c, n = queue.popleft()
        if c == b:
            return n
        for v in hexes.voisines(c):
            if v not in seen:
                seen.add(v)
                queue.append((v, n + 1))
    raise AssertionError


@pytest.mark.rule("FD-2.3")
@given(CASES, CASES)
def test_distance_is_the_fewest_steps(a: hexes.Case, b: hexes.Case) -> None:
    assert hexes.distance(a, b) == by_steps(a, b)


@pytest.mark.rule("FD-2.3", "FD-9.16")
@given(CASES, st.integers(0, 4))
def test_a_disc_holds_all_that_is_near_and_nothing_else(c: hexes.Case, rayon: int) -> None:
    disc = list(hexes.disque(c, rayon))
    assert len(set(disc)) == len(disc) == 1 + 3 * rayon * (rayon + 1)
    assert all(hexes.distance(c, x) <= rayon for x in disc)


@pytest.mark.rule("FD-2.3")
def test_neighbours_are_six_and_opposite_directions_cancel() -> None:
    assert len(set(hexes.voisines((2, -1)))) == 6
    assert all(hexes.pas(hexes.pas((2, -1), d), d + 3) == (2, -1) for d in range(6))


@pytest.mark.rule("FD-2.10")
@given(CASES, st.integers(0, 5), st.integers(1, 6))
def test_the_direction_of_a_straight_line_is_its_own(c: hexes.Case, d: int, n: int) -> None:
    assert hexes.direction(c, hexes.pas(c, d, n)) == d


@pytest.mark.rule("FD-9.16", "FD-2.10")
def test_areas_lie_ahead() -> None:
    assert hexes.ligne((0, 0), 0, 3) == ((1, 0), (2, 0), (3, 0))
    assert hexes.bande((0, 0), 0, 1, 3) == {(1, 0), (0, 1), (1, -1)}  # ahead, and half a width to each side
    assert hexes.cone((0, 0), 0, 2) == {(1, 0), (2, 0), (1, 1), (2, -1)}


@pytest.mark.rule("FD-9.16")
@given(CASES, st.integers(0, 5), st.integers(1, 5))
def test_a_cone_widens_by_a_cell_on_each_side_with_each_rank(c: hexes.Case, face: int, n: int) -> None:
    cone = hexes.cone(c, face, n)
    for rang in range(1, n + 1):
        assert sum(hexes.distance(c, x) == rang for x in cone) == 2 * rang - 1
    assert len(cone) == n * n
    assert hexes.pas(c, face) in cone and hexes.pas(c, face + 1) not in cone


@pytest.mark.rule("FD-9.16", "FD-2.10")
@given(CASES, st.integers(0, 5), st.integers(1, 5), st.integers(0, 5))
def test_a_band_has_its_length_and_its_width(c: hexes.Case, face: int, longueur: int, largeur: int) -> None:
    bande = hexes.bande(c, face, longueur, largeur)
    assert len(bande) == longueur * max(1, largeur)
    assert set(hexes.ligne(c, face, longueur)) <= bande and c not in bande


@pytest.mark.rule("FD-9.16")
def test_an_area_is_around_the_cell_aimed_at_or_ahead_towards_it() -> None:
    u = scene(a=qui(x=2, y=2, face=3))["a"]
    assert aire(u, Motif("rayon", 1), (5, 5)) == {(5, 5), *hexes.voisines((5, 5))}
    assert aire(u, Motif("ligne", 2), (5, 2)) == {(3, 2), (4, 2)}
    assert aire(u, Motif("ligne", 2), (2, 2)) == {(1, 2), (0, 2)}  # nothing aimed at: where one faces
    assert aire(u, Motif("cone", 2), (2, 5)) == hexes.cone((2, 2), 1, 2)
    assert aire(u, Motif("bande", 2, 3), (2, 5)) == hexes.bande((2, 2), 1, 2, 3)


@pytest.mark.rule("FD-9.19")
def test_a_map_is_rows_of_signs_the_odd_ones_half_a_cell_to_the_right() -> None:
    cases = Carte((".f", "#~", ". ")).cases
    noms = {case: t.id for case, t in cases.items()}
    assert noms == {(0, 0): "plaine", (1, 0): "foret", (0, 1): "mur", (1, 1): "eau_profonde", (-1, 2): "plaine"}
    assert hexes.distance((0, 0), (0, 1)) == hexes.distance((1, 0), (0, 1)) == 1  # below, between the two above


@given(CASES, CASES)
def test_a_line_of_sight_is_the_same_both_ways_and_goes_step_by_step(a: hexes.Case, b: hexes.Case) -> None:
    line = entre(a, b)
    assert set(line) == set(entre(b, a))
    assert len(set(line)) == max(0, hexes.distance(a, b) - 1)
    bout = (min(a, b), *line, max(a, b))
    assert a == b or all(hexes.distance(x, y) == 1 for x, y in pairwise(bout))


@pytest.mark.rule("FD-2.20")
@given(st.sets(CASES, max_size=40), st.integers(0, 6))
def test_what_is_in_reach_is_what_a_plain_search_finds(walls: set[hexes.Case], points: int) -> None:
    prix = {c: 1 + (c[0] * 7 + c[1] * 3) % 2 for c in hexes.disque((0, 0), 8)}
    cout = {c: n for c, n in prix.items() if c not in walls}
    best = {(0, 0): 0}
    for _ in range(len(prix)):  # relax until nothing changes
        changed = False
        for c, n in list(best.items()):
            for v in hexes.voisines(c):
                if v in cout and n + cout[v] <= points and n + cout[v] < best.get(v, points + 1):
                    best[v], changed = n + cout[v], True
        if not changed:
            break
    assert hexes.atteignables((0, 0), points, cout.get) == best
