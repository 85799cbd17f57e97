"""The life of a table: its journal, its files and days gone back to, tests asked of all, its rules, spectators."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from .looks import faults
from .people import LARGE, PHONE, Somebody, table

People = Callable[..., Somebody]
PICTURES = Path(__file__).parent / "screenshots"
SIZES = pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])


def fits(page: Page, name: str) -> None:
    """Nothing wider than the screen, nothing axe finds; a picture to look at."""
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}-{page.viewport_size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)


def press(page: Page, name: str | re.Pattern[str], role: Any = "button") -> None:
    """A finger on a phone, a click elsewhere."""
    found = page.get_by_role(role, name=name)
    found.tap() if page.evaluate("'ontouchstart' in window") else found.click()


@SIZES
def test_the_journal_tells_the_evening_and_takes_notes(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    gm.do("end_encounter")
    player = somebody(site, luc.token, **size)
    page = player.open(f"/c/{luc.campaign}/journal")
    expect(page.get_by_role("heading", name="Journal de campagne")).to_be_visible()
    expect(page.get_by_text("Restent debout")).to_be_visible()
    expect(page.get_by_text("Autour de la table : Marie")).to_be_visible()
    press(page, "Écrire une note")
    page.get_by_label(re.compile("Votre note sur la soirée")).fill("Ulrike nous a laissés partir.")
    press(page, "Garder la note")
    expect(page.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    expect(page.get_by_text("pour vous seul")).to_be_visible()
    fits(page, "journal")
    marie = somebody(site, gm.token, **size)
    other = marie.open(f"/c/{gm.campaign}/journal")
    expect(other.get_by_text("Restent debout")).to_be_visible()
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_have_count(0)
    press(page, "Reprendre")
    page.get_by_label("La montrer à toute la table").check()
    press(page, "Garder la note")
    expect(page.get_by_text("pour tous")).to_be_visible()
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    press(page, "Rayer")
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_have_count(0)
    press(page, "Remettre")
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    with page.expect_download() as file:
        press(page, "Tout en Markdown", "link")
    assert "Ulrike nous a laissés partir." in Path(file.value.path()).read_text("utf-8")
    page.get_by_text("Calendrier du jeu").click()
    expect(page.get_by_text(re.compile("^jour 1, 6 h")).first).to_be_visible()


def test_the_journal_in_english(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "fluid", "Luc", ready="duel")
    gm.do("end_encounter")
    assert luc.ask("PATCH", f"~/members/{luc.member}", {"lang": "en"}).status_code == 200
    player = somebody(site, luc.token, locale="en-GB", **PHONE)
    page = player.open(f"/c/{luc.campaign}/journal")
    page.evaluate("localStorage['tablee.prefs'] = '{\"lang\":\"en\"}'")
    page.reload()
    expect(page.get_by_role("heading", name="Campaign journal")).to_be_visible()
    expect(page.get_by_text("Left standing")).to_be_visible()
    assert "Reste" not in page.inner_text("main") and "soirée" not in page.inner_text("main")
