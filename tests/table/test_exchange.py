"""Characters and campaigns as files: what goes out comes back the same, and one bad part never costs the whole."""

from __future__ import annotations

import io
import itertools
import json
import random
import re
import sys
import time
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
import zstandard
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from sqlalchemy import select, update

from tablee.kernel.game import games
from tablee.kernel.sentence import Said, plain
from tablee.kernel.typography import typeset
from tablee.table import character, exchange, understood
from tablee.table import commands as c
from tablee.table.models import entries
from tablee.table.refusal import Refused
from tablee.table.state import dump
from tablee.table.store import Store

from .conftest import Sat
from .test_random_campaigns import STEPS, Random

Lines = list[Any]


@pytest.fixture(autouse=True)
def quick_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exchange, "HASHER", PasswordHasher(1, 8, 1))


@pytest.fixture
def played(duel: Sat) -> Sat:
    """A campaign with a bit of everything: blows, an open question, things taken back, whispers, somebody who left."""
    duel.do(duel.luc, c.Act({"do": "frapper", "actor": "alys", "target": "bran"}), "client-1")
    duel.do(duel.ada, c.Answer("oui"))
    duel.do(duel.ada, c.Act({"do": "passer", "actor": "bran"}))
    duel.do(duel.ada, c.Undo())
    duel.do(duel.luc, c.Whisper((duel.ada.id,), "rendezvous au puits"))
    duel.do(duel.luc, c.Roll("d20", "me"))
    duel.do(duel.luc, c.NewDraft())
    duel.do(duel.gm, c.Hide("bran", known_as="Le borgne"))
    duel.store.members.remove(duel.id, duel.gm.id, duel.eve.id)
    duel.do(duel.ada, c.Act({"do": "frapper", "actor": "bran", "target": "alys"}))
    return duel


def exported(sat: Sat, by: str = "") -> bytes:
    file = io.BytesIO()
    exchange.export_campaign(sat.store, sat.id, file, by)
    return file.getvalue()


def lines_of(data: bytes) -> Lines:
    plain = zstandard.ZstdDecompressor().decompressobj().decompress(data)
    return [json.loads(line) for line in plain.splitlines()]


def file_of(lines: Lines) -> bytes:
    return "\n".join(json.dumps(line, ensure_ascii=False) for line in lines).encode()


def brought(store: Store, data: bytes) -> tuple[Sat, exchange.Imported]:
    """The imported campaign, with its members by the names they had."""
    came = exchange.import_campaign(store, io.BytesIO(data))
    sat = Sat.__new__(Sat)
    sat.store, sat.id, sat.gm = store, came.campaign, came.gm
    named = {member.name: member for member in store.members.of(came.campaign, left_too=True).values()}
    sat.luc, sat.ada, sat.eve = named["Luc"], named["Ada"], named["Ève"]
    return sat, came


def with_old_ids(data: bytes, old: Sat, new: Sat) -> bytes:
    for then, now in ((old.gm, new.gm), (old.luc, new.luc), (old.ada, new.ada), (old.eve, new.eve)):
        data = data.replace(now.id.encode(), then.id.encode())
    return data


def test_a_campaign_comes_back_equal(played: Sat) -> None:
    came, result = brought(played.store, exported(played))
    assert result.aside == ()
    assert came.id != played.id
    assert with_old_ids(file_of(lines_of(exported(came))), played, came) == file_of(lines_of(exported(played)))
    for seq in range(1, played.last + 1):
        assert with_old_ids(dump(came.store.state_at(came.id, seq)), played, came) == dump(
            played.store.state_at(played.id, seq)
        )
    for then, now in ((played.gm, came.gm), (played.luc, came.luc), (played.ada, came.ada)):
        seen = msgspec.json.encode((came.table(now), came.log(now)))
        assert with_old_ids(seen, played, came) == msgspec.json.encode((played.table(then), played.log(then)))


def test_play_goes_on_and_undo_still_reaches_the_start(played: Sat) -> None:
    came, _ = brought(played.store, exported(played))
    came.do(came.luc, c.Answer("non"))
    assert came.do(came.gm, c.Undo(confirm=True)).seq == came.last
    with pytest.raises(Refused) as refused:
        while True:
            came.do(came.gm, c.Undo(confirm=True))
    assert refused.value.key == "nothing_to_undo"
    assert came.state.play.scene.people == {}
    came.do(came.gm, c.Redo())


