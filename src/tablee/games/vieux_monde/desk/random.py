"""Characters made at random: always the same for the same seed, and nothing in them that does not hold."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tablee.kernel.draft import spread

from ..book.c3_magie.magie import ARCANES, LANGUE, hors_de_sa_magie
from ..model.carrieres import CARRIERES, ESPECES, HASARD, OBJETS, Espece, Rang
from ..model.catalogue import ARMURES, COMPETENCES, TALENTS
from ..model.people import Personnage
from ..model.sorts import DOMAINES, SORTS
from ..model.tables import CARACS
from .draft import (
    FORMATION,
    JEUNESSE,
    PAR_CARAC,
    PAR_COMPETENCE,
    POINTS,
    TALENTS_DE_DEPART,
    Brouillon,
    Etoile,
    Points,
    bourse,
    fiche,
    sorts_de_depart,
)


def au_hasard(seed: int) -> Brouillon:
    """A draft that holds."""
    rnd = random.Random(seed)
    espece, carriere = rnd.choice([*ESPECES.values()]), rnd.choice([*CARRIERES.values()])
    don, talents = talents_au_hasard(rnd, espece, carriere.rang[0])
    destin = rnd.randint(0, espece.libres)
    d = Brouillon(
        nom=f"{rnd.choice(HASARD.prenoms)} {rnd.choice(HASARD.surnoms)}",
        espece=espece.id,
        don=don,
        caracs=Points(**repartir(rnd, [*CARACS], POINTS, PAR_CARAC)),
        carriere=carriere.id,
        formation=formation_au_hasard(rnd, carriere.rang[0]),
        jeunesse=tuple(rnd.sample([c.id for c in COMPETENCES.values() if not c.avancee], JEUNESSE)),
        talents=talents,
        domaine=rnd.choice([*DOMAINES]) if ARCANES in (don, *talents) else "",
        etoile=Etoile(destin, espece.libres - destin),
        motivation=rnd.choice(HASARD.motivations),
    )
    return achats_au_hasard(rnd, replace(d, sorts=sorts_au_hasard(rnd, d)))


def repartir(rnd: random.Random, noms: list[str], points: int, plafond: int) -> dict[str, int]:
    """One point at a time, some names drawing more of them than others."""
    envies = {n: rnd.choice((1, 2, 4)) for n in noms}
    return spread(rnd, points, dict.fromkeys(noms, plafond), envies, dict.fromkeys(noms, 0))


def formation_au_hasard(rnd: random.Random, rang: Rang) -> dict[str, int]:
    """Two points in each Compétence of the rank, so that nothing is wholly missed, and the others as they fall."""
    noms = [*rang.competences]
    places = repartir(rnd, noms, FORMATION - 2 * len(noms), PAR_COMPETENCE - 2)
    return {c: n + 2 for c, n in places.items()}


def talents_au_hasard(rnd: random.Random, espece: Espece, rang: Rang) -> tuple[str, tuple[str, ...]]:
    """A gift and two Talents of the rank, none more often than it may be taken; the first of a mage is his magic."""

    def libre(t: str, pris: list[str]) -> bool:
        return pris.count(t) < TALENTS[t].max

    pris = [*espece.talents]
    for n in range(TALENTS_DE_DEPART):
        ouverts = [t for t in rang.talents if libre(t, pris)]
        pris.append(ouverts[0] if n == 0 and LANGUE in rang.competences else rnd.choice(ouverts))
    don = rnd.choice([t for t in espece.dons if libre(t, pris)])
    return don, tuple(pris[len(espece.talents) :])


def sorts_au_hasard(rnd: random.Random, d: Brouillon) -> tuple[str, ...]:
    """As many spells as he may know, for those who speak their language."""
    p = Personnage("", fiche(d))
    if p.fiche.valeurs[LANGUE] is None:
        return ()
    ouverts = [s for s in SORTS.values() if hors_de_sa_magie(p, s) is None]
    mineurs = [s.id for s in ouverts if s.genre == "mineur"]
    autres = [s.id for s in ouverts if s.genre != "mineur"]
    n, m = sorts_de_depart(d)
    return (*rnd.sample(mineurs, min(n, len(mineurs))), *rnd.sample(autres, min(m, len(autres))))


def achats_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """One or two things that the purse allows."""
    metier = d.metier()
    deja = {*metier.armes, *metier.armures, *metier.objets} if metier else set()
    reste = bourse(d)
    etal = [
        *(("armes", a.id, a.prix) for a in d.a_vendre.values() if a.id not in deja),
        *(("armures", a.id, a.prix) for a in ARMURES.values() if a.id not in deja),
        *(("objets", o.id, o.prix) for o in OBJETS.values() if o.id not in deja),
    ]
    for _ in range(rnd.randint(0, 2)):
        abordables = [x for x in etal if 0 < x[2] <= reste]
        if not abordables:
            break
        champ, id, prix = rnd.choice(abordables)
        d = replace(d, **{champ: (*getattr(d, champ), id)})
        etal.remove((champ, id, prix))
        reste -= prix
    return d
