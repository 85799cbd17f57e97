"""Chapter 5, magic: the other practices of a mage. Memory, the book of spells, prolonging, stealing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Amount, Closed, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total, without_zeros

from ...model.people import Carac, Personnage, Sort, SortActif, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import duree
from ..c2_traits import connu, ecrit
from ..c3_tests.oppositions import confronter
from ..c3_tests.refus import refus
from ..c3_tests.tests import Epreuve, Tester, depenser, fact, public
from ..c4_combat.blessures import Impact, blesser
from ..c4_combat.gardes import empeche
from ..c4_combat.gestes import Geste
from ..c4_combat.places import distance
from ..c4_combat.recuperation import a_leur_terme
from .incantation import (
    Formule,
    Incanter,
    Lancer,
    duree_de_preparation,
    finir,
    formule_refusee,
    lancer_le_sort,
    mage_empeche,
    pas_le_moment,
    prendre_le_temps,
    refus_d_incantation,
    sort_nomme,
    temps_refuse,
)
from .magie import DERNIER_CRAN, MAGIE, Resister, avec_le_vole, crans_pris, preparation, ranger_le_vole
from .sortileges import PERDUS, SUR_SOI, resistance_de

# ---------------------------------------------------------------- memory


@rule("FLU-5.13")
class Memoriser(Formule, frozen=True, tag="memoriser"):
    """Prepare a spell in advance and keep it in mind; the time is spent now, the dice are rolled at its release."""

    temps: int = 0

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        refuse = mage_empeche(scene, self.actor) or formule_refusee(scene, self)
        if refuse is not None:
            return refuse
        p = scene[self.actor]
        if len(p.memoire) >= p.fiche.INT:
            return Closed("FLU-5.13", "Pas plus de {} sorts en mémoire : autant que d'Intelligence", (p.fiche.INT,))
        return temps_refuse(scene, p, sort_voulu(scene, self), self.temps)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        sort = sort_voulu(scene, self)
        crans = crans_pris(p, sort, self.temps)
        scene = prendre_le_temps(scene, oracle, p.id, sort, duree_de_preparation(p, sort, self.temps))
        p = scene[p.id]
        if empeche(p) is not None:
            oracle.tell(Event("sort_perdu", p.id, "", "FLU-5.13", (), (("sort", sort.nom),)))
            return scene
        p = replace(p, memoire=(*p.memoire, replace(sort, crans=crans)))
        facts = (("sort", sort.nom), ("gardes", len(p.memoire)), ("possibles", p.fiche.INT))
        oracle.tell(Event("memorise", p.id, "", "FLU-5.13", (), facts))
        return finir(scene.put(p), oracle, p.id)


def sort_voulu(scene: Scene, f: Formule) -> Sort:
    """The spell of a formula that was found open."""
    sort = sort_nomme(scene, scene[f.actor], f)
    if sort is None:
        raise ValueError("no such spell")
    return sort


@rule("FLU-5.13")
class Liberer(Lancer, frozen=True, tag="liberer"):
    """Release a spell kept in mind: one action, and the dice are rolled now. It leaves the memory in any case."""

    def closed(self, scene: Scene) -> Closed | None:
        refuse = mage_empeche(scene, self.actor) or inconnu(scene, *self.cibles)
        if refuse is not None:
            return refuse
        sort = self.lance(scene)
        if sort is None:
            return Closed("FLU-5.13", "{} n'a pas « {} » en mémoire", (Someone(self.actor), self.sort))
        if self.temps:
            return Closed("FLU-5.13", "La préparation de ce sort est déjà faite")
        return pas_le_moment(scene, self.actor) or refus_d_incantation(scene, self, sort)

    def lance(self, scene: Scene) -> Sort | None:
        return next((s for s in scene[self.actor].memoire if self.sort in (s.id, s.nom)), None)

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        p, sort = scene[self.actor], self.sort_lance(scene)
        place = p.memoire.index(sort)
        oracle.tell(Event("libere", p.id, "", "FLU-5.13", (), (("sort", sort.nom),)))
        oublie = replace(p, memoire=(*p.memoire[:place], *p.memoire[place + 1 :]))
        return lancer_le_sort(scene.put(oublie), oracle, self, sort, sort.crans)


# ---------------------------------------------------------------- the book


@rule("FLU-5.16", "FLU-5.17")
class Inscrire(Formule, frozen=True, tag="inscrire"):
    """Write down a spell once cast with success; it is a Trait from then on, at 0 until experience raises it."""

    def closed(self, scene: Scene) -> Closed | None:
        refuse = mage_empeche(scene, self.actor) or formule_refusee(scene, self)
        if refuse is not None:
            return refuse
        p = scene[self.actor]
        sort = sort_voulu(scene, self)
        if scene.encounter is not None:
            return Closed("FLU-5.16", "On n'écrit pas un sort en plein combat")
        if connu(p, sort.nom) is not None or ecrit(p, sort.nom) is not None or p.sort_ecrit(sort.id) is not None:
            return Closed("FLU-5.17", "« {} » est déjà un Trait ou un sort écrit de {}", (sort.nom, Someone(p.id)))
        if sort.id not in p.reussis:
            return Closed("FLU-5.16", "{} n'a pas encore réussi « {} »", (Someone(p.id), sort.nom))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        sort = replace(sort_voulu(scene, self), niveau=0)
        oracle.tell(Event("inscrit", p.id, "", "FLU-5.16", (), (("sort", sort.nom), ("niveau", sort.niveau))))
        return scene.put(replace(p, grimoire=(*p.grimoire, sort)))


# ---------------------------------------------------------------- prolonging


@rule("FLU-5.12")
class Prolonger(Action, frozen=True, tag="prolonger"):
    """Keep a spell at work: x points spent at once add the duration x steps above its first one."""

    sort: str
    res: int = 0
    depenses: tuple[tuple[Carac, int], ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or hors_d_etat(scene[self.actor])
        if absent is not None:
            return absent
        p, actif = scene[self.actor], self.actif(scene)
        if actif is None:
            return Closed("FLU-5.12", "{} n'a pas de sort « {} » à l'œuvre", (Someone(p.id), self.sort))
        paye = refus(scene.put(avec_le_vole(p)), Tester(p.id, ("CON",), res=self.res, depenses=self.depenses))
        if paye is not None:
            return paye
        return None if self.points() else Closed("FLU-5.12", "Il faut dépenser au moins 1 point")

    def points(self) -> int:
        return self.res + sum(n for _, n in self.depenses)

    def actif(self, scene: Scene) -> SortActif | None:
        return next((s for s in scene.sorts if s.id == self.sort and s.mage == self.actor), None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        avant, actif = scene[self.actor], self.actif(scene)
        if actif is None:
            raise ValueError("no such spell at work")
        trop = min(0, DERNIER_CRAN - actif.rang - self.points())
        terms = without_zeros(
            (
                ("Durée initiale", actif.rang, "FLU-5.12"),
                ("Points dépensés", self.points(), "FLU-5.12"),
                ("Fin de la Table de temps", trop, "FLU-3.25"),
            )
        )
        ajout = duree(total(terms))
        p = ranger_le_vole(avant, depenser(avec_le_vole(avant), (("RES", self.res), *self.depenses)))
        oracle.tell(Event("prolonge", p.id, "", "FLU-5.12", terms, (("sort", actif.sort.nom), ("duree", ajout.duree))))
        sorts = tuple(replace(s, fin=s.fin + ajout.secondes) if s is actif else s for s in scene.sorts)
        return replace(scene.put(p), sorts=sorts)


@a_leur_terme.then("FLU-5.12")
def poursuivre_ou_non(scene: Scene, oracle: Oracle, fin: int) -> Scene:
    """A spell that would end as time goes by: its mage says how much RES he spends to go on, each time it ends."""
    attendus = [s.id for s in scene.sorts if s.fin <= fin]
    while attendus:
        actif = next(s for s in scene.sorts if s.id == attendus[0])
        mage = scene.people.get(actif.mage)
        points = 0
        if mage is not None and hors_d_etat(mage) is None and mage.res > 0 and actif.fin <= fin:
            montre = (("sort", actif.sort.nom), ("duree", duree(actif.rang).duree))
            question = Question(mage.id, "flu.prolonger", "FLU-5.12", Amount(0, mage.res), montre)
            points = int(oracle.ask(question).id)
        if points:
            scene = Prolonger(actif.mage, actif.id, res=points).resolve(scene, oracle)
        else:
            attendus.pop(0)
    return scene


# ---------------------------------------------------------------- stealing


@rule("FLU-5.15")
class Vampiriser(Geste, frozen=True, tag="vampiriser"):
    """Steal RES for a spell to come: VOL against VOL, the difference is taken, at most what the victim has left."""

    cible: Who = ""
    resistance: Resister | None = None

    esprit = True
    looks = {
        "reussite": lambda b, a, ev: fact("points", "vampirise")(b, a, ev) > 0,
        "points": lambda b, a, ev: fact("points", "vampirise")(b, a, ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        refuse = mage_empeche(scene, self.actor) or inconnu(scene, self.cible) or hors_d_etat(scene[self.cible])
        if refuse is not None:
            return refuse
        victime = scene[self.cible]
        if self.cible == self.actor or self.caracs not in ((), ("VOL",)):
            return Closed("FLU-5.15", "On vampirise quelqu'un d'autre, en Volonté")
        if victime.res <= 0:
            return Closed("FLU-5.15", "{} n'a plus de RES à voler", (Someone(victime.id),))
        if self.resistance is not None and self.resistance.actor != self.cible:
            return Closed("FLU-5.15", "Seule la victime résiste")
        mien, sien = self.essais(scene)
        donnee = self.resistance is not None
        return pas_le_moment(scene, self.actor) or refus(scene, mien) or (refus(scene, sien) if donnee else None)

    def essais(self, scene: Scene) -> tuple[Epreuve, Resister]:
        donnees = () if self.resistance is None else (self.resistance,)
        return replace(self, caracs=("VOL",)), resistance_de(scene, self.cible, donnees, "VOL")

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        mien, sien = self.essais(scene)
        scene, (a, b) = confronter(scene, oracle, (mien, sien))
        ecart, reste = max(0, a - b), max(0, scene[self.cible].res)
        points = min(ecart, reste)
        terms: Terms = (("Total du mage", a, "FLU-5.15"), ("Total de la victime", -b, "FLU-5.15"))
        if points < ecart:
            terms = (*terms, ("Pas plus que sa RES", points - ecart, "FLU-5.15"))
        terms = terms if points else ()
        facts = (("points", points),)
        oracle.tell(Event("vampirise", self.actor, self.cible, "FLU-5.15", terms, facts, public(mien, sien)))
        if not points:
            return scene
        p = scene[self.actor]
        return blesser(scene.put(replace(p, vole=p.vole + points)), oracle, self.cible, points, Impact(p.id))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir(self.faire(scene, oracle), oracle, self.actor)


ACTIONS: tuple[type[Action], ...] = (Incanter, Memoriser, Liberer, Prolonger, Inscrire, Vampiriser)


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What a mage may think of doing; nothing at all for the others."""
    if p.fiche.MAG is None:
        return
    autres = [q for q in scene.people.values() if q.id != p.id and q.etat not in PERDUS]
    adverses = [q for q in autres if q.side != p.side]
    sorts = scene.own.sorts
    repertoire = (*p.grimoire, *(s for s in sorts.values() if p.sort_ecrit(s.id) is None))
    for sort in repertoire:
        temps = 1 if scene.encounter is not None and total(preparation(p, sort)) > 1 else 0
        for cibles in visees(p, sort, autres):
            yield Incanter(p.id, sort=sort.nom, cibles=cibles, temps=temps)
    for sort in dict.fromkeys(p.memoire):
        for cibles in visees(p, sort, autres):
            yield Liberer(p.id, sort=sort.nom, cibles=cibles)
    for actif in scene.sorts:
        if actif.mage == p.id:
            yield Prolonger(p.id, actif.id, res=1)
    for q in adverses:
        yield Vampiriser(p.id, cible=q.id)
    if scene.encounter is None:
        for sort in repertoire:
            yield Memoriser(p.id, sort=sort.nom)
        for id in p.reussis:
            if id in sorts and p.sort_ecrit(id) is None:
                yield Inscrire(p.id, sort=sorts[id].nom)


def visees(p: Personnage, sort: Sort, autres: list[Personnage]) -> Iterator[tuple[str, ...]]:
    """Targets worth a button: a group for a spell that has room for one, else each in turn."""
    amis = [q for q in autres if q.side == p.side]
    cibles = [q for q in autres if q.side != p.side] if sort.offensif else amis if sort.effet in SUR_SOI else []
    if not sort.offensif:
        yield ()
    portee, place = MAGIE.portee[sort.portee].max, MAGIE.aire[sort.aire].cibles
    if sort.aire and cibles:
        groupe = [q.id for q in cibles if distance(p, q) <= max(1, portee)] or [cibles[0].id]
        yield tuple(groupe[:place] if sort.offensif else (p.id, *groupe)[:place])
        return
    for q in cibles:
        yield (q.id,)
