"""Jets: what an action comes to, in D8. None of the rules of tests bears on them."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question, chance
from tablee.kernel.tally import Term, Terms, total

from ...model.attributs import nature
from ...model.effects import Essai
from ...model.sums import modificateur
from ..c1_attributs import ajustee

FACES = 8
FIXE = 4  # TN-0.54.1
LANCER_OU_FIXER = Option("lancer", "Lancer les dés"), Option("fixer", "Compter 4 par dé")
DU_CRITIQUE = {"physique": "DEX", "mental": "INT"}


class Jet(Struct, frozen=True, gc=False, eq=False):
    """What a jet is, but for its dice: whose and of what, and what the test that caused it hands on to it."""

    c: Essai  # who, of which attribute, against whom, with what
    ajustements: Terms = ()  # those of the test
    plus: Terms = ()  # what else is added
    critique: bool = False
    genre: str = ""  # whether the action is physical or mental, where the attribute does not say it

    @rule("TN-0.50", "TN-0.53")
    def autour(self, mesure: str = "") -> Terms:
        """All that is added to its dice, measuring this."""
        c = self.c
        own: Terms = ((c.attribut, modificateur(total(ajustee(c.p, c.attribut, self.ajustements))), "TN-0.50"),)
        if self.critique:
            du_critique = DU_CRITIQUE[self.genre or nature(c.attribut) or "physique"]
            own += ((du_critique, modificateur(c.p.fiche.valeurs[du_critique]), "TN-0.53"),)
        return own + tally(c.p.bears, ("jet", f"jet:{c.attribut}", f"jet:{mesure}"), c) + self.plus


def jet(oracle: Oracle, j: Jet, categorie: int = 0, mesure: str = "") -> tuple[Terms, int]:
    """The jet of one thing alone: see `jets`."""
    return jets(oracle, j, {mesure: categorie})[mesure]


@rule("TN-0.49", "TN-0.50", "TN-0.51", "TN-0.52", "TN-0.53")
def jets(oracle: Oracle, j: Jet, mesures: Mapping[str, int]) -> dict[str, tuple[Terms, int]]:
    """2D8 and one more for each category, with the modifier of the attribute; a critical one is not thrown.

    `mesures`: all it measures (« degats », « soin »), with the category of each: as many dice, the same throw.
    """
    lances = {n: lancer(oracle, j.c, n, j.critique) for n in dict.fromkeys(2 + k for k in mesures.values())}
    found = {}
    for mesure, categorie in mesures.items():
        terms = (lances[2 + categorie], *j.autour(mesure))
        found[mesure] = terms, total(terms)
    return found


def lancer(oracle: Oracle, c: Essai, n: int, critique: bool) -> Term:
    """The dice of a jet: at their maximum, fixed, or thrown."""
    if critique:
        return f"{n} D8 au maximum", FACES * n, "TN-0.53"
    plancher = tally(c.p.bears, ("plancher:jet", f"plancher:jet:{c.attribut}"), c)
    bas = max([1, *(least for _, least, _ in plancher)])
    if fixes(oracle, c):
        return f"{n} D8 à 4", max(FIXE, bas) * n, "TN-0.54.1"
    return f"{n}D8", des(oracle.of(c.p.id), n, bas), "TN-0.49"


@rule("TN-9.51")
def lancer_a_part(oracle: Oracle, c: Essai, n: int, critique: bool) -> tuple[Term, int]:
    """The dice of a jet, and what the two highest of them come to."""
    plancher = tally(c.p.bears, ("plancher:jet", f"plancher:jet:{c.attribut}"), c)
    bas = max([1, *(least for _, least, _ in plancher)])
    if critique:
        return lancer(oracle, c, n, critique), 2 * FACES
    if fixes(oracle, c):
        return (f"{n} D8 à 4", max(FIXE, bas) * n, "TN-0.54.1"), 2 * max(FIXE, bas)
    somme, hauts = des_et_hauts(oracle.of(c.p.id), n, bas)
    return (f"{n}D8", somme, "TN-0.49"), hauts


@chance
def des_et_hauts(oracle: Oracle, n: int, bas: int) -> tuple[int, int]:
    """The sum of the dice of a jet, and that of the two highest."""
    faces = sorted([max(face, bas) for face in oracle.pool(n, FACES, "jet")])
    return sum(faces), sum(faces[-2:])


@chance
def des(oracle: Oracle, n: int, bas: int) -> int:
    """The dice of a jet, each counting at least the seuil bas that a rule may give (TN-0.14)."""
    if bas <= 1:
        return oracle.total(n, FACES, "jet")
    return sum([max(face, bas) for face in oracle.pool(n, FACES, "jet")])


@rule("TN-0.54.1", "TN-0.54.2")
def fixes(oracle: Oracle, c: Essai) -> bool:
    """Whether the dice of a jet count 4 each: always, or as each player chooses before the throw."""
    options = c.scene.options if c.scene is not None else ()
    if "jets_au_choix" in options:
        return oracle.ask(Question(c.p.id, "tn.jet_fixe", "TN-0.54.2", LANCER_OU_FIXER)).id == "fixer"
    return "jets_fixes" in options
