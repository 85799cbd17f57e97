"""Chapter 2, in the saddle: getting on and off, falling, and what a mount does of its own.

A mount that is not Nerveux is a combatant in full (VM-2.42): it has its own place in the initiative order and its own
tour. While it is ridden its rider moves it in his tour, with its Mouvement, so that its own tour holds nothing but its
Action, a blow at somebody who is Engagé with it or with its rider. A nervous one that is ridden has no tour at all.
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term

from ...model.boutons import Bouton
from ...model.effects import EFFECTS, Cas
from ...model.people import Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c1_tests.tests import tester
from ..c6_etats import a_terre, gagner_etat
from .combat import action_prise, cavalier, engages_avec, marche_restante, pas_d_action, pas_son_tour
from .places import places_libres, poser

# ---------------------------------------------------------------- the body aimed at


@rule("VM-2.33", "VM-2.41")
def forme_visee(q: Personnage) -> str:
    """The Tableau de Localisation of a target: that of its shape, or of somebody in the saddle."""
    return "cavalier" if q.monture and q.fiche.forme == "humanoide" else q.fiche.forme


# ---------------------------------------------------------------- rider and mount are in one place


def deposer(scene: Scene, who: str, x: int, y: int) -> Scene:
    """Put somebody on a square, with his mount under him or his rider on top."""
    return poser(scene, cavalier(scene, who) or scene.people[who], (x, y))


def a_cote(scene: Scene, p: Personnage) -> tuple[int, int]:
    """A free square beside him, or his own if there is none."""
    libres = places_libres(scene, (p.x, p.y), ())
    return libres[0] if libres else (p.x, p.y)


# ---------------------------------------------------------------- falling


def vider_les_etriers(scene: Scene, oracle: Oracle, who: str, regle: str = "VM-2.39") -> Scene:
    """He falls from his mount, beside it, and lies on the ground."""
    p = scene.people[who]
    x, y = a_cote(scene, p)
    oracle.tell(Event("desarconne", who, p.monture, regle))
    scene = scene.put(replace(p, monture="", x=x, y=y))
    return gagner_etat(scene, oracle, who, "a_terre", rule=regle)


@a_terre.then("VM-2.39")
def quitter_la_selle(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Somebody is down or dead: if he rode he falls; if he was ridden his rider jumps clear, or falls too."""
    if scene.people[who].monture:
        scene = vider_les_etriers(scene, oracle, who)
    for p in list(scene.people.values()):
        if p.monture == who:
            scene = sauter(scene, oracle, p.id)
    return scene


def sauter(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """His mount goes down under him: a Test of Chevaucher to land on his feet."""
    if not scene.people[who].conscient:
        return vider_les_etriers(scene, oracle, who)
    scene, jet = tester(scene, oracle, who, "chevaucher")
    if not jet.reussi:
        return vider_les_etriers(scene, oracle, who)
    p = scene.people[who]
    x, y = a_cote(scene, p)
    oracle.tell(Event("met_pied", who, p.monture, "VM-2.39"))
    return scene.put(replace(p, monture="", x=x, y=y))


# ---------------------------------------------------------------- the mount as a combatant


@rule("VM-2.42")
def monture_retenue(scene: Scene, who: str, cible: str) -> Closed | None:
    """Whom a ridden mount may attack: those Engagés with it or with its rider; a nervous one nobody."""
    qui = cavalier(scene, who)
    if qui is None:
        return None
    p = scene.people[who]
    if p.a_trait("nerveux"):
        return Closed("VM-2.42", "{} a le Trait Nerveux : une telle monture ne se bat pas", (Someone(p.id),))
    if cible not in engages_avec(scene, who) and cible not in engages_avec(scene, qui.id):
        return Closed(
            "VM-2.42", "{} ne frappe que les adversaires Engagés avec elle ou avec {}", (Someone(p.id), Someone(qui.id))
        )
    return None


@rule("VM-2.44")
@EFFECTS.on("esquive", of="monte")
def en_selle(c: Cas) -> Term | None:
    """-20 to any use of Esquive on a mount, unless one has the Talent Acrobaties équestres."""
    return None if c.p.talent("acrobaties_equestres") else ("En selle", -20, "VM-2.44")


# ---------------------------------------------------------------- the actions


@rule("VM-2.39")
class Monter(Action, frozen=True, tag="monter"):
    """Get on a mount that stands beside him; in a fight it takes the Action."""

    rank = Bouton.MONTURES

    monture: Who

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor) or inconnu(scene, self.monture)
        return ferme or pas_une_monture(scene, scene[self.actor], scene[self.monture])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, m = scene[self.actor], scene[self.monture]
        oracle.tell(Event("monte", self.actor, self.monture, "VM-2.39"))
        scene = scene.put(replace(p, monture=m.id, x=m.x, y=m.y), replace(m, side=p.side or m.side))
        return action_prise(scene)


def pas_une_monture(scene: Scene, p: Personnage, m: Personnage) -> Closed | None:
    """What one can ride: a larger creature, at hand, up, willing, ridden by nobody; and one must be on one's feet."""
    if p.monture:
        return Closed("VM-2.39", "{} est déjà en selle", (Someone(p.id),))
    if p.niveau("a_terre"):
        return Closed("VM-2.39", "{} est À Terre", (Someone(p.id),))
    if m.fiche.rang_taille <= p.fiche.rang_taille:
        return Closed("VM-2.39", "{} n'est pas assez grand pour porter {}", (Someone(m.id), Someone(p.id)))
    if m.monture or any(q.monture == m.id for q in scene.people.values()):
        return Closed("VM-2.39", "{} ne peut prendre personne de plus", (Someone(m.id),))
    porte = next((q.id for q in scene.people.values() if q.monture == p.id), "")
    if porte:
        return Closed("VM-2.39", "{} porte déjà {}", (Someone(p.id), Someone(porte)))
    if not m.peut_agir or m.niveau("a_terre") or (m.side and m.side != p.side):
        return Closed("VM-2.39", "{} ne se laisse pas monter", (Someone(m.id),))
    if distance(p, m) > 1:
        return Closed("VM-2.39", "{} est trop loin : {} cases", (Someone(m.id), distance(p, m)))
    return None


@rule("VM-2.39")
class Descendre(Action, frozen=True, tag="descendre"):
    """Get off, beside the mount; in a fight it takes one square of the Mouvement."""

    rank = Bouton.MONTURES

    def closed(self, scene: Scene) -> Closed | None:
        ferme = inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or pas_son_tour(scene, self.actor)
        if ferme is not None:
            return ferme
        p = scene[self.actor]
        if not p.monture:
            return Closed("VM-2.39", "{} n'est pas en selle", (Someone(p.id),))
        if scene.encounter is not None and marche_restante(scene, p) < 1:
            return Closed("VM-2.6", "Il ne reste plus de Mouvement à {}", (Someone(p.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        x, y = a_cote(scene, p)
        oracle.tell(Event("descend", self.actor, p.monture, "VM-2.39"))
        scene = scene.put(replace(p, monture="", x=x, y=y))
        if scene.encounter is not None:
            scene = replace(scene, encounter=replace(scene.encounter, marche=scene.encounter.marche + 1))
        return scene


ACTIONS: tuple[type[Action], ...] = (Monter, Descendre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Get off; or get on what could carry him."""
    if p.monture:
        yield Descendre(p.id)
        return
    for m in scene.people.values():
        if m.fiche.rang_taille > p.fiche.rang_taille and m.side in ("", p.side) and distance(p, m) <= 1:
            yield Monter(p.id, m.id)
