"""Chronicles: a story told step by step, in which failure costs time and nerves and never stops anybody."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ...model.chroniques import RECITS, Etape, Recit, Voie
from ...model.effects import Essai
from ...model.monde import Chronique
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Resultat, evaluer, figures, tester
from ..c0_tests.actions import Epreuve, absent, en_defaut, hors_bornes, inconnu, premier, refuse
from ..c4_caracteristiques.repos import laisser_passer
from ..c4_caracteristiques.ressources import est_mort
from .stress import difficulte_du_sang_froid, hors_d_atteinte, monter_le_stress

HEURE = 3600
BASE = 5  # what help is read at (TN-R11)


def la_chronique(scene: Scene) -> Chronique:
    """The one under way."""
    assert scene.chronique is not None
    return scene.chronique


def recit(scene: Scene) -> Recit:
    return RECITS[la_chronique(scene).id]


def etape(scene: Scene) -> Etape:
    return recit(scene).etapes[la_chronique(scene).etape - 1]


@rule("TN-10.71")
def penaliser(scene: Scene, oracle: Oracle, difficulte: int, n: int) -> Scene:
    """So many penalties: for everybody a montée de stress, and time lost; a critical success before may spare one."""
    for _ in range(n):
        c = la_chronique(scene)
        if c.epargnes:
            oracle.tell(Event("chronique_epargne", "", "", "TN-10.71"))
            scene = replace(scene, chronique=replace(c, epargnes=c.epargnes - 1))
            continue
        heures = etape(scene).heures
        oracle.tell(Event("chronique_penalite", "", "", "TN-10.71", (), (("heures", heures),)))
        scene = perdre_du_temps(replace(scene, chronique=replace(c, penalites=c.penalites + 1)), oracle, heures)
        for who in c.membres:
            if not est_mort(scene, scene[who]):
                scene = monter_le_stress(scene, oracle, who, difficulte_du_sang_froid(difficulte, scene.options))
    return scene


def perdre_du_temps(scene: Scene, oracle: Oracle, heures: int) -> Scene:
    c = la_chronique(scene)
    return laisser_passer(replace(scene, chronique=replace(c, perdu=c.perdu + heures * HEURE)), oracle, heures * HEURE)


@rule("TN-10.71", "TN-10.72")
def franchir(scene: Scene, oracle: Oracle, who: str, r: Resultat) -> Scene:
    """The key test is made: the story goes on, at the price of what it came to."""
    e, c = etape(scene), la_chronique(scene)
    facts = ("titre", e.titre), ("etape", c.etape), ("suite", "" if r.reussi else e.echec), ("reussi", r.reussi)
    oracle.tell(Event("chronique_etape", who, "", "TN-10.72", (), facts))
    if r.reussi:
        c = replace(c, reussites=c.reussites + 1, epargnes=c.epargnes + r.critique)
        scene = replace(scene, chronique=c)
    else:
        scene = penaliser(scene, oracle, r.difficulte, 2 if r.critique else 1)
    return suivre(scene, oracle)


@rule("TN-10.70", "TN-10.72")
def suivre(scene: Scene, oracle: Oracle) -> Scene:
    """The next situation, or the end: what counts then is what it has cost."""
    c, r = la_chronique(scene), recit(scene)
    if c.etape < len(r.etapes):
        suite = r.etapes[c.etape]
        oracle.tell(Event("chronique_suite", "", "", "TN-10.72", (), (("titre", suite.titre), ("suite", suite.dit))))
        return replace(scene, chronique=replace(c, etape=c.etape + 1, bonus=0, preparations=0))
    facts = ("titre", r.titre), ("suite", r.fin), ("reussites", c.reussites), ("penalites", c.penalites)
    oracle.tell(Event("chronique_fin", "", "", "TN-10.72", (), (*facts, ("heures", c.perdu // HEURE))))
    return replace(scene, chronique=None)


# ---------------------------------------------------------------- what is done


@rule("TN-10.70", "TN-10.73")
class AnnoncerChronique(Action, frozen=True, tag="annoncer_chronique"):
    """The game master sets the frame of a chronicle, for one or a few."""

    chronique: str = "chant_du_cairn"
    compagnons: tuple[Who, ...] = ()

    master = True
    rank = 98
    offers: ClassVar[dict[str, dict[str, str]]] = {"chronique": {id: r.titre for id, r in RECITS.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        if self.chronique not in RECITS:
            return Closed("TN-10.73", "Pas de chronique « {} »", (Typed(self.chronique),))
        if scene.chronique is not None and scene.chronique.membres:
            return Closed("TN-10.70", "Une chronique est déjà en cours : {}", (recit(scene).titre,))
        return hors_d_atteinte(scene, "TN-10.70", self.actor, *self.compagnons)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        r = RECITS[self.chronique]
        oracle.tell(Event("chronique", self.actor, "", "TN-10.70", (), (("titre", r.titre), ("suite", r.dit))))
        membres = tuple(dict.fromkeys((self.actor, *self.compagnons)))
        return replace(scene, chronique=Chronique(self.chronique, membres))


def pas_de_la_partie(scene: Scene, who: str, en_route: bool = True) -> Closed | None:
    """Who acts in a chronicle: somebody who lives it, while nothing else is going on."""
    c = scene.chronique
    if c is None:
        return Closed("TN-10.70", "Aucune chronique n'est en cours")
    if who not in c.membres:
        return absent(scene, who) or Closed("TN-10.70", "{} n'est pas de cette chronique", (Someone(who),))
    if scene.encounter is not None or scene.rixe is not None:
        return Closed("TN-10.70", "Une confrontation ou une rixe est déjà en cours")
    if en_route and not c.en_route:
        return Closed("TN-10.70", "La chronique attend qu'on se mette en route")
    return None


@rule("TN-10.70")
class PartirEnChronique(Action, frozen=True, tag="partir_en_chronique"):
    """Set out, or take the chronicle up again."""

    rank = 1

    def closed(self, scene: Scene) -> Closed | None:
        found = pas_de_la_partie(scene, self.actor, en_route=False)
        if found is None and la_chronique(scene).en_route:
            return Closed("TN-10.70", "La chronique est déjà en route")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = etape(scene)
        oracle.tell(Event("chronique_suite", self.actor, "", "TN-10.72", (), (("titre", e.titre), ("suite", e.dit))))
        return replace(scene, chronique=replace(la_chronique(scene), en_route=True))


def barre(scene: Scene, p: Personnage, v: Voie) -> Closed | None:
    of = v.attribut, v.competence, v.groupe
    return refuse(scene, p, *of, Essai(p, scene, None, *of))


@rule("TN-10.72")
class PreparerEtape(Action, frozen=True, tag="preparer_etape"):
    """Get help for the key test of this step: it takes time, and gives as much as a test read at 5 has degrees."""

    aide: int = 0

    rank = 3

    def closed(self, scene: Scene) -> Closed | None:
        found = pas_de_la_partie(scene, self.actor)
        if found is not None:
            return found
        aides = etape(scene).aides
        if not 0 <= self.aide < len(aides):
            return Closed("TN-10.72", "Cette étape a {} façons de se préparer", (len(aides),))
        if la_chronique(scene).preparations:
            return Closed("TN-10.72", "Cette étape est déjà préparée")
        return barre(scene, scene[self.actor], aides[self.aide])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = etape(scene)
        v = e.aides[self.aide]
        scene = perdre_du_temps(scene, oracle, e.heures)
        f = figures(scene, scene[self.actor], v.attribut, v.competence, v.groupe)
        scene, r = evaluer(scene, oracle, f, BASE)
        facts = ("n", r.dr), ("heures", e.heures)
        oracle.tell(Event("chronique_prepare", self.actor, "", "TN-10.72", (), facts))
        c = la_chronique(scene)
        return replace(scene, chronique=replace(c, bonus=r.dr, preparations=1))


class CleDEtape(Action, frozen=True, tag="essai_de_chronique"):
    """The key test of a step."""

    looks = {"reussi": lambda before, after, events: any(e.what == "chronique_etape" and e["reussi"] for e in events)}

    def maniere(self, scene: Scene) -> Voie:
        """How it is gone about."""
        raise TypeError(f"{type(self).__name__} does not say how it is gone about")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        v, n = self.maniere(scene), la_chronique(scene).bonus
        bonus: Terms = (("Préparation", n, "TN-10.72"),) if n else ()
        f = figures(scene, scene[self.actor], v.attribut, v.competence, v.groupe, bonus=bonus)
        scene, r = tester(scene, oracle, f, (v.difficulte,))
        return franchir(scene, oracle, self.actor, r)


@rule("TN-10.71", "TN-10.72", "TN-10.73")
class TenterEtape(CleDEtape, frozen=True, tag="tenter_etape"):
    """Make the key test of this step, by one of its ways, for everybody."""

    voie: int = 0

    rank = 2

    def maniere(self, scene: Scene) -> Voie:
        return etape(scene).voies[self.voie]

    def closed(self, scene: Scene) -> Closed | None:
        found = pas_de_la_partie(scene, self.actor)
        if found is not None:
            return found
        voies = etape(scene).voies
        if not 0 <= self.voie < len(voies):
            return Closed("TN-10.72", "Cette étape a {} voies", (len(voies),))
        return barre(scene, scene[self.actor], voies[self.voie])


@rule("TN-10.72")
class TenterAutrement(CleDEtape, frozen=True, tag="tenter_autrement"):
    """A way nobody had thought of: the game master says how hard it is."""

    competence: str
    difficulte: int = 15

    master = True
    rank = 4
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": Epreuve.offers["competence"]}

    def maniere(self, scene: Scene) -> Voie:
        groupe = en_defaut(scene[self.actor], self.competence)
        return Voie(self.competence, groupe, premier(groupe, self.competence), self.difficulte)

    def closed(self, scene: Scene) -> Closed | None:
        found = pas_de_la_partie(scene, self.actor)
        if found is not None:
            return found
        v = self.maniere(scene)
        if not self.competence:
            return Closed("TN-10.72", "Il faut une compétence")
        return (
            inconnu(v.attribut, v.competence, v.groupe)
            or hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, 99)
            or barre(scene, scene[self.actor], v)
        )


@rule("TN-10.70", "TN-10.71")
class FranchirEtape(Action, frozen=True, tag="franchir_etape"):
    """Nobody can try it: the story goes on all the same, at the price of a penalty."""

    master = True
    rank = 95

    def closed(self, scene: Scene) -> Closed | None:
        return pas_de_la_partie(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return suivre(penaliser(scene, oracle, etape(scene).voies[0].difficulte, 1), oracle)


class AbandonnerChronique(Action, frozen=True, tag="abandonner_chronique"):
    """The chronicle is left where it is."""

    master = True
    rank = 97

    def closed(self, scene: Scene) -> Closed | None:
        if scene.chronique is None:
            return Closed("TN-10.70", "Aucune chronique n'est en cours")
        return absent(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("chronique_quittee", self.actor, "", "TN-10.70", (), (("titre", recit(scene).titre),)))
        return replace(scene, chronique=None)


ACTIONS = (
    AnnoncerChronique,
    PartirEnChronique,
    TenterEtape,
    PreparerEtape,
    TenterAutrement,
    FranchirEtape,
    AbandonnerChronique,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    c = scene.chronique
    if c is None:
        if scene.encounter is None and scene.rixe is None:
            yield from (AnnoncerChronique(p.id, id) for id in RECITS)
        return
    yield AbandonnerChronique(p.id)
    if p.id not in c.membres:
        return
    if not c.en_route:
        yield PartirEnChronique(p.id)
        return
    yield from (TenterEtape(p.id, i) for i in range(len(etape(scene).voies)))
    yield from (PreparerEtape(p.id, i) for i in range(len(etape(scene).aides)))
    yield FranchirEtape(p.id)
