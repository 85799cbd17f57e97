"""Chapter 14: feeling the Qì of others, veiling one's own; bonds and gags; coming back from the plane of time."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ..model.jets import UsageVide
from ..model.people import Personnage, hors_d_etat, non_acquise
from ..model.runes import Sort
from ..model.scene import Scene, inconnu
from ..model.things import objet_de
from .c5_tests.essai import hors_bornes, sans_vide
from .c5_tests.figures import circonstances, payer_le_vide, penalites, preparer, recuperer_le_vide
from .c5_tests.jets import jeter, relancer
from .c5_tests.tests import Tente, annoncer, noter, tester
from .c7_fatigue.fatigue import fatiguer
from .c10_modes import immobilise
from .c10_tours.declarer import Declaration, pas_a_lui
from .c10_tours.places import CONTACT, distance

METRES_PAR_RANG = 3


SENTIS = ("qi_senti", "incantation_sentie", "magie_sentie")


@rule("YY-14.1")
def portee_du_sens(p: Personnage) -> int:
    """How far Qì is felt, in metres, in every direction."""
    return METRES_PAR_RANG * p.competence("sens_du_qi")


@rule("YY-14.1", "YY-14.2", "YY-14.3")
class SentirLeQi(Declaration, frozen=True, tag="sentir_le_qi"):
    """Feel the creatures, enchanted objects and spells around; those who veil their Qì must be found out."""

    mod: int = 0

    looks: ClassVar[dict[str, Look]] = {
        "reussite": lambda b, a, ev: any(e.what in SENTIS for e in ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        return non_acquise(scene[self.actor], "sens_du_qi") or hors_bornes(self.mod)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene = fatiguer(scene, oracle, self.actor, 1)
        sentis = 0
        for q in tuple(scene.people.values()):
            if q.id != self.actor and q.vie == "actif" and a_portee_du_sens(scene, self.actor, q.x, q.y):
                scene, senti = sentir(scene, oracle, self.actor, q, self.mod)
                sentis += senti
        for quoi in magie_sentie(scene, self.actor):
            sentis += 1
            oracle.tell(Event("magie_sentie", self.actor, "", "YY-14.3", (), (("quoi", quoi),), self.actor))
        if not sentis:
            facts = (("metres", portee_du_sens(scene[self.actor])),)
            oracle.tell(Event("rien_senti", self.actor, "", "YY-14.1", (), facts, self.actor))
        return scene


def a_portee_du_sens(scene: Scene, who: str, x: int, y: int) -> bool:
    p = scene[who]
    return distance(p, replace(p, x=x, y=y)) <= portee_du_sens(p)


@rule("YY-14.2")
def sentir(scene: Scene, oracle: Oracle, who: str, q: Personnage, mod: int) -> tuple[Scene, bool]:
    """A plain Qì is felt; a veiled one only by a test against the veil, of which only the MJ knows."""
    if q.voile is not None:
        plus: Terms = (("Circonstances", mod, "YY-5.1"),) if mod else ()
        scene, r = tester(scene, oracle, who, Tente("sens_du_qi", q.voile, plus, secret=True))
        if not r.reussi:
            return scene, False
    oracle.tell(Event("incantation_sentie" if q.runes else "qi_senti", who, q.id, "YY-14.3", (), (), who))
    return scene, True


@rule("YY-14.3")
def magie_sentie(scene: Scene, who: str) -> Iterator[str]:
    """Spells at work and enchanted objects within reach."""
    for s in scene.sorts.values():
        if any(a_portee_du_sens(scene, who, x, y) for x, y in lieux_de_la_magie(scene, s)):
            yield scene.own.nom_du_sort(s)
    for id in scene.enchantements:
        for q in scene.people.values():
            objet = objet_de(q, id)
            if objet is not None and a_portee_du_sens(scene, who, q.x, q.y):
                yield objet.nom


def lieux_de_la_magie(scene: Scene, sort: Sort) -> tuple[tuple[int, int], ...]:
    """Where a spell is felt: its places, or those it holds on."""
    return sort.lieux or tuple((scene[c].x, scene[c].y) for c in sort.cibles if c in scene.people)


@rule("YY-14.4")
class VoilerLeQi(Declaration, frozen=True, tag="voiler_le_qi"):
    """Veil one's Qì: the total of the test is what it takes to feel it. Magic, or losing consciousness, lifts it."""

    lever: bool = False
    vide: UsageVide = ""
    mod: int = 0

    def key(self) -> str:
        return "voiler_le_qi.lever" if self.lever else "voiler_le_qi"

    looks: ClassVar[dict[str, Look]] = {
        "reussite": lambda b, a, ev: any(e.what == "qi_voile" for e in ev),
        "points": lambda b, a, ev: next((e["qualite"] for e in ev if e.what == "qi_voile"), 0),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.lever and p.voile is None:
            return Closed("YY-14.4", "{} ne voile pas son Qì", (Someone(p.id),))
        if self.vide not in ("", "relance", "bonus"):
            return Closed("YY-5.17", "Usage du vide inconnu")
        return non_acquise(p, "controle_du_qi") or sans_vide(p, 1 if self.vide else 0) or hors_bornes(self.mod)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene = fatiguer(scene, oracle, self.actor, 1)
        p = scene[self.actor]
        if self.lever:
            oracle.tell(Event("qi_devoile", p.id, "", "YY-14.4", (), (), p.id))
            return scene.put(replace(p, voile=None))
        plus = (*penalites(p, "controle_du_qi"), *circonstances(self.mod))
        prepare = preparer(p, "controle_du_qi", plus, self.vide, secret=True)
        annoncer(oracle, prepare, "controle_du_qi")
        jet = jeter(oracle, prepare.ligne)
        if jet.desastre and jet.peut_relancer:
            jet = relancer(oracle, prepare.ligne, jet)
        p = noter(recuperer_le_vide(payer_le_vide(p, self.vide), jet.exploits), "controle_du_qi")
        if jet.desastre:
            oracle.tell(Event("qi_devoile", p.id, "", "YY-14.4", (), (), p.id))
            return scene.put(replace(p, voile=None))
        oracle.tell(Event("qi_voile", p.id, "", "YY-14.4", (), (("qualite", jet.total),), p.id))
        return scene.put(replace(p, voile=jet.total))


# ---------------------------------------------------------------- bonds and gags

Gene = Literal["baillonne", "ligote"]


NOMS_DES_GENES = {"baillonne": "bâillonné", "ligote": "ligoté"}


@rule("YY-8.16")
class Entraver(Action, frozen=True, tag="entraver"):
    """Gag or bind somebody who cannot or will not resist, or set him free."""

    cible: Who = ""
    gene: Gene = "ligote"
    oter: bool = False

    def key(self) -> str:
        return "entraver.oter" if self.oter else "entraver"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible) or hors_d_etat(scene[self.actor])
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if self.gene not in NOMS_DES_GENES:
            return Closed("YY-8.16", "Entrave inconnue : « {} »", (self.gene,))
        if q.vie != "actif" or distance(p, q) > CONTACT:
            return Closed("YY-8.16", "{} n'est pas à portée de main", (Someone(q.id),))
        if (self.gene in q.gene) != self.oter:
            if self.oter:
                return Closed("YY-8.16", "{} n'est pas entravé ainsi", (Someone(q.id),))
            return Closed("YY-8.16", "{} est déjà entravé ainsi", (Someone(q.id),))
        if p.id == q.id and self.oter:
            return Closed("YY-8.16", "{} ne s'en défait pas lui-même ainsi", (Someone(q.id),))
        tenu = immobilise(scene, q.id) is not None
        if scene.encounter is not None and q.conscient and q.side != p.side and not tenu:
            return Closed("YY-8.16", "{} se débat", (Someone(q.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        what = "desentrave" if self.oter else "entrave"
        oracle.tell(Event(what, self.actor, q.id, "YY-8.16", (), (("comment", NOMS_DES_GENES[self.gene]),)))
        genes = tuple(g for g in q.gene if g != self.gene) if self.oter else (*q.gene, self.gene)
        return scene.put(replace(q, gene=genes))


# ---------------------------------------------------------------- the plane of time


@rule("YY-14.18")
class Revenir(Action, frozen=True, tag="revenir"):
    """Come back from the primary plane of time."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene[self.actor].plan != "temps":
            return Closed("YY-14.18", "{} n'est pas dans le plan du temps", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("retour_du_temps", self.actor, "", "YY-14.18"))
        return scene.put(replace(scene[self.actor], vie="actif", plan=""))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Feel, veil, come back; free those who are bound."""
    if p.plan:
        yield Revenir(p.id)
    if p.competence("sens_du_qi"):
        yield SentirLeQi(p.id)
    if p.competence("controle_du_qi"):
        yield VoilerLeQi(p.id)
        if p.voile is not None:
            yield VoilerLeQi(p.id, lever=True)
    for q in scene.people.values():
        if q.vie == "actif" and not q.conscient and q.side != p.side and distance(p, q) <= CONTACT:
            yield from (Entraver(p.id, q.id, "ligote"), Entraver(p.id, q.id, "baillonne"))
        for g in q.gene:
            if q.id != p.id and distance(p, q) <= CONTACT and g in NOMS_DES_GENES:
                yield Entraver(p.id, q.id, "ligote" if g == "ligote" else "baillonne", oter=True)


ACTIONS: tuple[type[Action], ...] = (SentirLeQi, VoilerLeQi, Entraver, Revenir)
PLACE = 9
