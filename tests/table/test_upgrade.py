"""A campaign under another version of its game: the game master sees what changes, and nothing changes unasked."""

from __future__ import annotations

import dataclasses
import io
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from installing import Install
from tablee.cli import main
from tablee.kernel.content import ContentError
from tablee.kernel.faults import unknown
from tablee.kernel.game import Game, Switch, games
from tablee.kernel.sentence import Typed
from tablee.kernel.sheet import Sheet, Stat
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table import exchange, scenes
from tablee.table.store import Store

from .conftest import Sat
from .test_held import state_of, store_as
from .test_installed_games import two_of_luc

Later = Callable[..., None]


@pytest.fixture
def later(install: Install) -> Later:
    """The game as a later version has it."""

    def installed(sat: Sat, game: Game, **changed: Any) -> None:
        install(dataclasses.replace(game, version="2", **changed), alone=False)
        sat.store.memory.forget()

    return installed


def first_stat(sheet: Sheet) -> Stat:
    return next(line for section in sheet.sections for line in section.lines if isinstance(line, Stat))


def one_more(game: Game) -> Callable[[Any, str], Sheet]:
    """A changed formula: the first figure of every sheet is one more."""

    def changed(scene: Any, who: str) -> Sheet:
        sheet = game.sheet(scene, who)
        old = first_stat(sheet)
        new = replace(old, terms=(*old.terms, ("Erratum", 1, "")))
        lines = [tuple(new if line is old else line for line in section.lines) for section in sheet.sections]
        sections = tuple(replace(s, lines=line) for s, line in zip(sheet.sections, lines, strict=True))
        return replace(sheet, sections=sections)

    return changed


def without_entry(game: Game, who: str, field: str) -> Callable[[dict[str, Any], tuple[str, ...]], Any]:
    """An entry of a catalogue is gone: who has it cannot be read with it."""

    def read(data: dict[str, Any], options: tuple[str, ...]) -> Any:
        path = scenes.in_files(game.scene, "people")
        if field in data[path].get(who, {}):
            raise ContentError(f"scene.{path}.{who}.{field}", unknown(Typed(field), ()))
        return game.read_scene(data, options)

    return read


@pytest.mark.parametrize("game", list(games()))
def test_a_campaign_goes_over_to_other_rules_once_its_game_master_has_seen_what_changes(
    store: Store, game: str, later: Later
) -> None:
    """Across a changed field, an entry that is gone and another formula, in every installed game."""
    sat, played = Sat(store, game), games()[game]
    one, other = two_of_luc(sat)
    side = scenes.in_files(scenes.person_type(played.scene), "side")
    sat.do(sat.gm, c.Rule(side, "compagnons", "ensemble", who=other))  # what stands for an entry of a catalogue
    before = {who: played.sheet(sat.state.play.scene, who) for who in (one, other)}
    store.take_figures(sat.id)
    state = state_of(sat)
    path = scenes.in_files(played.scene, "people")
    state["play"]["scene"][path][one]["ancien_champ"] = {"rang": 3}
    store_as(sat, state)
    switches = (*played.switches[1:], Switch("nouvelle", next(iter(played.ledger.rules))))
    later(
        sat,
        played,
        sheet=one_more(played),
        read_scene=without_entry(played, other, side),
        actions=played.actions[1:],
        switches=switches,
        chapters=(),
        legal=played.legal,
    )
    for _ in range(2):  # looking changes nothing
        rules = store.rules(sat.id, sat.gm.id)
        assert (rules.played, rules.present) == ("1", "2") and rules.changes is not None
        assert {part.path for part in rules.unread} == {f"{path}.{one}.ancien_champ", f"{path}.{other}.{side}"}
        figures = {(each.who, each.before, each.after) for each in rules.changes.figures}
        assert figures == {(who, first_stat(sheet).value, first_stat(sheet).value + 1) for who, sheet in before.items()}
        assert len(rules.changes.actions_gone) == 1 and rules.changes.actions_new == ()
        assert len(rules.changes.options_gone) == len(played.switches[:1]) and rules.changes.options_new == (
            "nouvelle",
        )
    assert sat.no(sat.luc, c.NewDraft()).key == "held" == sat.no(sat.gm, c.StartEncounter(sides={"a": (one,)})).key
    assert {person.id for person in sat.table(sat.luc).people} == {one, other}
    sat.do(sat.gm, c.PlayOn())
    assert sat.state.play.rules == "2" and store.rules(sat.id, sat.gm.id).unread == ()
    sat.do(sat.luc, c.NewDraft())
    sat.do(sat.gm, c.Undo())
    assert sat.no(sat.luc, c.NewDraft()).key == "held"  # the campaign is as it was, and waits again
    sat.do(sat.gm, c.Redo())
    sat.do(sat.luc, c.NewDraft())


