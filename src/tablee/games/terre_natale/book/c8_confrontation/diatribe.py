"""The diatribe: a tirade, or a defence by words, at such length that it takes an action complexe."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, total

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.plan import ESPRIT
from ...model.scene import Scene
from ..c4_caracteristiques.capacites import argument_de, panache, panache_requis, raisonnement_de
from .attaque import Coup
from .budget import COMPLEXE, confrontation
from .chantiers import Oeuvre, ouvrage_ferme, ouvrer
from .discours import DIATRIBE
from .frappes import Tirade

NOM = "Diatribe"
DEFENSES = {effet: d.nom for effet, d in ESPRIT.defenses.items() if d.objet}


# ---------------------------------------------------------------- what it does


@rule("TN-8.382")
@EFFECTS.on("puissance")
def plus_de_poids(c: Essai) -> Term | None:
    """What is said at length weighs a catégorie more."""
    if DIATRIBE not in c.circonstances:
        return None
    n = argument_de(c.p, c.scene.options if c.scene is not None else ())
    return (NOM, n, "TN-8.382") if n else None


@rule("TN-8.383")
@EFFECTS.on("net:attaque:mental")
def argument_trop_leger(c: Essai) -> Term | None:
    """An argument that takes less than one's own panache is lost in so many words."""
    return _trop_leger(c, argument_de(c.p, c.scene.options if c.scene is not None else ()))


@rule("TN-8.383")
@EFFECTS.on("net:defense:mental")
def raisonnement_trop_leger(c: Essai) -> Term | None:
    """And so is a raisonnement."""
    return _trop_leger(c, raisonnement_de(c.p))


def _trop_leger(c: Essai, categorie: int) -> Term | None:
    """By the panache one has without it, or no discourse would ever be heavy enough."""
    leger = DIATRIBE in c.circonstances and panache_requis(categorie) < total(panache(c.p))
    return ("Diatribe trop légère", -1, "TN-8.383") if leger else None


# ---------------------------------------------------------------- holding one


@rule("TN-8.381", "TN-8.382", "TN-8.383", "TN-8.384")
class Diatribe(Tirade, frozen=True, tag="diatribe"):
    """Attack somebody with a speech: more panache, more weight, and an opportunity for his friends."""

    acts: int = 0  # how many now; 0: as many as one can

    rank: ClassVar[int] = 12

    def oeuvre(self) -> Oeuvre:
        return Oeuvre(DIATRIBE, NOM, COMPLEXE, "attaque", self.plan, self.cible)

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        if self.gratuite:
            return Closed("TN-8.384", "Une diatribe est une action complexe : aucune action gratuite ne la paie")
        return ouvrage_ferme(scene, self.actor, self.oeuvre(), self.acts)

    def coup(self, scene: Scene) -> Coup:
        return replace(super().coup(scene), circonstances=(DIATRIBE,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        c = self.coup(scene)
        scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre(), self.acts)
        return scene if net is None else self.porter(scene, oracle, replace(c, net=c.net + net))


@rule("TN-8.384")
class PreparerUneDiatribe(Action, frozen=True, tag="preparer_une_diatribe"):
    """Prepare to answer an attack with a speech: it will cost nothing more."""

    quoi: str = "parer"
    acts: int = 0

    rank: ClassVar[int] = 41
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": DEFENSES}

    def oeuvre(self) -> Oeuvre:
        return Oeuvre(DIATRIBE, NOM, COMPLEXE, "defense", "esprit")

    def closed(self, scene: Scene) -> Closed | None:
        if self.quoi not in DEFENSES:
            known = tuple(DEFENSES.values())
            return Closed("TN-8.384", "On ne prépare pas « {} » ; on prépare : {}", (Typed(self.quoi), known))
        return ouvrage_ferme(scene, self.actor, self.oeuvre(), self.acts)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre(), self.acts)
        if net is None:
            return scene
        facts = (("quoi", f"{NOM} · {DEFENSES[self.quoi]}"),)
        oracle.tell(Event("prepare", self.actor, rule="TN-8.384", facts=facts, audience=self.actor))
        e = confrontation(scene).attend(self.actor, preparee=f"{DIATRIBE}:{self.quoi}")
        return replace(scene, encounter=e)


ACTIONS = (Diatribe, PreparerUneDiatribe)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Where words are fought with, against every adversary; and to prepare one's answers."""
    if scene.turn() != (p.id,) or confrontation(scene).forme == "combat":
        return
    for q in scene.people.values():
        if q.side != p.side and q.id != p.id and q.up:
            yield Diatribe(p.id, q.id)
    yield from (PreparerUneDiatribe(p.id, quoi) for quoi in DEFENSES)
