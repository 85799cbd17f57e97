"""A report as one page: contents, what was found in plain sentences, then every figure with its picture and table."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from itertools import count

from tablee.kernel.catalogue import things
from tablee.kernel.game import Game

from . import plots, tables
from .found import findings
from .notes import growing, made, wrong_rules
from .survey import Survey
from .tables import Table
from .tongue import Tongue

STYLE = """
:root { color-scheme: light dark; --ink: #22262b; --soft: #5b6470; --paper: #fbfaf7; --card: #fff; --line: #e2e0d9; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8e6e1; --soft: #a5abb5; --paper: #191b1f; --card: #22252a;
  --line: #363a41; } figure svg { background: #f6f5f1; border-radius: 6px; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 2rem 1.2rem 4rem; background: var(--paper); color: var(--ink);
  font: 17px/1.55 Georgia, "Times New Roman", serif; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .2rem; } h2 { margin: 3rem 0 .6rem; } h3 { margin: 2rem 0 .4rem; }
h2, h3 { line-height: 1.25; } a { color: inherit; } p { max-width: 44rem; }
.soft { color: var(--soft); } nav ol { columns: 2 16rem; padding-left: 1.3rem; }
.short { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: .4rem 1.4rem 1rem; }
.short li { margin: .35rem 0; } figure { margin: 1rem 0; } figure svg { width: 100%; height: auto; display: block; }
figcaption { color: var(--soft); font-size: .9rem; }
.wide { overflow-x: auto; } table { border-collapse: collapse; font: 14px/1.4 system-ui, sans-serif; }
th, td { text-align: left; padding: .28rem .9rem .28rem 0; border-bottom: 1px solid var(--line); vertical-align: top; }
th { color: var(--soft); font-weight: 600; } td { font-variant-numeric: tabular-nums; }
details { margin: .6rem 0; } summary { cursor: pointer; color: var(--soft); } code { font-size: .85em; }
.many { columns: 3 14rem; font: 14px/1.45 system-ui, sans-serif; padding-left: 1.1rem; }
@media print { details > * { display: block; } body { max-width: none; } }
"""
SECTIONS = ("tests", "printed", "rankings", "raises", "scenes", "used", "text", "made")


def page(found: Survey, game: Game, lang: str = "fr") -> str:
    """The whole of it: nothing is fetched from anywhere."""
    tongue = Tongue(game, lang)
    title = tongue.say("title", game=game.title)
    body = "\n".join(_body(found, tongue, title))
    return (
        f'<!doctype html>\n<html lang="{lang}">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{escape(title)}</title>\n'
        f"<style>{STYLE}</style>\n</head>\n<body>\n{body}\n</body>\n</html>\n"
    )


def _body(found: Survey, tongue: Tongue, title: str) -> Iterator[str]:
    yield f'<h1>{escape(title)}</h1>\n<p class="soft">{escape(tongue.game.credit)}</p>'
    yield from _short(found, tongue)
    links = "".join(f'<li><a href="#{key}">{escape(tongue.say(key))}</a></li>' for key in SECTIONS)
    contents = escape(tongue.say("contents"))
    yield f'<nav aria-label="{contents}"><h2>{contents}</h2><ol>{links}</ol></nav>'
    draw = Drawn()
    for key, section in PARTS.items():
        yield f'<section id="{key}"><h2>{escape(tongue.say(key))}</h2>'
        yield from section(found, tongue, draw)
        yield "</section>"


def _short(found: Survey, tongue: Tongue) -> Iterator[str]:
    yield f'<section class="short" id="summary"><h2>{escape(tongue.say("summary"))}</h2>'
    said = findings(found, tongue)
    for heading, holds in (("mend", False), ("holds", True)):
        some = [f"<li>{escape(each.text)}</li>" for each in said if each.holds is holds]
        if some:
            yield f"<h3>{escape(tongue.say(heading))}</h3><ul>{''.join(some)}</ul>"
    yield "</section>"


class Drawn:
    """Pictures in the page, each with ids of its own and words for whoever does not see it."""

    def __init__(self) -> None:
        self._numbers = count(1)

    def __call__(self, svg: str, caption: str) -> str:
        svg = plots.apart(svg, f"f{next(self._numbers)}").replace(
            'role="img"', f'role="img" aria-label="{escape(caption)}"', 1
        )
        return f"<figure>{svg}<figcaption>{escape(caption)}</figcaption></figure>"


def _said(text: str) -> str:
    return f"<p>{escape(text)}</p>"


def _table(table: Table) -> str:
    heads = "".join(f"<th>{escape(head)}</th>" for head in table.heads)
    rows = "".join(f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in row)}</tr>" for row in table.rows)
    return f'<div class="wide"><table><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></div>'


def _folded(title: str, inside: str) -> str:
    return f"<details><summary>{escape(title)}</summary>{inside}</details>"


# ---------------------------------------------------------------- the sections


def _tests(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    yield _said(tongue.say("tests.what" if found.tests else "tests.none"))
    for test in found.tests:
        caption = f"{tongue.tr(test.title)} ({tongue.rule(test.rule)})"
        yield draw(plots.curve(test, tongue), caption)
        heads = (tongue.tr(test.over), *(tongue.tr(line.name) for line in test.lines))
        rows = tuple(
            (str(value), *(tongue.percent(line.chances[at]) for line in test.lines))
            for at, value in enumerate(test.values)
        )
        yield _folded(tongue.say("whole"), _table(Table(heads, rows)))


def _printed(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    yield _said(tongue.say("printed.what" if found.printed else "printed.none"))
    for rule in dict.fromkeys(odd.rule for odd in found.printed):
        odds = [odd for odd in found.printed if odd.rule == rule]
        yield draw(plots.printed(odds, tongue), tongue.rule(rule))
        yield _table(tables.printed(odds, tongue))
        if rule in wrong_rules(found):
            yield _said(tongue.explained(rule))


def _rankings(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    yield _said(tongue.say("rankings.what" if found.rankings else "rankings.none"))
    for ranking in found.rankings:
        yield f"<h3>{escape(tongue.kind(ranking.kind))}</h3>"
        n = len(ranking.standings)
        ends = tongue.say("ranking.ends", n=n) if n > 2 * plots.ENDS else ""
        yield draw(plots.ranking(ranking, tongue), f"{tongue.some('ranking.each', ranking.n)}. {ends}".strip())
        yield _folded(tongue.say("whole"), _table(tables.ranking(ranking, tongue)))


def _raises(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    growth = tongue.game.study.growth
    if not found.raises or growth is None:
        yield _said(tongue.say("raises.none"))
        return
    what = tongue.say("raises.what", entry=growing(tongue), by=growth.by)
    yield _said(what)
    yield draw(plots.raises(found.raises, tongue), tongue.say("axis.points"))
    yield _table(tables.raises(found, tongue))


def _scenes(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    if not found.scenes:
        yield _said(tongue.say("scenes.none"))
        return
    yield _said(tongue.say("scenes.what"))
    if any(each.report is not None for each in found.scenes):
        yield draw(plots.scenes(found.scenes, tongue), tongue.say("axis.wins"))
    yield _table(tables.scenes(found, tongue))


def _used(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    used = found.used
    if used is None:
        yield _said(tongue.say("used.none"))
        return
    yield _said(tongue.say("used.what", walks=used.walks))
    yield draw(plots.used(used, tongue), tongue.say("used"))
    words, names = tongue.game.words, {(thing.catalogue, thing.id): thing.name for thing in things(tongue.game)}
    lists = (
        (tongue.some("never.rules", len(used.never_rules)), map(tongue.rule, used.never_rules)),
        (
            tongue.some("never.actions", len(used.never_actions), of=used.actions),
            (words.label(do, tongue.lang) for do in used.never_actions),
        ),
        (
            tongue.some("never.things", len(used.never_things), of=used.things),
            (tongue.tr(names.get(each, each[1])) for each in used.never_things),
        ),
    )
    for title, never in lists:
        items = "".join(f"<li>{escape(name)}</li>" for name in never)
        if items:
            yield _folded(title, f'<ul class="many">{items}</ul>')


def _text(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    yield _said(tongue.say("text.what"))
    table = tables.examples(tongue)
    if table.rows:
        yield _table(table)
    if tongue.lang == "en" and tongue.game.ledger.undefined:
        names = "".join(f"<li>{escape(each.name)}</li>" for each in tongue.game.ledger.undefined)
        yield _folded(tongue.some("found.undefined", len(tongue.game.ledger.undefined)), f"<ul>{names}</ul>")


def _made(found: Survey, tongue: Tongue, draw: Drawn) -> Iterator[str]:
    yield _said(made(found, tongue))


Section = Callable[[Survey, Tongue, Drawn], Iterator[str]]
PARTS: dict[str, Section] = dict(
    zip(SECTIONS, (_tests, _printed, _rankings, _raises, _scenes, _used, _text, _made), strict=True)
)
