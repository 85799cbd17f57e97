"""Chapter 5, rest: short, long and full; exhaustion of people and mounts; the needs of a day."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import GM, Closed, Option, Oracle, Question, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.catalogue import Objet
from ...model.people import Unite
from ...model.scene import Scene
from ...model.things import de_sorte, sorte_de, user
from ..c2_systeme.figures import inconnue
from ..c2_systeme.impulsion import impulser
from ..c3_combat.horloge import JOUR, avancer_l_horloge
from ..c3_combat.tours import suite
from ..c3_combat.vie import mourir, sans_sequelles, soigner
from ..c6_equipement.forge import emousser
from .temps import compagnons, groupe_ferme

DEMI_HEURE, HUIT_HEURES, GARDE = 1800, 8 * 3600, 4
EPUISEMENT_MAX = 6
JOURS = (2, 60)
CAUSE_MAX = 100

# ---------------------------------------------------------------- short and long


@chance(table=True)
def de_de_repos(oracle: Oracle) -> int:
    return oracle.d(100, "repos")


@rule("FD-5.6")
def regain_court(pv_max: int, de: int) -> int:
    """Half the roll, in percent of the maximum PV, rounded down once."""
    return pv_max * de // 200


@rule("FD-5.7")
def regain_long(pv_max: int, heures: int) -> int:
    """An eighth of the maximum PV for each hour slept, the whole rounded down."""
    return pv_max * heures // 8


def repos_ferme(scene: Scene, who: str, avec: tuple[str, ...]) -> Closed | None:
    """Not all there, a fight, or no air."""
    ferme = groupe_ferme(scene, who, avec)
    if ferme is not None:
        return ferme
    for id in (who, *avec):
        u = scene.people[id]
        if u.souffle is not None:
            return Closed("FD-5.13", "{} manque d'air", (Someone(u.id),))
    return None


@rule("FD-5.6", "FD-2.6")
class ReposCourt(Action, frozen=True, tag="repos_court"):
    """Half an hour: each rolls a d100 and regains half of it in percent of the PV."""

    avec: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    looks = {"pv": lambda before, after, events: sum(e["points"] for e in events if e.what == "soigne")}

    def closed(self, scene: Scene) -> Closed | None:
        return repos_ferme(scene, self.actor, self.avec)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("repos_court", self.actor, "", "FD-5.6"))
        scene = avancer_l_horloge(scene, oracle, DEMI_HEURE)
        for id in (self.actor, *self.avec):
            if scene.people[id].conscient and scene.people[id].perdus:
                scene = souffler(scene, oracle, id)
        return scene


@rule("FD-5.6")
def souffler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The d100 of a short rest, which divine impulse may repeat."""
    u = scene.people[who]
    au_mieux = min(u.perdus, regain_court(u.pv_max, 100))
    scene, de = impulser(
        scene,
        oracle,
        who,
        lambda: de_de_repos(oracle.of(who)),
        max,
        lambda d: regain_court(u.pv_max, d) >= au_mieux,
    )
    return soigner(scene, oracle, who, regain_court(u.pv_max, de), "FD-5.6")


