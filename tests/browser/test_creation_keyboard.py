"""Every step of a draft of any game, and a deliberate exception, without a mouse."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import httpx
import msgspec
import pytest
from playwright.sync_api import Locator, expect

from tablee.kernel.game import games
from web.devices import Device

from .people import LARGE, Somebody, table
from .test_creation import SEED, control, made, offered, same
from .test_keyboard import Hands

SEEDS = {"fragments": 2, "vieux_monde": 12}  # of characters with something to fill in at every step
FAR = 400  # how often Tab is pressed at most: some steps have many fields


@pytest.mark.parametrize("game", sorted(games().keys() - {"fluid"}))  # test_keyboard has that one
def test_every_step_is_filled_in_by_the_keyboard_alone(
    game: str, site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    """One field of each step stands as in a draft nobody has touched; the keyboard gives it its value back."""
    (gm,) = table(http, game)
    draft = f"d{gm.do('new_draft')['seq']}"
    empty = gm.get(f"~/drafts/{draft}")["data"]
    whole = games()[game].creation.random(SEEDS.get(game, SEED))
    gm.do("edit_draft", draft=draft, fields=msgspec.to_builtins(whole, str_keys=True))
    held = gm.get(f"~/drafts/{draft}")
    wanted, steps = held["data"], held["steps"]
    chosen = [[f["name"] for f in step["fields"] if not same(empty[f["name"]], wanted[f["name"]])] for step in steps]
    gm.do("edit_draft", draft=draft, fields={names[0]: empty[names[0]] for names in chosen if names})
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/creation/{draft}")
    hands = Hands(page)
    for step in steps:
        expect(page.locator("main h2").first).to_have_text(step["title"])
        fill_step(hands, gm, draft, step["id"], wanted)
        hands.to(page.get_by_role("link", name="Suivant"), FAR)
        hands.press("Enter")
        expect(page.locator("main h2").first).to_be_focused()
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    hands.enter(page.get_by_role("button", name="Rejoindre la table"))
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    assert made(gm, draft)


def fill_step(hands: Hands, gm: Device, draft: str, step: str, wanted: dict[str, Any]) -> None:
    """What a field offers may hang on what was chosen in the one before it."""
    for _ in range(4):
        now = gm.get(f"~/drafts/{draft}")
        fields = next(each["fields"] for each in now["steps"] if each["id"] == step)
        left = [f for f in fields if f["name"] in wanted and not same(now["data"].get(f["name"]), wanted[f["name"]])]
        if not left:
            return
        for field in left:
            value = wanted[field["name"]]
            if offered(field, value):
                fill(hands, hands.page.locator("main .fields"), field, value, now["data"].get(field["name"]))
        expect(hands.page.get_by_role("status").filter(has_text="Enregistr")).to_have_text("✓ Enregistré")
    raise AssertionError([field["name"] for field in left])


def fill(hands: Hands, box: Locator, field: dict[str, Any], value: Any, before: Any) -> None:
    label, keys = field["label"], dict(field.get("keys") or [])
    group = box.get_by_role("group", name=label, exact=True)
    match field["kind"]:
        case "text":
            write(hands, box.get_by_label(label, exact=True), value)
        case "yes_no":
            hands.to(box.get_by_label(label, exact=True), FAR)
            hands.check(box.get_by_label(label, exact=True), value)
        case "points" if keys:
            for key in keys:  # in the order of the page: Tab goes forward
                if value.get(key, 0) != (before or {}).get(key, 0):
                    write(hands, group.get_by_role("textbox", name=keys[key], exact=True), str(value[key]))
        case "points":
            write(hands, box.get_by_label(label, exact=True), str(value))
        case "choice":
            hands.choose(group, group.get_by_role("radio", name=keys[value], exact=True))
        case "choices":
            choose(hands, group, keys, value)
        case "entries":
            enter(hands, group, field, value, len(before or []))


def write(hands: Hands, wanted: Locator, text: str) -> None:
    hands.to(wanted, FAR)
    hands.write(wanted, text)


def choose(hands: Hands, group: Locator, keys: dict[str, str], value: list[str]) -> None:
    for id, times in Counter(value).items():
        box = group.get_by_role("checkbox", name=keys[id], exact=True)
        hands.to(box, FAR)
        hands.check(box)
        for _ in range(times - 1):
            more = group.get_by_role("button", name=f"Encore une fois {keys[id]}", exact=True).first
            hands.to(more, FAR)
            hands.press("Enter")


def enter(hands: Hands, group: Locator, field: dict[str, Any], value: list[Any], there: int) -> None:
    for left in range(there, 0, -1):
        hands.to(group.locator("button.off").first, FAR)
        hands.press("Enter")
        expect(group.get_by_role("listitem")).to_have_count(left - 1)
        expect(group.locator("button.add")).to_be_focused()
    for i, entry in enumerate(value):
        hands.to(group.locator("button.add"), FAR)
        hands.press("Enter")
        line = group.get_by_role("listitem").nth(i)
        if isinstance(entry, str):
            expect(line.get_by_role("textbox").first).to_be_focused()
            hands.page.keyboard.type(entry)
            continue
        expect(control(line, field, field["columns"][0])).to_be_focused()
        for column in field["columns"]:
            if column["name"] not in entry:
                continue
            cell = control(line, field, column)
            if column["kind"] == "choice":
                hands.select(cell, entry[column["name"]])
            else:
                write(hands, cell, str(entry[column["name"]]))


def test_a_deliberate_exception_by_the_keyboard(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "fluid")
    draft = f"d{gm.do('new_draft', at_random=True)['seq']}"
    gm.do("edit_draft", draft=draft, fields={"nom": ""})
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/creation/{draft}#conclusion")
    hands = Hands(page)
    ask = page.get_by_role("button", name="Faire une exception")
    hands.enter(ask)
    expect(page.get_by_label("Pourquoi c’est voulu")).to_be_focused()
    hands.press("Escape")
    expect(page.get_by_label("Pourquoi c’est voulu")).to_have_count(0)
    hands.enter(ask)  # the next Tab leads back to it
    page.keyboard.type("Un homme sans nom")
    hands.press("Enter")
    expect(page.locator("main")).to_contain_text("Un homme sans nom")
    hands.enter(page.get_by_role("button", name="Retirer l’exception"))
    expect(ask).to_have_count(1)
