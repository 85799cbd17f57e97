"""What is read in a state is worked out once for all who read the same, and again only where something has happened."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import msgspec
import pytest

from tablee.kernel.game import games
from tablee.kernel.voice import Voice
from tablee.table import commands as c
from tablee.table.readings import Readings
from tablee.table.state import Member, dump, load
from tablee.table.store import Store
from tablee.table.visibility import Eyes

from .conftest import Sat
from .test_installed_games import turn


@pytest.fixture
def pit(sat: Sat) -> Sat:
    """Alys (Luc's) in the pit with Kraxifer, to act, whom nobody plays."""
    sat.character(sat.luc, "Alys")
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    return sat


@pytest.fixture
def worded(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How many actions and sheets were put into words."""
    done = Counter[str]()

    def counted(name: str) -> None:
        plain: Any = getattr(Voice, name)

        def counting(self: Voice, thing: Any, **instead: str) -> Any:
            done[name] += 1
            return plain(self, thing, **instead)

        monkeypatch.setattr(Voice, name, counting)

    counted("doing")
    counted("sheet")
    return done


def told(sat: Sat, member: Member, readings: Readings | None = None) -> bytes:
    """What a member is told of Alys, and of the ground."""
    known = sat.eyes(member)
    eyes = Eyes(known.game, known.whole, member, readings)
    return msgspec.json.encode((eyes.legal("alys"), eyes.sheet("alys"), eyes.ground()))


def read(sat: Sat, before: Readings | None = None) -> Readings:
    return Readings(sat.eyes(sat.gm).whole, before)


def test_the_game_master_and_a_player_have_one_menu_put_into_words_once(pit: Sat, worded: Counter[str]) -> None:
    alone = [told(pit, member) for member in (pit.gm, pit.luc)]
    twice = worded.copy()
    worded.clear()
    readings = read(pit)
    assert [told(pit, member, readings) for member in (pit.gm, pit.luc)] == alone
    assert worded["sheet"] == 1 and 0 < worded["doing"] < twice["doing"]


def test_another_language_is_another_reading(pit: Sat) -> None:
    readings = read(pit)
    for lang in ("fr", "en"):
        luc = msgspec.structs.replace(pit.luc, lang=lang)
        assert told(pit, luc, readings) == told(pit, luc)
    assert told(pit, pit.luc, readings) != told(pit, msgspec.structs.replace(pit.luc, lang="en"), readings)


def test_while_an_action_waits_nothing_is_worked_out_again(pit: Sat, worded: Counter[str]) -> None:
    readings = read(pit)
    told(pit, pit.luc, readings)
    pit.do(pit.gm, c.Act({"do": "frapper", "actor": "krax", "target": "alys"}))
    assert pit.eyes(pit.gm).play.open is not None
    worded.clear()
    now = told(pit, pit.luc, read(pit, readings))
    assert not worded
    assert now == told(pit, pit.luc)


def test_an_equal_sheet_is_kept_when_something_has_happened(pit: Sat, worded: Counter[str]) -> None:
    readings = read(pit)
    told(pit, pit.luc, readings)
    pit.do(pit.gm, c.Pause())
    worded.clear()
    now = told(pit, pit.luc, read(pit, readings))
    assert not worded  # a pause offers nothing, and the sheet is the same
    assert now == told(pit, pit.luc)


def test_a_name_that_is_hidden_is_hidden_in_what_is_kept(pit: Sat) -> None:
    readings = read(pit)
    assert b"rax" in told(pit, pit.luc, readings)
    pit.do(pit.gm, c.Hide("krax", name=True))
    now = told(pit, pit.luc, read(pit, readings))
    assert now == told(pit, pit.luc)
    assert b"rax" not in now


@pytest.mark.parametrize("game", sorted(games()))
def test_what_was_kept_says_what_would_be_worked_out_anew(game: str) -> None:
    """A game played at random, somebody hidden on the way: everybody reads what he would read in a state just loaded,
    of which nothing is kept anywhere."""
    sat, rng = Sat(Store("sqlite://", rng=random.Random(1)), game), random.Random(2)
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos))))
    first, *_, last = sat.state.play.scene.people
    sat.do(sat.gm, c.Give(first, sat.luc.id))
    eve, readings = msgspec.structs.replace(sat.eve, lang="en"), None
    for n in range(16):
        if n >= 8 and not sat.state.play.veils and sat.state.play.open is None:
            sat.do(sat.gm, c.Hide(last, name=True))
        state, played = sat.state, games()[game]
        whole = sat.store.eyes(sat.id, sat.gm.id)[1].whole
        readings = Readings(whole, readings)
        for member in (sat.gm, sat.luc, eve):
            kept, anew = Eyes(played, whole, member, readings), Eyes(played, load(played, dump(state)), member)
            assert all_of(kept) == all_of(anew)
        turn(sat, rng)


def all_of(eyes: Eyes) -> bytes:
    menus = [eyes.legal(eyes.alias(who)) for who in eyes.people if eyes.sees(who)]
    return msgspec.json.encode((eyes.table(), eyes.sheets(), menus))


def test_whoever_has_not_changed_stays_the_same_however_the_scene_was_put_together(pit: Sat) -> None:
    before = pit.eyes(pit.gm).whole.play.scene
    pit.do(pit.gm, c.SetPool("alys", "vie", 7))
    after = pit.eyes(pit.gm).whole.play.scene
    assert after["krax"] is before["krax"] and after["alys"] is not before["alys"]


def test_those_a_player_knows_of_are_the_same_as_those_there_are(pit: Sat) -> None:
    pit.do(pit.gm, c.Hide("krax", presence=True))
    eyes = pit.eyes(pit.luc)
    assert eyes.scene is not eyes.whole.play.scene
    assert eyes.scene["alys"] is eyes.whole.play.scene["alys"]


def test_those_of_a_ready_scene_are_the_same_at_every_table_until_something_happens_to_them() -> None:
    store = Store("sqlite://")
    one, other = Sat(store, "fluid"), Sat(store, "fluid")
    for sat in (one, other):
        sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()["fluid"].demos))))
    here, there = (sat.eyes(sat.gm).whole.play.scene for sat in (one, other))
    assert here == there and all(p is there[who] for who, p in here.people.items())
    turn(one, random.Random(3))
    assert other.eyes(other.gm).whole.play.scene is there == here
