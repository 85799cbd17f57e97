"""Scenes as bytes: exact JSON, and small snapshots that each need only their keyframe."""

from __future__ import annotations

from typing import TypeVar

import msgspec
import zstandard

from .scene import Scene

S = TypeVar("S", bound=Scene)

KEYFRAME_EVERY = 100


def to_json(scene: Scene) -> bytes:
    return msgspec.json.encode(scene)


def from_json(data: bytes, type: type[S]) -> S:
    return msgspec.json.decode(data, type=type)


class Snapshots:
    """Every scene of a table, kept whole: one in a hundred plainly, the others compressed against that one.

    No chain of differences: a damaged entry harms one scene only.
    """

    def __init__(self, type: type[Scene]) -> None:
        self.type = type
        self.stored: list[bytes] = []
        self._key: tuple[int, zstandard.ZstdCompressor, zstandard.ZstdDecompressor] | None = None

    def __len__(self) -> int:
        return len(self.stored)

    def add(self, scene: Scene) -> int:
        """Store a scene; its number."""
        n, data = len(self.stored), to_json(scene)
        self.stored.append(data if n % KEYFRAME_EVERY == 0 else self._codec(n)[1].compress(data))
        return n

    def get(self, n: int) -> Scene:
        n = range(len(self.stored))[n]  # -1 is the last
        data = self.stored[n]
        return from_json(data if n % KEYFRAME_EVERY == 0 else self._codec(n)[2].decompress(data), self.type)

    def cut(self, n: int) -> None:
        """Forget every scene from number n on."""
        del self.stored[n:]
        self._key = None

    def _codec(self, n: int) -> tuple[int, zstandard.ZstdCompressor, zstandard.ZstdDecompressor]:
        at = n - n % KEYFRAME_EVERY
        if self._key is None or self._key[0] != at:
            frame = zstandard.ZstdCompressionDict(self.stored[at], dict_type=zstandard.DICT_TYPE_RAWCONTENT)
            compressor = zstandard.ZstdCompressor(level=3, dict_data=frame)
            self._key = at, compressor, zstandard.ZstdDecompressor(dict_data=frame)
        return self._key
