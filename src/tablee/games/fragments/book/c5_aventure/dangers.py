"""Chapter 5, dangers: falls, lack of air, and outcomes that need no roll."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.effects import bonus_de
from ...model.people import Unite
from ...model.scene import Scene
from ..c2_systeme.figures import carac, inconnue, interdit, loin, sensibilites
from ..c3_combat.tours import finir_le_tour, pas_a_elle, suite
from ..c3_combat.vie import affecter, demonter, mourir, perdre, pierre

PAR_PAS = 4  # metres
PAS_MAX = 20
METRES_MAX = 20000
SOUFFLE = 15  # seconds of held breath for each point of CON

# ---------------------------------------------------------------- falls


@chance(table=True)
def jet_de_chute(oracle: Oracle, n: int) -> int:
    return oracle.total(n, 4, "chute")


@rule("FD-5.12")
def termes_chute(scene: Scene, u: Unite, n: int, des: int) -> Terms:
    """The dice and n x (CON + weight) / 20, doubled or halved by IMP, rounded down once; raw defence last."""
    vingtiemes = 20 * des + n * (carac(scene, u, "CON") + u.equipement.charge)
    terms: Terms = (("Chute", des, "FD-5.12"), ("Carrure et charge", vingtiemes // 20 - des, "FD-5.12"))
    points = vingtiemes // 20
    fort, faible = sensibilites(scene, u, ("IMP",))
    if fort and not faible:
        terms += (("Vulnérable", vingtiemes // 10 - points, "FD-4.4"),)
        points = vingtiemes // 10
    elif faible and not fort:
        terms += (("Résiste", vingtiemes // 40 - points, "FD-4.3"),)
        points = vingtiemes // 40
    brute = min(points, max(0, bonus_de(scene, u, "defense_brute")))
    return (*terms, ("Défense brute", -brute, "FD-4.22")) if brute else terms


@rule("FD-5.12")
class Chuter(Action, frozen=True, tag="chuter"):
    """A fall of some metres: a d4 for each four of them, and one's weight; one ends on the ground."""

    metres: int

    looks = {
        "hors_combat": lambda before, after, events: sum(
            before.people[id].conscient and not after.people[id].conscient for id in before.people
        ),
        "degats": lambda before, after, events: sum(e["points"] for e in events if e.what == "chute"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        if not PAR_PAS <= self.metres <= METRES_MAX:
            return Closed("FD-5.12", "Une chute compte à partir de {} m, pas {}", (PAR_PAS, self.metres))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return suite(self.executer(scene, oracle), oracle)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        n = min(PAS_MAX, self.metres // PAR_PAS)
        if scene.people[self.actor].monture:
            scene = demonter(scene, self.actor)
        u = scene.people[self.actor]
        terms = termes_chute(scene, u, n, jet_de_chute(oracle.of(u.id), n))
        points = sum(t[1] for t in terms)
        oracle.tell(Event("chute", u.id, "", "FD-5.12", terms, (("metres", self.metres), ("points", points))))
        scene = perdre(scene, oracle, u.id, points, "FD-5.12")
        return affecter(scene, oracle, u.id, "a_terre") if scene.people[u.id].conscient else scene


# ---------------------------------------------------------------- air


@rule("FD-5.13")
def secondes_de_souffle(scene: Scene, u: Unite) -> int:
    """How long one holds one's breath: CON / 4 minutes."""
    return carac(scene, u, "CON") * SOUFFLE


@rule("FD-5.13")
def tours_sans_air(scene: Scene, u: Unite) -> int:
    """How long one stays conscious without it: CON / 4 tours, at least 1."""
    return max(1, carac(scene, u, "CON") // 4)


@rule("FD-5.13")
class Suffoquer(Action, frozen=True, tag="suffoquer"):
    """No more air: one holds one's breath, then counts the tours; caught unawares there is no breath to hold."""

    surpris: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        return Closed("FD-5.13", "{} manque déjà d'air", (Someone(u.id),)) if u.souffle is not None else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        secondes = 0 if self.surpris or not u.conscient else secondes_de_souffle(scene, u)
        tours = tours_sans_air(scene, u)
        oracle.tell(Event("sans_air", u.id, "", "FD-5.13", (), (("secondes", secondes), ("tours", tours))))
        return scene.put(replace(u, souffle=tours, apnee=scene.clock + secondes))


@rule("FD-5.13")
class Respirer(Action, frozen=True, tag="respirer"):
    """Air again: PV and stabilisation are possible once more."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        return Closed("FD-5.13", "{} respire déjà", (Someone(u.id),)) if u.souffle is None else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("respire", self.actor, "", "FD-5.13"))
        return scene.put(replace(scene.people[self.actor], souffle=None, apnee=0))


# ---------------------------------------------------------------- what is obvious


@rule("FD-5.3")
def protection(u: Unite) -> str:
    """What would stop a blow that is otherwise certain: an envelope, a protecting spell."""
    if u.ep:
        return "Enveloppe palliative"
    boucliers = (nom for nom, e, _ in u.passagers() if e.fait == "bonus" and e.sur == "defense_brute" and e.n > 0)
    return next(boucliers, "")


@rule("FD-5.3")
class IssueEvidente(Action, frozen=True, tag="issue_evidente"):
    """Kill somebody helpless without any roll, where the table plays so and nothing protects the victim."""

    cible: Who

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if not scene.options.situations_logiques:
            return Closed("FD-5.3", "Les situations logiques ne sont pas en usage à cette table")
        ferme = pas_a_elle(scene, self.actor) or inconnue(scene, self.cible)
        if ferme is not None:
            return ferme
        u, v = scene.people[self.actor], scene.people[self.cible]
        if v.id == u.id or loin(u, v) > 1:
            return Closed("FD-5.3", "Il faut être tout contre sa victime")
        if v.conscient and interdit(scene, v, "tour") is None:
            return Closed("FD-5.3", "{} est en état de se défendre", (Someone(v.id),))
        sauf = protection(v)
        return Closed("FD-5.3", "{} est sous protection ({})", (Someone(v.id), sauf)) if sauf else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("issue_evidente", self.actor, self.cible, "FD-5.3"))
        v = scene.people[self.cible]
        sauvee = pierre(scene, oracle, v) if v.conscient else None
        scene = sauvee if sauvee is not None else mourir(scene, oracle, self.cible)
        return finir_le_tour(scene, oracle, self.actor)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    if u.souffle is not None:
        yield Respirer(u.id)
    elif u.joueur and scene.encounter is None:
        yield Suffoquer(u.id)
        yield Chuter(u.id, PAR_PAS)
    if scene.options.situations_logiques and not u.bete:
        for v in scene.people.values():
            if v.id != u.id and v.side != u.side and v.vie == "actif" and loin(u, v) <= 1:
                yield IssueEvidente(u.id, v.id)


PLACE = 15
ACTIONS: tuple[type[Action], ...] = (Chuter, Suffoquer, Respirer, IssueEvidente)
SWITCHES = (Switch("situations_logiques", "FD-5.3"),)
