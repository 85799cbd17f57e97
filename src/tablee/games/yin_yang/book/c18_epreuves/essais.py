"""Tests as actions: simple, continued, opposed."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

from tablee.kernel.action import Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle, chance
from tablee.kernel.refs import Who

from ...model.jets import Ligne, UsageVide
from ...model.people import hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import IMPOSSIBLE
from ..c5_tests.essai import Essai, hors_bornes, intestable, sans_vide, test_refuse
from ..c5_tests.figures import circonstances, la_plus_faible, penalites, preparer
from ..c5_tests.jets import eprouver
from ..c5_tests.opposes import Cote, confronter
from ..c5_tests.tests import Tente, tester
from ..c7_fatigue.repos import laisser_passer
from .oppositions import oppose_par, sans_opposition

# ---------------------------------------------------------------- simple tests


def fait(nom: str, what: str) -> Look:
    """A look at one fact of the last event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> Hashable:
        trouve: Hashable = next(e for e in reversed(events) if e.what == what)[nom]
        return trouve

    return look


def marge_vue(before: Any, after: Any, events: list[Event]) -> int:
    e = next(e for e in reversed(events) if e.what == "test")
    return int(e["marge"]) if e["reussi"] else -int(e["marge"])


@rule("YY-5.23")
def nd_hors_bornes(nd: int) -> Closed | None:
    """Table 2 goes from 0 to 24 and beyond; one figure stands for what nobody can do."""
    if 0 <= nd <= 60 or nd == IMPOSSIBLE:
        return None
    return Closed("YY-5.23", "Un ND va de 0 à 60 ({} : impossible), pas {}", (IMPOSSIBLE, nd))


@rule("YY-5.3", "YY-5.4", "YY-5.14", "YY-5.15", "YY-16.3", "YY-16.15", "YY-16.16")
class Tester(Essai, frozen=True, tag="tester"):
    """A test against an ND of the MJ's; of several skills used at once the weakest counts."""

    nd: int = 12
    avec: tuple[str, ...] = ()  # other skills used at the same time

    looks = {"reussite": fait("reussi", "test"), "marge": marge_vue, "issue": fait("issue", "test")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene)
        if absent is not None:
            return absent
        for c in self.avec:
            manque = intestable(scene[self.actor], c)
            if manque is not None:
                return manque
        return nd_hors_bornes(self.nd)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence = la_plus_faible(scene[self.actor], (self.competence, *self.avec))
        plus = circonstances(self.mod)
        scene, _ = tester(
            scene, oracle, self.actor, Tente(competence, self.nd, plus, self.vide, self.risquer, secret=self.secret)
        )
        return scene


@chance
def reussit(oracle: Oracle, ligne: Ligne, nd: int, risquer: bool) -> bool:
    """Whether one try of a continued test does it."""
    return eprouver(oracle, ligne, nd, risquer).reussi


@rule("YY-5.7", "YY-16.2")
class Continuer(Essai, frozen=True, tag="continuer"):
    """A test repeated until it succeeds, each try taking the same time."""

    nd: int = 12
    duree: int = 60  # seconds for each try
    essais: int = 100  # give up after so many

    looks = {"reussite": fait("reussi", "continu"), "essais": fait("essais", "continu")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or nd_hors_bornes(self.nd)
        if absent is not None:
            return absent
        if not 1 <= self.duree <= 10**7:
            return Closed("YY-5.7", "Un essai dure de 1 à {} secondes, pas {}", (10**7, self.duree))
        if not 1 <= self.essais <= 1000:
            return Closed("YY-5.7", "De 1 à 1000 essais, pas {}", (self.essais,))
        if scene.encounter is not None:
            return Closed("YY-5.7", "On ne s'y remet pas sans cesse au milieu d'un combat")
        if self.vide:
            return Closed("YY-5.17", "Un point de vide porte sur une seule action")
        au_mieux = self.ligne(scene).score + 10
        if au_mieux < self.nd:
            return Closed("YY-5.7", "Hors de portée : {} au mieux contre un ND de {}", (au_mieux, self.nd))
        return None

    def ligne(self, scene: Scene) -> Ligne:
        p = scene[self.actor]
        plus = [*penalites(p, self.competence), *circonstances(self.mod)]
        return preparer(p, self.competence, plus, secret=self.secret).ligne

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        essais, reussi, plus = 0, False, circonstances(self.mod)
        while essais < self.essais and not reussi:
            essais += 1
            scene, r = tester(
                scene, oracle, self.actor, Tente(self.competence, self.nd, plus, "", self.risquer, secret=self.secret)
            )
            reussi = r.reussi
        temps = essais * self.duree
        scene = laisser_passer(scene, oracle, temps)
        facts = (("reussi", reussi), ("essais", essais), ("temps", temps), ("issue", RENONCE[reussi]))
        oracle.tell(Event("continu", self.actor, "", "YY-5.7", (), facts, GM if self.secret else ALL))
        return scene

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Only success or failure matters of each try, and that keeps the tree of chance narrow."""
        if callable(look):
            return super().seen(scene, look)
        ligne, nom = self.ligne(scene), look or self.views()[0]

        def run(oracle: Any) -> Hashable:
            for n in range(1, self.essais + 1):
                if reussit(oracle, ligne, self.nd, self.risquer):
                    return True if nom == "reussite" else n
            return False if nom == "reussite" else self.essais

        return run


RENONCE = {True: "y parvient", False: "renonce"}


# ---------------------------------------------------------------- opposed tests


@rule("YY-5.5", "YY-5.6", "YY-5.13", "YY-19.1")
class Opposer(Essai, frozen=True, tag="opposer"):
    """Two creatures compare their tests; with an ND, whoever does not reach it cannot win."""

    cible: Who = ""
    leur: str = ""  # what the other tests; by default what Table 4 says
    leur_mod: int = 0
    leur_vide: UsageVide = ""
    nd: int = 0

    looks = {"gagne": fait("gagne", "opposition"), "ecart": fait("ecart", "opposition")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.cible == self.actor:
            return Closed("YY-5.5", "On s'oppose à quelqu'un d'autre que soi")
        p, q = scene[self.actor], scene[self.cible]
        refuse = hors_d_etat(p) or hors_d_etat(q) or test_refuse(p, self, scene)
        if refuse is None and not self.leur:
            refuse = sans_opposition(self.competence)
        return (
            refuse
            or intestable(q, self.en_face(scene))
            or sans_vide(q, 1 if self.leur_vide else 0, scene)
            or hors_bornes(self.leur_mod)
            or nd_hors_bornes(self.nd)
        )

    def en_face(self, scene: Scene) -> str:
        return self.leur or oppose_par(scene[self.cible], self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        mien = Cote(self.actor, self.competence, circonstances(self.mod), self.vide)
        sien = Cote(self.cible, self.en_face(scene), circonstances(self.leur_mod), self.leur_vide)
        scene, m = confronter(scene, oracle, mien, sien, self.nd, self.secret)
        vainqueur = self.actor if m.gagne > 0 else self.cible if m.gagne < 0 else "personne"
        facts = (
            ("gagne", m.gagne > 0),
            ("ecart", m.gagne * m.marge),
            ("marge", m.marge),
            ("vainqueur", vainqueur),
        )
        terms = (("Total", m.a, "YY-5.5"), ("Total adverse", -m.b, "YY-5.5"))
        oracle.tell(Event("opposition", self.actor, self.cible, "YY-5.5", terms, facts, GM if self.secret else ALL))
        return scene
