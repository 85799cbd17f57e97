"""What befalls and what is tried besides: luck that decides, efforts kept up, containers broken open, people lifted."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import figures, tester
from ..c0_tests.actions import absent, hors_bornes, refuse
from ..c0_tests.resolution import CRITIQUE, EVALUATION, apprecier, mesurer, raconter_un_test
from ..c4_caracteristiques.fatigue import fatiguer
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from ..c8_confrontation.conditions import difficulte_d_effet

CHANCE = 10  # TN-10.99
EFFORT, PAS = 10, 5  # TN-10.101
REPRISE = 2  # of fatigue (TN-10.102)
KM_PAR_HEURE = 5  # TN-U39
Nature = Literal["physique", "mental"]
SAUVEGARDE: dict[Nature, str] = {"physique": "robustesse", "mental": "determination"}
CORRIGE: dict[Nature, tuple[str, str, str]] = {
    "physique": ("CON", "endurance", "discipline"),
    "mental": ("VOL", "concentration", "discipline"),
}
MUSCULATION, DEMOLISSAGE = ("FOR", "musculation", "athletisme"), ("FOR", "demolissage", "savoir_faire")


@rule("TN-10.99")
class SEnRemettreALaChance(Action, frozen=True, tag="s_en_remettre_a_la_chance"):
    """A true one in two: a test of Chance against 10 instead of a plain die."""

    rank = 57
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "test" and e["reussi"] for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        return refuse(scene, p, "CHN", "", "", Essai(p, scene, None, "CHN"))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return tester(scene, oracle, figures(scene, scene[self.actor], "CHN"), (CHANCE,))[0]


@rule("TN-10.100")
class ForcerUnContenant(Action, frozen=True, tag="forcer_un_contenant"):
    """Break a container open: it draws attention, and what is in it suffers unless it is done very well."""

    contenant: str = "un coffre"
    difficulte: Annotated[int, Meta(ge=0, le=99)] = EVALUATION

    rank = 58
    looks: ClassVar = {
        "reussi": lambda before, after, events: any(e.what == "contenant" and e["reussi"] for e in events),
        "epargne": lambda before, after, events: any(e.what == "contenant" and e["epargne"] for e in events),
    }

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.100", self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        return hors_bornes("TN-10.100", "Difficulté", self.difficulte, 0, 99) or refuse(
            scene, p, *DEMOLISSAGE, Essai(p, scene, None, *DEMOLISSAGE)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = figures(scene, scene[self.actor], *DEMOLISSAGE)
        scene, m = mesurer(scene, oracle, f, (self.difficulte,))
        r = apprecier(m.f, m.score, self.difficulte)
        raconter_un_test(scene, oracle, m, r, comme=("evaluation", "TN-10.100"))
        epargne = r.reussi and r.marge >= CRITIQUE
        facts = ("contenant", self.contenant), ("epargne", epargne), ("reussi", r.reussi)
        oracle.tell(Event("contenant", self.actor, "", "TN-10.100", (), facts))
        return scene


# ---------------------------------------------------------------- efforts


def cle(nature: Nature) -> str:
    return f"effort:{nature}"


@rule("TN-10.101")
def difficulte_de_l_effort(scene: Scene, who: str, nature: Nature, gene: int, par: str = "") -> Terms:
    """What disturbs: 10, 15, 20 as it is minor or major, or somebody's Expertise; 5 more each time it goes on."""
    terms: Terms = (("Gêne", gene, "TN-10.101"),)
    if par:
        terms = difficulte_d_effet(scene[par], "corps" if nature == "physique" else "esprit")
    fois = scene[who].epreuves.get(f"{cle(nature)}:fois", 0)
    return (*terms, ("Efforts répétés", PAS * fois, "TN-10.101")) if fois else terms


@rule("TN-10.101", "TN-10.102")
class SoutenirLEffort(Action, frozen=True, tag="soutenir_l_effort"):
    """Keep an effort up: a save; failed once, one is in difficulty, failed twice, what one attempts fails."""

    nature: Nature = "physique"
    gene: Annotated[int, Meta(ge=5, le=40)] = EFFORT
    par: WhoOrNobody = ""

    master = True
    rank = 56
    looks: ClassVar = {
        "reussi": lambda before, after, events: any(e.what == "sauvegarde" and e["reussi"] for e in events)
    }

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-10.101", self.actor, *((self.par,) if self.par else ())) or hors_bornes(
            "TN-10.101", "Gêne", self.gene, 5, 40
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who, c = self.actor, cle(self.nature)
        n = total(difficulte_de_l_effort(scene, who, self.nature, self.gene, self.par))
        scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], SAUVEGARDE[self.nature]), n)
        p = scene[who]
        epreuves = {**p.epreuves, f"{c}:fois": p.epreuves.get(f"{c}:fois", 0) + 1, f"{c}:difficulte": n}
        if r.reussi:
            return scene.put(replace(p, epreuves=epreuves))
        if en_difficulte(p, self.nature):
            oracle.tell(Event("effort_rate", who, "", "TN-10.102"))
            return scene.put(sans_effort(p, self.nature))
        oracle.tell(Event("en_difficulte", who, "", "TN-10.102"))
        m = Modifier(f"net:{self.nature}", -1, "En difficulté", "TN-10.102", of=c)
        return scene.put(replace(p, epreuves=epreuves, effets=(*p.effets, m)))


