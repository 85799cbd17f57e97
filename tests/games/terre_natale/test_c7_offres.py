"""Progress at the table: rewards and learning are offered, and what is offered is only an example."""

import pytest

from tablee import demo
from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c7_progression.apprentissage import Apprendre, SEntrainer
from tablee.games.terre_natale.book.c7_progression.gains import Recompenser
from tablee.kernel.action import open_actions

from .jeu import jouer


def offertes(s, who, sorte):
    return [a for a in open_actions(game.legal(s, who)) if type(a) is sorte]


@pytest.mark.rule("TN-7.2", "TN-7.5")
def test_a_game_master_rewards_a_side_and_a_player_learns_what_he_likes():
    s = demo("terre_natale", "demo")
    (reward,) = offertes(s, "bertrand", Recompenser)
    assert reward.choose and set(reward.cibles) == {"alienor", "bertrand", "clervie"}
    avant = s["bertrand"].fiche.px
    s, _ = jouer(s, reward)
    assert s["bertrand"].fiche.px == avant + 10  # a scenario of medium length
    (learn,) = offertes(s, "bertrand", Apprendre)
    assert learn.choose and not SEntrainer.choose
    s, _ = jouer(s, Apprendre("bertrand", "competence:arc"))
    assert s["bertrand"].fiche.apprentissages["competence:arc"].du_jour
    assert "competence:arc" in [a.sujet for a, _ in game.legal(s, "bertrand") if type(a) is SEntrainer]  # to go on with
