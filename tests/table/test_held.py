"""A state that the present rules do not understand: what is left of it is looked at, and played on."""

from __future__ import annotations

import io
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from sqlalchemy import update

from installing import Install
from tablee.kernel.game import games
from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import exchange
from tablee.table.models import campaigns, entries
from tablee.table.refusal import Refused
from tablee.table.state import dump
from tablee.table.store import Store
from tablee.table.understood import KEPT, understood

from .conftest import Sat
from .test_installed_games import two_of_luc


def store_as(sat: Sat, state: Any, seq: int = 0) -> None:
    """The state after an entry is now this: whatever other rules may have written."""
    seq, data = seq or sat.last, state if isinstance(state, bytes) else msgspec.json.encode(state)
    with sat.store.database.writing() as connection:
        here = entries.c.campaign == sat.id, entries.c.seq == seq
        connection.execute(update(entries).where(*here).values(state=data, keyframe=seq, stands=seq))
        connection.execute(update(campaigns).where(campaigns.c.id == sat.id).values(keyframe=seq))
    sat.store.memory.forget()


def state_of(sat: Sat) -> Any:
    return msgspec.json.decode(dump(sat.state))


@pytest.fixture
def held(duel: Sat) -> Sat:
    """Alys has a life nobody understands, and an aura."""
    state = state_of(duel)
    state["play"]["scene"]["gens"]["alys"] |= {"vie": "beaucoup", "aura": 3}
    store_as(duel, state)
    return duel


def test_the_rest_of_the_campaign_stays_open(held: Sat) -> None:
    assert {p.id for p in held.table(held.luc).people} == {"alys", "bran"}
    assert held.eyes(held.luc).sheet("alys").name == "Alys"
    assert held.log(held.eve) and held.store.eyes_at(held.id, held.eve.id, held.last - 1).table().people
    for member in (held.gm, held.luc):
        held.do(member, c.Say("Que se passe-t-il ?"))
        held.do(member, c.Roll("2d6"))
    file = io.BytesIO()
    exchange.export_campaign(held.store, held.id, file, held.gm.id)
    assert file.getvalue()
    for command in (c.Act({"do": "passer", "actor": "alys"}), c.NewDraft(), c.Rename("Autre")):
        refused = held.no(held.gm, command)
        assert refused.key == "held" and "maître du jeu" in refused.say(plain("fr"))


def test_the_game_master_sets_it_aside_plays_on_and_may_take_that_back(held: Sat) -> None:
    unread = held.store.rules(held.id, held.gm.id).unread
    assert {(part.path, part.value) for part in unread} == {
        ("gens.alys.vie", '"beaucoup"'),
        ("gens.alys.aura", "3"),
    }
    assert next(part.why for part in unread if part.path.endswith("vie")) == "attendu un entier, trouvé un texte"
    assert held.no(held.luc, c.PlayOn()).key == "right"
    done = held.do(held.gm, c.PlayOn())
    assert held.texts(done, held.luc) == [
        typeset("On continue sous les règles présentes (version 1), sans ce qu'elles ne comprennent pas (2).")
    ]
    rules = held.store.rules(held.id, held.gm.id)
    assert rules.unread == () and rules.aside == unread
    held.do(held.luc, c.Act({"do": "passer", "actor": "alys"}))
    assert held.no(held.gm, c.PlayOn()).key == "nothing_aside"
    held.do(held.gm, c.Undo(done.seq, confirm=True))
    for _ in range(2):
        assert held.store.rules(held.id, held.gm.id).unread == unread
        assert held.no(held.luc, c.Act({"do": "passer", "actor": "alys"})).key == "held"
        held.store.memory.forget()
    held.do(held.gm, c.Redo())
    held.do(held.luc, c.Act({"do": "passer", "actor": "alys"}))


def test_an_older_state_is_a_way_on_too(held: Sat) -> None:
    held.do(held.gm, c.Undo())
    assert held.store.rules(held.id, held.gm.id).unread == ()
    held.do(held.gm, c.Act({"do": "commencer", "actor": "alys"}))


@pytest.mark.parametrize("data", [b"", b"[]", b"null", b'"\xff"', b'{"play":3}', b'{"play":{"scene":[]},"desk":[]}'])
def test_a_state_of_which_nothing_is_left_is_an_empty_table(duel: Sat, data: bytes) -> None:
    store_as(duel, data)
    assert duel.table(duel.gm).people == () and duel.store.rules(duel.id, duel.gm.id).unread
    duel.do(duel.gm, c.PlayOn())
    duel.character(duel.luc, "Cora")
    duel.do(duel.gm, c.Undo(duel.log(duel.gm)[-4].seq, confirm=True))
    assert duel.table(duel.gm).people == ()


def test_a_state_damaged_on_disk_costs_the_way_back_to_no_other(duel: Sat) -> None:
    seq = duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"})).seq
    with duel.store.database.writing() as connection:
        here = entries.c.campaign == duel.id, entries.c.seq == seq
        connection.execute(update(entries).where(*here).values(state=b"le chat", keyframe=seq - 1))
    duel.store.memory.forget()
    assert duel.table(duel.gm).people == () and duel.store.rules(duel.id, duel.gm.id).unread
    duel.do(duel.gm, c.Undo(confirm=True))
    assert {person.id for person in duel.table(duel.luc).people} == {"alys", "bran"}


