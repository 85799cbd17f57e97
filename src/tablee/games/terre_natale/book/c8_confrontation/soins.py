"""Care: first aid at its price, conditions treated or endured, resources restored, care that is not natural.

Care of lésions and of fatigue stands in chapter 4: first aid is the same act, paid for.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ...model.conditions import AFFECTIONS, Affection, Condition, Duree
from ...model.effects import Essai
from ...model.people import Nature, Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, evaluer, figures
from ..c0_tests.actions import absent, en_defaut, hors_bornes, refuse
from ..c4_caracteristiques.fatigue import PAR_POINT, fatiguer
from ..c4_caracteristiques.lesions import NATURES, instable
from ..c4_caracteristiques.repos import laisser_filer
from ..c4_caracteristiques.ressources import CHOIX, est_mort, nom_de, pas_de_points, regagner
from ..c4_caracteristiques.soins import (
    CLINIQUES,
    MEDICAUX,
    Stabiliser,
    au_mieux_du_jour,
    deja_soigne,
    figures_de_soin,
    jet_de_soin,
    malus_de_soin,
    moitie,
    ni_present_ni_vif,
    soigne_par,
)
from .armes import ecart
from .budget import depenser, fermee
from .chantiers import Oeuvre, cout, ouvrage_ferme, ouvrer
from .conditions import NOMS, inconnue, premieres, reduire, sans

A_BOUT_DE_BRAS = 2  # squares
SOIN, ENDURER = "soin", "endurer"  # the kinds of test against a condition (TN-8.182)
LESION: dict[str, Nature] = {"physique": "blessure", "mental": "traumatisme", "mixte": "blessure"}
DUREE_DU_SOIN: dict[Duree, int] = {"ephemere": 0, "temporaire": MEDICAUX, "permanente": CLINIQUES}


# ---------------------------------------------------------------- what it costs, who can


@rule("TN-8.221", "TN-8.308")
def prix_des_premiers_soins(p: Personnage) -> int:
    """An action complexe, or a simple one for whoever is used to it."""
    return cout(p, premiers_soins(""))


def premiers_soins(patient: str) -> Oeuvre:
    return Oeuvre("premiers_soins", "premiers soins", genre=SOIN, sur=patient)


@rule("TN-8.306")
def loin_du_patient(scene: Scene, who: str, patient: str) -> Closed | None:
    """Care is given by hand: in an affrontement, to somebody within a step and an arm's length."""
    e = scene.encounter
    if e is None or e.format == "escarmouche" or ecart(scene[who], scene[patient]) <= A_BOUT_DE_BRAS:
        return None
    return Closed("TN-4.64", "{} est hors de portée", (Someone(patient),))


def payable(scene: Scene, who: str, patient: str) -> Closed | None:
    """What bars first aid in a confrontation."""
    if scene.encounter is None or who not in scene.people:
        return None
    return loin_du_patient(scene, who, patient) or ouvrage_ferme(scene, who, premiers_soins(patient))


def payer(scene: Scene, oracle: Oracle, who: str, patient: str) -> tuple[Scene, Terms | None]:
    """The désavantages of first aid that is paid in full; None: it is not, or lost."""
    return ouvrer(scene, oracle, who, premiers_soins(patient)) if scene.encounter is not None else (scene, ())


@rule("TN-8.308", "TN-8.309")
class PremiersSoins(Stabiliser, frozen=True, tag="premiers_soins"):
    """In a confrontation: keep somebody's state from worsening, for an action complexe."""

    rank = 44

    def aux_prises(self, scene: Scene) -> Closed | None:
        return super().aux_prises(scene) if self.maniere == "permanente" else payable(scene, self.actor, self.patient)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, net = payer(scene, oracle, self.actor, self.patient)
        return scene if net is None else self.stabiliser(scene, oracle, net)


# ---------------------------------------------------------------- conditions


@rule("TN-8.306", "TN-8.313", "TN-8.318")
def competence_de_soin(sorte: Affection, duree: Duree) -> str:
    """Médecine; for what is permanent surgery of the body or psychology; some conditions have a skill of their own."""
    clinique = {"physique": "chirurgie", "mental": "psychologie", "mixte": "chirurgie"}[sorte.nature]
    return sorte.soin or (clinique if duree == "permanente" else "medecine")


@rule("TN-8.182")
def a_traiter(p: Personnage, id: str, test: str) -> int | None:
    """Of somebody's conditions of this kind the worst against which this kind of test was not made yet."""
    ouvertes = [i for i, c in enumerate(p.conditions) if c.id == id and c.charges and test not in c.tests]
    return max(ouvertes, key=lambda i: p.conditions[i].charges, default=None)


def epuisee(p: Personnage, id: str, test: str) -> Closed | None:
    if a_traiter(p, id, test) is not None:
        return None
    if not any(c.charges for c in p.conditions if c.id == id):
        return Closed("TN-8.222", "{} : sans charges, rien à réduire", (NOMS[id],))
    return Closed("TN-8.182", "{} : un seul test de cette sorte par condition", (NOMS[id],))


