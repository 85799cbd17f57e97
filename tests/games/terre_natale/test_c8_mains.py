"""Chapter 8: hands, what they hold and how, shields, what was not made to be an arm, blows that are not to kill."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures as figures_de_test
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.defense import defenseur
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler, Tirade
from tablee.games.terre_natale.book.c8_confrontation.gestes import (
    ArmerSonBras,
    ChangerDeMain,
    Empoigner,
    MonterSesDefenses,
    OrienterBouclier,
    SaisirDuDecor,
    offers,
)
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer
from tablee.games.terre_natale.book.c8_confrontation.situations import Situer
from tablee.games.terre_natale.book.c8_confrontation.solidite import Epreuve, solidite
from tablee.games.terre_natale.model.competences import GROUPES
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation, Suite
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.situations import GENES
from tablee.games.terre_natale.model.things import MODELES, Objet
from tablee.kernel.effects import Modifier
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# Alys: DEX 20 less 6 of a long sword is 14, so +2; skill and group 4: +6 to attack. Bor: 10 in all, so 15 everywhere.
ALYS = {"base": {"DEX": 20, "FOR": 15}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "destinee": 0}
BOR = {"competences": {"parade": 2, "evasion": 2}, "groupes": {"defense": 2}}
TOUCHE = (6, 5, 3)
TIENT = (5, 4, 3)  # of an arm put to the test by a critical action


def tient(*modeles, **autres):
    armes = [m if isinstance(m, dict) else {"modele": m} for m in modeles]
    return {"equipement": {"armes": armes, **autres}}


def melee(*options, alys=None, bor=None, prepare="", **encounter):
    """Alys's passe, Bor beside her."""
    s = scene(
        *options,
        alys={"fiche": ALYS, **tient("epee_longue"), "camp": "rouge", **(alys or {})},
        bor={"fiche": BOR, **tient("dague"), "camp": "bleu", "x": 1, **(bor or {})},
    )
    e = Confrontation(
        initiatives={"alys": 20, "bor": 15},
        budgets={who: Budget() for who in s.people},
        attentes={"bor": Attente(preparee=prepare)} if prepare else {},
        passe="alys",
    )
    return replace(s, encounter=replace(e, **encounter))


def forte(n, **autres):
    return {"fiche": {**ALYS, "base": {"DEX": 20, "FOR": n}, **autres}}


def loin(s, x=8, y=0):
    return s.put(replace(s["bor"], x=x, y=y))


def garde(s, effet, moyen="actr"):
    return next(
        g for g in defenseur(s, "bor", CORPS, s["alys"], "libre").gardes if (g.effet, g.moyen) == (effet, moyen)
    )


@pytest.fixture
def epreuves(monkeypatch):
    """What is put to the test; nothing comes of it."""
    found = []

    def note(scene, oracle, e):
        found.append(e)
        return scene

    monkeypatch.setattr(solidite, "answers", (note,))
    return found


# ---------------------------------------------------------------- what is too heavy


@pytest.mark.rule("TN-8.41")
def test_whoever_holds_more_than_his_poigne_is_at_a_disadvantage_with_that_arm_alone():
    """A long sword weighs 15, a dagger 5."""
    assert figures_d_attaque(melee(), Coup("alys", "bor")).f.net == 0
    faible = melee(alys={**forte(14), **tient("epee_longue", "dague")})
    assert figures_d_attaque(faible, Coup("alys", "bor")).f.avantages == (("Poigne", -1, "TN-8.41"),)
    assert ("Poigne", -1, "TN-8.41") not in figures_d_attaque(faible, Coup("alys", "bor", main=1)).f.avantages
    assert figures_d_attaque(faible, Coup("alys", "bor", main=2)).f.net == 0  # bare hands
    s = melee(bor={**tient("epee_longue"), "fiche": {**BOR, "base": {"FOR": 14}}})
    assert ("Poigne", -1, "TN-8.41") in garde(s, "parer").f.avantages
    assert ("Poigne", -1, "TN-8.41") not in garde(s, "esquiver").f.avantages


