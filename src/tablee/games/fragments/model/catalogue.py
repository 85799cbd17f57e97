"""The catalogues, all ours but for the figures the book prints: what there is to be, to learn, to buy and to meet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from tablee.kernel import content
from tablee.kernel.content import ContentError
from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Said, Typed

from .langage import Effet, fautes
from .tables import DEGATS, ELEMENTS, TYPES_ARMES

PACKAGE = "tablee.games.fragments"

Chances = tuple[tuple[str, int], ...]  # ids and percents, in the wielder's order
Calcul = Literal["", "physique", "magique"]  # FOR against DEF, or MAG against RES; unsaid: by the damage (FD-6.15)
Cible = Literal["soi", "allie", "ennemi", "unite", "case"]


class Puissance(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Dice and a fixed part: 2d6 + 3."""

    n: int = 0
    faces: int = 0
    fixe: int = 0

    def __str__(self) -> str:
        des = f"{self.n}d{self.faces}" if self.n else ""
        return f"{des}{self.fixe:+d}" if des and self.fixe else des or str(self.fixe)


@rule("FD-6.15", "FD-4.19")
def en_magie(degats: str, calcul: Calcul) -> bool:
    """Whether a blow is one of MAG against RES: as the weapon says, else when its damage is elemental."""
    return calcul == "magique" if calcul else degats in ELEMENTS


