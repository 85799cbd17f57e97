"""Scenes kept for later: prepared beside the play, opened by one command, their handouts shown by another."""

from __future__ import annotations

import io
import re
from typing import Any

import msgspec
import pytest
import zstandard

from tablee.kernel.game import games
from tablee.kernel.typography import typeset
from tablee.table import commands as c
from tablee.table.exchange import export_campaign, import_campaign
from tablee.table.refusal import Refused
from tablee.table.state import Board, Cast, Handout, Kept
from tablee.table.store import Store

from .conftest import Sat

LETTER = Handout("", "La lettre", "« Ne venez pas par le pont. »")


def unpacked(file: io.BytesIO) -> bytes:
    """What a file holds, but for the ids of members, which are new wherever it comes in, and the sum over all of it."""
    lines = zstandard.ZstdDecompressor().decompressobj().decompress(file.getvalue())
    return re.sub(rb'"[0-9a-f]{16,64}"', b'""', lines)


def kept(sat: Sat, scene: Kept, now: bool = False) -> str:
    return f"s{sat.do(sat.gm, c.KeepScene(scene, now)).seq}"


def as_kept(sat: Sat, id: str) -> dict[str, Any]:
    return msgspec.structs.asdict(sat.state.desk.scenes[id])


def test_the_next_scene_is_prepared_while_one_is_played_and_opened_by_one_command(duel: Sat) -> None:
    fighting = duel.state.play
    id = kept(duel, Kept("", " La fosse, plus tard ", "Krax ment.", "fosse", sides={"Gens": ("alys", "personne")}))
    assert duel.state.play == fighting
    assert duel.no(duel.gm, c.OpenScene(id)).key == "encounter_on"
    duel.do(duel.gm, c.EndEncounter())
    before = duel.state.play
    opened = duel.do(duel.gm, c.OpenScene(id))
    assert duel.texts(opened, duel.eve)[0] == typeset("Rencontre : La fosse, plus tard")
    assert set(duel.state.play.scene.people) == {"alys", "krax", "oru"}  # who is gone by now is not waited for
    assert duel.eyes(duel.gm).kept_scenes().now == id
    duel.do(duel.gm, c.Undo())
    assert (duel.state.play, list(duel.state.desk.scenes)) == (before, [id])
    duel.do(duel.gm, c.DropScene(id))
    assert duel.no(duel.gm, c.OpenScene(id)).key == "no_kept"


def test_a_kept_scene_is_changed_in_its_place(sat: Sat) -> None:
    first, second = kept(sat, Kept(title="Un")), kept(sat, Kept(title="Deux"))
    sat.do(sat.gm, c.KeepScene(Kept(first, "Un, autrement", handouts=(LETTER,))))
    assert [(each.id, each.title) for each in sat.eyes(sat.gm).kept_scenes().scenes] == [
        (first, "Un, autrement"),
        (second, "Deux"),
    ]
    (paper,) = sat.state.desk.scenes[first].handouts
    sat.do(sat.gm, c.KeepScene(Kept(first, "Un", handouts=(paper, LETTER))))
    assert len({each.id for each in sat.state.desk.scenes[first].handouts}) == 2


def test_players_have_a_handout_when_it_is_shown_and_not_before(sat: Sat) -> None:
    id = kept(sat, Kept(title="Le pont", notes="piège", handouts=(LETTER,)))
    (paper,) = sat.state.desk.scenes[id].handouts
    for member in (sat.luc, sat.eve):
        everything = msgspec.json.encode([sat.table(member), sat.log(member)])
        assert b"pont" not in everything and b"lettre" not in everything
        with pytest.raises(Refused):
            sat.eyes(member).kept_scenes()
        for command in (c.KeepScene(Kept(title="x")), c.OpenScene(id), c.DropScene(id), c.ShowHandout(id, paper.id)):
            assert sat.no(member, command).key == "right"
    shown = sat.do(sat.gm, c.ShowHandout(id, paper.id))
    assert sat.texts(shown, sat.eve) == [typeset("Le maître du jeu montre un document : La lettre")]
    assert sat.table(sat.luc).handouts == sat.table(sat.eve).handouts == (paper,)
    sat.do(sat.gm, c.KeepScene(Kept(id, "Le pont", handouts=(Handout(paper.id, "Autre", "chose"),))))
    assert sat.table(sat.luc).handouts == (paper,)  # as it was when it was shown
    sat.do(sat.gm, c.Undo(confirm=True))
    assert sat.table(sat.luc).handouts == ()
    assert sat.store.eyes_at(sat.id, sat.luc.id, shown.seq).table().handouts == ()
    sat.do(sat.gm, c.Redo())
    sat.do(sat.gm, c.ShowHandout(id, paper.id, False))
    assert sat.table(sat.luc).handouts == ()
    assert sat.no(sat.gm, c.ShowHandout(id, "h0")).key == "no_handout"


