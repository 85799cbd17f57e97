"""What is told: every fact is what the words say it is, and every sum opens its own terms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.sentence import Sum, slots
from tablee.kernel.tally import Terms, total
from tablee.kernel.voice import Voice, figure
from tablee.kernel.words import LANGUAGES, RESERVED, Place

from .fault import Fault, check, fault
from .heard import Heard
from .subject import Subject

NOBODY = "personne"


@check(
    "kinds", "Chaque fait raconté est de l’espèce que disent les mots", "Every fact told is of the kind the words say"
)
def kinds(subject: Subject) -> Iterator[Fault]:
    """Facts, as phrases tell them and as fights bring them, have a kind and are of it."""
    words, wrong = subject.game.words, dict[str, Fault]()
    for key, phrase in (words.event | words.question).items():
        for fact in (slots(phrase.fr) | slots(phrase.en)) - RESERVED.keys():
            if fact not in words.kind and f"{key}.{fact}" not in words.kind:
                wrong[f"{key}.{fact}"] = fault("no_kind", _phrase(subject, key), key=key, fact=fact)
        for text in (phrase.fr, phrase.en):
            opens = [kind for fact in slots(text) if (kind := words.kind_of(key, fact)).startswith("sum")]
            if len(set(opens)) != len(opens):
                wrong[text] = fault("same_sum", _phrase(subject, key), key=key, text=text)
    for heard in subject.heard:
        for key, terms, facts in told(heard):
            for fact, value in facts.items():
                if f"{key}.{fact}" in wrong:
                    continue
                kind = words.kind_of(key, fact)
                if fact not in words.kind and f"{key}.{fact}" not in words.kind:
                    wrong[f"{key}.{fact}"] = fault("no_kind", subject.sources.said(key), key=key, fact=fact)
                elif not fits(kind, fact, facts, terms, heard):
                    shown = {"key": key, "fact": fact, "kind": kind, "value": repr(value)}
                    wrong[f"{key}.{fact}"] = fault("other_kind", subject.sources.said(key), **shown)
    yield from wrong.values()
    yield from _needless(subject)


def _phrase(subject: Subject, key: str) -> str:
    return subject.phrase("event" if key in subject.game.words.event else "question", key)


def _needless(subject: Subject) -> Iterator[Fault]:
    """A kind of one event is of an event there is, and another than the fact has elsewhere."""
    words = subject.game.words
    for fact, kind in words.kind.items():
        key, _, name = fact.rpartition(".")
        of = kind.partition(":")[2]
        unknown = bool(key) and key not in words.event and key not in words.question
        if unknown or (key and words.kind.get(name) == kind) or (of and words.kind.get(of) != "terms"):
            yield fault("needless_kind", subject.sources.key("kind", fact), fact=fact, kind=kind)


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
            return all(isinstance(each, str) and side in sides for each in row(value) for side in str(each).split(", "))
        case "sum":
            behind = facts.get(name, ()) if name else terms
            shown = int(value) if isinstance(value, str) and value.lstrip("+-").isdigit() else value  # « +4 », « -0 »
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


@check("sums", "Chaque somme racontée s’ouvre sur ses propres termes", "Every sum told opens into its own terms")
def sums(subject: Subject) -> Iterator[Fault]:
    """In both languages every sum stands at its place once; no phrase is said by its key alone, or raises."""
    wrong = dict[str, Fault]()
    for lang in LANGUAGES:
        for heard in subject.heard:
            voice = Voice(subject.game, lang, scene=heard.after)
            for event in heard.events:
                if event.what not in wrong and not said_right(subject.game, voice, event, lang):
                    text = voice.event(event)
                    wrong[event.what] = fault("wrong_sum", _phrase(subject, event.what), key=event.what, text=text)
    yield from wrong.values()


def said_right(game: Game, voice: Voice, event: Event, lang: str) -> bool:
    """Whether every sum of an event is opened where its phrase tells it, and the others lie behind it."""
    said = voice.told(event)
    opened = [piece for piece in said.pieces if isinstance(piece, Sum)]
    own, there = dict(voice.sums(event)), places(game, event, lang)
    return (
        all(figure(piece.text) == total(piece.terms) for piece in opened)
        and Counter(piece.terms for piece in opened) == Counter(own[fact] for fact in there)
        and Counter(said.sums) == Counter(terms for fact, terms in own.items() if fact not in there)
    )


def places(game: Game, event: Event, lang: str) -> set[str]:
    """The sums a phrase has a place for and the event has terms for, by the fact they are in; its own without one."""
    facts, found = dict(event.facts), set[str]()
    for part in game.words.parts(event.what, lang, game.words.case(event)):
        if isinstance(part, Place) and part.kind == "terms" and facts.get(part.fact):
            found.add(part.fact)
        elif isinstance(part, Place) and part.kind == "sum" and (facts.get(part.of) if part.of else event.terms):
            found.add(part.of)
    return found
