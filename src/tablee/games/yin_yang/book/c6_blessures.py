"""Chapter 6: damage to limbs, what armour keeps off, unusable and destroyed limbs, falls."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ..model.effects import EFFECTS, Contexte
from ..model.jets import UsageVide
from ..model.people import Personnage, detruit, inutilisable
from ..model.scene import Scene, inconnu
from .c5_tests.essai import sans_vide
from .c5_tests.tests import Tente, tester
from .c7_fatigue.fatigue import mort_ou_parti, perdre_de_la_fatigue


@rule("YY-10.34")
def protection(p: Personnage, membre: str) -> Terms:
    """What armour on that limb, hide, shield and spells take off the damage; never less than nothing."""
    terms = tuple([(nom, -n, regle) for nom, n, regle in tally(p.bears, "protection", Contexte(p, membre=membre))])
    trop = total(terms)  # a spell takes away the protection there is, no more
    return (*terms, ("Pas moins de 0", -trop, "YY-14.12")) if trop > 0 else terms


@rule("YY-10.40")
@EFFECTS.on("protection", of="protege")
def armure_du_membre(c: Contexte) -> Term | None:
    """The armour worn on that limb."""
    rang = c.p.equipement.rangs.get(c.membre, 0)
    return ("Armure", rang, "YY-10.40") if rang else None


@rule("YY-10.40")
@EFFECTS.on("protection")
def cuir_ou_ecailles(c: Contexte) -> Term | None:
    """Hide or scales, on every limb."""
    cuir = c.p.fiche.protection
    return ("Cuir ou écailles", cuir, "YY-10.40") if cuir else None


@rule("YY-10.41")
@EFFECTS.on("protection", of="au_bras")
def bouclier_au_bras(c: Contexte) -> Term | None:
    """The shield, on every limb."""
    bouclier = c.p.equipement.bouclier
    return (bouclier.nom, bouclier.rang, "YY-10.41") if bouclier is not None and bouclier_leve(c.p) else None


@rule("YY-6.3")
def bouclier_leve(p: Personnage) -> bool:
    """A shield on the arm, not on the back; it takes one that can hold it, beside the one that holds a weapon."""
    if p.equipement.au_dos:
        return False
    if not p.blessures:
        return True
    bras = [m for m in p.fiche.membres.values() if m.genre == "bras"]
    valides = sum(1 for m in bras if not inutilisable(p, m.id))
    return not bras or valides > (1 if p.equipement.tenues else 0)


@rule("YY-14.10", "YY-20.8")
@EFFECTS.on("protection", of="insuffle")
def qi_des_protections(c: Contexte) -> Term | None:
    """Qì breathed into a piece of armour or a shield adds to what it keeps off."""
    e = c.p.equipement
    pieces = {a.id for a in e.armures if a.membre == c.membre}
    if e.bouclier is not None and bouclier_leve(c.p):
        pieces.add(e.bouclier.id)
    points = sum(i.points for i in c.p.insufflations if i.arme in pieces)
    return ("Qì de la protection", points, "YY-14.10") if points else None


@rule("YY-10.34")
def infliger(
    scene: Scene,
    oracle: Oracle,
    par: str,
    sur: str,
    bruts: Terms,
    membre: str,
    assommant: bool = False,
) -> Scene:
    """Damage reaches a limb through its protection, not below 0; stunning damage goes to fatigue."""
    p = scene.people[sur]
    terms = (*bruts, *protection(p, membre))
    points = total(terms)
    if points < 0:
        terms, points = (*terms, ("Pas moins de 0", -points, "YY-10.34")), 0
    what = "coup_assommant" if assommant else "coup"
    facts = (("points", points), ("membre", p.fiche.membres[membre].nom))
    oracle.tell(Event(what, par, sur, "YY-10.34", terms, facts))
    if not points:
        return scene
    if assommant:
        return perdre_de_la_fatigue(scene, oracle, sur, points, terms, "YY-13.2", subie=True)
    return blesser(scene, oracle, sur, membre, points)


@rule("YY-6.2", "YY-6.3", "YY-6.4")
def blesser(scene: Scene, oracle: Oracle, who: str, membre: str, points: int) -> Scene:
    """Points lost on a limb: unusable from its last box on, destroyed beyond it; a vital one kills."""
    p = scene.people[who]
    avant, m = p, p.fiche.membres[membre]
    p = replace(
        p,
        blessures={**p.blessures, membre: p.blessures.get(membre, 0) + points},
        recentes={**p.recentes, membre: p.recentes.get(membre, 0) + points},
    )
    if detruit(p, membre):
        if m.vital:
            oracle.tell(Event("mort", who, "", "YY-6.4", (), (("membre", m.nom),)))
            return scene.put(replace(p, vie="mort"))
        if not detruit(avant, membre):
            oracle.tell(Event("detruit", who, "", "YY-6.4", (), (("membre", m.nom),)))
    elif inutilisable(p, membre) and not inutilisable(avant, membre):
        oracle.tell(Event("inutilisable", who, "", "YY-6.3", (), (("membre", m.nom),)))
        if avant.conscient and not p.conscient:
            oracle.tell(Event("hors_de_combat", who, "", "YY-6.3"))
    return scene.put(p)


ND_DE_CHUTE = 8


@rule("YY-6.6", "YY-6.8")
def choc(metres: int, fois: int = 1, mod: int = 0) -> Terms:
    """1 point of damage a metre; the landing place multiplies it, adds to it or takes away from it."""
    terms: Terms = (("Mètres de chute", metres, "YY-6.6"),)
    if fois > 1:
        terms = (*terms, (f"Multiplié par {fois}", (fois - 1) * metres, "YY-6.8"))
    if mod:
        terms = (*terms, ("Circonstances", max(mod, -fois * metres), "YY-6.8"))
    return terms


@rule("YY-6.7")
def amortir(
    scene: Scene,
    oracle: Oracle,
    who: str,
    bruts: Terms,
    membres: tuple[str, ...] = ("torse",),
    vide: UsageVide = "",
    risquer: bool = False,
) -> Scene:
    """A fall, less the margin of a test of Terre/Constitution against 8, shared among the limbs it comes down on."""
    if total(bruts) <= 0:
        oracle.tell(Event("chute", who, "", "YY-6.6", bruts, (("points", 0),)))
        return scene
    scene, r = tester(scene, oracle, who, Tente("constitution", ND_DE_CHUTE, (), vide, risquer))
    terms = bruts
    if r.reussi and r.marge:
        terms = (*terms, ("Marge de réussite", -min(r.marge, total(bruts)), "YY-6.7"))
    points = total(terms)
    oracle.tell(Event("chute", who, "", "YY-6.6", terms, (("points", points),)))
    for i, membre in enumerate(membres):
        part = points // len(membres) + (1 if i < points % len(membres) else 0)
        if part:
            scene = blesser(scene, oracle, who, membre, part)
    return scene


def chuter(scene: Scene, oracle: Oracle, who: str, metres: int, membres: tuple[str, ...]) -> Scene:
    """A fall of so many metres, on these limbs."""
    return amortir(scene, oracle, who, choc(metres), membres) if metres > 0 else scene


@rule("YY-6.6")
def membres_refuses(p: Personnage, membres: tuple[str, ...]) -> Closed | None:
    """One comes down on limbs one has, each named once."""
    if not membres or len(set(membres)) < len(membres):
        return Closed("YY-6.6", "Il faut dire sur quels membres, chacun une fois")
    for m in membres:
        if m not in p.fiche.membres:
            return knowing(Closed("YY-6.1", "{} n'a pas de membre « {} »", (Someone(p.id), m)), m, p.fiche.membres)
    return None


@rule("YY-6.6", "YY-6.7", "YY-6.8")
class Chuter(Action, frozen=True, tag="chuter"):
    """Somebody falls: how far, on which limbs, on what, is for the MJ to say."""

    metres: int = 3
    membres: tuple[str, ...] = ("torse",)
    fois: int = 1  # YY-6.8: sharp stakes multiply
    mod: int = 0  # YY-6.8: dense bushes take away
    vide: UsageVide = ""
    risquer: bool = False

    looks = {"indemne": lambda b, a, ev: vus(ev) == 0, "degats": lambda b, a, ev: vus(ev)}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if not 1 <= self.metres <= 1000:
            return Closed("YY-6.6", "Une chute de 1 à 1000 m, pas {}", (self.metres,))
        membres = membres_refuses(p, self.membres)
        if membres is not None:
            return membres
        if not 1 <= self.fois <= 10 or not -1000 <= self.mod <= 1000:
            return Closed("YY-6.8", "Les dégâts d'une chute se multiplient par 1 à 10, et changent de 1000 au plus")
        return mort_ou_parti(p) or sans_vide(p, 1 if self.vide else 0, scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        bruts = choc(self.metres, self.fois, self.mod)
        return amortir(scene, oracle, self.actor, bruts, self.membres, self.vide, self.risquer)


def vus(events: list[Event]) -> int:
    return int(next((e["points"] for e in events if e.what == "chute"), 0))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A fall, out of fights."""
    if scene.encounter is None and p.vie == "actif":
        yield Chuter(p.id)


ACTIONS: tuple[type[Action], ...] = (Chuter,)
PLACE = 11
