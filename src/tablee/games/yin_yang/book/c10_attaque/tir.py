"""From afar: shooting and throwing, range, cover, shooting into a melee."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import MAINS_NUES, Arme
from ...model.effects import EFFECTS, Contexte, cles
from ...model.jets import Jet, Ligne, Prepare, UsageVide
from ...model.manoeuvres import MANOEUVRES
from ...model.people import Personnage, non_acquise
from ...model.scene import Scene, inconnu, tel
from ..c5_tests.essai import hors_bornes, sans_vide
from ..c5_tests.figures import preparer, recuperer_le_vide
from ..c5_tests.jets import jeter, relancer, sans_jet
from ..c5_tests.tests import annoncer, contre_le_nd, noter
from ..c7_fatigue.fatigue import fatiguer
from ..c10_modes import (
    DISTANCE,
    a_l_aveugle,
    a_relever,
    adversaire_de_lutte,
    bloquees,
    bras_valides,
    competence_testee,
    defense_passive,
    immobilise,
    main_au_bouclier,
    prendre,
)
from ..c10_tours.declarer import Declaration, pas_a_lui
from ..c10_tours.places import engages_avec, metres
from ..c11_manoeuvres.demandes import (
    A_DISTANCE,
    PRECIS,
    augmentations,
    fatigue_propre,
    manoeuvres_refusees,
    vide_des_manoeuvres,
)
from ..c11_manoeuvres.effets import appliquer, montrer
from .attaquer import Attaquer, Defendre
from .combattants import sans_moyens
from .duels import Duel, marge_de, plafonner, qui_passe, qui_relance
from .jets import EN_OPPOSITION, SANS_JET, jeter_une_fois, relance

PORTEES = 6


CAMOUFLAGE_MAX = 6


NOIR = -6  # as blind as one can be (YY-10.33): nothing at all is seen


def arme_de_tir(p: Personnage, id: str = "") -> Arme | None:
    """The weapon named, else the first in hand that carries far, else the first carried that does."""
    if id:
        return next((a for a in p.equipement.armes if a.id == id), None)
    for a in (*p.equipement.tenues, *p.equipement.armes):
        if a.portee and a.groupe in DISTANCE and a.id not in p.a_terre_armes:
            return a
    return None


@rule("YY-10.28", "YY-12.3", "YY-13.6")
def penalite_de_distance(metres: float, portee: int) -> int | None:
    """1 for each base range begun beyond the first; None: beyond six of them nothing is hit."""
    if portee <= 0 or metres > PORTEES * portee:
        return None
    return max(0, ceil(metres / portee) - 1)


@rule("YY-10.19", "YY-10.38", "YY-10.39")
class Tirer(Declaration, frozen=True, tag="tirer"):
    """Shoot or throw at somebody."""

    cible: WithWho
    arme: str = ""
    camouflage: int = 0  # YY-10.29, from the MJ
    manoeuvres: tuple[str, ...] = ()
    n: int = 0  # Coup Puissant: augmentations; Tir indirect: obstacles; Assommer: what the MJ asks for
    membre: str = "torse"
    vide: UsageVide = ""
    mod: int = 0
    risquer: bool = False  # YY-5.22: roll although the score alone would do

    tire: ClassVar[bool] = True
    hostile: ClassVar[bool] = True
    ameliorer: ClassVar[bool] = False
    sable: ClassVar[bool] = False
    obstacle: ClassVar[int | None] = None
    obstacles: ClassVar[tuple[tuple[str, int], ...]] = ()

    def key(self) -> str:
        return f"tirer.{self.manoeuvres[0]}" if self.manoeuvres else "tirer"

    @property
    def vide_promis(self) -> int:
        return (1 if self.vide else 0) + vide_des_manoeuvres(self)

    def arme_de(self, p: Personnage) -> Arme:
        return arme_de_tir(p, self.arme) or MAINS_NUES

    def armes_de(self, p: Personnage) -> tuple[Arme, ...]:
        return (self.arme_de(p),)

    def arme_employee(self, p: Personnage) -> Arme | None:
        return self.arme_de(p)

    def arme_en_jeu(self, scene: Scene) -> Arme:
        return self.arme_de(tel(scene, self.actor))

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        arme = self.arme_de(p)
        testee = competence_testee(p, arme.groupe)
        return preparer(p, testee, poids_du_tir(scene, p, self, arme), self.vide, "lance"), testee

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            tir_refuse(scene, p, self)
            or manoeuvres_refusees(scene, p, self, self.arme_de(p).groupe, True)
            or sans_vide(p, self.vide_promis)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        """The weapon is in hand from the declaration on."""
        p = scene[self.actor]
        arme = prendre(p, self.arme_de(p).id)
        return Declaration.resolve(self, scene.put(arme) if arme is not p else scene, oracle)

    def empechee(self, scene: Scene) -> Closed | None:
        p, q = tel(scene, self.actor), tel(scene, self.cible)
        if q.vie != "actif":
            return Closed("YY-10.9", "son adversaire n'est plus à combattre")
        if p.a_terre:
            return Closed("YY-11.21", "il est à terre")
        if immobilise(scene, p.id) is not None:
            return Closed("YY-11.11", "il est immobilisé")
        if engages_avec(scene, p):
            return Closed("YY-10.30", "le voilà engagé en mêlée")
        perdue = arme_de_tir_refusee(scene, p, self)
        if perdue is not None:
            return Closed(perdue.rule, "il n'a plus d'arme utilisable")
        if penalite_de_distance(metres(p, q), self.arme_de(p).portee) is None:
            return Closed("YY-10.28", "son adversaire est hors d'atteinte")
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return decocher(scene, oracle, self)

    looks: ClassVar[dict[str, Look]] = {
        "touche": lambda b, a, ev: any(e.what == "touche_de_loin" and e["vise"] for e in ev),
        "degats": lambda b, a, ev: sum(e["points"] for e in ev if e.what in ("coup", "coup_assommant")),
    }


@rule("YY-6.3", "YY-10.19", "YY-10.32", "YY-11.8", "YY-11.16")
def arme_de_tir_refusee(scene: Scene, p: Personnage, a: Tirer) -> Closed | None:
    """Why one cannot shoot with this: it does not carry far, is not at hand, or takes more arms than are left."""
    arme = arme_de_tir(p, a.arme)
    if arme is None or arme.groupe not in DISTANCE or not arme.portee:
        return Closed("YY-10.19", "{} n'a pas d'arme à distance de ce nom", (Someone(p.id),))
    if arme.id in p.a_terre_armes:
        return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
    if arme.id in bloquees(scene, p.id):
        return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
    if p.blessures and bras_valides(p) < arme.mains:
        return Closed("YY-6.3", "{} n'a plus assez de bras valides", (Someone(p.id),))
    return main_au_bouclier(p, arme.mains) or non_acquise(p, arme.groupe)


@rule("YY-10.28", "YY-10.29", "YY-10.30")
def tir_refuse(scene: Scene, p: Personnage, a: Tirer) -> Closed | None:
    """Why one cannot shoot: nothing to shoot with, engaged in melee, too far, hidden beyond measure."""
    q = scene[a.cible]
    if q.id == p.id or q.vie != "actif":
        return Closed("YY-10.19", "{} n'est pas à combattre", (Someone(q.id),))
    refus = arme_de_tir_refusee(scene, p, a)
    if refus is not None:
        return refus
    arme = a.arme_de(p)
    if adversaire_de_lutte(scene, p.id):
        return Closed("YY-10.17", "Aux prises, seule la Lutte sert")
    if scene.encounter is not None and engages_avec(scene, p):
        return Closed("YY-10.30", "{} est engagé en mêlée : aucune arme à distance", (Someone(p.id),))
    if p.a_terre:
        return a_relever(p)
    if q.id in p.surpris_par:
        return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (Someone(p.id), Someone(q.id)))
    if penalite_de_distance(metres(p, q), arme.portee) is None:
        return Closed(
            "YY-10.28",
            "{} est à {} m, {} porte à {} m au plus",
            (Someone(q.id), ceil(metres(p, q)), arme.nom, PORTEES * arme.portee),
        )
    if not 0 <= a.camouflage <= CAMOUFLAGE_MAX:
        return Closed("YY-10.29", "Le camouflage va de 0 à {}, pas {}", (CAMOUFLAGE_MAX, a.camouflage))
    return None


def poids_du_tir(scene: Scene, p: Personnage, a: Tirer, arme: Arme) -> Terms:
    """What weighs on a shot beyond one's ranks."""
    return tally(p.bears, cles(arme.groupe, "tir", "attaque"), Contexte(p, scene, a, arme))


