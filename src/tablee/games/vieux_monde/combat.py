"""Chapter 2, the fight: initiative, Rounds, tours, who is Engagé with whom."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .catalogue import ETATS
from .state import Personnage, effets_sur, hors_d_etat, inconnu

if TYPE_CHECKING:
    from .scene import Scene

AVANTAGE_MAX = 6


class Engagement(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Two who fight each other hand to hand, and the last Round in which one attacked the other."""

    a: str
    b: str
    round: int

    def autre(self, who: str) -> str:
        """The other one, or nobody if it is not about him."""
        return self.b if who == self.a else self.a if who == self.b else ""


class Combat(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A fight under way. What is said of the tour is about the first of `file`."""

    round: int = 1
    ordre: tuple[str, ...] = ()  # everybody, by initiative
    file: tuple[str, ...] = ()  # who is still to play his tour in this Round, the present one first
    initiatives: dict[str, int] = {}
    engagements: tuple[Engagement, ...] = ()
    action: bool = False  # the Action of this tour is used
    marche: int = 0  # squares gone in this tour
    reserve: int = 0  # squares granted in this tour beyond the Mouvement (Course, Jeton)
    charge: str = ""  # whom he has charged in this tour
    jeton: bool = False  # VM-2.61: a Jeton was used in this tour
    attente: tuple[tuple[str, int], ...] = ()  # at the end of the tour: +1 Avantage, or 0: all are lost
    dissipations: tuple[str, ...] = ()  # VM-3.9: who has tried to dispel something in this Round
    devance: tuple[str, ...] = ()  # VM-4.6: who acts out of order in this Round


def en_cours(scene: Scene) -> Combat:
    if scene.combat is None:
        raise ValueError("no fight under way")
    return scene.combat


# ---------------------------------------------------------------- guards

PAS_DE_COMBAT = Closed("VM-2.1", "Aucun combat n'est en cours")
ACTION_PRISE = Closed("VM-2.1", "L'Action de ce tour est déjà prise")


@rule("VM-2.1")
def pas_son_tour(scene: Scene, who: str) -> Closed | None:
    """In a fight one acts in one's own tour; outside fights whenever one likes."""
    combat = scene.combat
    if combat is None or combat.file[:1] == (who,):
        return None
    return Closed("VM-2.1", "C'est le tour de {}", (scene.name(combat.file[0]) if combat.file else "personne",))


def pas_d_action(scene: Scene, who: str) -> Closed | None:
    """What takes the Action of the tour: only one of these, by somebody who is there and can."""
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    combat = scene.combat
    if combat is not None and combat.action and combat.file[:1] == (who,):
        return ACTION_PRISE
    return hors_d_etat(scene[who]) or pas_son_tour(scene, who)


def action_prise(scene: Scene) -> Scene:
    """The Action of the tour is used; outside fights nothing."""
    combat = scene.combat
    return scene if combat is None else replace(scene, combat=replace(combat, action=True))


# ---------------------------------------------------------------- Engagement


def engages_avec(scene: Scene, who: str) -> tuple[str, ...]:
    """Those he is Engagé with."""
    if scene.combat is None or not scene.combat.engagements:
        return ()
    return tuple([autre for e in scene.combat.engagements if (autre := e.autre(who))])


@rule("VM-2.10")
def engager(combat: Combat, a: str, b: str) -> Combat:
    """Attacking hand to hand makes both Engagés with each other."""
    nouveau = Engagement(a, b, combat.round)
    restent = [e for e in combat.engagements if not ((e.a == a and e.b == b) or (e.a == b and e.b == a))]
    return replace(combat, engagements=(*restent, nouveau))


def desengager(scene: Scene, who: str, de: tuple[str, ...] | None = None) -> Scene:
    """He is no longer Engagé with these, or with anybody."""
    combat = scene.combat
    if combat is None:
        return scene
    restent = tuple([e for e in combat.engagements if not (q := e.autre(who)) or (de is not None and q not in de)])
    return replace(scene, combat=replace(combat, engagements=restent))


@rule("VM-2.35", "VM-2.37")
def surnombre(scene: Scene, who: str, cible: str) -> int:
    """How many times his side outnumbers the other in this melee, counted among the Engagés, rounded down."""
    combat = scene.combat
    if combat is None:
        return 1
    persos = scene.personnages
    camp = persos[who].camp
    miens, siens = {who}, {cible}
    for e in combat.engagements:
        autre = e.autre(cible)
        if autre and persos[autre].camp == camp and persos[autre].conscient:
            miens.add(autre)
    if len(miens) == 1:
        return 1
    for e in combat.engagements:
        for m, q in ((e.a, e.b), (e.b, e.a)):
            if m in miens and persos[q].camp != camp and persos[q].conscient:
                siens.add(q)
    return len(miens) // len(siens)


# ---------------------------------------------------------------- Avantages


@rule("VM-2.14", "VM-2.17")
def gagner(scene: Scene, oracle: Oracle, who: str, pourquoi: str, regle: str = "VM-2.17", n: int = 1) -> Scene:
    """Gain Avantages, up to 6."""
    p = scene.personnages[who]
    apres = min(AVANTAGE_MAX, p.avantages + n)
    if apres == p.avantages:
        return scene
    oracle.tell(Event("avantage", who, "", regle, ((pourquoi, apres - p.avantages, regle),), (("avantages", apres),)))
    return scene.put(replace(p, avantages=apres))


@rule("VM-2.18")
def perdre_les_avantages(scene: Scene, oracle: Oracle, who: str, regle: str = "VM-2.18") -> Scene:
    """All Avantages are gone."""
    p = scene.personnages[who]
    if not p.avantages:
        return scene
    oracle.tell(Event("avantages_perdus", who, "", regle, (), (("perdus", p.avantages),)))
    return scene.put(replace(p, avantages=0))


def perdre_un_avantage(scene: Scene, oracle: Oracle, who: str, regle: str) -> Scene:
    """One Avantage less, not below 0."""
    p = scene.personnages[who]
    if not p.avantages:
        return scene
    oracle.tell(Event("avantage_perdu", who, "", regle, (), (("avantages", p.avantages - 1),)))
    return scene.put(replace(p, avantages=p.avantages - 1))


# ---------------------------------------------------------------- tours


@rule("VM-2.1", "VM-2.22", "VM-2.23")
def fin_de_tour(scene: Scene, oracle: Oracle) -> Scene:
    """The tour is over: what its blows held in store for defenders happens, and the next one plays."""
    combat = en_cours(scene)
    for who, gain in combat.attente:
        if gain:
            scene = gagner(scene, oracle, who, "Succès critique du défenseur", "VM-2.22")
        else:
            scene = perdre_les_avantages(scene, oracle, who, "VM-2.23")
    return tour_suivant(scene, oracle, combat.file[1:])


def tour_suivant(scene: Scene, oracle: Oracle, file: tuple[str, ...]) -> Scene:
    """The first of these who can play his tour; when there is none left, the next Round."""
    from .rounds import fin_de_round

    while True:
        combat = en_cours(scene)
        if combat_fini(scene):
            return clore(scene, oracle)
        while file and not scene.personnages[file[0]].peut_agir:
            file = file[1:]
        scene = replace(
            scene,
            combat=Combat(
                combat.round,
                combat.ordre,
                file,
                combat.initiatives,
                combat.engagements,
                dissipations=combat.dissipations,
                devance=combat.devance,
            ),
        )
        if file:
            return scene
        scene = fin_de_round(scene, oracle)
        if scene.combat is None:
            return scene
        file = scene.combat.file


@rule("VM-2.2")
def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps are left: the others flee, are beaten or have surrendered."""
    camp = None
    for p in scene.personnages.values():
        if p.camp and p.conscient:
            if camp is None:
                camp = p.camp
            elif p.camp != camp:
                return False
    return True


@rule("VM-2.2")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: Avantages go, and those a Point de Destin kept alive are no longer in danger."""
    vainqueurs = tuple(dict.fromkeys(p.camp for p in scene.personnages.values() if p.conscient and p.camp))
    oracle.tell(Event("fin_combat", "", "", "VM-2.2", (), (("debout", vainqueurs or ("personne",)),)))
    changes = [
        replace(p, avantages=0, protege=False, stoique=False, brave=False, craintes=(), jetons=0)
        for p in scene.personnages.values()
        if p.avantages or p.protege or p.stoique or p.brave or p.craintes or p.jetons
    ]
    scene = replace(scene, combat=None)
    return scene.put(*changes) if changes else scene


# ---------------------------------------------------------------- movement left


@rule("VM-2.6", "VM-2.39")
def mouvement(scene: Scene, p: Personnage) -> Terms:
    """The Mouvement in squares: his own, or his mount's when he rides."""
    q = scene[p.monture] if p.monture else p
    terms: Terms = (("Mouvement", q.fiche.mouvement, "VM-2.39" if p.monture else "VM-2.6"),)
    if q.fiche.talents:
        terms = (*terms, *q.fiche.effets.get("mouvement", ()))
    return (*terms, *effets_sur(q, ("mouvement",))) if q.effets else terms


def marche_restante(scene: Scene, p: Personnage) -> int:
    """Squares left to walk in this tour; none for whoever cannot move."""
    if p.etats and any(ETATS[e.id].sans_mouvement for e in p.etats):
        return 0
    combat = scene.combat
    tout = max(0, total(mouvement(scene, p)))
    return tout if combat is None else max(0, tout + combat.reserve - combat.marche)


def distance(a: Personnage, b: Personnage) -> int:
    """Squares between two places; diagonals count one."""
    dx, dy = abs(a.x - b.x), abs(a.y - b.y)
    return dx if dx > dy else dy
