"""What an entry of the log comes to: each thing that was done as a card, who fell by it, in which round.

Who fell and in which round stands in the log as an event of its own (`STOOD`), written with all the others and hidden
as they are: whoever is hidden falls unseen. No member is told of it as a sentence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.game import Game
from tablee.kernel.ground import Cell, steps
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Name
from tablee.kernel.strokes import Change, Rank, Stroke, strokes
from tablee.kernel.voice import Voice
from tablee.kernel.words import WEIGHTS, Weight

from .hidden import stands, unseen
from .seen import Concerns, SeenEntry, SeenStroke
from .state import State

if TYPE_CHECKING:
    from .visibility import Eyes

STOOD, WENT = "table.stood", "table.went"
BY_THE_WAY = {STOOD, WENT}  # written with what was told, and never told by themselves
FARTHEST = 12  # cells: whoever is further away says nothing of where somebody is
NOTHING = Event(STOOD, facts=(("round", 0), ("fell", ())))


# ---------------------------------------------------------------- as it happens


def stood(before: Scene, after: Scene) -> Event | None:
    """In which round something happened, and who stood before it and does not any more; None outside of any."""
    round = before.round() or after.round()
    still = frozenset(after.standing()) if after is not before else frozenset()
    fell = [who for who in before.standing() if who in after.people and who not in still] if after is not before else []
    return Event(STOOD, facts=(("round", round), ("fell", tuple(fell)))) if round or fell else None


def went(game: Game, before: State, after: State) -> tuple[Event, ...]:
    """Where everybody is who is elsewhere than before: his cell, and how far the others are that are there for all."""
    there = {who: cell for who in game.people(after.play.scene) if (cell := stands(game, after, who)) is not None}
    old = {who: stands(game, before, who) for who in game.people(before.play.scene)} if there else {}
    moved = [who for who, cell in there.items() if old.get(who) not in (None, cell)]
    if not moved:
        return ()
    ground, board = game.ground(after.play.scene), after.play.board
    grid = ground.grid if ground is not None else board.grid if board is not None else "square"
    up = frozenset(after.play.scene.standing()) - unseen(game, before)
    return tuple([_went(grid, who, there, up) for who in moved])


def _went(grid: str, who: str, there: dict[str, Cell], up: frozenset[str]) -> Event:
    far = [(other, steps(grid, there[who], cell)) for other, cell in there.items() if other != who and other in up]
    near = sorted((each for each in far if each[1] <= FARTHEST), key=lambda each: each[1])
    x, y = there[who]
    return Event(WENT, who, facts=(("x", x), ("y", y), ("near", tuple(near))))


# ---------------------------------------------------------------- as it is read


def beside(heard: Iterable[Event], event: Event) -> Sequence[tuple[str, int]]:
    """Who is near where an event says somebody went, if he is there still at the end of it all."""
    facts = dict(event.facts)
    gone = (each for each in heard if each.what == WENT and each.who == event.who)
    found = next((each for each in gone if (each["x"], each["y"]) == (facts.get("x"), facts.get("y"))), None)
    return [(str(who), int(far)) for who, far in found["near"]] if found is not None else ()


def done(eyes: Eyes, heard: Iterable[Event], events: Sequence[Event], ranks: Sequence[Rank]) -> dict[str, Any]:
    """Of an entry, what was done in it and in which round, as far as this member knows."""
    stood = next((event for event in heard if event.what == STOOD), NOTHING)
    round, voice = stood["round"], eyes.voice
    found = strokes(events, ranks)
    by: dict[int, list[Name]] = {}
    for who in stood["fell"]:
        if who not in eyes.concealed:
            by.setdefault(_felled_by(who, found, events), []).append(voice.name(who))
    cards = tuple([_card(voice, stroke, events, tuple(by.get(n, ()))) for n, stroke in enumerate(found)])
    return {"strokes": cards, "round": round, "when": voice.round(round) if round else ""}


def _felled_by(who: str, found: Sequence[Stroke], events: Sequence[Event]) -> int:
    """The stroke that is said to bring him down, else the last that was done to him, else the heaviest."""
    said = [n for n, stroke in enumerate(found) if any(_victim(events[place]) == who for place in stroke.then)]
    hit = [n for n, stroke in enumerate(found) if any(_victim(events[place]) == who for place in stroke.places)]
    if said or hit:
        return said[0] if said else hit[-1]
    return min(range(len(found)), key=lambda n: WEIGHTS.index(found[n].weight))


def _card(voice: Voice, stroke: Stroke, events: Sequence[Event], fell: tuple[Name, ...]) -> SeenStroke:
    told = [events[place] for place in (stroke.head, *stroke.then, *stroke.lines)]
    moments = [moment for event in told[: 1 + len(stroke.then)] if (moment := voice.moment(event))]
    return SeenStroke(
        stroke.head,
        stroke.then,
        stroke.lines,
        _weight(stroke, told[0], fell),
        _figure(voice, told),
        fell,
        moment=moments[-1] if moments else "",
    )


def _weight(stroke: Stroke, head: Event, fell: tuple[Name, ...]) -> Weight:
    """As its events weigh; a fall is never less than major, and what was tried is worth its line."""
    if fell and WEIGHTS.index(stroke.weight) > WEIGHTS.index("major"):
        return "major"
    return "miss" if stroke.weight == "minor" and head.achieved is not None else stroke.weight


def _figure(voice: Voice, told: Sequence[Event]) -> Change | None:
    """What the one who is told of first lost or won, all told."""
    found = [(_victim(event), figure) for event in told if (figure := voice.figure(event)) is not None]
    if not found:
        return None
    who, unit = found[0][0], found[0][1].unit
    return Change(sum([each.amount for whose, each in found if whose == who and each.unit == unit]), unit)


def _victim(event: Event) -> str:
    return event.target or event.who


def concerned(eyes: Eyes, seen: SeenEntry) -> SeenEntry:
    """An entry with what concerns this member marked: one of his own, or one of their side."""
    side = {eyes.alias(who): side for who, side in eyes.sides.items()}
    ours = {side[who] for who in eyes.mine if side.get(who)}

    def concerns(stroke: SeenStroke) -> Concerns:
        told = [seen.events[place] for place in (stroke.head, *stroke.outcome, *stroke.lines)]
        parties = {
            *(name.who for name in stroke.fell),
            *(event.who for event in told),
            *(event.target for event in told),
        }
        if parties & eyes.mine:
            return "me"
        return "ally" if any(side.get(who) in ours for who in parties) else "none"

    return replace(seen, strokes=tuple([replace(each, concerns=concerns(each)) for each in seen.strokes]))
