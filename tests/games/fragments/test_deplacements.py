"""Chapter 3, moving: how far, over which ground, past whom, in the fog; Ruée."""

from __future__ import annotations

from collections import deque

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.plateau import arrivee, cases_vues, cout, couts, deplacer, trajets, voit
from tablee.games.fragments.book.c3_combat.actions import Attendre, SeConcentrer
from tablee.games.fragments.book.c3_combat.deplacements import (
    Ruee,
    SeDeplacer,
    cases_de_ruee,
    offers,
    rencontre,
    restants,
)
from tablee.games.fragments.book.c3_combat.tours import Combattre, apres_bonus, apres_rapide
from tablee.games.fragments.model.catalogue import TERRAINS
from tablee.games.fragments.model.hexes import Case, distance, voisines
from tablee.games.fragments.model.langage import bonus
from tablee.games.fragments.model.people import Actif, MalActif, Survie
from tablee.games.fragments.model.scene import Carte, Scene, Tour, Zone
from tablee.kernel.live import Scripted

from .champ import combat, jouer, qui, refus, scene

VOL = {"fait": "vol"}


def atteintes(s: Scene, who: str = "a") -> set[Case]:
    """The cells the buttons offer."""
    return {(a.x, a.y) for a in offers(s, s[who]) if isinstance(a, SeDeplacer)}


# ---------------------------------------------------------------- how far


@pytest.mark.rule("FD-2.20", "FD-3.22", "FD-3.21")
def test_one_goes_as_far_as_mov_in_several_steps():
    s = combat(a=qui(init=12, MOV=4), b=qui("b", init=1, x=20))
    assert refus(s, SeDeplacer("a", 5, 0)) == "FD-2.20"
    s = jouer(s, SeDeplacer("a", 3, 0)).scene
    assert (s["a"].case, restants(s, s["a"])) == ((3, 0), 1)
    assert refus(s, SeDeplacer("a", 5, 0)) == "FD-2.20"
    assert refus(s, SeDeplacer("a", 3, 0)) == "FD-3.22"
    s = jouer(s, SeDeplacer("a", 3, 1)).scene
    assert s.turn() == ("a",) and atteintes(s) == set()
    s = jouer(s, Attendre("a"), Attendre("b")).scene
    assert restants(s, s["a"]) == 4


@pytest.mark.rule("FD-3.22")
@pytest.mark.parametrize("avant", [apres_bonus, apres_rapide])
def test_there_is_no_moving_after_another_action(avant):
    s = avant(combat(a=qui(init=12), b=qui("b", init=1, x=20)), Scripted(), "a")
    assert refus(s, SeDeplacer("a", 1, 0)) == "FD-3.22"
    assert atteintes(s) == set()


@pytest.mark.rule("FD-2.10")
def test_a_unit_faces_where_it_goes_or_the_side_it_says():
    s = combat(a=qui(init=12), b=qui("b", init=1, x=20))
    assert jouer(s, SeDeplacer("a", 0, 2)).scene["a"].face == 1
    assert jouer(s, SeDeplacer("a", 0, 2, 4)).scene["a"].face == 4
    tourne = jouer(s, SeDeplacer("a", 0, 0, 3)).scene
    assert tourne["a"].face == 3 and restants(tourne, tourne["a"]) == 5
    assert refus(s, SeDeplacer("a", 0, 1, 6)) == "FD-2.10"


@pytest.mark.rule("FD-2.20")
def test_what_holds_one_in_place_closes_moving():
    s = combat(a=qui(init=12), b=qui("b", init=1, x=20))
    s = s.put(replace(s["a"], etats=(MalActif("entrave", 2),)))
    assert refus(s, SeDeplacer("a", 1, 0)) == "FD-9.11" and atteintes(s) == set()


def test_outside_fights_one_goes_where_one_likes_and_on_a_map_where_a_way_leads():
    s = scene(a=qui(), b=qui("b", x=20))
    assert jouer(s, SeDeplacer("a", 40, -3)).scene["a"].case == (40, -3)
    s = scene(carte=("..#.", "..#.", "..#."), a=qui(), b=qui("b", x=0, y=1))
    assert refus(s, SeDeplacer("a", 3, 0)) == "FD-2.20"
    assert refus(s, SeDeplacer("a", 1, 0)) == ""


