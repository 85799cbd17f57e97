"""Things: the models of the catalogue, and the objects made after them that people hold, wear and carry.

A model says what a thing is and its catégorie; an object of it has its qualité and what sets it apart from its model.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from tablee.kernel.content import read
from tablee.kernel.effects import Modifier, Part, part
from tablee.kernel.kept import cached_property, kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.tally import Terms, total

from .facture import (
    AXES,
    BOUTS,
    CRANS,
    FAMILLES,
    FORMES,
    REGLES,
    REGLES_DES_FORMES,
    SUBSTANCES,
    Axe,
    Colonne,
    Famille,
    Forme,
)

Nature = Literal[
    "arme",
    "armure",
    "sous_piece",
    "outil",
    "accessoire",
    "consommable",
    "munition",
    "colifichet",
    "contenant",
    "matiere",
    "materiel",
    "structure",
]
Ordre = Literal["équipement", "consommable", "munition"]  # TN-9.1
Usage = Literal["melee", "lancer", "tir"]
Prise = Literal["", "garde", "manche", "hampe", "poignee", "crosse"]  # TN-9.48
Frappe = Literal["", "tranchant", "contondant", "perforant", "flexible", "defense", "distance"]  # TN-9.47
Sorte = Literal["", "bouclier", "main_gauche", "fronde", "arc", "arbalete", "poing", "epaule"]
Mecanisme = Literal["", "mecanique", "feu", "dangereuse"]  # classes of weapons (TN-9.81 to TN-9.85)
Propriete = Literal["mecanique", "complexe", "dangereux"]  # of any object (TN-9.3 to TN-9.5)
Pointe = Literal["", "perforante", "enflammee", "explosive", "emoussee"]  # TN-U12
Style = Literal["combat", "apparat", "mixte"]  # TN-8.402
Categorie = Annotated[int, Meta(ge=0, le=8)]
Discours = Annotated[int, Meta(ge=0, le=5)]  # TN-8.57
Cran = Annotated[int, Meta(ge=-2, le=2)]  # how far an object is from its model
Trois = Annotated[int, Meta(ge=-1, le=1)]
Emplacement = Literal["", "sac", "annexe", "pendentif", "ceinture", "anneau", "bracelet"]
Etat = Literal["intact", "degrade", "inutilisable", "detruit"]
Bagage = Literal["dos", "sol", "aucun"]
VITALE, TORSE = "Vitale", "Torse"
PORTABLE = 5  # the highest catégorie of what is held or worn (TN-9.46)
PETIT, GRAND = 10, 20  # TN-9.93, TN-9.113
NOMBRES = {"sac": 1, "pendentif": 1, "ceinture": 1, "anneau": 2, "bracelet": 2}  # TN-9.145, TN-9.148, TN-9.149
REPOS = "recuperation"  # the figures of a rest
LOT = 20  # munitions are sold and carried by so many (TN-U12)


class Apport(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a thing brings to a figure of whoever has it on him (TN-9.144)."""

    on: str
    n: int
    when: str = ""


