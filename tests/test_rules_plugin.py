"""The rule coverage plugin, run on small test files against a toy ledger."""

from dataclasses import replace

import pytest

from installing import Install
from tablee import rules_plugin
from tablee.kernel.ledger import Ledger, Rule
from toy import toy

LEDGER = Ledger(
    {
        id: Rule(id, "", kind, "")
        for id, kind in [("TOY-1", "mechanic"), ("TOY-2", "table"), ("TOY-3", "guidance"), ("TOY-4", "see")]
    },
    {},
)

ONE = "@pytest.mark.rule('TOY-1')\ndef test_one(): pass\n"
TWO = """
@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("TOY-2", "TOY-3"))])
def test_two(n): pass
"""


@pytest.fixture
def rules(pytester: pytest.Pytester, install: Install):
    """Run `pytest --rules` on the text of a test file, with one game that is complete or not."""

    def run(text: str, complete: bool = True) -> pytest.RunResult:
        game = replace(toy, ledger=LEDGER, complete=complete)
        install(game)
        pytester.makeini("[pytest]\naddopts = --strict-markers -ra\nmarkers = rule(*ids): rules")
        pytester.makeconftest("pytest_plugins = ['tablee.rules_plugin']")
        pytester.makepyfile(f"import pytest\n{text}")
        return pytester.runpytest_inprocess("--rules", "--collect-only", "-q", "-p", "no:cacheprovider")

    return run


def said(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.strip()]


def test_a_complete_game_without_gaps_passes(rules):
    result = rules(ONE + TWO)
    assert (said(result), result.ret) == (["toy 2/2"], 0)


def test_each_chapter_of_a_book_has_its_own_line():
    game = replace(toy, ledger=Ledger({id: Rule(id, "", "mechanic", "") for id in ("T-0.1", "T-0.2.1", "T-1.1")}, {}))
    found = rules_plugin.coverage({"toy": game}, ["T-0.1", "T-1.1"])
    assert found.lines == ("toy 2/3", "toy 0 1/2", "toy 1 1/1", "  missing: T-0.2.1")


def test_a_complete_game_that_misses_a_rule_fails_and_names_it(rules):
    result = rules(ONE)
    assert (said(result), result.ret) == (["toy 1/2", "  missing: TOY-2"], 1)


def test_an_unfinished_game_may_miss_rules(rules):
    result = rules(ONE, complete=False)
    assert (said(result), result.ret) == (["toy 1/2", "  missing: TOY-2"], 0)


def test_a_mark_that_names_no_rule_fails(rules):
    result = rules(ONE + TWO + "@pytest.mark.rule('TOY-99', 'TOY-1')\ndef test_three(): pass\n")
    assert (said(result), result.ret) == (["toy 2/2", "  in no ledger: TOY-99"], 1)


def test_without_any_test_every_rule_is_missing(rules):
    result = rules("")
    assert (said(result), result.ret) == (["toy 0/2", "  missing: TOY-1 TOY-2"], 1)


def test_a_test_file_that_cannot_be_read_is_shown_and_fails(rules):
    result = rules(ONE + TWO + "import nowhere_at_all\n")
    assert result.ret == pytest.ExitCode.INTERRUPTED
    result.stdout.fnmatch_lines(["*No module named 'nowhere_at_all'*"])


def test_no_test_is_run(rules):
    result = rules(ONE + TWO + "def test_loud(): raise SystemExit(3)\n")
    assert result.ret == 0


def test_long_lists_are_wrapped_between_ids(rules, monkeypatch):
    many = {f"TOY-{n}": Rule(f"TOY-{n}", "", "mechanic", "") for n in range(100)}
    monkeypatch.setattr(f"{__name__}.LEDGER", Ledger(many, {}))
    lines = said(rules(""))
    assert lines[0] == "toy 0/100" and len(lines) > 5
    assert max(map(len, lines)) <= 100
    assert " ".join(lines[1:]).split() == ["missing:", *many]