@pytest.mark.parametrize(
    ("scene", "why"),
    [
        (Kept(title="  "), "title"),
        (Kept("s99", "x"), "no_kept"),
        (Kept(title="x", ready="nulle_part"), "no_ready"),
        (Kept(title="x", cast=(Cast("a", "creature", "licorne"),)), "no_cast"),
        (Kept(title="x", cast=(Cast("a", "b", "c", count=20),) * 4), "too_many"),
        (Kept(title="x", ground={"gens": {}}), "path"),
        (Kept(title="x", board=Board("square", 1000, 2)), "off_map"),
        (Kept(title="x", board=Board("square", 2, 2, ("##", "#"))), "off_map"),
        (Kept(title="x", board=Board("square", 2, 1, ("x#",))), "off_map"),
    ],
)
def test_what_could_not_be_opened_is_not_kept(sat: Sat, scene: Kept, why: str) -> None:
    assert sat.no(sat.gm, c.KeepScene(scene)).key == why


def test_the_plain_map_is_laid_with_everybody_where_he_was_put(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    board = Board("hex", 6, 5, ("######",) * 5)
    id = kept(sat, Kept(title="Carte", board=board, sides={"a": ("alys",)}, places={"alys": (2, 1)}))
    sat.do(sat.gm, c.OpenScene(id))
    laid = sat.state.play.board
    assert (laid.grid, laid.width, laid.fog) == ("hex", 6, ("######",) * 5)
    alys = sat.state.play.scene.people["alys"]
    assert (alys.x, alys.y) == (2, 1)


def test_what_is_played_is_kept_as_it_stands_and_opened_again(sat: Sat) -> None:
    sat.character(sat.luc, "Alys")
    assert sat.no(sat.gm, c.KeepScene(Kept(title="Plus tard"), now=True)).key == "no_encounter"
    sat.do(sat.gm, c.StartEncounter(ready="fosse", sides={"Gens": ("alys",)}))
    sat.do(sat.gm, c.LayMap("hex", 8, 8))
    for n, who in enumerate(("alys", "krax", "oru")):
        sat.do(sat.gm, c.Put(who, 2 + n, 3))
    sat.do(sat.gm, c.Rule("gens.krax.vie", 7, "déjà blessé"))
    stood = sat.state.play
    id = kept(sat, Kept(title="Plus tard"), now=True)
    sat.do(sat.gm, c.EndEncounter())
    sat.do(sat.gm, c.Put("alys", 0, 0))
    sat.do(sat.gm, c.ClearMap())
    sat.do(
        sat.gm, c.KeepScene(Kept(**{**as_kept(sat, id), "notes": "mot", "people": {"krax": {"vie": 99}, "oru": {}}}))
    )
    sat.do(sat.gm, c.OpenScene(id))
    assert sat.state.play.scene.people == stood.scene.people
    assert sat.state.play.board == stood.board
    sat.do(sat.gm, c.EndEncounter(keep=True))
    sat.do(sat.gm, c.OpenScene(id))  # Krax is of the campaign now: another one comes
    assert len(sat.state.play.scene.people) == 3 and "krax" in sat.state.play.away


def test_kept_scenes_go_out_and_come_back_byte_for_byte(sat: Sat, store: Store) -> None:
    id = kept(sat, Kept(title="Le pont", notes="piège", ready="fosse", handouts=(LETTER,)))
    sat.do(sat.gm, c.ShowHandout(id, sat.state.desk.scenes[id].handouts[0].id))
    out = io.BytesIO()
    export_campaign(store, sat.id, out)
    came = import_campaign(store, io.BytesIO(out.getvalue()))
    assert not came.aside
    state = store.eyes(came.campaign, came.gm.id)[1].whole
    assert (state.desk.scenes, state.play.handouts) == (sat.state.desk.scenes, sat.state.play.handouts)
    again = io.BytesIO()
    export_campaign(store, came.campaign, again)
    assert unpacked(again) == unpacked(out)


@pytest.mark.parametrize("id", sorted(games()))
def test_every_game_opens_a_kept_scene_with_its_own_creatures_placed_apart(store: Store, id: str) -> None:
    game = games()[id]
    sat = Sat(store, id)
    key, there = next((key, each) for key, each in game.cast.items() if each and not key.startswith("pret"))
    creature = next(iter(there))
    sat.do(sat.gm, c.Bring(key, creature, name="Sire Aubin"))
    (hero,) = sat.state.play.scene.people
    cast = (Cast("Ennemis", key, creature, count=2), Cast("Ennemis", key, creature, name="Chef", at=((12, 6),)))
    scene = kept(sat, Kept(title="Embuscade", cast=cast, sides={"Gens": (hero,)}, hidden=True))
    assert set(sat.state.play.scene.people) == {hero}
    sat.do(sat.gm, c.OpenScene(scene))
    people = sat.state.play.scene.people
    foes = [who for who in people if who != hero and people[who].side == "Ennemis"]
    assert len(foes) == 3 and len({people[who].name for who in foes}) == 3
    assert [person.name for person in sat.table(sat.luc).people] == ["Sire Aubin"]
    if hasattr(people[hero], "x"):
        assert len({(people[who].x, people[who].y) for who in (hero, *foes)}) == 4
        assert (12, 6) in {(people[who].x, people[who].y) for who in foes}
    sat.do(sat.gm, c.EndEncounter())
    assert set(sat.state.play.scene.people) == {hero}
    ready = next(iter(game.demos))
    other = kept(sat, Kept(title="Prête", ready=ready, cast=cast[:1], begin=True))
    sat.do(sat.gm, c.OpenScene(other))
    assert sat.eyes(sat.gm).kept_scenes().now == other


# ---------------------------------------------------------------- drawn maps, and places before the fight


def test_a_map_drawn_in_the_terrains_of_the_game_is_what_the_scene_is_played_on(store: Store) -> None:
    sat = Sat(store, "fragments")
    drawing = games()["fragments"].drawing
    assert drawing is not None
    sign = drawing.signs
    forest, plain = next(s for k, s in sign.items() if k != "plaine"), sign["plaine"]
    rows = (f"{forest}{plain * 9}", f" {plain * 9}", plain * 10)
    creature = next((key, id) for key, there in games()["fragments"].cast.items() for id in there)
    foes = Cast("Adversaires", *creature, count=2, at=((8, 0), (8, 1)))
    ours = Cast("Compagnons", *creature, count=1)
    id = kept(sat, Kept(title="Le bois", drawn=rows, cast=(foes, ours)))
    sat.do(sat.gm, c.OpenScene(id))
    ground = sat.table(sat.luc).ground
    assert ground is not None
    kinds = {(plot.x, plot.y): ground.signs[plot.kind] for plot in ground.plots}
    assert len(kinds) == 29 and kinds[0, 0] == forest and (0, 1) not in kinds
    placed = [(p.x, p.y) for p in sat.table(sat.gm).people if p.side == "Adversaires"]
    assert placed == [(8, 0), (8, 1)]


@pytest.mark.parametrize("rows", [("%%",), (" ", ""), ("<script>",)])
def test_a_map_in_other_signs_is_refused(store: Store, rows: tuple[str, ...]) -> None:
    sat = Sat(store, "fragments")
    assert sat.no(sat.gm, c.KeepScene(Kept(title="x", drawn=rows))).key == "drawing"
    plain = Sat(store)
    assert plain.no(plain.gm, c.KeepScene(Kept(title="x", drawn=rows))).key == "no_drawing"


def test_sides_take_their_own_parts_of_the_map_before_the_fight(sat: Sat) -> None:
    for who, name in ((sat.luc, "Alys"), (sat.ada, "Bran"), (sat.luc, "Cléa")):
        sat.character(who, name)
    assert sat.no(sat.gm, c.Arrange()).key == "no_encounter"
    sat.do(sat.gm, c.StartEncounter(sides={"rouge": ("alys", "clea"), "bleu": ("bran",)}))
    for who in ("alys", "bran", "clea"):
        sat.do(sat.gm, c.Put(who, 3, 3))
    assert sat.no(sat.luc, c.Arrange()).key == "right"
    sat.do(sat.gm, c.Arrange())
    people = sat.state.play.scene.people
    (ax, ay), (bx, _), (cx, cy) = ((people[who].x, people[who].y) for who in ("alys", "bran", "clea"))
    assert bx - max(ax, cx) >= 4 and (ax, ay) != (cx, cy)
    sat.do(sat.gm, c.Undo(confirm=True))
    assert sat.state.play.scene.people["alys"].x == 3
    sat.do(sat.luc, c.Act({"do": "commencer", "actor": "alys"}))
    assert sat.no(sat.gm, c.Arrange()).key == "begun"
