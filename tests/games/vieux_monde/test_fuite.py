"""Out of the melee: by Avantage, by Esquive, by flight and the blow in the back; out of the fight."""

from fractions import Fraction

import pytest

from reading import read
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Deplacer
from tablee.games.vieux_monde.book.c2_coups.fuite import Desengager, Fuir, Revenir, offers
from tablee.games.vieux_monde.model.people import Effet, Etat
from tablee.kernel.odds import odds

from .champ import change, combat, dits, homme, lieu, paires, termes, tour
from .essais import dit, jouer, refus

DUEL = ("ana", "bor")


def duel(**plus):
    return combat(DUEL, ana=homme("rouge", **plus), bor=homme("bleu", 1))


@pytest.mark.rule("VM-2.10")
def test_a_melee_attack_makes_both_engaged():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 1))
    scene, _ = jouer(scene, Attaquer("ana", "bor"), 60, 30)
    assert paires(scene) == {frozenset(DUEL)}


# ---------------------------------------------------------------- by Avantage


@pytest.mark.rule("VM-2.12")
@pytest.mark.parametrize(
    ("mien", "sien", "ouvert"), [(1, 0, True), (3, 2, True), (2, 2, False), (1, 3, False), (0, 0, False)]
)
def test_strictly_more_avantages_than_the_other(mien, sien, ouvert):
    scene = change(change(duel(), "ana", avantages=mien), "bor", avantages=sien)
    if not ouvert:
        assert refus(scene, Desengager("ana", "avantage")) == "VM-2.12"
        return
    scene, oracle = jouer(scene, Desengager("ana", "avantage"))
    assert (scene["ana"].avantages, scene["bor"].avantages) == (0, sien)
    assert paires(scene) == set()
    assert not scene.encounter.action  # the Action stays free
    assert dit(oracle, "desengage").rule == "VM-2.12"


@pytest.mark.rule("VM-2.12")
def test_more_than_each_of_those_he_is_engaged_with():
    scene = combat(
        DUEL,
        ("ana", "cid"),
        ana=homme("rouge", avantages=3),
        bor=homme("bleu", 1, avantages=1),
        cid=homme("bleu", -1, avantages=3),
    )
    assert refus(scene, Desengager("ana", "avantage")) == "VM-2.12"
    assert "Cid" in read(scene, Desengager("ana", "avantage").closed(scene))
    scene, _ = jouer(change(scene, "cid", avantages=2), Desengager("ana", "avantage"))
    assert paires(scene) == set()


@pytest.mark.rule("VM-2.12", "VM-2.8")
def test_once_free_he_may_charge_somebody_else():
    scene = combat(DUEL, ana=homme("rouge", avantages=1), bor=homme("bleu", 1), cid=homme("bleu", 0, 4))
    scene, _ = jouer(scene, Desengager("ana", "avantage"))
    scene, _ = jouer(scene, Charger("ana", "cid"), 60, 30)
    assert paires(scene) == {frozenset(("ana", "cid"))}


# ---------------------------------------------------------------- by Esquive


@pytest.mark.rule("VM-2.13")
def test_esquive_won_gives_an_avantage_and_the_free_use_of_the_mouvement():
    scene = duel(AGI=40)
    scene, oracle = jouer(scene, Desengager("ana", "esquive"), 10, 60)
    mien, sien = dits(oracle, "essai")
    assert (mien["competence"], mien["valeur"], sien["competence"], sien["valeur"]) == ("Esquive", 40, "Lames", 30)
    assert (scene["ana"].avantages, scene["bor"].avantages) == (1, 0)
    assert paires(scene) == set()
    assert scene.encounter.action  # ruling: it costs the Action
    assert Deplacer("ana", -4, 0).closed(scene) is None


@pytest.mark.rule("VM-2.13")
def test_esquive_lost_gives_the_other_one_and_he_stays():
    scene = duel()
    scene, oracle = jouer(scene, Desengager("ana", "esquive"), 60, 10)
    assert (scene["ana"].avantages, scene["bor"].avantages) == (0, 1)
    assert paires(scene) == {frozenset(DUEL)}
    assert scene.encounter.action
    assert dit(oracle, "reste_engage").target == "bor"
    assert refus(scene, Deplacer("ana", -4, 0)) == "VM-2.13"
    assert Fuir("ana", -4, 0).closed(scene) is None  # unless he flees


