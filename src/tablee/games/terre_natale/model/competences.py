"""The catalogue of skills: groups, the skills in them, and with which attributes each is used.

A skill as one group has it is a `Lot` (TN-0.13). The same skill may stand in several groups: then it has one id, one
level and several lots. Ids are the French names in plain letters. A skill that is not in the catalogue has its group in
its id, and its attribute where the group leaves a choice: `langues:nain`, `profession:boulanger:SAG`.
"""

from __future__ import annotations

import re
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.content import read
from tablee.kernel.ledger import plain, rule

from .sums import ATTRIBUTS

DE_L_ARME = ("DEX", "AGI", "FOR", "CON")  # TN-2.20
NOM = re.compile(r"[^\W_][\w' -]{0,39}")  # of a skill or a group of one's own


class Lien(Struct, frozen=True, forbid_unknown_fields=True):
    """An attribute, and the circumstance that calls for it."""

    attribut: str
    quand: str


class Lot(Struct, frozen=True, forbid_unknown_fields=True):
    """A skill as one group has it."""

    nom: str
    attributs: tuple[str, ...]  # as the book writes them: « * » is that of the weapon, « L » those it rests on
    dit: str = ""
    liens: tuple[Lien, ...] = ()
    via: tuple[Lien, ...] = ()
    modes: tuple[Lien, ...] = ()
    famille: str = ""
    categories: tuple[int, int] | None = None  # of the weapons it is for (TN-2.21)
    id: str = ""
    groupe: str = ""
    naturels: tuple[str, ...] = ()  # all attributes it is linked to: these count for castes (TN-2.15)

    @property
    def de_l_arme(self) -> bool:
        """Used with the attribute of the weapon in hand."""
        return "*" in self.attributs

    @property
    def limitante(self) -> bool:
        """Rests on another skill of its group, and limits it."""
        return "L" in self.attributs


class Ouvert(Struct, frozen=True, forbid_unknown_fields=True):
    """What further skills of a group are used with: all of these attributes, or one of them that each has."""

    attributs: tuple[str, ...]
    au_choix: bool = False
    liens: tuple[Lien, ...] = ()


CATALOGUES = (
    "17 18 19 24 25 31 33 34 35 36 37 39 40 41 42 43 44 45 46 47 48 49 50 51 52 53 54 55 57 58 59 61 62 63 64 68 72 73"
)


@rule(*(f"TN-2.{n}" for n in CATALOGUES.split()))
class Groupe(Struct, frozen=True, forbid_unknown_fields=True):
    """A group of skills: of one activity, with the skills it has and, where the list is open, what others may be."""

    id: str
    nom: str
    categorie: str
    regle: str
    dit: str = ""
    ouvert: Ouvert | None = None
    competences: tuple[Lot, ...] = ()
    modes: tuple[Lien, ...] = ()  # of all its skills

    @property
    @rule("TN-2.30")
    def naturels(self) -> tuple[str, ...]:
        """Every attribute that one of its skills is linked to; Ambidextrie counts as one of DEX (TN-2.30)."""
        if self.id == AMBIDEXTRIE:
            return ("DEX",)
        ouvertes = (*self.ouvert.attributs, *(x.attribut for x in self.ouvert.liens)) if self.ouvert else ()
        return tuple(dict.fromkeys((*(a for lot in self.competences for a in lot.naturels), *ouvertes)))


@rule("TN-2.60")
class Competence(Struct, frozen=True):
    """A skill, with the groups it stands in."""

    id: str
    nom: str
    lots: dict[str, Lot]  # by group


class Titres(Struct, frozen=True, forbid_unknown_fields=True):
    competence: tuple[str, ...]
    groupe: tuple[str, ...]


class Alias(Struct, frozen=True, forbid_unknown_fields=True):
    """What other chapters call a skill, or a whole group."""

    noms: tuple[str, ...]
    lots: tuple[str, ...]  # « groupe:competence »; « groupe: » is all of it
    attributs: tuple[str, ...] = ()


class Maitrise(Struct, frozen=True, forbid_unknown_fields=True):
    """What a level of a language allows."""

    nom: str
    comprehension: str
    expression: str
    lecture_ecriture: str


