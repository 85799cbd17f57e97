"""`tablee demo`: a server with a campaign of every game, each with characters, an encounter under way and a log."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec
from rich.text import Text

from tablee.kernel import game as kernel_game
from tablee.kernel.about import listing
from tablee.kernel.action import Action
from tablee.kernel.game import Game, NoGame, Tactic
from tablee.kernel.opening import openings
from tablee.kernel.sentence import plain
from tablee.lab.fight import left
from tablee.table import commands as c
from tablee.table import scenes
from tablee.table.refusal import Refused
from tablee.table.state import Lang, Member, State
from tablee.table.store import Campaign, Store
from tablee.web.campaigns import link_path

from .browser import open_when_up
from .errors import complain_of
from .serve import PORT, listen, run
from .stores import database_url, opened, told
from .terminal import complain, out
from .texts import lang, say

ACTIONS = (6, 40)  # of the encounter that have been taken when the demonstration begins: at least, at most
ROUNDS = 2  # of it that have begun by then, where they are counted,
ROLLS = 6  # and rolls that players have seen
TRIES = 24  # for a fight that has not gone badly for them
WEEK = 7 * 24 * 3600  # seconds for which the links are valid


class Chair(msgspec.Struct, frozen=True):
    """A member of a demonstration, who he plays, and the link that makes whoever opens it this member."""

    member: Member
    plays: str  # the names of his characters
    turn: bool
    path: str


def demo(host: str, port: int | None, data: Path | None, browser: bool) -> None:
    """Make the campaigns, unless the folder has some, say how to join each, and serve."""
    folder = data if data is not None else Path(tempfile.mkdtemp(prefix="tablee-demo-"))
    url = database_url(folder, None)
    listening, address = listen(host, port if port is not None else PORT, or_any=port is None)
    with told(folder):
        store = opened(url)
        if not store.campaigns():
            for game in kernel_game.installed().values():
                try:
                    set_up(store, game.load())
                except NoGame as fault:
                    complain_of(fault)
                except Refused as refused:
                    complain(refused.say(plain(lang())))
        tables = list(tables_of(store))
        store.close()
    tell(tables, address)
    out.print(Text(say("demo.folder", path=folder)), soft_wrap=True)
    if browser and tables:
        open_when_up(address, tables[0][1][0].path)
    run(url, listening, address, host)


def tables_of(store: Store) -> Iterator[tuple[str, list[Chair]]]:
    """Every campaign of a game that can be had, and everybody's links to it."""
    for campaign in store.campaigns():
        try:
            yield named(campaign), list(chairs(store, campaign.id))
        except Refused as refused:
            complain(refused.say(plain(lang())))


def tell(tables: list[tuple[str, list[Chair]]], address: str) -> None:
    """The link to begin with, then all the others."""
    for n, (title, there) in enumerate(tables):
        gm, *others = there
        if n == 0:
            out.print(Text(say("demo.first", title=title, name=gm.member.name), "title"), soft_wrap=True)
            out.print(Text(f"  {address}{gm.path}"), soft_wrap=True)
            out.print(Text(say("demo.others"), "soft"), soft_wrap=True)
        out.print(Text(title, "title"))
        for chair in others if n == 0 else there:
            what = "demo.turn" if chair.turn else "demo.plays" if chair.plays else "demo.member"
            line = say(what, name=chair.member.name, who=chair.plays, url=f"{address}{chair.path}")
            out.print(Text(line), soft_wrap=True)


def named(campaign: Campaign) -> str:
    """A campaign by its title and its game."""
    title = next((about.title for about in listing().games if about.id == campaign.game), "")
    return f"{campaign.title} ({title})" if title else campaign.title


def chairs(store: Store, campaign: str) -> Iterator[Chair]:
    """Everybody at a table, a game master first, each with a new link."""
    there = sorted(store.members.of(campaign).values(), key=lambda member: not member.gm)
    table = store.eyes(campaign, there[0].id)[1].table()
    turn = table.encounter.turn if table.encounter is not None else ()
    for member in there:
        his = [person for person in table.people if person.owner == member.id]
        until = store.time() + WEEK
        _, secret = store.members.invite(campaign, there[0].id, expires=until, member=member.id)
        names = ", ".join(person.name for person in his)
        yield Chair(member, names, any(person.id in turn for person in his), link_path(secret))


