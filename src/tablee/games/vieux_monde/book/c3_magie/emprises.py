"""Chapter 3, what a spell does to one of those it touches: one small function for each kind of effect."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms

from ...model.catalogue import COMPETENCES, FORMES, TRAITS_CREATURES, ZONES
from ...model.effects import SUR, constante
from ...model.people import Effet, Etat, Personnage
from ...model.scene import Scene
from ...model.sorts import NOS_SORTS, EffetSort, Sort
from ...model.tables import NOMS
from ..c2_combat.combat import gagner, perdre_les_avantages
from ..c5_blessures.degats import Source, degats
from ..c5_blessures.mort import guerir
from ..c6_corruption import gagner_corruption
from ..c6_creatures.psychologie import effrayer
from ..c6_etats import perdre_etat, recevoir_etat
from .chiffres import puissance
from .emprise import Emprise
from .fins import cesser
from .invocations import invoquer
from .magie import ETAT, RECIT, Lancement, nom_actif
from .transports import repousser, transporter


def faire_porter(scene: Scene, qui: str, *effets: Effet) -> Scene:
    """He bears these from now on."""
    p = scene[qui]
    return scene.put(replace(p, effets=(*p.effets, *effets)))


def libelle(sur: str) -> str:
    """What players read for what a modifier bears on."""
    return NOMS.get(sur) or (COMPETENCES[sur].nom if sur in COMPETENCES else SUR.get(sur, sur))


# ---------------------------------------------------------------- figures, états, Traits


@rule("VM-3.16")
def modifier(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Modifiers weigh on him; of several spells only the best and the worst count."""
    terms: Terms = tuple((libelle(m.sur), m.mod, "VM-3.16") for m in e.effet.modifs)
    oracle.tell(Event("sort_pese", e.qui, "", NOS_SORTS, terms, (("sort", e.sort.nom), ("sur", libelles(e.effet)))))
    return faire_porter(scene, e.qui, *[e.lier(m.sur, m.mod) for m in e.effet.modifs])


def libelles(effet: EffetSort) -> tuple[str, ...]:
    return tuple(libelle(m.sur) for m in effet.modifs)


