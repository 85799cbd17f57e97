"""What the game master may rule upon: every value of a character has a label, and each can be ruled upon."""

from __future__ import annotations

import re

import pytest

from tablee.kernel.game import games
from tablee.table import commands as c
from tablee.table.refusal import Refused
from tablee.table.store import Store

from .conftest import Sat

GAMES = list(games())


@pytest.mark.parametrize("game", GAMES)
def test_every_value_of_everybody_in_a_ready_scene_has_a_label_in_both_languages(store: Store, game: str) -> None:
    sat = Sat(store, game)
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    played = games()[game]
    for person in sat.table(sat.gm).people:
        found = sat.eyes(sat.gm).values(person.id)
        assert len({value.path for value in found}) == len(found)
        assert [value.label for value in found if value.pool]
        for value in found:
            for lang in ("fr", "en"):
                label = played.words.place(value.path, lang, {})
                assert label and not re.search(r"\w_\w", label), (value.path, label)


@pytest.mark.parametrize("game", GAMES)
def test_a_value_is_ruled_upon_by_its_path_and_the_log_says_its_label(store: Store, game: str) -> None:
    sat = Sat(store, game)
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    who = sat.table(sat.gm).people[0]
    sat.do(sat.gm, c.Give(who.id, sat.luc.id))
    name = next(value for value in sat.eyes(sat.gm).values(who.id) if value.path.endswith("nom"))
    ruled = sat.do(sat.gm, c.Rule(name.path, "Brunehaut", "elle a menti", who=who.id))
    (said,) = sat.texts(ruled, sat.ada)
    assert said.endswith(f"{name.label}, {name.text} → Brunehaut (elle a menti)")
    assert "." not in said and who.id not in said.split()
    again = next(value for value in sat.eyes(sat.gm).values(who.id) if value.path == name.path)
    assert again.value == "Brunehaut"


def test_only_the_game_master_reads_them(store: Store) -> None:
    sat = Sat(store, "fluid")
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    who = sat.table(sat.gm).people[0].id
    sat.do(sat.gm, c.Give(who, sat.luc.id))
    for member in (sat.luc, sat.eve):
        with pytest.raises(Refused) as refused:
            sat.eyes(member).values(who)
        assert refused.value.key == "not_yours"


def test_what_a_value_may_be_is_listed_where_the_game_has_a_list(store: Store) -> None:
    sat = Sat(store, "vieux_monde")
    sat.do(sat.gm, c.StartEncounter(ready="demo"))
    found = sat.eyes(sat.gm).values(sat.table(sat.gm).people[0].id)
    listed = [value for value in found if value.choices]
    assert listed and all(value.value in dict(value.choices) for value in listed)