def set_up(store: Store, game: Game) -> None:
    """A campaign of this game in the middle of its first encounter, with the players still in it."""
    options = tuple(switch.id for switch in game.switches if switch.default)
    language: Lang = "en" if lang() == "en" else "fr"
    _, title = scenes.ready(game, next(iter(game.demos)), options)
    for more in reversed(range(TRIES)):
        table = Table(store, game, store.create(game.id, title, say("demo.name"), options, language))
        table.play()
        if table.players_stand() or not more:
            return
        store.remove_campaign(table.campaign, table.gm.id)


class Table:
    def __init__(self, store: Store, game: Game, gm: Member) -> None:
        self.store, self.game, self.gm = store, game, gm
        self.campaign = store.campaign_of(gm.id)
        self.tactic: Tactic = next(iter(game.tactics.values()))
        self.calm = False  # nothing is under way in which somebody has the turn: anybody may act

    @property
    def state(self) -> State:
        return self.store.state_at(self.campaign, self.store.campaign(self.campaign).last)

    @property
    def turn(self) -> tuple[str, ...]:
        return tuple(self.state.play.scene.turn())

    def do(self, member: Member, command: c.Command) -> int:
        return self.store.command(self.campaign, member.id, command).seq

    def play(self) -> None:
        _, secret = self.store.members.invite(self.campaign, self.gm.id)
        players = [self.store.members.join(secret, name, self.gm.lang) for name in say("demo.players").split(", ")]
        self.do(self.gm, c.Say(say("demo.welcome")))
        self.do(players[0], c.Line("/r 2d6+3"))
        self.do(players[1], c.Whisper((self.gm.id,), say("demo.whisper")))
        self.start(players)
        self.hide_somebody()
        self.begin()
        if self.calm:
            self.try_things()
            return
        least, most = ACTIONS
        for n in range(1, most + 1):
            before = self.turn
            self.act()
            begins = self.turn != before and self.players_turn()
            if n >= least and begins and self.late() and self.rolls(players[0]) >= ROLLS:
                break

    def start(self, players: list[Member]) -> None:
        """The game's own ready scene, where each player has one of those on its first side."""
        self.do(self.gm, c.StartEncounter(ready=next(iter(self.game.demos))))
        ours = next(iter(self.state.play.scene.sides().values()))
        for who, player in zip(ours, players, strict=False):
            self.do(self.gm, c.Give(who, player.id))

    def hide_somebody(self) -> None:
        """Players do not know the name of the last one on the other side."""
        *_, theirs = self.state.play.scene.sides().values()
        self.do(self.gm, c.Hide(theirs[-1], name=True))

    def begin(self) -> None:
        """Whatever gives somebody the turn, if nobody has it."""
        for action in openings(self.game, self.state.play.scene)[:1]:
            self.take(action)
        self.calm = not self.turn

    def try_things(self) -> None:
        """Where nobody has the turn, the players' own act one after the other."""
        for who in [*self.state.desk.owners] * ROLLS:
            self.take(self.tactic.act(self.state.play.scene, who))

    def players_stand(self) -> bool:
        """Whether every player's character still stands, and one of them is to act."""
        state = self.state
        return set(state.desk.owners) <= set(state.play.scene.standing()) and (self.calm or self.players_turn())

    def players_turn(self) -> bool:
        """Whether a player's own character is to act."""
        return any(who in self.state.desk.owners for who in self.turn)

    def late(self) -> bool:
        """Whether the encounter has gone on for some rounds, or does not count them."""
        return not 0 < self.state.play.scene.round() < ROUNDS

    def rolls(self, player: Member) -> int:
        """How many rolls a player has seen."""
        log = self.store.log(self.campaign, player.id, after=0, limit=500)
        return sum(bool(seen.dice) for entry in log for seen in entry.events)

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
