"""Chapter 2, time: initiative, the end of a Round, the beginning of the next."""

from __future__ import annotations

from functools import cmp_to_key
from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .combat import Combat, clore, combat_fini, en_cours, fin_de_tour, pas_son_tour, perdre_un_avantage, surnombre
from .etats import etats_en_fin_de_round
from .mort import a_l_agonie
from .oppositions import opposer
from .state import ROUND, Personnage, hors_d_etat, inconnu
from .tests import poids, preparer, tester

if TYPE_CHECKING:
    from .scene import Scene

# ---------------------------------------------------------------- initiative


@rule("VM-2.3")
def initiative(scene: Scene, oracle: Oracle, who: str) -> tuple[Scene, Terms]:
    """A Test d'Initiative: the DR gives the tens, BI the units."""
    scene, jet = tester(scene, oracle, who, "INI")
    p = scene[who]
    terms: Terms = (("10 x DR", 10 * jet.dr, "VM-2.3"), ("Bonus d'Initiative", p.bonus("INI"), "VM-2.3"))
    return scene, (*terms, *p.fiche.effets.get("initiative", ()))


@rule("VM-2.3", "VM-2.4")
def ordre(scene: Scene, oracle: Oracle, qui: list[str]) -> tuple[Scene, dict[str, int], tuple[str, ...]]:
    """Everybody's value, and the order: by value, then by Agilité, then by an opposed Test of Agilité."""
    valeurs: dict[str, int] = {}
    for who in qui:
        scene, terms = initiative(scene, oracle, who)
        valeurs[who] = total(terms)
        oracle.tell(Event("initiative", who, "", "VM-2.3", terms, (("valeur", valeurs[who]),)))

    def devant(a: str, b: str) -> int:
        if valeurs[a] != valeurs[b]:
            return valeurs[b] - valeurs[a]
        if scene[a].carac("AGI") != scene[b].carac("AGI"):
            return scene[b].carac("AGI") - scene[a].carac("AGI")
        return -1 if agilite(scene, oracle, a, b) else 1

    return scene, valeurs, tuple(sorted(qui, key=cmp_to_key(devant)))


@rule("VM-2.4")
def agilite(scene: Scene, oracle: Oracle, a: str, b: str) -> bool:
    """Whether the first wins an opposed Test of Agilité. Nobody spends points on the order of play."""
    lignes = [replace(preparer(scene[w], "AGI", poids(scene[w], "AGI")).ligne, chance=0, resilience=0) for w in (a, b)]
    return opposer(oracle, lignes[0], lignes[1]).gagne


# ---------------------------------------------------------------- actions


@rule("VM-2.2", "VM-2.5")
class Combattre(Action, frozen=True, tag="combattre"):
    """A fight begins between all those who have a camp; initiative is rolled once and kept."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is not None:
            return Closed("VM-2.2", "Un combat est déjà engagé")
        if combat_fini(scene):
            return Closed("VM-2.2", "Il faut deux camps debout")
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        qui = [p.id for p in scene.personnages.values() if p.conscient and p.camp]
        scene, valeurs, rangs = ordre(scene, oracle, qui)
        oracle.tell(Event("round", "", "", "VM-2.1", (), (("round", 1),)))
        file = tuple([w for w in rangs if scene[w].peut_agir])
        scene = replace(scene, combat=Combat(ordre=rangs, file=file, initiatives=valeurs))
        return scene if file else fin_de_tour(scene, oracle)


@rule("VM-2.1")
class Terminer(Action, frozen=True, tag="terminer"):
    """The tour is over."""

    def closed(self, scene: Scene) -> Closed | None:
        if scene.combat is None:
            return Closed("VM-2.1", "Aucun combat n'est en cours")
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or pas_son_tour(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fin_de_tour(scene, oracle)


# ---------------------------------------------------------------- the end of a Round


@rule("VM-2.2", "VM-2.11", "VM-2.36")
def fin_de_round(scene: Scene, oracle: Oracle) -> Scene:
    """États, numbers, Engagements that nobody keeps up, the dying, the clock; then the next Round begins."""
    scene = etats_en_fin_de_round(scene, oracle)
    scene = sous_le_nombre(scene, oracle)
    scene = a_l_agonie(scene, oracle)
    scene = ecouler(scene, oracle, ROUND)
    if combat_fini(scene):
        return clore(scene, oracle)
    combat = en_cours(scene)
    persos = scene.personnages
    tiennent = tuple(
        [
            e
            for e in combat.engagements
            if e.round >= combat.round and persos[e.a].vie == "actif" and persos[e.b].vie == "actif"
        ]
    )
    apres = Combat(combat.round + 1, combat.ordre, combat.ordre, combat.initiatives, tiennent)
    oracle.tell(Event("round", "", "", "VM-2.1", (), (("round", apres.round),)))
    return replace(scene, combat=apres)


@rule("VM-2.36", "VM-2.38")
def sous_le_nombre(scene: Scene, oracle: Oracle) -> Scene:
    """Whoever is outnumbered loses 1 Avantage, unless he is larger than those around him."""
    combat = en_cours(scene)
    if not combat.engagements:
        return scene
    for who in combat.ordre:
        p = scene.personnages[who]
        if p.avantages and p.conscient and deborde(scene, p):
            scene = perdre_un_avantage(scene, oracle, who, "VM-2.36")
    return scene


def deborde(scene: Scene, p: Personnage) -> bool:
    """Whether those Engagés with him, and not smaller than he is, are at least two for one."""
    combat = en_cours(scene)
    for e in combat.engagements:
        autre = e.autre(p.id)
        if autre:
            q = scene.personnages[autre]
            if q.camp != p.camp and q.fiche.rang_taille >= p.fiche.rang_taille and surnombre(scene, autre, p.id) > 1:
                return True
    return False


def ecouler(scene: Scene, oracle: Oracle, secondes: int) -> Scene:
    """The clock moves on: effects and états with an end are over, spells too."""
    horloge = scene.horloge + secondes
    changes = []
    for p in scene.personnages.values():
        if p.effets and any([e.fin is not None and e.fin <= horloge for e in p.effets]):
            p = replace(p, effets=tuple([e for e in p.effets if e.fin is None or e.fin > horloge]))
            changes.append(p)
        if p.etats and any([e.fin is not None and e.fin <= horloge for e in p.etats]):
            p = replace(p, etats=tuple([e for e in p.etats if e.fin is None or e.fin > horloge]))
            changes.append(p)
        if p.stoique:
            changes.append(replace(p, stoique=False))
    scene = replace(scene, horloge=horloge)
    if scene.sorts:
        scene = replace(scene, sorts=tuple([s for s in scene.sorts if s.fin is None or s.fin > horloge]))
    return scene.put(*changes) if changes else scene


ACTIONS = (Combattre, Terminer)
