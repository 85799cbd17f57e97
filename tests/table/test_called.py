"""People called by words of the games: whoever leaves, is hidden, renamed or comes back is struck where he is meant."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.kernel import refs
from tablee.kernel.game import games
from tablee.kernel.oracle import first
from tablee.table import commands as c
from tablee.table import scenes
from tablee.table.refusal import Refused
from tablee.table.store import Store

GAMES = sorted(games())


@cache
def words(game: str) -> tuple[str, ...]:
    """Ids of the catalogues, of what is on a sheet, and names of fields, as far as they are fit to be ids."""
    played = games()[game]
    catalogue = [*played.words.catalogue, *played.words.fact, *played.words.state, *played.words.field]
    cast = [text for there in played.cast.values() for one in there.values() for text in scenes.strings(one)]
    common = ["flamme", "force", "grimoire", "epee", "fiche", "combat", "ordre", "id", "nom", "camp"]
    return tuple(dict.fromkeys(word for word in (*common, *catalogue, *cast) if scenes.FIT_ID.fullmatch(word)))


class Sat:
    """A campaign of a game with three of its catalogue under these ids, two of them on opposite sides."""

    def __init__(self, game: str, ids: tuple[str, ...], seed: int) -> None:
        self.store = Store("sqlite://", rng=random.Random(seed))
        self.gm = self.store.create(game, "Ailleurs", "Marie")
        self.id = self.store.campaign_of(self.gm.id)
        key, there = next(iter(games()[game].cast.items()))
        wanted = random.Random(seed).sample(sorted(there), min(len(ids), len(there)))
        for n, id in enumerate(ids):
            who = wanted[n % len(wanted)]
            self.do(c.ImportCharacter(game, {key: who, "id": id, "fiche": {"nom": id.capitalize()}}))
        sides = {"nous": ids[:2], "eux": ids[2:]}
        self.do(c.StartEncounter(sides=sides, begin=True))

        while (pending := self.play.open) is not None:
            self.do(c.Answer(first(pending.questions[pending.picked.index(None)]).id, pending.picked.index(None)))

    def do(self, command: c.Command) -> str:
        """The key of the refusal, if it is refused."""
        try:
            self.store.command(self.id, self.gm.id, command)
        except Refused as refused:
            return refused.key
        return ""

    @property
    def play(self) -> Any:
        return self.store.state_at(self.id, self.store.campaign(self.id).last).play

    @property
    def scene(self) -> Any:
        return self.play.scene


def differences(then: Any, now: Any, path: str = "") -> Iterator[str]:
    """Where two plain things differ."""
    if isinstance(then, dict) and isinstance(now, dict):
        for key in {**then, **now}:
            if key not in then or key not in now:
                yield f"{path}.{key}"
            else:
                yield from differences(then[key], now[key], f"{path}.{key}")
    elif then != now:
        yield path


@pytest.mark.parametrize("game", GAMES)
@settings(max_examples=6)
@given(data=st.data())
def test_whoever_leaves_takes_nothing_that_only_has_his_name(game: str, data: st.DataObject) -> None:
    """Two like campaigns, one with neutral ids and one with words of the game, stay alike by renaming."""
    called = data.draw(st.permutations(words(game)).map(lambda found: tuple(islice(found, 3))))
    neutral, seed = ("zz_a", "zz_b", "zz_c"), data.draw(st.integers(0, 99))
    there, here = Sat(game, neutral, seed), Sat(game, called, seed)
    back = dict(zip(called, neutral, strict=True))
    steps = [
        c.LeaveEncounter, lambda who: c.JoinEncounter(who, "eux"), lambda who: c.Hide(who, presence=True),
        lambda who: c.Hide(who, presence=False), c.RemoveCharacter,
    ]  # fmt: skip
    for step in steps:
        assert there.do(step("zz_b")) == here.do(step(called[1]))
        renamed = refs.rewritten(here.scene, lambda who: back.get(who, who))
        names = {who: msgspec.to_builtins(p, str_keys=True)["fiche"]["nom"] for who, p in there.scene.people.items()}
        plain = scenes.plain(renamed)
        people = plain[scenes.people_path(renamed)]
        for who, p in people.items():
            p["fiche"]["nom"] = names[who]
        assert list(differences(scenes.plain(there.scene), plain)) == []
    if there.scene.people.keys() == {"zz_a", "zz_c"}:  # the rules let him go
        assert called[1] not in refs.named(here.scene)
    here.store.close(), there.store.close()


def test_a_mage_keeps_the_domain_whose_name_somebody_bore() -> None:
    sat = Sat("vieux_monde", ("ysolde", "grimoire", "flamme"), 1)
    assert not sat.do(c.EndEncounter())
    assert not sat.do(c.Rule("fiche.domaines", ["flamme", "givre"], "essai", who="ysolde"))
    assert not sat.do(c.RemoveCharacter("flamme"))
    assert sat.scene["ysolde"].fiche.domaines == ("flamme", "givre")


def test_things_in_actions_are_called_by_their_names_and_people_are_not_among_them() -> None:
    sat = Sat("vieux_monde", ("epee", "dague", "jorg"), 1)
    eyes = sat.store.eyes(sat.id, sat.gm.id)[1]
    (who,) = sat.scene.turn()
    assert eyes.wording(who, "evaluer") == {"survie": "Survie"}
    assert eyes.wording(who, "attaquer") == {}
