"""Where the buttons stand: a fight to begin first, then Tests in quiet times, then all else by kind; the MJ's last."""

from __future__ import annotations

from enum import IntEnum, auto


class Bouton(IntEnum):
    """The kinds of actions in the order of their buttons."""

    COMBATTRE = auto()
    TESTS = auto()
    COUPS = auto()
    TIRS = auto()
    SORTS = auto()
    PAS = auto()
    FUITE = auto()
    PROUESSES = auto()
    FOCALISATION = auto()
    DISSIPATION = auto()
    CREATURES = auto()
    ACHEVER = auto()
    SECOURS = auto()
    SURPRISE = auto()
    POTIONS = auto()
    JETONS = auto()
    DESTIN = auto()
    ENRAYEES = auto()
    ARMES = auto()
    MONTURES = auto()
    SOINS = auto()
    GRIMOIRE = auto()
    PACTES = auto()
    CORRUPTION = auto()
    POURSUITES = auto()
    TACHES = auto()
    EXPERIENCE = auto()
    ROUND = auto()
    A_PART = auto()  # what the MJ grants, and blows held back, which double the list
