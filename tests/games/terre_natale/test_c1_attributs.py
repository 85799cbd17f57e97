"""Chapter 1: the three values of an attribute, its modifier, its passive defence, and which of them make tests."""

import pytest

from tablee.games.terre_natale.book.c0_tests import figures, figures_d_essai
from tablee.games.terre_natale.book.c0_tests.actions import Tester
from tablee.games.terre_natale.book.c1_attributs import (
    ajustee,
    corpulence,
    defense_passive,
    qualificatif,
    sans_test,
    supplementaires,
)
from tablee.games.terre_natale.book.c4_caracteristiques.seuils import defense
from tablee.games.terre_natale.model.attributs import CATALOGUE, jumeau, nature
from tablee.games.terre_natale.model.competences import COMPETENCES
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.sums import ATTRIBUTS, CORPS, ESPRIT, PRINCIPAUX, SECONDAIRES, modificateur
from tablee.kernel.content import ContentError
from tablee.kernel.game import game
from tablee.kernel.tally import total

from .jeu import rows, scene


def quelqu_un(**fiche):
    return scene(alys=fiche)["alys"]


@pytest.mark.rule("TN-1.8", "TN-1.10", "TN-4.76")
@pytest.mark.parametrize("row", rows("TN-1.10"), ids=lambda row: str(row["valeur"]))
def test_modifiers_and_passive_defences_of_the_whole_table(row):
    valeur = row["valeur"]
    assert modificateur(valeur) == row["modificateur"]
    assert total(defense_passive("AGI", valeur)) == row["defense"]
    assert total(defense_passive("AGI", valeur, epuise=True)) == row["defense_epuise"]
    s = scene(alys={"fiche": {"base": {"AGI": valeur}}}, bor={"fiche": {"base": {"AGI": valeur}}, "pertes": {"PE": 20}})
    assert s["alys"].reste("PE") > 0 >= s["bor"].reste("PE")
    assert total(defense(s["alys"], "AGI")) == row["defense"]
    assert total(defense(s["bor"], "AGI")) == row["defense_epuise"]


@pytest.mark.rule("TN-1.8")
def test_the_formula_goes_on_beyond_the_table():
    assert [modificateur(n) for n in (-2, -1, 31, 32, 40)] == [-6, -6, 10, 11, 15]


@pytest.mark.rule("TN-1.4")
@pytest.mark.parametrize("row", rows("TN-1.4"), ids=lambda row: row["nom"])
def test_what_a_value_is_called(row):
    assert qualificatif(row["de"]) == qualificatif(row["a"] if row["a"] > 0 else 60) == row["nom"]


@pytest.mark.rule("TN-1.3", "TN-1.5", "TN-1.6", "TN-1.11", "TN-1.14")
def test_base_fixed_and_adjusted_value():
    p = quelqu_un(base={"FOR": 13}, fixes=[{"on": "FOR", "n": 2, "label": "Ethnie", "rule": "TN-1.5"}])
    assert p.fiche.valeurs["FOR"] == 15
    assert all(p.fiche.valeurs[code] == 10 for code in (*PRINCIPAUX, *SECONDAIRES) if code != "FOR")
    assert ajustee(p, "FOR", (("Outil", -3, "TN-0.9"),)) == (
        ("FOR", 13, "TN-1.3"),
        ("Ethnie", 2, "TN-1.5"),
        ("Outil", -3, "TN-0.9"),
    )
    s = scene(
        alys={"fiche": {"base": {"FOR": 13}}, "effets": [{"on": "ajustement:attribut:FOR", "n": 3, "label": "Style"}]}
    )
    assert total(figures(s, s["alys"], "FOR").valeur) == 16
    assert s["alys"].fiche.valeurs["FOR"] == 13, "what adjusts a test changes no characteristic"


@pytest.mark.rule("TN-1.7")
def test_below_zero_there_is_no_test_at_zero_there_is():
    s = scene(alys={"base": {"FOR": 5}})
    assert Tester("alys", attribut="FOR", ajustement=-5).closed(s) is None
    assert figures_d_essai(Essai(s["alys"], s, None, "FOR"), ajustements=(("", -5, ""),)).modificateurs[0][1] == -5
    closed = Tester("alys", attribut="FOR", ajustement=-6).closed(s)
    assert closed is not None and closed.rule == "TN-1.7"


