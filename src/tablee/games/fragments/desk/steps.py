"""The steps of creation as they are asked for, each field with only what is open by then."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from tablee.kernel.draft import IDLE, Field, Step
from tablee.kernel.ledger import rule

from ..book.c7_modeles import LANGUES, NIVEAU_MAX, POINTS_MAX, TAUX_MAX
from ..book.c8_progression.classes import a_choisir, nom_du_type
from ..model.catalogue import ARMES, BOUCLIERS, OBJETS, ORIGINES, TOMES, Arme, Chose
from ..model.tables import COMBAT, NOMS, SOCIALES
from . import own_class
from .draft import (
    AFFINITES,
    BOURSE_MAX,
    D10,
    D20,
    DE_BASE,
    LIBRE,
    MATIERE,
    METHODES,
    PORTRAIT,
    SOCIAL_MAX,
    Brouillon,
    de_base,
    fiche,
    maitrises,
)
from .own_class import AUCUNE_ENCORE, ORDINAIRES, SIENNE, STATISTIQUES, TYPES, Cles, noms, par_genre, technique_au_prix

PRIX = "Le nombre est le prix en écus."
PT = "Le nombre est le coût en PT."
DE_LA_CLASSE = ("suggerees", "tirer_points", "de_points", "points", "tirer_taux", "de_taux", "taux")
AVANT = "Se décide avant de lancer."
CONTEXTES = f"{', '.join(MATIERE.contextes)}… ou un autre."


def au_prix(rayon: Mapping[str, Chose]) -> Cles:
    return tuple((c.id, f"{c.nom} {c.prix}") for c in rayon.values() if c.prix)


STEPS = (
    Step(
        "origine",
        "Origine",
        (
            Field("origine", "choice", "Origine", "", tuple((o.id, o.nom) for o in ORIGINES.values())),
            Field("suggerees", "yes_no", "Augmentations suggérées", "Sinon l'un des quatre motifs, au choix."),
            Field(
                "augmentations",
                "points",
                "Augmentations",
                "+1 +1 +1 +1, +2 +1 +1, +2 +2 ou +3 +1 ; un +1 (trois au plus) devient INIT +1 ou PV +2.",
                (*((s, NOMS[s]) for s in (*COMBAT, "INIT", "PV")),),
                0,
                6,
            ),
            Field("con", "points", "Constitution", "Dans la plage de l'origine.", (), 1, 20),
        ),
        ("FD-7.7", "FD-7.8", "FD-7.9", "FD-7.10"),
    ),
    Step(
        "classe",
        "Classe",
        (
            *own_class.FIELDS,
            Field("classe", "choice", "Classe", "", noms(DE_BASE.values())),
            Field("secondaires", "choices", "Maîtrises secondaires", "", TYPES),
            Field(
                "methode",
                "choice",
                "Méthode",
                "Fixe : points et croissance viennent de la classe, sans rien changer.",
                tuple(METHODES.items()),
            ),
            Field("niveau", "points", "Niveau", "1, sauf si le MJ en décide autrement.", (), 1, NIVEAU_MAX),
        ),
        ("FD-7.11", "FD-7.12", "FD-7.13", "FD-7.14", "FD-7.15", "FD-7.16", "FD-7.17"),
    ),
    Step(
        "caracteristiques",
        "Caractéristiques",
        (
            Field("tirer_points", "yes_no", "Lancer 20 + 1d10 plutôt que 25 points", AVANT),
            Field("de_points", "points", "Le d10 des points", "0 sans lancer.", (), 0, D10),
            Field(
                "points", "points", "Points", "Tous à placer ; 5 au plus avec l'origine.", STATISTIQUES, 0, POINTS_MAX
            ),
        ),
        ("FD-7.18", "FD-7.19"),
    ),
    Step(
        "croissance",
        "Taux de croissance",
        (
            Field("tirer_taux", "yes_no", "Lancer 70 + 1d10 plutôt que 75 points", AVANT),
            Field("de_taux", "points", "Le d10 de la croissance", "0 sans lancer.", (), 0, D10),
            Field(
                "taux",
                "points",
                "Taux de croissance",
                "Tous à placer ; 30 % au plus, et 1 % au moins avec la classe.",
                STATISTIQUES,
                0,
                TAUX_MAX,
            ),
        ),
        ("FD-7.20", "FD-7.21", "FD-2.25"),
    ),
    Step(
        "sociales",
        "Caractéristiques sociales",
        (
            Field("tirer_sociales", "yes_no", "Lancer 20 + le meilleur de 3d20 plutôt que 30 points", AVANT),
            Field(
                "des_sociaux",
                "points",
                "Les trois d20",
                "0 sans lancer.",
                (("premier", "Premier d20"), ("deuxieme", "Deuxième d20"), ("troisieme", "Troisième d20")),
                0,
                D20,
            ),
            Field(
                "sociales",
                "points",
                "Points sociaux",
                "10 au plus dans chacune.",
                tuple((s, NOMS[s]) for s in SOCIALES),
                0,
                SOCIAL_MAX,
            ),
            Field("tirer_affinite", "yes_no", "Tirer l'affinité au d12", AVANT),
            Field("de_affinite", "points", "Le d12 de l'affinité", "0 sans lancer.", (), 0, len(AFFINITES)),
            Field(
                "affinite",
                "choice",
                "Affinité",
                "Trois points de plus, au-delà de 10 s'il le faut.",
                (("", "Aucune encore"), *((a, a) for a in AFFINITES)),
            ),
        ),
        ("FD-7.5", "FD-7.6", "FD-5.20"),
    ),
    Step(
        "contexte",
        "Contexte",
        (
            Field("contexte", "text", "Contexte", CONTEXTES),
            Field("accord_mj", "yes_no", "Accord du MJ", "Pour les langues et les armes que le contexte ajoute."),
            Field(
                "langues",
                "choices",
                "Langues de plus",
                "Celles de l'origine sont acquises.",
                tuple((x, x) for x in LANGUES),
            ),
            Field("maitrises", "choices", "Armes de plus", "Maîtrisées au niveau 0.", TYPES),
        ),
        ("FD-7.3", "FD-7.4", "FD-5.19", "FD-6.19"),
    ),
    Step(
        "techniques",
        "Techniques",
        (
            Field("personnelle", "choice", "Technique personnelle", PT, (*AUCUNE_ENCORE, *ORDINAIRES)),
            Field("techniques", "choices", "Techniques équipées", PT, ORDINAIRES),
        ),
        ("FD-3.55", "FD-3.57", "FD-3.58"),
    ),
    Step(
        "equipement",
        "Équipement",
        (
            Field("bourse", "points", "Bourse en écus", "1000, sauf si le MJ en fixe une autre.", (), 0, BOURSE_MAX),
            Field("armes", "choices", "Armes", PRIX, au_prix(ARMES)),
            Field("tomes", "choices", "Tomes et sorts de soutien", PRIX, au_prix(TOMES)),
            Field("boucliers", "choices", "Boucliers", PRIX, au_prix(BOUCLIERS)),
            Field("objets", "choices", "Objets", PRIX, au_prix(OBJETS)),
        ),
        ("FD-6.1", "FD-6.2", "FD-6.4", "FD-6.5"),
    ),
    Step(
        "description",
        "Description",
        (
            Field("nom", "text", "Nom"),
            *(Field(champ, "text", nom) for champ, nom in PORTRAIT.items()),
            *(Field(champ, "text", nom, "Facultatif.") for champ, nom in LIBRE.items()),
            Field("mots", "entries", "Mots-clés", "Quelques mots qui disent son caractère."),
        ),
        ("FD-7.1", "FD-7.2"),
    ),
)


def demande(d: Brouillon, field: Field) -> Field:
    """A field with only what is open after what was chosen so far."""
    origine, classe = d.d_origine(), d.de_classe()
    if sans_objet(d, field.name):
        keys = field.keys[:1] if field.name == "affinite" else field.keys
        return replace(field, help=IDLE, idle=True, keys=keys)
    if field.name == "con" and origine is not None:
        return replace(field, low=origine.con[0], high=origine.con[1])
    if field.name == "secondaires" and classe is not None:
        return replace(field, keys=tuple((t, nom_du_type(t)) for t in a_choisir(classe)), high=classe.choix)
    if field.name == "langues" and origine is not None:
        return replace(field, keys=tuple((x, x) for x in LANGUES if x not in origine.langues))
    if field.name == "techniques":
        f = fiche(d)
        return replace(field, keys=tuple(technique_au_prix(f.connues[t]) for t in f.debloquees if t in f.connues))
    if field.name == "classe":
        sienne = ((SIENNE, d.sienne_nom.strip() or "La classe à soi"),) if d.sienne == "base" else ()
        return replace(field, keys=(*sienne, *noms(de_base(d.own.classes).values())))
    return des_catalogues(d, field)


def des_catalogues(d: Brouillon, field: Field) -> Field:
    """The field with what the table has written beside the book; weapons as far as they are mastered."""
    if field.name == "origine":
        return replace(field, keys=tuple((o.id, o.nom) for o in d.own.origines.values()))
    if field.name == "personnelle":
        return replace(field, keys=(*AUCUNE_ENCORE, *par_genre(d.own.techniques, False)))
    if field.name in ("armes", "tomes"):
        rayon: Mapping[str, Arme] = getattr(d.own, field.name)
        connues = maitrises(d)
        return replace(field, keys=au_prix({a.id: a for a in rayon.values() if a.type in connues}))
    if field.name in ("boucliers", "objets"):
        return replace(field, keys=au_prix(getattr(d.own, field.name)))
    return own_class.du_catalogue(d, field)


@rule("FD-7.16", "FD-7.18", "FD-7.20", "FD-7.5")
def sans_objet(d: Brouillon, champ: str) -> bool:
    """Whether what was chosen before leaves nothing to fill in: dice that are not rolled, figures of the class."""
    jets = {"de_points": d.tirer_points, "de_taux": d.tirer_taux, "des_sociaux": d.tirer_sociales}
    jets |= {"de_affinite": d.tirer_affinite, "affinite": not d.tirer_affinite}
    if champ == "augmentations":
        return d.suggerees or d.fixe
    return (d.fixe and champ in DE_LA_CLASSE) or not jets.get(champ, True) or own_class.rien_a_ecrire(d, champ)
