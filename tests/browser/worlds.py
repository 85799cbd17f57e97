"""Tables in the middle of play, made in the database itself: the tactics of a game play a fight well, and at once."""

from __future__ import annotations

from dataclasses import dataclass, field

import msgspec

from tablee.kernel.action import Action, open_actions
from tablee.kernel.game import Game, Tactic, games
from tablee.kernel.opening import openings
from tablee.lab.fight import left
from tablee.table import commands as c
from tablee.table.state import Member, State
from tablee.table.store import Store

PLAYERS = ("Alix", "Noé")
DICE = 1  # the seed of their dice: the same fight for every test


@dataclass
class World:
    """A campaign: the game master and two players, each with somebody of the first side of a ready scene."""

    store: Store
    game: Game
    title: str
    tokens: dict[str, str] = field(default_factory=dict)  # of the device of each member, by name
    options: dict[str, str] = field(default_factory=dict)  # parts of addresses: who, draft, since...

    def __post_init__(self) -> None:
        switches = tuple(switch.id for switch in self.game.switches if switch.default)
        self.gm = self.store.create(self.game.id, self.title, "Marie", switches)
        self.campaign = self.store.campaign_of(self.gm.id)
        secret = self.store.members.invite(self.campaign, self.gm.id)[1]
        self.players = [self.store.members.join(secret, name) for name in PLAYERS]
        for member in (self.gm, *self.players):
            self.tokens[member.name] = self.store.members.new_device()
            self.store.members.seat(self.tokens[member.name], member.id)
        self.awaited = ""
        self.tactic: Tactic = next(iter(self.game.tactics.values()))

    @property
    def state(self) -> State:
        return self.store.state_at(self.campaign, self.store.campaign(self.campaign).last)

    def do(self, member: Member, command: c.Command) -> int:
        return self.store.command(self.campaign, member.id, command).seq

    def fight(self, ready: str, actions: int = 0) -> World:
        """A ready scene, and so many actions of it."""
        self.options["since"] = str(self.do(self.gm, c.StartEncounter(ready=ready)))
        ours = next(iter(self.state.play.scene.sides().values()))
        self.options["who"] = ours[0]
        for who, player in zip(ours, self.players, strict=False):
            self.do(self.gm, c.Give(who, player.id))
        for action in openings(self.game, self.state.play.scene)[:1]:
            self.take(action)
        for done in range(actions + 40):  # and on, until whoever has the turn can do something with odds
            if done >= actions and self.odds():
                return self
            self.act()
        raise AssertionError(f"{self.title}: nobody has anything to do with odds")

    def odds(self) -> bool:
        """Where several have the turn at once, each of them has: the page shows one of them."""
        scene = self.state.play.scene
        done = [open_actions(self.game.legal(scene, who)) for who in scene.turn()]
        return bool(done) and all(any(action.looks for action in each) for each in done)

    def act(self) -> None:
        """Whoever has the turn does what his tactic says, unless the fight is over."""
        scene = self.state.play.scene
        if scene.turn() and len(left(scene)) > 1:
            self.take(self.tactic.act(scene, scene.turn()[0]))

    def take(self, action: Action) -> None:
        """An action, and an answer to every question it asks."""
        self.do(self.gm, c.Act(msgspec.to_builtins(action, str_keys=True)))
        self.answer()

    def answer(self) -> None:
        while (pending := self.state.play.open) is not None:
            for n, question in enumerate(pending.questions):
                self.do(self.gm, c.Answer(self.tactic.answer(question).id, n))

    def ask(self, real_dice: bool = False) -> World:
        """Go on until somebody is awaited, to answer or to type in dice; `awaited` is the member he belongs to."""
        for who in self.state.play.scene.standing() if real_dice else ():
            self.do(self.gm, c.RealDice(who, True))
        while (pending := self.state.play.open) is None or (real_dice and pending.throw is None):
            if pending is None:
                action = self.tactic.act(self.state.play.scene, self.state.play.scene.turn()[0])
                self.do(self.gm, c.Act(msgspec.to_builtins(action, str_keys=True)))
            else:
                self.do(self.gm, c.Answer(self.tactic.answer(pending.questions[0]).id, 0))
        owner = self.state.desk.owners.get((pending.throw or pending.questions[0]).who, self.gm.id)
        self.awaited = next(member.name for member in (self.gm, *self.players) if member.id == owner)
        return self

    def draft(self, player: int = 0) -> World:
        """Somebody at random, not finished yet."""
        self.options["draft"] = f"d{self.do(self.players[player], c.NewDraft(at_random=True))}"
        return self


def world(store: Store, game: str, ready: str, actions: int = 0, title: str = "") -> World:
    made = World(store, games()[game], title or games()[game].title)
    made.do(made.gm, c.Say("Bonsoir à tous. On reprend là où on s'était arrêtés."))
    made.do(made.players[0], c.Line("/r 2d6+3"))
    made.do(made.players[1], c.Whisper((made.gm.id,), "Je garde la clef pour moi."))
    return made.draft().fight(ready, actions)


class Worlds(dict[str, World]):
    """Several of them on one server."""

    site: str
