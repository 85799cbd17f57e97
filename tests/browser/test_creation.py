"""A character from nothing in each game, by the page's own controls."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from typing import Any, Literal

import httpx
import msgspec
import pytest
from playwright.sync_api import Locator, Page, expect

from tablee.kernel.game import games
from tablee.kernel.typography import typeset
from web.devices import Device

from .people import LARGE, Somebody, table, until

SEED = 3  # which character is wanted


@pytest.mark.parametrize("game", sorted(games()))
def test_a_character_is_made_from_nothing(
    game: str, site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, game)
    wanted = msgspec.json.decode(msgspec.json.encode(games()[game].creation.random(SEED)))
    marie = somebody(site, gm.token, **LARGE)
    page = marie.open(f"/c/{gm.campaign}/creation")
    page.get_by_role("button", name="Partir de rien").click()
    expect(page.get_by_role("navigation", name="Étapes")).to_be_visible()
    expect(page.locator("header .count")).to_contain_text("à faire")
    draft = page.url.rpartition("/")[2].partition("#")[0]

    steps = gm.get(f"~/drafts/{draft}")["steps"]
    for step in steps:
        write(page, gm, draft, step["id"], wanted)
        if step is steps[len(steps) // 2]:
            marie.screenshot(f"creation_{game}")

    page.get_by_role("navigation", name="Étapes").get_by_role("link", name="Conclusion").click()
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    page.get_by_role("button", name="Rejoindre la table").click()
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    page.goto(f"{site}/c/{gm.campaign}/fiche/{made(gm, draft)}")
    expect(page.get_by_role("heading", level=1, name=typeset(wanted["nom"]))).to_be_visible()
    marie.screenshot(f"sheet_{game}")


def test_a_character_is_begun_from_an_archetype_at_one_click(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "terre_natale")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/creation")
    page.get_by_role("region", name="Partir d’un archétype").get_by_role("button", name="Médecin").click()
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    expect(page.get_by_role("radio", name="Marche de la Gloire", exact=True)).to_be_checked()
    page.get_by_role("navigation", name="Étapes").get_by_role("link", name="Conclusion").click()
    page.get_by_role("button", name="Rejoindre la table").click()
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    start = games()["terre_natale"].creation.starts["guerisseur"].draft
    page.goto(f"{site}/c/{gm.campaign}/fiche/{made(gm, page_draft(gm))}")
    expect(page.get_by_role("heading", level=1, name=msgspec.to_builtins(start)["nom"])).to_be_visible()


def test_a_deliberate_exception_lets_a_character_be_finished(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    (gm,) = table(http, "fluid")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/creation")
    page.get_by_role("button", name="Tirer au hasard").click()
    expect(page.locator("header .count")).to_contain_text("Tout est en règle")
    page.get_by_role("navigation", name="Étapes").get_by_role("link").nth(1).click()
    page.locator("fieldset").filter(has_text="Points").locator("input").first.fill("20")
    expect(page.locator("header .count")).to_contain_text("à régler")
    page.get_by_role("navigation", name="Étapes").get_by_role("link", name="Conclusion").click()
    finish = page.get_by_role("button", name="Rejoindre la table")
    expect(finish).to_be_disabled()
    asking = page.locator("main").get_by_role("button", name="Faire une exception")
    for left in range(asking.count(), 0, -1):
        asking.first.click()
        page.get_by_label("Pourquoi c’est voulu").fill("Sang de géant")
        page.get_by_role("button", name="Noter l’exception").click()
        expect(asking).to_have_count(left - 1)
    expect(page.locator("main")).to_contain_text("Sang de géant")
    finish.click()
    expect(page).to_have_url(f"{site}/c/{gm.campaign}")
    assert made(gm, page_draft(gm))


def page_draft(gm: Device) -> str:
    draft: str = gm.get("~/table")["table"]["drafts"][-1]["id"]
    return draft


def made(gm: Device, draft: str) -> str:
    """Who came of a draft, once somebody has."""
    return until(lambda: str(gm.get(f"~/drafts/{draft}").get("made", "")), "nobody came of it")


# ---------------------------------------------------------------- filling in


def write(page: Page, gm: Device, draft: str, step: str, wanted: dict[str, Any]) -> None:
    """Fill in a step; what a field offers may hang on what was chosen in the one before it."""
    page.get_by_role("navigation", name="Étapes").locator(f"a[href$='#{step}']").click()
    for _ in range(4):
        now = gm.get(f"~/drafts/{draft}")
        fields = next(each["fields"] for each in now["steps"] if each["id"] == step)
        left = [f for f in fields if f["name"] in wanted and not same(now["data"].get(f["name"]), wanted[f["name"]])]
        if not left:
            return
        for field in left:
            if offered(field, wanted[field["name"]]):
                fill(page.locator("main .fields"), field, wanted[field["name"]])
        expect(page.get_by_role("status").filter(has_text="Enregistr")).to_have_text("✓ Enregistré")
    raise AssertionError([field["name"] for field in left])


def offered(field: dict[str, Any], value: Any) -> bool:
    """Whether all of it can be chosen now."""
    keys = dict(field.get("keys") or [])
    if field["kind"] in ("text", "yes_no", "entries") or (field["kind"] == "points" and not isinstance(value, dict)):
        return True
    return set([value] if isinstance(value, str) else value) <= set(keys)


def same(kept: Any, wanted: Any) -> bool:
    if isinstance(kept, dict) and isinstance(wanted, dict):
        return {k: v for k, v in kept.items() if v} == {k: v for k, v in wanted.items() if v}
    if isinstance(kept, list) and kept and isinstance(kept[0], dict):
        return [plain(each) for each in kept] == [plain(each) for each in wanted]
    return bool(kept == wanted)


def plain(entry: dict[str, Any]) -> dict[str, Any]:
    """An entry without what it says by default."""
    return {key: value for key, value in entry.items() if value not in ("", 1)}


def fill(box: Locator, field: dict[str, Any], value: Any) -> None:
    label, keys = field["label"], dict(field.get("keys") or [])
    group = box.get_by_role("group", name=label, exact=True)
    match field["kind"]:
        case "text":
            box.get_by_label(label, exact=True).fill(value)
        case "yes_no":
            box.get_by_label(label, exact=True).set_checked(value)
        case "points" if keys:
            for key, points in value.items():
                group.get_by_role("textbox", name=keys[key], exact=True).fill(str(points))
        case "points":
            box.get_by_label(label, exact=True).fill(str(value))
        case "choice":
            radio = box.page.get_by_role("radio", name=keys[value], exact=True)
            group.locator("label").filter(has=radio).click()
        case "choices":
            choose(group, keys, value)
        case "entries":
            enter(group, field, value)


def choose(group: Locator, keys: dict[str, str], value: list[str]) -> None:
    for id, times in Counter(value).items():
        group.get_by_role("checkbox", name=keys[id], exact=True).check()
        for _ in range(times - 1):
            group.get_by_role("button", name=f"Encore une fois {keys[id]}", exact=True).first.click()


def enter(group: Locator, field: dict[str, Any], value: list[Any]) -> None:
    remove = group.get_by_role("button", name=re.compile("^Retirer"))
    for left in range(remove.count(), 0, -1):  # a draft may begin with some
        remove.first.click()
        expect(remove).to_have_count(left - 1)
    for i, entry in enumerate(value):
        group.get_by_role("button", name="+ Ajouter").click()
        line = group.get_by_role("listitem").nth(i)
        if isinstance(entry, str):
            line.get_by_role("textbox").fill(entry)
            continue
        for column in field["columns"]:
            if column["name"] in entry:
                cell = control(line, field, column)
                if column["kind"] == "choice":
                    cell.select_option(entry[column["name"]])
                else:
                    cell.fill(str(entry[column["name"]]))


def control(line: Locator, field: dict[str, Any], column: dict[str, Any]) -> Locator:
    """What a column of an entry is filled in with."""
    alike = [c["name"] for c in field["columns"] if (c["kind"] == "choice") == (column["kind"] == "choice")]
    role: Literal["combobox", "textbox"] = "combobox" if column["kind"] == "choice" else "textbox"
    return line.get_by_role(role).nth(alike.index(column["name"]))
