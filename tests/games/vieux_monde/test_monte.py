"""In the saddle: what riding changes, getting on and off, falling, and the mount as a combatant of its own."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Tester
from tablee.games.vieux_monde.book.c2_combat.combat import engager, mouvement
from tablee.games.vieux_monde.book.c2_combat.monte import Descendre, Monter, offers
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Courir, Deplacer
from tablee.games.vieux_monde.book.c2_coups.fuite import Desengager
from tablee.games.vieux_monde.book.c2_coups.tir import Tirer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre, Terminer
from tablee.games.vieux_monde.book.c5_blessures.mort import mourir
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .essais import refus, scene
from .melees import dit, duel, essai, jouer, racontes, terms, valeur

COUP = Attaquer("anna", "bruno")
CHEVAL = {
    "camp": "a",
    "fiche": {"nom": "Bise", "taille": "Grande", "forme": "quadrupede", "FOR": 50, "mouvement": 8, "CC": 30},
    "equipement": {"armes": ["sabots"]},
}


def a_cheval(anna=(), bruno=(), cheval=(), fiche_cheval=(), **autres):
    """Anna rides Bise (Grande, BF 5, Mouvement 8)."""
    bise = {**CHEVAL, **dict(cheval), "fiche": {**CHEVAL["fiche"], **dict(fiche_cheval)}}
    return duel({"monture": "bise", **dict(anna)}, bruno, bise=bise, **autres)


def face_au_cavalier(bruno=(), fiche_bruno=(), **autres):
    """Bruno rides; Anna is on foot."""
    rosse = {**CHEVAL, "camp": "b", "x": 1}
    return duel((), {"monture": "rosse", **dict(bruno)}, fiche_bruno=fiche_bruno, rosse=rosse, **autres)


# ---------------------------------------------------------------- figures


@pytest.mark.rule("VM-2.39")
def test_a_rider_has_the_mouvement_of_his_mount_and_runs_by_chevaucher():
    s = a_cheval(bruno={"x": 5}, fiche={"AGI": 33, "competences": {"lames": 10, "chevaucher": 4}})
    assert total(mouvement(s, s["anna"])) == 8 and Deplacer("anna", 0, 8).closed(s) is None
    apres, _ = jouer(s, Deplacer("anna", 0, 6))
    assert (apres["anna"].y, apres["bise"].y) == (6, 6)
    apres, oracle = jouer(s, Courir("anna"), 50)
    assert dit(oracle, "essai")["competence"] == "Chevaucher" and valeur(oracle, "anna") == 37 + 20
    assert apres.encounter.reserve == 16


@pytest.mark.rule("VM-2.40")
@pytest.mark.parametrize(("taille", "bonus"), [("Petite", 20), ("Moyenne", 20), ("Grande", 0), ("Énorme", 0)])
def test_plus_20_against_whoever_is_smaller_than_the_mount(taille, bonus):
    _, oracle = jouer(a_cheval(fiche_bruno={"taille": taille}), COUP, 96, 5)
    assert essai(oracle, "anna").get("Du haut de sa monture", 0) == bonus


@pytest.mark.rule("VM-2.40")
def test_it_holds_for_shots_as_for_blows():
    s = a_cheval({"equipement": {"armes": ["arc"]}}, {"x": 9})
    _, oracle = jouer(s, Tirer("anna", "bruno"), 96)
    assert essai(oracle, "anna")["Du haut de sa monture"] == 20 and valeur(oracle, "anna") == 70


@pytest.mark.rule("VM-2.41")
@pytest.mark.parametrize(("taille", "malus"), [("Moyenne", -10), ("Grande", 0), ("Énorme", 0)])
def test_minus_10_against_a_rider_for_whoever_is_smaller_than_his_mount(taille, malus):
    s = face_au_cavalier(fiche={"taille": taille})
    _, oracle = jouer(s, COUP, 96, 5)
    assert essai(oracle, "anna").get("Cavalier hors d'atteinte", 0) == malus
    _, oracle = jouer(s, Attaquer("anna", "rosse"), 96, 5)  # the mount itself may be chosen
    assert "Cavalier hors d'atteinte" not in essai(oracle, "anna")


@pytest.mark.rule("VM-2.41")
def test_from_afar_the_rider_is_no_harder_to_hit():
    s = duel({"equipement": {"armes": ["arc"]}}, {"monture": "rosse", "x": 8}, rosse={**CHEVAL, "camp": "b", "x": 8})
    assert essai(jouer(s, Tirer("anna", "bruno"), 96)[1], "anna") == {"Tir": 40, "Arcs": 10}
    assert essai(jouer(s, Tirer("anna", "rosse"), 96)[1], "anna")["Taille Grande"] == 20


@pytest.mark.rule("VM-2.33", "VM-2.41")
def test_a_rider_is_hit_by_the_table_of_riders():
    _, oracle = jouer(face_au_cavalier(), COUP, 26, 97)  # 62: Corps on foot, the leg in the saddle
    assert dit(oracle, "degats")["zone"] == "Jambe gauche"
    assert dit(jouer(duel(), COUP, 26, 97)[1], "degats")["zone"] == "Corps"


@pytest.mark.rule("VM-2.43")
def test_on_a_charge_force_and_taille_are_the_mounts_if_that_is_better():
    s = a_cheval(bruno={"x": 6}, fiche_bruno={"pb_fixes": 90})
    _, oracle = jouer(s, Charger("anna", "bruno"), 60, 60)  # 50 + 10 + 20: +2 against -2
    assert terms(oracle, "degats") == {
        "DR du Test opposé": 4,
        "Épée": 4,
        "Bonus de Force de la monture": 5,
        "Dévastatrice": 2,
        "Bonus d'Endurance": -3,
    }
    _, oracle = jouer(a_cheval(), COUP, 60, 60)
    assert "Bonus de Force de la monture" not in terms(oracle, "degats")
    assert "Dévastatrice" not in terms(oracle, "degats")


@pytest.mark.rule("VM-2.43")
def test_a_feeble_mount_is_left_out_of_it():
    s = a_cheval(bruno={"x": 6}, fiche_cheval={"FOR": 5, "taille": "Moyenne"})
    _, oracle = jouer(s, Charger("anna", "bruno"), 40, 50)
    assert terms(oracle, "degats")["Bonus de Force"] == 3 and "Dévastatrice" not in terms(oracle, "degats")


@pytest.mark.rule("VM-2.43", "VM-2.48")
def test_force_and_taille_come_together():
    geant = {"FOR": 20, "taille": "Énorme"}
    s = a_cheval(bruno={"x": 6}, fiche_cheval=geant, fiche_bruno={"pb_fixes": 90})
    _, oracle = jouer(s, Charger("anna", "bruno"), 60, 60, 5)
    t = terms(oracle, "degats")
    assert t["Bonus de Force de la monture"] == 2 and t["Taille : x2"] == 4 + 4 + 2 + 2


@pytest.mark.rule("VM-2.44")
def test_minus_20_to_any_use_of_esquive_in_the_saddle():
    s = face_au_cavalier()
    _, oracle = jouer(s, COUP, 96, 5, reponses=["esquive"])
    assert essai(oracle, "bruno")["En selle"] == -20 and valeur(oracle, "bruno") == 20
    assert [o.id for o in oracle.asked[0].options] == ["mains_nues", "esquive"]  # 30 against 20
    _, oracle = jouer(a_cheval(), Tester("anna", "esquive"), 50)
    assert essai(oracle, "anna")["En selle"] == -20
    tenue = a_cheval(bruno={"fiche": {"taille": "Grande"}}, fiche_bruno={"taille": "Grande"})
    tenue = replace(tenue, encounter=engager(tenue.encounter, "bruno", "anna"))
    _, oracle = jouer(tenue, Desengager("anna", "esquive"), 96, 5)
    assert essai(oracle, "anna")["En selle"] == -20


@pytest.mark.rule("VM-2.44")
def test_acrobaties_equestres_removes_it():
    s = face_au_cavalier(fiche_bruno={"talents": {"acrobaties_equestres": 1}})
    _, oracle = jouer(s, COUP, 96, 5)
    assert valeur(oracle, "bruno") == 40 and oracle.asked[0].options[0].id == "esquive"


# ---------------------------------------------------------------- the mount fights


@pytest.mark.rule("VM-2.42")
def test_a_mount_has_its_own_tour_and_action():
    s = replace(a_cheval(), encounter=None)
    s = Combattre("anna").resolve(s, Scripted([10, 30, 50]))
    assert set(s.encounter.ordre) == {"anna", "bruno", "bise"}


@pytest.mark.rule("VM-2.42")
def test_it_attacks_those_engages_with_it_or_its_rider_and_nobody_else():
    tour = {"file": ["bise", "anna", "bruno"]}
    coup = Attaquer("bise", "bruno")
    s = a_cheval(combat=tour)
    assert refus(s, coup) == "VM-2.42"
    for qui in ("anna", "bise"):
        engagee = replace(s, encounter=engager(s.encounter, "bruno", qui))
        apres, oracle = jouer(engagee, coup, 25, 50)
        assert dit(oracle, "degats")["source"] == "Sabots" and apres.encounter.action
    assert refus(s, Deplacer("bise", 3, 3)) == "VM-2.39"
    libre = a_cheval({"monture": ""}, combat=tour)
    assert coup.closed(libre) is None


@pytest.mark.rule("VM-2.42")
def test_a_nervous_mount_does_not_fight_while_ridden():
    tour = {"file": ["bise", "anna", "bruno"]}
    s = a_cheval(fiche_cheval={"traits": ["nerveux"]}, combat=tour)
    s = replace(s, encounter=engager(s.encounter, "bruno", "bise"))
    closed = Attaquer("bise", "bruno").closed(s)
    assert closed.rule == "VM-2.42" and "Nerveux" in str(closed)
    hors = Combattre("anna").resolve(replace(s, encounter=None), Scripted([10, 30]))
    assert set(hors.encounter.ordre) == {"anna", "bruno"}


# ---------------------------------------------------------------- on, off, down


@pytest.mark.rule("VM-2.39")
def test_getting_on_takes_the_action_and_getting_off_a_square():
    s = a_cheval({"monture": "", "y": 1})
    assert list(offers(s, s["anna"])) == [Monter("anna", "bise")]
    s, _ = jouer(s, Monter("anna", "bise"))
    assert s["anna"].monture == "bise" and (s["anna"].x, s["anna"].y) == (0, 0) and s.encounter.action
    assert list(offers(s, s["anna"])) == [Descendre("anna")]
    s, _ = jouer(s, Descendre("anna"))
    assert s["anna"].monture == "" and s.encounter.marche == 1
    assert max(abs(s["anna"].x), abs(s["anna"].y)) == 1 and (s["anna"].x, s["anna"].y) != (1, 0)
    assert refus(s, Descendre("anna")) == "VM-2.39"


@pytest.mark.rule("VM-2.39")
def test_what_cannot_be_mounted():
    pied = {"monture": ""}
    monter = Monter("anna", "bise")
    assert refus(a_cheval(pied, cheval={"x": 0, "y": 2}), monter) == "VM-2.39"
    assert refus(a_cheval(pied, fiche_cheval={"taille": "Moyenne"}), monter) == "VM-2.39"
    assert refus(a_cheval(pied, cheval={"camp": "b"}), monter) == "VM-2.39"
    assert refus(a_cheval(pied, cheval={"etats": [{"id": "a_terre"}]}), monter) == "VM-2.39"
    assert refus(a_cheval({**pied, "etats": [{"id": "a_terre"}]}), monter) == "VM-2.39"
    assert refus(a_cheval(pied, cheval={"vie": "mort"}), monter) == "VM-2.39"
    assert refus(a_cheval(), monter) == "VM-2.39"
    assert refus(a_cheval(pied, carl={"camp": "a", "monture": "bise", "fiche": {}}), monter) == "VM-2.39"
    assert refus(a_cheval(pied), Monter("anna", "bruno")) == "VM-2.39"
    assert refus(a_cheval(pied), Monter("anna", "nul")) == "VM-1.2"
    assert refus(a_cheval(combat={"marche": 8}), Descendre("anna")) == "VM-2.6"
    assert Descendre("anna").closed(a_cheval(combat={"marche": 7})) is None
    errante, _ = jouer(a_cheval(pied, cheval={"camp": ""}), monter)
    assert errante["bise"].side == "a"


def test_a_rider_who_goes_down_leaves_the_saddle():
    s, oracle = jouer(face_au_cavalier(bruno={"pb_perdus": 11}), COUP, 35, 70, 1)
    assert s["bruno"].monture == "" and "desarconne" in racontes(oracle) and s["bruno"].niveau("a_terre")
    assert (s["bruno"].x, s["bruno"].y) != (s["rosse"].x, s["rosse"].y)


@pytest.mark.parametrize(("de", "pied"), [(20, True), (90, False)])
def test_when_the_mount_goes_down_its_rider_jumps_or_falls(de, pied):
    s = face_au_cavalier()
    s = s.put(replace(s["rosse"], pb_perdus=s["rosse"].fiche.PB - 1))
    s, oracle = jouer(s, Attaquer("anna", "rosse", retenir=True), 35, 70, de)
    assert s["bruno"].monture == "" and bool(s["bruno"].niveau("a_terre")) is not pied
    assert ("met_pied" if pied else "desarconne") in racontes(oracle)


def test_the_dead_ride_no_more():
    s = mourir(a_cheval(), Scripted(), "anna")
    assert s["anna"].monture == "" and s["anna"].vie == "mort"
    s = mourir(a_cheval(), Scripted([5]), "bise")
    assert s["anna"].monture == "" and not s["anna"].niveau("a_terre")


def test_outside_fights_one_mounts_and_dismounts_freely():
    s = scene(anna={"fiche": {}, "camp": "a"}, bise={**CHEVAL, "x": 1})
    s, _ = jouer(s, Monter("anna", "bise"))
    assert (s["anna"].x, s["anna"].y) == (1, 0)
    s, _ = jouer(s, Descendre("anna"))
    assert s["anna"].monture == ""
    assert refus(s, Terminer("anna")) == "VM-2.1"
