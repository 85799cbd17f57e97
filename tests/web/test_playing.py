"""Playing through the API: commands, the log, what each may see and do, drafts, odds, search, replay."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from tablee.kernel.typography import typeset

from .devices import Device, read
from .test_campaigns import no


@pytest.fixture
def pit(gm: Device, luc: Device) -> tuple[Device, Device]:
    """Alys, Luc's, in the pit with two beasts; it is the beast Krax's turn, and then Oru's."""
    luc.character("Alys")
    gm.do("start_encounter", ready="fosse", sides={"Gens": ["alys"]})
    return gm, luc


def test_a_command_sent_again_is_answered_again_and_not_done_again(gm: Device) -> None:
    roll = {"do": "roll", "formula": "2d6"}
    first, again = gm.command(roll, "mine-1"), gm.command(roll, "mine-1")
    assert (first.status_code, again.status_code) == (201, 201)
    assert first.json()["entry"] == again.json()["entry"]
    assert (first.json()["repeated"], again.json()["repeated"]) == (False, True)
    assert len(gm.get("~/log")) == 2


def test_one_members_id_is_not_anothers(gm: Device, luc: Device) -> None:
    mine, his = (device.command({"do": "say", "text": "moi"}, "1").json() for device in (gm, luc))
    assert his["seq"] == mine["seq"] + 1


def test_commands_at_once_are_put_in_order(gm: Device, luc: Device) -> None:
    def say(n: int) -> int:
        device = Device((gm, luc)[n % 2].http)
        device.token, device.campaign = (gm, luc)[n % 2].token, gm.campaign
        seq: int = device.do("say", text=f"ligne {n}")["seq"]
        return seq

    before = gm.get("~")["campaign"]["last"]
    with ThreadPoolExecutor(8) as pool:
        numbers = list(pool.map(say, range(24)))
    assert sorted(numbers) == list(range(before + 1, before + 25))
    told = [event["seq"] for event in luc.get("~/events", after=before) if event["type"] == "entry"]
    assert told == sorted(numbers)


def test_of_two_who_act_at_once_the_second_hears_why_not(pit: tuple[Device, Device]) -> None:
    gm, _ = pit
    gm.do("act", action={"do": "passer", "actor": "krax"})
    late = gm.command({"do": "act", "action": {"do": "passer", "actor": "krax"}})
    assert no(late, 409, "closed") == "C'est à Orumaque d'agir (AR-2)"
    assert late.json()["rule"] == "AR-2"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"id": "a"}, "il manque la clé « command »"),
        ({"id": "a", "command": {"do": "fly"}}, "command.do : valeur inconnue « fly »"),
        ({"id": "a", "command": {"do": "say", "text": 3}}, "command.text : attendu un texte, trouvé un entier"),
        ({"id": "a", "command": {"do": "say", "text": "a", "loud": True}}, "command : clé inconnue « loud »"),
        ({"id": "a", "command": {"do": "undo", "entry": 10**30}}, "command.entry : attendu un entier <= 2147483647"),
        ({"id": "", "command": {"do": "redo"}}, "id : "),
        ([], "attendu une table, trouvé une liste"),
    ],
)
def test_a_command_that_is_not_understood_is_named_by_its_field(gm: Device, body: object, said: str) -> None:
    assert said in no(gm.ask("POST", "~/commands", body), 400, "wrong")


def test_what_is_wrong_is_said_in_the_members_language(gm: Device) -> None:
    gm.ask("PATCH", f"~/members/{gm.member}", {"lang": "en"})
    said = no(gm.ask("POST", "~/commands", {"id": "a", "command": {"do": "say", "text": 3}}), 400, "wrong")
    assert said == "Request not understood: Expected str, got int - at $.command.text."
    assert no(gm.command({"do": "answer", "answer": "x"}), 409, "nothing_open") == "Nothing is awaited now."


def test_a_player_does_what_is_his_and_a_spectator_looks_on(pit: tuple[Device, Device], eve: Device) -> None:
    _, luc = pit
    no(luc.command({"do": "act", "action": {"do": "passer", "actor": "krax"}}), 403, "not_yours")
    no(luc.command({"do": "end_encounter"}), 403, "right")
    no(eve.command({"do": "say", "text": "bonjour"}), 403, "right")
    assert eve.get("~/table")["table"]["encounter"]["title"] == "La fosse"


