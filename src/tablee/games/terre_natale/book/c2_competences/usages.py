"""What a skill is used with: which group, which attribute, in which circumstance; and how far it can be learned."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms

from ...model.competences import (
    ALIAS,
    CATALOGUE,
    COMPETENCES,
    DE_L_ARME,
    GROUPES,
    Lot,
    competence,
    groupe,
    lots,
)
from ...model.people import Fiche, Personnage
from ..c0_tests.figures import modificateur_de_competence

Genre = Literal["naturel", "lien", "via", "savoir", "juger"]


class Usage(Struct, frozen=True, gc=False):
    """An attribute a skill may be used with: by nature, by a link, by way of exception, or as any skill may."""

    attribut: str
    genre: Genre
    quand: str = ""
    regle: str = "TN-2.15"


SAVOIR = Usage("INT", "savoir", "pour connaître ou évaluer ce qui touche à la compétence", "TN-2.11")
JUGER = Usage("SAG", "juger", "pour jauger la difficulté d'une action", "TN-2.12")
NATURELS = ("naturel", "lien")  # TN-2.14: these alone count for castes


@rule("TN-2.11", "TN-2.12", "TN-2.14", "TN-2.15", "TN-2.16", "TN-2.20", "TN-2.32", "TN-2.34", "TN-2.69")
def usages(lot: Lot) -> tuple[Usage, ...]:
    """Every attribute a skill may be used with in a group; what each of them means, or when it may be."""
    modes = {mode.attribut: mode.quand for mode in lot.modes}
    liens = {lien.attribut for lien in lot.liens}
    propres = DE_L_ARME if lot.de_l_arme else lot.naturels
    return (
        *(Usage(a, "naturel", modes.get(a, "")) for a in propres if a not in liens),
        *(Usage(lien.attribut, "lien", lien.quand) for lien in lot.liens),
        *(Usage(lien.attribut, "via", lien.quand, "TN-2.16") for lien in lot.via),
        SAVOIR,
        JUGER,
    )


def usage(lot: Lot, attribut: str) -> Usage | None:
    """How a skill is used with this attribute, the most natural way first; none if only any skill could be."""
    return next((u for u in usages(lot) if u.attribut == attribut and u.genre not in ("savoir", "juger")), None)


@rule("TN-2.16")
def hors_de_portee(lot: Lot, attribut: str, raison: str = "") -> Closed | None:
    """Why a skill is not used with this attribute: it is no link of it, or one by exception and nobody says why."""
    found = usage(lot, attribut)
    if found is None:
        possibles = tuple(dict.fromkeys(u.attribut for u in usages(lot) if u.genre in NATURELS))
        return Closed("TN-2.15", "{} ne s'emploie pas avec {}, mais avec {}", (lot.nom, attribut, possibles))
    if found.genre == "via" and not raison.strip():
        return Closed("TN-2.16", "{} ne s'emploie avec {} que {} : dites pourquoi", (lot.nom, attribut, found.quand))
    return None


@rule("TN-2.26")
def attribut_d_affliction(groupe: str, type: str) -> str:
    """The attribute of Affliction for a condition of violence, patience or finesse, in Tactique or in Inspiration."""
    return next(mode.attribut for mode in COMPETENCES["affliction"].lots[groupe].modes if mode.quand == type)


@rule("TN-2.21")
def convient(lot: Lot, categorie: int) -> bool:
    """Whether a skill is for weapons of this catégorie: Arme Courte for 0 and 1, Arme Lourde from 4 on."""
    return lot.categories is None or lot.categories[0] <= categorie <= lot.categories[1]


# ---------------------------------------------------------------- which group


@rule("TN-2.1", "TN-2.4", "TN-2.9")
def bonus(p: Personnage, lot: Lot) -> Terms:
    """The modifier of a lot: the one level the skill has everywhere, and that of this group."""
    return modificateur_de_competence(p.fiche, lot.id, lot.groupe)


@rule("TN-2.5")
def meilleur(f: Fiche, possibles: Iterable[Lot]) -> Lot:
    """Of the groups that fit, the one that is highest; of equal ones the first of the book."""
    return max(possibles, key=lambda lot: f.groupes.get(lot.groupe, 0))


@rule("TN-2.5", "TN-2.8")
def choisi(f: Fiche, nom: str, groupe: str = "") -> Lot | None:
    """The skill of this name in the group that was named; where none was, in the highest."""
    possibles = [lot for lot in entendu(nom) if groupe in ("", lot.groupe)]
    return meilleur(f, possibles) if possibles else None


@rule("TN-2.74")
def entendu(nom: str) -> tuple[Lot, ...]:
    """The lots that a name means: an id, the name of a skill, or what other chapters call it."""
    if competence(nom) is not None:
        return lots(nom)
    dit = plain(nom.strip())
    alias = ALIAS.get(dit)
    if alias is None:
        return tuple([lot for c in COMPETENCES.values() if plain(c.nom) == dit for lot in c.lots.values()])
    return tuple(_vises(alias.lots))


def _vises(ecrits: Iterable[str]) -> Iterator[Lot]:
    for ecrit in ecrits:
        dans, _, id = ecrit.partition(":")
        yield from (lot for lot in GROUPES[dans].competences if id in ("", lot.id))


@rule("TN-2.74")
def attribut_d_usage(nom: str, lot: Lot) -> str:
    """The attribute that goes with a name unless another is said: that of the alias, else the first of the skill."""
    alias = ALIAS.get(plain(nom.strip()))
    return alias.attributs[0] if alias is not None and alias.attributs else usages(lot)[0].attribut


# ---------------------------------------------------------------- levels


@rule("TN-2.2")
def titre(niveau: int) -> str:
    """What somebody is called by the level of a skill."""
    return _titre(CATALOGUE.titres.competence, niveau)


@rule("TN-2.6")
def titre_de_groupe(niveau: int) -> str:
    """What somebody is called by the level of a group."""
    return _titre(CATALOGUE.titres.groupe, niveau)


def _titre(titres: tuple[str, ...], niveau: int) -> str:
    return titres[min(niveau, len(titres)) - 1] if niveau > 0 else ""


@rule("TN-2.3")
def limite(f: Fiche, id: str) -> Terms:
    """How far a skill can be learned in play: 4, and what castes and traits add."""
    return ("Maximum", 4, "TN-7.24"), *f.bears.figure(("maximum:competence", f"maximum:competence:{id}")).terms


@rule("TN-2.3")
def limite_de_groupe(f: Fiche, id: str) -> Terms:
    """How far a group can be learned in play: 2, and what castes and traits add."""
    return ("Maximum", 2, "TN-7.24"), *f.bears.figure(("maximum:groupe", f"maximum:groupe:{id}")).terms


# ---------------------------------------------------------------- which there are


@rule("TN-2.70")
def inconnue(id: str, options: tuple[str, ...]) -> Closed | None:
    """Why there is no such skill: open groups take further ones, others only where a universe adds some."""
    found = competence(id)
    if found is None:
        return Closed("TN-2.18", "Pas de compétence « {} »", (Typed(id),))
    if id in COMPETENCES or "competences_supplementaires" in options:
        return None
    dans = next(iter(found.lots))
    if dans in GROUPES and GROUPES[dans].ouvert is not None:
        return None
    return Closed("TN-2.70", "{} : la campagne n'a pas de compétences supplémentaires", (Typed(found.nom),))


@rule("TN-2.70")
def groupe_inconnu(id: str, options: tuple[str, ...]) -> Closed | None:
    """Why there is no such group."""
    if id in GROUPES:
        return None
    if groupe(id) is None:
        return Closed("TN-2.18", "Pas de groupe « {} »", (Typed(id),))
    if "competences_supplementaires" in options:
        return None
    return Closed("TN-2.70", "{} : la campagne n'a pas de groupes supplémentaires", (Typed(id),))
