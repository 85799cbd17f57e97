"""A class of one's own, written while a character is made: what is asked for, the class sheet it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

import msgspec
from msgspec.structs import replace

from tablee.kernel.draft import Column, Draft, Field, id_of, misnamed
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.own import with_own

from ..book.c7_modeles import D_UNE_CLASSE, MAITRISE_MAX, NIVEAU_MAX, POINTS_MAX, TAUX_MAX, fautes_de_classe
from ..book.c8_progression.classes import SECONDAIRE, nom_du_type
from ..model.catalogue import CLASSES, TECHNIQUES, Classe, Palier, Technique
from ..model.maison import AUCUNE, Maison
from ..model.people import JT_MAX
from ..model.tables import AUTRES, NOMS, PALIERS, STATS, TYPES_ARMES

SIENNE = "sienne"  # the class of one's own, where a class is chosen
PREFIXE = "sienne_"  # before its name: no id of the catalogue begins so
BONUS_MIN, BONUS_MAX, CROISSANCE_MAX, CHOIX_MAX = -30, 40, 100, len(TYPES_ARMES)
TITRES: dict[str, Palier] = {"base": "base", "avancée": "avancée", "suprême": "suprême"}
LONGUEUR = 40  # characters of a name

# ---------------------------------------------------------------- what is written


class Repartition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points or growth rates, as they were allocated."""

    PV: int = 0
    FOR: int = 0
    MAG: int = 0
    DEF: int = 0
    RES: int = 0
    HAB: int = 0
    AGI: int = 0
    CHA: int = 0


class Croissance(Repartition, frozen=True):
    """Growth rates of a class: its CON may grow too."""

    CON: int = 0


class Bonus(Croissance, frozen=True):
    """What a class adds, beside the budget too."""

    INIT: int = 0
    ESQ: int = 0
    MOV: int = 0


