"""`tablee new-game`: what it writes is installed, keeps its contract and passes its own tests."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tablee.cli import main
from tablee.kernel.content import ContentError
from tablee.starting import make, written


def install(package: Path, target: Path) -> None:
    """A package into a folder of its own, without any network."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-index"]
    subprocess.run([*pip, "--no-build-isolation", "--no-deps", "--target", target, package], check=True, timeout=120)


def run(*command: str, target: Path, here: Path) -> subprocess.CompletedProcess[str]:
    """A command of Python where what lies in the target is installed."""
    env = {**os.environ, "PYTHONPATH": str(target), "COLUMNS": "160", "PYTHONDONTWRITEBYTECODE": "1"}
    args = [sys.executable, "-m", *command]
    return subprocess.run(args, capture_output=True, text=True, timeout=240, env=env, cwd=here, check=False)


def test_a_new_game_is_installed_checked_and_tested(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "mon_duel", "--in", str(tmp_path)]) == 0
    assert "tablee check mon_duel" in capsys.readouterr().out
    package, target = tmp_path / "mon_duel", tmp_path / "target"
    install(package, target)
    checked = run("tablee.check", "mon_duel", "--quick", target=target, here=tmp_path)
    assert (checked.returncode, checked.stderr) == (0, "") and "✗" not in checked.stdout, checked.stdout
    tested = run("pytest", "-q", "-p", "no:cacheprovider", target=target, here=package)
    assert tested.returncode == 0, tested.stdout
    covered = run("pytest", "-p", "no:cacheprovider", "--rules=mon_duel", target=target, here=package)
    assert covered.returncode == 0 and "mon_duel 6/6" in covered.stdout, covered.stdout
    for command in (
        ["check", "--select", "E,F,W", "--line-length", "120"],
        ["format", "--check", "--line-length", "120"],
    ):
        styled = run("ruff", *command, "--isolated", ".", target=target, here=package)
        assert styled.returncode == 0, styled.stdout


@pytest.mark.parametrize("name", ["Mon_Duel", "épée", "mon duel", "3d6", "../x", "", "_x", "x" * 41, "duel-x"])
def test_a_bad_name_gets_a_sentence(name: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match="lettres minuscules sans accent"):
        make(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("name", "said"), [("class", "mot de Python"), ("json", "mot de Python"), ("fluid", "déjà installé")]
)
def test_a_name_that_is_taken_gets_another_one(name: str, said: str, tmp_path: Path) -> None:
    with pytest.raises(ContentError, match=said):
        make(name, tmp_path)


def test_nothing_is_overwritten(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept = tmp_path / "mien" / "notes.txt"
    kept.parent.mkdir()
    kept.write_text("à garder", "utf-8")
    assert main(["new-game", "mien", "--in", str(tmp_path), "--lang", "en"]) == 2
    assert "nothing is overwritten" in capsys.readouterr().err
    assert [path.name for path in kept.parent.iterdir()] == ["notes.txt"] and kept.read_text("utf-8") == "à garder"


def test_every_placeholder_of_the_template_is_filled() -> None:
    files = written("mon_duel")
    assert "src/mon_duel/content/words/mots.toml" in files and "tests/test_mon_duel.py" in files
    assert not [path for path, text in files.items() if "@name@" in text or "@CODE@" in text or "@title@" in text]
