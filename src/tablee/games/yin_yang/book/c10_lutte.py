"""Chapters 10 and 11: holds and locks, how they are borne, and how one gets out of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.combat import Blocage, Clef, Combat
from ..model.effects import Contexte, cles
from ..model.jets import Jet, Prepare, UsageVide
from ..model.people import Apnee, Personnage, non_acquise
from ..model.scene import Scene, en_cours, inconnu, tel
from .c5_tests.essai import sans_vide
from .c5_tests.figures import payer_le_vide, penalites, preparer, recuperer_le_vide
from .c5_tests.jets import jeter
from .c5_tests.opposes import departager
from .c5_tests.tests import annoncer
from .c7_fatigue.fatigue import PAS_DE_REPOS, fatiguer
from .c7_fatigue.souffle import perdre_son_souffle
from .c10_attaque.attaquer import Attaquer, Defendre
from .c10_attaque.combattants import sans_moyens
from .c10_attaque.jets import jet_contre, jeter_une_fois, relance
from .c10_modes import clef_sur, defense_passive, immobilise
from .c10_tours.declarer import Declaration, pas_a_lui
from .c10_tours.places import a_portee
from .c10_tours.tour import fin_de_tour
from .c11_manoeuvres.effets import EVASION_MIN, lacher

LIBRE = {True: "se libère", False: "reste tenu"}


# ---------------------------------------------------------------- holds


@rule("YY-11.10", "YY-11.11")
class Echapper(Declaration, frozen=True, tag="echapper"):
    """Try to break a hold: beat the holder with Lutte by at least 5."""

    vide: UsageVide = ""
    risquer: bool = False

    looks: ClassVar[dict[str, Look]] = {"libre": lambda b, a, ev: any(e.what == "echappe" and e["libre"] for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        if clef_sur(scene, self.actor) is None:
            return Closed("YY-11.11", "Personne ne tient {}", (Someone(self.actor),))
        p = scene[self.actor]
        return non_acquise(p, "lutte") or sans_vide(p, 1 if self.vide else 0)

    def empechee(self, scene: Scene) -> Closed | None:
        return Closed("YY-11.11", "plus rien ne le tient") if clef_sur(scene, self.actor) is None else None

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        plus = tally(p.bears, cles("lutte", "echapper"), Contexte(p, scene))
        return preparer(p, "lutte", plus, self.vide), "lutte"

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        clef = clef_sur(scene, self.actor)
        if clef is not None:
            scene, marge = contre_le_porteur(scene, oracle, self, clef.par)
            libre = marge is not None and marge >= EVASION_MIN
            facts = (("libre", libre), ("issue", LIBRE[libre]))
            terms: Terms = (("Marge", marge, "YY-5.5"),) if marge is not None else ()
            oracle.tell(Event("echappe", self.actor, clef.par, clef_en_regle(clef.sorte), terms, facts))
            if libre:
                scene = scene.put(replace(scene[clef.par], repos=PAS_DE_REPOS))
                scene = ouvrir_les_clefs(payer_la_clef(scene, oracle, clef), sur=self.actor)
        return fatiguer(scene, oracle, self.actor, 2)


def clef_en_regle(sorte: str) -> str:
    return "YY-11.10" if sorte == "étouffement" else "YY-11.11"


@rule("YY-11.10", "YY-11.11")
def contre_le_porteur(scene: Scene, oracle: Oracle, a: Echapper, porteur: str) -> tuple[Scene, int | None]:
    """The margin over the holder's roll, or over his passive defence if he makes none; None: a désastre."""
    q = tel(scene, porteur)
    declaree = en_cours(scene).declarations.get(porteur)
    lutte = isinstance(declaree, (Attaquer, Defendre)) and q.conscient and sans_moyens(scene, q, declaree) is None
    if declaree is not None and lutte:
        scene, jet = jeter_une_fois(scene, oracle, a)
        scene, sien = jeter_une_fois(scene, oracle, declaree)
        oppose = sien.total
    else:
        passive = defense_passive(scene, q, a.actor)
        oppose = total(passive)
        oracle.tell(Event("defense_passive", porteur, a.actor, "YY-10.21", passive, (("score", oppose),)))
        scene, jet = jet_contre(scene, oracle, a, oppose + EVASION_MIN, porteur, a.risquer)
    if jet.peut_relancer and (jet.desastre or jet.total < oppose + EVASION_MIN):
        scene, jet = relance(scene, oracle, jet)
    return scene, None if jet.desastre else jet.total - oppose


def ouvrir_les_clefs(scene: Scene, par: str = "", sur: str = "") -> Scene:
    """The holds of somebody, or on somebody, are over; who was choked breathes again. The grapple goes on."""
    combat = en_cours(scene)
    ouvertes = [c for c in combat.clefs if c.par == par or c.sur == sur]
    clefs = tuple([c for c in combat.clefs if c not in ouvertes])
    scene = replace(scene, encounter=replace(combat, clefs=clefs))
    return scene.put(*[replace(scene[c.sur], souffle=0) for c in ouvertes]) if ouvertes else scene


def tient(combat: Combat, who: str) -> bool:
    """Whether he holds somebody or locks a weapon."""
    return any(c.par == who for c in combat.clefs) or any(b.par == who for b in combat.blocages)


