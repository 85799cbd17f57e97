"""The haste of armour: it bears on when one moves, and on nothing else one does.

Whoever is quick in his armour may announce, when a round begins, that he will move: he has a passe for that alone, as
much earlier, and the rest of his passe when his count comes. Whoever is slow in it puts off his movement: the rest of
his passe comes as much later.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.tally import Term

from ...model.confrontation import Budget
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c4_caracteristiques.portees import hate_d_armure
from ..c8_confrontation.budget import SANS_RAPIDITE, budget, confrontation, fermee
from ..c8_confrontation.mouvement import deplace
from ..c8_confrontation.offres import compte
from ..c8_confrontation.tour import appeler, debut_de_round, fin_de_passe, passer_la_main

ELAN = Option("non", "Agir à son compte"), Option("oui", "Se déplacer d'abord")


@rule("TN-9.61")
def hate_d_arme(p: Personnage) -> int:
    """The haste of what is in the main hand."""
    armes = p.equipement.armes
    return armes[0].ecart("hate") if armes else 0


@rule("TN-9.106")
def avance(scene: Scene, p: Personnage) -> int:
    """How much earlier than the rest of what he does somebody moves in his armour; below 0: how much later."""
    e = scene.encounter
    if e is None or e.forme == "joute" or e.format == "escarmouche" or SANS_RAPIDITE in scene.options:
        return 0
    n = hate_d_armure(p)
    return n - hate_d_arme(p) if n else 0


def elan(c: Essai) -> str:
    b = budget(c.scene, c.p.id) if c.scene is not None else None
    return b.elan if b is not None else ""


@rule("TN-9.61", "TN-9.106")
@EFFECTS.on("rapidite", of="equipe")
def rapidite(c: Essai) -> Term | None:
    """When one acts: by the haste of the arm one acts with, or of the armour one moves in; words have none."""
    e = c.scene.encounter if c.scene is not None else None
    if e is not None and e.forme == "joute":
        return None
    if elan(c):
        n, nom, regle = hate_d_armure(c.p), "Hâte de l'armure", "TN-9.106"
    else:
        n, nom, regle = hate_d_arme(c.p), "", "TN-9.61"
        nom = f"Hâte : {c.p.equipement.armes[0].sorte.nom}" if n else ""
    return (nom, n, regle) if n else None


# ---------------------------------------------------------------- earlier


@debut_de_round.then("TN-9.106")
def prendre_son_elan(scene: Scene, oracle: Oracle) -> Scene:
    """Whoever is quick in his armour says whether he moves first."""
    e = confrontation(scene)
    vifs = [w for w in e.budgets if avance(scene, scene[w]) > 0]
    if not vifs:
        return scene
    vifs.sort(key=lambda w: compte(scene, w)[1:])
    asked = tuple([Question(w, "tn.elan", "TN-9.106", ELAN, group="elan") for w in vifs])
    for w, option in zip(vifs, oracle.ask_all(asked), strict=True):
        if option.id == "oui":
            scene = avec_elan(scene, w, "devance")
    return scene


def avec_elan(scene: Scene, who: str, elan: str) -> Scene:
    e = confrontation(scene)
    b: Budget = replace(e.budgets[who], elan=elan)
    return replace(scene, encounter=replace(e, budgets={**e.budgets, who: b}))


@deplace.then("TN-9.106")
def apres_l_elan(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """He has moved: the rest of his passe comes at its count."""
    e, b = scene.encounter, budget(scene, who)
    if e is None or e.passe != who or b is None or b.elan != "devance":
        return scene
    return passer_la_main(scene, oracle)


@fin_de_passe.then("TN-9.106")
def revenir_a_son_compte(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A passe to move in, used or not, leaves the other one to come."""
    b = budget(scene, who)
    if b is None or b.elan != "devance":
        return scene
    scene = avec_elan(scene, who, "")
    e = confrontation(scene)
    return replace(scene, encounter=replace(e, restent=(*e.restent, who)))


# ---------------------------------------------------------------- later


@rule("TN-9.106")
@EFFECTS.on("retard", of="equipe")
def en_retard(c: Essai) -> Term | None:
    """Who is slow in his armour does not move yet, unless he has put it off already."""
    if c.scene is None or elan(c) == "retarde":
        return None
    n = avance(c.scene, c.p)
    return ("Hâte de l'armure", -n, "TN-9.106") if n < 0 else None


@rule("TN-9.106")
class Retarder(Action, frozen=True, tag="retarder_son_deplacement"):
    """Puts off one's movement: the rest of the passe comes later, by the haste of one's armour."""

    rank: ClassVar[int] = 30

    def closed(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "", 0):
            return barred
        p = scene[self.actor]
        if en_retard(Essai(p, scene)) is None:
            return Closed("TN-9.106", "Son armure ne le retarde pas")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("se_retarde", self.actor, "", "TN-9.106"))
        scene = avec_elan(scene, self.actor, "retarde")
        e = confrontation(scene)
        return appeler(replace(scene, encounter=replace(e, restent=(*e.restent, self.actor))), oracle)


ACTIONS = (Retarder,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.turn() == (p.id,) and scene.encounter is not None and en_retard(Essai(p, scene)) is not None:
        yield Retarder(p.id)
