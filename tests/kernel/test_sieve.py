"""Plain data through a sieve of types: the smallest part that does not fit is taken out, and no more."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.sieve import WRONG, Part, sieved, why_not


class Sword(msgspec.Struct, frozen=True, tag="sword", forbid_unknown_fields=True):
    edge: int = 0


class Bow(msgspec.Struct, frozen=True, tag="bow", forbid_unknown_fields=True):
    range: int


class Hero(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    life: int = msgspec.field(name="vie", default=10)
    arms: tuple[Sword | Bow, ...] = ()
    skills: dict[str, int] = {}
    horse: Sword | None = None
    at: tuple[int, int] = (0, 0)


def through(data: Any, tp: Any = Hero) -> tuple[Any, dict[str, str]]:
    aside = list[Part]()
    left = sieved(data, tp, (), aside)
    return left, {".".join(part.path): str(part.why) for part in aside}


def test_what_fits_comes_through_as_it_is() -> None:
    whole = {"name": "Alys", "vie": 3, "arms": [{"type": "sword"}, {"type": "bow", "range": 2}], "skills": {"a": 1}}
    left, aside = through(whole)
    assert left is whole and not aside


@pytest.mark.parametrize(
    ("data", "left", "aside"),
    [
        ({"vie": "x"}, {}, {"vie": "attendu un entier, trouvé un texte"}),
        ({"aura": 3}, {}, {"aura": "clé inconnue « aura »"}),
        ({"skills": {"a": 1, "b": "x", "c": []}}, {"skills": {"a": 1}}, {"skills.b", "skills.c"}),
        ({"skills": 3}, {}, {"skills": "attendu une table, trouvé un entier"}),
        ({"arms": [{"type": "sword", "edge": "x"}, 3]}, {"arms": [{"type": "sword"}]}, {"arms.0.edge", "arms.1"}),
        ({"arms": [{"type": "bow", "range": "x"}]}, {"arms": []}, {"arms.0"}),
        ({"arms": [{"type": "axe"}]}, {"arms": []}, {"arms.0"}),
        ({"horse": {"type": "sword", "edge": None}}, {"horse": {"type": "sword"}}, {"horse.edge"}),
        ({"at": [1]}, {}, {"at": "une liste de 2 est attendue, celle-ci en a 1"}),
    ],
)
def test_the_smallest_part_that_does_not_fit_is_taken_out(data: Any, left: Any, aside: Any) -> None:
    kept, found = through({"name": "Alys", **data})
    assert kept == {"name": "Alys", **left}
    assert found == aside if isinstance(aside, dict) else set(found) == aside


def test_what_lacks_what_it_cannot_do_without_is_taken_out_whole() -> None:
    data = {"a": {"name": 3, "vie": "x"}, "b": {"name": "B", "vie": "x"}}
    assert through(data, dict[str, Hero])[0] == {"b": {"name": "B"}}
    left, aside = through({"vie": 3})
    assert left is WRONG and aside == {"": "il manque la clé « name »"}


NONSENSE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["name", "vie", "arms", "skills", "type", "edge", "x"]), inner, max_size=4)
    ),
    max_leaves=12,
)


@given(data=st.dictionaries(st.text(max_size=2), NONSENSE, max_size=4))
def test_whatever_comes_through_fits(data: Any) -> None:
    left, aside = through(data, dict[str, Hero])
    assert why_not(left, dict[str, Hero]) is None
    assert bool(aside) == (why_not(data, dict[str, Hero]) is not None)
