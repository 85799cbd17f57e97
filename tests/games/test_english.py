"""Nothing that an English player reads is left in French: catalogues, sheets, creation, a fight as it goes."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Iterator
from typing import Any

import pytest

from tablee.kernel.action import open_actions
from tablee.kernel.catalogue import articles
from tablee.kernel.content import parse, texts
from tablee.kernel.event import Event
from tablee.kernel.game import Game, games
from tablee.kernel.oracle import Amount, Option, Question
from tablee.kernel.scenario import Scenario
from tablee.kernel.sheet import Sheet
from tablee.kernel.simulated import Simulated
from tablee.kernel.voice import Voice
from tablee.kernel.widgets import Cards, Ladder, Rolls
from tablee.lab.opening import opening

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
ACTIONS = 12

# Words that are written alike in both languages; then a term of a book, coins, a place; units.
ALIKE = """
abdomen abyssal acolyte action activation affliction afflictions air alpha amateur ambitions angle animal antidote
aptitudes arcane archer argument art artisan aspect assassin assistance bandages bandit barricade base bolas bonus
bracelet brigandine camouflage caste charlatan chi communication concentration condition confrontation confrontations
constitution contact continent coordination corruption crime crocodile curare delta description destrier diatribe
diligence discipline dissonance distraction domination dragon ego endurance expert extension extrapolation fatigue
finesse formation fortune gain grave grimoire impact importance impossible incorruptible infernal influence infusion
initiative inspiration instinct intelligence intimidation intuition investigation joker karma lambda long lord loyal
machine mage magister magma mana manipulation maximum messenger minutes motivation mutation myrmidon nation nature
navigation noble note notion notions novice observation ogre orc orientation panache passion patient perception
perfection persuasion points poison portrait positive potion prestige primordial promotion protection prudent question
radiance radiant rage rare ration reptile rounds rune rupture sabotage saboteur sabre science sciences score silence
style substance subterfuge surprise talent talents talisman targe technique techniques terrain therian tome trait
traits trident troll troubadour type types verdict vigilance violet zone
"""
SAME = {
    *ALIKE.split(),
    "qì",
    "sous",
    "écus",
    "brindille-la-morte",
    "h",
    "min",
    "s",
    "m",
    "km",
    "kg",
    "d",
    "x",
    "trivial",
    "champion",
    "xviii",
}
KEPT = ("Brindille-la-Morte", "écus", "Aliénor", "Borin le Large")  # with accents or articles, and rightly so

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


def left_french(pairs: Iterable[tuple[str, str]], names: Iterable[str] = ()) -> set[str]:
    """Texts (French, English) that were not translated; people keep their names."""
    people = set(names)
    return {fr for fr, en in pairs if fr == en and fr not in people and not alike(fr)}


def with_french_in_it(said: Iterable[str], names: Iterable[str] = ()) -> set[str]:
    """English sentences with French words in them; people, and what keeps its name, do not count."""
    kept = re.compile("|".join(map(re.escape, sorted({*names, *KEPT}, key=len, reverse=True))), re.IGNORECASE)
    return {text for text in said if FRENCH.search(kept.sub("…", text))}


def ready(game: Game) -> Iterator[tuple[Any, dict[str, str]]]:
    """The scenes of a game, with the names of their people."""
    for name, text in game.demos.items():
        scenario = parse(text, Scenario, name)
        scene = game.read_scene(scenario.scene, scenario.options)
        yield scene, {who: scene.name(who) for who in game.people(scene)}


# ---------------------------------------------------------------- what is written


@pytest.mark.parametrize("game", GAMES)
def test_every_article_is_told_in_english(game: Game) -> None:
    pairs = [
        (fr, en)
        for french, english in zip(articles(game, "", "fr"), articles(game, "", "en"), strict=True)
        for fr, en in [
            (french.kind, english.kind),
            (french.name, english.name),
            *((f.label, e.label) for f, e in zip(french.facts, english.facts, strict=True)),
            *(
                both
                for f, e in zip(french.facts, english.facts, strict=True)
                for both in zip(f.texts, e.texts, strict=True)
            ),
        ]
    ]
    assert not left_french(pairs)
    assert not with_french_in_it(en for _, en in pairs)


@pytest.mark.parametrize("game", GAMES)
def test_no_english_phrase_has_french_in_it(game: Game) -> None:
    words = game.words
    tables = (words.event, words.question, words.action, words.field, words.look, words.switch, words.catalogue)
    phrases = [phrase.en for table in (*tables, words.fact, words.state) for phrase in table.values()]
    said = [re.sub(r"{\w*}", "…", text) for text in (*phrases, *words.en.values())]
    assert not with_french_in_it(said)


@pytest.mark.parametrize("game", GAMES)
def test_a_text_has_one_english_wherever_it_is_written(game: Game) -> None:
    """The files of words are put together: of two that differ only one would be read."""
    found: dict[str, set[str]] = {}
    for text in texts(f"tablee.games.{game.id}", "content/words").values():
        for french, english in tomllib.loads(text).get("en", {}).items():
            found.setdefault(french, set()).add(english)
    assert not {french: english for french, english in found.items() if len(english) > 1}


@pytest.mark.parametrize("game", GAMES)
def test_ready_scenes_have_an_english_title_and_note(game: Game) -> None:
    for name, text in game.demos.items():
        scenario = parse(text, Scenario, name)
        assert {scenario.title, scenario.note} <= game.words.en.keys(), name


# ---------------------------------------------------------------- sheets and creation


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


def lines(game: Game, sheet: Sheet, names: dict[str, str]) -> Iterator[tuple[str, str]]:
    """All that a sheet says, in both languages."""
    french, english = (
        Voice(game, lang, {who: (who, name) for who, name in names.items()}).sheet(sheet) for lang in ("fr", "en")
    )
    yield from zip(*(list(around(told)) for told in (french, english)), strict=True)
    for f, e in zip(french.sections, english.sections, strict=True):
        yield f.title, e.title
        for line, told in zip(f.lines, e.lines, strict=True):
            yield line.label, told.label
            for key in ("note", "text"):
                yield getattr(line, key, ""), getattr(told, key, "")
            terms = zip(getattr(line, "terms", ()), getattr(told, "terms", ()), strict=True)
            yield from ((term[0], said[0]) for term, said in terms)
            for cell, other in zip(getattr(line, "cells", ()), getattr(told, "cells", ()), strict=True):
                yield cell.label, other.label
                yield from ((term[0], said[0]) for term, said in zip(cell.terms, other.terms, strict=True))


@pytest.mark.parametrize("game", GAMES)
def test_sheets_are_told_in_english(game: Game) -> None:
    for scene, names in ready(game):
        for who in names:
            pairs = list(lines(game, game.sheet(scene, who), names))
            assert not left_french(pairs, names.values())
            assert not with_french_in_it((en for _, en in pairs), names.values())


@pytest.mark.parametrize("game", GAMES)
def test_creation_is_told_in_english(game: Game) -> None:
    """Every step, field and choice as written and as asked for after other choices; sheets of random characters."""
    creation, said = game.creation, set[str]()
    for seed in range(10):
        draft = creation.random(seed)
        said |= {budget.label for budget in creation.budgets(draft)}
        for step in creation.steps:
            said.add(step.title)
            for field in (each for f in step.fields for each in (f, creation.asked(draft, f))):
                said |= {field.label, field.help, *(label for _, label in field.keys)}
                said |= {text for c in field.columns for text in (c.label, *(label for _, label in c.keys))}
        preview = creation.preview(draft)
        assert preview is not None
        assert not left_french(lines(game, preview, {}))
    assert not left_french((text, game.words.tr(text, "en")) for text in said)
    assert not with_french_in_it(game.words.tr(text, "en") for text in said)


# ---------------------------------------------------------------- a fight as it goes


def told(game: Game, scene: Any, seed: int) -> Iterator[str]:
    """All that somebody reads in English while a fight begins: buttons, reasons, questions, events."""
    tactic, asked, heard = next(iter(game.tactics.values())), list[Question](), list[Event]()

    def answer(question: Question) -> Option:
        asked.append(question)
        return tactic.answer(question)

    oracle, first = Simulated(seed, answer, heard), None if scene.turn() else opening(game, scene)
    scene = scene if first is None else first.resolve(scene, oracle)
    for _ in range(ACTIONS):
        voice = Voice(game, "en", scene=scene)
        yield from (voice.event(event) for event in heard)
        yield from (voice.tr(label) for event in heard for label, _, _ in event.terms)
        for question in asked:
            yield voice.question(question)
            options = question.options
            yield from [voice.tr(options.label)] if isinstance(options, Amount) else map(voice.option, options)
        asked.clear()
        heard.clear()
        if not (turn := scene.turn()):
            return
        legal = list(game.legal(scene, turn[0]))
        yield from (voice.closed(why) for _, why in legal if why is not None)
        yield from (voice.action(action) for action in open_actions(legal))
        scene = tactic.act(scene, turn[0]).resolve(scene, oracle)


@pytest.mark.parametrize("game", GAMES)
def test_a_fight_is_told_in_english(game: Game) -> None:
    for seed, (scene, names) in enumerate(ready(game)):
        assert not with_french_in_it(set(told(game, scene, seed)), names.values())


def test_what_stays_french_is_found() -> None:
    """The nets of this file hold."""
    assert left_french([("Épée", "Épée"), ("De 1 m à 2 m", "De 1 m à 2 m"), ("Anne la Rousse", "Anne la Rousse")]) == {
        "Épée",
        "De 1 m à 2 m",
        "Anne la Rousse",
    }
    assert not left_french([("7, Angle, 3", "7, Angle, 3"), ("Jorg", "Jorg"), ("RES 3", "RES 3")], ["Jorg"])
    assert with_french_in_it(["Attack with Épée", "Loss of l'arme", "Guard du guet", "Read it"]) == {
        "Attack with Épée",
        "Loss of l'arme",
        "Guard du guet",
    }
    assert not with_french_in_it(["Jorg le Borgne's turn", "He isn't here, Anne's away"], ["Jorg le Borgne"])
