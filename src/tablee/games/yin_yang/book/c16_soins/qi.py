"""Qì that heals, gives breath and fills things."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WithWho
from tablee.kernel.sentence import Someone

from ...model.jets import UsageVide
from ...model.people import Insufflation, non_acquise
from ...model.scene import Scene, inconnu
from ...model.tables import TOUR
from ...model.things import changer, objet_de, objets_de
from ..c5_tests.essai import hors_bornes, sans_vide
from ..c5_tests.figures import circonstances
from ..c5_tests.tests import Tente, tester
from ..c7_fatigue.fatigue import fatiguer, mort_ou_parti, rendre
from ..c10_gestes import en_se_battant
from ..c10_modes import a_relever, immobilise
from ..c10_tours.declarer import Declaration, pas_a_lui
from ..c10_tours.places import distance
from ..c10_tours.temps import ecouler, temps_passe
from .guerir import guerir, guerissables, membres_inconnus, partager, points_vus

ND_POUR_SOI, ND_POUR_AUTRUI, ND_POUR_SOUFFLER, ND_POUR_INSUFFLER = 12, 16, 12, 16


TENUE = 10  # turns an infused object keeps the Qì


TOUCHER = 1  # metres


# ---------------------------------------------------------------- Qì


class Qi(Declaration, frozen=True):
    """Points de vide announced and turned into something; they are lost whatever happens (YY-14.11)."""

    points: int = 1
    nd: int = 0  # raised by the MJ; never below the least
    vide: UsageVide = ""  # one more point de vide, to improve the chances (YY-5.17)
    risquer: bool = False
    mod: int = 0

    @property
    def vide_promis(self) -> int:
        return self.points + (1 if self.vide else 0)

    def refus(self, scene: Scene, bas: int) -> Closed | None:
        absent = pas_a_lui(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.points < 1:
            return Closed("YY-14.11", "Il faut annoncer au moins un point de vide")
        if self.nd and not bas <= self.nd <= 60:
            return Closed("YY-14.8", "Un ND de {} à 60, pas {}", (bas, self.nd))
        return (
            a_relever(p)
            or immobilise(scene, p.id)
            or non_acquise(p, "controle_du_qi")
            or sans_vide(p, self.vide_promis)
            or hors_bornes(self.mod)
        )

    def convertir(self, scene: Scene, oracle: Oracle, bas: int) -> tuple[Scene, int]:
        """The test, and how many of the points announced it converts."""
        p = scene[self.actor]
        competence, usage = en_se_battant(scene, p, "controle_du_qi")
        scene = scene.put(replace(p, vide_perdu=p.vide_perdu + self.points))
        nd, plus = max(bas, self.nd), circonstances(self.mod)
        scene, r = tester(scene, oracle, self.actor, Tente(competence, nd, plus, self.vide, self.risquer, usage))
        n = convertis(self.points, r.reussi, r.marge)
        oracle.tell(Event("qi", self.actor, "", "YY-14.11", (), (("points", n), ("annonces", self.points))))
        return scene, n

    def finir(self, scene: Scene, oracle: Oracle) -> Scene:
        """It takes a turn, and in a fight the least an action costs."""
        if scene.encounter is None:
            return ecouler(scene, oracle, TOUR)
        return fatiguer(scene, oracle, self.actor, 1)


@rule("YY-14.11")
def convertis(annonces: int, reussi: bool, marge: int) -> int:
    """As many of the points announced as the margin, none on a failure."""
    return min(annonces, marge) if reussi else 0


@rule("YY-14.8", "YY-14.11")
class QiSoigner(Qi, frozen=True, tag="qi_soigner"):
    """Heal oneself, or another by touch: for each point the beneficiary's Terre/Constitution in PV."""

    cible: WithWho = ""
    membres: tuple[str, ...] = ()  # healed first, in this order

    looks = {"reussite": lambda b, a, ev: any(e.what == "soigne" for e in ev), "points": points_vus("soigne")}

    def closed(self, scene: Scene) -> Closed | None:
        qui = self.cible or self.actor
        absent = inconnu(scene, self.actor, qui) or self.refus(scene, self.bas())
        if absent is not None:
            return absent
        q = scene[qui]
        if not guerissables(q, q.blessures):
            return Closed("YY-14.8", "{} n'a rien qui se soigne", (Someone(q.id),))
        return self.hors_de_portee(scene) or mort_ou_parti(q) or membres_inconnus(q, self.membres)

    def hors_de_portee(self, scene: Scene) -> Closed | None:
        q = scene[self.cible or self.actor]
        if distance(scene[self.actor], q) <= TOUCHER:
            return None
        return Closed("YY-14.8", "Il faut toucher {}", (Someone(q.id),))

    def empechee(self, scene: Scene) -> Closed | None:
        return self.hors_de_portee(scene) or mort_ou_parti(scene[self.cible or self.actor])

    def bas(self) -> int:
        return ND_POUR_SOI if not self.cible or self.cible == self.actor else ND_POUR_AUTRUI

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = self.cible or self.actor
        scene, n = self.convertir(scene, oracle, self.bas())
        q = scene[qui]
        rendus = partager(q, n * q.rang("constitution"), q.blessures, self.membres)
        if rendus:
            scene = guerir(scene, oracle, qui, rendus, "YY-14.8", self.actor)
        return self.finir(scene, oracle)


