"""Debating a cause: it is attacked and defended in the place of people, until its credit settles the matter."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from functools import cached_property
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.effects import amount, tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms, total

from ...model.confrontation import Suite
from ...model.effects import Essai
from ...model.joute import MODIFICATEURS, SOLIDITES, Cause, Solidite
from ...model.people import Personnage
from ...model.plan import ESPRIT
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c0_tests import figures_d_essai
from ..c0_tests.actions import absent, refuse
from ..c0_tests.resolution import CRITIQUE, details, limite_d_echec, mesure_de, remarquer
from ..c1_attributs import ajustee
from .aide import aider
from .amorces import amorce
from .armes import METHODES, arme_de
from .attaque import (
    Assaut,
    Coup,
    Verdict,
    calibre,
    confronter,
    contrer,
    coup_porte,
    depasse,
    frapper,
    raconter_les_defenses,
    regler,
    s_ecarter,
    usage,
)
from .budget import COMPLEXE, confrontation, depenser, fermee, peut_doubler, repetition, sans_double
from .chantiers import Oeuvre, ouvrage_ferme, ouvrer
from .defense import Defenseur, Menace, Reponse, defenseur
from .diatribe import NOM
from .discours import DIATRIBE
from .frappes import TROIS_METHODES
from .offres import compte
from .tour import fermer, ouvrir, passer_la_main

DIFFICULTE = 15  # TN-8.406
PLAIDOIRIE = "plaidoirie"
SANS_FOND = 99  # a cause spends no endurance: what is turned aside is turned aside point for point
LETTRES = 100
UTILES = {effet: d.cause for effet, d in ESPRIT.defenses.items() if d.cause}


def cause_de(scene: Scene) -> Cause:
    cause = confrontation(scene).cause
    assert cause is not None
    return cause


# ---------------------------------------------------------------- figures


class Plaidoirie(Assaut, frozen=True, dict=True, eq=False):
    """A tirade on a cause: whoever stands for it may answer it as if it were aimed at himself (TN-8.405)."""

    pour: tuple[str, ...] = ()  # who may answer for it

    @cached_property
    def those(self) -> tuple[Defenseur, ...]:
        """Their defences, those that mean something for a cause."""
        p = self.scene[self.c.de]
        found = [defenseur(self.scene, who, ESPRIT, p, self.c.reponse) for who in self.pour]
        return tuple([replace(d, gardes=tuple([g for g in d.gardes if g.effet in UTILES])) for d in found])

    @cached_property
    def menace(self) -> Menace:
        """What it would take off the credit of the cause, which nothing protects."""
        des, plus = calibre(self.scene, self.arme, self.c)
        m = modificateur(total(ajustee(self.scene[self.c.de], self.arme.attribut, self.f.ajustements)))
        return Menace(2 + des, total(plus) + m, 0, 0, SANS_FOND)


@rule("TN-8.75", "TN-8.405")
def defenseurs(scene: Scene, c: Coup) -> tuple[str, ...]:
    """Who may answer for the cause against whoever attacks it, by the count; a second plea, who answered the first."""
    camp, suite = cause_de(scene).pour, confrontation(scene).suite
    if scene[c.de].side == camp:
        return ()
    if c.reponse != "libre":
        return (suite.sur,) if c.reponse == "doublee" and suite is not None else ()
    pour = [p.id for p in scene.people.values() if p.side == camp and p.up]
    return tuple(sorted(pour, key=lambda who: compte(scene, who)))


@rule("TN-8.400", "TN-8.406")
def difficulte(scene: Scene, who: str) -> Terms:
    """15 for everybody, and what was said of his words."""
    propos = confrontation(scene).parole(who).propos
    return ("Cause", DIFFICULTE, "TN-8.406"), *[(MODIFICATEURS[id].nom, n, "TN-8.400") for id, n in propos.items()]


@rule("TN-8.406")
def plaider(scene: Scene, c: Coup) -> Plaidoirie:
    """Every sum of a plea: a tirade like any other, against the difficulty of the cause."""
    p, arme = scene[c.de], arme_de(scene[c.de], ESPRIT, 0, c.attribut, options=scene.options)
    essai = Essai(p, scene, None, arme.attribut, arme.competence, arme.groupe, "", c.circonstances)
    f = figures_d_essai(
        essai,
        ajustements=arme.ajustements,
        bonus=c.bonus + amorce(p) + (() if c.restreinte else repetition(scene, c.de, usage(arme, c))),
        net=c.net + tally(p.bears, f"net:attaque:{ESPRIT.genre}", essai),
    )
    difficultes = difficulte(scene, c.de)
    d = total(difficultes)
    return Plaidoirie(
        scene=scene,
        c=c,
        arme=arme,
        f=f,
        profil=f.profil((d,)),
        difficultes=difficultes,
        d=d,
        couvert=0,
        visee=None,
        marge=CRITIQUE - f.criticite,
        desastre=d - limite_d_echec(f, scene.options),
        maitrise=amount(p.bears, "maitrise", essai),
        tout="nuance_consequences" in scene.options,
        pour=defenseurs(scene, c),
    )


# ---------------------------------------------------------------- consequences


@rule("TN-8.405", "TN-8.406")
def debattre(scene: Scene, oracle: Oracle, c: Coup, a: Plaidoirie | None = None) -> tuple[Scene, Verdict]:
    """One plea: its test, who answers for the cause, what its credit becomes; and what the answer opens."""
    a = a or plaider(scene, c)
    v = confronter(oracle, a)
    raconter_la_plaidoirie(oracle, a, v)
    scene = regler(scene, oracle, a, v)
    if v.retournee:
        return frapper(scene, oracle, a, v), v
    if v.touche:
        scene = accrediter(scene, oracle, a, v)
    else:
        oracle.tell(Event("plaidoirie_vaine", c.de, "", "TN-8.406"))
    return s_ecarter(scene, oracle, replace(c, sur=v.sur), v) if v.sur else scene, v


def raconter_la_plaidoirie(oracle: Oracle, a: Plaidoirie, v: Verdict) -> None:
    """What is told of the tests."""
    if oracle.deaf or not v.fait.gardes:
        return
    m = mesure_de(a.f, v.fait)
    facts = *details(m), ("difficulte", a.d), ("difficultes", a.difficultes), ("sujet", cause_de(a.scene).sujet)
    oracle.tell(Event("plaidoirie", a.c.de, "", "TN-8.406", m.terms, (*facts, ("reussi", m.score > a.d))))
    remarquer(oracle, m, "all")
    raconter_les_defenses(oracle, a.c, v)


@rule("TN-8.405", "TN-8.406")
def effet(jet: Terms, v: Verdict) -> Terms:
    """What is left of a plea once the cause was defended: it has no protection of its own."""
    terms = jet
    for g, x in zip(v.gardes, v.parades, strict=True):
        n = max(0, total(terms))
        moitie = n // 2 if x.reussie else min(n, x.dr)
        moins = {"devie": min(n, x.deviation), "moitie": moitie}.get(UTILES[g.effet], 0)
        if moins:
            terms += ((g.nom, -moins, "TN-8.405"),)
    return terms


@rule("TN-8.406")
def accrediter(scene: Scene, oracle: Oracle, a: Plaidoirie, v: Verdict) -> Scene:
    """The jet of whoever stands for the cause raises its credit, that of all others lowers it."""
    cause, e = cause_de(scene), confrontation(scene)
    pour = scene[a.c.de].side == cause.pour
    terms = effet(coup_porte(scene, oracle, a, v), v)
    n = max(0, total(terms)) * (1 if pour else -1)
    apres = replace(cause, credibilite=cause.credibilite + n)
    facts = ("sujet", cause.sujet), ("points", abs(n)), ("sens", "gagne" if pour else "perd")
    facts_apres = ("credibilite", apres.credibilite), ("critique", v.critique)
    oracle.tell(Event("credibilite", a.c.de, "", "TN-8.406", terms, (*facts, *facts_apres)))
    return trancher(replace(scene, encounter=replace(e, cause=apres)), oracle, a.c.de)


@rule("TN-8.407", "TN-8.408")
def trancher(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The matter is settled once the credit of the cause reaches either of its thresholds."""
    cause, e = cause_de(scene), confrontation(scene)
    if -cause.seuils.defaite < cause.credibilite < cause.seuils.victoire:
        return scene
    gagnant = cause.pour if cause.credibilite > 0 else scene[who].side
    facts = ("sujet", cause.sujet), ("camp", gagnant), ("credibilite", cause.credibilite)
    oracle.tell(Event("cause_entendue", rule="TN-8.407", facts=facts))
    return replace(scene, encounter=replace(e, finie=True), verdict=gagnant)


