"""Traits: the catalogue, and what those that somebody has bring to his figures. The rules about them are chapter 3."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.effects import Modifier
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule

if TYPE_CHECKING:
    from .people import Trait

PACKAGE = "tablee.games.terre_natale"
Polarite = Literal["avantage", "desavantage"]
Sujet = Literal[
    "",
    "attribut",
    "attribut_ou_competence",
    "competence",
    "groupe",
    "sauvegarde",
    "recuperation",
    "habitude",
    "interruption",
    "posture",
    "circonstance",
    "libre",
]


class Effet(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """So much for each rank on a figure of model/effects.py; « {} » in its name is the subject."""

    on: str
    n: int
    when: str = ""
    cumul: bool = False  # adds up with others of the same nature (TN-3.5)


@rule("TN-3.1", "TN-3.3", "TN-3.4", "TN-3.10")
class TraitDuLivre(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trait as the catalogue has it."""

    nom: str
    cout: tuple[int, ...]  # PP of each rank: what an avantage costs, what a désavantage gives (TN-3.8)
    polarite: Polarite = "avantage"
    depart: bool = False  # only at creation (TN-3.3)
    extension: bool = False  # belongs to a book of its own, and acts only where that is played
    sujet: Sujet = ""  # what it is about, chosen with it; had once for each
    requiert: dict[str, int] = {}  # « FOR », « competence:parade », « groupe:defense », « trait:ID », « rang »
    exclut: tuple[str, ...] = ()
    effets: tuple[Effet, ...] = ()
    tags: tuple[str, ...] = ()  # what a rule asks for; « {} » is the subject
    dit: str = ""  # what it does, where its effects do not say it all
    style: str = ""  # whom it suits: « combat », « social », « aventure », « ombre », « savoir », « corps », « esprit »
    origin: str = ""  # « tablee »: ours
    id: str = ""
    regle: str = "TN-3.10"

    @property
    def rangs(self) -> int:
        return len(self.cout)

    @property
    def signe(self) -> int:
        """What a rank does to the points of whoever takes it."""
        return -1 if self.polarite == "avantage" else 1

    @cached_property
    def doublable(self) -> bool:
        """Whether its effects can be doubled as figures (TN-6.47)."""
        return bool(self.effets) and not any(e.on.startswith(("formation:", "plancher:")) for e in self.effets)

    @rule("TN-3.5")
    def modificateurs(self, rang: int, sujet: str = "") -> Iterator[Modifier]:
        """What it brings at a rank. Avantages of one nature are a family: of several bonuses to one figure the best."""
        for e in self.effets:
            on = e.on.format(sujet)
            family = f"avantage:{on}" if self.polarite == "avantage" and not e.cumul else ""
            yield Modifier(on, e.n * rang, self.nom, self.regle, family, e.when.format(sujet))

    def marques(self, sujet: str = "") -> Iterator[str]:
        """The tags that whoever has it bears."""
        yield f"trait:{self.id}"
        if sujet:
            yield f"trait:{self.id}:{sujet}"
        yield from (tag.format(sujet) for tag in self.tags)


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    trait: dict[str, TraitDuLivre]
    circonstance: dict[str, str] = {}  # what may be said of the place and moment of a test
    habitude: dict[str, str] = {}  # actions that one may be « habitué » to
    interruption: dict[str, str] = {}  # interruptions that one may have « en réflexe »
    posture: dict[str, str] = {}  # what the action gratuite of a stance is
    recuperation: dict[str, str] = {}  # what may have a recovery of its own (TN-4.53)


CATALOGUE = content.read(PACKAGE, "content/traits.toml", Catalogue)
TRAITS: dict[str, TraitDuLivre] = {id: replace(trait, id=id) for id, trait in CATALOGUE.trait.items()}


def ensemble(*several: Iterable[Trait]) -> tuple[Trait, ...]:
    """Traits from several sources: the ranks of the same trait about the same thing add up."""
    found: dict[tuple[str, str], Trait] = {}
    for t in chain(*several):
        had = found.get((t.id, t.sujet))
        found[t.id, t.sujet] = t if had is None else replace(t, rang=had.rang + t.rang)
    return tuple(found.values())
