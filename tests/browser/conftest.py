"""A server of its own for each module, with the page as built, and the system's Chromium."""

from __future__ import annotations

import random
import shutil
from collections.abc import Callable, Iterator
from typing import Any

import httpx
import pytest
from playwright.sync_api import Browser, Playwright, expect, sync_playwright

from tablee.table.store import Store
from tablee.web import built
from tablee.web.settings import Settings
from web.devices import NO_LIMITS, server

from .people import PATIENCE, Somebody
from .worlds import DICE, Worlds, world

NAMES = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]

expect.set_options(timeout=PATIENCE)


def found_chromium() -> str | None:
    """Where the system's Chromium is."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


@pytest.fixture(scope="session")
def chromium() -> str:
    found = found_chromium()
    if found is None:
        pytest.fail("Chromium is not installed: the page is not tested in a browser (`make chromium`).")
    return found


@pytest.fixture(scope="session")
def page_folder() -> str:
    """The page as it was built into the package; several of these tests run at once, so none of them builds it."""
    if not built.folder():
        pytest.fail("The page is not built: it is not tested in a browser (`make page`).")
    return built.folder()


# Not for the whole session: while it runs nothing else in this process can run an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as running:
        yield running


@pytest.fixture(scope="package")
def browser(chromium: str, playwright: Playwright) -> Iterator[Browser]:
    running = playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
    yield running
    running.close()


@pytest.fixture(scope="session")
def browser_context_args() -> dict[str, Any]:
    return {"locale": "fr-FR", "reduced_motion": "reduce"}


@pytest.fixture(scope="module")
def site(chromium: str, page_folder: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with the page."""
    folder = tmp_path_factory.mktemp("site")
    with server(Settings(f"sqlite:///{folder}/tablee.db", page=page_folder, rates=NO_LIMITS)) as address:
        yield address


@pytest.fixture(scope="module")
def worlds(chromium: str, page_folder: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    """A server with tables where a fight and a creation are under way, or somebody is asked something."""
    url = f"sqlite:///{tmp_path_factory.mktemp('worlds')}/tablee.db"
    store = Store(url, rng=random.Random(DICE))
    made = Worlds(
        fragments=world(store, "fragments", "demo", 10, "Les collines d'Ambre"),
        vieux_monde=world(store, "vieux_monde", "demo", 10, "La route de Brumeval"),
        question=world(store, "vieux_monde", "duel").ask(),
        throw=world(store, "vieux_monde", "duel").ask(real_dice=True),
    )
    store.close()
    with server(Settings(url, page=page_folder, rates=NO_LIMITS)) as made.site:
        yield made


@pytest.fixture
def http(site: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=site, timeout=60) as client:
        yield client


@pytest.fixture
def somebody(browser: Browser, browser_context_args: dict[str, Any]) -> Iterator[Callable[..., Somebody]]:
    """Makes people, each with a browser of their own; none of their pages may have met an error."""
    made: list[Somebody] = []

    def make(site: str, token: str = "", open_cards: bool = True, toured: bool = True, **options: Any) -> Somebody:
        context = browser.new_context(**{**browser_context_args, **options})
        made.append(Somebody(context, site, token, open_cards, toured))
        return made[-1]

    yield make
    for each in made:
        each.context.close()
    assert [error for each in made for error in each.errors] == []
