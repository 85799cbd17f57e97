"""Drawing: sums, events, charts and sheets as Rich renderables. Nothing here reads or decides."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from rich.columns import Columns
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tablee.kernel.distribution import Distribution
from tablee.kernel.event import Event, Rolled
from tablee.kernel.oracle import ALL, GM
from tablee.kernel.sheet import Boxes, Line, Mark, Pool, Row, Section, Sheet, Stat
from tablee.kernel.sheet import Text as TextLine
from tablee.kernel.tally import Terms, total, without_zeros
from tablee.kernel.typography import MINUS, as_figure
from tablee.kernel.voice import Voice

from .chances import Chances
from .terminal import out
from .texts import lang, number, percent, say

TICKED, OPEN = "▣", "▢"
FULL, EMPTY = "━", "─"


def grid(*widths: int | None) -> Table:
    """A table without lines; one column for each width, None for as wide as needed."""
    table = Table.grid(padding=(0, 2))
    for width in widths:
        table.add_column(width=width)
    return table


def indent(what: RenderableType, by: int = 2) -> Padding:
    return Padding(what, (0, 0, 0, by), expand=False)


def numbered(labels: list[str], most: int = 5) -> RenderableType:
    """A numbered list; a long one runs down several columns."""
    cells = [Text.assemble((f"{place:>2}", "key"), f"  {label}") for place, label in enumerate(labels, 1)]
    if len(cells) <= most:
        return indent(Group(*cells), 3)
    return indent(Columns(cells, padding=(0, 4), equal=True, column_first=True), 3)


def explained(labels: list[str], notes: list[str], headings: list[str]) -> RenderableType:
    """A numbered list, each with what is to be known of it, under the headings some of them begin."""
    lines: list[Text] = []
    for place, (label, note, heading) in enumerate(zip(labels, notes, headings, strict=True), 1):
        if heading and (place == 1 or heading != headings[place - 2]):
            lines.append(Text(heading, "title"))
        lines.append(Text.assemble((f"{place:>2}", "key"), f"  {label}", (f"  {note}" if note else "", "soft")))
    return indent(Group(*lines), 3)


# ---------------------------------------------------------------- sums


def terms_line(terms: Terms) -> Text:
    """« 4 Agilité (FLU-2.1) + 2 Épée (FLU-3.3) = 6 »."""
    line, shown = Text(), without_zeros(terms) or terms[:1]
    for place, (label, amount, rule) in enumerate(shown):
        sign = "" if place == 0 else f" {MINUS} " if amount < 0 else " + "
        line.append(f"{sign}{as_figure(amount if place == 0 else abs(amount))} {label}")
        if rule:
            line.append(f" ({rule})", "rule")
    return line.append(f" = {as_figure(total(terms))}", "title")


def terms_table(terms: Terms, voice: Voice, name: str) -> Table:
    """The same, a line for each term, with the titles of the rules."""
    table, rules = grid(5, None, None, None), voice.game.ledger.rules
    table.columns[0].justify = "right"
    for label, amount, rule in terms:
        title = rules[rule].heading if rule in rules else ""
        table.add_row(as_figure(amount, "+d"), label, Text(rule, "rule"), Text(title, "soft"))
    table.add_row(Text(as_figure(total(terms)), "title"), Text(name, "soft"))
    return table


# ---------------------------------------------------------------- events


def dice_text(dice: Iterable[Rolled], voice: Voice) -> Text:
    """« 2d6 attaque 5 3 · 1d20 attaque 17 »."""
    text = Text()
    for place, rolled in enumerate(dice):
        text.append(" · " if place else "", "soft")
        text.append(f"{len(rolled.faces)}d{rolled.sides} {voice.tr(rolled.why)} ".replace("  ", " "), "soft")
        text.append(" ".join(map(str, rolled.faces)), "title")
        notes = [say("by_hand")] if rolled.by == "hand" else []
        notes += [] if rolled.audience == ALL else [_audience(rolled.audience, voice)]
        text.append(f" ({', '.join(notes)})" if notes else "", "soft")
    return text


def event_block(event: Event, voice: Voice, explain: bool = True) -> Group:
    """An event as a sentence, with its dice and the sum behind it."""
    head = Text(voice.event(event))
    if event.audience != ALL:
        head.append(f"  ({_audience(event.audience, voice)})", "soft")
    if event.rule:
        head.append(f"  {event.rule}", "rule")
    details = grid(None, None)
    if event.dice:
        details.add_row(Text(say("dice"), "soft"), dice_text(event.dice, voice))
    for fact, terms in voice.sums(event) if explain else ():
        details.add_row(Text(sum_name(fact, voice), "soft"), terms_line(terms))
    return Group(head, indent(details)) if details.row_count else Group(head)


def opened_event(event: Event, voice: Voice) -> Group:
    """An event with every term of its sums on a line of its own."""
    parts: list[RenderableType] = [event_block(event, voice, explain=False)]
    parts += [indent(terms_table(terms, voice, sum_name(fact, voice))) for fact, terms in voice.sums(event)]
    return Group(*parts)


def sum_name(fact: str, voice: Voice) -> str:
    """What a sum of an event is called: its own, or one among its facts."""
    return voice.field(fact) if fact else say("sum")


def _audience(audience: str, voice: Voice) -> str:
    return say("gm") if audience == GM else voice.called(audience)


# ---------------------------------------------------------------- chances


def chance_style(p: float) -> str:
    return "good" if p >= 2 / 3 else "middling" if p >= 1 / 3 else "bad"


def chance_bar(p: float, width: int = 12) -> Text:
    full = round(p * width)
    return Text.assemble((FULL * full, chance_style(p)), (EMPTY * (width - full), "edge"))


def chance_text(found: Chances, digits: int = 1) -> Text:
    """The figure on the button: a chance, or a mean where the look is a number."""
    about = "" if found.exact else "≈ "
    if found.yes is not None:
        return Text(about + percent(found.yes, digits), chance_style(found.yes))
    if found.numeric:
        return Text(f"{about}{say('mean')} {number(found.distribution.mean(), digits)}")
    return Text("")


def fractions(found: Chances, voice: Voice) -> Text:
    """Every value with its exact share, or what it is at least."""
    d = found.distribution
    rows = [(voice.plainly(value), share(d, value)) for value in d.values()]
    margin = max(len(label) for label, _ in rows)
    return Text("\n".join(f"{label:>{margin}}  {p}" for label, p in rows))


def share(d: Distribution, value: Any) -> str:
    """A probability as a fraction; the least it can be, and so written, where branches were cut."""
    low, high = d.bounds(value)
    return str(low) if low == high else f"≥ {low}"


def chart(found: Chances, voice: Voice, whole: bool) -> Text:
    """The distribution as bars: every value, or few enough to be seen at a glance."""
    few = None if whole else found.condensed()
    d, name = few if few is not None else (found.distribution, voice.plainly)
    widest = max((len(name(value)) for value in d.values()), default=0)
    lines = d.bars(max(10, min(40, out.width - widest - 14)), name=name).replace("autres", say("others"))
    text = Text(lines if lang() == "en" else re.sub(r"(\d)\.(\d\d)%", r"\1,\2 %", lines))
    text.highlight_regex("█+", "bar")
    return text


def figures(found: Chances) -> Text:
    """Mean, spread and quantiles of a number."""
    d = found.distribution
    quantiles = ", ".join(number(q, 0 if isinstance(q, int) else 2) for q in d.quantiles())
    parts = [
        f"{say('mean')} {number(d.mean(), 2)}",
        f"{say('spread')} {number(d.spread(), 2)}",
        f"{say('quantiles')}{say('colon')}{quantiles}",
    ]
    return Text(" · ".join(parts), "soft")


# ---------------------------------------------------------------- sheets


def pool_bar(now: int, most: int, width: int = 10) -> Text:
    share = min(max(now / most, 0.0), 1.0) if most > 0 else 0.0
    full = round(share * width) or (1 if share > 0 and width else 0)
    style = "good" if share > 0.5 else "middling" if share > 0.25 else "bad"
    return Text.assemble((FULL * full, style), (EMPTY * (width - full), "edge"))


def mark_text(mark: Mark, voice: Voice, longest_note: int = 1000) -> Text:
    text = Text(voice.tr(mark.label))
    if mark.value is not None:
        text.append(f" {mark.value}", "title")
    note = voice.note(mark)
    if note and len(note) <= longest_note:
        text.append(f" ({note})", "soft")
    return text


def sheet(shown: Sheet, voice: Voice, explain: bool = False) -> Group:
    """A character: sections of lines; with `explain`, every number opened into its terms."""
    sections = [section(s, voice, explain) for s in shown.sections if s.lines]
    return Group(Text(shown.name, "title"), Text(), *(sections if explain else side_by_side(sections)))


def side_by_side(blocks: list[RenderableType], gap: int = 4) -> list[Table]:
    """Rows of blocks, as many beside one another as the terminal is wide."""
    rows: list[list[RenderableType]] = []
    room = 0
    for block in blocks:
        width = out.measure(block).maximum
        if not rows or width > room:
            rows.append([])
            room = out.width
        rows[-1].append(block)
        room -= width + gap
    tables = []
    for row in rows:
        table = Table.grid(padding=(0, gap, 0, 0))
        table.add_row(*row)
        tables.append(table)
    return tables


def section(shown: Section, voice: Voice, explain: bool) -> RenderableType:
    rows = [line_cells(line, voice, explain) for line in shown.lines]
    used = [column for column in range(3) if any(row[column] for row in rows)]
    table = grid(*[None for _ in used])
    for row in rows:
        table.add_row(*(row[column] for column in used))
    block = Table.grid()
    block.add_row(Text(voice.tr(shown.title), "key"))
    block.add_row(indent(table))
    block.add_row("")
    return block


def line_cells(line: Line, voice: Voice, explain: bool) -> tuple[str | Text, ...]:
    match line:
        case Stat():
            sum = terms_line(voice.terms(line.terms)) if explain and line.terms else Text()
            return voice.tr(line.label), Text(as_figure(line.value), "title"), sum
        case Pool():
            figure = Text.assemble((as_figure(line.now), "title"), (f"/{line.most}", "soft"))
            bar = terms_line(voice.terms(line.terms)) if explain and line.terms else pool_bar(line.now, line.most)
            return voice.tr(line.label), figure, bar
        case Row():
            return voice.tr(line.label), "", row_text(line, voice, explain)
        case Boxes():
            boxes = Text.assemble((TICKED * line.ticked, "bad"), (OPEN * (line.most - line.ticked), "edge"))
            return voice.tr(line.label), boxes, boxes_text(line, voice, explain)
        case Mark():
            value = "" if line.value is None else as_figure(line.value)
            note = Text(voice.note(line), "soft")
            if explain and line.rule:
                note.append(f" ({line.rule})" if note else line.rule, "rule")
            return voice.tr(line.label), Text(value, "title"), note
        case TextLine():
            return voice.tr(line.label), "", Text(voice.tr(line.text))


def row_text(row: Row, voice: Voice, explain: bool) -> Text:
    """« base 13 · fixe 14 · défense 17 »; opened, a line for each."""
    if explain:
        lines = [Text(f"{voice.tr(cell.label)} ", "soft") + terms_line(voice.terms(cell.terms)) for cell in row.cells]
        return Text("\n").join(lines)
    cells = [
        Text.assemble((f"{voice.tr(cell.label)} ", "soft"), (as_figure(cell.value), "title")) for cell in row.cells
    ]
    return Text(" · ", "soft").join(cells)


def boxes_text(boxes: Boxes, voice: Voice, explain: bool) -> Text:
    note = Text(voice.tr(boxes.note), "soft")
    return note.append("  ").append_text(terms_line(voice.terms(boxes.terms))) if explain and boxes.terms else note
