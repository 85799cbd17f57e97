"""Groups and skills bought with PX, level by level; inspiration pays up to half of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed

from ...model.competences import competence, groupe
from ..c2_competences import groupe_inconnu, inconnue
from .echelles import Vecu
from .historique import Inspiration

PAR_GROUPE, PAR_COMPETENCE = 20, 10
EXCEPTIONS = 3


@rule("TN-5.34", "TN-5.35")
def cout_du_groupe(niveau: int) -> int:
    """PX from 0 to this level: 20 for each level, times the level."""
    return sum(PAR_GROUPE * n for n in range(1, niveau + 1))


@rule("TN-5.34", "TN-5.36")
def cout_de_la_competence(niveau: int) -> int:
    """PX from 0 to this level: 10 for each level, times the level."""
    return sum(PAR_COMPETENCE * n for n in range(1, niveau + 1))


class Achats(msgspec.Struct, frozen=True, dict=True):
    """Groups and skills with their levels, what they cost, and how much of it inspiration pays."""

    groupes: Mapping[str, int]
    competences: Mapping[str, int]
    inspiration: Inspiration

    @property
    def cout(self) -> int:
        return sum(map(cout_du_groupe, self.groupes.values())) + sum(
            map(cout_de_la_competence, self.competences.values())
        )

    @cached_property
    def px(self) -> int:
        """What is left to pay in PX."""
        return self.cout - sum(self.employee().values())

    @rule("TN-5.4", "TN-5.40", "TN-5.41")
    def employee(self) -> dict[str, int]:
        """The PI that are spent, by where they come from.

        All that can be: those of a skill for it alone, those of a group for it and then for its skills, never more
        than half of what a level costs. Skills of one group come before those of several.
        """
        skills = {id: cout_de_la_competence(n) // 2 for id, n in self.competences.items()}
        spent: dict[str, int] = {}
        for id, pi in self.inspiration.competences.items():
            paid = min(pi, skills.get(id, 0))
            skills[id] = skills.get(id, 0) - paid
            spent[f"competence:{id}"] = paid
        for id, pi in self.inspiration.groupes.items():
            paid = min(pi, cout_du_groupe(self.groupes.get(id, 0)) // 2)
            for skill in _de_ce_groupe(id, skills):
                more = min(pi - paid, skills[skill])
                skills[skill] -= more
                paid += more
            spent[f"groupe:{id}"] = paid
        return {key: n for key, n in spent.items() if n}

    def reste(self) -> dict[str, int]:
        """The PI that are kept for later, as a sheet has them."""
        spent = self.employee()
        left = {key: n - spent.get(key, 0) for key, n in self.inspiration.pi.items()}
        return {key: n for key, n in left.items() if n}


def _de_ce_groupe(id: str, skills: Mapping[str, int]) -> list[str]:
    found = [(len(c.lots), skill) for skill in skills if (c := competence(skill)) is not None and id in c.lots]
    return [skill for _, skill in sorted(found)]


@rule("TN-5.11", "TN-5.39")
def plafonds(a: Achats, v: Vecu, options: tuple[str, ...] = ()) -> Iterator[Closed]:
    """The vécu bounds both; three skills may be one level higher. Those of a universe want their option."""
    yield from filter(None, (groupe_inconnu(id, options) for id in a.groupes if groupe(id) is not None))
    yield from filter(None, (inconnue(id, options) for id in a.competences if competence(id) is not None))
    for id, n in a.groupes.items():
        g = groupe(id)
        if g is None:
            yield Closed("TN-5.34", "Groupe inconnu : {}", (id,))
        elif n < 0 or n > v.groupe:
            yield Closed("TN-5.11", "{} : de 0 à {}, pas {}", (g.nom, v.groupe, n))
    beyond = []
    for id, n in a.competences.items():
        c = competence(id)
        if c is None:
            yield Closed("TN-5.34", "Compétence inconnue : {}", (id,))
        elif n < 0 or n > v.competence + 1:
            yield Closed("TN-5.11", "{} : de 0 à {}, pas {}", (c.nom, v.competence, n))
        elif n > v.competence:
            beyond.append(c.nom)
    if len(beyond) > EXCEPTIONS:
        facts = EXCEPTIONS, v.competence, len(beyond), tuple(beyond)
        yield Closed("TN-5.39", "{} compétences au plus dépassent {}, pas {} : {}", facts)


@rule("TN-5.37")
def reliquat_max(a: Achats) -> int:
    """The most PX that may be left: the next level of the highest group or of the highest skill, the dearer of both."""
    top = max(a.groupes.values(), default=0), max(a.competences.values(), default=0)
    return max(PAR_GROUPE * (top[0] + 1), PAR_COMPETENCE * (top[1] + 1))
