"""Characters made at random: always the same for the same seed, and nothing in them that does not hold."""

from __future__ import annotations

import random
from collections.abc import Sequence

from msgspec.structs import replace

from tablee.kernel.draft import spread
from tablee.kernel.tally import total

from ..book.c7_modeles import LANGUES, MOTIFS, POINTS_MAX, TAUX_MAX, TAUX_MIN
from ..book.c8_progression.classes import a_choisir
from ..model.catalogue import ARMES, BOUCLIERS, OBJETS, ORIGINES, TECHNIQUES, TOMES, Chose
from ..model.tables import COMBAT, SOCIALES, STATS, TYPES_ARMES
from .draft import (
    AFFINITES,
    D10,
    D20,
    DE_BASE,
    FIXE,
    MATIERE,
    PERSONNALISEE,
    SOCIAL_MAX,
    Augmentations,
    Brouillon,
    Sociales,
    TroisDes,
    a_porter,
    augmentations,
    bourse,
    depense,
    emplacements,
    fiche,
    maitrises,
    points_disponibles,
    pt_depenses,
    pt_disponibles,
    sociaux_disponibles,
    taux_disponibles,
)
from .own_class import Repartition

FORCES = {"FOR": 4, "MAG": 4, "HAB": 3, "DEF": 2, "PV": 2}  # what most characters want; the rest counts once


def au_hasard(seed: int) -> Brouillon:
    """A draft that holds."""
    rnd = random.Random(seed)
    classe = DE_BASE[rnd.choice([*DE_BASE])]
    origine = ORIGINES[rnd.choice([*ORIGINES])]
    d = Brouillon(
        nom=f"{rnd.choice(MATIERE.prenoms)} {rnd.choice(MATIERE.surnoms)}",
        origine=origine.id,
        con=rnd.randint(*origine.con),
        classe=classe.id,
        secondaires=tuple(rnd.sample(a_choisir(classe), classe.choix)),
        methode=rnd.choice((PERSONNALISEE, PERSONNALISEE, PERSONNALISEE, FIXE)),
        contexte=rnd.choice(MATIERE.contextes),
    )
    d = augmentations_au_hasard(rnd, d)
    d = statistiques_au_hasard(rnd, d) if not d.fixe else d
    d = contexte_au_hasard(rnd, sociales_au_hasard(rnd, d))
    d = achats_au_hasard(rnd, techniques_au_hasard(rnd, d))
    return portrait_au_hasard(rnd, d)


def augmentations_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Those suggested more often than not; else a pattern, one of its +1 perhaps turned into INIT or PV."""
    if d.fixe or rnd.random() < 0.6:
        return d
    motif = rnd.choice(MOTIFS)
    plus = dict(zip(rnd.sample(COMBAT, len(motif)), motif, strict=True))
    changes = [s for s, n in plus.items() if n == 1][: rnd.randint(0, 3)]
    for s in changes:
        del plus[s]
        vers, n = rnd.choice((("INIT", 1), ("PV", 2)))
        plus[vers] = plus.get(vers, 0) + n
    if plus.get("PV", 0) > POINTS_MAX:  # three times PV +2 is more than PV may have
        plus = {**plus, "PV": plus["PV"] - 2, "INIT": plus.get("INIT", 0) + 1}
    return replace(d, suggerees=False, augmentations=Augmentations(**plus))


def statistiques_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Points and growth, rolled or not, mostly where the class is strong."""
    classe = DE_BASE[d.classe]
    if rnd.random() < 0.5:
        d = replace(d, tirer_points=True, de_points=rnd.randint(1, D10))
    if rnd.random() < 0.5:
        d = replace(d, tirer_taux=True, de_taux=rnd.randint(1, D10))
    envies = {s: FORCES.get(s, 1) if s not in ("FOR", "MAG") or classe.fixe.get(s, 0) > 2 else 1 for s in STATS}
    plus = augmentations(d)
    hauts = {s: POINTS_MAX - plus.get(s, 0) for s in STATS}
    points = spread(rnd, total(points_disponibles(d)), hauts, envies, dict.fromkeys(STATS, 0))
    bas = {s: 0 if classe.croissance.get(s, 0) >= TAUX_MIN else TAUX_MIN for s in STATS}
    taux = spread(rnd, total(taux_disponibles(d)), dict.fromkeys(STATS, TAUX_MAX), envies, bas)
    return replace(d, points=Repartition(**points), taux=Repartition(**taux))


