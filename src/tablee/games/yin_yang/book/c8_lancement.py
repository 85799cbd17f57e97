"""Chapter 8: casting a spell. What it asks, why it may be refused, what it leads to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ..model.catalogue import Materiel
from ..model.jets import UsageVide
from ..model.people import Personnage
from ..model.runes import POUVOIRS, PUISSANCE_PAR_RUNE, RUNES, Methode, Pouvoir, Sort, combinaison, nom_des_runes
from ..model.scene import Scene, inconnu
from ..model.things import JADE, objet_de, objets_de
from .c5_tests.essai import sans_vide
from .c5_tests.jets import Resultat
from .c8_sortileges.brute import Repandre
from .c8_sortileges.figures import puissance, touches, volume
from .c8_sortileges.magie import (
    Accumuler,
    Magie,
    Maintenir,
    Voulues,
    pouvoir_inconnu,
    rang_de_magie,
    refus_de_magie,
    rune_inconnue,
)
from .c8_sortileges.pouvoirs import INSTANTANES, PAR_RANG, agir, partage_par_defaut
from .c8_sortileges.sortileges import BriserObjet, LacherSort, finir, maintenus, noter_le_sort, sort_nouveau
from .c8_sortileges.visee import RUNES_AU_PLUS, cibles_refusees, consommer, lieu_refuse, manquantes
from .c12_equipement import mettre_a_part, pris
from .c14_enchantement import enchanter, nuisible, refus_d_enchantement

# ---------------------------------------------------------------- what is spent


def elements_de(pouvoir: Pouvoir, avec: str) -> tuple[str, ...]:
    """The kinds of runes of a spell: that of its power, and the one it is combined with."""
    return (pouvoir.rune, avec) if avec else (pouvoir.rune,)


@rule("YY-8.9")
def runes_a_consommer(elements: tuple[str, ...], n: int) -> dict[str, int]:
    """So many runes of one kind, or half of each of the two that merge: two runes make two."""
    return {e: n // len(elements) for e in elements}


# ---------------------------------------------------------------- guards


@rule("YY-8.9", "YY-8.10")
def melange_refuse(elements: tuple[str, ...], n: int) -> Closed | None:
    """Runes combine two by two, one of each kind; Permanence, Espace and Temps do not."""
    if len(elements) < 2:
        return None
    if elements[1] not in RUNES:
        return rune_inconnue(elements[1])
    if combinaison(*elements) is None:
        return Closed("YY-8.10", "{} et {} ne se combinent pas", tuple(RUNES[e].nom for e in elements))
    if n % 2:
        return Closed("YY-8.9", "Deux runes se fondent en deux : il en faut un nombre pair, pas {}", (n,))
    return None


@rule("YY-8.13", "YY-8.15")
def partage_refuse(runes: int, force: int, aire: int) -> Closed | None:
    """Force and area share the puissance, all of it, at least 1 each; nothing beyond what the runes give."""
    if not 1 <= runes <= RUNES_AU_PLUS:
        return Closed("YY-8.13", "Un sortilège consomme de 1 à {} runes, pas {}", (RUNES_AU_PLUS, runes))
    donne = puissance(runes)
    if force < 1 or aire < 1:
        return Closed("YY-8.13", "Il faut au moins 1 point de force et 1 point de zone")
    if force + aire > donne:
        return Closed("YY-8.13", "{} points demandés : {} runes n'en donnent que {}", (force + aire, runes, donne))
    if force + aire < donne:
        return Closed("YY-8.13", "Il reste {} points à répartir entre la force et la zone", (donne - force - aire,))
    return None


# ---------------------------------------------------------------- casting


@rule("YY-8.11", "YY-8.13", "YY-8.14", "YY-8.15", "YY-8.17")
class Lancer(Magie, frozen=True, tag="lancer"):
    """Cast a spell with the runes accumulated; those still missing may come with this turn's margin."""

    pouvoir: str = ""
    nombre: int = 1  # runes that set its power
    avec: str = ""  # the rune they are combined with
    force: int = 0  # 0: all that the area leaves
    aire: int = 1
    cibles: tuple[Who, ...] = ()
    membre: str = "torse"
    x: int | None = None  # a place without anybody; where contracted or dilated space leads
    y: int | None = None
    reduire: bool = False  # lighten, weaken, cool, contract
    partage: Voulues = ()  # ranks for each attribute
    methode: Methode = "maintenu"
    reserve: int = 0  # runes that feed it, beyond those of its power
    objet: str = ""
    toujours: bool = True  # a permanent spell: always active, or activated
    permanence: UsageVide = ""  # YY-5.17: a point de vide on the test of Rune de Permanence

    looks: ClassVar[dict[str, Look]] = {
        "lance": lambda b, a, ev: any(e.what == "sort_lance" for e in ev),
        "runes": lambda b, a, ev: sum(e["runes"] for e in ev if e.what == "runes"),
        "degats": lambda b, a, ev: sum(e["points"] for e in ev if e.what in ("coup", "exces_de_soin")),
    }

    def key(self) -> str:
        return f"lancer.{self.pouvoir}" if self.pouvoir in POUVOIRS else "lancer"

    def forces(self) -> int:
        return self.force or puissance(self.nombre) - self.aire

    def elements(self, scene: Scene) -> tuple[str, ...]:
        return elements_de(scene.own.pouvoirs[self.pouvoir], self.avec)

    def besoin(self, scene: Scene) -> dict[str, int]:
        return runes_a_consommer(self.elements(scene), self.nombre + self.reserve)

    def voulues(self, scene: Scene) -> Voulues:
        return manquantes(scene[self.actor], self.besoin(scene))

    def pouvoirs(self, scene: Scene) -> tuple[Pouvoir, ...]:
        return (scene.own.pouvoirs[self.pouvoir],)

    def runes_employees(self, scene: Scene) -> tuple[str, ...]:
        return self.elements(scene)

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or pouvoir_inconnu(scene, self.pouvoir)
        if absent is not None:
            return absent
        pouvoir = scene.own.pouvoirs[self.pouvoir]
        refus = melange_refuse(elements_de(pouvoir, self.avec), self.nombre + self.reserve)
        refus = refus or refus_de_magie(scene, self)
        if refus is not None:
            return refus
        p = scene[self.actor]
        return (
            pouvoir_hors_de_portee(scene, self, pouvoir)
            or partage_refuse(self.nombre, self.forces(), self.aire)
            or cibles_refusees(scene, p, self.cibles, self.aire)
            or lieu_refuse(p, self.x, self.y, pouvoir.effet == "espace")
            or effet_refuse(scene, self, pouvoir)
            or methode_refusee(scene, p, self, pouvoir)
            or sans_vide(p, self.vide_promis, scene)
        )

    @property
    def vide_promis(self) -> int:
        return (1 if self.vide else 0) + (1 if self.permanence else 0)

    def aboutir(self, scene: Scene, oracle: Oracle, r: Resultat) -> Scene:
        manquent = self.voulues(scene)
        if manquent:
            terms: Terms = tuple((RUNES[e].nom, n, "YY-8.11") for e, n in manquent)
            facts = (("sort", scene.own.pouvoirs[self.pouvoir].nom), ("runes", sum(n for _, n in manquent)))
            oracle.tell(Event("runes_manquantes", self.actor, "", "YY-8.11", terms, facts))
            return scene
        return lancer_le_sort(scene, oracle, self)


