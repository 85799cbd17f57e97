"""For those who do not know the game: what each choice is good at, what goes with what, and what is hollow."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from tablee.kernel.draft import Field
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Said
from tablee.kernel.sheet import Line, Stat, Text
from tablee.kernel.teaching import Card, Remark, Spread, Strength, guide_of

from ..book.c3_magie.magie import ARCANES, CHAOS, MINEURE
from ..model.carrieres import ESPECES, GROUPES, OBJETS, Carriere, Espece, Potion
from ..model.catalogue import COMPETENCES, PACKAGE, TRAITS_ARMES, TRAITS_ARMURES, Arme, Armure, Competence, Talent
from ..model.sorts import DOMAINES, Sort
from ..model.tables import CARACS, NOMS, Carac
from .draft import (
    FORMATION,
    PAR_COMPETENCE,
    Brouillon,
    equipement,
    fiche,
    formation,
    premier_rang,
    sorts_de_depart,
    talents,
)

GUIDE = guide_of(PACKAGE)
FORCES: dict[str, tuple[Carac, ...]] = {  # what one is good at, by the caractéristiques it hangs on
    "Se bat": ("CC", "TIR"),
    "Encaisse": ("FOR", "END"),
    "Se faufile": ("AGI", "DOI", "INI"),
    "Sait et parle": ("INT", "FM", "PRE"),
}
MOYENNE, PAS = 26, 2  # of a species' caractéristiques, and what is worth a degree more or less
PORTES = 4  # the highest caractéristiques: those a trade may go with
GENRES = {"mineur": "Sort mineur", "arcane": "Arcane commun", "domaine": "Sort de Domaine", "chaos": "Sort du Chaos"}


def degre(n: float) -> int:
    return max(1, min(5, round(n)))


# ---------------------------------------------------------------- cards


def cartes(d: Brouillon, field: Field) -> Mapping[str, Card]:
    """What there is to know of what a field offers."""
    dealt = CARTES.get(field.name)
    return {} if dealt is None else dealt(d)


def des_especes(d: Brouillon) -> dict[str, Card]:
    return {e.id: d_espece(e) for e in ESPECES.values()}


def d_espece(e: Espece) -> Card:
    forces = tuple(
        Strength(nom, degre(3 + (sum(e.base[c] for c in caracs) / len(caracs) - MOYENNE) / PAS))
        for nom, caracs in FORCES.items()
    )
    figures: tuple[Line, ...] = (
        *(Stat(NOMS[c], ((e.nom, e.base[c], "VM-6.12"),)) for c in CARACS),
        Stat("Mouvement", ((e.nom, e.mouvement, "VM-6.12"),)),
        Stat("Destin", ((e.nom, e.destin, "VM-4.1"),)),
        Stat("Résilience", ((e.nom, e.resilience, "VM-4.1"),)),
    )
    return Card(e.dit, forces, figures)


def des_carrieres(d: Brouillon) -> dict[str, Card]:
    return {c.id: de_carriere(d, c) for c in d.own.carrieres.values()}


def de_carriere(d: Brouillon, c: Carriere) -> Card:
    """A trade: what its first rank opens tells what it is good at; it fits whoever is good at what it raises."""
    rang = c.rang[0]
    ouvertes = [*rang.caracs, *(COMPETENCES[x].carac for x in rang.competences)]
    forces = tuple(
        Strength(nom, degre(1 + sum(ouvertes.count(x) for x in caracs) * 0.8)) for nom, caracs in FORCES.items()
    )
    valeurs = fiche(d).caracs
    hautes = sorted(CARACS, key=lambda x: -valeurs[x])[:PORTES]
    siennes = [x for x in rang.caracs if x in hautes]
    why = None
    if len(siennes) > 1:
        why = Said("{} {}, {} {}", tuple(fact for x in siennes[:2] for fact in (NOMS[x], valeurs[x])))
    return Card(
        c.dit,
        forces,
        tuple(figures_de_carriere(d, c)),
        (GROUPES[c.groupe],),
        len(siennes) if why is not None else 0,
        why,
    )


def figures_de_carriere(d: Brouillon, c: Carriere) -> Iterator[Line]:
    emporte = [d.own.armes[a].nom for a in c.armes if a in d.own.armes]
    emporte += [d.own.armures[a].nom for a in c.armures if a in d.own.armures]
    emporte += [OBJETS[o].nom for o in c.objets if o in OBJETS]
    for n, rang in enumerate(c.rang, 1):
        yield Text(f"Rang {n}", rang.nom)
    yield Text("Caractéristiques", ", ".join(NOMS[x] for x in c.rang[0].caracs))
    yield Text("Compétences", ", ".join(COMPETENCES[x].nom for x in c.rang[0].competences))
    yield Text("Équipement", ", ".join(emporte))
    yield Stat("Couronnes", ((c.nom, c.couronnes, "VM-6.12"),))


def des_talents(d: Brouillon) -> dict[str, Card]:
    connues = set(formation(d)) | set(d.naissance().competences)
    return {t.id: de_talent(t, connues) for t in d.own.talents.values()}


def de_talent(t: Talent, connues: set[str]) -> Card:
    aides = [m for m in t.modifs if m.sur in connues]
    why = Said("aide {}", (COMPETENCES[aides[0].sur].nom,)) if aides else None
    magie = t.id in (ARCANES, MINEURE, CHAOS)
    return Card(t.dit, tags=("Magie",) if magie else (), fits=2 if aides or magie else 0, why=why)


def des_competences(d: Brouillon) -> dict[str, Card]:
    """Skills of youth: what the trade trains anyway grows higher, what the species is good at succeeds more often."""
    rang, valeurs = premier_rang(d), fiche(d).caracs
    hautes = sorted(CARACS, key=lambda x: -valeurs[x])[:PORTES]
    du_metier = rang.competences if rang is not None else ()
    return {
        c.id: de_competence(c, c.id in du_metier, c.carac in hautes, valeurs[c.carac]) for c in COMPETENCES.values()
    }


def de_competence(c: Competence, du_metier: bool, haute: bool, valeur: int) -> Card:
    why = Said("{} {}", (NOMS[c.carac], valeur)) if haute else Said("votre métier s'en sert") if du_metier else None
    figures = (Text("Caractéristique", NOMS[c.carac]),)
    return Card(c.dit, figures=figures, tags=(NOMS[c.carac],), fits=haute + du_metier, why=why)


def des_domaines(d: Brouillon) -> dict[str, Card]:
    sans = Card("Aucune magie des Arcanes : vous n'avez rien à choisir ici.")
    return {"": sans, **{x.id: Card(x.dit, figures=(Text("Couleur", x.couleur),)) for x in DOMAINES.values()}}


def des_sorts(d: Brouillon) -> dict[str, Card]:
    return {s.id: de_sort(s, d.domaine) for s in d.own.sorts.values()}


def de_sort(s: Sort, domaine: str) -> Card:
    """A spell; those that strike and those of one's own Wind are taken first."""
    sens = "Nuit" if s.nuit else "Aide"
    tags = (GENRES[s.genre], sens, *(("Dure",) if s.dure else ()))
    figures: tuple[Line, ...] = (Stat("NI", ((s.nom, s.ni, "VM-3.4"),)),)
    if s.degats:
        figures += (Stat("Dégâts", ((s.nom, s.degats, "VM-3.13"),)),)
    return Card(s.dit, figures=figures, tags=tags, fits=(bool(domaine) and s.domaine == domaine) + s.projectile)


