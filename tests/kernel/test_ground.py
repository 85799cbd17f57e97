"""Cells as the rules count them, and as one counts them on a map."""

from msgspec import Struct

from tablee.kernel.ground import cell_at, place_of, stands


def test_hexagons_are_counted_by_column_and_row() -> None:
    assert [place_of("hex", (x, 3)) for x in (-1, 0, 4)] == [(0, 3), (1, 3), (5, 3)]
    assert place_of("hex", (2, 6)) == (5, 6)


def test_squares_are_where_they_are() -> None:
    assert place_of("square", (-2, 7)) == cell_at("square", -2, 7) == (-2, 7)


def test_there_and_back() -> None:
    cells = [(x, y) for x in range(-9, 9) for y in range(-9, 9)]
    assert [cell_at("hex", *place_of("hex", cell)) for cell in cells] == cells
    assert len({place_of("hex", cell) for cell in cells}) == len(cells)


class Somebody(Struct):
    x: int
    y: int


class Place(Struct):
    title: str
    absent: dict[str, str]
    people: dict[str, Somebody]


def test_where_somebody_stands() -> None:
    place = Place("Le pré", {"alys": "malade"}, {"alys": Somebody(2, 5)})
    assert stands(place, "alys") == (2, 5)
    assert stands(place, "bor") is None
