"""Creation: what has been chosen, what it comes to, what it costs, what does not hold yet. The rules are chapter 5."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping

import msgspec
from msgspec import field
from msgspec.structs import replace

from tablee.kernel.draft import Budget, Draft, Problem, id_of, misnamed
from tablee.kernel.kept import cached_property
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed, Todo

from ..book.c3_traits import sujets
from ..book.c5_creation import ETAPES
from ..book.c5_creation import achats as purchases
from ..book.c5_creation import attributs as costs
from ..book.c5_creation import echelles as scales
from ..book.c5_creation import historique as past
from ..book.c5_creation import personnalite as personality
from ..book.c5_creation import traits as boons
from ..book.c6_castes import NOMS, acces, choisir, choix_ferme, endosser, plafond_de_creation
from ..model.competences import LANGUES, competence, groupe
from ..model.people import Caste, Fiche, Personnage, Trait
from ..model.sums import PRINCIPAUX, SECONDAIRES
from ..model.traits import TRAITS

CHOICES = ("entrainement_1", "trait_1", "entrainement_2")  # what the ranks that creation can reach leave open
LONGEST, LONG = 80, 2000  # characters of a name, and of a whole past
MOST = 12  # qualités, or défauts

Closures = Iterator[Closed]


class Precise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trait that is about something: which, at which rank, about what."""

    trait: str = ""
    rang: int = 1
    sujet: str = ""


class Brouillon(Draft, frozen=True, kw_only=True, dict=True):
    """What has been chosen so far."""

    nom: str = ""
    destinee: str = "3"
    vecu: str = "3"
    comportement: str = ""
    caractere: str = ""
    porte_bonheur: int = 0
    qualites: tuple[str, ...] = ()
    defauts: tuple[str, ...] = ()
    depart: dict[str, int] = {}  # traits that are only had at creation, by their ranks
    avantages: dict[str, int] = {}
    desavantages: dict[str, int] = {}
    precises: tuple[Precise, ...] = ()  # those that are about something
    formule: str = past.SIMPLE
    pi_groupes: dict[str, int] = {}  # by the simple formula
    pi_competences: dict[str, int] = {}
    mentions: tuple[past.Mention, ...] = ()  # by the detailed one
    passe: str = ""  # a past of a universe
    historique: str = ""  # in one's own words
    peuple: str = ""
    maternelle: str = ""  # the language he grew up with
    profil: str = ""  # a ready-made array; empty: bought point by point
    principaux: dict[str, int] = field(default_factory=lambda: dict.fromkeys(PRINCIPAUX, costs.DEPART))
    secondaires: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SECONDAIRES, costs.SECONDAIRE_DEPART))
    caste: str = ""  # empty: none
    principal: str = ""
    secondaire: str = ""
    majeure: str = ""
    entrainement_1: str = ""  # what ranks of the caste leave open; empty: to be chosen later
    trait_1: str = ""
    entrainement_2: str = ""
    groupes: dict[str, int] = {}
    competences: dict[str, int] = {}

    @cached_property
    def valeurs(self) -> dict[str, int]:
        """The base value of every attribute that is bought."""
        return {code: self.principaux.get(code, costs.DEPART) for code in PRINCIPAUX} | {
            code: self.secondaires.get(code, costs.SECONDAIRE_DEPART) for code in SECONDAIRES
        }

    @cached_property
    def traits(self) -> tuple[Trait, ...]:
        """All that were taken, whichever step asks for them."""
        taken = [*self.depart.items(), *self.avantages.items(), *self.desavantages.items()]
        about = [Trait(each.trait, each.rang, subject(each)) for each in self.precises]
        return (*(Trait(id, n) for id, n in taken if n), *about)

    @cached_property
    def inspiration(self) -> past.Inspiration:
        """What the past gives, by the formula that was chosen."""
        if self.formule == past.DETAILLEE:
            return past.mentionnes([(m.groupe, m.competence) for m in self.mentions])
        if self.formule == past.UNIVERS:
            return past.mentionnes(past.PASSES[self.passe].mentions if self.passe in past.PASSES else ())
        return past.Inspiration(some(self.pi_groupes), some(self.pi_competences))

    @cached_property
    def achats(self) -> purchases.Achats:
        return purchases.Achats(some(self.groupes), some(self.competences), self.inspiration)

    @property
    def voulue(self) -> Caste | None:
        return Caste(self.caste, self.principal, self.secondaire, majeure=self.majeure) if self.caste else None

    @cached_property
    @rule("TN-5.33", "TN-5.38")
    def fiche(self) -> Fiche:
        """The sheet these choices make, holding or not: with the caste, at the rank that skills and vécu allow."""
        f, caste = self.hors_caste, self.voulue
        if caste is None or acces(f, caste) is not None:
            return f
        f = endosser(f, caste, self.options, plafond_de_creation(f.vecu))
        for name in CHOICES:
            wanted = getattr(self, name)
            if wanted and choix_ferme(f, name, wanted, creation=True) is None:
                f = choisir(f, name, wanted)
        return f

    @cached_property
    def hors_caste(self) -> Fiche:
        """All but the caste."""
        destinee, vecu = scales.destinee(self.destinee), scales.vecu(self.vecu)
        return Fiche(
            self.nom.strip(),
            destinee=int(self.destinee) if destinee else 3,
            vecu=int(self.vecu) if vecu else 3,
            base=self.valeurs,
            comportement=self.comportement if self.comportement in scales.COMPORTEMENTS else "",
            caractere=self.caractere if self.caractere in scales.CARACTERES else "",
            porte_bonheur=self.porte_bonheur
            if personality.est_porte_bonheur(self.porte_bonheur)
            else personality.PORTE_BONHEUR[-1],
            qualites=written(self.qualites),
            defauts=written(self.defauts),
            pa=max(0, destinee.pa + boons.pa(self.traits) - costs.depense(self.valeurs)) if destinee else 0,
            px=max(0, vecu.px - self.achats.px) if vecu else 0,
            pi=self.achats.reste(),
            acquis=(vecu.px if vecu else 0) + self.inspiration.somme,
            groupes=known(self.groupes, groupe),
            competences=known(self.competences, competence),
            historique=self.historique.strip(),
            peuple=self.peuple if self.peuple in scales.PEUPLES else "",
            maternelle=self.maternelle.strip(),
            pp=max(0, (destinee.pp if destinee else 0) + boons.gain(self.traits) - boons.depense(self.traits)),
            traits=tuple(trait for trait in self.traits if trait.id in TRAITS and trait.rang > 0),
            pecule=boons.pecule(scales.pecule(vecu), self.traits) if vecu else 0,
        )

    def personnage(self) -> Personnage:
        return Personnage(id_of(self.nom), self.fiche)


