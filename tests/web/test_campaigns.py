"""Campaigns and members: made, joined by invitation, left; devices that stay signed in."""

from __future__ import annotations

import httpx
import pytest

from tablee.web.seats import COOKIE
from typed import typed

from .devices import Device


def no(answer: httpx.Response, status: int, key: str) -> str:
    """The sentence of a refusal, as one types it."""
    assert (answer.status_code, answer.json()["key"]) == (status, key), answer.text
    assert set(answer.json()) == {"key", "text", "rule"}
    return typed(answer.json()["text"])


def test_whoever_makes_a_campaign_is_its_game_master(gm: Device) -> None:
    mine = gm.get("/campaigns")
    assert [(one["campaign"]["id"], one["member"]["role"]) for one in mine] == [(gm.campaign, "gm")]
    assert gm.get("~")["campaign"]["game"] == "arena"


def test_a_campaign_is_renamed_and_deleted_by_the_game_master_alone(gm: Device, luc: Device) -> None:
    no(luc.ask("PATCH", "~", {"title": "À moi"}), 403, "right")
    assert gm.ask("PATCH", "~", {"title": "L'arène"}).json()["title"] == "L'arène"
    assert luc.get("~")["campaign"]["title"] == "L'arène"
    no(luc.ask("DELETE", "~"), 403, "right")
    assert gm.ask("DELETE", "~").status_code == 204
    assert gm.get("/campaigns") == []
    no(luc.ask("GET", "~/table"), 401, "sign_in")


def test_an_unknown_game_makes_no_campaign(http: httpx.Client) -> None:
    no(Device(http).ask("POST", "/campaigns", {"game": "go", "name": "Marie"}), 404, "game")
    no(Device(http).ask("POST", "/campaigns", {"game": "arena", "name": " "}), 409, "name")
    assert Device(http).get("/campaigns") == []


def test_the_cookie_is_out_of_reach_of_scripts_and_other_sites(http: httpx.Client) -> None:
    def cookie(url: str) -> str:
        body = {"game": "arena", "name": "Marie"}
        answer = http.post(f"{url}/api/v1/campaigns", json=body, headers={"X-Tablee": "1"})
        return answer.headers["set-cookie"].lower()

    plain, secure = cookie("http://testserver.local"), cookie("https://testserver.local")
    for one in (plain, secure):
        assert "; httponly" in one and "; samesite=lax" in one and "; path=/" in one
    assert "; secure" not in plain and "; secure" in secure


def test_an_invitation_says_what_it_is_for_before_one_joins(gm: Device, http: httpx.Client) -> None:
    secret = gm.invite(role="spectator")
    shown = Device(http).ask("POST", "/invitation", {"secret": secret}).json()
    assert (shown["campaign"], shown["game"], shown["role"]) == (gm.campaign, "arena", "spectator")
    no(Device(http).ask("POST", "/invitation", {"secret": "faux"}), 404, "invitation")


def test_the_secret_stands_behind_the_hash_and_nowhere_else(gm: Device) -> None:
    link = gm.ask("POST", "~/invitations", {}).json()
    assert link["path"] == f"/#rejoindre={link['secret']}"
    assert link["secret"] not in gm.ask("GET", "~/invitations").text


def test_a_code_is_joined_by_like_a_link(gm: Device, luc: Device, http: httpx.Client) -> None:
    link = gm.ask("POST", "~/invitations", {"role": "spectator"}).json()
    code = gm.ask("POST", f"~/invitations/{link['id']}/code").json()["code"]
    assert code not in gm.ask("GET", "~/invitations").text
    assert Device(http).ask("POST", "/invitation", {"secret": code}).json()["role"] == "spectator"
    assert Device(http).ask("POST", "/join", {"secret": code.lower(), "name": "Ada"}).status_code == 201
    no(luc.ask("POST", f"~/invitations/{link['id']}/code"), 403, "right")
    no(gm.ask("POST", "~/invitations/abc/code"), 404, "invitation")


def test_a_revoked_or_used_up_invitation_lets_nobody_in(gm: Device, http: httpx.Client) -> None:
    link = gm.ask("POST", "~/invitations", {}).json()
    assert gm.ask("DELETE", f"~/invitations/{link['id']}").status_code == 204
    no(Device(http).ask("POST", "/join", {"secret": link["secret"], "name": "Luc"}), 404, "invitation")
    once = gm.invite(uses=1)
    Device(http).join(once, "Luc")
    no(Device(http).ask("POST", "/join", {"secret": once, "name": "Ada"}), 404, "invitation_used")


