"""What can be raised: attributes, groups and skills, what a step of each costs, and how long it takes to learn.

A subject is written `attribut:FOR`, `groupe:combat`, `competence:parade`; a trait that is learned `trait:ambidextre`.
An aptitude has a name of its own, `aptitude:Style du héron`: it has ranks as a skill has, and is not tested (TN-10.36).
"""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms, total

from ...model.attributs import CATALOGUE
from ...model.competences import COMPETENCES, GROUPES, NOM, competence, groupe
from ...model.people import Fiche
from ...model.sums import PRINCIPAUX, SECONDAIRES, base
from ...model.traits import TRAITS
from ..c2_competences import groupe_inconnu, inconnue, limite, limite_de_groupe
from ..c5_creation.achats import PAR_COMPETENCE, PAR_GROUPE
from ..c5_creation.attributs import pas

ATTRIBUT, GROUPE, COMPETENCE, TRAIT, APTITUDE = "attribut", "groupe", "competence", "trait", "aptitude"
MAXIMUM, MAXIMUM_SECONDAIRE = 18, 12
NIVEAUX = {  # what has levels, by its name
    **{f"{GROUPE}:{id}": g.nom for id, g in GROUPES.items()},
    **{f"{COMPETENCE}:{id}": c.nom for id, c in COMPETENCES.items()},
}
AUGMENTABLES = {f"{ATTRIBUT}:{code}": a.nom for code, a in CATALOGUE.items() if code != "EQU"} | NIVEAUX
SUJETS = AUGMENTABLES | {f"{TRAIT}:{id}": t.nom for id, t in TRAITS.items() if t.polarite == "avantage"}


def partage(sujet: str) -> tuple[str, str]:
    """The kind of a subject, and its id."""
    genre, _, id = sujet.partition(":")
    return genre, id


def nom(sujet: str) -> str:
    """What players call it."""
    genre, id = partage(sujet)
    if genre == TRAIT:
        return TRAITS[id.partition(":")[0]].nom
    found = competence(id) if genre == COMPETENCE else groupe(id) if genre == GROUPE else None
    return found.nom if found is not None else id


def inconnu(f: Fiche, sujet: str, options: tuple[str, ...]) -> Closed | None:
    """Why there is no such thing to learn."""
    genre, id = partage(sujet)
    if genre == COMPETENCE:
        return inconnue(id, options)
    if genre == GROUPE:
        return groupe_inconnu(id, options)
    if genre == APTITUDE and NOM.fullmatch(id):
        return None
    if genre != ATTRIBUT or id not in (*PRINCIPAUX, *SECONDAIRES, *f.supplementaires, "EQU"):
        return Closed("TN-7.5", "« {} » ne s'apprend pas : un attribut, un groupe ou une compétence", (Typed(sujet),))
    if id == "EQU":
        return Closed("TN-7.16", "L'Équilibre se calcule : il ne s'augmente pas")
    return None


def secondaire(sujet: str) -> bool:
    """Whether it is an attribute that is raised only where the game master agrees."""
    genre, id = partage(sujet)
    return genre == ATTRIBUT and id not in PRINCIPAUX


def niveau(f: Fiche, sujet: str) -> int:
    """Where somebody stands: the base of an attribute, the level of a skill or a group."""
    genre, id = partage(sujet)
    niveaux = {GROUPE: f.groupes, APTITUDE: f.aptitudes}.get(genre, f.competences)
    return base(f, id) if genre == ATTRIBUT else niveaux.get(id, 0)


def atteint(f: Fiche, sujet: str) -> int:
    """What somebody has to show when he teaches it: of an attribute the fixed value."""
    genre, id = partage(sujet)
    return f.valeurs.get(id, 0) if genre == ATTRIBUT else niveau(f, sujet)


def eleve(f: Fiche, sujet: str, valeur: int) -> Fiche:
    """The sheet with this value."""
    genre, id = partage(sujet)
    if genre == GROUPE:
        return replace(f, groupes={**f.groupes, id: valeur})
    if genre == COMPETENCE:
        return replace(f, competences={**f.competences, id: valeur})
    if genre == APTITUDE:
        return replace(f, aptitudes={**f.aptitudes, id: valeur})
    if id in f.supplementaires:
        return replace(f, supplementaires={**f.supplementaires, id: valeur})
    return replace(f, base={**f.base, id: valeur})


# ---------------------------------------------------------------- what a step costs, and how far it goes


@rule("TN-7.16", "TN-7.17")
def cout_en_pa(sujet: str, visee: int) -> int:
    """PA for a point of an attribute, as at creation: the value aimed at less 5, of a secondary one less 7."""
    return max(1, pas(partage(sujet)[1], visee))


@rule("TN-7.21", "TN-7.22", "TN-7.23", "TN-10.36")
def cout_en_px(sujet: str, visee: int) -> int:
    """PX for a level: 20 times the level of a group, 10 times that of a skill."""
    return visee * (PAR_GROUPE if partage(sujet)[0] == GROUPE else PAR_COMPETENCE)


@rule("TN-7.8", "TN-7.17", "TN-7.22", "TN-7.23", "TN-10.36")
def temps_de_base(sujet: str, visee: int) -> int:
    """Learning time: the value of an attribute less 7, 4 times the level of a group, twice that of a skill."""
    genre = partage(sujet)[0]
    return max(0, visee - 7) if genre == ATTRIBUT else visee * (4 if genre == GROUPE else 2)


@rule("TN-7.8", "TN-7.9")
def temps(f: Fiche, sujet: str) -> Terms:
    """The learning time of the next step, with what a trait adds to all of them."""
    n = temps_de_base(sujet, niveau(f, sujet) + 1)
    return ("Temps d'apprentissage", n, "TN-7.8"), *f.bears.figure("ta").terms


@rule("TN-7.18", "TN-7.24")
def maximum(f: Fiche, sujet: str) -> Terms:
    """How far it can be raised: 18, 4 and 2, and what castes and traits add; secondary attributes 12."""
    genre, id = partage(sujet)
    if genre in (COMPETENCE, APTITUDE):
        return limite(f, id)
    if genre == GROUPE:
        return limite_de_groupe(f, id)
    if secondaire(sujet):
        return ("Maximum", MAXIMUM_SECONDAIRE, "TN-7.16"), *f.bears.figure("maximum:secondaires").terms
    return ("Maximum", MAXIMUM, "TN-7.18"), *f.bears.figure(f"maximum:attribut:{id}").terms


@rule("TN-7.18", "TN-7.24")
def au_maximum(f: Fiche, sujet: str) -> Closed | None:
    """Why a value cannot be raised any further; one that is higher since creation stays where it is."""
    terms = maximum(f, sujet)
    if niveau(f, sujet) < total(terms):
        return None
    return Closed(terms[-1][2], "{} : {} au plus, déjà {}", (nom(sujet), total(terms), niveau(f, sujet)))
