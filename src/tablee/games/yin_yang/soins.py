"""Chapters 14 and 16: first aid, care, meditation, sleep, and the Qì that heals, gives breath and fills things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .fatigue import mort_ou_parti, rendre, reposer
from .state import Insufflation, Personnage, hors_d_etat, inconnu, non_acquise
from .tables import HEURE, JOUR, MINUTE, TOUR
from .tests import UsageVide, hors_bornes, sans_vide, tester
from .tours import distance, ecouler

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_PREMIERS_SOINS = 8
ND_DE_MEDITATION = 12
ND_POUR_SOI, ND_POUR_AUTRUI, ND_POUR_SOUFFLER, ND_POUR_INSUFFLER = 12, 16, 12, 16
TENUE = 10  # turns an infused object keeps the Qì

# ---------------------------------------------------------------- wounds closing


def partager(p: Personnage, points: int, limite: dict[str, int]) -> dict[str, int]:
    """Points shared among limbs, the worst first, no limb beyond what may be healed on it."""
    rendus: dict[str, int] = {}
    for membre, perdus in sorted(limite.items(), key=lambda x: -x[1]):
        part = min(points, perdus, p.blessures.get(membre, 0))
        if part > 0:
            rendus[membre] = part
            points -= part
    return rendus


def guerir(scene: Scene, oracle: Oracle, who: str, rendus: dict[str, int], regle: str, par: str = "") -> Scene:
    """PV given back to limbs, none above its full PV."""
    p = scene[who]
    blessures = {m: n - rendus.get(m, 0) for m, n in p.blessures.items()}
    recentes = {m: min(n, blessures.get(m, 0)) for m, n in p.recentes.items()}
    terms: Terms = tuple((p.fiche.membres[m].nom, n, regle) for m, n in rendus.items())
    oracle.tell(Event("soigne", par or who, who, regle, terms, (("points", total(terms)),)))
    p = replace(
        p,
        blessures={m: n for m, n in blessures.items() if n > 0},
        recentes={m: n for m, n in recentes.items() if n > 0},
    )
    return scene.put(p)


# ---------------------------------------------------------------- medicine


@rule("YY-16.7")
class PremiersSoins(Action, frozen=True, tag="premiers_soins"):
    """Right after a fight: the margin in PV, never more than the wounds of that fight."""

    cible: str
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    looks = {"reussite": lambda b, a, ev: any(e.what == "soigne" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.combat is not None:
            return Closed("YY-16.7", "Les premiers soins attendent la fin du combat")
        if not q.recentes:
            return Closed("YY-16.7", "{} n'a reçu aucune blessure dans ce combat, ou elle est déjà soignée", (q.nom,))
        return (
            hors_d_etat(p)
            or mort_ou_parti(q)
            or non_acquise(p, "medecine")
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        plus: Terms = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        nd = ND_DE_PREMIERS_SOINS + q.blessure
        scene, r = tester(scene, oracle, self.actor, "medecine", nd, plus, self.vide, self.risquer)
        if r.reussi and r.marge:
            rendus = partager(q, r.marge, q.recentes)
            scene = guerir(scene, oracle, self.cible, rendus, "YY-16.7", self.actor)
        return scene.put(replace(scene[self.cible], recentes={}))


@rule("YY-16.8")
class Soigner(Action, frozen=True, tag="soigner"):
    """Days of rest and care: the physician's rank in PV each day."""

    cible: str
    jours: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.combat is not None:
            return Closed("YY-16.8", "On ne garde pas le lit au milieu d'un combat")
        if not 1 <= self.jours <= 365:
            return Closed("YY-16.8", "De 1 à 365 jours, pas {}", (self.jours,))
        if not q.blessures:
            return Closed("YY-16.8", "{} n'est pas blessé", (q.nom,))
        return hors_d_etat(p) or mort_ou_parti(q) or non_acquise(p, "medecine")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        points = self.jours * scene[self.actor].competence("medecine")
        scene = guerir(scene, oracle, self.cible, partager(q, points, q.blessures), "YY-16.8", self.actor)
        return ecouler(scene, oracle, self.jours * JOUR)


# ---------------------------------------------------------------- Vide coming back


