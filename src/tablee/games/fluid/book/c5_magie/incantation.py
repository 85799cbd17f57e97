"""Chapter 5, magic: casting a spell. How it is named, why it may be refused, the time it takes, the whole act."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total, without_zeros

from ...model.combat import Annonce
from ...model.people import Carac, EffetDeSort, Personnage, Sort, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import RANGS, duree, rang
from ..c3_tests.refus import caracs_epuisees, refus, res_epuisee
from ..c3_tests.tests import Epreuve, fact, rang_vu, reussite_vue
from ..c4_combat.combat import fin_de_tour
from ..c4_combat.gardes import empeche, pas_son_tour
from ..c4_combat.gestes import sans_elan
from ..c4_combat.melee import complete
from ..c4_combat.places import distance, incapable
from ..c4_combat.recuperation import passer_le_temps
from .magie import (
    DERNIER_CRAN,
    MAGIE,
    Incantation,
    avec_le_vole,
    complet,
    crans_pris,
    desavantages,
    preparation,
    tester_le_sort,
)
from .sortileges import INSTANTANES, PERDUS, degats_prevus, degats_vus, resistance_de, suites

# ---------------------------------------------------------------- naming a spell


class Formule(Action, frozen=True):
    """A spell named: of the catalogue or of one's book, perhaps changed, or made up on the spot."""

    sort: str = ""
    nom: str = ""
    complexite: int | None = None
    portee: int | None = None
    aire: int | None = None
    effet: EffetDeSort | None = None
    offensif: bool | None = None
    resiste: Carac | None = None


CHANGEABLES = Formule.__struct_fields__[3:]


def sort_connu(scene: Scene, p: Personnage, nom: str) -> Sort | None:
    """A spell of his book or of the catalogue, by id or name."""
    sorts = scene.own.sorts
    return p.sort_ecrit(nom) or sorts.get(nom) or next((s for s in sorts.values() if s.nom == nom), None)


def sort_nomme(scene: Scene, p: Personnage, f: Formule | Incanter) -> Sort | None:
    """The spell a formula means. Changed in any way it is another spell, with an id of its own."""
    connu = sort_connu(scene, p, f.sort) if f.sort else Sort("", "Sort improvisé")
    if connu is None:
        return None
    voulu = {cle: getattr(f, cle) for cle in CHANGEABLES if getattr(f, cle) is not None}
    if f.effet == "degats":
        voulu.setdefault("offensif", True)  # FLU-5.11: damage is resisted, unless it is said that it is not
    sort = replace(connu, nom=f.nom.strip() or connu.nom, **voulu)
    if f.sort and sort == connu:
        return connu
    racine = re.sub("[^a-z0-9]+", "_", plain(sort.nom)).strip("_")
    effet = f"{sort.effet}-{sort.resiste}" if sort.offensif else sort.effet
    return replace(sort, id=f"{racine}-{sort.complexite}{sort.portee}{sort.aire}-{effet}", niveau=0)


# ---------------------------------------------------------------- guards


@rule("FLU-2.3")
def pas_mage(p: Personnage) -> Closed | None:
    """Without Magie nobody casts, whatever caractéristique the spell is tested with."""
    return Closed("FLU-2.3", "{} ne pratique pas la magie", (Someone(p.id),)) if p.fiche.MAG is None else None


def mage_empeche(scene: Scene, who: str) -> Closed | None:
    return inconnu(scene, who) or empeche(scene[who]) or pas_mage(scene[who])


@rule("FLU-5.1", "FLU-5.3")
def formule_refusee(scene: Scene, f: Formule | Incanter) -> Closed | None:
    """A spell must exist, or be made up within the tables."""
    sort = sort_nomme(scene, scene[f.actor], f)
    if sort is None:
        return Closed("FLU-5.1", "Sort inconnu : « {} »", (f.sort,))
    if len(f.nom) > 60:
        return Closed("FLU-5.1", "Le nom d'un sort tient en 60 signes")
    if not 0 <= sort.complexite < len(MAGIE.complexite):
        return Closed("FLU-5.1", "La complexité va de 0 à {}", (len(MAGIE.complexite) - 1,))
    if not 0 <= sort.portee < len(MAGIE.portee):
        return Closed("FLU-5.3", "La portée va de 0 à {}", (len(MAGIE.portee) - 1,))
    if not 0 <= sort.aire < len(MAGIE.aire):
        return Closed("FLU-5.3", "L'aire va de 0 à {}", (len(MAGIE.aire) - 1,))
    return None


@rule("FLU-5.5", "FLU-5.6")
def temps_refuse(scene: Scene, p: Personnage, sort: Sort, temps: int) -> Closed | None:
    """In a fight a spell must be ready within the round, hurried if need be; it takes the turn."""
    if not 0 <= temps <= DERNIER_CRAN:
        return Closed("FLU-3.25", "La Table de temps va du cran 1 au cran 12")
    cran = temps or total(preparation(p, sort))
    if scene.encounter is not None and cran > 1:
        return Closed("FLU-5.5", "En combat un sort se prépare en 1 round ; celui-ci demande {}", (duree(cran).duree,))
    return pas_le_moment(scene, p.id)


