"""The odds of a blow, as they stand on its button: how it may end, cut off before anybody answers with a blow.

`bilan` is one chance function: every verdict meets what it meets once, and all that comes to the same is one branch.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance
from tablee.kernel.tally import Terms

from ...model.plan import PLANS
from ...model.points import INTACT
from ...model.scene import Scene
from ..c0_tests import Realise
from .attaque import (
    Assaut,
    Choc,
    Verdict,
    autour_du_jet,
    blesser,
    charges_du_coup,
    choc,
    confronter,
    coup_et_hauts,
    energies_portees,
    niveau_du_coup,
    objet_anime,
    prendre,
    subir,
    sur_un_objet,
)
from .conditions import avec_le_coup
from .degats import Degats, Parade

DEFENDU = "_defendu"  # what ends so is worked out for a target who makes the defence that spares most
LOOKS: dict[str, Any] = {
    "touche": None,
    "degats": None,
    "degats_defendu": None,
    "lesion": None,
    "lesion_defendu": None,
    "condition": None,
    "hors_de_combat": None,
    "hors_de_combat_defendu": None,
}


class Bilan(NamedTuple):
    """What a hit comes to for whoever takes it."""

    sur: str
    zone: str
    permanents: int
    endurance: int
    niveau: int | None  # of the lésion
    usure: int = 0  # attrition besides


def touchee(v: Verdict) -> bool:
    return v.touche and not v.retournee


def rencontre(a: Assaut, v: Verdict) -> Choc:
    """What a hit meets, worked out once for each verdict."""
    found = a.chocs.get(v)
    if found is None:
        found = a.chocs[v] = choc(a.scene, a, v)
    return found


@rule("TN-8.95", "TN-8.128", "TN-8.140")
@chance
def bilan(oracle: Oracle, a: Assaut) -> Bilan | None:
    """The test, the defences, the jet and its damage, all that comes to the same together; None: it does not touch."""
    v = confronter(oracle, a)
    if not v.touche:
        return None
    if objet_anime(a.scene, a.c, v):
        return de_la_machine(oracle, a, replace(v, critique=False))
    k, d, _ = assene(oracle, a, v)
    return de(k, d)


@rule("TN-9.142", "TN-10.123")
def de_la_machine(oracle: Oracle, a: Assaut, v: Verdict) -> Bilan:
    """A hit on an automate: the détérioration it leaves, and no lésion."""
    coup, _ = coup_et_hauts(a.scene, oracle, a, v)
    k = rencontre(a, v)
    apres = sur_un_objet(a.scene, oracle, a, k.c, v, coup + energies_portees(oracle, a, v))
    n = (apres[k.c.sur].deterioration or 0) - (a.scene[k.c.sur].deterioration or 0)
    return Bilan(k.c.sur, k.zone, n, 0, None)


def de(k: Choc, d: Degats) -> Bilan:
    return Bilan(k.c.sur, k.zone, d.permanents, d.endurance, niveau_du_coup(k, d), d.usure)


def assene(oracle: Oracle, a: Assaut, v: Verdict) -> tuple[Choc, Degats, Terms]:
    """A hit with its dice: what it met, what it did, its jet."""
    if v.critique not in a.autours:
        a.autours[v.critique] = autour_du_jet(a.scene, a, v.critique)
    coup, hauts = coup_et_hauts(a.scene, oracle, a, v, a.autours[v.critique])
    k = rencontre(a, v)
    return k, prendre(oracle, k, coup + energies_portees(oracle, a, v) if v.energies else coup, hauts), coup


def apres(oracle: Oracle, a: Assaut, b: Bilan) -> Scene:
    """The scene once it has struck, without all that would follow."""
    c = replace(a.c, sur=b.sur) if b.sur != a.c.sur else a.c
    k = next(k for k in a.chocs.values() if k.c.sur == b.sur)
    q = a.scene[b.sur]
    if q.deterioration is not None and PLANS[c.plan].genre == "physique":
        return a.scene.put(replace(q, deterioration=q.deterioration + b.permanents))
    scene = subir(a.scene, oracle, replace(c, point=k.c.point), Degats(b.permanents, b.endurance, (), usure=b.usure))
    return blesser(scene, oracle, replace(c, point=k.c.point), b.zone, b.niveau)


def points(oracle: Oracle, a: Assaut) -> int:
    """What the target loses for good."""
    b = bilan(oracle, a)
    return b.permanents if b is not None and b.sur == a.c.sur else 0


def lesion(oracle: Oracle, a: Assaut) -> int:
    """The level of the lésion the target receives; -1: none."""
    b = bilan(oracle, a)
    if b is None or b.sur != a.c.sur or b.niveau is None:
        return -1
    q, ensuite = a.scene[b.sur], apres(oracle, a, b)[b.sur]
    point = next(k for k in a.chocs.values() if k.c.sur == b.sur).c.point
    if point:
        avant, blessures = q.points.get(point, INTACT).blessures, ensuite.points.get(point, INTACT).blessures
        return blessures[-1] if len(blessures) > len(avant) else -1
    return ensuite.lesions[-1].niveau if len(ensuite.lesions) > len(q.lesions) else -1


def hors_de_combat(oracle: Oracle, a: Assaut) -> bool:
    """Whether the target cannot fight on."""
    b = bilan(oracle, a)
    return b is not None and b.sur == a.c.sur and not apres(oracle, a, b)[b.sur].up


class Piqure(NamedTuple):
    """What matters of a hit for what it carries: what it did, which weighs on the save, and how it was met."""

    b: Bilan
    parades: tuple[Parade, ...]
    charges: int  # where they come of its jet


@chance
def piqure(oracle: Oracle, a: Assaut) -> Piqure | None:
    """A hit as its poison knows it."""
    v = confronter(oracle, a)
    if not v.touche:
        return None
    k, d, coup = assene(oracle, a, v)
    par_le_jet = any(not x.charges for x in a.scene[a.c.de].portees)
    return Piqure(de(k, d), k.parades, charges_du_coup(a.scene, a, coup, v.critique) if par_le_jet else 0)


@rule("TN-8.223", "TN-8.358")
def condition(oracle: Oracle, a: Assaut) -> bool:
    """Whether the target contracts what the blow carries."""
    if not a.scene[a.c.de].portees:
        return False
    x = piqure(oracle, a)
    if x is None or x.b.sur != a.c.sur:
        return False
    v = Verdict(True, Realise(()), parades=x.parades)
    scene = avec_le_coup(
        apres(oracle, a, x.b), oracle, a.c, v, Degats(x.b.permanents, x.b.endurance, (), charges=x.charges)
    )
    return len(scene[x.b.sur].conditions) > len(a.scene[x.b.sur].conditions)


FINS: dict[str, Callable[[Any, Assaut], Hashable]] = {
    "touche": lambda oracle, a: touchee(confronter(oracle, a)),
    "degats": points,
    "lesion": lesion,
    "condition": condition,
    "hors_de_combat": hors_de_combat,
}


def vue(a: Assaut, look: str) -> Callable[[Any], Hashable]:
    """One look at an attack, as a function of an oracle."""
    fin = FINS[look.removesuffix(DEFENDU)]
    seen = replace(a, prudent=True) if look.endswith(DEFENDU) else a
    return lambda oracle: fin(oracle, seen)
