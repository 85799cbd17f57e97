"""What the table in the terminal shows: state, questions, distributions, help."""

from __future__ import annotations

from rich import box
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from tablee.kernel.action import Action
from tablee.kernel.ledger import plain
from tablee.kernel.oracle import Amount, Question
from tablee.kernel.sheet import Mark, Pool, Sheet
from tablee.kernel.typography import as_figure
from tablee.kernel.voice import Voice
from tablee.lab.fight import left

from . import maps, render
from .errors import Refused, refuse
from .session import Session
from .texts import counting, say
from .wording import names

LONGEST_NOTE = 18  # letters that stand beside a mark


def state(session: Session, voice: Voice, title: str) -> Panel:
    """Everyone's pools and marks, side by side with their own; the one who acts is pointed at."""
    scene, game = session.scene, session.game
    table = Table.grid(padding=(0, 2))
    for _ in range(4):
        table.add_column(no_wrap=True)
    table.add_column()
    codes = maps.codes(names(voice)) if voice.ground is not None else {}
    for who, side, colour in seats(session):
        name = Text.assemble((f"{codes[who]} " if codes else "", "soft"), (voice.called(who), colour))
        if who in session.by_hand:
            name.append(" ⚄", "soft")
        shown, mark = game.sheet(scene, who), Text("▸" if who == session.actor else " ", "key")
        first = [pool_text(pool, voice) for pool in pools(shown)[:1]] or [Text()]
        table.add_row(mark, name, Text(voice.tr(side), "soft"), *first, news(session, who, shown, voice))
    round = Text(voice.round(scene.round()) if scene.round() else "", "soft")
    return Panel(
        table,
        title=Text.assemble((game.title, "title"), f" · {title}"),
        title_align="left",
        subtitle=round,
        subtitle_align="right",
        box=box.ROUNDED,
        border_style="edge",
        padding=(0, 1),
    )


def seats(session: Session) -> list[tuple[str, str, str]]:
    """Everyone with side and style, sides together; who has fallen is struck through."""
    scene, standing = session.scene, session.scene.standing()
    sides = scene.sides()
    of = {who: (place, side) for place, (side, some) in enumerate(sides.items()) for who in some}
    found = []
    for who in sorted(session.game.people(scene), key=lambda who: of.get(who, (len(sides), ""))[0]):
        place, side = of.get(who, (None, ""))
        fallen = who not in standing and (place is not None or bool(standing))
        found.append((who, side, "soft strike" if fallen else "name" if place is None else f"side.{place % 4}"))
    return found


def pools(shown: Sheet) -> list[Pool]:
    """The first pool of a sheet, and those that are not full."""
    found = [line for section in shown.sections for line in section.lines if isinstance(line, Pool)]
    return found[:1] + [pool for pool in found[1:] if pool.now != pool.most]


def pool_text(pool: Pool, voice: Voice, width: int = 8) -> Text:
    """« RES ━━━━━━── 8/12 », or without the bar."""
    now = as_figure(pool.now, ">3" if width else "")
    label, bar = (f"{voice.brief(pool.label)} ", "soft"), render.pool_bar(pool.now, pool.most, width)
    return Text.assemble(label, bar, (now, "title"), (f"/{pool.most}", "soft"))


def changes(session: Session, who: str, shown: Sheet) -> list[Mark]:
    """Marks that have come or changed since the table was laid, and what ails one since before."""
    before: list[Mark] = []
    if who in session.game.people(session.first):
        before = marks(session.game.sheet(session.first, who))
    ailing, known = ailments(shown), {mark.label for mark in before}
    new = [mark for mark in marks(shown) if mark not in before or mark in ailing]
    return [mark for mark in new if mark.value is not None or mark.label not in known or len(mark.note) <= LONGEST_NOTE]


def ailments(shown: Sheet) -> list[Mark]:
    """Wounds and states: what stands in a section of that name and is no gain."""
    states = [s for s in shown.sections if "etat" in plain(s.title) or "blessure" in plain(s.title)]
    lines = [line for section in states for line in section.lines]
    return [line for line in lines if isinstance(line, Mark) and (line.value is None or line.value < 0)]


