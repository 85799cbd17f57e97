"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from ..book.c2_systeme import jets
from ..book.c3_combat import actions, corps_a_corps, deplacements, secours, tours
from ..book.c4_attaque import attaque, detruire
from ..book.c5_aventure import dangers, langues, repos, temps, train_de_vie
from ..book.c6_equipement import commerce, equiper, forge, inventaire, montures
from ..book.c8_progression import classes, experience
from ..book.c9_emplois import objets, soutien, talismans, techniques

if TYPE_CHECKING:
    from ..model.scene import Scene

CHAPITRES = (
    attaque,
    techniques,
    soutien,
    objets,
    deplacements,
    montures,
    corps_a_corps,
    actions,
    equiper,
    secours,
    talismans,
    detruire,
    jets,
    repos,
    dangers,
    inventaire,
    commerce,
    forge,
    train_de_vie,
    langues,
    temps,
    experience,
    classes,
    tours,
)  # in the order of their buttons; each says what it offers (`candidats`) and which actions it has (`ACTIONS`)
# when nobody has the turn, what one tries most comes first
AU_CALME = (jets, *(chapitre for chapitre in CHAPITRES if chapitre is not jets))


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in candidats(scene, actor):
        yield action, action.closed(scene)


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    u = scene.people.get(actor)
    if u is not None:
        for chapitre in CHAPITRES if scene.turn() else AU_CALME:
            yield from chapitre.candidats(scene, u)