@rule("FD-6.15")
class Mode(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Another way to use a magic weapon, with its own reach and damage."""

    portee: tuple[int, int]
    degats: str
    pui: Puissance
    calcul: Calcul = ""


@rule("FD-6.9", "FD-6.12", "FD-6.13", "FD-6.26", "FD-9.5", "FD-9.6")
class Arme(msgspec.Struct, frozen=True, tag="arme", tag_field="chose", omit_defaults=True, forbid_unknown_fields=True):
    """A weapon, a tome, or (type Soutien) a support spell, which has `effets` that act on its target."""

    id: str
    nom: str
    type: str
    degats: str = ""
    pui: Puissance = Puissance()
    pre: int = 0
    crit: int = 0
    poids: int = 0
    prix: int = 0
    portee: tuple[int, int] = (1, 1)
    a_distance: Mode | None = None
    efficace: tuple[str, ...] = ()  # against these unit types, beside FD-4.8
    afflictions: Chances = ()
    etats: Chances = ()
    effets: tuple[Effet, ...] = ()  # while in hand, and at its moments; of a support spell: what it does
    cible: Cible = "ennemi"
    rayon: int = 0  # of a support spell: all around the one aimed at
    tome: bool = False
    forgee: bool = False  # written in green (FD-6.29)
    etoile: str = ""  # the bonus of stardust it got (FD-6.30)
    aiguisee: str = ""  # the state its edge may inflict until the next long rest (FD-9.22)
    vaut: str = ""  # the id in the catalogue, when it bears another here
    calcul: Calcul = ""

    @property
    def magique(self) -> bool:
        """Whether it strikes with MAG against RES (FD-4.19)."""
        return en_magie(self.degats, self.calcul)


@rule("FD-6.20", "FD-9.7")
class Bouclier(
    msgspec.Struct, frozen=True, tag="bouclier", tag_field="chose", omit_defaults=True, forbid_unknown_fields=True
):
    id: str
    nom: str
    poids: int = 0
    prix: int = 0
    effets: tuple[Effet, ...] = ()  # DEF, RES, and its drawbacks
    enchantement: tuple[str, int] | None = None  # does not count against the talisman (FD-6.20)
    barde: bool = False  # armour of a mount (FD-6.37)
    vaut: str = ""


@rule("FD-6.6", "FD-6.7", "FD-9.8")
class Objet(
    msgspec.Struct, frozen=True, tag="objet", tag_field="chose", omit_defaults=True, forbid_unknown_fields=True
):
    """A thing: of combat (with effects when it is used) or of the road."""

    id: str
    nom: str
    sorte: Literal["combat", "role"] = "combat"
    usages: int = 1  # left before it is used up; 0: never used up
    poids: int = 0
    prix: int = 0
    effets: tuple[Effet, ...] = ()
    vaut: str = ""


Chose = Arme | Bouclier | Objet


class Degre(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One level of an enchantment."""

    prix: int
    effets: tuple[Effet, ...]
    recharge: int = 0


@rule("FD-6.31", "FD-9.9")
class Enchantement(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    degres: tuple[Degre, ...]
    activable: bool = False  # switched on by a bonus action, then recharged (FD-6.33)


@rule("FD-4.11", "FD-9.10", "FD-9.11")
class Mal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An affliction or a state: what it does while it lasts."""

    id: str
    nom: str
    tours: int = 0  # 0: until something ends it
    effets: tuple[Effet, ...] = ()
    degats: tuple[str, ...] = ()  # of an affliction: the damage types it goes with


@rule("FD-9.15")
class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    signe: str  # the letter that stands for it on a map
    cout: int | None = 1  # cells of movement to enter it; None (0 in a file): nobody does
    effets: tuple[Effet, ...] = ()  # on whoever stands there
    cache: bool = False  # sight does not go through
    pv: int = 0  # what it takes to destroy it (FD-3.34), 0: it cannot be
    defense: int = 0
    devient: str = ""


@rule("FD-6.39", "FD-9.14")
class Monture(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    rarete: Literal["commune", "rare"]
    prix: int
    caracs: dict[str, int]  # PV, DEF, RES, AGI, CON, ESQ, MOV
    type: Literal["Montée", "Volante"]  # what its rider counts as (FD-4.7)
    effets: tuple[Effet, ...] = ()  # passives of whoever rides it
    types: tuple[str, ...] = ()  # unit types of the mount itself (FD-4.7)


@rule("FD-9.16")
class Motif(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """An area: a radius around the cell aimed at, or ahead of oneself by its length and width."""

    forme: Literal["rayon", "ligne", "cone", "bande"]
    longueur: int
    largeur: int = 0


Activation = Literal["passive", "bonus", "rapide", "action", "attaque", "reaction"]


@rule("FD-3.55", "FD-3.56", "FD-9.4")
class Technique(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Passive ones always hold. « attaque »: paid with an attack, for that attack (FD-3.20). « reaction »: offered at
    the moment of its effects (FD-3.43)."""

    id: str
    nom: str
    pt: int
    jt: int = 0
    activation: Activation = "passive"
    portee: int = 0
    cible: Cible = "soi"
    motif: Motif | None = None
    effets: tuple[Effet, ...] = ()
    recharge: int = 0
    speciale: bool = False


Palier = Literal["base", "avancée", "suprême"]
EN_DESSOUS = {"base": "", "avancée": "base", "suprême": "avancée"}


@rule("FD-7.13", "FD-7.22", "FD-9.2")
class Classe(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    palier: Palier
    bonus: dict[str, int]  # PV, combat characteristics, and CON, INIT, ESQ, MOV beside the budget
    croissance: dict[str, int]
    primaires: dict[str, int]  # weapon types and the levels they start at
    secondaires: tuple[str, ...]  # to choose from
    choix: int  # how many of them
    secondaire: int  # and at which level
    gains: tuple[tuple[int, str, int], ...]  # at this character level, this type (or « secondaire ») rises to that
    speciale: str  # its special technique
    arbre: tuple[tuple[str, int], ...]  # ordinary techniques, and the level that unlocks each
    fixe: dict[str, int]  # the fixed method: 25 points
    fixe_croissance: dict[str, int]  # and 75 points of growth
    depuis: tuple[str, ...] = ()  # lower classes that lead to it
    minimum: dict[str, int] = {}  # masteries marked Min (FD-8.10)
    types: tuple[str, ...] = ()  # Blindée…
    effets: tuple[Effet, ...] = ()  # such as a better sight in the fog
    vers: tuple[str, ...] = ()  # of a class of one's own: those it leads to, which do not know it
    techniques: tuple[Technique, ...] = ()  # its own, in no catalogue

    def mene_a(self, autre: Classe) -> bool:
        """Whether the tree goes from this one to another (FD-7.13)."""
        return self.palier == EN_DESSOUS[autre.palier] and (self.id in autre.depuis or autre.id in self.vers)


class Trait(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    nom: str
    effets: tuple[Effet, ...]


@rule("FD-7.8", "FD-7.22", "FD-9.3")
class Origine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    id: str
    nom: str
    description: str
    age: str
    taille: str
    langues: tuple[str, ...]
    suggere: dict[str, int]  # increases, by one of the patterns of FD-7.9
    mov: int
    con: tuple[int, int]
    poids: str
    traits: tuple[Trait, ...]
    cases: int = 1
    types: tuple[str, ...] = ()


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee", "livre"]
    arme: tuple[Arme, ...] = ()
    bouclier: tuple[Bouclier, ...] = ()
    objet: tuple[Objet, ...] = ()
    enchantement: tuple[Enchantement, ...] = ()
    affliction: tuple[Mal, ...] = ()
    etat: tuple[Mal, ...] = ()
    terrain: tuple[Terrain, ...] = ()
    monture: tuple[Monture, ...] = ()
    technique: tuple[Technique, ...] = ()
    classe: tuple[Classe, ...] = ()
    origine: tuple[Origine, ...] = ()
    creature: dict[str, dict[str, Any]] = {}
    pret: dict[str, dict[str, Any]] = {}


@rule("FD-1.2")
def lire(nom: str) -> _Fichier:
    """A catalogue. Of the book's seven documents one is at hand: ours stand for the six others, and say so."""
    return content.read(PACKAGE, f"content/{nom}.toml", _Fichier)


AFFLICTIONS = {a.id: a for a in lire("maux").affliction}
ETATS = {e.id: e for e in lire("maux").etat}
MAUX = {**AFFLICTIONS, **ETATS}
TERRAINS = {t.id: t if t.cout else msgspec.structs.replace(t, cout=None) for t in lire("terrains").terrain}
ARMES = {a.id: a for a in lire("armes").arme}
TOMES = {a.id: a for a in lire("tomes").arme}  # and support spells
BOUCLIERS = {b.id: b for b in lire("boucliers").bouclier}
OBJETS = {o.id: o for o in lire("objets").objet}
ENCHANTEMENTS = {e.id: e for e in lire("enchantements").enchantement}
MONTURES = {m.id: m for m in lire("montures").monture}
TECHNIQUES = {t.id: t for t in lire("techniques").technique}
CLASSES = {c.id: c for c in lire("classes").classe}
ORIGINES = {o.id: o for o in lire("origines").origine}
CREATURES = lire("creatures").creature
PRETS = lire("prets").pret

CHOSES: dict[str, Chose] = {**ARMES, **TOMES, **BOUCLIERS, **OBJETS}
MAINS_NUES = Arme("mains_nues", "Mains nues", "Art", "IMP", Puissance(1, 4), pre=70, crit=1)


EMPLOYEES = ("bonus", "rapide", "action")  # techniques that are used by themselves


def fautes_de_technique(t: Technique) -> Iterator[Said]:
    """Why the engine would not understand a technique."""
    connus = frozenset({*MAUX, *TERRAINS})
    yield from filter(None, (fautes(e, t.activation in EMPLOYEES, connus) for e in t.effets))
    moments = {e.quand for e in t.effets}
    if t.activation == "reaction" and (len(moments) != 1 or moments == {"toujours"}):
        yield Said("une réaction attend un moment, un seul")


def verifier() -> None:
    """ContentError for the first effect or reference of the catalogues that the engine would not understand."""
    connus = frozenset({*MAUX, *TERRAINS})
    for ou, effets, actif in tous_les_effets():
        for e in effets:
            faute = fautes(e, actif, connus)
            if faute is not None:
                raise ContentError(ou, faute)
    for t in TECHNIQUES.values():
        for faute in fautes_de_technique(t):
            raise ContentError(t.id, faute)
    for a in (*ARMES.values(), *TOMES.values()):
        if a.type not in TYPES_ARMES or (a.degats and a.degats not in DEGATS):
            facts = Typed(a.type), Typed(a.degats)
            raise ContentError(a.id, Said("type « {} » ou dégâts « {} » inconnus", facts))
        for id, _ in a.afflictions:
            if id not in AFFLICTIONS:
                raise ContentError(a.id, Said("affliction inconnue « {} »", (Typed(id),)))
        for id, _ in a.etats:
            if id not in ETATS:
                raise ContentError(a.id, Said("état inconnu « {} »", (Typed(id),)))
    for c in CLASSES.values():
        for id in (c.speciale, *(t for t, _ in c.arbre)):
            if id not in TECHNIQUES:
                raise ContentError(c.id, Said("technique inconnue « {} »", (Typed(id),)))
        for id in c.depuis:
            if id not in CLASSES:
                raise ContentError(c.id, Said("classe inconnue « {} »", (Typed(id),)))


def tous_les_effets() -> Iterable[tuple[str, tuple[Effet, ...], bool]]:
    """The effects of every row, and whether it is used rather than borne."""
    for a in (*ARMES.values(), *TOMES.values()):
        yield a.id, a.effets, a.type == "Soutien"
    for b in BOUCLIERS.values():
        yield b.id, b.effets, False
    for o in OBJETS.values():
        yield o.id, o.effets, True
    for ench in ENCHANTEMENTS.values():
        for d in ench.degres:
            yield ench.id, d.effets, ench.activable
    for m in MAUX.values():
        yield m.id, m.effets, False
    for t in TERRAINS.values():
        yield t.id, t.effets, False
    for monture in MONTURES.values():
        yield monture.id, monture.effets, False
    for technique in TECHNIQUES.values():
        yield technique.id, technique.effets, technique.activation in EMPLOYEES
    for c in CLASSES.values():
        yield c.id, c.effets, False
    for origine in ORIGINES.values():
        for trait in origine.traits:
            yield origine.id, trait.effets, False


verifier()
