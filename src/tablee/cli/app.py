"""The commands and their options. Texts stand in texts.py under the keys given as help.

A command imports what it needs when it is called: `tablee games` does not wait for the table, the lab and the store.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from tablee.kernel.game import game

from . import serve
from .options import Seed, TacticName, Wish, fights, taking, work

app = typer.Typer(add_completion=False, help="help.app", rich_markup_mode="rich")

GameId = Annotated[str, typer.Argument(metavar="GAME", help="help.arg.game", show_default=False)]
Pairs = Annotated[list[str] | None, typer.Argument(metavar="KEY=VALUE", help="help.arg.pairs", show_default=False)]
ActionName = Annotated[str, typer.Argument(metavar="ACTION", help="help.arg.action", show_default=False)]
SceneFile = Annotated[str | None, typer.Option("--scene", metavar="FILE", help="help.opt.scene")]
SceneName = Annotated[str, typer.Argument(metavar="FILE", help="help.arg.scene", show_default=False)]
Json = Annotated[bool, typer.Option("--json", help="help.opt.json")]
SideName = Annotated[str | None, typer.Option("--side", metavar="SIDE", help="help.opt.side")]

Host = Annotated[str, typer.Option("--host", metavar="ADDRESS", help="help.opt.host")]
Lan = Annotated[bool, typer.Option("--lan", help="help.opt.lan")]
Port = Annotated[int, typer.Option("--port", metavar="N", min=0, max=65535, help="help.opt.port")]
Data = Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="help.opt.data")]
Database = Annotated[str | None, typer.Option("--database", metavar="URL", help="help.opt.database")]
To = Annotated[Path | None, typer.Option("--to", metavar="FILE", help="help.opt.out")]
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="help.arg.file", show_default=False)]


def show_version(wanted: bool) -> None:
    if wanted:
        from .files import tablee_version

        typer.echo(f"tablee {tablee_version()}")
        raise typer.Exit


@app.callback()
def root(
    lang: Annotated[str, typer.Option("--lang", metavar="fr|en", help="help.opt.lang")] = "fr",
    version: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=show_version, help="help.opt.version")
    ] = False,
) -> None:
    """--lang is taken before the commands are read, wherever it stands; it is here for the help."""


@app.command("games", help="help.games")
def games() -> None:
    from . import catalogue

    catalogue.games()


@app.command("rules", help="help.rules")
def rules(
    game_id: GameId,
    words: Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="help.arg.words")] = None,
) -> None:
    from . import catalogue

    catalogue.rules(game(game_id), " ".join(words or []))


@app.command("actions", help="help.actions")
def actions(
    game_id: GameId,
    name: Annotated[str | None, typer.Argument(metavar="NAME", help="help.arg.reference")] = None,
) -> None:
    from . import catalogue

    catalogue.actions(game(game_id), name)


@app.command("new", help="help.new")
def new(
    game_id: GameId,
    at_random: Annotated[bool, typer.Option("--random", help="help.opt.random")] = False,
    seed: Seed = None,
    start: Annotated[str | None, typer.Option("--from", metavar="START", help="help.opt.from")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", metavar="OPTION", help="help.opt.option")] = None,
    draft: Annotated[Path | None, typer.Option("--draft", metavar="FILE", help="help.opt.draft")] = None,
    to: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.opt.out")] = None,
) -> None:
    from . import create

    create.new(game(game_id), at_random, seed, start, tuple(option or ()), draft, to)


@app.command("sheet", help="help.sheet")
def sheet(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="help.arg.sheet", show_default=False)],
    explain: Annotated[bool, typer.Option("--explain", help="help.opt.explain")] = False,
) -> None:
    from . import create

    create.show_sheet(file, explain)


@app.command("print", help="help.print")
def print_command(
    what: Annotated[str, typer.Argument(metavar="FILE", help="help.arg.print", show_default=False)],
    words: Annotated[list[str] | None, typer.Argument(metavar="WORDS", help="help.arg.print.words")] = None,
    blocks: Annotated[bool | None, typer.Option("--blocks/--sheets", help="help.opt.blocks")] = None,
    of_rules: Annotated[bool, typer.Option("--rules", help="help.opt.rules")] = False,
    to: Annotated[Path | None, typer.Option("--out", metavar="FILE", help="help.opt.out")] = None,
) -> None:
    from . import printing

    if of_rules:
        printing.print_rules(game(what), " ".join(words or []), to)
    else:
        printing.printed(what, "auto" if blocks is None else "blocks" if blocks else "sheets", to)


@app.command("odds", help="help.odds")
def odds(
    game_id: GameId,
    action: ActionName,
    pairs: Pairs = None,
    scene: SceneFile = None,
    look: Annotated[str | None, typer.Option("--look", metavar="NAME", help="help.opt.look")] = None,
    tactic: TacticName = None,
    json: Json = False,
    exact: Annotated[bool, typer.Option("--exact", help="help.opt.exact")] = False,
) -> None:
    from . import once

    stage, built = once.prepare(game(game_id), scene, action, pairs or [])
    once.odds(stage, built, look, tactic, json, exact)


@app.command("do", help="help.do")
def do(
    game_id: GameId,
    action: ActionName,
    pairs: Pairs = None,
    scene: SceneFile = None,
    dice: Annotated[str | None, typer.Option("--dice", metavar="3,10,7", help="help.opt.dice")] = None,
    answers: Annotated[str | None, typer.Option("--answers", metavar="a,b", help="help.opt.answers")] = None,
    seed: Seed = None,
    json: Json = False,
) -> None:
    from . import once

    stage, built = once.prepare(game(game_id), scene, action, pairs or [])
    once.do(stage, built, dice, answers, seed, json)


@app.command("run", help="help.run")
def run(
    files: Annotated[list[Path], typer.Argument(metavar="FILE", help="help.arg.scenarios", show_default=False)],
) -> int:
    from . import scenarios

    return scenarios.run(files)


@app.command("fight", help="help.fight")
@taking(fights)
def fight(
    file: SceneName,
    wish: Wish,
    until: Annotated[float, typer.Option("--until", metavar="WIDTH", help="help.opt.until")] = 0.0,
    cost: Annotated[bool, typer.Option("--cost", help="help.opt.cost")] = False,
    resume: Annotated[bool, typer.Option("--resume", help="help.opt.resume")] = False,
    json: Json = False,
) -> int:
    from . import fighting
    from .files import read_stage

    return fighting.fight(read_stage(file), wish, fighting.Bounds(until, cost, resume), json)


@app.command("compare", help="help.compare")
@taking(fights)
def compare(
    file: SceneName,
    wish: Wish,
    other: Annotated[str | None, typer.Argument(metavar="OTHER", help="help.arg.scene", show_default=False)] = None,
    changes: Annotated[list[str] | None, typer.Option("--set", metavar="PATH=VALUE", help="help.opt.set")] = None,
    side: SideName = None,
    json: Json = False,
) -> None:
    from . import comparing
    from .files import read_stage

    first = read_stage(file)
    second = first if other is None else read_stage(other)
    comparing.compare(first, second, changes or (), wish, side, json)


@app.command("sweep", help="help.sweep")
@taking(fights)
def sweep(
    file: SceneName,
    wish: Wish,
    over: Annotated[list[str] | None, typer.Option("--over", metavar="PATH=1..10", help="help.opt.over")] = None,
    side: SideName = None,
    json: Json = False,
) -> None:
    from . import comparing
    from .files import read_stage

    comparing.sweep(read_stage(file), over or (), wish, side, json)


@app.command("tournament", help="help.tournament")
@taking(work)
def tournament_command(
    game_id: GameId,
    kind: Annotated[str, typer.Argument(metavar="KIND", help="help.arg.kind", show_default=False)],
    wish: Wish,
    json: Json = False,
) -> None:
    from . import ranking

    ranking.rank(game(game_id), kind, wish, json)


@app.command("report", help="help.report")
@taking(work)
def report_command(
    game_id: GameId,
    wish: Wish,
    folder: Annotated[Path, typer.Option("--out", metavar="FOLDER", help="help.opt.folder", show_default=False)],
    known: Annotated[Path | None, typer.Option("--from", metavar="FILE", help="help.opt.known")] = None,
) -> None:
    from . import reporting

    reporting.report(game(game_id), folder, wish, known)


@app.command("coverage", help="help.coverage")
def coverage_command(
    game_id: GameId,
    n: Annotated[int, typer.Option("--n", metavar="N", help="help.opt.walks")] = 60,
    seed: Seed = None,
    json: Json = False,
) -> None:
    from . import covering

    covering.cover(game(game_id), n, seed, json)


@app.command("check", help="help.check")
def check_command(
    game_id: GameId,
    n: Annotated[int | None, typer.Option("--n", metavar="N", help="help.opt.rounds")] = None,
    quick: Annotated[bool, typer.Option("--quick", help="help.opt.quick")] = False,
    seconds: Annotated[float | None, typer.Option("--seconds", metavar="S", help="help.opt.seconds")] = None,
    json: Json = False,
) -> int:
    from . import checking

    return checking.check(game(game_id), n, quick, seconds, json)


@app.command("new-game", help="help.new_game")
def new_game_command(
    name: Annotated[str, typer.Argument(metavar="NAME", help="help.arg.name", show_default=False)],
    folder: Annotated[Path, typer.Option("--in", metavar="FOLDER", help="help.opt.game_folder")] = Path(),
) -> None:
    from . import beginning

    beginning.new_game(name, folder)


@app.command("play", help="help.play")
def play_command(
    file: Annotated[str | None, typer.Argument(metavar="FILE", help="help.arg.scene", show_default=False)] = None,
    seed: Seed = None,
    tactic: TacticName = None,
) -> None:
    from . import play

    play.play(file, seed, tactic)


@app.command("serve", help="help.serve")
def serve_command(
    host: Host = serve.HOST,
    port: Port = serve.PORT,
    data: Data = None,
    database: Database = None,
    workers: Annotated[int, typer.Option("--workers", metavar="N", min=1, max=64, help="help.opt.workers")] = 1,
    proxy: Annotated[list[str] | None, typer.Option("--proxy", metavar="ADDRESS", help="help.opt.proxy")] = None,
    lan: Lan = False,
    judges: Annotated[int, typer.Option("--judges", metavar="N", min=0, max=64, help="help.opt.judges")] = serve.JUDGES,
) -> None:
    serve.serve(serve.opened_to(host, lan), port, data, database, workers, proxy or [], judges)


@app.command("demo", help="help.demo")
def demo_command(
    host: Host = serve.HOST,
    port: Annotated[
        int | None, typer.Option("--port", metavar="N", min=0, max=65535, help="help.opt.port.demo")
    ] = None,
    data: Annotated[Path | None, typer.Option("--data", metavar="FOLDER", help="help.opt.data.demo")] = None,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="help.opt.browser")] = True,
    lan: Lan = False,
) -> None:
    from . import demo

    demo.demo(serve.opened_to(host, lan), port, data, browser)


@app.command("backup", help="help.backup")
def backup_command(data: Data = None, database: Database = None, to: To = None) -> None:
    from . import backup

    backup.backup(data, database, to)


@app.command("restore", help="help.restore")
def restore_command(file: FileArgument, data: Data = None, database: Database = None) -> None:
    from . import backup

    backup.restore(file, data, database)


@app.command("export", help="help.export")
def export_command(
    campaign: Annotated[str | None, typer.Argument(metavar="CAMPAIGN", help="help.arg.campaign")] = None,
    data: Data = None,
    database: Database = None,
    to: To = None,
) -> None:
    from . import exchange

    exchange.export(campaign, data, database, to)


@app.command("import", help="help.import")
def import_command(file: FileArgument, data: Data = None, database: Database = None) -> None:
    from . import exchange

    exchange.bring_in(file, data, database)


@app.command("upgrade", help="help.upgrade")
def upgrade_command(
    campaign: Annotated[str | None, typer.Argument(metavar="CAMPAIGN", help="help.arg.campaign")] = None,
    check: Annotated[bool, typer.Option("--check", help="help.opt.check")] = False,
    data: Data = None,
    database: Database = None,
) -> None:
    from . import upgrade

    upgrade.upgrade(campaign, check, data, database)
