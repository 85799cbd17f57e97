"""Creation, step by step, in the order of the book: every field as a terminal or a page asks for it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, TypeVar

from msgspec.structs import replace

from tablee.kernel.draft import IDLE, Column, Field, Step

from ..book.c5_creation import ETAPES
from ..book.c5_creation import attributs as costs
from ..book.c5_creation import echelles as scales
from ..book.c5_creation import historique as past
from ..book.c5_creation.personnalite import PORTE_BONHEUR
from ..book.c6_castes import NOMS, nom_du_choix, possibles
from ..model.attributs import CATALOGUE
from ..model.caracteristiques import SAUVEGARDES
from ..model.castes import CASTES
from ..model.competences import COMPETENCES, GROUPES
from ..model.people import Fiche
from ..model.sums import PRINCIPAUX, SECONDAIRES
from ..model.traits import TRAITS, TraitDuLivre
from .draft import CHOICES, Brouillon
from .names import STYLES, apart, told

Thing = scales.Destinee | scales.Vecu | scales.Disposition | scales.Notion | past.Passe
T = TypeVar("T", bound=Thing)


def choice(name: str, label: str, help: str, known: Mapping[str, T]) -> Field:
    """One of a small catalogue, each with what it does."""
    keys = tuple((id, thing.nom) for id, thing in known.items())
    return Field(name, "choice", label, help, keys, notes={id: thing.dit for id, thing in known.items()})


def attributes(name: str, label: str, help: str, codes: tuple[str, ...], low: int, high: int) -> Field:
    keys = tuple((code, CATALOGUE[code].nom) for code in codes)
    return Field(name, "points", label, help, keys, low, high, notes={code: CATALOGUE[code].dit for code in codes})


ATTRIBUTES = tuple((code, CATALOGUE[code].nom) for code in PRINCIPAUX)


class Offered(NamedTuple):
    """What there is, what is to be known of each, and the headings they stand under."""

    keys: tuple[tuple[str, str], ...]
    notes: dict[str, str]
    groups: dict[str, str]


GROUPS = Offered(
    tuple((g.id, g.nom) for g in GROUPES.values()),
    {g.id: g.dit for g in GROUPES.values()},
    {g.id: g.categorie for g in GROUPES.values()},
)
SKILLS = Offered(
    tuple((c.id, " · ".join(apart(c))) for c in COMPETENCES.values()),
    {c.id: next(iter(c.lots.values())).dit for c in COMPETENCES.values()},
    {c.id: GROUPES[next(iter(c.lots))].nom for c in COMPETENCES.values()},
)


def traits(which: Callable[[TraitDuLivre], bool], about: bool = False) -> Offered:
    """Some of the traits, with their price and what they do."""
    found = [t for t in TRAITS.values() if not t.extension and bool(t.sujet) == about and which(t)]
    found.sort(key=lambda t: (t.style, t.polarite))
    return Offered(
        tuple((t.id, t.nom) for t in found),
        {t.id: told(t)[0] for t in found},
        {t.id: STYLES.get(t.style, t.style) for t in found},
    )


OPEN = [c for c in CASTES.values() if not c.ferme]
ABOUT = traits(lambda t: True, about=True)


def levels(name: str, label: str, help: str, offered: Offered, high: int) -> Field:
    return Field(name, "points", label, help, offered.keys, 0, high, notes=offered.notes, groups=offered.groups)


STEPS = (
    Step(
        "destinee",
        "Destinée",
        (
            choice(
                "destinee",
                "Destinée",
                "Ce que le destin lui donne au départ ; le MJ la fixe pour tous.",
                scales.DESTINEES,
            ),
        ),
        ("TN-5.6", "TN-5.7", "TN-5.8"),
    ),
    Step(
        "vecu",
        "Vécu",
        (choice("vecu", "Vécu", "Ce qu'il a déjà vécu ; le MJ le fixe pour tous.", scales.VECUS),),
        ("TN-5.10", "TN-5.11"),
    ),
    Step(
        "personnalite",
        "Personnalité",
        (
            choice(
                "comportement", "Comportement", "Comment il s'exprime ; sans effet sur les jets.", scales.COMPORTEMENTS
            ),
            choice("caractere", "Caractère", "Comment il voit le monde ; sans effet sur les jets.", scales.CARACTERES),
        ),
        ("TN-5.12", "TN-5.13", "TN-5.14", "TN-5.15"),
    ),
    Step(
        "porte_bonheur",
        "Chiffre porte-bonheur",
        (
            Field(
                "porte_bonheur",
                "points",
                "Chiffre porte-bonheur",
                "Un double de ce chiffre à un test ajoute sa Chance : 6 pour les audacieux, 1 pour les prudents.",
                (),
                PORTE_BONHEUR[0],
                PORTE_BONHEUR[-1],
            ),
        ),
        ("TN-5.16",),
    ),
    Step(
        "qualites",
        "Qualités et défauts",
        (
            Field("qualites", "entries", "Qualités", "Ce qu'on aime chez lui, en quelques mots ; facultatif."),
            Field("defauts", "entries", "Défauts", "Ce qu'on lui reproche, en quelques mots ; facultatif."),
        ),
        ("TN-5.17",),
    ),
    Step(
        "depart",
        "Traits de création",
        (
            levels(
                "depart",
                "Traits de création",
                "Ce qu'on n'a que de naissance. Un avantage coûte des PP, un désavantage en rend.",
                traits(lambda t: t.depart),
                3,
            ),
        ),
        ("TN-5.18", "TN-5.19"),
    ),
    Step(
        "historique",
        "Historique",
        (
            Field(
                "formule",
                "choice",
                "Formule",
                "Le passé donne de l'inspiration (PI), qui paie jusqu'à la moitié d'un groupe ou d'une compétence.",
                tuple((id, label) for id, (label, _) in past.FORMULES.items()),
                notes={id: note for id, (_, note) in past.FORMULES.items()},
            ),
            levels(
                "pi_groupes", "Inspiration des groupes", "100 PI, 20 au plus dans un groupe.", GROUPS, past.GROUPE_MAX
            ),
            levels(
                "pi_competences",
                "Inspiration des compétences",
                "100 PI, 10 au plus dans une compétence, d'un groupe qui en a reçu.",
                SKILLS,
                past.COMPETENCE_MAX,
            ),
            Field(
                "mentions",
                "entries",
                "Notions",
                "Deux lignes par notion ; groupe et compétence reçoivent 10 PI. Attribut : si le groupe en vient.",
                columns=(
                    Column("notion", "Notion", "choice", tuple((n.id, n.nom) for n in scales.NOTIONS.values())),
                    Column("groupe", "Groupe", "choice", GROUPS.keys),
                    Column("competence", "Compétence", "choice", SKILLS.keys),
                    Column(
                        "attribut", "Attribut", "choice", (("", "Aucun"), *((c, CATALOGUE[c].nom) for c in PRINCIPAUX))
                    ),
                ),
            ),
            choice("passe", "Historique d'univers", "Un passé tout prêt, qui donne ses PI d'un coup.", past.PASSES),
            Field("historique", "text", "Son histoire", "D'où il vient, en quelques phrases ; facultatif."),
        ),
        ("TN-5.22", "TN-5.23", "TN-5.24", "TN-5.25"),
    ),
    Step(
        "univers",
        "Univers",
        (
            choice(
                "peuple",
                "Peuple",
                "D'où il vient, là où la campagne le demande ; sans effet sur les jets.",
                scales.PEUPLES,
            ),
        ),
        ("TN-5.42",),
    ),
    Step(
        "attributs",
        "Attributs",
        (
            Field("profil", "choice", "Répartition", "Dix valeurs toutes prêtes à placer, ou des PA à dépenser."),
            attributes(
                "principaux",
                "Attributs principaux",
                "Atteindre la valeur X coûte X - 5 PA, point par point depuis 7.",
                PRINCIPAUX,
                costs.MINIMUM,
                20,
            ),
            attributes(
                "secondaires",
                "Attributs secondaires",
                "Atteindre X coûte X - 7 PA au-dessus de 10 ; descendre de X en rend X - 7, avec l'accord du MJ.",
                SECONDAIRES,
                costs.SECONDAIRE_MIN,
                costs.SECONDAIRE_MAX,
            ),
        ),
        ("TN-5.26", "TN-5.27", "TN-5.28", "TN-5.9", "TN-5.31", "TN-5.32"),
    ),
    Step(
        "competences",
        "Groupes et compétences",
        (
            levels("groupes", "Groupes", "Atteindre le niveau N coûte 20 x N PX, niveau par niveau.", GROUPS, 2),
            levels(
                "competences",
                "Compétences",
                "Atteindre le niveau N coûte 10 x N PX, niveau par niveau ; trois peuvent aller un niveau plus haut.",
                SKILLS,
                5,
            ),
        ),
        ("TN-5.34", "TN-5.35", "TN-5.36", "TN-5.11", "TN-5.39", "TN-5.37", "TN-5.40", "TN-5.41"),
    ),
    Step(
        "caste",
        "Caste",
        (
            Field(
                "caste",
                "choice",
                "Caste",
                "Ce qu'il devient : des rangs, des ressources, un privilège. Il faut 14 dans ses deux attributs.",
                (("", "Aucune"), *((c.id, c.nom) for c in OPEN)),
                notes={c.id: c.dit for c in OPEN},
            ),
            Field("principal", "choice", "Attribut principal", "Le premier des deux attributs de la caste."),
            Field("secondaire", "choice", "Attribut secondaire", "L'autre attribut de la caste."),
            Field("majeure", "choice", "Sauvegarde majeure", "La sauvegarde que la caste renforce le plus."),
            *(Field(name, "choice", NOMS[name], "Un choix de rang ; il peut attendre.") for name in CHOICES),
        ),
        ("TN-5.33", "TN-6.2", "TN-6.4", "TN-6.5", "TN-6.11"),
    ),
    Step(
        "traits",
        "Traits",
        (
            levels(
                "avantages",
                "Avantages",
                "Un rang coûte ses PP ; la destinée borne le rang.",
                traits(lambda t: t.polarite == "avantage" and not t.depart),
                3,
            ),
            levels(
                "desavantages",
                "Désavantages",
                "Un rang rend ses PP ; en tout, 6 PP au plus.",
                traits(lambda t: t.polarite == "desavantage" and not t.depart),
                3,
            ),
            Field(
                "precises",
                "entries",
                "Traits à préciser",
                "Des traits qui portent sur quelque chose : un attribut, une compétence, une sauvegarde, un ennemi…",
                low=1,
                high=3,
                columns=(
                    Column("trait", "Trait", "choice", ABOUT.keys),
                    Column("rang", "Rang", "number"),
                    Column("sujet", "Sujet"),
                ),
                notes=ABOUT.notes,
            ),
        ),
        ("TN-5.18", "TN-5.8", "TN-5.20", "TN-5.21"),
    ),
    Step(
        "nom",
        "Nom",
        (
            Field("nom", "text", "Nom", "Comment on l'appelle."),
            Field("maternelle", "text", "Langue maternelle", "Celle de son enfance : sue sans rien dépenser."),
        ),
        ("TN-5.1", "TN-2.65"),
    ),
)


def of_caste(d: Brouillon, field: Field) -> Field:
    """What is left to choose in a caste."""
    profile = CASTES.get(d.caste)
    if profile is None:
        return replace(field, keys=(("", "Aucune"),), help=IDLE, idle=True)
    if field.name in CHOICES:
        f = d.fiche
        open_ones = possibles(drop(f, field.name), field.name, creation=True) if f.caste else ()
        if not open_ones or f.caste is None:
            return replace(field, keys=(("", "Plus tard"),), help=IDLE, idle=True)
        caste = f.caste
        keys = [(value, nom_du_choix(caste, field.name, value)) for value in open_ones]
        return replace(field, keys=(("", "Plus tard"), *keys))
    if field.name == "majeure":
        return replace(field, keys=tuple((id, SAUVEGARDES[id].nom) for id in profile.majeures))
    return replace(field, keys=tuple(key for key in ATTRIBUTES if key[0] in profile.possibles))


def drop(f: Fiche, name: str) -> Fiche:
    """A sheet as if that choice were still open."""
    if f.caste is None:
        return f
    choix = {other: value for other, value in f.caste.choix.items() if other != name}
    return replace(f, caste=replace(f.caste, choix=choix))


OF_FORMULA = {
    "pi_groupes": past.SIMPLE,
    "pi_competences": past.SIMPLE,
    "mentions": past.DETAILLEE,
    "passe": past.UNIVERS,
}


def asked(d: Brouillon, field: Field) -> Field:
    """A field with only what is open after what was chosen so far."""
    destinee, vecu = scales.destinee(d.destinee), scales.vecu(d.vecu)
    match field.name:
        case "formule":
            return replace(field, keys=tuple(key for key in field.keys if key[0] in past.formules(d.options)))
        case "pi_groupes" | "pi_competences" | "mentions" | "passe" if d.formule != OF_FORMULA[field.name]:
            return replace(field, help=IDLE, idle=True)
        case "pi_competences":
            with_pi = [id for id in field.keys if any(d.pi_groupes.get(g) for g in COMPETENCES[id[0]].lots)]
            return replace(field, keys=tuple(with_pi))
        case "principal" | "secondaire" | "majeure" | "entrainement_1" | "trait_1" | "entrainement_2":
            return of_caste(d, field)
        case "peuple":
            return field if ETAPES in d.options else replace(field, keys=(("", "Aucun"), *field.keys))
        case "profil" if destinee is not None:
            ready = {profil: ", ".join(map(str, values)) for profil, values in scales.repartitions(destinee).items()}
            keys = (("", "Point par point"), *((profil, profil) for profil in ready))
            return replace(field, keys=keys, notes=ready)
        case "principaux" if destinee is not None:
            return replace(field, high=scales.maximum(destinee, d.options))
        case "groupes" if vecu is not None:
            return replace(field, high=vecu.groupe)
        case "competences" if vecu is not None:
            return replace(field, high=vecu.competence + 1)
    return field
