"""The escarmouche: one initiative for a side, tours of one round, no doubles, no squares, fewer opportunities."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.budget import peut_doubler
from tablee.games.terre_natale.book.c8_confrontation.escarmouche import Rejoindre, SEloigner, echelle
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager, Passer
from tablee.games.terre_natale.book.c8_confrontation.mouvement import SeDeplacer
from tablee.games.terre_natale.model.confrontation import Attente, Budget
from tablee.kernel.live import Scripted

from .jeu import dit, jouer, scene

# Everybody: 10 in all, a Déplacement of 5. Alys and Ana against Bor; Ana is the better at Initiative.
ARC = {"armes": [{"modele": "arc_long", "munitions": 2}]}


def engagee(*dice, **autres):
    """The first tour of an escarmouche: three dice for each side, Alys's first."""
    gens = {
        "alys": {"fiche": {"destinee": 0}, "camp": "rouge"},
        "ana": {"fiche": {"destinee": 0, "competences": {"initiative": 3}}, "camp": "rouge", "y": 3},
        "bor": {"fiche": {"destinee": 0}, "camp": "bleu", "x": 4},
    }
    for who, more in autres.items():
        gens[who] = {**gens[who], **more}
    return jouer(scene(**gens), Engager("alys", format="escarmouche"), *(dice or (5, 4, 2, 3, 2, 1)))


@pytest.mark.rule("TN-8.3", "TN-8.433")
def test_the_best_of_each_side_tests_and_all_of_the_side_act_on_it():
    s, oracle = engagee()
    camps = [(e.who, e["camp"], e["score"]) for e in oracle.events if e.what == "initiative_du_camp"]
    assert camps == [("ana", "rouge", 14), ("bor", "bleu", 6)]  # 11 + 3, and 6
    assert s.encounter.initiatives == {"alys": 14, "ana": 14, "bor": 6}
    assert "tn.initiative" not in [q.key for q in oracle.asked]  # nobody chooses one
    assert all(b == Budget() for b in s.encounter.budgets.values())  # two ACTS each


@pytest.mark.rule("TN-8.3", "TN-8.20", "TN-8.21")
def test_there_is_no_count_down_a_tour_is_one_round():
    s, _ = engagee(6, 5, 5, 6, 5, 5)  # 19 and 16: in an affrontement both would have a second round
    order = []
    while s.encounter.tour == 1:
        order.append(s.encounter.passe)
        s = Passer(order[-1]).resolve(s, Scripted((5, 4, 2, 3, 2, 1)))
    assert order == ["alys", "ana", "bor"]
    assert (s.encounter.tour, s.encounter.manche) == (2, 1)


@pytest.mark.rule("TN-8.3", "TN-8.71")
def test_nothing_is_doubled():
    s, _ = engagee(bor={"x": 1})
    assert not peut_doubler(s, "alys")
    s, _ = jouer(s, Attaquer("alys", "bor"), 1, 2, 3)
    assert s.encounter.suite is None


@pytest.mark.rule("TN-8.3", "TN-8.68")
def test_one_joins_somebody_near_for_a_simple_action_far_for_a_complex_one():
    s, _ = engagee()
    assert echelle(s, s["alys"], s["bor"]) == "proximite"
    apres, oracle = jouer(s, Rejoindre("alys", "bor"))
    assert echelle(apres, apres["alys"], apres["bor"]) == "contact" and dit(oracle, "rejoint").target == "bor"
    assert apres.encounter.budgets["alys"].acts == 1
    assert Rejoindre("alys", "ana").closed(apres) is not None  # one movement a round
    assert Rejoindre("alys", "bor").closed(apres).rule == "TN-8.3"
    loin, _ = engagee(bor={"x": 20})
    assert echelle(loin, loin["alys"], loin["bor"]) == "loin"
    apres, _ = jouer(loin, Rejoindre("alys", "bor"))
    assert apres.encounter.budgets["alys"].acts == 0 and echelle(apres, apres["alys"], apres["bor"]) == "contact"
    un = replace(loin, encounter=replace(loin.encounter, budgets={"alys": Budget(acts=1)}))
    assert Rejoindre("alys", "bor").closed(un).rule == "TN-8.83"


@pytest.mark.rule("TN-8.3", "TN-8.274")
def test_nobody_takes_a_movement_as_an_opportunity():
    s, _ = engagee(bor={"x": 1})
    s = replace(s, encounter=replace(s.encounter, attentes={"bor": Attente(preparee="opportunite")}))
    apres, oracle = jouer(s, SEloigner("alys"))
    assert not oracle.asked and echelle(apres, apres["alys"], apres["bor"]) == "proximite"
    assert SEloigner("alys").closed(engagee()[0]).rule == "TN-8.3"


@pytest.mark.rule("TN-8.3", "TN-8.346")
def test_a_shot_at_contact_is_still_one():
    s, _ = engagee(alys={"equipement": ARC}, bor={"x": 1})
    s = replace(s, encounter=replace(s.encounter, attentes={"bor": Attente(preparee="opportunite")}))
    _, oracle = jouer(s, Attaquer("alys", "bor"), 1, 2, 3, 4, 5, 4, 3)  # the bow is put to the test
    assert [q.who for q in oracle.asked if q.key == "tn.opportunite"] == ["bor"]


@pytest.mark.rule("TN-8.3", "TN-8.362")
def test_there_are_no_squares_to_go_to():
    s, _ = engagee()
    assert SeDeplacer("alys", 1, 0).closed(s).rule == "TN-8.3"
    assert not list(game.reach(s, "alys"))
    affrontement = replace(s, encounter=replace(s.encounter, format="affrontement"))
    assert Rejoindre("alys", "bor").closed(affrontement).rule == "TN-8.3"
    assert game.tactics["simple"].act(s, "alys") == Rejoindre("alys", "bor")
