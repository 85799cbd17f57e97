"""One field of a draft, asked for at a prompt and read by its kind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import inspect
from rich.console import RenderableType
from rich.text import Text

from tablee.kernel.content import fault
from tablee.kernel.draft import IDLE, Draft, Field
from tablee.kernel.ledger import plain
from tablee.kernel.voice import Voice

from . import params, render
from .errors import Refused, refuse
from .sentences import told
from .terminal import Read, complain, out
from .texts import counting, say

QUIT, BACK, SUGGEST = object(), object(), object()
NONE = "-"


def unasked(field: Field, draft: Draft) -> bool:
    """Whether nothing is to be filled in here, and nothing was."""
    return field.idle and getattr(draft, field.name) == getattr(type(draft)(), field.name)


def show_unasked(fields: Sequence[Field], voice: Voice) -> None:
    """The fields nobody is asked for, in one line."""
    if fields:
        labels = ", ".join(voice.tr(field.label) for field in fields)
        out.print(render.indent(Text(f"{labels}{say('colon')}{voice.tr(IDLE)}", "soft")))


def ask_field(field: Field, draft: Draft, voice: Voice, read: Read) -> Any:
    """The value for this field, asked until it fits; or QUIT, BACK or SUGGEST. Enter keeps what there is."""
    if field.kind in ("choice", "choices") and len(field.keys) <= _settled(field, draft):
        out.print(render.indent(Text(say("new.no_choice", label=voice.tr(field.label)), "soft")))
        return getattr(draft, field.name)
    show_field(field, draft, voice)
    while True:
        line = read(f"  {described(field, draft, voice)} > ")
        if line is None or line == "q":
            return QUIT
        if line == "<":
            return BACK
        if line == "?":
            return SUGGEST
        if not line:
            return getattr(draft, field.name)
        try:
            return typed(field, draft, READERS[field.kind](field, line, voice), voice)
        except Refused as refused:
            complain(refused.sentences[0])


def _settled(field: Field, draft: Draft) -> int:
    """How few choices leave nothing to ask: none where nothing was chosen, one where it was chosen."""
    held = msgspec.to_builtins(getattr(draft, field.name))
    if field.kind == "choices":
        return -1 if held else 0
    return 1 if [key for key, _ in field.keys] == [held] else -1


def show_field(field: Field, draft: Draft, voice: Voice) -> None:
    """What may be answered."""
    if field.help:
        out.print(render.indent(Text(voice.tr(field.help), "soft")))
    if field.kind in ("choice", "choices"):
        out.print(offered(field, [voice.tr(label) for _, label in field.keys], voice))
    elif field.kind == "points" and field.keys:
        out.print(render.indent(Text(bounds(field), "soft")))
        out.print(offered(field, [named(key, label, voice) for key, label in field.keys], voice))
    how = HOW.get(field.kind, "")
    if field.kind == "entries":
        for column in (column for column in field.columns if column.keys):
            names = ", ".join(voice.tr(label) for _, label in column.keys)
            out.print(render.indent(Text(f"{voice.tr(column.label)}{say('colon')}{names}", "soft")))
        out.print(render.indent(Text(say(how, form=form(columns(draft, field), voice)), "soft")))
    elif field.kind == "points" and field.keys:
        out.print(render.indent(Text(say(how, example=example(field)), "soft")))
    elif how and field.kind != "points":
        out.print(render.indent(Text(say(how), "soft")))


def offered(field: Field, labels: list[str], voice: Voice) -> RenderableType:
    """What there is, numbered; a line each where something is to be known of them before one chooses."""
    if not field.notes and not field.groups:
        return render.numbered(labels)
    said = [[voice.tr(of.get(key, "")) for key, _ in field.keys] for of in (field.notes, field.groups)]
    return render.explained(labels, *said)


def named(key: str, label: str, voice: Voice) -> str:
    """« CC Capacité de Combat »: an abbreviation with what it stands for, else the name alone."""
    said = voice.tr(label)
    return f"{key}  {said}" if key.isupper() and key != said else said


def example(field: Field) -> str:
    """« CC=5 TIR=4 »: how points are typed, by abbreviations where there are such, else by numbers."""
    keys = [key if key.isupper() else str(place) for place, (key, _) in enumerate(field.keys[:2], 1)]
    return " ".join(f"{key}={points}" for key, points in zip(keys, (5, 4), strict=False))


def described(field: Field, draft: Draft, voice: Voice) -> str:
    """« Force 3 »: the field and what it holds now."""
    held = getattr(draft, field.name)
    value = msgspec.to_builtins(held)
    labels = dict(field.keys)
    if field.kind == "choice":
        shown = voice.tr(str(labels.get(value) or value or "")) or "…"
    elif field.kind == "choices":
        shown = ", ".join(voice.tr(labels.get(v, str(v))) for v in value) or "…"
    elif field.kind == "entries":
        shown = ", ".join(map(entry, held.items() if isinstance(held, dict) else held)) or "…"
    elif field.kind == "points" and isinstance(value, dict):
        shown = ", ".join(f"{voice.tr(str(labels.get(k, k)))} {n}" for k, n in value.items()) or "…"
    else:
        shown = voice.plainly(value) if value not in ("", None, [], {}) else "…"
    return f"{voice.tr(field.label)} [{shown}]"


def entry(value: Any) -> str:
    """« Rapière=3/escrime »: a name and what goes with it as one would type it, however the draft keeps them."""
    if isinstance(value, str):
        return value
    name, *others = msgspec.structs.astuple(value) if isinstance(value, msgspec.Struct) else value
    written = "/".join("" if other is None else str(other) for other in others).rstrip("/")
    return f"{name}={written}" if written else str(name)


def bounds(field: Field) -> str:
    return say("new.range", low=field.low, high=field.high)


def typed(field: Field, draft: Draft, value: Any, voice: Voice) -> Any:
    """The value as the draft has it, or the reason it cannot be."""
    kind = next(f.type for f in msgspec.structs.fields(type(draft)) if f.name == field.name)
    if field.kind == "points" and isinstance(value, dict):  # those that were not named stay as they are
        value = {**msgspec.to_builtins(getattr(draft, field.name)), **value}
    if field.kind == "entries":
        value = shaped(value, inspect.type_info(kind), field, voice)
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        raise refuse("new.bad_value", label=field.label, why=told(fault(str(error)))) from None


# ---------------------------------------------------------------- the kinds of fields


def read_text(field: Field, line: str, voice: Voice) -> Any:
    return line


def read_yes_no(field: Field, line: str, voice: Voice) -> Any:
    if line.lower() in ("o", "y", *params.TRUE):
        return True
    if line.lower() in ("n", *params.FALSE):
        return False
    raise refuse("error.value", key=field.label, expected=say("type.bool"), value=line)


def read_points(field: Field, line: str, voice: Voice) -> Any:
    """One number; or one for each key, in order or by name."""
    if not field.keys:
        return whole(line)
    words = line.replace(",", " ").split()
    if all("=" in word for word in words):
        return {key_of(field, key, voice): whole(value) for key, value in params.split(words).items()}
    if len(words) > len(field.keys):
        raise refuse("new.how_many", n=len(field.keys), found=len(words))
    return {key: whole(word) for (key, _), word in zip(field.keys, words, strict=False)}


def read_choice(field: Field, line: str, voice: Voice) -> Any:
    return key_of(field, line, voice)


def read_choices(field: Field, line: str, voice: Voice) -> Any:
    return [] if line == NONE else [key_of(field, part.strip(), voice) for part in line.split(",") if part.strip()]


def read_entries(field: Field, line: str, voice: Voice) -> Any:
    """Free names, as they were typed; what goes with each depends on how the draft keeps them."""
    return [] if line == NONE else [part.strip() for part in line.split(",") if part.strip()]


def shaped(entries: list[str], kind: inspect.Type, field: Field, voice: Voice) -> Any:
    """What was typed in the shape the draft keeps it: a table, a list of names, of pairs or of structs."""
    item = item_of(kind)
    if isinstance(item, inspect.StructType):
        keys = [each.encode_name for each in item.fields]
        return [by_ids(struct_entry(entry, keys, field), field, voice) for entry in entries]
    if isinstance(kind, inspect.DictType):
        return {name: needed(entry, value) for entry in entries for name, value in [valued(entry)]}
    return [list(valued(entry)) for entry in entries] if isinstance(item, inspect.TupleType) else entries


def item_of(kind: inspect.Type) -> inspect.Type | None:
    return kind.item_type if isinstance(kind, (inspect.VarTupleType, inspect.ListType)) else None


def valued(entry: str) -> tuple[str, int | None]:
    """« Rapière=3 » or « Rapière 3 »: a name and its value, None where there is none."""
    name, equals, value = entry.partition("=")
    if equals:
        return name.strip(), whole(value)
    name, _, last = entry.rpartition(" ")
    return (name.strip(), int(last)) if name.strip() and counting(last) is not None else (entry, None)


def needed(entry: str, value: int | None) -> int:
    if value is None:
        raise refuse("new.needs_value", entry=entry)
    return value


def struct_entry(entry: str, keys: list[str], field: Field) -> dict[str, Any]:
    """« Rapière=3/escrime »: the name, its value, then the other columns in order; what is left out stays as it is."""
    head, *others = entry.split("/") if len(keys) > 2 else [entry]
    if len(others) > len(keys) - 2:
        raise refuse("new.columns", entry=entry, n=len(keys))
    name, value = valued(head.strip()) if numeric(field, keys) else tuple(map(str.strip, head.partition("=")[::2]))
    given = zip(keys[1:], [value, *(other.strip() for other in others)], strict=False)
    return {keys[0]: name} | {key: each for key, each in given if each not in (None, "")}


def numeric(field: Field, keys: list[str]) -> bool:
    """Whether what follows the name is a number, as it is unless the field says otherwise."""
    return not any(column.name in keys[1:2] and column.kind != "number" for column in field.columns)


def by_ids(entry: dict[str, Any], field: Field, voice: Voice) -> dict[str, Any]:
    """An entry in which what is one of several is named by its id, however it was typed, and numbers are numbers."""
    known = {column.name: column for column in field.columns}

    def read(name: str, value: Any) -> Any:
        column = known.get(name)
        if column is None or not isinstance(value, str) or not value:
            return value
        if column.keys:
            return key_of(Field(name, "choice", column.label, keys=column.keys), value, voice)
        return whole(value) if column.kind == "number" else value

    return {name: read(name, value) for name, value in entry.items()}


def columns(draft: Draft, field: Field) -> list[str]:
    """What an entry is made of: a name alone, or a name, a value and perhaps more."""
    kind = inspect.type_info(next(f.type for f in msgspec.structs.fields(type(draft)) if f.name == field.name))
    item = item_of(kind)
    if isinstance(item, inspect.StructType):
        return [f.encode_name for f in item.fields]
    pair = isinstance(kind, inspect.DictType) or isinstance(item, inspect.TupleType)
    return [say("new.name"), say("new.value")] if pair else [say("new.name")]


def form(names: list[str], voice: Voice) -> str:
    """« nom=valeur/famille »: how an entry is typed."""
    name, *others = [voice.field(each) for each in names]
    return f"{name}={'/'.join(others)}" if others else name


READERS: dict[str, Callable[[Field, str, Voice], Any]] = {
    "text": read_text,
    "yes_no": read_yes_no,
    "points": read_points,
    "choice": read_choice,
    "choices": read_choices,
    "entries": read_entries,
}
HOW = {
    "points": "new.points_how",
    "entries": "new.entries_how",
    "choice": "new.choice_how",
    "choices": "new.choices_how",
}


def whole(word: str) -> int:
    try:
        return int(word)
    except ValueError:
        raise refuse("new.not_number", value=word) from None


def key_of(field: Field, word: str, voice: Voice) -> str:
    """What is offered under this number, id or name."""
    number = counting(word) or 0
    if 1 <= number <= len(field.keys):
        return field.keys[number - 1][0]
    for key, label in field.keys:
        if plain(word) in (plain(key), plain(label), plain(voice.tr(label))):
            return key
    raise refuse("new.no_key", key=word)
