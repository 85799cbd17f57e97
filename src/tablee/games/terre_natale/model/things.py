"""Things: the models of the catalogue, and the objects made after them that people hold, wear and carry.

A model says what a thing is and its catégorie; an object of it has its qualité and what sets it apart from its model.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, Literal

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Part
from tablee.kernel.ledger import rule
from tablee.kernel.refs import WhoOrNobody

Nature = Literal[
    "arme",
    "armure",
    "outil",
    "accessoire",
    "consommable",
    "colifichet",
    "contenant",
    "matiere",
    "materiel",
    "structure",
]
Usage = Literal["melee", "lancer", "tir"]
Prise = Literal["", "garde", "manche", "hampe", "poignee", "crosse"]  # TN-9.48
Frappe = Literal["", "tranchant", "contondant", "perforant", "flexible", "defense", "distance"]  # TN-9.47
Categorie = Annotated[int, Meta(ge=0, le=8)]
Discours = Annotated[int, Meta(ge=0, le=5)]  # TN-8.57
Style = Literal["combat", "apparat", "mixte"]  # TN-8.402
Cran = Annotated[int, Meta(ge=-2, le=2)]  # how far an object is from its model
Emplacement = Literal["", "sac", "annexe", "pendentif", "ceinture", "anneau", "bracelet"]
Etat = Literal["intact", "degrade", "inutilisable", "detruit"]
Bagage = Literal["dos", "sol", "aucun"]


class Modele(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of thing."""

    nom: str
    nature: Nature
    categorie: Categorie
    dit: str  # what it is, in a sentence for players
    usage: Usage = "melee"  # of an arm
    mains: Literal[1, 2] = 1  # of an arm: how many hold it
    prise: Prise = ""  # of an arm: what one strikes with
    frappe: Frappe = ""  # and what one has to defend against it
    competence: str = ""  # of an arm that is thrown or shot, or is like no other: the skill it is used with
    groupe: str = ""
    bouclier: bool = False
    couvre: tuple[str, ...] = ("Torse", "Vitale")  # of armour: the zones of the body under it
    emplacement: Emplacement = ""  # of what is worn: where, if there is room for so many only
    places: int = 0  # of a container: how many things it holds
    range: tuple[Nature, ...] = ()  # and of which natures
    metier: str = ""  # of tools, matter and matériel: the skill they are for; of anything else: that makes it
    durabilite: int = 0  # days that it keeps; 0: for ever (TN-9.121)
    origin: str = ""
    style: Style = "combat"  # what is made to be seen serves in a joute


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    objet: dict[str, Modele]


MODELES = read("tablee.games.terre_natale", "content/equipement.toml", _File).objet


class Promotion(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What makes a promoted object unlike any other: which particularité, and how far it has come (TN-9.181)."""

    id: str
    rang: Annotated[int, Meta(ge=1, le=5)] = 1
    nature: Literal["antique", "magique", "technologique"] = "antique"
    choix: tuple[str, ...] = ()  # what was chosen with it: an energy, effects of a rank
    lie: WhoOrNobody = ""  # to whom it is linked


class Objet(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing somebody has."""

    modele: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    taille: Cran = 0
    gabarit: Cran = 0
    equilibre: Cran = 0
    forme: Annotated[int, Meta(ge=-1, le=1)] = 0  # an arm non métallique to métallique, armour allégée to renforcée
    travaille: bool = False  # of armour: half a catégorie more
    nombre: Annotated[int, Meta(ge=1)] = 1  # of those carried
    degradation: Annotated[int, Meta(ge=0)] = 0  # all it has suffered (TN-9.133)
    ameliorations: tuple[str, ...] = ()  # a level each, the same up to three times (TN-9.178.1)
    promotion: Promotion | None = None
    depuis: int | None = None  # the day it was made, of what does not keep for ever (TN-9.121)
    style: Literal["", "combat", "apparat", "mixte"] = ""  # where it is not that of its model

    @property
    def sorte(self) -> Modele:
        return MODELES[self.modele]

    @property
    def categorie(self) -> int:
        return self.sorte.categorie

    @property
    @rule("TN-8.402")
    def apparat(self) -> bool:
        """Whether it lends its quality to a mind in a joute: by its style, or by what was added to it."""
        vu = (self.style or self.sorte.style) != "combat"
        return vu or any(self.amelioration(id) for id in ("apparat", "prestige"))

    @property
    def particularites(self) -> int:
        """What they add to its usage penalty, and to its charge."""
        return self.taille + self.gabarit + self.equilibre

    def amelioration(self, id: str) -> int:
        """How often it has received this one."""
        return self.ameliorations.count(id)

    @property
    @rule("TN-9.179")
    def solidite(self) -> int:
        """What its gabarit and its améliorations add to its strength, besides qualité and catégorie."""
        return self.gabarit + self.amelioration("solidite")

    @property
    @rule("TN-9.123")
    def integrite(self) -> int:
        """How much wears it down by a level, and what others are tested against by it."""
        return max(1, 10 + self.qualite + self.categorie + self.solidite)

    @property
    @rule("TN-9.133")
    def niveau(self) -> int:
        """A level of dégradation for every intégrité that it has suffered."""
        return self.degradation // self.integrite

    @property
    @rule("TN-9.134")
    def effective(self) -> int:
        """Its catégorie for jets and all that is to its good: a level of dégradation takes one off it."""
        return self.categorie - self.niveau

    @property
    @rule("TN-9.134")
    def perte(self) -> int:
        """The level at which it is destroyed: catégorie -2, the second level of a consommable."""
        return 2 if self.sorte.nature == "consommable" else self.categorie + 2

    @property
    @rule("TN-9.134")
    def etat(self) -> Etat:
        """What wear has made of it; something of catégorie 0 can be used until it has suffered a level."""
        if not self.niveau:
            return "intact"
        if self.niveau >= self.perte:
            return "detruit"
        hors = self.sorte.nature == "consommable" or self.effective <= 0
        return "inutilisable" if hors else "degrade"

    @property
    def utilisable(self) -> bool:
        return self.etat in ("intact", "degrade")

    @property
    def utile(self) -> int:
        """The catégorie it protects, turns aside or strikes with: none once it cannot be used."""
        return max(0, self.effective) if self.utilisable else 0


class Equipement(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody has in hand, on him and in his bag; and in a joute, what he argues with and holds to."""

    armes: tuple[Objet, ...] = ()  # in hand, the main hand first
    armure: Objet | None = None
    portes: tuple[Objet, ...] = ()  # accessories that weigh
    tenus: tuple[Objet, ...] = ()  # in hand too, and no arms
    annexes: tuple[Objet, ...] = ()  # in pouches and sheaths, at hand (TN-9.146)
    sac: tuple[Objet, ...] = ()
    bagage: Bagage = "dos"  # where the bag itself is (TN-9.119)
    argument: Discours | None = None  # None: as by default, closed to dialogue (TN-8.56)
    raisonnement: Discours | None = None

    def objet(self, modele: str) -> Objet | None:
        """Something of this model that he has: in hand first, then on him, then in his bag."""
        portes = (*self.armes, *(() if self.armure is None else (self.armure,)), *self.portes)
        portes += (*self.tenus, *self.annexes, *self.sac)
        return next((objet for objet in portes if objet.modele == modele), None)

    @cached_property
    def part(self) -> Part:
        """Whoever has anything at all has the tag `equipe`: nobody else is asked what hampers him."""
        return Part((), ("equipe",) if self != RIEN else ())


RIEN = Equipement()