# ---------------------------------------------------------------- over which ground


@pytest.mark.rule("FD-9.15", "FD-2.20")
def test_terrains_cost_their_cells_and_some_are_barred():
    s = combat(carte=(".fm~.",), a=qui(init=12, MOV=9), b=qui("b", init=1, x=4))
    assert trajets(s, s["a"], 9) == {(0, 0): 0, (1, 0): 2, (2, 0): 5}
    j = jouer(s, SeDeplacer("a", 2, 0))
    assert restants(j.scene, j.scene["a"]) == 4
    assert j.un("deplacement").terms == (("Cases", 2, "FD-2.20"), ("Terrain", 3, "FD-9.15"))


@pytest.mark.rule("FD-9.15")
def test_flyers_mind_only_what_hides_sight():
    vole = qui(init=12, MOV=9, passifs=[VOL])
    s = combat(carte=(".fm~B.#.",), a=vole, b=qui("b", init=1, x=7))
    assert trajets(s, s["a"], 9) == {(x, 0): x for x in range(6)}


@pytest.mark.rule("FD-9.15")
def test_some_walk_at_ease_on_some_ground():
    s = combat(carte=(".ffm",), a=qui(init=12, passifs=[{"fait": "marche", "sur": "foret"}]), b=qui("b", init=1, x=3))
    assert trajets(s, s["a"], 5) == {(0, 0): 0, (1, 0): 1, (2, 0): 2}


@pytest.mark.rule("FD-9.15")
def test_one_passes_allies_not_enemies_and_stops_on_a_free_cell():
    s = combat(carte=("....",), a=qui(init=12), ami=qui(init=3, x=1), b=qui("b", init=1, x=3))
    assert set(trajets(s, s["a"], 5)) == {(0, 0), (2, 0)}
    assert refus(s, SeDeplacer("a", 1, 0)) == "FD-2.20"
    assert jouer(s, SeDeplacer("a", 2, 0)).scene["a"].case == (2, 0)
    tombee = s.put(replace(s["b"], perdus=20, survie=Survie(2000, "Grave")))
    assert (3, 0) in trajets(tombee, tombee["a"], 5)  # whoever lies there bars nobody's way


@pytest.mark.rule("FD-9.15", "FD-9.19")
def test_a_zone_is_the_ground_while_it_lasts_and_nobody_leaves_the_map():
    s = combat(carte=("....", "...."), a=qui(init=12), b=qui("b", init=1, x=3))
    s = replace(s, zones=(Zone(((1, 0),), "ronces"),))
    assert trajets(s, s["a"], 3)[(1, 0)] == 3
    assert all(c in s.carte.cases for c in trajets(s, s["a"], 9))
    assert refus(s, SeDeplacer("a", -1, 0)) == "FD-2.20"


# ---------------------------------------------------------------- the fog


@pytest.mark.rule("FD-3.44")
def test_in_the_fog_one_sees_five_cells_and_what_effects_add():
    s = scene(brouillard=True, a=qui(), b=qui("b", x=9))
    assert {distance((0, 0), c) for c in cases_vues(s, s["a"])} == set(range(6))
    assert len(cases_vues(s, s["a"])) == 91
    assert cases_vues(replace(s, brouillard=False), s["a"]) is None and voit(
        replace(s, brouillard=False), s["a"], (9, 0)
    )
    plus = [{"fait": "bonus", "sur": "vision", "n": n} for n in (1, 2)]
    s = scene(brouillard=True, a=qui(passifs=plus), b=qui("b", x=9))
    assert voit(s, s["a"], (7, 0)) and not voit(s, s["a"], (8, 0))  # the best bonus only


@pytest.mark.rule("FD-3.44", "FD-9.15")
def test_what_hides_sight_hides_what_is_behind_it():
    s = scene(carte=("..#..",), a=qui(), b=qui("b", x=4))
    assert voit(s, s["a"], (2, 0)) and not voit(s, s["a"], (3, 0))


