"""Words: everything that is shown has a phrase in both languages, and the phrases fit what they are said of."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterable, Iterator
from string import Formatter
from typing import Any

import msgspec

from tablee.kernel.action import literals, tag
from tablee.kernel.content import parse, texts
from tablee.kernel.english import ENGLISH
from tablee.kernel.sentence import slots
from tablee.kernel.words import INTENTS, LANGUAGES, Phrase, Words

from .fault import Fault, check, fault
from .patterns import Pattern, assigned, patterns
from .subject import Subject

WORDY = re.compile(r"\w|[«»:;]")
FOLDER = "content/words"


def told(phrase: Phrase | None) -> bool:
    """Whether a phrase says something in both languages."""
    return phrase is not None and all(phrase.say(lang).strip() for lang in LANGUAGES)


@check(
    "labels",
    "Actions, paramètres, points de vue et options ont un nom",
    "Actions, parameters, looks, switches are named",
)
def labels(subject: Subject) -> Iterator[Fault]:
    """Every action, every parameter of it, what it may be, every look and every switch has words."""
    words, sources = subject.game.words, subject.sources
    for kind in subject.game.actions:
        do, here = tag(kind), sources.thing(kind)
        keys = [key for key in words.action if key == do or key.startswith(f"{do}.")]
        if not keys:
            yield fault("no_action_words", here, do=do, action=kind.__name__)
        yield from (
            fault("one_language", subject.phrase("action", key), key=f"action.{key}")
            for key in keys
            if not told(words.action[key])
        )
        for field in msgspec.structs.fields(kind):
            if not told(words.parameter(do, field.name)):
                yield fault("no_field_words", here, do=do, field=field.name)
            offered = kind.offers.get(field.name, {})
            for value in filter(lambda value: isinstance(value, str) and value, literals(field.type)):
                name = offered.get(value, words.tr(value, "fr"))
                if words.tr(name, "en") == name == value and value not in words.en and not value.isupper():
                    yield fault("no_value_words", here, do=do, field=field.name, value=value)
        for look in kind.looks:
            if not told(words.look.get(look)):
                yield fault("no_look_words", here, do=do, look=look)
    for switch in subject.game.switches:
        if not told(words.switch.get(switch.id)):
            yield fault("no_switch_words", sources.said(switch.id), switch=switch.id)


@check("phrases", "Événements et questions ont leurs phrases", "Events and questions have their phrases")
def phrases(subject: Subject) -> Iterator[Fault]:
    """Events and questions, as they stand in the code and as they come in fights, have phrases that agree."""
    words, sources = subject.game.words, subject.sources
    events = called(subject, "Event", 0) | {e.what: sources.said(e.what) for h in subject.heard for e in h.events}
    questions = called(subject, "Question", 1) | {q.key: sources.said(q.key) for h in subject.heard for q in h.asked}
    for part, found in (("event", events), ("question", questions)):
        for key, where in sorted(found.items()):
            if not told(getattr(words, part).get(key)):
                yield fault(f"no_{part}_words", where, key=key)
    for part in ("event", "question", "action"):
        for key, phrase in getattr(words, part).items():
            if set(slots(phrase.fr)) != set(slots(phrase.en)):
                yield fault("other_slots", subject.phrase(part, key), key=f"{part}.{key}", fr=phrase.fr, en=phrase.en)


def called(subject: Subject, name: str, position: int) -> dict[str, str]:
    """The texts given at one position to every call of this name in the game's code, each with where."""
    found = dict[str, str]()
    for path in subject.sources.code:
        for node in ast.walk(ast.parse(subject.sources.text(path))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == name:
                given = node.args[position] if len(node.args) > position else None
                if isinstance(given, ast.Constant) and isinstance(given.value, str):
                    found.setdefault(given.value, subject.sources.at(path, node.lineno))
    return found


@check("reasons", "Refus et raisons se disent dans les deux langues", "Refusals and reasons are said in both languages")
def reasons(subject: Subject) -> Iterator[Fault]:
    """Every pattern of the code has English with the same places, and names nobody before the reader is known."""
    sources, english = subject.sources, {**ENGLISH, **subject.game.words.en}
    found = list(patterns(sources.base, sources.code))
    for pattern in found:
        for text in without_english(pattern, english):
            yield fault("no_reason_words", pattern.where, text=text)
        for written in finished(pattern):
            yield fault("finished_name", pattern.where, code=written)
    for french, said in subject.game.words.en.items():
        if places(french) != places(said):
            yield fault("other_slots", sources.key("en", french), key=f"en.{french}", fr=french, en=said)


def places(text: str) -> list[str]:
    """The slots of a pattern in their order, with how a figure is written in each."""
    try:
        return [f"{name}:{form}" for _, name, form, _ in Formatter().parse(text) if name is not None]
    except ValueError:  # a brace that opens nothing
        return []


def without_english(pattern: Pattern, english: dict[str, str]) -> Iterator[str]:
    """The texts of a pattern with words in them that have no English, or one with other slots."""
    for text in pattern.texts:
        wordy = WORDY.search(re.sub(r"{[^}]*}", "", text))
        if wordy and (text not in english or places(english[text]) != places(text)):
            yield text


def people(function: ast.AST) -> set[str]:
    """The names of a function that stand for somebody: by where they come from, or by their type."""
    typed = {
        arg.arg
        for node in ast.walk(function)
        if isinstance(node, ast.arguments)
        for arg in node.args
        if arg.annotation is not None and ast.unparse(arg.annotation).split(" ")[0] in PEOPLE
    }
    values = {name for name, found in assigned(function).items() if any(map(_somebody, found))}
    loops = {
        each.id
        for node in ast.walk(function)
        if isinstance(node, ast.For | ast.comprehension) and "scene.people" in ast.unparse(node.iter)
        for each in ast.walk(node.target)
        if isinstance(each, ast.Name) and "people.values()" in ast.unparse(node.iter)
    }
    return typed | values | loops


PEOPLE = ("Personnage", "Unite", "Person")


def _somebody(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript) and ast.unparse(value.value) in ("scene", "scene.people")


def finished(pattern: Pattern) -> Iterator[str]:
    """What in the facts of a pattern is a name or a sentence put together too early."""
    somebody = people(pattern.function)
    for node in pattern.facts:
        match node:
            case ast.JoinedStr(values=parts) if any(isinstance(p, ast.Constant) and " " in str(p.value) for p in parts):
                yield ast.unparse(node)
            case ast.Attribute(attr="name" | "nom", value=value) if ast.unparse(value) in somebody or _somebody(value):
                yield ast.unparse(node)
            case ast.Call(func=ast.Attribute(attr="name")):
                yield ast.unparse(node)


@check("files", "Les fichiers de mots ne se contredisent pas", "Files of words do not contradict each other")
def files(subject: Subject) -> Iterator[Fault]:
    """Files are put together: of two phrases for one thing only the last would be said."""
    game = subject.game
    if not (subject.sources.root / FOLDER).is_dir():
        return
    found: dict[tuple[str, str], Any] = {}
    parts = ("event", "question", "action", *(("field", "look") if game.chapters else ()), "kind", "en")
    for name, text in texts(game.package, FOLDER).items():
        words, plain = parse(text, Words, f"{name}.toml"), tomllib.loads(text)
        for part in parts:
            for key in plain.get(part, {}):
                phrase = getattr(words, part)[key]
                if found.setdefault((part, key), phrase) != phrase:
                    yield fault("said_twice", subject.phrase(part, key), key=f"{part}.{key}", file=f"{name}.toml")


@check("intents", "Chaque action se range sous une intention", "Every action stands under an intent")
def intents(subject: Subject) -> Iterator[Fault]:
    """What one wants by each action is said, once, of actions there are."""
    words, do = subject.game.words, [tag(kind) for kind in subject.game.actions]
    for kind in subject.game.actions:
        if not kind.master and tag(kind) not in words.wanted:
            yield fault("no_intent", subject.sources.thing(kind), do=tag(kind), known=", ".join(INTENTS))
    listed = [each for intent in words.intents.values() for each in intent.of]
    for each in sorted({each for each in listed if listed.count(each) > 1}):
        yield fault("intent_twice", subject.sources.said(each), do=each)
    for each in sorted({*listed} - {*do, *words.action}):
        yield fault("intent_of_nothing", subject.sources.said(each), do=each)
    for id, intent in words.intents.items():
        if not (intent.fr and intent.en and intent.order):
            yield fault("intent_unnamed", subject.phrase("intent", id), intent=id)
    for kind in subject.game.actions:
        yield from _agreement(subject, kind)


def _agreement(subject: Subject, kind: Any) -> Iterable[Fault]:
    """What the game master agrees by is a parameter that is off until it is given."""
    if kind.agreement:
        field = next((f for f in msgspec.structs.fields(kind) if f.name == kind.agreement), None)
        if field is None or field.default is not False or kind.asks:
            yield fault("agreement", subject.sources.thing(kind), do=tag(kind), field=kind.agreement)
