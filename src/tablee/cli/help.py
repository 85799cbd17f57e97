"""The help of every command in the language that was asked for."""

from __future__ import annotations

from typing import Any

import typer

from .texts import TEXTS, say

HELP = "--help"


def in_language(app: typer.Typer, args: list[str]) -> Any:
    """The command tree, its help keys turned into texts."""
    if HELP in args:
        _titles()
    tree: Any = typer.main.get_command(app)
    for command in [tree, *tree.commands.values()]:
        command.help = _text(command.help)
        command.short_help = _text(command.short_help)
        for param in command.params:
            if hasattr(param, "help"):
                param.help = _text(param.help)
            _plain_flag(param)
        command.get_help_option = _help_option(command.get_help_option)
    return tree


def _titles() -> None:
    from typer import rich_utils  # only now: it reads and colours all that a help might hold

    titles: Any = rich_utils
    titles.COMMANDS_PANEL_TITLE = say("help.panel.commands")
    titles.OPTIONS_PANEL_TITLE = say("help.panel.options")
    titles.ARGUMENTS_PANEL_TITLE = say("help.panel.arguments")
    titles.REQUIRED_LONG_STRING = say("help.required")
    titles.DEFAULT_STRING = say("help.default")


def _text(key: str | None) -> str | None:
    return say(key) if key in TEXTS else key


def _help_option(get: Any) -> Any:
    def translated(ctx: Any) -> Any:
        option = get(ctx)
        if option is not None:
            option.help = say("help.opt.help")
            _plain_flag(option)
        return option

    return translated


def _plain_flag(option: Any) -> None:
    """A flag takes no value: none is shown."""
    if getattr(option, "is_flag", False):
        option.metavar = ""
