"""Pictures on the page: a face sent from a phone, and a picture under the map whose grid is laid by two clicks."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import FilePayload, Page, expect

from table.painting import picture

from .looks import faults
from .people import LARGE, PHONE, Somebody, seen, table

People = Callable[..., Somebody]


def file(data: bytes, name: str = "IMG_2034.png") -> FilePayload:
    return {"name": name, "mimeType": "image/png", "buffer": data}


def shown(page: Page, selector: str) -> None:
    """A picture that has come and was drawn."""
    image = page.locator(selector).first
    expect(image).to_be_attached()
    href = image.get_attribute("href")
    assert href is not None and href.startswith("/api/v1/campaigns/")
    answer = page.request.get(page.url.split("/c/")[0] + href)
    assert answer.status == 200 and answer.headers["content-type"] == "image/webp"


def test_a_face_is_sent_from_a_phone_and_seen_by_all(http: httpx.Client, site: str, somebody: People) -> None:
    gm, luc = table(http, "fragments", "Luc", ready="demo")
    mine = next(one for one in seen(luc)["people"] if one.get("mine"))
    phone = somebody(site, luc.token, **PHONE)
    page = phone.open(f"/c/{luc.campaign}/fiche/{mine['id']}")
    chosen = page.locator(".portrait input[type=file]")
    chosen.set_input_files(file(b"<svg><script>alert(1)</script></svg>"))
    expect(page.get_by_text(re.compile("un fichier PNG, JPEG ou WebP")).first).to_be_visible()
    assert not seen(luc)["people"][0].get("picture")
    chosen.set_input_files(file(picture((40, 90, 200), (60, 60))))
    expect(page.get_by_text("Retirer le portrait")).to_be_visible()
    shown(page, ".face .emblem image")
    assert faults(page) == []
    phone.screenshot("portrait-360")
    large = somebody(site, gm.token, **LARGE)
    table_page = large.sit(gm.campaign)
    shown(table_page, ".emblem image")
    large.screenshot("portrait-table-1440")
    page.get_by_text("Retirer le portrait").click()
    expect(page.locator(".face .emblem image")).to_have_count(0)
    expect(table_page.locator(".emblem image")).to_have_count(0)


@pytest.mark.parametrize("device", [LARGE, PHONE], ids=["1440", "360"])
def test_a_picture_is_laid_under_the_map_by_two_clicks(
    http: httpx.Client, site: str, somebody: People, device: dict[str, Any]
) -> None:
    gm, luc = table(http, "fluid", "Luc")
    master = somebody(site, gm.token, **device)
    page = master.open(f"/c/{gm.campaign}/carte")
    tools = page.locator("details", has=page.locator("summary", has_text="Outils du maître du jeu"))
    expect(tools).to_be_visible()
    if tools.get_attribute("open") is None:
        tools.locator("summary").click()
    page.get_by_role("button", name="Une image sous la carte").click()
    dialog = page.get_by_role("dialog")
    dialog.locator("input[type=file]").set_input_files(file(picture((90, 120, 80), (400, 200))))
    ground = dialog.locator("svg.ground")
    expect(ground).to_be_visible()
    box = ground.bounding_box()
    assert box is not None
    wide = box["width"] / 400  # of a pixel of the picture
    tap = ground.tap if device is PHONE else ground.click
    dialog.get_by_label("Cases entre les deux points").fill("4")
    for x, y in ((40, 40), (200, 40)):
        tap(position={"x": x * wide, "y": y * wide})
    expect(dialog.get_by_role("status")).to_have_text("10 × 5 cases")
    assert faults(page) == []
    master.screenshot(f"sous-la-carte-{device['viewport']['width']}")
    dialog.get_by_role("button", name="Poser", exact=True).click()
    expect(dialog).to_have_count(0)
    shown(page, ".map image")
    laid = seen(luc)
    assert (laid["board"]["width"], laid["board"]["height"]) == (10, 5)
    assert laid["backdrop"]["width"] == pytest.approx(10, abs=0.3)
    page.get_by_role("button", name="Retirer l’image").click()
    expect(page.locator(".map image")).to_have_count(0)
