"""Blessures critiques: the four tables row by row, lost limbs, and how a roll finds its row."""

import re

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests.tests import pesent
from tablee.games.vieux_monde.book.c2_combat.combat import mouvement
from tablee.games.vieux_monde.book.c2_rounds.rounds import ecouler
from tablee.games.vieux_monde.book.c5_blessures.blessures import (
    AMPUTATION,
    CRITIQUES,
    FAMILLES,
    amputer,
    blesser,
    blessure_critique,
    rangee_critique,
)
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, subir
from tablee.games.vieux_monde.book.c5_blessures.mort import plaies_ouvertes
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, ETATS, LOCALISATION, ZONES
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import JOUR
from tablee.games.vieux_monde.model.tables import CARACS, DIFFICULTES
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .plaies import EPEE, dits, homme, lieu

LIGNES = [pytest.param(f, i, id=f"{f}-{row.min}") for f in FAMILLES for i, row in enumerate(CRITIQUES[f])]
ZONE = {"tete": "tete", "bras": "bras_droit", "corps": "corps", "jambe": "jambe_gauche"}
FORT = {"END": 90, "FOR": 60, "pb_fixes": 40}


def frappe(famille, i, *des, reponses=(), **autres):
    """Row i of a table strikes somebody who holds a sword and has 40 PB."""
    scene = lieu(bor=homme(equipement=EPEE, fiche={**FORT, **autres.pop("fiche", {})}, **autres))
    oracle = Scripted(des, reponses)
    apres = blesser(scene, oracle, "bor", ZONE[famille], CRITIQUES[famille][i])
    assert oracle.left_over() is None
    return scene, apres, oracle


def des_de(row, face):
    return (face,) if row.epreuve is not None and not row.mort else ()


# ---------------------------------------------------------------- the tables


@pytest.mark.rule("VM-6.7", "VM-5.5")
@pytest.mark.parametrize("famille", FAMILLES)
def test_each_table_covers_1_to_100_in_twenty_rows_of_five(famille):
    bornes = [(row.min, row.max) for row in CRITIQUES[famille]]
    assert bornes == [(n, n + 4) for n in range(1, 101, 5)]
    noms = [row.nom for f in FAMILLES for row in CRITIQUES[f]]
    assert len(set(noms)) == 80


@pytest.mark.rule("VM-6.7")
@pytest.mark.parametrize("famille", FAMILLES)
def test_rows_grow_graver(famille):
    table = CRITIQUES[famille]
    vivantes = [row for row in table if not row.mort]
    assert [row.pb for row in vivantes] == sorted(row.pb for row in vivantes)
    assert [row.jours for row in vivantes] == sorted(row.jours for row in vivantes)
    assert not any(row.chirurgie for row in table[:14]) and all(row.chirurgie or row.mort for row in table[14:])
    assert not any(row.ampute for row in table[:16]) and all(row.chirurgie for row in table if row.ampute)
    assert [row.min for row in table if row.mort] in ([], [96])
    assert not any(row.epreuve is not None and row.epreuve.mort for row in table[:19])
    assert table[19].mort or table[19].epreuve.mort


@pytest.mark.rule("VM-6.7")
@pytest.mark.parametrize(("famille", "i"), LIGNES)
def test_every_row_is_well_formed(famille, i):
    row = CRITIQUES[famille][i]
    connus = {*CARACS, *COMPETENCES, *SUR}
    assert all(m.sur in connus and m.mod < 0 for m in row.modifs)
    infliges = (*row.etats, *(row.epreuve.etats if row.epreuve else ()))
    assert all(e.etat in ETATS and e.niveaux >= 1 for e in infliges)
    assert all(e.niveaux == 1 or ETATS[e.etat].cumul for e in infliges)
    assert row.epreuve is None or (row.epreuve.competence in COMPETENCES and row.epreuve.difficulte in DIFFICULTES)
    assert row.dit and not re.search(r"\d", row.dit)