class Maitrise(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    type: str
    maitrise: int = 0


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """At this character level, a type (or each secondary one) rises to that mastery."""

    type: str
    niveau: int = 1
    maitrise: int = 1


class Ouverture(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A technique of the tree, and the level that opens it."""

    technique: str
    niveau: int = 1


@rule("FD-7.13")
class ClasseEcrite(Draft, frozen=True, kw_only=True):
    """The parts of a class sheet, as a table writes them; `sienne` is its tier, empty: no class is written."""

    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written, to choose from as well
    sienne: str = ""
    sienne_nom: str = ""
    sienne_depuis: tuple[str, ...] = ()
    sienne_vers: tuple[str, ...] = ()
    sienne_bonus: Bonus = Bonus()
    sienne_croissance: Croissance = Croissance()
    sienne_primaires: tuple[Maitrise, ...] = ()
    sienne_secondaires: tuple[str, ...] = ()
    sienne_choix: int = 0
    sienne_secondaire: int = 0
    sienne_gains: tuple[Gain, ...] = ()
    sienne_minimum: tuple[Maitrise, ...] = ()
    sienne_speciale: str = ""
    sienne_speciale_nom: str = ""  # the special technique under a name of its own, with its own costs
    sienne_speciale_pt: int = 0
    sienne_speciale_jt: int = 0
    sienne_arbre: tuple[Ouverture, ...] = ()
    sienne_blindee: bool = False
    sienne_fixe: Repartition = Repartition()
    sienne_fixe_croissance: Repartition = Repartition()


# ---------------------------------------------------------------- what it comes to


def places(points: msgspec.Struct) -> dict[str, int]:
    """Points by what they were placed in, zeros left out."""
    return {s: n for s in points.__struct_fields__ if (n := getattr(points, s))}


@rule("FD-7.13")
def ecrite(d: ClasseEcrite) -> Classe | None:
    """The class sheet as it was written, whatever it is worth."""
    if d.sienne not in TITRES:
        return None
    speciale = speciale_a_soi(d)
    return Classe(
        PREFIXE + id_of(d.sienne_nom),
        d.sienne_nom.strip(),
        TITRES[d.sienne],
        bonus=places(d.sienne_bonus),
        croissance=places(d.sienne_croissance),
        primaires={m.type: m.maitrise for m in d.sienne_primaires},
        secondaires=d.sienne_secondaires,
        choix=d.sienne_choix,
        secondaire=d.sienne_secondaire,
        gains=tuple((g.niveau, g.type, g.maitrise) for g in d.sienne_gains),
        speciale=speciale.id if speciale is not None else d.sienne_speciale,
        arbre=tuple((o.technique, o.niveau) for o in d.sienne_arbre),
        fixe=places(d.sienne_fixe),
        fixe_croissance=places(d.sienne_fixe_croissance),
        depuis=d.sienne_depuis,
        minimum={m.type: m.maitrise for m in d.sienne_minimum},
        types=D_UNE_CLASSE if d.sienne_blindee else (),
        vers=d.sienne_vers,
        techniques=(speciale,) if speciale is not None else (),
    )


@rule("FD-7.13")
def speciale_a_soi(d: ClasseEcrite) -> Technique | None:
    """The special technique of the class under its own name: it does what its model does, for its own price."""
    modele, nom = d.own.techniques.get(d.sienne_speciale), d.sienne_speciale_nom.strip()
    if modele is None or not nom:
        return None
    return replace(modele, id=PREFIXE + id_of(nom), nom=nom, pt=d.sienne_speciale_pt, jt=d.sienne_speciale_jt)


def tenue(d: ClasseEcrite) -> Classe | None:
    """The class as the sheet keeps it: what names nothing there is left out, so that it can always be read again."""
    c = ecrite(d)
    if c is None:
        return None
    connues = {*d.own.techniques, *(t.id for t in c.techniques)}
    return replace(
        c,
        primaires=_maitrises(c.primaires),
        secondaires=tuple(dict.fromkeys(t for t in c.secondaires if t in TYPES_ARMES)),
        secondaire=_entre(c.secondaire, 0, MAITRISE_MAX),
        gains=tuple(
            (_entre(niveau, 1, NIVEAU_MAX), t, _entre(n, 0, MAITRISE_MAX))
            for niveau, t, n in c.gains
            if t in (*TYPES_ARMES, SECONDAIRE)
        ),
        speciale=c.speciale if c.speciale in connues else "",
        arbre=tuple((t, _entre(niveau, 1, NIVEAU_MAX)) for t, niveau in c.arbre if t in connues),
        depuis=tuple(id for id in c.depuis if id in d.own.classes),
        vers=tuple(id for id in c.vers if id in d.own.classes),
        minimum=_maitrises(c.minimum),
    )


def _maitrises(types: Mapping[str, int]) -> dict[str, int]:
    return {t: _entre(n, 0, MAITRISE_MAX) for t, n in types.items() if t in TYPES_ARMES}


def _entre(n: int, bas: int, haut: int) -> int:
    return max(bas, min(haut, n))


def techniques_connues(d: ClasseEcrite) -> Mapping[str, Technique]:
    """Those of the catalogue, and the special one of the class that is being written."""
    speciale = speciale_a_soi(d) if d.sienne in TITRES else None
    return with_own(d.own.techniques, {speciale.id: speciale} if speciale is not None else {})


# ---------------------------------------------------------------- what does not hold


@rule("FD-7.11", "FD-7.13", "FD-7.14")
def sienne_fausse(d: ClasseEcrite) -> Iterator[Closed]:
    """A tier, a name, the budgets of the tier, trees and masteries as the model of a class has them."""
    if not d.sienne:
        return
    c = ecrite(d)
    if c is None:
        yield knowing(Closed("FD-7.11", "« {} » n'est pas un palier", (d.sienne,)), d.sienne, TITRES)
        return
    yield from misnamed(d.sienne_nom, LONGUEUR, "FD-7.13")
    yield from (Closed("FD-7.13", "{} est deux fois parmi les armes", (nom_du_type(t),)) for t in _doubles(d))
    yield from fautes_de_classe(c, d.own.classes, d.own.techniques)
    for t in c.techniques:
        if not (1 <= t.pt <= PALIERS[c.palier].pt and 0 <= t.jt <= JT_MAX and len(t.nom) <= LONGUEUR):
            dit = "{} : de 1 à {} PT, de 0 à {} JT, {} caractères au plus"
            yield Closed("FD-7.13", dit, (t.nom, PALIERS[c.palier].pt, JT_MAX, LONGUEUR))


def _doubles(d: ClasseEcrite) -> list[str]:
    """Weapon types that are written twice in one list."""
    listes = ([m.type for m in d.sienne_primaires], [m.type for m in d.sienne_minimum], d.sienne_secondaires)
    return [t for liste in listes for t in dict.fromkeys(liste) if tuple(liste).count(t) > 1]


# ---------------------------------------------------------------- what is asked for

Cles = tuple[tuple[str, str], ...]


def noms(choses: Iterable[Classe]) -> Cles:
    return tuple((c.id, c.nom) for c in choses)


TYPES: Cles = tuple((t, nom_du_type(t)) for t in TYPES_ARMES)
STATISTIQUES: Cles = tuple((s, NOMS[s]) for s in STATS)
MAITRISES = (Column("type", "Type d'arme", "choice", TYPES), Column("maitrise", "Maîtrise", "number"))
DU_CATALOGUE = noms(CLASSES.values())


def technique_au_prix(t: Technique) -> tuple[str, str]:
    return t.id, f"{t.nom} {t.pt}"


def par_genre(techniques: Mapping[str, Technique], speciales: bool) -> Cles:
    """Special ones of classes, or all others."""
    return tuple(technique_au_prix(t) for t in techniques.values() if t.speciale is speciales)


ORDINAIRES = par_genre(TECHNIQUES, False)
AUCUNE_ENCORE: Cles = (("", "Aucune encore"),)

FIELDS = (
    Field(
        "sienne",
        "choice",
        "Écrire une classe à soi",
        "Avec le MJ ; une classe de base peut être prise aussitôt, les autres plus tard.",
        (("", "Non"), *((id, f"Classe {'de base' if id == 'base' else id}") for id in PALIERS)),
    ),
    Field("sienne_nom", "text", "Nom de la classe"),
    Field("sienne_depuis", "choices", "Classes qui y mènent", "", DU_CATALOGUE),
    Field("sienne_vers", "choices", "Classes où elle mène", "", DU_CATALOGUE),
    Field(
        "sienne_bonus",
        "points",
        "Bonus de caractéristiques",
        "25 points, 32 ou 40 selon le palier, dont 15 en PV au moins ; CON, INIT, ESQ et MOV sont hors compte.",
        tuple((s, NOMS[s]) for s in (*STATS, *AUTRES)),
        BONUS_MIN,
        BONUS_MAX,
    ),
    Field(
        "sienne_croissance",
        "points",
        "Croissance donnée par la classe",
        "50 points, 60 ou 70 selon le palier, dont 20 en PV et 20 en HAB au moins ; celle de CON est hors compte.",
        (*STATISTIQUES, ("CON", NOMS["CON"])),
        0,
        CROISSANCE_MAX,
    ),
    Field("sienne_primaires", "entries", "Armes primaires", "De 0 à 5.", columns=MAITRISES),
    Field("sienne_secondaires", "choices", "Armes secondaires", "Celles parmi lesquelles on choisit.", TYPES),
    Field("sienne_choix", "points", "Combien d'armes secondaires à choisir", "", (), 0, CHOIX_MAX),
    Field("sienne_secondaire", "points", "Maîtrise des armes secondaires", "", (), 0, MAITRISE_MAX),
    Field(
        "sienne_gains",
        "entries",
        "Gains de maîtrise",
        "Dans l'ordre des niveaux.",
        columns=(
            Column("type", "Type d'arme", "choice", (*TYPES, (SECONDAIRE, "Chaque arme secondaire"))),
            Column("niveau", "Niveau", "number"),
            Column("maitrise", "Maîtrise", "number"),
        ),
    ),
    Field("sienne_minimum", "entries", "Maîtrises au moins (Min)", "De 0 à 5.", columns=MAITRISES),
    Field(
        "sienne_speciale",
        "choice",
        "Technique spéciale",
        "Le nombre est le coût en PT.",
        (*AUCUNE_ENCORE, *par_genre(TECHNIQUES, True)),
    ),
    Field("sienne_speciale_nom", "text", "Son nom dans cette classe", "Facultatif : avec ses coûts à elle."),
    Field("sienne_speciale_pt", "points", "Son coût en PT", "", (), 0, PALIERS["suprême"].pt),
    Field("sienne_speciale_jt", "points", "Son coût en JT", "", (), 0, JT_MAX),
    Field(
        "sienne_arbre",
        "entries",
        "Arbre des techniques",
        "Chaque technique et le niveau qui l'ouvre.",
        columns=(Column("technique", "Technique", "choice", ORDINAIRES), Column("niveau", "Niveau", "number")),
    ),
    Field("sienne_blindee", "yes_no", "Unité blindée"),
    Field(
        "sienne_fixe",
        "points",
        "Méthode fixe : points",
        "Facultatif : 25 points, 5 au plus dans chacune.",
        STATISTIQUES,
        0,
        POINTS_MAX,
    ),
    Field(
        "sienne_fixe_croissance",
        "points",
        "Méthode fixe : croissance",
        "Facultatif : 75 points, 30 au plus dans chacune.",
        STATISTIQUES,
        0,
        TAUX_MAX,
    ),
)


def du_catalogue(d: ClasseEcrite, champ: Field) -> Field:
    """The field with what the table has written beside the book."""
    if champ.name in ("sienne_depuis", "sienne_vers"):
        return replace(champ, keys=noms(d.own.classes.values()))
    if champ.name == "sienne_speciale":
        return replace(champ, keys=(*AUCUNE_ENCORE, *par_genre(d.own.techniques, True)))
    if champ.name == "sienne_arbre":
        technique, niveau = champ.columns
        return replace(champ, columns=(replace(technique, keys=par_genre(d.own.techniques, False)), niveau))
    return champ


def rien_a_ecrire(d: ClasseEcrite, champ: str) -> bool:
    """Whether nothing is to be filled in here: no class is written, or its tier does not know this part."""
    if not champ.startswith(PREFIXE):
        return False
    nommee = bool(d.sienne_speciale_nom.strip())
    par_palier = {"sienne_depuis": "base", "sienne_minimum": "base", "sienne_vers": "suprême"}
    return (
        d.sienne not in TITRES
        or par_palier.get(champ) == d.sienne
        or (champ in ("sienne_speciale_pt", "sienne_speciale_jt") and not nommee)
    )
