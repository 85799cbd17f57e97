"""Getting well: nights, care, critical wounds dressed and operated on, days that go by."""

import pytest
from msgspec.structs import replace

from tablee.games.vieux_monde.book.c5_blessures.blessures import CRITIQUES, blesser
from tablee.games.vieux_monde.book.c5_blessures.mort import a_l_agonie, guerir
from tablee.games.vieux_monde.book.c5_soins.soins import Attendre, Dormir, Operer, Soigner, Traiter, offers
from tablee.games.vieux_monde.model.people import HEURE, JOUR
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import jouer, refus
from .plaies import combat, dits, homme, lieu

TROUSSE = {"objets": ["trousse_de_soins"]}


def medecin(**autres):
    """INT 40, Guérison 50, a kit."""
    fiche = {"INT": 40, "competences": {"guerison": 10}, **autres.pop("fiche", {})}
    return homme(equipement=autres.pop("equipement", TROUSSE), fiche=fiche, **autres)


def blesse(famille, i, **autres):
    """Ana the surgeon and Bor with one critical wound, 40 PB, nothing else."""
    scene = lieu(ana=medecin(), bor=homme(x=1, fiche={"END": 90, "pb_fixes": 40}, **autres))
    zone = {"tete": "tete", "bras": "bras_droit", "corps": "corps", "jambe": "jambe_gauche"}[famille]
    scene = blesser(scene, Scripted([1]), "bor", zone, CRITIQUES[famille][i])
    return scene.put(replace(scene["bor"], etats=(), pb_perdus=0))


# ---------------------------------------------------------------- nights


@pytest.mark.rule("VM-5.12")
@pytest.mark.parametrize(("de", "rendus"), [(50, 3), (49, 4), (1, 8), (51, 0), (96, 0)])
def test_a_night_gives_back_dr_and_be_if_an_accessible_test_succeeds(de, rendus):
    scene, oracle = jouer(lieu(bor=homme(pb_perdus=11)), Dormir("bor"), de)
    assert scene["bor"].pb_perdus == 11 - rendus and scene.clock == 8 * HEURE
    assert dits(oracle, "essai")[0]["valeur"] == 30 + 20
    if rendus:
        (dit,) = dits(oracle, "gueri")
        assert total(dit.terms) == rendus == dit["points"]
    else:
        assert dits(oracle, "mauvaise_nuit")


@pytest.mark.rule("VM-5.12")
def test_the_odds_of_a_night_are_those_of_the_test():
    scene = lieu(bor=homme(pb_perdus=12, a_zero=5, etats=[{"id": "a_terre"}, {"id": "inconscient"}]))
    assert odds(Dormir("bor"), scene, "gueri").p(True) == pytest.approx(0.5)
    assert odds(Dormir("bor"), scene, "points").at_least(4) == pytest.approx(0.49)


@pytest.mark.rule("VM-5.12")
def test_everybody_named_sleeps_the_same_night_and_the_unconscious_may_wake():
    gisant = homme(pb_perdus=12, a_zero=5, etats=[{"id": "a_terre"}, {"id": "inconscient"}])
    scene = lieu(ana=homme(pb_perdus=4), bor=gisant, cyd=homme(pb_perdus=4))
    apres, _ = jouer(scene, Dormir("ana", ("bor", "ana")), 40, 40)
    assert apres["ana"].pb_perdus == 0 and apres["bor"].pb == 4 and apres["bor"].conscient
    assert apres["cyd"].pb_perdus == 4 and apres.clock == 8 * HEURE


