"""Chapter 10: contracts, missions, harvest, reputation; help, efforts, tasks, training anew."""

import msgspec
import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c10_monde.aides import MobiliserSavoir, SEntraider, Soutenir
from tablee.games.terre_natale.book.c10_monde.contrats import (
    ChercherContrats,
    ExercerSonMetier,
    MenerMission,
    PrendreContrat,
    SituerLaScene,
    Travailler,
    gain,
    issue,
    nombre,
    ratio_de,
    remuneration,
)
from tablee.games.terre_natale.book.c10_monde.epreuves import (
    CesserLEffort,
    ForcerUnContenant,
    SEnRemettreALaChance,
    SeReprendre,
    Soulever,
    SoutenirLEffort,
    VoyagerAPied,
    poids_de,
)
from tablee.games.terre_natale.book.c10_monde.recolte import Exploiter, Prospecter, VendreMatieres
from tablee.games.terre_natale.book.c10_monde.reentrainement import Desapprendre, OublierUnTrait
from tablee.games.terre_natale.book.c10_monde.reputation import FaireParler, gagner, perdre, reputation
from tablee.games.terre_natale.book.c10_monde.taches import CommencerTache, LaisserTache, Oeuvrer
from tablee.games.terre_natale.model.contrats import CATEGORIES, EMPLOIS, MISSIONS, TRAVAUX
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.monde import Affaires, Contrat, Lieu, Reputation
from tablee.kernel.effects import amount
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

REUSSI, RATE = (6, 5, 4), (3, 2, 1)  # 15, 6
OUVRIER = {
    "base": {"FOR": 14},
    "groupes": {"athletisme": 1, "survie_urbaine": 1},
    "competences": {"musculation": 2, "orientation": 2},
}


def engage(genre="court", id="portefaix", categorie=2, duree=2, mou=1, clock=0, **fiche):
    """Alys has taken a contract at this moment."""
    s = replace(scene(alys={**OUVRIER, **fiche}), clock=clock)
    c = Contrat(id, genre, categorie, duree, mou, pris=clock, dangers=EMPLOIS[id].dangers)
    return s.put(replace(s["alys"], affaires=Affaires(contrats=(c,))))


# ---------------------------------------------------------------- pay


@pytest.mark.rule("TN-10.84")
@pytest.mark.parametrize(
    ("ratio", "categorie", "segments", "degres", "pieces"), [(2, 3, 4, 0, 24), (4, 2, 1, 3, 20), (3, 6, 2, 1, 39)]
)
def test_ratio_times_category_and_the_ratio_for_each_degree(ratio, categorie, segments, degres, pieces):
    assert total(remuneration(ratio, categorie, segments, degres)) == pieces


@pytest.mark.rule("TN-10.85", "TN-10.86", "TN-10.94")
def test_trades_have_the_ratios_of_the_book_and_are_ours():
    assert {EMPLOIS[id].ratio for id in TRAVAUX} == {row["ratio"] for row in rows("TN-10.85")}
    assert list(CATEGORIES) == [row["nom"] for row in rows("TN-10.86")]
    assert len(EMPLOIS) >= 10 and len(MISSIONS) >= 3
    assert all(2 <= len(EMPLOIS[id].etapes) <= 5 for id in MISSIONS)


@pytest.mark.rule("TN-10.94")
@pytest.mark.parametrize(("dangers", "ratio"), [(0, 4), (1, 5), (2, 6), (3, 6)])
def test_danger_raises_the_ratio_of_a_mission_to_six(dangers, ratio):
    assert ratio_de(Contrat("lettre", "mission", 1, 4, dangers=dangers)) == ratio


# ---------------------------------------------------------------- looking for work