@rule("YY-14.9", "YY-14.11")
class QiSouffler(Qi, frozen=True, tag="qi_souffler"):
    """Get one's breath back: for each point one's Endurance in fatigue points."""

    looks = {"reussite": lambda b, a, ev: any(e.what == "souffle" for e in ev), "points": points_vus("souffle")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or self.refus(scene, ND_POUR_SOUFFLER)
        if absent is not None:
            return absent
        if not scene[self.actor].fatigue:
            return Closed("YY-14.9", "{} n'est pas fatigué", (Someone(self.actor),))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, n = self.convertir(scene, oracle, ND_POUR_SOUFFLER)
        scene = rendre(scene, oracle, self.actor, n * scene[self.actor].f.endurance, "YY-14.9")
        return self.finir(scene, oracle)


@rule("YY-14.10", "YY-14.11")
class QiInsuffler(Qi, frozen=True, tag="qi_insuffler"):
    """Breathe points de vide into a thing: each adds 1 to the tests of a weapon, or to what an armour keeps off."""

    objet: str = ""

    looks = {"reussite": lambda b, a, ev: any(e.what == "insuffle" for e in ev), "points": points_vus("insuffle")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or self.refus(scene, ND_POUR_INSUFFLER)
        return absent if absent is not None else self.empechee(scene)

    def empechee(self, scene: Scene) -> Closed | None:
        p = scene[self.actor]
        if objet_de(p, self.objet) is None or self.objet in p.a_terre_armes:
            return knowing(
                Closed("YY-14.10", "{} ne porte pas « {} »", (Someone(p.id), self.objet)),
                self.objet,
                [o.id for o in objets_de(p)],
            )
        if any(i.arme == self.objet for i in p.insufflations):
            return Closed("YY-14.10", "Cet objet porte déjà du Qì")
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, n = self.convertir(scene, oracle, ND_POUR_INSUFFLER)
        p = scene[self.actor]
        objet = objet_de(p, self.objet)
        if n and objet is not None:
            tours, fletrit = tenue_de_l_objet(n, objet.infusion)
            facts = (("objet", objet.nom), ("points", n), ("tours", tours), ("suite", SUITES[fletrit]))
            oracle.tell(Event("insuffle", p.id, "", "YY-14.10", (("Qì", n, "YY-14.10"),), facts))
            tenu = Insufflation(self.objet, n, scene.clock + tours * TOUR, fletrit)
            scene = scene.put(replace(p, insufflations=(*p.insufflations, tenu)))
        return self.finir(scene, oracle)


SUITES = {False: "le Qì se dissipera", True: "l'objet se flétrira"}


@rule("YY-14.10")
def tenue_de_l_objet(points: int, infusion: int) -> tuple[int, bool]:
    """Ten turns up to its infusion; beyond it the object withers in 10 / excess turns, at least 1."""
    exces = points - infusion
    return (TENUE, False) if exces <= 0 else (max(1, TENUE // exces), True)


@temps_passe.then("YY-14.10")
def dissiper_le_qi(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The Qì of things goes when its time is over, and with it what could not hold it."""
    for who, p in scene.people.items():
        finies = [i for i in p.insufflations if i.fin <= scene.clock]
        if not finies:
            continue
        p = replace(p, insufflations=tuple(i for i in p.insufflations if i not in finies))
        for i in finies:
            objet = objet_de(p, i.arme)
            if objet is None:
                continue
            what = "objet_fletri" if i.fletrit else "qi_dissipe"
            oracle.tell(Event(what, who, "", "YY-14.10", (), (("objet", objet.nom),)))
            if i.fletrit:
                p = changer(p, objet, None)
        scene = scene.put(p)
    return scene
