"""Traits and castes in files written by hand: judged by the rules that would have allowed them."""

import pytest

from tablee.games.terre_natale.desk.read import read_scene
from tablee.kernel.catalogue import articles
from tablee.kernel.content import ContentError
from tablee.kernel.game import game

CASTE = {"id": "combattant", "principal": "FOR", "secondaire": "CON", "majeure": "robustesse", "rang": 6}


def lire(**fiche):
    return read_scene({"personnages": {"aude": {"fiche": {"nom": "Aude", **fiche}}}})["aude"].fiche


def test_what_the_rules_allow_is_read():
    f = lire(
        traits=[{"id": "formation", "sujet": "DEX"}, {"id": "vigueur", "rang": 2}],
        caste={**CASTE, "choix": {"entrainement_1": "entrainement_melee", "trait_2": "caste:rempart"}},
    )
    assert (f.caste.rang, f.bears.figure("seuil:blessure").n, f.bears.figure("PV").n) == (6, 1, 12)


@pytest.mark.parametrize(
    ("fiche", "said"),
    [
        ({"traits": [{"id": "lumiere"}]}, "traits[0].id"),
        ({"traits": [{"id": "vigueur", "rang": 4}]}, "de 1 à 3, pas 4"),
        ({"traits": [{"id": "formation"}]}, "demande un sujet"),
        ({"caste": {**CASTE, "id": "moine"}}, "caste.id"),
        ({"caste": {**CASTE, "id": "hermite"}}, "caste.id"),
        ({"caste": {**CASTE, "secondaire": "FOR"}}, "n'a pas pour attributs FOR et FOR"),
        ({"caste": {**CASTE, "majeure": "fortune"}}, "caste.majeure"),
        ({"caste": {**CASTE, "rang": 21}}, "de 1 à 20, pas 21"),
        ({"caste": {**CASTE, "troisieme": "XYZ"}}, "caste.troisieme"),
        ({"caste": {**CASTE, "ressources": ["OR"]}}, "caste.ressources"),
        ({"caste": {**CASTE, "choix": {"trait_9": "amelioree"}}}, "Aucun choix"),
        ({"caste": {**CASTE, "choix": {"action_2": "amelioree"}}}, "vient au rang VIII"),
        ({"caste": {**CASTE, "choix": {"trait_2": "caste:moine"}}}, "ne partage aucun attribut"),
        ({"caste": {**CASTE, "choix": {"trait_1": "avantage:lumiere"}}}, "donne un avantage"),
        ({"traits": [{"id": "lumiere"}], "caste": {**CASTE, "choix": {"trait_1": "x"}}}, "traits[0].id"),
    ],
)
def test_what_they_do_not_is_refused_by_name(fiche, said):
    with pytest.raises(ContentError) as refused:
        lire(**fiche)
    assert said in str(refused.value)


def article(name, lang="fr"):
    found = next(a for a in articles(game("terre_natale"), name, lang) if a.name == name)
    return {fact.label: fact.texts for fact in found.facts}


def test_the_compendium_says_what_traits_and_castes_do():
    assert article("Yeux de chat")["Par rang"] == ("De nuit ou dans l’obscurité, +2 aux tests de PER et d’AGI",)
    assert article("Maîtrise des armes")["Demande"] == ("Entraînement aux armes de mêlée 1",)
    assert article("Phobia", "en")["To be chosen"] == ("a circumstance",)
    bretteur = article("Bretteur")
    assert bretteur["Traits de caste"][0] == "Garde du bretteur\u00a0: +1 aux tests de Parade."
    botte = "Botte\u00a0: +3 à la prochaine action (Combat), une fois par scène"
    assert bretteur["Action de caste"][0].startswith(botte)
    assert bretteur["Privilège"] == ("une fois par tour",)
    assert article("Daredevil", "en")["Caste action"][0].startswith("All or nothing: 1 avantage to the next action")
