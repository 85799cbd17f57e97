"""Chapters 15 and 16, on the move: running, climbing, riding, swimming. Distances are counted in half metres."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil, dist
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ground import Way, square
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.catalogue import nom_de
from ..model.jets import UsageVide
from ..model.people import Apnee, Personnage, inutilisable, non_acquise
from ..model.scene import Scene, inconnu
from ..model.tables import IMPOSSIBLE, NOMS, TOUR
from .c5_tests.essai import hors_bornes, sans_vide
from .c5_tests.figures import circonstances
from .c5_tests.jets import Resultat
from .c5_tests.tests import Tente, tester
from .c6_blessures import amortir, chuter, membres_refuses
from .c7_fatigue.fatigue import fatiguer
from .c7_fatigue.repos import Attendre
from .c7_fatigue.souffle import perdre_son_souffle
from .c10_modes import a_relever, immobilise, marge_du_blocage
from .c10_tours.declarer import Declaration, occupe, pas_a_lui
from .c10_tours.places import CONTACT, distance, engages_avec
from .c10_tours.temps import ecouler

ND_AU_CONTACT = 12


FATIGUE_DU_DESASTRE = 4


HAUTEUR_MAX, DEGATS_MAX, CARTE, FUITE = 1000, 200, 100_000, 100


A_VUE = 15  # metres: farther places are not shown one by one


Facon = Literal["course", "escalade", "equitation", "natation"]


class Moyen(msgspec.Struct, frozen=True):
    """A way to move: half metres for each point, what a slice of fatigue is made of, what a désastre costs."""

    competence: Facon
    parent: str  # the attribute of a move in close combat, and of the slices of fatigue
    pas: int  # half metres for one point of the sum
    tranche: int  # half metres in a slice for each rank of the parent
    regle: str
    fatigue: str
    desastre: str
    suite: str  # what the next turn is spent on after a désastre


MOYENS: dict[str, Moyen] = {
    "course": Moyen("course", "agilite", 2, 2, "YY-15.3", "YY-15.4", "YY-15.5", "se relever"),
    "escalade": Moyen("escalade", "eau", 1, 1, "YY-15.8", "YY-15.9", "YY-15.10", "assurer ses prises"),
    "equitation": Moyen("equitation", "agilite", 6, 6, "YY-16.4", "YY-16.5", "YY-16.5", "se relever"),
    "natation": Moyen("natation", "force", 1, 1, "YY-16.12", "YY-16.13", "YY-16.14", "se calmer"),
}


class Trajet(msgspec.Struct, frozen=True):
    """How one moves in a turn, and through what."""

    moyen: Facon = "course"
    nd: int = 0  # of the circumstances, out of close combat
    vide: UsageVide = ""
    risquer: bool = False
    hauteur: int = 0  # metres above the ground, for a climber
    degats: int = 0  # of a fall from the saddle, set by the MJ
    mod: int = 0
    membres: tuple[str, ...] = ("torse",)  # what a fall comes down on

    def refus(self, p: Personnage) -> Closed | None:
        """Why nobody, or not this one, moves like that."""
        if self.nd == IMPOSSIBLE:
            return Closed("YY-5.21", "Personne ne passe par là")
        if not 0 <= self.nd <= 60:
            return Closed("YY-5.23", "Un ND va de 0 à 60, pas {}", (self.nd,))
        if not 0 <= self.hauteur <= HAUTEUR_MAX:
            return Closed("YY-6.6", "Une hauteur de 0 à {} m, pas {}", (HAUTEUR_MAX, self.hauteur))
        if not 0 <= self.degats <= DEGATS_MAX:
            return Closed("YY-16.5", "Des dégâts de 0 à {}, pas {}", (DEGATS_MAX, self.degats))
        if self.moyen in ("course", "escalade") and jambe_perdue(p):
            return Closed("YY-6.3", "{} n'a plus l'usage d'une jambe", (Someone(p.id),))
        return (
            non_acquise(p, self.moyen)
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
            or membres_refuses(p, self.membres)
        )


@rule("YY-6.3")
def jambe_perdue(p: Personnage) -> bool:
    """With an unusable leg one neither runs nor climbs."""
    return any(m.genre == "jambe" and inutilisable(p, id) for id, m in p.fiche.membres.items() if id in p.blessures)


# ---------------------------------------------------------------- how far, and what it costs


@rule("YY-15.2", "YY-15.3", "YY-15.8", "YY-16.4", "YY-16.12")
def chemin(p: Personnage, m: Moyen, r: Resultat, au_contact: bool) -> Terms:
    """Half metres covered in a turn: in close combat the attribute and the margin, else the ranks and the margin."""
    if r.desastre:
        return ()
    if au_contact:
        regle = "YY-15.2" if m.competence == "course" else m.regle
        points: Terms = ((NOMS[m.parent], p.rang(m.parent), regle), ("Marge de réussite", max(0, r.marge), regle))
    else:
        points = (*p.f.combine(m.competence), ("Marge", r.marge, m.regle))
    demi = tuple((nom, n * m.pas, regle) for nom, n, regle in points)
    return (*demi, ("Pas moins de 0", -total(demi), m.regle)) if total(demi) < 0 else demi


@rule("YY-16.12")
def en_metres(demi: int) -> float:
    """Half metres are kept."""
    return demi / 2 if demi % 2 else demi // 2


@rule("YY-15.4", "YY-15.9", "YY-16.5", "YY-16.13")
def fatigue_du_chemin(p: Personnage, m: Moyen, demi: int, reussi: bool) -> Terms:
    """1 point for each started slice, doubled if the test failed."""
    tranches = -(-demi // (m.tranche * max(1, p.rang(m.parent))))
    terms: Terms = (("Tranches parcourues", tranches, m.fatigue),)
    return terms if reussi else (*terms, ("Test raté : doublé", tranches, m.fatigue))


@rule("YY-10.14", "YY-15.2", "YY-15.3")
def parcourir(
    scene: Scene, oracle: Oracle, who: str, t: Trajet, engage: bool = False, au_plus: int | None = None
) -> tuple[Scene, int]:
    """A turn of movement: the test, the half metres, the fatigue. `engage`: in close combat, which climbers are not;
    `au_plus`: the half metres after which one is there."""
    m, au_contact = MOYENS[t.moyen], engage and t.moyen != "escalade"
    nd = (ND_AU_CONTACT if au_contact else t.nd) + marge_du_blocage(scene, who)
    scene, r = tester(scene, oracle, who, Tente(m.competence, nd, circonstances(t.mod), t.vide, t.risquer))
    if r.desastre:
        return catastrophe(scene, oracle, who, m, t), 0
    p = scene[who]
    terms = chemin(p, m, r, au_contact)
    if au_plus is not None and total(terms) > au_plus:
        terms = (*terms, ("Arrivé à destination", au_plus - total(terms), "YY-10.14"))
    demi = total(terms)
    facts = (("metres", en_metres(demi)), ("moyen", nom_de(m.competence)), ("demi", demi))
    oracle.tell(Event("parcours", who, "", m.regle, terms, facts))
    if m.competence == "natation" and p.apnee is not None:
        return nager_en_apnee(scene, oracle, who, p.apnee), demi
    return payer_le_chemin(scene, oracle, who, fatigue_du_chemin(p, m, demi, r.reussi), m.fatigue), demi


@rule("YY-7.9", "YY-16.13")
def nager_en_apnee(scene: Scene, oracle: Oracle, who: str, apnee: Apnee) -> Scene:
    """Who swims on held breath pays in breath, as in any intense activity, not by the slice; in a fight at its end."""
    intense = replace(apnee, intense=True)
    if scene.encounter is None:
        return perdre_son_souffle(scene, oracle, who, intense)
    return payer_le_chemin(scene.put(replace(scene[who], apnee=intense)), oracle, who, (), "YY-7.4")


def payer_le_chemin(scene: Scene, oracle: Oracle, who: str, propre: Terms, regle: str) -> Scene:
    """A move costs what it says, and what load and wounds add; at least 1 in a fight only."""
    return fatiguer(scene, oracle, who, total(propre), propre, regle, 0 if scene.encounter is None else 1)


@rule("YY-15.5", "YY-15.10", "YY-16.5", "YY-16.14")
def catastrophe(scene: Scene, oracle: Oracle, who: str, m: Moyen, t: Trajet) -> Scene:
    """No ground is covered; a fall or a panic, fatigue, and the next turn spent on getting over it."""
    oracle.tell(Event("catastrophe", who, "", m.desastre, (), (("moyen", nom_de(m.competence)),)))
    if m.competence == "escalade":
        return devisser(scene, oracle, who, m, t)
    scene = payer_le_chemin(scene, oracle, who, (("Désastre", FATIGUE_DU_DESASTRE, m.desastre),), m.desastre)
    if m.competence == "equitation":
        scene = scene.put(replace(scene[who], monture=""))
        if t.degats:
            scene = amortir(scene, oracle, who, (("Chute de cheval", t.degats, "YY-16.5"),), t.membres)
    return scene.put(replace(scene[who], occupe=m.suite))


@rule("YY-15.10")
def devisser(scene: Scene, oracle: Oracle, who: str, m: Moyen, t: Trajet) -> Scene:
    """A climber who slips: a test of Air/Réflexes at the ND of the climb less 4 holds him, else he falls."""
    scene = payer_le_chemin(scene, oracle, who, (("Tranches parcourues", 0, m.fatigue),), m.fatigue)
    scene, r = tester(scene, oracle, who, Tente("reflexes", max(0, t.nd - 4)))
    if not r.reussi:
        return chuter(scene, oracle, who, t.hauteur, t.membres)
    return scene.put(replace(scene[who], occupe=m.suite))


# ---------------------------------------------------------------- as actions


def metres_vus(before: Any, after: Any, events: list[Event]) -> float:
    return float(next((e["metres"] for e in reversed(events) if e.what == "parcours"), 0))


def reussite_vue(before: Any, after: Any, events: list[Event]) -> bool:
    return bool(next(e for e in events if e.what == "test")["reussi"])


@rule("YY-10.17", "YY-11.11", "YY-11.21")
def retenu(scene: Scene, p: Personnage) -> Closed | None:
    """On the ground, at grips or held, one goes nowhere."""
    combat = scene.encounter
    if combat is None:
        return occupe(p)
    if combat.luttes and any(p.id in paire for paire in combat.luttes):
        return Closed("YY-10.17", "{} est aux prises : il faut se dégager", (Someone(p.id),))
    return occupe(p) or a_relever(p) or immobilise(scene, p.id)


@rule("YY-10.14")
class SeDeplacer(Declaration, frozen=True, tag="se_deplacer"):
    """Move as far as the skill takes one, towards a place; or up to somebody, or away from him, wherever he is then."""

    x: int = 0
    y: int = 0
    moyen: Facon = "course"
    nd: int = 0  # of the circumstances, out of close combat
    vide: UsageVide = ""
    risquer: bool = False
    hauteur: int = 0  # metres above the ground, for a climber
    degats: int = 0  # of a fall from the saddle, set by the MJ
    mod: int = 0
    vers: WithWho = ""
    loin_de: WithWho = ""
    membres: tuple[str, ...] = ("torse",)  # what a fall comes down on

    looks = {"reussite": reussite_vue, "metres": metres_vus}

    def key(self) -> str:
        return "se_deplacer.vers" if self.vers else "se_deplacer.loin_de" if self.loin_de else "se_deplacer"

    def but(self, scene: Scene) -> tuple[int, int, int | None]:
        """Where to, and after how many half metres one is there, if one is; one stops a metre before somebody, flees as
        far as one can, and the map does not tell how high one climbs."""
        p, autre = scene[self.actor], self.vers or self.loin_de
        if not autre:
            demi = None if self.moyen == "escalade" else ceil(2 * dist((p.x, p.y), (self.x, self.y)))
            return self.x, self.y, demi
        q = scene[autre]
        if self.vers:
            return q.x, q.y, 2 * max(0, distance(p, q) - 1)
        dx, dy = (p.x - q.x, p.y - q.y) if distance(p, q) else (1, 0)
        return p.x + FUITE * dx, p.y + FUITE * dy, None

    def trajet(self) -> Trajet:
        return Trajet(self.moyen, self.nd, self.vide, self.risquer, self.hauteur, self.degats, self.mod, self.membres)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        p, qui = scene[self.actor], self.vers or self.loin_de
        if qui and (qui == p.id or inconnu(scene, qui) is not None):
            return inconnu(scene, qui) or Closed("YY-10.14", "{} ne court pas après lui-même", (Someone(p.id),))
        if max(abs(self.x), abs(self.y)) > CARTE:
            return Closed("YY-10.14", "Cet endroit est hors de la carte")
        if self.moyen == "equitation" and not p.monture:
            return Closed("YY-16.4", "{} n'est pas en selle", (Someone(p.id),))
        if self.moyen != "equitation" and p.monture:
            return Closed("YY-16.4", "{} est en selle", (Someone(p.id),))
        return retenu(scene, p) or self.trajet().refus(p)

    def empechee(self, scene: Scene) -> Closed | None:
        p = scene[self.actor]
        return retenu(scene, p) or self.trajet().refus(p)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        engage = scene.encounter is not None and bool(engages_avec(scene, scene[self.actor]))
        x, y, demi_metres = self.but(scene)
        scene, demi = parcourir(scene, oracle, self.actor, self.trajet(), engage, demi_metres)
        scene = placer(scene, self.actor, x, y, demi // 2)
        return ecouler(scene, oracle, TOUR) if scene.encounter is None else scene


@rule("YY-15.2", "YY-15.3", "YY-16.4")
def portee(scene: Scene, who: str) -> Iterator[Way]:
    """The free places a run leads to in this turn even without a margin, with the metres to each."""
    p = scene.people.get(who)
    if p is None or scene.encounter is None:
        return
    moyen: Facon = "equitation" if p.monture else "course"
    course = SeDeplacer(who, p.x, p.y, moyen)
    if course.closed(scene) is not None:
        return
    points = p.rang(MOYENS[moyen].parent) if engages_avec(scene, p) else total(p.f.combine(moyen))
    loin = min(A_VUE, points * MOYENS[moyen].pas // 2)
    prises = {(q.x, q.y) for q in scene.people.values()}
    pas = {case: ceil(dist((p.x, p.y), case)) for case in square((p.x, p.y), loin) if case not in prises}
    yield Way(course, {case: n for case, n in pas.items() if n <= loin})


def placer(scene: Scene, who: str, x: int, y: int, metres: int) -> Scene:
    """As far towards that place as these metres go; a mount goes along with its rider."""
    p = scene[who]
    dx, dy = x - p.x, y - p.y
    loin = (dx * dx + dy * dy) ** 0.5
    part = 1.0 if loin <= metres else metres / loin
    arrive = replace(p, x=p.x + round(dx * part), y=p.y + round(dy * part))
    if p.monture and p.monture in scene.people:
        return scene.put(arrive, replace(scene[p.monture], x=arrive.x, y=arrive.y))
    return scene.put(arrive)


def monture_possible(p: Personnage, q: Personnage) -> bool:
    """An animal awake, larger than its rider."""
    return q.fiche.corps != "humanoide" and q.conscient and q.fiche.rang_taille > p.fiche.rang_taille


@rule("YY-16.5")
class Monter(Declaration, frozen=True, tag="monter"):
    """Get into the saddle, again or for the first time: it takes a turn, and an animal that is near."""

    monture: WithWho

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.monture)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.monture]
        if p.monture:
            return Closed("YY-16.5", "{} est déjà en selle", (Someone(p.id),))
        if not monture_possible(p, q):
            return Closed("YY-16.5", "{} ne se monte pas", (Someone(q.id),))
        if any(x.monture == q.id for x in scene.people.values()):
            return Closed("YY-16.5", "{} porte déjà quelqu'un", (Someone(q.id),))
        if distance(p, q) > CONTACT:
            return Closed("YY-16.5", "{} est trop loin", (Someone(q.id),))
        return retenu(scene, p) or non_acquise(p, "equitation")

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p, q = scene[self.actor], scene[self.monture]
        oracle.tell(Event("en_selle", p.id, q.id, "YY-16.5"))
        scene = scene.put(replace(p, monture=q.id, x=q.x, y=q.y))
        if scene.encounter is None:
            return ecouler(scene, oracle, TOUR)
        return fatiguer(scene, oracle, p.id, 1)


@rule("YY-16.5")
class Descendre(Action, frozen=True, tag="descendre"):
    """Get off one's mount; it takes no time."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        if not scene[self.actor].monture:
            return Closed("YY-16.4", "{} n'est pas en selle", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("pied_a_terre", p.id, p.monture, "YY-16.5"))
        return scene.put(replace(p, monture=""))