@pytest.mark.rule("TN-10.87", "TN-10.89")
def test_a_search_shows_one_short_and_one_long_contract_and_more_by_degree():
    s = scene(alys=OUVRIER)
    tirages = [1, 3, 4, 2, 2, 1, 6, 5, 9, 6, 1, 1, 4, 2, 3, 3]
    s, oracle = jouer(s, ChercherContrats("alys"), 5, 4, 3, *tirages)  # 12 and 3: 15
    a = s["alys"].affaires
    assert [(c.id, c.genre, c.categorie, c.duree, c.mou) for c in a.offres] == [
        (TRAVAUX[0], "court", 3, 4, 2),
        (TRAVAUX[1], "long", 1, 12, 5),
        (TRAVAUX[8], "court", 6, 1, 1),
        (TRAVAUX[3], "long", 2, 6, 3),
    ]
    assert dit(oracle, "contrats")["n"] == 4 and s.clock == 3600 and a.recherche == (0, 15, 1)
    assert "par semaine" in str(ChercherContrats("alys").closed(s))


@pytest.mark.rule("TN-10.87")
@pytest.mark.parametrize(("score", "n"), [(10, 0), (11, 1), (14, 1), (15, 2), (20, 3), (40, 5)])
def test_how_many_contracts_a_result_shows(score, n):
    assert nombre(score, 10, 4) == n


@pytest.mark.rule("TN-10.88")
def test_a_deeper_search_adds_the_difference_alone_and_is_the_last():
    s = scene(alys=OUVRIER)
    assert "première" in str(ChercherContrats("alys", "courte").closed(s))
    s, _ = jouer(s, ChercherContrats("alys"), 4, 3, 2, *[1, 1, 1, 1] * 2)  # 12: one of each
    s, oracle = jouer(s, ChercherContrats("alys", "longue"), 1, 6, 5, 2, 3, *[1, 1, 1, 1] * 2)  # 14 and 3 of five dice
    assert dit(oracle)["score"] == 17 and dit(oracle)["net"] == 2
    assert dit(oracle, "contrats")["n"] == 2 and len(s["alys"].affaires.offres) == 4 and s.clock == 7 * 3600
    assert "Plus rien" in str(ChercherContrats("alys", "courte").closed(s))
    assert ChercherContrats("alys").closed(replace(s, clock=7 * 86400)) is None


@pytest.mark.rule("TN-10.88", "TN-10.98", "TN-10.90")
@pytest.mark.parametrize(("richesse", "dd"), [("prospere", 5), ("ordinaire", 10), ("pauvre", 15)])
def test_the_place_and_ones_name_weigh_on_the_search(richesse, dd):
    s = replace(scene("reputation", alys=OUVRIER), lieu=Lieu("Port", richesse=richesse))
    s = s.put(replace(s["alys"], affaires=Affaires(reputations={"Port": Reputation(-2)})))
    _, oracle = jouer(s, ChercherContrats("alys"), 2, 1, 3, *([1] * 8 if dd == 5 else []))
    assert dit(oracle)["difficulte"] == dd and dit(oracle)["score"] == 6 + 3 - 2


@pytest.mark.rule("TN-10.88", "TN-10.19")
def test_the_game_master_says_where_one_is():
    s, _ = jouer(scene(alys={}), SituerLaScene("alys", "Bourg", "village", 300, "pauvre", "rural"))
    assert s.lieu == Lieu("Bourg", "village", 300, "pauvre", "rural")
    _, oracle = jouer(s, ChercherContrats("alys"), *RATE)
    assert dit(oracle)["valeurs"][0][0] == "SAG"


# ---------------------------------------------------------------- taking and doing it


@pytest.mark.rule("TN-10.90")
def test_an_employer_wants_the_level_of_the_category_or_a_good_patter():
    s = scene(alys=OUVRIER)
    offre = Contrat("portefaix", "court", 4, 1)
    s = s.put(replace(s["alys"], affaires=Affaires(offres=(offre,))))
    assert "niveau 4, pas 3" in str(PrendreContrat("alys").closed(s))
    rate, oracle = jouer(s, PrendreContrat("alys", boniment="charisme"), *REUSSI)  # 15 against 20
    assert dit(oracle)["difficulte"] == 20 and rate["alys"].affaires == Affaires()
    pris, oracle = jouer(s, PrendreContrat("alys", boniment="mensonge"), 6, 6, 5)
    assert dit(oracle)["quoi"] == "Escroquerie" and len(pris["alys"].affaires.contrats) == 1
    assert "0 offre" in str(PrendreContrat("alys").closed(pris))


