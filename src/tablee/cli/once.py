"""`tablee odds` and `tablee do`: one action, its chances or its story."""

from __future__ import annotations

import random
from collections.abc import Iterable
from typing import Any

import msgspec
from rich.text import Text

from tablee.kernel.action import Action, tag
from tablee.kernel.allowed import why_not
from tablee.kernel.game import Game
from tablee.kernel.live import Live, NotAnAnswer, Scripted, ScriptError
from tablee.kernel.oracle import Dice, Policy, first
from tablee.kernel.refs import named
from tablee.kernel.sentence import Said, Typed
from tablee.kernel.tally import Terms
from tablee.kernel.voice import Voice

from . import params, render
from .chances import Chances, chances, rolled_with, tactic
from .errors import Refused, refuse
from .files import Stage, demo, read_stage
from .terminal import complain, out, patience, write_json
from .texts import number, say
from .wording import voice_of


def prepare(game: Game, scene: str | None, action: str, pairs: Iterable[str]) -> tuple[Stage, Action]:
    """The scene and the action on it; refused if it is closed."""
    kind, given = params.kind_of(game, action), params.split(pairs)
    stage = read_stage(scene, game) if scene is not None else demo(game)
    built = params.build(game, kind, given, stage.scene)
    closed = why_not(game, stage.scene, built)
    if closed is not None:
        for who in named(built):
            if who not in stage.scene.people:
                raise refuse("error.person", who=who, known=", ".join(game.people(stage.scene)))
        voice = voice_of(game, stage.scene)
        raise refuse("error.closed", action=voice.action(built), why=voice.closed(closed))
    return stage, built


# ---------------------------------------------------------------- odds


def odds(stage: Stage, action: Action, look: str | None, named: str | None, json: bool, exact: bool) -> None:
    """The chance, then the whole distribution of each look, or of the one that is named."""
    looks = action.views()
    if not looks:
        raise refuse("odds.no_looks", action=tag(action))
    if look is not None and look not in looks:
        raise refuse("odds.unknown_look", look=look, known=", ".join(looks))
    policy: Policy = first if named is None else tactic(stage.game, named)[1].answer
    wanted = [look] if look is not None else looks[1:] or looks
    with patience(say("odds.working")):
        yes = chances(action, stage.scene, looks[0], policy)
        found = [yes if name == looks[0] else chances(action, stage.scene, name, policy) for name in wanted]
    voice = voice_of(stage.game, stage.scene)
    sums = rolled_with(action, stage.scene, policy, voice)
    if json:
        write_json({**odds_json(stage.game, action, yes, found, named), "sums": sums})
    else:
        show_odds(voice, action, yes, exact)
        show_sums(voice, sums)
        for each in found:
            show_look(voice, each, look is not None, say("odds.whole"), exact)
        show_answers(voice, [yes, *found], named)


def show_odds(voice: Voice, action: Action, yes: Chances, exact: bool) -> None:
    out.print(Text.assemble((voice.called(action.actor), "name"), " · ", voice.action(action)))
    if yes.yes is not None:
        line = Text.assemble(say("odds.chance"), f" ({voice.look(yes.look)})", say("colon"))
        fraction = render.share(yes.distribution, True)
        out.print(line.append_text(Text(fraction, "title") if exact else render.chance_text(yes, 2)), soft_wrap=exact)


def show_sums(voice: Voice, sums: dict[str, Terms]) -> None:
    """What is rolled with, opened as `tablee do` opens it; the dice come on top."""
    table = render.grid(None, None)
    for fact, terms in sums.items():
        table.add_row(Text(render.sum_name(fact, voice), "soft"), render.terms_line(terms))
    if sums:
        out.print(render.indent(table))


def show_look(voice: Voice, found: Chances, whole: bool, how: str, exact: bool = False) -> None:
    """One look: its chart, its figures, how far they can be trusted, and how to see more."""
    out.print()
    note = voice.look_note(found.look)
    out.print(Text.assemble((voice.look(found.look), "key"), (f"  {note}" if note else "", "soft")))
    if exact:
        out.print(render.fractions(found, voice), soft_wrap=True)
    else:
        out.print(render.indent(render.chart(found, voice, whole)))
    notes = [how] if not whole and not exact and found.condensed() is not None else []
    if not found.exact:
        notes.append(say("odds.simulated", n=number(found.draws)))
    elif found.distribution.lost:
        notes.append(say("odds.lost", lost=found.distribution.lost))
    if found.numeric:
        out.print(render.indent(render.figures(found)))
    if notes:
        out.print(render.indent(Text(" · ".join(notes), "soft")))


