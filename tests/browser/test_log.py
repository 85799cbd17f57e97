"""The log: dice that settle in it, cards that open, and as much of it as one reads."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Locator, Route, expect

from web.devices import Device

from .looks import faults
from .people import LARGE, PHONE, Somebody, table
from .worlds import Worlds

LIVELY = {"reduced_motion": "no-preference"}
SETTLING = "(face) => getComputedStyle(face).animationName.includes('settle')"


def test_dice_settle_in_their_card_and_cover_nothing(
    http: httpx.Client, site: str, somebody: Callable[..., Somebody]
) -> None:
    _, player = table(http, "fluid", "Alix")
    alix = somebody(site, player.token, **LARGE, **LIVELY)
    page = alix.sit(player.campaign)
    alix.say("/r 3d6")
    faces = alix.card("3d6").locator(".face")
    expect(faces).to_have_count(3)
    assert faces.first.evaluate(SETTLING)
    height = alix.card("3d6").bounding_box()["height"]
    page.wait_for_function("() => !document.querySelector('.fresh')")  # by itself
    assert not faces.first.evaluate(SETTLING)
    assert alix.card("3d6").bounding_box()["height"] == height
    expect(page.locator("canvas")).to_have_count(0)


def test_no_dice_move_where_one_wants_calm(http: httpx.Client, site: str, somebody: Callable[..., Somebody]) -> None:
    _, player = table(http, "fluid", "Alix")
    calm = somebody(site, player.token)
    calm.sit(player.campaign)
    calm.say("/r 3d6")
    expect(calm.card("3d6").locator(".face")).to_have_count(3)
    assert not calm.card("3d6").locator(".face").first.evaluate(SETTLING)


def test_each_sum_of_a_sentence_opens_its_own_terms(
    http: httpx.Client, site: str, somebody: Callable[..., Somebody]
) -> None:
    """Though both show the same figure, and names look like anything."""
    _, player = table(http, "fluid", "Alix")
    ours, theirs = [["Force", 5, "FLU-3.1"], ["Épée", 3, ""]], [["Bouclier", 8, ""]]
    blow = [
        ["n", "a", "A."],
        " contre ",
        ["n", "oe", "d’Œ (8)"],
        " : ",
        ["s", "8", ours],
        " contre ",
        ["s", "8", theirs],
        ".",
    ]
    told = [{"what": "x", "pieces": blow}, {"what": "y", "pieces": ["Égalité"], "weight": "major", "headline": True}]

    def answer(route: Route) -> None:
        found = route.fetch()
        strokes = [{"head": 1, "lines": [0], "weight": "major"}]
        route.fulfill(
            response=found, json=[*found.json()[:-1], {**found.json()[-1], "events": told, "strokes": strokes}]
        )

    alix = somebody(site, player.token, **LARGE)
    alix.page.route("**/log*", answer)
    page = alix.sit(player.campaign)
    card = alix.card("A. contre d’Œ (8) : 8 contre 8.")
    expect(card.locator(".ledger b")).to_have_text(["A.", "d’Œ (8)"])
    expect(card.locator("button.tally")).to_have_count(2)
    for sum, terms in enumerate((["Force", "Épée", "Total"], ["Bouclier", "Total"])):
        card.locator("button.tally").nth(sum).click()
        expect(page.locator(".pop th")).to_have_text(terms)
    assert card.get_attribute("data-weight") == "major"
    expect(card.locator(".headline")).to_have_text("Égalité")


def test_reading_far_back_and_to_the_end_again(
    http: httpx.Client, site: str, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "fluid")
    for n in range(1, 251):
        gm.do("say", text=f"Ligne {n}.")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.sit(gm.campaign)
    log = page.get_by_role("log")
    expect(marie.card("Ligne 250.")).to_be_visible()
    assert log.get_by_role("article").count() < 60  # rows in sight, not the log
    for _ in range(40):
        if log.get_by_text("Ligne 1.", exact=False).count() and page.get_by_text("Ligne 2.").count():
            break
        log.evaluate("(box) => { box.scrollTop = 0; }")
        page.wait_for_timeout(100)
    expect(marie.card("Ligne 2.").first).to_be_visible()
    assert log.get_by_role("article").count() < 60
    gm.do("say", text="Du nouveau.")
    page.get_by_role("button", name="Nouveau dans le journal").click()
    expect(marie.card("Du nouveau.")).to_be_visible()


@pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])
def test_a_fight_reads_as_what_came_of_it_and_a_card_opens_by_one_tap(
    worlds: Worlds, somebody: Callable[..., Somebody], size: dict[str, Any]
) -> None:
    here = worlds["vieux_monde"]
    alix = somebody(worlds.site, here.tokens["Alix"], open_cards=False, **size)
    page = alix.sit(here.campaign)
    log = page.get_by_role("log")
    wound = log.locator(".card[data-weight=wound]").last
    expect(wound.locator(".figure b")).to_have_text(re.compile(r"^−\d+$"))
    expect(wound.locator(".headline")).to_contain_text("touche")
    expect(wound.locator(".dice-strip .face").first).to_be_visible()
    expect(wound.locator(".ledger")).to_have_count(0)
    press(wound.locator(".head"), size)
    expect(wound.locator(".ledger .line").first).to_be_visible()
    expect(wound.locator("a.rule")).to_have_count(0)
    press(wound.get_by_role("button", name="Règles"), size)
    expect(wound.locator("a.rule").first).to_be_visible()
    press(wound.locator(".head"), size)
    expect(wound.locator(".ledger")).to_have_count(0)
    expect(log.locator(".card.mine .you").last).to_have_text("vous")
    log.evaluate("(box) => { box.scrollTop = 0; }")
    heading = log.get_by_role("button", name=re.compile("^Round 1"))
    expect(heading).to_be_visible()
    press(heading, size)
    expect(heading).to_have_attribute("aria-expanded", "false")
    expect(log.locator(".card")).to_have_count(0)


def press(what: Locator, size: dict[str, Any]) -> None:
    """With a finger where there is no mouse."""
    if size.get("has_touch"):
        what.tap()
    else:
        what.click()


def test_a_level_is_shown_once_and_closed_by_space_unless_it_is_not_wanted(
    http: httpx.Client, site: str, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "fragments", ready="demo")
    gm.do("end_encounter", keep=True)
    who = gm.get("~/table")["table"]["people"][0]["id"]
    marie = somebody(site, gm.token, open_cards=False, **LARGE)
    page = marie.sit(gm.campaign)
    calm = somebody(site, gm.token, **LARGE)
    calm.sit(gm.campaign)
    gm.do("act", action={"do": "monter_de_niveau", "actor": who, "accord": True})
    moment = page.get_by_role("status", name="Un progrès")
    expect(moment).to_contain_text("niveau")
    expect(moment.locator("dt").first).to_be_visible()
    page.keyboard.press("Space")
    expect(moment).to_have_count(0)
    expect(marie.card(re.compile("passe au niveau"))).to_be_visible()
    expect(calm.card(re.compile("passe au niveau"))).to_be_visible()
    expect(calm.page.get_by_role("status", name="Un progrès")).to_have_count(0)


def test_the_end_of_a_fight_is_a_moment_with_what_everybody_did(
    worlds: Worlds, somebody: Callable[..., Somebody]
) -> None:
    here = worlds["fragments"]
    alix = somebody(worlds.site, here.tokens["Alix"], open_cards=False, **LARGE)
    page = alix.sit(here.campaign)
    calm = somebody(worlds.site, here.tokens["Noé"], **PHONE)
    calm.sit(here.campaign)
    with httpx.Client(base_url=worlds.site, timeout=60) as http:
        gm = Device(http)
        gm.token, gm.campaign = here.tokens["Marie"], here.campaign
        gm.do("end_encounter")
    end = page.get_by_role("status", name="La fin du combat")
    table_of_deeds = end.get_by_role("region", name="Qui a fait quoi")
    expect(table_of_deeds.get_by_role("row").nth(1)).to_contain_text(re.compile(r"\d+ PV"))
    expect(end).to_contain_text("Le plus beau jet")
    assert faults(page) == []
    alix.screenshot("fight_over")
    page.keyboard.press("Space")
    expect(end).to_have_count(0)
    expect(calm.page.get_by_role("log").locator(".fold").last).to_be_visible()
    expect(calm.page.get_by_role("status", name="La fin du combat")).to_have_count(0)  # he does not want them
