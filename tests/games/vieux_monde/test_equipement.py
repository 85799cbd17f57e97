"""Weapons and armours: every trait changes something, and what the catalogue says is what happens."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Tester
from tablee.games.vieux_monde.book.c2_combat.combat import engager, mouvement
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.tir import Tirer
from tablee.games.vieux_monde.book.c5_blessures.degats import armure
from tablee.games.vieux_monde.model.catalogue import (
    ARMES,
    ARMURES,
    COMPETENCES,
    FORMES,
    TRAITS_ARMES,
    TRAITS_ARMURES,
    ZONES,
    lire,
)
from tablee.games.vieux_monde.model.people import Equipement
from tablee.kernel import content
from tablee.kernel.tally import total
from tablee.kernel.words import Words

from .essais import dit, refus
from .melees import duel, essai, jouer, racontes, terms, valeur

COUP = Attaquer("anna", "bruno")
TIR = Tirer("anna", "bruno")
SURE = {"pb_fixes": 90}  # nobody falls


def arme(*traits, **details):
    """A sword with these traits."""
    return {
        "armes": [{"id": "lame", "nom": "Lame", "competence": "lames", "degats": 4, "traits": list(traits), **details}]
    }


def feu(*traits, **details):
    """A bow with these traits."""
    neutre = {
        "id": "trait",
        "nom": "Trait",
        "competence": "arcs",
        "degats": 6,
        "force": False,
        "genre": "tir",
        "portee": 30,
    }
    return {"armes": [{**neutre, "traits": list(traits), **details}]}


def frapper(traits, *des, bruno=(), reponses=(), **autres):
    s = duel({"equipement": arme(*traits)}, bruno, fiche_bruno={**SURE, **autres.pop("fiche_bruno", {})}, **autres)
    return jouer(s, COUP, *des, reponses=reponses)


def tirer(traits, *des, x=9, bruno=(), **autres):
    s = duel({"equipement": feu(*traits)}, {"x": x, **dict(bruno)}, fiche_bruno=SURE, **autres)
    return jouer(s, TIR, *des)


# ---------------------------------------------------------------- the catalogue


@pytest.mark.rule("VM-6.4", "VM-2.28")
def test_there_is_a_weapon_for_every_weapon_skill_and_shields_of_every_width():
    assert len(ARMES) >= 39 and len(TRAITS_ARMES) >= 14
    armes = {c.id for c in COMPETENCES.values() if c.carac in ("CC", "TIR")}
    assert {a.competence for a in ARMES.values()} == armes
    boucliers = [a for a in ARMES.values() if a.genre == "bouclier"]
    assert len(boucliers) >= 4 and {a.largeur for a in boucliers} == {1, 2, 3}
    for a in ARMES.values():
        assert set(a.traits) <= set(TRAITS_ARMES) and 0 <= a.mains <= 2 and a.allonge >= 1, a.id
        assert (a.genre == "tir") <= (a.portee > 0), a.id
        assert (a.largeur > 0) == (a.genre == "bouclier"), a.id
    assert any(a.mains == 0 for a in ARMES.values()) and any(a.portee and a.genre == "melee" for a in ARMES.values())
    assert {t for a in ARMES.values() for t in a.traits} == set(TRAITS_ARMES)


@pytest.mark.rule("VM-6.5", "VM-5.2")
def test_armours_cover_known_zones_and_leather_on_an_arm_is_one_point():
    assert len(ARMURES) >= 12 and {t for a in ARMURES.values() for t in a.traits} == set(TRAITS_ARMURES)
    familles = {z.famille for z in ZONES.values()}
    for a in ARMURES.values():
        assert a.zones and set(a.zones) <= familles | set(ZONES) and a.pa >= 1, a.id
    cuir = Equipement(armures=(ARMURES["jaque_de_cuir"],))
    assert {z: cuir.points[z] for z in ("bras_gauche", "bras_droit", "tete", "jambe_droite")} == {
        "bras_gauche": 1,
        "bras_droit": 1,
        "tete": 0,
        "jambe_droite": 0,
    }


@pytest.mark.rule("VM-5.2")
def test_armours_worn_one_over_the_other_add_up():
    e = Equipement(armures=(ARMURES["gambison"], ARMURES["cotte_de_mailles"], ARMURES["plastron"]))
    assert (e.points["corps"], e.points["bras_droit"], e.points["tete"]) == (6, 3, 0)


@pytest.mark.parametrize("fichier", ["armes", "armures", "corps"])
def test_the_catalogue_says_whose_work_it_is(fichier):
    assert lire(fichier).origin == "tablee"


def test_everything_in_the_catalogue_has_an_english_name():
    words = Words()
    for nom in ("c2_attaque", "c6_equipement"):
        words |= content.read("tablee.games.vieux_monde", f"content/words/{nom}.toml", Words)
    for chose in (
        *ARMES.values(),
        *ARMURES.values(),
        *TRAITS_ARMES.values(),
        *TRAITS_ARMURES.values(),
        *ZONES.values(),
    ):
        assert chose.nom in words.en, chose.nom
    for trait in (*TRAITS_ARMES.values(), *TRAITS_ARMURES.values()):
        assert trait.dit in words.en, trait.dit
    assert set(FORMES) >= {"humanoide", "cavalier"}


# ---------------------------------------------------------------- traits of weapons, one by one


@pytest.mark.rule("VM-6.4", "VM-2.47")
def test_devastatrice_adds_two():
    assert terms(frapper(["devastatrice"], 23, 80)[1], "degats")["Dévastatrice"] == 2


@pytest.mark.rule("VM-6.4", "VM-2.47")
def test_percutante_drives_back_and_throws_down_who_fails_athletisme():
    s, oracle = frapper(["percutante"], 23, 80, 90)
    assert (s["bruno"].x, s["bruno"].y) == (2, 0) and s["bruno"].niveau("a_terre")
    assert dit(oracle, "essai")["competence"] == "Athlétisme"
    s, oracle = frapper(["percutante"], 23, 80, 10, bruno={"y": -1})
    assert (s["bruno"].x, s["bruno"].y) == (2, -2) == (dit(oracle, "recule")["x"], dit(oracle, "recule")["y"])
    assert not s["bruno"].niveau("a_terre")


@pytest.mark.rule("VM-6.4", "VM-2.47")
def test_percutante_does_nothing_without_a_wound_nor_to_somebody_larger_and_pushes_nobody_into_another():
    s, _ = frapper(["percutante"], 23, 80, fiche_bruno={"END": 200})
    assert s["bruno"].x == 1
    s, _ = frapper(["percutante"], 23, 80, fiche_bruno={"taille": "Grande"})
    assert s["bruno"].x == 1
    s, _ = frapper(["percutante"], 23, 80, 10, carl={"camp": "b", "x": 2, "fiche": {}})
    assert s["bruno"].x == 1


@pytest.mark.rule("VM-6.4", "VM-2.47")
@pytest.mark.parametrize(("de", "tombe"), [(90, True), (10, False)])
def test_percutante_may_unhorse_a_rider(de, tombe):
    rosse = {"camp": "b", "x": 1, "fiche": {"taille": "Grande"}}
    s, oracle = frapper(["percutante"], 23, 80, de, bruno={"monture": "rosse"}, rosse=rosse, reponses=["esquive"])
    assert dit(oracle, "essai")["competence"] == "Chevaucher"
    assert (s["bruno"].monture == "") is tombe and bool(s["bruno"].niveau("a_terre")) is tombe


@pytest.mark.rule("VM-6.4", "VM-5.2")
@pytest.mark.parametrize(("armures", "perce"), [(["cotte_de_mailles"], 2), (["jaque_de_cuir"], 1), ([], 0)])
def test_perforante_ignores_two_points_of_armour_but_no_more_than_there_are(armures, perce):
    _, oracle = frapper(["perforante"], 23, 80, bruno={"equipement": {"armures": armures}})
    assert terms(oracle, "degats").get("Armure percée", 0) == perce


@pytest.mark.rule("VM-6.4")
@pytest.mark.parametrize(
    ("trait", "anna", "bruno"), [("precise", 10, 0), ("imprecise", -10, 0), ("equilibree", 5, 0), ("lente", 0, 10)]
)
def test_traits_that_weigh_on_the_tests(trait, anna, bruno):
    _, oracle = frapper([trait], 96, 5, reponses=["esquive"])
    assert (valeur(oracle, "anna"), valeur(oracle, "bruno")) == (50 + anna, 40 + bruno)


@pytest.mark.rule("VM-6.4")
@pytest.mark.parametrize(("traits", "plus"), [(["defensive"], 10), (["equilibree"], 5), ([], 0)])
def test_traits_that_help_to_parry(traits, plus):
    _, oracle = frapper([], 96, 5, bruno={"equipement": arme(*traits)}, reponses=["lame"])
    assert valeur(oracle, "bruno") == 30 + plus


@pytest.mark.rule("VM-6.4")
def test_a_fast_weapon_is_hard_to_parry_unless_one_has_one_too_and_no_harder_to_dodge():
    lente = {"equipement": arme()}
    assert valeur(frapper(["rapide"], 96, 5, bruno=lente, reponses=["lame"])[1], "bruno") == 20
    rapide = {"equipement": arme("rapide")}
    assert valeur(frapper(["rapide"], 96, 5, bruno=rapide, reponses=["lame"])[1], "bruno") == 30
    assert valeur(frapper(["rapide"], 96, 5, bruno=lente, reponses=["esquive"])[1], "bruno") == 40


@pytest.mark.rule("VM-6.4")
def test_a_cumbersome_weapon_hampers_its_bearer_while_it_is_in_hand():
    _, oracle = frapper([], 96, 5, bruno={"equipement": arme("encombrante")}, reponses=["esquive"])
    assert essai(oracle, "bruno")["Lame"] == -10 and valeur(oracle, "bruno") == 30
    range_ = {"equipement": {**arme("encombrante"), "en_main": []}}
    assert valeur(frapper([], 96, 5, bruno=range_, reponses=["esquive"])[1], "bruno") == 40


@pytest.mark.rule("VM-6.4")
def test_no_shield_stops_a_flail():
    ecu = {"equipement": {"armes": ["ecu"]}}
    assert "ecu" in frapper([], 96, 5, bruno=ecu)[1].asked[0].open()
    assert "ecu" not in frapper(["contournante"], 96, 5, bruno=ecu)[1].asked[0].open()
    assert tirer(["contournante"], 23, bruno=ecu)[1].asked == []


@pytest.mark.rule("VM-6.4")
def test_assommante_stuns_by_the_head():
    s, oracle = frapper(["assommante"], 40, 80, 90)  # 04
    assert s["bruno"].niveau("sonne") == 1 and dit(oracle, "essai")["competence"] == "Résistance"
    assert not frapper(["assommante"], 40, 80, 10)[0]["bruno"].niveau("sonne")
    assert not frapper(["assommante"], 23, 80)[0]["bruno"].niveau("sonne")  # an arm
    assert not frapper(["assommante"], 40, 80, fiche_bruno={"END": 200})[0]["bruno"].niveau("sonne")


@pytest.mark.rule("VM-6.4")
def test_tranchante_makes_bleed_from_five_points_on():
    assert frapper(["tranchante"], 50, 49)[0]["bruno"].niveau("hemorragique") == 0  # 0 + 7 - 3 = 4
    s, oracle = frapper(["tranchante"], 49, 49)
    assert dit(oracle, "degats")["points"] == 5 and s["bruno"].niveau("hemorragique") == 1


@pytest.mark.rule("VM-6.4")
def test_enchevetrante_binds_with_the_force_of_the_attacker_even_without_a_wound():
    s, _ = frapper(["enchevetrante"], 23, 80, fiche={"FOR": 44}, fiche_bruno={"END": 200})
    assert s["bruno"].etat("enchevetre").force == 44
    encore, _ = frapper(["enchevetrante"], 23, 80, bruno={"etats": [{"id": "enchevetre", "force": 10}]})
    assert encore["bruno"].niveau("enchevetre") == 1


@pytest.mark.rule("VM-6.4")
def test_incendiaire_sets_ablaze():
    assert frapper(["incendiaire"], 23, 80)[0]["bruno"].niveau("enflamme") == 1
    assert frapper(["incendiaire"], 96, 5)[0]["bruno"].niveau("enflamme") == 0


@pytest.mark.rule("VM-6.4", "VM-6.10")
def test_magique_wounds_the_ethereal_as_it_does_others():
    fantome = {"traits": ["ethere"]}
    assert "Éthéré" in terms(frapper([], 23, 50, fiche_bruno=fantome)[1], "degats")
    assert "Éthéré" not in terms(frapper(["magique"], 23, 50, fiche_bruno=fantome)[1], "degats")


@pytest.mark.rule("VM-6.4")
def test_gerbe_helps_close_by_and_hampers_farther_off():
    assert valeur(tirer(["gerbe"], 96, x=10)[1], "anna") == 70
    assert valeur(tirer(["gerbe"], 96, x=11)[1], "anna") == 40


@pytest.mark.rule("VM-6.4")
@pytest.mark.parametrize(
    ("traits", "des", "actions"),
    [
        (["rechargement"], (90,), 1),
        (["rechargement_long"], (90,), 2),
        (["a_poudre", "rechargement"], (90,), 1),
        (["a_poudre", "rechargement"], (88, 1), 2),
        (["rechargement"], (88, 1), 1),
        ([], (90,), 0),
    ],
)
def test_loading_and_fouling(traits, des, actions):
    s, oracle = tirer(traits, *des)
    assert sum(e.mod for e in s["anna"].effets if e.sur == "recharge") == actions
    assert ("encrassee" in racontes(oracle)) is (actions == 2 and len(des) == 2)


@pytest.mark.rule("VM-6.4")
def test_thrown_things_are_gone_or_lie_there():
    s, _ = tirer(["jetee"], 96)
    assert s["anna"].equipement.armes == () and [c.arme.id for c in s.au_sol] == ["trait"]
    s, _ = tirer(["usage_unique"], 96)
    assert s["anna"].equipement.armes == () and s.au_sol == ()
    s, _ = tirer([], 96)
    assert [a.id for a in s["anna"].equipement.armes] == ["trait"]


@pytest.mark.rule("VM-2.29", "VM-6.4")
def test_pistolet_shoots_in_a_melee():
    for traits, rule in ((["pistolet"], None), ([], "VM-2.29")):
        s = duel({"equipement": feu(*traits)})
        closed = TIR.closed(replace(s, encounter=engager(s.encounter, "anna", "bruno")))
        assert (closed.rule if closed else None) == rule


TESTES = {
    "pistolet", "devastatrice", "percutante", "perforante", "precise", "imprecise", "equilibree", "defensive", "rapide",
    "lente", "encombrante", "contournante", "assommante", "tranchante", "enchevetrante", "incendiaire", "rechargement",
    "rechargement_long", "a_poudre", "gerbe", "jetee", "usage_unique", "magique",
}  # fmt: skip


def test_no_trait_of_the_catalogue_is_left_out_of_these_tests():
    assert set(TRAITS_ARMES) == TESTES
    assert set(TRAITS_ARMURES) == {t for t, *_ in GENES} | {
        "ecrasante", "ajouree", "a_l_epreuve", "matelassee", "maillee", "ignifugee"
    }  # fmt: skip


# ---------------------------------------------------------------- traits of armours, one by one

GENES = [
    ("bruyante", "discretion", -10),
    ("rigide", "esquive", -5),
    ("pesante", "athletisme", -10),
    ("pesante", "escalade", -10),
    ("pesante", "nage", -10),
    ("etroite", "perception", -10),
    ("magnifique", "charme", 5),
    ("magnifique", "commandement", 5),
    ("effrayante", "intimidation", 5),
]


def porte(*traits, pa=1, zones=("corps", "bras", "tete", "jambe")):
    return {"armures": [{"id": "x", "nom": "Carapace", "pa": pa, "zones": list(zones), "traits": list(traits)}]}


@pytest.mark.rule("VM-6.5")
@pytest.mark.parametrize(("trait", "competence", "mod"), GENES)
def test_armour_weighs_on_what_one_does(trait, competence, mod):
    nu = valeur(jouer(duel(), Tester("anna", competence), 90)[1], "anna")
    _, oracle = jouer(duel({"equipement": porte(trait)}), Tester("anna", competence), 90)
    assert valeur(oracle, "anna") == nu + mod and essai(oracle, "anna")["Carapace"] == mod


@pytest.mark.rule("VM-6.5")
def test_armour_weighs_on_dodging_a_blow_and_on_the_mouvement():
    _, oracle = jouer(duel(bruno={"equipement": porte("rigide")}), COUP, 96, 5)
    assert valeur(oracle, "bruno") == 35
    s = duel({"equipement": porte("ecrasante")})
    assert total(mouvement(s, s["anna"])) == 3 and total(mouvement(s, s["bruno"])) == 4


@pytest.mark.rule("VM-6.5", "VM-5.2")
def test_a_critical_goes_through_an_armour_with_gaps():
    for traits, pa in ((["ajouree"], 0), ([], -1)):
        _, oracle = frapper([], 33, 80, 1, bruno={"equipement": porte(*traits)})
        assert terms(oracle, "degats").get("Carapace", 0) == pa
        _, oracle = frapper([], 32, 80, bruno={"equipement": porte(*traits)})
        assert terms(oracle, "degats")["Carapace"] == -1


@pytest.mark.rule("VM-6.5", "VM-5.2")
def test_a_proofed_armour_holds_more_against_shots():
    assert terms(tirer([], 23, bruno={"equipement": porte("a_l_epreuve")})[1], "degats")["Carapace"] == -2
    assert terms(tirer([], 23, bruno={"equipement": porte()})[1], "degats")["Carapace"] == -1
    assert terms(frapper([], 23, 80, bruno={"equipement": porte("a_l_epreuve")})[1], "degats")["Carapace"] == -1


@pytest.mark.rule("VM-6.5")
@pytest.mark.parametrize(
    ("trait", "protege", "des", "etat"),
    [
        ("assommante", "matelassee", (40, 80, 90), "sonne"),
        ("percutante", "matelassee", (23, 80, 90), "a_terre"),
        ("tranchante", "maillee", (23, 80), "hemorragique"),
        ("incendiaire", "ignifugee", (23, 80), "enflamme"),
    ],
)
def test_some_armours_keep_off_what_some_weapons_do(trait, protege, des, etat):
    s, _ = frapper([trait], *des, bruno={"equipement": porte()})
    assert s["bruno"].niveau(etat) == 1
    s, _ = frapper([trait], *des[:2], bruno={"equipement": porte(protege)})
    assert s["bruno"].niveau(etat) == 0 and s["bruno"].x == 1
    ailleurs = porte(protege, zones=["jambe"])
    s, _ = frapper([trait], *des, bruno={"equipement": ailleurs})
    assert s["bruno"].niveau(etat) == 1


@pytest.mark.rule("VM-5.2")
def test_hide_and_talents_protect_everywhere():
    s = duel(fiche_bruno={"armure": 2, "talents": {"peau_tannee": 1}})
    assert total(armure(s["bruno"], "jambe_gauche")) == 3
    assert refus(s, Attaquer("anna", "bruno", "rien")) == "VM-2.24"