@pytest.mark.rule("VM-2.13", "VM-2.15")
def test_the_best_of_them_opposes_and_avantages_count_on_both_sides():
    scene = combat(
        DUEL,
        ("ana", "cid"),
        ana=homme("rouge", avantages=2),
        bor=homme("bleu", 1, CC=50),
        cid=homme("bleu", -1, CC=35, avantages=2, competences={"lames": 5}),
    )
    scene, oracle = jouer(scene, Desengager("ana", "esquive"), 60, 10)
    mien, sien = dits(oracle, "essai")
    assert (mien["valeur"], sien.who, sien["valeur"]) == (50, "cid", 60)
    assert (scene["bor"].avantages, scene["cid"].avantages) == (0, 3)
    libre, _ = jouer(tour(scene, action=False), Desengager("ana", "esquive"), 1, 96)
    assert paires(libre) == set()  # free from all


@pytest.mark.rule("VM-2.13")
def test_what_helps_to_parry_does_not_help_to_slip_away():
    aides = (Effet("Garde", "parade", 5), Effet("Ruse", "defense", 10))
    _, oracle = jouer(change(duel(), "ana", effets=aides), Desengager("ana", "esquive"), 10, 60)
    assert dits(oracle, "essai")[0]["valeur"] == 40
    _, oracle = jouer(
        change(duel(), "bor", effets=(Effet("Fureur", "attaque", 10),)), Desengager("ana", "esquive"), 60, 10
    )
    assert dits(oracle, "essai")[1]["valeur"] == 40


@pytest.mark.rule("VM-2.13")
def test_who_cannot_disengage():
    assert refus(combat(ana=homme("rouge"), bor=homme("bleu", 1)), Desengager("ana", "esquive")) == "VM-2.10"
    assert refus(tour(duel(), action=True), Desengager("ana", "esquive")) == "VM-2.1"
    assert refus(duel(), Desengager("bor", "esquive")) == "VM-2.1"
    assert refus(duel(), Desengager("ana", "ruse")) == "VM-2.12"
    assert Desengager("ana", "avantage").closed(tour(duel(avantages=1), action=True)) is None


@pytest.mark.rule("VM-2.13")
def test_the_chance_of_getting_free():
    scene = duel(AGI=60)
    chance = odds(Desengager("ana", "esquive"), scene).p(True)
    assert 0.7 < chance < 0.85
    assert odds(Desengager("ana", "esquive"), duel(AGI=20)).p(True) < 0.45


# ---------------------------------------------------------------- flight


@pytest.mark.rule("VM-2.54", "VM-2.55")
def test_a_blow_in_the_back_then_away():
    scene = duel(END=90)  # nothing gets through
    scene, oracle = jouer(scene, Fuir("ana", -4, 0), 59)
    essai = dit(oracle, "essai")
    assert essai.who == "bor"
    assert (essai["valeur"], termes(essai)["Dos tourné"], termes(essai)["Avantages"]) == (60, 20, 10)
    assert (scene["ana"].x, scene["bor"].avantages) == (-4, 1)
    assert paires(scene) == set()
    assert not scene.encounter.action
    assert refus(scene, Deplacer("ana", -5, 0)) == "VM-2.6"  # the whole Mouvement goes into it


@pytest.mark.rule("VM-2.55", "VM-2.17")
def test_the_free_blow_is_not_opposed_and_wounding_gives_one_avantage_more():
    scene = duel()
    scene, oracle = jouer(scene, Fuir("ana", -4, 0), 35)
    assert not oracle.asked  # nobody defends himself
    degats = dit(oracle, "degats")
    assert degats["points"] == 3 + 4 + 3 - 3  # own DR, blade, BF, less BE
    assert scene["bor"].avantages == 2
    assert scene["ana"].x == -4


@pytest.mark.rule("VM-2.55")
@pytest.mark.parametrize(("de", "touche"), [(60, True), (61, False)])
def test_it_hits_on_a_success_plus_zero_included(de, touche):
    _, oracle = jouer(duel(), Fuir("ana", -4, 0), de)
    assert bool(dits(oracle, "degats")) == touche


@pytest.mark.rule("VM-2.55")
def test_each_adversary_engaged_gains_the_avantage_and_the_blow():
    scene = combat(
        DUEL,
        ("ana", "cid"),
        ana=homme("rouge", END=90),
        bor=homme("bleu", 1),
        cid=homme("bleu", 1, 1),
        dan=homme("bleu", -1, -1),
    )
    scene, oracle = jouer(scene, Fuir("ana", -4, 0), 70, 71)
    assert [e.who for e in dits(oracle, "essai")] == ["bor", "cid"]
    assert [scene[q].avantages for q in ("bor", "cid", "dan")] == [1, 1, 0]


