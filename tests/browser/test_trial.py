"""What was found by playing at a table with a phone."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from .people import PHONE, Somebody, table


def test_no_cell_of_the_map_moves_when_something_is_told(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, alix = table(http, "fragments", "Alix")
    gm.do("start_encounter", ready="demo")
    phone = somebody(site, alix.token, **PHONE)
    page = phone.sit(gm.campaign)
    phone.tab("Carte")
    where = page.locator("main svg").first
    expect(where).to_be_visible()
    before = where.bounding_box()
    gm.do("real_dice", who="gontran", on=True)
    expect(page.get_by_role("button", name=re.compile("Gontran lance de vrais dés"))).to_be_visible()
    assert where.bounding_box() == before


def test_a_ten_may_be_typed_as_the_die_shows_it(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, alix = table(http, "yin_yang", "Alix", ready="demo")
    gm.do("end_encounter")
    mine = next(one["id"] for one in alix.get("~/table")["table"]["people"] if one["mine"])
    alix.do("real_dice", who=mine, on=True)
    phone = somebody(site, alix.token, **PHONE)
    page = phone.sit(gm.campaign)
    alix.do("act", action={"do": "tester", "actor": mine, "competence": "terre", "nd": 30})
    yin = page.get_by_label(re.compile("yin"))
    expect(page.locator(".die").first).to_contain_text("yin")  # each field says which die it is for
    yin.fill("0")
    page.get_by_label(re.compile("Yang")).fill("3")
    page.get_by_role("button", name="Valider les dés").click()
    expect(phone.card("dés réels")).to_contain_text("10")


def test_the_screen_names_nobody_while_nobody_has_the_turn(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "fragments")
    gm.do("start_encounter", ready="demo")
    page = somebody(site, gm.token, **PHONE).open(f"/c/{gm.campaign}/ecran")
    expect(page.locator("main header h1")).to_be_visible()
    expect(page.locator("main header p")).to_have_text("")
