"""Standing orders at the table: whose they are, who reads them, what they answer, and that nothing waits for them."""

from __future__ import annotations

import pytest

from tablee.kernel.orders import Order
from tablee.table import commands as c
from tablee.table.state import Member

from .conftest import Sat

DODGE = (Order("ar.esquive", "oui"),)
STRIKE = c.Act({"do": "frapper", "actor": "bran", "target": "alys"})


@pytest.fixture
def struck(duel: Sat) -> Sat:
    """It is Bran's turn, whom Ada plays; Luc plays Alys."""
    duel.do(duel.gm, c.Rule("combat.file", ["bran", "alys"], "à qui le tour"))
    return duel


def test_who_has_ordered_an_answer_is_not_waited_for(struck: Sat) -> None:
    struck.do(struck.ada, STRIKE)
    assert struck.state.play.open is not None
    struck.do(struck.gm, c.Undo())
    struck.do(struck.luc, c.GiveOrders("alys", DODGE))
    struck.do(struck.ada, STRIKE)
    assert struck.state.play.open is None


def test_what_an_order_answered_is_told_to_its_owner_and_the_game_master_alone(struck: Sat) -> None:
    struck.do(struck.luc, c.GiveOrders("alys", DODGE))
    struck.do(struck.ada, STRIKE)

    def told(member: Member) -> list[str]:
        return [event.what for event in struck.log(member)[-1].events]

    assert "ordre" in told(struck.luc) and "ordre" in told(struck.gm)
    assert "ordre" not in told(struck.ada) and "ordre" not in told(struck.eve)


def test_orders_are_read_by_who_plays_the_character_and_the_game_master(struck: Sat) -> None:
    struck.do(struck.luc, c.GiveOrders("alys", DODGE))

    def read(member: Member) -> tuple[Order, ...]:
        return next(person.orders for person in struck.table(member).people if person.id == "alys")

    assert read(struck.luc) == read(struck.gm) == DODGE
    assert read(struck.ada) == read(struck.eve) == ()
    assert [event.what for event in struck.log(struck.luc)[-1].events] == ["table.orders"]
    assert not struck.log(struck.ada)[-1].events


def test_orders_take_the_place_of_those_before_and_may_be_none(struck: Sat) -> None:
    struck.do(struck.luc, c.GiveOrders("alys", DODGE))
    struck.do(struck.luc, c.GiveOrders("alys", (Order("ar.serment", "paix"),)))
    assert struck.state.desk.orders == {"alys": (Order("ar.serment", "paix"),)}
    struck.do(struck.luc, c.GiveOrders("alys", ()))
    assert struck.state.desk.orders == {}


def test_undo_takes_back_what_an_order_answered_and_not_the_order(struck: Sat) -> None:
    before = struck.state.play.scene
    struck.do(struck.luc, c.GiveOrders("alys", DODGE))
    struck.do(struck.ada, STRIKE)
    after = struck.state.play.scene
    struck.do(struck.gm, c.Undo())
    assert struck.state.play.scene == before and struck.state.desk.orders == {"alys": DODGE}
    struck.do(struck.ada, STRIKE)
    assert struck.state.play.scene == after  # the same dice, and the same answer again


def test_of_those_asked_at_once_only_who_has_ordered_nothing_is_waited_for(struck: Sat) -> None:
    struck.do(struck.luc, c.GiveOrders("alys", (Order("ar.serment", "guerre"),)))
    struck.do(struck.ada, c.Act({"do": "jurer", "actor": "bran", "target": "alys"}))
    pending = struck.state.play.open
    assert pending is not None and (pending.picked, pending.picked_by) == ((None, "guerre"), ("", "ordre"))
    struck.do(struck.ada, c.Answer("paix", 0))
    assert struck.state.play.open is None
    sworn = next(event for event in struck.log(struck.gm)[-1].events if event.what == "serment")
    assert "guerre" in sworn.text and "paix" in sworn.text


def test_an_order_for_what_is_never_asked_is_refused_by_name(struck: Sat) -> None:
    refused = struck.no(struck.luc, c.GiveOrders("alys", (Order("ar.danse", "oui"),)))
    assert refused.key == "no_question"
    assert "ar.danse" in str(refused) and "ar.esquive" in str(refused)
