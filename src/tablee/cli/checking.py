"""`tablee check`: whether a game keeps its contract; what is wrong, where, and how it is mended."""

from __future__ import annotations

from rich.text import Text

from tablee.check import CHECKS, SECONDS, Check, Fault, examine
from tablee.kernel.game import Game

from .bar import bar
from .errors import refuse
from .terminal import out, write_json
from .texts import lang, say, some

FIGHTS, QUICK = 4, 1  # of each ready scene
MOST = 12  # faults of one check that are all printed


def check(game: Game, n: int | None, quick: bool, seconds: float | None, json: bool) -> int:
    """Ask everything of a game, one thing after the other; 1 if anything is wrong."""
    fights = n if n is not None else QUICK if quick else FIGHTS
    if fights < 1:
        raise refuse("error.least", what="--n", least=1)
    limit = seconds if seconds is not None else SECONDS
    if limit <= 0:
        raise refuse("error.least", what="--seconds", least=1)
    found = list[tuple[Check, list[Fault]]]()
    with bar(len(CHECKS), label=say("check.progress")) as done:
        for each in examine(game, fights, limit):
            found.append(each)
            done.now(len(found))
    wrong = sum(len(faults) for _, faults in found)
    if json:
        told = {check.id: [_plain(fault) for fault in faults] for check, faults in found}
        write_json({"game": game.id, "checks": told})
        return min(wrong, 1)
    out.print(Text(game.title, "title"))
    for check, faults in found:
        show(check, faults)
    out.print()
    out.print(Text(some("check.wrong", wrong), "bad") if wrong else Text(say("check.holds", n=len(found)), "good"))
    return min(wrong, 1)


def show(check: Check, faults: list[Fault]) -> None:
    """A line for a check; for each thing it found what is wrong, where, and how to mend it."""
    mark, style = ("✗", "bad") if faults else ("✓", "good")
    out.print(Text.assemble((mark, style), " ", check.title(lang())))
    for fault in faults[:MOST]:
        out.print(Text(f"  {fault.what(lang())}"), soft_wrap=True)
        if fault.where:
            out.print(Text(f"    {fault.where}", "key"), soft_wrap=True)
        out.print(Text(f"    {fault.mend(lang())}", "soft"), soft_wrap=True)
    if len(faults) > MOST:
        out.print(Text(f"  {some('check.more', len(faults) - MOST)}", "soft"))


def _plain(fault: Fault) -> dict[str, str]:
    return {"key": fault.key, "what": fault.what(lang()), "where": fault.where, "mend": fault.mend(lang())}
