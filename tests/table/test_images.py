"""Pictures from a device: what is none, or too much, is refused with a sentence; what is kept is ours alone."""

from __future__ import annotations

import random
import struct
import zlib
from io import BytesIO

import pytest
from PIL import Image

from tablee.kernel.sentence import plain
from tablee.table import images
from tablee.table.images import encode
from tablee.table.refusal import Refused


def file(kind: str, size: tuple[int, int] = (60, 40), mode: str = "RGB", **more: object) -> bytes:
    picture = Image.new(mode, size)
    picture.paste((200, 30, 30) if mode == "RGB" else (200, 30, 30, 128), (0, 0, size[0] // 2, size[1]))
    held = BytesIO()
    picture.save(held, kind, **more)
    return held.getvalue()


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(width: int, height: int, rows: bytes = b"", *more: bytes) -> bytes:
    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    return b"\x89PNG\r\n\x1a\n" + head + b"".join(more) + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b"")


def opened(data: bytes) -> Image.Image:
    found = Image.open(BytesIO(data))
    found.load()
    return found


def colour(picture: Image.Image, at: tuple[int, int]) -> tuple[int, ...]:
    """Red, green, blue and how solid it is."""
    found = picture.convert("RGBA").getpixel(at)
    assert isinstance(found, tuple)
    return found


def refused(data: bytes) -> Refused:
    with pytest.raises(Refused) as found:
        encode(data)
    for lang in ("fr", "en"):
        assert found.value.say(plain(lang)).endswith(".")
    return found.value


@pytest.mark.parametrize("kind", images.KINDS)
def test_each_kind_becomes_our_own_webp_in_two_sizes(kind: str) -> None:
    kept = encode(file(kind))
    large, small = opened(kept.large), opened(kept.small)
    assert (large.format, large.size, small.format, small.size) == ("WEBP", (60, 40), "WEBP", (40, 40))
    assert (kept.width, kept.height) == (60, 40)
    assert colour(large, (5, 20))[0] > 150
    assert encode(file(kind)) == kept  # the same bytes give the same digest


def test_what_is_clear_stays_clear() -> None:
    large = opened(encode(file("PNG", mode="RGBA")).large)
    assert large.mode == "RGBA"
    assert colour(large, (50, 20))[3] == 0


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"bonjour",
        b"MZ" + bytes(500),
        b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
        b"\x89PNG\r\n\x1a\n" + bytes(200),
        file("GIF"),
        file("BMP"),
        file("TIFF"),
        file("JPEG", (300, 300))[:900],
        png(50, 50, b"\x00" * 10),
        file("PNG")[:-30],
    ],
)
def test_wrong_bytes_are_refused(data: bytes) -> None:
    assert refused(data).key == "picture_kind"


def test_a_name_or_a_first_sign_does_not_make_a_picture() -> None:
    page = b"\xff\xd8\xff\xe0<html><script>alert(1)</script></html>"
    assert refused(page).key == "picture_kind"


@pytest.mark.parametrize("size", [(8000, 5000), (20_001, 1000), (60_000, 60_000), (2**31 - 1, 2**31 - 1)])
def test_too_many_pixels_are_refused_before_any_is_made(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "_pixels", lambda opened: pytest.fail("it was unpacked"))
    assert refused(png(*size)).key == "picture_pixels"


def test_a_whole_picture_of_forty_megapixels_is_refused() -> None:
    assert refused(file("PNG", (8000, 5000))).key == "picture_pixels"


def test_a_bomb_of_text_is_refused() -> None:
    bomb = chunk(b"zTXt", b"Comment\x00\x00" + zlib.compress(bytes(80_000_000), 9))
    assert refused(png(1, 1, b"\x00\x00\x00\x00", bomb)).key == "picture_kind"


def test_too_many_bytes_are_refused() -> None:
    assert refused(file("PNG") + bytes(images.SENT)).key == "picture_bytes"


def test_nothing_but_pixels_is_kept() -> None:
    exif = Image.Exif()
    exif[0x010F], exif[0x8298], exif[0x0112] = "CameraSecrete", "AuteurSecret", 6
    data = file("JPEG", (60, 40), exif=exif.tobytes(), comment=b"CommentaireSecret", icc_profile=b"ProfilSecret" * 20)
    assert b"CameraSecrete" in data and b"CommentaireSecret" in data
    kept = encode(data)
    for made in (kept.large, kept.small):
        assert b"Secret" not in made
        assert not {"exif", "xmp", "icc_profile", "comment"} & opened(made).info.keys()
    assert (kept.width, kept.height) == (40, 60)  # turned as the device held it
    top, bottom = (colour(opened(kept.large), (20, y)) for y in (5, 55))
    assert top[0] > 150 > bottom[0]


def test_of_a_moving_picture_the_first_frame_is_kept() -> None:
    frames = [Image.new("RGB", (30, 30), name) for name in ("red", "blue")]
    held = BytesIO()
    frames[0].save(held, "WEBP", save_all=True, append_images=frames[1:])
    large = opened(encode(held.getvalue()).large)
    assert getattr(large, "n_frames", 1) == 1
    assert colour(large, (15, 15))[0] > 200


def test_large_ones_are_made_smaller() -> None:
    kept = encode(file("JPEG", (4000, 2000)))
    assert (kept.width, kept.height) == (2048, 1024)
    assert opened(kept.small).size == (256, 256)


def test_noise_is_kept_within_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(images, "KEPT", 3000)
    held = BytesIO()
    Image.frombytes("RGB", (200, 200), random.Random(1).randbytes(120_000)).save(held, "PNG")
    kept = encode(held.getvalue())
    assert len(kept.large) <= 3000
    assert opened(kept.large).size[0] < 200


@pytest.mark.parametrize("size", [(1, 1), (1, 3000), (3000, 1)])
def test_thin_ones_hold(size: tuple[int, int]) -> None:
    assert opened(encode(file("PNG", size)).small).size == (1, 1)
