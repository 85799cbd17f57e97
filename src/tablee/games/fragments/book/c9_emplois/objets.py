"""Things used in a fight: on oneself, on somebody beside one, further where they are shared."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term

from ...model.catalogue import CHOSES, Objet
from ...model.effects import termes_de
from ...model.hexes import direction
from ...model.langage import A_DECOUVERT, bonus
from ...model.people import Actif, Unite
from ...model.scene import Scene
from ...model.things import sorte_de
from ..c2_systeme.figures import inconnue, interdit, loin
from ..c2_systeme.plateau import voit
from ..c3_combat.agir import Vise, produire
from ..c3_combat.tours import apres_rapide, pas_a_elle
from ..c3_combat.vie import PIERRE
from .techniques import REGARDS, cle, vain, vues


@rule("FD-4.23")
def partage(scene: Scene, u: Unite, n: int) -> Term | None:
    """What lets one share things at so many cells: a technique where it reaches, else the furthest enchantment."""
    assez = [s for s in termes_de(scene, u, "partage") if s[1] >= n]
    return max(assez, key=lambda s: (s[2] == "FD-9.4", s[1]), default=None)


@rule("FD-3.27", "FD-3.28", "FD-6.6", "FD-6.7", "FD-3.9")
class UtiliserObjet(Action, frozen=True, tag="utiliser_objet"):
    """Use a thing of the active inventory, on oneself or on an ally beside one: a quick action."""

    objet: str
    cible: Who = ""

    looks: ClassVar[dict[str, Look]] = REGARDS

    def key(self) -> str:
        return cle(self, self.cible if self.cible != self.actor else "", None)

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        cause = interdit(scene, u, "objets")
        if cause is not None:
            return Closed(cause[2], "{} : aucun objet utilisable ({})", (Someone(u.id), cause[0]))
        chose = u.equipement.chose(self.objet)
        if not isinstance(chose, Objet):
            return Closed("FD-6.6", "Aucun objet de ce nom dans l'inventaire actif : « {} »", (self.objet,))
        if sorte_de(chose) == PIERRE:
            return Closed("FD-3.18", "La pierre de résurrection agit d'elle-même")
        if chose.sorte == "role" or not chose.effets:
            return Closed("FD-6.7", "{} ne s'emploie pas en combat", (chose.nom,))
        return self.cible_fermee(scene, u, chose) if self.cible not in ("", u.id) else vain(u, chose.effets)

    def cible_fermee(self, scene: Scene, u: Unite, chose: Objet) -> Closed | None:
        absent = inconnue(scene, self.cible)
        if absent is not None:
            return absent
        v = scene.people[self.cible]
        if v.side != u.side:
            return Closed("FD-6.6", "Un objet s'emploie sur soi ou sur un allié")
        if loin(u, v) > 1 and partage(scene, u, loin(u, v)) is None:
            return Closed("FD-3.28", "{} n'est pas adjacent", (Someone(v.id),))
        if not voit(scene, u, v.case):
            return Closed("FD-3.44", "{} ne voit pas sa cible", (Someone(u.id),))
        return vain(v, chose.effets)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_rapide(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The thing at work, one use less of it."""
        u = scene.people[self.actor]
        chose, cible = u.equipement.chose(self.objet), self.cible or self.actor
        if not isinstance(chose, Objet):
            return scene
        scene = scene.put(replace(u, equipement=u.equipement.sans(chose.id)))
        reste = scene.people[self.actor].equipement.chose(chose.id)
        usages = reste.usages if isinstance(reste, Objet) else 0
        faits = (("objet", chose.nom), ("reste", usages))
        oracle.tell(Event("objet", self.actor, cible if cible != self.actor else "", "FD-6.6", (), faits))
        if cible != self.actor:
            scene = tendre(scene, oracle, self.actor, cible)
        return produire(scene, oracle, self.actor, tuple((chose.nom, e, "FD-9.8") for e in chose.effets), Vise(cible))

    def views(self) -> tuple[str, ...]:
        chose = CHOSES.get(self.objet) or CHOSES.get(self.objet.rpartition("_")[0])  # the second of a kind is « _2 »
        return vues(chose.effets) if isinstance(chose, Objet) else ()

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """The thing alone: what the order of the fight brings next is not its own."""
        voir = look if callable(look) else REGARDS[look or (*self.views(), "au_complet")[0]]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


@rule("FD-3.28", "FD-4.23")
def tendre(scene: Scene, oracle: Oracle, who: str, cible: str) -> Scene:
    """Turned to somebody else one dodges badly until one's next tour begins; not where one shares things."""
    u, v = scene.people[who], scene.people[cible]
    if u.case != v.case:
        u = replace(u, face=direction(u.case, v.case))
    source = partage(scene, u, max(1, loin(u, v)))
    if source is not None:
        oracle.tell(Event("partage", who, cible, source[2], (), (("nom", source[0]),)))
        return scene.put(u)
    if scene.encounter is None:
        return scene.put(u)
    oracle.tell(Event("a_decouvert", who, "", "FD-3.28", (("Objet tendu", A_DECOUVERT, "FD-3.28"),)))
    malus = Actif("Objet tendu", bonus("ESQ", A_DECOUVERT), "FD-3.28", au_debut=True, cle="objet_tendu")
    return scene.put(u.avec(malus))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Each thing with an effect, the same only once, on oneself and on each ally within reach of a hand."""
    if u.bete:
        return
    choses: dict[Objet, Objet] = {}
    for c in u.equipement.actif:
        if isinstance(c, Objet) and c.effets:
            choses.setdefault(replace(c, id=sorte_de(c), vaut=""), c)
    if not choses:
        return
    bras = max((n for _, n, _ in termes_de(scene, u, "partage")), default=1)
    proches = [v.id for v in scene.people.values() if v.vie == "actif" and v.side == u.side and loin(u, v) <= bras]
    for c in choses.values():
        yield UtiliserObjet(u.id, c.id)
        yield from (UtiliserObjet(u.id, c.id, id) for id in proches if id != u.id)


PLACE = 4
ACTIONS: tuple[type[Action], ...] = (UtiliserObjet,)
