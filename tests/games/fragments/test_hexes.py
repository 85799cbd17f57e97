"""The map of hexagons, beside an independent search."""

from __future__ import annotations

from collections import deque

from hypothesis import given
from hypothesis import strategies as st

from tablee.games.fragments import hexes

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


@given(CASES, CASES)
def test_distance_is_the_fewest_steps(a: hexes.Case, b: hexes.Case) -> None:
    assert hexes.distance(a, b) == by_steps(a, b)


@given(CASES, st.integers(0, 4))
def test_a_disc_holds_all_that_is_near_and_nothing_else(c: hexes.Case, rayon: int) -> None:
    disc = list(hexes.disque(c, rayon))
    assert len(set(disc)) == len(disc) == 1 + 3 * rayon * (rayon + 1)
    assert all(hexes.distance(c, x) <= rayon for x in disc)


def test_neighbours_are_six_and_opposite_directions_cancel() -> None:
    assert len(set(hexes.voisines((2, -1)))) == 6
    assert all(hexes.pas(hexes.pas((2, -1), d), d + 3) == (2, -1) for d in range(6))


@given(CASES, st.integers(0, 5), st.integers(1, 6))
def test_the_direction_of_a_straight_line_is_its_own(c: hexes.Case, d: int, n: int) -> None:
    assert hexes.direction(c, hexes.pas(c, d, n)) == d


def test_areas_lie_ahead() -> None:
    assert hexes.ligne((0, 0), 0, 3) == ((1, 0), (2, 0), (3, 0))
    assert len(hexes.bande((0, 0), 0, 3, 3)) == 9
    assert len(hexes.cone((0, 0), 1, 3)) == 1 + 3 + 5
    assert all(hexes.distance((0, 0), c) <= 3 for c in hexes.cone((0, 0), 1, 3))


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
