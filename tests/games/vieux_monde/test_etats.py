"""États: levels, what each one does, what it forbids, what takes it away; and what the end of a Round brings."""

import re

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c1_tests.tests import pesent
from tablee.games.vieux_monde.book.c2_combat.combat import mouvement
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Deplacer
from tablee.games.vieux_monde.book.c2_rounds.rounds import ecouler
from tablee.games.vieux_monde.book.c2_rounds.souffrances import etats_en_fin_de_round
from tablee.games.vieux_monde.book.c2_rounds.temps import en_peril, laisser_passer
from tablee.games.vieux_monde.book.c4_destin import SeRessaisir
from tablee.games.vieux_monde.book.c5_soins.secours import (
    Etouffer,
    NettoyerOreilles,
    Panser,
    Rallier,
    Ranimer,
    SeDegager,
    SeLaver,
)
from tablee.games.vieux_monde.book.c6_etats import (
    cloue,
    gagner_etat,
    ineffacable,
    pas_d_attaque,
    perdre_etat,
    recevoir_etat,
)
from tablee.games.vieux_monde.model.catalogue import COMPETENCES, ETATS, REGLE_DES_ETATS
from tablee.games.vieux_monde.model.effects import SUR
from tablee.games.vieux_monde.model.people import HEURE, MINUTE, ROUND, Etat
from tablee.games.vieux_monde.model.tables import CARACS
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import jouer, refus
from .plaies import EPEE, combat, dits, homme, lieu

LES_ONZE = {
    "a_terre", "sonne", "assourdi", "hemorragique", "enchevetre", "extenue", "surpris", "aveugle", "brise", "enflamme",
    "inconscient",
}  # fmt: skip
TROUSSE = {"objets": ["trousse_de_soins"]}


def avec(id, n=1, **autres):
    """Somebody with so many levels of an état."""
    etat = {"id": id, **({"niveaux": n} if n > 1 else {}), **autres.pop("etat", {})}
    return homme(etats=[etat], **autres)


def fin(scene, *des, reponses=()):
    oracle = Scripted(des, reponses)
    apres = etats_en_fin_de_round(scene, oracle)
    assert oracle.left_over() is None
    return apres, oracle


# ---------------------------------------------------------------- the general rule


@pytest.mark.rule("VM-6.6")
def test_the_eleven_conditions_are_there_and_say_what_they_do():
    assert set(ETATS) == LES_ONZE and "niveau" in REGLE_DES_ETATS
    for e in ETATS.values():
        assert all(m.sur in {*CARACS, *COMPETENCES, *SUR} for m in e.modifs), e.id
        dits = {int(n) for n in re.findall(r"[-+]?\d+", e.dit)}
        attendus = {m.mod for m in e.modifs} | ({e.cible} if e.cible else set())
        attendus |= {20} if e.difficulte == "accessible" else set()
        assert attendus <= dits, (e.id, attendus - dits)
        assert e.cumul == ("niveau" in e.dit and "sans niveaux" not in e.dit.lower()), e.id


@pytest.mark.rule("VM-6.6")
def test_levels_add_up_where_there_are_levels_and_only_there():
    scene = lieu(bor=homme())
    for id in LES_ONZE:
        oracle = Scripted([])
        apres = gagner_etat(scene, oracle, "bor", id, 2)
        apres = gagner_etat(apres, oracle, "bor", id, 3)
        assert apres["bor"].niveau(id) == (5 if ETATS[id].cumul else 1)
        niveaux = [e["niveaux"] for e in dits(oracle, "etat") if e["etat"] == ETATS[id].nom]
        assert niveaux == ([2, 5] if ETATS[id].cumul else [1])
        assert gagner_etat(scene, oracle, "bor", id, 0) is scene


@pytest.mark.rule("VM-6.6")
def test_losing_levels_then_the_whole():
    scene = lieu(bor=avec("sonne", 3))
    oracle = Scripted([])
    scene = perdre_etat(scene, oracle, "bor", "sonne", 2)
    assert scene["bor"].niveau("sonne") == 1 and perdre_etat(scene, oracle, "bor", "sonne", 0) is scene
    assert not perdre_etat(scene, oracle, "bor", "sonne", 5)["bor"].etats
    assert not perdre_etat(lieu(bor=avec("sonne", 3)), oracle, "bor", "sonne")["bor"].etats
    assert perdre_etat(scene, oracle, "bor", "aveugle") is scene
    assert [e.what for e in oracle.events] == ["etat_diminue", "etat_perdu", "etat_perdu"]


