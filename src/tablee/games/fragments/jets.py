"""Chapter 2, characteristic rolls; chapter 3, divine impulse and the luck roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from .state import CHARGES_MAX, Unite, hors_d_etat, inconnue, termes_carac, termes_de
from .tables import AVANTAGES, COMBAT, DIFFICULTES, NOMS, SOCIALES

if TYPE_CHECKING:
    from .scene import Scene

T = TypeVar("T")
REUSSITE_CRITIQUE, REUSSITE, ECHEC, ECHEC_CRITIQUE = "réussite critique", "réussite", "échec", "échec critique"
QUALITES = (REUSSITE_CRITIQUE, REUSSITE, ECHEC, ECHEC_CRITIQUE)  # the best first
AIDE = 20


@rule("FD-2.2")
def d100(dizaines: int, unites: int) -> int:
    """A tens die (00 to 90) and a units die (a printed 0 counts 10)."""
    return dizaines + (unites or 10)


@rule("FD-2.4", "FD-2.5", "FD-2.6")
def lire_jet(difficulte: int, de: int) -> str:
    """A natural roll against a total difficulty; 1 to 5 and 96 to 100 prevail."""
    if de <= 5:
        return REUSSITE_CRITIQUE
    if de >= 96:
        return ECHEC_CRITIQUE
    return REUSSITE if de <= difficulte else ECHEC


@chance(table=True)
def jet_de_caracteristique(oracle: Oracle, difficulte: int) -> str:
    return lire_jet(difficulte, oracle.d(100, "jet"))


# ---------------------------------------------------------------- divine impulse


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
    u = scene.unites[who]
    trouve = tirer()
    if not u.joueur or u.charges <= 0:
        return scene, trouve
    for _ in range(charges):
        trouve = mieux(trouve, tirer())
    if charges:
        scene = depenser(scene, oracle, who, charges)
    while scene.unites[who].charges and not parfait(trouve):
        reste = scene.unites[who].charges
        options = (Option("non", "Garder ce jet"), Option("oui", "Relancer", (("charge", 1),)))
        question = Question(who, "fd.impulsion", "FD-3.50", options, (("jet", trouve), ("charges", reste)))
        if oracle.ask(question).id != "oui":
            break
        scene = depenser(scene, oracle, who, 1)
        trouve = mieux(trouve, tirer())
    return scene, trouve


def depenser(scene: Scene, oracle: Oracle, who: str, n: int) -> Scene:
    """Charges spent; for each a luck roll, now or when the fight is over."""
    u = scene.unites[who]
    oracle.tell(Event("impulsion", who, "", "FD-3.49", (), (("charges", n), ("reste", u.charges - n))))
    scene = scene.put(replace(u, charges=u.charges - n))
    for _ in range(n):
        if scene.combat is not None:
            options = (Option("maintenant", "Tout de suite"), Option("plus_tard", "À la fin du combat"))
            if oracle.ask(Question(who, "fd.chance", "FD-3.54", options)).id == "plus_tard":
                u = scene.unites[who]
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
    from .state import carac

    u = scene.unites[who]
    cha = carac(scene, u, "CHA")
    rendue = chance_tentee(oracle.of(who), cha)
    terms = termes_carac(scene, u, "CHA")
    oracle.tell(Event("chance", who, "", "FD-3.54", terms, (("rendue", rendue),)))
    return scene.put(replace(u, charges=min(CHARGES_MAX, u.charges + 1))) if rendue else scene


@rule("FD-3.52", "FD-3.53")
def regagner(scene: Scene, oracle: Oracle, who: str, regle: str = "FD-3.52") -> Scene:
    """A player's character gets a charge back, three at the most."""
    u = scene.unites[who]
    if not u.joueur or u.charges >= CHARGES_MAX:
        return scene
    oracle.tell(Event("charge_rendue", who, "", regle, (), (("charges", u.charges + 1),)))
    return scene.put(replace(u, charges=u.charges + 1))


# ---------------------------------------------------------------- advantages


@rule("FD-3.38", "FD-5.9", "FD-2.9")
def avantages(scene: Scene, u: Unite, attaque: bool, sociale: bool = False) -> Terms:
    """What weighs on every roll of a unit: help to come, exhaustion, effects."""
    terms: Terms = tuple((_AIDES[a], AIDE, "FD-3.38") for a in u.aides if attaque or a == "aide")
    if u.epuisement >= 3 and not u.bete:
        terms += (("Épuisement", -30, "FD-5.9"),)
    elif u.epuisement and sociale:
        terms += (("Épuisement", -10, "FD-5.9"),)
    if attaque:
        return terms
    terms += termes_de(scene, u, "jets")
    return terms + termes_de(scene, u, "sociales") if sociale else terms


_AIDES = {"aide": "Aide", "instruction": "Instruction"}


