"""The link is lost in the middle of play, and comes back by itself."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import msgspec
import pytest
from playwright.sync_api import expect

from tablee.web.settings import Settings
from web.devices import NO_LIMITS, answering

from .people import LARGE, PHONE, Somebody, table

SERVE = """
import sys, msgspec
from tablee.web import serving
from tablee.web.settings import Settings
listening = serving.bound("127.0.0.1", int(sys.argv[2]))
print(listening.getsockname()[1], flush=True)
serving.run(msgspec.json.decode(sys.argv[1], type=Settings), listening)
"""


class Fragile:
    """A server that can be killed and started again at the same address."""

    def __init__(self, settings: Settings) -> None:
        self.settings, self.port = msgspec.json.encode(settings).decode(), 0
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-c", SERVE, self.settings, str(self.port)]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.port = int(self.process.stdout.readline())
        self.url = f"http://127.0.0.1:{self.port}"
        answering(self.url)

    def kill(self) -> None:
        self.process.kill()
        self.process.wait(30)


@pytest.fixture
def fragile(chromium: str, page_folder: str, tmp_path: Path) -> Iterator[Fragile]:
    running = Fragile(Settings(f"sqlite:///{tmp_path}/tablee.db", page=page_folder, rates=NO_LIMITS))
    yield running
    running.kill()


def test_a_phone_without_network_keeps_what_it_could_not_send(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, luc = table(http, "fluid", "Luc")
    marie, phone = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    marie.sit(gm.campaign)
    phone.sit(gm.campaign)
    phone.context.set_offline(True)
    marie.say("pendant la coupure")
    phone.say("je suis coupé")
    expect(phone.page.get_by_role("button", name="1 en attente")).to_be_visible()
    phone.screenshot("offline_phone")
    phone.context.set_offline(False)
    for each in (marie, phone):
        expect(each.card("pendant la coupure")).to_be_visible(timeout=30_000)
        expect(each.card("je suis coupé")).to_be_visible(timeout=30_000)
    expect(phone.page.get_by_role("button", name="en attente")).to_have_count(0)
    assert phone.page.get_by_role("article").filter(has_text="je suis coupé").count() == 1


def test_a_server_that_died_is_found_again(fragile: Fragile, somebody: Callable[..., Somebody]) -> None:
    with httpx.Client(base_url=fragile.url, timeout=60) as http:
        gm, luc = table(http, "vieux_monde", "Luc", ready="duel")
    marie, phone = somebody(fragile.url, gm.token, **LARGE), somebody(fragile.url, luc.token, **PHONE)
    marie.sit(gm.campaign)
    phone.sit(gm.campaign)
    marie.say("avant")
    expect(phone.card("avant")).to_be_visible()
    fragile.kill()
    for each in (marie, phone):
        expect(each.page.locator("header .link.lost")).to_be_visible()
    phone.say("/r 4d6")
    expect(phone.page.get_by_role("button", name="1 en attente")).to_be_visible()
    fragile.start()
    for each in (marie, phone):
        expect(each.card("4d6")).to_be_visible(timeout=30_000)
        each.is_live()
        assert each.page.get_by_role("article").filter(has_text="4d6").count() == 1
