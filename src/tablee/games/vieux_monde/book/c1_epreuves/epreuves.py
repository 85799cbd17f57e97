"""Chapter 1, what one does with Tests: alone, against somebody, Round after Round, and with the help of others."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms

from ...model.boutons import Bouton
from ...model.catalogue import COMPETENCES
from ...model.effects import Cas
from ...model.people import ROUND, Personnage, hors_d_etat
from ...model.scene import Etendu, Scene, inconnu
from ...model.tables import CARACS, DIFFICULTES, NOMS, Difficulte, rang, signe
from ..c1_tests.oppositions import Oppose, opposer, opposer_en_force
from ..c1_tests.tests import (
    CRITIQUES,
    Demande,
    Jet,
    Prepare,
    annoncer,
    carac_de,
    de_la_difficulte,
    des_circonstances,
    en_secret,
    hors_bornes,
    nom_de,
    passer,
    pesent,
    preparer,
    regler,
)
from ..c2_combat.combat import action_prise, pas_d_action
from ..c2_combat.taille import ecart, malus_de_parade
from ..c2_rounds.rounds import ecouler
from .soutiens import DANGERS, annoncer_les_soutiens, soutien_refuse, terms_du_soutien

Danger = Literal["", "maladie", "poison", "peur", "danger"]

# ---------------------------------------------------------------- support


# ---------------------------------------------------------------- the parameters of any Test


class Essai(Action, frozen=True):
    """What is tested, and what weighs on it."""

    competence: str = ""  # a caractéristique or a Compétence
    difficulte: Difficulte = "intermediaire"
    mod: int = 0  # other circumstances, from the MJ
    soutiens: tuple[Who, ...] = ()  # VM-1.15
    resiste: Danger = ""  # VM-1.18: what is resisted
    secret: bool = False  # rolled by the game master, seen by him alone

    offers = {"competence": {**NOMS, **{c.id: c.nom for c in COMPETENCES.values()}}}

    @property
    def genres(self) -> tuple[str, ...]:
        return ("psychologie",) if self.resiste == "peur" else ()

    @property
    def audience(self) -> str:
        return GM if self.secret else ALL

    def plus(self) -> Terms:
        """What circumstances and support add to the value."""
        return des_circonstances(self.mod) + terms_du_soutien(self.soutiens)


def refus(scene: Scene, e: Essai, competence: str) -> Closed | None:
    """What is tested must exist and be known to the one who tests it; circumstances have bounds, support its limits."""
    return (
        cote_refuse(scene, e.actor, competence, e.difficulte, e.mod)
        or (Closed("VM-1.18", "On résiste à : {}", (", ".join(DANGERS),)) if e.resiste not in ("", *DANGERS) else None)
        or soutien_refuse(scene, e.actor, competence, e.soutiens, e.resiste, e.mod + DIFFICULTES[e.difficulte].mod)
    )


@rule("VM-1.2", "VM-1.9")
def cote_refuse(scene: Scene, who: str, competence: str, difficulte: str, mod: int) -> Closed | None:
    """Why somebody cannot make this Test."""
    if not competence:
        return Closed("VM-1.2", "Il faut dire quelle Caractéristique ou quelle Compétence")
    if competence not in NOMS and competence not in COMPETENCES:
        return knowing(
            Closed("VM-1.2", "« {} » n'est ni une Caractéristique ni une Compétence", (competence,)),
            competence,
            {**COMPETENCES, **NOMS},
        )
    if scene[who].fiche.valeurs[competence] is None:
        return Closed("VM-1.2", "{} ne connaît pas : {}", (Someone(who), nom_de(competence)))
    if difficulte not in DIFFICULTES:
        return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (difficulte,))
    return hors_bornes(mod)


def pas_appele(scene: Scene, who: str, impose: bool) -> Closed | None:
    """A Test takes the Action of the tour, unless the MJ calls for it: then any time, even from the unconscious."""
    if not impose:
        return pas_d_action(scene, who)
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    return hors_d_etat(scene[who]) if scene[who].vie != "actif" else None


def fact(nom: str, what: str) -> Any:
    """A look at one fact of the last event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> Any:
        return next(e for e in reversed(events) if e.what == what)[nom]

    return look


# ---------------------------------------------------------------- alone


