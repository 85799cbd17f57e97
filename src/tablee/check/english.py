"""Nothing that an English player reads is left in French: catalogues, sheets, creation, a fight as it goes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from tablee.kernel.catalogue import articles
from tablee.kernel.english import ENGLISH
from tablee.kernel.event import Event
from tablee.kernel.oracle import Amount, Option, Question
from tablee.kernel.sheet import Sheet
from tablee.kernel.simulated import Simulated
from tablee.kernel.typography import as_typed
from tablee.kernel.voice import Voice
from tablee.kernel.widgets import Cards, Ladder, Rolls
from tablee.kernel.words import Words

from .alike import SAME
from .fault import Fault, check, fault
from .subject import Subject

ACTIONS = 12  # of a fight that is read in English
DRAFTS = 10
Pairs = Iterable[tuple[str, str]]  # what is read in French, and in English

WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
SHORT = re.compile(r"[A-Z]{1,4}")  # PV, RES: as the books write them
FRENCH = re.compile(
    r"\b(?:le|la|les|du|des|une|et|est|sont|avec|dans|sur|sans|qui|que|pas|au|aux|ou|où|il|elle|se|ses|leur)\b"
    r"|\b[dlnqs]'[^\W\d_]{2}|[àâçéèêëîïôùûœ]",
    re.IGNORECASE,
)


def alike(text: str) -> bool:
    """Whether a text is rightly the same in both languages: all its words are."""
    words = [word for word in WORD.findall(text) if not SHORT.fullmatch(word)]
    return all(word.casefold() in SAME for word in words)


def left_french(pairs: Pairs, names: Iterable[str] = (), meant: Iterable[str] = ()) -> set[str]:
    """Texts (French, English) that were not translated; people, and what is meant to be the same, keep their names."""
    kept = set(map(as_typed, (*names, *meant)))
    return {fr for fr, en in pairs if fr == en and as_typed(fr) not in kept and not alike(fr)}


def with_french_in_it(said: Iterable[str], names: Iterable[str] = ()) -> set[str]:
    """English sentences with French words in them; people, and what keeps its name, do not count."""
    kept = re.compile("|".join(map(re.escape, sorted({*names} - {""}, key=len, reverse=True))) or "$^", re.IGNORECASE)
    return {text for text in said if FRENCH.search(kept.sub("…", as_typed(text)))}


def kept(words: Words) -> list[str]:
    """What looks French and is the same in English because the game says so: a place, a coin, somebody's name."""
    return [text for text, said in words.en.items() if text == said and FRENCH.search(text)]


@check("english", "Tout se lit aussi en anglais", "All of it reads in English too")
def english(subject: Subject) -> Iterator[Fault]:
    """Catalogues, phrases, ready scenes, sheets and creation."""
    words = subject.game.words
    told, same = set[str](), kept(words)
    for pairs, names in _read(subject):
        there = list(pairs)
        for text in sorted(left_french(there, names, words.en.keys() | ENGLISH.keys()) - told):
            told.add(text)
            yield fault("left_french", subject.sources.said(text), text=text)
        for text in sorted(with_french_in_it((en for fr, en in there if fr not in told), [*names, *same]) - told):
            told.add(text)
            yield fault("french_in_english", subject.sources.said(text), text=text)


def _read(subject: Subject) -> Iterator[tuple[Pairs, Iterable[str]]]:
    """All that is written and read, part by part, with the names that are nobody's to translate."""
    game = subject.game
    if game.package:
        yield _articles(subject), ()
    yield _phrases(subject), ()
    for scenario in subject.scenarios.values():
        yield [(text, game.words.tr(text, "en")) for text in (scenario.title, scenario.note)], ()
    for scene in subject.ready.values():
        names = subject.names(scene)
        parts = [word for name in names.values() for word in WORD.findall(name.replace("-", " "))]  # « chez Borin »
        yield [(side, game.words.tr(side, "en")) for side in scene.sides()], [*names.values(), *parts]
        for who in names:
            yield lines(subject, game.sheet(scene, who), names), names.values()
    yield from _creation(subject)


def _articles(subject: Subject) -> Iterator[tuple[str, str]]:
    read = (articles(subject.game, "", lang) for lang in ("fr", "en"))
    for french, english in zip(*read, strict=True):
        yield french.kind, english.kind
        yield french.name, english.name
        for f, e in zip(french.facts, english.facts, strict=True):
            yield f.label, e.label
            yield from zip(f.texts, e.texts, strict=True)


