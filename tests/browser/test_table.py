"""Several people at one table, each in a browser of their own."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Page, expect

from web.devices import Device, read

from .people import LARGE, PHONE, Somebody, seen, table, until

People = Callable[..., Somebody]


def test_a_campaign_is_made_and_somebody_joins_by_the_link(site: str, somebody: People) -> None:
    marie, luc = somebody(site, **LARGE), somebody(site, **PHONE)
    page = marie.open("/")
    expect(page.get_by_role("heading", name="Mes tables")).to_be_visible()
    page.get_by_role("link", name="Nouvelle campagne").click()
    page.get_by_text("Vieux Monde", exact=True).click()
    page.get_by_label("Titre de la campagne").fill("La route de Brumeval")
    page.get_by_label("Votre nom").fill("Marie")
    marie.screenshot("new_campaign")
    page.get_by_role("button", name="Créer la campagne").click()
    marie.is_live()
    page.get_by_role("banner").get_by_role("button", name="Plus").click()
    page.get_by_role("button", name="Inviter").click()
    link = page.get_by_label("Lien d’invitation").input_value()

    phone = luc.page
    phone.goto(link)
    expect(phone.get_by_role("heading", name="La route de Brumeval")).to_be_visible()
    luc.screenshot("join_phone")
    phone.get_by_label("Votre nom").fill("Luc")
    phone.get_by_role("button", name="Rejoindre").click()
    luc.is_live()
    expect(page.get_by_role("dialog")).to_contain_text("Luc")
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Commencer").click()
    expect(page.get_by_role("banner")).not_to_contain_text("Pas de rencontre")
    expect(phone.get_by_role("banner")).not_to_contain_text("Pas de rencontre")
    luc.tab("Journal")  # who has no character yet begins where one is made
    luc.say("Bonsoir à tous")
    expect(marie.card("Bonsoir à tous")).to_be_visible()
    luc.open("/")
    expect(phone.get_by_role("link", name=re.compile("La route de Brumeval"))).to_be_visible()


def duel(http: httpx.Client, site: str, somebody: People, game: str) -> tuple[Device, Somebody, Somebody]:
    """Two players in a duel: the game master's device, who has the turn, and the other."""
    gm, *players = table(http, game, "Luc", "Zoé", ready="duel")
    turn = seen(gm)["encounter"]["turn"][0]
    owner = next(person["owner"] for person in seen(gm)["people"] if person["id"] == turn)
    first, second = sorted(players, key=lambda player: player.member != owner)
    acting, other = somebody(site, first.token, **LARGE), somebody(site, second.token, **PHONE)
    acting.sit(gm.campaign)
    other.sit(gm.campaign)
    return gm, acting, other


def attack(page: Page) -> None:
    page.get_by_label("Chercher une action").fill("attaquer")
    page.locator(".actions section").filter(has_text="Attaquer").first.locator("button.act").first.click()


def test_an_attack_is_answered_by_the_other_player(site: str, http: httpx.Client, somebody: People) -> None:
    gm, acting, other = duel(http, site, somebody, "vieux_monde")
    expect(acting.page.get_by_role("banner")).to_contain_text("À vous")
    expect(other.page.get_by_role("banner")).not_to_contain_text("À vous")
    expect(acting.page.locator("button.odds").first).to_contain_text("%")
    attack(acting.page)
    question = other.page.locator(".question")
    expect(question).to_contain_text("comment se défendre ?")
    expect(acting.page.locator(".ask")).to_contain_text("On attend")
    expect(acting.page.locator(".question")).to_have_count(0)
    other.screenshot("question_phone")
    question.locator("li button:enabled").first.click()
    expect(question.filter(has_text="comment se défendre ?")).to_have_count(0)
    for _ in range(20):  # who rolled may spend something on the result, more than once
        if not seen(gm).get("open"):
            break
        asked = next(each for each in seen(gm)["open"]["awaited"] if not each.get("answered"))
        answering = acting if asked["who"] in seen(gm)["encounter"]["turn"] else other
        now = answering.page.locator(".question").filter(has_text=read(asked["question"]))
        before = gm.get("~/table")["seq"]
        now.locator("li button:enabled").first.click()
        settled(gm, before)
    assert not seen(gm).get("open")
    for each in (acting, other):
        expect(each.page.locator(".ask")).to_have_count(0)
        expect(each.card("attaque").first).to_be_visible()
    acting.screenshot("table_large")


