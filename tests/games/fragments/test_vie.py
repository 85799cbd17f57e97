"""Life and death: envelope, falling, wounds, survival, healing, afflictions and states."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.figures import mouvement
from tablee.games.fragments.book.c3_combat.tours import Cesser, debuter
from tablee.games.fragments.book.c3_combat.vie import (
    affecter,
    agoniser,
    entamer,
    gagner_ep,
    guerir,
    mourir,
    perdre,
    relever,
    soigner,
    tomber,
)
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.model.catalogue import AFFLICTIONS, ETATS, OBJETS, Puissance
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Scene
from tablee.games.fragments.model.tables import BLESSURES, PERTES
from tablee.kernel.ledger import ledger_of
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import GM, Option, Question, first
from tablee.kernel.simulated import Simulated

from .bretteurs import Joue, arme, combat, duel, qui, scene

LEDGER = ledger_of("tablee.games.fragments")


def seul(**reste: Any) -> Scene:
    return scene(qui("ana", "A", **reste))


def blessee(blessure: str = "Grave", pv: int = 20, reste: int | None = None, **autre: Any) -> Scene:
    plein = pv * 100 if reste is None else reste
    return seul(PV=pv, perdus=pv, survie=Survie(plein, blessure, plein=pv), **autre)


def muet() -> Simulated:
    return Simulated(0)


def survie(u: Unite) -> Survie:
    assert u.survie is not None
    return u.survie


# ---------------------------------------------------------------- envelope


@pytest.mark.rule("FD-3.14", "FD-3.17")
@pytest.mark.parametrize(("recus", "ep"), [(10, 10), (35, 35), (40, 35)])
def test_the_envelope_stands_beside_the_points_and_under_their_maximum(recus: int, ep: int) -> None:
    ana = gagner_ep(seul(PV=35, perdus=8), muet(), "ana", recus, "FD-3.14")["ana"]
    assert (ana.pv, ana.ep) == (27, ep)


@pytest.mark.rule("FD-3.17")
def test_gains_add_up_under_the_cap() -> None:
    deja = seul(PV=20, ep=12)
    assert gagner_ep(deja, muet(), "ana", 5, "FD-3.14")["ana"].ep == 17
    assert gagner_ep(deja, muet(), "ana", 50, "FD-3.14")["ana"].ep == 20


@pytest.mark.rule("FD-3.16")
@pytest.mark.parametrize(("n", "ep", "pv"), [(3, 2, 20), (5, 0, 20), (8, 0, 17)])
def test_damage_is_taken_from_the_envelope_first(n: int, ep: int, pv: int) -> None:
    ana = perdre(seul(ep=5), muet(), "ana", n, "FD-4.24")["ana"]
    assert (ana.ep, ana.pv) == (ep, pv)


@pytest.mark.rule("FD-3.14")
def test_the_envelope_neither_wakes_nor_stabilises_nor_stops_a_wound_but_takes_blows() -> None:
    couverte = gagner_ep(blessee("Grave"), muet(), "ana", 5, "FD-3.14")
    assert couverte["ana"].ep == 5
    assert not couverte["ana"].conscient
    une = agoniser(couverte, muet(), "ana")["ana"]
    assert (une.ep, survie(une).reste) == (5, 1600)
    coup = perdre(couverte, muet(), "ana", 7, "FD-4.24")["ana"]
    assert (coup.ep, survie(coup).reste) == (0, 2000 - 200)


@pytest.mark.rule("FD-3.15")
def test_gaining_points_of_the_envelope_ends_an_affliction_with_all_of_them() -> None:
    malade = seul(affliction=MalActif("brulure", 2), etats=(MalActif("ralenti", 1),))
    ana = gagner_ep(malade, muet(), "ana", 9, "FD-3.14")["ana"]
    assert (ana.ep, ana.affliction) == (0, None)
    assert ana.a("ralenti")


# ---------------------------------------------------------------- falling


@pytest.mark.rule("FD-3.3")
def test_at_zero_one_faints_and_the_survival_bar_is_full() -> None:
    tombee = perdre(seul(PV=17, esquive=True), muet(), "ana", 60, "FD-4.24")["ana"]
    assert (tombee.pv, tombee.conscient, tombee.esquive) == (0, False, False)
    assert survie(tombee).reste == 1700  # what goes beyond 0 PV is lost
    assert tombee.a("inconscient")
    debout = perdre(seul(PV=17), muet(), "ana", 16, "FD-4.24")["ana"]
    assert (debout.pv, debout.conscient) == (1, True)


@pytest.mark.rule("FD-3.3")
def test_minor_enemies_die() -> None:
    assert perdre(seul(mineur=True), muet(), "ana", 20, "FD-4.24")["ana"].vie == "mort"
    assert perdre(seul(mineur=True), muet(), "ana", 19, "FD-4.24")["ana"].vie == "actif"


@pytest.mark.rule("FD-3.5")
@pytest.mark.parametrize(
    ("n", "critique", "propose"),
    [
        (9, False, "Légère"),
        (10, False, "Conséquente"),
        (20, False, "Grave"),
        (9, True, "Conséquente"),
        (99, True, "Grave"),
    ],
)
def test_the_game_master_names_the_wound(n: int, critique: bool, propose: str) -> None:
    oracle = Scripted()
    tombee = tomber(seul(), oracle, "ana", n, critique=critique)["ana"]
    (question,) = oracle.asked
    assert (question.who, question.audience, question.key) == (GM, GM, "fd.blessure")
    assert isinstance(question.options, tuple)
    assert {o.label for o in question.options} == set(BLESSURES)
    assert survie(tombee).blessure == propose
    for rang, nom in enumerate(BLESSURES):
        assert survie(tomber(seul(), Scripted(answers=[str(rang)]), "ana", n)["ana"]).blessure == nom


@pytest.mark.rule("FD-3.18")
def test_the_resurrection_stone_gives_all_points_back_three_times() -> None:
    assert OBJETS["pierre_de_resurrection"].usages == 3
    s = scene(qui("ana", "A", OBJETS["pierre_de_resurrection"], mineur=True))
    for reste in (2, 1, 0):
        s = perdre(s, muet(), "ana", 50, "FD-4.24")
        assert (s["ana"].pv, s["ana"].conscient) == (20, True)
        assert [c.usages for c in s["ana"].equipement.actif if hasattr(c, "usages")] == ([reste] if reste else [])
    assert perdre(s, muet(), "ana", 50, "FD-4.24")["ana"].vie == "mort"


@pytest.mark.rule("FD-3.18", "FD-5.13")
def test_the_stone_helps_whoever_suffocates_too() -> None:
    s = scene(qui("ana", "A", OBJETS["pierre_de_resurrection"]))
    assert tomber(s, muet(), "ana", 0, impose="Conséquente")["ana"].pv == 20
    assert survie(tomber(seul(), muet(), "ana", 0, impose="Conséquente")["ana"]).blessure == "Conséquente"


@pytest.mark.rule("FD-6.35")
def test_rider_and_mount_fall_apart_and_nobody_stays_up_behind() -> None:
    tous = (
        qui("ana", "A", monture="jument"),
        qui("bor", "A", passager_de="ana"),
        qui("jument", "A", bete="x", cavalier="ana"),
    )
    for tombe in ("ana", "jument"):
        apres = tomber(scene(*tous), muet(), tombe, 20)
        assert not apres[tombe].conscient
        assert (apres["ana"].monture, apres["jument"].cavalier, apres["bor"].passager_de) == ("", "", "")
    assert tomber(scene(*tous), muet(), "jument", 20)["ana"].conscient


# ---------------------------------------------------------------- survival


@pytest.mark.rule("FD-3.4", "FD-3.6")
@pytest.mark.parametrize("row", LEDGER.rules["FD-3.4"].rows[:4], ids=lambda r: str(r["blessure"]))
@pytest.mark.parametrize("pv", [1, 17, 20, 33])
def test_a_wound_kills_in_the_same_number_of_tours_whatever_the_maximum(row: dict[str, Any], pv: int) -> None:
    pct = row["perte_par_tour_pct"]
    assert PERTES[row["blessure"]] == pct
    s = blessee(row["blessure"], pv)
    for tour in range(1, 21):
        s = agoniser(s, muet(), "ana")
        if pct and tour * pct >= 100:
            assert s["ana"].vie == "mort"
            assert tour == 100 // pct
            return
        assert Fraction(survie(s["ana"]).reste, 100 * pv) == 1 - Fraction(tour * pct, 100)
    assert pct == 0


@pytest.mark.rule("FD-3.11")
def test_a_lethal_wound_doubles_and_kills_at_the_sixth_tour() -> None:
    s, restes = blessee("Létale", 20), []
    while s["ana"].vie == "actif":
        restes.append(Fraction(survie(s["ana"]).reste, 2000) * 100)
        s = agoniser(s, muet(), "ana")
    assert restes == [100, 98, 94, 86, 70, 38]


@pytest.mark.rule("FD-3.4")
def test_the_displayed_points_are_rounded_down() -> None:
    oracle = Scripted()
    agoniser(blessee("Légère", 17), oracle, "ana")
    assert (oracle.events[0]["reste"], oracle.events[0]["plein"]) == (16, 17)


@pytest.mark.rule("FD-3.4")
def test_damage_in_survival_comes_off_the_bar_and_may_bring_a_worse_wound() -> None:
    s = scene(qui("ana", "A", arme()), replace(blessee("Conséquente")["ana"], id="bor", side="B", x=1))
    joue = Joue(s, Attaquer("ana", "bor"), 50)
    assert survie(joue["bor"]).reste == 1500
    assert survie(joue["bor"]).blessure == "Conséquente"
    (question,) = joue.asked
    assert question.open() == ("2", "3", "4")
    pire = Joue(s, Attaquer("ana", "bor"), 50, reponses=("4",))
    assert (survie(pire["bor"]).blessure, survie(pire["bor"]).tours) == ("Létale", 0)


@pytest.mark.rule("FD-3.6")
def test_at_zero_of_the_bar_one_dies() -> None:
    assert entamer(blessee(reste=500), muet(), "ana", 499, "FD-3.4")["ana"].vie == "actif"
    assert entamer(blessee(reste=500), muet(), "ana", 500, "FD-3.4")["ana"].vie == "mort"
    assert not mourir(blessee(), muet(), "ana")["ana"].conscient


@pytest.mark.rule("FD-3.7")
def test_the_wound_takes_its_share_in_the_one_tour_of_the_fallen() -> None:
    tombee = replace(blessee("Grave")["ana"], x=3)
    s = combat(tombee, qui("bor", "A", x=1), qui("cyr", "B"))
    apres = debuter(s, muet(), "ana")
    assert survie(apres["ana"]).reste == 1600
    assert "ana" not in apres.turn()


# ---------------------------------------------------------------- healing


@pytest.mark.rule("FD-3.9")
@pytest.mark.parametrize("blessure", BLESSURES[:4])
def test_healing_stabilises_at_one_point_whatever_it_gives(blessure: str) -> None:
    for n in (1, 50):
        ana = soigner(blessee(blessure), muet(), "ana", n, "FD-3.9")["ana"]
        assert (ana.pv, ana.conscient) == (1, True)
    assert not soigner(blessee(blessure), muet(), "ana", 0, "FD-3.9")["ana"].conscient


@pytest.mark.rule("FD-3.12")
def test_healing_does_nothing_for_a_lethal_wound_unless_it_says_so() -> None:
    assert soigner(blessee("Létale"), muet(), "ana", 50, "FD-3.9")["ana"].survie is not None
    assert soigner(blessee("Létale"), muet(), "ana", 50, "FD-3.9", letale=True)["ana"].pv == 1


@pytest.mark.rule("FD-5.13")
def test_nobody_is_healed_without_air() -> None:
    assert soigner(blessee(souffle=0), muet(), "ana", 50, "FD-3.9")["ana"].survie is not None


@pytest.mark.rule("FD-3.10")
def test_each_stabilisation_costs_movement_and_makes_the_next_wound_worse() -> None:
    s = relever(blessee("Légère"), muet(), "ana", 1, "FD-3.8")
    assert (s["ana"].sequelles, mouvement(s, s["ana"])) == (1, 4)
    oracle = Scripted()
    s = tomber(s, oracle, "ana", 1)
    assert oracle.asked[0].open() == ("2", "3", "4")  # at least one above Légère
    assert survie(s["ana"]).blessure == "Conséquente"
    s = relever(s, muet(), "ana", 1, "FD-3.8")
    assert (s["ana"].sequelles, mouvement(s, s["ana"])) == (2, 3)
    oracle = Scripted()
    assert survie(tomber(s, oracle, "ana", 1)["ana"]).blessure == "Grave"
    assert oracle.asked[0].open() == ("3", "4")


@pytest.mark.rule("FD-3.10")
def test_above_grave_comes_lethal_and_nothing_more() -> None:
    for blessure in ("Grave", "Létale"):
        s = relever(blessee(blessure), muet(), "ana", 1, "FD-3.8")
        oracle = Scripted()
        assert survie(tomber(s, oracle, "ana", 1)["ana"]).blessure == "Létale"
        assert not oracle.asked


@pytest.mark.rule("FD-3.10", "FD-3.13")
def test_sequels_go_with_the_fight_unless_the_game_master_keeps_them_or_the_wound_was_lethal() -> None:
    for blessure, reponse, attendu in (("Grave", "soignees", 0), ("Grave", "gardees", 1), ("Létale", "", 1)):
        ana = relever(blessee(blessure), muet(), "ana", 1, "FD-3.8")["ana"]
        fin = Joue(combat(ana, qui("bor", "B", x=2)), Cesser("ana"), reponses=(reponse,) if reponse else ())
        assert fin["ana"].sequelles == attendu
        assert (fin["ana"].au_moins > 0) == bool(attendu)
        assert ("fd.sequelles" in fin.questions) == bool(reponse)


@pytest.mark.rule("FD-3.13")
def test_a_lesser_wound_after_a_lethal_one_does_not_make_up_for_the_specialist() -> None:
    encore = blessee("Grave", sequelles=1, au_moins=4, convalescent=True)
    assert relever(encore, muet(), "ana", 1, "FD-3.8")["ana"].convalescent


# ---------------------------------------------------------------- afflictions and states


@pytest.mark.rule("FD-4.11")
def test_a_second_affliction_has_no_effect_while_the_first_lasts() -> None:
    s = affecter(seul(), muet(), "ana", "brulure")
    assert affecter(s, muet(), "ana", "poison")["ana"].affliction == s["ana"].affliction
    assert affecter(s, muet(), "ana", "brulure", 9)["ana"].affliction == s["ana"].affliction


@pytest.mark.rule("FD-4.14")
def test_states_coexist_and_pass_the_envelope() -> None:
    s = seul(ep=5)
    for etat in ("ralenti", "expose", "ralenti"):
        s = affecter(s, muet(), "ana", etat)
    assert sorted(e.id for e in s["ana"].etats) == ["expose", "ralenti"]
    assert s["ana"].ep == 5


@pytest.mark.rule("FD-4.12")
def test_a_cure_ends_what_it_names() -> None:
    s = seul(affliction=MalActif("brulure", 2), etats=(MalActif("ralenti", 1), MalActif("expose", 1)))
    assert guerir(s, muet(), "ana", "poison", "FD-4.12")["ana"] == s["ana"]
    assert guerir(s, muet(), "ana", "brulure", "FD-4.12")["ana"].affliction is None
    assert guerir(s, muet(), "ana", "afflictions", "FD-4.12")["ana"].affliction is None
    assert [e.id for e in guerir(s, muet(), "ana", "ralenti", "FD-4.12")["ana"].etats] == ["expose"]
    assert guerir(s, muet(), "ana", "etats", "FD-4.12")["ana"].etats == ()


@pytest.mark.rule("FD-2.13")
def test_the_tour_under_way_does_not_count() -> None:
    s = combat(qui("ana", "A"), qui("bor", "B"))
    assert affecter(s, muet(), "ana", "brulure")["ana"].affliction == MalActif("brulure", 4)
    assert affecter(s, muet(), "bor", "brulure")["bor"].affliction == MalActif("brulure", 3)


@pytest.mark.rule("FD-3.37")
@pytest.mark.parametrize(("mal", "garde"), [("neutralise", False), ("entrave", False), ("expose", True), ("gel", True)])
def test_the_dodge_is_lost_by_whoever_cannot_act_or_move(mal: str, garde: bool) -> None:
    assert affecter(seul(esquive=True), muet(), "ana", mal)["ana"].esquive == garde
    assert not affecter(seul(esquive=True, MOV=3), muet(), "ana", "gel")["ana"].esquive


# ---------------------------------------------------------------- what must always hold

gestes = st.lists(
    st.tuples(
        st.sampled_from(["perdre", "soigner", "ep", "affecter", "guerir", "agoniser", "relever", "coup"]),
        st.integers(-3, 40),
        st.sampled_from([*AFFLICTIONS, *ETATS]),
    ),
    max_size=25,
)


def choix(question: Question, n: int) -> Option:
    """One of the answers, always the same for a number."""
    ouvertes = question.open()
    return question.pick(ouvertes[n % len(ouvertes)]) or first(question)


@pytest.mark.rule("FD-3.3", "FD-3.15", "FD-3.17", "FD-3.6")
@given(gestes, st.booleans(), st.integers(1, 40), st.integers(0, 99))
def test_whatever_happens_life_holds_together(suite: Any, mineur: bool, pv: int, graine: int) -> None:
    s = combat(qui("ana", "A", PV=pv, mineur=mineur, passifs=(Effet("immunise", "poison"),)), qui("bor", "B", x=1))
    oracle = Simulated(graine, lambda q: choix(q, graine))
    for geste, n, mal in suite:
        u = s["ana"]
        if geste == "perdre":
            s = perdre(s, oracle, "ana", n, "FD-4.24")
        elif geste == "coup":
            s = perdre(s, oracle, "ana", n, "FD-4.24", "bor", bool(n % 2))
        elif geste == "soigner":
            s = soigner(s, oracle, "ana", n, "FD-3.9", letale=bool(n % 2))
        elif geste == "ep":
            s = gagner_ep(s, oracle, "ana", n, "FD-3.14")
        elif geste == "affecter":
            s = affecter(s, oracle, "ana", mal, max(0, n), "bor")
        elif geste == "guerir":
            s = guerir(s, oracle, "ana", mal, "FD-4.12")
        elif geste == "agoniser":
            s = agoniser(s, oracle, "ana")
        elif u.survie is not None:
            s = relever(s, oracle, "ana", 1, "FD-3.8")
        u = s["ana"]
        assert 0 <= u.pv <= u.pv_max
        assert 0 <= u.ep <= u.pv_max
        assert not (u.ep and u.affliction is not None)
        assert u.survie is None or 0 < u.survie.reste <= 100 * u.survie.plein
        assert u.conscient == (u.pv > 0)
        assert u.affliction is None or u.affliction.id != "poison"
        assert u.au_moins >= min(u.sequelles, 1)
        assert msgspec.json.decode(msgspec.json.encode(s), type=Scene) == s


@pytest.mark.rule("FD-4.20")
def test_a_hit_without_force_still_takes_a_point_off_a_bar() -> None:
    tombe = replace(blessee("Bénigne")["ana"], id="bor", side="B", x=1)
    s = duel(
        qui("ana", "A", arme(pui=Puissance(0, 0, 1))),
        replace(tombe, fiche=replace(tombe.fiche, points={"PV": 20, "DEF": 9})),
    )
    assert survie(Joue(s, Attaquer("ana", "bor"), 50)["bor"]).reste == 1900