def test_nothing_is_asked_where_the_rules_are_the_same(duel: Sat) -> None:
    rules = duel.store.rules(duel.id, duel.gm.id)
    assert (rules.played, rules.present, rules.changes, rules.unread) == ("1", "1", None, ())
    assert duel.no(duel.gm, c.PlayOn()).key == "nothing_aside"


def test_older_states_stay_open_under_other_rules(duel: Sat, later: Later) -> None:
    later(duel, games()["arena"], sheet=one_more(games()["arena"]))
    for seq in range(1, duel.last + 1):
        assert duel.store.eyes_at(duel.id, duel.luc.id, seq).table() is not None
    rules = duel.store.rules(duel.id, duel.gm.id)
    assert rules.played != rules.present and rules.changes is None  # nobody has kept its figures
    done = duel.do(duel.gm, c.PlayOn())
    assert duel.texts(done, duel.eve) == ["On continue sous les règles présentes (version 2)."]
    duel.do(duel.luc, c.Act({"do": "passer", "actor": "alys"}))


def test_figures_are_taken_of_campaigns_in_which_something_has_happened(duel: Sat, later: Later) -> None:
    assert duel.store.to_figure() == [duel.id]
    duel.store.take_figures(duel.id)
    assert duel.store.to_figure() == []
    duel.do(duel.gm, c.Say("Holà"))
    assert duel.store.to_figure() == [duel.id]
    later(duel, games()["arena"], sheet=one_more(games()["arena"]))
    duel.store.take_figures(duel.id)  # not now: they would be those of the new rules
    changes = duel.store.rules(duel.id, duel.gm.id).changes
    assert changes is not None and len(changes.figures) == 2
    duel.store.remove_campaign(duel.id, duel.gm.id)
    duel.store.take_figures(duel.id)


def test_a_file_brings_the_figures_along(duel: Sat, later: Later) -> None:
    duel.store.take_figures(duel.id)
    file = io.BytesIO()
    exchange.export_campaign(duel.store, duel.id, file)
    later(duel, games()["arena"], sheet=one_more(games()["arena"]))
    file.seek(0)
    came = exchange.import_campaign(duel.store, file)
    rules = duel.store.rules(came.campaign, came.gm.id)
    assert rules.played == "1" and rules.changes is not None and len(rules.changes.figures) == 2


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_the_command_says_what_changes_and_accepts_it(
    tmp_path: Any, install: Install, capsys: pytest.CaptureFixture[str], lang: str
) -> None:
    played, url = games()["fluid"], f"sqlite:///{tmp_path}/tablee.db"
    store = Store(url)
    for n in range(2):
        sat = Sat(store, "fluid")
        two_of_luc(sat)
        if n:
            store.take_figures(sat.id)
    last = sat.last
    store.close()
    where = ["--data", str(tmp_path), "--lang", lang]
    assert main(["upgrade", "--check", *where]) == 0
    assert "règles présentes" in (said := capsys.readouterr().out) or "present rules" in said
    changed = {"sheet": one_more(played), "actions": played.actions[1:]}
    install(dataclasses.replace(played, version="1.1", **changed), alone=False)
    assert main(["upgrade", "--check", *where]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert said.count("→") == 2 and "1.1" in said
    assert ("actions disparues" in said and typeset("Rien n'a été changé") in said) or "Nothing was changed" in said
    store = Store(url)
    assert store.campaign(sat.id).last == last
    store.close()
    assert main(["upgrade", sat.id, *where]) == 0
    assert main(["upgrade", *where]) == 0
    store = Store(url)
    assert [store.state_at(one.id, one.last).play.rules for one in store.campaigns()] == ["1.1", "1.1"]
    store.close()
    capsys.readouterr()
    assert main(["upgrade", *where]) == 0
    assert capsys.readouterr().out.strip().startswith(("Toutes les campagnes", "All campaigns"))


def test_a_campaign_made_before_games_had_versions_is_of_the_first(duel: Sat) -> None:
    assert "rules" not in msgspec.json.decode(msgspec.json.encode(duel.state))["play"]
    assert duel.state.play.rules == "1"
