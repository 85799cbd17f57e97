"""What a scene of Vieux Monde is made of: sheets (what was chosen), characters (what has happened), things."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.effects import Bears, Modifier, Part, part
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WhoOnce, WhoOrNobody
from tablee.kernel.scene import Person, share
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .carrieres import Carriere, Ouvert, Rang, ouvert, rang_de
from .catalogue import (
    COMPETENCES,
    ETATS,
    MAINS_NUES,
    TRAITS_ARMES,
    TRAITS_ARMURES,
    ZONES,
    Arme,
    Armure,
    competence,
)
from .ecrits import RIEN, Ecrits
from .effects import Cas, constante, marques, reunis
from .sorts import Sort
from .tables import CARACS, NOMS, TAILLES, Taille

ROUND = 6  # seconds; the book gives a Round no length
MINUTE, HEURE, JOUR = 60, 3600, 86400
CASE = 2  # metres; positions and Mouvement are counted in squares, ranges of spells in metres
GELE = "ampute:"  # before the zone of a limb that serves for nothing, in what its effects hang on
A_TATONS = -20  # Touche-à-tout: what an advanced Compétence nobody taught him is worth less
DE_LA_MAGIE = ("langue_magick", "focalisation", "savoir_magie")  # that nobody finds out alone
EPHEMERES = frozenset({"mort_vivant", "demoniaque"})  # at 0 PB they fall to dust, or are cast out
IMMUNITES = {
    "mort_vivant": ("hemorragique", "extenue", "sonne", "inconscient"),
    "insensible": ("hemorragique", "sonne"),
    "sans_esprit": ("brise",),
}

Vie = Literal["actif", "mort", "parti"]
Origine = Literal["sort", "critique", "mutation", "jeton", "imparfaite", "autre"]


class Effet(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """Something that weighs on what one does, for a while or for good, and where it comes from."""

    nom: str
    sur: str  # what it weighs on: a caractéristique, a Compétence, or a kind of Test (see SUR in effects.py)
    mod: int
    rule: str = "VM-1.9"
    origine: Origine = "autre"
    fin: int | None = None  # on the scene's clock; None: until what it hangs on is gone
    lie: str = ""  # the spell, wound or mutation it hangs on


class Etat(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """One of the états, with its levels."""

    id: str
    niveaux: int = 1
    fin: int | None = None  # on the scene's clock: it ends by itself then, and if `tenace` not before
    force: int = 0  # Enchevêtré: the strength of what holds
    tenace: str = ""  # why the usual ways do not remove it (« guerison », « lavage », « duree »)
    tenus: int = 0  # how many of its levels `fin` and `tenace` are about, if not about all

    @property
    def libres(self) -> int:
        """The levels that the usual ways remove."""
        return self.niveaux if not self.tenace else self.niveaux - self.tenus if self.tenus else 0


class Blessure(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A Blessure critique: a row of the Tableau des Critiques, on a part of the body."""

    id: str  # its own: « tete_12_1 »
    nom: str
    zone: str
    ampute: bool = False
    chirurgie: bool = False  # only surgery heals it
    fin: int | None = None  # when it heals by itself, on the scene's clock
    soignee: bool = False  # dressed: it no longer counts against VM-5.9 but its effects stay until it heals
    jours: int = 0  # how long it takes to heal, once nothing stands in the way
    operee: int | None = None  # the day on which somebody last operated on it


