"""What does not need a confrontation: a quarrel settled by one opposed test, and by an option a favour asked so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms

from ...model.attributs import CATALOGUE
from ...model.competences import GROUPES
from ...model.effects import EFFECTS, Essai
from ...model.joute import COUTS, Cout
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import Epreuve, Opposer, en_defaut, hors_bornes, refuse
from ..c0_tests.echelles import difficulte_de_sauvegarde
from ..c0_tests.resolution import opposer
from ..c4_caracteristiques.fatigue import fatiguer
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder
from .armes import METHODES

PERSUASION_OPPOSEE = "persuasion_opposee"
COUT_DE_L_AIDE = "cout_de_l_aide"
SWITCHES = (Switch(PERSUASION_OPPOSEE, "TN-8.8"), Switch(COUT_DE_L_AIDE, "TN-8.9"))
ATTAQUES = ("combat", "corps_a_corps", *[g.id for g in GROUPES.values() if g.categorie == "Tir"])
AGRESSION = (*ATTAQUES, "tactique")
REPONSE = (*AGRESSION, "defense")
VAINCU = "altercation"  # among what somebody did: in which scene he lost one
STRESS = 8  # a die of so many faces (TN-8.6)


# ---------------------------------------------------------------- a quarrel


@rule("TN-8.5", "TN-8.6")
class Altercation(Opposer, frozen=True, tag="altercation"):
    """Settle a quarrel roughly, with nothing dramatic at stake: an attack or a tactic against any that answers it."""

    fatigue: int = 0  # what losing costs, before the save; 0: 1D8

    rank: ClassVar[int] = 88

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("TN-8.5", "Pas pendant une confrontation")
        if barred := super().closed(scene) or hors_bornes("TN-8.6", "Fatigue", self.fatigue, 0, 99):
            return barred
        for epreuve, admis in ((self, AGRESSION), (self.adverse(), REPONSE)):
            if epreuve.lot(scene)[2] not in admis:
                noms = tuple([GROUPES[id].nom for id in admis])
                return Closed("TN-8.5", "{} y emploie une compétence de : {}", (Someone(epreuve.actor), noms))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f, leurs = self.figures(scene), self.adverse().figures(scene)
        scene, r = opposer(scene, oracle, f, leurs, self.contre(scene), audience=self.audience)
        gagnant, perdant = (self.actor, self.cible) if r.reussi else (self.cible, self.actor)
        oracle.tell(Event("altercation", gagnant, perdant, "TN-8.5"))
        return ceder(scene, oracle, perdant, r.score if r.reussi else r.difficulte, self.fatigue)


@rule("TN-8.6")
def ceder(scene: Scene, oracle: Oracle, who: str, score: int, fatigue: int = 0) -> Scene:
    """The price of defeat: fatigue, as sang-froid leaves it against the score that won; and no more resistance."""
    n = fatigue or oracle.of(who).d(STRESS, "stress")
    difficulte = difficulte_de_sauvegarde(score, scene.options)
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], "sang_froid"), difficulte)
    (_, plein, _), (issue, reste, _) = effet_reduit(r, n)
    terms: Terms = (("Altercation perdue", plein, "TN-8.6"), (issue, reste, "TN-8.6"))
    scene = fatiguer(scene, oracle, who, terms)
    p = scene[who]
    return scene.put(replace(p, usages={**p.usages, VAINCU: scene.scenes}))


@rule("TN-8.6")
@EFFECTS.on(*[f"interdit:groupe:{id}" for id in AGRESSION])
def vaincu(c: Essai) -> Term | None:
    """Whoever lost a quarrel does not oppose what follows with his body until the scene is over."""
    if c.scene is None or c.p.usages.get(VAINCU) != c.scene.scenes:
        return None
    return "a eu le dessous dans cette altercation", 1, "TN-8.6"


# ---------------------------------------------------------------- a favour


@rule("TN-8.8", "TN-8.9")
class Convaincre(Opposer, frozen=True, tag="convaincre"):
    """By the option: get the help of somebody by one opposed test of Persuasion, in the manner of the speech."""

    leur_bonus: int = 0  # what strengthens his refusal
    cout: Cout = "rien"  # what helping costs him: the worst of it
    danger: int = 0  # how much, where the table leaves a choice; 0: the least

    rank: ClassVar[int] = 89
    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Opposer.offers,
        "attribut": {a: a for a in METHODES},
        "cout": {id: row.nom for id, row in COUTS.items()},
    }

    def lot(self, scene: Scene) -> tuple[str, str, str]:
        return self.attribut or "CHA", "persuasion", "communication"

    def adverse(self) -> Epreuve:
        """He answers in kind, unless another skill is said to hold."""
        return Epreuve(
            self.cible,
            self.leurs_avantages,
            self.leurs_desavantages,
            bonus=self.resistance(),
            secret=self.secret,
            attribut=self.leur_attribut or ("" if self.leur_competence else self.attribut or "CHA"),
            competence=self.leur_competence or "persuasion",
            groupe=self.leur_groupe or ("" if self.leur_competence else "communication"),
        )

    @rule("TN-8.9")
    def resistance(self) -> int:
        """What strengthens his refusal: what was said, and what helping would cost him."""
        return self.leur_bonus + max(self.danger, COUTS[self.cout].bas)

    def closed(self, scene: Scene) -> Closed | None:
        if PERSUASION_OPPOSEE not in scene.options:
            return Closed("TN-8.8", "Une demande est un test contre une difficulté dans cette campagne")
        if self.cout != "rien" and COUT_DE_L_AIDE not in scene.options:
            return Closed("TN-8.9", "Ce que l'aide lui coûte ne compte pas dans cette campagne")
        row = COUTS[self.cout]
        if self.danger and (barred := hors_bornes("TN-8.9", row.nom.capitalize(), self.danger, row.bas, row.haut)):
            return barred
        if self.attribut and self.attribut not in METHODES:
            return Closed("TN-8.8", "On persuade par : {}, pas par {}", (METHODES, Typed(self.attribut)))
        if barred := super().closed(scene) or hors_bornes("TN-8.8", "Bonus", self.leur_bonus, -50, 50):
            return barred
        p, q, of = scene[self.actor], scene[self.cible], self.lot(scene)
        return refuse(scene, p, *of, Essai(p, scene, q, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f, leurs = self.figures(scene), self.adverse().figures(scene)
        scene, r = opposer(scene, oracle, f, leurs, self.contre(scene), audience=self.audience)
        reponse = "accepte" if r.reussi else "refuse"
        oracle.tell(Event("requete", self.cible, self.actor, "TN-8.8", (), (("reponse", reponse),), self.audience))
        return scene


ACTIONS = (Altercation, Convaincre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of a confrontation: a quarrel by what both know best of it; a favour, where the option is taken."""
    if scene.encounter is not None:
        return
    for q in scene.people.values():
        if q.id == p.id:
            continue
        sienne, leur = meilleure(p, AGRESSION), meilleure(q, REPONSE)
        if sienne and leur and q.side != p.side:
            (a, c, g), (b, d, h) = sienne, leur
            yield Altercation(
                p.id, attribut=a, competence=c, groupe=g, cible=q.id, leur_attribut=b, leur_competence=d, leur_groupe=h
            )
        if PERSUASION_OPPOSEE in scene.options:
            yield Convaincre(p.id, cible=q.id)


def meilleure(p: Personnage, groupes: tuple[str, ...]) -> tuple[str, str, str] | None:
    """The skill of these groups that somebody knows best, with the attribute it goes with best."""
    known = [
        (n + p.fiche.groupes.get(g, 0), max(lot, key=lambda a: p.fiche.valeurs[a]), id, g)
        for id, n in p.fiche.competences.items()
        if n and (g := en_defaut(p, id)) in groupes
        if (lot := naturels(g, id))
    ]
    best = max(known, default=None)
    return best[1:] if best is not None else None


def naturels(groupe: str, competence: str) -> tuple[str, ...]:
    """The attributes a skill of a group is used with; whatever arm it is of, those of the body."""
    found = next((lot for lot in GROUPES[groupe].competences if lot.id == competence), None)
    return tuple([a for a in found.naturels if a in CATALOGUE]) if found is not None else ()
