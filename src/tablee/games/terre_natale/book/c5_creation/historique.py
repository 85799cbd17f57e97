"""The past: inspiration laid out freely, notion by notion, or as a universe has it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

import msgspec

from tablee.kernel import content
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Todo

from ...model.competences import GROUPES, competence, groupe
from .echelles import NOTIONS, PACKAGE

PI, PAR_MENTION = 100, 10
GROUPE_MAX, COMPETENCE_MAX = 20, 10
D_UNIVERS = "historiques_univers"
SIMPLE, DETAILLEE, UNIVERS = "simple", "detaillee", "univers"
FORMULES = {
    SIMPLE: ("Simple", "100 PI à répartir entre des groupes, 100 entre leurs compétences."),
    DETAILLEE: ("Détaillée", "Cinq notions de son passé ; chacune nomme deux groupes et une compétence de chacun."),
    UNIVERS: ("D'univers", "Un passé tout prêt."),
}


class Mention(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A group that a notion of somebody's past names, and the skill of it that goes with it.

    `attribut`: the notion names that attribute, and the group is one the player chose among its own.
    """

    notion: str = ""
    groupe: str = ""
    competence: str = ""
    attribut: str = ""


class Passe(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A past of a universe: the mentions it is made of."""

    id: str
    nom: str
    dit: str
    mentions: tuple[tuple[str, str], ...]  # groups, each with a skill


class Inspiration(msgspec.Struct, frozen=True):
    """PI by group and by skill."""

    groupes: Mapping[str, int] = {}
    competences: Mapping[str, int] = {}

    @property
    def pi(self) -> dict[str, int]:
        """As a sheet keeps them."""
        both = [("groupe", self.groupes), ("competence", self.competences)]
        return {f"{genre}:{id}": n for genre, some in both for id, n in some.items() if n}

    @property
    def somme(self) -> int:
        return sum(self.groupes.values()) + sum(self.competences.values())


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: str
    passe: tuple[Passe, ...]


PASSES = {passe.id: passe for passe in content.read(PACKAGE, "content/passes.toml", _Fichier).passe}


@rule("TN-5.23")
def mentionnes(mentions: Iterable[tuple[str, str]]) -> Inspiration:
    """10 PI to a group and 10 to a skill of it, each time they are mentioned."""
    found = [(g, c) for g, c in mentions if g and c]
    groupes, competences = Counter(g for g, _ in found), Counter(c for _, c in found)
    return Inspiration(
        {g: PAR_MENTION * n for g, n in groupes.items()}, {c: PAR_MENTION * n for c, n in competences.items()}
    )


@rule("TN-5.24")
def plafonds(i: Inspiration) -> Iterator[Closed]:
    """20 PI to a group and 10 to a skill at most, whatever the formula."""
    for id, n in i.groupes.items():
        if groupe(id) is None:
            yield Closed("TN-5.22", "Groupe inconnu : {}", (id,))
        elif n < 0 or n > GROUPE_MAX:
            yield Closed("TN-5.24", "{} : de 0 à {} PI, pas {}", (_nom(id), GROUPE_MAX, n))
    for id, n in i.competences.items():
        if competence(id) is None:
            yield Closed("TN-5.22", "Compétence inconnue : {}", (id,))
        elif n < 0 or n > COMPETENCE_MAX:
            yield Closed("TN-5.24", "{} : de 0 à {} PI, pas {}", (_nom(id), COMPETENCE_MAX, n))


@rule("TN-5.22")
def simple(i: Inspiration) -> Iterator[Closed]:
    """100 PI in groups, 100 in skills of groups that have some."""
    for quoi, some in (("les groupes", i.groupes), ("les compétences", i.competences)):
        spent = sum(some.values())
        if spent != PI:
            kind = Todo if spent < PI else Closed
            yield kind("TN-5.22", "{} PI à répartir entre {}, {} répartis", (PI, quoi, spent))
    for id, n in i.competences.items():
        found = competence(id)
        if n > 0 and found is not None and not any(i.groupes.get(g, 0) > 0 for g in found.lots):
            yield Closed("TN-5.22", "{} : aucun de ses groupes n'a de PI", (found.nom,))


@rule("TN-5.23")
def detaillee(mentions: tuple[Mention, ...]) -> Iterator[Closed]:
    """Five notions, two groups each: both named, or both chosen among those of an attribute."""
    for notion in NOTIONS.values():
        own = [m for m in mentions if m.notion == notion.id]
        if len(own) != 2:
            kind = Todo if len(own) < 2 else Closed
            yield kind("TN-5.23", "{} : deux groupes, pas {}", (notion.nom, len(own)))
        elif len({bool(m.attribut) for m in own}) > 1:
            yield Closed("TN-5.23", "{} : deux attributs ou deux groupes, pas l'un et l'autre", (notion.nom,))
    for m in mentions:
        if m.notion not in NOTIONS:
            yield Closed("TN-5.23", "Notion inconnue : {}", (m.notion,))
        g, c = groupe(m.groupe), competence(m.competence)
        if g is None or c is None:
            unknown = m.groupe if g is None else m.competence
            yield Closed("TN-5.23", "Ni groupe ni compétence : {}", (unknown,))
            continue
        if g.id not in c.lots:
            yield Closed("TN-5.23", "{} n'est pas du groupe {}", (c.nom, g.nom))
        if m.attribut and m.attribut not in g.naturels:
            yield Closed("TN-5.23", "{} n'est pas un groupe de {}", (g.nom, m.attribut))


@rule("TN-5.25")
def formules(options: Iterable[str]) -> tuple[str, ...]:
    """A universe may have ready pasts for examples; with the option they take the place of both formulas."""
    return (UNIVERS,) if D_UNIVERS in options else tuple(FORMULES)


def _nom(id: str) -> str:
    g, c = GROUPES.get(id), competence(id)
    return g.nom if g is not None else c.nom if c is not None else id
