"""Characters: random drafts are finished and read back, half-finished ones are judged, and whoever is cast comes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.content import ContentError
from tablee.kernel.draft import Draft, Field, placed
from tablee.table.making import one

from .fault import Fault, check, fault
from .subject import ANYBODYS, Subject

DRAFTS = 5  # to one fight of `n`
KINDS = {  # what a field of the draft is, by how it is asked for
    "text": (msgspec.inspect.StrType,),
    "choice": (msgspec.inspect.StrType, msgspec.inspect.LiteralType),
    "yes_no": (msgspec.inspect.BoolType,),
    "choices": (msgspec.inspect.VarTupleType, msgspec.inspect.ListType),
    "entries": (msgspec.inspect.VarTupleType, msgspec.inspect.ListType, msgspec.inspect.DictType),
    "points": (msgspec.inspect.IntType, msgspec.inspect.DictType, msgspec.inspect.StructType),
}


@check("steps", "Les étapes de la création remplissent le brouillon", "The steps of creation fill the draft")
def steps(subject: Subject) -> Iterator[Fault]:
    """Every field asked for is one of the draft, of a type that fits; every field of the draft has a default."""
    creation, sources = subject.game.creation, subject.sources
    kept = {f.name: f for f in msgspec.structs.fields(creation.draft)}
    here = sources.thing(creation.draft)
    try:
        creation.draft()
    except TypeError as error:
        yield fault("draft_default", here, error=error)
        return
    if "nom" not in kept:
        yield fault("draft_nom", here, draft=creation.draft.__name__)
    for step in creation.steps:
        for field in step.fields:
            if field.name not in kept:
                yield fault("no_draft_field", sources.said(field.name) or here, step=step.id, field=field.name)
                continue
            info = msgspec.inspect.type_info(kept[field.name].type)
            several = getattr(info, "types", (info,))
            if not any(isinstance(each, KINDS[field.kind]) for each in several):
                name = type(info).__name__.removesuffix("Type")
                yield fault(
                    "draft_kind", sources.said(field.name), step=step.id, field=field.name, kind=field.kind, type=name
                )
            elif field.kind == "entries":
                yield from _columns(subject, field, info)


def _columns(subject: Subject, field: Field, info: Any) -> Iterator[Fault]:
    """What the draft keeps of an entry is what its columns ask for."""
    item = getattr(info, "item_type", None)
    made_of = {f.encode_name for f in item.fields} if isinstance(item, msgspec.inspect.StructType) else set[str]()
    asked = {column.name for column in field.columns}
    if not asked <= made_of or bool(asked) != bool(made_of):
        yield fault("columns", subject.sources.said(field.name), field=field.name, columns=", ".join(sorted(asked)))


@check(
    "drafts", "Des personnages au hasard se finissent et se relisent", "Characters at random are finished and read back"
)
def drafts(subject: Subject) -> Iterator[Fault]:
    """A random draft holds, is the same for its seed, comes back from a file, and the character comes into a scene."""
    game, told = subject.game, set[str]()
    for seed in range(subject.n * DRAFTS):
        for found in _drawn(subject, seed):
            if found.key not in told:  # one seed is enough to show it
                told.add(found.key)
                yield found
    for switch in game.switches:
        for found in _under(subject, switch.id):
            if found.key not in told:
                told.add(found.key)
                yield found


def _drawn(subject: Subject, seed: int) -> Iterator[Fault]:
    creation, sources = subject.game.creation, subject.sources
    here, draft = sources.thing(creation.random), creation.random(seed)
    if creation.random(seed) != draft:
        yield fault("other_draft", here, seed=seed)
    if creation.read(msgspec.to_builtins(draft), draft.options) != draft:
        yield fault("draft_read", sources.thing(creation.draft), seed=seed)
    problems = creation.review(draft).open_problems
    if problems:
        yield fault("draft_problem", here, seed=seed, why=problems[0].why)
        return
    steps = [step.id for step in creation.steps]
    for _, lesser in lessened(draft):
        try:
            review = creation.review(lesser)
        except ANYBODYS as error:
            yield subject.raised(error, f"Creation.review({lesser!r})")
            return
        for problem in review.problems:
            if problem.step not in steps:
                yield fault("problem_step", sources.said(problem.why.text), step=problem.step, steps=", ".join(steps))
    yield from _gathered(subject, creation.finish(draft), seed)


def lessened(draft: Draft) -> Iterator[tuple[str, Draft]]:
    """The same with one thing not chosen yet; and with nothing chosen."""
    yield "", type(draft)()
    for field in msgspec.structs.fields(type(draft)):
        default = field.default if field.default_factory is msgspec.NODEFAULT else field.default_factory()
        yield field.name, replace(draft, **{field.name: default})


def _gathered(subject: Subject, character: Any, seed: int) -> Iterator[Fault]:
    """A finished character as the table keeps him: in a scene alone, with a sheet, and the same from his file."""
    game, sources = subject.game, subject.sources
    if game.gather is None:
        return
    data = msgspec.to_builtins(character, str_keys=True)
    if not isinstance(data, dict) or not isinstance(data.get("id"), str) or not data["id"]:
        yield fault("built_id", sources.thing(game.creation.build), seed=seed)
        return
    try:
        scene: Any = game.gather([data])
        again: Any = game.gather([msgspec.json.decode(msgspec.json.encode(data))])
    except (ContentError, msgspec.ValidationError) as error:
        yield fault("not_gathered", sources.thing(game.gather), who=data["id"], why=error)
        return
    if list(scene.people) != [data["id"]] or scene.turn() or again != scene:
        yield fault("gathered_otherwise", sources.thing(game.gather), who=data["id"])
        return
    game.sheet(scene, data["id"])
    if not list(game.legal(scene, data["id"])):
        yield fault("nothing_offered", sources.thing(game.legal), who=data["id"])


def _under(subject: Subject, switch: str) -> Iterator[Fault]:
    """A draft drawn for a campaign with this switch can be finished."""
    creation = subject.game.creation
    draft = creation.at_random(1, (switch,))
    problems = creation.review(draft).open_problems
    if problems:
        yield fault("draft_switch", subject.sources.thing(creation.random), switch=switch, why=problems[0].why)


@check("guide", "Qui ne connaît pas le jeu est guidé sans faute", "Whoever does not know the game is guided rightly")
def guide(subject: Subject) -> Iterator[Fault]:
    """Spreads and suggestions hold, archetypes are whole, an empty draft is only unfinished."""
    creation, sources = subject.game.creation, subject.sources
    here = sources.thing(creation.draft)
    names = {field.name for step in creation.steps for field in step.fields}
    for known, written in (({step.id for step in creation.steps}, creation.guide.step), (names, creation.guide.card)):
        for key in written:
            if key not in known:
                yield fault("guide_key", sources.said(key), key=key, there=", ".join(sorted(known)))
    for id, start in creation.starts.items():
        wrong = (p.why for p in creation.review(start.draft).open_problems if not p.todo)
        if why := next(wrong, None):
            yield fault("start_problem", sources.said(start.label), start=id, why=why)
    for problem in creation.problems(creation.draft()):
        if not problem.todo:
            yield fault("wrong_at_first", sources.said(problem.why.text) or here, step=problem.step, why=problem.why)
    draft = creation.random(0)
    for step in creation.steps:
        for field in step.fields:
            for spread in creation.spreads_of(draft, creation.asked(draft, field)):
                placing = replace(draft, **{field.name: placed(creation.draft, field.name, spread)})
                if why := next((p.why for p in creation.problems(placing) if p.step == step.id), None):
                    yield fault("spread_problem", sources.said(spread.label), spread=spread.label, why=why)
        suggested = creation.suggestion(draft, step, 0)
        if why := next((p.why for p in creation.review(suggested).open_problems if p.step == step.id), None):
            yield fault("suggested_problem", here, step=step.id, why=why)


@check("cast", "Qui est au catalogue peut être appelé", "Whoever is cast can be called")
def cast(subject: Subject) -> Iterator[Fault]:
    """Everybody of `cast`, one by one and two of the same: named, with a sheet and something to do."""
    game = subject.game
    if game.cast and game.gather is None:
        yield fault("no_gather")
        return
    for key, there in game.cast.items():
        for id in there:
            yield from _called(subject, key, id)


def _called(subject: Subject, key: str, id: str) -> Iterator[Fault]:
    game, gather = subject.game, subject.game.gather
    assert gather is not None
    called = one(game, "fr", key, id, None)
    where = subject.sources.key(key, id) or subject.sources.thing(gather)
    try:
        scene: Any = gather([{**called, "id": "un"}, {**called, "id": "deux"}])
    except (ContentError, msgspec.ValidationError, KeyError, TypeError) as error:
        yield fault("not_cast", where, key=key, id=id, why=f"{type(error).__name__}: {error}")
        return
    if set(scene.people) != {"un", "deux"}:
        yield fault("not_cast", where, key=key, id=id, why=sorted(scene.people))
        return
    for who in scene.people:
        if not scene.name(who).strip() or not game.sheet(scene, who).sections:
            yield fault("cast_unnamed", where, key=key, id=id)
        list(game.legal(scene, who))
