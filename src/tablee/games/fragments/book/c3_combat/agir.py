"""Effects at work: what happens when something is used, and at the moments effects wait for."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import NamedTuple

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from ...model.catalogue import TERRAINS, Technique
from ...model.dire import dire
from ...model.effects import Assaut, Source, bears, termes_de, tient
from ...model.hexes import Case, direction, disque, distance
from ...model.langage import PASSIFS, SUBIS, Effet, de_l_autre, du_coup
from ...model.people import JT_MAX, Actif, Unite
from ...model.scene import Scene, Zone
from ..c2_systeme.figures import hors_d_etat, interdit
from ..c2_systeme.impulsion import regagner
from ..c2_systeme.plateau import deplacer, franchit, pousser
from .vie import affecter, gagner_ep, guerir, pour_un_temps, relever, soigner

COUP = "coup:"  # what holds for one blow only


@chance(table=True)
def lancer(oracle: Oracle, des: int, faces: int, n: int) -> int:
    """Dice and a fixed part."""
    return oracle.total(des, faces, "effet") + n


# ---------------------------------------------------------------- on whom, and where


def centre(scene: Scene, u: Unite, e: Effet, cible: str, case: Case | None) -> Case:
    """From where a radius is counted: the cell or unit aimed at; oneself where there is none, or where one is it."""
    if case is not None:
        return case
    ailleurs = cible in scene.people and (e.quand not in SUBIS or e.qui == "cible")
    return scene.people[cible].case if ailleurs else u.case


def concernes(
    scene: Scene, u: Unite, e: Effet, cible: str, case: Case | None, cases: frozenset[Case] | None
) -> tuple[str, ...]:
    """Whom an effect falls on."""
    if e.qui == "soi":
        return (u.id,)
    if e.qui == "cible":
        return (cible,) if cible in scene.people else ()
    if cases is None:
        cases = frozenset(disque(centre(scene, u, e, cible, case), e.rayon))
    trouves = []
    for v in scene.people.values():
        if v.case not in cases or v.vie != "actif" or v.cavalier:
            continue
        if e.qui == "tous" or (v.side == u.side) == (e.qui == "allies"):
            trouves.append(v.id)
    return tuple(trouves)


class Vise(NamedTuple):
    """Whom or which cell an effect was aimed at; `cases`: all it covers, where that is not a disc."""

    cible: str = ""
    case: Case | None = None
    cases: frozenset[Case] | None = None


PERSONNE = Vise()


@rule("FD-9.1")
def produire(
    scene: Scene,
    oracle: Oracle,
    who: str,
    sources: tuple[Source, ...],
    vise: Vise = PERSONNE,
    coup: Assaut | None = None,
) -> Scene:
    """These effects happen, one after the other, on those each of them concerns."""
    cible, case, cases = vise
    for source in sources:
        u, e = scene.people[who], source[1]
        if e.si and not a_juger_plus_tard(e, who, cible, coup):
            if not tient(scene, u, e, scene.people.get(cible), coup):
                continue
            source = source[0], replace(e, si=""), source[2]
        if e.fait == "terrain":
            couvertes = cases if cases is not None else disque(centre(scene, u, e, cible, case), e.rayon)
            scene = couvrir(scene, oracle, u, source, frozenset(couvertes))
        elif e.fait == "saut":
            scene = sauter(scene, oracle, u, case, source[2])
        else:
            for id in concernes(scene, u, e, cible, case, cases):
                scene = accomplir(scene, oracle, who, id, source)
    return scene


def a_juger_plus_tard(e: Effet, who: str, cible: str, coup: Assaut | None) -> bool:
    """A lasting bonus whose condition looks at an attack, or at somebody, to come: the condition stays on it."""
    if e.fait not in PASSIFS or not e.tours:
        return False
    return (coup is None and du_coup(e.si)) or (cible in ("", who) and de_l_autre(e.si))


def combien(oracle: Oracle, e: Effet) -> int:
    return lancer(oracle, e.des, e.faces, e.n) if e.des else e.n


# ---------------------------------------------------------------- what each does

Acte = Callable[[Scene, Oracle, str, str, Source], Scene]  # who brings it about, on whom, and the effect
ACTES: dict[str, Acte] = {}  # by what an effect does; later chapters say what those of theirs do


def acte(*faits: str) -> Callable[[Acte], Acte]:
    """What effects of these kinds do."""

    def keep(accompli: Acte) -> Acte:
        ACTES.update(dict.fromkeys(faits, accompli))
        return accompli

    return keep


def accomplir(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """One effect on one unit."""
    if scene.people[id].vie != "actif":
        return scene
    fait = source[1].fait
    return (maintenir if fait in PASSIFS else ACTES[fait])(scene, oracle, who, id, source)


def maintenir(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """What holds for some tours, or for the blow under way (FD-2.13); the same from the same replaces itself."""
    nom, e, regle = source
    tenu = replace(e, quand="toujours", tours=0, qui="soi", rayon=0)
    cle = f"{nom}:{e.fait}:{e.sur}:{e.si}"
    if not e.tours:
        return pour_un_temps(scene, id, Actif(nom, tenu, regle, None, cle=COUP + cle))
    faits = (("nom", nom), ("effet", dire(tenu)), ("tours", e.tours))
    oracle.tell(Event("effet", id, who if who != id else "", regle, (), faits))
    return pour_un_temps(scene, id, Actif(nom, tenu, regle, e.tours, cle=cle))


@acte("soin")
@rule("FD-3.9")
def rendre(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """PV given back, with what the giver adds to every healing."""
    nom, e, regle = source
    n = scene.people[id].pv_max * e.n // 100 if e.sur == "pct" else combien(oracle.of(who), e)
    terms = ((nom, n, regle), *termes_de(scene, scene.people[who], "soins"))
    return soigner(scene, oracle, id, max(0, total(terms)), regle, terms)


@acte("ep")
def envelopper(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    return gagner_ep(scene, oracle, id, combien(oracle.of(who), source[1]), source[2], source[0])


@acte("jt")
def donner_jt(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    return changer_jt(scene, oracle, id, source[1].n, source[2])


@acte("inflige")
def infliger(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    return affecter(scene, oracle, id, source[1].sur, source[1].tours, who)


@acte("guerit")
@rule("FD-4.12")
def soulager(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """The remedy for an affliction or a state."""
    return guerir(scene, oracle, id, source[1].sur, source[2])


@acte("charge")
def rendre_des_charges(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    for _ in range(source[1].n):
        scene = regagner(scene, oracle, id, source[2])
    return scene


@acte("reanime")
@rule("FD-3.12")
def ranimer(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """Out of survival with a share of the PV; from a lethal wound only by what says so, never without air."""
    u, e = scene.people[id], source[1]
    if u.survie is None:
        return scene
    if u.souffle is not None or (u.survie.blessure == "Létale" and e.sur != "létale"):
        oracle.tell(Event("soin_vain", id, "", "FD-5.13" if u.souffle is not None else "FD-3.12"))
        return scene
    return relever(scene, oracle, id, max(1, u.pv_max * e.n // 100), source[2])


@acte("pousse", "attire", "echange")
def bouger(scene: Scene, oracle: Oracle, who: str, id: str, source: Source) -> Scene:
    """Pushed away, drawn near, or places changed."""
    _, e, regle = source
    u, v = scene.people[who], scene.people[id]
    if u.case == v.case or v.passager_de:  # whoever sits behind somebody goes where the mount goes
        return scene
    if e.fait == "pousse":
        return pousser(scene, oracle, id, direction(u.case, v.case), e.n, regle)
    if e.fait == "attire":
        return pousser(scene, oracle, id, direction(v.case, u.case), min(e.n, distance(u.case, v.case) - 1), regle)
    if franchit(scene, u, v.case) is None or franchit(scene, v, u.case) is None:
        return scene
    oracle.tell(Event("echange", who, id, regle))
    return deplacer(deplacer(scene, u, v.case), v, u.case)


def sauter(scene: Scene, oracle: Oracle, u: Unite, case: Case | None, regle: str) -> Scene:
    """One comes to stand on the cell aimed at."""
    if case is None:
        return scene
    oracle.tell(Event("saut", u.id, "", regle, (), (("x", case[0]), ("y", case[1]))))
    return deplacer(scene, u, case)


@rule("FD-3.56")
def changer_jt(scene: Scene, oracle: Oracle, id: str, n: int, regle: str, terms: Terms = ()) -> Scene:
    """JT gained or lost, from 0 to 6; `terms`: what n is made of."""
    u = scene.people[id]
    jt = max(0, min(JT_MAX, u.jt + n))
    if jt == u.jt:
        return scene
    if terms and jt - u.jt != n:
        terms += (("De 0 à 6 JT", jt - u.jt - n, "FD-3.56"),)
    oracle.tell(Event("jt", id, "", regle, terms, (("jetons", jt - u.jt), ("reste", jt))))
    return scene.put(replace(u, jt=jt))


@rule("FD-9.15")
def couvrir(scene: Scene, oracle: Oracle, u: Unite, source: Source, cases: frozenset[Case]) -> Scene:
    """Cells become another terrain for a while."""
    _, e, regle = source
    tours = e.tours + (u.id in scene.turn()) if e.tours else None
    visees = tuple(sorted(c for c in cases if scene.sur_la_carte(c) and scene.terrain(c).cout is not None))
    if not visees:
        return scene
    oracle.tell(Event("zone", u.id, "", regle, (), (("terrain", TERRAINS[e.sur].nom), ("cases", len(visees)))))
    entamees = tuple(d for d in scene.degats if d[0] not in visees)  # what is laid down is whole
    return replace(scene, zones=(*scene.zones, Zone(visees, e.sur, u.id, tours)), degats=entamees)


# ---------------------------------------------------------------- moments


@rule("FD-9.1", "FD-3.43")
def declencher(
    scene: Scene,
    oracle: Oracle,
    who: str,
    quand: str,
    autre: str = "",
    coup: Assaut | None = None,
    sauf: Collection[str] = (),
) -> Scene:
    """All that waits for this moment of a unit happens, but for inflicting what is left out; reactions are offered."""
    u = scene.people[who]
    sources = bears(scene, u).declencheurs.get(quand, ())
    if sauf:
        sources = tuple(s for s in sources if s[1].fait != "inflige" or s[1].sur not in sauf)
    if sources:
        scene = produire(scene, oracle, who, sources, Vise(autre), coup)
    reactions = u.fiche.reactions.get(quand)
    return reagir(scene, oracle, who, reactions, autre, coup) if reactions else scene


@rule("FD-3.43", "FD-9.24")
def reagir(
    scene: Scene, oracle: Oracle, who: str, reactions: tuple[Technique, ...], autre: str, coup: Assaut | None
) -> Scene:
    """Techniques that answer this moment are offered to whoever can pay for them."""
    for technique in reactions:
        u = scene.people[who]
        if (
            u.jt < technique.jt
            or u.recharge(technique.id)
            or hors_d_etat(scene, who)
            or interdit(scene, u, "techniques")
        ):
            continue
        if not any(_servirait(scene, u, e, autre, coup) for e in technique.effets):
            continue
        prix = (("JT", technique.jt),) if technique.jt else ()
        options = (Option("non", "Ne rien faire"), Option("oui", technique.nom, prix))
        montre = (("technique", technique.nom), ("contre", autre))
        if oracle.ask(Question(who, "fd.reaction", "FD-3.43", options, montre)).id != "oui":
            continue
        scene = payer_la_technique(scene, oracle, who, technique)
        scene = produire(
            scene, oracle, who, tuple((technique.nom, e, "FD-9.4") for e in technique.effets), Vise(autre), coup
        )
    return scene


def _servirait(scene: Scene, u: Unite, e: Effet, autre: str, coup: Assaut | None) -> bool:
    """Whether an effect would change anything now: its condition holds, and there is something to mend or to gain."""
    if e.si and not tient(scene, u, e, scene.people.get(autre), coup):
        return False
    if e.qui != "soi":
        return True
    if e.fait == "guerit":
        return {"afflictions": u.affliction is not None, "etats": bool(u.etats)}.get(e.sur, u.a(e.sur))
    if e.fait == "jt":
        return u.jt < JT_MAX
    return u.perdus > 0 if e.fait == "soin" else True


@rule("FD-3.56", "FD-6.33")
def payer_la_technique(scene: Scene, oracle: Oracle, who: str, technique: Technique, cible: str = "") -> Scene:
    """The JT of a technique are paid, and it has to recharge."""
    u = scene.people[who]
    oracle.tell(Event("technique", who, cible, "FD-3.56", (), (("nom", technique.nom), ("jetons", technique.jt))))
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
    """What held for one blow only is over for these."""
    changes = []
    for id in qui:
        u = scene.people[id]
        if u.effets and any(a.cle.startswith(COUP) for a in u.effets):
            changes.append(replace(u, effets=tuple(a for a in u.effets if not a.cle.startswith(COUP))))
    return scene.put(*changes) if changes else scene
