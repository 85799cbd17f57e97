"""At a phone, where one part of the table is in sight at a time."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from .people import PHONE, Somebody, seen, table, until


def test_what_came_of_my_dice_is_told_beside_my_actions(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    """It comes while the question still stands there, and is shown when that has gone."""
    gm, zoe = table(http, "yin_yang", "Zoé", ready="duel")
    other, mine = (person["id"] for person in seen(gm)["people"])
    gm.do("give", who=other, member="")
    gm.do("give", who=mine, member=zoe.member)
    for who in (mine, other):  # nothing is left to chance
        gm.do("real_dice", who=who, on=True)
    assert [turn["who"] for turn in seen(gm)["encounter"]["order"]] == [mine, other]
    phone = somebody(site, zoe.token, **PHONE)
    page = phone.sit(zoe.campaign)
    phone.tab("Actions")
    page.get_by_role("button", name=re.compile("^Attaquer ")).first.click()
    until(lambda: seen(gm)["encounter"]["turn"] == [other], "nothing was declared")
    gm.do("act", action={"do": "attaquer", "actor": other, "cible": mine})
    gm.do("type_dice", faces=[7, 2])
    for place, face in enumerate("72"):
        page.get_by_placeholder("d10").nth(place).fill(face)
    page.get_by_role("button", name="Valider les dés").click()
    told = page.get_by_role("region", name="Actions").get_by_role("button").first
    expect(told).to_contain_text(seen(gm)["people"][1]["name"])
    told.click()
    expect(page.get_by_role("log")).to_be_visible()


def test_a_long_sheet_folds_and_has_a_row_of_jumps(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    _, zoe = table(http, "yin_yang", "Zoé")
    draft = f"d{zoe.do('new_draft', at_random=True)['seq']}"
    zoe.do("finish_draft", draft=draft)
    (made,) = (person["id"] for person in seen(zoe)["people"])
    page = somebody(site, zoe.token, **PHONE).open(f"/c/{zoe.campaign}/fiche/{made}")
    jumps = page.get_by_role("navigation", name="Aller à")
    tree = page.get_by_role("button", name="Arbre des compétences", expanded=False)  # looked up now and then
    expect(tree).to_be_attached()
    jumps.get_by_role("button", name="Arbre des compétences").click()
    opened = page.get_by_role("button", name="Arbre des compétences", expanded=True)
    expect(opened).to_be_in_viewport()
    expect(jumps).to_be_in_viewport()
    expect(jumps.get_by_role("button", name="Réserves")).to_have_count(0)  # they stand above, and never fold
    jumps.get_by_role("button", name="Équipement").click()
    unfolded = page.get_by_role("button", name="Équipement", expanded=True)
    inside = page.locator(f"#{unfolded.get_attribute('aria-controls')}")
    expect(inside).to_be_visible()
    unfolded.click()
    expect(inside).to_be_hidden()
    page.reload()  # this device remembers
    expect(page.get_by_role("button", name="Équipement", expanded=False)).to_be_attached()
    expect(opened).to_be_attached()
