"""`tablee demo`, as a newcomer starts it: the links it prints lead to tables where one can act at once."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import NamedTuple

import pytest
from playwright.sync_api import TimeoutError, expect

from tablee.kernel.game import games
from web.devices import TABLEE

from .people import LARGE, PHONE, Somebody

LINK = re.compile(r"http://\S+/#rejoindre=\S+")


class Seat(NamedTuple):
    name: str
    turn: bool
    link: str


@pytest.fixture(scope="module")
def tables(chromium: str, page_folder: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[list[list[Seat]]]:
    """Who sits at each table, as the demonstration says it: the game master, then two players."""
    command = [sys.executable, "-c", TABLEE, "demo", "--port", "0", "--data", str(tmp_path_factory.mktemp("demo"))]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdout is not None
        seats: list[Seat] = []
        for line in running.stdout:
            if link := LINK.search(line):
                name = line.strip().split(" ")[0] if seats else "La"
                seats.append(Seat(name, "dont c’est le tour" in line, link[0]))
            if "Ctrl-C" in line:
                break
        yield [seats[n : n + 3] for n in range(0, len(seats), 3)]
        running.terminate()


def last(person: Somebody) -> str:
    return person.page.get_by_role("log").get_by_role("article").last.inner_text()


def go_on(gm: Somebody, player: Somebody) -> None:
    """Whoever is asked answers; else the game master acts for whose turn it is."""
    answers = [person.page.locator(".question li button:enabled") for person in (player, gm)]
    instead = gm.page.locator(".ask").get_by_role("button", name="Répondre à sa place")
    for wanted in (*answers, instead, gm.page.locator(".actions button.act:enabled")):
        if wanted.count():
            with suppress(TimeoutError):  # the table may have changed meanwhile
                wanted.first.click(timeout=1000)
            return


@pytest.mark.parametrize("n", range(len(games())), ids=list(games()))
def test_the_links_lead_to_a_fight_where_one_acts_at_once(
    n: int, tables: list[list[Seat]], somebody: Callable[..., Somebody]
) -> None:
    master, *players = tables[n]
    assert [master.name, *(each.name for each in players)] == ["La", "Alix", "Noé"]
    acting = next((each for each in players if each.turn), players[0])  # where nobody has the turn, all may act
    gm, player = somebody("", **LARGE), somebody("", **(LARGE if n % 2 else PHONE))
    for person, link in ((gm, master.link), (player, acting.link)):
        person.page.goto(link)
        person.page.wait_for_url("**/c/*")
        person.is_live()
    if acting.turn:
        expect(player.page.get_by_role("banner")).to_contain_text("À vous")
    if not n % 2:
        player.tab("Journal")  # where there is a map, a phone shows that first
    for person in (gm, player):
        expect(person.card(f"{acting.name} s’assoit à la table sur un autre appareil")).to_be_visible()
    before = {person: last(person) for person in (gm, player)}
    if not n % 2:
        player.tab("Actions")
    expect(player.page.locator("button.odds").first).to_be_visible()
    player.screenshot(f"demo_{n}")
    player.page.locator(".actions button.act:enabled").first.click()
    if not n % 2:
        player.tab("Journal")
    for _ in range(60):
        if all(last(person) != before[person] for person in (gm, player)):
            break
        gm.page.wait_for_timeout(300)
        go_on(gm, player)
    for person in (gm, player):
        assert last(person) != before[person]


def test_a_link_is_good_for_one_who_sits_there_already(
    tables: list[list[Seat]], somebody: Callable[..., Somebody]
) -> None:
    gm, *players = tables[0]
    spare = next((each for each in reversed(players) if not each.turn), players[-1])  # a link that was not used yet
    person = somebody("", **LARGE)
    for _ in range(2):
        person.page.goto(spare.link)
        person.page.wait_for_url("**/c/*")
        person.is_live()
        person.page.goto("about:blank")
    person.page.goto(gm.link)
    expect(person.page.get_by_text(f"Cet appareil est déjà à cette table, au nom de {spare.name}.")).to_be_visible()
    person.page.get_by_role("link", name="Aller à la table").click()
    person.is_live()
