"""Chapter 10, blows: attacking, defending, one against one and one against many, damage by kind of weapon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .catalogue import MAINS_NUES, Arme
from .degats import infliger
from .fatigue import fatiguer
from .state import Personnage, inconnu
from .tests import (
    Jet,
    Liste,
    UsageVide,
    annoncer,
    base,
    departager,
    jeter,
    noter,
    payer_le_vide,
    penalites,
    preparer,
    recuperer_le_vide,
    sans_vide,
)
from .tours import Declaration, arme_en_main, distance, en_cours, pas_a_lui

if TYPE_CHECKING:
    from .scene import Scene

ATTAQUE, DEFENSE = 2, 1  # fatigue
CONTACT = 3  # metres (YY-10.18)
DEFENSES_MAX = 3


def arme_de(p: Personnage, id: str = "") -> Arme:
    """The weapon named, else the one in hand, else bare hands."""
    if id:
        return next((a for a in p.equipement.armes if a.id == id), MAINS_NUES)
    return arme_en_main(p)


# ---------------------------------------------------------------- what is declared


@rule("YY-10.9")
class Attaquer(Declaration, frozen=True, tag="attaquer"):
    """Attack one opponent hand to hand."""

    cible: str
    arme: str = ""
    vide: UsageVide = ""
    mod: int = 0

    looks: ClassVar[dict[str, Any]] = {}

    def arme_employee(self, p: Personnage) -> Arme | None:
        return arme_de(p, self.arme)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible]
        if q.vie != "actif" or q.id == p.id:
            return Closed("YY-10.9", "{} n'est pas à combattre", (q.nom,))
        if distance(p, q) > CONTACT:
            return Closed("YY-10.18", "{} est à {} m, il faut s'approcher à {} m", (q.nom, distance(p, q), CONTACT))
        return sans_vide(p, 1 if self.vide else 0)

    def preparer_le_jet(self, scene: Scene, oracle: Oracle) -> Scene:
        return jeter_une_fois(scene, oracle, self)[0]

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return porter(scene, oracle, self)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of a blow as if its target, unless it has declared already, struck back."""
        return super().seen(scene, look)


@rule("YY-10.11", "YY-10.12")
class Defendre(Declaration, frozen=True, tag="defendre"):
    """Defend oneself against up to three opponents."""

    contre: tuple[str, ...]
    arme: str = ""
    vide: UsageVide = ""
    mod: int = 0

    def arme_employee(self, p: Personnage) -> Arme | None:
        return arme_de(p, self.arme)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, *self.contre)
        if absent is not None:
            return absent
        if not self.contre:
            return Closed("YY-10.11", "Il faut dire contre qui")
        if len(self.contre) > DEFENSES_MAX:
            return Closed("YY-10.12", "On se défend contre {} adversaires au plus", (DEFENSES_MAX,))
        return sans_vide(scene[self.actor], 1 if self.vide else 0)

    def preparer_le_jet(self, scene: Scene, oracle: Oracle) -> Scene:
        return jeter_une_fois(scene, oracle, self)[0]

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, _ = jeter_une_fois(scene, oracle, self)
        return fatiguer(scene, oracle, self.actor, DEFENSE * len(self.contre))


# ---------------------------------------------------------------- the roll of a fighter


def poids(scene: Scene, p: Personnage, a: Attaquer | Defendre, competence: str) -> Liste:
    """What weighs on the roll of a fighter beyond his ranks."""
    terms = penalites(p, competence)
    if a.mod:
        terms.append(("Circonstances", a.mod, "YY-5.1"))
    if p.elan:
        terms.append(("Défenses réussies", p.elan, "YY-10.13"))
    if isinstance(a, Attaquer):
        n = assaillants(scene, a.cible, p.camp)
        if n > 1:
            terms.append(("À plusieurs", n - 1, "YY-10.23"))
    return terms


@rule("YY-10.23")
def assaillants(scene: Scene, cible: str, camp: str) -> int:
    """How many of this camp have declared an attack on him."""
    if scene.combat is None:
        return 1
    persos = scene.personnages
    return sum(
        [
            1
            for a in scene.combat.declarations.values()
            if getattr(a, "cible", "") == cible and persos[a.actor].camp == camp
        ]
    )


def jeter_une_fois(scene: Scene, oracle: Oracle, a: Attaquer | Defendre) -> tuple[Scene, Jet]:
    """The one roll of a fighter in a turn, made when it is first needed."""
    combat = scene.combat
    if combat is not None:
        connu = combat.jets.get(a.actor)
        if connu is not None:
            return scene, connu
    p = scene.personnages[a.actor]
    competence = arme_de(p, a.arme).groupe
    prepare = preparer(p, competence, poids(scene, p, a, competence), a.vide)
    annoncer(oracle, prepare, competence, getattr(a, "cible", ""))
    jet = jeter(oracle, prepare.ligne)
    apres = noter(recuperer_le_vide(payer_le_vide(p, a.vide), jet.exploits), competence)
    if p.elan:
        apres = replace(apres, elan=0)
    if apres is not p:
        scene = scene.put(apres)
    return garder(scene, jet), jet


