"""A pause of the game master, and the turn of somebody hidden, which looks the same."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.seen import SeenEntry
from tablee.table.store import Store

from .conftest import Sat


def pit(store: Store, *order: str) -> Sat:
    """Alys (Luc's), Bran (Ada's) and Oru in the pit, in this order; Krax, if he is among them, is hidden."""
    sat = Sat(store)
    sat.character(sat.luc, "Alys")
    sat.character(sat.ada, "Bran")
    for who in ("krax", "oru"):
        sat.do(sat.gm, c.ImportCharacter("arena", {"id": who, "nom": who.capitalize()}))
    sat.do(sat.gm, c.Hide("krax", presence=True))
    sides = {"Gens": ("alys", "bran"), "Bêtes": tuple(who for who in order if who in ("krax", "oru"))}
    sat.do(sat.gm, c.StartEncounter("La fosse", sides=sides, opening={"do": "commencer", "actor": "oru"}))
    sat.do(sat.gm, c.Rule("combat.file", list(order), "dans cet ordre"))
    return sat


def seen(sat: Sat) -> list[bytes]:
    """All that Luc and Ève are shown; the ids of members are each campaign's own."""
    found = []
    for member in (sat.luc, sat.eve):
        eyes = sat.eyes(member)
        parts: list[object] = [eyes.table(), eyes.sheets()]
        if member is sat.luc:
            parts += [eyes.legal("alys"), eyes.reach("alys"), eyes.notes("alys")]
        data = msgspec.json.encode(parts)
        for n, each in enumerate(sat.everybody):
            data = data.replace(each.id.encode(), str(n).encode())
        found.append(data)
    return found


def test_in_a_pause_players_wait_and_the_game_master_goes_on(duel: Sat) -> None:
    done = duel.do(duel.gm, c.Pause())
    assert [seen.text for seen in done.logged.seen_by(duel.eyes(duel.gm)).events] == [
        typeset("Pause : les joueurs attendent.")
    ]
    for member in (duel.luc, duel.ada, duel.eve):
        assert done.logged.seen_by(duel.eyes(member)) == SeenEntry(done.seq)
        table = duel.table(member)
        assert table.pause == "on" and table.encounter.turn == () and not any(person.turn for person in table.people)
    assert duel.eyes(duel.luc).legal("alys") == () and duel.eyes(duel.gm).legal("alys") != ()
    for command in (
        c.Act({"do": "passer", "actor": "alys"}),
        c.SetPool("alys", "vie", 3),
        c.LeaveEncounter("alys"),
        c.Put("alys", 1, 1),
    ):
        assert duel.no(duel.luc, command).key == "paused"
    duel.do(duel.luc, c.Say("On attend ?"))
    duel.do(duel.gm, c.Act({"do": "guetter", "actor": "bran"}))
    duel.do(duel.gm, c.Pause("over"))
    assert duel.table(duel.luc).pause == "" and duel.table(duel.luc).encounter.turn == ("alys",)
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))


def test_a_test_that_is_asked_for_is_made_in_a_pause_and_a_question_answered(duel: Sat) -> None:
    duel.do(duel.gm, c.Pause())
    asked = duel.do(duel.gm, c.AskTest(("alys",), {"do": "guetter", "secret": False})).seq
    duel.do(duel.luc, c.Act({"do": "guetter", "actor": "alys", "secret": False}, asked))
    duel.do(duel.gm, c.Act({"do": "jurer", "actor": "bran", "target": "alys"}))
    duel.do(duel.luc, c.Answer("paix", 1))


def test_a_pause_to_come_begins_with_the_next_turn_and_players_do_not_see_it_come(duel: Sat) -> None:
    before = duel.table(duel.luc)
    duel.do(duel.gm, c.Pause("turn"))
    assert duel.table(duel.luc) == before and duel.table(duel.gm).pause == "turn"
    duel.do(duel.luc, c.Act({"do": "guetter", "actor": "alys"}))
    assert duel.table(duel.luc).pause == ""
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert duel.table(duel.luc).pause == duel.table(duel.gm).pause == "on"
    assert duel.no(duel.ada, c.Act({"do": "passer", "actor": "bran"})).say(plain("fr")) == (
        "Le maître du jeu prépare la suite."
    )


def test_only_the_game_master_makes_one_and_it_is_taken_back_as_all_he_does(duel: Sat) -> None:
    assert duel.no(duel.luc, c.Pause()).key == "right"
    duel.do(duel.gm, c.Pause())
    duel.do(duel.gm, c.Undo())
    assert duel.table(duel.luc).pause == ""


@pytest.mark.parametrize("deed", ["guetter", "jurer", "rien"])
def test_the_turn_of_somebody_hidden_is_a_pause_byte_for_byte(store: Store, deed: str) -> None:
    """In one campaign Krax lurks and acts after Alys; in the other he is away and the game master makes a pause."""
    one, two = pit(store, "alys", "krax", "bran", "oru"), pit(store, "alys", "bran", "oru")
    one.do(one.gm, c.WriteNote("oru", "à moi", secret=True))
    two.do(two.gm, c.Pause("turn"))
    begun = one.last
    assert seen(one) == seen(two)
    for sat in (one, two):
        sat.do(sat.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert seen(one) == seen(two)
    assert one.table(one.luc).pause == "on" and one.table(one.gm).pause == ""
    if deed == "guetter":
        done = one.do(one.gm, c.Act({"do": "guetter", "actor": "krax", "secret": False}))
        two.do(two.gm, c.WriteNote("oru", "à moi", secret=True))
    elif deed == "jurer":  # what is under way waits for nobody they know of
        one.do(one.gm, c.Hide("oru", presence=True))
        done = one.do(one.gm, c.Act({"do": "jurer", "actor": "krax", "target": "oru"}))
        assert one.state.play.open is not None
        two.do(two.gm, c.Hide("oru", presence=True))
        two.do(two.gm, c.WriteNote("oru", "à moi", secret=True))
    if deed != "rien":
        assert done.logged.seen_by(one.eyes(one.luc)) == SeenEntry(done.seq)
    assert seen(one) == seen(two)
    for command in (
        c.Act({"do": "passer", "actor": "alys"}),
        c.Answer("paix"),
        c.TypeDice((1,)),
        c.SetPool("alys", "vie", 3),
        c.Act({"do": "frapper", "actor": "alys", "target": "krax"}),
    ):
        assert one.no(one.luc, command).say(plain("fr")) == two.no(two.luc, command).say(plain("fr"))
    logs = [[replace(entry, at=0, member="") for entry in sat.log(sat.luc)[begun - 1 :]] for sat in (one, two)]
    assert logs[0] == logs[1]
