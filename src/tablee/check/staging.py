"""Scenes: they keep the contract, begin empty, come back from files, keep switches, and are never changed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.kernel import refs
from tablee.kernel.action import open_actions
from tablee.kernel.content import ContentError
from tablee.kernel.live import Replay
from tablee.kernel.scene import faults_of
from tablee.kernel.snapshot import from_json, to_json

from .fault import Fault, check, fault
from .heard import Random, resolved
from .subject import ANYBODYS, Subject, seeded

STEPS = 40  # actions of a fight whose references are looked at
NOBODY = "nobody"


@check("contract", "La scène tient son contrat", "The scene keeps its contract")
def contract(subject: Subject) -> Iterator[Fault]:
    """Its fields and their types, its ready scenes, and what the fights of all checks stumbled over."""
    game, sources = subject.game, subject.sources
    for wrong in faults_of(game.scene):
        yield fault("scene_contract", sources.thing(game.scene), wrong=wrong)
    if not game.demos:
        yield fault("no_demos")
    if not game.tactics:
        yield fault("no_tactics")
    for name, scene in subject.ready.items():
        wrong_keys = [who for who, p in scene.people.items() if p.id != who]
        yield from (fault("other_id", sources.thing(game.read_scene), who=who, scene=name) for who in wrong_keys)
        if not {*game.people(scene)} <= {*scene.people}:
            yield fault("people_absent", sources.thing(game.people), scene=name)
    if subject.begun and not subject.heard and not subject.broken:
        yield fault("nobody_acts")
    yield from dict.fromkeys(subject.broken)


@check("empty", "Une scène peut être vide", "A scene may be empty")
def empty(subject: Subject) -> Iterator[Fault]:
    """`gather([])` gives a scene with nobody in it, of which everything can be asked."""
    game, sources = subject.game, subject.sources
    if game.gather is None:
        yield fault("no_gather")
        return
    try:
        scene: Any = game.gather([])
    except ANYBODYS as error:
        yield fault(
            "not_empty", sources.error(error) or sources.thing(game.gather), error=f"{type(error).__name__}: {error}"
        )
        return
    if not isinstance(scene, game.scene) or scene.people or scene.turn() or scene.encounter is not None:
        yield fault("not_empty", sources.thing(game.gather), error=repr(scene)[:80])
        return
    if game.order(scene) != ():
        yield fault("order_of_nobody", sources.thing(game.order))
    for doing, ask in asked_of_any(subject, scene):
        try:
            ask()
        except ANYBODYS as error:
            yield subject.raised(error, f"{doing} (gather([]))")
    if from_json(to_json(scene), game.scene) != scene:
        yield fault("json", sources.thing(game.scene), scene="gather([])")


def asked_of_any(subject: Subject, scene: Any) -> Iterator[tuple[str, Any]]:
    """What may be asked of any scene at any time, whoever is in it."""
    game = subject.game
    yield "Scene.turn", scene.turn
    yield "Scene.round", scene.round
    yield "Scene.calm", scene.calm
    yield "Scene.sides", scene.sides
    yield "Scene.standing", scene.standing
    yield "Scene.settled", scene.settled
    yield "Scene.thing", lambda: scene.thing(NOBODY)
    yield "Scene.name", lambda: scene.name(NOBODY)
    yield "Game.people", lambda: game.people(scene)
    yield "Game.order", lambda: game.order(scene)
    yield "Game.track", lambda: game.track(scene)
    yield "Game.ground", lambda: game.ground(scene)
    yield "Game.sight", lambda: game.sight(scene, frozenset(scene.people))
    yield "Game.zones", lambda: list(game.zones(scene))
    yield "Game.legal", lambda: list(game.legal(scene, NOBODY))
    yield "Game.reach", lambda: list(game.reach(scene, NOBODY))
    yield "Game.value", lambda: game.value(scene, NOBODY)
    for who in scene.people:
        yield "Game.look", lambda who=who: game.look(scene, who)
        yield "Game.sheet", lambda who=who: game.sheet(scene, who)
        yield "Game.figure", lambda who=who: game.figure(scene, who)
        yield "Game.reach", lambda who=who: list(game.reach(scene, who))


@check("asked", "Toute scène répond à ce qu’on lui demande", "Any scene answers what it is asked")
def asked(subject: Subject) -> Iterator[Fault]:
    """Nothing that the table reads of a scene raises, at any moment of a fight."""
    told = set[str]()
    for scene in subject.moments:
        for doing, ask in asked_of_any(subject, scene):
            try:
                ask()
            except ANYBODYS as error:
                if doing not in told:
                    told.add(doing)
                    yield subject.raised(error, doing)


@check("switches", "Chaque option se met et s’ôte", "Every switch goes on and off")
def switches(subject: Subject) -> Iterator[Fault]:
    """Each is kept by `read_scene`, played with, and excludes what it says; with none on none is."""
    game, sources = subject.game, subject.sources
    ids = [switch.id for switch in game.switches]
    for id in sorted({id for id in ids if ids.count(id) > 1}):
        yield fault("switch_twice", sources.said(id), switch=id)
    for switch in game.switches:
        for other in switch.excludes:
            if other not in ids:
                yield fault("excludes_nothing", sources.said(switch.id), switch=switch.id, other=other)
    for name, scenario in list(subject.scenarios.items())[: subject.n]:
        for on in [(), *((id,) for id in ids)]:
            yield from _switched(subject, name, scenario.scene, on)


def _switched(subject: Subject, name: str, data: dict[str, Any], on: tuple[str, ...]) -> Iterator[Fault]:
    """A ready scene under these switches: read, kept, and an action of it done."""
    game, doing = subject.game, f"demos[{name!r}], options={list(on)}"
    try:
        scene: Any = game.read_scene(data, on)
        kept = game.switched_on(scene)
        if set(kept) != set(on):
            lost = sorted(set(on) ^ set(kept))
            yield fault("switch_lost", subject.sources.thing(game.read_scene), switch=", ".join(lost), scene=name)
        for who in scene.turn()[:1] or game.people(scene)[:1]:
            for action in open_actions(game.legal(scene, who))[:3]:
                resolved(action, scene, Random(seeded(name, *on)))
    except ContentError as error:
        where = subject.sources.thing(game.read_scene)
        yield fault("switch_refused", where, switch=", ".join(on), scene=name, why=error)
    except ANYBODYS as error:
        yield subject.raised(error, doing)


@check("files_back", "Une scène revient la même de son fichier", "A scene comes back the same from its file")
def files_back(subject: Subject) -> Iterator[Fault]:
    """As JSON, and as plain data that the game reads again: so rulings are judged, and so campaigns are kept."""
    game, sources = subject.game, subject.sources
    for scene in subject.moments:
        data = to_json(scene)
        try:
            again = from_json(data, game.scene)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            yield fault("json_refused", sources.thing(game.scene), error=error)
            return
        if again != scene or to_json(again) != data:
            yield fault("json", sources.thing(game.scene), scene=difference(scene, again))
            return
        if not scene.people:
            continue
        try:
            read = game.read_scene(msgspec.to_builtins(scene, str_keys=True), game.switched_on(scene))
        except (ContentError, msgspec.ValidationError) as error:
            yield fault("not_read_back", sources.thing(game.read_scene), error=error)
            return
        if (read.people, read.turn(), read.round()) != (scene.people, scene.turn(), scene.round()):
            yield fault("read_otherwise", sources.thing(game.read_scene), at=difference(scene, read))
            return
        again = game.read_scene(msgspec.to_builtins(read, str_keys=True), game.switched_on(read))
        if again != read:  # what goes without saying may be filled in, once
            yield fault("read_otherwise", sources.thing(game.read_scene), at=difference(read, again))
            return


def difference(one: Any, other: Any, path: str = "") -> str:
    """The path of the first thing that differs between two scenes, and both of it."""
    a, b = (msgspec.to_builtins(each, str_keys=True) for each in (one, other))
    while isinstance(a, dict) and isinstance(b, dict):
        key = next((key for key in {**a, **b} if a.get(key) != b.get(key)), None)
        if key is None:
            break
        path, a, b = f"{path}.{key}", a.get(key), b.get(key)
    return f"{path.strip('.') or 'scene'}: {str(a)[:60]} / {str(b)[:60]}"


@check(
    "undo", "Résoudre ne change pas la scène d’avant, et se rejoue", "Resolving leaves the scene before it, and replays"
)
def undo(subject: Subject) -> Iterator[Fault]:
    """Undo is keeping the old scene; an action under way is run again on what was thrown: both must hold."""
    found, sources = set[type](), subject.sources
    for fight in subject.fights.values():
        for heard in fight:
            kind = type(heard.action)
            if kind in found:
                continue
            found.add(kind)
            before = to_json(heard.before)
            oracle = Random(seeded("undo"))
            after = heard.action.after(heard.before, oracle)
            if to_json(heard.before) != before:
                yield fault("changed_before", sources.thing(kind), do=kind.__name__)
                continue
            replay = Replay(tuple(oracle.transcript))
            try:
                again = heard.action.after(heard.before, replay)
            except ANYBODYS:
                again = None
            if again is None or replay.events != oracle.events or to_json(again) != to_json(after):
                yield fault("other_chance", sources.thing(kind), do=kind.__name__)


@check("named", "Qui est nommé est marqué comme tel", "Whoever is named is marked as such")
def named(subject: Subject) -> Iterator[Fault]:
    """Everybody gets another id by the types alone; no old id is left by itself in a scene or in an action."""
    game, told = subject.game, set[str]()
    for fight in list(subject.fights.values())[:: max(1, subject.n)]:
        for scene in [heard.before for heard in fight[:STEPS]]:
            for thing in (scene, *_to_do(subject, scene)):
                kind = type(thing)
                left = unmarked(thing, frozenset(scene.people))
                if left and f"{kind.__name__} {left}" not in told:
                    told.add(f"{kind.__name__} {left}")
                    yield fault("unmarked", subject.sources.thing(kind), kind=kind.__name__, field=left)
            if refs.rewritten(scene, lambda who: who) is not scene:
                yield fault("not_itself", subject.sources.thing(game.scene))
                return


def _to_do(subject: Subject, scene: Any) -> Iterator[Any]:
    for who in scene.turn()[:1]:
        yield from open_actions(subject.game.legal(scene, who))


def unmarked(thing: Any, people: frozenset[str]) -> str:
    """Where an id is left that the types do not know for somebody's; nothing if there is none."""
    data = msgspec.to_builtins(refs.rewritten(thing, "zz_{}".format), str_keys=True)
    return next((path for path, text in texts(data) if text in people), "")


def texts(data: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text in plain data, keys included, with where it stands."""
    if isinstance(data, str):
        yield path, data
    elif isinstance(data, dict):
        for key, value in data.items():
            yield path, key
            yield from texts(value, f"{path}.{key}".strip("."))
    elif isinstance(data, list | tuple):
        for each in data:
            yield from texts(each, f"{path}[]")
