"""Files full of nonsense: refused, or a campaign that answers on every route."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest
import zstandard
from argon2 import PasswordHasher
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from litestar.testing import TestClient

from table.test_held import spoiled
from tablee.table import exchange
from tablee.web.app import create_app
from tablee.web.settings import Settings

from .devices import NO_LIMITS, Device
from .test_exchange import upload

Patch = pytest.MonkeyPatch


@pytest.fixture
def gm(arena_installed: None, tmp_path: Any, monkeypatch: Patch) -> Any:
    """A table with an encounter under way, a question open, a draft, a note, a map, something taken back."""
    monkeypatch.setattr(exchange, "HASHER", PasswordHasher(1, 8, 1))
    rules = Settings(f"sqlite:///{tmp_path}/tablee.db", rates=NO_LIMITS)
    with TestClient(create_app(rules), raise_server_exceptions=False) as http:
        gm = Device(http).create()
        for name in ("Alys", "Bran", "Cora"):
            gm.character(name)
        gm.do("give", who="alys", member=gm.member)
        gm.do("note", who="alys", text="Elle ment.")
        gm.do("lay_map", grid="square", width=20, height=20, fog=True)
        gm.do("hide", who="bran", name=True)
        gm.do("start_encounter", sides={"rouge": ["alys"], "bleu": ["bran"]})
        gm.do("act", action={"do": "commencer", "actor": "alys"})
        gm.do("act", action={"do": "passer", "actor": "alys"})
        gm.do("undo")
        gm.do("new_draft", at_random=True)
        gm.do("act", action={"do": "frapper", "actor": "alys", "target": "bran"})
        yield gm


def lines_of(gm: Device) -> list[Any]:
    data = zstandard.ZstdDecompressor().decompressobj().decompress(gm.ask("GET", "~/export").content)
    return [json.loads(line) for line in data.splitlines()]


def routes(gm: Device) -> list[str]:
    """Every address of the campaign there is to read, with whoever and whatever is there put in."""
    table, last = gm.get("~/table")["table"], gm.get("~/events", after=0, limit=500)[-1]["seq"]
    people = [person["id"] for person in table["people"]] or ["alys"]
    drafts = [draft["id"] for draft in table["drafts"]] or ["d1"]
    filled = {"who": people, "draft": drafts, "kind": ["frapper"], "since": [1, last // 2], "seq": range(1, last + 1)}
    found = [path for path, ways in gm.get("/openapi.json")["paths"].items() if "get" in ways and "{campaign}" in path]
    paths = [path.split("/api/v1")[-1].replace("/campaigns/{campaign}", "~") for path in found]
    for name, values in filled.items():
        paths = [
            path.replace(f"{{{name}}}", str(value)) for path in paths for value in (values if name in path else [""])
        ]
    return [*dict.fromkeys(paths), "~/log?limit=500", "~/events?after=0&limit=500", "~/search?words=alys"]


def answers(gm: Device) -> list[tuple[str, httpx.Response]]:
    return [(path, gm.ask("GET", path)) for path in routes(gm)]


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)
@given(data=st.data())
def test_whatever_comes_in_answers_on_every_route(gm: Device, data: st.DataObject) -> None:
    lines = lines_of(gm)
    states = [line[1]["state"] for line in lines[1:] if "state" in line[1]]
    for _ in range(data.draw(st.integers(1, 4))):
        spoiled(data, data.draw(st.sampled_from([lines[1:-1], *[states[-1]] * 3, *states[-3:]])))
    answer = upload(gm, "\n".join(map(json.dumps, lines)).encode())
    assert answer.status_code in (201, 409), answer.text
    if answer.status_code == 409:
        return
    came = Device(gm.http)
    came.token, came.campaign = gm.token, answer.json()["campaign"]["id"]
    for path, got in answers(came):
        assert got.status_code < 500, (path, got.text)
    if came.get("~/rules")["unread"]:
        came.do("play_on")
    came.do("say", text="On y va.")
    came.ask("DELETE", "~")


def test_the_game_master_reads_what_is_not_understood_and_plays_on(gm: Device) -> None:
    lines = lines_of(gm)
    last = max((line for line in lines[1:-1] if "state" in line[1]), key=lambda line: line[1]["seq"])
    last[1]["state"]["play"]["scene"]["gens"]["alys"]["vie"] = "beaucoup"
    answer = upload(gm, "\n".join(map(json.dumps, lines)).encode())
    assert "gens.alys.vie" in answer.json()["aside"][0]
    gm.campaign = answer.json()["campaign"]["id"]
    (part,) = gm.get("~/rules")["unread"]
    assert part == {"path": "gens.alys.vie", "value": '"beaucoup"', "why": "attendu un entier, trouvé un texte"}
    refused = gm.command({"do": "rename", "title": "Autre"})
    assert (refused.status_code, refused.json()["key"]) == (409, "held")
    luc = Device(gm.http).join(gm.invite(), "Lucien")
    assert luc.ask("GET", "~/rules").status_code == 403
    gm.do("play_on")
    gm.do("rename", title="Autre")
    assert gm.get("~/rules") == {"played": "1", "present": "1", "changes": None, "unread": [], "aside": [part]}
