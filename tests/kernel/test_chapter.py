"""A game of chapters: its actions, what it offers, and the rules behind it all."""

from __future__ import annotations

import dataclasses
from types import ModuleType

import pytest

from tablee.kernel.action import Action, tag
from tablee.kernel.chapter import Chapter, belongs, chapter, legal
from tablee.kernel.game import unset
from tablee.kernel.oracle import Closed
from tablee.kernel.scene import faults_of
from tablee.kernel.uses import used_by, uses
from toy import ALYS_BOR, Attaquer, Crier, Duel, Souffler, toy
from toy.book import CHAPTERS

VOICE = ALYS_BOR.change("alys", traits=("voix",))


class Saluer(Action, frozen=True, tag="saluer"):
    fois: int = 1

    def closed(self, scene: Duel) -> Closed | None:
        return None if scene.turn() else Closed("T", "Trop tard")


class Fuir(Saluer, frozen=True, tag="fuir"):
    rank = -1


def greeting(n: int, place: int = 0, kind: type[Saluer] = Saluer) -> Chapter:
    return Chapter(f"jeu.c{n}", (kind,), lambda scene, person: [kind(person.id, n)], place)


def test_a_chapter_is_what_its_module_names():
    module = ModuleType("jeu.c1")
    assert chapter(module) == Chapter("jeu.c1")
    vars(module).update(ACTIONS=[Saluer], offers=list, PLACE=3)
    assert chapter(module) == Chapter("jeu.c1", (Saluer,), list, 3)
    assert [c.id for c in CHAPTERS] == [f"toy.book.{name}" for name in ("duel", "souffle", "lames", "ardeur")]


def test_what_is_in_the_folder_of_a_chapter_belongs_to_it():
    assert belongs("jeu.c1", "jeu.c1") and belongs("jeu.c1.tour", "jeu.c1")
    assert not belongs("jeu.c12", "jeu.c1") and not belongs("jeu", "jeu.c1")


def test_offers_stand_by_rank_then_by_place_then_in_the_order_of_the_chapters():
    chapters = greeting(1), greeting(2, place=1), greeting(3), greeting(4, 9, Fuir), greeting(5, -1), Chapter("jeu.c6")
    found = list(legal(chapters, ALYS_BOR, "alys"))
    assert [action.fois for action, _ in found] == [4, 5, 1, 3, 2]
    assert {closed for _, closed in found} == {None}
    assert {str(closed) for _, closed in legal(chapters, ALYS_BOR.calm(), "alys")} == {"Trop tard (T)"}
    assert list(legal(chapters, ALYS_BOR, "zog")) == []


def test_a_game_has_its_actions_and_what_is_legal_from_its_chapters():
    assert toy.actions == (Attaquer, Souffler, Crier)
    assert [action for action, _ in toy.legal(VOICE, "alys")] == [
        Crier("alys"),
        Attaquer("alys", "alys"),
        Attaquer("alys", "bor"),
        Souffler("alys"),
    ]
    assert [tag(action) for action, _ in toy.legal(VOICE, "bor")] == ["attaquer", "attaquer", "souffler"]
    assert [action for action, closed in toy.legal(VOICE, "bor") if closed is None] == []


def test_what_a_game_says_itself_goes_before_its_chapters():
    other = dataclasses.replace(toy, actions=(Saluer,), legal=lambda scene, actor: iter([(Saluer(actor), None)]))
    assert (other.actions, list(other.legal(ALYS_BOR, "alys"))) == ((Saluer,), [(Saluer("alys"), None)])
    assert dataclasses.replace(toy, title="Autre").actions == toy.actions


def test_a_game_without_chapters_says_itself_what_is_legal():
    with pytest.raises(TypeError, match="toy: a game has chapters, or actions and what is legal"):
        dataclasses.replace(toy, chapters=(), legal=unset)


def test_the_toy_game_keeps_the_contract_of_scenes():
    assert list(faults_of(Duel)) == []
    assert toy.package == "toy"


def test_the_rules_behind_moments_figures_and_conditions_are_those_of_the_action():
    known = uses(toy)
    behind = {
        "TOY-3.1": "a rule for everybody on the figure it asks for",
        "TOY-3.3": "one for those who bear a tag",
        "TOY-3.4": "an answer to its moment",
        "TOY-3.5": "a condition of what that answer brings",
        "TOY-4.2": "an answer of a chapter it does not know",
    }
    assert behind.keys() <= known["attaquer"].keys()
    assert not behind.keys() & known["souffler"].keys()
    assert known["attaquer"]["TOY-2.1"] < known["attaquer"]["TOY-3.1"]
    assert used_by(toy)["TOY-3.4"] == ("attaquer",)
    assert used_by(toy)["TOY-4.1"] == ("crier",)
