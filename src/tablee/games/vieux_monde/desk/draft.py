"""Creating a character, of ours: a birth, figures, a trade, some luck; what may be chosen, what does not hold yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from tablee.kernel.draft import Budget, Draft, Problem, counted, id_of, misnamed
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Todo
from tablee.kernel.own import taken

from ..book.c3_magie.magie import ARCANES, CHAOS, LANGUE, MINEURE, hors_de_sa_magie
from ..model.carrieres import ESPECES, OBJETS, Carriere, Espece, Rang
from ..model.catalogue import COMPETENCES, Arme
from ..model.ecrits import RIEN
from ..model.maison import AUCUNE, Maison
from ..model.people import Equipement, Fiche, Personnage
from ..model.sorts import DOMAINES
from ..model.tables import CARACS, NOMS

POINTS, PAR_CARAC = 70, 15
FORMATION, PAR_COMPETENCE = 36, 12
JEUNESSE, DE_JEUNESSE = 2, 5  # how many Compétences, and how many points in each
TALENTS_DE_DEPART = 2
SORTS_DE_DEPART = 2  # for each great magic; minor ones: as many as the Bonus d'Intelligence
LONGUEUR, LONGUEUR_MOTIVATION = 40, 120
HUMAIN = ESPECES["humain"]


class Points(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points placed beyond what the species gives."""

    CC: int = 7
    TIR: int = 7
    FOR: int = 7
    END: int = 7
    INI: int = 7
    AGI: int = 7
    DOI: int = 7
    INT: int = 7
    FM: int = 7
    PRE: int = 7


class Etoile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one's star adds to Destin and Résilience."""

    destin: int = 0
    resilience: int = 0


class Brouillon(Draft, frozen=True, kw_only=True):
    """What has been chosen so far."""

    nom: str = ""
    espece: str = "humain"
    don: str = ""  # the Talent chosen among those of the species
    caracs: Points = Points()
    carriere: str = ""
    formation: dict[str, int] = {}  # nothing: spread evenly
    jeunesse: tuple[str, ...] = ()
    talents: tuple[str, ...] = ()
    domaine: str = ""
    sorts: tuple[str, ...] = ()
    etoile: Etoile = Etoile()
    motivation: str = ""
    armes: tuple[str, ...] = ()  # bought
    armures: tuple[str, ...] = ()
    objets: tuple[str, ...] = ()
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written, to choose from as well

    @property
    def a_vendre(self) -> dict[str, Arme]:
        """The weapons that have a price."""
        return {id: arme for id, arme in self.own.armes.items() if arme.prix}

    def naissance(self) -> Espece:
        return ESPECES.get(self.espece, HUMAIN)

    def metier(self) -> Carriere | None:
        return self.own.carrieres.get(self.carriere)

    def personnage(self) -> Personnage:
        """The character these choices make, holding or not."""
        return Personnage(id_of(self.nom), fiche(self), equipement=equipement(self))


# ---------------------------------------------------------------- what the choices come to


def premier_rang(d: Brouillon) -> Rang | None:
    metier = d.metier()
    return None if metier is None else metier.rang[0]


