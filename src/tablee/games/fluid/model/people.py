"""What a scene of Fluid is made of: sheets (what was chosen), characters (what has happened), things, switches.

A scene is a tree and nothing in it leads back to it: what is made anew with every blow is kept from the garbage
collector (`gc=False`), which could find no cycle there.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WhoOnce, WithWho
from tablee.kernel.scene import Person, share
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from .effects import Recueil

Carac = Literal["FOR", "CON", "AGI", "PER", "INT", "VOL", "CHA", "CONN", "MAG"]

PHYSIQUES: tuple[Carac, ...] = ("FOR", "CON", "AGI", "PER")
MENTALES: tuple[Carac, ...] = ("INT", "VOL", "CHA", "CONN")
CARACS: tuple[Carac, ...] = (*PHYSIQUES, *MENTALES)
NOMS = {
    "FOR": "Force",
    "CON": "Constitution",
    "AGI": "Agilité",
    "PER": "Perception",
    "INT": "Intelligence",
    "VOL": "Volonté",
    "CHA": "Charisme",
    "CONN": "Connaissances",
    "MAG": "Magie",
}
ROUND = 6  # seconds, FLU-3.25
HEURE, JOUR = 3600, 86400

Etat = Literal["actif", "inconscient", "coma", "mort", "hors_jeu"]
EffetDeSort = Literal["degats", "soin", "armure", "avantages", "desavantages", "autre"]
Origine = Literal["choisi", "blessure", "psychique", "effort", "temporaire", "aventure"]


@rule("FLU-2.8")
class Trait(msgspec.Struct, frozen=True, gc=False, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A name and a value. Wounds, shocks and passing states are Traits too, told apart by their origin."""

    nom: str
    valeur: int
    negatif: bool = False
    origine: Origine = "choisi"
    zone: str = ""  # the part of the body a wound lies on
    fin: int | None = None  # FLU-2.15: when a temporary Trait ends, on the scene's clock
    botte: str = ""  # FLU-4.23: the effect of a secret thrust
    scenario: int = 0  # FLU-6.4: the scenario in which it was taken for experience
    definitif: bool = False  # FLU-4.49: a part destroyed for good
    famille: str = ""  # FLU-2.8: one of the families of the book, or another

    @property
    def guerissable(self) -> int:
        """How many of its points can heal: a part destroyed for good keeps one."""
        return self.valeur - 1 if self.definitif else self.valeur


