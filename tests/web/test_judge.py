"""How hard is it? Encounters fought in processes beside the table, for the game master alone."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from litestar.testing import TestClient

from tablee.kernel.game import installed
from tablee.kernel.typography import as_typed
from tablee.lab.report import Report
from tablee.web import judge
from tablee.web.app import create_app
from tablee.web.judging import Tried
from tablee.web.settings import Rate, Rates, Settings

from .devices import API, NO_LIMITS, SERVE, Device, started
from .test_campaigns import no


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient[Any]]:
    """One server for all tests here: what takes long is its processes' loading of the games."""
    folder = tmp_path_factory.mktemp("judge")
    with TestClient(create_app(Settings(f"sqlite:///{folder}/t.db", rates=NO_LIMITS, beat=0.2))) as client:
        yield client


@pytest.fixture
def master(client: TestClient[Any]) -> Device:
    return Device(client).create("fluid")


def lines(device: Device, **asked: Any) -> list[dict[str, Any]]:
    answer = device.ask("POST", "~/judge", {"fights": 8, **asked})
    assert answer.status_code == 200, answer.text
    return [json.loads(line) for line in answer.text.splitlines()]


def last(device: Device, **asked: Any) -> dict[str, Any]:
    return lines(device, **asked)[-1]


@pytest.mark.parametrize("id", sorted(set(installed()) - {"arena"}))
def test_a_ready_scene_of_every_game_is_judged_and_a_fight_of_it_shown(client: TestClient[Any], id: str) -> None:
    device = Device(client).create(id)
    ready = next(one["ready"] for one in device.get("/games") if one["id"] == id)[0]["id"]
    told = lines(device, ready=ready)
    assert [line["done"] for line in told] == [False] * (len(told) - 1) + [True]
    itself, *others = told[-1]["fights"]
    assert (itself["label"], itself["fights"], itself["of"]) == ("", 8, 8)
    assert 0 <= itself["low"] <= itself["chance"] <= itself["high"] <= 1 < len(itself["spread"])
    assert sum(itself["spread"]) == pytest.approx(1) and itself["rounds"] > 1 and itself["cost"]
    mean = sum(n * p for n, p in enumerate(itself["spread"]))
    assert mean == pytest.approx(itself["fallen"]) and len(itself["spread"]) == itself["party"] + 1
    assert len(others) > 1 and len({each["label"] for each in others}) == len(others)
    assert all(each["fights"] == 8 for each in others)
    fight = {"asked": {"ready": ready, "fights": 8}, "seq": told[-1]["seq"], "fight": itself["closest"]}
    shown = device.ask("POST", "~/judge/replay", fight)
    assert shown.status_code == 200, shown.text
    steps = shown.json()["steps"]
    assert len(steps) > 5 and [step["entry"]["seq"] for step in steps] == list(range(1, len(steps) + 1))
    assert steps[0]["sheets"].keys() >= {who["id"] for who in steps[0]["table"]["people"] if who.get("standing")}
    fell = {who["id"] for who in steps[-1]["table"]["people"] if not who.get("standing")}
    assert fell and any(step["entry"].get("events") for step in steps)
    assert device.get("~/table")["table"]["encounter"] is None, "nothing has happened"


def test_the_same_seed_gives_the_same_figures_and_another_others(master: Device) -> None:
    one, again, other = (last(master, ready="demo", seed=seed, fights=30)["fights"][0] for seed in (1, 1, 2))
    assert one == again != other


# ---------------------------------------------------------------- from where the campaign stands


def fighting(master: Device) -> tuple[Device, list[dict[str, Any]]]:
    """A fight under way, its first side played by Luc."""
    luc = Device(master.http).join(master.invite(), "Luc")
    master.do("start_encounter", ready="demo", begin=True)
    people = master.get("~/table")["table"]["people"]
    ours = [each for each in people if each["side"] == people[0]["side"]]
    for each in ours:
        master.do("give", who=each["id"], member=luc.member)
    return luc, ours


