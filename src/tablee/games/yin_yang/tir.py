"""Chapter 10, from afar: shooting and throwing, range, cover, shooting into a melee."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from . import manoeuvres as m
from .attaque import (
    CONTACT,
    Attaquer,
    Defendre,
    a_l_aveugle,
    adversaire_de_lutte,
    bras_valides,
    defense_passive,
    hors_bornes,
    immobilise,
    jeter_une_fois,
    plafonner,
)
from .catalogue import MAINS_NUES, Arme
from .fatigue import fatiguer
from .state import Personnage, inconnu, non_acquise
from .tests import (
    Jet,
    Liste,
    UsageVide,
    annoncer,
    jeter,
    noter,
    penalites,
    preparer,
    recuperer_le_vide,
    relancer,
    sans_vide,
)
from .tours import Declaration, distance, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene

DISTANCE = frozenset(["arcs", "arbaletes", "armes_de_jet", "armes_mixtes"])
PORTEES = 6
CAMOUFLAGE_MAX = 6


def arme_de_tir(p: Personnage, id: str = "") -> Arme | None:
    """The weapon named, else the first in hand that carries far, else the first carried that does."""
    if id:
        return next((a for a in p.equipement.armes if a.id == id), None)
    for a in (*p.equipement.tenues, *p.equipement.armes):
        if a.portee and a.groupe in DISTANCE and a.id not in p.a_terre_armes:
            return a
    return None


@rule("YY-10.28", "YY-12.3", "YY-13.6")
def penalite_de_distance(metres: int, portee: int) -> int | None:
    """1 for each base range begun beyond the first; None: beyond six of them nothing is hit."""
    if portee <= 0 or metres > PORTEES * portee:
        return None
    return max(0, -(-metres // portee) - 1)


def en_melee(scene: Scene, p: Personnage) -> tuple[str, ...]:
    """The adversaries he is engaged with: those within three metres who can fight."""
    return tuple(
        q.id
        for q in scene.personnages.values()
        if q.camp and q.camp != p.camp and q.conscient and distance(p, q) <= CONTACT
    )


@rule("YY-10.19", "YY-10.38", "YY-10.39")
class Tirer(Declaration, frozen=True, tag="tirer"):
    """Shoot or throw at somebody."""

    cible: str
    arme: str = ""
    camouflage: int = 0  # YY-10.29, from the MJ
    manoeuvres: tuple[str, ...] = ()
    n: int = 0  # Coup Puissant: augmentations; Tir indirect: obstacles
    membre: str = "torse"
    vide: UsageVide = ""
    mod: int = 0

    tire: ClassVar[bool] = True
    ameliorer: ClassVar[bool] = False
    sable: ClassVar[bool] = False
    obstacle: ClassVar[int | None] = None

    def key(self) -> str:
        return f"tirer.{self.manoeuvres[0]}" if self.manoeuvres else "tirer"

    def arme_de(self, p: Personnage) -> Arme:
        return arme_de_tir(p, self.arme) or MAINS_NUES

    def arme_employee(self, p: Personnage) -> Arme | None:
        return self.arme_de(p)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            tir_refuse(scene, p, self)
            or m.refus(scene, p, self, self.arme_de(p).groupe, True)
            or sans_vide(p, (1 if self.vide else 0) + m.vide_des_manoeuvres(self))
            or hors_bornes(self.mod)
        )

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return decocher(scene, oracle, self)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of a shot, those who have not declared yet opposing their passive defence."""
        voir = look if callable(look) else self.looks[look or "touche"]
        return lambda oracle: voir(scene, decocher(scene, oracle, self), oracle.events)

    looks: ClassVar[dict[str, Look]] = {
        "touche": lambda b, a, ev: any(e.what == "touche_de_loin" and e["vise"] for e in ev),
        "degats": lambda b, a, ev: sum(e["points"] for e in ev if e.what in ("coup", "coup_assommant")),
    }


