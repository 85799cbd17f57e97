"""People: the sheet as it was chosen, and what has befallen them since."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import replace

from tablee.kernel.effects import Bears, Modifier, Part
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import rule
from tablee.kernel.refs import Who, WhoOnce, WithWho
from tablee.kernel.scene import Person, share
from tablee.kernel.tally import total

from .adversite import apport_d_adversite
from .castes import TOUS_TRAITS, apports, dons, marques
from .conditions import Conditions, Plan, apport, charges_de_choc
from .effects import EFFECTS, Essai
from .joute import Dialogue, Disposition
from .maladies import Maladies, affaiblissement, maux
from .monde import Affaires
from .ouvrages import Patron
from .points import Atteinte, Point
from .sums import ATTRIBUTS, RESSOURCES, fixe, maximum, modificateur, resilience
from .things import Equipement, Objet
from .traits import ensemble

INCAPACITANTE = 5  # TN-4.45
MORAL = "moral"  # what a side lends: it is spent before endurance (TN-8.410)
INFATIGABLE = "infatigable"  # the tag of whoever is never épuisé (TN-10.121)
TETE = "Tête"  # where it kills (TN-8.292)
SANS_SOMMEIL = "sans_sommeil"  # among the épreuves of whoever has not slept for a day (TN-10.35)
NATURES_DE_CHOC: tuple[Plan, ...] = ("physique", "mental", "mixte")
HORS_DE_COMBAT = {"mort", "vaincu", "hors_service", "resigne", "ko", "incapacite_physique", "incapacite_mental"}
Nature = Literal["blessure", "traumatisme"]


class Trait(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trait of the catalogue that somebody has, at a rank; `sujet` where it is about something of his choice."""

    id: str
    rang: int = 1
    sujet: str = ""


