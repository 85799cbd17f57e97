"""Chapter 2, characteristic rolls; chapter 3, divine impulse and the luck roll."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle, chance
from tablee.kernel.refs import Who
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Essai, bears, termes_de
from ...model.people import Unite, promis
from ...model.scene import Scene
from ...model.tables import AVANTAGES, COMBAT, DIFFICULTES, NOMS, SOCIALES
from .figures import hors_d_etat, inconnue, termes_carac
from .impulsion import charges_fermees, impulser, regagner

REUSSITE_CRITIQUE, REUSSITE, ECHEC, ECHEC_CRITIQUE = "réussite critique", "réussite", "échec", "échec critique"
QUALITES = (REUSSITE_CRITIQUE, REUSSITE, ECHEC, ECHEC_CRITIQUE)  # the best first


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


# ---------------------------------------------------------------- advantages


@rule("FD-5.9")
@EFFECTS.on("precision", "jets", of="epuise")
def tres_las(c: Essai) -> Term | None:
    """From the third level of exhaustion every roll suffers."""
    return ("Épuisement", -30, "FD-5.9") if c.u.epuisement >= 3 and not c.u.bete else None


@rule("FD-5.9")
@EFFECTS.on("sociales", of="epuise")
def las(c: Essai) -> Term | None:
    """Before that, social ones only."""
    return ("Épuisement", -10, "FD-5.9") if c.u.epuisement < 3 else None


@rule("FD-3.38", "FD-2.9", "FD-3.52")
def avantages(scene: Scene, u: Unite, stat: str = "") -> Terms:
    """What weighs on a characteristic roll of a unit: help to come, a bargain's price, exhaustion, effects."""
    return tally(bears(scene, u), ("jets", "sociales") if stat in SOCIALES else "jets", Essai(scene, u))


@rule("FD-3.52")
def offerts(scene: Scene, u: Unite, cible: Unite | None) -> Terms:
    """The advantages a player has granted to the game master's next roll against his character."""
    return termes_de(scene, cible, "offert") if cible is not None and cible.aides and not u.joueur else ()


@rule("FD-3.52")
def contreparties(u: Unite) -> tuple[tuple[str, int], ...]:
    """Bargains still to be paid, for the sheet: a disadvantage to come, an advantage granted against oneself."""
    dues = [promis(aide)[0] for aide in u.aides]
    subies = (("Désavantage à venir", -m.n) for m in dues if m.n < 0)
    return (*subies, *(("Avantage offert au MJ", m.n) for m in dues if m.on == "offert"))


def aides_employees(scene: Scene, who: str, cible: str, sur: str) -> Scene:
    """The help and the bargains that a roll uses up: « jets », or « precision »."""
    u = scene.people[who]
    if u.aides:
        scene = scene.put(replace(u, aides=sans_aide(u, sur)))
    v = scene.people.get(cible)
    if v is not None and v.aides and not u.joueur:
        scene = scene.put(replace(v, aides=sans_aide(v, "offert")))
    return scene


def sans_aide(u: Unite, sur: str) -> tuple[str, ...]:
    """The help and the bargains that do not bear on this."""
    return tuple(aide for aide in u.aides if all(m.on != sur for m in promis(aide)))


# ---------------------------------------------------------------- the roll as an action


@rule("FD-2.23")
def perception_passive(scene: Scene, u: Unite) -> Terms:
    """What others subtract when they hide from it: INS."""
    return termes_carac(scene, u, "INS")


@rule("FD-2.23")
def discretion_passive(scene: Scene, u: Unite) -> Terms:
    """What others subtract when they look for it: AGI."""
    return termes_carac(scene, u, "AGI")


@rule("FD-2.4", "FD-2.8", "FD-2.9", "FD-2.22", "FD-2.24", "FD-5.16", "FD-5.17")
def termes_du_jet(
    scene: Scene, u: Unite, stat: str, difficulte: int, accordes: tuple[int, ...] = (), contre: str = ""
) -> Terms:
    """The total difficulty: what the game master sets, the characteristic, advantages, the other's passive one."""
    terms: Terms = (("Difficulté", difficulte, "FD-2.8"), *termes_carac(scene, u, stat))
    adverse = scene.people.get(contre)
    if adverse is not None and stat == "AGI":
        terms += (("Perception passive", -total(perception_passive(scene, adverse)), "FD-2.24"),)
    elif adverse is not None and stat == "INS":
        terms += (("Discrétion passive", -total(discretion_passive(scene, adverse)), "FD-2.24"),)
    terms += tuple(("Avantage" if n > 0 else "Désavantage", n, "FD-2.9") for n in accordes)
    return terms + avantages(scene, u, stat) + offerts(scene, u, adverse)


