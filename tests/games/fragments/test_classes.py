"""Classes, origins and techniques: the budgets of the book kept to the point, the trees sound, every effect at work."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import carac, immunise, vision
from tablee.games.fragments.book.c3_combat.agir import Vise, produire
from tablee.games.fragments.book.c3_combat.tours import debuter
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.book.c7_modeles import LANGUES, fautes_d_augmentation, fautes_d_origine, fautes_de_classe
from tablee.games.fragments.model.catalogue import (
    AFFLICTIONS,
    CLASSES,
    MAUX,
    ORIGINES,
    PACKAGE,
    TECHNIQUES,
    Arme,
    Classe,
    Origine,
    Puissance,
    Technique,
    Trait,
    verifier,
)
from tablee.games.fragments.model.effects import Assaut, sur_quoi, termes_de, tient, vole
from tablee.games.fragments.model.langage import PASSIFS, Effet, passif
from tablee.games.fragments.model.people import Equipement, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Combat, Scene, Tour, Zone
from tablee.games.fragments.model.tables import AUTRES, COMBAT, ELEMENTS, PALIERS, STATS, TYPES_ARMES
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.words import words_of

LEDGER = ledger_of(PACKAGE)
ORDINAIRES = {t.id: t for t in TECHNIQUES.values() if not t.speciale}
SPECIALES = {t.id: t for t in TECHNIQUES.values() if t.speciale}
EMPLOYEES = ("bonus", "rapide", "action")
MYRMIDON, ELFE = CLASSES["myrmidon"], ORIGINES["elfe"]


def rows(id: str) -> list[dict[str, Any]]:
    return list(LEDGER.rules[id].rows)


def du_palier(palier: str) -> list[Classe]:
    return [c for c in CLASSES.values() if c.palier == palier]


def somme(table: dict[str, int]) -> int:
    return sum(n for stat, n in table.items() if stat in STATS)


def regles(fautes: Any) -> set[str]:
    return {regle for regle, _ in fautes}


# ---------------------------------------------------------------- the classes


@pytest.mark.rule("FD-9.2", "FD-9.3", "FD-9.4")
def test_the_engine_understands_every_row() -> None:
    verifier()


@pytest.mark.rule("FD-7.12", "FD-9.2")
def test_the_classes_of_the_book_and_ours() -> None:
    assert [c.nom for c in du_palier("base")] == [r["nom"] for r in rows("FD-7.12")]
    assert len(du_palier("avancée")) == 12
    assert len(du_palier("suprême")) == 8
    assert len({c.nom for c in CLASSES.values()}) == 28


@pytest.mark.rule("FD-7.14")
@pytest.mark.parametrize("c", CLASSES.values(), ids=CLASSES)
def test_budgets_to_the_point(c: Classe) -> None:
    budget = next(r for r in rows("FD-7.14") if r["palier"] == c.palier)
    assert somme(c.bonus) == budget["caracteristiques"]
    assert c.bonus["PV"] >= budget["dont_pv"]
    assert somme(c.croissance) == budget["croissance"]
    assert c.croissance["PV"] >= budget["dont_croissance_pv"]
    assert c.croissance["HAB"] >= budget["dont_croissance_hab"]
    assert set(c.bonus) <= {*STATS, *AUTRES}
    assert set(c.croissance) <= {*STATS, "CON"}
    assert {"CON", "INIT", "ESQ", "MOV"} <= set(c.bonus)  # beside the budget, but said


@pytest.mark.rule("FD-7.13", "FD-9.2")
@pytest.mark.parametrize("c", CLASSES.values(), ids=CLASSES)
def test_every_sheet_of_ours_is_accepted(c: Classe) -> None:
    assert list(fautes_de_classe(c)) == []


@pytest.mark.rule("FD-7.22", "FD-9.2")
def test_the_myrmidon_of_the_book() -> None:
    imprime = next(r for r in rows("FD-7.22") if r["fiche"] == "Myrmidon")
    chiffres = {s: n for s in (*STATS, *AUTRES) if (n := imprime[s])}
    assert MYRMIDON.bonus == chiffres
    assert chiffres == {
        "PV": 17, "FOR": 2, "HAB": 3, "AGI": 1, "CHA": 2, "CON": 3, "INIT": 2, "ESQ": 10, "MOV": 1,
    }  # fmt: skip
    assert MYRMIDON.croissance == imprime["croissance"] == {"PV": 20, "HAB": 25, "AGI": 5, "CON": 3}
    assert MYRMIDON.primaires == {"Épée": 2}
    assert (MYRMIDON.choix, MYRMIDON.secondaire) == (1, 1)
    assert {*MYRMIDON.secondaires, "Épée"} == set(TYPES_ARMES)  # of one's choice


@pytest.mark.rule("FD-7.16", "FD-7.18", "FD-7.19", "FD-7.20", "FD-7.21")
@pytest.mark.parametrize("c", CLASSES.values(), ids=CLASSES)
def test_the_fixed_method_spends_what_a_player_would(c: Classe) -> None:
    assert sum(c.fixe.values()) == 25
    assert max(c.fixe.values()) <= 5
    assert sum(c.fixe_croissance.values()) == 75
    assert max(c.fixe_croissance.values()) <= 30
    assert {*c.fixe, *c.fixe_croissance} <= set(STATS)
    assert all(c.croissance.get(s, 0) + c.fixe_croissance.get(s, 0) >= 1 for s in STATS)


@pytest.mark.rule("FD-7.11", "FD-7.13", "FD-9.2")
def test_the_tree_of_classes() -> None:
    for haut, bas in (("avancée", "base"), ("suprême", "avancée")):
        for c in du_palier(haut):
            assert 1 <= len(c.depuis) <= 3
            assert {CLASSES[id].palier for id in c.depuis} == {bas}
        menent = {id for c in du_palier(haut) for id in c.depuis}
        assert menent == {c.id for c in du_palier(bas)}  # every class leads on
    assert not any(c.depuis for c in du_palier("base"))
    assert {c.id for c in CLASSES.values() if "Blindée" in c.types} == {"cuirasse", "rempart_vivant"}


@pytest.mark.rule("FD-7.11", "FD-7.13", "FD-8.10", "FD-9.2")
@pytest.mark.parametrize("c", CLASSES.values(), ids=CLASSES)
def test_masteries(c: Classe) -> None:
    assert c.choix <= len(c.secondaires)
    assert not set(c.secondaires) & set(c.primaires)
    assert {*c.primaires, *c.secondaires, *c.minimum} <= set(TYPES_ARMES)
    assert c.gains, "a class teaches something"
    niveaux = {**c.primaires, "secondaire": c.secondaire}
    bornes = {"base": (1, 20), "avancée": (10, 40), "suprême": (30, 60)}[c.palier]
    for niveau, type_, n in c.gains:
        assert bornes[0] <= niveau <= bornes[1]
        assert niveaux.get(type_, 0) < n <= 5
        niveaux[type_] = n
    assert bool(c.minimum) == (c.palier != "base")
    assert all(c.primaires[t] >= n >= 1 for t, n in c.minimum.items())


@pytest.mark.rule("FD-7.12", "FD-9.2")
def test_a_mage_has_one_primary_element() -> None:
    mage = CLASSES["mage"]
    assert set(mage.secondaires) == {"FEU", "VEN", "TER", "FOU", "EAU"} < set(ELEMENTS)
    assert (mage.choix, mage.secondaire, mage.primaires) == (1, 2, {})


# ---------------------------------------------------------------- techniques


@pytest.mark.rule("FD-9.4")
def test_how_many_techniques() -> None:
    assert len(ORDINAIRES) >= 70
    assert len(SPECIALES) == len(CLASSES) == 28
    assert {t.activation for t in ORDINAIRES.values()} == {
        "passive",
        "bonus",
        "rapide",
        "action",
        "attaque",
        "reaction",
    }


@pytest.mark.rule("FD-3.57", "FD-7.13", "FD-9.4")
def test_every_technique_can_be_learned() -> None:
    assert Counter(c.speciale for c in CLASSES.values()) == Counter(list(SPECIALES))
    arbres = Counter(id for c in CLASSES.values() for id, _ in c.arbre)
    assert set(arbres) == set(ORDINAIRES)
    assert all(1 <= n <= 4 for n in arbres.values())
    assert min(arbres.values()) == 1 < max(arbres.values())  # some of one class only, others of several


@pytest.mark.rule("FD-3.57", "FD-9.2")
@pytest.mark.parametrize("c", CLASSES.values(), ids=CLASSES)
def test_levels_open_techniques(c: Classe) -> None:
    bornes = {"base": (1, 20), "avancée": (10, 40), "suprême": (30, 60)}[c.palier]
    niveaux = [niveau for _, niveau in c.arbre]
    assert 6 <= len({id for id, _ in c.arbre}) == len(c.arbre) <= 10
    assert niveaux == sorted(niveaux)
    assert niveaux[0] == bornes[0]
    assert niveaux[-1] <= bornes[1]
    premiere = TECHNIQUES[c.arbre[0][0]]
    assert TECHNIQUES[c.speciale].pt + premiere.pt <= PALIERS[c.palier].pt  # both fit from the start (FD-3.55)


@pytest.mark.rule("FD-3.55", "FD-3.56", "FD-9.4")
@pytest.mark.parametrize("t", TECHNIQUES.values(), ids=TECHNIQUES)
def test_costs(t: Technique) -> None:
    assert 3 <= t.pt <= 25
    assert t.effets
    if t.activation == "passive":
        assert (t.jt, t.recharge, t.portee, t.cible, t.motif) == (0, 0, 0, "soi", None)
    else:
        assert 1 <= t.jt <= 6


@pytest.mark.rule("FD-9.1", "FD-9.4")
@pytest.mark.parametrize("t", TECHNIQUES.values(), ids=TECHNIQUES)
def test_effects_fit_their_activation(t: Technique) -> None:
    """Moments and targets that can come to pass, and an end to all that does not last for ever."""
    moments = {e.quand for e in t.effets}
    if t.activation in EMPLOYEES:
        assert moments == {"toujours"}
        assert all(e.tours for e in t.effets if e.fait in PASSIFS)
        assert (t.cible == "soi") == (t.portee == 0)
        assert t.cible != "soi" or not any(e.qui == "cible" for e in t.effets)
        assert t.cible != "case" or t.motif is not None or any(e.fait == "saut" for e in t.effets)
    elif t.activation == "attaque":
        assert moments <= {"toujours", "touche", "critique", "tue", "manque"}
        assert all(passif(e) and e.qui == "soi" for e in t.effets if e.quand == "toujours")
        assert all(e.tours for e in t.effets if e.quand != "toujours" and e.fait in PASSIFS)
    elif t.activation == "reaction":
        assert len(moments) == 1
        assert moments <= {"vise", "blesse", "esquive", "debut"}
    for e in t.effets:
        assert e.qui in ("soi", "cible") or e.rayon or t.motif is not None
        assert (e.qui in ("soi", "cible") or t.motif is not None) <= (not e.rayon)


@pytest.mark.rule("FD-9.4")
def test_no_two_techniques_alike() -> None:
    """Not even when their figures are left out."""
    formes = Counter(
        (t.activation, t.cible, tuple((e.fait, e.sur, e.quand, e.si, e.qui) for e in t.effets))
        for t in TECHNIQUES.values()
    )
    assert [f for f, n in formes.items() if n > 1] == []
    assert len({t.nom for t in TECHNIQUES.values()}) == len(TECHNIQUES)


@pytest.mark.rule("FD-9.4", "FD-4.23", "FD-2.13")
def test_the_techniques_the_book_names() -> None:
    gardien = TECHNIQUES["gardien"]
    assert "gardien" in dict(CLASSES["cuirasse"].arbre)
    assert {e.tours for e in gardien.effets} == {3}
    assert TECHNIQUES["l_union_fait_la_force"].effets == (Effet("partage", n=1, famille="partage"),)
    for id in ("faisceau", "solaire"):
        vol = TECHNIQUES[id].effets[0]
        assert (vol.fait, vol.sur, vol.famille) == ("bonus", "vol_de_vie", "vol_de_vie")
    assert TECHNIQUES["enchainement"].effets == (Effet("tour", famille="rafraichissement"),)
    assert not any(
        t.speciale for t in TECHNIQUES.values() if t.id in ("gardien", "faisceau", "solaire", "enchainement")
    )
    assert CLASSES["virevolteur"].speciale == "danse"
    assert TECHNIQUES["danse"].effets == (Effet("tour", qui="cible"),)
    assert TECHNIQUES["danse"].cible == "allie"


# ---------------------------------------------------------------- the origins


@pytest.mark.rule("FD-7.7", "FD-9.3")
def test_the_origins_of_the_book() -> None:
    noms = [r["nom"] for r in rows("FD-7.7")]
    assert noms[1] == "Elfe"
    assert [o.nom for o in ORIGINES.values()] == [noms[0], "Elfe Lumineux", *noms[2:]]


@pytest.mark.rule("FD-7.8", "FD-9.3")
@pytest.mark.parametrize("o", ORIGINES.values(), ids=ORIGINES)
def test_an_origin_fills_the_model(o: Origine) -> None:
    assert list(fautes_d_origine(o)) == []
    assert all((o.description, o.age, o.taille, o.poids, o.langues))
    assert len(o.traits) == 2
    assert o.cases == 1
    assert 4 <= o.mov <= 6
    assert o.con[0] < o.con[1]


@pytest.mark.rule("FD-7.9")
@pytest.mark.parametrize("o", ORIGINES.values(), ids=ORIGINES)
def test_suggested_increases_follow_a_pattern(o: Origine) -> None:
    assert set(o.suggere) <= set(COMBAT)
    assert sorted(o.suggere.values(), reverse=True) in [r["valeurs"] for r in rows("FD-7.9")]


@pytest.mark.rule("FD-5.19", "FD-9.3")
def test_languages() -> None:
    assert set(LANGUES) == {r["langue"] for r in rows("FD-5.19")}
    de_son_peuple = {
        "humain": "Commun", "elfe": "Elfique", "nain": "Nain", "orc": "Orc",
        "therian": "Therian", "messenger": "Céleste", "tieffelin": "Infernal",
    }  # fmt: skip
    for id, langue in de_son_peuple.items():
        assert langue in ORIGINES[id].langues


@pytest.mark.rule("FD-7.22", "FD-9.3")
def test_the_elfe_lumineux_of_the_book() -> None:
    assert ELFE.nom == "Elfe Lumineux"
    assert ELFE.suggere == {"MAG": 1, "RES": 1, "AGI": 2}
    assert ELFE.mov == 5
    assert ELFE.con[0] <= 5 <= ELFE.con[1]


def test_no_two_origins_or_classes_alike() -> None:
    assert len({tuple(sorted(o.suggere.items())) for o in ORIGINES.values()}) == 8
    assert len({t.nom for o in ORIGINES.values() for t in o.traits}) == 16
    assert len({tuple(t.effets for t in o.traits) for o in ORIGINES.values()}) == 8
    assert len({tuple(sorted(c.bonus.items())) for c in CLASSES.values()}) == 28
    assert len({c.arbre for c in CLASSES.values()}) == 28


# ---------------------------------------------------------------- a table's own sheets are judged

REFUS_DE_CLASSE: list[tuple[dict[str, Any], str, str]] = [
    ({"bonus": {**MYRMIDON.bonus, "FOR": 3}}, "FD-7.14", "26 points de caractéristiques, 25"),
    ({"bonus": {**MYRMIDON.bonus, "PV": 14, "FOR": 5}}, "FD-7.14", "14 points en PV, 15 au moins"),
    ({"bonus": {**MYRMIDON.bonus, "PV": 20, "MAG": -3}}, "FD-7.14", "Magie -3"),
    ({"bonus": {**MYRMIDON.bonus, "ELO": 1}}, "FD-7.13", "« ELO »"),
    ({"palier": "avancée", "depuis": ("garde",)}, "FD-7.14", "25 points de caractéristiques, 32"),
    ({"palier": "suprême", "depuis": ("cuirasse",)}, "FD-7.14", "50 points de croissance, 70"),
    ({"croissance": {**MYRMIDON.croissance, "AGI": 6}}, "FD-7.14", "51 points de croissance, 50"),
    ({"croissance": {"PV": 19, "HAB": 25, "AGI": 6}}, "FD-7.14", "19 points de croissance en Points de Vie"),
    ({"croissance": {"PV": 25, "HAB": 19, "AGI": 6}}, "FD-7.14", "19 points de croissance en Habileté"),
    ({"croissance": {**MYRMIDON.croissance, "AGI": 10, "FOR": -5}}, "FD-7.14", "Croissance Force -5"),
    ({"croissance": {**MYRMIDON.croissance, "MOV": 5}}, "FD-8.1", "Mouvement n'a pas de taux"),
    ({"croissance": {**MYRMIDON.croissance, "ELO": 5}}, "FD-7.13", "« ELO »"),
    ({"depuis": ("garde",)}, "FD-7.11", "ne vient d'aucune autre"),
    ({"palier": "avancée"}, "FD-7.11", "Aucune classe ne mène"),
    ({"palier": "suprême", "depuis": ("garde",)}, "FD-7.11", "Garde n'est pas une classe avancée"),
    ({"palier": "avancée", "depuis": ("cuirasse",)}, "FD-7.11", "Cuirassé n'est pas une classe de base"),
    ({"palier": "avancée", "depuis": ("personne",)}, "FD-7.13", "« personne » n'existe pas"),
    ({"types": ("Volante",)}, "FD-4.7", "« Volante »"),
    ({"primaires": {}, "choix": 0}, "FD-7.13", "Aucune maîtrise"),
    ({"primaires": {"Fronde": 2}}, "FD-7.13", "« Fronde »"),
    ({"primaires": {"Épée": 6}}, "FD-6.16", "de 0 à 5, pas 6"),
    ({"choix": 20}, "FD-7.13", "20 maîtrises secondaires"),
    ({"minimum": {"Épée": 1}}, "FD-8.10", "Min"),
    ({"gains": ((6, "Épée", 2),)}, "FD-6.16", "de 2 à 2"),
    ({"gains": ((6, "Épée", 6),)}, "FD-6.16", "de 2 à 6"),
    ({"gains": ((6, "Fronde", 1),)}, "FD-7.13", "« Fronde »"),
    ({"gains": ((61, "Épée", 3),)}, "FD-7.13", "niveau 61"),
    ({"gains": ((9, "Épée", 3), (4, "Épée", 4))}, "FD-7.13", "niveau 4, après le niveau 9"),
    ({"speciale": "gardien"}, "FD-7.13", "Gardien est une technique ordinaire"),
    ({"speciale": "rien"}, "FD-7.13", "« rien » n'existe pas"),
    ({"arbre": (("danse", 3),)}, "FD-7.13", "Danse est la technique spéciale"),
    ({"arbre": (("rien", 3),)}, "FD-7.13", "« rien » n'existe pas"),
    ({"arbre": (("gardien", 3), ("gardien", 5))}, "FD-7.13", "deux fois"),
    ({"arbre": (("gardien", 0),)}, "FD-3.57", "de 1 à 60, pas 0"),
    ({"fixe": {**MYRMIDON.fixe, "PV": 5}}, "FD-7.18", "26 points, 25"),
    ({"fixe": {**MYRMIDON.fixe, "AGI": 6, "PV": 3}}, "FD-7.19", "6 en AGI"),
    ({"fixe": {**MYRMIDON.fixe, "MOV": 1, "PV": 3}}, "FD-7.18", "« MOV »"),
    ({"fixe_croissance": {**MYRMIDON.fixe_croissance, "CHA": 8}}, "FD-7.20", "76 points, 75"),
    ({"fixe_croissance": {**MYRMIDON.fixe_croissance, "FOR": 31, "AGI": 5}}, "FD-7.21", "31 en FOR"),
    ({"fixe_croissance": {**MYRMIDON.fixe_croissance, "MAG": 0, "CHA": 8}}, "FD-7.21", "MAG n'en a pas"),
    ({"effets": (Effet("soin", n=3),)}, "FD-9.1", "doit dire à quel moment"),
]


@pytest.mark.rule("FD-7.11", "FD-7.13", "FD-7.14", "FD-3.57", "FD-8.1", "FD-8.10", "FD-7.19", "FD-7.21")
@pytest.mark.parametrize(("change", "regle", "texte"), REFUS_DE_CLASSE)
def test_a_class_is_refused_with_the_reason(change: dict[str, Any], regle: str, texte: str) -> None:
    fautes = list(fautes_de_classe(replace(MYRMIDON, **change)))
    assert any(f.rule == regle and texte in str(f) for f in fautes), list(map(str, fautes))
    assert all(f.rule in LEDGER.rules for f in fautes)


@pytest.mark.rule("FD-7.14")
@given(st.dictionaries(st.sampled_from((*STATS, *AUTRES)), st.integers(-3, 22)), st.sampled_from(sorted(PALIERS)))
def test_points_are_accepted_only_in_the_budget(bonus: dict[str, int], palier: Any) -> None:
    croissance = {"PV": PALIERS[palier].croissance - 20, "HAB": 20}
    mage = replace(CLASSES["mage"], bonus=bonus, palier=palier, croissance=croissance)
    refusee = "FD-7.14" in {f.rule for f in fautes_de_classe(mage)}
    permise = (
        somme(bonus) == PALIERS[palier].points
        and bonus.get("PV", 0) >= 15
        and all(n >= 0 for s, n in bonus.items() if s in STATS)
    )
    assert refusee != permise


@pytest.mark.rule("FD-7.14")
@given(
    st.integers(15, 25).flatmap(lambda pv: st.tuples(st.just(pv), st.lists(st.integers(0, 7), min_size=6, max_size=6)))
)
def test_any_spread_that_adds_up_is_accepted(tirage: tuple[int, list[int]]) -> None:
    pv, restes = tirage
    bonus, libres = {"PV": pv}, 25 - pv
    for stat, n in zip(COMBAT, restes, strict=False):
        bonus[stat] = min(n, libres)
        libres -= bonus[stat]
    bonus["CHA"] = libres
    assert list(fautes_de_classe(replace(CLASSES["mage"], bonus={**bonus, "CON": 9, "ESQ": -20}))) == []


MOTS = st.sampled_from((*STATS, *AUTRES, *TYPES_ARMES, "secondaire", "gardien", "danse", "garde", "cuirasse", ""))
TABLES = st.dictionaries(MOTS, st.integers(), max_size=4)


@pytest.mark.rule("FD-7.13")
@given(
    st.builds(
        Classe,
        palier=st.sampled_from(("base", "avancée", "suprême")),
        bonus=TABLES,
        croissance=TABLES,
        primaires=TABLES,
        secondaires=st.lists(MOTS, max_size=3).map(tuple),
        gains=st.lists(st.tuples(st.integers(), MOTS, st.integers()), max_size=3).map(tuple),
        speciale=MOTS,
        arbre=st.lists(st.tuples(MOTS, st.integers()), max_size=3).map(tuple),
        fixe=TABLES,
        fixe_croissance=TABLES,
        depuis=st.lists(MOTS, max_size=2).map(tuple),
        minimum=TABLES,
        types=st.lists(MOTS, max_size=2).map(tuple),
        effets=st.just(()),
    )
)
def test_whatever_a_table_writes_gets_sentences(c: Classe) -> None:
    en = words_of(PACKAGE).en
    for faute in fautes_de_classe(c):
        assert faute.rule in LEDGER.rules
        assert faute.text in en, faute.text


@pytest.mark.rule("FD-7.9", "FD-7.10")
@given(TABLES)
def test_whatever_increases_a_table_writes_get_sentences(plus: dict[str, int]) -> None:
    refus = regles(fautes_d_augmentation(plus))
    assert refus <= {"FD-7.9", "FD-7.10"}
    if not refus:
        assert sum(n for s, n in plus.items() if s != "PV") + plus.get("PV", 0) // 2 == 4


REFUS_D_ORIGINE: list[tuple[dict[str, Any], str, str]] = [
    ({"description": " "}, "FD-7.8", "la description manque"),
    ({"age": ""}, "FD-7.8", "l'âge manque"),
    ({"taille": ""}, "FD-7.8", "la taille manque"),
    ({"poids": ""}, "FD-7.8", "le poids manque"),
    ({"cases": 0}, "FD-7.8", "au moins une case"),
    ({"langues": ()}, "FD-7.8", "aucune langue"),
    ({"langues": ("Commun", "Latin")}, "FD-5.19", "« Latin »"),
    ({"mov": 0}, "FD-7.8", "au moins 1 case"),
    ({"con": (7, 3)}, "FD-7.8", "de 7 à 3"),
    ({"con": (0, 3)}, "FD-7.8", "de 0 à 3"),
    ({"types": ("Blindée",)}, "FD-4.7", "« Blindée »"),
    ({"suggere": {"MAG": 1, "RES": 1, "AGI": 3}}, "FD-7.9", "+3, +1, +1"),
    ({"suggere": {}}, "FD-7.9", "rien"),
    ({"suggere": {"MAG": 4}}, "FD-7.9", "+4"),
    ({"suggere": {"ELO": 2, "MAG": 2, "RES": 2}}, "FD-7.9", "« ELO »"),
    ({"traits": (Trait("Bagou", (Effet("bonus", "sociales", 5),)),)}, "FD-7.8", "caractéristiques sociales"),
    ({"traits": (Trait("Rien", ()),)}, "FD-7.8", "n'a pas d'effet"),
    ({"traits": (Trait("Souffle", (Effet("degats", n=3, qui="cible"),)),)}, "FD-7.8", "doit dire à quel moment"),
]


@pytest.mark.rule("FD-7.8", "FD-7.9")
@pytest.mark.parametrize(("change", "regle", "texte"), REFUS_D_ORIGINE)
def test_an_origin_is_refused_with_the_reason(change: dict[str, Any], regle: str, texte: str) -> None:
    fautes = list(fautes_d_origine(replace(ELFE, **change)))
    assert any(r == regle and texte in t for r, t in fautes), fautes
    assert all(r in LEDGER.rules and t.startswith("Elfe Lumineux") for r, t in fautes)


@pytest.mark.rule("FD-7.8")
def test_an_origin_may_have_more_or_fewer_traits() -> None:
    assert list(fautes_d_origine(replace(ELFE, traits=ELFE.traits[:1]))) == []
    assert list(fautes_d_origine(replace(ELFE, traits=(*ELFE.traits, *ORIGINES["orc"].traits)))) == []


@pytest.mark.rule("FD-7.9", "FD-7.10")
@pytest.mark.parametrize(
    ("plus", "refus"),
    [
        ({"FOR": 1, "MAG": 1, "DEF": 1, "RES": 1}, set()),
        ({"FOR": 2, "MAG": 1, "DEF": 1}, set()),
        ({"FOR": 2, "MAG": 2}, set()),
        ({"FOR": 3, "MAG": 1}, set()),
        ({"FOR": 1, "INIT": 1, "PV": 4}, set()),
        ({"FOR": 3, "PV": 2}, set()),
        ({"FOR": 2, "INIT": 2}, set()),
        ({"INIT": 4}, {"FD-7.10"}),
        ({"PV": 8}, {"FD-7.10"}),
        ({"FOR": 3, "PV": 1}, {"FD-7.10"}),
        ({"FOR": 3, "MAG": 1, "PV": -2}, {"FD-7.10"}),
        ({"FOR": 2, "MAG": 2, "INIT": -1}, {"FD-7.10"}),
        ({"FOR": 2, "PV": 2}, {"FD-7.9"}),
        ({"FOR": 5, "MAG": -1}, {"FD-7.9"}),
        ({"FOR": 3, "CON": 1}, {"FD-7.9"}),
    ],
)
def test_patterns_and_replacements(plus: dict[str, int], refus: set[str]) -> None:
    assert regles(fautes_d_augmentation(plus)) == refus


# ---------------------------------------------------------------- every effect acts


def unite(id: str, camp: str, x: int, y: int, **kw: Any) -> Unite:
    fiche = Fiche(nom=id, points={"PV": 40, "FOR": 5, "MAG": 5, "CON": 8, "MOV": 5})
    return replace(Unite(id, fiche, side=camp, x=x, y=y, joueur=True, perdus=25, jt=3, charges=1), **kw)


def melee(**soi: Any) -> Scene:
    """Two against two, all hurt, on the tour of « soi »."""
    unites = {
        u.id: u
        for u in (
            unite("soi", "A", 5, 5, **soi),
            unite("ami", "A", 5, 6),
            unite("ennemi", "B", 6, 5, face=0),
            unite("autre", "B", 4, 5),
        )
    }
    ordre = tuple(unites)
    return Scene(unites, encounter=Combat(1, dict.fromkeys(ordre, 9), ordre, {"soi": Tour()}, joues=ordre))


def souffrant(scene: Scene, mal: str) -> Scene:
    """Everybody suffers from this."""
    change = {"affliction": MalActif(mal, 2)} if mal in AFFLICTIONS else {"etats": (MalActif(mal, 2),)}
    return scene.put(*(replace(u, **change) for u in scene.people.values()))


def avant(e: Effet) -> Scene:
    """A scene in which an effect has something to change."""
    scene = melee()
    if e.fait == "guerit":
        return souffrant(scene, e.sur if e.sur in MAUX else "poison")
    if e.fait == "reanime":
        blessure = "Létale" if e.sur else "Grave"
        return scene.put(replace(scene["ami"], survie=Survie(2000, blessure)))
    if e.fait == "attire":
        return scene.put(replace(scene["ennemi"], x=8), replace(scene["autre"], x=1))
    return scene


def touches(t: Technique, e: Effet) -> set[str]:
    """On whom it falls there."""
    vises = {"soi": {"soi"}, "allies": {"soi", "ami"}, "ennemis": {"ennemi", "autre"}, "cible": {"ennemi"}}
    if e.qui == "cible" and t.cible == "allie":
        return {"ami"}
    return {*vises["allies"], *vises["ennemis"]} if e.qui == "tous" else vises[e.qui]


ACTES = [(t, e) for t in TECHNIQUES.values() for e in t.effets if t.activation in EMPLOYEES or e.quand != "toujours"]


@pytest.mark.rule("FD-9.1", "FD-9.4")
@pytest.mark.parametrize(("t", "e"), ACTES, ids=[f"{t.id}-{e.fait}-{e.sur}" for t, e in ACTES])
def test_everything_a_technique_does_changes_the_scene(t: Technique, e: Effet) -> None:
    scene, oracle = avant(e), Scripted(dice=[1] * 60)
    cible = "ami" if t.cible == "allie" else "ennemi"
    case = (6, 6) if t.cible == "case" else None
    cases = frozenset(u.case for u in scene.people.values()) if t.motif is not None else None
    apres = produire(scene, oracle, "soi", ((t.nom, replace(e, si=""), "FD-9.4"),), Vise(cible, case, cases))
    assert apres != scene
    assert oracle.events or e.fait in PASSIFS
    if e.fait in ("tour", "initiative"):
        assert apres.encounter != scene.encounter
    elif e.fait == "terrain":
        assert apres.zones == (Zone(tuple(sorted(cases or ())), e.sur, "soi", e.tours + 1),)
    elif e.fait == "echange":
        assert (apres["soi"].case, apres["ami"].case) == (scene["ami"].case, scene["soi"].case)
    elif e.fait == "saut":
        assert apres["soi"].case == case
    else:
        assert {id for id, u in apres.people.items() if u != scene[id]} == touches(t, e)


PASSIVES = [
    (nom, e)
    for nom, effets in (
        *((t.id, t.effets) for t in TECHNIQUES.values() if t.activation in ("passive", "attaque")),
        *((c.id, c.effets) for c in CLASSES.values()),
        *((o.id, trait.effets) for o in ORIGINES.values() for trait in o.traits),
    )
    for e in effets
    if passif(e)
]


def situation(e: Effet, vraie: bool) -> tuple[Scene, Unite, Unite, Assaut]:
    """Somebody with this passive, before somebody else, where its condition holds or where it does not."""
    scene = melee(perdus=0)
    fiche = replace(scene["soi"].fiche, passifs=(e,))
    autre = scene["ennemi"]
    coup = Assaut("Épée", "TRA", False, 1)
    cle, _, valeur = e.si.partition(":")
    if cle in ("immobile", "elan"):
        pas = 3 if (cle == "elan") == vraie else 2 if cle == "elan" else 1 if not vraie else 0
        tours = {"soi": Tour(pas=pas)}
        assert scene.encounter is not None
        scene = replace(scene, encounter=replace(scene.encounter, tours=tours))
    elif cle == "moitie":
        scene = scene.put(replace(scene["soi"], perdus=20 if vraie else 19))
    elif cle in ("cible_moitie", "cible_pleine"):
        moitie = (cle == "cible_moitie") == vraie
        autre = replace(autre, perdus=20 if moitie else 0)
    elif cle == "cible_affligee":
        autre = replace(autre, affliction=MalActif("poison") if vraie else None)
    elif cle in ("seul", "entoure"):
        scene = scene.put(replace(scene["ami"], y=9 if (cle == "seul") == vraie else 6))
    elif cle == "encercle":
        scene = scene.put(replace(scene["autre"], x=4 if vraie else 0))
    elif cle == "terrain" and vraie:
        scene = replace(scene, zones=(Zone((scene["soi"].case,), valeur),))
    elif cle == "contre" and vraie:
        autre = replace(autre, fiche=replace(autre.fiche, types=(valeur,)))
    elif cle == "dos":
        autre = replace(autre, face=0 if vraie else 3)
    elif cle in ("arme", "degats"):
        coup = coup._replace(**{cle: valeur if vraie else "Art" if cle == "arme" else "IMP"})
    elif cle in ("melee", "distance"):
        coup = coup._replace(portee=1 if (cle == "melee") == vraie else 2)
    elif cle in ("physique", "magique"):
        coup = coup._replace(magique=(cle == "magique") == vraie)
    scene = scene.put(replace(scene["soi"], fiche=fiche), autre)
    return scene, scene["soi"], autre, coup


@pytest.mark.rule("FD-9.1", "FD-9.2", "FD-9.3", "FD-9.4")
@pytest.mark.parametrize(("nom", "e"), PASSIVES, ids=[f"{nom}-{e.fait}-{e.sur}-{e.si}" for nom, e in PASSIVES])
def test_everything_passive_holds_when_it_should(nom: str, e: Effet) -> None:
    for vraie in (True, False) if e.si else (True,):
        scene, u, autre, coup = situation(e, vraie)
        assert tient(scene, u, e, autre, coup) is vraie
        if e.fait == "bonus":
            ajoute = [n for qui, n, _ in termes_de(scene, u, e.sur, autre, coup) if qui == "Nature"]
            assert ajoute == ([e.n] if vraie else [])
        elif vraie:
            assert "Nature" in [qui for qui, _, _ in termes_de(scene, u, sur_quoi(e), autre, coup)]


def porteur(**fiche: Any) -> tuple[Scene, Unite]:
    u = Unite("soi", Fiche(nom="soi", **fiche), side="A")
    return Scene({"soi": u}), u


@pytest.mark.rule("FD-7.8", "FD-9.3")
def test_traits_are_at_work_on_whoever_is_of_that_origin() -> None:
    assert vision(*porteur(origine="elfe", classe="clerc")) == 7
    assert vision(*porteur(origine="elfe", classe="oeil_du_zenith")) == 9  # the best only (FD-4.23)
    nain = porteur(origine="nain")
    assert immunise(*nain, "poison", True)
    assert not immunise(*nain, "brulure", True)
    assert vole(*porteur(origine="messenger"))
    assert not vole(*porteur(origine="humain"))
    assert porteur(origine="orc", classe="garde")[1].pv_max == 17 + 3
    assert porteur(origine="therian")[1].fiche.types_propres == ("Bestiale",)


@pytest.mark.rule("FD-7.11", "FD-7.22", "FD-8.9")
def test_class_and_origin_on_a_sheet() -> None:
    """The lines of the book's example before any point is allocated."""
    fiche = Fiche(nom="Elfe", origine="elfe", classe="myrmidon", plus=dict(ELFE.suggere), con=5)
    assert fiche.base == {
        "PV": 17, "FOR": 2, "MAG": 1, "DEF": 0, "RES": 1, "HAB": 3, "AGI": 3, "CHA": 2,
        "CON": 8, "INIT": 2, "ESQ": 10, "MOV": 6,
    }  # fmt: skip
    assert [fiche.croissance(s) for s in ("PV", "HAB", "AGI", "CON", "MOV")] == [20, 25, 5, 3, 0]
    assert carac(*porteur(classe="cuirasse"), "DEF") == 7
    assert porteur(classe="cuirasse")[1].fiche.types_propres == ("Blindée",)


