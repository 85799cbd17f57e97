"""Games of other authors at the table, which keep names and catalogues in their own way."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any, Literal

import msgspec
import pytest

from installing import Install
from tablee.kernel.action import Action
from tablee.kernel.game import NoGame, game, games
from tablee.kernel.refs import Who, WhoOnce
from tablee.kernel.scene import Person, Scene
from tablee.kernel.words import Words
from tablee.table import commands as c
from tablee.table import making
from tablee.table.state import empty_scene
from tablee.table.store import Store
from tablee.web.compendium import cast
from tablee.web.forms import form

from .arena import arena, gather
from .conftest import Sat


class Ombre(Person, frozen=True):
    """Somebody without a name of his own."""

    id: WhoOnce
    side: str = ""


class Ombres(Scene, frozen=True):
    people: dict[Who, Ombre]
    encounter: None = None
    clock: int = 0


class Masque(Ombre, frozen=True):
    """Somebody whose name is where nobody would look for it."""

    name_at = "visage.dit"

    visage: dict[str, str] = {}

    @property
    def name(self) -> str:
        return self.visage["dit"]


class Masques(Ombres, frozen=True):
    people: dict[Who, Masque]


BETES = {"loup_gris": {"nom": "Loup gris", "vie": 6}, "rat": {"vie": 2}}
arena_with_beasts = replace(arena, cast={"bete": BETES}, gather=lambda people: gather(list(map(of_the_beasts, people))))
of_shadows = replace(
    arena,
    cast={"ombre": {"guetteur_pale": {}}},
    scene=Ombres,
    read_scene=lambda data, on: msgspec.convert(data, Ombres),
    gather=lambda people: Ombres({p["id"]: Ombre(p["id"]) for p in people}),
    sheet=lambda scene, who: arena.sheet(gather([{"id": who, "nom": who}]), who),
)
of_masks = replace(
    of_shadows,
    scene=Masques,
    read_scene=lambda data, on: msgspec.convert(data, Masques),
    gather=lambda people: Masques(worn(people)),
)


def of_the_beasts(one: dict[str, Any]) -> dict[str, Any]:
    """What is called from the catalogue is given as its key, an id and a name."""
    return {**BETES[one["bete"]], **{k: v for k, v in one.items() if k != "bete"}} if "bete" in one else one


def worn(people: list[dict[str, Any]]) -> dict[str, Masque]:
    return {p["id"]: Masque(p["id"], visage=p.get("visage", {})) for p in people}


@pytest.fixture
def store() -> Iterator[Store]:
    store = Store("sqlite://", rng=random.Random(1))
    yield store
    store.close()


def test_our_games_keep_names_where_it_is_looked_for_them():
    assert {game.id: making.name_at(game) for game in games().values()} == dict.fromkeys(games(), "fiche.nom")


def test_people_whose_name_is_not_in_a_sheet_are_listed_and_called(install: Install, store: Store) -> None:
    install(arena_with_beasts)
    assert [(one.id, one.name) for one in cast(arena_with_beasts, "fr")] == [("loup_gris", "Loup gris"), ("rat", "Rat")]
    sat = Sat(store)
    sat.do(sat.gm, c.Bring("bete", "loup_gris", count=2))
    sat.do(sat.gm, c.Bring("bete", "rat"))
    sat.do(sat.gm, c.Bring("bete", "rat", name="Ratatin"))
    assert [p.name for p in sat.table(sat.gm).people] == ["Loup gris 1", "Loup gris 2", "Rat", "Ratatin"]
    assert making.preview(sat.eyes(sat.gm), "bete", "rat", None, "", "Gris").sheet.name == "Gris"


def test_people_without_any_name_are_called_by_what_the_game_says(install: Install, store: Store) -> None:
    install(of_shadows)
    assert [one.name for one in cast(of_shadows, "fr")] == ["Guetteur pale"]
    sat = Sat(store)
    sat.do(sat.gm, c.Bring("ombre", "guetteur_pale", name="Nuit"))
    assert [p.name for p in sat.table(sat.gm).people] == ["guetteur_pale"]


def test_a_game_may_say_where_names_are_kept(install: Install, store: Store) -> None:
    install(of_masks)
    sat = Sat(store)
    sat.do(sat.gm, c.Bring("ombre", "guetteur_pale", name="Nuit"))
    assert [p.name for p in sat.table(sat.gm).people] == ["Nuit"]


def test_a_game_that_cannot_be_without_anybody_is_named(install: Install) -> None:
    install(replace(arena, gather=lambda people: gather([people[0]])))
    with pytest.raises(NoGame, match=r"le jeu « arena » .* Game.gather\(\[\]\) must give a scene with nobody in it"):
        empty_scene(game("arena"))


class Choisir(Action, frozen=True, tag="choisir"):
    offers = {"voix": {"basse": "Voix basse"}}

    voix: Literal["haute", "basse", "aigue"] = "haute"


def test_a_few_values_are_offered_as_they_are_written_and_by_their_names() -> None:
    words = arena.words | Words(en={"Voix basse": "Low voice"}, fr={"aigue": "aiguë"})
    played = replace(arena, words=words, actions=(*arena.actions, Choisir))
    for lang, names in (("fr", ["haute", "Voix basse", "aiguë"]), ("en", ["haute", "Low voice", "aigue"])):
        (field,) = form(played, Choisir, lang).fields
        assert [choice.id for choice in field.choices] == ["haute", "basse", "aigue"]
        assert ([choice.text for choice in field.choices], field.kind) == (names, "choice")
