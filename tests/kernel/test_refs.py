"""Typed references: what is struck, cleared, kept and renamed, and what is not even looked at."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.kernel.refs import (
    Ref,
    StillNeeded,
    Who,
    WhoOnce,
    WhoOrNobody,
    WithWho,
    named,
    rewritten,
    unheard,
    untyped,
    walker,
    without,
)


class Lien(msgspec.Struct, frozen=True):
    a: WithWho
    b: WithWho


class Passe(msgspec.Struct, frozen=True):
    de: Who


class Mention(msgspec.Struct, frozen=True):
    """A struct that may hold itself."""

    qui: WhoOrNobody = ""
    dans: Mention | None = None


class Etre(msgspec.Struct, frozen=True):
    id: WhoOnce
    nom: str = ""
    domaines: tuple[str, ...] = ()
    monture: WhoOrNobody = ""
    maitre: WithWho = ""
    tue_par: tuple[WhoOnce, ...] = ()


class Monde(msgspec.Struct, frozen=True):
    people: dict[Who, Etre]
    ordre: tuple[Who, ...] = ()
    attente: tuple[tuple[Who, int], ...] = ()
    liens: tuple[Lien, ...] = ()
    au_tour: Lien | Passe | None = None
    rumeur: Mention = Mention()
    lieu: Annotated[str, Ref("place")] = ""


def monde(*ids: str, **more: Any) -> Monde:
    return Monde({id: Etre(id, id, (id,)) for id in ids}, ids, **more)


def test_whoever_goes_is_struck_where_he_is_meant_and_nowhere_else() -> None:
    before = monde("flamme", "ysolde", attente=(("flamme", 1), ("ysolde", 2)), liens=(Lien("flamme", "ysolde"),))
    mage = Etre("ysolde", "Flamme", ("flamme", "givre"))
    before = msgspec.structs.replace(before, people={**before.people, "ysolde": mage})
    after, gone = without(before, frozenset({"flamme"}))
    assert gone == {"flamme"}
    assert after == Monde({"ysolde": mage}, ("ysolde",), (("ysolde", 2),))
    assert after.people["ysolde"] is mage


def test_a_field_is_cleared_kept_or_stands_in_the_way() -> None:
    rider = Etre("ana", monture="bai", tue_par=("bai", "zoe"))
    before = Monde({"ana": rider, "bai": Etre("bai")}, rumeur=Mention("bai", Mention("bai")))
    after, _ = without(before, frozenset({"bai"}))
    assert after.people == {"ana": Etre("ana", tue_par=("bai", "zoe"))}
    assert after.rumeur == Mention("", Mention(""))
    with pytest.raises(StillNeeded) as stop:
        without(monde("ana", "bai", au_tour=Passe("bai")), frozenset({"bai"}))
    assert (stop.value.where, stop.value.who) == ("Passe.de", "bai")
    assert without(monde("ana", "bai", au_tour=Lien("ana", "bai")), frozenset({"bai"}))[0].au_tour is None


class Geste(msgspec.Struct, frozen=True, tag_field="do", tag="geste"):
    """Something to be done, with or without somebody."""

    sur: Who = ""


class Manche(msgspec.Struct, frozen=True):
    gestes: dict[Who, Geste] = {}
    meneur: Who = ""
    passe: Passe | None = None


def test_who_never_heard_of_somebody_knows_of_nothing_that_depends_on_him() -> None:
    before = Manche({"ana": Geste("bai"), "bai": Geste("ana"), "zoe": Geste()}, "bai", Passe("bai"))
    with pytest.raises(StillNeeded):
        rewritten(before, lambda id: None if id == "bai" else id)
    assert unheard(before, frozenset({"bai"})) == Manche({"zoe": Geste()})
    assert unheard(before, frozenset({"nul"})) is before
    assert unheard(Passe("bai"), frozenset({"bai"})) is None


def test_beasts_go_with_their_masters_and_theirs_with_them() -> None:
    people = {"ana": Etre("ana"), "chien": Etre("chien", maitre="ana"), "puce": Etre("puce", maitre="chien")}
    after, gone = without(Monde({**people, "bor": Etre("bor")}), frozenset({"ana"}))
    assert gone == {"ana", "chien", "puce"}
    assert set(after.people) == {"bor"}


def test_everybody_named_is_found_and_places_are_another_kind() -> None:
    here = monde("ana", attente=(("bor", 1),), rumeur=Mention("col"), lieu="dan")
    assert named(here) == {"ana", "bor", "col"}
    assert named(here, "place") == {"dan"}
    assert rewritten(here, lambda id: "col" if id == "dan" else id, "place").lieu == "col"


ids = st.sampled_from(["flamme", "force", "grimoire", "ana", "id", "ordre"])


@given(st.lists(ids, unique=True, min_size=1), st.data())
def test_renaming_there_and_back_changes_nothing(people: list[str], data: st.DataObject) -> None:
    pairs = tuple((data.draw(st.sampled_from(people)), n) for n in range(2))
    before = monde(*people, attente=pairs, liens=(Lien(people[0], people[-1]),))
    there = rewritten(before, lambda id: f"{id}!")
    assert named(there) == {f"{id}!" for id in named(before)}
    assert rewritten(there, lambda id: id.removesuffix("!")) == before
    assert rewritten(before, lambda id: id) is before


def test_what_holds_no_reference_has_no_walker() -> None:
    class Plain(msgspec.Struct):
        nom: str = ""
        n: tuple[int, ...] = ()

    assert walker(Plain, "who") is None
    assert walker(Etre, "spell") is None


def test_what_could_hide_a_reference_is_told() -> None:
    class Vague(msgspec.Struct):
        tout: Any = None
        liste: tuple[dict[str, Any], ...] = ()
        nu: tuple = ()
        sur: Etre | None = None

    assert [fault.split(":")[0] for fault in untyped(Vague)] == ["Vague.tout", "Vague.liste", "Vague.nu"]
    assert list(untyped(Monde)) == []
