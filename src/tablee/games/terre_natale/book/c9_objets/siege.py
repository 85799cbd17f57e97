"""Siege weapons and those that are planted: set up, taken down, made ready before each shot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import Objet
from ..c0_tests.actions import absent
from ..c8_confrontation.armes import ecart
from ..c8_confrontation.attaque import Coup, Verdict, tente
from ..c8_confrontation.budget import RAPIDE, depenser, fermee, rapide
from ..c8_confrontation.chantiers import COMPLEXE, Oeuvre, ouvrage_ferme, ouvrer
from .munitions import avec_arme, tiree, tireuse

IMMOBILE, A_DEUX = 7, 8  # catégories (TN-9.45)


@rule("TN-9.45")
def a_monter(objet: Objet) -> bool:
    """Whether it is set up and taken down: catégorie 6, unless it is one that is planted at each shot."""
    return objet.sorte.siege and not objet.sorte.ancree and objet.categorie < IMMOBILE


@rule("TN-9.45", "TN-9.76", "TN-9.79")
@EFFECTS.on("interdit", of="equipe")
def pas_en_batterie(c: Essai) -> Term | None:
    """What bars the shot of a siege weapon, or of one that is planted: it does not stand, nobody aimed it, or helps."""
    objet = c.objet
    if objet is None or not (objet.sorte.siege or objet.sorte.ancree) or c.competence != objet.sorte.competence:
        return None
    if a_monter(objet) and not objet.monte:
        return f"{objet.sorte.nom} : à mettre en batterie", 1, "TN-9.45"
    if not objet.cale:
        return f"{objet.sorte.nom} : à caler avant le tir", 1, "TN-9.76" if objet.sorte.ancree else "TN-9.45"
    if objet.categorie >= A_DEUX and not servant(c):
        return f"{objet.sorte.nom} : il faut un second servant", 1, "TN-9.45"
    return None


@rule("TN-9.45")
@EFFECTS.on("cloue", of="equipe")
def a_la_piece(c: Essai) -> Term | None:
    """Whoever serves a siege weapon that stands does not move with it: it is taken down, or left."""
    fixes = [x for x in c.p.equipement.armes if x.sorte.siege and not x.sorte.ancree]
    la = next((x for x in fixes if x.monte or x.categorie >= IMMOBILE), None)
    return (la.sorte.nom, 1, "TN-9.45") if la is not None else None


@rule("TN-9.45")
def servant(c: Essai) -> bool:
    """Whether somebody of the same side stands beside, able to help."""
    people = c.scene.people.values() if c.scene is not None else ()
    return any(q.id != c.p.id and q.side == c.p.side and q.up and ecart(c.p, q) <= 1 for q in people)


@tente.then("TN-9.45", "TN-9.76", "TN-9.79")
def decaler(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """Each shot takes making ready again."""
    objet = tiree(scene, c)
    return avec_arme(scene, c.de, c.main, replace(objet, cale=False)) if objet is not None and objet.cale else scene


class DeSiege(Action, frozen=True, tag="de_siege"):
    """What is done to a weapon that is planted."""

    main: int = 0

    def arme(self, scene: Scene) -> Objet:
        found = tireuse(scene[self.actor], self.main)
        assert found is not None
        return found

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        objet = tireuse(scene[self.actor], self.main)
        if objet is None or not (objet.sorte.siege or objet.sorte.ancree):
            return Closed("TN-9.45", "Ni arme de siège ni arme à planter dans cette main")
        return None


@rule("TN-9.45", "TN-9.76", "TN-9.79")
class Caler(DeSiege, frozen=True, tag="caler"):
    """Makes the next shot ready: an action rapide for what is planted, else the first half of an action complexe."""

    rank: ClassVar[int] = 12

    def closed(self, scene: Scene) -> Closed | None:
        if found := super().closed(scene):
            return found
        objet = self.arme(scene)
        if objet.cale:
            return Closed("TN-9.45", "{} est déjà calée", (objet.sorte.nom,))
        if a_monter(objet) and not objet.monte:
            return Closed("TN-9.45", "{} n'est pas en batterie", (objet.sorte.nom,))
        if scene.encounter is None:
            return None
        if not objet.sorte.ancree:
            return fermee(scene, self.actor, "visee")
        if barred := fermee(scene, self.actor, "", 0):
            return barred
        return None if rapide(scene, self.actor) else Closed("TN-8.67", RAPIDE_REQUISE, (RAPIDE,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.arme(scene)
        moyen, genre = ("actr", "") if objet.sorte.ancree else ("acts", "visee")
        scene = depenser(scene, self.actor, moyen, genre)
        regle = "TN-9.76" if objet.sorte.ancree else "TN-9.45"
        oracle.tell(Event("cale", self.actor, "", regle, (), (("objet", objet.sorte.nom),)))
        return avec_arme(scene, self.actor, self.main, replace(objet, cale=True))


RAPIDE_REQUISE = "Il faut l'action rapide du round et {} d'initiative"


@rule("TN-9.45")
class MettreEnBatterie(DeSiege, frozen=True, tag="mettre_en_batterie"):
    """Sets a light siege weapon up, or takes it down: an action complexe each."""

    rank: ClassVar[int] = 14
    oeuvre: ClassVar[Oeuvre] = Oeuvre("mettre_en_batterie", "mettre en batterie", COMPLEXE, "manipulation")

    def closed(self, scene: Scene) -> Closed | None:
        if found := super().closed(scene):
            return found
        if not a_monter(self.arme(scene)):
            return Closed("TN-9.45", "{} ne se monte ni ne se démonte", (self.arme(scene).sorte.nom,))
        return ouvrage_ferme(scene, self.actor, self.oeuvre) if scene.encounter is not None else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre)
            if net is None:
                return scene
        objet = self.arme(scene)
        what = "demonte" if objet.monte else "en_batterie"
        oracle.tell(Event(what, self.actor, "", "TN-9.45", (), (("objet", objet.sorte.nom),)))
        return avec_arme(scene, self.actor, self.main, replace(objet, monte=not objet.monte, cale=False))


ACTIONS = (Caler, MettreEnBatterie)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """For whoever has such a weapon before him."""
    if scene.encounter is not None and scene.turn() != (p.id,):
        return
    for main, objet in enumerate(p.equipement.armes):
        if objet.sorte.munition and (objet.sorte.siege or objet.sorte.ancree):
            if a_monter(objet):
                yield MettreEnBatterie(p.id, main)
            yield Caler(p.id, main)