@pytest.mark.rule("TN-10.90")
def test_after_a_mornings_work_only_chance_gives_a_second_contract():
    s = scene(alys=OUVRIER)
    p = replace(s["alys"], affaires=Affaires(offres=(Contrat("portefaix", "court", 1, 1),)), usages={"travail": 0})
    s = s.put(p)
    assert "par chance" in str(PrendreContrat("alys").closed(s))
    assert len(jouer(s, PrendreContrat("alys", chance=True), *REUSSI)[0]["alys"].affaires.contrats) == 1
    assert jouer(s, PrendreContrat("alys", chance=True), *RATE)[0]["alys"].affaires == Affaires()
    assert PrendreContrat("alys").closed(replace(s, clock=86400)) is None


@pytest.mark.rule("TN-10.91", "TN-10.84")
@pytest.mark.parametrize(("en_jeu", "pieces"), [(False, 4 + 2 + 4), (True, 20)])
def test_half_days_are_tested_and_paid_at_the_end_twice_in_play(en_jeu, pieces):
    s = engage()
    s, oracle = jouer(s, Travailler("alys", en_jeu=en_jeu), 5, 3, 2)  # 10 and 5: 15 above 10, one degree
    assert dit(oracle)["difficulte"] == 10 and s["alys"].fiche.pecule == 0 and s.clock == 6 * 3600
    s, oracle = jouer(s, Travailler("alys", en_jeu=en_jeu), 4, 3, 2)  # 14
    assert s["alys"].fiche.pecule == pieces and s["alys"].affaires.contrats == ()
    assert dit(oracle, "contrat_rendu")["valides"] == 2


@pytest.mark.rule("TN-10.91")
def test_a_failed_half_day_is_not_paid_and_a_late_contract_not_at_all():
    s, _ = jouer(engage(), Travailler("alys"), 1, 1, 2)
    s, _ = jouer(s, Travailler("alys"), 4, 3, 2)
    assert s["alys"].fiche.pecule == 4
    tard = replace(engage(duree=1, mou=1), clock=2 * 43200 - 6 * 3600)
    assert jouer(tard, Travailler("alys"), 4, 3, 2)[0]["alys"].fiche.pecule == 4
    trop = replace(tard, clock=tard.clock + 1)
    s, oracle = jouer(trop, Travailler("alys"), 4, 3, 2)
    assert s["alys"].fiche.pecule == 0 and dit(oracle, "contrat_rendu")["en_retard"]


@pytest.mark.rule("TN-10.91")
def test_a_stable_job_is_two_half_days_a_day():
    s, _ = jouer(scene(alys=OUVRIER), ExercerSonMetier("alys", "portefaix", 1, 2), *[4, 3, 2] * 4)  # 14 above 5: one
    assert s["alys"].fiche.pecule == 4 * 2 + 4 * 2 and s.clock == 2 * 86400
    assert "Pas de métier" in str(ExercerSonMetier("alys", "lettre").closed(s))
    assert "Jours" in str(ExercerSonMetier("alys", "portefaix", 1, 7).closed(s))


# ---------------------------------------------------------------- missions


@pytest.mark.rule("TN-10.95", "TN-10.96", "TN-10.94")
def test_a_mission_step_by_step_with_its_pay():
    s = engage("mission", "disparu", 2, 2)
    s, oracle = jouer(s, MenerMission("alys"), 4, 3, 5)
    assert dit(oracle)["quoi"] == "Renseignement" and dit(oracle)["difficulte"] == 10 and s.clock == 3 * 3600
    s, oracle = jouer(s, MenerMission("alys", competence="musculation"), 6, 5, 4, 1)  # at a désavantage: 10 and 5
    assert dit(oracle)["net"] == -1 and dit(oracle, "mission")["issue"] == "réussie proprement"
    assert s["alys"].fiche.pecule == 4 * 2 * 2 + 4  # one degree


@pytest.mark.rule("TN-10.96")
@pytest.mark.parametrize(
    ("echecs", "dite"), [(0, "réussie proprement"), (1, "réussie avec complications"), (2, "échouée"), (3, "échouée")]
)
def test_one_failure_complicates_two_fail(echecs, dite):
    assert issue(Contrat("lettre", "mission", 1, 4, echecs=echecs)) == dite