@pytest.mark.rule("VM-6.7", "VM-5.5", "VM-2.20")
@pytest.mark.parametrize(("famille", "i"), LIGNES)
def test_every_row_acts_on_the_scene_as_its_data_says(famille, i):
    row = CRITIQUES[famille][i]
    avant, apres, oracle = frappe(famille, i, *des_de(row, 1), avantages=3)
    p, q = avant["bor"], apres["bor"]
    assert q.avantages == 0 and len(q.blessures) == 1
    (dit,) = dits(oracle, "critique")
    assert (dit["nom"], dit["dit"]) == (row.nom, row.dit)
    if row.mort:
        assert q.vie == "mort" and dit.rule == "VM-5.11"
        return
    (plaie,) = q.blessures
    perdus = AMPUTATION[famille] if row.ampute else ()
    assert q.vie == "actif" and q.pb == p.pb - row.pb
    niveaux = {e.etat: e.niveaux for e in row.etats}
    if "inconscient" in niveaux:
        niveaux["a_terre"] = 1
    assert {e.id: e.niveaux for e in q.etats} == niveaux
    assert [(e.sur, e.mod) for e in q.effets] == [(m.sur, m.mod) for m in (*row.modifs, *perdus)]
    assert all(e.origine == "critique" and e.lie == plaie.id for e in q.effets)
    assert plaie.fin == (None if row.chirurgie else row.jours * JOUR) and plaie.chirurgie == row.chirurgie
    assert (plaie.jours, plaie.ampute, plaie.zone) == (row.jours, row.ampute, ZONE[famille])
    lache = row.lache or (row.ampute and famille == "bras")
    assert (q.equipement.tenues == ()) == lache and len(apres.au_sol) == lache
    assert q.etats or q.effets or apres.au_sol  # something beside the Points de Blessure


@pytest.mark.rule("VM-6.7")
@pytest.mark.parametrize(("famille", "i"), [x for x in LIGNES if CRITIQUES[x.values[0]][x.values[1]].epreuve])
def test_a_failed_test_adds_what_the_row_says(famille, i):
    row = CRITIQUES[famille][i]
    _, reussi, _ = frappe(famille, i, 1)
    _, rate, oracle = frappe(famille, i, 100)
    if row.epreuve.mort:
        assert (reussi["bor"].vie, rate["bor"].vie) == ("actif", "mort")
        return
    for e in row.epreuve.etats:
        deja = reussi["bor"].niveau(e.etat)
        attendu = deja + e.niveaux if ETATS[e.etat].cumul else 1
        assert rate["bor"].niveau(e.etat) == attendu and (attendu > deja or deja == 1)
        if e.rounds:
            assert rate["bor"].etat(e.etat).fin == 6 * e.rounds
    essai = dits(oracle, "essai")[0]
    assert total(essai.terms) == essai["valeur"]


@pytest.mark.rule("VM-6.7")
@pytest.mark.parametrize(("famille", "i"), [x for x in LIGNES if CRITIQUES[x.values[0]][x.values[1]].modifs])
def test_the_modifiers_of_a_row_weigh_and_resolve_ignores_them(famille, i):
    row = CRITIQUES[famille][i]
    avant, apres, _ = frappe(famille, i, *des_de(row, 1))
    p, q = avant["bor"], replace(apres["bor"], etats=())
    for m in row.modifs:
        if m.sur == "mouvement":
            assert total(mouvement(apres, q)) < total(mouvement(avant, p))
        elif m.sur in CARACS:
            assert q.carac(m.sur) == p.carac(m.sur) + m.mod
        else:
            genres = () if m.sur in COMPETENCES else (m.sur,)
            assert total(pesent(q.cas, m.sur if m.sur in COMPETENCES else "lames", genres)) <= m.mod
        fort = replace(q, stoique=True)
        assert total(tally(fort.bears, m.sur, fort.cas)) == 0


# ---------------------------------------------------------------- the roll


