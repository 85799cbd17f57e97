"""The map: moving by hand, by taps and by keys, what it costs, and what lies in the fog."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, Response, Route, expect

from tablee.kernel.ground import place_of
from web.devices import Device

from .people import LARGE, PATIENCE, PHONE, Somebody, seen, table

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
People = Callable[..., Somebody]


def fight_on_hexagons(http: httpx.Client, ready: str = "duel") -> tuple[Device, Device, Device, str]:
    """A game master, Luc who plays the one to act, Zoé, and the one to act."""
    gm, luc, zoe = table(http, "fragments", "Luc", "Zoé", ready=ready)
    people = [person["id"] for person in seen(gm)["people"]]
    for who in people:  # who is to act is not left to chance
        gm.do("real_dice", who=who, on=True)
    gm.do("act", action={"do": "combattre", "actor": people[0]})
    while (open := seen(gm)["open"]) is not None:
        asked = open["awaited"][0]
        if asked.get("throw"):
            gm.do("type_dice", faces=[1])
        else:
            gm.do("answer", answer=asked["question"]["options"][0]["id"], question=asked["index"])
    for who in people:
        gm.do("real_dice", who=who, on=False)
    turn = seen(gm)["encounter"]["turn"][0]
    gm.do("give", who=turn, member=luc.member)
    return gm, luc, zoe, turn


def fight_on_squares(http: httpx.Client) -> tuple[Device, Device, Device, str]:
    gm, luc, zoe = table(http, "vieux_monde", "Luc", "Zoé", ready="demo")
    gm.do("lay_map", grid="square", width=20, height=12)
    turn = seen(gm)["encounter"]["turn"][0]
    gm.do("give", who=turn, member=luc.member)
    return gm, luc, zoe, turn


FIGHTS = [pytest.param(fight_on_hexagons, "hex", id="hex"), pytest.param(fight_on_squares, "square", id="square")]


def on_the_map(person: Somebody, campaign: str) -> Page:
    page = person.open(f"/c/{campaign}/carte")
    expect(page.locator("g.token").first).to_be_visible()
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    return page


def token(page: Page, who: str) -> Locator:
    return page.locator(f'[data-who="{who}"] .hold')


def body(page: Page, who: str) -> Locator:
    return page.locator(f'[data-who="{who}"] .body')


def where(device: Device, who: str) -> tuple[int, int]:
    found = next(person for person in seen(device)["people"] if person["id"] == who)
    return found["x"], found["y"]


def middle(what: Locator) -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def point(page: Page, grid: str, cell: tuple[int, int]) -> tuple[float, float]:
    """Where in the window the middle of a cell lies."""
    across, down = (cell[0] + cell[1] / 2, cell[1] * 3**0.5 / 2) if grid == "hex" else cell
    x, y = page.evaluate(
        """([x, y]) => {
            const drawn = document.querySelector('.map svg > g');
            const at = new DOMPoint(x, y).matrixTransform(drawn.getScreenCTM());
            return [at.x, at.y];
        }""",
        [across, down],
    )
    return float(x), float(y)


def ways(device: Device, who: str) -> dict[tuple[int, int], int]:
    """What each cell costs that somebody may go to."""
    return {(x, y): cost for way in device.get(f"~/reach/{who}") for x, y, cost in way.get("cells", [])}


def in_sight(page: Page, grid: str, cells: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Those of these cells on which a finger falls on the map itself."""
    bare = """([x, y]) => {
        const hit = document.elementFromPoint(x, y);
        return Boolean(hit?.closest('.map svg')) && !hit.closest('[data-who]');
    }"""
    on_board = [cell for cell in cells if grid == "hex" or min(cell) >= 0]
    return [cell for cell in on_board if page.evaluate(bare, list(point(page, grid, cell)))]


def cheap_cell(page: Page, grid: str, device: Device, who: str) -> tuple[float, float]:
    """A point on a cell that costs 1, well inside the map."""
    costs = ways(device, who)
    return point(page, grid, in_sight(page, grid, [cell for cell, cost in costs.items() if cost == 1])[-1])