@pytest.mark.rule("TN-8.41", "TN-8.42", "TN-8.43")
def test_armour_that_is_too_heavy_hampers_all_that_is_done_without_an_arm_and_burdens_add_up():
    """Mail weighs 20 and a sword 15: FOR 10 bears neither, and FOR and STA and 5 are 25."""
    lourde = melee(alys={**forte(10), **tient("epee_longue", armure={"modele": "mailles"})})
    assert figures_d_attaque(lourde, Coup("alys", "bor")).f.avantages == (
        ("Surcharge", -1, "TN-4.57"),
        ("Poigne", -1, "TN-8.41"),
    )
    assert figures_de_test(lourde, lourde["alys"], "AGI", "acrobatie", "finesse").avantages == (
        ("Surcharge", -1, "TN-4.57"),
        ("Poigne : armure", -1, "TN-8.41"),
    )
    assert figures_de_test(lourde, lourde["alys"], "INT").net == 0
    juste = melee(alys={**forte(20), **tient("epee_longue", armure={"modele": "mailles"})})  # 35 in all, and 35 of it
    assert figures_de_test(juste, juste["alys"], "AGI").net == 0


@pytest.mark.rule("TN-8.335")
def test_armour_hampers_skills_of_movement_and_no_others():
    """Leather takes 4 off the attribute."""
    s = melee(bor={"equipement": {"armure": {"modele": "cuir", "qualite": 1}}})
    for groupe, id in sorted(GENES):
        assert any(lot.id == id for lot in GROUPES[groupe].competences), (groupe, id)
        assert total(figures_de_test(s, s["bor"], "AGI", id, groupe).valeur) == 10 + 1 - 4, (groupe, id)
    assert total(figures_de_test(s, s["bor"], "DEX", "parade", "defense").valeur) == 10
    assert total(garde(s, "esquiver").f.valeur) == 7  # once, not twice
    assert len(GENES) == 11


@pytest.mark.rule("TN-8.40")
def test_the_category_of_an_arm_drives_its_jet_its_charge_and_its_penalty():
    petite, grande = (
        figures_d_attaque(melee(alys={**forte(20), **tient(m)}), Coup("alys", "bor")) for m in ("couteau", "hache")
    )
    assert (petite.menace.des, grande.menace.des) == (2, 5)
    assert (petite.arme.attribut, grande.arme.attribut) == ("DEX", "FOR")
    assert total(grande.f.valeur) == 20 - 6 and total(petite.f.valeur) == 20


# ---------------------------------------------------------------- two hands


@pytest.mark.rule("TN-8.337")
def test_both_hands_on_an_arm_hold_5_more():
    s = melee(alys=forte(10))
    assert figures_d_attaque(s, Coup("alys", "bor")).f.net == -1
    s, oracle = jouer(s, Empoigner("alys"))
    assert dit(oracle, "empoigne").who == "alys" and s.encounter.budgets["alys"].actl == 0
    assert figures_d_attaque(s, Coup("alys", "bor")).f.net == 0
    s, _ = jouer(s, Empoigner("alys"))  # an ACTS, once there is no ACTL left
    assert (s["alys"].equipement.deux_mains, s.encounter.budgets["alys"].acts) == (False, 1)
    for armes in (("epee_longue", "dague"), ("lance",), ("arc_court",), ("targe",), ()):
        assert Empoigner("alys").closed(melee(alys=tient(*armes))).rule == "TN-8.337"
    assert Empoigner("alys").closed(replace(melee(), encounter=None)) is None


@pytest.mark.rule("TN-8.336")
def test_one_hand_is_left_for_other_things():
    assert SaisirDuDecor("alys", "bouteille").closed(melee()) is None
    for armes in (("epee_longue", "dague"), ("lance",)):
        assert SaisirDuDecor("alys", "bouteille").closed(melee(alys=tient(*armes))).rule == "TN-8.336"
    assert SaisirDuDecor("alys", "table").closed(melee()).rule == "TN-8.336"
    manchot = forte(15, traits=[{"id": "une_main"}])
    assert SaisirDuDecor("alys", "bouteille").closed(melee(alys=manchot)).rule == "TN-8.336"


