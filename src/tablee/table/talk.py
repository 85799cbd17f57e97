"""Talk: words, whispers, notes, free dice, also as they are typed: « /r 2d6+3 », « /gmr d20 », « /w Alys psst »."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel import dice
from tablee.kernel.event import Event
from tablee.kernel.ledger import plain
from tablee.kernel.live import Live
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.sentence import Typed

from .commands import Command, Line, NoteDown, Roll, Say, Seen, Whisper
from .hidden import members_only
from .moment import After, Moment
from .refusal import Refused
from .state import Jotted

ROLLS: dict[str, Seen] = {  # what is typed, and who sees the dice
    "/r": "all",
    "/roll": "all",
    "/lancer": "all",
    "/gmr": "gm_me",
    "/gmroll": "gm_me",
    "/mj": "gm_me",
    "/blind": "gm",
    "/aveugle": "gm",
    "/me": "me",
    "/moi": "me",
}
NOTED, STRUCK = "table.noted", "table.note_struck"
JOTS = 2_000  # notes of a campaign
WHISPERS = ("/w", "/whisper", "/chuchoter")


def say(m: Moment, command: Say) -> After:
    """A member speaks, or lets a character of his speak."""
    if not command.as_who:
        return m.after(Event("table.said", facts=(("name", m.member.name), ("text", command.text))))
    m.present(command.as_who)
    return m.after(Event("table.said_as", command.as_who, facts=(("text", command.text),)))


def whisper(m: Moment, command: Whisper) -> After:
    """Only for those it is for, and who says it."""
    for id in command.to:
        if id not in m.members:
            raise Refused("no_such_member", who=Typed(id))
    names = ", ".join(m.members[id].name for id in command.to)
    facts = ("name", m.member.name), ("to", names), ("text", command.text)
    audience = members_only(m.member.id, *command.to)
    return m.after(Event("table.whispered", facts=facts, audience=audience))


def roll(m: Moment, command: Roll) -> After:
    """Dice outside any rule, for everybody, the game master and me, the game master alone, or me alone."""
    try:
        formula = dice.parse(command.formula)
    except dice.DiceError as error:
        said = error.english() if m.member.lang == "en" else str(error)
        raise Refused("formula", why=Typed(said)) from None
    live = Live(rng=m.rng)
    rolled = dice.roll(formula, live)
    facts = ("name", m.member.name), ("rolled", str(rolled)), ("total", rolled.total), ("note", command.note)
    audience = audience_of(m.member.id, command.seen)
    what = "table.rolled_for" if command.note else "table.rolled"
    event = Event(what, facts=facts, audience=audience, dice=tuple(live.dice))
    after = m.after(event)
    return After(after.state, after.told, tuple(live.transcript))


def audience_of(member: str, seen: Seen) -> str:
    me = members_only(member)
    return {"all": ALL, "gm_me": f"{GM},{me}", "gm": GM, "me": me}[seen]


def note_down(m: Moment, command: NoteDown) -> After:
    """A new note, or one's own as it is from now on; for others it is as if those for oneself were not there."""
    known, text = m.desk.journal, command.text.strip()
    old = known.get(str(command.note)) if command.note else None
    if command.note and (old is None or old.by != m.member.id):
        raise Refused("no_note")
    if old is None and not text:
        raise Refused("empty_note")
    if old is None and len(known) >= JOTS:
        raise Refused("too_many", what="notes", most=JOTS)
    shared = command.shared or (old is not None and old.shared)
    about = min(command.about or (old.about if old is not None else m.seq), m.seq)
    id, audience = command.note or m.seq, ALL if shared else members_only(m.member.id)
    facts: tuple[tuple[str, Any], ...] = (("name", m.member.name), ("jot", id))
    told = Event(NOTED, facts=(*facts, ("text", text))) if text else Event(STRUCK, facts=facts)
    journal = {**known, str(id): Jotted(m.member.id, about, shared)}
    return m.after(replace(told, audience=audience), desk=replace(m.desk, journal=journal))


def read_line(m: Moment, command: Line) -> Command:
    """A typed line as the command it stands for."""
    word, _, rest = command.text.strip().partition(" ")
    rest = rest.strip()
    if not word.startswith("/"):
        return Say(command.text)
    if word.lower() in ROLLS:
        return Roll(rest[:200] or " ", ROLLS[word.lower()])
    if word.lower() in WHISPERS:
        return _whispered(m, rest)
    raise Refused("unknown_line", word=Typed(word[:40]))


def _whispered(m: Moment, rest: str) -> Whisper:
    """« Jean Pierre psst »: the longest name of a member that the line begins with."""
    for member in sorted(m.members.values(), key=lambda member: -len(member.name)):
        n = len(member.name)
        if plain(rest[:n]) == plain(member.name) and rest[n : n + 1] in (" ", ""):
            if not rest[n:].strip():
                raise Refused("whisper_whom")
            return Whisper((member.id,), rest[n:].strip())
    if not rest:
        raise Refused("whisper_whom")
    raise Refused("no_such_member", who=Typed(rest.split()[0][:80]))
