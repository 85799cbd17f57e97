"""Moments: what follows from what happens, chapter after chapter."""

from __future__ import annotations

import sys
from itertools import permutations

from msgspec.structs import replace

from tablee.kernel.ledger import IMPLEMENTED
from tablee.kernel.live import Scripted
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Oracle
from toy import ALYS_BOR, Attaquer
from toy.book import duel
from toy.book.lames import DAGUE, ROUILLEE


def answer(name: str):
    def follow(scene: tuple[str, ...], oracle: Oracle, who: str) -> tuple[str, ...]:
        return *scene, f"{name} {who}"

    follow.__module__ = f"jeu.{name}"
    return follow


def test_a_moment_nobody_answers_leaves_the_scene_as_it_is():
    moment: Moment[[str]] = Moment("tombe")
    assert moment(ALYS_BOR, Scripted(), "alys") is ALYS_BOR


def test_each_answer_gets_the_scene_the_one_before_it_left_in_the_order_of_places():
    places = {"jeu.un": 1, "jeu.deux": 2, "jeu.trois": 3}
    for names in permutations(["un", "deux", "trois"]):
        moment: Moment[[str]] = Moment("tombe")
        for name in names:
            moment.then()(answer(name))
        assert moment((), Scripted(), "alys") == tuple(f"{name} alys" for name in names)
        moment.sort(places.__getitem__)
        assert moment((), Scripted(), "alys") == ("un alys", "deux alys", "trois alys")


def test_an_answer_states_its_rules():
    assert IMPLEMENTED["TOY-3.4"] == ["toy.book.lames.se_briser"]
    assert IMPLEMENTED["TOY-4.2"] == ["toy.book.ardeur.boire"]


def test_chapters_that_were_imported_in_another_order_answer_in_their_own():
    imported = list(sys.modules)
    assert imported.index("toy.book.ardeur") < imported.index("toy.book.lames")
    assert [each.__name__ for each in duel.touche.answers] == ["se_briser", "boire"]
    scene = ALYS_BOR.put(replace(ALYS_BOR["alys"], arme=ROUILLEE, traits=("soif",)))
    oracle = Scripted([6, 2, 17, 10, 4])
    after = Attaquer("alys", "bor").resolve(scene, oracle)
    assert [event.what for event in oracle.events] == ["touche", "brise", "soif"]
    assert (after["alys"].arme, after["alys"].souffle) == (DAGUE, 4)
