"""Chapter 4: care of lésions, damage taken upon endurance, distances and zones looked at."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.degats import Blesser, encaisses, limite, prix
from tablee.games.terre_natale.book.c4_caracteristiques.mesures import ComparerLesZones, Mesurer
from tablee.games.terre_natale.book.c4_caracteristiques.repos import SeReposer
from tablee.games.terre_natale.book.c4_caracteristiques.soins import Ebranler, Soigner, Stabiliser, difficulte_de_soin
from tablee.games.terre_natale.model.scene import JOUR, Confrontation
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

MEDECIN = {
    "fiche": {
        "base": {"INT": 14},
        "groupes": {"guerison": 1},
        "competences": {"medecine": 2, "chirurgie": 2, "psychologie": 1, "therapie": 1},
    },
    "pertes": {"PK": 20},
    "equipement": {"sac": [{"modele": "trousse_de_soin", "qualite": 2}]},  # as good as it is cumbersome
}


def hopital(*niveaux, options=(), nature="blessure", **depuis):
    """Médard (INT 14: +2, médecine 2, guérison 1) and Alba with these lésions; no karma for either."""
    lesions = [{"niveau": n, "nature": nature} for n in niveaux]
    return scene(*options, medard=MEDECIN, alba={"fiche": {}, "lesions": lesions, "pertes": {"PK": 20}, **depuis})


@pytest.mark.rule("TN-4.43")
def test_the_difficulty_of_care():
    p = hopital(3, 0, 1)["alba"]
    assert total(difficulte_de_soin(p, "blessure")) == 18
    assert total(difficulte_de_soin(p, "blessure", 0)) == 12
    assert total(difficulte_de_soin(hopital(5)["alba"], "blessure")) == 20


@pytest.mark.rule("TN-4.39", "TN-4.40", "TN-4.43")
@pytest.mark.parametrize("maniere", ["temporaire", "permanente"])
def test_stabilising_is_a_test_of_medicine(maniere):
    """Difficulty 10 + 2 x 2 + 1 = 15; 5 is added to the dice."""
    action = Stabiliser("medard", "alba", "blessure", maniere)
    apres, oracle = jouer(hopital(2, 0), action, 5, 4, 2)
    assert apres["alba"].stabilise == {"blessure": maniere}
    assert dit(oracle)["difficulte"] == 15 and dit(oracle)["score"] == 16
    apres, _ = jouer(hopital(2, 0), action, 5, 3, 2)
    assert apres["alba"].stabilise == {}


@pytest.mark.rule("TN-4.42")
def test_one_act_of_care_for_a_practitioner_a_patient_and_a_day():
    apres, _ = jouer(hopital(2, 0), Stabiliser("medard", "alba"), 5, 3, 2)
    for action in (Stabiliser("medard", "alba"), Soigner("medard", "alba")):
        assert action.closed(apres).rule == "TN-4.42"
        assert action.closed(replace(apres, clock=JOUR)) is None
    assert Stabiliser("alba", "alba").closed(apres) is None


def test_what_keeps_one_from_stabilising():
    table = hopital(2)
    au_combat = replace(table, encounter=Confrontation(passe="medard"))
    assert Stabiliser("medard", "alba").closed(au_combat).rule == "TN-8.221"
    assert Stabiliser("medard", "alba", "blessure", "permanente").closed(au_combat).rule == "TN-4.40"
    assert Stabiliser("medard", "alba", "traumatisme").closed(table).rule == "TN-4.43"
    assert Stabiliser("medard", "alba").closed(hopital(2, stabilise={"blessure": "permanente"})).rule == "TN-4.39"
    assert Stabiliser("medard", "alba").closed(hopital(5, 5)).rule == "TN-4.42"
    ko = table.put(replace(table["medard"], pertes={"PE": 40}))
    assert Stabiliser("medard", "alba").closed(ko).rule == "TN-4.15"


@pytest.mark.rule("TN-4.39")
def test_a_shock_ends_a_temporary_stabilisation_unless_a_save_succeeds():
    table = hopital(2, stabilise={"blessure": "temporaire"})
    # its own lésion weighs 2 on the save
    assert jouer(table, Ebranler("alba"))[0]["alba"].stabilise == {}
    garde, _ = jouer(table, Ebranler("alba", difficulte=10), 6, 5, 4, reponses={"tn.payer_sauvegarde": [0]})
    assert garde["alba"].stabilise == {"blessure": "temporaire"}
    perdu, _ = jouer(table, Ebranler("alba", difficulte=10), 6, 5, 3, reponses={"tn.payer_sauvegarde": [0]})
    assert perdu["alba"].stabilise == {}
    assert Ebranler("alba").closed(hopital(2, stabilise={"blessure": "permanente"})).rule == "TN-4.39"


@pytest.mark.rule("TN-4.42", "TN-4.41")
def test_care_helps_the_next_rest():
    """An évaluation less 2 x 3; the jet 7 + 6 + 2 is halved: 7 more, so 12 and two levels instead of one."""
    table = hopital(3, stabilise={"blessure": "permanente"})
    apres, oracle = jouer(table, Soigner("medard", "alba"), 5, 4, 3, 7, 6)
    assert dit(oracle, "evaluation")["score"] == 11
    assert total(dit(oracle, "soins").terms) == 7
    repose, _ = jouer(apres, SeReposer("alba"))
    assert [x.niveau for x in repose["alba"].lesions] == [1] and repose["alba"].effets == ()
    repose, _ = jouer(table, SeReposer("alba"))
    assert [x.niveau for x in repose["alba"].lesions] == [2]


@pytest.mark.rule("TN-4.42")
def test_of_several_acts_of_care_the_best_alone_counts():
    table = hopital(3, 3, stabilise={"blessure": "permanente"})
    soins = [
        {"on": "recuperation:blessure", "n": n, "label": "Soins", "family": "soins", "of": "soins:blessure"}
        for n in (4, 5)
    ]
    soignee = hopital(3, 3, stabilise={"blessure": "permanente"}, effets=soins)
    assert [x.niveau for x in jouer(table, SeReposer("alba"))[0]["alba"].lesions] == [2, 3]
    assert [x.niveau for x in jouer(soignee, SeReposer("alba"))[0]["alba"].lesions] == [2, 2]


def test_care_that_fails_helps_nothing():
    apres, oracle = jouer(hopital(3), Soigner("medard", "alba"), 5, 4, 1)
    assert dit(oracle, "evaluation")["score"] == 9 and apres["alba"].effets == ()
    au_combat = replace(hopital(3), encounter=Confrontation(passe="medard"))
    assert Soigner("medard", "alba").closed(au_combat).rule == "TN-4.42"
    assert Soigner("medard", "alba", "traumatisme").closed(hopital(3)).rule == "TN-4.43"


@pytest.mark.rule("TN-4.49")
def test_gentle_medicine_relieves_fatigue():
    apres, oracle = jouer(hopital(fatigue=20), Soigner("medard", "alba", "fatigue"), 5, 4, 2, 6, 5)
    assert apres["alba"].fatigue == 20 - (6 + 5 + 2 + 1) // 2
    assert dit(oracle, "evaluation")["degre"] == 1
    assert Soigner("medard", "alba", "fatigue").closed(hopital()).rule == "TN-4.49"


@pytest.mark.rule("TN-4.43.1")
def test_by_the_option_the_lesion_is_chosen_once_the_dice_are_seen():
    """15 against 18 for the grave one, 14 for the légère, 12 for the bénigne."""
    table = hopital(3, 1, 0, options=("soins_a_difficulte_fixe",), stabilise={"blessure": "permanente"})
    action = Soigner("medard", "alba")
    apres, oracle = jouer(table, action, 5, 3, 2, 7, 6, reponses={"tn.lesion_a_soigner": [1]})
    asked = next(q for q in oracle.asked if q.key == "tn.lesion_a_soigner")
    assert asked.open() == (1, 0) and [o.id for o in asked.options] == [1, 0, 3]
    assert dit(oracle)["difficulte"] == 14
    repose, _ = jouer(apres, SeReposer("alba"))  # 5 + 7: one level off the worst, the one of the care off the chosen
    assert sorted(x.niveau for x in repose["alba"].lesions) == [0, 0, 2]


@pytest.mark.rule("TN-4.43.1")
def test_by_the_option_the_lesion_cared_for_may_be_gone_and_the_rest_is_off_the_worst():
    """Récupération 5, the care 10: one step off the worst, two for the bénigne, of which it takes one."""
    soin = {"on": "recuperation:blessure", "n": 10, "label": "Soins", "family": "soins", "of": "soins:blessure:0"}
    table = hopital(4, 0, 2, options=("soins_a_difficulte_fixe",), stabilise={"blessure": "permanente"}, effets=[soin])
    assert [x.niveau for x in jouer(table, SeReposer("alba"))[0]["alba"].lesions] == [2, 2]


@pytest.mark.rule("TN-4.43.1")
def test_by_the_option_too_low_a_score_heals_nothing():
    table = hopital(3, 1, 0, options=("soins_a_difficulte_fixe",))
    apres, oracle = jouer(table, Soigner("medard", "alba"), 4, 2, 1)
    assert dit(oracle)["difficulte"] == 12 and not dit(oracle)["reussi"] and apres["alba"].effets == ()


# ---------------------------------------------------------------- damage


@pytest.mark.rule("TN-4.18")
def test_the_price_of_keeping_damage_off_is_that_of_the_steps_one_by_one():
    """2 endurance, 1 + 1, or 2 absorption a point; the last for half the damage at most if undefended."""
    for degats in range(8):
        for absorption in range(14):
            for defendue in (True, False):
                seule = degats if defendue else degats // 2
                for retires in range(degats + 1):
                    essais = [
                        2 * a + b
                        for b in range(retires + 1)
                        for c in range(min(seule, retires - b) + 1)
                        for a in [retires - b - c]
                        if b + 2 * c <= absorption
                    ]
                    assert prix(retires, absorption, limite(degats, defendue)) == min(essais)


@pytest.mark.rule("TN-4.19", "TN-4.18")
@pytest.mark.parametrize(
    "averti, options, attendu",
    [
        (True, (), (2, 4, 8)),
        (False, (), (2, 4, 4)),
        (True, ("conditions_pour_encaisser",), (2, 4, 8)),
        (False, ("conditions_pour_encaisser",), (2, 2, 2)),
    ],
)
def test_who_does_not_know_where_it_comes_from_has_less_to_set_against_it(averti, options, attendu):
    """8 damage against 4 of absorption."""
    p = hopital()["alba"]
    assert encaisses(p, 8, 4, False, averti, options) == attendu


@pytest.mark.rule("TN-4.13", "TN-4.33")
def test_damage_costs_endurance_then_vitality_and_leaves_a_lesion():
    apres, oracle = jouer(hopital(), Blesser("alba", 12, absorption=4), reponses={"tn.encaisser": [4]})
    p = apres["alba"]
    assert p.reste("PE") == 16 and p.reste("PV") == 12 and [x.niveau for x in p.lesions] == [1]
    assert dit(oracle, "degats").terms == (("Dégâts", 12, "TN-4.13"), ("Encaissés", -4, "TN-4.18"))
    apres, _ = jouer(hopital(), Blesser("alba", 12, "traumatisme"), reponses={"tn.encaisser": [0]})
    assert apres["alba"].reste("PS") == 8 and apres["alba"].lesions[0].nature == "traumatisme"


def test_what_was_defended_and_kept_off_leaves_no_lesion():
    for defendue, lesions in ((True, 0), (False, 1)):
        apres, _ = jouer(hopital(), Blesser("alba", 2, absorption=0, defendue=defendue), reponses={"tn.encaisser": [2]})
        assert len(apres["alba"].lesions) == lesions
        assert apres["alba"].reste("PV") == 20 and apres["alba"].reste("PE") == 16


def test_damage_that_kills():
    apres, oracle = jouer(hopital(pertes={"PE": 20}), Blesser("alba", 60))
    assert dit(oracle, "etat")["etat"] == "mort" and apres["alba"].lesions == ()
    assert Blesser("alba", 1).closed(apres).rule == "TN-4.5"
    assert Blesser("alba", -1).closed(hopital()).rule == "TN-4.13"


# ---------------------------------------------------------------- looking


def arme(modele, **plus):
    return {"fiche": {}, "equipement": {"armes": [{"modele": modele, **plus}]}}


@pytest.mark.rule("TN-4.66", "TN-4.68")
@pytest.mark.parametrize(
    "distance, plage, n", [(10, "portée idéale", 0), (3, "portée courte", 1), (90, "hors de portée", 0)]
)
def test_measuring_a_distance(distance, plage, n):
    _, oracle = jouer(scene(alba=arme("arc_court")), Mesurer("alba", distance))
    event = dit(oracle, "portee")
    assert (event["plage"], event["desavantages"], event["portee"]) == (plage, n, 8)


def test_what_cannot_be_measured():
    assert Mesurer("alba", 5).closed(hopital()).rule == "TN-4.66"
    assert Mesurer("alba", 5).closed(scene(alba=arme("dague"))).rule == "TN-4.66"
    assert Mesurer("alba", 5, "lancer").closed(scene(alba=arme("marteau_de_guerre", taille=-1))).rule == "TN-4.65"
    assert Mesurer("alba", 5, "lancer").closed(scene(alba=arme("marteau_de_guerre"))) is None
    assert Mesurer("alba", 5, "mots").closed(hopital()) is None


@pytest.mark.rule("TN-4.70", "TN-4.71")
def test_comparing_zones():
    table = scene(alba=arme("epee_longue"), bor=arme("dague"))
    for qui, cible, n in (("alba", "bor", 1), ("bor", "alba", 2)):  # 3 against 4, 1 against 2
        _, oracle = jouer(table, ComparerLesZones(qui, cible))
        assert dit(oracle, "zones")["desavantages"] == n
    _, oracle = jouer(table, ComparerLesZones("alba", "bor", "mental"))  # by default 3 of argument each: 3 against 2
    assert dit(oracle, "zones")["zone"] == "d'influence" and dit(oracle, "zones")["desavantages"] == 0
    sans = {"fiche": {}, "equipement": {"argument": 0}}
    _, oracle = jouer(scene(alba=sans, bor=sans), ComparerLesZones("alba", "bor", "mental"))  # 0 against 5
    assert dit(oracle, "zones")["desavantages"] == 2
    assert ComparerLesZones("alba", "alba").closed(table).rule == "TN-4.70"


@pytest.mark.rule("TN-4.10", "TN-4.45")
def test_who_is_out_of_action_tries_nothing():
    assert Tester("alba", attribut="FOR").closed(hopital(5)).rule == "TN-4.45"
    assert Tester("alba", attribut="INT").closed(hopital(5)) is None
    assert Tester("alba", attribut="INT").closed(hopital(pertes={"PS": 40})).rule == "TN-4.10"
