"""What is done about a confrontation itself: open it, pass, go beyond oneself, prepare, step aside, break it off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone

from ...model.confrontation import Format, Forme, Statut
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.traits import CATALOGUE
from .budget import RAPIDE, budget, confrontation, deja, depenser, fermee, rapide
from .mains import MAINS, genre_de_main
from .tour import fermer, ouvrir, passer_la_main, surprendre

NOMS = CATALOGUE.interruption  # TN-8.81: what can be prepared
A_LA_MAIN = ("parer", "bloquer", "proteger", "contre_attaque", "riposte", "opportunite")  # made with an arm
GENRES = {"contre_attaque": "attaque", "opportunite": "attaque", "riposte": "tactique", "assister": "aide"}


def genre(quoi: str) -> str:
    """The kind of an interruption: all that is nothing else is a defence."""
    return GENRES.get(quoi, "defense")


def present(scene: Scene, who: str) -> Closed | None:
    return None if who in scene.people else Closed("TN-8.30", "{} n'est pas là", (Someone(who),))


def en_cours(scene: Scene) -> Closed | None:
    return None if scene.encounter is not None else Closed("TN-8.11", "Aucune confrontation n'est en cours")


@rule("TN-8.2", "TN-8.3", "TN-8.12", "TN-8.30", "TN-8.33", "TN-8.38")
class Engager(Action, frozen=True, tag="engager"):
    """Open a confrontation among all who have a side; `surpris` do not see it coming unless they are vigilant."""

    forme: Forme = "combat"
    format: Literal["affrontement", "escarmouche", "bataille"] = "affrontement"
    surpris: tuple[Who, ...] = ()
    par: Literal["AGI", "RUS"] = "AGI"  # what the instigator surprises with
    passifs: tuple[Who, ...] = ()
    exclus: tuple[Who, ...] = ()

    master: ClassVar[bool] = True
    choose: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        nommes = (*self.surpris, *self.passifs, *self.exclus)
        for who in (self.actor, *nommes):
            if absent := present(scene, who):
                return absent
        if scene.encounter is not None:
            return Closed("TN-8.11", "Une confrontation est déjà en cours")
        if scene.rixe is not None:
            return Closed("TN-10.40", "Une rixe est en cours")
        if self.format == "bataille":
            return Closed("TN-8.3", "Une bataille suit d'autres règles, que le livre ne donne pas")
        if len(set(nommes)) < len(nommes):
            return Closed("TN-8.30", "Chacun n'a qu'un statut : surpris, passif ou exclu")
        if self.actor in nommes:
            return Closed("TN-8.33", "{} engage la confrontation et y prend part", (Someone(self.actor),))
        if len({p.side for p in scene.people.values() if p.up and p.side}) < 2:
            return Closed("TN-8.12", "Il faut deux camps en état de se confronter")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        statuts: dict[str, Statut] = dict.fromkeys(self.passifs, "passif")
        statuts |= dict.fromkeys(self.exclus, "exclu")
        if self.surpris:
            scene, pris = surprendre(scene, oracle, self.actor, self.surpris, self.par)
            statuts |= pris
        format: Format = "escarmouche" if self.format == "escarmouche" else "affrontement"
        scene = ouvrir(scene, oracle, self.forme, format, statuts)
        return scene if confrontation(scene).passe else passer_la_main(scene, oracle)


@rule("TN-8.59", "TN-8.84")
class Passer(Action, frozen=True, tag="passer"):
    """End one's passe; what is left of it may still pay for interruptions in this round."""

    rank: ClassVar[int] = 90

    def closed(self, scene: Scene) -> Closed | None:
        return fermee(scene, self.actor, "", 0)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("passe", self.actor, rule="TN-8.84"))
        return passer_la_main(scene, oracle)


@rule("TN-8.61")
class SeSurpasser(Action, frozen=True, tag="se_surpasser"):
    """A third action simple in one's passe, for initiative."""

    rank: ClassVar[int] = 60

    def closed(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "", 0):
            return barred
        if not confrontation(scene).budgets[self.actor].actr:
            return Closed("TN-8.87", "L'action rapide de ce round est déjà prise")
        if not rapide(scene, self.actor):
            return Closed("TN-8.61", "{} d'initiative requis", (RAPIDE,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("se_surpasse", self.actor, rule="TN-8.61"))
        return depenser(scene, self.actor, "surpasser", garde=confrontation(scene).attente(self.actor).preparee)


@rule("TN-8.79", "TN-8.80", "TN-8.81", "TN-8.88")
class Preparer(Action, frozen=True, tag="preparer"):
    """Prepare one interruption, by name: it will cost nothing more and be no disadvantage. Only one waits at a time."""

    quoi: str = "parer"

    rank: ClassVar[int] = 40
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        if self.quoi not in NOMS:
            return Closed("TN-8.81", "On ne prépare pas « {} » ; on prépare : {}", (self.quoi, tuple(NOMS.values())))
        return fermee(scene, self.actor, self.genre(scene))

    @rule("TN-8.88", "TN-8.340")
    def genre(self, scene: Scene) -> str:
        """Its kind; of what an arm does, that of the first hand which has not done it, where each holds one."""
        sorte, b = genre(self.quoi), budget(scene, self.actor)
        if b is None or self.quoi not in A_LA_MAIN:
            return sorte
        mains = [genre_de_main(scene[self.actor], sorte, main) for main in range(MAINS)]
        return next((x for x in mains if not deja(b, x)), sorte)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", self.genre(scene))
        facts = (("quoi", NOMS[self.quoi]),)
        oracle.tell(Event("prepare", self.actor, rule="TN-8.79", facts=facts, audience=self.actor))
        e = confrontation(scene).attend(self.actor, preparee=self.quoi)
        return replace(scene, encounter=e)


@rule("TN-8.30", "TN-8.31")
class ChangerDeStatut(Action, frozen=True, tag="changer_de_statut"):
    """Have somebody take part or not: whoever comes in counts from the next tour on."""

    statut: Literal["actif", "passif", "exclu"] = "passif"

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 95

    def closed(self, scene: Scene) -> Closed | None:
        if barred := present(scene, self.actor) or en_cours(scene):
            return barred
        present_statut = confrontation(scene).statut(self.actor)
        if present_statut == self.statut or (self.statut == "actif" and present_statut == "entrant"):
            return Closed("TN-8.30", "{} l'est déjà", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = confrontation(scene)
        statut: Statut = "entrant" if self.statut == "actif" else self.statut
        budgets = {who: b for who, b in e.budgets.items() if who != self.actor}
        restent = tuple([who for who in e.restent if who != self.actor])
        oracle.tell(Event("statut", self.actor, rule="TN-8.30", facts=(("statut", self.statut),)))
        e = replace(e, statuts={**e.statuts, self.actor: statut}, budgets=budgets, restent=restent)
        scene = replace(scene, encounter=e)
        return passer_la_main(scene, oracle) if e.passe == self.actor else scene


@rule("TN-8.11")
class Rompre(Action, frozen=True, tag="rompre"):
    """The confrontation ceases."""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 99

    def closed(self, scene: Scene) -> Closed | None:
        return present(scene, self.actor) or en_cours(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return fermer(scene, oracle)


ACTIONS = (Engager, Passer, SeSurpasser, Preparer, ChangerDeStatut, Rompre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is None:
        if p.side:
            yield Engager(p.id)
        return
    if scene.turn() == (p.id,):
        b = budget(scene, p.id)
        if b is not None:
            yield from (Preparer(p.id, quoi) for quoi in NOMS)
            yield SeSurpasser(p.id)
        yield Passer(p.id)
        yield Rompre(p.id)
