"""Weapons that leave the hand: dropped, broken, picked up again."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.boutons import Bouton
from ...model.catalogue import Arme
from ...model.people import Equipement, Personnage
from ...model.scene import AuSol, Scene
from .combat import action_prise, pas_d_action

MAINS = 2


def naturelle(arme: Arme) -> bool:
    """Fists, claws and teeth are not let go."""
    return not arme.mains or arme.competence == "corps_a_corps"


def tenue_dans(p: Personnage, zone: str) -> Arme | None:
    """What he would let go with this arm: on the left the shield or whatever takes two hands, else his weapon."""
    tenues = [a for a in p.equipement.tenues if not naturelle(a)]
    if zone.endswith("gauche"):
        tenues = [a for a in tenues if a.genre == "bouclier" or a.mains > 1] or tenues[1:]
    else:
        tenues = [a for a in tenues if a.genre != "bouclier"]
    return tenues[0] if tenues else None


def sans_arme(p: Personnage, arme: Arme) -> Personnage:
    """He without this weapon, the rest of what he holds still in hand."""
    e = p.equipement
    armes = list(e.armes)
    armes.remove(next(a for a in armes if a.id == arme.id))
    main = tuple(a.id for a in e.tenues if a.id != arme.id)
    return replace(p, equipement=replace(e, armes=tuple(armes), en_main=main))


def lacher(scene: Scene, oracle: Oracle, who: str, arme: Arme, regle: str, dx: int = 0) -> Scene:
    """A weapon falls where he stands, or some squares away."""
    p = scene[who]
    oracle.tell(Event("lache", who, "", regle, (), (("arme", arme.nom), ("ou", "au loin" if dx else "à ses pieds"))))
    scene = replace(scene, au_sol=(*scene.au_sol, AuSol(arme, p.x + dx, p.y)))
    return scene.put(sans_arme(p, arme))


def briser(scene: Scene, oracle: Oracle, who: str, arme: Arme, regle: str) -> Scene:
    """A weapon is no more."""
    oracle.tell(Event("arme_brisee", who, "", regle, (), (("arme", arme.nom),)))
    return scene.put(sans_arme(scene[who], arme))


def abimer(scene: Scene, oracle: Oracle, who: str, arme: Arme, regle: str, n: int) -> Scene:
    """A weapon does less damage from now on, not below 0."""
    p = scene[who]
    perdus = min(n, arme.degats)
    usee = replace(arme, degats=arme.degats - perdus)
    armes = list(p.equipement.armes)
    armes[next(i for i, a in enumerate(armes) if a.id == arme.id)] = usee
    terms = ((arme.nom, arme.degats, regle), ("Abîmée", -perdus, regle))
    oracle.tell(Event("arme_abimee", who, "", regle, terms, (("arme", arme.nom), ("degats", usee.degats))))
    return scene.put(replace(p, equipement=replace(p.equipement, armes=tuple(armes))))


class Ramasser(Action, frozen=True, tag="ramasser"):
    """Pick up a weapon that lies within one square; in a fight it takes the Action."""

    rank = Bouton.ARMES

    arme: str

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor)
        if ferme is not None:
            return ferme
        i = self.a_portee(scene)
        if i is None:
            return Closed("VM-2.1", "Aucune arme « {} » ne gît à portée de main", (self.arme,))
        arme, p = scene.au_sol[i].arme, scene[self.actor]
        if arme.mains * (1 + len([a for a in p.equipement.armes if a.id == arme.id])) > MAINS:
            return Closed("VM-2.1", "{} en porte déjà autant que ses mains peuvent en tenir", (Someone(p.id),))
        return None

    def a_portee(self, scene: Scene) -> int | None:
        p = scene[self.actor]
        for i, chose in enumerate(scene.au_sol):
            if chose.arme.id == self.arme and abs(chose.x - p.x) <= 1 and abs(chose.y - p.y) <= 1:
                return i
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        i = self.a_portee(scene)
        if i is None:
            return scene
        arme, p = scene.au_sol[i].arme, scene[self.actor]
        e = p.equipement
        main = en_main(arme, e)
        oracle.tell(Event("ramasse", self.actor, "", "VM-2.1", (), (("arme", arme.nom),)))
        scene = replace(scene, au_sol=(*scene.au_sol[:i], *scene.au_sol[i + 1 :]))
        scene = scene.put(replace(p, equipement=replace(e, armes=(*e.armes, arme), en_main=main)))
        return action_prise(scene)


def en_main(arme: Arme, e: Equipement) -> tuple[str, ...]:
    """This weapon in hand, and of what was there already as much as the hands still hold."""
    main, mains = [arme.id], arme.mains * (1 + len([a for a in e.armes if a.id == arme.id]))
    for a in e.tenues:
        if a.id != arme.id and mains + a.mains <= MAINS:
            main.append(a.id)
            mains += a.mains
    return tuple(main)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for id in dict.fromkeys(c.arme.id for c in scene.au_sol if abs(c.x - p.x) <= 1 and abs(c.y - p.y) <= 1):
        yield Ramasser(p.id, id)


ACTIONS = (Ramasser,)
