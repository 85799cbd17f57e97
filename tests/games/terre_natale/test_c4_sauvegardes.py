"""Chapter 4: saves, what is paid on them, what they leave; endurance spent on a test of a confrontation."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c4_caracteristiques.effort import effort_possible
from tablee.games.terre_natale.book.c4_caracteristiques.sauvegardes import (
    Designer,
    PrendreConscience,
    Sauvegarder,
    conscience,
    figures_de_sauvegarde,
)
from tablee.games.terre_natale.model.caracteristiques import SAUVEGARDES
from tablee.games.terre_natale.model.scene import Confrontation
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import LEDGER, dit, jouer, scene

SANS = {"tn.payer_sauvegarde": [0]}


def alba(*options, base=None, **depuis):
    return scene(
        *options, alba={"fiche": {"base": base or {}}, "pertes": {"PK": 2 * (base or {}).get("CHN", 10)}, **depuis}
    )


@pytest.mark.rule("TN-4.78")
def test_the_saves_of_the_book():
    natures = {"physique": "physique", "mentale": "mental", "aucune": ""}
    assert [(s.nom, s.attribut, s.nature) for s in SAUVEGARDES.values()] == [
        (row["nom"], row["attribut"], natures[row["nature"]]) for row in LEDGER["TN-4.78"].rows
    ]


@pytest.mark.rule("TN-4.78")
def test_a_save_is_a_test_of_its_attribute_adjusted_for_this_save():
    fixes = [
        {"on": "ajustement:sauvegarde:reflexes", "n": 3, "label": "Caste", "rule": "TN-6.21"},
        {"on": "ajustement:sauvegarde", "n": 1, "label": "Hors caste", "rule": "TN-6.21"},
    ]
    fiche = {"base": {"AGI": 12, "CON": 12}, "fixes": fixes, "competences": {"endurance": 3}}
    table = scene(alba={"fiche": fiche, "pertes": {"PK": 20}})
    p = table["alba"]
    assert total(figures_de_sauvegarde(table, p, "reflexes").valeur) == 16
    assert total(figures_de_sauvegarde(table, p, "reflexes").modificateurs) == 3
    assert total(figures_de_sauvegarde(table, p, "robustesse").modificateurs) == 1
    _, oracle = jouer(table, Sauvegarder("alba", "reflexes", 20), 4, 5, 5, reponses=SANS)
    assert dit(oracle, "sauvegarde")["score"] == 17 and dit(oracle, "sauvegarde")["difficulte"] == 16
    assert dit(oracle, "sauvegarde")["quoi"] == "Réflexes"


@pytest.mark.rule("TN-4.78")
def test_what_hampers_physical_tests_hampers_no_save():
    """No vitality left is a désavantage on physical tests; a lésion weighs on the score of both."""
    effets = [{"on": "net:sauvegarde", "n": -1, "label": "Maudit"}, {"on": "net", "n": 2, "label": "Béni"}]
    table = alba(pertes={"PV": 20}, effets=effets, lesions=[{"niveau": 2}])
    p = table["alba"]
    assert figures(table, p, "CON").net == 1 and figures_de_sauvegarde(table, p, "robustesse").net == 1
    assert [t[0] for t in figures_de_sauvegarde(table, p, "robustesse").avantages] == ["Maudit", "Béni"]
    assert (
        total(figures_de_sauvegarde(table, p, "robustesse").modificateurs)
        == total(figures(table, p, "CON").modificateurs)
        == -2
    )


@pytest.mark.rule("TN-4.78")
def test_advantages_only_where_they_are_said():
    _, oracle = jouer(alba(), Sauvegarder("alba", "intuition", 15, avantages=1), 6, 4, 3, 1, reponses=SANS)
    assert dit(oracle, "sauvegarde")["score"] == 13
    assert Sauvegarder("alba", "courage").closed(alba()).rule == "TN-4.78"
    assert Sauvegarder("alba", "fortune").closed(alba(pertes={"PV": 40})).rule == "TN-4.5"
    assert Sauvegarder("alba", "fortune", effet=-1).closed(alba()).rule == "TN-4.81"


# ---------------------------------------------------------------- what is paid


@pytest.mark.rule("TN-4.82", "TN-4.6", "TN-4.11")
@pytest.mark.parametrize(
    "quoi, code", [("robustesse", "PV"), ("reflexes", "PV"), ("determination", "PS"), ("intuition", "PS")]
)
def test_vitality_or_spirituality_raises_the_attribute_of_a_save(quoi, code):
    apres, oracle = jouer(alba(), Sauvegarder("alba", quoi, 15), 5, 4, 3, reponses={"tn.payer_sauvegarde": [6]})
    assert apres["alba"].reste(code) == 14 and apres["alba"].lesions == ()
    assert dit(oracle, "sauvegarde")["score"] == 15 and dit(oracle, "sauvegarde")["reussi"]
    asked = oracle.asked[0]
    assert asked.see("score") == 12 and asked.see("difficulte") == 14


@pytest.mark.rule("TN-4.82")
def test_an_odd_point_on_an_even_value_changes_nothing_and_there_is_no_limit_but_death():
    _, oracle = jouer(alba(), Sauvegarder("alba", "robustesse", 15), 5, 4, 3, reponses={"tn.payer_sauvegarde": [1]})
    assert dit(oracle, "sauvegarde")["score"] == 12
    assert oracle.asked[0].options.high == 40
    _, oracle = jouer(alba(), Sauvegarder("alba", "robustesse"), 5, 4, 3, reponses={"tn.payer_sauvegarde": [20]})
    assert dit(oracle, "etat")["etat"] == "hors d'état physique" and dit(oracle, "sauvegarde")["score"] == 22


@pytest.mark.rule("TN-4.82")
def test_nothing_is_paid_on_fortune():
    _, oracle = jouer(alba(), Sauvegarder("alba", "fortune", 15), 5, 4, 3)
    assert oracle.asked == []


# ---------------------------------------------------------------- what is left


@pytest.mark.rule("TN-4.81")
@pytest.mark.parametrize(
    "faces, issue, effets",
    [
        ((1, 2, 3), "échec", {9: 9}),
        ((1, 2, 1), "échec critique", {9: 14, 4: 6}),
        ((6, 5, 4), "réussite", {9: 5, 4: 2}),
        ((6, 6, 5), "réussite critique", {9: 0}),
    ],
)
def test_a_figure_is_raised_kept_halved_or_gone(faces, issue, effets):
    """Against 12 at classic 10; a pair of sixes is an exploit, a pair of ones a maladresse."""
    for valeur, reste in effets.items():
        _, oracle = jouer(alba(), Sauvegarder("alba", "fortune", 10, valeur), *faces)
        assert dit(oracle, "sauvegarde")["issue"] == issue
        assert dit(oracle, "effet_reduit")["effet"] == reste == total(dit(oracle, "effet_reduit").terms)


@pytest.mark.rule("TN-4.91")
@pytest.mark.parametrize(
    "faces, base, avec",
    [
        ((6, 5, 4), "réussite", "réussite"),
        ((6, 6, 5), "réussite critique", "réussite critique"),
        ((5, 6, 5), "réussite", "réussite"),
        ((6, 6, 3), "réussite", "réussite critique"),
        ((4, 3, 2), "échec", "échec"),
        ((4, 2, 1), "échec", "échec critique"),
    ],
)
def test_by_the_option_five_is_enough_for_a_critical_save(faces, base, avec):
    for options, issue in (((), base), (("critiques_des_sauvegardes",), avec)):
        _, oracle = jouer(alba(*options), Sauvegarder("alba", "fortune", 10), *faces)
        assert dit(oracle, "sauvegarde")["issue"] == issue


@pytest.mark.rule("TN-4.91")
def test_by_both_options_a_plain_failure_is_still_one():
    table = alba("critiques_des_sauvegardes", "echec_critique_frequent")
    _, oracle = jouer(table, Sauvegarder("alba", "fortune", 10), 4, 3, 2)
    assert dit(oracle, "sauvegarde")["issue"] == "échec"
    _, oracle = jouer(table, Sauvegarder("alba", "fortune", 10), 4, 2, 1)
    assert dit(oracle, "sauvegarde")["issue"] == "échec critique"


def test_the_odds_of_a_save():
    table = alba(base={"CHN": 10})
    chance = odds(Sauvegarder("alba", "fortune", 15), table)
    assert 0.05 < float(chance.p(True)) < 0.2


# ---------------------------------------------------------------- intuition, fortune


@pytest.mark.rule("TN-4.79")
@pytest.mark.parametrize("score, grades", [(10, 0), (11, 1), (15, 1), (16, 2), (20, 2), (21, 3)])
def test_how_much_one_is_aware_of(score, grades):
    assert len(conscience(score)) == grades


@pytest.mark.rule("TN-4.79")
def test_intuition_in_a_confrontation():
    _, oracle = jouer(alba(base={"SAG": 14}), PrendreConscience("alba"), 5, 5, 4, reponses={"tn.payer_sauvegarde": [0]})
    assert dit(oracle, "conscience")["score"] == 16
    assert dit(oracle, "conscience")["conscience"] == "voit les menaces présentes"


@pytest.mark.rule("TN-4.80")
@pytest.mark.parametrize("favorable, designe", [(False, "bor"), (True, "cyan")])
def test_the_luckiest_or_the_unluckiest_of_all(favorable, designe):
    """Alba 10 and Bor 8 and Cyan 12."""
    sans_karma = {"fiche": {}, "pertes": {"PK": 20}}
    table = scene(alba=sans_karma, bor=sans_karma, cyan=sans_karma)
    _, oracle = jouer(table, Designer("alba", ("bor", "cyan"), favorable), *(5, 3, 2), *(4, 3, 1), *(5, 4, 3))
    assert dit(oracle, "designe").who == designe


@pytest.mark.rule("TN-4.80")
def test_who_is_tied_tests_again():
    sans_karma = {"fiche": {}, "pertes": {"PK": 20}}
    table = scene(alba=sans_karma, bor=sans_karma, cyan=sans_karma)
    faces = (*(4, 3, 1), *(4, 3, 1), *(5, 4, 3), *(4, 3, 2), *(4, 3, 1))
    _, oracle = jouer(table, Designer("alba", ("bor", "cyan")), *faces)
    assert dit(oracle, "designe").who == "bor"
    assert Designer("alba").closed(table).rule == "TN-4.80"
    assert Designer("alba", ("alba",)).closed(table).rule == "TN-4.80"


# ---------------------------------------------------------------- endurance


def au_combat(**depuis):
    fiche = {"competences": {"escalade": 3}, "groupes": {}}
    table = scene(alba={"fiche": fiche, **depuis, "pertes": {"PK": 20, **depuis.get("pertes", {})}})
    return replace(table, encounter=Confrontation(passe="alba"))


@pytest.mark.rule("TN-4.17")
def test_four_of_endurance_for_one_on_the_score_before_the_roll():
    apres, oracle = jouer(au_combat(), Tester("alba", competence="escalade"), 5, 4, 3, reponses={"tn.effort": [2]})
    assert ("Effort", 2, "TN-4.17") in dit(oracle).terms and apres["alba"].reste("PE") == 12
    assert [o.id for o in oracle.asked[0].options] == [0, 1, 2, 3]
    assert apres["alba"].effets == ()
    _, oracle = jouer(apres, Tester("alba", competence="escalade"), 5, 4, 3)
    assert "Effort" not in [t[0] for t in dit(oracle).terms]


@pytest.mark.rule("TN-4.17")
@pytest.mark.parametrize("pe, au_plus", [(0, 3), (9, 2), (17, 0), (30, 0)])
def test_no_more_than_the_level_and_never_below_nothing(pe, au_plus):
    table = au_combat(pertes={"PE": pe})
    assert effort_possible(table["alba"], "escalade") == au_plus
    assert effort_possible(table["alba"], "natation") == 0


@pytest.mark.rule("TN-4.17")
def test_only_in_a_confrontation_and_of_a_skill():
    for table, action in (
        (replace(au_combat(), encounter=None), Tester("alba", competence="escalade")),
        (au_combat(), Tester("alba", attribut="FOR")),
    ):
        _, oracle = jouer(table, action, 5, 4, 3)
        assert oracle.asked == []


@pytest.mark.rule("TN-4.82")
def test_nobody_is_asked_for_points_that_could_not_raise_the_save():
    for pertes in ({"PS": 40, "PK": 20}, {"PS": 39, "PK": 20}):  # nothing to spend, or one point on a RUS of 10
        s = scene(alys={"fiche": {}, "pertes": pertes})
        oracle = Scripted((5, 4, 2), {"tn.payer_sauvegarde": 0})
        Sauvegarder("alys", "sang_froid").resolve(s, oracle)
        assert oracle.left_over() is not None
    s = scene(alys={"fiche": {"base": {"RUS": 11}}, "pertes": {"PS": 39, "PK": 20}})
    jouer(s, Sauvegarder("alys", "sang_froid"), 5, 4, 2, reponses={"tn.payer_sauvegarde": 1})
