"""Chapter 3, divine impulse: charges that make a roll again, the luck roll that brings them back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Literal, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question, chance
from tablee.kernel.sentence import Someone

from ...model.people import CHARGES_MAX, OFFERT, SUBI, Unite
from ...model.scene import Scene
from ...model.tables import AVANTAGES
from .figures import carac, inconnue, termes_carac

T = TypeVar("T")


@rule("FD-3.49", "FD-3.50", "FD-3.51", "FD-3.53")
def impulser(
    scene: Scene,
    oracle: Oracle,
    who: str,
    tirer: Callable[[], T],
    mieux: Callable[[T, T], T],
    parfait: Callable[[T], bool],
    charges: int = 0,
) -> tuple[Scene, T]:
    """Roll, with charges spent beforehand (all dice at once) or one after the other once the roll is seen; the best
    of all counts."""
    u = scene.people[who]
    trouve = tirer()
    if not u.joueur or u.charges <= 0:
        return scene, trouve
    for _ in range(charges):
        trouve = mieux(trouve, tirer())
    if charges:
        scene = depenser(scene, oracle, who, charges)
    while scene.people[who].charges and not parfait(trouve):
        reste = scene.people[who].charges
        options = (Option("non", "Garder ce jet"), Option("oui", "Relancer", (("charge", 1),)))
        question = Question(who, "fd.impulsion", "FD-3.50", options, (("jet", trouve), ("charges", reste)))
        if oracle.ask(question).id != "oui":
            break
        scene = depenser(scene, oracle, who, 1)
        trouve = mieux(trouve, tirer())
    return scene, trouve


def depenser(scene: Scene, oracle: Oracle, who: str, n: int) -> Scene:
    """Charges spent; for each a luck roll, now or when the fight is over."""
    u = scene.people[who]
    oracle.tell(Event("impulsion", who, "", "FD-3.49", (), (("charges", n), ("reste", u.charges - n))))
    scene = scene.put(replace(u, charges=u.charges - n))
    for _ in range(n):
        if scene.encounter is not None:
            options = (Option("maintenant", "Tout de suite"), Option("plus_tard", "À la fin du combat"))
            if oracle.ask(Question(who, "fd.chance", "FD-3.54", options)).id == "plus_tard":
                u = scene.people[who]
                scene = scene.put(replace(u, chances=u.chances + 1))
                continue
        scene = jet_de_chance(scene, oracle, who)
    return scene


@chance(table=True)
def chance_tentee(oracle: Oracle, cha: int) -> bool:
    return oracle.d(100, "chance") <= cha


@rule("FD-3.54")
def jet_de_chance(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A charge comes back on a d100 no higher than CHA; no criticals."""
    u = scene.people[who]
    cha = carac(scene, u, "CHA")
    rendue = chance_tentee(oracle.of(who), cha)
    terms = termes_carac(scene, u, "CHA")
    oracle.tell(Event("chance", who, "", "FD-3.54", terms, (("rendue", rendue),)))
    return scene.put(replace(u, charges=min(CHARGES_MAX, u.charges + 1))) if rendue else scene


@rule("FD-3.52", "FD-3.53")
def regagner(scene: Scene, oracle: Oracle, who: str, regle: str = "FD-3.52") -> Scene:
    """A player's character gets a charge back, three at the most."""
    u = scene.people[who]
    if not u.joueur or u.charges >= CHARGES_MAX:
        return scene
    oracle.tell(Event("charge_rendue", who, "", regle, (), (("charges", u.charges + 1),)))
    return scene.put(replace(u, charges=u.charges + 1))


def charges_fermees(scene: Scene, who: str, charges: int) -> Closed | None:
    """More charges than one has, or none to be had."""
    u = scene.people[who]
    if charges and not u.joueur:
        return Closed("FD-3.49", "Seul un personnage joueur a des charges d'impulsion divine")
    if not 0 <= charges <= u.charges:
        return Closed("FD-3.53", "De 0 à {} charges d'impulsion divine, pas {}", (u.charges, charges))
    return None


@rule("FD-3.52", "FD-3.53")
class DonnerCharge(Action, frozen=True, tag="donner_charge"):
    """The game master gives a charge: a reward, or against a disadvantage to come, or an advantage of his own."""

    master = True

    contre: Literal["recompense", "desavantage", "avantage"] = "recompense"
    points: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        if not u.joueur:
            return Closed("FD-3.49", "Seul un personnage joueur a des charges d'impulsion divine")
        if u.charges >= CHARGES_MAX:
            return Closed("FD-3.53", "{} a déjà {} charges", (Someone(u.id), CHARGES_MAX))
        if self.contre not in ("recompense", "desavantage", "avantage"):
            return Closed("FD-3.52", "Contrepartie inconnue : « {} »", (self.contre,))
        if self.contre == "recompense":
            return Closed("FD-3.52", "Une récompense ne coûte rien") if self.points else None
        if self.points not in AVANTAGES or self.points < 0:
            return Closed("FD-2.9", "Un avantage va de 10 à 50, par dizaines, pas {}", (self.points,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = regagner(scene, oracle, self.actor)
        if self.contre == "recompense":
            return scene
        u = scene.people[self.actor]
        signe = SUBI if self.contre == "desavantage" else OFFERT
        oracle.tell(Event(f"charge_contre_{self.contre}", u.id, "", "FD-3.52", (), (("points", self.points),)))
        return scene.put(replace(u, aides=(*u.aides, f"{signe}:{self.points}")))


@rule("FD-3.53")
class NouvelleSeance(Action, frozen=True, tag="nouvelle_seance"):
    """Every player's character begins the session with three charges."""

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("FD-3.53", "Une séance ne commence pas au milieu d'un combat")
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        joueurs = [u for u in scene.people.values() if u.joueur]
        oracle.tell(Event("nouvelle_seance", "", "", "FD-3.53", (), (("charges", CHARGES_MAX),)))
        return scene.put(*(replace(u, charges=CHARGES_MAX, chances=0) for u in joueurs))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """A charge given; where nobody is fighting, a session begins."""
    if u.joueur and not u.bete:
        if scene.encounter is None:
            yield NouvelleSeance(u.id)
        yield DonnerCharge(u.id)


PLACE = 13
ACTIONS: tuple[type[Action], ...] = (DonnerCharge, NouvelleSeance)
