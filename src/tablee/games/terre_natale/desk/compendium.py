"""What catalogues hold as effects, actions and conditions, in sentences."""

from __future__ import annotations

from typing import Any

import msgspec

from ..book.c3_traits import Dit, dit, effets_dits, en
from ..book.c3_traits.acquisition import nom_de_condition
from ..book.c6_castes import action_dite
from ..model.attributs import nom
from ..model.castes import ActionDeCaste
from ..model.competences import COMPETENCES, GROUPES
from ..model.traits import Effet, TraitDuLivre

FREQUENCES: dict[str, Dit] = {
    "tour": ("une fois par tour", "once a turn"),
    "scene": ("une fois par scène", "once a scene"),
}


def tells(key: str, value: Any, lang: str) -> tuple[str, ...] | None:
    """A fact of a catalogue as sentences; None: it is read as it is written."""
    lu = lang == "en"
    if key == "effets" and any("mesure" in each for each in value):
        return ()  # of a power: what it does is said with it
    if key == "tags" and isinstance(value, list):
        return ()
    if key == "sert":
        return ()  # what a thing brings is said with it
    if key == "sujets":
        return tuple([en(said) if lu else said for said in value.values()])
    if key == "effets":
        said = effets_dits(msgspec.convert(value, list[Effet]))[lu]
        return (said[:1].upper() + said[1:],)
    if key == "traits":
        traits = msgspec.convert(value, list[TraitDuLivre])
        return tuple([named(t.nom, dit(t), lu) for t in traits])
    if key == "action" and isinstance(value, dict):
        action = msgspec.convert(value, ActionDeCaste)
        return (named(action.nom, action_dite(action), lu),)
    if key == "privilege":
        return (FREQUENCES[value][lu],)
    if key == "requiert":
        return tuple(
            [f"{en(label) if lu else label} {n}" for label, n in ((nom_de_condition(q), n) for q, n in value.items())]
        )
    if key == "competences":
        return tuple([of_skill(lot, lu) for lot in value])
    if key == "mentions":
        return tuple([" · ".join(en(nom) if lu else nom for nom in mention(*pair)) for pair in value])
    if key == "ouvert":
        codes = ", ".join(en(nom(code)) if lu else nom(code) for code in value["attributs"])
        return (f"further skills, with {codes}" if lu else f"d'autres compétences, avec {codes}",)
    if key in ("modes", "liens") and isinstance(value[0], dict):
        return tuple([when(each, lu) for each in value])
    return None


def of_skill(lot: dict[str, Any], lu: bool) -> str:
    """« Parade (Force, Constitution, Dextérité) : Bloquer ou détourner… »."""
    codes = ", ".join(en(label) if lu else label for label in (BY_WEAPON.get(a, nom(a)) for a in lot["attributs"]))
    said = lot.get("dit", "")
    return f"{en(lot['nom'])} ({codes}): {en(said)}" if lu else f"{lot['nom']} ({codes}) : {said}"


def when(lien: dict[str, str], lu: bool) -> str:
    """An attribute, and the circumstance that calls for it."""
    code = nom(lien["attribut"])
    return f"{en(code)}: {en(lien['quand'])}" if lu else f"{code} : {lien['quand']}"


def mention(group: str, skill: str) -> tuple[str, str]:
    return GROUPES[group].nom, COMPETENCES[skill].nom


BY_WEAPON = {"*": "l'attribut de l'arme", "L": "ceux d'une autre du groupe"}


def named(name: str, said: Dit, lu: bool) -> str:
    return f"{en(name)}: {said[1]}" if lu else f"{name} : {said[0]}"
