"""Figures as the tests ask for them."""

from __future__ import annotations

from typing import Any

from tablee.games.fragments.book.c2_systeme.figures import chiffre, termes_du_chiffre
from tablee.games.fragments.book.c4_attaque import attaque
from tablee.games.fragments.book.c4_attaque.attaque import Botte, termes_precision
from tablee.games.fragments.book.c4_attaque.calculs import Tir
from tablee.games.fragments.model.effects import Assaut
from tablee.games.fragments.model.people import Unite
from tablee.games.fragments.model.scene import Scene
from tablee.kernel.tally import Terms, total


def esquive(scene: Scene, u: Unite, *contre: Any) -> int:
    return chiffre(scene, u, "ESQ", *contre)


def hors_du_de(scene: Scene, u: Unite) -> int:
    return chiffre(scene, u, "INIT")


def termes_initiative(scene: Scene, u: Unite) -> Terms:
    return termes_du_chiffre(scene, u, "INIT")


def precision(scene: Scene, u: Unite, cible: Unite | None, b: Botte, assaut: Assaut, malus: int = 0) -> int:
    return total(termes_precision(scene, u, cible, b, assaut, malus))


def tir(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, malus: int = 0) -> Tir:
    return attaque.tir(scene, u, cible, b, assaut, precision(scene, u, cible, b, assaut, malus))
