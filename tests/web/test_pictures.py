"""Pictures through the API: what is none is refused with a sentence, and whoever may not see one is told nothing."""

from __future__ import annotations

import struct
import zlib

import httpx
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from table.painting import numbered, picture, shades
from tablee.table.images import SENT

from .devices import Device
from .test_campaigns import no

SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    body = zlib.compress(bytes(20_000_000), 9)  # unpacked, it is a thousand times as large
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", body) + chunk(b"IEND", b"")


def pictures(http: TestClient[Litestar]) -> int:
    with http.app.state.server.store.database.reading() as connection:
        return int(connection.exec_driver_sql("SELECT COUNT(*) FROM pictures").scalar_one())


@pytest.mark.parametrize(
    ("data", "status", "key"),
    [
        (b"", 400, "picture_kind"),
        (b"bonjour", 400, "picture_kind"),
        (SVG, 400, "picture_kind"),
        (picture()[:-30], 400, "picture_kind"),
        (png(1, 1, chunk(b"zTXt", b"Comment\x00\x00" + zlib.compress(bytes(80_000_000), 9))), 400, "picture_kind"),
        (png(8000, 5000), 413, "picture_pixels"),  # forty megapixels
        (png(2**31 - 1, 2**31 - 1), 413, "picture_pixels"),
        (picture() + bytes(SENT), 413, "picture_bytes"),
        (bytes(5 * SENT), 413, "too_large"),
    ],
    ids=["nothing", "words", "script", "cut", "bomb of text", "forty megapixels", "bomb", "heavy", "far too heavy"],
)
def test_what_is_no_picture_is_refused_with_a_sentence(
    gm: Device, http: TestClient[Litestar], data: bytes, status: int, key: str
) -> None:
    before = gm.get("~/table")
    assert no(gm.send(data), status, key).endswith(".")
    assert pictures(http) == 0 and gm.get("~/table") == before


def test_a_face_is_sent_set_and_seen(gm: Device, luc: Device, eve: Device) -> None:
    luc.character("Alys")
    answer = luc.send(picture(kind="JPEG"))
    assert answer.status_code == 201, answer.text
    id = answer.json()["id"]
    no(eve.ask("GET", f"~/pictures/{id}"), 404, "no_picture")
    luc.do("set_portrait", who="alys", picture=id)
    for device in (gm, luc, eve):
        assert device.get("~/table")["table"]["people"][0]["picture"] == id
        seen = device.ask("GET", f"~/pictures/{id}?size=small")
        assert seen.status_code == 200 and shades(seen.content).size == (8, 8)
        assert seen.headers["content-type"] == "image/webp"
        assert seen.headers["cache-control"] == "private, max-age=31536000, immutable"
        assert seen.headers["x-content-type-options"] == "nosniff"
        assert "img-src 'self' data: blob:;" in seen.headers["content-security-policy"]


def test_nobody_from_elsewhere_sees_it(gm: Device, http: httpx.Client) -> None:
    id = gm.send(picture()).json()["id"]
    other = Device(http).create()
    no(other.ask("GET", f"~/pictures/{id}"), 404, "no_picture")
    other.campaign = gm.campaign
    assert other.ask("GET", f"~/pictures/{id}").status_code == 403
    assert Device(http).ask("GET", f"/campaigns/{gm.campaign}/pictures/{id}").status_code == 401


def test_who_looks_on_sends_none(eve: Device, luc: Device) -> None:
    no(eve.send(picture()), 403, "right")
    assert luc.send(picture()).status_code == 201


def test_the_game_master_looks_as_another_and_back_in_time(gm: Device, luc: Device) -> None:
    id = gm.send(picture()).json()["id"]
    gm.do("lay_map", width=2, height=1)
    at = gm.do("lay_picture", backdrop={"picture": id, "x": -0.5, "y": -0.5, "width": 2})["seq"]
    gm.do("fog", cells=[[0, 0]], dark=True)
    theirs = gm.get("~/table", view_as=luc.member)["table"]["backdrop"]["picture"]["id"]
    assert theirs != id and luc.get("~/table")["table"]["backdrop"]["picture"]["id"] == theirs
    no(gm.ask("GET", f"~/pictures/{theirs}"), 404, "no_picture")
    assert gm.ask("GET", f"~/pictures/{theirs}?view_as={luc.member}").status_code == 200
    no(luc.ask("GET", f"~/pictures/{id}"), 404, "no_picture")
    assert luc.ask("GET", f"~/pictures/{id}?at={at}").status_code == 200


def test_sent_again_under_its_id_it_is_there_once(luc: Device, http: TestClient[Litestar]) -> None:
    first, again = (luc.send(numbered(3), "envoi").json() for _ in range(2))
    assert first == again and pictures(http) == 1


def test_pictures_are_sent_only_so_often(luc: Device) -> None:
    found = list[int]()
    while 429 not in found and len(found) < 60:
        found.append(luc.send(b"rien").status_code)
    assert found[:20] == [400] * 20 and found[-1] == 429
