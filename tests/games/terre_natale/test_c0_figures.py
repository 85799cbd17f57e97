"""What a test is made of before any die is thrown."""

import pytest

from tablee.games.terre_natale.book.c0_tests import figures, figures_d_essai, le_plus_bas
from tablee.games.terre_natale.book.c0_tests.figures import limite_de_prouesse
from tablee.games.terre_natale.model.effects import Essai
from tablee.kernel.tally import total

from .jeu import rows, scene

ALYS = {"base": {"FOR": 14}, "competences": {"escalade": 2, "natation": 4}, "groupes": {"athletisme": 1}}


def de(effets=(), net=(), ajustements=(), bonus=(), sauvegarde="", competence="escalade", **fiche):
    """The figures of Alys climbing, with these effects on her."""
    s = scene(alys={"fiche": {**ALYS, **fiche}, "effets": list(effets)})
    groupe = "athletisme" if competence else ""
    essai = Essai(s["alys"], s, None, "FOR", competence, groupe, sauvegarde)
    return figures_d_essai(essai, ajustements=ajustements, bonus=bonus, net=net)


def effet(on, n, label="Effet", family=""):
    return {"on": on, "n": n, "label": label, "family": family}


@pytest.mark.rule("TN-0.3", "TN-0.4", "TN-0.15")
def test_a_skill_adds_its_level_and_that_of_its_group_and_an_attribute_alone_does_not():
    assert de().modificateurs == (("FOR", 2, "TN-1.8"), ("Escalade", 2, "TN-0.15"), ("Athlétisme", 1, "TN-0.15"))
    assert de(competence="").modificateurs == (("FOR", 2, "TN-1.8"),)
    assert de(competence="course").modificateurs == (("FOR", 2, "TN-1.8"), ("Athlétisme", 1, "TN-0.15")), (
        "level 0 is allowed"
    )


@pytest.mark.rule("TN-0.5")
def test_a_save_takes_the_ajustement_of_the_caste_on_its_attribute():
    majeure = effet("ajustement:sauvegarde:robustesse", 3, "Guerrier")
    sauve = de([majeure], competence="", sauvegarde="robustesse", base={"FOR": 13})
    assert total(sauve.valeur) == 16 and sauve.modificateurs == (("FOR", 3, "TN-1.8"),)
    assert sauve.chi == 0, "no prouesse on a save"
    ailleurs = de([majeure], competence="", sauvegarde="reflexes", base={"FOR": 13})
    assert total(ailleurs.valeur) == 13


@pytest.mark.rule("TN-0.8")
@pytest.mark.parametrize(
    "valeur, ajustement, modificateur", [(14, 1, 2), (13, 1, 2), (14, 2, 3), (13, 2, 2), (14, -1, 1)]
)
def test_ajustements_bear_on_the_value_before_its_modifier_is_read(valeur, ajustement, modificateur):
    f = de(base={"FOR": valeur}, ajustements=(("Outil", ajustement, "TN-0.9"),))
    assert f.modificateurs[0] == ("FOR", modificateur, "TN-1.8")


@pytest.mark.rule("TN-0.8")
def test_ajustements_add_up_before_the_modifier_is_read_once():
    deux = (("Outil", 1, "TN-0.9"), ("Style", 1, "TN-1.6"))
    assert de(base={"FOR": 14}, ajustements=deux).modificateurs[0][1] == 3
    assert de([effet("ajustement:physique", 1)], base={"FOR": 14}, ajustements=deux[:1]).modificateurs[0][1] == 3


@pytest.mark.rule("TN-0.16")
def test_a_bonus_bears_on_the_score_and_an_ajustement_on_the_attribute():
    f = de([effet("bonus:competence:escalade", 1, "Corde"), effet("ajustement", 1, "Gants")], bonus=(("MJ", -2, ""),))
    assert total(f.modificateurs) == 2 + 2 + 1 + 1 - 2
    assert f.valeur == (("FOR", 14, "TN-1.3"), ("Gants", 1, ""))


@pytest.mark.rule("TN-0.6", "TN-0.7")
def test_avantages_and_desavantages_cancel_one_for_one():
    f = de([effet("net:physique", -1, "Hors d'état"), effet("net", 1)], net=(("Avantages", 2, "TN-0.6"),))
    assert f.net == 2 and len(f.avantages) == 3