def resultat(jet: Jet) -> tuple[tuple[str, Any], ...]:
    """What a Test came to. Chance may raise the DR of a failure above 0; it still reads as a failure (VM-4.5)."""
    dr = max(jet.dr, 0) if jet.reussi else min(jet.dr, 0)
    return (
        ("reussi", jet.reussi),
        ("dr", jet.dr),
        ("signe", signe(jet.dr, jet.reussi)),
        ("rang", rang(dr, jet.reussi)),
        ("issue", "réussit" if jet.reussi else "échoue"),
        ("critique", CRITIQUES[jet.critique]),
    )


ECHELLE = (
    "Échec Stupéfiant",
    "Échec Impressionnant",
    "Échec",
    "Échec Minime",
    "Succès Minime",
    "Succès",
    "Succès Impressionnant",
    "Succès Stupéfiant",
)


def vu(nom: str) -> Any:
    """A look at a fact of the result, simple Test or not."""

    def look(before: Any, after: Any, events: list[Event]) -> Any:
        return next(e for e in reversed(events) if e.what in ("test", "test_simple"))[nom]

    return look


def rang_vu(before: Any, after: Any, events: list[Event]) -> str:
    """How the DR reads, numbered so that it sorts from worst to best."""
    nom = vu("rang")(before, after, events)
    return f"{ECHELLE.index(nom) + 1} {nom}"


def critique_vu(before: Any, after: Any, events: list[Event]) -> str:
    return str(vu("critique")(before, after, events)).strip(" ()") or "pas de Critique"


