"""Chapter 5, time: the game master's clock, deadlines, journeys at the speed of the slowest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.people import Unite
from ...model.scene import Scene
from ..c2_systeme.figures import hors_d_etat, inconnue, mouvement
from ..c3_combat.horloge import JOUR, UNITES, avancer_l_horloge

DUREE_MAX = 10000 * JOUR
TITRE_MAX = 100
KM_MAX = 20000
SANS_COMBAT = Closed("FD-5.4", "Pendant un combat, le temps va par tours")

# ---------------------------------------------------------------- the clock


def duree_fermee(duree: int, unite: str) -> Closed | None:
    if unite not in UNITES:
        return knowing(
            Closed("FD-5.4", "Une durée se compte en secondes, minutes, heures ou jours, pas en « {} »", (unite,)),
            unite,
            UNITES,
        )
    if not 1 <= duree <= DUREE_MAX // UNITES[unite]:
        return Closed("FD-5.4", "Une durée va de 1 à {} {}, pas {}", (DUREE_MAX // UNITES[unite], unite, duree))
    return None


@rule("FD-5.4")
class PasserLeTemps(Action, frozen=True, tag="passer_le_temps"):
    """The game master moves the clock on."""

    duree: int
    unite: str = "heures"

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return SANS_COMBAT
        return inconnue(scene, self.actor) or duree_fermee(self.duree, self.unite)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("temps_passe", "", "", "FD-5.4", (), (("duree", self.duree), ("unite", self.unite))))
        return avancer_l_horloge(scene, oracle, self.duree * UNITES[self.unite])


@rule("FD-5.4")
class FixerEcheance(Action, frozen=True, tag="fixer_echeance"):
    """Something will happen, or be too late, after a while."""

    titre: str
    duree: int
    unite: str = "jours"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        if not self.titre.strip() or len(self.titre) > TITRE_MAX:
            return Closed("FD-5.4", "Une échéance se dit en 1 à {} signes", (TITRE_MAX,))
        if any(titre == self.titre for titre, _ in scene.echeances):
            return Closed("FD-5.4", "Cette échéance est déjà fixée : « {} »", (self.titre,))
        return duree_fermee(self.duree, self.unite)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        faits = (("titre", self.titre), ("duree", self.duree), ("unite", self.unite))
        oracle.tell(Event("echeance_fixee", "", "", "FD-5.4", (), faits))
        quand = scene.clock + self.duree * UNITES[self.unite]
        return replace(scene, echeances=(*scene.echeances, (self.titre, quand)))


@rule("FD-5.4")
class LeverEcheance(Action, frozen=True, tag="lever_echeance"):
    """A deadline no longer matters."""

    titre: str

    def closed(self, scene: Scene) -> Closed | None:
        if not any(titre == self.titre for titre, _ in scene.echeances):
            return Closed("FD-5.4", "Aucune échéance « {} »", (self.titre,))
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("echeance_levee", "", "", "FD-5.4", (), (("titre", self.titre),)))
        return replace(scene, echeances=tuple(e for e in scene.echeances if e[0] != self.titre))


# ---------------------------------------------------------------- together


def compagnons(scene: Scene, u: Unite) -> tuple[str, ...]:
    """Those of one's side, mounts included, who can follow."""
    return tuple(v.id for v in scene.people.values() if v.id != u.id and u.side and v.side == u.side and v.conscient)


def groupe_ferme(scene: Scene, who: str, avec: tuple[str, ...]) -> Closed | None:
    """A fight, somebody who is not there, or is named twice."""
    absent = hors_d_etat(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is not None:
        return SANS_COMBAT
    if len({who, *avec}) != 1 + len(avec):
        return Closed("FD-5.4", "Chacun n'est nommé qu'une fois")
    for id in avec:
        absent = inconnue(scene, id)
        if absent is not None:
            return absent
    return None


# ---------------------------------------------------------------- journeys


@rule("FD-5.11")
def decimetres_par_seconde(scene: Scene, u: Unite) -> int:
    """Speed: MOV / 5 metres a second, two tenths of a metre for each cell."""
    return 2 * mouvement(scene, u)


@rule("FD-5.11")
def metres_par_heure(scene: Scene, u: Unite) -> int:
    """The same for a journey: 720 m an hour for each cell (3.6 km/h for each m/s)."""
    return decimetres_par_seconde(scene, u) * 360


@rule("FD-5.11")
def vitesse(scene: Scene, u: Unite) -> str:
    """Both, for the sheet."""
    decimetres, metres = decimetres_par_seconde(scene, u), metres_par_heure(scene, u)
    return f"{decimetres // 10},{decimetres % 10} m/s · {metres // 1000},{metres % 1000 // 10:02} km/h"


@rule("FD-5.10", "FD-5.11")
class Voyager(Action, frozen=True, tag="voyager"):
    """Cover a distance together, at the pace of the slowest, so many hours a day."""

    km: int
    avec: tuple[Who, ...] = ()
    heures: int = 8  # of walking a day

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = groupe_ferme(scene, self.actor, self.avec)
        if ferme is not None:
            return ferme
        if not 1 <= self.km <= KM_MAX:
            return Closed("FD-5.10", "Un voyage va de 1 à {} km, pas {}", (KM_MAX, self.km))
        if not 1 <= self.heures <= 24:
            return Closed("FD-5.10", "On marche de 1 à 24 heures par jour, pas {}", (self.heures,))
        lent = self.plus_lent(scene)
        if mouvement(scene, lent) == 0:
            return Closed("FD-2.20", "{} ne peut pas avancer", (Someone(lent.id),))
        return None

    def plus_lent(self, scene: Scene) -> Unite:
        """The slowest of those who walk or ride; the unconscious are carried, mounts go with their riders."""
        marcheurs = [scene.people[id] for id in (self.actor, *self.avec)]
        marcheurs = [u for u in marcheurs if u.conscient and not u.passager_de and not u.cavalier]
        return min(marcheurs or [scene.people[self.actor]], key=lambda u: mouvement(scene, u))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        lent = self.plus_lent(scene)
        par_heure = metres_par_heure(scene, lent)
        marche = -(-self.km * 1000 * 3600 // par_heure)  # seconds, rounded up
        jours, reste = divmod(marche, self.heures * 3600)
        if jours and not reste:
            jours, reste = jours - 1, self.heures * 3600
        faits = (("km", self.km), ("metres_par_heure", par_heure), ("jours", jours), ("minutes", -(-reste // 60)))
        oracle.tell(Event("voyage", self.actor, lent.id, "FD-5.11", (), faits))
        return avancer_l_horloge(scene, oracle, jours * JOUR + reste)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    if scene.encounter is None and u.joueur:
        yield PasserLeTemps(u.id, 1, "heures")
        yield PasserLeTemps(u.id, 1, "jours")
        yield Voyager(u.id, 10, compagnons(scene, u))
        yield from (LeverEcheance(u.id, titre) for titre, _ in scene.echeances)


PLACE = 21
ACTIONS: tuple[type[Action], ...] = (PasserLeTemps, FixerEcheance, LeverEcheance, Voyager)