def test_everybody_sits_down_by_his_passphrase_and_nobody_by_an_old_one(played: Sat) -> None:
    played.store.members.set_passphrase(played.luc.id, "quatre chats gris")
    data = exported(played)
    secrets = (b"argon2", b"passphrase", b"digest")
    assert not any(word in file_of(lines_of(data)) for word in secrets)
    came, result = brought(played.store, data)
    assert set(result.passphrases) == {"Marie", "Luc", "Ada"}
    assert came.store.members.sign_in(came.id, "Luc", result.passphrases["Luc"]) == came.luc
    for wrong in ("quatre chats gris", result.passphrases["Ada"], result.passphrases["Luc"]):  # it is good once
        with pytest.raises(Refused):
            came.store.members.sign_in(came.id, "Luc", wrong)
    assert came.eve.id not in came.store.members.of(came.id)


def test_the_game_masters_file_holds_nothing_that_others_kept_from_him(played: Sat) -> None:
    """Whispers and rolls among players; the file of whoever runs the server holds them."""
    face = next(e for e in played.log(played.luc) if e.kind == "roll").events[0].text.partition(" lance ")[2]
    assert face
    mine, whole = file_of(lines_of(exported(played, played.gm.id))), file_of(lines_of(exported(played)))
    assert b"rendezvous au puits" in whole and face.encode() in whole
    assert b"rendezvous" not in mine and face.encode() not in mine
    came, result = brought(played.store, exported(played, played.gm.id))
    assert result.aside == ()
    assert with_old_ids(dump(came.state), played, came) == dump(played.state)
    assert with_old_ids(msgspec.json.encode(came.log(came.gm)), played, came) == msgspec.json.encode(
        played.log(played.gm)
    )


@pytest.mark.usefixtures("arena_installed")
@settings(max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 2**32))
def test_a_random_campaign_comes_back_equal_and_tells_the_game_master_nothing_kept_from_him(seed: int) -> None:
    store = Store("sqlite://", rng=random.Random(seed))
    game = Random(store, random.Random(seed))
    for _ in range(STEPS):
        game.step()
    old = game.sat
    mine = file_of(lines_of(exported(old, old.gm.id)))
    for secret, allowed in game.secrets:
        assert allowed(old.gm) or not re.search(rb"(?<![0-9a-f])" + re.escape(secret) + rb"(?![0-9a-f])", mine), secret
    came, result = brought(store, exported(old))
    assert result.aside == ()
    assert with_old_ids(file_of(lines_of(exported(came))), old, came) == file_of(lines_of(exported(old)))
    for seq in range(1, old.last + 1):
        then, now = store.state_at(old.id, seq), store.state_at(came.id, seq)
        assert with_old_ids(dump(now), old, came) == dump(then)
    store.close()


def test_only_the_game_master_takes_the_campaign_out(played: Sat) -> None:
    for member in (played.luc, played.ada):
        with pytest.raises(Refused) as refused:
            exported(played, member.id)
        assert refused.value.key == "right"


def test_a_campaign_the_present_rules_cannot_read_can_still_be_taken_out(played: Sat) -> None:
    broken, last = {"state": b'{"play":{"scene":{"joueurs":{}}}}', "keyframe": played.last}, played.last
    with played.store.database.writing() as connection:
        connection.execute(update(entries).where(entries.c.seq == last).values(broken))
    played.store.memory.forget()
    assert played.table(played.gm).people == ()
    assert entry(lines_of(exported(played)), last)["state"] == {"play": {"scene": {"joueurs": {}}}}


def test_a_damaged_state_costs_no_other(played: Sat) -> None:
    before = lines_of(exported(played))
    with played.store.database.writing() as connection:
        small = entries.c.state.is_not(None) & (entries.c.keyframe != entries.c.seq)
        seq = connection.execute(select(entries.c.seq).where(small)).scalars().first()
        assert seq is not None
        connection.execute(update(entries).where(entries.c.seq == seq).values(state=b"le chat"))
    del entry(before, seq)["state"]
    assert lines_of(exported(played)) == before


# ---------------------------------------------------------------- files that are not as they should be


