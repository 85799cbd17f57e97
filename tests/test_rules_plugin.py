"""The rule coverage plugin, run on small test files against a toy ledger."""

from dataclasses import replace

import pytest

from installing import Install
from tablee import rules_plugin
from tablee.kernel.game import Installed
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

    def run(text: str, complete: bool = True, option: str = "--rules", others: tuple = ()) -> pytest.RunResult:
        install(replace(toy, ledger=LEDGER, complete=complete), *others)
        pytester.makeini("[pytest]\naddopts = --strict-markers -ra")
        pytester.makepyfile(f"import pytest\n{text}")
        return pytester.runpytest_inprocess(option, "-p", "no:cacheprovider")

    return run


def said(result: pytest.RunResult) -> list[str]:
    return [line for line in result.outlines if line.strip()]


def test_a_complete_game_without_gaps_passes(rules):
    result = rules(ONE + TWO)
    assert (said(result), result.ret) == (["toy 2/2"], 0)


def test_each_chapter_of_a_book_has_its_own_line():
    game = replace(toy, ledger=Ledger({id: Rule(id, "", "mechanic", "") for id in ("T-0.1", "T-0.2.1", "T-1.1")}, {}))
    found = rules_plugin.coverage([game], ["T-0.1", "T-1.1"], game.ledger.rules)
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


OTHER = replace(toy, id="autre", title="Autre", ledger=Ledger({"A-1": Rule("A-1", "", "mechanic", "")}, {}))


def refuse():
    raise ImportError("no module named chose")


def test_one_game_is_asked_for_and_marks_of_the_others_are_theirs(rules):
    others = "@pytest.mark.rule('A-1')\ndef test_a(): pass\n"
    result = rules(ONE + TWO + others, option="--rules=toy", others=(OTHER,))
    assert (said(result), result.ret) == (["toy 2/2"], 0)
    result = rules(ONE + TWO, option="--rules=autre", others=(OTHER,))
    assert (said(result), result.ret) == (["autre 0/1", "  missing: A-1"], 1)


def test_a_game_that_is_not_installed_is_refused_with_those_that_are(rules):
    result = rules(ONE, option="--rules=dahu", others=(OTHER,))
    assert result.ret == pytest.ExitCode.USAGE_ERROR
    result.stderr.fnmatch_lines(['*--rules=dahu: *"dahu"*toy, autre*'])


def test_a_game_that_cannot_be_loaded_is_named_and_the_others_are_counted(rules):
    broken = Installed("casse", refuse)
    result = rules(ONE + TWO, others=(broken,))
    assert result.ret == 1 and said(result)[0] == "toy 2/2" and "casse" in said(result)[1]
    assert rules(ONE + TWO, option="--rules=toy", others=(broken,)).ret == 0


def test_without_the_option_tests_are_run_and_no_game_is_loaded(pytester: pytest.Pytester):
    """In a process of its own: pytest finds the plug-in by itself, and `rule` is a mark it knows."""
    pytester.makeini("[pytest]\naddopts = --strict-markers")
    pytester.makepyfile(
        f"import pytest, sys\n{ONE}def test_loaded():\n"
        "    assert not {'litestar', 'sqlalchemy', 'rich', 'tablee.games', 'tablee.lab'} & {*sys.modules}"
    )
    pytester.runpytest_subprocess("-p", "no:cacheprovider").assert_outcomes(passed=2)
