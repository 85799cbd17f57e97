"""For those who do not know the game: what goes with the skills there are, and what is hollow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.kernel.draft import Field
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Said
from tablee.kernel.sheet import Line, Stat, Text
from tablee.kernel.teaching import Card, Remark, guide_of

from ..model.catalogue import PACKAGE, Arme, nom_de
from ..model.runes import RUNES
from ..model.things import JADE
from .draft import Brouillon, competences, equipement

GUIDE = guide_of(PACKAGE)
A_MAINS_NUES = ("arts_martiaux", "lutte")  # skills that need no weapon

# ---------------------------------------------------------------- cards


def guider(d: Brouillon, field: Field) -> Mapping[str, Card]:
    """Weapons: those fit whose skill he has learned."""
    if field.name != "armes":
        return {}
    apprises = competences(d)
    return {a.id: carte(a, apprises.get(a.groupe, 0)) for a in d.own.a_vendre.values()}


def carte(a: Arme, rang: int) -> Card:
    figures: tuple[Line, ...] = (
        Text("Compétence", nom_de(a.groupe)),
        *((Stat("Dégâts", ((a.nom, a.degats, "YY-12.3"),)),) if a.degats is not None else ()),
        *((Stat("Portée", ((a.nom, a.portee, "YY-12.3"),)),) if a.portee else ()),
        Stat("Mains", ((a.nom, a.mains, "YY-12.3"),)),
    )
    why = Said("{} : rang {}", (nom_de(a.groupe), rang)) if rang else None
    return Card(figures=figures, tags=(nom_de(a.groupe),), fits=min(rang, 3), why=why)


# ---------------------------------------------------------------- what is hollow


def runes(apprises: Mapping[str, int]) -> bool:
    """Whether any rune is among what was learned."""
    return any(apprises.get(r.competence) for r in RUNES.values())


def remarques(d: Brouillon) -> Iterable[Remark]:
    """Nothing to strike with, a weapon nobody taught, runes without what carries them: all of it is allowed."""
    apprises, porte = competences(d), equipement(d)
    if not porte.armes and not any(apprises.get(c) for c in A_MAINS_NUES):
        yield Remark("equipement", Closed("YY-12.3", "Aucune arme : il se battra à mains nues"))
    elif porte.armes and not any(apprises.get(a.groupe) for a in porte.armes):
        yield Remark("competences", Closed("YY-12.3", "Aucune de ses armes n'est de celles qu'il a apprises"))
    infusees = any(a.infusion for a in porte.armes)
    if not infusees and not any(m.infusion or m.id == JADE for m in porte.materiel) and runes(apprises):
        yield Remark("equipement", Closed("YY-8.4", "Des runes, et aucun objet de transfert pour les porter"))
