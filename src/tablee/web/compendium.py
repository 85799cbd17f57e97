"""What can be read without sitting at a table: the games, their options, their rules, their catalogues."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response

from tablee.kernel import catalogue, reference
from tablee.kernel import game as kernel_game
from tablee.kernel.about import About, listing
from tablee.kernel.catalogue import Article
from tablee.kernel.content import ContentError
from tablee.kernel.game import Game
from tablee.kernel.ledger import Rule, plain
from tablee.kernel.sentence import Typed
from tablee.kernel.theme import Theme, theme_of
from tablee.kernel.typography import typeset
from tablee.kernel.uses import used_by
from tablee.table.games import game_of
from tablee.table.making import called
from tablee.table.state import Grid, Lang

from .handlers import Asking, GameId, Here, Who, Words, look
from .refusals import No, language


class SwitchInfo(msgspec.Struct, frozen=True):
    """A switch of the campaign, and the rule of the book it stands for."""

    id: str
    text: str
    rule: str
    says: str  # what that rule says
    default: bool
    excludes: tuple[str, ...]


class Ready(msgspec.Struct, frozen=True):
    """A scene ready to play."""

    id: str
    title: str
    note: str  # who meets there, in a sentence
    sides: tuple[str, ...]


class Castable(msgspec.Struct, frozen=True):
    """Somebody who can be called into a campaign: `key` and `id` as a command names him, and what he is."""

    key: str
    id: str
    kind: str
    name: str


class Terrain(msgspec.Struct, frozen=True):
    """A kind of ground that can be drawn, and the sign that stands for it in a row of a map."""

    id: str
    name: str
    sign: str


class Terrains(msgspec.Struct, frozen=True):
    """What maps of one's own are drawn in; without any kind the game has no maps of its own rules."""

    grid: Grid
    kinds: tuple[Terrain, ...]


class StartInfo(msgspec.Struct, frozen=True):
    """A draft to begin with: `id` as a command names it, and what it is in a sentence."""

    id: str
    label: str
    note: str
    tags: tuple[str, ...] = ()  # what it may be looked for by
    name: str = ""  # what whoever is begun with is called


class GameInfo(msgspec.Struct, frozen=True):
    id: str
    title: str
    credit: str
    complete: bool
    rules: int
    options: tuple[SwitchInfo, ...]
    ready: tuple[Ready, ...]


class RuleInfo(msgspec.Struct, frozen=True):
    """A rule in the reader's language; `rows` is its table, `actions` what can bring it up, nearest first."""

    id: str
    title: str
    kind: str
    text: str
    ambiguity: str
    rows: tuple[dict[str, Any], ...]
    see: tuple[str, ...]
    actions: tuple[str, ...]


# ---------------------------------------------------------------- routes


@look("/games")
def list_games(request: Asking, server: Here) -> Response[tuple[GameInfo, ...]]:
    """Every game that is installed, with its options."""
    return server.ready.answer(
        request, lambda lang: tuple(game_info(about, lang) for about in listing().games), "games"
    )


@look("/games/{game:str}/rules")
def search_rules(request: Asking, server: Here, game: GameId, words: Words = "") -> Response[tuple[RuleInfo, ...]]:
    """The rules of a game that hold all these words; all of them if there are no words."""
    played = game_of(game)

    def found(lang: Lang) -> tuple[RuleInfo, ...]:
        used = used_by(played)
        return tuple(rule_info(rule, used[rule.id], lang) for rule in rules(played, words, lang))

    if words.strip():
        return Response(found(language(request)))
    return server.ready.answer(request, found, "rules", game)


@look("/games/{game:str}/rules/{rule:str}")
def read_rule(request: Asking, game: GameId, rule: Who) -> RuleInfo:
    """One rule by its id."""
    played = game_of(game)
    found = played.ledger.rules.get(rule.upper())
    if found is None:
        raise No("no_rule", 404, id=Typed(rule[:40]))
    return rule_info(found, used_by(played)[found.id], language(request))


