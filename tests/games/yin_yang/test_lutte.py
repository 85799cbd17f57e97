"""Chapters 10 and 11: grapples, holds and locks."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_combat import Combattre
from tablee.games.yin_yang.book.c10_gestes import AutreAction, Degainer
from tablee.games.yin_yang.book.c10_lutte import Echapper, LacherPrise, SeLiberer, offers
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.model.combat import Blocage, Clef
from tablee.kernel.odds import odds

from .arene import DESASTRE, combat, frais, jouer, qui, refus, scene, score, y


def aux_prises(a=None, b=None, clefs=(), **autres):
    """a and b at grips: 9 and 7 with Lutte before the dice."""
    s = combat(a=qui("x", **{"lutte": 5, **(a or {})}), b=qui("z", **{"lutte": 3, **(b or {})}), **autres)
    return replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),), clefs=clefs))


def contre(*manoeuvres, **reste):
    return Attaquer("a", cible="b", manoeuvres=manoeuvres, **reste)


ETOUFFE = (Clef("a", "b", "étouffement", 0),)
IMMOBILE = (Clef("a", "b", "immobilisation", 0),)


@pytest.mark.rule("YY-10.17", "YY-11.17")
def test_a_grapple_begins_with_the_turn_after_engager_la_lutte():
    s = combat(a=qui("x", arts_martiaux=9, lutte=3), b=qui("z"), c=qui("z"))
    j = jouer(s, contre("engager_la_lutte"), Attendre("b"), Attendre("c"))
    assert (len(j.tous("lutte")), j.tous("coup_assommant")) == (1, [])
    s = frais(j.scene)
    assert s.encounter.luttes == (("a", "b"),)
    assert refus(s, Attaquer("a", cible="c")) == "YY-10.17"
    assert refus(s, Attaquer("a", "mains_nues", cible="b")) == ""
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), Attendre("c"), des=(y(1),))
    assert j.un("essai", "a")["competence"] == "Lutte"


@pytest.mark.rule("YY-10.17")
def test_at_grips_only_lutte_serves():
    s = aux_prises({"epees": 7, "arcs": 5, "course": 5, "armes": ("couteau", "arc_court")}, c=qui("z", x=30))
    assert refus(s, Attaquer("a", "couteau", cible="b")) == "YY-10.17"
    assert refus(s, Tirer("a", "c", "arc_court")) == "YY-10.17"
    assert refus(s, SeDeplacer("a", 30, 0)) == "YY-10.17"
    assert refus(s, Defendre("a", "couteau", contre=("b",))) == "YY-10.17"
    assert refus(s, Attaquer("a", cible="b", mod=99)) == "YY-5.1"
    assert refus(aux_prises({"lutte": 0}), Attaquer("a", cible="b")) == "YY-4.2"


@pytest.mark.rule("YY-10.2", "YY-10.17")
def test_at_grips_the_weapon_in_hand_slows_nobody():
    s = aux_prises({"armes": ("espadon",), "epees": 1}, {"reflexes": 3})
    j = jouer(s, Defendre("a", contre=("b",)), Defendre("b", contre=("a",)))
    assert j.un("resolution")["ordre"] == ("a", "b")


@pytest.mark.rule("YY-10.17")
def test_a_grapple_is_between_two_only():
    s = aux_prises(c=qui("x", arts_martiaux=9, reflexes=3))
    assert refus(s, Attaquer("c", cible="b", manoeuvres=("engager_la_lutte",))) == "YY-10.17"
    libre = combat(a=qui("x", arts_martiaux=9), b=qui("z"), c=qui("x", arts_martiaux=9))
    prise = ("engager_la_lutte",)
    j = jouer(libre, contre(*prise), Attendre("b"), Attaquer("c", cible="b", manoeuvres=prise))
    assert (len(j.tous("lutte")), len(j.tous("deja_aux_prises"))) == (1, 1)
    assert j.scene.encounter.luttes == (("a", "b"),)


@pytest.mark.rule("YY-10.17", "YY-11.23")
def test_se_degager_leads_back_to_close_combat_next_turn():
    s = aux_prises({"lutte": 9, "epees": 3, "armes": ("couteau",)})
    j = jouer(s, contre("se_degager", risquer=True), Attendre("b"), des=(y(3),))  # 13 + 3 against 7 + 4
    assert j.un("touche")["marge"] == 5
    assert (len(j.tous("degage")), j.tous("coup_assommant")) == (1, [])
    s = frais(j.scene)
    assert s.encounter.luttes == ()
    assert refus(s, Attaquer("a", "couteau", cible="b")) == ""
    j = jouer(aux_prises(), contre("se_degager"), Defendre("b", contre=("a",)), des=(y(1), y(9)))
    assert j.scene.encounter.luttes == (("a", "b"),)


@pytest.mark.rule("YY-10.17")
def test_a_grapple_ends_when_one_cannot_fight_any_more_or_is_thrown_away():
    s = aux_prises({"lutte": 9, "force": 9}, {"fatigue": 30})
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))
    assert j.scene.encounter is None
    s = aux_prises({"lutte": 9})
    j = jouer(s, contre("projeter", risquer=True), Attendre("b"), des=(y(9),), reponses=(4,))
    assert j.scene.encounter.luttes == ()


@pytest.mark.rule("YY-11.10")
def test_a_choking_hold_takes_breath_and_costs_the_holder_two_a_turn():
    s = aux_prises({"lutte": 9})
    j = jouer(s, contre("clef_d_etouffement", risquer=True), Attendre("b"), des=(y(9),))
    assert j.un("clef")["sorte"] == "étouffement"
    assert [e["points"] for e in j.tous("fatigue", "a")] == [2]  # the manoeuvre alone, in its first turn
    pertes = [e["points"] for e in j.tous("fatigue", "b")]
    for _ in range(3):
        s = frais(j.scene)
        s = s.put(replace(s["b"], souffle=j.scene["b"].souffle))
        j = jouer(s, Attendre("a"), Attendre("b"))
        pertes += [e["points"] for e in j.tous("fatigue", "b")]
        assert [e["points"] for e in j.tous("fatigue", "a")] == [2]
    assert pertes == [1, 2, 4, 8]
    assert j.scene["b"].souffle == 4


@pytest.mark.rule("YY-11.10")
def test_holding_is_no_rest():
    s = aux_prises({"fatigue": 5}, clefs=ETOUFFE)
    j = jouer(s, Attendre("a"), Attendre("b"))
    assert j.tous("souffle", "a") == []
    assert j.scene["a"].repos == 0
    assert j.scene["a"].fatigue == 7


@pytest.mark.rule("YY-11.10")
def test_the_turn_in_which_a_hold_is_broken_is_paid_for_as_well():
    s = aux_prises({"fatigue": 5}, clefs=IMMOBILE)
    j = jouer(s, Attendre("a"), Echapper("b"), des=(y(9),))
    assert (j.scene.encounter.clefs, j.scene["a"].fatigue, j.tous("souffle", "a")) == ((), 7, [])
    j = jouer(frais(j.scene), Attendre("a"), Attendre("b"))
    assert j.scene["a"].repos == 1


@pytest.mark.rule("YY-11.10", "YY-11.11")
@pytest.mark.parametrize(("jet", "libre"), [(6, False), (7, True)])
@pytest.mark.parametrize("clefs", [ETOUFFE, IMMOBILE])
def test_a_hold_is_broken_by_a_margin_of_five(clefs, jet, libre):
    s = aux_prises(clefs=clefs)  # 7 + n against 9 + 5, the holder doing nothing
    j = jouer(s, Attendre("a"), Echapper("b"), des=(y(jet),))
    assert j.un("echappe")["libre"] is libre
    assert (j.scene.encounter.clefs == ()) is libre
    assert j.scene.encounter.luttes == (("a", "b"),)  # the grapple goes on
    assert j.tous("fatigue", "b")[0]["points"] == 2
    if libre:
        assert j.scene["b"].souffle == 0


@pytest.mark.rule("YY-11.11")
@pytest.mark.parametrize(("siens", "miens", "libre"), [(2, 7, True), (1, 6, True), (1, 5, False), (4, 8, False)])
def test_against_a_holder_who_fights_the_two_rolls_count(siens, miens, libre):
    s = aux_prises(clefs=IMMOBILE, b={"force": 5, "lutte": 4, "reflexes": 6})  # 9 against 9; b acts first
    j = jouer(s, Attaquer("a", cible="b"), Echapper("b"), des=(y(miens), y(siens)))
    assert j.un("echappe")["libre"] is libre


@pytest.mark.rule("YY-11.10", "YY-5.18")
def test_an_escape_may_be_rolled_again():
    s = aux_prises(clefs=IMMOBILE)
    j = jouer(s, Attendre("a"), Echapper("b", vide="relance"), des=(y(1), y(7)))
    assert j.un("echappe")["libre"] is True
    assert j.scene["b"].vide_perdu == 1
    j = jouer(s, Attendre("a"), Echapper("b", vide="bonus"), des=(DESASTRE,))
    assert j.un("echappe")["libre"] is False
    assert refus(s.put(replace(s["b"], vide_perdu=8)), Echapper("b", vide="bonus")) in ("YY-5.17", "YY-10.1")


@pytest.mark.rule("YY-11.11")
def test_the_immobilised_can_only_try_to_escape():
    s = aux_prises(b={"reflexes": 3, "observation": 3, "armes": ("couteau",)}, clefs=IMMOBILE)
    for action in (
        Attaquer("b", cible="a"),
        Defendre("b", contre=("a",)),
        AutreAction("b", "observation"),
        Degainer("b"),
        Attaquer("b", cible="a", manoeuvres=("se_degager",)),
    ):
        assert refus(s, action) == "YY-11.11"
    assert refus(s, Echapper("b")) == ""
    assert refus(s, Attendre("b")) == ""
    assert refus(aux_prises(b={"reflexes": 3}), Echapper("b")) == "YY-11.11"
    assert refus(aux_prises(b={"reflexes": 3, "lutte": 0}, clefs=IMMOBILE), Echapper("b")) == "YY-4.2"


@pytest.mark.rule("YY-11.11", "YY-11.10")
def test_both_holds_ask_for_rank_5_and_five_augmentations():
    for id in ("clef_d_etouffement", "clef_d_immobilisation"):
        assert refus(aux_prises({"lutte": 4}), contre(id)) == "YY-11.2"
        s = aux_prises({"lutte": 5})
        assert jouer(s, contre(id), Attendre("b"), des=(y(2),)).tous("clef") == []  # 11 against 12
        j = jouer(s, contre(id), Attendre("b"), des=(y(3),))
        assert len(j.tous("clef")) == 1
        assert j.tous("coup_assommant") == []


@pytest.mark.rule("YY-11.10")
def test_who_is_choked_may_fight_but_must_break_the_hold_before_leaving():
    s = aux_prises(b={"reflexes": 3, "lutte": 6}, clefs=ETOUFFE)
    assert refus(s, Attaquer("b", cible="a")) == ""
    assert refus(s, Attaquer("b", cible="a", manoeuvres=("se_degager",))) == "YY-11.10"


@pytest.mark.rule("YY-11.10")
def test_the_holder_may_let_go():
    s = aux_prises(clefs=ETOUFFE, b={"souffle": 3})
    assert refus(s, LacherPrise("b")) == "YY-11.10"
    j = jouer(s, LacherPrise("a"))
    assert (j.scene.encounter.clefs, j.scene["b"].souffle) == ((), 0)
    assert j.scene.encounter.luttes == (("a", "b"),)


@pytest.mark.rule("YY-11.10")
def test_a_hold_is_over_with_the_grapple():
    s = aux_prises({"lutte": 9}, clefs=IMMOBILE)
    j = jouer(s, contre("se_degager"), Attendre("b"))
    assert (j.scene.encounter.luttes, j.scene.encounter.clefs) == ((), ())


@pytest.mark.rule("YY-11.11")
def test_held_before_his_turn_he_cannot_do_what_he_declared():
    s = aux_prises({"lutte": 9, "reflexes": 6}, {"observation": 5})
    j = jouer(s, AutreAction("b", "observation"), contre("clef_d_immobilisation", risquer=True), des=(y(9),))
    assert j.un("tourne_court", "b").rule == "YY-11.11"


# ---------------------------------------------------------------- locks


def bloque(a=None, b=None):
    s = combat(
        a=qui("x", **{"epees": 5, "armes": ("couteau",), **(a or {})}),
        b=qui("z", **{"epees": 5, "armes": ("couteau",), "reflexes": 3, **(b or {})}),
    )
    return replace(s, encounter=replace(s.encounter, blocages=(Blocage("a", "b", 3, "couteau", "couteau"),)))


@pytest.mark.rule("YY-11.8")
@pytest.mark.parametrize(("miens", "siens", "libre"), [(5, 3, True), (3, 5, False)])
def test_a_lock_is_forced_by_eau_force_against_eau_force(miens, siens, libre):
    s = bloque()
    j = jouer(s, SeLiberer("b"), Attendre("a"), des=(y(miens), y(siens)))
    assert [score(j, w) for w in "ab"] == [4, 4]
    assert j.un("libere")["libre"] is libre
    assert (j.scene.encounter.blocages == ()) is libre
    assert j.un("fatigue", "b")["points"] == 1


@pytest.mark.rule("YY-11.8")
def test_or_the_weapon_is_dropped():
    s = bloque()
    j = jouer(s, SeLiberer("b", lacher=True), Attendre("a"))
    assert (j.scene.encounter.blocages, j.scene["b"].a_terre_armes) == ((), ("couteau",))
    assert refus(s, SeLiberer("b", lacher=True, vide="bonus")) == "YY-5.17"
    assert refus(j.scene, SeLiberer("b")) == "YY-11.8"
    apres = jouer(s, Attendre("b")).scene
    assert refus(apres, SeLiberer("a")) == "YY-11.8"  # he who locks simply lets go
    assert jouer(apres, LacherPrise("a")).scene.encounter.blocages == ()


@pytest.mark.rule("YY-11.8")
def test_a_lock_is_over_when_they_come_apart_or_a_weapon_falls():
    s = bloque()
    loin = s.put(replace(s["b"], x=9))
    assert jouer(loin, Attendre("b"), Attendre("a")).scene.encounter.blocages == ()
    assert jouer(s, Attendre("b"), Attendre("a")).scene.encounter.blocages != ()
    assert refus(s, Degainer("b")) == "YY-11.8"


@pytest.mark.rule("YY-11.8", "YY-10.14")
def test_moving_is_harder_too_with_a_locked_weapon():
    s = bloque(b={"course": 5})
    j = jouer(s, SeDeplacer("b", 9, 0), Attendre("a"), des=(y(3),))
    assert j.un("essai")["contre"] == "contre ND 15"  # 12 in close combat, and the margin of the lock


@pytest.mark.rule("YY-11.8", "YY-11.10")
def test_the_odds_of_getting_free():
    assert odds(SeLiberer("b"), bloque(b={"reflexes": 4})).p(True) == pytest.approx(0.5, abs=0.001)
    assert odds(Echapper("b"), aux_prises(clefs=IMMOBILE)).p(True, exact=True) == pytest.approx(0.21)


@pytest.mark.rule("YY-10.17")
def test_no_grapple_without_a_fight():
    assert refus(scene(a=qui("x", arts_martiaux=5), b=qui("z")), contre("engager_la_lutte")) == "YY-10.5"
    assert refus(scene(a=qui("x"), b=qui("z")), Combattre("a")) == ""


@pytest.mark.rule("YY-11.10", "YY-5.22")
def test_an_escape_needs_no_dice_where_the_score_is_enough():
    s = aux_prises({"lutte": 1, "force": 2}, {"lutte": 6, "reflexes": 3}, clefs=IMMOBILE)  # 10 against 3 + 5
    assert jouer(s, Echapper("b"), Attendre("a")).un("echappe")["libre"] is True
    j = jouer(s, Echapper("b", risquer=True), Attendre("a"), des=(DESASTRE,))
    assert j.un("echappe")["libre"] is False
    dernier = s.put(replace(s["b"], vide_perdu=s["b"].rang("vide") - 1))
    assert refus(dernier, Echapper("b", vide="bonus")) == ""
    assert refus(dernier.put(replace(s["b"], vide_perdu=s["b"].rang("vide"))), Echapper("b", vide="bonus")) == "YY-5.17"


@pytest.mark.rule("YY-11.8", "YY-11.10")
def test_the_buttons_of_the_held_and_of_the_holder():
    s = aux_prises(b={"reflexes": 3}, clefs=IMMOBILE)
    assert list(offers(s, s["b"])) == [Echapper("b")]
    assert list(offers(s, s["a"])) == [LacherPrise("a")]
    s = bloque()
    assert list(offers(s, s["b"])) == [SeLiberer("b"), SeLiberer("b", lacher=True)]
    assert list(offers(s, s["a"])) == [LacherPrise("a")]


@pytest.mark.rule("YY-11.10")
def test_who_is_let_go_with_the_grapple_breathes_again():
    s = aux_prises({"lutte": 9}, {"souffle": 3}, clefs=ETOUFFE)
    j = jouer(s, contre("se_degager"), Attendre("b"))
    assert j.scene["b"].souffle == 0


@pytest.mark.rule("YY-11.8", "YY-5.17")
def test_forcing_a_lock_may_take_vide_and_nobody_held_fast_does_it():
    s = bloque(b={"vide_perdu": 7})  # of 7
    assert refus(s, SeLiberer("b")) == ""
    assert refus(s, SeLiberer("b", vide="bonus")) == "YY-5.17"
    tenu = replace(s, encounter=replace(s.encounter, clefs=IMMOBILE))
    assert refus(tenu, SeLiberer("b")) == "YY-11.11"
