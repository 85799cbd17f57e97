"""What is everybody's, or wants the game master's agreement, is asked for by players and granted by him."""

from __future__ import annotations

from contextlib import suppress

from tablee.kernel.action import tag
from tablee.kernel.game import games
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.state import Member, dump, load
from tablee.table.store import Store

from .arena import arena
from .conftest import Sat

CAMP = {"do": "camper", "actor": "alys"}
GROW = {"do": "grandir", "actor": "alys", "accord": True}


def quiet(duel: Sat) -> Sat:
    duel.do(duel.gm, c.Rule("combat", None, "on se calme"))
    return duel


def test_a_player_asks_and_the_game_master_grants_with_one_command(duel: Sat) -> None:
    before = quiet(duel).state.play.scene
    asked = duel.do(duel.luc, c.Act(CAMP))
    assert duel.state.play.scene == before  # nothing has happened
    assert duel.texts(asked, duel.luc) == [typeset("Alys demande au maître du jeu : Camper.")]
    assert duel.texts(asked, duel.ada) == []  # between the two of them
    (request,) = duel.table(duel.gm).requests
    assert (request.id, request.by, request.who, request.text) == (asked.seq, duel.luc.id, "alys", "Camper")
    assert duel.table(duel.luc).requests == (request,)
    assert duel.table(duel.ada).requests == duel.table(duel.eve).requests == ()
    granted = duel.do(duel.gm, c.Grant(request.id))
    assert duel.state.play.scene.clock == before.clock + 3600
    assert duel.state.play.requests == ()
    told = ["Le maître du jeu l’accorde à Alys\u00a0: Camper.", "Alys fait camper tout le monde"]
    assert duel.texts(granted, duel.luc) == told
    assert duel.texts(granted, duel.ada) == told[1:]


def test_an_agreement_is_not_ticked_by_a_player(duel: Sat) -> None:
    life = duel.state.play.scene["alys"].vie
    assert duel.no(duel.luc, c.Act({**GROW, "accord": False})).rule == "AR-8"
    asked = duel.do(duel.luc, c.Act(GROW))
    assert duel.state.play.scene["alys"].vie == life
    duel.do(duel.gm, c.Grant(asked.seq))
    assert duel.state.play.scene["alys"].vie == life + 1


def test_it_is_no_first_step_of_something_else_either(duel: Sat) -> None:
    quiet(duel)
    plan = c.Act({"do": "guetter", "actor": "alys"}, first=CAMP)
    assert duel.no(duel.luc, plan).key == "master_only"


def test_the_game_master_needs_nobody_s_leave(duel: Sat) -> None:
    quiet(duel).do(duel.gm, c.Act(CAMP))
    assert duel.state.play.scene.clock == 3600 and not duel.state.play.requests


def test_it_is_refused_withdrawn_and_asked_for_once(duel: Sat) -> None:
    first = duel.do(duel.luc, c.Act(GROW)).seq
    assert duel.no(duel.luc, c.Act(GROW)).key == "requested"
    assert duel.no(duel.ada, c.DropRequest(first)).key == "not_yours"
    assert duel.no(duel.luc, c.Grant(first)).key == "right"
    refused = duel.do(duel.gm, c.DropRequest(first))
    assert duel.texts(refused, duel.luc) == [typeset("Le maître du jeu ne l’accorde pas à Alys : Grandir.")]
    again = duel.do(duel.luc, c.Act(GROW)).seq
    withdrawn = duel.do(duel.luc, c.DropRequest(again))
    assert duel.texts(withdrawn, duel.gm) == [typeset("Alys ne le demande plus : Grandir.")]
    assert duel.no(duel.gm, c.Grant(again)).key == "no_request"


def test_what_is_closed_by_now_is_not_granted_and_still_waits(duel: Sat) -> None:
    asked = quiet(duel).do(duel.luc, c.Act(CAMP)).seq
    duel.do(duel.gm, c.Act({"do": "commencer", "actor": "alys"}))
    assert duel.no(duel.gm, c.Grant(asked)).rule == "AR-2"
    assert [each.id for each in duel.state.play.requests] == [asked]


def test_taking_back_what_was_granted_brings_the_request_back(duel: Sat) -> None:
    asked = duel.do(duel.luc, c.Act(GROW)).seq
    before = duel.state.play
    duel.do(duel.gm, c.Grant(asked))
    after = duel.state.play
    duel.do(duel.gm, c.Undo())
    assert duel.state.play == before
    duel.do(duel.gm, c.Redo())
    assert duel.state.play == after
    duel.do(duel.gm, c.Undo(asked, confirm=True))
    assert duel.state.play.requests == ()


def test_menus_say_what_is_asked_for_and_what_is_weighty(duel: Sat) -> None:
    def camp(member: Member) -> tuple[bool, bool]:
        offered = next(each for each in duel.eyes(member).legal("alys") if each.action["do"] == "camper")
        return offered.asks, offered.weighty

    assert (camp(duel.luc), camp(duel.gm)) == ((True, True), (False, True))


def test_a_request_is_kept_and_read_in_the_reader_s_language(duel: Sat) -> None:
    duel.do(duel.luc, c.Act(GROW))
    assert load(arena, dump(duel.state)) == duel.state
    eyes = duel.eyes(duel.gm)
    eyes = type(eyes)(eyes.game, duel.state, replace_lang(duel.gm))
    assert [each.text for each in eyes.table().requests] == ["Grow · accord"]


def replace_lang(member: Member) -> Member:
    return Member(member.id, member.name, member.role, "en")


def test_in_every_game_a_player_moves_no_time_for_all() -> None:
    """Whatever is asked for in the demonstration: sent by a player it only asks."""
    for game in games().values():
        store = Store("sqlite://")
        sat = Sat(store, game.id)
        sat.do(sat.gm, c.StartEncounter(ready=next(iter(game.demos))))
        if sat.state.play.scene.encounter is not None or sat.state.play.scene.turn():
            sat.do(sat.gm, c.EndEncounter(keep=True))
        asked = 0
        for who in game.people(sat.state.play.scene)[:3]:
            sat.do(sat.gm, c.Give(who, sat.luc.id))
            offered = [each.action for each in sat.eyes(sat.luc).legal(who) if each.asks and not each.closed]
            plain = [{"do": tag(kind), "actor": who} for kind in game.actions if kind.asks]
            for action in (*offered, *plain):
                before = sat.state.play.scene
                with suppress(Refused):  # it is closed, or wants parameters
                    sat.do(sat.luc, c.Act(action))
                    (request,) = sat.table(sat.gm).requests
                    assert request.action == action
                    sat.do(sat.gm, c.DropRequest(request.id))
                    asked += 1
                assert sat.state.play.scene == before, action
        assert asked, game.id
        store.close()
