"""What everybody may read is made once for each language, and not sent again to whoever has it."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from tablee.web import app, compendium, forms
from tablee.web.security import HEADERS

from .devices import API

COSTLY = ["/games", "/games/fluid/rules", "/games/fluid/catalogue", "/games/fluid/cast", "/games/fluid/actions"]
ALL = [*COSTLY, "/openapi.json"]


def asked(http: httpx.Client, path: str, lang: str = "fr", **headers: str) -> httpx.Response:
    return http.get(API + path, headers={"Accept-Language": lang, **headers})


@pytest.mark.parametrize("path", ALL)
def test_who_has_it_is_told_that_it_is_the_same(http: httpx.Client, path: str) -> None:
    first = asked(http, path)
    assert first.status_code == 200 and first.json()
    assert first.headers["cache-control"] == "no-cache" and first.headers["content-encoding"] == "gzip"
    again = asked(http, path, **{"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content, again.headers["etag"]) == (304, b"", first.headers["etag"])
    assert asked(http, path, **{"If-None-Match": '"0123456789abcdef"'}).content == first.content
    plain = asked(http, path, **{"Accept-Encoding": "identity"})
    assert "content-encoding" not in plain.headers and plain.json() == first.json()
    assert all(again.headers[name] == value for name, value in HEADERS.items())


@pytest.mark.parametrize("path", ["/games", "/games/fluid/rules", "/games/fluid/actions"])
def test_each_reader_gets_his_language_and_no_cache_mixes_them_up(http: httpx.Client, path: str) -> None:
    french, english = asked(http, path, "fr"), asked(http, path, "en")
    assert french.json() != english.json() and french.headers["etag"] != english.headers["etag"]
    assert asked(http, path, "en", **{"If-None-Match": french.headers["etag"]}).status_code == 200
    assert "Accept-Language" in french.headers["vary"]
    assert asked(http, path, "fr").content == french.content


def test_nothing_is_made_twice(http: httpx.Client, monkeypatch: pytest.MonkeyPatch) -> None:
    before = [asked(http, path).content for path in ALL]

    def made(*_: Any) -> Any:
        raise AssertionError("made again")

    for where, what in ((compendium, "listing"), (compendium, "rule_info"), (compendium, "cast"), (forms, "form")):
        monkeypatch.setattr(where, what, made)
    monkeypatch.setattr(compendium.catalogue, "articles", made)
    monkeypatch.setattr(app.Litestar, "openapi_schema", property(made))
    assert [asked(http, path).content for path in ALL] == before


@pytest.mark.parametrize("what", ["rules", "catalogue"])
def test_what_is_searched_for_is_not_kept(http: httpx.Client, what: str) -> None:
    every, some = (asked(http, f"/games/fluid/{what}?words={words}") for words in ("%20", "epee"))
    assert 0 < len(some.json()) < len(every.json())
    assert "etag" in every.headers and "etag" not in some.headers
    assert some.headers["cache-control"] == "no-store"
