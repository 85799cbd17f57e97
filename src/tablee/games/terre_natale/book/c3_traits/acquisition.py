"""What a rank of a trait costs, and when it can be had."""

from __future__ import annotations

from functools import cache

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Typed

from ...model.attributs import CATALOGUE as ATTRIBUTS
from ...model.caracteristiques import SAUVEGARDES
from ...model.castes import TOUS_TRAITS
from ...model.competences import COMPETENCES, GROUPES, competence, groupe
from ...model.people import Fiche, Trait
from ...model.sums import PRINCIPAUX
from ...model.traits import CATALOGUE, TRAITS, TraitDuLivre

LIBRE = 40  # characters of a subject in one's own words


@rule("TN-3.8")
def cout(trait: TraitDuLivre, de: int, a: int) -> int:
    """The PP from one rank to another: those of every rank in between."""
    return sum(trait.cout[de:a])


@rule("TN-3.7")
def rang_de(f: Fiche, id: str, sujet: str = "") -> int:
    """The rank at which somebody has a trait, whatever gave it to him."""
    return next((t.rang for t in f.tous_traits if (t.id, t.sujet) == (id, sujet)), 0)


# ---------------------------------------------------------------- what a trait is about


@cache
def sujets(genre: str) -> dict[str, str]:
    """What a trait of this kind can be about, by id; a free subject and skills of one's own are not listed."""
    attributs = {code: ATTRIBUTS[code].nom for code in PRINCIPAUX}
    competences = {id: c.nom for id, c in COMPETENCES.items()}
    return {
        "attribut": attributs,
        "competence": competences,
        "attribut_ou_competence": attributs | competences,
        "groupe": {id: g.nom for id, g in GROUPES.items()},
        "sauvegarde": {id: s.nom for id, s in SAUVEGARDES.items()},
        "recuperation": CATALOGUE.recuperation,
        "habitude": CATALOGUE.habitude,
        "interruption": CATALOGUE.interruption,
        "posture": CATALOGUE.posture,
        "circonstance": CATALOGUE.circonstance,
    }.get(genre, {})


def nom_du_sujet(genre: str, sujet: str) -> str:
    """What players call it."""
    known = sujets(genre).get(sujet)
    if known is not None:
        return known
    own = competence(sujet) if "competence" in genre else groupe(sujet) if genre == "groupe" else None
    return own.nom if own is not None else sujet


def sujet_ferme(trait: TraitDuLivre, sujet: str) -> Closed | None:
    """A trait that is about something says what; any other says nothing."""
    if not trait.sujet:
        return Closed("TN-3.10", "« {} » n'a pas de sujet", (trait.nom,)) if sujet else None
    if not sujet.strip():
        return Closed("TN-3.10", "« {} » demande un sujet", (trait.nom,))
    if trait.sujet == "libre":
        known = len(sujet.strip()) <= LIBRE
    else:
        known = sujet in sujets(trait.sujet) or ("competence" in trait.sujet and competence(sujet) is not None)
    if known:
        return None
    return Closed("TN-3.10", "« {} » demande un sujet ; « {} » n'en est pas un", (trait.nom, Typed(sujet)))


# ---------------------------------------------------------------- whether it can be had


@rule("TN-3.2", "TN-3.3", "TN-3.4", "TN-3.6", "TN-3.7")
def ferme(
    f: Fiche,
    id: str,
    sujet: str = "",
    *,
    pp: int | None = None,
    creation: bool = False,
    accord: bool = False,
    exception: bool = False,
) -> Closed | None:
    """Why somebody cannot have one more rank of a trait.

    `pp`: the points there are for it (None: it is given). `accord`: the game master gives or agrees to a désavantage.
    `exception`: he sets aside that a trait is of creation only (TN-7.28).
    """
    trait = TRAITS.get(id)
    if trait is None:
        return Closed("TN-3.10", "Aucun trait « {} »", (Typed(id),))
    if trait.extension:
        return Closed("TN-3.10", "« {} » appartient à une extension", (trait.nom,))
    rang = rang_de(f, id, sujet)
    return (
        sujet_ferme(trait, sujet)
        or _au_moment(trait, creation, accord, exception)
        or _rang_ferme(trait, rang)
        or conditions(f, trait)
        or _trop_cher(trait, rang, pp)
    )


