"""How hard is it? Asked by the game master with a player at the table, who is told nothing of it."""

from __future__ import annotations

import re
from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from .looks import faults
from .people import LARGE, PHONE, Somebody, table

People = Callable[..., Somebody]
FOUGHT = re.compile(r"^\d+\s*%")


def test_a_fight_is_judged_compared_and_looked_at(site: str, http: httpx.Client, somebody: People) -> None:
    gm, luc = table(http, "fluid", "Luc")
    marie, his = somebody(site, gm.token, **LARGE), somebody(site, luc.token, **PHONE)
    player = his.sit(gm.campaign)
    heard: list[str] = []
    player.on("websocket", lambda socket: socket.on("framereceived", lambda data: heard.append(str(data))))
    page = marie.open(f"/c/{gm.campaign}/mj#encounter")
    page.get_by_label("Scène", exact=True).select_option("demo")
    panel = page.get_by_role("region", name="À quel point est-ce dur ?")
    panel.get_by_role("button", name="Faire combattre").click()
    expect(panel.locator(".chance b")).to_have_text(FOUGHT)
    expect(panel).to_contain_text("les vôtres l’emportent, entre")
    expect(panel.get_by_role("list", name="Et si…").get_by_role("listitem").first).to_contain_text("%", timeout=60_000)
    expect(panel).to_contain_text("Ce qu’il en coûte : RES")
    assert not faults(page)
    marie.screenshot("hard")
    # two encounters side by side
    panel.get_by_role("button", name="Garder pour comparer").click()
    page.get_by_label("Scène", exact=True).select_option("duel")
    expect(panel).to_contain_text("La rencontre a changé depuis")
    stop = panel.get_by_role("button", name="Arrêter")
    if stop.is_visible():
        stop.click()
    panel.get_by_role("button", name="Recommencer").click()
    expect(panel.locator(".chance b")).to_have_count(2)
    assert not faults(page)
    marie.screenshot("hard-two")
    # a fight of it, looked at as any replay
    panel.get_by_role("link", name="Revoir une défaite").click()
    expect(page.get_by_role("heading", name="Combat simulé")).to_be_visible()
    expect(page.get_by_label("Pas", exact=True).get_by_role("button").nth(3)).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_label("Présents à ce moment")).to_contain_text("hors de combat")
    assert not faults(page)
    assert luc.get("~/table")["table"]["encounter"] is None
    # one that is under way, until it has moved on
    gm.do("start_encounter", ready="demo", begin=True)
    page = marie.open(f"/c/{gm.campaign}/mj#encounter")
    panel.get_by_role("button", name="Faire combattre").click()
    expect(panel.locator(".chance b")).to_have_text(FOUGHT)
    gm.do("hide", who=gm.get("~/table")["table"]["people"][0]["id"], rolls=True)
    expect(panel).to_contain_text("La table a bougé depuis")
    expect(panel.get_by_role("button", name="Arrêter")).to_have_count(0)
    assert "judge" not in str(luc.get("~/log")) and not any("chance" in each for each in heard)
    expect(player.locator("#say")).to_be_visible()
