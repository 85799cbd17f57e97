"""The scene: people, the clock, what is under way, the switches of the campaign."""

from __future__ import annotations

from typing import ClassVar, Literal, Self

from msgspec import Struct, field
from msgspec.structs import replace

from tablee.kernel import scene as kernel
from tablee.kernel.ground import Cell
from tablee.kernel.refs import Who, WhoOrNobody, WithWho
from tablee.kernel.sentence import Said

from .cartes import CARTES
from .competences import competence, groupe
from .confrontation import Confrontation
from .maison import AUCUNE, Maison
from .monde import NULLE_PART, Attitude, Chronique, Lieu, PlanDAction, Tache
from .ouvrages import Atelier, Chose, Ouvrage
from .people import Personnage
from .rixe import Rixe
from .situations import TOTAL, Obstacle

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
    echecs: int = 0  # of what is done with tools: the second ends it (TN-10.108)


class Guet(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """An action that waits for a condition somebody stated (TN-8.116)."""

    quoi: str  # « attaquer », « tirade », or a tactic of the catalogue
    si: str = ""  # in his own words
    quand: Literal["", "entre", "bouge", "part"] = ""  # a movement that brings it about by itself
    de: WhoOrNobody = ""  # whose; nobody's: of any adversary


class Scene(kernel.Scene, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    here: ClassVar[tuple[str, ...]] = ("obstacles", "carte", "lieu")

    people: dict[Who, Personnage] = field(name="personnages")
    encounter: Confrontation | None = field(name="confrontation", default=None)
    clock: int = field(name="horloge", default=0)
    options: tuple[str, ...] = ()
    activites: tuple[Activite, ...] = ()
    ouvrages: tuple[Ouvrage, ...] = ()
    ateliers: tuple[Atelier, ...] = ()
    choses: tuple[Chose, ...] = ()  # what is nobody's for now (TN-9.124)
    obstacles: tuple[Obstacle, ...] = ()  # what hides whoever is behind it (TN-8.368)
    carte: str = ""  # a ready map; none: open ground without an edge
    verdict: str | None = None  # of a confrontation that ended with nobody down: the side it went to, "" for none
    guets: dict[Who, Guet] = {}
    venus: int = 0  # how many opponents were ever made in play: each has an id of his own
    scenes: int = 0  # how many scenes have ended: what may be done once a scene counts them
    rixe: Rixe | None = None
    chronique: Chronique | None = None
    lieu: Lieu = NULLE_PART
    plans: tuple[PlanDAction, ...] = ()
    attitudes: tuple[Attitude, ...] = ()
    taches: tuple[Tache, ...] = ()
    own: Maison = field(name="maison", default=AUCUNE)  # what the table has written beside the book

    @property
    def jour(self) -> int:
        return self.clock // JOUR

    def turn(self) -> tuple[str, ...]:
        """Whose passe it is; in a rixe those of a group who have not acted; in a chronicle all who live it."""
        if self.encounter is not None:
            return (self.encounter.passe,) if self.encounter.passe else ()
        if self.rixe is not None:
            return tuple(self.rixe.a_jouer({p.id: p.side for p in self.debout()}))
        if self.chronique is not None and self.chronique.en_route:
            return tuple([who for who in self.chronique.membres if self.people[who].up])
        return ()

    def round(self) -> int:
        if self.encounter is None and self.rixe is not None:
            return self.rixe.tour
        return self.encounter.tour if self.encounter is not None else 0

    def settled(self) -> str | None:
        return self.verdict if self.encounter is None and self.rixe is None else None

    def calm(self) -> Self:
        """Without a confrontation or a rixe; a chronicle waits to be taken up again."""
        chronique = self.chronique
        if chronique is not None and chronique.en_route:
            chronique = replace(chronique, en_route=False)
        if self.encounter is None and self.rixe is None and chronique is self.chronique:
            return self
        return replace(self, encounter=None, rixe=None, chronique=chronique)

    def praticable(self, case: Cell) -> bool:
        """Whether somebody could stand there: on the map, where one can walk, and not in a wall."""
        carte = CARTES.get(self.carte)
        if carte is not None and case not in carte.ouvertes:
            return False
        return not any((o.x, o.y) == case and o.couvre >= TOTAL for o in self.obstacles)

    def debout(self) -> tuple[Personnage, ...]:
        """Who is up, in the order of the scene."""
        return tuple([p for p in self.people.values() if p.up])

    def standing(self) -> tuple[str, ...]:
        """Who can still fight; in a rixe, who is still in it."""
        r = self.rixe
        up = [p.id for p in self.debout()]
        return tuple(up if r is None else [who for who in up if who not in r.protagonistes or not r.hors_jeu(who)])

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
