"""Chapter 8: what one opposed test settles instead of a confrontation."""

import pytest

from tablee.games.terre_natale.book import CHAPTERS
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene
from tablee.games.terre_natale.book.c8_confrontation.altercation import Altercation, Convaincre
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager
from tablee.games.terre_natale.model.joute import COUTS
from tablee.kernel.chapter import legal
from tablee.kernel.odds import odds

from .jeu import dit, jouer, rows, scene

BRUTE = {"competences": {"lutte": 2, "persuasion": 2}, "groupes": {"corps_a_corps": 1}, "destinee": 0}
VIF = {"competences": {"evasion": 3, "persuasion": 1}, "groupes": {"defense": 1}, "destinee": 0}


def rue(*options, **vif):
    sans = {"pertes": {"PK": 20}}
    return scene(
        *options, brute={"fiche": BRUTE, "camp": "rue", **sans}, vif={"fiche": VIF, "camp": "cour", **sans, **vif}
    )


QUERELLE = Altercation(
    "brute", attribut="CON", competence="lutte", cible="vif", leur_attribut="AGI", leur_competence="evasion"
)
GAGNE = (5, 4, 3), (4, 3, 2)  # 12 and 3 against 9 and 4
PERD = (4, 3, 2), (5, 4, 3)  # 12 against 16


@pytest.mark.rule("TN-8.5", "TN-8.6")
@pytest.mark.parametrize(
    ("tests", "perdant", "save", "fatigue"),
    [
        (GAGNE, "vif", (6, 5, 4), 4),  # 15 against 14: 7 are halved, up
        (GAGNE, "vif", (5, 5, 4), 7),  # 14 is not above 14
        (GAGNE, "vif", (1, 2, 1), 11),  # 4 is 10 below: half as much again, up
        (PERD, "brute", (6, 5, 3), 7),  # 16 won: of a classic 15, so 14 again
    ],
)
def test_one_opposed_test_decides_and_the_loser_is_tired(tests, perdant, save, fatigue):
    s, oracle = jouer(rue(), QUERELLE, *tests[0], *tests[1], 7, *save)
    assert dit(oracle, "altercation").target == perdant and s[perdant].fatigue == fatigue
    assert s[{"vif": "brute", "brute": "vif"}[perdant]].fatigue == 0


@pytest.mark.rule("TN-8.6")
def test_a_critical_save_costs_nothing_and_the_game_master_may_say_how_much_losing_does():
    s, _ = jouer(rue(fiche={**VIF, "base": {"RUS": 28}}), QUERELLE, *GAGNE[0], *GAGNE[1], 7, 5, 5, 5)
    assert s["vif"].fatigue == 0
    chere = Altercation(
        "brute",
        attribut="CON",
        competence="lutte",
        cible="vif",
        leur_attribut="AGI",
        leur_competence="evasion",
        fatigue=12,
    )
    s, _ = jouer(rue(), chere, *GAGNE[0], *GAGNE[1], 5, 5, 4)
    assert s["vif"].fatigue == 12


@pytest.mark.rule("TN-8.5")
def test_a_tie_is_the_defender_s():
    _, oracle = jouer(rue(), QUERELLE, 5, 4, 3, 5, 4, 2, 1, 6, 5, 4)  # 15 against 15
    assert dit(oracle, "altercation").who == "vif"


@pytest.mark.rule("TN-8.6")
def test_who_lost_does_not_oppose_what_follows_until_the_scene_is_over():
    s, _ = jouer(rue(), QUERELLE, *PERD[0], *PERD[1], 1, 6, 5, 4)
    assert QUERELLE.closed(s).rule == "TN-8.6"
    autre, _ = jouer(s, Engager("brute"), 6, 5, 4, 1, 2, 3)
    assert autre.turn() == ("brute",) and Attaquer("brute", "vif").closed(autre).rule == "TN-8.6"
    apres, _ = jouer(s, FinirLaScene("brute"))
    assert QUERELLE.closed(apres) is None


