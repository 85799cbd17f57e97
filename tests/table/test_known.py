"""All that a member is shown, offered or refused is a function of what he may know: two campaigns that differ only in
somebody hidden from him give him the same bytes, before and after he acts. In every game that is installed."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from differing import Case, cases, others, same_besides, waits
from tablee.games.fluid.book.c4_combat.combat import Annoncer
from tablee.kernel.action import Action
from tablee.kernel.aiming import struck
from tablee.kernel.event import Event
from tablee.kernel.game import Game, games
from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import plans
from tablee.table.apply import apply
from tablee.table.chances import many_chances
from tablee.table.hidden import told
from tablee.table.moment import After, Moment
from tablee.table.refusal import Refused
from tablee.table.seen import SeenEntry
from tablee.table.state import Desk, Encounter, Member, Pause, PlayOf, State, StateOf, Veil
from tablee.table.visibility import Eyes

from .conftest import Sat

GAMES = [pytest.param(game, id=game.id) for game in games().values()]
LUC = Member("l", "Luc", "player")
ADA = Member("a", "Ada", "spectator")
MARIE = Member("m", "Marie", "gm")
PEOPLE = {member.id: member for member in (LUC, ADA, MARIE)}
ACTIONS = 3  # tried in each of two campaigns


def campaign(scene: Any, mine: str, hidden: tuple[str, ...], pause: Pause = "") -> State:
    """A campaign at this moment: one character is Luc's, some are hidden."""
    veils = {who: Veil(presence=True) for who in hidden}
    play = PlayOf(scene, encounter=Encounter(1, "Rencontre", begun=True), veils=veils, pause=pause)
    notes = {who: f"{who}, {scene.name(who)}" for who in hidden}
    names = {who: scene.name(who) for who in scene.people}
    return StateOf(play, Desk("", "sel", owners={mine: LUC.id}, secret_notes=notes, names=names))


def sent(game: Game, state: State, member: Member, mine: str) -> dict[object, bytes]:
    """All that a member can be sent of a campaign as it stands."""
    eyes = Eyes(game, state, member)
    parts: dict[object, object] = {"table": eyes.table(), "sheets": eyes.sheets()}
    if member is LUC and mine in eyes.here:
        legal = eyes.legal(mine)
        kinds = sorted({offered.action["do"] for offered in legal})
        parts |= {"legal": legal, "reach": eyes.reach(mine), "character": eyes.character(mine)}
        parts |= {"notes": eyes.notes(mine), "words": [eyes.wording(mine, kind) for kind in kinds]}
        for step in [{**way.action, "x": x, "y": y} for way in eyes.reach(mine) for x, y, _ in way.cells[:1]]:
            parts["plan", step["do"]] = told_of(partial(plans.actions_after, eyes, mine, step))
        aimed = [o.action for o in legal if not o.closed and o.looks][:2]
        parts["aims"] = [told_of(partial(covers, eyes, data)) for data in aimed]
        parts["odds"] = many_chances(eyes, [(o.action, "") for o in legal if not o.closed and o.looks][:1])
    return {part: msgspec.json.encode(each) for part, each in parts.items()}


def told_of(look: Callable[[], object]) -> object:
    """What is answered to a member who looks, or why he is refused."""
    try:
        return look()
    except Refused as refused:
        return refused.key


def covers(eyes: Eyes, data: dict[str, Any]) -> object:
    """What an action of his reaches and strikes; the chances of those it strikes are odds like any other."""
    action = plans.opened(eyes, data)
    area, hits = struck(eyes.game, eyes.scene, action)
    return sorted(area), [eyes.alias(who) for who in hits]


def tried(game: Game, state: State, action: Action, seed: str) -> tuple[After | None, bytes]:
    """What becomes of an action of Luc's, and what he is told of it at once."""
    m = Moment(game, state, LUC, PEOPLE, 2, random.Random(seed))
    try:
        after = apply(m, c.Act(msgspec.to_builtins(action, str_keys=True)))
    except Refused as refused:
        return None, m.eyes.refusal(refused).say(plain("fr")).encode()
    entry = Eyes(game, after.state, LUC).entry(SeenEntry(2, "act", LUC.id), after.told)
    return after, msgspec.json.encode(entry)


def thought_of(game: Game, case: Case, rng: random.Random) -> list[Action]:
    """Actions that somebody may think of, for whom nothing is hidden: moves anywhere among them."""
    offered = [action for action, _ in game.legal(case.scene, case.mine)]
    moves = [way.action for way in game.reach(case.scene, case.mine)]
    anywhere = [replace(move, x=rng.randrange(12), y=rng.randrange(12)) for move in moves if hasattr(move, "x")]
    return rng.sample(offered, min(ACTIONS, len(offered))) + anywhere