@pytest.mark.rule("TN-10.96")
def test_each_failure_raises_stress_and_the_second_ends_it_unpaid():
    s = engage("mission", "lettre", 3, 4)
    s, oracle = jouer(s, MenerMission("alys"), *RATE, 5, *RATE)
    assert dit(oracle, "sauvegarde")["difficulte"] == 14 and s["alys"].fatigue == 5
    s, oracle = jouer(s, MenerMission("alys"), *RATE, 5, *RATE)
    assert dit(oracle, "mission")["issue"] == "échouée" and s["alys"].affaires.contrats == ()
    assert s["alys"].fiche.pecule == 0
    assert "par étapes" in str(Travailler("alys").closed(engage("mission", "lettre")))
    assert "par étapes" in str(MenerMission("alys").closed(engage()))


# ---------------------------------------------------------------- harvest

CUEILLEUR = {"competences": {"nature": 2, "subsistance": 2}, "groupes": {"connaissances": 1, "survie_rurale": 1}}


@pytest.mark.rule("TN-10.92", "TN-10.84", "TN-10.20")
def test_two_harvests_of_a_place_at_ratio_five_sold_for_half():
    s, oracle = jouer(scene(alys=CUEILLEUR), Prospecter("alys", "le bois"), 2, *REUSSI)
    assert dit(oracle)["difficulte"] == 10 and dit(oracle)["quoi"] == "Nature"
    s, _ = jouer(s, Exploiter("alys", "le bois"), 5, 4, 3)  # 15 above 10: one degree
    assert s["alys"].affaires.matieres == 15 and s.clock == 3 * 3600
    s, _ = jouer(s, Exploiter("alys", "le bois"), *RATE)
    assert s["alys"].affaires.matieres == 15 and s["alys"].affaires.gisements == ()
    assert "plus rien" in str(Prospecter("alys", "le bois").closed(s))
    s, _ = jouer(s, VendreMatieres("alys", 15))
    assert (s["alys"].fiche.pecule, s["alys"].affaires.matieres) == (7, 0)
    assert "Matières" in str(VendreMatieres("alys", 1).closed(s))


@pytest.mark.rule("TN-10.93")
@pytest.mark.parametrize(
    ("genre", "valeur", "prix", "gagne"), [("creature", 3, 0, 18), ("machine", 2, 0, 8), ("machine", 2, 9, 4)]
)
def test_creatures_and_machines_pay_by_their_square_and_never_more_than_half(genre, valeur, prix, gagne):
    action = Prospecter("alys", "la bête", genre, categorie=2, valeur=valeur, prix=prix)
    s, oracle = jouer(scene(alys=CUEILLEUR), action, *REUSSI)
    assert dit(oracle, "gisement")["ratio"] == valeur**2
    s, _ = jouer(s, Exploiter("alys", "la bête"), 4, 3, 2)  # 12 above 10
    assert s["alys"].affaires.matieres == gagne
    assert "rang" in str(Prospecter("alys", "autre", "creature").closed(s))
    assert "connaissance" in str(Prospecter("alys", "autre", savoir="escalade").closed(s))


@pytest.mark.rule("TN-10.92")
def test_what_is_not_recognised_gives_nothing_and_chance_may_be_limited():
    s, oracle = jouer(scene(alys=CUEILLEUR), Prospecter("alys", "le champ", au_plus=3), 6, *RATE)
    assert dit(oracle)["difficulte"] == 15 and s["alys"].affaires.gisements == ()
    assert "rien reconnu" in str(Exploiter("alys", "le champ").closed(s))


# ---------------------------------------------------------------- reputation


@pytest.mark.rule("TN-10.97")
def test_steps_and_levels_up_and_down():
    suite, r = [], Reputation()
    for _ in range(6):
        r = gagner(r)
        suite.append((r.niveau, r.crans))
    assert suite == [(1, 0), (2, 0), (2, 1), (3, 0), (3, 1), (3, 2)]
    suite = []
    for _ in range(8):
        r = perdre(r)
        suite.append((r.niveau, r.crans))
    assert suite == [(3, 1), (3, 0), (2, 1), (2, 0), (1, 0), (0, 0), (-1, 0), (-2, 0)]
    assert gagner(Reputation(-2, 0)) == Reputation(-1, 0)


