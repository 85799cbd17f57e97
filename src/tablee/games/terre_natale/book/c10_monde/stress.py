"""The price of failure: rising stress, and the sang-froid that lessens it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Resultat, difficulte_de_sauvegarde
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.fatigue import fatiguer
from ..c4_caracteristiques.ressources import est_mort
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder

DE_STRESS = 8  # TN-10.37: 1D8 unless the game master says otherwise
NORMALE = 15


@rule("TN-10.39")
def difficulte_du_sang_froid(classique: int, options: tuple[str, ...] = ()) -> int:
    """What the sang-froid must exceed: the save's equivalent of the difficulty of the test that was failed."""
    return difficulte_de_sauvegarde(classique, options)


@rule("TN-10.38")
def gain_de_stress(r: Resultat, n: int) -> Terms:
    """What is left of the fatigue: half as much again, all, half or nothing; rounded up."""
    (_, effet, _), reste = effet_reduit(r, n)
    return ("Montée de stress", effet, "TN-10.37"), (reste[0], reste[1], "TN-10.38")


@rule("TN-10.37", "TN-10.38")
def monter_le_stress(scene: Scene, oracle: Oracle, who: str, difficulte: int, n: int = 0, regle: str = "") -> Scene:
    """One montée de stress: 1D8 of fatigue (or so much), which a save of sang-froid against this lessens."""
    n = n or oracle.of(who).d(DE_STRESS, "stress")
    oracle.tell(Event("montee_de_stress", who, "", regle or "TN-10.37", (), (("n", n), ("difficulte", difficulte))))
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], "sang_froid"), difficulte)
    terms = gain_de_stress(r, n)
    return fatiguer(scene, oracle, who, terms) if total(terms) > 0 else scene


def hors_d_atteinte(scene: Scene, regle: str, *who: str) -> Closed | None:
    """Everybody named is there, and alive."""
    for id in who:
        found = absent(scene, id)
        if found is not None:
            return found
        if est_mort(scene, scene[id]):
            return Closed(regle, "{} est mort", (Someone(id),))
    return None


@rule("TN-10.37", "TN-10.38", "TN-10.39")
class PayerLEchec(Action, frozen=True, tag="payer_l_echec"):
    """Somebody, or a whole group, pays for a failure in fatigue instead of being stopped by it."""

    compagnons: tuple[Who, ...] = ()
    difficulte: int = NORMALE  # of the test that was failed
    n: int = 0  # of fatigue; 0: 1D8 for each

    master = True
    rank = 93
    looks = {"fatigue": lambda before, after, events: sum(p.fatigue for p in after.people.values())}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            hors_d_atteinte(scene, "TN-10.37", self.actor, *self.compagnons)
            or hors_bornes("TN-10.39", "Difficulté", self.difficulte, 0, 99)
            or hors_bornes("TN-10.37", "Fatigue", self.n, 0, 99)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        difficulte = difficulte_du_sang_froid(self.difficulte, scene.options)
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            scene = monter_le_stress(scene, oracle, who, difficulte, self.n)
        return scene


ACTIONS = (PayerLEchec,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield PayerLEchec(p.id)
