"""Through the API: a game master of Terre Natale makes an opponent from its form alone, in one command."""

from __future__ import annotations

from typing import Any

import pytest

from typed import typed

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
    assert "Profil d’adversité" in str(sheet) and "Morsure" in str(sheet)
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


# ---------------------------------------------------------------- the same without anybody there: wishes and previews


@pytest.fixture
def alone(gm: Device) -> Device:
    """A game master at a table of Terre Natale where nobody is yet."""
    return Device(gm.http).create("terre_natale")


def preview(device: Device, **asked: Any) -> dict[str, Any]:
    answer = device.ask("POST", "~/preview", asked)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_game_says_of_what_its_opponents_are_made(alone: Device) -> None:
    fields = alone.get("/games/terre_natale/maker")["fields"]
    assert [field["name"] for field in fields][:4] == ["profil", "sorte", "role", "pouvoirs"]
    assert [len(field["choices"]) > 4 for field in fields][:4] == [True] * 4
    assert all(alone.get(f"/games/{game}/maker")["fields"] == [] for game in ("fluid", "vieux_monde"))


def test_an_opponent_is_seen_before_he_comes_and_choices_follow(alone: Device) -> None:
    seen = preview(alone, wish={"profil": "ennemi", "sorte": "animal"}, chosen="sorte", name="Grand loup")
    assert seen["wish"]["sorte"] == "animal" and seen["wish"]["role"] in seen["left"]["role"]
    assert "guerrier" not in seen["left"]["role"] and seen["left"]["pouvoirs"] == []
    assert {"animal", "humain", "machine"} <= set(seen["left"]["sorte"])
    assert seen["sheet"]["name"] == "Grand loup" and "Profil d’adversité" in str(seen["sheet"])
    monster = preview(alone, wish={"sorte": "primitif", "role": "fauve", "pouvoirs": ["venin"]}, chosen="pouvoirs")
    assert monster["sheet"] is None and monster["rule"] == "TN-10.125"
    assert typed(monster["why"]).startswith("Pouvoirs et faiblesses ne se valent pas : il manque 2 de faiblesses")


def test_whoever_is_wished_comes_under_a_name_and_a_number(alone: Device) -> None:
    wish = preview(alone, wish={"profil": "ennemi", "sorte": "mort_vivant"}, chosen="sorte")["wish"]
    alone.do("bring", wish=wish, name="Veilleur", count=2)
    assert [person["name"] for person in alone.get("~/table")["table"]["people"]] == ["Veilleur 1", "Veilleur 2"]
    alone.do("bring", key="adversaire", id="dragon", name="Vieille Cendre", side="Montagne")
    assert alone.get("~/table")["table"]["people"][-1]["side"] == "Montagne"  # though nothing is under way
    assert preview(alone, key="adversaire", id="dragon")["sheet"]["name"] == "Dragon"
    assert "Vieille Cendre" in str(alone.get("~/table"))


def test_whoever_is_wished_in_a_fight_stands_on_the_map_and_has_his_turn(alone: Device) -> None:
    alone.do("start_encounter", ready="gue", begin=True)
    alone.do("bring", wish={"profil": "nemesis", "role": "bretteur"}, name="Corbin", side="Coupe-jarrets")
    table = alone.get("~/table")["table"]
    (corbin,) = [person for person in table["people"] if person["name"] == "Corbin"]
    assert corbin["side"] == "Coupe-jarrets"
    plots = {(plot["x"], plot["y"]): plot["kind"] for plot in table["ground"]["plots"]}
    assert plots[corbin["x"], corbin["y"]] not in ("Eau profonde", "Mur")


def test_a_wish_that_cannot_be_is_refused_and_players_have_none(alone: Device) -> None:
    wish = {"sorte": "primitif", "role": "fauve", "pouvoirs": ["venin"]}
    assert "il manque 2" in no(alone.command({"do": "bring", "wish": wish}), 409, "closed")
    no(alone.command({"do": "bring", "wish": {"profil": 3}}), 409, "fault")
    no(alone.ask("POST", "~/preview", {"key": "adversaire", "id": "licorne"}), 409, "no_cast")
    luc = Device(alone.http).join(alone.invite(), "Luc")
    no(luc.ask("POST", "~/preview", {"wish": {}}), 403, "right")
    fluid = Device(alone.http).create("fluid")
    no(fluid.ask("POST", "~/preview", {"wish": {}}), 409, "no_maker")
