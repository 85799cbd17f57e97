"""What is told in fights of every game: every sum opens its own terms, and page and terminal say the same."""

from __future__ import annotations

from collections import Counter

import pytest
from heard import Heard, all_heard

from tablee.cli import render
from tablee.cli.wording import voice_of
from tablee.kernel.event import Event
from tablee.kernel.game import Game, games
from tablee.kernel.sentence import Sum
from tablee.kernel.tally import total
from tablee.kernel.voice import Voice, figure
from tablee.kernel.words import LANGUAGES, Place
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Member, PlayOf, StateOf, Told
from tablee.table.visibility import Eyes

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
WHOLE = [pytest.param(game, id=game.id) for game in games().values() if game.complete]


def places(game: Game, event: Event, lang: str) -> set[str]:
    """The sums a phrase has a place for and the event has terms for, by the fact they are in; its own without one."""
    facts, found = dict(event.facts), set[str]()
    for part in game.words.parts(event.what, lang, game.words.case(event)):
        if isinstance(part, Place) and part.kind == "terms" and facts.get(part.fact):
            found.add(part.fact)
        elif isinstance(part, Place) and part.kind == "sum" and (facts.get(part.of) if part.of else event.terms):
            found.add(part.of)
    return found


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_sum_stands_at_its_place_once_and_opens_its_own_terms(game: Game, lang: str) -> None:
    for heard in all_heard(game.id):
        voice = Voice(game, lang, scene=heard.after)
        for event in heard.events:
            told = voice.told(event)
            opened = [piece for piece in told.pieces if isinstance(piece, Sum)]
            assert all(figure(piece.text) == total(piece.terms) for piece in opened), event
            own = dict(voice.sums(event))
            there = places(game, event, lang)
            assert Counter(piece.terms for piece in opened) == Counter(own[fact] for fact in there), event
            assert Counter(told.sums) == Counter(terms for fact, terms in own.items() if fact not in there), event


def seen_by_the_gm(game: Game, heard: Heard, lang: str) -> SeenEntry:
    """An action as the page is told of it."""
    people = {who: scene.name(who) for scene in (heard.after, heard.before) for who in scene.people}
    state = StateOf(PlayOf(heard.before), Desk("", "", names=people))
    eyes = Eyes(game, state, Member("m", "Marie", "gm", lang))
    return eyes.entry(SeenEntry(1), map(Told, heard.events))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_the_terminal_and_the_page_say_the_same(game: Game, lang: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.cli.wording.lang", lambda: lang)
    for heard in all_heard(game.id):
        voice = voice_of(game, heard.before, heard.after)
        printed = [render.event_block(event, voice, explain=False).renderables[0] for event in heard.events]
        page = seen_by_the_gm(game, heard, lang)
        for event, seen, line in zip(heard.events, page.events, printed, strict=True):
            assert str(line).startswith(seen.text), event
            assert seen.text.strip(), event


@pytest.mark.parametrize("game", GAMES)
def test_of_every_action_that_tells_something_one_event_is_to_be_read_first(game: Game) -> None:
    for heard in all_heard(game.id):
        events = seen_by_the_gm(game, heard, "fr").events
        assert sum(event.headline for event in events) == bool(events)


@pytest.mark.parametrize("game", GAMES)
def test_no_weight_is_given_to_what_no_phrase_of_the_game_tells(game: Game) -> None:
    """A fact that weighs is told by the game, or at least known to it by its kind."""
    for what, telling in game.words.event.items():
        for when in telling.weights:
            fact = when.partition("=")[0]
            assert fact in game.words.kind or f"{what}.{fact}" in game.words.kind, f"{what}: {when}"


@pytest.mark.parametrize("game", WHOLE)
def test_fights_have_outcomes_that_weigh_more_than_the_rest(game: Game) -> None:
    """In fights of every game people miss, are wounded and fall; what stands first of it is not a trifle."""
    voice = Voice(game, "fr")
    first = Counter(
        voice.weight(event)
        for heard in all_heard(game.id)
        for event, seen in zip(heard.events, seen_by_the_gm(game, heard, "fr").events, strict=True)
        if seen.headline
    )
    assert {"miss", "wound"} <= first.keys()
    assert first["critical"] + first["major"] + first["fatal"]
