"""Chapter 2: which group and attribute a skill is used with, what limits it, what every skill can do, languages."""

import re

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures
from tablee.games.terre_natale.book.c0_tests.actions import Combiner, Tester
from tablee.games.terre_natale.book.c2_competences import (
    ACTIONS,
    SWITCHES,
    attribut_d_affliction,
    bonus,
    choisi,
    de_la_mauvaise_main,
    groupe_inconnu,
    inconnue,
    limite,
    limite_de_groupe,
    mauvaise_main,
    offers,
    represailles,
    titre,
    titre_de_groupe,
    usages,
)
from tablee.games.terre_natale.book.c2_competences.actions import (
    AccorderDefausses,
    Defausser,
    Employer,
    EmployerAutrement,
    Jauger,
    Parler,
    Savoir,
    Servir,
)
from tablee.games.terre_natale.book.c2_competences.langues import facette, permet
from tablee.games.terre_natale.book.c2_competences.limites import entraide
from tablee.games.terre_natale.book.c2_competences.usages import attribut_d_usage, convient, entendu
from tablee.games.terre_natale.model.competences import COMPETENCES, GROUPES, lot
from tablee.kernel.game import game
from tablee.kernel.ledger import plain
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, exact, jouer, rows, scene

BASE = {"CHN": 0}  # no karma: no dice are thrown again


def alys(**fiche):
    return scene(alys={"base": {**BASE, **fiche.pop("base", {})}, **fiche})


def ids(lots):
    return {(x.groupe, x.id) for x in lots}


# ---------------------------------------------------------------- levels and groups


@pytest.mark.rule("TN-2.1")
def test_a_skill_counts_in_tests_of_skill_alone():
    s = alys(base={"FOR": 14}, competences={"course": 3}, groupes={"athletisme": 1})
    assert total(figures(s, s["alys"], "FOR", "course", "athletisme").modificateurs) == 2 + 3 + 1
    assert total(figures(s, s["alys"], "FOR").modificateurs) == 2


@pytest.mark.rule("TN-2.2")
@pytest.mark.parametrize("row", rows("TN-2.2"))
def test_the_title_of_a_skill(row):
    assert titre(row["niveau"]) == row["titre"]


@pytest.mark.rule("TN-2.2")
def test_without_a_level_there_is_no_title():
    assert titre(0) == titre_de_groupe(0) == ""


@pytest.mark.rule("TN-2.6")
@pytest.mark.parametrize("row", rows("TN-2.6"))
def test_the_title_of_a_group(row):
    assert titre_de_groupe(row["niveau"]) == row["titre"]


@pytest.mark.rule("TN-2.3")
def test_how_far_skills_and_groups_can_be_learned():
    caste = {"id": "combattant", "principal": "FOR", "secondaire": "CON", "majeure": "robustesse"}
    for rang, competence, groupe in ((0, 4, 2), (7, 4, 2), (8, 5, 2), (12, 5, 3), (18, 6, 3), (20, 6, 4)):
        f = alys(**({"caste": {**caste, "rang": rang}} if rang else {}))["alys"].fiche
        assert (total(limite(f, "course")), total(limite_de_groupe(f, "athletisme"))) == (competence, groupe)


@pytest.mark.rule("TN-2.4", "TN-2.5")
def test_one_group_adds_its_level_and_no_other():
    s = alys(competences={"vigilance": 2}, groupes={"defense": 1, "representation": 2, "sagacite": 2})
    p = s["alys"]
    assert bonus(p, lot("defense", "vigilance")) == (("Vigilance", 2, "TN-0.15"), ("Défense", 1, "TN-0.15"))
    assert choisi(p.fiche, "vigilance").groupe == "representation", "the highest; of two the first of the book"
    assert total(bonus(p, choisi(p.fiche, "vigilance"))) == 4