@pytest.mark.rule("VM-4.10", "VM-6.6")
@pytest.mark.parametrize(("id", "n", "reste"), [("sonne", 3, 2), ("sonne", 1, 0), ("surpris", 1, 0), ("a_terre", 1, 0)])
def test_determination_removes_one_level_or_a_whole_condition_without_levels(id, n, reste):
    scene = lieu(bor=avec(id, n, fiche={"resilience": 1}))
    action = SeRessaisir("bor", "etat", id)
    closed = action.closed(scene)
    if closed is None:
        assert action.resolve(scene, Scripted([]))["bor"].niveau(id) == reste
    else:
        assert id == "surpris"  # judged by whoever may act


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(
    ("avant", "nouveau", "attendu"),
    [
        (Etat("extenue"), (1, None, 0, ""), Etat("extenue", 2)),
        (Etat("extenue", fin=50), (1, 80, 0, ""), Etat("extenue", 2, 80)),
        (Etat("extenue", fin=90), (1, 80, 0, ""), Etat("extenue", 2, 90)),
        (Etat("extenue", fin=50), (1, None, 0, ""), Etat("extenue", 2)),
        (Etat("extenue"), (1, 80, 0, ""), Etat("extenue", 2)),
        (Etat("aveugle"), (1, 80, 0, "duree"), Etat("aveugle", 2, 80, 0, "duree", 1)),
        (Etat("aveugle", 2, 50, 0, "duree"), (1, 80, 0, "duree"), Etat("aveugle", 3, 80, 0, "duree")),
        (Etat("enchevetre", force=20), (1, None, 45, ""), Etat("enchevetre", 2, force=45)),
        (Etat("enchevetre", force=50), (2, None, 45, ""), Etat("enchevetre", 3, force=50)),
        (Etat("extenue", tenace="lavage"), (1, None, 0, ""), Etat("extenue", 2, tenace="lavage", tenus=1)),
        (Etat("extenue", 3, tenace="lavage", tenus=1), (1, 80, 0, ""), Etat("extenue", 4, tenace="lavage", tenus=1)),
    ],
)
def test_the_strongest_bond_the_longest_time_and_the_stubborn_prevail(avant, nouveau, attendu):
    scene = lieu(bor=homme())
    scene = scene.put(replace(scene["bor"], etats=(avant,)))
    n, terme, force, tenace = nouveau
    scene = recevoir_etat(scene, Scripted([]), "bor", Etat(avant.id, n, fin=terme, force=force, tenace=tenace))
    assert scene["bor"].etats == (attendu,)


@pytest.mark.rule("VM-6.6", "VM-3.30", "VM-3.31")
@pytest.mark.parametrize(
    ("tenace", "moyen", "regle"),
    [("guerison", "", "VM-3.30"), ("guerison", "guerison", None), ("lavage", "guerison", "VM-3.31"),
     ("lavage", "lavage", None), ("duree", "guerison", "VM-3.31"), ("duree", "", "VM-3.31"), ("", "", None)],
)  # fmt: skip
def test_a_stubborn_condition_goes_only_in_its_own_way(tenace, moyen, regle):
    p = lieu(bor=avec("assourdi", etat={"tenace": tenace}))["bor"]
    closed = ineffacable(p, "assourdi", moyen)
    assert (closed.rule if closed else None) == regle
    assert closed is None or "Assourdi" in str(closed)
    assert ineffacable(p, "sonne").rule == "VM-6.6" and ineffacable(p, "nimporte").rule == "VM-6.6"


@pytest.mark.rule("VM-6.6")
def test_immunities_of_nature():
    scene = lieu(os=homme(fiche={"traits": ["mort_vivant"]}), bor=homme())
    assert gagner_etat(scene, Scripted([]), "os", "hemorragique") is scene
    assert gagner_etat(scene, Scripted([]), "bor", "hemorragique") is not scene
    assert gagner_etat(scene, Scripted([]), "os", "a_terre")["os"].niveau("a_terre")


