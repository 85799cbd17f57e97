"""Chapter 7, creation: what has been chosen, what it comes to, what it costs, what does not hold yet."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.draft import Budget, Problem, id_of, misnamed
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Todo
from tablee.kernel.own import taken
from tablee.kernel.tally import Terms, total

from ..book.c3_combat.vie import PIERRE
from ..book.c7_modeles import LANGUES, MOTIFS, NIVEAU_MAX, POINTS, POINTS_MAX, REMPLACEMENTS, TAUX, TAUX_MAX, TAUX_MIN
from ..book.c8_progression.classes import (
    au_moins,
    maitrises_de_la_classe,
    nom_du_type,
    sans_tableau,
    secondaires_refusees,
)
from ..book.c8_progression.experience import personnelle_refusee, seuil
from ..book.c9_emplois.soutien import CATALYSEUR
from ..model.catalogue import (
    CLASSES,
    OBJETS,
    PACKAGE,
    Arme,
    Chose,
    Classe,
    Origine,
)
from ..model.ecrits import RIEN
from ..model.people import EMPLACEMENTS, LIES_MAX, Equipement, Fiche, Unite
from ..model.tables import COMBAT, JAMAIS, NOMS, PALIERS, SOCIALES, STATS, TYPES_ARMES
from ..model.things import avec_chose
from .own_class import (
    LONGUEUR,
    SIENNE,
    ClasseEcrite,
    Repartition,
    places,
    sienne_fausse,
    techniques_connues,
    tenue,
)

POINTS_TIRES, TAUX_TIRES, D10 = 20, 70, 10
SOCIAUX, SOCIAUX_TIRES, SOCIAL_MAX, D20 = 30, 20, 10, 20
BOURSE, BOURSE_MAX = 1000, 1_000_000
MOTS_MIN, MOTS_MAX = 2, 8
LONGUEUR_TEXTE = 200
FIXE, PERSONNALISEE = "fixe", "personnalisee"
METHODES = {PERSONNALISEE: "Personnalisée", FIXE: "Fixe"}
PORTRAIT = {"age": "Âge", "taille": "Taille", "poids": "Poids", "yeux": "Yeux", "peau": "Peau", "cheveux": "Cheveux"}
LIBRE = {"genre": "Identité de genre", "orientation": "Orientation"}
SANS_PLACE = ("sac_a_dos", "talisman", "selle")  # worn or ridden with, not carried in a slot

# ---------------------------------------------------------------- of ours, and what the book names


@rule("FD-5.20")
class Affinite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Three social points, by choice or by a d12."""

    nom: str
    de: int
    points: dict[str, int]


