"""What is told in fights of every game: page and terminal say the same, and the outcome stands first."""

from __future__ import annotations

from collections import Counter

import pytest

from heard import Heard, all_heard
from tablee.cli import render
from tablee.cli.wording import voice_of
from tablee.kernel.game import Game, games
from tablee.kernel.voice import Voice
from tablee.kernel.words import LANGUAGES
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Member, PlayOf, StateOf, Told
from tablee.table.visibility import Eyes

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
WHOLE = [pytest.param(game, id=game.id) for game in games().values() if game.complete]


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