@pytest.mark.rule("TN-10.97", "TN-10.98")
def test_reputation_is_an_option_and_the_caste_adds_its_rank():
    sans = scene(alys={})
    assert "ne tient pas" in str(FaireParler("alys", "Port").closed(sans))
    s, oracle = jouer(scene("reputation", alys={}), FaireParler("alys", "Port"))
    assert total(reputation(s, s["alys"], "Port")) == 1 and dit(oracle, "reputation")["niveau"] == 1
    assert reputation(sans, s["alys"], "Port") == () and reputation(s, s["alys"], "") == ()
    caste = {"id": "bretteur", "principal": "DEX", "secondaire": "AGI", "rang": 4, "majeure": "reflexes"}
    s = scene("reputation", alys={"caste": caste})
    assert total(reputation(s, s["alys"], "bretteur")) == 4 and total(reputation(s, s["alys"], "Port")) == 0
    assert "Crans" in str(FaireParler("alys", "Port", 2).closed(s))


@pytest.mark.rule("TN-10.90", "TN-10.97")
def test_contracts_make_and_break_a_name():
    s = replace(engage(duree=1), options=("reputation",), lieu=Lieu("Port"))
    bien, _ = jouer(s, Travailler("alys"), 5, 3, 2)
    assert bien["alys"].affaires.reputations == {"Port": Reputation(1, 0)}
    mal, _ = jouer(s, Travailler("alys"), 1, 1, 2)
    assert mal["alys"].affaires.reputations == {"Port": Reputation(-1, 0)}


# ---------------------------------------------------------------- help

DANSEUSE = {"competences": {"danse": 2, "deplacement_furtif": 1, "nature": 1, "escalade": 1}}


@pytest.mark.rule("TN-10.103")
def test_knowledge_gives_its_degrees_up_to_its_level_once():
    s, oracle = jouer(scene(alys=DANSEUSE), MobiliserSavoir("alys", "nature", "escalade"), 6, 5, 4)  # 16: 2, capped
    assert dit(oracle, "appui")["n"] == 1 and dit(oracle, "evaluation")["difficulte"] == 5
    s, _ = jouer(s, MobiliserSavoir("alys", "nature", "escalade"), *RATE)
    assert [m.n for m in s["alys"].effets] == [1]  # neither stacked nor lost
    s, oracle = jouer(s, Tester("alys", competence="escalade"), 4, 3, 2)
    assert dit(oracle)["score"] == 11 and s["alys"].effets == ()
    assert "connaissance" in str(MobiliserSavoir("alys", "danse", "escalade").closed(s))


@pytest.mark.rule("TN-10.104", "TN-10.104.1")
@pytest.mark.parametrize(("options", "bonus"), [((), 2), (("soutien_a_dix",), 1)])
def test_a_support_read_at_five_or_ten(options, bonus):
    s = scene(*options, alys=DANSEUSE, bor={"competences": {"deplacement_furtif": 1}})
    s, _ = jouer(s, Soutenir("alys", "bor", "danse", "deplacement_furtif"), 6, 4, 3)  # 15
    f = figures(s, s["bor"], "AGI", "deplacement_furtif", "discretion")
    assert ("Soutien", bonus, "TN-10.104") in f.modificateurs
    assert "Une seule" in str(Soutenir("alys", "bor", "danse", "deplacement_furtif").closed(s))
    assert "elle-même" in str(Soutenir("alys", "alys", "danse", "danse").closed(s))


GRIMPEURS = {who: {"competences": {"escalade": n, "nature": 3}} for who, n in (("a", 3), ("b", 3), ("c", 1))}


