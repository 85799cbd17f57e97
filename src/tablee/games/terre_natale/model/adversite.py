"""Adversity: profiles of opponents, their kinds and roles, powers of monsters, and what a bonus is worth."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Modifier, Part
from tablee.kernel.ledger import rule

from .points import Point

PACKAGE = "tablee.games.terre_natale"
Cinq = tuple[int, int, int, int, int]  # très haut, haut, moyen, bas, très bas
Ampleur = Literal["mineur", "majeur"]
Mesure = Literal["jet", "test"]
DU_SOUFFLE, DE_LA_VIE = ("PE", "PC"), ("PV", "PS")


@rule("TN-10.118", "TN-10.120")
class Profil(Struct, frozen=True, forbid_unknown_fields=True):
    """How much of an opponent somebody is: bonuses at five levels, and what share he has of every resource."""

    nom: str
    dit: str
    competence: Cinq
    attribut: Cinq
    autre: Cinq
    qualite: tuple[int, int]  # of his things, at least and at most
    rang: tuple[int, int]  # of his caste
    karma: int  # per cent of what is computed, as the two below
    souffle: int
    vie: int
    moral: int | None = None  # per cent of vitality or spirituality lost at which he may give up; None: never
    penalite: int | None = None  # or the penalty of a lésion
    promotions: tuple[int, int] = (0, 0)
    cases: int = 0  # more boxes for lésions of every level

    @property
    def total(self) -> tuple[int, ...]:
        """What he adds to his dice where everything is of that level."""
        return tuple([sum(row) for row in zip(self.competence, self.attribut, self.autre, strict=True)])

    def part(self, ressource: str) -> int:
        """The share of a resource, in per cent."""
        return self.karma if ressource == "PK" else self.vie if ressource in DE_LA_VIE else self.souffle


@rule("TN-10.121", "TN-10.122", "TN-10.123", "TN-10.124", "TN-10.125")
class Sorte(Struct, frozen=True, forbid_unknown_fields=True):
    """What kind of being somebody is, and what that makes of a profile."""

    nom: str
    dit: str
    corps: int = 100  # per cent of the value of attributes of the body
    esprit: int = 100
    groupes_seuls: bool = False  # it has learned nothing
    caste: bool = False
    machine: bool = False
    monstre: bool = False  # it has powers, and weaknesses that make up for them
    marques: tuple[str, ...] = ()


class Role(Struct, frozen=True, forbid_unknown_fields=True):
    """What an opponent is good at: attributes and skills from the highest down, and what he fights with."""

    nom: str
    dit: str
    attributs: tuple[str, ...]
    tres_haut: tuple[str, ...]
    haut: tuple[str, ...]
    moyen: tuple[str, ...]
    bas: tuple[str, ...]
    caste: tuple[str, str, str, str] | None = None  # which, its two attributes, its major save
    armes: tuple[str, ...] = ()
    armure: str = ""
    naturelles: tuple[str, ...] = ()
    peau: str = ""
    argument: int = 0
    raisonnement: int = 0
    TAI: int = 10
    STA: int = 10
    points: tuple[Point, ...] = ()

    @property
    def bande(self) -> dict[str, int]:
        """Which of the five levels each skill that is named has."""
        bandes = self.tres_haut, self.haut, self.moyen, self.bas
        return {id: n for n, ids in enumerate(bandes) for id in ids}


# ---------------------------------------------------------------- what bonuses are worth


class Grandeur(Struct, frozen=True, forbid_unknown_fields=True):
    nom: str
    jet: int
    test: int  # 0: no such bonus on a test


class Restriction(Struct, frozen=True, forbid_unknown_fields=True):
    """A condition under which a bonus counts: the rarer, the more it is worth."""

    nom: str
    demis: int  # halves of the modifier
    dit: str


class Fonction(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level of something is worth."""

    nom: str
    ampleur: Ampleur
    malus: bool = False  # and as much is lost elsewhere
    extension: bool = False


class Distance(Struct, frozen=True, forbid_unknown_fields=True):
    nom: str
    dit: str


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    profil: dict[str, Profil]
    repartition: dict[str, tuple[int, int]]
    ampleur: dict[Ampleur, Grandeur]
    condition: dict[str, Restriction]
    fonction: dict[str, Fonction]
    distance: tuple[Distance, ...]
    sorte: dict[str, Sorte]
    role: dict[str, Role]


