"""Chapter 3, Focalisation: gathering the winds for one spell, Round after Round, before casting it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.people import Focalisation, Personnage
from ...model.scene import Scene
from ...model.tables import DIFFICULTES, Difficulte
from ..c1_tests.tests import Jet, tester
from ..c2_combat.combat import action_prise, pas_d_action
from ..c2_rounds.rounds import passer_un_round
from .imparfaites import imparfaite
from .magie import inaccessible, instant

FOCALISATION = "focalisation"


def un_round_passe(scene: Scene, oracle: Oracle) -> Scene:
    """In a fight the Action is used; outside one a Round goes by on the clock."""
    return action_prise(scene) if scene.encounter is not None else passer_un_round(scene, oracle)


# ---------------------------------------------------------------- what has been gathered


def amassee(p: Personnage, sort: str) -> Focalisation | None:
    """The magic he has gathered for this spell."""
    f = p.focalisation
    return f if f is not None and f.sort == sort else None


@rule("VM-3.19", "VM-3.22")
def niveau(p: Personnage, sort: str) -> Terms:
    """The NI to reach: that of the spell less what was gathered for it, 0 once enough was."""
    ni, f = p.fiche.livre[sort].ni, amassee(p, sort)
    terms: Terms = (("Niveau d'Incantation", ni, "VM-3.4"),)
    return (*terms, ("Focalisation", -min(ni, f.dr), "VM-3.22")) if f is not None and f.dr and ni else terms


@rule("VM-3.19", "VM-3.24")
def pas_encore_prete(scene: Scene, p: Personnage, sort: str) -> Closed | None:
    """Magic gathered to the full is there for the next Round, not for this one."""
    f = amassee(p, sort)
    if f is None or f.round < instant(scene) or not (f.critique or f.dr >= p.fiche.livre[sort].ni):
        return None
    return Closed("VM-3.19", "La magie amassée pour {} servira au Round suivant", (p.fiche.livre[sort].nom,))


@rule("VM-3.24")
def sans_test(p: Personnage, sort: str) -> bool:
    """Whether a Succès critique of Focalisation lets the spell be cast without a Test."""
    f = amassee(p, sort)
    return f is not None and f.critique


@rule("VM-3.20", "VM-3.23")
def consommer(p: Personnage, sort: str) -> Personnage:
    """A spell that is cast takes all the magic gathered for it, what was in excess too."""
    return p if amassee(p, sort) is None else replace(p, focalisation=None)


@rule("VM-3.21", "VM-3.23")
def perdre_un_dr(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """An incantation that comes to nothing costs 1 DR of what was gathered for it."""
    p = scene[who]
    f = amassee(p, sort)
    if f is None or (p.fiche.talents and garde_sa_magie(p)):
        return scene
    reste = f.dr - 1
    oracle.tell(
        Event(
            "focalisation_entamee", who, "", "VM-3.21", (), (("sort", p.fiche.livre[sort].nom), ("dr", max(0, reste)))
        )
    )
    return scene.put(replace(p, focalisation=replace(f, dr=reste) if reste > 0 else None))


@rule("VM-3.21")
def garde_sa_magie(p: Personnage) -> bool:
    """Puits profond: a failed incantation takes nothing from what was gathered."""
    return p.talent("puits_profond") > 0


# ---------------------------------------------------------------- gathering


@rule("VM-3.18", "VM-3.25")
def gain(avant: int, jet: Jet) -> Terms:
    """What is gathered after one more Test: its DR counts even below 0, and an Échec critique costs 2 besides."""
    terms: Terms = (("Déjà amassé", avant, "VM-3.18"), ("DR du Test", jet.dr, "VM-3.18"))
    return (*terms, ("Échec critique", -2, "VM-3.25")) if jet.critique < 0 else terms


@rule("VM-3.18", "VM-3.24", "VM-3.25", "VM-1.14")
def amasser(scene: Scene, oracle: Oracle, who: str, sort: str, jet: Jet) -> Scene:
    """One more Test of Focalisation; below 0 all is lost and one begins again. Another spell's magic is let go."""
    p = scene[who]
    s = p.fiche.livre[sort]
    avant = amassee(p, sort) or Focalisation(sort)
    terms = gain(avant.dr, jet)
    dr = total(terms)
    if dr < 0:
        oracle.tell(Event("focalisation_perdue", who, "", "VM-1.14", terms, (("sort", s.nom),)))
        return scene.put(replace(p, focalisation=None))
    f = Focalisation(sort, dr, avant.critique or jet.critique > 0, instant(scene))
    oracle.tell(Event("focalisation", who, "", "VM-3.18", terms, (("sort", s.nom), ("dr", dr), ("ni", s.ni))))
    if f.critique:
        oracle.tell(Event("focalisation_critique", who, "", "VM-3.24", (), (("sort", s.nom),)))
    elif dr >= s.ni:
        oracle.tell(Event("focalisation_achevee", who, "", "VM-3.19", (), (("sort", s.nom),)))
    return scene.put(replace(p, focalisation=f))


# ---------------------------------------------------------------- the action


def prete_vue(avant: int, ni: int, jet: Jet) -> bool:
    """Whether enough is gathered to cast the spell as if its NI were 0, or without a Test."""
    return jet.critique > 0 or total(gain(avant, jet)) >= ni


def amassee_vue(avant: int, ni: int, jet: Jet) -> int:
    """The DR gathered once the Test is made."""
    return max(0, total(gain(avant, jet)))


def debordement_vu(avant: int, ni: int, jet: Jet) -> bool:
    """Whether the winds get out of hand."""
    return jet.critique < 0


@rule("VM-3.18", "VM-1.13")
class Focaliser(Action, frozen=True, tag="focaliser"):
    """Gather magic for a chosen spell: one Test of Focalisation, which takes the Action."""

    rank = Bouton.FOCALISATION

    sort: str
    difficulte: Difficulte = "intermediaire"

    looks: ClassVar[dict[str, Any]] = {"prete": prete_vue, "amasse": amassee_vue, "imparfaite": debordement_vu}

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_d_action(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if self.difficulte not in DIFFICULTES:
            return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (self.difficulte,))
        if p.fiche.valeurs[FOCALISATION] is None:
            return Closed("VM-3.18", "{} n'a pas appris la Focalisation", (Someone(p.id),))
        return inaccessible(p, self.sort)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, jet = self.eprouver(scene, oracle)
        scene = amasser(scene, oracle, self.actor, self.sort, jet)
        if jet.critique < 0:
            scene = imparfaite(scene, oracle, self.actor, self.sort)
        return un_round_passe(scene, oracle)

    def eprouver(self, scene: Scene, oracle: Oracle) -> tuple[Scene, Jet]:
        return tester(scene, oracle, self.actor, FOCALISATION, self.difficulte)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows it to its end."""
        if callable(look):
            return super().seen(scene, look)
        voir, f = self.looks[look or "prete"], amassee(scene[self.actor], self.sort)
        avant, ni = (0 if f is None else f.dr), scene[self.actor].fiche.livre[self.sort].ni
        return lambda oracle: voir(avant, ni, self.eprouver(scene, oracle)[1])


ACTIONS = (Focaliser,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """The memorised spells worth gathering magic for."""
    if p.fiche.sorts and p.fiche.valeurs[FOCALISATION] is not None:
        for sort in p.fiche.sorts:
            if sort in p.fiche.livre and p.fiche.livre[sort].ni:
                yield Focaliser(p.id, sort)
