"""The table's own book: entries the game master writes, judged, undone, carried; what of them players know."""

from __future__ import annotations

import io
from typing import Any

import msgspec
import pytest

from tablee.kernel import own
from tablee.kernel.game import games
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.own import why_not
from tablee.table.refusal import Refused
from tablee.table.state import Cast, Kept
from tablee.table.store import Store

from .conftest import Sat

LAME: dict[str, Any] = {"nom": "Lame grise", "force": 3, "dit": "zingrelame"}
CHIEN: dict[str, Any] = {"nom": "Chien de brume", "vie": 7, "arme": "lame"}
LIVRE = {"arme": {"lame": LAME}, "bete": {"chien": CHIEN}}


def book(sat: Sat) -> own.Plain:
    return own.of(sat.state.play.scene)


def sent(sat: Sat) -> bytes:
    """All that a player is sent."""
    eyes = sat.eyes(sat.luc)
    drafts = [eyes.draft(id) for id, sketch in eyes.desk.sketches.items() if eyes.may_draft(sketch)]
    return msgspec.json.encode([sat.table(sat.luc), eyes.sheets(), sat.log(sat.luc), drafts])


def test_entries_are_written_with_nobody_there_told_and_taken_back(sat: Sat) -> None:
    done = sat.do(sat.gm, c.WriteOwn(LIVRE, shared=True))
    assert book(sat) == LIVRE and not sat.state.play.scene.people
    assert sat.texts(done, sat.luc) == [typeset("Le livre de la table a maintenant : Lame grise, Chien de brume")]
    assert sat.no(sat.gm, c.Undo()).key == "undo_confirm", "players have read it"
    sat.do(sat.gm, c.Undo(confirm=True))
    assert book(sat) == {} and sat.state.play.shared == ()
    sat.do(sat.gm, c.Redo())
    assert book(sat) == LIVRE


def test_what_does_not_hold_is_refused_with_its_place_and_keeps_nothing(duel: Sat) -> None:
    wrong = {"arme": {"lame": {**LAME, "force": 99}}}
    assert typeset("livre.arme.lame.force : de 0 à 20, pas 99") in str(duel.no(duel.gm, c.WriteOwn(wrong)))
    assert "arme.lame" in str(duel.no(duel.gm, c.WriteOwn({"arme": {"lame": {**LAME, "poids": 3}}})))
    assert duel.no(duel.gm, c.WriteOwn({"chanson": {"x": {}}})).key == "no_own_kind"
    assert "catalogue du livre" in str(duel.no(duel.gm, c.WriteOwn({"bete": {"loup": CHIEN}, "arme": LIVRE["arme"]})))
    assert "chien.arme" in str(duel.no(duel.gm, c.WriteOwn({"bete": LIVRE["bete"]}))), "its weapon is written nowhere"
    duel.do(duel.gm, c.WriteOwn(LIVRE))
    assert duel.no(duel.gm, c.WriteOwn({"arme": {"lame": LAME}})).key == "own_there"
    duel.do(duel.gm, c.WriteOwn({"arme": {"lame": LAME}}, over=True))


def test_a_form_asks_what_does_not_hold_and_where(sat: Sat) -> None:
    play, game = sat.state.play, sat.eyes(sat.gm).game
    assert why_not(game, play, LIVRE) is None
    found = why_not(game, play, {"arme": {"lame": {**LAME, "force": 99}}})
    assert found is not None and found[:3] == ("arme", "lame", "force")
    found = why_not(game, play, {"arme": {"lame": {**LAME, "force": "beaucoup"}}})
    assert found is not None and found[:3] == ("arme", "lame", "force")
    assert book(sat) == {}


def test_whoever_has_an_entry_has_it_as_it_is_written_now_away_or_not(duel: Sat) -> None:
    duel.do(duel.gm, c.WriteOwn(LIVRE))
    for who in ("alys", "bran"):
        duel.do(duel.gm, c.Rule("arme", "lame", "trouvée", who))
    duel.do(duel.gm, c.LeaveEncounter("bran"))
    assert b"zingrelame" in sent(duel)
    done = duel.do(duel.gm, c.WriteOwn({"arme": {"lame": {**LAME, "dit": "autrelame"}}}, over=True))
    assert typeset("Alys a, comme c'est écrit maintenant : Lame grise") in duel.texts(done, duel.luc)
    for who in ("alys", "bran"):
        assert "autrelame" in str(duel.eyes(duel.gm).sheet(who))
    duel.do(duel.gm, c.EndEncounter())
    assert duel.state.play.scene["bran"].own.arme["lame"].dit == "autrelame"
    refused = duel.no(duel.gm, c.DropOwn("arme", "lame"))
    assert refused.key == "own_carried" and "Alys" in str(refused) and "Bran" in str(refused)
    assert duel.no(duel.gm, c.DropOwn("arme", "massue")).key == "no_own_entry"
    duel.do(duel.gm, c.DropOwn("bete", "chien"))
    duel.do(duel.gm, c.DropOwn("arme", "lame", anyway=True))
    assert book(duel) == {} and "autrelame" in str(duel.eyes(duel.gm).sheet("alys")), "they keep theirs"