# ---------------------------------------------------------------- in a real attack

LAME = Arme("lame", "Lame", "Épée", "TRA", Puissance(fixe=4), pre=80)
ARC = Arme("arc", "Arc", "Arc", "PER", Puissance(fixe=4), pre=80, portee=(1, 2))
LIVRE = Arme("livre", "Livre", "FEU", "FEU", Puissance(fixe=4), pre=80, portee=(1, 2), tome=True)
ATTAQUES = [t for t in TECHNIQUES.values() if t.activation == "attaque"]
REACTIONS = [t for t in TECHNIQUES.values() if t.activation == "reaction"]


def duel(arme: Arme, loin: int = 1, techniques: tuple[str, ...] = (), reactions: tuple[str, ...] = ()) -> Scene:
    """« soi » behind « ennemi », whose turn comes next; nobody rolls any damage."""
    points = {"PV": 40, "FOR": 5, "MAG": 5, "CON": 8, "MOV": 5}
    soi = Fiche(nom="soi", points=points, techniques=techniques)
    lui = Fiche(nom="ennemi", points=points, techniques=reactions, types=("Dragon", "Blindée"))
    unites = {
        "soi": Unite("soi", soi, Equipement((arme,)), "A", x=5, y=5),
        "ennemi": Unite("ennemi", lui, side="B", x=5 + loin, y=5, jt=4),
    }
    ordre = ("soi", "ennemi")
    return Scene(unites, encounter=Combat(1, {"soi": 9, "ennemi": 5}, ordre, {"soi": Tour()}, joues=ordre))


