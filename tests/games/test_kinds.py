"""What every fact of every event and question is: declared once for a game, by its name, and true wherever told."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from heard import Heard, all_heard

from tablee.kernel.content import texts
from tablee.kernel.game import Game, games
from tablee.kernel.sentence import slots
from tablee.kernel.tally import Terms, total

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
NOBODY = "personne"


def told(heard: Heard) -> Iterator[tuple[str, Terms, dict[str, Any]]]:
    """Everything with facts: its key, its sum and the facts."""
    yield from ((event.what, event.terms, dict(event.facts)) for event in heard.events)
    yield from ((question.key, (), dict(question.shown)) for question in heard.asked)


def is_terms(value: Any) -> bool:
    return isinstance(value, tuple) and all(
        isinstance(each, tuple) and list(map(type, each)) == [str, int, str] for each in value
    )


def row(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)


def is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def is_somebody(value: Any, people: Iterable[str]) -> bool:
    if isinstance(value, tuple) and len(value) == 2 and is_figure(value[1]):
        return is_somebody(value[0], people)
    return value in ("", NOBODY) or value in people


def fits(kind: str, fact: str, facts: dict[str, Any], terms: Terms, heard: Heard) -> bool:
    """Whether a fact is what it is said to be."""
    value, (kind, _, name) = facts[fact], kind.partition(":")
    match kind:
        case "who":
            return all(is_somebody(each, heard.people) for each in row(value))
        case "side":
            sides = {NOBODY, *heard.before.sides(), *heard.after.sides()}
            return all(side in sides for each in row(value) for side in each.split(", "))
        case "sum":
            behind = facts[name] if name else terms
            shown = int(value) if isinstance(value, str) else value  # « +4 », « -0 »
            return is_figure(shown) and (not behind or shown == total(behind))
        case "terms":
            return is_terms(value)
        case "number":
            return value is None or all(map(is_figure, row(value)))
        case "yes":
            return isinstance(value, bool)
        case "cell":
            return fact in ("x", "y") and all(is_figure(facts.get(each)) for each in "xy")
        case "typed":
            return isinstance(value, str)
        case "growth":
            return all(isinstance(label, str) and all(map(is_figure, figures)) for label, *figures in value)
        case "label":
            return all(isinstance(each, str) or is_figure(each) for each in row(value))
    return False


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_has_a_kind_and_is_of_it(game: Game) -> None:
    wrong = dict[str, Any]()
    for heard in all_heard(game.id):
        for key, terms, facts in told(heard):
            for fact, value in facts.items():
                if fact not in game.words.kind and f"{key}.{fact}" not in game.words.kind:
                    wrong[f"{key}.{fact}"] = f"no kind: {value!r}"
                elif not fits(game.words.kind_of(key, fact), fact, facts, terms, heard):
                    wrong[f"{key}.{fact}"] = f"no {game.words.kind_of(key, fact)}: {value!r}, {terms}"
    assert not wrong


@pytest.mark.parametrize("game", GAMES)
def test_every_fact_a_phrase_tells_has_a_kind(game: Game) -> None:
    words = game.words
    for key, phrase in (words.event | words.question).items():
        for fact in slots(phrase.fr) | slots(phrase.en) - {"who", "target"}:
            assert fact in {"who", "target"} | words.kind.keys() or f"{key}.{fact}" in words.kind, f"{key}.{fact}"


@pytest.mark.parametrize("game", GAMES)
def test_kinds_are_of_facts_and_events_that_there_are(game: Game) -> None:
    """A kind of one event is another than the fact has elsewhere, and the files do not contradict each other."""
    words, found = game.words, dict[str, str]()
    for text in texts(f"tablee.games.{game.id}", "content/words").values():
        for fact, kind in tomllib.loads(text).get("kind", {}).items():
            assert found.setdefault(fact, kind) == kind, fact
    for fact, kind in found.items():
        key, _, name = fact.rpartition(".")
        assert not key or key in words.event or key in words.question, fact
        assert not key or words.kind.get(name) != kind, fact
        assert ":" not in kind or words.kind.get(kind.partition(":")[2]) == "terms", fact


@pytest.mark.parametrize("game", GAMES)
def test_no_two_facts_of_a_phrase_open_the_same_sum(game: Game) -> None:
    words = game.words
    for key, phrase in (words.event | words.question).items():
        for text in (phrase.fr, phrase.en):
            opens = [kind for fact in slots(text) if (kind := words.kind_of(key, fact)).startswith("sum")]
            assert len(set(opens)) == len(opens), f"{key}: {text}"
