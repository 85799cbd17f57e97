"""Characters made at random: always the same for the same seed, and nothing in them that does not hold."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tablee.kernel.draft import spread

from ..book.c2_traits import PAR_TRAIT, VOCABULAIRE
from ..model.catalogue import ARMES
from ..model.maison import AUCUNE
from ..model.people import CARACS
from .draft import (
    BAS,
    HAUT,
    POINTS,
    Brouillon,
    Caracs,
    Choisi,
    points_de_traits,
)


def au_hasard(seed: int) -> Brouillon:
    """A draft that holds, always the same for the same seed."""
    rnd = random.Random(seed)
    magie = rnd.random() < 0.25
    armes, bouclier = armes_au_hasard(rnd)
    negatifs = tuple(
        Choisi(nom, rnd.randint(1, 2), "caractere") for nom in rnd.sample(HASARD.negatifs, rnd.randint(0, 2))
    )
    brouillon = Brouillon(
        nom=f"{rnd.choice(HASARD.noms)} {rnd.choice(HASARD.surnoms)}".strip(),
        magie=magie,
        caracs=caracs_au_hasard(rnd, magie),
        negatifs=negatifs,
        armes=armes,
        armure=rnd.choice(("", *(o.id for o in AUCUNE.armures))),
        bouclier=bouclier,
    )
    return replace(brouillon, traits=traits_au_hasard(rnd, brouillon))


HASARD = VOCABULAIRE.hasard


def caracs_au_hasard(rnd: random.Random, magie: bool) -> Caracs:
    """One point at a time, some caractéristiques drawing more of them than others."""
    noms: list[str] = [*CARACS, "MAG"] if magie else [*CARACS]
    envies = {c: rnd.choice((1, 2, 3)) for c in noms}
    return Caracs(**spread(rnd, POINTS, dict.fromkeys(noms, HAUT), envies, dict.fromkeys(noms, BAS)))


def armes_au_hasard(rnd: random.Random) -> tuple[tuple[str, ...], str]:
    """One or two weapons, and a shield if a hand is free for it."""
    armes = rnd.sample(AUCUNE.a_porter, rnd.randint(1, 2))
    libre = not armes[0].deux_mains and rnd.random() < 0.4
    return tuple(o.id for o in armes), rnd.choice(AUCUNE.boucliers).id if libre else ""


def traits_au_hasard(rnd: random.Random, d: Brouillon) -> tuple[Choisi, ...]:
    """The Trait of the first weapon, then others of any family until the points are spent."""
    arme = ARMES[d.armes[0]]
    reste = points_de_traits(d)
    noms = [(nom, f) for f, noms in HASARD.traits.items() if f != "magie" or d.magie for nom in noms]
    rnd.shuffle(noms)
    traits = []
    for nom, famille in [(arme.trait, "metier"), *noms]:
        if not reste:
            break
        valeur = rnd.randint(1, min(PAR_TRAIT, reste))
        traits.append(Choisi(nom, valeur, famille))
        reste -= valeur
    return tuple(traits)
