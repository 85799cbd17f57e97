"""`tablee serve`: the live table, for this machine or for whoever can reach it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from pathlib import Path
from socket import AF_INET, AF_INET6, SOCK_DGRAM, socket

from tablee.kernel.about import listing

from .errors import complain_of, refuse
from .sentences import reason
from .stores import checked, database_url
from .terminal import out
from .texts import say

HOST, PORT = "127.0.0.1", 8765
JUDGES = 1  # processes that fight encounters for game masters
EVERYWHERE = ("0.0.0.0", "::")  # listen at every address of this machine
ELSEWHERE = ("192.0.2.1", 9)  # an address that is nobody's: the way to it begins like the way to everybody


def opened_to(host: str, lan: bool) -> str:
    """Where to listen: for the house if that is said, else where the host says; both at once are refused."""
    if lan and host != HOST:
        raise refuse("error.lan", host=host)
    return EVERYWHERE[0] if lan else host


def serve(
    host: str,
    port: int,
    data: Path | None,
    database: str | None,
    workers: int,
    proxies: Sequence[str],
    judges: int = JUDGES,
) -> None:
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
    run(url, listening, address, host, workers, proxies, judges)


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
    return listening, f"http://{written(shown(host))}:{listening.getsockname()[1]}"


def shown(host: str) -> str:
    """The address to tell people, which is never "every address": this machine's in its network, if it has one."""
    return in_the_house(host) or HOST if host in EVERYWHERE else host


def in_the_house(host: str) -> str:
    """The address others in the network call this machine by; nothing is sent to find out. Empty: it is in none."""
    family, there = (AF_INET6, "2001:db8::1") if ":" in host else (AF_INET, ELSEWHERE[0])
    with socket(family, SOCK_DGRAM) as way:
        try:
            way.connect((there, ELSEWHERE[1]))
        except OSError:
            return ""
        found: str = way.getsockname()[0]
        return "" if local(found) else found


def written(host: str) -> str:
    return f"[{host}]" if ":" in host else host


def run(
    url: str,
    listening: socket,
    address: str,
    host: str,
    workers: int = 1,
    proxies: Sequence[str] = (),
    judges: int = JUDGES,
) -> None:
    """Say where the table is, and to whom it is open; serve until interrupted."""
    from tablee.web import built, serving
    from tablee.web.settings import Settings

    out.print(say("serve.at", url=f"{address}/"), soft_wrap=True)
    if not local(host):
        out.print(say("serve.open"), soft_wrap=True)
    out.file.flush()
    bases = () if local(host) or proxies or local(shown(host)) else (address,)
    settings = Settings(database=url, page=built.folder(), bases=bases, proxies=tuple(proxies), judges=judges)
    serving.run(settings, listening, workers)


def local(host: str) -> bool:
    """Whether only this machine can reach an address."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
