"""Chapter 2, before the blows: catching an enemy by surprise, sizing up the situation."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.boutons import Bouton
from ...model.catalogue import COMPETENCES
from ...model.people import ROUND, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import DIFFICULTES, Difficulte
from ..c1_tests.oppositions import l_emporter
from ..c1_tests.tests import Demande, annoncer, de_la_difficulte, nom_de, pesent, preparer, regler, reussir, tester
from ..c2_combat.combat import PAS_DE_COMBAT, action_prise, comble, gagner, pas_d_action
from ..c6_etats import gagner_etat

# ---------------------------------------------------------------- surprise

MOYENS = {
    "se_cacher": "Se cacher",
    "tactiques_furtives": "Tactiques furtives",
    "distractions": "Distractions",
    "depourvu": "Défendeurs pris au dépourvu",
    "autres": "Autres",
}


@rule("VM-2.66", "VM-2.2")
class Surprendre(Action, frozen=True, tag="surprendre"):
    """Before the fight: some enemies are Surpris in its first Round, if the way chosen works on them."""

    rank = Bouton.SURPRISE

    cibles: tuple[Who, ...]
    moyen: str = "se_cacher"
    gardes: tuple[Who, ...] = ()  # those on their guard, or to whom the MJ grants a Test of Perception
    competence: str = ""  # « Autres »: what the ruse is a Test of; none: it simply works
    difficulte: Difficulte = "intermediaire"  # of every Test of Perception that is granted

    looks = {
        "tous": lambda b, a, ev: not any(e.what == "pas_surpris" for e in ev),
        "combien": lambda b, a, ev: sum(e.what == "surprise" for e in ev),
    }

    def key(self) -> str:
        return f"surprendre.{self.moyen}" if self.moyen in MOYENS else "surprendre"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.cibles, *self.gardes)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("VM-2.2", "La surprise se joue avant le premier Round")
        return hors_d_etat(scene[self.actor]) or self.refus_du_moyen(scene) or self.refus_des_cibles(scene)

    def refus_du_moyen(self, scene: Scene) -> Closed | None:
        if self.moyen not in MOYENS:
            return Closed("VM-2.66", "« {} » n'est pas un moyen de surprendre", (self.moyen,))
        if self.difficulte not in DIFFICULTES:
            return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (self.difficulte,))
        if self.moyen == "depourvu" and self.gardes:
            return Closed("VM-2.66", "Qui est sur ses gardes n'est pas pris au dépourvu")
        if self.competence and self.moyen != "autres":
            return Closed("VM-2.66", "La Compétence va de soi avec ce moyen")
        return inapte(scene[self.actor], self.competence) if self.competence else None

    def refus_des_cibles(self, scene: Scene) -> Closed | None:
        p = scene[self.actor]
        if not self.cibles or len(set(self.cibles)) < len(self.cibles) or not set(self.gardes) <= set(self.cibles):
            return Closed("VM-2.66", "Il faut des cibles, chacune une fois, et ceux qui sont sur leurs gardes en sont")
        for q in map(scene.__getitem__, self.cibles):
            if q.id == p.id or (p.side and q.side == p.side):
                return Closed("VM-2.66", "{} n'est pas un ennemi", (Someone(q.id),))
            if not q.conscient or q.niveau("surpris"):
                return hors_d_etat(q)
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        facts = (("moyen", MOYENS[self.moyen]),)
        oracle.tell(Event("embuscade", self.actor, "", "VM-2.66", (), facts))
        scene, aveugles = self.sans_opposition(scene, oracle)
        for q in self.cibles:
            surpris = aveugles
            if q in self.gardes:
                scene, surpris = self.contre(scene, oracle, q)
            if surpris:
                oracle.tell(Event("surprise", self.actor, q, "VM-2.66"))
                scene = gagner_etat(scene, oracle, q, "surpris", rule="VM-2.66", fin=scene.clock + ROUND)
            else:
                oracle.tell(Event("pas_surpris", self.actor, q, "VM-2.66"))
        return scene

    def ruse(self) -> str:
        """What the one who surprises tests, if anything."""
        return "discretion" if self.moyen == "se_cacher" else self.competence

    def sans_opposition(self, scene: Scene, oracle: Oracle) -> tuple[Scene, bool]:
        """Whether those who are not on their guard are caught: always, but for whoever fails to hide."""
        if not self.ruse() or set(self.cibles) == set(self.gardes):
            return scene, True
        return reussir(scene, oracle, self.actor, Demande(self.ruse()))

    def contre(self, scene: Scene, oracle: Oracle, q: str) -> tuple[Scene, bool]:
        """Against one on his guard: the Test of the ruse opposed by Perception, or his Test of Perception alone."""
        if not self.ruse():
            scene, vu = reussir(scene, oracle, q, Demande("perception", self.difficulte))
            return scene, not vu
        return opposer_la_perception(scene, oracle, self.actor, self.ruse(), q, self.difficulte)


@rule("VM-2.66")
def opposer_la_perception(
    scene: Scene, oracle: Oracle, who: str, competence: str, q: str, difficulte: str
) -> tuple[Scene, bool]:
    """Whether a ruse gets the better of somebody's Perception."""
    mien = preparer(scene[who], competence, pesent(scene[who].cas, competence))
    sien = preparer(scene[q], "perception", de_la_difficulte(difficulte) + pesent(scene[q].cas, "perception"))
    annoncer(oracle, mien, competence, q)
    annoncer(oracle, sien, "perception", who)
    gagne, depenses, leurs = l_emporter(oracle, mien.ligne, sien.ligne)
    return regler(regler(scene, oracle, who, depenses), oracle, q, leurs), gagne


