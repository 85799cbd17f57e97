"""Characters: made from drafts, imported, removed, given to members, hidden, and ruled upon."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.content import ContentError
from tablee.kernel.draft import Draft, Unfinished
from tablee.kernel.event import Event
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.own import key_of, own_type
from tablee.kernel.sentence import Someone, Typed, chain

from . import own, pictures, scenes
from .commands import (
    DropDraft,
    EditDraft,
    FinishDraft,
    Give,
    GiveOrders,
    Hide,
    ImportCharacter,
    LetPlay,
    NewDraft,
    RealDice,
    RemoveCharacter,
    Rename,
    Rule,
    SetPool,
    SetPortrait,
    SwitchOptions,
    WriteNote,
)
from .hidden import OPEN, readers, secretive, unseen
from .moment import After, Moment
from .refusal import Refused
from .rights import plays
from .scenes import plain
from .state import Desk, Play, Sketch, Veil, hiding

PEOPLE = 200  # in a campaign
DRAFTS = 20  # of one member
TITLE = 80  # characters

# ---------------------------------------------------------------- drafts


def new_draft(m: Moment, command: NewDraft) -> After:
    if sum(sketch.by == m.member.id for sketch in m.desk.sketches.values()) >= DRAFTS:
        raise Refused("too_many", what="drafts", most=DRAFTS)
    creation = m.game.creation
    if command.start and command.start not in creation.starts:
        raise Refused("no_beginning", start=Typed(command.start))
    options = m.play.options
    if command.at_random:
        draft = creation.at_random(m.rng.randrange(10**9), options)
    else:
        draft = creation.begin(options, command.start)
    sketch = Sketch(f"d{m.seq}", m.member.id, own.without_own(draft))
    return m.after(desk=_with(m.desk, sketch))


def edit_draft(m: Moment, command: EditDraft) -> After:
    """Any field at any time; the game only says whether it is one, the review says what does not hold."""
    sketch = _sketch(m, command.draft)
    draft = _draft(m, {**sketch.data, **command.fields})
    m.game.creation.review(draft)
    return m.after(desk=_with(m.desk, replace(sketch, data=own.without_own(draft))))


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
        why = chain("{} {}", (problem.why.said for problem in error.problems))
        raise Refused("unfinished", rule=error.problems[0].why.rule, why=why) from None
    character = msgspec.to_builtins(made, str_keys=True)
    who = sketch.made
    if who not in m.play.away and who not in m.game.people(m.scene):
        return added(m, character, sketch.by, sketch, hidden=command.hidden)
    if not m.member.gm and not plays(m.state, m.member, who):  # he was given to somebody else meanwhile
        raise Refused("not_yours")
    if not command.again:
        raise Refused("draft_done", who=Someone(who))
    return in_place_of(m, who, character, command.hidden)


def in_place_of(m: Moment, who: str, character: dict[str, Any], hidden: bool) -> After:
    """Somebody as he is made anew, where he stands."""
    away = m.play.away
    if who in away:
        play = replace(m.play, away={**away, who: scenes.remade(m.game, who, character, m.play.options)})
    else:
        play = replace(m.play, scene=scenes.swap(m.game, m.scene, m.play.options, who, character))
    return m.after(Event("table.character_again", who), play=_hidden(m, play, who) if hidden else play)


def _sketch(m: Moment, id: str) -> Sketch:
    sketch = m.desk.sketches.get(id)
    if sketch is None:
        raise Refused("no_draft")
    return sketch


def _draft(m: Moment, data: dict[str, Any]) -> Draft:
    try:
        return m.game.creation.read(data, m.play.options, own.for_drafts(m.eyes.scene))
    except ContentError as error:
        raise Refused("fault", why=error.said) from None


def _with(desk: Desk, sketch: Sketch) -> Desk:
    return replace(desk, sketches={**desk.sketches, sketch.id: sketch})


# ---------------------------------------------------------------- who is in the campaign


def import_character(m: Moment, command: ImportCharacter) -> After:
    if command.game != m.game.id:
        raise Refused("other_game", found=Typed(command.game), wanted=Typed(m.game.id))
    command = replace(command, character=own.apart(m.scene, m.eyes.scene, command.character, m.rng))
    twin = "" if command.same == "both" else namesake(m, command.character)
    if twin and command.same == "replace":
        return in_place_of(m, twin, command.character, command.hidden)
    if twin:
        raise Refused("character_there", who=Someone(twin))
    return added(m, command.character, "" if m.member.gm else m.member.id, hidden=command.hidden)


def namesake(m: Moment, character: dict[str, Any]) -> str:
    """Who of those this member plays has this character's name; of others he is told nothing. Empty: nobody."""
    id, there = scenes.newcomer(m.game, character, m.play.options, lambda id: id)
    name = scenes.gathered(m.game, [there]).name(id)
    mine = (who for who in (*m.game.people(m.scene), *m.play.away) if m.member.gm or plays(m.state, m.member, who))
    return next((who for who in mine if m.desk.names.get(who) == name), "")


