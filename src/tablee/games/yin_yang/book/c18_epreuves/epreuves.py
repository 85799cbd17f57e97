"""Trials."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle

from ...model.epreuves import Epreuve
from ...model.scene import Scene
from ...model.tables import IMPOSSIBLE
from ..c5_tests.essai import Essai
from ..c5_tests.figures import circonstances
from ..c5_tests.tests import Tente, tester
from .essais import fait, marge_vue, nd_hors_bornes


@rule("YY-18.1")
def issue_de_l_epreuve(e: Epreuve) -> str:
    """Won when the margins of success add up to more than the ND, lost when those of failure exceed half of it."""
    if e.reussites > e.nd:
        return "gagnée"
    if 2 * e.echecs > e.nd:
        return "perdue"
    return ""


@rule("YY-18.1")
class Eprouver(Essai, frozen=True, tag="eprouver"):
    """One more test of a trial; the first one begins it."""

    epreuve: str = "épreuve"
    nd: int = 12
    nd_test: int = 0  # another ND for the single tests; 0: that of the trial

    looks = {"reussite": fait("reussi", "test"), "marge": marge_vue, "issue": fait("issue", "epreuve")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or nd_hors_bornes(self.nd) or nd_hors_bornes(self.nd_test)
        if absent is not None:
            return absent
        if not 1 <= len(self.epreuve) <= 60:
            return Closed("YY-18.1", "Une épreuve porte un nom de 1 à 60 caractères")
        if IMPOSSIBLE in (self.nd, self.nd_test):
            return Closed("YY-18.1", "Une épreuve impossible ne se tente pas")
        connue = scene.epreuves.get(self.epreuve)
        if connue is not None and connue.issue:
            return Closed("YY-18.1", "Cette épreuve est {}", (connue.issue,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = scene.epreuves.get(self.epreuve)
        if e is None:
            e = Epreuve(self.epreuve, self.competence, self.nd, self.nd_test or self.nd)
        plus = circonstances(self.mod)
        scene, r = tester(
            scene,
            oracle,
            self.actor,
            Tente(self.competence, e.nd_test, plus, self.vide, self.risquer, secret=self.secret),
        )
        gagne, perdu = (r.marge, 0) if r.reussi else (0, -r.marge)
        e = replace(e, reussites=e.reussites + gagne, echecs=e.echecs + perdu)
        e = replace(e, issue=issue_de_l_epreuve(e))
        facts = (
            ("epreuve", e.id),
            ("reussites", e.reussites),
            ("echecs", e.echecs),
            ("nd", e.nd),
            ("issue", e.issue or "en cours"),
        )
        oracle.tell(Event("epreuve", self.actor, "", "YY-18.1", (), facts, GM if self.secret else ALL))
        return replace(scene, epreuves={**scene.epreuves, e.id: e})
