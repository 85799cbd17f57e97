"""Characters at the table: drafts, imports, rulings, options, and who plays whom."""

from __future__ import annotations

import re

import pytest

from tablee.kernel.game import games
from tablee.kernel.sentence import plain
from tablee.kernel.typography import typeset
from tablee.table import commands as c

from .conftest import Sat


def test_a_draft_is_kept_while_it_is_made_and_each_step_can_be_redone(sat: Sat) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    sat.do(sat.luc, c.EditDraft(draft, {"vie": 30}))
    seen = sat.eyes(sat.luc).draft(draft)
    assert [(p.step, p.rule) for p in seen.problems] == [("nom", "AR-7"), ("vie", "AR-8")]
    assert sat.no(sat.luc, c.FinishDraft(draft)).say(plain("fr")) == typeset(
        "Il manque encore : Il manque un nom (AR-7) Vie 30 : 20 au plus (AR-8)"
    )
    sat.do(sat.luc, c.EditDraft(draft, {"vie": 12}))
    sat.do(sat.luc, c.EditDraft(draft, {"nom": "Alys"}))
    done = sat.do(sat.luc, c.FinishDraft(draft))
    assert sat.texts(done, sat.eve) == ["Alys entre dans la campagne."]
    assert sat.state.desk.owners == {"alys": sat.luc.id}
    assert sat.state.play.scene.people["alys"].vie == 12
    assert sat.eyes(sat.luc).draft(draft).made == "alys"


def test_a_finished_draft_can_be_taken_up_again(sat: Sat) -> None:
    who = sat.character(sat.luc, "Alys")
    (draft,) = sat.state.desk.sketches
    sat.do(sat.luc, c.EditDraft(draft, {"vie": 5}))
    assert sat.no(sat.luc, c.FinishDraft(draft)).key == "draft_done"
    sat.do(sat.luc, c.FinishDraft(draft, again=True))
    assert sat.state.play.scene.people[who].vie == 5


def test_a_deliberate_exception_needs_a_note(sat: Sat) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    sat.do(sat.luc, c.EditDraft(draft, {"nom": "Bor", "vie": 40, "waivers": [{"rule": "AR-8", "note": ""}]}))
    assert sat.no(sat.luc, c.FinishDraft(draft)).rule == "AR-8"
    sat.do(sat.luc, c.EditDraft(draft, {"waivers": [{"rule": "AR-8", "note": "un colosse"}]}))
    sat.do(sat.luc, c.FinishDraft(draft))


@pytest.mark.parametrize("fields", [{"nom": 3}, {"taille": 1}, {"vie": "beaucoup"}, {"waivers": 1}, {"vie": 1e300}])
def test_what_is_no_field_of_a_draft_is_refused(sat: Sat, fields: dict[str, object]) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    assert sat.no(sat.luc, c.EditDraft(draft, fields)).key == "fault"


def test_drafts_are_their_makers_and_the_game_masters(sat: Sat) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}"
    assert sat.no(sat.ada, c.EditDraft(draft, {"nom": "Vol"})).key == "not_yours"
    assert [d.id for d in sat.table(sat.luc).drafts] == [d.id for d in sat.table(sat.gm).drafts] == [draft]
    assert sat.table(sat.ada).drafts == ()
    sat.do(sat.gm, c.DropDraft(draft))
    assert sat.no(sat.gm, c.FinishDraft(draft)).key == "no_draft"


def test_a_draft_is_begun_from_one_that_is_ready_and_judged_by_the_options_of_the_campaign(sat: Sat) -> None:
    assert sat.no(sat.luc, c.NewDraft(start="geante")).key == "no_beginning"
    draft = f"d{sat.do(sat.luc, c.NewDraft(start='dora')).seq}"
    assert sat.eyes(sat.luc).draft(draft).data["nom"] == "Dora"
    sat.do(sat.luc, c.EditDraft(draft, {"options": ["jadis"]}))
    assert sat.eyes(sat.luc).draft(draft).data["options"] == sat.state.play.options


def test_two_of_one_name_get_ids_of_their_own_and_ids_are_never_used_again(sat: Sat) -> None:
    first, second = [sat.character(sat.luc, "Alys") for _ in range(2)]
    assert first == "alys" and re.fullmatch("alys_[a-z2-9]{6}", second)
    sat.do(sat.luc, c.RemoveCharacter("alys"))
    assert sat.character(sat.ada, "Alys") not in (first, second)


def test_no_id_tells_of_somebody_hidden(sat: Sat) -> None:
    """Neither by a number, nor by getting another than the one that was asked for."""
    sat.do(sat.gm, c.StartEncounter(ready="fosse", hidden=True))
    sat.do(sat.gm, c.ImportCharacter("arena", {"id": "dora", "nom": "Dora"}, hidden=True))
    sat.do(sat.gm, c.LayMap("square", 5, 5, fog=True))
    sat.do(sat.gm, c.EndEncounter(keep=True))
    sat.do(sat.gm, c.ImportCharacter("arena", {"id": "noir", "nom": "Noir"}))  # into the dark
    for guess in ("krax", "oru", "dora", "noir"):
        sat.do(sat.luc, c.ImportCharacter("arena", {"id": guess, "nom": guess}))
        assert sat.state.desk.owners[guess] == sat.luc.id
    assert len(sat.table(sat.gm).people) == 8