def pas_le_moment(scene: Scene, who: str) -> Closed | None:
    """In a fight, on one's own turn, and not as one more action."""
    if scene.encounter is not None and scene.encounter.phase == "relances":
        return Closed("FLU-5.5", "La magie prend le tour : elle n'est pas une action supplémentaire")
    return pas_son_tour(scene, who)


@rule("FLU-5.3", "FLU-5.11")
def cibles_refusees(scene: Scene, e: Incantation, sort: Sort) -> Closed | None:
    """Targets must be there, within range, and no more than the area holds."""
    portee, aire = MAGIE.portee[sort.portee], MAGIE.aire[sort.aire]
    if len(set(e.cibles)) < len(e.cibles):
        return Closed("FLU-5.3", "Une même cible ne compte qu'une fois")
    if aire.cibles is not None and len(e.cibles) > aire.cibles:
        return Closed("FLU-5.3", "Trop de cibles : {}, l'aire en couvre {}", (len(e.cibles), aire.cibles))
    if sort.offensif and (not e.cibles or e.actor in e.cibles):
        return Closed("FLU-5.11", "Un sort offensif demande une cible, autre que soi")
    for cible in e.cibles:
        p = scene[cible]
        if p.etat in PERDUS:
            return hors_d_etat(p)
        if sort.effet == "degats" and not sort.offensif and p.side != scene[e.actor].side:
            return Closed(
                "FLU-5.11", "{} n'est pas consentant : un sort de dégâts lui laisse un test", (Someone(p.id),)
            )
        loin = distance(scene[e.actor], p)
        if loin > max(1, portee.max):
            return Closed("FLU-5.3", "Trop loin : {} m, portée {} m", (loin, portee.max))
    return None


def effet_refuse(e: Incantation, sort: Sort) -> Closed | None:
    if e.temps_normal:
        return Closed("FLU-5.5", "La durée normale d'un sort vient de ses Désavantages")
    if e.duree is not None and not 0 <= e.duree <= DERNIER_CRAN:
        return Closed("FLU-5.10", "La durée va de 0 à 12 points de marge")
    if e.duree and sort.effet in INSTANTANES:
        return Closed("FLU-5.10", "Un sort de dégâts ou de soin agit d'un coup")
    return None


@rule("FLU-5.11")
def resistances_refusees(scene: Scene, e: Incantation, sort: Sort) -> Closed | None:
    """Only the targets of an offensive spell resist, once each, with what they have."""
    qui = [r.actor for r in e.resistances]
    if qui and (not sort.offensif or len(set(qui)) < len(qui) or not set(qui) <= set(e.cibles)):
        return Closed("FLU-5.11", "Seules les cibles d'un sort offensif résistent, une fois chacune")
    for who in qui:
        if not incapable(scene[who]):
            closed = Epreuve.closed(resistance_de(scene, who, e.resistances, sort.resiste), scene)
            if closed is not None:
                return closed
    return None


def refus_d_incantation(scene: Scene, e: Incantation, sort: Sort) -> Closed | None:
    """What a spell made now and one released from memory have in common; stolen RES counts as his own here."""
    p = scene[e.actor]
    return (
        effet_refuse(e, sort)
        or cibles_refusees(scene, e, sort)
        or refus(scene.put(avec_le_vole(p)), complet(p, e, sort))
        or resistances_refusees(scene, e, sort)
    )


# ---------------------------------------------------------------- time and turns


@rule("FLU-5.5", "FLU-5.6")
def duree_de_preparation(p: Personnage, sort: Sort, temps: int) -> Terms:
    """The step the preparation takes: the normal one, and what is added to it or saved."""
    return without_zeros((*preparation(p, sort), ("Crans gagnés ou ajoutés", crans_pris(p, sort, temps), "FLU-5.6")))


def prendre_le_temps(scene: Scene, oracle: Oracle, who: str, sort: Sort, crans: Terms) -> Scene:
    """The preparation, told; outside fights time goes by."""
    passe = duree(total(crans))
    poids, cran = desavantages(sort), min(max(total(crans), 1), DERNIER_CRAN)
    facts = (("sort", sort.nom), ("total", total(poids)), ("poids", poids), ("cran", cran), ("duree", passe.duree))
    oracle.tell(Event("preparation", who, "", "FLU-5.5", crans, facts))
    return passer_le_temps(scene, oracle, passe.secondes) if scene.encounter is None else scene


def a_bout(p: Personnage, e: Incantation) -> bool:
    """Whether he fell while he prepared the spell, or spent to survive what he meant to engage."""
    return empeche(p) is not None or res_epuisee(avec_le_vole(p), e) is not None or caracs_epuisees(p, e) is not None


def perdre_le_sort(oracle: Oracle, who: str, sort: Sort) -> None:
    oracle.tell(Event("sort_perdu", who, "", "FLU-5.5", (), (("sort", sort.nom),)))


