"""Fights of Tablée 0.1.0: every scene is written as it was, and what was said of it is said as it was."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, TypeVar

import msgspec
import pytest

from tablee.kernel.event import Event
from tablee.kernel.game import games
from tablee.kernel.oracle import Question
from typed import typed_all

from . import fixtures
from .fixtures import GAMES, Asked, Line, Menu, Offer, Sentence

L = TypeVar("L", bound=Line)

each_game = pytest.mark.parametrize("game", GAMES)


@cache
def written(game: str) -> tuple[bytes, ...]:
    return tuple(fixtures.plain(fixtures.fought(game).read_bytes()).splitlines())


@cache
def scene(game: str, n: int) -> Any:
    return msgspec.json.decode(written(game)[n], type=games()[game].scene)


@cache
def lines(game: str) -> tuple[Line, ...]:
    return tuple(map(fixtures.LINE.decode, fixtures.plain(fixtures.said(game).read_bytes()).splitlines()))


def of(game: str, kind: type[L]) -> list[L]:
    """The lines of one kind; there are some."""
    found = [line for line in lines(game) if isinstance(line, kind)]
    assert found
    return found


def otherwise(then: list[tuple[Line, Any]], now: Callable[[Any], Any]) -> list[str]:
    """What is not as it was, with the number of its scene."""
    return [
        f"{line.scene}: {was!r} then, {said!r} now"
        for line, was in then
        if not same(typed_all(was), said := typed_all(now(line)))
    ]


def same(was: Any, now: Any) -> bool:
    if isinstance(was, list) and isinstance(now, list):
        return len(was) == len(now) and all(map(same, was, now))
    return fixtures.as_said(was, now) if isinstance(was, str) and isinstance(now, str) else bool(was == now)


@each_game
def test_every_scene_is_written_byte_for_byte(game: str) -> None:
    data = written(game)
    assert len(data) > 400
    assert [n for n, line in enumerate(data) if msgspec.json.encode(scene(game, n)) != line] == []


@each_game
def test_events_and_questions_are_written_byte_for_byte(game: str) -> None:
    for line in of(game, Sentence):
        assert msgspec.json.encode(msgspec.json.decode(line.event, type=Event)) == bytes(line.event)
    for asked in of(game, Asked):
        assert msgspec.json.encode(msgspec.json.decode(asked.question, type=Question)) == bytes(asked.question)


@each_game
def test_actions_are_written_byte_for_byte(game: str) -> None:
    data = [line.action for line in of(game, Offer)] + [action for menu in of(game, Menu) for action in menu.actions]
    for action in data:
        assert msgspec.json.encode(games()[game].action(msgspec.json.decode(action))) == bytes(action)


@pytest.mark.parametrize("lang", ["fr", "en"])
@each_game
def test_every_event_is_the_same_sentence(game: str, lang: Any) -> None:
    def now(line: Sentence) -> str:
        event = msgspec.json.decode(line.event, type=Event)
        return fixtures.sentence_of(games()[game], scene(game, line.scene), event, lang)

    assert otherwise([(line, getattr(line, lang)) for line in of(game, Sentence)], now) == []


@pytest.mark.parametrize("lang", ["fr", "en"])
@each_game
def test_every_question_is_asked_in_the_same_words(game: str, lang: Any) -> None:
    def now(line: Asked) -> list[str]:
        question = msgspec.json.decode(line.question, type=Question)
        return fixtures.question_of(games()[game], scene(game, line.scene), question, lang)

    assert otherwise([(line, getattr(line, lang)) for line in of(game, Asked)], now) == []


@pytest.mark.parametrize("lang", ["fr", "en"])
@each_game
def test_every_button_is_the_same(game: str, lang: Any) -> None:
    def now(line: Offer) -> str:
        action = games()[game].action(msgspec.json.decode(line.action))
        return fixtures.button_of(games()[game], scene(game, line.scene), action, lang)

    assert otherwise([(line, getattr(line, lang)) for line in of(game, Offer)], now) == []


@pytest.mark.parametrize("lang", ["fr", "en"])
@each_game
def test_what_is_closed_is_closed_for_the_same_reason(game: str, lang: Any) -> None:
    def now(line: Offer) -> str:
        action = games()[game].action(msgspec.json.decode(line.action))
        return fixtures.reason_of(games()[game], scene(game, line.scene), action, lang)

    then = [(line, getattr(line, f"closed_{lang}")) for line in of(game, Offer) if not now_closed(game, line)]
    assert sum(bool(reason) for _, reason in then) > 150
    assert otherwise(then, now) == []


MENDED = {"fragments": ("FD-2.18", "FD-3.30")}  # healing that would do nothing, riders pushed with their mount


def now_closed(game: str, line: Offer) -> bool:
    """Whether a mended rule is what closes it."""
    action = games()[game].action(msgspec.json.decode(line.action))
    closed = action.closed(scene(game, line.scene))
    return closed is not None and closed.rule in MENDED.get(game, ())


MOVED = {"fragments": {"nouvelle_seance", "donner_charge"}}  # the game master's, now below what players do


@each_game
def test_the_same_is_offered_in_the_same_order(game: str) -> None:
    def now(line: Menu) -> list[bytes]:
        legal = games()[game].legal(scene(game, line.scene), line.who)
        return [msgspec.json.encode(action) for action, _ in legal]

    def stayed(menu: list[bytes]) -> list[bytes]:
        return [action for action in menu if msgspec.json.decode(action)["do"] not in MOVED.get(game, ())]

    then = [(line, list(map(bytes, line.actions))) for line in of(game, Menu)]
    assert otherwise([(line, stayed(was)) for line, was in then], lambda line: stayed(now(line))) == []
    assert otherwise([(line, sorted(was)) for line, was in then], lambda line: sorted(now(line))) == []
