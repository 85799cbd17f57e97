"""One person on several devices: links that name a member, and a device that is forgotten."""

from __future__ import annotations

from collections.abc import Callable

import httpx
from playwright.sync_api import expect

from .people import LARGE, PHONE, Somebody, table

People = Callable[..., Somebody]


def test_a_player_who_lost_his_phone_comes_back_by_a_link(site: str, http: httpx.Client, somebody: People) -> None:
    gm, _ = table(http, "vieux_monde", "Luc", ready="duel")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.open(f"/c/{gm.campaign}/mj")
    page.get_by_role("tab", name="Membres").click()
    page.get_by_role("button", name="Luc : lien pour un autre appareil").click()
    link = page.get_by_role("dialog").get_by_label("Lien d’invitation").input_value()
    marie.screenshot("members_link")
    phone, late = somebody(site, **PHONE), somebody(site, **PHONE)
    phone.page.goto(link)
    phone.page.wait_for_url(f"**/c/{gm.campaign}")
    phone.is_live()
    phone.say("me revoilà")
    expect(phone.card("Luc : me revoilà")).to_be_visible()
    assert [member["name"] for member in gm.get("~/members")] == ["Marie", "Luc"]
    late.page.goto(link)
    expect(late.page.get_by_text("Ce lien a déjà servi")).to_be_visible()


def test_a_game_master_keeps_a_link_and_may_forget_the_device(site: str, http: httpx.Client, somebody: People) -> None:
    (gm,) = table(http, "vieux_monde", ready="duel")
    marie = somebody(site, gm.token, **LARGE)
    page = marie.sit(gm.campaign)
    page.get_by_role("banner").get_by_role("button", name="Plus").click()
    page.get_by_role("button", name="Lien pour un autre appareil").click()
    link = page.get_by_label("Lien d’invitation").input_value()
    marie.open("/")
    page.get_by_role("button", name="Oublier cet appareil").click()
    page.get_by_role("dialog").get_by_role("button", name="Oublier cet appareil").click()
    expect(page.get_by_text("Cet appareil n’est à aucune table")).to_be_visible()
    page.goto(link)
    page.wait_for_url(f"**/c/{gm.campaign}")
    marie.is_live()
    expect(marie.card("Marie s’assoit à la table sur un autre appareil")).to_be_visible()
    page.get_by_role("banner").get_by_role("button", name="Plus").click()
    expect(page.get_by_role("link", name="Maître du jeu")).to_be_visible()


def test_a_newcomer_types_a_code_and_the_picture_leads_to_the_same_table(
    site: str, http: httpx.Client, somebody: People
) -> None:
    (gm,) = table(http, "vieux_monde", ready="duel")
    page = somebody(site, gm.token, **LARGE).open(f"/c/{gm.campaign}/mj")
    page.get_by_role("tab", name="Membres").click()
    page.get_by_role("button", name="Faire un lien").click()
    picture = page.get_by_role("img", name="Le lien d’invitation, à photographier")
    expect(picture).to_be_visible()
    assert picture.evaluate("each => each.naturalWidth") > 0
    expect(page.get_by_text("tablee serve --lan")).to_be_visible()  # the link begins with 127.0.0.1
    page.get_by_role("button", name="Un code à dicter").click()
    code = page.get_by_label("Code d’invitation").inner_text()
    phone = somebody(site, **PHONE)
    there = phone.open("/")
    there.get_by_role("button", name="J’ai une invitation").click()
    there.get_by_label("Collez le lien").fill("ABC")
    there.get_by_role("button", name="Rejoindre").click()
    expect(there.get_by_text("code de huit signes")).to_be_visible()
    there.get_by_label("Collez le lien").fill(code.lower().replace("-", " "))
    there.get_by_role("button", name="Rejoindre").click()
    there.get_by_label("Votre nom").fill("Ada")
    there.get_by_role("button", name="Rejoindre").click()
    there.wait_for_url(f"**/c/{gm.campaign}")
    phone.is_live()
    assert [member["name"] for member in gm.get("~/members")] == ["Marie", "Ada"]
