"""Chapter 5, languages: who knows which, who understands, who can only spell out the letters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.people import Fiche, Unite
from ...model.scene import Scene
from ..c2_systeme.figures import hors_d_etat, inconnue

LANGUES = {
    "Commun": ("standard", "Commun"),
    "Elfique": ("standard", "Elfique"),
    "Géant": ("standard", "Nain"),
    "Nain": ("standard", "Nain"),
    "Orc": ("standard", "Nain"),
    "Therian": ("standard", "Therian"),
    "Abyssal": ("exotique", "Abyssal"),
    "Céleste": ("exotique", "Céleste"),
    "Commun des profondeurs": ("exotique", "Elfique"),
    "Primordial": ("exotique", "Nain"),
    "Infernal": ("exotique", "Infernal"),
}  # how common it is, and the script it is written in


@rule("FD-5.19")
def langues_connues(fiche: Fiche) -> tuple[str, ...]:
    """The languages of the origin, and those of one's story."""
    origine = fiche.d_origine
    return tuple(dict.fromkeys((*(origine.langues if origine is not None else ()), *fiche.langues)))


@rule("FD-5.19")
def ecritures_lues(fiche: Fiche) -> tuple[str, ...]:
    """The scripts one can spell out: those of the languages one knows."""
    return tuple(dict.fromkeys(LANGUES[langue][1] for langue in langues_connues(fiche) if langue in LANGUES))


@rule("FD-5.19")
class Parler(Action, frozen=True, tag="parler"):
    """Say, or write, something in a language: who understands it, and who can only spell out its letters."""

    langue: str
    par_ecrit: bool = False

    def closed(self, scene: Scene) -> Closed | None:
        absent = hors_d_etat(scene, self.actor)
        if absent is not None:
            return absent
        if self.langue not in LANGUES:
            return knowing(Closed("FD-5.19", "La langue « {} » n'existe pas", (self.langue,)), self.langue, LANGUES)
        u = scene.people[self.actor]
        if self.langue not in langues_connues(u.fiche):
            return Closed("FD-5.19", "{} ne connaît pas cette langue : {}", (Someone(u.id), self.langue))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        autres = [v for v in scene.people.values() if v.id != self.actor and v.conscient and not v.bete]
        compris = tuple(v.id for v in autres if self.langue in langues_connues(v.fiche))
        faits: tuple[tuple[str, Any], ...] = (("langue", self.langue), ("compris", compris))
        if not self.par_ecrit:
            oracle.tell(Event("parle", self.actor, "", "FD-5.19", (), faits))
            return scene
        ecriture = LANGUES[self.langue][1]
        epelle = tuple(v.id for v in autres if v.id not in compris and ecriture in ecritures_lues(v.fiche))
        faits += (("ecriture", ecriture), ("epelle", epelle))
        oracle.tell(Event("ecrit", self.actor, "", "FD-5.19", (), faits))
        return scene


@rule("FD-5.19")
class ApprendreLangue(Action, frozen=True, tag="apprendre_langue"):
    """A language comes to be known through one's story."""

    langue: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        if self.langue not in LANGUES:
            return knowing(Closed("FD-5.19", "La langue « {} » n'existe pas", (self.langue,)), self.langue, LANGUES)
        u = scene.people[self.actor]
        if self.langue in langues_connues(u.fiche):
            return Closed("FD-5.19", "{} connaît déjà cette langue : {}", (Someone(u.id), self.langue))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        oracle.tell(Event("langue_apprise", u.id, "", "FD-5.19", (), (("langue", self.langue),)))
        return scene.put(replace(u, fiche=replace(u.fiche, langues=(*u.fiche.langues, self.langue))))


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    if scene.encounter is None and u.joueur:
        yield from (Parler(u.id, langue) for langue in langues_connues(u.fiche) if langue in LANGUES)


PLACE = 20
ACTIONS: tuple[type[Action], ...] = (Parler, ApprendreLangue)
