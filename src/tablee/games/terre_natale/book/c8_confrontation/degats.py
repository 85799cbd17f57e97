"""Damage: the six steps of TN-8.128 as one price, what a defence leaves of it, and the lésion that comes of it."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.sentence import Said
from tablee.kernel.tally import Terms, total

from ...model.actions import Anormal as Anormal
from ...model.plan import Effet
from ..c0_tests import Realise
from ..c4_caracteristiques.degats import enleves, limite, prix


class Parade(Struct, frozen=True, gc=False):
    """What came of one active defence."""

    effet: Effet
    moyen: str
    reussie: bool
    dr: int = 0  # of one that failed (TN-8.152)
    deviation: int = 0
    critique: bool = False  # 10 above the attack
    desastre: bool = False  # an échec critique
    serree: bool = False  # the attack is less than its critical margin above it
    fait: Realise | None = None  # the dice, and what was spent on them


class Degats(Struct, frozen=True, gc=False):
    """What a blow comes to: points of PV or PS, of endurance, and the sum behind the first."""

    permanents: int
    endurance: int
    terms: Terms
    jet: int = 0  # what the blow came to before anything was taken off it
    charges: int = 0  # the same of what it carries
    usure: int = 0  # attrition besides, which no minor defence has dealt with (TN-8.252)


class Cible(Struct, frozen=True, gc=False):
    """All that stands between a blow and somebody."""

    qui: str
    resistance: Terms = ()
    absorption: Terms = ()
    endurance: int = 0  # that can be spent, moral and temporary points among it
    conscient: bool = True  # aware of the attack (TN-8.130)
    bascule: int | None = None  # what may be turned over, by the option (TN-8.138)


# ---------------------------------------------------------------- the price of points removed


@rule("TN-8.128")
@lru_cache(maxsize=8192)
def partages(d: int, absorption: int, sans: int, endurance: int, conscient: bool) -> tuple[Option, ...]:
    """Absorption first, which is the usual way; as much as one can; or only what is free. The same ids always.

    Whoever is not aware of the attack pays with absorption too.
    """
    libre = max(0, endurance)
    usuel = enleves(min(d, absorption), absorption, sans, libre)
    tout = enleves(d, absorption, sans, libre) if conscient else usuel
    gratuit = min(tout, enleves(d, absorption, sans, 0))
    ways: dict[int, str] = {}
    for k, id in ((usuel, "absorber"), (tout, "effort"), (gratuit, "menager")):
        ways.setdefault(k, id)
    return tuple([_partage(id, k, d, absorption, sans) for k, id in ways.items()])


LIBELLES = {
    "absorber": "Laisser sa protection absorber : {} permanents",
    "effort": "Tout donner : {} permanents",
    "menager": "Ménager son endurance : {} permanents",
}


def _partage(id: str, k: int, d: int, absorption: int, sans: int) -> Option:
    return Option(id, Said(LIBELLES[id], (d - k,)), (("PE", prix(k, absorption, sans)), ("permanents", d - k)))


# ---------------------------------------------------------------- the procedure


@rule("TN-8.128", "TN-8.129", "TN-8.133", "TN-8.136", "TN-8.139", "TN-8.251")
def encaisser(
    oracle: Oracle,
    cible: Cible,
    coup: Terms,
    perforation: int,
    parades: tuple[Parade, ...] = (),
    sorte: Anormal = "",
    usure: int = 0,
) -> Degats:
    """From the blow to what it leaves. Asked only if there is something to choose. `usure`: its attrition."""
    coup = coup if total(coup) >= 0 else (*coup, ("Minimum 0", -total(coup), "TN-8.136"))
    resistance, absorption = defenses_de(cible, sorte)
    deviation = sum([x.deviation for x in parades])
    a = max(0, absorption + deviation - perforation)
    d = max(0, total(coup) - resistance)
    defendue = any(x.reussie for x in parades)
    terms = (*coup, ("Résistance", d - total(coup), "TN-8.129")) if d < total(coup) else coup
    if sorte == "mutilants":
        cible = replace(cible, endurance=0, bascule=None)
    mineures = [x for x in parades if x.effet in MINEURES]
    if mineures:
        found = mineure(cible, d, a, defendue, mineures, terms, usure)
        found = found if sorte == "choquants" else reprendre(oracle, cible, found)
    else:
        found = replace(partager(oracle, cible, d, a, defendue, terms), usure=usure)
    if sorte == "choquants":
        return choquer(found)
    return basculer(oracle, cible, found) if cible.bascule is not None and found.permanents else found


@rule("TN-8.128", "TN-8.130", "TN-8.131", "TN-8.132")
def partager(oracle: Oracle, cible: Cible, d: int, a: int, defendue: bool, terms: Terms) -> Degats:
    """What somebody takes upon his endurance and his absorption, as he likes."""
    ways = partages(d, a, limite(d, defendue), cible.endurance, cible.conscient and cible.bascule is None)
    choix = ways[0]
    if len(ways) > 1:
        shown = ("degats", d), ("absorption", a), ("endurance", cible.endurance)
        choix = oracle.ask(Question(cible.qui, "tn.partage", "TN-8.128", ways, shown))
    endurance, permanents = choix.cost[0][1], choix.cost[1][1]
    if permanents < d:
        terms += (("Endurance et absorption", permanents - d, "TN-8.131"),)
    return Degats(permanents, endurance, terms)


@rule("TN-8.130", "TN-8.436")
def reprendre(oracle: Oracle, cible: Cible, d: Degats) -> Degats:
    """After a minor defence, 2 of endurance may still take a permanent point each, if one saw the blow coming."""
    k = min(d.permanents, max(0, cible.endurance - d.endurance) // 2)
    if k <= 0 or not cible.conscient or cible.bascule is not None:
        return d
    reste = d.permanents - k
    ways = (
        Option("absorber", Said(LIBELLES["absorber"], (d.permanents,)), (("PE", 0), ("permanents", d.permanents))),
        Option("effort", Said(LIBELLES["effort"], (reste,)), (("PE", 2 * k), ("permanents", reste))),
    )
    shown = ("degats", d.permanents), ("absorption", 0), ("endurance", cible.endurance - d.endurance)
    if oracle.ask(Question(cible.qui, "tn.partage", "TN-8.436", ways, shown)).id == "absorber":
        return d
    return replace(d, permanents=reste, endurance=d.endurance + 2 * k, terms=(*d.terms, ("Endurance", -k, "TN-8.130")))


@rule("TN-8.139")
def defenses_de(cible: Cible, sorte: Anormal) -> tuple[int, int]:
    """What is left of résistance and absorption against damage that is not like any other."""
    resistance, absorption = total(cible.resistance), max(0, total(cible.absorption))
    if sorte in ("penetrants", "directs"):
        resistance = 0
    if sorte in ("transpercants", "directs"):
        absorption = 0
    return resistance, absorption // 2 if sorte == "percants" else absorption


@rule("TN-8.139")
def choquer(d: Degats) -> Degats:
    """All of it is temporary."""
    terms = (*d.terms, ("Dégâts choquants", -d.permanents, "TN-8.139")) if d.permanents else d.terms
    return replace(d, permanents=0, endurance=d.endurance + d.permanents, terms=terms)


@rule("TN-8.138")
def basculer(oracle: Oracle, cible: Cible, d: Degats) -> Degats:
    """By the option: permanent points turned into twice as many temporary ones, while endurance is not below 0."""
    assert cible.bascule is not None
    reste = cible.endurance - d.endurance
    most = min(d.permanents, cible.bascule, reste // 2 + 1 if reste >= 0 else 0) if cible.conscient else 0
    if most <= 0:
        return d
    ways = tuple([Option(n, Said("{} permanents, {} temporaires", (d.permanents - n, 2 * n))) for n in range(most + 1)])
    shown = ("permanents", d.permanents), ("endurance", reste)
    n = int(oracle.ask(Question(cible.qui, "tn.bascule", "TN-8.138", ways, shown)).id)
    terms = (*d.terms, ("Bascule", -n, "TN-8.138")) if n else d.terms
    return replace(d, permanents=d.permanents - n, endurance=d.endurance + 2 * n, terms=terms)


# ---------------------------------------------------------------- minor defences

MINEURES = ("devier", "eviter", "encaisser")


@rule("TN-8.436")
def repartition(d: int, a: int, defendue: bool, endurance: int) -> tuple[int, int]:
    """How a blow falls apart by itself, absorption used in full: permanent and temporary points."""
    sans = limite(d, defendue)
    k = enleves(min(d, a), a, sans, max(0, endurance))
    return d - k, prix(k, a, sans)


@rule("TN-8.160", "TN-8.161", "TN-8.162", "TN-8.436")
def mineure(
    cible: Cible, d: int, a: int, defendue: bool, parades: Iterable[Parade], terms: Terms, usure: int = 0
) -> Degats:
    """What Dévier, Éviter and Encaisser leave of either part, attrition among the temporary; halves are rounded up."""
    permanents, temporaires = repartition(d, a, defendue, cible.endurance)
    temporaires += usure
    if permanents < d:
        terms += (("Endurance et absorption", permanents - d, "TN-8.131"),)
    for x in parades:
        avant = permanents
        if x.effet == "devier":
            permanents = (permanents + 1) // 2 if x.reussie else max(0, permanents - x.dr)
            temporaires = (temporaires + 1) // 2 if x.reussie else max(0, temporaires - 2 * x.dr)
        elif x.effet == "eviter":
            permanents = 0 if x.reussie else max(0, permanents - 2 * x.dr)
        elif x.effet == "encaisser":
            temporaires = 0 if x.reussie else max(0, temporaires - 4 * x.dr)
        if permanents < avant:
            terms += ((NOMS[x.effet], permanents - avant, REGLES[x.effet]),)
    return Degats(permanents, temporaires, terms)


NOMS = {"devier": "Dévier", "eviter": "Éviter", "encaisser": "Encaisser"}
REGLES = {"devier": "TN-8.160", "eviter": "TN-8.161", "encaisser": "TN-8.162"}


# ---------------------------------------------------------------- the lésion


@rule("TN-8.139", "TN-8.140", "TN-8.141", "TN-8.159")
def fait_une_lesion(permanents: int, parades: tuple[Parade, ...], sorte: Anormal = "") -> bool:
    """Whether a blow that touches leaves a lésion: always if it was not defended, else if it cost anything.

    None where it only takes endurance, or where its target suffers it (Subir).
    """
    if sorte == "choquants" or any(x.effet == "subir" and x.reussie for x in parades):
        return False
    return permanents > 0 or not any(x.reussie for x in parades)


@rule("TN-8.143", "TN-8.248", "TN-8.256", "TN-8.291")
def niveau_de_lesion_du_coup(permanents: int, seuil: int, *, localisee: bool = False, gravite: int = 0) -> int:
    """The level: a located blow counts twice, adjustments of gravity once; five at most."""
    return min(5, max(0, permanents * (2 if localisee else 1) + gravite) // max(1, seuil))