@rule("YY-10.28", "YY-11.25")
@EFFECTS.on("tir")
def gene_de_la_distance(c: Contexte) -> Term | None:
    """Range; a Tir lointain forgets it."""
    if c.scene is None or c.arme is None or "tir_lointain" in c.acte.manoeuvres:
        return None
    loin = penalite_de_distance(metres(c.p, c.scene[c.acte.cible]), c.arme.portee)
    return ("Distance", -loin, "YY-10.28") if loin else None


@rule("YY-10.29", "YY-11.25")
@EFFECTS.on("tir")
def gene_du_camouflage(c: Contexte) -> Term | None:
    """Cover; a Tir lointain forgets it."""
    cache = 0 if "tir_lointain" in c.acte.manoeuvres else c.acte.camouflage
    return ("Camouflage", -cache, "YY-10.29") if cache else None


@rule("YY-10.33", "YY-11.25")
@EFFECTS.on("tir", of="voit_mal")
def tirer_a_l_aveugle(c: Contexte) -> Term | None:
    """What hampers the eyes; a Tir lointain forgets it, unless nothing at all can be seen."""
    lointain = "tir_lointain" in c.acte.manoeuvres
    return None if lointain and c.p.amount("vue") > NOIR else a_l_aveugle(c.p)


@rule("YY-20.8")
@EFFECTS.on("tir", of="insuffle")
def qi_de_l_arme_de_tir(c: Contexte) -> Term | None:
    """Qì breathed into the weapon that shoots or is thrown."""
    points = sum(i.points for i in c.p.insufflations if c.arme is not None and i.arme == c.arme.id)
    return ("Qì de l'arme", points, "YY-20.8") if points else None


