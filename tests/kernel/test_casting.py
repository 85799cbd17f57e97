"""People of a scene written by hand: on what they are built, how they are told apart, and what is refused."""

from __future__ import annotations

import pytest

from tablee.kernel.casting import built_on, gathering, known, numbered, over, people_of, thing
from tablee.kernel.content import ContentError, convert
from toy import Duel

READY = {"loup": {"camp": "bois", "fiche": {"nom": "Loup", "points": {"PV": 9, "FOR": 4}}}}


def test_somebody_is_built_on_a_ready_one_and_says_what_differs() -> None:
    p = built_on(
        "gris", {"creature": "loup", "camp": "meute", "fiche": {"points": {"PV": 12}}}, {"creature": READY}, "g"
    )
    assert p == {"id": "gris", "camp": "meute", "fiche": {"nom": "Loup", "points": {"PV": 12, "FOR": 4}}}
    assert READY["loup"]["fiche"] == {"nom": "Loup", "points": {"PV": 9, "FOR": 4}}


def test_without_a_ready_one_the_name_comes_from_the_id() -> None:
    assert built_on("ana", {}, {"creature": READY}, "g") == {"id": "ana", "fiche": {"nom": "Ana"}}


@pytest.mark.parametrize("given", [[], "loup", 3, {"fiche": []}])
def test_somebody_must_be_a_table_with_a_table_for_a_sheet(given: object) -> None:
    with pytest.raises(ContentError, match=r"^scene\.gris : attendu une table, et une table pour « fiche »$"):
        built_on("gris", given, {}, "scene.gris")


def test_what_is_unknown_is_named_with_all_that_is_known() -> None:
    with pytest.raises(ContentError, match=r"^gris\.creature : « ours » inconnu ; connus : loup$"):
        built_on("gris", {"creature": "ours"}, {"creature": READY}, "gris")
    with pytest.raises(ContentError):
        known(["loup"], READY, "x")
    assert thing({"id": "dague"}, {}, "x") == {"id": "dague"} and thing("loup", READY, "x") is READY["loup"]


def test_a_scene_has_people_and_none_with_a_reserved_id() -> None:
    data = {"gens": {"ana": {}}, "horloge": 3}
    assert people_of(data, "gens", "il faut quelqu'un") == ({"ana": {}}, {"horloge": 3})
    assert data == {"gens": {"ana": {}}, "horloge": 3}
    for empty in ({}, {"gens": {}}, {"gens": []}):
        with pytest.raises(ContentError, match=r"^scene\.gens : il faut quelqu'un$"):
            people_of(empty, "gens", "il faut quelqu'un")
    for reserved in ("all", "mj"):
        with pytest.raises(ContentError, match=rf"^scene\.gens\.{reserved} : ce nom est réservé$"):
            people_of({"gens": {reserved: {}}}, "gens", "")


def test_those_without_a_name_of_their_own_are_numbered_and_the_ready_one_is_not_touched() -> None:
    given = {"a": {"creature": "loup"}, "b": {"creature": "loup"}, "c": {"creature": "loup", "fiche": {"nom": "Gris"}}}
    read = {who: built_on(who, p, {"creature": READY}, who) for who, p in given.items()}
    assert [p["fiche"]["nom"] for p in numbered(read, given).values()] == ["Loup 1", "Loup 2", "Gris"]
    assert READY["loup"]["fiche"]["nom"] == "Loup"
    alone = {"a": {"creature": "loup"}}
    assert numbered({"a": built_on("a", alone["a"], {"creature": READY}, "a")}, alone)["a"]["fiche"]["nom"] == "Loup"


def test_over_keeps_the_figures_that_are_not_named() -> None:
    assert over({"a": {"x": 1, "y": 2}, "b": 1}, {"a": {"y": 3}, "b": {"z": 1}}) == {
        "a": {"x": 1, "y": 3},
        "b": {"z": 1},
    }


def read(data: dict[str, object], options: tuple[str, ...]) -> Duel:
    return convert({**data, "ordre": None, "options": options}, Duel, "scene")


def test_characters_gathered_are_a_scene_of_them_alone() -> None:
    gather = gathering(lambda people: Duel(people, None), read, "qui")
    alys, bor = ({"id": who, "nom": who.capitalize(), "camp": who[0]} for who in ("alys", "bor"))
    assert [p.name for p in gather([alys, bor]).people.values()] == ["Alys", "Bor"]
    assert gather([]).people == {}
    with pytest.raises(ContentError, match=r"^personnage\.id : « alys » est nommé 2 fois, une seule est permise$"):
        gather([alys, alys])
    for nameless, why in (
        ({"nom": "Cid"}, "personnage : il manque la clé « id »"),
        ({"id": 3, "nom": "Cid"}, r"personnage\.id : attendu un texte"),
    ):
        with pytest.raises(ContentError, match=f"^{why}$"):
            gather([nameless])
