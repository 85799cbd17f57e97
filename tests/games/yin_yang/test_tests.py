"""Chapter 5: the yin/Yang roll, scores, margins, opposed and continued tests, points de vide."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.yin_yang.book.c5_tests import tests as regles
from tablee.games.yin_yang.book.c5_tests.des import lancer, valeur
from tablee.games.yin_yang.book.c5_tests.figures import penalites
from tablee.games.yin_yang.book.c5_tests.jets import eprouver, sans_jet
from tablee.games.yin_yang.book.c6_blessures import Chuter
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.book.c16_guerre import Engagement, LivrerBataille
from tablee.games.yin_yang.book.c16_soins.medecine import PremiersSoins
from tablee.games.yin_yang.book.c16_soins.vide import Dormir, Mediter
from tablee.games.yin_yang.book.c18_epreuves.essais import Continuer, Opposer, Tester
from tablee.games.yin_yang.book.c18_epreuves.poursuites import Poursuivre, TourDePoursuite
from tablee.games.yin_yang.model.catalogue import COMPETENCES
from tablee.games.yin_yang.model.jets import Ligne
from tablee.games.yin_yang.model.tables import ATTRIBUTS, IMPOSSIBLE, NIVEAUX, NOMS
from tablee.kernel.event import Viewer, seen_by
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .essais import (
    PAIRES,
    UN_CENTIEME,
    ZEROS,
    compter,
    de,
    dit,
    dits,
    exact,
    jouer,
    lu,
    recopie,
    refus,
    rows,
    scene,
    tient,
)

# ---------------------------------------------------------------- the dice


@pytest.mark.rule("YY-5.8", "YY-5.9", "YY-5.10", "YY-5.11")
@pytest.mark.parametrize("yin", range(1, 11))
@pytest.mark.parametrize("yang", range(1, 11))
def test_the_two_dice_are_read_from_zero_and_their_difference_counts(yin, yang):
    jet = lancer(Scripted([yin, yang]))
    compte, face, desastre = lu(yin % 10, yang % 10)
    assert valeur(jet) == compte
    assert (jet == 0) == desastre
    assert (jet - 10 if jet > 10 else 0) == face


@pytest.mark.rule("YY-19.3", "YY-5.8", "YY-5.10", "YY-5.11")
def test_table_5_is_what_the_dice_give():
    trouve = exact(odds(lancer))
    assert trouve[0] == Fraction(1, 100)
    assert [trouve[n] for n in range(1, 10)] == [Fraction(18 - 2 * (n - 1), 100) for n in range(1, 10)]
    assert all(trouve[10 + face] == Fraction(1, 100) for face in range(1, 10)) and len(trouve) == 19
    au_moins = {f"{n}+": 100 * sum(p for jet, p in trouve.items() if valeur(jet) >= n) for n in range(1, 10)}
    table = {
        "désastre": 100 * trouve[0],
        **au_moins,
        "exploit": 100 * sum(p for jet, p in trouve.items() if jet > 10),
    }
    assert {r["resultat"]: r["pourcent"] for r in rows("YY-19.3")} == table
    assert sum(valeur(jet) * p for jet, p in trouve.items()) == Fraction(42, 10)


# ---------------------------------------------------------------- scores


@pytest.mark.rule("YY-5.1", "YY-5.2", "YY-5.4")
@pytest.mark.parametrize(("jet", "reussi", "marge"), [(3, True, 0), (5, True, 2), (2, False, 1), (1, False, 2)])
def test_a_test_is_the_ranks_and_the_roll_against_the_nd(jet, reussi, marge):
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    _, oracle = jouer(ici, Tester("jok", competence="crochetage"), *de(jet))
    e = dit(oracle, "test")
    assert (e["reussi"], e["marge"]) == (reussi, marge)
    assert total(e.terms) == (marge if reussi else -marge)


@pytest.mark.rule("YY-5.3")
def test_of_several_skills_at_once_the_weakest_is_tested():
    ici = scene(jok={"agilite": 5, "epees": 5, "equitation": 4, "force": 3, "natation": 5})
    _, oracle = jouer(ici, Tester("jok", competence="epees", avec=("equitation",)), *de(4))
    assert (dit(oracle, "essai")["competence"], dit(oracle, "essai")["score"]) == ("Equitation", 9)
    _, oracle = jouer(ici, Tester("jok", competence="equitation", avec=("natation", "epees")), *de(4))
    assert (dit(oracle, "essai")["competence"], dit(oracle, "essai")["score"]) == ("Natation", 8)
    assert refus(ici, Tester("jok", competence="epees", avec=("course",))) == "YY-4.2"


@pytest.mark.rule("YY-5.15")
def test_a_skill_counts_the_weakest_trait_or_attribute_of_its_whole_tree():
    rangs = {"constitution": 6, "volonte": 5, "reflexes": 8, "intuition": 6, "controle_du_qi": 1, "sens_du_qi": 1}
    ici = scene(jok={**rangs, "rune_de_terre": 3, "rune_d_air": 3})
    jok = ici["jok"]
    assert jok.rang("vide") == 8 - (8 - 4) == 4  # the weakest of Terre 5, Volonté 5 and Vide 4
    for competence in ("rune_de_terre", "rune_d_air"):
        _, oracle = jouer(ici, Tester("jok", competence=competence), *de(5))
        assert dit(oracle, "essai")["score"] == 3 + 4
        assert [nom for nom, _, _ in dit(oracle, "essai").terms][1] == "Vide"
    qi = {"sens_du_qi": 1, "controle_du_qi": 1, "rune_d_air": 2}
    ici = scene(jok=dict.fromkeys(ATTRIBUTS, 6) | qi | {"volonte": 3})
    assert dit(jouer(ici, Tester("jok", competence="rune_d_air"), *de(5))[1], "essai")["score"] == 2 + 3


USE = {"force": 4, "constitution": 4, "volonte": 4, "agilite": 5, "crochetage": 4}


@pytest.mark.rule("YY-5.14", "YY-5.16", "YY-6.5", "YY-7.1", "YY-9.1")
def test_what_weighs_on_attributes_and_on_skills():
    lourd = {"materiel": [{"id": "sac", "nom": "Sac", "poids": 17.0}]}  # above 4 x 4 kg: 1
    ici = scene(jok={**USE, "blessures": {"torse": 9}, "fatigue": 9, "equipement": lourd})  # boxes 3 and 2
    jok = ici["jok"]
    assert (jok.encombrement, jok.blessure, jok.lassitude) == (1, 2, 1)
    assert total(penalites(jok, "force")) == -3
    assert total(penalites(jok, "eau")) == -3
    assert total(penalites(jok, "crochetage")) == -4
    _, oracle = jouer(ici, Tester("jok", competence="crochetage", nd=8), *de(4))
    assert dit(oracle, "essai")["score"] == 4 + 4 - 4


@pytest.mark.rule("YY-5.16", "YY-10.40", "YY-10.32")
def test_armour_weighs_on_physical_skills_and_the_shield_on_martial_ones_only():
    tenue = {
        "armures": [{"id": "a", "nom": "Plaque", "membre": "torse", "rang": 5}],
        "bouclier": {"id": "b", "nom": "Écu", "rang": 4},
    }
    ici = scene(jok={"epees": 3, "course": 3, "medecine": 3, "armures": 2, "boucliers": 1, "equipement": tenue})
    jok = ici["jok"]
    assert total(penalites(jok, "epees")) == -3 - 3
    assert total(penalites(jok, "course")) == -3
    assert total(penalites(jok, "medecine")) == total(penalites(jok, "agilite")) == 0
    for seul, gene in (("armures", -5), ("bouclier", -4)):
        jok = scene(jok={"epees": 3, "equipement": {seul: tenue[seul]}})["jok"]
        assert total(penalites(jok, "epees")) == gene


@pytest.mark.rule("YY-4.2", "YY-16.6")
def test_a_skill_not_acquired_is_not_tested_and_languages_never_are():
    ici = scene(jok={"langues": 3})
    assert refus(ici, Tester("jok", competence="crochetage")) == "YY-4.2"
    assert refus(ici, Tester("jok", competence="charlatanerie")) == "YY-4.2"
    assert refus(ici, Tester("jok", competence="")) == "YY-4.2"
    assert refus(ici, Tester("jok", competence="langues")) == "YY-16.6"
    assert refus(ici, Tester("jok", competence="feu", avec=("langues",))) == "YY-16.6"
    assert refus(ici, Tester("jok", competence="feu")) is None


@pytest.mark.rule("YY-5.23")
def test_table_2_and_its_bounds():
    table = [(r["nd"], r["difficulte"]) for r in rows("YY-5.23")]
    assert table == [*((d.nd, d.nom) for d in NIVEAUX), ("-", "Impossible")]
    ici = scene(jok={})
    assert [nd for nd in (-1, 0, 60, 61, IMPOSSIBLE) if refus(ici, Tester("jok", competence="feu", nd=nd))] == [-1, 61]
    assert refus(ici, Tester("jok", competence="feu", nd=61)) == "YY-5.23"
    assert refus(ici, Tester("jok", competence="feu", mod=31)) == "YY-5.1"


# ---------------------------------------------------------------- désastre, exploit, trivial, impossible


@pytest.mark.rule("YY-5.10")
@pytest.mark.parametrize(("nd", "echec"), [(4, 1), (9, 1), (11, 2)])
def test_a_desastre_fails_whatever_the_total_and_by_at_least_1(nd, echec):
    ici = scene(jok={"agilite": 9})
    apres, oracle = jouer(ici, Tester("jok", competence="agilite", nd=nd, risquer=True), *ZEROS)
    e = dit(oracle, "test")
    assert (e["reussi"], e["marge"], e["issue"]) == (False, echec, "désastre")
    assert total(e.terms) == -echec
    assert apres["jok"] == ici["jok"]


@pytest.mark.rule("YY-5.11")
def test_an_exploit_is_worth_10_and_no_more():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    for face in (11, 19):
        _, oracle = jouer(ici, Tester("jok", competence="crochetage", nd=19), *de(face))
        assert (dit(oracle, "jet")["total"], dit(oracle, "test")["reussi"]) == (19, True)
        _, oracle = jouer(ici, Tester("jok", competence="crochetage", nd=20), *de(face))
        assert dit(oracle, "test")["reussi"] is False


@pytest.mark.rule("YY-5.12", "YY-5.20")
def test_an_exploit_gives_a_point_de_vide_back_but_none_above_the_rank():
    use = scene(jok={"vide_perdu": 2})
    assert jouer(use, Tester("jok", competence="feu"), *de(13))[0]["jok"].vide_perdu == 1
    assert jouer(use, Tester("jok", competence="feu"), *de(9))[0]["jok"].vide_perdu == 2
    plein = scene(jok={})
    apres = jouer(plein, Tester("jok", competence="feu"), *de(13))[0]["jok"]
    assert (apres.vide_perdu, apres.vide) == (0, 8)


@pytest.mark.rule("YY-5.21")
def test_what_is_trivial_succeeds_and_what_is_impossible_fails_without_a_roll():
    ici = scene(jok={"force": 3, "course": 2, "agilite": 3, "fatigue": 20})
    _, oracle = jouer(ici, Tester("jok", competence="course", nd=0))
    assert (dit(oracle, "test")["reussi"], dit(oracle, "test")["marge"]) == (True, 3 + 2 - 2)
    _, oracle = jouer(ici, Tester("jok", competence="course", nd=IMPOSSIBLE, vide="bonus", risquer=True))
    assert (dit(oracle, "test")["reussi"], dit(oracle, "test")["marge"]) == (False, 1)
    bas = Tester("jok", competence="course", nd=0, mod=-30)  # a score below zero changes nothing
    _, oracle = jouer(ici, bas)
    assert (dit(oracle, "test")["reussi"], dit(oracle, "test")["marge"]) == (True, 0)


@pytest.mark.rule("YY-5.21", "YY-5.22")
def test_a_trivial_action_may_be_rolled_for_and_then_fails_by_a_desastre_only():
    ici = scene(jok={"agilite": 4, "course": 2})
    risque = Tester("jok", competence="course", nd=0, risquer=True)
    assert dit(jouer(ici, risque, *de(7))[1], "test")["marge"] == 4 + 2 + 7
    assert dit(jouer(ici, risque, *ZEROS)[1], "test")["reussi"] is False
    assert exact(odds(risque, ici, "reussite")) == {True: Fraction(99, 100), False: Fraction(1, 100)}


@pytest.mark.rule("YY-5.22")
def test_no_roll_is_needed_when_the_nd_is_strictly_below_the_score():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    _, oracle = jouer(ici, Tester("jok", competence="crochetage", nd=8))
    assert (dit(oracle, "test")["marge"], dit(oracle, "test")["issue"]) == (1, "réussit sans jet")
    egal = Tester("jok", competence="crochetage", nd=9)
    assert dit(jouer(ici, egal, *de(1))[1], "test")["marge"] == 1
    assert exact(odds(egal, ici, "reussite"))[True] == Fraction(99, 100)
    assert [sans_jet(9, nd) for nd in (8, 9, 10)] == [True, False, False]
    assert not sans_jet(9, 8, risquer=True)


@pytest.mark.rule("YY-5.22")
def test_choosing_to_roll_is_final():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    risque = Tester("jok", competence="crochetage", nd=8, risquer=True)
    assert dit(jouer(ici, risque, *de(6))[1], "test")["marge"] == 7
    assert dit(jouer(ici, risque, *ZEROS)[1], "test")["issue"] == "désastre"


# ---------------------------------------------------------------- points de vide


@pytest.mark.rule("YY-5.17")
def test_a_point_de_vide_is_paid_before_the_roll_and_never_below_zero():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    for vide in ("bonus", "relance"):
        apres, _ = jouer(ici, Tester("jok", competence="crochetage", nd=8, vide=vide))  # no roll, and still paid
        assert apres["jok"].vide_perdu == 1
    vide = scene(jok={"vide_perdu": 8})
    assert refus(vide, Tester("jok", competence="feu", vide="bonus")) == "YY-5.17"
    assert refus(vide, Tester("jok", competence="feu")) is None
    apres, _ = jouer(ici, Tester("jok", competence="crochetage", vide="bonus", nd=20), *de(15))
    assert apres["jok"].vide_perdu == 0  # paid first, then given back by the exploit


@pytest.mark.rule("YY-5.17")
@pytest.mark.parametrize("reste", [0, 1])
def test_one_point_left_is_enough_and_none_is_needed_by_those_who_spend_none(reste):
    tout = {"medecine": 2, "meditation": 2, "course": 2, "controle_du_qi": 2, "comedie": 2, "empathie": 2}
    use = {**tout, "vide_perdu": 8 - reste, "art_de_la_guerre": 2}
    ici = scene(jok=use, bor={**use, "blessures": {"torse": 2}, "recentes": {"torse": 2}})
    guerre, _ = jouer(ici, LivrerBataille("jok", "bor"))
    course, _ = jouer(ici, Poursuivre("jok", "bor"))
    for lieu, kind, autres in (
        (ici, Tester, {"competence": "feu"}),
        (ici, Opposer, {"competence": "comedie", "cible": "bor"}),
        (ici, PremiersSoins, {"cible": "bor"}),
        (ici, Mediter, {}),
        (ici, SeDeplacer, {"x": 1, "y": 0}),
        (ici, Chuter, {}),
        (guerre, Engagement, {}),
        (course, TourDePoursuite, {}),
    ):
        assert refus(lieu, kind("jok", **autres)) is None
        assert refus(lieu, kind("jok", vide="bonus", **autres)) == (None if reste else "YY-5.17")
        if "leur_vide" in kind.__struct_fields__:
            assert refus(lieu, kind("jok", leur_vide="relance", **autres)) == (None if reste else "YY-5.17")


@pytest.mark.rule("YY-5.18")
def test_a_reroll_comes_only_after_a_failure_and_stands_for_better_or_worse():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    essai = Tester("jok", competence="crochetage", vide="relance")
    assert dit(jouer(ici, essai, *de(3))[1], "test")["marge"] == 0
    assert dit(jouer(ici, essai, *de(2), *de(4))[1], "test")["marge"] == 1
    assert dit(jouer(ici, essai, *ZEROS, *de(4))[1], "test")["reussi"] is True
    _, oracle = jouer(ici, essai, *de(2), *ZEROS)
    assert (dit(oracle, "test")["issue"], dit(oracle, "test")["marge"]) == ("désastre", 3)
    assert dit(jouer(ici, essai, *de(2), *de(1))[1], "test")["marge"] == 2
    assert len(dits(oracle, "jet")) == 2


@pytest.mark.rule("YY-5.12", "YY-5.18")
def test_an_exploit_of_a_reroll_gives_its_point_back_too():
    ici = scene(jok={"vide_perdu": 3})
    essai = Tester("jok", competence="feu", vide="relance", nd=14)
    assert jouer(ici, essai, *de(3), *de(15))[0]["jok"].vide_perdu == 3
    fort = Tester("jok", competence="feu", vide="relance", nd=20)
    assert jouer(ici, fort, *de(13), *de(15))[0]["jok"].vide_perdu == 2


@pytest.mark.rule("YY-5.19")
def test_a_bonus_of_4_counts_in_the_score_and_may_spare_the_roll():
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    _, oracle = jouer(ici, Tester("jok", competence="crochetage", vide="bonus"))
    assert (dit(oracle, "essai")["score"], dit(oracle, "test")["marge"]) == (13, 1)
    _, oracle = jouer(ici, Tester("jok", competence="crochetage", vide="bonus", nd=13), *de(1))
    assert dit(oracle, "test")["marge"] == 1


@pytest.mark.rule("YY-5.20")
def test_a_night_of_sleep_gives_one_point_back():
    epuise = {"constitution": 1, "volonte": 1, "fatigue": 300}
    ici = scene(jok={"vide_perdu": 2}, bor={"vide_perdu": 1, **epuise}, cyd={})
    apres, _ = jouer(ici, Dormir("jok", avec=("bor", "cyd")))
    assert [apres[w].vide_perdu for w in ("jok", "bor", "cyd")] == [1, 0, 0]
    assert apres["bor"].fatigue == 0
    assert apres.clock == 8 * 3600
    assert refus(scene(jok={"vie": "mort"}), Dormir("jok")) == "YY-6.4"
    assert refus(scene(jok={"coma": True, "fatigue": 50}), Dormir("jok")) == "YY-7.3"


# ---------------------------------------------------------------- opposed tests

DEUX = {"jok": {"intuition": 4, "comedie": 4}, "bor": {"intuition": 4, "empathie": 4}}


@pytest.mark.rule("YY-5.5")
@pytest.mark.parametrize(("mien", "sien", "gagne", "ecart"), [(5, 3, True, 2), (3, 5, False, -2), (9, 11, False, -1)])
def test_the_higher_total_wins_by_the_difference(mien, sien, gagne, ecart):
    ici = scene(**DEUX)
    _, oracle = jouer(ici, Opposer("jok", competence="comedie", cible="bor"), *de(mien), *de(sien))
    e = dit(oracle, "opposition")
    assert (e["gagne"], e["ecart"], e["marge"]) == (gagne, ecart, abs(ecart))


@pytest.mark.rule("YY-5.5")
def test_equals_are_settled_by_vide_then_by_a_coin():
    mieux = scene(jok={**DEUX["jok"], "force": 6}, bor=DEUX["bor"])  # Vide 6 against 8
    essai = Opposer("jok", competence="comedie", cible="bor")
    e = dit(jouer(mieux, essai, *de(4), *de(4))[1], "opposition")
    assert (e["vainqueur"], e["marge"]) == ("bor", 0)
    ici = scene(**DEUX)
    for face, vainqueur in ((1, "jok"), (2, "bor")):
        e = dit(jouer(ici, essai, *de(4), *de(4), face)[1], "opposition")
        assert (e["vainqueur"], e["marge"]) == (vainqueur, 0)


@pytest.mark.rule("YY-5.5", "YY-5.10")
def test_a_desastre_always_loses_and_two_leave_nobody():
    fort = scene(jok={**DEUX["jok"], "intuition": 9}, bor=DEUX["bor"])
    essai = Opposer("jok", competence="comedie", cible="bor")
    e = dit(jouer(fort, essai, *ZEROS, *de(1))[1], "opposition")  # 13 against 9, and lost
    assert (e["vainqueur"], e["marge"]) == ("bor", 0)
    e = dit(jouer(fort, essai, *de(2), *ZEROS)[1], "opposition")
    assert (e["vainqueur"], e["marge"]) == ("jok", 15 - 8)
    e = dit(jouer(fort, essai, *ZEROS, *ZEROS)[1], "opposition")
    assert (e["vainqueur"], e["gagne"], e["marge"]) == ("personne", False, 0)


@pytest.mark.rule("YY-5.13")
def test_two_exploits_are_compared_by_their_face_even_against_the_totals():
    fort = scene(jok={**DEUX["jok"], "intuition": 8}, bor={**DEUX["bor"], "vide_perdu": 1})
    essai = Opposer("jok", competence="comedie", cible="bor")
    apres, oracle = jouer(fort, essai, *de(14), *de(19))
    assert (dit(oracle, "opposition")["vainqueur"], dit(oracle, "opposition")["marge"]) == ("bor", 0)
    assert apres["bor"].vide_perdu == 0
    e = dit(jouer(fort, essai, *de(15), *de(14))[1], "opposition")
    assert (e["vainqueur"], e["marge"]) == ("jok", 4)
    egales = jouer(fort, essai, *de(15), *de(15))[1]  # Vide 4 against 8
    assert dit(egales, "opposition")["vainqueur"] == "bor"
    _, oracle = jouer(scene(**DEUX), essai, *de(15), *de(15), 1)
    assert dit(oracle, "opposition")["vainqueur"] == "jok"


@pytest.mark.rule("YY-5.6")
@pytest.mark.parametrize(
    ("mien", "sien", "nd", "vainqueur"),
    [(5, 3, 13, "jok"), (5, 3, 14, "personne"), (3, 5, 13, "bor"), (5, 4, 12, "jok")],
)
def test_with_an_nd_nobody_wins_who_does_not_reach_it(mien, sien, nd, vainqueur):
    essai = Opposer("jok", competence="comedie", cible="bor", nd=nd)
    e = dit(jouer(scene(**DEUX), essai, *de(mien), *de(sien))[1], "opposition")
    assert e["vainqueur"] == vainqueur


@pytest.mark.rule("YY-5.6", "YY-5.13")
def test_the_loser_by_face_wins_if_he_alone_reaches_the_nd():
    fort = scene(jok={**DEUX["jok"], "intuition": 8}, bor=DEUX["bor"])
    essai = Opposer("jok", competence="comedie", cible="bor", nd=20)
    assert dit(jouer(fort, essai, *de(14), *de(19))[1], "opposition")["vainqueur"] == "jok"  # 22 against 18


@pytest.mark.rule("YY-5.18")
def test_the_loser_of_the_first_rolls_uses_his_reroll_first():
    ici = scene(**DEUX)
    essai = Opposer("jok", competence="comedie", cible="bor", vide="relance", leur_vide="relance")
    apres, oracle = jouer(ici, essai, *de(3), *de(5), *de(7), *de(6))  # jok rolls again, leads, bor rolls again
    assert [e.who for e in dits(oracle, "jet")] == ["jok", "bor", "jok", "bor"]
    assert dit(oracle, "opposition")["vainqueur"] == "jok"
    assert (apres["jok"].vide_perdu, apres["bor"].vide_perdu) == (1, 1)
    _, oracle = jouer(ici, essai, *de(3), *de(5), *de(4))  # still behind: bor needs none
    assert [e.who for e in dits(oracle, "jet")] == ["jok", "bor", "jok"]
    _, oracle = jouer(ici, essai, *de(5), *de(3), *de(8), *de(1))
    assert [e.who for e in dits(oracle, "jet")] == ["jok", "bor", "bor", "jok"]
    assert dit(oracle, "opposition")["vainqueur"] == "bor"


@pytest.mark.rule("YY-5.6", "YY-5.18")
def test_whoever_is_below_the_nd_has_failed_and_may_use_his_reroll():
    essai = Opposer("jok", competence="comedie", cible="bor", nd=16, vide="relance")
    e = dit(jouer(scene(**DEUX), essai, *de(5), *de(3), *de(8))[1], "opposition")
    assert e["vainqueur"] == "jok"
    deux = Opposer("jok", competence="comedie", cible="bor", nd=16, vide="relance", leur_vide="relance")
    _, oracle = jouer(scene(**DEUX), deux, *de(5), *de(3), *de(9), *de(2))
    assert [e.who for e in dits(oracle, "jet")] == ["jok", "bor", "bor", "jok"]  # the one further behind first


@pytest.mark.rule("YY-5.5")
def test_who_may_be_opposed():
    ici = scene(**DEUX, mor={"vie": "mort", "empathie": 2})
    assert refus(ici, Opposer("jok", competence="comedie", cible="jok")) == "YY-5.5"
    assert refus(ici, Opposer("jok", competence="comedie", cible="mor")) == "YY-6.4"
    assert refus(ici, Opposer("jok", competence="comedie", cible="bor", leur_vide="bonus", leur_mod=31)) == "YY-5.1"
    vide = scene(jok=DEUX["jok"], bor={**DEUX["bor"], "vide_perdu": 8})
    assert refus(vide, Opposer("jok", competence="comedie", cible="bor", leur_vide="bonus")) == "YY-5.17"


# ---------------------------------------------------------------- continued tests


@pytest.mark.rule("YY-5.7", "YY-16.2")
def test_a_continued_test_takes_as_many_times_its_duration_as_it_takes_tries():
    ici = scene(jok={"intuition": 4, "artisanat_cuisine": 3})
    essai = Continuer("jok", competence="artisanat_cuisine", nd=12, duree=600)
    apres, oracle = jouer(ici, essai, *de(4), *ZEROS, *de(1), *de(5))  # 11, désastre, 8, 12
    assert (dit(oracle, "continu")["essais"], apres.clock) == (4, 2400)
    assert dit(oracle, "continu")["reussi"] is True
    apres, oracle = jouer(ici, Continuer("jok", competence="artisanat_cuisine", essais=2), *de(4), *de(4))
    assert (dit(oracle, "continu")["reussi"], apres.clock) == (False, 120)


@pytest.mark.rule("YY-5.7", "YY-5.17")
def test_what_a_continued_test_refuses():
    ici = scene(jok={"intuition": 4, "artisanat_cuisine": 3, "camp": "a"}, bor={"camp": "b"})
    cuisine = {"competence": "artisanat_cuisine"}
    assert refus(ici, Continuer("jok", nd=18, **cuisine)) == "YY-5.7"
    assert refus(ici, Continuer("jok", nd=17, **cuisine)) is None
    assert refus(ici, Continuer("jok", duree=0, **cuisine)) == "YY-5.7"
    assert refus(ici, Continuer("jok", essais=0, **cuisine)) == "YY-5.7"
    assert refus(ici, Continuer("jok", vide="bonus", **cuisine)) == "YY-5.17"


@pytest.mark.rule("YY-5.7")
def test_the_odds_of_a_continued_test_are_those_of_its_tries():
    ici = scene(jok={"intuition": 4, "artisanat_cuisine": 3})
    essai = Continuer("jok", competence="artisanat_cuisine", nd=12, essais=3)
    rate = 1 - Fraction(39, 100)
    assert exact(odds(essai, ici, "reussite"))[False] == rate**3
    assert exact(odds(essai, ici, "essais")) == {1: 1 - rate, 2: rate * (1 - rate), 3: rate * rate}
    long = Continuer("jok", competence="artisanat_cuisine", nd=12)
    assert float(odds(long, ici, "reussite").p(True)) == pytest.approx(1)


@pytest.mark.rule("YY-4.3")
def test_the_skills_of_a_players_character_are_marked_once_when_used():
    ici = scene(jok={"comedie": 2, "joueur": True}, bor={"empathie": 2})
    essai = Opposer("jok", competence="comedie", cible="bor")
    for _ in range(2):
        ici, _ = jouer(ici, essai, *de(4), *de(3))
    ici, _ = jouer(ici, Tester("jok", competence="intuition"), *de(4))
    assert (ici["jok"].fiche.utilisees, ici["bor"].fiche.utilisees) == (("comedie",), ())


# ---------------------------------------------------------------- secrets


@pytest.mark.rule("YY-5.4")
def test_a_secret_test_is_seen_by_the_mj_alone():
    ici = scene(jok={})
    _, oracle = jouer(ici, Tester("jok", competence="feu", secret=True), *de(4))
    joueur, mj = Viewer(frozenset(["jok"])), Viewer(gm=True)
    assert [e for e in oracle.events if seen_by(joueur, e)] == []
    assert len([e for e in oracle.events if seen_by(mj, e)]) == 3


@pytest.mark.rule("YY-5.22")
def test_an_nd_nobody_knows_spares_nobody_the_roll():
    ici = scene(jok={"agilite": 6, "intelligence": 6, "crochetage": 5})
    oracle = Scripted(de(3))
    _, r = regles.tester(ici, oracle, "jok", regles.Tente("crochetage", 4, nd_secret=True))
    assert (r.total, r.marge, r.lance) == (14, 10, True)
    joueur = Viewer(frozenset(["jok"]))
    vus = [e for e in oracle.events if seen_by(joueur, e)]
    assert [e.what for e in vus] == ["essai", "jet"] and vus[0]["contre"] == "contre un ND secret"


# ---------------------------------------------------------------- exact odds, by brute force over the pairs


def marges(score, nd, vide="", risquer=False):
    """Every margin of a test with its weight, from the 100 pairs."""
    score += 4 if vide == "bonus" else 0
    if not risquer and (nd < score or nd == 0):
        return [(max(0, score - nd), Fraction(1))]
    trouve = []
    for compte, _, desastre in PAIRES:
        marge = score + compte - nd
        rate = desastre or marge < 0
        if not rate and nd == 0:
            marge = max(0, marge)
        if vide == "relance" and rate:
            trouve += [(m, p * UN_CENTIEME) for m, p in marges(score, nd, "", True)]
        else:
            trouve.append((min(-1, marge) if desastre else marge, UN_CENTIEME))
    return trouve


@pytest.mark.rule("YY-5.1", "YY-5.2", "YY-5.10", "YY-5.11", "YY-5.18", "YY-5.19", "YY-5.22")
@pytest.mark.parametrize("nd", [0, 4, 8, 9, 12, 16, 20, 24])
@pytest.mark.parametrize("vide", ["", "bonus", "relance"])
@pytest.mark.parametrize("risquer", [False, True])
def test_the_odds_of_a_test_are_those_of_the_hundred_pairs(nd, vide, risquer):
    ici = scene(jok={"agilite": 5, "intelligence": 5, "crochetage": 4})
    essai = Tester("jok", competence="crochetage", nd=nd, vide=vide, risquer=risquer)
    attendu = compter(marges(9, nd, vide, risquer))
    assert exact(odds(essai, ici, "marge")) == attendu
    reussi = sum(p for m, p in attendu.items() if m >= 0)
    assert odds(essai, ici).p(True, exact=True) == reussi


def duel(score_a, score_b, vide_a, vide_b, nd=0):
    """Every (who wins, by how much) of an opposed test with its weight, from the 10 000 quadruples."""
    compte = {}
    for a, fa, da in PAIRES:
        for b, fb, db in PAIRES:
            if da or db:
                gagne = {(True, True): 0, (True, False): -1, (False, True): 1}[da, db]
            elif fa and fb:
                gagne = (fa > fb) - (fa < fb) or (vide_a > vide_b) - (vide_a < vide_b) or None
            else:
                x, y = score_a + a, score_b + b
                gagne = (x > y) - (x < y) or (vide_a > vide_b) - (vide_a < vide_b) or None
            for g, poids in [(1, 1), (-1, 1)] if gagne is None else [(gagne, 2)]:
                ok_a, ok_b = score_a + a >= nd and not da, score_b + b >= nd and not db
                if nd and g and not (ok_a and ok_b):
                    g = 1 if ok_a else -1 if ok_b else 0
                cle = g * max(0, g * (score_a + a - score_b - b))
                compte[g > 0, cle] = compte.get((g > 0, cle), 0) + Fraction(poids, 20_000)
    return compte


@pytest.mark.rule("YY-5.5", "YY-5.6", "YY-5.13", "YY-5.10")
@pytest.mark.parametrize(("force", "nd"), [(4, 0), (6, 0), (4, 14), (7, 16)])
def test_the_odds_of_an_opposed_test_are_those_of_the_ten_thousand_quadruples(force, nd):
    ici = scene(jok={"force": force}, bor={})
    essai = Opposer("jok", competence="force", cible="bor", nd=nd)
    attendu = duel(force, 4, ici["jok"].rang("vide"), 8, nd)
    assert sum(attendu.values()) == 1
    par_ecart = compter((cle, p) for (_, cle), p in attendu.items())
    assert exact(odds(essai, ici, "ecart")) == par_ecart
    assert odds(essai, ici).p(True, exact=True) == sum(p for (g, _), p in attendu.items() if g)


@pytest.mark.rule("YY-5.18")
def test_the_odds_of_an_opposed_test_with_a_reroll():
    ici = scene(jok={"force": 4}, bor={"agilite": 5})  # Vide 8 against 7: jok wins all ties
    essai = Opposer("jok", competence="force", cible="bor", vide="relance")
    sans = odds(Opposer("jok", competence="force", cible="bor"), ici)
    gagne = 0
    for b, fb, db in PAIRES:
        perd = sum(not bat(a, (b, fb, db)) for a in PAIRES)
        gagne += Fraction(100 - perd, 100) + Fraction(perd, 100) * Fraction(100 - perd, 100)
    assert odds(essai, ici).p(True, exact=True) == gagne / 100
    assert sans.p(True, exact=True) == Fraction(sum(bat(a, b) for a in PAIRES for b in PAIRES), 10_000)


def bat(a, b):
    """Whether the first of two equal scores wins, ties being his."""
    (x, fx, dx), (y, fy, dy) = a, b
    if dx or dy:
        return dy and not dx
    return fx >= fy if fx and fy else x >= y


@pytest.mark.rule("YY-5.8")
def test_a_simulation_agrees_with_the_odds():
    ligne, n = Ligne("jok", 9), 20_000
    oracle = Simulated(3)
    tires = sum(eprouver(oracle, ligne, 12, False).reussi for _ in range(n)) / n
    assert tires == pytest.approx(0.65, abs=0.02)


# ---------------------------------------------------------------- whatever happens

NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-5, 65)
COMPETENCE = st.sampled_from([*NOMS, "crochetage", "comedie", "empathie", "langues", "course", "", "x"])
USAGE = st.sampled_from(["", "bonus", "relance"])
QUI = st.sampled_from(["jok", "bor", "mor", "personne"])


def gens(seed):
    """Three people, tired, hurt or dead, from a seed."""
    rng = random.Random(seed)
    qui = {}
    for who in ("jok", "bor", "mor"):
        p = {a: rng.randint(1, 9) for a in ATTRIBUTS}
        p |= {c: rng.randint(1, 6) for c in rng.sample(sorted(COMPETENCES), 12)}
        p |= {"comedie": 3, "empathie": rng.randint(1, 4), "crochetage": 3, "langues": 1}
        p |= {"fatigue": rng.choice((0, 0, 5, 12)), "blessures": {"torse": 3} if rng.random() < 0.3 else {}}
        p |= {"joueur": rng.random() < 0.5}
        qui[who] = p
    qui["mor"]["vie"] = "mort" if rng.random() < 0.5 else "actif"
    return scene(**qui)


ESSAIS = st.one_of(
    st.builds(
        Tester,
        QUI,
        competence=COMPETENCE,
        mod=NOMBRES,
        vide=USAGE,
        risquer=st.booleans(),
        secret=st.booleans(),
        nd=NOMBRES,
        avec=st.lists(COMPETENCE, max_size=2).map(tuple),
    ),
    st.builds(
        Continuer, QUI, competence=COMPETENCE, mod=NOMBRES, vide=USAGE, nd=NOMBRES, duree=NOMBRES, essais=NOMBRES
    ),
    st.builds(
        Opposer,
        QUI,
        competence=COMPETENCE,
        mod=NOMBRES,
        vide=USAGE,
        cible=QUI,
        leur=COMPETENCE,
        leur_mod=NOMBRES,
        leur_vide=USAGE,
        nd=NOMBRES,
    ),
)


@pytest.mark.rule("YY-5.1", "YY-5.5", "YY-5.7")
@given(ESSAIS, st.integers(0, 10**6))
def test_tests_never_raise_and_what_is_open_resolves(action, seed):
    ici = gens(seed)
    if action.closed(ici) is not None:
        assert str(action.closed(ici))
        return
    _, live = tient(ici, action, seed)
    assert recopie(ici) == ici
    for e in live.events:
        if e.what == "test":
            assert total(e.terms) == (e["marge"] if e["reussi"] else -e["marge"])


@pytest.mark.rule("YY-5.17", "YY-5.12")
@given(st.integers(0, 10**6), USAGE, USAGE, st.integers(0, 30))
def test_open_tests_keep_vide_in_bounds(seed, vide, leur_vide, nd):
    ici = gens(seed)
    for action in (
        Tester("jok", competence="feu", nd=nd, vide=vide),
        Opposer("jok", competence="comedie", cible="bor", vide=vide, leur_vide=leur_vide, nd=nd),
    ):
        if action.closed(ici) is None:
            apres, _ = tient(ici, action, seed)
            for who, usage in (("jok", vide), ("bor", leur_vide)):
                assert apres[who].vide_perdu <= ici[who].vide_perdu + (1 if usage else 0)
