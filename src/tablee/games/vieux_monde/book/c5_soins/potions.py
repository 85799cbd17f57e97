"""Chapter 2, free actions: drinking a potion, or making somebody else drink one. What they do: content/potions.toml."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.boutons import Bouton
from ...model.carrieres import POTIONS, Potion
from ...model.people import MINUTE, Effet, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c2_combat.combat import action_prise, hors_d_atteinte, pas_d_action, pas_son_tour
from ..c5_blessures.mort import guerir
from ..c6_etats import IMMUNISE, ineffacable, noter, perdre_etat

REGLE = "VM-2.60"


@rule("VM-2.60")
class Boire(Action, frozen=True, tag="boire"):
    """Drink a potion: it takes no Action. To make somebody else drink it, awake or not, takes one."""

    rank = Bouton.POTIONS

    potion: str
    cible: Who = ""  # nobody named: oneself

    def key(self) -> str:
        return "boire.autre" if self.cible not in ("", self.actor) else "boire"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible or self.actor)
        if absent is not None:
            return absent
        p, q = scene[self.actor], scene[self.cible or self.actor]
        empeche = pas_d_action(scene, p.id) if q.id != p.id else hors_d_etat(p) or pas_son_tour(scene, p.id)
        if empeche is not None:
            return empeche
        if self.potion not in POTIONS:
            return Closed(REGLE, "« {} » n'est pas une potion", (self.potion,))
        if self.potion not in p.equipement.objets:
            return Closed(REGLE, "{} n'a pas « {} » sur soi", (Someone(p.id), POTIONS[self.potion].nom))
        if q.vie != "actif" or hors_d_atteinte(scene, p, q):
            return Closed(REGLE, "{} n'est pas à portée de main", (Someone(q.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        potion, qui = POTIONS[self.potion], self.cible or self.actor
        p = scene[self.actor]
        objets = list(p.equipement.objets)
        objets.remove(potion.id)
        scene = scene.put(replace(p, equipement=replace(p.equipement, objets=tuple(objets))))
        what = "boit" if qui == self.actor else "fait_boire"
        oracle.tell(Event(what, self.actor, qui, REGLE, (), (("potion", potion.nom), ("dit", potion.dit))))
        scene = avaler(scene, oracle, qui, potion)
        return scene if qui == self.actor else action_prise(scene)


@rule("VM-2.60")
def avaler(scene: Scene, oracle: Oracle, who: str, potion: Potion) -> Scene:
    """What a potion does; the same one twice lasts longer, and does no more."""
    if potion.soin:
        scene = guerir(scene, oracle, who, ((potion.nom, potion.soin, REGLE),), REGLE)[0]
    for etat in potion.retire:
        if ineffacable(scene[who], etat) is None:
            scene = perdre_etat(scene, oracle, who, etat, rule=REGLE)
    fin = scene.clock + potion.minutes * MINUTE
    effets = [Effet(potion.nom, m.sur, m.mod, REGLE, fin=fin) for m in potion.modifs]
    effets += [Effet(potion.nom, IMMUNISE + etat, 0, REGLE, fin=fin) for etat in potion.immunise]
    return noter(scene, who, *effets) if effets else scene


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Each potion for oneself; one that heals for those of his side who need it and are at hand."""
    for potion in dict.fromkeys(o for o in p.equipement.objets if o in POTIONS):
        yield Boire(p.id, potion)
        for q in scene.people.values():
            besoin = q.pb_perdus if POTIONS[potion].soin else any(q.niveau(e) for e in POTIONS[potion].retire)
            if besoin and q.id != p.id and q.side == p.side and q.vie == "actif" and not hors_d_atteinte(scene, p, q):
                yield Boire(p.id, potion, q.id)


ACTIONS: tuple[type[Action], ...] = (Boire,)
