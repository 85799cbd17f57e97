"""Powers of monsters at work: what comes back by itself, what frightens, what is breathed on several at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, total

from ...model.adversite import POUVOIRS, valeur_de_bonus
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Jet, jet
from ..c0_tests.actions import absent, refuse
from ..c4_caracteristiques.lesions import instant
from ..c4_caracteristiques.ressources import est_mort, regagner
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder
from ..c8_confrontation.armes import ecart
from ..c8_confrontation.budget import depenser, fermee
from ..c8_confrontation.conditions import difficulte_d_effet
from ..c8_confrontation.dangers import endommager
from ..c8_confrontation.tour import fin_de_tour

SOUFFLE = "souffle"
CATEGORIE = 3  # of the jet of a breath
LOIN = 10  # squares it carries
NOMBRE = 6  # whom it can reach at once
SAUVEGARDE_CONTRE = {"chaud": "reflexes", "froid": "robustesse", "electricite": "reflexes"}


@fin_de_tour.then("TN-10.125")
def regenerer(scene: Scene, oracle: Oracle) -> Scene:
    """What a monster regains of its vitality as a tour ends, while it lives."""
    for p in scene.people.values():
        terms = tally(p.bears, "regeneration", Essai(p, scene))
        if total(terms) > 0 and p.pertes.get("PV") and not est_mort(scene, p):
            scene = regagner(scene, oracle, p.id, "PV", terms, "TN-10.125")
    return scene


@rule("TN-10.125")
@EFFECTS.on("bonus")
def effroi(c: Essai) -> Term | None:
    """Whoever acts against something that frightens him does it less well; saves are not among it."""
    if c.contre is None or c.sauvegarde or "effroi" not in c.contre.bears:
        return None
    return POUVOIRS["effroi"].nom, -valeur_de_bonus("majeur", "test"), "TN-10.125"


def souffle_de(p: Personnage) -> str:
    """What somebody breathes; none: he has no breath."""
    return next((x.partition(":")[2] for x in p.fiche.pouvoirs if x.partition(":")[0] == SOUFFLE), "")


def genre_de_pouvoir(p: Personnage) -> str:
    """The kind of a power: of a great creature, with the point vital that has it."""
    return f"pouvoir/{next((x.nom for x in p.actifs if 'pouvoir' in x.actes), '')}" if p.fiche.points else "pouvoir"


@rule("TN-10.125", "TN-8.432")
class Exhaler(Action, frozen=True, tag="exhaler"):
    """Breathe fire, ice or lightning on several at once: one jet, and a save for each; once a tour."""

    cibles: tuple[Who, ...] = ()

    rank: ClassVar[int] = 14

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor):
            return barred
        p = scene[self.actor]
        if not souffle_de(p):
            return Closed("TN-10.125", "{} n'a pas de souffle", (Someone(p.id),))
        if p.fiche.points and not any("pouvoir" in x.actes for x in p.actifs):
            return Closed("TN-8.432", "{} a perdu le point vital qui souffle", (Someone(p.id),))
        if barred := fermee(scene, self.actor, genre_de_pouvoir(p)):
            return barred
        if p.usages.get(SOUFFLE) == instant(scene):
            return Closed("TN-10.125", "Un souffle par tour")
        return self.mal_choisies(scene) or refuse(scene, p, "CON", "", "", Essai(p, scene, attribut="CON"))

    def mal_choisies(self, scene: Scene) -> Closed | None:
        """Why these cannot be reached."""
        if not 1 <= len(set(self.cibles)) <= NOMBRE or len(set(self.cibles)) < len(self.cibles):
            return Closed("TN-10.125", "De 1 à {} cibles différentes", (NOMBRE,))
        for who in self.cibles:
            if barred := absent(scene, who):
                return barred
            if who == self.actor or est_mort(scene, scene[who]):
                return Closed("TN-10.125", "On souffle sur d'autres que soi, et qui vivent")
            if ecart(scene[self.actor], scene[who]) > LOIN:
                return Closed("TN-10.125", "{} est hors de portée", (Someone(who),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        energie = souffle_de(p)
        scene = depenser(scene, p.id, "acts", genre_de_pouvoir(p))
        scene = scene.put(replace(scene[p.id], usages={**p.usages, SOUFFLE: instant(scene)}))
        terms, n = jet(oracle, Jet(Essai(p, scene, None, "CON"), genre="physique"), CATEGORIE, "degats")
        oracle.tell(Event("exhale", p.id, rule="TN-10.125", terms=terms, facts=(("energie", energie), ("degats", n))))
        difficulte = total(difficulte_d_effet(p))
        for who in self.cibles:
            f = figures_de_sauvegarde(scene, scene[who], SAUVEGARDE_CONTRE[energie])
            scene, r = sauvegarder(scene, oracle, f, difficulte)
            scene = endommager(scene, oracle, who, effet_reduit(r, max(0, n)), "TN-10.125")
        return scene


ACTIONS = (Exhaler,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """On all adversaries it reaches."""
    if not souffle_de(p) or scene.turn() != (p.id,):
        return
    la = [q for q in scene.people.values() if q.side and q.side != p.side and q.up and ecart(p, q) <= LOIN]
    la.sort(key=lambda q: ecart(p, q))
    if la:
        yield Exhaler(p.id, tuple([q.id for q in la[:NOMBRE]]))
