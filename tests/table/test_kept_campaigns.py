"""Campaigns of Tablée 0.1.0, opened from its exports and backups: read, played on, taken back and taken out again."""

from __future__ import annotations

import io
import random
import shutil
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from argon2 import PasswordHasher
from msgspec.structs import replace

from tablee.kernel.game import games
from tablee.kernel.words import LANGUAGES
from tablee.table import commands as c
from tablee.table import exchange
from tablee.table.backup import Backups
from tablee.table.refusal import Refused
from tablee.table.state import UNKNOWN, Play, dump, load
from tablee.table.store import Store
from typed import typed_all

from . import fixtures
from .fixtures import BACKUPS, GAMES, Table
from .test_installed_games import no_trace, sent

TURNS = 6  # others have had their turn before playing on has been shown


@pytest.fixture(autouse=True)
def quick_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "HASHER", PasswordHasher(1, 8, 1))


@pytest.fixture(scope="session")
def restored(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """By game, the database of its backup, restored where nothing was."""
    found = {}
    for name, there in BACKUPS.items():
        folder = tmp_path_factory.mktemp("kept")
        data = (fixtures.CAMPAIGNS / name).read_bytes()
        file = folder / name.replace(".db.zst", ".db")
        file.write_bytes(fixtures.plain(data) if file.suffix == ".db" else data)
        Backups(f"sqlite:///{folder}/tablee.db").restore(file)
        found |= dict.fromkeys(there, folder / "tablee.db")
    return found


def imported(store: Store, data: bytes) -> Table:
    came = exchange.import_campaign(store, io.BytesIO(data))
    assert came.aside == ()
    return Table(store, came.campaign)


def from_export(game: str) -> Table:
    return imported(Store("sqlite://", rng=random.Random(1)), fixtures.exported(game).read_bytes())


def from_backup(game: str, database: Path, folder: Path) -> Table:
    shutil.copy(database, folder / "tablee.db")
    store = Store(f"sqlite:///{folder}/tablee.db", rng=random.Random(1))
    return Table(store, next(campaign.id for campaign in store.campaigns() if campaign.game == game))


@pytest.fixture(params=[(game, source) for game in GAMES for source in ("export", "backup")], ids="-".join)
def table(request: pytest.FixtureRequest, restored: dict[str, Path], tmp_path: Path) -> Iterator[Table]:
    game, source = request.param
    opened = from_export(game) if source == "export" else from_backup(game, restored[game], tmp_path)
    yield opened
    opened.store.close()


# ---------------------------------------------------------------- what is kept


Line = tuple[str, dict[str, msgspec.Raw]]


def lines(data: bytes) -> list[Line]:
    """The members and entries of an export, each with its parts as they are written."""
    _, *rest = fixtures.plain(data).splitlines()
    return [msgspec.json.decode(line, type=Line) for line in rest]


@cache
def member_ids(game: str) -> dict[str, str]:
    """By name, the ids that members have in the export of a game."""
    kept = lines(fixtures.exported(game).read_bytes())
    found = [msgspec.json.decode(msgspec.json.encode(thing)) for kind, thing in kept if kind == "member"]
    return {member["name"]: member["id"] for member in found}


def as_kept(table: Table, data: bytes) -> bytes:
    """The same with the ids that members have in the export of this game."""
    kept = member_ids(table.game.id)
    for member in table.ever:
        data = data.replace(member.id.encode(), kept[member.name].encode())
    return data


def states(game: str) -> dict[int, bytes]:
    """By the number of an entry, the state that was written with it."""
    entries = [thing for kind, thing in lines(fixtures.exported(game).read_bytes()) if kind == "entry"]
    return {int(bytes(entry["seq"])): bytes(entry["state"]) for entry in entries if "state" in entry}


def shared(table: Table) -> frozenset[str]:
    """What somebody is called openly and is a name or an id of somebody hidden: 0.1.0 veiled it wherever it stood."""
    veils, names = table.state.play.veils, table.state.desk.names
    hidden = {who for who, veil in veils.items() if veil.presence or veil.name}
    words = {word.casefold() for who in hidden for word in (who, names[who])}
    found = {name for who, name in names.items() if who not in hidden and name.casefold() in words}
    return frozenset(table.game.words.tr(name, lang) for name in found for lang in LANGUAGES)


# what a line or a section of a sheet says by not saying it: 0.1.0 wrote it out
UNSAID = {"kind": "", "note": "", "at": "", "value": None, "rule": "", "lost": False, "low": 0}


def by_title(sections: list[dict[str, Any]]) -> dict[str, Any]:
    """The sections of a sheet, whose order is another now: what one looks at in play comes first."""
    found = {section["title"]: section for section in sections}
    assert len(found) == len(sections)
    return found


def missing(then: Any, now: Any, shared: frozenset[str], path: str = "") -> list[str]:
    """Where what was is no more; what has come to it is no fault, nor is a kind given to a section that had none.

    0.1.0 told on the sheets of others of somebody who is not there, as « ??? »; nothing does now.
    """
    if path.endswith(".sections"):
        then, now = by_title(then), by_title(now)
    if path.endswith(".lines"):
        labels = {line["label"] for line in then}
        now = [line for line in now if line["label"] in labels]
    if isinstance(then, list):
        then = [each for each in then if not (isinstance(each, dict) and each.get("note") == UNKNOWN)]
    if isinstance(then, dict) and isinstance(now, dict):
        gone = [f"{path}.{key}: gone" for key in then if key not in now and (key, then[key]) not in UNSAID.items()]
        both = [key for key in then if key in now and (key, then[key]) != ("kind", "")]
        return gone + [fault for key in both for fault in missing(then[key], now[key], shared, f"{path}.{key}")]
    if isinstance(then, list) and isinstance(now, list) and len(then) == len(now):
        return [fault for i, each in enumerate(then) for fault in missing(each, now[i], shared, f"{path}.{i}")]
    if isinstance(then, str) and isinstance(now, str):
        openly = {now.replace(name, UNKNOWN) for name in shared}
        if then in openly or fixtures.as_said(then, now):
            return []
    return [] if then == now else [f"{path}: {then!r} then, {now!r} now"]


def test_all_that_is_to_be_tried_is_in_it(table: Table) -> None:
    state, there = table.state, {person.id for person in table.table(table.gm).people}
    play, desk = state.play, state.desk
    assert play.encounter is not None and play.scene.turn() and play.scene.round() > 1
    assert play.open is not None and None in play.open.picked
    assert play.away and any(not test.over for test in play.tests)
    assert any(veil.presence for veil in play.veils.values()) and any(veil.name for veil in play.veils.values())
    assert any(not sketch.made for sketch in desk.sketches.values()) and any(s.made for s in desk.sketches.values())
    assert desk.notes and desk.secret_notes and desk.by_hand and desk.names.keys() - there
    assert len(set(desk.owners.values())) == 2
    assert len(fixtures.undone(table)) > 1 and len(table.store.encounters(table.id, table.gm.id)) > 1
    for member in table.everybody[1:]:
        seen = {person.id for person in table.table(member).people}
        assert fixtures.hidden_by_fog(state, there, seen)
        assert "L’ombre au manteau" in {person.name for person in table.table(member).people}
    assert {member.name for member in table.ever} == {"Marie", "Luc", "Ada", "Ève", fixtures.LEFT}
    kinds = {entry.kind for entry in table.log(table.gm)}
    assert {"rule", "set_pool", "ask_test", "roll", "say", "undo", "redo", "answer", "type_dice"} - kinds == set()
    assert "whisper" in {entry.kind for entry in table.log(table.luc)}


def test_every_member_reads_what_he_read(table: Table) -> None:
    then = typed_all(msgspec.json.decode(fixtures.plain(fixtures.seen(table.game.id).read_bytes())))
    now = typed_all(msgspec.json.decode(as_kept(table, msgspec.json.encode(fixtures.shown_to_all(table)))))
    assert missing(then, now, shared(table)) == []


def test_nobody_is_told_who_is_hidden(table: Table) -> None:
    veils, names, openly = table.state.play.veils, table.state.desk.names, {name.casefold() for name in shared(table)}
    hidden = [who for who, veil in veils.items() if veil.presence or veil.name]
    for member in (table.luc, table.ada, table.eve):
        found = sent(table, member)
        words = [*(names[who] for who in hidden), *(who for who in hidden if len(who) > 3)]
        no_trace(found, *(word for word in words if word.casefold() not in openly))
        assert not any(f'"{who}"'.encode() in found for who in hidden)


def test_whatever_is_asked_of_it_is_answered(table: Table) -> None:
    store, id = table.store, table.id
    for member in table.everybody:
        eyes = table.eyes(member)
        for person in eyes.table().people:
            if member.gm or person.mine:
                eyes.sheet(person.id), eyes.character(person.id), eyes.notes(person.id), eyes.reach(person.id)
                for offered in eyes.legal(person.id)[:1]:
                    eyes.wording(person.id, offered.action["do"])
            if member.gm and not person.away:
                assert eyes.values(person.id)
        for draft in eyes.table().drafts:
            eyes.draft(draft.id)
        assert [entry.seq for entry in table.log(member)] == list(range(1, table.last + 1))
        assert store.search(id, member.id, "il pleut depuis")
        for fought in store.encounters(id, member.id):
            assert store.steps(id, member.id, fought.since)
        for seq in range(1, table.last + 1, 9):
            store.eyes_at(id, member.id, seq).table()
    pending = table.state.play.open
    assert pending is not None
    assert store.answer_odds(id, table.gm.id, pending.picked.index(None)).answers


def test_every_state_is_the_one_that_was_written(table: Table) -> None:
    kept = b""
    written = states(table.game.id)
    for seq in range(1, table.last + 1):
        kept = written.get(seq, kept)
        assert as_kept(table, dump(table.store.state_at(table.id, seq))) == kept, seq


# ---------------------------------------------------------------- on from there


def test_the_question_is_answered_and_play_goes_on(table: Table) -> None:
    rng, turns = random.Random(7), [table.turn()]
    table.settle(rng)
    for _ in range(200):
        table.step(rng)
        table.settle(rng)
        state = table.state
        assert dump(load(table.game, dump(state))) == dump(state) == dump(table.eyes(table.gm).state)
        if table.turn() != turns[-1]:
            turns.append(table.turn())
        if len(turns) > TURNS:
            break
    assert len(turns) > TURNS
    for member in table.everybody:
        sent(table, member)


def test_all_is_taken_back_to_the_start_and_done_again(table: Table) -> None:
    table.settle(random.Random(3))
    plays = [present(table)]
    with suppress(Refused):
        while True:
            table.do(table.gm, c.Undo(confirm=True))
            plays.append(present(table))
    assert table.no(table.gm, c.Undo()).key == "nothing_to_undo"
    assert len(plays) > 60 and plays[-1] == table.store.state_at(table.id, 1).play
    for play in reversed(plays[:-1]):
        table.do(table.gm, c.Redo())
        assert present(table) == play
    assert table.state.play.scene.turn()


def present(table: Table) -> Play:
    """The play without the veils of those who are gone: they stay on, since the log still speaks of them."""
    play = table.state.play
    there = {*table.game.people(play.scene), *play.away}
    return replace(play, veils={who: veil for who, veil in play.veils.items() if who in there})


def test_a_command_sent_again_is_known(table: Table) -> None:
    said = next(entry for entry in table.log(table.gm) if entry.kind == "say" and entry.member == table.luc.id)
    again = table.do(table.luc, c.Say("Me voilà."), "client-1")
    assert (again.seq, again.repeated) == (said.seq, True)


# ---------------------------------------------------------------- out again


def test_it_goes_out_as_it_came_and_comes_back_the_same(table: Table) -> None:
    kept, data = fixtures.exported(table.game.id).read_bytes(), table.export()
    assert as_kept(table, fixtures.plain(data)) == fixtures.plain(kept)
    again = imported(table.store, data)
    assert again.id != table.id
    assert as_kept(again, fixtures.plain(again.export())) == fixtures.plain(kept)
    withheld = imported(table.store, table.export(by=table.gm.id))
    assert as_kept(withheld, dump(withheld.state)) == as_kept(table, dump(table.state))
    withheld.settle(random.Random(5))


@pytest.mark.parametrize("game", GAMES)
def test_a_character_taken_out_then_comes_in_now(game: str) -> None:
    data = fixtures.character(game).read_bytes()
    command, aside = exchange.import_character(data)
    assert aside == ()
    store = Store("sqlite://", rng=random.Random(1))
    gm = store.create(game, "Ailleurs", "Marie")
    campaign = store.campaign_of(gm.id)
    store.command(campaign, gm.id, command)
    (who,) = store.state_at(campaign, 2).desk.names
    there = msgspec.json.decode(exchange.export_character(store, campaign, gm.id, who))["character"]
    assert missing(msgspec.json.decode(data)["character"], there, frozenset()) == []
    key, there = next(iter(games()[game].cast.items()))
    store.command(campaign, gm.id, c.Bring(key, list(there)[-1]))
    foe = store.eyes(campaign, gm.id)[1].people[-1]
    store.command(campaign, gm.id, c.StartEncounter(sides={"nous": (who,), "eux": (foe,)}, begin=True))
    eyes = store.eyes(campaign, gm.id)[1]
    assert eyes.sheet(who).sections and eyes.legal(who)
    store.close()


@pytest.mark.parametrize("game", GAMES)
def test_devices_and_passphrases_of_a_backup_still_open_it(
    game: str, restored: dict[str, Path], tmp_path: Path
) -> None:
    table = from_backup(game, restored[game], tmp_path)
    members = table.store.members
    assert members.seated(fixtures.DEVICE)[table.id] == table.luc
    assert members.sign_in(table.id, "Ada", fixtures.PASSPHRASE) == table.ada
    assert len(members.invitations(table.id, table.gm.id)) == 5
    table.store.close()
