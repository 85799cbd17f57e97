"""What all tests share: the rule coverage plugin, the toy game, and how hard Hypothesis tries."""

import os

import pytest
from hypothesis import HealthCheck, settings

import tablee.kernel.game
from tablee.kernel.game import Game

pytest_plugins = ["pytester", "rules_plugin"]

# A slow machine is no defect: nothing is timed. `--hypothesis-profile=long` looks further, elsewhere each time.
settings.register_profile(
    "short", max_examples=100, derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow]
)
settings.register_profile("long", settings.get_profile("short"), max_examples=2000, derandomize=False)
settings.load_profile("short")


def pytest_xdist_auto_num_workers() -> int:
    """Half as many again as there are processors: tests in a browser wait more than they work."""
    return (os.cpu_count() or 1) * 3 // 2 or 1


@pytest.fixture
def toy_installed(monkeypatch: pytest.MonkeyPatch) -> Game:
    """The toy game, found by its id as if it were installed, and nothing else."""
    from toy import toy

    monkeypatch.setattr(tablee.kernel.game, "games", lambda: {toy.id: toy})
    return toy