def no(store: Store, data: bytes) -> str:
    before = store.campaigns()
    with pytest.raises(Refused) as refused:
        exchange.import_campaign(store, io.BytesIO(data))
    assert store.campaigns() == before
    assert refused.value.say(plain("fr")).endswith(".") and refused.value.say(plain("en")).endswith(".")
    return refused.value.key


def test_what_is_no_campaign_is_refused(played: Sat) -> None:
    data = exported(played)
    lines = lines_of(data)
    head = lines[0]
    assert no(played.store, b"") == "file_kind"
    assert no(played.store, b"Il \xc3\xa9tait une fois") == "file_kind"
    assert no(played.store, file_of([{**head, "tablee": "backup"}, *lines[1:]])) == "file_kind"
    assert no(played.store, file_of([{**head, "version": 2}, *lines[1:]])) == "file_version"
    assert no(played.store, file_of([{**head, "game": "belote"}, *lines[1:]])) == "game"
    assert no(played.store, file_of([{**head, "entries": 900_000}, *lines[1:]])) == "file_damaged"
    assert no(played.store, file_of(lines[:-1])) == "file_damaged"
    assert no(played.store, file_of([head, *lines[6:]])) == "file_damaged"
    assert no(played.store, data[: len(data) // 2]) in ("file_damaged", "file_kind")
    changed = bytearray(data)
    changed[len(data) // 2] ^= 0xFF
    assert no(played.store, bytes(changed)) == "file_damaged"


def entry(lines: Lines, seq: int) -> dict[str, Any]:
    found: dict[str, Any] = next(line[1] for line in lines[1:] if line[0] == "entry" and line[1]["seq"] == seq)
    return found


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("told", "rien"),
        ("told", [{"event": 3}]),
        ("command", {"do": "voler"}),
        ("command", 7),
        ("transcript", {"a": 1}),
        ("time", "hier"),
        ("parent", 10_000),
        ("kind", ["say"]),
        ("client", "x" * 100),
        ("reveals", "oui"),
        ("state", 12),
        ("state", {"play": {}}),
    ],
)
def test_one_bad_field_of_the_log_is_set_aside_and_all_the_rest_comes_in(played: Sat, field: str, value: Any) -> None:
    lines = lines_of(exported(played))
    blow = next(e.seq for e in played.log(played.gm) if e.kind == "act" and e.encounter)
    entry(lines, blow)[field] = value
    came, result = brought(played.store, file_of(lines))
    if value != {"play": {}}:  # a state of other rules is kept as it is, and refused when it is asked for
        assert [one.path for one in result.aside][:1] == [f"entries.{blow}.{field}"]
        assert result.aside[0].say(plain("fr")).startswith(typeset(f"entries.{blow}.{field} : "))
    assert with_old_ids(dump(came.state), played, came) == dump(played.state)
    assert [e.seq for e in came.log(came.gm)] == list(range(1, played.last + 1))
    came.do(came.luc, c.Answer("non"))


def test_a_line_that_cannot_be_read_leaves_its_place_in_the_log(played: Sat) -> None:
    lines = lines_of(exported(played))
    at = lines.index(["entry", entry(lines, 9)])
    text = file_of(lines).split(b"\n")
    text[at] = b'["entry", {"seq": 9, '
    came, result = brought(played.store, b"\n".join(text))
    assert [one.path for one in result.aside] == ["entries.9", "entries.9"]
    assert next(e.kind for e in came.log(came.gm) if e.seq == 9) == "lost"
    assert came.last == played.last
    came.do(came.luc, c.Answer("non"))


def test_a_second_entry_of_the_same_number_is_set_aside(played: Sat) -> None:
    lines = lines_of(exported(played))
    lines.insert(-1, ["entry", entry(lines, 9)])
    lines[-1][1]["entry"] += 1
    came, result = brought(played.store, file_of(lines))
    assert len(result.aside) == 1
    assert with_old_ids(file_of(lines_of(exported(came))), played, came) == file_of(lines_of(exported(played)))


def test_of_two_members_of_one_name_the_second_is_set_aside(played: Sat) -> None:
    lines = lines_of(exported(played))
    lines.insert(5, ["member", {**lines[2][1], "id": "0123456789abcdef"}])
    lines[-1][1]["member"] += 1
    came, result = brought(played.store, file_of(lines))
    assert [one.path for one in result.aside] == ["members.5"]
    assert set(came.store.members.of(came.id)) == {came.gm.id, came.luc.id, came.ada.id}


def test_what_the_rules_cannot_read_of_the_last_state_is_set_aside(played: Sat) -> None:
    lines = lines_of(exported(played))
    last = max(line[1]["seq"] for line in lines[1:-1] if line[0] == "entry" and "state" in line[1])
    state = entry(lines, last)["state"]
    state["play"]["scene"]["gens"]["alys"]["vie"] = "beaucoup"
    state["play"]["scene"]["gens"]["bran"]["aura"] = 3
    came, result = brought(played.store, file_of(lines))
    assert sorted(one.path for one in result.aside) == ["play.scene.gens.alys.vie", "play.scene.gens.bran.aura"]
    assert [one.value for one in result.aside if one.path.endswith("aura")] == ["3"]
    assert set(came.state.play.scene.people) == {"alys", "bran"}
    assert came.no(came.luc, c.Answer("non")).key == "held"  # the game master is to see what is missing
    came.do(came.gm, c.PlayOn())
    came.do(came.luc, c.Answer("non"))


@settings(max_examples=60, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_any_change_to_a_file_is_refused_or_gives_a_campaign_that_can_be_looked_at(played: Sat, data: Any) -> None:
    """Random values at random places of random lines: never an accident."""
    lines = lines_of(exported(played))
    for _ in range(data.draw(st.integers(1, 3))):
        line = data.draw(st.integers(0, len(lines) - 1))
        thing = lines[line][1] if isinstance(lines[line], list) else lines[line]
        key = data.draw(st.sampled_from(sorted(thing)))
        thing[key] = data.draw(
            st.none() | st.booleans() | st.integers() | st.text(max_size=5) | st.just([]) | st.just({})
        )
    try:
        came = exchange.import_campaign(played.store, io.BytesIO(file_of(lines)))
    except Refused as refused:
        assert refused.say(plain("fr")) and refused.say(plain("en"))
        return
    for one in came.aside:
        assert one.say(plain("fr")) and one.say(plain("en"))
    for member in played.store.members.of(came.campaign):
        played.store.eyes(came.campaign, member)[1].table()
        played.store.log(came.campaign, member, after=0, limit=500)
    played.store.remove_campaign(came.campaign, came.gm.id)


# ---------------------------------------------------------------- characters


def test_a_character_goes_out_and_comes_back(duel: Sat) -> None:
    data = exchange.export_character(duel.store, duel.id, duel.luc.id, "alys")
    file = character.read_character(data)
    assert (file.version, file.game) == (1, "arena")
    with pytest.raises(Refused):
        exchange.export_character(duel.store, duel.id, duel.ada.id, "alys")
    duel.do(duel.gm, c.EndEncounter())
    command, aside = exchange.import_character(data)
    assert aside == ()
    with pytest.raises(Refused) as refused:
        duel.do(duel.luc, command)
    assert refused.value.key == "character_there" and "Alys" in duel.eyes(duel.luc).refusal(refused.value).say(
        plain("fr")
    )
    duel.do(duel.luc, replace(command, same="both"))
    (again,) = duel.state.play.scene.people.keys() - {"alys", "bran"}
    assert duel.eyes(duel.luc).character(again) == {**file.character, "id": again}


def test_who_comes_back_may_stand_in_for_himself(duel: Sat) -> None:
    command, _ = exchange.import_character(exchange.export_character(duel.store, duel.id, duel.luc.id, "alys"))
    hurt = replace(command, character={**command.character, "vie": 1}, same="replace")
    duel.do(duel.luc, hurt)  # in the encounter too, where he stands
    assert duel.state.play.scene.people["alys"].vie == 1
    duel.do(duel.gm, c.EndEncounter())
    duel.do(duel.gm, replace(command, same="replace"))
    assert duel.eyes(duel.luc).character("alys") == command.character
    duel.do(duel.gm, c.Undo())
    assert duel.state.play.scene.people["alys"].vie == 1


def test_nobody_is_told_that_somebody_he_does_not_play_has_this_name(duel: Sat) -> None:
    command, _ = exchange.import_character(exchange.export_character(duel.store, duel.id, duel.luc.id, "alys"))
    duel.do(duel.ada, command)  # a second Alys, of Ada's
    mine = [who for who, member in duel.state.desk.owners.items() if member == duel.ada.id]
    assert len({*mine} - {"alys"}) >= 1


def test_one_bad_field_of_a_character_is_set_aside_with_a_sentence(sat: Sat) -> None:
    who = {"id": "dora", "nom": "Dora", "vie": 400, "camp": 3, "aura": [1, 2]}
    data = msgspec.json.encode({"game": "arena", "rules_version": "0.0.1", "character": who, "version": 1})
    command, aside = exchange.import_character(data)
    assert {one.path: one.value for one in aside} == {"vie": 400, "camp": 3, "aura": [1, 2]}
    assert all(one.say(plain("fr")).endswith(".") for one in aside)
    sat.do(sat.luc, command)
    assert sat.state.play.scene.people["dora"].nom == "Dora"


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "file_kind"),
        (b"[]", "file_kind"),
        (b'{"game":"arena"}', "file_kind"),
        (b'{"game":"arena","rules_version":"1","character":{},"version":7}', "file_version"),
        (b'{"game":"belote","rules_version":"1","character":{}}', "game"),
        (b'{"game":"arena","rules_version":"1","character":{"vie":3}}', "fault"),
        (b'{"game":"arena","rules_version":"1","character":{"nom":"' + b"x" * 70_000 + b'"}}', "file_large"),
    ],
)
def test_what_is_no_character_is_refused_with_a_sentence(arena_installed: None, data: bytes, key: str) -> None:
    with pytest.raises(Refused) as refused:
        exchange.import_character(data)
    assert refused.value.key == key
    assert refused.value.say(plain("fr")).endswith(".") and refused.value.say(plain("en")).endswith(".")


