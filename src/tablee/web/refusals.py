"""Every "no" in one shape: a stable key, a sentence in the reader's language, and the rule behind it."""

from __future__ import annotations

import logging
import re
from functools import partial
from typing import Any

import msgspec
from litestar import MediaType, Request, Response
from litestar.connection import ASGIConnection
from litestar.exceptions import HTTPException, SerializationException
from litestar.openapi.datastructures import ResponseSpec

from tablee.kernel import content
from tablee.kernel.sentence import Fact, Typed, plain
from tablee.table.refusal import Refused
from tablee.table.state import Lang

from .texts import say

Connection = ASGIConnection[Any, Any, Any, Any]

DEEPEST = 100  # levels of a request's JSON
TOO_DEEP = "too many levels"
HUNG_UP = "client disconnected prematurely"  # as the framework says that a request was not sent to its end


class Asked(Request[Any, Any, Any]):
    """A request whose JSON, however bad, is a fault of the request's."""

    async def json(self) -> Any:
        try:
            data = await super().json()
        except UnicodeDecodeError as error:
            raise SerializationException("JSON is malformed") from error
        except RecursionError as error:
            raise SerializationException(TOO_DEEP) from error
        if deeper(data, DEEPEST):
            raise SerializationException(TOO_DEEP)
        return data


def deeper(data: Any, most: int) -> bool:
    """Whether plain data has more levels than this."""
    level = [data]
    for _ in range(most):
        if not level:
            break
        held = [
            thing.values() if isinstance(thing, dict) else thing for thing in level if isinstance(thing, dict | list)
        ]
        level = [each for things in held for each in things]
    return bool(level)


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done. `key` never changes with the language; `rule` is empty where no rule says so."""

    key: str
    text: str
    rule: str = ""


class No(Refused):
    """A refusal of the server's own."""

    def __init__(self, key: str, status: int, headers: dict[str, str] | None = None, **facts: Fact) -> None:
        super().__init__(key)
        self.status, self.headers, self.facts = status, headers or {}, facts

    def pattern(self, lang: str) -> str:
        return say(self.key, lang)


STATUS = {
    "not_member": 403,
    "right": 403,
    "not_yours": 403,
    "passphrase": 403,
    "secret_sheet": 403,
    "secret_odds": 403,
    "undo_gm": 403,
    "game": 404,
    "no_campaign": 404,
    "no_such_encounter": 404,
    "no_evening": 404,
    "no_note": 404,
    "no_backup": 404,
    "no_one": 404,
    "no_beginning": 404,
    "no_draft": 404,
    "no_step": 404,
    "invitation": 404,
    "invitation_used": 404,
    "no_such_member": 404,
    "command.wrong": 400,
    "command.too_large": 413,
    "file_large": 413,
    "picture_bytes": 413,
    "picture_pixels": 413,
    "picture_kind": 400,
    "no_picture": 404,
}
CONFLICT = 409  # well understood, and yet it does not fit the table as it stands

spec = partial(ResponseSpec, Refusal, generate_examples=False)

ANSWERS = {
    400: spec(description="The request is not understood; the sentence names the field."),
    401: spec(description="This device sits at no table."),
    403: spec(description="Not allowed: by role, by ownership, or from another page."),
    404: spec(description="There is no such thing, or none this member may know of."),
    409: spec(description="It does not fit the table as it stands; the sentence says why."),
    413: spec(description="Too large; the sentence says what the limit is."),
    429: spec(description="Too often; `Retry-After` says when to come back."),
    503: spec(description="Too much to do, or the database does not answer; `Retry-After` says when to come back."),
}


def language(connection: Connection) -> Lang:
    """The language of whoever asks: the member's, or before that what the browser prefers; French if nothing else."""
    known: Lang | None = connection.scope.get("state", {}).get("lang")
    return known or preferred(connection.headers.get("accept-language", ""))


def preferred(accepted: str) -> Lang:
    """Which of our languages stands first in an Accept-Language header."""
    best, lang = 0.0, "fr"
    for part in accepted.split(","):
        name, _, weight = part.strip().partition(";")
        found = re.fullmatch(r"\s*q=([01](?:\.\d*)?)\s*", weight)
        value = float(found[1]) if found else 1.0
        if name[:2].lower() in ("fr", "en") and value > best:
            best, lang = value, name[:2].lower()
    return "en" if lang == "en" else "fr"


def status_of(refused: Refused) -> int:
    return refused.status if isinstance(refused, No) else STATUS.get(refused.key, CONFLICT)


def refuse(connection: Connection, refused: Refused) -> Response[Refusal]:
    headers = refused.headers if isinstance(refused, No) else {}
    body = Refusal(refused.key, refused.say(plain(language(connection))), refused.rule)
    return Response(body, status_code=status_of(refused), headers=headers, media_type=MediaType.JSON)


def on_refused(request: Request[Any, Any, Any], refused: Refused) -> Response[Refusal]:
    return refuse(request, refused)


def on_http(request: Request[Any, Any, Any], error: HTTPException) -> Response[Refusal]:
    """What the framework itself refuses, in our words."""
    headers = dict(error.headers or {})
    match error.status_code:
        case 400:
            no = No("wrong", 400, why=explained(error, language(request)))
        case 404:
            no = No("no_page", 404)
        case 405:
            no = No("method", 405)
        case 413:
            handler = request.scope.get("route_handler")
            no = No("too_large", 413, most=getattr(handler, "resolve_request_max_body_size", lambda: 0)())
        case status if status < 500 or error.detail == HUNG_UP:  # whom nobody reads any more
            no = No("http", status, number=status)
        case _:
            return on_bug(request, error)
    no.headers = headers
    return refuse(request, no)


MISSING = re.compile(r"Missing required \w+ parameter '(\w+)'.*")


def explained(error: HTTPException, lang: str) -> Fact:
    """Which field is wrong, and what was expected."""
    extra = error.extra if isinstance(error.extra, list) else []
    wrong: dict[str, Any] = next((one for one in extra if one.get("message")), {})
    message = wrong.get("message") or error.detail
    missing = MISSING.fullmatch(message)
    if missing:
        return Typed(say("missing", lang, field=missing[1]))
    if message.startswith(("JSON is malformed", "Input data was truncated", "'data'")):
        return Typed(say("not_json", lang))
    if message == TOO_DEEP:
        return Typed(say("too_deep", lang, most=DEEPEST))
    at = f" - at `$.{wrong['key']}`" if wrong.get("key") and " - at " not in message else ""
    if lang == "en":
        return Typed(f"{message}{at}".replace("`", ""))
    return content.fault(message + at, "la demande")


def on_database(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """The database is away, or its disk is full: not a fault of the request, and perhaps over soon."""
    logging.getLogger("tablee").error("%s %s: %s", request.method, request.url.path, error)
    return refuse(request, No("database", 503, {"Retry-After": "5"}))


def on_bug(request: Request[Any, Any, Any], error: Exception) -> Response[Refusal]:
    """A fault of ours: whole in the server's log, one sentence for the reader."""
    logging.getLogger("tablee").error("%s %s", request.method, request.url.path, exc_info=error)
    return refuse(request, No("bug", 500))
