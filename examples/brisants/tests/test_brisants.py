"""The rules of Brisants, each under its id: `pytest --rules=brisants` says which have no test."""

from __future__ import annotations

import pytest
from brisants import game
from brisants.book.chants import Chanter
from brisants.book.combat import Attaquer, Engager, Passer, swell
from brisants.book.ponts import Aller, costs, ground
from brisants.book.tests import Tester
from brisants.making import CREATION, Choices, at_random
from brisants.model import POINTS, Scene
from brisants.sheet import sheet

from tablee.check import examine
from tablee.kernel.odds import odds
from tablee.kernel.scenario import demo
from tablee.testing import play, refusal, told


@pytest.fixture
def duel() -> Scene:
    """Soazig (Bras 3, Pied 4, Œil 2, cutlass) beside the brigadier (3, 2, 3, oilskin), and it is her turn."""
    scene = demo("brisants", "duel").change("soazig", x=5)
    return play(scene, Engager("soazig"))[0]


@pytest.fixture
def deep() -> Scene:
    """The siren's turn, the swell up."""
    return play(demo("brisants", "quille"), Engager("yann"))[0]


@pytest.mark.rule("BRI-1.1")
@pytest.mark.parametrize("seed", range(10))
def test_nine_points_over_three_attributes(seed: int) -> None:
    draft = at_random(seed)
    assert sum(draft.attributs.values()) == POINTS and not CREATION.problems(draft)
    wrong = CREATION.problems(Choices(nom="", attributs={"bras": 6, "pied": 2, "oeil": 2}))
    assert [problem.step for problem in wrong] == ["nom", "attributs", "attributs"]


@pytest.mark.rule("BRI-1.2", "BRI-1.3")
def test_life_and_breath(duel: Scene) -> None:
    soazig = duel["soazig"]
    assert (soazig.life, soazig.breath) == (14, 4)
    assert duel.change("soazig", perdu=13)["soazig"].up and not duel.change("soazig", perdu=14)["soazig"].up
    assert sheet(duel, "soazig").line("Vie").most == 14


@pytest.mark.rule("BRI-1.4")
@pytest.mark.parametrize(
    ("changed", "rules"),
    [({}, 0), ({"chant": "maree"}, 1), ({"arme": "griffes"}, 1), ({"cuir": "ecailles"}, 1), ({"chant": "x"}, 2)],
)
def test_what_one_begins_with(changed: dict[str, str], rules: int) -> None:
    draft = Choices(**{"nom": "Gaud", "attributs": {"bras": 3, "pied": 3, "oeil": 3}, **changed})
    assert [p.why.rule for p in CREATION.problems(draft)] == ["BRI-1.4"] * rules
    singer = Choices(nom="Gaud", attributs={"bras": 2, "pied": 3, "oeil": 4}, chant="maree")
    assert CREATION.finish(singer).chants == ("maree",)


@pytest.mark.rule("BRI-2.1")
@pytest.mark.parametrize(("dice", "passed"), [((5, 2), True), ((4, 2), False)])
def test_a_test_reaches_the_difficulty(dice: tuple[int, ...], passed: bool) -> None:
    _, oracle = play(demo("brisants", "duel"), Tester("soazig"), *dice)
    assert told(oracle, "test")["reussi"] is passed
    assert refusal(Tester("soazig", difficulte=99), demo("brisants")).rule == "BRI-2.1"


@pytest.mark.rule("BRI-3.1")
def test_everybody_acts_once_a_round_by_pied(duel: Scene) -> None:
    assert duel.turn() == ("soazig",)
    after, _ = play(duel, Passer("soazig"))
    assert after.turn() == ("brigadier",) and after.round() == 1
    again, _ = play(after, Passer("brigadier"))
    assert again.turn() == ("soazig",) and again.round() == 2 and again.clock == 6


@pytest.mark.rule("BRI-3.2", "BRI-4.1", "BRI-4.2")
def test_a_blow_takes_its_margin_and_the_weapon_less_the_hide(duel: Scene) -> None:
    after, oracle = play(duel, Attaquer("soazig", "brigadier"), 4, 3, answers=["encaisser"])
    assert told(oracle, "touche")["garde"] == 7 and after["brigadier"].perdu == (10 - 7) + 2 - 1
    missed, oracle = play(duel, Attaquer("soazig", "brigadier"), 1, 2)
    assert told(oracle, "manque")["total"] == 6 and missed["brigadier"].perdu == 0