@pytest.mark.rule("FD-9.21")
def test_somebody_unseen_stops_the_move_on_the_cell_before():
    s = combat(carte=("." * 12,), brouillard=True, a=qui(init=12, MOV=9), b=qui("b", init=1, x=7))
    assert (9, 0) in atteintes(s) and (7, 0) in atteintes(s)  # the buttons do not betray anybody
    assert refus(s, SeDeplacer("a", 7, 0)) == ""
    j = jouer(s, SeDeplacer("a", 9, 0))
    assert j.scene["a"].case == (6, 0) and j.un("surpris").target == "b"
    assert j.scene.encounter.tours["a"].pas == 6
    assert refus(j.scene, SeDeplacer("a", 5, 0)) == "FD-3.22"  # the move is over
    assert jouer(j.scene, Ruee("a", 5, 0)).scene["a"].case == (5, 0)


@pytest.mark.rule("FD-9.21", "FD-9.15")
def test_stopped_behind_an_ally_one_stays_on_the_last_free_cell():
    s = combat(carte=("." * 12,), brouillard=True, a=qui(init=12, MOV=9), ami=qui(init=3, x=6), b=qui("b", init=1, x=7))
    j = jouer(s, SeDeplacer("a", 8, 0))
    assert j.scene["a"].case == (5, 0)


@pytest.mark.rule("FD-9.21")
def test_an_unseen_ally_where_one_wanted_to_stop_stops_the_move_too():
    s = combat(
        carte=("." * 12,), brouillard=True, a=qui(init=12, MOV=9), ami=qui(init=3, x=7), b=qui("b", init=1, x=11)
    )
    j = jouer(s, SeDeplacer("a", 7, 0))
    assert j.scene["a"].case == (6, 0) and j.un("surpris").target == "ami"
    assert jouer(s, SeDeplacer("a", 8, 0)).scene["a"].case == (8, 0)  # past an ally one goes


@pytest.mark.rule("FD-9.21")
def test_somebody_the_player_could_not_know_of_stops_the_move_on_the_cell_before():
    connue = combat(carte=("." * 12,), a=qui(init=12, MOV=9), c=qui("b", init=1, x=11))
    s = combat(carte=("." * 12,), a=qui(init=12, MOV=9), c=qui("b", init=1, x=11), b=qui("b", init=1, x=7))
    assert rencontre(s, connue, SeDeplacer("a", 6, 0)) is None
    for but in (7, 9):
        arret, pourquoi = rencontre(s, connue, SeDeplacer("a", but, 0))
        assert arret == SeDeplacer("a", 6, 0) and pourquoi.rule == "FD-9.21"
    collee = combat(carte=("." * 12,), a=qui(init=12, MOV=9), c=qui("b", init=1, x=11), b=qui("b", init=1, x=1))
    assert rencontre(collee, connue, SeDeplacer("a", 5, 0)).action is None


@pytest.mark.rule("FD-9.21")
def test_without_fog_everybody_is_seen():
    s = combat(carte=("." * 12,), a=qui(init=12, MOV=9), b=qui("b", init=1, x=7))
    assert max(atteintes(s)) == (6, 0) and refus(s, SeDeplacer("a", 8, 0)) == "FD-2.20"


# ---------------------------------------------------------------- Ruée


@pytest.mark.rule("FD-3.29", "FD-3.26", "FD-3.27")
def test_a_dash_adds_three_cells_right_after_moving_and_the_second_ends_the_tour():
    s = combat(a=qui(init=12, MOV=2), b=qui("b", init=1, x=30))
    assert refus(s, Ruee("a", 1, 0)) == "FD-3.29"
    s = jouer(s, SeDeplacer("a", 2, 0)).scene
    assert refus(s, Ruee("a", 6, 0)) == "FD-3.29" and refus(s, Ruee("a", 2, 0)) == "FD-3.29"
    s = jouer(s, Ruee("a", 5, 0)).scene
    assert s.turn() == ("a",) and refus(s, SeDeplacer("a", 4, 0)) == "FD-3.22"
    s = jouer(s, Ruee("a", 8, 0)).scene
    assert s["a"].case == (8, 0) and s.turn() == ("b",)


@pytest.mark.rule("FD-3.29")
def test_a_dash_follows_a_move_only_directly():
    s = combat(a=qui(init=12), b=qui("b", init=1, x=30))
    assert refus(jouer(s, SeDeplacer("a", 1, 0), SeConcentrer("a")).scene, Ruee("a", 2, 0)) == "FD-3.29"
    assert refus(jouer(s, SeDeplacer("a", 0, 0, 2)).scene, Ruee("a", 1, 0)) == "FD-3.29"  # turning is no move
    assert refus(scene(a=qui(), b=qui("b", x=9)), Ruee("a", 1, 0)) == "FD-3.29"


