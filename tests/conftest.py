"""What all tests share: the rule coverage plugin, the toy game, and how hard Hypothesis tries."""

import gc
import os
from collections.abc import Iterator
from functools import partial

import pytest
from hypothesis import HealthCheck, settings

import installing
from tablee.cli import texts
from tablee.kernel.game import Game
from tablee.table import chances

pytest_plugins = ["pytester", "tablee.rules_plugin"]

# A slow machine is no defect: nothing is timed. `--hypothesis-profile=long` looks further, elsewhere each time.
settings.register_profile(
    "short", max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("short"), max_examples=2000, derandomize=False)
settings.load_profile("short")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are processors: tests in a browser wait more than they work."""
    return (os.cpu_count() or 1) * 3 // 2 or 1


def pytest_collection_finish() -> None:
    """What was collected stays for the whole run: nobody needs to look through it for rubbish again and again."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def in_french() -> Iterator[None]:
    """A command that spoke English leaves the terminal speaking French to the next test."""
    yield
    texts.speak("fr")


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> installing.Install:
    """Have these games installed, alone or beside those that are."""
    return partial(installing.install, monkeypatch)


@pytest.fixture
def toy_installed(install: installing.Install) -> Game:
    """The toy game, found by its id as if it were installed, and nothing else."""
    from toy import toy

    install(toy)
    return toy


@pytest.fixture
def no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """Odds are given up after so many branches and drawn so many times, however long that takes: time tells nothing."""
    monkeypatch.setattr(chances, "monotonic", lambda: 0.0)
    monkeypatch.setattr(chances, "BRANCHES", chances.FEWEST)
    monkeypatch.setattr(chances, "MOST", chances.LEAST)
