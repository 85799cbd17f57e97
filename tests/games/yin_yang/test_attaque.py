"""Chapters 10 and 13, hand to hand: who may strike whom with what, what decides, what a blow does."""

import itertools
from fractions import Fraction

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c5_tests.figures import penalites
from tablee.games.yin_yang.book.c6_blessures import Chuter, protection
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre, nombre_maximal, offers
from tablee.games.yin_yang.book.c10_attaque.combattants import assaillants
from tablee.games.yin_yang.book.c10_attaque.duels import degats_du_coup
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_gestes import Degainer
from tablee.games.yin_yang.book.c10_modes import competence_en_usage, defense_passive
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.book.c18_epreuves.essais import Opposer, Tester
from tablee.games.yin_yang.desk.tactics import frapper_le_plus_atteint
from tablee.games.yin_yang.model.catalogue import COMPETENCES, racines
from tablee.games.yin_yang.model.people import Effet
from tablee.games.yin_yang.model.tables import TAILLES
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .arene import DESASTRE, combat, exploit, jouer, qui, refus, scene, score, terme, y

LAME = {"armes": ("couteau",)}


def duel(a=None, b=None):
    """Two who face each other, 9 and 8 before the dice."""
    return combat(a=qui("x", **{"epees": 5, **LAME, **(a or {})}), b=qui("z", **{"epees": 4, **LAME, **(b or {})}))


# ---------------------------------------------------------------- modes


@pytest.mark.rule("YY-10.9", "YY-10.18")
def test_one_strikes_with_an_acquired_skill_of_the_mode():
    s = combat(a=qui("x", epees=2, arcs=5, armes=("couteau", "arc_court", "masse")), b=qui("z"))
    assert refus(s, Attaquer("a", cible="b")) == ""
    assert refus(s, Attaquer("a", "arc_court", cible="b")) == "YY-10.18"
    assert refus(s, Attaquer("a", "masse", cible="b")) == "YY-4.2"
    assert refus(s, Attaquer("a", "mains_nues", cible="b")) == "YY-4.2"
    assert refus(s, Attaquer("a", "espadon", cible="b")) == "YY-10.18"
    assert refus(s, Attaquer("a", cible="a")) == "YY-10.9"
    assert refus(s, Attaquer("a", cible="personne")) == "YY-5.1"
    assert refus(s, Attaquer("a", cible="b", mod=31)) == "YY-5.1"


@pytest.mark.rule("YY-10.16")
@pytest.mark.parametrize(
    ("arme", "groupe"),
    [
        ("poing_ferre", "arts_martiaux"),
        ("baton", "armes_d_hast"),
        ("epieu", "armes_mixtes"),
        ("couteau", "epees"),
        ("masse", "masses_et_haches"),
    ],
)
def test_the_skills_of_close_combat(arme, groupe):
    s = combat(a=qui("x", armes=(arme,), **{groupe: 3}), b=qui("z"))
    j = jouer(s, Attaquer("a", cible="b", risquer=True), Attendre("b"), des=(DESASTRE,))
    assert j.un("essai")["competence"] == COMPETENCES[groupe].nom


@pytest.mark.rule("YY-10.16")
@pytest.mark.parametrize("arme", ["arc_court", "arbalete", "etoile_de_jet"])
def test_ranged_weapons_are_of_no_use_hand_to_hand(arme):
    s = combat(a=qui("x", arcs=3, arbaletes=3, armes_de_jet=3, armes=(arme,)), b=qui("z"))
    assert refus(s, Attaquer("a", arme, cible="b")) == "YY-10.18"
    assert refus(s, Tirer("a", "b")) == "YY-10.30"


@pytest.mark.rule("YY-10.16")
def test_a_cavalry_lance_serves_in_the_saddle_only():
    arme = {"armes": ("lance_legere",), "lances_de_cavalerie": 5, "equitation": 6}
    assert refus(combat(a=qui("x", **arme), b=qui("z")), Attaquer("a", "lance_legere", cible="b")) == "YY-10.16"
    s = combat(a=qui("x", monture="c", **arme), c=qui(), b=qui("z"))
    j = jouer(s, Attaquer("a", cible="b", risquer=True), Attendre("b"), des=(DESASTRE,))
    assert j.un("essai")["competence"] == "Lances de cavalerie"


@pytest.mark.rule("YY-10.16", "YY-11.2")
def test_in_the_saddle_the_weaker_of_weapon_and_riding_is_rolled_and_manoeuvres_stay_open():
    s = combat(a=qui("x", monture="c", equitation=2, epees=5, bouclier="targe", **LAME), c=qui(), b=qui("z"))
    j = jouer(s, Attaquer("a", cible="b", manoeuvres=("coup_puissant",), n=5, risquer=True), Attendre("b"), des=(y(3),))
    assert j.un("essai")["competence"] == "Equitation"
    assert score(j, "a") == 2 + 4 - 2  # a shield hampers whoever fights


