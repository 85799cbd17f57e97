"""Chapter 4 on the sheet, and what a file written by hand may say of it."""

import pytest

from tablee.games.terre_natale.desk.read import read_scene
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.kernel.content import ContentError
from tablee.kernel.tally import total


def lire(**depuis):
    return read_scene({"personnages": {"alba": {"fiche": {"nom": "Alba"}, **depuis}}})


def lignes(table, titre):
    sections = {section.title: section.lines for section in sheet(table, "alba").sections}
    return {line.label: line for line in sections.get(titre, ())}


@pytest.mark.rule("TN-4.58", "TN-4.64", "TN-4.66", "TN-4.68", "TN-4.72")
def test_loads_reaches_and_zones_are_on_the_sheet():
    table = lire(equipement={"armes": [{"modele": "arc_long"}], "armure": {"modele": "cuir"}, "argument": 2})
    assert total(lignes(table, "Capacités")["Charge totale"].terms) == 23  # 15, and 8: the armour has no helmet
    portees = lignes(table, "Portées et zones")
    assert [total(cell.terms) for cell in portees["Portée de tir"].cells] == [12, 12, 36, 60, 120]
    assert [total(cell.terms) for cell in portees["Portée des mots"].cells] == [5, 5, 15, 25]
    zones = [total(portees[label].terms) for label in portees if label.startswith("Zone")]
    assert zones == [3, 2, 2, 3]
    assert "Portée de jet" not in portees and "Portée de tir" not in lignes(lire(), "Portées et zones")


@pytest.mark.rule("TN-4.89", "TN-4.90")
def test_trainings_are_on_the_sheet():
    assert lignes(lire(), "Entraînements") == {}
    fixes = [{"on": "entrainement:melee", "n": 2, "label": "Maître d'armes", "rule": "TN-4.89"}]
    table = read_scene({"personnages": {"alba": {"fiche": {"nom": "Alba", "fixes": fixes}}}})
    line = lignes(table, "Entraînements")["Entraînement aux armes de mêlée"]
    assert (line.value, line.note) == (2, "maître")


@pytest.mark.rule("TN-4.5", "TN-4.10")
def test_states_are_on_the_sheet_with_their_rules():
    assert lignes(lire(pertes={"PV": 40}), "États")["Mort"].rule == "TN-4.5"
    assert lignes(lire(pertes={"PS": 40}), "États")["Résigné"].rule == "TN-4.10"


@pytest.mark.parametrize(
    ("depuis", "said"),
    [
        ({"equipement": {"armes": [{"modele": "mithril"}]}}, "equipement.armes"),
        ({"equipement": {"armes": [{"modele": "cuir"}]}}, "equipement.armes"),
        ({"equipement": {"armure": {"modele": "dague"}}}, "equipement.armure"),
        ({"equipement": {"sac": [{"modele": "rien"}]}}, "equipement.sac"),
        ({"equipement": {"sac": [{"modele": "corde", "qualite": 7}]}}, "qualite"),
        ({"equipement": {"argument": 9}}, "argument"),
        ({"pertes": {"PK": 21}}, "de 0 à 20, pas 21"),
        ({"temporaires": {"PV": 1}}, "temporaires"),
    ],
)
def test_what_a_file_may_not_say(depuis, said):
    with pytest.raises(ContentError) as error:
        lire(**depuis)
    assert said in str(error.value)
