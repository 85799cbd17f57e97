"""Characters: made from drafts, imported, removed, given to members, hidden, and ruled upon."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.content import ContentError
from tablee.kernel.draft import Draft, Unfinished
from tablee.kernel.event import Event
from tablee.kernel.oracle import ALL, GM

from . import scenes
from .commands import (
    DropDraft,
    EditDraft,
    FinishDraft,
    Give,
    Hide,
    ImportCharacter,
    NewDraft,
    RealDice,
    RemoveCharacter,
    Rename,
    Rule,
    SwitchOptions,
)
from .moment import After, Moment
from .refusal import Refused
from .rights import plays
from .state import Desk, Sketch, Veil
from .visibility import OPEN, secretive, unseen

PEOPLE = 200  # in a campaign
DRAFTS = 20  # of one member
TITLE = 80  # characters

# ---------------------------------------------------------------- drafts


def new_draft(m: Moment, command: NewDraft) -> After:
    if sum(sketch.by == m.member.id for sketch in m.desk.sketches.values()) >= DRAFTS:
        raise Refused("too_many", what="drafts", most=DRAFTS)
    creation = m.game.creation
    draft = creation.random(m.rng.randrange(10**9)) if command.at_random else creation.draft()
    sketch = Sketch(f"d{m.seq}", m.member.id, msgspec.to_builtins(draft, str_keys=True))
    return m.after(desk=_with(m.desk, sketch))


def edit_draft(m: Moment, command: EditDraft) -> After:
    """Any field at any time; the game only says whether it is one, the review says what does not hold."""
    sketch = _sketch(m, command.draft)
    draft = _draft(m, {**sketch.data, **command.fields})
    m.game.creation.review(draft)
    return m.after(desk=_with(m.desk, replace(sketch, data=msgspec.to_builtins(draft, str_keys=True))))


def drop_draft(m: Moment, command: DropDraft) -> After:
    _sketch(m, command.draft)
    left = {id: sketch for id, sketch in m.desk.sketches.items() if id != command.draft}
    return m.after(desk=replace(m.desk, sketches=left))


def finish_draft(m: Moment, command: FinishDraft) -> After:
    """The draft becomes a character of the one who made it; the draft stays, to be taken up again."""
    sketch = _sketch(m, command.draft)
    try:
        made = m.game.creation.finish(_draft(m, sketch.data))
    except Unfinished as error:
        why = " ".join(m.game.words.closed(problem.why, m.member.lang) for problem in error.problems)
        raise Refused("unfinished", rule=error.problems[0].why.rule, why=why) from None
    character = msgspec.to_builtins(made, str_keys=True)
    who, away = sketch.made, m.play.away
    if who not in away and who not in m.game.people(m.scene):
        return _added(m, character, sketch.by, sketch)
    if not m.member.gm and not plays(m.state, m.member, who):  # he was given to somebody else meanwhile
        raise Refused("not_yours")
    if not command.again:
        raise Refused("draft_done", who=m.desk.names[who])
    if who in away:
        play = replace(m.play, away={**away, who: scenes.remade(m.game, who, character, m.play.options)})
    else:
        play = replace(m.play, scene=scenes.swap(m.game, m.scene, m.play.options, who, character))
    return m.after(Event("table.character_again", who), play=play)


def _sketch(m: Moment, id: str) -> Sketch:
    sketch = m.desk.sketches.get(id)
    if sketch is None:
        raise Refused("no_draft")
    return sketch


def _draft(m: Moment, data: dict[str, Any]) -> Draft:
    try:
        return content.convert(data, m.game.creation.draft, "brouillon")
    except ContentError as error:
        raise Refused("fault", echo=True, why=str(error)) from None


def _with(desk: Desk, sketch: Sketch) -> Desk:
    return replace(desk, sketches={**desk.sketches, sketch.id: sketch})


# ---------------------------------------------------------------- who is in the campaign


def import_character(m: Moment, command: ImportCharacter) -> After:
    if command.game != m.game.id:
        raise Refused("other_game", found=command.game, wanted=m.game.id)
    return _added(m, command.character, "" if m.member.gm else m.member.id)


def _added(m: Moment, character: dict[str, Any], owner: str, sketch: Sketch | None = None) -> After:
    if len(m.game.people(m.scene)) + len(m.play.away) >= PEOPLE:
        raise Refused("too_many", what="characters", most=PEOPLE)
    taken = m.desk.names if sketch is None or not sketch.made else m.desk.names.keys() - {sketch.made}
    who, there = scenes.newcomer(m.game, character, {*taken, *m.game.people(m.scene), *m.play.away}, m.play.options)
    if m.play.encounter is not None:  # he joins when he is told to
        play = replace(m.play, away={**m.play.away, who: there})
    else:
        play = replace(m.play, scene=scenes.put_in(m.game, m.scene, m.play.options, {who: there}))
    owners = {**without(m.desk.owners, who), **({who: owner} if owner and not _gm(m, owner) else {})}
    desk = replace(m.desk, owners=owners)
    if sketch is not None:
        desk = _with(desk, replace(sketch, made=who))
    desk = replace(desk, names={**desk.names, who: scenes.gathered(m.game, [there]).name(who)})
    return m.after(Event("table.character", who), play=play, desk=desk)


def _gm(m: Moment, member: str) -> bool:
    return member in m.members and m.members[member].gm


def remove_character(m: Moment, command: RemoveCharacter) -> After:
    m.present(command.who)
    play = replace(m.play, away=without(m.play.away, command.who))
    if command.who in m.game.people(m.scene):
        play = replace(play, scene=scenes.without(m.game, m.scene, m.play.options, [command.who]))
    nameless = m.play.veils.get(command.who, OPEN).name
    audience = command.who if nameless or command.who in unseen(m.game, m.state) else ALL
    gone = Event("table.character_gone", facts=(("gone", m.desk.names[command.who]),), audience=audience)
    return m.after(gone, play=play)


def without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in table.items() if k != key}


def give(m: Moment, command: Give) -> After:
    m.present(command.who)
    if command.member and command.member not in m.members:
        raise Refused("no_such_member", who=command.member)
    others = without(m.desk.owners, command.who)
    if not command.member:
        return m.after(Event("table.not_given", command.who), desk=replace(m.desk, owners=others))
    given = Event("table.given", command.who, facts=(("name", m.members[command.member].name),))
    return m.after(given, desk=replace(m.desk, owners={**others, command.who: command.member}))


def real_dice(m: Moment, command: RealDice) -> After:
    m.present(command.who)
    others = tuple(who for who in m.desk.by_hand if who != command.who)
    by_hand = (*others, command.who) if command.on else others
    said = Event("table.real_dice" if command.on else "table.no_real_dice", command.who)
    return m.after(said, desk=replace(m.desk, by_hand=by_hand))


# ---------------------------------------------------------------- what players know, and what the game master decides


def hide(m: Moment, command: Hide) -> After:
    """What is left out stays as it is; everybody hears of what is revealed, only the game master of what is hidden."""
    m.present(command.who)
    veil = m.play.veils.get(command.who, OPEN)
    fields = ("presence", "name", "rolls", "sheet", "known_as")
    changed = {key: getattr(command, key) for key in fields if getattr(command, key) is not None}
    veil, before = replace(veil, **changed), veil
    shown = _lifted(before, veil)
    event = Event("table.revealed", command.who) if shown else Event("table.hidden", command.who, audience="mj")
    veils = {**m.play.veils, command.who: veil}
    return m.after(event, play=replace(m.play, veils=veils), reveals=veil != before)  # taken back, it reveals or hides


def _lifted(before: Veil, after: Veil) -> bool:
    return (before.presence and not after.presence) or (before.name and not after.name)


def rule(m: Moment, command: Rule) -> After:
    """A ruling of the game master: recorded with what stood there before and what stands there now."""
    before = scenes.value_at(m.scene, command.path)
    scene = scenes.edited(m.game, m.scene, m.play.options, {command.path: command.value})
    after = scenes.value_at(scene, command.path)
    facts = ("path", command.path), ("before", before), ("after", after), ("why", command.why)
    about = next((who for who in m.game.people(m.scene) if f".{who}." in f".{command.path}."), "")
    open_to_all = not about or m.play.veils.get(about, OPEN).sheet is False or about in m.desk.owners
    everybody = command.path == scenes.people_field(m.game, m.scene)
    others = secretive(m.game, m.state) & {*scenes.strings(before), *scenes.strings(after)} - {about}
    if everybody or others:
        audience = GM
    else:
        secret = about and m.play.veils.get(about, OPEN).secret
        audience = ALL if open_to_all and not secret else about
    event = Event("table.ruling", about, facts=facts, audience=audience)
    return m.after(event, play=replace(m.play, scene=scene))


def switch_options(m: Moment, command: SwitchOptions) -> After:
    on = tuple(dict.fromkeys(command.on))
    scene = scenes.switched(m.game, m.scene, on)
    return m.after(Event("table.options", facts=(("on", on),)), play=replace(m.play, scene=scene, options=on))


def rename(m: Moment, command: Rename) -> After:
    title = command.title.strip()
    if not title or not title.isprintable():
        raise Refused("title", most=TITLE)
    return m.after(Event("table.renamed", facts=(("title", title),)), desk=replace(m.desk, title=title))