class Caste(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The caste somebody belongs to, with what he chose in it (TN-6.2)."""

    id: str
    principal: str
    secondaire: str
    rang: int = 1
    majeure: str = ""  # the save that gains most (TN-6.21)
    choix: dict[str, str] = {}  # what was chosen at a rank, by the name of the benefit: « trait_1 », « entrainement_2 »
    troisieme: str = ""  # TN-6.3
    ressources: tuple[str, ...] = ()  # where an option of the campaign gives others (TN-6.14.1)


class Apprentissage(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Learning time gathered on one subject (TN-7.5); of a trait, days."""

    ta: int = 0
    seul: int = 0  # gathered without a source: counts half (TN-7.14)
    jour: int = -1  # the last day on which it grew, and by how much (TN-7.7)
    du_jour: int = 0


class Lecon(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A master who teaches somebody one subject, up to a value (TN-7.10)."""

    sujet: str
    maitre: WithWho
    visee: int
    reserve: int = -1  # what he has left to teach; below 0: he has not begun (TN-7.11)


class Fiche(Struct, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    """What was chosen: everything else on the sheet is computed from it."""

    nom: str
    destinee: int = 3
    vecu: int = 3
    base: dict[str, int] = {}  # TN-1.3; an attribute that is not named is 10
    fixes: tuple[Modifier, ...] = ()  # TN-1.5: on an attribute, with where it comes from
    groupes: dict[str, int] = {}
    competences: dict[str, int] = {}
    aptitudes: dict[str, int] = {}  # TN-10.36: by their names; nothing is tested with them
    traits: tuple[Trait, ...] = ()
    caste: Caste | None = None
    comportement: str = ""
    caractere: str = ""
    porte_bonheur: int = 6
    qualites: tuple[str, ...] = ()
    defauts: tuple[str, ...] = ()
    historique: str = ""
    peuple: str = ""  # TN-5.42: where a universe has some
    maternelle: str = ""  # the language one grew up with (TN-2.65)
    pa: int = 0  # points that are not spent yet
    px: int = 0
    pp: int = 0
    pi: dict[str, int] = {}  # by `groupe:ID` or `competence:ID` (TN-5.4)
    acquis: int = 0  # all experience ever acquired, PX and PI (TN-6.6)
    apprentissages: dict[str, Apprentissage] = {}  # by `attribut:FOR`, `groupe:ID`, `competence:ID`, `trait:ID:SUJET`
    pecule: int = 0  # pieces
    supplementaires: dict[str, int] = {}  # TN-1.19: secondary attributes of a universe
    points: tuple[Point, ...] = ()  # TN-8.416: points vitaux besides the main one
    profil: str = ""  # TN-10.120: how much of an opponent he is
    sorte: str = ""  # TN-10.121: « animal », « mort_vivant »...; none: a human being
    pouvoirs: tuple[str, ...] = ()  # TN-10.125: of a monster, « id » or « id:sujet »

    @cached_property
    def tous_traits(self) -> tuple[Trait, ...]:
        """Those that were acquired and those that the caste gives."""
        given = dons(self.caste) if self.caste is not None else ()
        return ensemble(self.traits, [Trait(id, 1, sujet) for id, sujet in given])

    @cached_property
    def part(self) -> Part:
        """What the sheet brings to every figure, whatever happens."""
        had = [(TOUS_TRAITS[t.id], t) for t in self.tous_traits]
        modifiers = tuple([m for trait, t in had for m in trait.modificateurs(t.rang, t.sujet)])
        tags = tuple([tag for trait, t in had for tag in trait.marques(t.sujet)])
        if self.points:
            tags += ("points_vitaux",)
        if self.profil or self.sorte or self.pouvoirs:
            adverse = apport_d_adversite(self.profil, self.sorte, self.pouvoirs)
            modifiers, tags = modifiers + adverse.modifiers, tags + adverse.tags
        if self.caste is None:
            return Part(self.fixes + modifiers, tags)
        return Part(self.fixes + apports(self.caste) + modifiers, (*tags, *marques(self.caste)))

    @cached_property
    def bears(self) -> Bears[Essai]:
        return Bears(EFFECTS, self.part.modifiers, self.part.tags)

    @cached_property
    def valeurs(self) -> dict[str, int]:
        """The fixed value of every attribute (TN-1.5)."""
        return {code: total(fixe(self, code)) for code in (*ATTRIBUTS, *self.supplementaires)}

    @cached_property
    def maxima(self) -> dict[str, int]:
        """The most there can be of every resource."""
        return {code: total(maximum(self, code)) for code in RESSOURCES}

    @cached_property
    @rule("TN-10.120")
    def de_plus(self) -> int:
        """How many more lésions of a level somebody bears than others do."""
        return self.bears.figure("cases").n

    @cached_property
    def resilience(self) -> int:
        return max(1, total(resilience(self)))


class Reserves(NamedTuple):
    """What somebody has to spend, by resource."""

    PE: int
    PK: int
    PC: int


class Lesion(Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    niveau: int
    nature: Nature = "blessure"
    zone: str = ""  # weighs on this zone alone


class Personnage(Person, frozen=True, dict=True, omit_defaults=True, forbid_unknown_fields=True):
    id: WhoOnce
    fiche: Fiche
    side: str = field(name="camp", default="")
    x: int = 0
    y: int = 0
    pertes: dict[str, int] = {}  # what is gone of PV, PS, PE, PK, PC
    temporaires: dict[str, int] = {}  # TN-4.27: by resource, or by a name of its own (moral)
    lesions: tuple[Lesion, ...] = ()
    stabilise: dict[Nature, Literal["", "temporaire", "permanente"]] = {}  # TN-4.37 to TN-4.40
    soignants: dict[Who, int] = {}  # who has cared for him, and on which day (TN-4.42)
    fatigue: int = 0
    equipement: Equipement = Equipement()
    effets: tuple[Modifier, ...] = ()  # what lasts for a while
    points: dict[str, Atteinte] = {}  # what his points vitaux have suffered (TN-8.425)
    conditions: Conditions = ()
    maladies: Maladies = ()
    portees: Conditions = ()  # what his attacks carry; without charges, with those of the jet (TN-8.223)
    epreuves: dict[str, int] = {}  # what he is in, counted: tours without air or under a weight, continuous damage
    lecons: tuple[Lecon, ...] = ()
    patrons: tuple[Patron, ...] = ()  # TN-9.154
    deterioration: int | None = None  # of an animate object, which has neither vitality nor lésions (TN-9.142)
    dialogues: dict[str, Dialogue] = {}  # by matter: how far he has been tried (TN-8.395)
    dispositions: dict[Who, Disposition] = {}  # to whom he is favourable, and to whom not (TN-8.398)
    usages: dict[str, int] = {}  # what may be done once a turn, scene or day: when it was last done
    affaires: Affaires = Affaires()

    @property
    def name(self) -> str:
        return self.fiche.nom

    def reste(self, ressource: str) -> int:
        """What is left of a resource, without what is temporary."""
        return self.fiche.maxima[ressource] - self.pertes.get(ressource, 0)

    def disponible(self, ressource: str) -> int:
        """What can be spent of a resource: what is left, and what is temporary; of endurance moral too."""
        maxima = self.fiche.maxima
        reste = maxima[ressource] - self.pertes.get(ressource, 0) if ressource in maxima else 0
        if not self.temporaires:
            return reste
        tampon = self.temporaires.get(MORAL, 0) if ressource == "PE" else 0
        return reste + tampon + self.temporaires.get(ressource, 0)

    @cached_property
    def reserves(self) -> Reserves:
        """What can be spent on a test."""
        return Reserves(*[self.disponible(ressource) for ressource in Reserves._fields])

    @rule("TN-4.29", "TN-8.410")
    def sans(self, ressource: str, n: int) -> Personnage:
        """Having lost so much of a resource: what is temporary goes first, and before endurance moral."""
        if not n:
            return self
        tampon = min(n, self.temporaires.get(MORAL, 0)) if ressource == "PE" else 0
        if tampon > 0:
            return self.sans(MORAL, tampon).sans(ressource, n - tampon)
        d_abord = min(n, self.temporaires.get(ressource, 0))
        temporaires, pertes = self.temporaires, self.pertes
        if d_abord:
            temporaires = {**temporaires, ressource: temporaires[ressource] - d_abord}
        if n > d_abord:
            pertes = {**pertes, ressource: pertes.get(ressource, 0) + n - d_abord}
        return replace(self, temporaires=temporaires, pertes=pertes)

    @cached_property
    @rule("TN-4.48")
    def niveau_de_fatigue(self) -> int:
        """A level for every résilience of fatigue, five at most."""
        return min(INCAPACITANTE, self.fatigue // self.fiche.resilience)

    @property
    @rule("TN-8.235")
    def en_choc(self) -> bool:
        """More charges of shock than vitality or spirituality left; of mixed ones, than either."""
        pv, ps = self.reste("PV"), self.reste("PS")
        restes = {"physique": pv, "mental": ps, "mixte": min(pv, ps)}
        charges = {nature: charges_de_choc(self.conditions, nature) for nature in NATURES_DE_CHOC}
        return any(n > restes[nature] for nature, n in charges.items() if n)

    @property
    @rule("TN-10.7")
    def emporte(self) -> bool:
        """Dead of disease: an attribute is down to nothing."""
        return any(self.fiche.valeurs[a] <= n for a, n in affaiblissement(self.maladies).items())

    @property
    @rule("TN-9.142")
    def rouages(self) -> int:
        """The intégrité of an animate object: that of its hide, and the modifier of its Constitution as solidité."""
        peau = self.equipement.peau
        return max(1, (peau.integrite if peau is not None else 10) + modificateur(self.fiche.valeurs["CON"]))

    @property
    @rule("TN-9.142")
    def niveau_de_deterioration(self) -> int:
        return (self.deterioration or 0) // self.rouages

    @property
    def ruine(self) -> int:
        """The détérioration at which it is destroyed: its catégorie, that of its hide, is at -2."""
        peau = self.equipement.peau
        return ((peau.categorie if peau is not None else 0) + 2) * self.rouages

    @property
    @rule("TN-9.142")
    def en_panne(self) -> bool:
        """It has stopped: nothing is left of its catégorie."""
        peau = self.equipement.peau
        niveau = self.niveau_de_deterioration if self.deterioration else 0
        return niveau > 0 and niveau >= (peau.categorie if peau is not None else 0)

    @cached_property
    @rule("TN-8.330", "TN-8.331", "TN-8.332", "TN-10.35")
    def etats(self) -> tuple[str, ...]:
        """The states that resources, lésions and fatigue put somebody in."""
        pv, ps, pe, maxima = self.reste("PV"), self.reste("PS"), self.disponible("PE"), self.fiche.maxima
        choc = bool(self.conditions) and self.en_choc
        graves = [x for x in self.lesions if x.niveau >= INCAPACITANTE]
        corps = [x for x in graves if x.nature == "blessure"]
        esprit = [x for x in graves if x.nature == "traumatisme"]
        natures = {x.nature for x in self.lesions}
        deux = 1 + self.fiche.de_plus
        perdu = len(corps) > deux or len(esprit) > deux or TETE in [x.zone for x in corps]
        infatigable = INFATIGABLE in self.fiche.bears
        a_sec = pe <= 0 and not infatigable
        a_bout = self.niveau_de_fatigue >= INCAPACITANTE
        panne = self.en_panne
        ruine = panne and (self.deterioration or 0) >= self.ruine
        found = (
            ("hors_etat_physique", pv <= 0),
            ("hors_etat_mental", ps <= 0),
            ("epuise", not infatigable and (a_sec or choc or SANS_SOMMEIL in self.epreuves)),
            ("agonie", a_sec and (pv <= 0 or ps <= 0)),
            ("etat_de_choc", choc),
            ("blesse", "blessure" in natures),
            ("traumatise", "traumatisme" in natures),
            ("fatigue", self.fatigue > 0),
            ("malade", True in [m.declaree for m in self.maladies]),
            ("vaincu", bool(self.fiche.points) and pv <= 0),
            ("hors_service", panne),
            ("mort", ruine or pv <= -maxima["PV"] or perdu or (bool(self.maladies) and self.emporte)),
            ("resigne", ps <= -maxima["PS"]),
            ("ko", a_sec and pe <= -maxima["PE"]),
            ("incapacite_physique", a_bout or "" in [x.zone for x in corps]),
            ("incapacite_mental", a_bout or "" in [x.zone for x in esprit]),
        )
        return tuple([etat for etat, holds in found if holds])

    @rule("TN-8.425")
    def vitalite(self, point: str) -> int:
        """What is left of the vitality of a point vital besides the main one: it had half of all there is."""
        perdus = self.points[point].perdus if point in self.points else 0
        return self.fiche.maxima["PV"] // 2 - perdus

    @cached_property
    @rule("TN-8.425")
    def actifs(self) -> tuple[Point, ...]:
        """The points vitaux besides the main one that have vitality left."""
        return tuple([x for x in self.fiche.points if self.vitalite(x.nom) > 0])

    def point_de(self, objet: Objet) -> Point | None:
        """The point vital that strikes with something."""
        return next((x for x in self.fiche.points if x.arme == objet.modele), None)

    @property
    @rule("TN-8.326")
    def indemne(self) -> bool:
        """Nothing lost of vitality or spirituality, and no lésion; endurance does not matter."""
        return not (self.pertes.get("PV") or self.pertes.get("PS") or self.lesions)

    @cached_property
    def up(self) -> bool:
        """Able to fight on: neither dead, resigned nor KO, nor out of action by a lésion or by fatigue."""
        return HORS_DE_COMBAT.isdisjoint(self.etats)

    @property
    def vigour(self) -> float:
        """What is left before he is out of it: of a resource down to its depth, of lésions up to the last level."""
        if not self.up:
            return 0.0
        maxima, pire = self.fiche.maxima, max([x.niveau for x in self.lesions], default=0)
        reserves = [share(self.reste(r) + maxima[r], 2 * maxima[r]) for r in ("PV", "PS", "PE")]
        return min(*reserves, share(INCAPACITANTE - pire, INCAPACITANTE))

    @cached_property
    def bears(self) -> Bears[Essai]:
        subies = apport(self.conditions) if self.conditions else INDEMNE
        effets = self.effets + maux(self.maladies) if self.maladies else self.effets
        return together(self.fiche.part, self.equipement.part, subies, effets, self.etats)


INDEMNE = Part()


@lru_cache(maxsize=512)  # each remembers every figure that was asked of it: those of the scenes being played, no more
def together(
    fiche: Part, equipement: Part, conditions: Part, effets: tuple[Modifier, ...], etats: tuple[str, ...]
) -> Bears[Essai]:
    """All that bears on somebody: what was chosen, what he has and suffers, what lasts for a while, his states."""
    tags = (*conditions.tags, *etats, *(f"effet:{m.on}" for m in effets))
    return Bears(EFFECTS, conditions.modifiers + effets, tags, toujours(fiche, equipement))


@lru_cache(maxsize=512)
def toujours(fiche: Part, equipement: Part) -> Bears[Essai]:
    """What bears on somebody who suffers nothing: what was chosen, and what he has."""
    return Bears(EFFECTS, fiche.modifiers + equipement.modifiers, (*fiche.tags, *equipement.tags))
