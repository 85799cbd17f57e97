"""Scenarios: a scene and what is done in it, as a TOML file; played, and compared with what was expected."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from . import content
from .action import Action
from .allowed import why_not
from .event import Event
from .game import Game, game
from .live import Scripted, ScriptError
from .scene import Scene
from .sentence import Said, Typed


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What must come of a step. Events are matched in order, each by the facts that are named."""

    events: tuple[dict[str, Any], ...] = ()
    scene: dict[str, Any] = {}  # "personnages.jok.res_perdue" = 2
    closed: str | None = None  # the rule that refuses the step
    asked: tuple[str, ...] | None = None  # the keys of the questions, in order


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    do: dict[str, Any]
    dice: tuple[int, ...] = ()
    answers: tuple[str | int, ...] | dict[str, str | int | tuple[str | int, ...]] = ()  # in order, or by question
    expect: Expected = Expected()
    note: str = ""


class Scenario(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A file without steps is simply a scene to play or to fight."""

    game: str
    title: str = ""
    rules: tuple[str, ...] = ()
    example: str = ""  # the id of a worked example of the book
    note: str = ""
    options: tuple[str, ...] = ()
    scene: dict[str, Any] = {}
    step: tuple[Step, ...] = ()

    def start(self, name: str = "scene") -> Scene:
        """The scene before the first step."""
        played = game(self.game)
        played.check_switches(self.options, name)
        scene = played.read_scene(self.scene, self.options)
        lost = [id for id in self.options if id not in played.switched_on(scene)]
        if lost:
            raise TypeError(
                f"{played.id}: Game.read_scene must keep switches as `options` of the scene, not lose {lost}"
            )
        return scene


class Kept(msgspec.Struct, frozen=True):
    """A finished character as it is kept in a file."""

    game: str
    character: dict[str, Any]


def read(path: Path | str) -> Scenario:
    return with_files(content.read_file(path, Scenario), Path(path).parent)


def with_files(scenario: Scenario, folder: Path) -> Scenario:
    """Every table that names a `fichier` is the character of that file, under what else the table says."""
    return msgspec.structs.replace(scenario, scene=_filled(scenario.scene, scenario.game, folder, "scene"))


def _filled(table: dict[str, Any], game: str, folder: Path, name: str) -> dict[str, Any]:
    filled = {k: _filled(v, game, folder, f"{name}.{k}") if isinstance(v, dict) else v for k, v in table.items()}
    if "fichier" not in filled:
        return filled
    file = filled.pop("fichier")
    if not isinstance(file, str):
        raise content.ContentError(f"{name}.fichier", Said("un texte est attendu, le nom d'un fichier de personnage"))
    kept = content.read_file(folder / file, Kept)
    if kept.game != game:
        facts = Typed(file), Typed(kept.game), Typed(game)
        raise content.ContentError(f"{name}.fichier", Said("« {} » est un personnage de {}, pas de {}", facts))
    return _over(kept.character, filled)


def _over(under: dict[str, Any], over: dict[str, Any]) -> dict[str, Any]:
    """Both tables in one; what stands in both is the second's."""
    deep = {k: _over(under[k], v) for k, v in over.items() if isinstance(v, dict) and isinstance(under.get(k), dict)}
    return {**under, **over, **deep}


def demo(game_id: str, name: str = "") -> Scene:
    """A ready scene of a game; the demonstration when none is named."""
    demos = game(game_id).demos
    if not demos or (name and name not in demos):
        there = tuple(map(Typed, demos))
        raise content.ContentError(game_id, Said("scène inconnue « {} » ; scènes : {}", (Typed(name), there)))
    text = demos[name] if name else next(iter(demos.values()))
    return content.parse(text, Scenario, name or "demo").start()


class Played(msgspec.Struct):
    """How a step went."""

    action: Action | None
    events: list[Event]
    scene: Scene
    differences: list[Said]
    broken: bool = False  # it could not be played at all


def play(scenario: Scenario, name: str = "scenario") -> list[Played]:
    """Every step in turn. A step that is refused, or whose dice run out, leaves the scene as it was."""
    played, scene = game(scenario.game), scenario.start(name)
    story = []
    for number, step in enumerate(scenario.step, 1):
        story.append(play_step(played, scene, step, Said("{}, étape {}", (Typed(name), number))))
        scene = story[-1].scene
    return story


def play_step(game: Game, scene: Scene, step: Step, name: Said) -> Played:
    try:
        action = game.action(step.do, name)
    except content.ContentError as error:
        return Played(None, [], scene, [error.said], broken=True)
    closed = why_not(game, scene, action)
    if (closed.rule if closed is not None else None) != step.expect.closed:
        expected = Typed(step.expect.closed) if step.expect.closed else "aucun"
        said = Said("refus : {}, attendu {}", (closed.said if closed is not None else "aucun", expected))
        return Played(action, [], scene, [said])
    oracle = Scripted(step.dice, step.answers)
    try:
        after = scene if closed is not None else action.after(scene, oracle)
    except ScriptError as error:
        return Played(action, oracle.events, scene, [error.said], broken=True)
    over = oracle.left_over()
    return Played(action, oracle.events, after, [*([over] if over else []), *_compare(step.expect, after, oracle)])


def _compare(expect: Expected, scene: Scene, oracle: Scripted) -> list[Said]:
    wrong = list[Said]()
    plain = _plain(scene)
    for path, value in expect.scene.items():
        found = at(plain, path)
        if found != value:
            wrong.append(Said("{} : {}, attendu {}", (Typed(path), Typed(repr(found)), Typed(repr(value)))))
    heard = iter(oracle.events)
    for wanted in expect.events:
        if not any(_matches(event, wanted) for event in heard):
            heard_ones = Typed(str([_brief(e) for e in oracle.events]))
            wrong.append(Said("événement attendu, absent : {} ; entendus : {}", (Typed(str(wanted)), heard_ones)))
            break
    asked = [q.key for q in oracle.asked]
    if expect.asked is not None and asked != list(expect.asked):
        wrong.append(Said("questions : {}, attendu {}", (Typed(str(asked)), Typed(str(list(expect.asked))))))
    return wrong


def at(plain: Any, path: str) -> Any:
    """What stands at a dotted path of plain data; missing keys and positions give None."""
    for key in path.split("."):
        if isinstance(plain, dict):
            plain = plain.get(key)
        elif isinstance(plain, list) and key.lstrip("-").isdigit() and -len(plain) <= int(key) < len(plain):
            plain = plain[int(key)]
        else:
            return None
    return plain


def _matches(event: Event, wanted: dict[str, Any]) -> bool:
    facts = _brief(event)
    terms = {label: amount for label, amount, _ in event.terms}
    return all(
        (all(terms.get(k) == v for k, v in value.items()) if key == "terms" else facts.get(key) == value)
        for key, value in wanted.items()
    )


def _brief(event: Event) -> dict[str, Any]:
    head = {"what": event.what, "who": event.who, "target": event.target, "rule": event.rule}
    return {**{k: v for k, v in head.items() if v}, **_plain(dict(event.facts))}


def _plain(thing: Any) -> Any:
    """As it would stand in a file: lists for tuples, texts for keys."""
    return msgspec.json.decode(msgspec.json.encode(thing))