class Catalogue(Struct, frozen=True, forbid_unknown_fields=True):
    """The file as it is written."""

    alias: tuple[Alias, ...]
    langue: tuple[Maitrise, ...]
    titres: Titres
    groupe: tuple[Groupe, ...]


AMBIDEXTRIE, LANGUES, CONNAISSANCES, REPRESAILLES = "ambidextrie", "langues", "connaissances", "represailles"


def _lu(g: Groupe) -> Groupe:
    """A group with its skills named, and all their natural links said."""
    lots = [replace(x, id=x.id or _id(x.nom), groupe=g.id, modes=x.modes or g.modes) for x in g.competences]
    seuls = [replace(x, naturels=_naturels(x)) for x in lots if not x.limitante]
    tous = tuple(dict.fromkeys(a for x in seuls for a in x.naturels))
    return replace(g, competences=(*seuls, *(replace(x, naturels=tous) for x in lots if x.limitante)))


@rule("TN-2.15", "TN-2.20")
def _naturels(x: Lot) -> tuple[str, ...]:
    """Its attributes and its links; every attribute a weapon can have, where it is that of the weapon."""
    return (*(DE_L_ARME if x.de_l_arme else x.attributs), *(link.attribut for link in x.liens))


def _id(nom: str) -> str:
    return re.sub(r"[^a-z0-9]+", "_", plain(nom))


CATALOGUE = read("tablee.games.terre_natale", "content/competences.toml", Catalogue)
GROUPES: dict[str, Groupe] = {g.id: _lu(g) for g in CATALOGUE.groupe}
# By the detailed entries; where the overview of the book (TN-2.73) differs from them they govern (TN-2.72).
COMPETENCES: dict[str, Competence] = {}
for _g in GROUPES.values():
    for _lot in _g.competences:
        COMPETENCES.setdefault(_lot.id, Competence(_lot.id, _lot.nom, {})).lots[_g.id] = _lot

ALIAS: dict[str, Alias] = {plain(nom): alias for alias in CATALOGUE.alias for nom in alias.noms}


@lru_cache(maxsize=4096)
def competence(id: str) -> Competence | None:
    """A skill of the catalogue, or one of somebody's own: `groupe:nom`, with its attribute if it has to be said."""
    if id in COMPETENCES:
        return COMPETENCES[id]
    morceaux = id.split(":")
    g = groupe(morceaux[0])
    if g is None or len(morceaux) not in (2, 3) or not NOM.fullmatch(morceaux[1]) or _id(morceaux[1]) in COMPETENCES:
        return None
    attributs = _attributs(g, morceaux[2] if len(morceaux) == 3 else "")
    if not attributs:
        return None
    nom = morceaux[1][:1].upper() + morceaux[1][1:]
    lot = Lot(nom, attributs, liens=g.ouvert.liens if g.ouvert else (), modes=g.modes, id=id, groupe=g.id)
    return Competence(id, nom, {g.id: replace(lot, naturels=_naturels(lot))})


def _attributs(g: Groupe, dit: str) -> tuple[str, ...]:
    """The attributes of a skill of one's own in this group; none if what was said of them does not fit."""
    if g.ouvert is not None and not (g.ouvert.au_choix or dit):
        return g.ouvert.attributs
    possibles = g.ouvert.attributs if g.ouvert is not None else ATTRIBUTS
    return (dit,) if dit in possibles and g.id != AMBIDEXTRIE else ()


@lru_cache(maxsize=4096)
def groupe(id: str) -> Groupe | None:
    """A group of the catalogue, or one that a universe adds (TN-2.70): any other name."""
    if id in GROUPES:
        return GROUPES[id]
    if not NOM.fullmatch(id) or id in COMPETENCES:
        return None
    return Groupe(id, id[:1].upper() + id[1:], "Supplémentaires", "TN-2.70")


def lots(id: str) -> tuple[Lot, ...]:
    """A skill in every group it stands in."""
    found = competence(id)
    return tuple(found.lots.values()) if found is not None else ()


def lot(groupe: str, id: str) -> Lot | None:
    """A skill as this group has it."""
    found = competence(id)
    return found.lots.get(groupe) if found is not None else None
