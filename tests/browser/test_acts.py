"""Actions by intent, the question always in reach, requests to the game master, the keyboard, help and the tour."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
import pytest
from playwright.sync_api import Page, expect

from .looks import faults, settled, small, told, visit, wide
from .people import LARGE, PHONE, Somebody, seen, table, until
from .worlds import World, Worlds

People = Callable[..., Somebody]

WIDTHS = {"360": (360, 740), "390": (390, 844), "768": (768, 1024), "1024": (1024, 768), "1440": (1440, 900)}
ACTIONS = re.compile("^(Actions|Aller aux actions)$")


def to_actions(page: Page) -> None:
    """On a phone they are behind a tab."""
    tab = page.locator(".table > nav button").filter(has_text="Actions")
    if tab.is_visible():
        tab.click()
    expect(page.locator(".actions .intent, .actions .soft").first).to_be_visible()


def acting(here: World) -> str:
    """The token of whoever plays the one who has the turn."""
    who = here.state.play.scene.turn()[0]
    owner = here.state.desk.owners.get(who, here.gm.id)
    return next(here.tokens[m.name] for m in (here.gm, *here.players) if m.id == owner)


def looked_at(person: Somebody, name: str, part: str) -> dict[str, list[object]]:
    """A part of the page at every width, by day and by night: what axe finds, what is too wide or too small."""
    found: dict[str, list[object]] = {}
    for width, (w, h) in WIDTHS.items():
        person.page.set_viewport_size({"width": w, "height": h})
        for colours in ("light", "dark") if width in ("360", "1440") else ("light",):
            person.page.emulate_media(color_scheme=colours, reduced_motion="reduce")
            if part == ".actions":
                settled(person.page)  # the tabs come and go with the width
                to_actions(person.page)
            settled(person.page)
            person.screenshot(f"acts_{name}_{width}_{colours}")
            touch = small(person.page) if width in ("360", "390") else []
            found[f"{width} {colours}"] = [*faults(person.page, part), *wide(person.page), *touch]
    return found


# ---------------------------------------------------------------- actions


@pytest.mark.parametrize("game", ["vieux_monde", "fragments"])
def test_actions_stand_under_what_one_wants_by_them(game: str, worlds: Worlds, somebody: People) -> None:
    here = worlds[game]
    person = somebody(worlds.site, acting(here), has_touch=True, **LARGE)
    page = visit(person, here, "table")
    to_actions(page)
    heads = page.locator(".intent .head")
    expect(heads.first).to_have_attribute("aria-expanded", "true")
    assert heads.count() >= 3
    for n in range(heads.count()):
        if heads.nth(n).get_attribute("aria-expanded") == "false":
            heads.nth(n).click()
    names = {person["name"] for person in seen_names(here)}
    for text in page.locator(".intent li button.act").all_inner_texts():
        assert not re.fullmatch(r"\d+", text.strip()), "a name was cut"
    faces = page.locator(".intent .target .who").all_inner_texts()
    assert set(faces) <= names
    expect(page.locator(".advice li").first).to_be_visible()
    expect(page.locator(".advice .why").first).not_to_be_empty()
    for n in range(1, heads.count()):
        heads.nth(n).click()
    assert told(looked_at(person, f"actions_{game}", ".actions")) == ""


def seen_names(here: World) -> list[dict[str, str]]:
    scene = here.state.play.scene
    return [{"name": scene.name(who)} for who in here.game.people(scene)]


def test_a_face_then_a_way_and_one_tap_rolls(site: str, http: httpx.Client, somebody: People) -> None:
    gm, player = table(http, "vieux_monde", "Alix", ready="demo")
    turn(gm, player)
    phone = somebody(site, player.token, **PHONE)
    page = phone.sit(gm.campaign)
    phone.page.locator(".table > nav button").filter(has_text="Actions").tap()
    faces = page.locator(".intent .target")
    expect(faces.nth(1)).to_be_visible()
    faces.nth(1).tap()
    expect(faces.nth(1)).to_have_attribute("aria-pressed", "true")
    name = faces.nth(1).locator(".who").inner_text()
    before = len(gm.get("~/log"))
    page.locator(".ways button.act:enabled").first.tap()
    until(lambda: len(gm.get("~/log")) > before, "the way was taken")
    last = gm.get("~/log")[-1]
    assert name in str(last) or seen(gm)["open"] is not None


def turn(gm, player) -> str:
    """The player's character has the turn, with an adversary before him."""
    now = seen(gm)
    who = next(each["id"] for each in now["people"] if each.get("owner") == player.member)
    while who not in now["encounter"]["turn"]:
        acting = now["encounter"]["turn"][0]
        gm.do("give", who=acting, member=player.member)
        who = acting
        now = seen(gm)
    return str(who)


