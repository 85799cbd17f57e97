"""Points vitaux: the passes and actions they give a great creature, what shields its body, what it loses with each."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Essai
from ...model.people import INCAPACITANTE
from ...model.points import INTACT, SUPPLEMENTAIRES, Point
from ...model.scene import Scene
from ..c4_caracteristiques.lesions import pires
from .tour import debut_de_passe, fin_de_passe

RESISTANCE = 5  # for each point that shields the body (TN-8.427)
PLUSIEURS = "points_vitaux"  # the tag of whoever has several


def agissant(c: Essai) -> Point | None:
    """The point that acts in a test: the one that strikes with what it is done with."""
    return c.p.point_de(c.objet) if c.objet is not None else None


# ---------------------------------------------------------------- passes and actions


@rule("TN-8.419")
@EFFECTS.on("passes", of=PLUSIEURS)
def passes_supplementaires(c: Essai) -> Term | None:
    """One more for every two active points, the main one included."""
    n = (1 + len(c.p.actifs)) // 2
    return ("Points vitaux", n, "TN-8.419") if n else None


@debut_de_passe.then("TN-8.418", "TN-8.421")
def donner_l_action(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """With several active points, every passe brings an action beside the stock of the round."""
    return reserver(scene, who, SUPPLEMENTAIRES if scene[who].actifs else 0)


@fin_de_passe.then("TN-8.421", "TN-8.424")
def perdre_l_action(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What was not done with it in the passe is lost: nothing is left of it to interrupt with."""
    return reserver(scene, who, 0)


def reserver(scene: Scene, who: str, n: int) -> Scene:
    e = scene.encounter
    if e is None or who not in e.budgets or e.budgets[who].supp == n:
        return scene
    return replace(scene, encounter=replace(e, budgets={**e.budgets, who: replace(e.budgets[who], supp=n)}))


@rule("TN-8.422")
@EFFECTS.on("deplacements", of=PLUSIEURS)
def bouger_deux_fois(c: Essai) -> Term:
    """Two movements in a round instead of one: the only thing it may do twice."""
    return "Points vitaux", 1, "TN-8.422"


# ---------------------------------------------------------------- what is lost


@rule("TN-8.426")
@EFFECTS.on("interdit", of="vaincu")
def vaincu(c: Essai) -> Term:
    """Once the body is beaten the creature is, whatever is left of it."""
    return "Vaincu : aucune action", 1, "TN-8.426"


@rule("TN-8.427")
@EFFECTS.on("resistance:physique", of=PLUSIEURS)
def coeur_protege(c: Essai) -> Term | None:
    """Every other point that is active shields the body."""
    n = 0 if c.point else len(c.p.actifs)
    return ("Points vitaux actifs", RESISTANCE * n, "TN-8.427") if n else None


@rule("TN-8.430")
@EFFECTS.on("net", of=PLUSIEURS)
def desorientee(c: Essai) -> Term | None:
    """Without its head it finds nobody: all it does to somebody, or perceives, is at a disadvantage."""
    perdue = any(x.tete for x in c.p.fiche.points) and not any(x.tete for x in c.p.actifs)
    percoit = c.contre is not None or c.attribut == "PER"
    return ("Désorienté : tête perdue", -1, "TN-8.430") if perdue and percoit and not c.sauvegarde else None


@rule("TN-8.431")
@EFFECTS.on("penalite:physique", of=PLUSIEURS)
def blessures_du_point(c: Essai) -> Term | None:
    """What a point does suffers of its own wounds, not of those of the body."""
    point = agissant(c)
    if point is None:
        return None
    n = pires(c.p, "blessure")[0] - max(c.p.points.get(point.nom, INTACT).blessures, default=0)
    return ("Blessures du point vital", n, "TN-8.431") if n else None


@rule("TN-8.431", "TN-8.432")
@EFFECTS.on("interdit", of=PLUSIEURS)
def point_hors_d_usage(c: Essai) -> Term | None:
    """A point that is lost, or crippled, takes with it all that was done with it."""
    point = agissant(c)
    if point is None:
        return None
    if point not in c.p.actifs:
        return "Point vital perdu", 1, "TN-8.432"
    if INCAPACITANTE in c.p.points.get(point.nom, INTACT).blessures:
        return "Point vital estropié", 1, "TN-8.431"
    return None