def test_a_link_for_another_device_works_once_and_asks_for_no_name(gm: Device, luc: Device, http: httpx.Client) -> None:
    for by in (gm, luc):
        secret, other = by.invite(member=luc.member), Device(http)
        shown = other.ask("POST", "/invitation", {"secret": secret}).json()
        assert (shown["member"]["name"], shown["role"]) == ("Luc", "player")
        assert luc.ask("POST", "/join", {"secret": secret}).json()["member"]["id"] == luc.member  # there already
        no(gm.ask("POST", "/join", {"secret": secret}), 409, "seated")
        assert other.ask("POST", "/join", {"secret": secret}).json()["member"]["id"] == luc.member
        assert "déjà servi" in no(Device(http).ask("POST", "/join", {"secret": secret}), 404, "invitation_used")
        for way in ("/invitation", "/join"):  # it still leads who sits there to the table, as whom he is
            assert other.ask("POST", way, {"secret": secret}).json()["member"]["id"] == luc.member
        assert "Marie" in no(gm.ask("POST", "/join", {"secret": secret}), 409, "seated")
        no(Device(http).create(name="Zoé").ask("POST", "/invitation", {"secret": secret}), 404, "invitation_used")
    assert [m["name"] for m in gm.get("~/members")] == ["Marie", "Luc"]
    no(luc.ask("POST", "~/invitations", {"member": gm.member}), 403, "right")
    no(gm.ask("POST", "~/invitations", {"member": "abc"}), 404, "no_such_member")


def test_a_game_master_who_keeps_a_link_may_sign_out(gm: Device, http: httpx.Client) -> None:
    secret = gm.invite(member=gm.member)
    gm.ask("POST", "/sign-out")
    back = gm.ask("POST", "/join", {"secret": secret}).json()
    assert (back["member"]["role"], back["campaign"]["id"]) == ("gm", gm.campaign)
    assert gm.get("~/table")


def test_a_device_sits_once_at_a_table(gm: Device, luc: Device) -> None:
    assert "Luc" in no(luc.ask("POST", "/join", {"secret": gm.invite(), "name": "Luc bis"}), 409, "seated")
    assert [m["name"] for m in gm.get("~/members")] == ["Marie", "Luc"]


def test_one_comes_back_on_another_device_by_a_passphrase(gm: Device, luc: Device, http: httpx.Client) -> None:
    other, back = Device(http), {"campaign": luc.campaign, "name": "luc", "passphrase": "quatre chats gris"}
    no(other.ask("POST", "/sign-in", back), 403, "passphrase")
    no(luc.ask("PUT", "~/passphrase", {"passphrase": "court"}), 409, "passphrase_short")
    assert luc.ask("PUT", "~/passphrase", {"passphrase": "quatre chats gris"}).status_code == 204
    no(other.ask("POST", "/sign-in", {**back, "passphrase": "quatre chats noirs"}), 403, "passphrase")
    assert other.ask("POST", "/sign-in", back).json()["member"]["id"] == luc.member
    other.campaign = luc.campaign
    assert other.get("~")["member"]["name"] == "Luc"


def test_a_device_that_signs_out_is_forgotten(luc: Device) -> None:
    answer = luc.ask("POST", "/sign-out")
    assert answer.status_code == 204
    assert f'{COOKIE}=""' in answer.headers["set-cookie"] or "Max-Age=0" in answer.headers["set-cookie"]
    no(luc.ask("GET", "~/table"), 401, "sign_in")


def test_a_member_changes_himself_and_the_game_master_everybody(gm: Device, luc: Device) -> None:
    assert luc.ask("PATCH", f"~/members/{luc.member}", {"name": "Lucas", "lang": "en"}).json()["name"] == "Lucas"
    no(luc.ask("PATCH", f"~/members/{gm.member}", {"name": "Zoé"}), 403, "right")
    no(luc.ask("PATCH", f"~/members/{luc.member}", {"role": "gm"}), 403, "right")
    assert gm.ask("PATCH", f"~/members/{luc.member}", {"role": "spectator"}).json()["role"] == "spectator"


def test_who_is_sent_away_may_look_no_longer(gm: Device, luc: Device) -> None:
    no(luc.ask("DELETE", f"~/members/{gm.member}"), 403, "right")
    assert gm.ask("DELETE", f"~/members/{luc.member}").status_code == 204
    no(luc.ask("GET", "~/table"), 401, "sign_in")
    no(gm.ask("DELETE", f"~/members/{gm.member}"), 409, "last_gm")


def test_at_another_table_one_is_nobody(gm: Device, http: httpx.Client) -> None:
    other = Device(http).create(name="Zoé")
    other.campaign = gm.campaign
    for path in ("~", "~/table", "~/log", "~/events?after=0", "~/members", "~/invitations", "~/search?words=a"):
        no(other.ask("GET", path), 403, "not_member")
    no(other.command({"do": "say", "text": "coucou"}), 403, "not_member")


@pytest.mark.parametrize("role", ["player", "spectator"])
def test_invitations_are_the_game_masters_business(gm: Device, luc: Device, eve: Device, role: str) -> None:
    device = luc if role == "player" else eve
    no(device.ask("GET", "~/invitations"), 403, "right")
    no(device.ask("POST", "~/invitations", {}), 403, "right")