@rule("FD-5.5", "FD-5.7")
class ReposLong(Action, frozen=True, tag="repos_long"):
    """Eight hours in two watches; `heures` slept by each, four less by those who keep watch. Edges are gone."""

    avec: tuple[Who, ...] = ()
    heures: int = 8
    gardes: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        ferme = repos_ferme(scene, self.actor, self.avec)
        if ferme is not None:
            return ferme
        if not 0 <= self.heures <= 8:
            return Closed("FD-5.7", "On dort de 0 à 8 heures, pas {}", (self.heures,))
        for id in self.gardes:
            if id not in (self.actor, *self.avec):
                return Closed("FD-5.7", "{} ne monte pas la garde : il faut être du repos", (Someone(id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("repos_long", self.actor, "", "FD-5.7", (), (("heures", self.heures),)))
        scene = avancer_l_horloge(scene, oracle, HUIT_HEURES)
        for id in (self.actor, *self.avec):
            u = scene.people[id]
            dormies = max(0, self.heures - (GARDE if id in self.gardes else 0))
            scene = scene.put(emousser(replace(u, dormi=u.dormi or dormies > 0)))
            if u.conscient:
                scene = soigner(scene, oracle, id, regain_long(u.pv_max, dormies), "FD-5.7")
        return scene


@rule("FD-5.8")
class ReposComplet(Action, frozen=True, tag="repos_complet"):
    """Days or weeks in a calm and comfortable place: all PV, no exhaustion left, wounds treated in depth."""

    jours: int
    avec: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        if not JOURS[0] <= self.jours <= JOURS[1]:
            return Closed("FD-5.8", "Un repos complet prend de {} à {} jours, pas {}", (*JOURS, self.jours))
        return repos_ferme(scene, self.actor, self.avec)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("repos_complet", self.actor, "", "FD-5.8", (), (("jours", self.jours),)))
        scene = avancer_l_horloge(scene, oracle, self.jours * JOUR)
        for id in (self.actor, *self.avec):
            u = emousser(scene.people[id])
            if u.conscient:
                u = replace(sans_sequelles(u), epuisement=0, perdus=0, dormi=True)
                oracle.tell(Event("retabli", id, "", "FD-5.8", (), (("pv", u.pv_max),)))
            scene = scene.put(u)
        return scene


# ---------------------------------------------------------------- exhaustion


@rule("FD-5.9", "FD-5.24")
def epuiser(scene: Scene, oracle: Oracle, who: str, n: int, regle: str = "") -> Scene:
    """Levels of exhaustion more, 6 at the most, which kill; PV beyond a halved maximum are lost."""
    u = scene.people[who]
    niveau = min(EPUISEMENT_MAX, u.epuisement + n)
    if niveau == u.epuisement or u.vie != "actif":
        return scene
    regle = regle or ("FD-5.24" if u.bete else "FD-5.9")
    oracle.tell(Event("epuisement", who, "", regle, (), (("niveau", niveau), ("de_plus", niveau - u.epuisement))))
    las = replace(u, epuisement=niveau)
    las = replace(las, ep=min(u.ep, las.pv_max))
    if u.conscient:
        las = replace(las, perdus=max(0, las.pv_max - u.pv))
    scene = scene.put(las)
    return mourir(scene, oracle, who) if niveau == EPUISEMENT_MAX else scene


@rule("FD-5.9", "FD-5.5", "FD-5.24")
class Epuiser(Action, frozen=True, tag="epuiser"):
    """The game master gives levels of exhaustion, to somebody or to a mount."""

    master = True

    niveaux: int = 1
    cible: Who = ""  # nobody named: oneself
    cause: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor) or inconnue(scene, self.cible or self.actor)
        if absent is not None:
            return absent
        reste = EPUISEMENT_MAX - scene.people[self.cible or self.actor].epuisement
        if not 1 <= self.niveaux <= reste:
            return Closed("FD-5.9", "De 1 à {} niveaux d'épuisement de plus, pas {}", (reste, self.niveaux))
        if len(self.cause) > CAUSE_MAX:
            return Closed("FD-5.9", "Une cause se dit en {} signes au plus", (CAUSE_MAX,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        las = self.cible or self.actor
        if self.cause.strip():
            oracle.tell(Event("cause", las, "", "FD-5.9", (), (("cause", self.cause.strip()),)))
        return suite(epuiser(scene, oracle, las, self.niveaux), oracle)


# ---------------------------------------------------------------- the needs of a day


@rule("FD-5.14")
def manger(scene: Scene, who: str) -> tuple[Scene, bool]:
    """A ration out of one's own things, else out of the convoy."""
    u = scene.people[who]
    ration = de_sorte(u.equipement, "ration")
    if ration:
        return scene.put(replace(u, equipement=user(u.equipement, ration))), True
    commune = next((c for c in scene.convoi if sorte_de(c) == "ration"), None) if scene.options.convoi else None
    if commune is None:
        return scene, False
    usages = getattr(commune, "usages", 1) - 1
    reste = (replace(commune, usages=usages),) if isinstance(commune, Objet) and usages > 0 else ()
    return replace(scene, convoi=(*(c for c in scene.convoi if c is not commune), *reste)), True


@rule("FD-5.5", "FD-5.14")
class FinirLaJournee(Action, frozen=True, tag="finir_la_journee"):
    """A day on the road is over: whoever had no ration, no full flask or no long rest may be tired by it."""

    avec: tuple[Who, ...] = ()
    eau: bool = True  # there was water to fill the flasks

    asks: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        return groupe_ferme(scene, self.actor, self.avec)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("journee", self.actor, "", "FD-5.14"))
        for id in (self.actor, *self.avec):
            if scene.people[id].bete or scene.people[id].vie != "actif":
                continue
            scene = self.compter(scene, oracle, id)
        return scene

    def compter(self, scene: Scene, oracle: Oracle, who: str) -> Scene:
        """What one of them had or lacked."""
        scene, mange = manger(scene, who)
        u = scene.people[who]
        bu = self.eau and bool(de_sorte(u.equipement, "gourde"))
        manques = [nom for nom, eu in (("nourriture", mange), ("eau", bu), ("sommeil", u.dormi)) if not eu]
        scene = scene.put(replace(u, dormi=False))
        if not manques:
            return scene
        regle = "FD-5.5" if manques == ["sommeil"] else "FD-5.14"
        oracle.tell(Event("manque", who, "", regle, (), (("manques", tuple(manques)),)))
        n = demander_epuisement(oracle, u, regle, tuple(manques), len(manques))
        return epuiser(scene, oracle, who, n) if n else scene


def demander_epuisement(oracle: Oracle, u: Unite, regle: str, manques: tuple[str, ...], au_plus: int) -> int:
    """How many levels the game master makes of it: none unless he says so."""
    options = (Option("0", "Rien"), *(Option(str(n), f"Épuisement {n}") for n in range(1, au_plus + 1)))
    question = Question(GM, "fd.epuisement", regle, options, (("qui", u.id), ("manques", manques)), audience=GM)
    return int(oracle.ask(question).id)


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    if scene.encounter is not None or not u.joueur:
        return
    avec = tuple(id for id in compagnons(scene, u) if scene.people[id].souffle is None)
    yield ReposCourt(u.id, avec)
    yield ReposLong(u.id, avec)
    yield ReposComplet(u.id, 7, avec)
    yield FinirLaJournee(u.id, avec)
    yield Epuiser(u.id)


PLACE = 14
ACTIONS: tuple[type[Action], ...] = (ReposCourt, ReposLong, ReposComplet, Epuiser, FinirLaJournee)