def stands_there(page: Page, who: str, grid: str, cell: tuple[int, int]) -> None:
    """That this page shows somebody on a cell, by its column and row."""
    column, row = place_of(grid, cell)
    expect(token(page, who)).to_have_attribute("aria-label", re.compile(rf"case {column}, {row}$"))


def moved(device: Device, who: str, before: tuple[int, int], page: Page) -> tuple[int, int]:
    """Where somebody went, once this page knows it."""
    for _ in range(PATIENCE // 50):
        if (now := where(device, who)) != before:
            return now
        page.wait_for_timeout(50)
    raise AssertionError(f"{who} has not moved")


@pytest.mark.parametrize(("fight", "grid"), FIGHTS)
def test_a_token_is_moved_by_hand_by_taps_and_by_keys_and_the_other_sees_it(
    fight: Callable[[httpx.Client], tuple[Device, Device, Device, str]],
    grid: str,
    site: str,
    http: httpx.Client,
    somebody: People,
) -> None:
    gm, luc, zoe, who = fight(http)
    large, phone = somebody(site, luc.token, **LARGE), somebody(site, luc.token, **PHONE)
    other = somebody(site, zoe.token, **LARGE)
    page, small, watching = (on_the_map(each, gm.campaign) for each in (large, phone, other))
    status = page.locator(".status")
    expect(status).to_contain_text("à portée")

    start = where(gm, who)
    page.mouse.move(*middle(body(page, who)))
    page.mouse.down()
    page.mouse.move(*cheap_cell(page, grid, gm, who), steps=4)
    expect(page.locator(".apart text").last).to_have_text(re.compile("^1 case.* · coût 1$"))
    expect(status).to_contain_text(re.compile("1 case · coût 1$"))
    large.screenshot(f"map_{grid}_drag")
    page.mouse.up()
    by_hand = moved(gm, who, start, page)
    for each in (page, small, watching):
        stands_there(each, who, grid, by_hand)

    expect(small.locator("path.edge").first).to_be_visible()
    expect(small.locator(".status")).to_contain_text("à portée")
    phone.screenshot(f"map_{grid}_phone")
    there = cheap_cell(small, grid, gm, who)
    small.touchscreen.tap(*there)
    expect(small.locator("path.path")).to_have_count(1)
    small.touchscreen.tap(*there)
    by_taps = moved(gm, who, by_hand, small)
    for each in (page, watching):
        stands_there(each, who, grid, by_taps)

    page.locator(".map").focus()
    for _ in range(80):
        if page.evaluate("() => document.activeElement.closest('[data-who]')?.dataset.who") == who:
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowRight")
    expect(status).to_contain_text(re.compile(r"^case .*1 case · (coût \d|hors d’atteinte)"))
    page.keyboard.press("Escape")
    expect(page.locator("path.aim")).to_have_count(0)
    for key in ("KeyD", "KeyE", "KeyS", "KeyA", "KeyQ", "KeyW"):
        page.keyboard.press(key)
        if "coût" in status.inner_text():
            break
        page.keyboard.press("Escape")
    page.keyboard.press("Enter")
    expect(page.locator("path.path")).to_have_count(1)
    page.keyboard.press("Enter")
    by_keys = moved(gm, who, by_taps, page)
    stands_there(watching, who, grid, by_keys)


def test_a_cell_out_of_reach_is_refused_with_the_reason(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, _, who = fight_on_squares(http)
    luc_there = somebody(site, luc.token, **LARGE)
    page = on_the_map(luc_there, gm.campaign)
    start = where(gm, who)
    token(page, who).focus()
    for _ in range(6):
        page.keyboard.press("ArrowRight")
    expect(page.locator(".status")).to_contain_text("hors d’atteinte")
    page.keyboard.press("Enter")
    expect(page.get_by_text(re.compile(r"Trop loin\s: 6 cases, 4 de Mouvement"))).to_be_visible()
    assert where(gm, who) == start


def test_the_keys_stay_with_a_token_that_goes_out_of_sight(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, _, who = fight_on_squares(http)
    page = on_the_map(somebody(site, luc.token, **LARGE), gm.campaign)
    token(page, who).focus()
    for _ in range(6):
        page.keyboard.press("Shift+ArrowRight")
    expect(body(page, who)).not_to_be_in_viewport()
    expect(token(page, who)).to_be_focused()
    page.keyboard.press("Home")
    expect(body(page, who)).to_be_in_viewport()


def test_reach_is_waited_for_and_that_of_a_place_one_has_left_is_not_shown(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc, _, who = fight_on_squares(http)
    name = next(person["name"] for person in seen(gm)["people"] if person["id"] == who)
    person = somebody(site, luc.token, **LARGE)
    waiting: list[Route] = []
    person.page.route(re.compile("/reach/"), lambda route: waiting.append(route))
    with person.page.expect_response(re.compile("/actions/")):
        page = on_the_map(person, gm.campaign)
    status, reached = page.locator(".status"), page.get_by_role("combobox", name="Aller à une case")

    def answer() -> None:
        while not waiting:
            page.wait_for_timeout(20)
        while waiting:
            waiting.pop().continue_()

    expect(status).to_have_text(name)  # not that there is no move
    answer()
    expect(status).to_contain_text("à portée")
    expect(reached.first).to_be_visible()

    x, y = where(gm, who)
    gm.do("put", who=who, x=x, y=y + 1)
    stands_there(page, who, "square", (x, y + 1))
    expect(reached).to_have_count(0)
    expect(status).to_have_text(name)
    answer()
    expect(reached.first).to_be_visible()


def test_a_board_is_laid_on_the_ground_there_is_by_then(site: str, http: httpx.Client, somebody: People) -> None:
    (gm,) = table(http, "fragments")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/carte")
    begin = page.get_by_role("button", name="Poser un plateau")
    expect(begin).to_be_visible()
    gm.do("start_encounter", ready="demo")
    expect(page.locator("g.token").first).to_be_visible()
    begin.click()
    page.get_by_role("button", name="Poser", exact=True).click()
    expect(page.get_by_role("button", name="Poser un autre plateau")).to_be_visible()
    plots = [place_of("hex", (plot["x"], plot["y"])) for plot in seen(gm)["ground"]["plots"]]
    board = seen(gm)["board"]
    assert board["grid"] == "hex"
    assert (board["width"], board["height"]) == tuple(max(at) + 1 for at in zip(*plots, strict=True))


def test_fog_laid_by_the_game_master_hides_a_token_from_the_page_of_a_player(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="demo")
    hidden = next(person["id"] for person in seen(gm)["people"] if person["x"] > 10)
    name = next(person["name"] for person in seen(gm)["people"] if person["id"] == hidden)
    marie, player = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    sitting = player.sit(gm.campaign)
    player.tab("Plus")
    expect(sitting.get_by_role("link", name="Règles et catalogues")).to_be_visible()
    expect(sitting.get_by_role("link", name=re.compile("^(Carte|Poser une carte)$"))).to_have_count(0)

    page = marie.sit(gm.campaign)
    page.get_by_role("banner").get_by_role("button", name="Plus").click()
    page.get_by_role("link", name="Poser une carte").click()
    page.get_by_label("Largeur", exact=True).fill("20")
    page.get_by_label("Hauteur", exact=True).fill("12")
    page.get_by_role("button", name="Poser", exact=True).click()
    expect(token(page, hidden)).to_be_visible()

    expect(sitting.get_by_role("link", name="Carte", exact=True)).to_be_visible()
    sitting.get_by_role("link", name="Carte", exact=True).click()
    sitting.get_by_role("button", name="Tout voir").click()
    expect(token(sitting, hidden)).to_have_count(1)

    received: list[str] = []
    sitting.on("response", lambda answer: keep(answer, received))
    page.get_by_text("Peindre le brouillard").click()
    page.mouse.click(*middle(body(page, hidden)))
    expect(token(sitting, hidden)).to_have_count(0)
    expect(page.locator("path.fog").first).to_be_visible()
    marie.screenshot("map_fog")
    sitting.reload()
    expect(sitting.locator("g.token").first).to_be_visible()
    sitting.wait_for_load_state("networkidle")
    tables = [text for text in received if '"people"' in text]
    assert tables and f'"id":"{hidden}"' not in tables[-1] and name not in tables[-1]

    sitting.get_by_role("button", name="Tout voir").click()
    page.get_by_text("Effacer le brouillard").click()
    page.mouse.click(*middle(body(page, hidden)))
    expect(token(sitting, hidden)).to_have_count(1)


def fog(gm: Device) -> set[tuple[int, int]]:
    rows = enumerate(seen(gm)["board"]["fog"])
    return {(x, y) for y, row in rows for x, sign in enumerate(row) if sign == "#"}


def test_fog_is_painted_by_the_keyboard_alone(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _, _, who = fight_on_squares(http)
    page = on_the_map(somebody(site, gm.token, **LARGE), gm.campaign)
    brush = page.get_by_role("radio", name="Peindre le brouillard")
    brush.focus()
    page.keyboard.press("Space")
    expect(brush).to_be_checked()
    x, y = where(gm, who)
    page.get_by_label("Pion").select_option(who)
    page.get_by_role("application").focus()
    for key in ("ArrowDown", "Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    expect(page.locator(".status")).to_contain_text("hors de vue")
    assert fog(gm) == {(x, y + 1), (x + 1, y + 1)}
    assert where(gm, who) == (x, y)

    page.get_by_role("radio", name="Effacer le brouillard").focus()
    page.keyboard.press("Space")
    page.get_by_role("application").focus()
    page.keyboard.press("Enter")
    expect(page.locator(".status")).not_to_contain_text("hors de vue")
    assert fog(gm) == {(x, y + 1)}


def keep(answer: Response, received: list[str]) -> None:
    if "/api/" in answer.url and answer.ok:
        received.append(answer.text())


def test_the_game_master_drags_in_who_has_no_place(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _, _, who = fight_on_squares(http)
    gm.do("put", who=who, x=-30, y=-30)
    marie = somebody(site, gm.token, **LARGE)
    page = on_the_map(marie, gm.campaign)
    waiting = page.get_by_role("list", name="À placer").get_by_role("button")
    expect(waiting).to_have_count(1)
    box = page.locator(".map").bounding_box()
    assert box is not None
    page.mouse.move(*middle(waiting))
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=4)
    page.mouse.up()
    now = moved(gm, who, (-30, -30), page)
    assert 0 <= now[0] < 20 and 0 <= now[1] < 12
    stands_there(page, who, "square", now)
    expect(waiting).to_have_count(0)


def faults(page: Page) -> list[Any]:
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("() => axe.run()")["violations"]
    return [(fault["id"], [node["target"] for node in fault["nodes"]]) for fault in found]


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("device", ["large", "phone"])
def test_a_map_with_many_tokens_has_no_accessibility_fault(
    device: str, colours: str, site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc, _, _ = fight_on_hexagons(http, "demo")
    gm.do("lay_map", grid="hex", width=18, height=13)
    gm.do("fog", cells=[[x, y] for x in range(11, 15) for y in range(3)], dark=True)
    options = LARGE if device == "large" else PHONE
    for role, sitting in (("gm", gm), ("player", luc)):
        person = somebody(site, sitting.token, color_scheme=colours, **options)
        page = on_the_map(person, gm.campaign)
        expect(page.locator("path.reach").first).to_be_visible()
        person.screenshot(f"map_{role}_{device}_{colours}")
        assert faults(page) == []
        assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
