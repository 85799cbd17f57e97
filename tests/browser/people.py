"""Somebody with a browser of their own, and what they do in it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import httpx
from playwright.sync_api import BrowserContext, ConsoleMessage, Locator, Page, expect

from tablee.web.seats import COOKIE
from web.devices import Device

PATIENCE = 20_000  # milliseconds; other tests run beside these
SCREENSHOTS = Path(__file__).with_name("screenshots")
LARGE = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 360, "height": 740}, "has_touch": True, "is_mobile": True}
# What a device prefers that has said nothing yet: all that explains a card is there, and nothing lies over it.
OPEN = """try {  // a blank page keeps nothing
  localStorage['tablee.prefs'] ??= '{"sums":true,"ruleIds":true,"moments":false}'
} catch {}"""

TOURED = """try {  // it is no first visit; a blank page keeps nothing
  localStorage.setItem('tablee.tour', JSON.stringify(['gm', 'player', 'spectator']))
} catch {}"""

T = TypeVar("T")


class Somebody:
    def __init__(
        self, context: BrowserContext, site: str, token: str = "", open_cards: bool = True, toured: bool = True
    ) -> None:
        self.context, self.site = context, site
        self.errors: list[str] = []
        if token:
            context.add_cookies([{"name": COOKIE, "value": token, "url": site}])
        context.set_default_timeout(PATIENCE)
        context.add_init_script(OPEN if open_cards else "")
        if toured:
            context.add_init_script(TOURED)
        self.page: Page = context.new_page()
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", self._said)

    def _said(self, message: ConsoleMessage) -> None:
        """A policy that is broken is a fault of the page; an answer that did not come is not."""
        if message.type == "error" and "Content Security Policy" in message.text:
            self.errors.append(message.text)

    def open(self, path: str) -> Page:
        self.page.goto(self.site + path)
        return self.page

    def sit(self, campaign: str) -> Page:
        """Open a table at its log, until the link is live."""
        self.open(f"/c/{campaign}")
        journal = self.page.get_by_role("navigation").get_by_role("button", name="Journal")  # a phone shows one part
        expect(journal.or_(self.page.locator("#say")).first).to_be_visible()
        if journal.is_visible():
            journal.click()
        expect(self.page.locator("#say")).to_be_visible()
        self.is_live()
        return self.page

    def is_live(self) -> None:
        expect(self.page.locator("header .link:not(.lost)")).to_be_attached()

    def say(self, line: str) -> None:
        self.page.locator("#say").fill(line)
        self.page.locator("#say").press("Enter")

    def card(self, text: str | re.Pattern[str]) -> Locator:
        """The last entry of the log in which this stands."""
        return self.page.get_by_role("log").get_by_role("article").filter(has_text=text).last

    def tab(self, name: str) -> None:
        """One of the tabs at the foot of a phone."""
        self.page.get_by_role("navigation", name="Parties de la table").get_by_role("button", name=name).click()

    def screenshot(self, name: str) -> None:
        SCREENSHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{name}.png")


def table(http: httpx.Client, game: str, *players: str, ready: str = "") -> tuple[Device, ...]:
    """A game master and these players at a new table; with a scene, each player has one of its people."""
    gm = Device(http).create(game)
    seated = tuple(Device(http).join(gm.invite(), name) for name in players)
    if ready:
        gm.do("start_encounter", ready=ready)
        people = gm.get("~/table")["table"]["people"]
        for person, player in zip(people, seated, strict=False):
            gm.do("give", who=person["id"], member=player.member)
    return gm, *seated


def until(found: Callable[[], T], what: str) -> T:
    """What the server tells by and by; `what` is said if it never does."""
    end = time.monotonic() + PATIENCE / 1000
    while not (now := found()):
        assert time.monotonic() < end, what
        time.sleep(0.02)
    return now


def seen(device: Device) -> dict[str, Any]:
    """The table as this device sees it."""
    found: dict[str, Any] = device.get("~/table")["table"]
    return found
