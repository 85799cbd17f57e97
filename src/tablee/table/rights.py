"""Rights: which role may give which command. One table, from which `docs/rights.md` is made."""

from __future__ import annotations

from typing import Literal

from tablee.kernel.sentence import Typed

from . import commands as c
from .refusal import Refused
from .state import Member, Role, State

Level = Literal["yes", "own", "no"]  # own: for what is one's own, a character or a draft

ROLES: tuple[Role, ...] = ("gm", "player", "spectator")

COMMANDS: dict[type[c.Command], tuple[Level, Level, Level]] = {  # game master, player, spectator
    c.Say: ("yes", "own", "no"),
    c.Whisper: ("yes", "yes", "no"),
    c.Roll: ("yes", "yes", "no"),
    c.Line: ("yes", "yes", "no"),
    c.NoteDown: ("yes", "yes", "no"),
    c.Act: ("yes", "own", "no"),
    c.Answer: ("yes", "own", "no"),
    c.TypeDice: ("yes", "own", "no"),
    c.AskTest: ("yes", "no", "no"),
    c.DropTest: ("yes", "no", "no"),
    c.Grant: ("yes", "no", "no"),
    c.DropRequest: ("yes", "own", "no"),
    c.StartEncounter: ("yes", "no", "no"),
    c.JoinEncounter: ("yes", "own", "no"),
    c.LeaveEncounter: ("yes", "own", "no"),
    c.EndEncounter: ("yes", "no", "no"),
    c.Pause: ("yes", "no", "no"),
    c.KeepScene: ("yes", "no", "no"),
    c.DropScene: ("yes", "no", "no"),
    c.OpenScene: ("yes", "no", "no"),
    c.ShowHandout: ("yes", "no", "no"),
    c.Rule: ("yes", "no", "no"),
    c.SetPool: ("yes", "own", "no"),
    c.Hide: ("yes", "no", "no"),
    c.WriteOwn: ("yes", "no", "no"),
    c.DropOwn: ("yes", "no", "no"),
    c.SwitchOptions: ("yes", "no", "no"),
    c.LayMap: ("yes", "no", "no"),
    c.ClearMap: ("yes", "no", "no"),
    c.Put: ("yes", "own", "no"),
    c.Arrange: ("yes", "no", "no"),
    c.Fog: ("yes", "no", "no"),
    c.LayPicture: ("yes", "no", "no"),
    c.NewDraft: ("yes", "yes", "no"),
    c.EditDraft: ("yes", "own", "no"),
    c.DropDraft: ("yes", "own", "no"),
    c.FinishDraft: ("yes", "own", "no"),
    c.ImportCharacter: ("yes", "yes", "no"),
    c.Bring: ("yes", "no", "no"),
    c.RemoveCharacter: ("yes", "own", "no"),
    c.Give: ("yes", "no", "no"),
    c.RealDice: ("yes", "own", "no"),
    c.LetPlay: ("yes", "no", "no"),
    c.GiveOrders: ("yes", "own", "no"),
    c.SetPortrait: ("yes", "own", "no"),
    c.WriteNote: ("yes", "own", "no"),
    c.Rename: ("yes", "no", "no"),
    c.Undo: ("yes", "own", "no"),
    c.Redo: ("yes", "own", "no"),
    c.PlayOn: ("yes", "no", "no"),
}

DEEDS: dict[str, tuple[Level, Level, Level]] = {  # what is done beside the log
    "look": ("yes", "yes", "yes"),
    "odds": ("yes", "own", "no"),
    "rename_member": ("yes", "own", "own"),
    "set_passphrase": ("own", "own", "own"),
    "invite": ("yes", "no", "no"),
    "invite_again": ("yes", "own", "own"),  # a member who is there, on another device
    "revoke": ("yes", "no", "no"),
    "set_role": ("yes", "no", "no"),
    "remove_member": ("yes", "own", "own"),
    "view_as": ("yes", "no", "no"),
    "preview": ("yes", "no", "no"),  # who could be called
    "scenes": ("yes", "no", "no"),  # those that are kept for later
    "send_picture": ("yes", "yes", "no"),
    "own": ("yes", "no", "no"),  # the table's own book
    "judge": ("yes", "no", "no"),  # how hard an encounter would be
    "export_campaign": ("yes", "no", "no"),
    "restore_campaign": ("yes", "no", "no"),  # as it was on a day that was saved
    "rules": ("yes", "no", "no"),  # what the present rules do not understand
    "delete_campaign": ("yes", "no", "no"),
}


def check(state: State, member: Member, command: c.Command) -> None:
    """Refused if this member may not give this command."""
    level = COMMANDS[type(command)][ROLES.index(member.role)]
    if level == "no":
        raise Refused("right", command=Typed(c.tag(command)), role=member.role)
    if level == "own" and not owns(state, member, command):
        raise Refused("not_yours")


def may(member: Member, deed: str, own: bool = False) -> None:
    """Refused if this member may not do this, to what is his own or not."""
    level = DEEDS[deed][ROLES.index(member.role)]
    if level == "no" or (level == "own" and not own):
        raise Refused("right", command=Typed(deed), role=member.role)


def owns(state: State, member: Member, command: c.Command) -> bool:
    """Whether a command is about what is this member's own. Undo and redo are judged on the log."""
    match command:
        case c.Act():
            actors = {str(each.get("actor", "")) for each in (command.action, command.first) if each is not None}
            return all(plays(state, member, who) for who in actors)
        case c.Say():
            return not command.as_who or plays(state, member, command.as_who)
        case c.Answer():
            pending = state.play.open
            asked = pending.questions[command.question : command.question + 1] if pending is not None else ()
            return not asked or (asked[0].audience != "mj" and plays(state, member, asked[0].who))
        case c.TypeDice():
            throw = state.play.open.throw if state.play.open is not None else None
            return throw is None or plays(state, member, throw.who)
        case c.DropRequest():
            return all(each.by == member.id for each in state.play.requests if each.id == command.request)
        case c.EditDraft() | c.DropDraft() | c.FinishDraft():
            sketch = state.desk.sketches.get(command.draft)
            return sketch is not None and sketch.by == member.id
        case c.JoinEncounter() | c.LeaveEncounter() | c.Put() | c.RemoveCharacter() | c.SetPool():
            return plays(state, member, command.who)
        case c.RealDice() | c.GiveOrders() | c.SetPortrait():
            return plays(state, member, command.who)
        case c.WriteNote():
            return not command.secret and plays(state, member, command.who)
        case _:
            return True


def plays(state: State, member: Member, who: str) -> bool:
    return state.desk.owners.get(who) == member.id
