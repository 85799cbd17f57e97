"""`tablee demo`: a server with a campaign of every game, each with characters, an encounter under way and a log."""

from __future__ import annotations

import tempfile
from pathlib import Path

import msgspec
from rich.text import Text

from tablee.kernel.action import Action
from tablee.kernel.game import Game, Tactic, games
from tablee.lab.fights import left
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.state import Lang, Member, State
from tablee.table.store import Store

from .opening import openings
from .serve import listen, run
from .stores import database_url, opened, told
from .terminal import out
from .texts import lang, say

PLAYERS = ("Alix", "Noé")
ACTIONS = 10  # of the encounter that have been taken when the demonstration begins


def demo(host: str, port: int, data: Path | None) -> None:
    """Make the campaigns, unless the folder has some, say how to join each, and serve."""
    folder = data if data is not None else Path(tempfile.mkdtemp(prefix="tablee-demo-"))
    url = database_url(folder, None)
    listening, address = listen(host, port)
    with told(folder):
        store = opened(url)
        if not store.campaigns():
            for game in games().values():
                set_up(store, game)
        invited = [(campaign.title, *invite(store, campaign.id)) for campaign in store.campaigns()]
        store.close()
    out.print(Text(say("demo.folder", path=folder)), soft_wrap=True)
    for title, gm, player in invited:
        out.print(Text(title, "title"))
        out.print(Text(say("demo.gm", url=f"{address}{gm}")), soft_wrap=True)
        out.print(Text(say("demo.player", url=f"{address}{player}")), soft_wrap=True)
    run(url, listening, address, host)


def invite(store: Store, campaign: str) -> tuple[str, str]:
    """Where a game master joins, and where players do."""
    from tablee.web.campaigns import link_path

    gm = next(member for member in store.members.of(campaign).values() if member.gm)
    asked = (store.members.invite(campaign, gm.id, role)[1] for role in ("gm", "player"))
    first, second = map(link_path, asked)
    return first, second


def set_up(store: Store, game: Game) -> None:
    """A campaign of this game in the middle of its first encounter."""
    options = tuple(switch.id for switch in game.switches if switch.default)
    language: Lang = "en" if lang() == "en" else "fr"
    Table(store, game, store.create(game.id, game.title, say("demo.name"), options, language)).play()


class Table:
    def __init__(self, store: Store, game: Game, gm: Member) -> None:
        self.store, self.game, self.gm = store, game, gm
        self.campaign = store.campaign_of(gm.id)
        self.tactic: Tactic = next(iter(game.tactics.values()))

    @property
    def state(self) -> State:
        return self.store.state_at(self.campaign, self.store.campaign(self.campaign).last)

    def do(self, member: Member, command: c.Command) -> int:
        return self.store.command(self.campaign, member.id, command).seq

    def play(self) -> None:
        _, secret = self.store.members.invite(self.campaign, self.gm.id)
        players = [self.store.members.join(secret, name, self.gm.lang) for name in PLAYERS]
        for player in players:
            self.do(player, c.FinishDraft(f"d{self.do(player, c.NewDraft(at_random=True))}"))
        self.do(self.gm, c.Say(say("demo.welcome")))
        self.do(players[0], c.Line("/r 2d6+3"))
        self.do(players[1], c.Whisper((self.gm.id,), say("demo.whisper")))
        self.start(tuple(self.state.desk.owners))
        self.hide_somebody()
        self.begin()
        for _ in range(ACTIONS):
            self.act()

    def start(self, ours: tuple[str, ...]) -> None:
        """The game's own ready scene; our characters take part on its first side, if it has room for them."""
        ready = next(iter(self.game.demos))
        self.do(self.gm, c.StartEncounter(ready=ready))
        side = next(iter(self.state.play.scene.sides()))
        for who in ours:
            try:
                self.do(self.gm, c.JoinEncounter(who, side))
            except Refused:
                return

    def hide_somebody(self) -> None:
        """Players do not know the name of the last one on the other side."""
        *_, theirs = self.state.play.scene.sides().values()
        self.do(self.gm, c.Hide(theirs[-1], name=True))

    def begin(self) -> None:
        """Whatever gives somebody the turn, if nobody has it."""
        for action in openings(self.game, self.state.play.scene)[:1]:
            self.take(action)

    def act(self) -> None:
        """Whoever's turn it is does what his tactic says, unless the encounter is over."""
        scene = self.state.play.scene
        if scene.turn() and len(left(scene)) > 1:
            self.take(self.tactic.act(scene, scene.turn()[0]))

    def take(self, action: Action) -> None:
        """An action, and an answer to every question it asks."""
        self.do(self.gm, c.Act(msgspec.to_builtins(action, str_keys=True)))
        while (pending := self.state.play.open) is not None:
            for n, question in enumerate(pending.questions):
                self.do(self.gm, c.Answer(self.tactic.answer(question).id, n))
