"""The world between confrontations: where one is, plans, tasks, what people think, dealings, contracts, chronicles."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from tablee.kernel.refs import Who, WhoOrNobody, WithWho

from .things import Objet

Taille = Literal["village", "cite", "grande_cite", "tres_grande_cite", "capitale"]
Richesse = Literal["prospere", "ordinaire", "pauvre"]
Milieu = Literal["urbain", "rural"]
Humeur = Literal["positive", "neutre", "mefiante", "fermee"]
Genre = Literal["court", "long", "mission"]


class Lieu(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Where a scene takes place, for trade and work."""

    nom: str = ""
    taille: Taille = "cite"
    population: int = 0  # 0: nobody has counted, and no merchant is too poor
    richesse: Richesse = "ordinaire"
    milieu: Milieu = "urbain"


NULLE_PART = Lieu()  # one for all: what is not said of a place is not written in a file


class PlanDAction(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A plan that was made, and what is left of its strategy points (TN-10.82)."""

    nom: str
    membres: tuple[Who, ...]
    points: int


class Attitude(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """How somebody meets a group: by what it looked like, and how often he was crossed since (TN-10.80)."""

    qui: WithWho
    envers: tuple[Who, ...]  # whom he takes for one group
    humeur: Humeur = "neutre"
    contrarietes: int = 0
    echecs: tuple[str, ...] = ()  # requests that have failed once (TN-10.75)
    reprises: int = 0  # attempts to bring him round (TN-10.81)


class Tache(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A task done with a tool: what each test is, and how far it has come (TN-10.108)."""

    qui: WithWho
    nom: str
    attribut: str
    competence: str
    groupe: str
    difficulte: int = 15
    objectif: int = 30
    outil: str = ""
    duree: int = 0  # seconds of a time of work
    progression: int = 0
    echecs: int = 0
    verrous: int = 0  # those left, where tasks are interactive (TN-10.109); 0: it is one of progression


class Chronique(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chronicle: who lives it, how far they have come, and what it has cost them (TN-10.72)."""

    id: str
    membres: tuple[Who, ...]
    etape: int = 1
    en_route: bool = False
    bonus: int = 0  # what was prepared for the key test
    preparations: int = 0  # made at this step
    epargnes: int = 0  # penalties to come that a critical success prevents
    penalites: int = 0  # suffered
    perdu: int = 0  # seconds
    reussites: int = 0


# ---------------------------------------------------------------- what somebody is about


class Trouvaille(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that was found for sale, at a price that may still be haggled over."""

    objet: Objet
    prix: int
    surcout: int = 0  # within it, for a search that came short (TN-9.32)
    annonce: int = 0  # what a merchant who cheats asks instead; 0: the price
    negocie: bool = False
    vu: bool = False  # he has looked closely at the price
    marchand: WhoOrNobody = ""


class Contrat(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Work that is to be had, or was taken: so many half-days, one of them after the other (TN-10.89)."""

    id: str  # of the catalogue
    genre: Genre
    categorie: int
    duree: int  # segments
    mou: int = 0  # half-days it may be late (TN-U37)
    pris: int = -1  # when it was taken; below 0: not yet
    faits: int = 0  # segments
    valides: int = 0  # of them, those that succeeded
    degres: int = 0
    dangers: int = 0  # of a mission: steps with an explicit danger
    echecs: int = 0


class Gisement(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something to be harvested or taken apart that was found (TN-10.92, TN-10.93)."""

    nom: str
    categorie: int
    ratio: int
    competence: str
    groupe: str
    attribut: str
    reste: int = 2
    plafond: int = -1  # what can still be got of it at most; below 0: there is no limit


class Reputation(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """What one is worth in a milieu: a level, and steps towards the next (TN-10.97)."""

    niveau: int = 0
    crans: int = 0


class Affaires(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody is about between adventures."""

    trouvailles: tuple[Trouvaille, ...] = ()
    offres: tuple[Contrat, ...] = ()
    contrats: tuple[Contrat, ...] = ()
    gisements: tuple[Gisement, ...] = ()
    matieres: int = 0  # raw materials, at their worth
    reputations: dict[str, Reputation] = {}
    recherche: tuple[int, int, int] = (-1, 0, 0)  # the week of the last search, its best score, how deep it went
    identifies: dict[str, int] = {}  # by the model of a thing: the degree up to which he knows it