@look("/games/{game:str}/catalogue")
def search_catalogue(request: Asking, server: Here, game: GameId, words: Words = "") -> Response[tuple[Article, ...]]:
    """What the catalogues of a game hold under these words."""
    played = game_of(game)
    if words.strip():
        return Response(catalogue.articles(played, words, language(request)))
    return server.ready.answer(request, lambda lang: catalogue.articles(played, "", lang), "catalogue", game)


@look("/games/{game:str}/reference")
def read_reference(request: Asking, server: Here, game: GameId) -> Response[tuple[Article, ...]]:
    """Every action, question and event of a game: parameters, looks, what closes it, answers, facts."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: reference.articles(played, lang), "reference", game)


@look("/games/{game:str}/cast")
def list_cast(request: Asking, server: Here, game: GameId) -> Response[tuple[Castable, ...]]:
    """Who can be called into a campaign of this game: creatures, and characters that are ready."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: cast(played, lang), "cast", game)


@look("/games/{game:str}/terrains")
def list_terrains(request: Asking, server: Here, game: GameId) -> Response[Terrains]:
    """The kinds of ground a map of this game is drawn in, for a kept scene."""
    played = game_of(game)
    return server.ready.answer(request, lambda lang: terrains(played, lang), "terrains", game)


@look("/games/{game:str}/starts")
def list_starts(request: Asking, game: GameId) -> tuple[StartInfo, ...]:
    """What a character of this game may be begun with, beside nothing at all."""
    played, lang = game_of(game), language(request)
    tr = played.words.tr
    return tuple(
        StartInfo(
            id,
            tr(start.label, lang),
            tr(start.note, lang),
            tuple(tr(tag, lang) for tag in start.tags),
            str(getattr(start.draft, "nom", "")),
        )
        for id, start in played.creation.starts.items()
    )


@look("/games/{game:str}/theme")
def read_theme(game: GameId) -> Theme | None:
    """What a game brings for the page to wear; null: nothing that can be read. It is not loaded for that."""
    there = kernel_game.installed().get(game)
    try:
        return theme_of(there.folder) if there is not None else None
    except ContentError:  # `tablee check` tells its author; whoever plays sees a plain page
        return None


ROUTES = [
    list_games,
    search_rules,
    read_rule,
    search_catalogue,
    read_reference,
    list_cast,
    list_terrains,
    list_starts,
    read_theme,
]

# ---------------------------------------------------------------- games and rules


def game_info(about: About, lang: Lang) -> GameInfo:
    options = tuple(
        SwitchInfo(s.id, s.text.say(lang), s.rule, s.says.say(lang), s.default, s.excludes) for s in about.switches
    )
    ready = tuple(
        Ready(scene.id, scene.title.say(lang), scene.note.say(lang), tuple(side.say(lang) for side in scene.sides))
        for scene in about.ready
    )
    return GameInfo(about.id, about.title, typeset(about.credit), about.complete, about.rules, options, ready)


def terrains(game: Game, lang: Lang) -> Terrains:
    if game.drawing is None:
        return Terrains("square", ())
    signs = game.drawing.signs.items()
    return Terrains(game.drawing.grid, tuple(Terrain(id, game.words.tr(id, lang), sign) for id, sign in signs))


def cast(game: Game, lang: Lang) -> tuple[Castable, ...]:
    return tuple(
        Castable(key, id, catalogue.kind_of(game, key, lang), called(game, lang, {**one, "id": id}))
        for key, there in game.cast.items()
        for id, one in there.items()
    )


def rules(game: Game, words: str, lang: Lang) -> list[Rule]:
    """In the French text; for English readers, in the English text too."""
    found = game.ledger.search(words)
    if lang == "fr" or (len(found) == 1 and found[0].id == words.strip().upper()):
        return found
    wanted, ids = plain(words).split(), {rule.id for rule in found}
    said = {r.id for r in game.ledger.rules.values() if all(word in r.searched_in_english for word in wanted)}
    return [rule for rule in game.ledger.rules.values() if rule.id in ids | said]


def rule_info(rule: Rule, actions: tuple[str, ...], lang: Lang) -> RuleInfo:
    see = (rule.see,) if isinstance(rule.see, str) else rule.see
    text, unclear = rule.read_in(lang)
    return RuleInfo(rule.id, rule.heading, rule.kind, text, unclear, rule.table, tuple(filter(None, see)), actions)