@pytest.mark.rule("VM-5.12")
def test_one_good_night_a_day_and_none_in_a_fight_or_for_the_dead():
    scene, _ = jouer(lieu(bor=homme(pb_perdus=9), cyd=homme(vie="mort")), Dormir("bor"), 51)
    assert refus(scene, Dormir("bor")) == "VM-5.12"
    scene, _ = jouer(scene, Attendre("bor", heures=11))
    assert refus(scene, Dormir("bor")) == "VM-5.12"
    scene, _ = jouer(scene, Attendre("bor", heures=1))
    assert Dormir("bor").closed(scene) is None
    assert refus(scene, Dormir("bor", ("cyd",))) == "VM-5.9" and refus(scene, Dormir("bor", ("zoe",))) == "VM-1.2"
    assert refus(combat(ana=homme("rouge"), bor=homme("bleu")), Dormir("ana")) == "VM-5.12"


@pytest.mark.rule("VM-5.12")
def test_a_heavy_sleeper_gets_more_out_of_it():
    scene, _ = jouer(lieu(bor=homme(pb_perdus=11, fiche={"talents": {"sommeil_lourd": 1}})), Dormir("bor"), 50)
    assert scene["bor"].pb_perdus == 11 - 3 - 2


@pytest.mark.rule("VM-6.6")
@pytest.mark.parametrize(("de", "reste"), [(40, 2), (21, 1), (60, 2)])
def test_weariness_goes_with_sleep(de, reste):
    scene = lieu(bor=homme(etats=[{"id": "extenue", "niveaux": 3}], END=40))
    assert jouer(scene, Dormir("bor"), de)[0]["bor"].niveau("extenue") == reste


@pytest.mark.rule("VM-6.6")
def test_stubborn_weariness_does_not():
    scene = lieu(bor=homme(etats=[{"id": "extenue", "tenace": "lavage"}]))
    assert jouer(scene, Dormir("bor"), 10)[0]["bor"].niveau("extenue") == 1


@pytest.mark.rule("VM-5.12")
def test_days_go_by_with_their_nights_and_wounds_close():
    scene = blesse("bras", 6)
    scene, _ = jouer(scene, Attendre("ana", jours=8), *[50] * 16)
    assert scene.clock == 8 * JOUR and not scene["bor"].blessures and not scene["bor"].effets


@pytest.mark.parametrize(("jours", "heures"), [(0, 0), (-1, 5), (61, 0), (0, 24), (1, -1)])
def test_time_has_bounds(jours, heures):
    assert refus(lieu(bor=homme()), Attendre("bor", jours, heures)) == "VM-5.12"


# ---------------------------------------------------------------- care


@pytest.mark.rule("VM-5.13")
@pytest.mark.parametrize(("de", "rendus"), [(50, 4), (49, 5), (9, 9), (51, 0)])
def test_care_gives_back_dr_and_the_healers_intelligence_bonus(de, rendus):
    scene = lieu(ana=medecin(), bor=homme(x=1, pb_perdus=11, INT=90))
    scene, oracle = jouer(scene, Soigner("ana", "bor"), de)
    assert scene["bor"].pb_perdus == 11 - rendus and dits(oracle, "essai")[0]["valeur"] == 50
    assert scene["bor"].soigne == 0
    if rendus:
        assert (dits(oracle, "gueri")[0].who, total(dits(oracle, "gueri")[0].terms)) == ("ana", rendus)


@pytest.mark.rule("VM-5.13")
def test_the_odds_of_care():
    scene = lieu(ana=medecin(), bor=homme(x=1, pb_perdus=11))
    assert odds(Soigner("ana", "bor"), scene).p(True) == pytest.approx(0.5)
    assert odds(Soigner("ana", "bor"), scene, "points").p(4) == pytest.approx(0.01)


@pytest.mark.rule("VM-5.14")
@pytest.mark.parametrize("de", [10, 90])
def test_care_is_given_once_a_day_even_if_it_failed(de):
    scene = lieu(ana=medecin(), bor=homme(x=1, pb_perdus=11), cyd=medecin(y=1))
    scene, _ = jouer(scene, Soigner("ana", "bor"), de)
    assert refus(scene, Soigner("ana", "bor")) == refus(scene, Soigner("cyd", "bor")) == "VM-5.14"
    scene, _ = jouer(scene, Attendre("ana", heures=23))
    assert refus(scene, Soigner("ana", "bor")) == "VM-5.14"
    scene, _ = jouer(scene, Attendre("ana", heures=1))
    assert Soigner("ana", "bor").closed(scene) is None


