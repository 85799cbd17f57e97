"""The game master's plain tools: for every game, by what its sheets and its conditions say."""

from __future__ import annotations

import msgspec
import pytest

from tablee import demo
from tablee.kernel.action import Action
from tablee.kernel.game import Game, games
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, READERS
from tablee.kernel.tally import total
from tablee.kernel.tools import offered, pools_of
from tablee.kernel.typography import typeset
from tablee.kernel.voice import Voice
from tablee.testing import play, refusal
from toy import ALYS_BOR, toy

GAMES = [pytest.param(game, id=game.id) for game in games().values()]


def tool(do: str, **given: object) -> Action:
    return toy.action({"do": do, "actor": "alys", **given})


def test_somebody_loses_and_regains_so_much_of_a_pool_and_it_is_told_with_its_sum() -> None:
    after, oracle = play(ALYS_BOR, tool("mj_perdre", reserve="Souffle", points=2, raison="la chute"))
    assert (after["alys"].souffle, after["bor"].souffle) == (1, 3)
    (event,) = oracle.events
    assert (total(event.terms), event.audience) == (event["reste"], READERS)
    assert Voice(toy, "fr", scene=after).event(event) == typeset("Alys : Souffle −2, reste 1 (la chute)")
    assert Voice(toy, "en", scene=after).event(event) == "Alys: Souffle −2, 1 left (la chute)"
    back, _ = play(after, tool("mj_rendre", reserve="Souffle", points=5))
    assert back["alys"].souffle == 6


def test_a_condition_comes_and_goes() -> None:
    after, oracle = play(ALYS_BOR, tool("mj_affecter", condition="boiteux"))
    assert after["alys"].traits == ("boiteux",)
    assert [Voice(toy, lang, scene=after).event(oracle.events[0]) for lang in ("fr", "en")] == [
        typeset("Alys : Boiteux"),
        "Alys: Lame",
    ]
    gone, oracle = play(after, tool("mj_lever", condition="boiteux", raison="reposée"))
    assert gone == ALYS_BOR
    assert Voice(toy, "fr", scene=gone).event(oracle.events[0]) == typeset("Alys : fin de « Boiteux » (reposée)")


@pytest.mark.parametrize(
    ("action", "said"),
    [
        (("mj_perdre", "Souffle", 4), "Souffle : de 1 à 3 points, pas 4"),
        (("mj_perdre", "Souffle", 0), "Souffle : de 1 à 3 points, pas 0"),
        (("mj_rendre", "Souffle", -1), "Souffle : de 1 à 3 points, pas -1"),
        (("mj_perdre", "Mana", 1), "alys n’a pas de réserve « Mana » ; on peut dire : Souffle"),
    ],
)
def test_what_a_pool_cannot_give_is_refused(action: tuple[str, str, int], said: str) -> None:
    do, reserve, points = action
    assert str(refusal(tool(do, reserve=reserve, points=points), ALYS_BOR)) == said


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"do": "mj_affecter", "condition": "mort"}, "Condition inconnue : « mort » ; on peut dire : boiteux, borgne"),
        ({"do": "mj_affecter", "condition": "borgne", "niveau": 2}, "Borgne : niveau de 1 à 1, pas 2"),
        ({"do": "mj_lever", "condition": "borgne"}, "alys n’a pas cette condition : Borgne"),
        ({"do": "mj_lever", "condition": "borgne", "actor": "x"}, "Personne ne s'appelle « x » dans cette scène"),
        ({"do": "mj_affecter", "condition": "borgne", "raison": "a" * 201}, "Une raison a 200 caractères au plus"),
    ],
)
def test_what_no_condition_can_be_is_refused(given: dict[str, object], said: str) -> None:
    assert str(refusal(toy.action({"actor": "alys", **given}), ALYS_BOR)).startswith(said)


def test_what_is_had_is_not_given_again_and_nothing_left_is_not_lost() -> None:
    lame, _ = play(ALYS_BOR, tool("mj_affecter", condition="boiteux"))
    assert str(refusal(tool("mj_affecter", condition="boiteux"), lame)) == "alys l’a déjà : Boiteux"
    spent, _ = play(ALYS_BOR, tool("mj_perdre", reserve="Souffle", points=3))
    assert str(refusal(tool("mj_perdre", reserve="Souffle", points=1), spent)) == (
        "Souffle : il n’en reste rien à perdre"
    )
    full, _ = play(ALYS_BOR, tool("mj_rendre", reserve="Souffle", points=3))
    assert str(refusal(tool("mj_rendre", reserve="Souffle", points=1), full)) == "Souffle : il n’y manque rien"


def test_they_are_the_master_s_alone_and_no_part_of_what_the_rules_offer() -> None:
    assert all(kind.master for kind in toy.tools.kinds)
    assert not {type(action) for action, _ in toy.legal(ALYS_BOR, "alys")} & set(toy.tools.kinds)
    assert list(offered(toy, ALYS_BOR, "personne")) == []


@pytest.mark.parametrize("game", GAMES)
def test_every_tool_of_every_game_does_what_it_says_and_gives_a_scene_the_game_reads(game: Game) -> None:
    """All pools by one point, every condition given and lifted, of everybody in the first ready scene."""
    scene = demo(game.id, next(iter(game.demos)))
    conditions = game.conditions
    assert conditions is not None and conditions.names
    for who in game.people(scene):
        for action in offered(game, scene, who):
            assert action.closed(scene) is None
            after, oracle = play(scene, action)
            assert len(oracle.events) == 1
            if isinstance(action, game.tools.lose | game.tools.regain):
                before, now = (pools_of(game, each, who) for each in (scene, after))
                left = now[action.reserve].now if action.reserve in now else 0
                assert left == before[action.reserve].now + action.sign
        for id in conditions.names:
            given = game.action({"do": "mj_affecter", "actor": who, "condition": id})
            if given.closed(scene) is not None:
                continue
            after, oracle = play(scene, given)
            read = game.read_scene(msgspec.to_builtins(after, str_keys=True), game.switched_on(after))
            assert conditions.held(read[who]).get(id) == 1, id
            assert oracle.events[-1].audience in (ALL, READERS)
            gone, _ = play(after, game.action({"do": "mj_lever", "actor": who, "condition": id}))
            assert id not in conditions.held(gone[who])


@pytest.mark.parametrize("game", GAMES)
def test_what_conditions_are_called_has_its_english(game: Game) -> None:
    assert game.conditions is not None
    same = {"Concentration", "Fatigue", "Obsession", "Poison", "Silence"}
    untold = [name for name in game.conditions.names.values() if game.words.tr(name, "en") == name]
    assert set(untold) <= same


def test_a_tool_leaves_nothing_to_chance() -> None:
    action = tool("mj_perdre", reserve="Souffle", points=1)
    assert odds(action, ALYS_BOR, lambda before, after, events: after["alys"].souffle).p(2, exact=True) == 1
