"""Everything of a kind against everything: the ranking adds up, and what is dominated surely is."""

import json

import pytest

from tablee.cli import main
from tablee.kernel.content import ContentError
from tablee.kernel.game import game, installed
from tablee.lab import fights
from tablee.lab.job import opening
from tablee.lab.tournament import contest, dominated_by, duel, kinds, pairing, tournament


@pytest.mark.parametrize("id", sorted(installed()))
def test_every_entry_of_every_kind_can_be_fought_with(id: str) -> None:
    played = game(id)
    assert "armes" in kinds(played)
    for kind, each in kinds(played).items():
        assert each.entries
        first = next(iter(each.entries))
        for entry in each.entries:
            scene = duel(played, kind, entry, first)
            assert scene.turn() or opening(played, scene) is not None
            assert list(scene.sides()) == ["A", "B"]


@pytest.mark.parametrize("id", sorted(installed()))
def test_a_fight_of_each_game_is_won_by_somebody(id: str) -> None:
    entries = list(contest(game(id), "armes").entries)
    assert 0 <= pairing(id, "armes", entries[1], entries[2], 4, 1) <= 4
    assert pairing(id, "armes", entries[1], entries[2], 4, 1) == pairing(id, "armes", entries[1], entries[2], 4, 1)


def test_a_tournament_adds_up() -> None:
    found = tournament(game("fluid"), "pret", n=4, seed=2)
    people = len(found.standings)
    assert sum(each.points for each in found.standings) == 4 * people * (people - 1) / 2
    rates = [each.rate for each in found.standings]
    assert rates == sorted(rates, reverse=True)
    for a, row in found.results.items():
        for b, share in row.items():
            assert share + found.results[b][a] == 1
    assert found.to_frame().shape[0] == people
    assert found == tournament(game("fluid"), "pret", n=4, seed=2)


def test_what_is_dominated() -> None:
    results = {"a": {"b": 0.9, "c": 0.6}, "b": {"a": 0.1, "c": 0.5}, "c": {"a": 0.4, "b": 0.5}}
    assert dominated_by("b", results, 40) == ("a",)
    assert dominated_by("a", results, 40) == ()
    assert dominated_by("c", results, 40) == ()  # beaten, not surely
    results["b"]["c"], results["c"]["b"] = 0.7, 0.3
    assert dominated_by("b", results, 40) == ()  # it does better against c


def test_an_unknown_kind_names_those_there_are() -> None:
    with pytest.raises(ContentError, match="armes"):
        contest(game("fluid"), "sorts")


def test_in_the_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    args = ["tournament", "fluid", "pret", "--n", "4", "--seed", "1", "--jobs", "1"]
    assert main(args) == 0
    assert "combats par rencontre" in capsys.readouterr().out
    assert main([*args, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "pret"
    assert main(["tournament", "fluid", "sorts"]) == 2
    assert "armes" in capsys.readouterr().err


def test_the_interval_of_a_ranking_is_honest() -> None:
    """Each pairing has luck of its own: with the same in all of them one lucky fight would count against everybody."""
    fluid, seeds = game("fluid"), range(30)
    found = [{each.id: each for each in tournament(fluid, "pret", n=4, seed=seed).standings} for seed in seeds]
    true = {id: sum(each[id].rate for each in found) / len(found) for id in found[0]}
    held = [
        low <= true[id] <= high for each in found for id, (low, high) in ((id, s.interval) for id, s in each.items())
    ]
    assert sum(held) / len(held) >= 0.92


def test_each_fight_begins_anew() -> None:
    """Who has the initiative is luck of each fight: rates of several seeds scatter no more than their fights do."""
    played = game("fragments")
    scene = duel(played, "armes", "epee_courte", "epee_courte")
    rates = [fights((played, scene), 40, seed=seed).rate("A") for seed in range(20)]
    mean = sum(rates) / len(rates)
    scatter = sum((rate - mean) ** 2 for rate in rates) / len(rates)
    assert scatter < 2 * mean * (1 - mean) / 40