def des_armes(d: Brouillon) -> dict[str, Card]:
    return {a.id: d_arme(a, d) for a in d.a_vendre.values()}


def d_arme(a: Arme, d: Brouillon) -> Card:
    apprise = a.competence in formation(d) or a.competence in d.naissance().competences
    why = Said("vous apprenez {}", (COMPETENCES[a.competence].nom,)) if apprise else None
    figures: tuple[Line, ...] = (
        Stat("Dégâts", ((a.nom, a.degats, "VM-6.4"),)),
        Text("Compétence", COMPETENCES[a.competence].nom),
        Stat("Mains", ((a.nom, a.mains, "VM-6.4"),)),
        *((Stat("Portée", ((a.nom, a.portee, "VM-6.4"),)),) if a.portee else ()),
        *((Text("Traits", ", ".join(TRAITS_ARMES[t].nom for t in a.traits)),) if a.traits else ()),
    )
    genre = {"melee": "Mêlée", "tir": "Tir", "bouclier": "Bouclier"}[a.genre]
    return Card(figures=figures, tags=(genre,), fits=int(apprise), why=why)


def des_armures(d: Brouillon) -> dict[str, Card]:
    return {a.id: d_armure(a) for a in d.own.armures.values()}


def d_armure(a: Armure) -> Card:
    traits = (Text("Traits", ", ".join(TRAITS_ARMURES[t].nom for t in a.traits)),) if a.traits else ()
    return Card(figures=(Stat("PA", ((a.nom, a.pa, "VM-6.5"),)), *traits))


