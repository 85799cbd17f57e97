"""Chapter 5, magic: what comes of a spell. Intensity and duration, those who resist, the effects on the scene."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total, without_zeros

from ...model.people import PHYSIQUES, Carac, Personnage, Sort, SortActif
from ...model.scene import Scene
from ...model.tables import duree
from ..c3_tests.des import Regle, explosions
from ..c3_tests.oppositions import annonce, jeter
from ..c3_tests.tests import Ligne, Prepare, apres_le_jet, depenser, mettre_en_place, payer_avant, public, reussi
from ..c4_combat.blessures import blesser
from ..c4_combat.degats import Coup, frapper, protection
from ..c4_combat.places import incapable
from .magie import DERNIER_CRAN, Incantation, Resister, desavantages, rang_du_sort

INSTANTANES = ("degats", "soin")  # they act at once: the whole margin is their intensity
PERDUS = ("mort", "hors_jeu")
SUR_SOI = ("soin", "armure", "avantages")  # when no target is named, the mage himself


@rule("FLU-5.9")
def suites(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, obtenu: int) -> Scene:
    """A success acts; an Échec critique harms; the other failures are the MJ's to describe."""
    if reussi(obtenu):
        return agir(scene, oracle, encore_la(scene, e, sort), sort, obtenu)
    return dechirer(scene, oracle, e, sort) if rang_du_sort(obtenu, scene.options) == 0 else scene


def encore_la(scene: Scene, e: Incantation, sort: Sort) -> Incantation:
    """Whom the spell is for: those named who were not lost while it was prepared, or the mage himself."""
    if not e.cibles:
        return replace(e, cibles=(e.actor,)) if sort.effet in SUR_SOI else e
    return replace(e, cibles=tuple(c for c in e.cibles if scene[c].etat not in PERDUS))


@rule("FLU-5.9")
def dechirer(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort) -> Scene:
    """Reality tears: the mage takes the Désavantages of his spell as damage, 1 at least, whatever he wears."""
    terms = without_zeros(desavantages(sort)) or (("Au moins", 1, "FLU-5.9"),)
    facts = (("sort", sort.nom), ("points", total(terms)))
    oracle.tell(Event("dechirure", e.actor, "", "FLU-5.9", terms, facts))
    return blesser(scene, oracle, e.actor, total(terms))


# ---------------------------------------------------------------- intensity and duration


@lru_cache(512)
def partages_de_la_marge(marge: int, premiere: int) -> tuple[Option, ...]:
    """How the margin may be split, the usual way first; no duration goes beyond the Table de temps."""
    crans = [premiere, *(d for d in range(min(marge, DERNIER_CRAN) + 1) if d != premiere)]
    return tuple(Option(d, nom_de_duree(d), (("en durée", d), ("en intensité", marge - d))) for d in crans)


def nom_de_duree(d: int) -> str:
    return duree(d).duree if d else "instantané"