@rule("YY-8.1", "YY-14.18", "YY-8.19")
def pouvoir_hors_de_portee(scene: Scene, a: Lancer, pouvoir: Pouvoir) -> Closed | None:
    """Some powers ask a rank of the rune, and runes gathered at an easier ND serve no harder power."""
    p = scene[a.actor]
    rang = rang_de_magie(p, a.elements(scene))
    if rang < pouvoir.rang:
        return Closed("YY-14.18", "Il faut le rang {} de {}", (pouvoir.rang, RUNES[pouvoir.rune].nom))
    if any(p.runes.get(e) for e in a.elements(scene)) and pouvoir.nd > p.runes_nd:
        return Closed(
            "YY-8.19", "Ces runes ont été réunies à ND+{}, ce pouvoir demande ND+{}", (p.runes_nd, pouvoir.nd)
        )
    return None


@rule("YY-14.12", "YY-14.18")
def effet_refuse(scene: Scene, a: Lancer, pouvoir: Pouvoir) -> Closed | None:
    """What the power itself demands: creatures, a limb they have, attributes of its trait, a direction it knows."""
    pour_plus_tard = a.methode == "permanent" and not a.toujours
    if pour_plus_tard and a.cibles:
        return Closed("YY-14.16", "Un enchantement à activer n'a pas de cible avant d'être activé")
    if pouvoir.sur == "creature" and not a.cibles and not pour_plus_tard:
        return Closed("YY-14.12", "Ce pouvoir demande une cible")
    if not pouvoir.membre and a.membre != "torse":
        return Closed("YY-14.12", "Ce pouvoir ne vise pas de membre")
    for c in a.cibles if pouvoir.membre else ():
        if a.membre not in scene[c].fiche.membres:
            return knowing(
                Closed("YY-14.12", "{} n'a pas de membre « {} »", (Someone(c), a.membre)),
                a.membre,
                scene[c].fiche.membres,
            )
    if a.reduire and not pouvoir.deux_sens:
        return Closed("YY-14.12", "Ce pouvoir n'agit que dans un sens")
    if pouvoir.effet == "temps" and any(scene[c].temps for c in a.cibles):
        return Closed("YY-14.18", "Le temps ne donne pas l'ubiquité : une cible vit déjà un temps modifié")
    if not pouvoir.attributs:
        return Closed("YY-14.12", "Ce pouvoir ne hausse pas d'attribut") if a.partage else None
    rangs = a.forces() // PAR_RANG
    if rangs < 1:
        return Closed("YY-14.12", "Il faut {} points de force par rang d'attribut", (PAR_RANG,))
    attributs = [x for x, _ in a.partage]
    if len(set(attributs)) < len(attributs) or any(x not in pouvoir.attributs or n < 1 for x, n in a.partage):
        return Closed("YY-14.12", "Les rangs se partagent entre les deux attributs de ce Trait")
    if sum(n for _, n in a.partage) > rangs:
        return Closed("YY-14.12", "{} points de force donnent {} rangs, pas plus", (a.forces(), rangs))
    return None