def added(
    m: Moment,
    character: dict[str, Any],
    owner: str = "",
    sketch: Sketch | None = None,
    hidden: bool = False,
    untold: bool = False,
) -> After:
    """A new character in the campaign, of this member. If he is hidden, or comes into the dark, his id is `untold`."""
    if len(m.game.people(m.scene)) + len(m.play.away) >= PEOPLE:
        raise Refused("too_many", what="characters", most=PEOPLE)
    taken = m.desk.names if sketch is None or not sketch.made else m.desk.names.keys() - {sketch.made}
    there_already = {*taken, *m.game.people(m.scene), *m.play.away}
    who, there = scenes.newcomer(
        m.game, character, m.play.options, lambda id: scenes.free_id(id, there_already, m.rng, hidden or untold)
    )
    if m.play.encounter is not None:  # he joins when he is told to
        play = replace(m.play, away={**m.play.away, who: there})
    else:
        play = replace(m.play, scene=scenes.put_in(m.game, m.scene, m.play.options, {who: there}))
    play = _hidden(m, play, who) if hidden else play
    if not (hidden or untold or owner) and who in unseen(m.game, replace(m.state, play=play)):
        return added(m, character, owner, sketch, untold=True)
    owners = {**without(m.desk.owners, who), **({who: owner} if owner and not _gm(m, owner) else {})}
    desk = replace(m.desk, owners=owners)
    if sketch is not None:
        desk = _with(desk, replace(sketch, made=who))
    desk = replace(desk, names={**desk.names, who: scenes.gathered(m.game, [there]).name(who)})
    return m.after(Event("table.character", who), play=play, desk=desk)


def _gm(m: Moment, member: str) -> bool:
    return member in m.members and m.members[member].gm


def _hidden(m: Moment, play: Play, who: str) -> Play:
    """Not to be seen by players, as the game master wants it."""
    if not m.member.gm:
        raise Refused("right", command=Typed("hide"), role=m.member.role)
    return replace(play, veils=hiding(play.veils, [who]))


def remove_character(m: Moment, command: RemoveCharacter) -> After:
    m.present(command.who)
    scene, gone = m.scene, frozenset([command.who])
    if command.who in scene.people:
        scene, gone = scenes.without(m.game, scene, m.play.options, gone)
    play = replace(m.play, scene=scene, away=scenes.forgotten(m.game, m.play.away, gone))
    nameless = m.play.veils.get(command.who, OPEN).name
    audience = command.who if nameless or command.who in unseen(m.game, m.state) else ALL
    left = Event("table.character_gone", facts=(("gone", command.who),), audience=audience)
    return m.after(left, play=play)


def without(table: dict[str, Any], key: str) -> dict[str, Any]:
    return {k: v for k, v in table.items() if k != key}


def give(m: Moment, command: Give) -> After:
    m.present(command.who)
    if command.member and command.member not in m.members:
        raise Refused("no_such_member", who=Typed(command.member))
    others = without(m.desk.owners, command.who)
    if not command.member:
        return m.after(Event("table.not_given", command.who), desk=replace(m.desk, owners=others))
    given = Event("table.given", command.who, facts=(("name", m.members[command.member].name),))
    return m.after(given, desk=replace(m.desk, owners={**others, command.who: command.member}))


def portrait(m: Moment, command: SetPortrait) -> After:
    """A picture is his face: one that the member has sent, or that is a face of his already. Nobody is told of it."""
    m.present(command.who)
    others = without(m.desk.portraits, command.who)
    if command.picture:
        pictures.there(m.desk, [command.picture])
        faces = {m.desk.portraits.get(who) for who in m.eyes.mine}
        if not (m.member.gm or m.desk.pictures[command.picture].by == m.member.id or command.picture in faces):
            raise Refused("no_picture")
        others = {**others, command.who: command.picture}
    return m.after(desk=replace(m.desk, portraits=others))


def real_dice(m: Moment, command: RealDice) -> After:
    m.present(command.who)
    others = tuple(who for who in m.desk.by_hand if who != command.who)
    by_hand = (*others, command.who) if command.on else others
    said = Event("table.real_dice" if command.on else "table.no_real_dice", command.who)
    return m.after(said, desk=replace(m.desk, by_hand=by_hand))


def let_play(m: Moment, command: LetPlay) -> After:
    """For the game master alone: players are not to know what they play against."""
    m.present(command.who)
    if command.on and m.desk.owners.get(command.who):
        raise Refused("machine_owned", who=Someone(command.who))
    others = tuple(who for who in m.desk.machine if who != command.who)
    said = Event("table.machine" if command.on else "table.no_machine", command.who, audience=GM)
    return m.after(said, desk=replace(m.desk, machine=(*others, command.who) if command.on else others))


def give_orders(m: Moment, command: GiveOrders) -> After:
    """Told to those who play the character; what an order answers later is told when it does."""
    m.present(command.who)
    asked = m.game.words.question
    for order in command.orders:
        if order.key not in asked:
            raise Refused("no_question", asked=Typed(order.key), there=tuple(map(Typed, sorted(asked))))
    kept = {command.who: command.orders} if command.orders else {}
    orders = {**without(m.desk.orders, command.who), **kept}
    said = Event("table.orders" if command.orders else "table.no_orders", command.who, audience=command.who)
    return m.after(said, desk=replace(m.desk, orders=orders))


