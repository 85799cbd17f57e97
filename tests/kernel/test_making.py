"""People made on the spot: what a choice leaves, and what gives way to it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import pytest

from tablee.kernel.content import ContentError
from tablee.kernel.making import Maker, Wish
from tablee.kernel.oracle import Closed


class Beast(Wish, frozen=True):
    kind: str = "dog"
    job: str = "guard"
    gifts: tuple[str, ...] = ()
    age: int = 3

    offers: ClassVar[Mapping[str, Mapping[str, str]]] = {
        "kind": {"dog": "Dog", "bird": "Bird", "stone": "Stone"},
        "job": {"guard": "Guard", "sing": "Singer"},
        "gifts": {"song": "Song", "wings": "Wings", "nose": "Nose"},
    }


def closed(wish: Beast) -> Closed | None:
    """Dogs guard, birds sing, stones do nothing; wings are for birds; nobody lives for ever."""
    if wish.job != {"dog": "guard", "bird": "sing"}.get(wish.kind):
        return Closed("R-1", "that is not its job")
    if "wings" in wish.gifts and wish.kind != "bird":
        return Closed("R-2", "no wings")
    if "song" in wish.gifts and "nose" not in wish.gifts:
        return Closed("R-4", "nobody sings without a nose")
    return Closed("R-3", "too old") if wish.age > 9 else None


MAKER = Maker(Beast, closed, lambda wish: {"fiche": {"nom": wish.kind}})


def test_what_can_be_stays_as_it_is() -> None:
    assert MAKER.settled(Beast(), "kind") == Beast()
    assert MAKER.choices == ("kind", "job", "gifts")


def test_what_comes_after_a_choice_gives_way_to_it() -> None:
    assert MAKER.settled(Beast("bird"), "kind") == Beast("bird", "sing")
    assert MAKER.settled(Beast("dog", "guard", ("wings",)), "job") == Beast("dog", "guard")
    assert MAKER.settled(Beast("dog", "sing", ("wings",)), "kind") == Beast("dog", "guard")


@pytest.mark.parametrize(
    ("wish", "chosen"),
    [
        (Beast("dog", "sing"), "job"),  # the kind stands before it
        (Beast("dog", "guard", ("wings",)), "gifts"),
        (Beast("stone"), "kind"),
        (Beast(age=10), "kind"),
        (Beast("bird"), "age"),  # nothing is chosen from a list
    ],
)
def test_what_comes_before_a_choice_does_not(wish: Beast, chosen: str) -> None:
    assert MAKER.settled(wish, chosen) == wish and closed(wish) is not None


def test_a_choice_is_left_if_what_comes_after_it_can_give_way() -> None:
    assert MAKER.left(Beast()) == {"kind": ("dog", "bird"), "job": ("guard",), "gifts": ("song", "nose")}
    assert MAKER.left(Beast("bird", "sing")) == {
        "kind": ("dog", "bird"),
        "job": ("sing",),
        "gifts": ("song", "wings", "nose"),
    }
    assert MAKER.left(Beast("stone"))["job"] == ()


def test_a_wish_that_is_not_one_says_which_key_is_wrong() -> None:
    given: dict[str, Any] = {"kind": "bird", "gifts": ["nose"]}
    assert MAKER.read(given) == Beast("bird", gifts=("nose",))
    for wrong in ({"colour": "red"}, {"age": "old"}):
        with pytest.raises(ContentError, match=next(iter(wrong))):
            MAKER.read(wrong)