def test_a_fight_under_way_is_judged_as_it_stands(master: Device) -> None:
    _, ours = fighting(master)
    fresh = last(master, fights=60)["fights"][0]
    pools = {line["label"]: line for line in vitals(master, ours[0]["id"]) if line["type"] == "pool"}
    for each in ours:
        master.do("set_pool", who=each["id"], at=pools["RES"]["at"], value=1)
    hurt = last(master, fights=60)["fights"][0]
    assert hurt["chance"] < fresh["chance"] - 0.2
    assert hurt["fallen"] > fresh["fallen"] and hurt["party"] == len(ours) == 3
    (spent,) = [each for each in hurt["cost"] if each["pool"] == "RES"]
    assert spent["had"] == 3


def vitals(device: Device, who: str) -> list[dict[str, Any]]:
    sheet = device.get(f"~/sheets/{who}")
    return [line for section in sheet["sections"] if section.get("kind") == "vitals" for line in section["lines"]]


def test_whoever_is_away_is_tried_and_so_is_one_more_and_one_fewer(master: Device) -> None:
    _, ours = fighting(master)
    gone = ours[-1]
    master.do("leave_encounter", who=gone["id"])
    master.lang = "en"
    found = {each["label"]: each for each in last(master, fights=40)["fights"]}
    master.lang = "fr"
    assert f"Avec {gone['name']}" in found, "in the language of the member"
    itself = found.pop("")
    assert found[f"Avec {gone['name']}"]["chance"] >= itself["chance"]
    fewer, more = (next(label for label in found if part in as_typed(label)) for part in ("Sans ", " : 2 au lieu de 1"))
    assert found[fewer]["chance"] >= itself["chance"] >= found[more]["chance"]


# ---------------------------------------------------------------- refusals


def test_what_cannot_be_fought_is_refused_with_a_sentence(master: Device) -> None:
    def refused(key: str, status: int = 409, **asked: Any) -> str:
        return no(master.ask("POST", "~/judge", asked), status, key)

    assert refused("judge_nothing").startswith("Il n'y a rien à juger")
    assert "Scène inconnue" in refused("no_ready", ready="nulle part")
    refused("no_one", 404, sides={"Nous": ["personne"]})
    refused("wrong", 400, fights=10**6)
    someone = master.get("/games/fluid/cast")[0]
    master.do("bring", key=someone["key"], id=someone["id"], count=2)
    people = [each["id"] for each in master.get("~/table")["table"]["people"]]
    assert refused("judge_sides", sides={"Nous": people}).endswith("il y a : Nous.")
    fine = last(master, sides={"Nous": people[:1], "Eux": people[1:]})
    assert fine["done"] and fine["no"] is None
    gone = {"asked": {"ready": "demo"}, "seq": fine["seq"], "bout": 99}
    no(master.ask("POST", "~/judge/replay", gone), 404, "judge_bout")
    no(master.ask("POST", "~/judge/replay", {**gone, "seq": 10**6}), 404, "no_entry")


def test_players_may_not_ask_and_are_told_nothing(master: Device) -> None:
    luc, ours = fighting(master)
    master.do("hide", who=ours[-1]["id"], presence=True)
    before = luc.get("~/table"), luc.get("~/log"), luc.get("~/events", after=0)
    for device in (luc, Device(master.http).join(master.invite(role="spectator"), "Ève")):
        no(device.ask("POST", "~/judge", {}), 403, "right")
        no(device.ask("POST", "~/judge/replay", {"asked": {}, "seq": 1}), 403, "right")
    told = last(master)
    assert any(each["who"] == ours[-1]["id"] for each in told["fights"][0]["falls"]), "the game master knows all"
    after = luc.get("~/table"), luc.get("~/log"), luc.get("~/events", after=0)
    assert [each for each in after[1] if each["seq"] <= before[1][-1]["seq"]] == before[1]
    assert after[0]["table"] == before[0]["table"]


