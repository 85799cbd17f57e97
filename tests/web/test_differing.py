"""Two campaigns that differ only in what a member may not know give him the same bytes, from every route he can ask and
by his WebSocket, before and after he acts. In every game that is installed; the game master makes the difference.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import count, product
from pathlib import Path
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from differing import waits
from table.conftest import Sat
from tablee.kernel.game import Game, games
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.state import Member
from tablee.web.app import create_app
from tablee.web.schema import schema
from tablee.web.settings import Settings

from .devices import API, NO_LIMITS, Device

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
ROUTES = [path.removeprefix(API) for path, asked in json.loads(schema())["paths"].items() if "get" in asked]
ACTIONS = 6  # of Luc's


Difference = Callable[["Campaign", str, random.Random], c.Command]


class Campaign(Sat):
    """A fight in which one is Luc's and one is hidden; Luc and a spectator listen."""

    def __init__(self, http: TestClient[Litestar], windows: ExitStack, game: Game, ready: str, seed: str) -> None:
        store = http.app.state.server.store
        self.http, self.game, self.seed = http, game, seed
        ticks = count()
        store.time = lambda: float(next(ticks))  # who sat down first
        super().__init__(store, game.id)
        store.time = lambda: 100.0
        self.listening: dict[str, tuple[Device, Any]] = {}
        self.came: dict[str, list[bytes]] = {self.luc.id: [], self.eve.id: []}
        for member in (self.luc, self.eve):
            device = Device(http)
            device.token, device.campaign, device.member = store.members.new_device(), self.id, member.id
            store.members.seat(device.token, member.id)
            address = f"{API}{device.path('~/live')}?after=0"
            socket = windows.enter_context(http.websocket_connect(address, headers=device.cookie))
            self.listening[member.id] = device, socket
        self.listen()
        self.do(self.gm, c.StartEncounter(ready=ready, begin=True))
        while self.state.play.open is not None:
            self.do(self.gm, c.Answer(self.state.play.open.questions[0].open()[0]))

    def do(self, who: Member, command: c.Command, client: str = "") -> Any:
        self.store.rng = random.Random(f"{self.seed}/{self.last}")
        done = super().do(who, command, client)
        self.listen()
        return done

    def alike(self, data: bytes) -> bytes:
        """What was sent, without what every campaign has of its own: its id, those of its members, drawn ones."""
        data = data.replace(self.id.encode(), b"campaign")
        for member in self.everybody:
            data = data.replace(member.id.encode(), member.name.encode())
        drawn = dict.fromkeys(re.findall(rb"inconnu_[0-9a-f]{10}", data))
        for n, alias in enumerate(drawn):
            data = data.replace(alias, b"inconnu_%d" % n)
        return data

    def listen(self) -> None:
        """What the WebSockets say up to the last entry: with it comes how the table stands."""
        last = self.last
        for member, (_, socket) in self.listening.items():
            seq = 0
            while seq < last:
                data = socket.receive_text()
                if json.loads(data)["type"] == "entry":
                    seq = json.loads(data)["seq"]
                    self.came[member].append(self.alike(data.encode()))

    def asked(self, member: Member, method: str, path: str, body: Any = None) -> tuple[int, bytes]:
        answer = self.listening[member.id][0].ask(method, f"~/{path}" if not path.startswith("/") else path, body)
        assert answer.status_code < 500, (path, answer.text)
        return answer.status_code, self.alike(answer.content)


def looks(mine: str, hidden: str, kind: str, seqs: tuple[int, ...]) -> Iterator[str]:
    """Every route, with all there may be in its place; what is not of a campaign is the same for all."""
    places = {"who": (mine, hidden), "kind": (kind,), "draft": ("d1",), "since": seqs, "seq": seqs}
    places |= {"step": ("nom", "description"), "picture": ("0" * 32,), "backup": ("2026-01-01",), "entry": ("rien",)}
    queries = {"/events": "?after=0&limit=500", "/search": f"?words={hidden}"}
    for route in ROUTES:
        if route == "/campaigns":
            yield route
        if not route.startswith("/campaigns/{campaign}"):
            continue
        named = re.findall(r"\{(\w+)\}", route.removeprefix("/campaigns/{campaign}"))
        for values in product(*(places[name] for name in named)):  # a new kind of place is to be added above
            path = route.removeprefix("/campaigns/{campaign}").format(**dict(zip(named, values, strict=True)))
            yield path.removeprefix("/") + next((q for end, q in queries.items() if route.endswith(end)), "")


def same(one: Campaign, two: Campaign, mine: str, hidden: str, where: object) -> None:
    """All that Luc and Ève are sent is the same."""
    assert one.last == two.last
    encounter = one.state.play.encounter
    seqs = (encounter.since if encounter is not None else 1, one.last)
    for first, second in ((one.luc, two.luc), (one.eve, two.eve)):
        for here, there in zip(one.came[first.id], two.came[second.id], strict=True):
            assert here == there, (where, "live")
        offers = json.loads(one.asked(first, "GET", f"actions/{mine}")[1]) if first is one.luc else []
        kind = offers[0]["action"]["do"] if offers else "rien"
        for path in looks(mine, hidden, kind, seqs):
            assert one.asked(first, "GET", path) == two.asked(second, "GET", path), (where, path)
        open_ones = [each["action"] for each in offers if each.get("looks") and "closed" not in each]
        for action in open_ones[:2]:
            odds = one.asked(first, "POST", "odds", {"action": action})
            assert odds == two.asked(second, "POST", "odds", {"action": action}), (where, action)


