"""Traps."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle

from ...model.epreuves import Etape, Piege
from ...model.people import hors_d_etat
from ...model.scene import Scene, inconnu
from ..c5_tests.essai import Essai
from ..c5_tests.figures import circonstances
from ..c5_tests.tests import Tente, tester
from ..c6_blessures import infliger
from .essais import fait, nd_hors_bornes


@rule("YY-18.2")
class PoserPiege(Action, frozen=True, tag="poser_piege"):
    """The MJ sets a trap: the ND of each step, public or secret."""

    master = True

    piege: str
    nds: tuple[int, ...]
    secrets: tuple[int, ...] = ()  # numbers of the steps whose ND is secret, from 1
    reprise: bool = True
    degats: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        if not self.nds or len(self.nds) > 20:
            return Closed("YY-18.2", "Un piège a de 1 à 20 étapes, pas {}", (len(self.nds),))
        if not 1 <= len(self.piege) <= 60:
            return Closed("YY-18.2", "Un piège porte un nom de 1 à 60 caractères")
        if self.piege in scene.pieges and not scene.pieges[self.piege].issue:
            return Closed("YY-18.2", "Ce piège est déjà posé")
        for n in self.secrets:
            if not 1 <= n <= len(self.nds):
                return Closed("YY-18.2", "Pas d'étape {}", (n,))
        if not 0 <= self.degats <= 200:
            return Closed("YY-18.2", "Des dégâts de 0 à 200, pas {}", (self.degats,))
        for nd in self.nds:
            faux = nd_hors_bornes(nd)
            if faux is not None:
                return faux
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        etapes = tuple(Etape(nd, i + 1 in self.secrets) for i, nd in enumerate(self.nds))
        oracle.tell(Event("piege", self.actor, "", "YY-18.2", (), (("piege", self.piege), ("etapes", len(etapes)))))
        piege = Piege(self.piege, etapes, self.reprise, self.degats)
        return replace(scene, pieges={**scene.pieges, piege.id: piege})


def piege_ferme(scene: Scene, id: str) -> Closed | None:
    """Only a trap that is set and has not gone off can be worked on."""
    p = scene.pieges.get(id)
    if p is None:
        return Closed("YY-18.2", "Pas de piège « {} »", (id,))
    return Closed("YY-18.2", "Ce piège est {}", (p.issue,)) if p.issue else None


@rule("YY-15.6", "YY-18.2")
class Desamorcer(Essai, frozen=True, tag="desamorcer"):
    """Try one step of a trap. Its total is told; whether it is enough only where the ND is public."""

    competence: str = "crochetage"
    piege: str = ""
    etape: int = 1

    looks = {"total": fait("total", "etape_de_piege")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or piege_ferme(scene, self.piege)
        if absent is not None:
            return absent
        p = scene.pieges[self.piege]
        if not 1 <= self.etape <= len(p.etapes):
            return Closed("YY-18.2", "Pas d'étape {}", (self.etape,))
        suivante = prochaine_etape(p)
        if suivante and self.etape > suivante:
            return Closed("YY-18.2", "L'étape {} vient d'abord", (suivante,))
        if self.etape not in (1, suivante) and not p.reprise:
            return Closed("YY-18.2", "Ce mécanisme ne se reprend que depuis le début")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.pieges[self.piege]
        etapes = list(p.etapes)
        if self.etape == 1 and not p.reprise:
            etapes = [replace(e, faite=None) for e in etapes]
        etape, plus = etapes[self.etape - 1], circonstances(self.mod)
        scene, r = tester(
            scene,
            oracle,
            self.actor,
            Tente(self.competence, etape.nd, plus, self.vide, self.risquer, secret=self.secret, nd_secret=etape.secret),
        )
        facts = (("piege", p.id), ("etape", self.etape), ("total", r.total))
        oracle.tell(Event("etape_de_piege", self.actor, "", "YY-18.2", (), facts, GM if self.secret else ALL))
        etapes[self.etape - 1] = replace(etape, faite=r.reussi)
        return replace(scene, pieges={**scene.pieges, p.id: replace(p, etapes=tuple(etapes))})


def prochaine_etape(p: Piege) -> int:
    """The number of the first step not tried yet; 0: none is left."""
    return next((i + 1 for i, e in enumerate(p.etapes) if e.faite is None), 0)


@rule("YY-18.2")
class ActiverMecanisme(Action, frozen=True, tag="activer_mecanisme"):
    """Try the mechanism: if any step was failed or left out the trap goes off, partly or fully."""

    piege: str

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or piege_ferme(scene, self.piege)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.pieges[self.piege]
        manques = sum(1 for e in p.etapes if not e.faite)
        issue = "désamorcé" if not manques else "déclenché"
        degats = p.degats * manques // len(p.etapes)
        facts = (("piege", p.id), ("issue", issue), ("manques", manques), ("etapes", len(p.etapes)))
        oracle.tell(Event("mecanisme", self.actor, "", "YY-18.2", (), facts))
        scene = replace(scene, pieges={**scene.pieges, p.id: replace(p, issue=issue)})
        if not degats:
            return scene
        return infliger(scene, oracle, self.actor, self.actor, (("Piège", degats, "YY-18.2"),), "torse")
