"""The fight under way: what was declared, what was rolled, who is at grips with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Literal, Union

import msgspec

from tablee.kernel.action import Action
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WithWho

from .catalogue import Arme
from .jets import Jet, Prepare
from .people import Personnage

if TYPE_CHECKING:
    from .scene import Scene


class Blocage(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon locked with another (YY-11.8)."""

    par: WithWho
    sur: WithWho
    marge: int
    arme_par: str
    arme_sur: str


class Clef(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A hold (YY-11.10, YY-11.11), and the turn it was set in."""

    par: WithWho
    sur: WithWho
    sorte: Literal["étouffement", "immobilisation"]
    tour: int


class Declared(Action, frozen=True):
    """Something one does in a turn, as the fight knows it: done when its initiative comes. The book says how."""

    hostile: ClassVar[bool] = False  # it strikes at its `cible`
    releve: ClassVar[bool] = False  # one gets up while doing it (YY-11.21)
    magique: ClassVar[bool] = False  # magic answers an attack with its own roll (YY-8.19)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The scene once it is done."""
        raise TypeError(f"{type(self).__name__} does not say how it is done")

    def empechee(self, scene: Scene) -> Closed | None:
        """Why it can no longer be done when its initiative comes."""
        return None

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        """What its one roll of the turn starts from, and the skill it rests on; for what is opposed to a roll."""
        raise TypeError(f"{type(self).__name__} is opposed to no roll")

    def arme_employee(self, p: Personnage) -> Arme | None:
        """The weapon it is done with, which slows it; None: none."""
        return None

    def armes_de(self, p: Personnage) -> tuple[Arme, ...]:
        """The weapons it is fought with; none: those in hand."""
        return ()

    @property
    def vide_promis(self) -> int:
        """Points de vide it will be paid with when its initiative comes (YY-5.17)."""
        return 1 if getattr(self, "vide", "") else 0

    @property
    def repos(self) -> bool:
        """Whether it is no action at all, and so a rest (YY-7.6)."""
        return False


def declarable(kinds: tuple[type[Declared], ...]) -> None:
    """Every kind of thing that can be declared: the chapters have them, and a scene is read with them."""
    globals()["Declaree"] = Union[kinds]  # noqa: UP007 - built from a tuple


if TYPE_CHECKING:
    Declaree = Declared


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    tour: int = 1
    file: tuple[Who, ...] = ()  # who is still to declare, the slowest first
    declarations: dict[Who, Declaree] = {}
    jets: dict[Who, Jet] = {}  # the one roll of each in this turn
    faits: tuple[tuple[Who, Who], ...] = ()  # attacks already settled as answers to other attacks
    touches: tuple[tuple[Who, Who], ...] = ()  # who has hit whom in this turn
    parades: tuple[tuple[Who, Who], ...] = ()  # who was kept off by whose defence in this turn
    luttes: tuple[tuple[Who, Who], ...] = ()  # pairs at grips (YY-10.17)
    prises: tuple[tuple[Who, Who], ...] = ()  # pairs at grips from the next turn on (YY-11.17)
    lachers: tuple[tuple[Who, Who], ...] = ()  # pairs that come apart with the next turn (YY-11.23)
    projetes: tuple[Who, ...] = ()  # thrown to the ground in this turn (YY-11.21)
    eblouis: tuple[Who, ...] = ()  # blinded for the next turn (YY-11.7)
    blocages: tuple[Blocage, ...] = ()
    clefs: tuple[Clef, ...] = ()
    avant: dict[Who, Personnage] | None = None  # while equals act: everybody as they were before (YY-10.2)
    hors_du_temps: bool = False  # YY-14.18: a turn lived only by those whose time was dilated
