"""Chapter 3, counter-spells: who may oppose an incantation as it is sung, and what comes of it."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.tally import Terms

from ...model.catalogue import ETATS
from ...model.people import CASE, Personnage
from ...model.scene import Scene
from ..c1_epreuves.soutiens import annoncer_les_soutiens, soutien_refuse, terms_du_soutien
from ..c1_tests.oppositions import departager, retouches
from ..c1_tests.tests import Depenses, Essaye, Ligne, annoncer, jeter, pesent, preparer
from .magie import LANGUE, sans_voix

LAISSER = Option("laisser", "laisser faire")
CONTRER = Option("contrer", "chanter un contre-sort", (("Dissipation du Round", 1),))
SEPAREMENT = Option("separement", "chacun de son côté")
ENSEMBLE = Option("ensemble", "un seul Test, avec soutien")

# ---------------------------------------------------------------- who


@rule("VM-3.9")
def a_deja_dissipe(scene: Scene, who: str) -> bool:
    """Whether he has tried to dispel something in this Round."""
    return scene.encounter is not None and who in scene.encounter.dissipations


@rule("VM-3.9")
def noter_les_dissipations(scene: Scene, *qui: str) -> Scene:
    """These have had their one try of the Round; outside fights Rounds are not counted."""
    combat = scene.encounter
    if combat is None:
        return scene
    return replace(scene, encounter=replace(combat, dissipations=(*combat.dissipations, *qui)))


@rule("VM-3.7")
def voit_le_point(q: Personnage, points: tuple[tuple[int, int], ...]) -> bool:
    """Whether one of these points lies within Force Mentale metres, the whole value, of somebody who sees."""
    if q.etats and q.niveau("aveugle"):
        return False
    vue = q.carac("FM")
    return any(CASE * max(abs(q.x - x), abs(q.y - y)) <= vue for x, y in points)


@rule("VM-3.7", "VM-3.9", "VM-3.14")
def peuvent_contrer(scene: Scene, mage: str, cibles: tuple[str, ...], x: int, y: int) -> tuple[str, ...]:
    """The targets, and those who see the point aimed at: with Magick, a voice, and their try of the Round left."""
    points = ((x, y), *((scene[c].x, scene[c].y) for c in cibles))
    trouves = []
    for q in scene.people.values():
        if q.id == mage or q.fiche.valeurs[LANGUE] is None or not q.conscient:
            continue
        if a_deja_dissipe(scene, q.id) or sans_voix(q) is not None or any(ETATS[e.id].sans_defense for e in q.etats):
            continue
        if q.id in cibles or voit_le_point(q, points):
            trouves.append(q.id)
    return tuple(trouves)


# ---------------------------------------------------------------- with what


class Contre(msgspec.Struct, frozen=True, gc=False):
    """A counter-spell about to be sung, with those who support it."""

    qui: str
    ligne: Ligne
    soutiens: tuple[str, ...] = ()


@rule("VM-3.7")
def demander(
    scene: Scene, oracle: Oracle, qui: tuple[str, ...], shown: tuple[tuple[str, object], ...]
) -> tuple[str, ...]:
    """Each is asked, without knowing what the others will say."""
    if not qui:
        return ()
    questions = tuple([Question(q, "vm.contre_sort", "VM-3.7", (LAISSER, CONTRER), shown, 30) for q in qui])
    return tuple([q for q, r in zip(qui, oracle.ask_all(questions), strict=True) if r.id == "contrer"])


@rule("VM-3.11")
def grouper(scene: Scene, oracle: Oracle, qui: tuple[str, ...]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Those of one Domaine may make a single supported Test; all others roll on their own."""
    restent = sorted(qui, key=lambda w: -(scene[w].fiche.valeurs[LANGUE] or 0))
    groupes = []
    while restent:
        meneur, *autres = restent
        siens = soutiens_possibles(scene, meneur, tuple(autres))
        if siens:
            shown = (("soutiens", siens),)
            choix = oracle.ask(Question(meneur, "vm.contre_ensemble", "VM-3.11", (SEPAREMENT, ENSEMBLE), shown, 30))
            siens = siens if choix.id == "ensemble" else ()
        groupes.append((meneur, siens))
        restent = [w for w in autres if w not in siens]
    return tuple(groupes)


@rule("VM-3.11")
def du_meme_domaine(p: Personnage, q: Personnage) -> bool:
    """Whether two cast with the same Domaine."""
    return bool(set(p.fiche.domaines) & set(q.fiche.domaines))


def soutiens_possibles(scene: Scene, meneur: str, autres: tuple[str, ...]) -> tuple[str, ...]:
    """Those who may support him, as many as the rules of support allow."""
    siens: tuple[str, ...] = ()
    for w in autres:
        if du_meme_domaine(scene[meneur], scene[w]) and soutien_refuse(scene, meneur, LANGUE, (*siens, w)) is None:
            siens = (*siens, w)
    return siens


def preparer_les_contres(scene: Scene, oracle: Oracle, qui: tuple[str, ...]) -> tuple[Contre, ...]:
    """Every counter-spell told, with the sum of its value."""
    contres = []
    for meneur, soutiens in grouper(scene, oracle, qui):
        annoncer_les_soutiens(oracle, meneur, soutiens)
        p = scene[meneur]
        plus: Terms = terms_du_soutien(soutiens)
        prepare = preparer(p, LANGUE, pesent(p.cas, LANGUE, ("dissipation",)) + plus)
        oracle.tell(Event("contre_sort", meneur, "", "VM-3.8"))
        annoncer(oracle, prepare, LANGUE)
        contres.append(Contre(meneur, prepare.ligne, soutiens))
    return tuple(contres)


# ---------------------------------------------------------------- the opposed Test


class Affronte(msgspec.Struct, frozen=True, gc=False):
    """What counter-spells came to: the caster's roll as it stands, and the DR that is left of it."""

    essai: Essaye
    dr: int
    par: str = ""  # who dispelled it
    egal: bool = False
    leurs: tuple[tuple[str, Depenses], ...] = ()


@rule("VM-3.8", "VM-1.12")
def affronter_les_contres(oracle: Oracle, ligne: Ligne, essai: Essaye, contres: tuple[Contre, ...]) -> Affronte:
    """The casting roll against each counter-spell: one that wins dispels it; else the best leaves the least DR."""
    moindre: int | None = None
    leurs: tuple[tuple[str, Depenses], ...] = ()
    for contre in contres:
        sien = Essaye(jeter(oracle, contre.ligne))
        essai, sien = retouches(oracle, ligne, contre.ligne, essai, sien)
        leurs = (*leurs, (contre.qui, sien.depenses))
        issue = departager(essai, sien, ligne, contre.ligne, 0)
        if not issue:
            oracle.tell(Event("egalite", ligne.qui, contre.qui, "VM-1.12"))
            return Affronte(essai, 0, egal=True, leurs=leurs)
        if issue < 0:
            return Affronte(essai, 0, contre.qui, leurs=leurs)
        ecart = essai.jet.dr - sien.jet.dr
        moindre = ecart if moindre is None or ecart < moindre else moindre
    return Affronte(essai, essai.jet.dr if moindre is None else moindre, leurs=leurs)