@pytest.mark.rule("TN-8.5")
def test_an_attack_or_a_tactic_against_whatever_answers_it():
    s = rue(fiche={**VIF, "competences": {"evasion": 1, "lutte": 1, "danse": 1}})
    assert QUERELLE.closed(s) is None
    contre = {"attribut": "CON", "competence": "lutte", "cible": "vif"}
    assert Altercation("brute", **contre, leur_attribut="CON", leur_competence="lutte").closed(s) is None
    assert Altercation("brute", **contre, leur_attribut="AGI", leur_competence="danse").closed(s).rule == "TN-8.5"
    parole = Altercation(
        "brute", attribut="CHA", competence="persuasion", cible="vif", leur_attribut="AGI", leur_competence="evasion"
    )
    assert parole.closed(s).rule == "TN-8.5"
    en_garde = Altercation(
        "vif",
        attribut="AGI",
        competence="evasion",
        groupe="defense",
        cible="brute",
        leur_attribut="CON",
        leur_competence="lutte",
    )
    assert en_garde.closed(s).rule == "TN-8.5"  # whoever begins does not defend himself
    assert (
        Altercation("brute", **contre, leur_attribut="AGI", leur_competence="evasion", fatigue=100).closed(s).rule
        == "TN-8.6"
    )
    combat, _ = jouer(s, Engager("brute"), 6, 5, 4, 1, 2, 3)
    assert QUERELLE.closed(combat).rule == "TN-8.5"
    offerte = [a for a, closed in legal(CHAPTERS, s, "brute") if isinstance(a, Altercation) and closed is None]
    assert [(a.competence, a.leur_competence) for a in offerte] == [("lutte", "evasion")]


# ---------------------------------------------------------------- a favour


@pytest.mark.rule("TN-8.8")
def test_by_the_option_a_favour_is_one_opposed_test_of_persuasion():
    assert Convaincre("brute", cible="vif").closed(rue()).rule == "TN-8.8"
    s = rue("persuasion_opposee")
    for dice, reponse in (((5, 4, 2, 4, 3, 4), "accepte"), ((5, 4, 2, 4, 4, 4), "refuse")):  # 13 against 12, 13
        _, oracle = jouer(s, Convaincre("brute", cible="vif"), *dice)
        assert dit(oracle, "requete")["reponse"] == reponse and dit(oracle, "requete").who == "vif"
    assert Convaincre("brute", cible="vif", attribut="FOR").closed(s).rule == "TN-8.8"
    for attribut in ("CHA", "SAG", "INT", "RUS"):
        assert Convaincre("brute", cible="vif", attribut=attribut).closed(s) is None
    _, oracle = jouer(
        s, Convaincre("brute", cible="vif", leur_attribut="AGI", leur_competence="evasion"), 5, 4, 2, 3, 3, 3
    )
    assert dit(oracle, "opposition")["contre"] == 9 + 3 + 1  # he slips away
    assert not [a for a, _ in legal(CHAPTERS, rue(), "brute") if isinstance(a, Convaincre)]
    assert [a for a, closed in legal(CHAPTERS, s, "brute") if isinstance(a, Convaincre) and closed is None]
    fort = Convaincre("brute", cible="vif", leur_bonus=3)
    assert odds(fort, s).p(True) < odds(Convaincre("brute", cible="vif"), s).p(True)


@pytest.mark.rule("TN-8.8", "TN-8.396")
def test_who_has_had_enough_is_not_won_over():
    s = rue("persuasion_opposee", dialogues={"rue": {"usee": 12, "rompu": True}})
    assert Convaincre("brute", cible="vif").closed(s).rule == "TN-8.396"


@pytest.mark.rule("TN-8.9")
@pytest.mark.parametrize(
    ("cout", "danger", "plus"),
    [("rien", 0, 0), ("temps", 0, 2), ("delicat", 0, 4), ("danger", 0, 6), ("mort", 0, 8), ("mort", 10, 10)],
)
def test_by_the_option_what_helping_costs_strengthens_the_refusal(cout, danger, plus):
    s = rue("persuasion_opposee", "cout_de_l_aide")
    _, oracle = jouer(s, Convaincre("brute", cible="vif", cout=cout, danger=danger), 5, 4, 2, 4, 3, 2)
    assert dit(oracle, "opposition")["contre"] == 9 + 1 + plus


@pytest.mark.rule("TN-8.9")
def test_the_table_of_costs_is_kept_to():
    lues = [(row["cout"], row.get("difficulte", row.get("difficulte_min"))) for row in rows("TN-8.9")]
    assert lues == [(row.nom, row.bas) for row in list(COUTS.values())[1:]]
    assert Convaincre("brute", cible="vif", cout="temps").closed(rue("persuasion_opposee")).rule == "TN-8.9"
    s = rue("persuasion_opposee", "cout_de_l_aide")
    for cout, danger in (("mort", 11), ("mort", 7), ("temps", 3), ("rien", 1)):
        assert Convaincre("brute", cible="vif", cout=cout, danger=danger).closed(s).rule == "TN-8.9"