@pytest.mark.rule("YY-10.16", "YY-10.18")
@pytest.mark.parametrize(
    ("x", "y_", "ouvert"), [(0, 0, True), (3, 0, True), (2, 2, True), (3, 1, False), (4, 0, False)]
)
def test_close_combat_is_engaged_within_three_metres(x, y_, ouvert):
    s = combat(a=qui("x", epees=1, **LAME), b=qui("z", x=x, y=y_))
    assert refus(s, Attaquer("a", cible="b")) == ("" if ouvert else "YY-10.18")


@pytest.mark.rule("YY-10.18", "YY-10.30")
@pytest.mark.parametrize(("x", "ferme"), [(0, "YY-10.30"), (2, "YY-10.30"), (3, ""), (4, "")])
def test_close_combat_is_left_at_three_metres(x, ferme):
    s = combat(a=qui("x", arcs=3, armes=("arc_court",)), b=qui("z", x=x))
    assert refus(s, Tirer("a", "b")) == ferme


@pytest.mark.rule("YY-10.18")
def test_an_attack_finds_nobody_where_the_target_has_run_away():
    s = combat(a=qui("x", epees=5, **LAME), b=qui("z", reflexes=7, course=5))
    j = jouer(s, Attaquer("a", cible="b"), SeDeplacer("b", 20, 0), des=(y(1),))
    assert j.un("tourne_court", "a").rule == "YY-10.18"
    assert j.tous("essai", "a") == []
    assert j.un("fatigue", "a")["points"] == 1


@pytest.mark.rule("YY-10.18")
def test_a_weapon_named_is_taken_in_hand_and_hands_hold_only_so_much():
    s = combat(a=qui("x", epees=5, armes_d_hast=5, armes=("couteau", "baton")), b=qui("z"))
    s = jouer(s, Attaquer("a", "baton", cible="b")).scene
    assert s["a"].equipement.en_main == ("baton",)
    s = combat(a=qui("x", epees=5, armes=("couteau", "dague", "espadon")), b=qui("z"))
    assert jouer(s, Attaquer("a", "dague", cible="b")).scene["a"].equipement.en_main == ("dague", "couteau")
    assert refus(s, Degainer("a", ("couteau", "espadon"))) == "YY-10.26"
    assert refus(s, Degainer("a", ("lance",))) == "YY-10.18"
    assert jouer(s, Degainer("a")).scene["a"].equipement.tenues == ()


@pytest.mark.rule("YY-13.5")
@pytest.mark.parametrize(
    ("groupe", "usage", "parent"),
    [
        ("arcs", "", "reflexes"),
        ("arbaletes", "", "reflexes"),
        ("armes_d_hast", "", "agilite"),
        ("armes_de_jet", "", "reflexes"),
        ("armes_mixtes", "lance", "reflexes"),
        ("armes_mixtes", "melee", "agilite"),
        ("epees", "", "agilite"),
        ("lances_de_cavalerie", "", "agilite"),
        ("masses_et_haches", "", "agilite"),
    ],
)
def test_the_eight_groups_of_weapons_and_their_parents(groupe, usage, parent):
    assert racines(groupe, usage) == (parent,)


@pytest.mark.rule("YY-13.5")
def test_mixed_weapons_rest_on_agility_in_hand_and_on_reflexes_when_thrown():
    assert len([c for c in COMPETENCES.values() if c.groupe == "Groupe d'armes"]) == 8
    lanceur = qui("x", armes_mixtes=3, reflexes=7, agilite=2, armes=("javelot",))
    j = jouer(combat(a=lanceur, b=qui("z", reflexes=9)), Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))
    assert score(j, "a") == 3 + 2
    j = jouer(
        combat(a=lanceur, b=qui("z", x=10, reflexes=9)), Tirer("a", "b", risquer=True), Attendre("b"), des=(y(1),)
    )
    assert score(j, "a") == 3 + 7


# ---------------------------------------------------------------- passive defence


@pytest.mark.rule("YY-10.21")
def test_passive_defence_is_the_rang_combine_less_penalties_and_equality_hits():
    b = {"fatigue": 9, "blessures": {"jambe_gauche": 5}, "armures": ("cotte_de_lamelles",)}
    s = duel(b=b)  # Epées 4 + 4, fatigue 1, wound 1, armour 3
    assert total(defense_passive(s, s["b"])) == 3
    s = duel({"agilite": 2, "epees": 1}, {"epees": 6})  # 3 before the dice against 10
    assert jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(6),)).tous("touche") == []
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(7),))
    assert j.un("touche")["marge"] == 0
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(DESASTRE,))
    assert j.tous("touche") == []


