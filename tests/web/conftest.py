"""A server in this process with the arena installed, and one in a process of its own with what is installed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from litestar.testing import TestClient

from installing import Install
from table.arena import arena
from tablee.web.app import create_app
from tablee.web.settings import Settings

from .devices import NO_LIMITS, Device, server


@pytest.fixture
def arena_installed(install: Install) -> None:
    install(arena, alone=False)


@pytest.fixture
def http(arena_installed: None, tmp_path: Path) -> Iterator[httpx.Client]:
    with TestClient(create_app(Settings(f"sqlite:///{tmp_path}/tablee.db", beat=0.2))) as client:
        yield client


@pytest.fixture
def gm(http: httpx.Client) -> Device:
    return Device(http).create()


@pytest.fixture
def luc(gm: Device) -> Device:
    return Device(gm.http).join(gm.invite(), "Luc")


@pytest.fixture
def eve(gm: Device) -> Device:
    return Device(gm.http).join(gm.invite(role="spectator"), "Ève")


@pytest.fixture(scope="session")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A real server, for all tests of this session that need one."""
    folder = tmp_path_factory.mktemp("server")
    with server(Settings(f"sqlite:///{folder}/tablee.db", rates=NO_LIMITS)) as address:
        yield address


@pytest.fixture
def far(url: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=url, timeout=60) as client:
        yield client
