"""All that anybody reads is set as books set it: ’ and −, and no line that begins with a colon. Everything that can be
said is walked through, in both languages: phrases, labels, rules, catalogues, sheets, creation, fights, refusals."""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from heard import all_heard
from tablee.cli import main
from tablee.cli import texts as of_the_command
from tablee.kernel import catalogue
from tablee.kernel.about import listing
from tablee.kernel.english import ENGLISH
from tablee.kernel.game import Game, games
from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.kernel.voice import Voice
from tablee.kernel.words import INTENTS, LANGUAGES, Words
from tablee.table import texts as of_the_table
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Member, PlayOf, StateOf, Told
from tablee.table.visibility import Eyes
from tablee.web import texts as of_the_server
from tablee.web.compendium import cast, game_info, rule_info

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
FAULT = re.compile(
    r"[^\W\d_]'[^\W\d_]"  # an apostrophe as it is typed
    r"|(?<![\w.)\]}-])-[\d{]|\dd\d+-\d"  # a hyphen for a minus
    r"| [:;!?»]|« "  # a space at which a line may break
)
MENUS = 12  # moments of the fights of each game at which all is read that is on the page


def faults(said: Iterable[str]) -> set[str]:
    return {text for text in said if FAULT.search(text)}


def strings(thing: Any) -> Iterator[str]:
    """Every text of what is sent, as plain data; keys are ids, and an action is told by its text."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, dict):
        for key, each in thing.items():
            yield from strings(each) if key != "action" else ()
    elif isinstance(thing, list | tuple):
        for each in thing:
            yield from strings(each)


def sent(thing: Any) -> Iterator[str]:
    return strings(msgspec.to_builtins(thing))


# ---------------------------------------------------------------- how it is set


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("l'Agilité : -2 !", "l’Agilité\u00a0: −2\u00a0!"),
        ("« Où ? » ; 40 %", "«\u00a0Où\u00a0?\u00a0»\u00a0; 40\u00a0%"),
        ("d'{who}, {n}'s, the others' turn", "d’{who}, {n}’s, the others’ turn"),
        ("de -{n} à (-3), 1d6-1, 2D10-4", "de −{n} à (−3), 1d6−1, 2D10−4"),
        ("TN-8.13, 4-6, 1-{n}, {a}-{b}, peut-être, a - b", "TN-8.13, 4-6, 1-{n}, {a}-{b}, peut-être, a - b"),
        ("scene:x, 12:30, OPTIONS='--lang en'", "scene:x, 12:30, OPTIONS='--lang en'"),
    ],
)
def test_a_text_is_written_as_one_types_and_read_as_in_a_book(typed: str, read: str) -> None:
    assert typeset(typed) == read


@given(st.text("aé'- :;!?«»%1d{}s"))
def test_what_is_set_stays_as_it_is(typed: str) -> None:
    assert typeset(typeset(typed)) == typeset(typed)
    assert not FAULT.search(typeset(typed))
    assert len(typeset(typed)) == len(typed)  # what is marked in a text by its place stays there


def test_what_is_typed_is_found() -> None:
    """The net of this file holds."""
    assert faults(["l'un", "de -1", "1d6-1", "Ah !", "« a"]) == {"l'un", "de -1", "1d6-1", "Ah !", "« a"}


# ---------------------------------------------------------------- what is written


def phrases(words: Words, lang: str) -> Iterator[str]:
    for key in Words.__struct_fields__:
        for name, phrase in getattr(words, key).items():
            if isinstance(phrase, str):
                yield words.tr(name, lang) if key != "kind" else ""
            else:
                yield phrase.say(lang)
                yield from (each.say(lang) for each in getattr(phrase, "when", {}).values())
                gist = getattr(phrase, "gist", None)
                yield gist.say(lang) if gist is not None else ""


@pytest.mark.parametrize("lang", LANGUAGES)
def test_what_the_table_the_server_and_the_command_say_themselves_is_set(lang: str) -> None:
    assert not faults(of_the_table.say(key, lang) for key in of_the_table.TEXTS)
    assert not faults(of_the_server.say(key, lang) for key in of_the_server.TEXTS)
    assert not faults(phrases(of_the_table.EVENTS, lang))
    assert not faults(plain(lang).tr(text) for text in ENGLISH)
    assert not faults(each.say(lang) for intent in INTENTS.values() for each in (intent, intent.gist) if each)
    of_the_command.speak(lang)
    try:
        assert not faults(of_the_command.say(key) for key in of_the_command.TEXTS)
    finally:
        of_the_command.speak("fr")


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_phrases_rules_catalogues_and_creation_are_set(game: Game, lang: str) -> None:
    assert not faults(phrases(game.words, lang))
    assert not faults(text for rule in game.ledger.rules.values() for text in sent(rule_info(rule, (), lang)))
    assert not faults(sent(catalogue.articles(game, "", lang)))
    assert not faults(sent(cast(game, lang)))
    assert not faults(sent([game_info(about, lang) for about in listing().games if about.id == game.id]))
    voice, creation = Voice(game, lang), game.creation
    for seed in range(3):
        draft = creation.random(seed)
        assert not faults(voice.tr(budget.label) for budget in creation.budgets(draft))
        for field in (creation.asked(draft, f) for step in creation.steps for f in step.fields):
            said = (field.label, field.help, *field.notes.values(), *(label for _, label in field.keys))
            assert not faults(map(voice.tr, said))
        preview = creation.preview(draft)
        assert preview is not None
        assert not faults(sent(voice.sheet(preview)))


# ---------------------------------------------------------------- what is told


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_fights_tell_and_offer_is_set(game: Game, lang: str) -> None:
    rng, heard = random.Random(game.id), all_heard(game.id)
    for each in heard:
        names = {who: scene.name(who) for scene in (each.after, each.before) for who in scene.people}
        voice = Voice(game, lang, {who: (who, name) for who, name in names.items()}, each.after)
        told = [voice.told(event) for event in each.events]
        assert not faults(text for one in told for text in sent(one))
        assert not faults(text for question in each.asked for text in sent(voice.asked(question)))
    for each in rng.sample(heard, MENUS):
        names = {who: each.after.name(who) for who in each.after.people}
        eyes = Eyes(game, StateOf(PlayOf(each.after), Desk("", "", names=names)), Member("m", "Marie", "gm", lang))
        seen = [eyes.table(), eyes.sheets(), eyes.entry(SeenEntry(1), map(Told, each.events))]
        menus = [eyes.legal(who) for who in (each.after.turn() or tuple(names))[:3]]
        assert not faults(text for one in (seen, menus) for text in sent(one))


# ---------------------------------------------------------------- in the terminal


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_what_the_terminal_prints_is_set(game: Game, lang: str, capsys: pytest.CaptureFixture[str]) -> None:
    first = next(iter(game.ledger.rules))
    scene = next(iter(game.demos))
    for args in (["games"], ["rules", game.id, first], ["sheet", f"{game.id}/{scene}", "--explain"], ["--help"]):
        main([*args, "--lang", lang])
    printed = capsys.readouterr()
    assert len(printed.out) > 1000
    assert not faults((printed.out + printed.err).splitlines())