class Gabarit(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a random character of an origin looks like."""

    age: tuple[int, int]
    taille: tuple[int, int]
    poids: tuple[int, int]


class _Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    contextes: tuple[str, ...]
    prenoms: tuple[str, ...]
    surnoms: tuple[str, ...]
    mots: tuple[str, ...]
    yeux: tuple[str, ...]
    peau: tuple[str, ...]
    cheveux: tuple[str, ...]
    gabarits: dict[str, Gabarit]
    affinite: tuple[Affinite, ...]


MATIERE = content.read(PACKAGE, "content/creation.toml", _Fichier)
AFFINITES = {a.nom: a for a in MATIERE.affinite}
AFFINITE_DU_DE = {a.de: a.nom for a in MATIERE.affinite}


def de_base(classes: Mapping[str, Classe]) -> dict[str, Classe]:
    """Those one can begin with."""
    return {c.id: c for c in classes.values() if c.palier == "base"}


DE_BASE = de_base(CLASSES)

# ---------------------------------------------------------------- what has been chosen


class Augmentations(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Increases of the origin: one of the patterns, some of its +1 turned into INIT or PV."""

    FOR: int = 0
    MAG: int = 0
    DEF: int = 0
    RES: int = 0
    HAB: int = 0
    AGI: int = 0
    CHA: int = 0
    INIT: int = 0
    PV: int = 0


class Sociales(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    THE: int = 0
    PRA: int = 0
    INS: int = 0
    APL: int = 0
    ELO: int = 0
    INF: int = 0
    INV: int = 0


class TroisDes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Three d20, of which the best counts; 0: not rolled."""

    premier: int = 0
    deuxieme: int = 0
    troisieme: int = 0


class Brouillon(ClasseEcrite, frozen=True, kw_only=True):
    """What has been chosen so far. Whether to roll is settled before the dice are, which are then written down."""

    nom: str = ""
    niveau: int = 1  # higher: the experience for it, the levels being played at the table
    origine: str = "humain"
    suggerees: bool = True  # the increases the origin suggests
    augmentations: Augmentations = Augmentations()
    con: int | None = None
    classe: str = "combattant"
    secondaires: tuple[str, ...] = ()
    methode: str = PERSONNALISEE
    tirer_points: bool = False
    de_points: int = 0
    points: Repartition = Repartition()
    tirer_taux: bool = False
    de_taux: int = 0
    taux: Repartition = Repartition()
    tirer_sociales: bool = False
    des_sociaux: TroisDes = TroisDes()
    sociales: Sociales = Sociales()
    tirer_affinite: bool = False
    de_affinite: int = 0
    affinite: str = ""
    contexte: str = ""
    accord_mj: bool = False  # to what the context adds
    langues: tuple[str, ...] = ()  # beside those of the origin
    maitrises: tuple[str, ...] = ()  # weapon types the context adds
    personnelle: str = ""
    techniques: tuple[str, ...] = ()
    bourse: int | None = None  # if the MJ sets another purse
    armes: tuple[str, ...] = ()
    tomes: tuple[str, ...] = ()
    boucliers: tuple[str, ...] = ()
    objets: tuple[str, ...] = ()
    age: str = ""
    taille: str = ""
    poids: str = ""
    yeux: str = ""
    peau: str = ""
    cheveux: str = ""
    genre: str = ""
    orientation: str = ""
    mots: tuple[str, ...] = ()

    def d_origine(self) -> Origine | None:
        return self.own.origines.get(self.origine)

    def de_classe(self) -> Classe | None:
        return tenue(self) if self.classe == SIENNE else self.own.classes.get(self.classe)

    @property
    def fixe(self) -> bool:
        return self.methode == FIXE

    def personnage(self) -> Unite:
        """The character these choices make, holding or not."""
        return Unite(id_of(self.nom), fiche(self), equipement(self), joueur=True)


# ---------------------------------------------------------------- what the choices come to


@rule("FD-7.9", "FD-7.16")
def augmentations(d: Brouillon) -> dict[str, int]:
    """The increases suggested, or those chosen; by the fixed method none: all figures are the class's."""
    origine = d.d_origine()
    if d.fixe or origine is None:
        return {}
    return dict(origine.suggere) if d.suggerees else places(d.augmentations)


@rule("FD-7.15", "FD-7.16")
def points(d: Brouillon) -> dict[str, int]:
    """Points by the player's choice, or from the table of the class."""
    classe = d.de_classe()
    return dict(classe.fixe) if d.fixe and classe is not None else places(d.points)


@rule("FD-7.15", "FD-7.16")
def taux(d: Brouillon) -> dict[str, int]:
    """Growth rates by the player's choice, or from the table of the class."""
    classe = d.de_classe()
    return dict(classe.fixe_croissance) if d.fixe and classe is not None else places(d.taux)


@rule("FD-5.20")
def affinite(d: Brouillon) -> str:
    """Chosen, or by the d12."""
    return AFFINITE_DU_DE.get(d.de_affinite, "") if d.tirer_affinite else d.affinite


@rule("FD-5.20", "FD-7.5")
def sociales(d: Brouillon) -> dict[str, int]:
    """Points placed, those of the affinity on top."""
    plus = AFFINITES[affinite(d)].points if affinite(d) in AFFINITES else {}
    return {s: n for s in SOCIALES if (n := max(0, getattr(d.sociales, s)) + plus.get(s, 0))}


@rule("FD-5.19", "FD-7.4")
def langues(d: Brouillon) -> tuple[str, ...]:
    """Those of the origin, then those of the context."""
    origine = d.d_origine()
    return tuple(dict.fromkeys((*(origine.langues if origine else ()), *(x for x in d.langues if x in LANGUES))))


@rule("FD-7.17", "FD-6.19", "FD-7.4")
def maitrises(d: Brouillon) -> dict[str, int]:
    """Primary and secondary types of the class; what the context adds starts at 0."""
    classe = d.de_classe()
    choisies = tuple(dict.fromkeys(t for t in d.secondaires if t in TYPES_ARMES))
    de_classe = maitrises_de_la_classe(classe, choisies, 1) if classe is not None else {}
    return au_moins(de_classe, de_contexte(d))


def de_contexte(d: Brouillon) -> dict[str, int]:
    return {t: 0 for t in d.maitrises if t in TYPES_ARMES}


def portrait(d: Brouillon) -> dict[str, str]:
    textes = {champ: str(getattr(d, champ)).strip() for champ in (*PORTRAIT, *LIBRE)}
    return {champ: texte for champ, texte in textes.items() if texte}


def mots_cles(d: Brouillon) -> tuple[str, ...]:
    return tuple(dict.fromkeys(m.strip() for m in d.mots if m.strip()))


@rule("FD-7.1", "FD-2.18")
def nommes(d: Brouillon, sienne: Classe | None) -> tuple[str, ...]:
    """What these choices name that the table may have written."""
    de_la_sienne = (sienne.speciale, *dict(sienne.arbre), *sienne.depuis, *sienne.vers) if sienne is not None else ()
    return (d.origine, d.classe, d.personnelle, *de_la_sienne)


def fiche(d: Brouillon) -> Fiche:
    """The sheet these choices make: level 1, with the experience of the level the MJ lets it begin at."""
    classe, sienne = d.de_classe(), tenue(d)
    f = Fiche(
        d.nom.strip(),
        origine=d.origine if d.d_origine() is not None else "",
        classe=classe.id if classe is not None else "",
        xp=seuil(max(1, min(NIVEAU_MAX, d.niveau))),
        points=points(d),
        plus=augmentations(d),
        con=d.con or 0,
        taux=taux(d),
        sociales=sociales(d),
        affinite=affinite(d),
        maitrises=maitrises(d),
        hors_classe=de_contexte(d),
        choisies=tuple(dict.fromkeys(t for t in d.secondaires if t in TYPES_ARMES)),
        personnelle=d.personnelle if d.personnelle in d.own.techniques else "",
        langues=langues(d),
        contexte=d.contexte.strip(),
        mots=mots_cles(d),
        description=portrait(d),
        fixe=d.fixe,
        siennes=(sienne,) if sienne is not None else (),
        own=taken(RIEN, d.own, *nommes(d, sienne)),
    )
    return replace(f, techniques=tuple(t for t in dict.fromkeys(d.techniques) if t in f.debloquees))


# ---------------------------------------------------------------- purchases


def achats(d: Brouillon) -> tuple[str, ...]:
    """Everything bought, by its id."""
    return (*d.armes, *d.tomes, *d.boucliers, *d.objets)


def depense(d: Brouillon) -> int:
    return sum(d.own.choses[id].prix for id in achats(d) if id in d.own.choses)


@rule("FD-6.1", "FD-6.2")
def bourse(d: Brouillon) -> int:
    """1000 E to begin with, unless the MJ sets another purse."""
    return BOURSE if d.bourse is None else d.bourse


def a_porter(d: Brouillon) -> list[Chose]:
    """What takes a slot: all but what is worn, and support spells, which are learned."""
    choses = [d.own.choses[id] for id in achats(d) if id in d.own.choses and id not in SANS_PLACE]
    return [c for c in choses if not (isinstance(c, Arme) and c.type == "Soutien")]


def emplacements(d: Brouillon) -> int:
    return EMPLACEMENTS * (2 if "sac_a_dos" in d.objets else 1)


@rule("FD-6.1", "FD-6.4", "FD-6.5")
def equipement(d: Brouillon) -> Equipement:
    """What was bought, in the active inventory first and then in the backpack, and what is left of the purse."""
    tomes = [d.own.tomes[id] for id in dict.fromkeys(d.tomes) if id in d.own.tomes]
    sorts = tuple(t for t in tomes if t.type == "Soutien")
    e = Equipement(
        sac_a_dos="sac_a_dos" in d.objets,
        talisman="talisman" in d.objets,
        sorts=sorts,
        lies=tuple(s.id for s in sorts[:LIES_MAX]) if CATALYSEUR in d.objets else (),
        selle="selle" in d.objets,
        ecus=max(0, bourse(d) - depense(d)),
    )
    for rang, chose in enumerate(a_porter(d)[: emplacements(d)]):
        e = avec_chose(e, chose, "actif" if rang < EMPLACEMENTS else "sac")
    return e


# ---------------------------------------------------------------- what may be spent


@rule("FD-7.18")
def points_disponibles(d: Brouillon) -> Terms:
    """20 and a d10, or 25."""
    if d.tirer_points and not d.fixe:
        return (("Base", POINTS_TIRES, "FD-7.18"), ("d10", d.de_points, "FD-7.18"))
    return (("Sans lancer", POINTS, "FD-7.18"),)


@rule("FD-7.20")
def taux_disponibles(d: Brouillon) -> Terms:
    """70 and a d10, or 75."""
    if d.tirer_taux and not d.fixe:
        return (("Base", TAUX_TIRES, "FD-7.20"), ("d10", d.de_taux, "FD-7.20"))
    return (("Sans lancer", TAUX, "FD-7.20"),)


@rule("FD-7.5")
def sociaux_disponibles(d: Brouillon) -> Terms:
    """20 and the best of three d20, or 30."""
    if d.tirer_sociales:
        return (("Base", SOCIAUX_TIRES, "FD-7.5"), ("Le meilleur de 3d20", max(_des(d)), "FD-7.5"))
    return (("Sans lancer", SOCIAUX, "FD-7.5"),)


def _des(d: Brouillon) -> tuple[int, int, int]:
    return d.des_sociaux.premier, d.des_sociaux.deuxieme, d.des_sociaux.troisieme


@rule("FD-3.55")
def pt_depenses(d: Brouillon) -> int:
    connues = techniques_connues(d)
    return sum(connues[t].pt for t in dict.fromkeys(d.techniques) if t in connues)


def pt_disponibles(d: Brouillon) -> int:
    classe = d.de_classe()
    return PALIERS[classe.palier if classe is not None else "base"].pt


def budgets(d: Brouillon) -> tuple[Budget, ...]:
    """What is spent and what there is: points, growth, social points, PT, slots, écus."""
    return (
        Budget(
            "Points de caractéristiques",
            sum(points(d).values()),
            total(points_disponibles(d)),
            "FD-7.18",
            "caracteristiques",
        ),
        Budget("Points de croissance", sum(taux(d).values()), total(taux_disponibles(d)), "FD-7.20", "croissance"),
        Budget("Points sociaux", sum(places(d.sociales).values()), total(sociaux_disponibles(d)), "FD-7.5", "sociales"),
        Budget("Points de technique", pt_depenses(d), pt_disponibles(d), "FD-3.55", "techniques", kept=True),
        Budget("Emplacements", len(a_porter(d)), emplacements(d), "FD-6.4", "equipement", kept=True),
        Budget("Écus", depense(d), bourse(d), "FD-6.1", "equipement", kept=True),
    )


# ---------------------------------------------------------------- what does not hold


@rule("FD-7.1")
def problems(d: Brouillon) -> list[Problem]:
    """Everything that does not hold, in the order of the steps."""
    return [
        *(Problem("origine", why) for why in origine_fausse(d)),
        *(Problem("classe", why) for why in sienne_fausse(d)),
        *(Problem("classe", why) for why in classe_fausse(d)),
        *(Problem("caracteristiques", why) for why in points_faux(d)),
        *(Problem("croissance", why) for why in taux_faux(d)),
        *(Problem("sociales", why) for why in sociales_fausses(d)),
        *(Problem("contexte", why) for why in contexte_faux(d)),
        *(Problem("techniques", why) for why in techniques_fausses(d)),
        *(Problem("equipement", why) for why in equipement_faux(d)),
        *(Problem("description", why) for why in description_fausse(d)),
    ]


@rule("FD-7.7", "FD-7.8")
def origine_fausse(d: Brouillon) -> Iterator[Closed]:
    """An origin, increases by a pattern, CON within its range."""
    origine = d.d_origine()
    if origine is None:
        yield Closed("FD-7.7", "« {} » n'est pas une origine", (d.origine,))
        return
    if not d.suggerees and not d.fixe:
        yield from augmentations_fausses(places(d.augmentations))
    bas, haut = origine.con
    if d.con is None:
        yield Todo("FD-7.8", "Il manque la Constitution : de {} à {}", (bas, haut))
    elif not bas <= d.con <= haut:
        yield Closed("FD-7.8", "{} : la Constitution va de {} à {}, pas {}", (origine.nom, bas, haut, d.con))


@rule("FD-7.9", "FD-7.10")
def augmentations_fausses(plus: Mapping[str, int]) -> Iterator[Closed]:
    """One of the four patterns, up to three of its +1 turned into INIT +1 or PV +2."""
    pv, init = plus.get("PV", 0), plus.get("INIT", 0)
    if pv < 0 or pv % 2 or init < 0:
        yield Closed("FD-7.10", "Un +1 se remplace par INIT +1 ou par PV +2, pas autrement")
        return
    remplaces = pv // 2 + init
    if remplaces > REMPLACEMENTS:
        yield Closed("FD-7.10", "{} remplacements, {} au plus", (remplaces, REMPLACEMENTS))
        return
    valeurs = tuple(sorted([plus[s] for s in COMBAT if plus.get(s)] + [1] * remplaces, reverse=True))
    if valeurs not in MOTIFS:
        dits = " ".join(f"{v:+d}" for v in valeurs) or "0"
        yield Closed("FD-7.9", "{} : les augmentations suivent +1 +1 +1 +1, +2 +1 +1, +2 +2 ou +3 +1", (dits,))


@rule("FD-7.11", "FD-7.12", "FD-7.17")
def classe_fausse(d: Brouillon) -> Iterator[Closed]:
    """A base class, its secondary masteries, a method; level 1 unless the MJ says otherwise."""
    classe = d.de_classe()
    if classe is None:
        yield Closed("FD-7.12", "« {} » n'est pas une classe", (d.classe,))
    else:
        if classe.palier != "base":
            yield Closed("FD-7.11", "{} n'est pas une classe de base", (classe.nom,))
        refus = secondaires_refusees(classe, d.secondaires, False)
        if refus is not None:
            yield refus
        if d.fixe and (refus := sans_tableau(classe)) is not None:
            yield refus
    if d.methode not in METHODES:
        yield Closed("FD-7.15", "« {} » n'est pas une méthode", (d.methode,))
    if not 1 <= d.niveau <= NIVEAU_MAX:
        yield Closed("FD-2.17", "Un niveau va de 1 à {}, pas {}", (NIVEAU_MAX, d.niveau))


def jet_faux(tirer: bool, de: int, faces: int, regle: str) -> Iterator[Closed]:
    """A die that was to be rolled and shows no face; or one that was not."""
    if tirer and not 1 <= de <= faces:
        yield Closed(regle, "Le d{} doit montrer de 1 à {}, pas {}", (faces, faces, de))
    elif not tirer and de:
        yield Closed(regle, "Lancer ou non se décide avant : sans lancer, aucun dé ne compte")


@rule("FD-7.18", "FD-7.19")
def points_faux(d: Brouillon) -> Iterator[Closed]:
    """All points placed, no more than 5 in anything with what the origin adds."""
    if d.fixe:
        return
    yield from jet_faux(d.tirer_points, d.de_points, D10, "FD-7.18")
    plus = augmentations(d)
    for s in STATS:
        n = getattr(d.points, s)
        if n < 0:
            yield Closed("FD-7.18", "{} : des points s'ajoutent, {} en retire", (NOMS[s], n))
        elif n + plus.get(s, 0) > POINTS_MAX:
            yield Closed("FD-7.19", "{} : {} au plus avec l'origine, pas {}", (NOMS[s], POINTS_MAX, n + plus.get(s, 0)))
    yield from mal_depenses(sum(places(d.points).values()), total(points_disponibles(d)), "FD-7.18")


@rule("FD-7.20", "FD-7.21")
def taux_faux(d: Brouillon) -> Iterator[Closed]:
    """All points placed, no more than 30 % in anything, no total rate below 1 %."""
    if d.fixe:
        return
    yield from jet_faux(d.tirer_taux, d.de_taux, D10, "FD-7.20")
    classe = d.de_classe()
    for s in STATS:
        n = getattr(d.taux, s)
        if not 0 <= n <= TAUX_MAX:
            yield Closed("FD-7.21", "{} : un taux alloué va de 0 à {} %, pas {}", (NOMS[s], TAUX_MAX, n))
        elif n + (classe.croissance.get(s, 0) if classe is not None else 0) < TAUX_MIN:
            kind = Closed if n else Todo
            yield kind("FD-7.21", "{} : un taux de croissance est d'au moins {} %", (NOMS[s], TAUX_MIN))
    yield from mal_depenses(sum(places(d.taux).values()), total(taux_disponibles(d)), "FD-7.20")


def mal_depenses(depenses: int, disponibles: int, regle: str) -> Iterator[Closed]:
    """Points are all spent, and not one more."""
    if depenses > disponibles:
        yield Closed(regle, "{} points placés, {} disponibles", (depenses, disponibles))
    elif depenses < disponibles:
        yield Todo(regle, "Il reste {} points à placer", (disponibles - depenses,))


@rule("FD-7.5", "FD-7.6", "FD-5.20")
def sociales_fausses(d: Brouillon) -> Iterator[Closed]:
    """All points placed, no more than 10 in one; an affinity on top."""
    for de in _des(d):
        yield from jet_faux(d.tirer_sociales, de, D20, "FD-7.5")
    for s in SOCIALES:
        n = getattr(d.sociales, s)
        if not 0 <= n <= SOCIAL_MAX:
            yield Closed("FD-7.6", "{} : de 0 à {} à la création, pas {}", (NOMS[s], SOCIAL_MAX, n))
    yield from mal_depenses(sum(places(d.sociales).values()), total(sociaux_disponibles(d)), "FD-7.5")
    yield from jet_faux(d.tirer_affinite, d.de_affinite, len(AFFINITES), "FD-5.20")
    if d.tirer_affinite and d.affinite:
        yield Closed("FD-5.20", "L'affinité est tirée au d12 ou choisie, pas les deux")
    elif not d.tirer_affinite and not d.affinite:
        yield Todo("FD-5.20", "Il manque une affinité")
    elif not d.tirer_affinite and d.affinite not in AFFINITES:
        yield Closed("FD-5.20", "« {} » n'est pas une affinité", (d.affinite,))


@rule("FD-7.3", "FD-7.4", "FD-5.19")
def contexte_faux(d: Brouillon) -> Iterator[Closed]:
    """A word or several about the past; what it adds is agreed with the MJ."""
    if not d.contexte.strip():
        yield Todo("FD-7.3", "Il manque un contexte")
    elif len(d.contexte.strip()) > LONGUEUR:
        yield Closed("FD-7.3", "Un contexte a {} caractères au plus, pas {}", (LONGUEUR, len(d.contexte.strip())))
    for x in d.langues:
        if x not in LANGUES:
            yield Closed("FD-5.19", "« {} » n'est pas une langue", (x,))
    for t in d.maitrises:
        if t not in TYPES_ARMES:
            yield Closed("FD-7.4", "« {} » n'est pas un type d'arme", (t,))
    if (d.langues or d.maitrises) and not d.accord_mj:
        yield Closed("FD-7.4", "Ce que le contexte ajoute demande l'accord du MJ")


@rule("FD-3.55", "FD-3.57", "FD-3.58")
def techniques_fausses(d: Brouillon) -> Iterator[Closed]:
    """Techniques of level 1 and the personal one, within the PT of the class."""
    if d.personnelle:
        refus = personnelle_refusee(d.personnelle, d.own.techniques)
        if refus is not None:
            yield refus
    f = fiche(d)
    for t in dict.fromkeys(d.techniques):
        if t not in f.connues:
            yield Closed("FD-9.4", "« {} » n'est pas une technique", (t,))
        elif t not in f.debloquees:
            yield Closed("FD-3.57", "{} n'est pas encore débloquée", (f.connues[t].nom,))
    if pt_depenses(d) > pt_disponibles(d):
        yield Closed("FD-3.55", "{} PT équipés, {} au plus", (pt_depenses(d), pt_disponibles(d)))


@rule("FD-6.1", "FD-6.4", "FD-6.5", "FD-3.18")
def equipement_faux(d: Brouillon) -> Iterator[Closed]:
    """Things of the catalogue that the class knows how to use, for the purse there is, in the slots there are."""
    rayons: tuple[tuple[tuple[str, ...], Container[str]], ...] = (
        (d.armes, d.own.armes),
        (d.tomes, d.own.tomes),
        (d.boucliers, d.own.boucliers),
        (d.objets, d.own.objets),
    )
    for choisis, rayon in rayons:
        for id in choisis:
            if id not in rayon:
                yield Closed("FD-6.1", "« {} » n'est pas au catalogue", (id,))
    connues = maitrises(d)
    for id in dict.fromkeys((*d.armes, *d.tomes)):
        chose = d.own.choses.get(id)
        if isinstance(chose, Arme) and connues.get(chose.type, JAMAIS) == JAMAIS:
            yield Closed("FD-6.1", "{} : {} n'est pas maîtrisé", (chose.nom, nom_du_type(chose.type)))
    if not 0 <= bourse(d) <= BOURSE_MAX:
        yield Closed("FD-6.1", "Une bourse va de 0 à {} E, pas {}", (BOURSE_MAX, bourse(d)))
    elif depense(d) > bourse(d):
        yield Closed("FD-6.1", "Pas assez d'argent : {} E requis, {} disponibles", (depense(d), bourse(d)))
    if len(a_porter(d)) > emplacements(d):
        regle = "FD-6.5" if "sac_a_dos" in d.objets else "FD-6.4"
        yield Closed(regle, "{} objets à porter, {} emplacements", (len(a_porter(d)), emplacements(d)))
    for id in SANS_PLACE:
        if d.objets.count(id) > 1:
            yield Closed("FD-6.1", "{} : un seul sert à la fois", (OBJETS[id].nom,))
    if d.objets.count(PIERRE) > 1:
        yield Closed("FD-3.18", "On ne porte qu'une pierre de résurrection")


@rule("FD-7.2")
def description_fausse(d: Brouillon) -> Iterator[Closed]:
    """A name, the portrait, a few key words; gender identity and orientation are free."""
    yield from misnamed(d.nom, LONGUEUR, "FD-7.2")
    dits = portrait(d)
    for champ, nom in (PORTRAIT | LIBRE).items():
        if champ in PORTRAIT and champ not in dits:
            yield Todo("FD-7.2", "À décrire : {}", (nom,))
        elif len(dits.get(champ, "")) > LONGUEUR_TEXTE:
            yield Closed("FD-7.2", "{} : {} caractères au plus", (nom, LONGUEUR_TEXTE))
    n = len(mots_cles(d))
    if not MOTS_MIN <= n <= MOTS_MAX:
        kind = Todo if n < MOTS_MIN else Closed
        yield kind("FD-7.2", "De {} à {} mots-clés, pas {}", (MOTS_MIN, MOTS_MAX, n))
    for mot in mots_cles(d):
        if len(mot) > LONGUEUR:
            yield Closed("FD-7.2", "Un mot-clé a {} caractères au plus", (LONGUEUR,))
