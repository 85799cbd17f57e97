"""Chapter 2, the fight: tours, who is Engagé with whom, numbers, Avantages, the Mouvement that is left."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.catalogue import ETATS
from ...model.combats import Combat, Engagement
from ...model.effects import constante
from ...model.people import Personnage, distance, hors_d_etat, sans_etat
from ...model.scene import Scene, inconnu

AVANTAGE_MAX = 6


def en_cours(scene: Scene) -> Combat:
    if scene.encounter is None:
        raise ValueError("no fight under way")
    return scene.encounter


# ---------------------------------------------------------------- guards

PAS_DE_COMBAT = Closed("VM-2.1", "Aucun combat n'est en cours")
ACTION_PRISE = Closed("VM-2.1", "L'Action de ce tour est déjà prise")


@rule("VM-2.1")
def pas_son_tour(scene: Scene, who: str) -> Closed | None:
    """In a fight one acts in one's own tour; outside fights whenever one likes."""
    combat = scene.encounter
    if combat is None or combat.file[:1] == (who,):
        return None
    return Closed("VM-2.1", "C'est le tour de {}", (Someone(combat.file[0]) if combat.file else "personne",))


def pas_d_action(scene: Scene, who: str) -> Closed | None:
    """What takes the Action of the tour: only one of these, by somebody who is there and can."""
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    combat = scene.encounter
    if combat is not None and combat.action and combat.file[:1] == (who,):
        return ACTION_PRISE
    return hors_d_etat(scene[who]) or pas_son_tour(scene, who)


def action_prise(scene: Scene) -> Scene:
    """The Action of the tour is used, and with it the benefit of a Jeton; outside fights nothing."""
    combat = scene.encounter
    if combat is None:
        return scene
    if combat.file:
        p = scene.people[combat.file[0]]
        if p.effets and des_jetons(p):
            scene = scene.put(sans_jeton(p))
    return replace(scene, encounter=replace(combat, action=True))


# ---------------------------------------------------------------- what a Jeton adds to the next Action

ATTEND = "action:"  # before what a benefit bears on, while it waits for the tour of its beneficiary


def des_jetons(p: Personnage) -> bool:
    """Whether a Jeton has given him something that he still has."""
    return "jeton" in [e.origine for e in p.effets]


@rule("VM-2.64")
def sans_jeton(p: Personnage) -> Personnage:
    """The benefits that bore on this Action are used up; those that still wait are kept."""
    return replace(p, effets=tuple([e for e in p.effets if e.origine != "jeton" or e.sur.startswith(ATTEND)]))


@rule("VM-2.64", "VM-2.65")
def eveiller_les_jetons(scene: Scene, combat: Combat, p: Personnage) -> tuple[Scene, Combat]:
    """At the beginning of his tour: benefits that waited for it now weigh on his Tests; a Mouvement is his to walk."""
    if not des_jetons(p):
        return scene, combat
    effets = []
    for e in p.effets:
        if e.origine == "jeton" and e.sur == ATTEND + "mouvement":
            combat = replace(combat, reserve=combat.reserve + max(0, total(mouvement(scene, p))))
        elif e.origine == "jeton":
            effets.append(replace(e, sur=e.sur.removeprefix(ATTEND)))
        else:
            effets.append(e)
    return scene.put(replace(p, effets=tuple(effets))), combat


def endormir_les_jetons(p: Personnage) -> Personnage:
    """At the end of a tour without an Action: the benefit waits for the next one."""
    if not des_jetons(p):
        return p
    dort = [replace(e, sur=ATTEND + e.sur.removeprefix(ATTEND)) if e.origine == "jeton" else e for e in p.effets]
    return replace(p, effets=tuple(dort))


# ---------------------------------------------------------------- Engagement


