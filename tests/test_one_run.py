"""The table and the terminal run an action alike: the same dice and answers give the same stops, events and scenes."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import toy as toys
from tablee.cli.session import Session
from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game, games
from tablee.kernel.live import Entry, Replay
from tablee.kernel.oracle import Question, Throw
from tablee.kernel.simulated import Simulated
from tablee.table import commands as c
from tablee.table import playing
from tablee.table.moment import After, Moment
from tablee.table.state import Desk, Member, Play, State, dump, load
from under_way import moments

GAMES = [pytest.param(game, id=game.id) for game in (toys.toy, *games().values())]
PLAYER = Member("player", "Marie", "gm")
Wanted = tuple[Question | Throw, ...]


class Table:
    """An action at the table: between any two commands its state is written down and read again."""

    def __init__(self, game: Game, scene: Any, by_hand: set[str], rng: random.Random) -> None:
        self.game, self.rng = game, rng
        ours = dict.fromkeys(game.people(scene), PLAYER.id)  # nobody is hidden: events are told as they are
        self.first = State(Play(scene), Desk("Essai", "sel", ours, tuple(sorted(by_hand))))
        self.past: tuple[Entry, ...] = ()
        self.back()

    def back(self) -> None:
        """As it was before the action, which is remembered."""
        self.state, self.seq, self.events, self.transcript = self.first, 0, list[Any](), tuple[Entry, ...]()

    def moment(self) -> Moment:
        self.seq += 1
        state = load(self.game, dump(self.state))
        return Moment(self.game, state, PLAYER, {}, self.seq, self.rng, lambda action, act: self.past)

    def take(self, after: After) -> None:
        self.state, self.transcript = after.state, after.transcript
        self.events += [told.event for told in after.told]

    def choose(self, action: Action) -> None:
        self.take(playing.begin(self.moment(), action))

    def answer(self, at: int, id: str | int) -> None:
        self.take(playing.answer(self.moment(), c.Answer(id, at)))

    def throw(self, faces: list[int]) -> None:
        self.take(playing.type_dice(self.moment(), c.TypeDice(tuple(faces))))

    @property
    def wanted(self) -> Wanted:
        pending = self.state.play.open
        return () if pending is None else pending.questions or (pending.throw,)


def plain(thing: Any) -> Any:
    """As it is stored: whether it has been read again or not makes no difference."""
    return msgspec.json.decode(msgspec.json.encode(thing))


def alike(table: Table, terminal: Session) -> Wanted:
    """Both have come equally far, told the same, and wait for the same."""
    waiting, last = terminal.pending, terminal.last
    now = waiting if waiting is not None else last
    assert now is not None
    assert plain(table.transcript) == plain(now.transcript)
    assert plain(table.events) == plain(now.events)
    assert table.wanted == (waiting.wanted if waiting is not None else ())
    assert plain(table.state.play.scene) == plain(terminal.scene)
    pending = table.state.play.open
    assert plain(pending.dice if pending is not None else ()) == plain(waiting.dice if waiting is not None else ())
    return table.wanted


def through(table: Table, terminal: Session, action: Action, seed: float) -> None:
    """Played to its end on both, compared at every stop; after the same transcript the same is chosen."""
    table.choose(action)
    terminal.choose(action)
    while wanted := alike(table, terminal):
        choices = random.Random(f"{seed} {plain(table.transcript)}")
        for at, each in enumerate(wanted):
            if isinstance(each, Throw):
                faces = [choices.randint(1, dice.sides) for dice in each.dice for _ in range(dice.n)]
                table.throw(faces)
                terminal.throw(faces)
            else:
                id = choices.choice(each.open()[:50])
                table.answer(at, id)
                terminal.answer(id)


def given_in(transcript: tuple[Entry, ...]) -> Any:
    return plain([(entry.asked, entry.got) for entry in transcript])


@cache
def toy_scenes() -> list[Any]:
    oracle, scene, found = Simulated(7, toys.dodge), toys.ALYS_BOR, list[Any]()
    while len(scene.standing()) == 2:
        found.append(scene)
        scene = open_actions(toys.legal(scene, scene.turn()[0]))[0].resolve(scene, oracle)
    return found


def somewhere(game: Game, rng: random.Random) -> tuple[Any, Action]:
    """A moment of a fight, and something somebody may do in it."""
    scene = rng.choice(toy_scenes() if game is toys.toy else moments(game.id, rng.choice(list(game.demos))))
    who = rng.choice([*scene.turn(), *game.people(scene)])
    open_ones = open_actions(game.legal(scene, who)) or open_actions(game.legal(scene, scene.turn()[0]))
    return scene, rng.choice(open_ones)


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=150, suppress_health_check=list(HealthCheck))
@given(start=st.integers(0, 10**6))
def test_table_and_terminal_run_an_action_alike_and_again_after_undo(game: Game, start: int) -> None:
    rng = random.Random(start)
    scene, action = somewhere(game, rng)
    by_hand = {who for who in game.people(scene) if rng.random() < 0.6}
    seed, other = rng.random(), rng.random()
    table, terminal = Table(game, scene, by_hand, random.Random(seed)), Session(game, scene, None, random.Random(seed))
    terminal.by_hand = by_hand
    through(table, terminal, action, seed)
    first, after = table.transcript, plain(table.state.play.scene)
    at_once = Replay(first)
    assert plain(action.resolve(scene, at_once)) == after
    assert plain(at_once.events) == plain(table.events)

    for choices in (seed, other):  # the same answers, then others: what comes before them is known
        terminal.undo()
        table.past = first
        table.back()
        through(table, terminal, action, choices)
        if choices == seed:
            assert given_in(table.transcript) == given_in(first)
            assert plain(table.state.play.scene) == after
        pairs = zip(table.transcript, first, strict=False)
        changed = next((now for now, then in pairs if given_in((now,)) != given_in((then,))), None)
        assert changed is None or changed.by == "player", "a die that was known was rolled again"
