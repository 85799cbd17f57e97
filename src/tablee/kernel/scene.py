"""The contract of a scene: what the table, the lab and the terminal may read and change of any game, by name and type.

The bases have methods and no fields. A game declares the fields itself, in its own order, with its own types and the
name each has in files: `people` may be « personnages » in JSON. `faults_of` says what a game lacks; a test asks it of
every game that is installed.
"""

from __future__ import annotations

import typing
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, TypeVar

import msgspec
from msgspec.structs import replace

from .oracle import Closed
from .refs import Ref, WhoOnce, untyped
from .sentence import Said, Someone, Speaker

P = TypeVar("P", covariant=True)


class Peopled(Protocol[P]):
    """Whatever has people, each of one type."""

    @property
    def people(self) -> Mapping[str, P]: ...


class Person(msgspec.Struct, frozen=True):
    """Somebody in a scene.

    A game declares `id` and `side`; `x` and `y` where it has places; `owner` where it has beasts. It says `name`, `up`
    and `vigour` by what else he keeps. Whoever is called from a catalogue is given a name where `name_at` says.
    """

    name_at: ClassVar[str] = ""  # where his name is kept, in files; empty: in fiche.nom, nom or name, if he has one

    if TYPE_CHECKING:

        @property
        def id(self) -> str: ...
        @property
        def side(self) -> str: ...

    @property
    def name(self) -> str:
        """What players read for him."""
        return self.id

    @property
    def up(self) -> bool:
        """Able to fight on."""
        return True

    @property
    def vigour(self) -> float:
        """How much of him is left to fight with: 1 when nothing is lost, 0 when he is out of it."""
        return 1.0 if self.up else 0.0


def share(now: float, most: float) -> float:
    """How much of something is left, from 0 to 1."""
    return min(1.0, max(0.0, now / most)) if most > 0 else 0.0


class Scene(msgspec.Struct, frozen=True):
    """All that was chosen or has happened; all that is derived is computed.

    A game declares `people` by id, `encounter` (None: nobody has the turn) and `clock` in seconds, `options` where it
    has switches, and whatever else it keeps. It says `turn()` and `round()` where its encounter has no `file` and
    `round`, and `thing(id)` for every id that is not somebody's and that its actions and events speak of: a weapon, a
    spell, a place. `settled()`, `calm()`, `sides()` and `standing()` are to be said where the rules differ from what
    stands here. All of them are asked of any scene at any time, also of one with nobody in it, and none may raise.
    `here` names the fields that say where one is: a ready scene is elsewhere, even if it says not.
    """

    here: ClassVar[tuple[str, ...]] = ()

    if TYPE_CHECKING:

        @property
        def people(self) -> Mapping[str, Any]: ...
        @property
        def encounter(self) -> Any: ...
        @property
        def clock(self) -> int: ...

    def __getitem__(self: Peopled[P], who: str) -> P:
        return self.people[who]

    def put(self, *changed: Any) -> Self:
        """The scene with these people as they are now."""
        people = {**self.people}
        for p in changed:
            people[p.id] = p
        return replace(self, people=people)

    def turn(self) -> tuple[str, ...]:
        """Who may act now, the first to be asked first; empty when nothing is under way.

        It is the first of the encounter's `file`, unless a game says otherwise.
        """
        return self.encounter.file[:1] if self.encounter is not None else ()

    def round(self) -> int:
        """Which round of the encounter this is; 0 when there is none."""
        return self.encounter.round if self.encounter is not None else 0

    def absent(self, rule: str, *who: str) -> Closed | None:
        """Nobody acts, or is acted upon, who is not there."""
        for each in who:
            if each not in self.people:
                return Closed(rule, "Personne ne s'appelle « {} » dans cette scène", (Someone(each),))
        return None

    def settled(self) -> str | None:
        """The side an encounter has gone to with both still standing, "" for neither; None: who stands decides."""
        return None

    def calm(self) -> Self:
        """The scene once the encounter is over or broken off: nobody has the turn, nothing of it is under way.

        A game clears here whatever else ends with an encounter; what it leaves is carried over to the next one.
        """
        return self if self.encounter is None else replace(self, encounter=None)

    def sides(self) -> dict[str, tuple[str, ...]]:
        """Who stands on which side of the encounter."""
        found: dict[str, tuple[str, ...]] = {}
        for p in self.people.values():
            if p.side:
                found[p.side] = (*found.get(p.side, ()), p.id)
        return found

    def standing(self) -> tuple[str, ...]:
        """Who can still fight."""
        return tuple([p.id for p in self.people.values() if p.up])

    def name(self, who: str) -> str:
        """What a player reads for the id of somebody or something; an id it does not know comes back as it is."""
        known = self.people.get(who)
        if known is not None:
            return str(known.name)
        thing = self.called(who)
        if isinstance(thing, str):
            return thing
        return Speaker(names={id: (id, self.name(id)) for id in self.people}).text(thing)

    def called(self, id: str) -> str | Said:
        """The same for what a table has written itself (`own.py`), where the game does not say it."""
        known = self.thing(id)
        return self.own.name(id) or id if known == id and hasattr(self, "own") else known

    def thing(self, id: str) -> str | Said:
        """What a player reads for the id of a thing; an id it does not know comes back as it is.

        A game gives the French name of whatever its actions, facts and answers name by an id; English comes from its
        words.
        """
        return id


def in_files(struct: type[msgspec.Struct], field: str) -> str:
    """The name a field has in files."""
    return struct.__struct_encode_fields__[struct.__struct_fields__.index(field)]


@cache
def person_type(scene: type[Scene]) -> type[Person]:
    """What the people of a scene are, as its types say."""
    there: type[Person] = typing.get_args(typing.get_type_hints(scene)["people"])[1]
    return there


def faults_of(scene: type[Scene]) -> Iterator[str]:
    """What the scene of a game lacks of the contract, each as a sentence for whoever writes it."""
    here = scene.__name__
    hints = typing.get_type_hints(scene, include_extras=True)
    lacking = [name for name in ("people", "encounter", "clock") if name not in scene.__struct_fields__]
    yield from (f"{here}: no field `{name}`" for name in lacking)
    yield from untyped(scene)
    if "people" in lacking:
        return
    key, *value = typing.get_args(hints["people"])
    if Ref("who") not in typing.get_args(key):
        yield f"{here}.people: its keys must be `Who`"
    person = value[0] if value else object
    if not (isinstance(person, type) and issubclass(person, Person)):
        yield f"{here}.people: its values must be a `Person`"
        return
    theirs = typing.get_type_hints(person, include_extras=True)
    yield from (f"{person.__name__}: no field `{f}`" for f in ("id", "side") if f not in person.__struct_fields__)
    if theirs.get("id") != WhoOnce:
        yield f"{person.__name__}.id must be a `WhoOnce`"
    if "owner" in theirs and Ref("who", "with") not in typing.get_args(theirs["owner"]):
        yield f"{person.__name__}.owner must be a `WithWho`: a beast goes where its master goes"
