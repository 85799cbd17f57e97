"""A game master calls somebody at the table: made to measure or from the bestiary, his sheet before he comes."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from web.devices import Device

from .looks import faults, settled, small, wide
from .people import LARGE, PHONE, Somebody, seen, table

People = Callable[..., Somebody]
TAPS = 6  # from the table to an opponent in the fight
COUNT = """() => {
  window.taps = 0
  addEventListener('click', (event) => { if (event.isTrusted && event.detail) taps += 1 }, true)
}"""
LOOKS: list[tuple[dict[str, Any], str]] = [(LARGE, "light"), (LARGE, "dark"), (PHONE, "light"), (PHONE, "dark")]


def names(device: Device) -> list[str]:
    return [person["name"] for person in seen(device)["people"]]


def sit_with_the_party(person: Somebody, campaign: str) -> Page:
    """At the table, where those who are present are seen."""
    page = person.sit(campaign)
    parts = page.get_by_role("navigation").or_(page.get_by_role("group")).and_(page.get_by_label("Parties de la table"))
    if parts.count():  # a phone shows one part, and a map leaves room for one beside it
        parts.get_by_role("button", name=re.compile("^(Fiche|Présents)$")).click()
    return page


def caller(person: Somebody, campaign: str) -> Locator:
    """The dialog, opened from the table."""
    page = sit_with_the_party(person, campaign)
    page.get_by_role("button", name="Faire venir quelqu’un").click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("heading", name="Faire venir quelqu’un")).to_be_visible()
    return dialog


def shows(dialog: Locator, what: str | re.Pattern[str]) -> None:
    """The sheet that is shown says this, and no other is on its way."""
    expect(dialog.locator(".preview[aria-busy=false]")).to_contain_text(what)


@pytest.mark.parametrize("phone", [False, True], ids=["large", "phone"])
def test_an_opponent_is_made_in_a_few_taps(phone: bool, site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "terre_natale", "Luc", ready="gue")
    marie = somebody(site, gm.token, **(PHONE if phone else LARGE))
    page = sit_with_the_party(marie, gm.campaign)
    page.evaluate(COUNT)
    page.get_by_role("button", name="Faire venir quelqu’un").click()
    dialog = page.get_by_role("dialog")
    shows(dialog, "Sbire")
    dialog.get_by_text("Némésis", exact=True).click()
    shows(dialog, "Némésis")
    dialog.get_by_text("Mort-vivant", exact=True).click()
    dialog.get_by_text("Fine lame", exact=True).click()
    shows(dialog, re.compile("Mort-vivant"))
    dialog.get_by_label("Nom", exact=True).fill("Le Pendu")
    dialog.get_by_role("button", name="Un de plus").click()
    expect(dialog.get_by_label("Camp", exact=True)).to_have_value("Coupe-jarrets")
    dialog.get_by_role("button", name="Faire venir 2 × Le Pendu").click()
    expect(dialog).to_have_count(0)
    assert {"Le Pendu 1", "Le Pendu 2"} <= set(names(gm))
    assert page.evaluate("taps") <= TAPS
    hanged = next(person for person in seen(gm)["people"] if person["name"] == "Le Pendu 1")
    assert hanged["side"] == "Coupe-jarrets"


def test_choices_follow_each_other_and_what_cannot_be_says_why(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "terre_natale", "Luc")
    dialog = caller(somebody(site, gm.token, **LARGE), gm.campaign)
    fighter = dialog.locator("label").filter(has_text=re.compile(r"^\s*Guerrier\s*$"))
    expect(fighter).to_be_visible()
    dialog.get_by_text("Animal", exact=True).click()
    expect(fighter).to_have_count(0)
    expect(dialog.get_by_label("Fauve", exact=True)).to_be_checked()
    expect(dialog.locator("details summary").filter(has_text=re.compile("pouvoirs", re.I))).to_have_count(0)
    dialog.get_by_text("Monstre primitif", exact=True).click()
    powers = dialog.locator("details").filter(has_text=re.compile("pouvoirs", re.I)).first
    powers.locator("summary").click()
    powers.locator("label").filter(has_text="Venin").first.click()
    expect(dialog.locator(".preview .why")).to_contain_text("de faiblesses")
    expect(dialog.get_by_role("button", name="Faire venir")).to_be_disabled()
    powers.locator("label").filter(has_text="Venin").first.click()
    expect(dialog.locator(".preview .why")).to_have_count(0)
    dialog.get_by_role("button", name="Faire venir", exact=False).last.click()
    expect(dialog).to_have_count(0)
    assert len(names(gm)) == 1


def test_somebody_of_the_bestiary_is_found_seen_and_called(site: str, http: httpx.Client, somebody: People) -> None:
    """In a game that makes nobody to measure the bestiary is all there is."""
    for game, who in (("terre_natale", "Dragon"), ("vieux_monde", "Loup")):
        gm, _ = table(http, game, "Luc")
        dialog = caller(somebody(site, gm.token, **LARGE), gm.campaign)
        if game == "terre_natale":
            dialog.get_by_role("tab", name="Du bestiaire").click()
        else:
            expect(dialog.get_by_role("tab")).to_have_count(0)
        dialog.get_by_role("searchbox").fill(who.lower())
        dialog.get_by_text(who, exact=True).click()
        shows(dialog, who)
        dialog.get_by_role("button", name=f"Faire venir {who}").click()
        expect(dialog).to_have_count(0)
        assert names(gm) == [who]


def test_an_opponent_is_made_by_keyboard_alone_in_english(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "terre_natale", "Luc")
    marie = somebody(site, gm.token, locale="en-GB", **LARGE)
    page = marie.sit(gm.campaign)
    english(gm)
    page.reload()
    page.get_by_role("button", name="Call somebody in").press("Enter")
    dialog = page.get_by_role("dialog")
    minion = dialog.get_by_label("Henchman", exact=True)
    minion.focus()
    minion.press("ArrowRight")
    expect(dialog.locator("label.on").first).not_to_have_text(re.compile("Henchman"))
    expect(dialog.locator(".preview[aria-busy=false] h3")).to_have_text("Warrior")
    name = dialog.get_by_label("Name", exact=True)
    name.fill("Grim")
    name.press("Enter")
    expect(dialog).to_have_count(0)
    expect(page.get_by_role("button", name="Call somebody in")).to_be_focused()
    assert names(gm) == ["Grim"]


def english(device: Device) -> None:
    answer = device.ask("PATCH", f"~/members/{device.member}", {"lang": "en"})
    assert answer.status_code == 200


@pytest.mark.parametrize(("size", "colours"), LOOKS)
def test_the_look_of_it(size: dict[str, Any], colours: str, site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "terre_natale", "Luc", ready="gue")
    marie = somebody(site, gm.token, color_scheme=colours, **size)
    dialog = caller(marie, gm.campaign)
    dialog.get_by_text("Monstre primitif", exact=True).click()
    shows(dialog, "primitif")
    page: Page = marie.page
    phone = size is PHONE
    for shot in ("made", "cast"):
        if shot == "cast":
            dialog.get_by_role("tab", name="Du bestiaire").click()
            dialog.get_by_text("Dragon", exact=True).click()
            shows(dialog, "Dragon")
        settled(page)
        marie.screenshot(f"call_{shot}_{'phone' if phone else 'large'}_{colours}")
        assert [*faults(page, "dialog"), *wide(page), *(small(page) if phone else [])] == []