@pytest.mark.rule("YY-10.21")
@pytest.mark.parametrize(
    ("b", "attendue"),
    [
        ({}, 6),  # no skill at all: Air/Réflexes
        ({"epees": 5}, 6),  # skill, but no blade
        ({"arts_martiaux": 3}, 7),  # empty hands
        ({"epees": 5, "armes": ("couteau",)}, 9),
        ({"epees": 5, "arts_martiaux": 3, "armes": ("masse",)}, 6),  # he holds something he cannot use
        ({"arcs": 5, "armes": ("arc_court",)}, 6),  # a bow does not fit close combat
        ({"arcs": 5, "armes": ("arc_court",), "x": 3}, 11),  # it does out of it
        ({"epees": 5, "armes": ("couteau",), "fatigue": 33}, 6),  # unconscious
        ({"lances_de_cavalerie": 5, "armes": ("lance_legere",)}, 6),  # on foot
    ],
)
def test_the_skill_must_fit_the_mode_and_what_is_held(b, attendue):
    s = combat(a=qui("x", arts_martiaux=1), b=qui("z", reflexes=6, **b), c=qui("z"))
    assert total(defense_passive(s, s["b"], "a")) == attendue


@pytest.mark.rule("YY-10.21")
def test_what_was_declared_counts_before_what_is_held():
    s = combat(a=qui("x", reflexes=5, epees=2, arts_martiaux=6, **LAME), b=qui("z"), c=qui("z", reflexes=9))
    s = jouer(s, Attendre("b"), Attaquer("a", "mains_nues", cible="b")).scene
    assert competence_en_usage(s, s["a"]) == ("arts_martiaux", "melee")


@pytest.mark.rule("YY-10.21")
def test_spells_may_strengthen_or_weaken_attack_and_defence():
    s = duel()
    a, b = s["a"], s["b"]
    s = s.put(
        replace(a, effets=(Effet("Rage", "attaque", 3, "YY-5.1"), Effet("Égide", "defense", 2, "YY-5.1"))),
        replace(b, effets=(Effet("Égide", "defense", 2, "YY-5.1"),)),
    )
    assert total(defense_passive(s, s["b"])) == 10
    j = jouer(s, Attaquer("a", cible="b"), Defendre("b", contre=("a",)), des=(y(1), y(1)))
    assert (score(j, "a"), score(j, "b")) == (12, 10)


@pytest.mark.rule("YY-10.21", "YY-10.22")
def test_no_dice_where_the_score_alone_is_above_a_passive_defence():
    s = combat(a=qui("x", epees=5, **LAME), b=qui("z"))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))
    assert (j.un("sans_jet")["nd"], j.un("touche")["marge"]) == (4, 5)
    j = jouer(s, Attaquer("a", cible="b", risquer=True), Attendre("b"), des=(DESASTRE,))
    assert j.un("manque")["nd"] == 4
    egal = combat(a=qui("x", epees=1, agilite=3, **LAME), b=qui("z"))
    j = jouer(egal, Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))  # not above: it is rolled
    assert j.un("touche")["marge"] == 1


@pytest.mark.rule("YY-10.21")
def test_a_reroll_announced_against_a_passive_defence():
    s = duel({"epees": 1}, {"epees": 7})  # 5 against 11
    j = jouer(s, Attaquer("a", cible="b", vide="relance"), Attendre("b"), des=(y(1), exploit(4)))
    assert j.un("touche")["marge"] == 4
    assert j.scene["a"].vide_perdu == 0  # 1 paid, 1 back for the exploit of the reroll
    j = jouer(s, Attaquer("a", cible="b", vide="relance"), Attendre("b"), des=(y(6),))
    assert j.scene["a"].vide_perdu == 1


# ---------------------------------------------------------------- one against one, one against many


@pytest.mark.rule("YY-10.22")
def test_of_two_who_attack_each_other_only_the_winner_hits():
    s = duel()
    j = jouer(s, Attaquer("a", cible="b"), Attaquer("b", cible="a"), des=(y(3), y(1)))
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("a", 3)]
    j = jouer(s, Attaquer("a", cible="b"), Attaquer("b", cible="a"), des=(y(3), y(6)))
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("b", 2)]
    assert [e["points"] for e in j.tous("fatigue", "b")] == [2]
    j = jouer(s, Attaquer("a", cible="b"), Attaquer("b", cible="a"), des=(DESASTRE, DESASTRE))
    assert j.tous("touche") == []


@pytest.mark.rule("YY-10.22")
def test_equal_totals_go_to_the_higher_vide_then_to_a_coin():
    s = duel()  # 9 and 8
    assaut = Attaquer("a", cible="b"), Attaquer("b", cible="a")
    assert jouer(s, *assaut, des=(y(3), y(4), 1)).un("touche").who == "a"
    assert jouer(s, *assaut, des=(y(3), y(4), 2)).un("touche").who == "b"
    moindre = duel({"perception": 3})
    assert jouer(moindre, *assaut, des=(y(3), y(4))).un("touche").who == "b"


@pytest.mark.rule("YY-10.22")
def test_a_defence_that_wins_keeps_the_blow_off_and_strikes_nobody():
    j = jouer(duel(), Attaquer("a", cible="b"), Defendre("b", contre=("a",)), des=(y(1), y(9)))
    assert j.un("pare").who == "b"
    assert j.tous("touche") == []


