"""`tablee tournament`: everything of a kind against everything."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from tablee.kernel.game import Game
from tablee.lab.tournament import Tournament, contest, tournament

from . import render
from .bar import bar
from .errors import judged_by
from .fighting import asked, chosen, hands, judged
from .options import Wish
from .terminal import out, write_json
from .texts import percent, say, some

PAIRING = 20  # fights of each pairing


def rank(game: Game, kind: str, wish: Wish, json: bool) -> None:
    n, seed = asked(wish, PAIRING), chosen(wish.seed)
    with judged_by(game):
        entries = len(contest(game, kind).entries)
    with judged(), hands(wish) as workers, bar(n * entries * (entries - 1) // 2) as fought:
        found = tournament(game, kind, n, seed, workers, fought.more)
    if json:
        write_json({"game": game.id, "seed": seed, **found.to_json()})
        return
    out.print(Text(f"{game.title} · {kind}", "title"))
    out.print(Text(some("tournament.done", n, seed=seed), "soft"))
    out.print()
    out.print(shown(found))


def shown(found: Tournament) -> Table:
    names = {each.id: each.name for each in found.standings}
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="soft", show_edge=False)
    table.add_column("", justify="right")
    for header in ("tournament.entry", "fight.rate", "fight.interval"):
        table.add_column(say(header), justify="left" if header == "tournament.entry" else "right")
    table.add_column("")
    table.add_column(say("tournament.dominated"))
    for place, each in enumerate(found.standings, 1):
        low, high = each.interval
        table.add_row(
            Text(str(place), "soft"),
            Text(each.name, "title"),
            Text(percent(each.rate)),
            Text(f"{percent(low)} – {percent(high)}", "soft"),
            render.chance_bar(each.rate, 12),
            Text(", ".join(names[by] for by in each.dominated_by), "soft"),
        )
    return table