def garder(scene: Scene, jet: Jet) -> Scene:
    """The roll stands for the whole turn."""
    combat = scene.combat
    return scene if combat is None else replace(scene, combat=replace(combat, jets={**combat.jets, jet.qui: jet}))


# ---------------------------------------------------------------- blows


@rule("YY-10.21")
def defense_passive(p: Personnage) -> Terms:
    """The rang combiné of the martial skill in use less the penalties; Air/Réflexes for who has none."""
    competence = arme_en_main(p).groupe
    if not p.competence(competence):
        return base(p, "reflexes")
    return (*base(p, competence), *penalites(p, competence))


@rule("YY-10.6", "YY-10.22", "YY-10.24")
def porter(scene: Scene, oracle: Oracle, a: Attaquer) -> Scene:
    """A declared attack comes to its blow: against the target's roll if it faces this attacker, else its passive defence."""
    combat = en_cours(scene)
    if (a.actor, a.cible) in combat.faits:
        return fatiguer(scene, oracle, a.actor, ATTAQUE)
    reponse = combat.declarations.get(a.cible)
    q = scene.personnages[a.cible]
    face = q.conscient and (
        (isinstance(reponse, Attaquer) and reponse.cible == a.actor)
        or (isinstance(reponse, Defendre) and a.actor in reponse.contre)
    )
    scene, mien = jeter_une_fois(scene, oracle, a)
    if not face or not isinstance(reponse, (Attaquer, Defendre)):
        scene = contre_la_defense_passive(scene, oracle, a, mien)
        return fatiguer(scene, oracle, a.actor, ATTAQUE)
    scene, sien = jeter_une_fois(scene, oracle, reponse)
    mien, sien, gagne = departager(oracle, mien, sien, ligne_de(scene, a), ligne_de(scene, reponse))
    combat = en_cours(garder(garder(scene, mien), sien))
    if isinstance(reponse, Attaquer):
        combat = replace(combat, faits=(*combat.faits, (a.cible, a.actor)))
    scene = replace(scene, combat=combat)
    marge = max(0, mien.total - sien.total)
    if gagne > 0:
        scene = toucher(scene, oracle, a, marge)
    elif gagne < 0 and isinstance(reponse, Attaquer):
        scene = toucher(scene, oracle, reponse, max(0, sien.total - mien.total))
    else:
        oracle.tell(Event("pare", a.cible, a.actor, "YY-10.22"))
    return fatiguer(scene, oracle, a.actor, ATTAQUE)


def ligne_de(scene: Scene, a: Attaquer | Defendre) -> Any:
    """The figures of a fighter's roll, for a reroll."""
    p = scene.personnages[a.actor]
    competence = arme_de(p, a.arme).groupe
    return preparer(p, competence, poids(scene, p, a, competence), a.vide).ligne


def contre_la_defense_passive(scene: Scene, oracle: Oracle, a: Attaquer, mien: Jet) -> Scene:
    """An attack on somebody who does not face this attacker."""
    nd = total(defense_passive(scene.personnages[a.cible]))
    if mien.desastre or mien.total < nd:
        oracle.tell(Event("manque", a.actor, a.cible, "YY-10.21", (), (("nd", nd),)))
        return scene
    return toucher(scene, oracle, a, mien.total - nd)


@rule("YY-10.35", "YY-10.36", "YY-13.2")
def degats(p: Personnage, arme: Arme, marge: int) -> Terms:
    """Eau/Force and the margin, no more than the weapon can inflict."""
    force = p.rang("force")
    terms: Terms = (("Eau/Force", force, "YY-10.35"),)
    if arme.mains == 2:
        terms = (("1,5 x Eau/Force", force * 3 // 2, "YY-10.36"),)
    terms = (*terms, ("Marge de réussite", marge, "YY-10.35"))
    return plafonner(terms, arme)


def plafonner(terms: Terms, arme: Arme) -> Terms:
    """The limit of a weapon bears on the whole of its damage."""
    trop = 0 if arme.degats is None else total(terms) - arme.degats
    return (*terms, (f"Limite : {arme.nom}", -trop, "YY-12.3")) if trop > 0 else terms


def toucher(scene: Scene, oracle: Oracle, a: Attaquer, marge: int) -> Scene:
    """The blow lands: on the torso, unless aimed elsewhere."""
    p = scene.personnages[a.actor]
    arme = arme_de(p, a.arme)
    assommant = arme.groupe in ("arts_martiaux", "lutte")
    return infliger(scene, oracle, a.actor, a.cible, degats(p, arme, marge), "torse", assommant)
