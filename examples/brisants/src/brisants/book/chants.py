"""Songs: one that holds, one that heals; both are paid with breath."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import total

from ..model import SONGS, Sailor, Scene
from .combat import far, next_turn, not_now
from .tests import roll

MIND = 6  # what a song must reach, before Œil


@rule("BRI-6.1")
class Chanter(Action, frozen=True, tag="chanter"):
    """To sing to somebody: what it costs is spent, whatever comes of it."""

    chant: str
    cible: Who

    looks = {"effet": lambda before, after, events: any(event.achieved for event in events)}
    offers = {"chant": {id: song.nom for id, song in SONGS.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        return scene.absent("BRI-6.1", self.actor, self.cible) or not_now(scene, self.actor) or self._untold(scene)

    def _untold(self, scene: Scene) -> Closed | None:
        p, song = scene[self.actor], SONGS.get(self.chant)
        if song is None or self.chant not in p.chants:
            why = Closed("BRI-6.1", "Il ne connaît pas ce chant : {}", (Typed(self.chant),))
            return knowing(why, self.chant, {id: SONGS[id] for id in p.chants})
        left = p.breath - p.depense
        if left < song.souffle:
            return Closed("BRI-6.1", "Pas assez de Souffle : {} requis, {} disponibles", (song.souffle, left))
        away = far(scene, self.actor, self.cible)
        if away > song.portee:
            return Closed("BRI-6.1", "Trop loin : {} cases, {} au plus", (away, song.portee))
        return None if scene[self.cible].up else Closed("BRI-6.1", "{} est à terre", (Someone(self.cible),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = scene.change(self.actor, depense=scene[self.actor].depense + SONGS[self.chant].souffle)
        sung = hold if self.chant == "sirene" else heal
        return next_turn(sung(scene, oracle, self.actor, self.cible), oracle)


@rule("BRI-6.2")
def hold(scene: Scene, oracle: Oracle, who: str, target: str) -> Scene:
    """The song of the sirens: whoever it holds loses his next turn."""
    terms = roll(oracle, scene[who], "oeil")
    mind = MIND + scene[target].oeil
    held = total(terms) >= mind
    facts = ("chant", "sirene"), ("total", total(terms)), ("esprit", mind), ("reussi", held)
    oracle.tell(Event("sirene", who, target, "BRI-6.2", terms, facts))
    return scene.change(target, fascine=True) if held else scene


@rule("BRI-6.3")
def heal(scene: Scene, oracle: Oracle, who: str, target: str) -> Scene:
    """The song of the tide: a die of life comes back."""
    rolled = oracle.of(who).d(6, "marée")
    points = min(rolled, scene[target].perdu)
    facts = ("chant", "maree"), ("points", points), ("reussi", points > 0)
    oracle.tell(Event("maree", who, target, "BRI-6.3", (), facts))
    return scene.change(target, perdu=scene[target].perdu - points)


ACTIONS = (Chanter,)


def offers(scene: Scene, p: Sailor) -> Iterator[Action]:
    if scene.encounter is None:
        return
    for id in p.chants:
        for other in scene.people.values():
            if other.up and (other.side != p.side) == (id == "sirene") and (id == "sirene" or other.perdu):
                yield Chanter(p.id, id, other.id)
