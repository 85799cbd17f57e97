"""Surprise: every way of the book, against those on their guard and those who are not."""

from fractions import Fraction

import pytest

from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.surprise import MOYENS, Evaluer, Surprendre, offers
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre, Patienter
from tablee.kernel.odds import odds

from .champ import change, combat, dits, homme, lieu
from .essais import dit, jouer, refus, rows


def place(**plus):
    return lieu(ana=homme("rouge", AGI=40, **plus), bor=homme("bleu", 1), cid=homme("bleu", 2, INI=50))


def surpris(scene):
    return {p.id for p in scene.people.values() if p.niveau("surpris")}


@pytest.mark.rule("VM-2.66")
def test_the_ways_are_those_of_the_book():
    assert list(MOYENS.values()) == [r["moyen"] for r in rows("VM-2.66")]


@pytest.mark.rule("VM-2.66")
@pytest.mark.parametrize(("de", "qui"), [(40, {"bor", "cid"}), (41, set())])
def test_hiding_is_a_test_of_discretion_that_nobody_opposes_off_his_guard(de, qui):
    scene, oracle = jouer(place(), Surprendre("ana", ("bor", "cid"), "se_cacher"), de)
    assert surpris(scene) == qui
    assert [e["competence"] for e in dits(oracle, "essai")] == ["Discrétion"]
    assert bool(dits(oracle, "pas_surpris")) == (not qui)


@pytest.mark.rule("VM-2.66")
def test_whoever_is_on_his_guard_opposes_perception():
    action = Surprendre("ana", ("bor", "cid"), "se_cacher", ("cid",))
    scene, oracle = jouer(place(), action, 35, 35, 10)  # hidden from bor; DR +1 against +4
    assert surpris(scene) == {"bor"}
    assert dit(oracle, "pas_surpris").target == "cid"
    scene, _ = jouer(place(), action, 60, 10, 50)
    assert surpris(scene) == {"cid"}  # a failed Test does not hide him, the opposed one is another


@pytest.mark.rule("VM-2.66")
@pytest.mark.parametrize("moyen", ["tactiques_furtives", "distractions"])
def test_stealthy_tactics_and_distractions_work_unless_the_mj_grants_a_test_of_perception(moyen):
    scene, oracle = jouer(place(), Surprendre("ana", ("bor", "cid"), moyen))
    assert surpris(scene) == {"bor", "cid"}
    assert not dits(oracle, "essai")
    action = Surprendre("ana", ("bor", "cid"), moyen, ("bor", "cid"), difficulte="difficile")
    scene, oracle = jouer(place(), action, 11, 31)
    assert [e["valeur"] for e in dits(oracle, "essai")] == [10, 30]
    assert surpris(scene) == {"bor", "cid"}
    scene, _ = jouer(place(), action, 10, 30)
    assert surpris(scene) == set()


@pytest.mark.rule("VM-2.66")
def test_the_unprepared_are_surprised_out_of_hand():
    scene, _ = jouer(place(), Surprendre("ana", ("bor",), "depourvu"))
    assert surpris(scene) == {"bor"}
    assert refus(place(), Surprendre("ana", ("bor",), "depourvu", ("bor",))) == "VM-2.66"


@pytest.mark.rule("VM-2.66")
def test_any_other_ruse_is_a_test_of_what_it_takes():
    scene, oracle = jouer(place(), Surprendre("ana", ("bor",), "autres", ("bor",), "baratin"), 10, 50)
    assert surpris(scene) == {"bor"}
    assert dits(oracle, "essai")[0]["competence"] == "Baratin"
    scene, _ = jouer(place(), Surprendre("ana", ("bor",), "autres", competence="baratin"), 60)
    assert surpris(scene) == set()
    scene, _ = jouer(place(), Surprendre("ana", ("bor",), "autres"))
    assert surpris(scene) == {"bor"}


@pytest.mark.rule("VM-2.66", "VM-2.2")
def test_what_is_no_surprise():
    ici = place()
    assert refus(ici, Surprendre("ana", ())) == refus(ici, Surprendre("ana", ("bor", "bor"))) == "VM-2.66"
    assert refus(ici, Surprendre("ana", ("bor",), gardes=("cid",))) == "VM-2.66"
    assert refus(ici, Surprendre("ana", ("ana",))) == "VM-2.66"
    assert refus(ici, Surprendre("ana", ("bor",), "magie")) == "VM-2.66"
    assert refus(ici, Surprendre("ana", ("bor",), competence="charme")) == "VM-2.66"
    assert refus(ici, Surprendre("ana", ("bor",), "autres", competence="strategie")) == "VM-1.2"
    assert refus(ici, Surprendre("ana", ("personne",))) == "VM-1.2"
    assert refus(combat(ana=homme("rouge"), bor=homme("bleu")), Surprendre("ana", ("bor",))) == "VM-2.2"
    assert refus(change(ici, "bor", vie="mort"), Surprendre("ana", ("bor",))) == "VM-5.9"


@pytest.mark.rule("VM-2.66", "VM-2.17", "VM-2.2")
def test_the_surprised_neither_act_nor_defend_themselves_and_are_worth_an_avantage():
    scene, _ = jouer(place(), Surprendre("ana", ("bor",), "depourvu"))
    scene, _ = jouer(scene, Combattre("ana"), 40, 5, 95)
    assert scene.encounter.ordre[0] == "bor"
    assert scene.turn() == ("ana",)
    scene, oracle = jouer(scene, Attaquer("ana", "bor"), 35)  # no defence is rolled
    assert dits(oracle, "essai")[0]["valeur"] == 40
    assert scene["ana"].avantages == 2  # Surprise, then Prendre le dessus


@pytest.mark.rule("VM-2.66")
def test_without_a_fight_it_passes():
    scene, _ = jouer(place(), Surprendre("ana", ("bor",), "depourvu"))
    scene, _ = jouer(scene, Patienter("ana"))
    assert surpris(scene) == set()


@pytest.mark.rule("VM-2.66")
def test_the_chances_of_an_ambush():
    action = Surprendre("ana", ("bor", "cid"), "se_cacher")
    assert odds(action, place()).p(True, exact=True) == Fraction(40, 100)
    assert odds(action, place(), "combien").p(2, exact=True) == Fraction(40, 100)


def test_the_buttons():
    scene = place()
    assert {a.moyen for a in offers(scene, scene["ana"])} == set(MOYENS)
    assert all(a.closed(scene) is None for a in offers(scene, scene["ana"]))
    bagarre = combat(ana=homme("rouge", INI=20, competences={"intuition": 15}), bor=homme("bleu", 1))
    assert list(offers(bagarre, bagarre["ana"])) == [Evaluer("ana", "intuition")]
