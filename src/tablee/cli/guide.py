"""Guided creation: the steps in turn, the budgets always in sight, every problem named with its rule."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
from rich.text import Text

from tablee.kernel.draft import Budget, Draft, Field, Problem, Step
from tablee.kernel.game import Game
from tablee.kernel.voice import Voice

from . import render
from .asking import BACK, QUIT, SUGGEST, ask_field, described, key_of, offered, show_unasked, unasked
from .errors import Refused
from .files import pretty, write
from .terminal import Read, complain, out
from .texts import counting, say
from .wording import voice_of


class Guide:
    """One character in the making."""

    def __init__(self, game: Game, read: Read, options: tuple[str, ...] = ()) -> None:
        self.game, self.creation, self.read = game, game.creation, read
        self.voice = voice_of(game)
        self.options = options
        self.draft: Draft = game.creation.begin(options)

    def run(self) -> Draft | None:
        """The draft when it holds and is finished; None when it is given up."""
        out.print(Text(self.game.title, "title"))
        out.print(Text(say("new.intro"), "soft"))
        if self.creation.starts and self.start() is QUIT:
            return None
        at = 0
        while at < len(self.creation.steps):
            heard = self.step(at)
            if heard is QUIT:
                return None
            at = max(at - 1, 0) if heard is BACK else at + 1
        return self.menu()

    def start(self) -> object:
        """What to begin with, where a game has something ready; Enter begins from nothing."""
        starts = self.creation.starts
        keys = tuple((id, start.label) for id, start in starts.items())
        field = Field("start", "choice", "", keys=keys, notes={id: start.note for id, start in starts.items()})
        out.print(Text(say("new.starts"), "soft"))
        out.print(offered(field, [self.voice.tr(label) for _, label in keys], self.voice))
        while True:
            line = self.read(f"  {say('new.start')} > ")
            if line is None or line == "q":
                return QUIT
            if not line:
                return None
            try:
                self.draft = self.creation.begin(self.options, key_of(field, line, self.voice))
                return None
            except Refused as refused:
                complain(refused.sentences[0])

    # ------------------------------------------------------------ one step

    def step(self, at: int) -> object:
        """Ask for the fields of one step; QUIT, BACK or None."""
        step = self.creation.steps[at]
        out.print()
        title = Text(f"{say('new.step', n=at + 1, of=len(self.creation.steps))}  ", "soft")
        title.append(self.voice.tr(step.title), "title")
        out.print(title.append(f"  {' '.join(step.rules)}", "rule"))
        if step.says:
            out.print(render.indent(Text(self.voice.tr(step.says))))
        idle: list[Field] = []
        for field in step.fields:
            asked = self.told(self.creation.asked(self.draft, field))
            if unasked(asked, self.draft):
                idle.append(asked)
                continue
            show_unasked(idle, self.voice)
            idle.clear()
            heard = ask_field(asked, self.draft, self.voice, self.read)
            if heard is QUIT or heard is BACK:
                return heard
            if heard is SUGGEST:
                self.suggest(step)
                break
            self.draft = msgspec.structs.replace(self.draft, **{field.name: heard})
        show_unasked(idle, self.voice)
        self.show_budgets()
        self.show_problems(self.of_step(step))
        return None

    def told(self, field: Field) -> Field:
        """A field with what its cards say of each choice."""
        if field.kind not in ("choice", "choices"):
            return field
        says = {key: card.says for key, card in self.creation.cards_of(self.draft, field).items() if card.says}
        return msgspec.structs.replace(field, notes={**says, **field.notes})

    def suggest(self, step: Step) -> None:
        """The rest of a step as the game would choose it."""
        self.draft = self.creation.suggestion(self.draft, step, random.SystemRandom().randrange(10**9))
        for field in step.fields:
            out.print(render.indent(Text(described(self.creation.asked(self.draft, field), self.draft, self.voice))))

    def of_step(self, step: Step) -> list[Problem]:
        return [problem for problem in self.creation.review(self.draft).problems if problem.step == step.id]

    def show_budgets(self) -> None:
        table = render.grid(None, None, None, None)
        for budget in self.creation.review(self.draft).budgets:
            table.add_row(*budget_cells(budget, self.voice))
        out.print(render.indent(table))

    def show_problems(self, problems: list[Problem], numbered: bool = False) -> None:
        for number, problem in enumerate(problems, 1):
            mark = f"{number}." if numbered else "○" if problem.todo else "✗"
            text = self.voice.closed(problem.why)
            if problem.waived:
                line = Text(
                    f"{'✓' if not numbered else mark} {text} · {say('new.waived', note=problem.waived)}", "soft"
                )
            else:
                line = Text(f"{mark} {text}", "middling" if problem.todo else "bad")
            out.print(render.indent(line))

    # ------------------------------------------------------------ the end: redo, except, finish

    def menu(self) -> Draft | None:
        self.overview()
        while True:
            line = self.read("> ")
            if line is None or line == "q":
                return None
            try:
                if line == "f" and self.finished():
                    return self.draft
                if line != "f" and self.obey(line) is QUIT:
                    return None
            except Refused as refused:
                complain(refused.sentences[0])

    def overview(self) -> None:
        out.print()
        for number, step in enumerate(self.creation.steps, 1):
            told = "; ".join(described(field, self.draft, self.voice) for field in step.fields)
            line = Text.assemble((f"{number} ", "key"), (self.voice.tr(step.title), "title"), f"  {told}")
            out.print(line)
        self.show_budgets()
        problems = list(self.creation.review(self.draft).problems)
        out.print(Text(say("new.open" if problems else "new.holds"), "middling" if problems else "good"))
        self.show_problems(problems, numbered=True)
        for remark in self.creation.review(self.draft).remarks:
            out.print(render.indent(Text(f"· {self.voice.closed(remark.why)}", "soft")))
        out.print(Text(say("new.menu", n=len(self.creation.steps)), "soft"))

    def finished(self) -> bool:
        wrong = self.creation.review(self.draft).open_problems
        if wrong:
            complain(say("new.not_yet", n=len(wrong)))
        return not wrong

    def obey(self, line: str) -> object:
        """One line of the menu."""
        command, _, rest = line.partition(" ")
        if command.isdecimal():
            return self.redo(counting(command) or 0)
        if command == "e":
            self.waive(rest.strip())
        elif command == "s":
            preview = self.creation.review(self.draft).preview
            out.print(render.sheet(preview, self.voice) if preview is not None else Text(say("nothing"), "soft"))
        elif command == "b" and rest.strip():
            write(Path(rest.strip()), pretty(self.draft))
            out.print(Text(say("new.written", path=rest.strip())))
        elif line:
            complain(say("new.menu_unknown", line=line))
        else:
            self.overview()
        return None

    def redo(self, number: int) -> object:
        if not 1 <= number <= len(self.creation.steps):
            complain(say("new.no_step", n=number))
            return None
        heard = self.step(number - 1)
        if heard is not QUIT:
            self.overview()
        return heard

    def waive(self, words: str) -> None:
        """« 2 because the group agreed »: a deliberate exception to problem 2 alone."""
        number, _, note = words.partition(" ")
        problems = self.creation.review(self.draft).problems
        if not 1 <= (counting(number) or 0) <= len(problems):
            complain(say("new.no_such_problem", n=number or "?"))
        elif not note.strip():
            complain(say("new.needs_note", n=number))
        else:
            waiver = problems[int(number) - 1].waiver(note.strip())
            others = tuple(w for w in self.draft.waivers if (w.rule, w.about) != (waiver.rule, waiver.about))
            self.draft = msgspec.structs.replace(self.draft, waivers=(*others, waiver))
            self.overview()


def budget_cells(budget: Budget, voice: Voice) -> tuple[Text, ...]:
    left = Text(say("new.left", left=budget.left), "soft")
    if budget.left < 0:
        left = Text(say("new.over", left=-budget.left), "bad")
    elif budget.left == 0:
        left = Text("✓", "good")
    spent = Text(say("new.budget", spent=budget.spent, most=budget.most))
    return Text(voice.tr(budget.label)), spent, left, Text(budget.rule, "rule")