@pytest.mark.rule("TN-2.5", "TN-2.8")
def test_the_group_that_is_named_is_used_with_its_own_attribute():
    s = alys(base={"PER": 12, "SAG": 16}, competences={"vigilance": 2}, groupes={"defense": 1, "sagacite": 2})
    _, o = jouer(s, Employer("alys", competence="vigilance", groupe="defense"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 1 + 2 + 1 and dit(o).terms[1] == ("PER", 1, "TN-1.8")
    _, o = jouer(s, Employer("alys", competence="vigilance"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 3 + 2 + 2, "SAG in the highest group"


@pytest.mark.rule("TN-2.8")
def test_a_group_without_the_skill_is_refused():
    found = Employer("alys", competence="vigilance", groupe="athletisme").closed(alys())
    assert found.rule == "TN-2.8" and "Vigilance" in str(found)


@pytest.mark.rule("TN-2.9")
def test_a_skill_has_one_level_in_all_its_groups():
    p = alys(competences={"escroquerie": 3})["alys"]
    assert [total(bonus(p, x)) for x in COMPETENCES["escroquerie"].lots.values()] == [3, 3, 3, 3]


# ---------------------------------------------------------------- attributes


def genres(groupe, competence):
    return [(u.attribut, u.genre) for u in usages(lot(groupe, competence))]


@pytest.mark.rule("TN-2.14", "TN-2.15", "TN-2.16")
def test_every_attribute_of_a_skill_and_how_it_is_used():
    assert genres("discipline", "concentration") == [
        ("VOL", "naturel"), ("CON", "lien"), ("PER", "via"), ("SAG", "via"), ("INT", "savoir"), ("SAG", "juger"),
    ]  # fmt: skip
    assert lot("discipline", "concentration").naturels == ("VOL", "CON"), (
        "neither via nor general uses count for castes"
    )
    assert [u.quand for u in usages(lot("athletisme", "course"))][1:3] == [
        "pour l'endurance, la constance, la résistance à la fatigue",
        "pour la souplesse, les virages, un terrain difficile",
    ]


@pytest.mark.rule("TN-2.15")
def test_an_attribute_that_is_no_link_is_refused_with_those_that_are():
    found = Employer("alys", competence="course", attribut="CHA").closed(alys())
    assert (found.rule, found.facts) == ("TN-2.15", ("Course", "CHA", ("FOR", "CON", "AGI")))


@pytest.mark.rule("TN-2.15")
def test_a_plain_test_takes_linked_attributes_too():
    s = alys()
    assert Tester("alys", competence="course", attribut="CHA").closed(s).rule == "TN-2.15"
    assert Tester("alys", competence="concentration", attribut="PER").closed(s).rule == "TN-2.15"
    for attribut in ("", "CON", "INT", "SAG"):
        assert Tester("alys", competence="course", attribut=attribut).closed(s) is None
    assert Combiner("alys", competence="course", avec=("musique",), attribut="CHA").closed(s) is None


@pytest.mark.rule("TN-2.16")
def test_an_exceptional_use_wants_its_reason():
    s = alys(base={"PER": 16}, competences={"concentration": 1})
    found = Employer("alys", competence="concentration", attribut="PER").closed(s)
    assert found.rule == "TN-2.16" and "pour préparer une action physique" in str(found)
    _, o = jouer(s, Employer("alys", competence="concentration", attribut="PER", raison="viser longuement"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 3 + 1
    assert dit(o, "usage")["raison"] == "viser longuement"


@pytest.mark.rule("TN-2.32")
@pytest.mark.parametrize("row", rows("TN-2.32"), ids=lambda r: r["attr"])
def test_what_each_attribute_of_persuasion_is(row):
    found = {u.attribut: u.quand for u in usages(lot("communication", "persuasion")) if u.genre == "naturel"}
    assert found[row["attr"]] == row["nature"]


@pytest.mark.rule("TN-2.32")
def test_the_game_master_may_accept_another_attribute():
    s = alys(base={"VOL": 18}, competences={"persuasion": 2})
    assert EmployerAutrement.master and not Employer.master
    assert Employer("alys", competence="persuasion", attribut="VOL", raison="il tient bon").closed(s).rule == "TN-2.15"
    assert EmployerAutrement("alys", competence="persuasion", attribut="VOL").closed(s).rule == "TN-2.32"
    _, o = jouer(s, EmployerAutrement("alys", competence="persuasion", attribut="VOL", raison="il tient bon"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 4 + 2


@pytest.mark.rule("TN-2.34")
def test_each_attribute_is_another_mode_of_manipulation():
    found = {u.attribut: u.quand for u in usages(lot("inspiration", "manipulation")) if u.genre == "naturel"}
    assert found["VOL"] == "provoquer, défier, inciter à réagir" and len(found) == 5


@pytest.mark.rule("TN-2.69")
@pytest.mark.parametrize("row", rows("TN-2.69"), ids=lambda r: r["attr"])
def test_the_origin_of_a_knowledge_is_its_attribute(row):
    for id in ("histoire", "connaissances:héraldique"):
        found = {u.attribut: u.quand for u in usages(lot("connaissances", id)) if u.genre == "naturel"}
        assert found[row["attr"]] == row["origine"]


@pytest.mark.rule("TN-2.20")
def test_a_skill_of_any_weapon_takes_the_attribute_of_the_weapon():
    s = alys(base={"CON": 14}, competences={"arme_exotique": 1})
    _, o = jouer(s, Employer("alys", competence="arme_exotique", attribut="CON"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 2 + 1
    assert Employer("alys", competence="arme_exotique", attribut="PER").closed(s).rule == "TN-2.15"


@pytest.mark.rule("TN-2.21")
def test_short_and_heavy_weapons_go_by_their_category():
    courte, lourde, garde = (lot("combat", id) for id in ("arme_courte", "arme_lourde", "arme_a_garde"))
    assert [convient(courte, c) for c in range(6)] == [True, True, False, False, False, False]
    assert [convient(lourde, c) for c in range(6)] == [False, False, False, False, True, True]
    assert all(convient(garde, c) for c in range(9))


@pytest.mark.rule("TN-2.26")
@pytest.mark.parametrize("row", rows("TN-2.26"), ids=lambda r: f"{r['groupe']}-{r['type']}")
def test_the_attribute_of_affliction(row):
    assert attribut_d_affliction(plain(row["groupe"]), row["type"]) == row["attr"]


@pytest.mark.rule("TN-2.74")
@pytest.mark.parametrize("row", rows("TN-2.74"), ids=lambda r: r["printed"])
def test_what_other_chapters_call_a_skill(row):
    """Every printed name leads to the skills and groups of the row, with one of its attributes first."""
    groupes = row["groupe"].split(" ou ")
    for nom in filter(None, re.split(r", | \(|\)", row["printed"])):
        found = [x for x in entendu(nom) if GROUPES[x.groupe].nom in groupes]
        if "skill" in row:
            assert {x.nom for x in found} == set(row["skill"].split(" ou ")), nom
            assert attribut_d_usage(nom, found[0]) in row["attr"]
        else:
            assert found == list(GROUPES[found[0].groupe].competences), "the whole group"


@pytest.mark.rule("TN-2.74")
def test_an_alias_is_played_as_what_it_means():
    s = alys(base={"AGI": 14}, competences={"evasion": 2}, groupes={"defense": 1})
    _, o = jouer(s, Employer("alys", competence="Esquive"), 4, 3, 1)
    assert dit(o)["score"] == 8 + 2 + 2 + 1
    assert {x.groupe for x in entendu("Évasion")} == {"defense", "tactique", "representation"}
    assert Employer("alys", competence="télékinésie").closed(s).rule == "TN-2.18"


# ---------------------------------------------------------------- every skill


@pytest.mark.rule("TN-2.11")
def test_any_skill_knows_with_intelligence():
    s = alys(base={"INT": 14}, competences={"arme_a_garde": 2}, groupes={"combat": 1})
    _, o = jouer(s, Savoir("alys", competence="arme_a_garde"), 4, 3, 1)
    assert (dit(o)["score"], dit(o)["difficulte"]) == (8 + 2 + 2 + 1, 10)
    assert Savoir("alys", competence="arme_a_garde", attribut="DEX").closed(s).rule == "TN-2.11"


@pytest.mark.rule("TN-2.12")
def test_any_skill_gauges_with_wisdom():
    s = alys(base={"SAG": 14}, competences={"escalade": 1}, groupes={"athletisme": 2})
    _, o = jouer(s, Jauger("alys", competence="escalade", difficulte=20), 4, 3, 1)
    assert (dit(o)["score"], dit(o)["reussi"]) == (8 + 2 + 1 + 2, False)
    assert Jauger("alys", competence="escalade", groupe="combat").closed(s).rule == "TN-2.8"
    assert Jauger("alys", competence="escalade", attribut="FOR").closed(s).rule == "TN-2.12"


# ---------------------------------------------------------------- limits


@pytest.mark.rule("TN-2.22")
def test_a_reprisal_is_limited_by_its_own_level():
    s = alys(
        base={"RUS": 10, "CHA": 14}, competences={"persuasion": 4, "represailles": 1}, groupes={"communication": 2}
    )
    action = Employer("alys", competence="represailles", groupe="communication", appui="persuasion")
    _, o = jouer(s, action, 4, 3, 1)
    assert dit(o)["score"] == 8 + 2 + 1 + 2 and ("Représailles", -3, "TN-2.22") in dit(o).terms
    assert action.figures(s).niveau == 1, "its degrees go no further either"
    assert represailles(s["alys"].fiche, lot("communication", "persuasion")).niveau == 3
    plus = alys(competences={"persuasion": 1, "represailles": 3})
    assert represailles(plus["alys"].fiche, lot("communication", "persuasion")).bonus == ()


@pytest.mark.rule("TN-2.22")
@pytest.mark.parametrize("appui", ["", "represailles", "course", "tempérance"])
def test_a_reprisal_rests_on_another_skill_of_its_group(appui):
    found = Employer("alys", competence="represailles", groupe="communication", appui=appui).closed(alys())
    assert found.rule == "TN-2.22"


@pytest.mark.rule("TN-2.27", "TN-2.28")
def test_the_wrong_hand_limits_group_and_attribute():
    f = {
        "base": {"FOR": 16, "DEX": 12},
        "competences": {"arme_a_manche": 2},
        "groupes": {"combat": 2, "ambidextrie": 1},
    }
    s = alys(**f)
    action = Employer("alys", competence="arme_a_manche", mauvaise_main=True)
    g = action.figures(s)
    assert total(g.valeur) == 12 and ("Limité par DEX", -4, "TN-2.27") in g.valeur
    assert total(g.modificateurs) == 1 + 2 + 1 and ("Ambidextrie", -1, "TN-2.27") in g.modificateurs
    assert (g.net, g.niveau) == (-2, 2)
    _, o = jouer(s, action, 6, 5, 4, 3, 2)
    assert dit(o)["score"] == 9 + 4, "five dice, the two highest left out"


@pytest.mark.rule("TN-2.28")
@pytest.mark.parametrize(("rang", "net"), [(0, -2), (1, -1), (2, 0)])
def test_each_rank_of_ambidextre_takes_one_disadvantage_away(rang, net):
    traits = [{"id": "ambidextre", "rang": rang}] if rang else []
    p = alys(base={"FOR": 16}, groupes={"combat": 1}, traits=traits)["alys"]
    g = mauvaise_main(p, "FOR", "combat")
    assert total(g.net) == net
    assert (total(g.ajustements), total(g.bonus)) == (-6, -1), "the limits stay"


@pytest.mark.rule("TN-2.27")
def test_a_group_that_does_not_count_raises_no_limit_of_chi_either():
    caste = {"id": "combattant", "principal": "FOR", "secondaire": "CON", "majeure": "robustesse"}
    s = alys(base={"RUS": 12}, competences={"arme_a_manche": 1}, groupes={"combat": 2}, caste=caste)
    assert Employer("alys", competence="arme_a_manche").figures(s).chi == 3
    assert Employer("alys", competence="arme_a_manche", mauvaise_main=True).figures(s).chi == 1


@pytest.mark.rule("TN-2.29")
def test_a_shield_is_made_for_the_other_hand():
    assert [de_la_mauvaise_main(m, b) for m in (False, True) for b in (False, True)] == [False, True, True, False]
    s = alys(base={"CON": 14}, groupes={"combat": 1})
    assert Employer("alys", competence="arme_de_defense", mauvaise_main=True, bouclier=True).figures(s).net == 0
    assert Employer("alys", competence="arme_de_defense", bouclier=True).figures(s).net == -2


@pytest.mark.rule("TN-2.38")
def test_those_who_help_help_each_other_and_the_best_helps_the_one_who_leads():
    assert entraide([]) == 0
    assert entraide([(14, 3)]) == 1, "9 above 5"
    assert entraide([(14, 3), (10, 2)]) == 2, "the second brings the best to 15"
    assert entraide([(30, 1), (10, 2)]) == 1, "no more than the level of the skill"


@pytest.mark.rule("TN-2.38")
def test_an_engine_is_worked_by_several():
    aide = {"base": {**BASE, "FOR": 12}, "competences": {"baliste": 2}}
    s = scene(alys={"base": {**BASE, "PER": 14}, "competences": {"baliste": 1}}, bor=aide, col=aide)
    action = Servir("alys", competence="baliste", servants=("bor", "col"), manier="FOR")
    _, o = jouer(s, action, 6, 4, 2, 5, 3, 1, 4, 3, 1)
    # bor 12 + 1 + 2 = 15, col 9 + 1 + 2 = 12: col's degree brings bor to 16, two degrees above 5
    assert dit(o)["score"] == 8 + 2 + 1 + 2 and ("Servants", 2, "TN-2.38") in dit(o).terms


@pytest.mark.rule("TN-2.38")
def test_the_odds_of_an_engine_count_those_who_help():
    s = scene(alys={"base": BASE, "competences": {"baliste": 1}}, bor={"base": BASE, "competences": {"baliste": 4}})
    seule = exact(odds(Servir("alys", competence="baliste"), s))[True]
    aidee = exact(odds(Servir("alys", competence="baliste", servants=("bor",)), s))
    assert aidee[True] + aidee[False] == 1 and aidee[True] > seule
    assert seule == exact(odds(Employer("alys", competence="baliste"), s))[True]


@pytest.mark.rule("TN-2.38")
@pytest.mark.parametrize(
    ("servants", "rule"), [(("alys",), "TN-2.38"), (("bor", "bor"), "TN-2.38"), (("zoé",), "TN-0.59")]
)
def test_who_may_not_help(servants, rule):
    assert Servir("alys", competence="baliste", servants=servants).closed(scene(alys={}, bor={})).rule == rule


# ---------------------------------------------------------------- languages

NAIN = "langues:nain"
COLONNES = ("comprehension", "expression", "lecture_ecriture")


@pytest.mark.rule("TN-2.66")
@pytest.mark.parametrize("row", rows("TN-2.66"), ids=lambda r: str(r["niveau"]))
def test_what_a_level_of_a_language_allows(row):
    for of in COLONNES:
        assert permet(row["niveau"], of) == row[of]


@pytest.mark.rule("TN-2.65")
def test_the_mother_tongue_needs_no_level():
    s = alys(maternelle="Nain")
    for of in COLONNES:
        assert total(facette(s["alys"].fiche, "nain", of)) == 3
    _, o = jouer(s, Parler("alys", "nain", "lecture_ecriture"))
    assert dit(o, "langue")["permet"] == "couramment"
    found = Parler("alys", "elfique").closed(s)
    assert found.rule == "TN-2.66" and "elfique" in str(found)


@pytest.mark.rule("TN-2.65")
def test_a_sheet_has_every_language_with_its_facets_and_creation_asks_for_the_first():
    s = alys(maternelle="Commun", competences={NAIN: 1}, groupes={"langues": 1})
    [section] = [x for x in game("terre_natale").sheet(s, "alys").sections if x.title == "Langues"]
    assert [(row.label, [cell.value for cell in row.cells]) for row in section.lines] == [
        ("Commun", [3, 3, 3]),
        ("nain", [2, 1, 1]),
    ]
    creation = game("terre_natale").creation
    assert creation.build(replace(creation.begin(), nom="Alys", maternelle=" Nain ")).fiche.maternelle == "Nain"
    wrong = creation.problems(replace(creation.begin(), maternelle="!?"))
    assert "TN-2.65" in [p.why.rule for p in wrong]


@pytest.mark.rule("TN-2.67")
def test_the_group_of_languages_raises_one_facet_after_another():
    niveaux = []
    for groupe in range(5):
        f = alys(competences={NAIN: 1}, groupes={"langues": groupe})["alys"].fiche
        niveaux.append([total(facette(f, "nain", of)) for of in COLONNES])
    assert niveaux == [[1, 1, 1], [2, 1, 1], [2, 2, 1], [2, 2, 2], [2, 2, 2]]
    for row in rows("TN-2.67"):
        assert sum(niveaux[row["niveau"]]) - sum(niveaux[row["niveau"] - 1]) == row["bonus"]
    inconnu = alys(groupes={"langues": 3})["alys"].fiche
    assert not facette(inconnu, "nain", "comprehension"), "a language that is not known has no bonus"
    complete = alys(competences={NAIN: 4}, groupes={"langues": 1})["alys"].fiche
    assert total(facette(complete, "nain", "comprehension")) == 3


@pytest.mark.rule("TN-2.66")
def test_bare_notions_are_prone_to_misunderstandings():
    s = alys(base={"INT": 14}, competences={NAIN: 1}, groupes={"langues": 1})
    _, o = jouer(s, Parler("alys", "nain", "expression", 10), 6, 4, 3, 1)
    assert dit(o)["score"] == 8 + 2 + 1 + 1, "with a désavantage: the 6 is left out"
    _, o = jouer(s, Parler("alys", "nain", "comprehension", 10), 4, 3, 1)
    assert dit(o)["score"] == 8 + 2 + 1 + 1
    assert Parler("alys", "nain", "lecture_ecriture").closed(s).rule == "TN-2.66"


# ---------------------------------------------------------------- options


@pytest.mark.rule("TN-2.56.1")
def test_a_fallback_of_investigation_is_granted_by_the_game_master():
    f = {"base": {**BASE, "INT": 14}, "competences": {"deduction": 1}, "groupes": {"enquete": 1}}
    action = Defausser("alys", competence="deduction")
    assert action.closed(scene(alys=f)).rule == "TN-2.56.1"
    assert AccorderDefausses("alys", "alys").closed(scene(alys=f)).rule == "TN-2.56.1"
    s = scene("defausse_d_enquete", alys=f)
    s, o = jouer(s, action, 6, 4, 2)
    assert dit(o)["score"] == 12 + 2 + 1 + 1 and dit(o, "defausse")["reste"] == 0
    assert action.closed(s).rule == "TN-2.56.1"
    s, _ = jouer(s, AccorderDefausses("alys", "alys", 2))
    s, o = jouer(s, action, 6, 4, 2)
    assert dit(o, "defausse")["reste"] == 1
    assert Defausser("alys", competence="course").closed(s).rule == "TN-2.8"


@pytest.mark.rule("TN-2.70")
def test_skills_and_groups_of_a_universe_want_the_option():
    assert inconnue("course", ()) is inconnue("langues:nain", ()) is None
    for id in ("athletisme:parkour:AGI", "magie:pyromancie:INT"):
        assert inconnue(id, ()).rule == "TN-2.70"
        assert inconnue(id, ("competences_supplementaires",)) is None
        assert Savoir("alys", competence=id).closed(alys()).rule == "TN-2.70"
    assert inconnue("n'importe quoi", ("competences_supplementaires",)).rule == "TN-2.18"
    assert groupe_inconnu("combat", ()) is None and groupe_inconnu("magie", ()).rule == "TN-2.70"
    assert groupe_inconnu("magie", ("competences_supplementaires",)) is None
    assert groupe_inconnu("", ("competences_supplementaires",)).rule == "TN-2.18"
    assert [s.rule for s in SWITCHES] == ["TN-2.56.1", "TN-2.70"]
    creation = game("terre_natale").creation
    for options, refused in (((), 2), (("competences_supplementaires",), 0)):
        sup = {"groupes": {"magie": 1}, "competences": {"magie:pyromancie:INT": 1}}
        wrong = creation.problems(creation.read(sup, options))
        assert [p.why.rule for p in wrong].count("TN-2.70") == refused


def test_nobody_who_is_not_there_uses_anything():
    s = alys()
    for kind in (Employer, EmployerAutrement, Savoir, Jauger, Servir):
        assert "n'est pas là" in str(kind("zoé", competence="course").closed(s))
    assert "n'est pas là" in str(Parler("zoé", "nain").closed(s))


def test_what_is_offered_can_be_done():
    f = {"competences": {NAIN: 2, "deduction": 1, "course": 2}}
    s = scene("defausse_d_enquete", alys=f)
    found = list(offers(s, s["alys"]))
    assert found == [Parler("alys", "nain"), Defausser("alys", competence="deduction")]
    assert all(type(a) in ACTIONS and a.closed(s) is None for a in found)


@pytest.mark.rule("TN-4.5", "TN-4.15", "TN-2.38")
def test_neither_the_dead_nor_the_unconscious_speak_or_help():
    parle = {"competences": {"langues:nain": 2}}
    for code, rule in (("PV", "TN-4.5"), ("PE", "TN-4.15")):
        s = scene(alys={"fiche": parle, "pertes": {code: 40}}, bor={})
        assert Parler("alys", "nain").closed(s).rule == rule
        assert Servir("bor", competence="baliste", servants=("alys",)).closed(s).rule == rule
    s = scene(alys={"fiche": parle, "lesions": [{"niveau": 5}]}, bor={})
    assert Parler("alys", "nain").closed(s) is None
    assert Servir("bor", competence="baliste", servants=("alys",)).closed(s).rule == "TN-4.45"
