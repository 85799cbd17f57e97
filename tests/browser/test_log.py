"""The log: dice that roll over it and are gone, and as much of it as one reads."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from playwright.sync_api import Route, expect

from .people import LARGE, Somebody, table

LIVELY = {"reduced_motion": "no-preference"}
COUNTED = """(dice) => {
  window.rolls = 0
  const look = () => { if (getComputedStyle(dice).visibility === 'visible') window.rolls += 1 }
  new MutationObserver(look).observe(dice, { attributeFilter: ['class'] })
}"""


def test_dice_roll_over_the_log_and_are_gone(http: httpx.Client, site: str, somebody: Callable[..., Somebody]) -> None:
    _, player = table(http, "fluid", "Alix")
    alix = somebody(site, player.token, **LARGE, **LIVELY)
    page = alix.sit(player.campaign)
    dice = page.locator("canvas")
    expect(dice).to_be_attached()
    expect(dice).to_be_hidden()
    dice.evaluate(COUNTED)  # they may be gone before one has looked
    alix.say("/r 3d6")
    expect(alix.card("3d6").locator(".face")).to_have_count(3)
    page.wait_for_function("() => rolls > 0")
    assert dice.get_attribute("aria-hidden") == "true"
    expect(dice).to_be_hidden()  # by itself
    rolls = page.evaluate("rolls")
    alix.say("/r 25d6")
    expect(alix.card("25d6").locator(".face")).to_have_count(25)
    page.wait_for_timeout(300)
    expect(dice).to_be_hidden()  # too many to throw
    assert page.evaluate("rolls") == rolls


def test_no_dice_roll_where_one_wants_calm(http: httpx.Client, site: str, somebody: Callable[..., Somebody]) -> None:
    _, player = table(http, "fluid", "Alix")
    calm = somebody(site, player.token)
    page = calm.sit(player.campaign)
    calm.say("/r 3d6")
    expect(calm.card("3d6").locator(".face")).to_have_count(3)
    expect(page.locator("canvas")).to_have_count(0)


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
        route.fulfill(response=found, json=[*found.json()[:-1], {**found.json()[-1], "events": told}])

    alix = somebody(site, player.token, **LARGE)
    alix.page.route("**/log*", answer)
    page = alix.sit(player.campaign)
    card = alix.card("A. contre d’Œ (8) : 8 contre 8.")
    expect(card.locator("b")).to_have_text(["A.", "d’Œ (8)"])
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
