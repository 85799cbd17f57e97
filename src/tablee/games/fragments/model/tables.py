"""The tables the book prints: characteristics, difficulties, damage types, what is effective against what, wounds."""

from __future__ import annotations

from typing import Literal

import msgspec

Stat = Literal["PV", "FOR", "MAG", "DEF", "RES", "HAB", "AGI", "CHA"]
COMBAT: tuple[str, ...] = ("FOR", "MAG", "DEF", "RES", "HAB", "AGI", "CHA")
STATS: tuple[str, ...] = ("PV", *COMBAT)
AUTRES: tuple[str, ...] = ("CON", "INIT", "ESQ", "MOV")
SOCIALES: tuple[str, ...] = ("THE", "PRA", "INS", "APL", "ELO", "INF", "INV")
NOMS = {
    "PV": "Points de Vie",
    "FOR": "Force",
    "MAG": "Magie",
    "DEF": "Défense",
    "RES": "Résistance",
    "HAB": "Habileté",
    "AGI": "Agilité",
    "CHA": "Chance",
    "CON": "Constitution",
    "INIT": "Initiative",
    "ESQ": "Esquive",
    "MOV": "Mouvement",
    "THE": "Théorie",
    "PRA": "Pratique",
    "INS": "Instinct",
    "APL": "Aplomb",
    "ELO": "Éloquence",
    "INF": "Influence",
    "INV": "Investigation",
}

DIFFICULTES = {
    "tres_facile": ("Très facile", 90),
    "facile": ("Facile", 80),
    "raisonne": ("Raisonné", 70),
    "normale": ("Normale", 60),
    "moderee": ("Modérée", 50),
    "difficile": ("Difficile", 40),
    "critique": ("Critique", 30),
    "brutale": ("Brutale", 20),
    "extreme": ("Extrême", 10),
}
AVANTAGES = (-50, -40, -30, -20, -10, 10, 20, 30, 40, 50)

# ---------------------------------------------------------------- damage

PHYSIQUES = {"IMP": "Impact", "PER": "Perforant", "TRA": "Tranchant"}
ELEMENTS = {
    "FEU": "Feu",
    "VEN": "Vent",
    "TER": "Terre",
    "FOU": "Foudre",
    "EAU": "Eau",
    "RAD": "Radiant",
    "OBS": "Obscur",
    "RUI": "Ruine",
}
DEGATS = {**PHYSIQUES, **ELEMENTS}
TYPES_ARMES = ("Épée", "Hast", "Angle", "Arc", "Dague", "Art", "Soutien", *ELEMENTS)
TYPES_UNITES = ("Blindée", "Volante", "Montée", "Bestiale", "Dragon", "Construction", "Monstre")

EFFICACE_SUR_ELEMENT = {
    "FEU": ("VEN",),
    "VEN": ("TER",),
    "TER": ("FOU",),
    "FOU": ("EAU",),
    "EAU": ("FEU",),
    "RAD": ("OBS",),
    "OBS": ("RAD",),
    "RUI": ("RAD", "OBS"),
}
EFFICACE_CONTRE_TYPE = {
    "FEU": "Bestiale",
    "VEN": "Volante",
    "Arc": "Volante",
    "TER": "Montée",
    "FOU": "Dragon",
    "EAU": "Blindée",
    "RAD": "Monstre",
    "OBS": "Construction",
}

# ---------------------------------------------------------------- mastery, weight, tiers

JAMAIS = -1  # a weapon type never mastered (FD-6.18); 0 is mastered without bonus


class Palier(msgspec.Struct, frozen=True):
    nom: str
    points: int
    croissance: int
    pt: int


PALIERS = {
    "base": Palier("base", 25, 50, 25),
    "avancée": Palier("avancée", 32, 60, 50),
    "suprême": Palier("suprême", 40, 70, 75),
}

# ---------------------------------------------------------------- survival

BLESSURES = ("Bénigne", "Légère", "Conséquente", "Grave", "Létale")
PERTES = {"Bénigne": 0, "Légère": 5, "Conséquente": 10, "Grave": 20}  # percent of the survival bar a tour
MANCHE = 10  # seconds