def formation(d: Brouillon) -> dict[str, int]:
    """The points of the training: as chosen, or spread evenly over what the first rank opens."""
    rang = premier_rang(d)
    if d.formation or rang is None:
        return dict(d.formation)
    return dict.fromkeys(rang.competences, FORMATION // len(rang.competences))


@rule("VM-6.12")
def competences(d: Brouillon) -> dict[str, int]:
    """Childhood, youth and training, added up; what received no point is not learned."""
    appris: Counter[str] = Counter(d.naissance().competences)
    appris.update(dict.fromkeys(d.jeunesse, DE_JEUNESSE))
    appris.update(formation(d))
    return {c: n for c, n in appris.items() if c in COMPETENCES and n > 0}


@rule("VM-6.13")
def talents(d: Brouillon) -> dict[str, int]:
    """Those of the species, its gift, and those of the career, each as often as it was taken."""
    pris = Counter((*d.naissance().talents, *((d.don,) if d.don else ()), *d.talents))
    return {t: n for t, n in pris.items() if t in d.own.talents}


def fiche(d: Brouillon) -> Fiche:
    """The sheet these choices make."""
    espece = d.naissance()
    return Fiche(
        d.nom.strip(),
        **{c: espece.base[c] + getattr(d.caracs, c) for c in CARACS},
        competences=competences(d),
        talents=talents(d),
        taille=espece.taille,
        mouvement=espece.mouvement,
        destin=max(0, espece.destin + d.etoile.destin),
        resilience=max(0, espece.resilience + d.etoile.resilience),
        motivation=d.motivation.strip(),
        joueur=True,
        sorts=tuple(s for s in dict.fromkeys(d.sorts) if s in d.own.sorts),
        domaines=(d.domaine,) if d.domaine in DOMAINES else (),
        espece=espece.id,
        carriere=d.carriere if d.carriere in d.own.carrieres else "",
        own=taken(RIEN, d.own, d.carriere, *talents(d), *d.sorts),
    )


def equipement(d: Brouillon) -> Equipement:
    """What the career gives, and what was bought."""
    metier = d.metier()
    armes = dict.fromkeys((*(metier.armes if metier else ()), *d.armes))
    armures = dict.fromkeys((*(metier.armures if metier else ()), *d.armures))
    objets = dict.fromkeys((*(metier.objets if metier else ()), *d.objets))
    return Equipement(
        tuple(d.own.armes[a] for a in armes if a in d.own.armes),
        tuple(d.own.armures[a] for a in armures if a in d.own.armures),
        objets=tuple(o for o in objets if o in OBJETS),
        couronnes=max(0, bourse(d) - achats(d)),
    )


# ---------------------------------------------------------------- what may be spent


def points_places(d: Brouillon) -> int:
    return sum(getattr(d.caracs, c) for c in CARACS)


def bourse(d: Brouillon) -> int:
    """The couronnes one begins with."""
    metier = d.metier()
    return metier.couronnes if metier else 0


def achats(d: Brouillon) -> int:
    """What the things bought cost."""
    armes = sum(d.own.armes[a].prix for a in d.armes if a in d.own.armes)
    armures = sum(d.own.armures[a].prix for a in d.armures if a in d.own.armures)
    return armes + armures + sum(OBJETS[o].prix for o in d.objets if o in OBJETS)


@rule("VM-6.16")
def sorts_de_depart(d: Brouillon) -> tuple[int, int]:
    """How many minor spells and how many others one has memorised before the first adventure."""
    connus = talents(d)
    mineurs = fiche(d).caracs["INT"] // 10 if MINEURE in connus else 0
    return max(0, mineurs), SORTS_DE_DEPART * ((ARCANES in connus) + (CHAOS in connus))


def par_genre(d: Brouillon) -> tuple[int, int]:
    """How many minor spells and how many others were chosen; minor ones too many take the place of others."""
    choisis = [d.own.sorts[s].genre for s in d.sorts if s in d.own.sorts]
    mineurs = min(choisis.count("mineur"), sorts_de_depart(d)[0])
    return mineurs, len(choisis) - mineurs


def budgets(d: Brouillon) -> tuple[Budget, ...]:
    n, m = sorts_de_depart(d)
    mineurs, autres = par_genre(d)
    magie = (
        Budget("Sorts mineurs", mineurs, n, "VM-6.16", "magie"),
        Budget("Autres Sorts", autres, m, "VM-6.16", "magie"),
    )
    return (
        Budget("Points de caractéristiques", points_places(d), POINTS, "VM-6.12", "caracs"),
        Budget("Points de formation", sum(formation(d).values()), FORMATION, "VM-6.12", "competences"),
        Budget("Compétences de jeunesse", len(d.jeunesse), JEUNESSE, "VM-6.12", "competences"),
        Budget("Talents de la carrière", len(d.talents), TALENTS_DE_DEPART, "VM-6.13", "talents"),
        *(b for b in magie if b.most or b.spent),
        Budget("Destin et Résilience", d.etoile.destin + d.etoile.resilience, d.naissance().libres, "VM-4.1", "destin"),
        Budget("Couronnes", achats(d), bourse(d), "VM-6.12", "equipement", kept=True),
    )


# ---------------------------------------------------------------- what does not hold


def problems(d: Brouillon) -> list[Problem]:
    """Everything that does not hold, in the order of the steps."""
    return [
        *(Problem("espece", why) for why in espece_fausse(d)),
        *(Problem("caracs", why) for why in caracs_fausses(d)),
        *(Problem("carriere", why) for why in carriere_fausse(d)),
        *(Problem("competences", why) for why in competences_fausses(d)),
        *(Problem("talents", why) for why in talents_faux(d)),
        *(Problem("magie", why) for why in magie_fausse(d)),
        *(Problem("destin", why) for why in destin_faux(d)),
        *(Problem("equipement", why) for why in equipement_faux(d)),
        *(Problem("nom", why) for why in misnamed(d.nom, LONGUEUR, "VM-6.12")),
    ]


@rule("VM-6.12", "VM-6.13")
def espece_fausse(d: Brouillon) -> Iterator[Closed]:
    """A species of the catalogue, and one of its gifts."""
    if d.espece not in ESPECES:
        yield Closed("VM-6.12", "« {} » n'est pas une espèce", (d.espece,))
    elif not d.don:
        yield Todo("VM-6.13", "Il manque un don de naissance")
    elif d.don not in d.naissance().dons:
        yield Closed(
            "VM-6.13", "« {} » n'est pas un don de naissance : {}", (nom_du_talent(d, d.don), d.naissance().nom)
        )


@rule("VM-6.12")
def caracs_fausses(d: Brouillon) -> Iterator[Closed]:
    """Exactly 70 points beyond those of the species, from 0 to 15 on each."""
    places = points_places(d)
    if places != POINTS:
        yield counted("VM-6.12", "{} points à répartir, {} répartis", POINTS, places)
    for c in CARACS:
        n = getattr(d.caracs, c)
        if not 0 <= n <= PAR_CARAC:
            yield Closed("VM-6.12", "{} : de {} à {}, pas {}", (NOMS[c], 0, PAR_CARAC, n))


@rule("VM-6.12")
def carriere_fausse(d: Brouillon) -> Iterator[Closed]:
    """A career of the catalogue."""
    if not d.carriere:
        yield Todo("VM-6.12", "Il manque une carrière")
    elif d.carriere not in d.own.carrieres:
        yield Closed("VM-6.12", "« {} » n'est pas une carrière", (d.carriere,))


@rule("VM-6.12")
def competences_fausses(d: Brouillon) -> Iterator[Closed]:
    """36 points of training in what the first rank opens, 12 at most each; two everyday Compétences of youth."""
    rang, appris = premier_rang(d), formation(d)
    if rang is not None and sum(appris.values()) != FORMATION:
        yield counted("VM-6.12", "{} points de formation à répartir, {} répartis", FORMATION, sum(appris.values()))
    for c, n in appris.items():
        if c not in COMPETENCES:
            yield Closed("VM-6.12", "« {} » n'est pas une Compétence", (c,))
        elif rang is not None and c not in rang.competences:
            yield Closed("VM-6.12", "La carrière n'ouvre pas {} à son premier rang", (COMPETENCES[c].nom,))
        elif not 0 <= n <= PAR_COMPETENCE:
            yield Closed("VM-6.12", "{} : de {} à {}, pas {}", (COMPETENCES[c].nom, 0, PAR_COMPETENCE, n))
    if len(d.jeunesse) != JEUNESSE or len(set(d.jeunesse)) < len(d.jeunesse):
        kind = Todo if len(d.jeunesse) < JEUNESSE else Closed
        yield kind("VM-6.12", "{} Compétences de jeunesse différentes à choisir", (JEUNESSE,))
    for c in d.jeunesse:
        if c not in COMPETENCES or COMPETENCES[c].avancee:
            nom = COMPETENCES[c].nom if c in COMPETENCES else c
            yield Closed("VM-6.12", "« {} » ne s'apprend pas dans l'enfance", (nom,))


@rule("VM-6.13")
def talents_faux(d: Brouillon) -> Iterator[Closed]:
    """Two Talents of the first rank; none more often than it may be taken."""
    rang = premier_rang(d)
    if len(d.talents) != TALENTS_DE_DEPART:
        yield counted("VM-6.13", "{} Talents de la carrière à choisir, {} choisis", TALENTS_DE_DEPART, len(d.talents))
    for t in dict.fromkeys(d.talents):
        if t not in d.own.talents:
            yield Closed("VM-6.13", "« {} » n'est pas un Talent", (t,))
        elif rang is not None and t not in rang.talents:
            yield Closed(
                "VM-6.13", "La carrière n'ouvre pas le Talent « {} » à son premier rang", (nom_du_talent(d, t),)
            )
    for t, n in talents(d).items():
        if n > d.own.talents[t].max:
            plus = (d.own.talents[t].nom, d.own.talents[t].max)
            yield Closed("VM-6.13", "{} ne se prend pas plus de {} fois", plus)


@rule("VM-3.1", "VM-6.16", "VM-3.4")
def magie_fausse(d: Brouillon) -> Iterator[Closed]:
    """A Domaine for Magie des Arcanes alone; spells open to his magic, not too many; and their language."""
    connus = talents(d)
    if ARCANES in connus and not d.domaine:
        yield Todo("VM-3.1", "La Magie des Arcanes demande un Domaine")
    if d.domaine and d.domaine not in DOMAINES:
        yield Closed("VM-3.1", "« {} » n'est pas un Domaine", (d.domaine,))
    elif d.domaine and ARCANES not in connus:
        yield Closed("VM-3.1", "Un Domaine demande le Talent Magie des Arcanes")
    if len(set(d.sorts)) < len(d.sorts):
        yield Closed("VM-6.16", "Un même Sort ne se mémorise qu'une fois")
    p = Personnage("", fiche(d))
    for s in dict.fromkeys(d.sorts):
        if s not in d.own.sorts:
            yield Closed("VM-3.1", "Aucun Sort ne s'appelle « {} »", (s,))
        elif (refus := hors_de_sa_magie(p, d.own.sorts[s])) is not None:
            yield refus
    if par_genre(d)[1] > sorts_de_depart(d)[1]:
        yield Closed("VM-6.16", "{} Sorts mémorisés au plus, pas {}", (sum(sorts_de_depart(d)), sum(par_genre(d))))
    if d.sorts and p.fiche.valeurs[LANGUE] is None:
        yield Closed("VM-3.4", "Sans Langue (Magick), aucun Sort ne se lance")


@rule("VM-4.1", "VM-4.13")
def destin_faux(d: Brouillon) -> Iterator[Closed]:
    """All the points of one's star, and a Motivation."""
    libres, places = d.naissance().libres, d.etoile.destin + d.etoile.resilience
    if places != libres or d.etoile.destin < 0 or d.etoile.resilience < 0:
        yield counted("VM-4.1", "{} points à répartir entre Destin et Résilience, {} répartis", libres, places)
    if not d.motivation.strip():
        yield Todo("VM-4.13", "Il manque une Motivation")
    elif len(d.motivation.strip()) > LONGUEUR_MOTIVATION:
        trop = (LONGUEUR_MOTIVATION, len(d.motivation.strip()))
        yield Closed("VM-4.13", "Une Motivation a {} caractères au plus, pas {}", trop)


@rule("VM-6.12", "VM-6.4", "VM-6.5")
def equipement_faux(d: Brouillon) -> Iterator[Closed]:
    """Things of the catalogue, each once, for no more couronnes than there are."""
    for id in d.armes:
        if id not in d.a_vendre:
            yield Closed("VM-6.4", "« {} » n'est pas une arme à vendre", (id,))
    for id in d.armures:
        if id not in d.own.armures:
            yield Closed("VM-6.5", "« {} » n'est pas une armure du catalogue", (id,))
    for id in d.objets:
        if id not in OBJETS:
            yield Closed("VM-6.12", "« {} » n'est pas un objet du catalogue", (id,))
    metier = d.metier()
    recus = (*metier.armes, *metier.armures, *metier.objets) if metier else ()
    tout = Counter((*recus, *d.armes, *d.armures, *d.objets))
    for id, n in tout.items():
        if n > 1:
            yield Closed("VM-6.12", "« {} » est déjà dans les affaires", (nom_de_la_chose(d, id),))
    if achats(d) > bourse(d):
        yield Closed("VM-6.12", "{} couronnes dépensées, {} disponibles", (achats(d), bourse(d)))


def nom_du_talent(d: Brouillon, id: str) -> str:
    return d.own.talents[id].nom if id in d.own.talents else id


def nom_de_la_chose(d: Brouillon, id: str) -> str:
    chose = d.own.armes.get(id) or d.own.armures.get(id) or OBJETS.get(id)
    return chose.nom if chose is not None else id
