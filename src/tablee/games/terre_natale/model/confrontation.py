"""A confrontation under way: its tour, who takes part, and what everybody may still do in this round."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.refs import Who, WhoOrNobody, WithWho

from .joute import Cause, Parole
from .plan import Nom

Forme = Literal["combat", "joute", "mixte"]
Format = Literal["affrontement", "escarmouche"]
Voie = Literal["physique", "mentale", "globale"]
Statut = Literal["actif", "passif", "exclu", "surpris", "assailli", "entrant"]  # assailli: surprised, and attacked

SIMPLES, LIBRES = 2, 1  # TN-8.83


class Budget(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What is left of a round, and what was done in it."""

    acts: int = SIMPLES
    actl: int = LIBRES
    actr: bool = True  # TN-8.87: not used yet
    double: bool = True  # TN-8.89: not used yet
    bouge: int = 0  # TN-8.68: movements made
    sprint: bool = False  # TN-8.366: at full speed
    genres: tuple[str, ...] = ()  # TN-8.88: kinds of what was paid with an ACTS; « attaque/gueule »: by which point
    usages: tuple[str, ...] = ()  # TN-8.60: « competence/limb », once for each use
    supp: int = 0  # TN-8.421: the action that a passe of a great creature brings besides
    rounds: int = 0  # those already played in this tour (TN-8.22)
    elan: Literal["", "devance", "retarde"] = ""  # TN-9.106: a passe to move in, by the haste of armour


class Chantier(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An action complexe or étendue under way: what it is, and how many of its ACTS are paid (TN-8.62, TN-8.64)."""

    quoi: str  # the tag of the action
    prix: int
    paye: int = 0
    gene: int = 0  # désavantages that an opportunity has left on it (TN-8.279)
    sur: WhoOrNobody = ""  # on whom: on another it would be another work
    nom: str = ""  # as players call it


class Attente(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What outlives a round: one prepared interruption, a work under way, aim taken, the ACTG of the tour spent."""

    preparee: str = ""  # TN-8.80: the very action that waits: « parer », « contre », « opportunite », « aide »
    vise: WhoOrNobody = ""  # TN-8.293: on whom aim was taken
    arme: int = 0  # TN-8.339: what an armed arm adds, and to which kind of action
    bras: str = ""
    face: tuple[int, int] = (0, 0)  # TN-8.352: where a shield is turned; nowhere said: to whoever attacks
    actg: bool = False  # TN-8.66: used in this tour
    gardee: bool = False  # TN-8.74: a defence that was paid by doubling a tactic, for the next attack
    feintes: int = 0  # TN-8.156: those tried so far
    chantier: Chantier | None = None  # TN-8.62: goes on over rounds and tours
    maintien: str = ""  # TN-8.359: the action he maintains
    abandon: str = ""  # TN-R74: the work that something else he did has ended, until it is told
    faveur: int = 0  # TN-8.363: what telling it well has earned him, and against whom
    faveur_sur: WhoOrNobody = ""
    diversion: bool = False  # TN-8.364: it was earned by a test, and serves once


class Suite(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What was just done in this passe and may still be doubled; gone with the next thing its author does (TN-8.70)."""

    de: WithWho
    sur: WithWho
    genre: str  # attaque or tactique
    plan: Nom = "corps"
    attribut: str = ""  # the style or the method it was done with
    defendue: bool = False  # TN-8.75: its target may then double his defence
    point: str = ""  # the point vital that was struck


class Confrontation(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    forme: Forme = "combat"
    format: Format = "affrontement"
    tour: int = 1
    manche: int = 1  # the round of this tour
    statuts: dict[Who, Statut] = {}  # who is not simply actif (TN-8.30)
    initiatives: dict[Who, int] = {}
    voies: dict[Who, Voie] = {}  # TN-8.15: where it is not the one of the forme
    budgets: dict[Who, Budget] = {}  # of those who may act in this round
    attentes: dict[Who, Attente] = {}
    passe: WhoOrNobody = ""  # whose passe it is
    suite: Suite | None = None
    restent: tuple[Who, ...] = ()  # passes still to come, in no order: the count decides when it gets there (TN-8.23)
    moral: dict[str, int] = {}  # of each side (TN-8.409)
    assaillants: dict[Who, tuple[Who, ...]] = {}  # who has attacked whom in this round (TN-8.365)
    espace: int = 0  # quarters of a metre there are to fight in; 0: as many as one wants (TN-8.273)
    circonstances: tuple[str, ...] = ()  # what is said of the place and moment
    paroles: dict[Who, Parole] = {}  # what was said of those who speak
    hostiles: tuple[Who, ...] = ()  # who has attacked somebody with words (TN-8.392)
    cause: Cause | None = None  # TN-8.405: what is debated
    finie: bool = False  # its matter is settled, or nobody has anything left to say: it ceases with this passe

    def statut(self, who: str) -> Statut:
        return self.statuts.get(who, "actif")

    def attente(self, who: str) -> Attente:
        return self.attentes.get(who, LIBRE)

    def parole(self, who: str) -> Parole:
        return self.paroles.get(who, SILENCE)

    def attend(self, who: str, **changes: Any) -> Confrontation:
        """With something else that somebody waits for."""
        found = replace(self.attente(who), **changes)
        others = {w: a for w, a in self.attentes.items() if w != who}
        return replace(self, attentes=others if found == LIBRE else {**others, who: found})


LIBRE = Attente()
SILENCE = Parole()
