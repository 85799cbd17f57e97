"""The rules. Chapters stand in the order they depend on each other, which is not that of their names."""

from __future__ import annotations

from tablee.kernel.chapter import chapter

from . import ardeur, duel, lames, souffle

CHAPTERS = tuple(map(chapter, (duel, souffle, lames, ardeur)))
