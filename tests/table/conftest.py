"""A table with the arena laid on it: a game master, two players and a spectator."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from installing import Install
from tablee.kernel.sentence import plain
from tablee.table import commands as c
from tablee.table import writer
from tablee.table.refusal import Refused
from tablee.table.seen import SeenEntry, SeenTable
from tablee.table.state import Member, Role, State
from tablee.table.store import Accepted, Store
from tablee.table.visibility import Eyes

from .arena import arena
from .postgres import Postgres, required, running


class Sat:
    """A campaign with its members; `do` gives a command as one of them."""

    def __init__(self, store: Store, game: str = "arena", options: tuple[str, ...] = ()) -> None:
        self.store = store
        self.gm = store.create(game, "La fosse", "Marie", options)
        self.id = store.campaign_of(self.gm.id)
        self.luc, self.ada = self.join("Luc"), self.join("Ada")
        self.eve = self.join("Ève", "spectator")
        self.everybody = (self.gm, self.luc, self.ada, self.eve)

    def join(self, name: str, role: Role = "player") -> Member:
        _, secret = self.store.members.invite(self.id, self.gm.id, role)
        return self.store.members.join(secret, name)

    def do(self, who: Member, command: c.Command, client: str = "") -> Accepted:
        return self.store.command(self.id, who.id, command, client)

    def send_picture(self, who: Member, data: bytes) -> str:
        return self.store.send_picture(self.id, who.id, data).id

    def picture(self, who: Member, id: str, at: int | None = None) -> bytes | None:
        """A picture as this member is given it, if he is."""
        try:
            return self.store.picture(self.id, who.id, id, at=at)
        except Refused as refused:
            assert refused.key == "no_picture"
            return None

    def no(self, who: Member, command: c.Command) -> Refused:
        """The refusal of a command, which must have left no trace."""
        before = self.state, self.last
        with pytest.raises(Refused) as refused:
            self.do(who, command)
        assert (self.state, self.last) == before
        assert refused.value.say(plain("fr")).strip()
        return refused.value

    @property
    def last(self) -> int:
        return self.store.campaign(self.id).last

    @property
    def state(self) -> State:
        return self.store.state_at(self.id, self.last)

    def eyes(self, who: Member) -> Eyes:
        return self.store.eyes(self.id, who.id)[1]

    def table(self, who: Member) -> SeenTable:
        return self.eyes(who).table()

    def texts(self, accepted: Accepted, who: Member) -> list[str]:
        return [seen.text for seen in accepted.logged.seen_by(self.eyes(who)).events]

    def log(self, who: Member) -> tuple[SeenEntry, ...]:
        return self.store.log(self.id, who.id, after=0, limit=500)

    def character(self, who: Member, name: str) -> str:
        """Somebody new, made by this member and played by him."""
        draft = f"d{self.do(who, c.NewDraft()).seq}"
        self.do(who, c.EditDraft(draft, {"nom": name}))
        self.do(who, c.FinishDraft(draft))
        return self.state.desk.sketches[draft].made


@pytest.fixture
def arena_installed(install: Install) -> None:
    install(arena, alone=False)


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    """A PostgreSQL server for all tests of this session that need one."""
    with running(required()) as server:
        yield server


@pytest.fixture
def in_no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever waits is written together, however slow the machine."""
    monkeypatch.setattr(writer, "LONGEST", 600.0)


@pytest.fixture
def store(arena_installed: None) -> Iterator[Store]:
    store = Store("sqlite://", rng=random.Random(1))
    yield store
    store.close()


@pytest.fixture
def sat(store: Store) -> Sat:
    return Sat(store)


@pytest.fixture
def duel(sat: Sat) -> Sat:
    """Alys (Luc's) and Bran (Ada's) face each other, Alys to act."""
    sat.character(sat.luc, "Alys")
    sat.character(sat.ada, "Bran")
    sat.do(sat.gm, c.StartEncounter("Duel", sides={"rouge": ("alys",), "bleu": ("bran",)}))
    sat.do(sat.luc, c.Act({"do": "commencer", "actor": "alys"}))
    return sat