@rule("VM-6.15")
def affliger(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """An état; the levels that a lasting spell has given are remembered, and go with it."""
    etat, avant = e.effet.etat, scene[e.qui].niveau(e.effet.etat)
    scene = recevoir_etat(scene, oracle, e.qui, Etat(etat, e.effet.niveaux, e.fin, e.effet.force), NOS_SORTS)
    gagnes = scene[e.qui].niveau(etat) - avant
    partage = any(x.sur == ETAT + etat for x in scene[e.qui].effets)  # another spell already holds him so
    if not e.lie or (not gagnes and not partage):
        return scene
    return faire_porter(scene, e.qui, e.lier(ETAT + etat, gagnes, passe=False))


@rule("VM-6.15")
def delivrer_de(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Some levels of an état go, or all of it."""
    return perdre_etat(scene, oracle, e.qui, e.effet.etat, e.effet.niveaux or None, NOS_SORTS)


@rule("VM-6.15")
def doter(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """A Trait de créature."""
    facts = (("sort", e.sort.nom), ("trait", TRAITS_CREATURES[e.effet.trait].nom))
    oracle.tell(Event("sort_dote", e.qui, "", NOS_SORTS, (), facts))
    scene = faire_porter(scene, e.qui, e.lier(f"trait:{e.effet.trait}"))
    return effrayer(scene, oracle, e.qui) if e.effet.trait in ("peur", "terreur") else scene


@rule("VM-6.15")
def avantager(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Avantages gained, or all lost."""
    if e.effet.points < 0:
        return perdre_les_avantages(scene, oracle, e.qui, NOS_SORTS)
    return gagner(scene, oracle, e.qui, e.sort.nom, NOS_SORTS, e.effet.points)


@rule("VM-6.15")
def infecter(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Points de Corruption."""
    return gagner_corruption(scene, oracle, e.qui, e.effet.points, NOS_SORTS)


@rule("VM-6.15")
def laisser_au_recit(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """What no figure measures: told, and left to the table. It may last all the same."""
    facts = (("sort", e.sort.nom), ("dit", e.sort.dit))
    oracle.tell(Event("sort_recit", e.mage, "" if e.qui == e.mage else e.qui, NOS_SORTS, (), facts))
    return faire_porter(scene, e.qui, e.lier(RECIT)) if e.lie else scene


# ---------------------------------------------------------------- wounds


@rule("VM-3.13")
def bruts_du_projectile(scene: Scene, sort: Sort, lancement: Lancement) -> Terms:
    """The Dégâts of a Projectile magique before BE and PA: the whole DR, the spell, BFM."""
    p = scene[lancement.mage]
    return (
        ("DR du Test opposé" if lancement.conteste else "DR du Test d'incantation", lancement.dr, "VM-3.13"),
        (sort.nom, sort.degats, "VM-3.13"),
        ("Bonus de Force Mentale", p.bonus("FM"), "VM-3.13"),
        *puissance(sort, lancement.puissance),
        *constante(p.bears, "degats_magie").terms,
    )


def bruts_du_sort(scene: Scene, e: Emprise) -> Terms:
    """The Dégâts of any other spell: what it says, and BFM."""
    return (
        (e.sort.nom, e.effet.points, NOS_SORTS),
        ("Bonus de Force Mentale", scene[e.mage].bonus("FM"), NOS_SORTS),
        *puissance(e.sort, e.lancement.puissance),
    )


@lru_cache(256)
def zone_touchee(forme: str, zone: str) -> str:
    """Where a body of this shape is hit, the roll being read on another: the same part, or a like one, or the first."""
    zones = [ligne.zone for ligne in FORMES[forme]]
    if zone in zones:
        return zone
    famille = ZONES[zone].famille if zone in ZONES else "corps"
    return next((z for z in zones if ZONES[z].famille == famille), zones[0])


@rule("VM-3.13")
def frapper_du_projectile(
    scene: Scene, oracle: Oracle, sort: Sort, lancement: Lancement, qui: str
) -> tuple[Scene, int]:
    """A Projectile magique hits; the Points de Blessure it costs."""
    source = source_du_projectile(scene[qui], sort, lancement)
    return degats(scene, oracle, qui, bruts_du_projectile(scene, sort, lancement), source)


def source_du_projectile(q: Personnage, sort: Sort, lancement: Lancement) -> Source:
    """A Projectile magique as damage comes from it; BE and the PA of the zone hold it back."""
    return Source(sort.nom, zone_touchee(q.fiche.forme, lancement.zone), lancement.mage, rule="VM-3.13")


@rule("VM-6.15")
def meurtrir(scene: Scene, oracle: Oracle, e: Emprise) -> tuple[Scene, int]:
    """Dégâts that no roll located; the Points de Blessure they cost."""
    zone = zone_touchee(scene[e.qui].fiche.forme, e.lancement.zone)
    source = Source(e.sort.nom, zone, e.mage, be=e.effet.be, pa=e.effet.pa, rule=NOS_SORTS)
    return degats(scene, oracle, e.qui, bruts_du_sort(scene, e), source)


@rule("VM-6.15")
def soigner(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Points de Blessure regained: what the spell says, and BFM."""
    return guerir(scene, oracle, e.qui, bruts_du_sort(scene, e), NOS_SORTS)[0]


# ---------------------------------------------------------------- other spells


@rule("VM-3.6", "VM-3.10")
def dissiper(scene: Scene, oracle: Oracle, e: Emprise) -> Scene:
    """Spells of others on him lose NI, and end at 0; not those that nothing dispels."""
    for actif in scene.sorts:
        if actif.mage == e.mage or actif.force or e.qui not in actif.cibles:
            continue
        entame = replace(actif, ni=max(0, actif.ni - e.effet.points))
        scene = replace(scene, sorts=tuple(entame if s.id == actif.id else s for s in scene.sorts))
        if not entame.ni:
            scene = cesser(scene, oracle, entame, "dissipe")
        else:
            terms: Terms = (("NI", actif.ni, "VM-3.10"), (e.sort.nom, -e.effet.points, NOS_SORTS))
            facts = (("sort", nom_actif(scene, actif)), ("ni", entame.ni))
            oracle.tell(Event("sort_entame", e.mage, e.qui, "VM-3.10", terms, facts))
    return scene


AGIT: dict[str, Callable[[Scene, Oracle, Emprise], Scene]] = {
    "modif": modifier,
    "etat": affliger,
    "retire": delivrer_de,
    "soin": soigner,
    "trait": doter,
    "recul": repousser,
    "saut": transporter,
    "avantage": avantager,
    "corruption": infecter,
    "invoque": invoquer,
    "dissipe": dissiper,
    "recit": laisser_au_recit,
}  # « degats » apart: it also says how many Points de Blessure it cost
