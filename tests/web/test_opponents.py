"""Through the API: a game master of Terre Natale makes an opponent from its form alone, in one command."""

from __future__ import annotations

from typing import Any

import pytest

from .devices import Device
from .test_campaigns import no


@pytest.fixture
def table(gm: Device) -> Device:
    """A game master at a table of Terre Natale, with somebody to meet."""
    master = Device(gm.http).create("terre_natale")
    master.do("bring", key="adversaire", id="milicien")
    return master


def fields(device: Device, do: str) -> dict[str, Any]:
    (form,) = [form for form in device.get("/games/terre_natale/actions") if form["do"] == do]
    return {"": form["text"], **{field["name"]: field for field in form["fields"]}}


def test_the_form_of_an_opponent_offers_every_choice_in_both_languages(table: Device) -> None:
    form = fields(table, "faire_venir")
    assert form[""] == "Créer un opposant"
    assert [choice["text"] for choice in form["profil"]["choices"]] == [
        *("Quidam", "Sbire", "Ennemi", "Adversaire", "Némésis", "Légende")
    ]
    assert {choice["id"] for choice in form["sorte"]["choices"]} >= {"humain", "animal", "mort_vivant", "machine"}
    assert (form["pouvoirs"]["kind"], form["combien"]["default"], form["nom"]["kind"]) == ("texts", 1, "text")
    assert all(len(form[name]["choices"]) > 5 for name in ("role", "pouvoirs"))
    table.lang = "en"
    english = fields(table, "faire_venir")
    assert english[""] == "Make an opponent" and english["profil"]["choices"][-1]["text"] == "Legend"
    assert len(fields(table, "convoquer")["adversaire"]["choices"]) == 30


def test_one_command_from_the_form_makes_them_and_they_can_be_seen_and_played(table: Device) -> None:
    (somebody,) = [person["id"] for person in table.get("~/table")["table"]["people"]]
    made = {"do": "faire_venir", "actor": somebody, "profil": "ennemi", "role": "fauve", "sorte": "animal"}
    table.do("act", action={**made, "nom": "Loup noir", "camp": "Meute", "combien": 2})
    names = {person["name"]: person["id"] for person in table.get("~/table")["table"]["people"]}
    assert {"Loup noir 1", "Loup noir 2"} <= names.keys()
    sheet = table.get(f"~/sheets/{names['Loup noir 1']}")
    assert "Profil d'adversité" in str(sheet) and "Morsure" in str(sheet)
    assert table.get(f"~/actions/{names['Loup noir 2']}")


def test_what_cannot_be_made_is_refused_with_a_reason(table: Device) -> None:
    (somebody,) = [person["id"] for person in table.get("~/table")["table"]["people"]]
    made = {"do": "faire_venir", "actor": somebody, "role": "fauve", "sorte": "primitif", "pouvoirs": ["venin"]}
    said = no(table.command({"do": "act", "action": made}), 409, "closed")
    assert said == "Pouvoirs et faiblesses ne se valent pas : il manque 2 de faiblesses (TN-10.125)"


def test_players_do_not_make_opponents(table: Device) -> None:
    luc = Device(table.http).join(table.invite(), "Luc")
    (somebody,) = [person["id"] for person in table.get("~/table")["table"]["people"]]
    answer = luc.command({"do": "act", "action": {"do": "faire_venir", "actor": somebody}})
    assert answer.status_code == 403 or answer.json()["key"] in ("master_only", "not_yours")