@pytest.mark.rule("VM-5.13")
@pytest.mark.parametrize(
    ("ana", "bor", "regle"),
    [
        (homme(equipement=TROUSSE), homme(pb_perdus=3), "VM-5.13"),  # knows nothing
        (medecin(equipement={}), homme(pb_perdus=3), "VM-5.13"),  # no kit
        (medecin(), homme(), "VM-5.13"),  # unhurt
        (medecin(), homme(pb_perdus=12, vie="mort"), "VM-5.13"),
        (medecin(etats=[{"id": "inconscient"}]), homme(pb_perdus=3), "VM-5.4"),
    ],
)
def test_care_is_refused_with_its_reason(ana, bor, regle):
    assert refus(lieu(ana=ana, bor=bor), Soigner("ana", "bor")) == regle


@pytest.mark.rule("VM-5.13")
def test_in_a_fight_the_patient_is_beside_the_healer_and_in_peace_one_walks_up_to_him():
    loin = {"ana": medecin(camp="rouge"), "bor": homme("rouge", pb_perdus=3, x=2), "cyd": homme("bleu", x=9)}
    assert refus(combat(**loin), Soigner("ana", "bor")) == "VM-5.13"
    assert Soigner("ana", "bor").closed(lieu(**loin)) is None
    assert Soigner("ana", "bor") in list(offers(lieu(**loin), lieu(**loin)["ana"]))


@pytest.mark.rule("VM-5.13", "VM-5.4")
def test_care_wakes_those_at_zero_and_in_a_fight_takes_the_action():
    gisant = homme("rouge", pb_perdus=12, a_zero=4, x=1, etats=[{"id": "a_terre"}, {"id": "inconscient"}])
    scene = combat(ana=medecin(camp="rouge"), bor=gisant, cyd=homme("bleu", x=9))
    scene, _ = jouer(scene, Soigner("ana", "bor"), 50)
    assert scene["bor"].pb == 4 and scene["bor"].conscient and scene.encounter.action
    assert refus(scene, Soigner("ana", "ana")) == "VM-2.1"


@pytest.mark.rule("VM-5.13")
def test_talents_and_spells_add_to_care():
    effet = {"nom": "Baume", "sur": "soins", "mod": 2, "origine": "sort"}
    doigts = medecin(fiche={"talents": {"doigts_de_couturiere": 2}}, effets=[effet])
    scene, oracle = jouer(lieu(ana=doigts, bor=homme(x=1, pb_perdus=11)), Soigner("ana", "bor"), 58)
    assert dits(oracle, "essai")[0]["valeur"] == 58 and scene["bor"].pb_perdus == 11 - (0 + 4 + 2 + 2)


def test_other_means_heal_too():
    scene, _ = guerir(lieu(bor=homme(pb_perdus=5)), Scripted([]), "bor", (("Sort", 3, "VM-3.29"),), "VM-3.29")
    assert scene["bor"].pb_perdus == 2


# ---------------------------------------------------------------- critical wounds