@pytest.mark.rule("TN-8.338")
def test_an_attack_with_both_hands_takes_an_action_libre_too():
    lance = {**forte(15), **tient("lance")}
    s = melee(alys=lance)
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actl) == (1, 0)
    seule = melee(alys=lance, budgets={"alys": Budget(acts=1, actl=0), "bor": Budget()})
    assert Attaquer("alys", "bor").closed(seule).rule == "TN-8.338"
    convertie, _ = jouer(
        melee(alys=lance, budgets={"alys": Budget(actl=0), "bor": Budget()}), Attaquer("alys", "bor"), 1, 2, 3
    )
    assert convertie.encounter.budgets["alys"].acts == 0
    habitue = {**forte(15, traits=[{"id": "habitue", "sujet": "attaque_a_deux_mains"}]), **tient("lance")}
    s, _ = jouer(melee(alys=habitue), Attaquer("alys", "bor"), 1, 2, 3)
    assert s.encounter.budgets["alys"].actl == 1
    s, _ = jouer(melee(), Attaquer("alys", "bor"), 1, 2, 3)
    assert s.encounter.budgets["alys"].actl == 1  # one hand
    assert Attaquer("alys", "bor", main=1).closed(melee(alys=lance)).rule == "TN-8.338"  # the other one is taken
    again = melee(alys=lance, suite=Suite("alys", "bor", "attaque"), budgets={"alys": Budget(0, 0), "bor": Budget()})
    assert Doubler("alys", "bor").closed(again).rule == "TN-8.338"


@pytest.mark.rule("TN-8.338")
def test_who_parries_with_both_hands_strikes_back_if_an_action_libre_is_left():
    def contre(**budget):
        s = melee(bor={**tient("lance"), "fiche": {**BOR, "base": {"FOR": 15}}}, prepare="parer")
        s = replace(s, encounter=replace(s.encounter, budgets={"alys": Budget(), "bor": Budget(**budget)}))
        oracle = jouer(
            s,
            Attaquer("alys", "bor"),
            5,
            4,
            1,
            6,
            6,
            6,
            1,
            1,
            1,
            1,
            1,
            *TIENT,
            reponses={"tn.defense": "parer/prepare"},
        )[1]
        return next(([o.id for o in q.options] for q in oracle.asked if q.key == "tn.contre"), None)

    assert contre() == ["rien", "contre/acts", "contre/actr"]
    assert contre(acts=1, actl=0) == ["rien", "contre/actr"]
    assert contre(acts=0, actl=0) is None


@pytest.mark.rule("TN-8.339")
def test_an_armed_arm_adds_its_category_and_2_to_the_next_jet_of_its_kind():
    marteau = {**forte(20, competences={"arme_a_manche": 2}), **tient("marteau_de_guerre")}
    s, oracle = jouer(melee(alys=marteau), ArmerSonBras("alys", "attaque"))
    assert (dit(oracle, "bras_arme")["bonus"], s.encounter.budgets["alys"].acts) == (6, 1)
    avant = figures_d_attaque(melee(alys=marteau), Coup("alys", "bor")).menace
    assert figures_d_attaque(s, Coup("alys", "bor")).menace.plus == avant.plus + 6
    s, oracle = jouer(s, Attaquer("alys", "bor"), 6, 5, 3, 1, 1, 1, 1, 1, 1)
    assert ("Bras armé", 6, "TN-8.339") in dit(oracle, "blesse").terms
    assert figures_d_attaque(s, Coup("alys", "bor")).menace.plus == avant.plus  # used up
    s, _ = jouer(
        melee(alys=marteau, attentes={"alys": Attente(arme=6, bras="attaque")}), Attaquer("alys", "bor"), 1, 2, 3
    )
    assert s.encounter.attente("alys").arme == 0  # by a miss too
    s = melee(alys=marteau, attentes={"alys": Attente(arme=6, bras="defense")})
    assert figures_d_attaque(s, Coup("alys", "bor")).menace.plus == avant.plus


