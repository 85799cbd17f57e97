"""Chapter 10, from afar: range, cover, melee, damage of missiles."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from reading import read
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.tir import (
    Tirer,
    degats_du_tir,
    offers,
    penalite_de_distance,
    qui_est_touche,
)
from tablee.games.yin_yang.book.c10_gestes import Obscurcir
from tablee.games.yin_yang.book.c11_manoeuvres.demandes import A_DISTANCE
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.model.jets import Jet
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .arene import DESASTRE, combat, exploit, jouer, qui, refus, scene, score, terme, y

ARC = {"armes": ("arc_court",)}  # base range 20, limit 10


def stand(x=10, a=None, b=None, **autres):
    return combat(a=qui("x", **{"arcs": 5, **ARC, **(a or {})}), b=qui("z", x=x, **(b or {})), **autres)


@pytest.mark.rule("YY-10.28", "YY-13.6")
@pytest.mark.parametrize("n", range(1, 7))
def test_one_for_each_base_range_begun_beyond_the_first(n):
    assert penalite_de_distance(20 * n, 20) == n - 1
    assert penalite_de_distance(20 * n - 19, 20) == n - 1
    if n < 6:
        assert penalite_de_distance(20 * n + 0.1, 20) == n
    s = stand(20 * n, b={"arts_martiaux": 9})
    j = jouer(s, Tirer("a", "b"), Attendre("b"), des=(DESASTRE,))
    assert score(j, "a") == 9 - (n - 1)
    assert terme(j.un("essai"), "Distance") == (1 - n or None)


@pytest.mark.rule("YY-10.28", "YY-13.6")
def test_beyond_six_base_ranges_nothing_is_hit():
    assert penalite_de_distance(120, 20) == 5
    assert penalite_de_distance(120.5, 20) is None
    assert penalite_de_distance(0, 20) == 0
    assert refus(stand(120), Tirer("a", "b")) == ""
    assert refus(stand(121), Tirer("a", "b")) == "YY-10.28"
    s = combat(a=qui("x", arcs=5, **ARC), b=qui("z", x=120, y=1))
    assert refus(s, Tirer("a", "b")) == "YY-10.28"


@pytest.mark.rule("YY-10.29", "YY-13.6")
@pytest.mark.parametrize(("camouflage", "ferme"), [(0, ""), (6, ""), (7, "YY-10.29"), (-1, "YY-10.29")])
def test_cover_goes_from_0_to_6(camouflage, ferme):
    s = stand(b={"arts_martiaux": 9})
    tir = Tirer("a", "b", camouflage=camouflage)
    assert refus(s, tir) == ferme
    if not ferme:
        assert score(jouer(s, tir, Attendre("b"), des=(DESASTRE,)), "a") == 9 - camouflage


@pytest.mark.rule("YY-10.33")
def test_darkness_hampers_a_shot():
    s = jouer(stand(b={"arts_martiaux": 9}), Obscurcir("a", 4, ("a",))).scene
    assert score(jouer(s, Tirer("a", "b"), Attendre("b"), des=(DESASTRE,)), "a") == 5


@pytest.mark.rule("YY-10.19", "YY-10.16")
@pytest.mark.parametrize(
    ("arme", "groupe"),
    [("arc_court", "arcs"), ("arbalete", "arbaletes"), ("etoile_de_jet", "armes_de_jet"), ("javelot", "armes_mixtes")],
)
def test_the_skills_of_ranged_combat(arme, groupe):
    s = combat(a=qui("x", armes=(arme,), **{groupe: 5}), b=qui("z", x=5))
    assert jouer(s, Tirer("a", "b"), Attendre("b")).un("touche_de_loin")["marge"] == 5
    sans = combat(a=qui("x", armes=(arme,)), b=qui("z", x=5))
    assert refus(sans, Tirer("a", "b")) == "YY-4.2"


@pytest.mark.rule("YY-10.19")
def test_only_what_carries_far_is_shot_or_thrown():
    s = combat(a=qui("x", epees=5, arcs=5, armes=("couteau",)), b=qui("z", x=10))
    assert refus(s, Tirer("a", "b")) == "YY-10.19"
    assert refus(s, Tirer("a", "b", "couteau")) == "YY-10.19"
    assert refus(s, Tirer("a", "b", "arc_long")) == "YY-10.19"
    assert refus(stand(), Tirer("a", "a")) == "YY-10.19"
    assert refus(stand(), Tirer("a", "personne")) == "YY-5.1"
    assert refus(stand(), Tirer("a", "b", mod=-31)) == "YY-5.1"
    assert refus(stand(a={"blessures": {"bras_droit": 13}}), Tirer("a", "b")) == "YY-6.3"
    assert refus(stand(a={"vide_perdu": 8}), Tirer("a", "b", vide="bonus")) == "YY-5.17"


@pytest.mark.rule("YY-10.30")
def test_nobody_shoots_from_a_melee():
    s = stand(10, c=qui("z", x=1))
    assert refus(s, Tirer("a", "b")) == "YY-10.30"
    assert read(s, Tirer("a", "b").closed(s)).startswith("A est engagé en mêlée")
    assert refus(stand(10, c=qui("z", x=1, fatigue=33)), Tirer("a", "b")) == ""


@pytest.mark.rule("YY-10.30")
def test_a_shot_is_lost_by_one_who_is_engaged_before_he_looses_it():
    s = stand(9, b={"course": 6, "reflexes": 9})
    j = jouer(s, Tirer("a", "b"), SeDeplacer("b", 0, 0))
    assert j.un("tourne_court", "a").rule == "YY-10.30"
    assert j.tous("essai", "a") == []


@pytest.mark.rule("YY-10.21", "YY-10.28")
def test_a_target_that_does_nothing_about_it_opposes_its_passive_defence():
    j = jouer(stand(), Tirer("a", "b"), Attendre("b"))
    assert (j.un("sans_jet")["nd"], j.un("touche_de_loin")["marge"]) == (4, 5)
    j = jouer(stand(), Tirer("a", "b", risquer=True), Attendre("b"), des=(y(3),))
    assert j.un("touche_de_loin")["marge"] == 8
    j = jouer(stand(), Tirer("a", "b", risquer=True, vide="relance"), Attendre("b"), des=(DESASTRE, exploit(2)))
    assert j.un("touche_de_loin")["marge"] == 15
    assert j.scene["a"].vide_perdu == 0


@pytest.mark.rule("YY-10.22", "YY-11.18")
def test_a_shot_against_a_defence_or_an_esquive_is_opposed():
    s = stand(b={"epees": 5, "armes": ("couteau",)})
    garde = Defendre("b", contre=("a",))
    j = jouer(s, Tirer("a", "b"), garde, des=(y(5), y(3)))
    assert j.un("touche_de_loin")["marge"] == 2
    j = jouer(s, Tirer("a", "b"), garde, des=(y(3), y(5)))
    assert j.un("pare").who == "b"
    assert j.scene["b"].elan == 1  # a defence that held
    assert jouer(s, Tirer("a", "b"), garde, des=(y(3), y(3), 1)).tous("pare") == []  # equal: Vide, then a coin
    j = jouer(s, Tirer("a", "b", vide="relance"), garde, des=(y(1), y(5), y(9)))
    assert j.un("touche_de_loin")["marge"] == 4
    trois = stand(b={"epees": 5, "armes": ("couteau",)}, c=qui("x", x=13))
    esquive = Attaquer("b", cible="c", manoeuvres=("esquive",))
    j = jouer(trois, Tirer("a", "b"), esquive, Attendre("c"), des=(y(1), y(5)))
    assert j.un("pare").who == "b"


@pytest.mark.rule("YY-10.31")
@pytest.mark.parametrize(
    ("obtenu", "touche"), [(20, "c"), (15, "c"), (14, "b"), (13, "b"), (12, "d"), (10, "d"), (9, "c"), (1, "c")]
)
def test_who_is_hit_in_a_melee(obtenu, touche):
    assert qui_est_touche("c", {"c": 9, "b": 15, "d": 10}, Jet("a", obtenu, 3), 15) == touche


@pytest.mark.rule("YY-10.31")
def test_ties_of_distance_go_to_the_lower_score_and_a_desastre_hits_nobody():
    scores = {"b": 15, "c": 9}
    assert qui_est_touche("b", scores, Jet("a", 12, 3), 15) == "c"
    assert qui_est_touche("b", scores, Jet("a", 13, 3), 15) == "b"
    assert qui_est_touche("b", scores, Jet("a", 15, 3), 15) == "b"
    assert qui_est_touche("c", scores, Jet("a", 15, 3), 15) == "c"
    assert qui_est_touche("c", scores, Jet("a", 15, 0), 15) == ""


def melee(**plus):
    """a shoots at b, who fights c, ten metres away."""
    return combat(
        a=qui("x", arcs=5, reflexes=4, **ARC),
        b=qui("z", x=10, epees=3, armes=("couteau",), reflexes=3, **plus),
        c=qui("x", x=11, epees=5, armes=("couteau",), reflexes=3),
    )


@pytest.mark.rule("YY-10.31")
def test_shooting_into_a_melee_must_beat_the_best_score_there():
    s = melee()
    tous = Attaquer("b", cible="c"), Attaquer("c", cible="b"), Tirer("a", "b")
    # the shooter is first: b rolls 7 + 2, c 9 + 2, the shot 9 + n
    j = jouer(s, *tous, des=(y(2), y(2), y(5)))
    assert j.un("tir_en_melee")["nd"] == 11
    e = j.un("touche_de_loin")
    assert (e.target, e["marge"], e["vise"]) == ("b", 3, True)
    j = jouer(s, *tous, des=(y(2), y(2), y(2)))  # equal to the best: the chosen target, margin 0
    assert (j.un("touche_de_loin").target, j.un("touche_de_loin")["marge"]) == ("b", 0)
    j = jouer(s, *tous, des=(y(2), y(4), y(3)))  # 12 against 9 and 13: c is closest, and 12 - 13 counts as 0
    e = j.un("touche_de_loin")
    assert (e.target, e["marge"], e["vise"]) == ("c", 0, False)
    j = jouer(s, *tous, des=(y(2), y(9), y(1)))  # 10 against 9 and 18: b after all
    e = j.un("touche_de_loin")
    assert (e.target, e["marge"], e["vise"]) == ("b", 1, True)
    assert jouer(s, *tous, des=(y(2), y(2), DESASTRE)).tous("touche_de_loin") == []


@pytest.mark.rule("YY-10.31")
def test_in_a_melee_those_who_do_not_fight_count_with_their_passive_defence():
    s = melee()
    j = jouer(s, Attendre("b"), Attaquer("c", cible="b"), Tirer("a", "b"), des=(y(1), y(9)))
    assert {e.who: e["score"] for e in j.tous("score_de_melee")} == {"b": 7, "c": 10}
    assert not any(e.terms for e in j.tous("score_de_melee"))  # they stand side by side: no sum of them means anything


@pytest.mark.rule("YY-10.31", "YY-11.1")
def test_a_stray_shot_keeps_none_of_its_manoeuvre():
    s = melee()
    tir = Tirer("a", "b", manoeuvres=("coup_precis",), membre="tete")
    j = jouer(s, Attaquer("b", cible="c"), Attaquer("c", cible="b"), tir, des=(y(2), y(4), y(3)))
    assert j.un("touche_de_loin").target == "c"
    assert j.tous("coup", "a")[0]["membre"] == "Torse"


@pytest.mark.rule("YY-10.31")
def test_a_target_alone_with_the_shooter_is_in_no_melee():
    s = combat(a=qui("x", arcs=5, **ARC), b=qui("z", x=10), c=qui("x", x=14))
    j = jouer(s, Tirer("a", "b"), Attendre("b"), Attendre("c"))
    assert j.tous("tir_en_melee") == []


@pytest.mark.rule("YY-10.38")
def test_damage_of_missiles():
    s = stand(a={"force": 6})
    arc = s["a"].equipement.armes[0]
    assert total(degats_du_tir(s["a"], arc, 3)) == 9
    assert total(degats_du_tir(s["a"], arc, 9)) == 10
    j = jouer(s, Tirer("a", "b"), Attendre("b"))
    assert (j.un("coup")["points"], j.scene["b"].blessures) == (10, {"torse": 10})
    assert j.un("fatigue", "a")["points"] == 2


@pytest.mark.rule("YY-10.39")
def test_a_crossbow_has_its_own_damage():
    s = combat(a=qui("x", arbaletes=5, force=9, armes=("arbalete",)), b=qui("z", x=10))
    arme = s["a"].equipement.armes[0]
    assert (arme.fixe, arme.degats) == (6, 14)
    assert total(degats_du_tir(s["a"], arme, 3)) == 9
    assert total(degats_du_tir(s["a"], arme, 20)) == 14


@pytest.mark.rule("YY-11.5")
def test_blunt_missiles_stun_with_six_augmentations():
    a = {"arcs": 6, "armes": ("arc_a_fleches_emoussees",)}
    s = stand(a=a)
    assert refus(stand(a={**a, "arcs": 5}), Tirer("a", "b", manoeuvres=("assommer",))) == "YY-11.2"
    j = jouer(s, Tirer("a", "b", manoeuvres=("assommer",), risquer=True), Attendre("b"), des=(y(5), y(1)))
    assert j.un("touche_de_loin")["marge"] == 10 + 5 - 4 - 6
    assert j.un("coup_assommant")["points"] == 4 + 5


@pytest.mark.rule("YY-10.19")
def test_a_shot_outside_a_fight_is_loosed_at_once():
    s = scene(a=qui(arcs=5, **ARC), b=qui(x=10))
    j = jouer(s, Tirer("a", "b"))
    assert j.scene["b"].blessures


@pytest.mark.rule("YY-10.21", "YY-10.38")
def test_the_odds_of_a_shot():
    """5 before the dice against 9: 51 throws in a hundred."""
    s = stand(a={"arcs": 1}, b={"arts_martiaux": 5})
    assert odds(Tirer("a", "b"), s, "touche").p(True, exact=True) == Fraction(51, 100)
    assert odds(Tirer("a", "b"), s, "degats").p(0, exact=True) == Fraction(49, 100)


@pytest.mark.rule("YY-10.31", "YY-5.18")
def test_a_reroll_into_a_melee():
    s = melee()
    tous = Attaquer("b", cible="c"), Attaquer("c", cible="b"), Tirer("a", "b", vide="relance")
    j = jouer(s, *tous, des=(y(2), y(4), y(3), y(9)))  # 12 misses 13; 18 does not
    e = j.un("touche_de_loin")
    assert (e.target, e["marge"]) == ("b", 5)
    assert jouer(s, *tous, des=(y(2), y(2), y(5))).scene["a"].vide_perdu == 1  # paid all the same


@pytest.mark.rule("YY-11.4", "YY-10.19")
def test_the_buttons_of_a_shooter():
    s = stand(a={"arcs": 7}, c=qui("x", x=30))
    boutons = [b for b in offers(s, s["a"]) if b.closed(s) is None]
    assert {b.cible for b in boutons} == {"b"}
    assert Tirer("a", "b") in boutons
    assert {b.manoeuvres[0] for b in boutons if b.manoeuvres} == {*A_DISTANCE}
    assert [b.membre for b in boutons if "coup_precis" in b.manoeuvres] == ["jambe_droite", "bras_droit", "tete"]


@pytest.mark.rule("YY-5.17", "YY-11.25")
def test_the_last_point_of_vide():
    s = stand(a={"vide_perdu": 7})
    assert refus(s, Tirer("a", "b", vide="bonus")) == ""
    assert refus(s, Tirer("a", "b", manoeuvres=("tir_lointain",))) == ""
    assert refus(s, Tirer("a", "b", vide="bonus", manoeuvres=("tir_lointain",))) == "YY-5.17"
    assert refus(stand(a={"vide_perdu": 8}), Tirer("a", "b")) == ""


@pytest.mark.rule("YY-6.3", "YY-11.16", "YY-10.19")
def test_the_weapon_that_can_still_be_used():
    manchot = {"blessures": {"bras_droit": 13}, "arbaletes": 3, "armes": ("arbalete_de_poing",)}
    assert refus(stand(a=manchot), Tirer("a", "b")) == ""
    deux = {"armes_de_jet": 3, "armes": ("arc_court", "etoile_de_jet"), "a_terre_armes": ("arc_court",), "en_main": ()}
    s = stand(a=deux)
    assert Tirer("a", "b").arme_de(s["a"]).id == "etoile_de_jet"
    assert refus(s, Tirer("a", "b", "arc_court")) == "YY-11.16"


@pytest.mark.rule("YY-10.4", "YY-10.21")
def test_the_surprised_and_the_fallen_ward_off_no_shot():
    s = stand(b={"epees": 9, "reflexes": 3, "armes": ("couteau",)})
    garde = Defendre("b", contre=("a",))
    surpris = s.put(replace(s["b"], surpris_par=("a",)))
    surpris = replace(surpris, encounter=replace(surpris.encounter, declarations={"b": garde}, file=("a",)))
    j = jouer(surpris, Tirer("a", "b"))
    assert j.un("defense_passive", "b")["score"] == 3
    tombe = s.put(replace(s["b"], fatigue=33))
    tombe = replace(tombe, encounter=replace(tombe.encounter, declarations={"b": garde}, file=("a",)))
    assert jouer(tombe, Tirer("a", "b")).un("defense_passive", "b")["score"] == 3
