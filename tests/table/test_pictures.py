"""Pictures of a campaign: who may set and see which, what of one lies under the fog, and when one goes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import cast

import pytest
from sqlalchemy import func, select

from tablee.table import commands as c
from tablee.table import images, models, pictures
from tablee.table.backup import Backups
from tablee.table.refusal import Refused
from tablee.table.state import Backdrop, Handout, Kept, Member
from tablee.table.store import Store

from .conftest import Sat
from .painting import numbered, picture, shades
from .postgres import Postgres
from .test_exchange import brought, exported, file_of, lines_of, with_old_ids


def sent(sat: Sat, who: Member, n: int = 1) -> str:
    return sat.send_picture(who, numbered(n))


def seen(sat: Sat, who: Member, id: str) -> bytes | None:
    return sat.picture(who, id)


def who_sees(sat: Sat, id: str) -> set[str]:
    return {who.name for who in sat.everybody if seen(sat, who, id) is not None}


def stored(sat: Sat) -> int:
    with sat.store.database.reading() as connection:
        here = models.pictures.c.campaign == sat.id
        return connection.execute(select(func.count()).select_from(models.pictures).where(here)).scalar_one()


def face(sat: Sat, who: Member, name: str) -> str:
    return next((one.picture for one in sat.table(who).people if one.name == name), "")


EVERYBODY = {"Marie", "Luc", "Ada", "Ève"}


# ---------------------------------------------------------------- who may


def test_who_has_a_face_is_seen_with_it_by_all(duel: Sat) -> None:
    id = sent(duel, duel.luc)
    assert who_sees(duel, id) == {"Luc", "Marie"}
    before = len(duel.log(duel.ada))
    duel.do(duel.luc, c.SetPortrait("alys", id))
    assert who_sees(duel, id) == EVERYBODY
    assert {face(duel, who, "Alys") for who in duel.everybody} == {id}
    assert len(duel.log(duel.ada)) == before + 1 and not duel.log(duel.ada)[-1].events
    assert shades(duel.store.picture(duel.id, duel.eve.id, id, small=True)).size == (8, 8)
    duel.do(duel.luc, c.SetPortrait("alys"))
    assert who_sees(duel, id) == set() and stored(duel) == 0


def test_one_sets_the_face_of_ones_own_the_game_master_of_all(duel: Sat) -> None:
    mine, theirs = sent(duel, duel.luc), sent(duel, duel.ada, 2)
    assert duel.no(duel.luc, c.SetPortrait("bran", mine)).key == "not_yours"
    assert duel.no(duel.luc, c.SetPortrait("alys", theirs)).key == "no_picture"  # another's, not shown to him
    assert duel.no(duel.luc, c.SetPortrait("alys", "0" * 32)).key == "no_picture"
    assert duel.no(duel.eve, c.SetPortrait("alys", mine)).key == "right"
    duel.do(duel.gm, c.SetPortrait("bran", theirs))
    duel.do(duel.gm, c.SetPortrait("alys", theirs))
    duel.do(duel.gm, c.SetPortrait("alys"))
    assert face(duel, duel.luc, "Bran") == theirs
    with pytest.raises(Refused):
        duel.store.send_picture(duel.id, duel.eve.id, picture())


def test_whoever_is_hidden_or_has_no_name_has_no_face(duel: Sat) -> None:
    id = sent(duel, duel.gm)
    duel.do(duel.gm, c.SetPortrait("bran", id))
    for veil in (c.Hide("bran", presence=True), c.Hide("bran", presence=False, name=True)):
        duel.do(duel.gm, veil)
        assert who_sees(duel, id) == {"Marie", "Ada"}
        assert id not in repr(duel.table(duel.luc))
    duel.do(duel.gm, c.Hide("bran", name=False))
    assert who_sees(duel, id) == EVERYBODY


def test_the_digest_is_no_id(duel: Sat) -> None:
    id = sent(duel, duel.gm)
    digest = duel.state.desk.pictures[id].digest
    duel.do(duel.gm, c.SetPortrait("alys", id))
    for asked in (digest, digest[:32], id[:-1], f"{id}-", "", "../etc/passwd"):
        assert seen(duel, duel.luc, asked) is None
        assert seen(duel, duel.gm, asked) is None
    assert digest not in repr([duel.table(who) for who in duel.everybody])


def test_a_kept_scene_keeps_its_pictures_to_the_game_master(duel: Sat) -> None:
    ground, letter = sent(duel, duel.gm), sent(duel, duel.gm, 2)
    kept = Kept(title="Le gué", ready="fosse", backdrop=Backdrop(ground), handouts=(Handout("", "Lettre", "", letter),))
    assert duel.no(duel.gm, c.KeepScene(Kept(title="x", backdrop=Backdrop("inconnue")))).key == "no_picture"
    duel.do(duel.gm, c.KeepScene(kept))
    (scene,) = duel.state.desk.scenes.values()
    assert who_sees(duel, ground) == who_sees(duel, letter) == {"Marie"}
    duel.do(duel.gm, c.EndEncounter())
    duel.do(duel.gm, c.OpenScene(scene.id))
    assert who_sees(duel, ground) == EVERYBODY and who_sees(duel, letter) == {"Marie"}
    duel.do(duel.gm, c.ShowHandout(scene.id, scene.handouts[0].id))
    assert who_sees(duel, letter) == EVERYBODY
    duel.do(duel.gm, c.ShowHandout(scene.id, scene.handouts[0].id, on=False))
    assert who_sees(duel, letter) == {"Marie"}
    duel.do(duel.gm, c.Undo(confirm=True))
    assert who_sees(duel, letter) == EVERYBODY


# ---------------------------------------------------------------- under the map


def halves(sat: Sat) -> str:
    """A picture laid under a map of two cells, red on the left and blue on the right."""
    held = io.BytesIO()
    both = shades(picture((220, 20, 20), (40, 20)))
    both.paste((20, 20, 220, 255), (20, 0, 40, 20))
    both.save(held, "PNG")
    return sat.store.send_picture(sat.id, sat.gm.id, held.getvalue()).id


def test_what_lies_under_the_fog_is_in_no_pixel(duel: Sat) -> None:
    id = halves(duel)
    duel.do(duel.gm, c.LayMap("square", 2, 1, fog=True))
    duel.do(duel.gm, c.LayPicture(Backdrop(id, -0.5, -0.5, 2)))
    duel.do(duel.gm, c.Fog(((0, 0),), dark=False))
    under = duel.table(duel.luc).backdrop
    assert under is not None and under.picture.id != id and seen(duel, duel.luc, id) is None
    data = seen(duel, duel.luc, under.picture.id)
    assert data is not None
    found = shades(data)
    left, right = (cast("tuple[int, ...]", found.getpixel((x, 10))) for x in (5, 35))
    assert left[3] == 255 and left[0] > 150 and right == (0, 0, 0, 0)
    whole = duel.table(duel.gm).backdrop
    assert whole is not None and whole.picture.id == id
    duel.do(duel.gm, c.Fog(((1, 0),), dark=False))
    assert seen(duel, duel.luc, under.picture.id) is None  # what it was called under that fog
    clear = duel.table(duel.luc).backdrop
    assert clear is not None and clear.picture.id == id


def test_hexagons_cover_what_they_cover() -> None:
    corners = images.outline("hex", 1, 1)
    assert sum(x for x, _ in corners) / 6 == pytest.approx(1.5)
    assert sum(y for _, y in corners) / 6 == pytest.approx(3**0.5 / 2)


def test_the_picture_goes_with_its_map(duel: Sat) -> None:
    id = halves(duel)
    duel.do(duel.gm, c.LayMap("square", 2, 1))
    duel.do(duel.gm, c.LayPicture(Backdrop(id)))
    duel.do(duel.gm, c.ClearMap())
    assert duel.table(duel.luc).backdrop is None and who_sees(duel, id) == {"Marie"}
    duel.do(duel.gm, c.Undo(confirm=True))
    assert who_sees(duel, id) == EVERYBODY
    assert duel.no(duel.luc, c.LayPicture()).key == "right"
    duel.do(duel.gm, c.LayPicture())
    assert duel.no(duel.gm, c.LayPicture()).key == "no_picture"


def test_a_replay_shows_the_map_of_then(duel: Sat) -> None:
    id = halves(duel)
    duel.do(duel.gm, c.LayMap("square", 2, 1))
    at = duel.do(duel.gm, c.LayPicture(Backdrop(id))).seq
    duel.do(duel.gm, c.LayPicture())
    assert seen(duel, duel.luc, id) is None
    assert duel.store.picture(duel.id, duel.luc.id, id, at=at)
    with pytest.raises(Refused):
        duel.store.picture(duel.id, duel.luc.id, id, at=at - 1)


# ---------------------------------------------------------------- limits, and what goes


@pytest.mark.parametrize(
    "data", [b"", b"<svg xmlns='http://www.w3.org/2000/svg'><script>x</script></svg>", picture()[:40]]
)
def test_what_is_refused_leaves_nothing(duel: Sat, data: bytes) -> None:
    before = duel.last
    with pytest.raises(Refused) as refused:
        duel.store.send_picture(duel.id, duel.luc.id, data)
    assert refused.value.key == "picture_kind" and duel.last == before and stored(duel) == 0


def test_what_nothing_names_is_kept_a_while_and_then_goes(duel: Sat) -> None:
    ids = [sent(duel, duel.luc, n) for n in range(pictures.WAITING + 2)]
    assert [*duel.state.desk.pictures] == ids[2:] and stored(duel) == pictures.WAITING
    sent(duel, duel.ada, 50)
    assert stored(duel) == pictures.WAITING + 1  # each has his own


def test_a_picture_that_two_name_stays_until_both_are_without(duel: Sat) -> None:
    first, second = sent(duel, duel.gm), sent(duel, duel.gm)
    assert first != second and stored(duel) == 1
    duel.do(duel.gm, c.SetPortrait("alys", first))
    duel.do(duel.gm, c.SetPortrait("bran", second))
    duel.do(duel.gm, c.SetPortrait("alys"))
    assert stored(duel) == 1 and seen(duel, duel.luc, second) is not None and seen(duel, duel.gm, first) is None
    duel.do(duel.gm, c.SetPortrait("bran"))
    assert stored(duel) == 0


def test_so_many_and_no_more(duel: Sat, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pictures, "MOST", 2)
    duel.do(duel.gm, c.SetPortrait("alys", sent(duel, duel.gm, 1)))
    sent(duel, duel.luc, 2)
    for key in ("too_many", "picture_room"):
        with pytest.raises(Refused) as refused:
            sent(duel, duel.ada, 3)
        assert refused.value.key == key and stored(duel) == 2
        monkeypatch.setattr(pictures, "MOST", 100)
        monkeypatch.setattr(pictures, "ROOM", 200)


def test_sent_again_it_is_there_once(duel: Sat) -> None:
    first = duel.store.send_picture(duel.id, duel.luc.id, numbered(1), "envoi-1")
    assert duel.store.send_picture(duel.id, duel.luc.id, numbered(1), "envoi-1") == first
    assert len(duel.state.desk.pictures) == 1


# ---------------------------------------------------------------- taken along


@pytest.fixture
def painted(duel: Sat) -> Sat:
    duel.do(duel.luc, c.SetPortrait("alys", sent(duel, duel.luc, 1)))
    duel.do(duel.gm, c.LayPicture(Backdrop(sent(duel, duel.gm, 2))))
    return duel


def test_a_campaign_takes_its_pictures_along_to_the_byte(painted: Sat) -> None:
    data = exported(painted)
    came, result = brought(painted.store, data)
    assert result.aside == () and stored(came) == 2
    assert with_old_ids(file_of(lines_of(exported(came))), painted, came) == file_of(lines_of(data))
    for id in painted.state.desk.pictures:
        assert seen(came, came.luc, id) == seen(painted, painted.luc, id) is not None


@pytest.mark.parametrize("harm", ["digest", "bytes", "exif", "gone"])
def test_a_picture_of_a_file_that_is_none_is_set_aside(painted: Sat, harm: str) -> None:
    lines = lines_of(exported(painted))
    where = next(n for n, line in enumerate(lines) if n and line[0] == "picture")
    if harm == "gone":
        del lines[where]
        lines[-1][1]["picture"] -= 1
    else:
        changed = {"digest": {"digest": "0" * 64}, "bytes": {"small": "QUFB"}, "exif": {"large": "UklGRg=="}}[harm]
        lines[where][1].update(changed)
    came, result = brought(painted.store, file_of(lines))
    assert stored(came) == 1 and len(result.aside) == (harm != "gone")
    assert sum(seen(came, came.luc, id) is not None for id in came.state.desk.pictures) == 1


def test_a_picture_nothing_names_does_not_come_in(painted: Sat) -> None:
    lines = lines_of(exported(painted))
    digests = {line[1]["digest"] for line in lines[1:] if line[0] == "picture"}
    renamed = json.loads(json.dumps(lines).replace(f'"digest": "{min(digests)}", "width"', '"digest": "ab", "width"'))
    came, _ = brought(painted.store, file_of(renamed))
    assert stored(came) == 1


@pytest.mark.parametrize("form", [".db", ".jsonl.zst"])
def test_a_backup_has_them(arena_installed: None, postgres: Postgres, tmp_path: Path, form: str) -> None:
    """Made of SQLite in either form, restored there and on a server's database; undo finds them there."""
    sat = Sat(Store(f"sqlite:///{tmp_path}/tablee.db"))
    sat.character(sat.luc, "Alys")
    sat.do(sat.luc, c.SetPortrait("alys", sent(sat, sat.luc, 1)))
    sat.do(sat.gm, c.LayPicture(Backdrop(sent(sat, sat.gm, 2))))
    sat.do(sat.gm, c.LayPicture())
    kept = {id: sat.store.picture(sat.id, sat.gm.id, id) for id in sat.state.desk.pictures}
    assert len(kept) == 2
    file = Backups(str(sat.store.database.engine.url)).make("asked", tmp_path / f"sauvegarde{form}")
    sat.store.close()
    for url in (f"sqlite:///{tmp_path}/autre.db", postgres.empty()):
        Backups(url, tmp_path / "backups").restore(file)
        sat.store = Store(url)
        assert {id: sat.store.picture(sat.id, sat.gm.id, id) for id in kept} == kept
        sat.do(sat.gm, c.Undo(confirm=True))
        under = sat.table(sat.luc).backdrop
        assert under is not None and seen(sat, sat.luc, under.picture.id) == kept[under.picture.id]
        sat.store.close()
