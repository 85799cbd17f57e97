"""Chapter 10, turns: declaring upwards, acting downwards, equals at once, what goes by between two turns."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book import c10_combat, c10_gestes
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_combat import Cesser, Combattre, Passer
from tablee.games.yin_yang.book.c10_gestes import AutreAction, Degainer, Obscurcir, Surprendre
from tablee.games.yin_yang.book.c10_tours.declarer import annonce
from tablee.games.yin_yang.book.c10_tours.initiative import arme_en_main, initiative
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.model.combat import Declared
from tablee.games.yin_yang.model.people import Effet
from tablee.kernel.action import tag
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.simulated import Sampled
from tablee.kernel.tally import total
from tablee.kernel.typography import typeset
from telling import told

from .arene import DESASTRE, combat, exploit, jouer, qui, refus, scene, score, terme, y


def vite(s, who):
    return total(initiative(s[who], arme_en_main(s[who])))


@pytest.mark.rule("YY-10.1", "YY-10.2", "YY-10.3")
def test_the_slowest_declares_first_by_the_weapon_in_hand():
    s = combat(
        lent=qui("a", armes=("grande_hache",), masses_et_haches=2, reflexes=5),  # 5 - (7 - 2) = 0
        moyen=qui("b", armes=("epee_longue",), epees=1, reflexes=5),  # 5 - (3 - 1) = 3
        vif=qui("b", arts_martiaux=1, reflexes=5),  # unarmed: 5
    )
    assert [vite(s, w) for w in ("lent", "moyen", "vif")] == [0, 3, 5]
    assert s.encounter.file == ("lent", "moyen", "vif")
    assert refus(s, Attendre("vif")) == "YY-10.1"
    assert refus(s, Attendre("lent")) == ""


@pytest.mark.rule("YY-10.3")
@pytest.mark.parametrize(("rang", "attendue"), [(1, 2), (2, 3), (3, 4), (4, 4), (7, 4)])
def test_skill_makes_up_for_the_speed_of_a_weapon_and_never_gives_a_bonus(rang, attendue):
    s = scene(a=qui(armes=("epee_longue",), epees=rang))  # Réflexes 4, vitesse 3
    assert vite(s, "a") == attendue


@pytest.mark.rule("YY-10.2")
def test_initiative_counts_what_spells_add_and_no_die():
    s = scene(a=qui(reflexes=6))
    p = s["a"]
    assert total(initiative(p, None)) == 6
    assert total(initiative(replace(p, effets=(Effet("Hâte", "initiative", 2, "YY-10.2"),)), None)) == 8


@pytest.mark.rule("YY-10.7")
def test_actions_happen_in_decreasing_order_of_initiative():
    s = combat(a=qui("a", reflexes=3, epees=5, armes=("couteau",)), b=qui("b", reflexes=6, epees=5, armes=("couteau",)))
    j = jouer(s, Defendre("a", contre=("b",)), Defendre("b", contre=("a",)))
    assert [e.who for e in j.tous("en_garde")] == ["b", "a"]
    assert j.un("resolution")["ordre"] == ("b", "a")


@pytest.mark.rule("YY-10.7")
def test_the_declared_action_decides_not_the_weapon_in_hand():
    """Both hold heavy axes and declare by them; one of them strikes with bare hands and acts first."""
    armes = ("grande_hache",)
    s = combat(
        a=qui("a", armes=armes, masses_et_haches=1, arts_martiaux=3),
        b=qui("b", armes=armes, masses_et_haches=1, reflexes=5),
    )
    assert s.encounter.file == ("a", "b")
    j = jouer(s, Attaquer("a", "mains_nues", cible="b", risquer=True), Attendre("b"), des=(y(5), y(1)))
    assert j.un("resolution")["ordre"] == ("b", "a")  # waiting takes no weapon: 5 against 4
    j = jouer(s, Attaquer("a", "mains_nues", cible="b"), Attaquer("b", cible="a"), des=(y(1), y(2)))
    assert j.un("resolution")["ordre"] == ("a", "b")


@pytest.mark.rule("YY-10.2", "YY-10.7")
def test_equals_act_at_the_same_time_even_if_one_falls():
    """a kills b, who strikes c in the same instant."""
    s = combat(
        a=qui("rouge", epees=7, force=9, armes=("espadon",)),
        b=qui("bleu", epees=7, armes=("couteau",), blessures={"torse": 20}),
        c=qui("vert", arts_martiaux=1),
    )
    a, b, c = Attaquer("a", cible="b"), Attaquer("b", cible="c"), Attendre("c")
    assert s.encounter.file == ("a", "b", "c")
    j = jouer(s, a, b, c)  # all three at initiative 4; 11 and 11 less 5 against passive defences: no dice needed
    assert j.scene["b"].vie == "mort"
    assert j.un("touche", "b").target == "c"
    rapide = jouer(combat(**{**_trois(), "a": qui("rouge", epees=7, force=9, reflexes=6, armes=("espadon",))}), b, c, a)
    assert rapide.scene["b"].vie == "mort"
    assert rapide.tous("touche", "b") == []


def _trois():
    return {
        "a": qui("rouge", epees=7, force=9, armes=("espadon",)),
        "b": qui("bleu", epees=7, armes=("couteau",), blessures={"torse": 20}),
        "c": qui("vert", arts_martiaux=1),
    }


@pytest.mark.rule("YY-10.2", "YY-10.7")
def test_wounds_of_the_same_instant_weaken_nobody_yet():
    """Two equals strike one who waits: the second meets the guard the first one met."""
    s = combat(
        a=qui("x", epees=6, force=9, armes=("espadon",)),
        b=qui("x", epees=6, force=9, armes=("espadon",)),
        c=qui("z", arts_martiaux=5, constitution=8),
    )
    j = jouer(s, Attaquer("a", cible="c"), Attaquer("b", cible="c"), Attendre("c"))
    assert [e["score"] for e in j.tous("defense_passive")] == [9, 9]
    assert j.scene["c"].blessure > 0
    plus_lent = combat(
        a=qui("x", epees=6, force=9, reflexes=5, armes=("espadon",)),
        b=qui("x", epees=6, force=9, armes=("espadon",)),
        c=qui("z", arts_martiaux=5, constitution=8),
    )
    j = jouer(plus_lent, Attaquer("b", cible="c"), Attendre("c"), Attaquer("a", cible="c"))
    assert [e["score"] for e in j.tous("defense_passive")] == [9, 8]


@pytest.mark.rule("YY-10.4")
def test_the_surprised_can_do_nothing_against_those_who_surprise_them_this_turn():
    s = scene(
        a=qui("x", epees=3, armes=("couteau",)),
        b=qui("x", epees=3, armes=("couteau",)),
        c=qui("z", reflexes=3, epees=5, arcs=3, armes=("couteau", "arc_court")),
        d=qui("w", reflexes=5, epees=1, armes=("couteau",)),
    )
    s = jouer(s, Surprendre("a", ("c",)), Combattre("a")).scene
    assert s["c"].surpris_par == ("a", "b")
    assert refus(s, Attaquer("c", cible="a")) == "YY-10.4"
    assert refus(s, Attaquer("c", cible="b")) == "YY-10.4"
    assert refus(s, Defendre("c", contre=("d", "b"))) == "YY-10.4"
    assert refus(s, Attaquer("c", cible="d")) == ""
    j = jouer(s, Attaquer("c", cible="d"), Attaquer("a", cible="c"), Attendre("b"), Attendre("d"))
    assert j.un("defense_passive", "c")["score"] == 3  # Air/Réflexes alone, although he fights with skill 5
    assert j.scene["c"].surpris_par == ()
    assert refus(j.scene, Attaquer("c", cible="a")) == ""


@pytest.mark.rule("YY-10.4")
def test_the_defence_of_the_surprised_is_no_roll_even_with_an_esquive():
    s = scene(
        a=qui("x", epees=3, armes=("couteau",)),
        c=qui("z", epees=5, armes=("couteau",)),
        d=qui("w", arts_martiaux=1),
    )
    s = jouer(s, Surprendre("a", ("c",)), Combattre("a")).scene
    esquive = Attaquer("c", cible="d", manoeuvres=("esquive",))
    j = jouer(s, Attaquer("a", cible="c"), esquive, Attendre("d"), des=(y(1),))
    assert j.un("defense_passive", "c")["score"] == 4
    assert j.un("touche", "a")["marge"] == 3


@pytest.mark.rule("YY-10.4")
def test_surprise_is_decided_before_anybody_declares_and_adds_up():
    s = scene(a=qui("x", epees=1, armes=("couteau",)), b=qui("y", epees=1, armes=("couteau",)), c=qui("z", epees=1))
    s = jouer(s, Surprendre("a", ("c",)), Surprendre("b", ("c",))).scene
    assert s["c"].surpris_par == ("a", "b")
    assert refus(s, Surprendre("a", ())) == "YY-10.4"
    assert refus(s, Surprendre("a", ("a",))) == "YY-10.4"
    assert refus(s, Surprendre("a", ("personne",))) == "YY-5.1"
    s = jouer(s, Combattre("a"), Attendre("a")).scene
    assert refus(s, Surprendre("a", ("b",))) == "YY-10.4"


@pytest.mark.rule("YY-10.5")
def test_a_turn_lasts_six_seconds():
    s = combat(a=qui("x"), b=qui("z"))
    j = jouer(s, Attendre("a"), Attendre("b"))
    assert (j.scene.clock, j.scene.encounter.tour) == (6, 2)
    assert j.un("tour")["tour"] == 2
    assert jouer(j.scene, Attendre("a")).scene.clock == 6


@pytest.mark.rule("YY-10.6")
def test_one_action_a_turn():
    s = combat(a=qui("x", epees=3, armes=("couteau",)), b=qui("z"))
    s = jouer(s, Attaquer("a", cible="b")).scene
    assert refus(s, Defendre("a", contre=("b",))) == "YY-10.1"
    assert refus(s, Attaquer("a", cible="b")) == "YY-10.1"


@pytest.mark.rule("YY-10.6")
def test_a_turn_that_is_spent_on_something_allows_nothing_else():
    s = combat(a=qui("x", epees=3, armes=("couteau",), occupe="se calmer"), b=qui("z"))
    assert refus(s, Attaquer("a", cible="b")) == "YY-10.6"
    assert refus(s, Attendre("a")) == ""


@pytest.mark.rule("YY-10.8", "YY-10.9", "YY-10.11")
@pytest.mark.parametrize(
    ("action", "cout"),
    [
        (Attaquer("a", cible="b"), 2),
        (Defendre("a", contre=("b",)), 1),
        (Defendre("a", contre=("b", "c", "d")), 3),
        (AutreAction("a", "observation", nd=0, cout=5), 5),
        (AutreAction("a", "observation", nd=0, cout=0), 1),
    ],
)
def test_an_action_costs_its_own_price_and_load_and_wound_once(action, cout):
    frais = {"epees": 5, "observation": 3, "armes": ("couteau",)}
    autres = {"b": qui("z"), "c": qui("z"), "d": qui("z")}
    attendre = [Attendre(w) for w in autres]
    j = jouer(combat(a=qui("x", **frais), **autres), action, *attendre)
    assert j.un("fatigue", "a")["points"] == cout
    equipement = {"armes": ["couteau"], "materiel": [{"id": "m", "nom": "M", "poids": 20}]}
    blesse = qui("x", epees=5, observation=3, blessures={"jambe_gauche": 9}, equipement=equipement)
    # third box: 2; 20 kg with Résistance 4: 1
    j = jouer(combat(a=blesse, **autres), action, *attendre)
    assert j.un("fatigue", "a")["points"] == cout + 3
    assert terme(j.un("fatigue", "a"), "Pire blessure") == 2
    assert terme(j.un("fatigue", "a"), "Encombrement") == 1


# ---------------------------------------------------------------- another skill in the fight


@pytest.mark.rule("YY-10.10", "YY-10.20")
def test_engaged_one_uses_the_weaker_of_the_skill_and_the_martial_one():
    s = combat(a=qui("x", epees=2, observation=5, armes=("couteau",)), b=qui("z"))
    j = jouer(s, AutreAction("a", "observation", nd=12), Attendre("b"), des=(y(5),))
    assert (j.un("essai")["competence"], score(j, "a")) == ("Epées", 6)
    assert j.un("test")["reussi"] is False
    loin = combat(a=qui("x", epees=2, observation=5, armes=("couteau",)), b=qui("z", x=4))
    j = jouer(loin, AutreAction("a", "observation", nd=12), Attendre("b"), des=(y(5),))
    assert (j.un("essai")["competence"], score(j, "a")) == ("Observation", 9)
    assert j.un("test")["reussi"] is True


@pytest.mark.rule("YY-10.10")
def test_the_other_skill_is_used_where_it_is_the_weaker_or_no_martial_one_is_there():
    s = combat(a=qui("x", epees=6, observation=2, armes=("couteau",)), b=qui("z"))
    assert score(jouer(s, AutreAction("a", "observation", nd=5), Attendre("b")), "a") == 6
    s = combat(a=qui("x", observation=5), b=qui("z"))
    assert score(jouer(s, AutreAction("a", "observation", nd=5), Attendre("b")), "a") == 9


@pytest.mark.rule("YY-10.10", "YY-10.20")
def test_other_actions_are_for_skills_that_are_not_martial_and_acquired():
    s = combat(a=qui("x", epees=2, observation=1, armes=("couteau",)), b=qui("z"))
    assert refus(s, AutreAction("a", "epees")) == "YY-10.10"
    assert refus(s, AutreAction("a", "crochetage")) == "YY-4.2"
    assert refus(s, AutreAction("a", "rien")) == "YY-4.2"
    assert refus(s, AutreAction("a", "observation", nd=-1)) == "YY-5.23"
    assert refus(s, AutreAction("a", "observation", cout=-1)) == "YY-10.10"
    assert refus(s, AutreAction("a", "observation", mod=99)) == "YY-5.1"
    assert refus(scene(a=qui(observation=1)), AutreAction("a", "observation")) == "YY-10.5"
    assert refus(s, AutreAction("a", "force")) == ""


@pytest.mark.rule("YY-10.10", "YY-10.20")
def test_in_a_grapple_other_skills_remain():
    s = combat(a=qui("x", lutte=5, evasion=3), b=qui("z", lutte=5))
    s = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),)))
    j = jouer(s, AutreAction("a", "evasion", nd=6), Attendre("b"))
    assert j.un("test")["reussi"] is True


@pytest.mark.rule("YY-10.10")
def test_the_odds_of_another_action_are_those_of_its_test():
    s = combat(a=qui("x", observation=4), b=qui("z", x=9))
    assert odds(AutreAction("a", "observation", nd=12), s).p(True) == 0.51


# ---------------------------------------------------------------- the bonus of defences that held


@pytest.mark.rule("YY-10.13")
def test_defences_that_hold_add_up_to_the_rank_of_vide_and_are_used_once():
    s = combat(a=qui("x", epees=5, armes=("couteau",), agilite=5, force=3), b=qui("z", epees=1, armes=("couteau",)))
    assert s["a"].rang("vide") == 6
    for tour in range(1, 9):
        j = jouer(s, Defendre("a", contre=("b",)), Attaquer("b", cible="a"), des=(y(1), y(1)))
        bonus = min(tour - 1, 6)
        assert score(j, "a") == 10 + bonus
        assert terme(j.tous("essai", "a")[0], "Défenses réussies") == (bonus or None)
        assert terme(j.un("garde_tenue"), "Défenses réussies") == min(tour, 6)
        s = j.scene
        s = s.put(replace(s["a"], fatigue=0), replace(s["b"], fatigue=0))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))  # an attack takes it as well
    assert score(j, "a") == 16
    assert (j.scene["a"].elan, j.scene["a"].serie) == (0, 0)


@pytest.mark.rule("YY-10.13")
def test_no_bonus_without_an_attack_nor_against_only_some_of_them():
    armes = {"armes": ("couteau",)}
    s = combat(a=qui("x", epees=5, **armes), b=qui("z", epees=1, **armes), c=qui("z", epees=1, **armes))
    j = jouer(s, Defendre("a", contre=("b", "c")), Attendre("b"), Attendre("c"))
    assert j.scene["a"].elan == 0
    assauts = Attaquer("b", cible="a"), Attaquer("c", cible="a")
    j = jouer(s, Defendre("a", contre=("b",)), *assauts, des=(y(1), y(1), y(1)))
    assert (len(j.tous("pare")), len(j.tous("manque"))) == (1, 1)
    assert j.tous("garde_tenue") == []  # c missed, but met no defence
    j = jouer(s, Defendre("a", contre=("b", "c")), *assauts, des=(y(1), y(1), exploit(3)))
    assert (len(j.tous("pare")), len(j.tous("touche", "c"))) == (1, 1)
    assert j.tous("garde_tenue") == []
    j = jouer(s, Defendre("a", contre=("b", "c")), *assauts, des=(y(1), y(1), y(1)))
    assert len(j.tous("garde_tenue")) == 1


@pytest.mark.rule("YY-10.13")
def test_a_broken_series_begins_anew():
    s = combat(a=qui("x", epees=5, armes=("couteau",), serie=3, elan=3), b=qui("z", epees=1, armes=("couteau",)))
    j = jouer(s, Attendre("a"), Attaquer("b", cible="a"), des=(y(1),))
    assert (j.scene["a"].serie, j.scene["a"].elan) == (0, 0)


# ---------------------------------------------------------------- blind


@pytest.mark.rule("YY-10.33", "YY-15.12")
@pytest.mark.parametrize(("penalite", "vigilance", "reste"), [(1, 0, 1), (6, 0, 6), (6, 2, 4), (3, 5, 0)])
def test_darkness_hampers_less_the_rank_of_vigilance_and_never_helps(penalite, vigilance, reste):
    a = qui("x", epees=5, armes=("couteau",), **({"vigilance": vigilance} if vigilance else {}))
    s = jouer(combat(a=a, b=qui("z")), Obscurcir("a", penalite)).scene
    j = jouer(s, Attaquer("a", cible="b", risquer=True), Attendre("b"), des=(y(5),))
    assert score(j, "a") == 9 - reste


@pytest.mark.rule("YY-10.33")
def test_darkness_goes_from_0_to_6_and_can_be_lifted():
    s = combat(a=qui("x", observation=5), b=qui("z", x=9))
    assert refus(s, Obscurcir("a", 7)) == "YY-10.33"
    assert refus(s, Obscurcir("a", -1)) == "YY-10.33"
    s = jouer(s, Obscurcir("a", 4, ("a",)), Obscurcir("a", 5, ("a",))).scene
    assert [e.mod for e in s["a"].effets] == [-5]
    assert s["b"].effets == ()
    vue = jouer(s, AutreAction("a", "observation", nd=3, vue=True), Attendre("b"))
    assert score(vue, "a") == 4
    assert score(jouer(s, AutreAction("a", "observation", nd=3), Attendre("b")), "a") == 9
    assert jouer(s, Obscurcir("a", 0)).scene["a"].effets == ()


# ---------------------------------------------------------------- beginnings and ends


@pytest.mark.rule("YY-10.5")
def test_a_fight_needs_two_camps_and_ends_when_one_is_left():
    assert refus(scene(a=qui("x"), b=qui("x")), Combattre("a")) == "YY-10.5"
    s = combat(a=qui("x", epees=7, force=9, armes=("espadon",)), b=qui("z", blessures={"torse": 20}))
    assert refus(s, Combattre("a")) == "YY-10.5"
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))
    assert j.scene.encounter is None
    assert j.un("fin_combat")["debout"] == ("x",)
    assert j.scene.clock == 6


@pytest.mark.rule("YY-10.5")
def test_a_fight_can_be_broken_off():
    s = combat(a=qui("x", serie=2, elan=2), b=qui("z"))
    j = jouer(s, Attendre("a"), Cesser("b"))
    assert j.scene.encounter is None
    assert (j.scene["a"].serie, j.scene["a"].elan) == (0, 0)
    assert refus(j.scene, Cesser("a")) == "YY-10.5"


@pytest.mark.rule("YY-10.1")
def test_whoever_falls_before_declaring_is_passed_over():
    s = combat(a=qui("x", epees=5, armes=("couteau",)), b=qui("z"), c=qui("z"))
    assert refus(s, Passer("a")) == "YY-10.1"
    s = s.put(replace(s["a"], fatigue=33))
    assert refus(s, Attendre("a")) == "YY-7.2"
    j = jouer(s, Passer("a"), Attendre("b"))
    assert j.scene.encounter.file == ("c",)
    tous = s.put(*[replace(s[w], fatigue=33) for w in "bc"])
    j = jouer(tous, Passer("a"), Passer("b"), Passer("c"), des=(y(1), y(1), y(1)))
    assert j.scene.encounter is None


@pytest.mark.rule("YY-10.14")
def test_moving_is_an_action_of_the_turn_with_the_skill_and_its_fatigue():
    s = combat(a=qui("x", course=4, reflexes=5), b=qui("z", x=40, arts_martiaux=1))
    j = jouer(s, Attendre("b"), SeDeplacer("a", 40, 0))
    assert j.scene["a"].x > 0
    assert j.un("fatigue", "a")["points"] >= 1
    assert refus(combat(a=qui("x"), b=qui("z")), SeDeplacer("a", 40, 0)) == "YY-4.2"


@pytest.mark.rule("YY-10.2", "YY-10.7")
def test_two_are_enough_to_act_at_the_same_time():
    """a fells b, who strikes d in the same instant; c and d act at other times."""
    s = combat(
        a=qui("x", epees=7, force=9, armes=("espadon",)),
        b=qui("z", epees=7, armes=("couteau",), blessures={"torse": 20}),
        d=qui("x", reflexes=3),
    )
    j = jouer(s, Attendre("d"), Attaquer("a", cible="b"), Attaquer("b", cible="d"))
    assert [e.who for e in j.tous("touche")] == ["a", "b"]


@pytest.mark.rule("YY-10.5")
def test_effects_end_with_their_last_second_or_turn():
    s = combat(a=qui("x"), b=qui("z"))
    effets = (
        Effet("Six secondes", "tests", 1, "YY-5.1", fin=6),
        Effet("Sept secondes", "tests", 1, "YY-5.1", fin=7),
        Effet("Un tour", "tests", 1, "YY-5.1", tours=1),
        Effet("Deux tours", "tests", 1, "YY-5.1", tours=2),
        Effet("Sans fin", "tests", 1, "YY-5.1"),
    )
    s = s.put(replace(s["a"], effets=effets))
    restes = jouer(s, Attendre("a"), Attendre("b")).scene["a"].effets
    assert [(e.nom, e.tours) for e in restes] == [("Sept secondes", None), ("Deux tours", 1), ("Sans fin", None)]


@pytest.mark.rule("YY-10.10")
def test_the_bounds_of_another_action():
    s = combat(a=qui("x", observation=1, vide_perdu=7), b=qui("z", x=9))
    assert refus(s, AutreAction("a", "observation", nd=60, cout=60, vide="bonus")) == ""
    assert refus(s, AutreAction("a", "observation", nd=61)) == "YY-5.23"
    assert refus(s, AutreAction("a", "observation", cout=61)) == "YY-10.10"
    assert refus(s.put(replace(s["a"], vide_perdu=8)), AutreAction("a", "observation", vide="bonus")) == "YY-5.17"


@pytest.mark.rule("YY-10.13")
def test_a_shot_counts_among_the_attacks_and_no_vide_gives_no_bonus():
    s = combat(
        a=qui("x", epees=5, armes=("couteau",)),
        b=qui("z", epees=1, armes=("couteau",)),
        c=qui("z", x=10, arcs=1, armes=("arc_court",)),
    )
    tous = Defendre("a", contre=("b",)), Attaquer("b", cible="a")
    assert len(jouer(s, Attendre("c"), *tous, des=(y(1), y(1))).tous("garde_tenue")) == 1
    j = jouer(s, Tirer("c", "a"), *tous, des=(y(1), y(1), DESASTRE))
    assert (len(j.tous("tir_manque")), j.tous("garde_tenue")) == (1, [])
    sans = combat(a=qui("x", epees=5, agilite=9, force=1, armes=("couteau",)), b=qui("z", epees=1, armes=("couteau",)))
    assert sans["a"].rang("vide") == 0
    j = jouer(sans, *tous, des=(y(1), y(1)))
    assert (j.scene["a"].serie, j.scene["a"].elan) == (1, 0)


@pytest.mark.rule("YY-10.5")
def test_the_end_of_a_fight_leaves_nothing_of_its_turns():
    traces = {"elan": 1, "serie": 1, "repos": 1, "souffle": 1, "surpris_par": ("b",), "a_terre": True}
    for nom, valeur in traces.items():
        s = combat(a=qui("x"), b=qui("z"))
        s = s.put(replace(s["a"], **{nom: valeur}))
        assert getattr(jouer(s, Cesser("a")).scene["a"], nom) == getattr(combat(a=qui("x"), b=qui("z"))["a"], nom)


@pytest.mark.rule("YY-10.1", "YY-10.4", "YY-10.10")
def test_the_buttons_beside_blows():
    hors = scene(a=qui("x"), b=qui("z"), c=qui("z", fatigue=33), d=qui())
    assert Surprendre("a", ("b",)) in list(c10_gestes.offers(hors, hors["a"]))
    s = combat(a=qui("x", observation=2, epees=2, armes=("couteau", "dague")), b=qui("z"))
    boutons = list(c10_gestes.offers(s, s["a"]))
    assert boutons == [Degainer("a", ("dague",)), Degainer("a"), AutreAction("a", "observation")]
    assert AutreAction("a", "observation").nd == 12
    tombe = s.put(replace(s["a"], fatigue=33))
    assert Passer("a") in list(c10_combat.offers(tombe, tombe["a"]))
    assert Passer("a") not in list(c10_combat.offers(s, s["a"]))
    manchot = s.put(replace(s["a"], blessures={"bras_gauche": 13}))
    assert refus(manchot, Degainer("a", ("dague",))) == ""
    assert refus(manchot, Degainer("a", ("couteau", "dague"))) == "YY-6.3"


@pytest.mark.rule("YY-10.1")
def test_a_declaration_is_heard_by_those_who_declare_after_it():
    s = combat(a=qui("x", arts_martiaux=4), b=qui("z", arts_martiaux=4))
    who, autre = s.turn()[0], "b" if s.turn()[0] == "a" else "a"
    oracle = Sampled(1, events=[])
    Attaquer(who, cible=autre, manoeuvres=("coup_puissant",), n=1).resolve(s, oracle)
    (dite,) = oracle.events
    assert (dite.what, dite.who, dite["sur"]) == ("declaration_sur", who, (autre,))
    mots, noms = game.words, {w: s.name(w) for w in s.people}
    assert told(mots, dite, noms, "fr") == typeset(f"{noms[who]} annonce : attaquer, Coup Puissant ({noms[autre]}).")
    assert told(mots, dite, noms, "en") == f"{noms[who]} declares: attack, Mighty blow ({noms[autre]})."


@pytest.mark.rule("YY-10.1")
def test_whatever_can_be_declared_has_a_word_in_both_languages():
    for sorte in [kind for kind in game.actions if issubclass(kind, Declared)]:
        assert f"declare.{tag(sorte)}" in game.words.fr and f"declare.{tag(sorte)}" in game.words.en


@pytest.mark.rule("YY-10.1")
def test_a_secret_action_is_declared_to_the_game_master_alone():
    s = combat(a=qui("x", vigilance=2), b=qui("z"))
    assert annonce(s, AutreAction("a", "vigilance", secret=True)).audience == GM
    assert annonce(s, AutreAction("a", "vigilance")).audience == ALL
