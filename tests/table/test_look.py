"""Emblems, and how somebody is in a word: what a member may know, in every game."""

from __future__ import annotations

import pytest

from tablee.games.fragments.desk import look as fragments
from tablee.games.fragments.model.catalogue import CLASSES
from tablee.games.terre_natale.desk import look as terre_natale
from tablee.games.terre_natale.model.castes import CASTES
from tablee.games.vieux_monde.desk import look as vieux_monde
from tablee.games.vieux_monde.model.carrieres import CARRIERES
from tablee.kernel.content import parse
from tablee.kernel.game import Game, games
from tablee.kernel.look import Figure, Look
from tablee.kernel.scenario import Scenario
from tablee.table import commands as c
from tablee.table.seen import Person
from tablee.table.state import Member
from tablee.table.store import Store

from .conftest import Sat

GAMES = tuple(games().values())


def person(sat: Sat, member: Member, name: str) -> Person:
    return next(p for p in sat.table(member).people if p.name == name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_everybody_of_a_demonstration_has_a_figure_and_is_somehow(game: Game) -> None:
    scenario = parse(next(iter(game.demos.values())), Scenario, "demo")
    scene = game.read_scene(scenario.scene, scenario.options)
    for who in game.people(scene):
        look = game.look(scene, who)
        assert look.calling or look.seen, who
        assert look.health, who


@pytest.mark.parametrize(
    ("figures", "callings"),
    [
        (vieux_monde.FIGURES["carriere"], CARRIERES),
        (fragments.FIGURES["classe"], CLASSES),
        (terre_natale.FIGURES["caste"], CASTES),
    ],
    ids=("vieux_monde", "fragments", "terre_natale"),
)
def test_every_calling_has_a_figure(figures: dict[str, Figure], callings: dict[str, object]) -> None:
    assert figures.keys() == callings.keys()


@pytest.fixture
def ford(store: Store) -> Sat:
    """Ulrike is Luc's; the others of the demonstration are nobody's."""
    sat = Sat(store, "vieux_monde")
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    sat.do(sat.gm, c.Give(next(p.id for p in sat.table(sat.gm).people if p.name == "Ulrike Sturm"), sat.luc.id))
    return sat


def test_a_calling_is_for_readers_and_what_is_in_hand_for_all(ford: Sat) -> None:
    assert person(ford, ford.luc, "Ulrike Sturm").emblem.figure == "shield"
    foe = next(p for p in ford.table(ford.luc).people if p.emblem.foe)
    ford.do(ford.gm, c.Rule("fiche.carriere", "mage", "pour voir", foe.id))
    assert person(ford, ford.gm, foe.name).emblem.figure == "flame"
    assert person(ford, ford.luc, foe.name).emblem == foe.emblem


def test_how_somebody_is_goes_by_a_word_to_those_who_may_not_read_his_figures(ford: Sat) -> None:
    foe = next(p for p in ford.table(ford.luc).people if p.emblem.foe)
    assert foe.known == "indemne"
    assert person(ford, ford.gm, foe.name).known == ""
    ford.do(ford.gm, c.SetPool(foe.id, "pb_perdus", 1))
    assert person(ford, ford.luc, foe.name).known == "gravement blessé"
    ford.do(ford.gm, c.Rule("vie", "mort", "", foe.id))
    dead = person(ford, ford.luc, foe.name)
    assert (dead.known, dead.emblem.state) == ("mort", "dead")


def test_whose_rolls_or_sheet_are_secret_shows_only_whether_he_stands(ford: Sat) -> None:
    foe = next(p for p in ford.table(ford.luc).people if p.emblem.foe)
    ford.do(ford.gm, c.Hide(foe.id, sheet=True))
    ford.do(ford.gm, c.SetPool(foe.id, "pb_perdus", 1))
    ford.do(ford.gm, c.Rule("etats", [{"id": "sonne", "niveaux": 2}], "", foe.id))
    hidden = person(ford, ford.luc, foe.name)
    assert (hidden.known, hidden.marks, hidden.emblem.state) == ("", (), "")
    assert person(ford, ford.gm, foe.name).marks == ("Sonné 2",)
    ford.do(ford.gm, c.Rule("vie", "mort", "", foe.id))
    assert person(ford, ford.luc, foe.name).emblem.state == "down"
    ford.do(ford.gm, c.Hide(foe.id, sheet=False))
    assert person(ford, ford.luc, foe.name).emblem.state == "dead"


def test_whoever_has_no_name_has_no_figure(ford: Sat) -> None:
    foe = next(p for p in ford.table(ford.luc).people if p.emblem.foe)
    ford.do(ford.gm, c.Hide(foe.id, name=True))
    assert person(ford, ford.luc, "???").emblem.figure == ""
    assert person(ford, ford.gm, foe.name).emblem.figure == foe.emblem.figure


def test_a_game_that_says_nothing_shows_who_is_down(duel: Sat) -> None:
    assert duel.eyes(duel.gm).game.look(duel.state.play.scene, "alys") == Look()
    duel.do(duel.gm, c.Rule("gens.bran.vie", 0, ""))
    bran = person(duel, duel.luc, "Bran")
    assert (bran.emblem.state, bran.emblem.foe) == ("down", False)
