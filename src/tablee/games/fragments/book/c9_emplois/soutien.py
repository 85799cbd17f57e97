"""Support magic: spells a catalyst holds ready, cast as quick actions; Lien changes those it holds."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.catalogue import Arme
from ...model.effects import Assaut
from ...model.hexes import Case, direction, disque, distance
from ...model.people import LIES_MAX, Unite
from ...model.scene import Scene
from ...model.tables import JAMAIS
from ...model.things import sorte_de
from ..c2_systeme.figures import interdit
from ..c2_systeme.impulsion import charges_fermees, regagner
from ..c2_systeme.jets import aides_employees
from ..c3_combat.agir import Vise, produire
from ..c3_combat.tours import apres_rapide, pas_a_elle
from ..c3_combat.vie import peut_esquiver
from ..c4_attaque.attaque import Botte, botte, portee, termes_precision, tirer
from ..c4_attaque.calculs import ECHEC, MANQUE, Tir
from .techniques import REGARDS, Mire, cases_utiles, cibles_utiles, viser_ferme

CATALYSEUR = "catalyseur"


@rule("FD-6.14")
def termes_de_soutien(scene: Scene, u: Unite, cible: Unite | None, sort: Arme, n: int) -> Terms:
    """PRE and HAB by mastery, as for an attack; an ally's dodge does not count, an enemy's does."""
    contre = cible if cible is not None and cible.side != u.side else None
    return termes_precision(scene, u, contre, botte(sort), Assaut(sort.type, "", True, n))


def portee_du_sort(scene: Scene, u: Unite, sort: Arme) -> tuple[int, int]:
    b: Botte = botte(sort)
    return portee(scene, u, b)


@rule("FD-9.6")
def sans_catalyseur(u: Unite) -> Closed | None:
    """Support spells are held by a catalyst: somebody without one has none ready."""
    choses = (*u.equipement.actif, *u.equipement.sac)
    porte = any(sorte_de(c) == CATALYSEUR for c in choses)
    return None if porte else Closed("FD-9.6", "{} n'a pas de catalyseur", (Someone(u.id),))


@rule("FD-3.27", "FD-6.14", "FD-9.6")
class UtiliserSoutien(Action, frozen=True, tag="utiliser_soutien"):
    """Cast a support spell that is ready, on a unit or on the cell (x, y)."""

    sort: str
    cible: Who = ""
    x: int | None = None
    y: int | None = None
    charges: int = 0  # of divine impulse, spent before the roll

    looks: ClassVar[dict[str, Look]] = {
        "reussite": lambda before, after, events: any(e["reussi"] for e in events if e.what == "soutien"),
        "pv_rendus": REGARDS["pv_rendus"],
    }

    def key(self) -> str:
        return tag(self) if self.x is None else f"{tag(self)}.case"

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        sort = u.equipement.sort(self.sort)
        if sort is None:
            return Closed("FD-9.6", "Aucun sort de soutien prêt de ce nom : « {} »", (self.sort,))
        fermee = sans_catalyseur(u)
        if fermee is not None:
            return fermee
        cause = interdit(scene, u, "magie")
        if cause is not None:
            return Closed(cause[2], "{} : aucune magie possible ({})", (Someone(u.id), cause[0]))
        mire = Mire(sort.cible, portee_du_sort(scene, u, sort), sort.effets)
        ferme = viser_ferme(scene, u, mire, self.cible, self.x, self.y)
        return ferme or charges_fermees(scene, self.actor, self.charges)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_rapide(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The roll, and the effects if it succeeds."""
        u = scene.people[self.actor]
        sort = u.equipement.sort(self.sort)
        if sort is None:
            return scene
        but = self.but(scene, u)
        if but != u.case:
            u = replace(u, face=direction(u.case, but))
            scene = scene.put(u)
        cible = scene.people.get(self.cible)
        terms = termes_de_soutien(scene, u, cible, sort, distance(u.case, but))
        scene, reussi = self.lancer(scene, oracle, sort, cible, total(terms))
        faits = (("sort", sort.nom), ("reussi", reussi), ("precision", total(terms)))
        oracle.tell(Event("soutien", u.id, self.cible, "FD-6.14", terms, faits))
        if u.aides:
            scene = aides_employees(scene, u.id, self.cible, "precision")
        if not reussi:
            return scene
        case = but if sort.cible == "case" else None
        cases = frozenset(disque(but, sort.rayon)) if sort.rayon else None
        return produire(
            scene, oracle, u.id, tuple((sort.nom, e, "FD-9.6") for e in sort.effets), Vise(self.cible, case, cases)
        )

    def but(self, scene: Scene, u: Unite) -> Case:
        if self.x is not None and self.y is not None:
            return self.x, self.y
        return scene.people[self.cible].case if self.cible else u.case

    def lancer(
        self, scene: Scene, oracle: Oracle, sort: Arme, cible: Unite | None, precision: int
    ) -> tuple[Scene, bool]:
        """The roll, without criticals; a critical failure of somebody who never mastered it gives a charge back."""
        u = scene.people[self.actor]
        contre = cible is not None and cible.side != u.side
        esquive = contre and cible is not None and cible.esquive and peut_esquiver(scene, cible)
        inconnu = u.fiche.maitrise(sort.type) == JAMAIS
        tir = Tir(max(0, min(100, precision)), 0, (), inconnu, esquive)
        scene, issue = tirer(scene, oracle, self.actor, tir, self.charges)
        if issue == ECHEC:
            scene = regagner(scene, oracle, self.actor)
        return scene, issue not in (MANQUE, ECHEC)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """The spell alone: what the order of the fight brings next is not its own."""
        voir = look if callable(look) else self.looks[look or "reussite"]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


