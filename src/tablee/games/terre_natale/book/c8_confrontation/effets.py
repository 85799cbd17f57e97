"""What comes of an action of the catalogue: a few kinds of effect, each of the measure of one jet or one degree."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import total

from ...model.actions import Effet, Ligne
from ...model.conditions import Condition, Duree
from ...model.ouvrages import Chose, nom_libre
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.resolution import PROCHAIN_TEST
from ..c4_caracteristiques.capacites import poigne
from ..c4_caracteristiques.ressources import est_mort, gagner_temporaire
from .conditions import affliger, difficulte_d_effet, finir, reduire
from .tour import debut_de_passe, fin_de_confrontation

PASSE, CONFRONTATION = "passe", "confrontation"  # how long a modifier of ours lasts: its `of`


class Acte(Struct, frozen=True, gc=False):
    """An action that came off: who, on whom, which, and what it measured."""

    de: str
    sur: str
    ligne: Ligne
    n: int = 0  # the jet, or the degree
    duree: Duree = "ephemere"

    def qui(self, e: Effet) -> str:
        return self.de if e.sur == "soi" else self.sur

    def mesure(self, e: Effet) -> int:
        return self.n // 2 if e.moitie else self.n


Fait = Callable[[Scene, Oracle, Acte, Effet], Scene]


@rule("TN-8.112", "TN-8.113", "TN-8.114", "TN-8.122")
def produire(scene: Scene, oracle: Oracle, acte: Acte) -> Scene:
    """All that an action does, in the order of its row."""
    for e in acte.ligne.fait:
        if not est_mort(scene, scene[acte.qui(e)]):
            scene = EFFETS[e.quoi](scene, oracle, acte, e)
    return scene


# ---------------------------------------------------------------- conditions


@rule("TN-8.216", "TN-8.246", "TN-8.247", "TN-8.376")
def condition(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """A condition whose charges are the measure; a save as against any."""
    p, q = scene[acte.de], scene[acte.qui(e)]
    charges = acte.mesure(e) if acte.ligne.mesure else 0
    if charges <= 0 and acte.ligne.mesure:
        return scene
    arme = p.equipement.arme(0) if acte.ligne.nature == "physique" else None
    difficulte = difficulte_d_effet(p, acte.ligne.plan_nom, arme.qualite if arme is not None else 0)
    c = Condition(e.condition, charges, acte.duree, total(difficulte), par=p.id)
    return affliger(scene, oracle, q.id, c, prolonge=acte.duree != "ephemere")


@rule("TN-8.122", "TN-8.222")
def reduire_le_pire(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """Off the worst of the conditions it works against, as many charges as the measure."""
    i = pire(scene[acte.qui(e)], e.conditions)
    if i is None or acte.mesure(e) <= 0:
        return scene
    return reduire(scene, oracle, acte.qui(e), i, ((acte.ligne.nom, acte.mesure(e), acte.ligne.regle),), "TN-8.222")


def pire(p: Personnage, ids: tuple[str, ...]) -> int | None:
    """Where the condition with the most charges stands among these."""
    celles = [i for i, c in enumerate(p.conditions) if c.id in ids]
    return max(celles, key=lambda i: p.conditions[i].charges, default=None)


def relever(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """The conditions named end."""
    who = acte.qui(e)
    for i, c in reversed(list(enumerate(scene[who].conditions))):
        if c.id in e.conditions:
            scene = finir(scene, oracle, who, i, acte.ligne.regle)
    return scene


# ---------------------------------------------------------------- where one stands, what one holds


def pousse(scene: Scene, who: str, loin_de: str, metres: int) -> tuple[int, int]:
    """Where somebody ends who is driven so many squares away from another; below 0 towards him; never upon anybody,
    nor through a wall or off the map."""
    p, q = scene[who], scene[loin_de]
    pas = (1 if metres > 0 else -1) if metres else 0
    dx, dy = _sens(p.x - q.x), _sens(p.y - q.y)
    x, y = p.x, p.y
    prises = {(o.x, o.y) for o in scene.people.values() if o.id != who and o.up}
    for _ in range(abs(metres)):
        cell = x + pas * dx, y + pas * dy
        if cell in prises or not scene.praticable(cell):
            break
        x, y = cell
    return x, y


def _sens(n: int) -> int:
    return (n > 0) - (n < 0)


def deplacer(scene: Scene, oracle: Oracle, acte: Acte, who: str, x: int, y: int) -> Scene:
    p = scene[who]
    if (x, y) == (p.x, p.y):
        return scene
    facts = ("x", x), ("y", y), ("metres", max(abs(x - p.x), abs(y - p.y)))
    oracle.tell(Event("pousse", who, acte.de if who != acte.de else "", acte.ligne.regle, (), facts))
    return scene.put(replace(p, x=x, y=y))


@rule("TN-8.113", "TN-8.259")
def repousser(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """A metre for every full 5 points of impact, away from the author or towards him."""
    metres = acte.mesure(e) // e.pas * (-1 if e.n < 0 else 1)
    return deplacer(scene, oracle, acte, acte.sur, *pousse(scene, acte.sur, acte.de, metres))


@rule("TN-8.113", "TN-8.259")
def reculer(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """The same, of the author himself."""
    metres = acte.mesure(e) // e.pas
    return deplacer(scene, oracle, acte, acte.de, *pousse(scene, acte.de, acte.sur, metres))


def place(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """Both change places."""
    p, q = scene[acte.de], scene[acte.sur]
    scene = deplacer(scene, oracle, acte, p.id, q.x, q.y)
    return deplacer(scene, oracle, acte, q.id, p.x, p.y)


@rule("TN-8.113", "TN-8.259")
def desarmer(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """What is held in the main hand falls, if the impact is above the poigne."""
    tient = total(poigne(scene[acte.sur]))
    if acte.mesure(e) > tient:
        return lacher(scene, oracle, acte, e)
    facts = ("impact", acte.mesure(e)), ("poigne", tient)
    oracle.tell(Event("tient_bon", acte.sur, acte.de, acte.ligne.regle, (), facts))
    return scene


def lacher(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """The arm of the main hand lies on the ground."""
    p = scene[acte.qui(e)]
    if not p.equipement.armes:
        return scene
    objet, reste = p.equipement.armes[0], p.equipement.armes[1:]
    oracle.tell(Event("desarme", p.id, acte.de, acte.ligne.regle, (), (("objet", objet.sorte.nom),)))
    scene = scene.put(replace(p, equipement=replace(p.equipement, armes=reste)))
    la = Chose(nom_libre(scene.choses, objet.sorte.nom), objet, p.x, p.y, p.id)
    return replace(scene, choses=(*scene.choses, la))


# ---------------------------------------------------------------- time, and what waits


@rule("TN-8.23", "TN-8.71")
def initiative(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """So much of somebody's initiative is lost or gained; he alone knows what he has left."""
    who, enc = acte.qui(e), scene.encounter
    if enc is None or who not in enc.initiatives:
        return scene
    n = e.n + e.par_degre * (acte.mesure(e) // e.pas)
    if not n:
        return scene
    oracle.tell(Event("initiative_changee", who, acte.de, acte.ligne.regle, (), (("points", n),)))
    return replace(scene, encounter=replace(enc, initiatives={**enc.initiatives, who: enc.initiatives[who] + n}))


@rule("TN-8.80", "TN-8.293")
def rompre(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """Whatever somebody prepared or aimed at is lost: he is told what it was, the others only that he falters."""
    who, enc = acte.qui(e), scene.encounter
    if enc is None:
        return scene
    oracle.tell(Event("rompu", who, acte.de, acte.ligne.regle))
    return replace(scene, encounter=enc.attend(who, preparee="", vise="", arme=0, bras=""))


@rule("TN-8.87")
def presser(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """The action rapide of this round is lost."""
    who, enc = acte.qui(e), scene.encounter
    if enc is None or who not in enc.budgets:
        return scene
    oracle.tell(Event("presse", who, acte.de, acte.ligne.regle))
    return replace(scene, encounter=replace(enc, budgets={**enc.budgets, who: replace(enc.budgets[who], actr=False)}))


# ---------------------------------------------------------------- figures, and breath


@rule("TN-8.122")
def modifier(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """So much on a figure, and so much for each degree: for the next test, until one's next passe, or to the end."""
    q = scene[acte.qui(e)]
    n = e.n + e.par_degre * acte.n
    if not n:
        return scene
    of = {"passe": PASSE, "confrontation": CONFRONTATION, "prochain_test": PROCHAIN_TEST}[e.duree]
    du_meme = [m for m in q.effets if (m.on, m.label, m.of) == (e.on, acte.ligne.nom, of)]
    autres = tuple([m for m in q.effets if m not in du_meme])
    oracle.tell(Event("garde", q.id, "", acte.ligne.regle, (), (("action", acte.ligne.nom), ("points", n))))
    return scene.put(replace(q, effets=(*autres, Modifier(e.on, n, acte.ligne.nom, acte.ligne.regle, of=of))))


def souffle(scene: Scene, oracle: Oracle, acte: Acte, e: Effet) -> Scene:
    """Temporary endurance, as much as the measure (TN-4.27)."""
    n = acte.mesure(e) * (e.par_degre or 1)
    return gagner_temporaire(scene, oracle, acte.qui(e), "PE", n) if n > 0 else scene


EFFETS: dict[str, Fait] = {
    "condition": condition,
    "repousser": repousser,
    "reculer": reculer,
    "desarmer": desarmer,
    "reduire": reduire_le_pire,
    "modifier": modifier,
    "initiative": initiative,
    "rompre": rompre,
    "presser": presser,
    "place": place,
    "souffle": souffle,
    "relever": relever,
}


# ---------------------------------------------------------------- how long it lasts


@debut_de_passe.then("TN-8.122")
def jusqu_a_la_passe(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What lasted until his next passe is over."""
    return sans(scene, who, (PASSE,))


@fin_de_confrontation.then("TN-8.122")
def avec_la_confrontation(scene: Scene, oracle: Oracle) -> Scene:
    """And what lasted as long as the confrontation."""
    for who in scene.people:
        scene = sans(scene, who, (PASSE, CONFRONTATION))
    return scene


def sans(scene: Scene, who: str, fin: tuple[str, ...]) -> Scene:
    p = scene[who]
    if not p.effets:
        return scene
    gardes = tuple([m for m in p.effets if m.of not in fin])
    return scene.put(replace(p, effets=gardes)) if len(gardes) < len(p.effets) else scene