# ---------------------------------------------------------------- what a shot meets


def decocher(scene: Scene, oracle: Oracle, a: Tirer) -> Scene:
    """The shot: one roll, against the target's own roll, its passive defence, or the best of a melee."""
    montrer(oracle, a)
    melee = () if scene.encounter is None else creatures_engagees(scene, tel(scene, a.cible), a.actor)
    if melee:
        scene = dans_la_melee(scene, oracle, a, melee)
    else:
        reponse = se_garde(scene, a)
        scene = tir_franc(scene, oracle, a) if reponse is None else tir_oppose(scene, oracle, a, reponse)
    return fatiguer(scene, oracle, a.actor, fatigue_propre(a))


@rule("YY-10.22", "YY-11.18")
def se_garde(scene: Scene, a: Tirer) -> Attaquer | Defendre | None:
    """What the target opposes to a shot: a defence against this shooter, or an Esquive."""
    q = tel(scene, a.cible)
    if scene.encounter is None or not q.conscient or a.actor in q.surpris_par:
        return None
    reponse = scene.encounter.declarations.get(q.id)
    if isinstance(reponse, Defendre) and a.actor in reponse.contre:
        return None if sans_moyens(scene, q, reponse) is not None else reponse
    if isinstance(reponse, Attaquer) and "esquive" in reponse.manoeuvres:
        return None if sans_moyens(scene, q, reponse) is not None else reponse
    return None


def jeter_le_tir(scene: Scene, oracle: Oracle, a: Tirer, nd: int | None = None) -> tuple[Scene, Jet, Ligne]:
    """The roll of a shooter, without dice where the ND is known and the score above it (YY-5.22)."""
    prepare, testee = a.score(scene, tel(scene, a.actor))
    ligne = prepare.ligne
    annoncer(oracle, prepare, testee, a.cible, EN_OPPOSITION if nd is None else contre_le_nd(nd, False))
    if nd is not None and sans_jet(ligne.score, nd, a.risquer):
        oracle.tell(Event("sans_jet", a.actor, a.cible, "YY-5.22", (), (("score", ligne.score), ("nd", nd))))
        jet = Jet(ligne.qui, ligne.score, SANS_JET, ligne.rang_vide)
    else:
        jet = jeter(oracle, ligne)
    vide = (1 if a.vide else 0) + vide_des_manoeuvres(a)
    p = replace(scene[a.actor], vide_perdu=scene[a.actor].vide_perdu + vide, elan=0)
    return scene.put(noter(recuperer_le_vide(p, jet.exploits), testee)), jet, ligne


def rejeter_le_tir(scene: Scene, oracle: Oracle, ligne: Ligne, jet: Jet) -> tuple[Scene, Jet]:
    apres = relancer(oracle, ligne, jet)
    gagnes = apres.exploits - jet.exploits
    return (scene.put(recuperer_le_vide(scene[jet.qui], gagnes)) if gagnes else scene), apres


