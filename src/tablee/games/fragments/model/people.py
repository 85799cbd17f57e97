"""What a scene of Les Fragments is made of: sheets (what was chosen), units (what has happened), what they carry."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.effects import Modifier
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.own import with_own
from tablee.kernel.refs import Who, WhoOnce, WhoOrNobody, WithWho
from tablee.kernel.scene import Person, share
from tablee.kernel.tally import Terms, total

from .catalogue import (
    CHOSES,
    MAINS_NUES,
    Arme,
    Bouclier,
    Chose,
    Classe,
    Objet,
    Origine,
    Technique,
)
from .ecrits import RIEN, Ecrits
from .effects import Recueil, Source, ensemble, recueil_du_mal
from .hexes import Case
from .langage import Effet
from .tables import AUTRES, AVANTAGES, JAMAIS, STATS

Vie = Literal["actif", "mort", "parti"]
MILLE = 1000  # growth is kept in thousandths (FD-8.3, FD-8.4)
JT_MAX = 6
CHARGES_MAX = 3
EMPLACEMENTS = 5
AILES = frozenset(("type", "vol"))  # tags of effects by which a unit may fly
LIES_MAX = 3  # support spells a catalyst holds ready

# ---------------------------------------------------------------- help and bargains still to come

AIDE = 20
SUBI, OFFERT = "subi", "offert"  # bargains: a disadvantage to come; an advantage of the next roll against one
AIDES_CONNUES = ("aide", "instruction", *(f"{signe}:{n}" for signe in (SUBI, OFFERT) for n in AVANTAGES if n > 0))


@lru_cache(64)
@rule("FD-3.38", "FD-3.52")
def promis(aide: str) -> tuple[Modifier, ...]:
    """What a help or a bargain bears on: an instruction on attacks, an advantage offered on a roll against oneself."""
    sorte, _, n = aide.partition(":")
    if sorte == OFFERT:
        return (Modifier("offert", int(n), "Contrepartie", "FD-3.52"),)
    if sorte == SUBI:
        return tuple(Modifier(sur, -int(n), "Contrepartie", "FD-3.52") for sur in ("precision", "jets"))
    if sorte == "instruction":
        return (Modifier("precision", AIDE, "Instruction", "FD-3.38"),)
    return tuple(Modifier(sur, AIDE, "Aide", "FD-3.38") for sur in ("precision", "jets"))


# ---------------------------------------------------------------- the sheet


class Fiche(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was chosen, and what levels have brought. A creature has no class: its `points` are all its figures."""

    nom: str
    origine: str = ""
    classe: str = ""
    niveau: int = 1
    xp: int = 0
    points: dict[str, int] = {}  # allocated at creation (FD-7.18); of a creature: everything
    plus: dict[str, int] = {}  # increases of the origin (FD-7.9), INIT and PV replacements among them (FD-7.10)
    con: int = 0  # chosen within the origin's range
    taux: dict[str, int] = {}  # growth rates allocated (FD-7.20)
    gains: dict[str, int] = {}  # thousandths gained by levels
    sociales: dict[str, int] = {}
    affinite: str = ""
    maitrises: dict[str, int] = {}  # levels reached by weapon type; a type that is missing was never mastered
    hors_classe: dict[str, int] = {}  # the levels among them that do not come from the present class (FD-8.12)
    choisies: tuple[str, ...] = ()  # secondary weapon types of the class
    apprises: tuple[str, ...] = ()  # techniques unlocked outside of the present class's tree
    techniques: tuple[str, ...] = ()  # equipped
    personnelle: str = ""  # FD-3.58
    inventee: Technique | None = None  # the personal technique, when it is one of its own (FD-3.58)
    passees: tuple[str, ...] = ()  # classes taken before
    siennes: tuple[Classe, ...] = ()  # class sheets of one's own, taken or for later (FD-7.13)
    types: tuple[str, ...] = ()
    element: str = ""  # elemental type, of monsters (FD-4.6)
    passifs: tuple[Effet, ...] = ()  # of a creature
    mineur: bool = False  # dies at 0 PV (FD-3.3)
    langues: tuple[str, ...] = ()
    contexte: str = ""
    mots: tuple[str, ...] = ()  # key words of FD-7.2
    description: dict[str, str] = {}
    fixe: bool = False  # figures by the fixed method (FD-7.16)
    own: Ecrits = msgspec.field(name="maison", default=RIEN)  # what is its of what the table has written

    @cached_property
    @rule("FD-7.13")
    def classes(self) -> Mapping[str, Classe]:
        """Every class there is for this character: those of the catalogue and those of one's own."""
        return with_own(self.own.classes, {c.id: c for c in self.siennes})

    @cached_property
    def connues(self) -> Mapping[str, Technique]:
        """Every technique there is for this character: of the catalogue, personal, of classes of one's own."""
        siennes = [t for c in (*self.siennes, *self.own.classe.values()) for t in c.techniques]
        if self.inventee is not None:
            siennes.append(self.inventee)
        return with_own(self.own.techniques, {t.id: t for t in siennes})

    @property
    def de_classe(self) -> Classe | None:
        return self.classes.get(self.classe)

    @property
    def d_origine(self) -> Origine | None:
        return self.own.origines.get(self.origine)

    @cached_property
    def base(self) -> dict[str, int]:
        """Each figure of the sheet, before what is worn or suffered."""
        return {s: total(self.termes(s)) for s in (*STATS, *AUTRES)}

    @rule("FD-2.11", "FD-7.18", "FD-8.3", "FD-8.9")
    def termes(self, stat: str) -> Terms:
        """The sum behind a figure of the sheet: points, origin, levels (their whole part), class."""
        terms: list[tuple[str, int, str]] = []
        if stat in self.points:
            terms.append(("Points", self.points[stat], "FD-7.18" if self.classe else "FD-9.18"))
        origine, classe = self.d_origine, self.de_classe
        if stat in self.plus:
            terms.append((origine.nom if origine else "Origine", self.plus[stat], "FD-7.9"))
        if stat == "CON" and self.con:
            terms.append((origine.nom if origine else "Origine", self.con, "FD-7.8"))
        if stat == "MOV" and origine is not None:
            terms.append((origine.nom, origine.mov, "FD-7.8"))
        if classe is not None and stat in classe.bonus:
            terms.append((classe.nom, classe.bonus[stat], "FD-8.9" if self.passees else "FD-7.11"))
        if self.gains.get(stat, 0) >= MILLE:
            terms.append(("Niveaux", self.gains[stat] // MILLE, "FD-8.1"))
        return tuple(terms)

    @rule("FD-7.20", "FD-8.9")
    def croissance(self, stat: str) -> int:
        """The growth rate, in percent: allocated, and the class's."""
        classe = self.de_classe
        return self.taux.get(stat, 0) + (classe.croissance.get(stat, 0) if classe is not None else 0)

    @cached_property
    @rule("FD-3.57", "FD-3.58", "FD-8.5", "FD-8.11")
    def debloquees(self) -> tuple[str, ...]:
        """Techniques that may be equipped: of the class up to this level, learned before or granted, personal."""
        classe = self.de_classe
        ids = [] if classe is None else [classe.speciale, *(t for t, niveau in classe.arbre if niveau <= self.niveau)]
        return tuple(id for id in dict.fromkeys((*ids, *self.apprises, self.personnelle)) if id)

    @cached_property
    def equipees(self) -> tuple[Technique, ...]:
        return tuple(t for t in map(self.technique, self.techniques) if t is not None)

    @rule("FD-3.58")
    def technique(self, id: str) -> Technique | None:
        """A technique of the catalogue, or one that is this unit's alone."""
        return self.connues.get(id)

    @cached_property
    def part(self) -> Recueil:
        sources: list[Source] = [("Nature", e, "FD-9.18") for e in self.passifs]
        classe, origine = self.de_classe, self.d_origine
        if classe is not None:
            sources += [(classe.nom, e, "FD-9.2") for e in classe.effets]
        if origine is not None:
            sources += [(t.nom, e, "FD-9.3") for t in origine.traits for e in t.effets]
        for technique in self.equipees:
            if technique.activation == "passive":
                sources += [(technique.nom, e, "FD-9.4") for e in technique.effets]
        return Recueil(tuple(sources))

    @cached_property
    def reactions(self) -> dict[str, tuple[Technique, ...]]:
        """Techniques that act in another's tour, by the moment they wait for (FD-3.43)."""
        trouvees: dict[str, tuple[Technique, ...]] = {}
        for technique in self.equipees:
            if technique.activation == "reaction" and technique.effets:
                quand = technique.effets[0].quand
                trouvees[quand] = (*trouvees.get(quand, ()), technique)
        return trouvees

    @cached_property
    def types_propres(self) -> tuple[str, ...]:
        """Unit types that do not depend on the moment (FD-4.7)."""
        classe, origine = self.de_classe, self.d_origine
        tous = [*self.types, *(classe.types if classe else ()), *(origine.types if origine else ())]
        return tuple(dict.fromkeys(tous))

    @rule("FD-6.16", "FD-6.17", "FD-6.18")
    def maitrise(self, type_: str) -> int:
        """The mastery level of a weapon type; JAMAIS: it was never mastered. Creatures master what they bear."""
        return self.maitrises.get(type_, JAMAIS if self.classe else 2)

    def sociale(self, stat: str) -> int:
        return self.sociales.get(stat, 0)


# ---------------------------------------------------------------- what is carried


class Equipement(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """Active inventory, backpack, talisman, catalyst, purse; what follows from them is worked out once."""

    actif: tuple[Chose, ...] = ()  # 5 places (FD-6.4)
    sac_a_dos: bool = False
    sac: tuple[Chose, ...] = ()  # 5 more (FD-6.5)
    en_main: tuple[str, ...] | None = None  # ids of weapons; None: the first weapon carried; (): none
    bouclier: str | None = None  # the id of the shield worn; None: the first carried, unless two weapons are held
    talisman: bool = False
    enchantements: tuple[tuple[str, int], ...] = ()  # ids and levels, 5 at most (FD-6.32)
    eteints: tuple[str, ...] = ()  # switched off by Lien: « id:degré », or the id alone for all its versions
    sorts: tuple[Arme, ...] = ()  # support spells owned
    lies: tuple[str, ...] = ()  # those the catalyst holds ready
    selle: bool = False
    ecus: int = 0
    own: Ecrits = msgspec.field(name="maison", default=RIEN)  # what the table has written of its enchantments

    @cached_property
    def armes(self) -> tuple[Arme, ...]:
        return tuple(c for c in self.actif if isinstance(c, Arme))

    @cached_property
    def tenues(self) -> tuple[Arme, ...]:
        """The weapons in hand; bare hands when there is none."""
        if self.en_main is None:
            return self.armes[:1] or (MAINS_NUES,)
        return tuple(a for id in self.en_main for a in self.armes if a.id == id) or (MAINS_NUES,)

    @cached_property
    @rule("FD-6.21", "FD-6.22")
    def porte(self) -> Bouclier | None:
        """The shield worn beside the weapon."""
        if len(self.tenues) > 1:
            return None
        boucliers = [c for c in self.actif if isinstance(c, Bouclier)]
        if self.bouclier is None:
            return boucliers[0] if boucliers else None
        return next((b for b in boucliers if b.id == self.bouclier), None)

    @cached_property
    @rule("FD-6.10", "FD-6.22")
    def poids(self) -> int:
        """What weighs: the weapons in hand and the shield worn."""
        return sum(a.poids for a in self.tenues) + (self.porte.poids if self.porte is not None else 0)

    def dite(self, id: str) -> str:
        """What a thing is called that is named by its id: as one of these, or as the catalogue has it."""
        known = next((c for c in (*self.actif, *self.sac, *self.sorts) if c.id == id), None) or CHOSES.get(id)
        return known.nom if known is not None else id

    @cached_property
    def charge(self) -> int:
        """All that is carried, for falls (FD-5.12)."""
        return sum(c.poids for c in (*self.actif, *self.sac))

    @cached_property
    @rule("FD-6.31", "FD-6.32", "FD-6.20")
    def actifs(self) -> tuple[tuple[str, int], ...]:
        """Enchantments at work: of one and the same the strongest of those that are not switched off."""
        tous = list(self.enchantements) if self.talisman else []
        tous = [(id, n) for id, n in tous if not self.eteint(id, n)]
        if self.porte is not None and self.porte.enchantement is not None:
            tous.append(self.porte.enchantement)
        meilleurs: dict[str, int] = {}
        for id, n in tous:
            if id in self.own.enchantements:
                meilleurs[id] = max(n, meilleurs.get(id, 0))
        return tuple(meilleurs.items())

    @cached_property
    def part(self) -> Recueil:
        sources: list[Source] = []
        for arme in self.tenues:
            if arme.type != "Soutien":
                sources += [(arme.nom, e, "FD-9.6" if arme.tome else "FD-9.5") for e in arme.effets]
        if self.porte is not None:
            sources += [(self.porte.nom, e, "FD-6.20") for e in self.porte.effets]
        for id, n in self.actifs:
            enchantement = self.own.enchantements[id]
            if not enchantement.activable:
                sources += [(enchantement.nom, e, "FD-6.31") for e in enchantement.degres[n - 1].effets]
        return Recueil(tuple(sources))

    @rule("FD-3.27")
    def eteint(self, id: str, degre: int) -> bool:
        """Whether this version of an enchantment is switched off."""
        return id in self.eteints or f"{id}:{degre}" in self.eteints

    def degres(self, id: str) -> tuple[int, ...]:
        """The versions of an enchantment that the talisman bears, the strongest first."""
        return tuple(sorted({n for porte, n in self.enchantements if porte == id}, reverse=True))

    def chose(self, id: str) -> Chose | None:
        return next((c for c in self.actif if c.id == id), None)

    def sort(self, id: str) -> Arme | None:
        """A support spell that is ready."""
        return next((s for s in self.sorts if s.id == id and id in self.lies), None)

    def sans(self, id: str) -> Equipement:
        """One use of a thing less: it goes with the last of them (FD-6.6)."""
        change = list[Chose]()
        for c in self.actif:
            if c.id != id or not isinstance(c, Objet) or not c.usages:
                change.append(c)
            elif c.usages > 1:
                change.append(replace(c, usages=c.usages - 1))
        return replace(self, actif=tuple(change))


# ---------------------------------------------------------------- what has happened


class MalActif(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An affliction or a state one suffers, and how many own tours it still lasts (None: until ended)."""

    id: str
    tours: int | None = None
    par: WhoOrNobody = ""


class Actif(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """An effect at work on a unit; `effet` is what holds meanwhile, without its own moment and duration."""

    nom: str
    effet: Effet
    rule: str
    tours: int | None = None  # own tours left, the present one included; None: until ended
    au_debut: bool = False  # ends as the bearer's next tour begins
    cle: str = ""  # what it belongs to, so that it is not put twice


class Survie(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """At 0 PV: the survival bar in hundredths of a point (100 x maximum PV when full), and the wound."""

    reste: int
    blessure: str
    tours: int = 0  # own tours since the blow (lethal wounds, FD-3.11)
    essais: tuple[tuple[Who, int], ...] = ()  # stabilisations tried, by rescuer (FD-3.8)
    plein: int = 0  # points of the full bar; 0: the maximum PV


class Unite(Person, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    id: WhoOnce
    fiche: Fiche
    equipement: Equipement = Equipement()
    side: str = msgspec.field(name="camp", default="")
    joueur: bool = False  # a player's character: divine impulse, wins ties
    x: int = 0
    y: int = 0
    face: int = 0
    perdus: int = 0  # PV lost
    ep: int = 0
    jt: int = JT_MAX
    charges: int = CHARGES_MAX
    chances: int = 0  # luck rolls still due for charges spent (FD-3.54)
    affliction: MalActif | None = None
    etats: tuple[MalActif, ...] = ()
    effets: tuple[Actif, ...] = ()
    recharges: tuple[tuple[str, int], ...] = ()  # own tours left before it can be used again, the present one included
    survie: Survie | None = None
    vie: Vie = "actif"
    sequelles: int = 0  # stabilisations not treated yet (FD-3.10)
    au_moins: int = 0  # the least wound of the next fall, as a rank (FD-3.10)
    convalescent: bool = False  # stabilised from a lethal wound: its sequels outlast the fight (FD-3.13)
    epuisement: int = 0
    aides: tuple[str, ...] = ()  # « aide », « instruction »: +20 to come (FD-3.38)
    esquive: bool = False  # FD-3.37
    repos: bool = False  # FD-3.41
    passe_le_prochain: bool = False  # borne down by weight, one tour out of two (FD-6.10)
    souffle: int | None = None  # tours of consciousness left without air (FD-5.13)
    apnee: int = 0  # the second of the clock until which the breath is held
    dormi: bool = False  # a long rest since the last day was closed (FD-5.5)
    monture: WhoOrNobody = ""  # the unit it rides
    cavalier: WhoOrNobody = ""  # of a mount: who rides it
    passager_de: WhoOrNobody = ""  # rescued: the rider it sits behind (FD-3.25)
    bete: str = ""  # of a mount: which kind; it has no tour of its own (FD-6.36)
    owner: WithWho = msgspec.field(name="maitre", default="")  # of a mount: whose it is

    @property
    def nom(self) -> str:
        return self.fiche.nom

    name = nom

    @property
    def case(self) -> Case:
        return self.x, self.y

    @property
    def conscient(self) -> bool:
        return self.survie is None and self.vie == "actif"

    up = conscient

    @property
    def vigour(self) -> float:
        return share(self.pv, self.pv_max) if self.up else 0.0

    @property
    def simple(self) -> bool:
        """Nothing passing weighs on it."""
        return not self.effets and not self.etats and self.affliction is None

    @cached_property
    @rule("FD-2.18", "FD-5.9", "FD-5.24")
    def pv_max(self) -> int:
        n = self.fiche.base["PV"] + self.bears.somme("PV")
        return max(1, n // 2 if self.epuisement >= 4 else n)

    @cached_property
    def pv(self) -> int:
        return 0 if self.survie is not None else max(0, self.pv_max - self.perdus)

    @cached_property
    def bears(self) -> Recueil:
        """All that bears on it by itself: what it is, has, suffers and was promised."""
        propres = self.propres()
        if propres or self.aides or not self.simple:
            plus = tuple([m for aide in self.aides for m in promis(aide)])
            return ensemble(self.fiche.part, self.equipement.part, self.passagers(), plus, propres)
        return ensemble(self.fiche.part, self.equipement.part)

    @cached_property
    def terrestre(self) -> bool:
        """Nothing it is, rides or bears could ever make it fly (FD-9.15)."""
        return not self.monture and "Volante" not in self.fiche.types_propres and self.bears.tags.isdisjoint(AILES)

    def propres(self) -> tuple[str, ...]:
        """What some rules of the book are about."""
        if not (self.bete or self.monture or self.epuisement or self.sequelles or self.repos):
            return ()
        dits = {
            "bete": self.bete,
            "en_selle": self.monture,
            "epuise": self.epuisement,
            "sequelles": self.sequelles,
            "repos": self.repos,
        }
        return tuple([nom for nom, vrai in dits.items() if vrai])

    def passagers(self) -> tuple[Source, ...]:
        """The effects of afflictions, states and passing bonuses, as passives."""
        tous: tuple[Source, ...] = ()
        if self.affliction is not None:
            tous += recueil_du_mal(self.affliction.id).sources
        for etat in self.etats:
            tous += recueil_du_mal(etat.id).sources
        return tous + tuple((a.nom, a.effet, a.rule) for a in self.effets)

    def a(self, mal: str) -> bool:
        """Whether it suffers this affliction or is in this state; at 0 PV one is unconscious (FD-3.3)."""
        if mal == "inconscient" and self.survie is not None:
            return True
        return (self.affliction is not None and self.affliction.id == mal) or any(e.id == mal for e in self.etats)

    def recharge(self, cle: str) -> int:
        return next((n for id, n in self.recharges if id == cle), 0)

    def avec(self, *effets: Actif) -> Unite:
        """With these effects, each in place of an earlier one of the same key."""
        cles = {e.cle for e in effets if e.cle}
        return replace(self, effets=(*(e for e in self.effets if e.cle not in cles or not e.cle), *effets))