class Equipement(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is carried and worn; what follows from it is worked out once."""

    armes: tuple[Arme, ...] = ()
    armures: tuple[Armure, ...] = ()
    en_main: tuple[str, ...] | None = None  # None: the first weapon, and a shield if a hand is free
    objets: tuple[str, ...] = ()  # ids of ordinary gear: « trousse_de_soins »...
    couronnes: int = 0

    @cached_property
    def tenues(self) -> tuple[Arme, ...]:
        """The weapons and shields in hand."""
        if self.en_main is not None:
            return tuple(a for a in self.armes if a.id in self.en_main)
        prises: tuple[Arme, ...] = tuple(a for a in self.armes if a.genre != "bouclier")[:1]
        if sum(a.mains for a in prises) < 2:
            prises += tuple(a for a in self.armes if a.genre == "bouclier")[:1]
        return prises

    @cached_property
    def bouclier(self) -> Arme | None:
        return next((a for a in self.tenues if a.genre == "bouclier"), None)

    @cached_property
    def en_melee(self) -> Arme:
        """The weapon in hand for close quarters, else bare hands."""
        return next((a for a in self.tenues if a.genre == "melee"), MAINS_NUES)

    @cached_property
    def pour_tirer(self) -> bool:
        """Whether a weapon in hand is one for shooting."""
        return any(a.genre == "tir" for a in self.tenues)

    @property
    def pa(self) -> dict[str, Terms]:
        """The PA on every zone of any body, as a sum."""
        return pa_par_zone(self.armures)

    @cached_property
    def part(self) -> Part:
        """What armour worn and weapons in hand weigh on Compétences and on the Mouvement."""
        portes = [(a.nom, TRAITS_ARMURES[t].modifs, "VM-6.5") for a in self.armures for t in a.traits]
        portes += [(a.nom, TRAITS_ARMES[t].modifs, "VM-6.4") for a in self.tenues for t in a.traits]
        return part(
            tuple(
                Modifier(m.sur, m.mod, nom, regle)
                for nom, modifs, regle in portes
                for m in modifs
                if m.sur in COMPETENCES or m.sur == "mouvement"
            )
        )

    @cached_property
    def points(self) -> dict[str, int]:
        """The PA on every zone."""
        return {zone: total(terms) for zone, terms in self.pa.items()}


@lru_cache(1024)
def pa_par_zone(armures: tuple[Armure, ...]) -> dict[str, Terms]:
    """The PA that these give on every zone of any body."""
    portees: dict[str, Terms] = {}
    for zone in ZONES.values():
        couvrent = [a for a in armures if zone.id in a.zones or zone.famille in a.zones]
        portees[zone.id] = tuple((a.nom, a.pa, "VM-5.2") for a in couvrent)
    return portees


class Fiche(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was chosen; it changes with experience only. Derived values are computed once and kept apart."""

    nom: str
    CC: int = 30
    TIR: int = 30
    FOR: int = 30
    END: int = 30
    INI: int = 30
    AGI: int = 30
    DOI: int = 30
    INT: int = 30
    FM: int = 30
    PRE: int = 30
    competences: dict[str, int] = {}  # id -> augmentations, beyond the caractéristique
    talents: dict[str, int] = {}  # id -> how often it was taken
    traits: tuple[str, ...] = ()  # Traits de créature, by id
    taille: Taille = "Moyenne"
    forme: str = "humanoide"  # VM-2.33: its Tableau de Localisation
    mouvement: int = 4
    course: int | None = None  # VM-2.9: a Mouvement de Course of his own; None: twice the Mouvement
    pb_fixes: int | None = None  # Points de Blessure set by the MJ or the catalogue, before Taille
    armure: int = 0  # PA of hide or scales, on every zone
    destin: int = 0
    resilience: int = 0
    motivation: str = ""
    joueur: bool = False  # played by somebody at the table (VM-2.62 counts them)
    important: int = 0  # VM-2.17, Victoire: the Avantages his defeat is worth
    sorts: tuple[str, ...] = ()  # VM-3.2: memorised
    grimoire: tuple[str, ...] = ()  # VM-3.2: copied, which is not enough
    domaines: tuple[str, ...] = ()  # VM-3.1: known through Magie des Arcanes (Domaine)
    espece: str = ""
    carriere: str = ""
    rang: int = 1
    carrieres: tuple[str, ...] = ()  # finished or left
    xp: int = 0  # earned
    xp_depenses: int = 0
    note: str = ""
    own: Ecrits = msgspec.field(name="maison", default=RIEN)  # what is his of what the table has written

    @cached_property
    @rule("VM-6.13")
    def apports(self) -> tuple[Modifier, ...]:
        """What the Talents bring, each as often as it was taken."""
        pris = [(self.own.talents[id], fois) for id, fois in self.talents.items()]
        return tuple(Modifier(m.sur, m.mod * fois, t.nom, t.rule) for t, fois in pris for m in t.modifs)

    @property
    def livre(self) -> Mapping[str, Sort]:
        """Every spell he may have to do with: those of the catalogue, and those written on his sheet."""
        return self.own.sorts

    @property
    def metier(self) -> Carriere | None:
        """His career."""
        return self.own.carrieres.get(self.carriere)

    @property
    def rang_tenu(self) -> Rang | None:
        """The rank he holds in it."""
        return rang_de(self.metier, self.rang)

    @cached_property
    def acces(self) -> Ouvert:
        """What his career has opened to him."""
        return ouvert(self.metier, self.rang)

    @cached_property
    def part(self) -> Part:
        """Talents, but for what they add to caractéristiques, which their values have already; and nature."""
        nature = [f"trait:{t}" for t in self.traits]
        nature += [f"immunise:{etat}" for t in self.traits for etat in IMMUNITES.get(t, ())]
        nature += ["ephemere"] if not EPHEMERES.isdisjoint(self.traits) else []
        return part(tuple(m for m in self.apports if m.on not in CARACS), tuple(nature))

    @cached_property
    def caracs(self) -> dict[str, int]:
        """Each caractéristique with what Talents add to it."""
        return {c: total(caracteristique(self, c)) for c in CARACS}

    @cached_property
    def valeurs(self) -> dict[str, int | None]:
        """The value of every caractéristique and Compétence; None: not accessible."""
        connues: dict[str, int | None] = dict(self.caracs)
        for c in COMPETENCES.values():
            plus = self.competences.get(c.id)
            if plus is None and c.avancee:
                connues[c.id] = self.caracs[c.carac] + A_TATONS if a_tatons(self.talents, c.id) else None
            else:
                connues[c.id] = self.caracs[c.carac] + (plus or 0)
        return connues

    @cached_property
    def sommes(self) -> dict[str, Terms]:
        """The sums behind these values, put together when first asked for."""
        return {}

    def somme(self, nom: str) -> Terms:
        """The sum behind a value."""
        connue = self.sommes.get(nom)
        if connue is None:
            connue = self.sommes[nom] = valeur_de_base(self, nom)
        return connue

    @cached_property
    def PB(self) -> int:
        return total(points_de_blessure(self))

    @cached_property
    def rang_taille(self) -> int:
        return TAILLES[self.taille].rang

    @cached_property
    def BE(self) -> int:
        return self.caracs["END"] // 10


def caracteristique(fiche: Fiche, nom: str) -> Terms:
    """A caractéristique as a sum: what is on the sheet, and what Talents add."""
    return (NOMS[nom], getattr(fiche, nom), "VM-1.2"), *[m.term for m in fiche.apports if m.on == nom]


@rule("VM-1.2")
def valeur_de_base(fiche: Fiche, nom: str) -> Terms:
    """A Compétence is its caractéristique and what was added to it in training."""
    if nom in NOMS:
        return caracteristique(fiche, nom)
    c = competence(nom)
    plus = fiche.competences.get(nom, 0)
    entrainement = ((c.nom, plus, "VM-1.2"),) if plus else ()
    if c.avancee and nom not in fiche.competences and a_tatons(fiche.talents, nom):
        entrainement = (("Touche-à-tout", A_TATONS, "VM-6.1"),)
    return (*caracteristique(fiche, c.carac), *entrainement)


@rule("VM-6.1", "VM-6.13")
def a_tatons(talents: dict[str, int], competence: str) -> bool:
    """Touche-à-tout: whether an advanced Compétence that was not learned is open all the same."""
    return "touche_a_tout" in talents and competence not in DE_LA_MAGIE


@rule("VM-2.53", "VM-6.2")
def points_de_blessure(fiche: Fiche) -> Terms:
    """BF + 2 x BE + BFM at Taille Moyenne (of ours), less for the small; doubled for each category above Moyenne."""
    caracs = fiche.caracs
    if fiche.pb_fixes is not None:
        base: Terms = (("Points de Blessure fixés", fiche.pb_fixes, "VM-6.2"),)
    else:
        base = (
            ("Bonus de Force", caracs["FOR"] // 10, "VM-6.2"),
            ("Bonus d'Endurance × 2", 2 * (caracs["END"] // 10), "VM-6.2"),
            ("Bonus de Force Mentale", caracs["FM"] // 10, "VM-6.2"),
        )
    base = (*base, *[m.term for m in fiche.apports if m.on == "pb"])
    n = max(1, total(base))
    fois = 2 ** max(0, TAILLES[fiche.taille].rang - TAILLES["Moyenne"].rang)
    if total(base) < 1:
        base = (*base, ("Au moins 1", 1 - total(base), "VM-6.2"))
    return (*base, (f"Taille {fiche.taille} : x{fois}", n * (fois - 1), "VM-2.53")) if fois > 1 else base


class Focalisation(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Magic being gathered for a spell (VM-3.18)."""

    sort: str
    dr: int = 0
    critique: bool = False  # VM-3.24: it can be cast without a Test
    round: int = 0  # the Round of the last Test; what is ready is ready from the next one on


class Personnage(Person, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens to somebody. Pools are kept as what was lost of them."""

    id: WhoOnce
    fiche: Fiche
    side: str = msgspec.field(name="camp", default="")
    x: int = 0
    y: int = 0
    pb_perdus: int = 0
    avantages: int = 0
    etats: tuple[Etat, ...] = ()
    blessures: tuple[Blessure, ...] = ()
    effets: tuple[Effet, ...] = ()
    equipement: Equipement = Equipement()
    vie: Vie = "actif"
    monture: WhoOrNobody = ""  # whom he rides (VM-2.39)
    destin_perdu: int = 0
    chance_perdue: int = 0
    chance_chaotique: int = 0  # VM-3.31, 56-60: points beyond the limit, each at the price of Corruption
    resilience_perdue: int = 0
    determination_perdue: int = 0
    jetons: int = 0  # VM-2.63: minor Jetons spent in this fight
    corruption: int = 0
    mutations: tuple[str, ...] = ()
    a_zero: int | None = None  # VM-5.4: Rounds gone by at 0 PB; None when he has PB left
    protege: bool = False  # VM-4.2: a Point de Destin keeps him alive until the fight is over
    stoique: bool = False  # VM-4.10: the modifiers of critical wounds are ignored this Round
    brave: bool = False  # VM-4.10: Peur is ignored in this fight
    craintes: tuple[Who, ...] = ()  # whom he fears (Peur), until he masters it
    focalisation: Focalisation | None = None
    soigne: int | None = None  # VM-5.14: the day on which somebody last tended him
    reveil: int | None = None  # VM-5.12: when he last woke from a night's sleep, on the scene's clock

    @property
    def nom(self) -> str:
        return self.fiche.nom

    name = nom

    @property
    def pb(self) -> int:
        """Points de Blessure left, never below 0 (VM-5.7)."""
        return self.fiche.PB - self.pb_perdus

    @property
    def destin(self) -> int:
        return self.fiche.destin - self.destin_perdu

    @property
    def resilience(self) -> int:
        return self.fiche.resilience - self.resilience_perdue

    @property
    def chance_max(self) -> int:
        """VM-4.7, VM-4.11: the Destin left, and the Talent Chanceux."""
        return self.fiche.destin - self.destin_perdu + self.fiche.talents.get("chanceux", 0)

    @property
    def chance(self) -> int:
        """Points de Chance at hand, those of chaos included."""
        reste = self.chance_max - self.chance_perdue
        return (reste if reste > 0 else 0) + self.chance_chaotique

    @property
    def determination(self) -> int:
        """VM-4.13: at most the Résilience left."""
        reste = self.resilience - self.determination_perdue
        return reste if reste > 0 else 0

    @cached_property
    def bears(self) -> Bears[Cas]:
        """All that bears on him; what is not in these parts goes through the rules and is never kept."""
        etats = tuple([(e.id, e.niveaux) for e in self.etats])
        return reunis(
            (self.fiche.part, self.equipement.part),
            etats,
            self.effets,
            self.stoique,
            "monte" if self.monture else "",
            "craint" if self.craintes else "",
        )

    @cached_property
    def marques(self) -> frozenset[str]:
        """The tags of `bears`, for whoever asks for nothing else."""
        return marques(self.fiche.part, self.effets)

    @property
    def cas(self) -> Cas:
        """He, looked at for himself."""
        return Cas(self)

    def carac(self, nom: str) -> int:
        """A caractéristique as it stands now: the sheet, Talents, and whatever weighs on it."""
        valeur = self.fiche.caracs[nom] + constante(self.bears, nom).n
        return valeur if valeur > 0 else 0

    def bonus(self, nom: str) -> int:
        """The tens digit of a caractéristique (BE, BI, BF, BFM...)."""
        return self.carac(nom) // 10

    def etat(self, id: str) -> Etat | None:
        for e in self.etats:
            if e.id == id:
                return e
        return None

    def niveau(self, id: str) -> int:
        """How many levels of an état he has."""
        for e in self.etats:
            if e.id == id:
                return e.niveaux
        return 0

    def a_trait(self, id: str) -> bool:
        """Whether he has this Trait de créature, by nature or for a while."""
        return f"trait:{id}" in self.marques

    def talent(self, id: str) -> int:
        """How often he took this Talent."""
        return self.fiche.talents.get(id, 0)

    @property
    def conscient(self) -> bool:
        """Alive, here and awake."""
        if self.etats:
            for e in self.etats:
                if e.id == "inconscient" and e.niveaux:
                    return False
        return self.vie == "actif"

    up = conscient

    @property
    def vigour(self) -> float:
        return share(self.pb, self.fiche.PB) if self.up else 0.0

    @property
    def peut_agir(self) -> bool:
        """Whether he can take a tour: awake, and no état forbids it."""
        if self.vie != "actif":
            return False
        return not self.etats or True not in [ETATS[e.id].sans_action for e in self.etats]

    def arme(self, id: str) -> Arme | None:
        """A weapon he carries, by id."""
        return next((a for a in self.equipement.armes if a.id == id), None)


def mains_de(p: Personnage) -> int:
    """Two, less those that were cut off, or are as good as cut off for a while (VM-3.31)."""
    perdus = {b.zone for b in p.blessures if b.ampute}
    perdus |= {e.lie.removeprefix(GELE) for e in p.effets if e.lie.startswith(GELE)}
    return max(0, 2 - len([z for z in perdus if ZONES[z].famille == "bras"]))


def perdu(p: Personnage) -> bool:
    """Whether he has more mutations than his BFM."""
    return bool(p.mutations) and len(p.mutations) > p.bonus("FM")


@rule("VM-6.3")
def distance(a: Personnage, b: Personnage) -> int:
    """Squares between two places; diagonals count one."""
    dx, dy = abs(a.x - b.x), abs(a.y - b.y)
    return dx if dx > dy else dy


# ---------------------------------------------------------------- guards used everywhere


def hors_d_etat(p: Personnage) -> Closed | None:
    """Only those who live, are here and awake can act."""
    if p.vie == "mort":
        return Closed("VM-5.9", "{} a perdu la vie", (Someone(p.id),))
    if p.vie == "parti":
        return Closed("VM-2.54", "{} a quitté les lieux", (Someone(p.id),))
    if p.etats:
        for e in p.etats:
            if ETATS[e.id].sans_action:
                return Closed(
                    "VM-5.4" if e.id == "inconscient" else "VM-2.1", "{} : {}", (Someone(p.id), ETATS[e.id].nom)
                )
    return None


def avec_etat(p: Personnage, etat: Etat) -> Personnage:
    """The character with this état in place of the one of the same kind."""
    return replace(p, etats=(*[e for e in p.etats if e.id != etat.id], etat))


def sans_etat(p: Personnage, id: str) -> Personnage:
    return replace(p, etats=tuple([e for e in p.etats if e.id != id]))
