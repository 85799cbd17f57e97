"""Resolving downwards, what goes by between two turns, the end of a fight."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle

from ...model.combat import Combat, Declared
from ...model.people import Effet, Personnage
from ...model.scene import Scene, en_cours
from ...model.tables import TOUR
from .initiative import initiatives, ordre_de_declaration
from .places import a_portee
from .temps import ecouler

acte_accompli: Moment[[]] = Moment("acte_accompli")  # one of the actions declared is over, or none has begun yet
tourne_court: Moment[[str]] = Moment("tourne_court")  # somebody's action could no longer be done
fin_de_tour: Moment[[]] = Moment("fin_de_tour")  # all have acted, and time has not gone by yet
nouveau_tour: Moment[[]] = Moment("nouveau_tour")  # who declares next is known, and nobody has declared

EBLOUI = 6  # YY-11.7, our ruling: the worst there is


@rule("YY-10.2", "YY-10.7")
def resoudre(scene: Scene, oracle: Oracle) -> Scene:
    """Everything declared happens, by decreasing initiative; equals act at the same time."""
    combat = en_cours(scene)
    rangs: dict[int, list[Any]] = {}
    for who, n in initiatives(scene).items():
        rangs.setdefault(n, []).append(combat.declarations[who])
    ordre = sorted(rangs, reverse=True)
    facts = (("ordre", tuple([a.actor for n in ordre for a in rangs[n]])),)
    oracle.tell(Event("resolution", "", "", "YY-10.7", (), facts))
    scene = acte_accompli(scene, oracle)
    for n in ordre:
        scene = agir_ensemble(scene, oracle, [a for a in rangs[n] if scene.people[a.actor].conscient])
        if scene.encounter is None:
            return scene
    return fin_du_tour(scene, oracle)


@rule("YY-10.2", "YY-10.7")
def agir_ensemble(scene: Scene, oracle: Oracle, actions: list[Any]) -> Scene:
    """Those of one rank act on things as they stood before any of them did: who falls still strikes."""
    combat = en_cours(scene)
    if len(actions) > 1:
        scene = replace(scene, encounter=replace(combat, avant=scene.people))
    elif combat.avant is not None:
        scene = replace(scene, encounter=replace(combat, avant=None))
    raisons = [a.empechee(scene) for a in actions]
    for a, raison in zip(actions, raisons, strict=True):
        scene = a.executer(scene, oracle) if raison is None else tourner_court(scene, oracle, a, raison)
        scene = acte_accompli(scene, oracle)
        if scene.encounter is None:
            break
    return scene


def tourner_court(scene: Scene, oracle: Oracle, a: Declared, raison: Closed) -> Scene:
    """What was declared cannot be done any more."""
    pourquoi = raison.text if not raison.facts else "il ne le peut plus"
    oracle.tell(Event("tourne_court", a.actor, "", raison.rule, (), (("raison", pourquoi),)))
    return tourne_court(scene, oracle, a.actor)


@rule("YY-10.5")
def fin_du_tour(scene: Scene, oracle: Oracle) -> Scene:
    """Six seconds have gone by: what wears off does, and the next turn is declared."""
    scene = se_relever_du_tour(scene)
    scene = defenses_reussies(scene, oracle)
    scene = fin_de_tour(scene, oracle)
    if not en_cours(scene).hors_du_temps:
        scene = ecouler(scene, oracle, TOUR)
    if combat_fini(scene):
        return clore(scene, oracle)
    combat = en_cours(scene)
    if combat.eblouis:
        scene = eblouir(scene)
    luttes = (*combat.luttes, *combat.prises) if combat.prises else combat.luttes
    if luttes:
        luttes = tuple([x for x in luttes if encore_aux_prises(scene, x)])
    suivant = replace(
        combat,
        tour=combat.tour + 1,
        declarations={},
        jets={},
        faits=(),
        touches=(),
        parades=(),
        prises=(),
        lachers=(),
        projetes=(),
        eblouis=(),
        avant=None,
        luttes=luttes,
        file=ordre_de_declaration(scene),
        hors_du_temps=False,
    )
    if suivant.clefs:
        scene, suivant = clefs_sans_lutte(scene, suivant)
    scene = nouveau_tour(replace(scene, encounter=suivant), oracle)
    oracle.tell(Event("tour", "", "", "YY-10.5", (), (("tour", suivant.tour),)))
    return scene


@rule("YY-11.21")
def se_relever_du_tour(scene: Scene) -> Scene:
    """Whoever spent the turn getting up stands, unless he was thrown in this very turn."""
    combat = en_cours(scene)
    debout = []
    for who, a in combat.declarations.items():
        if a.releve and scene.people[who].a_terre and who not in combat.projetes:
            debout.append(replace(scene.people[who], a_terre=False))
    return scene.put(*debout) if debout else scene


@rule("YY-11.7")
def eblouir(scene: Scene) -> Scene:
    """The sun in one's eyes blinds for the turn that now begins."""
    effet = Effet("Ébloui", "vue", -EBLOUI, "YY-11.7", tours=1)
    dans_le_soleil = [scene[who] for who in dict.fromkeys(en_cours(scene).eblouis)]
    return scene.put(*[replace(p, effets=(*p.effets, effet)) for p in dans_le_soleil])