@pytest.mark.parametrize("game", GAMES)
def test_whatever_is_hidden_a_member_gets_the_same_bytes(game: Game, no_clock: None) -> None:
    compared, acted = 0, 0
    for case in cases(game):
        rng = random.Random(repr(case[1:]))
        for other in others(game, case, rng):
            paused = waits(case.scene, case.hidden) or waits(other.scene, other.hidden)
            pause: Pause = "on" if paused else ""
            one = campaign(case.scene, case.mine, case.hidden, pause)
            two = campaign(other.scene, case.mine, other.hidden, pause)
            where = game.id, case.name, case.mine, case.hidden, other.what
            for member in (LUC, ADA):
                here, there = sent(game, one, member, case.mine), sent(game, two, member, case.mine)
                for part in here | there:
                    assert here.get(part) == there.get(part), (*where, part)
                    compared += 1
            for action in thought_of(game, case, rng):
                seed = str(rng.random())
                after, told = tried(game, one, action, seed)
                again, told_again = tried(game, two, action, seed)
                if met(after, *case.hidden) or met(again, *other.hidden):  # there the rules decide, as they must
                    continue
                if after is not None and again is not None:
                    if turns_apart(after, again, case.hidden, other.hidden):
                        continue
                    if other.what == "another" and not same_besides(*scenes_of(after, again), other.hidden):
                        continue  # what he is bears on others by the rules themselves
                assert told == told_again, (*where, action)
                acted += 1
                if after is not None and again is not None:
                    here = sent(game, after.state, LUC, case.mine)
                    assert here == sent(game, again.state, LUC, case.mine), (*where, action)
    assert compared > 100 and acted > 50


def met(after: After | None, *hidden: str) -> bool:
    """Whether somebody hidden had a part in what came of it."""
    if after is None:
        return False
    told = msgspec.json.encode((after.told, after.transcript, after.state.play.open)).decode()
    return any(f'"{who}"' in told or f" {who}" in told for who in hidden) or '"table.hindrance"' in told


def scenes_of(*after: After) -> list[Any]:
    return [each.state.play.scene for each in after]


def turns_apart(after: After, again: After, one: tuple[str, ...], two: tuple[str, ...]) -> bool:
    """Whether it is now the turn of somebody hidden in one of them alone, or a round waits for him to have it."""
    here, there = scenes_of(after, again)
    return waits(here, one) != waits(there, two) or here.round() != there.round()


# ---------------------------------------------------------------- what an action meets that its player did not know of


def met_at(game: Game, scene: Any, action: Action, *hidden: str) -> tuple[Any, list[str], list[str]]:
    """The scene after an action of Luc's, and what he and the game master are told."""
    state = campaign(scene, action.actor, hidden)
    after = apply(Moment(game, state, LUC, PEOPLE, 2, random.Random(1)), c.Act(msgspec.to_builtins(action)))
    entries = (Eyes(game, after.state, each).entry(SeenEntry(2), after.told) for each in (LUC, MARIE))
    return after.state.play.scene, *([seen.text for seen in entry.events] for entry in entries)


def test_a_walk_to_where_somebody_hidden_stands_ends_beside_him() -> None:
    game = games()["vieux_monde"]
    scene = next(case.scene for case in cases(game) if case.scene.turn())
    who, other = scene.turn()[0], next(each for each in scene.people if each not in scene.turn())
    for each in scene.people:  # out of everybody's way
        scene = scene.put(replace(scene[each], x=50 + len(scene.name(each)), y=50))
    scene = scene.put(replace(scene[who], x=0, y=0), replace(scene[other], x=2, y=0))
    scene = replace(scene, encounter=replace(scene.encounter, engagements=(), marche=0))
    (way,) = game.reach(scene, who)
    move = replace(way.action, x=2, y=0)
    assert move.closed(scene) is not None
    after, luc, marie = met_at(game, scene, move, other)
    assert max(abs(after[who].x - 2), abs(after[who].y)) == 1
    assert luc[-1] == f"Quelque chose arrête {scene.name(who)}." and scene.name(other) not in " ".join(luc)
    assert marie[-1].startswith(typeset("Luc n'en sait rien, mais : "))
    assert after[other] == scene[other]


