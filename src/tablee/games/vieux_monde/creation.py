"""Creating a character."""

from __future__ import annotations

from tablee.kernel.draft import Creation, Draft, Field, Step

from .state import Fiche, Personnage


class Brouillon(Draft, frozen=True, kw_only=True):
    nom: str = ""


CREATION = Creation(
    draft=Brouillon,
    steps=(Step("nom", "Nom", (Field("nom", "text", "Nom"),)),),
    problems=lambda d: [],
    budgets=lambda d: (),
    preview=lambda d: None,
    build=lambda d: Personnage("perso", Fiche(d.nom)),
    random=lambda n: Brouillon(nom=f"Perso {n}"),
)
