"""The installed games at the table: played at random with somebody hidden in it, nobody learns who."""

from __future__ import annotations

import random
import re
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tablee.kernel.action import open_actions, tag
from tablee.kernel.game import Game, games
from tablee.kernel.ground import steps
from tablee.kernel.sentence import plain
from tablee.kernel.simulated import Simulated
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import scenes
from tablee.table.refusal import Refused
from tablee.table.state import Member, dump, load
from tablee.table.store import Store
from tablee.table.visibility import Eyes
from tablee.table.writer import Written

from .conftest import Sat

TURNS = 60


def sent(sat: Sat, member: Member) -> bytes:
    eyes = sat.eyes(member)
    parts: list[object] = [eyes.table(), sat.log(member)]
    for person in eyes.table().people:
        for look in (eyes.sheet, eyes.legal):
            with suppress(Refused):
                parts.append(look(person.id))
    return msgspec.json.encode(parts)


def turn(sat: Sat, rng: random.Random) -> None:
    """Answer what is asked, or do something open; the game master plays everybody."""
    state = sat.state
    if state.play.open is not None:
        question = state.play.open.questions[0]
        sat.do(sat.gm, c.Answer(rng.choice(question.open()[:5])))
        return
    for who in (*state.play.scene.turn(), *state.play.scene.standing()):
        actions = open_actions(games()[sat.eyes(sat.gm).game.id].legal(state.play.scene, who))
        if actions:
            sat.do(sat.gm, c.Act(msgspec.to_builtins(rng.choice(actions), str_keys=True)))
            return
    pytest.fail("nobody can do anything any more")


def no_trace(data: bytes, *words: str) -> None:
    for word in words:
        found = re.search(rb"(?i)(?<!\w)" + re.escape(word.encode()) + rb"(?!\w)", data)
        assert found is None, data[max(0, found.start() - 200) : found.end() + 50]


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("game", list(games()))
def test_a_hidden_name_is_in_nothing_that_is_sent(store: Store, game: str, seed: int) -> None:
    rng = random.Random(seed)
    sat = Sat(store, game)
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos))))
    scene = sat.state.play.scene
    ours, theirs = list(scene.sides().values())[:2]
    hidden = rng.choice(theirs)
    sat.do(sat.gm, c.Give(ours[0], sat.luc.id))
    sat.do(sat.gm, c.Hide(hidden, name=True, rolls=seed == 1, presence=seed == 2))
    for _ in range(TURNS):
        turn(sat, rng)
        assert dump(load(games()[game], dump(sat.state))) == dump(sat.eyes(sat.gm).state)
    for member in (sat.luc, sat.ada, sat.eve):
        no_trace(sent(sat, member), hidden, scene.name(hidden))


@pytest.mark.parametrize("game", list(games()))
def test_a_scene_in_play_is_one_the_game_reads(store: Store, game: str) -> None:
    """Rulings are judged by reading the scene back: whatever play comes to must be readable, and come back the same."""
    rng = random.Random(5)
    sat = Sat(store, game)
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos))))
    for _ in range(TURNS):
        turn(sat, rng)
        scene, options = sat.state.play.scene, sat.state.play.options
        assert scenes.judged(games()[game], scenes.plain(scene), options) == scene


@pytest.mark.parametrize("game", list(games()))
def test_what_is_told_from_memory_is_what_the_log_says(store: Store, game: str) -> None:
    """An entry that was only just written, and the same one read back, for everybody."""
    rng, sat, heard = random.Random(6), Sat(store, game), list[Written]()
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos))))
    ours, theirs = list(sat.state.play.scene.sides().values())[:2]
    sat.do(sat.gm, c.Give(ours[0], sat.luc.id))
    sat.do(sat.gm, c.Hide(theirs[0], name=True, rolls=True))
    store.writer.heard = heard.extend
    for _ in range(TURNS):
        turn(sat, rng)
    assert len(heard) == TURNS
    for now, entries in heard:
        for logged, member in ((each, member) for each in entries for member in sat.everybody):
            eyes, seq = Eyes(now.game, now.state, member), logged.entry.seq
            with store.reading(sat.id) as log:
                (read,) = log.page(seq - 1, None, 1)
            assert msgspec.json.encode(logged.seen_by(eyes)) == msgspec.json.encode(read.seen_by(eyes))


