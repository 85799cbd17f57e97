"""Pools set by hand: by the value the sheet shows, for everybody the game lets on a sheet."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tablee.kernel.game import games
from tablee.kernel.sentence import plain
from tablee.kernel.sheet import Pool
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import scenes
from tablee.table.store import Store
from typed import typed

from .conftest import Sat


def pool(sat: Sat, who: str, at: str) -> Pool | None:
    return sat.eyes(sat.gm).sheet(who).pool(at)


def test_a_player_marks_his_own_pool_and_all_who_may_read_it_are_told(duel: Sat) -> None:
    done = duel.do(duel.luc, c.SetPool("alys", "vie", 7, "la chute"))
    assert duel.state.play.scene.people["alys"].vie == 7
    assert duel.texts(done, duel.eve) == [typeset("Luc règle Vie pour Alys : 10 → 7 (la chute)")]
    assert duel.texts(duel.do(duel.gm, c.SetPool("alys", "vie", 8)), duel.ada) == [
        typeset("Marie règle Vie pour Alys : 7 → 8")
    ]
    assert duel.no(duel.ada, c.SetPool("alys", "vie", 1)).key == "not_yours"
    assert duel.no(duel.eve, c.SetPool("alys", "vie", 1)).key == "right"
    duel.do(duel.gm, c.Undo())
    assert duel.state.play.scene.people["alys"].vie == 7


def test_what_is_kept_may_be_what_is_gone_in_a_table_that_is_not_there_yet(duel: Sat) -> None:
    duel.do(duel.luc, c.SetPool("alys", "perdu.souffle", 3))
    assert duel.state.play.scene.people["alys"].perdu == {"souffle": 2}
    assert pool(duel, "alys", "perdu.souffle") == Pool(
        "Souffle", 3, (("Base", 5, "AR-8"),), at="perdu.souffle", lost=True
    )


@pytest.mark.parametrize(
    ("at", "value", "said"),
    [
        ("perdu.souffle", 6, "Souffle : de 0 à 5, pas 6."),
        ("perdu.souffle", -1, "Souffle : de 0 à 5, pas -1."),
        ("vie", -1, "Vie : de 0 à 20, pas -1."),
        ("vie", 101, "Vie : de 0 à 20, pas 101."),
        ("x", 3, "Aucune réserve de cette fiche ne se règle à « x »."),
        ("", 3, "Aucune réserve de cette fiche ne se règle à «  »."),
    ],
)
def test_what_a_pool_cannot_hold_is_refused(duel: Sat, at: str, value: int, said: str) -> None:
    assert typed(duel.no(duel.luc, c.SetPool("alys", at, value)).say(plain("fr"))) == said


def test_a_pool_kept_itself_may_be_overfull_where_the_game_allows_it(duel: Sat) -> None:
    duel.do(duel.luc, c.SetPool("alys", "vie", 25))
    assert duel.state.play.scene.people["alys"].vie == 25


def test_a_pool_is_told_like_a_ruling_to_those_who_may_read_the_sheet(duel: Sat) -> None:
    duel.do(duel.gm, c.Hide("bran", sheet=True))
    done = duel.do(duel.gm, c.SetPool("bran", "vie", 4))
    assert duel.texts(done, duel.luc) == []
    assert duel.texts(done, duel.ada) == [typeset("Marie règle Vie pour Bran : 10 → 4")]
    duel.do(duel.gm, c.Hide("bran", sheet=False))
    assert duel.texts(duel.do(duel.gm, c.SetPool("bran", "vie", 5)), duel.luc) == [
        typeset("Marie règle Vie pour Bran : 4 → 5")
    ]


@pytest.mark.parametrize("command", [c.SetPool("bran", "vie", 4), c.Rule("gens.bran.vie", 4, "la chute")])
def test_a_figure_is_not_told_of_one_without_a_name_whose_sheet_nobody_reads(duel: Sat, command: c.Command) -> None:
    duel.do(duel.gm, c.Hide("bran", name=True))
    done = duel.do(duel.gm, command)
    assert (duel.texts(done, duel.luc), len(duel.texts(done, duel.ada))) == ([], 1)


def test_why_a_pool_was_set_confirms_no_guess_at_a_hidden_name(duel: Sat) -> None:
    """What people type stays as it is: were « Bran » struck out of it, he would be the one without a name."""
    duel.do(duel.gm, c.Hide("bran", name=True))
    duel.store.members.change(duel.id, duel.luc.id, duel.luc.id, name="Bran")
    (text,) = duel.texts(duel.do(duel.luc, c.SetPool("alys", "vie", 7, "un coup de Bran")), duel.luc)
    assert text == typeset("Bran règle Vie pour Alys : 10 → 7 (un coup de Bran)")
    (text,) = duel.texts(duel.do(duel.luc, c.SetPool("alys", "vie", 8)), duel.luc)
    assert text == typeset("Bran règle Vie pour Alys : 7 → 8")


def test_a_ruling_names_those_in_its_path_as_each_may_know_them(duel: Sat) -> None:
    duel.do(duel.gm, c.ImportCharacter("arena", {"id": "grand_krax", "nom": "Le Kraxifer"}))
    duel.do(duel.gm, c.Rule("gens.alys.dettes", {"grand_krax": 1}, "une dette"))
    one = c.Rule("gens.alys.dettes.grand_krax", 2, "une autre")
    assert "Dettes › Le Kraxifer, 1 → 2" in duel.texts(duel.do(duel.gm, one), duel.luc)[0]
    duel.do(duel.gm, c.Hide("grand_krax", name=True))
    assert typeset("Dettes › ???, 2 → 2") in duel.texts(duel.do(duel.gm, one), duel.luc)[0]
    duel.do(duel.gm, c.Hide("grand_krax", presence=True))
    assert duel.texts(duel.do(duel.gm, one), duel.luc) == []


@pytest.mark.parametrize("index", ["2", "0000009", "9" * 60])
def test_a_ruling_beyond_the_end_of_a_list_is_refused(duel: Sat, index: str) -> None:
    assert duel.no(duel.gm, c.Rule(f"combat.file.{index}", "alys", "son tour")).key == "path"


def test_somebody_away_keeps_what_is_set(sat: Sat) -> None:
    for name in ("Alys", "Bran", "Cora"):
        sat.character(sat.luc, name)
    sat.do(sat.gm, c.StartEncounter(sides={"a": ("alys",), "b": ("bran",)}))
    sat.do(sat.luc, c.SetPool("cora", "perdu.souffle", 1))
    assert sat.state.play.away["cora"]["perdu"] == {"souffle": 4}
    sat.do(sat.gm, c.EndEncounter())
    assert sat.state.play.scene.people["cora"].perdu == {"souffle": 4}


def test_a_ruling_may_name_whom_it_is_about(duel: Sat) -> None:
    duel.do(duel.gm, c.Rule("vie", 3, "la chute", who="bran"))
    assert duel.state.play.scene.people["bran"].vie == 3
    assert duel.no(duel.gm, c.Rule("vie", 3, "la chute", who="personne")).key == "path"


# ---------------------------------------------------------------- the game master's tools


def test_the_tools_are_offered_to_the_game_master_alone_and_taken_back_like_any_action(duel: Sat) -> None:
    offered = [each for each in duel.eyes(duel.gm).legal("alys") if each.action["do"].startswith("mj_")]
    assert {each.intent for each in offered} == {"master"} and typeset("Faire perdre : Vie · points 1") in [
        each.text for each in offered
    ]
    assert not [each for each in duel.eyes(duel.luc).legal("alys") if each.action["do"].startswith("mj_")]
    fall = {"do": "mj_perdre", "actor": "alys", "reserve": "Vie", "points": 3, "raison": "la chute"}
    assert duel.no(duel.luc, c.Act(fall)).key == "master_only"
    assert duel.no(duel.gm, c.Act({**fall, "points": 11})).say(plain("fr")) == typeset("Vie : de 1 à 10 points, pas 11")
    done = duel.do(duel.gm, c.Act(fall))
    assert duel.state.play.scene.people["alys"].vie == 7
    assert duel.texts(done, duel.luc) == [typeset("Alys : Vie −3, reste 7 (la chute)")]
    duel.do(duel.gm, c.Undo())
    assert duel.state.play.scene.people["alys"].vie == 10


def test_what_a_tool_changes_is_told_to_those_who_may_read_the_sheet(duel: Sat) -> None:
    duel.do(duel.gm, c.Hide("bran", sheet=True))
    done = duel.do(duel.gm, c.Act({"do": "mj_perdre", "actor": "bran", "reserve": "Vie", "points": 3}))
    assert (duel.texts(done, duel.luc), duel.texts(done, duel.ada)) == ([], [typeset("Bran : Vie −3, reste 7")])


# ---------------------------------------------------------------- the installed games


def shown(sat: Sat) -> Iterator[tuple[str, Pool]]:
    """Every pool of every sheet that can be set."""
    for who in sat.eyes(sat.gm).people:
        for section in sat.eyes(sat.gm).sheet(who).sections:
            yield from ((who, line) for line in section.lines if isinstance(line, Pool) and line.at)


READY = [(game.id, name) for game in games().values() for name in game.demos]


@pytest.mark.parametrize(("game", "ready"), READY)
def test_every_pool_shows_what_it_is_set_to(store: Store, game: str, ready: str) -> None:
    sat = Sat(store, game)
    sat.do(sat.gm, c.StartEncounter(ready=ready))
    found = list(shown(sat))
    assert found
    for who, before in found:
        for value in (before.low, before.most, (before.low + before.most) // 2, before.now):
            sat.do(sat.gm, c.SetPool(who, before.at, value))
            now = pool(sat, who, before.at)
            if value or now is not None:
                assert now is not None and (now.now, now.terms) == (value, before.terms), (who, before.at, value)


@pytest.mark.parametrize("game", list(games()))
def test_every_pool_of_a_character_can_be_set_in_both_lands(store: Store, game: str) -> None:
    """Somebody made at random, present and away: the same pools, the same values."""
    sat = Sat(store, game)
    draft = f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}"
    sat.do(sat.luc, c.FinishDraft(draft))
    (who,) = sat.eyes(sat.gm).people
    here = list(shown(sat))
    sat.do(sat.gm, c.StartEncounter(ready=next(iter(games()[game].demos))))
    assert who in sat.state.play.away
    for _, each in here:
        sat.do(sat.luc, c.SetPool(who, each.at, each.low))
        now = pool(sat, who, each.at)
        assert now is None or now.now == each.low
    assert set(scenes.strings(sat.state.play.away[who]))  # still somebody the game can read
    sat.do(sat.gm, c.EndEncounter())
    assert who in sat.eyes(sat.gm).here
