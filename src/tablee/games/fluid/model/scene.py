"""The scene of Fluid: everybody in it, the switches, the clock, and whatever is under way."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel import scene
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who

from .combat import Combat
from .maison import AUCUNE, Maison
from .people import Armee, AuSol, Objet, Options, Personnage, Poursuite, SortActif, Trait


class Scene(scene.Scene, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Personnage] = msgspec.field(name="personnages")
    options: Options = Options()
    clock: int = msgspec.field(name="horloge", default=0)  # seconds since the scene began
    encounter: Combat | None = msgspec.field(name="combat", default=None)
    poursuite: Poursuite | None = None
    armees: dict[str, Armee] = {}  # by camp, or by the general of none; an army goes with its general
    sorts: tuple[SortActif, ...] = ()
    au_sol: tuple[AuSol, ...] = ()
    scenario: int = 1  # FLU-6.1: which scenario of the campaign this is
    bilan: int | None = None  # FLU-6.4: when XP were last granted, on the clock
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written beside the book

    def calm(self) -> Scene:
        """A chase and a mass fight end; spells last by the clock, and what fell to the ground is nobody's loss."""
        return replace(self, encounter=None, poursuite=None, armees={})

    def thing(self, id: str) -> str:
        choses = (o for p in self.people.values() for o in (*p.armes, p.armure, p.bouclier) if o is not None)
        return next((o.nom for o in choses if o.id == id), id)

    def laisser(self, objet: Objet, x: int, y: int) -> Scene:
        """Something falls to the ground there."""
        return replace(self, au_sol=(*self.au_sol, AuSol(objet, x, y)))

    @rule("FLU-2.15", "FLU-4.52", "FLU-5.10")
    def avancer(self, secondes: int) -> Scene:
        """The clock moves on: passing Traits and spells end, sleepers wake."""
        horloge = self.clock + secondes
        changes = []
        for p in self.people.values():
            if p.traits and (restent := durables(p.traits, horloge)) is not p.traits:
                p = replace(p, traits=restent)
                changes.append(p)
            if p.reveil is not None and p.reveil <= horloge and p.etat in ("coma", "inconscient"):
                changes.append(replace(p, etat="actif", reveil=None, survie=0))
        scene = replace(self, clock=horloge)
        if self.sorts:
            scene = replace(scene, sorts=tuple(s for s in self.sorts if s.fin > horloge))
        return scene.put(*changes) if changes else scene


@rule("FLU-2.15")
def durables(traits: tuple[Trait, ...], horloge: int) -> tuple[Trait, ...]:
    """The Traits that have not ended at that moment; the very same tuple if none has."""
    for t in traits:
        if t.fin is not None and t.fin <= horloge:
            return tuple([t for t in traits if t.fin is None or t.fin > horloge])
    return traits


def inconnu(scene: Scene, *qui: str) -> Closed | None:
    """Nobody acts, or is acted upon, who is not there."""
    return scene.absent("FLU-3.1", *qui)


def en_cours(scene: Scene) -> Combat:
    if scene.encounter is None:
        raise ValueError("no fight under way")
    return scene.encounter
