"""Rules that meet: what each makes of the others. Figures worked out by hand."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c5_tests.figures import penalites, preparer
from tablee.games.yin_yang.book.c5_tests.opposes import departager
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.duels import Duel, qui_passe
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_gestes import Obscurcir
from tablee.games.yin_yang.book.c10_lutte import Echapper
from tablee.games.yin_yang.book.c10_modes import competence_en_usage, defense_passive
from tablee.games.yin_yang.book.c15_mouvements import SeDeplacer
from tablee.games.yin_yang.model.combat import Blocage, Clef
from tablee.games.yin_yang.model.jets import Jet, Ligne
from tablee.games.yin_yang.model.people import Effet
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .arene import DESASTRE, combat, jouer, qui, refus, scene, terme, y

# ---------------------------------------------------------------- rolls


@pytest.mark.rule("YY-14.12", "YY-5.14")
def test_an_attribute_raised_by_a_spell_counts_once_in_its_own_test():
    s = scene(a=qui())
    p = replace(s["a"], effets=(Effet("Attribut haussé", "force", 2, "YY-14.12"),))
    assert preparer(p, "force", penalites(p, "force")).ligne.score == 6


@pytest.mark.rule("YY-5.13", "YY-11.1")
@pytest.mark.parametrize(
    ("mien", "sien", "passe"),
    [
        ((20, 13), (15, 19), (False, False)),  # 20 reaches 15 and 2, but 3-3 gives way to 9-9, which misses 20
        ((20, 19), (15, 13), (True, False)),
        ((16, 19), (15, 13), (False, False)),  # the higher double still needs its augmentations
        ((20, 13), (15, 13), (True, False)),  # the same double: totals decide
        ((20, 9), (15, 19), (True, False)),  # one exploit alone is worth 10, no more
    ],
)
def test_of_two_exploits_the_lower_double_fails_whatever_augmentations_reach(mien, sien, passe):
    a, b = Jet("a", *mien), Jet("b", *sien)
    assert qui_passe(Scripted(), Duel(True, miennes=2), a, b) == passe


@pytest.mark.rule("YY-5.18", "YY-5.5")
def test_after_two_desastres_both_who_announced_it_throw_again():
    la, lb = Ligne("a", 8, "relance"), Ligne("b", 8, "relance")
    zero = [Jet(w, 8, 0, peut_relancer=True) for w in "ab"]
    oracle = Scripted([*y(2), *y(5)])
    a, b, gagne = departager(oracle, *zero, la, lb)
    assert (a.total, b.total, gagne) == (10, 13, -1) and oracle.left_over() is None
    seul = replace(zero[1], peut_relancer=False)
    a, b, gagne = departager(Scripted([*y(2)]), zero[0], seul, la, lb)
    assert (a.total, b.desastre, gagne) == (10, True, 1)


# ---------------------------------------------------------------- defences


POINGS = {"arts_martiaux": 3}  # 7 with bare hands


@pytest.mark.rule("YY-5.5", "YY-5.10", "YY-10.13")
def test_two_desastres_are_no_defence_that_held():
    s = combat(a=qui("x", **POINGS), b=qui("z", x=1, **POINGS))
    j = jouer(s, Attaquer("a", cible="b"), Defendre("b", contre=("a",)), des=(DESASTRE, DESASTRE))
    assert (j.un("double_desastre").who, j.un("double_desastre").target) == ("a", "b")
    assert not j.tous("pare") and not j.tous("garde_tenue") and not j.tous("touche")
    assert j.scene["b"].elan == 0
    tenue = jouer(s, Attaquer("a", cible="b"), Defendre("b", contre=("a",)), des=(DESASTRE, y(1)))
    assert tenue.un("pare").who == "b" and tenue.scene["b"].elan == 1


@pytest.mark.rule("YY-5.5", "YY-5.18", "YY-10.22")
def test_both_throw_again_in_a_fight_too():
    s = combat(a=qui("x", **POINGS), b=qui("z", x=1, **POINGS))
    coup, garde = Attaquer("a", cible="b", vide="relance"), Defendre("b", contre=("a",), vide="relance")
    j = jouer(s, coup, garde, des=(DESASTRE, DESASTRE, y(6), y(2)))
    assert j.un("touche")["marge"] == 4 and len(j.tous("jet")) == 4


@pytest.mark.rule("YY-10.13")
def test_all_opponents_are_those_who_attacked():
    """The one who stands by and does nothing need not be met."""
    s = combat(a=qui("x", **POINGS), b=qui("z", x=1, arts_martiaux=5), c=qui("x", x=2, **POINGS))
    coup, garde = Attaquer("a", cible="b"), Defendre("b", contre=("a",))
    j = jouer(s, coup, garde, Attendre("c"), des=(y(1), y(5)))
    assert j.scene["b"].elan == 1
    j = jouer(s, coup, garde, Attaquer("c", cible="b"), des=(y(1), y(5), DESASTRE))
    assert j.scene["b"].elan == 0  # c missed, and was not met


@pytest.mark.rule("YY-10.21", "YY-10.33", "YY-11.7")
@pytest.mark.parametrize(("vigilance", "reste"), [(0, 3), (1, 4), (4, 7), (6, 7)])
def test_who_cannot_see_wards_off_less_without_a_roll(vigilance, reste):
    s = combat(a=qui("x"), b=qui("z", x=1, vigilance=vigilance, **POINGS))
    noir = jouer(s, Obscurcir("a", 4, ("b",))).scene
    assert total(defense_passive(noir, noir["b"])) == reste
    sable = noir.put(replace(noir["b"], effets=(Effet("Sable dans les yeux", "vue", -6, "YY-11.7", lie="sable"),)))
    assert total(defense_passive(sable, sable["b"])) == 7 - max(0, 6 - vigilance)


@pytest.mark.rule("YY-11.21")
def test_the_4_of_getting_up_wait_for_the_turn_that_goes_into_it():
    s = combat(a=qui("x", reflexes=6, arts_martiaux=5), b=qui("z", x=1, **POINGS), c=qui("x", x=2, **POINGS))
    jete = Attaquer("a", cible="b", manoeuvres=("projeter",))
    # 9, 1 for being two and 7 against 7, with 4 augmentations; b, thrown, opposes his 7 whole to c, who has 8
    j = jouer(s, Attendre("b"), Attaquer("c", cible="b"), jete, des=(y(7), y(1)), reponses=(0,))
    assert [e["score"] for e in j.tous("defense_passive", "b")] == [7, 7]
    assert j.un("attend").who == "b"  # he lies there: getting up is for the next turn
    debout = j.scene.put(*[replace(p, fatigue=0) for p in j.scene.people.values()])
    k = jouer(debout, Attendre("b"), Attaquer("c", cible="b"), Attendre("a"))
    assert k.un("defense_passive", "b")["score"] == 3 and terme(k.un("defense_passive", "b"), "À terre") == -4
    assert not k.scene["b"].a_terre


@pytest.mark.rule("YY-11.8", "YY-10.21")
def test_with_both_weapons_locked_what_is_left_is_opposed():
    lame = {"armes": ("epee_longue",), "epees": 5}
    s = combat(a=qui("x", **lame), b=qui("z", x=1, arts_martiaux=2, **lame))
    tenus = replace(s, encounter=replace(s.encounter, blocages=(Blocage("a", "b", 3, "epee_longue", "epee_longue"),)))
    assert competence_en_usage(s, s["b"]) == ("epees", "melee")
    assert competence_en_usage(tenus, tenus["b"]) == ("arts_martiaux", "melee")
    assert competence_en_usage(tenus, tenus["a"]) == ("", "")  # no art of bare hands: Air/Réflexes
    annonce = (
        jouer(s, Attaquer("a", cible="b")).scene if s.turn() == ("a",) else jouer(s, Attaquer("b", cible="a")).scene
    )
    qui_a_dit = next(iter(annonce.encounter.declarations))
    pris = replace(annonce, encounter=replace(annonce.encounter, blocages=tenus.encounter.blocages))
    assert competence_en_usage(pris, pris[qui_a_dit])[0] != "epees"


# ---------------------------------------------------------------- pushed back


@pytest.mark.rule("YY-10.24", "YY-11.22")
def test_each_is_pushed_back_by_his_own_comparison_and_against_his_own_obstacle():
    lame = {"armes": ("epee_longue",), "epees": 9}
    s = combat(
        a=qui("x", reflexes=9, **lame),
        b=qui("z", x=1, **POINGS),
        c=qui("z", x=2, **POINGS),
        d=qui("z", x=-1, arts_martiaux=9),
    )
    coup = Attaquer(
        "a", cible="b", manoeuvres=("repousser",), ameliorer=True, obstacle=3, risquer=True, obstacles=(("c", 1),)
    )
    # 13 and 5 against 7 and 7, with 4 augmentations: 7 metres; d defends himself with 13 and 9
    j = jouer(s, Attendre("b"), Attendre("c"), Defendre("d", contre=("a",)), coup, des=(y(5), y(9)))
    assert {e.target: e["metres"] for e in j.tous("repousse")} == {"b": 3, "c": 1}
    assert {w: j.scene[w].blessures.get("torse", 0) for w in "bcd"} == {"b": 4, "c": 6, "d": 0}
    assert (j.scene["b"].x, j.scene["c"].x, j.scene["d"].x) == (4, 3, -1)
    assert j.un("tient_bon").who == "d"
    sans = Attaquer("a", cible="b", manoeuvres=("repousser",), obstacles=(("c", 1),))
    pret = jouer(s, Attendre("b"), Attendre("c"), Defendre("d", contre=("a",))).scene
    assert refus(pret, sans) == "YY-11.22"
    assert refus(pret, replace(coup, obstacles=(("c", 1), ("c", 2)))) == "YY-11.22"


# ---------------------------------------------------------------- holds


@pytest.mark.rule("YY-11.10", "YY-11.11", "YY-7.9")
def test_a_hold_chokes_from_the_turn_it_is_set_and_an_escape_costs_2():
    s = combat(a=qui("x", reflexes=6, lutte=5), b=qui("z", x=1, lutte=5))
    aux_prises = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),)))
    clef = Attaquer("a", cible="b", manoeuvres=("clef_d_etouffement",))
    j = jouer(aux_prises, Attendre("b"), clef, des=(y(9),))  # 18 against 9 and 5
    assert [e["points"] for e in j.tous("fatigue", "b")] == [1]  # in the very turn
    pris = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),), clefs=(Clef("a", "b", "étouffement", 0),)))
    j = jouer(pris, Echapper("b"), Attendre("a"), des=(y(5),))  # 14 against 9 and 5: free, before the choking
    assert j.un("echappe")["libre"]
    assert [e["points"] for e in j.tous("fatigue", "b")] == [2]
    assert [e["points"] for e in j.tous("fatigue", "a")] == [2]  # a turn of holding is paid for all the same


@pytest.mark.rule("YY-7.5", "YY-10.8")
def test_an_action_is_paid_after_its_test_with_the_wounds_one_has_by_then():
    s = combat(a=qui("x", reflexes=6, force=4, **POINGS), b=qui("z", x=1, degats=20, **POINGS))
    j = jouer(s, Attaquer("b", cible="a"), Attaquer("a", cible="b"), des=(y(1), y(9)))  # 8 against 16: 4 and 8 to a
    assert j.scene["a"].blessures == {"torse": 12}  # the third box of 4: a penalty of 2
    assert terme(j.tous("fatigue", "a")[-1], "Pire blessure") == 2
    assert terme(j.un("essai", "a"), "Pire blessure") is None


# ---------------------------------------------------------------- on the move


@pytest.mark.rule("YY-6.6", "YY-15.10")
def test_a_climber_may_come_down_on_his_legs():
    s = scene(a=qui(escalade=1))
    grimper = SeDeplacer("a", moyen="escalade", nd=12, hauteur=6, membres=("jambe_gauche", "jambe_droite"))
    j = jouer(s, grimper, des=(DESASTRE, y(1), y(1)))  # Réflexes 5 against 8, Constitution 5 against 8
    assert j.scene["a"].blessures == {"jambe_gauche": 3, "jambe_droite": 3}
    assert refus(s, replace(grimper, membres=("queue",))) == "YY-6.1"
    assert refus(s, replace(grimper, membres=())) == "YY-6.6"


@pytest.mark.rule("YY-7.9", "YY-16.13")
def test_on_held_breath_a_swimmer_pays_in_breath_and_not_by_the_slice():
    libre, retient = qui(natation=4), qui(natation=4, apnee={})
    nage = SeDeplacer("a", x=100, moyen="natation")
    j = jouer(scene(a=libre), nage)  # 8 half metres and 8 of margin: 4 slices of 4
    assert j.scene["a"].fatigue == 4
    j = jouer(scene(a=retient), nage, nage, nage)
    assert [e["points"] for e in j.tous("fatigue", "a")] == [1, 2, 4] and j.scene["a"].souffle == 3
    s = combat(a=qui("x", natation=4, apnee={}), b=qui("z", x=50))
    j = jouer(s, replace(nage, x=-100), Attendre("b"))
    assert [e["points"] for e in j.tous("fatigue", "a")] == [1, 1]  # the least of an action, then the breath
    assert j.scene["a"].apnee.intense


@pytest.mark.rule("YY-10.31")
def test_the_scores_of_a_melee_are_told_one_by_one():
    s = combat(a=qui("x", x=20, arcs=5, armes=("arc_court",)), b=qui("z", **POINGS), c=qui("x", x=1, **POINGS))
    j = jouer(s, Tirer("a", "b"), Attaquer("b", cible="c"), Attendre("c"), des=(y(3), y(9), y(1)))
    assert {e.who: (e["score"], e.terms) for e in j.tous("score_de_melee")} == {"b": (10, ()), "c": (7, ())}


@pytest.mark.rule("YY-5.17", "YY-5.19", "YY-7.6")
def test_a_point_de_vide_may_help_to_get_ones_breath_back():
    s = combat(a=qui("x", fatigue=3), b=qui("z", x=30, fatigue=0))
    j = jouer(s, Attendre("a", vide="bonus"), Attendre("b"), des=(y(1),))  # 4, 4 and 1 against 8
    assert (j.scene["a"].fatigue, j.scene["a"].vide_perdu) == (2, 1)
    j = jouer(s, Attendre("a", vide="relance"), Attendre("b"), des=(y(1), y(4)))
    assert (j.scene["a"].fatigue, j.scene["a"].vide_perdu) == (2, 1)
    assert refus(s.put(replace(s["a"], vide_perdu=8)), Attendre("a", vide="bonus")) == "YY-5.17"
    assert refus(s.put(replace(s["a"], fatigue=0)), Attendre("a", vide="bonus")) == "YY-5.17"
    assert refus(scene(a=qui(fatigue=3)), Attendre("a", vide="bonus")) == "YY-5.17"
