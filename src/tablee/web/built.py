"""The built page: a handful of files read once, sent compressed, and kept by browsers for as long as they fit."""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from litestar import Request, Response, get
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath

from .refusals import Connection, No

FOLDER = Path(__file__).with_name("page")  # where the page is built, beside this module and part of the package
ENTRY = "index.html"
HASHED = "assets/"  # files here are named by what they hold
FOREVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
PACKED = {"br": ".br", "gzip": ".gz"}  # the better one first
OWN = ("c/", "regles/")  # addresses inside the page that may end in a rule's id, with its dot
SECRET = ("manifest.json", ".digest")  # of use to the build alone


class File(NamedTuple):
    data: bytes
    type: str
    tag: str
    packed: dict[str, bytes]


def folder() -> str:
    """The folder of the page that was built into the package; nothing if it was not."""
    return str(FOLDER) if (FOLDER / ENTRY).is_file() else ""


def read(there: Path) -> dict[str, File]:
    """Every file of the page by its address, each with its compressed twins."""
    found = {each.relative_to(there).as_posix(): each for each in there.rglob("*") if each.is_file()}
    return {
        name: tagged(
            path.read_bytes(),
            mimetypes.guess_type(name)[0] or "application/octet-stream",
            {how: found[name + end].read_bytes() for how, end in PACKED.items() if name + end in found},
        )
        for name, path in found.items()
        if name not in SECRET and not name.endswith(tuple(PACKED.values()))
    }


def tagged(data: bytes, type: str, packed: dict[str, bytes]) -> File:
    return File(data, type, f'"{sha256(data).hexdigest()[:16]}"', packed)


def accepted(header: str, file: File) -> str:
    """The best packing both sides know; none: as it is."""
    wanted = {part.partition(";")[0].strip() for part in header.split(",") if not part.replace(" ", "").endswith("q=0")}
    return next((how for how in file.packed if how in wanted), "")


def answer(request: Connection, file: File, keep: str, vary: str = "Accept-Encoding") -> Response[bytes]:
    """A file, or that it has not changed for who has it; `keep`: for how long it may be kept."""
    headers = {"ETag": file.tag, "Cache-Control": keep}
    if file.packed:
        headers["Vary"] = vary
    if file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    how = accepted(request.headers.get("accept-encoding", ""), file)
    if how:
        headers["Content-Encoding"] = how
    return Response(file.packed.get(how, file.data), headers=headers, media_type=file.type)


def page(there: str) -> HTTPRouteHandler:
    """The route of the page. Its own addresses are the page's business: whatever is no file is the page itself."""
    files: Mapping[str, File] = read(Path(there))

    @get(["/", "/{path:path}"], include_in_schema=False, sync_to_thread=False)
    def serve_page(request: Request[Any, Any, Any], path: FromPath[str] = "/") -> Response[bytes]:
        name = path.strip("/") or ENTRY
        if name not in files:
            if name.startswith(("api/", HASHED)) or ("." in name and not name.startswith(OWN)):
                raise No("no_page", 404)
            name = ENTRY
        return answer(request, files[name], FOREVER if name.startswith(HASHED) else ASK_AGAIN)

    return serve_page
