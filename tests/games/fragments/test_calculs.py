"""Figures of an attack: bands, precision, effectiveness, damage, with the book's own examples."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product
from math import floor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee import odds
from tablee.games.fragments.book.c4_attaque.attaque import malus_de_fleche, termes_degats
from tablee.games.fragments.book.c4_attaque.calculs import (
    Coup,
    Tir,
    degats,
    efficacite,
    issue_du_jet,
    jet_d_attaque,
    jet_de_degats,
    jet_le_plus_haut,
    precision_propre,
)
from tablee.games.fragments.model.catalogue import Puissance
from tablee.games.fragments.model.tables import (
    DEGATS,
    EFFICACE_CONTRE_TYPE,
    EFFICACE_SUR_ELEMENT,
    ELEMENTS,
    JAMAIS,
    PHYSIQUES,
    TYPES_ARMES,
    TYPES_UNITES,
)
from tablee.kernel.ledger import ledger_of
from tablee.kernel.tally import total

LEDGER = ledger_of("tablee.games.fragments")


def bands(tir: Tir) -> dict[str, tuple[int, int]]:
    """From which face to which each reading goes."""
    found: dict[str, list[int]] = {}
    for de in range(1, 101):
        found.setdefault(issue_du_jet(tir, de), []).append(de)
    assert all(faces == list(range(faces[0], faces[-1] + 1)) for faces in found.values())
    return {name: (faces[0], faces[-1]) for name, faces in found.items()}


# ---------------------------------------------------------------- the attack roll


@pytest.mark.rule("FD-4.9", "FD-3.2", "FD-2.7")
def test_bands_are_stacked_after_the_critical() -> None:
    tir = Tir(80, 17, (("brulure", 8),))
    assert bands(tir) == {"critique": (1, 17), "brulure": (18, 25), "touche": (26, 80), "manque": (81, 100)}


@pytest.mark.rule("FD-2.7")
def test_a_mastered_weapon_has_its_own_critical_range_and_no_critical_failure() -> None:
    assert bands(Tir(100, 0)) == {"touche": (1, 100)}
    assert bands(Tir(50, 2)) == {"critique": (1, 2), "touche": (3, 50), "manque": (51, 100)}


@pytest.mark.rule("FD-4.10")
def test_a_miss_prevails() -> None:
    assert bands(Tir(40, 25, (("brulure", 20),))) == {"critique": (1, 25), "brulure": (26, 40), "manque": (41, 100)}
    assert bands(Tir(10, 25, (("brulure", 20),))) == {"critique": (1, 10), "manque": (11, 100)}
    assert bands(Tir(0, 25)) == {"manque": (1, 100)}


@pytest.mark.rule("FD-4.13")
def test_the_wielder_orders_his_afflictions() -> None:
    brulure, paralysie = ("brulure", 8), ("paralysie", 5)
    premier = bands(Tir(90, 5, (brulure, paralysie)))
    assert (premier["brulure"], premier["paralysie"]) == ((6, 13), (14, 18))
    second = bands(Tir(90, 5, (paralysie, brulure)))
    assert (second["paralysie"], second["brulure"]) == ((6, 10), (11, 18))


@pytest.mark.rule("FD-6.18")
def test_a_type_never_mastered() -> None:
    assert bands(Tir(100, 20, (("brulure", 8),), inconnue=True)) == {
        "critique": (1, 1),
        "brulure": (2, 9),
        "touche": (10, 95),
        "échec critique": (96, 100),
    }
    assert bands(Tir(30, 0, inconnue=True)) == {"touche": (1, 30), "manque": (31, 95), "échec critique": (96, 100)}
    assert precision_propre(75, 20, JAMAIS) == 37


@pytest.mark.rule("FD-4.16", "FD-6.16", "FD-6.17", "FD-2.11")
@pytest.mark.parametrize("row", LEDGER.rules["FD-6.16"].rows, ids=lambda r: str(r["niveau"]))
def test_precision_grows_by_half_of_hab_a_level_and_is_floored(row: dict[str, float]) -> None:
    for hab in range(31):
        assert precision_propre(80, hab, int(row["niveau"])) == floor(80 + hab * row["mult"])
    assert precision_propre(80, 15, 1) == 87  # 15 / 2 is used as 7


@pytest.mark.rule("FD-3.37")
def test_a_dodger_makes_two_dice_count() -> None:
    found = odds(jet_d_attaque, Tir(60, 10, esquive=True))
    assert found.p("critique", exact=True) == Fraction(10 * 10, 100 * 100)
    assert found.p("touche", exact=True) == Fraction(60 * 60 - 10 * 10, 100 * 100)


tirs = st.builds(
    Tir,
    st.integers(0, 100),
    st.integers(0, 100),
    st.lists(
        st.tuples(st.sampled_from(["brulure", "poison", "ralenti"]), st.integers(0, 60)), unique_by=lambda b: b[0]
    ).map(tuple),
    st.booleans(),
    st.booleans(),
)


@pytest.mark.rule("FD-4.9", "FD-4.10", "FD-4.14", "FD-6.18", "FD-3.37")
@given(tirs)
def test_the_roll_has_the_odds_of_its_faces(tir: Tir) -> None:
    bornes, haut = [], min(1, tir.critique) if tir.inconnue else tir.critique
    for nom, pour_cent in (("critique", 0), *tir.bandes):
        haut += pour_cent
        bornes.append((nom, haut))

    def relu(de: int) -> str:
        if tir.inconnue and 96 <= de <= 100:
            return "échec critique"
        if de > tir.precision:
            return "manque"
        return next((nom for nom, h in bornes if de <= h), "touche")

    faces = range(1, 101)
    ways = Counter(relu(max(a, b)) for a, b in product(faces, faces)) if tir.esquive else Counter(map(relu, faces))
    found = odds(jet_d_attaque, tir)
    assert {v: found.p(v, exact=True) for v in found.ways} == {v: Fraction(n, ways.total()) for v, n in ways.items()}


# ---------------------------------------------------------------- effectiveness


@pytest.mark.rule("FD-4.1")
def test_the_eleven_damage_types() -> None:
    rows = LEDGER.rules["FD-4.1"].rows
    assert {r["abr"]: r["nom"] for r in rows} == DEGATS
    assert {r["abr"] for r in rows if r["famille"] == "physique"} == set(PHYSIQUES)
    assert {r["abr"] for r in rows if r["famille"] == "élémentaire"} == set(ELEMENTS)


@pytest.mark.rule("FD-6.12", "FD-6.13")
def test_the_fifteen_weapon_types() -> None:
    propres = [r["type"].replace(" (& Coup)", "").replace("Magie de ", "") for r in LEDGER.rules["FD-6.12"].rows]
    assert set(TYPES_ARMES) == {*propres, *ELEMENTS}
    assert len(TYPES_ARMES) == 7 + 8


@pytest.mark.rule("FD-4.6")
def test_elements_against_elements() -> None:
    abr = {nom: a for a, nom in DEGATS.items()}
    vraies = {(abr[r["attaque"]], abr[r["efficace_sur"]]) for r in LEDGER.rules["FD-4.6"].rows}
    assert len(vraies) == 9 == sum(map(len, EFFICACE_SUR_ELEMENT.values()))
    for a, b in product(ELEMENTS, ELEMENTS):
        assert efficacite((), b, a, a, (), False, False) == int((a, b) in vraies)


@pytest.mark.rule("FD-4.8", "FD-4.7")
def test_attacks_against_unit_types() -> None:
    assert set(TYPES_UNITES) == {r["type"] for r in LEDGER.rules["FD-4.7"].rows}
    abr = {nom: a for a, nom in DEGATS.items()}
    vraies = {
        (abr.get(r["attaque"], r["attaque"].partition(" ")[0]), r["efficace_contre"])
        for r in LEDGER.rules["FD-4.8"].rows
    }
    assert len(vraies) == 8 == len(EFFICACE_CONTRE_TYPE)
    for degats_, arme, type_ in product(DEGATS, TYPES_ARMES, TYPES_UNITES):
        attendu = (degats_, type_) in vraies or (arme, type_) in vraies
        assert efficacite((type_,), "", degats_, arme, (), False, False) == int(attendu)


@pytest.mark.rule("FD-4.4", "FD-4.5")
def test_effectiveness_counts_once_and_cancels() -> None:
    assert efficacite(("Blindée", "Montée"), "", "PER", "Épée", ("Blindée", "Montée"), False, False) == 1
    assert efficacite(("Volante",), "", "PER", "Arc", (), False, True) == 0
    assert efficacite((), "", "PER", "Arc", (), False, True) == -1
    assert efficacite((), "", "PER", "Arc", (), True, False) == 1


# ---------------------------------------------------------------- damage


@pytest.mark.rule("FD-4.18", "FD-4.24")
def test_damage_in_its_order() -> None:
    p = Puissance(1, 6, 3)
    assert degats(Coup(p, 7, 5), 6, False) == 8
    assert degats(Coup(p, 7, 5, mult=3), 6, False) == 34
    assert degats(Coup(p, 10, 2, bruts=5, defense_brute=7, moitie=True), 6, False) == 6


@pytest.mark.rule("FD-4.15")
def test_a_critical_doubles_before_the_defence() -> None:
    assert degats(Coup(Puissance(1, 6, 3), 7, 5, critique=True), 6, False) == (7 + 6) * 2 - 5


@pytest.mark.rule("FD-4.2", "FD-4.18")
def test_an_effective_attack_doubles_all_but_the_defence() -> None:
    p = Puissance(1, 6, 3)
    assert degats(Coup(p, 7, 5, efficacite=1), 12, False) == 14 + 12 - 5
    assert degats(Coup(p, 7, 5, efficacite=1, critique=True), 12, False) == (14 + 12) * 2 - 5


@pytest.mark.rule("FD-4.3", "FD-2.11")
def test_an_ineffective_attack_is_halved_and_floored_once() -> None:
    p = Puissance(1, 8, 4)
    assert degats(Coup(p, 6, 2, efficacite=-1), 7, False) == 4  # 6.5 - 2
    assert degats(Coup(p, 6, 2, efficacite=-1, critique=True), 7, False) == 11
    assert degats(Coup(p, 0, 0, efficacite=-1), 3 + 4, False) == 3  # not 1d8 + 2


@pytest.mark.rule("FD-4.21")
def test_raw_damage_passes_every_defence_and_is_not_multiplied() -> None:
    assert degats(Coup(Puissance(0, 0, 6), 6, 20, bruts=5), 6, False) == 5
    assert degats(Coup(Puissance(0, 0, 6), 6, 2, critique=True, bruts=5), 6, False) == 24 - 2 + 5


@pytest.mark.rule("FD-4.22")
def test_raw_defence_eats_raw_damage_first_then_the_rest() -> None:
    p = Puissance(0, 0, 6)
    assert degats(Coup(p, 10, 2, bruts=5, defense_brute=3), 6, False) == 14 + 2
    assert degats(Coup(p, 10, 2, bruts=5, defense_brute=7), 6, False) == 12
    assert degats(Coup(p, 10, 2, defense_brute=50), 6, False) == 1


@pytest.mark.rule("FD-4.20")
def test_scratches() -> None:
    faible = Coup(Puissance(0, 4, 15), 7, 25)
    assert degats(faible, 15, False) == 1
    assert degats(faible, 15, True) == 0
    assert degats(Coup(Puissance(0, 0, 15), 11, 25), 15, True) == 1  # a true point of damage is no scratch


@pytest.mark.rule("FD-6.22", "FD-6.24", "FD-4.24")
def test_half_is_taken_of_the_end_and_leaves_a_scratch() -> None:
    assert degats(Coup(Puissance(0, 0, 7), 7, 5, moitie=True), 7, False) == 4
    assert degats(Coup(Puissance(0, 0, 1), 5, 5, moitie=True), 1, False) == 1
    assert degats(Coup(Puissance(0, 0, 1), 5, 5, moitie=True), 1, True) == 0


@pytest.mark.rule("FD-6.11", "FD-4.2")
def test_puissance_is_at_least_one_and_doubles_its_dice() -> None:
    assert odds(jet_de_degats, Puissance(1, 4, -3), False).ways.keys() == {1}
    doubled = odds(jet_de_degats, Puissance(1, 6, 3), True)
    throws = Counter(a + b + 6 for a in range(1, 7) for b in range(1, 7))
    assert {v: doubled.p(v, exact=True) for v in doubled.ways} == {v: Fraction(n, 36) for v, n in throws.items()}


puissances = st.builds(Puissance, st.integers(0, 2), st.sampled_from([4, 6, 8]), st.integers(-4, 8))


@pytest.mark.rule("FD-6.11")
@given(puissances, st.booleans())
def test_the_highest_roll_is_the_highest(p: Puissance, doubles: bool) -> None:
    assert jet_le_plus_haut(p, doubles) == max(odds(jet_de_degats, p, doubles).ways)


@pytest.mark.rule("FD-6.24")
def test_each_further_arrow_costs_more_precision() -> None:
    rows = LEDGER.rules["FD-6.24"].rows
    assert [malus_de_fleche(r["fleche"]) for r in rows] == [r["precision"] for r in rows]
    assert malus_de_fleche(5) == -140


coups = st.builds(
    Coup,
    puissances,
    st.integers(0, 25),
    st.integers(0, 40),
    st.integers(-1, 1),
    st.booleans(),
    st.integers(1, 3),
    st.integers(0, 9),
    st.integers(0, 9),
    st.booleans(),
)


def selon_le_livre(c: Coup, jet: int, au_dernier: bool) -> int:
    """FD-4.24 step by step, in fractions."""
    facteur = Fraction(c.mult) * (2 if c.critique else 1)
    if c.efficacite < 0:
        facteur /= 2
    force = 2 * c.force if c.efficacite > 0 else c.force
    n = max(0, floor((force + jet) * facteur - c.defense))
    bruts, garde = c.bruts, c.defense_brute
    pris = min(bruts, garde)
    n = bruts - pris + max(0, n - (garde - pris))
    if c.moitie:
        n = floor(Fraction(n, 2))
    return n if n >= 1 else 0 if au_dernier else 1


@pytest.mark.rule("FD-4.24", "FD-4.2", "FD-4.3", "FD-4.15", "FD-4.18", "FD-4.20", "FD-4.21", "FD-4.22")
@given(coups, st.integers(1, 40), st.booleans(), st.booleans())
def test_damage_follows_the_order_and_its_terms_add_up(c: Coup, jet: int, au_dernier: bool, magique: bool) -> None:
    assert degats(c, jet, au_dernier) == selon_le_livre(c, jet, au_dernier)
    terms = termes_degats(c, jet, au_dernier, magique)
    assert total(terms) == degats(c, jet, au_dernier)
    assert all(regle in LEDGER.rules for _, _, regle in terms)