def en_difficulte(p: Personnage, nature: Nature) -> bool:
    return any(m.of == cle(nature) for m in p.effets)


def sans_effort(p: Personnage, nature: Nature) -> Personnage:
    """The effort is over, one way or the other."""
    epreuves = {e: n for e, n in p.epreuves.items() if not e.startswith(cle(nature))}
    return replace(p, epreuves=epreuves, effets=tuple([m for m in p.effets if m.of != cle(nature)]))


@rule("TN-10.102")
class SeReprendre(Action, frozen=True, tag="se_reprendre"):
    """Get over it: Endurance or Concentration against the same difficulty; it costs two of fatigue if it succeeds."""

    nature: Nature = "physique"

    rank = 57
    looks: ClassVar = SEnRemettreALaChance.looks

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.102", self.actor)
        if found is not None:
            return found
        p, of = scene[self.actor], CORRIGE[self.nature]
        if not en_difficulte(p, self.nature):
            return Closed("TN-10.102", "Pas en difficulté")
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        n = p.epreuves.get(f"{cle(self.nature)}:difficulte", EFFORT)
        scene, r = tester(scene, oracle, figures(scene, p, *CORRIGE[self.nature]), (n,))
        if not r.reussi:
            return scene
        p = scene[self.actor]
        scene = scene.put(replace(p, effets=tuple([m for m in p.effets if m.of != cle(self.nature)])))
        return fatiguer(scene, oracle, self.actor, (("Effort repris", REPRISE, "TN-10.102"),))


@rule("TN-10.102")
class CesserLEffort(Action, frozen=True, tag="cesser_l_effort"):
    """The effort is over: nothing of it weighs any more."""

    nature: Nature = "physique"

    master = True
    rank = 96

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None or any(e.startswith(cle(self.nature)) for e in scene[self.actor].epreuves):
            return found
        return Closed("TN-10.101", "Aucun effort de cette nature")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("effort_fini", self.actor, "", "TN-10.102"))
        return scene.put(sans_effort(scene[self.actor], self.nature))


# ---------------------------------------------------------------- on foot


@rule("TN-10.101")
class VoyagerAPied(Action, frozen=True, tag="voyager_a_pied"):
    """Walk: five kilometres an hour (TN-U39); who forces the pace keeps up an effort."""

    km: Annotated[int, Meta(ge=1, le=60)] = 20
    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 89

    def closed(self, scene: Scene) -> Closed | None:
        return en_paix(scene, "TN-10.101", self.actor, *self.compagnons) or hors_bornes(
            "TN-10.101", "Distance", self.km, 1, 60
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        heures = -(-self.km // KM_PAR_HEURE)
        oracle.tell(Event("voyage", self.actor, "", "TN-10.101", (), (("km", self.km), ("heures", heures))))
        return laisser_passer(scene, oracle, heures * 3600)


# ---------------------------------------------------------------- lifting


@rule("TN-10.112")
def poids_de(p: Personnage) -> Terms:
    """How hard somebody is to lift: his Stature, and the encombrement of all he has on him."""
    e = p.equipement
    choses = (*e.armes, *((e.armure,) if e.armure is not None else ()), *e.portes, *e.sac)
    n = sum([x.categorie * x.nombre for x in choses])
    terms: Terms = (("STA", p.fiche.valeurs["STA"], "TN-10.112"),)
    return (*terms, ("Matériel", n, "TN-10.112")) if n else terms


@rule("TN-10.112")
class Soulever(Action, frozen=True, tag="soulever"):
    """Lift somebody, with all he carries: Musculation against his weight."""

    cible: Who

    rank = 59
    looks: ClassVar = SEnRemettreALaChance.looks

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible)
        if found is not None:
            return found
        if self.cible == self.actor:
            return Closed("TN-10.112", "On ne se soulève pas soi-même")
        if scene.encounter is not None or scene.rixe is not None:
            return Closed("TN-10.112", "Pas pendant une confrontation")
        p = scene[self.actor]
        return refuse(scene, p, *MUSCULATION, Essai(p, scene, None, *MUSCULATION))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = poids_de(scene[self.cible])
        facts = (("points", total(terms)),)
        oracle.tell(Event("poids", self.actor, self.cible, "TN-10.112", terms, facts))
        f = figures(scene, scene[self.actor], *MUSCULATION)
        return tester(scene, oracle, f, (total(terms),), cible=self.cible)[0]


ACTIONS = (SEnRemettreALaChance, ForcerUnContenant, SoutenirLEffort, SeReprendre, CesserLEffort, VoyagerAPied, Soulever)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield SEnRemettreALaChance(p.id)
    if scene.encounter is not None or scene.rixe is not None:
        return
    yield ForcerUnContenant(p.id)
    yield VoyagerAPied(p.id)
    for nature in SAUVEGARDE:
        yield SoutenirLEffort(p.id, nature)
        if en_difficulte(p, nature):
            yield SeReprendre(p.id, nature)
        if any(e.startswith(cle(nature)) for e in p.epreuves):
            yield CesserLEffort(p.id, nature)
    yield from (Soulever(p.id, q.id) for q in scene.people.values() if q is not p and not q.up)
