"""Somebody who has never seen a game, on a phone, who does only what the page says: a character, and the table."""

from __future__ import annotations

from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Locator, Page, expect

from tablee.kernel.game import games

from .looks import faults, told
from .people import Somebody, table

PHONE = {"width": 360, "height": 740}
TAPS, WORDS = 45, 9000  # at most, from the page of beginnings to the table


class Newcomer:
    """Whoever taps what he is told to, and reads what can be seen without unfolding anything."""

    def __init__(self, page: Page) -> None:
        self.page, self.taps, self.words = page, 0, 0

    def read(self) -> None:
        self.words += len(self.page.locator("main").inner_text().split())

    def tap(self, wanted: Locator) -> None:
        wanted.click()
        self.taps += 1


@pytest.mark.parametrize("game", sorted(games()))
def test_a_newcomer_has_everything_chosen_and_is_at_the_table(
    game: str, site: str, http: httpx.Client, somebody: Callable[..., Somebody], record_property: Callable[..., None]
) -> None:
    gm, luc = table(http, game, "Luc")
    page = somebody(site, luc.token, viewport=PHONE).open(f"/c/{gm.campaign}/creation")
    luc_ = Newcomer(page)
    luc_.read()
    luc_.tap(page.get_by_role("button", name="Partir de rien"))
    expect(page.get_by_role("navigation", name="Étapes")).to_be_visible()
    for step in games()[game].creation.steps:
        heading = page.locator("main h2").first
        expect(heading).to_have_text(step.title)
        luc_.read()
        luc_.tap(page.get_by_role("button", name="Choisir pour moi"))
        expect(page.locator("main .problems")).to_contain_text("Cette étape tient.")
        luc_.tap(page.get_by_role("link", name="Suivant"))
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    luc_.read()
    luc_.tap(page.get_by_role("button", name="Rejoindre la table"))
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    expect(page.get_by_role("navigation", name="Parties de la table")).to_be_visible()
    record_property("newcomer", f"{game}: {luc_.taps} taps, {luc_.words} words")
    print(f"{game}: {luc_.taps} taps, {luc_.words} words")
    assert luc_.taps <= TAPS and luc_.words <= WORDS, (luc_.taps, luc_.words)


@pytest.mark.parametrize("game", sorted(id for id, game in games().items() if game.creation.starts))
def test_an_archetype_is_at_the_table_in_four_taps(
    game: str, site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, luc = table(http, game, "Luc")
    page = somebody(site, luc.token, viewport=PHONE).open(f"/c/{gm.campaign}/creation")
    luc_ = Newcomer(page)
    luc_.tap(page.get_by_role("region", name="Partir d’un archétype").locator(".starts button").first)
    luc_.tap(page.locator("header .count"))
    luc_.tap(page.get_by_role("button", name="Rejoindre la table"))
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    assert luc_.taps <= 4


def test_cards_are_searched_filtered_and_compared_and_axe_finds_no_fault(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc")
    draft = f"d{luc.do('new_draft')['seq']}"
    page = somebody(site, luc.token, viewport=PHONE).open(f"/c/{gm.campaign}/creation/{draft}#caracs")
    found = {}
    page.get_by_role("button", name="Savant").click()
    expect(page.get_by_role("button", name="Savant")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("status", name="Ce qui vient de changer")).to_contain_text("Intelligence")
    found["points"] = faults(page, "main")

    page.get_by_role("navigation", name="Étapes").locator("a[href$='#carriere']").click()
    cards = page.locator("main li.card")
    expect(cards).to_have_count(35)
    expect(cards.first).to_contain_text("Intelligence")  # what goes with the points stands first, and says why
    found["cards"] = faults(page, "main")
    page.get_by_role("button", name="gens de magie").click()
    expect(cards).to_have_count(3)
    page.get_by_role("searchbox").fill("Mage")
    expect(cards).to_have_count(1)
    page.get_by_role("radio", name="Mage", exact=True).check()
    page.get_by_role("searchbox").fill("")
    page.get_by_role("radio", name="Rebouteux", exact=True).focus()
    page.keyboard.press("c")
    compared = page.get_by_role("dialog", name="Mage ou Rebouteux")
    expect(compared.get_by_role("row", name="Rang 1")).to_contain_text("Élève")
    found["compared"] = faults(page, "dialog")
    compared.get_by_role("button", name="Prendre Rebouteux").click()
    expect(compared).to_have_count(0)
    expect(page.get_by_role("radio", name="Rebouteux", exact=True)).to_be_checked()
    page.goto(f"{site}/c/{gm.campaign}/creation")
    expect(page.get_by_role("region", name="Partir d’un archétype")).to_be_visible()
    page.get_by_role("button", name="Soigner", exact=True).click()
    expect(page.locator(".starts button")).to_have_count(1)
    found["starts"] = faults(page, "main")
    assert told(found) == ""


def test_a_hollow_character_is_told_so_by_name_and_may_go_in(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    """Yin-Yang with not one of its points spent: whole by the rules, and a remark leads to where they are spent."""
    gm, luc = table(http, "yin_yang", "Luc")
    draft = f"d{luc.do('new_draft')['seq']}"
    luc.do("edit_draft", draft=draft, fields={"nom": "Lin", "langues": ["Commune"]})
    page = somebody(site, luc.token, viewport=PHONE).open(f"/c/{gm.campaign}/creation/{draft}#conclusion")
    expect(page.locator("main .remarks")).to_contain_text("Points de personnage")
    expect(page.get_by_role("button", name="Rejoindre la table")).to_be_enabled()
    assert told({"end": faults(page, "main")}) == ""
    page.locator("main .remarks").get_by_role("link", name="Y revenir").first.click()
    expect(page).to_have_url(f"{site}/c/{gm.campaign}/creation/{draft}#competences")