def sociales_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Social points and an affinity, each rolled or chosen."""
    if rnd.random() < 0.5:
        d = replace(d, tirer_sociales=True, des_sociaux=TroisDes(*(rnd.randint(1, D20) for _ in range(3))))
    envies = {s: rnd.choice((1, 2, 4)) for s in SOCIALES}
    hauts, zeros = dict.fromkeys(SOCIALES, SOCIAL_MAX), dict.fromkeys(SOCIALES, 0)
    d = replace(d, sociales=Sociales(**spread(rnd, total(sociaux_disponibles(d)), hauts, envies, zeros)))
    if rnd.random() < 0.5:
        return replace(d, tirer_affinite=True, de_affinite=rnd.randint(1, len(AFFINITES)))
    return replace(d, affinite=rnd.choice([*AFFINITES]))


def contexte_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """Some have learned a language or a weapon on the way."""
    if rnd.random() < 0.7:
        return d
    autres = [x for x in LANGUES if x not in ORIGINES[d.origine].langues]
    armes = [t for t in TYPES_ARMES if t not in maitrises(d)]
    langues, plus = ((rnd.choice(autres),), ()) if rnd.random() < 0.5 else ((), (rnd.choice(armes),))
    return replace(d, accord_mj=True, langues=langues, maitrises=plus)


def techniques_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """The special technique, then what else there are PT for; the personal one is any ordinary one."""
    d = replace(d, personnelle=rnd.choice([t.id for t in TECHNIQUES.values() if not t.speciale]))
    ouvertes = fiche(d).debloquees
    for t in (ouvertes[0], *rnd.sample(ouvertes[1:], len(ouvertes) - 1)):
        if pt_depenses(d) + TECHNIQUES[t].pt <= pt_disponibles(d):
            d = replace(d, techniques=(*d.techniques, t))
    return d


def achats_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """A weapon for the best hand, a second one perhaps, then this and that while the purse and the slots allow it."""
    connues = sorted(maitrises(d).items(), key=lambda m: -m[1])
    for type_, _ in connues[: rnd.randint(1, 2)]:
        if type_ == "Soutien":
            d = acheter(rnd, d, "objets", [OBJETS["catalyseur"]])
        d = acheter(rnd, d, "armes", [a for a in ARMES.values() if a.type == type_])
        d = acheter(rnd, d, "tomes", [a for a in TOMES.values() if a.type == type_])
    if rnd.random() < 0.4:
        d = acheter(rnd, d, "boucliers", [*BOUCLIERS.values()])
    for _ in range(rnd.randint(1, 4)):
        d = acheter(rnd, d, "objets", [*OBJETS.values()])
    return d


def acheter(rnd: random.Random, d: Brouillon, champ: str, etal: Sequence[Chose]) -> Brouillon:
    """One thing of these that can be paid and carried, if there is one."""
    reste = bourse(d) - depense(d)
    if len(a_porter(d)) >= emplacements(d):
        return d
    ouverts = [c.id for c in etal if 0 < c.prix <= reste and c.id not in getattr(d, champ)]
    return replace(d, **{champ: (*getattr(d, champ), rnd.choice(ouverts))}) if ouverts else d


def portrait_au_hasard(rnd: random.Random, d: Brouillon) -> Brouillon:
    """An age, a height and a weight of the origin, colours, key words."""
    gabarit = MATIERE.gabarits[d.origine]
    metres, centimetres = divmod(rnd.randint(*gabarit.taille), 100)
    return replace(
        d,
        age=f"{rnd.randint(*gabarit.age)} ans",
        taille=f"{metres},{centimetres:02d} m",
        poids=f"{rnd.randint(*gabarit.poids)} kg",
        yeux=rnd.choice(MATIERE.yeux),
        peau=rnd.choice(MATIERE.peau),
        cheveux=rnd.choice(MATIERE.cheveux),
        mots=tuple(rnd.sample(MATIERE.mots, 3)),
    )
