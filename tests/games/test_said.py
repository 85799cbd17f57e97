"""What games say of what they refuse: patterns with facts in both languages; people are facts, not finished names."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from string import Formatter

import pytest
from patterns import SOURCES, Pattern, assigned, patterns

from tablee.kernel.content import PATTERNS
from tablee.kernel.english import ENGLISH
from tablee.kernel.game import Game, games

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
OURS = ("kernel", "table", "cli", "lab", "web")
PASSED_ON = {  # where a pattern of elsewhere is said again
    "kernel/content.py",
    "kernel/faults.py",
    "kernel/oracle.py",
    "kernel/sentence.py",
    "kernel/voice.py",
}
PEOPLE = ("Personnage", "Unite")
WORDS = re.compile(r"\w|[«»:;]")


def slots(text: str) -> list[str]:
    """The slots of a pattern in their order, with how a figure is written in each."""
    return [f"{name}:{form}" for _, name, form, _ in Formatter().parse(text) if name is not None]


def without_english(found: Iterable[Pattern], english: dict[str, str]) -> set[str]:
    """Patterns with words in them that have no English, or one with other slots."""
    texts = {text for pattern in found for text in pattern.texts if WORDS.search(re.sub(r"{[^}]*}", "", text))}
    return {text for text in texts if text not in english or slots(english[text]) != slots(text)}


@pytest.mark.parametrize("game", GAMES)
def test_every_pattern_of_a_game_has_an_english_one(game: Game) -> None:
    assert not without_english(patterns(f"games/{game.id}"), {**ENGLISH, **game.words.en})


def test_every_pattern_of_ours_has_an_english_one_and_no_other_is_kept() -> None:
    assert not without_english(patterns(*OURS), ENGLISH)
    assert {french for _, french in PATTERNS} <= set(ENGLISH)
    sources = (path for folder in (*OURS, "games") for path in (SOURCES / folder).rglob("*.py"))
    written = "".join(path.read_text("utf-8") for path in sources if path.name != "english.py")
    assert {text for text in ENGLISH if f'"{text}"' not in written} == set()


def test_every_pattern_is_written_where_it_is_said() -> None:
    assert {p.where.rpartition(":")[0] for p in patterns(*OURS, "games") if not p.texts} == PASSED_ON


# ---------------------------------------------------------------- people are facts


def people(function: ast.AST) -> set[str]:
    """The names of a function that stand for somebody: by their type, or by where they come from."""
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


def _somebody(value: ast.expr) -> bool:
    return isinstance(value, ast.Subscript) and ast.unparse(value.value) in ("scene", "scene.people")


def finished(pattern: Pattern) -> Iterator[str]:
    """What in the facts of a pattern is a name or a sentence put together too early."""
    somebody = people(pattern.function)
    for node in pattern.facts:
        match node:
            case ast.JoinedStr(values=parts) if any(isinstance(p, ast.Constant) and " " in p.value for p in parts):
                yield f"{pattern.where}: {ast.unparse(node)}"
            case ast.Attribute(attr="name" | "nom", value=value) if ast.unparse(value) in somebody or _somebody(value):
                yield f"{pattern.where}: {ast.unparse(node)}"
            case ast.Call(func=ast.Attribute(attr="name")):
                yield f"{pattern.where}: {ast.unparse(node)}"


@pytest.mark.parametrize("game", GAMES)
def test_nobody_is_named_before_the_reader_is_known(game: Game) -> None:
    assert [found for pattern in patterns(f"games/{game.id}") for found in finished(pattern)] == []


def test_a_finished_name_is_found() -> None:
    """The net of this file holds."""
    source = """
def closed(self, scene, q: Personnage):
    p, texte = scene[self.actor], "{} {} {}"
    facts = (p.nom, scene.name(q.id), q.id)
    return Closed("X", texte, facts) or Closed("X", "{}", (q.nom, f"{p.id} est là"))
"""
    (function,) = ast.parse(source).body
    assert people(function) == {"p", "q"}
    calls = [node for node in ast.walk(function) if isinstance(node, ast.Call) and ast.unparse(node.func) == "Closed"]
    told = [list(finished(Pattern("x", (), tuple(ast.walk(call.args[2])), function))) for call in calls]
    assert told == [[], ["x: q.nom", "x: f'{p.id} est là'"]] or told == [["x: q.nom", "x: f'{p.id} est là'"], []]
