"""`tablee serve`: the live table, for this machine or for whoever can reach it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from pathlib import Path
from socket import socket

from tablee.kernel.about import listing

from .errors import complain_of, refuse
from .sentences import reason
from .stores import checked, database_url
from .terminal import out
from .texts import say

HOST, PORT = "127.0.0.1", 8765


def serve(host: str, port: int, data: Path | None, database: str | None, workers: int, proxies: Sequence[str]) -> None:
    """Listen, say where, and go on until interrupted."""
    url = database_url(data, database)
    for proxy in proxies:
        if not known(proxy):
            raise refuse("error.proxy", address=proxy)
    if workers > 1 and url.startswith("sqlite"):
        raise refuse("error.workers")
    checked(url)
    for fault in listing().faults:
        complain_of(fault)  # now, not at somebody's first click; the other games are played
    listening, address = listen(host, port)
    run(url, listening, address, host, workers, proxies)


def known(proxy: str) -> bool:
    """Whether this is an address, or a network of them."""
    try:
        return bool(ipaddress.ip_network(proxy))
    except ValueError:
        return False


def listen(host: str, port: int, or_any: bool = False) -> tuple[socket, str]:
    """A socket that listens, at any free port if need be, and the address of the server behind it."""
    from tablee.web import serving  # only now: the other commands start faster without a server

    try:
        listening = serving.bound(host, port)
    except OSError as error:
        if or_any:
            return listen(host, 0)
        raise refuse("error.listen", host=host, port=port, why=reason(error)) from None
    shown = f"[{host}]" if ":" in host else host
    return listening, f"http://{shown}:{listening.getsockname()[1]}"


def run(url: str, listening: socket, address: str, host: str, workers: int = 1, proxies: Sequence[str] = ()) -> None:
    """Say where the table is, and to whom it is open; serve until interrupted."""
    from tablee.web import built, serving
    from tablee.web.settings import Settings

    out.print(say("serve.at", url=f"{address}/"), soft_wrap=True)
    if not local(host):
        out.print(say("serve.open"), soft_wrap=True)
    out.file.flush()
    serving.run(Settings(database=url, page=built.folder(), proxies=tuple(proxies)), listening, workers)


def local(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
