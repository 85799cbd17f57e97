"""Chapter 3, what helps and hinders a test: Traits, circumstances, wounds, equipment, time."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import Keys, tally
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms, without_zeros

from ...model.effects import Cas, bears
from ...model.essais import Essai
from ...model.people import NOMS, Aide, Carac, Personnage
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
def traits_multiples(p: Personnage, e: Essai, prets: tuple[Aide, ...]) -> Terms:
    """The Traits used, in order of importance: each counts one less than the one before it would, never below 0."""
    valeurs = [(nom, valeur_du_trait(p, nom)) for nom in e.traits]
    valeurs += e.eloignes
    valeurs += [(f"{a.trait} (aide)", a.valeur) for a in prets]
    return tuple(
        [(nom, max(0, valeur - k), "FLU-3.20" if k == 0 else "FLU-3.21") for k, (nom, valeur) in enumerate(valeurs)]
    )


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
def cout_des_traits(e: Essai, prets: tuple[Aide, ...]) -> int:
    """1 RES for each Trait beyond the first, whatever it brings."""
    n = len(e.traits) + len(e.eloignes) + len(prets)
    return n - 1 if n > 1 else 0


@rule("FLU-4.19")
def traits_pretes(p: Personnage, e: Essai) -> tuple[Aide, ...]:
    """The Traits lent to him, as many as his RES can pay for: help never stands in the way of a test."""
    if not p.aides:
        return ()
    siens = len(e.traits) + len(e.eloignes)
    payables = max(0, p.a_depenser - e.res - max(0, siens - 1)) + (0 if siens else 1)
    return tuple(a for a in p.aides if a.trait)[:payables]


@rule("FLU-2.11", "FLU-3.37")
def traits_contraires(p: Personnage, e: Essai) -> Terms:
    """Traits named against him."""
    return tuple([(nom, -valeur_du_trait(p, nom), "FLU-3.37") for nom in e.contre])


@rule("FLU-3.26", "FLU-3.39")
def temps_pris(e: Essai) -> int:
    """Each step of the Table de temps above the normal one gives 1 Avantage, each step gained costs 1."""
    return e.temps - e.temps_normal if e.temps and e.temps_normal else 0


@rule("FLU-3.40")
def recommencer(essai: int) -> int:
    """1 Désavantage on the second try, 2 on the third, and so on."""
    return 1 - essai


@rule("FLU-2.15", "FLU-3.10", "FLU-3.35", "FLU-4.9", "FLU-4.41")
def avantages(scene: Scene, p: Personnage, e: Essai) -> Terms:
    """All that helps and hinders a test, from every source; one Avantage cancels one Désavantage."""
    return ce_qu_il_apporte(p, e, traits_pretes(p, e)) + ce_qui_pese(Cas(p, scene, e, scene.encounter), e.cles)


def ce_qui_pese(c: Cas, keys: Keys) -> Terms:
    """What bears on somebody and on what he does now, whatever he brings to it himself."""
    p, e = c.p, c.e
    if e.hors or e.contre:  # neither what is put aside for this test nor what was named against him already
        p = replace(p, traits=tuple([t for t in p.traits if t.nom not in e.hors and t.nom not in e.contre]))
    return tally(bears(c.scene, p), keys, c)


def ce_qu_il_apporte(p: Personnage, e: Essai, prets: tuple[Aide, ...]) -> Terms:
    """What he names and spends for it: his Traits, those lent to him, those against him, all that was said of it."""
    return traits_multiples(p, e, prets) + traits_contraires(p, e) + parametres(e)


@kept_for
@rule("FLU-3.23", "FLU-3.24", "FLU-3.28", "FLU-3.29", "FLU-3.38", "FLU-3.41")
def parametres(e: Essai) -> Terms:
    """What was said of the test itself: circumstances, equipment, difficulty, time, retries, what is spent."""
    crans, degre = temps_pris(e), DIFFICULTES.get(e.difficulte)
    facile = degre is not None and degre.avantages > 0
    dits = (
        ("Circonstances", e.circonstances, "FLU-3.23" if e.circonstances > 0 else "FLU-3.38"),
        ("Équipement", e.equipement, "FLU-3.24"),
        ("Temps", crans, "FLU-3.26" if crans > 0 else "FLU-3.39"),
        ("Nouvel essai", recommencer(e.essai), "FLU-3.40"),
        ("RES dépensée", e.res, "FLU-3.29"),
        *((f"{NOMS[nom]} dépensée", n, "FLU-3.29") for nom, n in e.depenses),
    )
    difficulte = () if degre is None else ((degre.nom, degre.avantages, "FLU-3.28" if facile else "FLU-3.41"),)
    return (*without_zeros(dits), *difficulte, *e.propres())


@rule("FLU-3.11", "FLU-3.34", "FLU-3.35")
def partager(net: int, points: int, laisses: int) -> tuple[int, int]:
    """The net surplus as (dice, points): as many points as wanted, the rest as dice, some Avantages perhaps unused."""
    if net > 0:
        net = max(0, net - laisses)
        p = min(points, net)
        return net - p, p
    p = min(points, -net)
    return net + p, -p
