"""Advice for the MJ."""

from __future__ import annotations

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.odds import odds
from tablee.kernel.oracle import GM, Closed, Oracle

from ...model.catalogue import nom_de
from ...model.effects import MARTIALES
from ...model.scene import Scene, inconnu
from ...model.tables import NIVEAUX
from ..c5_tests.des import lancer, valeur
from ..c5_tests.essai import intestable
from ..c5_tests.figures import penalites, preparer
from ..c5_tests.jets import sans_jet

# ---------------------------------------------------------------- advice for the MJ


@rule("YY-19.2", "YY-19.3")
def chances(score: int, nd: int) -> int:
    """How often in a hundred a score reaches an ND, by Table 5; without a roll it always does."""
    if sans_jet(score, nd):
        return 100
    return sum(n for jet, n in odds(lancer).ways.items() if jet and score + valeur(jet) >= nd)


@rule("YY-19.4")
def rang_des_adversaires(rang: int, nombre: int) -> int:
    """The martial rank that makes adversaries a trial: as high as one's own, less 1 for each if they are several."""
    return max(0, rang - nombre) if nombre > 1 else rang


@rule("YY-19.2", "YY-19.4")
class Jauger(Action, frozen=True, tag="jauger"):
    """For the MJ: how each difficulty of Table 2 suits this one, and adversaries of which rank."""

    competence: str

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or intestable(scene[self.actor], self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, c = scene[self.actor], self.competence
        score = preparer(p, c, penalites(p, c)).ligne.score
        niveaux = tuple(f"{d.nom} {chances(score, d.nd)}" for d in NIVEAUX)
        oracle.tell(Event("jauge", p.id, "", "YY-19.2", (), (("competence", nom_de(c)), ("niveaux", niveaux)), GM))
        if c in MARTIALES:
            rangs = tuple(rang_des_adversaires(p.competence(c), n) for n in (1, 2, 3, 4))
            oracle.tell(Event("adversaires", p.id, "", "YY-19.4", (), (("rangs", rangs),), GM))
        return scene