@rule("TN-8.40", "TN-9.43", "TN-9.80")
class Modele(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A kind of thing."""

    nom: str
    nature: Nature
    categorie: Categorie
    dit: str  # what it is, in a sentence for players
    genre: str = ""  # which reference price it has, where its nature does not say it (TN-9.22)
    # of an arm
    usage: Usage = "melee"
    mains: Literal[1, 2] = 1  # how many hold it
    prise: Prise = ""  # what one strikes with
    frappe: Frappe = ""  # and what one has to defend against it
    competence: str = ""  # of an arm that is thrown or shot, or is like no other: the skill it is used with
    groupe: str = ""
    famille: Sorte = ""
    naturelle: bool = False  # grown, not made: claws, scales
    attaque: str = ""  # of a natural arm: its own attributes, whatever its form (TN-9.93)
    defense: str = ""
    improvisee: bool = False  # part of the scenery (TN-8.373)
    # of an arm that is shot
    classe: Mecanisme = ""
    magasin: int = 0  # munitions it holds; 0: none, one shoots what one has in hand
    munition: str = ""
    conteneur: str = ""  # where they are quickly at hand
    rechargement: int = 0  # ACTS
    deux_pour_charger: bool = False  # both hands reload what one hand shoots
    ancree: bool = False  # planted before each shot: an ACTR more (TN-9.76, TN-9.79)
    # of a munition
    vaut: str = ""  # of a special one: the plain one it is shot instead of (TN-U12)
    pointe: Pointe = ""
    # of armour
    couvre: tuple[str, ...] = (TORSE, VITALE)  # the zones of the body under it; of a cape none
    travaille: bool = False  # a worked model
    # of any
    forme: Trois = 0  # what it is made of: an arm non métallique to métallique, armour allégée to renforcée
    style: Style = "combat"  # what is made to be seen serves in a joute
    proprietes: tuple[Propriete, ...] = ()
    pour: tuple[str, ...] = ()  # the skills a tool is made for
    recoit: tuple[str, ...] = ()  # the munitions a container is made for
    emplacement: Emplacement = ""  # of what is worn: where, if there is room for so many only
    places: int = 0  # of a container: how many things it holds
    range: tuple[Nature, ...] = ()  # and of which natures
    metier: str = ""  # of tools, matter and matériel: the skill they are for; of anything else: that makes it
    sert: tuple[Apport, ...] = ()  # what it brings while it is worn or held; what serves a rest, from the bag too
    durabilite: int = 0  # days that it keeps; 0: for ever (TN-9.121)
    origin: str = ""  # « tablee »: ours, made by the book's rules of construction

    @property
    def bouclier(self) -> bool:
        """Whether it follows the rules of shields; mains gauches do (TN-8.348)."""
        return self.famille in FAMILLES

    @property
    @rule("TN-9.64", "TN-9.65")
    def des(self) -> Famille:
        """The dice its family adds to what is done with it."""
        return FAMILLES.get(self.famille, SANS_FAMILLE)

    @property
    @rule("TN-9.1")
    def ordre(self) -> Ordre:
        """Durable, gone when it is used, or needed by something else."""
        if self.nature == "consommable":
            return "consommable"
        return "munition" if self.nature == "munition" else "équipement"

    @property
    @rule("TN-9.3", "TN-9.4", "TN-9.5", "TN-9.6")
    def travers(self) -> tuple[Propriete, ...]:
        """What a maladresse does to it: mechanical weapons jam, firearms have all three."""
        if self.classe in ("feu", "dangereuse"):
            return "mecanique", "complexe", "dangereux"
        return ("mecanique",) if self.classe else self.proprietes

    @property
    @rule("TN-9.8", "TN-9.45")
    def siege(self) -> bool:
        return self.nature == "arme" and self.categorie > PORTABLE


SANS_FAMILLE = Famille()


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    objet: dict[str, Modele]


MODELES = {
    **read("tablee.games.terre_natale", "content/equipement.toml", _File).objet,
    **read("tablee.games.terre_natale", "content/naturelles.toml", _File).objet,
    **read("tablee.games.terre_natale", "content/improvisees.toml", _File).objet,
    **read("tablee.games.terre_natale", "content/matieres.toml", _File).objet,
    **read("tablee.games.terre_natale", "content/consommables.toml", _File).objet,
}


class Promotion(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What makes a promoted object unlike any other: which particularité, and how far it has come (TN-9.181)."""

    id: str
    rang: Annotated[int, Meta(ge=1, le=5)] = 1
    nature: Literal["antique", "magique", "technologique"] = "antique"
    choix: tuple[str, ...] = ()  # what was chosen with it: an energy, effects of a rank
    lie: WhoOrNobody = ""  # to whom it is linked


class Objet(Struct, frozen=True, dict=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A thing somebody has."""

    modele: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    taille: Cran = 0
    gabarit: Cran = 0
    equilibre: Cran = 0
    forme: Trois | None = None  # None: as its model is
    travaille: bool = False  # of armour: half a catégorie more
    nombre: Annotated[int, Meta(ge=1)] = 1  # of those carried
    bouts: tuple[str, ...] = ()  # of armour: the zones whose pieces are there; none named: all of its model
    carrure: Trois = 0  # of a natural arm or armour: that of a small or a big creature (TN-9.93)
    style: Literal["", "combat", "apparat", "mixte"] = ""  # where it is not that of its model
    munitions: Annotated[int, Meta(ge=0)] = 0  # of an arm that is shot: in its magasin, or in the hand that shoots it
    prises: Annotated[int, Meta(ge=0)] = 0  # taken in hand to reload it (TN-9.67)
    projectile: str = ""  # the special munition that these are (TN-U12); none: plain ones
    finesse: Annotated[int, Meta(ge=-5, le=6)] = 0  # its quality
    enraye: bool = False  # TN-9.86
    monte: bool = False  # of a light siege weapon: set up (TN-9.45)
    cale: bool = False  # of what is planted: ready for the next shot
    degradation: Annotated[int, Meta(ge=0)] = 0  # all it has suffered (TN-9.133)
    ameliorations: tuple[str, ...] = ()  # a level each, the same up to three times (TN-9.178.1)
    promotion: Promotion | None = None
    substance: str = ""  # a matter of the extension it is made of (TN-U15); none: a neutral one
    depuis: int | None = None  # the day it was made, of what does not keep for ever (TN-9.121)
    propre: Modele | None = None  # its model, where it is one that the table has written

    @cached_property
    def sorte(self) -> Modele:
        return self.propre or MODELES[self.modele]

    @cached_property
    @rule("TN-9.7")
    def categorie(self) -> int:
        return max(0, self.sorte.categorie + self.carrure)

    # ---------------------------------------------------------------- how it is made

    @cached_property
    @rule("TN-9.49", "TN-9.100")
    def matiere(self) -> Forme | None:
        """What it is made of, if it is an arm or armour that somebody made."""
        formes = FORMES.get(self.sorte.nature)
        if formes is None or self.sorte.naturelle:
            return None
        return formes[self.sorte.forme if self.forme is None else self.forme]

    @property
    @rule("TN-9.99")
    def superieur(self) -> bool:
        """Whether this is a worked armour, by its model or by itself."""
        return self.sorte.nature == "armure" and (self.travaille or self.sorte.travaille)

    @property
    def couvre(self) -> tuple[str, ...]:
        """The zones it lies on; the torso's piece covers what is vital (TN-R47)."""
        if not self.bouts:
            return self.sorte.couvre
        return (*self.bouts, VITALE) if TORSE in self.bouts and VITALE not in self.bouts else self.bouts

    @rule("TN-9.54", "TN-9.57", "TN-9.60", "TN-9.103", "TN-9.104", "TN-9.105", "TN-9.113")
    @kept_for
    def ecarts(self, colonne: Colonne) -> Terms:
        """What its taille, gabarit and équilibre change of one figure, each by its own table; nature has none.

        And what it is made of, by the extension (TN-U15).
        """
        nature = self.sorte.nature
        ordinaire = not (self.taille or self.gabarit or self.equilibre or self.substance)
        if ordinaire or nature not in CRANS or self.sorte.naturelle:
            return ()
        at: dict[Axe, int] = {"taille": self.taille, "gabarit": self.gabarit, "equilibre": self.equilibre}
        crans = [(axe, CRANS[nature][axe][at[axe]]) for axe in AXES if at[axe]]
        found = [(c.terme, int(getattr(c, colonne)), REGLES[nature][axe]) for axe, c in crans]
        if self.substance:
            matter = SUBSTANCES[self.substance]
            found.append((matter.nom, matter.ecart(colonne), "TN-9.23.1"))
        return tuple([term for term in found if term[1]])

    @kept_for
    def ecart(self, colonne: Colonne) -> int:
        return total(self.ecarts(colonne))

    @property
    @rule("TN-8.402")
    def apparat(self) -> bool:
        """Whether it lends its quality to a mind in a joute: by its style, or by what was added to it."""
        vu = (self.style or self.sorte.style) != "combat"
        return vu or any(self.amelioration(id) for id in ("apparat", "prestige"))

    @property
    def particularites(self) -> int:
        """What they add to its usage penalty."""
        return self.ecart("penalite")

    # ---------------------------------------------------------------- what it weighs

    @property
    @rule("TN-9.14", "TN-9.52", "TN-9.101", "TN-9.108", "TN-9.116")
    def poids(self) -> Terms:
        """Its charge once it is equipped: five times its catégorie and what sets it apart; of armour by its pieces."""
        sorte, c = self.sorte, self.categorie
        if sorte.nature == "sous_piece":
            return (("Catégorie / 2", -(-c // 2), "TN-9.116"),) if sorte.couvre else (("Catégorie", c, "TN-9.116"),)
        own: Terms = (("Catégorie x 5", 5 * c, "TN-9.14"),)
        if sorte.nature == "armure":
            manquent = sum([bout.charge for zone, bout in BOUTS.items() if zone not in self.couvre])
            own += (("Pièces absentes", -c * manquent, "TN-9.108"),) if c and manquent else ()
        own += self.ecarts("charge")
        if self.matiere is not None and self.matiere.charge:
            own += ((self.matiere.terme, self.matiere.charge, REGLES_DES_FORMES[sorte.nature]),)
        own += (("Modèle travaillé", 2, "TN-9.99"),) if self.superieur else ()
        return (*own, ("Minimum 0", -total(own), "TN-9.14")) if total(own) < 0 else own

    @property
    @rule("TN-9.10", "TN-9.34")
    def encombrement(self) -> Fraction:
        """What one of them takes up in a bag: its catégorie, half of it if it is gone when used, at least a half."""
        c = Fraction(self.categorie, 1 if self.sorte.ordre == "équipement" else 2)
        return c or (Fraction(0) if self.sorte.genre in NEGLIGEABLES else Fraction(1, 2))

    @property
    def lots(self) -> int:
        """How many of them are counted: munitions go by twenty, in a lot that was begun."""
        return -(-self.nombre // LOT) if self.sorte.nature == "munition" else self.nombre

    @property
    @rule("TN-9.72")
    def contenance(self) -> int:
        """How many things a container holds: of munitions 5, and 3 for each level of its quality."""
        return max(0, 5 + 3 * self.qualite) if self.sorte.recoit else self.sorte.places

    # ---------------------------------------------------------------- how it wears

    @property
    @rule("TN-9.80.1")
    def pointe(self) -> Pointe:
        """What is special about the munitions it holds."""
        return MODELES[self.projectile].pointe if self.projectile and self.munitions else ""

    @property
    @rule("TN-9.196")
    def liee(self) -> bool:
        """Whether it is made as much to be thrown as to be held, by its particularité."""
        return self.promotion is not None and self.promotion.id == "liaison" and self.promotion.rang >= 2

    def amelioration(self, id: str) -> int:
        """How often it has received this one."""
        return self.ameliorations.count(id)

    @cached_property
    @rule("TN-9.179")
    def solidite(self) -> int:
        """What its gabarit and its améliorations add to its strength, besides qualité and catégorie."""
        return self.ecart("solidite") + self.amelioration("solidite")

    @cached_property
    @rule("TN-9.21", "TN-9.123")
    def integrite(self) -> int:
        """How much wears it down by a level, and what others are tested against by it."""
        return max(1, 10 + self.qualite + self.categorie + self.solidite)

    @cached_property
    @rule("TN-9.133")
    def niveau(self) -> int:
        """A level of dégradation for every intégrité that it has suffered."""
        return self.degradation // self.integrite

    @cached_property
    @rule("TN-9.134")
    def effective(self) -> int:
        """Its catégorie for jets and all that is to its good: a level of dégradation takes one off it."""
        return self.categorie - self.niveau

    @property
    @rule("TN-9.134")
    def perte(self) -> int:
        """The level at which it is destroyed: catégorie -2, the second level of a consommable."""
        return 2 if self.sorte.nature == "consommable" else self.categorie + 2

    @cached_property
    @rule("TN-9.134")
    def etat(self) -> Etat:
        """What wear has made of it; something of catégorie 0 can be used until it has suffered a level."""
        if not self.niveau:
            return "intact"
        if self.niveau >= self.perte:
            return "detruit"
        hors = self.sorte.nature == "consommable" or self.effective <= 0
        return "inutilisable" if hors else "degrade"

    @cached_property
    def utilisable(self) -> bool:
        return self.etat in ("intact", "degrade")

    @cached_property
    def utile(self) -> int:
        """The catégorie it protects, turns aside or strikes with: none once it cannot be used."""
        return max(0, self.effective) if self.utilisable else 0


NEGLIGEABLES = ("vetement", "rien")  # clothes, stones for a sling (TN-9.10)


@rule("TN-9.93", "TN-9.113")
def naturel(modele: str, mesure: int) -> Objet:
    """A natural arm or armour as a creature has it: a catégorie less for a small one, one more for a big one.

    `mesure`: its TAI for an arm, its STA for an armour.
    """
    return Objet(modele, carrure=(mesure > GRAND) - (mesure < PETIT))


class Equipement(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What somebody has in hand, on him and in his bag; and in a joute, what he argues with and holds to."""

    armes: tuple[Objet, ...] = ()  # in hand, the main hand first
    armure: Objet | None = None
    portes: tuple[Objet, ...] = ()  # accessories that weigh, and pieces of armour worn besides
    tenus: tuple[Objet, ...] = ()  # in hand too, and no arms
    annexes: tuple[Objet, ...] = ()  # in pouches and sheaths, at hand (TN-9.146)
    sac: tuple[Objet, ...] = ()
    bagage: Bagage = "dos"  # where the bag itself is (TN-9.119)
    argument: Discours | None = None  # None: as by default, closed to dialogue (TN-8.56)
    raisonnement: Discours | None = None
    deux_mains: bool = False  # the other hand helps with the one arm of melee there is (TN-8.337)
    naturelles: tuple[Objet, ...] = ()  # claws and fangs: what one strikes with who holds nothing (TN-8.45)
    peau: Objet | None = None  # fur and scales (TN-8.46)

    def objet(self, modele: str) -> Objet | None:
        """Something of this model that he has: in hand first, then on him, then in his bag."""
        return next((objet for objet in self.tout if objet.modele == modele), None)

    @property
    def tout(self) -> tuple[Objet, ...]:
        portes = (*self.armes, *(() if self.armure is None else (self.armure,)), *self.portes)
        return (*portes, *self.tenus, *self.annexes, *self.sac)

    @property
    def modeles(self) -> tuple[str, ...]:
        """What he has, each model once."""
        return tuple(dict.fromkeys([objet.modele for objet in self.tout]))

    @cached_property
    def pieces(self) -> tuple[Objet, ...]:
        """Every piece of armour that is worn, the main one first."""
        autres = tuple([x for x in self.portes if x.sorte.nature == "armure"])
        return autres if self.armure is None else (self.armure, *autres)

    @cached_property
    def sous_pieces(self) -> tuple[Objet, ...]:
        return tuple([x for x in self.portes if x.sorte.nature == "sous_piece"])

    @rule("TN-8.296", "TN-9.108")
    @kept_for
    def piece(self, zone: str) -> Objet | None:
        """The piece that lies on a zone, of several the strongest; a blow that is not located meets the torso's."""
        la = [x for x in self.pieces if (zone or TORSE) in x.couvre]
        return max(la, key=lambda x: x.utile, default=None)

    @rule("TN-9.114")
    def doublures(self, zone: str) -> tuple[Objet, ...]:
        """The sub-pieces that bear on a blow: those of the place it is aimed at; capes if it is aimed at none."""
        ici = TORSE if zone == VITALE else zone
        return tuple([x for x in self.sous_pieces if (ici in x.sorte.couvre if zone else not x.sorte.couvre)])

    @rule("TN-9.109", "TN-9.117")
    def entrave(self, torse: bool = False) -> Objet | None:
        """The piece or sub-piece whose catégorie hampers: the highest worn, or by the option that of the torso."""
        if torse:
            return self.piece(TORSE)
        return max((*self.pieces, *self.sous_pieces), key=lambda x: x.categorie, default=None)

    @rule("TN-8.45")
    def arme(self, main: int) -> Objet | None:
        """What one strikes with: what is in that hand; beyond all hands, what nature gave; None: a bare hand."""
        toutes = self.toutes_armes
        return toutes[main] if main < len(toutes) else None

    @cached_property
    def toutes_armes(self) -> tuple[Objet, ...]:
        """Those in hand, then those one is born with."""
        return (*self.armes, *self.naturelles)

    @rule("TN-8.45", "TN-8.46", "TN-8.296")
    @kept_for
    def cuirasse_sur(self, zone: str) -> tuple[Objet | None, int]:
        """The armour that serves there, worn or grown: the stronger one, and the catégorie the other adds to it."""
        portee, peau = self.piece(zone), self.peau
        if portee is None or peau is None:
            return portee or peau, 0
        return (portee, peau.utile) if portee.utile >= peau.utile else (peau, portee.utile)

    @cached_property
    def su(self) -> dict[Any, Any]:
        """Figures of whoever has such things that were worked out already."""
        return _su_de(self)

    @cached_property
    @rule("TN-9.144", "TN-9.145", "TN-9.147", "TN-9.148", "TN-9.149")
    def agissants(self) -> tuple[Objet, ...]:
        """What is worn and acts: of each place no more than there is room for, those first that were put on first."""
        found: list[Objet] = []
        for x in self.portes:
            place = x.sorte.emplacement
            deja = sum([y.sorte.emplacement == place for y in found])
            if x.utilisable and (place not in NOMBRES or deja < NOMBRES[place]):
                found.append(x)
        return tuple(found)

    @rule("TN-9.144")
    def apports(self) -> Iterator[Modifier]:
        """What things bring by themselves: worn or held; from the bag what serves a rest, once of each model."""
        actifs = [x for x in (*self.agissants, *self.tenus) if x.utilisable]
        vus: set[str] = set()
        for x in (*actifs, *self.annexes, *self.sac):
            if x.modele in vus or not x.sorte.sert or not x.utilisable:
                continue
            porte = any(x is y for y in actifs)
            siens = [a for a in x.sorte.sert if porte or a.on.startswith(REPOS)]
            vus |= {x.modele} if siens else set()
            yield from (Modifier(a.on, a.n, x.sorte.nom, "TN-9.144", when=a.when) for a in siens)

    @cached_property
    def part(self) -> Part:
        """What things bring by themselves. Whoever has anything at all has the tag `equipe`: nobody else is asked what
        hampers him; `promu` of what is promoted, `ameliore` of what was improved, `naturelle` of claws and hides."""
        if self == RIEN:
            return DEMUNI
        armures = [x for x in (self.armure, self.peau) if x is not None]
        autres = *self.portes, *self.tenus, *self.annexes, *self.sac
        tout = *self.armes, *armures, *autres, *self.naturelles
        marks = (
            ("promu", any(x.promotion is not None for x in tout)),
            ("ameliore", any(x.ameliorations for x in tout)),
            ("naturelle", any(x.sorte.naturelle for x in tout)),
        )
        return part(tuple(self.apports()), ("equipe", *[mark for mark, holds in marks if holds]))


RIEN, DEMUNI = Equipement(), Part()


@lru_cache(maxsize=256)
def _su_de(equipement: Equipement) -> dict[Any, Any]:
    """One for all who have the same: a sword that has worn as often is no other sword."""
    return {}
