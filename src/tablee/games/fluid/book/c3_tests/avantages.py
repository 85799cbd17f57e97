"""Chapter 3, what helps and hinders a test: Traits, circumstances, wounds, equipment, time."""

from __future__ import annotations

from tablee.kernel.kept import once
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms

from ...model.essais import Essai
from ...model.people import MENTALES, NOMS, PHYSIQUES, Aide, Carac, Personnage
from ...model.scene import Scene
from ...model.tables import DIFFICULTES


@rule("FLU-3.1", "FLU-3.5")
def caracteristique(p: Personnage, caracs: tuple[Carac, ...]) -> Terms:
    """The caractéristique tested, or the mean of several, rounded down."""
    if len(caracs) == 1:
        somme = p.fiche.sommes[caracs[0]]
        return somme if not p.pertes else ((somme[0][0], p.carac(caracs[0]), somme[0][2]),)
    moyenne = sum(map(p.carac, caracs)) // len(caracs)
    return (("Moyenne des caractéristiques", moyenne, "FLU-3.5"),)


@rule("FLU-3.20", "FLU-3.21", "FLU-3.22", "FLU-4.7", "FLU-4.19", "FLU-5.17")
def traits_multiples(p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """The Traits used, in order of importance: each counts one less than the one before it would, never below 0."""
    if len(e.traits) == 1 and not e.eloignes and not p.aides:
        return [(e.traits[0], valeur_du_trait(p, e.traits[0]), "FLU-3.20")]
    valeurs = [(nom, valeur_du_trait(p, nom)) for nom in e.traits]
    if e.eloignes:
        valeurs += e.eloignes
    if p.aides:
        valeurs += [(f"{a.trait} (aide)", a.valeur) for a in traits_pretes(p, e)]
    return [(nom, max(0, valeur - k), "FLU-3.20" if k == 0 else "FLU-3.21") for k, (nom, valeur) in enumerate(valeurs)]


def valeur_du_trait(p: Personnage, nom: str) -> int:
    """A Trait, or a spell of his book, which is one too (FLU-5.17)."""
    t = p.fiche.par_nom.get(nom) or p.trait(nom)
    if t is not None:
        return t.valeur
    sort = p.sort_ecrit(nom) if p.grimoire else None
    return sort.niveau if sort is not None else 0


def nom_du_trait(p: Personnage, nom: str) -> str:
    """The name of a Trait: a written spell may be named by its id too."""
    if not p.grimoire or p.trait(nom) is not None:
        return nom
    sort = p.sort_ecrit(nom)
    return sort.nom if sort is not None else nom


@rule("FLU-3.21")
def cout_des_traits(p: Personnage, e: Essai) -> int:
    """1 RES for each Trait beyond the first, whatever it brings."""
    n = len(e.traits)
    if e.eloignes:
        n += len(e.eloignes)
    if p.aides:
        n += len(traits_pretes(p, e))
    return n - 1 if n > 1 else 0


@rule("FLU-4.19")
def traits_pretes(p: Personnage, e: Essai) -> tuple[Aide, ...]:
    """The Traits lent to him, as many as his RES can pay for: help never stands in the way of a test."""
    siens = len(e.traits) + len(e.eloignes)
    payables = max(0, p.a_depenser - e.res - max(0, siens - 1)) + (0 if siens else 1)
    return tuple(a for a in p.aides if a.trait)[:payables]


@rule("FLU-2.11", "FLU-3.37", "FLU-4.44", "FLU-4.57")
def traits_negatifs(p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """Traits named against him; wounds on bodily tests and shocks on mental ones, unless put aside."""
    terms = []
    for nom in e.contre:
        terms.append((nom, -valeur_du_trait(p, nom), "FLU-3.37"))
    for t in p.traits:
        if t.nom in e.contre or t.nom in e.hors:
            continue
        if t.origine == "blessure" and (e.combat or any(c in PHYSIQUES for c in e.caracs)):
            terms.append((t.nom, -t.valeur, "FLU-4.44"))
        elif t.origine == "psychique" and any(c in MENTALES for c in e.caracs):
            terms.append((t.nom, -t.valeur, "FLU-4.57"))
    return terms


@rule("FLU-3.26", "FLU-3.39")
def temps_pris(e: Essai) -> int:
    """Each step of the Table de temps above the normal one gives 1 Avantage, each step gained costs 1."""
    return e.temps - e.temps_normal if e.temps and e.temps_normal else 0


@rule("FLU-3.40")
def recommencer(essai: int) -> int:
    """1 Désavantage on the second try, 2 on the third, and so on."""
    return 1 - essai


@rule("FLU-4.41")
def handicap(p: Personnage) -> int:
    """Outside fights the heaviest thing worn or held hampers every gesture; not what the mind alone does."""
    scores = [a.score for a in p.tenues()]
    scores += [o.score for o in (p.armure, p.bouclier) if o is not None]
    return -max(scores, default=0)


@rule("FLU-4.65")
def degre_du_sbire(p: Personnage) -> int:
    """What is hard for the heroes helps the sbire, what is easy hinders it."""
    return -DIFFICULTES[p.fiche.sbire].avantages if p.fiche.sbire else 0


@rule(
    "FLU-2.15",
    "FLU-3.10",
    "FLU-3.35",
    "FLU-4.9",
)
def avantages(scene: Scene, p: Personnage, e: Essai) -> list[tuple[str, int, str]]:
    """All that helps and hinders a test, from every source; one Avantage cancels one Désavantage."""
    terms = traits_multiples(p, e) if e.traits or e.eloignes or p.aides else []
    if e.contre or p.traits:
        terms += traits_negatifs(p, e)
    terms += once(e, parametres)
    for a in p.aides:
        if a.points:
            terms.append(("Points donnés", a.points, "FLU-4.19"))
    for c in p.conditions:
        if c.desavantages:
            terms.append((c.nom, -c.desavantages, c.rule))
    if p.fiche.sbire:
        terms.append(("Degré du sbire", degre_du_sbire(p), "FLU-4.65"))
    for s in scene.sorts:
        if p.id in s.cibles and s.sort.effet in ("avantages", "desavantages"):
            terms.append((s.sort.nom, s.intensite if s.sort.effet == "avantages" else -s.intensite, "FLU-5.10"))
    if not (e.combat or e.esprit):
        lourd = handicap(p)
        if lourd:
            terms.append(("Handicap de l'équipement", lourd, "FLU-4.41"))
    propres = e.propres(scene)
    return terms + propres if propres else terms


@rule("FLU-3.23", "FLU-3.24", "FLU-3.28", "FLU-3.29", "FLU-3.38", "FLU-3.41")
def parametres(e: Essai) -> Terms:
    """What was said of the test itself: circumstances, equipment, difficulty, time, retries, what is spent."""
    terms: list[tuple[str, int, str]] = []
    if e.circonstances:
        terms.append(("Circonstances", e.circonstances, "FLU-3.23" if e.circonstances > 0 else "FLU-3.38"))
    if e.equipement:
        terms.append(("Équipement", e.equipement, "FLU-3.24"))
    if e.difficulte:
        degre = DIFFICULTES[e.difficulte]
        terms.append((degre.nom, degre.avantages, "FLU-3.28" if degre.avantages > 0 else "FLU-3.41"))
    crans = temps_pris(e)
    if crans:
        terms.append(("Temps", crans, "FLU-3.26" if crans > 0 else "FLU-3.39"))
    if e.essai > 1:
        terms.append(("Nouvel essai", recommencer(e.essai), "FLU-3.40"))
    if e.res:
        terms.append(("RES dépensée", e.res, "FLU-3.29"))
    terms += [(f"{NOMS[nom]} dépensée", n, "FLU-3.29") for nom, n in e.depenses]
    return tuple(terms)


@rule("FLU-3.11", "FLU-3.34", "FLU-3.35")
def partager(net: int, points: int, laisses: int) -> tuple[int, int]:
    """The net surplus as (dice, points): as many points as wanted, the rest as dice, some Avantages perhaps unused."""
    if net > 0:
        net = max(0, net - laisses)
        p = min(points, net)
        return net - p, p
    p = min(points, -net)
    return net + p, -p