@rule("FD-3.27", "FD-9.6")
class LierSorts(Action, frozen=True, tag="lier_sorts"):
    """Lien, on a catalyst: choose the support spells it holds ready."""

    sorts: tuple[str, ...]

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor) or sans_catalyseur(scene.people[self.actor])
        if fermee is not None:
            return fermee
        e = scene.people[self.actor].equipement
        possedes = {s.id: s.nom for s in e.sorts}
        if len(set(self.sorts)) != len(self.sorts):
            return Closed("FD-9.6", "Un sort ne se lie qu'une fois")
        for id in self.sorts:
            if id not in possedes:
                return knowing(Closed("FD-9.6", "Sort de soutien non possédé : « {} »", (id,)), id, possedes)
        if len(self.sorts) > LIES_MAX:
            return Closed("FD-9.6", "Un catalyseur tient {} sorts au plus, pas {}", (LIES_MAX, len(self.sorts)))
        return Closed("FD-9.6", "Ces sorts sont déjà liés") if set(self.sorts) == set(e.lies) else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        noms = tuple(s.nom for s in u.equipement.sorts if s.id in self.sorts)
        oracle.tell(Event("sorts_lies", u.id, "", "FD-3.27", (), (("noms", noms),)))
        return apres_rapide(scene.put(replace(u, equipement=replace(u.equipement, lies=self.sorts))), oracle, u.id)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Each spell that is ready on each target worth it; each spell to bind or to let go."""
    if u.bete:
        return
    e = u.equipement
    for sort in e.sorts:
        if sort.id not in e.lies:
            continue
        pres, loin = portee_du_sort(scene, u, sort)
        if sort.cible == "case":
            yield from (UtiliserSoutien(u.id, sort.id, "", x, y) for x, y in cases_utiles(scene, u, loin, sort.effets))
        else:
            yield from (UtiliserSoutien(u.id, sort.id, v.id) for v in cibles_utiles(scene, u, sort.cible, loin, pres))
    for sort in e.sorts:
        autres = tuple(s for s in e.lies if s != sort.id)
        if sort.id in e.lies:
            yield LierSorts(u.id, autres)
        elif len(e.lies) < LIES_MAX:
            yield LierSorts(u.id, (*e.lies, sort.id))
        else:
            yield from (LierSorts(u.id, (*(s for s in e.lies if s != lie), sort.id)) for lie in e.lies)


PLACE = 3
ACTIONS: tuple[type[Action], ...] = (UtiliserSoutien, LierSorts)
