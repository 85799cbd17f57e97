"""Forgery, headers, sizes, rates, languages: what the server itself refuses, and how it says so."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy.exc import OperationalError

from tablee.web.app import create_app
from tablee.web.limits import Limits
from tablee.web.refusals import No, preferred
from tablee.web.settings import Rate, Rates, Settings
from typed import typed

from .devices import API, Device
from .test_campaigns import no

CHANGES = [("POST", "~/commands"), ("PATCH", "~"), ("DELETE", "~"), ("POST", "/join"), ("POST", "/sign-out")]


@pytest.mark.parametrize(("method", "path"), CHANGES)
def test_nothing_changes_without_the_header(gm: Device, method: str, path: str) -> None:
    assert "X-Tablee" in no(gm.ask(method, path, {}, {"X-Tablee": ""}), 403, "header")


@pytest.mark.parametrize(("method", "path"), CHANGES)
@pytest.mark.parametrize(
    "headers", [{"Origin": "https://ailleurs.example"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}]
)
def test_nothing_changes_from_another_site(gm: Device, method: str, path: str, headers: dict[str, str]) -> None:
    no(gm.ask(method, path, {}, headers), 403, "origin")


def test_our_own_page_may(gm: Device) -> None:
    ours = {"Origin": str(gm.http.base_url), "Sec-Fetch-Site": "same-origin"}
    assert gm.ask("PATCH", "~", {"title": "Bien"}, ours).status_code == 200


@pytest.mark.parametrize("path", ["/", f"{API}/health", f"{API}/nulle-part", f"{API}/campaigns/0/table", "/nulle-part"])
def test_every_answer_carries_the_policy(http: httpx.Client, path: str) -> None:
    headers = http.get(path).headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["script-src"] == policy["default-src"] == "'self'"
    assert policy["object-src"] == policy["base-uri"] == policy["frame-ancestors"] == "'none'"
    assert "unsafe" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff" and headers["referrer-policy"] == "no-referrer"
    if path.startswith(API):
        assert headers["cache-control"] == "no-store"


def test_without_a_built_page_the_server_says_so(http: httpx.Client) -> None:
    assert "la page n’est pas construite" in http.get("/").text
    assert "not built" in http.get("/", headers={"Accept-Language": "en"}).text


def test_a_built_page_is_served(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<title>La page</title>", "utf-8")
    with TestClient(create_app(Settings(page=str(tmp_path)))) as client:
        assert "La page" in client.get("/").text
        assert client.get(f"{API}/health").json()["version"]


def test_what_is_too_large_is_refused_with_the_limit(gm: Device) -> None:
    long = {"do": "say", "text": "a" * 200_000}
    assert no(gm.command(long), 413, "too_large") == "Trop grand : 100000 octets au plus."
    assert "4000" in no(gm.command({"do": "say", "text": "a" * 5_000}), 400, "wrong")


@pytest.mark.parametrize(
    ("method", "path", "status", "key"), [("GET", "/rien", 404, "no_page"), ("PUT", "/health", 405, "method")]
)
def test_what_is_not_there_is_refused_in_the_same_shape(
    http: httpx.Client, method: str, path: str, status: int, key: str
) -> None:
    french, english = (no(Device(http, lang).ask(method, path), status, key) for lang in ("fr", "en"))
    assert french != english


def test_bytes_that_are_no_json_are_refused_with_a_sentence(gm: Device) -> None:
    headers = {"X-Tablee": "1", **gm.cookie}
    answer = gm.http.post(f"{API}{gm.path('~/commands')}", content=b'{"id": \xff', headers=headers)
    assert no(answer, 400, "wrong") == "Demande mal écrite : ce n'est pas du JSON."


@pytest.mark.parametrize("query", ["after=-1", "after=x", "", "after=99999999999999999999", "after=0&limit=0"])
def test_bad_numbers_are_refused_with_their_name(gm: Device, query: str) -> None:
    said = no(gm.ask("GET", f"~/events?{query}"), 400, "wrong")
    assert "limit" in said if "limit" in query else "after" in said


def test_before_joining_the_browser_says_the_language(http: httpx.Client) -> None:
    said = {lang: no(Device(http, lang).ask("GET", "/campaigns/0/table"), 401, "sign_in") for lang in ("fr", "en")}
    assert said["fr"].startswith("Cet appareil") and said["en"].startswith("This device")
    assert Device(http, "en").create().get("~")["member"]["lang"] == "en"


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [("", "fr"), ("en-GB,en;q=0.9", "en"), ("en;q=0.5, fr;q=0.8", "fr"), ("de, en;q=0.3", "en"), ("x;q=y", "fr")],
)
def test_the_preferred_language_is_read_from_the_header(accepted: str, lang: str) -> None:
    assert preferred(accepted) == lang


@given(st.text())
def test_any_header_gives_a_language(accepted: str) -> None:
    assert preferred(accepted) in ("fr", "en")


def test_a_database_that_is_away_is_told_from_a_fault(
    http: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    gm, store = Device(http).create(), http.app.state.server.store

    def away(*_: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("no route to host"))

    monkeypatch.setattr(store.database, "writing", away)
    answer = gm.command({"do": "say", "text": "allô ?"})
    assert "base de données" in no(answer, 503, "database")
    assert answer.headers["retry-after"] and "route to host" not in answer.text


def test_a_fault_of_ours_is_one_sentence_and_tells_nothing(
    http: TestClient[Litestar], monkeypatch: pytest.MonkeyPatch
) -> None:
    gm, store = Device(http).create(), http.app.state.server.store
    monkeypatch.setattr(store, "_done", lambda *_: 1 / 0)
    answer = gm.command({"do": "say", "text": "allô ?"})
    assert no(answer, 500, "bug") and "Zero" not in answer.text


# ---------------------------------------------------------------- rates


@pytest.fixture
def strict(arena_installed: None) -> Iterator[httpx.Client]:
    """A server that lets little through."""
    slow = Rates(
        device=Rate(12, 0.5), campaign=Rate(5, 0.5), address=Rate(3, 0.5), trying=Rate(6, 0.5), secret=Rate(2, 0.1)
    )
    with TestClient(create_app(Settings(rates=slow))) as client:
        yield client


def refused_at_last(answers: Iterator[httpx.Response], most: int) -> None:
    """So many are answered, and the next is told when to come back."""
    for _ in range(most):
        answer = next(answers)
        assert answer.status_code != 429, answer.text
    late = next(answers)
    assert "réessayez dans" in no(late, 429, "rate")
    assert 1 <= int(late.headers["retry-after"]) <= 20


def test_a_device_may_ask_only_so_often(strict: httpx.Client) -> None:
    gm = Device(strict).create()
    refused_at_last((gm.ask("GET", "~/table") for _ in range(99)), 12)


def test_a_table_may_be_commanded_only_so_often(strict: httpx.Client) -> None:
    gm = Device(strict).create()
    luc = Device(strict).join(gm.invite(), "Luc")
    both = (device.command({"do": "say", "text": "encore"}) for _ in range(99) for device in (gm, luc))
    refused_at_last(both, 4)  # the invitation was the first


def test_strangers_may_knock_only_so_often(strict: httpx.Client) -> None:
    refused_at_last((Device(strict).ask("GET", "/campaigns/0/table") for _ in range(99)), 3)


def test_secrets_may_be_tried_only_so_often(strict: httpx.Client) -> None:
    refused_at_last((Device(strict).ask("POST", "/invitation", {"secret": "x"}) for _ in range(99)), 6)


def test_passphrases_of_one_table_may_be_tried_only_so_often(strict: httpx.Client) -> None:
    body = {"campaign": "0", "name": "Luc", "passphrase": "quatre chats"}
    refused_at_last((Device(strict).ask("POST", "/sign-in", body) for _ in range(99)), 2)


@given(st.lists(st.floats(0, 10), max_size=60))
def test_a_bucket_never_lets_more_through_than_it_holds_and_fills(waits: list[float]) -> None:
    rate, now, passed = Rate(5, 2.0), 0.0, 0
    limits = Limits(lambda: now)
    for wait in waits:
        now += wait
        try:
            limits.take(rate, "somebody")
            passed += 1
        except No as no:
            assert 1 <= int(no.headers["Retry-After"]) <= 1
        assert passed <= 5 + 2 * now + 1e-6


@pytest.mark.parametrize(
    ("value", "said"),
    [
        (b"[" * 40_000 + b"]" * 40_000, "trop d'étages"),
        (b"[" * 900 + b"]" * 900, "trop d'étages"),
        (b'"\xff\xfe"', "ce n'est pas du JSON"),
        (b"", "ce n'est pas du JSON"),
    ],
)
def test_no_json_is_bad_enough_to_break_the_server(gm: Device, value: bytes, said: str) -> None:
    body = b'{"id": "1", "command": {"do": "act", "action": {"do": %s}}}' % value if value else b""
    gm.http.cookies.clear()
    path = API + gm.path("~/commands")
    assert said in no(gm.http.post(path, content=body, headers={"X-Tablee": "1", **gm.cookie}), 400, "wrong")


@pytest.mark.parametrize("origin", ["http://[::1", "http://", "://", ""])
def test_an_origin_that_is_none_is_another(gm: Device, origin: str) -> None:
    no(gm.ask("PATCH", "~", {"title": "Bien"}, {"Origin": origin}), 403, "origin")


@pytest.mark.parametrize(
    ("method", "path", "body", "said"),
    [
        ("PATCH", "~", {"title": "x" * 81}, "title : attendu un texte de longueur 80 au plus"),
        ("PATCH", "~", {"title": "\a"}, "title : attendu un texte d'une autre forme"),
        ("GET", "/games/arena/rules/ZZ-1", None, "Aucune règle « ZZ-1 » dans ce jeu"),
    ],
)
def test_a_refusal_is_whole_and_in_one_language(gm: Device, method: str, path: str, body: object, said: str) -> None:
    assert said in typed(gm.ask(method, path, body).json()["text"])


# ---------------------------------------------------------------- what another process has changed


def test_a_seat_that_is_remembered_is_given_up_when_another_process_takes_it(
    http: TestClient[Litestar], tmp_path: Path
) -> None:
    """Commands are not asked for their seat each time; and yet whoever was signed out, sent away or sits there as
    somebody else is so at once, wherever that was done."""
    gm = Device(http).create()
    luc, ada = (Device(http).join(gm.invite(), name) for name in ("Luc", "Ada"))
    for device in (gm, luc, ada):
        device.do("say", text="là")  # now its seat is remembered
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path}/tablee.db"))) as elsewhere:
        there = Device(elsewhere)
        there.token, there.campaign = luc.token, luc.campaign
        assert there.ask("POST", "/sign-out").status_code == 204
        assert no(luc.command({"do": "say", "text": "encore"}), 401, "sign_in")
        there.token = gm.token
        assert there.ask("DELETE", f"~/members/{ada.member}").status_code == 204
        assert no(ada.command({"do": "say", "text": "encore"}), 401, "sign_in")
        assert there.ask("PATCH", f"~/members/{gm.member}", {"lang": "en"}).status_code == 200
        assert "nothing left" in no(gm.command({"do": "undo"}), 409, "nothing_to_undo")
    last = gm.get("~/log")[-1]
    assert last["kind"] == "seat"