@rule("YY-5.22", "YY-10.21", "YY-10.28")
def tir_franc(scene: Scene, oracle: Oracle, a: Tirer) -> Scene:
    """At somebody who does not ward it off: his passive defence is the ND."""
    passive = defense_passive(scene, tel(scene, a.cible), a.actor)
    aug = augmentations(scene, a)
    nd = total(passive) + aug
    oracle.tell(Event("defense_passive", a.cible, a.actor, "YY-10.21", passive, (("score", nd - aug),)))
    scene, jet, ligne = jeter_le_tir(scene, oracle, a, nd)
    if jet.peut_relancer and (jet.desastre or jet.total < nd):
        scene, jet = rejeter_le_tir(scene, oracle, ligne, jet)
    if jet.desastre or jet.total < nd:
        oracle.tell(Event("tir_manque", a.actor, a.cible, "YY-10.21", (), (("nd", nd),)))
        return scene
    return atteindre(scene, oracle, a, marge_de(jet.total, "Défense passive", nd - aug, "YY-10.21", aug), "YY-10.38")


@rule("YY-5.5", "YY-10.22", "YY-11.1")
def tir_oppose(scene: Scene, oracle: Oracle, a: Tirer, reponse: Attaquer | Defendre) -> Scene:
    """At somebody who wards it off: the two rolls are compared."""
    scene, jet, ligne = jeter_le_tir(scene, oracle, a)
    scene, sien = jeter_une_fois(scene, oracle, reponse)
    d = Duel(False, augmentations(scene, a))
    passe, _ = qui_passe(oracle, d, jet, sien)
    if jet.desastre and sien.desastre and jet.peut_relancer and sien.peut_relancer:
        scene, jet = rejeter_le_tir(scene, oracle, ligne, jet)  # both have failed: both throw again
        scene, sien = relance(scene, oracle, sien)
        passe, _ = qui_passe(oracle, d, jet, sien)
    while (perdant := qui_relance(d, jet, sien, passe, False)) is not None:
        if perdant is jet:
            scene, jet = rejeter_le_tir(scene, oracle, ligne, jet)
        else:
            scene, sien = relance(scene, oracle, sien)
        passe, _ = qui_passe(oracle, d, jet, sien)
    if passe:
        terms = marge_de(jet.total, "Total adverse", sien.total, "YY-10.22", d.miennes)
        return atteindre(scene, oracle, a, terms, "YY-10.38")
    if sien.desastre:
        oracle.tell(Event("double_desastre", a.actor, a.cible, "YY-5.5"))
        return scene
    oracle.tell(Event("pare", a.cible, a.actor, "YY-10.22"))
    if scene.encounter is None:
        return scene
    return replace(scene, encounter=replace(scene.encounter, parades=(*scene.encounter.parades, (a.actor, a.cible))))


@rule("YY-10.31")
def dans_la_melee(scene: Scene, oracle: Oracle, a: Tirer, melee: tuple[str, ...]) -> Scene:
    """At somebody in a melee: the best score there must be beaten; a lower one hits whoever's is closest."""
    scene, scores = scores_de(scene, oracle, melee, a.actor)
    aug = augmentations(scene, a)
    meilleur = max(scores.values())
    scene, jet, ligne = jeter_le_tir(scene, oracle, a)
    if jet.peut_relancer and (jet.desastre or jet.total < meilleur + aug):
        scene, jet = rejeter_le_tir(scene, oracle, ligne, jet)
    oracle.tell(Event("tir_en_melee", a.actor, a.cible, "YY-10.31", (), (("nd", meilleur),)))
    for who, score in scores.items():
        oracle.tell(Event("score_de_melee", who, "", "YY-10.31", (), (("score", score),)))
    touche = qui_est_touche(a.cible, scores, jet, meilleur + aug)
    if not touche:
        oracle.tell(Event("tir_manque", a.actor, a.cible, "YY-10.31", (), (("nd", meilleur + aug),)))
        return scene
    if jet.total >= meilleur + aug:
        terms = marge_de(jet.total, "Meilleur score de la mêlée", meilleur, "YY-10.31", aug)
        return atteindre(scene, oracle, a, terms, "YY-10.31")
    sans_effort = tuple(x for x in a.manoeuvres if x in ("coup_retenu", "coup_maitrise"))
    devie = replace(a, cible=touche, manoeuvres=sans_effort, n=0, membre="torse")
    return atteindre(
        scene, oracle, devie, marge_de(jet.total, "Total adverse", scores[touche], "YY-10.31"), "YY-10.31", a
    )


