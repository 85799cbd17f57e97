"""Chapter 4: resources, what is lost and regained of them, what is temporary, what states weigh on tests."""

import pytest

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c4_caracteristiques.ressources import (
    GagnerTemporaire,
    Perdre,
    Regagner,
    est_mort,
)
from tablee.games.terre_natale.model.caracteristiques import RESSOURCES_NOMMEES
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Fiche
from tablee.games.terre_natale.model.sums import maximum
from tablee.kernel.effects import Modifier, tally
from tablee.kernel.tally import total

from .jeu import LEDGER, dit, jouer, scene


def alba(*options, **depuis):
    """Alba: everything at 10 but CON 12 (PV 24), so PS, PE and PK 20; no caste, so no chi."""
    return scene(*options, alba={"fiche": {"base": {"CON": 12}}, **depuis})


@pytest.mark.rule("TN-4.2", "TN-4.7", "TN-4.12", "TN-4.20", "TN-4.21")
def test_the_most_there_can_be_of_each_resource():
    base = {"CON": 13, "VOL": 9, "CHN": 12, "DEX": 16, "RUS": 8}  # EQU (13 + 8) // 2
    caste = {"id": "aventurier", "principal": "DEX", "secondaire": "CHN"}
    fiche = scene(alba={"base": base, "caste": caste})["alba"].fiche
    sans = scene(alba={"base": base})["alba"].fiche
    assert [(code, total(maximum(sans, code))) for code in sans.maxima] == [
        *(("PV", 26), ("PS", 18), ("PE", 20), ("PK", 24), ("PC", 0))
    ]
    assert maximum(fiche, "PC")[:2] == (("DEX", 16, "TN-4.21"), ("CHN", 12, "TN-4.21"))
    plus = Fiche("X", fixes=(Modifier("PV", 4, "Caste", "TN-6.16"), Modifier("EQU", 1, "Rang", "TN-6.23")))
    assert plus.maxima["PV"] == 24 and plus.maxima["PE"] == 22


@pytest.mark.rule("TN-4.1", "TN-4.23", "TN-4.30", "TN-4.31")
def test_the_resources_that_the_book_names():
    classes = {}
    for r in RESSOURCES_NOMMEES.values():
        classes.setdefault(r.classe, []).append(r.id)
    assert classes == {
        "primordiale": ["PV", "PS"],
        "fondamentale": ["PE", "PK", "PC", "PM", "PR"],
        "spéciale": ["initiative"],
        "temporaire": ["moral", "garde", "rage", "adrenaline", "points_de_strategie"],
    }
    nommees = [r.nom for r in RESSOURCES_NOMMEES.values() if r.classe == "temporaire"]
    assert nommees == [row["nom"] for row in LEDGER["TN-4.30"].rows]
    extensions = [r.id for r in RESSOURCES_NOMMEES.values() if r.extension and r.classe == "fondamentale"]
    assert extensions == [row["abrege"] for row in LEDGER["TN-4.31"].rows]


@pytest.mark.rule("TN-4.23", "TN-4.31")
@pytest.mark.parametrize("ressource, regle", [("initiative", "TN-4.23"), ("PM", "TN-4.31"), ("rien", "TN-4.1")])
@pytest.mark.parametrize("action", [Perdre, Regagner, GagnerTemporaire])
def test_what_nobody_has_points_of(action, ressource, regle):
    assert action("alba", ressource, 1).closed(alba()).rule == regle


@pytest.mark.rule("TN-4.13")
def test_endurance_may_be_lost_below_nothing():
    apres, oracle = jouer(alba(), Perdre("alba", "PE", 25))
    assert apres["alba"].reste("PE") == -5
    assert dit(oracle, "perte")["reste"] == -5 and dit(oracle, "etat")["etat"] == "épuisé"
    apres, oracle = jouer(apres, Perdre("alba", "PE", 15))
    assert dit(oracle, "etat")["etat"] == "KO" and not apres["alba"].up


@pytest.mark.rule("TN-4.20", "TN-4.21")
def test_karma_and_chi_are_never_negative():
    assert Perdre("alba", "PK", 20).closed(alba()) is None
    refus = Perdre("alba", "PK", 21).closed(alba())
    assert refus.rule == "TN-4.20" and refus.facts == ("Karma", 21, 20)
    assert Perdre("alba", "PC", 1).closed(alba()).rule == "TN-4.21"


def test_what_is_regained_ends_at_the_maximum():
    apres, oracle = jouer(alba(pertes={"PV": 3}), Regagner("alba", "PV", 10))
    assert apres["alba"].reste("PV") == 24
    assert dit(oracle, "regain").terms == (("Regain", 10, "TN-4.1"), ("Maximum", -7, "TN-4.1"))
    assert Regagner("alba", "PV", 1).closed(apres).rule == "TN-4.1"
    assert Regagner("alba", "moral", 1).closed(alba()).rule == "TN-4.29"