def aide_employee(u: Unite, attaque: bool) -> Unite:
    """The help that a roll uses up."""
    return replace(u, aides=tuple(a for a in u.aides if not attaque and a != "aide")) if u.aides else u


# ---------------------------------------------------------------- the roll as an action


@rule("FD-2.4", "FD-2.8", "FD-2.9", "FD-2.24", "FD-5.16")
def termes_du_jet(scene: Scene, u: Unite, stat: str, difficulte: int, avantage: int, contre: str) -> Terms:
    """The total difficulty: what the game master sets, the characteristic, advantages, the other's passive one."""
    terms: Terms = (("Difficulté", difficulte, "FD-2.8"), *termes_carac(scene, u, stat))
    adverse = scene.unites.get(contre)
    if adverse is not None and stat in ("AGI", "INS"):
        passive = "INS" if stat == "AGI" else "AGI"
        nom = "Perception passive" if stat == "AGI" else "Discrétion passive"
        terms += ((nom, -total(termes_carac(scene, adverse, passive)), "FD-2.24"),)
    if avantage:
        terms += (("Avantage" if avantage > 0 else "Désavantage", avantage, "FD-2.9"),)
    return terms + avantages(scene, u, attaque=False, sociale=stat in SOCIALES)


@rule("FD-2.1", "FD-2.4", "FD-5.16", "FD-5.17")
class Tester(Action, frozen=True, tag="tester"):
    """A characteristic roll at a difficulty of the game master's; `contre`: somebody to hide from, or to notice."""

    stat: str
    difficulte: str = "normale"
    avantage: int = 0
    charges: int = 0  # of divine impulse, spent beforehand
    contre: str = ""
    secret: bool = False

    looks = {
        "reussite": lambda before, after, events: _qualite(events) in (REUSSITE, REUSSITE_CRITIQUE),
        "qualite": lambda before, after, events: _qualite(events),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = hors_d_etat(scene, self.actor)
        if absent is not None:
            return absent
        if self.stat not in (*COMBAT, *SOCIALES, "CON"):
            return Closed("FD-2.4", "Caractéristique inconnue : « {} »", (self.stat,))
        if self.difficulte not in DIFFICULTES:
            return Closed("FD-2.8", "Difficulté inconnue : « {} »", (self.difficulte,))
        if self.avantage not in AVANTAGES:
            return Closed("FD-2.9", "Un avantage va de -50 à +50, par dizaines, pas {}", (self.avantage,))
        if self.contre and self.stat not in ("AGI", "INS"):
            return Closed("FD-2.24", "On ne s'oppose ainsi qu'à l'Agilité et à l'Instinct")
        if self.contre:
            absent = inconnue(scene, self.contre)
            if absent is not None:
                return absent
        return charges_fermees(scene, self.actor, self.charges)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.unites[self.actor]
        terms = termes_du_jet(scene, u, self.stat, DIFFICULTES[self.difficulte][1], self.avantage, self.contre)
        scene = scene.put(aide_employee(u, attaque=False))
        audience = GM if self.secret else ALL
        scene, qualite = eprouver(scene, oracle, self.actor, total(terms), self.charges, audience)
        faits = (("stat", NOMS[self.stat]), ("qualite", qualite))
        oracle.tell(Event("jet", self.actor, self.contre, "FD-2.4", terms, faits, audience))
        return regagner(scene, oracle, self.actor) if qualite == ECHEC_CRITIQUE else scene


def eprouver(
    scene: Scene, oracle: Oracle, who: str, difficulte: int, charges: int = 0, audience: str = ALL
) -> tuple[Scene, str]:
    """A d100 against a total difficulty, with what divine impulse makes of it."""
    main = oracle.of(who, audience)
    return impulser(
        scene,
        oracle,
        who,
        lambda: jet_de_caracteristique(main, difficulte),
        lambda a, b: min(a, b, key=QUALITES.index),
        lambda q: q == REUSSITE_CRITIQUE or audience != ALL,
        charges,
    )


def charges_fermees(scene: Scene, who: str, charges: int) -> Closed | None:
    """More charges than one has, or none to be had."""
    u = scene.unites[who]
    if charges and not u.joueur:
        return Closed("FD-3.49", "Seul un personnage joueur a des charges d'impulsion divine")
    if not 0 <= charges <= u.charges:
        return Closed("FD-3.53", "De 0 à {} charges d'impulsion divine, pas {}", (u.charges, charges))
    return None


def _qualite(events: list[Event]) -> str:
    return str(next(e["qualite"] for e in reversed(events) if e.what == "jet"))


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    """One roll for each characteristic, of normal difficulty, where nobody is fighting."""
    if scene.combat is None and not u.bete:
        for stat in (*SOCIALES, *COMBAT):
            yield Tester(u.id, stat)


ACTIONS: tuple[type[Action], ...] = (Tester,)
