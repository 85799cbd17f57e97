"""The talisman: enchantments switched on and off by Lien, and those one has to activate, which then recharge."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle

from ...model.people import Equipement, Unite
from ...model.scene import Scene
from ..c2_systeme.figures import changer_d_equipement
from ..c3_combat.agir import produire, recharger
from ..c3_combat.tours import PAS_DE_COMBAT, apres_bonus, apres_rapide, pas_a_elle

RECHARGE = "enchantement:"  # before the id, so that a technique of the same name is another


def _appele(e: Equipement, id: str) -> str:
    return e.own.enchantements[id].nom if id in e.own.enchantements else id


@rule("FD-3.27", "FD-6.31", "FD-6.32", "FD-9.9")
class Lien(Action, frozen=True, tag="lien"):
    """Switch one enchantment of the talisman on, or off: a quick action. Of several versions of one, the one named."""

    enchantement: str
    degre: int = 0  # 0: the strongest

    def key(self) -> str:
        return f"{tag(self)}.degre" if self.degre else tag(self)

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        e = scene.people[self.actor].equipement
        if not e.talisman:
            return Closed("FD-6.31", "Il faut porter un talisman")
        degres = e.degres(self.enchantement)
        if not degres:
            portes = tuple(_appele(e, id) for id in dict.fromkeys(id for id, _ in e.enchantements)) or "aucun"
            rien = _appele(e, self.enchantement), portes
            return Closed("FD-9.9", "Le talisman ne porte pas l'enchantement « {} » ; il porte : {}", rien)
        if self.degre and self.degre not in degres:
            autre = _appele(e, self.enchantement), degres, self.degre
            return Closed("FD-6.32", "Le talisman porte « {} » au degré {}, pas {}", autre)
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        e, id = u.equipement, self.enchantement
        degre = self.degre or e.degres(id)[0]
        allume = e.eteint(id, degre)
        eteints = {f"{id}:{n}" for n in e.degres(id) if e.eteint(id, n)} ^ {f"{id}:{degre}"}
        autres = tuple(x for x in e.eteints if x.partition(":")[0] != id)
        faits = (
            ("nom", f"{_appele(e, id)} {degre}" if len(e.degres(id)) > 1 else _appele(e, id)),
            ("allume", allume),
        )
        oracle.tell(Event("lien", u.id, "", "FD-3.27", (), faits))
        e = replace(e, eteints=(*autres, *sorted(eteints)))
        return apres_rapide(changer_d_equipement(scene, u, e), oracle, u.id)


@rule("FD-6.33", "FD-9.9")
class ActiverEnchantement(Action, frozen=True, tag="activer_enchantement"):
    """Use an enchantment that has to be activated: a bonus action; then it recharges."""

    enchantement: str

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        if scene.encounter is None:
            return PAS_DE_COMBAT
        u = scene.people[self.actor]
        e = u.equipement
        if self.enchantement not in dict(e.actifs):
            return Closed("FD-9.9", "Aucun enchantement éveillé de ce nom : « {} »", (_appele(e, self.enchantement),))
        if not e.own.enchantements[self.enchantement].activable:
            return Closed("FD-6.33", "« {} » agit sans qu'on l'active", (_appele(e, self.enchantement),))
        reste = u.recharge(RECHARGE + self.enchantement)
        if reste:
            return Closed("FD-6.33", "« {} » se recharge encore (tours : {})", (_appele(e, self.enchantement), reste))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return apres_bonus(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        e = u.equipement
        niveau = dict(e.actifs)[self.enchantement]
        degre, nom = e.own.enchantements[self.enchantement].degres[niveau - 1], _appele(e, self.enchantement)
        faits = (("nom", nom), ("niveau", niveau), ("recharge", degre.recharge))
        oracle.tell(Event("enchantement_active", u.id, "", "FD-6.33", (), faits))
        scene = scene.put(recharger(scene, u, RECHARGE + self.enchantement, degre.recharge))
        return produire(scene, oracle, u.id, tuple((nom, e, "FD-9.9") for e in degre.effets))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Each enchantment to activate, each to switch."""
    if u.bete:
        return
    e = u.equipement
    if scene.encounter is not None:
        for id, _ in e.actifs:
            if e.own.enchantements[id].activable:
                yield ActiverEnchantement(u.id, id)
    if e.talisman:
        for id in dict.fromkeys(id for id, _ in e.enchantements):
            degres = e.degres(id)
            yield from (Lien(u.id, id, n if len(degres) > 1 else 0) for n in degres)


PLACE = 11
ACTIONS: tuple[type[Action], ...] = (Lien, ActiverEnchantement)