SCENES = [(game.id, ready) for game in games().values() for ready in game.demos]


@pytest.mark.parametrize(("game", "ready"), SCENES)
def test_a_character_of_the_campaign_plays_in_a_ready_scene(store: Store, game: str, ready: str) -> None:
    """Whatever is open to him there can be done to its end, entering a fight under way among it."""
    sat = Sat(store, game)
    draft = f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}"
    sat.do(sat.luc, c.FinishDraft(draft))
    who = sat.state.desk.sketches[draft].made
    guests, _ = scenes.ready(games()[game], ready, ())
    sat.do(sat.gm, c.StartEncounter(ready=ready, sides={next(iter(guests.sides())): (who,)}))
    assert who not in sat.state.play.away
    assert comes_to_act(games()[game], sat.state.play.scene, who)
    done_by_players = [a for a in open_actions(games()[game].legal(sat.state.play.scene, who)) if not a.master]
    for action in done_by_players[:12]:
        done = sat.do(sat.luc, c.Act(msgspec.to_builtins(action, str_keys=True)))
        while sat.state.play.open is not None:
            sat.do(sat.gm, c.Answer(sat.state.play.open.questions[0].open()[0]))
        sat.do(sat.gm, c.Undo(done.seq, confirm=True))


def comes_to_act(game: Game, scene: Any, who: str) -> bool:
    """Whether somebody is in the order of a fight, or can enter it; where nothing is under way there is no order."""
    entered = (action.resolve(scene, Simulated(0)) for action in open_actions(game.legal(scene, who)))
    return not scene.turn() or any(who in {turn.who for turn in game.order(s)} for s in (scene, *entered))


def two_of_luc(sat: Sat) -> list[str]:
    """Two characters at random."""
    drafts = [f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}" for _ in range(2)]
    for draft in drafts:
        sat.do(sat.luc, c.FinishDraft(draft))
    return [sat.state.desk.sketches[draft].made for draft in drafts]


@pytest.mark.parametrize("game", list(games()))
def test_what_is_the_game_masters_to_do_is_not_for_players(store: Store, game: str) -> None:
    played, sat = games()[game], Sat(store, game)
    who, _ = two_of_luc(sat)
    reserved = {tag(kind) for kind in played.actions if kind.master}
    his = [seen.action for seen in sat.eyes(sat.gm).legal(who) if seen.action["do"] in reserved and not seen.closed]
    assert his and not reserved & {seen.action["do"] for seen in sat.eyes(sat.luc).legal(who)}
    refused = sat.no(sat.luc, c.Act(his[0]))
    assert refused.key == "master_only" and "maître du jeu" in refused.say(plain("fr"))
    sat.do(sat.gm, c.Act(his[0]))


CAST = [(game.id, key) for game in games().values() for key in game.cast]


@pytest.mark.parametrize(("game", "key"), CAST)
def test_anybody_of_the_catalogues_is_called_into_a_fight(store: Store, game: str, key: str) -> None:
    played, sat = games()[game], Sat(store, game)
    who, _ = two_of_luc(sat)
    first, *others = played.cast[key]
    name = played.cast[key][first]["fiche"]["nom"]
    sat.do(sat.gm, c.Bring(key, first, count=2))
    named = {person.name: person.id for person in sat.table(sat.gm).people}
    sat.do(sat.gm, c.StartEncounter(sides={"nous": (who,), "eux": (named[f"{name} 1"], named[f"{name} 2"])}))
    scene = sat.state.play.scene
    cells = [scenes.place(scene, each) for side in scene.sides().values() for each in side]
    assert len(set(cells)) == 3  # nobody stands in a heap
    for id in others:
        sat.do(sat.gm, c.Bring(key, id, side="eux"))
    there = sat.state.play.scene.sides()["eux"]
    assert len(there) == len(others) + 2
    eyes = sat.eyes(sat.gm)
    for each in there:
        assert eyes.sheet(each).sections and eyes.legal(each)


