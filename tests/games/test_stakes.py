"""What is at stake in a question, and what its answers do, as the games say it."""

from __future__ import annotations

from importlib import resources

import pytest

from tablee.kernel.game import Game, games
from tablee.table.chances import chances
from tablee.table.state import Desk, Member, PlayOf, State
from tablee.table.visibility import Eyes

from .walked import states

EVERY = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


@EVERY
def test_what_is_said_is_said_of_questions_there_are(game: Game) -> None:
    assert game.words.stake, "no question says what is at stake"
    assert game.words.stake.keys() <= game.words.question.keys()
    assert {key.partition("/")[0] for key in game.words.gist} <= game.words.question.keys()


@EVERY
def test_every_gist_is_of_an_answer_that_the_game_gives(game: Game) -> None:
    with resources.as_file(resources.files(game.package)) as package:
        code = "\n".join(path.read_text("utf-8") for kind in ("py", "toml") for path in package.glob(f"**/*.{kind}"))
    wrong = [key for key in game.words.gist if not named(key.partition("/")[2], code)]
    assert not wrong


def named(id: str, text: str) -> bool:
    return f'"{id}"' in text or f"[{id}]" in text or f".{id}]" in text


def test_how_likely_it_is_that_an_adversary_falls_is_part_of_the_odds() -> None:
    game = games()["vieux_monde"]
    fallen = list[float]()
    for scene in states(game, "duel")[4::4]:
        if not scene.turn():
            continue
        who = scene.turn()[0]
        eyes = Eyes(game, State(PlayOf(scene), Desk("t", "salt", {who: "a"})), Member("g", "G", "gm", "fr"))
        for action in (each for each in eyes.legal(who) if not each.closed and each.action["do"] == "attaquer"):
            odds = chances(eyes, action.action)
            assert odds.falls is not None and odds.yes is not None and 0 <= odds.falls <= 1
            fallen.append(odds.falls)
            break
    assert fallen and max(fallen) > 0, "nobody falls by any blow"
