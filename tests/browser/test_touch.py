"""The map under real fingers: a stroke, two fingers, one that rests, a tap. No mouse is there."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from web.devices import Device

from .people import Somebody
from .test_map import body, fight_on_hexagons, fight_on_squares, in_sight, middle, point, ways, where
from .test_map_table import SMALL, name_of, opened

Point = tuple[float, float]
REST = 800  # milliseconds: longer than a finger takes to be one that rests


class Fingers:
    """Fingers on the glass, each where it is until it is lifted."""

    def __init__(self, page: Page) -> None:
        self.page, self.glass = page, page.context.new_cdp_session(page)

    def _tell(self, what: str, *at: Point) -> None:
        points = [{"x": x, "y": y, "id": n} for n, (x, y) in enumerate(at)]
        self.glass.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    def stroke(self, *paths: tuple[Point, Point], steps: int = 6) -> None:
        """Each finger from one point to another, all at once, and off."""
        self._tell("touchStart", *[start for start, _ in paths])
        for step in range(1, steps + 1):
            share = step / steps
            self._tell("touchMove", *[(a + (c - a) * share, b + (d - b) * share) for (a, b), (c, d) in paths])
            self.page.wait_for_timeout(20)
        self._tell("touchEnd")

    def rest(self, at: Point) -> None:
        self._tell("touchStart", at)
        self.page.wait_for_timeout(REST)
        self._tell("touchEnd")


def view(page: Page) -> list[float]:
    """How large a cell is drawn, and where the first one lies."""
    found: list[float] = page.evaluate(
        """() => {
            const drawn = document.querySelector('.map svg > g').getScreenCTM();
            return [drawn.a, drawn.e, drawn.f];
        }"""
    )
    return found


@pytest.mark.parametrize(("fight", "grid"), [(fight_on_hexagons, "hex"), (fight_on_squares, "square")])
def test_fingers_slide_widen_ask_and_tap(
    fight: Callable[[httpx.Client], tuple[Device, Device, Device, str]],
    grid: str,
    site: str,
    http: httpx.Client,
    somebody: Callable[..., Somebody],
) -> None:
    gm, luc, _, who = fight(http)
    page = opened(somebody(site, luc.token, **SMALL), gm.campaign)
    fingers, start = Fingers(page), where(gm, who)
    plan = page.get_by_role("region", name="Ce qui est prévu")
    expect(page.locator(".status")).to_contain_text("à portée")

    # Two fingers that part: the map grows.
    x, y = middle(page.locator(".map svg").first)
    size = view(page)[0]
    fingers.stroke(((x - 20, y), (x - 70, y)), ((x + 20, y), (x + 70, y)))
    page.wait_for_timeout(100)
    assert view(page)[0] > 1.5 * size

    # One finger that strokes: the map slides with it, though it began on a token, and nobody is moved.
    before = view(page)
    fingers.stroke(((x, y), (x + 40, y + 30)))
    page.wait_for_timeout(100)
    after = view(page)
    assert (after[0], after[1:]) != (before[0], before[1:]) and after[0] == pytest.approx(before[0])
    expect(plan).to_have_count(0)

    # A finger that rests on a cell: what is there is told, and nothing is planned.
    page.get_by_role("button", name="Tout voir").tap()
    page.wait_for_timeout(300)
    cell = in_sight(page, grid, [cell for cell, cost in ways(luc, who).items() if cost == 1])[0]
    fingers.rest(point(page, grid, cell))
    expect(page.locator(".status")).to_contain_text("case ")
    expect(plan).to_have_count(0)

    # A tap on a token opens its card, which stays.
    page.touchscreen.tap(*middle(body(page, who)))
    card = page.get_by_role("region", name=name_of(gm, who), exact=True)
    expect(card).to_be_visible()
    page.wait_for_timeout(400)
    expect(card).to_be_visible()
    assert where(gm, who) == start
