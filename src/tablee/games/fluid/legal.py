"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from .combat import Aider, Annoncer, Attendre, Charger, Combattre, Degainer, Ramasser, Rompre, SeRelever
from .state import CARACS, Personnage
from .tests import Tester

if TYPE_CHECKING:
    from .scene import Scene


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in candidats(scene, actor):
        yield action, action.closed(scene)


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    p = scene.personnages.get(actor)
    if p is None:
        return
    if scene.combat is None:
        yield from en_paix(scene, p)
    else:
        yield from en_combat(scene, p)


def en_paix(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Outside fights: test a caractéristique, or begin a fight."""
    yield Combattre(p.id)
    for c in CARACS:
        yield Tester(p.id, (c,))
    if p.fiche.MAG is not None:
        yield Tester(p.id, ("MAG",))


def en_combat(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: strike, defend, charge, break off, help, wait."""
    adverses = [q for q in scene.personnages.values() if q.camp != p.camp and q.etat not in ("mort", "hors_jeu")]
    for q in adverses:
        yield Annoncer(p.id, cible=q.id)
    for q in adverses:
        yield from manoeuvres(p, q.id)
    yield Annoncer(p.id, manoeuvre="parade")
    yield Annoncer(p.id, manoeuvre="esquive")
    yield Rompre(p.id)
    for q in adverses:
        yield Charger(p.id, q.id)
    yield SeRelever(p.id)
    for chose in scene.au_sol:
        yield Ramasser(p.id, chose.objet.id)
    for arme in p.armes:
        if p.tenues() != (arme,):
            yield Degainer(p.id, (arme.id,))
    for q in scene.personnages.values():
        if q.camp == p.camp and q.id != p.id and p.fiche.traits:
            yield Aider(p.id, q.id, p.fiche.traits[0].nom)
    yield Attendre(p.id)


def manoeuvres(p: Personnage, cible: str) -> Iterator[Annoncer]:
    """Attacks of another kind, at a usual strength; the strength can be changed."""
    yield Annoncer(p.id, cible=cible, manoeuvre="furieuse", n=2)
    yield Annoncer(p.id, cible=cible, manoeuvre="feinte", n=min(2, max(1, p.carac("AGI"))))
    if len(p.tenues()) > 1:
        yield Annoncer(
            p.id, cible=cible, manoeuvre="deux_armes", traits=tuple(o.trait for o in p.tenues() if p.trait(o.trait))
        )
    for t in p.fiche.traits:
        if t.botte:
            yield Annoncer(p.id, cible=cible, manoeuvre="botte", traits=(t.nom,))
