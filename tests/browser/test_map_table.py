"""The map in the middle of the table: its layout on every device, and what is planned on it, by touch and by keys."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from web.devices import Device

from .people import LARGE, Somebody, seen, until
from .test_map import (
    body,
    faults,
    fight_on_hexagons,
    fight_on_squares,
    in_sight,
    middle,
    moved,
    point,
    stands_there,
    token,
    ways,
    where,
)

People = Callable[..., Somebody]
Cell = tuple[int, int]

SMALL = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SIZES = [(360, 740), (390, 844), (768, 1024), (1024, 768), (1440, 900)]
THEMES = ("light", "dark")


def opened(person: Somebody, campaign: str) -> Page:
    page = person.open(f"/c/{campaign}")
    expect(page.locator("g.token").first).to_be_visible()
    expect(page.locator(".status")).to_be_visible()
    return page


@pytest.mark.parametrize(("fight", "grid"), [(fight_on_hexagons, "hex"), (fight_on_squares, "square")])
def test_a_step_and_a_deed_are_planned_by_touch_and_played_by_one_button(
    fight: Callable[[httpx.Client], tuple[Device, Device, Device, str]],
    grid: str,
    site: str,
    http: httpx.Client,
    somebody: People,
) -> None:
    gm, luc, _, who = fight(http)
    phone = somebody(site, luc.token, **SMALL)
    page = opened(phone, gm.campaign)
    expect(page.get_by_role("button", name="Carte")).to_have_attribute("aria-current", "page")
    start = where(gm, who)

    # A tap on a token opens its card, and the click of the same finger does not close it.
    page.touchscreen.tap(*middle(body(page, who)))
    card = page.get_by_role("region", name=name_of(gm, who), exact=True)
    expect(card).to_be_visible()
    page.wait_for_timeout(400)
    expect(card).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    phone.screenshot(f"map_{grid}_card_phone")
    card.get_by_role("button", name="Renoncer").tap()

    # Somebody else's card says how far he is.
    other = next(p["id"] for p in seen(luc)["people"] if not p.get("mine") and p.get("x") is not None)
    page.get_by_role("button", name="Tout voir").tap()
    page.touchscreen.tap(*middle(body(page, other)))
    card = page.get_by_role("region", name=name_of(gm, other), exact=True)
    expect(card).to_contain_text(re.compile(r"\d+ cases? (au|à l’)"))
    card.get_by_role("button", name="Renoncer").tap()

    # A tap on a cell draws the path; nothing is sent.
    expect(page.locator(".status")).to_contain_text("à portée")
    costs = ways(luc, who)
    near = in_sight(page, grid, [cell for cell, cost in costs.items() if cost == 2])
    page.touchscreen.tap(*point(page, grid, near[0]))
    plan = page.get_by_role("region", name="Ce qui est prévu")
    expect(plan).to_contain_text(re.compile(r"2 cases? .*, coût 2|1 case .*, coût 2"))
    expect(page.locator("path.path")).to_have_count(1)
    phone.screenshot(f"map_{grid}_plan_phone")
    assert where(gm, who) == start

    # Another tap on it goes there.
    page.touchscreen.tap(*point(page, grid, near[0]))
    assert moved(gm, who, start, page) == near[0]
    expect(plan).to_have_count(0)


def fills(page: Page) -> bool:
    """The map has its large share of the window; it is drawn anew where the layout changes."""
    size, box = page.viewport_size, page.locator(".map").bounding_box()
    assert size is not None
    return box is not None and box["width"] > 0.4 * size["width"] and box["height"] > 0.4 * size["height"]


def name_of(device: Device, who: str) -> str:
    return str(next(p["name"] for p in seen(device)["people"] if p["id"] == who))


def beside(device: Device, cells: dict[Cell, int], who: str, foe: str) -> tuple[Cell, dict[str, Any]]:
    """A step, and something to do to the other from there that is not open now."""
    way = device.get(f"~/reach/{who}")[0]
    for cell in sorted(cells, key=lambda each: -cells[each]):
        first = {**way["action"], "x": cell[0], "y": cell[1]}
        after = device.ask("POST", "~/plan", {"who": who, "first": first}).json()
        found = [a for a in after if a["action"].get("cible") == foe and a.get("looks")]
        if found:
            return cell, found[0]
    raise AssertionError("nobody can be reached")


def test_a_move_and_a_blow_are_played_as_one_with_the_odds_from_there(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc, _, who = fight_on_squares(http)
    people = seen(gm)["people"]
    foe = next(p["id"] for p in people if p["side"] != next(q["side"] for q in people if q["id"] == who))
    x, y = where(gm, who)
    gm.do("put", who=foe, x=x + 3, y=y)
    large = somebody(site, luc.token, **LARGE)
    page = opened(large, gm.campaign)
    clear = in_sight(page, "square", list(costs := ways(luc, who)))
    step, blow = beside(luc, {cell: costs[cell] for cell in clear}, who, foe)
    page.mouse.click(*point(page, "square", step))
    page.mouse.click(*middle(body(page, foe)))
    card = page.locator(".deeds")
    deed = card.get_by_role("button", name=blow["text"], exact=True)
    expect(deed).to_be_visible()
    expect(card.locator(".odds").first).to_have_text(re.compile("%|[0-9]"))
    deed.click()
    expect(page.get_by_role("region", name="Ce qui est prévu")).to_contain_text("tombe")
    expect(page.locator("path.range")).to_have_count(1)
    for theme in THEMES:
        page.emulate_media(color_scheme=theme)
        large.screenshot(f"map_square_planned_1440_{theme}")
    page.get_by_role("region", name="Ce qui est prévu").get_by_role("button", name=re.compile("^Jouer")).click()
    until(lambda: where(gm, who) == step, "the step was not made")
    until(lambda: any(e["kind"] == "act" for e in gm.get("~/log")[-1:]), "nothing was done")
    last = gm.get("~/log")[-1]
    assert len(last["events"]) >= 2 or seen(gm)["open"], "the blow is part of the same entry"


def test_keys_plan_play_and_take_back_one_step_at_a_time(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, _, who = fight_on_hexagons(http)
    page = opened(somebody(site, luc.token, **LARGE), gm.campaign)
    start, costs = where(gm, who), ways(luc, who)
    plan = page.get_by_role("region", name="Ce qui est prévu")
    token(page, who).focus()
    key, cell = next(
        (key, cell)
        for key, (dx, dy) in {"KeyD": (1, 0), "KeyQ": (-1, 0), "KeyE": (1, -1), "KeyS": (0, 1)}.items()
        if (cell := (start[0] + dx, start[1] + dy)) in costs
    )
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(plan).to_be_visible()
    page.keyboard.press("Escape")
    expect(plan).to_have_count(0)
    assert where(gm, who) == start
    page.keyboard.press(key)
    page.keyboard.press("Enter")
    expect(plan).to_be_visible()
    page.keyboard.press("Enter")
    assert moved(gm, who, start, page) == cell
    stands_there(page, who, "hex", cell)

    # The list of cells, for who does not see the map.
    listed = page.get_by_role("combobox", name="Aller à une case")
    first = listed.locator("option").nth(1)
    expect(first).to_have_text(re.compile(r"^1 case (au|à l’).*, coût 1$"))
    value = first.get_attribute("value")
    assert value is not None
    listed.select_option(value)
    expect(plan).to_be_visible()
    plan.get_by_role("button", name=re.compile("^Renoncer")).click()
    expect(plan).to_have_count(0)


def test_columns_are_widened_by_pointer_and_by_keys_and_stay_so(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc, _, _ = fight_on_hexagons(http)
    page = opened(somebody(site, luc.token, **LARGE), gm.campaign)
    edge = page.get_by_role("separator", name="Largeur de la colonne de gauche")
    before = int(edge.get_attribute("aria-valuenow") or 0)
    edge.focus()
    page.keyboard.press("ArrowRight")
    expect(edge).to_have_attribute("aria-valuenow", str(before + 24))
    x, y = middle(edge)
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y, steps=3)
    page.mouse.up()
    expect(edge).to_have_attribute("aria-valuenow", str(before + 84))
    page.reload()
    expect(edge).to_have_attribute("aria-valuenow", str(before + 84))
    column = page.locator("aside.left").bounding_box()
    assert column is not None and abs(column["width"] - (before + 84)) <= 1


def test_a_sheet_of_actions_is_drawn_up_to_three_heights(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, _, _ = fight_on_hexagons(http)
    page = opened(somebody(site, luc.token, **SMALL), gm.campaign)
    handle = page.locator(".pulled .handle")
    heights = []
    for level in ("bar", "half", "full"):
        expect(page.locator(".pulled")).to_have_class(re.compile(level))
        box = page.locator(".pulled").bounding_box()
        assert box is not None
        heights.append(box["height"])
        handle.tap()
    assert heights[0] < 100 < heights[1] < heights[2]
    expect(page.locator(".pulled")).to_have_class(re.compile("bar"))
    handle.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".pulled").get_by_role("searchbox").or_(page.locator(".pulled input")).first).to_be_visible()


@pytest.mark.parametrize(("fight", "grid"), [(fight_on_hexagons, "hex"), (fight_on_squares, "square")])
def test_the_map_is_the_middle_of_the_table_on_every_device(
    fight: Callable[[httpx.Client], tuple[Device, Device, Device, str]],
    grid: str,
    site: str,
    http: httpx.Client,
    somebody: People,
) -> None:
    """At every size, by day and by night, in both languages: nothing runs over, and axe finds no fault."""
    gm, luc, _, _ = fight(http)
    large = somebody(site, luc.token, **LARGE)
    page = opened(large, gm.campaign)
    for lang in ("fr", "en"):
        luc.ask("PATCH", f"~/members/{luc.member}", {"lang": lang})
        page.reload()
        expect(page.locator("html")).to_have_attribute("lang", lang)
        expect(page.locator("g.token").first).to_be_visible()
        for width, height in SIZES:
            page.set_viewport_size({"width": width, "height": height})
            if width < 736:
                page.locator("nav button").nth(3).click()
            expect(page.locator("g.token").first).to_be_visible()
            until(lambda: fills(page), f"the map is too small at {width}")
            assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth"), width
            for theme in THEMES if lang == "fr" else ():
                page.emulate_media(color_scheme=theme)
                assert faults(page) == [], (width, theme)
                large.screenshot(f"map_{grid}_table_{width}_{theme}")