class Objet(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A weapon, an armour or a shield: one score for all that its rules ask of it."""

    id: str
    nom: str
    score: int
    genre: Literal["melee", "tir", "armure", "bouclier"] = "melee"
    trait: str = ""  # the Trait that usually goes with it
    deux_mains: bool = False
    carac: Carac = "AGI"  # the caractéristique it is usually handled with


class AuSol(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A thing that lies on the ground."""

    objet: Objet
    x: int
    y: int


MAINS_NUES = Objet("mains_nues", "Mains nues", 0, trait="Combat à mains nues")


class Sort(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell as it was thought out: what it does, how far, how wide."""

    id: str
    nom: str
    complexite: int = 0  # FLU-5.1
    portee: int = 0  # FLU-5.3, row of the table
    aire: int = 0  # FLU-5.3, row of the table
    effet: EffetDeSort = "autre"
    offensif: bool = False  # FLU-5.11: resisted by its targets
    resiste: Carac = "AGI"  # FLU-5.11: what they resist with
    niveau: int = 0  # FLU-5.17: as a Trait, once written down
    crans: int = 0  # FLU-5.13: in memory, the steps its preparation took in more (in less if negative)
    dit: str = ""


class SortActif(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """A spell at work."""

    id: str
    mage: Who
    sort: Sort
    cibles: tuple[Who, ...]
    intensite: int
    rang: int  # FLU-5.12: the step of its first duration
    fin: int  # on the scene's clock


SANS_FIN = 10**6  # rounds: until it is healed


class Condition(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """What hampers someone for some rounds (FLU-4.9, FLU-4.39)."""

    nom: str
    rounds: int
    desavantages: int = 0
    mouvement: int = 0
    rule: str = "FLU-4.9"

    @property
    def durable(self) -> bool:
        """Until it is healed; in older campaigns it has worn off a little."""
        return self.rounds > SANS_FIN // 2

    def apres(self, rounds: int) -> Condition | None:
        """What is left of it after so many rounds; what lasts until it is healed does not wear off."""
        if self.durable:
            return self
        return replace(self, rounds=self.rounds - rounds) if self.rounds > rounds else None

    @property
    def infirmite(self) -> int:
        """What a lasting one still takes from his movement; it is healed as a wound is (FLU-4.23)."""
        return self.mouvement if self.durable else 0


class Aide(msgspec.Struct, frozen=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """Help waiting for the next test of the one who is helped (FLU-4.19)."""

    de: WithWho
    trait: str = ""
    valeur: int = 0
    points: int = 0  # RES and caractéristiques given


Reserves = tuple[tuple[str, int], ...]  # what can be drawn from which caractéristique


@rule("FLU-3.30")
def reserve(carac: str, valeur: int) -> Reserves:
    """What can be drawn from a caractéristique after a roll: points go by two, and 1 is always left."""
    return ((carac, valeur - 1),) if valeur >= 3 else ()


class Fiche(msgspec.Struct, frozen=True, dict=True, cache_hash=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was chosen; it changes with experience only. Derived values are computed once and kept apart."""

    nom: str
    FOR: int = 5
    CON: int = 5
    AGI: int = 5
    PER: int = 5
    INT: int = 5
    VOL: int = 5
    CHA: int = 5
    CONN: int = 5
    MAG: int | None = None
    traits: tuple[Trait, ...] = ()
    sbire: str = ""  # FLU-4.65: a degree of difficulty in place of Traits
    res_fixee: int | None = None  # FLU-4.64: set by the MJ
    note: str = ""

    @cached_property
    def RES(self) -> int:
        return total(attribut(self, "RES"))

    @cached_property
    def AUR(self) -> int:
        return total(attribut(self, "AUR"))

    @cached_property
    def SAN(self) -> int:
        return total(attribut(self, "SAN"))

    @cached_property
    def INI(self) -> int:
        return total(attribut(self, "INI"))

    @cached_property
    def sommes(self) -> dict[str, Terms]:
        """Each caractéristique as the sum a test of it starts from, before anything is spent of it (FLU-3.1)."""
        return {c: ((NOMS[c], getattr(self, c) or 0, "FLU-3.1"),) for c in NOMS}

    @cached_property
    def par_nom(self) -> dict[str, Trait]:
        return {t.nom: t for t in self.traits}


ATTRIBUTS = {
    "RES": ("CON", "VOL", "FLU-2.4"),
    "AUR": ("CHA", "CONN", "FLU-2.5"),
    "SAN": ("INT", "PER", "FLU-2.6"),
    "INI": ("FOR", "AGI", "FLU-2.7"),
}


@rule("FLU-2.4", "FLU-2.5", "FLU-2.6", "FLU-2.7", "FLU-4.64")
def attribut(fiche: Fiche, nom: str) -> Terms:
    """RES = CON + VOL, AUR = CHA + CONN, SAN = INT + PER, INI = FOR + AGI."""
    if nom == "RES" and fiche.res_fixee is not None:
        return (("RES fixée par le MJ", fiche.res_fixee, "FLU-4.64"),)
    a, b, regle = ATTRIBUTS[nom]
    return (NOMS[a], getattr(fiche, a), regle), (NOMS[b], getattr(fiche, b), regle)


class Personnage(Person, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens to somebody. Pools are kept as what was lost of them."""

    id: WhoOnce
    fiche: Fiche
    side: str = msgspec.field(name="camp", default="")
    x: int = 0
    y: int = 0
    res_perdue: int = 0
    aur_perdue: int = 0
    san_perdue: int = 0
    pertes: dict[str, int] = {}  # points of caractéristiques spent (FLU-3.29)
    traits: tuple[Trait, ...] = ()  # wounds and whatever else came in play
    etat: Etat = "actif"
    reveil: int | None = None  # FLU-4.52: when a coma or a faint ends, on the scene's clock
    survie: int = 0  # FLU-4.54: the Désavantages of the wound that put him in this state
    hemorragie: int = 0  # FLU-4.51: the Désavantages of the next survival test, 0 when he does not bleed
    adrenaline: bool = False  # FLU-4.53
    armes: tuple[Objet, ...] = ()
    armure: Objet | None = None
    bouclier: Objet | None = None
    en_main: tuple[str, ...] | None = None  # weapons held; None: the first one carried
    sans_defense: bool = False  # FLU-4.12: tied up
    a_terre: bool = False  # FLU-4.8
    conditions: tuple[Condition, ...] = ()
    aides: tuple[Aide, ...] = ()
    cedes: tuple[str, ...] = ()  # FLU-4.18: Traits lent this round
    pauses: int = 0  # FLU-4.59: RES that breaks gave back today
    soigne: bool = False  # FLU-4.61: had his healing test today
    vole: int = 0  # FLU-5.15: stolen RES, for the next spell
    memoire: tuple[Sort, ...] = ()  # FLU-5.13
    grimoire: tuple[Sort, ...] = ()  # FLU-5.16
    reussis: tuple[str, ...] = ()  # FLU-5.16: spells cast successfully, which may be written down
    xp: int = 0
    traits_libres: int = 0  # FLU-2.13: points of Traits still to be placed in play

    @property
    def nom(self) -> str:
        return self.fiche.nom

    name = nom

    @property
    def up(self) -> bool:
        return self.etat == "actif"

    @cached_property
    def bears(self) -> Recueil:
        """All that bears on him; what is not in these parts goes through the rules and is never kept."""
        arme = self.armes, self.en_main, self.armure, self.bouclier
        sur_lui = tuple(self.pertes.items()), self.traits, self.conditions, self.aides, self.grimoire
        return reunis(self.fiche, arme, sur_lui)

    @property
    def vigour(self) -> float:
        return share(self.res, self.fiche.RES) if self.up else 0.0

    @property
    def res(self) -> int:
        """RES courante."""
        return self.fiche.RES - self.res_perdue

    @property
    def a_depenser(self) -> int:
        """The RES he may spend: a sbire keeps its last point, without which it is out (FLU-4.66)."""
        fiche = self.fiche
        reste = fiche.RES - self.res_perdue - (1 if fiche.sbire else 0)
        return reste if reste > 0 else 0

    @property
    def aur(self) -> int:
        return self.fiche.AUR - self.aur_perdue

    @property
    def san(self) -> int:
        return self.fiche.SAN - self.san_perdue

    def carac(self, nom: str) -> int:
        """The caractéristique as it stands, points spent taken off (FLU-3.29)."""
        valeur: int | None = getattr(self.fiche, nom)
        if valeur is None:
            return 0
        return valeur - self.pertes.get(nom, 0) if self.pertes else valeur

    def trait(self, nom: str) -> Trait | None:
        """One of his Traits, chosen or come in play."""
        connu = self.fiche.par_nom.get(nom)
        if connu is not None:
            return connu
        return next((t for t in self.traits if t.nom == nom), None)

    def sort_ecrit(self, nom: str) -> Sort | None:
        """A spell of his book, by id or name."""
        return next((s for s in self.grimoire if nom in (s.id, s.nom)), None)

    def objet(self, id: str) -> Objet | None:
        """A weapon or the shield he carries."""
        if self.bouclier is not None and self.bouclier.id == id:
            return self.bouclier
        return next((a for a in self.armes if a.id == id), None)

    def tenues(self) -> tuple[Objet, ...]:
        """The weapons in hand, never the shield; none: bare hands."""
        return self.armes[:1] if self.en_main is None else parmi(self.armes, self.en_main)

    def blessures(self) -> tuple[Trait, ...]:
        return tuple(t for t in self.traits if t.origine == "blessure")


Arme = tuple[tuple[Objet, ...], tuple[str, ...] | None, Objet | None, Objet | None]
SurLui = tuple[Reserves, tuple[Trait, ...], tuple[Condition, ...], tuple[Aide, ...], tuple[Sort, ...]]


@lru_cache(4096)
def reunis(fiche: Fiche, arme: Arme, sur_lui: SurLui) -> Recueil:
    """All that bears on somebody, made once for the same parts."""
    armes, en_main, armure, bouclier = arme
    pertes, traits, conditions, aides, grimoire = sur_lui
    return Recueil(
        Personnage(
            "",
            fiche,
            pertes=dict(pertes),
            traits=traits,
            armes=armes,
            armure=armure,
            bouclier=bouclier,
            en_main=en_main,
            conditions=conditions,
            aides=aides,
            grimoire=grimoire,
        )
    )


def parmi(objets: tuple[Objet, ...], ids: tuple[str, ...]) -> tuple[Objet, ...]:
    """Those of these things that are named."""
    return tuple([o for o in objets if o.id in ids])


class Options(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The switches of the campaign; see SWITCHES for the rule behind each."""

    creation_en_jeu: bool = False
    resultats_binaires: bool = False
    explosion_sans_base: bool = False
    explosion_sans_doubles: bool = False
    delai_variable: bool = False
    manoeuvres: bool = False
    deux_armes: bool = False
    charge: bool = False
    viser: bool = False
    aider: bool = False
    attaque_simultanee: bool = False
    attaque_furieuse: bool = False
    feinte: bool = False
    bottes: bool = False
    plusieurs_actions: bool = False
    defense_renforcee: bool = False
    pause: bool = False
    rompre: bool = False
    difference_equipement: bool = False
    localisation: bool = False
    viser_localisation: bool = False
    degats_simplifies: bool = False
    survie_des_sbires: bool = False

    def permet(self, manoeuvre: str) -> bool:
        """FLU-4.13: each manoeuvre has its switch, and one switch opens them all."""
        return self.manoeuvres or bool(getattr(self, manoeuvre))


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (FLU-4.67): the gap and the value at which the quarry is away, both in metres."""

    fuyard: WithWho
    poursuivant: WithWho
    ecart: int
    but: int
    vehicules: bool = False


class Armee(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A camp in a mass fight (FLU-4.62): its strength and who commands it."""

    general: WithWho
    effectif: int
    pertes: int = 0
    echelle: int = 1  # 10 or 100 for very large forces

    @property
    def debout(self) -> int:
        """Those still fighting."""
        return self.effectif - self.pertes


# ---------------------------------------------------------------- guards used everywhere

HORS_COMBAT = {
    "inconscient": Closed("FLU-4.52", "{} a perdu connaissance"),
    "coma": Closed("FLU-4.52", "{} est dans le coma"),
    "mort": Closed("FLU-4.50", "{} a perdu la vie"),
    "hors_jeu": Closed("FLU-4.66", "{} est hors jeu"),
}


def hors_d_etat(p: Personnage) -> Closed | None:
    """Only those who stand can act."""
    if p.etat == "actif":
        return None
    return replace(HORS_COMBAT[p.etat], facts=(Someone(p.id),))


def pas_assez(quoi: str, voulu: int, reste: int, regle: str) -> Closed | None:
    """A pool never pays more than it holds."""
    if voulu <= reste:
        return None
    return Closed(regle, "Pas assez de {} : il en faut {}, il en reste {}", (quoi, voulu, reste))