def en_chemin(p: Personnage) -> Iterator[Action]:
    """Out of fights: a turn of each way of moving one has learnt, or what a mishap demands first."""
    if p.occupe:
        yield Attendre(p.id)
    moyens: tuple[Facon, ...] = ("equitation",) if p.monture else ("course", "escalade", "natation")
    yield from (SeDeplacer(p.id, p.x + 100, p.y, moyen) for moyen in moyens if p.competence(moyen))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: up to each adversary, and away from the nearest; up on a mount that is near, and down again."""
    if p.monture:
        yield Descendre(p.id)
    elif p.competence("equitation"):
        for q in scene.people.values():
            if q.side in ("", p.side) and monture_possible(p, q) and distance(p, q) <= CONTACT:
                yield Monter(p.id, q.id)
    if scene.encounter is None:
        yield from en_chemin(p)
        return
    moyen: Facon = "equitation" if p.monture else "course"
    adverses = [q for q in scene.people.values() if q.side and q.side != p.side and q.conscient]
    adverses.sort(key=lambda q: distance(p, q))
    for q in adverses:
        if distance(p, q) > CONTACT:
            yield SeDeplacer(p.id, moyen=moyen, vers=q.id)
    for q in adverses[:1]:
        yield SeDeplacer(p.id, moyen=moyen, loin_de=q.id)


ACTIONS: tuple[type[Action], ...] = (SeDeplacer, Monter, Descendre)
PLACE = 4
