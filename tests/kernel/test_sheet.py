"""One generic form for the characters of any game."""

import msgspec
import pytest

from tablee.kernel.sheet import Boxes, Mark, Pool, Row, Section, Sheet, Stat, Text, lines
from toy import ALYS_BOR, toy

SHEET = Sheet(
    "alys",
    "Alys",
    (
        Section("Valeurs", (Stat("Force", (("Base", 4, "T-1"), ("Blessure", -1, "T-2"))),)),
        Section("Table", (Row("Force", (Stat("base", (("Base", 4, "T-1"),)), Stat("mod.", (("Mod", -1, "T-1"),)))),)),
        Section("Lésions", (Boxes("Légère", 1, (("Base", 3, "T-1"), ("Taille", -1, "T-2")), "-1"),)),
        Section("État", (Pool("Souffle", 2, (("Base", 3, "T-1"),)), Mark("À terre", note="1 tour"), Text("Note", "…"))),
    ),
)


def test_a_stat_is_the_sum_of_its_terms_and_a_pool_knows_its_most():
    assert SHEET.line("Force").value == 3
    assert (SHEET.line("Souffle").now, SHEET.line("Souffle").most) == (2, 3)
    assert SHEET.line("Note") == Text("Note", "…")


def test_boxes_are_as_many_as_their_terms_and_a_row_has_several_numbers():
    boxes, row = SHEET.sections[2].lines[0], SHEET.sections[1].lines[0]
    assert (boxes.ticked, boxes.most) == (1, 2)
    assert [(cell.label, cell.value) for cell in row.cells] == [("base", 4), ("mod.", -1)]


def test_a_line_that_is_not_there_is_a_key_error():
    with pytest.raises(KeyError, match="Magie"):
        SHEET.line("Magie")


def test_a_sheet_written_down_comes_back_equal_each_line_of_its_kind():
    assert msgspec.json.decode(msgspec.json.encode(SHEET), type=Sheet) == SHEET


def test_the_sheet_of_a_character_follows_the_scene():
    assert toy.sheet(ALYS_BOR.change("bor", vie=4), "bor").line("Vie") == Mark("Vie", 4)
    assert toy.sheet(ALYS_BOR, "bor").name == "Bor"


def test_lines_of_a_thing_are_written_once_and_another_like_it_has_its_own():
    class Thing(msgspec.Struct, frozen=True, dict=True):
        vie: int

    written = []

    def life(thing):
        written.append(thing.vie)
        yield Mark("Vie", thing.vie)

    one, other = Thing(4), Thing(5)
    assert lines(one, life) == lines(one, life) == (Mark("Vie", 4),) and lines(other, life) == (Mark("Vie", 5),)
    assert written == [4, 5] and one == Thing(4) and msgspec.json.encode(one) == b'{"vie":4}'
