"""What each power of the runes does to those in its area (chapter 14)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms

from ...model.people import Effet, Personnage
from ...model.runes import POUVOIRS, Pouvoir, Sort
from ...model.scene import Scene, en_cours
from ...model.tables import NOMS
from ..c6_blessures import blesser, infliger
from ..c10_tours.places import distance
from ..c10_tours.tour import nouveau_tour
from ..c16_soins.guerir import guerir
from .figures import force_sur, poids_total, touches, volume

PAR_RANG = 5  # points of force for one rank of an attribute


AVEUGLE_AU_PLUS = 6


INSTANTANES = ("temps", "plan_du_temps")  # done once, and over


Agit = Callable[[Scene, Oracle, Sort, Personnage, int], Scene]


def agir(scene: Scene, oracle: Oracle, sort: Sort, premier: bool = False) -> Scene:
    """The spell does once what it does, to each in its area with the force left for him."""
    if not sort.pouvoir:
        return scene
    pouvoir = scene.own.pouvoirs[sort.pouvoir]
    la = touches(scene, sort)
    scene = lever(scene, sort.id, la)
    if pouvoir.effet in DE_LIEU:
        dire_le_lieu(scene, oracle, sort)
    if pouvoir.effet in UNE_FOIS and not premier:
        return scene
    agit = EFFETS_DES_POUVOIRS.get(pouvoir.effet)
    for who in la if agit is not None else ():
        force = force_sur(scene, sort, scene[who])
        if not force:
            scene = lever(scene, sort.id, tuple(x for x in la if x != who))
            oracle.tell(Event("sort_sans_effet", sort.par, who, "YY-8.6", (), (("sort", scene.own.nom_du_sort(sort)),)))
        elif agit is not None:
            scene = agit(scene, oracle, sort, scene[who], force)
    return scene


def somme(scene: Scene, sort: Sort, force: int) -> Terms:
    """The points a force is worth, and what the difference of potential makes of them."""
    pouvoir = scene.own.pouvoirs[sort.pouvoir]
    terms: Terms = ((pouvoir.nom, pouvoir.par_point * sort.force, "YY-14.12"),)
    if force != sort.force:
        terms = (*terms, ("Différence de potentiel", pouvoir.par_point * (force - sort.force), "YY-8.6"))
    return terms


# ---------------------------------------------------------------- wounds


@rule("YY-14.12", "YY-8.15", "YY-20.10")
def foudroyer(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Points of damage for each point of force, on the torso or the limb named, less armour and shield."""
    membre = sort.membre if sort.membre in p.fiche.membres else "torse"
    return infliger(scene, oracle, sort.par, p.id, somme(scene, sort, force), membre)


