"""Chapter 5, between adventures: the way of life, work, the upkeep of mounts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.people import Unite
from ...model.scene import Scene
from ..c2_systeme.figures import inconnue
from ..c6_equipement.commerce import payer, prix_ferme
from ..c6_equipement.inventaire import au_calme
from .repos import demander_epuisement, epuiser

TRAINS = {
    "miserable": ("Misérable", 0),
    "sordide": ("Sordide", 50),
    "pauvre": ("Pauvre", 100),
    "modeste": ("Modeste", 200),
    "confortable": ("Confortable", 500),
    "riche": ("Riche", 1000),
    "aristocratique": ("Aristocratique", 2000),
}
ENTRETIEN = 300
JOURS_MAX = 1000
METIER_MAX = 60


def jours_fermes(jours: int) -> Closed | None:
    if not 1 <= jours <= JOURS_MAX:
        return Closed("FD-5.22", "De 1 à {} jours, pas {}", (JOURS_MAX, jours))
    return None


@rule("FD-5.22")
def cout_de_la_vie(train: str, jours: int) -> int:
    return TRAINS[train][1] * jours


@rule("FD-5.22")
class MenerTrain(Action, frozen=True, tag="mener_train"):
    """Pay for some days of a way of life; the game master moves the clock."""

    train: str
    jours: int = 1

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-5.22") or jours_fermes(self.jours)
        if ferme is not None:
            return ferme
        if self.train not in TRAINS:
            return Closed("FD-5.22", "Train de vie inconnu : « {} »", (self.train,))
        return prix_ferme(scene.people[self.actor], cout_de_la_vie(self.train, self.jours))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nom, par_jour = TRAINS[self.train]
        prix = cout_de_la_vie(self.train, self.jours)
        faits = (("train", nom), ("jours", self.jours), ("par_jour", par_jour), ("prix", prix))
        oracle.tell(Event("train_de_vie", self.actor, "", "FD-5.22", (), faits))
        return repose(payer(scene, self.actor, prix), self.actor)


def repose(scene: Scene, who: str) -> Scene:
    """Whoever lives under a roof has slept (FD-5.5)."""
    return scene.put(replace(scene.people[who], dormi=True))


@rule("FD-5.25")
class Travailler(Action, frozen=True, tag="travailler"):
    """Practise a trade for some days: a modest way of life, free."""

    metier: str
    jours: int = 1

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-5.25") or jours_fermes(self.jours)
        if ferme is not None:
            return ferme
        if not self.metier.strip() or len(self.metier) > METIER_MAX:
            return Closed("FD-5.25", "Il faut nommer le métier, en {} signes au plus", (METIER_MAX,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        epargne = cout_de_la_vie("modeste", self.jours)
        faits = (("metier", self.metier.strip()), ("jours", self.jours), ("epargne", epargne))
        oracle.tell(Event("travail", self.actor, "", "FD-5.25", (), faits))
        return repose(scene, self.actor)


@rule("FD-5.23", "FD-5.24")
class Entretenir(Action, frozen=True, tag="entretenir"):
    """Pay for a mount, so much a day; for less than 300 E the game master may tire it."""

    monture: Who
    jours: int = 1
    par_jour: int = ENTRETIEN

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = au_calme(scene, self.actor, "FD-5.23") or inconnue(scene, self.monture) or jours_fermes(self.jours)
        if ferme is not None:
            return ferme
        u, bete = scene.people[self.actor], scene.people[self.monture]
        if not bete.bete or bete.side != u.side:
            return Closed("FD-5.23", "{} n'est pas une monture de ce camp", (Someone(bete.id),))
        if not 0 <= self.par_jour <= 100 * ENTRETIEN:
            return Closed("FD-5.23", "De 0 à {} E par jour, pas {}", (100 * ENTRETIEN, self.par_jour))
        return prix_ferme(u, self.jours * self.par_jour)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        prix = self.jours * self.par_jour
        faits = (("jours", self.jours), ("par_jour", self.par_jour), ("prix", prix))
        oracle.tell(Event("entretien", self.actor, self.monture, "FD-5.23", (), faits))
        scene = payer(scene, self.actor, prix)
        if self.par_jour >= ENTRETIEN:
            return scene
        bete = scene.people[self.monture]
        n = demander_epuisement(oracle, bete, "FD-5.23", ("entretien",), min(self.jours, 6 - bete.epuisement))
        return epuiser(scene, oracle, bete.id, n) if n else scene


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    if scene.encounter is not None or not u.joueur:
        return
    yield from (MenerTrain(u.id, train) for train in TRAINS)
    for bete in scene.people.values():
        if bete.bete and bete.side == u.side and bete.vie == "actif":
            yield Entretenir(u.id, bete.id)


PLACE = 19
ACTIONS: tuple[type[Action], ...] = (MenerTrain, Travailler, Entretenir)