@pytest.mark.rule("VM-5.9", "VM-6.7")
def test_a_dressed_wound_no_longer_kills_and_heals_in_half_the_time():
    plaies = [{"id": f"p{i}", "nom": "Estafilade", "zone": "corps", "fin": 10 * JOUR} for i in range(4)]
    gisant = homme(pb_perdus=12, a_zero=9, x=1, etats=[{"id": "a_terre"}, {"id": "inconscient"}], blessures=plaies)
    scene = lieu(ana=medecin(), bor=gisant)
    assert a_l_agonie(scene, Scripted([]))["bor"].vie == "mort"
    rate, _ = jouer(scene, Traiter("ana", "bor", "p2"), 61)
    assert a_l_agonie(rate, Scripted([]))["bor"].vie == "mort"
    pansee, oracle = jouer(scene, Traiter("ana", "bor", "p2"), 60)  # the kit gives +10
    assert a_l_agonie(pansee, Scripted([]))["bor"].vie == "actif"
    assert pansee["bor"].blessures[2].fin == 5 * JOUR and dits(oracle, "blessure_pansee")[0]["nom"] == "Estafilade"
    assert refus(pansee, Traiter("ana", "bor", "p2")) == refus(pansee, Traiter("ana", "bor", "p9")) == "VM-5.9"
    assert odds(Traiter("ana", "bor", "p2"), scene).p(True) == pytest.approx(0.6)


@pytest.mark.rule("VM-6.7")
def test_surgery_lets_a_wound_heal_from_then_on():
    scene = blesse("bras", 14)
    (plaie,) = scene["bor"].blessures
    apres, oracle = jouer(scene, Operer("ana", "bor", plaie.id), 30)
    (b,) = apres["bor"].blessures
    assert (b.chirurgie, b.soignee, b.fin, apres.clock) == (False, True, HEURE + 28 * JOUR, HEURE)
    assert dits(oracle, "essai")[0]["valeur"] == 50 - 20 and apres["bor"].effets
    assert refus(apres, Operer("ana", "bor", plaie.id)) == "VM-5.9"


@pytest.mark.rule("VM-6.7")
def test_a_failed_operation_costs_blood_and_may_not_be_tried_again_that_day():
    scene = blesse("bras", 14)
    id = scene["bor"].blessures[0].id
    apres, _ = jouer(scene, Operer("ana", "bor", id), 31)
    assert apres["bor"].pb_perdus == 2 and apres["bor"].niveau("hemorragique") == 1
    assert apres["bor"].blessures[0].chirurgie and refus(apres, Operer("ana", "bor", id)) == "VM-5.9"
    assert Operer("ana", "bor", id).closed(demain(apres)) is None


def demain(scene):
    return replace(scene, clock=JOUR)


@pytest.mark.rule("VM-6.7")
def test_what_is_lost_stays_lost_but_surgery_closes_the_wound():
    scene = blesse("bras", 18)
    id = scene["bor"].blessures[0].id
    apres, _ = jouer(scene, Operer("ana", "bor", id), 30)
    (b,) = apres["bor"].blessures
    assert b.ampute and b.soignee and not b.chirurgie and b.fin is None
    assert apres["bor"].effets == scene["bor"].effets


@pytest.mark.rule("VM-6.7")
def test_surgery_is_refused_with_its_reason():
    scene = blesse("bras", 14)
    id = scene["bor"].blessures[0].id
    legere = blesse("bras", 4)
    assert refus(legere, Operer("ana", "bor", legere["bor"].blessures[0].id)) == "VM-5.9"
    assert refus(scene, Operer("ana", "bor", "rien")) == "VM-5.9"
    assert refus(scene, Operer("bor", "bor", id)) == "VM-5.13"
    ana = scene["ana"]
    assert (
        refus(scene.put(replace(ana, equipement=replace(ana.equipement, objets=()))), Operer("ana", "bor", id))
        == "VM-5.13"
    )


def test_the_buttons_offer_what_may_help():
    scene = blesse("bras", 14)
    tags = {type(a).__name__ for a in offers(scene, scene["ana"])}
    assert tags == {"Traiter", "Operer", "Dormir", "Attendre"}
    hurt = lieu(ana=medecin(), bor=homme(pb_perdus=2))
    assert Soigner("ana", "bor") in list(offers(hurt, hurt["ana"]))
    assert Dormir("ana", ("bor",)) in list(offers(hurt, hurt["ana"]))
