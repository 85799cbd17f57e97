"""A log may be long: what a command asks of the database does not grow with it."""

from __future__ import annotations

import re
from typing import Any

from sqlalchemy import event, text

from tablee.table import commands as c

from .conftest import Sat

WHOLE = re.compile(r"(SCAN|SEARCH) entries\b(?!.*(seq|parent|act|encounter|client)[=<>])")


def test_no_query_of_a_command_walks_through_the_log(duel: Sat) -> None:
    engine = duel.store.database.engine
    asked: list[tuple[str, Any]] = []

    def listen(connection: Any, cursor: Any, statement: str, given: Any, *_: Any) -> None:
        if re.match(r"(SELECT|UPDATE)", statement):
            asked.append((statement, given))

    event.listen(engine, "before_cursor_execute", listen)
    strike = c.Act({"do": "passer", "actor": "alys"})
    for command in (strike, c.Undo(), c.Redo(), c.Undo(), strike, c.Say("Voilà.")):
        duel.do(duel.luc, command)
    event.remove(engine, "before_cursor_execute", listen)

    assert any("entries.parent" in statement for statement, _ in asked)
    with engine.connect() as connection:
        for statement, given in asked:
            plan = connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {statement}", given).all()
            assert [row[-1] for row in plan if WHOLE.search(row[-1])] == [], statement
        seen = connection.execute(text("EXPLAIN QUERY PLAN SELECT * FROM entries ORDER BY time")).all()
    assert any(WHOLE.search(row[-1]) for row in seen)  # the test would see one that does