@pytest.mark.rule("TN-8.339")
def test_an_armed_arm_turns_more_aside():
    lance = {**tient("lance"), "fiche": {**BOR, "base": {"FOR": 15}}}
    s = melee(bor=lance)
    armee = replace(s, encounter=s.encounter.attend("bor", arme=5, bras="defense", preparee="parer"))
    assert garde(armee, "parer", "prepare").deviation == garde(s, "parer").deviation + 5
    s, _ = jouer(
        armee,
        Attaquer("alys", "bor"),
        5,
        4,
        1,
        6,
        6,
        6,
        1,
        1,
        1,
        1,
        1,
        *TIENT,
        reponses={"tn.defense": "parer/prepare"},
    )
    assert s.encounter.attente("bor").bras == ""


@pytest.mark.rule("TN-8.339")
def test_arming_takes_two_hands_and_an_action():
    marteau = {**forte(20), **tient("marteau_de_guerre")}
    assert ArmerSonBras("alys").closed(melee()).rule == "TN-8.339"
    s, _ = jouer(melee(alys=marteau), ArmerSonBras("alys", "tactique"))
    assert (
        ArmerSonBras("alys", "tactique")
        .closed(replace(s, encounter=replace(s.encounter, budgets={**s.encounter.budgets, "alys": Budget()})))
        .rule
        == "TN-8.339"
    )
    habitue = {**forte(20, traits=[{"id": "habitue", "sujet": "armer_son_bras"}]), **tient("marteau_de_guerre")}
    s, _ = jouer(melee(alys=habitue), ArmerSonBras("alys"))
    assert (s.encounter.budgets["alys"].acts, s.encounter.budgets["alys"].actl) == (2, 0)


# ---------------------------------------------------------------- two arms


@pytest.mark.rule("TN-8.340")
def test_with_an_arm_in_each_hand_each_may_attack_once_in_a_round():
    s, _ = jouer(melee(alys=tient("epee_courte", "dague")), Attaquer("alys", "bor"), 1, 2, 3)
    assert Attaquer("alys", "bor").closed(s).rule == "TN-8.88"
    assert Attaquer("alys", "bor", main=1).closed(s) is None
    s, _ = jouer(s, Attaquer("alys", "bor", main=1), 1, 2, 3, 3, 3)
    assert s.encounter.budgets["alys"].genres == ("attaque:d", "attaque:g")
    une, _ = jouer(melee(), Attaquer("alys", "bor"), 1, 2, 3)
    assert Attaquer("alys", "bor", main=1).closed(une).rule == "TN-8.88"  # a bare hand is no second arm
    assert Attaquer("alys", "bor", main=2).closed(melee()).rule == "TN-8.340"
    assert Tirade("alys", "bor", main=1).closed(melee()).rule == "TN-8.102"


@pytest.mark.rule("TN-8.340")
def test_with_an_arm_in_each_hand_each_may_parry_once_but_a_dodge_is_the_body_s():
    s = melee(bor={**tient("dague", "bouclier"), "fiche": BOR})
    assert garde(s, "parer", "acts").avec == 1  # the shield turns most aside
    paree = replace(
        s, encounter=replace(s.encounter, budgets={"alys": Budget(), "bor": Budget(1, genres=("defense:g",))})
    )
    ways = [g for g in defenseur(paree, "bor", CORPS, s["alys"], "libre").gardes if not g.autre]
    moyens = {(g.effet, g.moyen): g.avec for g in ways}
    assert (moyens["parer", "acts"], moyens["parer", "actr"]) == (0, 1)
    assert ("esquiver", "acts") not in moyens and ("esquiver", "actr") in moyens


