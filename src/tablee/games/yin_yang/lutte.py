"""Chapters 10 and 11: getting out of holds and locks, up from the ground, one's weapon back, sand out of one's eyes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .attaque import Attaquer, Defendre, bloque, defense_passive, immobilise, jeter_une_fois
from .fatigue import fatiguer, perdre_de_la_fatigue
from .manoeuvres import EVASION_MIN, lacher
from .state import Personnage, hors_d_etat, inconnu, non_acquise
from .tests import (
    UsageVide,
    annoncer,
    departager,
    jeter,
    noter,
    payer_le_vide,
    penalites,
    preparer,
    recuperer_le_vide,
    sans_vide,
)
from .tours import Declaration, en_cours, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene


@rule("YY-10.4")
class Surprendre(Action, frozen=True, tag="surprendre"):
    """Some creatures are surprised by this one: this turn they can do nothing against it."""

    cibles: tuple[str, ...]

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.cibles)
        if absent is not None:
            return absent
        if not self.cibles or self.actor in self.cibles:
            return Closed("YY-10.4", "Il faut dire qui est surpris")
        if scene.combat is not None and scene.combat.declarations:
            return Closed("YY-10.4", "La surprise se décide avant les déclarations du tour")
        return hors_d_etat(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("surprise", self.actor, "", "YY-10.4", (), (("cibles", self.cibles),)))
        camp = scene[self.actor].camp
        attaquants = tuple(p.id for p in scene.personnages.values() if p.camp == camp) if camp else (self.actor,)
        return scene.put(*[replace(scene[c], surpris_par=attaquants) for c in self.cibles])


# ---------------------------------------------------------------- holds


@rule("YY-11.10", "YY-11.11")
class Echapper(Declaration, frozen=True, tag="echapper"):
    """Try to break a hold: beat the holder with Lutte by at least 5."""

    vide: UsageVide = ""

    looks = {"libre": lambda b, a, ev: any(e.what == "echappe" and e["libre"] for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        if clef_sur(scene, self.actor) is None:
            return Closed("YY-11.11", "Personne ne tient {}", (scene.name(self.actor),))
        p = scene[self.actor]
        return non_acquise(p, "lutte") or sans_vide(p, 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        clef = clef_sur(scene, self.actor)
        if clef is None:
            return fatiguer(scene, oracle, self.actor, 2)
        p, q = scene[self.actor], scene[clef[0]]
        prepare = preparer(p, "lutte", penalites(p, "lutte"), self.vide)
        annoncer(oracle, prepare, "lutte", q.id)
        jet = jeter(oracle, prepare.ligne)
        declaree = en_cours(scene).declarations.get(q.id)
        if isinstance(declaree, (Attaquer, Defendre)) and q.conscient:
            scene, sien = jeter_une_fois(scene, oracle, declaree)
            oppose = 0 if sien.desastre else sien.total
        else:
            oppose = total(defense_passive(scene, q, p.id))
        marge = jet.total - oppose
        libre = not jet.desastre and marge >= EVASION_MIN
        oracle.tell(Event("echappe", p.id, q.id, "YY-11.11", (), (("libre", libre), ("issue", LIBRE[libre]))))
        p = noter(recuperer_le_vide(payer_le_vide(scene[p.id], self.vide), jet.exploits), "lutte")
        scene = scene.put(p)
        if libre:
            combat = en_cours(scene)
            scene = replace(scene, combat=replace(combat, clefs=tuple(c for c in combat.clefs if c[1] != p.id)))
        return fatiguer(scene, oracle, self.actor, 2)


LIBRE = {True: "se libère", False: "reste tenu"}


def clef_sur(scene: Scene, who: str) -> tuple[str, str, str] | None:
    """The hold he is in, if any."""
    if scene.combat is None:
        return None
    return next((c for c in scene.combat.clefs if c[1] == who), None)


@rule("YY-11.10")
class LacherPrise(Action, frozen=True, tag="lacher_prise"):
    """Let go of whom one holds, or of the weapon one has locked."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        combat = scene.combat
        if combat is None or not any(c[0] == self.actor for c in (*combat.clefs, *combat.blocages)):
            return Closed("YY-11.10", "{} ne tient personne", (scene.name(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat = en_cours(scene)
        oracle.tell(Event("lache_prise", self.actor, "", "YY-11.10"))
        clefs = tuple(c for c in combat.clefs if c[0] != self.actor)
        blocages = tuple(b for b in combat.blocages if b[0] != self.actor)
        return replace(scene, combat=replace(combat, clefs=clefs, blocages=blocages))


@rule("YY-11.10", "YY-7.9")
def tenir_les_clefs(scene: Scene, oracle: Oracle) -> Scene:
    """At the end of a turn: who is choked loses breath, who holds pays for it, and holds of the fallen end."""
    combat = en_cours(scene)
    if not combat.clefs and not combat.blocages:
        return scene
    for porteur, victime, sorte in combat.clefs:
        if sorte == "étouffement" and scene[porteur].conscient and scene[victime].conscient:
            v = scene[victime]
            points = 2**v.souffle
            terms: Terms = (("Souffle coupé", points, "YY-7.9"),)
            scene = scene.put(replace(v, souffle=v.souffle + 1))
            scene = perdre_de_la_fatigue(scene, oracle, victime, points, terms, "YY-11.10", subie=True)
    combat = en_cours(scene)
    tiennent = tuple(c for c in combat.clefs if scene[c[0]].conscient and scene[c[1]].vie == "actif")
    liberes = [c[1] for c in combat.clefs if c not in tiennent]
    blocages = tuple(b for b in combat.blocages if scene[b[0]].conscient and scene[b[1]].conscient)
    scene = replace(scene, combat=replace(combat, clefs=tiennent, blocages=blocages))
    return scene.put(*[replace(scene[w], souffle=0) for w in liberes]) if liberes else scene


# ---------------------------------------------------------------- locks


@rule("YY-11.8")
class SeLiberer(Declaration, frozen=True, tag="se_liberer"):
    """Free a locked weapon by force, or let it fall."""

    lacher: bool = False
    vide: UsageVide = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if not bloque(scene, self.actor):
            return Closed("YY-11.8", "L'arme de {} n'est pas bloquée", (scene.name(self.actor),))
        return sans_vide(scene[self.actor], 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        combat = en_cours(scene)
        blocage = next((b for b in combat.blocages if self.actor in b[:2]), None)
        if blocage is None:
            return fatiguer(scene, oracle, self.actor, 1)
        autre = blocage[0] if blocage[1] == self.actor else blocage[1]
        p, q = scene[self.actor], scene[autre]
        libre = self.lacher
        if self.lacher:
            if p.equipement.tenues:
                scene = lacher(scene, oracle, p.id, p.equipement.tenues[0], "YY-11.8")
        else:
            a = preparer(p, "force", penalites(p, "force"), self.vide)
            b = preparer(q, "force", penalites(q, "force"))
            annoncer(oracle, a, "force", q.id)
            annoncer(oracle, b, "force", p.id)
            mien, sien, gagne = departager(oracle, jeter(oracle, a.ligne), jeter(oracle, b.ligne), a.ligne, b.ligne)
            libre = gagne > 0
            scene = scene.put(recuperer_le_vide(payer_le_vide(p, self.vide), mien.exploits))
            scene = scene.put(recuperer_le_vide(scene[q.id], sien.exploits))
        oracle.tell(Event("libere", self.actor, autre, "YY-11.8", (), (("libre", libre), ("issue", LIBRE[libre]))))
        if libre:
            combat = en_cours(scene)
            scene = replace(scene, combat=replace(combat, blocages=tuple(b for b in combat.blocages if b != blocage)))
        return fatiguer(scene, oracle, self.actor, 1)


# ---------------------------------------------------------------- a turn for something else


@rule("YY-11.7")
class Nettoyer(Declaration, frozen=True, tag="nettoyer"):
    """Spend a turn getting the sand out of one's eyes."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if not any(e.lie == "sable" for e in scene[self.actor].effets):
            return Closed("YY-11.7", "{} voit clair", (scene.name(self.actor),))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("voit_clair", p.id, "", "YY-11.7"))
        scene = scene.put(replace(p, effets=tuple(e for e in p.effets if e.lie != "sable")))
        return fatiguer(scene, oracle, self.actor, 1)


@rule("YY-11.16")
class Ramasser(Declaration, frozen=True, tag="ramasser"):
    """Spend a turn picking up a weapon that lies at one's feet."""

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        if self.arme not in scene[self.actor].a_terre_armes:
            return Closed("YY-11.16", "Rien de tel à ses pieds : « {} »", (self.arme,))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        arme = next(a for a in p.equipement.armes if a.id == self.arme)
        oracle.tell(Event("ramasse", p.id, "", "YY-11.16", (), (("arme", arme.nom),)))
        tenues = tuple(a.id for a in p.equipement.tenues)
        p = replace(
            p,
            a_terre_armes=tuple(a for a in p.a_terre_armes if a != self.arme),
            equipement=replace(p.equipement, en_main=(self.arme, *tenues) if len(tenues) < 2 else tenues),
        )
        return fatiguer(scene.put(p), oracle, self.actor, 1)


class Degainer(Action, frozen=True, tag="degainer"):
    """Take other weapons in hand, or put all of them away, before declaring; it takes no time."""

    armes: tuple[str, ...] = ()

    def key(self) -> str:
        return "degainer" if self.armes else "rengainer"

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        tenues = [a for a in p.equipement.armes if a.id in self.armes]
        if len(tenues) != len(self.armes) or len(set(self.armes)) < len(self.armes):
            return Closed("YY-10.18", "{} ne porte pas ces armes", (p.nom,))
        if any(a.id in p.a_terre_armes for a in tenues):
            return Closed("YY-11.16", "Cette arme est à terre : il faut la ramasser")
        if bloque(scene, p.id):
            return Closed("YY-11.8", "Cette arme est bloquée : il faut la lâcher ou se libérer")
        if sum(a.mains for a in tenues) > 2:
            return Closed("YY-10.26", "Deux mains ne suffisent pas")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        noms = tuple(a.nom for a in p.equipement.armes if a.id in self.armes)
        what = "degaine" if noms else "rengaine"
        oracle.tell(Event(what, p.id, "", "YY-10.18", (), (("armes", noms),)))
        return scene.put(replace(p, equipement=replace(p.equipement, en_main=self.armes)))


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What holds, locks, sand and lost weapons make one want to do."""
    combat = scene.combat
    if combat is None:
        return
    if clef_sur(scene, p.id) is not None:
        yield Echapper(p.id)
    if any(c[0] == p.id for c in (*combat.clefs, *combat.blocages)):
        yield LacherPrise(p.id)
    if bloque(scene, p.id):
        yield SeLiberer(p.id)
        yield SeLiberer(p.id, lacher=True)
    if any(e.lie == "sable" for e in p.effets):
        yield Nettoyer(p.id)
    for arme in p.a_terre_armes:
        yield Ramasser(p.id, arme)
    tenues = tuple(a.id for a in p.equipement.tenues)
    for a in p.equipement.armes:
        if (a.id,) != tenues and a.id not in p.a_terre_armes:
            yield Degainer(p.id, (a.id,))


ACTIONS: tuple[type[Action], ...] = (
    Surprendre,
    Echapper,
    LacherPrise,
    SeLiberer,
    Nettoyer,
    Ramasser,
    Degainer,
)