@rule("FLU-5.10")
def partager_la_marge(oracle: Oracle, e: Incantation, sort: Sort, marge: int) -> int:
    """How much of the margin goes to the duration; the rest is intensity."""
    if sort.effet in INSTANTANES:
        return 0
    most = min(marge, DERNIER_CRAN)
    if e.duree is not None:
        return min(e.duree, most)
    options = partages_de_la_marge(marge, most if sort.effet == "autre" else (most + 1) // 2)
    montre = (("sort", sort.nom), ("marge", marge))
    choix = oracle.ask(Question(e.actor, "flu.duree_du_sort", "FLU-5.10", options, montre))
    return choix.cost[0][1]


@rule("FLU-5.10", "FLU-5.11")
def agir(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, obtenu: int) -> Scene:
    """The margin is split, those who resist are put aside, and the spell takes hold of the others."""
    marge = obtenu - 10
    d = partager_la_marge(oracle, e, sort, marge)
    if sort.effet != "degats" or not sort.offensif:  # there the difference of totals is the intensity
        terms = (("Marge de réussite", marge, "FLU-5.10"), ("Durée", -d, "FLU-5.10"))
        facts = (("sort", sort.nom), ("intensite", marge - d), ("duree", nom_de_duree(d)))
        oracle.tell(Event("sort_agit", e.actor, "", "FLU-5.10", without_zeros(terms), facts, public(e)))
    ecarts = dict.fromkeys(e.cibles, marge)
    if sort.offensif:
        scene, ecarts = essuyer(scene, oracle, e, sort, obtenu)
    if sort.effet == "degats":
        return infliger(scene, oracle, e, sort, ecarts)
    if sort.effet == "soin":
        return soigner(scene, oracle, e, tuple(ecarts), marge)
    if not d or (sort.offensif and not ecarts):
        return scene
    return durer(scene, e, sort, tuple(ecarts), marge - d, d)


# ---------------------------------------------------------------- effects


@rule("FLU-5.10", "FLU-5.11")
def infliger(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, ecarts: dict[str, int]) -> Scene:
    """Damage: the difference of totals, or the intensity when nobody resists; armour counts unless the MJ says no."""
    label, regle = ("Écart des totaux", "FLU-5.11") if sort.offensif else ("Intensité", "FLU-5.10")
    for cible, ecart in ecarts.items():
        scene = frapper(scene, oracle, Coup(e.actor, cible, ((label, ecart, regle),), sans_armure=e.sans_armure))
    return scene


@rule("FLU-5.10")
def soigner(scene: Scene, oracle: Oracle, e: Incantation, cibles: tuple[str, ...], points: int) -> Scene:
    """Each point takes one off a wound, the worst first; what is left over gives RES back."""
    for cible in cibles:
        p = scene[cible]
        p, reste = refermer(p, points)
        rendus = min(reste, max(0, p.res_perdue))
        facts = (("blessures", points - reste), ("res", rendus))
        oracle.tell(Event("soin_magique", e.actor, cible, "FLU-5.10", (("Intensité", points, "FLU-5.10"),), facts))
        scene = scene.put(replace(p, res_perdue=p.res_perdue - rendus))
    return scene


def refermer(p: Personnage, points: int) -> tuple[Personnage, int]:
    """Wounds made smaller, and the points that were not needed; who has no wound left does not bleed.

    A sbire has no wounds: its bleeding itself asks for as many points as it has Désavantages.
    """
    if p.fiche.sbire:
        return (p if points < p.hemorragie else replace(p, hemorragie=0)), points
    traits = list(p.traits)
    plaies = [i for i, t in enumerate(traits) if t.origine == "blessure"]
    for i in sorted(plaies, key=lambda i: -traits[i].valeur):
        pris = min(points, traits[i].guerissable)
        traits[i] = replace(traits[i], valeur=traits[i].valeur - pris)
        points -= pris
    restent = tuple(t for t in traits if t.valeur > 0 or t.origine != "blessure")
    p = replace(p, traits=restent)
    ouverte = any(t.guerissable for t in p.blessures())
    return p if ouverte else replace(p, hemorragie=0), points


@rule("FLU-5.10")
def durer(scene: Scene, e: Incantation, sort: Sort, cibles: tuple[str, ...], intensite: int, d: int) -> Scene:
    """The spell stays at work until its end."""
    pris = [s.id for s in scene.sorts]
    id = next(id for n in range(1, len(pris) + 2) if (id := f"{sort.id}_{n}") not in pris)
    actif = SortActif(id, e.actor, sort, cibles, intensite, d, scene.clock + duree(d).secondes)
    return replace(scene, sorts=(*scene.sorts, actif))


# ---------------------------------------------------------------- resisting


class Resistance(msgspec.Struct, frozen=True, gc=False):
    """By how much a target stays below the mage, 0 when it escapes, and what it invested."""

    ecart: int
    depenses: tuple[tuple[str, int], ...] = ()


@rule("FLU-5.11")
@chance
def resister(oracle: Oracle, ligne: Ligne, vise: int, regle: Regle, cache: bool) -> Resistance:
    """The test of one target against the total of the mage; equal totals let it escape."""
    obtenu = jeter(oracle, ligne, regle)
    if not cache and obtenu >= vise:
        return Resistance(0)
    apres = apres_le_jet(oracle, ligne, obtenu, None if cache else vise)
    if apres.bonus:
        terms = (("Total du jet", obtenu, "FLU-3.42"), ("Investi après le jet", apres.bonus, "FLU-3.30"))
        facts = (("bonus", apres.bonus), ("total", obtenu + apres.bonus))
        oracle.tell(Event("investi", ligne.qui, "", "FLU-3.30", terms, facts))
    return Resistance(max(0, vise - obtenu - apres.bonus), apres.depenses)


@rule("FLU-4.12", "FLU-5.11")
def essuyer(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, obtenu: int) -> tuple[Scene, dict[str, int]]:
    """Who is caught by an offensive spell, and by how much; the helpless roll nothing and count as 10."""
    ecarts: dict[str, int] = {}
    for cible in e.cibles:
        if incapable(scene[cible]):
            ecart, contre = obtenu - 10, ("Sans défense", -10, "FLU-4.12")
        else:
            r, prepare = preparer_la_resistance(scene, e, sort, cible)
            oracle.tell(annonce(cible, prepare))
            issue = resister(oracle, prepare.ligne, obtenu, explosions(scene.options), e.secret)
            scene = scene.put(depenser(payer_avant(scene[cible], r), issue.depenses))
            ecart, contre = issue.ecart, ("Total de la cible", issue.ecart - obtenu, "FLU-5.11")
        if ecart:
            ecarts[cible] = ecart
            terms: Terms = (("Total du mage", obtenu, "FLU-5.11"), contre)
            oracle.tell(Event("sort_subi", e.actor, cible, "FLU-5.11", terms, (("ecart", ecart),), public(e)))
        else:
            oracle.tell(Event("sort_evite", e.actor, cible, "FLU-5.11", audience=public(e)))
    return scene, ecarts


def preparer_la_resistance(scene: Scene, e: Incantation, sort: Sort, cible: str) -> tuple[Resister, Prepare]:
    r = resistance_de(scene, cible, e.resistances, sort.resiste)
    return r, mettre_en_place(scene, r)


def resistance_de(scene: Scene, cible: str, donnees: tuple[Resister, ...], carac: Carac) -> Resister:
    """The test a target makes: what was said of it, else a plain one. Wounds weigh on the body only (FLU-4.44)."""
    r = next((r for r in donnees if r.actor == cible), Resister(cible))
    r = replace(r, caracs=r.caracs or (carac,))
    if any(c in PHYSIQUES for c in r.caracs):
        return r
    return replace(r, hors=(*r.hors, *(t.nom for t in scene[cible].blessures())))


# ---------------------------------------------------------------- the odds of damage


def degats_prevus(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, obtenu: int) -> int:
    """The damage of this total on the first target, its wounds left out: what the odds show."""
    if sort.effet != "degats" or not e.cibles or not reussi(obtenu):
        return 0
    cible = scene[e.cibles[0]]
    ecart = obtenu - 10
    if sort.offensif and not incapable(cible):
        ligne = preparer_la_resistance(scene, e, sort, cible.id)[1].ligne
        ecart = resister(oracle, ligne, obtenu, explosions(scene.options), e.secret).ecart
    armure = 0 if e.sans_armure else total(protection(scene, cible))
    return max(0, ecart + armure) if ecart else 0


def degats_vus(before: Scene, after: Scene, events: list[Event]) -> int:
    """The same, read in what was told."""
    vu = next((e.target for e in events if e.what in ("sort_subi", "sort_evite", "touche")), "")
    return sum(e["points"] for e in events if e.what == "touche" and e.target == vu)
