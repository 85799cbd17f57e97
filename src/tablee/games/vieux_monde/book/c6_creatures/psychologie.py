"""Fear: Peur, Terreur, Perturbante. Who faces what, who masters it, and what it keeps him from."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Cas
from ...model.people import Personnage, distance
from ...model.scene import Scene
from ..c1_tests.tests import tester
from ..c6_etats import gagner_etat

REGLE = "VM-6.11"
CRAINTE = -10  # on blows and shots at what one fears
MALUS_DE_TERREUR = -20
PERTURBANTE = "trait:perturbante"
TROUBLE, PRES = -10, 2  # Perturbante: on Tests, and within so many squares

TREMBLER = Option("trembler", "trembler")
IGNORER = Option("determination", "ignorer la peur", (("Détermination", 1),))


# ---------------------------------------------------------------- who frightens whom


def effroi(p: Personnage) -> str:
    """What he inspires: « terreur », « peur », or nothing."""
    return "terreur" if p.a_trait("terreur") else "peur" if p.a_trait("peur") else ""


def insensible(p: Personnage, a: str) -> bool:
    """Whether this dread means nothing to him: he has no mind, ignores fear, or inspires as much himself."""
    if p.brave or p.a_trait("sans_esprit"):
        return True
    sien = effroi(p)
    return sien == "terreur" or (sien == "peur" and a == "peur")


def au_debut_du_combat(scene: Scene, oracle: Oracle) -> Scene:
    """Everybody faces the fearsome of the other sides: one Test each against the worst of them."""
    for who in scene.encounter.ordre if scene.encounter is not None else ():
        scene = faire_face(scene, oracle, who)
    return scene


def faire_face(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """One Test against the worst that he sees on the other sides; what it decides holds for all of them."""
    p = scene[who]
    horreurs = [q for q in scene.people.values() if q.side != p.side and q.side and q.conscient and effroi(q)]
    horreurs = [q for q in horreurs if not insensible(p, effroi(q)) and q.id not in p.craintes]
    if not horreurs or not p.conscient:
        return scene
    terreurs = [q for q in horreurs if effroi(q) == "terreur"]
    return affronter_l_effroi(scene, oracle, who, tuple(q.id for q in terreurs or horreurs))


def entrer_en_scene(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A newcomer faces the others; and if he is fearsome, the others face him."""
    return effrayer(faire_face(scene, oracle, who), oracle, who)


def effrayer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """In a fight: if somebody is fearsome from now on, all his enemies face him."""
    q = scene[who]
    a = effroi(q)
    if not a or scene.encounter is None:
        return scene
    for autre in scene.encounter.ordre:
        p = scene[autre]
        if p.side != q.side and p.conscient and who not in p.craintes and not insensible(p, a):
            scene = affronter_l_effroi(scene, oracle, autre, (who,))
    return scene


@rule("VM-2.15", "VM-4.10", "VM-6.11")
def affronter_l_effroi(scene: Scene, oracle: Oracle, who: str, horreurs: tuple[str, ...]) -> Scene:
    """A Test de Calme, Avantages included, at -20 against Terreur; who fails fears them, and Terreur breaks him."""
    terreur = any(effroi(scene[h]) == "terreur" for h in horreurs)
    plus = (("Terreur", MALUS_DE_TERREUR, REGLE),) if terreur else ()
    scene, jet = tester(scene, oracle, who, "calme", plus=plus)
    facts = (("effroi", "la Terreur" if terreur else "la Peur"),)
    if jet.reussi or ignorer(oracle, scene[who]):
        if not jet.reussi:
            scene = scene.put(braver(scene[who]))
        oracle.tell(Event("tient_bon", who, horreurs[0], REGLE if jet.reussi else "VM-4.10", (), facts))
        return scene
    oracle.tell(Event("craint", who, horreurs[0], REGLE, (("Contre ce qu'il craint", CRAINTE, REGLE),), facts))
    p = scene[who]
    scene = scene.put(replace(p, craintes=(*p.craintes, *[h for h in horreurs if h not in p.craintes])))
    return gagner_etat(scene, oracle, who, "brise", 1 + max(0, -jet.dr) // 2, REGLE) if terreur else scene


@rule("VM-4.10")
def ignorer(oracle: Oracle, p: Personnage) -> bool:
    """Whether a Point de Détermination is spent not to be afraid in this fight."""
    if p.determination <= 0:
        return False
    return oracle.ask(Question(p.id, "vm.peur", "VM-4.10", (TREMBLER, IGNORER))).id == "determination"


@rule("VM-4.10")
def braver(p: Personnage) -> Personnage:
    """One Point de Détermination less, and no fear until the fight is over."""
    return replace(p, determination_perdue=p.determination_perdue + 1, brave=True, craintes=())


def se_reprendre(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At the end of a Round: what is gone is no longer feared; a Test de Calme masters the rest."""
    p = scene[who]
    restent = tuple([c for c in p.craintes if c in scene.people and scene[c].conscient]) if not p.brave else ()
    if restent and p.conscient:
        scene, jet = tester(scene, oracle, who, "calme")
        restent = () if jet.reussi else restent
    if not restent:
        oracle.tell(Event("se_reprend", who, "", REGLE))
    return scene.put(replace(scene[who], craintes=restent))


# ---------------------------------------------------------------- what it does


@rule("VM-6.11")
@EFFECTS.on("contre", of="craint")
def crainte(c: Cas) -> Term | None:
    """What one fears is harder to strike at."""
    craint = c.contre is not None and c.contre.id in c.p.craintes and not c.p.brave
    return ("Crainte", CRAINTE, REGLE) if craint else None


@rule("VM-6.11")
@EFFECTS.on("contre")
def de_pres(c: Cas) -> Term | None:
    """So is what unsettles."""
    q = c.contre
    return ("Perturbante", TROUBLE, REGLE) if q is not None and PERTURBANTE in q.bears and trouble(c.p, q) else None


@rule("VM-6.10")
@EFFECTS.on("presence")
def malaise(c: Cas) -> Term | None:
    """Something Perturbante nearby weighs on any Test."""
    if c.scene is None:
        return None
    for q in c.scene.people.values():
        if PERTURBANTE in q.marques and q.id != c.p.id and trouble(c.p, q):
            return "Perturbante", TROUBLE, "VM-6.10"
    return None


def trouble(p: Personnage, q: Personnage) -> bool:
    """Whether the second unsettles the first: Perturbante, near, awake, and he neither brave nor of the same kind."""
    return (
        q.a_trait("perturbante")
        and not p.brave
        and distance(p, q) <= PRES
        and q.conscient
        and not p.a_trait("perturbante")
        and not p.a_trait("sans_esprit")
    )


def n_ose_pas(scene: Scene, p: Personnage, x: int, y: int) -> Closed | None:
    """Why fear keeps him from going there: it is nearer to somebody he fears."""
    if p.craintes and not p.brave:
        la = replace(p, x=x, y=y)
        for q in scene.people.values():
            if q.id in p.craintes and q.conscient and distance(la, q) < distance(p, q):
                return Closed(REGLE, "{} n'ose pas s'approcher de {}", (Someone(p.id), Someone(q.id)))
    return None
