"""What to begin with: characters nearly done, and people who are ready to be called into a scene."""

from __future__ import annotations

from typing import Any

import msgspec

from tablee.kernel import content
from tablee.kernel.draft import Start

from ..book.c5_creation.echelles import PACKAGE
from ..book.c10_monde.adversite import ADVERSAIRES, engendrer
from .draft import Brouillon


class _Start(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    note: str
    draft: Brouillon


class _File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    pret: dict[str, dict[str, Any]]
    start: dict[str, _Start]


_READ = content.read(PACKAGE, "content/prets.toml", _File)
STARTS = {id: Start(start.label, start.note, start.draft) for id, start in _READ.start.items()}
_MADE = {id: {"fiche": msgspec.to_builtins(start.draft.fiche)} for id, start in _READ.start.items()}
_OPPOSED = {id: msgspec.to_builtins(engendrer(c, id)) for id, c in ADVERSAIRES.items()}
CAST = {"pret": _READ.pret | _MADE, "adversaire": _OPPOSED}  # who can be called into a scene
