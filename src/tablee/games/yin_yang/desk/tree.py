"""Chapter 4: the skill graph of a sheet, as data for a page and drawn as a tree for a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, total

from ..book.c4_experience.prix import prix_du_rang_suivant, rang_dans
from ..model.catalogue import COMPETENCES, Competence
from ..model.people import Fiche
from ..model.tables import ATTRIBUTS, NOMS, TRAITS, VIDE

RACINES = (*(nom for trait, deux in TRAITS.items() for nom in (trait, *deux)), VIDE)


# ---------------------------------------------------------------- as data


class Noeud(msgspec.Struct, frozen=True):
    """A trait, an attribute or a skill: its rank, what it hangs from, and what its next rank costs."""

    id: str
    nom: str
    genre: Literal["trait", "attribut", "competence"]
    rang: int
    parents: tuple[str, ...] = ()
    famille: str = ""
    groupe: str = ""
    prix: Terms | None = None  # None: it is not for sale
    utilisee: bool = False
    amelioree: bool = False


class Graphe(msgspec.Struct, frozen=True):
    noeuds: tuple[Noeud, ...]
    aretes: tuple[tuple[str, str], ...]  # from parent to child


@rule("YY-4.1", "YY-4.9")
def graphe(fiche: Fiche) -> Graphe:
    """The whole graph with the ranks and prices of this sheet, parents before their children."""
    racines = tuple(racine(fiche, nom) for nom in RACINES)
    competences = tuple(feuille(fiche, c) for c in par_generation())
    aretes = tuple((parent, n.id) for n in competences for parent in n.parents)
    return Graphe((*racines, *competences), aretes)


def racine(fiche: Fiche, nom: str) -> Noeud:
    genre: Literal["trait", "attribut"] = "attribut" if nom in ATTRIBUTS else "trait"
    return Noeud(nom, NOMS[nom], genre, fiche.rangs[nom], prix=prix_du_rang_suivant(fiche, nom))


def feuille(fiche: Fiche, c: Competence) -> Noeud:
    return Noeud(
        c.id,
        c.nom,
        "competence",
        rang_dans(fiche, c.id),
        c.parents,
        c.famille,
        c.groupe,
        prix_du_rang_suivant(fiche, c.id),
        c.id in fiche.utilisees,
        c.id in fiche.ameliorees,
    )


@rule("YY-4.1")
def par_generation() -> Iterator[Competence]:
    """Every skill after all its parents."""
    vus, restent = set(RACINES), list(COMPETENCES.values())
    while restent:
        prets = [c for c in restent if vus.issuperset(c.parents)]
        yield from prets
        vus.update(c.id for c in prets)
        restent = [c for c in restent if c.id not in vus]


# ---------------------------------------------------------------- drawn


class Branche(msgspec.Struct, frozen=True):
    """A line of the drawn tree."""

    trace: str  # what is drawn before the name
    nom: str
    rang: int | None = None
    note: str = ""


def dessiner(fiche: Fiche) -> Iterator[Branche]:
    """Roots and what hangs from them, each skill drawn out once; under its other parents it is only named.

    A family of specialisations none of which is acquired takes one line.
    """
    tout = graphe(fiche)
    connus = {n.id: n for n in tout.noeuds}
    fils: dict[str, list[Noeud]] = {}
    for parent, enfant in tout.aretes:
        fils.setdefault(parent, []).append(connus[enfant])
    for nom in RACINES:
        yield Branche("", connus[nom].nom, connus[nom].rang, prix_ecrit(connus[nom]))
        yield from dessous(fils, nom, "")


def dessous(fils: dict[str, list[Noeud]], nom: str, trace: str) -> Iterator[Branche]:
    groupes = rassembler(fils.get(nom, []))
    for i, noeuds in enumerate(groupes):
        dernier = i == len(groupes) - 1
        ici, suite = trace + ("└─ " if dernier else "├─ "), trace + ("   " if dernier else "│  ")
        n = noeuds[0]
        if len(noeuds) > 1:
            yield Branche(ici, n.groupe, None, f"{len(noeuds)} x {prix_ecrit(n)}")
        elif tronc(n) != nom:
            yield Branche(ici, n.nom, n.rang, "…")
        else:
            yield Branche(ici, n.nom, n.rang, prix_ecrit(n))
            yield from dessous(fils, n.id, suite)


def tronc(n: Noeud) -> str:
    """The parent it is drawn out under: a skill rather than a trait or an attribute."""
    return next((p for p in reversed(n.parents) if p in COMPETENCES), n.parents[-1])


def rassembler(noeuds: list[Noeud]) -> list[list[Noeud]]:
    """Each alone, but the specialisations of a family that one has none of together."""
    groupes: dict[str, list[Noeud]] = {}
    for n in noeuds:
        entiere = n.groupe not in ("", ARMES) and not any(m.rang for m in noeuds if m.groupe == n.groupe)
        groupes.setdefault(n.groupe if entiere else n.id, []).append(n)
    return list(groupes.values())


ARMES = "Groupe d'armes"  # its skills differ too much to be named together


def prix_ecrit(n: Noeud) -> str:
    """« 8 PP »: what its next rank costs."""
    return "" if n.prix is None else f"{total(n.prix)} PP"