@rule("YY-5.20")
class Dormir(Action, frozen=True, tag="dormir"):
    """A good night's sleep for everybody named: 1 point de vide, and no fatigue left."""

    avec: tuple[str, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is not None:
            return Closed("YY-5.20", "On ne dort pas au milieu d'un combat")
        return inconnu(scene, self.actor, *self.avec)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in dict.fromkeys((self.actor, *self.avec)):
            if scene[who].vie == "actif":
                scene = reposer(scene, oracle, who, 8 * 60)
                scene = retrouver_le_vide(scene, oracle, who, 1, "YY-5.20")
        return ecouler(scene, oracle, 8 * HEURE)


def retrouver_le_vide(scene: Scene, oracle: Oracle, who: str, points: int, regle: str) -> Scene:
    """Points de vide regained, not above the rank of Vide."""
    p = scene[who]
    rendus = min(points, p.vide_perdu)
    if rendus <= 0:
        return scene
    oracle.tell(Event("vide_retrouve", who, "", regle, (("Points de vide", rendus, regle),), (("points", rendus),)))
    return scene.put(replace(p, vide_perdu=p.vide_perdu - rendus))


@rule("YY-16.9", "YY-16.10")
def points_de_meditation(marge: int, minutes: int | None) -> int:
    """The margin; disturbed in the first hour nothing, later one point and one for each full ten minutes beyond."""
    if minutes is None:
        return marge
    return 0 if minutes < 60 else min(marge, 1 + (minutes - 60) // 10)


def duree_de_meditation(points: int) -> int:
    """Seconds: an hour, and ten minutes for each point beyond the first."""
    return HEURE + 10 * MINUTE * max(0, points - 1)


@rule("YY-16.9", "YY-16.10", "YY-16.11")
class Mediter(Action, frozen=True, tag="mediter"):
    """Meditate in a calm place; `interrompu`: the minutes after which one is disturbed."""

    interrompu: int | None = None
    risquer: bool = False
    mod: int = 0

    looks = {
        "reussite": lambda b, a, ev: any(e.what == "vide_retrouve" for e in ev),
        "points": lambda b, a, ev: vus(ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.combat is not None:
            return Closed("YY-16.9", "Il faut un lieu calme et sûr")
        if self.interrompu is not None and not 0 <= self.interrompu <= 24 * 60:
            return Closed("YY-16.10", "De 0 à {} minutes, pas {}", (24 * 60, self.interrompu))
        p = scene[self.actor]
        return hors_d_etat(p) or non_acquise(p, "meditation") or hors_bornes(self.mod)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        plus: Terms = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        scene, r = tester(scene, oracle, self.actor, "meditation", ND_DE_MEDITATION, plus, "", self.risquer)
        if r.desastre:
            p = scene[self.actor]
            if p.vide:
                scene = scene.put(replace(p, vide_perdu=p.vide_perdu + 1))
                oracle.tell(Event("vide_perdu", self.actor, "", "YY-16.11", (("Désastre", -1, "YY-16.11"),)))
        points = points_de_meditation(r.marge, self.interrompu) if r.reussi else 0
        if points:
            scene = retrouver_le_vide(scene, oracle, self.actor, points, "YY-16.9")
        temps = duree_de_meditation(points)
        if self.interrompu is not None:
            temps = min(temps, self.interrompu * MINUTE)
        return ecouler(scene, oracle, temps)


def vus(events: list[Event]) -> Any:
    return next((e["points"] for e in events if e.what == "vide_retrouve"), 0)


# ---------------------------------------------------------------- Qì


class Qi(Action, frozen=True):
    """Points de vide announced and turned into something; they are lost whatever happens (YY-14.11)."""

    points: int = 1
    nd: int = 0  # raised by the MJ; never below the least
    risquer: bool = False
    mod: int = 0

    def refus(self, scene: Scene, bas: int) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.points < 1:
            return Closed("YY-14.11", "Il faut annoncer au moins un point de vide")
        if self.nd and not bas <= self.nd <= 60:
            return Closed("YY-14.8", "Un ND de {} à 60, pas {}", (bas, self.nd))
        return hors_d_etat(p) or non_acquise(p, "controle_du_qi") or sans_vide(p, self.points) or hors_bornes(self.mod)

    def convertir(self, scene: Scene, oracle: Oracle, bas: int) -> tuple[Scene, int]:
        """The test, and how many of the points announced it converts."""
        plus: Terms = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        p = scene[self.actor]
        scene = scene.put(replace(p, vide_perdu=p.vide_perdu + self.points))
        scene, r = tester(scene, oracle, self.actor, "controle_du_qi", max(bas, self.nd), plus, "", self.risquer)
        return scene, convertis(self.points, r.reussi, r.marge)


@rule("YY-14.11")
def convertis(annonces: int, reussi: bool, marge: int) -> int:
    """As many of the points announced as the margin, none on a failure."""
    return min(annonces, marge) if reussi else 0


@rule("YY-14.8", "YY-14.11")
class QiSoigner(Qi, frozen=True, tag="qi_soigner"):
    """Heal oneself, or another by touch: for each point the beneficiary's Terre/Constitution in PV."""

    cible: str = ""

    looks = {"reussite": lambda b, a, ev: any(e.what == "soigne" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        qui = self.cible or self.actor
        absent = inconnu(scene, qui) or self.refus(scene, self.bas())
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[qui]
        if scene.combat is not None:
            return Closed("YY-14.8", "Le Qì qui soigne demande plus de calme qu'un combat")
        if distance(p, q) > 1:
            return Closed("YY-14.8", "Il faut toucher {}", (q.nom,))
        if not q.blessures:
            return Closed("YY-14.8", "{} n'est pas blessé", (q.nom,))
        return mort_ou_parti(q)

    def bas(self) -> int:
        return ND_POUR_SOI if not self.cible or self.cible == self.actor else ND_POUR_AUTRUI

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = self.cible or self.actor
        scene, n = self.convertir(scene, oracle, self.bas())
        q = scene[qui]
        points = n * q.rang("constitution")
        return guerir(scene, oracle, qui, partager(q, points, q.blessures), "YY-14.8", self.actor) if points else scene


@rule("YY-14.9", "YY-14.11")
class QiSouffler(Qi, frozen=True, tag="qi_souffler"):
    """Get one's breath back: for each point one's Endurance in fatigue points."""

    looks = {"reussite": lambda b, a, ev: any(e.what == "souffle" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = self.refus(scene, ND_POUR_SOUFFLER)
        if absent is not None:
            return absent
        if not scene[self.actor].fatigue:
            return Closed("YY-14.9", "{} n'est pas fatigué", (scene.name(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, n = self.convertir(scene, oracle, ND_POUR_SOUFFLER)
        return rendre(scene, oracle, self.actor, n * scene[self.actor].f.endurance, "YY-14.9") if n else scene


@rule("YY-14.10", "YY-14.11")
class QiInsuffler(Qi, frozen=True, tag="qi_insuffler"):
    """Breathe points de vide into a weapon: each adds 1 to its tests; what was not infused for it withers."""

    arme: str = ""

    looks = {"reussite": lambda b, a, ev: any(e.what == "insuffle" for e in ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = self.refus(scene, ND_POUR_INSUFFLER)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if all(a.id != self.arme for a in p.equipement.armes):
            return Closed("YY-14.10", "{} ne porte pas « {} »", (p.nom, self.arme))
        if any(i.arme == self.arme for i in p.insufflations):
            return Closed("YY-14.10", "Cet objet porte déjà du Qì")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, n = self.convertir(scene, oracle, ND_POUR_INSUFFLER)
        if not n:
            return scene
        p = scene[self.actor]
        arme = next(a for a in p.equipement.armes if a.id == self.arme)
        tours, detruit = tenue_de_l_objet(n, arme.infusion)
        facts = (("arme", arme.nom), ("points", n), ("tours", tours), ("suite", SUITES[detruit]))
        oracle.tell(Event("insuffle", p.id, "", "YY-14.10", (("Qì", n, "YY-14.10"),), facts))
        tenu = Insufflation(self.arme, n, scene.horloge + tours * TOUR, detruit)
        return scene.put(replace(p, insufflations=(*p.insufflations, tenu)))


SUITES = {False: "le Qì se dissipera", True: "l'objet se flétrira"}


@rule("YY-14.10")
def tenue_de_l_objet(points: int, infusion: int) -> tuple[int, bool]:
    """Ten turns up to its infusion; beyond it the object withers in 10 / excess turns, at least 1."""
    exces = points - infusion
    return (TENUE, False) if exces <= 0 else (max(1, TENUE // exces), True)


@rule("YY-14.10")
def dissiper_le_qi(scene: Scene, oracle: Oracle) -> Scene:
    """The Qì of things goes when its time is over, and with it what could not hold it."""
    for who, p in scene.personnages.items():
        finies = [i for i in p.insufflations if i.fin <= scene.horloge]
        if not finies:
            continue
        for i in finies:
            what = "objet_fletri" if i.fletrit else "qi_dissipe"
            oracle.tell(Event(what, who, "", "YY-14.10", (), (("arme", nom_de_l_arme(p, i.arme)),)))
        perdues = {i.arme for i in finies if i.fletrit}
        e = p.equipement
        if perdues:
            main = None if e.en_main is None else tuple(a for a in e.en_main if a not in perdues)
            e = replace(e, armes=tuple(a for a in e.armes if a.id not in perdues), en_main=main)
        scene = scene.put(replace(p, equipement=e, insufflations=tuple(i for i in p.insufflations if i not in finies)))
    return scene


def nom_de_l_arme(p: Personnage, id: str) -> str:
    return next((a.nom for a in p.equipement.armes if a.id == id), id)


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Care, sleep, meditation and Qì, where there is something to gain by them."""
    if p.competence("controle_du_qi") and p.vide and p.fatigue:
        yield QiSouffler(p.id)
    if scene.combat is not None:
        return
    blesses = [q for q in scene.personnages.values() if q.blessures and q.vie == "actif"]
    for q in blesses:
        if p.competence("medecine"):
            if q.recentes:
                yield PremiersSoins(p.id, q.id)
            yield Soigner(p.id, q.id)
        if p.competence("controle_du_qi") and p.vide and distance(p, q) <= 1:
            yield QiSoigner(p.id, cible=q.id)
    if p.competence("meditation") and p.vide_perdu:
        yield Mediter(p.id)
    if p.vide_perdu or p.fatigue:
        yield Dormir(p.id)


ACTIONS: tuple[type[Action], ...] = (PremiersSoins, Soigner, Dormir, Mediter, QiSoigner, QiSouffler, QiInsuffler)
