"""Help outside confrontations: what one knows, what one does in support, what several do together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ...model.competences import COMPETENCES, CONNAISSANCES, lots
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import Figures, evaluer, figures, mesurer
from ..c0_tests.actions import absent, en_defaut, hors_bornes, premier, refuse
from ..c0_tests.resolution import PROCHAIN_TEST, comparer
from ..c4_caracteristiques.repos import en_paix
from ..c8_confrontation.amorces import lecture_du_soutien
from ..c8_confrontation.budget import depenser, fermee
from .recolte import SAVOIRS, inconnue

SOUTIEN, SAVOIR = "Soutien", "Savoir"
BASE = 5  # TN-R11
NOMS = {id: c.nom for id, c in COMPETENCES.items()}


def sans_competence(competence: str) -> Closed | None:
    return None if lots(competence) else Closed("TN-0.4", "Compétence inconnue : {}", (Typed(competence),))


def of(p: Personnage, competence: str) -> tuple[str, str, str]:
    """A skill as it is used when nothing more is said."""
    groupe = en_defaut(p, competence)
    return premier(groupe, competence), competence, groupe


def porter(scene: Scene, who: str, competence: str, n: int, label: str, regle: str) -> Scene:
    """A bonus on the next test of a skill; of this sort there is never more than one."""
    p = scene[who]
    on = f"bonus:competence:{competence}"
    autres = tuple([m for m in p.effets if (m.on, m.label, m.of) != (on, label, PROCHAIN_TEST)])
    return scene.put(replace(p, effets=(*autres, Modifier(on, n, label, regle, of=PROCHAIN_TEST))))


@rule("TN-10.103")
class MobiliserSavoir(Action, frozen=True, tag="mobiliser_savoir"):
    """Knowledge is power: a test of a connaissance read at 5, its degrees on the coming test of a skill."""

    savoir: str
    competence: str  # of the coming test

    rank = 60
    offers: ClassVar[dict[str, dict[str, str]]] = {"savoir": SAVOIRS, "competence": NOMS}
    looks: ClassVar = {"degre": lambda before, after, events: next(e["n"] for e in events if e.what == "appui")}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or inconnue(self.savoir) or sans_competence(self.competence)
        if found is not None:
            return found
        if scene.rixe is not None:
            return Closed("TN-10.42", "Pas pendant une rixe")
        p, de = scene[self.actor], ("INT", self.savoir, CONNAISSANCES)
        en_jeu = None
        if scene.encounter is not None:
            libre = "habitue:savoir" in p.bears
            en_jeu = fermee(scene, self.actor, "", 0 if libre else 1, 1 if libre else 0)
        return refuse(scene, p, *de, Essai(p, scene, None, *de)) or en_jeu

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene = depenser(scene, self.actor, "actl" if "habitue:savoir" in scene[self.actor].bears else "acts")
        f = figures(scene, scene[self.actor], "INT", self.savoir, CONNAISSANCES)
        scene, r = evaluer(scene, oracle, f, BASE)
        facts = ("n", r.dr), ("quoi", NOMS.get(self.competence, self.competence))
        oracle.tell(Event("appui", self.actor, "", "TN-10.103", (), facts))
        deja = [
            m.n for m in scene[self.actor].effets if (m.label, m.on) == (SAVOIR, f"bonus:competence:{self.competence}")
        ]
        n = max([r.dr, *deja])
        return porter(scene, self.actor, self.competence, n, SAVOIR, "TN-10.103") if n else scene


@rule("TN-10.104", "TN-10.104.1")
class Soutenir(Action, frozen=True, tag="soutenir_une_action"):
    """An action that supports another, one's own or somebody's: its degrees are a bonus on the test of that skill."""

    cible: Who
    avec: str  # the skill that supports
    competence: str  # the skill that is supported

    rank = 60
    offers: ClassVar[dict[str, dict[str, str]]] = {"avec": NOMS, "competence": NOMS}
    looks: ClassVar = MobiliserSavoir.looks

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.104", self.actor, self.cible)
        found = found or sans_competence(self.avec) or sans_competence(self.competence)
        if found is not None:
            return found
        on = f"bonus:competence:{self.competence}"
        if any((m.label, m.on) == (SOUTIEN, on) for m in scene[self.cible].effets):
            return Closed("TN-10.104", "Une seule action de soutien par action : {}", (Someone(self.cible),))
        if self.avec == self.competence and self.cible == self.actor:
            return Closed("TN-10.104", "Une action ne se soutient pas elle-même")
        p = scene[self.actor]
        de = of(p, self.avec)
        return refuse(scene, p, *de, Essai(p, scene, None, *de))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = figures(scene, scene[self.actor], *of(scene[self.actor], self.avec))
        scene, r = evaluer(scene, oracle, f, lecture_du_soutien(scene.options))
        facts = ("n", r.dr), ("quoi", NOMS.get(self.competence, self.competence))
        oracle.tell(Event("appui", self.actor, self.cible, "TN-10.104", (), facts))
        return porter(scene, self.cible, self.competence, r.dr, SOUTIEN, "TN-10.104") if r.dr else scene


# ---------------------------------------------------------------- together


@rule("TN-10.105")
def aide_de(f: Figures, score: int) -> int:
    """What a test gives another: its degrees above 5, never more than the level of its skill."""
    return max(0, min(f.niveau, (score - BASE) // 5))


@rule("TN-10.105")
def en_chaine(tests: list[tuple[Figures, int]]) -> list[tuple[str, int, int]]:
    """Who comes to what: each is aided by the next below him as he is aided himself; the highest last."""
    found: list[tuple[str, int, int]] = []
    aide = 0
    for f, score in sorted(tests, key=lambda each: each[1]):
        found.append((f.qui, score + aide, aide))
        aide = aide_de(f, score + aide)
    return found


@rule("TN-10.105")
def en_groupe(tests: list[tuple[Figures, int]]) -> list[tuple[str, int, int]]:
    """Who comes to what where each needs his own success: the highest aids all the others."""
    f, haut = max(tests, key=lambda each: each[1])
    aide = aide_de(f, haut)
    return [(g.qui, score if g is f else score + aide, 0 if g is f else aide) for g, score in tests]


@rule("TN-10.105")
class SEntraider(Action, frozen=True, tag="s_entraider"):
    """Several at one task: the best test counts, aided by the next; or each needs his own, and the best aids them all.

    `savants`: those who know the matter instead of doing it: theirs can only aid.
    """

    competence: str
    compagnons: tuple[Who, ...] = ()
    difficulte: Annotated[int, Meta(ge=0, le=99)] = 15
    chacun: bool = False
    savants: tuple[Who, ...] = ()
    savoir: str = "nature"

    rank = 60
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": NOMS, "savoir": SAVOIRS}
    looks: ClassVar = {
        "reussi": lambda before, after, events: any(e.what == "entraide" and e["reussi"] for e in events)
    }

    @property
    def tous(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.actor, *self.compagnons, *self.savants)))

    def of(self, scene: Scene, who: str) -> tuple[str, str, str]:
        return ("INT", self.savoir, CONNAISSANCES) if who in self.savants else of(scene[who], self.competence)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.105", *self.tous) or sans_competence(self.competence)
        if found is None and self.savants:
            found = inconnue(self.savoir)
        if found is not None:
            return found
        if len(self.tous) < 2:
            return Closed("TN-10.105", "Il faut être au moins deux")
        if self.actor in self.savants or set(self.savants) & set(self.compagnons):
            return Closed("TN-10.105", "Qui ne fait qu'aider par son savoir ne fait pas la tâche")
        for who in self.tous:
            de = self.of(scene, who)
            found = refuse(scene, scene[who], *de, Essai(scene[who], scene, None, *de))
            if found is not None:
                return found
        return hors_bornes("TN-0.19", "Difficulté", self.difficulte, 0, 99)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        tests: list[tuple[Figures, int]] = []
        for who in self.tous:
            f = figures(scene, scene[who], *self.of(scene, who))
            scene, m = mesurer(scene, oracle, f)
            facts = ("quoi", m.f.quoi), ("score", m.score)
            oracle.tell(Event("entraide_test", who, "", "TN-10.105", m.terms, facts))
            tests.append((f, m.score))
        by = {f.qui: f for f, _ in tests}
        acteurs = [who for who in self.tous if who not in self.savants]
        comptes = en_groupe(tests) if self.chacun else [meneur(tests, acteurs)]
        for who, score, aide in [each for each in comptes if each[0] in acteurs]:
            r = comparer(by[who], score, (self.difficulte,), scene.options)
            terms: Terms = (("Test", score - aide, "TN-10.105"), ("Aide", aide, "TN-10.105"))
            facts2 = ("score", score), ("difficulte", self.difficulte), ("issue", r.issue), ("reussi", r.reussi)
            oracle.tell(Event("entraide", who, "", "TN-10.105", terms, facts2))
        return scene


@rule("TN-10.105")
def meneur(tests: list[tuple[Figures, int]], acteurs: list[str]) -> tuple[str, int, int]:
    """Whose test counts for all: the best of those who do it; whoever only knows comes below him."""
    haut = max([each for each in tests if each[0].qui in acteurs], key=lambda each: each[1])
    autres = [each for each in tests if each is not haut]
    chaine = en_chaine(autres)
    if not chaine:
        return haut[0].qui, haut[1], 0
    qui, score, _ = chaine[-1]
    aide = aide_de(next(f for f, _ in autres if f.qui == qui), score)
    return haut[0].qui, haut[1] + aide, aide


ACTIONS = (MobiliserSavoir, Soutenir, SEntraider)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    savoirs = [id for id in SAVOIRS if p.fiche.competences.get(id)]
    propres = [id for id, n in p.fiche.competences.items() if n and id not in SAVOIRS]
    if savoirs and propres:
        yield MobiliserSavoir(p.id, savoirs[0], propres[0])
    allies = [q.id for q in scene.debout() if q is not p and p.side and q.side == p.side]
    if allies and propres:
        yield Soutenir(p.id, allies[0], propres[0], propres[0])
        yield SEntraider(p.id, propres[0], (allies[0],))