_LU = read(PACKAGE, "content/adversite.toml", _File)
PROFILS, SORTES, ROLES = _LU.profil, _LU.sorte, _LU.role
REPARTITION = {int(n): split for n, split in _LU.repartition.items()}  # skill, group
AMPLEURS, RESTRICTIONS, FONCTIONS, DISTANCES = _LU.ampleur, _LU.condition, _LU.fonction, _LU.distance


@rule("TN-10.115", "TN-10.116")
def valeur_de_bonus(ampleur: Ampleur, mesure: Mesure, condition: str = "aucune") -> int:
    """What a minor or major bonus adds to a jet or a test; a condition that restricts it raises it, rounded down."""
    grandeur = AMPLEURS[ampleur]
    return (grandeur.jet if mesure == "jet" else grandeur.test) * RESTRICTIONS[condition].demis // 2


@rule("TN-10.117")
def valeur_de_fonction(fonction: str, niveau: int, mesure: Mesure, condition: str = "aucune") -> int:
    """What so many levels of something add to a jet or a test."""
    return niveau * valeur_de_bonus(FONCTIONS[fonction].ampleur, mesure, condition)


# ---------------------------------------------------------------- powers of monsters


class EffetDePouvoir(Struct, frozen=True, forbid_unknown_fields=True):
    """A figure that a power bears on, as one bears on a jet or on a test."""

    on: str
    mesure: Mesure
    when: str = ""  # « {} » is its subject


@rule("TN-10.125")
class Pouvoir(Struct, frozen=True, forbid_unknown_fields=True):
    """Something that sets a monster apart: an avantage, or a weakness that makes up for it; priced as a bonus."""

    nom: str
    dit: str
    ampleur: Ampleur
    faiblesse: bool = False
    condition: str = "aucune"
    phenomene: bool = False  # only chimères have it
    fois: int = 1  # how many bonuses of that size it is worth
    effets: tuple[EffetDePouvoir, ...] = ()
    tags: tuple[str, ...] = ()
    porte: str = ""  # the condition its blows carry
    sujets: dict[str, str] = {}  # what it may be about, if about anything
    origin: str = ""

    @property
    def prix(self) -> int:
        """What it is worth, in minor bonuses; a weakness is worth less than nothing."""
        n = self.fois * AMPLEURS[self.ampleur].jet
        return -n if self.faiblesse else n

    def modificateurs(self, sujet: str = "") -> tuple[Modifier, ...]:
        """What it brings, each figure by the size of the bonus and how rarely it counts."""
        signe = -1 if self.faiblesse else 1
        return tuple(
            [
                Modifier(
                    e.on.format(sujet),
                    signe * self.fois * valeur_de_bonus(self.ampleur, e.mesure, self.condition),
                    self.nom,
                    "TN-10.125",
                    when=e.when.format(sujet),
                )
                for e in self.effets
            ]
        )


class _Pouvoirs(Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    pouvoir: dict[str, Pouvoir]


POUVOIRS = read(PACKAGE, "content/pouvoirs.toml", _Pouvoirs).pouvoir


def tous_les_pouvoirs() -> dict[str, str]:
    """Every power that can be chosen, « id » or « id:sujet », with its name."""
    found: dict[str, str] = {}
    for id, pouvoir in POUVOIRS.items():
        found |= {f"{id}:{s}": f"{pouvoir.nom} ({dit})" for s, dit in pouvoir.sujets.items()} or {id: pouvoir.nom}
    return found


NOMS_DE_POUVOIRS = tous_les_pouvoirs()


@rule("TN-10.117", "TN-10.120", "TN-10.125")
@lru_cache(maxsize=512)
def apport_d_adversite(profil: str, sorte: str, pouvoirs: tuple[str, ...]) -> Part:
    """What the profile, the kind and the powers of an opponent bring to every figure, and the tags they give."""
    modifiers: tuple[Modifier, ...] = ()
    tags: tuple[str, ...] = ()
    if profil:
        tags += "profil", f"profil:{profil}"
        if PROFILS[profil].cases:
            modifiers += (Modifier("cases", PROFILS[profil].cases, PROFILS[profil].nom, "TN-10.120"),)
    if sorte:
        tags += f"sorte:{sorte}", *SORTES[sorte].marques
    for chosen in pouvoirs:
        id, _, sujet = chosen.partition(":")
        modifiers += POUVOIRS[id].modificateurs(sujet)
        tags += f"pouvoir:{id}", *POUVOIRS[id].tags
    return Part(modifiers, tags)
