"""Things and effects written by hand, judged: weapons, shields, objects, enchantments, spells, and what they do."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.kernel.faults import Faults, among, between, named, once
from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Said

from ..book.c3_combat.vie import PIERRE
from ..book.c4_attaque.attaque import PAS_A_DEUX
from ..book.c6_equipement.commerce import ENCHANTEMENTS_MAX
from ..model.catalogue import (
    AFFLICTIONS,
    EMPLOYEES,
    ENCHANTEMENTS,
    ETATS,
    MAUX,
    TERRAINS,
    Arme,
    Bouclier,
    Chances,
    Chose,
    Enchantement,
    Objet,
    Puissance,
    Technique,
    fautes_de_technique,
)
from ..model.langage import Effet, fautes
from ..model.people import EMPLACEMENTS, JT_MAX, LIES_MAX, Equipement
from ..model.tables import DEGATS, TYPES_ARMES, TYPES_UNITES

POINTS_MAX = 9999
TOURS_MAX = 99
PT_MAX = 99
DES_MAX, FACES_MAX = 20, 100
MULT_MAX = 10
RAYON_MAX, PORTEE_MAX = 20, 50
ECUS_MAX = 10**9
PIERRE_USAGES = 3
CONNUS = frozenset({*MAUX, *TERRAINS})


# ---------------------------------------------------------------- effects


@rule("FD-9.1")
def fautes_de_l_effet(e: Effet, ici: str, actif: bool) -> Faults:
    """What the language of effects does not know, and figures beyond reason. `actif`: of something one uses."""
    faute = fautes(e, actif, CONNUS)
    if faute is not None:
        yield ici, faute
    bas, haut = (1, MULT_MAX) if e.fait == "mult" else (-POINTS_MAX, POINTS_MAX)
    yield from between(f"{ici}.n", e.n, bas, haut)
    yield from between(f"{ici}.des", e.des, 0, DES_MAX)
    yield from between(f"{ici}.faces", e.faces, 0, FACES_MAX)
    yield from between(f"{ici}.rayon", e.rayon, 0, RAYON_MAX)
    yield from between(f"{ici}.tours", e.tours, 0, TOURS_MAX)


@rule("FD-3.55", "FD-3.56", "FD-9.4")
def fautes_de_la_technique(t: Technique, ici: str) -> Faults:
    """A name, its costs, and effects that the engine understands in the way it is used."""
    yield from named(f"{ici}.nom", t.nom)
    for cle, haut in (("pt", PT_MAX), ("jt", JT_MAX), ("portee", PORTEE_MAX), ("recharge", TOURS_MAX)):
        yield from between(f"{ici}.{cle}", getattr(t, cle), 0, haut)
    if t.motif is not None:
        yield from between(f"{ici}.motif.longueur", t.motif.longueur, 0, RAYON_MAX)
        yield from between(f"{ici}.motif.largeur", t.motif.largeur, 0, RAYON_MAX)
    for i, e in enumerate(t.effets):
        yield from fautes_de_l_effet(e, f"{ici}.effets[{i}]", t.activation in EMPLOYEES)
    yield from ((ici, faute) for faute in fautes_de_technique(t))


# ---------------------------------------------------------------- one thing


def fautes_de_la_chose(c: Chose, ici: str) -> Faults:
    """What everything one carries has: a name, a weight, a price; then what is its own."""
    yield from named(f"{ici}.id", c.id)
    yield from named(f"{ici}.nom", c.nom)
    yield from between(f"{ici}.poids", c.poids, 0, 99)
    yield from between(f"{ici}.prix", c.prix, 0, ECUS_MAX)
    soutien = isinstance(c, Arme) and c.type == "Soutien"
    for i, e in enumerate(c.effets):
        yield from fautes_de_l_effet(e, f"{ici}.effets[{i}]", actif=soutien or isinstance(c, Objet))
    if isinstance(c, Arme):
        yield from fautes_de_l_arme(c, ici)
    elif isinstance(c, Bouclier):
        if c.enchantement is not None:
            yield from fautes_d_un_enchantement(c.enchantement, f"{ici}.enchantement", ENCHANTEMENTS)
    else:
        yield from between(f"{ici}.usages", c.usages, 0, PIERRE_USAGES if _pierre(c) else 999)


@rule("FD-6.9", "FD-6.12", "FD-6.13", "FD-4.13")
def fautes_de_l_arme(a: Arme, ici: str) -> Faults:
    yield from among(f"{ici}.type", a.type, TYPES_ARMES)
    if a.type != "Soutien":
        yield from among(f"{ici}.degats", a.degats, DEGATS)
    yield from fautes_de_la_puissance(a.pui, f"{ici}.pui")
    yield from between(f"{ici}.pre", a.pre, 0, 300)
    yield from between(f"{ici}.crit", a.crit, 0, 100)
    yield from fautes_de_la_portee(a.portee, f"{ici}.portee")
    yield from between(f"{ici}.rayon", a.rayon, 0, RAYON_MAX)
    if a.a_distance is not None:
        yield from fautes_de_la_portee(a.a_distance.portee, f"{ici}.a_distance.portee")
        yield from among(f"{ici}.a_distance.degats", a.a_distance.degats, DEGATS)
        yield from fautes_de_la_puissance(a.a_distance.pui, f"{ici}.a_distance.pui")
    if a.aiguisee:
        yield from among(f"{ici}.aiguisee", a.aiguisee, ETATS)
    yield from once(f"{ici}.efficace", a.efficace, TYPES_UNITES)
    yield from fautes_des_chances(a.afflictions, AFFLICTIONS, f"{ici}.afflictions")
    yield from fautes_des_chances(a.etats, ETATS, f"{ici}.etats")


def fautes_de_la_puissance(p: Puissance, ici: str) -> Faults:
    yield from between(f"{ici}.n", p.n, 0, DES_MAX)
    yield from between(f"{ici}.faces", p.faces, 1 if p.n else 0, FACES_MAX)
    yield from between(f"{ici}.fixe", p.fixe, -99, 999)


def fautes_de_la_portee(portee: tuple[int, int], ici: str) -> Faults:
    pres, loin = portee
    yield from between(ici, pres, 0, PORTEE_MAX)
    yield from between(ici, loin, max(0, pres), PORTEE_MAX)


def fautes_des_chances(chances: Chances, connus: Iterable[str], ici: str) -> Faults:
    yield from once(ici, [id for id, _ in chances], connus)
    for id, n in chances:
        yield from between(f"{ici}.{id}", n, 1, 100)


# ---------------------------------------------------------------- all that is carried


@rule("FD-6.4", "FD-6.5")
def fautes_de_l_equipement(e: Equipement, ici: str) -> Faults:
    """Five places, five more in a backpack, each thing under a name of its own."""
    yield from between(f"{ici}.actif", len(e.actif), 0, EMPLACEMENTS)
    yield from between(f"{ici}.sac", len(e.sac), 0, EMPLACEMENTS)
    if e.sac and not e.sac_a_dos:
        yield f"{ici}.sac", Said("il faut un sac à dos (« sac_a_dos = true »)")
    for cle in ("actif", "sac", "sorts"):
        for i, c in enumerate(getattr(e, cle)):
            yield from fautes_de_la_chose(c, f"{ici}.{cle}[{i}]")
    ids = [c.id for c in (*e.actif, *e.sac)]
    yield from once(f"{ici}.actif", ids, ids)
    yield from between(f"{ici}.ecus", e.ecus, 0, ECUS_MAX)
    yield from fautes_des_mains(e, ici)
    yield from fautes_du_talisman(e, ici)
    yield from fautes_du_catalyseur(e, ici)
    if sum(_pierre(c) for c in (*e.actif, *e.sac)) > 1:
        yield f"{ici}.actif", Said("une seule pierre de résurrection")


@rule("FD-6.21", "FD-6.22", "FD-6.23")
def fautes_des_mains(e: Equipement, ici: str) -> Faults:
    """One weapon in hand, or two that one hand can hold; a shield that is carried."""
    if e.en_main is not None:
        yield from once(f"{ici}.en_main", e.en_main, [a.id for a in e.armes])
        yield from between(f"{ici}.en_main", len(e.en_main), 0, 2)
        if len(e.en_main) == 2:
            for a in e.tenues:
                if a.type in PAS_A_DEUX:
                    yield f"{ici}.en_main", Said("« {} » ne se manie pas à deux armes", (a.nom,))
    if e.bouclier:
        yield from among(f"{ici}.bouclier", e.bouclier, [c.id for c in e.actif if isinstance(c, Bouclier)])


@rule("FD-6.32")
def fautes_du_talisman(e: Equipement, ici: str) -> Faults:
    yield from between(f"{ici}.enchantements", len(e.enchantements), 0, ENCHANTEMENTS_MAX)
    for enchantement in e.enchantements:
        yield from fautes_d_un_enchantement(enchantement, f"{ici}.enchantements", e.own.enchantements)
    for eteint in e.eteints:
        yield from among(f"{ici}.eteints", eteint.partition(":")[0], e.own.enchantements)


def fautes_d_un_enchantement(
    enchantement: tuple[str, int], ici: str, enchantements: Mapping[str, Enchantement]
) -> Faults:
    id, degre = enchantement
    yield from among(ici, id, enchantements)
    if id in enchantements:
        yield from between(f"{ici}.{id}", degre, 1, len(enchantements[id].degres))


@rule("FD-6.14", "FD-9.6")
def fautes_du_catalyseur(e: Equipement, ici: str) -> Faults:
    """Support spells, and among those owned the few that are ready."""
    for i, s in enumerate(e.sorts):
        if s.type != "Soutien":
            yield f"{ici}.sorts[{i}]", Said("« {} » n'est pas un sort de soutien", (s.nom,))
    yield from once(f"{ici}.lies", e.lies, [s.id for s in e.sorts])
    yield from between(f"{ici}.lies", len(e.lies), 0, LIES_MAX)


@rule("FD-3.18")
def _pierre(c: Chose) -> bool:
    return (c.vaut or c.id) == PIERRE