@pytest.mark.parametrize("game", list(games()))
def test_a_field_nobody_knows_costs_no_character_of_an_installed_game(store: Store, game: str) -> None:
    sat = Sat(store, game)
    draft = f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}"
    sat.do(sat.luc, c.FinishDraft(draft))
    who = sat.state.desk.sketches[draft].made
    whole = msgspec.json.decode(exchange.export_character(store, sat.id, sat.luc.id, who))
    bad = {**whole, "character": {**whole["character"], "sortilege_de_la_v9": {"rang": 3}}}
    command, aside = exchange.import_character(msgspec.json.encode(bad))
    assert [one.path for one in aside] in (["sortilege_de_la_v9"], [])
    sat.do(sat.luc, replace(command, same="both"))
    again = sat.state.desk.names
    assert len(again) == 2


def test_a_small_file_that_would_fill_a_memory_is_refused(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    about = exchange.CampaignHead("campaign", 1, "arena", "", "", 0.0, 1, 1)
    head = msgspec.json.encode(about) + b"\n"
    long = zstandard.ZstdCompressor().compress(head + b"[" + b" " * 20_000_000)
    assert len(long) < 2000
    assert no(store, long) == "file_large"
    many = zstandard.ZstdCompressor().compress(head + b'["x",1]\n' * 1_000_000)
    monkeypatch.setattr(exchange.import_campaign, "__defaults__", (1_000_000,))
    assert no(store, many) == "file_large"


# ---------------------------------------------------------------- files that are made to cost much


def calls(work: Callable[[], object]) -> int:
    """How many functions are called meanwhile, be they Python's own: as good as time, and the same on every machine."""
    counted = itertools.count()
    sys.setprofile(lambda frame, event, arg: next(counted) if event in ("call", "c_call") else None)
    try:
        work()
    finally:
        sys.setprofile(None)
    return next(counted)


def crowded(played: Sat, n: int) -> bytes:
    """So many members who left, and as many entries with a state."""
    head, *lines, _ = lines_of(exported(played))
    gone = [
        ["member", {**lines[0][1], "id": f"{i:016x}", "name": f"Parti {i}", "role": "player", "removed": 1.0}]
        for i in range(1, n)
    ]
    state = entry([head, *lines], played.last)["state"]
    more = [["entry", {"seq": played.last + i, "state": state}] for i in range(1, n)]
    head["entries"] += len(more)
    return file_of([head, *gone, *lines, *more, ["end", {"all": len(gone) + len(lines) + len(more)}]])


def test_twice_as_long_a_file_takes_twice_the_work(played: Sat) -> None:
    short, long = crowded(played, 60), crowded(played, 120)
    once = calls(lambda: exchange.import_campaign(played.store, io.BytesIO(short)))
    assert calls(lambda: exchange.import_campaign(played.store, io.BytesIO(long))) < 2.2 * once


def test_what_is_told_counts_for_the_time_it_takes_to_say_it(played: Sat) -> None:
    lines = lines_of(exported(played))
    entry(lines, 9)["told"] = [{"event": {"what": "x"}}] * 5_000
    with pytest.raises(Refused) as refused:
        exchange.import_campaign(played.store, io.BytesIO(file_of(lines)), 2_000_000)
    assert refused.value.key == "file_large"


def test_a_state_full_of_nonsense_is_judged_in_bounded_time(played: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    """Small parts are looked for as long as there is time, then larger ones are taken out, in the end all of it."""
    monkeypatch.setattr(understood, "FINE", 0.2)
    monkeypatch.setattr(understood, "COARSE", 0.4)
    lines = lines_of(exported(played))
    last = max(line[1]["seq"] for line in lines[1:-1] if line[0] == "entry" and "state" in line[1])
    people = entry(lines, last)["state"]["play"]["scene"]["gens"]
    for n in range(150):
        people[f"w{n}"] = {**people["alys"], "id": f"w{n}", "vie": 10**6}
    begun = time.monotonic()
    came, result = brought(played.store, file_of(lines))
    assert came.store.rules(came.id, came.gm.id).unread and result.held
    assert time.monotonic() - begun < 30
    many = {f"w{n}": {**people["alys"], "id": f"w{n}"} for n in range(5_000)}
    people.update(many)
    came, _ = brought(played.store, file_of(lines))
    assert came.table(came.gm).people == ()


def test_a_large_thing_with_a_fault_is_not_tried_without_each_of_its_parts() -> None:
    whole, shown = {"a": [0] * 20_000, "b": 1}, 0

    def fault(data: Any) -> Refused | None:
        nonlocal shown
        shown += character.size(data)
        return Refused("fault", why=Said("jamais"))

    with pytest.raises(Refused):
        character.mended(whole, fault)
    assert shown < 3_000_000  # trying all would be 20,000 times 20,000


def test_what_cannot_be_read_is_only_counted_once_there_is_much_of_it(played: Sat) -> None:
    lines = file_of(lines_of(exported(played))).split(b"\n")
    count = json.loads(lines[-1])[1]
    noise, end = [b'["x",1]'] * 30_000, json.dumps(["end", {**count, "x": 30_000}]).encode()
    _, result = brought(played.store, b"\n".join([*lines[:-1], *noise, end]))
    assert len(result.aside) == exchange.TOLD + 1
    assert f"{30_000 - exchange.TOLD}" in result.aside[-1].say(plain("fr"))


@pytest.mark.parametrize("line", [b'["entry",{"seq":%d}]', b'["member",%d]', b"%d", b""])
def test_short_lines_count_for_what_they_cost(store: Store, line: bytes) -> None:
    about = exchange.CampaignHead("campaign", 1, "arena", "", "", 0.0, 1, 1)
    many = b"\n".join([msgspec.json.encode(about), *(line % n if line else line for n in range(1, 1000))])
    with pytest.raises(Refused) as refused:
        exchange.import_campaign(store, io.BytesIO(many), 1_000_000)
    assert refused.value.key == "file_large" and store.campaigns() == []


@pytest.mark.parametrize("which", [-1, 3])
def test_a_state_that_is_no_text_is_set_aside(played: Sat, which: int) -> None:
    data = file_of(lines_of(exported(played)))
    at = [found.start() for found in re.finditer(rb'"title": "La fosse"', data)][which]
    came, result = brought(played.store, data[:at] + data[at:].replace(b"La fosse", b"La fo\xffse", 1))
    assert [one.path.split(".")[-1] for one in result.aside] == ["state"]
    for seq in range(1, came.last + 1):
        came.store.eyes_at(came.id, came.gm.id, seq).table()
