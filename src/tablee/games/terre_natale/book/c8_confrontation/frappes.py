"""Attacks as actions: strike, speak against somebody, do it again at once, take aim."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ...model.actions import LIGNES
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT, PLANS, Nom, Plan
from ...model.scene import Scene
from ..c4_caracteristiques.ressources import est_mort
from .armes import METHODES, STYLES, a_portee, arme_de, en_melee
from .attaque import Coup, Verdict, doubler, echange, figures_d_attaque, interdite, sans_gene, second, tente
from .budget import (
    confrontation,
    depenser,
    fermee,
    genre_d_attaque,
    gratuite,
    impuissant,
    peut_doubler,
    sans_double,
    sans_gratuite,
)
from .cotes import LOOKS, vue
from .localisation import inlocalisable, sans_plaie
from .mains import MAINS, a_contre_main, a_deux_mains, genre_de_main, sans_action_libre
from .opportunites import en_tirant
from .points import inatteignable, main_du_point, sans_point
from .situations import entierement_couvert as a_couvert
from .solidite import tenu

TROIS_METHODES = "trois_methodes"
DEFENSE_GARDEE = "defense_gardee"
SWITCHES = (Switch(TROIS_METHODES, "TN-8.103.1"), Switch(DEFENSE_GARDEE, "TN-8.74"))
NON_LETAL: Terms = (("Non létal", -1, "TN-8.209"),)
SANS_VISER: Terms = (("Localisée sans viser", -1, "TN-8.289"),)


def hors_d_atteinte(scene: Scene, de: str, sur: str, plan: Plan, main: int = 0, lancee: bool = False) -> Closed | None:
    """Why somebody cannot be struck: he is not there, it is oneself, he is dead, or too far away."""
    if sur not in scene.people:
        return Closed("TN-8.30", "{} n'est pas là", (Someone(sur),))
    if sur == de:
        return Closed("TN-8.93", "On ne s'attaque pas soi-même")
    if est_mort(scene, scene[sur]):
        return Closed("TN-4.5", "Déjà mort")
    if a_portee(scene[de], scene[sur], plan, main, lancee) is None:
        return Closed("TN-4.64", "{} est hors de portée", (Someone(sur),))
    cache = a_couvert(scene, scene[de], scene[sur]) if plan.genre == "physique" else None
    if cache is not None and lancee:
        arme = arme_de(scene[de], plan, main, "", True, scene.options, lancee)
        return None if sans_gene(scene, Coup(de, sur, main=main, lancee=True), arme) else cache
    return cache


class Frapper(Action, frozen=True, tag="frapper"):
    """What attacks have in common: on whom, where, and their odds, which stop at the verdict."""

    cible: Who

    plan: ClassVar[Nom]
    looks: ClassVar[dict[str, Any]] = LOOKS

    def coup(self, scene: Scene) -> Coup:
        raise TypeError(f"{type(self).__name__} does not say what blow it is")

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """How it may end if nobody answers or, defended, if its target does; neither aide nor contre are in it."""
        if callable(look):
            return super().seen(scene, look)
        return vue(figures_d_attaque(scene, self.coup(scene)), look or "touche")


@rule("TN-8.90", "TN-8.92", "TN-8.96", "TN-8.147", "TN-8.287", "TN-8.288", "TN-8.289")
class Attaquer(Frapper, frozen=True, tag="attaquer"):
    """Strike somebody with what one holds, or with bare hands; anywhere, or at a zone of the body."""

    zone: str = ""
    sous: int = 0
    plaie: bool = False
    attribut: str = ""
    main: int = 0
    point: str = ""
    organe: str = ""  # of a creature with several points vitaux: the one that strikes
    lancer: bool = False  # an arm of melee (TN-8.374), or one made for it at whoever is near
    non_letal: bool = False  # with the flat of the blade (TN-8.209)
    au_couvert: bool = False  # his Visée serves against the cover, not for the zone (TN-8.258)
    gratuite: bool = False  # with the action gratuite of the tour (TN-8.66)

    rank: ClassVar[int] = 10
    plan: ClassVar[Nom] = "corps"
    ways: ClassVar[tuple[str, ...]] = tuple(STYLES)
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "zone": {z: z for z in CORPS.zones},
        "attribut": {a: a for a in STYLES},
    }

    def key(self) -> str:
        if self.lancer:
            return f"{super().key()}.lancer"
        if self.gratuite:
            return f"{super().key()}.gratuite"
        said = ("zone",) if self.zone else ("organe", "point") if self.plan == "corps" else ()
        named = [name for name in said if getattr(self, name)]
        return ".".join((super().key(), *(named or (["main"] if self.main else []))))

    def closed(self, scene: Scene) -> Closed | None:
        plan = PLANS[self.plan]
        if barred := self.hors_de_prix(scene):
            return barred
        if barred := hors_d_atteinte(scene, self.actor, self.cible, plan, self.tenue(scene), self.lancer):
            return barred
        if barred := inatteignable(scene[self.cible], plan, self.zone, self.point):
            return barred
        if barred := inlocalisable(plan, self.zone, self.sous) or self.mal_en_main(scene):
            return barred
        if self.plaie and (barred := sans_plaie(scene[self.cible], plan, self.zone)):
            return barred
        if self.attribut and self.attribut not in self.ways:
            return Closed("TN-8.98", "Pas d'attaque par {} ; on attaque par : {}", (Typed(self.attribut), self.ways))
        return self.incapable(scene)

    def tenue(self, scene: Scene) -> int:
        """Which of the weapons: that of the point vital that strikes, or the one that was said."""
        return main_du_point(scene[self.actor], self.organe) if self.organe else self.main

    def genre(self, scene: Scene) -> str:
        """Of which kind it is, by the one who strikes, if he is there."""
        if self.plan != "corps" or self.actor not in scene.people:
            return "attaque"
        p = scene[self.actor]
        return genre_d_attaque(p, self.tenue(scene)) if p.fiche.points else genre_de_main(p, "attaque", self.main)

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        """Why it cannot be paid."""
        if barred := sans_point(scene, self.actor, self.organe):
            return barred
        if self.gratuite:
            return sans_gratuite(scene, self.actor, self.genre(scene))
        return fermee(scene, self.actor, self.genre(scene))

    @rule("TN-8.69", "TN-8.287", "TN-8.338", "TN-8.374")
    def mal_en_main(self, scene: Scene) -> Closed | None:
        """Why the hands cannot do it: no such hand, both taken, no action libre left, nothing to throw, to aim."""
        p = scene[self.actor]
        if not 0 <= self.main < max(MAINS, len(p.equipement.naturelles)):
            return Closed("TN-8.340", "Main : 0 ou 1, pas {}", (self.main,))
        objet = tenu(p, self.main)
        if self.main and objet is None and a_deux_mains(p, 0):
            return Closed("TN-8.338", "Les deux mains sont prises")
        if self.lancer and (objet is None or objet.sorte.usage == "tir"):
            return Closed("TN-8.374", "Seule une arme de mêlée ou de jet tenue en main se lance")
        if self.zone and a_contre_main(p, self.main):
            return Closed("TN-8.69", "Une attaque de la mauvaise main ne se localise pas")
        return sans_action_libre(scene, self.actor, self.main, "actg" if self.gratuite else "acts")

    def incapable(self, scene: Scene) -> Closed | None:
        """Why somebody in his state cannot."""
        return interdite(scene, self.actor, self.cible, PLANS[self.plan], self.tenue(scene), self.attribut, self.lancer)

    @rule("TN-8.209", "TN-8.289", "TN-8.293")
    def coup(self, scene: Scene) -> Coup:
        """As it is declared; whoever aims at a zone without having taken aim is at a disadvantage."""
        vise = scene.encounter is not None and scene.encounter.attente(self.actor).vise == self.cible
        net = (SANS_VISER if self.zone and not vise else ()) + (NON_LETAL if self.non_letal else ())
        return Coup(
            self.actor,
            self.cible,
            self.plan,
            self.attribut,
            self.tenue(scene),
            self.zone,
            self.sous,
            self.plaie,
            net,
            point=self.point,
            non_letal=self.non_letal,
            lancee=self.lancer,
            au_couvert=self.au_couvert,
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        moyen = "actg" if self.gratuite else "acts"
        return self.porter(depenser(scene, self.actor, moyen, self.genre(scene)), oracle, self.coup(scene))

    def porter(self, scene: Scene, oracle: Oracle, c: Coup) -> Scene:
        """Once it is paid, the blow itself; aim that was taken is used up."""
        if confrontation(scene).attente(self.actor).vise:
            scene = replace(scene, encounter=confrontation(scene).attend(self.actor, vise=""))
        scene, d = en_tirant(scene, oracle, c)
        return scene if d.perdue else echange(scene, oracle, replace(c, net=c.net + d.net))


@rule("TN-8.102", "TN-8.103", "TN-8.103.1", "TN-8.297")
class Tirade(Attaquer, frozen=True, tag="tirade"):
    """Attack somebody with words: by charm, logic, suggestion or constraint; the same procedure, on the mind."""

    rank: ClassVar[int] = 11
    plan: ClassVar[Nom] = "esprit"
    ways: ClassVar[tuple[str, ...]] = METHODES
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "zone": {z: z for z in ESPRIT.zones},
        "attribut": {a: a for a in METHODES},
    }

    def closed(self, scene: Scene) -> Closed | None:
        if self.main or self.lancer or self.non_letal:
            return Closed("TN-8.102", "Une tirade ne se fait pas avec les mains")
        if self.attribut == "SAG" and TROIS_METHODES in scene.options:
            return Closed("TN-8.103.1", "Pas de tirade par SAG dans cette campagne")
        return super().closed(scene)


@rule("TN-8.70", "TN-8.73", "TN-8.74", "TN-8.104")
class Doubler(Frapper, frozen=True, tag="doubler"):
    """An attack right after an attack or a tactic, whatever came of it: for initiative, if one is the faster."""

    main: int = 0

    rank: ClassVar[int] = 5

    def closed(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "", 0):
            return barred
        s = confrontation(scene).suite
        if s is None or s.de != self.actor:
            return Closed("TN-8.70", "Aucune attaque ni tactique à doubler")
        if not peut_doubler(scene, self.actor):
            return sans_double()
        if not 0 <= self.main < MAINS:
            return Closed("TN-8.340", "Main : 0 ou 1, pas {}", (self.main,))
        if PLANS[s.plan] is CORPS and (barred := sans_action_libre(scene, self.actor, self.main)):
            return barred
        return hors_d_atteinte(scene, self.actor, self.cible, PLANS[s.plan], self.main) or interdite(
            scene, self.actor, self.cible, PLANS[s.plan], self.main, s.attribut
        )

    def coup(self, scene: Scene) -> Coup:
        """If it passes: the vitesse of the other is hidden, and the button does not tell it."""
        s = confrontation(scene).suite
        assert s is not None
        return second(s, self.cible, self.main)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        s = confrontation(scene).suite
        assert s is not None
        return doubler(scene, oracle, s, self.cible, self.main)


@rule("TN-8.70", "TN-8.74")
class GarderUneDefense(Action, frozen=True, tag="garder_une_defense"):
    """Double a tactic with a defence, kept for the next attack one receives: paid now, restricted then."""

    rank: ClassVar[int] = 6

    def closed(self, scene: Scene) -> Closed | None:
        if DEFENSE_GARDEE not in scene.options:
            return Closed("TN-8.74", "Dans cette campagne aucune défense ne se garde pour plus tard")
        if barred := fermee(scene, self.actor, "defense", 0) or impuissant(scene[self.actor], "defense"):
            return barred
        e = confrontation(scene)
        if e.suite is None or e.suite.de != self.actor or e.suite.genre != "tactique":
            return Closed("TN-8.74", "Une défense se garde juste après une tactique")
        if not peut_doubler(scene, self.actor):
            return sans_double()
        return Closed("TN-8.74", "Une défense est déjà gardée") if e.attente(self.actor).gardee else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "double", "defense")
        oracle.tell(Event("defense_gardee", self.actor, rule="TN-8.74", audience=self.actor))
        return replace(scene, encounter=confrontation(scene).attend(self.actor, gardee=True))


@tente.then("TN-8.74")
def defense_employee(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """It was for this attack: used, or gone."""
    e = scene.encounter
    tactique = c.ligne in LIGNES and LIGNES[c.ligne].genre == "tactique"
    if e is None or not e.attente(c.sur).gardee or tactique:
        return scene
    return replace(scene, encounter=e.attend(c.sur, gardee=False))


@rule("TN-8.293")
class Viser(Action, frozen=True, tag="viser"):
    """Take aim at somebody: the next located attack on him is at no disadvantage."""

    cible: Who

    rank: ClassVar[int] = 45

    def closed(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "visee"):
            return barred
        if self.cible not in scene.people or self.cible == self.actor:
            return Closed("TN-8.293", "On vise quelqu'un d'autre, qui est là")
        deja = confrontation(scene).attente(self.actor).vise == self.cible
        return Closed("TN-8.293", "{} est déjà en joue", (Someone(self.cible),)) if deja else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "visee")
        oracle.tell(Event("vise", self.actor, self.cible, "TN-8.293"))
        return replace(scene, encounter=confrontation(scene).attend(self.actor, vise=self.cible))


ACTIONS = (Attaquer, Tirade, Doubler, GarderUneDefense, Viser)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Against every adversary: a blow, a word, a second one; localised, where aim was taken."""
    if scene.turn() != (p.id,):
        return
    e = confrontation(scene)
    if DEFENSE_GARDEE in scene.options and e.suite is not None and e.suite.genre == "tactique":
        yield GarderUneDefense(p.id)
    for q in scene.people.values():
        if q.side == p.side or q.id == p.id or not q.up:
            continue
        if e.suite is not None and e.suite.de == p.id:
            yield Doubler(p.id, q.id)
        if e.forme != "joute":
            yield from coups(p, q)
            yield from lancers(p, q)
        if e.forme != "combat":
            yield Tirade(p.id, q.id)
        if gratuite(scene, p.id, "attaque"):
            yield (Tirade if e.forme == "joute" else Attaquer)(p.id, q.id, gratuite=True)
        yield Viser(p.id, q.id)
        if e.attente(p.id).vise == q.id and not (q.fiche.points and e.forme != "joute"):
            plan = ESPRIT if e.forme == "joute" else CORPS
            kind = Tirade if e.forme == "joute" else Attaquer
            yield from (kind(p.id, q.id, zone) for zone in plan.zones)


@rule("TN-8.428", "TN-8.432")
def coups(p: Personnage, q: Personnage) -> Iterator[Attaquer]:
    """A blow with each hand, or with every point vital that has something to strike with; on any of the other's."""
    pars = [x.nom for x in p.actifs if x.arme] or [""]
    if len(p.equipement.armes) == MAINS and not p.fiche.points:
        yield Attaquer(p.id, q.id, main=1)
    for par in pars:
        yield Attaquer(p.id, q.id, organe=par)
        yield from (Attaquer(p.id, q.id, organe=par, point=x.nom) for x in q.actifs)


@rule("TN-8.374", "TN-9.196")
def lancers(p: Personnage, q: Personnage) -> Iterator[Attaquer]:
    """To throw what one would not by itself: an arm of melee beyond its reach, one made for it at whoever is near."""
    for main, objet in enumerate(p.equipement.armes[:MAINS]):
        if not p.fiche.points and objet.sorte.usage == ("lancer" if en_melee(p, q, main) else "melee"):
            yield Attaquer(p.id, q.id, main=main, lancer=True)
