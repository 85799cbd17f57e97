"""Encounters and the map."""

from __future__ import annotations

import pytest

from tablee.kernel.game import games
from tablee.kernel.ground import cell_at
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.store import Store

from .conftest import Sat


def test_an_encounter_of_characters_of_the_campaign(sat: Sat) -> None:
    for member, name in ((sat.luc, "Alys"), (sat.ada, "Bran"), (sat.gm, "Cora")):
        sat.character(member, name)
    sat.do(sat.gm, c.StartEncounter("Duel", sides={"rouge": ("alys",), "bleu": ("bran",)}))
    assert {p.id: (p.side, p.away) for p in sat.table(sat.eve).people} == {
        "alys": ("rouge", False),
        "bran": ("bleu", False),
        "cora": ("", True),
    }
    assert sat.eyes(sat.gm).sheet("cora").name == "Cora"  # away, not gone
    sat.do(sat.luc, c.Act({"do": "commencer", "actor": "alys"}))
    assert sat.no(sat.gm, c.StartEncounter(ready="fosse")).key == "encounter_on"
    sat.do(sat.gm, c.JoinEncounter("cora", "bleu"))
    assert sat.state.play.scene.people["cora"].side == "bleu"
    sat.do(sat.luc, c.LeaveEncounter("alys"))
    assert sat.state.play.scene.turn() == ("bran",)
    sat.do(sat.gm, c.EndEncounter())
    assert sat.state.play.scene.turn() == ()
    assert set(sat.state.play.scene.people) == {"alys", "bran", "cora"}
    assert sat.no(sat.gm, c.EndEncounter()).key == "no_encounter"