@rule("FD-2.1", "FD-2.4", "FD-5.16", "FD-5.17")
class Tester(Action, frozen=True, tag="tester"):
    """A characteristic roll at a difficulty of the game master's; `contre`: somebody to hide from, or to notice."""

    stat: str
    difficulte: str = "normale"
    avantages: tuple[int, ...] = ()  # one of each source; they add up
    charges: int = 0  # of divine impulse, spent beforehand
    contre: Who = ""
    secret: bool = False

    offers = {
        "stat": {s: NOMS[s] for s in (*COMBAT, *SOCIALES, "CON")},
        "difficulte": {d: nom for d, (nom, _) in DIFFICULTES.items()},
    }
    looks = {
        "reussite": lambda before, after, events: _qualite(events) in (REUSSITE, REUSSITE_CRITIQUE),
        "qualite": lambda before, after, events: _qualite(events),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = hors_d_etat(scene, self.actor)
        if absent is not None:
            return absent
        if self.stat not in (*COMBAT, *SOCIALES, "CON"):
            connues = tuple(NOMS[s] for s in (*COMBAT, *SOCIALES, "CON"))
            return Closed("FD-2.4", "Caractéristique inconnue : « {} » ; caractéristiques : {}", (self.stat, connues))
        if self.difficulte not in DIFFICULTES:
            connues = tuple(nom for nom, _ in DIFFICULTES.values())
            return Closed("FD-2.8", "Difficulté inconnue : « {} » ; difficultés : {}", (self.difficulte, connues))
        for n in self.avantages:
            if n not in AVANTAGES:
                return Closed("FD-2.9", "Un avantage va de -50 à +50, par dizaines, pas {}", (n,))
        if self.contre and self.stat not in ("AGI", "INS"):
            return Closed("FD-2.24", "On ne s'oppose ainsi qu'à l'Agilité et à l'Instinct")
        if self.contre == self.actor:
            return Closed("FD-2.24", "On ne se cache pas de soi-même")
        if self.contre:
            absent = inconnue(scene, self.contre)
            if absent is not None:
                return absent
        return charges_fermees(scene, self.actor, self.charges)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        terms = termes_du_jet(scene, u, self.stat, DIFFICULTES[self.difficulte][1], self.avantages, self.contre)
        scene = aides_employees(scene, u.id, self.contre, "jets")
        audience = GM if self.secret else ALL
        scene, qualite = eprouver(scene, oracle, self.actor, total(terms), self.charges, audience)
        reussi = qualite in (REUSSITE, REUSSITE_CRITIQUE)
        faits = (
            ("stat", NOMS[self.stat]),
            ("qualite", qualite),
            ("difficulte", total(terms)),
            ("reussi", reussi),
        )
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


def _qualite(events: list[Event]) -> str:
    return str(next(e["qualite"] for e in reversed(events) if e.what == "jet"))


# ---------------------------------------------------------------- what the game master gives and takes


@rule("FD-2.2")
class LireLesDes(Action, frozen=True, tag="lire_les_des"):
    """Two ten-sided dice of the table, read as a d100."""

    dizaines: int
    unites: int

    def closed(self, scene: Scene) -> Closed | None:
        if self.dizaines not in range(0, 100, 10):
            return Closed("FD-2.2", "Le dé des dizaines va de 00 à 90, pas {}", (self.dizaines,))
        if not 0 <= self.unites <= 10:
            return Closed("FD-2.2", "Le dé des unités va de 1 à 10 (0 vaut 10), pas {}", (self.unites,))
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms: Terms = (("Dizaines", self.dizaines, "FD-2.2"), ("Unités", self.unites or 10, "FD-2.2"))
        oracle.tell(Event("d100_lu", self.actor, "", "FD-2.2", terms, (("valeur", d100(self.dizaines, self.unites)),)))
        return scene


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """One roll for each characteristic, of normal difficulty, where nobody is fighting."""
    if scene.encounter is None and not u.bete:
        yield from (Tester(u.id, stat) for stat in (*SOCIALES, *COMBAT))


ACTIONS: tuple[type[Action], ...] = (Tester, LireLesDes)