@rule("YY-10.28", "YY-10.29", "YY-10.30")
def tir_refuse(scene: Scene, p: Personnage, a: Tirer) -> Closed | None:
    """Why one cannot shoot: nothing to shoot with, engaged in melee, too far, hidden beyond measure."""
    q = scene[a.cible]
    if q.id == p.id or q.vie != "actif":
        return Closed("YY-10.19", "{} n'est pas à combattre", (q.nom,))
    arme = arme_de_tir(p, a.arme)
    if arme is None or arme.groupe not in DISTANCE or not arme.portee:
        return Closed("YY-10.19", "{} n'a pas d'arme à distance de ce nom", (p.nom,))
    if arme.id in p.a_terre_armes:
        return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    if bras_valides(p) < arme.mains:
        return Closed("YY-6.3", "{} n'a plus assez de bras valides", (p.nom,))
    if adversaire_de_lutte(scene, p.id):
        return Closed("YY-10.17", "Aux prises, seule la Lutte sert")
    if scene.combat is not None and en_melee(scene, p):
        return Closed("YY-10.30", "{} est engagé en mêlée : aucune arme à distance", (p.nom,))
    if p.a_terre:
        return Closed("YY-11.21", "{} est à terre : ce tour sert à se relever, sans attaquer", (p.nom,))
    if q.id in p.surpris_par:
        return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (p.nom, q.nom))
    if penalite_de_distance(distance(p, q), arme.portee) is None:
        return Closed(
            "YY-10.28", "{} est à {} m, {} porte à {} m au plus", (q.nom, distance(p, q), arme.nom, 6 * arme.portee)
        )
    if not 0 <= a.camouflage <= CAMOUFLAGE_MAX:
        return Closed("YY-10.29", "Le camouflage va de 0 à {}, pas {}", (CAMOUFLAGE_MAX, a.camouflage))
    return non_acquise(p, arme.groupe)


@rule("YY-10.28", "YY-10.29", "YY-11.25")
def poids_du_tir(scene: Scene, p: Personnage, a: Tirer, arme: Arme) -> Liste:
    """Range, cover, blindness; a Tir lointain forgets them, unless nothing at all can be seen."""
    terms = penalites(p, arme.groupe)
    if a.mod:
        terms.append(("Circonstances", a.mod, "YY-5.1"))
    if p.elan:
        terms.append(("Défenses réussies", p.elan, "YY-10.13"))
    if "tir_lointain" not in a.manoeuvres:
        loin = penalite_de_distance(distance(p, scene[a.cible]), arme.portee)
        if loin:
            terms.append(("Distance", -loin, "YY-10.28"))
        if a.camouflage:
            terms.append(("Camouflage", -a.camouflage, "YY-10.29"))
        if p.effets:
            terms += a_l_aveugle(p)
    return terms


def decocher(scene: Scene, oracle: Oracle, a: Tirer) -> Scene:
    """The shot: one roll, against the target's defence or against the best of a melee."""
    p = scene.personnages[a.actor]
    arme = a.arme_de(p)
    prepare = preparer(p, arme.groupe, poids_du_tir(scene, p, a, arme), a.vide, "lance")
    annoncer(oracle, prepare, arme.groupe, a.cible)
    melee = () if scene.combat is None else creatures_engagees(scene, scene[a.cible], a.actor)
    scene, scores = scores_de(scene, oracle, melee or (a.cible,), a.actor)
    jet = jeter(oracle, prepare.ligne)
    aug = m.augmentations(scene, a)
    nd = max(scores.values()) + aug
    if jet.peut_relancer and (jet.desastre or jet.total < nd):
        jet = relancer(oracle, prepare.ligne, jet)
    vide = (1 if a.vide else 0) + m.vide_des_manoeuvres(a)
    p = replace(scene[a.actor], vide_perdu=scene[a.actor].vide_perdu + vide, elan=0)
    scene = scene.put(noter(recuperer_le_vide(p, jet.exploits), arme.groupe))
    touche, marge = qui_est_touche(a.cible, scores, jet, nd, bool(melee))
    if not touche:
        oracle.tell(Event("tir_manque", a.actor, a.cible, "YY-10.28", (), (("nd", nd),)))
    else:
        facts = (("marge", marge), ("vise", touche == a.cible))
        oracle.tell(Event("touche_de_loin", a.actor, touche, "YY-10.31" if melee else "YY-10.38", (), facts))
        if scene.combat is not None:
            combat = scene.combat
            scene = replace(scene, combat=replace(combat, touches=(*combat.touches, (a.actor, touche))))
        atteint = replace(a, cible=touche)
        scene = m.appliquer(scene, oracle, atteint, marge, lambda n: degats(scene[a.actor], arme, n), False)
    return fatiguer(scene, oracle, a.actor, m.fatigue_propre(a))


