"""Chases."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.epreuves import Poursuite
from ...model.jets import UsageVide
from ...model.people import Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import TOUR
from ..c7_fatigue.repos import se_reprendre
from ..c10_tours.temps import ecouler
from ..c15_mouvements import Facon, Trajet, en_metres, parcourir
from .essais import fait


@rule("YY-18.3")
def issue_de_la_poursuite(p: Poursuite) -> str:
    """Once both have moved: caught when the pursuer has come up with him, away with a lead that is enough."""
    if p.parcouru >= p.avance:
        return "rattrapé"
    return "hors d'atteinte" if p.avance - p.parcouru >= p.but else ""


@rule("YY-18.3")
class Poursuivre(Action, frozen=True, tag="poursuivre"):
    """A chase begins: so many metres between the two."""

    cible: Who
    ecart: int = 10
    but: int = 100  # metres

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.actor == self.cible:
            return Closed("YY-18.3", "On poursuit quelqu'un d'autre que soi")
        if scene.poursuite is not None and not scene.poursuite.issue:
            return Closed("YY-18.3", "Une poursuite est déjà en cours")
        if not 1 <= self.ecart < self.but <= 10_000:
            return Closed("YY-18.3", "Un écart d'au moins 1 m, plus petit que l'avance à prendre")
        return en_plein_combat(scene) or hors_d_etat(scene[self.actor]) or hors_d_etat(scene[self.cible])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        facts = (("ecart", self.ecart), ("but", self.but))
        oracle.tell(Event("poursuite", self.actor, self.cible, "YY-18.3", (), facts))
        return replace(scene, poursuite=Poursuite(self.cible, self.actor, 2 * self.ecart, 0, 2 * self.but))


def en_plein_combat(scene: Scene) -> Closed | None:
    return Closed("YY-18.3", "On ne se poursuit pas au milieu d'un combat") if scene.encounter is not None else None


@rule("YY-18.3")
class TourDePoursuite(Action, frozen=True, tag="tour_de_poursuite"):
    """One turn of a chase: each makes his test and adds the distance he covers."""

    moyen: Facon = "course"
    leur: Facon = "course"  # of the pursued
    nd: int = 12
    leur_nd: int = 12
    vide: UsageVide = ""
    leur_vide: UsageVide = ""

    looks = {
        "rattrape": lambda b, a, ev: a.poursuite.issue == "rattrapé",
        "echappe": lambda b, a, ev: a.poursuite.issue == "hors d'atteinte",
        "metres": fait("ecart", "tour_de_poursuite"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.poursuite
        if p is None:
            return Closed("YY-18.3", "Aucune poursuite n'est en cours")
        if p.issue:
            return Closed("YY-18.3", "La poursuite est finie : {}", (p.issue,))
        if self.actor not in (p.poursuivant, p.fuyard):
            return Closed("YY-18.3", "{} n'est pas de cette poursuite", (Someone(self.actor),))
        absent = inconnu(scene, p.poursuivant, p.fuyard) or en_plein_combat(scene)
        if absent is not None:
            return absent
        for who, trajet in self.trajets(p):
            if avance(scene[who]):
                refuse = trajet.refus(scene[who])
                if refuse is not None:
                    return refuse
        return None

    def trajets(self, p: Poursuite) -> tuple[tuple[str, Trajet], tuple[str, Trajet]]:
        """The pursued first."""
        return (
            (p.fuyard, Trajet(self.leur, self.leur_nd, self.leur_vide)),
            (p.poursuivant, Trajet(self.moyen, self.nd, self.vide)),
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            return scene
        couru = []
        for who, trajet in self.trajets(p):
            scene, demi = courir(scene, oracle, who, trajet)
            couru.append(demi)
        p = replace(p, avance=p.avance + couru[0], parcouru=p.parcouru + couru[1])
        p = replace(p, issue=issue_de_la_poursuite(p))
        ecart = en_metres(max(0, p.avance - p.parcouru))
        facts = (("ecart", ecart), ("issue", p.issue or "la poursuite continue"))
        terms = (
            ("Fuyard, en demi-mètres", p.avance, "YY-18.3"),
            ("Poursuivant, en demi-mètres", -p.parcouru, "YY-18.3"),
        )
        oracle.tell(Event("tour_de_poursuite", p.poursuivant, p.fuyard, "YY-18.3", terms, facts))
        return ecouler(replace(scene, poursuite=p), oracle, TOUR)


def avance(p: Personnage) -> bool:
    """Whether he can run this turn: awake, and not getting over a mishap."""
    return p.conscient and not p.occupe


def courir(scene: Scene, oracle: Oracle, who: str, trajet: Trajet) -> tuple[Scene, int]:
    """The half metres of one of them this turn."""
    p = scene[who]
    if avance(p):
        return parcourir(scene, oracle, who, trajet)
    return (se_reprendre(scene, oracle, p) if p.conscient else scene), 0


@rule("YY-18.3")
class Abandonner(Action, frozen=True, tag="abandonner"):
    """Give up a chase: the pursuer lets the other get away, the pursued lets himself be caught."""

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.poursuite
        if p is None or p.issue:
            return Closed("YY-18.3", "Aucune poursuite n'est en cours")
        if self.actor not in (p.poursuivant, p.fuyard):
            return Closed("YY-18.3", "{} n'est pas de cette poursuite", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            return scene
        issue = "rattrapé" if self.actor == p.fuyard else "hors d'atteinte"
        oracle.tell(Event("abandon", self.actor, "", "YY-18.3", (), (("issue", issue),)))
        return replace(scene, poursuite=replace(p, issue=issue))
