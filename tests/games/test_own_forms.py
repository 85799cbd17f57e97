"""Forms for what a table writes itself: fields called by their words, and the book's entries to begin with."""

from __future__ import annotations

from typing import Any

import pytest

from tablee.kernel import own
from tablee.kernel.game import games
from tablee.kernel.ownforms import OwnForm, begun, book_of, each_of, forms
from tablee.table.own import why_not
from tablee.table.state import PlayOf, empty_scene

WRITING = [id for id, game in games().items() if own.own_type(game.scene) is not None]


@pytest.fixture(scope="module")
def made() -> dict[tuple[str, str], tuple[OwnForm, ...]]:
    return {(id, lang): forms(games()[id], lang) for id in WRITING for lang in ("fr", "en")}


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("id", WRITING)
def test_every_kind_has_a_form_and_every_field_is_called_something(made: Any, id: str, lang: str) -> None:
    type = own.own_type(games()[id].scene)
    assert type is not None
    assert [form.kind for form in made[id, lang]] == list(own.kinds(type))
    for form in made[id, lang]:
        assert form.text and form.fields and any(field.required or field.usual for field in form.fields)
        for field in form.fields:
            for each in each_of(field):
                assert (each.text or not each.name) and "{" not in each.text, each
                assert all(choice.text or not choice.id for choice in each.choices), each
                assert each.kind not in ("list", "table") or each.item is not None


@pytest.mark.parametrize("id", WRITING)
def test_an_entry_of_the_book_is_a_beginning_that_the_game_takes(id: str) -> None:
    """Of each kind of which the book has something; some things of a catalogue may be the book's alone."""
    game: Any = games()[id]
    play: Any = PlayOf(empty_scene(game))
    type = own.own_type(game.scene)
    assert type is not None
    tried = {kind: list(book_of(game, kind)) for kind in own.kinds(type)}
    assert any(tried.values())
    for kind, ids in tried.items():
        some = ids[:: max(1, len(ids) // 8)]
        taken = (of for of in some if why_not(game, play, {kind: {"a_nous": begun(game, kind, of)}}) is None)
        assert not ids or next(taken, None) is not None, kind
