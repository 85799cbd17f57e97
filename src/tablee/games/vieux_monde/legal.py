"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from .book import c4_destin as destin
from .book import c6_corruption as corruption
from .book import c6_experience as experience
from .book.c1_epreuves import epreuves
from .book.c2_combat import au_sol, monte
from .book.c2_coups import attaque, deplacements, fuite, jetons, maladresses, prouesses, surprise, tir
from .book.c2_rounds import poursuites, rounds
from .book.c3_magie import dissipation, focalisation, grimoire, incantation, majeures
from .book.c5_blessures import mort
from .book.c5_soins import potions, secours, soins
from .book.c6_creatures import creatures

if TYPE_CHECKING:
    from .model.scene import Scene

CHAPITRES = (
    attaque,
    tir,
    incantation,
    deplacements,
    fuite,
    prouesses,
    focalisation,
    dissipation,
    creatures,
    mort,
    secours,
    surprise,
    potions,
    jetons,
    destin,
    maladresses,
    au_sol,
    monte,
    soins,
    grimoire,
    majeures,
    corruption,
    poursuites,
    epreuves,
    experience,
    rounds,
)  # in the order of their buttons; each says what it offers (`candidats`) and which actions it has (`ACTIONS`)
# when nobody has the turn, what one tries most comes first
AU_CALME = (epreuves, *(chapitre for chapitre in CHAPITRES if chapitre is not epreuves))


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in sorted(candidats(scene, actor), key=_place):
        yield action, action.closed(scene)


DU_MENEUR = (destin.NouvelleSeance, destin.Fortune, destin.AccorderDestin, destin.AccorderResilience)


def _place(action: Action) -> int:
    """A fight to begin comes first; last what the MJ grants, and blows held back, which double the list."""
    if isinstance(action, rounds.Combattre):
        return -1
    return int(isinstance(action, DU_MENEUR) or getattr(action, "retenir", False))


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    p = scene.people.get(actor)
    if p is not None:
        for chapitre in CHAPITRES if scene.turn() else AU_CALME:
            yield from chapitre.candidats(scene, p)
