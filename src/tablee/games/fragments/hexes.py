"""The map: hexagons in axial coordinates (x to the east, y to the south-east), facing, ways, areas."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from heapq import heappop, heappush

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


def voisines(c: Case) -> tuple[Case, ...]:
    return tuple(pas(c, d) for d in range(6))


def disque(c: Case, rayon: int) -> Iterator[Case]:
    """Every cell within a radius, the middle included."""
    for dx in range(-rayon, rayon + 1):
        for dy in range(max(-rayon, -dx - rayon), min(rayon, -dx + rayon) + 1):
            yield c[0] + dx, c[1] + dy


@rule("FD-2.10")
def direction(a: Case, b: Case) -> int:
    """Which of the six directions leads best from one cell to another; the first of two that are as good."""
    if a == b:
        return 0
    loin = distance(a, b)
    return min(range(6), key=lambda d: distance(pas(a, d, loin), b))


def ligne(c: Case, face: int, longueur: int) -> tuple[Case, ...]:
    """The cells straight ahead, the nearest first."""
    return tuple(pas(c, face, n) for n in range(1, longueur + 1))


@rule("FD-2.10")
def bande(c: Case, face: int, longueur: int, largeur: int) -> frozenset[Case]:
    """Ahead by a length, and to both sides by half a width: across the facing lie its two neighbouring directions."""
    cases: set[Case] = set()
    for milieu in ligne(c, face, longueur):
        cases.add(milieu)
        for cote in (face + 2, face - 2):
            cases.update(pas(milieu, cote, n) for n in range(1, largeur // 2 + 1))
    return frozenset(cases)


def cone(c: Case, face: int, longueur: int) -> frozenset[Case]:
    """Everything ahead between the two directions beside the facing."""
    cases: set[Case] = set()
    for n in range(1, longueur + 1):
        milieu = pas(c, face, n)
        cases.add(milieu)
        for k in range(1, n):
            cases.add(pas(milieu, face + 2, k))
            cases.add(pas(milieu, face - 2, k))
    return frozenset(cases)


def atteignables(depart: Case, points: int, cout: Callable[[Case], int | None]) -> dict[Case, int]:
    """The cells that so many points of movement reach, and what each costs; `cout`: to enter a cell, None: barred."""
    trouves: dict[Case, int] = {depart: 0}
    tas = [(0, depart)]
    while tas:
        paye, c = heappop(tas)
        if paye > trouves[c]:
            continue
        for v in voisines(c):
            prix = cout(v)
            if prix is None or paye + prix > points or trouves.get(v, points + 1) <= paye + prix:
                continue
            trouves[v] = paye + prix
            heappush(tas, (paye + prix, v))
    return trouves
