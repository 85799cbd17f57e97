"""Catalogues as one reads them: no raw key, no raw id, in either language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest

from tablee.kernel.catalogue import Reader, Thing, articles, things
from tablee.kernel.game import Game, games

GAMES = [pytest.param(game, id=game.id) for game in games().values() if game.complete]
ID = re.compile(r"[a-z0-9]+(_[a-z0-9]+)+|[a-z]+")  # an id, or a word that could be one


def inside(game: Game, key: str, value: Any) -> Iterator[tuple[str, Any]]:
    """Every key of a fact, and every single value under its key."""
    if isinstance(value, dict):
        for each, more in value.items():
            if each != "id":
                yield each, None
                if game.tells(each, more, "fr") is None:
                    yield from inside(game, each, more)
    elif isinstance(value, list):
        for more in value:
            yield from inside(game, key, more)
    else:
        yield key, value


def told_alike(game: Game, thing: Thing) -> Iterator[tuple[str, Any]]:
    """What of a thing the catalogue tells key by key: not what the game tells in sentences of its own."""
    words = game.words.fact
    for key, value in thing.facts.items():
        said = words.get(f"{thing.catalogue}.{key}") or words.get(key)
        if said is None:
            yield key, None
        shown = said is None or said.fr
        if shown and game.tells(key, value, "fr") is None:
            yield from inside(game, key, value)


@pytest.mark.parametrize("game", GAMES)
def test_every_catalogue_and_every_fact_has_a_label_in_both_languages(game: Game) -> None:
    words, named = game.words, {thing.id for thing in things(game)}
    for thing in things(game):
        assert words.catalogue[thing.catalogue].fr and words.catalogue[thing.catalogue].en, thing.catalogue
        for key in (key for key, value in told_alike(game, thing) if value is None):
            assert key in words.fact or key in named or words.tr(key, "fr") != key or key in words.en, (thing.id, key)
    for phrase in (*words.fact.values(), *words.catalogue.values()):
        assert bool(phrase.fr) == bool(phrase.en)


@pytest.mark.parametrize("game", GAMES)
def test_ids_among_the_values_are_shown_by_their_names(game: Game) -> None:
    reader = Reader(game, "fr")
    for thing in things(game):
        for key, value in told_alike(game, thing):
            if isinstance(value, str) and ID.fullmatch(value):
                known = value in reader.names or value in game.words.fact or game.words.tr(value, "fr") != value
                assert known or value in game.words.en, (thing.id, key, value)


@pytest.mark.parametrize("game", GAMES)
def test_no_article_shows_an_id(game: Game) -> None:
    for lang in ("fr", "en"):
        for article in articles(game, "", lang):
            for fact in article.facts:
                assert fact.label and fact.texts, (article.id, fact.key)
                assert not [t for t in (fact.label, *fact.texts) if re.search(r"\w_\w|[{}\[\]]", t)], (article.id, fact)


def test_the_search_is_blind_to_accents_and_case() -> None:
    game = games()["vieux_monde"]
    assert {a.id for a in articles(game, "EPEE", "fr")} == {a.id for a in articles(game, "épée", "fr")} != set()
    assert articles(game, "zzzz", "fr") == ()


def test_an_article_is_read_in_the_language_asked_for() -> None:
    game = games()["vieux_monde"]
    french, english = (next(a for a in articles(game, "", lang) if a.id == "aveugle") for lang in ("fr", "en"))
    assert (french.kind, english.kind) == ("État", "condition")
    assert {f.label for f in french.facts} != {f.label for f in english.facts}
