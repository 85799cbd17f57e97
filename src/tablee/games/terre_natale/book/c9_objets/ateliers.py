"""Workshops: opened by the game master, or bought; and raw matter laid in beforehand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import total

from ...model.inventaire import avec
from ...model.ouvrages import ATELIERS, Atelier
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, Objet
from ..c0_tests.actions import absent
from ..c4_caracteristiques.repos import en_paix
from .prix import prix_d_achat

Qualite = Annotated[int, Meta(ge=0, le=6)]
MATIERES = {id: m.nom for id, m in MODELES.items() if m.nature == "matiere"}


@rule("TN-9.157", "TN-9.160")
class InstallerAtelier(Action, frozen=True, tag="installer_atelier"):
    """There is a workshop here: somebody's, or open to everybody."""

    atelier: str
    qualite: Qualite = 0
    a: WhoOrNobody = ""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 94
    offers: ClassVar[dict[str, dict[str, str]]] = {"atelier": ATELIERS}

    def objet(self) -> Objet:
        return Objet(self.atelier, qualite=self.qualite)

    def proprietaire(self) -> str:
        return self.a

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or (absent(scene, self.a) if self.a else None)
        if found is None and self.atelier not in ATELIERS:
            return Closed("TN-9.160", "Pas d'atelier « {} »", (Typed(self.atelier),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet, pris = self.objet(), {x.nom for x in scene.ateliers}
        noms = (objet.sorte.nom if n == 1 else f"{objet.sorte.nom} {n}" for n in range(1, len(pris) + 2))
        la = Atelier(next(nom for nom in noms if nom not in pris), objet, self.proprietaire())
        oracle.tell(Event("atelier", self.actor, "", "TN-9.160", (), (("atelier", la.nom),)))
        return replace(scene, ateliers=(*scene.ateliers, la))


@rule("TN-9.157", "TN-9.160")
class AcheterAtelier(InstallerAtelier, frozen=True, tag="acheter_atelier"):
    """Buys a workshop of one's own."""

    master: ClassVar[bool] = False
    rank: ClassVar[int] = 79

    def proprietaire(self) -> str:
        return self.actor

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or en_paix(scene, "TN-9.157", self.actor)
        if found is not None:
            return found
        prix, pecule = total(prix_d_achat(self.objet())), scene[self.actor].fiche.pecule
        return Closed("TN-9.157", "L'atelier coûte {} pièces, il y en a {}", (prix, pecule)) if prix > pecule else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        fiche = replace(p.fiche, pecule=p.fiche.pecule - total(prix_d_achat(self.objet())))
        return super().resolve(scene.put(replace(p, fiche=fiche)), oracle)


@rule("TN-9.157")
class FermerAtelier(Action, frozen=True, tag="fermer_atelier"):
    """A workshop is gone, or left behind."""

    atelier: str

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and self.atelier not in [x.nom for x in scene.ateliers]:
            return Closed("TN-9.160", "Pas d'atelier « {} »", (Typed(self.atelier),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("atelier_ferme", self.actor, "", "TN-9.160", (), (("atelier", self.atelier),)))
        return replace(scene, ateliers=tuple([x for x in scene.ateliers if x.nom != self.atelier]))


@rule("TN-9.150", "TN-9.169")
class AcheterMatiere(Action, frozen=True, tag="acheter_matiere"):
    """Lays in raw matter of some quality: a piece for each unit, and no search for it."""

    matiere: str
    nombre: Annotated[int, Meta(ge=1, le=100_000)] = 10
    qualite: Qualite = 0

    rank: ClassVar[int] = 79
    offers: ClassVar[dict[str, dict[str, str]]] = {"matiere": MATIERES}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-9.150", self.actor)
        if found is not None:
            return found
        if self.matiere not in MATIERES:
            return Closed("TN-9.150", "Pas de matière « {} »", (Typed(self.matiere),))
        e, pecule = scene[self.actor].equipement, scene[self.actor].fiche.pecule
        if e.bagage == "aucun":
            return Closed("TN-9.119", "Sans sac, on ne porte que ce que tiennent les mains")
        manque = self.nombre > pecule
        return Closed("TN-9.150", "Il en coûte {} pièces, il y en a {}", (self.nombre, pecule)) if manque else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        objet = Objet(self.matiere, qualite=self.qualite, nombre=self.nombre)
        oracle.tell(Event("matiere", p.id, "", "TN-9.150", (), (("objet", objet.sorte.nom), ("nombre", self.nombre))))
        fiche = replace(p.fiche, pecule=p.fiche.pecule - self.nombre)
        return scene.put(replace(p, fiche=fiche, equipement=avec(p.equipement, "sac", objet)))


ACTIONS = (InstallerAtelier, AcheterAtelier, FermerAtelier, AcheterMatiere)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """To whoever has a trade: a workshop of it, and its matter."""
    if scene.encounter is not None:
        return
    for id in ATELIERS:
        if any(p.fiche.competences.get(metier) for metier in MODELES[id].pour):
            yield InstallerAtelier(p.id, id)
            yield AcheterAtelier(p.id, id)
    for id in MATIERES:
        if any(p.fiche.competences.get(metier) for metier in MODELES[id].pour):
            yield AcheterMatiere(p.id, id)
    yield from (FermerAtelier(p.id, x.nom) for x in scene.ateliers)
