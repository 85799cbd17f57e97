"""What a joute keeps beside its blows: what was said of a discourse, who bears with whom, the cause that is debated."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

Disposition = Literal["favorable", "defavorable"]
Solidite = Literal["normale", "faillible", "solide"]
Cout = Literal["rien", "temps", "delicat", "danger", "mort"]


class Ecart(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table that leaves a choice: from so much to so much."""

    nom: str
    bas: int
    haut: int
    contre: str = ""


@rule("TN-8.407", "TN-8.408")
class Seuils(Struct, frozen=True, forbid_unknown_fields=True):
    """What credit a cause of such a solidity wins at, and how far below nothing it is lost."""

    nom: str
    victoire: int
    defaite: int


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    modificateur: dict[str, Ecart]
    solidite: dict[str, Seuils]
    cout: dict[str, Ecart]


_FILE = read("tablee.games.terre_natale", "content/joute.toml", _File)
MODIFICATEURS, SOLIDITES, COUTS = _FILE.modificateur, _FILE.solidite, _FILE.cout


class Parole(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What the game master has said of somebody in a joute: of what he says, and of how he can be spoken to."""

    propos: dict[str, int] = {}  # TN-8.400: on the difficulty of what he does with words
    sujet: str = ""  # TN-8.397: the matter he pleads; that of his side where none is named
    sourd: bool = False  # TN-8.389: neither hears nor understands what is said
    cache: bool = False  # TN-8.391: nobody sees him


class Dialogue(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """How far somebody has been tried on one matter (TN-8.395)."""

    usee: int = 0  # of his tolérance
    rompu: bool = False  # TN-8.396: nothing more can be said to him about it


class Cause(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A cause under debate: who stands for it, and what credit it has (TN-8.405)."""

    sujet: str
    pour: str  # the side that defends it; all others attack it
    solidite: Solidite = "normale"
    credibilite: int = 0

    @property
    def seuils(self) -> Seuils:
        return SOLIDITES[self.solidite]
