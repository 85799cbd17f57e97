"""A PostgreSQL server of the tests' own: made in a temporary folder, reached by a socket there, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
import pytest

WHO = "postgres"


def binaries() -> Path | None:
    """The folder of the server's programs: the newest of Debian's, or wherever the path finds it."""
    debian = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    found = str(debian[-1]) if debian else shutil.which("initdb")
    return Path(found).resolve().parent if found else None


def required() -> Path:
    """The same; without it tests fail. `make test` installs it where that can be done."""
    found = binaries()
    if found is None:
        pytest.fail("PostgreSQL is not installed")
    return found


class Postgres:
    """`empty` gives the address of an empty database; `crash` is what a power cut would do to the server."""

    def __init__(self, programs: Path, folder: Path, sync: bool) -> None:
        self.programs, self.folder, self.sync = programs, folder, sync
        self.process: subprocess.Popen[bytes] | None = None
        if os.geteuid() == 0:  # the server refuses to run as root
            user = pwd.getpwnam(WHO if WHO in {each.pw_name for each in pwd.getpwall()} else "nobody")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self._as: dict[str, Any] = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []}
        else:
            self._as = {}
        self._run("initdb", "-D", "data", "-U", WHO, "-A", "trust", "-E", "UTF8", "--locale=C")

    def _run(self, program: str, *args: str) -> None:
        command = [str(self.programs / program), *args]
        subprocess.run(command, cwd=self.folder, check=True, capture_output=True, **self._as)

    def start(self) -> None:
        settings = ("listen_addresses=", f"unix_socket_directories={self.folder}", f"fsync={self.sync}")
        options = [word for setting in settings for word in ("-c", setting)]
        command = [str(self.programs / "postgres"), "-D", "data", *options]
        with (self.folder / "log").open("ab") as log:
            self.process = subprocess.Popen(command, cwd=self.folder, stdout=log, stderr=log, **self._as)
        wait = [str(self.programs / "pg_isready"), "-h", str(self.folder), "-q"]
        for _ in range(600):
            if subprocess.run(wait, check=False).returncode == 0:
                return
            if self.process.poll() is not None:
                break
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text("utf-8"))

    def crash(self) -> None:
        """At once, without saving anything: what was promised to be on disk must be there when it starts again."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait(60)
            self.process = None

    @property
    def url(self) -> str:
        return f"postgresql://{WHO}@/postgres?host={self.folder}"

    def empty(self) -> str:
        """The address of the database, with nothing in it: a new one for each test would take longer to remove."""
        with psycopg.connect(self.url, autocommit=True) as link:
            link.execute("DROP SCHEMA public CASCADE")
            link.execute("CREATE SCHEMA public")
        return self.url


@contextmanager
def running(programs: Path, sync: bool = False) -> Iterator[Postgres]:
    """A server that writes to the disk for good only where a test is about that: it is ten times faster."""
    folder = Path(tempfile.mkdtemp(prefix="tablee-pg-"))
    try:
        server = Postgres(programs, folder, sync)
        try:
            server.start()
            yield server
        finally:
            server.crash()
    finally:
        shutil.rmtree(folder, ignore_errors=True)
