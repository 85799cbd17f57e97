"""A page asks for little: a fast fight stays below what a device may ask, with the limits as they are."""

from __future__ import annotations

from typing import Any

import httpx

from .devices import Device

FAST = 30  # commands


class Page:
    """What a page shows after each change, asked for as our own page asks for it."""

    def __init__(self, device: Device) -> None:
        self.device, self.requests = device, 0

    def get(self, path: str) -> Any:
        self.requests += 1
        return self.device.get(path)

    def post(self, path: str, body: Any) -> Any:
        self.requests += 1
        answer = self.device.ask("POST", path, body)
        assert answer.status_code in (200, 201, 403, 409), answer.text
        return answer.json()

    def changed(self) -> Any:
        table = self.get("~/table")["table"]
        self.get("~/sheets")
        acting = next((p for p in table["people"] if p.get("turn") and p.get("mine", True)), None)
        mine = [one for one in (table["open"] or {}).get("awaited", ()) if one.get("mine") and not one.get("answered")]
        for one in mine:
            self.post("~/odds/answers", {"question": one["index"]})
        if acting is None:
            return table, [], mine
        answer = self.device.ask("GET", f"~/actions/{acting['id']}")
        self.requests += 1
        if answer.status_code == 403:
            return table, [], mine
        offers = [each for each in answer.json() if not each.get("closed")]
        seen = [{"action": each["action"]} for each in offers if each.get("looks")][:30]
        if seen:
            self.post("~/odds/many", {"of": seen})
        return table, offers, mine


def test_thirty_fast_actions_under_the_real_limits(http: httpx.Client) -> None:
    gm = Device(http).create("vieux_monde")
    luc = Device(http).join(gm.invite(), "Luc")
    gm.do("start_encounter", ready="demo")
    master, player = Page(gm), Page(luc)
    for _ in range(FAST):
        _, offers, asked = master.changed()
        player.changed()
        if asked:
            options = asked[0]["question"]["options"]
            answer = options[0]["id"] if isinstance(options, list) else options["low"]
            gm.do("answer", answer=answer, question=asked[0]["index"])
        else:
            blows = [each for each in offers if "attaque" in str(each["action"]["do"])]
            gm.do("act", action=(blows or offers)[0]["action"])
    assert (master.requests + FAST) / FAST < 7 and player.requests / FAST < 5
