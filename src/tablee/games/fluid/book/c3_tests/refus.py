"""Chapter 3, guards: what every test must satisfy, whatever it is for."""

from __future__ import annotations

from tablee.kernel.faults import knowing
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone

from ...model.essais import Essai
from ...model.people import NOMS, Personnage, pas_assez
from ...model.scene import Scene
from ...model.tables import DIFFICULTES
from .avantages import cout_des_traits, nom_du_trait, traits_pretes, valeur_du_trait


def refus(scene: Scene, e: Essai) -> Closed | None:
    """What every test must satisfy, whatever it is for."""
    p = scene[e.actor]
    return sans_carac(p, e) or trait_inconnu(p, e) or hors_bornes(e) or res_epuisee(p, e) or caracs_epuisees(p, e)


def sans_carac(p: Personnage, e: Essai) -> Closed | None:
    if not e.caracs:
        return Closed("FLU-3.1", "Il faut nommer la caractéristique du test")
    if len(set(e.caracs)) < len(e.caracs):
        return Closed("FLU-3.5", "Une même caractéristique ne compte qu'une fois dans la moyenne")
    if "MAG" in e.caracs and p.fiche.MAG is None:
        return Closed("FLU-2.3", "{} ne pratique pas la magie", (Someone(p.id),))
    return None


def trait_inconnu(p: Personnage, e: Essai) -> Closed | None:
    """A Trait must be his own, used once, and not lent away (FLU-4.18)."""
    noms = (*e.traits, *(n for n, _ in e.eloignes), *e.contre)
    if p.grimoire:
        noms = tuple([nom_du_trait(p, nom) for nom in noms])
    for nom in noms:
        if p.trait(nom) is None and p.sort_ecrit(nom) is None:
            return knowing(
                Closed("FLU-3.20", "{} n'a pas le Trait « {} »", (Someone(p.id), nom)),
                nom,
                [t.nom for t in (*p.fiche.traits, *p.traits)],
            )
        if nom in p.cedes:
            return Closed("FLU-4.18", "« {} » est prêté à un allié ce tour-ci", (nom,))
    if len(set(noms)) < len(noms):
        return Closed("FLU-3.21", "Un même Trait ne compte qu'une fois par test")
    for nom in noms[: len(e.traits) + len(e.eloignes)]:
        t = p.trait(nom)
        if t is not None and t.origine in ("blessure", "psychique", "effort"):
            return Closed("FLU-3.37", "« {} » ne peut pas aider", (nom,))
    for nom, part in e.eloignes:
        if not 0 <= part <= valeur_du_trait(p, nom):
            return Closed("FLU-3.22", "« {} » apporte de 0 à {}, pas {}", (nom, valeur_du_trait(p, nom), part))
    return None


def hors_bornes(e: Essai) -> Closed | None:
    if e.difficulte and e.difficulte not in DIFFICULTES:
        return Closed("FLU-3.28", "Difficulté inconnue « {} » ; connues : {}", (e.difficulte, ", ".join(DIFFICULTES)))
    if not (0 <= e.temps <= 12 and 0 <= e.temps_normal <= 12):
        return Closed("FLU-3.25", "La Table de temps va du cran 1 au cran 12")
    if bool(e.temps) != bool(e.temps_normal) and e.temps:
        return Closed("FLU-3.26", "Il faut dire la durée normale en plus du temps pris")
    if e.essai < 1:
        return Closed("FLU-3.40", "Les essais se comptent à partir de 1")
    if e.equipement < 0:
        return Closed("FLU-3.24", "L'équipement donne des Avantages ; une gêne est une circonstance")
    if max(abs(e.circonstances), e.equipement, e.essai) > 50:
        return Closed("FLU-3.23", "Pas plus de 50 Avantages ou Désavantages d'une même source")
    if max(e.points, e.laisses) > 50:
        return Closed("FLU-3.11", "Pas plus de 50 Avantages ou Désavantages pris en points ou laissés de côté")
    if min(e.points, e.laisses, e.res) < 0 or any(n < 1 for _, n in e.depenses):
        return Closed("FLU-3.29", "Les points dépensés ou répartis ne peuvent pas être négatifs")
    return None


def res_epuisee(p: Personnage, e: Essai) -> Closed | None:
    """What is spent beforehand, and the Traits beyond the first, are paid out of the RES there is."""
    return pas_assez("RES", e.res + cout_des_traits(e, traits_pretes(p, e)), p.a_depenser, "FLU-3.29")


def caracs_epuisees(p: Personnage, e: Essai) -> Closed | None:
    """A caractéristique may be spent down to 1."""
    pris: dict[str, int] = {}
    for nom, n in e.depenses:
        pris[nom] = pris.get(nom, 0) + n
        if p.carac(nom) - pris[nom] < 1:
            return Closed("FLU-3.29", "{} ne peut pas descendre sous 1", (NOMS[nom],))
    return None
