"""What every answer carries, and what every request that changes something must carry."""

from __future__ import annotations

from litestar.handlers import BaseRouteHandler
from litestar.types import Message, Scope

from tablee.kernel.sentence import Typed

from .refusals import Connection, No

HEADER = "X-Tablee"  # a page of another site cannot set it without our leave, which it never gets
SAFE = ("GET", "HEAD", "OPTIONS")

POLICY = (
    "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
}


RAW = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]
PRIVATE = (b"cache-control", b"no-store")


async def add_headers(message: Message, scope: Scope) -> None:
    """Our headers on every answer; what the API says is for one member and is kept in no cache, unless it says so."""
    if message["type"] == "http.response.start":
        headers = list(message["headers"])
        private = scope.get("path", "").startswith("/api/") and all(name != PRIVATE[0] for name, _ in headers)
        message["headers"] = [*headers, *RAW, *([PRIVATE] if private else [])]


async def same_origin(connection: Connection, _: BaseRouteHandler) -> None:
    """Refused if a page of another site is behind this request, or could be. Async, as every guard is to be: Litestar
    has others wait for a thread, and for the loop again, to look at a header."""
    method = connection.scope.get("method")  # a WebSocket has none
    if method in SAFE:
        return
    origin = connection.headers.get("origin")
    if origin is not None and origin.lower().partition("://")[2] != connection.headers.get("host", "").lower():
        raise No("origin", 403)
    if connection.headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        raise No("origin", 403)
    if method is not None and connection.headers.get(HEADER) != "1":
        raise No("header", 403, name=Typed(HEADER))
