"""The open actions, numbered, with the chance of each: worked out only for those that are shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tablee.kernel.action import Action, Scene
from tablee.kernel.oracle import Policy, first

from . import render
from .chances import Chances, chances
from .session import Session
from .terminal import out
from .texts import say
from .wording import Voice

PAGE = 12
TAIL = 10**9  # what is rarer is left out of the figure on a button
BRANCHES = 20_000  # more would keep the reader waiting
DRAWS = 2_000
SECONDS = 0.2


@dataclass
class Menu:
    """What the one whose turn it is may choose from."""

    policy: Policy = first
    tactic_name: str = ""  # empty: the first option
    actions: list[Action] = field(default_factory=list)
    page: int = 0
    known: dict[Action, Chances | None] = field(default_factory=dict)
    scene: Scene | None = None

    def refresh(self, session: Session) -> None:
        """The actions of a new moment."""
        self.actions, self.page = session.open(), 0
        if self.scene is not session.scene:
            self.scene, self.known = session.scene, {}

    def get(self, number: int) -> Action | None:
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def replace(self, number: int, action: Action) -> None:
        self.actions[number - 1] = action

    def next_page(self) -> None:
        self.page = 0 if (self.page + 1) * PAGE >= len(self.actions) else self.page + 1

    def shown(self) -> list[tuple[int, Action]]:
        begin = self.page * PAGE
        return list(enumerate(self.actions[begin : begin + PAGE], begin + 1))

    # ------------------------------------------------------------ chances

    def show(self, session: Session, voice: Voice) -> None:
        """The actions at once where the terminal can redraw, and the chance of each as soon as it is known."""
        missing = [action for _, action in self.shown() if action not in self.known]
        with Live(self.drawn(voice), console=out, auto_refresh=False, transient=True) as live:
            for action in missing:
                look = next(iter(action.views()), None)
                self.known[action] = None if look is None else self.look(session, action, look)
                live.update(self.drawn(voice), refresh=True)
        out.print(self.drawn(voice))

    def look(self, session: Session, action: Action, look: str) -> Chances:
        return chances(action, session.scene, look, self.policy, TAIL, BRANCHES, DRAWS, SECONDS)

    # ------------------------------------------------------------ drawing

    def drawn(self, voice: Voice) -> RenderableType:
        if not self.actions:
            return render.indent(Text(say("play.no_action"), "soft"))
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="key", width=3)
        table.add_column(ratio=1)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        for number, action in self.shown():
            table.add_row(str(number), self.label(action, voice), *self.chance(action))
        left = len(self.actions) - PAGE * (self.page + 1)
        more = [render.indent(Text(say("play.more", n=left), "soft"), 5)] if left > 0 else []
        return Group(table, *more)

    def label(self, action: Action, voice: Voice) -> Text:
        text, rest = voice.action(action)
        return Text.assemble(text, (f"  {rest}" if rest else "", "soft"))

    def chance(self, action: Action) -> tuple[Text, Text]:
        found = self.known.get(action)
        if found is None:
            return Text(""), Text("" if action in self.known else "…", "soft")
        yes = found.yes
        return (render.chance_bar(yes) if yes is not None else Text("")), render.chance_text(found)
