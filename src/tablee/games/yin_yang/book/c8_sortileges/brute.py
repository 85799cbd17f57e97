"""Raw magic: runes spread over a zone, or over a spell to weaken it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.tally import Terms

from ...model.people import Personnage
from ...model.runes import RUNES, Sort
from ...model.scene import Scene, inconnu
from ...model.tables import TOUR
from ..c5_tests.jets import Resultat
from ..c10_tours.places import distance
from .figures import places_du_sort, portee_des_runes, puissance, volume
from .magie import Magie, Voulues, refus_de_magie, rune_inconnue
from .pouvoirs import agir
from .sortileges import noter_le_sort, sort_nouveau
from .visee import RUNES_AU_PLUS, cibles_refusees, consommer, lieu_refuse, manquantes


@rule("YY-8.7", "YY-8.8")
class Repandre(Magie, frozen=True, tag="repandre"):
    """Spread raw runes: over a zone and those in it, or over a spell to weaken it. One turn, or while it is fed."""

    rune: str = ""
    nombre: int = 1
    sort: str = ""  # the spell they are spread over
    cibles: tuple[Who, ...] = ()
    x: int | None = None
    y: int | None = None
    nourrir: bool = False

    looks: ClassVar[dict[str, Look]] = {
        "lance": lambda b, a, ev: any(e.what == "magie_brute" for e in ev),
        "runes": lambda b, a, ev: sum(e["runes"] for e in ev if e.what == "runes"),
    }

    def voulues(self, scene: Scene) -> Voulues:
        return manquantes(scene[self.actor], {self.rune: self.nombre})

    def runes_employees(self, scene: Scene) -> tuple[str, ...]:
        return (self.rune,)

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or rune_inconnue(self.rune)
        if absent is not None:
            return absent
        if not 1 <= self.nombre <= RUNES_AU_PLUS:
            return Closed("YY-8.7", "On répand de 1 à {} runes, pas {}", (RUNES_AU_PLUS, self.nombre))
        refus = refus_de_magie(scene, self)
        if refus is not None:
            return refus
        p = scene[self.actor]
        if self.sort:
            return dissipation_refusee(scene, p, self)
        if not RUNES[self.rune].oppose:
            return Closed("YY-8.7", "{} n'a pas de rune complémentaire", (RUNES[self.rune].nom,))
        if not self.cibles and self.x is None:
            return Closed("YY-8.7", "Il faut dire où, ou autour de qui")
        return cibles_refusees(scene, p, self.cibles, puissance(self.nombre)) or lieu_refuse(p, self.x, self.y, False)

    def aboutir(self, scene: Scene, oracle: Oracle, r: Resultat) -> Scene:
        manquent = self.voulues(scene)
        if manquent or (self.sort and self.sort not in scene.sorts):
            terms: Terms = tuple((RUNES[e].nom, n, "YY-8.11") for e, n in manquent)
            facts = (("sort", "Magie brute"), ("runes", sum(n for _, n in manquent)))
            oracle.tell(Event("runes_manquantes", self.actor, "", "YY-8.11", terms, facts))
            return scene
        return repandre(scene, oracle, self)


@rule("YY-8.3", "YY-8.8")
def dissipation_refusee(scene: Scene, p: Personnage, a: Repandre) -> Closed | None:
    """Raw runes weigh on a spell of their kind or of the opposed one, if they cover the whole of its area."""
    vise = scene.sorts.get(a.sort)
    if vise is None or not vise.pouvoir:
        return Closed("YY-8.8", "Aucun sortilège « {} » n'est à l'œuvre", (a.sort,))
    if a.cibles or a.x is not None or a.y is not None:
        return Closed("YY-8.8", "Répandues sur un sortilège, les runes prennent sa zone")
    if a.rune not in vise.elements and RUNES[a.rune].oppose not in vise.elements:
        return Closed("YY-8.8", "Ces runes n'ont pas de prise sur ce sortilège")
    if puissance(a.nombre) < vise.aire:
        couvert, en_tout = volume(puissance(a.nombre)), volume(vise.aire)
        return Closed("YY-8.8", "Ces runes couvrent {} m³, le sortilège en occupe {}", (couvert, en_tout))
    lieux = vise.lieux or tuple((scene[c].x, scene[c].y) for c in vise.cibles if c in scene.people)
    loin = min((distance(p, replace(p, x=x, y=y)) for x, y in lieux), default=0)
    if loin > portee_des_runes(p):
        return Closed("YY-8.12", "Ce lieu est à {} m, la portée est de {} m", (loin, portee_des_runes(p)))
    return None


@rule("YY-8.7", "YY-8.8")
def repandre(scene: Scene, oracle: Oracle, a: Repandre) -> Scene:
    """1 rank of resistance for each rune spread, or one rune off the spell they cover; nothing is seen of it."""
    scene = scene.put(consommer(scene[a.actor], {a.rune: a.nombre}))
    vise = scene.sorts.get(a.sort)
    places = tuple((scene[c].x, scene[c].y) for c in a.cibles)
    if a.x is not None and a.y is not None:
        places = ((a.x, a.y),)
    elif vise is not None:
        places = places_du_sort(scene, vise)
    brute = Sort(
        id=sort_nouveau(scene),
        par=a.actor,
        pouvoir="",
        elements=(a.rune,),
        runes=a.nombre,
        aire=puissance(a.nombre),
        methode="maintenu" if a.nourrir else "bref",
        cibles=a.cibles if vise is None else vise.cibles,
        lieux=places,
        depuis=scene.clock,
        fin=None if a.nourrir else scene.clock + 2 * TOUR,  # to the end of the turn that follows
        contre=a.sort,
    )
    sur = scene.own.nom_du_sort(scene.sorts[a.sort]) if a.sort else "la zone"
    terms: Terms = ((RUNES[a.rune].nom, a.nombre, "YY-8.7"),)
    facts = (("rune", RUNES[a.rune].nom), ("n", a.nombre), ("volume", volume(brute.aire)), ("sur", sur))
    oracle.tell(Event("magie_brute", a.actor, "", "YY-8.7", terms, facts))
    scene = noter_le_sort(scene, brute)
    for id in tuple(scene.sorts):
        scene = ajuster(scene, oracle, id)
    return scene


def ajuster(scene: Scene, oracle: Oracle, id: str) -> Scene:
    """What a spell does for a while follows at once when its runes change."""
    sort = scene.sorts.get(id)
    durables = ("poids", "protection", "attributs", "forme", "tenebres", "lumiere")
    if sort is None or not sort.pouvoir or scene.own.pouvoirs[sort.pouvoir].effet not in durables:
        return scene
    return agir(scene, oracle, sort)