def test_a_campaign_whose_game_is_not_there_any_more_can_be_taken_out(duel: Sat, install: Install) -> None:
    install()
    duel.store.memory.forget()
    file = io.BytesIO()
    exchange.export_campaign(duel.store, duel.id, file, duel.gm.id)
    assert file.getvalue()
    with pytest.raises(Refused):
        exchange.export_campaign(duel.store, duel.id, io.BytesIO(), duel.luc.id)


def test_only_the_game_master_is_told_what_is_not_understood(held: Sat) -> None:
    for member in (held.luc, held.eve):
        with pytest.raises(Refused) as refused:
            held.store.rules(held.id, member.id)
        assert refused.value.key == "right"


def test_any_number_of_faults_is_found_in_one_go(duel: Sat) -> None:
    state = state_of(duel)
    state["play"]["scene"]["gens"]["alys"] |= {f"don_{n}": n for n in range(1000)}
    state["play"]["away"] = {f"w{n}": {"id": f"w{n}", "nom": n} for n in range(100)}
    store_as(duel, state)
    assert len(duel.store.rules(duel.id, duel.gm.id).unread) == 1100
    duel.do(duel.gm, c.PlayOn())
    aside = duel.store.rules(duel.id, duel.gm.id).aside
    assert len(aside) == KEPT + 1 and aside[-1].why == "encore 900 autres"
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))


@pytest.mark.parametrize("game", list(games()))
def test_whoever_is_not_understood_in_an_installed_game_is_left_out_with_all_that_names_him(
    store: Store, game: str
) -> None:
    """Nothing of a fight hangs on him any more; the others go on."""
    sat, played = Sat(store, game), games()[game]
    two_of_luc(sat)
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(played.demos)), begin=True))
    while (waits := sat.state.play.open) is not None:
        asked = waits.picked.index(None)
        sat.do(sat.gm, c.Answer(waits.questions[asked].open()[0], asked))
    state = state_of(sat)
    people = next(
        table for table in state["play"]["scene"].values() if isinstance(table, dict) and "fiche" in str(table)
    )
    (lost, *others) = people
    people[lost]["fiche"] = ["par", "dix"]
    store_as(sat, state)
    assert any(part.path.endswith(lost) for part in store.rules(sat.id, sat.gm.id).unread)
    sat.do(sat.gm, c.PlayOn())
    there = sat.state.play.scene.people
    assert lost not in there and set(there) <= set(others) and there
    sat.do(sat.gm, c.EndEncounter())


def test_what_a_game_writes_otherwise_today_is_kept() -> None:
    """Spells of one's own stood in a list on the sheet; they stand under « maison » now."""
    game = games()["vieux_monde"]
    state = msgspec.json.decode(begun("vieux_monde"))
    who, person = next(iter(state["play"]["scene"]["personnages"].items()))
    spell = {"id": "dard_gris", "nom": "Dard gris", "genre": "arcane", "ni": 1, "dit": "Un dard.", "degats": 5}
    person["fiche"] |= {"grimoire": ["dard_gris"], "sorts_ecrits": [spell]}
    state["play"]["away"] = {"absent": {**person, "id": "absent"}}
    read, aside = understood(game, msgspec.json.encode(state))
    assert aside == ()
    assert read.play.scene[who].fiche.livre["dard_gris"].degats == 5
    assert "dard_gris" in read.play.away["absent"]["fiche"]["maison"]["sort"]
    person["fiche"]["sorts_ecrits"] = 3
    _, aside = understood(game, msgspec.json.encode(state))
    assert "dard_gris" in str(aside), "a spell that nobody knows is set aside with a sentence"


def parts(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    pairs = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    return [found for key, value in pairs for found in ((*path, key), *parts(value, (*path, key)))]


def spoiled(data: st.DataObject, thing: Any) -> None:
    """Something else at a random place."""
    path = data.draw(st.sampled_from(parts(thing)))
    for key in path[:-1]:
        thing = thing[key]
    thing[path[-1]] = data.draw(NONSENSE)


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=4), inner, max_size=2),
    max_leaves=4,
)


@pytest.mark.parametrize("game", list(games()))
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_state_of_any_game_is_understood_as_far_as_it_can_be(store: Store, game: str, data: st.DataObject) -> None:
    """Nonsense anywhere in it: what comes of it can be looked at, and is understood whole the next time."""
    played = games()[game]
    state = msgspec.json.decode(begun(game))
    for _ in range(data.draw(st.integers(1, 4))):
        spoiled(data, state)
    left, _ = understood(played, msgspec.json.encode(state))
    again = understood(played, dump(left))
    assert again == (left, ())


@cache
def begun(game: str) -> bytes:
    """The state of a campaign with an encounter under way."""
    store = Store("sqlite://")
    sat = Sat(store, game)
    two_of_luc(sat)
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos)), begin=True))
    state = dump(sat.state)
    store.close()
    return state
