"""Defects that were found by trying it as new users would: each of them is looked for again."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from .looks import visit
from .people import LARGE, PHONE, Somebody
from .worlds import Worlds

People = Callable[..., Somebody]


@pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])
def test_what_was_lost_stands_beside_its_sentence_and_covers_nothing(
    size: dict[str, object], worlds: Worlds, somebody: People
) -> None:
    here = worlds["vieux_monde"]
    page = visit(somebody(worlds.site, here.tokens["Alix"], open_cards=False, **size), here, "table")
    log = page.get_by_role("log")
    expect(log.locator(".figure b").last).to_be_attached()
    boxes = [box for box in (each.bounding_box() for each in log.locator(".figure:has(b)").all()) if box]
    texts = [box for box in (each.bounding_box() for each in log.locator(".headline").all()) if box]
    assert boxes
    for n, one in enumerate(boxes):
        for other in (*boxes[n + 1 :], *texts):
            apart = one["x"] + one["width"] <= other["x"] + 1 or other["x"] + other["width"] <= one["x"] + 1
            above = one["y"] + one["height"] <= other["y"] + 1 or other["y"] + other["height"] <= one["y"] + 1
            assert apart or above, (one, other)


def test_a_hundred_is_typed_as_the_dice_show_it(worlds: Worlds, somebody: People) -> None:
    """00 is a hundred; 0 alone is no face of it."""
    here = worlds["throw"]
    page = visit(somebody(worlds.site, here.tokens[here.awaited], **LARGE), here, "table")
    die = page.locator("input[inputmode=numeric][placeholder=d100]").first
    send = page.get_by_role("button", name="Valider les dés")
    for typed, right in (("101", False), ("0", False), ("00", True), ("100", True)):
        die.fill(typed)
        expect(die).to_have_attribute("aria-invalid", "false" if right else "true")
    expect(send).to_be_enabled()
