"""Free actions and Jetons: how many, when, for whom, and what each of them does."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_combat.combat import marche_restante
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Courir, Deplacer
from tablee.games.vieux_monde.book.c2_coups.fuite import Desengager
from tablee.games.vieux_monde.book.c2_coups.jetons import (
    MAJEURS,
    MINEURS,
    Degainer,
    Geste,
    JetonMajeur,
    JetonMineur,
    RenouvelerJetons,
    jetons_majeurs,
    jetons_mineurs,
    offers,
)
from tablee.games.vieux_monde.book.c2_coups.surprise import Evaluer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre, Terminer
from tablee.games.vieux_monde.model.people import Blessure
from tablee.kernel.odds import odds

from .champ import ARC, ECU, LAME, change, combat, dits, homme, lieu, paires, termes, tour
from .essais import dit, jouer, recopie, refus, rows


def joueuse(*args, **plus):
    return homme(*args, **{"joueur": True, "destin": 2, **plus})


def partie(*engages, **plus):
    """Two players against two others."""
    return combat(
        *engages,
        ana=joueuse("rouge", **plus),
        bor=homme("bleu", 1),
        eva=joueuse("rouge", 0, 1, destin=0),
        cid=homme("bleu", 5),
    )


def jet_d_attaque(oracle):
    return next(e for e in oracle.events if e.what == "essai")


# ---------------------------------------------------------------- how many, when


@pytest.mark.rule("VM-2.62")
def test_the_common_pool_is_two_for_each_player_and_is_renewed_with_the_scenario():
    scene = partie()
    assert jetons_majeurs(scene) == 4
    scene, _ = jouer(scene, JetonMajeur("ana", "avantage"))
    assert (jetons_majeurs(scene), scene.jetons) == (3, 1)
    assert refus(scene, RenouvelerJetons("ana")) == "VM-2.62"
    vide = replace(tour(scene, jeton=False), jetons=4)
    assert refus(vide, JetonMajeur("ana", "avantage")) == "VM-2.62"
    paix = replace(vide, encounter=None)
    paix, oracle = jouer(paix, RenouvelerJetons("ana"))
    assert dit(oracle, "jetons_renouveles")["jetons"] == jetons_majeurs(paix) == 4
    assert refus(paix, RenouvelerJetons("ana")) == "VM-2.62"


@pytest.mark.rule("VM-2.62")
def test_major_jetons_belong_to_the_players():
    scene, _ = jouer(partie(), Terminer("ana"))
    assert scene.turn() == ("bor",)
    assert refus(scene, JetonMajeur("bor", "avantage")) == "VM-2.62"


@pytest.mark.rule("VM-2.63")
def test_minor_jetons_are_as_many_as_the_maximum_of_chance_and_come_back_with_each_fight():
    scene = partie(talents={"chanceux": 1})
    assert jetons_mineurs(scene["ana"]) == 3  # Destin 2 and Chanceux
    assert jetons_mineurs(change(scene, "ana", chance_perdue=3)["ana"]) == 3  # the maximum, not what is left
    assert jetons_mineurs(scene["bor"]) == 0
    scene, _ = jouer(scene, JetonMineur("ana", "plus_10"))
    assert (scene["ana"].jetons, jetons_mineurs(scene["ana"])) == (1, 2)
    vide = change(tour(scene, jeton=False), "ana", jetons=3)
    assert refus(vide, JetonMineur("ana", "plus_10")) == "VM-2.63"
    paix = lieu(ana=joueuse("rouge", jetons=2), bor=homme("bleu", 1))
    paix, _ = jouer(paix, Combattre("ana"), 20, 60)
    assert paix["ana"].jetons == 0


@pytest.mark.rule("VM-2.63")
def test_a_talent_gives_one_more():
    assert jetons_mineurs(partie(talents={"sacoche_pleine": 1})["ana"]) == 3


@pytest.mark.rule("VM-2.61")
def test_in_fights_only_in_ones_own_tour_and_one_in_all():
    scene = partie()
    assert refus(replace(scene, encounter=None), JetonMajeur("ana", "avantage")) == "VM-2.61"
    assert refus(scene, JetonMajeur("eva", "avantage")) == "VM-2.1"
    scene, _ = jouer(scene, JetonMajeur("ana", "avantage"))
    assert refus(scene, JetonMineur("ana", "plus_10")) == refus(scene, JetonMajeur("ana", "zeros")) == "VM-2.61"
    assert not scene.encounter.action  # it takes no Action
    for who in ("ana", "bor", "eva", "cid"):
        scene, _ = jouer(scene, Terminer(who))
    assert JetonMineur("ana", "plus_10").closed(scene) is None


@pytest.mark.rule("VM-2.61")
def test_before_the_action_if_it_is_to_weigh_on_it():
    scene = tour(partie(("ana", "bor")), action=True)
    for action in (JetonMajeur("ana", "plus_20"), JetonMajeur("ana", "zeros"), JetonMineur("ana", "plus_10")):
        assert refus(scene, action) == "VM-2.61"
    for action in (
        JetonMajeur("ana", "avantage"),
        JetonMajeur("ana", "plus_20", "eva"),
        JetonMajeur("ana", "sonne", "bor"),
        JetonMineur("ana", "mouvement"),
        JetonMineur("ana", "desengage"),
    ):
        assert action.closed(scene) is None


@pytest.mark.rule("VM-2.61")
def test_the_gesture_is_described_and_told():
    scene, oracle = jouer(partie(), JetonMajeur("ana", "sonne", "bor", "du sable dans les yeux"))
    jeton = dit(oracle, "jeton_contre")
    assert (jeton.who, jeton.target, jeton["geste"]) == ("ana", "bor", " : du sable dans les yeux")
    assert refus(tour(scene, jeton=False), JetonMajeur("ana", "sonne", "bor", "x" * 201)) == "VM-2.61"


# ---------------------------------------------------------------- what they give


@pytest.mark.rule("VM-2.64", "VM-2.65")
def test_the_benefits_are_those_of_the_book():
    assert len(MAJEURS) == len(rows("VM-2.64"))
    assert len(MINEURS) == len(rows("VM-2.65"))
    scene = partie()
    assert refus(scene, JetonMajeur("ana", "mouvement")) == "VM-2.64"
    assert refus(scene, JetonMineur("ana", "avantage")) == "VM-2.65"


@pytest.mark.rule("VM-2.64", "VM-2.14")
def test_major_one_avantage_at_once_for_oneself_or_another():
    scene, _ = jouer(partie(), JetonMajeur("ana", "avantage"))
    assert scene["ana"].avantages == 1
    scene, _ = jouer(partie(), JetonMajeur("ana", "avantage", "eva"))
    assert (scene["ana"].avantages, scene["eva"].avantages) == (0, 1)
    assert refus(partie(avantages=6), JetonMajeur("ana", "avantage")) == "VM-2.14"


@pytest.mark.rule("VM-2.64")
def test_major_twenty_on_the_one_next_action():
    scene, _ = jouer(partie(), JetonMajeur("ana", "plus_20"))
    apres, oracle = jouer(scene, Attaquer("ana", "bor"), 60, 20, reponses=("esquive",))
    assert (jet_d_attaque(oracle)["valeur"], termes(jet_d_attaque(oracle))["Jeton majeur"]) == (50, 20)
    assert apres["ana"].effets == ()  # used up
    course, oracle = jouer(scene, Courir("ana"), 60)  # any Action will do
    assert dit(oracle, "essai")["valeur"] == 70
    assert course["ana"].effets == ()


@pytest.mark.rule("VM-2.65")
@pytest.mark.parametrize(
    ("action", "des", "valeur"),
    [
        (Evaluer("ana", "perception"), (60,), 40),
        (Desengager("ana", "esquive"), (60, 20), 40),
        (Deplacer("ana", -1, 0, "escalade"), (60,), 40),
    ],
)
def test_minor_ten_on_whatever_the_action_is(action, des, valeur):
    engages = [("ana", "bor")] if isinstance(action, Desengager) else []
    scene, _ = jouer(partie(*engages), JetonMineur("ana", "plus_10"))
    scene, oracle = jouer(scene, action, *des)
    assert jet_d_attaque(oracle)["valeur"] == valeur
    assert scene["ana"].effets == ()


@pytest.mark.rule("VM-2.64", "VM-2.65")
def test_the_bonus_given_to_another_waits_for_his_action_and_for_nothing_else():
    scene, _ = jouer(partie(), JetonMajeur("ana", "plus_20", "eva"))
    assert recopie(scene) == scene
    scene, _ = jouer(scene, Terminer("ana"))
    scene, oracle = jouer(scene, Attaquer("bor", "eva"), 60, 20)
    assert dits(oracle, "essai")[1]["valeur"] == 30  # no help for a defence
    scene, _ = jouer(scene, Terminer("bor"))
    assert scene.turn() == ("eva",)
    scene, oracle = jouer(scene, Attaquer("eva", "bor"), 60, 20)
    assert termes(jet_d_attaque(oracle))["Jeton majeur"] == 20
    assert scene["eva"].effets == ()


@pytest.mark.rule("VM-2.64")
def test_a_benefit_that_was_not_used_waits_for_the_next_action():
    scene, _ = jouer(partie(), JetonMajeur("ana", "plus_20"))
    scene, _ = jouer(scene, Terminer("ana"))
    _, oracle = jouer(scene, Attaquer("bor", "ana"), 60, 20)
    assert dits(oracle, "essai")[1]["valeur"] == 30
    for who in ("bor", "eva", "cid"):
        scene, _ = jouer(scene, Terminer(who))
    _, oracle = jouer(scene, Attaquer("ana", "bor"), 60, 20)
    assert jet_d_attaque(oracle)["valeur"] == 50


@pytest.mark.rule("VM-2.64")
@pytest.mark.parametrize(
    ("de", "critique"),
    [(20, " (Succès Critique)"), (30, " (Succès Critique)"), (40, ""), (90, ""), (25, ""), (22, " (Succès Critique)")],
)
def test_major_rolls_that_end_in_zero_are_critiques_when_they_succeed(de, critique):
    scene, _ = jouer(partie(), JetonMajeur("ana", "zeros"))
    scene, oracle = jouer(scene, Evaluer("ana", "perception"), de)
    assert dit(oracle, "jet")["critique"] == critique
    assert scene["ana"].effets == ()


@pytest.mark.rule("VM-2.64")
def test_a_double_zero_stays_a_critical_failure():
    scene, _ = jouer(partie(), JetonMajeur("ana", "zeros"))
    _, oracle = jouer(scene, Evaluer("ana", "perception"), 100)
    assert dit(oracle, "jet")["critique"] == " (Échec Critique)"


@pytest.mark.rule("VM-2.64")
def test_the_odds_of_an_attack_know_of_the_jeton():
    scene = partie(destin=0)
    avant = odds(Attaquer("ana", "bor"), scene).p(True)
    scene = replace(scene, jetons=0)
    avec, _ = jouer(scene, JetonMajeur("ana", "plus_20"))
    assert odds(Attaquer("ana", "bor"), avec).p(True) > avant + 0.1
    zeros, _ = jouer(scene, JetonMajeur("ana", "zeros"))
    assert odds(Attaquer("ana", "bor"), zeros, "critiques") != odds(Attaquer("ana", "bor"), scene, "critiques")


@pytest.mark.rule("VM-2.64")
def test_major_the_target_is_stunned_or_loses_all_its_avantages():
    scene, _ = jouer(partie(), JetonMajeur("ana", "sonne", "bor"))
    assert scene["bor"].niveau("sonne") == 1
    scene = change(partie(), "bor", avantages=3)
    scene, _ = jouer(scene, JetonMajeur("ana", "perd_tout", "bor"))
    assert scene["bor"].avantages == 0
    assert refus(partie(), JetonMajeur("ana", "perd_tout", "bor")) == "VM-2.64"  # nothing to lose
    assert (
        refus(partie(), JetonMajeur("ana", "sonne", "eva")) == refus(partie(), JetonMajeur("ana", "sonne")) == "VM-2.64"
    )


@pytest.mark.rule("VM-2.65")
def test_minor_the_target_loses_one_avantage():
    scene = change(partie(), "bor", avantages=3)
    scene, _ = jouer(scene, JetonMineur("ana", "perd_un", "bor"))
    assert scene["bor"].avantages == 2
    assert refus(partie(), JetonMineur("ana", "perd_un", "bor")) == "VM-2.65"


@pytest.mark.rule("VM-2.65")
def test_minor_one_more_mouvement_for_oneself_or_for_the_tour_of_another():
    scene = partie()
    mien, _ = jouer(scene, JetonMineur("ana", "mouvement"))
    assert marche_restante(mien, mien["ana"]) == 8
    autre, _ = jouer(scene, JetonMineur("ana", "mouvement", "eva"))
    assert marche_restante(autre, autre["ana"]) == 4
    for who in ("ana", "bor"):
        autre, _ = jouer(autre, Terminer(who))
    assert autre.turn() == ("eva",)
    assert marche_restante(autre, autre["eva"]) == 8
    assert autre["eva"].effets == ()
    autre, _ = jouer(autre, Terminer("eva"))
    assert autre.encounter.reserve == 0


@pytest.mark.rule("VM-2.65")
def test_minor_no_longer_engaged():
    scene = partie(("ana", "bor"))
    scene, _ = jouer(scene, JetonMineur("ana", "desengage"))
    assert paires(scene) == set()
    assert Deplacer("ana", -2, 0).closed(scene) is None
    assert refus(partie(), JetonMineur("ana", "desengage")) == "VM-2.10"
    ami, _ = jouer(partie(("eva", "bor")), JetonMineur("ana", "desengage", "eva"))
    assert paires(ami) == set()


@pytest.mark.rule("VM-2.64")
def test_nothing_of_a_jeton_outlives_the_fight():
    scene, _ = jouer(partie(), JetonMajeur("ana", "plus_20", "eva"))
    scene = change(change(scene, "bor", vie="mort"), "cid", vie="mort")
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene.encounter is None
    assert scene["eva"].effets == ()


# ---------------------------------------------------------------- gestures that take no Action


@pytest.mark.rule("VM-2.60")
def test_drawing_a_weapon_takes_no_action():
    scene = combat(ana=homme("rouge", armes=(LAME, ECU, ARC)), bor=homme("bleu", 1))
    assert [a.id for a in scene["ana"].equipement.tenues] == ["lame", "ecu"]
    suite, oracle = jouer(scene, Degainer("ana", ("arc_de_chasse",)))
    assert [a.id for a in suite["ana"].equipement.tenues] == ["arc_de_chasse"]
    assert not suite.encounter.action
    assert dit(oracle, "degaine")["armes"] == ("Arc de chasse",)
    vides, _ = jouer(scene, Degainer("ana"))
    assert vides["ana"].equipement.tenues == ()


@pytest.mark.rule("VM-2.60")
def test_two_hands_hold_what_two_hands_can():
    scene = combat(ana=homme("rouge", armes=(LAME, ECU, ARC)), bor=homme("bleu", 1))
    assert refus(scene, Degainer("ana", ("arc_de_chasse", "ecu"))) == "VM-2.60"
    assert refus(scene, Degainer("ana", ("lame", "lame"))) == refus(scene, Degainer("ana", ("pique",))) == "VM-2.60"
    manchot = change(scene, "ana", blessures=(Blessure("b", "Bras perdu", "bras_gauche", ampute=True),))
    assert refus(manchot, Degainer("ana", ("lame", "ecu"))) == "VM-2.60"
    assert Degainer("ana", ("lame",)).closed(manchot) is None
    assert refus(scene, Degainer("bor", ())) == "VM-2.1"


@pytest.mark.rule("VM-2.60")
def test_other_free_gestures_are_told_and_use_up_what_is_drunk():
    scene = combat(ana=homme("rouge", objets=("potion", "potion", "corde")), bor=homme("bleu", 1))
    scene, oracle = jouer(scene, Geste("ana", "boit d'un trait", "potion"))
    assert scene["ana"].equipement.objets == ("potion", "corde")
    assert not scene.encounter.action
    assert dit(oracle, "geste")["geste"] == "boit d'un trait"
    scene, _ = jouer(scene, Geste("ana", "crie son nom"))
    assert refus(scene, Geste("ana", "boit", "élixir")) == refus(scene, Geste("ana", " ")) == "VM-2.60"
    assert refus(scene, Geste("bor", "crie")) == "VM-2.1"


def test_the_buttons():
    scene = partie()
    offertes = list(offers(scene, scene["ana"]))
    assert JetonMajeur("ana", "sonne", "bor") in offertes
    assert JetonMineur("ana", "mouvement") in offertes
    assert JetonMineur("ana", "perd_un", "bor") in offertes
    assert Degainer("ana") in offertes
    assert not any(isinstance(a, JetonMajeur | JetonMineur) for a in offers(scene, scene["bor"]))
    armee = combat(ana=homme("rouge", armes=(LAME, ECU, ARC)), bor=homme("bleu", 1))
    prises = [a.armes for a in offers(armee, armee["ana"]) if isinstance(a, Degainer)]
    assert prises == [("arc_de_chasse",), ()]  # blade and shield are in hand already
    autre, _ = jouer(armee, Degainer("ana"))
    prises = [a.armes for a in offers(autre, autre["ana"]) if isinstance(a, Degainer)]
    assert prises == [("lame", "ecu"), ("arc_de_chasse",)]
    paix = replace(scene, encounter=None, jetons=1)
    assert RenouvelerJetons("ana") in list(offers(paix, paix["ana"]))
