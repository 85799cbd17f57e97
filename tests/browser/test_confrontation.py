"""A confrontation of Terre Natale on the page: its count-down, what is left to do, and a blow answered on a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import httpx
from playwright.sync_api import Locator, Page, expect

from web.devices import Device

from .people import LARGE, PHONE, Somebody, seen, table, until


def at_the_ford(http: httpx.Client) -> tuple[Device, Device, str]:
    """Aliénor is Zoé's; one of her adversaries has his passe. Initiatives are rolled by the server, in secret."""
    gm, zoe = table(http, "terre_natale", "Zoé", ready="gue")
    gm.do("give", who="alienor", member=zoe.member)
    gm.do("act", action={"do": "engager", "actor": "alienor"})
    while (acting := seen(gm)["encounter"]["turn"][0]) in ("alienor", "bertrand"):
        gm.do("act", action={"do": "passer", "actor": acting})
    return gm, zoe, acting


def track(page: Page) -> Locator:
    return page.get_by_role("region", name="Décompte du tour")


def test_the_count_down_shows_the_game_master_everybody_and_a_player_his_own_count(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, zoe, acting = at_the_ford(http)
    encounter = seen(gm)["encounter"]
    lane = next(each for each in encounter["track"]["lanes"] if each["number"] == encounter["track"]["now"])
    counts = {spot["who"]: spot["at"] for spot in lane["spots"]}
    assert all(isinstance(count, int) for count in counts.values())
    name = next(person["name"] for person in seen(gm)["people"] if person["id"] == acting)
    whole = track(somebody(site, gm.token, **LARGE).sit(gm.campaign))
    expect(whole.locator("[aria-current]")).to_contain_text(f"{name} : compte {counts[acting]}, à son tour")
    own = track(somebody(site, zoe.token, **LARGE).sit(zoe.campaign))
    expect(own.locator("[aria-current]")).to_contain_text(f"{name} : compte inconnu, à son tour")
    expect(own).to_contain_text("Aliénor des Sources : compte ")
    expect(own.locator("ol li")).not_to_contain_text([name])


def test_what_is_left_of_a_round_is_tokens_and_what_is_spent_is_hollow(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    gm, _, acting = at_the_ford(http)
    page = somebody(site, gm.token, **LARGE).sit(gm.campaign)
    actions = page.get_by_role("complementary", name="Actions")
    left = actions.locator(".tokens:not(.price)")
    taken = actions.locator(".price")
    expect(taken.first).to_have_attribute("title", re.compile("^Prend\\s: action"))
    expect(left).to_contain_text("action simple : 2 sur 2")
    expect(left.locator(".spent")).to_have_count(0)
    gm.do("act", action={"do": "preparer", "actor": acting, "quoi": "parer"})
    expect(left).to_contain_text("action simple : 1 sur 2")
    expect(left.locator(".spent")).to_have_count(1)
    track(page).get_by_text("qui peut encore interrompre").click()
    expect(track(page).get_by_role("listitem").filter(has_text="prêt :")).to_have_count(1)


def test_a_blow_is_answered_on_a_phone_in_two_taps_at_most(
    site: str, http: httpx.Client, somebody: Callable[..., Somebody]
) -> None:
    """The dice are typed in, so that it lands."""
    gm, zoe, acting = at_the_ford(http)
    for who in ("alienor", acting):
        gm.do("real_dice", who=who, on=True)
    page = somebody(site, zoe.token, **PHONE).sit(zoe.campaign)
    gm.do("act", action={"do": "attaquer", "actor": acting, "cible": "alienor"})

    def awaited() -> dict[str, Any]:
        opened = seen(gm)["open"]
        assert opened is not None, "nobody is asked any more"
        one: dict[str, Any] = next(each for each in opened["awaited"] if not each.get("answered"))
        return one

    while (one := awaited())["who"] != "alienor":
        if "throw" in one:
            gm.do("type_dice", faces=[6] * sum(die["n"] for die in one["throw"]["dice"]))
        else:
            gm.do("answer", answer=one["question"]["options"][0]["id"], question=one["index"])
    defend = page.get_by_role("button", name=re.compile("^Parer")).first
    expect(defend).to_be_in_viewport()
    defend.tap()
    until(lambda: "throw" in awaited(), "the parade was not taken")
    assert awaited()["who"] == "alienor"
