"""`tablee compare` and `tablee sweep`, on a game that other processes can load, too."""

import json
from collections.abc import Callable

import pytest

from tablee.cli import fighting, main
from typed import printed

Ran = Callable[..., str]


@pytest.fixture
def ran(capsys: pytest.CaptureFixture[str]) -> Ran:
    """What a command prints; with `refused`, what it complains of."""

    def run(*args: object, refused: bool = False) -> str:
        assert main([str(arg) for arg in args]) == (2 if refused else 0)
        said = printed(capsys)
        assert not (said.out if refused else said.err)
        return said.err if refused else said.out

    return run


def test_processes_give_the_same_report_as_one(ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    args = "fight", "fluid/duel", "--n", 60, "--seed", 5, "--json"
    alone = ran(*args, "--jobs", 1)
    assert json.loads(alone)["n"] == 60
    monkeypatch.setattr(fighting, "QUICK", 0.0)
    assert ran(*args, "--jobs", 2) == alone


def test_what_it_costs(ran: Ran) -> None:
    told = ran("fight", "fluid/duel", "--n", 10, "--seed", 5, "--cost", "--jobs", 1)
    assert "tombent le plus : " in told
    assert "RES par combat" in told


def test_two_scenes_compared(ran: Ran) -> None:
    args = "compare", "fluid/duel", "--set", "people.alienor.fiche.AGI=+2", "--n", 40, "--seed", 1, "--jobs", 1
    told = ran(*args)
    assert "différence : +" in told
    assert "people.alienor.fiche.AGI=+2" in told
    assert json.loads(ran(*args, "--json"))["n"] == 40


def test_what_cannot_be_compared(ran: Ran) -> None:
    change = "--set", "people.alienor.fiche.AGI=+1"
    for args, said in [
        (["fluid/duel"], "il faut deux scènes, ou un changement"),
        (["fluid/duel", "--set", "people.alienor.fiche.X=1"], "n'existe pas"),
        (["fluid/duel", "vieux_monde/duel"], "vieux_monde"),
        (["fluid/duel", *change, "--side", "x"], "camps : Aliénor, Sombreval"),
        (["fluid/duel", *change, "--n", "0"], "--n : au moins 1"),
    ]:
        assert said in ran("compare", *args, refused=True)


def test_a_value_over_a_range(ran: Ran) -> None:
    one = "sweep", "fluid/duel", "--over", "people.alienor.fiche.AGI=3..5", "--n", 10, "--seed", 1, "--jobs", 1
    assert ran(*one).count(" %") > 6
    assert "↓" in ran(*one, "--over", "people.sombreval.fiche.AGI=3,5", "--lang", "en")
    assert len(json.loads(ran(*one, "--json"))["points"]) == 3
    assert "il faut une ou deux valeurs" in ran("sweep", "fluid/duel", refused=True)
    assert "il y a : alienor, sombreval" in ran("sweep", "fluid/duel", "--over", "people.x.res=1..2", refused=True)
