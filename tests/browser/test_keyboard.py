"""From nothing to an answered question, without a mouse."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
from playwright.sync_api import Locator, Page, expect

from tablee.kernel.game import games

from .people import LARGE, Somebody

SEED = 3  # which character is wanted
FOCUSED = "(each) => each === document.activeElement"


class Hands:
    """Ten fingers, and no mouse."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def to(self, wanted: Locator, most: int = 120) -> None:
        """Press Tab until this has the focus."""
        expect(wanted).to_be_attached()
        for _ in range(most):
            if wanted.evaluate(FOCUSED):
                return
            self.press("Tab")
        raise AssertionError(f"{wanted} cannot be reached by the Tab key")

    def enter(self, wanted: Locator) -> None:
        self.to(wanted)
        self.press("Enter")

    def write(self, wanted: Locator, text: str) -> None:
        self.to(wanted)
        self.press("Control+a")
        self.page.keyboard.type(text)

    def check(self, wanted: Locator, on: bool = True) -> None:
        if wanted.is_checked() != on:
            self.to(wanted)
            self.press("Space")

    def choose(self, group: Locator, wanted: Locator) -> None:
        """One radio button among several: Tab to them, then the arrows."""
        radios = group.get_by_role("radio")
        for _ in range(120):
            if group.evaluate(
                "(group) => group.contains(document.activeElement) && document.activeElement.type === 'radio'"
            ):
                break
            self.press("Tab")
        for _ in range(radios.count()):
            if wanted.is_checked():
                return
            self.press("ArrowDown")
        if not wanted.is_checked():
            self.press("Space")  # the first one, which had the focus without being chosen
        assert wanted.is_checked()

    def select(self, wanted: Locator, value: str) -> None:
        self.to(wanted)
        self.press("Home")
        for _ in range(wanted.locator("option").count()):
            if wanted.input_value() == value:
                return
            self.press("ArrowDown")
        assert wanted.input_value() == value


def test_from_nothing_to_an_answer_by_the_keyboard_alone(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    marie = somebody(site, **LARGE)
    page = marie.open("/")
    hands = Hands(page)
    hands.enter(page.get_by_role("link", name="Nouvelle campagne"))

    game = page.get_by_role("group", name="Choisir un jeu")
    hands.choose(game, game.get_by_role("radio", name=re.compile("^Fluid")))
    hands.write(page.get_by_label("Titre de la campagne"), "La nuit des lames")
    hands.write(page.get_by_label("Votre nom"), "Marie")
    hands.press("Enter")
    marie.is_live()
    campaign = page.url.rpartition("/")[2]

    hands.enter(page.get_by_role("link", name="Créer un personnage").first)
    create(hands)
    expect(page).to_have_url(re.compile(f"/c/{campaign}$"))
    marie.is_live()

    hands.select(page.get_by_label("Une scène prête à jouer"), "duel")
    hands.enter(page.get_by_role("button", name="Commencer"))
    banner = page.get_by_role("banner")
    expect(banner).to_contain_text("Round 1")
    for _ in range(2):  # both announce, then all is resolved
        before = banner.locator(".turn").inner_text()
        hands.enter(page.locator("button.act:enabled").filter(has_text="Frapper").first)
        expect(banner.locator(".turn")).not_to_have_text(before)

    question = page.locator(".question")
    expect(question.first).to_contain_text("Puiser encore dans ses ressources ?")
    while question.count():
        asked = question.first.get_by_role("heading").inner_text()
        page.keyboard.press("1")  # each answer has a key
        expect(question.get_by_role("heading", name=asked)).to_have_count(0)
    expect(banner).not_to_contain_text("Round 1")  # the second has begun, unless somebody fell in the first

    hands.press("Control+z")
    sure = page.get_by_role("dialog").get_by_role("button", name="Reprendre le dernier coup")
    expect(sure.or_(banner.get_by_text("On attend"))).to_be_visible()
    if sure.is_visible():
        hands.enter(sure)
    expect(banner).to_contain_text("On attend")
    expect(question.first).to_be_visible()

    hands.press("/")
    expect(page.locator("#say")).to_be_focused()
    page.keyboard.type("/r 3d6")
    hands.press("Enter")
    expect(marie.card("3d6")).to_be_visible()


def create(hands: Hands) -> None:
    """A whole character, from the first step to the last."""
    page = hands.page
    wanted = msgspec.json.decode(msgspec.json.encode(games()["fluid"].creation.random(SEED)))
    keys = dict(labels(page))
    hands.enter(page.get_by_role("button", name="Partir de rien"))
    onward = page.get_by_role("link", name="Suivant")
    step = page.locator("main h2").first

    hands.write(page.get_by_label("Nom", exact=True), wanted["nom"])
    hands.enter(onward)
    expect(step).to_be_focused()
    hands.check(page.get_by_label("Pratique la magie"), wanted["magie"])
    points = page.locator("main").get_by_role("group", name="Points", exact=True).get_by_role("textbox")
    expect(points).to_have_count(len(wanted["caracs"]))
    for i, value in enumerate(wanted["caracs"].values()):
        hands.write(points.nth(i), str(value))
    hands.enter(onward)
    expect(step).to_be_focused()
    for name, label in (("traits", "Traits"), ("negatifs", "Traits négatifs")):
        enter_all(hands, page.get_by_role("group", name=label, exact=True), wanted[name])
    hands.enter(onward)
    expect(step).to_be_focused()
    arms = page.get_by_role("group", name="Armes", exact=True)
    for weapon in wanted["armes"]:
        hands.write(arms.get_by_role("searchbox"), keys[weapon])
        hands.check(arms.get_by_role("checkbox", name=keys[weapon], exact=True))
    armour = page.get_by_role("group", name="Armure", exact=True)
    hands.choose(armour, armour.get_by_role("radio", name=keys[wanted["armure"]], exact=True))
    hands.enter(onward)
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    hands.enter(page.get_by_role("button", name="Rejoindre la table"))


def labels(page: Page) -> list[tuple[str, str]]:
    """How the game calls its weapons and armours."""
    answer = page.request.get(page.url.partition("/c/")[0] + "/api/v1/games/fluid/catalogue")
    return [(each["id"], each["name"]) for each in answer.json()]


def enter_all(hands: Hands, group: Locator, entries: list[dict[str, Any]]) -> None:
    remove = group.get_by_role("button", name=re.compile("^Retirer"))
    for left in range(remove.count(), 0, -1):  # a draft may begin with some
        hands.enter(remove.first)
        expect(remove).to_have_count(left - 1)
    for i, entry in enumerate(entries):
        hands.enter(group.get_by_role("button", name="+ Ajouter"))
        line = group.get_by_role("listitem").nth(i)
        expect(line.get_by_role("textbox").first).to_be_focused()  # where one goes on typing
        hands.page.keyboard.type(entry["nom"])
        hands.write(line.get_by_role("textbox").nth(1), str(entry.get("valeur", 1)))
        if "famille" in entry:
            hands.select(line.get_by_role("combobox").first, entry["famille"])
