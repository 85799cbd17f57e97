"""A bar on the error stream while many things are done, with the time left; gone when they are."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta

from rich.progress import BarColumn, MofNCompleteColumn, Progress, ProgressColumn, Task, TaskID, TextColumn
from rich.text import Text

from .terminal import err
from .texts import say


class Left(ProgressColumn):
    """The time left, at the pace so far: however often it turns out that there is more or less to do."""

    max_refresh = 0.5

    def render(self, task: Task) -> Text:
        done = task.completed - task.fields["kept"]
        if task.elapsed is None or task.total is None or done <= 0:
            return Text("-:--:--", "progress.remaining")
        seconds = task.elapsed * max(0.0, task.total - task.completed) / done
        return Text(str(timedelta(seconds=round(seconds))), "progress.remaining")


class Bar:
    """Told how many are done by now, or how many more."""

    def __init__(self, shown: Progress, task: TaskID, total: int) -> None:
        self._shown, self._task, self._total, self._done = shown, task, total, 0

    def now(self, done: int, total: int | None = None) -> None:
        """So many are done; `total`: of how many, where that has changed."""
        self._done = done
        self._shown.update(self._task, completed=done, total=total or self._total)

    def more(self, done: int) -> None:
        self.now(self._done + done)


@contextmanager
def bar(total: int, kept: int = 0, label: str = "") -> Iterator[Bar]:
    """`kept`: of these some were done before, and took no time today."""
    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Left()
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as shown:
        yield Bar(shown, shown.add_task(label or say("fight.progress"), total=total, kept=kept), total)
