"""Chapter 3, quick actions that move somebody by force: Bousculer, Inverser, Pivot, Repli."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.hexes import Case, direction, pas, voisines
from ...model.people import Unite
from ...model.scene import Scene
from ..c2_systeme.figures import carac, chiffre, immobilise, inconnue, loin
from ..c2_systeme.impulsion import charges_fermees, impulser
from ..c2_systeme.jets import aides_employees, avantages, offerts
from ..c2_systeme.plateau import arrivee, cases_vues, deplacer, franchit, libre, pousser
from .tours import apres_rapide, pas_a_elle

# ---------------------------------------------------------------- the roll they share


@rule("FD-3.30")
def bande_de_force(force: int, lu: int) -> int:
    """3 up to FOR, 2 up to twice FOR, 1 up to three times FOR, above 0."""
    return next((cases for cases in (3, 2, 1) if lu <= (4 - cases) * force), 0)


@rule("FD-3.30")
@chance(table=True)
def epreuve_de_force(oracle: Oracle, force: int, avantage: int) -> int:
    """The band of a d100 from which advantages are taken off; nothing is automatic."""
    return bande_de_force(force, oracle.d(100, "force") - avantage)


@rule("FD-3.30", "FD-3.49")
def forcer(scene: Scene, oracle: Oracle, who: str, cible: str, assez: int, charges: int) -> tuple[Scene, int]:
    """Roll; `assez`: the band beyond which nothing more is to be gained."""
    u, v = scene.people[who], scene.people[cible]
    force = carac(scene, u, "FOR")
    poids: Terms = avantages(scene, u) + offerts(scene, u, v)
    main, avantage = oracle.of(who), total(poids)
    scene, cases = impulser(
        scene,
        oracle,
        who,
        lambda: min(assez, epreuve_de_force(main, force, avantage)),
        max,
        lambda n: n == assez,
        charges,
    )
    terms: Terms = (("Trois fois la Force", 3 * force, "FD-3.30"), *poids)
    issue = ("cases", cases) if assez > 1 else ("reussi", cases > 0)
    quoi = "epreuve_de_force" if assez > 1 else "prise"
    oracle.tell(Event(quoi, who, cible, "FD-3.30", terms, (("seuil", total(terms)), issue)))
    return aides_employees(scene, who, cible, "jets"), cases


@rule("FD-3.27", "FD-3.30")
def prise_fermee(scene: Scene, who: str, cible: str) -> Closed | None:
    """Nobody adjacent to take hold of, or too sturdy for one's strength."""
    ferme = pas_a_elle(scene, who) or inconnue(scene, cible)
    if ferme is not None:
        return ferme
    u, v = scene.people[who], scene.people[cible]
    if v.passager_de:
        return Closed("FD-3.25", "{} est en croupe : viser le cavalier ou la monture", (Someone(v.id),))
    if loin(u, v) != 1:
        return Closed("FD-3.30", "{} n'est pas sur une case adjacente", (Someone(v.id),))
    force, con = carac(scene, u, "FOR"), constitution(scene, v)
    if force <= con:
        return Closed(
            "FD-3.30", "Il faut plus de Force ({}) que {} n'a de Constitution ({})", (force, Someone(v.id), con)
        )
    return None


@rule("FD-3.30", "FD-6.35")
def constitution(scene: Scene, u: Unite) -> int:
    """What one's strength has to overcome: the CON of a unit, or of what carries it."""
    return chiffre(scene, scene.people.get(u.monture, u), "CON")


def cloue(scene: Scene, u: Unite) -> Closed | None:
    """What keeps a unit where it stands."""
    cause = immobilise(scene, u)
    return (
        Closed(cause[2], "{} : impossible de se déplacer ({})", (Someone(u.id), cause[0]))
        if cause is not None
        else None
    )


def pas_la(scene: Scene, voyeur: Unite, u: Unite, case: Case) -> Closed | None:
    """A cell where a unit cannot come to stand, as far as another one sees."""
    if franchit(scene, u, case) is None or not libre(scene, case, cases_vues(scene, voyeur)):
        return Closed("FD-9.15", "{} ne peut pas se tenir sur cette case", (Someone(u.id),))
    return None


def allie(scene: Scene, who: str, cible: str) -> bool:
    return scene.people[who].side == scene.people[cible].side


def tournee(scene: Scene, who: str, cible: str) -> Scene:
    """One faces whom one takes hold of (FD-2.10)."""
    u = scene.people[who]
    return scene.put(replace(u, face=direction(u.case, scene.people[cible].case)))


# ---------------------------------------------------------------- the four of them


class Prise(Action, frozen=True):
    """Take hold of somebody adjacent: a quick action."""

    cible: Who
    charges: int = 0  # of divine impulse, spent before the roll

    looks = {"deplacee": lambda before, after, events: _deplacee(before, after, events)}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            prise_fermee(scene, self.actor, self.cible)
            or self.place_fermee(scene, scene.people[self.actor], scene.people[self.cible])
            or charges_fermees(scene, self.actor, self.charges)
        )

    def place_fermee(self, scene: Scene, u: Unite, v: Unite) -> Closed | None:
        """Why nobody could be moved as this would."""
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The act itself, without what follows in the order of the fight."""
        scene = tournee(scene, self.actor, self.cible)
        if not allie(scene, self.actor, self.cible):
            scene, bande = forcer(scene, oracle, self.actor, self.cible, 1, self.charges)
            if not bande:
                oracle.tell(Event("tient_bon", self.cible, self.actor, self.regle))
                return self.manquer(scene, oracle)
        return self.mouvoir(scene, oracle)

    regle = "FD-3.30"

    def mouvoir(self, scene: Scene, oracle: Oracle) -> Scene:
        """What it does when it succeeds, and to an ally always."""
        raise TypeError(f"{type(self).__name__} moves nobody")

    def manquer(self, scene: Scene, oracle: Oracle) -> Scene:
        return scene

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_rapide(self.executer(scene, oracle), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The act alone: what the order of the fight brings next is not its own."""
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