@pytest.mark.rule("YY-10.22", "YY-10.11")
def test_the_loser_who_announced_it_rolls_again():
    s = duel()
    assaut = Attaquer("a", cible="b", vide="relance"), Attaquer("b", cible="a", vide="relance")
    j = jouer(s, *assaut, des=(y(1), y(9), y(9), y(5)))  # 10 and 17; a: 18; b again: 13
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("a", 5)]
    assert (j.scene["a"].vide_perdu, j.scene["b"].vide_perdu) == (1, 1)


@pytest.mark.rule("YY-10.12", "YY-10.11")
def test_one_defends_against_three_at_most_with_one_roll():
    autres = {w: qui("z", epees=3, **LAME) for w in "bcde"}
    s = combat(a=qui("x", epees=5, **LAME), **autres)
    assert refus(s, Defendre("a", contre=("b", "c", "d", "e"))) == "YY-10.12"
    assert refus(s, Defendre("a", contre=())) == "YY-10.11"
    assert refus(s, Defendre("a", contre=("b", "b"))) == "YY-10.11"
    assert refus(s, Defendre("a", contre=("a",))) == "YY-10.11"
    assauts = [Attaquer(w, cible="a") for w in "bcde"]
    j = jouer(s, Defendre("a", contre=("b", "c", "d")), *assauts, des=(y(1), y(9), y(2), y(3)))
    assert len(j.tous("jet", "a")) == 1
    assert len(j.tous("pare", "a")) == 3
    assert j.un("defense_passive", "a").target == "e"
    assert j.un("touche").who == "e"  # without dice: 7 + 3 against 9
    assert j.un("fatigue", "a")["points"] == 3


@pytest.mark.rule("YY-10.23")
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_each_of_several_attackers_gains_one_for_each_other(n):
    autres = {w: qui("z", epees=3, **LAME) for w in "bcde"[:n]}
    s = combat(a=qui("x", arts_martiaux=9), **autres)
    j = jouer(s, Attendre("a"), *[Attaquer(w, cible="a") for w in autres], des=[DESASTRE] * n)
    assert [e["score"] for e in j.tous("essai")] == [7 + n - 1] * n


@pytest.mark.rule("YY-10.24", "YY-10.6")
def test_who_attacks_one_has_only_a_passive_defence_against_the_others():
    s = combat(a=qui("x", epees=5, **LAME), b=qui("z", epees=4, **LAME), c=qui("z", epees=4, **LAME))
    j = jouer(
        s,
        Attaquer("a", cible="b"),
        Attaquer("b", cible="a"),
        Attaquer("c", cible="a"),
        des=(y(9), y(1), y(1)),
    )
    assert [(e.who, e.target) for e in j.tous("touche")] == [("a", "b"), ("c", "a")]
    assert j.un("defense_passive").target == "c"


@pytest.mark.rule("YY-10.25")
@pytest.mark.parametrize(
    ("cible", "attaquant", "attendu"),
    [
        ("moyenne", "moyenne", 4),
        ("moyenne", "petite", 8),
        ("moyenne", "grande", 2),
        ("moyenne", "minuscule", 16),
        ("moyenne", "énorme", 1),
        ("moyenne", "gigantesque", 1),
        ("gigantesque", "minuscule", 128),
        ("petite", "grande", 1),
    ],
)
def test_the_most_attackers_by_size(cible, attaquant, attendu):
    s = combat(a=qui("x", taille=cible), b=qui("z", taille=attaquant))
    assert nombre_maximal(s["a"], s["b"]) == attendu


@pytest.mark.rule("YY-10.25")
@pytest.mark.parametrize(
    ("tailles", "dernier"),
    [
        (["moyenne"] * 4, ""),
        (["moyenne"] * 5, "YY-10.25"),
        (["petite"] * 8, ""),
        (["petite"] * 9, "YY-10.25"),
        (["grande"] * 3, "YY-10.25"),
        (["grande", "moyenne", "moyenne"], ""),
        (["grande", "moyenne", "petite", "petite"], ""),
        (["grande", "moyenne", "moyenne", "petite"], "YY-10.25"),
    ],
)
def test_attackers_of_mixed_sizes_share_the_room(tailles, dernier):
    autres = {f"b{i}": qui("z", taille=t, arts_martiaux=1) for i, t in enumerate(tailles)}
    s = combat(a=qui("x", reflexes=9), **autres)
    *avant, bout = [Attaquer(w, cible="a") for w in autres]
    s = jouer(s, *avant).scene
    assert refus(s, bout) == dernier
    assert set(tailles) <= set(TAILLES)


# ---------------------------------------------------------------- two weapons, shield, armour


@pytest.mark.rule("YY-10.26", "YY-10.27", "YY-13.4")
@pytest.mark.parametrize(("rang", "gene"), [(0, 7), (1, 6), (6, 1), (7, 0), (9, 0)])
def test_two_weapons_cost_seven_less_the_skill_and_count_as_one_attacker_more(rang, gene):
    plus = {"combat_a_deux_armes": rang} if rang else {}
    a = qui("x", epees=5, armes=("couteau", "dague"), **plus)
    s = combat(a=a, b=qui("z", arts_martiaux=9))
    j = jouer(s, Attaquer("a", "couteau", "dague", cible="b"), Attendre("b"), des=(DESASTRE,))
    assert score(j, "a") == 9 - gene + 1
    assert terme(j.un("essai"), "Deux armes") == (-gene or None)
    j = jouer(s, Defendre("a", "couteau", "dague", contre=("b",)), Attaquer("b", cible="a"), des=(y(1), y(1)))
    assert score(j, "a") == 9 - gene  # no bonus to a defence
    assert s["a"].equipement.tenues[0].id == "couteau"