@pytest.mark.rule("TN-4.26")
def test_what_a_test_is_a_test_of():
    s = scene(alys={"base": {"AGI": 12}, "competences": {"initiative": 1}, "groupes": {"sagacite": 1}})
    f = figures(s, s["alys"], "AGI", "initiative", "sagacite")
    assert {"net", "net:physique", "net:mental", "net:initiative", "net:attribut:AGI"} <= set(f.cles("net"))
    assert "net:mental" not in de().cles("net") and "net:sauvegarde" not in de().cles("net")
    sauve = figures_d_essai(Essai(s["alys"], s, None, "CHN", sauvegarde="fortune"))
    assert sauve.cles("bonus") == (
        "bonus",
        "bonus:attribut:CHN",
        "bonus:sauvegarde",
        "bonus:sauvegarde:fortune",
    )
    assert sauve.cles("net") == ("net", "net:sauvegarde", "net:sauvegarde:fortune")


@pytest.mark.rule("TN-0.13")
def test_a_combined_test_uses_the_lowest_lot():
    s = scene(
        alys={**ALYS, "groupes": {"athletisme": 3, "artistique": 0}, "competences": {"escalade": 0, "natation": 2}}
    )
    lots = ("natation", "athletisme"), ("escalade", "athletisme")
    assert le_plus_bas(s["alys"], lots) == ("escalade", "athletisme"), "the group counts for both"
    assert le_plus_bas(s["alys"], (("natation", "athletisme"), ("danse", "artistique"))) == ("danse", "artistique")
    assert le_plus_bas(s["alys"], lots[:1]) == ("natation", "athletisme")


# ---------------------------------------------------------------- penalties


@pytest.mark.rule("TN-0.43")
@pytest.mark.parametrize(
    "penalites, attendu",
    [
        ([("conditions", -4)], -4),
        ([("conditions", -4), ("conditions", -2)], -4),
        ([("conditions", -4), ("conditions", -4)], -6),
        ([("conditions", -4), ("conditions", -4), ("conditions", -4), ("conditions", -1)], -7),
        ([("conditions", -4), ("environnement", -4)], -8),
        ([("conditions", -3), ("conditions", -3), ("environnement", -2)], -7),
        ([("conditions", 0), ("conditions", 0)], 0),
    ],
)
def test_penalties_add_up_by_their_origin(penalites, attendu):
    effets = [effet("penalite:physique", n, f"Peine {i}", origine) for i, (origine, n) in enumerate(penalites)]
    f = de(effets, competence="")
    assert total(f.modificateurs) == 2 + attendu
    assert total(de([effet("penalite:mental", -4)], competence="").modificateurs) == 2, "of another kind of test"


# ---------------------------------------------------------------- formation, science, prouesses


@pytest.mark.rule("TN-0.33")
def test_formation_leaves_the_pair_of_one_alone():
    assert de().maladresse == 2
    assert de([effet("formation:FOR", 1)]).maladresse == de([effet("formation:FOR", 1)] * 2).maladresse == 1
    assert de([effet("formation:AGI", 1)]).maladresse == 2


@pytest.mark.rule("TN-0.34")
@pytest.mark.parametrize("row", rows("TN-0.34"), ids=lambda row: str(row["sources"]))
def test_sources_of_science_of_the_skill_and_of_the_attribute_add_up_to_two(row):
    n = row["sources"]
    for effets in ([effet("science:escalade", 1)] * n, [effet("science:FOR", 1)] * n):
        assert list(range(de(effets).exploit, 7)) == row["doubles"]
    assert de([effet("science:escalade", 1), effet("science:FOR", 1)]).exploit == 4
    assert de([effet("science:natation", 1)]).exploit == 6


@pytest.mark.rule("TN-0.55")
@pytest.mark.parametrize(
    "groupe, ruse, chi, attendu",
    [(0, 10, 9, 0), (2, 10, 9, 2), (2, 14, 9, 4), (2, 14, 3, 3), (1, 6, 9, 0), (2, 9, 9, 1)],
)
def test_the_limit_of_a_prouesse(groupe, ruse, chi, attendu):
    fiche = {**ALYS, "base": {"RUS": ruse}, "groupes": {"athletisme": groupe}}
    p = scene(alys={"fiche": fiche, "temporaires": {"PC": chi}})["alys"]
    assert limite_de_prouesse(p, "escalade", "athletisme") == attendu
    assert limite_de_prouesse(p, "", "") == 0, "an attribute alone has none"
