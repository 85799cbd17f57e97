"""Reputation, by milieu: an option. A level, and steps towards the next."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term, Terms

from ...model.effects import EFFECTS, Essai
from ...model.monde import Reputation
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes

REPUTATION = "reputation"
SWITCHES = (Switch(REPUTATION, "TN-10.97"),)
LONGUEUR = 40


@rule("TN-10.97")
def gagner(r: Reputation) -> Reputation:
    """A step more; as many as the level (one at level 0), and the level rises. Below 0 it mirrors."""
    if r.niveau < 0:
        return miroir(perdre(miroir(r)))
    crans = r.crans + 1
    return Reputation(r.niveau + 1, 0) if crans >= max(1, r.niveau) else Reputation(r.niveau, crans)


@rule("TN-10.97")
def perdre(r: Reputation) -> Reputation:
    """A step less; below none the level falls, and is one short of rising again."""
    if r.niveau < 0 or (r.niveau == 0 and r.crans == 0):
        return miroir(gagner(miroir(r)))
    if r.crans:
        return Reputation(r.niveau, r.crans - 1)
    return Reputation(r.niveau - 1, max(r.niveau - 2, 0))


def miroir(r: Reputation) -> Reputation:
    return Reputation(-r.niveau, r.crans)


@rule("TN-10.98")
def reputation(scene: Scene, p: Personnage, milieu: str) -> Terms:
    """What a name is worth in a milieu: its level, the rank in the caste where it is the caste's, what traits add."""
    if REPUTATION not in scene.options or not milieu:
        return ()
    niveau = p.affaires.reputations.get(milieu, Reputation()).niveau
    terms: Terms = (("Réputation", niveau, "TN-10.98"),) if niveau else ()
    caste = p.fiche.caste
    terms += (("Rang de caste", caste.rang, "TN-10.98"),) if caste is not None and caste.id == milieu else ()
    traits = amount(p.bears, "renommee", Essai(p, scene))
    return (*terms, ("Renommée", traits, "TN-10.98")) if traits else terms


@rule("TN-10.98")
@EFFECTS.on("renommee")
def renommee_du_lieu(c: Essai) -> Term | None:
    """By the option: with somebody of this place, the level of one's name here (TN-U23)."""
    if c.scene is None or c.contre is None or REPUTATION not in c.scene.options:
        return None
    niveau = c.p.affaires.reputations.get(c.scene.lieu.nom, Reputation()).niveau
    return ("Réputation", niveau, "TN-10.98") if niveau else None


def evoluer(scene: Scene, oracle: Oracle, who: str, milieu: str, crans: int) -> Scene:
    """So many steps up or down."""
    if REPUTATION not in scene.options or not milieu or not crans:
        return scene
    p = scene[who]
    r = p.affaires.reputations.get(milieu, Reputation())
    for _ in range(abs(crans)):
        r = gagner(r) if crans > 0 else perdre(r)
    facts = ("milieu", milieu), ("niveau", r.niveau), ("crans", r.crans)
    oracle.tell(Event("reputation", who, "", "TN-10.97", (), facts))
    reputations = {**p.affaires.reputations, milieu: r}
    return scene.put(replace(p, affaires=replace(p.affaires, reputations=reputations)))


@rule("TN-10.97")
class FaireParler(Action, frozen=True, tag="faire_parler"):
    """Something notable is told of somebody in a milieu: a step up, or one or several down."""

    milieu: str
    crans: int = 1

    master = True
    rank = 94

    def closed(self, scene: Scene) -> Closed | None:
        if REPUTATION not in scene.options:
            return Closed("TN-10.97", "La campagne ne tient pas de réputations")
        if not self.milieu.strip() or len(self.milieu) > LONGUEUR:
            return Closed("TN-10.97", "Un milieu a un nom, de {} caractères au plus", (LONGUEUR,))
        if not self.crans:
            return Closed("TN-10.97", "Un cran au moins, en plus ou en moins")
        return absent(scene, self.actor) or hors_bornes("TN-10.97", "Crans", self.crans, -9, 1)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return evoluer(scene, oracle, self.actor, self.milieu, self.crans)


ACTIONS = (FaireParler,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if REPUTATION in scene.options:
        for milieu in (scene.lieu.nom, *p.affaires.reputations):
            if milieu:
                yield FaireParler(p.id, milieu)
                yield FaireParler(p.id, milieu, -1)
