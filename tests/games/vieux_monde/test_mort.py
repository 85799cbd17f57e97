"""Zero Points de Blessure, unconsciousness, the way back, the last blow, and death."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c2_coups.deplacements import SeRelever
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer
from tablee.games.vieux_monde.book.c5_blessures.degats import Source, subir
from tablee.games.vieux_monde.book.c5_blessures.mort import Achever, a_l_agonie, guerir, mourir
from tablee.games.vieux_monde.book.c6_etats import gagner_etat, ineffacable, perdre_etat
from tablee.kernel.live import Scripted

from .essais import jouer, refus
from .plaies import EPEE, combat, dits, homme, lieu


def plaies(n, soignees=0):
    return [{"id": f"corps_1_{i}", "nom": "Souffle coupé", "zone": "corps", "soignee": i < soignees} for i in range(n)]


def a_zero(**autres):
    return homme(pb_perdus=12, a_zero=0, etats=[{"id": "a_terre"}], **autres)


def gisant(**autres):
    return a_zero(**autres) | {"etats": [{"id": "a_terre"}, {"id": "inconscient"}]}


def round_passe(scene, *des, reponses=()):
    oracle = Scripted(des, reponses)
    apres = a_l_agonie(scene, oracle)
    assert oracle.left_over() is None
    return apres


# ---------------------------------------------------------------- zero


@pytest.mark.rule("VM-5.3")
def test_at_zero_one_is_a_terre_and_stays_so_until_healed():
    scene, _ = subir(lieu(bor=homme()), Scripted([]), "bor", 12, Source("Chute"))
    assert scene["bor"].niveau("a_terre") == 1 and scene["bor"].a_zero == 0
    assert refus(scene, SeRelever("bor")) == "VM-5.3" and ineffacable(scene["bor"], "a_terre").rule == "VM-5.3"
    assert perdre_etat(scene, Scripted([]), "bor", "a_terre") is scene
    scene, rendus = guerir(scene, Scripted([]), "bor", (("Baume", 1, "VM-5.13"),), "VM-5.13")
    assert rendus == 1 and scene["bor"].pb == 1 and scene["bor"].a_zero is None
    scene, _ = jouer(scene, SeRelever("bor"))
    assert not scene["bor"].etats


@pytest.mark.rule("VM-5.3")
def test_whoever_lies_already_gains_it_only_once():
    oracle = Scripted([])
    scene, _ = subir(lieu(bor=homme(etats=[{"id": "a_terre"}])), oracle, "bor", 12, Source("Chute"))
    assert [e.id for e in scene["bor"].etats] == ["a_terre"] and not dits(oracle, "etat")


@pytest.mark.rule("VM-5.4")
@pytest.mark.parametrize(
    ("END", "talents", "rounds"), [(30, {}, 3), (38, {}, 3), (10, {}, 1), (5, {}, 1), (30, {"refuse_de_tomber": 1}, 5)]
)
def test_after_be_rounds_at_zero_he_is_unconscious(END, talents, rounds):
    scene = lieu(bor=a_zero(fiche={"END": END, "talents": talents, "pb_fixes": 12}))
    for _ in range(rounds - 1):
        scene = round_passe(scene)
        assert not scene["bor"].niveau("inconscient")
    assert round_passe(scene)["bor"].niveau("inconscient") == 1


@pytest.mark.rule("VM-5.4")
def test_healed_in_time_he_does_not_faint_and_the_count_starts_anew():
    scene = lieu(bor=a_zero())
    scene = round_passe(round_passe(scene))
    scene, _ = guerir(scene, Scripted([]), "bor", (("Baume", 2, "VM-5.13"),), "VM-5.13")
    assert round_passe(scene) == scene
    scene, _ = subir(scene, Scripted([]), "bor", 2, Source("Chute"))
    assert scene["bor"].a_zero == 0


@pytest.mark.rule("VM-5.4")
def test_the_first_point_healed_wakes_him_but_he_still_lies_there():
    scene = lieu(bor=gisant())
    assert ineffacable(scene["bor"], "inconscient").rule == "VM-5.4"
    assert perdre_etat(scene, Scripted([]), "bor", "inconscient") is scene
    scene, _ = guerir(scene, Scripted([]), "bor", (("Baume", 1, "VM-5.13"),), "VM-5.13")
    assert [e.id for e in scene["bor"].etats] == ["a_terre"] and scene["bor"].conscient


def test_healing_never_goes_beyond_the_total_nor_below_what_is_lost():
    scene = lieu(bor=homme(pb_perdus=3), mort=homme(pb_perdus=12, vie="mort"))
    apres, rendus = guerir(scene, Scripted([]), "bor", (("Baume", 9, "VM-5.13"),), "VM-5.13")
    assert (rendus, apres["bor"].pb_perdus) == (3, 0)
    for qui, n in (("bor", 0), ("bor", -2), ("mort", 5)):
        oracle = Scripted([])
        assert guerir(scene, oracle, qui, (("Baume", n, "VM-5.13"),), "VM-5.13") == (scene, 0) and not oracle.events


# ---------------------------------------------------------------- death


@pytest.mark.rule("VM-5.9")
@pytest.mark.parametrize(("n", "soignees", "vie"), [(3, 0, "actif"), (4, 0, "mort"), (4, 1, "actif"), (5, 1, "mort")])
def test_more_open_wounds_than_be_kill_the_unconscious_at_zero(n, soignees, vie):
    scene = lieu(bor=gisant(blessures=plaies(n, soignees)))
    assert round_passe(scene)["bor"].vie == vie


@pytest.mark.rule("VM-5.9")
def test_wounds_do_not_kill_the_conscious_nor_those_with_points_left():
    debout = lieu(bor=a_zero(blessures=plaies(9)), cyd=homme(etats=[{"id": "inconscient"}], blessures=plaies(9)))
    assert all(p.vie == "actif" for p in round_passe(debout).people.values())
    scene = round_passe(round_passe(round_passe(debout)))
    assert scene["bor"].niveau("inconscient") and scene["bor"].vie == "actif"  # the Round he faints leaves time to help
    assert round_passe(scene)["bor"].vie == "mort"


@pytest.mark.rule("VM-5.9")
def test_it_happens_at_the_end_of_a_round_of_the_fight():
    scene = combat(ana=homme("rouge"), bor=gisant(camp="bleu", blessures=plaies(4)), cyd=homme("bleu"))
    scene, _ = jouer(scene, Terminer("ana"))
    assert scene["bor"].vie == "actif" and scene.encounter.file == ("cyd",)
    scene, oracle = jouer(scene, Terminer("cyd"))
    assert scene["bor"].vie == "mort" and dits(oracle, "mort")[0].rule == "VM-5.9"


@pytest.mark.rule("VM-4.2", "VM-5.9", "VM-5.10")
def test_destin_keeps_alive_until_the_fight_is_over():
    bor = gisant(camp="bleu", x=1, blessures=plaies(4), fiche={"destin": 1})
    scene = combat([("ana", "bor")], ana=homme("rouge", EPEE), bor=bor, cyd=homme("bleu"))
    scene = round_passe(scene, reponses=["destin"])
    p = scene["bor"]
    assert (p.vie, p.protege, p.destin, p.pb) == ("actif", True, 0, 0) and p.niveau("inconscient")
    assert round_passe(scene)["bor"].vie == "actif"
    assert refus(scene, Achever("ana", "bor")) == "VM-4.2"
    assert mourir(scene, Scripted([]), "bor") is scene
    libre = scene.put(replace(p, protege=False))
    assert round_passe(libre)["bor"].vie == "mort"


@pytest.mark.rule("VM-4.2")
def test_healed_outside_a_fight_the_protection_ends():
    scene = mourir(lieu(bor=homme(fiche={"destin": 1})), Scripted([], ["destin"]), "bor")
    assert scene["bor"].protege
    scene, _ = guerir(scene, Scripted([]), "bor", (("Baume", 1, "VM-5.13"),), "VM-5.13")
    assert not scene["bor"].protege


def test_the_dead_are_no_longer_engaged_and_nothing_befalls_them():
    scene = combat([("ana", "bor")], ana=homme("rouge"), bor=homme("bleu", avantages=2))
    scene = mourir(scene, Scripted([]), "bor")
    assert scene.encounter.engagements == () and scene["bor"].avantages == 0
    assert gagner_etat(scene, Scripted([]), "bor", "sonne") is scene and mourir(scene, Scripted([]), "bor") is scene


@pytest.mark.rule("VM-5.3")
@pytest.mark.parametrize("trait", ["mort_vivant", "demoniaque"])
def test_what_does_not_live_is_destroyed_at_zero(trait):
    scene, _ = subir(lieu(bor=homme(fiche={"traits": [trait]})), Scripted([]), "bor", 12, Source("Chute"))
    assert scene["bor"].vie == "mort"


# ---------------------------------------------------------------- the last blow


@pytest.mark.rule("VM-5.10")
def test_whoever_is_engaged_with_an_unconscious_one_may_kill_him_at_once():
    scene = combat([("ana", "bor")], ana=homme("rouge", EPEE), bor=gisant(camp="bleu", x=1), cyd=homme("bleu"))
    apres, oracle = jouer(scene, Achever("ana", "bor"))
    assert apres["bor"].vie == "mort" and apres.encounter.action and dits(oracle, "mort")[0].rule == "VM-5.10"


@pytest.mark.rule("VM-5.10", "VM-4.2")
def test_a_point_de_destin_answers_the_last_blow():
    scene = combat(
        [("ana", "bor")], ana=homme("rouge", EPEE), bor=gisant(camp="bleu", x=1, fiche={"destin": 1}), cyd=homme("bleu")
    )
    apres, _ = jouer(scene, Achever("ana", "bor"), reponses=["destin"])
    assert apres["bor"].vie == "actif" and apres["bor"].protege


@pytest.mark.rule("VM-5.10")
@pytest.mark.parametrize(
    ("ana", "bor", "engages", "cible", "regle"),
    [
        (homme("rouge", EPEE), gisant(camp="bleu", x=1), (), "bor", "VM-5.10"),  # not Engagé
        (homme("rouge"), gisant(camp="bleu", x=1), (("ana", "bor"),), "bor", "VM-5.10"),  # bare hands
        (homme("rouge", {"armes": ["arc"]}), gisant(camp="bleu", x=1), (("ana", "bor"),), "bor", "VM-5.10"),
        (homme("rouge", EPEE), a_zero(camp="bleu", x=1), (("ana", "bor"),), "bor", "VM-5.10"),  # awake
        (homme("rouge", EPEE), gisant(camp="bleu", x=3), (("ana", "bor"),), "bor", "VM-5.10"),  # too far
        (homme("rouge", EPEE), gisant(camp="bleu", x=1, vie="mort"), (("ana", "bor"),), "bor", "VM-5.10"),
        (homme("rouge", EPEE), gisant(camp="bleu", x=1), (("ana", "bor"),), "ana", "VM-5.10"),
        (homme("rouge", EPEE), gisant(camp="bleu", x=1), (("ana", "bor"),), "zoe", "VM-1.2"),
        (homme("rouge", EPEE, etats=[{"id": "brise"}]), gisant(camp="bleu", x=1), (("ana", "bor"),), "bor", "VM-6.6"),
    ],
)
def test_the_last_blow_is_refused(ana, bor, engages, cible, regle):
    scene = combat(engages, ana=ana, bor=bor, cyd=homme("bleu"))
    assert refus(scene, Achever("ana", cible)) == regle


@pytest.mark.rule("VM-5.10")
def test_outside_fights_it_is_enough_to_stand_beside_him():
    scene = lieu(ana=homme(equipement=EPEE), bor=gisant(x=1), cyd=gisant(x=2))
    assert jouer(scene, Achever("ana", "bor"))[0]["bor"].vie == "mort"
    assert refus(scene, Achever("ana", "cyd")) == "VM-5.10"