@pytest.mark.rule("FD-3.29")
def test_afflictions_and_states_shorten_a_dash_weight_wounds_and_exhaustion_do_not():
    s = combat(a=qui(init=12), b=qui("b", init=1, x=30))
    s = replace(s, encounter=replace(s.encounter, tours={"a": Tour(en_course=True)}))
    a = s["a"]
    assert cases_de_ruee(s, replace(a, etats=(MalActif("ralenti", 2),))) == 1
    assert cases_de_ruee(s, replace(a, affliction=MalActif("gel", 2))) == 0
    assert cases_de_ruee(s, replace(a, etats=(MalActif("entrave", 2),))) == 0
    assert cases_de_ruee(s, replace(a, etats=(MalActif("hate", 2),))) == 3
    assert cases_de_ruee(s, replace(a, sequelles=2, epuisement=2)) == 3
    assert cases_de_ruee(s, a.avec(Actif("Boue", bonus("MOV", -2), "FD-9.4", 2))) == 3
    lent = s.put(replace(a, etats=(MalActif("ralenti", 2),)))
    assert refus(lent, Ruee("a", 2, 0)) == "FD-3.29" and refus(lent, Ruee("a", 1, 0)) == ""


# ---------------------------------------------------------------- being moved


@pytest.mark.rule("FD-9.15")
def test_whoever_is_pushed_stops_before_walls_water_and_others():
    s = combat(carte=(".....#", "..~..."), a=qui(init=12, x=1), b=qui("b", init=1, x=3), c=qui("b", init=1, x=4))
    assert arrivee(s, s["a"], 0, 3) == ((2, 0), 1)
    assert arrivee(s, s["c"], 0, 3) == ((4, 0), 0)
    assert arrivee(s, s["a"], 3, 3) == ((0, 0), 1)  # the edge of the map


def test_mount_rider_and_passenger_go_together():
    s = scene(
        cavalier=qui(monture="cheval"),
        cheval={"bete": "cheval", "camp": "a", "cavalier": "cavalier"},
        ami=qui(passager_de="cavalier"),
        b=qui("b", x=9),
    )
    for who in ("cavalier", "cheval"):
        apres = deplacer(s, s[who], (4, 4))
        assert {apres[id].case for id in ("cavalier", "cheval", "ami")} == {(4, 4)}
        assert apres["b"].case == (9, 0)


# ---------------------------------------------------------------- beside a plain search

SIGNES = "...fhm~#BsR"
LARGEUR, HAUTEUR = 6, 5


def plein(x: int, y: int) -> Case:
    return x - (y - y % 2) // 2, y


@st.composite
def situations(draw):
    """A random map, a unit that walks or flies, others standing or lying about, fog or not."""
    lignes = draw(st.lists(st.text(SIGNES, min_size=LARGEUR, max_size=LARGEUR), min_size=HAUTEUR, max_size=HAUTEUR))
    places = draw(
        st.lists(
            st.tuples(st.integers(0, LARGEUR - 1), st.integers(0, HAUTEUR - 1)), min_size=3, max_size=7, unique=True
        )
    )
    traits = draw(st.sampled_from([(), (VOL,), ({"fait": "marche", "sur": "foret"},)]))
    unites = {}
    for i, place in enumerate(places):
        x, y = plein(*place)
        camp = "a" if i == 0 else draw(st.sampled_from("ab"))
        unites[f"u{i}"] = qui(camp, x=x, y=y, passifs=list(traits) if not i else [])
    for colonne, y in places:  # nobody starts inside a wall
        lignes[y] = lignes[y][:colonne] + "." + lignes[y][colonne + 1 :]
    s = scene(tuple(lignes), draw(st.booleans()), **unites)
    for i in range(1, len(places)):
        if draw(st.booleans()) and draw(st.booleans()):
            s = s.put(replace(s[f"u{i}"], perdus=20, survie=Survie(2000, "Grave")))
    if draw(st.booleans()):
        s = replace(s, zones=(Zone((plein(*draw(st.sampled_from(places))), plein(2, 2)), "ronces"),))
    return s


