"""`tablee run`: scenarios played step by step, and what differs from what they expect."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.text import Text

from tablee.kernel import content, scenario
from tablee.kernel import game as kernel_game
from tablee.kernel.scenario import Played, Scenario

from . import render
from .errors import complain_of
from .terminal import complain, out
from .texts import say
from .wording import Voice

BROKEN = ("plus assez de dés", "face impossible", "réponse refusée")  # a step that could not be played at all


def run(paths: Iterable[Path]) -> int:
    """Every file in turn; 0 when all is as expected, 1 when something differs, 2 when a file is broken."""
    return max([run_file(path) for path in paths], default=0)


def run_file(path: Path) -> int:
    try:
        read = scenario.read(path)
        story = scenario.play(read, path.name)
    except content.ContentError as error:
        complain_of(error)
        return 2
    out.print(Text.assemble((read.title or path.name, "title"), (f"  {path}" if read.title else "", "soft")))
    if not read.step:
        out.print(Text(say("run.no_steps"), "soft"))
    tell(read, story, path.name)
    wrong = sum(len(played.differences) for played in story)
    verdict = Text(say("run.differences" if wrong == 1 else "run.differences_n", n=wrong), "bad")
    out.print(verdict if wrong else Text(say("run.same"), "good"))
    out.print()
    return 2 if any(map(broken, story)) else 1 if wrong else 0


def broken(played: Played) -> bool:
    """Whether the step itself cannot be played, whatever was expected of it."""
    return played.action is None or any(difference.startswith(BROKEN) for difference in played.differences)


def tell(read: Scenario, story: list[Played], name: str) -> None:
    """The story: each step, its events, and what differs."""
    game = kernel_game.game(read.game)
    for number, (step, played) in enumerate(zip(read.step, story, strict=True), 1):
        voice, place = Voice(game, played.scene), say("run.step", n=number)
        head = Text(f"{place}  ", "soft")
        if played.action is not None:
            head.append(voice.name(played.action.actor), "name").append(f" · {voice.plain_action(played.action)}")
        out.print(head)
        for event in played.events:
            out.print(render.indent(render.event_block(event, voice)))
        if step.expect.closed is not None and not played.differences:
            out.print(render.indent(Text(say("run.refused", why=step.expect.closed), "soft")))
        tell_differences(played, f"{name}, {place}", voice)


def in_words(difference: str, played: Played, voice: Voice) -> str:
    """A refusal in the words of the game; a refused step has left the scene as it was."""
    closed = played.action.closed(played.scene) if played.action is not None else None
    return difference if closed is None else difference.replace(str(closed), voice.closed(closed))


def tell_differences(played: Played, place: str, voice: Voice) -> None:
    """What could not be played goes to the error stream; what merely differs belongs to the story."""
    for difference in played.differences:
        sentence = voice.script(in_words(difference, played, voice))
        if played.action is None:
            complain(sentence)
        elif difference.startswith(BROKEN):
            complain(f"{place}{say('colon')}{sentence}")
        else:
            out.print(render.indent(Text(f"✗ {sentence}", "bad")))
