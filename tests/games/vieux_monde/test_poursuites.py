"""Chases: the Distance, the Tests, being caught, being lost, leaving somebody behind."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests.tests import Jet
from tablee.games.vieux_monde.book.c2_coups.fuite import Fuir
from tablee.games.vieux_monde.book.c2_rounds.poursuites import (
    Poursuivre,
    Renoncer,
    Talonner,
    nouvelle_distance,
    offers,
    voie,
)
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .champ import change, combat, dits, homme, lieu, termes
from .essais import dit, jouer, recopie, refus


def place():
    return lieu(
        ana=homme("rouge", AGI=40),
        eva=homme("rouge", AGI=30, mouvement=3),
        bor=homme("bleu", AGI=40),
        cid=homme("bleu"),
    )


def chasse(distance=4, **plus):
    scene, _ = jouer(place(), Poursuivre("bor", ("ana", "eva"), ("bor", "cid"), distance, **plus))
    return scene


@pytest.mark.rule("VM-2.56")
def test_the_mj_sets_the_distance():
    scene, oracle = jouer(place(), Poursuivre("bor", ("ana",), ("bor",), 8))
    assert scene.poursuite.distance == dit(oracle, "poursuite")["distance"] == 8
    assert recopie(scene) == scene
    assert refus(place(), Poursuivre("bor", ("ana",), ("bor",), 0)) == "VM-2.56"
    assert refus(place(), Poursuivre("bor", ("ana",), ("bor",), 10)) == "VM-2.56"
    for depart in (1, 9):
        assert Poursuivre("bor", ("ana",), ("bor",), depart, ("ana", "bor")).closed(place()) is None
    assert refus(place(), Poursuivre("bor", ("ana",), ("ana",), 3)) == "VM-2.56"
    assert refus(place(), Poursuivre("bor", (), ("bor",), 3)) == "VM-2.56"
    assert refus(scene, Poursuivre("bor", ("ana",), ("bor",), 3)) == "VM-2.56"
    assert refus(place(), Poursuivre("bor", ("ana",), ("bor",), 3, ("cid",))) == "VM-2.57"
    assert refus(change(place(), "ana", vie="mort"), Poursuivre("bor", ("ana",), ("bor",), 3)) == "VM-2.57"
    assert refus(combat(ana=homme("r"), bor=homme("b")), Poursuivre("bor", ("ana",), ("bor",))) == "VM-2.56"


@pytest.mark.rule("VM-2.57")
def test_lowest_of_the_pursued_against_the_highest_of_the_pursuers():
    scene, oracle = jouer(chasse(), Talonner("bor"), 10, 35, 25, 60)  # DR +3 and -0; +2 and -3
    distance = dit(oracle, "distance")
    assert termes(distance) == {
        "Distance": 4,
        "DR du poursuivi le plus lent": 0,
        "DR du meilleur poursuivant": -2,
    }
    assert scene.poursuite.distance == distance["distance"] == 2
    assert scene.clock == 6


@pytest.mark.rule("VM-2.57")
@pytest.mark.parametrize(
    ("fuyards", "chasseurs", "apres"), [([3, -2], [1, 4], -2), ([1], [-3], 8), ([0, 0], [0], 4), ([-1], [-1, -5], 4)]
)
def test_the_new_distance(fuyards, chasseurs, apres):
    assert total(nouvelle_distance(4, fuyards, chasseurs)) == apres


@pytest.mark.rule("VM-2.57", "VM-2.39")
def test_each_tests_what_he_moves_by():
    scene = lieu(
        ana=homme("rouge", monture="roc"),
        roc=homme("rouge", taille="Grande"),
        bor=homme("bleu"),
        cid=homme("bleu"),
    )
    scene, _ = jouer(scene, Poursuivre("bor", ("ana",), ("bor", "cid"), 5, ("cid",)))
    _, oracle = jouer(scene, Talonner("ana"), 20, 20, 20)
    assert {e.who: e["competence"] for e in dits(oracle, "foulee")} == {
        "ana": "Chevaucher",
        "bor": "Athlétisme",
        "cid": "Conduite",
    }


@pytest.mark.rule("VM-2.58")
@pytest.mark.parametrize(
    ("depart", "eva", "ana", "apres"),
    [(2, 25, 25, 1), (1, 25, 25, 0), (3, 25, 1, 0), (8, 25, 35, 8), (8, 1, 25, 9), (9, 1, 25, 10), (9, 1, 60, 14)],
)
def test_caught_at_zero_lost_at_ten_and_from_one_to_nine_it_goes_on(depart, eva, ana, apres):
    scene, _ = jouer(place(), Poursuivre("ana", ("eva",), ("ana",), depart))
    scene, oracle = jouer(scene, Talonner("ana"), eva, ana)
    assert dit(oracle, "distance")["distance"] == apres
    assert bool(dits(oracle, "rattrapes")) == (apres <= 0)
    assert bool(dits(oracle, "semes")) == (apres >= 10)
    assert (scene.poursuite is None) == (not 1 <= apres <= 9)
    if 1 <= apres <= 9:
        assert scene.poursuite.distance == apres


@pytest.mark.rule("VM-2.58")
def test_lost_at_ten():
    scene, oracle = jouer(chasse(8), Talonner("bor"), 10, 10, 45, 60)  # +2 and -0
    assert dit(oracle, "distance")["distance"] == 10
    assert scene.poursuite is None
    assert dits(oracle, "semes")
    assert refus(scene, Talonner("bor")) == "VM-2.56"


@pytest.mark.rule("VM-2.58")
def test_caught_they_stop_and_fight():
    scene, oracle = jouer(chasse(1), Talonner("bor"), 10, 60, 10, 60, reponses=("combattre",))
    (question,) = oracle.asked
    assert (question.who, question.see("lent")) == ("ana", "eva")
    assert scene.poursuite is None
    assert dits(oracle, "rattrapes")
    assert Combattre("bor").closed(scene) is None
    seul, _ = jouer(place(), Poursuivre("bor", ("ana",), ("bor",), 1))
    _, oracle = jouer(seul, Talonner("bor"), 60, 10)
    assert not oracle.asked  # nobody to sacrifice
    assert dits(oracle, "rattrapes")


@pytest.mark.rule("VM-2.58")
def test_caught_they_leave_the_slowest_and_the_distance_is_what_it_was():
    scene, oracle = jouer(chasse(1), Talonner("bor"), 10, 60, 10, 60, reponses=("sacrifier", "continuer", "arreter"))
    assert [q.who for q in oracle.asked] == ["ana", "bor", "cid"]
    assert (scene.poursuite.poursuivis, scene.poursuite.poursuivants, scene.poursuite.distance) == (
        ("ana",),
        ("bor",),
        1,
    )
    assert dit(oracle, "s_arretent")["arretes"] == ("cid",)
    bagarre, _ = jouer(scene, Combattre("cid"), 20, 60)
    assert set(bagarre.encounter.ordre) == {"eva", "cid"}  # those who run on are elsewhere
    assert refus(bagarre, Talonner("bor")) == "VM-2.56"


@pytest.mark.rule("VM-2.58")
def test_ignored_by_all_he_has_escaped():
    scene, oracle = jouer(chasse(1), Talonner("bor"), 10, 60, 10, 60, reponses=("sacrifier", "continuer", "continuer"))
    assert dit(oracle, "echappe").who == "eva"
    assert scene.poursuite.poursuivants == ("bor", "cid")


@pytest.mark.rule("VM-2.58")
def test_if_all_stop_for_him_the_others_are_away():
    scene, oracle = jouer(chasse(1), Talonner("bor"), 10, 60, 10, 60, reponses=("sacrifier", "arreter", "arreter"))
    assert scene.poursuite is None
    assert dit(oracle, "semes")["poursuivis"] == ("ana",)


@pytest.mark.rule("VM-2.58")
def test_of_equal_runners_the_one_with_the_smaller_mouvement_is_the_slowest():
    scene = place()
    scene = change(scene, "eva", fiche=replace(scene["eva"].fiche, AGI=40))
    scene, _ = jouer(scene, Poursuivre("bor", ("eva", "ana"), ("bor",), 1))
    _, oracle = jouer(scene, Talonner("bor"), 60, 60, 10)
    assert oracle.asked[0].see("lent") == "eva"


@pytest.mark.rule("VM-2.58")
def test_dropping_out():
    scene, _ = jouer(chasse(), Renoncer("cid"))
    assert scene.poursuite.poursuivants == ("bor",)
    fini, oracle = jouer(scene, Renoncer("bor"))
    assert fini.poursuite is None
    assert dits(oracle, "semes")
    scene, oracle = jouer(chasse(), Renoncer("eva"), reponses=("arreter", "continuer"))
    assert (scene.poursuite.poursuivis, scene.poursuite.poursuivants) == (("ana",), ("cid",))
    fini, oracle = jouer(scene, Renoncer("ana"))
    assert fini.poursuite is None
    assert dits(oracle, "rattrapes")
    assert refus(chasse(), Talonner("personne")) == "VM-1.2"
    assert refus(scene, Talonner("eva")) == refus(scene, Renoncer("eva")) == "VM-2.57"
    assert refus(scene, Renoncer("personne")) == "VM-1.2"
    assert refus(fini, Renoncer("ana")) == "VM-2.56"


@pytest.mark.rule("VM-2.54", "VM-2.56")
def test_those_who_left_a_fight_may_be_chased():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 9))
    scene, _ = jouer(scene, Fuir("ana", quitter=True))
    assert scene.encounter is None
    (depart,) = offers(scene, scene["bor"])
    assert depart == Poursuivre("bor", ("ana",), ("bor",))
    scene, _ = jouer(scene, depart)
    assert scene["ana"].vie == "actif"
    assert list(offers(scene, scene["ana"])) == [Talonner("ana"), Renoncer("ana")]


@pytest.mark.rule("VM-2.59")
@pytest.mark.parametrize(
    ("dr", "reussi", "phrase"),
    [
        (1, True, "la voie se dégage"),
        (0, True, "rien ne gêne"),
        (0, False, "un faux pas"),
        (-2, False, "un faux pas"),
        (-3, False, "tout se met en travers"),
    ],
)
def test_the_dr_colours_the_chase(dr, reussi, phrase):
    assert voie(Jet(dr, reussi)) == phrase


@pytest.mark.rule("VM-2.58")
def test_whoever_drops_on_the_way_no_longer_counts():
    scene = change(change(chasse(), "bor", vie="mort"), "cid", vie="mort")
    scene, oracle = jouer(scene, Talonner("ana"), 20, 20)
    assert dits(oracle, "semes")
    assert scene.poursuite is None


@pytest.mark.rule("VM-2.57")
def test_the_chances_of_a_round_of_the_chase():
    scene, _ = jouer(place(), Poursuivre("bor", ("ana",), ("bor",), 2))
    pris = odds(Talonner("bor"), scene)
    assert 0.1 < pris.p(True) < 0.5
    assert abs(odds(Talonner("bor"), scene, "distance").mean() - 2) < 0.01  # two equal runners