def marks(shown: Sheet) -> list[Mark]:
    return [line for section in shown.sections for line in section.lines if isinstance(line, Mark)]


def news(session: Session, who: str, shown: Sheet, voice: Voice) -> Text:
    """What is to be seen of somebody beyond the first pool."""
    parts = [pool_text(pool, voice, 0) for pool in pools(shown)[1:] if voice.brief(pool.label)]
    parts += [render.mark_text(mark, voice, LONGEST_NOTE) for mark in changes(session, who, shown)]
    return Text(" · ").join(parts)


def heading(session: Session, voice: Voice) -> Text:
    """Whose turn it is."""
    if session.actor is None:
        return Text(say("nobody"), "soft")
    turn, name = session.scene.turn(), voice.called(session.actor)
    if not turn:
        return Text(say("play.free", name=name), "soft")
    if session.actor == turn[0] or (session.actor in turn and session.open()):
        return Text(say("play.turn", name=name), "title")
    return Text(say("play.waits", turn=voice.called(turn[0]), name=name), "soft")


def verdict(session: Session, voice: Voice) -> Text:
    sides = left(session.scene)
    text = say("play.over", side=voice.tr(sides[0])) if sides else say("play.over_draw")
    return Text(text, "good")


# ---------------------------------------------------------------- questions


def question(asked: Question, voice: Voice) -> RenderableType:
    """The question, its rule, and the options with their prices; closed ones with the reason."""
    head = Text.assemble((voice.question(asked), "title"), (f"  {asked.rule}", "rule"))
    if isinstance(asked.options, Amount):
        amount = say("play.amount", low=asked.options.low, high=asked.options.high)
        return Group(head, render.indent(Text(amount, "soft")))
    if not any(option.closed for option in asked.options):
        return Group(head, render.numbered([voice.option(option) for option in asked.options]))
    table = Table.grid(padding=(0, 2))
    table.add_column(justify="right", style="key", width=5)
    for place, option in enumerate(asked.options, 1):
        closed = Text(voice.closed(option.closed), "soft") if option.closed is not None else Text()
        style = "soft" if option.closed is not None else ""
        table.add_row(str(place), Text(voice.option(option), style), closed)
    return Group(head, table)


def picked(asked: Question, line: str, voice: Voice) -> str | int:
    """The id a typed answer stands for: a number of the list, or the id itself."""
    options = asked.options
    if isinstance(options, Amount):
        allowed = say("play.amount", low=options.low, high=options.high)
    else:
        allowed = say("play.open_numbers", n=len(options))
        number = counting(line) or 0
        if 1 <= number <= len(options):
            option = options[number - 1]
            if option.closed is not None:
                raise refuse("play.option_closed", label=voice.option(option), why=voice.closed(option.closed))
            return option.id
    found = asked.pick(line) if len(line) < 100 else None
    if found is None:
        raise Refused(say("play.not_answer", line=line, open=allowed))
    return found.id


# ---------------------------------------------------------------- on request


def help_text(key: str = "play.help") -> Table:
    table = render.grid(12, None)
    for line in say(key).splitlines():
        table.add_row(Text(line[:13].strip(), "key"), line[13:].strip())
    return table


def several(what: str, n: int) -> str:
    return f"{what} ({say('play.choices', n=n)})"


def closed_actions(session: Session, voice: Voice, words: str = "") -> RenderableType | None:
    """What is not open now and holds these words, and why: the same reason is told once. None: there is nothing."""
    reasons: dict[tuple[str, str], list[Action]] = {}
    wanted = plain(words).split()
    for action, closed in session.legal():
        if closed is not None and (not wanted or all(w in plain(voice.action(action)) for w in wanted)):
            reasons.setdefault((voice.closed(closed), action.key()), []).append(action)
    if not reasons:
        return None
    table = render.grid(None, None)
    for (reason, kind), actions in reasons.items():
        what = voice.action(actions[0]) if len(actions) == 1 else several(voice.short(kind), len(actions))
        table.add_row(Text(what), Text(reason, "soft"))
    return Group(Text(say("play.closed"), "key"), render.indent(table))
