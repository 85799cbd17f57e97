"""Chapter 3, Surincantation: what the DR above the NI add to a spell."""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.sentence import Said, Someone

from ...model.scene import Scene
from ...model.sorts import Sort
from .magie import Lancement, cible_refusee, touches

RIEN_DE_PLUS = Option("rien", "rien de plus")
AJOUTS = {
    "cible": Option("cible", "Cible"),
    "duree": Option("duree", "Durée"),
    "aire": Option("aire", "Zone d'Effet"),
    "portee": Option("portee", "Portée"),
    "puissance": Option("puissance", "Puissance du Sort"),
}
PERSONNE = Option("personne", "personne d'autre")


@rule("VM-3.26")
def ajouts(dr: int, ni: int) -> int:
    """One addition for every 2 DR above the NI, reduced by Focalisation if there was any."""
    return max(0, (dr - ni) // 2)


@rule("VM-3.27", "VM-3.28")
def extensible(sort: Sort) -> tuple[str, ...]:
    """What of a spell may grow: never « Vous », « Contact » or « Spécial », nor a Durée it does not have.

    Some offer more power besides.
    """
    return (
        *(("cible",) if isinstance(sort.cible, int) and sort.portee != "vous" else ()),
        *(("duree",) if sort.unite != "instantane" else ()),
        *(("aire",) if sort.cible == "zde" else ()),
        *(("portee",) if isinstance(sort.portee, int) else ()),
        *(("puissance",) if sort.puissance else ()),
    )


@lru_cache(32)
def offerts(quoi: tuple[str, ...]) -> tuple[Option, ...]:
    return (RIEN_DE_PLUS, *(AJOUTS[q] for q in quoi))


@rule("VM-3.20", "VM-3.26", "VM-3.28")
def surincanter(scene: Scene, oracle: Oracle, lancement: Lancement, n: int) -> Lancement:
    """The caster spends his additions one by one, on the same thing as often as he likes."""
    sort = scene[lancement.mage].fiche.livre[lancement.sort]
    quoi = extensible(sort)
    cibles = 0
    if not quoi:
        return lancement
    for reste in range(n, 0, -1):
        shown = (("sort", sort.nom), ("reste", reste))
        choix = str(oracle.ask(Question(lancement.mage, "vm.surincantation", "VM-3.26", offerts(quoi), shown, 30)).id)
        if choix == "rien":
            break
        facts = (("quoi", AJOUTS[choix].label), ("sort", sort.nom))
        oracle.tell(Event("surincantation", lancement.mage, "", "VM-3.26", (), facts))
        if choix == "cible":
            cibles += 1
        else:
            lancement = replace(lancement, **{choix: getattr(lancement, choix) + 1})
    if cibles and isinstance(sort.cible, int):
        return viser_encore(scene, oracle, lancement, cibles * sort.cible)
    if not lancement.aire:
        return lancement
    pris = touches(scene, lancement.mage, sort, (), lancement.x, lancement.y, lancement.aire)
    return replace(lancement, cibles=pris)


@lru_cache(256)
def a_viser(gens: tuple[str, ...]) -> tuple[Option, ...]:
    return (PERSONNE, *(Option(q, Said("{}", (Someone(q),))) for q in gens))


@rule("VM-3.26", "VM-3.27")
def viser_encore(scene: Scene, oracle: Oracle, lancement: Lancement, n: int) -> Lancement:
    """Further targets, chosen among those the spell may reach."""
    sort = scene[lancement.mage].fiche.livre[lancement.sort]
    for reste in range(n, 0, -1):
        autres = [q for q in scene.people.values() if q.id not in lancement.cibles]
        gens = tuple([q.id for q in autres if not cible_refusee(scene, lancement.mage, sort, q.id, lancement.portee)])
        if not gens:
            break
        shown = (("sort", sort.nom), ("reste", reste))
        choix = str(oracle.ask(Question(lancement.mage, "vm.cible_de_plus", "VM-3.26", a_viser(gens), shown, 30)).id)
        if choix == "personne":
            break
        lancement = replace(lancement, cibles=(*lancement.cibles, choix))
    return lancement
