"""Chapter 3, Détruire: attacking a cell that can be destroyed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ...model.catalogue import Arme
from ...model.effects import Assaut, bonus_de
from ...model.hexes import Case, direction, disque, distance
from ...model.people import Unite
from ...model.scene import Scene, Zone
from ...model.tables import DEGATS, JAMAIS
from ..c2_systeme.figures import carac, interdit, surcharge
from ..c2_systeme.impulsion import charges_fermees, regagner
from ..c2_systeme.jets import aides_employees
from ..c2_systeme.plateau import voit
from ..c3_combat.agir import changer_jt
from ..c3_combat.tours import finir_le_tour, pas_a_elle
from .attaque import TROP_LOURD, Botte, botte, lancer_degats, portee, termes_degats, termes_precision, tirer
from .calculs import CRITIQUE, ECHEC, MANQUE, Coup, Tir, degats

OFFERTES = 6  # cells around, beyond which no button shows what could be destroyed


def subis(scene: Scene, case: Case) -> int:
    """What a cell has suffered so far."""
    return next((n for c, n in scene.degats if c == case), 0)


def coup_sur(scene: Scene, u: Unite, case: Case, b: Botte, assaut: Assaut, moitie: bool) -> Coup:
    """The figures of a blow on a cell: its defence against all alike."""
    pui = b.pui
    plus = bonus_de(scene, u, "degats", None, assaut)
    return Coup(
        replace(pui, fixe=pui.fixe + plus) if plus else pui,
        carac(scene, u, "MAG" if b.magique else "FOR", None, assaut),
        scene.terrain(case).defense,
        critique=assaut.critique,
        bruts=max(0, bonus_de(scene, u, "bruts", None, assaut)),
        moitie=moitie,
    )


@rule("FD-3.34", "FD-9.15")
def entailler(scene: Scene, oracle: Oracle, who: str, case: Case, b: Botte, moitie: bool, charges: int) -> Scene:
    """One blow on a cell: it does not dodge, and nothing afflicts it."""
    u = scene.people[who]
    assaut = Assaut(b.arme.type, b.degats, b.magique, distance(u.case, case))
    terms = termes_precision(scene, u, None, b, assaut)
    critique = max(0, min(100, b.arme.crit + bonus_de(scene, u, "critique", None, assaut)))
    vise = Tir(max(0, min(100, total(terms))), critique, (), u.fiche.maitrise(b.arme.type) == JAMAIS)
    scene, issue = tirer(scene, oracle, who, vise, charges)
    nom = scene.terrain(case).nom
    faits = (("arme", b.arme.nom), ("issue", issue), ("terrain", nom), ("precision", vise.precision))
    oracle.tell(Event("frappe_le_decor", who, "", "FD-3.34", terms, faits))
    scene = aides_employees(scene, who, "", "precision")
    if issue in (MANQUE, ECHEC):
        return regagner(scene, oracle, who) if issue == ECHEC else scene
    coup = coup_sur(scene, u, case, b, assaut._replace(critique=issue == CRITIQUE), moitie)
    scene, jet = lancer_degats(scene, oracle, who, coup, False, 0)
    n = degats(coup, jet, False)
    perdus = (("type", DEGATS.get(b.degats, b.degats)), ("points", n), ("terrain", nom))
    oracle.tell(Event("degats_decor", who, "", "FD-3.34", termes_degats(coup, jet, False, b.magique), perdus))
    return endommager(scene, oracle, who, case, n)


@rule("FD-9.15", "FD-3.34")
def endommager(scene: Scene, oracle: Oracle, who: str, case: Case, n: int) -> Scene:
    """Points off a cell; with the last of them it becomes something else for good."""
    sol = scene.terrain(case)
    total_subi = subis(scene, case) + n
    autres = tuple(d for d in scene.degats if d[0] != case)
    if total_subi < sol.pv:
        return replace(scene, degats=(*autres, (case, total_subi)))
    oracle.tell(Event("detruit", who, "", "FD-9.15", (), (("terrain", sol.nom), ("x", case[0]), ("y", case[1]))))
    return effondrer(replace(scene, degats=autres), case)


def effondrer(scene: Scene, case: Case) -> Scene:
    """What a passing zone had put there is gone with it; else the ground itself has changed."""
    for i in range(len(scene.zones) - 1, -1, -1):
        zone = scene.zones[i]
        if case in zone.cases:
            if zone.tours is None and not zone.par:
                break
            reste = tuple(c for c in zone.cases if c != case)
            apres = (replace(zone, cases=reste),) if reste else ()
            return replace(scene, zones=(*scene.zones[:i], *apres, *scene.zones[i + 1 :]))
    devient = scene.terrain(case).devient or "plaine"
    return replace(scene, zones=(*scene.zones, Zone((case,), devient)))


@rule("FD-3.34", "FD-6.22")
class Detruire(Action, frozen=True, tag="detruire"):
    """Attack a cell that can be destroyed with what is in hand, both weapons of a pair."""

    x: int
    y: int
    mode: Literal["", "distance"] = ""
    charges: int = 0  # of divine impulse, spent before the first roll

    looks = {
        "detruit": lambda before, after, events: any(e.what == "detruit" for e in events),
        "degats_decor": lambda before, after, events: sum(e["points"] for e in events if e.what == "degats_decor"),
    }

    def key(self) -> str:
        return f"{tag(self)}.distance" if self.mode else tag(self)

    @property
    def case(self) -> Case:
        return self.x, self.y

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        cause = interdit(scene, u, "attaquer")
        if cause is not None:
            return Closed(cause[2], "{} : impossible d'attaquer ({})", (Someone(u.id), cause[0]))
        sol = scene.terrain(self.case)
        if not scene.sur_la_carte(self.case) or not sol.pv:
            return Closed("FD-3.34", "Rien à détruire sur cette case ({})", (sol.nom,))
        return self.hors_d_atteinte(scene, u) or charges_fermees(scene, u.id, self.charges)

    def hors_d_atteinte(self, scene: Scene, u: Unite) -> Closed | None:
        arme = u.equipement.tenues[0]
        if self.mode and arme.a_distance is None:
            return Closed("FD-6.15", "{} n'a pas d'autre usage à distance", (arme.nom,))
        if arme.type == "Soutien":
            return Closed("FD-6.14", "Un sort de soutien n'attaque pas")
        prix, cause = self.jetons(scene, u), interdit(scene, u, "magie")
        if prix > u.jt:
            return Closed("FD-3.56", "Il faut {} JT, il en reste {}", (prix, u.jt))
        if cause is not None and arme.tome:
            return Closed(cause[2], "{} : aucune magie possible ({})", (Someone(u.id), cause[0]))
        if not voit(scene, u, self.case):
            return Closed("FD-3.44", "{} ne voit pas sa cible", (Someone(u.id),))
        return self.trop_loin(scene, u, botte(arme, self.mode))

    def trop_loin(self, scene: Scene, u: Unite, b: Botte) -> Closed | None:
        (pres, plus_loin), n = portee(scene, u, b), distance(u.case, self.case)
        if pres <= n <= plus_loin or (n == 0 and pres <= 1):
            return None
        nom = scene.terrain(self.case).nom
        return Closed("FD-6.9", "{} est à {} cases, la portée va de {} à {}", (nom, n, pres, plus_loin))

    @rule("FD-6.10")
    def jetons(self, scene: Scene, u: Unite) -> int:
        """An attack with a weapon too heavy by far costs a JT."""
        return 1 if surcharge(scene, u) <= TROP_LOURD else 0

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir_le_tour(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The blows themselves, without what follows in the order of the fight."""
        u, but = scene.people[self.actor], scene.terrain(self.case).id
        scene = changer_jt(scene, oracle, u.id, -self.jetons(scene, u), "FD-6.10")
        if u.case != self.case:
            scene = scene.put(replace(scene.people[u.id], face=direction(u.case, self.case)))
        for rang, arme in enumerate(u.equipement.tenues):
            b = botte(arme, self.mode if not rang else "")
            if scene.terrain(self.case).id == but and self.trop_loin(scene, scene.people[u.id], b) is None:
                scene = entailler(scene, oracle, u.id, self.case, b, rang > 0, self.charges if not rang else 0)
        return scene

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The blows alone: what the order of the fight brings next is not theirs."""
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """What can be destroyed within reach."""
    if scene.encounter is None or u.id not in scene.encounter.tours or (scene.carte is None and not scene.zones):
        return
    arme: Arme = u.equipement.tenues[0]
    modes: tuple[Literal["", "distance"], ...] = ("", "distance") if arme.a_distance is not None else ("",)
    for mode in modes:
        _, plus_loin = portee(scene, u, botte(arme, mode))
        for case in disque(u.case, min(plus_loin, OFFERTES)):
            if scene.sur_la_carte(case) and scene.terrain(case).pv:
                yield Detruire(u.id, *case, mode)


PLACE = 12
ACTIONS: tuple[type[Action], ...] = (Detruire,)
