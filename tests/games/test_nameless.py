"""Whoever has no name for a member is not betrayed by it: whatever he is called, the member is sent the same bytes.

The names are hard to find again in a finished sentence: they change their length when the case is folded, are made of
signs, stand inside others, or are words and figures of the phrases themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from heard import Random, fought, resolved
from msgspec.structs import replace

from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game, games
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Member, PlayOf, StateOf, Told, Veil
from tablee.table.visibility import Eyes

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
PLAYER = Member("m", "Luc", "player")
MOMENTS = 6  # of each fight, an action tried at each
HARD = ("Großmann", "İpek", "d’Œ", "A.", "(.*)", "ﬁ", "8", "PB", "1d10", "???", "personne", "Le coup de", "e")


def names(game: Game, scene: Any, who: str, rng: random.Random) -> Iterator[str]:
    """Hard names, words of what the game tells, and parts of what others are called."""
    phrases = " ".join(telling.fr for telling in game.words.event.values()).split()
    others = [scene.name(other) for other in scene.people if other != who]
    yield from rng.sample(HARD, 3)
    yield rng.choice([word for word in phrases if word.isalpha()])
    yield rng.choice([*scene.people, *game.words.field])
    if others:
        yield rng.choice(others).split()[0]
        yield rng.choice(others) + " le Second"


def called(scene: Any, who: str, name: str) -> Any:
    person = scene[who]
    return scene.put(replace(person, fiche=replace(person.fiche, nom=name)))


def sent(game: Game, before: Any, action: Action, who: str, mine: str, seed: str) -> bytes:
    """All that a player is sent of an action, and after it, while he may not know what this one is called."""
    heard = resolved(action, before, Random(random.Random(seed)))
    known = {id: heard.after.name(id) for id in heard.after.people}
    play = PlayOf(heard.after, veils={who: Veil(name=True)})
    eyes = Eyes(game, StateOf(play, Desk("", "sel", owners={mine: PLAYER.id}, names=known)), PLAYER)
    parts: list[object] = [eyes.entry(SeenEntry(1), map(Told, heard.events)), eyes.table(), eyes.sheets()]
    if mine in eyes.here:
        parts += [eyes.legal(mine), eyes.reach(mine), eyes.character(mine)]
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("game", GAMES)
def test_a_member_is_sent_the_same_whatever_the_nameless_are_called(game: Game) -> None:
    tried = 0
    for name in game.demos:
        rng = random.Random(f"{game.id}/{name}")
        for heard in list(fought(game, name, 1, 40))[:: 40 // MOMENTS]:
            scene = heard.after
            turn = scene.turn() or (() if scene.calm() is not scene else game.people(scene))
            if not turn:
                continue
            found = open_actions(game.legal(scene, turn[0]))
            who, mine = rng.sample(sorted(scene.people), 2)
            if not found:
                continue
            action, seed = rng.choice(found), str(rng.random())
            usual = sent(game, called(scene, who, "Zzyx"), action, who, mine, seed)
            assert b"Zzyx" not in usual, action
            for other in names(game, scene, who, rng):
                assert sent(game, called(scene, who, other), action, who, mine, seed) == usual, (other, action)
                tried += 1
    assert tried > 20