@pytest.mark.rule("YY-10.26")
def test_the_extra_attacker_helps_the_whole_group_and_takes_no_room():
    autres = {w: qui("z", epees=3, armes=("couteau", "dague")) for w in "bcde"}
    s = combat(a=qui("x", arts_martiaux=9), **autres)
    deux = Attaquer("b", "couteau", "dague", cible="a")
    s = jouer(s, Attendre("a"), deux, *[Attaquer(w, cible="a") for w in "cd"]).scene
    assert refus(s, Attaquer("e", cible="a")) == ""
    s = replace(
        s, encounter=replace(s.encounter, declarations={**s.encounter.declarations, "e": Attaquer("e", cible="a")})
    )
    assert assaillants(s, "a") == 5


@pytest.mark.rule("YY-10.26")
def test_two_weapons_take_two_hands_two_weapons_and_the_weaker_skill():
    s = combat(
        a=qui("x", epees=5, masses_et_haches=2, armes_d_hast=3, armes=("couteau", "hachette", "espadon")),
        b=qui("z", arts_martiaux=9),
    )
    assert refus(s, Attaquer("a", "couteau", "espadon", cible="b")) == "YY-10.26"
    assert refus(s, Attaquer("a", "hachette", "hachette", cible="b")) == "YY-10.26"
    assert refus(s, Attaquer("a", "couteau", "mains_nues", cible="b")) == "YY-4.2"
    assert refus(s, Attaquer("a", "couteau", "dague", cible="b")) == "YY-10.18"
    j = jouer(s, Attaquer("a", "couteau", "hachette", cible="b"), Attendre("b"), des=(DESASTRE,))
    assert score(j, "a") == 2 + 4 - 7 + 1
    manchot = s.put(replace(s["a"], blessures={"bras_gauche": 13}))
    assert refus(manchot, Attaquer("a", "couteau", "hachette", cible="b")) == "YY-6.3"
    assert refus(manchot, Attaquer("a", "espadon", cible="b")) == "YY-6.3"
    assert refus(manchot, Attaquer("a", "couteau", cible="b")) == ""


@pytest.mark.rule("YY-10.3", "YY-10.26")
def test_of_two_weapons_the_slower_one_slows():
    s = combat(a=qui("x", epees=1, masses_et_haches=1, armes=("couteau", "masse")), b=qui("z"))
    masse = Attaquer("a", "couteau", "masse", cible="b").arme_employee(s["a"])
    assert masse is not None
    assert masse.id == "masse"


@pytest.mark.rule("YY-10.32", "YY-10.41", "YY-13.3")
@pytest.mark.parametrize(("rang", "gene"), [(0, 3), (2, 1), (3, 0), (5, 0)])
def test_a_shield_hampers_martial_skills_by_its_rank_less_the_skill(rang, gene):
    s = combat(
        a=qui("x", epees=5, bouclier="ecu", **LAME, **({"boucliers": rang} if rang else {})),
        b=qui("z", arts_martiaux=9),
    )
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(DESASTRE,))
    assert score(j, "a") == 9 - gene
    assert [n for n in penalites(s["a"], "course") if n[0] == "Bouclier"] == []


@pytest.mark.rule("YY-10.32")
def test_a_shield_leaves_one_hand_for_a_weapon():
    s = combat(a=qui("x", epees=5, arts_martiaux=2, bouclier="ecu", armes=("espadon", "dague", "couteau")), b=qui("z"))
    assert refus(s, Attaquer("a", cible="b")) == "YY-10.32"
    assert refus(s, Defendre("a", contre=("b",))) == "YY-10.32"
    assert refus(s, Attaquer("a", "dague", "couteau", cible="b")) == "YY-10.32"
    for arme in ("dague", "mains_nues"):
        assert refus(s, Attaquer("a", arme, cible="b")) == refus(s, Defendre("a", arme, contre=("b",))) == ""


@pytest.mark.rule("YY-10.32", "YY-10.41")
def test_with_both_hands_full_the_shield_is_slung_neither_hampering_nor_protecting():
    s = combat(a=qui("x", epees=5, bouclier="ecu", armes=("espadon", "dague")), b=qui("z"))
    rang = s["a"].equipement.bouclier.rang
    j = jouer(s, Degainer("a", ("espadon",)))
    assert j.un("bouclier_au_dos").rule == "YY-10.32"
    assert refus(j.scene, Attaquer("a", cible="b")) == refus(j.scene, Defendre("a", contre=("b",))) == ""
    assert all(label != "Bouclier" for label, _, _ in penalites(j.scene["a"], "epees"))
    assert protection(j.scene["a"], "torse") == ()
    j = jouer(j.scene, Degainer("a", ("dague",)))
    assert j.un("bouclier_au_bras").rule == "YY-10.32"
    assert ("Bouclier", -rang, "YY-10.32") in penalites(j.scene["a"], "epees")
    assert total(protection(j.scene["a"], "torse")) == -rang
    assert refus(j.scene, Attaquer("a", "espadon", cible="b")) == "YY-10.32"


