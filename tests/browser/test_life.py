"""The life of a table: its journal, its files and days gone back to, tests asked of all, its rules, spectators."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Page, expect

from installing import Install
from table.conftest import Sat
from table.test_installed_games import two_of_luc
from table.test_upgrade import one_more
from tablee.kernel.game import games
from tablee.table.backup import Backups
from tablee.table.store import Store
from tablee.web.settings import Settings
from web.devices import NO_LIMITS, Device, server

from .looks import faults
from .people import LARGE, PHONE, Somebody, seen, table

People = Callable[..., Somebody]
PICTURES = Path(__file__).parent / "screenshots"
SIZES = pytest.mark.parametrize("size", [LARGE, PHONE], ids=["large", "phone"])


def fits(page: Page, name: str) -> None:
    """Nothing wider than the screen, nothing axe finds; a picture to look at."""
    PICTURES.mkdir(exist_ok=True)
    page.screenshot(path=PICTURES / f"{name}-{page.viewport_size['width']}.png", full_page=True)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not faults(page)


def press(page: Page, name: str | re.Pattern[str], role: Any = "button") -> None:
    """A finger on a phone, a click elsewhere."""
    found = page.get_by_role(role, name=name)
    found.tap() if page.evaluate("'ontouchstart' in window") else found.click()


@SIZES
def test_the_journal_tells_the_evening_and_takes_notes(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    gm.do("end_encounter")
    player = somebody(site, luc.token, **size)
    page = player.open(f"/c/{luc.campaign}/journal")
    expect(page.get_by_role("heading", name="Journal de campagne")).to_be_visible()
    expect(page.get_by_text("Restent debout")).to_be_visible()
    expect(page.get_by_text("Autour de la table : Marie")).to_be_visible()
    press(page, "Écrire une note")
    page.get_by_label(re.compile("Votre note sur la soirée")).fill("Ulrike nous a laissés partir.")
    press(page, "Garder la note")
    expect(page.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    expect(page.get_by_text("pour vous seul")).to_be_visible()
    fits(page, "journal")
    marie = somebody(site, gm.token, **size)
    other = marie.open(f"/c/{gm.campaign}/journal")
    expect(other.get_by_text("Restent debout")).to_be_visible()
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_have_count(0)
    press(page, "Reprendre")
    page.get_by_label("La montrer à toute la table").check()
    press(page, "Garder la note")
    expect(page.get_by_text("pour tous")).to_be_visible()
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    press(page, "Rayer")
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_have_count(0)
    press(page, "Remettre")
    expect(other.get_by_text("Ulrike nous a laissés partir.", exact=True)).to_be_visible()
    with page.expect_download() as file:
        press(page, "Tout en Markdown", "link")
    assert "Ulrike nous a laissés partir." in Path(file.value.path()).read_text("utf-8")
    page.get_by_text("Calendrier du jeu").click()
    expect(page.get_by_text(re.compile("^jour 1, 6 h")).first).to_be_visible()


def test_the_journal_in_english(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "fluid", "Luc", ready="duel")
    gm.do("end_encounter")
    assert luc.ask("PATCH", f"~/members/{luc.member}", {"lang": "en"}).status_code == 200
    player = somebody(site, luc.token, locale="en-GB", **PHONE)
    page = player.open(f"/c/{luc.campaign}/journal")
    page.evaluate("localStorage['tablee.prefs'] = '{\"lang\":\"en\"}'")
    page.reload()
    expect(page.get_by_role("heading", name="Campaign journal")).to_be_visible()
    expect(page.get_by_text("Left standing")).to_be_visible()
    assert "Reste" not in page.inner_text("main") and "soirée" not in page.inner_text("main")


@SIZES
def test_a_campaign_is_taken_out_and_brought_in_and_back_to_a_day_that_was_saved(
    page_folder: str, somebody: People, size: dict[str, Any], tmp_path: Path
) -> None:
    url = f"sqlite:///{tmp_path}/tablee.db"
    with (
        server(Settings(url, page=page_folder, rates=NO_LIMITS)) as site,
        httpx.Client(base_url=site, timeout=60) as http,
    ):
        gm, _ = table(http, "fluid", "Luc", ready="duel")
        Backups(url).make("asked")
        gm.do("end_encounter")
        marie = somebody(site, gm.token, **size)
        page = marie.open(f"/c/{gm.campaign}/mj#campaign")
        with page.expect_download() as taken:
            press(page, "Exporter toute la campagne", "link")
        file = tmp_path / "campagne.jsonl.zst"
        taken.value.save_as(file)
        press(page, "Reprendre ce jour")
        page.get_by_role("dialog").get_by_role("button", name="Reprendre ce jour").click()
        brought = page.get_by_role("status").filter(has_text="est là")
        expect(brought).to_contain_text("Luc")  # and how he sits down again
        fits(page, "life_campaign")
        brought.get_by_role("link", name="Ouvrir la campagne").click()
        expect(page).not_to_have_url(re.compile(gm.campaign))
        there = Device(http)
        there.token, there.campaign = gm.token, page.url.rsplit("/", 1)[1]
        assert seen(there)["encounter"] is not None and seen(gm)["encounter"] is None
        page = marie.open("/")
        press(page, "J’ai un fichier de campagne")
        page.get_by_label("Fichier de la campagne").set_input_files(file)
        press(page, "Reprendre la campagne")
        expect(page.get_by_role("status").filter(has_text="est là")).to_be_visible()
        fits(page, "life_file")
        assert len(gm.get("/campaigns")) == 3
        page.reload()
        press(page, "J’ai un fichier de campagne")
        wrong = tmp_path / "autre.zst"
        wrong.write_bytes(b"Bonjour")
        page.get_by_label("Fichier de la campagne").set_input_files(
            {"name": "x.zst", "mimeType": "", "buffer": b"Bonjour"}
        )
        press(page, "Reprendre la campagne")
        expect(page.get_by_text(re.compile("fichier")).last).to_be_visible()
        assert len(gm.get("/campaigns")) == 3


@SIZES
def test_a_sheet_is_taken_away_as_a_file_and_as_a_pdf(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    who = next(person["id"] for person in seen(luc)["people"] if person.get("mine"))
    page = somebody(site, luc.token, **size).open(f"/c/{luc.campaign}/fiche/{who}")
    with page.expect_download() as file:
        press(page, "Fichier (JSON)", "link")
    assert json.loads(Path(file.value.path()).read_text("utf-8"))["game"] == "vieux_monde"
    pdf = page.get_by_role("link", name="PDF", exact=True).get_attribute("href")
    assert pdf is not None and luc.http.get(site + pdf, headers=luc.cookie).content.startswith(b"%PDF")
    other = next(person["id"] for person in seen(gm)["people"] if person["id"] != who)
    page = somebody(site, luc.token, **size).open(f"/c/{luc.campaign}/fiche/{other}")
    expect(page.get_by_role("link", name="Fichier (JSON)")).to_have_count(0)


@SIZES
def test_the_whole_party_is_asked_and_its_answers_stand_side_by_side(
    site: str, http: httpx.Client, somebody: People, size: dict[str, Any]
) -> None:
    gm, luc, _ = table(http, "vieux_monde", "Luc", "Ada", ready="duel")
    gm.do("end_encounter", keep=True)
    marie = somebody(site, gm.token, **size)
    page = marie.open(f"/c/{gm.campaign}/mj#tests")
    expect(page.get_by_role("checkbox", checked=True)).to_have_count(2)  # the whole party, as it comes
    kinds = page.get_by_label("Action", exact=True)
    expect(kinds.locator("optgroup").first).to_have_attribute("label", "Tests")
    page.get_by_label("Chercher un test").fill("perception")
    found = page.get_by_role("list", name="Chercher un test").get_by_role("button")
    expect(found.first).to_contain_text(re.compile("perception", re.IGNORECASE))
    found.first.tap() if "has_touch" in size else found.first.click()
    press(page, "Demander")
    expect(page.get_by_role("button", name="Renoncer")).to_be_visible()
    (test,) = seen(gm)["tests"]
    assert len(test["who"]) == 2
    luc.do(
        "act",
        action={**test["action"], "actor": next(p["id"] for p in seen(luc)["people"] if p.get("mine"))},
        test=test["id"],
    )
    while (waits := seen(gm).get("open")) is not None:
        asked = waits["awaited"][0]
        gm.do("answer", answer=asked["question"]["options"][0]["id"], question=asked["index"])
    answers = page.locator("li").filter(has=page.locator("b")).filter(has_text=re.compile("[✓✗]"))
    expect(answers.last).to_be_visible()
    expect(page.get_by_text("attendu")).to_have_count(1)
    fits(page, "life_tests")


def test_who_comes_by_a_link_to_watch_only_watches(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "fluid", "Luc", ready="duel")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.open(f"/c/{gm.campaign}/mj#members")
    page.get_by_label("Rôle", exact=True).select_option("spectator")
    press(page, "Faire un lien")
    link = page.locator("input[readonly], textarea[readonly], code").filter(visible=True).first
    expect(link).to_be_visible()
    address = link.evaluate("each => each.value || each.textContent")
    eve = somebody(site, **PHONE)
    watching = eve.page
    watching.goto(site + address[address.index("/#rejoindre=") :])
    watching.get_by_label("Votre nom").fill("Ève")
    press(watching, "Rejoindre")
    expect(watching).to_have_url(re.compile(f"/c/{gm.campaign}"))
    until = watching.get_by_text("spectateur").or_(watching.get_by_role("log"))
    expect(until.first).to_be_attached()
    watching.goto(f"{site}/c/{gm.campaign}/journal")
    expect(watching.get_by_role("heading", name="Journal de campagne")).to_be_visible()
    expect(watching.get_by_role("button", name="Écrire une note")).to_have_count(0)
    device = Device(http)
    device.token = next(each["value"] for each in eve.context.cookies() if each["name"] == "tablee_device")
    device.campaign = gm.campaign
    assert device.get("~")["member"]["role"] == "spectator"
    assert device.command({"do": "say", "text": "Moi aussi"}).status_code == 403
    assert seen(device)["people"]


@pytest.fixture
def older(tmp_path: Path, install: Install) -> Iterator[tuple[str, str]]:
    """The database of a campaign that was played under other rules, where figures were otherwise, and its number."""
    played, url = games()["fluid"], f"sqlite:///{tmp_path}/tablee.db"
    install(dataclasses.replace(played, version="0.9", sheet=one_more(played), actions=played.actions[1:]), alone=False)
    store = Store(url)
    sat = Sat(store, "fluid")
    two_of_luc(sat)
    store.take_figures(sat.id)
    token = store.members.new_device()
    store.members.seat(token, sat.gm.id)
    store.close()
    yield url, f"{sat.id} {token}"


@SIZES
def test_the_game_master_is_shown_what_other_rules_change_accepts_it_and_goes_back(
    page_folder: str, somebody: People, size: dict[str, Any], older: tuple[str, str]
) -> None:
    url, seat = older
    campaign, token = seat.split()
    with server(Settings(url, page=page_folder, rates=NO_LIMITS)) as site:
        page = somebody(site, token, **size).open(f"/c/{campaign}/mj#rules")
        expect(page.get_by_text("sous la version 0.9")).to_be_visible()
        expect(page.get_by_text("Ce qui change")).to_be_visible()
        expect(page.get_by_text("→")).to_have_count(2)  # a figure of each sheet
        expect(page.get_by_text("Actions nouvelles")).to_be_visible()
        fits(page, "life_rules")
        press(page, "Continuer sous les règles présentes")
        expect(page.get_by_text("Il n’y a rien à décider.")).to_be_visible()
        press(page, re.compile("Revenir à avant ce changement"))
        expect(page.get_by_text("sous la version 0.9")).to_be_visible()
        expect(page.get_by_role("button", name="Continuer sous les règles présentes")).to_be_visible()