def subject(given: Precise) -> str:
    """What a trait is about, by the id or by the name that was written."""
    written, trait = given.sujet.strip(), TRAITS.get(given.trait)
    known = sujets(trait.sujet) if trait is not None else {}
    return next((id for id, name in known.items() if plain(written) in (plain(id), plain(name))), written)


def some(levels: Mapping[str, int]) -> dict[str, int]:
    """Those that are not 0."""
    return {id: n for id, n in levels.items() if n}


def known(levels: Mapping[str, int], of: Callable[[str], object | None]) -> dict[str, int]:
    """Levels of what there is, as a sheet keeps them."""
    return {id: n for id, n in levels.items() if n > 0 and of(id) is not None}


def written(texts: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(text.strip() for text in texts if text.strip()))


# ---------------------------------------------------------------- what may be spent


def points(d: Brouillon) -> int:
    """PA: those of the destiny, and what avantages give."""
    destinee = scales.destinee(d.destinee)
    return (destinee.pa if destinee else 0) + boons.pa(d.traits)


def budgets(d: Brouillon) -> tuple[Budget, ...]:
    """What is spent of each kind of points, and what there is."""
    destinee = scales.destinee(d.destinee)
    pp = destinee.pp if destinee else 0
    vecu, groups, skills = scales.vecu(d.vecu), d.inspiration.groupes, d.inspiration.competences
    return (
        Budget("Points d'attributs (PA)", costs.depense(d.valeurs), points(d), "TN-5.2", "attributs", kept=True),
        Budget(
            "Points de personnage (PP)",
            boons.depense(d.traits),
            pp + boons.gain(d.traits),
            "TN-5.5",
            "traits",
            kept=bool(d.traits),
        ),
        Budget("Points d'expérience (PX)", d.achats.px, vecu.px if vecu else 0, "TN-5.3", "competences", kept=True),
        Budget("Inspiration des groupes (PI)", sum(groups.values()), past.PI, "TN-5.4", "historique"),
        Budget("Inspiration des compétences (PI)", sum(skills.values()), past.PI, "TN-5.4", "historique"),
    )


