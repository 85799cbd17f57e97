"""What améliorations do to what is done with a thing."""

from __future__ import annotations

from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term

from ...model.effects import EFFECTS, Essai

PRESTIGE = "prestige"


def _de_l_objet(c: Essai, id: str, nom: str) -> Term | None:
    n = c.objet.amelioration(id) if c.objet is not None and c.objet.ameliorations else 0
    return (nom, n, "TN-9.179") if n else None


@rule("TN-9.179")
@EFFECTS.on("adresse", own=True)
def fiabilite(c: Essai) -> Term | None:
    """A critical failure takes a point more."""
    return _de_l_objet(c, "fiabilite", "Fiabilité")


@rule("TN-9.179")
@EFFECTS.on("criticite", own=True)
def perfection(c: Essai) -> Term | None:
    """A critical success takes a point less."""
    return _de_l_objet(c, "perfection", "Perfection")


@rule("TN-9.179")
@EFFECTS.on("jet")
def efficacite(c: Essai) -> Term | None:
    """A point more on every jet made with it."""
    return _de_l_objet(c, "efficacite", "Efficacité")


@rule("TN-9.144", "TN-9.147", "TN-9.179")
@EFFECTS.on("attitude", of="ameliore")
def prestige(c: Essai) -> Term | None:
    """What is worn or held to be seen tells on a first impression."""
    e = c.p.equipement
    vus = (*e.armes, *((e.armure,) if e.armure is not None else ()), *e.agissants)
    n = sum([x.amelioration(PRESTIGE) for x in vus if x.utilisable])
    return ("Prestige", n, "TN-9.179") if n else None