def test_whoever_asks_too_often_is_told_when_to_come_back(tmp_path: Path) -> None:
    rates = Rates(judging=Rate(1, 0.01))
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path}/t.db", rates=rates, judges=0))) as client:
        device = Device(client).create("fluid")
        assert "judges" in no(device.ask("POST", "~/judge", {"ready": "demo"}), 503, "judge_off")
        answer = device.ask("POST", "~/judge", {"ready": "demo"})
        no(answer, 429, "rate")
        assert int(answer.headers["Retry-After"]) > 1


def test_fights_that_never_end_are_given_up(master: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    async def given_up(server: Any, judgement: judge.Judged, n: int) -> None:
        report = Report(5, unfinished=5, rounds={300: 5}, fallen={judgement.what.bouts[n].ours: {0: 5}})
        judgement.tried[n] += Tried(report)

    monkeypatch.setattr(judge, "fight_on", given_up)
    told = last(master, ready="demo")
    assert told["done"] and told["no"]["key"] == "judge_endless"
    assert told["no"]["text"].startswith("Ces combats ne finissent pas")


# ---------------------------------------------------------------- beside the table


def below(pid: int) -> list[int]:
    """The processes that one has started; one that only follows others has no work."""
    found = Path(f"/proc/{pid}/task").glob("*/children")
    return [int(child) for each in found for child in each.read_text().split()]


def alive(pid: int) -> bool:
    status = Path(f"/proc/{pid}/status")
    return status.exists() and "State:\tZ" not in status.read_text()


def test_it_ends_when_nobody_looks_or_the_fight_has_moved_on_and_with_the_server(tmp_path: Path) -> None:
    settings = msgspec.json.encode(Settings(f"sqlite:///{tmp_path}/t.db", rates=NO_LIMITS, beat=0.2)).decode()
    with started([sys.executable, "-c", SERVE, settings]) as (url, process), httpx.Client(base_url=url) as http:
        device = Device(http).create("terre_natale")
        device.do("start_encounter", ready="rois", begin=True)
        with looking(device, url) as told:
            assert not json.loads(next(told))["done"]
            assert json.loads(next(told))["fights"][0]["fights"]
            (judges,) = [each for each in below(process.pid) if os.getpriority(os.PRIO_PROCESS, each) == 19]
            device.do("say", text="On en est où ?")
            assert not json.loads(next(told))["done"], "what is said changes nothing of the fight"
            device.do("end_encounter")
            rest = [json.loads(line) for line in told]
            assert rest[-1]["done"] and rest[-1]["moved"] and not any(line["moved"] for line in rest[:-1])
        os.kill(judges, signal.SIGKILL)
        with looking(device, url, ready="rois") as told:
            next(told)
            assert json.loads(next(told))["fights"][0]["fights"], "another takes the place of one that died"
            (judges,) = [each for each in below(process.pid) if os.getpriority(os.PRIO_PROCESS, each) == 19]
        still = [used(judges), 0.0]
        for _ in range(40):
            time.sleep(0.5)
            still = [used(judges), still[0]]
            if still[0] == still[1]:
                break
        assert still[0] == still[1], "it goes on though nobody looks"
    assert not alive(judges)


def used(pid: int) -> float:
    """Seconds of processor time."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(map(int, fields[11:13])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def looking(device: Device, url: str, **asked: Any) -> Iterator[Iterator[str]]:
    """A judgement of many fights, line by line."""
    headers = {"X-Tablee": "1", **device.cookie}
    with httpx.Client(base_url=url, timeout=60, headers=headers) as own:
        body = {"fights": 1000, **asked}
        with own.stream("POST", f"{API}{device.path('~/judge')}", json=body) as answer:
            assert answer.status_code == 200
            yield answer.iter_lines()