@rule("YY-10.31")
def qui_est_touche(cible: str, scores: dict[str, int], jet: Jet, nd: int, melee: bool) -> tuple[str, int]:
    """The chosen target from the ND on; below it, in a melee, the creature whose score is closest to the shot's."""
    if jet.desastre:
        return "", 0
    if jet.total >= nd:
        return cible, jet.total - nd
    if not melee:
        return "", 0
    proche = min(scores, key=lambda w: (abs(scores[w] - jet.total), scores[w]))
    return proche, max(0, jet.total - scores[proche])


def creatures_engagees(scene: Scene, q: Personnage, tireur: str) -> tuple[str, ...]:
    """Everybody in the melee of the target, the shooter put aside; nobody if it fights with no one."""
    autres = [w for w in en_melee(scene, q) if w != tireur]
    if not autres:
        return ()
    amis = [
        x.id
        for x in scene.personnages.values()
        if x.camp == q.camp and x.id != q.id and x.conscient and any(distance(x, scene[w]) <= CONTACT for w in autres)
    ]
    return (q.id, *autres, *amis)


def scores_de(scene: Scene, oracle: Oracle, qui: tuple[str, ...], contre: str) -> tuple[Scene, dict[str, int]]:
    """The score each of these opposes: the roll of those who fight or defend themselves, else the passive defence."""
    scores = {}
    for who in qui:
        q = scene.personnages[who]
        declaree = scene.combat.declarations.get(who) if scene.combat is not None else None
        actif = isinstance(declaree, Defendre) and contre in declaree.contre
        if len(qui) > 1 and isinstance(declaree, (Attaquer, Defendre)):
            actif = True
        if isinstance(declaree, Attaquer) and "esquive" in declaree.manoeuvres:
            actif = True
        if actif and q.conscient and contre not in q.surpris_par and isinstance(declaree, (Attaquer, Defendre)):
            scene, jet = jeter_une_fois(scene, oracle, declaree)
            scores[who] = 0 if jet.desastre else jet.total
        else:
            scores[who] = total(defense_passive(scene, q, contre))
    return scene, scores


@rule("YY-10.38", "YY-10.39")
def degats(p: Personnage, arme: Arme, marge: int) -> Terms:
    """Eau/Force and the margin; a crossbow's own damage in place of Force; no more than the missile can inflict."""
    if arme.groupe == "arbaletes":
        terms: Terms = ((arme.nom, arme.fixe, "YY-10.39"), ("Marge de réussite", marge, "YY-10.39"))
    else:
        terms = (("Eau/Force", p.rang("force"), "YY-10.38"), ("Marge de réussite", marge, "YY-10.38"))
    return plafonner(terms, arme, arme.degats)


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Shots worth a button: each adversary, then the manoeuvres of those who have the rank."""
    arme = arme_de_tir(p)
    if scene.combat is None or arme is None:
        return
    rang = p.competence(arme.groupe)
    for q in scene.personnages.values():
        if q.camp == p.camp or q.vie != "actif" or not q.camp:
            continue
        yield Tirer(p.id, q.id)
        if rang >= 2 and p.vide:
            yield Tirer(p.id, q.id, manoeuvres=("tir_lointain",))
        if rang >= 5:
            yield Tirer(p.id, q.id, manoeuvres=("coup_precis",), membre="tete")
        if rang >= 1:
            yield Tirer(p.id, q.id, manoeuvres=("coup_puissant",), n=1)


ACTIONS = (Tirer,)
