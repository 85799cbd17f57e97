"""Rewards: what the game master grants at the end of a scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms

from ...model.people import Fiche, Personnage
from ...model.scene import Scene
from ..c4_caracteristiques.repos import en_paix
from ..c6_castes import promouvoir
from .sujets import COMPETENCE, GROUPE, NIVEAUX, inconnu, nom, partage

Scenario = Literal["", "petit", "moyen", "gros"]
SCENARIOS: dict[Scenario, int] = {"": 0, "petit": 5, "moyen": 10, "gros": 15}  # TN-7.2
Points = Annotated[int, Meta(ge=0, le=1000)]
MEMBRES = 20  # rewarded at once


@rule("TN-7.2", "TN-7.3")
def gagner(f: Fiche, px: int, pi: dict[str, int]) -> Fiche:
    """The sheet with so much more experience and inspiration: both are acquired for good (TN-6.6)."""
    inspiration = {key: f.pi.get(key, 0) + pi.get(key, 0) for key in dict.fromkeys((*f.pi, *pi))}
    return replace(f, px=f.px + px, pi=inspiration, acquis=f.acquis + px + sum(pi.values()))


@rule("TN-7.3")
def domaine_inconnu(f: Fiche, domaine: str, options: tuple[str, ...]) -> Closed | None:
    """Why no inspiration goes there: it is for groups and skills."""
    if partage(domaine)[0] in (GROUPE, COMPETENCE):
        return inconnu(f, domaine, options)
    return Closed("TN-7.3", "L'inspiration va à un groupe ou une compétence, pas à {}", (Typed(domaine),))


@rule("TN-7.1", "TN-7.2", "TN-7.3")
class Recompenser(Action, frozen=True, tag="recompenser"):
    """PX for a scenario, and PI in the fields that somebody showed an interest in. PA and PP are never given so."""

    cibles: Annotated[tuple[Who, ...], Meta(min_length=1, max_length=MEMBRES)]
    scenario: Scenario = "moyen"
    px: Points = 0  # 0: by the scenario
    domaines: Annotated[tuple[str, ...], Meta(max_length=20)] = ()  # « groupe:chasse », « competence:arc »
    pi: Points = 0  # in each of them
    master: ClassVar[bool] = True
    rank: ClassVar[int] = 95
    choose: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {"domaines": NIVEAUX}

    @property
    def experience(self) -> int:
        return self.px or SCENARIOS[self.scenario]

    @property
    def inspiration(self) -> dict[str, int]:
        return dict.fromkeys(self.domaines, self.pi) if self.pi else {}

    def closed(self, scene: Scene) -> Closed | None:
        if not self.cibles:
            return Closed("TN-7.2", "Dites qui est récompensé")
        found = en_paix(scene, "TN-7.2", *self.cibles)
        if found is not None:
            return found
        f = scene[self.cibles[0]].fiche
        found = next(filter(None, (domaine_inconnu(f, domaine, scene.options) for domaine in self.domaines)), None)
        if found is not None:
            return found
        pi = sum(self.inspiration.values())
        if pi > self.experience:
            return Closed("TN-7.3", "{} PI : jamais plus que les PX reçus, {}", (pi, self.experience))
        return None if self.experience else Closed("TN-7.2", "Rien à accorder : dites le scénario ou les PX")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        pi = self.inspiration
        terms: Terms = (("PX", self.experience, "TN-7.2"), *((nom(key), n, "TN-7.3") for key, n in pi.items()))
        for who in dict.fromkeys(self.cibles):
            p = scene[who]
            f = gagner(p.fiche, self.experience, pi)
            facts = ("px", self.experience), ("pi", sum(pi.values())), ("acquis", f.acquis)
            oracle.tell(Event("recompense", who, "", "TN-7.2", terms, facts))
            scene = promouvoir(scene.put(replace(p, fiche=f)), oracle, who)
        return scene


ACTIONS = (Recompenser,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """All of a side, when its adventure is over."""
    yield Recompenser(p.id, tuple([q.id for q in scene.people.values() if q.side == p.side])[:MEMBRES])
