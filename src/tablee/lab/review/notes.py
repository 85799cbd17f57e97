"""A report as a short text: what was found, and the tables it rests on."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.game import Game

from . import tables
from .found import findings
from .survey import Survey
from .tables import Table
from .tongue import Tongue

ENDS = 5  # entries of each end of a long ranking


def notes(found: Survey, game: Game, lang: str = "fr") -> str:
    """In Markdown."""
    return "\n".join(_lines(found, Tongue(game, lang)))


def command(found: Survey, lang: str) -> str:
    """What wrote it."""
    folder = "DOSSIER" if lang == "fr" else "FOLDER"
    return f"tablee report {found.game} --n {found.n} --seed {found.seed} --lang {lang} --out {folder}"


def _lines(found: Survey, tongue: Tongue) -> Iterator[str]:
    game = tongue.game
    yield from (f"# {tongue.say('title', game=game.title)}", "", game.credit, "")
    yield from (f"    {command(found, tongue.lang)}", "")
    said = findings(found, tongue)
    for heading, holds in (("mend", False), ("holds", True)):
        some = [each.text for each in said if each.holds is holds]
        if some:
            yield from (f"## {tongue.say(heading)}", "", *(f"- {text}" for text in some), "")
    yield from _section(tongue, "printed", tables.printed(found.printed, tongue) if found.printed else None)
    for rule in wrong_rules(found):
        yield from (f"{tongue.rule(rule)}{tongue.say('colon')}{tongue.explained(rule)}", "")
    yield from (
        f"## {tongue.say('rankings')}",
        "",
        tongue.say("rankings.what" if found.rankings else "rankings.none"),
        "",
    )
    for ranking in found.rankings:
        yield from (f"### {tongue.kind(ranking.kind)}", "", tongue.some("ranking.each", ranking.n), "")
        yield from _table(tables.ranking(ranking, tongue, ENDS))
    growth = game.study.growth
    entry = growing(tongue)
    what = tongue.say("raises.what", entry=entry, by=growth.by) if growth else ""
    yield from _section(tongue, "raises", tables.raises(found, tongue) if found.raises else None, what)
    yield from _section(tongue, "scenes", tables.scenes(found, tongue) if found.scenes else None)
    walks = tongue.say("used.what", walks=found.used.walks) if found.used else ""
    yield from _section(tongue, "used", tables.used(found, tongue) if found.used else None, walks)
    if any(not each.consistent for each in game.ledger.examples.values()):
        yield from _section(tongue, "text", tables.examples(tongue))
    yield from (f"## {tongue.say('made')}", "", made(found, tongue), "", tongue.say("notes.whole"), "")


def wrong_rules(found: Survey) -> list[str]:
    """Those whose printed figures are not all right."""
    return list(dict.fromkeys(odd.rule for odd in found.printed if not odd.holds))


def growing(tongue: Tongue) -> str:
    """What the fighter who is raised has in hand."""
    growth = tongue.game.study.growth
    return tongue.tr(tongue.game.contests[growth.contest].entries[growth.entry]) if growth else ""


def made(found: Survey, tongue: Tongue) -> str:
    facts = {"command": command(found, tongue.lang), "game": tongue.game.title, "version": found.version}
    fights = tongue.say("made.fights", n=tongue.number(found.n), seed=found.seed)
    return f"{tongue.say('made.what', **facts)} {fights}"


def _section(tongue: Tongue, key: str, table: Table | None, what: str = "") -> Iterator[str]:
    yield from (f"## {tongue.say(key)}", "")
    if table is None:
        yield from (tongue.say(f"{key}.none"), "")
        return
    yield from (what or tongue.say(f"{key}.what"), "")
    yield from _table(table)


def _table(table: Table) -> Iterator[str]:
    for row in (table.heads, tuple("---" for _ in table.heads), *table.rows):
        yield f"| {' | '.join(cell.replace('|', '/') for cell in row)} |"
    yield ""