# ---------------------------------------------------------------- what they weigh, what they forbid


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(
    ("id", "n", "competence", "genres", "mod"),
    [
        ("a_terre", 1, "lames", ("attaque",), -20),
        ("a_terre", 1, "esquive", ("defense",), -20),
        ("a_terre", 1, "calme", (), 0),
        ("sonne", 2, "calme", (), -20),
        ("assourdi", 2, "perception", (), -60),
        ("assourdi", 1, "INI", (), -10),
        ("assourdi", 1, "langue_magick", (), -10),
        ("assourdi", 1, "lames", ("attaque",), 0),
        ("enchevetre", 2, "arcs", ("tir",), -20),
        ("extenue", 2, "resistance", (), -20),
        ("extenue", 1, "calme", (), -10),
        ("extenue", 1, "lames", ("attaque",), 0),
        ("aveugle", 1, "arcs", ("tir",), -40),
        ("aveugle", 2, "lames", ("attaque",), -40),
        ("aveugle", 1, "perception", (), -20),
        ("brise", 2, "esquive", ("defense",), -20),
        ("hemorragique", 3, "lames", ("attaque",), 0),
    ],
)
def test_what_each_weighs_on_a_test(id, n, competence, genres, mod):
    assert total(pesent(lieu(bor=avec(id, n))["bor"].cas, competence, genres)) == mod


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(("id", "n", "cases"), [("a_terre", 1, 1), ("sonne", 2, 2), ("extenue", 3, 1), ("brise", 2, 4)])
def test_what_is_left_of_the_mouvement(id, n, cases):
    scene = lieu(bor=avec(id, n))
    assert total(mouvement(scene, scene["bor"])) == cases


@pytest.mark.rule("VM-6.6")
def test_whoever_strikes_somebody_on_the_ground_has_20_more():
    scene = combat(ana=homme("rouge", EPEE), bor=avec("a_terre", camp="bleu", x=1))
    _, oracle = jouer(scene, Attaquer("ana", "bor"), 60, 12)
    assert ("À Terre", 20) in [t[:2] for t in dits(oracle, "essai")[0].terms]


@pytest.mark.rule("VM-6.6")
def test_the_broken_neither_attack_nor_charge_nor_come_nearer_but_may_go_away():
    scene = combat(ana=avec("brise", camp="rouge", equipement=EPEE), bor=homme("bleu", x=1), cyd=homme("bleu", x=9))
    assert refus(scene, Attaquer("ana", "bor")) == "VM-6.6" and refus(scene, Charger("ana", "cyd")) == "VM-6.6"
    loin = combat(ana=avec("brise", camp="rouge"), bor=homme("bleu", x=5))
    assert Deplacer("ana", 1, 0).closed(loin) is not None
    assert Deplacer("ana", -1, 0).closed(loin) is None
    assert pas_d_attaque(loin["bor"]) is None


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize("id", ["enchevetre", "surpris", "inconscient"])
def test_some_conditions_nail_to_the_spot(id):
    assert cloue(lieu(bor=avec(id))["bor"]).rule == "VM-6.6" and cloue(lieu(bor=avec("sonne"))["bor"]) is None


@pytest.mark.rule("VM-6.6")
def test_the_unconscious_lie_down_and_cannot_act():
    scene = gagner_etat(lieu(bor=homme()), Scripted([]), "bor", "inconscient")
    assert {e.id for e in scene["bor"].etats} == {"a_terre", "inconscient"} and not scene["bor"].peut_agir


# ---------------------------------------------------------------- the end of a Round


@pytest.mark.rule("VM-6.6", "VM-2.2")
def test_surprise_is_over_at_the_end_of_the_round():
    scene, _ = fin(lieu(bor=avec("surpris")))
    assert not scene["bor"].etats and scene["bor"].peut_agir


@pytest.mark.rule("VM-6.6")
def test_blood_is_lost_level_by_level_whatever_the_armour_and_wounds_nobody():
    scene = lieu(bor=avec("hemorragique", 3, fiche={"armure": 5}, pb_perdus=8, avantages=2))
    scene, oracle = fin(scene)
    assert (scene["bor"].pb, scene["bor"].avantages) == (1, 0) and dits(oracle, "pb_perdus")[0]["points"] == 3
    scene, _ = fin(scene)
    assert scene["bor"].pb == 0 and not scene["bor"].blessures and scene["bor"].a_zero == 0