@pytest.mark.rule("TN-10.105")
def test_the_best_is_aided_by_the_next_who_is_aided_in_turn():
    _, oracle = jouer(scene(**GRIMPEURS), SEntraider("a", "escalade", ("b", "c"), 18), 6, 4, 3, 4, 3, 5, 6, 5, 2)
    # a 16, b 15, c 14: c gives 1 (its level) to b, 16 gives 2 to a
    e = dit(oracle, "entraide")
    assert (e.who, e["score"], e["reussi"]) == ("a", 18, False)
    _, oracle = jouer(scene(**GRIMPEURS), SEntraider("a", "escalade", ("b", "c"), 17), 6, 4, 3, 4, 3, 5, 6, 5, 2)
    assert dit(oracle, "entraide")["reussi"]


@pytest.mark.rule("TN-10.105")
def test_where_each_must_succeed_the_best_aids_all_the_others():
    _, oracle = jouer(scene(**GRIMPEURS), SEntraider("a", "escalade", ("b", "c"), 12, True), 6, 4, 3, 3, 2, 4, 4, 3, 2)
    found = {e.who: e["score"] for e in oracle.events if e.what == "entraide"}
    assert found == {"a": 16, "b": 12 + 2, "c": 10 + 2}
    assert [e["reussi"] for e in oracle.events if e.what == "entraide"] == [True, True, False]


@pytest.mark.rule("TN-10.105")
def test_who_only_knows_can_only_aid():
    s, oracle = jouer(scene(**GRIMPEURS), SEntraider("c", "escalade", savants=("a",)), 4, 3, 2, 6, 5, 6)
    e = dit(oracle, "entraide")
    assert (e.who, e["score"]) == ("c", 10 + 3)  # 26 by the exploit: three degrees at most
    assert "au moins deux" in str(SEntraider("a", "escalade").closed(s))
    assert "ne fait pas la tâche" in str(SEntraider("a", "escalade", ("b",), savants=("b",)).closed(s))


# ---------------------------------------------------------------- luck, chests, efforts, weights


@pytest.mark.rule("TN-10.99")
def test_chance_against_ten():
    _, oracle = jouer(scene(alys={"base": {"CHN": 14}}), SEnRemettreALaChance("alys"), 4, 3, 2)
    assert (dit(oracle)["score"], dit(oracle)["difficulte"], dit(oracle)["reussi"]) == (11, 10, True)


@pytest.mark.rule("TN-10.100")
@pytest.mark.parametrize(
    ("des", "ouvert", "epargne"),
    [((4, 3, 2), False, False), ((5, 3, 2), True, False), ((6, 6, 4), True, True), ((6, 5, 4), True, False)],
)
def test_the_content_suffers_unless_it_is_done_very_well(des, ouvert, epargne):
    _, oracle = jouer(scene(alys={}), ForcerUnContenant("alys"), *des)
    assert (dit(oracle, "contenant")["reussi"], dit(oracle, "contenant")["epargne"]) == (ouvert, epargne)


@pytest.mark.rule("TN-10.101", "TN-10.102")
def test_an_effort_gets_harder_and_two_failures_end_it():
    s = scene(alys={"competences": {"endurance": 1}})
    s, oracle = jouer(s, SoutenirLEffort("alys"), 4, 3, 5)
    assert dit(oracle, "sauvegarde")["difficulte"] == 10
    s, oracle = jouer(s, SoutenirLEffort("alys"), 4, 3, 5)
    assert dit(oracle, "sauvegarde")["difficulte"] == 15 and dit(oracle, "en_difficulte")
    assert figures(s, s["alys"], "FOR", "course", "athletisme").net == -1
    assert figures(s, s["alys"], "INT", "nature", "connaissances").net == 0
    perdu, oracle = jouer(s, SoutenirLEffort("alys"), *RATE)
    assert dit(oracle, "effort_rate") and perdu["alys"].epreuves == {} and perdu["alys"].effets == ()
    repris, oracle = jouer(s, SeReprendre("alys"), 6, 6, 4, 5)  # hampered itself: 15 and 1 above 15
    assert dit(oracle)["score"] == 16 and repris["alys"].fatigue == 2
    fini, _ = jouer(s, CesserLEffort("alys"))
    assert fini["alys"].epreuves == {} and "Aucun effort" in str(CesserLEffort("alys").closed(fini))