@rule("YY-10.31")
def qui_est_touche(cible: str, scores: dict[str, int], jet: Jet, nd: int) -> str:
    """The chosen target from the ND on; below it the creature whose score is closest, the lower one of two."""
    if jet.desastre:
        return ""
    if jet.total >= nd:
        return cible
    return min(scores, key=lambda w: (abs(scores[w] - jet.total), scores[w]))


def creatures_engagees(scene: Scene, q: Personnage, tireur: str) -> tuple[str, ...]:
    """Everybody in the melee of the target, the shooter put aside; nobody if it fights with no one."""
    trouves, a_voir = [q.id], [q]
    while a_voir:
        for w in engages_avec(scene, a_voir.pop()):
            if w != tireur and w not in trouves:
                trouves.append(w)
                a_voir.append(scene[w])
    return tuple(trouves) if len(trouves) > 1 else ()


@rule("YY-10.31")
def scores_de(scene: Scene, oracle: Oracle, qui: tuple[str, ...], contre: str) -> tuple[Scene, dict[str, int]]:
    """The score of each in a melee: the roll of those who fight or defend themselves, else the passive defence."""
    scores = {}
    for who in qui:
        q = tel(scene, who)
        declaree = scene.encounter.declarations.get(who) if scene.encounter is not None else None
        actif = isinstance(declaree, (Attaquer, Defendre)) and sans_moyens(scene, q, declaree) is None
        if declaree is not None and actif and q.conscient and contre not in q.surpris_par:
            scene, jet = jeter_une_fois(scene, oracle, declaree)
            scores[who] = jet.total
        else:
            scores[who] = total(defense_passive(scene, q, contre))
    return scene, scores


def atteindre(scene: Scene, oracle: Oracle, a: Tirer, terms: Terms, regle: str, vise: Tirer | None = None) -> Scene:
    """The missile hits somebody."""
    n, arme = total(terms), a.arme_de(scene[a.actor])
    facts = (("marge", n), ("vise", vise is None or vise.cible == a.cible))
    oracle.tell(Event("touche_de_loin", a.actor, a.cible, regle, terms, facts))
    if scene.encounter is not None:
        combat = scene.encounter
        scene = replace(scene, encounter=replace(combat, touches=(*combat.touches, (a.actor, a.cible))))
    p = scene[a.actor]
    return appliquer(scene, oracle, a, n, lambda n, force: degats_du_tir(p, arme, n, force), False)


@rule("YY-10.38", "YY-10.39", "YY-11.15")
def degats_du_tir(p: Personnage, arme: Arme, marge: int, retenue: int | None = None) -> Terms:
    """Eau/Force, or the part put into it, and the margin; a crossbow's own damage in place of Force; within limits."""
    if arme.groupe == "arbaletes":
        terms: Terms = ((arme.nom, arme.fixe, "YY-10.39"), ("Marge de réussite", marge, "YY-10.39"))
    else:
        force = p.rang("force") if retenue is None else retenue
        terms = (("Eau/Force", force, "YY-10.38"), ("Marge de réussite", marge, "YY-10.38"))
    return plafonner(terms, arme.degats)


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Shots worth a button: each adversary, then the manoeuvres of those who have the rank."""
    arme = arme_de_tir(p)
    if scene.encounter is None or arme is None:
        return
    rang = p.competence(arme.groupe)
    for q in scene.people.values():
        if q.side == p.side or q.vie != "actif" or not q.side:
            continue
        yield Tirer(p.id, q.id)
        for id in A_DISTANCE:
            if MANOEUVRES[id].rang <= rang:
                yield from tirs(p, q, id, rang)


def tirs(p: Personnage, q: Personnage, id: str, rang: int) -> Iterator[Action]:
    """A shot with one manoeuvre, at its usual strength."""
    if id == "coup_precis":
        membres = {x.genre: i for i, x in q.fiche.membres.items()}
        for genre, aug in PRECIS.items():
            if aug <= rang and genre in membres:
                yield Tirer(p.id, q.id, manoeuvres=(id,), membre=membres[genre])
    else:
        yield Tirer(p.id, q.id, manoeuvres=(id,), n=1 if id in ("coup_puissant", "tir_indirect") else 0)


ACTIONS: tuple[type[Action], ...] = (Tirer,)