@pytest.mark.rule("VM-6.6")
def test_at_zero_the_bleeding_faint_and_then_die_unless_they_resist():
    scene = lieu(bor=avec("hemorragique", 2, pb_perdus=12, a_zero=0))
    tient, oracle = fin(scene, 10)
    assert tient == scene and dits(oracle, "essai")[0]["valeur"] == 30 - 20
    evanoui, _ = fin(scene, 11)
    assert evanoui["bor"].niveau("inconscient") and evanoui["bor"].vie == "actif"
    assert fin(evanoui, 10)[0]["bor"].vie == "actif"
    protege = evanoui.put(replace(evanoui["bor"], protege=True))
    assert fin(protege)[0] == protege and laisser_passer(protege, Scripted([]), HEURE)["bor"].vie == "actif"
    assert fin(evanoui, 11)[0]["bor"].vie == "mort"


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(("n", "END", "perdus"), [(1, 30, 3), (2, 30, 6), (1, 60, 0), (3, 42, 8)])
def test_fire_burns_through_armour_but_not_through_toughness(n, END, perdus):
    fiche = {"END": END, "armure": 9, "pb_fixes": 20}
    scene, oracle = fin(lieu(bor=avec("enflamme", n, fiche=fiche)))
    assert scene["bor"].pb_perdus == perdus
    burnt = next(e for e in oracle.events if e.what in ("degats", "sans_mal"))
    assert max(0, total(burnt.terms)) == perdus


@pytest.mark.rule("VM-6.6")
def test_fire_inflicts_no_critical_wound_and_dies_after_a_minute():
    scene = gagner_etat(lieu(bor=homme(pb_perdus=11)), Scripted([]), "bor", "enflamme", 3)
    brule, _ = fin(scene)
    assert brule["bor"].pb == 0 and not brule["bor"].blessures
    assert ecouler(scene, Scripted([]), MINUTE - 1)["bor"].niveau("enflamme") == 3
    assert not ecouler(scene, Scripted([]), MINUTE)["bor"].etats
    sans_fin = lieu(bor=avec("enflamme", fiche={"END": 70}))
    assert not laisser_passer(sans_fin, Scripted([]), HEURE)["bor"].etats


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(
    ("id", "n", "de", "reste"),
    [("sonne", 3, 10, 2), ("sonne", 4, 40, 4), ("sonne", 1, 20, 0), ("sonne", 2, 1, 0),
     ("aveugle", 2, 50, 1), ("aveugle", 2, 51, 2), ("aveugle", 3, 35, 0), ("brise", 2, 50, 1), ("brise", 2, 51, 2)],
)  # fmt: skip
def test_recovery_takes_one_level_and_one_for_each_dr(id, n, de, reste):
    scene = lieu(bor=avec(id, n, END=40 if id == "sonne" else 30))
    assert fin(scene, de)[0]["bor"].niveau(id) == reste


@pytest.mark.rule("VM-6.6")
def test_the_stubborn_do_not_recover_at_the_end_of_a_round():
    scene = lieu(bor=avec("sonne", 2, etat={"fin": 60, "tenace": "duree"}))
    assert fin(scene)[0] == scene and not en_peril(scene["bor"])


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(("x", "engage", "teste"), [(4, False, True), (3, False, False), (9, True, False)])
def test_the_broken_recover_only_out_of_reach(x, engage, teste):
    scene = combat([("ana", "bor")] if engage else [], ana=avec("brise", camp="rouge"), bor=homme("bleu", x=x))
    apres, _ = fin(scene, *((1,) if teste else ()))
    assert bool(apres["ana"].niveau("brise")) != teste


@pytest.mark.rule("VM-6.6", "VM-2.15")
def test_avantages_help_the_broken_to_recover():
    _, oracle = fin(lieu(bor=avec("brise", avantages=2)), 50)
    assert dits(oracle, "essai")[0]["valeur"] == 30 + 20 + 20


@pytest.mark.rule("VM-6.6")
def test_deafness_passes_after_ten_minutes_unless_it_is_stubborn():
    scene = gagner_etat(lieu(bor=homme(), cyd=homme()), Scripted([]), "bor", "assourdi")
    scene = recevoir_etat(scene, Scripted([]), "cyd", Etat("assourdi", tenace="guerison"))
    scene = laisser_passer(scene, Scripted([]), 10 * MINUTE)
    assert not scene["bor"].etats and scene["cyd"].niveau("assourdi") == 1


# ---------------------------------------------------------------- time outside fights