# ---------------------------------------------------------------- what does not hold


@rule("TN-5.1")
def problems(d: Brouillon) -> list[Problem]:
    """Everything that does not hold, in the order of the steps."""
    steps = {
        "destinee": of_destinee,
        "vecu": of_vecu,
        "personnalite": of_personnalite,
        "porte_bonheur": of_porte_bonheur,
        "qualites": of_qualites,
        "depart": of_depart,
        "historique": of_historique,
        "univers": of_univers,
        "attributs": of_attributs,
        "competences": of_competences,
        "caste": of_caste,
        "traits": of_traits,
        "nom": of_nom,
    }
    return [Problem(step, why) for step, closures in steps.items() for why in closures(d)]


def of_destinee(d: Brouillon) -> Closures:
    if scales.destinee(d.destinee) is None:
        yield Closed("TN-5.6", "Destinée inconnue : {}", (d.destinee,))


def of_vecu(d: Brouillon) -> Closures:
    if scales.vecu(d.vecu) is None:
        yield Closed("TN-5.10", "Vécu inconnu : {}", (d.vecu,))


def of_personnalite(d: Brouillon) -> Closures:
    if d.comportement not in scales.COMPORTEMENTS:
        yield Todo("TN-5.14", "Un comportement est à choisir")
    if d.caractere not in scales.CARACTERES:
        yield Todo("TN-5.15", "Un caractère est à choisir")


def of_porte_bonheur(d: Brouillon) -> Closures:
    if not personality.est_porte_bonheur(d.porte_bonheur):
        kind = Closed if d.porte_bonheur else Todo
        yield kind("TN-5.16", "Le chiffre porte-bonheur va de 1 à 6")


@rule("TN-5.17")
def of_qualites(d: Brouillon) -> Closures:
    """Any number of them, within reason, each once."""
    for texts in (d.qualites, d.defauts):
        if len(texts) > MOST:
            yield Closed("TN-5.17", "{} au plus, pas {}", (MOST, len(texts)))
        for text, times in Counter(text.strip() for text in texts).items():
            if not text or len(text) > LONGEST:
                yield Closed("TN-5.17", "De 1 à {} caractères", (LONGEST,))
            elif times > 1:
                yield Closed("TN-5.17", "« {} » est écrit {} fois", (text, times))


@rule("TN-5.19")
def of_depart(d: Brouillon) -> Closures:
    """Traits of creation are chosen before the rest, and only there; every list has its own."""
    lists = ("", d.depart), ("avantage", d.avantages), ("desavantage", d.desavantages)
    for kind, trait in [(kind, TRAITS[id]) for kind, taken in lists for id in some(taken) if id in TRAITS]:
        if kind and trait.depart:
            yield Closed("TN-5.19", "« {} » se prend avec les traits de création", (trait.nom,))
        elif not kind and not trait.depart:
            yield Closed("TN-5.19", "« {} » n'est pas un trait de création", (trait.nom,))
        if kind and trait.polarite != kind:
            yield Closed("TN-3.1", "« {} » est de l'autre liste", (trait.nom,))


def of_traits(d: Brouillon) -> Closures:
    destinee = scales.destinee(d.destinee)
    for (id, _), times in Counter((trait.id, trait.sujet) for trait in d.traits).items():
        if times > 1:
            name = TRAITS[id].nom if id in TRAITS else id
            yield Closed("TN-3.7", "« {} » est pris {} fois, un rang plus haut suffit", (name, times))
    known = tuple(trait for trait in d.traits if trait.id in TRAITS)
    yield from boons.fermes(replace(d.fiche, traits=known), destinee)
    yield from (Closed("TN-3.10", "Aucun trait « {} »", (each.id,)) for each in d.traits if each.id not in TRAITS)
    left = (destinee.pp if destinee else 0) + boons.gain(d.traits) - boons.depense(d.traits)
    if left < 0:
        yield Closed("TN-5.18", "Il manque {} PP", (-left,))


def of_historique(d: Brouillon) -> Closures:
    if d.formule not in past.formules(d.options):
        yield Closed("TN-5.25", "L'univers impose ses historiques")
        return
    if d.formule == past.SIMPLE:
        yield from past.simple(d.inspiration)
    elif d.formule == past.DETAILLEE:
        yield from past.detaillee(d.mentions)
    elif d.passe not in past.PASSES:
        yield Todo("TN-5.25", "Un historique d'univers est à choisir")
    yield from past.plafonds(d.inspiration)
    if len(d.historique) > LONG:
        yield Closed("TN-5.22", "{} caractères au plus, pas {}", (LONG, len(d.historique)))


