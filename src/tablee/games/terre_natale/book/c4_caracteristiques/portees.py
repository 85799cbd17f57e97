"""How far one reaches with a blow, a throw, a shot or a word; the zones one holds; how far one walks."""

from __future__ import annotations

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import PLAGES, Mode, Plage, Plan
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.su import su
from ...model.sums import modif
from ...model.things import Objet
from .capacites import argument_de, depassement
from .usage import penalite_d_armure, penalite_de

METRES = {"melee": 0.25, "lancer": 1.0, "tir": 1.0, "mots": 1.0}  # of one unit


@rule("TN-4.64", "TN-4.66")
def allonge(arme: Objet | None) -> Terms:
    """How long an arm is: its catégorie and its size. Bare hands are 0."""
    if arme is None:
        return ()
    taille: Terms = (("Taille de l'arme", arme.ecart("allonge"), "TN-4.64"),) if arme.taille else ()
    return ("Catégorie", arme.categorie, "TN-4.64"), *taille


@rule("TN-4.65")
def allonge_de_jet(arme: Objet) -> Terms:
    """How well an arm flies: the lighter the farther."""
    taille: Terms = (("Taille de l'arme", arme.ecart("allonge"), "TN-4.65"),) if arme.taille else ()
    return ("Base", 5, "TN-4.65"), ("Catégorie", -arme.categorie, "TN-4.65"), *taille


@rule("TN-4.64")
def portee_de_melee(p: Personnage, arme: Objet | None) -> Terms:
    """How far one strikes, in units of a quarter of a metre."""
    return *allonge(arme), modif(p.fiche, "TAI")


@rule("TN-4.63", "TN-4.64")
@su
def cases_de_melee(p: Personnage, arme: Objet | None) -> int:
    """How many squares may lie between two who fight: one for every four units."""
    return max(0, int(total(portee_de_melee(p, arme)) * METRES["melee"]))


@rule("TN-4.63", "TN-4.65", "TN-4.66", "TN-4.67")
def portee(mode: Mode, arme: Objet | None = None) -> Terms:
    """The portée of a throw, a shot or of words, in metres; 0 or less is out of the question."""
    if mode == "mots" or arme is None:
        return (("Base", 5, "TN-4.67"),) if mode == "mots" else ()
    if mode == "lancer":
        return allonge_de_jet(arme)
    return tuple([(f"{label} x 4", 4 * n, "TN-4.66") for label, n, _ in allonge(arme)])


@rule("TN-4.68")
def plages(mode: Mode, portee: int) -> tuple[tuple[Plage, int, int], ...]:
    """The bands of a portée, each from so many metres to so many."""
    return tuple([(x, x.de * portee, x.a * portee) for x in PLAGES if mode in x.modes]) if portee > 0 else ()


@rule("TN-4.68")
def plage(mode: Mode, portee: int, distance: int) -> Plage | None:
    """The band a distance lies in, on a bound the better one; None: out of range."""
    dedans = [x for x, de, a in plages(mode, portee) if de <= distance <= a]
    return min(dedans, key=lambda x: x.desavantages, default=None)


# ---------------------------------------------------------------- zones


@rule("TN-4.69", "TN-4.71", "TN-4.72")
def zone_active(p: Personnage, plan: Plan, options: tuple[str, ...] = ()) -> Terms:
    """The pressure of whoever acts: contrôle for what is physical, influence for what is mental or social."""
    if plan == "physique":
        return *allonge(arme_en_main(p)), modif(p.fiche, "DEX")
    return ("Argument", argument_de(p, options), "TN-4.72"), modif(p.fiche, "INT")


@rule("TN-4.69", "TN-4.71", "TN-4.72")
def zone_passive(p: Personnage, plan: Plan, options: tuple[str, ...] = ()) -> Terms:
    """What whoever undergoes an action holds against it."""
    if plan == "physique":
        arme = arme_en_main(p)
        return *(allonge_de_jet(arme) if arme is not None else (("Base", 5, "TN-4.72"),)), modif(p.fiche, "AGI")
    return ("Base", 5, "TN-4.72"), ("Argument", -argument_de(p, options), "TN-4.72"), modif(p.fiche, "RUS")


@rule("TN-4.70")
def comparaison(active: int, passive: int) -> Term | None:
    """What an action d'opportunité suffers: nothing with the larger zone, a désavantage, or two against its double."""
    if active > passive:
        return None
    return ("Zone", -2 if passive >= 2 * active and passive > 0 else -1, "TN-4.70")


def arme_en_main(p: Personnage) -> Objet | None:
    """The arm of the main hand."""
    return next(iter(p.equipement.armes), None)


# ---------------------------------------------------------------- walking


@rule("TN-9.106")
def hate_d_armure(p: Personnage) -> int:
    """How quick one is in one's armour: by its balance, or that of the heaviest piece one wears."""
    e = p.equipement
    porte = e.armure or max(e.pieces, key=lambda x: x.categorie, default=None)
    return porte.ecart("hate") if porte is not None else 0


@rule("TN-4.73", "TN-8.377", "TN-9.106")
@su
def allure(p: Personnage) -> Terms:
    """What one's movement is computed from: size, agility, less the usage penalties of arms and armour."""
    own: Terms = (("Base", 10, "TN-4.73"), modif(p.fiche, "TAI"), modif(p.fiche, "AGI"))
    genes = [(a.sorte.nom, -total(penalite_de(p, a))) for a in p.equipement.armes]
    armure = p.equipement.armure
    if armure is not None or p.equipement.entrave() is not None:
        gene = max(0, total(penalite_d_armure(p)) - hate_d_armure(p))  # well balanced armour hampers less
        genes.append((armure.sorte.nom if armure is not None else "Pièces d'armure", -gene))
    own += tuple([(nom, n, "TN-4.73") for nom, n in genes if n]) + tally(p.bears, "allure", Essai(p))
    return (*own, ("Au sol", -max(0, total(own)), "TN-8.377")) if "au_sol" in p.bears else own


@rule("TN-4.75", "TN-4.59", "TN-4.60")
def deplacement(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """The metres of one movement: half the allure, rounded up; half of that or nothing for whoever carries too much."""
    metres = max(0, -(-total(allure(p)) // 2))
    fois = depassement(p, options)
    perdus = 0 if not fois else metres - metres // 2 if fois == 1 else metres
    terms: Terms = (("Allure / 2", metres, "TN-4.75"),)
    return (*terms, ("Encombrement", -perdus, "TN-4.60" if fois > 1 else "TN-4.59")) if perdus else terms
