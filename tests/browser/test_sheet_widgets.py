"""Sheets as each game has them drawn: every widget, on every size of screen, by day and by night, in both languages."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from tablee.kernel.game import games
from web.devices import Device

from .looks import faults, small, wide
from .people import LARGE, PHONE, Somebody, seen, table

People = Callable[..., Somebody]
WIDTHS = (360, 390, 768, 1024, 1440)
WIDGETS = {
    "fluid": {"cards", "rolls", "bag"},
    "fragments": {"cards", "figures", "rolls", "ladder", "tree", "bag", "text"},
    "terre_natale": {"table", "rolls", "figures", "ladder", "cards", "bag"},
    "vieux_monde": {"body", "rolls", "figures", "cards", "ladder", "bag", "text"},
    "yin_yang": {"wheel", "body", "rolls", "figures", "cards", "tree", "bag"},
}


def of_luc(luc: Device) -> str:
    who: str = next(person["id"] for person in seen(luc)["people"] if person.get("mine"))
    return who


def drawn(page: Page) -> set[str]:
    names: list[str] = page.locator("[data-widget]").evaluate_all("all => all.map(each => each.dataset.widget)")
    return set(names)


@pytest.mark.parametrize("game", sorted(games()))
def test_a_sheet_is_drawn_by_its_widgets_on_every_screen(
    game: str, site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, game, "Luc", ready="demo")
    who = of_luc(luc)
    sheet = luc.get(f"~/sheets/{who}")
    page = somebody(site, luc.token, **PHONE).open(f"/c/{gm.campaign}/fiche/{who}")
    expect(page.get_by_role("heading", level=1, name=sheet["name"])).to_be_visible()
    expect(page.locator("svg.emblem").first).to_be_visible()
    expect(page.get_by_text(sheet["phrase"]).first).to_be_visible()
    assert drawn(page) >= WIDGETS[game]
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            assert not wide(page), (width, scheme)
            assert not faults(page), (width, scheme)
        assert not small(page), width
    # Every line that was sent can be read, whichever widget drew it.
    text = page.locator("main").evaluate("main => main.textContent")
    for section in sheet["sections"]:
        for line in section["lines"]:
            label = line["label"].lstrip("│├└─ ").rpartition("/")[2]
            assert label in text, (section["title"], label)
    # On a phone the fight comes first, and what was said of somebody last.
    page.set_viewport_size({"width": 390, "height": 844})
    tops = page.locator("[data-widget]").evaluate_all(
        "all => all.map(each => [each.dataset.widget, each.getBoundingClientRect().top])"
    )
    order = [widget for widget, _ in sorted(tops, key=lambda each: each[1])]
    assert order.index("rolls") < order.index("bag")


def test_one_difficulty_sets_every_chance_of_a_list_and_a_name_rolls(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "terre_natale", "Luc", ready="demo")
    page = somebody(site, luc.token, **LARGE).open(f"/c/{gm.campaign}/fiche/{of_luc(luc)}")
    rolls = page.locator("[data-widget=rolls]")
    odds = rolls.locator(".odds").filter(has_text="%")
    expect(odds.first).to_be_visible()
    assert not faults(page)
    before = odds.first.inner_text()
    rolls.get_by_label("chances contre").select_option(label="Très élevée · 25")
    expect(odds.first).not_to_have_text(before)
    rolls.get_by_label("chances contre").select_option(label="Faible · 10")
    rolls.get_by_role("button", name="Lancer : Parade").click()
    expect(page.get_by_text("Privilège de caste pour Parade").first).to_be_attached()
    while (waiting := seen(luc)["open"]) is not None:  # luck may be called upon
        asked = next(one["question"] for one in waiting["awaited"] if one.get("mine"))
        luc.do("answer", answer=next(o["id"] for o in reversed(asked["options"]) if not o.get("closed")))
    last = page.get_by_role("contentinfo", name="Dernier jet")
    expect(last).to_contain_text("Parade")
    expect(last).to_contain_text("contre 10")