def test_the_log_is_read_by_pages_and_from_a_number_on(gm: Device) -> None:
    for n in range(2, 12):
        gm.do("say", text=f"ligne {n}")
    assert [entry["seq"] for entry in gm.get("~/log", limit=3)] == [9, 10, 11]
    assert [entry["seq"] for entry in gm.get("~/log", before=9, limit=3)] == [6, 7, 8]
    told = gm.get("~/events", after=8, limit=2)
    assert [(one["type"], one["seq"]) for one in told] == [("entry", 9), ("entry", 10), ("beat", 11)]


def test_a_form_learns_what_things_in_actions_are_called(pit: tuple[Device, Device]) -> None:
    gm, luc = pit
    assert gm.get("~/actions/krax/frapper/words") == {}  # people have names of their own
    assert gm.get("~/actions/krax/nulle_part/words") == {}
    no(luc.ask("GET", "~/actions/krax/frapper/words"), 403, "not_yours")


def test_what_one_may_do_comes_with_reasons_and_odds(pit: tuple[Device, Device]) -> None:
    gm, luc = pit
    actions = luc.get("~/actions/alys")
    closed = next(one for one in actions if one["text"] == "Frapper Kraxifer")
    assert closed["closed"] == typeset("C'est à Kraxifer d'agir (AR-2)")
    gm.do("act", action={"do": "passer", "actor": "krax"})
    gm.do("act", action={"do": "passer", "actor": "oru"})
    blow = next(one for one in gm.get("~/actions/krax") if one["text"] == "Frapper Alys")
    odds = gm.ask("POST", "~/odds", {"action": blow["action"]}).json()
    assert odds["look"] == "touche" and odds["yes"] == pytest.approx(1)
    no(luc.ask("POST", "~/odds", {"action": blow["action"]}), 403, "not_yours")
    assert no(gm.ask("POST", "~/odds", {"action": {"do": "voler"}}), 409, "fault").startswith(
        "action : action inconnue"
    )


def test_a_question_is_answered_by_whoever_is_asked(pit: tuple[Device, Device], eve: Device) -> None:
    gm, luc = pit
    gm.do("act", action={"do": "frapper", "actor": "krax", "target": "alys"})
    asked = luc.get("~/table")["table"]["open"]["awaited"][0]
    assert asked["mine"] and [option["id"] for option in asked["question"]["options"]] == ["non", "oui"]
    assert "question" not in eve.get("~/table")["table"]["open"]["awaited"][0]
    assert "touche Alys" in read(luc.do("answer", answer="non")["entry"]["events"][0])


def test_a_sheet_is_read_by_those_to_whom_it_is_open(pit: tuple[Device, Device]) -> None:
    gm, luc = pit
    assert luc.get("~/sheets/alys")["name"] == "Alys"
    no(luc.ask("GET", "~/sheets/krax"), 403, "secret_sheet")
    no(luc.ask("GET", "~/sheets/personne"), 404, "no_one")
    assert gm.get("~/sheets/krax")["name"] == "Kraxifer"


def test_a_draft_is_made_step_by_step(luc: Device, eve: Device, gm: Device) -> None:
    draft = f"d{luc.do('new_draft')['seq']}"
    assert [problem["text"] for problem in luc.get(f"~/drafts/{draft}")["problems"]] == ["Il manque un nom (AR-7)"]
    assert "Il manque un nom (AR-7)" in no(luc.command({"do": "finish_draft", "draft": draft}), 409, "unfinished")
    luc.do("edit_draft", draft=draft, fields={"nom": "Bran"})
    assert luc.get(f"~/drafts/{draft}")["preview"]["name"] == "Bran"
    assert gm.get(f"~/drafts/{draft}")["data"]["nom"] == "Bran"
    no(eve.ask("GET", f"~/drafts/{draft}"), 404, "no_draft")


def test_one_search_goes_over_the_log_the_rules_and_the_catalogues(http: httpx.Client) -> None:
    marie = Device(http).create("fluid")
    marie.do("say", text="L'ÉPÉE de Vaubrune")
    found = marie.get("~/search", words="epee")
    assert [read(entry["events"][0]) for entry in found["log"]] == [typeset("Marie : ") + "L'ÉPÉE de Vaubrune"]
    assert {article["catalogue"] for article in found["catalogue"]} >= {"objet"}
    assert found["rules"]


