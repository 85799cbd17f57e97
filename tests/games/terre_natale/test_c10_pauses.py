"""Chapter 10: the price of failure, répit and repos by their conditions, short nights, sleep that is braved."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import Resultat, figures
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.repos import SeReposer, Souffler
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense
from tablee.games.terre_natale.book.c10_monde.pauses import (
    JOURNEE,
    BraverLeSommeil,
    LaisserPasserLaJournee,
    NuitCourte,
    Reveiller,
    difficulte_de_veille,
)
from tablee.games.terre_natale.book.c10_monde.stress import PayerLEchec, difficulte_du_sang_froid, gain_de_stress
from tablee.games.terre_natale.model.confrontation import Confrontation
from tablee.games.terre_natale.model.rixe import Rixe
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

ALYS = {"fiche": {"base": {"VOL": 12}}, "pertes": {"PV": 12, "PS": 12, "PE": 6}, "fatigue": 9}


# ---------------------------------------------------------------- the price of failure


@pytest.mark.rule("TN-10.39")
@pytest.mark.parametrize(("test", "save"), [(5, 10), (10, 12), (15, 14), (20, 16), (25, 18), (30, 20), (35, 22)])
def test_the_sang_froid_is_harder_for_a_harder_test(test, save):
    assert difficulte_du_sang_froid(test) == save


@pytest.mark.rule("TN-10.38")
@pytest.mark.parametrize(
    ("reussi", "critique", "gain"), [(True, False, 4), (True, True, 0), (False, False, 7), (False, True, 11)]
)
def test_halves_are_rounded_up(reussi, critique, gain):
    assert total(gain_de_stress(Resultat(10, 14, reussi, critique), 7)) == gain


@pytest.mark.rule("TN-10.37", "TN-10.38")
def test_a_failure_costs_fatigue_lessened_by_sang_froid():
    s, oracle = jouer(scene(alys={}), PayerLEchec("alys", difficulte=15), 7, 6, 5, 4)  # 15 above 14
    assert dit(oracle, "sauvegarde")["difficulte"] == 14 and s["alys"].fatigue == 4
    s, oracle = jouer(scene(alys={}), PayerLEchec("alys", difficulte=20), 7, 6, 5, 4)  # not above 16
    assert dit(oracle, "sauvegarde")["difficulte"] == 16 and s["alys"].fatigue == 7


@pytest.mark.rule("TN-10.37")
def test_the_game_master_may_set_the_gain_and_it_may_be_the_groups():
    s, _ = jouer(scene(alys={}, bor={}), PayerLEchec("alys", ("bor",), n=12), 1, 2, 4, 6, 6, 6)
    assert (s["alys"].fatigue, s["bor"].fatigue) == (12, 0)  # 24 by the exploit: critical
    assert "Fatigue" in str(PayerLEchec("alys", n=-1).closed(s))
    assert "n'est pas là" in str(PayerLEchec("zoe").closed(s))


# ---------------------------------------------------------------- répit and repos


@pytest.mark.rule("TN-10.28", "TN-10.29")
def test_a_repit_is_half_an_hour_and_gives_all_breath_back():
    s, _ = jouer(scene(alys=ALYS), Souffler("alys"))
    assert s.clock == 1800 and s["alys"].pertes["PE"] == 0 and s["alys"].pertes["PV"] == 12
    assert "rixe" in str(Souffler("alys").closed(replace(s, rixe=Rixe(phase="jeu"))))
    assert Souffler("alys").closed(replace(s, encounter=Confrontation())) is not None


@pytest.mark.rule("TN-10.30", "TN-10.31", "TN-10.32")
@pytest.mark.parametrize(
    ("conditions", "rendus"),
    [
        (("totale", "totale", "totale"), 8),
        (("partielle", "partielle", "partielle"), 5),
        (("non", "partielle", "totale"), 4),
        (("non", "non", "partielle"), 1),
        (("non", "non", "non"), -1),
    ],
)
def test_each_condition_of_a_rest_counts_on_every_recuperation(conditions, rendus):
    s, _ = jouer(scene(alys={**ALYS, "fatigue": 0}), SeReposer("alys", *conditions))
    assert (s["alys"].pertes["PV"], s["alys"].pertes["PS"]) == (12 - rendus, 12 - rendus)
    grades = {"non remplie": "non", "partiellement remplie": "partielle", "totalement remplie": "totale"}
    table = {grades[row["etat"]]: row["recuperation"] for row in rows("TN-10.30")}
    assert 5 + sum(table[c] for c in conditions) == rendus
    assert s.clock == 9 * 3600


# ---------------------------------------------------------------- short nights


@pytest.mark.rule("TN-10.114")
@pytest.mark.parametrize(
    ("heures", "des", "fatigue", "rendus"),
    [(8, (), 6, 3), (6, (), 6, 3), (5, (), 9, 3), (4, (), 9, 3), (3, (5,), 14, 3)],
)
def test_a_short_night_has_no_sleep_and_below_six_hours_fatigue_stays(heures, des, fatigue, rendus):
    s, _ = jouer(scene(alys=ALYS), NuitCourte("alys", heures), *des)
    assert s["alys"].fatigue == fatigue  # 5 - 2 = 3 of récupération
    assert s["alys"].pertes["PV"] == 12 - rendus
    assert s.clock == heures * 3600 and "epuise" not in s["alys"].etats


@pytest.mark.rule("TN-10.114", "TN-10.35")
def test_a_night_without_sleep_wears_out_until_one_sleeps():
    s, oracle = jouer(scene(alys=ALYS), NuitCourte("alys", 0), 6)
    assert s.clock == 9 * 3600 and s["alys"].fatigue == 15 and s["alys"].pertes["PV"] == 12
    assert "epuise" in s["alys"].etats and dit(oracle, "etat")["etat"] == "épuisé"
    assert total(defense(s["alys"], "AGI")) == 10
    s, _ = jouer(s, SeReposer("alys"))
    assert "epuise" not in s["alys"].etats and total(defense(s["alys"], "AGI")) == 15
    assert "0 à 8" in str(NuitCourte("alys", 9).closed(s))


# ---------------------------------------------------------------- braving sleep


@pytest.mark.rule("TN-10.33")
@pytest.mark.parametrize(("heures", "difficulte"), [(1, 11), (4, 14), (8, 18), (12, 18)])
def test_it_gets_harder_up_to_eight_hours(heures, difficulte):
    assert total(difficulte_de_veille(heures)) == difficulte


VEILLEUR = {"base": {"VOL": 14, "CON": 12}, "groupes": {"discipline": 1}, "competences": {"endurance": 1}}


@pytest.mark.rule("TN-10.33", "TN-10.34")
@pytest.mark.parametrize(
    ("des", "reussites", "net"),
    [((6, 5, 4, 6, 5, 4), 2, 0), ((6, 5, 4, 3, 2, 1), 1, -1), ((3, 2, 1, 6, 5, 4), 1, -1)],
)
def test_two_tests_say_how_one_stays_awake(des, reussites, net):
    s, oracle = jouer(scene(alys=VEILLEUR), BraverLeSommeil("alys", 4), *des)
    assert dit(oracle, "veille")["reussites"] == reussites and s.clock == 4 * 3600
    assert figures(s, s["alys"], "PER", "detection_visuelle", "acuite").net == net
    assert figures(s, s["alys"], "SAG", "vigilance", "sagacite").net == net
    assert figures(s, s["alys"], "FOR", "course", "athletisme").net == 0
    tests = [e for e in oracle.events if e.what == "test"]
    assert [e["quoi"] for e in tests] == ["Concentration", "Endurance"]
    assert [e["difficulte"] for e in tests] == [14, 14]
    assert rows("TN-10.34")[2 - reussites]["reussites"] == reussites


@pytest.mark.rule("TN-10.34")
def test_without_any_success_one_sleeps_until_woken():
    s, oracle = jouer(scene(alys=VEILLEUR, bor={}), BraverLeSommeil("alys", 1), 3, 2, 1, 3, 2, 1)
    assert not dit(oracle, "veille")["reussi"]
    assert "Endormi" in str(Tester("alys", competence="endurance").closed(s))
    assert "Endormi" in str(BraverLeSommeil("alys").closed(s))
    assert "ne dort pas" in str(Reveiller("alys", "bor").closed(s))
    s, _ = jouer(s, Reveiller("bor", "alys"))
    assert Tester("alys", competence="endurance").closed(s) is None


@pytest.mark.rule("TN-10.33", "TN-10.35")
def test_hours_add_up_and_after_a_day_and_a_night_one_is_worn_out():
    s = scene(alys=VEILLEUR)
    difficultes = []
    for heures in (4, 4, 1):
        assert "epuise" not in s["alys"].etats
        s, oracle = jouer(s, BraverLeSommeil("alys", heures), *[6, 5, 6] * 2)
        difficultes.append(dit(oracle)["difficulte"])
    assert difficultes == [14, 18, 18]
    assert "epuise" in s["alys"].etats  # 15 hours of the day, nine of the night
    s, _ = jouer(s, SeReposer("alys"))
    assert s["alys"].epreuves == {} and "epuise" not in s["alys"].etats
    assert "de 1 à 4" in str(BraverLeSommeil("alys", 5).closed(s))


# ---------------------------------------------------------------- the day


@pytest.mark.rule("TN-10.113")
@pytest.mark.parametrize("moment", JOURNEE)
def test_a_day_has_six_six_three_and_nine_hours(moment):
    s, _ = jouer(scene(alys={}), LaisserPasserLaJournee("alys", moment))
    table = {row["moment"].replace("-", "_").replace("è", "e"): row["heures"] for row in rows("TN-10.113")}
    assert s.clock == 3600 * table[moment] and sum(table.values()) == 24 and table["nuit"] == 9
