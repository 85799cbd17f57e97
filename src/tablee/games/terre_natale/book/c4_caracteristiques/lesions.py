"""Lésions: the boxes they fill, what they weigh, how a state worsens until it is stabilised."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import GRAVITES
from ...model.effects import EFFECTS, Essai
from ...model.people import INCAPACITANTE, Lesion, Nature, Personnage
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c0_tests.actions import absent, hors_bornes
from .ressources import devenir, est_mort
from .seuils import DE_LA_NATURE, seuil

MAJORATION = "majoration_des_lesions"
SWITCHES = (Switch(MAJORATION, "TN-4.35.1"),)

NATURES: tuple[Nature, ...] = ("blessure", "traumatisme")
SCENE = 1000  # turns of a scene: a moment is the scene's number and the turn's


# ---------------------------------------------------------------- boxes


@rule("TN-4.34")
def cases(p: Personnage, nature: Nature, niveau: int) -> int:
    """How many lésions of a level somebody can bear; of bénignes more by Stature, or for traumatismes by Ego."""
    n = GRAVITES[niveau].cases + p.fiche.de_plus
    if niveau:
        return n
    plus = modificateur(p.fiche.valeurs[DE_LA_NATURE[nature]]) + amount(p.bears, f"cases:{nature}", Essai(p))
    return max(0, n + plus)


def remplies(p: Personnage, nature: Nature, niveau: int) -> int:
    return sum([x.niveau == niveau for x in p.lesions if x.nature == nature])


@rule("TN-4.36")
def place(p: Personnage, nature: Nature, niveau: int = 0) -> int | None:
    """The first level from this one on with a free box; None: there is none left."""
    libres = range(niveau, INCAPACITANTE + 1)
    return next((n for n in libres if remplies(p, nature, n) < cases(p, nature, n)), None)


@kept_for
def pires(p: Personnage, nature: Nature) -> tuple[int, int]:
    """The level of the worst lésion that is not of one zone alone, and how many are as bad."""
    niveaux = [x.niveau for x in p.lesions if x.nature == nature and not x.zone]
    pire = max(niveaux, default=0)
    return pire, niveaux.count(pire)


@rule("TN-4.33")
def niveau_de_lesion(p: Personnage, nature: Nature, degats: int, precision: int = 0) -> int:
    """A level for every threshold of permanent damage, five at most."""
    return min(INCAPACITANTE, degats // total(seuil(p, nature, precision)))


# ---------------------------------------------------------------- on tests


@rule("TN-4.35", "TN-4.35.1", "TN-4.26", "TN-10.122")
def penalite(c: Essai, nature: Nature, label: str) -> Term | None:
    """The level of the worst lésion; by the option one more for each, where several are the worst. The undead feel no
    wound."""
    pire, egales = pires(c.p, nature)
    if not pire or (nature == "blessure" and "insensible" in c.p.bears):
        return None
    if egales > 1 and c.scene is not None and MAJORATION in c.scene.options:
        return label, -pire - egales, "TN-4.35.1"
    return label, -pire, "TN-4.35"


@rule("TN-4.35", "TN-4.45")
@EFFECTS.on("penalite:physique", "penalite:initiative", of="blesse")
def des_blessures(c: Essai) -> Term | None:
    """On physical tests, and on initiative."""
    return penalite(c, "blessure", "Pire blessure")


@rule("TN-4.35", "TN-4.46")
@EFFECTS.on("penalite:mental", "penalite:initiative", of="traumatise")
def des_traumatismes(c: Essai) -> Term | None:
    """On mental tests, and on initiative."""
    return penalite(c, "traumatisme", "Pire traumatisme")


@rule("TN-4.45")
@EFFECTS.on("interdit:physique", of="incapacite_physique")
def incapacite_physique(c: Essai) -> Term:
    return "Incapacité : rien de physique", 1, "TN-4.45"


@rule("TN-4.46")
@EFFECTS.on("interdit:mental", of="incapacite_mental")
def incapacite_mentale(c: Essai) -> Term:
    return "Incapacité : rien de mental", 1, "TN-4.46"


# ---------------------------------------------------------------- receiving one


@rule("TN-4.36", "TN-4.37")
def leser(
    scene: Scene, oracle: Oracle, who: str, nature: Nature, niveau: int, zone: str = "", terms: Terms = ()
) -> Scene:
    """A lésion of this level, or of the first above it with a free box; whoever receives one is unstable."""
    p = scene[who]
    libre = place(p, nature, niveau)
    if libre is None:
        return scene
    facts = ("niveau", libre), ("nature", nature), ("gravite", GRAVITES[libre].nom), ("deborde", libre > niveau)
    oracle.tell(Event("lesion", who, "", "TN-4.36" if libre > niveau else "TN-4.34", terms, facts))
    depuis = p.usages if instable(p, nature) else {**p.usages, f"instable:{nature}": instant(scene)}
    stabilise = {n: how for n, how in p.stabilise.items() if n != nature}
    apres = replace(p, lesions=(*p.lesions, Lesion(libre, nature, zone)), stabilise=stabilise, usages=depuis)
    return devenir(scene, oracle, apres)


@rule("TN-4.37")
def instable(p: Personnage, nature: Nature) -> bool:
    """Whoever has a lésion of this nature that nobody has stabilised."""
    return not p.stabilise.get(nature) and any(x.nature == nature for x in p.lesions)


def instant(scene: Scene) -> int:
    """The turn of the scene, as one number."""
    return SCENE * scene.scenes + scene.round()


@rule("TN-4.37")
def empirer(scene: Scene, oracle: Oracle, who: str, fin: Literal["tour", "scène"]) -> Scene:
    """As a turn or a scene ends, one more lésion for each nature in which somebody was unstable before it began."""
    for nature in NATURES:
        p = scene[who]
        depuis, ici = p.usages.get(f"instable:{nature}", -1), instant(scene)
        avant = depuis < ici if fin == "tour" else depuis // SCENE < scene.scenes
        if instable(p, nature) and avant and not est_mort(scene, p):
            oracle.tell(Event("empire", who, "", "TN-4.37", (), (("nature", nature),)))
            scene = leser(scene, oracle, who, nature, 0)
    return scene


@rule("TN-4.34", "TN-4.36")
class InfligerLesion(Action, frozen=True, tag="infliger_lesion"):
    """Somebody receives a lésion, by decision of the game master."""

    nature: Nature = "blessure"
    niveau: int = 0

    master = True
    rank = 92

    def closed(self, scene: Scene) -> Closed | None:
        return (
            absent(scene, self.actor)
            or hors_bornes("TN-4.34", "Niveau", self.niveau, 0, INCAPACITANTE)
            or (Closed("TN-4.44", "Déjà mort") if est_mort(scene, scene[self.actor]) else None)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return leser(scene, oracle, self.actor, self.nature, self.niveau)


ACTIONS = (InfligerLesion,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for nature in NATURES:
        yield InfligerLesion(p.id, nature)
