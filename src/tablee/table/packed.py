"""Files that hold many things: lines of JSON, compressed by zstd, a head first and an end last.

The head says what kind of file it is and in which version; every other line is a pair, what it holds and the thing
itself; the end says how many there were, so that a file cut short is noticed, and zstd's checksum notices a changed
byte. The same lines without compression are read too, so that a file can be mended by hand. See `docs/formats.md`.
"""

from __future__ import annotations

import os
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import msgspec
import zstandard

from .private import own_folder
from .refusal import Refused

MAGIC = b"\x28\xb5\x2f\xfd"  # how a file of zstd begins
WINDOW = 2**27  # bytes a file may make its reader remember
LINE = 16_000_000  # bytes of one line, at most
EACH = 2_000  # bytes a line counts for beside what stands in it: it takes room and time, however little it says
PIECE = 256 * 1024
END = "end"


class Head(msgspec.Struct, frozen=True):
    """What every head holds, whatever else it says."""

    tablee: str
    version: int


class Line(NamedTuple):
    """A line of a file: what it holds, and that as JSON. One that cannot be read has no kind."""

    kind: str
    data: bytes


def packed(head: Any, lines: Iterable[tuple[str, Any]]) -> Iterator[bytes]:
    """A head, things with their kind, and an end, as pieces of a compressed file."""
    squeeze = zstandard.ZstdCompressor(level=3, write_checksum=True).compressobj()
    counted: Counter[str] = Counter()
    yield squeeze.compress(msgspec.json.encode(head) + b"\n")
    for kind, thing in lines:
        counted[kind] += 1
        yield squeeze.compress(msgspec.json.encode((kind, thing)) + b"\n")
    yield squeeze.compress(msgspec.json.encode((END, counted)) + b"\n")
    yield squeeze.flush()


def unpacked(file: BinaryIO, kind: str, version: int, most: float, longest: int = LINE) -> Iterator[Line]:
    """The head, then the lines; Refused if it is another file, one of a later version, or not whole.

    Whether it is whole is known only at the end: nothing may be changed before all was read. What a file expands to is
    counted while it expands: no more than `most` bytes of it are ever read, and none of a line longer than `longest`.
    """
    lines = _lines(file, most, longest)
    first = next(lines, b"")
    head = _head(first)
    if head is None or head.tablee != kind:
        raise Refused("file_kind")
    if not 1 <= head.version <= version:
        raise Refused("file_version", version=head.version, known=version)
    yield Line("head", first)
    seen = 0
    for line in map(_line, lines):
        if line.kind == END:
            break
        seen += 1
        yield line
    else:
        raise Refused("file_damaged")
    if _count(line.data) != seen or next(lines, b""):
        raise Refused("file_damaged")


def _head(line: bytes) -> Head | None:
    try:
        return msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return None


def _line(line: bytes) -> Line:
    try:
        kind, data = msgspec.json.decode(line, type=tuple[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError):
        return Line("", line)
    return Line(kind, bytes(data))


def _count(end: bytes) -> int:
    try:
        return sum(msgspec.json.decode(end, type=dict[str, int]).values())
    except msgspec.DecodeError:
        raise Refused("file_damaged") from None


def _lines(file: BinaryIO, most: float, longest: int) -> Iterator[bytes]:
    """Lines that are not empty, with limits on what a hostile file can make of a few bytes."""
    spent, size, begun = 0, 0, list[bytes]()  # of the line that is being read: how long it is so far, and its pieces
    for piece in _pieces(file):
        *ended, rest = piece.split(b"\n")
        for end in ended:
            spent += size + len(end) + EACH
            if spent > most or size + len(end) > longest:
                raise Refused("file_large", most=most if spent > most else longest)
            line = b"".join((*begun, end)).strip()
            begun.clear()
            size = 0
            if line:
                yield line
        begun.append(rest)
        size += len(rest)
        if spent + size > most or size > longest:
            raise Refused("file_large", most=longest if size > longest else most)
    if line := b"".join(begun).strip():
        yield line


def _pieces(file: BinaryIO) -> Iterator[bytes]:
    compressed = file.read(len(MAGIC)) == MAGIC
    file.seek(0)
    try:
        if not compressed:
            yield from iter(lambda: file.read(PIECE), b"")
            return
        with zstandard.ZstdDecompressor(max_window_size=WINDOW).stream_reader(file, closefd=False) as plain:
            yield from iter(lambda: plain.read(PIECE), b"")
    except (zstandard.ZstdError, MemoryError):
        raise Refused("file_damaged") from None


def write_whole(path: Path, pieces: Iterable[bytes], check: Callable[[Path], None] = lambda path: None) -> None:
    """A file that is there whole, checked and on disk, or not at all; for nobody else to read."""
    own_folder(path.parent)
    handle, apart = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "wb") as file:
            for piece in pieces:
                file.write(piece)
            file.flush()
            os.fsync(file.fileno())
        check(Path(apart))
        settle(Path(apart), path)
    except BaseException:
        Path(apart).unlink(missing_ok=True)
        raise


def settle(apart: Path, path: Path) -> None:
    """Give a file that is on disk its name, and have the name on disk too."""
    os.replace(apart, path)
    if os.name == "posix":
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)
