"""The ledger: rules found by id or by word, and what is tied to them."""

import pytest

from tablee.kernel.ledger import IMPLEMENTED, LedgerFile, Rule, plain, rule
from toy import toy

LEDGER = toy.ledger


@pytest.mark.parametrize(
    ("words", "ids"),
    [
        ("limitee", ["TOY-1.2"]),  # Force limitée
        ("LIMITÉE", ["TOY-1.2"]),
        ("coeur", ["TOY-2.1"]),  # cœur
        ("cœur", ["TOY-2.1"]),
        ("repartir points", ["TOY-1.1"]),
        ("points limitée", []),
        ("TOY-2.1", ["TOY-2.1"]),
        (" toy-2.1 ", ["TOY-2.1"]),
        ("toy-1", ["TOY-1.1", "TOY-1.2", "TOY-1.3"]),
        ("dragon", []),
        ("", list(LEDGER.rules)),
    ],
)
def test_search(words, ids):
    assert [r.id for r in LEDGER.search(words)] == ids


def test_plain_text_has_no_accents_ligatures_or_capitals():
    assert plain("ÉPÉE, Œuvre, Maître, façonné, ÆON") == "epee, oeuvre, maitre, faconne, aeon"


def test_guidance_and_references_need_no_code():
    assert [r.id for r in LEDGER.rules.values() if not r.needs_code] == ["TOY-0.1", "TOY-9.9"]
    assert all(Rule("T", "", kind, "").needs_code for kind in ("mechanic", "derived", "table", "catalog", "option"))


def test_a_rule_is_tied_to_what_states_it():
    @rule("TOY-TIE-1", "TOY-TIE-2")
    def two(a):
        return a + 1

    @rule("TOY-TIE-1")
    class Thing:
        pass

    assert two(1) == 2
    here = f"{__name__}.test_a_rule_is_tied_to_what_states_it.<locals>"
    assert IMPLEMENTED.pop("TOY-TIE-1") == [f"{here}.two", f"{here}.Thing"]
    assert IMPLEMENTED.pop("TOY-TIE-2") == [f"{here}.two"]
    assert IMPLEMENTED["TOY-2.4"] == ["toy.book.duel.blessure"]


def test_a_ledger_holds_rules_examples_and_what_the_book_leaves_out():
    assert LEDGER.rules["TOY-9.9"].see == "TOY-1.1"
    assert LEDGER.examples["TOY-X1"].rules == ("TOY-2.1",)
    assert [u.name for u in LEDGER.undefined] == ["armes"]


def test_a_ledger_kept_in_several_files_is_one():
    first, second = Rule("T-1.1", "Un", "mechanic", ""), Rule("T-2.1", "Deux", "mechanic", "")
    whole = LedgerFile([first], system={"die": "3d6"}) | LedgerFile([second], system={"prefix": "T"})
    assert whole.ledger().rules == {"T-1.1": first, "T-2.1": second}
    assert whole.system == {"die": "3d6", "prefix": "T"}
