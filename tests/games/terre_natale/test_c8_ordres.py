"""Chapter 8 at a table: what everybody is taken to have said, and a fight that the tactic plays to its end."""

import pytest

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager
from tablee.kernel import content
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Option, Question
from tablee.kernel.orders import Orders
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Simulated

USUAL = Orders(usual=game.orders).answer
PROTEGER = Option("rien", "Rien"), Option("proteger/prepare", "Protéger"), Option("proteger/acts", "Protéger")


def au_gue(seed=1):
    scene = game.read_scene(content.parse(game.demos["gue"], Scenario, "gue").scene, ())
    return Engager("alienor").resolve(scene, Simulated(seed))


def test_help_is_given_by_itself_only_where_it_was_prepared():
    def answer(*options):
        return USUAL(Question("alys", "tn.proteger", "TN-8.157", options)).id

    assert answer(*PROTEGER) == "proteger/prepare"
    assert answer(PROTEGER[0], PROTEGER[2]) == "rien"


@pytest.mark.parametrize(("shown", "asked"), [((), True), ((("en_confrontation", 1),), False)])
def test_karma_is_asked_for_out_of_a_confrontation_and_kept_in_one(shown, asked):
    options = Option("garder", "Garder"), Option("1/0", "Relancer")
    assert (USUAL(Question("alys", "tn.appel_chance", "TN-0.47", options, shown)) is None) == asked


def test_by_the_orders_of_the_game_an_attack_leaves_less_than_one_question():
    heard, attaques = [], 0
    tactic = game.tactics["simple"]

    def answer(question):
        found = USUAL(question)
        if found is None:
            heard.append(question.key)
        return found or tactic.answer(question)

    for seed in range(6):
        oracle, scene = Simulated(seed, answer), au_gue(seed)
        while scene.encounter is not None:
            action = tactic.act(scene, scene.turn()[0])
            attaques += isinstance(action, Attaquer)
            scene = action.resolve(scene, oracle)
    assert attaques > 50 and len(heard) < attaques
    assert set(heard) <= {"tn.defense", "tn.seconde_defense", "tn.contre", "tn.opportunite"}


def test_the_tactic_fights_to_the_end():
    tactic = game.tactics["simple"]
    for seed in range(10, 14):
        oracle, scene = Simulated(seed, tactic.answer), au_gue(seed)
        for _ in range(2000):
            if scene.encounter is None:
                break
            scene = tactic.act(scene, scene.turn()[0]).resolve(scene, oracle)
        assert scene.encounter is None and len({p.side for p in scene.people.values() if p.up}) == 1


def test_the_odds_of_damage_are_what_many_blows_come_to():
    """The chance of the button against blows that are simply struck, nobody answering."""
    scene = au_gue()
    who = scene.turn()[0]
    foe = next(q.id for q in scene.people.values() if q.side != scene[who].side)
    blow = Attaquer(who, foe)
    assert blow.closed(scene) is None
    found = odds(blow.seen(scene, "degats"))
    struck = [scene[foe].reste("PV") - blow.resolve(scene, Simulated(n))[foe].reste("PV") for n in range(1500)]
    assert sum(struck) / 1500 == pytest.approx(float(found.mean()), abs=0.9)
