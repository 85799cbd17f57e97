"""The steps of creation as they are asked for, each field with only what is open by then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from msgspec.structs import replace

from tablee.kernel.draft import Field, Step

from ..book.c3_magie.magie import ARCANES, hors_de_sa_magie
from ..model.carrieres import CARRIERES, ESPECES, OBJETS
from ..model.catalogue import ARMURES, COMPETENCES, TALENTS, Talent
from ..model.people import Personnage
from ..model.sorts import DOMAINES, SORTS
from ..model.tables import CARACS, NOMS
from .draft import PAR_CARAC, PAR_COMPETENCE, Brouillon, fiche, premier_rang, talents

Cles = tuple[tuple[str, str], ...]
PRIX = "Le nombre est le prix en couronnes."


def cles_des_talents(ids: Iterable[str], talents: Mapping[str, Talent] = TALENTS) -> Cles:
    return tuple((t, talents[t].nom) for t in ids)


def a_choisir(choses: Iterable[Any]) -> Cles:
    """Things to choose from."""
    return tuple((chose.id, chose.nom) for chose in choses)


def prix(choses: Iterable[Any]) -> Cles:
    """Things to buy, each with its price."""
    return tuple((chose.id, f"{chose.nom} {chose.prix}") for chose in choses)


STEPS = (
    Step(
        "espece",
        "Espèce",
        (
            Field("espece", "choice", "Espèce", "", a_choisir(ESPECES.values())),
            Field(
                "don",
                "choice",
                "Don de naissance",
                "Un Talent parmi ceux de l'espèce.",
                cles_des_talents(TALENTS),
            ),
        ),
        ("VM-6.12", "VM-6.13"),
    ),
    Step(
        "caracs",
        "Caractéristiques",
        (
            Field(
                "caracs",
                "points",
                "Points",
                "70 points à ajouter à ceux de l'espèce, 15 au plus sur chaque caractéristique.",
                tuple((c, NOMS[c]) for c in CARACS),
                0,
                PAR_CARAC,
            ),
        ),
        ("VM-6.12", "VM-6.2"),
    ),
    Step(
        "carriere",
        "Carrière",
        (Field("carriere", "choice", "Carrière", "", a_choisir(CARRIERES.values())),),
        ("VM-6.12",),
    ),
    Step(
        "competences",
        "Compétences",
        (
            Field(
                "formation",
                "points",
                "Formation",
                "36 points, 12 au plus par Compétence ; rien : répartis également.",
                a_choisir(COMPETENCES.values()),
                0,
                PAR_COMPETENCE,
            ),
            Field(
                "jeunesse",
                "choices",
                "Jeunesse",
                "Deux Compétences de tous les jours, 5 points dans chacune.",
                tuple((c.id, c.nom) for c in COMPETENCES.values() if not c.avancee),
            ),
        ),
        ("VM-6.12",),
    ),
    Step(
        "talents",
        "Talents",
        (Field("talents", "choices", "Talents", "Deux Talents du premier rang.", cles_des_talents(TALENTS)),),
        ("VM-6.13",),
    ),
    Step(
        "magie",
        "Magie",
        (
            Field(
                "domaine",
                "choice",
                "Domaine",
                "Pour qui a la Magie des Arcanes.",
                (("", "Aucun Domaine"), *((d.id, d.nom) for d in DOMAINES.values())),
            ),
            Field(
                "sorts",
                "choices",
                "Sorts mémorisés",
                "Pour qui a un Talent de magie.",
                a_choisir(SORTS.values()),
            ),
        ),
        ("VM-3.1", "VM-6.16"),
    ),
    Step(
        "destin",
        "Destin",
        (
            Field(
                "etoile",
                "points",
                "Bonne étoile",
                "Les points libres de l'espèce, entre Destin et Résilience.",
                (("destin", "Destin"), ("resilience", "Résilience")),
                0,
                3,
            ),
            Field(
                "motivation", "text", "Motivation", "Ce qui le fait avancer : agir selon elle rend de la Détermination."
            ),
        ),
        ("VM-4.1", "VM-4.13"),
    ),
    Step(
        "equipement",
        "Équipement",
        (
            Field(
                "armes",
                "choices",
                "Armes achetées",
                "En plus de celles de la carrière ; le nombre est le prix en couronnes.",
                prix(Brouillon().a_vendre.values()),
            ),
            Field(
                "armures",
                "choices",
                "Armures achetées",
                PRIX,
                prix(ARMURES.values()),
            ),
            Field("objets", "choices", "Objets achetés", PRIX, prix(OBJETS.values())),
        ),
        ("VM-6.4", "VM-6.5"),
    ),
    Step("nom", "Nom", (Field("nom", "text", "Nom"),), ("VM-6.12",)),
)


def demande(d: Brouillon, field: Field) -> Field:
    """A field with only what is open after what was chosen so far."""
    rang = premier_rang(d)
    if field.name == "don":
        return replace(field, keys=cles_des_talents(d.naissance().dons))
    if field.name == "formation" and rang is not None:
        return replace(field, keys=tuple((c, COMPETENCES[c].nom) for c in rang.competences))
    if field.name == "talents" and rang is not None:
        return replace(field, keys=cles_des_talents(rang.talents, d.own.talents))
    if field.name == "domaine" and ARCANES not in talents(d):
        return replace(field, keys=field.keys[:1])
    if field.name == "sorts":
        p = Personnage("", fiche(d))
        return replace(field, keys=a_choisir(s for s in d.own.sorts.values() if hors_de_sa_magie(p, s) is None))
    if field.name == "carriere":
        return replace(field, keys=a_choisir(d.own.carrieres.values()))
    if field.name == "armes":
        return replace(field, keys=prix(d.a_vendre.values()))
    if field.name == "armures":
        return replace(field, keys=prix(d.own.armures.values()))
    return field
