"""What a page asks for while others play: it is told what it shows, and asks for odds alone."""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import urlsplit

import httpx
from playwright.sync_api import Page, Request, expect

from .people import LARGE, Somebody, seen, table

People = Callable[..., Somebody]
QUIET = 2000  # milliseconds in which nobody asks for anything more; what is not told is asked for within them


class Asked:
    """What the pages of a table ask of the server from now on, by method and the end of the address."""

    def __init__(self, *pages: Page) -> None:
        self.pages, self.found = pages, list[str]()
        for page in pages:
            page.on("request", self._heard)

    def _heard(self, request: Request) -> None:
        path = urlsplit(request.url).path
        if "/api/v1/campaigns/" in path:
            self.found.append(f"{request.method} {re.sub('.*/campaigns/[^/]+', '', path)}")

    def settled(self) -> list[str]:
        """All of it, once nobody has asked for anything for a while."""
        before = -1
        while len(self.found) > before:
            before = len(self.found)
            self.pages[0].wait_for_timeout(QUIET)
        return self.found


def test_four_pages_ask_for_nothing_but_odds_while_a_question_is_asked_and_answered(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, *players = table(http, "vieux_monde", "Alix", "Noé", "Zoé", ready="duel")
    turn = seen(gm)["encounter"]["turn"][0]
    owners = {person["owner"]: person["id"] for person in seen(gm)["people"]}
    target = next(who for who in owners.values() if who != turn)
    people = {each.member: somebody(site, each.token, **LARGE) for each in (gm, *players)}
    pages = {member: each.sit(gm.campaign) for member, each in people.items()}
    answering = next(page for member, page in pages.items() if owners.get(member) == target)
    Asked(*pages.values()).settled()  # all that a page reads when it is opened
    asked = Asked(*pages.values())
    gm.do("act", action={"do": "attaquer", "actor": turn, "cible": target})
    expect(answering.locator(".question li:not(.closed) .odds").first).to_contain_text("%")
    asked.settled()
    answering.keyboard.press("1")
    expect(answering.locator(".question").filter(has_text="comment se défendre")).to_have_count(0)
    everything = asked.settled()
    odds = ["POST /odds/answers", "POST /odds/many"]  # asked again where the server was too busy to work them out
    assert [path for path in everything if path not in odds] == ["POST /commands"]
