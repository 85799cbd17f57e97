"""The map: hexagons in axial coordinates (x to the east, y to the south-east), facing, ways, areas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache

from tablee.kernel.ledger import rule

Case = tuple[int, int]
DIRECTIONS: tuple[Case, ...] = ((1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1), (1, -1))  # east, then clockwise
METRES = 2  # across a cell


@rule("FD-2.3")
def distance(a: Case, b: Case) -> int:
    """How many cells from one to the other."""
    dx, dy = a[0] - b[0], a[1] - b[1]
    return (abs(dx) + abs(dy) + abs(dx + dy)) // 2


def pas(c: Case, direction: int, n: int = 1) -> Case:
    """The cell n steps away in one of the six directions."""
    dx, dy = DIRECTIONS[direction % 6]
    return c[0] + n * dx, c[1] + n * dy


@lru_cache(1 << 16)
def voisines(c: Case) -> tuple[Case, ...]:
    """The six cells around."""
    x, y = c
    return tuple([(x + dx, y + dy) for dx, dy in DIRECTIONS])


def disque(c: Case, rayon: int) -> Iterator[Case]:
    """Every cell within a radius, the middle included."""
    for dx in range(-rayon, rayon + 1):
        for dy in range(max(-rayon, -dx - rayon), min(rayon, -dx + rayon) + 1):
            yield c[0] + dx, c[1] + dy


@rule("FD-2.10")
def direction(a: Case, b: Case) -> int:
    """Which of the six directions leads best from one cell to another; the first of two that are as good."""
    return _direction(b[0] - a[0], b[1] - a[1])


@lru_cache(4096)
def _direction(x: int, y: int) -> int:
    loin = distance((0, 0), (x, y))
    return min(range(6), key=lambda d: distance(pas((0, 0), d, loin), (x, y))) if loin else 0


def ligne(c: Case, face: int, longueur: int) -> tuple[Case, ...]:
    """The cells straight ahead, the nearest first."""
    return tuple(pas(c, face, n) for n in range(1, longueur + 1))


@rule("FD-2.10", "FD-9.16")
def bande(c: Case, face: int, longueur: int, largeur: int) -> frozenset[Case]:
    """Ahead by a length, and across by a width, the odd cell out on the right: the ranks of a cone, cut to it."""
    droite = max(1, largeur) // 2
    gauche = max(1, largeur) - 1 - droite
    cases: set[Case] = set()
    for milieu in ligne(c, face, longueur):
        cases.update(pas(milieu, face + 2, n) for n in range(droite + 1))
        cases.update(pas(milieu, face - 2, n) for n in range(1, gauche + 1))
    return frozenset(cases)


@rule("FD-9.16")
def cone(c: Case, face: int, longueur: int) -> frozenset[Case]:
    """From the cell ahead, one cell more on each side with each rank."""
    cases: set[Case] = set()
    for n in range(1, longueur + 1):
        cases |= bande(pas(c, face, n - 1), face, 1, 2 * n - 1)
    return frozenset(cases)


def atteignables(depart: Case, points: int, cout: Callable[[Case], int | None]) -> dict[Case, int]:
    """The cells that so many points of movement reach, and what each costs; `cout`: to enter a cell, at least 1; None:
    barred. As it does not matter from where a cell is entered, the first way to come beside it is the cheapest."""
    trouves: dict[Case, int] = {depart: 0}
    vues = {depart}
    fronts: list[list[Case]] = [[depart], *([] for _ in range(points))]
    for paye in range(points):
        autour = set().union(*map(voisines, fronts[paye])) - vues
        vues |= autour
        for v in autour:
            prix = cout(v)
            if prix is not None and paye + prix <= points:
                trouves[v] = paye + prix
                fronts[paye + prix].append(v)
    return trouves
