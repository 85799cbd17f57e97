"""Chapter 5, magic: what a spell demands, the test that casts it, and what it costs."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms, total, without_zeros

from ...model.people import NOMS, Options, Personnage, Sort
from ...model.scene import Scene
from ...model.tables import PREMIERE_REUSSITE, RANGS, TABLES, rang
from ..c3_tests.avantages import nom_du_trait
from ..c3_tests.tests import Epreuve, depenser, faire_un_test, public, reussi

# ---------------------------------------------------------------- tables and sample spells


class Complexite(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    exemples: str


class Portee(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    max: int


class Aire(msgspec.Struct, frozen=True):
    desavantages: int
    nom: str
    cibles: int | None = None


class Resultat(msgspec.Struct, frozen=True):
    """What a rank does to a spell, and what is paid of the points engaged in it."""

    dit: str
    paye: Literal["rien", "moitie", "tout"]
    plus: int = 0


class TablesDeMagie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    complexite: tuple[Complexite, ...]
    portee: tuple[Portee, ...]
    aire: tuple[Aire, ...]
    resultat: tuple[Resultat, ...]


MAGIE = content.read("tablee.games.fluid", "content/magie.toml", TablesDeMagie)
DERNIER_CRAN = len(TABLES.temps)


# ---------------------------------------------------------------- what is said of a casting


class Resister(Epreuve, frozen=True, tag="resister"):
    """The test of a target. Dodging is an action of the fight: no equipment hampers it (FLU-4.41)."""

    combat = True


class Incantation(Epreuve, frozen=True):
    """What every casting says, of a spell made now or of one released from memory."""

    sort: str = ""
    cibles: tuple[Who, ...] = ()
    duree: int | None = None  # points of the margin put into the duration; None: asked
    resistances: tuple[Resister, ...] = ()  # what targets bring to their tests; else a plain test
    sans_armure: bool = False  # FLU-5.11: the MJ's word

    aussi = ("action",)


# ---------------------------------------------------------------- what a spell demands


@rule("FLU-5.1", "FLU-5.3", "FLU-5.4")
def desavantages(sort: Sort) -> Terms:
    """Complexity, range and area added up: the malus of the test, and the measure of the preparation."""
    return (
        ("Complexité", MAGIE.complexite[sort.complexite].desavantages, "FLU-5.1"),
        ("Portée", MAGIE.portee[sort.portee].desavantages, "FLU-5.3"),
        ("Aire", MAGIE.aire[sort.aire].desavantages, "FLU-5.3"),
    )


@rule("FLU-5.5", "FLU-5.16")
def preparation(p: Personnage, sort: Sort) -> Terms:
    """The step of the Table de temps a spell takes; a written one is shortened by INT, down to 1 round."""
    cran = min(max(total(desavantages(sort)), 1), DERNIER_CRAN)
    terms: Terms = (("Cran du sort", cran, "FLU-5.5"),)
    if p.sort_ecrit(sort.id) is None:
        return terms
    return (*terms, ("Sort écrit", -min(p.fiche.INT, cran - 1), "FLU-5.16"))


@rule("FLU-5.6")
def crans_pris(p: Personnage, sort: Sort, temps: int) -> int:
    """Steps taken beyond the normal preparation, or saved if negative: as many Avantages or Désavantages."""
    return temps - total(preparation(p, sort)) if temps else 0


def poids_du_sort(sort: Sort, crans: int) -> Terms:
    """What the spell itself brings to its test."""
    demandes = tuple((label, -n, regle) for label, n, regle in desavantages(sort))
    return without_zeros((*demandes, ("Temps de préparation", crans, "FLU-5.6")))


@rule("FLU-5.8", "FLU-5.17")
def complet(p: Personnage, e: Incantation, sort: Sort) -> Incantation:
    """What a casting leaves unsaid: Magie is tested, and a written spell helps itself as a Trait."""
    traits = e.traits
    ecrit = p.sort_ecrit(sort.id)
    if not traits and not e.eloignes and ecrit is not None and ecrit.niveau > 0:
        ailleurs = (*p.cedes, *(nom_du_trait(p, nom) for nom in e.contre))
        traits = (ecrit.nom,) if ecrit.nom not in ailleurs else ()
    return replace(e, caracs=e.caracs or ("MAG",), traits=traits, temps=0)


# ---------------------------------------------------------------- the test and its price


@rule("FLU-5.2", "FLU-5.4", "FLU-5.7", "FLU-5.8", "FLU-5.14", "FLU-5.16")
def tester_le_sort(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, crans: int) -> tuple[Scene, int]:
    """An ordinary test under the Désavantages of the spell; Traits and help count as in any test."""
    avant = scene[e.actor]
    e = complet(avant, e, sort)
    scene, issue = faire_un_test(scene.put(avec_le_vole(avant)), oracle, e, plus=poids_du_sort(sort, crans))
    p = regler(oracle, scene[e.actor], e, sort, rang_du_sort(issue.total, scene.options))
    p = ranger_le_vole(avant, p)
    if reussi(issue.total) and sort.id not in p.reussis:
        p = replace(p, reussis=(*p.reussis, sort.id))
    return scene.put(p), issue.total


@rule("FLU-3.6", "FLU-5.9")
def rang_du_sort(obtenu: int, options: Options) -> int:
    """The line of the result; with binary results there are only Échec and Réussite."""
    if options.resultats_binaires:
        return PREMIERE_REUSSITE + 1 if reussi(obtenu) else PREMIERE_REUSSITE - 2
    return rang(obtenu)


@rule("FLU-5.9")
def part_payee(r: int, engage: int) -> int:
    """How many of the points engaged the rank takes: all, half of them rounded down, or none."""
    paye = MAGIE.resultat[r].paye
    return engage if paye == "tout" else engage // 2 if paye == "moitie" else 0


@rule("FLU-5.7")
def engages(e: Incantation) -> dict[str, int]:
    """The points engaged in the spell, pool by pool."""
    points = {"RES": e.res} if e.res else {}
    for carac, n in e.depenses:
        points[carac] = points.get(carac, 0) + n
    return points


@rule("FLU-5.7", "FLU-5.9")
def regler(oracle: Oracle, p: Personnage, e: Incantation, sort: Sort, r: int) -> Personnage:
    """The test took all that was engaged: the rank gives some back, or takes RES on top; the price is told."""
    resultat, engage = MAGIE.resultat[r], engages(e)
    paye = {pool: part_payee(r, n) for pool, n in engage.items()}
    p = depenser(p, tuple((pool, paye[pool] - n) for pool, n in engage.items() if paye[pool] < n))
    plus = min(resultat.plus, p.a_depenser)
    p = replace(p, res_perdue=p.res_perdue + plus, pertes={c: n for c, n in p.pertes.items() if n})
    terms = (
        *((f"Engagé : {NOMS.get(pool, pool)}", n, "FLU-5.7") for pool, n in engage.items()),
        (RANGS[r].nom, plus + sum(paye.values()) - sum(engage.values()), "FLU-5.9"),
    )
    facts = (("sort", sort.nom), ("issue", resultat.dit), ("cout", total(terms)))
    oracle.tell(Event("sort", p.id, "", "FLU-5.9", without_zeros(terms), facts, public(e)))
    return p


@rule("FLU-5.15")
def avec_le_vole(p: Personnage) -> Personnage:
    """Stolen RES at hand for the length of a spell, even above the RES score; below 0 it makes nothing good."""
    return replace(p, res_perdue=min(p.res_perdue, p.fiche.RES) - p.vole, vole=0) if p.vole else p


@rule("FLU-5.15")
def ranger_le_vole(avant: Personnage, p: Personnage) -> Personnage:
    """What was spent came from stolen RES first; what is left of it waits for the next spell."""
    if not avant.vole:
        return p
    sous_zero = max(0, avant.res_perdue - avant.fiche.RES)
    reste = max(0, avant.res_perdue - sous_zero - p.res_perdue)
    return replace(p, res_perdue=p.res_perdue + reste + sous_zero, vole=reste)
