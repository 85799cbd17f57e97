"""A fight under way, and what was announced in it. No rule, no chance."""

from __future__ import annotations

from typing import Literal

import msgspec

from tablee.kernel.kept import cached_property
from tablee.kernel.refs import Who

from .essais import Essai

Manoeuvre = Literal["attaque", "furieuse", "feinte", "botte", "simultanee", "deux_armes", "parade", "esquive", "recul"]


Effet = Literal[
    "",
    "repousser",
    "renverser",
    "etourdir",
    "aveugler",
    "desarmer",
    "arracher_bouclier",
    "depouiller",
    "abimer_arme",
    "abimer_armure",
    "abimer_bouclier",
    "geste",
]

DEFENSES = ("parade", "esquive")
PASSIVES = frozenset((*DEFENSES, "recul"))  # those who hurt nobody
Contacts = tuple[tuple[Who, Who], ...]  # pairs of adversaries hand to hand


class Annonce(Essai, frozen=True, tag="annoncer"):
    """What somebody will do in the exchange to come."""

    cible: Who = ""
    manoeuvre: Manoeuvre = "attaque"
    n: int = 0  # FLU-4.21, FLU-4.22: how much the attack is lowered or raised
    arme: str = ""  # the one in hand if none is named
    cibles: tuple[Who, ...] = ()  # FLU-4.20
    parts: tuple[int, ...] = ()
    viser: str = ""  # FLU-4.17
    decalage: int = 0  # FLU-4.46
    position: int = 0  # FLU-4.8: how many favourable positions
    effet: Effet = ""  # FLU-4.38: what the damage may be turned into

    combat = True

    @cached_property
    def vises(self) -> tuple[str, ...]:
        """Those it goes for; one who only defends himself goes for nobody."""
        if self.manoeuvre in PASSIVES:
            return ()
        return self.cibles or ((self.cible,) if self.cible else ())

    @cached_property
    def cles_d_echange(self) -> tuple[str, ...]:
        """All that its roll hand to hand is a test of."""
        vise = ("viser",) if self.viser or self.decalage else ()
        return (*self.cles, "echange", *vise, *(("deux_armes",) if self.manoeuvre == "deux_armes" else ()))

    @cached_property
    def cles_d_un_autre_echange(self) -> tuple[str, ...]:
        """The same when somebody has acted already."""
        return (*self.cles_d_echange, "encore")


class Combat(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A fight under way: whose turn it is, who is in contact, what was announced."""

    round: int = 1
    phase: Literal["approche", "annonces", "relances"] = "approche"
    file: tuple[Who, ...] = ()  # who is still to act in this phase
    ordre: tuple[Who, ...] = ()  # everybody by INI, as the round began
    groupes: tuple[tuple[Who, ...], ...] = ()  # groups still to fight this round, the present one first
    contacts: Contacts = ()
    annonces: dict[Who, Annonce] = {}  # what was announced for the exchange to come
    initiateur: Who = ""  # who asked for an extra exchange (FLU-4.24)
    actions: dict[Who, int] = {}  # how many actions each took this round
    derniers: dict[Who, tuple[str, ...]] = {}  # the gesture and Traits of each one's last action (FLU-4.25)
    marche: dict[Who, int] = {}  # squares each has moved this round
    elan: dict[Who, int] = {}  # waiting for the next action: the Avantage of a charge, the cost of a double move
