"""Menace: whom an adversary turns on when nothing else says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent
from ..c4_caracteristiques.capacites import argument_de, raisonnement_de
from .armes import ecart

CIRCONSTANCE = 5  # TN-8.415


@rule("TN-8.413")
def menace(scene: Scene, p: Personnage, joute: bool = False) -> Terms:
    """How much of a threat somebody looks: his heaviest weapon and his armour; in a joute what he argues with."""
    e = p.equipement
    if joute:
        discours = argument_de(p, scene.options), raisonnement_de(p)
        own: Terms = (("Argument", discours[0], "TN-8.413"), ("Raisonnement", discours[1], "TN-8.413"))
    else:
        cuirasse = e.cuirasse_sur("")[0]
        armure = cuirasse.categorie if cuirasse is not None else 0
        arme = max([x.categorie for x in (*e.armes, *e.naturelles)], default=0)
        own = ("Arme la plus lourde", arme, "TN-8.413"), ("Armure", armure, "TN-8.413")
    return own + tally(p.bears, "menace", Essai(p, scene))


@rule("TN-8.415")
def circonstanciee(terms: Terms, plus: bool, moins: bool) -> Terms:
    """Five more or less for what the moment makes of him."""
    n = CIRCONSTANCE * (plus - moins)
    return (*terms, ("Circonstances", n, "TN-8.415")) if n else terms


@rule("TN-8.414")
def designer(scene: Scene, de: str, menaces: dict[str, int], jet: int) -> str:
    """Of those whose menace is at least the throw the lowest; if there is none, the nearest; of equals the nearest."""

    def proche(who: str) -> tuple[int, int]:
        return ecart(scene[de], scene[who]), list(menaces).index(who)

    retenus = [who for who, n in menaces.items() if n >= jet]
    if not retenus:
        return min(menaces, key=proche)
    bas = min(menaces[who] for who in retenus)
    return min([who for who in retenus if menaces[who] == bas], key=proche)


@rule("TN-8.412", "TN-8.413", "TN-8.414", "TN-8.415")
class TirerLaCible(Action, frozen=True, tag="tirer_la_cible"):
    """Draw whom somebody turns on: among those named, or all his adversaries; some look more or less of a threat."""

    candidats: tuple[Who, ...] = ()
    redoutes: tuple[Who, ...] = ()
    negliges: tuple[Who, ...] = ()
    joute: bool = False

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 93

    def cibles(self, scene: Scene) -> tuple[str, ...]:
        """Those it may be; by default everybody of another side who can still fight."""
        own = scene[self.actor]
        adverses = [q.id for q in scene.people.values() if q.side and q.side != own.side and q.up]
        return tuple(dict.fromkeys(self.candidats or adverses))

    def closed(self, scene: Scene) -> Closed | None:
        for who in (self.actor, *self.candidats, *self.redoutes, *self.negliges):
            if barred := absent(scene, who):
                return barred
        if self.actor in self.candidats:
            return Closed("TN-8.414", "On ne se prend pas soi-même pour cible")
        cibles = self.cibles(scene)
        if len(cibles) < 2:
            return Closed("TN-8.414", "Il faut au moins deux cibles possibles")
        if not {*self.redoutes, *self.negliges} <= {*cibles}:
            return Closed("TN-8.415", "Les circonstances portent sur des cibles possibles")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        menaces = {
            who: circonstanciee(menace(scene, scene[who], self.joute), who in self.redoutes, who in self.negliges)
            for who in self.cibles(scene)
        }
        jet = oracle.of(self.actor).total(3, 6, "menace")
        cible = designer(scene, self.actor, {who: total(terms) for who, terms in menaces.items()}, jet)
        facts = ("jet", jet), ("menace", total(menaces[cible]))
        oracle.tell(Event("menace", self.actor, cible, "TN-8.414", menaces[cible], facts))
        return scene


ACTIONS = (TirerLaCible,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a confrontation, for whoever may turn on several."""
    if scene.encounter is not None and p.side and p.up:
        yield TirerLaCible(p.id, joute=scene.encounter.forme == "joute")
