"""Chapter 10: chronicles from beginning to end, first impressions and requests, plans."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene
from tablee.games.terre_natale.book.c10_monde.chroniques import (
    AbandonnerChronique,
    AnnoncerChronique,
    FranchirEtape,
    PartirEnChronique,
    PreparerEtape,
    TenterAutrement,
    TenterEtape,
)
from tablee.games.terre_natale.book.c10_monde.interactions import (
    MODIFICATEURS,
    Amadouer,
    Demander,
    PremiereImpression,
    attitude,
    difficulte_de,
    humeur,
    porte_parole,
)
from tablee.games.terre_natale.book.c10_monde.plans import AbandonnerPlan, EtablirPlan, SuivreLePlan
from tablee.games.terre_natale.model.chroniques import RECITS
from tablee.games.terre_natale.model.monde import Attitude, Chronique, PlanDAction
from tablee.kernel import refs
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

REUSSI, RATE, TRIOMPHE, FIASCO = (6, 5, 6), (3, 2, 4), (6, 6, 6), (1, 1, 2)  # 17 and exploit: 22; 9; 24; 4 - 2
SAVANTE = {
    "base": {"FOR": 14, "VOL": 12},
    "competences": {"subsistance": 3, "histoire": 1, "escalade": 2},
    "groupes": {"athletisme": 1},
}


def en_route(etape=1, **changes):
    s = scene(alys=SAVANTE, bor={})
    c = Chronique("chant_du_cairn", ("alys", "bor"), etape, True)
    return replace(s, chronique=replace(c, **changes))


# ---------------------------------------------------------------- chronicles


@pytest.mark.rule("TN-10.73")
def test_the_song_of_the_cairn_is_the_books():
    table = rows("TN-10.73")
    etapes = RECITS["chant_du_cairn"].etapes
    assert [e.titre for e in etapes] == [row["titre"] for row in table]
    assert [e.voies[0].difficulte for e in etapes] == [15, 20, 20, 20, 15]
    assert [v.difficulte for v in etapes[3].voies] == [20, 15]
    assert [bool(e.aides) for e in etapes] == ["aide" in row for row in table]


@pytest.mark.rule("TN-10.70", "TN-10.72")
def test_it_is_announced_then_one_sets_out():
    s, oracle = jouer(scene(alys={}, bor={}), AnnoncerChronique("alys", compagnons=("bor",)))
    assert s.turn() == () and dit(oracle, "chronique")["titre"] == "Le Chant du Cairn"
    assert "attend" in str(TenterEtape("alys").closed(s)) and "déjà" in str(AnnoncerChronique("alys").closed(s))
    s, _ = jouer(s, PartirEnChronique("bor"))
    assert s.turn() == ("alys", "bor") and "déjà en route" in str(PartirEnChronique("bor").closed(s))
    assert [place.who for place in game.order(s)] == ["alys", "bor"]
    s, _ = jouer(s, AbandonnerChronique("alys"))
    assert s.chronique is None and "Aucune chronique" in str(TenterEtape("alys").closed(s))
    assert "Pas de chronique" in str(AnnoncerChronique("alys", "autre").closed(s))


@pytest.mark.rule("TN-10.71")
def test_a_failure_costs_everybody_stress_and_time_and_goes_on():
    s, oracle = jouer(en_route(), TenterEtape("bor"), *RATE, 6, *RATE, 3, *REUSSI)
    assert s.chronique.etape == 2 and s.chronique.penalites == 1 and s.clock == 2 * 3600
    assert (s["alys"].fatigue, s["bor"].fatigue) == (6, 2)
    assert [e["difficulte"] for e in oracle.events if e.what == "sauvegarde"] == [14, 14]


@pytest.mark.rule("TN-10.71")
def test_a_critical_failure_costs_two():
    s, _ = jouer(en_route(), TenterEtape("bor"), *FIASCO, *[8, *RATE] * 4)
    assert s.chronique.penalites == 2 and s.chronique.perdu == 4 * 3600 and s["alys"].fatigue == 16


@pytest.mark.rule("TN-10.71")
def test_a_critical_success_spares_a_penalty_to_come():
    s, _ = jouer(en_route(), TenterEtape("alys"), *TRIOMPHE)  # 24 and 5 against 15
    assert s.chronique.epargnes == 1 and s.chronique.reussites == 1 and s.clock == 0
    s, oracle = jouer(s, TenterEtape("bor"), *(6, 3, 2))  # 11 against 20: failed
    assert s.chronique.penalites == 0 and s.chronique.epargnes == 0 and dit(oracle, "chronique_epargne")


@pytest.mark.rule("TN-10.72")
def test_help_costs_time_and_gives_its_degrees():
    s, oracle = jouer(en_route(), PreparerEtape("alys"), 6, 5, 3)  # 17: two degrees above 5
    assert s.clock == 2 * 3600 and s.chronique.bonus == 2
    assert "déjà préparée" in str(PreparerEtape("bor").closed(s))
    s, oracle = jouer(s, TenterEtape("bor"), 6, 5, 3)
    assert dit(oracle)["score"] == 16 and dit(oracle)["reussi"] and s.chronique.bonus == 0
    assert "façons" in str(PreparerEtape("alys", 2).closed(s)) and "1 voie " in str(TenterEtape("alys", 1).closed(s))


@pytest.mark.rule("TN-10.72")
def test_another_way_has_the_difficulty_the_game_master_gives():
    s, oracle = jouer(en_route(4), TenterAutrement("alys", "escalade", 10), 4, 3, 5)
    assert dit(oracle)["difficulte"] == 10 and s.chronique.etape == 5
    assert "compétence" in str(TenterAutrement("alys", "").closed(s))
    assert "inconnue" in str(TenterAutrement("alys", "tricot").closed(s))


@pytest.mark.rule("TN-10.70")
def test_when_nobody_can_try_the_story_goes_on():
    s, _ = jouer(en_route(3), FranchirEtape("alys"), *[5, *RATE] * 2)
    assert s.chronique.etape == 4 and s.chronique.penalites == 1


@pytest.mark.rule("TN-10.70", "TN-10.71", "TN-10.72", "TN-10.73")
def test_the_song_of_the_cairn_from_beginning_to_end():
    """Alys alone: helped up the valley, wrong cairn once, the song withstood, the slab lifted, and down."""
    s, _ = jouer(scene(alys=SAVANTE), AnnoncerChronique("alys"))
    s, _ = jouer(s, PartirEnChronique("alys"))
    s, _ = jouer(s, PreparerEtape("alys"), 5, 4, 3)  # 15 with Subsistance: 2
    s, oracle = jouer(s, TenterEtape("alys"), 4, 3, 2)  # 9 + 2 + 2 + 1 + 2 = 16 above 15
    assert dit(oracle)["score"] == 16 and s.chronique.etape == 2
    s, _ = jouer(s, TenterEtape("alys"), 5, 4, 3, 7, 6, 4, 3)  # 12 against 20; 7 of stress, 14 not above 16
    assert (s["alys"].fatigue, s.chronique.etape) == (7, 3)
    s, _ = jouer(s, TenterEtape("alys"), 6, 6, 5)  # 22 with the exploit, and 1: above 20
    s, _ = jouer(s, TenterEtape("alys", 1), 6, 5, 3)  # stone: 14 and 2 above 15
    s, oracle = jouer(s, TenterEtape("alys"), 6, 5, 5)  # 16 above 15
    fin = dit(oracle, "chronique_fin")
    assert (fin["reussites"], fin["penalites"], fin["heures"]) == (4, 1, 3)
    assert s.chronique is None and s.clock == 3 * 3600 and s["alys"].fatigue == 7 and s.turn() == ()


@pytest.mark.rule("TN-10.70")
def test_a_chronicle_waits_while_something_else_happens_and_blocks_nothing():
    s = en_route(2)
    calme = s.calm()
    assert calme.turn() == () and calme.chronique.etape == 2 and calme.calm() is calme
    s, _ = jouer(s, FinirLaScene("alys"))
    s, _ = jouer(s, PartirEnChronique("alys"))
    assert s.turn() == ("alys", "bor")
    sans, _ = refs.without(s, frozenset({"bor"}), ending=True)
    assert sans.turn() == ("alys",)


# ---------------------------------------------------------------- attitudes


@pytest.mark.rule("TN-10.80")
@pytest.mark.parametrize(
    ("score", "grade"),
    [
        (20, "positive"),
        (15, "positive"),
        (14, "neutre"),
        (10, "neutre"),
        (9, "mefiante"),
        (6, "mefiante"),
        (5, "fermee"),
        (0, "fermee"),
    ],
)
def test_a_first_impression_by_its_score(score, grade):
    assert humeur(score) == grade


def rencontre(**changes):
    s = scene(alys={"base": {"APP": 14}}, bor={"base": {"APP": 9}}, odo={})
    return replace(s, **changes)


@pytest.mark.rule("TN-10.78", "TN-10.79")
def test_the_best_looks_of_the_group_make_the_test_once():
    s, oracle = jouer(rencontre(), PremiereImpression("bor", "odo", ("alys",), 1), 4, 3, 2)
    assert dit(oracle, "attitude").who == "alys" and dit(oracle, "attitude")["score"] == 9 + 2 + 1
    assert attitude(s, "odo", "bor").humeur == "neutre" and attitude(s, "odo", "alys").envers == ("bor", "alys")
    assert "connaît déjà" in str(PremiereImpression("alys", "odo").closed(s))
    assert porte_parole(s, ("bor", "alys")) == "alys"
    assert "hors du groupe" in str(PremiereImpression("alys", "alys").closed(s))


# ---------------------------------------------------------------- requests


@pytest.mark.rule("TN-10.74", "TN-10.75")
def test_a_request_is_fifteen_and_its_circumstances():
    assert total(difficulte_de(())) == 15
    assert total(difficulte_de(("danger", "du_temps", "sans_desavantage"))) == 20
    assert sorted(n for _, n in MODIFICATEURS.values()) == sorted(row["modificateur"] for row in rows("TN-10.75"))


@pytest.mark.rule("TN-10.74", "TN-10.77", "TN-10.78")
@pytest.mark.parametrize(
    ("maniere", "attribut"), [("persuader", "CHA"), ("contraindre", "RUS"), ("suggerer", "SAG"), ("raisonner", "INT")]
)
def test_how_it_is_put_says_what_it_is_tested_with(maniere, attribut):
    s, oracle = jouer(rencontre(), Demander("bor", "odo", maniere=maniere, compagnons=("alys",)), 6, 5, 5)
    assert dit(oracle).who == "alys" and dit(oracle)["valeurs"][0][0] == attribut
    assert dit(oracle, "demande")["reussi"] and s.attitudes == ()
    assert dit(oracle, "demande")["contrainte"] == (maniere == "contraindre")


@pytest.mark.rule("TN-10.75", "TN-10.76", "TN-10.80")
@pytest.mark.parametrize(("grade", "fois"), [("positive", 4), ("neutre", 2), ("mefiante", 1)])
def test_failures_cross_him_until_he_hears_no_more(grade, fois):
    s = rencontre(attitudes=(Attitude("odo", ("alys",), grade),))
    for i in range(fois):
        assert Demander("alys", "odo", "passer").closed(s) is None
        s, oracle = jouer(s, Demander("alys", "odo", "passer"), *RATE)
        assert dit(oracle, "demande")["exige"] == (20 if i else 15)
    assert "refuse" in str(Demander("alys", "odo", "autre chose").closed(s))


@pytest.mark.rule("TN-10.76")
@pytest.mark.parametrize(
    ("des", "bonus"), [((6, 5, 5), 0), ((6, 6, 4), 1), ((5, 4, 3), 0), ((4, 3, 2), -1), ((3, 2, 1), -1)]
)
def test_a_truth_or_a_lie_weighs_by_its_margin(des, bonus):
    _, oracle = jouer(rencontre(), Demander("alys", "odo", franchise="mensonge"), *des, 5, 4, 3)
    assert dit(oracle)["score"] == 12 + bonus
    assert [e["quoi"] for e in oracle.events if e.what == "test"] == ["Escroquerie", "Persuasion"]


@pytest.mark.rule("TN-10.81")
def test_who_is_closed_may_be_brought_round_and_never_forced():
    s = rencontre(attitudes=(Attitude("odo", ("alys",), "fermee", 2),))
    rate, _ = jouer(s, Amadouer("alys", "odo"), *RATE)
    assert attitude(rate, "odo", "alys").humeur == "fermee" and attitude(rate, "odo", "alys").reprises == 1
    s, _ = jouer(s, Amadouer("alys", "odo"), *REUSSI)
    assert attitude(s, "odo", "alys").humeur == "mefiante" and Demander("alys", "odo").closed(s) is None
    assert "ne refuse pas" in str(Amadouer("alys", "odo").closed(s))


# ---------------------------------------------------------------- plans

STRATEGE = {"base": {"INT": 14}, "competences": {"strategie": 3, "crochetage": 1}, "groupes": {"analyse": 1}}


@pytest.mark.rule("TN-10.82")
@pytest.mark.parametrize(("des", "points"), [((6, 5, 4), 2), ((5, 3, 1), 1), ((3, 2, 1), 0)])
def test_a_plan_has_as_many_points_as_degrees(des, points):
    s, oracle = jouer(scene(alys=STRATEGE, bor={}), EtablirPlan("alys", "Le coup", ("bor",)), *des)
    assert s.clock == 3 * 3600 and dit(oracle, "plan")["n"] == points
    assert s.plans == ((PlanDAction("Le coup", ("alys", "bor"), points),) if points else ())


@pytest.mark.rule("TN-10.83")
def test_a_point_gives_an_avantage_to_the_action_that_follows_the_plan():
    s = replace(scene(alys=STRATEGE, bor={}), plans=(PlanDAction("Le coup", ("alys",), 1),))
    assert "n'est pas de ce plan" in str(SuivreLePlan("bor", "Le coup", "crochetage").closed(s))
    assert "se soigner" in str(SuivreLePlan("alys", "Le coup", "medecine").closed(s))
    assert "Aucun plan" in str(SuivreLePlan("alys", "Autre", "crochetage").closed(s))
    s, _ = jouer(s, SuivreLePlan("alys", "Le coup", "crochetage"))
    assert s.plans == ()
    assert figures(s, s["alys"], "DEX", "crochetage", "larcin").net == 1
    assert figures(s, s["alys"], "FOR", "escalade", "athletisme").net == 0
    s, _ = jouer(s, Tester("alys", competence="crochetage"), 1, 4, 5, 6)
    assert figures(s, s["alys"], "DEX", "crochetage", "larcin").net == 0


@pytest.mark.rule("TN-10.82", "TN-10.83")
def test_a_plan_is_named_once_and_given_up():
    s = replace(scene(alys=STRATEGE), plans=(PlanDAction("Le coup", ("alys",), 2),))
    assert "déjà établi" in str(EtablirPlan("alys", "Le coup").closed(s))
    s, _ = jouer(s, SuivreLePlan("alys", "Le coup", "crochetage"))
    assert "attend déjà" in str(SuivreLePlan("alys", "Le coup", "crochetage").closed(s))
    s, _ = jouer(s, AbandonnerPlan("alys", "Le coup"))
    assert s.plans == ()
