"""What every installed game owes to the rest of the product: words for all it shows, rules for all it states."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any

import msgspec
import pytest

import tablee
from tablee.kernel.action import open_actions, tag
from tablee.kernel.content import parse, texts
from tablee.kernel.game import Game, games
from tablee.kernel.ledger import IMPLEMENTED
from tablee.kernel.words import Phrase, Words

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
SOURCES = Path(tablee.__file__).parent / "games"


def told(phrase: Phrase | None) -> bool:
    """Whether a phrase says something in both languages."""
    return phrase is not None and bool(phrase.fr.strip()) and bool(phrase.en.strip())


def sources(game: Game) -> list[Path]:
    return sorted((SOURCES / game.id).rglob("*.py"))


def called(game: Game, name: str, position: int) -> set[str]:
    """The texts given at one position to every call of this name in the game's code."""
    found = set()
    for path in sources(game):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                given = node.args[position] if len(node.args) > position else None
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    found.add(given.value)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_every_action_parameter_and_look_has_words(game: Game) -> None:
    words = game.words
    for kind in game.actions:
        keys = [key for key in words.action if key == tag(kind) or key.startswith(f"{tag(kind)}.")]
        assert keys and all(told(words.action[key]) for key in keys), tag(kind)
        for field in msgspec.structs.fields(kind):
            assert told(words.parameter(tag(kind), field.name)), f"{tag(kind)}.{field.name}"
        for look in kind.looks:
            assert told(words.look.get(look)), f"{tag(kind)}: {look}"


@pytest.mark.parametrize("game", GAMES)
def test_every_switch_has_words_and_an_existing_rule(game: Game) -> None:
    for switch in game.switches:
        assert told(game.words.switch.get(switch.id)), switch.id
        assert switch.rule in game.ledger.rules, switch.id
    ids = [switch.id for switch in game.switches]
    assert len(set(ids)) == len(ids)
    assert all(other in ids for switch in game.switches for other in switch.excludes)


@pytest.mark.parametrize("game", GAMES)
def test_no_two_files_of_a_game_give_one_thing_different_words(game: Game) -> None:
    """Only the last would be said: a parameter that means something else in one action is named « do.name » there."""
    found: dict[tuple[str, str], Any] = {}
    for text in texts(game.package, "content/words").values():
        words = parse(text, Words, "words")
        for part in ("event", "question", "action", *(("field", "look") if game.chapters else ())):
            for key, phrase in getattr(words, part).items():
                assert found.setdefault((part, key), phrase) == phrase, f"{part}.{key}"


@pytest.mark.parametrize("game", GAMES)
def test_every_event_and_question_in_the_code_has_words(game: Game) -> None:
    for what in called(game, "Event", 0):
        assert told(game.words.event.get(what)), what
    for key in called(game, "Question", 1):
        assert told(game.words.question.get(key)), key


@pytest.mark.parametrize("game", GAMES)
def test_every_reason_in_the_code_has_its_english(game: Game) -> None:
    missing = called(game, "Closed", 1) - set(game.words.en)
    assert not missing


@pytest.mark.parametrize("game", GAMES)
def test_both_languages_speak_of_the_same_things(game: Game) -> None:
    words = game.words
    for table in (words.event, words.question, words.action):
        for key, phrase in table.items():
            assert set(re.findall(r"{(\w+)}", phrase.fr)) == set(re.findall(r"{(\w+)}", phrase.en)), key
    for french, english in words.en.items():
        assert french.count("{}") == english.count("{}"), french


@pytest.mark.parametrize("game", GAMES)
def test_every_rule_that_needs_code_is_tied_to_some_and_no_other_is_named(game: Game) -> None:
    prefix = next(iter(game.ledger.rules)).split("-")[0]
    tied = {id for id in IMPLEMENTED if id.startswith(f"{prefix}-")}
    if not game.complete:  # rules of chapters that are not in its ledger yet may be named
        return
    assert tied <= set(game.ledger.rules)
    assert {rule.id for rule in game.ledger.rules.values() if rule.needs_code} <= tied
    named = {
        id for path in sources(game) for id in re.findall(rf"\b{prefix}-\d+\.\d+(?:\.\d+)?", path.read_text("utf-8"))
    }
    assert named <= set(game.ledger.rules)


@pytest.mark.parametrize("game", GAMES)
def test_players_can_read_every_rule_in_french(game: Game) -> None:
    assert all(rule.dit.strip() for rule in game.ledger.rules.values())


@pytest.mark.parametrize("game", GAMES)
def test_when_nobody_has_the_turn_a_test_is_the_first_thing_offered(game: Game) -> None:
    character = msgspec.to_builtins(game.creation.finish(game.creation.random(3)))
    assert game.gather is not None
    scene: Any = game.gather([character])
    kinds = [tag(action) for action in open_actions(game.legal(scene, character["id"]))]
    assert scene.turn() == () and kinds[0] == "tester", kinds[:5]
