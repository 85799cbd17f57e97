"""Manoeuvres, as the book lists them."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel import content

from .catalogue import PACKAGE


class Manoeuvre(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    nom: str
    rule: str
    rang: int = 0
    aug: int = 0
    vide: int = 0
    combine: bool = False  # ²: with one other manoeuvre
    ameliorable: bool = False  # °: better with 1 point de vide
    avec: tuple[str, ...] = ()  # the only skills it may be used with
    tir: bool = False  # for ranged weapons only


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["livre"]
    manoeuvre: tuple[Manoeuvre, ...]


MANOEUVRES = {m.id: m for m in content.read(PACKAGE, "content/manoeuvres.toml", _Fichier).manoeuvre}