@rule("TN-8.310", "TN-8.311", "TN-8.315")
def attenuer(scene: Scene, oracle: Oracle, f: Figures, patient: str, i: int, test: str, regle: str) -> Scene:
    """An évaluation; reached, the jet de soin comes off the charges. Either way this kind of test was made."""
    scene, r = evaluer(scene, oracle, f)
    terms = jet_de_soin(scene, oracle, f, r.dr) if r.reussi else ()
    return reduire(scene, oracle, patient, i, terms, regle, test)


@rule("TN-8.180", "TN-8.182", "TN-8.221", "TN-8.228", "TN-8.236", "TN-8.306", "TN-8.310", "TN-8.315")
class TraiterCondition(Action, frozen=True, tag="traiter_condition"):
    """Lessen a condition: ephemeral in the heat of action, temporary in twenty minutes, permanent if it is operable."""

    patient: Who
    condition: str

    rank = 46
    offers = {"condition": NOMS}
    looks = {"reussi": lambda before, after, events: any(e.what.startswith("condition_") for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = inconnue(self.condition) or absent(scene, self.patient) or sans(scene, self.patient, self.condition)
        if found is not None:
            return found
        p = scene[self.patient]
        c = self.visee(p)
        vif = ni_present_ni_vif(scene, self.actor, self.patient, competence_de_soin(c.sorte, c.duree))
        return vif or epuisee(p, self.condition, SOIN) or self.hors_cadre(scene, c)

    def visee(self, p: Personnage) -> Condition:
        i = a_traiter(p, self.condition, SOIN)
        return p.conditions[i] if i is not None else next(c for c in p.conditions if c.id == self.condition)

    @rule("TN-8.228", "TN-8.312", "TN-8.317")
    def hors_cadre(self, scene: Scene, c: Condition) -> Closed | None:
        """What keeps this kind of care from being given here."""
        if c.duree == "ephemere":
            return payable(scene, self.actor, self.patient)
        if scene.encounter is not None:
            regle = "TN-8.312" if c.duree == "temporaire" else "TN-8.317"
            return Closed(regle, "Pas pendant une confrontation")
        if c.duree == "permanente" and not c.operable:
            return Closed("TN-8.228", "{} : rien ne l'entame si le meneur ne la dit opérable", (c.sorte.nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.patient]
        c = self.visee(p)
        net: Terms | None = ()
        if c.duree == "ephemere":
            scene, net = payer(scene, oracle, self.actor, self.patient)
        else:
            scene = laisser_filer(scene, DUREE_DU_SOIN[c.duree])
        if net is None:
            return scene
        malus = malus_de_soin(p, LESION[c.sorte.nature])
        f = figures_de_soin(scene, self.actor, self.patient, competence_de_soin(c.sorte, c.duree), malus, net)
        regle = {"ephemere": "TN-8.310", "temporaire": "TN-8.315", "permanente": "TN-8.318"}[c.duree]
        i = p.conditions.index(c)
        return attenuer(scene, oracle, f, self.patient, i, SOIN, regle)


@rule("TN-8.181", "TN-8.182", "TN-8.376")
class Endurer(Action, frozen=True, tag="endurer"):
    """Endure an ephemeral condition oneself: Endurance for the body, Concentration for the mind, an action simple."""

    condition: str

    rank = 47
    offers = {"condition": NOMS}
    looks = {"reussi": lambda before, after, events: any(e.what.startswith("condition_") for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or inconnue(self.condition) or sans(scene, self.actor, self.condition)
        if found is not None:
            return found
        p, of = scene[self.actor], self.of(scene[self.actor])
        i = a_traiter(p, self.condition, ENDURER)
        if i is not None and p.conditions[i].duree != "ephemere":
            return Closed("TN-8.181", "{} n'est pas éphémère", (NOMS[self.condition],))
        en_jeu = fermee(scene, self.actor, SOIN) if scene.encounter is not None else None
        return epuisee(p, self.condition, ENDURER) or refuse(scene, p, *of, Essai(p, scene, None, *of)) or en_jeu

    def of(self, p: Personnage) -> tuple[str, str, str]:
        mental = AFFECTIONS[self.condition].nature == "mental"
        attribut, competence = ("VOL", "concentration") if mental else ("CON", "endurance")
        return attribut, competence, en_defaut(p, competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", SOIN)
        p = scene[self.actor]
        i = a_traiter(p, self.condition, ENDURER)
        assert i is not None
        malus = malus_de_soin(p, LESION[AFFECTIONS[self.condition].nature])
        return attenuer(scene, oracle, figures(scene, p, *self.of(p), bonus=malus), p.id, i, ENDURER, "TN-8.181")


@rule("TN-8.228", "TN-8.317")
class DeclarerOperable(Action, frozen=True, tag="declarer_operable"):
    """Surgery, or psychology, may help with a permanent condition of somebody's: the game master says so."""

    condition: str

    master = True
    rank = 92
    offers = {"condition": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or inconnue(self.condition) or sans(scene, self.actor, self.condition)
        if found is not None or self.fermees(scene[self.actor]):
            return found
        return Closed("TN-8.228", "{} n'est pas permanente, ou déjà opérable", (NOMS[self.condition],))

    def fermees(self, p: Personnage) -> list[Condition]:
        return [c for c in p.conditions if c.id == self.condition and c.duree == "permanente" and not c.operable]

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        celles = self.fermees(p)
        oracle.tell(Event("operable", p.id, "", "TN-8.228", (), (("condition", NOMS[self.condition]),)))
        dites = tuple([replace(c, operable=True) if c in celles else c for c in p.conditions])
        return scene.put(replace(p, conditions=dites))


# ---------------------------------------------------------------- resources


@rule("TN-8.299", "TN-8.312", "TN-8.313", "TN-8.316", "TN-8.320")
class SoignerRessource(Action, frozen=True, tag="soigner_ressource"):
    """Medicine of the body restores vitality, of the mind spirituality: half of a jet de soin, the best of the day."""

    patient: Who
    ressource: Literal["PV", "PS"] = "PV"

    rank = 77
    looks = {"reussi": lambda before, after, events: any(e.what == "regain" for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = ni_present_ni_vif(scene, self.actor, self.patient, "medecine")
        if found is not None:
            return found
        if scene.encounter is not None:
            return Closed("TN-8.312", "Pas pendant une confrontation")
        if not scene[self.patient].pertes.get(self.ressource):
            return Closed("TN-8.316", "{} : rien n'est perdu", (nom_de(self.ressource),))
        return deja_soigne(scene, self.actor, self.patient)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_filer(scene, MEDICAUX)
        malus = malus_de_soin(scene[self.patient], "blessure" if self.ressource == "PV" else "traumatisme")
        f = figures_de_soin(scene, self.actor, self.patient, "medecine", malus)
        scene, r = evaluer(scene, oracle, f)
        scene = soigne_par(scene, self.actor, self.patient)
        if not r.reussi:
            return scene
        terms = moitie(jet_de_soin(scene, oracle, f, r.dr), "TN-8.316")
        scene, terms = au_mieux_du_jour(scene, self.patient, self.ressource, terms)
        return regagner(scene, oracle, self.patient, self.ressource, terms, "TN-8.316")


# ---------------------------------------------------------------- care that is not natural


@rule("TN-8.323", "TN-8.325")
def fatigue_des_soins(avant: int, apres: int, ratio: int) -> int:
    """What a source costs in fatigue for what it gave back in all, less what it has cost already."""
    return apres // ratio - avant // ratio


@rule("TN-8.300", "TN-8.322", "TN-8.323", "TN-8.324", "TN-8.325")
class SoinNonNaturel(Action, frozen=True, tag="soin_non_naturel"):
    """Something forces a body or a mind to regain a resource; 1 of fatigue for every 3 points, by source."""

    source: str
    ressource: str = "PV"
    points: int = 3
    ratio: int = PAR_POINT  # where the effect states another

    master = True
    rank = 91
    offers = {"ressource": CHOIX}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or pas_de_points(self.ressource)
        if found is not None:
            return found
        p = scene[self.actor]
        if est_mort(scene, p):
            return Closed("TN-4.42", "{} est mort", (Someone(p.id),))
        if not self.source.strip():
            return Closed("TN-8.323", "Il faut nommer la source du soin")
        if not p.pertes.get(self.ressource):
            return Closed("TN-8.323", "{} : rien n'est perdu", (nom_de(self.ressource),))
        return hors_bornes("TN-8.323", "Points", self.points, 1, 999) or hors_bornes(
            "TN-8.325", "Points par fatigue", self.ratio, 1, 99
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, cle = scene[self.actor], f"soins:{self.source.strip()}"
        terms: Terms = (("Soin non naturel", self.points, "TN-8.322"),)
        oracle.tell(Event("soin_non_naturel", p.id, "", "TN-8.322", (), (("source_du_soin", Typed(self.source)),)))
        scene = regagner(scene, oracle, p.id, self.ressource, terms, "TN-8.322")
        apres = scene[p.id]
        avant = apres.usages.get(cle, 0)
        total = avant + p.pertes[self.ressource] - apres.pertes.get(self.ressource, 0)
        scene = scene.put(replace(apres, usages={**apres.usages, cle: total}))
        n = fatigue_des_soins(avant, total, self.ratio)
        return fatiguer(scene, oracle, p.id, (("Soins non naturels", n, "TN-8.323"),)) if n else scene


ACTIONS = (PremiersSoins, TraiterCondition, Endurer, DeclarerOperable, SoignerRessource, SoinNonNaturel)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for c in premieres(p):
        if c.duree == "ephemere":
            yield Endurer(p.id, c.id)
        if c.duree == "permanente":
            yield DeclarerOperable(p.id, c.id)
    for q in scene.people.values():
        yield from (TraiterCondition(p.id, q.id, c.id) for c in premieres(q))
        if scene.encounter is not None:
            yield from (PremiersSoins(p.id, q.id, nature) for nature in NATURES if instable(q, nature))
        elif q.pertes.get("PV"):
            yield SoignerRessource(p.id, q.id, "PV")
        if scene.encounter is None and q.pertes.get("PS"):
            yield SoignerRessource(p.id, q.id, "PS")
