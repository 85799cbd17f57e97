"""Whatever one scene leaves behind, the next one begins: in every installed game, with all that can be under way."""

from __future__ import annotations

import random
from collections import Counter
from contextlib import suppress
from typing import Any

import msgspec
import pytest

from tablee.kernel.action import open_actions, tag
from tablee.kernel.game import games
from tablee.table import commands as c
from tablee.table import scenes
from tablee.table.refusal import Refused
from tablee.table.store import Store

from .conftest import Sat
from .test_installed_games import two_of_luc

SCENES = 10  # begun and broken off
STEPS = 12  # in each of them, and between two of them


def something(sat: Sat, rng: random.Random, done: Counter[str]) -> None:
    """Answer what is asked, or do something open, rather of a kind that was seldom done yet."""
    play, game = sat.state.play, sat.eyes(sat.gm).game
    if play.open is not None:
        missing = play.open.picked.index(None)
        sat.do(sat.gm, c.Answer(rng.choice(play.open.questions[missing].open()[:5]), missing))
        return
    people = play.scene.turn() or tuple(play.scene.people)
    actions = [a for who in people for a in open_actions(game.legal(play.scene, who))]
    if actions:
        rng.shuffle(actions)
        action = min(actions, key=lambda a: done[tag(a)])
        done[tag(action)] += 1
        with suppress(Refused):  # what an action asks for may be more than the table takes
            sat.do(sat.gm, c.Act(msgspec.to_builtins(action, str_keys=True)))


def break_off(sat: Sat) -> None:
    while sat.state.play.open is not None:
        sat.do(sat.gm, c.Undo(confirm=True))
    if sat.state.play.encounter is not None:
        sat.do(sat.gm, c.EndEncounter())


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", list(games()))
def test_any_ready_scene_begins_after_any_other(store: Store, game: str, seed: int) -> None:
    """Characters of the campaign take part or sit out; each is broken off wherever it stands."""
    rng, sat, done = random.Random(seed), Sat(store, game), Counter[str]()
    played, own = games()[game], two_of_luc(sat)
    for _ in range(SCENES):
        name = rng.choice(list(played.demos))
        side = rng.choice(list(scenes.ready(played, name, ())[0].sides()))
        ours = tuple(rng.sample(own, rng.randint(0, len(own))))
        sat.do(sat.gm, c.StartEncounter(ready=name, sides={side: ours} if ours else {}, begin=rng.random() < 0.7))
        for _ in range(STEPS):
            something(sat, rng, done)
        break_off(sat)
        assert {*sat.state.play.scene.people} >= {*own} and not sat.state.play.away
        for _ in range(rng.choice((0, STEPS))):
            something(sat, rng, done)
        break_off(sat)


FORCE = {"general": "OWN", "effectif": 40}
GARDE = {"general": "GUEST", "effectif": 30}
FLAMME = {"id": "flamme", "nom": "Flamme", "complexite": 0, "portee": 0, "aire": 0}
SPELL = {"id": "flamme", "mage": "OWN", "sort": FLAMME, "cibles": ["GUEST"], "intensite": 3, "rang": 0, "fin": 10**6}
LEFT = [  # what one scene leaves, by its path, between somebody of the campaign and somebody of the scene
    ("fluid", "demo", "poursuite", {"fuyard": "GUEST", "poursuivant": "OWN", "ecart": 10, "but": 50}),
    ("fluid", "demo", "armees", {"a": FORCE, "b": GARDE}),
    ("yin_yang", "demo", "poursuite", {"fuyard": "OWN", "poursuivant": "GUEST", "avance": 20}),
    ("yin_yang", "demo", "poursuite", {"fuyard": "OWN", "poursuivant": "GUEST", "avance": 20, "issue": "rattrapé"}),
    ("vieux_monde", "demo", "poursuite", {"poursuivis": ["OWN"], "poursuivants": ["GUEST"], "distance": 4}),
    ("fragments", "falaises", "degats", [[[21, 1], 3]]),
    ("fragments", "falaises", "zones", [{"cases": [[21, 1]], "terrain": "plaine", "par": "GUEST", "tours": 3}]),
]


def between(value: Any, own: str, guest: str) -> Any:
    return msgspec.json.decode(
        msgspec.json.encode(value).replace(b"OWN", own.encode()).replace(b"GUEST", guest.encode())
    )


@pytest.mark.parametrize(("game", "first", "path", "value"), LEFT)
def test_what_was_under_way_ends_with_its_scene(store: Store, game: str, first: str, path: str, value: Any) -> None:
    sat, played = Sat(store, game), games()[game]
    own, _ = two_of_luc(sat)
    guests, _ = scenes.ready(played, first, ())
    side, there = next(iter(guests.sides().items()))
    for name in played.demos:
        sat.do(sat.gm, c.StartEncounter(ready=first, sides={side: (own,)}))
        sat.do(sat.gm, c.Rule(path, between(value, own, there[0]), "en cours"))
        sat.do(sat.gm, c.EndEncounter())
        assert not getattr(sat.state.play.scene, path)
        sat.do(sat.gm, c.StartEncounter(ready=name))
        sat.do(sat.gm, c.EndEncounter())


def test_what_depends_on_somebody_who_sits_out_waits_for_him(store: Store) -> None:
    """A spell at work is not lost because its mage takes no part, unless he is gone when the encounter ends."""
    sat = Sat(store, "fluid")
    mage, other = two_of_luc(sat)
    sat.do(sat.gm, c.Rule("sorts", between([SPELL], mage, other), "un sort"))
    for stays in (True, False):
        spells = sat.state.play.scene.sorts
        sat.do(sat.gm, c.StartEncounter(ready="duel"))
        assert spells and not sat.state.play.scene.sorts
        if not stays:
            sat.do(sat.gm, c.RemoveCharacter(mage))
        sat.do(sat.gm, c.EndEncounter())
        assert sat.state.play.scene.sorts == (spells if stays else ())


def test_a_spell_of_a_guest_ends_when_he_leaves(store: Store) -> None:
    sat = Sat(store, "fluid")
    own, _ = two_of_luc(sat)
    sat.do(sat.gm, c.StartEncounter(ready="duel", sides={"nous": (own,)}))
    (guest, *_) = [who for who in sat.state.play.scene.people if who != own]
    sat.do(sat.gm, c.Rule("sorts", between([SPELL], guest, own), "un sort"))
    assert sat.no(sat.gm, c.LeaveEncounter(guest)).key == "still_needed"
    sat.do(sat.gm, c.EndEncounter())
    assert not sat.state.play.scene.sorts


def test_a_ready_scene_is_elsewhere_and_what_the_place_was_made_of_stays_behind(store: Store) -> None:
    sat = Sat(store, "terre_natale")
    sat.do(sat.gm, c.StartEncounter(ready="gue"))
    ford = sat.state.play.scene
    sat.do(sat.gm, c.EndEncounter(keep=True))
    assert (sat.state.play.scene.carte, sat.state.play.scene.obstacles) == (ford.carte, ford.obstacles)  # still there
    sat.do(sat.gm, c.StartEncounter(ready="tribunal", sides={"Défense": ("alienor",)}))
    assert (sat.state.play.scene.carte, sat.state.play.scene.obstacles) == ("", ())
