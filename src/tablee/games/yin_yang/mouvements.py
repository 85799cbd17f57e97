"""Chapters 15 and 16, on the move: running, climbing, riding, swimming. Distances are counted in half metres."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .blessures import chuter
from .catalogue import nom_de
from .fatigue import perdre_de_la_fatigue
from .state import Personnage, inutilisable, non_acquise
from .tables import IMPOSSIBLE, NOMS
from .tests import Resultat, UsageVide, sans_vide, tester
from .tours import Declaration, distance, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene

CONTACT = 3  # metres
ND_AU_CONTACT = 12
FATIGUE_DU_DESASTRE = 4


class Moyen(msgspec.Struct, frozen=True):
    """A way to move: half metres for each point, what a slice of fatigue is made of, what a désastre costs."""

    competence: str
    parent: str  # the attribute of a move in close combat, and of the slices of fatigue
    pas: int  # half metres for one point of the sum
    tranche: int  # half metres in a slice for each rank of the parent
    regle: str
    fatigue: str
    desastre: str
    suite: str  # what the next turn is spent on after a désastre


MOYENS = {
    "course": Moyen("course", "agilite", 2, 2, "YY-15.3", "YY-15.4", "YY-15.5", "se relever"),
    "escalade": Moyen("escalade", "eau", 1, 1, "YY-15.8", "YY-15.9", "YY-15.10", "assurer ses prises"),
    "equitation": Moyen("equitation", "agilite", 6, 6, "YY-16.4", "YY-16.5", "YY-16.5", "se relever"),
    "natation": Moyen("natation", "force", 1, 1, "YY-16.12", "YY-16.13", "YY-16.14", "se calmer"),
}


@rule("YY-15.2", "YY-15.3", "YY-15.8", "YY-16.4", "YY-16.12")
def chemin(p: Personnage, m: Moyen, r: Resultat, au_contact: bool) -> Terms:
    """Half metres covered in a turn: in close combat the attribute and the margin, else the ranks and the margin."""
    if r.desastre:
        return ()
    if au_contact and m.competence != "escalade":
        regle = "YY-15.2" if m.competence == "course" else m.regle
        points: Terms = ((NOMS[m.parent], p.rang(m.parent), regle), ("Marge de réussite", max(0, r.marge), regle))
    else:
        points = (*p.f.combine(m.competence), ("Marge", r.marge, m.regle))
    demi = tuple((nom, n * m.pas, regle) for nom, n, regle in points)
    return (*demi, ("Pas moins de 0", -total(demi), m.regle)) if total(demi) < 0 else demi


@rule("YY-15.4", "YY-15.9", "YY-16.5", "YY-16.13")
def fatigue_du_chemin(p: Personnage, m: Moyen, demi: int, reussi: bool) -> Terms:
    """1 point for each started slice, doubled if the test failed."""
    tranches = -(-demi // (m.tranche * max(1, p.rang(m.parent))))
    terms: Terms = (("Tranches parcourues", tranches, m.fatigue),)
    return terms if reussi else (*terms, ("Test raté : doublé", tranches, m.fatigue))


@rule("YY-15.5", "YY-15.10", "YY-16.5", "YY-16.14")
def parcourir(
    scene: Scene,
    oracle: Oracle,
    who: str,
    m: Moyen,
    nd: int,
    vide: UsageVide = "",
    risquer: bool = False,
    au_contact: bool = False,
    hauteur: int = 0,
    degats: int = 0,
    mod: int = 0,
) -> tuple[Scene, int]:
    """A turn of movement: the test, the half metres, the fatigue, and what a désastre brings."""
    plus: Terms = (("Circonstances", mod, "YY-5.1"),) if mod else ()
    scene, r = tester(scene, oracle, who, m.competence, ND_AU_CONTACT if au_contact else nd, plus, vide, risquer)
    p = scene[who]
    if r.desastre:
        return catastrophe(scene, oracle, who, m, nd, hauteur, degats), 0
    terms = chemin(p, m, r, au_contact)
    demi = total(terms)
    facts = (("metres", demi / 2), ("moyen", nom_de(m.competence)))
    oracle.tell(Event("parcours", who, "", m.regle, terms, facts))
    cout = fatigue_du_chemin(p, m, demi, r.reussi)
    return perdre_de_la_fatigue(scene, oracle, who, total(cout), cout, m.fatigue), demi


def catastrophe(scene: Scene, oracle: Oracle, who: str, m: Moyen, nd: int, hauteur: int, degats: int) -> Scene:
    """No ground is covered; a fall, a panic, fatigue, and a turn to recover."""
    oracle.tell(Event("catastrophe", who, "", m.desastre, (), (("moyen", nom_de(m.competence)),)))
    if m.competence == "escalade":
        scene, r = tester(scene, oracle, who, "reflexes", max(0, nd - 4))
        if not r.reussi:
            return chuter(scene, oracle, who, hauteur)
        return scene.put(replace(scene[who], occupe=m.suite))
    terms: Terms = (("Désastre", FATIGUE_DU_DESASTRE, m.desastre),)
    scene = perdre_de_la_fatigue(scene, oracle, who, FATIGUE_DU_DESASTRE, terms, m.desastre)
    if m.competence == "equitation" and degats:
        scene = chuter(scene, oracle, who, degats)
    if m.competence == "equitation":
        scene = scene.put(replace(scene[who], monture=""))
    return scene.put(replace(scene[who], occupe=m.suite))


def metres_vus(before: Any, after: Any, events: list[Event]) -> float:
    return float(next((e["metres"] for e in reversed(events) if e.what == "parcours"), 0))


@rule("YY-10.14")
class SeDeplacer(Declaration, frozen=True, tag="se_deplacer"):
    """Move as far as the skill takes one, towards a place."""

    x: int
    y: int
    moyen: Literal["course", "escalade", "equitation", "natation"] = "course"
    nd: int = 0  # of the circumstances, out of close combat
    vide: UsageVide = ""
    risquer: bool = False
    hauteur: int = 0  # metres above the ground, for a climber
    degats: int = 0  # of a fall from the saddle, set by the MJ
    mod: int = 0

    looks = {"metres": metres_vus}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if max(abs(self.x), abs(self.y)) > 100_000:
            return Closed("YY-10.14", "Cet endroit est hors de la carte")
        if not 0 <= self.nd <= 60 and self.nd != IMPOSSIBLE:
            return Closed("YY-5.23", "Un ND va de 0 à 60 ({} : impossible), pas {}", (IMPOSSIBLE, self.nd))
        if not 0 <= self.hauteur <= 10_000 or not 0 <= self.degats <= 200 or not -30 <= self.mod <= 30:
            return Closed("YY-6.6", "Hauteur, dégâts ou circonstances hors de toute mesure")
        if self.moyen in ("course", "escalade") and jambe_perdue(p):
            return Closed("YY-6.3", "{} n'a plus l'usage d'une jambe", (p.nom,))
        if self.moyen == "equitation" and scene.combat is not None and not p.monture:
            return Closed("YY-16.4", "{} n'est pas en selle", (p.nom,))
        if any(self.actor in paire for paire in (scene.combat.luttes if scene.combat else ())):
            return Closed("YY-10.17", "{} est aux prises : il faut se dégager", (p.nom,))
        return non_acquise(p, self.moyen) or sans_vide(p, 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        m = MOYENS[self.moyen]
        proche = scene.combat is not None and au_contact(scene, p)
        scene, demi = parcourir(
            scene,
            oracle,
            self.actor,
            m,
            self.nd,
            self.vide,
            self.risquer,
            proche,
            self.hauteur,
            self.degats,
            self.mod,
        )
        return placer(scene, self.actor, self.x, self.y, demi // 2)


def au_contact(scene: Scene, p: Personnage) -> bool:
    """Whether an adversary who can fight is within three metres."""
    return any(
        q.camp != p.camp and q.camp and q.conscient and distance(p, q) <= CONTACT for q in scene.personnages.values()
    )


def jambe_perdue(p: Personnage) -> bool:
    return any(m.genre == "jambe" and inutilisable(p, id) for id, m in p.fiche.membres.items() if id in p.blessures)


def placer(scene: Scene, who: str, x: int, y: int, metres: int) -> Scene:
    """As far towards that place as these metres go; a mount goes along with its rider."""
    p = scene[who]
    dx, dy = x - p.x, y - p.y
    loin = (dx * dx + dy * dy) ** 0.5
    part = 1.0 if loin <= metres else metres / loin
    arrive = replace(p, x=p.x + round(dx * part), y=p.y + round(dy * part))
    if p.monture and p.monture in scene.personnages:
        return scene.put(arrive, replace(scene[p.monture], x=arrive.x, y=arrive.y))
    return scene.put(arrive)


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: towards the nearest adversary, and away from him."""
    if scene.combat is None or not p.competence("course"):
        return
    adverses = [q for q in scene.personnages.values() if q.camp != p.camp and q.conscient]
    if not adverses:
        return
    q = min(adverses, key=lambda q: distance(p, q))
    moyen: Literal["course", "equitation"] = "equitation" if p.monture and p.competence("equitation") else "course"
    if distance(p, q) > CONTACT:
        yield SeDeplacer(p.id, q.x, q.y, moyen)
    yield SeDeplacer(p.id, 2 * p.x - q.x, 2 * p.y - q.y, moyen)


ACTIONS = (SeDeplacer,)