def frapper(
    scene: Scene, de: int, techniques: tuple[str, ...] = (), answers: tuple[str, ...] = ()
) -> tuple[Scene, Scripted]:
    oracle = Scripted(dice=[de, 6, 6], answers=answers)
    attaque = Attaquer("soi", "ennemi", techniques=techniques)
    assert attaque.closed(scene) is None
    return attaque.executer(scene, oracle), oracle


def trace(apres: Scene, oracle: Scripted) -> Any:
    """What an attack has come to, the price of techniques apart."""
    nus = [replace(u, jt=0, recharges=(), fiche=Fiche(nom=u.nom)) for u in apres.people.values()]
    return nus, apres.encounter, [(e.terms, e.facts) for e in oracle.events if e.what in ("attaque", "degats")]


@pytest.mark.rule("FD-3.20", "FD-3.56", "FD-9.4")
@pytest.mark.parametrize("t", ATTAQUES, ids=lambda t: t.id)
def test_a_technique_paid_with_an_attack_changes_that_attack(t: Technique) -> None:
    conditions = {e.si for e in t.effets}
    arme = LIVRE if "magique" in conditions else ARC if conditions & {"distance", "arme:Arc"} else LAME
    scene = duel(arme, 2 if "distance" in conditions else 1, (t.id,))
    if "cible_moitie" in conditions:
        scene = scene.put(replace(scene["ennemi"], perdus=30))
    if t.id == "sort_tresse":
        scene = scene.put(replace(scene["ennemi"], x=9))
        assert Attaquer("soi", "ennemi").closed(scene) is not None
        avec, _ = frapper(scene, 5, (t.id,))
    else:
        avec, oracle = frapper(scene, 5, (t.id,))
        assert trace(avec, oracle) != trace(*frapper(scene, 5))
    assert avec["soi"].jt - scene["soi"].jt in (-t.jt, 1 - t.jt)  # Poche retournée gives one back
    assert avec["soi"].recharge(t.id) == (t.recharge + 1 if t.recharge else 0)
    assert not any(not a.tours for a in avec["soi"].effets)  # what held for the attack is over


