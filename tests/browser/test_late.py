"""Answers that come late, in another order, or not at the first asking: the page shows and does what was meant."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import APIResponse, Page, Route, WebSocketRoute, expect

from .people import LARGE, PATIENCE, PHONE, Somebody, seen, table
from .test_master import part
from .test_sheets import of_luc, pool_of

People = Callable[..., Somebody]
SOON = "Un instant…"


class Held:
    """What the server answers to some requests, as things stood then, kept back until it is let go."""

    def __init__(self, page: Page, address: str, method: str = "GET") -> None:
        self.page, self.method, self.over = page, method, False
        self.kept: list[tuple[Route, APIResponse]] = []
        page.route(re.compile(address), self._keep)

    def _keep(self, route: Route) -> None:
        if route.request.method == self.method and not self.over:
            self.kept.append((route, route.fetch()))
        else:
            route.fallback()

    def wait(self, n: int = 1) -> None:
        """Until so many are kept back."""
        for _ in range(PATIENCE // 20):
            if len(self.kept) >= n:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError(f"asked for {len(self.kept)} times, not {n}")

    def go(self, which: int = 0) -> None:
        """Let one go, the oldest if no other is named."""
        self.wait(which + 1)
        route, answer = self.kept.pop(which)
        route.fulfill(response=answer)

    def stop(self) -> None:
        """Nothing more is kept back."""
        self.over = True
        while self.kept:
            self.go()


class News:
    """What the page is told of how the table stands, changed on its way or kept back until it is let go. To be made
    before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.page, self.holding, self.kept = page, False, list[str]()
        self.change: Callable[[dict[str, Any]], None] = lambda now: None
        page.route_web_socket(re.compile("/live"), self._link)

    def _link(self, route: WebSocketRoute) -> None:
        self.route = route
        route.connect_to_server().on_message(lambda data: self._told(str(data)))

    def _told(self, data: str) -> None:
        message = json.loads(data)
        self.change(message.get("now", {}))
        if self.holding and "now" in message:
            self.kept.append(json.dumps(message))
        else:
            self.route.send(json.dumps(message))

    def wait(self) -> None:
        """Until something is kept back."""
        for _ in range(PATIENCE // 20):
            if self.kept:
                return
            self.page.wait_for_timeout(20)
        raise AssertionError("nothing was told")

    def go(self) -> None:
        self.wait()
        self.route.send(self.kept.pop(0))


def fails_once(page: Page, address: str) -> None:
    """The first of these requests does not reach the server."""
    page.route(re.compile(address), lambda route: route.abort(), times=1)


# ---------------------------------------------------------------- what is not read yet is not empty


def test_invitations_and_actions_are_waited_for(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "vieux_monde", "Luc", ready="duel")
    page = somebody(site, gm.token, **LARGE).open("/")
    invitations = Held(page, "/invitations$")
    page.goto(f"{site}/c/{gm.campaign}/mj#members")
    invitations.wait()
    expect(page.get_by_text("Aucune invitation ouverte.")).to_have_count(0)
    invitations.stop()
    expect(page.get_by_role("button", name="Révoquer").first).to_be_visible()

    actions = Held(page, "/actions/[^/]+$")
    page.get_by_role("tab", name="Tests").click()
    page.get_by_role("button", name="les joueurs").click()
    actions.wait()
    expect(page.locator("#part-tests form")).to_contain_text(SOON)
    expect(page.get_by_label("Action", exact=True)).to_have_count(0)
    actions.stop()
    expect(page.get_by_label("Action", exact=True)).to_be_visible()


def test_a_search_that_runs_has_not_found_nothing(site: str, http: httpx.Client, somebody: People) -> None:
    gm, *_ = table(http, "fluid")
    gm.do("say", text="Le zébulon sommeille.")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/regles")
    search = Held(page, "/search")
    page.get_by_role("searchbox").fill("zébulon")
    search.wait()
    expect(page.get_by_text("Rien ne correspond.")).to_have_count(0)
    search.go()
    expect(page.locator(".said")).to_contain_text("Le zébulon sommeille.")


# ---------------------------------------------------------------- an older answer does not win


def test_the_rule_asked_for_last_is_shown(site: str, http: httpx.Client, somebody: People) -> None:
    gm, *_ = table(http, "fluid")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/mj#options")
    links = page.locator("#part-options a.rule")
    first, second = links.nth(0), links.nth(1)
    rules = Held(page, "/rules/[^/]+$")
    first.click()
    second.click()
    rules.wait(2)
    rules.go(1)
    expect(page.get_by_role("dialog")).to_contain_text(f"Règle {second.inner_text()}")
    rules.go()
    page.wait_for_timeout(50)
    expect(page.get_by_role("dialog")).to_contain_text(f"Règle {second.inner_text()}")


def test_notes_just_written_are_not_replaced_by_those_read_before(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "fluid", "Luc", ready="demo")
    who = of_luc(luc)
    page = somebody(site, luc.token, **PHONE).open(f"/c/{gm.campaign}/fiche/{who}")
    field = page.get_by_role("textbox", name="Notes", exact=True)
    expect(field).to_be_visible()
    notes = Held(page, "/notes/")
    gm.do("rename", title="Un autre titre")
    notes.wait()  # read before anything was written
    field.fill("La clé est sous la pierre.")
    field.press("Control+Enter")
    notes.wait(2)
    notes.go()
    page.wait_for_timeout(50)
    expect(field).to_have_value("La clé est sous la pierre.")
    notes.stop()
    expect(field).to_have_value("La clé est sous la pierre.")


# ---------------------------------------------------------------- what fails once is asked for again


def test_what_could_not_be_read_is_asked_for_again(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "fluid", "Luc", ready="demo")
    draft = gm.do("new_draft", at_random=True)["seq"]
    page = somebody(site, gm.token, **LARGE).open("/")
    for address, request, there in (
        ("", "/actions/[^/]+$", "button.act"),
        (f"/creation/d{draft}", "/drafts/", ".creation h2"),
        ("/ecran", "/log.*view_as=anybody", "main.screen"),
        (f"/fiche/{of_luc(luc)}", "/notes/", "#notes"),
        ("/regles", "/catalogue$", ".list li"),
    ):
        fails_once(page, request)
        page.goto(f"{site}/c/{gm.campaign}{address}")
        expect(page.locator(there).first).to_be_visible()


# ---------------------------------------------------------------- what one has begun is not lost


def test_options_that_were_ticked_stay_ticked_whatever_happens(site: str, http: httpx.Client, somebody: People) -> None:
    gm, *_ = table(http, "fluid")
    page = part(somebody(site, gm.token, **LARGE), gm.campaign, "options")
    box = page.locator("#part-options input[type=checkbox]").first
    on = box.is_checked()
    box.set_checked(not on)
    gm.do("rename", title="Un autre titre")
    expect(page.get_by_text("La campagne s’appelle : Un autre titre")).to_be_attached()
    page.wait_for_timeout(300)  # the table is drawn anew after what happened
    expect(box).to_be_checked(checked=not on)
    expect(page.get_by_role("button", name="Appliquer")).to_be_enabled()


def test_a_late_answer_does_not_close_the_options_of_another_action(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, *_ = table(http, "fluid", ready="demo")
    page = somebody(site, gm.token, **LARGE).sit(gm.campaign)
    rows = page.locator(".actions li:has(button.act:enabled)")
    expect(rows.first).to_be_visible()
    done = Held(page, "/commands$", "POST")
    rows.first.locator(".dots").click()
    page.get_by_role("dialog").get_by_role("button", name="Jouer").click()
    done.wait()
    page.get_by_role("dialog").get_by_role("button", name="Fermer").click()
    if seen(gm)["open"]:
        gm.do("undo")
    expect(rows.first.locator("button.act")).to_be_enabled()
    rows.last.locator(".dots").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    done.go()
    page.wait_for_timeout(50)
    expect(page.get_by_role("dialog")).to_be_visible()


def test_a_pool_that_was_set_does_not_fall_back_while_the_sheet_is_read(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, luc = table(http, "vieux_monde", "Luc", ready="demo")
    who = of_luc(luc)
    before = pool_of(luc, who)
    label, now = str(before["label"]), int(str(before["now"]))
    reader = somebody(site, luc.token, **PHONE)
    news = News(reader.page)
    page = reader.open(f"/c/{gm.campaign}/fiche/{who}")
    line = page.locator(".pool").filter(has_text=label).first
    line.get_by_role("button", name="Un de moins").click()
    news.holding = True
    Held(page, "/table$")  # what is not told is asked for
    line.get_by_role("button", name="Régler").click()
    news.wait()
    expect(line.locator(".figure")).to_contain_text(f"{now - 1} /")
    expect(line.get_by_role("button", name="Un de moins")).to_be_disabled()
    news.go()
    expect(line.get_by_role("button", name="Régler")).to_have_count(0)
    expect(line.locator(".figure s")).to_have_count(0)
    expect(line.locator(".figure")).to_contain_text(f"{now - 1} /")

    done = Held(page, "/commands$", "POST")  # the sheet may also be there before one is told that it is done
    line.get_by_role("button", name="Un de moins").click()
    line.get_by_role("button", name="Régler").click()
    done.wait()
    news.go()
    expect(line.locator(".figure s")).to_have_count(0)
    expect(line.locator(".figure")).to_contain_text(f"{now - 2} /")
    done.go()
    expect(line.get_by_role("button", name="Régler")).to_have_count(0)
    expect(line.locator(".figure")).to_contain_text(f"{now - 2} /")


def test_whoever_has_gone_elsewhere_is_not_called_back(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "fluid", "Luc")
    page = somebody(site, luc.token, **LARGE).open(f"/c/{gm.campaign}/creation")
    done = Held(page, "/commands$", "POST")
    page.get_by_role("button", name="Partir de rien").click()
    done.wait()
    page.get_by_role("link", name="←").click()
    expect(page.locator("#say")).to_be_visible()
    done.go()
    page.wait_for_timeout(50)
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")


# ---------------------------------------------------------------- a button does what one saw on it


def test_an_action_is_not_another_one_when_the_finger_is_lifted(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, *_ = table(http, "vieux_monde", ready="demo")
    master = somebody(site, gm.token, **LARGE)
    news = News(master.page)
    page = master.sit(gm.campaign)
    expect(page.locator(".advice button.act").first).to_be_enabled()  # what comes later moves nothing any more
    ways = page.locator(".intent .ways").first.locator("button.act:enabled")
    expect(ways.nth(1)).to_be_visible()  # it comes where the first one was
    row = ways.first
    row.scroll_into_view_if_needed()
    words = row.inner_text()
    way = words.splitlines()[0]  # then to whom, which is read aloud alone
    row.hover()
    page.mouse.down()

    def without(now: dict[str, Any]) -> None:
        for who, offers in now.get("actions", {}).items():
            now["actions"][who] = [each for each in offers if each.get("way") != way]

    news.change = without
    gm.do("rename", title="Un autre titre")
    expect(row).not_to_have_text(words)
    count = gm.get("~/table")["seq"]
    page.mouse.up()
    page.wait_for_timeout(300)
    assert gm.get("~/table")["seq"] == count


def test_the_form_that_is_chosen_is_the_one_shown_after_the_table_has_changed(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, *_ = table(http, "vieux_monde", ready="demo")
    page = somebody(site, gm.token, **LARGE).sit(gm.campaign)
    second = page.locator(".actions section ul li:nth-child(2):has(button.act:enabled)").first
    second.locator(".dots").click()
    form, title = page.get_by_label("Forme", exact=True), page.get_by_role("dialog").get_by_role("heading").first
    words = title.inner_text()
    assert form.evaluate("list => list.selectedOptions[0].textContent") == words
    gm.do("rename", title="Un autre titre")
    expect(page.get_by_role("banner")).to_contain_text("Un autre titre")
    expect(title).to_have_text(words)
    assert form.evaluate("list => list.selectedOptions[0].textContent") == words


def test_a_roll_on_the_sheet_is_made_once_however_often_one_taps(
    site: str, http: httpx.Client, somebody: People
) -> None:
    gm, *_ = table(http, "vieux_monde", ready="duel")
    turn = seen(gm)["encounter"]["turn"][0]
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/fiche/{turn}")
    rolls = page.locator("main .roll")
    expect(rolls.first).to_be_visible()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/commands") else None)
    for i in range(rolls.count()):  # until one is found that is made at once
        rolls.nth(i).evaluate("button => { button.click(); button.click(); }")
        page.wait_for_timeout(300)
        if sent:
            break
        page.keyboard.press("Escape")
    assert len(sent) == 1


def test_a_box_that_was_refused_shows_what_holds(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "vieux_monde", "Luc", ready="duel")
    page = part(somebody(site, gm.token, **LARGE), gm.campaign, "people")
    no = {"key": "no", "text": "Pas maintenant.", "rule": ""}
    page.route(re.compile("/commands$"), lambda route: route.fulfill(status=409, json=no))
    box, owner = page.get_by_label("Présence cachée").first, page.get_by_label("Joué par").first
    before = owner.input_value()
    box.click()
    expect(page.get_by_text("Pas maintenant.")).to_be_visible()
    expect(box).not_to_be_checked()
    owner.select_option(index=0 if before else 1)
    expect(owner).to_have_value(before)


# ---------------------------------------------------------------- from page to page


def test_a_table_stays_whole_until_the_next_page_is_there(site: str, http: httpx.Client, somebody: People) -> None:
    gm, *_ = table(http, "fluid")
    page = somebody(site, gm.token, **LARGE).sit(gm.campaign)
    home = Held(page, "/assets/Home-.*js$")
    page.get_by_role("link", name="Toutes mes tables").first.click()
    home.wait()
    expect(page.locator("#say")).to_be_visible()
    home.go()
    expect(page.get_by_role("heading", name="Mes tables")).to_be_visible()


def test_one_comes_back_to_a_sheet_after_another_was_chosen(site: str, http: httpx.Client, somebody: People) -> None:
    gm, *_ = table(http, "vieux_monde", ready="duel")
    first, second = (person["id"] for person in seen(gm)["people"][:2])
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/fiche/{first}")
    page.get_by_label("Agir avec").select_option(value=second)
    expect(page).to_have_url(re.compile(f"/fiche/{second}$"))
    page.get_by_role("navigation").get_by_role("link").first.click()
    page.wait_for_timeout(100)
    expect(page).to_have_url(re.compile(f"/fiche/{first}$"))
