"""How a game is built: no circle of imports, a name means one thing within a game, few parameters."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

import tablee
from tablee.kernel.game import games

SOURCES = Path(tablee.__file__).parent
GAMES = sorted(games())
IN_ORDER = [game for game in GAMES if game != "terre_natale"]  # its names are its chapters’ own
EVERYWHERE = {"offers"}  # what each chapter owes to its game, by name
PARAMETERS = 7


@cache
def modules(game: str) -> dict[str, Path]:
    """Every module of a game by its dotted name."""
    found = {}
    for path in sorted((SOURCES / "games" / game).rglob("*.py")):
        parts = path.relative_to(SOURCES).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def imports(game: str, name: str) -> Iterator[str]:
    """The modules of the game that this one has to have when it is loaded; types alone are not needed then."""
    known, path = modules(game), modules(game)[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in tree(path).body:
        if isinstance(node, ast.ImportFrom) and node.level:
            base = [*package[: len(package) - node.level + 1], *(node.module.split(".") if node.module else ())]
            for alias in node.names:
                named = ".".join((*base, alias.name))
                yield named if named in known else ".".join(base)


def functions(path: Path) -> Iterator[ast.FunctionDef]:
    return (node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef))


def wanted(function: ast.FunctionDef) -> int:
    """How many parameters a caller thinks of."""
    args = function.args
    return sum(arg.arg not in ("self", "cls") for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs))


@pytest.mark.parametrize("game", GAMES)
def test_no_circle_of_imports(game: str) -> None:
    graph = {name: set(imports(game, name)) & set(modules(game)) - {name} for name in modules(game)}
    assert sum(map(len, graph.values())) > len(graph)  # they were found
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(error.args[1]))


@pytest.mark.parametrize("game", GAMES)
def test_no_import_inside_a_function(game: str) -> None:
    late = [
        (name, function.name)
        for name, path in modules(game).items()
        for function in functions(path)
        if any(isinstance(node, ast.Import | ast.ImportFrom) for node in ast.walk(function))
    ]
    assert late == []


@pytest.mark.parametrize("game", IN_ORDER)
def test_a_function_s_name_means_one_thing_within_a_game(game: str) -> None:
    names = Counter(
        node.name
        for path in modules(game).values()
        for node in tree(path).body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    )
    assert {name for name, times in names.items() if times > 1} - EVERYWHERE == set()


@pytest.mark.parametrize("where", [*(f"games/{game}" for game in IN_ORDER), "kernel"])
def test_no_more_than_seven_parameters(where: str) -> None:
    paths = sorted((SOURCES / where).rglob("*.py"))
    over = [(path.name, f.name, wanted(f)) for path in paths for f in functions(path) if wanted(f) > PARAMETERS]
    assert paths and over == []