# ---------------------------------------------------------------- pleading


@rule("TN-8.405", "TN-8.406")
class Plaider(Action, frozen=True, tag="plaider"):
    """Speak for the cause, or against it, as one's side does: by charm, logic, suggestion or constraint."""

    attribut: str = ""

    rank: ClassVar[int] = 8
    offers: ClassVar[dict[str, dict[str, str]]] = {"attribut": {a: a for a in METHODES}}
    looks: ClassVar[dict[str, Any]] = {"touche": None, "credibilite": None}

    def closed(self, scene: Scene) -> Closed | None:
        if barred := self.hors_de_prix(scene) or sans_cause(scene):
            return barred
        if self.attribut and self.attribut not in METHODES:
            return Closed("TN-8.103", "Pas d'attaque par {} ; on attaque par : {}", (Typed(self.attribut), METHODES))
        if self.attribut == "SAG" and TROIS_METHODES in scene.options:
            return Closed("TN-8.103.1", "Pas de tirade par SAG dans cette campagne")
        p = scene[self.actor]
        arme = arme_de(p, ESPRIT, 0, self.attribut, options=scene.options)
        of = arme.attribut, arme.competence, arme.groupe
        essai = Essai(p, scene, None, *of)
        return refuse(scene, p, *of, essai) or depasse(essai, arme)

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        """Why it cannot be paid."""
        return fermee(scene, self.actor, "attaque")

    def coup(self, scene: Scene) -> Coup:
        """Aimed at nobody: whoever speaks stands where a target would."""
        return Coup(self.actor, self.actor, "esprit", self.attribut)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return self.porter(depenser(scene, self.actor, "acts", "attaque"), oracle, self.coup(scene))

    def porter(self, scene: Scene, oracle: Oracle, c: Coup) -> Scene:
        """Once it is paid: the plea, what its answer opens, and the end of the debate if it settles the matter."""
        scene, aide = aider(scene, oracle, c.de, ESPRIT)
        scene, v = debattre(scene, oracle, replace(c, bonus=c.bonus + aide))
        if scene.encounter is not None and scene.encounter.finie:
            return fermer(scene, oracle)
        if v.sur:
            scene = contrer(scene, oracle, replace(c, sur=v.sur), replace(v, sur=""))
        return suivre(scene, c, v)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Whether it is heard; what credit it brings or takes."""
        if callable(look):
            return super().seen(scene, look)
        c = self.coup(scene)
        a = plaider(scene, c)
        if look in (None, "touche"):
            return lambda oracle: (v := confronter(oracle, a)).touche and not v.retournee
        avant = cause_de(scene).credibilite
        return lambda oracle: cause_de(debattre(scene, oracle, c, a)[0]).credibilite - avant


def sans_cause(scene: Scene) -> Closed | None:
    debat = scene.encounter is not None and scene.encounter.cause is not None
    return None if debat else Closed("TN-8.405", "Aucune cause n'est débattue")


def suivre(scene: Scene, c: Coup, v: Verdict) -> Scene:
    """A plea may be doubled, like any attack (TN-8.70); who answered the first may answer the second."""
    e = scene.encounter
    if e is None or e.passe != c.de or c.restreinte or not peut_doubler(scene, c.de) or not scene[c.de].up:
        return scene
    suite = Suite(c.de, v.sur or c.de, PLAIDOIRIE, "esprit", c.attribut, bool(v.sur))
    return replace(scene, encounter=replace(e, suite=suite))


@rule("TN-8.382", "TN-8.384", "TN-8.406")
class PlaiderEnDiatribe(Plaider, frozen=True, tag="plaider_en_diatribe"):
    """The same at length: more panache, more weight, and an opportunity for the others."""

    acts: int = 0

    rank: ClassVar[int] = 9

    def oeuvre(self) -> Oeuvre:
        return Oeuvre(DIATRIBE, NOM, COMPLEXE, "attaque", "esprit", self.actor)

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        return ouvrage_ferme(scene, self.actor, self.oeuvre(), self.acts)

    def coup(self, scene: Scene) -> Coup:
        return replace(super().coup(scene), circonstances=(DIATRIBE,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        c = self.coup(scene)
        scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre(), self.acts)
        return scene if net is None else self.porter(scene, oracle, replace(c, net=c.net + net))


@rule("TN-8.70", "TN-8.73", "TN-8.405")
class PlaiderEncore(Plaider, frozen=True, tag="plaider_encore"):
    """A second plea right after the first, for initiative: a cause is nobody who could be faster."""

    rank: ClassVar[int] = 6

    def hors_de_prix(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "", 0):
            return barred
        s = confrontation(scene).suite
        if s is None or s.de != self.actor or s.genre != PLAIDOIRIE:
            return Closed("TN-8.70", "Aucune plaidoirie à doubler")
        return None if peut_doubler(scene, self.actor) else sans_double()

    def coup(self, scene: Scene) -> Coup:
        s = confrontation(scene).suite
        reponse: Reponse = "doublee" if s is not None and s.defendue else "aucune"
        return Coup(self.actor, self.actor, "esprit", self.attribut, restreinte=True, reponse=reponse)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        c = self.coup(scene)
        a = plaider(scene, c)  # who may answer is known by the first plea, which paying for the second ends
        scene, _ = debattre(depenser(scene, self.actor, "double", "attaque"), oracle, c, a)
        return fermer(scene, oracle) if scene.encounter is not None and scene.encounter.finie else scene


# ---------------------------------------------------------------- opening it


@rule("TN-8.405", "TN-8.407", "TN-8.408")
class Debattre(Action, frozen=True, tag="debattre"):
    """Have a cause debated, in a joute of its own or the one under way: one side stands for it, all others against."""

    sujet: str = "la cause"
    solidite: Solidite = "normale"
    pour: str = ""  # the side that defends it; none: that of the actor

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 97
    offers: ClassVar[dict[str, dict[str, str]]] = {"solidite": {id: s.nom for id, s in SOLIDITES.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        if missing := absent(scene, self.actor):
            return missing
        e, camps = scene.encounter, tuple(dict.fromkeys([p.side for p in scene.people.values() if p.up and p.side]))
        if e is not None and (e.forme == "combat" or e.cause is not None):
            return Closed("TN-8.405", "On ne débat d'une cause ni en plein combat ni dans un autre débat")
        if not 0 < len(self.sujet.strip()) <= LETTRES:
            return Closed("TN-8.405", "Une cause se dit en {} lettres au plus", (LETTRES,))
        if len(camps) < 2:
            return Closed("TN-8.12", "Il faut deux camps en état de se confronter")
        if (self.pour or scene[self.actor].side) not in camps:
            return Closed("TN-8.405", "La cause est défendue par un camp : {}", (tuple(map(Typed, camps)),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        cause = Cause(self.sujet, self.pour or scene[self.actor].side, self.solidite)
        facts = ("sujet", cause.sujet), ("camp", cause.pour), ("solidite", cause.seuils.nom)
        bornes = ("victoire", cause.seuils.victoire), ("defaite", -cause.seuils.defaite)
        oracle.tell(Event("debat", rule="TN-8.405", facts=(*facts, *bornes)))
        if scene.encounter is None:
            scene = ouvrir(scene, oracle, "joute", "affrontement", {})
        scene = replace(scene, encounter=replace(confrontation(scene), cause=cause))
        return scene if confrontation(scene).passe else passer_la_main(scene, oracle)


ACTIONS = (Plaider, PlaiderEnDiatribe, PlaiderEncore, Debattre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A cause to debate in the joute under way; where there is one, the plea, at length too, or a second.

    A scene that is calm begins by engaging: which of two ways is meant, nobody else could say.
    """
    e = scene.encounter
    if p.side and e is not None and e.forme != "combat" and e.cause is None:
        yield Debattre(p.id)
    if e is None or e.cause is None or scene.turn() != (p.id,):
        return
    yield Plaider(p.id)
    yield PlaiderEnDiatribe(p.id)
    if e.suite is not None and e.suite.genre == PLAIDOIRIE:
        yield PlaiderEncore(p.id)
