"""What of a book is used: what was done is counted, what never was is named."""

import json
import sys
from collections import Counter

import pytest

from tablee.cli import main
from tablee.kernel.action import tag
from tablee.kernel.game import game
from tablee.kernel.scenario import demo
from tablee.lab.coverage import coverage, heard, texts
from typed import printed


def test_what_was_used_is_counted_and_the_rest_is_named() -> None:
    fluid = game("fluid")
    found = coverage(fluid, 4, seed=1)
    rules, _, things = found.never()
    assert found.rules["FLU-3.2"] > 0  # every roll
    assert found.actions["annoncer"] > 0
    assert set(rules) == {id for id, n in found.rules.items() if n == 0}
    assert set(found.rules) == {id for id, rule in fluid.ledger.rules.items() if rule.needs_code}
    assert set(found.actions) == {tag(kind) for kind in fluid.actions}
    assert things
    again = coverage(fluid, 4, seed=1)
    assert (found.actions, found.things) == (again.actions, again.things)
    more = coverage(fluid, 12, seed=1)
    assert len(more.never()[0]) < len(rules)


def test_calls_of_rules_are_heard_only_while_somebody_listens() -> None:
    counted: Counter[tuple[str, str]] = Counter()
    with heard(counted):
        game("fluid").sheet(demo("fluid", "duel"), "alienor")
    assert counted
    n = counted.total()
    game("fluid").sheet(demo("fluid", "duel"), "alienor")
    assert counted.total() == n
    assert sys.getprofile() is None


def test_texts_of_plain_data() -> None:
    assert list(texts({"a": ["b", 1, {"c": None}]})) == ["a", "b", "c"]


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["coverage", "fluid", "--n", "2", "--seed", "1"]) == 0
    told = printed(capsys).out
    assert "2 scènes parcourues · graine 1" in told
    assert "jamais : FLU-" in told
    assert main(["coverage", "fluid", "--n", "2", "--seed", "1", "--json"]) == 0
    assert json.loads(printed(capsys).out)["walks"] == 2
    assert main(["coverage", "fluid", "--n", "0"]) == 2
