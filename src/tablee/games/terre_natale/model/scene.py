"""The scene: people, the clock, the switches of the campaign."""

from __future__ import annotations

from msgspec import Struct, field

from tablee.kernel import scene as kernel
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Said

from .competences import competence, groupe
from .confrontation import Confrontation
from .ouvrages import Atelier, Chose, Ouvrage
from .people import Personnage
from .situations import Obstacle

JOUR = 86_400  # seconds


class Activite(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something long or complex that somebody is at: what it is tested with, and how far it has come (TN-0.41)."""

    qui: WithWho
    nom: str
    objectif: int
    attribut: str
    competence: str = ""
    groupe: str = ""
    difficulte: int = 15
    categorie: int = 0
    progression: int = 0


class Scene(kernel.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    people: dict[Who, Personnage] = field(name="personnages")
    encounter: Confrontation | None = field(name="confrontation", default=None)
    clock: int = field(name="horloge", default=0)
    options: tuple[str, ...] = ()
    activites: tuple[Activite, ...] = ()
    ouvrages: tuple[Ouvrage, ...] = ()
    ateliers: tuple[Atelier, ...] = ()
    choses: tuple[Chose, ...] = ()  # what is nobody's for now (TN-9.124)
    obstacles: tuple[Obstacle, ...] = ()  # what hides whoever is behind it (TN-8.368)
    verdict: str | None = None  # of a confrontation that ended with nobody down: the side it went to, "" for none
    scenes: int = 0  # how many scenes have ended: what may be done once a scene counts them

    @property
    def jour(self) -> int:
        return self.clock // JOUR

    def turn(self) -> tuple[str, ...]:
        e = self.encounter
        return (e.passe,) if e is not None and e.passe else ()

    def round(self) -> int:
        return self.encounter.tour if self.encounter is not None else 0

    def settled(self) -> str | None:
        return self.verdict if self.encounter is None else None

    def thing(self, id: str) -> str | Said:
        """What no catalogue names: skills and groups of one's own, also as what is learned; a trait with its subject.

        A trait is named so where it is learned, and where a caste gives or doubles it.
        """
        genre, _, of = id.partition(":")
        trait, _, sujet = of.partition(":")
        if genre in ("trait", "avantage", "elite") and sujet:
            return Said("{} ({})", (trait, self.thing(sujet)))
        found = groupe(of) if genre == "groupe" else competence(of if genre == "competence" else id) if of else None
        return found.nom if found is not None else id