@pytest.mark.rule("TN-4.27", "TN-4.30")
def test_temporary_resources_are_limited_by_the_resilience_each_by_itself():
    apres, oracle = jouer(alba(temporaires={"moral": 6}), GagnerTemporaire("alba", "moral", 9))
    assert apres["alba"].temporaires == {"moral": 10}
    assert dit(oracle, "temporaire").terms == (("Gain", 9, "TN-4.29"), ("Résilience", -5, "TN-4.27"))
    apres, _ = jouer(apres, GagnerTemporaire("alba", "PE", 4))
    assert apres["alba"].temporaires == {"moral": 10, "PE": 4}
    apres, _ = jouer(apres, Perdre("alba", "moral", 3))
    assert apres["alba"].temporaires["moral"] == 7
    assert Perdre("alba", "moral", 8).closed(apres).rule == "TN-4.27"


@pytest.mark.rule("TN-4.29")
def test_fundamental_resources_alone_have_a_temporary_form_and_it_goes_first():
    assert GagnerTemporaire("alba", "PV", 1).closed(alba()).rule == "TN-4.29"
    apres, _ = jouer(alba(temporaires={"PK": 2}), Perdre("alba", "PK", 3))
    assert apres["alba"].temporaires["PK"] == 0 and apres["alba"].pertes == {"PK": 1}


# ---------------------------------------------------------------- states


@pytest.mark.rule("TN-4.4", "TN-4.9", "TN-4.26")
@pytest.mark.parametrize(
    "pertes, physique, mental, initiative",
    [({}, 0, 0, 0), ({"PV": 24}, -1, 0, -1), ({"PS": 20}, 0, -1, -1), ({"PV": 24, "PS": 20}, -1, -1, -2)],
)
def test_without_vitality_or_spirituality_tests_are_harder(pertes, physique, mental, initiative):
    table = alba(pertes=pertes)
    p = table["alba"]
    assert figures(table, p, "FOR").net == physique
    assert figures(table, p, "INT").net == mental
    assert figures(table, p, "AGI", "initiative", "sagacite").net == initiative


@pytest.mark.rule("TN-4.10", "TN-4.15", "TN-4.45", "TN-4.46", "TN-4.48")
@pytest.mark.parametrize(
    "depuis, physique, mental",
    [
        ({"pertes": {"PE": 40}}, "TN-4.15", "TN-4.15"),
        ({"pertes": {"PS": 40}}, None, "TN-4.10"),
        ({"pertes": {"PV": 48}}, "TN-4.5", "TN-4.5"),
        ({"lesions": [{"niveau": 5}]}, "TN-4.45", None),
        ({"lesions": [{"niveau": 5, "nature": "traumatisme"}]}, None, "TN-4.46"),
        ({"fatigue": 50}, "TN-4.45", "TN-4.46"),
        ({"pertes": {"PE": 39, "PS": 39, "PV": 47}, "fatigue": 49}, None, None),
    ],
)
def test_what_cannot_be_attempted_any_more(depuis, physique, mental):
    table = alba(**depuis)
    p = table["alba"]
    for plan, regle in (("physique", physique), ("mental", mental)):
        found = tally(p.bears, ("interdit", f"interdit:{plan}"), Essai(p, table))
        assert (found[0][2] if found else None) == regle


@pytest.mark.rule("TN-4.10", "TN-4.10.1")
def test_without_convictions_one_is_resigned_or_by_the_option_dead():
    apres, oracle = jouer(alba(), Perdre("alba", "PS", 40))
    assert dit(oracle, "etat")["etat"] == "résigné" and not est_mort(apres, apres["alba"])
    apres, _ = jouer(apres, Regagner("alba", "PS", 1))
    assert apres["alba"].up
    apres, oracle = jouer(alba("mort_par_spiritualite"), Perdre("alba", "PS", 40))
    assert dit(oracle, "etat")["etat"] == "mort" and est_mort(apres, apres["alba"])
    found = tally(apres["alba"].bears, ("interdit", "interdit:physique"), Essai(apres["alba"], apres))
    assert found[0][2] == "TN-4.10.1"


def test_nobody_who_is_not_there():
    for action in (Perdre("x", "PV", 1), Regagner("x", "PV", 1), GagnerTemporaire("x", "PE", 1)):
        assert "n'est pas là" in str(action.closed(alba()))
    assert "de 1 à 999" in str(Perdre("alba", "PV", 0).closed(alba()))