def write_note(m: Moment, command: WriteNote) -> After:
    """Kept beside the play and told to nobody: whoever may read it finds it with the sheet."""
    m.present(command.who)
    field = "secret_notes" if command.secret else "notes"
    notes = without(getattr(m.desk, field), command.who)
    if command.text.strip():
        notes[command.who] = command.text
    return m.after(desk=replace(m.desk, **{field: notes}))


# ---------------------------------------------------------------- what players know, and what the game master decides


def hide(m: Moment, command: Hide) -> After:
    """What is left out stays as it is; everybody hears of what is revealed, only the game master of what is hidden."""
    m.present(command.who)
    veil = m.play.veils.get(command.who, OPEN)
    fields = ("presence", "name", "rolls", "sheet", "known_as")
    changed = {key: getattr(command, key) for key in fields if getattr(command, key) is not None}
    if command.sheet == "usual":
        changed["sheet"] = None
    veil, before = replace(veil, **changed), veil
    shown = _lifted(before, veil)
    event = Event("table.revealed", command.who) if shown else Event("table.hidden", command.who, audience="mj")
    veils = {**m.play.veils, command.who: veil}
    return m.after(event, play=replace(m.play, veils=veils), reveals=veil != before)  # taken back, it reveals or hides


def _lifted(before: Veil, after: Veil) -> bool:
    return (before.presence and not after.presence) or (before.name and not after.name)


def rule(m: Moment, command: Rule) -> After:
    """A ruling of the game master: recorded with what stood there before and what stands there now."""
    path = scenes.below(m.scene, command.who, command.path) if command.who else command.path
    before = scenes.at(m.scene, path)
    scene = scenes.edited(m.game, m.scene, m.play.options, {path: command.value})
    after = scenes.at(scene, path)
    facts = ("path", path), ("before", plain(before.value)), ("after", plain(after.value)), ("why", command.why)
    about = next(iter(before.through), "")
    everybody = path == scenes.people_path(m.scene) or _of_the_book(m, path)
    others = secretive(m.game, m.state) & (before.named() | after.named()) - {about}
    audience = GM if everybody or others else readers(m.state, about)
    event = Event("table.ruling_on" if about else "table.ruling", about, facts=facts, audience=audience)
    return m.after(event, play=replace(m.play, scene=scene))


def _of_the_book(m: Moment, path: str) -> bool:
    """Whether something stands in the table's own book, which is the game master's."""
    kept = own_type(m.game.scene)
    return kept is not None and path.split(".")[0] == key_of(m.game.scene)


def set_pool(m: Moment, command: SetPool) -> After:
    """A pool by the value its sheet shows: what is kept instead, and where, the sheet says."""
    m.present(command.who)
    away = m.play.away.get(command.who)
    scene = m.scene if away is None else scenes.gathered(m.game, [away])
    pool = m.game.sheet(scene, command.who).pool(command.at)
    if pool is None:
        raise Refused("no_pool", path=Typed(command.at))
    bounds = Refused("pool", label=pool.label, low=pool.low, most=pool.most, value=command.value)
    too_much = command.value > pool.most
    if command.value < pool.low or (pool.lost and too_much):
        raise bounds
    try:
        play = _with_value(m, command.who, command.at, pool.kept(command.value))
    except Refused as refused:  # a pool that is kept itself may hold more than its maximum, if the game allows it
        raise (bounds if too_much else refused) from None
    facts = ("name", m.member.name), ("pool", pool.label), ("before", pool.now), ("after", command.value)
    what, why = ("table.pool_why", (("why", command.why),)) if command.why.strip() else ("table.pool", ())
    return m.after(Event(what, command.who, facts=(*facts, *why), audience=readers(m.state, command.who)), play=play)


def _with_value(m: Moment, who: str, at: str, value: int) -> Play:
    """The play with this value at this path below somebody, present or away, if the game accepts it."""
    if who not in m.play.away:
        path = scenes.below(m.scene, who, at)
        return replace(m.play, scene=scenes.edited(m.game, m.scene, m.play.options, {path: value}))
    character = scenes.with_value(m.play.away[who], at, value)
    return replace(m.play, away={**m.play.away, who: scenes.remade(m.game, who, character, m.play.options)})


def switch_options(m: Moment, command: SwitchOptions) -> After:
    on = tuple(dict.fromkeys(command.on))
    scene = scenes.switched(m.game, m.scene, on)
    return m.after(Event("table.options", facts=(("on", on),)), play=replace(m.play, scene=scene, options=on))


def rename(m: Moment, command: Rename) -> After:
    title = command.title.strip()
    if not title or not title.isprintable():
        raise Refused("title", most=TITLE)
    return m.after(Event("table.renamed", facts=(("title", title),)), desk=replace(m.desk, title=title))