@pytest.mark.rule("TN-10.102")
def test_getting_over_it_costs_two_of_fatigue():
    s, _ = jouer(scene(alys={"competences": {"concentration": 4}}), SoutenirLEffort("alys", "mental"), *RATE)
    s, oracle = jouer(s, SeReprendre("alys", "mental"), 6, 5, 5, 4)  # at a désavantage 14 and 4
    assert dit(oracle)["difficulte"] == 10 and s["alys"].fatigue == 2 and s["alys"].effets == ()
    assert "Pas en difficulté" in str(SeReprendre("alys", "mental").closed(s))


@pytest.mark.rule("TN-10.101")
def test_whoever_disturbs_sets_the_difficulty():
    s = scene(alys={}, bor={"base": {"DEX": 16, "INT": 12}})
    for nature, n in (("physique", 13), ("mental", 11)):
        _, oracle = jouer(s, SoutenirLEffort("alys", nature, par="bor"), 6, 5, 4)
        assert dit(oracle, "sauvegarde")["difficulte"] == n


@pytest.mark.rule("TN-10.101")
@pytest.mark.parametrize(("km", "heures"), [(20, 4), (21, 5), (1, 1)])
def test_on_foot_five_kilometres_an_hour(km, heures):
    s, _ = jouer(scene(alys={}), VoyagerAPied("alys", km))
    assert s.clock == heures * 3600
    assert "Distance" in str(VoyagerAPied("alys", 61).closed(s))


@pytest.mark.rule("TN-10.98")
def test_a_name_is_known_to_the_people_of_the_place():
    s = replace(scene("reputation", alys={}, bor={}), lieu=Lieu("Port"))
    p = replace(s["alys"], affaires=Affaires(reputations={"Port": Reputation(3)}))
    assert amount(p.bears, "renommee", Essai(p, s, s["bor"])) == 3
    assert amount(p.bears, "renommee", Essai(p, replace(s, options=()), s["bor"])) == 0
    assert amount(p.bears, "renommee", Essai(p, replace(s, lieu=Lieu("Ailleurs")), s["bor"])) == 0


@pytest.mark.rule("TN-10.89", "TN-10.91", "TN-10.97")
def test_the_sheet_shows_what_one_is_about():
    s = engage()
    a = replace(s["alys"].affaires, offres=(Contrat("avocat", "long", 5, 4),), matieres=12)
    s = s.put(replace(s["alys"], affaires=a))
    section = next(x for x in game.sheet(s, "alys").sections if x.title == "Affaires")
    assert [line.label for line in section.lines] == ["Avocat commis d'office", "Portefaix au port", "Matières brutes"]


@pytest.mark.rule("TN-10.112")
def test_a_person_weighs_his_stature_and_what_he_has():
    s = scene(alys={"base": {"FOR": 14}}, bor={"fiche": {}, "equipement": {"armure": {"modele": "cuir"}}})
    c = s["bor"].equipement.armure.categorie
    assert total(poids_de(s["bor"])) == 10 + c
    _, oracle = jouer(s, Soulever("alys", "bor"), 4, 5, 2)
    assert dit(oracle)["difficulte"] == 10 + c and dit(oracle)["quoi"] == "Musculation"
    assert "soi-même" in str(Soulever("alys", "alys").closed(s))


# ---------------------------------------------------------------- tasks


@pytest.mark.rule("TN-10.108", "TN-10.110")
def test_a_task_goes_on_by_jets_back_by_twenty_and_ends_at_the_second_failure():
    s = scene(alys={"competences": {"crochetage": 2}})
    s, oracle = jouer(s, CommencerTache("alys", "La porte", "crochetage", 10, minutes=10))
    assert dit(oracle, "tache")["objectif"] == 20
    s, _ = jouer(s, Oeuvrer("alys", "La porte"), 4, 3, 5, 7, 6)  # 14 above 10: 13
    assert s.taches[0].progression == 13 and s.clock == 600
    s, _ = jouer(s, Oeuvrer("alys", "La porte"), *RATE)
    assert (s.taches[0].progression, s.taches[0].echecs) == (0, 1)
    fini, oracle = jouer(s, Oeuvrer("alys", "La porte"), *RATE)
    assert fini.taches == () and not dit(oracle, "tache_finie")["reussi"]
    s, _ = jouer(s, Oeuvrer("alys", "La porte"), 4, 3, 5, 8, 8)
    s, oracle = jouer(s, Oeuvrer("alys", "La porte"), 4, 3, 5, 2, 2)
    assert s.taches == () and dit(oracle, "tache_finie")["issue"] == "accomplie"