def show_answers(voice: Voice, found: list[Chances], named: str | None) -> None:
    """Which tactic answered, where somebody was asked."""
    if any(look.distribution.asked for look in found):
        out.print()
        out.print(Text(say("odds.answers", tactic=voice.tr(named) if named else say("odds.first")), "soft"))


def odds_json(game: Game, action: Action, yes: Chances, found: list[Chances], named: str | None) -> dict[str, Any]:
    return {
        "game": game.id,
        "action": msgspec.to_builtins(action),
        "tactic": named,
        "asked": any(look.distribution.asked for look in [yes, *found]),
        "chance": yes.yes,
        "looks": {look.look: look_json(look) for look in found},
    }


def look_json(found: Chances) -> dict[str, Any]:
    d = found.distribution
    data: dict[str, Any] = {"exact": found.exact, "draws": found.draws or None, **d.to_json()}
    if found.numeric:
        data |= {"mean": d.mean(), "spread": d.spread(), "quantiles": list(d.quantiles())}
    return data


# ---------------------------------------------------------------- do


class Rolling(Scripted):
    """Answers from a list, dice from a seed."""

    def __init__(self, seed: int, answers: Iterable[str | int]) -> None:
        super().__init__((), answers)
        self.rng = random.Random(seed)

    def _roll(self, dice: tuple[Dice, ...]) -> tuple[tuple[int, ...], ...]:
        return Live._roll(self, dice)


def faces(text: str) -> list[int]:
    """« 3,10,7 »."""
    try:
        return [int(face) for face in text.replace(" ", ",").split(",") if face]
    except ValueError:
        raise refuse("error.dice", dice=text) from None


def do(stage: Stage, action: Action, dice: str | None, answers: str | None, seed: int | None, json: bool) -> None:
    """Play one action: its story, or all of it as JSON."""
    if dice is not None and seed is not None:
        raise refuse("error.together", a="--dice", b="--seed")
    seed = random.SystemRandom().randrange(10**9) if seed is None else seed
    said = [word.strip() for word in (answers or "").split(",") if word.strip()]
    oracle = Rolling(seed, said) if dice is None else Scripted(faces(dice), said)
    voice = voice_of(stage.game, stage.scene)
    try:
        after = action.after(stage.scene, oracle)
    except ScriptError as error:
        raise Refused(does_not_fit(error, voice)) from None
    if json:
        write_json(
            {
                "game": stage.game.id,
                "action": msgspec.to_builtins(action),
                "seed": seed if dice is None else None,
                "events": oracle.events,
                "transcript": oracle.transcript,
                "scene": after,
            }
        )
    else:
        show_story(voice_of(stage.game, stage.scene, after), action, oracle)
        show_defaults(voice, oracle, len(said))
        if after.turn():
            out.print(Text(say("do.next", name=voice_of(stage.game, after).called(after.turn()[0])), "soft"))
        if dice is None:
            out.print(Text(say("do.seed", seed=seed), "soft"))
    over = oracle.left_over()
    if over is not None:
        complain(say("do.left_over", what=voice.text(over)))


def does_not_fit(error: ScriptError, voice: Voice) -> str:
    """What is wrong with the dice or answers given; a question by its words, not by its key."""
    if isinstance(error, NotAnAnswer):
        return voice.text(error.to(Said("« {} »", (Typed(voice.question(error.question)),))))
    return voice.text(error.said)


def show_defaults(voice: Voice, oracle: Scripted, given: int) -> None:
    """Which questions nobody answered, and what happened then."""
    answers = [id for entry in oracle.transcript if entry.by == "script" for id in entry.got]
    for question, id in list(zip(oracle.asked, answers, strict=True))[given:]:
        option = question.pick(id)
        said = voice.option(option) if option is not None else str(id)
        out.print(Text(say("do.default", question=voice.question(question), answer=said), "soft"))


def show_story(voice: Voice, action: Action, oracle: Scripted) -> None:
    out.print(Text.assemble((voice.called(action.actor), "name"), " · ", voice.action(action)))
    for event in oracle.events:
        out.print(render.indent(render.event_block(event, voice)))