# ---------------------------------------------------------------- sizing up


@rule("VM-2.17", "VM-2.14")
class Evaluer(Action, frozen=True, tag="evaluer"):
    """Turn a Compétence into a tactical benefit: the Action, an Intermédiaire Test, +1 Avantage."""

    rank = Bouton.SURPRISE

    competence: str

    looks = {"reussit": lambda b, a, ev: any(e["reussi"] for e in ev if e.what == "evaluation")}

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        empeche = pas_d_action(scene, self.actor)
        if empeche is not None:
            return empeche
        p = scene[self.actor]
        return comble(p) or inapte(p, self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, jet = tester(scene, oracle, self.actor, self.competence)
        facts = (("competence", nom_de(self.competence)), ("reussi", jet.reussi))
        oracle.tell(Event("evaluation", self.actor, "", "VM-2.17", (), facts))
        if jet.reussi:
            scene = gagner(scene, oracle, self.actor, "Évaluer")
        return action_prise(scene)


def inapte(p: Personnage, competence: str) -> Closed | None:
    """A Compétence of the catalogue, and one he knows."""
    if competence not in COMPETENCES:
        return knowing(Closed("VM-1.2", "« {} » n'est pas une Compétence", (competence,)), competence, COMPETENCES)
    if p.fiche.valeurs[competence] is None:
        return Closed("VM-1.2", "{} ne connaît pas {}", (Someone(p.id), nom_de(competence)))
    return None


# ---------------------------------------------------------------- buttons

COUP_D_OEIL = ("strategie", "perception", "intuition", "survie")  # what one usually sizes a fight up with


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Before a fight: every way of surprising the enemies there are. In a fight: the best eye one has for it."""
    if scene.encounter is not None:
        connues = [c for c in COUP_D_OEIL if p.fiche.valeurs[c] is not None]
        yield Evaluer(p.id, max(connues, key=lambda c: p.fiche.valeurs[c] or 0))
        return
    if not p.side:
        return
    ennemis = tuple(q.id for q in scene.people.values() if q.side and q.side != p.side and q.conscient)
    if ennemis:
        yield Surprendre(p.id, ennemis, "se_cacher", ennemis)
        yield Surprendre(p.id, ennemis, "tactiques_furtives", ennemis)
        yield Surprendre(p.id, ennemis, "distractions", ennemis, difficulte="complexe")
        yield Surprendre(p.id, ennemis, "depourvu")
        yield Surprendre(p.id, ennemis, "autres", ennemis, "baratin")


ACTIONS = (Surprendre, Evaluer)
