"""Survival outside of blows: stabilising, aftercare, the game master's word, time, the order of bands."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c2_systeme.figures import carac, mouvement
from tablee.games.fragments.book.c3_combat.secours import (
    ACTIONS,
    CoupLetal,
    LaisserPasser,
    MourirOuNon,
    RangerLesBandes,
    SoignerEnProfondeur,
    Stabiliser,
    offers,
    termes_stabilisation,
)
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, bandes, botte
from tablee.games.fragments.model.effects import Assaut
from tablee.games.fragments.model.langage import Effet
from tablee.games.fragments.model.people import Actif, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Scene
from tablee.kernel.action import Action
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .bretteurs import Joue, arme, bonus, combat, qui, refus, scene
from .chiffres import tir


def tombee(id: str = "bor", blessure: str = "Conséquente", **reste: Any) -> Unite:
    return qui(id, "A", perdus=20, **{"x": 1, "survie": Survie(2000, blessure, plein=20), **reste})


def secours(**reste: Any) -> Scene:
    """Ana, AGI 12 and CHA 8, beside Bor who lies there, in a fight."""
    return combat(qui("ana", "A", AGI=12, CHA=8, **reste), tombee(), qui("cyr", "B", x=9))


# ---------------------------------------------------------------- stabilising


@pytest.mark.rule("FD-3.8")
def test_the_difficulty_is_agility_and_luck_times_the_tours_tried() -> None:
    s = secours()
    for deja, attendu in ((0, 20), (1, 40), (3, 80)):
        bor = replace(s["bor"], survie=Survie(2000, "Grave", essais=(("ana", deja), ("cyr", 9))))
        assert total(termes_stabilisation(s, s["ana"], bor)) == attendu
    assert total(termes_stabilisation(s, s["ana"], s["bor"], (20, -10))) == 30


@pytest.mark.rule("FD-3.8", "FD-3.6")
def test_a_success_brings_back_to_one_point_and_a_failure_counts_as_a_try() -> None:
    s = secours()
    rate = Joue(s, Stabiliser("ana", "bor"), 21)
    assert rate.le("stabilisation")["qualite"] == "échec"
    assert rate["bor"].survie is not None
    assert rate["bor"].survie.essais == (("ana", 1),)
    assert rate.scene.turn() == ("cyr",)  # an action: the tour is over, and Bor's own has passed
    reussi = Joue(s, Stabiliser("ana", "bor"), 20)
    assert (reussi["bor"].pv, reussi["bor"].conscient, reussi["bor"].sequelles) == (1, True, 1)
    assert total(reussi.le("stabilisation").terms) == reussi.le("stabilisation")["difficulte"] == 20


@pytest.mark.rule("FD-3.8", "FD-2.6")
def test_it_is_a_characteristic_roll_with_its_criticals() -> None:
    maladroite = combat(qui("ana", "A", joueur=True, charges=0), tombee(), qui("cyr", "B", x=9))
    assert Joue(maladroite, Stabiliser("ana", "bor"), 5)["bor"].conscient
    assert not Joue(maladroite, Stabiliser("ana", "bor"), 6)["bor"].conscient
    adroite = combat(qui("ana", "A", AGI=90, CHA=90, joueur=True, charges=0), tombee(), qui("cyr", "B", x=9))
    assert Joue(adroite, Stabiliser("ana", "bor"), 95)["bor"].conscient
    rate = Joue(adroite, Stabiliser("ana", "bor"), 96)
    assert not rate["bor"].conscient
    assert rate["ana"].charges == 1
    assert odds(Stabiliser("ana", "bor"), adroite).p(True, exact=True) == Fraction(95, 100)
    assert odds(Stabiliser("ana", "bor"), secours()).p(True, exact=True) == Fraction(20, 100)
    qualites = odds(Stabiliser("ana", "bor"), secours(), "qualite")
    assert qualites.p("réussite critique", exact=True) == Fraction(5, 100)


@pytest.mark.rule("FD-3.13", "FD-3.8")
def test_a_lethal_wound_is_stabilised_at_minus_forty_and_leaves_more_behind() -> None:
    s = combat(qui("ana", "A", AGI=30, CHA=30), tombee(blessure="Létale"), qui("cyr", "B", x=9))
    assert not Joue(s, Stabiliser("ana", "bor"), 21)["bor"].conscient
    bor = Joue(s, Stabiliser("ana", "bor"), 20)["bor"]
    assert (bor.pv, bor.convalescent) == (1, True)
    assert not Joue(secours(), Stabiliser("ana", "bor"), 20)["bor"].convalescent


@pytest.mark.rule("FD-3.8", "FD-3.38", "FD-5.9")
def test_help_and_exhaustion_are_among_the_advantages() -> None:
    s = secours(aides=("aide", "instruction"), epuisement=3)
    joue = Joue(s, Stabiliser("ana", "bor", (30,)), 40)
    assert joue.le("stabilisation")["difficulte"] == 20 + 30 + 20 - 30
    assert joue["ana"].aides == ("instruction",)


@pytest.mark.rule("FD-3.50", "FD-3.8")
def test_divine_impulse_serves_here_too() -> None:
    s = secours(joueur=True)
    joue = Joue(s, Stabiliser("ana", "bor"), 90, 100, 15, reponses=("oui", "maintenant"))
    assert joue["bor"].conscient
    assert joue["ana"].charges == 2


@pytest.mark.rule("FD-3.8", "FD-5.13", "FD-2.9", "FD-2.12")
def test_when_nobody_can_be_stabilised() -> None:
    s = secours()
    assert refus(s, Stabiliser("ana", "bor")) is None
    assert refus(s, Stabiliser("ana", "ana")) == "FD-3.8"
    assert refus(s.put(replace(s["bor"], x=2)), Stabiliser("ana", "bor")) == "FD-3.8"
    assert refus(s.put(replace(s["bor"], souffle=0)), Stabiliser("ana", "bor")) == "FD-5.13"
    assert refus(s, Stabiliser("ana", "bor", (15,))) == "FD-2.9"
    assert refus(s, Stabiliser("ana", "bor", charges=1)) == "FD-3.49"
    assert refus(s, Stabiliser("cyr", "bor")) == "FD-2.12"
    assert refus(s, Stabiliser("bor", "bor")) == "FD-3.3"
    assert refus(s.put(replace(s["bor"], vie="mort", survie=None)), Stabiliser("ana", "bor")) == "FD-3.6"


@pytest.mark.rule("FD-3.8", "FD-3.1")
def test_outside_of_a_fight_a_try_takes_a_tour() -> None:
    s = replace(secours(), encounter=None)
    rate = Joue(s, Stabiliser("ana", "bor"), 90)
    assert rate.scene.clock == 10
    assert rate["bor"].survie is not None
    assert rate["bor"].survie.reste == 1800
    encore = Joue(rate.scene, Stabiliser("ana", "bor"), 40)  # the second try, at twice the difficulty
    assert encore["bor"].conscient


# ---------------------------------------------------------------- aftercare


def convalescente(**reste: Any) -> Scene:
    bor = qui("bor", "A", x=1, sequelles=2, au_moins=3, perdus=19, **reste)
    return scene(qui("ana", "A"), bor, qui("cyr", "B", x=3))


@pytest.mark.rule("FD-3.10")
def test_aftercare_ends_the_sequels() -> None:
    s = convalescente()
    assert mouvement(s, s["bor"]) == 3
    apres = Joue(s, SoignerEnProfondeur("ana", "bor"))
    assert (apres["bor"].sequelles, apres["bor"].au_moins) == (0, 0)
    assert mouvement(apres.scene, apres["bor"]) == 5
    assert refus(apres.scene, SoignerEnProfondeur("ana", "bor")) == "FD-3.10"
    assert refus(combat(*s.people.values()), SoignerEnProfondeur("ana", "bor")) == "FD-3.10"
    assert refus(scene(qui("ana", "A"), tombee()), SoignerEnProfondeur("ana", "bor")) == "FD-3.10"


@pytest.mark.rule("FD-3.13")
def test_a_lethal_wound_takes_a_specialist_and_may_leave_a_handicap() -> None:
    s = convalescente(convalescent=True, FOR=5)
    assert refus(s, SoignerEnProfondeur("bor", "bor")) == "FD-3.13"
    assert refus(convalescente(), SoignerEnProfondeur("bor", "bor")) is None
    assert refus(convalescente(), SoignerEnProfondeur("ana", "bor", "FOR", 2)) == "FD-3.13"
    assert refus(s, SoignerEnProfondeur("ana", "bor", "XYZ", 2)) == "FD-3.13"
    assert refus(s, SoignerEnProfondeur("ana", "bor", "FOR", 0)) == "FD-3.13"
    assert refus(s, SoignerEnProfondeur("ana", "bor", "", 2)) == "FD-3.13"
    apres = Joue(s, SoignerEnProfondeur("ana", "bor", "FOR", 2))
    assert carac(apres.scene, apres["bor"], "FOR") == 3
    assert not apres["bor"].convalescent
    durable = Joue(apres.scene, LaisserPasser("ana", 20))
    assert carac(durable.scene, durable["bor"], "FOR") == 3


# ---------------------------------------------------------------- the game master's word


@pytest.mark.rule("FD-3.11")
def test_a_blow_declared_lethal_counts_its_tours_from_then_on() -> None:
    s = scene(tombee(survie=Survie(1000, "Grave", tours=4, plein=20)))
    bor = Joue(s, CoupLetal("bor"))["bor"]
    assert bor.survie == Survie(1000, "Létale", plein=20)
    assert refus(scene(bor), CoupLetal("bor")) == "FD-3.11"
    assert refus(scene(qui("bor", "A")), CoupLetal("bor")) == "FD-3.11"  # above 0 PV it starts nothing


@pytest.mark.rule("FD-3.3")
def test_the_game_master_decides_whether_an_enemy_dies_at_zero() -> None:
    s = combat(qui("ana", "A", arme(), joueur=True, charges=0), qui("bor", "B", x=1, PV=5), qui("cyr", "B", x=9))
    assert refus(s, MourirOuNon("ana")) == "FD-3.3"
    assert refus(s, MourirOuNon("bor", False)) == "FD-3.3"
    mineur = Joue(s, MourirOuNon("bor")).scene
    assert refus(mineur, MourirOuNon("bor")) == "FD-3.3"
    assert Joue(mineur, Attaquer("ana", "bor"), 50)["bor"].vie == "mort"
    majeur = Joue(mineur, MourirOuNon("bor", False)).scene
    assert Joue(majeur, Attaquer("ana", "bor"), 50)["bor"].survie is not None
    assert Joue(scene(tombee()), MourirOuNon("bor"))["bor"].vie == "mort"


# ---------------------------------------------------------------- time


@pytest.mark.rule("FD-3.1", "FD-3.4", "FD-3.6")
def test_time_passes_for_the_fallen_outside_of_a_fight() -> None:
    s = scene(qui("ana", "A"), tombee("bor", "Grave"), tombee("cyr", "Bénigne"))
    apres = Joue(s, LaisserPasser("ana", 4))
    assert apres["bor"].survie is not None
    assert apres["bor"].survie.reste == 400
    assert apres.scene.clock == 40
    fin = Joue(apres.scene, LaisserPasser("ana"))
    assert (fin["bor"].vie, fin["cyr"].vie) == ("mort", "actif")
    assert odds(LaisserPasser("ana"), apres.scene).p(True) == 1


@pytest.mark.rule("FD-2.13", "FD-3.1")
def test_what_lasts_tours_passes_and_acts_meanwhile() -> None:
    gene = Actif("Gêne", bonus("AGI", -2), "FD-9.8", 2)
    breve = Actif("Brève", bonus("ESQ", -20), "FD-9.8", au_debut=True)
    ana = qui("ana", "A", affliction=MalActif("poison", 2), effets=(gene, breve), recharges=(("x", 1),))
    apres = Joue(scene(ana), LaisserPasser("ana"))
    assert apres["ana"].pv == 18  # a tenth at the end of each tour
    assert apres["ana"].affliction == MalActif("poison", 1)
    assert [a.nom for a in apres["ana"].effets] == ["Gêne"]
    assert apres["ana"].recharges == ()
    fin = Joue(apres.scene, LaisserPasser("ana"))
    assert (fin["ana"].pv, fin["ana"].affliction, fin["ana"].effets) == (16, None, ())


@pytest.mark.rule("FD-3.1", "FD-2.12")
def test_time_is_not_passed_in_a_fight_nor_backwards() -> None:
    assert refus(secours(), LaisserPasser("ana")) == "FD-2.12"
    for n, attendu in ((0, "FD-3.1"), (-1, "FD-3.1"), (1, None), (360, None), (361, "FD-3.1")):
        assert refus(scene(qui("ana", "A")), LaisserPasser("ana", n)) == attendu


# ---------------------------------------------------------------- bands


LAME = arme(crit=5, afflictions=(("brulure", 8), ("paralysie", 5)), etats=(("ralenti", 3), ("expose", 2)))


@pytest.mark.rule("FD-4.13", "FD-4.14")
def test_the_wielder_chooses_the_order_of_bands() -> None:
    s = scene(qui("ana", "A", arme("autre"), LAME), qui("bor", "B", x=1))
    apres = Joue(s, RangerLesBandes("ana", "lame", ("paralysie", "brulure"), ("expose", "ralenti")))
    rangee = apres["ana"].equipement.actif[1]
    assert rangee == replace(
        LAME, afflictions=(("paralysie", 5), ("brulure", 8)), etats=(("expose", 2), ("ralenti", 3))
    )
    etats_seuls = Joue(s, RangerLesBandes("ana", "lame", etats=("expose", "ralenti")))["ana"].equipement.armes[1]
    assert bandes(etats_seuls) == (("brulure", 8), ("paralysie", 5), ("expose", 2), ("ralenti", 3))
    vise = tir(
        apres.scene,
        apres["ana"],
        apres["bor"],
        botte(apres["ana"].equipement.armes[1]),
        Assaut("Épée", "TRA", False, 1),
    )
    assert [id for id, _ in vise.bandes] == ["paralysie", "brulure", "expose", "ralenti"]


@pytest.mark.rule("FD-4.13")
def test_the_order_is_fixed_during_a_fight_and_names_every_band_once() -> None:
    dehors = scene(qui("ana", "A", LAME), qui("bor", "B", x=1))
    action = RangerLesBandes("ana", "lame", ("paralysie", "brulure"))
    assert refus(dehors, action) is None
    assert refus(combat(*dehors.people.values()), action) == "FD-4.13"
    for ordre in (("brulure",), ("brulure", "brulure"), ("brulure", "paralysie", "poison"), ("brulure", "poison")):
        assert refus(dehors, RangerLesBandes("ana", "lame", ordre)) == "FD-4.13"
    assert refus(dehors, RangerLesBandes("ana", "lame", etats=("ralenti",))) == "FD-4.14"
    assert refus(dehors, RangerLesBandes("ana", "lame")) == "FD-4.13"
    assert refus(dehors, RangerLesBandes("ana", "épieu", ("brulure",))) == "FD-4.13"
    assert action in list(offers(dehors, dehors["ana"]))


# ---------------------------------------------------------------- refusals, buttons

noms = st.sampled_from(["ana", "bor", "cyr", "dan", "zoe", ""])
mots = st.sampled_from(["", "FOR", "lame", "brulure", "MOV", "zut"])
listes = st.lists(st.sampled_from(["brulure", "paralysie", "ralenti", "zut"]), max_size=3).map(tuple)
actions = st.one_of(
    st.builds(Stabiliser, noms, noms, st.lists(st.integers(-60, 60), max_size=2).map(tuple), st.integers(-1, 4)),
    st.builds(SoignerEnProfondeur, noms, noms, mots, st.integers(-2, 12)),
    st.builds(CoupLetal, noms),
    st.builds(MourirOuNon, noms, st.booleans()),
    st.builds(LaisserPasser, noms, st.integers(-2, 8)),
    st.builds(RangerLesBandes, noms, mots, listes, listes),
)


@pytest.mark.rule("FD-3.8", "FD-3.10", "FD-3.11", "FD-4.13")
@given(actions, st.booleans(), st.integers(0, 99))
def test_closed_never_raises_and_what_is_open_resolves(action: Action, en_combat: bool, graine: int) -> None:
    assert type(action) in ACTIONS
    unites = (
        qui("ana", "A", LAME, joueur=True, AGI=20),
        tombee("bor", "Létale"),
        qui("cyr", "B", x=2, sequelles=1, convalescent=True, passifs=(Effet("immunise", "poison"),)),
        qui("dan", "B", vie="mort"),
    )
    s = combat(*unites) if en_combat else scene(*unites)
    if action.closed(s) is None:
        assert isinstance(action.resolve(s, Simulated(graine)), Scene)


@pytest.mark.rule("FD-3.8", "FD-3.11", "FD-3.3", "FD-3.10", "FD-3.1")
def test_every_rescue_has_its_button() -> None:
    s = replace(secours(), encounter=None)
    s = s.put(replace(s["cyr"], sequelles=1))
    offerts = list(offers(s, s["ana"]))
    assert {Stabiliser("ana", "bor"), SoignerEnProfondeur("ana", "cyr"), LaisserPasser("ana")} <= set(offerts)
    assert {CoupLetal("bor"), MourirOuNon("bor")} <= set(offers(s, s["bor"]))
    assert MourirOuNon("cyr") in set(offers(s, s["cyr"]))
