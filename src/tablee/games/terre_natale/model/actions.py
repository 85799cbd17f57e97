"""The catalogue of actions: each a row of data that one procedure plays. What the book does not give is ours (TN-U1).

A row says what it costs (`type`), with what it is tested and against what (`contre`), what its jet measures (`mesure`)
and what comes of it (`fait`, of a few kinds). A row that another chapter plays with an action of its own names it
(`par`): it is there to be read, and to be found.
"""

from __future__ import annotations

import re
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.content import read
from tablee.kernel.ledger import rule

from .attributs import CATALOGUE as ATTRIBUTS
from .competences import lot
from .conditions import AFFECTIONS
from .energies import Energie
from .plan import CORPS, ESPRIT, PLANS, Nom, Plan

Genre = Literal["attaque", "defense", "tactique", "deplacement", "soutien", "manipulation", "soin", "preparation"]
Sorte = Literal[
    "condition",  # its charges are the measure
    "repousser",  # a square for every `pas` points, away from the author; `n` below 0: towards him
    "reculer",  # the same of the author himself, away from whom he acts on
    "desarmer",  # what is held falls, if the measure is above the poigne
    "reduire",  # charges off what is named in `conditions`
    "modifier",  # so much on a figure (`on`), and so much for each degree, until `duree`
    "initiative",  # `n` of it and `par_degre` for every `pas` points, lost or gained
    "rompre",  # what was prepared or aimed at is lost
    "presser",  # the action rapide of the round is lost
    "place",  # both change places
    "souffle",  # temporary endurance, as much as the measure, or so much for each degree
    "relever",  # the conditions named end
]
Outil = Literal["", "arme", "armure", "argument", "aucun"]
Issue = Literal["", "defense", "evaluation", "emprise"]
Anormal = Literal["", "percants", "transpercants", "penetrants", "perforants", "directs", "choquants", "mutilants"]
TYPE = re.compile(r"ACTL|ACTS|ACTC|ACTE([3-9])|ACTR")


class Effet(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that comes of an action."""

    quoi: Sorte
    sur: Literal["cible", "soi"] = "cible"
    condition: str = ""
    conditions: tuple[str, ...] = ()
    moitie: bool = False  # half of the measure
    on: str = ""
    n: int = 0
    par_degre: int = 0  # of initiative: for every `pas` points of the measure
    pas: int = 5
    duree: Literal["passe", "confrontation", "prochain_test"] = "passe"


@rule("TN-8.58", "TN-8.91", "TN-8.122")
class Ligne(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An action of the catalogue."""

    nom: str
    dit: str
    genre: Genre
    nature: Literal["physique", "mentale", "les deux"]
    type: str = "ACTS"
    format: Literal["normale", "interruption", "zone"] = "normale"
    groupe: str = ""
    competence: str = ""
    attributs: tuple[str, ...] = ()  # several: as one likes
    contre: Issue = ""  # what its test must beat: a passive defence, a difficulty, what holds one; none: no test
    difficulte: int = 0  # of an évaluation; of any other, on what it must beat
    mesure: Literal["", "impact", "charges", "degats", "degre", "deviation", "soin"] = ""
    fait: tuple[Effet, ...] = ()
    cible: Literal["adversaire", "allie", "soi", "zone"] = "adversaire"
    metres: int = 0  # how far it reaches, or how far its point may lie; 0: as far as an attack or a word
    outil: Outil = ""  # what hampers its attribute and drives its jet; none said: see `avec`
    categorie: int = 0  # of its jet, where it has one of its own
    zone: str = ""  # what must be located for it to work
    exige: tuple[str, ...] = ()
    avantages: int = 0  # on the test of an attack; désavantages are negative
    jet: int = 0  # on its jet
    sorte: Anormal = ""  # of its damage (TN-8.139)
    energie: Energie | None = None  # all of it is this energy (TN-8.99)
    partout: bool = False  # mental, and worth a word in a fight
    opportunite: bool = False  # provokes one, besides what every action complexe does
    restreinte: bool = True  # can be the second of a doubled action
    habitue: str = ""  # its type for whoever is used to it
    par: str = ""  # the action of another section that plays it
    regle: str = "TN-8.122"
    origin: Literal["", "tablee"] = ""  # ours, or named by the book
    id: str = ""

    @property
    def plan(self) -> Plan:
        return ESPRIT if self.nature == "mentale" else CORPS

    @property
    def plan_nom(self) -> Nom:
        return self.plan.nom

    @property
    def avec(self) -> Outil:
        """What it is done with: what is done to an adversary, with what one holds or argues with; else with nothing."""
        if self.outil or self.genre not in ("attaque", "tactique"):
            return self.outil or "aucun"
        return "argument" if self.plan is ESPRIT else "arme"

    @property
    def conditions(self) -> tuple[str, ...]:
        """The conditions it brings upon somebody else."""
        return tuple([e.condition for e in self.fait if e.quoi == "condition" and e.sur == "cible"])

    @property
    def afflige(self) -> bool:
        """Whether what it brings may be aimed to last (TN-8.230)."""
        return bool(self.conditions) and not any(AFFECTIONS[id].positive for id in self.conditions)


def defauts(ligne: Ligne) -> list[str]:
    """What is wrong with a row: every name in it must be one of the game's."""
    found = [type for type in (ligne.type, ligne.habitue) if type and not TYPE.fullmatch(type)]
    if ligne.competence and lot(ligne.groupe, ligne.competence) is None:
        found.append(f"{ligne.competence} / {ligne.groupe}")
    found += [code for code in ligne.attributs if code not in ATTRIBUTS]
    nommees = [id for e in ligne.fait for id in (e.condition, *e.conditions) if id]
    found += [id for id in nommees if id not in AFFECTIONS]
    if ligne.zone and all(ligne.zone not in plan.zones for plan in PLANS.values()):
        found.append(ligne.zone)
    if ligne.contre and not (ligne.attributs and ligne.competence) and ligne.genre != "attaque":
        found.append("test")
    return found


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    action: dict[str, Ligne]


def _read() -> dict[str, Ligne]:
    found = read("tablee.games.terre_natale", "content/actions.toml", _File).action
    faux = {id: wrong for id, ligne in found.items() if (wrong := defauts(ligne))}
    if faux:
        raise ValueError(f"actions.toml: {faux}")
    return {id: replace(ligne, id=id) for id, ligne in found.items()}


LIGNES = _read()
