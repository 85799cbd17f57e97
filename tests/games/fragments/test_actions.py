"""Chapter 3, actions that are not attacks on somebody: waiting, helping, taking in hand, taking hold, destroying."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.book.c2_systeme.jets import Tester
from tablee.games.fragments.book.c3_combat import actions, corps_a_corps, deplacements, tours
from tablee.games.fragments.book.c3_combat.actions import (
    Aider,
    Attendre,
    Delai,
    Esquiver,
    Improviser,
    Instruire,
    Repos,
    Reprise,
    SeConcentrer,
)
from tablee.games.fragments.book.c3_combat.corps_a_corps import Bousculer, Inverser, Pivot, Repli, bande_de_force
from tablee.games.fragments.book.c3_combat.deplacements import SeDeplacer
from tablee.games.fragments.book.c3_combat.tours import finir_le_tour, suite
from tablee.games.fragments.book.c4_attaque import detruire
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.book.c4_attaque.calculs import Coup, degats
from tablee.games.fragments.book.c4_attaque.detruire import Detruire
from tablee.games.fragments.book.c6_equipement import equiper
from tablee.games.fragments.book.c6_equipement.equiper import Desequiper, Equiper, Remplacer
from tablee.games.fragments.model.catalogue import ARMES, BOUCLIERS, OBJETS, Puissance
from tablee.games.fragments.model.people import MalActif, Survie
from tablee.games.fragments.model.scene import Scene, Zone
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM

from .champ import combat, jouer, qui, refus, scene
from .chiffres import esquive

PAR_TYPE = {
    type_: next(a for a in ARMES.values() if a.type == type_) for type_ in ("Épée", "Hast", "Angle", "Arc", "Dague")
}
EPEE, DAGUE, HACHE = (PAR_TYPE[t].id for t in ("Épée", "Dague", "Angle"))
LANCE, ARC = PAR_TYPE["Hast"].id, PAR_TYPE["Arc"].id


def duel(**reste):
    return combat(a=qui(init=20, **reste), ami=qui(init=9, x=0, y=1), b=qui("b", init=5, x=1))


# ---------------------------------------------------------------- the tables


@pytest.mark.rule("FD-3.21", "FD-3.27", "FD-3.34")
def test_every_row_of_the_tables_of_actions_is_an_action_one_can_take():
    tags = {
        "Se déplacer": "se_deplacer",
        "Équiper": "equiper",
        "Déséquiper": "desequiper",
        "Utiliser une technique": "utiliser_technique",
        "Se concentrer": "se_concentrer",
        "Reprise": "reprise",
        "Monter / Descendre d'une monture": "monter",
        "Sauver": "sauver",
        "Lien": "lien",
        "Utiliser un sort de soutien": "utiliser_soutien",
        "Utiliser un objet sur soi": "utiliser_objet",
        "Utiliser un objet sur une cible adjacente": "utiliser_objet",
        "Ruée": "ruee",
        "Bousculer": "bousculer",
        "Inverser": "inverser",
        "Pivot": "pivot",
        "Repli": "repli",
        "Attaquer": "attaquer",
        "Attendre": "attendre",
        "Épargner": "epargner",
        "Esquiver": "esquiver",
        "Improviser": "improviser",
        "Aider": "aider",
        "Instruire": "instruire",
        "Remplacer (Sac à dos)": "remplacer",
        "Délai": "delai",
        "Repos": "repos",
    }
    fragments = game("fragments")
    connues = {a.__struct_config__.tag for a in fragments.actions}
    lignes = [row["nom"] for id in ("FD-3.21", "FD-3.27", "FD-3.34") for row in fragments.ledger.rules[id].rows]
    assert len(lignes) == 8 + 9 + 10 and set(lignes) == set(tags)
    assert set(tags.values()) <= connues


@pytest.mark.rule("FD-3.19", "FD-3.26", "FD-3.34")
@pytest.mark.parametrize(
    ("action", "finit"),
    [
        (SeDeplacer("a", 0, -1), False),
        (Equiper("a", (DAGUE,)), False),
        (Desequiper("a", EPEE), False),
        (SeConcentrer("a"), False),
        (Reprise("a"), False),
        (Bousculer("a", "ami"), False),
        (Inverser("a", "ami"), False),
        (Attaquer("a", "b"), True),
        (Attendre("a"), True),
        (Esquiver("a"), True),
        (Aider("a", "ami"), True),
        (Instruire("a", "ami"), True),
        (Remplacer("a", EPEE, "sac"), True),
        (Repos("a"), True),
    ],
)
def test_actions_end_the_tour_and_bonus_and_first_quick_ones_do_not(action, finit):
    s = duel(armes=(EPEE, DAGUE), equipement={"actif": [EPEE, DAGUE], "sac_a_dos": True}, FOR=9)
    oracle = Scripted([50, 4, 4])
    assert action.closed(s) is None
    assert ("a" not in action.resolve(s, oracle).turn()) == finit


# ---------------------------------------------------------------- waiting


@pytest.mark.rule("FD-3.35")
def test_waiting_ends_the_tour_and_adds_5_from_the_next_manche_on():
    s = combat(a=qui(init=8), b=qui("b", init=5, x=9), c=qui(init=16, x=5))
    s = jouer(s, Reprise("c")).scene  # another tour to come, at 6
    s = jouer(s, Attendre("c")).scene
    assert s.initiative("c") == 11 and s.turn() == ("a",)  # its other tour keeps its place
    for who in ("a", "c", "b"):
        assert who in s.turn() and s.round() == 1
        s = jouer(s, Attendre(who)).scene
    assert s.round() == 2 and [s.initiative(w) for w in "abc"] == [13, 10, 16]


@pytest.mark.rule("FD-3.35", "FD-3.23")
def test_what_waiting_gives_may_pay_a_resume_at_once():
    s = combat(a=qui(init=6), b=qui("b", init=1, x=9))
    assert refus(s, Reprise("a")) == "FD-3.23"
    j = jouer(s, Attendre("a"), reponses=("oui",))
    assert j.oracle.asked[0].key == "fd.reprise"
    assert j.scene.initiative("a") == 1 and j.scene.round() == 1


@pytest.mark.rule("FD-3.41")
def test_rest_costs_3_of_initiative_and_gives_3_jt_more_at_the_next_tour():
    s = combat(a=qui(init=9), b=qui("b", init=1, x=9))
    s = s.put(replace(s["a"], jt=0))
    s = jouer(s, Repos("a")).scene
    assert s.initiative("a") == 6 and s["a"].jt == 0
    s = finir_le_tour(s, Scripted(), "b")
    assert s["a"].jt == 5
    s = finir_le_tour(jouer(s, Repos("a")).scene, Scripted(), "b")
    assert s["a"].jt == 6 and s.initiative("a") == 3
    assert refus(s, Repos("a")) == "FD-3.41"  # to be paid in full, 1 left
    assert refus(combat(a=qui(init=4), b=qui("b", init=1, x=9)), Repos("a")) == ""


@pytest.mark.rule("FD-3.40")
def test_a_delay_postpones_the_tour_to_a_lower_initiative_kept_afterwards():
    s = combat(a=qui(init=12), b=qui("b", init=8, x=9), c=qui(init=5, x=5))
    assert refus(s, Delai("a", 12)) == refus(s, Delai("a", 0)) == refus(s, Delai("a", 99)) == "FD-3.40"
    s = jouer(s, Delai("a", 6)).scene
    assert s.turn() == ("b",) and s.initiative("a") == 6
    s = jouer(s, Attendre("b")).scene
    assert s.turn() == ("a",)
    s = jouer(s, Repos("a"), Attendre("c")).scene
    assert s.round() == 2 and s.initiative("a") == 3
    assert s.encounter.file == ("b", "c", "a")


@pytest.mark.rule("FD-3.40")
def test_a_delay_comes_first_of_all():
    s = combat(a=qui(init=12), b=qui("b", init=8, x=9))
    for avant in (SeDeplacer("a", 1, 0), SeConcentrer("a"), SeDeplacer("a", 0, 1)):
        assert refus(jouer(s, avant).scene, Delai("a", 3)) == "FD-3.40"


@pytest.mark.rule("FD-3.40")
def test_what_a_tour_begins_with_happens_once_when_it_is_put_off():
    s = combat(a=qui(init=12), b=qui("b", init=8, x=9))
    s = finir_le_tour(finir_le_tour(s.put(replace(s["a"], jt=0)), Scripted(), "a"), Scripted(), "b")
    assert s["a"].jt == 2
    s = s.put(replace(s["a"], affliction=MalActif("brulure", 3)))
    j = jouer(s, Delai("a", 3), Attendre("b"))
    assert j.scene.turn() == ("a",) and j.scene["a"].jt == 2
    assert j.scene["a"].perdus == 0 and j.scene["a"].affliction.tours == 3
    apres = finir_le_tour(j.scene, Scripted(), "a")
    assert apres["a"].affliction.tours == 2


@pytest.mark.rule("FD-3.40", "FD-3.7")
def test_whoever_falls_while_waiting_for_a_delayed_tour_agonises_then():
    s = jouer(combat(a=qui(init=12), b=qui("b", init=8, x=9), c=qui(init=2, x=5)), Delai("a", 5)).scene
    s = s.put(replace(s["a"], perdus=20, survie=Survie(2000, "Grave")))
    j = jouer(s, Attendre("b"))
    assert [e["reste"] for e in j.tous("survie", "a")] == [16]
    assert j.scene.turn() == ("c",) and j.scene.encounter.differes == ()
    endormi = jouer(combat(a=qui(init=12), b=qui("b", init=8, x=9)), Delai("a", 5)).scene
    endormi = endormi.put(replace(endormi["a"], affliction=MalActif("sommeil", 1)))
    j = jouer(endormi, Attendre("b"))
    assert j.un("tour_perdu").who == "a" and j.scene.round() == 2


# ---------------------------------------------------------------- dodging, helping, concentrating


@pytest.mark.rule("FD-3.37")
def test_dodging_lasts_until_the_next_tour_begins():
    s = jouer(duel(), Esquiver("a"), reponses=("non",)).scene
    assert s["a"].esquive
    j = jouer(finir_le_tour(s, Scripted(), "ami"), Attaquer("b", "a"), des=(1, 100))  # the worse of the two
    assert j.un("attaque")["issue"] == "manque"
    assert not j.scene["a"].esquive and j.scene.turn() == ("a",)


@pytest.mark.rule("FD-3.37")
@pytest.mark.parametrize(("mal", "ouvert"), [("neutralise", False), ("entrave", False), ("ralenti", True)])
def test_whoever_is_neutralised_or_cannot_move_does_not_dodge(mal, ouvert):
    s = duel()
    s = s.put(replace(s["a"], etats=(MalActif(mal, 2),)))
    assert (refus(s, Esquiver("a")) == "") == ouvert
    assert refus(duel(MOV=0), Esquiver("a")) == "FD-3.37"


@pytest.mark.rule("FD-3.38")
def test_help_gives_20_to_the_next_roll_whatever_it_is():
    s = jouer(duel(), Aider("a", "ami"), reponses=("non",)).scene
    j = jouer(s, SeDeplacer("ami", 0, 1, 5), Attaquer("ami", "b"), des=(100,))
    assert ("Aide", 20, "FD-3.38") in j.un("attaque").terms
    assert j.scene["ami"].aides == ()
    j = jouer(s, Tester("ami", "FOR"), des=(50,))
    assert ("Aide", 20, "FD-3.38") in j.un("jet").terms and j.scene["ami"].aides == ()


@pytest.mark.rule("FD-3.38")
def test_instruction_gives_20_to_the_next_attack_only():
    s = jouer(duel(), Instruire("a", "ami"), reponses=("non",)).scene
    j = jouer(s, Tester("ami", "FOR"), des=(50,))
    assert "Instruction" not in {t[0] for t in j.un("jet").terms} and j.scene["ami"].aides == ("instruction",)
    j = jouer(s, Attaquer("ami", "b"), des=(100,))
    assert ("Instruction", 20, "FD-3.38") in j.un("attaque").terms and j.scene["ami"].aides == ()


@pytest.mark.rule("FD-3.38")
def test_help_reaches_an_adjacent_ally_instruction_one_within_5_cells():
    def a(x: int) -> Scene:
        return combat(a=qui(init=20), ami=qui(init=9, x=x), b=qui("b", init=5, y=3))

    assert [refus(a(x), Aider("a", "ami")) for x in (1, 2)] == ["", "FD-3.38"]
    assert [refus(a(x), Instruire("a", "ami")) for x in (5, 6)] == ["", "FD-3.38"]
    assert refus(a(1), Aider("a", "b")) == refus(a(1), Instruire("a", "a")) == "FD-3.38"
    tombe = a(1).put(replace(a(1)["ami"], perdus=20, survie=Survie(2000, "Grave")))
    assert refus(tombe, Aider("a", "ami")) == "FD-3.3"


@pytest.mark.rule("FD-3.21", "FD-9.11")
def test_concentrating_takes_the_state_for_this_tour_and_the_next():
    s = duel(armes=(EPEE,))
    avant = esquive(s, s["a"])
    s = jouer(s, SeConcentrer("a")).scene
    assert s["a"].a("concentration") and s.turn() == ("a",) and esquive(s, s["a"]) == avant - 15
    assert refus(s, SeConcentrer("a")) == "FD-3.21"
    j = jouer(s, Attaquer("a", "b"), des=(99, 1), reponses=("non",))
    assert ("Concentration", 20, "FD-9.11") in j.un("attaque").terms
    s = finir_le_tour(finir_le_tour(j.scene, Scripted(), "ami"), Scripted(), "b")
    assert s["a"].a("concentration") and refus(s, SeConcentrer("a")) == ""
    assert not finir_le_tour(s, Scripted(), "a")["a"].a("concentration")


@pytest.mark.rule("FD-3.42")
def test_the_game_master_says_what_improvising_brings_and_whether_the_tour_ends():
    s = duel()
    j = jouer(s, Improviser("a", "enfoncer la porte"), reponses=(-20, "non"))
    assert [(q.who, q.audience) for q in j.oracle.asked] == [(GM, GM), (GM, GM)]
    assert j.scene.turn() == ("a",) and j.un("improvise")["texte"] == "enfoncer la porte"
    k = jouer(j.scene, Tester("a", "FOR"), des=(50,))
    assert ("Improvisation", -20, "FD-3.42") in k.un("jet").terms
    k = jouer(j.scene, Attaquer("a", "b"), des=(100,), reponses=("non",))
    assert ("Improvisation", -20, "FD-3.42") in k.un("attaque").terms
    fin = jouer(s, Improviser("a", "parlementer"), reponses=(0, "oui", "non"))
    assert fin.scene.turn() == ("ami",) and fin.scene["a"].effets == ()
    assert refus(s, Improviser("a", "  ")) == refus(s, Improviser("a", "x" * 201)) == "FD-3.42"
    assert refus(s, Improviser("b", "fuir")) == "FD-2.12"


# ---------------------------------------------------------------- in hand and at hand


@pytest.mark.rule("FD-3.21")
def test_taking_a_weapon_in_hand_and_putting_it_away():
    s = duel(armes=(EPEE, DAGUE))
    assert [a.id for a in s["a"].equipement.tenues] == [EPEE]
    assert refus(s, Equiper("a", (EPEE,))) == refus(s, Equiper("a", ("nulle_part",))) == "FD-3.21"
    s = jouer(s, Equiper("a", (DAGUE,))).scene
    assert [a.id for a in s["a"].equipement.tenues] == [DAGUE] and s.turn() == ("a",)
    assert refus(s, Desequiper("a", EPEE)) == "FD-3.21"
    s = jouer(s, Desequiper("a", DAGUE)).scene
    assert [a.id for a in s["a"].equipement.tenues] == ["mains_nues"]
    assert refus(s, Desequiper("a", "mains_nues")) == "FD-3.21"


@pytest.mark.rule("FD-6.22", "FD-6.21")
def test_two_weapons_add_their_weights_and_put_the_shield_off_meanwhile():
    s = duel(equipement={"actif": [EPEE, DAGUE, next(iter(BOUCLIERS))]})
    avant = s["a"].equipement
    assert avant.porte is not None
    j = jouer(s, Equiper("a", (EPEE, DAGUE)))
    deux = j.scene["a"].equipement
    assert deux.porte is None and deux.poids == ARMES[EPEE].poids + ARMES[DAGUE].poids
    assert j.un("bouclier_pose")["bouclier"] == avant.porte.nom
    une = jouer(j.scene, Desequiper("a", DAGUE)).scene["a"].equipement
    assert une.porte == avant.porte and [a.id for a in une.tenues] == [EPEE]


@pytest.mark.rule("FD-6.23", "FD-6.22")
def test_hast_and_bow_are_never_one_of_two_and_hands_are_two():
    s = duel(armes=(EPEE, DAGUE, LANCE, ARC, HACHE))
    for paire in ((EPEE, LANCE), (ARC, DAGUE), (LANCE, ARC)):
        assert refus(s, Equiper("a", paire)) == "FD-6.23"
    for seule in (LANCE, ARC, HACHE):
        assert refus(s, Equiper("a", (seule,))) == ""
    assert refus(s, Equiper("a", (EPEE, DAGUE, HACHE))) == refus(s, Equiper("a", ())) == "FD-6.22"
    assert refus(s, Equiper("a", (EPEE, EPEE))) == "FD-6.22"
    offertes = [a.armes for a in equiper.offers(s, s["a"]) if isinstance(a, Equiper) and len(a.armes) == 2]
    assert offertes == [(EPEE, DAGUE), (EPEE, HACHE)]


@pytest.mark.rule("FD-3.39", "FD-6.5", "FD-6.4")
def test_replacing_moves_a_thing_between_backpack_and_active_inventory():
    potion, *_ = OBJETS
    s = duel(equipement={"actif": [EPEE, DAGUE], "sac_a_dos": True, "sac": [potion]})
    j = jouer(s, Remplacer("a", potion), reponses=("non",))
    e = j.scene["a"].equipement
    assert [c.id for c in e.actif] == [EPEE, DAGUE, potion] and e.sac == ()
    assert j.scene.turn() == ("ami",)
    e = jouer(s, Remplacer("a", EPEE, "sac"), reponses=("non",)).scene["a"].equipement
    assert [c.id for c in e.sac] == [potion, EPEE] and [a.id for a in e.tenues] == ["mains_nues"]
    assert e.en_main == ()  # it would have to be taken in hand again
    assert refus(s, Remplacer("a", potion, "sac")) == refus(s, Remplacer("a", EPEE, "actif")) == "FD-3.39"
    assert refus(s, Remplacer("a", potion, "actif", EPEE)) == "FD-3.39"  # there is place
    assert refus(duel(armes=(EPEE,)), Remplacer("a", EPEE, "sac")) == "FD-6.5"


@pytest.mark.rule("FD-3.39", "FD-6.4")
def test_where_there_is_no_place_a_thing_is_exchanged():
    plein = [EPEE, DAGUE, HACHE, LANCE, ARC]
    s = duel(equipement={"actif": plein, "sac_a_dos": True, "sac": [EPEE]})
    (autre,) = (c.id for c in s["a"].equipement.sac)
    assert refus(s, Remplacer("a", autre)) == "FD-3.39"
    assert refus(s, Remplacer("a", autre, "actif", "rien")) == "FD-3.39"
    e = jouer(s, Remplacer("a", autre, "actif", HACHE), reponses=("non",)).scene["a"].equipement
    assert len(e.actif) == 5 and [c.id for c in e.sac] == [HACHE]
    ids = [c.id for c in (*e.actif, *e.sac)]
    assert len(set(ids)) == 6 and [a.id for a in e.tenues] == [EPEE]  # two of a kind stay two


# ---------------------------------------------------------------- taking hold of somebody


@pytest.mark.rule("FD-3.30")
@pytest.mark.parametrize(
    ("de", "cases"), [(1, 3), (5, 3), (9, 3), (10, 2), (18, 2), (19, 1), (27, 1), (28, 0), (100, 0)]
)
def test_shoving_reads_the_d100_in_bands_of_strength(de, cases):
    s = combat(a=qui(init=20, FOR=9), b=qui("b", init=5, x=1, CON=8))
    j = jouer(s, Bousculer("a", "b"), des=(de,))
    assert j.scene["b"].case == (1 + cases, 0) and j.un("pousse")["cases"] == cases


@pytest.mark.rule("FD-3.30")
def test_an_ally_is_always_moved_by_a_cell_and_one_may_push_less_far():
    s = combat(a=qui(init=20, FOR=9), c=qui(init=2, x=1), b=qui("b", init=5, x=9))
    assert jouer(s, Bousculer("a", "c"), des=(100,)).scene["c"].case == (2, 0)
    for n in (3, 2, 1, 0):
        j = jouer(s, Bousculer("a", "c"), des=(3,), reponses=(n,))
        assert j.scene["c"].case == (1 + n, 0)
        assert j.oracle.asked[0].open() == (3, 2, 1, 0)


@pytest.mark.rule("FD-3.30", "FD-3.38", "FD-5.9")
def test_advantages_are_taken_off_the_roll_and_used_up():
    s = combat(a=qui(init=20, FOR=9), b=qui("b", init=5, x=1, CON=8))
    aide = s.put(replace(s["a"], aides=("aide",)))
    j = jouer(aide, Bousculer("a", "b"), des=(29,))  # read as 9
    assert j.scene["b"].case == (4, 0) and j.scene["a"].aides == ()
    las = s.put(replace(s["a"], epuisement=3))
    assert jouer(las, Bousculer("a", "b"), des=(1,)).scene["b"].case == (1, 0)  # read as 31


@pytest.mark.rule("FD-3.30", "FD-3.31", "FD-3.32", "FD-3.33")
@pytest.mark.parametrize("prise", [Bousculer, Inverser, Pivot, Repli])
def test_one_needs_more_strength_than_the_target_has_constitution_and_to_stand_beside(prise):
    def face(force: int, x: int = 1) -> Scene:
        return combat(a=qui(init=20, FOR=force), b=qui("b", init=5, x=x, CON=8))

    assert [refus(face(n), prise("a", "b")) for n in (7, 8, 9)] == ["FD-3.30", "FD-3.30", ""]
    assert refus(face(9, 2), prise("a", "b")) == "FD-3.30"
    assert refus(face(9), prise("a", "a")) == "FD-3.30"
    assert refus(face(9), prise("a", "b", charges=1)) == "FD-3.49"


@pytest.mark.rule("FD-3.30", "FD-9.15")
def test_the_push_goes_straight_ahead_and_stops_where_the_way_is_barred():
    s = combat(carte=("....#",), a=qui(init=20, FOR=9), b=qui("b", init=5, x=1))
    j = jouer(s, Bousculer("a", "b"), des=(1,))
    assert j.scene["b"].case == (3, 0) and j.oracle.asked[0].open() == (2, 1, 0)
    s = combat(a=qui(init=20, FOR=9, x=4, y=4), b=qui("b", init=5, x=3, y=5))
    j = jouer(s, Bousculer("a", "b"), des=(1,))
    assert j.scene["b"].case == (0, 8) and j.scene["a"].face == 2


@pytest.mark.rule("FD-3.31")
@pytest.mark.parametrize(("de", "camp", "bouge"), [(27, "b", True), (28, "b", False), (0, "a", True)])
def test_swapping_places(de, camp, bouge):
    s = combat(a=qui(init=20, FOR=9), c=qui(camp, init=2, x=1), b=qui("b", init=5, x=9))
    j = jouer(s, Inverser("a", "c"), des=(de,) if de else ())
    places = (j.scene["a"].case, j.scene["c"].case)
    assert places == (((1, 0), (0, 0)) if bouge else ((0, 0), (1, 0)))


@pytest.mark.rule("FD-3.32")
@pytest.mark.parametrize(("de", "camp", "bouge"), [(27, "b", True), (28, "b", False), (0, "a", True)])
def test_a_pivot_brings_the_target_to_the_other_side(de, camp, bouge):
    s = combat(a=qui(init=20, FOR=9), c=qui(camp, init=2, x=1), b=qui("b", init=5, x=9))
    j = jouer(s, Pivot("a", "c"), des=(de,) if de else ())
    assert j.scene["c"].case == ((-1, 0) if bouge else (1, 0)) and j.scene["a"].case == (0, 0)


@pytest.mark.rule("FD-3.33")
@pytest.mark.parametrize(("de", "camp", "suit"), [(27, "b", True), (28, "b", False), (0, "a", True)])
def test_falling_back_draws_the_target_along_or_leaves_it(de, camp, suit):
    s = combat(a=qui(init=20, FOR=9), c=qui(camp, init=2, x=1), b=qui("b", init=5, x=9))
    j = jouer(s, Repli("a", "c"), des=(de,) if de else ())
    assert j.scene["a"].case == (-1, 0)  # in any case
    assert j.scene["c"].case == ((0, 0) if suit else (1, 0))


@pytest.mark.rule("FD-3.31", "FD-3.32", "FD-3.33", "FD-9.15")
def test_nobody_is_moved_where_nobody_can_stand():
    s = combat(carte=("#..",), a=qui(init=20, FOR=9, x=1), b=qui("b", init=5, x=2))
    assert refus(s, Pivot("a", "b")) == refus(s, Repli("a", "b")) == "FD-9.15"
    assert refus(s, Inverser("a", "b")) == ""
    vole = combat(carte=(".~.",), a=qui(init=20, FOR=9), b=qui("b", init=5, x=1, passifs=[{"fait": "vol"}]))
    assert refus(vole, Inverser("a", "b")) == "FD-9.15"
    cloue = s.put(replace(s["a"], etats=(MalActif("entrave", 2),)))
    assert refus(cloue, Inverser("a", "b")) == "FD-9.11"
    pris = combat(a=qui(init=20, FOR=9, x=1), b=qui("b", init=5, x=2), c=qui(init=1))
    assert refus(pris, Repli("a", "b")) == refus(pris, Pivot("a", "b")) == "FD-9.15"


@pytest.mark.rule("FD-3.26", "FD-3.27")
def test_the_second_hold_of_a_tour_ends_it():
    s = combat(a=qui(init=10, FOR=9), b=qui("b", init=5, x=1))
    s = jouer(s, Inverser("a", "b"), des=(1,)).scene
    assert s.turn() == ("a",)
    assert jouer(s, Inverser("a", "b"), des=(1,)).scene.turn() == ("b",)


@pytest.mark.rule("FD-3.30", "FD-3.49", "FD-3.50")
def test_a_player_may_roll_again_and_keeps_the_best():
    s = combat(a=qui(init=10, FOR=9, joueur=True), b=qui("b", init=5, x=1))
    j = jouer(s, Bousculer("a", "b"), des=(20, 100, 9), reponses=("oui", "maintenant", 3))
    assert j.scene["b"].case == (4, 0) and j.scene["a"].charges == 2


@pytest.mark.rule("FD-3.30", "FD-3.31")
@given(st.integers(1, 60), st.sampled_from(((), ("aide",), ("aide", "aide"))))
@settings(max_examples=25, deadline=None)
def test_the_odds_of_a_hold_are_those_of_counting_all_faces(force, aides):
    s = combat(a=qui(init=10, FOR=force, CON=0), b=qui("b", init=5, x=1, CON=0))
    s = s.put(replace(s["a"], aides=aides))
    lus = [de - 20 * len(aides) for de in range(1, 101)]
    bandes = [3 if n <= force else 2 if n <= 2 * force else 1 if n <= 3 * force else 0 for n in lus]
    trouve = odds(Bousculer("a", "b"), s, "cases")
    assert all(trouve.p(n) == pytest.approx(bandes.count(n) / 100) for n in range(4))
    bouge = sum(b > 0 for b in bandes) / 100
    assert odds(Inverser("a", "b"), s).p(True) == pytest.approx(bouge)
    assert [bande_de_force(force, n) for n in lus] == bandes


# ---------------------------------------------------------------- destroying


def mur(**reste) -> Scene:
    return combat(carte=(".#B.", "...."), a=qui(init=20, armes=(EPEE,), **reste), b=qui("b", init=5, x=3))


@pytest.mark.rule("FD-3.34", "FD-9.15")
def test_a_wall_loses_points_by_blows_and_becomes_rubble_for_good():
    s = mur(FOR=30)
    j = jouer(s, Detruire("a", 1, 0), des=(50, *[1] * ARMES[EPEE].pui.n), reponses=("non",))
    arme = ARMES[EPEE].pui
    attendus = degats(Coup(Puissance(), 30, 6), arme.n + arme.fixe, False)
    assert j.un("degats_decor")["points"] == attendus == 30 + arme.n + arme.fixe - 6
    assert j.scene.turn() == ("b",)
    presque = replace(s, degats=(((1, 0), 29),))
    j = jouer(presque, Detruire("a", 1, 0), des=(50, *[1] * arme.n), reponses=("non",))
    assert j.scene.terrain((1, 0)).id == "decombres" and j.scene.degats == ()
    assert j.scene.zones == (Zone(((1, 0),), "decombres"),)
    assert tours.clore(j.scene, Scripted()).terrain((1, 0)).id == "decombres"


@pytest.mark.rule("FD-3.34")
def test_what_cannot_be_destroyed_or_is_out_of_reach_is_refused():
    s = mur()
    assert refus(s, Detruire("a", 0, 1)) == refus(s, Detruire("a", 99, 99)) == "FD-3.34"
    assert refus(s, Detruire("a", 2, 0)) == "FD-3.44"  # behind the wall
    loin = combat(carte=("..B.",), a=qui(init=20, armes=(EPEE,)), b=qui("b", init=5, x=3))
    assert refus(loin, Detruire("a", 2, 0)) == "FD-6.9"
    assert refus(loin, Detruire("a", 2, 0, "distance")) == "FD-6.15"
    assert refus(s.put(replace(s["a"], etats=(MalActif("neutralise", 2),))), Detruire("a", 1, 0)) == "FD-9.11"


@pytest.mark.rule("FD-3.34")
def test_a_cell_does_not_dodge_and_a_miss_leaves_it_whole():
    arme = {"chose": "arme", "id": "pic", "nom": "Pic", "type": "Épée", "degats": "IMP", "pui": {"fixe": 9}, "pre": 60}
    s = combat(carte=(".#..",), a=qui(init=60, equipement={"actif": [arme]}), b=qui("b", init=5, x=3, AGI=30))
    assert jouer(s, Detruire("a", 1, 0), des=(64,), reponses=("non",)).scene.degats == (((1, 0), 5 + 9 - 6),)
    j = jouer(s, Detruire("a", 1, 0), des=(65,), reponses=("non",))  # 60 and HAB 4
    assert j.un("frappe_le_decor")["issue"] == "manque" and j.scene.degats == ()
    assert odds(Detruire("a", 1, 0), s, "degats_decor").p(8) == pytest.approx(0.64)
    assert odds(Detruire("a", 1, 0), replace(s, degats=(((1, 0), 22),))).p(True) == pytest.approx(0.64)


@pytest.mark.rule("FD-3.34", "FD-6.22")
def test_two_weapons_strike_twice_the_second_for_half():
    s = combat(
        carte=("RR..",),
        a=qui(init=20, x=2, FOR=20, equipement={"actif": [EPEE, DAGUE], "en_main": [EPEE, DAGUE]}),
        b=qui("b", init=5, x=3),
    )
    n1, n2 = ARMES[EPEE].pui.n, ARMES[DAGUE].pui.n
    j = jouer(s, Detruire("a", 1, 0), des=(50, *[1] * n1, 50, *[1] * n2), reponses=("non",))
    premier, second = (e["points"] for e in j.tous("degats_decor"))
    assert premier == 20 + n1 + ARMES[EPEE].pui.fixe - 9
    assert second == (20 + n2 + ARMES[DAGUE].pui.fixe - 9) // 2


@pytest.mark.rule("FD-9.15")
def test_a_passing_zone_destroyed_gives_the_ground_back():
    s = combat(carte=(".f..",), a=qui(init=20, armes=(EPEE,)), b=qui("b", init=5, x=3))
    s = replace(s, zones=(Zone(((1, 0), (2, 0)), "ronces", "a", 3),), degats=(((1, 0), 7),))
    j = jouer(s, Detruire("a", 1, 0), des=(50, *[1] * ARMES[EPEE].pui.n), reponses=("non",))
    assert j.scene.terrain((1, 0)).id == "foret" and j.scene.terrain((2, 0)).id == "ronces"


# ---------------------------------------------------------------- what always holds

MIENNES = (
    *tours.ACTIONS,
    *deplacements.ACTIONS,
    *actions.ACTIONS,
    *corps_a_corps.ACTIONS,
    *equiper.ACTIONS,
    *detruire.ACTIONS,
)
VALEURS = {
    str: st.sampled_from(["a", "b", "ami", "", "x", EPEE, DAGUE, LANCE, "mains_nues", GM]),
    int: st.integers(-3, 30),
}


@settings(max_examples=200, deadline=None)
@given(st.data())
def test_closed_never_raises_and_what_is_open_resolves(data):
    s = data.draw(
        st.sampled_from(
            [
                duel(armes=(EPEE, DAGUE), FOR=9),
                duel(equipement={"actif": [EPEE, LANCE], "sac_a_dos": True, "sac": [DAGUE]}),
                mur(),
                scene(a=qui(), ami=qui(y=1), b=qui("b", x=1)),
            ]
        )
    )
    kind = data.draw(st.sampled_from(MIENNES))
    champs = {}
    for f in msgspec.structs.fields(kind):
        genre = {"x": int, "y": int, "initiative": int, "charges": int}.get(f.name, str)
        if f.name == "face":
            champs[f.name] = data.draw(st.one_of(st.none(), st.integers(-2, 8)))
        elif f.name == "armes":
            champs[f.name] = tuple(data.draw(st.lists(VALEURS[str], max_size=3)))
        elif f.name in ("mode", "vers"):
            champs[f.name] = data.draw(st.sampled_from({"mode": ["", "distance"], "vers": ["actif", "sac"]}[f.name]))
        elif f.name == "actor":
            champs[f.name] = data.draw(st.sampled_from(["a", "a", "a", "b", "?"]))
        else:
            champs[f.name] = data.draw(VALEURS[genre])
    action = kind(**champs)
    assert hash(action) is not None
    ferme = action.closed(s)
    if ferme is not None:
        assert str(ferme) and ferme.rule in game("fragments").ledger.rules
        return
    apres = action.resolve(s, Scripted([data.draw(st.integers(1, 4))] * 30))
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
    assert suite(apres, Scripted()) == apres  # nothing is left to happen by itself