@pytest.mark.rule("TN-10.108")
def test_a_structure_has_its_integrity_and_a_task_can_be_left():
    s, oracle = jouer(scene(alys={}), CommencerTache("alys", "Le mur", "demolissage", 15, 18))
    assert dit(oracle, "tache")["objectif"] == 18
    assert "déjà en cours" in str(CommencerTache("alys", "Le mur", "demolissage").closed(s))
    s, _ = jouer(s, LaisserTache("alys", "Le mur"))
    assert s.taches == () and "pas de tâche" in str(Oeuvrer("alys", "Le mur").closed(s))


@pytest.mark.rule("TN-10.109")
def test_locks_are_an_option_and_open_one_by_one_two_when_critical():
    tache = CommencerTache("alys", "Le coffre", "crochetage", 14, interactive=True)
    assert "interactives" in str(tache.closed(scene(alys={})))
    s, _ = jouer(scene("taches_interactives", alys={"competences": {"crochetage": 2}}), tache)
    assert s.taches[0].verrous == 3
    s, _ = jouer(s, Oeuvrer("alys", "Le coffre"), 6, 5, 3)  # 16 above 14
    assert s.taches[0].verrous == 2
    s, oracle = jouer(s, Oeuvrer("alys", "Le coffre"), 6, 6, 6)  # 26: critical
    assert s.taches == () and dit(oracle, "tache_finie")["reussi"]


# ---------------------------------------------------------------- training anew


@pytest.mark.rule("TN-10.106")
def test_a_rank_forgotten_gives_its_points_back_every_seven_days():
    s = scene(alys={"traits": [{"id": "vigueur"}, {"id": "peau_dure"}], "pp": 1})
    s, oracle = jouer(s, OublierUnTrait("alys", "vigueur"))
    rendus = dit(oracle, "reentrainement")["pp"]
    assert rendus > 0 and s["alys"].fiche.pp == 1 + rendus and s.clock == 6 * 3600
    assert [t.id for t in s["alys"].fiche.traits] == ["peau_dure"]
    assert "tous les 7 jours" in str(OublierUnTrait("alys", "peau_dure").closed(s))
    assert OublierUnTrait("alys", "peau_dure").closed(replace(s, clock=7 * 86400)) is None
    assert "n'a pas acquis" in str(OublierUnTrait("alys", "vigueur").closed(s))


@pytest.mark.rule("TN-10.107")
@pytest.mark.parametrize(
    ("sujet", "points"),
    [("competence:escalade", ("px", 30)), ("groupe:athletisme", ("px", 40)), ("attribut:FOR", ("pa", 9))],
)
def test_by_the_option_skills_groups_and_attributes_too(sujet, points):
    fiche = {"base": {"FOR": 14}, "competences": {"escalade": 3}, "groupes": {"athletisme": 2}}
    assert "que les traits" in str(Desapprendre("alys", sujet).closed(scene(alys=fiche)))
    s, _ = jouer(scene("reentrainement_total", alys=fiche), Desapprendre("alys", sujet))
    assert getattr(s["alys"].fiche, points[0]) == points[1]
    assert "rien à oublier" in str(Desapprendre("alys", "competence:danse").closed(replace(s, clock=10**7)))


@pytest.mark.rule("TN-10.91")
def test_what_a_contract_pays_is_a_sum_that_opens():
    c = Contrat("forgeron", "court", 3, 2, valides=2, degres=3)
    assert total(gain(c, False)) == 4 * 3 * 2 + 4 * 3 and total(gain(c, True)) == 72


def test_a_place_of_which_nothing_is_said_is_written_as_none():
    s = scene(alys={})
    s2, _ = jouer(s, SituerLaScene("alys"))
    assert msgspec.json.encode(s2) == msgspec.json.encode(s)
