"""`tablee coverage`: which rules, actions and things of a book are ever used."""

from __future__ import annotations

from rich.text import Text

from tablee.kernel.catalogue import things
from tablee.kernel.game import Game
from tablee.lab.coverage import Coverage, coverage

from .bar import bar
from .errors import refuse
from .fighting import chosen
from .terminal import out, write_json
from .texts import lang, number, say, some


def cover(game: Game, walks: int, seed: int | None, json: bool) -> None:
    if walks < 1:
        raise refuse("error.least", what="--n", least=1)
    if not game.demos:
        raise refuse("error.no_demo", game=game.title)
    seed = chosen(seed)
    with bar(walks) as walked:
        found = coverage(game, walks, seed, walked.more)
    if json:
        write_json({"game": game.id, "seed": seed, **found.to_json()})
        return
    out.print(Text(game.title, "title"))
    out.print(Text(some("coverage.done", walks, seed=seed), "soft"))
    show(game, found)


def show(game: Game, found: Coverage) -> None:
    rules, actions, unused = found.never()
    names = {(thing.catalogue, thing.id): thing.name for thing in things(game)}
    ledger = game.ledger.rules
    listed = {
        "coverage.rules": ([f"{id} {ledger[id].title}" for id in rules], len(found.rules)),
        "coverage.actions": ([game.words.label(do, lang()) for do in actions], len(found.actions)),
        "coverage.things": ([names[each] for each in unused], sum(map(len, found.things.values()))),
    }
    for key, (never, total) in listed.items():
        out.print()
        out.print(Text(say(key, used=number(total - len(never)), total=number(total)), "title"))
        if never:
            out.print(Text(f"{say('coverage.never')}{say('colon')}{' · '.join(never)}", "soft"))
