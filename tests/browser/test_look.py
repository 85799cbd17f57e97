"""Every page and all that opens on it: by day and by night, on a large screen and on a phone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from .looks import OPENED, PLACES, faults, settled, small, told, visit, wide
from .people import LARGE, PHONE, Somebody
from .worlds import Worlds

SIZES: dict[str, dict[str, Any]] = {"large": LARGE, "phone": PHONE}
PARTS = 3  # each look in so many tests: some machines are slow
LOOKS = [("fragments", "large", "dark"), ("vieux_monde", "phone", "light")]  # test_any_game has the other two


@pytest.mark.parametrize(("game", "size", "colours"), LOOKS)
@pytest.mark.parametrize("part", range(PARTS))
def test_every_page(
    part: int, game: str, size: str, colours: str, worlds: Worlds, somebody: Callable[..., Somebody]
) -> None:
    """No accessibility fault, nothing wider than the window, nothing too small for a thumb."""
    here = worlds[game]
    marie = somebody(worlds.site, here.tokens["Marie"], color_scheme=colours, **SIZES[size])
    found: dict[str, Any] = {}
    for name in list(PLACES)[part::PARTS]:
        page = visit(marie, here, name)
        marie.screenshot(f"{name}_{game}_{size}_{colours}")
        found[name] = [*faults(page), *wide(page), *(small(page) if size == "phone" else [])]
    assert told(found) == ""


@pytest.mark.parametrize(("game", "size", "colours"), LOOKS)
@pytest.mark.parametrize("part", range(PARTS))
def test_all_that_opens(
    part: int, game: str, size: str, colours: str, worlds: Worlds, somebody: Callable[..., Somebody]
) -> None:
    here = worlds[game]
    marie = somebody(worlds.site, here.tokens["Marie"], color_scheme=colours, **SIZES[size])
    found: dict[str, Any] = {}
    for name, (place, opening, sign) in list(OPENED.items())[part::PARTS]:
        page = visit(marie, here, place)
        opening(page)
        expect(page.locator(sign).first).to_be_visible()
        settled(page)
        marie.screenshot(f"open_{name}_{game}_{size}_{colours}")
        found[name] = [*faults(page, sign), *wide(page), *(small(page) if size == "phone" else [])]
    assert told(found) == ""


@pytest.mark.parametrize(("size", "colours"), [("large", "light"), ("phone", "dark")])
@pytest.mark.parametrize(("asked", "sign"), [("question", ".question"), ("throw", "form .dice input")])
def test_what_is_asked(
    asked: str, sign: str, size: str, colours: str, worlds: Worlds, somebody: Callable[..., Somebody]
) -> None:
    here = worlds[asked]
    person = somebody(worlds.site, here.tokens[here.awaited], color_scheme=colours, **SIZES[size])
    page = visit(person, here, "table")
    expect(page.locator(f".ask {sign}").first).to_be_visible()
    settled(page)
    person.screenshot(f"open_{asked}_{size}_{colours}")
    assert [*faults(page), *wide(page), *(small(page) if size == "phone" else [])] == []
