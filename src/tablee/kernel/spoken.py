"""What the code of a game says: its refusals, its questions and their answers, its events and their facts.

Read from the source, so that nobody has to write it down: a refusal is a call `Closed(rule, text)`, a question a call
`Question(who, key, rule, options)`, an event a call `Event(what, ...)`. What is put together when it is said cannot be
read so, and is left out.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, NamedTuple

from .chapter import modules
from .oracle import Option
from .sentence import Said


class Refusal(NamedTuple):
    rule: str
    text: str  # a French pattern


class Asked(NamedTuple):
    """A question: its rule, and the answers that are written where it is asked."""

    rule: str
    answers: tuple[tuple[str, str], ...] = ()  # ids and French labels, patterns some of them
    amount: bool = False  # a number is chosen


class Spoken(NamedTuple):
    refusals: Mapping[str, Refusal]  # by their text
    questions: Mapping[str, Asked]
    events: Mapping[str, tuple[str, ...]]  # by what they are, the names of their facts that are written there


@cache
def spoken(package: str) -> Spoken:
    """All that the loaded modules of a package say."""
    refusals, questions, events = dict[str, Refusal](), dict[str, Asked](), dict[str, tuple[str, ...]]()
    for module in sorted(modules(package), key=lambda module: module.__name__):
        helpers = _functions(module)
        for function in helpers.values():
            for name, call in _calls(function):
                first, second, third = (_constant(call, place) for place in range(3))
                if name == "Closed" and second:
                    refusals.setdefault(second, Refusal(first, second))
                elif name == "Question" and second:
                    questions[second] = _joined(questions.get(second), _asked(module, helpers, function, third))
                elif name == "Event" and first:
                    events[first] = tuple(dict.fromkeys((*events.get(first, ()), *_facts(function, call))))
    return Spoken(refusals, dict(sorted(questions.items())), dict(sorted(events.items())))


def _functions(module: ModuleType) -> dict[str, ast.AST]:
    """Every function of a module, methods too, by its name; what stands outside of any under none."""
    try:
        tree = ast.parse(inspect.getsource(module))
    except (OSError, TypeError, SyntaxError):  # without source
        return {}
    found: dict[str, ast.AST] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            name = node.name if node.name not in found else f"{node.name}:{node.lineno}"
            found[name] = node
    return found


def _calls(within: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """What is called there by its name."""
    for node in ast.walk(within):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            yield node.func.id, node


def _constant(call: ast.Call, place: int) -> str:
    given = call.args[place] if len(call.args) > place else None
    return given.value if isinstance(given, ast.Constant) and isinstance(given.value, str) else ""


def _asked(module: ModuleType, helpers: Mapping[str, ast.AST], function: ast.AST, rule: str) -> Asked:
    """The answers that the function which asks, or one of its module that it calls, names or writes out."""
    called = {
        node.func.id for node in ast.walk(function) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
    around = [function, *(helpers[name] for name in sorted(called) if name in helpers)]
    answers = dict[str, str]()
    for each in around:
        for name, call in _calls(each):
            if name == "Option" and _constant(call, 0):
                answers.setdefault(_constant(call, 0), _constant(call, 1))
        for node in ast.walk(each):
            if isinstance(node, ast.Name):
                answers |= {id: label for id, label in _options(vars(module).get(node.id)) if id not in answers}
    return Asked(rule, tuple(answers.items()), any(name == "Amount" for each in around for name, _ in _calls(each)))


def _options(thing: Any) -> Iterator[tuple[str, str]]:
    """The answers that a name of a module stands for."""
    for each in thing if isinstance(thing, tuple) else (thing,):
        if isinstance(each, Option):
            yield str(each.id), each.label.text if isinstance(each.label, Said) else each.label


def _joined(one: Asked | None, other: Asked) -> Asked:
    """A question that is asked in two places."""
    if one is None:
        return other
    answers = {**dict(one.answers), **dict(other.answers)}
    return Asked(one.rule or other.rule, tuple(answers.items()), one.amount or other.amount)


def _facts(function: ast.AST, call: ast.Call) -> Iterator[str]:
    """The names of pairs that stand in an event; where its facts are a variable, in what that is set to."""
    named = {node.id for node in ast.walk(call) if isinstance(node, ast.Name)}
    sources: list[ast.AST] = [call]
    for node in ast.walk(function):
        if isinstance(node, ast.Assign) and any(isinstance(t, ast.Name) and t.id in named for t in node.targets):
            sources.append(node.value)
    for source in sources:
        for node in ast.walk(source):
            if isinstance(node, ast.Tuple) and len(node.elts) == 2 and isinstance(node.elts[0], ast.Constant):
                name = node.elts[0].value
                if isinstance(name, str) and name.isidentifier():
                    yield name