@rule("FD-3.30")
class Bousculer(Prise, frozen=True, tag="bousculer"):
    """Push the target straight ahead, by 0 to 3 cells, an ally by 1 at least; fewer if one likes."""

    looks = {
        "deplacee": lambda before, after, events: _deplacee(before, after, events),
        "cases": lambda before, after, events: sum(e["cases"] for e in events if e.what == "pousse"),
    }

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = tournee(scene, self.actor, self.cible)
        scene, cases = forcer(scene, oracle, self.actor, self.cible, 3, self.charges)
        if allie(scene, self.actor, self.cible):
            cases = max(1, cases)
        sens = scene.people[self.actor].face
        _, libres = arrivee(scene, scene.people[self.cible], sens, cases)
        if libres:
            options = tuple(Option(n, f"{n} cases" if n > 1 else f"{n} case") for n in range(libres, -1, -1))
            montre = (("cible", self.cible), ("cases", cases))
            libres = int(oracle.ask(Question(self.actor, "fd.bousculer", "FD-3.30", options, montre)).id)
        return pousser(scene, oracle, self.cible, sens, libres, "FD-3.30")


@rule("FD-3.31")
class Inverser(Prise, frozen=True, tag="inverser"):
    """Change places with the target."""

    regle = "FD-3.31"

    def place_fermee(self, scene: Scene, u: Unite, v: Unite) -> Closed | None:
        if franchit(scene, u, v.case) is None or franchit(scene, v, u.case) is None:
            return Closed("FD-9.15", "L'un des deux ne peut pas se tenir à la place de l'autre")
        return cloue(scene, u)

    def mouvoir(self, scene: Scene, oracle: Oracle) -> Scene:
        u, v = scene.people[self.actor], scene.people[self.cible]
        oracle.tell(Event("inverse", u.id, v.id, "FD-3.31"))
        return deplacer(deplacer(scene, u, v.case, u.face + 3), v, u.case)


@rule("FD-3.32")
class Pivot(Prise, frozen=True, tag="pivot"):
    """The target comes to stand on the other side of oneself."""

    regle = "FD-3.32"

    def place_fermee(self, scene: Scene, u: Unite, v: Unite) -> Closed | None:
        return pas_la(scene, u, v, en_face(u.case, v.case))

    def mouvoir(self, scene: Scene, oracle: Oracle) -> Scene:
        u, v = scene.people[self.actor], scene.people[self.cible]
        case = en_face(u.case, v.case)
        cache = scene.occupant(case)
        if cache is not None:
            oracle.tell(Event("surpris", u.id, cache.id, "FD-9.21"))
            return scene
        oracle.tell(Event("pivote", u.id, v.id, "FD-3.32"))
        return deplacer(scene.put(replace(u, face=(u.face + 3) % 6)), v, case)


@rule("FD-3.33")
class Repli(Prise, frozen=True, tag="repli"):
    """Step back by a cell, drawing the target along; an enemy that holds out stays, one steps back all the same."""

    regle = "FD-3.33"

    def place_fermee(self, scene: Scene, u: Unite, v: Unite) -> Closed | None:
        if franchit(scene, v, u.case) is None:
            return Closed("FD-9.15", "{} ne peut pas se tenir sur cette case", (Someone(v.id),))
        return cloue(scene, u) or pas_la(scene, u, u, en_face(u.case, v.case))

    def mouvoir(self, scene: Scene, oracle: Oracle) -> Scene:
        avant, scene = scene.people[self.actor].case, self.manquer(scene, oracle)
        if scene.people[self.actor].case == avant:
            return scene
        oracle.tell(Event("entraine", self.actor, self.cible, "FD-3.33"))
        return deplacer(scene, scene.people[self.cible], avant)

    def manquer(self, scene: Scene, oracle: Oracle) -> Scene:
        """One step back, unless somebody unseen stands there."""
        u, v = scene.people[self.actor], scene.people[self.cible]
        case = en_face(u.case, v.case)
        cache = scene.occupant(case)
        if cache is not None:
            oracle.tell(Event("surpris", u.id, cache.id, "FD-9.21"))
            return scene
        oracle.tell(Event("recule", u.id, "", "FD-3.33", (), (("x", case[0]), ("y", case[1]))))
        return deplacer(scene, u, case)


def en_face(ici: Case, la: Case) -> Case:
    """The cell on the other side of one, seen from an adjacent one."""
    return pas(ici, direction(ici, la) + 3)


def _deplacee(before: Scene, after: Scene, events: list[Event]) -> bool:
    """Whether whoever was aimed at stands elsewhere."""
    cible = next((e for e in reversed(events) if e.what in _MUS), None)
    return cible is not None and before.people[cible.target].case != after.people[cible.target].case


_MUS = ("pousse", "inverse", "pivote", "entraine")


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Whoever stands beside."""
    if scene.encounter is None or u.bete:
        return
    autour = voisines(u.case)
    for v in scene.people.values():
        if v.case in autour and v.vie == "actif" and not v.passager_de:
            for prise in (Bousculer, Inverser, Pivot, Repli):
                yield prise(u.id, v.id)


PLACE = 7
ACTIONS: tuple[type[Action], ...] = (Bousculer, Inverser, Pivot, Repli)
