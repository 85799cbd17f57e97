"""Applying a command: rights, then what it does. A pure function: no clock, no database, chance is handed in.

Undo and redo are not here: they move along the log, which the store keeps (see `history`).
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablee.kernel.sentence import Typed

from . import commands as c
from . import encounters, keeping, own, people, pictures, playing, requests, retold, rights, scenes, talk
from .hidden import reveals, told
from .moment import After, Moment
from .refusal import Refused
from .state import State, dump

LARGEST = 2_000_000  # bytes of a state

Handler = Callable[[Moment, Any], After]

HANDLERS: dict[type[c.Command], Handler] = {
    c.Say: talk.say,
    c.Whisper: talk.whisper,
    c.Roll: talk.roll,
    c.NoteDown: talk.note_down,
    c.Act: playing.act,
    c.Answer: playing.answer,
    c.TypeDice: playing.type_dice,
    c.AskTest: playing.ask_test,
    c.DropTest: playing.drop_test,
    c.Grant: requests.grant,
    c.DropRequest: requests.drop,
    c.StartEncounter: encounters.start,
    c.JoinEncounter: encounters.join,
    c.LeaveEncounter: encounters.leave,
    c.EndEncounter: encounters.end,
    c.Pause: playing.pause,
    c.KeepScene: keeping.keep,
    c.DropScene: keeping.drop,
    c.OpenScene: keeping.open_scene,
    c.ShowHandout: keeping.show,
    c.Rule: people.rule,
    c.SetPool: people.set_pool,
    c.Hide: people.hide,
    c.WriteOwn: own.write,
    c.DropOwn: own.drop,
    c.SwitchOptions: people.switch_options,
    c.LayMap: encounters.lay_map,
    c.ClearMap: encounters.clear_map,
    c.Put: encounters.put,
    c.Arrange: encounters.arrange,
    c.Fog: encounters.fog,
    c.LayPicture: encounters.lay_picture,
    c.NewDraft: people.new_draft,
    c.EditDraft: people.edit_draft,
    c.DropDraft: people.drop_draft,
    c.FinishDraft: people.finish_draft,
    c.ImportCharacter: people.import_character,
    c.Bring: encounters.bring,
    c.RemoveCharacter: people.remove_character,
    c.Give: people.give,
    c.RealDice: people.real_dice,
    c.LetPlay: people.let_play,
    c.GiveOrders: people.give_orders,
    c.SetPortrait: people.portrait,
    c.WriteNote: people.write_note,
    c.Rename: people.rename,
}

JUDGED_THERE = (c.Aside, c.Act, c.Answer, c.TypeDice)  # by themselves in what the member knows, or by nothing hidden


def apply(m: Moment, command: c.Command) -> After:
    """What comes of a command, or Refused with the reason; the state given is never changed.

    A member is refused what he could not do as far as he knows. Where only what he may not know is in the way, the game
    master is told of it, and he is told that something is.
    """
    known = m.as_known
    rights.check(known.state, m.member, command)
    if isinstance(command, c.Line):
        meant = talk.read_line(m, command)
        return dataclasses.replace(apply(m, meant), command=meant)
    if not command.anytime and m.eyes.paused and not (isinstance(command, c.Act) and command.test and not m.play.open):
        raise Refused("paused")
    if not command.anytime and known.play.open is not None:
        raise Refused("open", who=Typed(m.eyes.awaited_names()))
    after = _counted(m, command, _with_same(m, _pausing(m, _handled(m, known, command))))
    shown = after.reveals or (after.state.play is not m.play and reveals(m.game, m.state, after.state))
    state = pictures.swept(m.state, named(m, after.state))
    return dataclasses.replace(after, state=state, reveals=shown)


def _handled(m: Moment, known: Moment, command: c.Command) -> After:
    handler = HANDLERS[type(command)]
    if known is m or isinstance(command, JUDGED_THERE):
        return handler(m, command)
    handler(known, command)
    try:
        return handler(m, command)
    except Refused as refused:
        return playing.hindered(m, refused)


def _with_same(m: Moment, after: After) -> After:
    """Whoever has not changed is the same, whatever way the scene went through."""
    play = after.state.play
    scene = scenes.with_same(play.scene, m.scene)
    if scene is play.scene:
        return after
    return dataclasses.replace(after, state=replace(after.state, play=replace(play, scene=scene)))


def _counted(m: Moment, command: c.Command, after: After) -> After:
    """With the round it happened in, who fell and who went where, where something is told of it."""
    if command.aside or not after.told:
        return after
    stood = retold.stood(m.scene, after.state.play.scene)
    went = retold.went(m.game, m.state, after.state) if after.state is not m.state else ()
    counted = (*told(m.game, m.state, (stood,) if stood is not None else ()), *told(m.game, after.state, went))
    return dataclasses.replace(after, told=(*after.told, *counted)) if counted else after


def _pausing(m: Moment, after: After) -> After:
    """A pause that was to begin with the next turn begins when the turn passes on."""
    play = after.state.play
    if play.pause != "turn" or play.scene.turn() == m.scene.turn():
        return after
    return dataclasses.replace(after, state=replace(after.state, play=replace(play, pause="on")))


def named(m: Moment, state: State) -> State:
    """The state with the names of everybody in it remembered."""
    if state.play.scene is m.scene:
        return state
    names = {who: state.play.scene.name(who) for who in m.game.people(state.play.scene)}
    known = {**state.desk.names, **names}
    return state if known == state.desk.names else replace(state, desk=replace(state.desk, names=known))


def checked_size(state: State) -> bytes:
    """The state as bytes; Refused if nobody could want a campaign so large."""
    data = dump(state)
    if len(data) > LARGEST:
        raise Refused("too_large", most=LARGEST)
    return data