@pytest.mark.rule("TN-8.341", "TN-8.342", "TN-8.69", "TN-2.27", "TN-2.28")
def test_the_wrong_hand_doubles_the_penalty_and_the_disadvantage_and_restricts():
    """A sword in the off hand: 6 twice off DEX 20 (training first), group 2 without Ambidextrie, two désavantages."""
    s = melee(alys={**forte(15), **tient("dague", "epee_longue")})
    a = figures_d_attaque(s, Coup("alys", "bor", main=1))
    assert total(a.f.valeur) == 20 - 12 and a.f.net == -2
    assert total(a.f.modificateurs) == -1 + 4 - 2
    assert a.c.restreinte and (a.menace.des, a.menace.plus) == (2 + 2, 2 - 1)  # a catégorie of 3 counts 2
    expert = forte(
        15, traits=[{"id": "entrainement_melee"}, {"id": "ambidextre"}], groupes={"combat": 2, "ambidextrie": 1}
    )
    b = figures_d_attaque(melee(alys={**expert, **tient("dague", "epee_longue")}), Coup("alys", "bor", main=1))
    assert (total(b.f.valeur), b.f.net, total(b.f.modificateurs)) == (20 - 2 * (6 - 2), -1, 1 + 4 - 1)
    assert Attaquer("alys", "bor", zone="Torse", main=1).closed(s).rule == "TN-8.69"
    assert figures_d_attaque(s, Coup("alys", "bor")).f.net == 0


@pytest.mark.rule("TN-8.340")
def test_what_is_in_either_hand_may_be_changed():
    s, oracle = jouer(melee(alys=tient("epee_longue", "dague")), ChangerDeMain("alys"))
    assert [x.modele for x in s["alys"].equipement.armes] == ["dague", "epee_longue"]
    assert s.encounter.budgets["alys"].actl == 0 and dit(oracle, "change_de_main")["arme"] == "Dague"
    assert ChangerDeMain("alys").closed(melee()).rule == "TN-8.340"


# ---------------------------------------------------------------- shields


@pytest.mark.rule("TN-8.348", "TN-2.29")
def test_a_shield_in_the_weak_hand_is_in_its_place_and_in_the_main_one_it_is_not():
    s = melee(alys={**forte(15), **tient("epee_longue", "bouclier")})
    a = figures_d_attaque(s, Coup("alys", "bor", main=1))
    assert a.f.net == 0 and not a.c.restreinte
    assert not figures_d_attaque(
        melee(alys=tient("bouclier")), Coup("alys", "bor")
    ).c.restreinte  # alone, it is held there
    b = figures_d_attaque(melee(alys={**forte(15), **tient("bouclier", "epee_longue")}), Coup("alys", "bor"))
    assert b.f.net == -2 and b.c.restreinte


@pytest.mark.rule("TN-8.349")
def test_a_shield_strikes_with_two_dice_less_and_turns_6_more_aside():
    s = melee(alys={**forte(15), **tient("epee_longue", "bouclier")}, bor=tient("dague", "bouclier"))
    assert figures_d_attaque(s, Coup("alys", "bor", main=1)).menace.des == 2 + 2 - 2
    assert garde(s, "bloquer").deviation == 3 * 2 + 6 - 2  # CON 10 less 4
    jetee = melee("jets_de_defense", bor=tient("dague", "bouclier"))
    assert (garde(jetee, "bloquer").des, garde(jetee, "bloquer").deviation) == (2 + 2 + 2, 2 - 2)


@pytest.mark.rule("TN-8.348", "TN-8.349", "TN-9.65")
def test_a_main_gauche_is_a_shield_with_dice_of_its_own():
    """Of catégorie 1: a die less to strike, one more (3) to parry, two more to strike back, and none to block."""
    c = MODELES["main_gauche"].categorie
    s = melee(alys={**forte(15), **tient("epee_longue", "main_gauche")}, bor=tient("main_gauche"))
    assert figures_d_attaque(s, Coup("alys", "bor", main=1)).menace.des == 2 + c - 1
    assert figures_d_attaque(s, Coup("alys", "bor", main=1, contre=True)).menace.des == 2 + c - 1 + 2
    assert figures_d_attaque(s, Coup("alys", "bor", main=1)).f.net == 0
    parade, blocage = garde(s, "parer"), garde(s, "bloquer")
    assert (parade.deviation - blocage.deviation, parade.usage, blocage.resistance) == (3, "", 0)
    assert garde(melee(bor=tient("dague", "bouclier")), "bloquer").resistance == 2