@rule("VM-1.2", "VM-1.4")
class Tester(Essai, frozen=True, tag="tester"):
    """A Test nobody opposes: simple, or spectacular when its degree matters."""

    rank = Bouton.TESTS

    simple: bool = False
    impose: bool = False  # called for by the MJ: it takes no Action

    looks = {"reussite": vu("reussi"), "dr": vu("dr"), "rang": rang_vu, "critique": critique_vu}

    def closed(self, scene: Scene) -> Closed | None:
        return pas_appele(scene, self.actor, self.impose) or refus(scene, self, self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_les_soutiens(oracle, self.actor, self.soutiens, self.audience)
        demande = Demande(self.competence, self.difficulte, self.plus(), self.genres, self.secret, self.simple)
        scene, jet = passer(scene, oracle, self.actor, demande)
        what, regle = ("test_simple", "VM-1.2") if self.simple else ("test", "VM-1.4")
        terms = (("Degrés de réussite", jet.dr, "VM-1.5"),)
        oracle.tell(Event(what, self.actor, "", regle, terms, resultat(jet), self.audience))
        return scene if self.impose else action_prise(scene)


# ---------------------------------------------------------------- against somebody


def critiques_opposes(before: Any, after: Any, events: list[Event]) -> str:
    """Critiques on either side: his own, then the other's."""
    e = next(e for e in reversed(events) if e.what == "oppose")
    return f"{COTES[e['critique']]} / {COTES[e['contre']]}"


def ecart_vu(before: Any, after: Any, events: list[Event]) -> int:
    """By how many DR: positive for a victory, negative for a defeat."""
    e = next(e for e in reversed(events) if e.what == "oppose")
    dr = int(e["dr"])
    return dr if e["gagne"] else -dr


COTES = {1: "Succès Critique", 0: "rien", -1: "Échec Critique"}


@rule("VM-1.10", "VM-2.52")
class Opposer(Essai, frozen=True, tag="opposer"):
    """An opposed Test; the second side has its own Compétence (the same unless said), difficulty and support."""

    rank = Bouton.TESTS

    cible: Who = ""
    contre: str = ""
    difficulte_contre: Difficulte = "intermediaire"
    mod_contre: int = 0
    soutiens_contre: tuple[Who, ...] = ()
    impose: bool = False  # called for by the MJ: it takes no Action

    looks = {"gagne": fact("gagne", "oppose"), "ecart": ecart_vu, "critiques": critiques_opposes}

    @property
    def cote_adverse(self) -> Essai:
        """The Test of the other side."""
        return Essai(
            self.cible,
            self.contre or self.competence,
            self.difficulte_contre,
            self.mod_contre,
            self.soutiens_contre,
            self.resiste,
            self.secret,
        )

    def closed(self, scene: Scene) -> Closed | None:
        pourquoi = pas_appele(scene, self.actor, self.impose) or inconnu(scene, self.cible)
        if pourquoi is not None:
            return pourquoi
        if self.cible == self.actor:
            return Closed("VM-1.10", "On ne s'oppose pas à soi-même")
        for p in (scene[self.actor], scene[self.cible]):
            if not p.conscient:
                return hors_d_etat(p)
        autre = self.cote_adverse
        if set(self.soutiens) & {self.cible, *self.soutiens_contre} or self.actor in self.soutiens_contre:
            return Closed("VM-1.15", "On ne soutient qu'un camp")
        return refus(scene, self, self.competence) or refus(scene, autre, autre.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, o = opposer_les_deux(scene, oracle, self, self.cote_adverse)
        gagnant, perdant = (self.actor, self.cible) if o.gagne else (self.cible, self.actor)
        facts = (("gagne", o.gagne), ("dr", o.dr), ("critique", o.critique), ("contre", o.contre))
        terms = (("DR du Test opposé", o.dr, "VM-1.10"),)
        oracle.tell(Event("oppose", gagnant, perdant, "VM-1.10", terms, facts, self.audience))
        return scene if self.impose else action_prise(scene)


def opposer_les_deux(scene: Scene, oracle: Oracle, e: Essai, f: Essai) -> tuple[Scene, Oppose]:
    """Two people test against each other: told, rolled, paid. The second is the one who defends himself."""
    p, q = scene[e.actor], scene[f.actor]
    malus = malus_de_parade(ecart(p, q)) if carac_de(f.competence) == "CC" else 0
    mien, sien = preparer_le_cote(scene, p, e), preparer_le_cote(scene, q, f, dr=malus)
    for prepare, essai, autre in ((mien, e, q.id), (sien, f, p.id)):
        annoncer_les_soutiens(oracle, essai.actor, essai.soutiens, essai.audience)
        annoncer(oracle, prepare, essai.competence, autre)
    if epreuve_de_force(e.competence, f.competence) and ecart(p, q):
        o = opposer_en_force(oracle, mien.ligne, sien.ligne, ecart(p, q))
    else:
        o = opposer(oracle, mien.ligne, sien.ligne)
    scene = regler(scene, oracle, p.id, o.depenses)
    return regler(scene, oracle, q.id, o.leurs), o


def preparer_le_cote(scene: Scene, p: Personnage, e: Essai, dr: int = 0) -> Prepare:
    poids = pesent(Cas(p, scene), e.competence, (*e.genres, "presence"))
    terms = de_la_difficulte(e.difficulte) + poids + e.plus()
    prepare = preparer(p, e.competence, terms, dr=dr)
    return en_secret(prepare) if e.secret else prepare


@rule("VM-2.52")
def epreuve_de_force(competence: str, contre: str) -> bool:
    """Whether both sides test Force, or something that rests on it."""
    return carac_de(competence) == carac_de(contre) == "FOR"


# ---------------------------------------------------------------- Round after Round


def ce_round(scene: Scene) -> int:
    """The number of the present Round on the clock, from 1 on."""
    return scene.clock // ROUND + 1


def en_train(scene: Scene, who: str, tache: str) -> Etendu | None:
    """The extended Test he has under way at this task."""
    e = scene.etendus.get(f"{who}:{tache}")
    return e if e is not None and not e.fini else None


@rule("VM-1.13", "VM-1.14")
class Etendre(Essai, frozen=True, tag="etendre"):
    """One Test of an extended Test; the first names a Compétence and the DR to reach, the next ones the task alone."""

    rank = Bouton.TACHES

    tache: str = ""
    vise: int = 0

    looks = {"fini": fact("fini", "etendu"), "total": fact("total", "etendu"), "dr": fact("dr", "etendu")}

    def closed(self, scene: Scene) -> Closed | None:
        pourquoi = pas_d_action(scene, self.actor)
        if pourquoi is not None:
            return pourquoi
        e = en_train(scene, self.actor, self.tache)
        if e is None:
            return self.mal_commence() or refus(scene, self, self.competence)
        if self.competence not in ("", e.competence) or self.vise not in (0, e.vise):
            facts = (Typed(self.tache), nom_de(e.competence), e.vise)
            return Closed("VM-1.13", "« {} » est en cours : {}, {} DR à réunir", facts)
        if scene.encounter is not None and e.round == ce_round(scene):
            return Closed("VM-1.13", "« {} » : un seul Test par Round", (Typed(self.tache),))
        return refus(scene, self, e.competence)

    def mal_commence(self) -> Closed | None:
        """An extended Test begins with the name of a task and a number of DR to reach."""
        if not 1 <= len(self.tache.strip()) <= 60:
            return Closed("VM-1.13", "Il faut nommer la tâche, en 60 lettres au plus")
        if not 1 <= self.vise <= 100:
            return Closed("VM-1.13", "Il faut réunir de 1 à 100 DR, pas {}", (self.vise,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = en_train(scene, self.actor, self.tache)
        if e is None:
            e = Etendu(f"{self.actor}:{self.tache}", self.competence, self.vise, qui=self.actor, tache=self.tache)
        elif e.round == ce_round(scene):  # outside fights: the next Test is made in the next Round
            scene = ecouler(scene, oracle, ROUND)
        annoncer_les_soutiens(oracle, self.actor, self.soutiens, self.audience)
        demande = Demande(e.competence, self.difficulte, self.plus(), self.genres, self.secret)
        scene, jet = passer(scene, oracle, self.actor, demande)
        e = cumuler(oracle, e, jet.dr, self.audience)
        e = replace(e, round=ce_round(scene))
        return action_prise(replace(scene, etendus={**scene.etendus, e.id: e}))


@rule("VM-1.13", "VM-1.14")
def cumuler(oracle: Oracle, e: Etendu, dr: int, audience: str = ALL) -> Etendu:
    """The DR add up, negative ones too: reached, under way, or lost when the total falls below 0."""
    avant, apres = e.total, e.total + dr
    terms = (("Total précédent", avant, "VM-1.13"), ("DR du Test", dr, "VM-1.13"))
    fini, perdu = apres >= e.vise, apres < 0
    facts = (("tache", e.tache), ("dr", dr), ("total", apres), ("vise", e.vise), ("fini", fini))
    oracle.tell(Event("etendu", e.qui, "", "VM-1.13", terms, facts, audience))
    if fini:
        oracle.tell(Event("etendu_reussi", e.qui, "", "VM-1.13", (), (("tache", e.tache),), audience))
    if perdu:
        oracle.tell(Event("etendu_perdu", e.qui, "", "VM-1.14", (), (("tache", e.tache),), audience))
    return replace(e, total=0 if perdu else apres, perdu=perdu, fini=fini)


@rule("VM-1.13")
class Abandonner(Action, frozen=True, tag="abandonner"):
    """Give up an extended Test."""

    rank = Bouton.TACHES

    tache: str = ""

    def closed(self, scene: Scene) -> Closed | None:
        if inconnu(scene, self.actor) is not None:
            return inconnu(scene, self.actor)
        if en_train(scene, self.actor, self.tache) is None:
            return Closed("VM-1.13", "{} n'a pas de tâche « {} » en cours", (Someone(self.actor), Typed(self.tache)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("etendu_abandonne", self.actor, "", "VM-1.13", (), (("tache", self.tache),)))
        id = f"{self.actor}:{self.tache}"
        return replace(scene, etendus={k: e for k, e in scene.etendus.items() if k != id})


# ---------------------------------------------------------------- buttons

ACTIONS: tuple[type[Action], ...] = (Tester, Opposer, Etendre, Abandonner)


def de_tous_les_jours(p: Personnage) -> Iterator[str]:
    """The Compétences on a player's sheet that he can try without having learned them."""
    if p.fiche.joueur:
        yield from (c for c, v in p.fiche.valeurs.items() if c in COMPETENCES and c not in p.fiche.competences and v)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What he has under way; outside fights his caractéristiques and Compétences, and the others around."""
    for e in scene.etendus.values():
        if e.qui == p.id and not e.fini:
            yield Etendre(p.id, tache=e.tache)
            yield Abandonner(p.id, e.tache)
    if scene.encounter is not None:
        return
    for c in (*CARACS, *p.fiche.competences, *de_tous_les_jours(p)):
        yield Tester(p.id, c)
    for q in scene.people.values():
        if q.id != p.id and q.conscient:
            yield Opposer(p.id, "FOR", cible=q.id)