@rule("YY-8.2", "YY-8.3", "YY-8.4", "YY-8.5")
def methode_refusee(scene: Scene, p: Personnage, a: Lancer, pouvoir: Pouvoir) -> Closed | None:
    """A reserve needs runes of its own and an objet de transfert; permanence an infused object and its rune."""
    if a.methode not in ("maintenu", "reserve", "permanent"):
        return Closed("YY-8.2", "Méthode inconnue : « {} »", (a.methode,))
    if a.methode == "maintenu":
        seul = not a.reserve and not a.objet and not a.permanence
        return None if seul else Closed("YY-8.2", "Le magicien alimente lui-même un sortilège maintenu")
    if pouvoir.effet in INSTANTANES:
        return Closed("YY-14.18", "Ce pouvoir agit une fois : rien ne le retient dans un objet")
    if a.methode == "permanent":
        if a.reserve:
            return Closed("YY-8.5", "Un sortilège permanent n'a pas de réserve")
        if a.toujours and not a.cibles and nuisible(scene.own.pouvoirs[a.pouvoir], a.reduire):
            return Closed("YY-14.16", "Toujours actif, ce pouvoir frapperait son porteur : il faut nommer ses cibles")
        return refus_d_enchantement(scene, p, a.objet)
    if a.permanence:
        return Closed("YY-14.14", "Seul un sortilège permanent demande le test de Permanence")
    if not 1 <= a.reserve <= RUNES_AU_PLUS:
        return Closed("YY-8.3", "La réserve va de 1 à {} runes, une par tour", (RUNES_AU_PLUS,))
    if objet_de_transfert(scene, p, a.objet) is None:
        return Closed("YY-8.4", "{} n'a pas d'objet de transfert libre", (Someone(p.id),))
    return None


