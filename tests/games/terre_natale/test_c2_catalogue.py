"""The catalogue of skills: every row of the ledger, and nothing else."""

import pytest

from tablee.games.terre_natale.model.competences import (
    AMBIDEXTRIE,
    COMPETENCES,
    DE_L_ARME,
    GROUPES,
    competence,
    groupe,
    lot,
    lots,
)
from tablee.kernel.game import game
from tablee.kernel.ledger import ledger_of
from tablee.kernel.typography import typeset

PACKAGE = "tablee.games.terre_natale"
LEDGER = ledger_of(PACKAGE)
NOMMES = {g.nom: g for g in GROUPES.values()}
RANGEES = [
    pytest.param(g["groupe"], row, marks=pytest.mark.rule(g["rule"]), id=f"{g['groupe']}-{row['skill']}")
    for g in LEDGER.rules["TN-2.18"].rows
    for row in LEDGER.rules[g["rule"]].rows
    if "skill" in row
]


def liens(row, key, when="when"):
    return [(x["attr"], x[when]) for x in row.get(key, ())]


def dits(found):
    return [(x.attribut, x.quand) for x in found]


@pytest.mark.parametrize(("nom", "row"), RANGEES)
def test_a_skill_of_a_group_is_as_the_ledger_has_it(nom, row):
    [x] = [x for x in NOMMES[nom].competences if x.nom == row["skill"]]
    assert (list(x.attributs), x.dit) == (row["attr"], row["use"])
    assert (dits(x.liens), dits(x.via)) == (liens(row, "link"), liens(row, "via"))
    assert "modes" not in row or dits(x.modes) == liens(row, "modes", "mode")
    assert x.famille == row.get("family", "")
    borne = (row["categorie_min"], row.get("categorie_max", 99)) if "categorie_min" in row else None
    assert x.categories == borne


@pytest.mark.rule("TN-2.18")
def test_there_are_these_groups_and_no_other():
    rows = LEDGER.rules["TN-2.18"].rows
    assert [(g.nom, g.categorie, len(g.competences), g.regle, g.dit) for g in GROUPES.values()] == [
        (r["groupe"], r["categorie"], r["count"], r["rule"], r["scope"]) for r in rows
    ]
    ouverts = {g.nom for g in GROUPES.values() if g.ouvert is not None or g.id == AMBIDEXTRIE}
    assert ouverts == {r["groupe"] for r in rows if r["open"]}
    assert len(GROUPES) == 36


@pytest.mark.rule("TN-2.17")
def test_the_groups_stand_in_ten_categories():
    found = {}
    for g in GROUPES.values():
        found.setdefault(g.categorie, []).append(g.nom)
    assert found == {r["categorie"]: r["groupes"] for r in LEDGER.rules["TN-2.17"].rows}


@pytest.mark.rule("TN-2.60")
def test_the_skills_that_stand_in_several_groups():
    plusieurs = {c.nom: c for c in COMPETENCES.values() if len(c.lots) > 1}
    rows = LEDGER.rules["TN-2.60"].rows
    assert set(plusieurs) == {r["skill"] for r in rows}
    for r in rows:
        found = plusieurs[r["skill"]].lots
        assert [GROUPES[g].nom for g in found] == r["groups"]
        assert ["/".join(x.attributs) for x in found.values()] == r["attr"]
    assert lot("connaissances", "connaissance_culture") and not lot("connaissances", "culture")
    assert lot("arme_de_jet", "armes_tactiques") and not lot("combat", "armes_tactiques")


@pytest.mark.rule("TN-2.72")
@pytest.mark.parametrize("row", LEDGER.rules["TN-2.72"].rows, ids=lambda r: r["skill"])
def test_where_the_overview_differs_the_entries_govern(row):
    for nom in row["skill"].split(", "):
        found = [x for x in NOMMES[row["groupe"]].competences if x.nom == nom]
        if nom in ("Travail des Poisons", "Maternelle"):
            assert not found
            continue
        [x] = found
        if row["ruling"] == "présente":
            continue
        said = "/".join(x.attributs)
        said += "".join(f", lien {y.attribut}" for y in x.liens)
        said += f", via {'/'.join(y.attribut for y in x.via)}" if x.via else ""
        assert said == row["ruling"].removesuffix(" (usage généralisé TN-2.11)")


