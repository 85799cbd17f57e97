"""People: sheets (what was chosen), creatures (what has happened to them), what they carry."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.effects import Bears, Keys, amount
from tablee.kernel.faults import knowing
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.refs import Who, WhoOnce, WhoOrNobody
from tablee.kernel.scene import Person, share
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from .catalogue import COMPETENCES, CORPS, Arme, Armure, Bouclier, Materiel, Membre, nom_de, racines
from .effects import Contexte, together
from .tables import ATTRIBUTS, CASES_DE_FATIGUE, CHARGES, NOMS, TAILLES, TRAITS, VIDE, Taille

Vie = Literal["actif", "mort", "parti"]


class Effet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Something that weighs on a creature for a while: on an attribute, a skill, or « tests », « protection »,
    « vue » (blindness), « initiative », « defense », « attaque »."""

    nom: str
    sur: str
    mod: int
    rule: str
    fin: int | None = None  # on the scene's clock; None: until what it hangs on is gone
    tours: int | None = None  # or turns of the fight left
    lie: str = ""  # the spell or the manoeuvre it hangs on


class Apnee(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Without breath, turn after turn (YY-7.9, YY-7.10): in intense activity or not, and what the MJ adds (YY-7.11)."""

    intense: bool = False
    mod: int = 0


class Insufflation(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """Qì breathed into a thing (YY-14.10), until when, and whether the thing withers then."""

    arme: str  # the id of the thing, most often a weapon
    points: int
    fin: int
    fletrit: bool = False


class Equipement(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What is carried and worn; what follows from it is worked out once."""

    armes: tuple[Arme, ...] = ()
    armures: tuple[Armure, ...] = ()
    bouclier: Bouclier | None = None
    au_dos: bool = False  # the shield is slung: it neither hampers nor protects
    materiel: tuple[Materiel, ...] = ()
    en_main: tuple[str, ...] | None = None  # ids of weapons held; None: the first one
    sous: int = 0

    @cached_property
    def tenues(self) -> tuple[Arme, ...]:
        """The weapons in hand; none: bare hands."""
        if self.en_main is None:
            return self.armes[:1]
        return tuple(a for a in self.armes if a.id in self.en_main)

    @cached_property
    def noms(self) -> dict[str, str]:
        """What everything is called, by its id."""
        bouclier = () if self.bouclier is None else (self.bouclier,)
        tout = (*self.armes, *self.armures, *bouclier, *self.materiel)
        return {o.id: o.nom for o in reversed(tout)}

    @cached_property
    def main_prise(self) -> bool:
        """Whether a shield takes one of the hands."""
        return self.bouclier is not None and not self.au_dos

    @cached_property
    def masse(self) -> float:
        """Kilograms carried (YY-9.2)."""
        masse = sum(a.poids for a in self.armes) + sum(a.poids for a in self.armures)
        masse += sum(m.poids for m in self.materiel)
        return masse + (self.bouclier.poids if self.bouclier is not None else 0)

    @cached_property
    def rangs(self) -> dict[str, int]:
        """The armour rank on each limb that has one."""
        rangs: dict[str, int] = {}
        for a in self.armures:
            rangs[a.membre] = max(rangs.get(a.membre, 0), a.rang)
        return rangs

    @cached_property
    def rang_max(self) -> int:
        """The rank of the heaviest piece worn: that of the penalty (YY-10.40)."""
        return max(self.rangs.values(), default=0)


class Fiche(msgspec.Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was chosen; it changes with experience only. Derived values are computed once and kept apart."""

    nom: str
    reflexes: int = 4
    intuition: int = 4
    constitution: int = 4
    volonte: int = 4
    force: int = 4
    perception: int = 4
    agilite: int = 4
    intelligence: int = 4
    competences: dict[str, int] = {}
    taille: Taille = "moyenne"
    corps: str = "humanoide"  # which limbs it has
    protection: int = 0  # hide or scales, on every limb
    degats: int | None = None  # the limit of its bare blows; None: none
    resistances: dict[str, int] = {}  # YY-8.6: by rune (air, terre, eau, feu, energie_positive, energie_negative)
    langues: tuple[str, ...] = ()
    pp: int = 0  # points de personnage at hand
    utilisees: tuple[str, ...] = ()  # YY-4.3: skills used in this adventure
    ameliorees: tuple[str, ...] = ()  # YY-4.3: skills raised since
    accord_mj: bool = False  # YY-2.12: an attribute above 7 was agreed to
    joueur: bool = False
    note: str = ""
    histoire: dict[str, str] = {}  # YY-1.1: answers to the questions of the beginning

    @cached_property
    def rangs(self) -> dict[str, int]:
        """The rank of every attribute and trait."""
        rangs: dict[str, int] = {a: getattr(self, a) for a in ATTRIBUTS}
        for trait, (a, b) in TRAITS.items():
            rangs[trait] = (getattr(self, a) + getattr(self, b)) // 2
        valeurs = [getattr(self, a) for a in ATTRIBUTS]
        rangs[VIDE] = 8 - (max(valeurs) - min(valeurs))
        return rangs

    @property
    def vitalite(self) -> int:
        """YY-3.2."""
        return self.constitution

    @property
    def resistance(self) -> int:
        """YY-3.3."""
        return self.force

    @cached_property
    def endurance(self) -> int:
        """YY-3.5."""
        return self.rangs["terre"]

    @cached_property
    def membres(self) -> dict[str, Membre]:
        return {m.id: m for m in CORPS[self.corps]}

    @cached_property
    def rang_taille(self) -> int:
        return TAILLES.index(self.taille)

    @cached_property
    def _combines(self) -> dict[tuple[str, str], Terms]:
        return {}

    def combine(self, competence: str, usage: str = "") -> Terms:
        """The rang combiné as a sum: the skill, and its weakest trait or attribute."""
        connu = self._combines.get((competence, usage))
        if connu is None:
            connu = self._combines[competence, usage] = rang_combine(self, competence, usage)
        return connu


@rule("YY-2.5", "YY-2.11")
def rang_de(fiche: Fiche, nom: str) -> Terms:
    """A trait or attribute as a sum: traits are the mean of their attributes, Vide is 8 less the widest gap."""
    if nom == VIDE:
        valeurs = {a: getattr(fiche, a) for a in ATTRIBUTS}
        haut, bas = max(valeurs, key=lambda a: valeurs[a]), min(valeurs, key=lambda a: valeurs[a])
        return (
            ("Harmonie", 8, "YY-2.11"),
            (NOMS[haut], -valeurs[haut], "YY-2.11"),
            (NOMS[bas], valeurs[bas], "YY-2.11"),
        )
    if nom in TRAITS:
        a, b = TRAITS[nom]
        x, y = getattr(fiche, a), getattr(fiche, b)
        moyenne = ("Moyenne, arrondie en dessous", fiche.rangs[nom] - x - y, "YY-2.5")
        return (NOMS[a], x, "YY-2.1"), (NOMS[b], y, "YY-2.1"), moyenne
    return ((NOMS[nom], getattr(fiche, nom), "YY-2.1"),)


@rule("YY-5.15")
def rang_combine(fiche: Fiche, competence: str, usage: str = "") -> Terms:
    """The skill's rank and the rank of the weakest trait or attribute among all its ancestors."""
    rangs = fiche.rangs
    faible = min(racines(competence, usage), key=lambda r: rangs[r])
    return (
        (nom_de(competence), fiche.competences.get(competence, 0), "YY-5.15"),
        (NOMS[faible], rangs[faible], "YY-5.15"),
    )


class Personnage(Person, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What happens to a creature. Pools are kept as what was lost of them."""

    id: WhoOnce
    fiche: Fiche
    side: str = msgspec.field(name="camp", default="")
    x: int = 0  # metres
    y: int = 0
    blessures: dict[str, int] = {}  # by limb, points lost (YY-6.2)
    recentes: dict[str, int] = {}  # by limb, those of this fight (YY-16.7)
    fatigue: int = 0  # points lost (YY-7.1)
    vide_perdu: int = 0
    repos: int = 0  # YY-7.7: consecutive turns without acting; -1: this turn was no rest
    elan: int = 0  # YY-10.13: bonus of successful defences, for one attack or defence
    souffle: int = 0  # YY-7.9: consecutive turns without breath
    apnee: Apnee | None = None  # without breath until it is drawn again
    effets: tuple[Effet, ...] = ()
    equipement: Equipement = Equipement()
    insufflations: tuple[Insufflation, ...] = ()
    vie: Vie = "actif"
    coma: bool = False
    a_terre: bool = False  # YY-11.21: must spend a turn getting up
    a_terre_armes: tuple[str, ...] = ()  # YY-11.16: weapons dropped at his feet
    serie: int = 0  # YY-10.13: consecutive turns of successful defence
    occupe: str = ""  # what the next turn is spent on (YY-15.5, YY-15.10, YY-16.14)
    surpris_par: tuple[Who, ...] = ()  # YY-10.4
    gene: tuple[str, ...] = ()  # « baillonne », « ligote » (YY-8.16)
    runes: dict[str, int] = {}  # YY-8.17: accumulated, by kind
    runes_nd: int = 0  # YY-8.19: the lowest modifier they were accumulated with
    incante: int | None = None  # when magic was last used, on the clock
    voile: int | None = None  # YY-14.4: how well the Qì is veiled
    temps: int = 0  # YY-14.18: turns to live before the others, or to miss if negative
    plan: str = ""  # « temps » (YY-14.18)
    monture: WhoOrNobody = ""

    @property
    def nom(self) -> str:
        return self.fiche.nom

    name = nom

    @cached_property
    def f(self) -> Fiche:
        """The sheet as spells leave it (YY-14.12)."""
        if not self.effets:
            return self.fiche
        hausses = {a: n for a in ATTRIBUTS if (n := self.amount(f"rang:{a}"))}
        if not hausses:
            return self.fiche
        propres = {a: getattr(self.fiche, a) for a in hausses}
        return replace(self.fiche, **{a: max(1, min(max(9, propres[a]), propres[a] + n)) for a, n in hausses.items()})

    @cached_property
    def bears(self) -> Bears[Contexte]:
        """All that bears on him: passing effects, and the states he is in."""
        e = self.equipement
        return together(
            self.effets,
            "blesse" if self.blessures else "",
            "las" if self.fatigue else "",
            "protege" if e.armures or e.bouclier is not None else "",
            "au_bras" if e.main_prise else "",
            "a_terre" if self.a_terre else "",
            "elan" if self.elan else "",
            "insuffle" if self.insufflations else "",
        )

    def amount(self, keys: Keys) -> int:
        """What bears on a figure of his own, whatever he is doing."""
        return amount(self.bears, keys, Contexte(self))

    def rang(self, nom: str) -> int:
        """The rank of a trait or attribute."""
        return self.f.rangs[nom]

    def competence(self, id: str) -> int:
        return self.fiche.competences.get(id, 0)

    @property
    def vide(self) -> int:
        """Points de vide at hand (YY-2.3)."""
        reste = self.rang(VIDE) - self.vide_perdu
        return reste if reste > 0 else 0

    @cached_property
    def blessure(self) -> int:
        """The penalty of the worst wound (YY-6.5), as a positive number."""
        return pire_blessure(self) if self.blessures else 0

    @cached_property
    def lassitude(self) -> int:
        """The penalty of fatigue (YY-7.1), as a positive number."""
        if not self.fatigue:
            return 0
        case = -(-self.fatigue // (2 * max(1, self.f.endurance)))
        return min(case, CASES_DE_FATIGUE) - 1

    @cached_property
    def encombrement(self) -> int:
        """The penalty of the load (YY-3.4), as a positive number."""
        return penalite_de_charge(self.equipement.masse + self.amount("poids"), self.f.resistance)

    @cached_property
    def conscient(self) -> bool:
        """Alive, here, and neither out of breath nor out of action."""
        if self.vie != "actif" or self.coma:
            return False
        if self.fatigue and self.fatigue > 8 * max(1, self.f.endurance):
            return False
        return not self.blessures or not hors_de_combat(self)

    @property
    def up(self) -> bool:
        return self.conscient

    @property
    def vigour(self) -> float:
        """What is left before a vital limb, or his breath, fails him."""
        if not self.up:
            return 0.0
        v, membres = self.f.vitalite, self.fiche.membres
        vitaux = [(perdus, (membres[m].cases - 1) * v) for m, perdus in self.blessures.items() if membres[m].vital]
        pires = [share(plus - perdus, plus) for perdus, plus in vitaux]
        souffle = 8 * max(1, self.f.endurance)
        return min([share(souffle - self.fatigue, souffle), *pires])


@lru_cache(maxsize=4096)
def penalite_de_charge(masse: float, resistance: int) -> int:
    """What so many kilograms take off, by how much one can carry."""
    for c in CHARGES:
        if masse <= c.kg * resistance:
            return c.penalite
    return CHARGES[-1].penalite


@rule("YY-6.2", "YY-6.5")
def pire_blessure(p: Personnage) -> int:
    """The box reached on the worst limb, less one; at most its last box."""
    v, pire = p.f.vitalite, 0
    for membre, perdus in p.blessures.items():
        if perdus > 0:
            case = -(-perdus // v)
            pire = max(pire, min(case, p.fiche.membres[membre].cases) - 1)
    return pire


@rule("YY-6.3")
def inutilisable(p: Personnage, membre: str) -> bool:
    """From the first point missing in the last box on."""
    return p.blessures.get(membre, 0) > (p.fiche.membres[membre].cases - 1) * p.f.vitalite


@rule("YY-6.4")
def detruit(p: Personnage, membre: str) -> bool:
    """When more is lost than all the boxes hold."""
    return p.blessures.get(membre, 0) > p.fiche.membres[membre].cases * p.f.vitalite


@rule("YY-6.3")
def hors_de_combat(p: Personnage) -> bool:
    """An unusable head or torso puts out of action."""
    membres, v = p.fiche.membres, p.f.vitalite
    for membre, perdus in p.blessures.items():
        m = membres[membre]
        if m.vital and perdus > (m.cases - 1) * v:
            return True
    return False


def hors_d_etat(p: Personnage) -> Closed | None:
    """Only those who live, are here and awake can act."""
    if p.vie == "mort":
        return Closed("YY-6.4", "{} a perdu la vie", (Someone(p.id),))
    if p.vie == "parti":
        return Closed("YY-10.14", "{} a quitté les lieux", (Someone(p.id),))
    if p.coma:
        return Closed("YY-7.3", "{} est dans le coma", (Someone(p.id),))
    if not p.conscient:
        return Closed("YY-7.2", "{} a perdu connaissance", (Someone(p.id),))
    return None


def non_acquise(p: Personnage, competence: str) -> Closed | None:
    """A skill must be acquired before it is used (YY-4.2)."""
    if competence not in NOMS and competence not in COMPETENCES:
        inconnue = Closed("YY-4.2", "« {} » n'est ni un trait, ni un attribut, ni une compétence", (competence,))
        return knowing(inconnue, competence, {**NOMS, **COMPETENCES})
    if competence in COMPETENCES and not p.competence(competence):
        return Closed("YY-4.2", "{} n'a pas acquis {}", (Someone(p.id), nom_de(competence)))
    return None
