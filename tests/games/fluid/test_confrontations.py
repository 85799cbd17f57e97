"""Chases, mass combat and verbal jousts."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat.confrontations import (
    Abandonner,
    Bataille,
    Commander,
    Courir,
    Jouter,
    Poursuivre,
    Ranger,
    Repondre,
    offers,
)
from tablee.games.fluid.book.c4_combat.recuperation import Dormir
from tablee.games.fluid.book.c4_combat.tour import Combattre
from tablee.games.fluid.model.people import CARACS, Armee, Poursuite
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene
from .tenue import tient, variantes

PLAIE = {"nom": "Plaie", "valeur": 2, "negatif": True, "origine": "blessure"}


def a_deux(**jok):
    """Two people of two camps, all caractéristiques at 5."""
    return scene(jok={"fiche": {}, "camp": "a", **jok}, orc={"fiche": {}, "camp": "b"})


# ---------------------------------------------------------------- chases


def poursuite(ecart=20, but=50, vehicules=False, **jok):
    """Jok runs after the orc."""
    return jouer(a_deux(**jok), Poursuivre("jok", "orc", ecart, but, vehicules))[0]


@pytest.mark.rule("FLU-4.67")
def test_a_chase_begins_with_a_gap_and_the_gap_that_ends_it():
    assert poursuite().poursuite == Poursuite("orc", "jok", 20, 50)
    assert poursuite(200, 500, True).poursuite.vehicules
    assert Poursuivre("jok", "orc", 20, 50).closed(poursuite()).rule == "FLU-4.67"


@pytest.mark.rule("FLU-4.67")
@pytest.mark.parametrize(("ecart", "but"), [(0, 50), (-1, 50), (50, 50), (51, 50), (1, 1_000_001)])
def test_the_gap_lies_between_being_caught_and_being_away(ecart, but):
    assert Poursuivre("jok", "orc", ecart, but).closed(a_deux()).rule == "FLU-4.67"
    assert Poursuivre("jok", "orc", 1, 2).closed(a_deux()) is None


@pytest.mark.rule("FLU-4.67")
def test_who_cannot_chase_whom():
    assert Poursuivre("jok", "jok", 20, 50).closed(a_deux()).rule == "FLU-4.67"
    assert Poursuivre("jok", "qui", 20, 50).closed(a_deux()).rule == "FLU-3.1"
    assert Poursuivre("jok", "orc", 20, 50).closed(a_deux(etat="coma")).rule == "FLU-4.52"
    assert Poursuivre("jok", "orc", 20, 50).closed(jouer(a_deux(), Combattre("jok"))[0]).rule == "FLU-4.1"


@pytest.mark.rule("FLU-4.68")
@pytest.mark.parametrize(
    ("coureur", "mien", "sien", "ecart"),
    [
        ("jok", 8, 3, 15),  # the pursuer wins by 5
        ("jok", 3, 8, 25),
        ("orc", 8, 3, 25),  # the quarry wins by 5
        ("orc", 3, 8, 15),
        ("jok", 6, 6, 20),
    ],
)
@pytest.mark.parametrize("fois", [1, 10])
def test_the_margin_widens_the_gap_or_closes_it_tenfold_with_vehicles(coureur, mien, sien, ecart, fois):
    depart = poursuite(200, 500, True) if fois == 10 else poursuite()
    s, oracle = jouer(depart, Courir(coureur), mien, sien)
    attendu = 20 * fois + (ecart - 20) * fois  # counted in metres, scaled once
    assert s.poursuite.ecart == attendu
    course = dit(oracle, "course")
    assert total(course.terms) == course["ecart"] == attendu
    assert course["gagne"] == (mien > sien)


@pytest.mark.rule("FLU-4.68")
def test_both_run_under_agi_unless_something_else_is_said():
    s = scene(
        jok={"fiche": {"AGI": 7, "CON": 4}},
        orc={"fiche": {"AGI": 3, "CON": 9, "traits": [{"nom": "Trot", "valeur": 1}]}},
    )
    s, _ = jouer(s, Poursuivre("jok", "orc", 20, 50))
    assert jouer(s, Courir("jok"), 5, 5)[0].poursuite.ecart == 16
    assert jouer(s, Courir("jok", ("CON",)), 5, 5)[0].poursuite.ecart == 25
    reponse = Tester("orc", ("AGI",), ("Trot",))
    assert jouer(s, Courir("jok", ("CON",), reponse=reponse), 5, 5, 9)[0].poursuite.ecart == 23  # 12 against 9
    assert Courir("jok", reponse=Tester("jok", ("AGI",))).closed(s).rule == "FLU-4.68"
    assert Courir("jok", reponse=Tester("orc", ("AGI",), ("Vol",))).closed(s).rule == "FLU-3.20"


@pytest.mark.rule("FLU-4.41", "FLU-4.68")
def test_a_chase_is_no_fight_so_equipment_hampers_the_runner():
    _, oracle = jouer(poursuite(armure="mailles"), Courir("orc"), 5, 5, 5, 5)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, -2]


@pytest.mark.rule("FLU-4.69")
@pytest.mark.parametrize(
    ("ecart", "but", "mien", "sien", "fin"),
    [
        (5, 50, 9, 4, "rattrape"),  # exactly 0
        (4, 50, 9, 4, "rattrape"),  # beyond 0
        (6, 50, 9, 4, None),
        (45, 50, 4, 9, "echappe"),  # exactly the value
        (46, 50, 4, 9, "echappe"),
        (44, 50, 4, 9, None),
    ],
)
def test_a_chase_ends_at_zero_or_at_the_value_set(ecart, but, mien, sien, fin):
    s, oracle = jouer(poursuite(ecart, but), Courir("jok"), mien, sien)
    assert [e.what for e in oracle.events if e.what in ("rattrape", "echappe")] == ([fin] if fin else [])
    assert (s.poursuite is None) == (fin is not None)
    if fin is not None:
        qui = {"rattrape": ("jok", "orc"), "echappe": ("orc", "jok")}[fin]
        assert (dit(oracle, fin).who, dit(oracle, fin).target) == qui
        assert Courir("jok").closed(s).rule == "FLU-4.67"


@pytest.mark.rule("FLU-4.69")
@pytest.mark.parametrize(("qui", "fin"), [("jok", "echappe"), ("orc", "rattrape")])
def test_who_gives_up_lets_the_other_have_it(qui, fin):
    s, oracle = jouer(poursuite(), Abandonner(qui))
    assert s.poursuite is None
    assert oracle.events[-1].what == fin
    assert Abandonner(qui).closed(s).rule == "FLU-4.67"


@pytest.mark.rule("FLU-4.68")
def test_only_the_two_of_a_chase_run_in_it():
    s = scene(jok={"fiche": {}}, orc={"fiche": {}}, ben={"fiche": {}})
    s, _ = jouer(s, Poursuivre("jok", "orc", 20, 50))
    assert Courir("ben").closed(s).rule == "FLU-4.68"
    assert Abandonner("ben").closed(s).rule == "FLU-4.67"
    tombe = s.put(replace(s["orc"], etat="coma", reveil=86400))
    assert Courir("jok").closed(tombe).rule == "FLU-4.52"


@pytest.mark.rule("FLU-4.68", "FLU-4.69")
def test_the_odds_of_running():
    s = poursuite(1, 2)
    assert odds(Courir("jok"), s).p(True) == pytest.approx(odds(Courir("orc"), s).p(True), abs=1e-9)
    fins = odds(Courir("jok"), s, "issue")
    assert set(fins.ways) == {"rattrapé", "en fuite", "en course"}
    assert fins.p("rattrapé") == pytest.approx(fins.p("en fuite"), abs=1e-9)


# ---------------------------------------------------------------- mass combat


def bataille(effectif=100, ennemi=100, echelle=1, **jok):
    return jouer(a_deux(**jok), Ranger("jok", "orc", effectif, ennemi, echelle))[0]


@pytest.mark.rule("FLU-4.62")
@pytest.mark.parametrize("echelle", [1, 10, 100])
def test_each_total_is_what_the_other_camp_loses_times_the_scale(echelle):
    s, oracle = jouer(bataille(10_000, 10_000, echelle), Bataille("jok"), 5, 7)  # totals 10 and 12
    assert s.armees["b"].pertes == 10 * echelle
    assert s.armees["a"].pertes == 12 * echelle
    premieres, secondes = [e for e in oracle.events if e.what == "pertes"]
    assert (premieres.who, premieres.target, premieres["pertes"], total(premieres.terms)) == (
        "jok",
        "orc",
        *[10 * echelle] * 2,
    )
    assert (secondes.who, secondes["debout"]) == ("orc", 10_000 - 12 * echelle)


@pytest.mark.rule("FLU-4.62")
@pytest.mark.parametrize(("chaine", "perdus"), [(3, 1), (4, 0), (9, 0)])
def test_a_total_of_zero_or_less_costs_the_other_nothing(chaine, perdus):
    s, oracle = jouer(bataille(), Bataille("jok"), 1, chaine, 5)  # 5 - 1 - chain
    assert s.armees["b"].pertes == perdus
    assert s.armees["a"].pertes == 10
    assert total(next(e for e in oracle.events if e.what == "pertes").terms) == perdus


@pytest.mark.rule("FLU-4.62")
def test_losses_add_up_and_the_battle_lasts_until_an_army_is_gone():
    s, _ = jouer(bataille(100, 15), Bataille("jok"), 5, 5)
    assert (s.armees["a"].debout, s.armees["b"].debout) == (90, 5)
    s, oracle = jouer(s, Bataille("orc"), 6, 6)
    pertes = [e["pertes"] for e in oracle.events if e.what == "pertes"]
    assert pertes == [11, 5]  # no more than there were
    assert dit(oracle, "fin_bataille")["camps"] == ("a",)
    assert s.armees == {}
    assert Bataille("jok").closed(s).rule == "FLU-4.62"


@pytest.mark.rule("FLU-4.62")
def test_both_armies_lose_at_once_and_may_fall_together():
    s, oracle = jouer(bataille(3, 3), Bataille("jok"), 5, 5)
    assert dit(oracle, "fin_bataille")["camps"] == ("personne",)
    assert s.armees == {}


@pytest.mark.rule("FLU-4.62", "FLU-4.70")
def test_what_a_secret_test_comes_to_is_told_to_the_mj_alone():
    for secret, audience in ((True, GM), (False, ALL)):
        _, oracle = jouer(bataille(), Bataille("jok", secret=secret), 5, 5)
        assert {e.audience for e in oracle.events if e.what == "pertes"} == {audience}
        _, oracle = jouer(a_deux(), Jouter("jok", cible="orc", secret=secret), 8, 5)
        assert dit(oracle, "aura").audience == audience


SUPERIORITES = {
    "nombre": "Supériorité numérique",
    "technique": "Supériorité technique",
    "moral": "Moral",
    "terrain": "Position de l'armée",
    "officiers": "Généraux et officiers",
}


@pytest.mark.rule("FLU-4.63")
@pytest.mark.parametrize(("nom", "row"), list(zip(SUPERIORITES.values(), rows("FLU-4.63"), strict=True)))
def test_what_an_army_may_have_over_the_other_is_the_list_of_the_ledger(nom, row):
    mots = {mot for mot in re.findall(r"[a-zé]+", row["source"]) if len(mot) > 4}
    dits = re.findall(r"[a-zé]+", nom.lower())
    assert mots & set(dits)


@pytest.mark.rule("FLU-4.63")
@pytest.mark.parametrize(("source", "nom"), SUPERIORITES.items())
def test_each_superiority_gives_its_avantages_to_its_own_general(source, nom):
    _, oracle = jouer(bataille(), Bataille("jok", **{source: 2}), 3, 8, 4, 5)
    mien, sien = [e for e in oracle.events if e.what == "annonce"]
    assert mien["avantages"] == ((nom, 2, "FLU-4.63"),)
    assert (mien["net"], sien["net"]) == (2, 0)
    reponse = Commander("orc", **{source: 1})
    _, oracle = jouer(bataille(), Bataille("jok", reponse=reponse), 3, 8, 4)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, 1]
    assert Bataille("jok", **{source: 11}).closed(bataille()).rule == "FLU-4.63"
    assert Bataille("jok", reponse=Commander("orc", **{source: -1})).closed(bataille()).rule == "FLU-4.63"


@pytest.mark.rule("FLU-4.62")
def test_generals_command_under_int_or_what_is_said_without_their_armour_or_wounds():
    s = bataille(armure="plates", traits=[PLAIE], fiche={"INT": 7, "CHA": 4})
    _, oracle = jouer(s, Bataille("jok"), 5, 5)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, 0]
    assert [e["pertes"] for e in oracle.events if e.what == "pertes"] == [12, 10]
    _, oracle = jouer(s, Bataille("jok", ("CHA",)), 5, 5)
    assert [e["pertes"] for e in oracle.events if e.what == "pertes"] == [9, 10]
    _, oracle = jouer(s, Bataille("jok", ("FOR",)), 5, 5, 5, 5)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [-2, 0]


@pytest.mark.rule("FLU-4.62")
@pytest.mark.parametrize(
    ("quoi", "regle"),
    [
        ({"effectif": 0}, "FLU-4.62"),
        ({"effectif_ennemi": 1_000_001}, "FLU-4.62"),
        ({"echelle": 5}, "FLU-4.62"),
        ({"ennemi": "ami"}, "FLU-4.62"),
        ({"ennemi": "jok"}, "FLU-4.62"),
        ({"ennemi": "qui"}, "FLU-3.1"),
    ],
)
def test_armies_that_cannot_be_drawn_up(quoi, regle):
    s = scene(jok={"fiche": {}, "camp": "a"}, ami={"fiche": {}, "camp": "a"}, orc={"fiche": {}, "camp": "b"})
    bon = {"ennemi": "orc", "effectif": 10, "effectif_ennemi": 10}
    assert Ranger("jok", **bon).closed(s) is None
    assert Ranger("jok", **{**bon, **quoi}).closed(s).rule == regle
    assert Ranger("jok", **bon).closed(bataille()).rule == "FLU-4.62"


@pytest.mark.rule("FLU-4.62")
def test_only_generals_whose_army_stands_lead_it():
    s = scene(jok={"fiche": {}, "camp": "a"}, orc={"fiche": {}, "camp": "b"}, ben={"fiche": {}, "camp": "a"})
    s, _ = jouer(s, Ranger("jok", "orc", 50, 50))
    assert Bataille("ben").closed(s).rule == "FLU-4.62"
    assert Bataille("jok", reponse=Commander("ben")).closed(s).rule == "FLU-4.62"
    assert Bataille("jok").closed(jouer(s, Combattre("jok"))[0]).rule == "FLU-4.1"
    mort = s.put(replace(s["orc"], etat="mort"))
    assert Bataille("jok").closed(mort).rule == "FLU-4.50"


@pytest.mark.rule("FLU-4.62")
def test_with_three_armies_one_says_whom_one_meets_and_each_may_withdraw():
    s = scene(jok={"fiche": {}, "camp": "a"}, orc={"fiche": {}, "camp": "b"}, elf={"fiche": {}})
    s = replace(s, armees={"a": Armee("jok", 50), "b": Armee("orc", 50), "elf": Armee("elf", 50)})
    assert Bataille("jok").closed(s).rule == "FLU-4.62"
    apres, _ = jouer(s, Bataille("jok", reponse=Commander("elf")), 5, 5)
    assert [a.pertes for a in apres.armees.values()] == [10, 0, 10]
    reste, _ = jouer(apres, Abandonner("elf", "bataille"))
    assert list(reste.armees) == ["a", "b"]
    fini, oracle = jouer(reste, Abandonner("orc", "bataille"))
    assert fini.armees == {}
    assert dit(oracle, "fin_bataille")["camps"] == ("a",)
    assert Abandonner("orc", "bataille").closed(fini).rule == "FLU-4.62"


@pytest.mark.rule("FLU-4.62")
def test_the_odds_of_a_battle():
    s = bataille()
    infligees = odds(Bataille("jok"), s, "infligees")
    assert infligees.p(10) == pytest.approx(0.1, abs=1e-9)  # INT 5 and a 5
    assert odds(Bataille("jok"), s).p(True) < 0.5
    assert odds(Bataille("jok", nombre=3), s).p(True) > 0.5


# ---------------------------------------------------------------- verbal jousts


@pytest.mark.rule("FLU-4.70")
@pytest.mark.parametrize(("mien", "sien", "jok", "orc"), [(9, 4, 10, 5), (4, 9, 5, 10), (6, 6, 10, 10), (3, 2, 10, 9)])
def test_the_difference_comes_off_the_aura_of_the_loser(mien, sien, jok, orc):
    s, oracle = jouer(a_deux(), Jouter("jok", cible="orc"), mien, sien)
    assert (s["jok"].aur, s["orc"].aur) == (jok, orc)
    assert dit(oracle, "joute")["perte"] == mien - sien
    assert (s["jok"].res, s["orc"].res) == (10, 10)


@pytest.mark.rule("FLU-4.70")
def test_no_weapon_no_armour_and_no_wound_counts_in_a_joust():
    s = scene(
        jok={"fiche": {}, "armes": ["epee"], "traits": [PLAIE]},
        orc={"fiche": {}, "armes": ["hache"], "armure": "plates"},
    )
    s, oracle = jouer(s, Jouter("jok", cible="orc"), 9, 4)
    assert [e["net"] for e in oracle.events if e.what == "annonce"] == [0, 0]
    assert s["orc"].aur == 10 - 5
    _, oracle = jouer(s, Jouter("jok", ("FOR",), cible="orc"), 9, 9, 9, 4)  # the body is tested
    assert next(e["net"] for e in oracle.events if e.what == "annonce") == -2


@pytest.mark.rule("FLU-4.70", "FLU-4.57")
def test_shocks_of_the_mind_weigh_on_a_joust():
    choc = {"nom": "Effroi", "valeur": 1, "negatif": True, "origine": "psychique"}
    _, oracle = jouer(a_deux(traits=[choc]), Jouter("jok", cible="orc"), 9, 9, 4)
    assert next(e["net"] for e in oracle.events if e.what == "annonce") == -1


@pytest.mark.rule("FLU-4.70")
@pytest.mark.parametrize(("perdue", "reste", "vaincu"), [(4, 1, False), (5, 0, True), (8, 0, True)])
def test_the_first_at_zero_is_beaten(perdue, reste, vaincu):
    s = a_deux()
    s = s.put(replace(s["orc"], aur_perdue=perdue))
    s, oracle = jouer(s, Jouter("jok", cible="orc"), 9, 4)
    assert s["orc"].aur == reste
    assert [(e.who, e.target) for e in oracle.events if e.what == "vaincu"] == ([("orc", "jok")] if vaincu else [])
    assert total(dit(oracle, "aura").terms) == dit(oracle, "aura")["perte"] == 10 - perdue - reste
    if vaincu:
        assert Jouter("jok", cible="orc").closed(s).rule == "FLU-4.70"
        assert Jouter("orc", cible="jok").closed(s).rule == "FLU-4.70"


@pytest.mark.rule("FLU-4.70")
def test_the_one_who_opens_a_joust_may_be_the_one_beaten():
    s, oracle = jouer(a_deux(aur_perdue=9), Jouter("jok", cible="orc"), 4, 9)
    assert (s["jok"].aur, s["orc"].aur) == (0, 10)
    assert (dit(oracle, "vaincu").who, dit(oracle, "vaincu").target) == ("jok", "orc")


@pytest.mark.rule("FLU-4.70")
def test_a_nights_rest_gives_aura_back():
    s, _ = jouer(a_deux(aur_perdue=10), Dormir("jok"))
    assert s["jok"].aur == 10


@pytest.mark.rule("FLU-4.70")
def test_each_speaker_has_his_own_caracteristique_and_traits():
    s = scene(
        jok={"fiche": {"CHA": 6, "traits": [{"nom": "Éloquence", "valeur": 1}]}},
        orc={"fiche": {"CHA": 2, "INT": 8, "traits": [{"nom": "Têtu", "valeur": 1}]}},
    )
    jok = Jouter("jok", traits=("Éloquence",), cible="orc")
    assert jouer(s, jok, 5, 5, 5)[0]["orc"].aur == 7 - 4
    reponse = Repondre("orc", ("INT",), ("Têtu",))
    assert jouer(s, replace(jok, reponse=reponse), 5, 5, 5, 5)[0]["jok"].aur == 11 - 2
    assert replace(jok, reponse=Repondre("jok", ("INT",))).closed(s).rule == "FLU-4.70"
    assert Jouter("jok", cible="jok").closed(s).rule == "FLU-3.42"
    assert Jouter("jok", cible="orc", traits=("Têtu",)).closed(s).rule == "FLU-3.20"
    assert Jouter("jok").closed(s).rule == "FLU-3.1"


@pytest.mark.rule("FLU-4.70")
def test_nobody_jousts_in_words_in_a_fight():
    assert Jouter("jok", cible="orc").closed(jouer(a_deux(), Combattre("jok"))[0]).rule == "FLU-4.1"


@pytest.mark.rule("FLU-4.70")
def test_the_odds_of_a_joust():
    s = a_deux()
    s = s.put(replace(s["orc"], aur_perdue=9))
    gagne = odds(Jouter("jok", cible="orc"), s)
    assert 0.4 < gagne.p(True) < 0.5
    assert odds(Jouter("jok", cible="orc"), s, "vainc").p(True) == pytest.approx(gagne.p(True), abs=1e-9)
    assert odds(Jouter("orc", cible="jok"), s, "vainc").p(True) < 0.2


# ---------------------------------------------------------------- buttons, and what must always hold


@pytest.mark.rule("FLU-4.62", "FLU-4.67", "FLU-4.70")
def test_the_buttons_of_confrontations():
    calme = a_deux()
    assert [type(b) for b in offers(calme, calme["jok"])] == [Jouter, Poursuivre, Ranger]
    assert all(b.closed(calme) is None for b in offers(calme, calme["jok"]))
    fuite, guerre = poursuite(), bataille()
    assert {Courir("jok", ("AGI",)), Abandonner("jok")} <= set(offers(fuite, fuite["jok"]))
    assert {Bataille("jok", ("INT",)), Abandonner("jok", "bataille")} <= set(offers(guerre, guerre["jok"]))
    combat = jouer(calme, Combattre("jok"))[0]
    assert list(offers(combat, combat["jok"])) == []


GENS = ("jok", "orc", "mort", "qui")
REPONSES = {
    Courir: lambda q, c: Tester(q, c),
    Bataille: lambda q, c: Commander(q, c, moral=len(c)),
    Jouter: lambda q, c: Repondre(q, c),
}
CHOISIES = st.lists(st.sampled_from([*CARACS, "MAG"]), max_size=2).map(tuple)


@given(
    genre=st.sampled_from([Poursuivre, Courir, Ranger, Bataille, Jouter, Abandonner]),
    quoi=variantes(
        actor=st.sampled_from(GENS),
        fuyard=st.sampled_from(GENS),
        ecart=st.integers(-1, 60),
        but=st.integers(-1, 60),
        vehicules=st.booleans(),
        ennemi=st.sampled_from(GENS),
        effectif=st.integers(-1, 50),
        echelle=st.sampled_from([0, 1, 10, 100, -5]),
        nombre=st.integers(-1, 11),
        cible=st.sampled_from(GENS),
        quoi=st.sampled_from(["poursuite", "bataille"]),
        caracs=CHOISIES,
        traits=st.lists(st.sampled_from(["Vif", "Rien"]), max_size=2).map(tuple),
        res=st.integers(-1, 11),
        reponse=st.tuples(st.sampled_from(GENS), CHOISIES),
        secret=st.booleans(),
    ),
    ecart=st.none() | st.integers(1, 49),
    armees=st.none() | st.tuples(st.integers(0, 30), st.integers(0, 30), st.sampled_from([1, 10])),
    aur=st.integers(0, 10),
    combat=st.integers(0, 9),
    seed=st.integers(0, 10**6),
)
@pytest.mark.rule("FLU-4.62", "FLU-4.63", "FLU-4.67", "FLU-4.68", "FLU-4.69", "FLU-4.70")
def test_whatever_is_tried_leaves_a_sound_scene(genre, quoi, ecart, armees, aur, combat, seed):
    s = scene(
        jok={"fiche": {"traits": [{"nom": "Vif", "valeur": 2}]}, "camp": "a", "armure": "cuir", "traits": [PLAIE]},
        orc={"fiche": {}, "camp": "b", "aur_perdue": aur},
        mort={"fiche": {}, "etat": "mort"},
    )
    if ecart is not None:
        s = replace(s, poursuite=Poursuite("orc", "jok", ecart, 50))
    if armees is not None:
        a, b, echelle = armees
        s = replace(s, armees={"a": Armee("jok", 30, a, echelle), "b": Armee("orc", 30, b, echelle)})
    if not combat:
        s, _ = jouer(s, Combattre("jok"))
    base = {"actor": "jok", "fuyard": "orc", "ennemi": "orc", "cible": "orc"}
    chiffres = {"ecart": 20, "but": 50, "effectif": 30, "effectif_ennemi": 30}
    donnes = {**base, **chiffres, **quoi}
    if "reponse" in donnes:
        donnes["reponse"] = REPONSES.get(genre, REPONSES[Courir])(*donnes["reponse"])
    tient(s, genre(**{k: v for k, v in donnes.items() if k in genre.__struct_fields__}), seed)
