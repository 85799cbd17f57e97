"""`tablee games`, `tablee rules` and `tablee actions`."""

from __future__ import annotations

from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from tablee.kernel import reference
from tablee.kernel.about import About, listing
from tablee.kernel.action import tag
from tablee.kernel.catalogue import Article
from tablee.kernel.faults import nearest
from tablee.kernel.game import Game
from tablee.kernel.ledger import Rule, plain
from tablee.kernel.typography import as_figure, typeset
from tablee.kernel.written import written

from .errors import complain_of, refuse
from .render import grid
from .terminal import out
from .texts import lang, say, some

PLACES = 5  # lines of the code that are named for a rule


def games() -> None:
    """Every game that is installed, and why some of them cannot be had."""
    found = listing()
    if not found.games:
        out.print(say("games.none"))
    else:
        table = _table("games.id", "games.name", "games.credit", "games.rules", "games.state")
        for game in found.games:
            state = Text(say("games.complete"), "good") if game.complete else Text(say("games.partial"), "soft")
            table.add_row(Text(game.id, "key"), Text(game.title, "title"), typeset(game.credit), counted(game), state)
        out.print(table)
    for fault in found.faults:
        complain_of(fault)


def counted(game: About) -> str:
    """« 149 règles + 4 conseils »: what the code must hold to, and what only the reader can."""
    parts = [some("games.count", game.held)] + ([some("games.advice", game.advice)] if game.advice else [])
    return " + ".join(parts)


def rules(game: Game, words: str) -> None:
    """One rule whole, several as a list, none as a sentence."""
    found = search(game, words)
    if not found:
        out.print(say("rules.none", game=game.title, words=words))
    elif len(found) == 1:
        show(game, found[0])
    else:
        table = grid(None, None)
        for rule in found:
            table.add_row(Text(rule.id, "rule"), Text(rule.heading))
        out.print(table)
        out.print(Text(some("rules.count", len(found)), "soft"))


def actions(game: Game, name: str | None) -> None:
    """All that can be done, or one action, question or event whole."""
    if name is not None:
        found = reference.article(game, name, lang())
        if found is None:
            there = [each.id for each in reference.articles(game, lang())]
            raise refuse("actions.none", game=game.title, name=name, near=", ".join(nearest(name, there)))
        show_article(found)
        return
    table = grid(None, None, None)
    for kind in game.kinds:
        whose = say("actions.master") if kind.master else ""
        table.add_row(Text(tag(kind), "key"), Text(reference.title(game, kind, lang())), Text(whose, "soft"))
    out.print(table)
    out.print(Text(say("actions.more", n=len(game.kinds), game=game.id), "soft"))


def show_article(article: Article) -> None:
    out.print(Text.assemble((article.id, "key"), "  ", (article.name if article.name != article.id else "", "title")))
    for fact in article.facts:
        if fact.key != "do":
            out.print(Padding(Text(fact.label, "key"), (1, 0, 0, 0)))
            for text in fact.texts:
                out.print(Padding(Text(text), (0, 0, 0, 2)))


def search(game: Game, words: str) -> list[Rule]:
    """The rules with these words, in the French text; in English, in the English text too."""
    found = game.ledger.search(words)
    if lang() == "fr" or (len(found) == 1 and found[0].id == words.strip().upper()):
        return found
    wanted, ids = plain(words).split(), {rule.id for rule in found}
    said = {r.id for r in game.ledger.rules.values() if all(w in plain(f"{r.id} {r.title} {r.says}") for w in wanted)}
    return [rule for rule in game.ledger.rules.values() if rule.id in ids | said]


def show(game: Game, rule: Rule) -> None:
    out.print(Text.assemble((rule.id, "rule"), "  ", (rule.heading, "title")))
    out.print()
    text, unclear = rule.read_in(lang())
    out.print(Text(text))
    if rule.rows:
        out.print(Padding(rows(rule), (1, 0, 0, 0)))
    if unclear:
        out.print(Padding(Text(say("rules.ambiguity"), "key"), (1, 0, 0, 0)))
        out.print(Text(unclear))
    for note in notes(game, rule):
        out.print(Text(note, "soft"))


def rows(rule: Rule) -> Table:
    """The table of a rule; a key that only some rows have stays empty in the others."""
    keys = list(dict.fromkeys(key for row in rule.table for key in row))
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="key", show_edge=False)
    for key in keys:
        table.add_column(Text(key))
    for row in rule.table:
        table.add_row(*(_cell(row.get(key, "")) for key in keys))
    return table


def _cell(value: object) -> Text:
    return Text(", ".join(map(_text, value)) if isinstance(value, (list, tuple)) else _text(value))


def _text(value: object) -> str:
    return as_figure(value) if isinstance(value, int | float) else str(value)


def notes(game: Game, rule: Rule) -> list[str]:
    """Whether it is optional, the switch that turns it on, what to read besides, and where it is written."""
    found = []
    if rule.default is not None:
        found.append(say("rules.option", state=say("rules.on" if rule.default else "rules.off")))
    for switch in game.switches:
        if switch.rule == rule.id:
            phrase = game.words.switch.get(switch.id)
            found.append(say("rules.switch", id=switch.id, what=phrase.say(lang()) if phrase else rule.heading))
    see = (rule.see,) if isinstance(rule.see, str) else rule.see
    if see:
        found.append(say("rules.see", ids=", ".join(see)))
    places = written(game.package, rule.id)
    if places:
        more = say("rules.elsewhere", n=len(places) - PLACES) if len(places) > PLACES else ""
        found.append(say("rules.written", places=", ".join(places[:PLACES])) + more)
    return found


def _table(*headers: str) -> Table:
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    for header in headers:
        table.add_column(say(header))
    return table