def engages_avec(scene: Scene, who: str) -> tuple[str, ...]:
    """Those he is Engagé with; whoever is down and out no longer fights anybody."""
    if scene.encounter is None or not scene.encounter.engagements:
        return ()
    persos = scene.people
    return tuple([autre for e in scene.encounter.engagements if (autre := e.autre(who)) and persos[autre].conscient])


@rule("VM-2.10")
def engager(combat: Combat, a: str, b: str) -> Combat:
    """Attacking hand to hand makes both Engagés with each other."""
    paire, nouveau = (a, b), Engagement(a, b, combat.round)
    restent = [e for e in combat.engagements if e.a not in paire or e.b not in paire]
    return replace(combat, engagements=(*restent, nouveau))


def desengager(scene: Scene, who: str, de: tuple[str, ...] | None = None) -> Scene:
    """He is no longer Engagé with these, or with anybody."""
    combat = scene.encounter
    if combat is None:
        return scene
    restent = tuple([e for e in combat.engagements if not (q := e.autre(who)) or (de is not None and q not in de)])
    return replace(scene, encounter=replace(combat, engagements=restent))


@rule("VM-2.37")
def melee(scene: Scene, combat: Combat, who: str, cible: str) -> Iterable[Personnage]:
    """Everybody in the same melee: whoever is awake and Engagé with one of them is part of it."""
    persos = scene.people
    dedans = {who: persos[who], cible: persos[cible]}
    autour: Sequence[Engagement] = combat.engagements
    while True:
        ailleurs = []
        for e in autour:
            if e.a in dedans:
                if e.b not in dedans and (q := persos[e.b]).conscient:
                    dedans[e.b] = q
            elif e.b not in dedans:
                ailleurs.append(e)
            elif (q := persos[e.a]).conscient:
                dedans[e.a] = q
        if not ailleurs or len(ailleurs) == len(autour):
            return dedans.values()
        autour = ailleurs


@rule("VM-2.35", "VM-2.37")
def surnombre(scene: Scene, who: str, cible: str) -> int:
    """How many times his camp outnumbers the others in this melee, counted among the Engagés, rounded down."""
    combat, p = scene.encounter, scene.people[who]
    if combat is None or not p.side or (len(combat.engagements) < 2 and not p.fiche.traits):
        return 1
    return contre_un(scene, melee(scene, combat, who, cible), p.side)


@rule("VM-2.37", "VM-2.42")
def contre_un(scene: Scene, tous: Iterable[Personnage], camp: str) -> int:
    """How many times a camp outnumbers the others among these, rounded down; a nervous mount in the saddle is none."""
    if not camp:
        return 1
    miens = siens = 0
    for p in tous:
        if "nerveux" in p.fiche.traits and cavalier(scene, p.id) is not None:
            continue
        if p.side == camp:
            miens += effectif(p) if p.fiche.traits else 1
        else:
            siens += max(effectif(p), compte_pour(p)) if p.fiche.traits or p.fiche.talents else 1
    return miens // siens if siens else 1


NUEE = 3  # how many a swarm counts for in a melee


@rule("VM-6.10")
def effectif(p: Personnage) -> int:
    """How many he counts for among the Engagés: a swarm for three."""
    return NUEE if "nuee" in p.fiche.traits else 1


@rule("VM-2.35")
def compte_pour(p: Personnage) -> int:
    """Dos au mur: for how many he counts when others outnumber him."""
    return 2 if p.talent("dos_au_mur") else 1


# ---------------------------------------------------------------- Avantages


@rule("VM-2.14", "VM-2.17")
def gagner(scene: Scene, oracle: Oracle, who: str, pourquoi: str, regle: str = "VM-2.17", n: int = 1) -> Scene:
    """Gain Avantages, up to 6; what would go beyond is lost, and nobody gains any who is not awake."""
    p = scene.people[who]
    apres = min(AVANTAGE_MAX, p.avantages + n)
    if apres == p.avantages or not p.conscient:
        return scene
    oracle.tell(Event("avantage", who, "", regle, ((pourquoi, apres - p.avantages, regle),), (("avantages", apres),)))
    return scene.put(replace(p, avantages=apres))