@pytest.mark.rule("YY-10.32")
def test_simulated_fighters_sling_a_shield_that_is_in_the_way():
    s = combat(a=qui("x", epees=5, bouclier="ecu", armes=("espadon",)), b=qui("z"))
    choisi = frapper_le_plus_atteint(s, "a")
    assert choisi == Degainer("a", ("espadon",))
    assert frapper_le_plus_atteint(jouer(s, choisi).scene, "a") == Attaquer("a", cible="b")
    loin = combat(a=qui("x", arcs=5, bouclier="ecu", armes=("arc_court",)), b=qui("z", 10))
    assert refus(loin, Tirer("a", "b")) == "YY-10.32"
    choisi = frapper_le_plus_atteint(loin, "a")
    assert refus(jouer(loin, choisi).scene, Tirer("a", "b")) == ""


@pytest.mark.rule("YY-10.40", "YY-13.1")
@pytest.mark.parametrize(("rang", "gene"), [(0, 4), (3, 1), (4, 0), (7, 0)])
def test_armour_hampers_physical_skills_by_its_heaviest_piece_less_the_skill(rang, gene):
    a = qui("x", epees=5, armures=("cotte_de_mailles", "bonnet_matelasse"), **LAME)
    if rang:
        a["fiche"]["competences"]["armures"] = rang
    s = combat(a=a, b=qui("z", arts_martiaux=9))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(DESASTRE,))
    assert score(j, "a") == 9 - gene
    for physique in (
        "course",
        "crochetage",
        "discretion",
        "escalade",
        "escamotage",
        "evasion",
        "equitation",
        "natation",
    ):
        assert sum(n for _, n, _ in penalites(s["a"], physique)) == -gene
    for autre in ("observation", "vigilance", "reflexes"):
        assert penalites(s["a"], autre) == ()


# ---------------------------------------------------------------- damage


def coups(j):
    return [(e["points"], e["membre"]) for e in j.tous("coup")]


@pytest.mark.rule("YY-10.34", "YY-10.35", "YY-10.40", "YY-10.41")
def test_a_blow_hits_the_torso_and_armour_and_shield_are_taken_off_once():
    b = qui("z", armures=("plastron_de_cuir", "heaume"), bouclier="targe")
    s = combat(a=qui("x", epees=5, force=5, armes=("epee_longue",)), b=b)
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))  # margin 9 - 4
    e = j.un("coup")
    assert [(nom, n) for nom, n, _ in e.terms] == [
        ("Eau/Force", 5),
        ("Marge de réussite", 5),
        ("Armure", -2),
        ("Targe", -2),
    ]
    assert coups(j) == [(6, "Torse")]
    assert j.scene["b"].blessures == {"torse": 6}


@pytest.mark.rule("YY-10.34")
def test_damage_is_never_below_zero():
    s = combat(a=qui("x", epees=5, force=1, **LAME), b=qui("z", armures=("cuirasse",), bouclier="pavois"))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))
    assert coups(j) == [(0, "Torse")]
    assert j.scene["b"].blessures == {}


@pytest.mark.rule("YY-10.34", "YY-10.35")
def test_the_limit_of_the_weapon_comes_before_armour():
    s = combat(a=qui("x", epees=7, force=7, **LAME), b=qui("z", armures=("plastron_de_cuir",)))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"))  # 7 + 7, the knife gives 6
    assert coups(j) == [(4, "Torse")]
    assert terme(j.un("coup"), "Limite de l'arme") == -8


@pytest.mark.rule("YY-10.36")
@pytest.mark.parametrize(("force", "part"), [(4, 6), (5, 7), (7, 10)])
def test_two_hands_give_one_and_a_half_times_force_rounded_down(force, part):
    s = combat(a=qui("x", epees=1, force=force, armes=("espadon",)), b=qui("z"))
    assert total(degats_du_coup(s["a"], Attaquer("a", cible="b"), 2, False)) == part + 2
    assert total(degats_du_coup(s["a"], Attaquer("a", cible="b"), 30, False)) == 18


@pytest.mark.rule("YY-10.37")
def test_two_weapons_give_twice_force_within_the_sum_of_their_limits_and_armour_counts_once():
    a = qui("x", epees=9, combat_a_deux_armes=7, force=4, armes=("couteau", "dague"))
    s = combat(a=a, b=qui("z", armures=("plastron_de_cuir",)))
    deux = Attaquer("a", "couteau", "dague", cible="b")
    j = jouer(s, replace(deux, mod=-10), Attendre("b"), des=(y(2),))  # 13 + 1 - 10 + 2 against 4: margin 2
    assert coups(j) == [(8, "Torse")]
    assert total(degats_du_coup(s["a"], deux, 30, False)) == 6 + 8
    assert total(degats_du_coup(s["a"], replace(deux, manoeuvres=("harcelement",), n=1), 30, False)) == 6 + 8


