"""Every address of the page, and what is asked of the look of each."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, expect

from .people import Somebody
from .worlds import World

AXE = Path(__file__).parents[2] / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
PLACES = {  # an address, and what stands there once it is shown
    "home": ("/", "main li a"),
    "new": ("/nouvelle", "label.game"),
    "join": ("/rejoindre", "main form"),
    "nowhere": ("/nulle-part", "main a"),
    "rules": ("/regles/{game}", "main li"),
    "table": ("/c/{campaign}", "[role=log] article, .table:not(.wide) [role=application]"),  # or the map, before it
    "drafts": ("/c/{campaign}/creation", "main li"),
    "creation": ("/c/{campaign}/creation/{draft}", "main .fields"),
    "conclusion": ("/c/{campaign}/creation/{draft}#conclusion", "main .done"),
    "sheet": ("/c/{campaign}/fiche/{who}", "main h1"),
    "map": ("/c/{campaign}/carte", "main svg"),
    "compendium": ("/c/{campaign}/regles", "main li"),
    "screen": ("/c/{campaign}/ecran", "h1"),
    "replay": ("/c/{campaign}/rejouer/{since}", "main [aria-current]"),
    **{
        f"master_{part}": (f"/c/{{campaign}}/mj#{part}", f"#part-{part}")
        for part in ("encounter", "people", "tests", "rulings", "members", "options", "campaign")
    },
}

STILL = """async () => {
  await document.fonts.ready
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
}"""


def visit(person: Somebody, world: World, name: str) -> Page:
    """Open one of the places, until all of it is there."""
    path, sign = PLACES[name]
    person.page.goto("about:blank")  # another hash alone would not load it again
    page = person.open(path.format(campaign=world.campaign, game=world.game.id, **world.options))
    expect(page.locator(sign).first).to_be_visible()
    settled(page)
    return page


def settled(page: Page) -> None:
    expect(page.locator("[aria-busy=true]")).to_have_count(0)
    page.wait_for_load_state("networkidle")
    page.evaluate(STILL)


def faults(page: Page, within: str = "html") -> list[Any]:
    """What axe-core finds, the size of targets included."""
    if not page.evaluate("() => 'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    rules = {"target-size": {"enabled": True}, "heading-order": {"enabled": within == "html"}}
    options = {"rules": rules, "resultTypes": ["violations"]}
    found = page.evaluate("([within, options]) => axe.run(within, options)", [within, options])["violations"]
    return [(fault["id"], *node["target"], node["failureSummary"]) for fault in found for node in fault["nodes"]]


def told(found: dict[str, list[Any]]) -> str:
    """All that was found, a line for each."""
    return "\n".join(f"{name}: {fault}" for name, faults in found.items() for fault in faults)


# What one most often touches. A box may be small where its label is the target.
SMALL = """(least) => [...document.querySelectorAll(
    'button.button, a.button, button.act, nav button, header button, header a, summary, select, input, textarea')]
  .map((each) => [each, each.closest('label') ?? each])
  .filter(([each, target]) => each.checkVisibility() && !target.classList.contains('hidden'))
  .map(([each, target]) => [each, target.getBoundingClientRect()])
  .filter(([each, box]) => box.width > 1 && (box.height < least - 0.5 || box.width < 24))
  .map(([each, box]) => `${each.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`)"""
WIDE = """() => {
  const wide = document.documentElement.scrollWidth > innerWidth || visualViewport.scale < 0.999
  if (!wide) return []
  return [`${document.documentElement.scrollWidth}`, ...[...document.querySelectorAll('body *')]
    .filter((each) => each.getBoundingClientRect().right > document.documentElement.clientWidth + 1).slice(0, 5)
    .map((each) => each.outerHTML.slice(0, 120))]
}"""


def small(page: Page, least: int = 40) -> list[str]:
    """Controls that are too small for a thumb."""
    found: list[str] = page.evaluate(SMALL, least)
    return found


def wide(page: Page) -> list[str]:
    """What makes the page scroll sideways."""
    found: list[str] = page.evaluate(WIDE)
    return found


# ---------------------------------------------------------------- what opens on a page


def tally(page: Page) -> None:
    page.get_by_role("log").locator("button.tally").last.click()


def rule(page: Page) -> None:
    page.get_by_role("log").locator("a.rule").last.click()


def entry(page: Page) -> None:
    page.get_by_role("log").get_by_role("button", name="Plus sur cette entrée").last.click()


def dice(page: Page) -> None:
    page.get_by_role("button", name="Lancer des dés").click()


def commands(page: Page) -> None:
    page.locator("#say").fill("/")


def refusal(page: Page) -> None:
    page.locator("#say").fill("/r 2dd6")
    page.locator("#say").press("Enter")


def more(page: Page) -> None:
    page.get_by_role("button", name="Plus", exact=True).filter(visible=True).click()


def actions(page: Page) -> None:
    """On a phone they are behind a tab."""
    tab = page.get_by_role("navigation", name="Parties de la table").get_by_role("button", name="Actions")
    if tab.is_visible():
        tab.click()
    expect(page.locator(".actions button.act").first).to_be_visible()


def odds(page: Page) -> None:
    actions(page)
    page.locator("button.odds").first.click()


def options(page: Page) -> None:
    actions(page)
    row = page.locator(".actions li").filter(has=page.locator("button.odds"))
    row.first.get_by_role("button", name="Options de").click()


def closed(page: Page) -> None:
    actions(page)
    page.locator("summary").filter(has_text="Fermées maintenant").click()


def choose_game(page: Page) -> None:
    page.get_by_text("Les Fragments de la Destinée", exact=True).click()


def throw_away(page: Page) -> None:
    page.get_by_role("button", name=re.compile("^Jeter")).first.click()


def sheet_tally(page: Page) -> None:
    page.locator("main button.tally").first.click()


def sheet_history(page: Page) -> None:
    page.get_by_role("tab", name="Histoire").click()


POP, DIALOG = ".pop", "dialog[open]"
OPENED = {  # on which page, how, and what is there then
    "tally": ("table", tally, POP),
    "rule": ("table", rule, DIALOG),
    "entry": ("table", entry, POP),
    "dice": ("table", dice, POP),
    "commands": ("table", commands, ".hints"),
    "refusal": ("table", refusal, ".toasts p"),
    "more": ("table", more, ".more"),
    "odds": ("table", odds, POP),
    "options": ("table", options, DIALOG),
    "closed": ("table", closed, ".actions details[open]"),
    "chosen": ("new", choose_game, ".options"),
    "throw_away": ("drafts", throw_away, DIALOG),
    "sheet_tally": ("sheet", sheet_tally, POP),
    "sheet_history": ("sheet", sheet_history, "#side-history"),
}
