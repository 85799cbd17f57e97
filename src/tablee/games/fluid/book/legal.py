"""What one may do now: every action worth a button, with the reason it is closed or None."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from tablee.kernel.action import Action, Legal

from ..model.people import CARACS, Objet, Personnage
from . import c2_traits as traits
from . import c6_experience as experience
from .c3_tests.tests import Tester
from .c4_combat import confrontations, distance, recuperation
from .c4_combat.combat import Annoncer
from .c4_combat.deplacements import Charger, Deplacer, Rompre
from .c4_combat.places import distance as ecart
from .c4_combat.places import marche_restante
from .c4_combat.tour import Aider, Attendre, Cesser, Combattre, Degainer, Ramasser, SeRelever
from .c5_magie import grimoire

if TYPE_CHECKING:
    from ..model.scene import Scene


def legal(scene: Scene, actor: str) -> Legal:
    """Candidates, each judged by its own `closed`; parameters not listed here are judged by it too."""
    for action in candidats(scene, actor):
        yield action, action.closed(scene)


def candidats(scene: Scene, actor: str) -> Iterator[Action]:
    p = scene.people.get(actor)
    if p is None:
        return
    if scene.encounter is not None:
        yield from en_combat(scene, p)
    else:
        yield from en_paix(scene, p)
    yield from grimoire.candidats(scene, p)
    yield from recuperation.candidats(scene, p)
    if scene.encounter is None:
        yield from confrontations.candidats(scene, p)
        yield from traits.candidats(scene, p)
        yield from experience.candidats(scene, p)


def en_paix(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Outside fights: test a caractéristique, begin a fight, take up a weapon or put it away (FLU-4.41)."""
    for c in CARACS:
        yield Tester(p.id, (c,))
    if p.fiche.MAG is not None:
        yield Tester(p.id, ("MAG",))
    yield Combattre(p.id)
    yield from armes_en_main(p)


def en_combat(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: shoot, strike, defend, charge, break off, help, wait."""
    adverses = [q for q in scene.people.values() if q.side != p.side and q.etat not in ("mort", "hors_jeu")]
    yield from distance.candidats(scene, p)  # whoever holds a bow means to shoot
    for q in adverses:
        yield Annoncer(p.id, cible=q.id)
    for q in adverses:
        yield from manoeuvres(p, q.id)
    yield Annoncer(p.id, manoeuvre="parade")
    yield Annoncer(p.id, manoeuvre="esquive")
    for q in adverses:
        yield Charger(p.id, q.id)
    yield from pas_a_pas(scene, p, adverses)
    yield Rompre(p.id)
    yield SeRelever(p.id)
    for chose in scene.au_sol:
        yield Ramasser(p.id, chose.objet.id)
    yield from armes_en_main(p)
    for q in scene.people.values():
        if q.side == p.side and q.id != p.id and p.fiche.traits:
            yield Aider(p.id, q.id, p.fiche.traits[0].nom)
    yield Attendre(p.id)
    yield Cesser(p.id)


def manoeuvres(p: Personnage, cible: str) -> Iterator[Annoncer]:
    """Attacks of another kind, at a usual strength; the strength can be changed."""
    yield Annoncer(p.id, cible=cible, manoeuvre="furieuse", n=2)
    yield Annoncer(p.id, cible=cible, manoeuvre="feinte", n=min(2, max(1, p.carac("AGI"))))
    tenues = p.tenues()
    if len(tenues) > 1:
        noms = tuple(dict.fromkeys(o.trait for o in tenues if p.trait(o.trait) is not None))
        yield Annoncer(p.id, cible=cible, manoeuvre="deux_armes", traits=noms)
    for t in p.fiche.traits:
        if t.botte:
            yield Annoncer(p.id, cible=cible, manoeuvre="botte", traits=(t.nom,))


def pas_a_pas(scene: Scene, p: Personnage, adverses: list[Personnage]) -> Iterator[Deplacer]:
    """Towards the nearest adversary, and away from him, as far as what is left of the movement goes."""
    if scene.encounter is None or not adverses:
        return
    proche = min(adverses, key=lambda q: ecart(p, q))
    marche = marche_restante(scene.encounter, p)
    avance = min(marche, ecart(p, proche) - 1)
    if avance > 0:
        yield Deplacer(p.id, p.x + vers(proche.x - p.x, avance), p.y + vers(proche.y - p.y, avance))
    if marche > 0:
        dx, dy = (p.x >= proche.x) - (p.x < proche.x), (p.y > proche.y) - (p.y < proche.y)
        yield Deplacer(p.id, p.x + dx * marche, p.y + dy * marche)


def vers(chemin: int, pas: int) -> int:
    """As many steps along one axis, not beyond."""
    return max(-pas, min(pas, chemin))


def armes_en_main(p: Personnage) -> Iterator[Degainer]:
    """Other weapons to take in hand, one or two at a time, or none."""
    prises: list[tuple[Objet, ...]] = [(a,) for a in p.armes]
    une_main = tuple(a for a in p.armes if not a.deux_mains and a.genre == "melee")
    if len(une_main) > 1:
        prises.append(une_main[:2])
    for prise in prises:
        if p.tenues() != prise:
            yield Degainer(p.id, tuple(a.id for a in prise))
    if p.tenues():
        yield Degainer(p.id)
