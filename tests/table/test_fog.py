"""The fog the rules know: what no player's character sees is in nothing that a player is sent."""

from __future__ import annotations

import pytest

from tablee.table import commands as c
from tablee.table.store import Store

from .conftest import Sat
from .test_installed_games import no_trace, sent

FAR = ("noye_1", "noye_2")


@pytest.fixture
def village(store: Store) -> Sat:
    """Brindille in the fog: Garance is Luc's; the drowned are seven cells away and more."""
    sat = Sat(store, "fragments")
    sat.do(sat.gm, c.StartEncounter(ready="brume"))
    sat.do(sat.gm, c.Give("garance", sat.luc.id))
    return sat


def test_players_see_no_further_than_their_characters(village: Sat) -> None:
    there = {p.id for p in village.table(village.gm).people}
    assert there >= {"garance", *FAR}
    for member in (village.luc, village.ada, village.eve):
        seen = {p.id for p in village.table(member).people}
        assert "garance" in seen and not seen & set(FAR)
        no_trace(sent(village, member), *FAR)


def test_the_map_is_drawn_for_all_and_dark_where_nobody_looks(village: Sat) -> None:
    whole, partly = village.table(village.gm).ground, village.table(village.luc).ground
    assert whole is not None and partly is not None
    assert whole.grid == partly.grid == "hex"
    assert not any(p.dark for p in whole.plots)
    assert [(p.x, p.y, p.kind) for p in whole.plots] == [(p.x, p.y, p.kind) for p in partly.plots]
    garance = village.state.play.scene.people["garance"]
    dark = {(p.x, p.y) for p in partly.plots if p.dark}
    assert garance.case not in dark and {village.state.play.scene.people[who].case for who in FAR} <= dark
    assert partly.kinds["plaine"] == "Plaine"


def test_whoever_comes_near_is_seen_and_what_he_did_in_the_fog_stays_there(village: Sat) -> None:
    garance = village.state.play.scene.people["garance"]
    village.do(village.gm, c.Act({"do": "combattre", "actor": "garance"}))
    while village.state.play.open is not None:
        village.do(village.gm, c.Answer(village.state.play.open.questions[0].open()[0]))
    no_trace(sent(village, village.luc), *FAR)
    x, y = garance.x, garance.y - 3
    village.do(village.gm, c.Rule("unites.noye_1.x", x, "il approche"))
    village.do(village.gm, c.Rule("unites.noye_1.y", y, "il approche"))
    assert "noye_1" in {p.id for p in village.table(village.luc).people}
    assert b"noye_2" not in sent(village, village.luc)
    log = village.store.log(village.id, village.luc.id, after=0, limit=500)
    rolled = [seen.who for entry in log for seen in entry.events if seen.what == "initiative"]
    assert "garance" in rolled and "noye_1" not in rolled


def test_a_game_without_a_fog_of_its_own_hides_nobody(store: Store) -> None:
    sat = Sat(store, "yin_yang")
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    assert {p.id for p in sat.table(sat.eve).people} == {p.id for p in sat.table(sat.gm).people}
    assert sat.table(sat.gm).ground is None