def des_objets(d: Brouillon) -> dict[str, Card]:
    return {o.id: Card(o.dit, tags=("Potion",)) for o in OBJETS.values() if isinstance(o, Potion)}


CARTES: dict[str, Callable[[Brouillon], Mapping[str, Card]]] = {
    "espece": des_especes,
    "don": des_talents,
    "carriere": des_carrieres,
    "jeunesse": des_competences,
    "talents": des_talents,
    "domaine": des_domaines,
    "sorts": des_sorts,
    "armes": des_armes,
    "armures": des_armures,
    "objets": des_objets,
}

# ---------------------------------------------------------------- spreads


def repartitions(d: Brouillon, field: Field) -> tuple[Spread, ...]:
    """The training of the trade there is, and the star of the species there is."""
    rang = premier_rang(d)
    if field.name == "formation" and rang is not None:
        return formations(d, rang.competences)
    if field.name == "etoile":
        return etoiles(d.naissance().libres)
    return ()


def formations(d: Brouillon, competences: tuple[str, ...]) -> tuple[Spread, ...]:
    valeurs = fiche(d).caracs
    fortes = sorted(competences, key=lambda c: -valeurs[COMPETENCES[c].carac])
    premieres = dict.fromkeys(fortes, 0)
    for c in fortes[: FORMATION // PAR_COMPETENCE]:
        premieres[c] = PAR_COMPETENCE
    pente, reste = dict.fromkeys(fortes, FORMATION // len(fortes)), FORMATION % len(fortes)
    pente[fortes[0]] += reste
    for haute, basse in zip(fortes, reversed(fortes[len(fortes) // 2 :]), strict=False):
        pente[haute], pente[basse] = pente[haute] + 3, pente[basse] - 3
    egale = {c: FORMATION // len(fortes) + (i < reste) for i, c in enumerate(fortes)}
    return (
        Spread("En pente", "Le plus où vous êtes doué, un peu partout ailleurs.", pente),
        Spread("Égale", "Tout le métier, sans rien négliger.", egale),
        Spread("Spécialiste", "Trois Compétences au plus haut, rien dans les autres.", premieres),
    )


def etoiles(libres: int) -> tuple[Spread, ...]:
    return (
        Spread("Protégé", "Le Destin sauve de la mort et fait relancer les dés.", {"destin": libres, "resilience": 0}),
        Spread(
            "Acharné", "La Résilience fait tenir bon et réussir quand il le faut.", {"destin": 0, "resilience": libres}
        ),
    )


# ---------------------------------------------------------------- what is hollow


def remarques(d: Brouillon) -> Iterable[Remark]:
    """Nothing to strike with, a weapon nobody taught, a mage without spells: all of it is allowed."""
    armes, connus, appris = equipement(d).armes, talents(d), fiche(d).competences
    if d.metier() is None:
        return
    if not any(a.genre != "bouclier" for a in armes):
        yield Remark("equipement", Closed("VM-6.4", "Aucune arme : il se battra à mains nues"))
    elif not any(a.competence in appris for a in armes if a.genre != "bouclier"):
        yield Remark("competences", Closed("VM-6.12", "Aucune de ses armes n'est de celles qu'il a apprises"))
    if {ARCANES, CHAOS, MINEURE} & set(connus) and sum(sorts_de_depart(d)) and not d.sorts:
        yield Remark("magie", Closed("VM-6.16", "Un Talent de magie, et aucun Sort mémorisé"))