def test_the_books_are_open_to_everybody(http: httpx.Client) -> None:
    anyone = Device(http)
    fluid = next(game for game in anyone.get("/games") if game["id"] == "fluid")
    option = next(option for option in fluid["options"] if option["id"] == "charge")
    assert option["rule"] == "FLU-4.16" and option["text"] != "charge" and fluid["ready"]
    assert anyone.get("/games/fluid/rules", words="FLU-4.16")[0]["id"] == "FLU-4.16"
    assert anyone.get("/games/fluid/rules/flu-4.16")["text"]
    assert [one["name"] for one in anyone.get("/games/fluid/catalogue", words="main gauche")] == ["Main-gauche"]
    assert {start["id"] for start in anyone.get("/games/fluid/starts")} >= {"escrimeuse", "mage"}
    no(anyone.ask("GET", "/games/go/rules"), 404, "game")
    no(anyone.ask("GET", "/games/fluid/rules/FLU-99"), 404, "no_rule")
    french, english = (Device(http, lang).get("/games/fluid/rules/FLU-4.16")["text"] for lang in ("fr", "en"))
    assert french != english


def test_an_encounter_is_replayed_state_by_state(pit: tuple[Device, Device]) -> None:
    gm, luc = pit
    gm.do("act", action={"do": "frapper", "actor": "krax", "target": "alys"})
    luc.do("answer", answer="non")
    gm.do("act", action={"do": "passer", "actor": "oru"})
    gm.do("undo")
    (fought,) = luc.get("~/encounters")
    steps = luc.get(f"~/encounters/{fought['since']}")
    turns = [
        luc.get(f"~/states/{step['seq']}")["table"]["encounter"]["turn"] for step in steps if step.get("kind") != "undo"
    ]
    assert turns == [["krax"], ["krax"], ["oru"]]
    lives = [luc.get(f"~/states/{step['seq']}/sheets/alys")["sections"][0]["lines"][0]["now"] for step in steps]
    assert lives[0] == 10 and lives[-1] == 9
    no(luc.ask("GET", "~/states/999"), 404, "no_entry")


def test_the_game_master_sees_as_another_member_would(pit: tuple[Device, Device]) -> None:
    gm, luc = pit
    gm.do("hide", who="krax", name=True)
    assert gm.get("~/table", view_as=luc.member)["table"] == luc.get("~/table")["table"]
    assert gm.get("~/log", view_as=luc.member) == luc.get("~/log")
    assert b"Kraxifer" in gm.ask("GET", "~/table").content
    no(luc.ask("GET", f"~/table?view_as={gm.member}"), 403, "right")
    no(gm.ask("GET", "~/table?view_as=personne"), 403, "not_member")


def test_paper_holds_what_one_may_read_and_no_more(http: httpx.Client) -> None:
    gm = Device(http).create("fluid")
    luc = Device(http).join(gm.invite(), "Luc")
    gm.do("start_encounter", ready="demo")
    people = [person["id"] for person in gm.get("~/table")["table"]["people"]]
    gm.do("give", who=people[0], member=luc.member)
    for path in ("~/paper/party", "~/paper/opponents", f"~/sheets/{people[1]}/paper"):
        made = gm.ask("GET", path)
        assert made.status_code == 200 and made.content.startswith(b"%PDF")
        assert made.headers["content-type"] == "application/pdf"
    own = luc.ask("GET", f"~/sheets/{people[0]}/paper")
    assert own.content.startswith(b"%PDF") and 'filename="Ali-nor.pdf"' in own.headers["content-disposition"]
    hidden = next(who for who in people[1:] if luc.ask("GET", f"~/sheets/{who}").status_code == 403)
    no(luc.ask("GET", f"~/sheets/{hidden}/paper"), 403, "secret_sheet")
    no(luc.ask("GET", "~/paper/opponents"), 404, "paper_nobody")
    rules = luc.ask("GET", "/games/fluid/paper/rules?words=combat")
    assert rules.content.startswith(b"%PDF")
    no(luc.ask("GET", "/games/fluid/paper/rules?words=zzzz"), 404, "paper_rules")
