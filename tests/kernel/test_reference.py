"""The reference of every game, made from its code: complete, in both languages, and current in the documents."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from tablee.kernel.action import tag
from tablee.kernel.game import Game, games
from tablee.kernel.reference import article, articles
from toy import toy

DOCS = Path(__file__).parents[2] / "docs/reference"
GAMES = [pytest.param(game, id=game.id) for game in games().values()]


def facts(game: Game, name: str, lang: str = "fr") -> dict[str, tuple[str, ...]]:
    found = article(game, name, lang)
    assert found is not None
    return {fact.key: fact.texts for fact in found.facts}


def test_an_action_with_its_parameters_what_closes_it_and_what_it_asks_and_tells() -> None:
    blow = facts(toy, "attaquer")
    assert blow["fields"] == ("target (target) : quelqu’un, à donner",)
    assert "On ne s’attaque pas soi-même (TOY-2.1)" in blow["closes"]
    assert "C’est le tour de … (TOY-2.1)" in blow["closes"]
    assert any(text.startswith("toy.riposte : …, … contre vous\u00a0?") for text in blow["asked"])
    assert any(text.startswith("touche : … touche …\u00a0: …") for text in blow["told"])
    assert "TOY-2.1 Attaque" in blow["rules"]


def test_a_question_with_its_answers_and_an_event_with_its_facts() -> None:
    assert any(answer.startswith("esquiver") for answer in facts(toy, "toy.riposte", "en")["answers"])
    assert facts(toy, "toy.riposte", "en")["says"] == ("{who}, {score} against you?",)
    assert "depth (un nombre)" in facts(toy, "touche")["facts"]


def test_the_game_master_s_tools_stand_there_too() -> None:
    tool = facts(toy, "mj_affecter", "en")
    assert tool["who"] == ("the game master’s",)
    assert tool["fields"][0] == "condition (condition): boiteux (Lame), borgne (Borgne), required"
    assert article(toy, "rien", "fr") is None


@pytest.mark.parametrize("game", GAMES)
def test_every_action_question_and_event_stands_there_in_both_languages(game: Game) -> None:
    french, english = (articles(game, lang) for lang in ("fr", "en"))
    assert [each.id for each in french] == [each.id for each in english]
    ids = {(each.catalogue, each.id) for each in french}
    assert {("action", tag(kind)) for kind in game.kinds} <= ids
    assert {("event", what) for what in game.words.event} <= ids
    assert {("question", key) for key in game.words.question} <= ids
    for kind in game.kinds:
        told = facts(game, tag(kind)).get("fields", ())
        assert len(told) == len(msgspec.structs.fields(kind)) - 1, tag(kind)


def test_the_documents_are_current(tmp_path: Path) -> None:
    """`make reference` writes them again. In a process of its own: pytest writes the asserts of plug-ins anew, and what
    they say is read as if the games said it."""
    subprocess.run([sys.executable, "-m", "tablee.games", str(tmp_path)], check=True)
    made = {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}
    kept = {path.name: path.read_text("utf-8") for path in DOCS.iterdir()}
    assert [name for name in made.keys() | kept.keys() if made.get(name) != kept.get(name)] == []
