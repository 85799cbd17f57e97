"""Chapters 1 to 4, creation: what has been chosen, what it comes to, what it costs, what does not hold yet."""

from __future__ import annotations

from collections.abc import Container, Iterator
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.draft import Budget, Draft, Problem, id_of, misnamed
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Todo
from tablee.kernel.tally import Terms, total

from ..book.c4_experience.prix import langues_possibles, rang_dans, rang_refuse
from ..book.c4_experience.progres import LANGUE_MAX
from ..book.c12_equipement import PRIX_MAX, ajouter, deja_porte, trop_lourd
from ..model.catalogue import COMPETENCES, PACKAGE, nom_de
from ..model.maison import AUCUNE, Maison
from ..model.people import Equipement, Fiche, Personnage
from ..model.tables import ATTRIBUTS, COUT_DES_RANGS, NOMS, RANG_MAX, TRAITS

LONGUEUR, LONGUEUR_REPONSE = 40, 300


RANG_ACHETE_MAX = max(COUT_DES_RANGS)


PP_PAR_POINT = 5


# ---------------------------------------------------------------- of ours


class Interrogation(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One of the thirteen questions."""

    id: str
    nom: str
    demande: str
    reponses: tuple[str, ...] = ()


class Voie(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a random character is drawn to."""

    nom: str
    competences: tuple[str, ...]


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    langues: tuple[str, ...]
    prenoms: tuple[str, ...]
    surnoms: tuple[str, ...]
    bourse: dict[str, int]
    question: tuple[Interrogation, ...]
    voie: tuple[Voie, ...]


MATIERE = content.read(PACKAGE, "content/creation.toml", _Fichier)


QUESTIONS = {q.id: q for q in MATIERE.question}


# ---------------------------------------------------------------- the MJ's two settings


class Echelle(msgspec.Struct, frozen=True):
    nom: str
    points: int
    rule: str


class Experience(msgspec.Struct, frozen=True):
    nom: str
    pp: int
    diviseur: int  # of the weakest parent's rank: that is the highest rank of a skill
    rule: str


ECHELLES = {"classique": Echelle("Classique", 62, "YY-2.7"), "epique": Echelle("Épique", 98, "YY-2.8")}


EXPERIENCES = {
    "debutant": Experience("Débutant", 40, 2, "YY-4.7"),
    "experimente": Experience("Expérimenté", 70, 1, "YY-4.8"),
}


# ---------------------------------------------------------------- what has been chosen


class Rangs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ranks bought."""

    air: int = 5
    terre: int = 5
    eau: int = 5
    feu: int = 5


class Brouillon(Draft, frozen=True, kw_only=True):
    """What has been chosen so far."""

    description: str = ""
    voie: str = ""
    motivation: str = ""
    confiance: str = ""
    qualites: str = ""
    prejuges: str = ""
    famille: str = ""
    gouts: str = ""
    manies: str = ""
    caractere: str = ""
    parents: str = ""
    ambitions: str = ""
    conseil: str = ""
    echelle: str = "classique"
    experience: str = "debutant"
    accord_mj: bool = False  # to attributes above 7
    traits: Rangs = Rangs()
    transfert_air: str = ""  # the attribute that takes a point from its twin
    transfert_terre: str = ""
    transfert_eau: str = ""
    transfert_feu: str = ""
    competences: dict[str, int] = {}
    langues: tuple[str, ...] = MATIERE.langues[:1]  # the mother tongue first
    bourse: int | None = None  # sous, if the MJ sets another purse
    armes: tuple[str, ...] = ()
    armures: tuple[str, ...] = ()
    bouclier: str = ""
    materiel: tuple[str, ...] = ()
    nom: str = ""
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written, to choose from as well

    def transfert(self, trait: str) -> str:
        return str(getattr(self, f"transfert_{trait}"))

    def cadre(self) -> Echelle:
        return ECHELLES.get(self.echelle, ECHELLES["classique"])

    def vecu(self) -> Experience:
        return EXPERIENCES.get(self.experience, EXPERIENCES["debutant"])

    def personnage(self) -> Personnage:
        """The character these choices make, holding or not."""
        return Personnage(id_of(self.nom), fiche(self), equipement=equipement(self))


# ---------------------------------------------------------------- what the choices come to


@rule("YY-2.10")
def attributs(d: Brouillon) -> dict[str, int]:
    """Both attributes of a trait start at its rank; one point may go from one to the other."""
    rangs: dict[str, int] = {}
    for trait, (a, b) in TRAITS.items():
        rang, vers = getattr(d.traits, trait), d.transfert(trait)
        bascule = 1 if vers == a else -1 if vers == b else 0
        rangs |= {a: rang + bascule, b: rang - bascule}
    return rangs


def competences(d: Brouillon) -> dict[str, int]:
    return {c: n for c, n in d.competences.items() if c in COMPETENCES and n > 0}


def histoire(d: Brouillon) -> dict[str, str]:
    """The questions that were answered."""
    return {id: reponse for id in QUESTIONS if (reponse := str(getattr(d, id)).strip())}


@rule("YY-4.6")
def fiche(d: Brouillon) -> Fiche:
    """The sheet these choices make; PP that were not spent are kept."""
    f = Fiche(
        d.nom.strip(),
        competences=competences(d),
        langues=langues(d),
        pp=max(0, total(pp_disponibles(d)) - pp_depenses(d)),
        accord_mj=d.accord_mj,
        joueur=True,
        histoire=histoire(d),
    )
    return replace(f, **{a: max(1, min(RANG_MAX, n)) for a, n in attributs(d).items()})


def langues(d: Brouillon) -> tuple[str, ...]:
    return tuple(dict.fromkeys(x.strip() for x in d.langues if x.strip()))


def achats(d: Brouillon) -> tuple[str, ...]:
    """Everything bought, by its id."""
    return (*d.armes, *d.armures, *((d.bouclier,) if d.bouclier else ()), *d.materiel)


def equipement(d: Brouillon) -> Equipement:
    """What was bought, and what is left of the purse."""
    e = Equipement(sous=max(0, bourse(d) - depense(d)))
    for id in achats(d):
        objet = d.own.objets.get(id)
        if objet is not None and deja_porte(e, objet) is None:
            e = ajouter(e, objet)
    return e


# ---------------------------------------------------------------- what may be spent


@rule("YY-2.9")
def prix_total(rang: int) -> int:
    """Table 1: the whole price of holding a rank, for traits and for skills at creation."""
    return COUT_DES_RANGS.get(rang, max(0, rang) * (max(0, rang) + 1) // 2)


def points_depenses(d: Brouillon) -> int:
    return sum(prix_total(getattr(d.traits, t)) for t in TRAITS)


@rule("YY-2.13", "YY-4.7", "YY-4.8")
def pp_disponibles(d: Brouillon) -> Terms:
    """40 or 70 PP, and 5 for each trait point left."""
    vecu, reste = d.vecu(), d.cadre().points - points_depenses(d)
    terms: Terms = ((vecu.nom, vecu.pp, vecu.rule),)
    return (*terms, ("Points de trait restants", PP_PAR_POINT * reste, "YY-2.13")) if reste > 0 else terms


@rule("YY-4.6")
def pp_depenses(d: Brouillon) -> int:
    """Skills at their total prices."""
    return sum(prix_total(n) for n in competences(d).values())


@rule("YY-4.7", "YY-4.8")
def plafond(d: Brouillon, fiche: Fiche, competence: str) -> int:
    """The highest rank of a skill at creation: that of its weakest parent, halved for a débutant."""
    return min(rang_dans(fiche, parent) for parent in COMPETENCES[competence].parents) // d.vecu().diviseur


def atteignable(d: Brouillon, fiche: Fiche, competence: str) -> int:
    """The highest rank of a skill if the skills it hangs from were bought as high as can be."""
    hauts = [fiche.rangs[p] if p in NOMS else atteignable(d, fiche, p) for p in COMPETENCES[competence].parents]
    return min(*hauts, RANG_ACHETE_MAX * d.vecu().diviseur) // d.vecu().diviseur


@rule("YY-20.2")
def bourse(d: Brouillon) -> int:
    """The sous one begins with: ours, unless the MJ sets another purse."""
    habituelle = MATIERE.bourse[d.experience if d.experience in EXPERIENCES else "debutant"]
    return habituelle if d.bourse is None else d.bourse


def depense(d: Brouillon) -> int:
    return sum(d.own.objets[id].cout for id in achats(d) if id in d.own.objets)


@rule("YY-2.7", "YY-2.8")
def budgets(d: Brouillon) -> tuple[Budget, ...]:
    """What is spent and what there is: trait points, PP, languages, sous."""
    return (
        Budget("Points de trait", points_depenses(d), d.cadre().points, d.cadre().rule, "traits", kept=True),
        Budget("Points de personnage", pp_depenses(d), total(pp_disponibles(d)), d.vecu().rule, "competences"),
        Budget("Langues parlées", len(langues(d)), total(langues_possibles(fiche(d))), "YY-16.6", "langues", kept=True),
        Budget("Sous", depense(d), bourse(d), "YY-12.2", "equipement", kept=True),
    )


# ---------------------------------------------------------------- what does not hold


def problems(d: Brouillon) -> list[Problem]:
    """Everything that does not hold, in the order of the steps."""
    return [
        *(Problem("conception", why) for why in reponses_fausses(d)),
        *(Problem("cadre", why) for why in cadre_faux(d)),
        *(Problem("traits", why) for why in traits_faux(d)),
        *(Problem("attributs", why) for why in attributs_faux(d)),
        *(Problem("competences", why) for why in competences_fausses(d)),
        *(Problem("langues", why) for why in langues_fausses(d)),
        *(Problem("equipement", why) for why in equipement_faux(d)),
        *(Problem("nom", why) for why in misnamed(d.nom, LONGUEUR, "YY-1.1")),
    ]


@rule("YY-1.1")
def reponses_fausses(d: Brouillon) -> Iterator[Closed]:
    """Answers are free and none is needed; each has a length a sheet can show."""
    for q in QUESTIONS.values():
        n = len(getattr(d, q.id).strip())
        if n > LONGUEUR_REPONSE:
            yield Closed("YY-1.1", "{} : {} caractères au plus, pas {}", (q.nom, LONGUEUR_REPONSE, n))


@rule("YY-1.1")
def cadre_faux(d: Brouillon) -> Iterator[Closed]:
    """A scale and an experience, independent of each other."""
    if d.echelle not in ECHELLES:
        yield Closed("YY-1.1", "« {} » n'est pas une échelle", (d.echelle,))
    if d.experience not in EXPERIENCES:
        yield Closed("YY-1.1", "« {} » n'est pas une expérience", (d.experience,))


@rule("YY-2.2", "YY-2.7", "YY-2.8", "YY-2.9")
def traits_faux(d: Brouillon) -> Iterator[Closed]:
    """Each trait from 1 to 7, for no more points than the scale gives."""
    for t in TRAITS:
        n = getattr(d.traits, t)
        if not 1 <= n <= RANG_ACHETE_MAX:
            yield Closed("YY-2.9", "{} : de {} à {}, pas {}", (NOMS[t], 1, RANG_ACHETE_MAX, n))
    cadre, depenses = d.cadre(), points_depenses(d)
    if depenses > cadre.points:
        yield Closed(cadre.rule, "{} points de trait dépensés, {} disponibles", (depenses, cadre.points))


@rule("YY-2.2", "YY-2.10", "YY-2.12")
def attributs_faux(d: Brouillon) -> Iterator[Closed]:
    """A transfer stays within its trait, leaves nothing at 0, and needs agreement to go above 7."""
    for trait, deux in TRAITS.items():
        vers = d.transfert(trait)
        if vers and vers not in deux:
            yield Closed("YY-2.10", "« {} » n'est pas un attribut de {}", (NOMS.get(vers, vers), NOMS[trait]))
        elif vers and getattr(d.traits, trait) <= 1:
            yield Closed("YY-2.10", "{} : ce transfert laisserait un attribut à 0", (NOMS[trait],))
    f, rangs = Fiche("", accord_mj=d.accord_mj), attributs(d)
    for a in ATTRIBUTS:
        refus = rang_refuse(f, a, min(RANG_MAX, rangs[a]), False)
        if refus is not None:
            yield refus


@rule("YY-4.6", "YY-4.7", "YY-4.8", "YY-4.9")
def competences_fausses(d: Brouillon) -> Iterator[Closed]:
    """Skills of the graph, none above what its parents allow, for no more PP than there are."""
    f, vecu = fiche(d), d.vecu()
    for c, n in d.competences.items():
        if c not in COMPETENCES:
            yield Closed("YY-4.9", "« {} » n'est pas une compétence", (c,))
        elif not 0 <= n <= RANG_ACHETE_MAX:
            yield Closed("YY-4.6", "{} : de {} à {}, pas {}", (nom_de(c), 0, RANG_ACHETE_MAX, n))
        elif n > plafond(d, f, c):
            parent = min(COMPETENCES[c].parents, key=lambda x: rang_dans(f, x))
            facts = (nom_de(c), plafond(d, f, c), nom_de(parent), rang_dans(f, parent), n)
            yield Closed(vecu.rule, "{} : {} au plus ({} : {}), pas {}", facts)
    depenses, disponibles = pp_depenses(d), total(pp_disponibles(d))
    if depenses > disponibles:
        yield Closed(vecu.rule, "{} PP dépensés, {} disponibles", (depenses, disponibles))


@rule("YY-16.6")
def langues_fausses(d: Brouillon) -> Iterator[Closed]:
    """The mother tongue and one more for each rank of Langues."""
    if not langues(d):
        yield Todo("YY-16.6", "Il manque une langue maternelle")
    for x in langues(d):
        if len(x) > LANGUE_MAX:
            yield Closed("YY-16.6", "Le nom d'une langue a de 1 à {} caractères", (LANGUE_MAX,))
    au_plus = total(langues_possibles(fiche(d)))
    if len(langues(d)) > au_plus:
        yield Closed("YY-16.6", "{} langues au plus à ce rang de Langues", (au_plus,))


@rule("YY-3.4", "YY-12.2", "YY-12.3", "YY-12.4", "YY-12.5")
def equipement_faux(d: Brouillon) -> Iterator[Closed]:
    """Things of the catalogue that can be worn together and carried, for no more sous than there are."""
    rayons: tuple[tuple[tuple[str, ...], Container[str], str], ...] = (
        (d.armes, d.own.a_vendre, "YY-12.3"),
        (d.armures, d.own.armures, "YY-12.4"),
        (d.materiel, d.own.outils, "YY-12.2"),
        ((d.bouclier,) if d.bouclier else (), d.own.boucliers, "YY-12.5"),
    )
    for choisis, rayon, regle in rayons:
        for id in choisis:
            if id not in rayon:
                yield Closed(regle, "« {} » n'est pas au catalogue", (id,))
    membres = [d.own.armures[id] for id in d.armures if id in d.own.armures]
    for i, piece in enumerate(membres):
        dessous = next((a for a in membres[:i] if a.membre == piece.membre), None)
        if dessous is not None:
            yield Closed("YY-12.4", "Une seule pièce d'armure par membre : {}", (dessous.nom,))
    if not 0 <= bourse(d) <= PRIX_MAX:
        yield Closed("YY-12.2", "Une bourse va de 0 à {} sous, pas {}", (PRIX_MAX, bourse(d)))
    elif depense(d) > bourse(d):
        yield Closed("YY-12.2", "Pas assez d'argent : {} sous requis, {} disponibles", (depense(d), bourse(d)))
    lourd = trop_lourd(fiche(d).resistance, equipement(d))
    if lourd is not None:
        yield lourd
