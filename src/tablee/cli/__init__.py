"""The `tablee` command."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from tablee.kernel.content import ContentError
from tablee.kernel.game import NoGame
from tablee.kernel.live import ScriptError

from .app import app
from .errors import Refused, complain_of
from .help import HELP, in_language
from .sentences import from_parser, reason
from .terminal import ClosedPipe, complain, err, hush, say_anything
from .texts import lang, say, take_language

INTERRUPTED = 130
BUG, UNWRITTEN = 70, 74


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command; its exit status. Whatever goes wrong is one sentence on the error stream."""
    say_anything()
    try:
        status = command(list(sys.argv[1:] if argv is None else argv))
        sys.stdout.flush()
        return status
    except (ClosedPipe, BrokenPipeError, SystemExit):  # the option parser exits so when the pipe closes on its help
        hush()
        return 0
    except OSError as error:
        hush()
        complain(say("error.output", why=reason(error)))
        return UNWRITTEN


def command(args: list[str]) -> int:
    try:
        args = take_language(args, os.environ) or [HELP]
    except KeyError as unknown:
        complain(say("error.language", lang=unknown.args[0]))
        return 2
    try:
        status = in_language(app, args).main(args=args, prog_name="tablee", standalone_mode=False)
        return interrupted() if status == INTERRUPTED else status if isinstance(status, int) else 0
    except Refused as refused:
        for sentence in refused.sentences:
            complain(sentence)
        return refused.status
    except NoGame as fault:
        return unloaded(fault)
    except (ContentError, ScriptError) as error:
        complain_of(error)
        return 2
    except (KeyboardInterrupt, typer.Abort):
        return interrupted()
    except OSError as error:
        if error.filename is None:  # not a file of the user's: the output itself
            raise
        complain(say("error.unreadable", path=error.filename, why=reason(error)))
        return 2
    except ClosedPipe:
        raise
    except Exception as error:
        return other(error)


def interrupted() -> int:
    """Ctrl-C: the prompt of the shell begins on a line of its own."""
    if err.is_terminal:
        err.print()
    return INTERRUPTED


def unloaded(fault: NoGame) -> int:
    """A fault of whoever made the game, or of ours."""
    if os.environ.get("TABLEE_DEBUG"):
        raise fault
    complain_of(fault)
    return BUG


def commands_of(error: Exception) -> str:
    """The commands there are, where one is named that is not."""
    context = getattr(error, "ctx", None)
    listing = getattr(getattr(context, "command", None), "list_commands", None)
    if "No such command" not in str(error) or listing is None:
        return ""
    return " " + say("error.commands", known=", ".join(listing(context)))


def other(error: Exception) -> int:
    """What the option parser says about a command line; anything else is a fault of ours."""
    message = getattr(error, "format_message", None)
    if message is not None:
        complain(from_parser(message(), lang()) + commands_of(error))
        return 2
    if os.environ.get("TABLEE_DEBUG"):
        raise error
    complain(say("error.bug", why=f"{type(error).__name__}: {error}"))
    return BUG
