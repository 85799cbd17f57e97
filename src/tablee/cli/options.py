"""Options that several commands of the lab take, written once."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Annotated, Any, get_type_hints

import msgspec
import typer

Fights = Annotated[int | None, typer.Option("--n", metavar="N", help="help.opt.n")]
Seed = Annotated[int | None, typer.Option("--seed", metavar="N", help="help.opt.seed")]
TacticName = Annotated[str | None, typer.Option("--tactic", metavar="NAME", help="help.opt.tactic")]
Jobs = Annotated[int, typer.Option("--jobs", metavar="J", min=0, max=256, help="help.opt.jobs")]
ClusterAddress = Annotated[str, typer.Option("--cluster", metavar="ADDRESS", help="help.opt.cluster")]


class Wish(msgspec.Struct, frozen=True):
    """How many fights, with which luck, by which tactic, and who is to do the work (0: a process for each core)."""

    n: int | None = None
    seed: int | None = None
    tactic: str | None = None
    jobs: int = 0
    cluster: str = ""


def work(n: Fights = None, seed: Seed = None, jobs: Jobs = 0, cluster: ClusterAddress = "") -> Wish:
    """Of whatever fights many fights."""
    return Wish(n, seed, None, jobs, cluster)


def fights(
    n: Fights = None, seed: Seed = None, tactic: TacticName = None, jobs: Jobs = 0, cluster: ClusterAddress = ""
) -> Wish:
    """Of what fights a scene, by a tactic that may be named."""
    return Wish(n, seed, tactic, jobs, cluster)


Command = Callable[..., Any]


def taking(wished: Callable[..., Wish]) -> Callable[[Command], Command]:
    """A command whose parameter `wish` stands for the options of this function."""

    def around(command: Command) -> Command:
        own, options = inspect.signature(command).parameters, inspect.signature(wished).parameters
        hints = get_type_hints(command, include_extras=True) | get_type_hints(wished, include_extras=True)

        def called(**given: Any) -> Any:
            wish = wished(**{name: given.pop(name) for name in options})
            return command(**given, wish=wish)

        kept = [each for name, each in own.items() if name != "wish"]
        params = [
            each.replace(kind=inspect.Parameter.KEYWORD_ONLY, annotation=hints[each.name])
            for each in (*kept, *options.values())
        ]
        called.__dict__["__signature__"] = inspect.Signature(params)  # what the option parser reads
        called.__annotations__ = {each.name: each.annotation for each in params}
        return called

    return around
