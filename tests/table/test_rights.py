"""Every command tried in every role; `docs/rights.md` is what the table of rights says."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path

import pytest

from tablee.table import commands as c
from tablee.table import rights
from tablee.table.backup import Backups
from tablee.table.exchange import export_campaign
from tablee.table.going_back import saved
from tablee.table.making import preview
from tablee.table.refusal import Refused
from tablee.table.state import Kept, Member

from .conftest import Sat

PAGE = Path(__file__).parents[2] / "docs" / "rights.md"
MARKS = {"yes": "yes", "own": "own", "no": "-"}


def page() -> str:
    lines = [
        "# Rights",
        "",
        "Made from `table/rights.py` by `tests/table/test_rights.py`, which tries every command in every role.",
        "What is everybody's (time that passes, rests of the party), or wants the game master's agreement, a player's",
        "`act` only asks for; the game master's `grant` does it.",
        "*own*: for one's own characters and drafts, or for what one has done oneself.",
        "",
        "| command | game master | player | spectator |",
        "|---|---|---|---|",
    ]
    for kind, levels in rights.COMMANDS.items():
        lines.append(f"| `{c.tag(kind)}` | {' | '.join(MARKS[level] for level in levels)} |")
    lines += ["", "Beside the log:", "", "| deed | game master | player | spectator |", "|---|---|---|---|"]
    for deed, levels in rights.DEEDS.items():
        lines.append(f"| {deed.replace('_', ' ')} | {' | '.join(MARKS[level] for level in levels)} |")
    return "\n".join(lines) + "\n"


def test_the_page_of_rights_is_the_table_of_rights() -> None:
    assert PAGE.read_text("utf-8") == page(), "docs/rights.md is to be written anew: python -m tests.table.test_rights"


def test_every_command_has_its_rights() -> None:
    assert set(rights.COMMANDS) == set(c.COMMANDS)


def commands(sat: Sat, own: bool) -> dict[type[c.Command], c.Command]:
    """One of each command, about Luc's own Alys and his draft, or about Ada's Bran and hers."""
    who = "alys" if own else "bran"
    drafts = {sketch.by: id for id, sketch in sat.state.desk.sketches.items()}
    draft = drafts[sat.luc.id if own else sat.ada.id]
    request = next((each.id for each in sat.state.play.requests), 1)
    made: list[c.Command] = [
        c.Say("Holà", who),
        c.Whisper((sat.gm.id,), "psst"),
        c.Roll("d6"),
        c.Line("/r d6"),
        c.NoteDown("à retenir"),
        c.Act({"do": "guetter", "actor": who}),
        c.Answer("non"),
        c.TypeDice((4,)),
        c.AskTest((who,), {"do": "guetter"}),
        c.DropTest(1),
        c.Grant(1),
        c.DropRequest(request),
        c.StartEncounter(sides={"a": (who,)}),
        c.JoinEncounter(who, "bleu"),
        c.LeaveEncounter(who),
        c.EndEncounter(),
        c.Pause(),
        c.KeepScene(Kept(title="Plus tard")),
        c.DropScene("s1"),
        c.OpenScene("s1"),
        c.ShowHandout("s1", "h1"),
        c.Rule(f"gens.{who}.vie", 4, "parce que"),
        c.SetPool(who, "vie", 4),
        c.Hide(who, name=True),
        c.WriteOwn({"arme": {"lame": {"nom": "Lame"}}}),
        c.DropOwn("arme", "lame"),
        c.SwitchOptions(("nuit",)),
        c.LayMap(),
        c.ClearMap(),
        c.Put(who, 1, 1),
        c.Arrange(),
        c.Fog(((0, 0),), True),
        c.LayPicture(),
        c.NewDraft(),
        c.EditDraft(draft, {"vie": 3}),
        c.DropDraft(draft),
        c.FinishDraft(draft, again=True),
        c.ImportCharacter("arena", {"id": "dora", "nom": "Dora"}),
        c.Bring("creature", "loup"),
        c.RemoveCharacter(who),
        c.Give(who, sat.eve.id),
        c.RealDice(who, True),
        c.LetPlay(who, True),
        c.GiveOrders(who, ()),
        c.SetPortrait(who),
        c.WriteNote(who, "à revoir"),
        c.Rename("Autre"),
        c.Undo(),
        c.Redo(),
        c.PlayOn(),
    ]
    return {type(each): each for each in made}


def forbidden(sat: Sat, member: Member, command: c.Command) -> bool:
    """Whether a command is refused for want of a right; refused for another reason, it was allowed."""
    try:
        sat.do(member, command)
    except Refused as refused:
        return refused.key in ("right", "not_yours", "undo_gm")
    return False


@pytest.mark.parametrize("kind", c.COMMANDS, ids=c.tag)
@pytest.mark.parametrize("own", [True, False], ids=["own", "others"])
def test_every_command_in_every_role(duel: Sat, kind: type[c.Command], own: bool) -> None:
    roles = {"gm": duel.gm, "player": duel.luc, "spectator": duel.eve}
    author = duel.luc if own else duel.ada
    if kind is c.Answer:
        striker, struck = ("bran", "alys") if own else ("alys", "bran")
        duel.do(duel.gm, c.Rule("combat.file", [striker, struck], "à qui le tour"))
        duel.do(duel.gm, c.Act({"do": "frapper", "actor": striker, "target": struck}))
    elif kind is c.TypeDice:
        who = "alys" if own else "bran"
        duel.do(duel.gm, c.RealDice(who, True))
        duel.do(author, c.Act({"do": "guetter", "actor": who, "secret": False}))
    elif kind is c.DropRequest:
        duel.do(author, c.Act({"do": "grandir", "actor": "alys" if own else "bran", "accord": True}))
    elif kind in (c.Undo, c.Redo):
        duel.do(author, c.Act({"do": "guetter", "actor": "alys" if own else "bran"}))
        if kind is c.Redo:
            duel.do(author, c.Undo())
    command = commands(duel, own)[kind]
    for role in ("spectator", "player", "gm"):  # the game master last: for him it changes things
        level = rights.COMMANDS[kind][rights.ROLES.index(role)]
        wanted = level == "no" or (level == "own" and not own)
        assert forbidden(duel, roles[role], command) == wanted, role


def deeds(sat: Sat, by: Member, own: bool) -> dict[str, Callable[[], object]]:
    """Everything that is done beside the log, by this member, to what is his own or to what is Ada's."""
    about = by if own else sat.ada
    seats, who = sat.store.members, "alys" if own else "bran"
    return {
        "look": lambda: sat.store.eyes(sat.id, by.id)[1].table(),
        "odds": lambda: sat.store.odds(sat.id, by.id, {"do": "guetter", "actor": who}),
        "rename_member": lambda: seats.change(sat.id, by.id, about.id, name=f"{about.name} bis"),
        "set_passphrase": lambda: rights.may(by, "set_passphrase", own=own),
        "invite": lambda: seats.invite(sat.id, by.id),
        "invite_again": lambda: seats.invite(sat.id, by.id, member=about.id),
        "revoke": lambda: seats.revoke(sat.id, by.id, "aucune"),
        "set_role": lambda: seats.change(sat.id, by.id, sat.eve.id, role="player"),
        "remove_member": lambda: seats.remove(sat.id, by.id, about.id),
        "view_as": lambda: sat.store.eyes(sat.id, by.id, view_as=sat.ada.id),
        "preview": lambda: preview(sat.store.eyes(sat.id, by.id)[1], "", "", {}, "", ""),
        "scenes": lambda: sat.eyes(by).kept_scenes(),
        "send_picture": lambda: sat.store.send_picture(sat.id, by.id, b""),
        "judge": lambda: rights.may(by, "judge", own=own),
        "own": lambda: rights.may(by, "own", own=own),
        "export_campaign": lambda: export_campaign(sat.store, sat.id, io.BytesIO(), by.id),
        "restore_campaign": lambda: saved(sat.store, Backups("sqlite://"), sat.id, by.id),
        "rules": lambda: sat.store.rules(sat.id, by.id),
        "delete_campaign": lambda: sat.store.remove_campaign(sat.id, by.id),
    }


@pytest.mark.parametrize("own", [True, False], ids=["own", "others"])
@pytest.mark.parametrize("deed", list(rights.DEEDS))
def test_every_deed_in_every_role(duel: Sat, deed: str, own: bool) -> None:
    for role, member in (("spectator", duel.eve), ("player", duel.luc), ("gm", duel.gm)):
        level = rights.DEEDS[deed][rights.ROLES.index(role)]
        assert refused_right(deeds(duel, member, own)[deed]) == (level == "no" or (level == "own" and not own)), role


def refused_right(deed: Callable[[], object]) -> bool:
    try:
        deed()
    except Refused as refused:
        return refused.key in ("right", "not_yours")
    return False


def test_every_deed_is_tried(sat: Sat) -> None:
    assert set(deeds(sat, sat.gm, True)) == set(rights.DEEDS)


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
