"""Chapters 14 and 16: first aid, care, meditation, sleep, and the Qì that heals, gives breath and fills things."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .fatigue import dans_le_coma, fatiguer, laisser_passer, mort_ou_parti, rendre, reposer, reveiller
from .gestes import en_se_battant
from .modes import a_relever, immobilise
from .objets import changer, objet_de
from .state import Insufflation, Personnage, detruit, hors_d_etat, inconnu, non_acquise
from .tables import HEURE, JOUR, MINUTE, TOUR
from .tests import UsageVide, circonstances, hors_bornes, sans_vide, tester
from .tours import Declaration, distance, ecouler, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene

ND_DE_PREMIERS_SOINS = 8
ND_DE_MEDITATION = 12
ND_POUR_SOI, ND_POUR_AUTRUI, ND_POUR_SOUFFLER, ND_POUR_INSUFFLER = 12, 16, 12, 16
TENUE = 10  # turns an infused object keeps the Qì
TOUCHER = 1  # metres

# ---------------------------------------------------------------- wounds closing


@rule("YY-6.4")
def guerissables(p: Personnage, limite: dict[str, int]) -> dict[str, int]:
    """What may be healed on each limb: no more than was lost, and nothing on one that is destroyed."""
    return {
        m: min(n, p.blessures[m])
        for m, n in limite.items()
        if n > 0 and p.blessures.get(m) and (p.fiche.membres[m].vital or not detruit(p, m))
    }


def partager(p: Personnage, points: int, limite: dict[str, int], dabord: tuple[str, ...] = ()) -> dict[str, int]:
    """Points shared among limbs: those the healer names first, then the worst, none beyond what may be healed."""
    au_plus = guerissables(p, limite)
    ordre = [m for m in dabord if m in au_plus]
    ordre += sorted((m for m in au_plus if m not in dabord), key=lambda m: -p.blessures[m])
    rendus: dict[str, int] = {}
    for membre in ordre:
        part = min(points, au_plus[membre])
        if part > 0:
            rendus[membre] = part
            points -= part
    return rendus


def membres_inconnus(p: Personnage, membres: tuple[str, ...]) -> Closed | None:
    """Only limbs that are there can be tended, each named once."""
    for m in membres:
        if m not in p.fiche.membres:
            return Closed("YY-6.1", "{} n'a pas de membre « {} »", (Someone(p.id), m))
    if len(set(membres)) < len(membres):
        return Closed("YY-6.1", "Chaque membre une seule fois")
    return None


def guerir(scene: Scene, oracle: Oracle, who: str, rendus: dict[str, int], regle: str, par: str = "") -> Scene:
    """PV given back to limbs, none above its full PV; who was out of action may come round."""
    p = scene[who]
    blessures = {m: n - rendus.get(m, 0) for m, n in p.blessures.items()}
    recentes = {m: min(n, blessures.get(m, 0)) for m, n in p.recentes.items()}
    terms: Terms = tuple((p.fiche.membres[m].nom, n, regle) for m, n in rendus.items())
    oracle.tell(Event("soigne", par or who, who, regle, terms, (("points", total(terms)),)))
    gueri = replace(
        p,
        blessures={m: n for m, n in blessures.items() if n > 0},
        recentes={m: n for m, n in recentes.items() if n > 0},
    )
    return reveiller(scene, oracle, p, gueri)


# ---------------------------------------------------------------- medicine


def points_vus(what: str) -> Any:
    """A look at the points of the first event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> int:
        return int(next((e["points"] for e in events if e.what == what), 0))

    return look


