"""Techniques: equipping them within the PT, and using one: target, reach, area, JT, recharge."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar, NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.catalogue import EMPLOYEES, TECHNIQUES, Cible, Technique, fautes_de_technique
from ...model.hexes import Case, direction, disque, distance, voisines
from ...model.langage import Effet
from ...model.people import JT_MAX, Fiche, Unite
from ...model.scene import Scene
from ...model.tables import PALIERS
from ..c2_systeme.figures import inconnue, revetir
from ..c2_systeme.plateau import aire, cout, libre, voit
from ..c3_combat.agir import Vise, payer_la_technique, produire
from ..c3_combat.tours import PAS_DE_COMBAT, apres_bonus, apres_rapide, finir_le_tour, pas_a_elle, tour_de
from ..c4_attaque.attaque import technique_fermee

AU_SOL = ("soin", "reanime", "ep")  # what does something to the fallen (FD-3.9, FD-3.14)

# ---------------------------------------------------------------- equipping


@rule("FD-3.55")
def pt_max(fiche: Fiche) -> int:
    """25, 50 or 75 by the tier of the class."""
    classe = fiche.de_classe
    return PALIERS[classe.palier].pt if classe is not None else 0


def pt_pris(fiche: Fiche, ids: tuple[str, ...]) -> int:
    return sum(t.pt for t in map(fiche.technique, ids) if t is not None)


@rule("FD-3.55", "FD-3.57", "FD-3.58", "FD-8.5")
def equipement_ferme(u: Unite, ids: tuple[str, ...]) -> Closed | None:
    """Why these techniques cannot be equipped together: not unlocked, twice, or above the PT."""
    fiche = u.fiche
    if len(set(ids)) != len(ids):
        return Closed("FD-3.55", "Une technique ne s'équipe qu'une fois")
    for id in ids:
        technique = fiche.technique(id)
        if technique is None or id not in fiche.debloquees:
            nom = technique.nom if technique is not None else id
            return Closed("FD-3.57", "{} n'a pas débloqué la technique « {} »", (Someone(u.id), nom))
    pris, permis = pt_pris(fiche, ids), pt_max(fiche)
    return Closed("FD-3.55", "Ces techniques coûtent {} PT, {} au plus", (pris, permis)) if pris > permis else None


def hors_combat(scene: Scene, who: str) -> Closed | None:
    """Not there, or in a fight."""
    absent = inconnue(scene, who)
    if absent is None and scene.encounter is not None:
        return Closed("FD-3.55", "On ne change de techniques que hors combat")
    return absent


@rule("FD-3.55", "FD-8.5")
class EquiperTechniques(Action, frozen=True, tag="equiper_techniques"):
    """Choose all the techniques one has equipped from now on."""

    techniques: tuple[str, ...]

    def closed(self, scene: Scene) -> Closed | None:
        ferme = hors_combat(scene, self.actor)
        if ferme is not None:
            return ferme
        fiche = scene.people[self.actor].fiche
        if not fiche.classe:
            return Closed("FD-3.55", "{} n'a pas de classe : ses techniques ne changent pas", (Someone(self.actor),))
        if set(self.techniques) == set(fiche.techniques) and len(self.techniques) == len(fiche.techniques):
            return Closed("FD-3.55", "Ces techniques sont déjà équipées")
        return equipement_ferme(scene.people[self.actor], self.techniques)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        fiche = replace(u.fiche, techniques=self.techniques)
        noms = tuple(t.nom for t in fiche.equipees)
        faits = (("noms", noms), ("pt", pt_pris(fiche, self.techniques)), ("pt_max", pt_max(fiche)))
        oracle.tell(Event("techniques_equipees", u.id, "", "FD-3.55", (), faits))
        return scene.put(revetir(u, fiche))


INVENTEE = "inventee_"  # before whose it is
NOM_MAX, MODELES_MAX = 40, 3


@rule("FD-3.58")
class InventerTechnique(Action, frozen=True, tag="inventer_technique"):
    """A personal technique that is nobody else's, made with the game master: the effects of others, put together."""

    master = True

    nom: str
    modeles: tuple[str, ...]  # ordinary techniques used in the same way; reach, target and area are the first's
    pt: int
    jt: int = 0
    recharge: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        ferme = hors_combat(scene, self.actor)
        if ferme is not None:
            return ferme
        fiche = scene.people[self.actor].fiche
        if not fiche.classe:
            return Closed("FD-3.55", "{} n'a pas de classe : ses techniques ne changent pas", (Someone(self.actor),))
        if fiche.personnelle:
            return Closed("FD-3.58", "{} a déjà une technique personnelle", (Someone(self.actor),))
        if not 1 <= len(self.nom.strip()) <= NOM_MAX:
            return Closed("FD-3.58", "Un nom de 1 à {} lettres", (NOM_MAX,))
        if not (1 <= self.pt <= pt_max(fiche) and 0 <= self.jt <= JT_MAX and 0 <= self.recharge <= 9):
            return Closed("FD-3.58", "De 1 à {} PT, de 0 à {} JT, de 0 à 9 tours de recharge", (pt_max(fiche), JT_MAX))
        return self.modeles_fermes(scene)

    def modeles_fermes(self, scene: Scene) -> Closed | None:
        """One to three ordinary techniques that can be put together."""
        if not 1 <= len(set(self.modeles)) == len(self.modeles) <= MODELES_MAX:
            return Closed("FD-3.58", "De 1 à {} techniques pour modèles", (MODELES_MAX,))
        connues = scene.own.techniques
        if any(id not in connues or connues[id].speciale for id in self.modeles):
            return Closed("FD-3.58", "Les modèles sont des techniques ordinaires")
        modeles = [connues[id] for id in self.modeles]
        if len({(t.activation, t.cible) for t in modeles}) > 1 or any(fautes_de_technique(self.technique(scene))):
            return Closed("FD-3.58", "Ces modèles ne s'emploient pas de la même façon")
        return None

    def technique(self, scene: Scene) -> Technique:
        modeles = [scene.own.techniques[id] for id in self.modeles]
        effets = tuple(e for t in modeles for e in t.effets)
        return replace(
            modeles[0],
            id=INVENTEE + self.actor,
            nom=self.nom.strip(),
            pt=self.pt,
            jt=self.jt,
            recharge=self.recharge,
            effets=effets,
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u, inventee = scene.people[self.actor], self.technique(scene)
        faits = (("nom", inventee.nom), ("pt", self.pt), ("jetons", self.jt))
        oracle.tell(Event("technique_inventee", u.id, "", "FD-3.58", (), faits))
        return scene.put(replace(u, fiche=replace(u.fiche, personnelle=inventee.id, inventee=inventee)))


# ---------------------------------------------------------------- aiming


class Mire(NamedTuple):
    """What a technique or a spell is aimed at, from how near to how far, and to what effect."""

    genre: Cible
    portee: tuple[int, int]
    effets: tuple[Effet, ...]


def viser_ferme(scene: Scene, u: Unite, mire: Mire, cible: str, x: int | None, y: int | None) -> Closed | None:
    """Why a technique or a spell cannot be aimed so: the wrong kind of target, too far, unseen, nothing to gain."""
    genre, portee, effets = mire
    if genre == "case":
        if cible or x is None or y is None:
            return Closed("FD-9.16", "Il faut viser une case")
        return case_fermee(scene, u, portee, effets, (x, y))
    if x is not None or y is not None:
        return Closed("FD-9.16", "On ne vise pas une case ainsi")
    if genre == "soi":
        return Closed("FD-9.4", "Cela n'agit que depuis soi") if cible not in ("", u.id) else None
    absent = inconnue(scene, cible)
    if absent is not None:
        return absent
    v = scene.people[cible]
    return genre_ferme(u, v, genre, portee[0]) or unite_fermee(scene, u, v, portee, effets)


def genre_ferme(u: Unite, v: Unite, genre: Cible, au_moins: int) -> Closed | None:
    """An ally is another of one's camp (oneself where the reach begins at 0), an enemy is of no camp of one's own."""
    if v.id == u.id:
        return Closed("FD-9.4", "Il faut viser une autre unité") if genre == "ennemi" or au_moins else None
    allie = v.side == u.side
    if genre == "allie" and not allie:
        return Closed("FD-9.4", "{} n'est pas un allié", (Someone(v.id),))
    return Closed("FD-9.4", "{} n'est pas un ennemi", (Someone(v.id),)) if genre == "ennemi" and allie else None


def unite_fermee(scene: Scene, u: Unite, v: Unite, portee: tuple[int, int], effets: tuple[Effet, ...]) -> Closed | None:
    if v.passager_de and v.side != u.side:
        return Closed("FD-3.25", "{} est en croupe : viser le cavalier ou la monture", (Someone(v.id),))
    ferme = vain(v, effets)
    if ferme is not None:
        return ferme
    n = distance(u.case, v.case)
    a_portee = portee[0] <= n <= portee[1] or (n == 0 and portee[0] <= 1 and v.id != u.id)
    if not a_portee:
        return Closed("FD-6.9", "{} est à {} cases, la portée va de {} à {}", (Someone(v.id), n, *portee))
    return None if voit(scene, u, v.case) else Closed("FD-3.44", "{} ne voit pas sa cible", (Someone(u.id),))


@rule("FD-3.9", "FD-3.12", "FD-3.14", "FD-5.13")
def vain(v: Unite, effets: tuple[Effet, ...]) -> Closed | None:
    """Why effects would do nothing to a unit: it has fallen or not, is unhurt, or beyond such care."""
    if any(e.qui != "cible" for e in effets):
        return None
    if v.survie is None:
        a_relever = all(e.fait == "reanime" for e in effets)
        if a_relever:
            return Closed("FD-3.8", "{} n'a pas besoin d'être stabilisé", (Someone(v.id),))
        indemne = not v.perdus and all(e.fait == "soin" for e in effets)
        return Closed("FD-2.18", "{} a tous ses PV : il n'y a rien à soigner", (Someone(v.id),)) if indemne else None
    if not any(e.fait in AU_SOL for e in effets):
        return Closed("FD-3.7", "{} est sans connaissance : cela ne lui ferait rien", (Someone(v.id),))
    if any(e.fait == "ep" for e in effets):
        return None
    if v.souffle is not None:
        return Closed("FD-5.13", "{} manque d'air : rien à faire avant", (Someone(v.id),))
    if v.survie.blessure == "Létale" and not any(e.fait == "reanime" and e.sur == "létale" for e in effets):
        return Closed("FD-3.12", "La blessure de {} est létale : ce soin n'y peut rien", (Someone(v.id),))
    return None


def case_fermee(
    scene: Scene, u: Unite, portee: tuple[int, int], effets: tuple[Effet, ...], case: Case
) -> Closed | None:
    n = distance(u.case, case)
    if not scene.sur_la_carte(case):
        return Closed("FD-9.19", "Cette case n'est pas sur la carte")
    if not portee[0] <= n <= portee[1]:
        return Closed("FD-6.9", "Cette case est à {} cases, la portée va de {} à {}", (n, *portee))
    if not voit(scene, u, case):
        return Closed("FD-3.44", "{} ne voit pas sa cible", (Someone(u.id),))
    if any(e.fait == "saut" for e in effets) and (
        case == u.case or not libre(scene, case) or cout(scene, u, case) is None
    ):
        return Closed("FD-9.4", "On ne peut pas se tenir sur cette case")
    return None


def cle(action: Action, cible: str, x: int | None) -> str:
    """The name of an action by what it is aimed at."""
    return f"{tag(action)}.case" if x is not None else f"{tag(action)}.cible" if cible else tag(action)


# ---------------------------------------------------------------- looking ahead


def _conscients(scene: Any) -> set[str]:
    return {u.id for u in scene.people.values() if u.conscient}


def _points(events: list[Event], what: str) -> int:
    return sum(e["points"] for e in events if e.what == what)


REGARDS: dict[str, Look] = {
    "abat": lambda before, after, events: bool(_conscients(before) - _conscients(after)),
    "degats_infliges": lambda before, after, events: _points(events, "degats_effet"),
    "au_complet": lambda before, after, events: any(
        v.pv == v.pv_max and before.people[v.id].pv < v.pv_max for v in after.people.values()
    ),
    "pv_rendus": lambda before, after, events: _points(events, "soigne"),
}


def vues(effets: tuple[Effet, ...]) -> tuple[str, ...]:
    """The looks worth showing: at what is dealt, or at what is healed, where dice decide."""
    for fait, regards in (("degats", ("abat", "degats_infliges")), ("soin", ("au_complet", "pv_rendus"))):
        if any(e.fait == fait and e.des for e in effets):
            return regards
    return ()


# ---------------------------------------------------------------- using one


@rule("FD-3.19", "FD-3.20", "FD-3.55", "FD-3.56", "FD-9.4")
class UtiliserTechnique(Action, frozen=True, tag="utiliser_technique"):
    """Use an equipped technique that is a bonus, quick or full action; on a unit, or on the cell (x, y)."""

    technique: str
    cible: Who = ""
    x: int | None = None
    y: int | None = None

    looks: ClassVar[dict[str, Look]] = REGARDS

    def key(self) -> str:
        return cle(self, self.cible, self.x)

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        if scene.encounter is None:
            return PAS_DE_COMBAT
        u = scene.people[self.actor]
        fermee = technique_fermee(scene, u, self.technique, EMPLOYEES) or self.rafraichie(scene, u)
        if fermee is not None:
            return fermee
        t = self.de(u)
        return viser_ferme(scene, u, Mire(t.cible, (_au_moins(t), t.portee), t.effets), self.cible, self.x, self.y)

    def de(self, u: Unite) -> Technique:
        """The technique as this unit knows it; judged to be there."""
        return u.fiche.connues[self.technique]

    @rule("FD-4.23", "FD-9.20")
    def rafraichie(self, scene: Scene, u: Unite) -> Closed | None:
        """No second Rafraîchissement in one tour, and one more tour a manche for anybody."""
        donnes = {self.actor if e.qui == "soi" else self.cible for e in self.de(u).effets if e.fait == "tour"}
        if self.actor in donnes and tour_de(scene, self.actor).rafraichi:
            return Closed("FD-4.23", "Pas deux rafraîchissements dans le même tour")
        if scene.encounter is not None and donnes & set(scene.encounter.relances):
            return Closed("FD-9.20", "Un seul tour de plus par manche : {} a déjà eu le sien", (Someone(donnes.pop()),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        fin = _FINS[self.de(scene.people[self.actor]).activation]
        return fin(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The technique itself, without what follows in the order of the fight."""
        t = self.de(scene.people[self.actor])
        scene = payer_la_technique(scene, oracle, self.actor, t, self.cible)
        u = scene.people[self.actor]
        case = (self.x, self.y) if self.x is not None and self.y is not None else None
        but = case or (scene.people[self.cible].case if self.cible else u.case)
        if but != u.case:
            u = replace(u, face=direction(u.case, but))
            scene = scene.put(u)
        cases = aire(u, t.motif, but) if t.motif is not None else None
        sources = tuple((t.nom, e, "FD-9.4") for e in t.effets)
        return produire(scene, oracle, self.actor, sources, Vise(self.cible, case, cases))

    def views(self) -> tuple[str, ...]:
        t = TECHNIQUES.get(self.technique)
        return vues(t.effets) if t is not None else ()

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """The technique alone: what the order of the fight brings next is not its own."""
        voir = look if callable(look) else REGARDS[look or (*self.views(), "abat")[0]]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


_FINS = {"bonus": apres_bonus, "rapide": apres_rapide, "action": finir_le_tour}


def _au_moins(t: Technique) -> int:
    """An ally is somebody else; a cell may be one's own."""
    return 1 if t.cible == "allie" else 0


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """In a fight each technique on each target worth it; outside of one, what may be equipped or laid aside."""
    if u.bete:
        return
    if scene.encounter is None:
        yield from _changements(u)
        return
    for t in u.fiche.equipees:
        if t.activation not in EMPLOYEES:
            continue
        if t.cible == "soi":
            yield UtiliserTechnique(u.id, t.id)
        elif t.cible == "case":
            yield from (UtiliserTechnique(u.id, t.id, "", x, y) for x, y in cases_utiles(scene, u, t.portee, t.effets))
        else:
            yield from (UtiliserTechnique(u.id, t.id, v.id) for v in cibles_utiles(scene, u, t.cible, t.portee, 1))


def _changements(u: Unite) -> Iterator[Action]:
    equipees = u.fiche.techniques
    for id in u.fiche.debloquees:
        autres = tuple(t for t in equipees if t != id)
        yield EquiperTechniques(u.id, autres if id in equipees else (*equipees, id))
    ordinaires = [t for t in map(u.fiche.technique, u.fiche.debloquees) if t is not None and not t.speciale]
    if u.fiche.classe and not u.fiche.personnelle and ordinaires:
        t = ordinaires[0]
        yield InventerTechnique(u.id, f"{t.nom}, à sa façon", (t.id,), t.pt, t.jt, t.recharge)  # to be filled in


def cibles_utiles(scene: Scene, u: Unite, genre: Cible, portee: int, au_moins: int) -> Iterator[Unite]:
    """Those of the right side within reach; the nearest of them when nobody is, for the reason on the button."""
    bonnes = [v for v in scene.people.values() if v.vie == "actif" and genre_ferme(u, v, genre, au_moins) is None]
    proches = [v for v in bonnes if distance(u.case, v.case) <= portee]
    yield from proches or sorted(bonnes, key=lambda v: distance(u.case, v.case))[:1]


def cases_utiles(scene: Scene, u: Unite, portee: int, effets: tuple[Effet, ...]) -> Iterator[Case]:
    """Where to leap; which way to turn; or where somebody stands within reach."""
    if any(e.fait == "saut" for e in effets):
        yield from (c for c in disque(u.case, portee) if scene.sur_la_carte(c) and libre(scene, c))
    elif portee <= 1:
        yield from voisines(u.case)
    else:
        occupees = dict.fromkeys(v.case for v in scene.people.values() if v.vie == "actif")
        yield from (c for c in occupees if distance(u.case, c) <= portee)


PLACE = 2
ACTIONS: tuple[type[Action], ...] = (UtiliserTechnique, EquiperTechniques, InventerTechnique)