@rule("YY-8.4")
def objet_de_transfert(scene: Scene, p: Personnage, id: str) -> str | None:
    """The thing named, small, made for it or infused; else the first made for it or infused; and not holding one."""
    for objet in objets_de(p):
        fait_pour = objet.id == JADE or objet.id.startswith(f"{JADE}_") or objet.infusion > 0
        fait_pour = fait_pour or (objet.id == id and isinstance(objet, Materiel))
        if (not id or objet.id == id) and fait_pour and not pris(scene, objet.id):
            return objet.id
    return None


def lancer_le_sort(scene: Scene, oracle: Oracle, a: Lancer) -> Scene:
    """The runes are consumed and the spell takes effect, by its method."""
    p = consommer(scene[a.actor], a.besoin(scene))
    scene = scene.put(p)
    sort = sort_prevu(scene, a)
    terms: Terms = ((nom_des_runes(sort.elements), puissance(a.nombre), "YY-8.13"),)
    facts = (
        ("sort", scene.own.pouvoirs[a.pouvoir].nom),
        ("runes", nom_des_runes(sort.elements)),
        ("n", a.nombre),
        ("force", a.forces()),
        ("volume", volume(a.aire)),
    )
    oracle.tell(Event("sort_lance", a.actor, a.cibles[0] if a.cibles else "", "YY-8.13", terms, facts))
    if a.methode == "permanent":
        return enchanter(scene, oracle, sort, a.objet, a.toujours, a.permanence)
    if scene.own.pouvoirs[a.pouvoir].effet in INSTANTANES:
        return agir(scene, oracle, sort, premier=True)
    if a.methode == "reserve":
        objet = objet_de_transfert(scene, p, a.objet) or ""
        scene, objet = mettre_a_part(scene, a.actor, objet)
        sort = replace(sort, objet=objet, reserve=sort.reserve - 1)  # the first turn is fed at once
    scene = agir(noter_le_sort(scene, sort), oracle, sort, premier=True)
    contracte = scene.own.pouvoirs[a.pouvoir].effet == "espace" and a.reduire and sort.id in scene.sorts and sort.lieux
    return finir(scene, oracle, sort.id, "le passage est franchi", "YY-14.17") if contracte else scene


def sort_prevu(scene: Scene, a: Lancer) -> Sort:
    """The spell as declared."""
    pouvoir = scene.own.pouvoirs[a.pouvoir]
    encore = Sort("", a.actor, a.pouvoir, a.elements(scene), a.nombre, a.aire, cibles=a.cibles)
    cibles = touches(scene, encore)  # those who have gone out of range or of the area since are left out
    if a.x is not None and a.y is not None:
        lieux: tuple[tuple[int, int], ...] = ((a.x, a.y),)
    else:
        lieux = tuple((scene[c].x, scene[c].y) for c in cibles) if pouvoir.effet != "espace" else ()
    return Sort(
        id=sort_nouveau(scene),
        par=a.actor,
        pouvoir=a.pouvoir,
        elements=a.elements(scene),
        runes=a.nombre,
        aire=a.aire,
        rang=rang_de_magie(scene[a.actor], a.elements(scene)),
        methode=a.methode,
        cibles=cibles,
        lieux=lieux,
        membre=a.membre,
        reduire=a.reduire,
        partage=a.partage or partage_par_defaut(pouvoir, a.forces()),
        reserve=a.reserve,
        depuis=scene.clock,
    )


