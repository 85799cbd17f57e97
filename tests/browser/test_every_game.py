"""Every page of every game. Each page is seen in each game once, by turns at five widths, by day and by night, in
French and in English: over the five games every page has every width, both colours and both languages."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tablee.kernel.game import games
from tablee.table.store import Store
from tablee.web.settings import Settings
from web.devices import NO_LIMITS, server

from .looks import PLACES, faults, settled, small, told, visit, wide
from .people import LARGE, Somebody
from .test_acts import acting
from .worlds import DICE, Worlds, world

GAMES = ("fluid", "fragments", "terre_natale", "vieux_monde", "yin_yang")
ENGLISH = ("fragments", "vieux_monde")
WIDTHS = ((360, 740), (390, 844), (768, 1024), (1024, 768), (1440, 900))
TOUCHED = 768  # pixels: below, one has no mouse
WITH_FACES = ("table", "sheet", "map")  # pages on which people are shown, whatever the game
FACES = ":is(main, aside) :is(.emblem, image, img)"  # on a large screen the party stands beside the log
TEXTS = r"""() => {
  const fault = /\p{L}'\p{L}|(?<![\p{L}\d.)\]}-])-\d| [:;!?»]|« /u
  const typed = 'textarea, input, [data-typed], .talk, script, style'
  const found = []
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walk.nextNode()) {
    const { data, parentElement } = walk.currentNode
    if (fault.test(data) && !parentElement.closest(typed)) found.push(data.trim())
  }
  return found
}"""
SAID = "on s'était arrêtés"  # a member's own words, told as they were typed
FILES = """() => [...document.querySelectorAll('input[type=file]')]
  .filter((each) => each.checkVisibility() && each.getBoundingClientRect().width > 1).map((each) => each.outerHTML)"""


@pytest.fixture(scope="module")
def every(chromium: str, page_folder: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """A table of every game, a fight and a creation under way."""
    url = f"sqlite:///{tmp_path_factory.mktemp('every')}/tablee.db"
    store = Store(url, rng=random.Random(DICE))
    made = Worlds({game: world(store, game, next(iter(games()[game].demos)), 4) for game in GAMES})
    for game in ENGLISH:
        here = made[game]
        store.members.change(here.campaign, here.gm.id, here.gm.id, lang="en")
    store.close()
    with server(Settings(url, page=page_folder, rates=NO_LIMITS)) as made.site:
        yield made


def badly_set(page: Page) -> list[str]:
    """Texts that are not set as books set them."""
    return [text for text in page.evaluate(TEXTS) if SAID not in text]


@pytest.mark.parametrize("game", GAMES)
def test_every_page_is_accessible_fits_and_is_set(game: str, every: Worlds, somebody: Callable[..., Somebody]) -> None:
    here, n = every[game], GAMES.index(game)
    marie = somebody(every.site, here.tokens["Marie"], has_touch=True, **LARGE)
    page = marie.open("/")
    if game in ENGLISH:
        page.get_by_role("button", name="English").click()
        expect(page.locator("html")).to_have_attribute("lang", "en")
    found: dict[str, Any] = {}
    for place, name in enumerate(PLACES):
        width, height = WIDTHS[(place + n) % len(WIDTHS)]
        colours = ("light", "dark")[(place + n) // len(WIDTHS) % 2]
        page.set_viewport_size({"width": width, "height": height})
        page.emulate_media(color_scheme=colours, reduced_motion="reduce")
        visit(marie, here, name)
        marie.screenshot(f"every_{name}_{game}_{width}_{colours}")
        thumbs = small(page) if width < TOUCHED else []
        found[f"{name} {width} {colours}"] = [
            *faults(page),
            *wide(page),
            *thumbs,
            *badly_set(page),
            *page.evaluate(FILES),
        ]
        if name in WITH_FACES and page.locator(FACES).count() == 0:
            found[name] = ["nobody has a face"]
    assert told(found) == ""


@pytest.mark.parametrize("game", GAMES)
def test_ten_tabs_at_most_to_the_first_action(game: str, every: Worlds, somebody: Callable[..., Somebody]) -> None:
    here = every[game]
    page = visit(somebody(every.site, acting(here), **LARGE), here, "table")
    expect(page.locator("button.act:enabled").first).to_be_visible()
    settled(page)
    for tabs in range(1, 11):
        page.keyboard.press("Tab")
        if tabs == 1:
            page.keyboard.press("Enter")  # what leads past the rest comes first
        if page.locator("button.act:focus").count():
            return
    raise AssertionError(page.locator(":focus").inner_text())