@pytest.mark.rule("VM-5.4", "VM-5.9")
def test_left_alone_those_at_zero_faint_and_the_worst_wounded_die():
    plaies = [{"id": f"p{i}", "nom": "x", "zone": "corps"} for i in range(4)]
    scene = lieu(bor=homme(pb_perdus=12, a_zero=0), cyd=homme(pb_perdus=12, a_zero=0, blessures=plaies))
    court = laisser_passer(scene, Scripted([]), 2 * ROUND)
    assert not court["bor"].niveau("inconscient")
    scene = laisser_passer(scene, Scripted([]), HEURE)
    assert scene["bor"].niveau("inconscient") and scene["bor"].vie == "actif" and scene["cyd"].vie == "mort"
    assert scene.clock == HEURE


@pytest.mark.rule("VM-6.6")
def test_a_minute_of_peace_clears_the_head_without_dice():
    etats = [{"id": "sonne", "niveaux": 3}, {"id": "surpris"}, {"id": "brise"}, {"id": "extenue"}]
    tetu = homme(etats=[{"id": "aveugle", "tenace": "duree", "fin": HEURE}])
    scene = lieu(ana=homme(etats=etats, x=50), bor=tetu, cyd=avec("brise", camp="rouge"), dan=homme("bleu"))
    assert laisser_passer(scene, Scripted([]), MINUTE - 1)["ana"].etats == scene["ana"].etats
    apres = laisser_passer(scene, Scripted([]), MINUTE)
    assert [e.id for e in apres["ana"].etats] == ["extenue"] and apres["bor"].niveau("aveugle")
    assert apres["cyd"].niveau("brise")  # an enemy is near


@pytest.mark.rule("VM-6.6")
def test_left_alone_the_bleeding_die():
    scene = lieu(bor=avec("hemorragique", 2))
    scene = laisser_passer(scene, Scripted([96] * 8), HEURE)
    assert scene["bor"].vie == "mort" and scene.clock == HEURE


# ---------------------------------------------------------------- what one can do about it


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(
    ("force", "des", "reste"),
    [(45, (10, 44), 0), (45, (50, 44), 3), (45, (30, 46), 2), (0, (20, 40), 0), (0, (30, 10), 3)],
)
def test_tearing_free_is_an_opposed_test_of_force_against_the_bond(force, des, reste):
    scene = combat(ana=avec("enchevetre", 3, camp="rouge", etat={"niveaux": 3, "force": force}), bor=homme("bleu", x=5))
    apres, oracle = jouer(scene, SeDegager("ana"), *des)
    assert apres["ana"].niveau("enchevetre") == reste and apres.encounter.action
    jets = dits(oracle, "jet")
    assert [j["valeur"] for j in jets] == [30, force or 30]


@pytest.mark.rule("VM-6.6")
def test_the_odds_of_tearing_free():
    scene = lieu(ana=avec("enchevetre", 1, etat={"force": 30}))
    assert 0.45 < odds(SeDegager("ana"), scene).p(True) < 0.55
    faible = lieu(ana=avec("enchevetre", 1, etat={"force": 50}))
    assert odds(SeDegager("ana"), faible).p(True) < odds(SeDegager("ana"), scene).p(True)