@pytest.mark.rule("TN-1.12", "TN-1.13", "TN-1.15", "TN-1.16")
def test_the_catalogue_is_that_of_the_book():
    assert list(CATALOGUE) == [r["code"] for r in rows("TN-1.12")] + ["EGO", "APP", "STA", "TAI", "CHN", "EQU"]
    for row in rows("TN-1.12"):
        a = CATALOGUE[row["code"]]
        assert (a.nom, a.domaine, a.aspect) == (row["nom"], row["domaine"], row["aspect"])
    for row in rows("TN-1.13"):
        assert jumeau(row["corps"]) == row["esprit"] and jumeau(row["esprit"]) == row["corps"]
        assert CATALOGUE[row["corps"]].aspect == row["aspect"]
    for row in rows("TN-1.15"):
        a = CATALOGUE[row["code"]]
        assert (a.nom, a.pendant, a.domaine or "aucun") == (row["nom"], row["pendant"], row["rattache"] or "aucun")
        assert jumeau(row["code"]) == ""
    assert set(CATALOGUE) == set(ATTRIBUTS)
    assert {code for code in PRINCIPAUX if nature(code) == "physique"} == set(CORPS)
    assert {code for code in PRINCIPAUX if nature(code) == "mental"} == set(ESPRIT)


@pytest.mark.rule("TN-1.16")
def test_what_the_secondary_ones_belong_to():
    assert {code: nature(code) for code in (*SECONDAIRES, "EQU")} == {
        "EGO": "mental",
        "APP": "mental",
        "STA": "physique",
        "TAI": "physique",
        "CHN": "",
        "EQU": "",
    }
    assert CATALOGUE["APP"].pendant == "TAI" and CATALOGUE["EGO"].pendant == "STA"


@pytest.mark.rule("TN-1.1")
def test_a_secondary_attribute_makes_no_test_unless_it_is_named():
    s = scene(alys={})
    for code in (*SECONDAIRES, "EQU"):
        closed = Tester("alys", attribut=code).closed(s)
        assert closed is not None and closed.rule == "TN-1.1"
        assert sans_test(code, nomme=True) is None
    for code in PRINCIPAUX:
        assert Tester("alys", attribut=code).closed(s) is None
    par_la_chance = next(lot for c in COMPETENCES.values() for lot in c.lots.values() if "CHN" in lot.naturels)
    assert Tester("alys", attribut="CHN", competence=par_la_chance.id, groupe=par_la_chance.groupe).closed(s) is None


@pytest.mark.rule("TN-1.18")
@pytest.mark.parametrize(
    "base, attendu",
    [
        ({}, 10),
        ({"FOR": 15}, 10),  # the second highest is 10
        ({"FOR": 15, "CON": 14}, 12),
        ({"FOR": 15, "CON": 15, "SAG": 7}, 11),
        ({"FOR": 15, "CON": 13, "SAG": 8}, 10),  # 21 / 2, rounded down
        ({"CHN": 18, "TAI": 2}, 10),  # the secondary ones do not count
    ],
)
def test_equilibre_is_between_the_second_highest_and_the_lowest(base, attendu):
    assert quelqu_un(base=base).fiche.valeurs["EQU"] == attendu
    fixe = [{"on": "SAG", "n": -6, "label": "Ethnie"}]
    assert quelqu_un(base=base, fixes=fixe).fiche.valeurs["EQU"] == attendu, "fixed ajustements do not count"


@pytest.mark.rule("TN-1.17")
def test_what_stature_and_taille_make():
    assert [corpulence(*pair) for pair in ((10, 10), (8, 12), (12, 8))] == ["Ordinaire", "Mince", "Trapu"]


@pytest.mark.rule("TN-1.19")
def test_additional_attributes_are_secondary_and_an_option():
    f = quelqu_un(supplementaires={"MAG": 12}).fiche
    assert [c.rule for c in supplementaires(f, ())] == ["TN-1.19"]
    assert list(supplementaires(f, ("attributs_supplementaires",))) == []
    assert f.valeurs["MAG"] == 12
    closed = Tester("alys", attribut="MAG").closed(scene(alys={"supplementaires": {"MAG": 12}}))
    assert closed is not None and closed.rule == "TN-1.1"
    twice = quelqu_un(supplementaires={"FOR": 12}).fiche
    assert [c.rule for c in supplementaires(twice, ("attributs_supplementaires",))] == ["TN-1.19"]


@pytest.mark.rule("TN-1.19")
def test_a_scene_without_the_option_has_no_additional_attributes():
    read = game("terre_natale").read_scene
    people = {"alys": {"fiche": {"nom": "Alys", "supplementaires": {"MAG": 12}}}}
    assert read({"personnages": people}, ("attributs_supplementaires",))["alys"].fiche.valeurs["MAG"] == 12
    with pytest.raises(ContentError, match=r"TN-1\.19"):
        read({"personnages": people}, ())


@pytest.mark.rule("TN-1.4", "TN-1.17")
def test_the_sheet_says_what_values_mean():
    s = scene(alys={"base": {"STA": 8, "TAI": 12, "FOR": 16}})
    lines = {line.label: line for section in game("terre_natale").sheet(s, "alys").sections for line in section.lines}
    assert lines["Corpulence"].text == "Mince"
    assert lines["Force"].cells[0].terms == (("Très Haute", 16, "TN-1.3"),)
