"""Ways of playing, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from math import dist

from tablee.kernel.action import Action
from tablee.kernel.chapter import legal
from tablee.kernel.game import Tactic
from tablee.kernel.ground import steps
from tablee.kernel.oracle import Amount, Option, Question, first
from tablee.kernel.orders import figure

from ..book import CHAPTERS
from ..book.c8_confrontation.armes import ecart
from ..book.c8_confrontation.budget import RAPIDE, confrontation, vitesse
from ..book.c8_confrontation.chantiers import COMPLEXE
from ..book.c8_confrontation.escarmouche import Rejoindre
from ..book.c8_confrontation.frappes import Attaquer, Doubler, Tirade, coups
from ..book.c8_confrontation.mener import Passer
from ..book.c8_confrontation.mouvement import SeDeplacer, accessibles
from ..book.c10_monde.rixe_actions import Attendre, Relancer, Resoudre
from ..book.c10_monde.rixe_fin import Conclure
from ..model.people import Personnage
from ..model.scene import Scene
from .argue import argue

WORN, LONG = 15, 30  # a résolution too worn to try again, tours of a rixe after which one does not
DEVANT = 10  # initiative above which one trusts to be the faster
DEUX = 4  # points that a defence has to spare more to be worth both actions of a round


def first_open(scene: Scene, who: str) -> Action:
    """The first thing that is offered and open."""
    return next(action for action, closed in legal(CHAPTERS, scene, who) if closed is None)


def combattre(scene: Scene, who: str) -> Action:
    """Strike the nearest adversary one reaches, who can still fight if any; again if one is fast; else go there.

    Where there are only words, argue.
    """
    if scene.encounter is None and scene.rixe is not None and who in scene.turn():
        return en_rixe(scene, who)
    if scene.encounter is None or scene.turn() != (who,):
        return first_open(scene, who)
    p, e = scene[who], confrontation(scene)
    if e.forme == "joute":
        return argue(scene, who)
    foes = [q for q in scene.people.values() if q.side and q.side != p.side and q.up]
    foes.sort(key=lambda q: ("agonie" in q.bears, ecart(p, q), q.id))
    if e.suite is not None and vitesse(scene, who) - RAPIDE > DEVANT:
        again = Doubler(who, e.suite.sur)
        if again.closed(scene) is None:
            return again
    blows = [coup for q in foes for coup in by_weakness(p, q)]
    words = [Tirade(who, q.id) for q in foes] if e.forme != "combat" else []
    return next((coup for coup in (*blows, *words) if coup.closed(scene) is None), None) or approach(scene, p, foes)


def approach(scene: Scene, p: Personnage, foes: list[Personnage]) -> Action:
    """Walk towards the first of them, run if that is not enough to reach him; pass where it leads no nearer."""
    if not foes or not confrontation(scene).budgets[p.id].acts:
        return Passer(p.id)
    join = Rejoindre(p.id, foes[0].id)
    if join.closed(scene) is None:
        return join
    ways, there = dict(accessibles(scene, p)), (foes[0].x, foes[0].y)
    for how in ("marcher", "courir"):
        cells = ways.get(how, {})
        best = min(cells, key=lambda cell: (steps("square", cell, there), cells[cell], dist(cell, there)), default=None)
        near = steps("square", best, there) if best is not None else ecart(p, foes[0])
        last = how == "courir" or confrontation(scene).budgets[p.id].acts < COMPLEXE
        if best is not None and near < ecart(p, foes[0]) and (near == 1 or last):
            return SeDeplacer(p.id, *best, how)
    return Passer(p.id)


def by_weakness(p: Personnage, q: Personnage) -> list[Attaquer]:
    """Blows on one adversary: at what has least left of his points vitaux, at the body last, which they shield."""
    return sorted(coups(p, q), key=lambda coup: q.vitalite(coup.point) if coup.point else q.fiche.maxima["PV"])


def en_rixe(scene: Scene, who: str) -> Action:
    """Resolve against whoever is nearest to being out; when nothing serves, try again while it may; settle it."""
    r = scene.rixe
    assert r is not None
    if r.phase == "conclusion":
        return Conclure(who)
    foes = [q for q, p in r.protagonistes.items() if scene[q].side != scene[who].side]
    foes.sort(key=lambda q: (r.seuil(q) - r.protagonistes[q].comptes, q))
    kinds: list[Action] = [Resoudre(who, q) for q in foes]
    worn = r.protagonistes[who].scores["resolution"].usure
    kinds += [Relancer(who)] if worn < WORN and r.tour < LONG else []
    return next((action for action in kinds if action.closed(scene) is None), Attendre(who))


def se_defendre(question: Question) -> Option:
    """Defend if it spares a point, the defence that spares most; strike back, or where there is an opportunity."""
    options = question.options
    if isinstance(options, Amount):
        return first(question)
    if question.key in ("tn.defense", "tn.seconde_defense"):
        epargne = {
            o.id: (figure(question, f"epargne:{o.id}") or 0) - DEUX * (dict(o.cost).get("ACTS") == 2)
            for o in options[1:]
        }
        best = max(options[1:], key=lambda o: epargne[o.id])
        return best if epargne[best.id] >= 1 else options[0]
    return options[1] if question.key in ("tn.contre", "tn.riposte", "tn.opportunite") else first(question)


TACTICS = {"simple": Tactic(combattre, se_defendre)}
