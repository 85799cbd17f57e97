"""A word that no rule knows is refused with those that are known: every parameter of every kind of action."""

from __future__ import annotations

import typing
from collections import Counter
from collections.abc import Iterator

import msgspec
import pytest
from msgspec import inspect
from msgspec.structs import replace

from tablee.cli import params
from tablee.cli.errors import Refused
from tablee.kernel.action import Action, tag
from tablee.kernel.allowed import texts, why_not
from tablee.kernel.content import ContentError
from tablee.kernel.faults import FEW, listed
from tablee.kernel.game import Game, games
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Ref
from tablee.kernel.scenario import demo
from tablee.kernel.scene import Scene
from tablee.kernel.sentence import Said

GAMES = list(games().values())
WRONG = "zzz"
TRIES = 12  # of one kind of action


def literals(kind: type[Action]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The parameters that take one of a few words by their type."""
    for field in msgspec.structs.fields(kind):
        info = inspect.type_info(field.type)
        for each in getattr(info, "types", (info,)):
            if isinstance(each, inspect.LiteralType) and all(isinstance(v, str) for v in each.values):
                yield field.encode_name, tuple(str(value) for value in each.values if value)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_value_that_no_parameter_has_is_refused_with_those_it_has(game: Game) -> None:
    for kind in game.actions:
        for key, allowed in literals(kind):
            with pytest.raises(ContentError) as refused:
                game.action({"do": tag(kind), "actor": "x", key: WRONG})
            missing = str(refused.value)
            if "il manque la clé" in missing:  # another one is needed first
                continue
            assert f"« {WRONG} »" in missing and all(value in missing for value in allowed), missing
            field = next(f for f in msgspec.structs.fields(kind) if f.encode_name == key)
            with pytest.raises(Refused) as typed:
                params.convert(key, WRONG, field.type)
            assert all(value in typed.value.sentences[0] for value in allowed)


def names_somebody(hint: object) -> bool:
    return isinstance(hint, Ref) or any(map(names_somebody, typing.get_args(hint)))


def changed(action: Action) -> Iterator[tuple[str, Action]]:
    """The same with a wrong word in each place that takes one."""
    hints = typing.get_type_hints(type(action), include_extras=True)
    for field in msgspec.structs.fields(action):
        hint, info = hints[field.name], inspect.type_info(hints[field.name])
        if names_somebody(hint):
            continue
        if isinstance(info, inspect.StrType):
            yield field.name, replace(action, **{field.name: WRONG})
        elif isinstance(info, inspect.VarTupleType) and isinstance(info.item_type, inspect.StrType):
            yield field.name, replace(action, **{field.name: (WRONG,)})


def lists(why: Closed) -> bool:
    """Whether a sentence says what is allowed: a list, or one within it."""
    facts = [*why.facts, *(f for said in why.facts if isinstance(said, Said) for f in said.facts)]
    return any(isinstance(fact, tuple) for fact in facts) or "on peut dire : rien" in str(why)


def refused(game: Game, scenes: list[Scene]) -> Iterator[tuple[Scene, Action, str, Closed]]:
    """Every refusal of a wrong word on what is worth a button: the scene, the action, the parameter, the sentence."""
    tries, told = Counter[str](), set[tuple[str, str]]()
    for scene in scenes:
        for who in [*scene.people][:4]:
            for action, _ in game.legal(scene, who):
                do = tag(action)
                tries[do] += 1
                if tries[do] > TRIES:  # what was not refused for its words by now is refused for something else
                    continue
                for field, other in changed(action):
                    why = why_not(game, scene, other) if (do, field) not in told else None
                    if why is not None and WRONG in str(why):
                        told.add((do, field))
                        yield scene, other, field, why


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_word_that_nobody_knows_is_refused_with_those_that_are_known(game: Game) -> None:
    """And those that are listed are not refused in the same way."""
    found = list(refused(game, [demo(game.id, name) for name in game.demos]))
    assert len(found) > 5
    bare = [f"{tag(action)} {field}: {why}" for _, action, field, why in found if not lists(why)]
    assert not bare, "\n".join(bare)
    for scene, action, field, why in found:
        if why.text == "{} ; {}" and "on peut dire : rien" not in str(why):
            wrong, known = map(str, why.facts)
            for word in known.partition(" : ")[2].split(", ")[:3]:
                value = (word,) if isinstance(getattr(action, field), tuple) else word
                now = str(replace(action, **{field: value}).closed(scene))
                assert wrong.replace(WRONG, word) not in now, (tag(action), field, now)


def test_few_words_are_all_listed_and_of_many_the_nearest_with_their_number() -> None:
    few = {f"mot{n}": "" for n in range(FEW)}
    assert str(listed("mut", few)) == f"on peut dire : {', '.join(few)}"
    many = {**{f"nom{n}": "" for n in range(200)}, "escalade": "Escalade", "esc": "Grimper à la corde"}
    assert str(listed("escalader", many)).startswith("il y en a 202, les plus proches : escalade, esc")
    assert "les plus proches : esc," in str(listed("grimper a la corde", many)), "also by what it is called"


def test_those_who_are_named_are_no_words() -> None:
    game, scene = next(g for g in GAMES if g.id == "vieux_monde"), demo("vieux_monde")
    action = next(a for a, _ in game.legal(scene, scene.turn()[0]) if "cible" in a.__struct_fields__)
    assert "cible" not in dict(texts(action))
