"""Whose turn it is, what each answer is worth, and the habits of the hand, on a large screen and on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from .people import LARGE, PHONE, Somebody, seen, table

People = Callable[..., Somebody]
SIZES = [pytest.param(LARGE, id="large"), pytest.param(PHONE, id="phone")]

SENSES = """
window.felt = []; window.heard = 0;
navigator.vibrate = (pattern) => { window.felt.push(pattern); return true; };
window.AudioContext = class {
  currentTime = 0; destination = {};
  resume() { return Promise.resolve(); }
  createOscillator() { return { frequency: {}, connect: (to) => to, start() { window.heard += 1; }, stop() {} }; }
  createGain() {
    const gain = { setValueAtTime() {}, linearRampToValueAtTime() {}, exponentialRampToValueAtTime() {} };
    return { gain, connect: (to) => to };
  }
};
"""


def on_phone(size: dict[str, Any]) -> bool:
    return bool(size.get("has_touch"))


@pytest.mark.parametrize("size", SIZES)
def test_who_is_asked_sees_what_each_answer_is_worth(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, first, second = table(http, "vieux_monde", "Alix", "Noé", ready="duel")
    turn = seen(gm)["encounter"]["turn"][0]
    devices = {person["id"]: d for person, d in zip(seen(gm)["people"], (first, second), strict=True)}
    asked = next(who for who in devices if who != turn)
    somebody_asked = somebody(site, devices[asked].token, **size)
    page = somebody_asked.sit(gm.campaign)
    gm.do("act", action={"do": "attaquer", "actor": turn, "cible": asked})
    answers = page.locator(".question li:not(.closed)")
    expect(answers.first.locator(".odds")).to_contain_text("%")
    expect(page.locator(".question .what")).to_contain_text("Chances :")
    assert answers.count() > 1
    expect(answers.locator(".odds")).to_have_count(answers.count())
    badge = answers.last.locator(".odds")
    if on_phone(size):
        badge.tap()
    else:
        badge.hover()
    expect(page.locator(".pop")).to_contain_text("Réussite")
    expect(page.locator(".pop")).to_contain_text("encore debout")
    somebody_asked.screenshot(f"answers_{'phone' if on_phone(size) else 'large'}")
    page.keyboard.press("Escape")
    page.mouse.move(1, 1)
    assert seen(gm)["open"]["awaited"][0]["who"] == asked  # looking at odds answers nothing
    page.keyboard.press("1")
    expect(page.locator(".question").filter(has_text="comment se défendre")).to_have_count(0)


@pytest.mark.parametrize("size", SIZES)
def test_the_order_of_the_fight_and_a_nudge_when_it_is_ones_turn(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, first, second = table(http, "vieux_monde", "Alix", "Noé", ready="duel")
    turn = seen(gm)["encounter"]["turn"][0]
    devices = {person["id"]: d for person, d in zip(seen(gm)["people"], (first, second), strict=True)}
    names = {person["id"]: person["name"] for person in seen(gm)["people"]}
    other = next(who for who in devices if who != turn)
    waiting = somebody(site, devices[other].token, **size)
    waiting.context.add_init_script(SENSES)
    page = waiting.sit(gm.campaign)
    order = page.get_by_role("list", name="Ordre du tour")
    expect(order.get_by_role("listitem")).to_have_count(2)
    expect(order.locator("[aria-current]")).to_contain_text(names[turn])
    expect(page.get_by_role("banner")).to_contain_text(f"À {names[turn]}")
    page.locator("#say").click()  # browsers are silent before the first touch
    assert page.evaluate("[felt.length, heard]") == [0, 0]
    gm.do("act", action={"do": "terminer", "actor": turn})
    expect(order.locator("[aria-current]")).to_contain_text(names[other])
    expect(order.locator("li").first).to_contain_text("a joué")
    expect(page.get_by_role("banner")).to_contain_text("À vous")
    expect(page).to_have_title(re.compile(r"^\(1\) "))
    page.wait_for_function("() => felt.length === 1 && heard === 2")  # our policy lets a bare text be read once only
    page.evaluate("localStorage.setItem('tablee.prefs', JSON.stringify({ sound: false, vibrate: false }))")
    page.reload()
    waiting.is_live()
    page.locator("#say").click()
    gm.do("act", action={"do": "terminer", "actor": other})
    expect(order.locator("[aria-current]")).to_contain_text(names[turn])
    gm.do("act", action={"do": "terminer", "actor": turn})
    expect(order.locator("[aria-current]")).to_contain_text(names[other])
    assert page.evaluate("[felt.length, heard]") == [0, 0]
    gm.do("act", action={"do": "attaquer", "actor": other, "cible": turn})
    expect(page.locator(".ask")).to_contain_text(f"On attend {names[turn]}")
    expect(page.get_by_role("banner")).to_contain_text("On attend")


@pytest.mark.parametrize("size", SIZES)
def test_closed_actions_options_and_plots(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, *_ = table(http, "vieux_monde", ready="duel")
    master = somebody(site, gm.token, **size)
    page = master.sit(gm.campaign)
    if on_phone(size):
        master.tab("Actions")
    act = page.locator(".actions button.act:enabled").first
    expect(page.locator(".actions .odds").first).to_contain_text("%")
    opened(page, lambda: long_press(page, act) if on_phone(size) else act.click(modifiers=["Shift"]))
    assert not seen(gm)["open"]  # the options were opened, and nothing was done
    page.locator(".actions summary").click()
    closed = page.locator(".actions .shut").first
    closed.scroll_into_view_if_needed()
    rule = closed.get_by_role("link").first
    said = rule.inner_text()
    assert f"({said})" not in closed.inner_text()  # the rule is named once
    rule.click()
    expect(page.get_by_role("dialog")).to_contain_text(said)


@pytest.mark.parametrize("size", SIZES)
def test_the_whole_distribution_at_a_glance(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    """Where the pointer rests, or a finger: the yes or no, and how hard; in the options, all there is to know."""
    gm, *_ = table(http, "vieux_monde", ready="duel")
    page = (master := somebody(site, gm.token, **size)).sit(gm.campaign)
    if on_phone(size):
        master.tab("Actions")
    badge = page.locator(".advice .odds").first
    expect(badge).to_contain_text("%")
    kept = "(each) => each.offsetHeight - parseFloat(getComputedStyle(each).minHeight)"
    assert page.locator(".advised").evaluate(kept) < 1  # its place was kept: what is below stayed where it was
    if on_phone(size):
        badge.dispatch_event("contextmenu")
    else:
        badge.hover()
    expect(page.locator(".pop")).to_contain_text("Réussite")
    expect(page.locator(".pop svg rect").first).to_be_visible()
    master.screenshot(f"distribution_{'phone' if on_phone(size) else 'large'}")
    page.keyboard.press("Escape")
    page.mouse.move(1, 1)
    expect(page.locator(".pop")).to_have_count(0)
    act = page.locator(".actions li").filter(has=page.locator(".odds")).first.locator("button.act")
    if on_phone(size):
        long_press(page, act)
    else:
        act.click(modifiers=["Shift"])
    looks = page.get_by_role("dialog").locator(".looks button:not(.odds)")
    expect(looks.first).to_have_attribute("aria-pressed", "true")  # the finger that is lifted chooses nothing
    looks.last.click()
    expect(page.get_by_role("dialog").locator(".chance tr").nth(5)).to_be_attached()
    assert page.locator(".chance").evaluate("(each) => each.scrollHeight <= each.clientHeight + 1")  # covers nothing


def opened(page: Page, how: Callable[[], None]) -> None:
    """The options of an action, and away with them again."""
    how()
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    expect(dialog.locator(".odds").first).to_contain_text("%")
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def long_press(page: Page, button: Any) -> None:
    """A finger that stays: what the browser would tell of it, the context menu included."""
    box = button.bounding_box()
    at = {"x": box["x"] + 20, "y": box["y"] + box["height"] / 2}
    touch = page.context.new_cdp_session(page)
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [at]})
    page.wait_for_timeout(700)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


def test_the_turn_of_somebody_hidden_looks_like_any_pause_and_a_slash_leads_to_the_line_to_speak_on(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="demo")
    played = next(person["id"] for person in seen(gm)["people"] if person.get("owner"))
    acting = seen(gm)["encounter"]["turn"][0]
    if acting == played:  # he plays somebody else
        gm.do("give", who=acting, member="")
    gm.do("hide", who=acting, presence=True)
    player = somebody(site, luc.token, **LARGE)
    player.open(f"/c/{gm.campaign}")
    player.page.keyboard.press("/")  # before the line is there
    page = player.sit(gm.campaign)
    said = page.get_by_role("banner").locator("p").first
    expect(said).to_contain_text("Le maître du jeu prépare la suite")
    of_the_hidden = said.inner_text()
    assert not re.search(r"·\s*$", of_the_hidden)
    name = next(person["name"] for person in seen(gm)["people"] if person["id"] == acting)
    expect(page.locator("body")).not_to_contain_text(name)
    gm.do("hide", who=acting, presence=False)
    expect(said).not_to_contain_text("prépare la suite")
    gm.do("pause", when="now")
    expect(said).to_have_text(of_the_hidden)
    page.locator("body").press("/")
    expect(page.locator("#say")).to_be_focused()