@pytest.mark.rule("TN-8.350")
def test_a_shield_never_suffers_repetition():
    s = melee(alys={**forte(15), **tient("epee_longue", "bouclier")})
    s, _ = jouer(s, Attaquer("alys", "bor", main=1), 1, 2, 3)
    assert s.encounter.budgets["alys"].usages == ()
    assert not any("Répétition" in term for term in figures_d_attaque(s, Coup("alys", "bor", main=1)).f.modificateurs)
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert ("Répétition", -5, "TN-8.60") in figures_d_attaque(s, Coup("alys", "bor")).f.modificateurs


ARC = tient({"modele": "arc_court", "munitions": 1})


@pytest.mark.rule("TN-8.351")
def test_a_raised_shield_covers_from_shots_whatever_defends():
    ecu = tient("dague", {"modele": "bouclier", "taille": 1})
    s = loin(melee(alys=ARC, bor=ecu))
    assert ("Bouclier", 3, "TN-8.351") in figures_d_attaque(s, Coup("alys", "bor")).difficultes  # 2, and 1 of its size
    assert figures_d_attaque(melee(bor=ecu), Coup("alys", "bor")).d == 15  # not from blows
    assert figures_d_attaque(s, Coup("alys", "bor", zone="Tête")).visee == 15 + 5 + 3
    assert figures_d_attaque(s, Coup("alys", "bor", "esprit")).d == 15
    endormi = replace(s, encounter=replace(s.encounter, statuts={"bor": "exclu"}))
    assert figures_d_attaque(endormi, Coup("alys", "bor")).d == 15  # it is not raised
    brise = loin(melee(alys=ARC, bor=tient("dague", {"modele": "bouclier", "degradation": 99})))
    assert figures_d_attaque(brise, Coup("alys", "bor")).d == 15


@pytest.mark.rule("TN-8.352")
def test_a_shield_covers_the_half_it_is_turned_to():
    s = melee(alys=ARC, bor=tient("dague", "bouclier"), passe="bor")
    s = loin(
        replace(
            s,
            people={
                **s.people,
                "cid": replace(s["alys"], id="cid", x=16),
                "dan": replace(s["alys"], id="dan", x=8, y=8),
            },
        )
    )
    vers, oracle = jouer(s, OrienterBouclier("bor", "cid"))
    assert vers.encounter.budgets["bor"].actl == 0 and dit(oracle, "bouclier_oriente").target == "cid"
    assert [figures_d_attaque(vers, Coup(who, "bor")).d for who in ("cid", "dan", "alys")] == [17, 17, 15]
    assert figures_d_attaque(s, Coup("alys", "bor")).d == 17  # he faces whoever attacks
    assert figures_d_attaque(jouer(s, Situer("bor", "revers"))[0], Coup("alys", "bor")).d == 13
    assert OrienterBouclier("bor", "cid").closed(vers).rule == "TN-8.352"
    assert OrienterBouclier("alys", "bor").closed(melee()).rule == "TN-8.352"
    assert OrienterBouclier("bor", "dan") in offers(s, s["bor"])


@pytest.mark.rule("TN-8.353")
def test_raising_one_s_guard_adds_its_degrees_until_the_next_passe_and_a_shield_helps():
    """DEX 20 less 2 of a dagger: 4, parade and defence 4: 6, 4, 1 and 8 are 19, two degrees above 5."""
    fiche = {"fiche": {**ALYS, "competences": {"parade": 2}, "groupes": {"defense": 2}}}
    s, oracle = jouer(melee(alys={**fiche, **tient("dague")}), MonterSesDefenses("alys"), 6, 4, 1)
    assert dit(oracle, "defenses_montees")["degre"] == 2 and s.encounter.budgets["alys"].genres == ("defense",)
    assert (
        figures_d_attaque(s, Coup("bor", "alys")).d
        == figures_d_attaque(melee(alys={**fiche, **tient("dague")}), Coup("bor", "alys")).d + 2
    )
    s, _ = jouer(s, Passer("alys"))  # the next round is hers again
    assert s.turn() == ("alys",) and s["alys"].effets == ()
    plain, ecu = (
        MonterSesDefenses("alys").figures(melee(alys={**fiche, **tient(*armes)}))
        for armes in (("dague",), ("dague", "targe"))
    )
    assert total(ecu.modificateurs) == total(plain.modificateurs) + 2
    brisee = tient({"modele": "dague", "degradation": 99})
    assert MonterSesDefenses("alys").closed(melee(alys=brisee)).rule == "TN-8.353"
    assert MonterSesDefenses("alys").closed(melee(alys=tient())) is None  # with bare hands
    assert MonterSesDefenses("alys", "esquiver").closed(melee(alys=tient())) is None


