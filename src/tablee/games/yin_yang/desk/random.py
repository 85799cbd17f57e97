"""Characters made at random: always the same for the same seed, and nothing in them that does not hold."""

from __future__ import annotations

import random

from msgspec.structs import replace

from tablee.kernel.tally import total

from ..book.c4_experience.prix import LANGUES, SANS_ACCORD
from ..book.c12_equipement import masse
from ..model.catalogue import ARMURES, COMPETENCES, MATERIEL
from ..model.maison import A_VENDRE
from ..model.tables import CHARGES, TRAITS
from ..model.things import Objet
from .draft import (
    ECHELLES,
    EXPERIENCES,
    MATIERE,
    QUESTIONS,
    RANG_ACHETE_MAX,
    Brouillon,
    Rangs,
    bourse,
    depense,
    equipement,
    fiche,
    plafond,
    pp_depenses,
    pp_disponibles,
    prix_total,
)


def au_hasard(seed: int) -> Brouillon:
    """A draft that holds."""
    rnd = random.Random(seed)
    voie = rnd.choice(MATIERE.voie)
    d = Brouillon(
        nom=f"{rnd.choice(MATIERE.prenoms)} {rnd.choice(MATIERE.surnoms)}",
        voie=voie.nom,
        echelle=rnd.choice([*ECHELLES]),
        experience=rnd.choice([*EXPERIENCES]),
    )
    d = replace(d, **{q.id: rnd.choice(q.reponses) for q in QUESTIONS.values() if q.reponses})
    d = transferts_au_hasard(rnd, replace(d, traits=traits_au_hasard(rnd, d)))
    d = competences_au_hasard(rnd, d, voie.competences)
    autres = rnd.sample(MATIERE.langues[1:], min(d.competences.get(LANGUES, 0), len(MATIERE.langues) - 1))
    return achats_au_hasard(rnd, replace(d, langues=(MATIERE.langues[0], *autres)))


def traits_au_hasard(rnd: random.Random, d: Brouillon) -> Rangs:
    """From rank 3 on one trait after another is raised, some more often than others, while the points last."""
    envies = {t: rnd.choice((1, 2, 4)) for t in TRAITS}
    rangs = dict.fromkeys(TRAITS, 3)
    while True:
        reste = d.cadre().points - sum(map(prix_total, rangs.values()))
        ouverts = [t for t, n in rangs.items() if n < RANG_ACHETE_MAX and n + 1 <= reste]
        if not ouverts:
            return Rangs(**rangs)
        rangs[rnd.choices(ouverts, [envies[t] for t in ouverts])[0]] += 1


def transferts_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """In some traits a point moves; never above 7."""
    for trait, deux in TRAITS.items():
        if getattr(d.traits, trait) < SANS_ACCORD:
            d = replace(d, **{f"transfert_{trait}": rnd.choice(("", *deux))})
    return d


def competences_au_hasard(rnd: random.Random, d: Brouillon, envies: tuple[str, ...]) -> Brouillon:
    """One rank at a time where parents and PP allow it, mostly in what he is drawn to; a few PP may be kept."""
    garde = rnd.choice((0, 0, 2, 4))
    while True:
        f, reste = fiche(d), total(pp_disponibles(d)) - pp_depenses(d) - garde
        ouvertes = [
            c
            for c in COMPETENCES
            if (n := d.competences.get(c, 0)) < min(plafond(d, f, c), RANG_ACHETE_MAX) and n + 1 <= reste
        ]
        if not ouvertes:
            return d
        c = rnd.choices(ouvertes, [40 if c in envies else 1 for c in ouvertes])[0]
        d = replace(d, competences={**d.competences, c: d.competences.get(c, 0) + 1})


def achats_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """A weapon for the best hand, then this and that while it weighs nothing and the purse allows it."""
    groupes = [g for g in d.competences if any(a.groupe == g for a in A_VENDRE.values())]
    if groupes:
        meilleur = max(groupes, key=lambda g: d.competences[g])
        d = acheter(rnd, d, "armes", [a for a in A_VENDRE.values() if a.groupe == meilleur])
    porte = d.competences.get("armures", 0)  # no heavier than he can wear without being hampered
    d = acheter(rnd, d, "armures", [a for a in ARMURES.values() if a.membre == "torse" and a.rang <= porte])
    for _ in range(rnd.randint(1, 6)):
        d = acheter(rnd, d, "materiel", [*MATERIEL.values()])
    return d


def acheter(rnd: random.Random, d: Brouillon, champ: str, etal: list[Objet]) -> Brouillon:
    """One thing of these that can be paid and carried without fatigue, if there is one."""
    reste = bourse(d) - depense(d)
    libre = CHARGES[0].kg * 1000 * fiche(d).resistance - total(masse(equipement(d)))
    ouverts = [o.id for o in etal if o.cout <= reste and o.poids * 1000 <= libre and o.id not in getattr(d, champ)]
    return replace(d, **{champ: (*getattr(d, champ), rnd.choice(ouverts))}) if ouverts else d