def _phrases(subject: Subject) -> Iterator[tuple[str, str]]:
    """English phrases, their places left out; whether they differ from the French is for other checks."""
    words = subject.game.words
    tables = (words.event, words.question, words.action, words.field, words.look, words.switch, words.catalogue)
    phrases = [phrase.en for table in (*tables, words.fact, words.state) for phrase in table.values()]
    for text in (*phrases, *words.en.values()):
        yield "", re.sub(r"{\w*}", "…", text)


def _creation(subject: Subject) -> Iterator[tuple[Pairs, Iterable[str]]]:
    """Every step, field and choice as written and as asked for after other choices; sheets of random characters."""
    game, creation, said = subject.game, subject.game.creation, set[str]()
    for seed in range(DRAFTS):
        draft = creation.random(seed)
        said |= {budget.label for budget in creation.budgets(draft)}
        for step in creation.steps:
            said.add(step.title)
            for field in (each for f in step.fields for each in (f, creation.asked(draft, f))):
                said |= {field.label, field.help, *(label for _, label in field.keys), *field.groups.values()}
                said |= {text for c in field.columns for text in (c.label, *(label for _, label in c.keys))}
        preview = creation.preview(draft)
        if preview is not None:
            yield lines(subject, preview, {}), [preview.name]
    yield [(text, game.words.tr(text, "en")) for text in sorted(said)], ()


def around(sheet: Sheet) -> Iterator[str]:
    """What a sheet says besides its lines; a motto is in somebody's own words."""
    yield from sheet.phrase.split(" · ")
    yield sheet.badge
    for section in sheet.sections:
        match section.plan:
            case Ladder(rungs=rungs):
                yield from (text for rung in rungs for text in (rung.label, rung.note))
            case Cards(cards=cards):
                yield from (card.kind for card in cards)
            case Rolls(choices=choices):
                yield from (text for _, label in choices for text in label.split(" · ")[:1])


def lines(subject: Subject, sheet: Sheet, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """All that a sheet says, in both languages."""
    known = {who: (who, name) for who, name in names.items()}
    french, english = (Voice(subject.game, lang, known).sheet(sheet) for lang in ("fr", "en"))
    yield from zip(*(list(around(told)) for told in (french, english)), strict=True)
    for f, e in zip(french.sections, english.sections, strict=True):
        yield f.title, e.title
        for line, told in zip(f.lines, e.lines, strict=True):
            yield line.label, told.label
            for key in ("note", "text"):
                yield getattr(line, key, ""), getattr(told, key, "")
            yield from _terms(line, told)
            for cell, other in zip(getattr(line, "cells", ()), getattr(told, "cells", ()), strict=True):
                yield cell.label, other.label
                yield from _terms(cell, other)


def _terms(line: Any, told: Any) -> Iterator[tuple[str, str]]:
    for term, said in zip(getattr(line, "terms", ()), getattr(told, "terms", ()), strict=True):
        yield term[0], said[0]


@check("english_fights", "Un combat se raconte en anglais", "A fight is told in English")
def fights(subject: Subject) -> Iterator[Fault]:
    for seed, (name, scene) in enumerate(subject.begun.items()):
        names = [*subject.names(scene).values(), *kept(subject.game.words)]
        for text in sorted(with_french_in_it(set(_told(subject, scene, seed)), names)):
            yield fault("french_in_fight", "", text=text, scene=name)


def _told(subject: Subject, scene: Any, seed: int) -> Iterator[str]:
    """All that somebody reads in English while a fight begins: buttons, reasons, questions, events."""
    game = subject.game
    tactic, asked, heard = game.tactic(), list[Question](), list[Event]()

    def answer(question: Question) -> Option:
        asked.append(question)
        return tactic.answer(question)

    oracle = Simulated(seed, answer, heard)
    for _ in range(ACTIONS):
        if not (turn := scene.turn()):
            return
        voice = Voice(game, "en", scene=scene)
        legal = [*game.legal(scene, turn[0])]
        yield from (voice.closed(why) for _, why in legal if why is not None)
        yield from (voice.action(action) for action, why in legal if why is None)
        scene = tactic.act(scene, turn[0]).after(scene, oracle)
        yield from _said(Voice(game, "en", scene=scene), heard, asked)
        asked.clear()
        heard.clear()


def _said(voice: Voice, heard: list[Event], asked: list[Question]) -> Iterator[str]:
    for event in heard:
        yield voice.event(event)
        yield from (voice.tr(label) for label, _, _ in event.terms)
    for question in asked:
        yield voice.question(question)
        options = question.options
        yield from [voice.tr(options.label)] if isinstance(options, Amount) else map(voice.option, options)
