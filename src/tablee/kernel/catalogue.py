"""Catalogues: everything with a name in the content of a game (a weapon, a spell, a creature), as one reads it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from importlib.resources import files
from typing import Any

import msgspec

from .game import Game
from .ledger import plain
from .sentence import YES_NO
from .typography import as_figure, typeset

NAMED = "nom"  # the field that holds what players call it
NOT_CATALOGUES = ("prets.toml", "guide.toml")  # whole characters, and what newcomers are told
NOTHING, GLUE = "—", "\N{WORD JOINER}"


class Thing(msgspec.Struct, frozen=True):
    """Something of a catalogue as it is written."""

    catalogue: str
    id: str
    name: str
    facts: dict[str, Any]


class Fact(msgspec.Struct, frozen=True):
    """What is said of something: a label, and one text or several."""

    key: str
    label: str
    texts: tuple[str, ...]


class Article(msgspec.Struct, frozen=True):
    """Something of a catalogue in the reader's language; `kind` is what things of its catalogue are called."""

    catalogue: str
    kind: str
    id: str
    name: str
    facts: tuple[Fact, ...]


def articles(game: Game, words: str, lang: str) -> tuple[Article, ...]:
    """Those that hold all these words, blind to accents and case."""
    wanted = [plain(word) for word in words.split()]
    return tuple(article for article, text in _written(game, lang) if all(word in text for word in wanted))


WRITTEN: dict[tuple[str, str], tuple[tuple[Article, str], ...]] = {}  # by game and language: content never changes


def _written(game: Game, lang: str) -> tuple[tuple[Article, str], ...]:
    """Every article, with the plain text to search in."""
    key = game.scene.__module__, lang
    if key not in WRITTEN:
        reader = Reader(game, lang)
        WRITTEN[key] = tuple((article, plain(_all_of(article))) for article in map(reader.article, reader.things))
    return WRITTEN[key]


def _all_of(article: Article) -> str:
    facts = (text for fact in article.facts for text in (fact.label, *fact.texts))
    return " ".join([article.kind, article.id, article.name, *facts])


# ---------------------------------------------------------------- as it is written


def things(game: Game) -> tuple[Thing, ...]:
    """All that has a name in the content of a game: each table with a `nom` in the TOML files of its folder `content`.

    The key at the top is its catalogue and the one that holds it its id: `[arme.dague]`. Files in folders below, and
    `prets.toml` and `guide.toml`, are no catalogues.
    """
    folder = files(game.package).joinpath("content")
    if not folder.is_dir():
        return ()
    sheets = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    tables = (tomllib.loads(f.read_text("utf-8")) for f in sheets if f.name not in NOT_CATALOGUES)
    return tuple(thing for table in tables for kind, value in table.items() for thing in _named(kind, "", value))


def _named(kind: str, id: str, value: Any) -> Iterator[Thing]:
    """Every table with a name, wherever it stands below this one."""
    if isinstance(value, dict) and isinstance(value.get(NAMED), str):
        facts = {key: fact for key, fact in value.items() if key not in (NAMED, "id")}
        yield Thing(kind, str(value.get("id", id)), value[NAMED], facts)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from _named(kind, key, each)
    elif isinstance(value, list):
        for each in value:
            yield from _named(kind, id, each)


# ---------------------------------------------------------------- as it is read


def kind_of(game: Game, catalogue: str, lang: str) -> str:
    """What things of a catalogue are called."""
    kind = game.words.catalogue.get(catalogue)
    return kind.say(lang) if kind is not None else readable(catalogue)


class Reader:
    """What a catalogue says, in one language. The game's words name its keys; ids become names."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang, self.words = game, lang, game.words
        self.things = things(game)
        self.names = {thing.id: thing.name for thing in reversed(self.things)}  # of the same id the first counts

    def article(self, thing: Thing) -> Article:
        labels = ((key, value, self.label(key, thing.catalogue)) for key, value in thing.facts.items())
        facts = (Fact(key, label, tuple(map(typeset, self.texts(key, value)))) for key, value, label in labels if label)
        said = kind_of(self.game, thing.catalogue, self.lang)
        return Article(thing.catalogue, said, thing.id, self.words.tr(thing.name, self.lang), tuple(facts))

    def label(self, key: str, catalogue: str = "") -> str:
        """What a key is called, in this catalogue or anywhere; nothing if it tells a reader nothing."""
        phrase = self.words.fact.get(f"{catalogue}.{key}") or self.words.fact.get(key)
        return phrase.say(self.lang) if phrase is not None else self.name(key)

    def name(self, id: str) -> str:
        """What players call an id; other texts are translated where there are words for them."""
        phrase = self.words.fact.get(id)
        if phrase is not None and id not in self.names:
            return phrase.say(self.lang)
        named = self.words.tr(self.names.get(id, id), self.lang)
        return readable(named) if named == id else named

    def texts(self, key: str, value: Any) -> tuple[str, ...]:
        """In the game's own sentences where it has some; a list of tables or of sentences one by one."""
        said = self.game.tells(key, value, self.lang)
        if said is not None:
            return said
        several = isinstance(value, list) and any(isinstance(each, dict | list) or "," in str(each) for each in value)
        return tuple(map(self.text, value)) if several else (self.text(value),)

    def text(self, value: Any) -> str:
        if isinstance(value, bool):
            return YES_NO[self.lang][not value]
        if isinstance(value, dict):
            parts = " · ".join(filter(None, (self.part(k, v) for k, v in value.items() if k != "id")))
            return parts.replace(f" · {GLUE}", " ").removeprefix(GLUE) or NOTHING
        if isinstance(value, list):
            return ", ".join(map(self.text, value)) or NOTHING
        if isinstance(value, float):
            return as_figure(value, "g").replace(".", "," if self.lang == "fr" else ".")
        return self.name(value) if isinstance(value, str) else as_figure(value)

    def part(self, key: str, value: Any) -> str:
        """One figure of several: behind its label, or in the label's own pattern, close to what stands before it."""
        label = self.label(key)
        if "{" in label:
            return GLUE + label.format(value)
        return f"{label} {', '.join(self.texts(key, value))}".strip()


def readable(id: str) -> str:
    """An id without a name, as well as it can be read."""
    return id.replace("_", " ")
