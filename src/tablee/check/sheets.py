"""Sheets: every number says its rule, pools are kept where they say, plans speak of lines that are there."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from tablee.kernel.action import tag
from tablee.kernel.scenario import at
from tablee.kernel.sheet import Boxes, Line, Mark, Pool, Row, Sheet, Stat
from tablee.kernel.tally import Terms
from tablee.kernel.widgets import Body, Cards, Ladder, Plan, Rolls, Tree, Wheel

from .fault import Fault, check, fault
from .subject import Subject


@check("sheets", "Chaque chiffre d’une fiche dit sa règle", "Every number of a sheet says its rule")
def sheets(subject: Subject) -> Iterator[Fault]:
    """Of everybody in the ready scenes, and of characters in the making."""
    told = set[Fault]()
    for scene, who, sheet in read(subject):
        for found in (*_lines(subject, sheet), *_kept(subject, scene, who, sheet), *_plans(subject, sheet)):
            if found not in told:
                told.add(found)
                yield found


def read(subject: Subject) -> Iterator[tuple[Any, str, Sheet]]:
    """Sheets of those in ready scenes, and of drafts, which are of nobody in a scene."""
    game = subject.game
    for scene in subject.ready.values():
        for who in game.people(scene):
            yield scene, who, game.sheet(scene, who)
    for seed in range(6):
        preview = game.creation.preview(game.creation.random(seed))
        if preview is not None:
            yield None, "", preview


def sums(line: Line) -> Iterator[Terms]:
    """The sums of a line."""
    match line:
        case Row(cells=cells):
            yield from (cell.terms for cell in cells)
        case Stat(terms=terms) | Pool(terms=terms) | Boxes(terms=terms):
            yield terms
        case Mark(value=int(value), rule=rule):
            yield ((line.label, value, rule),)


def _lines(subject: Subject, sheet: Sheet) -> Iterator[Fault]:
    here = subject.sources.thing(subject.game.sheet)
    for section in sheet.sections:
        for line in section.lines:
            for terms in sums(line):
                for label, _, rule in terms:
                    if rule not in subject.game.ledger.rules:
                        where = subject.sources.said(label) or here
                        yield fault("sheet_rule", where, line=line.label, label=label, rule=rule)
    if not any(section.kind == "vitals" for section in sheet.sections):
        yield fault("no_vitals", here)


def _kept(subject: Subject, scene: Any, who: str, sheet: Sheet) -> Iterator[Fault]:
    """What a pool shows is what the character keeps where it says, so that a game master may set it."""
    pools = [line for section in sheet.sections for line in section.lines if isinstance(line, Pool) and line.at]
    here = subject.sources.thing(subject.game.sheet)
    for where in sorted({pool.at for pool in pools if [p.at for p in pools].count(pool.at) > 1}):
        yield fault("pool_twice", here, at=where)
    if scene is None:
        return
    data = msgspec.json.decode(msgspec.json.encode(whole(scene.people[who])))
    for pool in pools:
        kept = at(data, pool.at)
        if kept != pool.kept(pool.now) and kept is not None:
            facts = {"label": pool.label, "at": pool.at, "kept": kept, "now": pool.now}
            yield fault("pool_at", subject.sources.said(pool.at) or here, **facts)
        elif kept is None and (pool.kept(pool.now) or pool.at.split(".")[0] not in data):
            yield fault("pool_nowhere", subject.sources.said(pool.at) or here, label=pool.label, at=pool.at)


def whole(thing: Any) -> Any:
    """Somebody as plain data, what is left at its default included."""
    if isinstance(thing, msgspec.Struct):
        names = zip(thing.__struct_fields__, thing.__struct_encode_fields__, strict=True)
        return {written: whole(getattr(thing, name)) for name, written in names}
    if isinstance(thing, dict):
        return {str(key): whole(value) for key, value in thing.items()}
    return [whole(each) for each in thing] if isinstance(thing, list | tuple) else thing


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


def _plans(subject: Subject, sheet: Sheet) -> Iterator[Fault]:
    for section in sheet.sections:
        found = places(section.plan) if section.plan is not None else []
        if len(set(found)) != len(found) or not all(0 <= place < len(section.lines) for place in found):
            yield fault("plan", subject.sources.said(section.title), title=section.title, lines=len(section.lines))


@check("same_sheets", "Une fiche relue dit la même chose", "A sheet read again says the same")
def same_sheets(subject: Subject) -> Iterator[Fault]:
    """Lines kept with somebody from earlier scenes say what the same scene says once it is read from a file."""
    game = subject.game
    for scene in subject.moments[::5]:
        new = msgspec.json.decode(msgspec.json.encode(scene), type=game.scene)
        for who in game.people(scene):
            if not game.sheet(scene, who) == game.sheet(new, who) == game.sheet(scene, who):
                yield fault("other_sheet", subject.sources.thing(game.sheet), who=who)
                return


@check("rolls", "Une difficulté proposée peut être tentée", "A difficulty that is offered can be tried")
def rolls(subject: Subject) -> Iterator[Fault]:
    """Whatever is chosen at the head of a list of rolls can be tried."""
    game = subject.game
    for scene in [scene.calm() for scene in list(subject.ready.values())[:1]]:
        who = game.people(scene)[0]
        for section in game.sheet(scene, who).sections:
            if isinstance(plan := section.plan, Rolls):
                given = next((msgspec.to_builtins(a) for a, _ in game.legal(scene, who) if tag(a) == plan.do), None)
                wrong = [
                    v for v, _ in plan.choices if given is None or game.action({**given, plan.by: v}).closed(scene)
                ]
                if wrong or plan.usual not in [value for value, _ in plan.choices]:
                    yield fault("rolls", subject.sources.said(section.title), title=section.title, do=plan.do)
