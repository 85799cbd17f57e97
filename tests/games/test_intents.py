"""What one wants by the actions of every game, and which of them the game master grants."""

from __future__ import annotations

import random

import pytest

from tablee.kernel.action import tag
from tablee.kernel.game import Game, games
from tablee.kernel.odds import odds
from tablee.kernel.oracle import first
from tablee.kernel.simulated import Simulated
from tablee.table import scenes
from tablee.table.state import Desk, Member, PlayOf, State
from tablee.table.visibility import Eyes

A_WATCH = 6 * 3600  # seconds of everybody’s time that nobody spends for the others
LONG = {"incanter"}  # a spell takes as long as it takes: whoever casts it decides

EVERY = pytest.mark.parametrize("game", games().values(), ids=lambda game: game.id)


def scenes_of(game: Game):
    """Every ready scene, as it begins and with nothing under way."""
    for name in game.demos:
        scene = scenes.ready(game, name, ())[0]
        yield scene
        yield scene.calm()


@EVERY
def test_what_is_offered_stands_under_its_intent_with_its_target(game: Game) -> None:
    seen = 0
    for scene in scenes_of(game):
        state = State(PlayOf(scene), Desk("t", "salt"))
        for lang in ("fr", "en"):
            eyes = Eyes(game, state, Member("m", "M", "gm", lang))
            for who in game.people(scene)[:3]:
                for offered in eyes.legal(who):
                    assert offered.intent in game.words.intents and offered.intent != "other", offered
                    if offered.target:
                        assert offered.target in scene.people
                        name = eyes.voice.called(offered.target)
                        assert offered.choose or (offered.way and name not in offered.way), offered
                        assert "  " not in offered.way and "\N{OBJECT REPLACEMENT CHARACTER}" not in offered.way
                        seen += 1
    assert seen


@EVERY
def test_a_player_spends_no_long_time_of_the_others_unasked(game: Game) -> None:
    """Whatever takes so long is asked for: everything that is open in a quiet scene is tried."""
    tried, long = 0, set[str]()
    for scene in scenes_of(game):
        for who in game.people(scene)[:4]:
            for action, closed in game.legal(scene, who):
                if closed is None and not action.master and not action.asked_for() and scene.encounter is None:
                    oracle = Simulated(random.Random(1).randrange(10**6), first, events=[])
                    if tag(action) not in LONG and action.resolve(scene, oracle).clock - scene.clock >= A_WATCH:
                        long.add(tag(action))
                    tried += 1
    assert tried and not long


BECOMING = {  # what makes somebody another, in one tap
    "fragments": {"changer_de_classe", "reclasser", "monter_de_niveau"},
    "vieux_monde": {"changer_de_carriere", "monter_en_rang"},
    "terre_natale": {"endosser", "choisir"},
    "yin_yang": {"acquerir", "ameliorer"},
    "fluid": {"progresser", "developper"},
}


@EVERY
def test_who_somebody_becomes_is_asked_once(game: Game) -> None:
    weighty = {tag(kind) for kind in game.actions if kind.weighty}
    assert BECOMING[game.id] <= weighty


@EVERY
def test_care_is_offered_to_nobody_it_cannot_help(game: Game) -> None:
    """As a fight begins nobody is hurt: a button that can only fail would tell nothing but a red 0 %."""
    scene = next(scenes_of(game))
    hopeless = []
    for who in game.people(scene)[:3]:
        for action, closed in game.legal(scene, who):
            key = game.words.wanted.get(action.key()) or game.words.wanted.get(tag(action))
            if closed is None and not action.choose and key == "care" and action.whom() and action.views():
                found = odds(action, scene, action.views()[0])
                if set(found.ways) == {False}:
                    hopeless.append(action)
    assert not hopeless
