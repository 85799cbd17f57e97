"""The steps of creation as they are asked for, each field with only what is open by then."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.draft import Field, Step

from ..book.c3_magie.magie import ARCANES, hors_de_sa_magie
from ..model.carrieres import CARRIERES, ESPECES, OBJETS
from ..model.catalogue import ARMURES, COMPETENCES, TALENTS
from ..model.people import Personnage
from ..model.sorts import DOMAINES, SORTS
from ..model.tables import CARACS, NOMS
from .draft import A_VENDRE, PAR_CARAC, PAR_COMPETENCE, Brouillon, fiche, premier_rang, talents

Cles = tuple[tuple[str, str], ...]
PRIX = "Le nombre est le prix en couronnes."


def cles_des_talents(ids: tuple[str, ...]) -> Cles:
    return tuple((t, TALENTS[t].nom) for t in ids)


STEPS = (
    Step(
        "espece",
        "Espèce",
        (
            Field("espece", "choice", "Espèce", "", tuple((e.id, e.nom) for e in ESPECES.values())),
            Field(
                "don",
                "choice",
                "Don de naissance",
                "Un Talent parmi ceux de l'espèce.",
                cles_des_talents(tuple(TALENTS)),
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
        (Field("carriere", "choice", "Carrière", "", tuple((c.id, c.nom) for c in CARRIERES.values())),),
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
                tuple((c.id, c.nom) for c in COMPETENCES.values()),
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
        (Field("talents", "choices", "Talents", "Deux Talents du premier rang.", cles_des_talents(tuple(TALENTS))),),
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
                tuple((s.id, s.nom) for s in SORTS.values()),
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
                tuple((a.id, f"{a.nom} {a.prix}") for a in A_VENDRE.values()),
            ),
            Field(
                "armures",
                "choices",
                "Armures achetées",
                PRIX,
                tuple((a.id, f"{a.nom} {a.prix}") for a in ARMURES.values()),
            ),
            Field(
                "objets", "choices", "Objets achetés", PRIX, tuple((o.id, f"{o.nom} {o.prix}") for o in OBJETS.values())
            ),
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
        return replace(field, keys=cles_des_talents(rang.talents))
    if field.name == "domaine" and ARCANES not in talents(d):
        return replace(field, keys=field.keys[:1])
    if field.name == "sorts":
        p = Personnage("", fiche(d))
        return replace(field, keys=tuple((id, nom) for id, nom in field.keys if hors_de_sa_magie(p, SORTS[id]) is None))
    return field
