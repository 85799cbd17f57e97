"""A page asks for little: it is told what it shows, and a fast fight stays below what a device may ask."""

from __future__ import annotations

import json
from contextlib import ExitStack
from typing import Any

from litestar import Litestar
from litestar.testing import TestClient

from .devices import API, Device

FAST = 30  # commands


class Page:
    """What a page shows after each change, told and asked for as our own page is told and asks: odds alone."""

    def __init__(self, http: TestClient[Litestar], device: Device, windows: ExitStack) -> None:
        self.device, self.requests, self.seq = device, 0, 0
        address = f"{API}{device.path('~/live')}?after=0"
        self.socket = windows.enter_context(http.websocket_connect(address, headers=device.cookie))
        self.now: dict[str, Any] = {}

    def post(self, path: str, body: Any) -> Any:
        self.requests += 1
        answer = self.device.ask("POST", path, body)
        assert answer.status_code in (200, 201, 403, 409), answer.text
        return answer.json()

    def told(self, seq: int) -> None:
        while self.seq < seq:
            message = json.loads(self.socket.receive_text())
            self.seq = message["seq"] if message["type"] == "entry" else self.seq
            self.now = message["now"] if "table" in message.get("now", {}) else self.now  # else nothing has changed

    def changed(self, seq: int) -> Any:
        self.told(seq)
        table, actions = self.now["table"], self.now.get("actions", {})
        acting = next((p for p in table["people"] if p.get("turn") and p["id"] in actions), None)
        mine = [one for one in (table["open"] or {}).get("awaited", ()) if one.get("mine") and not one.get("answered")]
        for one in mine:
            self.post("~/odds/answers", {"question": one["index"]})
        offers = [each for each in actions[acting["id"]] if not each.get("closed")] if acting else []
        seen = [{"action": each["action"]} for each in offers if each.get("looks")][:30]
        if seen:
            self.post("~/odds/many", {"of": seen})
        return offers, mine


def test_thirty_fast_actions_under_the_real_limits(http: TestClient[Litestar]) -> None:
    gm = Device(http).create("vieux_monde")
    luc = Device(http).join(gm.invite(), "Luc")
    seq = gm.do("start_encounter", ready="demo")["seq"]
    with ExitStack() as windows:
        master, player = Page(http, gm, windows), Page(http, luc, windows)
        for _ in range(FAST):
            offers, asked = master.changed(seq)
            player.changed(seq)
            if asked:
                options = asked[0]["question"]["options"]
                answer = options[0]["id"] if isinstance(options, list) else options["low"]
                seq = gm.do("answer", answer=answer, question=asked[0]["index"])["seq"]
            else:
                blows = [each for each in offers if "attaque" in str(each["action"]["do"])]
                seq = gm.do("act", action=(blows or offers)[0]["action"])["seq"]
    assert (master.requests + FAST) / FAST < 4 and player.requests == 0
