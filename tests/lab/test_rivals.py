"""Two tactics against each other, each fight twice with the sides changed."""

from tablee.kernel import foresight
from tablee.kernel.game import game
from tablee.kernel.scenario import demo
from tablee.lab.rivals import rivalry


def test_who_looks_ahead_spends_what_has_no_button() -> None:
    """A point de vide on a blow decides duels of Yin-Yang: a tactic that is no better would win half of them."""
    played = game("yin_yang")
    found = rivalry(played, "duel", demo("yin_yang", "duel"), (foresight.NAME, "simple"), 6, 7)
    assert found.n == 12
    assert found.interval[0] > 0.5, found


def test_a_tactic_against_itself_wins_as_often_as_it_loses() -> None:
    found = rivalry(game("fluid"), "duel", demo("fluid", "duel"), ("simple", "simple"), 60, 7)
    assert found.wins == found.losses == 60
