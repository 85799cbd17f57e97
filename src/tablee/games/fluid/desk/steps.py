"""The steps of creation as they are asked for."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.draft import Column, Field, Step

from ..book.c2_traits import FAMILLES, PAR_TRAIT
from ..model.maison import AUCUNE
from ..model.people import CARACS, NOMS, Objet
from ..model.tables import BOTTES
from .draft import (
    BAS,
    HAUT,
    Brouillon,
)


def au_choix(objets: tuple[Objet, ...], *aucun: str) -> tuple[tuple[str, str], ...]:
    """What there is, as ids and names; nothing at all where that is a choice."""
    return (*(("", nom) for nom in aucun), *((o.id, o.nom) for o in objets))


A_DECRIRE = (
    Column("nom", "Nom"),
    Column("valeur", "Valeur", "number"),
    Column("famille", "Famille", "choice", (("", "—"), *FAMILLES.items())),
)
AVEC_BOTTE = (
    *A_DECRIRE,
    Column("botte", "Botte secrète", "choice", (("", "—"), *((id, botte.dit) for id, botte in BOTTES.items()))),
)


STEPS = (
    Step("nom", "Nom", (Field("nom", "text", "Nom"),), ("FLU-2.1",)),
    Step(
        "caracs",
        "Caractéristiques",
        (
            Field(
                "magie",
                "yes_no",
                "Pratique la magie",
                "Magie devient une neuvième caractéristique, sur les mêmes points.",
            ),
            Field(
                "caracs",
                "points",
                "Points",
                "40 points exactement, de 1 à 7 partout ; 0 en Magie pour qui ne la pratique pas.",
                tuple((c, NOMS[c]) for c in (*CARACS, "MAG")),
                BAS,
                HAUT,
            ),
        ),
        ("FLU-2.2", "FLU-2.3"),
    ),
    Step(
        "traits",
        "Traits",
        (
            Field(
                "en_jeu",
                "yes_no",
                "Traits définis en jeu",
                "Si la table joue cette option : aucun Trait pour l'instant.",
            ),
            Field(
                "traits",
                "entries",
                "Traits",
                "8 points, 3 au plus par Trait.",
                low=1,
                high=PAR_TRAIT,
                columns=AVEC_BOTTE,
            ),
            Field(
                "negatifs",
                "entries",
                "Traits négatifs",
                "Chaque point en rend 1 pour les autres.",
                low=1,
                high=PAR_TRAIT,
                columns=A_DECRIRE,
            ),
        ),
        ("FLU-2.8", "FLU-2.9", "FLU-2.12", "FLU-2.14"),
    ),
    Step(
        "equipement",
        "Équipement",
        (
            Field("armes", "choices", "Armes", "La première est celle que l'on tient.", au_choix(AUCUNE.a_porter)),
            Field("armure", "choice", "Armure", "", au_choix(AUCUNE.armures, "Aucune armure")),
            Field("bouclier", "choice", "Bouclier", "", au_choix(AUCUNE.boucliers, "Aucun bouclier")),
        ),
        ("FLU-4.35", "FLU-4.36", "FLU-4.37"),
    ),
)


def demande(d: Brouillon, field: Field) -> Field:
    """A field with what the table has written beside the book."""
    rayons = {"armes": d.own.a_porter, "armure": d.own.armures, "bouclier": d.own.boucliers}
    if field.name not in rayons:
        return field
    aucun = [nom for id, nom in field.keys if not id]
    return replace(field, keys=au_choix(rayons[field.name], *aucun))
