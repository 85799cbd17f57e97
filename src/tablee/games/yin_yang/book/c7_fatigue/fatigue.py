"""What actions cost, the table of fatigue, coming round."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Contexte
from ...model.people import Personnage
from ...model.scene import Scene
from ..c10_tours.tour import tourne_court

PAS_DE_REPOS = -1  # in `repos`: the turn was spent on something, if only on getting up


# ---------------------------------------------------------------- what it costs


@rule("YY-7.4")
def cout_de_l_action(p: Personnage, propre: int, detail: Terms = (), au_moins: int = 1) -> Terms:
    """The fatigue of an action: its own cost, at least 1 in a fight, and what load and wounds add."""
    if detail:
        manque = au_moins - propre
        terms = (*detail, ("Au moins 1", manque, "YY-7.4")) if manque > 0 else detail
    else:
        terms = (("Coût de l'action", max(au_moins, propre), "YY-7.4"),)
    return *terms, *tally(p.bears, "cout", Contexte(p))


@rule("YY-7.5", "YY-9.1")
@EFFECTS.on("cout")
def surcout_de_la_charge(c: Contexte) -> Term | None:
    """What the load adds to every action."""
    charge = c.p.encombrement
    return ("Encombrement", charge, "YY-7.5") if charge else None


@rule("YY-7.5", "YY-10.8")
@EFFECTS.on("cout", of="blesse")
def surcout_de_la_blessure(c: Contexte) -> Term | None:
    """What the worst wound adds to every action."""
    blessure = c.p.blessure
    return ("Pire blessure", blessure, "YY-7.5") if blessure else None


def fatiguer(
    scene: Scene, oracle: Oracle, who: str, propre: int, detail: Terms = (), regle: str = "YY-7.4", au_moins: int = 1
) -> Scene:
    """An action is paid in fatigue. `detail`: its own cost as a sum."""
    p = scene.people[who]
    terms = cout_de_l_action(p, propre, detail, au_moins)
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, regle)


@tourne_court.then("YY-7.4")
def payer_la_tentative(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What comes to nothing costs the least an action costs."""
    return fatiguer(scene, oracle, who, 1)


@rule("YY-7.2", "YY-7.3")
def perdre_de_la_fatigue(
    scene: Scene, oracle: Oracle, who: str, points: int, terms: Terms = (), regle: str = "YY-7.1", subie: bool = False
) -> Scene:
    """Fatigue points lost: unconscious in the last box, in a coma beyond it. `subie`: from outside."""
    if points <= 0:
        return scene
    p = scene.people[who]
    perdus, endurance = p.fatigue + points, max(1, p.f.endurance)
    apres = replace(p, fatigue=perdus)
    oracle.tell(Event("fatigue", who, "", regle, terms, (("points", points),)))
    if perdus <= 8 * endurance:
        return scene.put(apres)
    if subie and perdus > 10 * endurance and not p.coma:
        apres = replace(apres, coma=True)
        oracle.tell(Event("coma", who, "", "YY-7.3"))
    elif p.conscient:
        oracle.tell(Event("evanoui", who, "", "YY-7.2"))
    return scene.put(apres)


@rule("YY-7.3")
def rendre(scene: Scene, oracle: Oracle, who: str, points: int, regle: str) -> Scene:
    """Fatigue points regained, never more than were lost; in a coma nothing comes back by itself."""
    p = scene[who]
    rendus = min(points, p.fatigue)
    if rendus <= 0 or p.coma:
        return scene
    oracle.tell(Event("souffle", who, "", regle, (("Fatigue rendue", rendus, regle),), (("points", rendus),)))
    return reveiller(scene, oracle, p, replace(p, fatigue=p.fatigue - rendus))


@rule("YY-7.3")
def reveiller(scene: Scene, oracle: Oracle, avant: Personnage, apres: Personnage) -> Scene:
    """Whoever has recovered enough comes round at once."""
    if apres.conscient and not avant.conscient:
        oracle.tell(Event("reveil", apres.id, "", "YY-7.3"))
    return scene.put(apres)


def mort_ou_parti(p: Personnage) -> Closed | None:
    """Even the unconscious rest; the dead do not."""
    if p.vie == "actif":
        return None
    return Closed("YY-6.4", "{} n'est plus là", (Someone(p.id),))


@rule("YY-7.3")
def dans_le_coma(p: Personnage) -> Closed | None:
    """Nothing comes back in a coma before the MJ says so."""
    return Closed("YY-7.3", "{} est dans le coma : le MJ décide quand il en sort", (Someone(p.id),)) if p.coma else None
