"""Actions: everything one can do to a scene."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cache
from typing import Annotated, Any, ClassVar, Literal, get_args, get_origin

import msgspec

from .event import Event
from .oracle import Closed, Oracle
from .refs import Who, one_named

Look = Callable[[Any, Any, list[Event]], Hashable]  # (before, after, events): what one wants to know of an outcome


class Action(
    msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True, omit_defaults=True, repr_omit_defaults=True
):
    """Something one can do: plain data with a tag, the reasons it may be closed, and its resolution. `actor` does it.

    `closed(scene)` is asked for every button and again before it is done: it judges every parameter, whatever
    somebody has typed there, and never raises. `resolve(scene, oracle)` is called on a scene in which it is open and
    does not check again; it must return the scene after it, and may be run many times: all chance and all choice come
    from the oracle.

    A game may set, for a kind of action: `looks`, functions of (before, after, events) that give something hashable,
    by names of the game's words (`look`), the first for the button; and `offers`, by parameter, what a text may be or
    what the values of a `Literal` are called, ids and French names. Its phrase is `action.TAG` of the words, each
    `{placeholder}` a parameter; parameters have their names under `field`.

    - `master`: the game master's to take, whoever it is about. `asks`: it is everybody's: sent by a player, the game
      master grants it or not. `agreement`: the parameter by which he agrees, a yes or no that is off: with it, it is
      asked for as well. `weighty`: hard to take back, or for long: one is asked once whether one means it.
    - `rank`: where its button stands among those of all chapters, lower first. `choose`: what is offered is one example
      of many: its parameters are chosen first.
    """

    actor: Who

    looks: ClassVar[dict[str, Look]] = {}
    master: ClassVar[bool] = False
    asks: ClassVar[bool] = False
    agreement: ClassVar[str] = ""
    weighty: ClassVar[bool] = False
    rank: ClassVar[int] = 0
    choose: ClassVar[bool] = False
    offers: ClassVar[dict[str, dict[str, str]]] = {}

    def closed(self, scene: Any) -> Closed | None:
        """Why this is not open now, or None."""
        return None

    def resolve(self, scene: Any, oracle: Oracle) -> Any:
        """The scene after it."""
        raise TypeError(f"{type(self).__name__} does not say how it is resolved")

    def key(self) -> str:
        """Which phrase of the game's words names it on a button; its tag, unless one action has several names."""
        return tag(self)

    def stands(self) -> int:
        """Where this one's button stands; its rank, unless one action stands in several places."""
        return self.rank

    def intent(self) -> str:
        """What one wants by it, where that is not the same for all of its kind; else the game's words tell."""
        return ""

    def asked_for(self) -> bool:
        """Whether a player asks the game master for it rather than doing it."""
        return self.asks or bool(self.agreement and getattr(self, self.agreement))

    def whom(self) -> str:
        """Whom it is done to: the first of its parameters that is somebody; nobody where there is none."""
        name = aim(type(self))
        return str(getattr(self, name)) if name else ""

    def views(self) -> tuple[str, ...]:
        """The names of its looks, the one whose chance stands on the button first."""
        return tuple(self.looks)

    def seen(self, scene: Any, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """The action as a function of an oracle that collects events, looked at in one way."""
        if look is None:
            if not self.looks:
                raise TypeError(f"{tag(self)} has no looks: say what to look at")
            look = self.views()[0]
        see = self.looks[look] if isinstance(look, str) else look
        return lambda oracle: see(scene, self.after(scene, oracle), oracle.events)

    def after(self, scene: Any, oracle: Oracle) -> Any:
        """The scene after it; TypeError that names the action if it gives none."""
        found = self.resolve(scene, oracle)
        if found is None:
            raise TypeError(f"{written(self)}.resolve gives nothing: it must return the scene after the action")
        return found

    def part(self, scene: Any, who: str) -> tuple[Action, Any]:
        """What somebody has in it: the action of his own that is decided together with this one, and the scene to see
        it in. It is this one, unless the rules decide several at once."""
        return self, scene


def written(action: Action) -> str:
    """Where an action is written, for whoever has to mend it."""
    return f"{type(action).__module__}.{type(action).__qualname__}"


Legal = Iterator[tuple[Action, Closed | None]]


def open_actions(legal: Legal) -> list[Action]:
    """The ones that may be taken now."""
    return [action for action, closed in legal if closed is None]


def literals(type: Any) -> tuple[Any, ...]:
    """The few values a parameter may have, in the order they are written; none: its type has no such list."""
    if get_origin(type) is Annotated:
        return literals(get_args(type)[0])
    return get_args(type) if get_origin(type) is Literal else ()


@cache
def aim(kind: type[Action]) -> str:
    """The parameter that is somebody, the actor aside: the first of them; none if there is none."""
    return next((name for name in one_named(kind) if name != "actor"), "")


def tag(action: Action | type[Action]) -> str:
    """The word that names an action in files, commands and buttons."""
    return str(action.__struct_config__.tag)
