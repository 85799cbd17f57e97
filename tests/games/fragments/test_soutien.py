"""Support magic: precision without the ally's dodge, effects on success, what a catalyst holds ready."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c9_emplois.soutien import LierSorts, UtiliserSoutien, offers
from tablee.games.fragments.model.catalogue import OBJETS, TOMES, Arme
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Equipement, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Scene
from tablee.kernel.simulated import Simulated

from .bretteurs import Joue, arme, combat, qui, refus

SOUTIEN = {s.id: s for s in TOMES.values() if s.type == "Soutien"}
BAUME = Arme(
    "baume", "Baume", "Soutien", pre=70, portee=(0, 2), cible="allie", effets=(Effet("soin", n=6, qui="cible"),)
)
SORT = Arme(
    "lacet",
    "Lacet",
    "Soutien",
    pre=70,
    portee=(1, 2),
    cible="ennemi",
    effets=(Effet("inflige", "entrave", qui="cible"),),
)


def ana(*sorts: Arme, lies: tuple[str, ...] | None = None, **kw: Any) -> Unite:
    u = qui("ana", "A", arme(), HAB=10, **kw)
    prets = tuple(s.id for s in sorts)[:3] if lies is None else lies
    actif = (*u.equipement.actif, OBJETS["catalyseur"])
    return replace(u, equipement=Equipement(actif, sorts=sorts, lies=prets))


def trio(*sorts: Arme, lies: tuple[str, ...] | None = None, **kw: Any) -> Scene:
    return combat(ana(*sorts, lies=lies, **kw), qui("bob", "B", x=1, ESQ=12), qui("cyr", "A", x=-1, perdus=15, ESQ=45))


def lancer(sort: str, cible: str = "cyr", **kw: Any) -> UtiliserSoutien:
    return UtiliserSoutien("ana", sort, cible, **kw)


# ---------------------------------------------------------------- precision


@pytest.mark.rule("FD-6.14")
@pytest.mark.parametrize(("maitrise", "precision"), [(0, 70), (1, 75), (2, 80), (5, 95)])
def test_precision_is_that_of_an_attack_without_the_allys_dodge(maitrise: int, precision: int) -> None:
    event = Joue(trio(BAUME, maitrises={"Soutien": maitrise}), lancer("baume"), 1).le("soutien")
    assert event["precision"] == precision
    assert sum(n for _, n, _ in event.terms) == precision


@pytest.mark.rule("FD-6.14")
def test_a_malus_of_the_allys_dodge_does_not_help_either() -> None:
    base = trio(BAUME)
    mou = base.put(replace(base["cyr"], fiche=qui("cyr", ESQ=-40).fiche))
    assert Joue(mou, lancer("baume"), 1).le("soutien")["precision"] == 80


@pytest.mark.rule("FD-6.14")
def test_an_enemys_dodge_counts() -> None:
    event = Joue(trio(SORT), lancer("lacet", "bob"), 1).le("soutien")
    assert event["precision"] == 70 + 10 - 12


@pytest.mark.rule("FD-6.14", "FD-3.37")
def test_an_enemy_on_his_guard_has_two_dice_rolled_an_ally_one() -> None:
    base = trio(SORT, BAUME)
    sur_ses_gardes = base.put(replace(base["bob"], esquive=True), replace(base["cyr"], esquive=True))
    assert not Joue(sur_ses_gardes, lancer("lacet", "bob"), 90, 5).le("soutien")["reussi"]
    assert Joue(sur_ses_gardes, lancer("baume"), 5).le("soutien")["reussi"]


@pytest.mark.rule("FD-6.14", "FD-3.27", "FD-3.26")
@pytest.mark.parametrize(("de", "perdus"), [(80, 9), (81, 15)])
def test_on_success_it_acts_and_it_is_a_quick_action(de: int, perdus: int) -> None:
    joue = Joue(trio(BAUME), lancer("baume"), de)
    assert joue["cyr"].perdus == perdus
    assert joue.scene.turn() == ("ana",)
    assert Joue(joue.scene, lancer("baume"), de).scene.turn() == ("bob",)


@pytest.mark.rule("FD-6.14", "FD-6.18", "FD-3.52")
def test_who_never_learned_it_may_fail_critically() -> None:
    u = ana(replace(BAUME, pre=200), joueur=True, charges=0)
    u = replace(u, fiche=replace(u.fiche, classe="combattant"))
    base = combat(u, qui("bob", "B", x=3), qui("cyr", "A", x=-1, perdus=15))
    assert Joue(base, lancer("baume"), 95)["cyr"].perdus == 9
    assert Joue(base, lancer("baume"), 95).le("soutien")["precision"] == 100  # half of 200
    rate = Joue(base, lancer("baume"), 96)
    assert (rate["cyr"].perdus, rate["ana"].charges) == (15, 1)


@pytest.mark.rule("FD-6.14", "FD-3.50")
def test_divine_impulse_rolls_again() -> None:
    des = 99, 60, 50  # a miss, the luck roll, a success
    joue = Joue(trio(BAUME, joueur=True), lancer("baume"), *des, reponses=("oui", "maintenant"))
    assert joue.questions == ("fd.impulsion", "fd.chance")
    assert (joue["cyr"].perdus, joue["ana"].charges) == (9, 2)


# ---------------------------------------------------------------- what it does


@pytest.mark.rule("FD-3.9")
def test_a_healing_spell_stabilises_at_one_pv() -> None:
    base = trio(BAUME).put(qui("cyr", "A", x=-1, perdus=20, survie=Survie(1200, "Grave")))
    joue = Joue(base, lancer("baume"), 10)
    assert (joue["cyr"].survie, joue["cyr"].pv) == (None, 1)
    letal = base.put(replace(base["cyr"], survie=Survie(1200, "Létale")))
    assert refus(letal, lancer("baume")) == "FD-3.12"


@pytest.mark.rule("FD-4.12")
@pytest.mark.parametrize("mal", ["poison", "gel", "malediction"])
def test_remede_cures_an_affliction(mal: str) -> None:
    base = trio(SOUTIEN["remede"])
    malade = base.put(replace(base["cyr"], affliction=MalActif(mal, 3)))
    assert Joue(malade, lancer("remede"), 10)["cyr"].affliction is None


@pytest.mark.rule("FD-9.6")
def test_a_radius_is_counted_around_whom_one_aims_at() -> None:
    base = combat(
        ana(SOUTIEN["ronde_apaisante"], perdus=10),
        qui("bob", "B", x=-2, perdus=10),
        qui("cyr", "A", x=-1, perdus=10),
        qui("dan", "A", x=-3, perdus=10),
        qui("eve", "A", x=2, perdus=10),
    )
    joue = Joue(base, lancer("ronde_apaisante"), 10, 3, 3, 3)
    assert {id: joue[id].perdus for id in joue.scene.people} == {"ana": 5, "bob": 10, "cyr": 5, "dan": 5, "eve": 10}


@pytest.mark.rule("FD-9.6", "FD-9.15")
def test_a_spell_laid_on_cells() -> None:
    joue = Joue(trio(SOUTIEN["sol_beni"]), lancer("sol_beni", "", x=0, y=2), 10)
    (zone,) = joue.scene.zones
    assert (len(zone.cases), zone.terrain) == (7, "sanctuaire")
    assert (0, 2) in zone.cases


# ---------------------------------------------------------------- refusals, Lien


@pytest.mark.rule("FD-9.6", "FD-6.14", "FD-9.10")
@pytest.mark.parametrize(
    ("base", "action", "regle"),
    [
        (trio(BAUME, lies=()), lancer("baume"), "FD-9.6"),
        (trio(), lancer("baume"), "FD-9.6"),
        (trio(BAUME, affliction=MalActif("silence", 2)), lancer("baume"), "FD-9.10"),
        (trio(BAUME), lancer("baume", "bob"), "FD-9.4"),
        (trio(BAUME, perdus=3), lancer("baume", "ana"), None),  # its reach begins at 0
        (trio(BAUME), lancer("baume", "ana"), "FD-2.18"),  # unhurt
        (trio(SOUTIEN["soin"]), lancer("soin", "ana"), "FD-9.4"),
        (trio(SORT), lancer("lacet", "cyr"), "FD-9.4"),
        (trio(BAUME), lancer("baume", "zoe"), "FD-2.12"),
        (trio(BAUME), lancer("baume", "cyr", x=1, y=1), "FD-9.16"),
        (trio(BAUME), lancer("baume", charges=1), "FD-3.49"),
        (trio(BAUME, x=5), lancer("baume"), "FD-6.9"),
        (trio(BAUME), UtiliserSoutien("cyr", "baume", "cyr"), "FD-2.12"),
    ],
)
def test_when_a_spell_cannot_be_cast(base: Scene, action: UtiliserSoutien, regle: str | None) -> None:
    assert refus(base, action) == regle


@pytest.mark.rule("FD-6.14", "FD-3.9")
def test_out_of_a_fight_it_is_cast_all_the_same() -> None:
    assert Joue(replace(trio(BAUME), encounter=None), lancer("baume"), 10)["cyr"].perdus == 9


QUATRE = tuple(SOUTIEN[id] for id in ("soin", "remede", "illumine", "ecorce_pale"))


@pytest.mark.rule("FD-3.27", "FD-9.6")
def test_lien_changes_what_the_catalyst_holds() -> None:
    base = trio(*QUATRE, lies=("soin", "remede", "illumine"))
    assert refus(base, lancer("ecorce_pale")) == "FD-9.6"
    joue = Joue(base, LierSorts("ana", ("soin", "ecorce_pale")))
    assert joue.scene.turn() == ("ana",)
    assert refus(joue.scene, lancer("ecorce_pale")) is None
    assert refus(joue.scene, lancer("remede")) == "FD-9.6"
    assert Joue(joue.scene, LierSorts("ana", ())).scene.turn() == ("bob",)  # the second quick action


@pytest.mark.rule("FD-3.27", "FD-9.6")
@pytest.mark.parametrize(
    ("sorts", "regle"),
    [
        (("soin", "remede", "illumine", "ecorce_pale"), "FD-9.6"),  # three at most
        (("soin", "soin"), "FD-9.6"),
        (("fil_renoue",), "FD-9.6"),
        (("remede", "soin"), "FD-9.6"),  # as it is
        (("soin",), None),
    ],
)
def test_what_a_catalyst_may_hold(sorts: tuple[str, ...], regle: str | None) -> None:
    assert refus(trio(*QUATRE, lies=("soin", "remede")), LierSorts("ana", sorts)) == regle


@pytest.mark.rule("FD-3.27")
def test_lien_is_for_ones_own_tour_in_a_fight_and_free_outside() -> None:
    base = trio(*QUATRE, lies=())
    apres = Joue(base, Attendre("ana")).scene
    assert refus(apres, LierSorts("ana", ("soin",))) == "FD-2.12"
    assert Joue(replace(base, encounter=None), LierSorts("ana", ("soin",)))["ana"].equipement.lies == ("soin",)


# ---------------------------------------------------------------- odds, buttons, what always holds


@pytest.mark.rule("FD-6.14")
def test_the_odds_are_the_precision() -> None:
    assert float(odds(lancer("baume"), trio(BAUME)).p(True)) == pytest.approx(0.8)
    assert float(odds(lancer("lacet", "bob"), trio(SORT)).p(True)) == pytest.approx(0.68)
    assert odds(lancer("baume"), trio(BAUME), "pv_rendus").mean() == pytest.approx(4.8)


def test_buttons() -> None:
    base = trio(BAUME, SORT, *QUATRE[:1], lies=("baume", "lacet"), perdus=3)
    boutons = list(offers(base, base["ana"]))
    assert {b for b in boutons if isinstance(b, UtiliserSoutien)} == {
        lancer("baume", "ana"),
        lancer("baume"),
        lancer("lacet", "bob"),
    }
    assert LierSorts("ana", ("baume", "lacet", "soin")) in boutons
    assert all(b.closed(base) is None for b in boutons)


@pytest.mark.rule("FD-6.14")
@given(
    sort=st.sampled_from([*SOUTIEN, ""]),
    cible=st.sampled_from(["", "ana", "bob", "cyr", "zoe"]),
    x=st.none() | st.integers(-5, 5),
    y=st.none() | st.integers(-5, 5),
    charges=st.integers(-1, 4),
    graine=st.integers(0, 99),
)
def test_whatever_is_cast_is_refused_or_done(
    sort: str, cible: str, x: int | None, y: int | None, charges: int, graine: int
) -> None:
    base = trio(*SOUTIEN.values(), lies=tuple(SOUTIEN), joueur=True)
    action = UtiliserSoutien("ana", sort, cible, x, y, charges)
    if action.closed(base) is None:
        apres = action.resolve(base, Simulated(graine))
        assert all(0 <= u.pv <= u.pv_max for u in apres.people.values())
        assert 0 <= apres["ana"].charges <= 3