def test_a_creature_of_the_table_is_called_shown_beforehand_and_kept_in_scenes(sat: Sat) -> None:
    sat.do(sat.gm, c.WriteOwn(LIVRE))
    sat.do(sat.gm, c.Bring("bete", "chien", count=2, side="Brume"))
    chiens = list(sat.state.play.scene.people.values())
    assert [p.nom for p in chiens] == ["Chien de brume 1", "Chien de brume 2"]
    assert all((p.vie, p.own.arme["lame"].force, p.side) == (7, 3, "Brume") for p in chiens)
    sat.do(sat.gm, c.Bring("bete", "loup"))
    id = f"s{sat.do(sat.gm, c.KeepScene(Kept(title='La brume', cast=(Cast('Brume', 'bete', 'chien'),)))).seq}"
    assert "La brume" in str(sat.no(sat.gm, c.DropOwn("bete", "chien")))
    sat.do(sat.gm, c.OpenScene(id))
    assert len(sat.state.play.scene.people) == 1 and book(sat) == LIVRE
    sat.do(sat.gm, c.EndEncounter())
    sat.do(sat.gm, c.StartEncounter(ready="fosse"))
    assert book(sat) == LIVRE, "a ready scene takes nothing of it away"


def test_players_know_what_is_shared_and_what_somebody_has_whom_they_see(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    draft = f"d{sat.do(sat.luc, c.NewDraft()).seq}"
    sat.do(sat.gm, c.WriteOwn(LIVRE))
    sat.do(sat.gm, c.Bring("bete", "chien", hidden=True))
    (chien,) = set(sat.state.play.scene.people) - {"alys"}
    sat.do(sat.gm, c.Rule("livre.arme.lame.dit", "zingrelame", "pour voir"))
    assert b"zingrelame" not in sent(sat) and b"Lame grise" not in sent(sat)
    assert own.of(sat.eyes(sat.luc).scene) == {}
    assert sat.eyes(sat.gm).unread == frozenset() and sat.eyes(sat.luc).unread == {"arme.lame", "bete.chien"}
    sat.do(sat.luc, c.EditDraft(draft, {"nom": "Zoé", "arme": "lame", "livre": LIVRE}))
    assert sat.no(sat.luc, c.FinishDraft(draft)).key == "unfinished", "nobody writes the table's book in his draft"
    sat.do(sat.gm, c.Hide(chien, presence=False))
    assert own.of(sat.eyes(sat.luc).scene) == {"arme": {"lame": LAME}}, "he sees who has it"
    sat.do(sat.gm, c.Undo(confirm=True))
    sat.do(sat.gm, c.WriteOwn({"arme": {"lame": LAME}}, over=True, shared=True))
    field = sat.eyes(sat.luc).draft(draft).steps[1].fields[1]
    assert field.keys == (("lame", "Lame grise"),)
    sat.do(sat.luc, c.FinishDraft(draft))
    assert "zingrelame" in str(sat.eyes(sat.luc).sheet("zoe"))
    assert own.of(sat.eyes(sat.luc).scene) == {"arme": {"lame": LAME}}
    for command in (c.WriteOwn(LIVRE), c.DropOwn("arme", "lame")):
        assert sat.no(sat.luc, command).key == "right"


def test_a_character_brought_in_learns_nothing_of_what_has_the_same_id(sat: Sat) -> None:
    sat.do(sat.gm, c.WriteOwn(LIVRE))
    his = {"id": "dora", "nom": "Dora", "arme": "lame", "carnet": {"arme": {"lame": {"nom": "Canif", "dit": "à moi"}}}}
    sat.do(sat.luc, c.ImportCharacter("arena", his))
    sheet = str(sat.eyes(sat.luc).sheet("dora"))
    assert "Canif" in sheet and "zingrelame" not in sheet
    assert own.of(sat.eyes(sat.luc).scene) == {}
    sat.do(sat.gm, c.ImportCharacter("arena", {**his, "id": "doree", "nom": "Dorée"}))
    assert sat.state.play.scene["doree"].own.arme["lame"].nom == "Lame grise", "the game master's is the table's"


def test_it_goes_out_with_the_campaign_and_comes_back(duel: Sat, store: Store) -> None:
    duel.do(duel.gm, c.WriteOwn(LIVRE, shared=True))
    file = io.BytesIO()
    export_campaign(store, duel.id, file)
    file.seek(0)
    back = import_campaign(store, file)
    assert not back.held
    state = store.state_at(back.campaign, store.campaign(back.campaign).last)
    assert own.of(state.play.scene) == LIVRE and state.play.shared == duel.state.play.shared


@pytest.mark.parametrize("id", games())
def test_every_game_answers_for_what_a_table_may_write(store: Store, id: str) -> None:
    sat = Sat(store, id)
    type = own.own_type(games()[id].scene)
    refused = sat.no(sat.gm, c.WriteOwn({"licorne": {"x": {}}}))
    assert refused.key == ("no_own" if type is None else "no_own_kind")
    for kind in own.kinds(type) if type is not None else ():
        with pytest.raises(Refused) as wrong:
            sat.do(sat.gm, c.WriteOwn({kind: {"x": {"sans_queue_ni_tete": 1}}}))
        assert f"{kind}.x" in str(wrong.value)