def _au_moment(trait: TraitDuLivre, creation: bool, accord: bool, exception: bool) -> Closed | None:
    if creation:
        return None
    if trait.depart and not exception:
        return Closed("TN-3.3", "« {} » ne se prend qu'à la création", (trait.nom,))
    if trait.polarite == "desavantage" and not accord:
        return Closed("TN-3.6", "En jeu, un désavantage vient du MJ ou avec son accord")
    return None


def _rang_ferme(trait: TraitDuLivre, rang: int) -> Closed | None:
    if rang < trait.rangs:
        return None
    return Closed("TN-3.7", "« {} » s'arrête au rang {}", (trait.nom, trait.rangs))


@rule("TN-3.2")
def _trop_cher(trait: TraitDuLivre, rang: int, pp: int | None) -> Closed | None:
    prix = cout(trait, rang, rang + 1)
    if pp is None or trait.polarite == "desavantage" or prix <= pp:
        return None
    return Closed("TN-3.2", "« {} » coûte {} PP, il en reste {}", (trait.nom, prix, pp))


def conditions(f: Fiche, trait: TraitDuLivre) -> Closed | None:
    """What a trait asks of whoever takes it: values, levels, other traits; and those it does not go with."""
    for quoi, n in trait.requiert.items():
        a = possede(f, quoi)
        if a < n:
            return Closed("TN-3.10", "« {} » demande {} {}, pas {}", (trait.nom, nom_de_condition(quoi), n, a))
    for t in f.tous_traits:
        if t.id in trait.exclut or trait.id in TOUS_TRAITS[t.id].exclut:
            return Closed("TN-3.10", "« {} » ne va pas avec « {} »", (trait.nom, TOUS_TRAITS[t.id].nom))
    return None


def possede(f: Fiche, quoi: str) -> int:
    """How much of what a trait asks for somebody has."""
    genre, _, id = quoi.partition(":")
    if genre == "trait":
        return max([t.rang for t in f.tous_traits if t.id == id], default=0)
    if genre == "rang":
        return f.caste.rang if f.caste is not None else 0
    return {"competence": f.competences, "groupe": f.groupes}.get(genre, f.valeurs).get(id or genre, 0)


def nom_de_condition(quoi: str) -> str:
    genre, _, id = quoi.partition(":")
    if genre == "trait":
        return TRAITS[id].nom
    return "rang de caste" if genre == "rang" else nom_du_sujet(genre, id) if id else quoi


# ---------------------------------------------------------------- having it


@rule("TN-3.1", "TN-3.2", "TN-3.6")
def acquerir(f: Fiche, id: str, sujet: str = "", *, gratuit: bool = False) -> Fiche:
    """One more rank of a trait: an avantage is paid for in PP, a désavantage brings some; PA it brings are there."""
    trait = TRAITS[id]
    rang = rang_de(f, id, sujet)
    acquis = next((t for t in f.traits if (t.id, t.sujet) == (id, sujet)), None)
    plus = Trait(id, acquis.rang + 1 if acquis else 1, sujet)
    traits = tuple([plus if t is acquis else t for t in f.traits]) if acquis else (*f.traits, plus)
    pp = 0 if gratuit else trait.signe * cout(trait, rang, rang + 1)
    return replace(f, traits=traits, pp=f.pp + pp, pa=f.pa + points_d_attributs(trait))


@rule("TN-7.1")
def points_d_attributs(trait: TraitDuLivre) -> int:
    """The PA that a rank of a trait gives, once."""
    return sum(e.n for e in trait.effets if e.on == "pa")
