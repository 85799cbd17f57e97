"""Chapter 3, the figures of a spell in somebody's mouth: how far, how wide, how long, and how players read them."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms

from ...model.people import Personnage
from ...model.sorts import Sort
from ...model.tables import Carac

CONTACT = 2  # metres: the next square
SECONDES = {"instantane": 0, "rounds": 6, "minutes": 60, "heures": 3600}
MOTS = {"vous": "Vous", "contact": "Contact", "special": "Spécial"}
UNITES = {"instantane": "Instantané", "rounds": "Rounds", "minutes": "minutes", "heures": "heures"}
BONUS = {
    "FOR": "Bonus de Force",
    "END": "Bonus d'Endurance",
    "INI": "Bonus d'Initiative",
    "AGI": "Bonus d'Agilité",
    "DOI": "Bonus de Doigté",
    "INT": "Bonus d'Intelligence",
    "FM": "Bonus de Force Mentale",
    "PRE": "Bonus de Présence",
    "CC": "Bonus de Capacité de Combat",
    "TIR": "Bonus de Tir",
}


def _chiffre(nom: str, n: int, carac: Carac | None, mage: Personnage, fois: int = 1) -> Term:
    """A figure of a spell: as it stands, or so many times a bonus of the caster."""
    if carac is None:
        return nom, n * fois, "VM-3.29"
    return f"{BONUS[carac]} x {n}", n * mage.bonus(carac) * fois, "VM-3.29"


@rule("VM-3.26")
def etendre(depart: Term, ajouts: int) -> Terms:
    """The initial value, and once more the same for each addition of Surincantation."""
    return (depart, ("Surincantation", ajouts * depart[1], "VM-3.26")) if ajouts else (depart,)


@rule("VM-3.27", "VM-3.29")
def portee(sort: Sort, mage: Personnage, ajouts: int = 0) -> Terms:
    """How far it reaches, in metres; « Vous » and « Contact » are never extended."""
    if sort.portee == "vous":
        return (("Vous", 0, "VM-3.29"),)
    if sort.portee == "contact":
        return (("Contact", CONTACT, "VM-3.29"),)
    return etendre(_chiffre("Portée", sort.portee, sort.portee_carac, mage), ajouts)


@rule("VM-3.26", "VM-3.29")
def zone(sort: Sort, mage: Personnage, ajouts: int = 0) -> Terms:
    """The diameter of its Zone d'Effet, in metres; nothing for a spell without one."""
    if not sort.zde:
        return ()
    return etendre(_chiffre("Zone d'Effet", sort.zde, sort.zde_carac, mage), ajouts)


@rule("VM-3.27", "VM-3.29")
def duree(sort: Sort, mage: Personnage, ajouts: int = 0) -> Terms:
    """How long it lasts, in seconds; what is Instantané has no Durée to extend."""
    if not sort.dure:
        return (("Instantané", 0, "VM-3.29"),)
    nom, fois = f"Durée en {UNITES[sort.unite]}", SECONDES[sort.unite]
    return etendre(_chiffre(nom, sort.duree, sort.duree_carac, mage, fois), ajouts)


@rule("VM-3.28")
def puissance(sort: Sort, ajouts: int) -> Terms:
    """What additions spent on the power of a spell add to it, where the spell offers that."""
    return (("Surincantation", sort.puissance * ajouts, "VM-3.28"),) if ajouts and sort.puissance else ()


@rule("VM-3.27", "VM-3.29")
def nombre_de_cibles(sort: Sort, ajouts: int = 0) -> Terms:
    """How many may be named: the caster alone for « Vous », nobody for a Zone d'Effet or « Spécial »."""
    if sort.cible == "vous":
        return (("Vous", 1, "VM-3.29"),)
    if sort.cible == "zde":
        return (("Zone d'Effet", 0, "VM-3.29"),)
    if sort.cible == "special":
        return (("Spécial", 0, "VM-3.29"),)
    return etendre(("Cible", sort.cible, "VM-3.29"), ajouts)


@rule("VM-3.29")
def rubriques(sort: Sort) -> tuple[tuple[str, str], ...]:
    """The rubrics of a spell in the book's order, the effects last."""
    return (
        ("NI", str(sort.ni)),
        ("Portée", MOTS.get(str(sort.portee)) or _mesure(sort.portee, sort.portee_carac, "mètres")),
        ("Cible", _cible(sort)),
        ("Durée", _mesure(sort.duree, sort.duree_carac, UNITES[sort.unite]) if sort.dure else "Instantané"),
        ("Description", sort.dit),
    )


def _cible(sort: Sort) -> str:
    if sort.cible == "zde":
        return f"ZdE, {_mesure(sort.zde, sort.zde_carac, 'mètres')}"
    return MOTS.get(str(sort.cible)) or str(sort.cible)


def _mesure(n: int | str, carac: Carac | None, unite: str) -> str:
    if carac is None:
        return f"{n} {unite.removesuffix('s') if n == 1 else unite}"
    return f"{BONUS[carac]} x {n} {unite}" if n != 1 else f"{BONUS[carac]}, en {unite}"
