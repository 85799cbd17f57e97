"""The escarmouche, a lighter format of our own (TN-U8): no squares, no count-down, no vitesse.

One is at contact with somebody, near him, or far. Where people stand on a map still says which; nobody has to count it.
Initiative and tours are in `tour`, doubles in `budget`, what gives opportunities in `opportunites`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, square, steps
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ...model.people import Personnage
from ...model.plan import CORPS
from ...model.scene import Scene
from ..c4_caracteristiques.portees import deplacement
from .armes import ecart
from .budget import depenser, fermee
from .mouvement import GENRE, bouger, en_chemin, epuise, libre_d_aller
from .opportunites import a_sa_portee
from .situations import prises

Echelle = Literal["contact", "proximite", "loin"]
AUTOUR = 12  # squares one looks for a place in


@rule("TN-8.3")
def echelle(scene: Scene, p: Personnage, q: Personnage) -> Echelle:
    """At contact beside somebody, near if one comes to him by one movement, else far."""
    if ecart(p, q) <= 1:
        return "contact"
    return "proximite" if ecart(p, q) - 1 <= total(deplacement(p, scene.options)) else "loin"


def hors_escarmouche(scene: Scene, who: str, simples: int) -> Closed | None:
    """What bars a movement of an escarmouche that takes so many ACTS."""
    if barred := fermee(scene, who, GENRE, simples):
        return barred
    if scene.encounter is None or scene.encounter.format != "escarmouche":
        return Closed("TN-8.3", "C'est un mouvement d'escarmouche : ici, les cases comptent")
    if not total(deplacement(scene[who], scene.options)):
        return Closed("TN-4.75", "{} ne peut pas se déplacer", (Someone(who),))
    return epuise(scene, who)


def deplacer(scene: Scene, oracle: Oracle, who: str, case: Cell, quoi: str, simples: int, sur: str = "") -> Scene:
    """Paid, done and told."""
    for n in range(simples):
        scene = depenser(scene, who, "acts", "" if n else GENRE)
    scene = bouger(scene, who)
    x, y = case
    p = scene[who]
    scene = en_chemin(scene, oracle, who, ((p.x, p.y), case))
    if not libre_d_aller(p, scene[who]):
        return scene
    oracle.tell(Event(quoi, who, sur, "TN-8.3"))
    return scene.put(replace(scene[who], x=x, y=y))


def libre(scene: Scene, p: Personnage, case: Cell) -> bool:
    return scene.praticable(case) and case not in prises(scene, p.id)


@rule("TN-8.3", "TN-8.68")
class Rejoindre(Action, frozen=True, tag="rejoindre"):
    """Come to contact with somebody: an action simple if he is near, complexe if he is far."""

    cible: Who

    rank: ClassVar[int] = 30

    def simples(self, scene: Scene) -> int:
        return 2 if echelle(scene, scene[self.actor], scene[self.cible]) == "loin" else 1

    def closed(self, scene: Scene) -> Closed | None:
        if self.cible not in scene.people or self.actor not in scene.people:
            return Closed("TN-8.30", "{} n'est pas là", (Someone(self.cible),))
        if self.cible == self.actor or echelle(scene, scene[self.actor], scene[self.cible]) == "contact":
            return Closed("TN-8.3", "{} est déjà au contact", (Someone(self.cible),))
        if barred := hors_escarmouche(scene, self.actor, self.simples(scene)):
            return barred
        return None if self.place(scene) else Closed("TN-8.3", "Aucune place auprès de {}", (Someone(self.cible),))

    def place(self, scene: Scene) -> Cell | None:
        """The free square beside him that is nearest."""
        p, q = scene[self.actor], scene[self.cible]
        libres = [case for case in square((q.x, q.y), 1) if libre(scene, p, case)]
        return min(libres, key=lambda case: (steps("square", case, (p.x, p.y)), case), default=None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        case = self.place(scene)
        assert case is not None
        return deplacer(scene, oracle, self.actor, case, "rejoint", self.simples(scene), self.cible)


@rule("TN-8.3", "TN-8.68")
class SEloigner(Action, frozen=True, tag="s_eloigner"):
    """Leave the contact of every adversary; in an escarmouche nobody takes it as an opportunity."""

    rank: ClassVar[int] = 31

    def closed(self, scene: Scene) -> Closed | None:
        if barred := hors_escarmouche(scene, self.actor, 1):
            return barred
        if not aux_prises(scene, scene[self.actor]):
            return Closed("TN-8.3", "Aucun adversaire au contact")
        return None if self.place(scene) else Closed("TN-8.3", "Aucune place à l'écart")

    def place(self, scene: Scene) -> Cell | None:
        """The nearest free square where no adversary strikes him."""
        p = scene[self.actor]
        loin = min(AUTOUR, total(deplacement(p, scene.options)))
        libres = [case for case in square((p.x, p.y), loin) if libre(scene, p, case)]
        surs = [case for case in libres if not aux_prises(scene, replace(p, x=case[0], y=case[1]))]
        return min(surs, key=lambda case: (steps("square", case, (p.x, p.y)), case), default=None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        case = self.place(scene)
        assert case is not None
        return deplacer(scene, oracle, self.actor, case, "s_eloigne", 1)


def aux_prises(scene: Scene, p: Personnage) -> bool:
    """Whether an adversary is beside somebody, or has him in reach."""
    foes = [q for q in scene.people.values() if q.up and q.side and q.side != p.side]
    return any(ecart(p, q) <= 1 or a_sa_portee(q, p, CORPS) for q in foes)


ACTIONS = (Rejoindre, SEloigner)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is None or scene.encounter.format != "escarmouche" or scene.turn() != (p.id,):
        return
    yield from (Rejoindre(p.id, q.id) for q in scene.people.values() if q.id != p.id and q.up)
    yield SEloigner(p.id)