def a_la_main(s: Scene, points: int) -> dict[Case, int]:
    """Every (cell, points left) state there is, one step after the other; then the cells where one may stop."""
    u = s["u0"]
    vole = any(e.fait == "vol" for e in u.fiche.passifs)
    aise = {e.sur for e in u.fiche.passifs if e.fait == "marche"}

    def ground(c: Case) -> str | None:
        for zone in reversed(s.zones):
            if c in zone.cases:
                return zone.terrain
        y = c[1]
        colonne = c[0] + (y - y % 2) // 2
        if not (0 <= y < HAUTEUR and 0 <= colonne < LARGEUR):
            return None
        return next(t.id for t in TERRAINS.values() if t.signe == s.carte.lignes[y][colonne])

    def seen(c: Case) -> bool:
        return not s.brouillard or (distance(u.case, c) <= 5 and voit(s, u, c))

    def step(c: Case) -> int | None:
        y = c[1]
        if not (0 <= y < HAUTEUR and 0 <= c[0] + (y - y % 2) // 2 < LARGEUR):
            return None
        if any(v.case == c and v.side != "a" and v.survie is None for v in s.people.values()) and seen(c):
            return None
        terrain = TERRAINS[ground(c)]
        if vole and not terrain.cache:
            return 1
        if terrain.cout is None:
            return None
        return 1 if terrain.id in aise else terrain.cout

    states, queue = {(u.case, points)}, deque([(u.case, points)])
    while queue:
        c, left = queue.popleft()
        for v in voisines(c):
            n = step(v)
            if n is not None and n <= left and (v, left - n) not in states:
                states.add((v, left - n))
                queue.append((v, left - n))
    best = {c: points - max(left for d, left in states if d == c) for c, _ in states}
    taken = {v.case for v in s.people.values() if v.id != "u0" and v.survie is None and seen(v.case)}
    return {c: n for c, n in best.items() if c not in taken}


@pytest.mark.rule("FD-2.20", "FD-9.15", "FD-9.21")
@settings(max_examples=300, deadline=None)
@given(situations(), st.integers(0, 7))
def test_legal_moves_are_those_a_plain_search_finds(s, points):
    attendues = a_la_main(s, points)
    u = s["u0"]
    assert trajets(s, u, points) == attendues
    vues = cases_vues(s, u)
    prix = couts(s, u, vues)
    for c in Carte(s.carte.lignes).cases:
        assert prix(c) == cout(s, u, c, vues)


@pytest.mark.rule("FD-9.21", "FD-3.22")
@settings(max_examples=150, deadline=None)
@given(situations(), st.data())
def test_every_offered_move_can_be_made_and_ends_on_a_free_cell(s, data):
    if len({u.side for u in s.people.values() if u.survie is None}) < 2:
        return
    s = s.put(replace(s["u0"], fiche=replace(s["u0"].fiche, points={**s["u0"].fiche.points, "INIT": 90})))
    s = Combattre("u0").resolve(s, Scripted([1] * len(s.people)))
    offertes = list(offers(s, s["u0"]))
    assert {(a.x, a.y) for a in offertes} == set(a_la_main(s, 5)) - {s["u0"].case}
    if not offertes:
        return
    a = data.draw(st.sampled_from(offertes))
    assert a.closed(s) is None
    apres = jouer(s, a).scene
    debout = [u.case for u in apres.people.values() if u.survie is None]
    assert len(set(debout)) == len(debout)
    assert apres.encounter.tours["u0"].pas <= 5
    cache = s.occupant((a.x, a.y))
    assert apres["u0"].case == (a.x, a.y) or cache is not None or s.brouillard


@given(st.integers(-50, 50), st.integers(-50, 50), st.one_of(st.none(), st.integers()), st.text(max_size=3))
def test_closed_never_raises_whatever_is_asked(x, y, face, who):
    s = combat(carte=("....", "..#."), a=qui(init=12), b=qui("b", init=1, x=3))
    for action in (SeDeplacer(who, x, y, face), SeDeplacer("a", x, y, face), Ruee("a", x, y), Ruee(who, x, y)):
        for situation in (s, scene(a=qui(), b=qui("b", x=3))):
            ferme = action.closed(situation)
            if ferme is None:
                action.resolve(situation, Scripted())
            else:
                assert str(ferme)
