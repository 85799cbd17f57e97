"""key=value words: every value read by its type, every fault named."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
import pytest

import toy as toys
from tablee.cli import params, texts
from tablee.cli.errors import Refused
from tablee.kernel.action import Action
from typed import typed as as_typed


class Odd(Action, frozen=True, tag="odd"):
    """An action with a parameter of every type."""

    n: Annotated[int, msgspec.Meta(ge=0, le=5)] = 0
    sure: bool = False
    names: tuple[str, ...] = ()
    faces: tuple[int, ...] = ()
    stance: Literal["haute", "basse"] = "haute"
    bonus: int | None = None
    extra: dict[str, int] = {}


@pytest.fixture(autouse=True)
def french() -> None:
    texts.speak("fr")


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("n=3", 3),
        ("sure=true", True),
        ("sure=oui", True),
        ("sure=no", False),
        ("names=a,b", ("a", "b")),
        ('names=["a, b"]', ("a, b",)),
        ("names=a", ("a",)),
        ("names=", ()),
        ("faces=1,2", (1, 2)),
        ("stance=basse", "basse"),
        ("bonus=null", None),
        ("bonus=-2", -2),
        ('extra={"a": 1}', {"a": 1}),
    ],
)
def test_values(word: str, value: Any) -> None:
    (key,) = params.split([word])
    assert getattr(params.edit(Odd("alys"), params.split([word])), key) == value


def test_a_text_that_looks_like_a_number_stays_a_text() -> None:
    assert params.edit(toys.Attaquer("alys", "bor"), {"target": "12"}) == toys.Attaquer("alys", "12")


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("n=9", "n : il faut un entier de 0 à 5, pas « 9 »."),
        ("n=beaucoup", "n : il faut un entier de 0 à 5, pas « beaucoup »."),
        ("sure=peut-être", "sure : il faut oui ou non, pas « peut-être »."),
        ("faces=a,b", "faces : il faut une liste a,b,c, chacun un entier, pas « a,b »."),
        ("stance=assise", "stance : il faut l'un de basse, haute, pas « assise »."),
        ("bonus=x", "bonus : il faut un entier ou rien, pas « x »."),
        ("extra=x", "extra : il faut une table JSON, pas « x »."),
    ],
)
def test_faults(word: str, expected: str) -> None:
    with pytest.raises(Refused) as refused:
        params.edit(Odd("alys"), params.split([word]))
    assert tuple(map(as_typed, refused.value.sentences)) == (expected,)


def test_spelling_and_reading_agree() -> None:
    action = Odd("alys", 3, True, ("a",), (1, 2), "basse", 4, {"x": 1})
    assert params.edit(Odd("alys"), params.split(params.spelled(action))) == action


def test_who_acts_when_nobody_has_the_turn() -> None:
    free = msgspec.structs.replace(toys.ALYS_BOR, encounter=())
    assert params.actor(toys.toy, toys.Souffler, free) == "alys"  # he will be told why not
    with pytest.raises(Refused, match="il n’y a personne dans cette scène"):
        params.actor(toys.toy, toys.Souffler, toys.Duel({}, ()))
    assert params.actor(toys.toy, toys.Souffler, toys.ALYS_BOR) == "alys"
