"""Every page: no accessibility fault in light and in dark, nothing wider than a phone."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from .people import LARGE, PHONE, Somebody, seen, table

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PLACES = {
    "home": ("/", "h1"),
    "table": ("/c/{campaign}", "[role=log] article"),
    "creation": ("/c/{campaign}/creation/{draft}", "main .fields"),
    "sheet": ("/c/{campaign}/fiche/{who}", "main h1"),
    "map": ("/c/{campaign}/carte", "main svg"),
    "compendium": ("/c/{campaign}/regles", "main li"),
}


@pytest.fixture(scope="module")
def places(site: str) -> dict[str, Any]:
    """A table of a game with a map, where a fight and a creation are under way."""
    with httpx.Client(base_url=site, timeout=60) as http:
        (gm,) = table(http, "fragments", ready="duel")
        draft = f"d{gm.do('new_draft', at_random=True)['seq']}"
        gm.do("line", text="/r 2d6+3")
        who = seen(gm)["people"][0]["id"]
    return {"token": gm.token, "campaign": gm.campaign, "draft": draft, "who": who}


def shown(person: Somebody, places: dict[str, Any], name: str) -> Page:
    path, sign = PLACES[name]
    page = person.open(path.format(**places))
    expect(page.locator(sign).first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("name", PLACES)
def test_no_accessibility_fault(
    name: str, colours: str, site: str, places: dict[str, Any], somebody: Callable[..., Somebody]
) -> None:
    person = somebody(site, places["token"], color_scheme=colours, **LARGE)
    page = shown(person, places, name)
    person.screenshot(f"{name}_{colours}")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    assert [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found] == []


@pytest.mark.parametrize("name", PLACES)
def test_nothing_is_wider_than_a_phone(
    name: str, site: str, places: dict[str, Any], somebody: Callable[..., Somebody]
) -> None:
    person = somebody(site, places["token"], **PHONE)
    page = shown(person, places, name)
    person.screenshot(f"{name}_phone")
    assert page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]") == [360, 360]
    if name == "table":
        for tab in ("Actions", "Fiche", "Carte", "Plus"):
            person.tab(tab)
            expect(page.locator("section.side")).to_be_visible()
            person.screenshot(f"table_phone_{tab.lower()}")
            assert page.evaluate("() => [document.documentElement.scrollWidth, innerWidth]") == [360, 360]