@pytest.mark.rule("YY-13.2")
def test_bare_hands_stun_without_a_limit_through_armour_and_shield():
    s = combat(a=qui("x", arts_martiaux=7, force=7), b=qui("z", armures=("plastron_de_cuir",), bouclier="bocle"))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))  # margin 7: 14, less 3; then a test of rest
    assert j.un("coup_assommant")["points"] == 11
    assert j.scene["b"].fatigue == 11
    assert j.scene["b"].blessures == {}


@pytest.mark.rule("YY-13.2")
def test_weapons_of_the_martial_arts_stun_too_claws_wound():
    s = combat(a=qui("x", arts_martiaux=7, force=9, armes=("poing_ferre",)), b=qui("z"))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))
    assert j.un("coup_assommant")["points"] == 16
    s = combat(a=qui("x", arts_martiaux=7, force=9, degats=12), b=qui("z"))
    assert coups(jouer(s, Attaquer("a", cible="b"), Attendre("b"))) == [(12, "Torse")]


@pytest.mark.rule("YY-13.7")
def test_in_a_grapple_blows_stun_with_force_and_margin_whatever_is_held():
    s = combat(a=qui("x", lutte=5, force=6, epees=7, armes=("espadon",)), b=qui("z", lutte=1, force=2))
    s = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),)))
    j = jouer(s, Attaquer("a", cible="b"), Attendre("b"), des=(y(1),))
    assert j.un("essai", "a")["competence"] == "Lutte"
    assert score(j, "a") == 11
    assert j.un("coup_assommant")["points"] == 6 + 11 - 3


# ---------------------------------------------------------------- exact odds


def toutes_les_faces():
    """Each of the hundred throws of two dice: what it reads."""
    for un, deux in itertools.product(range(10), repeat=2):
        yield ("désastre", 0) if un == deux == 0 else (("exploit", un), 10) if un == deux else ("", abs(un - deux))


def force_brute(score_a, score_b, force_a, force_b, limite_a, limite_b, armure_a, armure_b):
    """An exchange between two who strike each other, by hand: every face against every face, coins split in halves."""
    touche, degats_ = Fraction(0), {}
    for (ka, va), (kb, vb) in itertools.product(toutes_les_faces(), repeat=2):
        ta, tb = score_a + va, score_b + vb
        if ka == kb == "désastre":
            issues = [(0, 1)]
        elif ka == "désastre" or kb == "désastre":
            issues = [(-1 if ka == "désastre" else 1, 1)]
        elif isinstance(ka, tuple) and isinstance(kb, tuple) and ka != kb:
            issues = [(1 if ka > kb else -1, 1)]
        elif ta != tb and not (isinstance(ka, tuple) and isinstance(kb, tuple)):
            issues = [(1 if ta > tb else -1, 1)]
        else:
            issues = [(1, Fraction(1, 2)), (-1, Fraction(1, 2))]
        for gagne, poids in issues:
            p = Fraction(poids) / 10000
            touche += p if gagne > 0 else 0
            if gagne > 0:
                points = max(0, min(limite_a, force_a + max(0, ta - tb)) - armure_b)
            elif gagne < 0:
                points = -max(0, min(limite_b, force_b + max(0, tb - ta)) - armure_a)
            else:
                points = 0
            degats_[points] = degats_.get(points, 0) + p
    return touche, degats_


@pytest.mark.rule("YY-10.22", "YY-10.34", "YY-10.35")
@pytest.mark.parametrize(("epees_a", "epees_b", "force_a", "force_b"), [(3, 3, 4, 4), (5, 2, 4, 6), (1, 6, 7, 5)])
def test_the_odds_of_a_blow_are_those_of_all_faces_counted_by_hand(epees_a, epees_b, force_a, force_b):
    commun = {"armes": ("dague",), "intelligence": 2, "perception": 3, "constitution": 7}
    a = qui("x", epees=epees_a, force=force_a, **commun)
    b = qui("z", epees=epees_b, force=force_b, armures=("plastron_de_cuir",), **commun)
    b["fiche"]["competences"]["armures"] = 2
    s = combat(a=a, b=b)
    assert s["a"].rang("vide") == s["b"].rang("vide")  # so that coins decide between equals
    touche, points = force_brute(epees_a + 4, epees_b + 4, force_a, force_b, 8, 8, 0, 2)
    coup = Attaquer("a", cible="b")
    assert odds(coup, s, "touche").p(True, exact=True) == touche
    exact = odds(coup, s, "degats")
    assert {n: exact.p(n, exact=True) for n in points} == points
    assert exact.lost == 0


