"""For those who do not know the game: what each choice is good at, and what is legal and yet hollow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.kernel.draft import Field
from tablee.kernel.oracle import Closed
from tablee.kernel.sheet import Stat
from tablee.kernel.tally import total
from tablee.kernel.teaching import Card, Remark, Spread, Strength, guide_of

from ..book.c7_modeles import POINTS_MAX, TAUX_MAX
from ..book.c9_emplois.soutien import CATALYSEUR
from ..model.catalogue import CLASSES, ORIGINES, PACKAGE, TOMES, Classe
from ..model.tables import NOMS
from .draft import SOCIAL_MAX, Brouillon, augmentations, points_disponibles, sociaux_disponibles, taux_disponibles

GUIDE = guide_of(PACKAGE)
FORCES: dict[str, tuple[str, ...]] = {  # what a class is good at, by what it has and by what grows
    "Frappe": ("FOR", "HAB"),
    "Tient": ("DEF", "RES", "CON"),
    "Bouge": ("AGI", "INIT", "MOV"),
    "Magie": ("MAG",),
}
DE_BASE = tuple(c for c in CLASSES.values() if c.palier == "base")


def poids(c: Classe, stats: tuple[str, ...]) -> float:
    """A point at level 1 weighs as much as a tenth of a rate."""
    return sum(c.bonus.get(s, 0) + c.croissance.get(s, 0) / 10 for s in stats)


def forces(c: Classe) -> tuple[Strength, ...]:
    """From 1 to 5, the best of the base classes at 5."""
    hauts = {nom: max(poids(x, stats) for x in DE_BASE) for nom, stats in FORCES.items()}
    return tuple(
        Strength(nom, max(1, min(5, round(1 + 4 * poids(c, stats) / hauts[nom])))) for nom, stats in FORCES.items()
    )


def cartes(d: Brouillon, field: Field) -> Mapping[str, Card]:
    """What there is to know of classes and origins; techniques and things are told of by the catalogue."""
    if field.name == "classe":
        return {c.id: Card(strengths=forces(c), figures=figures(c.bonus, c.nom, "FD-7.12")) for c in CLASSES.values()}
    if field.name == "origine":
        return {
            o.id: Card(o.description, figures=figures({**o.suggere, "MOV": o.mov}, o.nom, "FD-7.7"))
            for o in ORIGINES.values()
        }
    return {}


def figures(valeurs: Mapping[str, int], de: str, regle: str) -> tuple[Stat, ...]:
    return tuple(Stat(NOMS.get(s, s), ((de, n, regle),)) for s, n in valeurs.items() if n)


# ---------------------------------------------------------------- points

Voeu = tuple[str, str, dict[str, int]]  # what it is called, what it is good for, and where points are wanted
VOEUX: dict[str, tuple[Voeu, ...]] = {
    "points": (
        (
            "Cogneur",
            "Frappe fort et encaisse.",
            {"PV": 5, "FOR": 2, "DEF": 4, "RES": 2, "HAB": 5, "AGI": 4, "CHA": 3},
        ),
        (
            "Vif",
            "Joue tôt, esquive, touche juste.",
            {"PV": 4, "FOR": 5, "DEF": 3, "RES": 1, "HAB": 5, "AGI": 3, "CHA": 4},
        ),
        (
            "Lanceur de sorts",
            "La magie d'abord, de quoi survivre ensuite.",
            {"PV": 5, "MAG": 2, "DEF": 3, "RES": 4, "HAB": 5, "AGI": 4, "CHA": 2},
        ),
    ),
    "taux": (
        (
            "Cogneur",
            "Frappe fort et encaisse.",
            {"PV": 15, "FOR": 20, "MAG": 1, "DEF": 12, "RES": 4, "HAB": 10, "AGI": 8, "CHA": 5},
        ),
        (
            "Vif",
            "Joue tôt, esquive, touche juste.",
            {"PV": 10, "FOR": 18, "MAG": 1, "DEF": 8, "RES": 5, "HAB": 8, "AGI": 18, "CHA": 7},
        ),
        (
            "Lanceur de sorts",
            "La magie d'abord, de quoi survivre ensuite.",
            {"PV": 8, "FOR": 1, "MAG": 22, "DEF": 5, "RES": 13, "HAB": 10, "AGI": 10, "CHA": 6},
        ),
    ),
    "sociales": (
        (
            "Beau parleur",
            "Convainc et console.",
            {"THE": 7, "PRA": 5, "INS": 5, "APL": 4, "ELO": 8, "INF": 1},
        ),
        (
            "Œil vif",
            "Cherche, devine, trouve.",
            {"THE": 2, "PRA": 7, "INS": 8, "APL": 5, "INV": 8},
        ),
        (
            "Forte tête",
            "Impressionne et se débrouille.",
            {"PRA": 6, "INS": 6, "APL": 7, "ELO": 1, "INF": 7, "INV": 3},
        ),
    ),
}


def repartitions(d: Brouillon, field: Field) -> tuple[Spread, ...]:
    """Points as they might be placed, as many as there are, within what the origin leaves."""
    plus = augmentations(d) if field.name == "points" else {}
    limites = {"points": (POINTS_MAX, points_disponibles), "taux": (TAUX_MAX, taux_disponibles)}
    limites["sociales"] = (SOCIAL_MAX, sociaux_disponibles)
    if field.name not in limites or (d.fixe and field.name != "sociales"):
        return ()
    most, disponibles = limites[field.name]
    plafonds = {key: max(0, most - plus.get(key, 0)) for key, _ in field.keys}
    return tuple(
        Spread(nom, note, combler(voeu, total(disponibles(d)), plafonds)) for nom, note, voeu in VOEUX[field.name]
    )


def combler(voeu: Mapping[str, int], points: int, plafonds: Mapping[str, int]) -> dict[str, int]:
    """As near to what is wanted as the limits allow; what is left goes where most is wanted, what is too much too."""
    places = {s: min(voeu.get(s, 0), plafond) for s, plafond in plafonds.items()}
    while sum(places.values()) != points:
        manque = sum(places.values()) < points
        ouverts = [s for s in places if (places[s] < plafonds[s] if manque else places[s] > 1)]
        if not ouverts:
            break
        s = max(ouverts, key=lambda s: (voeu.get(s, 0), s))
        places[s] += 1 if manque else -1
    return places


def remarques(d: Brouillon) -> Iterable[Remark]:
    """Nothing to strike with, nothing to heal through, no trick ready: all of it is allowed."""
    if not d.armes and not d.tomes:
        yield Remark("equipement", Closed("FD-6.1", "Aucune arme ni tome : il se battra à mains nues"))
    if any(TOMES[t].type == "Soutien" for t in d.tomes if t in TOMES) and CATALYSEUR not in d.objets:
        yield Remark("equipement", Closed("FD-9.6", "Un tome sans catalyseur"))
    if not d.techniques and not d.personnelle:
        yield Remark("techniques", Closed("FD-3.55", "Aucune technique équipée"))
