"""Creation, chapter 5: everything that does not hold is refused in its step, with its rule and in words, one by one."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c5_creation.echelles import NOTIONS
from tablee.games.terre_natale.book.c5_creation.historique import Mention
from tablee.games.terre_natale.desk.draft import Brouillon, Precise
from tablee.games.terre_natale.model.sums import PRINCIPAUX, SECONDAIRES
from tablee.kernel.draft import Unfinished
from tablee.kernel.game import game

JEU = game("terre_natale")
CREATION = JEU.creation
BON = CREATION.starts["bretteur"].draft
assert isinstance(BON, Brouillon)

Changes = dict[str, Any]
Refus = tuple[Changes, str, str, str]  # what is changed, then the step, the rule and some words of the problem


def principal(code: str, value: int) -> Changes:
    return {"profil": "", "principaux": {**BON.principaux, code: value}}


def secondary(code: str, value: int) -> Changes:
    return {"secondaires": {**BON.secondaires, code: value}}


def taking(**traits: int) -> Changes:
    return {"avantages": {**BON.avantages, **traits}}


def about(*traits: tuple[str, int, str]) -> Changes:
    return {"avantages": {}, "precises": tuple(Precise(*each) for each in traits)}


def learning(**levels: int) -> Changes:
    return {"competences": {**BON.competences, **levels}}


def grouping(**levels: int) -> Changes:
    return {"groupes": {**BON.groupes, **levels}}


def simple(groups: dict[str, int], skills: dict[str, int]) -> Changes:
    return {"formule": "simple", "passe": "", "pi_groupes": groups, "pi_competences": skills}


PAIRES = (
    ("combat", "arme_a_garde"),
    ("combat", "arme_courte"),
    ("defense", "parade"),
    ("defense", "evasion"),
    ("tactique", "controle"),
    ("tactique", "domination"),
    ("athletisme", "course"),
    ("athletisme", "escalade"),
    ("finesse", "acrobatie"),
    ("finesse", "souplesse"),
)
GROUPES = {group: 20 for group, _ in PAIRES}
COMPETENCES = {skill: 10 for _, skill in PAIRES}
MENTIONS = tuple(Mention(list(NOTIONS)[i // 2], g, c) for i, (g, c) in enumerate(PAIRES))


def detailed(*mentions: Mention) -> Changes:
    return {"formule": "detaillee", "passe": "", "mentions": mentions}


def mention(at: int, **changes: str) -> Changes:
    """The detailed past with one of its mentions changed."""
    return detailed(*(replace(m, **changes) if i == at else m for i, m in enumerate(MENTIONS)))


ECHELLES: list[Refus] = [
    *(({"destinee": id}, "destinee", "TN-5.6", f"Destinée inconnue : {id}") for id in ("0", "6", "trois", "")),
    *(({"vecu": id}, "vecu", "TN-5.10", f"Vécu inconnu : {id}") for id in ("0", "6", "long", "")),
]
PERSONNE: list[Refus] = [
    *(({"comportement": id}, "personnalite", "TN-5.14", "Un comportement est à choisir") for id in ("", "doux")),
    *(({"caractere": id}, "personnalite", "TN-5.15", "Un caractère est à choisir") for id in ("", "oméga")),
    *(({"porte_bonheur": n}, "porte_bonheur", "TN-5.16", "va de 1 à 6") for n in (-1, 0, 7, 66)),
    *(({champ: ("Têtu", " Têtu ")}, "qualites", "TN-5.17", "écrit 2 fois") for champ in ("qualites", "defauts")),
    *(({champ: ("  ",)}, "qualites", "TN-5.17", "De 1 à 80 caractères") for champ in ("qualites", "defauts")),
    *(({champ: ("x" * 81,)}, "qualites", "TN-5.17", "De 1 à 80") for champ in ("qualites", "defauts")),
    *(
        ({champ: tuple(f"n° {n}" for n in range(13))}, "qualites", "TN-5.17", "12 au plus, pas 13")
        for champ in ("qualites", "defauts")
    ),
    ({"nom": ""}, "nom", "TN-5.1", "Il manque un nom"),
    ({"nom": "   "}, "nom", "TN-5.1", "Il manque un nom"),
    ({"nom": "A" * 81}, "nom", "TN-5.1", "80 caractères au plus"),
]
ATTRIBUTS: list[Refus] = [
    *((principal(code, 6), "attributs", "TN-5.27", f"{code} : 7 au moins, pas 6") for code in PRINCIPAUX),
    *((principal(code, 18), "attributs", "TN-5.7", f"{code} : 17 au plus, pas 18") for code in PRINCIPAUX),
    *((secondary(code, 6), "attributs", "TN-5.28", f"{code} : 7 au moins, pas 6") for code in SECONDAIRES),
    *((secondary(code, 13), "attributs", "TN-5.30", f"{code} : 12 au plus, pas 13") for code in SECONDAIRES),
    ({"principaux": {**BON.principaux, "EQU": 12}}, "attributs", "TN-5.32", "Équilibre se calcule"),
    ({"secondaires": {**BON.secondaires, "EQU": 12}}, "attributs", "TN-5.32", "Équilibre se calcule"),
    (principal("FOR", BON.principaux["FOR"] + 1), "attributs", "TN-5.26", "Il manque"),
    (secondary("CHN", 11), "attributs", "TN-5.26", "Il manque 4 PA"),
    ({"secondaires": dict.fromkeys(SECONDAIRES, 7)}, "attributs", "TN-5.31", "30 PA restent, 13 au plus"),
    ({"profil": "", "principaux": dict.fromkeys(PRINCIPAUX, 7)}, "attributs", "TN-5.31", "400 PA restent, 3 au plus"),
    ({"profil": "", "destinee": "4"}, "attributs", "TN-5.31", "100 PA restent"),
    ({"profil": "Moyen"}, "attributs", "TN-5.9", "Répartition inconnue : Moyen"),
    ({"profil": "Spé +"}, "attributs", "TN-5.9", "restent à placer 17, 17, 14, 11, 8, 7"),
    ({"principaux": {**BON.principaux, "FOR": 7}}, "attributs", "TN-5.9", "sont de trop 7"),
    *(({"destinee": id}, "attributs", "TN-5.9", "Classique") for id in ("1", "2", "4", "5")),
    ({"destinee": "1"}, "attributs", "TN-5.7", "15 au plus, pas 17"),
    ({"destinee": "2"}, "attributs", "TN-5.7", "16 au plus, pas 17"),
    ({"options": ("maxima_stricts",)}, "attributs", "TN-5.7", "16 au plus, pas 17"),
]
COMPETENT: list[Refus] = [
    (learning(couture=1), "competences", "TN-5.34", "Compétence inconnue : couture"),
    (grouping(couture=1), "competences", "TN-5.34", "Il manque"),
    (grouping(parade=1), "competences", "TN-5.34", "Groupe inconnu : parade"),
    (learning(parade=-1), "competences", "TN-5.11", "Parade : de 0 à 2, pas -1"),
    (learning(parade=4), "competences", "TN-5.11", "Parade : de 0 à 2, pas 4"),
    (grouping(combat=3), "competences", "TN-5.11", "Combat : de 0 à 2, pas 3"),
    (grouping(combat=-1), "competences", "TN-5.11", "Combat : de 0 à 2, pas -1"),
    (
        learning(parade=3, evasion=3, arme_a_garde=3, danse=3),
        "competences",
        "TN-5.39",
        "3 compétences au plus dépassent 2, pas 4",
    ),
    ({"vecu": "1"}, "competences", "TN-5.11", "de 0 à 1, pas 2"),
    ({"vecu": "2"}, "competences", "TN-5.11", "Combat : de 0 à 1, pas 2"),
    ({"vecu": "1"}, "competences", "TN-5.34", "Il manque 200 PX"),
    (learning(peinture=2), "competences", "TN-5.34", "Il manque 30 PX"),
    ({"vecu": "4"}, "competences", "TN-5.37", "100 PX restent, 60 au plus"),
    ({"vecu": "5"}, "competences", "TN-5.37", "200 PX restent, 60 au plus"),
    ({"groupes": {}, "competences": {}}, "competences", "TN-5.37", "400 PX restent, 20 au plus"),
]
PASSE: list[Refus] = [
    (simple({}, {}), "historique", "TN-5.22", "100 PI à répartir entre les groupes, 0 réparti"),
    (simple({}, {}), "historique", "TN-5.22", "100 PI à répartir entre les compétences, 0 réparti"),
    (simple({**GROUPES, "art": 10}, COMPETENCES), "historique", "TN-5.22", "entre les groupes, 110 répartis"),
    (simple(GROUPES, {**COMPETENCES, "parade": 5}), "historique", "TN-5.22", "entre les compétences, 95 répartis"),
    (simple({**GROUPES, "combat": 30}, COMPETENCES), "historique", "TN-5.24", "Combat : de 0 à 20 PI, pas 30"),
    (simple({**GROUPES, "combat": -5}, COMPETENCES), "historique", "TN-5.24", "Combat : de 0 à 20 PI, pas -5"),
    (simple(GROUPES, {**COMPETENCES, "parade": 20}), "historique", "TN-5.24", "Parade : de 0 à 10 PI, pas 20"),
    (simple(GROUPES, {**COMPETENCES, "parade": -1}), "historique", "TN-5.24", "Parade : de 0 à 10 PI, pas -1"),
    (simple({**GROUPES, "1!": 5}, COMPETENCES), "historique", "TN-5.22", "Groupe inconnu : 1!"),
    (simple(GROUPES, {**COMPETENCES, "couture": 5}), "historique", "TN-5.22", "Compétence inconnue : couture"),
    (simple(GROUPES, {**COMPETENCES, "danse": 10}), "historique", "TN-5.22", "Danse : aucun de ses groupes n'a de PI"),
    (detailed(), "historique", "TN-5.23", "Milieu social : deux groupes, pas 0"),
    (detailed(*MENTIONS[:9]), "historique", "TN-5.23", "Culture d'origine : deux groupes, pas 1"),
    (detailed(*MENTIONS, MENTIONS[0]), "historique", "TN-5.23", "Milieu social : deux groupes, pas 3"),
    (detailed(*MENTIONS, MENTIONS[0]), "historique", "TN-5.24", "Combat : de 0 à 20 PI, pas 30"),
    (mention(0, attribut="DEX"), "historique", "TN-5.23", "deux attributs ou deux groupes, pas l'un et l'autre"),
    (mention(0, notion="métier"), "historique", "TN-5.23", "Notion inconnue : métier"),
    (mention(0, groupe="1!"), "historique", "TN-5.23", "Ni groupe ni compétence : 1!"),
    (mention(0, competence="couture"), "historique", "TN-5.23", "Ni groupe ni compétence : couture"),
    (mention(0, competence="danse"), "historique", "TN-5.23", "Danse n'est pas du groupe Combat"),
    (mention(0, attribut="CHA"), "historique", "TN-5.23", "Combat n'est pas un groupe de CHA"),
    (mention(1, competence="arme_a_garde"), "historique", "TN-5.24", "Arme à Garde : de 0 à 10 PI, pas 20"),
    ({"passe": ""}, "historique", "TN-5.25", "Un historique d'univers est à choisir"),
    ({"passe": "lune"}, "historique", "TN-5.25", "Un historique d'univers est à choisir"),
    ({"formule": "libre"}, "historique", "TN-5.25", "L'univers impose ses historiques"),
    (
        {**simple(GROUPES, COMPETENCES), "options": ("historiques_univers",)},
        "historique",
        "TN-5.25",
        "L'univers impose ses historiques",
    ),
    ({"historique": "x" * 2001}, "historique", "TN-5.22", "2000 caractères au plus"),
    ({"peuple": "lune"}, "univers", "TN-5.42", "Peuple inconnu : lune"),
    ({"options": ("etapes_univers",)}, "univers", "TN-5.42", "Un peuple est à choisir"),
]
TRAITS: list[Refus] = [
    (taking(dahu=1), "traits", "TN-3.10", "Aucun trait « dahu »"),
    (taking(veine=1), "traits", "TN-5.18", "Il manque 1 PP"),
    (taking(veine=1, vigueur=3), "traits", "TN-5.18", "Il manque 4 PP"),
    (taking(noblesse=1), "depart", "TN-5.19", "« Noblesse » se prend avec les traits de création"),
    ({"depart": {"veine": 1}}, "depart", "TN-5.19", "« Veine » n'est pas un trait de création"),
    ({"desavantages": {"veine": 1}}, "depart", "TN-3.1", "« Veine » est de l'autre liste"),
    (taking(myope=1), "depart", "TN-3.1", "« Myope » est de l'autre liste"),
    (taking(lame_sure=2), "traits", "TN-3.7", "va du rang 1 au rang 1"),
    (taking(entrainement_melee=3), "traits", "TN-3.7", "va du rang 1 au rang 2"),
    (taking(lame_sure=-1), "traits", "TN-3.7", "va du rang 1 au rang 1"),
    ({"destinee": "1", "avantages": {"veine": 2}}, "traits", "TN-5.8", "« Veine » : rang 1 au plus"),
    ({"destinee": "2", "avantages": {"veine": 3}}, "traits", "TN-5.8", "« Veine » : rang 2 au plus"),
    (taking(entrainement_arcanes=1), "traits", "TN-3.10", "appartient à une extension"),
    ({"avantages": {"maitrise_armes": 1}}, "traits", "TN-3.10", "demande Entraînement aux armes de mêlée 1, pas 0"),
    (taking(formation=1), "traits", "TN-3.10", "« Formation » demande un sujet"),
    (about(("formation", 1, "")), "traits", "TN-3.10", "« Formation » demande un sujet"),
    (about(("formation", 1, "lune")), "traits", "TN-3.10", "« lune » n'en est pas un"),
    (about(("veine", 1, "DEX")), "traits", "TN-3.10", "n'a pas de sujet"),
    (about(("serment", 1, "x" * 41)), "traits", "TN-3.10", "« Serment » demande un sujet"),
    (about(("formation", 1, "DEX"), ("formation", 1, "Dex")), "traits", "TN-3.7", "est pris 2 fois"),
    (about(("formation", 2, "DEX")), "traits", "TN-3.7", "va du rang 1 au rang 1"),
    (taking(entrainement_armures=2), "traits", "TN-3.7", "2 rangs au plus avec ceux de la caste"),
    (about(("formation", 1, "DEX")), "traits", "TN-3.7", "1 rang au plus avec ceux de la caste"),
    (about(("dahu", 1, "DEX")), "traits", "TN-3.10", "Aucun trait « dahu »"),
]
CASTE: list[Refus] = [
    ({"caste": "dahu"}, "caste", "TN-6.1", "Aucune caste « dahu »"),
    ({"caste": "hermite"}, "caste", "TN-6.17", "appartient à une extension"),
    ({"caste": "specialiste"}, "caste", "TN-6.17", "appartient à une extension"),
    ({"principal": "FOR"}, "caste", "TN-6.2", "n'a pas pour attributs FOR et AGI"),
    ({"secondaire": "DEX"}, "caste", "TN-6.2", "n'a pas pour attributs DEX et DEX"),
    ({"secondaire": ""}, "caste", "TN-6.2", "n'a pas pour attributs"),
    ({"majeure": ""}, "caste", "TN-6.21", "La sauvegarde majeure"),
    ({"majeure": "fortune"}, "caste", "TN-6.21", "La sauvegarde majeure"),
    (principal("DEX", 13), "caste", "TN-6.4", "demande DEX 14, pas 13"),
    ({"groupes": {}, "competences": {}}, "caste", "TN-6.5", "Le rang I demande 7 d'aptitudes, pas 0"),
    ({"caste": "", "entrainement_1": "entrainement_melee"}, "caste", "TN-6.1", "Sans caste, il n'y a rien à choisir"),
    ({"entrainement_1": "entrainement_outils"}, "caste", "TN-6.29", ""),
    ({"entrainement_1": "entrainement_melee"}, "caste", "TN-3.7", "s'arrête au rang 2"),
    ({"trait_1": "avantage:veine"}, "caste", "TN-6.31", "Le premier trait de Bretteur est « Garde du bretteur »"),
]
REFUS = [*ECHELLES, *PERSONNE, *ATTRIBUTS, *COMPETENT, *PASSE, *TRAITS, *CASTE]


def test_what_they_change_holds_by_itself() -> None:
    assert CREATION.problems(BON) == []
    for past in (simple(GROUPES, COMPETENCES), detailed(*MENTIONS)):
        assert [p for p in CREATION.problems(replace(BON, **past)) if p.step == "historique"] == []


def test_there_are_as_many_as_were_wanted() -> None:
    assert len(REFUS) >= 120


@pytest.mark.rule("TN-5.1", "TN-5.7", "TN-5.7.1", "TN-5.8", "TN-5.11", "TN-5.24", "TN-5.27", "TN-5.28", "TN-5.31")
@pytest.mark.rule("TN-5.16", "TN-5.17", "TN-5.18", "TN-5.19", "TN-5.22", "TN-5.23", "TN-5.25", "TN-5.33", "TN-5.37")
@pytest.mark.rule("TN-5.39", "TN-5.42", "TN-5.9", "TN-5.32", "TN-5.34", "TN-5.26")
@pytest.mark.parametrize(("changes", "step", "rule", "words"), REFUS)
def test_it_is_refused_in_its_step_with_its_rule_and_in_words(
    changes: Changes, step: str, rule: str, words: str
) -> None:
    draft = replace(BON, **changes)
    found = [p for p in CREATION.review(draft).problems if (p.step, p.why.rule) == (step, rule)]
    assert any(words in str(p.why) for p in found), [(p.step, str(p.why)) for p in CREATION.review(draft).problems]
    english = JEU.words.speaker("en")
    assert all(english.text(p.why) != str(p.why) for p in found)
    with pytest.raises(Unfinished):
        CREATION.finish(draft)