@pytest.mark.rule("YY-10.21", "YY-10.22")
def test_the_odds_against_a_passive_defence():
    """5 before the dice against 9: the dice must give 4."""
    s = combat(
        a=qui("x", epees=1, armes=("dague",)), b=qui("z", epees=5, armes=("dague",)), c=qui("x", arts_martiaux=1)
    )
    s = replace(s, encounter=replace(s.encounter, declarations={"b": Attaquer("b", cible="c")}))
    attendu = Fraction(sum(v >= 4 for _, v in toutes_les_faces()), 100)
    assert odds(Attaquer("a", cible="b"), s, "touche").p(True, exact=True) == attendu == Fraction(51, 100)


@pytest.mark.rule("YY-6.3")
def test_an_arm_lost_before_its_turn_holds_nothing_any_more():
    s = combat(
        a=qui("x", epees=9, force=9, reflexes=6, armes=("espadon",)),
        b=qui("z", epees=5, reflexes=5, armes=("baton",), armes_d_hast=5, blessures={"bras_gauche": 10}),
        c=qui("x", reflexes=7),
    )
    coup = Attaquer("a", cible="b", manoeuvres=("coup_precis",), membre="bras_gauche")
    j = jouer(s, Attaquer("b", cible="c"), coup, Attendre("c"))
    assert j.un("tourne_court", "b").rule == "YY-6.3"


@pytest.mark.rule("YY-10.22", "YY-11.4")
def test_the_buttons_of_a_fight():
    s = combat(
        a=qui("x", epees=7, course=5, agilite=5, armes=("dague", "couteau")),
        b=qui("z", epees=5, **LAME),
        c={"creature": "loup", "camp": "z", "x": 8},
    )
    boutons = list(offers(s, s["a"]))
    ouverts = [b for b in boutons if b.closed(s) is None]
    assert Attaquer("a", cible="b") in ouverts
    assert Defendre("a", contre=("b", "c")) in ouverts
    assert Attaquer("a", "dague", "couteau", cible="b") in ouverts
    assert Attaquer("a", cible="c", manoeuvres=("charger",), metres=8) in ouverts
    contre_b = {b.manoeuvres[0] for b in ouverts if isinstance(b, Attaquer) and b.manoeuvres and b.cible == "b"}
    assert contre_b == {
        "assommer",
        "attaque_suicide",
        "aveugler",
        "bloquer",
        "coup_maitrise",
        "coup_precis",
        "coup_puissant",
        "coup_retenu",
        "desarmement",
        "esquive",
        "harcelement",
        "projeter",
        "repousser",
    }
    precis = [b.membre for b in ouverts if isinstance(b, Attaquer) and "coup_precis" in b.manoeuvres and b.cible == "b"]
    assert precis == ["jambe_droite", "bras_droit", "tete"]
    assert [b.ameliorer for b in ouverts if isinstance(b, Attaquer) and "repousser" in b.manoeuvres] == [False, True]
    assert {b.n for b in ouverts if isinstance(b, Attaquer) and "harcelement" in b.manoeuvres} == {1}
    assert list(offers(scene(a=qui("x"), b=qui("z")), s["a"])) == []


@pytest.mark.rule("YY-5.17")
def test_vide_is_spent_down_to_zero_and_no_further():
    s = duel({"vide_perdu": 7, "epees": 7})
    assert refus(s, Attaquer("a", cible="b", vide="bonus")) == ""
    assert refus(s, Defendre("a", contre=("b",), vide="relance")) == ""
    assert refus(s, Attaquer("a", cible="b", vide="bonus", manoeuvres=("esquive",))) == "YY-5.17"
    a_sec = duel({"vide_perdu": 8, "epees": 7})
    assert refus(a_sec, Attaquer("a", cible="b", vide="bonus")) == "YY-5.17"
    assert refus(a_sec, Defendre("a", contre=("b",), vide="relance")) == "YY-5.17"
    assert refus(a_sec, Attaquer("a", cible="b")) == ""


@pytest.mark.rule("YY-5.17")
def test_points_de_vide_announced_for_the_turn_are_spoken_for():
    s = combat(a=qui("x", armes=("couteau",), epees=5), b=qui("z", arts_martiaux=3))
    s = s.put(replace(s["a"], vide_perdu=s["a"].rang("vide") - 2))
    autres = (Tester("a", "force", nd=4, vide="bonus"), Chuter("a", metres=2, vide="relance"))
    du_sien = Opposer("b", "force", cible="a", leur="force", leur_vide="bonus")
    for declare, reste in ((Attaquer("a", cible="b", vide="bonus"), 1), (Attaquer("a", cible="b"), 2)):
        apres = jouer(s, declare).scene
        assert [refus(apres, t) for t in (*autres, du_sien)] == [""] * 3
        moins = apres.put(replace(apres["a"], vide_perdu=apres["a"].vide_perdu + reste))
        assert [refus(moins, t) for t in (*autres, du_sien)] == ["YY-5.17"] * 3
    esquive = Attaquer("a", cible="b", manoeuvres=("esquive",), vide="relance")
    assert [refus(jouer(s, esquive).scene, t) for t in (*autres, du_sien)] == ["YY-5.17"] * 3