# ---------------------------------------------------------------- what they differ in


def moved(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    return c.Put(who, rng.randrange(12), rng.randrange(12))


def worse_off(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    lines = [line for section in sat.eyes(sat.gm).sheet(who).sections for line in section.lines]
    pool = next(line for line in lines if getattr(line, "at", "") and line.now > line.low)
    return c.SetPool(who, pool.at, pool.now - 1)


def called(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    return c.Rule("fiche.nom", rng.choice(("Großmann", "8", "???", "Le coup de")), "il se cache", who)


def known_as(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    return c.Hide(who, rolls=True, sheet=True, known_as="La bête")


def noted(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    return c.WriteNote(who, "il guette", rng.random() < 0.5)


def one_more(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    key = rng.choice([key for key, there in sat.game.cast.items() if there])
    return c.Bring(key, rng.choice(list(sat.game.cast[key])), count=rng.randint(1, 2), hidden=True)


def gone(sat: Campaign, who: str, rng: random.Random) -> c.Command:
    return c.LeaveEncounter(who)


DIFFERENCES: tuple[Difference, ...] = (moved, worse_off, called, known_as, noted, one_more)


def met(sat: Campaign, hidden: set[str]) -> bool:
    """Whether somebody hidden had a part in the last entry: there the rules decide, as they must."""
    with sat.store.reading(sat.id) as log:
        (last,) = log.page(sat.last - 1, None, 1)
    told = msgspec.json.encode((last.told, log.now.state.play.open)).decode()
    return "table.hindrance" in told or any(f'"{who}"' in told for who in hidden)


def hidden_in(sat: Campaign) -> set[str]:
    return {who for who, veil in sat.state.play.veils.items() if veil.presence}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_hidden_a_member_is_sent_the_same_bytes(game: Game, tmp_path: Path, no_clock: None) -> None:
    app = create_app(Settings(f"sqlite:///{tmp_path}/tablee.db", rates=NO_LIMITS, beat=600))
    rng, ready = random.Random(game.id), next(iter(game.demos))
    with TestClient(app) as http, ExitStack() as windows:
        one, two = (Campaign(http, windows, game, ready, game.id) for _ in range(2))
        scene = one.state.play.scene
        hidden, mine = rng.sample(list(game.people(scene)), 2)
        mine = next((who for who in scene.turn() if who != hidden), mine)
        for sat in (one, two):
            sat.do(sat.gm, c.Give(mine, sat.luc.id))
            sat.do(sat.gm, c.Hide(hidden, presence=True))
        made = [each for each in DIFFERENCES if differ(one, two, mine, each, hidden, rng)]
        assert len(made) >= 4
        same(one, two, mine, hidden, [each.__name__ for each in made])
        for _ in range(ACTIONS):
            acted(one, two, mine, rng)
        same(one, two, mine, hidden, "after what Luc did")
        held = waits(two.state.play.scene, hidden_in(two))  # his going would end a pause
        if not held and differ(one, two, mine, gone, hidden, rng):
            same(one, two, mine, hidden, "gone")


def differ(one: Campaign, two: Campaign, mine: str, what: Difference, hidden: str, rng: random.Random) -> bool:
    """The game master does this with whoever is hidden in one campaign, and nothing of note in the other."""
    try:
        two.do(two.gm, what(two, hidden, rng))
    except (Refused, StopIteration):  # it cannot be so in this game, or not now
        return False
    one.do(one.gm, c.WriteNote(mine, "rien", secret=True))
    waiting, other = (waits(sat.state.play.scene, hidden_in(sat)) for sat in (one, two))
    if waiting != other:  # the turn of somebody hidden is a pause
        going, held = (one, two) if other else (two, one)
        going.do(going.gm, c.Pause())
        held.do(held.gm, c.WriteNote(mine, "", secret=True))
    return True


def acted(one: Campaign, two: Campaign, mine: str, rng: random.Random) -> bool:
    """Luc does the same in both, and is told the same; unless it was for somebody hidden that it went otherwise."""
    offers = json.loads(one.asked(one.luc, "GET", f"actions/{mine}")[1])
    if one.state.play.open is not None or not offers:
        return False
    action, answers = rng.choice(offers)["action"], []
    for sat in (one, two):
        sat.store.rng = random.Random(f"{sat.seed}/{sat.last}")
        sent = {"id": f"luc-{sat.last}", "command": {"do": "act", "action": action}}
        answers.append(sat.asked(sat.luc, "POST", "commands", sent))
    if [status for status, _ in answers] == [201, 201]:
        for sat in (one, two):
            sat.listen()
        rounds = {sat.state.play.scene.round() for sat in (one, two)}
        paused = {waits(sat.state.play.scene, hidden_in(sat)) for sat in (one, two)}
        if met(one, hidden_in(one)) or met(two, hidden_in(two)) or len(rounds) > 1 or len(paused) > 1:
            for sat in (one, two):
                sat.do(sat.gm, c.Undo(confirm=True))
                for heard in sat.came.values():
                    heard.clear()
            return False
    assert answers[0] == answers[1], action
    return True
