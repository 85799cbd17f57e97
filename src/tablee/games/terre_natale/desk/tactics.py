"""Ways of playing, for the lab and for whoever does not want to choose."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from math import dist

from tablee.kernel.action import Action
from tablee.kernel.chapter import legal
from tablee.kernel.game import Tactic
from tablee.kernel.ground import steps
from tablee.kernel.odds import odds
from tablee.kernel.oracle import Amount, Option, Question, first

from ..book import CHAPTERS
from ..book.c8_confrontation.armes import STYLES, ecart, en_melee, maniement
from ..book.c8_confrontation.budget import RAPIDE, confrontation, deja, vitesse
from ..book.c8_confrontation.chantiers import COMPLEXE
from ..book.c8_confrontation.defense import epargne, moyenne
from ..book.c8_confrontation.escarmouche import Rejoindre
from ..book.c8_confrontation.frappes import Attaquer, Doubler, Tirade, Viser, coups
from ..book.c8_confrontation.mener import Passer, Preparer
from ..book.c8_confrontation.mouvement import SeDeplacer, accessibles
from ..book.c8_confrontation.repertoire import UserDeTactique
from ..book.c8_confrontation.soins import TraiterCondition
from ..book.c9_objets.enrayement import Desenrayer
from ..book.c9_objets.hate import Retarder
from ..book.c9_objets.inventaire import Prendre, Ramasser, ranges
from ..book.c9_objets.munitions import Approvisionner, Recharger, tireuse
from ..book.c10_monde.rixe_actions import Attendre, Relancer, Resoudre
from ..book.c10_monde.rixe_fin import Conclure
from ..model.people import Personnage
from ..model.scene import Scene
from ..model.things import Objet
from .argue import argue

WORN, LONG = 15, 30  # a résolution too worn to try again, tours of a rixe after which one does not
DEVANT = 10  # initiative above which one trusts to be the faster
TETE = "Tête"
MOSTLY, OFTEN = 0.45, 0.25  # chances worth an action that does no harm by itself: of a blow to come, of a hindrance
HINDRANCES = {"renverser": "mise_au_sol", "ouvrir_la_garde": "vulnerable", "entailler": "saignement"}
BLEEDS = ("hemorragie", "saignement")
GAITS = ("marcher", "courir")
SPARED = 2  # points that a defence has to spare whoever is careful with what he may still do
GUARDS = ("tn.defense", "tn.seconde_defense")
DEUX = 4  # points that a defence has to spare more to be worth both actions of a round


def first_open(scene: Scene, who: str) -> Action:
    """The first thing that is offered and open."""
    return next(action for action, closed in legal(CHAPTERS, scene, who) if closed is None)


def combattre(scene: Scene, who: str) -> Action:
    """Strike the nearest adversary one reaches, who can still fight if any; again if one is fast; load, or go there.

    Where there are only words, argue.
    """
    return other_than_combat(scene, who) or assail(scene, scene[who])


def other_than_combat(scene: Scene, who: str) -> Action | None:
    """What is done where nobody strikes: in a rixe, out of one's passe, in a joute; None: it is one's passe of arms."""
    if scene.encounter is None and scene.rixe is not None and who in scene.turn():
        return en_rixe(scene, who)
    if scene.encounter is None or scene.turn() != (who,):
        return first_open(scene, who)
    return argue(scene, who) if scene.encounter.forme == "joute" else None


def adversaries(scene: Scene, p: Personnage) -> list[Personnage]:
    """Those who can still fight, the nearest first; then those who are down but not out."""
    foes = [q for q in scene.people.values() if q.side and q.side != p.side and q.up]
    return sorted(foes, key=lambda q: ("agonie" in q.bears, ecart(p, q), q.id))


def assail(scene: Scene, p: Personnage) -> Action:
    """A second attack, if one is fast; the first blow that is open; a word, where words count; else nearer."""
    e, foes = confrontation(scene), adversaries(scene, p)
    if e.suite is not None and vitesse(scene, p.id) - RAPIDE > DEVANT:
        again = Doubler(p.id, e.suite.sur)
        if again.closed(scene) is None:
            return again
    if (armed := rearm(scene, p)) is not None:
        return armed
    ways = assaults(scene, p, foes)
    return next((way for way in ways if way.closed(scene) is None), None) or approach(scene, p, foes)


def assaults(scene: Scene, p: Personnage, foes: list[Personnage]) -> Iterator[Action]:
    """Blows, if one can pay for any, whoever it is for; words, where words count; then what an arm is loaded with."""
    if foes and any(coup.hors_de_prix(scene) is None for coup in coups(p, foes[0])):
        yield from (coup for q in foes for coup in by_weakness(p, q))
    if confrontation(scene).forme != "combat":
        yield from (Tirade(p.id, q.id) for q in foes)
    if tireuse(p, 0) is not None:
        yield from (Recharger(p.id), Approvisionner(p.id), Desenrayer(p.id))


def rearm(scene: Scene, p: Personnage) -> Action | None:
    """Whoever has thrown or lost all he had in hand: draw another arm, or pick up what lies beside him."""
    e = p.equipement
    if any(not x.sorte.bouclier for x in e.armes) or e.naturelles:
        return None
    fists = max([p.fiche.competences.get(style, 0) for style in STYLES.values()])
    draw: list[tuple[int, Action]] = [
        (skill(p, place.objet), Prendre(p.id, place.objet.modele, rang))
        for place, rang in ranges(p)
        if place.lieu == "annexes" and is_arm(place.objet)
    ]
    lying = [la for la in scene.choses if is_arm(la.objet) and la.objet.sorte.usage != "tir"]
    draw += [(skill(p, la.objet), Ramasser(p.id, la.nom)) for la in lying]
    ways = sorted([(n, action) for n, action in draw if n >= fists], key=lambda way: -way[0])
    return next((action for _, action in ways if action.closed(scene) is None), None)


def is_arm(objet: Objet) -> bool:
    return objet.sorte.nature == "arme" and objet.utilisable and not objet.sorte.siege


def skill(p: Personnage, objet: Objet) -> int:
    """How well somebody handles an arm."""
    known = objet.sorte.competence if objet.sorte.usage != "melee" else maniement(p, objet)
    return p.fiche.competences.get(known, 0)


def se_menager(scene: Scene, who: str) -> Action:
    """Strike once, at the head of whoever is in aim; then take aim, hinder or wait with the best guard one has.

    A companion who bleeds is seen to first, if nobody threatens.
    """
    if (found := other_than_combat(scene, who)) is not None:
        return found
    p, b = scene[who], confrontation(scene).budgets[who]
    near = [q for q in adversaries(scene, p) if en_melee(q, p) and "agonie" not in q.bears]
    if not near and (care := tend(scene, p)) is not None:
        return care
    if deja(b, "attaque") and b.acts and near:
        wishes = chain(aim(scene, p, near[0]), hinder(scene, p, near[0]), ready(scene, p))
        return next((action for action in wishes if action.closed(scene) is None), Passer(who))
    vise = confrontation(scene).attente(who).vise
    if vise and scene[vise].up and (blow := Attaquer(who, vise, TETE)).closed(scene) is None:
        return blow
    return assail(scene, p)


def tend(scene: Scene, p: Personnage) -> Action | None:
    """Stop the blood of a companion, or one's own."""
    ours = [q for q in scene.people.values() if q.side == p.side and q.up]
    care = [TraiterCondition(p.id, q.id, c.id) for q in ours for c in q.conditions if c.id in BLEEDS]
    return next((action for action in care if action.closed(scene) is None), None)


