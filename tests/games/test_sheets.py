"""What every game's sheets and drafts owe to a page that knows no game."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from tablee.kernel.action import tag
from tablee.kernel.content import parse
from tablee.kernel.draft import Field
from tablee.kernel.game import Game, games
from tablee.kernel.scenario import Scenario
from tablee.kernel.sheet import Boxes, Mark, Pool, Row, Section, Stat
from tablee.kernel.widgets import Body, Cards, Ladder, Plan, Rolls, Tree, Wheel
from tablee.table import scenes
from under_way import moments

GAMES = [pytest.param(game, id=game.id) for game in games().values()]

BEFALLEN: dict[str, dict[str, Any]] = {  # something that happens to somebody, and what the sheet calls it
    "fluid": {"a_terre": True},
    "vieux_monde": {"etats": [{"id": "a_terre"}]},
    "yin_yang": {"a_terre": True},
    "terre_natale": {"lesions": [{"niveau": 2}]},
    "fragments": {"etats": [{"id": "a_terre", "tours": 2}]},
}


def ready(game: Game) -> Any:
    scenario = parse(next(iter(game.demos.values())), Scenario, "demo")
    return game.read_scene(scenario.scene, scenario.options)


def states(game: Game, scene: Any, who: str) -> list[Section]:
    return [section for section in game.sheet(scene, who).sections if section.kind == "states"]


@pytest.mark.parametrize("game", GAMES)
def test_what_befalls_somebody_stands_in_a_section_of_states(game: Game) -> None:
    scene = ready(game)
    who = game.people(scene)[0]
    values = {scenes.below(scene, who, path): value for path, value in BEFALLEN[game.id].items()}
    fallen = scenes.edited(game, scene, (), values)
    before = [line.label for section in states(game, scene, who) for line in section.lines]
    after = [line for section in states(game, fallen, who) for line in section.lines]
    new = [line for line in after if line.label not in before]
    assert new and all(isinstance(line, Mark) for line in new)


@pytest.mark.parametrize("game", GAMES)
def test_every_number_of_a_sheet_says_its_rule(game: Game) -> None:
    for text in game.demos.values():
        scenario = parse(text, Scenario, "demo")
        scene = game.read_scene(scenario.scene, scenario.options)
        lines = [line for who in game.people(scene) for s in game.sheet(scene, who).sections for line in s.lines]
        for line in lines:
            match line:
                case Row(cells=cells):
                    assert all(rule in game.ledger.rules for cell in cells for _, _, rule in cell.terms), line
                case Stat(terms=terms) | Pool(terms=terms) | Boxes(terms=terms):
                    assert all(rule in game.ledger.rules for _, _, rule in terms), line
                case Mark(value=int(), rule=rule):
                    assert rule in game.ledger.rules, line


@pytest.mark.parametrize("game", GAMES)
def test_what_was_read_before_is_what_is_read_in_a_scene_nobody_has_looked_at(game: Game) -> None:
    """Lines kept with somebody from earlier scenes say what the same scene says once it is read from a file."""
    for scene in moments(game.id, next(iter(game.demos)))[::5]:
        new = msgspec.json.decode(msgspec.json.encode(scene), type=game.scene)
        for who in game.people(scene):
            assert game.sheet(scene, who) == game.sheet(new, who) == game.sheet(scene, who)


def entries(game: Game) -> list[Field]:
    return [field for step in game.creation.steps for field in step.fields if field.kind == "entries"]


@pytest.mark.parametrize("game", GAMES)
def test_columns_say_what_the_entries_of_a_draft_are_made_of(game: Game) -> None:
    """What the draft keeps of an entry is what its columns ask for, with words in both languages."""
    kept = {f.name: msgspec.inspect.type_info(f.type) for f in msgspec.structs.fields(game.creation.draft)}
    for field in entries(game):
        kind = kept[field.name]
        assert isinstance(kind, msgspec.inspect.VarTupleType)
        made_of = kind.item_type.fields if isinstance(kind.item_type, msgspec.inspect.StructType) else ()
        assert {c.name for c in field.columns} <= {f.encode_name for f in made_of}, field.name
        assert bool(field.columns) == bool(made_of), field.name
        for column in field.columns:
            assert bool(column.keys) == (column.kind == "choice")
            for text in (column.label, *(label for id, label in column.keys if id)):
                assert text in game.words.en, text


@pytest.mark.parametrize("game", GAMES)
def test_no_two_pools_of_a_sheet_are_kept_in_one_place(game: Game) -> None:
    scene = ready(game)
    for who in game.people(scene):
        lines = [line for section in game.sheet(scene, who).sections for line in section.lines]
        kept = [line.at for line in lines if getattr(line, "at", "")]
        assert kept and len(set(kept)) == len(kept)


def places(plan: Plan) -> list[int]:
    """The lines a plan speaks of, each as often as it does."""
    match plan:
        case Wheel(hub=hub, spokes=spokes):
            return [hub, *(at for spoke in spokes for at in (spoke.at, *spoke.parts))]
        case Body(zones=zones):
            return [zone.at for zone in zones]
        case Tree(nodes=nodes):
            return [node.at for node in nodes]
        case Ladder(wants=wants, gives=gives):
            return [*wants, *gives]
        case Cards(cards=cards):
            return [at for card in cards for at in (card.at, *card.more)]
    return []


@pytest.mark.parametrize("game", GAMES)
def test_a_plan_speaks_of_lines_that_are_there_and_of_none_twice(game: Game) -> None:
    drafts = [game.creation.preview(game.creation.random(seed)) for seed in range(6)]
    for text in game.demos.values():
        scenario = parse(text, Scenario, "demo")
        scene = game.read_scene(scenario.scene, scenario.options)
        drafts += [game.sheet(scene, who) for who in game.people(scene)]
    for sheet in filter(None, drafts):
        assert any(section.kind == "vitals" for section in sheet.sections), sheet.name
        for section in sheet.sections:
            at = places(section.plan) if section.plan is not None else []
            assert len(set(at)) == len(at), section.title
            assert all(0 <= place < len(section.lines) for place in at), section.title


@pytest.mark.parametrize("game", GAMES)
def test_the_difficulty_of_a_list_is_one_the_action_takes(game: Game) -> None:
    """Whatever is chosen at the head of a list can be tried."""
    scene = ready(game).calm()
    who = game.people(scene)[0]
    for section in game.sheet(scene, who).sections:
        if isinstance(plan := section.plan, Rolls):
            offered = next(msgspec.to_builtins(a) for a, _ in game.legal(scene, who) if tag(a) == plan.do)
            assert plan.usual in [value for value, _ in plan.choices]
            for value, _ in plan.choices:
                assert game.action({**offered, plan.by: value}).closed(scene) is None, value
