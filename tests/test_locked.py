"""What is installed is what requirements/ says, and that is what pyproject.toml asks for."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from importlib.metadata import PackageNotFoundError, requires, version
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from locked import LOCKS, ROOT, Pin, lock

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
GROUPS: dict[str, list[str]] = PROJECT["dependency-groups"]
RUNTIME: list[str] = PROJECT["project"]["dependencies"]
BUILD = [*PROJECT["build-system"]["requires"], *GROUPS["build"]]
ASKED = {
    "play": [*RUNTIME, *BUILD],
    "dev": [*RUNTIME, *BUILD, *PROJECT["project"]["optional-dependencies"]["dev"]],
}


def needed(asked: Iterable[str], extras: Iterable[str] = ("",)) -> Iterator[Requirement]:
    """Those of these requirements that count on this machine."""
    for said in map(Requirement, asked):
        if said.marker is None or any(said.marker.evaluate({"extra": extra}) for extra in extras):
            yield said


def faults(asked: Sequence[str], pins: dict[str, Pin]) -> list[str]:
    """Where a lock is not exactly what is asked for, with all that this needs in turn, on this machine."""
    found: list[str] = []
    seen: set[tuple[str, str]] = set()
    ahead = list(needed(asked))
    while ahead:
        said = ahead.pop()
        name = canonicalize_name(said.name)
        if name not in pins or not said.specifier.contains(pins[name].version, prereleases=True):
            found.append(f"{said}: the lock has {pins[name].version if name in pins else 'none'}")
            continue
        for extra in {"", *said.extras} - {extra for known, extra in seen if known == name}:
            seen.add((name, extra))
            ahead += needed(requires(name) or (), (extra,))
    needless = {name for name, pin in pins.items() if pin.here} - {name for name, _ in seen}
    return sorted({*found, *(f"{name}: nothing needs it" for name in needless)})


@pytest.mark.parametrize("name", ["play", "dev"])
def test_the_lock_is_what_pyproject_asks_for(name: str) -> None:
    assert faults(ASKED[name], lock(name)) == [], "make lock writes it again"


def test_the_node_that_comes_from_pypi_is_locked() -> None:
    (said,) = map(Requirement, GROUPS["node"])
    ((name, pin),) = lock("node").items()
    assert name == said.name
    assert said.specifier.contains(pin.version)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ([*ASKED["play"], "gurps>=4"], ["gurps>=4: the lock has none"]),
        ([*ASKED["play"], "litestar>=99"], [f"litestar>=99: the lock has {lock('play')['litestar'].version}"]),
        ([*ASKED["play"], "gurps>=4; python_version < '3'"], []),
        ([each for each in ASKED["play"] if not each.startswith("zstandard")], ["zstandard: nothing needs it"]),
    ],
)
def test_a_lock_that_was_not_written_again_is_found(asked: list[str], said: list[str]) -> None:
    assert faults(asked, lock("play")) == said


@pytest.mark.parametrize("name", LOCKS)
def test_every_version_has_its_hashes_and_no_index_is_named(name: str) -> None:
    assert [package for package, pin in lock(name).items() if not pin.hashes] == []
    assert "://" not in (ROOT / "requirements" / f"{name}.txt").read_text("utf-8")


def test_who_works_on_it_has_what_players_have() -> None:
    """The same files of the same versions; what players need on some machines alone, others may need everywhere."""
    everything = lock("dev")
    files = {name: pin[:2] for name, pin in lock("play").items()}
    assert {name: everything[name][:2] for name in files if name in everything} == files


def test_what_is_installed_is_what_was_locked() -> None:
    pins = {name: pin.version for name, pin in lock("dev").items() if pin.here}
    assert {name: installed(name) for name in pins} == pins, "make test installs it"


def installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