@rule("YY-11.10")
class LacherPrise(Action, frozen=True, tag="lacher_prise"):
    """Let go of whom one holds, or of the weapon one has locked."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        combat = scene.encounter
        if combat is None or not tient(combat, self.actor):
            return Closed("YY-11.10", "{} ne tient personne", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("lache_prise", self.actor, "", "YY-11.10"))
        scene = ouvrir_les_clefs(scene, par=self.actor)
        combat = en_cours(scene)
        blocages = tuple([b for b in combat.blocages if b.par != self.actor])
        return replace(scene, encounter=replace(combat, blocages=blocages))


@fin_de_tour.then("YY-7.9", "YY-11.8", "YY-11.10")
def tenir_les_clefs(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a turn: who is choked loses breath, who holds pays for it, locks that hold nothing are over."""
    combat = en_cours(scene)
    if not combat.clefs and not combat.blocages:
        return scene
    for c in combat.clefs:
        if not scene[c.par].conscient or not scene[c.sur].conscient:
            continue
        scene = payer_la_clef(scene, oracle, c)
        if c.sorte == "étouffement":
            scene = suffoquer(scene, oracle, c.sur)
    combat = en_cours(scene)
    blocages = tuple([b for b in combat.blocages if tient_encore(scene, b)])
    return replace(scene, encounter=replace(combat, blocages=blocages))


@rule("YY-11.10")
def payer_la_clef(scene: Scene, oracle: Oracle, c: Clef) -> Scene:
    """A turn of holding costs 2; in its first turn the manoeuvre was paid for."""
    if c.tour == en_cours(scene).tour:
        return scene
    return fatiguer(scene, oracle, c.par, 2)


@rule("YY-7.9", "YY-11.10")
def suffoquer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One more turn without breath in the thick of it: 1, 2, 4, 8 points."""
    return perdre_son_souffle(scene, oracle, who, Apnee(intense=True))


def tient_encore(scene: Scene, b: Blocage) -> bool:
    """Whether both still stand within reach of each other with the weapons that are locked."""
    p, q = scene[b.par], scene[b.sur]
    armes = b.arme_par in [a.id for a in p.equipement.tenues] and b.arme_sur in [a.id for a in q.equipement.tenues]
    return p.conscient and q.conscient and a_portee(p, q) and armes


# ---------------------------------------------------------------- locks


@rule("YY-11.8")
class SeLiberer(Declaration, frozen=True, tag="se_liberer"):
    """Free a locked weapon by force, or let it fall."""

    lacher: bool = False
    vide: UsageVide = ""

    looks: ClassVar[dict[str, Look]] = {"libre": lambda b, a, ev: any(e.what == "libere" and e["libre"] for e in ev)}

    def key(self) -> str:
        return "se_liberer.lacher" if self.lacher else "se_liberer"

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if blocage_sur(scene, self.actor) is None:
            return Closed("YY-11.8", "L'arme de {} n'est pas bloquée", (Someone(self.actor),))
        if self.lacher and self.vide:
            return Closed("YY-5.17", "Rien à jeter pour qui lâche son arme")
        return sans_vide(scene[self.actor], 1 if self.vide else 0)

    def empechee(self, scene: Scene) -> Closed | None:
        return Closed("YY-11.8", "plus rien ne le tient") if blocage_sur(scene, self.actor) is None else None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        b = blocage_sur(scene, self.actor)
        if b is not None:
            scene, libre = (scene, True) if self.lacher else forcer(scene, oracle, self, b)
            facts = (("libre", libre), ("issue", LIBRE[libre]))
            oracle.tell(Event("libere", self.actor, b.par, "YY-11.8", (), facts))
            if self.lacher:
                arme = next(x for x in scene[self.actor].equipement.armes if x.id == b.arme_sur)
                scene = lacher(scene, oracle, self.actor, arme, "YY-11.8")
            elif libre:
                combat = en_cours(scene)
                scene = replace(scene, encounter=replace(combat, blocages=tuple(x for x in combat.blocages if x != b)))
        return fatiguer(scene, oracle, self.actor, 1)


def blocage_sur(scene: Scene, who: str) -> Blocage | None:
    """The lock he is caught in, if any."""
    if scene.encounter is None:
        return None
    return next((b for b in scene.encounter.blocages if b.sur == who), None)


@rule("YY-11.8")
def forcer(scene: Scene, oracle: Oracle, a: SeLiberer, b: Blocage) -> tuple[Scene, bool]:
    """Eau/Force against Eau/Force."""
    p, q = tel(scene, b.sur), tel(scene, b.par)
    mien = preparer(p, "force", penalites(p, "force"), a.vide)
    sien = preparer(q, "force", penalites(q, "force"))
    annoncer(oracle, mien, "force", q.id)
    annoncer(oracle, sien, "force", p.id)
    jets: tuple[Jet, Jet, Any] = departager(
        oracle, jeter(oracle, mien.ligne), jeter(oracle, sien.ligne), mien.ligne, sien.ligne
    )
    scene = scene.put(recuperer_le_vide(payer_le_vide(scene[p.id], a.vide), jets[0].exploits))
    scene = scene.put(recuperer_le_vide(scene[q.id], jets[1].exploits))
    return scene, jets[2] > 0


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What holds and locks make one want to do."""
    combat = scene.encounter
    if combat is None or not (combat.clefs or combat.blocages):
        return
    if clef_sur(scene, p.id) is not None:
        yield Echapper(p.id)
    if tient(combat, p.id):
        yield LacherPrise(p.id)
    if blocage_sur(scene, p.id) is not None:
        yield SeLiberer(p.id)
        yield SeLiberer(p.id, lacher=True)


ACTIONS: tuple[type[Action], ...] = (Echapper, LacherPrise, SeLiberer)
PLACE = 5