def test_an_encounter_can_be_opened_in_the_same_breath(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.character(sat.ada, "Bran")
    sides = {"rouge": ("alys",), "bleu": ("bran",)}
    started = sat.do(sat.gm, c.StartEncounter("Duel", sides=sides, opening={"do": "commencer", "actor": "alys"}))
    assert sat.texts(started, sat.eve) == [typeset("Rencontre : Duel"), typeset("Ordre : Alys, Bran")]
    assert sat.state.play.scene.turn() == ("alys",)


def test_a_ready_scene_brings_its_people_and_takes_them_away_again(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    assert sat.table(sat.luc).encounter.title == "La fosse"
    assert set(sat.state.play.scene.people) == {"alys", "krax", "oru"}
    sat.do(sat.gm, c.Give("oru", sat.ada.id))
    sat.do(sat.gm, c.EndEncounter())
    assert set(sat.state.play.scene.people) == {"alys", "oru"}  # somebody plays Orumaque now: he stays
    assert sat.no(sat.gm, c.StartEncounter(ready="fosse")).key == "already_here"
    assert sat.no(sat.gm, c.StartEncounter(ready="nulle_part")).key == "no_ready"


def test_whoever_came_with_a_ready_scene_and_was_sent_out_of_it_leaves_with_it(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    sat.do(sat.gm, c.LeaveEncounter("krax"))
    sat.do(sat.gm, c.EndEncounter())
    assert set(sat.state.play.scene.people) == {"alys"} and not sat.state.play.away
    sat.do(sat.gm, c.StartEncounter(ready="fosse"))  # he can come again


def test_the_log_of_those_who_have_left_stays_readable(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    done = sat.do(sat.gm, c.Act({"do": "guetter", "actor": "krax", "secret": False}))
    sat.do(sat.gm, c.EndEncounter())
    assert "Kraxifer guette" in sat.store.log(sat.id, sat.eve.id, after=done.seq - 1, limit=1)[0].events[0].text


def test_an_encounter_can_be_stepped_through_forwards_and_backwards(duel: Sat) -> None:
    since = duel.state.play.encounter.since
    for who in ("alys", "bran", "alys"):
        duel.do(duel.gm, c.Act({"do": "passer", "actor": who}))
    duel.do(duel.gm, c.Undo())
    (fought,) = duel.store.encounters(duel.id, duel.eve.id)
    assert fought.since == since
    steps = [entry.seq for entry in duel.store.steps(duel.id, duel.eve.id, since)]
    rounds = [duel.store.eyes_at(duel.id, duel.eve.id, seq).table().encounter.round for seq in steps]
    assert rounds == [0, 1, 2, 3, 3]  # started, begun, two turns, and the undo that came back to the second


def test_an_encounter_the_rules_begin_themselves_is_one_of_the_log(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.character(sat.ada, "Bran")
    for who in ("alys", "bran"):
        sat.do(sat.gm, c.Rule(f"gens.{who}.camp", who, "deux camps"))
    begun = sat.do(sat.luc, c.Act({"do": "commencer", "actor": "alys"}))
    assert sat.state.play.encounter.since == begun.seq
    sat.do(sat.gm, c.EndEncounter())
    assert sat.state.play.scene.turn() == ()


@pytest.mark.parametrize("game", list(games()))
def test_every_ready_scene_of_every_installed_game_is_played_and_ended(store: Store, game: str) -> None:
    sat = Sat(store, game)
    sat.do(sat.gm, c.ImportCharacter(game, made(sat, game)))
    for name in games()[game].demos:
        sat.do(sat.gm, c.StartEncounter(ready=name))
        for _ in range(12):
            opened = sat.table(sat.gm).open
            if opened is not None:
                awaited = next(each for each in opened.awaited if not each.answered)
                assert awaited.question is not None
                options = awaited.question.options
                sat.do(sat.gm, c.Answer(options[0].id if isinstance(options, tuple) else options.low, awaited.index))
                continue
            turn = sat.state.play.scene.turn() or sat.state.play.scene.standing()
            legal = [a for a in sat.eyes(sat.gm).legal(turn[0]) if not a.closed]
            sat.do(sat.gm, c.Act(legal[0].action))
        while sat.table(sat.gm).open is not None:
            sat.do(sat.gm, c.Undo(confirm=True))
        if sat.state.play.encounter is not None:
            sat.do(sat.gm, c.EndEncounter())
        assert len(sat.table(sat.gm).people) == 1, name


def made(sat: Sat, game: str) -> dict[str, object]:
    import msgspec

    creation = games()[game].creation
    plain: dict[str, object] = msgspec.to_builtins(creation.finish(creation.random(7)), str_keys=True)
    return plain


# ---------------------------------------------------------------- the map


def test_the_rules_move_people_where_they_have_places(duel: Sat) -> None:
    duel.do(duel.gm, c.Put("alys", 4, 2))
    assert [(p.x, p.y) for p in duel.table(duel.eve).people] == [(4, 2), (11, 3)]
    assert duel.no(duel.luc, c.Put("alys", 5, 2)).key == "moves"
    assert duel.no(duel.luc, c.Put("bran", 5, 2)).key == "not_yours"
    duel.do(duel.gm, c.EndEncounter())
    duel.do(duel.luc, c.Put("alys", 5, 2))


def test_fog_hides_those_who_stand_in_it(duel: Sat) -> None:
    duel.do(duel.gm, c.LayMap("hex", 6, 4, fog=True))
    duel.do(duel.gm, c.Put("alys", 0, 0))
    duel.do(duel.gm, c.Put("bran", 2, 1))
    duel.do(duel.gm, c.Fog(((0, 0),), dark=False))
    assert [p.id for p in duel.table(duel.luc).people] == ["alys"]
    assert [p.id for p in duel.table(duel.ada).people] == ["alys", "bran"]  # her own
    assert duel.table(duel.luc).board.fog[0] == ".#####"
    lifted = duel.do(duel.gm, c.Fog(((2, 1),), dark=False))
    assert [p.id for p in duel.table(duel.luc).people] == ["alys", "bran"]
    assert lifted.seq == duel.last
    assert duel.no(duel.gm, c.Undo()).key == "undo_confirm"
    assert duel.no(duel.gm, c.Fog(((6, 0),), dark=True)).key == "off_map"
    assert duel.no(duel.luc, c.Fog(((1, 0),), dark=False)).key == "right"
    duel.do(duel.gm, c.ClearMap())
    assert duel.no(duel.gm, c.Fog(((1, 0),), dark=False)).key == "no_map"


def test_fog_covers_the_whole_rectangle_of_a_board_of_hexagons(duel: Sat) -> None:
    duel.do(duel.gm, c.LayMap("hex", 6, 5))
    corners = [cell_at("hex", column, row) for column in (0, 5) for row in (0, 1, 4)]
    assert (-2, 4) in corners
    for cell in corners:
        duel.do(duel.gm, c.Put("bran", *cell))
        duel.do(duel.gm, c.Fog((cell,), dark=True))
        assert [p.id for p in duel.table(duel.luc).people] == ["alys"]
        duel.do(duel.gm, c.Fog((cell,), dark=False))
        assert [p.id for p in duel.table(duel.luc).people] == ["alys", "bran"]
    duel.do(duel.gm, c.Fog((cell_at("hex", 5, 4), (0, 0)), dark=True))
    assert duel.table(duel.luc).board.fog == ("#.....", "......", "......", "......", ".....#")
    for column, row in ((-1, 4), (6, 4), (0, 5), (0, -1)):
        assert duel.no(duel.gm, c.Fog((cell_at("hex", column, row),), dark=True)).key == "off_map"


def test_a_character_made_during_an_encounter_waits_for_its_end_or_joins(duel: Sat) -> None:
    late = duel.character(duel.luc, "Tard")
    assert {p.id: (p.name, p.away) for p in duel.table(duel.eve).people}[late] == ("Tard", True)
    duel.do(duel.luc, c.JoinEncounter(late, "rouge"))
    assert late in duel.state.play.scene.people
    later = duel.character(duel.luc, "Plus tard")
    duel.do(duel.gm, c.EndEncounter())
    assert later in duel.state.play.scene.people


def test_a_ready_scene_begins_with_the_action_that_gives_somebody_the_turn(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}, begin=True))
    assert sat.state.play.scene.turn()
    sat.do(sat.gm, c.Undo())
    assert sat.state.play.encounter is None and not sat.state.play.scene.turn()
