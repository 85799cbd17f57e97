"""What can be read without sitting at a table: the games, their options, their rules, their catalogues."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from tablee.kernel import game as kernel_game
from tablee.kernel.game import Game
from tablee.kernel.ledger import Rule, plain
from tablee.table.refusal import Refused
from tablee.table.state import Lang

from .handlers import Asking, GameId, Who, Words, look
from .refusals import No, language

NAMED = "nom"  # the field of a catalogue that holds what players call it
NOT_CATALOGUES = ("prets.toml",)  # whole characters, which a campaign offers by itself


class SwitchInfo(msgspec.Struct, frozen=True):
    """A switch of the campaign, and the rule of the book it stands for."""

    id: str
    text: str
    rule: str
    default: bool
    excludes: tuple[str, ...]


class Ready(msgspec.Struct, frozen=True):
    """A scene ready to play."""

    id: str
    title: str


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    credit: str
    complete: bool
    rules: int
    options: tuple[SwitchInfo, ...]
    ready: tuple[Ready, ...]


class RuleInfo(msgspec.Struct, frozen=True):
    """A rule in the reader's language; `rows` is its table, if it has one."""

    id: str
    title: str
    kind: str
    text: str
    ambiguity: str
    rows: tuple[dict[str, Any], ...]
    see: tuple[str, ...]


class Article(msgspec.Struct, frozen=True):
    """Something a game's catalogues hold: a weapon, a spell, a creature."""

    catalogue: str
    id: str
    name: str
    facts: dict[str, Any]


def known(id: str) -> Game:
    found = kernel_game.games().get(id)
    if found is None:
        raise Refused("game", game=id)
    return found


# ---------------------------------------------------------------- routes


@look("/games")
def list_games(request: Asking) -> tuple[GameInfo, ...]:
    """Every game that is installed, with its options."""
    return tuple(about(game, language(request)) for game in kernel_game.games().values())


@look("/games/{game:str}/rules")
def search_rules(request: Asking, game: GameId, words: Words = "") -> tuple[RuleInfo, ...]:
    """The rules of a game that hold all these words; all of them if there are no words."""
    lang = language(request)
    return tuple(rule_info(rule, lang) for rule in rules(known(game), words, lang))


@look("/games/{game:str}/rules/{rule:str}")
def read_rule(request: Asking, game: GameId, rule: Who) -> RuleInfo:
    """One rule by its id."""
    found = known(game).ledger.rules.get(rule.upper())
    if found is None:
        raise No("no_rule", 404, id=rule[:40])
    return rule_info(found, language(request))


@look("/games/{game:str}/catalogue")
def search_catalogue(game: GameId, words: Words = "") -> tuple[Article, ...]:
    """What the catalogues of a game hold under these words."""
    return articles(known(game), words)


ROUTES = [list_games, search_rules, read_rule, search_catalogue]

# ---------------------------------------------------------------- games and rules


def about(game: Game, lang: Lang) -> GameInfo:
    options = tuple(
        SwitchInfo(
            s.id,
            game.words.switch[s.id].say(lang) if s.id in game.words.switch else s.id,
            s.rule,
            s.default,
            s.excludes,
        )
        for s in game.switches
    )
    ready = tuple(Ready(name, str(tomllib.loads(text).get("title", name))) for name, text in game.demos.items())
    return GameInfo(game.id, game.title, game.credit, game.complete, len(game.ledger.rules), options, ready)


def rules(game: Game, words: str, lang: Lang) -> list[Rule]:
    """In the French text; for English readers, in the English text too."""
    found = game.ledger.search(words)
    if lang == "fr" or (len(found) == 1 and found[0].id == words.strip().upper()):
        return found
    wanted, ids = plain(words).split(), {rule.id for rule in found}
    said = {r.id for r in game.ledger.rules.values() if all(w in plain(f"{r.id} {r.title} {r.says}") for w in wanted)}
    return [rule for rule in game.ledger.rules.values() if rule.id in ids | said]


def rule_info(rule: Rule, lang: Lang) -> RuleInfo:
    """The French text states the ruling itself where the book is unclear; the English has it apart."""
    french = lang == "fr" and bool(rule.dit)
    see = (rule.see,) if isinstance(rule.see, str) else rule.see
    text, unclear = (rule.dit, "") if french else (rule.says, rule.ambiguity)
    return RuleInfo(rule.id, rule.title, rule.kind, text, unclear, rule.rows, tuple(filter(None, see)))


# ---------------------------------------------------------------- catalogues


def articles(game: Game, words: str) -> tuple[Article, ...]:
    wanted = plain(words).split()
    return tuple(article for article, text in catalogue(game.scene.__module__) if all(w in text for w in wanted))


@cache
def catalogue(module: str) -> tuple[tuple[Article, str], ...]:
    """All that has a name in the content of the package this module is of, each with the text to search in."""
    folder = files(module.rpartition(".")[0] or module).joinpath("content")
    if not folder.is_dir():
        return ()
    sheets = sorted((f for f in folder.iterdir() if f.name.endswith(".toml")), key=lambda f: f.name)
    found = [article for sheet in sheets if sheet.name not in NOT_CATALOGUES for article in of_file(sheet)]
    return tuple((article, plain(" ".join(texts([article.name, article.id, article.facts])))) for article in found)


def of_file(sheet: Traversable) -> Iterator[Article]:
    for key, value in tomllib.loads(sheet.read_text("utf-8")).items():
        yield from named(key, "", value)


def named(kind: str, id: str, value: Any) -> Iterator[Article]:
    """Every table with a name, wherever it stands below this one."""
    if isinstance(value, dict) and isinstance(value.get(NAMED), str):
        facts = {key: fact for key, fact in value.items() if key not in (NAMED, "id")}
        yield Article(kind, str(value.get("id", id)), value[NAMED], facts)
    elif isinstance(value, dict):
        for key, each in value.items():
            yield from named(kind, key, each)
    elif isinstance(value, list):
        for each in value:
            yield from named(kind, id, each)


def texts(value: Any) -> Iterator[str]:
    """Everything that can be read in some data."""
    if isinstance(value, dict):
        for key, each in value.items():
            yield str(key)
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)
    else:
        yield str(value)
