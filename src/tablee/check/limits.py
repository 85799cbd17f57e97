"""A bounded time for what may never end: whoever runs too long is stopped where he is."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class TooLong(BaseException):
    """The time is over. BaseException, so that no rule swallows it; its traceback says where it was."""


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """TooLong in this thread once so many seconds have passed; not before, and not after the block has ended."""
    here, over = ctypes.c_ulong(threading.get_ident()), threading.Event()

    def stop() -> None:
        over.set()
        ctypes.pythonapi.PyThreadState_SetAsyncExc(here, ctypes.py_object(TooLong))

    clock = threading.Timer(seconds, stop)
    clock.daemon = True
    clock.start()
    try:
        yield
        clock.cancel()
        while over.is_set():  # it rang as the block ended: the exception is on its way, and must not be met elsewhere
            time.sleep(0.001)
    finally:
        clock.cancel()
