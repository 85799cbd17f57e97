"""Dotted paths into plain data, as files name things: « personnages.jok.fiche.AGI »."""

from __future__ import annotations

from typing import Any


class NoPath(KeyError):
    """Nothing can stand there."""


def put(data: Any, path: str, value: Any) -> Any:
    """Plain data with this value at a path; a part of which all is as by default need not be written yet."""
    return _put(data, path.split("."), value, path)


def _put(data: Any, keys: list[str], value: Any, path: str) -> Any:
    if not keys:
        return value
    key, rest = keys[0], keys[1:]
    if isinstance(data, dict) and (key in data or not rest):
        return {**data, key: _put(data.get(key), rest, value, path)}
    if isinstance(data, list | tuple) and key.isdecimal() and int(key) < len(data):
        at = int(key)
        return [*data[:at], _put(data[at], rest, value, path), *data[at + 1 :]]
    if isinstance(data, dict):  # a part of which all is as by default is not written
        return {**data, key: _put({}, rest, value, path)}
    raise NoPath(path)


def get(data: Any, path: str) -> Any:
    """What stands at a path of tables; None where nothing does."""
    for key in path.split("."):
        data = data.get(key) if isinstance(data, dict) else None
    return data


def cut(data: Any, path: str) -> Any:
    """Plain data without what stands at a path of tables."""
    key, _, rest = path.partition(".")
    if not isinstance(data, dict) or key not in data:
        return data
    return {**data, key: cut(data[key], rest)} if rest else {k: v for k, v in data.items() if k != key}