@rule("TN-5.42")
def of_univers(d: Brouillon) -> Closures:
    """A universe may ask where somebody comes from."""
    if d.peuple not in ("", *scales.PEUPLES):
        yield Closed("TN-5.42", "Peuple inconnu : {}", (d.peuple,))
    elif ETAPES in d.options and not d.peuple:
        yield Todo("TN-5.42", "Un peuple est à choisir")


def of_attributs(d: Brouillon) -> Closures:
    destinee = scales.destinee(d.destinee)
    for code in (*d.principaux, *d.secondaires):
        if code == "EQU":
            yield Closed("TN-5.32", "L'Équilibre se calcule, il ne s'achète pas")
    if destinee is None:
        return
    top = scales.maximum(destinee, d.options)
    for code in PRINCIPAUX:
        value = d.valeurs[code]
        if value < costs.MINIMUM:
            yield Closed("TN-5.27", "{} : {} au moins, pas {}", (code, costs.MINIMUM, value))
        if value > top:
            yield Closed("TN-5.7", "{} : {} au plus, pas {}", (code, top, value))
    for code in SECONDAIRES:
        value = d.valeurs[code]
        if value < costs.SECONDAIRE_MIN:
            yield Closed("TN-5.28", "{} : {} au moins, pas {}", (code, costs.SECONDAIRE_MIN, value))
        if value > costs.SECONDAIRE_MAX:
            yield Closed("TN-5.30", "{} : {} au plus, pas {}", (code, costs.SECONDAIRE_MAX, value))
    yield from of_profil(d, destinee)
    left = points(d) - costs.depense(d.valeurs)
    if left < 0:
        yield Closed("TN-5.26", "Il manque {} PA", (-left,))
    elif left > costs.reliquat_max(d.valeurs):
        yield Todo("TN-5.31", "{} PA restent, {} au plus peuvent être gardés", (left, costs.reliquat_max(d.valeurs)))


def of_profil(d: Brouillon, destinee: scales.Destinee) -> Closures:
    """With a ready-made array, its values and no others."""
    if not d.profil:
        return
    ready = scales.repartitions(destinee)
    if d.profil not in ready:
        yield Closed("TN-5.9", "Répartition inconnue : {}", (d.profil,))
        return
    values = Counter(d.valeurs[code] for code in PRINCIPAUX)
    left, more = Counter(ready[d.profil]) - values, values - Counter(ready[d.profil])
    if left or more:
        facts = d.profil, tuple(sorted(left.elements(), reverse=True)), tuple(sorted(more.elements(), reverse=True))
        yield Closed("TN-5.9", "{} : restent à placer {}, sont de trop {}", facts)


@rule("TN-5.33")
def of_caste(d: Brouillon) -> Closures:
    """The caste is open to whoever has its attributes, and the first rank's aptitudes once skills are bought."""
    f, caste = d.hors_caste, d.voulue
    closed = acces(f, caste) if caste is not None else None
    if closed is not None:
        yield closed
        return
    f = d.fiche
    for name in CHOICES:
        wanted = getattr(d, name)
        if wanted and (f.caste is None or f.caste.choix.get(name) != wanted):
            refused = choix_ferme(f, name, wanted, creation=True)
            yield refused or Closed("TN-6.9", "« {} » ne peut être choisi ainsi", (NOMS[name],))


def of_competences(d: Brouillon) -> Closures:
    vecu = scales.vecu(d.vecu)
    if vecu is None:
        return
    yield from purchases.plafonds(d.achats, vecu, d.options)
    left, most = vecu.px - d.achats.px, purchases.reliquat_max(d.achats)
    if left < 0:
        yield Closed("TN-5.34", "Il manque {} PX", (-left,))
    elif left > most:
        yield Todo("TN-5.37", "{} PX restent, {} au plus peuvent être gardés", (left, most))


def of_nom(d: Brouillon) -> Closures:
    yield from misnamed(d.nom, LONGEST, "TN-5.1")
    if d.maternelle.strip() and competence(f"{LANGUES}:{d.maternelle.strip()}") is None:
        yield Closed("TN-2.65", "« {} » n'est pas un nom de langue", (d.maternelle,))