@rule("YY-16.7")
class PremiersSoins(Action, frozen=True, tag="premiers_soins"):
    """Right after a fight: the margin in PV, never more than the wounds of that fight."""

    cible: Who
    membres: tuple[str, ...] = ()  # tended first, in this order
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    looks = {"reussite": lambda b, a, ev: any(e.what == "soigne" for e in ev), "points": points_vus("soigne")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.encounter is not None:
            return Closed("YY-16.7", "Les premiers soins attendent la fin du combat")
        if not guerissables(q, q.recentes):
            return Closed(
                "YY-16.7", "{} n'a reçu aucune blessure dans ce combat, ou elle est déjà soignée", (Someone(q.id),)
            )
        return (
            hors_d_etat(p)
            or mort_ou_parti(q)
            or membres_inconnus(q, self.membres)
            or non_acquise(p, "medecine")
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nd = ND_DE_PREMIERS_SOINS + scene[self.cible].blessure
        plus = circonstances(self.mod)
        scene, r = tester(scene, oracle, self.actor, "medecine", nd, plus, self.vide, self.risquer)
        q = scene[self.cible]
        if r.reussi and r.marge:
            rendus = partager(q, r.marge, q.recentes, self.membres)
            scene = guerir(scene, oracle, self.cible, rendus, "YY-16.7", self.actor)
        return scene.put(replace(scene[self.cible], recentes={}))


@rule("YY-16.8")
class Soigner(Action, frozen=True, tag="soigner"):
    """Days of rest and care: the physician's rank in PV each day; the nights are slept through."""

    cible: Who
    jours: int = 1
    membres: tuple[str, ...] = ()  # tended first, in this order

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if scene.encounter is not None:
            return Closed("YY-16.8", "On ne garde pas le lit au milieu d'un combat")
        if not 1 <= self.jours <= 365:
            return Closed("YY-16.8", "De 1 à 365 jours, pas {}", (self.jours,))
        if not guerissables(q, q.blessures):
            return Closed("YY-16.8", "{} n'a rien qui se soigne", (Someone(q.id),))
        return hors_d_etat(p) or mort_ou_parti(q) or membres_inconnus(q, self.membres) or non_acquise(p, "medecine")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        q = scene[self.cible]
        points = self.jours * scene[self.actor].competence("medecine")
        rendus = partager(q, points, q.blessures, self.membres)
        scene = guerir(scene, oracle, self.cible, rendus, "YY-16.8", self.actor)
        scene = dormir(scene, oracle, self.cible, self.jours)
        return laisser_passer(scene, oracle, self.jours * JOUR)


# ---------------------------------------------------------------- Vide coming back


@rule("YY-5.20")
class Dormir(Action, frozen=True, tag="dormir"):
    """A good night's sleep for everybody named: 1 point de vide, and no fatigue left."""

    avec: tuple[Who, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.avec)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-5.20", "On ne dort pas au milieu d'un combat")
        return mort_ou_parti(scene[self.actor]) or dans_le_coma(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who in dict.fromkeys((self.actor, *self.avec)):
            scene = dormir(scene, oracle, who, 1)
        return laisser_passer(scene, oracle, 8 * HEURE)


@rule("YY-5.20")
def dormir(scene: Scene, oracle: Oracle, who: str, nuits: int) -> Scene:
    """Some nights of sleep; a coma is none."""
    if scene[who].vie != "actif" or scene[who].coma:
        return scene
    scene = reposer(scene, oracle, who, 8 * 60 * nuits)
    return retrouver_le_vide(scene, oracle, who, nuits, "YY-5.20")


@rule("YY-5.20")
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


@rule("YY-16.9")
def duree_de_meditation(points: int) -> int:
    """Seconds: an hour, and ten minutes for each point beyond the first."""
    return HEURE + 10 * MINUTE * max(0, points - 1)


@rule("YY-16.9", "YY-16.10", "YY-16.11")
class Mediter(Action, frozen=True, tag="mediter"):
    """Meditate in a calm place; `interrompu`: the minutes after which one is disturbed."""

    interrompu: int | None = None
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    looks = {
        "reussite": lambda b, a, ev: any(e.what == "vide_retrouve" for e in ev),
        "points": points_vus("vide_retrouve"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-16.9", "Il faut un lieu calme et sûr")
        if self.interrompu is not None and not 0 <= self.interrompu <= 24 * 60:
            return Closed("YY-16.10", "De 0 à {} minutes, pas {}", (24 * 60, self.interrompu))
        p = scene[self.actor]
        return (
            hors_d_etat(p)
            or non_acquise(p, "meditation")
            or (None if p.vide_perdu else Closed("YY-16.9", "{} a déjà tous ses points de vide", (Someone(p.id),)))
            or sans_vide(p, 1 if self.vide else 0)
            or hors_bornes(self.mod)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.interrompu is not None and self.interrompu < 60:
            oracle.tell(Event("derange", self.actor, "", "YY-16.10", (), (("minutes", self.interrompu),)))
            return laisser_passer(scene, oracle, self.interrompu * MINUTE)
        plus = circonstances(self.mod)
        scene, r = tester(scene, oracle, self.actor, "meditation", ND_DE_MEDITATION, plus, self.vide, self.risquer)
        if r.desastre:
            scene = perdre_le_fil(scene, oracle, self.actor)
        points = points_de_meditation(r.marge, self.interrompu) if r.reussi else 0
        points = min(points, scene[self.actor].vide_perdu)
        scene = retrouver_le_vide(scene, oracle, self.actor, points, "YY-16.9")
        temps = duree_de_meditation(points)
        if self.interrompu is not None:
            temps = min(temps, self.interrompu * MINUTE)
        return laisser_passer(scene, oracle, temps)


@rule("YY-16.11")
def perdre_le_fil(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A désastre in meditation costs 1 point de vide, if there is one."""
    p = scene[who]
    if not p.vide:
        return scene
    oracle.tell(Event("vide_perdu", who, "", "YY-16.11", (("Désastre", -1, "YY-16.11"),)))
    return scene.put(replace(p, vide_perdu=p.vide_perdu + 1))


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
        scene, r = tester(scene, oracle, self.actor, competence, nd, plus, self.vide, self.risquer, usage)
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
            return Closed("YY-14.10", "{} ne porte pas « {} »", (Someone(p.id), self.objet))
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


@rule("YY-14.10")
def dissiper_le_qi(scene: Scene, oracle: Oracle) -> Scene:
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


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Care, sleep, meditation and Qì, where there is something to gain by them."""
    blesses = [q for q in scene.people.values() if q.blessures and q.vie == "actif"]
    if p.competence("controle_du_qi") and p.vide:
        if p.fatigue:
            yield QiSouffler(p.id)
        yield from (QiSoigner(p.id, cible=q.id) for q in blesses if distance(p, q) <= TOUCHER)
        yield from (QiInsuffler(p.id, objet=a.id) for a in p.equipement.tenues)
    if scene.encounter is not None:
        return
    if p.competence("medecine"):
        for q in blesses:
            if q.recentes:
                yield PremiersSoins(p.id, q.id)
            yield Soigner(p.id, q.id)
    if p.competence("meditation"):
        yield Mediter(p.id)
    if p.vide_perdu or p.fatigue:
        yield Dormir(p.id)


ACTIONS: tuple[type[Action], ...] = (PremiersSoins, Soigner, Dormir, Mediter, QiSoigner, QiSouffler, QiInsuffler)
