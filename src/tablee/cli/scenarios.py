"""`tablee run`: scenarios played step by step, and what differs from what they expect."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from rich.text import Text

from tablee.kernel import content, scenario
from tablee.kernel import game as kernel_game
from tablee.kernel.scenario import Played, Scenario
from tablee.kernel.voice import Voice

from . import render
from .errors import Refused, complain_of, judged_by
from .terminal import complain, out
from .texts import say
from .wording import voice_of


def run(paths: Iterable[Path]) -> int:
    """Every file in turn; 0 when all is as expected, 1 when something differs, 2 when a file is broken."""
    return max([run_file(path) for path in paths], default=0)


def run_file(path: Path) -> int:
    try:
        read = scenario.read(path)
        with judged_by(kernel_game.game(read.game)):
            story = scenario.play(read, path.name)
    except content.ContentError as error:
        complain_of(error)
        return 2
    except Refused as refused:
        complain(refused.sentences[0])
        return refused.status
    out.print(Text.assemble((read.title or path.name, "title"), (f"  {path}" if read.title else "", "soft")))
    if not read.step:
        out.print(Text(say("run.no_steps"), "soft"))
    tell(read, story, path.name)
    wrong = sum(len(played.differences) for played in story)
    verdict = Text(say("run.differences" if wrong == 1 else "run.differences_n", n=wrong), "bad")
    out.print(verdict if wrong else Text(say("run.same"), "good"))
    out.print()
    return 2 if any(played.broken for played in story) else 1 if wrong else 0


def tell(read: Scenario, story: list[Played], name: str) -> None:
    """The story: each step, its events, and what differs."""
    game = kernel_game.game(read.game)
    for number, (step, played) in enumerate(zip(read.step, story, strict=True), 1):
        voice, place = voice_of(game, played.scene), say("run.step", n=number)
        head = Text(f"{place}  ", "soft")
        if played.action is not None:
            head.append(voice.called(played.action.actor), "name").append(f" · {voice.action(played.action)}")
        out.print(head)
        for event in played.events:
            out.print(render.indent(render.event_block(event, voice)))
        if step.expect.closed is not None and not played.differences:
            out.print(render.indent(Text(say("run.refused", why=step.expect.closed), "soft")))
        tell_differences(played, f"{name}, {place}", voice)


def tell_differences(played: Played, place: str, voice: Voice) -> None:
    """What could not be played goes to the error stream; what merely differs belongs to the story."""
    for difference in played.differences:
        sentence = voice.text(difference)
        if played.action is None:
            complain(sentence)
        elif played.broken:
            complain(f"{place}{say('colon')}{sentence}")
        else:
            out.print(render.indent(Text(f"✗ {sentence}", "bad")))