def hinder(scene: Scene, p: Personnage, q: Personnage) -> Iterator[Action]:
    """Throw somebody down, open his guard or a wound of his, who does not suffer of it yet, if one often succeeds."""
    for quoi, suffers in HINDRANCES.items():
        action = UserDeTactique(p.id, quoi, q.id)
        known = p.fiche.competences.get(action.ligne.competence) or p.fiche.groupes.get(action.ligne.groupe)
        if not known or any(c.id == suffers for c in q.conditions) or action.closed(scene) is not None:
            continue
        if odds(action, scene).p(True) >= OFTEN:
            yield action


def aim(scene: Scene, p: Personnage, q: Personnage) -> Iterator[Action]:
    """Take aim, where a blow at the head would still mostly hit."""
    blow = Attaquer(p.id, q.id, TETE)
    if not q.fiche.points and confrontation(scene).attente(p.id).vise != q.id and odds(blow, scene).p(True) >= MOSTLY:
        yield Viser(p.id, q.id)


def ready(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Wait with a guard: the skill one has most of."""
    skills = {"parer": p.fiche.competences.get("parade", 0), "esquiver": p.fiche.competences.get("evasion", 0)}
    if not confrontation(scene).attente(p.id).preparee:
        yield from (Preparer(p.id, quoi) for quoi in sorted(skills, key=lambda quoi: -skills[quoi]))


def approach(scene: Scene, p: Personnage, foes: list[Personnage]) -> Action:
    """Walk towards the first of them, run if that is not enough to reach him; pass where it leads no nearer."""
    if not foes or ecart(p, foes[0]) <= 1 or not confrontation(scene).budgets[p.id].acts:
        return Passer(p.id)
    join = Rejoindre(p.id, foes[0].id)
    if join.closed(scene) is None:
        return join
    if (later := Retarder(p.id)).closed(scene) is None:
        return later
    ways, there = dict(accessibles(scene, p, GAITS)), (foes[0].x, foes[0].y)
    for how in GAITS:
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
    if isinstance(question.options, Amount):
        return first(question)
    if question.key in GUARDS:
        return guard(question, 1)
    return question.options[1] if question.key in ("tn.contre", "tn.riposte", "tn.opportunite") else first(question)


def se_couvrir(question: Question) -> Option:
    """Defend if it spares enough; help and protect with what was prepared; break in with what costs no action."""
    options = question.options
    if isinstance(options, Amount):
        return first(question)
    if question.key in GUARDS:
        return guard(question, SPARED)
    free = [o for o in options if str(o.id).endswith(("/prepare", "/gratuite", "/actg"))]
    if question.key in ("tn.aide", "tn.proteger", "tn.contre", "tn.riposte", "tn.opportunite") and free:
        return free[0]
    return options[1] if question.key == "tn.opportunite" else first(question)


def guard(question: Question, least: float) -> Option:
    """The defence that spares most, if it spares so many points; one that takes both actions has to spare more."""
    assert not isinstance(question.options, Amount)
    ways = question.options[1:]
    known = {t.name.removeprefix("epargne:"): t.figures for t in question.tries or () if t.chance is epargne}
    spares = {o.id: (moyenne(*known[str(o.id)]) if o.id in known else 0) - DEUX * (("ACTS", 2) in o.cost) for o in ways}
    best = max(ways, key=lambda o: spares[o.id])
    return best if spares[best.id] >= least else question.options[0]


TACTICS = {"simple": Tactic(combattre, se_defendre), "prudente": Tactic(se_menager, se_couvrir)}