# ---------------------------------------------------------------- buttons

BIENFAITS = ("attributs", "regenerer", "poids", "protection", "forme", "lumiere", "espace", "temps", "plan_du_temps")


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Draw runes one knows, cast what they allow, feed or let go one's spells, spread raw runes."""
    if not p.competence("controle_du_qi"):
        return
    for r in RUNES.values():
        if p.competence(r.competence):
            yield Accumuler(p.id, runes=((r.id, 5),))
    for pouvoir in scene.own.pouvoirs.values():
        if p.competence(RUNES[pouvoir.rune].competence):
            yield from sorts_possibles(scene, p, pouvoir)
    for rune, n in p.runes.items():
        if RUNES[rune].oppose:
            yield Repandre(p.id, rune=rune, nombre=n, cibles=(p.id,))
    if maintenus(scene, p.id):
        yield Maintenir(p.id)
    yield from contre_les_sorts(scene, p)


def contre_les_sorts(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Let go one's own, spread raw runes over others', break what feeds those on reserve."""
    for s in scene.sorts.values():
        if s.par == p.id and s.methode == "maintenu":
            yield LacherSort(p.id, s.id)
        elif s.pouvoir:
            for e in s.elements:
                if p.competence(RUNES[e].competence):
                    yield Repandre(p.id, rune=e, nombre=max(-(-s.aire // PUISSANCE_PAR_RUNE), s.runes), sort=s.id)
        if s.methode == "reserve" and objet_de(p, s.objet) is not None:
            yield BriserObjet(p.id, s.id)


def sorts_possibles(scene: Scene, p: Personnage, pouvoir: Pouvoir) -> Iterator[Action]:
    """A power at the strength of the runes at hand: on oneself if it does good, else on each adversary."""
    a_lui = p.runes.get(pouvoir.rune, 0)
    sort = Lancer(p.id, pouvoir=pouvoir.id, nombre=max(2 if pouvoir.attributs else 1, a_lui))
    if pouvoir.effet in BIENFAITS:
        pire = max(p.blessures, key=lambda m: p.blessures[m], default="torse") if pouvoir.membre else "torse"
        sort = replace(sort, cibles=(p.id,), membre=pire)
        yield sort
        if a_lui:
            yield from durables(scene, p, sort)
    elif pouvoir.effet == "temperature":
        yield replace(sort, x=p.x, y=p.y)
    else:
        for q in scene.people.values():
            if q.side and q.side != p.side and q.vie == "actif":
                yield replace(sort, cibles=(q.id,))
                yield from melanges(p, pouvoir, replace(sort, cibles=(q.id,)))


def durables(scene: Scene, p: Personnage, sort: Lancer) -> Iterator[Lancer]:
    """The same spell in an object: on reserve, or for good."""
    pouvoir = scene.own.pouvoirs[sort.pouvoir]
    if pouvoir.effet in INSTANTANES:
        return
    if sort.nombre > (2 if pouvoir.attributs else 1) and objet_de_transfert(scene, p, "") is not None:
        yield replace(sort, methode="reserve", nombre=sort.nombre - 1, reserve=1)
    if p.competence("rune_de_permanence"):
        for o in objets_de(p):
            if o.infusion and not pris(scene, o.id):
                yield replace(sort, methode="permanent", objet=o.id)
                yield replace(sort, methode="permanent", objet=o.id, toujours=False, cibles=())


def melanges(p: Personnage, pouvoir: Pouvoir, sort: Lancer) -> Iterator[Lancer]:
    """The same spell with the runes at hand that combine with its own."""
    rune = pouvoir.rune
    for autre, n in p.runes.items():
        if combinaison(rune, autre) is not None and p.runes.get(rune):
            yield replace(sort, avec=autre, nombre=2 * min(n, p.runes[rune]))


ACTIONS: tuple[type[Action], ...] = (Lancer,)
PLACE = 3
