"""Running the server: one process, or several that share a PostgreSQL database."""

from __future__ import annotations

import ctypes
import gc
import socket
import sys
from contextlib import suppress
from typing import Any

import uvicorn
from litestar import Litestar
from msgspec.structs import replace
from uvicorn.config import STARTUP_FAILURE

from .app import create_app
from .connections import Taking
from .settings import Settings
from .spread import Receiving, Spread

SWITCH = 0.002  # seconds: a thread back from the disk soon has its turn; a shorter one is spent on taking turns
RUBBISH = 4_000, 4, 400  # little at a time, while all wait; all of it, which takes 0.1 s, every ten minutes or so
ARENA_MAX, ARENAS = -8, 2  # of malloc.h; two: one for what is told, one for what is written
BACKLOG = 2048  # connections that wait to be taken
MESSAGE = 65_536  # bytes of what a client may say through a WebSocket
IDLE = 20  # seconds a connection is kept open without a request
GRACE = 3  # seconds for what is under way when the server stops


def app() -> Litestar:
    """What a worker process serves."""
    sys.setswitchinterval(SWITCH)
    gc.set_threshold(*RUBBISH)
    share_memory()
    return create_app(Settings.of_environment())


def share_memory() -> None:
    """Have threads share what memory there is: each would else keep for itself what it once took, and a server that
    brings in campaigns would grow for hours. Only glibc has to be told."""
    with suppress(AttributeError, OSError, TypeError):
        ctypes.CDLL(None).mallopt(ARENA_MAX, ARENAS)


def bound(host: str, port: int) -> socket.socket:
    """A socket that listens; OSError if the address cannot be had. Port 0: any that is free.

    Whoever comes before the server answers, with a link just printed, waits for it and is not turned away.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(BACKLOG)
    except OSError:
        listening.close()
        raise
    listening.set_inheritable(True)
    return listening


APP = "tablee.web.serving:app"


def how(settings: Settings) -> dict[str, Any]:
    """How connections are dealt with. X-Forwarded headers count from those alone who are named."""
    return {
        "factory": True,
        "http": "tablee.web.connections:Guarded",
        "log_level": "warning",
        "access_log": False,
        "server_header": False,
        "proxy_headers": bool(settings.proxies),
        "forwarded_allow_ips": list(settings.proxies),
        "ws_max_size": MESSAGE,
        "ws_per_message_deflate": False,  # messages are small, and each link would keep a window of its own
        "timeout_keep_alive": IDLE,
        "timeout_graceful_shutdown": GRACE,
    }


def run(settings: Settings, listening: socket.socket, workers: int = 1) -> None:
    """Serve until told to stop."""
    if settings.judges:  # of the whole server, shared out among its processes
        settings = replace(settings, judges=max(1, settings.judges // workers))
    settings.to_environment()
    if not hasattr(socket, "send_fds"):  # where connections cannot be handed over, any process takes any
        uvicorn.run(APP, fd=listening.fileno(), workers=workers, **how(settings))
    elif workers == 1:
        serve(Taking(uvicorn.Config(APP, **how(settings)), listening))
    elif status := Spread(listening, workers, GRACE + 2).run():
        sys.exit(status)


def receive(handed: int) -> None:
    """Serve the connections that come through this, in one of several processes."""
    serve(Receiving(uvicorn.Config(APP, **how(Settings.of_environment())), socket.socket(fileno=handed)))


def serve(server: Taking) -> None:
    with suppress(KeyboardInterrupt):  # it has stopped, and says so again
        server.run()
    if not server.started:
        sys.exit(STARTUP_FAILURE)