@rule("YY-14.12", "YY-14.13")
def regenerer(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Exactly 4 PV for each point on the limb named; what it did not lack turns into damage to it."""
    membre = sort.membre
    recus = scene.own.pouvoirs[sort.pouvoir].par_point * force
    manque = max(0, p.blessures.get(membre, 0))
    rendus = min(recus, manque)
    if rendus:
        scene = guerir(scene, oracle, p.id, {membre: rendus}, "YY-14.13", sort.par)
    exces = recus - manque
    if exces <= 0:
        return scene
    terms: Terms = (*somme(scene, sort, force), ("PV manquants", -manque, "YY-14.13"))
    facts = (("points", exces), ("membre", p.fiche.membres[membre].nom))
    oracle.tell(Event("exces_de_soin", sort.par, p.id, "YY-14.13", terms, facts))
    return blesser(scene, oracle, p.id, membre, exces)


# ---------------------------------------------------------------- what lasts


def poser(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, effets: tuple[Effet, ...], terms: Terms) -> Scene:
    """What the spell makes of somebody while it lasts, in place of what it made of him before; told if it changes."""
    avant = tuple(e for e in p.effets if e.lie == sort.id)
    if avant == effets:
        return scene
    for e in effets:
        facts = (("sort", scene.own.nom_du_sort(sort)), ("quoi", NOMS.get(e.sur) or e.nom), ("mod", f"{e.mod:+d}"))
        oracle.tell(Event("sort_pese", sort.par, p.id, "YY-14.12", terms, facts))
    autres = tuple(e for e in p.effets if e.lie != sort.id)
    return scene.put(replace(p, effets=(*autres, *effets)))


def lever(scene: Scene, id: str, sauf: tuple[str, ...] = ()) -> Scene:
    """What hangs on a spell goes from all but these."""
    changes = [
        replace(p, effets=tuple(e for e in p.effets if e.lie != id))
        for p in scene.people.values()
        if p.effets and p.id not in sauf and any(e.lie == id for e in p.effets)
    ]
    return scene.put(*changes) if changes else scene


@rule("YY-14.12")
def peser(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """The rank of the rune in kilograms for each point, more or less; lighter than nothing, one flies."""
    kg = sort.rang * force
    effet = Effet("Poids modulé", "poids", -kg if sort.reduire else kg, "YY-14.12", lie=sort.id)
    vole = sort.reduire and kg >= poids_total(p)
    change = effet not in p.effets
    scene = poser(scene, oracle, sort, p, (effet,), (("Rang x force", effet.mod, "YY-14.12"),))
    if vole and change:
        oracle.tell(Event("vole", p.id, "", "YY-14.12", (), (("kg", kg), ("poids", poids_total(p)))))
    return scene


@rule("YY-14.12")
def proteger(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """1 point of protection on every limb for each point of force, more or less."""
    effet = Effet("Protection modulée", "protection", -force if sort.reduire else force, "YY-14.12", lie=sort.id)
    return poser(scene, oracle, sort, p, (effet,), somme(scene, sort, force))


@rule("YY-14.12")
def hausser(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """1 rank for each full 5 points, shared as the caster likes, none above 9."""
    reste, effets = force // PAR_RANG, list[Effet]()
    for attribut, voulu in sort.partage:
        n = min(voulu, reste)
        reste -= n
        if n:
            effets.append(Effet("Attribut haussé", attribut, n, "YY-14.12", lie=sort.id))
    return poser(scene, oracle, sort, p, tuple(effets), somme(scene, sort, force))


@rule("YY-14.12")
def transformer(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """One feature changed for each point: no figure of the game measures it, so it is told."""
    effet = Effet("Traits changés", "forme", force, "YY-14.12", lie=sort.id)
    return poser(scene, oracle, sort, p, (effet,), somme(scene, sort, force))


@rule("YY-14.12", "YY-10.33")
def entenebrer(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Darkness blinds by 1 for each point, 6 at most."""
    effet = Effet("Ténèbres", "vue", -min(AVEUGLE_AU_PLUS, force), "YY-14.12", lie=sort.id)
    return poser(scene, oracle, sort, p, (effet,), somme(scene, sort, force))


@rule("YY-14.12")
def eclairer(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Light takes away as much darkness as its force; sand and sun in the eyes it does not."""
    noir = -sum(e.mod for e in p.effets if e.sur == "vue" and e.lie != sort.id and e.rule != "YY-11.7")
    n = min(force, noir)
    effets = (Effet("Lumière", "vue", n, "YY-14.12", lie=sort.id),) if n > 0 else ()
    return poser(scene, oracle, sort, p, effets, somme(scene, sort, force))


# ---------------------------------------------------------------- what is told of a place

DE_LIEU = ("temperature", "lumiere", "tenebres")


@rule("YY-14.12", "YY-8.14")
def dire_le_lieu(scene: Scene, oracle: Oracle, sort: Sort) -> None:
    """Degrees, light and darkness of an area, with its volume."""
    pouvoir = scene.own.pouvoirs[sort.pouvoir]
    force = force_sur(scene, sort, None)
    m3 = volume(sort.aire)
    if pouvoir.effet == "temperature":
        degres = pouvoir.par_point * force * (-1 if sort.reduire else 1)
        facts: tuple[tuple[str, object], ...] = (("degres", f"{degres:+d}"), ("volume", m3))
        oracle.tell(Event("temperature", sort.par, "", "YY-14.12", somme(scene, sort, force), facts))
        return
    facts = (("quoi", "la lumière" if pouvoir.effet == "lumiere" else "les ténèbres"), ("volume", m3))
    oracle.tell(Event("clarte", sort.par, "", "YY-14.12", somme(scene, sort, force), facts))


# ---------------------------------------------------------------- space and time


@rule("YY-14.17")
def kilometres(rang: int, force: int) -> int:
    """The square of the rank, times 10 km, for each point."""
    return rang * rang * POUVOIRS["espace"].par_point * force


@rule("YY-14.17")
def plier_l_espace(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Contracted, the way to a place is a step; dilated, somebody is that far away while the spell lasts."""
    km = kilometres(sort.rang, force)
    terms: Terms = (("Rang au carré x 10 x force", km, "YY-14.17"),)
    what = "espace_contracte" if sort.reduire else "espace_dilate"
    oracle.tell(Event(what, sort.par, p.id, "YY-14.17", terms, (("km", km),)))
    if not sort.lieux:
        return scene
    x, y = sort.lieux[0]
    apres = replace(p, x=x, y=y)
    if distance(p, apres) > 1000 * km:
        return scene
    if not sort.reduire and sort.id in scene.sorts:
        ecarts = (*scene.sorts[sort.id].ecarts, (p.id, x - p.x, y - p.y))
        scene = replace(scene, sorts={**scene.sorts, sort.id: replace(scene.sorts[sort.id], ecarts=ecarts)})
    oracle.tell(Event("sort_place", p.id, "", "YY-14.17", (), (("x", x), ("y", y))))
    return scene.put(apres)


@rule("YY-14.17")
def deplier_l_espace(scene: Scene, sort: Sort) -> Scene:
    """Dilated space comes back to what it was, and with it those it held away."""
    retours = [(scene.people.get(who), dx, dy) for who, dx, dy in sort.ecarts]
    changes = [replace(p, x=p.x - dx, y=p.y - dy) for p, dx, dy in retours if p is not None]
    return scene.put(*changes) if changes else scene


@rule("YY-14.18")
def plier_le_temps(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Dilated, one lives a turn more for each point; contracted, one misses as many; never two lives at once."""
    if p.temps:
        oracle.tell(Event("sort_sans_effet", sort.par, p.id, "YY-14.18", (), (("sort", scene.own.nom_du_sort(sort)),)))
        return scene
    what = "temps_contracte" if sort.reduire else "temps_dilate"
    oracle.tell(Event(what, sort.par, p.id, "YY-14.18", somme(scene, sort, force), (("tours", force),)))
    return scene.put(replace(p, temps=-force if sort.reduire else force)) if scene.encounter is not None else scene


@rule("YY-14.18")
def entrer_dans_le_temps(scene: Scene, oracle: Oracle, sort: Sort, p: Personnage, force: int) -> Scene:
    """Those named leave for the primary plane of time, until they come back."""
    oracle.tell(Event("plan_du_temps", p.id, "", "YY-14.18"))
    return scene.put(replace(p, vie="parti", plan="temps"))


@nouveau_tour.then("YY-14.18")
def vivre_le_temps(scene: Scene, oracle: Oracle) -> Scene:
    """Who declares next when spells of time weigh: those with turns to live, else all but those who miss theirs."""
    combat = en_cours(scene)
    presses = tuple([w for w in combat.file if scene[w].temps > 0])
    if presses:
        scene = scene.put(*(replace(scene[w], temps=scene[w].temps - 1) for w in presses))
        return replace(scene, encounter=replace(combat, file=presses, hors_du_temps=True))
    lents = [p for p in scene.people.values() if p.temps < 0]
    if not lents:
        return scene
    noms = {p.id for p in lents}
    file = tuple([w for w in combat.file if w not in noms]) or combat.file
    scene = scene.put(*(replace(p, temps=p.temps + 1) for p in lents))
    return replace(scene, encounter=replace(combat, file=file))


UNE_FOIS = ("espace", *INSTANTANES)


EFFETS_DES_POUVOIRS: dict[str, Agit] = {
    "degats": foudroyer,
    "regenerer": regenerer,
    "poids": peser,
    "protection": proteger,
    "attributs": hausser,
    "forme": transformer,
    "tenebres": entenebrer,
    "lumiere": eclairer,
    "espace": plier_l_espace,
    "temps": plier_le_temps,
    "plan_du_temps": entrer_dans_le_temps,
}


def partage_par_defaut(pouvoir: Pouvoir, force: int) -> tuple[tuple[str, int], ...]:
    """All the ranks on the first attribute of the power."""
    attributs = pouvoir.attributs
    return ((attributs[0], force // PAR_RANG),) if attributs else ()