@rule("YY-11.10")
def clefs_sans_lutte(scene: Scene, combat: Combat) -> tuple[Scene, Combat]:
    """A hold is over with the grapple it was set in; who was choked breathes again."""
    paires = [set(x) for x in combat.luttes]
    tiennent = tuple([c for c in combat.clefs if {c.par, c.sur} in paires])
    liberes = [replace(scene[c.sur], souffle=0) for c in combat.clefs if c not in tiennent]
    return (scene.put(*liberes) if liberes else scene), replace(combat, clefs=tiennent)


@rule("YY-10.17")
def encore_aux_prises(scene: Scene, paire: tuple[str, str]) -> bool:
    """Both can still fight and reach each other, and neither got free in this turn."""
    a, b = scene[paire[0]], scene[paire[1]]
    libres = [set(x) for x in en_cours(scene).lachers]
    return a.conscient and b.conscient and a_portee(a, b) and set(paire) not in libres


@rule("YY-10.13")
def defenses_reussies(scene: Scene, oracle: Oracle) -> Scene:
    """A defence that held against all who attacked gives +1 next turn, one more each time, up to the rank of Vide."""
    combat = en_cours(scene)
    changes = []
    for who, p in scene.people.items():
        if combat.parades and tenue(combat, p):
            serie = p.serie + 1
            elan = max(0, min(serie, p.rang("vide")))
            oracle.tell(Event("garde_tenue", who, "", "YY-10.13", (("Défenses réussies", elan, "YY-10.13"),)))
            changes.append(replace(p, serie=serie, elan=elan, surpris_par=()))
        elif p.serie or p.elan or p.surpris_par:
            changes.append(replace(p, serie=0, elan=0, surpris_par=()))
    return scene.put(*changes) if changes else scene


def tenue(combat: Combat, p: Personnage) -> bool:
    """Whether he defended himself, met everybody who attacked him, and nobody got through."""
    contre = getattr(combat.declarations.get(p.id), "contre", ())
    if not contre or not p.conscient or all(sur != p.id for _, sur in combat.parades):
        return False
    if p.id in combat.jets and combat.jets[p.id].desastre:
        return False
    attaquants = [a.actor for a in combat.declarations.values() if a.hostile and getattr(a, "cible", "") == p.id]
    return all(a in contre for a in attaquants) and all(sur != p.id for _, sur in combat.touches)


@rule("YY-20.9")
def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps still stand."""
    camp = None
    for p in scene.people.values():
        if p.side and p.conscient:
            if camp is None:
                camp = p.side
            elif p.side != camp:
                return False
    return True


@rule("YY-20.9")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over."""
    vainqueurs = tuple(dict.fromkeys(p.side for p in scene.people.values() if p.conscient and p.side))
    oracle.tell(Event("fin_combat", "", "", "YY-10.5", (), (("debout", vainqueurs or ("personne",)),)))
    changes = [
        replace(p, elan=0, serie=0, repos=0, souffle=p.souffle if p.apnee else 0, surpris_par=(), a_terre=False)
        for p in scene.people.values()
        if p.elan or p.serie or p.repos or p.souffle or p.surpris_par or p.a_terre
    ]
    scene = replace(scene, encounter=None)
    return scene.put(*changes) if changes else scene