# ---------------------------------------------------------------- for want of better


@pytest.mark.rule("TN-8.373")
def test_what_is_seized_has_the_category_of_the_book():
    for row in rows("TN-8.373"):
        assert (MODELES[row["objet"]].categorie, MODELES[row["objet"]].improvisee) == (row["categorie"], True)
    s, oracle = jouer(melee(alys=tient()), SaisirDuDecor("alys", "chaise"))
    assert s["alys"].equipement.armes == (Objet("chaise"),) and s.encounter.budgets["alys"].acts == 1
    assert dit(oracle, "saisit")["arme"] == "Chaise"
    assert SaisirDuDecor("alys", "lustre").closed(melee()).rule == "TN-8.373"


@pytest.mark.rule("TN-8.371")
def test_training_does_not_help_with_what_was_not_made_for_it():
    """FOR 16: a chair takes 4 off, whatever one's training; so does a hatchet that is made to be thrown."""

    def valeur(*armes, traits=()):
        s = melee(alys={**forte(16, traits=[{"id": t} for t in traits]), **tient(*armes)})
        return total(figures_d_attaque(s, Coup("alys", "bor")).f.valeur)

    assert valeur("chaise") == valeur("chaise", traits=["entrainement_melee"]) == 12
    assert valeur("massette", traits=["entrainement_melee"]) == 14
    assert valeur("hachette", traits=["entrainement_distance"]) == 12


@pytest.mark.rule("TN-8.374", "TN-8.371")
def test_each_use_of_what_was_not_made_for_it_puts_it_to_the_test(epreuves):
    s = melee(alys={**forte(16), **tient("chaise")})
    jouer(s, Attaquer("alys", "bor"), 4, 3, 1)
    assert epreuves == [Epreuve("alys", 0, "improvise")]
    epreuves.clear()
    s = melee(bor={**tient("arc_court"), "fiche": {**BOR, "base": {"FOR": 15}}}, prepare="parer")
    jouer(s, Attaquer("alys", "bor"), 5, 4, 1, 5, 4, 3, 1, 1, 1, 1, 1, reponses={"tn.defense": "parer/prepare"})
    assert epreuves == [Epreuve("bor", 0, "improvise")]
    epreuves.clear()
    jouer(melee(), Attaquer("alys", "bor"), 4, 3, 1)
    assert epreuves == []


@pytest.mark.rule("TN-8.345")
def test_a_bow_parries_as_an_improvised_arm():
    fiche = {**BOR, "base": {"FOR": 15}, "traits": [{"id": "entrainement_distance"}]}
    g = garde(melee(bor={**tient("arc_long"), "fiche": fiche}), "parer")
    assert g.improvisee and total(g.f.valeur) == 10 - 6  # the training counts for shooting


