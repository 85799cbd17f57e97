"""Chapter 2, characteristic rolls; chapter 3, divine impulse and the luck roll."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Literal, TypeVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.people import CHARGES_MAX, Unite, carac, hors_d_etat, inconnue, termes_carac, termes_de
from ...model.tables import AVANTAGES, COMBAT, DIFFICULTES, NOMS, SOCIALES

if TYPE_CHECKING:
    from ...model.scene import Scene

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


# ---------------------------------------------------------------- advantages


@rule("FD-3.38", "FD-5.9", "FD-2.9", "FD-3.52")
def avantages(scene: Scene, u: Unite, attaque: bool, sociale: bool = False) -> Terms:
    """What weighs on every roll of a unit: help to come, a bargain's price, exhaustion, effects."""
    terms: Terms = tuple(_aide(a) for a in u.aides if _sert(a, attaque))
    if u.epuisement >= 3 and not u.bete:
        terms += (("Épuisement", -30, "FD-5.9"),)
    elif u.epuisement and sociale:
        terms += (("Épuisement", -10, "FD-5.9"),)
    if attaque:
        return terms
    terms += termes_de(scene, u, "jets")
    return terms + termes_de(scene, u, "sociales") if sociale else terms


_AIDES = {"aide": "Aide", "instruction": "Instruction"}
SUBI, OFFERT = "subi:", "offert:"  # bargains: a disadvantage to come; an advantage of the next roll against one
AIDES_CONNUES = (*_AIDES, *(f"{signe}{n}" for signe in (SUBI, OFFERT) for n in AVANTAGES if n > 0))


def _sert(aide: str, attaque: bool) -> bool:
    """Whether it bears on this roll: an instruction on an attack only, an advantage offered on nothing of one's own."""
    return aide == "aide" or aide.startswith(SUBI) or (attaque and aide == "instruction")


def _aide(aide: str) -> tuple[str, int, str]:
    if aide.startswith(SUBI):
        return "Contrepartie", -int(aide.removeprefix(SUBI)), "FD-3.52"
    return _AIDES[aide], AIDE, "FD-3.38"


@rule("FD-3.52")
def offerts(u: Unite, cible: Unite | None) -> Terms:
    """The advantages a player has granted to the game master's next roll against his character."""
    if cible is None or not cible.aides or u.joueur:
        return ()
    dus = (int(a.removeprefix(OFFERT)) for a in cible.aides if a.startswith(OFFERT))
    return tuple(("Contrepartie", n, "FD-3.52") for n in dus)


@rule("FD-3.52")
def contreparties(u: Unite) -> tuple[tuple[str, int], ...]:
    """Bargains still to be paid, for the sheet: a disadvantage to come, an advantage granted against oneself."""
    subies = (("Désavantage à venir", int(a.removeprefix(SUBI))) for a in u.aides if a.startswith(SUBI))
    offertes = (("Avantage offert au MJ", int(a.removeprefix(OFFERT))) for a in u.aides if a.startswith(OFFERT))
    return (*subies, *offertes)


def aides_employees(scene: Scene, who: str, cible: str, attaque: bool) -> Scene:
    """The help and the bargains that a roll uses up."""
    u = scene.people[who]
    if u.aides:
        scene = scene.put(replace(u, aides=tuple(a for a in u.aides if not _sert(a, attaque))))
    v = scene.people.get(cible)
    if v is not None and v.aides and not u.joueur:
        scene = scene.put(replace(v, aides=tuple(a for a in v.aides if not a.startswith(OFFERT))))
    return scene


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
    return terms + avantages(scene, u, attaque=False, sociale=stat in SOCIALES) + offerts(u, adverse)


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
            return Closed("FD-2.4", "Caractéristique inconnue : « {} »", (self.stat,))
        if self.difficulte not in DIFFICULTES:
            return Closed("FD-2.8", "Difficulté inconnue : « {} »", (self.difficulte,))
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
        scene = aides_employees(scene, u.id, self.contre, attaque=False)
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


def charges_fermees(scene: Scene, who: str, charges: int) -> Closed | None:
    """More charges than one has, or none to be had."""
    u = scene.people[who]
    if charges and not u.joueur:
        return Closed("FD-3.49", "Seul un personnage joueur a des charges d'impulsion divine")
    if not 0 <= charges <= u.charges:
        return Closed("FD-3.53", "De 0 à {} charges d'impulsion divine, pas {}", (u.charges, charges))
    return None


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
        return scene.put(replace(u, aides=(*u.aides, f"{signe}{self.points}")))


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


TEXTE_MAX = 200


@rule("FD-2.16")
class Oser(Action, frozen=True, tag="oser"):
    """Something the rules did not foresee, at a price only the game master knows; the player agrees to a sacrifice."""

    acte: str
    prix: str
    sacrifice: Literal["", "objet", "vie"] = ""  # what the engine takes; nothing: the table sees to it
    objet: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        if not scene.options.regle_du_cool:
            return Closed("FD-2.16", "La règle du cool n'est pas en usage à cette table")
        absent = hors_d_etat(scene, self.actor)
        if absent is not None:
            return absent
        if not self.acte.strip() or not self.prix.strip() or len(self.acte) > TEXTE_MAX or len(self.prix) > TEXTE_MAX:
            return Closed("FD-2.16", "Il faut dire l'acte et son prix, en {} signes au plus", (TEXTE_MAX,))
        if self.sacrifice not in ("", "objet", "vie"):
            return Closed("FD-2.16", "Sacrifice inconnu : « {} »", (self.sacrifice,))
        u = scene.people[self.actor]
        if bool(self.objet) != (self.sacrifice == "objet"):
            return Closed("FD-2.16", "On nomme l'objet sacrifié, et lui seul")
        if self.objet and u.equipement.chose(self.objet) is None:
            return Closed("FD-2.16", "{} n'a pas « {} »", (Someone(u.id), u.equipement.dite(self.objet)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        options = (Option("non", "Renoncer"), Option("oui", "Accepter un sacrifice"))
        question = Question(self.actor, "fd.cool", "FD-2.16", options, (("acte", self.acte),))
        if oracle.ask(question).id != "oui":
            oracle.tell(Event("renonce", self.actor, "", "FD-2.16", (), (("acte", self.acte),)))
            return scene
        oracle.tell(Event("ose", self.actor, "", "FD-2.16", (), (("acte", self.acte),)))
        oracle.tell(Event("prix_de_l_audace", self.actor, "", "FD-2.16", (), (("prix", self.prix),), GM))
        return self.payer(scene, oracle)

    def payer(self, scene: Scene, oracle: Oracle) -> Scene:
        from ..c3_combat.tours import suite
        from ..c3_combat.vie import mourir
        from ..c6_equipement.inventaire import sans_chose

        if self.sacrifice == "vie":
            return suite(mourir(scene, oracle, self.actor), oracle)
        if self.sacrifice == "objet":
            u = scene.people[self.actor]
            oracle.tell(Event("sacrifie", u.id, "", "FD-2.16", (), (("objet", scene.name(self.objet)),)))
            return scene.put(replace(u, equipement=sans_chose(u.equipement, self.objet)))
        return scene


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    """One roll for each characteristic, of normal difficulty, where nobody is fighting; a session begins."""
    if u.bete:
        return
    if scene.encounter is None:
        for stat in (*SOCIALES, *COMBAT):
            yield Tester(u.id, stat)
        if u.joueur:
            yield NouvelleSeance(u.id)
    if u.joueur:
        yield DonnerCharge(u.id)


ACTIONS: tuple[type[Action], ...] = (Tester, LireLesDes, DonnerCharge, NouvelleSeance, Oser)