@rule("VM-2.14")
def comble(p: Personnage) -> Closed | None:
    """What would only give an Avantage is closed to whoever cannot hold one more."""
    if p.avantages < AVANTAGE_MAX:
        return None
    return Closed("VM-2.14", "{} a déjà {} Avantages, le maximum", (Someone(p.id), AVANTAGE_MAX))


@rule("VM-2.18")
def avantages_gardes(p: Personnage) -> int:
    """Tête froide: how many Avantages a wound leaves him."""
    return 1 if p.talent("tete_froide") else 0


@rule("VM-2.18")
def perdre_les_avantages(scene: Scene, oracle: Oracle, who: str, regle: str = "VM-2.18") -> Scene:
    """All Avantages are gone."""
    p = scene.people[who]
    garde = avantages_gardes(p) if regle == "VM-2.18" and p.fiche.talents else 0
    if p.avantages <= garde:
        return scene
    oracle.tell(Event("avantages_perdus", who, "", regle, (), (("perdus", p.avantages - garde),)))
    return scene.put(replace(p, avantages=garde))


def perdre_un_avantage(scene: Scene, oracle: Oracle, who: str, regle: str) -> Scene:
    """One Avantage less, not below 0."""
    p = scene.people[who]
    if not p.avantages:
        return scene
    oracle.tell(Event("avantage_perdu", who, "", regle, (), (("avantages", p.avantages - 1),)))
    return scene.put(replace(p, avantages=p.avantages - 1))


# ---------------------------------------------------------------- tours

debut_de_tour: Moment[[str]] = Moment("debut_de_tour")
fin_de_round: Moment[[]] = Moment("fin_de_round")  # nobody is left to play in it


@rule("VM-2.1", "VM-2.22", "VM-2.23")
def fin_de_tour(scene: Scene, oracle: Oracle) -> Scene:
    """The tour is over: what its blows held in store for defenders happens, and the next one plays."""
    combat = en_cours(scene)
    for who, gain in combat.attente:
        if gain:
            scene = gagner(scene, oracle, who, "Succès critique du défenseur", "VM-2.22")
        else:
            scene = perdre_les_avantages(scene, oracle, who, "VM-2.23")
    if combat.file:
        p = scene.people[combat.file[0]]
        if p.effets and des_jetons(p):
            scene = scene.put(endormir_les_jetons(p))
    return tour_suivant(scene, oracle, combat.file[1:])


@rule("VM-2.1", "VM-2.2")
def tour_suivant(scene: Scene, oracle: Oracle, file: tuple[str, ...]) -> Scene:
    """The first of these who can play his tour; when there is none left, the next Round."""
    if combat_fini(scene):
        return clore(scene, oracle)
    while True:
        while file and not scene.people[file[0]].peut_agir:
            file = file[1:]
        if file:
            return commencer(scene, oracle, file)
        scene = fin_de_round(scene, oracle)  # which closes the fight if it is over
        if scene.encounter is None:
            return scene
        file = scene.encounter.file


@rule("VM-2.1", "VM-6.8")
def commencer(scene: Scene, oracle: Oracle, file: tuple[str, ...]) -> Scene:
    """The tour of the first of these begins."""
    scene = ouvrir_le_tour(scene, file)
    return debut_de_tour(scene, oracle, file[0])


@rule("VM-2.1")
def ouvrir_le_tour(scene: Scene, file: tuple[str, ...]) -> Scene:
    """The first of these has his tour: one Action, one Mouvement, nothing used of either."""
    c = en_cours(scene)
    combat = Combat(
        c.round, c.ordre, file, c.initiatives, c.engagements, dissipations=c.dissipations, devance=c.devance
    )
    p = scene.people[file[0]]
    if p.effets:
        scene, combat = eveiller_les_jetons(scene, combat, p)
    return replace(scene, encounter=combat)