@pytest.mark.rule("VM-5.6")
@pytest.mark.parametrize(
    ("de", "attenuee", "talent", "jet"),
    [(1, False, 0, 1), (5, False, 0, 5), (6, False, 0, 6), (100, False, 0, 100), (26, True, 0, 6), (25, True, 0, 5),
     (20, True, 0, 1), (21, True, 0, 1), (3, True, 0, 1), (100, True, 0, 80), (50, True, 1, 20), (50, False, 2, 30)],
)  # fmt: skip
def test_an_attenuated_wound_is_rolled_20_lower_but_not_below_01(de, attenuee, talent, jet):
    scene = lieu(bor=homme(fiche={**FORT, "talents": {"os_epais": talent} if talent else {}}))
    oracle = Scripted([de, *[50] * 5])
    apres = blessure_critique(scene, oracle, "bor", "corps", attenuee)
    (dit,) = dits(oracle, "jet_critique")
    assert dit["jet"] == jet == total(dit.terms)
    assert apres["bor"].blessures[0].nom == CRITIQUES["corps"][(jet - 1) // 5].nom


@pytest.mark.rule("VM-5.6")
def test_the_odds_of_a_row_are_those_of_the_d100():
    assert [odds(rangee_critique, 0, False).p(i) for i in range(20)] == pytest.approx([0.05] * 20)
    assert odds(rangee_critique, 0, True).p(0) == pytest.approx(0.25)
    assert odds(rangee_critique, 0, True).p(16) == 0


@pytest.mark.rule("VM-5.5", "VM-5.6", "VM-5.7")
@pytest.mark.parametrize(("points", "jet"), [(12, None), (13, 30), (14, 30), (15, 50), (30, 50)])
def test_only_damage_beyond_zero_wounds_and_less_than_be_beyond_is_attenuated(points, jet):
    scene = lieu(bor=homme())
    oracle = Scripted([] if jet is None else [50])
    apres, n = subir(scene, oracle, "bor", points, Source("Chute", "bras_gauche"))
    assert (n, apres["bor"].pb) == (points, 0)
    assert [e["jet"] for e in dits(oracle, "jet_critique")] == ([] if jet is None else [jet])


@pytest.mark.rule("VM-6.7")
def test_points_lost_to_a_row_inflict_no_further_critical_wound():
    scene = lieu(bor=homme(pb_perdus=11))
    oracle = Scripted([])
    apres = blesser(scene, oracle, "bor", "corps", CRITIQUES["corps"][10])
    q = apres["bor"]
    assert (q.pb, len(q.blessures), q.a_zero) == (0, 1, 0) and q.niveau("a_terre") == 1


@pytest.mark.rule("VM-6.7")
def test_every_zone_of_every_body_has_its_table():
    for forme, zones in LOCALISATION.items():
        for zone in set(zones[1:]):
            scene = lieu(bor=homme(fiche={"forme": forme, **FORT}))
            apres = blessure_critique(scene, Scripted([1]), "bor", zone)
            assert apres["bor"].blessures[0].nom == CRITIQUES[ZONES[zone].famille][0].nom
            assert apres["bor"].blessures[0].zone == zone


def test_the_dead_are_not_wounded():
    scene = lieu(bor=homme(vie="mort"))
    oracle = Scripted([])
    assert blessure_critique(scene, oracle, "bor", "corps") is scene and not oracle.events


@pytest.mark.rule("VM-6.7")
def test_each_wound_has_an_id_of_its_own():
    scene = lieu(bor=homme(fiche=FORT))
    for _ in range(3):
        scene = blessure_critique(scene, Scripted([6]), "bor", "corps")
    assert [b.id for b in scene["bor"].blessures] == ["corps_6_1", "corps_6_2", "corps_6_3"]
    assert plaies_ouvertes(scene["bor"]) == 3
    assert scene.name("corps_6_2") == "Côte froissée"


# ---------------------------------------------------------------- death, and what keeps from it


@pytest.mark.rule("VM-5.11", "VM-4.2")
@pytest.mark.parametrize("famille", ["tete", "corps"])
def test_a_deadly_row_may_cost_a_point_de_destin_instead(famille):
    _, apres, _ = frappe(famille, 19, fiche={"destin": 1}, reponses=["subir"])
    assert apres["bor"].vie == "mort"
    _, apres, _ = frappe(famille, 19, fiche={"destin": 1}, reponses=["destin"])
    p = apres["bor"]
    assert (p.vie, p.pb, p.protege, p.destin, len(p.blessures)) == ("actif", 0, True, 0, 1)
    assert p.niveau("inconscient") and p.niveau("a_terre")


# ---------------------------------------------------------------- time and lost limbs


@pytest.mark.rule("VM-6.7")
def test_a_wound_heals_when_its_time_has_come_and_takes_its_modifiers_along():
    _, scene, _ = frappe("bras", 6)
    jours = CRITIQUES["bras"][6].jours
    scene = ecouler(scene, Scripted([]), jours * JOUR - 1)
    assert scene["bor"].blessures and scene["bor"].effets
    oracle = Scripted([])
    scene = ecouler(scene, oracle, 1)
    assert not scene["bor"].blessures and not scene["bor"].effets
    assert dits(oracle, "blessure_guerie")[0]["nom"] == "Muscle froissé"


@pytest.mark.rule("VM-6.7")
def test_what_needs_surgery_does_not_heal_by_itself():
    _, scene, _ = frappe("bras", 14)
    scene = ecouler(scene, Scripted([]), 400 * JOUR)
    assert scene["bor"].blessures[0].nom == "Avant-bras cassé" and len(scene["bor"].effets) == 2


@pytest.mark.rule("VM-6.7")
def test_a_limb_lost_to_magic_comes_back_at_its_time():
    scene = lieu(bor=homme(equipement=EPEE))
    oracle = Scripted([])
    scene = amputer(scene, oracle, "bor", "bras_droit", fin=100)
    assert [(e.sur, e.mod) for e in scene["bor"].effets] == [(m.sur, m.mod) for m in AMPUTATION["bras"]]
    assert scene["bor"].equipement.tenues == () and scene.au_sol[0].arme.id == "epee" and not scene["bor"].blessures
    assert dits(oracle, "ampute")[0]["zone"] == "Bras droit"
    assert not ecouler(scene, Scripted([]), 100)["bor"].effets
