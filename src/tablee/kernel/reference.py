"""A reference of any game, made from its code: every action, question and event as an article of the compendium.

`articles` are for the compendium and the terminal, in the reader's language; `page` is a document in English, with the
game's French terms beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from string import Formatter
from typing import Any

import msgspec
from msgspec import inspect

from . import catalogue
from .action import Action, literals, tag
from .catalogue import Article, Fact
from .game import Game
from .refs import one_named
from .sentence import YES_NO, slots
from .spoken import Refusal, Spoken, spoken
from .uses import reached, uses
from .voice import defaults
from .words import LANGUAGES, MASTER, OTHER, Phrase

NEAR = 2  # calls from an action to the rules that are told of it
FAR = 4  # calls from what closes an action, or from what it does, to what is said there
FEW = 16  # of one kind that are told
WHOLE = ("fields", "looks", "answers", "facts")  # of which all are told
CHOICES = 40  # of a parameter

SAID = {  # what stands on the page itself
    "action": Phrase("Action", "Action"),
    "question": Phrase("Question", "Question"),
    "event": Phrase("Événement", "Event"),
    "do": Phrase("S’écrit", "Written"),
    "intent": Phrase("On veut", "One wants"),
    "who": Phrase("À qui", "Whose"),
    "master": Phrase("au maître du jeu", "the game master’s"),
    "asks": Phrase("à demander au maître du jeu", "asked of the game master"),
    "any": Phrase("à qui agit", "whoever acts"),
    "fields": Phrase("Paramètres", "Parameters"),
    "looks": Phrase("Regards", "Looks"),
    "closes": Phrase("Ce qui la ferme", "What closes it"),
    "asked": Phrase("Questions posées", "Questions asked"),
    "told": Phrase("Ce qui est raconté", "What is told"),
    "rules": Phrase("Règles", "Rules"),
    "says": Phrase("Se dit", "Said as"),
    "answers": Phrase("Réponses", "Answers"),
    "facts": Phrase("Faits", "Facts"),
    "weight": Phrase("Poids", "Weight"),
    "amount": Phrase("un nombre", "a number"),
    "needed": Phrase("à donner", "required"),
    "or": Phrase("sinon {}", "else {}"),
    "nothing": Phrase("rien", "nothing"),
    "someone": Phrase("quelqu’un", "somebody"),
    "yes_no": Phrase("oui ou non", "yes or no"),
    "number": Phrase("un nombre", "a number"),
    "text": Phrase("un texte", "a text"),
    "list": Phrase("une liste", "a list"),
    "table": Phrase("une table", "a table"),
    "more": Phrase("et {} autres", "and {} more"),
}
WEIGHTS = {
    "fatal": Phrase("mort", "fatal"),
    "critical": Phrase("critique", "critical"),
    "major": Phrase("majeur", "major"),
    "wound": Phrase("blessure", "wound"),
    "miss": Phrase("échec", "miss"),
    "minor": Phrase("mineur", "minor"),
}
KINDS = {
    "who": Phrase("quelqu’un", "somebody"),
    "side": Phrase("un camp", "a side"),
    "sum": Phrase("une somme qui s’ouvre", "a sum that opens"),
    "terms": Phrase("une somme", "a sum"),
    "label": Phrase("un nom", "a name"),
    "number": Phrase("un nombre", "a number"),
    "yes": Phrase("oui ou non", "yes or no"),
    "cell": Phrase("une case", "a cell"),
    "typed": Phrase("un texte", "a text"),
    "dice": Phrase("des dés", "dice"),
    "place": Phrase("un endroit", "a place"),
    "value": Phrase("une valeur", "a value"),
    "growth": Phrase("ce qui grandit", "what has grown"),
    "deed": Phrase("une action", "an action"),
}


def articles(game: Game, lang: str) -> tuple[Article, ...]:
    """Every action, question and event of a game, in this language."""
    return _articles(game.package, lang, _Reference(game, lang))


def article(game: Game, name: str, lang: str) -> Article | None:
    """The action of this name, else the question or event."""
    return next((each for each in articles(game, lang) if each.id == name), None)


@cache
def _articles(package: str, lang: str, of: _Reference) -> tuple[Article, ...]:
    return tuple(of.all())


def title(game: Game, kind: type[Action], lang: str) -> str:
    """What an action is called, whoever and whatever it is about."""
    do, words = tag(kind), game.words
    phrases = (phrase for key, phrase in words.action.items() if key == do or key.startswith(f"{do}."))
    said = (next(phrases, None) or words.deed(do) or Phrase(do, do)).say(lang)
    parts = [(text, name) for text, name, _, _ in Formatter().parse(said)]
    first = words.field.get(parts[0][1] or "") if not parts[0][0] else None  # it begins with what it is about
    told = "".join(text + ("…" if name is not None else "") for text, name in parts)
    if first is not None:
        label = first.say(lang)
        told = label[:1].upper() + label[1:] + told.removeprefix("…")
    return re.sub(r"(\s?: *…)+$", "", told)


class _Reference:
    """One game in one language; two of the same are the same."""

    def __init__(self, game: Game, lang: str) -> None:
        self.game, self.lang, self.words = game, lang, game.words

    def __hash__(self) -> int:
        return hash((self.game.package, self.lang))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Reference) and (self.game.package, self.lang) == (other.game.package, other.lang)

    def all(self) -> Iterator[Article]:
        there = spoken(self.game.package)
        for kind in self.game.kinds:
            yield self.action(kind, there)
        for key in sorted({*self.words.question, *there.questions}):
            yield self.question(key, there)
        for what in sorted({*self.words.event, *there.events}):
            yield self.event(what, there)

    def say(self, key: str, *given: object) -> str:
        return SAID[key].say(self.lang).format(*given)

    def fact(self, key: str, texts: Iterator[str] | tuple[str, ...] | list[str]) -> Iterator[Fact]:
        """What is said under one label, where anything is."""
        found = tuple(dict.fromkeys(texts))
        if found:
            few = len(found) if key in WHOLE else FEW
            more = (self.say("more", len(found) - few),) if len(found) > few else ()
            yield Fact(key, self.say(key), (*found[:few], *more))

    # ------------------------------------------------------------ actions

    def action(self, kind: type[Action], there: Spoken) -> Article:
        do = tag(kind)
        closes, does = (reached(self.game, kind, method, FAR) for method in ("closed", "resolve"))
        near = [
            rule for calls, rule in sorted((n, id) for id, n in uses(self.game).get(do, {}).items()) if calls <= NEAR
        ]
        facts = (
            *self.fact("do", (do,)),
            *self.fact("intent", (self.words.intents[self.intent(kind)].say(self.lang),)),
            *self.fact("who", (self.say("master" if kind.master else "asks" if kind.asks else "any"),)),
            *self.fact("fields", self.parameters(kind)),
            *self.fact("looks", (self.look(name) for name in kind.looks)),
            *self.fact("closes", (self.refusal(there.refusals[text]) for text in closes if text in there.refusals)),
            *self.fact("asked", (self.asking(key) for key in does if key in there.questions)),
            *self.fact("told", (self.telling(what) for what in does if what in there.events)),
            *self.fact("rules", (self.rule(id) for id in near)),
        )
        return Article("action", self.say("action"), do, title(self.game, kind, self.lang), facts)

    def intent(self, kind: type[Action]) -> str:
        return MASTER if kind.master else self.words.wanted.get(tag(kind), OTHER)

    def parameters(self, kind: type[Action]) -> Iterator[str]:
        types = {field.name: field.type for field in msgspec.structs.fields(kind)}
        people = set(one_named(kind))
        for name, default in defaults(kind):
            if name == "actor":
                continue
            phrase = self.words.parameter(tag(kind), name)
            called = phrase.say(self.lang) if phrase is not None else self.words.tr(name, self.lang)
            what = self.say("someone") if name in people else self.values(kind, name, types[name])
            yield f"{name} ({called}) : {what}, {self.otherwise(default)}".replace(
                " : ", ": " if self.lang == "en" else " : "
            )

    def values(self, kind: type[Action], name: str, type: Any) -> str:
        """What a parameter may be."""
        offers = kind.offers.get(name, {})
        there = [str(each) for each in literals(type)] or list(offers)
        if there:
            shown = [f"{id} ({self.words.tr(offers[id], self.lang)})" if offers.get(id) else id for id in there if id]
            more = [self.say("more", len(shown) - CHOICES)] if len(shown) > CHOICES else []
            return ", ".join(shown[:CHOICES] + more)
        return self.say(_kind(inspect.type_info(type)))

    def otherwise(self, default: Any) -> str:
        if default is msgspec.NODEFAULT:
            return self.say("needed")
        plain = msgspec.to_builtins(default, str_keys=True)
        if isinstance(plain, bool):
            return self.say("or", YES_NO[self.lang][not plain])
        if not plain and plain != 0:
            return self.say("or", self.say("nothing"))
        return self.say("or", plain if isinstance(plain, str | int | float) else msgspec.json.encode(plain).decode())

    def look(self, name: str) -> str:
        phrase = self.words.look.get(name)
        return f"{name} ({phrase.say(self.lang)})" if phrase is not None else name

    def refusal(self, refusal: Refusal) -> str:
        said = _open(self.words.tr(refusal.text, self.lang))
        return f"{said} ({refusal.rule})" if refusal.rule else said

    def rule(self, id: str) -> str:
        return f"{id} {self.game.ledger.rules[id].title}"

    # ------------------------------------------------------------ questions and events

    def asking(self, key: str) -> str:
        phrase = self.words.question.get(key)
        return f"{key} : {_open(phrase.say(self.lang))}" if phrase is not None else key

    def telling(self, what: str) -> str:
        phrase = self.words.event.get(what)
        return f"{what} : {_open(phrase.say(self.lang))}" if phrase is not None else what

    def question(self, key: str, there: Spoken) -> Article:
        phrase, asked = self.words.question.get(key), there.questions.get(key)
        answers = [f"{id} ({_open(self.words.tr(label, self.lang))})" for id, label in (asked.answers if asked else ())]
        facts = (
            *self.fact("says", (phrase.say(self.lang),) if phrase is not None else ()),
            *self.fact("answers", [*answers, *([self.say("amount")] if asked and asked.amount else [])]),
            *self.fact("facts", self.facts(key, phrase, ())),
            *self.fact("rules", (self.rule(asked.rule),) if asked and asked.rule in self.game.ledger.rules else ()),
        )
        return Article("question", self.say("question"), key, key, facts)

    def event(self, what: str, there: Spoken) -> Article:
        told = self.words.event.get(what)
        weights = [WEIGHTS[each].say(self.lang) for each in (told.weight,) if each] if told is not None else []
        more = [f"{when} : {WEIGHTS[each].say(self.lang)}" for when, each in (told.weights if told else {}).items()]
        facts = (
            *self.fact("says", (told.say(self.lang),) if told is not None else ()),
            *self.fact("facts", self.facts(what, told, there.events.get(what, ()))),
            *self.fact("weight", [*weights, *more]),
        )
        return Article("event", self.say("event"), what, what, facts)

    def facts(self, key: str, phrase: Phrase | None, more: tuple[str, ...]) -> Iterator[str]:
        for name in dict.fromkeys((*(sorted(slots(phrase.fr)) if phrase is not None else ()), *more)):
            kind = "who" if name in ("who", "target") else self.words.kind_of(key, name).partition(":")[0]
            yield f"{name} ({KINDS[kind].say(self.lang)})"


def _kind(type: inspect.Type) -> str:
    match type:
        case inspect.BoolType():
            return "yes_no"
        case inspect.IntType() | inspect.FloatType():
            return "number"
        case inspect.StrType():
            return "text"
        case inspect.VarTupleType() | inspect.ListType() | inspect.TupleType() | inspect.SetType():
            return "list"
        case inspect.UnionType():
            return _kind(next(each for each in type.types if not isinstance(each, inspect.NoneType)))
    return "table"


def _open(pattern: str) -> str:
    """A pattern with its places left open."""
    return re.sub(r"\{[^{}]*\}", "…", pattern)


# ---------------------------------------------------------------- the document

HEADINGS = {"action": "Actions", "question": "Questions", "event": "Events"}


def page(game: Game) -> str:
    """The reference of a game as a document in English, its French names beside it."""
    out = [
        f"# {game.title}: reference",
        "",
        f"Made from the code of `{game.id}` by `make reference`; whoever changes the game writes it again. "
        "Names players read are in French, then in English. How actions, questions and events work: "
        "[concepts](../concepts.md).",
    ]
    french = {(each.catalogue, each.id): each.name for each in articles(game, "fr")}
    there = articles(game, "en")
    for kind, heading in HEADINGS.items():
        out += ["", f"## {heading}"]
        for each in (each for each in there if each.catalogue == kind):
            out += ["", *_entry(each, french[each.catalogue, each.id])]
    out += ["", "## Catalogues", *_catalogues(game)]
    return "\n".join(out) + "\n"


def _entry(article: Article, french: str) -> Iterator[str]:
    yield f"### {article.id}" if french == article.id else f"### {article.id}: {_plain(french)}"
    if article.name not in (article.id, french):
        yield from ("", f"*{_plain(article.name)}*")
    yield ""
    for fact in article.facts:
        if fact.key == "do":
            continue
        if len(fact.texts) == 1:
            yield f"- **{fact.label}**: {_plain(fact.texts[0])}"
        else:
            yield f"- **{fact.label}**"
            yield from (f"    - {_plain(text)}" for text in fact.texts)


def _catalogues(game: Game) -> Iterator[str]:
    """Of each catalogue, what its things are called and by which ids."""
    kinds: dict[str, list[catalogue.Thing]] = {}
    for thing in catalogue.things(game):
        kinds.setdefault(thing.catalogue, []).append(thing)
    for kind, things in kinds.items():
        french, english = (catalogue.kind_of(game, kind, lang) for lang in LANGUAGES)
        yield from ("", f"### {kind}: {_plain(french)} ({_plain(english)})", "")
        yield ", ".join(f"`{thing.id}` {_plain(thing.name)}" if thing.id else _plain(thing.name) for thing in things)


def _plain(text: str) -> str:
    """A text that means nothing to a reader of Markdown."""
    return re.sub(r"([\\`*_\[\]<>#|])", r"\\\1", " ".join(text.split()))
