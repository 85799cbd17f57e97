"""Every pattern of a reason, a fault or a refusal that is written in the sources, found by reading them."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

WHERE = {"Closed": 1, "Said": 0, "chain": 0}  # which argument is the pattern; its facts come next
Names = dict[str, list[ast.expr]]  # what each may stand for


class Pattern(NamedTuple):
    """Where a pattern is said, its texts (one, or several to choose from) and all that is written in its facts."""

    where: str
    texts: tuple[str, ...]
    facts: tuple[ast.AST, ...]
    function: ast.AST


def patterns(root: Path, paths: Iterable[Path]) -> Iterator[Pattern]:
    """Of these files, told from a folder. What cannot be read, such as the text of another reason, has no texts."""
    for path in sorted(paths):
        tree = ast.parse(path.read_text("utf-8"))
        module = assigned(tree)
        for function, call in _calls(tree, tree):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            here = assigned(function) if function is not tree else {}
            names = {**module, **here}
            text, facts = call.args[WHERE[name]], call.args[WHERE[name] + 1 : WHERE[name] + 2]
            if name != "chain" or isinstance(text, ast.Constant):
                where = f"{path.relative_to(root).as_posix()}:{call.lineno}"
                yield Pattern(where, tuple(_texts(text, names)), tuple(_parts(facts, dict(here))), function)


def assigned(function: ast.AST) -> Names:
    """What each name of a function or a module may stand for, as far as it is said in so many words."""
    found: Names = {}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
            for name, value in _pairs(node.targets if isinstance(node, ast.Assign) else [node.target], node.value):
                found.setdefault(name, []).append(value)
        elif isinstance(node, ast.NamedExpr):
            found.setdefault(node.target.id, []).append(node.value)
    return found


def _calls(node: ast.AST, function: ast.AST) -> Iterator[tuple[ast.AST, ast.Call]]:
    """Each call that says something, with the function it stands in."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.Call) and isinstance(child.func, ast.Name) and child.func.id in WHERE and child.args:
            yield function, child
        yield from _calls(child, child if isinstance(child, ast.FunctionDef) else function)


def _texts(node: ast.expr, names: Names) -> Iterator[str]:
    """What a pattern may be: a text, one of two, one of a table, or whatever a name stands for."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp():
            yield from _texts(node.body, names)
            yield from _texts(node.orelse, names)
        case ast.Name(id=name):
            yield from (text for value in names.get(name, ()) for text in _texts(value, names))
        case ast.Subscript(value=ast.Name(id=name)):
            tables = [table for table in names.get(name, ()) if isinstance(table, ast.Dict)]
            yield from (text for table in tables for value in table.values for text in _texts(value, names))


def _parts(facts: Iterable[ast.expr], names: Names) -> Iterator[ast.AST]:
    """All that is written in facts; one that was worked out before stands there by its name."""
    for fact in facts:
        if isinstance(fact, ast.Tuple):
            yield from _parts(fact.elts, names)
        elif isinstance(fact, ast.Name) and fact.id in names:
            yield from _parts(names.pop(fact.id), names)
        else:
            yield from ast.walk(fact)


def _pairs(targets: Iterable[ast.expr], value: ast.expr) -> Iterator[tuple[str, ast.expr]]:
    for target in targets:
        if isinstance(target, ast.Name):
            yield target.id, value
        elif isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple) and len(target.elts) == len(value.elts):
            for each, part in zip(target.elts, value.elts, strict=True):
                yield from _pairs([each], part)
