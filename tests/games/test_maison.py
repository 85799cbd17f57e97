"""What a table may write beside the book, over all games: what the documents say, what it costs, who has what."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from tablee.kernel import own
from tablee.kernel.game import Game, games
from tablee.kernel.words import LANGUAGES

TOLD = Path(__file__).parents[2] / "docs/formats.md"
WITH = [game for game in games().values() if own.own_type(game.scene) is not None]


def test_the_document_says_which_kinds_may_be_written() -> None:
    rows = re.findall(r"^\| `(\w+)` \| ((?:`\w+`(?:, )?)+) \|$", TOLD.read_text("utf-8"), re.MULTILINE)
    told = {id: re.findall(r"`(\w+)`", kinds) for id, kinds in rows}
    written = {}
    for game in WITH:
        type = own.own_type(game.scene)
        assert type is not None
        written[game.id] = list(own.kinds(type))
    assert told == written


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_every_kind_is_read_alike_everywhere(game: Game) -> None:
    """Scenes and drafts have the same, called the same in files; people of a kind are called as in the cast."""
    type, key = own.own_type(game.scene), own.key_of(game.scene)
    assert type is not None
    if own.own_type(game.creation.draft) is not None:
        assert own.own_type(game.creation.draft) is type and own.key_of(game.creation.draft) == key
    people = [kind for kind, row in own.kinds(type).items() if "fiche" in row.__struct_fields__]
    assert len(people) == 1 and people[0] in game.cast
    assert {game.words.state[key].say(lang) for lang in LANGUAGES} == {"De cette table", "Of this table"}


@pytest.mark.parametrize("game", WITH, ids=lambda game: game.id)
def test_where_nothing_is_written_nothing_is_kept_or_copied(game: Game) -> None:
    assert game.gather is not None
    empty = game.gather([])
    assert own.of(empty) == {} and own.key_of(game.scene) not in msgspec.to_builtins(empty, str_keys=True)
    again = msgspec.json.decode(msgspec.json.encode(empty), type=game.scene)
    assert getattr(again, own.FIELD) is getattr(empty, own.FIELD), "one for all: its catalogues are the book's own"


def test_entries_that_are_named_come_with_those_they_name() -> None:
    book = {"a": {"x": {"next": "y"}, "z": {}}, "b": {"y": {"list": [{"id": "v"}]}, "v": {}, "w": {}}}
    assert own.named(book, ["x"]) == {"a": {"x": {"next": "y"}}, "b": {"y": {"list": [{"id": "v"}]}, "v": {}}}
    assert own.named(book, "nobody") == own.named({}, "x") == {}
    person = {"sheet": {"has": ["w"], "kept": {"b": {"v": {"old": True}}}}}
    assert own.carry(person, book, "sheet.kept", ("b",)) == {"sheet": {"has": ["w"], "kept": {"b": {"w": {}}}}}
    assert own.carry({"sheet": 3}, book, "sheet.kept", ("b",)) == {"sheet": 3}, "types say what is wrong there"