def test_dice_are_typed_in(site: str, http: httpx.Client, somebody: People) -> None:
    gm, acting, other = duel(http, site, somebody, "vieux_monde")
    page = acting.page
    page.get_by_role("banner").get_by_role("button", name="Plus").click()
    real = page.get_by_label(re.compile("lance de vrais dés"))
    real.check()
    expect(real).to_be_checked()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_have_count(0)
    attack(page)
    other.page.locator(".question li button:enabled").first.click()
    die = page.get_by_role("textbox", name=re.compile(r"dé 1 sur 100"))
    expect(die).to_be_visible()
    expect(other.page.locator(".ask")).to_contain_text("On attend")
    acting.screenshot("typed_dice")
    submit = page.get_by_role("button", name="Valider les dés")
    expect(submit).to_be_disabled()
    die.fill("101")
    expect(die).to_have_attribute("aria-invalid", "true")
    expect(submit).to_be_disabled()
    die.fill("97")
    before = gm.get("~/table")["seq"]
    submit.click()
    settled(gm, before)
    expect(die.and_(page.locator("[aria-invalid=true]"))).to_have_count(0)
    for each in (acting, other):  # both see what lay on the table
        expect(each.page.locator("main").get_by_text("97").first).to_be_visible()
    thrown = [die for event in events(gm) for die in event.get("dice") or ()]
    assert "97" in str(thrown), thrown


def events(gm: Device) -> list[dict[str, Any]]:
    """What has happened, and what is on the table while somebody is awaited."""
    log = [each for entry in gm.get("~/log") for each in entry.get("events") or ()]
    return [*log, seen(gm).get("open") or {}]


def settled(gm: Device, before: int) -> None:
    """Wait until something has been done at the table."""
    until(lambda: gm.get("~/table")["seq"] > before, "nothing was done")


def test_a_secret_roll_is_not_seen_by_the_others(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc, zoe = table(http, "fluid", "Luc", "Zoé")
    people = [somebody(site, each.token, **LARGE) for each in (gm, luc, zoe)]
    for each in people:
        each.sit(gm.campaign)
    marie_sees, luc_sees, zoe_sees = people
    luc_sees.say("/mj 3d6+41")
    for each in (marie_sees, luc_sees):
        expect(each.card("+ 41 =")).to_contain_text("pas pour tous")
    zoe_page = zoe_sees.page
    zoe_page.get_by_role("button", name="Lancer des dés").click()
    zoe_page.get_by_label("Formule").fill("2d8+57")
    zoe_page.get_by_label("Vu par").select_option("me")
    zoe_page.get_by_role("button", name="Lancer", exact=True).click()
    expect(zoe_sees.card("+ 57 =")).to_be_visible()
    marie_sees.say("fini")
    for each in people:
        expect(each.card("fini")).to_be_visible()
    expect(zoe_page.get_by_text("+ 41 =")).to_have_count(0)
    for each in (marie_sees, luc_sees):
        expect(each.page.get_by_text("+ 57 =")).to_have_count(0)
    luc_sees.screenshot("secret_roll")


def test_what_was_done_is_taken_back_and_done_again(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    marie, other = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    page = marie.sit(gm.campaign)
    other.sit(gm.campaign)
    turn, theirs = (each.page.get_by_role("banner").locator(".turn") for each in (marie, other))
    before, first = turn.inner_text(), theirs.inner_text()
    page.get_by_label("Chercher une action").fill("finir son tour")
    page.locator("button.act").filter(has_text="Finir son tour").first.click()
    expect(turn).not_to_have_text(before)
    after = turn.inner_text()
    page.get_by_role("banner").get_by_role("button", name="Reprendre le dernier coup").click()
    sure = page.get_by_role("dialog").get_by_role("button", name="Reprendre le dernier coup")
    expect(sure.or_(turn.filter(has_text=before))).to_be_visible()
    if sure.is_visible():
        sure.click()
    expect(turn).to_have_text(before)
    for each in (marie, other):
        expect(each.card("Annulé")).to_be_visible()
    expect(theirs).to_have_text(first)  # the log is told before the table is read again
    page.get_by_role("banner").get_by_role("button", name="Refaire").click()
    expect(turn).to_have_text(after)
    expect(theirs).not_to_have_text(first)


def test_a_roll_by_the_keyboard_alone(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "vieux_monde", "Luc", ready="duel")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.sit(gm.campaign)
    page.keyboard.press("/")
    expect(page.locator("#say")).to_be_focused()
    page.keyboard.type("/r 3d6")
    page.keyboard.press("Enter")
    expect(marie.card("3d6")).to_be_visible()
    expect(page.locator("button.act").first).to_be_visible()

    for _ in range(80):  # an action is reached by the Tab key, and played by Enter
        page.keyboard.press("Tab")
        if page.locator("button.act:focus").count():
            break
    focused = page.locator("button.act:focus")
    expect(focused).to_have_count(1)
    count = gm.get("~/table")["seq"]
    page.keyboard.press("Enter")
    settled(gm, count)
