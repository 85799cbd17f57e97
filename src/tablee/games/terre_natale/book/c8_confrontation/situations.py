"""Where one stands: what it does to a passive defence, what hides somebody from a blow; and what the game master says.

What the engine knows acts by itself: the ground, surprise, how many attack, who is in the fray, obstacles on a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier, amount, tally
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, square, steps
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.confrontation import Confrontation
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.situations import COUVERTS, SITUATIONS, TOTAL, Obstacle
from ..c0_tests.actions import CIRCONSTANCES, absent, circonstance_inconnue, hors_bornes
from ..c4_caracteristiques.portees import deplacement, portee_de_melee
from .armes import ecart, en_melee
from .budget import DEPLACEMENT, confrontation
from .tour import fin_de_confrontation, fin_de_passe

PLACE = "situation:"  # what a modifier that the game master gave hangs on
LIBRE, AUTRE = 5, "autre"  # a situation of his own: between -5 and 5
INTERPRETATION = 2  # TN-8.363: the most that telling it well is worth
LARGEUR = 40  # quarters of a metre: wider than any reach
BORD = 999
AUX_PRISES = ("actif", "entrant")


# ---------------------------------------------------------------- on the passive defence


@rule("TN-8.365", "TN-8.366", "TN-8.367")
def situation(scene: Scene, p: Personnage, q: Personnage, tir: bool = False) -> Terms:
    """All that circumstances add to the difficulty of what p does to q with his body; they add up."""
    return tally(q.bears, ("situation", "situation:tir") if tir else "situation", Essai(q, scene, p))


def placee(p: Personnage, *ids: str) -> bool:
    """Whether the game master has said one of these of somebody."""
    return any(m.of.removeprefix(PLACE) in ids for m in p.effets if m.of.startswith(PLACE))


def terme(id: str, fois: int = 1) -> Term:
    s = SITUATIONS[id]
    return s.nom, s.n * fois, s.regle


@rule("TN-8.365", "TN-8.377")
@EFFECTS.on("situation", of="condition:mise_au_sol")
def a_terre(c: Essai) -> Term | None:
    """Whoever was thrown to the ground."""
    return None if placee(c.p, "terre") else terme("terre")


@rule("TN-8.33", "TN-8.365")
@EFFECTS.on("situation")
def surpris(c: Essai) -> Term | None:
    """Whoever did not notice in time that it had begun."""
    e = c.scene.encounter if c.scene is not None else None
    pris = e is not None and e.statut(c.p.id) in ("surpris", "assailli")
    return terme("surprise") if pris and not placee(c.p, "surprise") else None


@rule("TN-8.365")
@EFFECTS.on("situation")
def en_nombre(c: Essai) -> Term | None:
    """Whoever has been attacked in this round already, by others than this one."""
    e = c.scene.encounter if c.scene is not None else None
    if c.scene is None or e is None or c.p.id not in e.assaillants or placee(c.p, "nombre"):
        return None
    autres = [w for w in e.assaillants[c.p.id] if (c.contre is None or w != c.contre.id) and c.scene[w].up]
    return terme("nombre", len(autres)) if autres else None


@rule("TN-8.366")
@EFFECTS.on("situation:tir")
def dans_la_melee(c: Essai) -> Term | None:
    """Whoever is in the fray is harder to hit from afar, more so if it is with a friend of the one who shoots."""
    scene, tireur, q = c.scene, c.contre, c.p
    e = scene.encounter if scene is not None else None
    if scene is None or e is None or tireur is None or placee(q, "melee", "melee_allie"):
        return None
    camps = {
        r.side
        for r in scene.people.values()
        if r.up and r.side not in ("", q.side) and r.id != tireur.id and e.statut(r.id) in AUX_PRISES
        if en_melee(r, q) or en_melee(q, r)
    }
    return terme("melee_allie" if tireur.side in camps else "melee") if camps else None


def assaillir(scene: Scene, de: str, sur: str) -> Scene:
    """One more of those who have attacked somebody in this round."""
    e = scene.encounter
    if e is None or de in e.assaillants.get(sur, ()):
        return scene
    return replace(scene, encounter=replace(e, assaillants={**e.assaillants, sur: (*e.assaillants.get(sur, ()), de)}))


# ---------------------------------------------------------------- on the test


@rule("TN-8.258", "TN-8.347", "TN-8.368")
def couvert(scene: Scene, p: Personnage, q: Personnage, *, viser: bool = False) -> Terms:
    """What hides q from p takes off what p tries against him: of several obstacles the one that hides most.

    `viser`: the Visée of p serves to ignore as much of it.
    """
    found = tally(q.bears, "couvert", Essai(q, scene, p))
    if not found:
        return ()
    nom, n, regle = max(found, key=lambda term: term[1])
    visee = min(n, amount(p.bears, "visee", Essai(p, scene, q))) if viser else 0
    return ((nom, -n, regle), ("Visée", visee, "TN-8.258")) if visee > 0 else ((nom, -n, regle),)


@rule("TN-8.347", "TN-8.368")
@EFFECTS.on("couvert")
def entre_eux(c: Essai) -> Term | None:
    """An obstacle on a square between the two."""
    if c.scene is None or c.contre is None or not c.scene.obstacles:
        return None
    cases = entre(c.contre, c.p)
    la = [o for o in c.scene.obstacles if (o.x, o.y) in cases]
    pire = max(la, key=lambda o: o.couvre, default=None)
    return (pire.nom, pire.couvre, "TN-8.368") if pire is not None else None


def entre(p: Personnage, q: Personnage) -> set[tuple[int, int]]:
    """The squares on the straight line between two, without their own."""
    n = ecart(p, q)
    return {(p.x + round((q.x - p.x) * i / n), p.y + round((q.y - p.y) * i / n)) for i in range(1, n)}


def prises(scene: Scene, who: str) -> set[Cell]:
    """Squares where somebody stands."""
    return {(q.x, q.y) for q in scene.people.values() if q.id != who and q.up}


@rule("TN-8.158")
def abri(scene: Scene, q: Personnage, contre: Personnage) -> Cell | None:
    """The square beside him where somebody would be better covered from the other; None: there is none, or he cannot
    move."""
    if not scene.obstacles or "au_sol" in q.bears or total(deplacement(q, scene.options)) <= 0:
        return None
    if amount(q.bears, "cloue", Essai(q, scene)) > 0 or any(c.sorte.prive == DEPLACEMENT for c in q.conditions):
        return None
    occupees = prises(scene, q.id)
    couverts = {(q.x, q.y): -total(couvert(scene, contre, q))}
    for case in square((q.x, q.y), 1):
        if case not in occupees and scene.praticable(case):
            couverts[case] = -total(couvert(scene, contre, replace(q, x=case[0], y=case[1])))
    mieux = max(couverts, key=lambda case: couverts[case])  # of several alike the first: where he stands
    return mieux if mieux != (q.x, q.y) else None


@rule("TN-8.368")
def entierement_couvert(scene: Scene, p: Personnage, q: Personnage) -> Closed | None:
    """Nobody is hit who is hidden altogether."""
    if -total(couvert(scene, p, q)) < TOTAL:
        return None
    return Closed("TN-8.368", "{} est entièrement à couvert", (Someone(q.id),))


@rule("TN-8.273")
@EFFECTS.on("net:confrontation")
def a_l_etroit(c: Essai) -> Term | None:
    """Whoever has less room than his reach is at a disadvantage with what he fights with."""
    e = c.scene.encounter if c.scene is not None else None
    if e is None or not e.espace or c.objet is None or c.objet.sorte.nature != "arme" or c.objet.sorte.usage == "tir":
        return None
    return ("À l'étroit", -1, "TN-8.273") if total(portee_de_melee(c.p, c.objet)) > e.espace else None


@rule("TN-8.363")
@EFFECTS.on("bonus:confrontation")
def bien_amene(c: Essai) -> Term | None:
    """What telling it well has earned somebody, against the one it is about."""
    e = c.scene.encounter if c.scene is not None else None
    if e is None or c.contre is None or c.p.id not in e.attentes:
        return None
    a = e.attentes[c.p.id]
    if not a.faveur or a.faveur_sur != c.contre.id:
        return None
    return ("Diversion", a.faveur, "TN-8.364") if a.diversion else ("Interprétation", a.faveur, "TN-8.363")


@fin_de_passe.then("TN-8.363")
def oublier_la_faveur(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """It is worth something while it is fresh: for a passe."""
    e = scene.encounter
    if e is None or not e.attente(who).faveur:
        return scene
    return replace(scene, encounter=e.attend(who, faveur=0, faveur_sur="", diversion=False))


@rule("TN-8.364")
def user_la_diversion(scene: Scene, who: str, sur: str) -> Scene:
    """What a test has earned somebody serves one action against the one it was for."""
    e = scene.encounter
    a = e.attentes.get(who) if e is not None else None
    if e is None or a is None or not a.diversion or a.faveur_sur != sur:
        return scene
    return replace(scene, encounter=e.attend(who, faveur=0, faveur_sur="", diversion=False))


@fin_de_confrontation.then("TN-8.365", "TN-8.368")
def quitter_sa_place(scene: Scene, oracle: Oracle) -> Scene:
    """Nothing is left of where one stood."""
    places = [p for p in scene.people.values() if any(m.of.startswith(PLACE) for m in p.effets)]
    return scene.put(*[replace(p, effets=tuple([m for m in p.effets if not m.of.startswith(PLACE)])) for p in places])


# ---------------------------------------------------------------- what the game master says


def sans_confrontation(scene: Scene, who: str) -> Closed | None:
    if found := absent(scene, who):
        return found
    return None if scene.encounter is not None else Closed("TN-8.11", "Aucune confrontation n'est en cours")


def placer(scene: Scene, who: str, quoi: str, m: Modifier | None) -> Scene:
    """Somebody with this said of him, instead of what was said of it before."""
    p = scene[who]
    reste = tuple([x for x in p.effets if x.of != PLACE + quoi])
    return scene.put(replace(p, effets=reste if m is None else (*reste, m)))


@rule("TN-8.365", "TN-8.366", "TN-8.367")
class Situer(Action, frozen=True, tag="situer"):
    """Say where somebody stands, or that he does not any more; « autre » has a name and a figure of its own."""

    situation: str
    fois: int = 1  # of what counts for each
    n: int = 0  # of another one
    nom: str = ""
    oter: bool = False

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "situation": {**{id: s.nom for id, s in SITUATIONS.items()}, AUTRE: "Autre situation"}
    }

    def key(self) -> str:
        return f"{super().key()}.oter" if self.oter else super().key()

    def closed(self, scene: Scene) -> Closed | None:
        if found := sans_confrontation(scene, self.actor):
            return found
        if self.situation not in self.offers["situation"]:
            possibles = tuple(self.offers["situation"].values())
            return Closed("TN-8.365", "Pas de situation « {} » ; il y a : {}", (Typed(self.situation), possibles))
        la = placee(scene[self.actor], self.situation)
        if self.oter:
            return None if la else Closed("TN-8.365", "{} n'y est pas", (Someone(self.actor),))
        if self.situation == AUTRE:
            if not self.n or not self.nom.strip():
                return Closed("TN-8.365", "Une autre situation a un nom, et un modificateur qui n'est pas 0")
            return hors_bornes("TN-8.365", "Modificateur", self.n, -LIBRE, LIBRE)
        if la and not SITUATIONS[self.situation].chacun:
            return Closed("TN-8.365", "{} y est déjà", (Someone(self.actor),))
        return hors_bornes("TN-8.365", "Combien", self.fois, 1, 9 if SITUATIONS[self.situation].chacun else 1)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        s = SITUATIONS.get(self.situation)
        nom = s.nom if s is not None else self.nom.strip()
        n = s.n * self.fois if s is not None else self.n
        on, regle = ("situation:tir" if s is not None and s.tir else "situation"), s.regle if s else "TN-8.365"
        m = (
            None
            if self.oter
            else Modifier(on, n, nom, regle, "melee" if on != "situation" else "", of=PLACE + self.situation)
        )
        what = "situation_quittee" if self.oter else "situation"
        oracle.tell(Event(what, self.actor, rule=regle, facts=(("situation", nom), ("modificateur", n))))
        return placer(scene, self.actor, self.situation, m)


@rule("TN-8.368")
class Couvrir(Action, frozen=True, tag="couvrir"):
    """Say how much of somebody an obstacle hides, from everybody; 0: nothing any more."""

    couvre: int = 3

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        return sans_confrontation(scene, self.actor) or hors_bornes("TN-8.368", "Couvert", self.couvre, 0, TOTAL)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nom = COUVERTS[self.couvre].couvre if self.couvre else "Rien"
        m = Modifier("couvert", self.couvre, nom, "TN-8.368", of=PLACE + "couvert") if self.couvre else None
        oracle.tell(Event("couvert", self.actor, rule="TN-8.368", facts=(("couvre", nom),)))
        return placer(scene, self.actor, "couvert", m)


@rule("TN-8.347", "TN-8.368", "TN-8.369")
class PoserObstacle(Action, frozen=True, tag="poser_obstacle"):
    """Put something on a square that hides whoever is behind it, or take it away (0): destroyed, or moved."""

    x: int
    y: int
    couvre: int = 3
    nom: str = "Obstacle"

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 97

    def la(self, scene: Scene) -> Obstacle | None:
        return next((o for o in scene.obstacles if (o.x, o.y) == (self.x, self.y)), None)

    def closed(self, scene: Scene) -> Closed | None:
        if found := absent(scene, self.actor) or hors_bornes("TN-8.368", "Couvert", self.couvre, 0, TOTAL):
            return found
        if not self.couvre and self.la(scene) is None:
            return Closed("TN-8.368", "Il n'y a rien sur cette case")
        if self.couvre and not self.nom.strip():
            return Closed("TN-8.368", "Un obstacle a un nom")
        return hors_bornes("TN-8.368", "Case", max(abs(self.x), abs(self.y)), 0, BORD)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        autres = tuple([o for o in scene.obstacles if (o.x, o.y) != (self.x, self.y)])
        ote = self.la(scene)
        if not self.couvre and ote is not None:
            oracle.tell(Event("obstacle_ote", rule="TN-8.369", facts=(("obstacle", ote.nom),)))
            return replace(scene, obstacles=autres)
        facts = ("obstacle", self.nom.strip()), ("couvre", COUVERTS[self.couvre].couvre), ("x", self.x), ("y", self.y)
        oracle.tell(Event("obstacle", rule="TN-8.368", facts=facts))
        return replace(scene, obstacles=(*autres, Obstacle(self.x, self.y, self.nom.strip(), self.couvre)))


@rule("TN-8.273")
class Resserrer(Action, frozen=True, tag="resserrer"):
    """Say how much room there is to fight in, in quarters of a metre; 0: as much as one wants."""

    quarts: int = 4

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 97

    def closed(self, scene: Scene) -> Closed | None:
        found = sans_confrontation(scene, self.actor) or hors_bornes("TN-8.273", "Espace", self.quarts, 0, LARGEUR)
        if found is None and confrontation(scene).espace == self.quarts:
            return Closed("TN-8.273", "L'espace est déjà de cette largeur")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(
            Event("espace" if self.quarts else "espace_libre", rule="TN-8.273", facts=(("quarts", self.quarts),))
        )
        return replace(scene, encounter=replace(confrontation(scene), espace=self.quarts))


@rule("TN-3.10", "TN-8.363")
class Circonstancier(Action, frozen=True, tag="circonstancier"):
    """Say what the place and the moment are for all tests of this confrontation: at night, in the water, in a crowd."""

    circonstances: tuple[str, ...] = ()

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 97
    offers: ClassVar[dict[str, dict[str, str]]] = {"circonstances": CIRCONSTANCES}

    def closed(self, scene: Scene) -> Closed | None:
        found = sans_confrontation(scene, self.actor) or circonstance_inconnue(self.circonstances)
        if found is None and set(confrontation(scene).circonstances) == set(self.circonstances):
            return Closed("TN-3.10", "C'est déjà ce qui est dit du lieu et du moment")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        ids = tuple(dict.fromkeys(self.circonstances))
        noms = tuple([CIRCONSTANCES[id] for id in ids])
        oracle.tell(Event("circonstances", rule="TN-3.10", facts=(("circonstances", noms),)))
        return replace(scene, encounter=replace(confrontation(scene), circonstances=ids))


@rule("TN-8.363")
class Favoriser(Action, frozen=True, tag="favoriser"):
    """Reward what a player told: 1 or 2 on what he tries against somebody until the end of his passe."""

    sur: Who
    n: int = INTERPRETATION

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        found = sans_confrontation(scene, self.actor) or absent(scene, self.sur)
        if found is None and self.sur == self.actor:
            return Closed("TN-8.363", "C'est contre quelqu'un d'autre qu'on y gagne")
        return found or hors_bornes("TN-8.363", "Bonus", self.n, 1, INTERPRETATION)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("faveur", self.actor, self.sur, "TN-8.363", facts=(("bonus", self.n),)))
        return replace(
            scene,
            encounter=confrontation(scene).attend(self.actor, faveur=self.n, faveur_sur=self.sur, diversion=False),
        )


ACTIONS = (Situer, Couvrir, PoserObstacle, Resserrer, Circonstancier, Favoriser)


def au_bras(p: Personnage, o: Obstacle) -> bool:
    """Beside somebody: others of a map are named by their square."""
    return steps("square", (p.x, p.y), (o.x, o.y)) <= 1


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What may be said of somebody in a confrontation, and what was said and may be taken back."""
    e: Confrontation | None = scene.encounter
    if e is None or e.statut(p.id) == "exclu":
        return
    yield Situer(p.id, "revers")
    dites = [m.of.removeprefix(PLACE) for m in p.effets if m.of.startswith(PLACE)]
    yield from (Situer(p.id, id, oter=True) for id in dites if id != "couvert")
    yield Couvrir(p.id, 0 if "couvert" in dites else 3)
    yield from (PoserObstacle(p.id, o.x, o.y, 0) for o in scene.obstacles if au_bras(p, o))
    yield Resserrer(p.id, 0 if e.espace else 4)
    yield Circonstancier(p.id, () if e.circonstances else ("nuit",))
    yield from (Favoriser(p.id, q.id) for q in scene.people.values() if q.side != p.side and q.up and q.id != p.id)
