"""Ids of the catalogues as players read them: on buttons and among parameters an id stands for its name."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.words import Words

from ..book.c3_traits import dit, sujets
from ..book.c5_creation.echelles import CARACTERES, COMPORTEMENTS, PEUPLES
from ..book.c5_creation.historique import PASSES
from ..book.c6_castes import Choisir, SeDefausser
from ..book.c7_progression import SUJETS
from ..book.c8_confrontation.zones import GUETS
from ..book.c10_monde.adversite import ADVERSAIRES
from ..model.actions import LIGNES
from ..model.adversite import NOMS_DE_POUVOIRS, PROFILS, ROLES, SORTES
from ..model.attributs import CATALOGUE
from ..model.cartes import CARTES
from ..model.castes import CASTES, TOUS_TRAITS
from ..model.competences import COMPETENCES, GROUPES, Competence
from ..model.contrats import EMPLOIS
from ..model.maladies import MAUX, PARTICULARITES
from ..model.services import SERVICES
from ..model.things import MODELES
from ..model.traits import TraitDuLivre

STYLES = {
    "aventure": "Aventure",
    "combat": "Combat",
    "corps": "Corps",
    "esprit": "Esprit",
    "ombre": "Ombre",
    "savoir": "Savoir",
    "social": "Société",
}


def told(trait: TraitDuLivre) -> tuple[str, str]:
    """What a trait costs and does, in both languages: « 1 PP. +1 aux tests de Parade. »"""
    price = "/".join(map(str, trait.cout)) if len(set(trait.cout)) > 1 else str(trait.cout[0])
    sign = "+" if trait.polarite == "desavantage" else ""
    french, english = dit(trait)
    if trait.rangs == 1:
        return f"{sign}{price} PP. {french}", f"{sign}{price} PP. {english}"
    most = f"{sign}{price} PP par rang, {trait.rangs} au plus. {french}"
    return most, f"{sign}{price} PP for each rank, {trait.rangs} at most. {english}"


def told_traits() -> Iterator[tuple[str, str]]:
    """All that is said of traits, about anything they can be about, in both languages."""
    for trait in TOUS_TRAITS.values():
        yield told(trait)
        yield from (dit(trait, sujet) for sujet in ("", *sujets(trait.sujet)))


def apart(skill: Competence) -> tuple[str, ...]:
    """What tells a skill from others of a list: its name, and its group where another skill is called the same."""
    same = [other for other in COMPETENCES.values() if other.nom == skill.nom]
    return (skill.nom, GROUPES[next(iter(skill.lots))].nom) if len(same) > 1 else (skill.nom,)


def names() -> Iterator[tuple[str, str]]:
    """Every id with its French name; of the same id the last counts."""
    yield from GUETS.items()
    yield from ((id, line.nom) for id, line in LIGNES.items())
    yield from ((id, people.nom) for id, people in PEUPLES.items())
    yield from ((id, past.nom) for id, past in PASSES.items())
    yield from ((id, one.nom) for known in (COMPORTEMENTS, CARACTERES) for id, one in known.items())
    yield from ((id, thing.nom) for id, thing in MODELES.items())
    yield from ((id, work.nom) for id, work in EMPLOIS.items())
    yield from ((id, service.nom) for id, service in SERVICES.items())
    yield from ((id, disease.nom) for id, disease in MAUX.items())
    yield from ((id, mark.nom) for id, mark in PARTICULARITES.items())
    yield from ((id, trait.nom) for id, trait in TOUS_TRAITS.items())
    yield from ((id, caste.nom) for id, caste in CASTES.items())
    yield from (
        known for kind in (Choisir, SeDefausser) for offered in kind.offers.values() for known in offered.items()
    )
    yield from ((id, group.nom) for id, group in GROUPES.items())
    yield from ((id, skill.nom) for id, skill in COMPETENCES.items())
    yield from ((id, one.nom) for known in (PROFILS, SORTES, ROLES, ADVERSAIRES) for id, one in known.items())
    yield from NOMS_DE_POUVOIRS.items()
    yield from ((id, plan.nom) for id, plan in CARTES.items())
    yield from ((code, attribute.nom) for code, attribute in CATALOGUE.items())
    yield from SUJETS.items()


def with_names(words: Words) -> Words:
    """These words, for each id of a catalogue its name in both languages, and what traits do; what is said wins."""
    named = dict(names())
    both = {text: words.tr(name, "en") for id, name in named.items() for text in (id, name)}
    rows = [apart(skill) for skill in COMPETENCES.values()]
    alike = {" · ".join(row): " · ".join(words.en.get(name, name) for name in row) for row in rows}
    english = both | alike | dict(told_traits())
    return words.naming(named, english)