def test_a_command_that_only_somebody_hidden_stands_in_the_way_of_changes_nothing_and_tells_no_more() -> None:
    """To be refused, with the reason or without, would tell that he is there."""
    game = games()["fluid"]
    scene = next(case.scene for case in cases(game) if case.scene.encounter is not None)
    mine, other = list(scene.people)[:2]
    combat = replace(scene.encounter, annonces={other: Annoncer(other, cible=mine)})
    state = campaign(replace(scene, encounter=combat), mine, (other,))
    after = apply(Moment(game, state, LUC, PEOPLE, 2, random.Random(1)), c.LeaveEncounter(mine))
    assert after.state is state
    luc, ada, marie = (Eyes(game, state, each).entry(SeenEntry(2), after.told).events for each in (LUC, ADA, MARIE))
    assert [seen.text for seen in luc] == [typeset("Quelque chose s'y oppose.")] and not ada
    assert marie[-1].text.startswith(typeset("Luc n'en sait rien, mais : Quelque chose en cours dépend d"))


def test_a_beast_is_hidden_with_its_master_and_what_it_does_too() -> None:
    game = games()["fragments"]
    case = next(case for case in cases(game) if len(case.scene.people) > 3)
    master = case.hidden[0]
    beast = next(who for who in case.scene.people if who not in (master, case.mine))
    state = campaign(case.scene.put(replace(case.scene[beast], owner=master)), case.mine, (master,))
    seen = {person.id for person in Eyes(game, state, LUC).table().people}
    assert case.mine in seen and not {master, beast} & seen
    (done,) = told(game, state, [Event("deplacement", beast)])
    assert Eyes(game, state, LUC).event(done) is None and Eyes(game, state, MARIE).event(done) is not None


def test_who_plays_a_beast_knows_its_master() -> None:
    game = games()["fragments"]
    case = next(case for case in cases(game) if len(case.scene.people) > 3)
    scene = case.scene.put(replace(case.scene[case.mine], owner=case.hidden[0]))
    eyes = Eyes(game, campaign(scene, case.mine, case.hidden[:1]), LUC)
    assert {case.mine, case.hidden[0]} <= {person.id for person in eyes.table().people}
    assert eyes.sheet(case.mine).sections


# ---------------------------------------------------------------- what is asked


def test_a_question_has_the_answers_there_are_for_who_is_asked(duel: Sat) -> None:
    """Those counted, and those shut, by somebody hidden are as if he were not there."""
    duel.do(duel.gm, c.ImportCharacter("arena", {"id": "krax", "nom": "Krax"}, hidden=True))
    duel.do(duel.gm, c.JoinEncounter(next(iter(duel.state.play.away)), "bleu"))
    duel.do(duel.luc, c.Act({"do": "designer", "actor": "alys"}))
    asked, real = (duel.eyes(member).table().open.awaited[0].question for member in (duel.luc, duel.gm))
    assert [(o.id, o.label, o.closed) for o in asked.options] == [
        ("tous", "Tous les 1", ""),
        ("seul", "Rien que lui", ""),
        ("bran", "Bran", ""),
    ]
    assert real.options[0].label == "Tous les 2" and real.options[1].closed and len(real.options) == 4


def test_an_answer_that_somebody_hidden_shuts_is_not_taken_and_the_game_master_is_told(duel: Sat) -> None:
    duel.do(duel.gm, c.ImportCharacter("arena", {"id": "krax", "nom": "Krax"}, hidden=True))
    duel.do(duel.gm, c.JoinEncounter(next(iter(duel.state.play.away)), "bleu"))
    duel.do(duel.luc, c.Act({"do": "designer", "actor": "alys"}))
    done = duel.do(duel.luc, c.Answer("seul"))
    assert duel.texts(done, duel.luc) == [typeset("Quelque chose s'y oppose.")]
    assert duel.texts(done, duel.gm)[-1].startswith(typeset("Luc n'en sait rien, mais : "))
    assert duel.state.play.open is not None
    duel.do(duel.luc, c.Answer("tous"))
    assert duel.state.play.open is None


def test_a_test_that_speaks_of_somebody_hidden_is_made_without_knowing_of_him(duel: Sat) -> None:
    duel.do(duel.gm, c.ImportCharacter("arena", {"id": "krax", "nom": "Krax"}, hidden=True))
    (krax,) = duel.state.play.away
    duel.do(duel.gm, c.JoinEncounter(krax, "bleu"))
    test = duel.do(duel.gm, c.AskTest(("alys",), {"do": "jurer", "target": krax}, "Jurez.")).seq
    (seen,) = duel.table(duel.luc).tests
    assert seen.action == {"do": "jurer", "target": ""} and krax.encode() not in msgspec.json.encode(seen)
    assert duel.no(duel.luc, c.Act({"do": "jurer", "actor": "alys", "target": "bran"}, test)).key == "test_other"
    duel.do(duel.luc, c.Act({**seen.action, "actor": "alys"}, test))
    assert duel.state.play.open.action["target"] == krax
