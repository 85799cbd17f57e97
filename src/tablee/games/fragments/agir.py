"""Effects at work: what happens when something is used, and at the moments effects wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question, chance

from .catalogue import Technique
from .effets import PASSIFS, Effet
from .hexes import Case, direction, distance
from .plateau import deplacer, pousser
from .state import JT_MAX, Actif, Assaut, Source, Unite, bonus_de, interdit, tient, traits_de, vole
from .tables import DEGATS
from .vie import affecter, gagner_ep, guerir, perdre, pour_un_temps, relever, soigner

if TYPE_CHECKING:
    from .scene import Scene

COUP = "coup:"  # what holds for one attack only


@chance(table=True)
def lancer(oracle: Oracle, des: int, faces: int, n: int) -> int:
    """Dice and a fixed part."""
    return oracle.total(des, faces, "effet") + n


def concernes(
    scene: Scene, u: Unite, e: Effet, cible: str, case: Case | None, cases: frozenset[Case] | None
) -> tuple[str, ...]:
    """Whom an effect falls on."""
    if e.qui == "soi":
        return (u.id,)
    if e.qui == "cible":
        return (cible,) if cible in scene.unites else ()
    centre = case if case is not None else scene.unites[cible].case if cible in scene.unites else u.case
    trouves = []
    for v in scene.unites.values():
        dans = v.case in cases if cases is not None else distance(v.case, centre) <= e.rayon
        if not dans or v.vie != "actif" or v.cavalier:
            continue
        if e.qui == "tous" or (v.camp == u.camp) == (e.qui == "allies"):
            trouves.append(v.id)
    return tuple(trouves)


@rule("FD-9.1")
def produire(
    scene: Scene,
    oracle: Oracle,
    who: str,
    sources: tuple[Source, ...],
    cible: str = "",
    case: Case | None = None,
    cases: frozenset[Case] | None = None,
    coup: Assaut | None = None,
) -> Scene:
    """These effects happen, one after the other, on those each of them concerns."""
    for source in sources:
        u, e = scene.unites[who], source[1]
        if e.si and not tient(scene, u, e, scene.unites.get(cible), coup):
            continue
        if e.fait == "terrain":
            scene = couvrir(scene, oracle, u, source, cases if cases is not None else _autour(u, cible, case, e, scene))
            continue
        if e.fait == "saut" and case is not None:
            oracle.tell(Event("saut", who, "", source[2], (), (("x", case[0]), ("y", case[1]))))
            scene = deplacer(scene, u, case)
            continue
        for id in concernes(scene, u, e, cible, case, cases):
            scene = accomplir(scene, oracle, who, id, source)
    return scene


def _autour(u: Unite, cible: str, case: Case | None, e: Effet, scene: Scene) -> frozenset[Case]:
    from .hexes import disque

    centre = case if case is not None else scene.unites[cible].case if cible in scene.unites else u.case
    return frozenset(disque(centre, e.rayon))


def combien(oracle: Oracle, e: Effet) -> int:
    return lancer(oracle, e.des, e.faces, e.n) if e.des else e.n


def accomplir(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """One effect on one unit."""
    nom, e, regle = source
    u = scene.unites[id]
    if u.vie != "actif":
        return scene
    if e.fait == "soin":
        n = u.pv_max * e.n // 100 if e.sur == "pct" else combien(oracle.of(who), e)
        n += bonus_de(scene, scene.unites[who], "soins")
        return soigner(scene, oracle, id, max(0, n), regle)
    if e.fait == "degats":
        return blesser(scene, oracle, who, id, source)
    if e.fait == "ep":
        return gagner_ep(scene, oracle, id, combien(oracle.of(who), e), regle)
    if e.fait == "jt":
        return changer_jt(scene, oracle, id, e.n, regle)
    if e.fait == "initiative":
        from .tours import changer_initiative

        return changer_initiative(scene, oracle, id, e.n, regle)
    if e.fait == "inflige":
        return affecter(scene, oracle, id, e.sur, e.tours, who)
    if e.fait == "guerit":
        return guerir(scene, oracle, id, e.sur, regle)
    if e.fait == "charge":
        from .jets import regagner

        for _ in range(e.n):
            scene = regagner(scene, oracle, id, regle)
        return scene
    if e.fait == "reanime":
        letale = e.sur == "létale"
        if u.survie is None or u.souffle is not None or (u.survie.blessure == "Létale" and not letale):
            return scene
        return relever(scene, oracle, id, max(1, u.pv_max * e.n // 100), regle)
    if e.fait == "tour":
        from .tours import tour_supplementaire

        return tour_supplementaire(scene, oracle, id, who, regle)
    if e.fait in PASSIFS:
        tours = e.tours or None
        cle = f"{COUP}{nom}:{e.fait}:{e.sur}" if tours is None else f"{nom}:{e.fait}:{e.sur}"
        tenu = replace(e, quand="toujours", tours=0, si="", qui="soi", rayon=0)
        if tours is not None:
            faits = (("nom", nom), ("sur", e.sur), ("n", e.n), ("tours", e.tours))
            oracle.tell(Event("effet", id, who if who != id else "", regle, (), faits))
        return pour_un_temps(scene, id, Actif(nom, tenu, regle, tours, cle=cle))
    return bouger(scene, oracle, who, id, e, regle)


def bouger(scene: Scene, oracle: Oracle, who: str, id: str, e: Effet, regle: str) -> Scene:
    """Pushed away, drawn near, or places changed."""
    u, v = scene.unites[who], scene.unites[id]
    if u.case == v.case:
        return scene
    if e.fait == "pousse":
        return pousser(scene, oracle, id, direction(u.case, v.case), e.n, regle)
    if e.fait == "attire":
        return pousser(scene, oracle, id, direction(v.case, u.case), min(e.n, distance(u.case, v.case) - 1), regle)
    return echanger(scene, oracle, who, id, regle)


def echanger(scene: Scene, oracle: Oracle, who: str, id: str, regle: str) -> Scene:
    """Two units change places."""
    u, v = scene.unites[who], scene.unites[id]
    oracle.tell(Event("echange", who, id, regle))
    scene = deplacer(scene, u, v.case)
    return deplacer(scene, scene.unites[id], u.case)


def blesser(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """Raw damage of an effect, doubled or halved where its type is one the unit is weak to or resists."""
    nom, e, regle = source
    u = scene.unites[id]
    n = u.pv_max * e.n // 100 if e.sur == "pct" else combien(oracle.of(who), e)
    if e.sur in DEGATS:
        n = sensible(scene, u, e.sur, n)
    n = max(0, n - bonus_de(scene, u, "defense_brute"))
    if e.sur == "pct":
        n = max(1, n)
    oracle.tell(Event("degats_effet", id, "", regle, (), (("nom", nom), ("points", n))))
    return perdre(scene, oracle, id, n, regle, who)


@rule("FD-4.4", "FD-4.5")
def sensible(scene: Scene, u: Unite, type_: str, n: int) -> int:
    """Damage outside of an attack: doubled, halved, or as it is when both or neither."""
    fort = any(s[1].sur == type_ for s in traits_de(scene, u, "vulnerable"))
    faible = any(s[1].sur == type_ for s in traits_de(scene, u, "resiste"))
    return n if fort == faible else 2 * n if fort else n // 2


@rule("FD-3.56")
def changer_jt(scene: Scene, oracle: Oracle, id: str, n: int, regle: str) -> Scene:
    """JT gained or lost, from 0 to 6."""
    u = scene.unites[id]
    jt = max(0, min(JT_MAX, u.jt + n))
    if jt == u.jt:
        return scene
    oracle.tell(Event("jt", id, "", regle, (), (("jetons", jt - u.jt), ("reste", jt))))
    return scene.put(replace(u, jt=jt))


@rule("FD-9.15")
def couvrir(scene: Scene, oracle: Oracle, u: Unite, source: Source, cases: frozenset[Case]) -> Scene:
    """Cells become another terrain for a while."""
    from .scene import Zone

    _, e, regle = source
    tours = e.tours + (u.id in scene.turn()) if e.tours else None
    visees = tuple(sorted(c for c in cases if scene.sur_la_carte(c) and scene.terrain(c).cout is not None))
    if not visees:
        return scene
    oracle.tell(Event("zone", u.id, "", regle, (), (("terrain", e.sur), ("cases", len(visees)))))
    return replace(scene, zones=(*scene.zones, Zone(visees, e.sur, u.id, tours)))


# ---------------------------------------------------------------- moments


@rule("FD-9.1", "FD-3.43")
def declencher(
    scene: Scene, oracle: Oracle, who: str, quand: str, autre: str = "", coup: Assaut | None = None
) -> Scene:
    """All that waits for this moment of a unit happens; reactions are offered."""
    u = scene.unites[who]
    sources = u.fiche.recueil.declencheurs.get(quand, ()) + u.equipement.recueil.declencheurs.get(quand, ())
    if not u.simple:
        sources += tuple(s for s in u.passagers() if s[1].quand == quand)
    if u.monture:
        sources += tuple(s for s in scene.passifs_de_monture(u) if s[1].quand == quand)
    sol = scene.terrain(u.case)
    if sol.effets and not vole(scene, u):
        sources += tuple((sol.nom, e, "FD-9.15") for e in sol.effets if e.quand == quand)
    if sources:
        scene = produire(scene, oracle, who, sources, autre, coup=coup)
    reactions = u.fiche.reactions.get(quand)
    return reagir(scene, oracle, who, reactions, autre, coup) if reactions else scene


@rule("FD-3.43", "FD-9.24")
def reagir(
    scene: Scene, oracle: Oracle, who: str, reactions: tuple[Technique, ...], autre: str, coup: Assaut | None
) -> Scene:
    """Techniques that answer this moment are offered to whoever can pay for them."""
    for technique in reactions:
        u = scene.unites[who]
        if u.jt < technique.jt or u.recharge(technique.id) or not u.conscient or interdit(scene, u, "techniques"):
            continue
        if not any(_servirait(scene, u, e, autre, coup) for e in technique.effets):
            continue
        prix = (("JT", technique.jt),) if technique.jt else ()
        options = (Option("non", "Ne rien faire"), Option("oui", technique.nom, prix))
        montre = (("technique", technique.nom), ("contre", scene.name(autre) if autre else ""))
        if oracle.ask(Question(who, "fd.reaction", "FD-3.43", options, montre)).id != "oui":
            continue
        scene = payer(scene, oracle, who, technique)
        scene = produire(scene, oracle, who, tuple((technique.nom, e, "FD-9.4") for e in technique.effets), autre, coup=coup)
    return scene


def _servirait(scene: Scene, u: Unite, e: Effet, autre: str, coup: Assaut | None) -> bool:
    """Whether an effect would change anything now: its condition holds, and there is something to cure."""
    if e.fait == "guerit" and e.qui == "soi":
        presents = {"afflictions": u.affliction is not None, "etats": bool(u.etats)}
        return presents.get(e.sur, u.a(e.sur))
    return tient(scene, u, e, scene.unites.get(autre), coup)


@rule("FD-3.56", "FD-6.33")
def payer(scene: Scene, oracle: Oracle, who: str, technique: Technique) -> Scene:
    """The JT of a technique are paid, and it has to recharge."""
    u = scene.unites[who]
    oracle.tell(Event("technique", who, "", "FD-3.56", (), (("nom", technique.nom), ("jetons", technique.jt))))
    u = replace(u, jt=u.jt - technique.jt)
    return scene.put(recharger(scene, u, technique.id, technique.recharge))


@rule("FD-6.33")
def recharger(scene: Scene, u: Unite, cle: str, tours: int) -> Unite:
    """Not again for so many own tours after the present one."""
    if not tours:
        return u
    autres = tuple(r for r in u.recharges if r[0] != cle)
    return replace(u, recharges=(*autres, (cle, tours + (u.id in scene.turn()))))


def fin_du_coup(scene: Scene, *qui: str) -> Scene:
    """What held for one attack only is over."""
    changes = []
    for id in qui:
        u = scene.unites[id]
        if u.effets and any(a.cle.startswith(COUP) for a in u.effets):
            changes.append(replace(u, effets=tuple(a for a in u.effets if not a.cle.startswith(COUP))))
    return scene.put(*changes) if changes else scene