@pytest.mark.rule("VM-2.54")
def test_whoever_is_struck_down_gets_no_further_and_his_tour_is_over():
    scene = duel(pb_perdus=19)
    scene, oracle = jouer(scene, Fuir("ana", -4, 0), 58, 1)  # below 0: a critical wound is rolled
    assert scene["ana"].x == 0
    assert dits(oracle, "fuite_arretee")
    assert scene["ana"].pb == 0


@pytest.mark.rule("VM-2.54")
def test_flight_leads_away_from_the_enemy():
    scene = duel()
    assert refus(scene, Fuir("ana", 1, 1)) == "VM-2.54"  # no further from bor than before
    assert refus(scene, Fuir("ana", -5, 0)) == "VM-2.6"
    assert refus(combat(ana=homme("rouge"), bor=homme("bleu", 1)), Fuir("ana", -4, 0)) == "VM-2.54"
    assert refus(tour(scene, marche=4), Fuir("ana", -4, 0)) == "VM-2.54"
    assert refus(lieu(ana=homme("rouge")), Fuir("ana", -4, 0)) == "VM-2.1"
    assert Fuir("ana", -1, 0).closed(tour(scene, action=True)) is None


@pytest.mark.rule("VM-2.54", "VM-2.2")
def test_leaving_the_fight_altogether():
    scene = combat(DUEL, ana=homme("rouge", avantages=2), bor=homme("bleu", 1), cid=homme("rouge", 9))
    scene, oracle = jouer(scene, Fuir("ana", quitter=True), 70)
    assert (scene["ana"].vie, scene["ana"].avantages) == ("parti", 0)
    assert scene.turn() == ("bor",)
    assert dits(oracle, "depart_du_combat")
    assert refus(scene, Revenir("ana")) == "VM-2.54"
    seul = combat(ana=homme("rouge", monture="roc"), roc=homme("rouge", taille="Grande"), bor=homme("bleu", 9))
    seul, _ = jouer(seul, Fuir("ana", quitter=True))
    assert seul.encounter is None  # nobody is left on his side
    assert seul["roc"].vie == "parti"
    for who in ("ana", "roc"):  # one does not come back without the other
        retour, _ = jouer(seul, Revenir(who))
        assert retour["ana"].vie == retour["roc"].vie == "actif"
    seul = retour
    assert refus(seul, Revenir("ana")) == "VM-2.54"


@pytest.mark.rule("VM-2.55")
def test_the_chance_of_getting_away_untouched():
    assert odds(Fuir("ana", -4, 0), duel()).p(True, exact=True) == Fraction(40, 100)


@pytest.mark.rule("VM-2.55")
def test_somebody_who_cannot_act_strikes_nobody():
    scene = change(duel(), "bor", etats=(Etat("surpris"),))
    assert refus(scene, Fuir("ana", -4, 0)) == "VM-2.54"  # nobody holds him


@pytest.mark.rule("VM-2.55")
def test_the_broken_gain_the_avantage_and_strike_nobody():
    scene, oracle = jouer(change(duel(), "bor", etats=(Etat("brise"),)), Fuir("ana", -4, 0))
    assert not dits(oracle, "essai")
    assert (scene["bor"].avantages, scene["ana"].x) == (1, -4)


@pytest.mark.rule("VM-2.55", "VM-2.13")
def test_a_weapon_nobody_taught_him_is_not_what_he_strikes_with():
    fleau = {"id": "fleau", "nom": "Fléau", "competence": "fleaux", "degats": 9}
    scene = combat(DUEL, ana=homme("rouge", END=90), bor=homme("bleu", 1, armes=(fleau,)))
    _, oracle = jouer(scene, Fuir("ana", -4, 0), 70)
    assert dit(oracle, "essai")["competence"] == "Corps à corps"
    _, oracle = jouer(scene, Desengager("ana", "esquive"), 10, 60)
    assert dits(oracle, "essai")[1]["competence"] == "Corps à corps"


def test_the_buttons_of_one_who_is_held():
    scene = duel()
    offertes = list(offers(scene, scene["ana"]))
    assert offertes == [
        Desengager("ana", "avantage"),
        Desengager("ana", "esquive"),
        Fuir("ana", -4, 0),
        Fuir("ana", quitter=True),
    ]
    assert list(offers(change(scene, "ana", vie="parti"), change(scene, "ana", vie="parti")["ana"])) == [Revenir("ana")]