def test_what_is_weighty_asks_once(worlds: Worlds, somebody: People) -> None:
    here = worlds["vieux_monde"]
    person = somebody(worlds.site, acting(here), **LARGE)
    page = visit(person, here, "table")
    to_actions(page)
    page.locator(".actions input[type=search]").fill("en rester là")
    row = page.locator(".actions button.act:enabled").first
    entries = here.store.campaign(here.campaign).last
    row.click()
    sure = page.get_by_role("dialog", name="Vraiment ?")
    expect(sure).to_be_visible()
    sure.get_by_role("button", name="Abandonner").click()
    expect(sure).to_have_count(0)
    assert here.store.campaign(here.campaign).last == entries


def test_ten_tabs_at_most_to_the_first_action_and_help_by_a_key(worlds: Worlds, somebody: People) -> None:
    here = worlds["fragments"]
    person = somebody(worlds.site, acting(here), **LARGE)
    page = visit(person, here, "table")
    expect(page.locator(".actions button.act:enabled").first).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.locator(":focus")).to_have_text("Aller aux actions")
    page.keyboard.press("Enter")
    for _ in range(9):
        if page.locator("button.act:focus").count():
            break
        page.keyboard.press("Tab")
    expect(page.locator("button.act:focus")).to_have_count(1)
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="Aide")
    expect(help).to_contain_text("répondre à la question posée")
    assert faults(page, "dialog") == []
    page.keyboard.press("Escape")
    expect(help).to_have_count(0)
    assert page.url.endswith(here.campaign)


# ---------------------------------------------------------------- the question


def test_a_question_stays_in_reach_on_every_page(worlds: Worlds, somebody: People) -> None:
    here = worlds["question"]
    person = somebody(worlds.site, here.tokens[here.awaited], **LARGE)
    places = ["table", "sheet", "map", "compendium", "drafts"]
    for place in places:
        page = visit(person, here, place)
        question = page.locator(".dock .question")
        expect(question).to_be_visible()
        page.mouse.wheel(0, 5000)
        expect(question.locator("li button.answer:enabled").first).to_be_in_viewport()
        expect(page).to_have_title(re.compile(r"^\(1\) "))
        last = page.locator(".dock .last .told")
        if place == "table":  # the log stands above: what was done last is told there, and not twice
            expect(page.get_by_role("log")).to_contain_text(last.text_content() or "nothing")
            expect(last).to_be_hidden()
            page.locator(".dock").get_by_role("button", name="Replier").click()
        else:
            expect(last).to_be_visible()
            page.keyboard.press("Escape")
        expect(question).to_have_count(0)
        line = page.locator(".dock .line")
        expect(line).to_contain_text("Une question pour")
        line.click()
        expect(question).to_be_visible()
    page = visit(person, here, "table")
    expect(page.locator(".dock .question .odds").first).to_contain_text("%")
    assert told(looked_at(person, "question", ".dock")) == ""


def test_an_answer_becomes_an_order_that_the_log_tells(site: str, http: httpx.Client, somebody: People) -> None:
    gm, player = table(http, "vieux_monde", "Alix", ready="duel")
    asked = struck(gm, player)
    person = somebody(site, player.token, **LARGE)
    page = person.sit(gm.campaign)
    page.get_by_role("button", name="Répondre toujours ainsi").click()
    page.locator(".question li button.answer:enabled").first.click()
    until(lambda: any(each.get("orders") for each in seen(player)["people"]), "the order is kept")
    assert asked in [order["key"] for each in seen(player)["people"] for order in each.get("orders", [])]