@pytest.mark.rule("TN-2.73")
@pytest.mark.parametrize("row", LEDGER.rules["TN-2.73"].rows, ids=lambda r: r["groupe"])
def test_the_overview_has_the_same_skills(row):
    """The names as the overview prints them; the attributes are compared by the rows above."""
    noms = {"Armes de Trait": "Arme de Trait", "Armes à Feu": "Arme à Feu", "Armes de Siège": "Arme de Siège"}
    g = NOMMES[noms.get(row["groupe"], {"Jet d'Arme": "Arme de Jet"}.get(row["groupe"], row["groupe"]))]
    imprimes = {"Armes Flexibles": "Arme Flexible", "Armes Tactique": "Arme Tactique"}
    entendus = (
        "ouvert",
        "compétence concernée, main non directrice ; DEX limite",
        "toutes INT/RUS/SAG",
        "Maternelle (INT)",
        "<Langue> (INT)",
    )
    printed = [s.partition(" (")[0] for s in row["skills"] if s not in entendus]
    assert {imprimes.get(s, s) for s in printed} == {x.nom for x in g.competences} - {"Bestiaire"}


@pytest.mark.rule("TN-2.20")
def test_a_skill_of_any_weapon_is_linked_to_every_attribute_of_weapons():
    assert lots("arme_exotique")[0].naturels == DE_L_ARME == ("DEX", "AGI", "FOR", "CON")
    assert [GROUPES["combat"].competences[i].attributs[0] for i in range(4)] == ["DEX", "AGI", "FOR", "CON"]


@pytest.mark.rule("TN-2.22")
@pytest.mark.parametrize("row", LEDGER.rules["TN-2.22"].rows, ids=lambda r: r["groupe"])
def test_reprisals_are_linked_to_what_they_can_rest_on(row):
    g = NOMMES[row["groupe"]]
    found = lot(g.id, "represailles")
    assert found.limitante
    assert set(found.naturels) == {a for x in g.competences if x.id != "represailles" for a in x.naturels}


@pytest.mark.rule("TN-2.30")
def test_ambidextrie_is_a_group_of_dexterity():
    assert GROUPES["ambidextrie"].naturels == ("DEX",)


@pytest.mark.rule("TN-2.35", "TN-2.61", "TN-2.62", "TN-2.65", "TN-2.68")
def test_open_groups_take_further_skills():
    assert competence("langues:nain").lots["langues"].naturels == ("INT",)
    assert competence("connaissances:héraldique").lots["connaissances"].naturels == ("INT", "RUS", "SAG")
    assert competence("profession:boulanger:SAG").lots["profession"].naturels == ("SAG", "INT")
    assert competence("arme_de_trait:sarbacane").lots["arme_de_trait"].attributs == ("PER",)
    assert competence("profession:boulanger") is None, "a trade must say its attribute"
    assert competence("langues:nain:FOR") is None
    assert competence("athletisme:parkour") is None, "a closed group: the attribute at least must be said"
    assert (
        competence("langues:") is None
        and competence("nulle_part") is None
        and competence("profession:cuisine:SAG") is None
    )


@pytest.mark.rule("TN-2.70")
def test_a_universe_may_add_groups_and_skills():
    assert competence("athletisme:parkour:AGI").lots["athletisme"].naturels == ("AGI",)
    assert groupe("magie").categorie == "Supplémentaires"
    assert competence("magie:pyromancie:INT").lots["magie"].attributs == ("INT",)
    assert groupe("") is None and groupe("course") is None and competence("ambidextrie:jongler:DEX") is None


def test_every_name_and_sentence_has_its_english():
    words = game("terre_natale").words
    for g in GROUPES.values():
        assert words.tr(g.id, "fr") == typeset(g.nom)
        assert g.id in words.en and g.dit in words.en and words.tr(g.categorie, "en")
        for x in g.competences:
            assert words.tr(x.id, "fr") == typeset(x.nom)
            assert x.id in words.en and x.dit in words.en
            assert all(y.quand in words.en for y in (*x.liens, *x.via, *x.modes)), x
