"""What a fight comes to, as each member was told of it: rounds, deeds, the finest roll, what was left of each side."""

from __future__ import annotations

import msgspec
import pytest

from tablee.kernel.event import Event
from tablee.kernel.game import games
from tablee.kernel.sentence import Name
from tablee.kernel.strokes import Change
from tablee.kernel.voice import Voice
from tablee.table import commands as c
from tablee.table.fights import best, blows, deeds, hurt, rounds, steps_of
from tablee.table.refusal import Refused
from tablee.table.seen import Emblem, Person, SeenEntry, SeenEvent, SeenStroke

from .conftest import Sat
from .test_retold import pit, struck

__all__ = ["pit"]

A, B = Name("a", "Ada"), Name("b", "Brun")
THERE = {"a": Person("a", "Ada", emblem=Emblem(foe=True)), "b": Person("b", "Brun", owner="luc")}


def told(what: str, who: str = "a", target: str = "b", **more: object) -> SeenEvent:
    return SeenEvent(what, (A, " ", B), who, target, **more)


def entry(seq: int, *events: SeenEvent, weight: str = "wound", fell: tuple[Name, ...] = (), act: int = 0) -> SeenEntry:
    stroke = SeenStroke(0, lines=tuple(range(1, len(events))), weight=weight, figure=events[0].figure, fell=fell)
    return SeenEntry(seq, "act", at=60.0 * seq, events=events, strokes=(stroke,), round=1, when="Round 1", act=act)


HIT = told("touche", figure=Change(-4, "PV"), rolled=3, achieved=True)
MISS = told("manque", achieved=False, rolled=9)
BLEEDS = told("saigne", "b", "", figure=Change(-2, "PV"))
HEALS = told("soigne", "b", "a", figure=Change(3, "PV"))
FIGHT = (
    entry(1, HIT),
    entry(2, MISS, weight="miss"),
    entry(3, BLEEDS),
    entry(4, HEALS),
    entry(5, told("abat", figure=Change(-5, "PV"), rolled=7), weight="major", fell=(B,)),
    entry(6, told("se tait"), weight="minor"),
)


def test_a_round_says_who_fell_who_lost_how_much_and_what_came_to_nothing() -> None:
    (round,) = rounds(blows(FIGHT), {"a": A, "b": B})
    assert (round.when, round.count, round.missed, round.fell) == ("Round 1", 5, 1, (B,))
    assert [(each.who, each.lost) for each in round.hurt] == [(B, Change(-11, "PV"))]
    assert hurt(blows(FIGHT), {"a": A}) == [], "nobody the log does not name"


def test_deeds_are_what_one_did_oneself_and_those_played_come_first() -> None:
    brun, ada = deeds(blows(FIGHT), {"a": A, "b": B}, {"b": (Change(-2, "Chance"),)}, THERE)
    assert (ada.who, ada.dealt, ada.taken, ada.hits, ada.tries) == (A, (Change(9, "PV"),), (), 2, 3)
    assert (ada.felled, ada.fell, ada.emblem.foe) == ((B,), False, True)
    assert (brun.dealt, brun.taken, brun.healed) == ((), (Change(11, "PV"),), (Change(3, "PV"),))
    assert (brun.tries, brun.fell, brun.spent) == (0, True, (Change(-2, "Chance"),))


def test_whoever_falls_in_the_same_breath_is_not_the_strikers_deed() -> None:
    (row,) = deeds(blows([entry(1, HIT, fell=(Name("c", "Cyr"),))]), {"a": A}, {}, {})
    assert row.felled == ()


def test_what_led_to_a_blow_that_waited_for_an_answer_is_not_another_try() -> None:
    waiting = entry(1, told("vise", achieved=True), weight="miss", act=1)
    (row,) = deeds(blows([waiting, entry(2, HIT, act=1)]), {"a": A}, {}, {})
    assert (row.hits, row.tries) == (1, 1)


def test_the_finest_roll_is_one_that_came_off() -> None:
    assert best(FIGHT) is FIGHT[4].events[0]
    assert best(FIGHT[1:2]) is None


def test_steps_are_where_something_was_done_and_few_enough() -> None:
    assert steps_of(FIGHT) == (1, 3, 4, 5)
    long = steps_of([entry(seq, HIT) for seq in range(1, 1000)])
    assert len(long) <= 152
    assert (long[0], long[-1]) == (1, 999)


# ---------------------------------------------------------------- at a table


def test_a_fight_in_sum_and_what_is_left_of_each_side(pit: Sat) -> None:
    before = pit.state.play.encounter
    assert before is not None
    struck(pit, "alys", "krax")
    fight = pit.store.fight(pit.id, pit.luc.id, before.since)
    alys = next(row for row in fight.deeds if row.who.text == "Alys")
    assert alys.felled == (Name("krax", "Kraxifer"),)
    assert [name.text for each in fight.rounds for name in each.fell] == ["Kraxifer"]
    forces = pit.store.forces(pit.id, pit.luc.id, before.since)
    ours, theirs = forces.sides
    assert (ours.foe, theirs.foe) == (False, True)
    assert theirs.left[-1] < theirs.left[0] == 1.0
    assert ours.left[-1] == ours.left[0]


def test_a_hidden_ones_deeds_are_in_nobodys_sum_but_the_game_masters(pit: Sat) -> None:
    since = pit.state.play.encounter.since
    pit.do(pit.gm, c.Hide("oru", presence=True))
    struck(pit, "oru", "alys")
    assert any(row.who.text == "Orumaque" and row.dealt for row in pit.store.fight(pit.id, pit.gm.id, since).deeds)
    for member in (pit.luc, pit.ada, pit.eve):
        fight = pit.store.fight(pit.id, member.id, since)
        assert b"oru" not in msgspec.json.encode(fight).lower()
        assert not any(row.dealt for row in fight.deeds)
        assert fight == pit.store.fight(pit.id, pit.gm.id, since, member.id)
    pit.do(pit.gm, c.Hide("oru", presence=False))
    assert not any(row.dealt for row in pit.store.fight(pit.id, pit.luc.id, since).deeds), "revealing reveals no past"


def test_what_is_left_of_whoever_may_not_be_read_is_a_word_or_whether_he_stands(pit: Sat) -> None:
    eyes = pit.eyes(pit.luc)
    krax = pit.state.play.scene.people["krax"]
    assert eyes.vigour("krax") in (0.0, 0.25, 0.6, 1.0)
    assert pit.eyes(pit.gm).vigour("krax") == krax.vigour
    pit.do(pit.gm, c.Hide("krax", rolls=True))
    pit.do(pit.gm, c.Rule("gens.krax.vie", 1, "à bout"))
    assert pit.eyes(pit.luc).vigour("krax") == 1.0


def test_there_is_no_sum_of_what_was_no_encounter(sat: Sat) -> None:
    with pytest.raises(Refused, match="Aucune rencontre"):
        sat.store.fight(sat.id, sat.luc.id, 1)


@pytest.mark.parametrize("game", [pytest.param(game, id=game.id) for game in games().values()])
def test_every_game_says_how_fine_a_roll_is_and_what_ends_a_fight(game) -> None:
    voice = Voice(game, "fr")
    fine = {what: telling.rolled for what, telling in game.words.event.items() if telling.rolled}
    assert fine
    for what, fact in fine.items():
        more, less = (voice.rolled(Event(what, facts=((fact[1:], n),))) for n in (7, 3))
        assert (more > less) is (fact[0] == "+")
    assert any(telling.moment == "end" for telling in game.words.event.values())
