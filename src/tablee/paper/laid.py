"""What stands on paper of a sheet: lines with their sums, in the reader's words, ready to be set."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from tablee.kernel.ledger import Rule
from tablee.kernel.sheet import Boxes, Line, Mark, Pool, Row, Section, Sheet, Stat, Text
from tablee.kernel.tally import Terms, without_zeros

MINUS = "−"
LONGEST = 40  # lines of a section that is looked up: past that a book serves better than a page
WORDS = {
    "notes": ("Notes", "Notes"),
    "states": ("États", "Conditions"),
    "made": ("Tablée", "Tablée"),
}


def page(shown: Iterable[Sheet], title: str, lang: str) -> dict[str, Any]:
    """Sheets one after the other, as the templates read them."""
    sheets = [sheet(each) for each in shown]
    return {"lang": lang, "title": title, "sheets": sheets, "words": words(lang)}


def words(lang: str) -> dict[str, str]:
    return {key: pair[lang == "en"] for key, pair in WORDS.items()}


def sheet(shown: Sheet) -> dict[str, Any]:
    kept = [each for each in shown.sections if each.lines and not too_long(each)]
    return {
        "name": shown.name,
        "phrase": shown.phrase,
        "badge": shown.badge,
        "motto": shown.motto,
        "initials": "".join(word[0] for word in shown.name.split()[:2]).upper(),
        "sections": [section(each) for each in sorted(kept, key=lambda each: each.kind == "reference")],
    }


def too_long(shown: Section) -> bool:
    return shown.kind == "reference" and len(shown.lines) > LONGEST


def section(shown: Section) -> dict[str, Any]:
    return {
        "title": shown.title,
        "kind": shown.kind,
        "widget": shown.widget,
        "plan": msgspec.to_builtins(shown.plan),
        "lines": [line(each) for each in shown.lines],
    }


def line(shown: Line) -> dict[str, Any]:
    """A line by its kind, its label without the branches drawn before it, and what there is to read or to fill."""
    label = shown.label.lstrip("│├└─ ")
    depth = (len(shown.label) - len(label)) // 3
    plain: dict[str, Any] = {"label": label, "depth": depth}
    match shown:
        case Stat():
            return plain | {"is": "stat", "value": figure(shown.value), "sum": sum_of(shown.terms)}
        case Pool():
            return plain | {"is": "pool", "now": shown.now, "most": shown.most}
        case Row():
            cells = [{"label": cell.label, "value": figure(cell.value)} for cell in shown.cells]
            return plain | {"is": "row", "cells": cells}
        case Boxes():
            return plain | {"is": "boxes", "ticked": shown.ticked, "most": shown.most, "note": shown.note}
        case Mark():
            value = "" if shown.value is None else figure(shown.value)
            note = ", ".join(part for part in (shown.note, shown.until) if part)
            return plain | {"is": "mark", "value": value, "note": note}
        case Text():
            return plain | {"is": "text", "text": shown.text}


def figure(value: int) -> str:
    return f"{MINUS}{-value}" if value < 0 else str(value)


def sum_of(terms: Terms) -> str:
    """« Agilité 36 + Métier 8 »; nothing where there is nothing to add."""
    worth = without_zeros(terms)
    if len(worth) < 2:
        return ""
    (label, amount, _), *more = worth
    rest = (f"{MINUS if n < 0 else '+'} {what} {abs(n)}" for what, n, _ in more)
    return " ".join((f"{label} {figure(amount)}", *rest))


def cards(found: Iterable[Rule], title: str, lang: str) -> dict[str, Any]:
    """Rules in the reader's language, each with its table."""
    return {"lang": lang, "title": title, "rules": [card(each, lang) for each in found], "words": words(lang)}


def card(rule: Rule, lang: str) -> dict[str, Any]:
    keys = list(dict.fromkeys(key for row in rule.table for key in row))
    text, _ = rule.read_in(lang)
    rows = [[cell(row.get(key, "")) for key in keys] for row in rule.table]
    return {"id": rule.id, "title": rule.heading, "text": text, "keys": keys, "rows": rows}


def cell(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)
