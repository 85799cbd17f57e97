"""What a tour gives one to act with: an action that ends it or two quick ones, and cells to walk before either."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from tablee.kernel.action import Action
from tablee.kernel.ledger import rule
from tablee.kernel.purse import Purse
from tablee.kernel.track import Token

from ..book.c3_combat.actions import Aider, Esquiver, Repos
from ..book.c3_combat.corps_a_corps import Prise
from ..book.c3_combat.deplacements import Ruee, SeDeplacer, ailleurs, restants
from ..book.c3_combat.secours import Stabiliser
from ..book.c3_combat.tours import tour_de
from ..book.c4_attaque.attaque import Attaquer
from ..book.c4_attaque.detruire import Detruire
from ..book.c5_aventure.dangers import IssueEvidente
from ..book.c6_equipement.equiper import Remplacer
from ..book.c9_emplois.objets import UtiliserObjet
from ..book.c9_emplois.soutien import LierSorts, UtiliserSoutien
from ..book.c9_emplois.talismans import Lien
from ..book.c9_emplois.techniques import UtiliserTechnique
from ..model.hexes import Case
from ..model.people import Unite
from ..model.scene import Scene

ENTIERES = (Aider, Attaquer, Detruire, Esquiver, IssueEvidente, Remplacer, Repos, Stabiliser)
VIVES = (Lien, LierSorts, Prise, Ruee, UtiliserObjet, UtiliserSoutien)
A_LA_FOIS = 2  # quick ones in a tour


@rule("FD-3.22", "FD-3.26")
def budget(scene: Scene, who: str) -> Iterator[Purse]:
    """Of those whose tour it is; nobody walks who has done something already."""
    if scene.encounter is None or who not in scene.encounter.tours:
        return
    u, tour = scene[who], tour_de(scene, who)
    yield Purse(Token("A", "action", 1), lambda a: int(est(u, a, ENTIERES, "action")))
    reste = max(0, A_LA_FOIS - tour.rapides)
    yield Purse(
        Token("R", "actions rapides", reste, tour.rapides, shape="lozenge"),
        lambda a: int(est(u, a, VIVES, "rapide")),
    )
    cases = 0 if tour.agi else restants(scene, u)

    @cache
    def chemins() -> dict[Case, int]:
        return ailleurs(scene, u, cases)

    def marche(action: Action) -> int:
        return chemins().get((action.x, action.y), 0) if isinstance(action, SeDeplacer) else 0

    yield Purse(Token("C", "cases", cases, tour.pas, shape="triangle", many=True), marche)


@rule("FD-3.19", "FD-3.26")
def est(u: Unite, action: Action, sortes: tuple[type[Action], ...], activation: str) -> bool:
    """Whether an action is one of these kinds, or a technique that is used so."""
    if isinstance(action, UtiliserTechnique):
        return action.de(u).activation == activation
    return isinstance(action, sortes)
