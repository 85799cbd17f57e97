"""The journal of a campaign as pages and as Markdown: evenings as plain data, in the reader's words."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

import msgspec

from tablee.kernel.typography import typeset

WORDS = {
    "journal": ("Journal", "Journal"),
    "made": ("Tablée", "Tablée"),
    "played": ("Autour de la table : {}", "At the table: {}"),
    "fights": ("Rencontres", "Encounters"),
    "happened": ("À retenir", "To remember"),
    "notes": ("Notes", "Notes"),
    "left": ("restent debout : {}", "left standing: {}"),
    "on": ("pas finie", "not over"),
    "nobody": ("personne", "nobody"),
    "untitled": ("Sans titre", "Untitled"),
    "rounds": ("{} round{}", "{} round{}"),
    "minutes": ("{} min", "{} min"),
    "who": ("Qui", "Who"),
    "dealt": ("Infligé", "Dealt"),
    "taken": ("Subi", "Taken"),
    "felled": ("Mis hors de combat", "Brought down"),
    "own": ("pour soi", "private"),
    "game": ("Dans le jeu : {}", "In the game: {}"),
    "calendar": ("Calendrier", "Calendar"),
    "empty": ("Rien n'a encore été joué.", "Nothing has been played yet."),
}
DAYS = (
    ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche"),
    ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"),
)
MONTHS = (
    "janvier février mars avril mai juin juillet août septembre octobre novembre décembre",
    "January February March April May June July August September October November December",
)
MARKS = re.compile(r"([\\`*_{}\[\]<>#|])")  # what Markdown would read as its own
OPENING = re.compile(r"^(\s*)([-+>]|\d+[.)])(?=\s)", re.M)  # and at the beginning of a line


class Bout(msgspec.Struct, frozen=True):
    """An encounter: how it is called, how it went, and for each who did something his name and what it came to."""

    title: str
    told: str
    rows: tuple[tuple[str, ...], ...] = ()


class Note(msgspec.Struct, frozen=True):
    by: str
    when: str
    text: str
    own: bool = False


class Evening(msgspec.Struct, frozen=True):
    """An evening: its date and hours where the reader is, the game's own time, what happened, what was noted."""

    date: str
    hours: str
    game: str
    people: tuple[str, ...]
    bouts: tuple[Bout, ...]
    noted: tuple[tuple[str, str], ...]  # when by the game's own time, and what
    notes: tuple[Note, ...]


def word(key: str, lang: str, *facts: object) -> str:
    return typeset(WORDS[key][lang == "en"].format(*facts))


def dated(day: date, lang: str) -> str:
    """« samedi 14 novembre 2026 »."""
    english = lang == "en"
    number = "1er" if day.day == 1 and not english else str(day.day)
    return f"{DAYS[english][day.weekday()]} {number} {MONTHS[english].split()[day.month - 1]} {day.year}"


def pages(evenings: Iterable[Evening], title: str, lang: str, before: Iterable[Note] = ()) -> dict[str, Any]:
    """What the template is given."""
    words = {key: word(key, lang) for key, pair in WORDS.items() if "{" not in pair[0]}
    told = [msgspec.to_builtins(each) | {"people": seated(each, lang)} for each in evenings]
    return {"lang": lang, "title": title, "words": words, "before": msgspec.to_builtins(list(before)), "evenings": told}


def seated(evening: Evening, lang: str) -> str:
    return word("played", lang, ", ".join(evening.people)) if evening.people else ""


def markdown(evenings: Iterable[Evening], title: str, lang: str, before: Iterable[Note] = ()) -> str:
    """The same as a text that any editor opens."""
    return "\n".join(_lines(list(evenings), title, lang, list(before))).rstrip() + "\n"


def _lines(evenings: list[Evening], title: str, lang: str, before: list[Note]) -> Iterator[str]:
    yield f"# {plain(title)}"
    yield ""
    if not evenings:
        yield word("empty", lang)
        yield ""
    for note in before:
        yield from _note(note, lang)
    for each in evenings:
        yield f"## {each.date[:1].upper()}{each.date[1:]}"
        yield ""
        yield " · ".join(plain(part) for part in (each.hours, each.game, seated(each, lang)) if part)
        yield ""
        if each.bouts:
            yield f"### {word('fights', lang)}"
            yield ""
            for bout in each.bouts:
                yield from _bout(bout, lang)
        if each.noted:
            yield f"### {word('happened', lang)}"
            yield ""
            yield from (f"- *{plain(when)}* {plain(text)}" for when, text in each.noted)
            yield ""
        if each.notes:
            yield f"### {word('notes', lang)}"
            yield ""
            for note in each.notes:
                yield from _note(note, lang)


def _bout(bout: Bout, lang: str) -> Iterator[str]:
    yield f"**{plain(bout.title)}** {plain(bout.told)}".rstrip()
    yield ""
    if bout.rows:
        yield f"| {' | '.join(word(key, lang) for key in ('who', 'dealt', 'taken', 'felled'))} |"
        yield "|---|---|---|---|"
        yield from (f"| {' | '.join(map(plain, row))} |" for row in bout.rows)
        yield ""


def _note(note: Note, lang: str) -> Iterator[str]:
    """As a quotation, each of its lines."""
    whose = ", ".join((note.by, note.when, *((word("own", lang),) if note.own else ())))
    yield from (f"> {plain(line)}".rstrip() for line in note.text.splitlines())
    yield ">"
    yield f"> — {plain(whose)}"
    yield ""


def plain(text: str) -> str:
    """What somebody wrote, so that Markdown shows it as it is."""
    return OPENING.sub(r"\1\\\2", MARKS.sub(r"\\\1", text))
