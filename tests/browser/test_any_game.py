"""A game the page has never heard of, without a colour or a picture of its own: every page shows it all the same."""

from __future__ import annotations

import os
import random
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tablee.kernel import game as kernel_game
from tablee.table.store import Store
from tablee.web.settings import Settings
from web.devices import NO_LIMITS, server

from .looks import PLACES, faults, small, told, visit, wide
from .people import LARGE, PHONE, Somebody
from .worlds import DICE, Worlds, world

TESTS = Path(__file__).parents[1]
EXAMPLE = TESTS.parent / "examples" / "brisants" / "src"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """The arena and the example, installed as any game is: by an entry point, here and for the server."""
    folder = tmp_path_factory.mktemp("installed")
    for name, point in {"arena": "table.arena:arena", "brisants": "brisants:game"}.items():
        package = folder / f"{name}-1.0.dist-info"
        package.mkdir()
        (package / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n", "utf-8")
        (package / "entry_points.txt").write_text(f"[tablee.games]\n{name} = {point}\n", "utf-8")
    paths = [str(folder), str(TESTS), str(EXAMPLE)]
    with pytest.MonkeyPatch.context() as here:
        here.setenv("PYTHONPATH", os.pathsep.join(paths), prepend=os.pathsep)
        here.setattr(sys, "path", [*paths, *sys.path])
        kernel_game.installed.cache_clear()
        yield
    kernel_game.installed.cache_clear()


@pytest.fixture(scope="module")
def arena(
    chromium: str, page_folder: str, installed: None, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Worlds]:
    url = f"sqlite:///{tmp_path_factory.mktemp('arena')}/tablee.db"
    store = Store(url, rng=random.Random(DICE))
    made = Worlds(fight=world(store, "arena", "fosse", 3, "La fosse"))
    store.close()
    with server(Settings(url, page=page_folder, rates=NO_LIMITS)) as made.site:
        yield made


@pytest.mark.parametrize(("size", "colours"), [(LARGE, "light"), (PHONE, "dark")], ids=["large_light", "phone_dark"])
def test_every_page_of_it(size: dict[str, Any], colours: str, arena: Worlds, somebody: Callable[..., Somebody]) -> None:
    marie = somebody(arena.site, arena["fight"].tokens["Marie"], color_scheme=colours, **size)
    found: dict[str, Any] = {}
    for name in PLACES:
        page = visit(marie, arena["fight"], name)
        marie.screenshot(f"any_{name}_{'phone' if size is PHONE else 'large'}_{colours}")
        found[name] = [*faults(page), *wide(page), *(small(page) if size is PHONE else [])]
    assert told(found) == ""


def test_it_is_played(arena: Worlds, somebody: Callable[..., Somebody]) -> None:
    """A blow that the other player answers, on the phone; the card tells all of it, and its sum opens."""
    here = arena["fight"]
    turn = here.state.play.scene.turn()[0]
    owner = next(member.name for member in here.players if member.id == here.state.desk.owners[turn])
    acting, other = (
        somebody(arena.site, here.tokens[name], **LARGE) for name in sorted(("Alix", "Noé"), key=owner.__ne__)
    )
    page, phone = acting.sit(here.campaign), other.sit(here.campaign)
    page.get_by_role("button", name=re.compile("^Frapper")).first.click()
    expect(page.get_by_text(re.compile("^On attend")).first).to_be_visible()
    phone.get_by_role("button", name="Encaisser").click()
    card = acting.card(re.compile("touche"))
    expect(card).to_be_visible()
    expect(other.card(re.compile("touche"))).to_be_visible()
    card.locator("button.tally").first.click()
    expect(page.locator(".pop")).to_contain_text("Garde")
    assert page.evaluate("() => document.documentElement.style.getPropertyValue('--accent-day')") == ""


def test_a_game_that_brings_its_theme_wears_it(arena: Worlds, somebody: Callable[..., Somebody]) -> None:
    """Its paragraph and its picture where it is chosen, and its colours on the page."""
    page = somebody(arena.site, arena["fight"].tokens["Marie"], **LARGE).open("/nouvelle#jeu=brisants")
    told = page.get_by_text("Naufrageurs, douaniers, contrebandiers")
    expect(told.first).to_be_visible()
    expect(page.locator(".picture path[d^='M12 46L22 24']").first).to_be_attached()
    accent = "() => document.documentElement.style.getPropertyValue('--accent-day') === '#235a7a'"
    page.wait_for_function(accent)