@pytest.mark.rule("TN-8.374")
def test_an_arm_of_melee_may_be_thrown_and_then_lies_there(epreuves):
    fiche = {"fiche": {"base": {"PER": 20, "FOR": 15}, "competences": {"armes_de_jet": 3}, "destinee": 0}}
    s = loin(melee(alys={**fiche, **tient("dague", "epee_courte")}), 3)
    assert Attaquer("alys", "bor").closed(s).rule == "TN-4.64"
    a = figures_d_attaque(s, Coup("alys", "bor", lancee=True))
    assert (a.arme.attribut, a.arme.melee, total(a.f.valeur)) == ("PER", False, 18)
    s, _ = jouer(s, Attaquer("alys", "bor", lancer=True), 1, 2, 4, 4)
    assert epreuves == [Epreuve("alys", 0, "improvise")]
    assert [x.modele for x in s["alys"].equipement.armes] == ["epee_courte"]
    assert [(c.objet.modele, c.x, c.de) for c in s.choses] == [("dague", 3, "alys")]
    assert Attaquer("alys", "bor", lancer=True).closed(melee(alys=tient("arc_court"))).rule == "TN-8.374"
    assert Attaquer("alys", "bor", lancer=True).closed(loin(melee(), 90)).rule == "TN-4.64"


# ---------------------------------------------------------------- shots


@pytest.mark.rule("TN-8.347")
def test_a_shot_has_its_bands_and_its_obstacles():
    s = melee(alys={**forte(15), **ARC})
    assert figures_d_attaque(s, Coup("alys", "bor")).f.avantages == (("portée courte", -1, "TN-4.68"),)
    assert Attaquer("alys", "bor").closed(loin(s, 900)).rule == "TN-4.64"


@pytest.mark.rule("TN-8.346")
def test_a_shot_within_the_reach_of_an_adversary_gives_him_an_opportunity():
    s = melee(alys={"fiche": {**ALYS, "competences": {"arc": 2}}, **ARC})
    s = replace(s, people={**s.people, "cid": replace(s["bor"], id="cid", x=8)})
    reponses = {"tn.opportunite": "opportunite/actr"}
    apres, oracle = jouer(s, Attaquer("alys", "cid"), 1, 2, 3, 3, 3, 3, 1, 2, 3, *TIENT, reponses=reponses)
    assert dit(oracle, "opportunite").who == "bor" and apres.encounter.initiatives["bor"] == 10
    _, oracle = jouer(loin(s, 5), Attaquer("alys", "cid"), 1, 2, 3)
    assert not any(q.key == "tn.opportunite" for q in oracle.asked)
    _, oracle = jouer(melee(), Attaquer("alys", "bor"), 1, 2, 3)
    assert not any(q.key == "tn.opportunite" for q in oracle.asked)


# ---------------------------------------------------------------- not to kill


@pytest.mark.rule("TN-8.209", "TN-9.51")
def test_a_blow_that_is_not_to_kill_has_a_disadvantage_a_die_more_and_spares_its_two_highest():
    """Six dice of 4, 3 and 2 are 29: 25 would last, but the two highest, 8, are endurance alone."""
    s = melee()
    coup = Attaquer("alys", "bor", non_letal=True)
    assert ("Non létal", -1, "TN-8.209") in figures_d_attaque(s, coup.coup(s)).f.avantages
    s, oracle = jouer(s, coup, 6, 6, 5, 3, 4, 4, 4, 4, 4, 4)
    assert (s["bor"].pertes["PV"], s["bor"].pertes["PE"]) == (29 - 8, 8)
    assert ("Non létal", -8, "TN-9.51") in dit(oracle, "blesse").terms
    cuir = {"equipement": {"armure": {"modele": "cuir"}}}
    s, _ = jouer(
        melee(bor={**cuir}), coup, 6, 6, 5, 3, 4, 4, 4, 4, 4, 4
    )  # 2 resisted, 6 absorbed: 21 would last, 19 may
    assert (s["bor"].pertes["PV"], s["bor"].pertes["PE"]) == (29 - 8 - 2, 6 + 2)


@pytest.mark.rule("TN-8.209")
def test_a_critical_blow_that_is_not_to_kill_spares_two_dice_of_8():
    s = melee()
    s = s.put(replace(s["alys"], effets=(Modifier("bonus", 10, "Aide", "TN-0.16"),)))
    s, _ = jouer(s, Attaquer("alys", "bor", non_letal=True), 6, 5, 3, 4)  # 12 and 16: 28, 13 above
    assert (s["bor"].pertes["PV"], s["bor"].pertes["PE"]) == (48 + 3 + 2 + 5 - 16, 16)
