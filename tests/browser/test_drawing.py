"""A map drawn for a scene that is prepared: terrains, brushes, undo, everybody's place, and the scene played on it."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, expect

from .looks import faults
from .people import LARGE, PHONE, Somebody, seen, table, until

People = Callable[..., Somebody]


def middle(found: Locator, across: float = 0.5, down: float = 0.5) -> tuple[float, float]:
    box = found.bounding_box()
    assert box is not None
    return box["x"] + box["width"] * across, box["y"] + box["height"] * down


@pytest.mark.parametrize("device", [LARGE, PHONE], ids=["1440", "360"])
def test_a_map_is_drawn_kept_and_played_on(
    http: httpx.Client, site: str, somebody: People, device: dict[str, Any]
) -> None:
    gm, luc = table(http, "fragments", "Luc")
    width = device["viewport"]["width"]
    master = somebody(site, gm.token, **device)
    page = master.open(f"/c/{gm.campaign}/mj#scenes")
    page.get_by_role("button", name="Préparer une scène").click()
    page.get_by_label("Titre").fill("Le bois dessiné")
    for n, side in enumerate(("Les uns", "Les autres")):
        page.get_by_role("button", name="Ajouter quelqu’un").click()
        page.get_by_label("Qui vient").nth(n).select_option(index=n + 1)
        page.get_by_label("De quel camp").nth(n).fill(side)
    page.get_by_role("button", name="Carte et places").click()
    dialog = page.get_by_role("dialog")
    ground = dialog.get_by_role("application")
    expect(ground).to_be_visible()
    dialog.get_by_label("Forêt").check()
    expect(dialog.get_by_role("button", name="Annuler")).to_be_disabled()
    if device is PHONE:
        ground.tap()
    else:
        page.mouse.move(*middle(ground, 0.4))
        page.mouse.down()
        page.mouse.move(*middle(ground, 0.6), steps=8)
        page.mouse.up()
    painted = dialog.locator("path.ground.tint-trees")
    expect(painted.first).to_be_attached()
    dialog.get_by_role("button", name="Annuler").click()
    expect(painted).to_have_count(0)
    dialog.get_by_role("button", name="Refaire").click()
    expect(painted.first).to_be_attached()
    dialog.get_by_label("Placer", exact=True).check()
    dialog.get_by_role("button", name="Ranger les camps").click()
    expect(dialog.locator("[data-who]")).to_have_count(2)
    assert faults(page) == []
    master.screenshot(f"dessin-{width}")
    dialog.get_by_role("button", name="Garder cette carte").click()
    page.get_by_role("button", name="Garder la scène").click()
    (scene,) = until(lambda: gm.get("~/scenes")["scenes"], "the scene was not kept")
    assert len({*"".join(scene["drawn"])}) == 2 and all(len(one["at"]) == 1 for one in scene["cast"])
    page.get_by_role("button", name=re.compile("Ouvrir")).click()
    expect(page).to_have_url(re.compile(rf"/c/{gm.campaign}$"))
    shown = seen(luc)
    assert len({plot["kind"] for plot in shown["ground"]["plots"]}) == 2
    (one, other) = [person["x"] for person in shown["people"]]
    assert abs(one - other) >= 4
