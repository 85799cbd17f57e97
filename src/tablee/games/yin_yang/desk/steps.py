"""The steps of creation as they are asked for, each field with only what is open by then."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from tablee.kernel.draft import Field, Step

from ..book.c4_experience.prix import SANS_ACCORD
from ..book.c12_equipement import PRIX_MAX
from ..model.catalogue import ARMURES, BOUCLIERS, COMPETENCES, MATERIEL, nom_de
from ..model.maison import A_VENDRE
from ..model.tables import NOMS, TRAITS, VIDE
from ..model.things import Objet
from .draft import ECHELLES, EXPERIENCES, QUESTIONS, RANG_ACHETE_MAX, Brouillon, atteignable, fiche, plafond

PRIX = "Le nombre est le prix en sous."


RIEN = ("", "Aucun transfert")


PERDU = "L'autre attribut du trait perd ce point"


FAMILLES = {
    "martiale": "Compétences martiales",
    "mystique": "Compétences mystiques",
    "diverse": "Compétences diverses",
    "savante": "Compétences savantes",
    "de jeu": "Compétences de jeu",
}


def au_prix(objets: Iterable[Objet]) -> tuple[tuple[str, str], ...]:
    return tuple((o.id, f"{o.nom} {o.cout}") for o in objets)


def transfert(trait: str) -> Field:
    """Which of the two attributes takes a point from the other."""
    deux = tuple((a, NOMS[a]) for a in TRAITS[trait])
    return Field(f"transfert_{trait}", "choice", f"Un point de plus : {NOMS[trait]}", "", (RIEN, *deux))


STEPS = (
    Step(
        "conception",
        "Conception",
        tuple(Field(q.id, "text", q.nom, q.demande) for q in QUESTIONS.values()),
        ("YY-1.1",),
    ),
    Step(
        "cadre",
        "Cadre fixé par le MJ",
        (
            Field(
                "echelle",
                "choice",
                "Échelle",
                "Classique : 62 points de trait ; épique : 98.",
                tuple((id, e.nom) for id, e in ECHELLES.items()),
            ),
            Field(
                "experience",
                "choice",
                "Expérience",
                "Débutant : 40 points de personnage (PP), chaque compétence au plus à la moitié du plus faible des "
                "rangs dont elle dépend. Expérimenté : 70 PP, au plus à ce rang.",
                tuple((id, e.nom) for id, e in EXPERIENCES.items()),
            ),
            Field("accord_mj", "yes_no", "Accord du MJ", "Pour un attribut supérieur à 7."),
        ),
        ("YY-2.7", "YY-2.8", "YY-2.12", "YY-4.7", "YY-4.8"),
    ),
    Step(
        "traits",
        "Traits",
        (
            Field(
                "traits",
                "points",
                "Rangs",
                "Prix entier de chaque rang : 1, 3, 6, 10, 15, 21, 28. Chaque point de trait restant donne 5 PP.",
                tuple((t, NOMS[t]) for t in TRAITS),
                1,
                RANG_ACHETE_MAX,
            ),
        ),
        ("YY-2.7", "YY-2.8", "YY-2.9", "YY-2.13"),
    ),
    Step("attributs", "Attributs", tuple(transfert(t) for t in TRAITS), ("YY-2.10", "YY-2.11", "YY-2.12")),
    Step(
        "competences",
        "Compétences",
        (
            Field(
                "competences",
                "points",
                "Rangs de compétences",
                "Prix entier de chaque rang : 1, 3, 6, 10, 15, 21, 28 PP. Ce qui reste est gardé.",
                tuple((c.id, c.nom) for c in COMPETENCES.values()),
                0,
                RANG_ACHETE_MAX,
            ),
        ),
        ("YY-4.6", "YY-4.7", "YY-4.8", "YY-4.9"),
    ),
    Step(
        "langues",
        "Langues",
        (
            Field(
                "langues",
                "entries",
                "Langues parlées",
                "La langue maternelle d'abord, puis une par rang de Langues.",
            ),
        ),
        ("YY-16.6",),
    ),
    Step(
        "equipement",
        "Équipement",
        (
            Field("bourse", "points", "Bourse en sous", "Si le MJ en fixe une autre.", (), 0, PRIX_MAX),
            Field("armes", "choices", "Armes", PRIX, au_prix(A_VENDRE.values())),
            Field("armures", "choices", "Armures", PRIX, au_prix(ARMURES.values())),
            Field(
                "bouclier",
                "choice",
                "Bouclier",
                PRIX,
                (("", "Aucun bouclier"), *au_prix(BOUCLIERS.values())),
            ),
            Field("materiel", "choices", "Matériel", PRIX, au_prix(MATERIEL.values())),
        ),
        ("YY-12.2", "YY-12.3", "YY-12.4", "YY-12.5"),
    ),
    Step("nom", "Nom", (Field("nom", "text", "Nom"),), ("YY-1.1",)),
)


def demande(d: Brouillon, field: Field) -> Field:
    """A field with only what is open after what was chosen so far; transfers beside the Vide they leave."""
    f = fiche(d)
    if field.name.startswith("transfert_"):
        trait = field.name.removeprefix("transfert_")
        rang = getattr(d.traits, trait)
        ferme = rang <= 1 or (rang >= SANS_ACCORD and not d.accord_mj)
        garde = tuple(k for k in field.keys if not ferme or k[0] in ("", d.transfert(trait)))
        return replace(field, keys=garde, help=f"{PERDU} · Rang de Vide à présent : {f.rangs[VIDE]}")
    if field.name == "competences":
        hauts = {c: atteignable(d, f, c) for c in COMPETENCES}
        ouvertes = tuple((c, nom) for c, nom in field.keys if hauts[c] > 0 or c in d.competences)
        notes = {
            c: f"{', '.join(map(nom_de, COMPETENCES[c].parents))} · {plafond(d, f, c)} au plus" for c, _ in ouvertes
        }
        groups = {c: FAMILLES[COMPETENCES[c].famille] for c, _ in ouvertes}
        return replace(field, keys=ouvertes, high=max(hauts.values()), notes=notes, groups=groups)
    rayons: dict[str, Mapping[str, Objet]] = {
        "armes": d.own.a_vendre,
        "armures": d.own.armures,
        "materiel": d.own.outils,
        "bouclier": d.own.boucliers,
    }
    if field.name in rayons:
        sans = field.keys[:1] if field.name == "bouclier" else ()
        return replace(field, keys=(*sans, *au_prix(rayons[field.name].values())))
    return field
