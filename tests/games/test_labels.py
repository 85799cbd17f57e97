"""What stands on buttons and in the log reads like a sentence: one thing is not several, and no piece is missing."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator

import pytest

from heard import all_heard
from tablee.check.heard import Heard
from tablee.kernel.game import Game, games
from tablee.kernel.plural import ALIKE
from tablee.kernel.typography import as_typed
from tablee.kernel.voice import Voice
from tablee.kernel.words import LANGUAGES
from tablee.table.seen import SeenAction
from tablee.table.state import Desk, Member, PlayOf, StateOf
from tablee.table.visibility import Eyes

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
MENUS = 30  # moments of the fights of each game at which all buttons are read
SEVERAL = re.compile(r"(?<![\w.,/:+-])[01] ([^\W\d_]+s)\b")  # « 1 cases »
MISSING = re.compile(
    r" ,|\( |\(\)|\( ?,| \)|, ,|,$|^[,:·]|[:·(] ?[,·)]|[:·(]$| {2}|: :|· ·"  # nothing where something should stand
    r"|\(\d+ ?: |\b[a-z]+_[a-z]|\{|\}"  # how a parameter is coded, an id, a slot
)


def several(said: Iterable[str]) -> set[str]:
    """Texts in which one is many; nobody is called « Loup 1 » in the plural."""
    return {t for t in said for found in SEVERAL.finditer(as_typed(t)) if found[1].lower() not in ALIKE}


def missing(said: Iterable[str]) -> set[str]:
    return {text for text in said if MISSING.search(as_typed(text))}


def names_in(each: Heard) -> dict[str, tuple[str, str]]:
    """Everybody by a name without a number: « Loup 1 vous attend » is no plural."""
    people = {who: scene.name(who) for scene in (each.after, each.before) for who in scene.people}
    return {who: (who, re.sub(r" \d+$", "", name)) for who, name in people.items()}


def offered(game: Game, lang: str) -> Iterator[SeenAction]:
    """All that is offered at some moments of play."""
    heard = all_heard(game.id)
    for each in random.Random(game.id).sample(heard, min(MENUS, len(heard))):
        names = {who: name for who, (_, name) in names_in(each).items() if who in each.after.people}
        state = StateOf(PlayOf(each.after), Desk("", "", names=names))
        eyes = Eyes(game, state, Member("m", "Marie", "gm", lang))
        for who in (each.after.turn() or tuple(names))[:3]:
            yield from eyes.legal(who)


def test_the_net_holds() -> None:
    assert several(["1 cases", "10 cases", "1 fois", "0 sous."]) == {"1 cases", "0 sous."}
    bad = {"Tirer , Jambe droite", "main (0 : la principale) 1", "Aller ()", "Frapper :", "coup_bas", "{cible}"}
    assert missing({*bad, "Tirer (arc) : Loup, jambe droite · à deux"}) == bad


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_one_thing_is_not_several(game: Game, lang: str) -> None:
    said: set[str] = set()
    for each in all_heard(game.id):
        voice = Voice(game, lang, names_in(each), each.after)
        said |= {voice.event(event) for event in each.events} | {voice.question(asked) for asked in each.asked}
    said |= {text for seen in offered(game, lang) for text in (seen.text, seen.closed)}
    if lang == "fr":  # « the 1 takes » is no plural
        assert not several(said)
    else:
        assert not {text for text in several(said) if not re.search(r"\b0 \w", text)}


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_piece_of_a_button_is_missing(game: Game, lang: str) -> None:
    assert not missing(text for seen in offered(game, lang) for text in (seen.text, seen.way, seen.closed))