@pytest.mark.rule("FD-6.9", "FD-9.4")
def test_longer_reach_is_that_of_one_kind_of_weapon() -> None:
    for arme, ouverte in ((ARC, True), (LIVRE, False)):
        scene = duel(arme, 3, ("corde_tendue",))
        assert (Attaquer("soi", "ennemi").closed(scene) is None) is ouverte


@pytest.mark.rule("FD-4.23", "FD-9.4")
def test_life_comes_back() -> None:
    """MAG 5 and 4: 9 damage, a fifth of it returns by Solaire. Faisceau: 10, and 40 percent of it, not 60."""
    livre = replace(LIVRE, type="RAD", degats="RAD")
    scene = duel(livre, 1, ("faisceau", "solaire"))
    scene = scene.put(replace(scene["soi"], perdus=20))
    for techniques, perdus, rendus in (((), 9, 1), (("faisceau",), 10, 4)):
        apres, _ = frapper(scene, 50, techniques)
        assert apres["ennemi"].perdus == perdus
        assert apres["soi"].perdus == 20 - rendus


@pytest.mark.rule("FD-3.43", "FD-9.24", "FD-9.4")
@pytest.mark.parametrize("t", REACTIONS, ids=lambda t: t.id)
def test_a_reaction_is_offered_paid_and_felt(t: Technique) -> None:
    moment = t.effets[0].quand
    arme = LIVRE if t.effets[0].si == "magique" else LAME
    scene = duel(arme, reactions=(t.id,))
    if moment == "debut":
        scene = souffrant(scene, "poison")
        sans, avec = (debuter(scene, Scripted(answers=[a], dice=[1] * 4), "ennemi") for a in ("non", "oui"))
        assert (sans["ennemi"].affliction is None, avec["ennemi"].affliction is None) == (False, True)
        assert sans["ennemi"].jt - avec["ennemi"].jt == t.jt
        return
    de = 100 if moment == "esquive" else 75
    sans, oracle = frapper(scene, de, answers=("non",))
    assert [q.key for q in oracle.asked] == ["fd.reaction"]
    avec, autre = frapper(scene, de, answers=("oui",))
    assert avec["ennemi"].jt == 4 - t.jt
    assert sans["ennemi"].jt == 4
    assert trace(sans, oracle) != trace(avec, autre)


@pytest.mark.rule("FD-3.43", "FD-9.24")
def test_a_reaction_that_would_do_nothing_is_not_offered() -> None:
    for arme, loin, id in ((ARC, 2, "reponse_du_fer"), (LAME, 1, "baillon_de_runes"), (LIVRE, 1, "serment_de_pierre")):
        _, oracle = frapper(duel(arme, loin, reactions=(id,)), 100 if id == "reponse_du_fer" else 5)
        assert oracle.asked == []
    sain = Scripted()
    debuter(duel(LAME, reactions=("se_ressaisir",)), sain, "ennemi")
    assert sain.asked == []


@pytest.mark.rule("FD-2.13", "FD-9.4")
def test_gardien_covers_whoever_stands_beside() -> None:
    gardien = TECHNIQUES["gardien"]
    apres = produire(melee(), Scripted(), "soi", tuple((gardien.nom, e, "FD-9.4") for e in gardien.effets))
    assert [carac(apres, apres[id], "DEF") for id in ("soi", "ami", "ennemi")] == [4, 2, 0]
    assert [a.tours for a in apres["soi"].effets] == [4]  # the tour under way does not count
    assert [a.tours for a in apres["ami"].effets] == [3]
