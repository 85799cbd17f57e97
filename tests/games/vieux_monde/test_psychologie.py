"""Peur, Terreur, Perturbante: who faces what, what it does, how one masters it."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests import tests as regles
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Deplacer
from tablee.games.vieux_monde.book.c2_rounds.rounds import Combattre, Terminer
from tablee.games.vieux_monde.book.c6_corruption import MUTATIONS, recevoir
from tablee.games.vieux_monde.book.c6_creatures.psychologie import (
    affronter_l_effroi,
    au_debut_du_combat,
    effrayer,
    effroi,
    entrer_en_scene,
    insensible,
    n_ose_pas,
    se_reprendre,
)
from tablee.games.vieux_monde.model.effects import Cas
from tablee.kernel.effects import tally
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .essais import jouer
from .plaies import EPEE, combat, dits, homme, lieu


def contre(p, q):
    """What fear and unease weigh on a blow or a shot of the one at the other."""
    return [*tally(p.bears, "contre", Cas(p, contre=q))]


def bete(*traits, **autres):
    return homme(autres.pop("camp", "bleu"), fiche={"traits": list(traits)}, x=autres.pop("x", 5), **autres)


def debut(scene, *des, reponses=()):
    oracle = Scripted(des, reponses)
    apres = au_debut_du_combat(scene, oracle)
    assert oracle.left_over() is None
    return apres, oracle


# ---------------------------------------------------------------- facing it


@pytest.mark.rule("VM-6.11")
@pytest.mark.parametrize(("de", "craint"), [(30, False), (31, True)])
def test_peur_calls_for_a_test_of_calme_at_the_beginning_of_the_fight(de, craint):
    scene = combat(ana=homme("rouge"), bor=bete("peur"))
    apres, oracle = debut(scene, de)
    assert apres["ana"].craintes == (("bor",) if craint else ()) and not apres["ana"].etats
    assert dits(oracle, "essai")[0]["valeur"] == 30 and len(dits(oracle, "craint")) == craint


@pytest.mark.rule("VM-6.11")
@pytest.mark.parametrize(("de", "brise"), [(10, 0), (11, 1), (29, 1), (31, 2), (75, 4)])
def test_terreur_is_harder_and_breaks(de, brise):
    scene = combat(ana=homme("rouge"), bor=bete("terreur"))
    apres, oracle = debut(scene, de)
    assert dits(oracle, "essai")[0]["valeur"] == 10
    assert apres["ana"].niveau("brise") == brise and apres["ana"].craintes == (("bor",) if brise else ())


@pytest.mark.rule("VM-2.15", "VM-6.11")
def test_avantages_help_against_fear():
    scene = combat(ana=homme("rouge", avantages=2), bor=bete("peur"))
    _, oracle = debut(scene, 50)
    assert dits(oracle, "essai")[0]["valeur"] == 50 and not dits(oracle, "craint")


@pytest.mark.rule("VM-6.11")
def test_one_test_against_the_worst_and_none_without_anything_fearsome():
    scene = combat(ana=homme("rouge"), bor=bete("peur"), cyd=bete("terreur"), dan=bete("terreur"))
    apres, oracle = debut(scene, 99)
    assert apres["ana"].craintes == ("cyd", "dan") and len(dits(oracle, "jet")) == 1
    tranquille = combat(ana=homme("rouge"), bor=bete("vol"), cyd=bete("peur", camp="rouge"))
    apres, oracle = debut(tranquille, 99)  # only Bor faces Cyd
    assert apres["bor"].craintes == ("cyd",) and not apres["ana"].craintes
    assert debut(combat(ana=homme("rouge"), bor=homme("bleu")))[0]["ana"].craintes == ()


@pytest.mark.rule("VM-6.11")
@pytest.mark.parametrize(
    ("qui", "a", "attendu"),
    [({}, "peur", False), ({"brave": True}, "terreur", True), ({"fiche": {"traits": ["sans_esprit"]}}, "terreur", True),
     ({"fiche": {"traits": ["peur"]}}, "peur", True), ({"fiche": {"traits": ["peur"]}}, "terreur", False),
     ({"fiche": {"traits": ["terreur"]}}, "terreur", True)],
)  # fmt: skip
def test_who_does_not_mind(qui, a, attendu):
    assert insensible(lieu(ana=homme(**qui))["ana"], a) == attendu


@pytest.mark.rule("VM-6.11")
def test_a_trait_may_come_from_an_effect():
    effet = {"nom": "Masque", "sur": "trait:peur", "mod": 0}
    assert effroi(lieu(ana=homme(effets=[effet]))["ana"]) == "peur" and effroi(lieu(ana=homme())["ana"]) == ""


@pytest.mark.rule("VM-6.11", "VM-2.2")
def test_it_happens_when_the_fight_begins():
    scene = lieu(ana=homme("rouge"), bor=bete("peur", "sans_esprit"))
    apres, oracle = jouer(scene, Combattre("ana"), 10, 20, 99)
    assert apres["ana"].craintes == ("bor",) and dits(oracle, "craint")[0].target == "bor"


@pytest.mark.rule("VM-6.11")
def test_a_fearsome_newcomer_is_faced_by_all_his_enemies():
    scene = combat(ana=homme("rouge"), bor=homme("bleu"), cyd=bete("peur"))
    oracle = Scripted([99])
    assert entrer_en_scene(scene, oracle, "cyd")["ana"].craintes == ("cyd",)
    scene = combat(ana=homme("rouge"), bor=bete("peur"))
    assert entrer_en_scene(scene, Scripted([99]), "ana")["ana"].craintes == ("bor",)


@pytest.mark.rule("VM-6.11", "VM-6.9")
def test_whoever_becomes_fearsome_in_a_fight_is_faced_at_once():
    scene = combat(ana=homme("rouge"), bor=homme("bleu"), cyd=homme("bleu"))
    apres = recevoir(scene, Scripted([99]), "bor", MUTATIONS["visage_efface"])
    assert apres["ana"].craintes == ("bor",) and not apres["cyd"].craintes
    paix = lieu(ana=homme("rouge"), bor=homme("bleu"))
    assert not recevoir(paix, Scripted([]), "bor", MUTATIONS["visage_efface"])["ana"].craintes
    assert effrayer(apres, Scripted([]), "bor") == apres  # Ana fears him already


@pytest.mark.rule("VM-4.10", "VM-6.11")
def test_determination_ignores_it_for_the_rest_of_the_fight():
    scene = combat(ana=homme("rouge", fiche={"resilience": 1}), bor=bete("terreur"))
    apres, oracle = debut(scene, 99, reponses=["garder", "determination"])
    p = apres["ana"]
    assert p.brave and not p.craintes and not p.etats and p.determination == 0
    assert dits(oracle, "tient_bon")[0].rule == "VM-4.10"
    apres, _ = debut(scene, 99, reponses=["garder", "trembler"])
    assert apres["ana"].craintes == ("bor",) and apres["ana"].determination == 1


# ---------------------------------------------------------------- what it does


@pytest.mark.rule("VM-6.11")
def test_one_strikes_worse_at_what_one_fears_and_only_at_that():
    scene = combat(ana=homme("rouge", EPEE, craintes=["bor"]), bor=homme("bleu", x=1), cyd=homme("bleu", y=1))
    for cible, mod in (("bor", -10), ("cyd", 0)):
        assert total(contre(scene["ana"], scene[cible])) == mod
    _, oracle = jouer(scene, Attaquer("ana", "bor"), 40, 10)
    assert ("Crainte", -10, "VM-6.11") in dits(oracle, "essai")[0].terms
    assert contre(replace(scene["ana"], brave=True), scene["bor"]) == []


@pytest.mark.rule("VM-6.11")
def test_one_does_not_come_nearer_to_what_one_fears():
    scene = combat(ana=homme("rouge", EPEE, craintes=["bor"]), bor=homme("bleu", x=4), cyd=homme("bleu", x=-4))
    assert Deplacer("ana", 1, 0).closed(scene).rule == Charger("ana", "bor").closed(scene).rule == "VM-6.11"
    assert Deplacer("ana", -1, 0).closed(scene) is None and Charger("ana", "cyd").closed(scene) is None
    assert n_ose_pas(scene, replace(scene["ana"], brave=True), 1, 0) is None


@pytest.mark.rule("VM-6.11")
@pytest.mark.parametrize(("de", "reste"), [(30, ()), (31, ("bor",))])
def test_at_the_end_of_each_round_one_may_master_it(de, reste):
    scene = combat(bor=bete("peur"), ana=homme("rouge", craintes=["bor"]))
    assert se_reprendre(scene, Scripted([de]), "ana")["ana"].craintes == reste
    scene, _ = jouer(scene, Terminer("bor"))
    apres, _ = jouer(scene, Terminer("ana"), de)
    assert apres["ana"].craintes == reste


@pytest.mark.rule("VM-6.11")
@pytest.mark.parametrize("parti", ["mort", "parti"])
def test_what_is_gone_is_no_longer_feared(parti):
    scene = lieu(ana=homme("rouge", craintes=["bor"]), bor=bete("peur", vie=parti))
    oracle = Scripted([])
    assert se_reprendre(scene, oracle, "ana")["ana"].craintes == () and dits(oracle, "se_reprend")


@pytest.mark.rule("VM-6.10")
@pytest.mark.parametrize(("x", "mod"), [(1, -10), (2, -10), (3, 0)])
def test_perturbante_weighs_on_the_tests_of_those_who_are_near(x, mod):
    scene = lieu(ana=homme("rouge", EPEE), bor=bete("perturbante", x=x))
    oracle = Scripted([50])
    regles.tester(scene, oracle, "ana", "perception")
    assert dits(oracle, "essai")[0]["valeur"] == 30 + mod
    assert total(contre(scene["ana"], scene["bor"])) == mod
    assert contre(scene["bor"], scene["ana"]) == []


@pytest.mark.rule("VM-6.10")
def test_perturbante_does_not_trouble_its_like_nor_after_it_fell():
    deux = lieu(ana=bete("perturbante", x=0), bor=bete("perturbante", x=1))
    assert contre(deux["ana"], deux["bor"]) == []
    gisant = lieu(ana=homme("rouge"), bor=bete("perturbante", x=1, etats=[{"id": "inconscient"}]))
    assert contre(gisant["ana"], gisant["bor"]) == []


@pytest.mark.rule("VM-6.11")
def test_fear_tests_are_told_with_what_they_are_about():
    scene = combat(ana=homme("rouge"), bor=bete("terreur"))
    oracle = Scripted([1])
    affronter_l_effroi(scene, oracle, "ana", ("bor",))
    assert (dits(oracle, "tient_bon")[0].target, dits(oracle, "tient_bon")[0]["effroi"]) == ("bor", "la Terreur")
