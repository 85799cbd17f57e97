"""Chapter 8: care in all its kinds. First aid at its price, medicine, surgery, what is endured, unnatural care."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.soins import Soigner, Stabiliser, figures_de_soin, jet_de_soin
from tablee.games.terre_natale.book.c8_confrontation.etats import finir_le_tour
from tablee.games.terre_natale.book.c8_confrontation.soins import (
    DeclarerOperable,
    Endurer,
    PremiersSoins,
    SoignerRessource,
    SoinNonNaturel,
    TraiterCondition,
    competence_de_soin,
    fatigue_des_soins,
)
from tablee.games.terre_natale.model.conditions import AFFECTIONS
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.scene import JOUR
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

TROUSSE = {"sac": [{"modele": "trousse_de_soin", "qualite": 2}]}  # as good as it is cumbersome
MEDECIN = {"medecine": 2, "chirurgie": 2, "psychologie": 2, "therapie": 2}
MOYEN = (3, 3, 2)  # 8, and 2 of the skill: 10, no degree
BON = (5, 4, 4)  # 13: one degree


def infirmerie(*conditions, medecin=None, **alba):
    """Médard (everything at 10, level 2 of each medicine, his tools) and Alba; no karma for either."""
    avoir = [c if isinstance(c, dict) else {"id": c, "charges": 20} for c in conditions]
    patient = {"fiche": {"competences": {"endurance": 2, "concentration": 2}}, "pertes": {"PK": 20}}
    return scene(
        medard={
            "fiche": {"competences": MEDECIN},
            "pertes": {"PK": 20},
            "equipement": TROUSSE,
            "camp": "rouge",
            **(medecin or {}),
        },
        alba={**patient, "conditions": avoir, "camp": "bleu", **alba},
    )


def aux_prises(table, passe="medard"):
    e = Confrontation(initiatives={"medard": 20, "alba": 10}, passe=passe)
    return replace(table, encounter=replace(e, budgets={"medard": Budget(), "alba": Budget()}))


def charges(table):
    return [c.charges for c in table["alba"].conditions]


# ---------------------------------------------------------------- tools, oneself, the jet


@pytest.mark.rule("TN-8.307", "TN-8.321", "TN-8.180")
def test_tools_count_and_want_of_them_or_care_of_oneself_is_a_disadvantage():
    table = infirmerie()
    f = figures_de_soin(table, "medard", "alba", "medecine")
    assert (f.net, total(f.valeur)) == (0, 10)  # quality 2, less 2 for a catégorie of 1
    assert figures_de_soin(table, "medard", "medard", "medecine").net == -1
    sans = infirmerie(medecin={"equipement": {}})
    assert figures_de_soin(sans, "medard", "alba", "medecine").net == -1
    assert figures_de_soin(sans, "medard", "medard", "medecine").net == -2
    fins = infirmerie(medecin={"equipement": {"sac": [{"modele": "trousse_de_soin", "qualite": 4}]}})
    assert total(figures_de_soin(fins, "medard", "alba", "medecine").valeur) == 12


@pytest.mark.rule("TN-8.311")
def test_the_jet_of_care_is_two_dice_the_modifier_and_the_degree():
    table = infirmerie(medecin={"fiche": {"base": {"INT": 14}, "competences": MEDECIN}})
    f = figures_de_soin(table, "medard", "alba", "medecine")
    assert total(jet_de_soin(table, Scripted((5, 4)), f, 2)) == 9 + 2 + 2
    bete = infirmerie(medecin={"fiche": {"base": {"INT": 1}}})
    f = figures_de_soin(bete, "medard", "alba", "medecine")
    assert total(jet_de_soin(bete, Scripted((1, 1)), f, 0)) == 0


# ---------------------------------------------------------------- first aid


@pytest.mark.rule("TN-8.308", "TN-8.309", "TN-8.221")
def test_first_aid_stabilises_for_a_complex_action_and_stops_the_worsening():
    table = aux_prises(infirmerie(lesions=[{"niveau": 1}]))
    action = PremiersSoins("medard", "alba")
    apres, _ = jouer(table, action, 5, 4, 2)  # 11 + 2, above 12
    assert apres["alba"].stabilise == {"blessure": "temporaire"}
    assert apres.encounter.budgets["medard"] == Budget(acts=0, genres=("soin",))
    assert len(finir_le_tour(apres, Scripted())["alba"].lesions) == 1
    assert len(finir_le_tour(table, Scripted())["alba"].lesions) == 2
    un = replace(table, encounter=replace(table.encounter, budgets={"medard": Budget(acts=1), "alba": Budget()}))
    commence, _ = jouer(un, action)  # one simple action begins it, and stabilises nothing yet
    assert commence["alba"].stabilise == {} and commence.encounter.attente("medard").chantier.paye == 1
    vide = replace(table, encounter=replace(table.encounter, budgets={"medard": Budget(acts=0), "alba": Budget()}))
    assert action.closed(vide).rule == "TN-8.83"
    assert action.closed(aux_prises(table, "alba")).rule == "TN-8.23"
    assert PremiersSoins("medard", "alba", "blessure", "permanente").closed(table).rule == "TN-4.40"
    assert Stabiliser("medard", "alba").closed(table).rule == "TN-8.221"


@pytest.mark.rule("TN-8.221", "TN-8.308")
def test_whoever_is_used_to_it_gives_first_aid_for_a_simple_action():
    fiche = {"competences": MEDECIN, "traits": [{"id": "habitue", "sujet": "premiers_soins"}]}
    table = aux_prises(infirmerie("venin", medecin={"fiche": fiche}))
    apres, _ = jouer(table, TraiterCondition("medard", "alba", "venin"), *MOYEN, 4, 3)
    assert apres.encounter.budgets["medard"].acts == 1


@pytest.mark.rule("TN-8.310", "TN-8.221", "TN-8.306")
def test_an_ephemeral_condition_loses_the_jet_of_care():
    table = aux_prises(infirmerie("venin"))
    action = TraiterCondition("medard", "alba", "venin")
    apres, oracle = jouer(table, action, *BON, 4, 3)
    assert charges(apres) == [20 - 4 - 3 - 1] and apres.encounter.budgets["medard"].acts == 0
    assert dit(oracle, "condition_reduite").rule == "TN-8.310"
    rate, _ = jouer(table, action, 2, 3, 2)  # 9: missed
    assert charges(rate) == [20]
    gueri, _ = jouer(infirmerie({"id": "venin", "charges": 7}), action, *MOYEN, 4, 3)
    assert charges(gueri) == []


@pytest.mark.rule("TN-8.310")
def test_the_worst_lesion_of_the_same_nature_weighs_twice_on_it():
    table = infirmerie("venin", lesions=[{"niveau": 2}, {"niveau": 3, "nature": "traumatisme"}])
    _, oracle = jouer(table, TraiterCondition("medard", "alba", "venin"), 4, 3, 2)
    assert dit(oracle, "evaluation")["score"] == 9 + 2 - 4


@pytest.mark.rule("TN-8.182")
def test_one_test_of_a_kind_for_each_condition():
    action = TraiterCondition("medard", "alba", "venin")
    rate, _ = jouer(infirmerie("venin"), action, 2, 3, 2)
    assert action.closed(rate).rule == "TN-8.182"
    assert Endurer("alba", "venin").closed(rate) is None  # another kind of test
    deux = infirmerie({"id": "venin", "charges": 9}, "venin")
    une, _ = jouer(deux, action, *MOYEN, 4, 3)
    assert charges(une) == [9, 13]  # the worst first
    toutes, _ = jouer(une, action, *MOYEN, 4, 3)
    assert charges(toutes) == [2, 13]
    assert action.closed(toutes).rule == "TN-8.182"
    assert action.closed(infirmerie({"id": "venin"})).rule == "TN-8.222"
    assert action.closed(infirmerie()).rule == "TN-8.241"


@pytest.mark.rule("TN-8.181", "TN-8.376")
@pytest.mark.parametrize(
    ("condition", "quoi"), [("venin", "Endurance"), ("mise_au_sol", "Endurance"), ("doute", "Concentration")]
)
def test_a_condition_is_endured_for_a_simple_action(condition, quoi):
    table = aux_prises(infirmerie(condition), "alba")
    action = Endurer("alba", condition)
    des = (4, 4, 3) if condition == "mise_au_sol" else BON
    de_plus = (6,) if condition in ("mise_au_sol", "doute") else ()
    fait, oracle = jouer(table, action, *des, *de_plus, 4, 3)
    assert dit(oracle, "evaluation")["quoi"] == quoi
    assert charges(fait)[0] < 20 and fait.encounter.budgets["alba"].acts == 1
    assert action.closed(fait).rule in ("TN-8.182", "TN-8.88")
    assert action.closed(replace(fait, encounter=None)).rule == "TN-8.182"
    long = infirmerie({"id": condition, "charges": 9, "duree": "temporaire"})
    assert action.closed(long).rule == "TN-8.181"


# ---------------------------------------------------------------- medical and clinical care


@pytest.mark.rule("TN-8.306", "TN-8.312", "TN-8.315", "TN-8.314")
def test_a_temporary_condition_takes_twenty_minutes_out_of_danger():
    table = infirmerie({"id": "doute", "charges": 20, "duree": "temporaire"})
    action = TraiterCondition("medard", "alba", "doute")
    assert action.closed(aux_prises(table)).rule == "TN-8.312"
    apres, oracle = jouer(table, action, *BON, 4, 3)
    assert (charges(apres), apres.clock) == ([12], 1200)
    assert dit(oracle, "condition_reduite").rule == "TN-8.315"
    blesse = infirmerie(lesions=[{"niveau": 1}])
    stable, _ = jouer(blesse, Stabiliser("medard", "alba", "blessure", "permanente"), 5, 4, 2)
    assert stable.clock == 1200 and stable["alba"].stabilise == {"blessure": "permanente"}


@pytest.mark.rule("TN-8.228", "TN-8.317", "TN-8.318", "TN-8.306")
def test_a_permanent_condition_yields_to_surgery_alone_where_it_is_operable():
    table = infirmerie({"id": "aveugle", "charges": 20, "duree": "permanente"})
    action = TraiterCondition("medard", "alba", "aveugle")
    assert action.closed(table).rule == "TN-8.228"
    dite, _ = jouer(table, DeclarerOperable("alba", "aveugle"))
    assert DeclarerOperable("alba", "aveugle").closed(dite).rule == "TN-8.228"
    assert action.closed(aux_prises(dite)).rule == "TN-8.317"
    apres, oracle = jouer(dite, action, *BON, 4, 3)
    assert (charges(apres), apres.clock) == ([12], 2400)
    assert dit(oracle, "evaluation")["quoi"] == "Chirurgie"


@pytest.mark.rule("TN-8.313", "TN-8.318")
def test_each_medicine_has_its_own_domain():
    assert len(rows("TN-8.313")) == len(rows("TN-8.318")) == 3
    assert competence_de_soin(AFFECTIONS["venin"], "ephemere") == "medecine"
    assert competence_de_soin(AFFECTIONS["doute"], "temporaire") == "medecine"
    assert competence_de_soin(AFFECTIONS["venin"], "permanente") == "chirurgie"
    assert competence_de_soin(AFFECTIONS["doute"], "permanente") == "psychologie"
    assert competence_de_soin(AFFECTIONS["fatigue"], "ephemere") == "therapie"
    for quoi, competence in (("blessure", "Chirurgie"), ("traumatisme", "Psychologie"), ("fatigue", "Thérapie")):
        table = infirmerie(lesions=[{"niveau": 0}, {"niveau": 0, "nature": "traumatisme"}], fatigue=20)
        _, oracle = jouer(table, Soigner("medard", "alba", quoi), *MOYEN[:2], 1)
        assert dit(oracle, "evaluation")["quoi"] == competence


@pytest.mark.rule("TN-8.299", "TN-8.313", "TN-8.316")
@pytest.mark.parametrize("ressource", ["PV", "PS"])
def test_medicine_restores_half_of_the_jet_once_a_day(ressource):
    table = infirmerie(pertes={"PK": 20, ressource: 15})
    action = SoignerRessource("medard", "alba", ressource)
    apres, _ = jouer(table, action, *BON, 7, 5)
    assert apres["alba"].pertes[ressource] == 15 - (7 + 5 + 1) // 2 and apres.clock == 1200
    assert action.closed(apres).rule == "TN-4.42"
    assert action.closed(replace(apres, clock=JOUR)) is None
    assert action.closed(aux_prises(table)).rule == "TN-8.312"
    assert action.closed(infirmerie()).rule == "TN-8.316"


@pytest.mark.rule("TN-8.320")
def test_of_several_treatments_in_a_day_the_best_alone_counts():
    table = infirmerie(pertes={"PK": 20, "PV": 18})
    une, _ = jouer(table, SoignerRessource("medard", "alba"), *MOYEN, 4, 4)
    assert une["alba"].pertes["PV"] == 14
    autre = une.put(replace(une["alba"], soignants={}))
    moins, _ = jouer(autre, SoignerRessource("medard", "alba"), *MOYEN, 2, 4)
    assert moins["alba"].pertes["PV"] == 14
    mieux, oracle = jouer(autre, SoignerRessource("medard", "alba"), *MOYEN, 8, 6)
    assert mieux["alba"].pertes["PV"] == 14 - 3
    assert total(dit(oracle, "regain").terms) == dit(oracle, "regain")["points"] == 3
    demain = replace(autre, clock=JOUR)
    assert jouer(demain, SoignerRessource("medard", "alba"), *MOYEN, 4, 4)[0]["alba"].pertes["PV"] == 10


@pytest.mark.rule("TN-8.317", "TN-8.319")
def test_surgery_takes_forty_minutes_and_helps_the_next_recovery():
    table = infirmerie(lesions=[{"niveau": 1}])
    apres, oracle = jouer(table, Soigner("medard", "alba"), 5, 4, 4, 6, 4)
    assert apres.clock == 2400 and dit(oracle, "evaluation")["score"] == 13 + 2 - 2
    assert dit(oracle, "soins")["points"] == 5


# ---------------------------------------------------------------- unnatural care


@pytest.mark.rule("TN-8.300", "TN-8.322", "TN-8.323", "TN-8.324")
def test_unnatural_care_costs_fatigue_by_its_source():
    table = infirmerie(pertes={"PK": 20, "PV": 10, "PS": 10})
    une, oracle = jouer(table, SoinNonNaturel("alba", "mage", "PV", 2))
    assert (une["alba"].pertes["PV"], une["alba"].fatigue) == (8, 0)
    deux, _ = jouer(une, SoinNonNaturel("alba", "mage", "PS", 2))  # 4 in all
    assert deux["alba"].fatigue == 1
    autre, _ = jouer(une, SoinNonNaturel("alba", "potion", "PS", 2))
    assert autre["alba"].fatigue == 0
    tout, _ = jouer(table, SoinNonNaturel("alba", "mage", "PV", 99))  # only what was lost is regained
    assert (tout["alba"].pertes["PV"], tout["alba"].fatigue) == (0, 3)
    assert SoinNonNaturel("alba", "mage", "PV").closed(tout).rule == "TN-8.323"
    assert SoinNonNaturel("alba", " ").closed(table).rule == "TN-8.323"
    assert dit(oracle, "soin_non_naturel").rule == "TN-8.322"


@pytest.mark.rule("TN-8.325")
def test_another_ratio_replaces_the_usual_one():
    table = infirmerie(pertes={"PK": 20, "PV": 10})
    assert jouer(table, SoinNonNaturel("alba", "mage", "PV", 10, 5))[0]["alba"].fatigue == 2
    assert [fatigue_des_soins(0, n, 3) for n in (2, 3, 8)] == [0, 1, 2]
    assert SoinNonNaturel("alba", "mage", "PV", 10, 0).closed(table).rule == "TN-8.325"
