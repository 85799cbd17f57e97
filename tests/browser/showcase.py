"""The pictures of the README, taken anew: `python -m tests.browser.showcase docs/pictures`; one of them moves."""

from __future__ import annotations

import io
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))  # where the other tests find each other

import httpx
import msgspec
from PIL import Image
from playwright.sync_api import Browser, Page, expect, sync_playwright

from tablee.kernel.action import open_actions
from tablee.table.store import Store
from tablee.web import built
from tablee.web.settings import Settings
from web.devices import NO_LIMITS, Device, server

from .conftest import ARGUMENTS, found_chromium
from .looks import settled, visit
from .people import LARGE, PHONE, Somebody
from .worlds import World, world


def main(folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as data:
        url = f"sqlite:///{data}/tablee.db"
        store = Store(url)
        shots = {
            "table": (turn_of_a_player(world(store, "vieux_monde", "demo", 8, "La route de Brumeval")), "table"),
            "phone": (question_to_a_player(store), "table"),
            "creation": (world(store, "fragments", "demo", 0, "Les collines d'Ambre"), "creation"),
            "sheet": (turn_of_a_player(world(store, "yin_yang", "demo", 4, "Les Cinq Portes")), "sheet"),
            "map": (turn_of_a_player(world(store, "fragments", "demo", 6, "Les collines d'Ambre")), "map"),
        }
        fight = turn_of_a_player(world(store, "vieux_monde", "demo", 3, "La route de Brumeval"))
        store.close()
        with (
            server(Settings(url, page=built.folder(), rates=NO_LIMITS)) as site,
            sync_playwright() as playwright,
        ):
            browser = playwright.chromium.launch(executable_path=found_chromium(), args=ARGUMENTS)
            for name, (here, place) in shots.items():
                size, colours, ready = LOOKS[name]
                page = opened(browser, site, here, place, size | {"color_scheme": colours})
                ready(page)
                page.screenshot(path=folder / f"{name}.png")
                print(folder / f"{name}.png")
            with httpx.Client(base_url=site) as http:
                moving(opened(browser, site, fight, "table", MOVING), fight, url, http, folder / "round.webp")
            browser.close()


def moving(page: Page, here: World, url: str, http: httpx.Client, file: Path) -> None:
    """A round as a player sees it: a picture for each thing that is done."""
    master = Device(http)
    master.token, master.campaign = here.tokens["Marie"], here.campaign
    shots = [page.screenshot()]
    for _ in range(COMMANDS):
        master.do(**next_command(here, url))
        page.wait_for_timeout(SHOWN)  # a question adds nothing to the log
        settled(page)
        shots.append(page.screenshot())
    frames = [Image.open(io.BytesIO(shot)).convert("RGB") for shot in shots]
    frames[0].save(file, save_all=True, append_images=frames[1:], duration=LASTS, loop=0, quality=60, method=6)
    print(file, f"{file.stat().st_size / 1000:.0f} kB, {len(frames)} pictures")


def next_command(here: World, url: str) -> dict[str, Any]:
    """What the tactic of the game does now, or answers."""
    here.store = Store(url)
    try:
        play = here.state.play
    finally:
        here.store.close()
    if play.open is not None:
        index = next(n for n, picked in enumerate(play.open.picked) if picked is None)
        return {"do": "answer", "answer": here.tactic.answer(play.open.questions[index]).id, "question": index}
    action = here.tactic.act(play.scene, play.scene.turn()[0])
    return {"do": "act", "action": msgspec.to_builtins(action, str_keys=True)}


def opened(browser: Browser, site: str, here: World, place: str, options: dict[str, Any]) -> Page:
    context = browser.new_context(locale="fr-FR", reduced_motion="reduce", **options)
    return visit(Somebody(context, site, here.tokens[here.awaited or "Alix"], open_cards=False), here, place)


def turn_of_a_player(here: World) -> World:
    """Go on until somebody a player has can choose between several things."""
    for _ in range(60):
        scene = here.state.play.scene
        who = scene.turn()[0]
        owner = here.state.desk.owners.get(who)
        if owner and len(open_actions(here.game.legal(scene, who))) > 8:
            here.awaited = next(member.name for member in here.players if member.id == owner)
            here.options["who"] = who
            return here
        here.act()
    return here


def question_to_a_player(store: Store) -> World:
    """A fight in which a player is asked something; another one is tried where it goes the other way."""
    while True:
        here = world(store, "vieux_monde", "demo", 6, "La route de Brumeval")
        for _ in range(20):
            if here.ask().awaited != "Marie":
                return here
            here.answer()


def step(number: int) -> Callable[[Page], None]:
    """One of the steps of a creation."""
    return lambda page: page.get_by_role("navigation", name="Étapes").get_by_role("link").nth(number).click()


def to_the_end(page: Page) -> None:
    """The last of the log."""
    expect(
        page.get_by_role("log").get_by_role("article").last
    ).to_be_in_viewport()  # the last card may be taller than the log


def nothing(page: Page) -> None:
    """It is as it should be."""


MOVING: dict[str, Any] = {"viewport": {"width": 1120, "height": 700}, "color_scheme": "light"}
COMMANDS = 10  # acts and answers of the moving picture
SHOWN = 800  # milliseconds until the page tells of it
LASTS = 1600  # milliseconds for each

LOOKS: dict[str, tuple[dict[str, Any], str, Callable[[Page], None]]] = {
    "table": (LARGE, "light", to_the_end),
    "phone": ({**PHONE, "device_scale_factor": 2}, "dark", nothing),
    "creation": (LARGE, "light", step(2)),
    "sheet": (LARGE, "dark", nothing),
    "map": (LARGE, "dark", nothing),
}

if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures"))