def combattant(scene: Scene, p: Personnage) -> bool:
    """Whether he takes part: awake, of a camp, not in a chase elsewhere, and no nervous mount (VM-2.42)."""
    if not p.side or not p.conscient:
        return False
    chasse = scene.poursuite
    if chasse is not None and (p.id in chasse.poursuivis or p.id in chasse.poursuivants):
        return False
    if p.fiche.traits and "nerveux" in p.fiche.traits:
        return p.id in scene.encounter.ordre if scene.encounter is not None else cavalier(scene, p.id) is None
    return True


@rule("VM-2.2")
def combat_fini(scene: Scene) -> bool:
    """Whether fewer than two camps are left, or nobody who has a tour: the others flee, are beaten or surrender."""
    camp, ici = None, scene.poursuite is None
    for p in scene.people.values():
        if p.side != camp and p.side and p.conscient and ((ici and not p.fiche.traits) or combattant(scene, p)):
            if camp is not None:
                return sans_tour(scene)
            camp = p.side
    return True


def sans_tour(scene: Scene) -> bool:
    """Whether nobody is up who has a place in the order of the fight under way."""
    for who in scene.encounter.ordre if scene.encounter is not None else ():
        if scene.people[who].conscient:
            return False
    return scene.encounter is not None


@rule("VM-2.2")
def clore(scene: Scene, oracle: Oracle) -> Scene:
    """The fight is over: Avantages go, and those a Point de Destin kept alive are no longer in danger."""
    vainqueurs = tuple(dict.fromkeys(p.side for p in scene.people.values() if combattant(scene, p)))
    oracle.tell(Event("fin_combat", "", "", "VM-2.2", (), (("debout", vainqueurs or ("personne",)),)))
    changes = []
    for p in scene.people.values():
        if p.avantages or p.protege or p.stoique or p.brave or p.craintes or p.jetons:
            p = replace(p, avantages=0, protege=False, stoique=False, brave=False, craintes=(), jetons=0)
            changes.append(p)
        if p.effets and any(e.origine == "jeton" for e in p.effets):
            p = replace(p, effets=tuple([e for e in p.effets if e.origine != "jeton"]))
            changes.append(p)
        if p.etats and p.niveau("surpris"):
            changes.append(sans_etat(p, "surpris"))
    scene = replace(scene, encounter=None)
    return scene.put(*changes) if changes else scene


# ---------------------------------------------------------------- mounts


def cavalier(scene: Scene, monture: str) -> Personnage | None:
    """Who rides it, awake."""
    for p in scene.people.values():
        if p.monture == monture and p.conscient:
            return p
    return None


@rule("VM-2.39")
def marcheur(scene: Scene, p: Personnage) -> Personnage:
    """Whose legs carry him: his mount's, or his own."""
    return scene.people[p.monture] if p.monture else p


# ---------------------------------------------------------------- movement left


@rule("VM-2.6", "VM-2.39")
def mouvement(scene: Scene, p: Personnage) -> Terms:
    """The Mouvement in squares: his own, or his mount's when he rides."""
    q = marcheur(scene, p)
    mouvement = ("Mouvement", q.fiche.mouvement, "VM-2.39" if p.monture else "VM-2.6")
    return (mouvement, *constante(q.bears, "mouvement").terms)


def marche_restante(scene: Scene, p: Personnage) -> int:
    """Squares left to walk in this tour; none for whoever cannot move."""
    q = marcheur(scene, p)
    if q.etats and any(ETATS[e.id].sans_mouvement for e in q.etats):
        return 0
    combat = scene.encounter
    tout = max(0, total(mouvement(scene, p)))
    return tout if combat is None else max(0, tout + combat.reserve - combat.marche)


def hors_d_atteinte(scene: Scene, p: Personnage, q: Personnage, cases: int = 1) -> bool:
    """Whether somebody is too far off to be helped; outside fights one simply walks up to him."""
    return scene.encounter is not None and distance(p, q) > cases