@pytest.mark.parametrize("game", list(games()))
def test_whoever_is_called_in_secret_is_seen_by_nobody_and_taken_back_at_once(store: Store, game: str) -> None:
    sat, (key, there) = Sat(store, game), next(iter(games()[game].cast.items()))
    id, before = next(iter(there)), sat.table(sat.gm).people
    done = sat.do(sat.gm, c.Bring(key, id, count=3, hidden=True))
    assert len(sat.table(sat.gm).people) == len(before) + 3 and sat.table(sat.luc).people == before
    assert sat.texts(done, sat.luc) == []
    sat.do(sat.gm, c.Undo())
    assert sat.table(sat.gm).people == before
    assert sat.no(sat.luc, c.Bring(key, id)).key == "right"
    assert sat.no(sat.gm, c.Bring(key, "dahu")).say(plain("fr")).startswith(typeset("« dahu » n'est pas à appeler"))
    sat.do(sat.gm, c.Bring(key, id, side="eux"))  # on a side before anything begins
    assert [person.side for person in sat.table(sat.gm).people if person not in before] == ["eux"]
    sat.do(sat.gm, c.Undo())
    assert sat.table(sat.gm).people == before

    who, _ = two_of_luc(sat)
    sat.do(sat.gm, c.StartEncounter(sides={"nous": (who,)}))
    done = sat.do(sat.gm, c.Bring(key, id, count=2, side="eux", hidden=True))
    assert len(sat.state.play.scene.sides()["eux"]) == 2
    assert sat.texts(done, sat.luc) == [] and {person.side for person in sat.table(sat.luc).people} == {"nous", ""}


@pytest.mark.parametrize("game", list(games()))
def test_neither_names_nor_ids_count_those_called_in_secret(store: Store, game: str) -> None:
    sat, other, (key, there) = Sat(store, game), Sat(store, game), next(iter(games()[game].cast.items()))
    id = next(iter(there))
    sat.do(sat.gm, c.Bring(key, id, count=3, hidden=True))
    for each in (sat, other):
        each.do(each.gm, c.Bring(key, id))
        each.do(each.gm, c.Bring(key, id, count=2))
    known, wanted = ([person.name for person in each.table(each.luc).people] for each in (sat, other))
    assert known == wanted and len(set(known)) == 3
    first = next(iter(sat.table(sat.luc).people)).id
    assert first == next(iter(other.table(other.luc).people)).id
    revealed = next(person for person in sat.table(sat.gm).people if person.veil.presence)
    assert not {"1", "2", "3"} & {*revealed.name.split()}


@pytest.mark.parametrize(("game", "ready"), SCENES)
def test_a_side_is_joined_by_its_name_in_either_language(store: Store, game: str, ready: str) -> None:
    played, sat = games()[game], Sat(store, game)
    made = two_of_luc(sat)
    side = next(iter(scenes.ready(played, ready, ())[0].sides()))
    name = played.words.tr(side, "en")
    sat.do(sat.gm, c.StartEncounter(ready=ready, sides={name: (made[0],)}))
    sat.do(sat.gm, c.JoinEncounter(made[1], name))
    assert set(made) <= set(sat.state.play.scene.sides()[side])
    for lang, called in (("fr", side), ("en", name)):
        table = Eyes(played, sat.state, replace(sat.gm, lang=lang)).table()
        assert {person.side for person in table.people if person.id in made} == {called}


@pytest.mark.parametrize(("game", "ready"), SCENES)
def test_whoever_comes_into_a_ready_scene_stands_by_his_side(store: Store, game: str, ready: str) -> None:
    played, sat = games()[game], Sat(store, game)
    made = two_of_luc(sat)
    guests, _ = scenes.ready(played, ready, ())
    side, there = next(iter(guests.sides().items()))
    sat.do(sat.gm, c.StartEncounter(ready=ready, sides={side: (made[0],)}))
    sat.do(sat.gm, c.JoinEncounter(made[1], side))
    scene = sat.state.play.scene
    places = {who: scenes.place(scene, who) for who in played.people(scene)}
    ground = played.ground(scene)
    for who in made:
        here = places.pop(who)
        assert here is not None and here not in places.values()
        assert min(steps(ground.grid if ground else "square", here, places[each]) for each in there) <= scenes.NEAR
        assert ground is None or not ground.plots or here in {(plot.x, plot.y) for plot in ground.plots}