@pytest.mark.rule("VM-6.6")
def test_putting_out_ones_own_flames_is_done_on_the_ground():
    scene = combat(ana=avec("enflamme", 3, camp="rouge"), bor=homme("rouge", x=1), cyd=homme("bleu", x=5))
    soi, _ = jouer(scene, Etouffer("ana", "ana"), 10)
    assert soi["ana"].niveau("enflamme") == 0 and soi["ana"].niveau("a_terre") == 1 and soi.encounter.action
    autre = combat(bor=homme("rouge", x=1), ana=avec("enflamme", 3, camp="rouge"), cyd=homme("bleu", x=5))
    apres, _ = jouer(autre, Etouffer("bor", "ana"), 30)
    assert apres["ana"].niveau("enflamme") == 2 and not apres["bor"].etats
    apres, oracle = jouer(autre, Etouffer("bor", "ana"), 31)
    assert apres["ana"].niveau("enflamme") == 3 and not dits(oracle, "secours")[0]["reussi"]
    assert odds(Etouffer("bor", "ana"), autre).p(True) == pytest.approx(0.30)


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(
    ("fiche", "objets", "valeur"),
    [({"INT": 40}, {}, 20), ({"INT": 40}, TROUSSE, 30), ({"INT": 40, "competences": {"guerison": 10}}, {}, 50),
     ({"INT": 40, "competences": {"guerison": 10}}, TROUSSE, 60)],
)  # fmt: skip
def test_stopping_the_blood_with_or_without_the_art(fiche, objets, valeur):
    scene = lieu(ana=homme(equipement=objets, fiche=fiche), bor=avec("hemorragique", 4, x=1))
    apres, oracle = jouer(scene, Panser("ana", "bor"), 12)
    assert dits(oracle, "essai")[0]["valeur"] == valeur
    assert apres["bor"].niveau("hemorragique") == max(0, 4 - 1 - (valeur // 10 - 1))


@pytest.mark.rule("VM-6.6", "VM-5.4")
def test_waking_somebody_who_has_points_left():
    scene = lieu(ana=homme(), bor=avec("inconscient", x=1), cyd=avec("inconscient", y=1, pb_perdus=12, a_zero=3))
    apres, _ = jouer(scene, Ranimer("ana", "bor"), 10)
    assert not apres["bor"].niveau("inconscient")
    assert refus(scene, Ranimer("ana", "cyd")) == "VM-5.4"
    assert refus(lieu(ana=avec("inconscient")), Ranimer("ana", "ana")) == "VM-5.4"


@pytest.mark.rule("VM-6.6", "VM-3.30")
def test_wax_in_the_ears_takes_somebody_who_knows_guerison():
    sourd = avec("assourdi", 1, x=1, etat={"tenace": "guerison"})
    scene = lieu(ana=homme(), bor=sourd, cyd=homme(fiche={"competences": {"guerison": 0}}))
    assert refus(scene, NettoyerOreilles("ana", "bor")) == "VM-3.30"
    assert refus(scene, SeRessaisir("bor", "etat", "assourdi")) == "VM-4.10"  # nothing to spend
    apres, oracle = jouer(scene, NettoyerOreilles("cyd", "bor"), 50)
    assert not apres["bor"].etats and dits(oracle, "essai")[0]["valeur"] == 50


@pytest.mark.rule("VM-6.6", "VM-3.31")
def test_washing_removes_what_only_washing_removes():
    etats = [{"id": "extenue", "tenace": "lavage"}, {"id": "sonne", "tenace": "duree", "fin": 9000}]
    scene = lieu(bor=homme(etats=etats), cyd=homme())
    apres, _ = jouer(scene, SeLaver("bor"))
    assert [e.id for e in apres["bor"].etats] == ["sonne"] and apres.clock == 10 * MINUTE
    assert refus(scene, SeLaver("cyd")) == "VM-3.31"
    assert refus(combat(bor=homme("rouge", etats=etats), cyd=homme("bleu")), SeLaver("bor")) == "VM-3.31"


@pytest.mark.rule("VM-6.6")
def test_rallying_the_broken():
    scene = combat(ana=homme("rouge", PRE=45), bor=avec("brise", 3, camp="rouge", x=9), cyd=homme("bleu", x=20))
    apres, _ = jouer(scene, Rallier("ana", "bor"), 35)
    assert apres["bor"].niveau("brise") == 1 and apres.encounter.action
    for refuse in (
        avec("brise", camp="rouge", x=11),
        avec("brise", camp="bleu", x=1),
        homme("rouge", x=1),
        homme("rouge", x=1, etats=[{"id": "brise"}, {"id": "assourdi"}]),
    ):
        assert refus(combat(ana=homme("rouge"), bor=refuse, cyd=homme("bleu")), Rallier("ana", "bor")) == "VM-6.6"
    brises = combat(ana=avec("brise", camp="rouge"), bor=avec("brise", camp="rouge", x=1), cyd=homme("bleu", x=30))
    assert refus(brises, Rallier("ana", "bor")) == "VM-6.6" and refus(brises, Rallier("ana", "ana")) == "VM-6.6"


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize("genre", [Etouffer, Panser])
def test_help_is_for_the_living_within_reach_who_need_it(genre):
    id = genre.etat
    scene = combat(ana=homme(), loin=avec(id, x=2), mort=avec(id, vie="mort"), sain=homme(), bon=avec(id, x=1))
    assert genre("ana", "loin").closed(replace(scene, encounter=None)) is None  # outside fights one walks up to him
    assert [genre("ana", q).closed(scene) is None for q in ("loin", "mort", "sain", "bon")] == [False] * 3 + [True]
    assert refus(scene, genre("ana", "zoe")) == "VM-1.2" and refus(scene, genre("zoe", "bon")) == "VM-1.2"
    assert refus(scene, genre("mort", "bon")) == "VM-5.9"