@pytest.mark.rule("BRI-4.1")
def test_a_weapon_has_a_reach(duel: Scene) -> None:
    assert refusal(Attaquer("soazig", "brigadier"), duel.change("soazig", x=4)).rule == "BRI-4.1"
    assert Attaquer("soazig", "brigadier").closed(duel.change("soazig", x=4, arme="gaffe")) is None


@pytest.mark.rule("BRI-3.3")
def test_a_blow_is_parried_once_a_round(duel: Scene) -> None:
    after, oracle = play(duel, Attaquer("soazig", "brigadier"), 4, 2, 5, 1, answers={"brisants.parade": "parer"})
    assert told(oracle, "parade")["reussi"] and after["brigadier"].perdu == 0 and after["brigadier"].pare
    _, oracle = play(duel.change("brigadier", pare=True), Attaquer("soazig", "brigadier"), 4, 2)
    assert not oracle.asked


@pytest.mark.rule("BRI-3.4", "BRI-4.2")
def test_one_goes_once_a_turn_as_far_as_pied_and_hide_allow(duel: Scene) -> None:
    assert duel["soazig"].steps == 4 and duel.change("soazig", cuir="bouilli")["soazig"].steps == 3
    after, _ = play(duel, Aller("soazig", 3, 3))
    assert (after["soazig"].x, after.turn()) == (3, ("soazig",))
    assert refusal(Aller("soazig", 4, 3), after).rule == "BRI-3.4"
    assert refusal(Aller("soazig", 0, 0), duel).rule == "BRI-3.4"


@pytest.mark.rule("BRI-5.1", "BRI-5.2")
def test_reefs_bar_the_way_and_water_slows(duel: Scene) -> None:
    found = costs(duel, duel["soazig"])
    assert (7, 1) not in found and (6, 3) not in found  # a reef, and the brigadier
    assert found[4, 2] == 2 and found[4, 3] == 1  # water, rock
    drawn = ground(duel)
    assert drawn is not None and drawn.barred == ("ecueil",)


@pytest.mark.rule("BRI-5.3")
def test_the_swell_hinders_whoever_stands_in_water(deep: Scene) -> None:
    wet = deep.change("yann", x=0, y=0)
    assert swell(wet, wet["yann"]) == ("Houle", -1, "BRI-5.3") and swell(deep, deep["yann"]) is None
    calm = game.read_scene({"recif": "dents", "personnages": {"yann": {"x": 0, "y": 0}}}, ())
    assert swell(calm, calm["yann"]) is None


@pytest.mark.rule("BRI-6.1")
def test_a_song_is_known_paid_and_within_range(deep: Scene) -> None:
    assert deep.turn() == ("lorelei",)
    after, _ = play(deep, Chanter("lorelei", "sirene", "yann"), 1, 1)
    assert after["lorelei"].depense == 2
    assert "on peut dire : sirene, maree" in str(refusal(Chanter("lorelei", "polka", "yann"), deep))
    spent = deep.change("lorelei", depense=6)
    assert "Souffle" in str(refusal(Chanter("lorelei", "sirene", "yann"), spent))
    assert "loin" in str(refusal(Chanter("lorelei", "maree", "yann"), deep.change("yann", x=1, y=1)))


@pytest.mark.rule("BRI-6.2")
def test_whoever_is_spellbound_loses_a_turn(deep: Scene) -> None:
    after, oracle = play(deep, Chanter("lorelei", "sirene", "yann"), 2, 1)
    assert told(oracle, "sirene")["reussi"] and told(oracle, "reveil").who == "yann"
    assert after.turn() == ("anne",) and not after["yann"].fascine
    _, oracle = play(deep, Chanter("lorelei", "sirene", "yann"), 1, 1)
    assert not told(oracle, "sirene")["reussi"]
    held, _ = play(deep, Chanter("lorelei", "sirene", "anne"), 6, 6)
    assert held["anne"].fascine and held.turn() == ("yann",)


@pytest.mark.rule("BRI-6.3")
def test_the_tide_gives_life_back_and_no_more_than_was_lost(deep: Scene) -> None:
    hurt = deep.change("noye", perdu=4)
    after, oracle = play(hurt, Chanter("lorelei", "maree", "noye"), 6)
    assert told(oracle, "maree")["points"] == 4 and after["noye"].perdu == 0


def test_the_odds_of_a_blow_are_those_of_two_dice(duel: Scene) -> None:
    assert odds(Attaquer("soazig", "brigadier"), duel).p(True, exact=True) * 36 == 33  # four or more


def test_the_game_keeps_its_contract() -> None:
    assert [str(fault) for _, faults in examine(game, n=1) for fault in faults] == []