def struck(gm, player) -> str:
    """Somebody does something until the player is asked a question; its key."""
    for _ in range(60):
        now = seen(gm)
        if now["open"] is not None:
            for each in now["open"]["awaited"]:
                person = next((p for p in now["people"] if p["id"] == each["who"]), {})
                if person.get("owner") == player.member and each.get("question") and not each.get("answered"):
                    return str(each["question"]["key"])
            for each in now["open"]["awaited"]:
                if not each.get("answered"):
                    question = each["question"]
                    options = question["options"]
                    first = next(o["id"] for o in options if not o.get("closed")) if isinstance(options, list) else 0
                    gm.do("answer", answer=first, question=each["index"])
            continue
        who = now["encounter"]["turn"][0] if now["encounter"] and now["encounter"]["turn"] else now["people"][0]["id"]
        offered = [each for each in gm.get(f"~/actions/{who}") if not each.get("closed")]
        best = next((a for a in offered if a.get("intent") == "fight" and a.get("looks")), None)
        gm.do("act", action=(best or offered[-1])["action"])
    raise AssertionError("nobody was asked anything")


# ---------------------------------------------------------------- requests


def test_a_player_asks_and_the_game_master_grants_on_any_page(site: str, http: httpx.Client, somebody: People) -> None:
    gm, player = table(http, "fluid", "Alix", ready="demo")
    gm.do("end_encounter", keep=True)
    phone = somebody(site, player.token, **PHONE)
    page = phone.sit(gm.campaign)
    phone.page.locator(".table > nav button").filter(has_text="Actions").tap()
    page.locator(".actions input[type=search]").fill("Dormir")
    row = page.locator(".actions button.act:enabled").first
    expect(row).to_contain_text("se demande au maître du jeu")
    row.tap()
    dock = page.locator(".dock")
    expect(dock).to_contain_text("Demandé au maître du jeu")
    master = somebody(site, gm.token, **LARGE)
    master.open(f"/c/{gm.campaign}/mj")
    expect(master.page.locator(".dock")).to_contain_text("demande")
    expect(master.page).to_have_title(re.compile(r"^\(1\) "))
    assert [*faults(master.page, ".dock"), *faults(page, ".dock"), *wide(page), *small(page)] == []
    master.screenshot("acts_request_master")
    phone.screenshot("acts_request_phone")
    master.page.get_by_role("button", name="Accorder").click()
    expect(master.page.locator(".dock")).to_have_count(0)
    expect(dock).to_have_count(0)
    assert seen(gm).get("requests", []) == []


# ---------------------------------------------------------------- the tour


def test_a_first_visit_has_a_tour_once(site: str, http: httpx.Client, somebody: People) -> None:
    gm, player = table(http, "vieux_monde", "Alix", ready="demo")
    for device, size, lang in ((gm, LARGE, "Tour"), (player, PHONE, "Visite")):
        if lang == "Tour":
            device.ask("PATCH", f"~/members/{device.member}", {"lang": "en"})
        person = somebody(site, device.token, toured=False, **size)
        page = person.open(f"/c/{gm.campaign}")
        tour = page.locator(".tour")
        expect(tour).to_contain_text(lang)
        expect(tour).to_contain_text("1 / 5")
        tour.get_by_role("button").last.click()
        expect(tour).to_contain_text("2 / 5")
        assert [*faults(page, ".tour"), *wide(page), *(small(page) if size is PHONE else [])] == []
        person.screenshot(f"acts_tour_{lang}")
        tour.get_by_role("button").first.click()
        expect(tour).to_have_count(0)
        page.reload()
        expect(page.locator(".actions, .table > nav").first).to_be_visible()
        settled(page)
        expect(tour).to_have_count(0)
