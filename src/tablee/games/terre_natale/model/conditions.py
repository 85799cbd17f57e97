"""Conditions: the catalogue of them, and those that somebody has, each with its charges."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Modifier, Part
from tablee.kernel.ledger import rule
from tablee.kernel.refs import WhoOrNobody

Plan = Literal["physique", "mental", "mixte"]
Duree = Literal["ephemere", "temporaire", "permanente"]
Famille = Literal["rupture", "choc", "prejudiciable", "affliction", "benefique"]
EPREUVES: dict[Plan, str] = {"physique": "robustesse", "mental": "determination", "mixte": "robustesse"}


class Effet(Struct, frozen=True, forbid_unknown_fields=True):
    """So much on a figure."""

    on: str
    n: int
    par: int = 0  # for each so many charges begun; 0: whatever they are


@rule("TN-8.211", "TN-8.214", "TN-8.217", "TN-8.218", "TN-8.220", "TN-8.241")
class Affection(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition of the catalogue."""

    nom: str
    dit: str
    nature: Plan
    famille: Famille
    positive: bool = False
    sauvegarde: str = ""  # another one than that of its nature; « aucune »
    mode: str = ""  # the attribute that afflicts with it
    effets: tuple[Effet, ...] = ()
    marques: tuple[str, ...] = ()
    regle: str = "TN-8.241"
    liberte: Literal["", "en_partie", "entiere"] = ""  # what it takes of one's freedom
    prive: str = ""  # the kind of action it deprives one of
    force: str = ""  # the kind of action it forces on one
    ressource: Literal["", "PV", "PS", "PE"] = ""  # what a rupture costs, and how much a tour
    degats: int = 0
    decharge: Literal["recuperation", "aucune"] = "recuperation"
    geste: bool = False  # a mere gesture ends it
    devient: str = ""  # what it is once its charges are halved
    soin: str = ""  # the skill that cares for it, if it is not that of the kind of care
    substance: bool = False
    fin: Literal["", "confrontation"] = ""  # what ends it besides the scene

    @property
    def epreuve(self) -> str:
        """The save against it; none: there is nothing to be done."""
        return "" if self.sauvegarde == "aucune" else self.sauvegarde or EPREUVES[self.nature]


@rule("TN-8.239")
class Variante(Struct, frozen=True, forbid_unknown_fields=True):
    """A property of a substance."""

    nom: str
    exclut: str
    degats: int = 0
    decharge: int = 0
    difficulte: int = 0


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    affection: dict[str, Affection]
    variante: dict[str, Variante]


_FILE = read("tablee.games.terre_natale", "content/conditions.toml", _File)
AFFECTIONS, VARIANTES = _FILE.affection, _FILE.variante


class Condition(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One time that a condition was contracted: each has its own charges, falls and is healed by itself (TN-8.232)."""

    id: str
    charges: Annotated[int, Meta(ge=0)] = 0  # 0: it has none, and lasts as long as its duration
    duree: Duree = "ephemere"
    difficulte: int = 10  # difficulté d'effet (TN-8.216)
    initiales: int = 0  # the charges it was contracted with
    avancee: bool = False  # by its source: counts for two
    variantes: tuple[str, ...] = ()
    tests: tuple[str, ...] = ()  # the kinds of test already made against it (TN-8.182)
    operable: bool = False  # the game master says that surgery may help (TN-8.228)
    par: WhoOrNobody = ""

    def __post_init__(self) -> None:
        inconnus = [x for x in self.variantes if x not in VARIANTES]
        if self.id not in AFFECTIONS or inconnus:
            raise ValueError(f"pas de condition « {self.id} » {inconnus or ''}")

    @property
    def sorte(self) -> Affection:
        return AFFECTIONS[self.id]

    def des_variantes(self, figure: Literal["degats", "decharge", "difficulte"]) -> int:
        """What the properties of a substance add to a figure."""
        return sum([getattr(VARIANTES[x], figure) for x in self.variantes])


Conditions = tuple[Condition, ...]


@rule("TN-8.232", "TN-8.233")
def multiplicite(conditions: Conditions, id: str) -> int:
    """How often a condition applies its effects: once, or twice if it is stacked or advanced, never more."""
    return min(2, sum([1 + c.avancee for c in conditions if c.id == id]))


@rule("TN-8.225", "TN-8.233")
@lru_cache(maxsize=4096)
def apport(conditions: Conditions) -> Part:
    """All that conditions bring: figures, doubled where they are advanced, those by charges as they are now; tags."""
    modifiers: list[Modifier] = []
    tags: list[str] = []
    for id in dict.fromkeys([c.id for c in conditions]):
        sorte, fois = AFFECTIONS[id], multiplicite(conditions, id)
        charges = max([c.charges for c in conditions if c.id == id])
        for e in sorte.effets:
            n = e.n * fois * (-(-charges // e.par) if e.par else 1)
            modifiers.append(Modifier(e.on, n, sorte.nom, sorte.regle))
        tags += [f"condition:{id}", *sorte.marques]
    return Part(tuple(modifiers), tuple(tags))


@rule("TN-8.235")
def charges_de_choc(conditions: Conditions, nature: Plan) -> int:
    """The charges of shock of one nature, all together."""
    return sum([c.charges for c in conditions if c.sorte.famille == "choc" and c.sorte.nature == nature])
