"""Answers that are the same for all who read one language for as long as the server runs: made once, kept as bytes,
and not sent again to whoever has them."""

from __future__ import annotations

from collections.abc import Callable
from gzip import compress
from typing import Any

from litestar import Response

from tablee.table.state import Lang

from .built import ASK_AGAIN, File, answer, tagged
from .news import encode
from .refusals import Connection, language

JSON = "application/json"


class Ready:
    def __init__(self) -> None:
        self._kept: dict[tuple[str, ...], File] = {}

    def answer(self, request: Connection, make: Callable[[Lang], object], *what: str) -> Response[Any]:
        """This, in the reader's language; it is only made if nobody has asked for it yet."""
        lang = language(request)
        file = self._kept.get((lang, *what))
        if file is None:
            data = encode(make(lang))
            file = self._kept[lang, *what] = tagged(data, JSON, {"gzip": compress(data)})
        return answer(request, file, ASK_AGAIN, "Accept-Encoding, Accept-Language")
