"""Castes: the catalogue, the table of the ranks, and what a rank brings. The rules about them are chapter 6."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.effects import Modifier
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule

from .caracteristiques import SAUVEGARDES
from .sums import CORPS
from .traits import PACKAGE, TRAITS, TraitDuLivre

if TYPE_CHECKING:
    from .people import Caste

Frequence = Literal["tour", "scene"]


@rule("TN-6.8", "TN-6.48")
class Rang(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the tables of ranks: what it asks for, and what it brings."""

    rang: int
    romain: str
    titre: str
    experience: int
    aptitudes: int
    pa: int
    sauvegardes: tuple[int, int, int]  # majeure, mineure, hors caste
    maximum: int  # of the caste attributes
    pp: int = 0
    choix: tuple[str, ...] = ()  # what is chosen at this rank
    autres: tuple[str, ...] = ()  # the other benefits, by their names


@rule("TN-6.15", "TN-6.33")
class ActionDeCaste(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a caste can do in a confrontation: an action libre that helps the next action of its kind."""

    nom: str
    vers: tuple[
        str, ...
    ] = ()  # the ends of the keys it helps: « groupe:combat », « competence:parade »; empty: the nature
    n: int = 2
    sur: Literal["bonus", "net", "jet"] = "bonus"


@rule("TN-6.1", "TN-6.2", "TN-6.14")
class CasteDuLivre(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """A caste as the catalogue has it; one that has traits of its own is advanced."""

    nom: str
    dit: str
    attributs: tuple[tuple[str, ...], tuple[str, ...]]  # one of each, two different ones
    nature: str = ""
    majeures: tuple[str, ...] = ()  # saves of which one is chosen; the others that are named are minor
    mineures: tuple[str, ...] = ()
    privilege: Frequence = "scene"
    entrainements: tuple[str, ...] = ()
    action: ActionDeCaste | None = None
    traits: tuple[TraitDuLivre, ...] = ()
    couvre: tuple[str, ...] = ()  # groups that its privilege covers, where its nature leaves it to the caste
    ressources: tuple[str, ...] = ()  # where its profile says other than its nature (TN-6.17)
    ferme: bool = False  # belongs to an extension
    origin: str = ""
    id: str = ""

    @property
    def avancee(self) -> bool:
        return bool(self.traits)

    @cached_property
    def possibles(self) -> frozenset[str]:
        """All attributes it can rest on."""
        return frozenset(self.attributs[0]) | frozenset(self.attributs[1])

    def admet(self, principal: str, secondaire: str) -> bool:
        """Whether these can be its two attributes; which of them comes first is the player's choice."""
        one, two = self.attributs
        return principal != secondaire and (
            (principal in one and secondaire in two) or (principal in two and secondaire in one)
        )


class Nature(Struct, frozen=True, forbid_unknown_fields=True):
    """What castes of a nature share: the resources by the kind of their attributes, and what their privilege covers."""

    nom: str
    situation: str  # what the privilege covers, in words
    corps: tuple[str, ...] = ()
    mixte: tuple[str, ...] = ()
    esprit: tuple[str, ...] = ()
    categories: tuple[str, ...] = ()  # kinds of groups of skills
    groupes: tuple[str, ...] = ()  # groups beside those
    ferme: bool = False


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    nature: dict[str, Nature]
    caste: dict[str, CasteDuLivre]
    rang: tuple[Rang, ...]


CATALOGUE = content.read(PACKAGE, "content/castes.toml", Catalogue)
NATURES = CATALOGUE.nature
RANGS = CATALOGUE.rang
REGLES = ("TN-6.31", "TN-6.36")  # of the first and the second trait of a caste
CASTES: dict[str, CasteDuLivre] = {
    id: replace(
        c,
        id=id,
        traits=tuple([replace(t, id=f"{id}_{n}", regle=REGLES[n - 1]) for n, t in enumerate(c.traits, 1)]),
    )
    for id, c in CATALOGUE.caste.items()
}
TOUS_TRAITS = TRAITS | {t.id: t for c in CASTES.values() for t in c.traits}


@rule("TN-6.17", "TN-6.14.1")
def ressources(caste: Caste) -> tuple[str, ...]:
    """The two resources a caste raises: by its profile, else by its nature and the kind of its attributes."""
    profil = CASTES[caste.id]
    own = caste.ressources or profil.ressources
    if own:
        return own
    du_corps = sum(a in CORPS for a in (caste.principal, caste.secondaire))
    nature = NATURES[profil.nature]
    return (nature.esprit, nature.mixte, nature.corps)[du_corps]


@rule("TN-6.25")
def maitrise(rang: int) -> int:
    """Half the rank, rounded up: it feeds the récupération, the knowledge and the reputation of the caste."""
    return (rang + 1) // 2


def choisi(valeur: str) -> tuple[str, str, str]:
    """A choice as it is written on the sheet, « avantage:formation:FOR », « caste:bretteur », in its three parts."""
    genre, _, reste = valeur.partition(":")
    id, _, sujet = reste.partition(":")
    return genre, id, sujet


# ---------------------------------------------------------------- what a rank brings


@rule("TN-6.29", "TN-6.30", "TN-6.31", "TN-6.32", "TN-6.35", "TN-6.36", "TN-6.38", "TN-6.47")
def dons(caste: Caste) -> Iterator[tuple[str, str]]:
    """The traits that a caste gives, each as an id with its subject, those of the choices that were made too."""
    fixes = (
        (1, "entrainement_armures", ""),  # TN-6.48
        (2, "formation", caste.principal),  # TN-6.30
        (4, "formation", caste.secondaire),  # TN-6.32
        (5, "science", caste.principal),  # TN-6.38
        (7, "science", caste.secondaire),
    )
    yield from ((id, sujet) for rang, id, sujet in fixes if caste.rang >= rang)
    profil = CASTES[caste.id]
    if profil.avancee and caste.rang >= RANG_DU_TRAIT:
        yield profil.traits[0].id, ""
    for nom, valeur in caste.choix.items():
        genre, id, sujet = choisi(valeur)
        if nom.startswith("entrainement"):
            yield valeur, ""  # TN-6.29
        elif genre in ("avantage", "elite"):
            yield id, sujet  # TN-6.31, TN-6.35; doubled: as much again (TN-6.47)
        elif genre == "caste" and sujet != "action" and not nom.startswith("action"):
            yield CASTES[id].traits[id == caste.id].id, ""  # one's own second, or another's first (TN-6.36)


RANG_DU_TRAIT = 3
RECUPERATION = {10: 1, 16: 2, 20: 3}  # TN-6.44: each takes the place of the one before
COMPETENCES = {8: 1, 18: 2}  # TN-6.41, TN-6.45
GROUPES = {12: 1, 20: 2}  # TN-6.42, TN-6.46
APOTHEOSES = {14: 1, 16: 2, 18: 3, 20: 4}  # TN-6.40
SAVOIR_FAIRE, ATTRIBUTS_SUPERIEURS, SECONDE_APOTHEOSE = 10, 12, 16
PLANCHER = 3  # what a 1 or a 2 counts in a jet (TN-6.39)


def palier(table: dict[int, int], rang: int) -> int:
    """The last stage of a table that a rank has reached."""
    return max([n for needed, n in table.items() if rang >= needed], default=0)


def marques(caste: Caste) -> Iterator[str]:
    """The tags that a member of a caste bears."""
    yield "caste"
    yield f"caste:{caste.id}"
    if caste.rang >= SECONDE_APOTHEOSE:
        yield "apotheose"


def apports(caste: Caste) -> tuple[Modifier, ...]:
    """All that the rank of a caste adds to figures, but for the traits it gives."""
    return tuple([Modifier(on, n, CASTES[caste.id].nom, regle) for on, n, regle in _chiffres(caste) if n])


@rule("TN-6.16", "TN-6.22", "TN-6.23", "TN-6.26", "TN-6.39", "TN-6.40", "TN-6.47")
@rule("TN-6.41", "TN-6.42", "TN-6.43", "TN-6.44", "TN-6.45", "TN-6.46")
def _chiffres(caste: Caste) -> Iterator[tuple[str, int, str]]:
    rang, row = caste.rang, RANGS[caste.rang - 1]
    elites = sum(valeur == "ressources" for valeur in caste.choix.values())
    for code in ressources(caste):
        yield code, rang, "TN-6.16"
        yield code, 2 * elites, "TN-6.47"
        yield f"recuperation:{'fatigue' if code == 'PE' else code}", maitrise(rang), "TN-6.26"
    for sauvegarde in SAUVEGARDES:
        yield f"ajustement:sauvegarde:{sauvegarde}", ajustement(caste, sauvegarde), "TN-6.21"
    yield "EQU", rang // 2, "TN-6.23"
    yield "recuperation", palier(RECUPERATION, rang), "TN-6.44"
    yield "maximum:competence", palier(COMPETENCES, rang), "TN-6.45" if rang >= 18 else "TN-6.41"
    yield "maximum:groupe", palier(GROUPES, rang), "TN-6.46" if rang >= 20 else "TN-6.42"
    yield "maximum:secondaires", 6 * (rang >= ATTRIBUTS_SUPERIEURS), "TN-6.43"
    yield "PE", 2 * palier(APOTHEOSES, rang), "TN-6.40"
    for attribut in (caste.principal, caste.secondaire):
        yield f"maximum:attribut:{attribut}", row.maximum - 18, "TN-6.22"
        yield f"jet:{attribut}", palier(APOTHEOSES, rang), "TN-6.40"
        yield f"plancher:jet:{attribut}", PLANCHER * (rang >= SAVOIR_FAIRE), "TN-6.39"


@rule("TN-6.21")
def ajustement(caste: Caste, sauvegarde: str) -> int:
    """What the rank adjusts the attribute of a save by: most for the majeure, less for the mineures."""
    majeure, mineure, hors_caste = RANGS[caste.rang - 1].sauvegardes
    if sauvegarde == caste.majeure:
        return majeure
    profil = CASTES[caste.id]
    return mineure if sauvegarde in profil.majeures + profil.mineures else hors_caste
