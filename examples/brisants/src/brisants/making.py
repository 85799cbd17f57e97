"""How a sailor is made: a name, nine points, a weapon and a hide, and a song for whoever has the eye for it."""

from __future__ import annotations

import random

from tablee.kernel.draft import Budget, Creation, Draft, Field, Problem, Start, Step, counted, id_of, misnamed, spread
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Todo

from .model import ATTRIBUTES, HIDES, LEAST, MOST, POINTS, SONGS, WEAPONS, Sailor
from .sheet import sheet_of

LONGEST = 40  # letters of a name
SINGER = 4  # Œil it takes to sing
FOR_SALE = {id: weapon.nom for id, weapon in WEAPONS.items() if id != "griffes"}
WORN = {id: hide.nom for id, hide in HIDES.items() if id != "ecailles"}
CREW = ("Anne Le Goff", "Bastien", "Corentin", "Gaud", "Marzin", "Soazig", "Yann")


class Choices(Draft, frozen=True, kw_only=True):
    nom: str = ""
    attributs: dict[str, int] = {}
    arme: str = "gaffe"
    cuir: str = "rien"
    chant: str = ""


@rule("BRI-1.1")
def spread_problems(draft: Choices) -> list[Closed]:
    """Nine points over three attributes, from 1 to 5 each."""
    found, spent = list[Closed](), sum(draft.attributs.values())
    if spent != POINTS:
        found.append(counted("BRI-1.1", "{} points à répartir, {} répartis", POINTS, spent))
    for name, label in ATTRIBUTES.items():
        n = draft.attributs.get(name, 0)
        if not LEAST <= n <= MOST:
            kind = Closed if n else Todo  # nobody is wrong before having begun
            found.append(kind("BRI-1.1", "{} : de {} à {}, pas {}", (label, LEAST, MOST, n)))
    return found


@rule("BRI-1.4")
def thing_problems(draft: Choices) -> list[Closed]:
    """A weapon, a hide, and a song only for whoever has the eye for it."""
    found = list[Closed]()
    if draft.arme not in FOR_SALE:
        found.append(Closed("BRI-1.4", "Il faut une arme"))
    if draft.cuir not in WORN:
        found.append(Closed("BRI-1.4", "Il faut un habit"))
    if draft.chant and draft.chant not in SONGS:
        found.append(Closed("BRI-1.4", "Ce chant n’existe pas"))
    if draft.chant and draft.attributs.get("oeil", 0) < SINGER:
        found.append(Closed("BRI-1.4", "Pour chanter il faut un Œil de {} au moins", (SINGER,)))
    return found


def problems(draft: Choices) -> list[Problem]:
    """What does not hold yet, each with its step and its rule."""
    return [
        *(Problem("nom", why) for why in misnamed(draft.nom, LONGEST, "BRI-1.1")),
        *(Problem("attributs", why) for why in spread_problems(draft)),
        *(Problem("choses", why) for why in thing_problems(draft)),
    ]


def budgets(draft: Choices) -> tuple[Budget, ...]:
    return (Budget("Attributs", sum(draft.attributs.values()), POINTS, "BRI-1.1", "attributs"),)


def build(draft: Choices) -> Sailor:
    """The sailor; where nothing is chosen yet, as little as there is."""
    given = {name: draft.attributs.get(name, 0) for name in ATTRIBUTES}
    arme = draft.arme if draft.arme in WEAPONS else "gaffe"
    cuir = draft.cuir if draft.cuir in HIDES else "rien"
    chants = (draft.chant,) if draft.chant in SONGS else ()
    return Sailor(id_of(draft.nom), draft.nom.strip(), **given, arme=arme, cuir=cuir, chants=chants)


def at_random(seed: int) -> Choices:
    rnd = random.Random(seed)
    alike = dict.fromkeys(ATTRIBUTES, 1)
    given = spread(rnd, POINTS, dict.fromkeys(ATTRIBUTES, MOST), alike, alike)
    song = rnd.choice([*SONGS, ""]) if given["oeil"] >= SINGER else ""
    return Choices(
        nom=rnd.choice(CREW), attributs=given, arme=rnd.choice([*FOR_SALE]), cuir=rnd.choice([*WORN]), chant=song
    )


STEPS = (
    Step("nom", "Nom", (Field("nom", "text", "Nom"),), ("BRI-1.1",)),
    Step(
        "attributs",
        "Attributs",
        (Field("attributs", "points", "Attributs", keys=tuple(ATTRIBUTES.items()), low=LEAST, high=MOST),),
        ("BRI-1.1",),
    ),
    Step(
        "choses",
        "Équipement",
        (
            Field("arme", "choice", "Arme", keys=tuple(FOR_SALE.items())),
            Field("cuir", "choice", "Cuir", keys=tuple(WORN.items())),
            Field(
                "chant",
                "choice",
                "Chant",
                "Un seul, et seulement avec un Œil de 4 ou plus.",
                keys=(("", "Aucun"), *((id, song.nom) for id, song in SONGS.items())),
            ),
        ),
        ("BRI-1.4",),
    ),
)
STARTS = {
    "harponneuse": Start(
        "Harponneuse",
        "Elle voit loin, et ne manque guère.",
        Choices(attributs={"bras": 2, "pied": 2, "oeil": 5}, arme="harpon"),
    ),
    "maitre": Start(
        "Maître d’équipage",
        "Une hache, et les bras qu’il faut.",
        Choices(attributs={"bras": 5, "pied": 2, "oeil": 2}, arme="hache", cuir="bouilli"),
    ),
}

CREATION = Creation(
    Choices, STEPS, problems, budgets, lambda draft: sheet_of(build(draft)), build, at_random, starts=STARTS
)
