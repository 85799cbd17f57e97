"""The open actions, numbered, with the chance of each: worked out only for those that are shown."""

from __future__ import annotations

from dataclasses import dataclass, field

from msgspec import structs
from rich.console import Group, RenderableType
from rich.live import Live
from rich.table import Table
from rich.text import Text

from tablee.kernel.action import Action
from tablee.kernel.ground import Cell
from tablee.kernel.ledger import plain
from tablee.kernel.oracle import Policy, first
from tablee.kernel.scene import Scene
from tablee.kernel.voice import Voice

from . import render
from .chances import Chances, chances
from .session import Session
from .terminal import out
from .texts import say
from .wording import anywhere

PAGE = 12
FEW = 3  # cells that are listed one by one
TAIL = 10**9  # what is rarer is left out of the figure on a button
BRANCHES = 20_000  # more would keep the reader waiting
DRAWS = 2_000
SECONDS = 0.2


@dataclass(frozen=True)
class Cells:
    """The same action on any of several cells: one line of the menu, and the cell is asked for."""

    actions: tuple[Action, ...]

    def at(self, x: int, y: int) -> Action:
        return structs.replace(self.actions[0], x=x, y=y)

    def places(self) -> frozenset[Cell]:
        return frozenset(cell for cell in map(aimed, self.actions) if cell is not None)


def aimed(action: Action) -> Cell | None:
    """The cell an action is aimed at."""
    x, y = getattr(action, "x", None), getattr(action, "y", None)
    return (x, y) if isinstance(x, int) and isinstance(y, int) else None


def grouped(actions: list[Action]) -> list[Action | Cells]:
    """Actions that differ by the cell alone, more than a few of them, in one."""
    groups: dict[Action, list[Action]] = {}
    for action in actions:
        key = action if aimed(action) is None else structs.replace(action, x=0, y=0)
        groups.setdefault(key, []).append(action)
    found: list[Action | Cells] = []
    for group in groups.values():
        found += [Cells(tuple(group))] if len(group) > FEW else group
    return found


@dataclass
class Menu:
    """What the one whose turn it is may choose from."""

    policy: Policy = first
    tactic_name: str = ""  # empty: the first option
    actions: list[Action | Cells] = field(default_factory=list)
    page: int = 0
    known: dict[Action, Chances | None] = field(default_factory=dict)
    scene: Scene | None = None

    def refresh(self, session: Session) -> None:
        """The actions of a new moment."""
        self.page, found = 0, session.open()
        self.actions = [*found] if session.game.ground(session.scene) is None else grouped(found)
        if self.scene is not session.scene:
            self.scene, self.known = session.scene, {}

    def lay(self, actions: list[Action]) -> None:
        """These in place of what the rules offer, until the table is drawn again."""
        self.page, self.actions = 0, [*actions]

    def get(self, number: int) -> Action | Cells | None:
        return self.actions[number - 1] if 1 <= number <= len(self.actions) else None

    def replace(self, number: int, action: Action) -> None:
        self.actions[number - 1] = action

    def next_page(self) -> None:
        self.page = 0 if (self.page + 1) * PAGE >= len(self.actions) else self.page + 1

    def shown(self) -> list[tuple[int, Action | Cells]]:
        begin = self.page * PAGE
        return list(enumerate(self.actions[begin : begin + PAGE], begin + 1))

    def found(self, words: str, voice: Voice) -> list[tuple[int, Action | Cells]]:
        """Those whose label holds all these words, with their numbers."""
        wanted = plain(words).split()
        labels = ((n, entry, plain(self.label(entry, voice).plain)) for n, entry in enumerate(self.actions, 1))
        return [(n, entry) for n, entry, label in labels if all(word in label for word in wanted)]

    # ------------------------------------------------------------ chances

    def show(self, session: Session, voice: Voice, some: list[tuple[int, Action | Cells]] | None = None) -> None:
        """The actions of this page, or those given, at once where the terminal can redraw; and the chance of each as
        soon as it is known."""
        entries = self.shown() if some is None else some
        missing = [a for _, a in entries if isinstance(a, Action) and a not in self.known]
        with Live(self.drawn(voice, some), console=out, auto_refresh=False, transient=True) as live:
            for action in missing:
                look = next(iter(action.views()), None)
                self.known[action] = None if look is None else self.look(session, action, look)
                live.update(self.drawn(voice, some), refresh=True)
        out.print(self.drawn(voice, some))

    def look(self, session: Session, action: Action, look: str) -> Chances:
        return chances(action, session.scene, look, self.policy, TAIL, BRANCHES, DRAWS, SECONDS)

    # ------------------------------------------------------------ drawing

    def drawn(self, voice: Voice, some: list[tuple[int, Action | Cells]] | None = None) -> RenderableType:
        if not self.actions:
            return render.indent(Text(say("play.no_action"), "soft"))
        table = Table.grid(padding=(0, 2))
        table.add_column(justify="right", style="key", width=3)
        table.add_column(ratio=1)
        table.add_column(no_wrap=True)
        table.add_column(justify="right", no_wrap=True)
        for number, action in self.shown() if some is None else some:
            table.add_row(str(number), self.label(action, voice), *self.chance(action))
        left = len(self.actions) - PAGE * (self.page + 1) if some is None else 0
        more = [render.indent(Text(say("play.more", n=left), "soft"), 5)] if left > 0 else []
        return Group(table, *more)

    def label(self, action: Action | Cells, voice: Voice) -> Text:
        if isinstance(action, Cells):
            return Text(anywhere(voice, action.actions[0]))
        text, rest = voice.doing(action)
        return Text.assemble(text, (f"  {rest}" if rest else "", "soft"))

    def chance(self, action: Action | Cells) -> tuple[Text, Text]:
        if isinstance(action, Cells):
            return Text(""), Text(say("play.cells", n=len(action.actions)), "soft")
        found = self.known.get(action)
        if found is None:
            return Text(""), Text("" if action in self.known else "…", "soft")
        yes = found.yes
        return (render.chance_bar(yes) if yes is not None else Text("")), render.chance_text(found)
