"""Secrets: what a member may not know is in nothing that is sent.

Whoever has no name for a member is not betrayed by it: whatever he is called, the member is sent the same bytes. The
names are hard to find again in a finished sentence: they change their length when the case is folded, are made of
signs, stand inside others, or are words and figures of the phrases themselves.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.kernel import paths
from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game
from tablee.kernel.scene import person_type
from tablee.table.making import name_at
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Member, PlayOf, StateOf, Told, Veil
from tablee.table.visibility import Eyes

from .fault import Fault, check, fault
from .heard import Random, resolved
from .subject import Subject

PLAYER = Member("m", "Luc", "player")
MOMENTS = 8  # of each fight, an action tried at each
MOSTLY = 0.75
HARD = ("Großmann", "İpek", "d’Œ", "A.", "(.*)", "ﬁ", "8", "PB", "1d10", "???", "personne", "Le coup de", "e")
PLAINLY = "Zzyx"


@check("secrets", "Rien de caché n’est raconté", "Nothing hidden is told")
def secrets(subject: Subject) -> Iterator[Fault]:
    """A member is sent the same whatever the nameless are called, and nothing of those he does not see."""
    game = subject.game
    if not name_at(game):
        return
    for called, fight in subject.fights.items():
        if called.endswith(" 1") or subject.n == 1:
            rng = random.Random(called)
            for heard in fight[:40][:: max(1, 40 // MOMENTS)]:
                yield from _betrayed(subject, heard.after, rng)


def _betrayed(subject: Subject, scene: Any, rng: random.Random) -> Iterator[Fault]:
    game = subject.game
    turn = scene.turn() or (() if scene.calm() is not scene else game.people(scene))
    found = open_actions(game.legal(scene, turn[0])) if turn else []
    if not found or len(scene.people) < 2:
        return
    action, seed = rng.choice(found), str(rng.random())
    in_it = [who for who in (action.whom(), action.actor) if who in scene.people]  # whom it is done to is told of most
    who = in_it[0] if rng.random() < MOSTLY else rng.choice(sorted(scene.people))
    mine = rng.choice([other for other in sorted(scene.people) if other != who])
    kind = type(action)
    usual = sent(game, renamed(game, scene, who, PLAINLY), action, who, mine, seed)
    if PLAINLY.encode() in usual:
        yield fault("betrayed", subject.sources.thing(kind), do=kind.__name__, told=around(usual, PLAINLY))
        return
    for other in names(game, scene, who, rng):
        if sent(game, renamed(game, scene, who, other), action, who, mine, seed) != usual:
            yield fault("betrayed", subject.sources.thing(kind), do=kind.__name__, told=other)
            return


def around(data: bytes, word: str) -> str:
    """What stands around a word that should not be there."""
    found = re.search(re.escape(word.encode()), data)
    return data[max(0, found.start() - 60) : found.end() + 20].decode(errors="replace") if found else word


def names(game: Game, scene: Any, who: str, rng: random.Random) -> Iterator[str]:
    """Hard names, words of what the game tells, and parts of what others are called."""
    phrases = " ".join(telling.fr for telling in game.words.event.values()).split()
    others = [scene.name(other) for other in scene.people if other != who]
    yield from rng.sample(HARD, 3)
    yield from [rng.choice([word for word in phrases if word.isalpha()] or HARD)]
    yield rng.choice([*scene.people, *game.words.field])
    if others:
        yield rng.choice(others).split()[0]
        yield rng.choice(others) + " le Second"


def renamed(game: Game, scene: Any, who: str, name: str) -> Any:
    """The same scene, somebody in it called otherwise."""
    data = paths.put(msgspec.to_builtins(scene.people[who], str_keys=True), name_at(game), name)
    return scene.put(msgspec.json.decode(msgspec.json.encode(data), type=person_type(game.scene)))


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
