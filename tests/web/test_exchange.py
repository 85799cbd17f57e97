"""A campaign taken away as a file and brought back through the API."""

from __future__ import annotations

from contextlib import ExitStack

import httpx
import pytest
import zstandard
from litestar import Litestar
from litestar.testing import TestClient

from .devices import API, Device
from .test_campaigns import no

Patch = pytest.MonkeyPatch


def upload(device: Device, data: bytes) -> httpx.Response:
    headers = {"X-Tablee": "1", "Content-Type": "application/zstd", **device.cookie}
    return device.http.post(f"{API}/import", content=data, headers=headers)


def test_a_campaign_is_taken_away_and_brought_back(gm: Device, luc: Device, http: httpx.Client) -> None:
    luc.character("Alys")
    gm.do("start_encounter", ready="fosse", sides={"Gens": ["alys"]})
    file = gm.ask("GET", "~/export")
    assert file.headers["content-type"] == "application/zstd" and "attachment" in file.headers["content-disposition"]
    zoe = Device(http).create(name="Zoé")
    answer = upload(zoe, file.content)
    assert answer.status_code == 201, answer.text
    back = answer.json()
    assert answer.cookies["tablee_device"] == zoe.token
    zoe.campaign = back["campaign"]["id"]
    assert zoe.campaign != gm.campaign and back["aside"] == [] and set(back["passphrases"]) == {"Marie", "Luc"}
    here, there = gm.get("~/table")["table"]["people"], zoe.get("~/table")["table"]["people"]
    assert [person["name"] for person in here] == [person["name"] for person in there]
    assert len(zoe.get("~/log")) >= len(gm.get("~/log"))
    phrase = {"campaign": zoe.campaign, "name": "Luc", "passphrase": back["passphrases"]["Luc"]}
    assert Device(http).ask("POST", "/sign-in", phrase).status_code == 201


def test_the_file_is_the_game_masters(luc: Device) -> None:
    no(luc.ask("GET", "~/export"), 403, "right")


def test_what_is_no_such_file_changes_nothing(gm: Device) -> None:
    before = gm.get("/campaigns")
    answer = upload(gm, b"Bonjour")
    assert 400 <= answer.status_code < 500 and answer.json()["text"]
    assert gm.get("/campaigns") == before


def test_who_sits_nowhere_brings_nothing_in_and_is_told_how(gm: Device, http: TestClient[Litestar]) -> None:
    file, stranger = gm.ask("GET", "~/export").content, Device(http)
    for stranger.token in ("", "inconnu"):
        assert "créez d'abord une campagne" in no(upload(stranger, file), 401, "sign_in_first")
    assert len(http.app.state.server.store.campaigns()) == 1
    luc = Device(http).join(gm.invite(), "Luc")
    assert upload(luc, file).status_code == 201  # whoever sits at any table may


def test_what_a_file_expands_to_is_bounded(gm: Device, http: TestClient[Litestar], monkeypatch: Patch) -> None:
    monkeypatch.setattr("tablee.web.exchange.EXPANDED", 50_000)
    file = gm.ask("GET", "~/export").content
    assert upload(gm, file).status_code == 201
    grown = zstandard.ZstdDecompressor().decompressobj().decompress(file).replace(b"\n", b"\n" * 1000, 1)
    assert "50000" in no(upload(gm, zstandard.ZstdCompressor().compress(grown)), 413, "file_large")
    assert len(http.app.state.server.store.campaigns()) == 2


def test_files_are_brought_in_only_so_often_and_so_many_at_once(gm: Device, http: TestClient[Litestar]) -> None:
    server = http.app.state.server
    with ExitStack() as others:
        for _ in range(server.files.most):
            others.enter_context(server.files)
        answer = upload(gm, b"Bonjour")
        assert "débordé" in no(answer, 503, "busy") and answer.headers["retry-after"]
    for _ in range(4):
        assert upload(gm, b"Bonjour").status_code == 409
    no(upload(gm, b"Bonjour"), 429, "rate")


@pytest.mark.parametrize("game", ["arena", "fluid"])
def test_a_character_is_taken_to_another_table(http: httpx.Client, game: str) -> None:
    gm, other = Device(http).create(game), Device(http).create(game)
    draft = f"d{gm.do('new_draft', at_random=True)['seq']}"
    gm.do("finish_draft", draft=draft)
    (person,) = gm.get("~/table")["table"]["people"]
    file = gm.get(f"~/characters/{person['id']}")
    other.do("import_character", **{key: file[key] for key in ("game", "character", "rules_version")})
    assert other.get(f"~/sheets/{person['id']}") == gm.get(f"~/sheets/{person['id']}")


def test_a_character_is_taken_away_by_who_plays_it(gm: Device, luc: Device, eve: Device) -> None:
    luc.character("Alys")
    assert luc.get("~/characters/alys")["character"]["nom"] == "Alys"
    no(eve.ask("GET", "~/characters/alys"), 403, "not_yours")


def test_a_character_who_takes_no_part_in_the_encounter_is_taken_away_as_well(gm: Device, luc: Device) -> None:
    luc.character("Alys")
    gm.do("start_encounter", ready="fosse")
    assert luc.get("~/characters/alys")["character"]["nom"] == "Alys"
    assert luc.ask("GET", "~/characters/krax").status_code == 403