def test_an_encounter_is_opened_by_somebody_who_comes_hidden(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    opening = {"do": "guetter", "actor": "krax"}
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys", "oru")}, opening=opening, hidden=True))
    sides = {p.name: p.side for p in sat.table(sat.gm).people}
    assert sides == {"Alys": "Gens", "Orumaque": "Gens", "Kraxifer": "Bêtes"}
    assert sat.state.play.scene.turn() == (next(p.id for p in sat.table(sat.gm).people if p.name == "Kraxifer"),)


def test_a_character_comes_from_a_file(sat: Sat) -> None:
    sat.do(sat.luc, c.ImportCharacter("arena", {"id": "dora", "nom": "Dora", "vie": 3}))
    assert sat.state.desk.owners["dora"] == sat.luc.id
    assert sat.no(sat.luc, c.ImportCharacter("fluid", {})).key == "other_game"
    for wrong in (
        {},
        {"id": "x"},
        {"id": "mj", "nom": "M"},
        {"id": "a,b", "nom": "M"},
        {"id": "d", "nom": "D", "vie": "?"},
    ):
        assert sat.no(sat.luc, c.ImportCharacter("arena", wrong)).key in ("fault", "id")


def test_a_removed_character_comes_back_by_undo_with_his_player(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    sat.do(sat.luc, c.RemoveCharacter("alys"))
    assert sat.table(sat.gm).people == ()
    sat.do(sat.luc, c.Undo())
    assert sat.table(sat.luc).people[0].mine


def test_a_character_is_given_to_a_member_and_taken_back(sat: Sat) -> None:
    sat.do(sat.gm, c.ImportCharacter("arena", {"id": "dora", "nom": "Dora"}))
    assert not sat.table(sat.ada).people[0].mine
    given = sat.do(sat.gm, c.Give("dora", sat.ada.id))
    assert sat.texts(given, sat.eve) == ["Ada joue maintenant Dora."]
    assert sat.table(sat.ada).people[0].mine
    assert sat.no(sat.gm, c.Give("dora", "nobody")).key == "no_such_member"
    sat.do(sat.gm, c.Give("dora"))
    assert not sat.table(sat.ada).people[0].mine


def test_a_ruling_is_recorded_with_before_and_after(duel: Sat) -> None:
    ruled = duel.do(duel.gm, c.Rule("gens.bran.vie", 3, "la chute"))
    assert duel.state.play.scene.people["bran"].vie == 3
    assert duel.texts(ruled, duel.eve) == [typeset("Décision du maître du jeu pour Bran : Vie, 10 → 3 (la chute)")]
    assert duel.state.play.scene.turn() == ("alys",)  # what is under way goes on
    assert duel.no(duel.luc, c.Rule("gens.alys.vie", 99, "je veux")).key == "right"


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("gens.bran.vie", "beaucoup"),
        ("gens.bran.vie", 101),
        ("gens.bran.taille", 1),
        ("gens.personne.vie", 1),
        ("combat.file", ["personne"]),
        ("combat.file.7", "bran"),
        ("gens", {}),
        ("gens", None),
        ("", 1),
        ("gens.bran.vie.plus", 1),
        ("...", 1),
    ],
)
def test_a_ruling_the_game_cannot_mean_is_refused(duel: Sat, path: str, value: object) -> None:
    assert duel.no(duel.gm, c.Rule(path, value, "parce que")).key in ("fault", "path")


def test_options_are_the_campaigns_and_must_not_exclude_each_other(duel: Sat) -> None:
    duel.do(duel.gm, c.SwitchOptions(("nuit",)))
    assert duel.state.play.scene.options == ("nuit",)
    assert typeset("s'excluent") in duel.no(duel.gm, c.SwitchOptions(("nuit", "jour"))).say(plain("fr"))
    assert duel.no(duel.gm, c.SwitchOptions(("brume",))).key == "fault"
    duel.do(duel.gm, c.Undo())
    assert duel.state.play.options == ()


@pytest.mark.parametrize("game", list(games()))
def test_characters_of_every_installed_game_are_made_and_shown(store: object, game: str) -> None:
    sat = Sat(store, game)
    draft = f"d{sat.do(sat.luc, c.NewDraft(at_random=True)).seq}"
    assert sat.eyes(sat.luc).draft(draft).problems == ()
    sat.do(sat.luc, c.FinishDraft(draft))
    (person,) = sat.table(sat.ada).people
    assert sat.eyes(sat.ada).sheet(person.id).name == person.name
    assert sat.eyes(sat.luc).legal(person.id)


def test_a_draft_is_shown_whole_with_what_was_not_chosen_yet_at_its_default(sat: Sat) -> None:
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    whole = sat.eyes(sat.luc).draft(draft).data
    assert set(whole) == set(sat.eyes(sat.luc).game.creation.draft.__struct_fields__) - {"own"}
    sat.do(sat.luc, c.EditDraft(draft, {"nom": "Alys"}))
    assert sat.eyes(sat.luc).draft(draft).data == {**whole, "nom": "Alys"}


def test_whoever_made_a_character_that_is_now_anothers_does_not_make_him_again(sat: Sat) -> None:
    who = sat.character(sat.luc, "Alys")
    (draft,) = sat.state.desk.sketches
    sat.do(sat.gm, c.Give(who, sat.ada.id))
    assert sat.no(sat.luc, c.FinishDraft(draft, again=True)).key == "not_yours"
    sat.do(sat.gm, c.FinishDraft(draft, again=True))


def test_whoever_comes_in_during_an_encounter_is_judged_at_once(duel: Sat) -> None:
    monster = {"id": "zed", "nom": "Zed", "vie": 10**6}
    assert typeset("de -100 à 100") in duel.no(duel.luc, c.ImportCharacter("arena", monster)).say(plain("fr"))
    duel.do(duel.gm, c.EndEncounter())
