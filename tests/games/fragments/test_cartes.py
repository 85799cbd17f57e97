"""Ready maps: terrain for every cell, a character of their own, ways from one side of each encounter to the other."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.fragments.book.c2_systeme.plateau import voit
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.cartes import CARTES, SIGNES, VIDE, case_de, place_de
from tablee.games.fragments.model.catalogue import TERRAINS
from tablee.games.fragments.model.hexes import atteignables, distance, voisines
from tablee.games.fragments.model.scene import Carte

PROPRES = {
    "gue": {"gue", "eau_profonde"},
    "village": {"ruines", "barricade"},
    "col": {"bourrasque", "glace"},
    "temple": {"sanctuaire", "tenebres", "fosse"},
}


@pytest.mark.rule("FD-9.19")
@pytest.mark.parametrize("id", CARTES)
def test_a_map_gives_a_terrain_to_each_of_its_cells(id: str) -> None:
    prete = CARTES[id]
    assert {len(ligne) for ligne in prete.lignes} == {len(prete.lignes[0])}
    assert 14 <= len(prete.lignes[0]) <= 24 and len(prete.lignes) >= 10
    assert prete.nom and prete.note
    signes = "".join(prete.lignes)
    assert set(signes) <= {*SIGNES, VIDE}
    cases = prete.carte.cases
    assert len(cases) == len(signes.replace(VIDE, ""))
    for y, ligne in enumerate(prete.lignes):
        for colonne, signe in enumerate(ligne):
            assert cases[case_de(colonne, y)] is SIGNES[signe]


@pytest.mark.rule("FD-9.19")
def test_each_map_has_ground_that_no_other_has() -> None:
    assert set(PROPRES) == set(CARTES)
    for id, propres in PROPRES.items():
        ici = {t.id for t in CARTES[id].carte.cases.values()}
        ailleurs = {t.id for autre in CARTES.values() if autre.id != id for t in autre.carte.cases.values()}
        assert propres <= ici - ailleurs, id


@pytest.mark.rule("FD-9.15")
def test_every_sign_stands_for_one_terrain() -> None:
    assert len(SIGNES) == len(TERRAINS) and VIDE not in SIGNES
    assert all(len(signe) == 1 for signe in SIGNES)


@pytest.mark.rule("FD-9.19", "FD-9.15")
@pytest.mark.parametrize("id", CARTES)
def test_all_open_ground_hangs_together(id: str) -> None:
    """Closed rooms open only by force: what lies behind a door or a barricade may be apart, nothing else."""
    cases = CARTES[id].carte.cases
    ouvertes = {c for c, t in cases.items() if t.cout is not None}
    forcees = ouvertes | {c for c, t in cases.items() if t.pv}
    depart = max(ouvertes, key=lambda c: len(atteignables(c, 3, lambda v: 1 if v in ouvertes else None)))
    a_pied = atteignables(depart, 200, lambda v: 1 if v in ouvertes else None)
    assert len(a_pied) > 0.8 * len(ouvertes)
    assert set(atteignables(depart, 200, lambda v: 1 if v in forcees else None)) >= ouvertes


# ---------------------------------------------------------------- columns and rows


@pytest.mark.rule("FD-2.3", "FD-9.19")
def test_odd_rows_lie_half_a_cell_to_the_right() -> None:
    assert [case_de(0, y) for y in range(4)] == [(0, 0), (0, 1), (-1, 2), (-1, 3)]
    assert {place_de(v) for v in voisines(case_de(3, 2))} == {(2, 2), (4, 2), (2, 1), (3, 1), (2, 3), (3, 3)}
    assert {place_de(v) for v in voisines(case_de(3, 3))} == {(2, 3), (4, 3), (3, 2), (4, 2), (3, 4), (4, 4)}


@given(st.integers(-50, 50), st.integers(0, 50))
def test_a_cell_and_its_place_on_the_map_are_the_same_thing(colonne: int, ligne: int) -> None:
    assert place_de(case_de(colonne, ligne)) == (colonne, ligne)
    assert distance(case_de(colonne, ligne), case_de(colonne + 1, ligne)) == 1
    assert distance(case_de(colonne, ligne), case_de(colonne, ligne + 1)) == 1


@pytest.mark.rule("FD-9.19")
def test_nobody_is_outside_of_a_map_and_a_hole_is_outside() -> None:
    carte = Carte(("...", ". ."))
    assert len(carte.cases) == 5 and case_de(1, 1) not in carte.cases
    s = lire_scene({"carte": {"lignes": ["...", ". ."]}, "unites": {"a": {"place": [2, 1]}}})
    assert s.sur_la_carte(s["a"].case) and not s.sur_la_carte(case_de(1, 1))


@pytest.mark.rule("FD-9.19", "FD-3.44")
def test_a_map_is_named_by_its_id_and_its_walls_hide() -> None:
    gens = {"a": {"place": [1, 6]}, "b": {"place": [1, 4]}, "c": {"place": [16, 6]}}
    s = lire_scene({"carte": "temple", "unites": gens})
    assert s.carte == CARTES["temple"].carte
    assert s.terrain(case_de(8, 2)).id == "sanctuaire"
    assert not voit(s, s["a"], s["b"].case)  # the wall of the chapel
    assert voit(s, s["a"], s["c"].case)  # straight through the nave
