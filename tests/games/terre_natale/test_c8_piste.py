"""Chapter 8 on the page: the count-down as a scale, and what everybody has left of a round."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.mener import NOMS
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation
from tablee.table.state import Desk, Member, PlayOf, StateOf
from tablee.table.visibility import Eyes

from .jeu import scene

QUI = {"alys": "rouge", "bor": "bleu", "cyr": "bleu"}


def aux_prises(**encounter):
    s = scene(**{who: {"fiche": {}, "camp": camp} for who, camp in QUI.items()})
    e = Confrontation(
        initiatives={"alys": 17, "bor": 12, "cyr": 4},
        budgets={who: Budget() for who in QUI},
        passe="bor",
        restent=("cyr",),
    )
    return replace(s, encounter=replace(e, **encounter))


def places(lane):
    return {spot.who: (spot.at, spot.state) for spot in lane.spots}


@pytest.mark.rule("TN-8.20", "TN-8.21", "TN-8.23")
def test_each_round_is_ten_lower_and_only_those_above_0_have_a_passe_in_it():
    track = game.track(aux_prises())
    first, second = track.lanes
    assert track.now == 1
    assert places(first) == {"alys": (17, "done"), "bor": (12, "now"), "cyr": (4, "to_come")}
    assert places(second) == {"alys": (7, "to_come"), "bor": (2, "to_come")}


@pytest.mark.rule("TN-8.67")
def test_a_passe_that_a_quick_action_would_cost_says_so_to_its_owner_alone():
    s = aux_prises()
    _, second = game.track(s).lanes
    assert {spot.who: spot.lost_by for spot in second.spots} == {"alys": "", "bor": "action rapide"}
    paid = aux_prises(budgets={who: Budget(actr=False) for who in QUI})
    assert not any(spot.lost_by for spot in game.track(paid).lanes[1].spots)
    state = StateOf(PlayOf(s), Desk("t", "salt", {"alys": "a"}))
    track = Eyes(game, state, Member("a", "A", "player", "fr")).track()
    assert [spot.lost_by for lane in track.lanes for spot in lane.spots if spot.lost_by] == []


@pytest.mark.rule("TN-8.22")
def test_a_third_round_is_there_for_who_is_quick_enough_and_says_that_it_is_harder():
    *_, third = game.track(aux_prises(initiatives={"alys": 21, "bor": 12, "cyr": 4})).lanes
    assert (third.number, third.note, places(third)) == (3, "désavantagé", {"alys": (1, "to_come")})


@pytest.mark.rule("TN-8.20")
def test_rounds_that_were_played_stay_where_their_passes_were():
    first, second = game.track(aux_prises(manche=2, initiatives={"alys": 7, "bor": 2, "cyr": -6})).lanes
    assert {who: at for who, (at, _) in places(first).items()} == {"alys": 17, "bor": 12, "cyr": 4}
    assert places(second)["bor"] == (2, "now")


@pytest.mark.rule("TN-8.83", "TN-8.87")
def test_tokens_are_what_is_left_and_what_is_spent():
    spent = Budget(acts=1, actl=0, actr=False)
    tokens = game.track(aux_prises(budgets={"alys": spent, "bor": Budget(acts=3)})).tokens
    assert [(t.letter, t.left, t.spent) for t in tokens["alys"]] == [("S", 1, 1), ("L", 0, 1), ("R", 0, 1)]
    assert [(t.letter, t.left, t.spent) for t in tokens["bor"]] == [("S", 3, 0), ("L", 1, 0), ("R", 1, 0)]  # surpassed


@pytest.mark.rule("TN-8.3")
def test_nothing_is_counted_where_nobody_confronts_anybody_or_in_an_escarmouche():
    assert game.track(scene(alys={})) is None
    assert game.track(aux_prises(format="escarmouche")) is None


@pytest.mark.rule("TN-8.72")
def test_a_player_knows_the_count_of_his_own_and_the_order_of_the_others_alone():
    s = aux_prises(attentes={"alys": Attente(preparee="parer"), "bor": Attente(preparee="parer")})
    state = StateOf(PlayOf(s), Desk("Table", "sel", owners={"alys": "m1"}))
    seen = Eyes(game, state, Member("m1", "Luc", "player")).track()
    first, second = seen.lanes
    assert places(first) == {"alys": (17, "done"), "bor": (None, "now"), "cyr": (None, "to_come")}
    assert places(second) == {"alys": (7, "to_come")}  # whether others are in it tells what they rolled
    assert seen.waits == {"alys": NOMS["parer"]}
    whole = Eyes(game, state, Member("m0", "MJ", "gm")).track()
    assert places(whole.lanes[0])["cyr"] == (4, "to_come") and set(whole.waits) == {"alys", "bor"}