def finir(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """In a fight magic takes the turn: whoever comes to blows with the mage this round finds him only defending."""
    combat = scene.encounter
    if combat is None:
        return scene
    recul = complete(scene[who], Annonce(who, manoeuvre="recul"))
    combat = replace(combat, annonces={**combat.annonces, who: recul})
    return fin_de_tour(sans_elan(replace(scene, encounter=combat), who), oracle, who)


# ---------------------------------------------------------------- the act


def lancer_le_sort(scene: Scene, oracle: Oracle, e: Incantation, sort: Sort, crans: int) -> Scene:
    """The test, its price, and what comes of it."""
    scene, obtenu = tester_le_sort(scene, oracle, e, sort, crans)
    return suites(scene, oracle, e, sort, obtenu)


class Lancer(Incantation, frozen=True):
    """What casting comes to, whether the spell is made now or released from memory."""

    looks = {"reussite": reussite_vue, "rang": rang_vu, "total": fact("total"), "degats": degats_vus}

    def lance(self, scene: Scene) -> Sort | None:
        """The spell that is meant, if there is such a spell."""
        raise TypeError(f"{type(self).__name__} does not say which spell is cast")

    def sort_lance(self, scene: Scene) -> Sort:
        sort = self.lance(scene)
        if sort is None:
            raise ValueError("no such spell")
        return sort

    def crans(self, p: Personnage, sort: Sort) -> int:
        """Steps of preparation taken in more, or saved."""
        return sort.crans

    def pret(self, scene: Scene) -> Scene:
        """The scene when the dice are rolled, if nothing happens meanwhile."""
        return scene

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The spell itself, before anybody else does anything."""
        raise TypeError(f"{type(self).__name__} does not say how it is cast")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir(self.faire(scene, oracle), oracle, self.actor)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Any]:
        """The odds of the spell, not of what happens while it is prepared nor of what the others do next."""
        if callable(look):
            return lambda oracle: look(scene, self.faire(scene, oracle), oracle.events)
        sort, see = self.sort_lance(scene), self.looks[look or "reussite"]
        crans, pret = self.crans(scene[self.actor], sort), self.pret(scene)

        def run(oracle: Any) -> Any:
            apres, obtenu = tester_le_sort(pret, oracle, self, sort, crans)
            if look == "degats":
                return degats_prevus(apres, oracle, self, sort, obtenu)
            return see(scene, apres, oracle.events)

        return run


@rule("FLU-5.4", "FLU-5.5", "FLU-5.9", "FLU-5.10", "FLU-5.11")
class Incanter(Lancer, frozen=True, tag="incanter"):
    """Cast a spell: prepare it, roll, pay, let it act. `temps`: the step the preparation is to take."""

    nom: str = ""
    complexite: int | None = None
    portee: int | None = None
    aire: int | None = None
    effet: EffetDeSort | None = None
    offensif: bool | None = None
    resiste: Carac | None = None

    def closed(self, scene: Scene) -> Closed | None:
        refuse = mage_empeche(scene, self.actor) or inconnu(scene, *self.cibles) or formule_refusee(scene, self)
        if refuse is not None:
            return refuse
        sort = self.sort_lance(scene)
        return temps_refuse(scene, scene[self.actor], sort, self.temps) or refus_d_incantation(scene, self, sort)

    def lance(self, scene: Scene) -> Sort | None:
        return sort_nomme(scene, scene[self.actor], self)

    def crans(self, p: Personnage, sort: Sort) -> int:
        return crans_pris(p, sort, self.temps)

    def pret(self, scene: Scene) -> Scene:
        if scene.encounter is not None or scene.options.delai_variable:
            return scene
        p, sort = scene[self.actor], self.sort_lance(scene)
        return scene.avancer(duree(total(duree_de_preparation(p, sort, self.temps))).secondes)

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        """The preparation comes first; much may happen in the meantime."""
        if scene.options.delai_variable and scene.encounter is None:
            return self.faire_avec_delai(scene, oracle)
        p, sort = scene[self.actor], self.sort_lance(scene)
        crans = self.crans(p, sort)
        scene = prendre_le_temps(scene, oracle, p.id, sort, duree_de_preparation(p, sort, self.temps))
        if a_bout(scene[p.id], complet(p, self, sort)):
            perdre_le_sort(oracle, p.id, sort)
            return scene
        return lancer_le_sort(scene, oracle, self, sort, crans)

    @rule("FLU-3.27")
    def faire_avec_delai(self, scene: Scene, oracle: Oracle) -> Scene:
        """With the option, the rank tells how long the preparation took before the spell acts."""
        p, sort = scene[self.actor], self.sort_lance(scene)
        scene, obtenu = tester_le_sort(scene, oracle, self, sort, self.crans(p, sort))
        r = RANGS[rang(obtenu)]
        crans = (*duree_de_preparation(p, sort, self.temps), (r.nom, r.delai, "FLU-3.27"))
        scene = prendre_le_temps(scene, oracle, p.id, sort, crans)
        if empeche(scene[p.id]) is not None:
            perdre_le_sort(oracle, p.id, sort)
            return scene.put(replace(scene[p.id], reussis=p.reussis))
        return suites(scene, oracle, self, sort, obtenu)
