"""Avantages: the maximum, the bonus, all the ways to gain and to lose them; numbers in a melee."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests import tests as chapitre_1
from tablee.games.vieux_monde.book.c2_combat.combat import (
    comble,
    gagner,
    perdre_les_avantages,
    perdre_un_avantage,
    surnombre,
)
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger
from tablee.games.vieux_monde.book.c2_coups.prouesses import GrandeFoulee
from tablee.games.vieux_monde.book.c2_coups.surprise import Evaluer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, degats, subir
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds

from .champ import change, combat, dits, homme, termes
from .essais import dit, jouer, refus, rows

# ---------------------------------------------------------------- maximum and bonus


@pytest.mark.rule("VM-2.14")
@pytest.mark.parametrize(("avant", "n", "apres"), [(0, 1, 1), (5, 1, 6), (6, 1, 6), (5, 2, 6), (6, 3, 6)])
def test_nobody_holds_more_than_six_and_the_rest_is_lost(avant, n, apres):
    scene = combat(ana=homme("rouge", avantages=avant), bor=homme("bleu", 1))
    oracle = Scripted()
    scene = gagner(scene, oracle, "ana", "Gagnant", n=n)
    assert scene["ana"].avantages == apres
    assert [sum(termes(e).values()) for e in dits(oracle, "avantage")] == ([apres - avant] if apres > avant else [])


@pytest.mark.rule("VM-2.14")
def test_what_only_gives_an_avantage_is_refused_at_six():
    scene = combat(ana=homme("rouge", avantages=6), bor=homme("bleu", 1))
    assert refus(scene, Evaluer("ana", "perception")) == "VM-2.14"
    assert comble(change(scene, "ana", avantages=5)["ana"]) is None


def test_nobody_who_is_down_and_out_gains_an_avantage():
    scene = combat(ana=homme("rouge", etats=[{"id": "inconscient"}]), bor=homme("bleu", 1))
    assert gagner(scene, Scripted(), "ana", "Gagnant") == scene


@pytest.mark.rule("VM-2.15")
@pytest.mark.parametrize("n", [0, 1, 5, 6])
def test_each_avantage_is_worth_ten_to_hit_to_defend_and_to_resist(n):
    scene = combat(ana=homme("rouge", avantages=n), bor=homme("bleu", 1, avantages=n))
    _, oracle = jouer(scene, Attaquer("ana", "bor"), 96, 40)
    mien, sien = dits(oracle, "essai")
    assert (mien["valeur"], sien["valeur"]) == (30 + 10 * n, 30 + 10 * n)
    assert termes(mien).get("Avantages", 0) == termes(sien).get("Avantages", 0) == 10 * n
    oracle = Scripted([50])
    chapitre_1.tester(scene, oracle, "ana", "calme")
    assert dit(oracle, "essai")["valeur"] == 30 + 10 * n


@pytest.mark.rule("VM-2.15")
def test_avantages_do_not_help_where_they_have_no_place():
    scene = combat(ana=homme("rouge", avantages=5), bor=homme("bleu", 1))
    oracle = Scripted([50])
    chapitre_1.tester(scene, oracle, "ana", "perception")
    assert dit(oracle, "essai")["valeur"] == 30


@pytest.mark.rule("VM-2.16")
def test_a_talent_consumes_avantages():
    scene = combat(ana=homme("rouge", avantages=3, talents={"grande_foulee": 1}), bor=homme("bleu", 9))
    scene, _ = jouer(scene, GrandeFoulee("ana"))
    assert scene["ana"].avantages == 2
    assert scene.encounter.reserve == 2
    assert refus(change(scene, "ana", avantages=0, effets=()), GrandeFoulee("ana")) == "VM-2.16"


# ---------------------------------------------------------------- gaining


def test_the_ways_to_gain_are_those_of_the_book():
    noms = ["Surprise", "Charger", "Évaluer", "Victoire", "Gagnant", "Prendre le dessus"]
    assert [r["nom"] for r in rows("VM-2.17")] == noms


@pytest.mark.rule("VM-2.17")
def test_surprise_counts_before_the_blow_and_once():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1, etats=[{"id": "surpris"}], END=90))
    scene, oracle = jouer(scene, Attaquer("ana", "bor"), 39)
    assert dit(oracle, "essai")["valeur"] == 40
    assert [list(termes(e)) for e in dits(oracle, "avantage")] == [["Surprise"]]  # wounded nobody: no other gain
    assert scene["ana"].avantages == 1


@pytest.mark.rule("VM-2.17")
def test_winning_the_opposed_test_one_began_gives_one():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1))
    gagne, oracle = jouer(scene, Attaquer("ana", "bor"), 10, 60)
    assert termes(dits(oracle, "avantage")[0]) == {"Gagnant": 1}
    assert gagne["ana"].avantages == 1
    perdu, oracle = jouer(scene, Attaquer("ana", "bor"), 60, 10)
    assert (perdu["ana"].avantages, perdu["bor"].avantages) == (0, 0)  # the defender who wins gains nothing


@pytest.mark.rule("VM-2.17")
@pytest.mark.parametrize(("de", "avantages"), [(29, 1), (30, 1), (31, 0), (95, 0)])
def test_sizing_up_takes_the_action_and_an_intermediate_test(de, avantages):
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5))
    scene, oracle = jouer(scene, Evaluer("ana", "intuition"), de)
    assert scene["ana"].avantages == avantages
    assert dit(oracle, "evaluation")["reussi"] == bool(avantages)
    assert refus(scene, Evaluer("ana", "intuition")) == "VM-2.1"


@pytest.mark.rule("VM-2.17")
def test_the_chance_of_sizing_up():
    scene = combat(ana=homme("rouge", INI=42), bor=homme("bleu", 5))
    assert odds(Evaluer("ana", "intuition"), scene).p(True, exact=True) == Fraction(42, 100)


@pytest.mark.rule("VM-2.17")
def test_what_one_cannot_size_up_with():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 5))
    assert refus(scene, Evaluer("ana", "strategie")) == "VM-1.2"  # advanced, never learned
    assert refus(scene, Evaluer("ana", "INT")) == "VM-1.2"
    assert refus(scene, Evaluer("ana", "")) == "VM-1.2"


@pytest.mark.rule("VM-2.17")
@pytest.mark.parametrize("important", [0, 1, 2])
def test_beating_somebody_important_gives_as_much_as_he_is_worth(important):
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1, important=important))
    scene, _ = subir(scene, Scripted(), "bor", 20, Source("Lame", par="ana"))
    assert scene["ana"].avantages == important


# ---------------------------------------------------------------- losing


@pytest.mark.rule("VM-2.18")
def test_the_first_point_of_blessure_costs_them_all_and_a_blow_that_does_nothing_none():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1, avantages=4, END=30))
    source = Source("Lame", par="ana")
    rien, points = degats(scene, Scripted(), "bor", (("Lame", 3, "VM-2.27"),), source)
    assert (points, rien["bor"].avantages) == (0, 4)
    blesse, points = degats(scene, Scripted(), "bor", (("Lame", 4, "VM-2.27"),), source)
    assert (points, blesse["bor"].avantages) == (1, 0)


@pytest.mark.rule("VM-2.18")
def test_what_is_not_there_is_not_lost():
    scene = combat(ana=homme("rouge", avantages=2), bor=homme("bleu", 1))
    oracle = Scripted()
    assert perdre_les_avantages(scene, oracle, "bor") == perdre_un_avantage(scene, oracle, "bor", "VM-2.36") == scene
    assert not oracle.events
    assert perdre_un_avantage(scene, oracle, "ana", "VM-2.36")["ana"].avantages == 1


# ---------------------------------------------------------------- numbers


def encercle(n, camp_de="abcdef", **plus):
    """One of the blue camp, with so many of the red camp Engagés with him."""
    rouges = {camp_de[i]: homme("rouge", 1) for i in range(n)}
    return combat(*((w, "zoe") for w in rouges), **rouges, zoe=homme("bleu", 0, **plus))


@pytest.mark.rule("VM-2.35")
@pytest.mark.parametrize(("contre_un", "bonus"), [(1, 0), (2, 20), (3, 40), (4, 60), (5, 60), (6, 60)])
def test_the_more_against_one_the_easier_it_is_to_hit(contre_un, bonus):
    _, oracle = jouer(encercle(contre_un), Attaquer("a", "zoe"), 96, 40)
    assert termes(dits(oracle, "essai")[0]).get("Surnombre", 0) == bonus
    assert "Surnombre" not in termes(dits(oracle, "essai")[1])
    assert {r["bonus"] for r in rows("VM-2.35")} == {20, 40, 60}


@pytest.mark.rule("VM-2.35")
def test_uneven_groups_count_by_the_ratio_rounded_down():
    liens = [("a", "y"), ("b", "y"), ("c", "y"), ("c", "z"), ("d", "z"), ("e", "z")]
    rouges = {w: homme("rouge") for w in "abcde"}
    scene = combat(*liens, **rouges, y=homme("bleu"), z=homme("bleu"))
    assert surnombre(scene, "a", "y") == surnombre(scene, "e", "z") == 2  # five against two
    assert surnombre(scene, "y", "a") == 0
    trois = combat(*liens[:4], **{w: rouges[w] for w in "abc"}, y=homme("bleu"), z=homme("bleu"))
    assert surnombre(trois, "a", "y") == 1  # three against two


@pytest.mark.rule("VM-2.37")
def test_only_those_engaged_in_this_melee_count():
    rouges = {w: homme("rouge") for w in "abcd"}
    scene = combat(("a", "z"), ("b", "y"), ("c", "y"), **rouges, y=homme("bleu"), z=homme("bleu"))
    assert surnombre(scene, "a", "z") == 1  # b and c fight somebody else, d nobody
    assert surnombre(scene, "b", "y") == 2
    assert surnombre(scene, "d", "z") == 2  # he who attacks becomes one of them
    assert surnombre(change(scene, "c", vie="mort"), "b", "y") == 1


@pytest.mark.rule("VM-2.36")
def test_whoever_is_outnumbered_loses_an_avantage_at_the_end_of_the_round():
    scene = change(change(encercle(2), "zoe", avantages=3), "a", avantages=2)
    scene, oracle = jouer(scene, Terminer("a"))
    scene, _ = jouer(scene, Terminer("b"))
    assert scene["zoe"].avantages == 3
    scene, oracle = jouer(scene, Terminer("zoe"))
    assert (scene["zoe"].avantages, scene["a"].avantages) == (2, 2)
    assert dit(oracle, "avantage_perdu").rule == "VM-2.36"


@pytest.mark.rule("VM-2.36")
def test_one_against_one_nobody_loses_anything():
    scene = change(encercle(1), "zoe", avantages=3)
    for who in ("a", "zoe"):
        scene, _ = jouer(scene, Terminer(who))
    assert scene["zoe"].avantages == 3


@pytest.mark.rule("VM-2.38")
def test_against_one_who_is_larger_numbers_give_nothing():
    scene = change(encercle(3, taille="Grande"), "zoe", avantages=3)
    _, oracle = jouer(scene, Attaquer("a", "zoe"), 96, 40)
    assert "Surnombre" not in termes(dits(oracle, "essai")[0])
    for who in ("a", "b", "c", "zoe"):
        scene, _ = jouer(scene, Terminer(who))
    assert scene["zoe"].avantages == 3


@pytest.mark.rule("VM-2.38")
def test_the_small_still_count_for_those_who_are_as_large_as_the_target():
    scene = encercle(2, taille="Grande")
    grand = change(scene, "a", fiche=replace(scene["a"].fiche, taille="Grande"))
    _, oracle = jouer(grand, Attaquer("a", "zoe"), 96, 40)
    assert termes(dits(oracle, "essai")[0])["Surnombre"] == 20
    grand = change(grand, "zoe", avantages=3)
    for who in ("a", "b", "zoe"):
        grand, _ = jouer(grand, Terminer(who))
    assert grand["zoe"].avantages == 2


@pytest.mark.rule("VM-2.17", "VM-2.8")
def test_the_charge_gives_its_avantage_before_the_blow():
    scene = combat(ana=homme("rouge", 0), bor=homme("bleu", 4))
    scene, oracle = jouer(scene, Charger("ana", "bor"), 39, 60)
    assert dits(oracle, "essai")[0]["valeur"] == 40
    assert scene["ana"].avantages == 2  # the Charge, then Gagnant
