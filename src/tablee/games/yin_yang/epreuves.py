"""Chapters 5, 18 and 19: tests as actions, simple, opposed, continued; trials, traps, chases."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.odds import odds
from tablee.kernel.oracle import ALL, GM, Closed, Oracle, chance
from tablee.kernel.refs import Who, WithWho
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from .catalogue import nom_de
from .degats import infliger
from .des import lancer, valeur
from .fatigue import laisser_passer
from .mouvements import Facon, Trajet, en_metres, parcourir
from .oppositions import CONTINUES, oppose_par, oppositions, sans_opposition
from .repos import se_reprendre
from .state import Personnage, hors_d_etat, inconnu
from .tables import IMPOSSIBLE, NIVEAUX, TOUR, TRAITS, VIDE
from .tests import (
    MARTIALES,
    Cote,
    Essai,
    Ligne,
    UsageVide,
    circonstances,
    confronter,
    eprouver,
    hors_bornes,
    intestable,
    la_plus_faible,
    penalites,
    preparer,
    refus,
    sans_jet,
    sans_vide,
    tester,
)
from .tours import ecouler

if TYPE_CHECKING:
    from .scene import Scene

# ---------------------------------------------------------------- simple tests


def fait(nom: str, what: str) -> Look:
    """A look at one fact of the last event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> Hashable:
        trouve: Hashable = next(e for e in reversed(events) if e.what == what)[nom]
        return trouve

    return look


def marge_vue(before: Any, after: Any, events: list[Event]) -> int:
    e = next(e for e in reversed(events) if e.what == "test")
    return int(e["marge"]) if e["reussi"] else -int(e["marge"])


@rule("YY-5.23")
def nd_hors_bornes(nd: int) -> Closed | None:
    """Table 2 goes from 0 to 24 and beyond; one figure stands for what nobody can do."""
    if 0 <= nd <= 60 or nd == IMPOSSIBLE:
        return None
    return Closed("YY-5.23", "Un ND va de 0 à 60 ({} : impossible), pas {}", (IMPOSSIBLE, nd))


@rule("YY-5.3", "YY-5.4", "YY-5.14", "YY-5.15", "YY-16.3", "YY-16.15", "YY-16.16")
class Tester(Essai, frozen=True, tag="tester"):
    """A test against an ND of the MJ's; of several skills used at once the weakest counts."""

    nd: int = 12
    avec: tuple[str, ...] = ()  # other skills used at the same time

    looks = {"reussite": fait("reussi", "test"), "marge": marge_vue, "issue": fait("issue", "test")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene)
        if absent is not None:
            return absent
        for c in self.avec:
            manque = intestable(scene[self.actor], c)
            if manque is not None:
                return manque
        return nd_hors_bornes(self.nd)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence = la_plus_faible(scene[self.actor], (self.competence, *self.avec))
        plus = circonstances(self.mod)
        scene, _ = tester(
            scene, oracle, self.actor, competence, self.nd, plus, self.vide, self.risquer, secret=self.secret
        )
        return scene


@chance
def reussit(oracle: Oracle, ligne: Ligne, nd: int, risquer: bool) -> bool:
    """Whether one try of a continued test does it."""
    return eprouver(oracle, ligne, nd, risquer).reussi


@rule("YY-5.7", "YY-16.2")
class Continuer(Essai, frozen=True, tag="continuer"):
    """A test repeated until it succeeds, each try taking the same time."""

    nd: int = 12
    duree: int = 60  # seconds for each try
    essais: int = 100  # give up after so many

    looks = {"reussite": fait("reussi", "continu"), "essais": fait("essais", "continu")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or nd_hors_bornes(self.nd)
        if absent is not None:
            return absent
        if not 1 <= self.duree <= 10**7:
            return Closed("YY-5.7", "Un essai dure de 1 à {} secondes, pas {}", (10**7, self.duree))
        if not 1 <= self.essais <= 1000:
            return Closed("YY-5.7", "De 1 à 1000 essais, pas {}", (self.essais,))
        if scene.encounter is not None:
            return Closed("YY-5.7", "On ne s'y remet pas sans cesse au milieu d'un combat")
        if self.vide:
            return Closed("YY-5.17", "Un point de vide porte sur une seule action")
        au_mieux = self.ligne(scene).score + 10
        if au_mieux < self.nd:
            return Closed("YY-5.7", "Hors de portée : {} au mieux contre un ND de {}", (au_mieux, self.nd))
        return None

    def ligne(self, scene: Scene) -> Ligne:
        p = scene[self.actor]
        plus = [*penalites(p, self.competence), *circonstances(self.mod)]
        return preparer(p, self.competence, plus, secret=self.secret).ligne

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        essais, reussi, plus = 0, False, circonstances(self.mod)
        while essais < self.essais and not reussi:
            essais += 1
            scene, r = tester(
                scene, oracle, self.actor, self.competence, self.nd, plus, "", self.risquer, secret=self.secret
            )
            reussi = r.reussi
        temps = essais * self.duree
        scene = laisser_passer(scene, oracle, temps)
        facts = (("reussi", reussi), ("essais", essais), ("temps", temps), ("issue", RENONCE[reussi]))
        oracle.tell(Event("continu", self.actor, "", "YY-5.7", (), facts, GM if self.secret else ALL))
        return scene

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Only success or failure matters of each try, and that keeps the tree of chance narrow."""
        if callable(look):
            return super().seen(scene, look)
        ligne, nom = self.ligne(scene), look or self.views()[0]

        def run(oracle: Any) -> Hashable:
            for n in range(1, self.essais + 1):
                if reussit(oracle, ligne, self.nd, self.risquer):
                    return True if nom == "reussite" else n
            return False if nom == "reussite" else self.essais

        return run


RENONCE = {True: "y parvient", False: "renonce"}


# ---------------------------------------------------------------- opposed tests


@rule("YY-5.5", "YY-5.6", "YY-5.13", "YY-19.1")
class Opposer(Essai, frozen=True, tag="opposer"):
    """Two creatures compare their tests; with an ND, whoever does not reach it cannot win."""

    cible: Who = ""
    leur: str = ""  # what the other tests; by default what Table 4 says
    leur_mod: int = 0
    leur_vide: UsageVide = ""
    nd: int = 0

    looks = {"gagne": fait("gagne", "opposition"), "ecart": fait("ecart", "opposition")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.cible == self.actor:
            return Closed("YY-5.5", "On s'oppose à quelqu'un d'autre que soi")
        p, q = scene[self.actor], scene[self.cible]
        refuse = hors_d_etat(p) or hors_d_etat(q) or refus(p, self, scene)
        if refuse is None and not self.leur:
            refuse = sans_opposition(self.competence)
        return (
            refuse
            or intestable(q, self.en_face(scene))
            or sans_vide(q, 1 if self.leur_vide else 0, scene)
            or hors_bornes(self.leur_mod)
            or nd_hors_bornes(self.nd)
        )

    def en_face(self, scene: Scene) -> str:
        return self.leur or oppose_par(scene[self.cible], self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        mien = Cote(self.actor, self.competence, circonstances(self.mod), self.vide)
        sien = Cote(self.cible, self.en_face(scene), circonstances(self.leur_mod), self.leur_vide)
        scene, m = confronter(scene, oracle, mien, sien, self.nd, self.secret)
        vainqueur = self.actor if m.gagne > 0 else self.cible if m.gagne < 0 else "personne"
        facts = (
            ("gagne", m.gagne > 0),
            ("ecart", m.gagne * m.marge),
            ("marge", m.marge),
            ("vainqueur", vainqueur),
        )
        terms = (("Total", m.a, "YY-5.5"), ("Total adverse", -m.b, "YY-5.5"))
        oracle.tell(Event("opposition", self.actor, self.cible, "YY-5.5", terms, facts, GM if self.secret else ALL))
        return scene


# ---------------------------------------------------------------- trials


class Epreuve(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trial under way (YY-18.1): what has been gained and lost."""

    id: str
    competence: str
    nd: int
    nd_test: int
    reussites: int = 0
    echecs: int = 0
    issue: str = ""  # « gagnée », « perdue »


@rule("YY-18.1")
def issue_de_l_epreuve(e: Epreuve) -> str:
    """Won when the margins of success add up to more than the ND, lost when those of failure exceed half of it."""
    if e.reussites > e.nd:
        return "gagnée"
    if 2 * e.echecs > e.nd:
        return "perdue"
    return ""


@rule("YY-18.1")
class Eprouver(Essai, frozen=True, tag="eprouver"):
    """One more test of a trial; the first one begins it."""

    epreuve: str = "épreuve"
    nd: int = 12
    nd_test: int = 0  # another ND for the single tests; 0: that of the trial

    looks = {"reussite": fait("reussi", "test"), "marge": marge_vue, "issue": fait("issue", "epreuve")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or nd_hors_bornes(self.nd) or nd_hors_bornes(self.nd_test)
        if absent is not None:
            return absent
        if not 1 <= len(self.epreuve) <= 60:
            return Closed("YY-18.1", "Une épreuve porte un nom de 1 à 60 caractères")
        if IMPOSSIBLE in (self.nd, self.nd_test):
            return Closed("YY-18.1", "Une épreuve impossible ne se tente pas")
        connue = scene.epreuves.get(self.epreuve)
        if connue is not None and connue.issue:
            return Closed("YY-18.1", "Cette épreuve est {}", (connue.issue,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e = scene.epreuves.get(self.epreuve)
        if e is None:
            e = Epreuve(self.epreuve, self.competence, self.nd, self.nd_test or self.nd)
        plus = circonstances(self.mod)
        scene, r = tester(
            scene, oracle, self.actor, self.competence, e.nd_test, plus, self.vide, self.risquer, secret=self.secret
        )
        gagne, perdu = (r.marge, 0) if r.reussi else (0, -r.marge)
        e = replace(e, reussites=e.reussites + gagne, echecs=e.echecs + perdu)
        e = replace(e, issue=issue_de_l_epreuve(e))
        facts = (
            ("epreuve", e.id),
            ("reussites", e.reussites),
            ("echecs", e.echecs),
            ("nd", e.nd),
            ("issue", e.issue or "en cours"),
        )
        oracle.tell(Event("epreuve", self.actor, "", "YY-18.1", (), facts, GM if self.secret else ALL))
        return replace(scene, epreuves={**scene.epreuves, e.id: e})


# ---------------------------------------------------------------- traps


class Etape(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    nd: int
    secret: bool = False
    faite: bool | None = None  # None: not tried yet


class Piege(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A trap being disarmed (YY-18.2): its steps, and what the mechanism allows."""

    id: str
    etapes: tuple[Etape, ...]
    reprise: bool = True  # a single step may be tried again; else all must be begun again
    degats: int = 0  # what it inflicts when it is triggered fully
    issue: str = ""


@rule("YY-18.2")
class PoserPiege(Action, frozen=True, tag="poser_piege"):
    """The MJ sets a trap: the ND of each step, public or secret."""

    master = True

    piege: str
    nds: tuple[int, ...]
    secrets: tuple[int, ...] = ()  # numbers of the steps whose ND is secret, from 1
    reprise: bool = True
    degats: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        if not self.nds or len(self.nds) > 20:
            return Closed("YY-18.2", "Un piège a de 1 à 20 étapes, pas {}", (len(self.nds),))
        if not 1 <= len(self.piege) <= 60:
            return Closed("YY-18.2", "Un piège porte un nom de 1 à 60 caractères")
        if self.piege in scene.pieges and not scene.pieges[self.piege].issue:
            return Closed("YY-18.2", "Ce piège est déjà posé")
        for n in self.secrets:
            if not 1 <= n <= len(self.nds):
                return Closed("YY-18.2", "Pas d'étape {}", (n,))
        if not 0 <= self.degats <= 200:
            return Closed("YY-18.2", "Des dégâts de 0 à 200, pas {}", (self.degats,))
        for nd in self.nds:
            faux = nd_hors_bornes(nd)
            if faux is not None:
                return faux
        return inconnu(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        etapes = tuple(Etape(nd, i + 1 in self.secrets) for i, nd in enumerate(self.nds))
        oracle.tell(Event("piege", self.actor, "", "YY-18.2", (), (("piege", self.piege), ("etapes", len(etapes)))))
        piege = Piege(self.piege, etapes, self.reprise, self.degats)
        return replace(scene, pieges={**scene.pieges, piege.id: piege})


def piege_ferme(scene: Scene, id: str) -> Closed | None:
    """Only a trap that is set and has not gone off can be worked on."""
    p = scene.pieges.get(id)
    if p is None:
        return Closed("YY-18.2", "Pas de piège « {} »", (id,))
    return Closed("YY-18.2", "Ce piège est {}", (p.issue,)) if p.issue else None


@rule("YY-15.6", "YY-18.2")
class Desamorcer(Essai, frozen=True, tag="desamorcer"):
    """Try one step of a trap. Its total is told; whether it is enough only where the ND is public."""

    competence: str = "crochetage"
    piege: str = ""
    etape: int = 1

    looks = {"total": fait("total", "etape_de_piege")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene) or piege_ferme(scene, self.piege)
        if absent is not None:
            return absent
        p = scene.pieges[self.piege]
        if not 1 <= self.etape <= len(p.etapes):
            return Closed("YY-18.2", "Pas d'étape {}", (self.etape,))
        suivante = prochaine_etape(p)
        if suivante and self.etape > suivante:
            return Closed("YY-18.2", "L'étape {} vient d'abord", (suivante,))
        if self.etape not in (1, suivante) and not p.reprise:
            return Closed("YY-18.2", "Ce mécanisme ne se reprend que depuis le début")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.pieges[self.piege]
        etapes = list(p.etapes)
        if self.etape == 1 and not p.reprise:
            etapes = [replace(e, faite=None) for e in etapes]
        etape, plus = etapes[self.etape - 1], circonstances(self.mod)
        scene, r = tester(
            scene,
            oracle,
            self.actor,
            self.competence,
            etape.nd,
            plus,
            self.vide,
            self.risquer,
            secret=self.secret,
            nd_secret=etape.secret,
        )
        facts = (("piege", p.id), ("etape", self.etape), ("total", r.total))
        oracle.tell(Event("etape_de_piege", self.actor, "", "YY-18.2", (), facts, GM if self.secret else ALL))
        etapes[self.etape - 1] = replace(etape, faite=r.reussi)
        return replace(scene, pieges={**scene.pieges, p.id: replace(p, etapes=tuple(etapes))})


def prochaine_etape(p: Piege) -> int:
    """The number of the first step not tried yet; 0: none is left."""
    return next((i + 1 for i, e in enumerate(p.etapes) if e.faite is None), 0)


@rule("YY-18.2")
class ActiverMecanisme(Action, frozen=True, tag="activer_mecanisme"):
    """Try the mechanism: if any step was failed or left out the trap goes off, partly or fully."""

    piege: str

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or piege_ferme(scene, self.piege)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.pieges[self.piege]
        manques = sum(1 for e in p.etapes if not e.faite)
        issue = "désamorcé" if not manques else "déclenché"
        degats = p.degats * manques // len(p.etapes)
        facts = (("piege", p.id), ("issue", issue), ("manques", manques), ("etapes", len(p.etapes)))
        oracle.tell(Event("mecanisme", self.actor, "", "YY-18.2", (), facts))
        scene = replace(scene, pieges={**scene.pieges, p.id: replace(p, issue=issue)})
        if not degats:
            return scene
        return infliger(scene, oracle, self.actor, self.actor, (("Piège", degats, "YY-18.2"),), "torse")


# ---------------------------------------------------------------- chases


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (YY-18.3): what each has covered, in half metres, and the lead that is enough."""

    fuyard: WithWho
    poursuivant: WithWho
    avance: int  # of the pursued
    parcouru: int = 0  # by the pursuer
    but: int = 200  # the lead, in half metres, at which he is out of reach
    issue: str = ""


@rule("YY-18.3")
def issue_de_la_poursuite(p: Poursuite) -> str:
    """Once both have moved: caught when the pursuer has come up with him, away with a lead that is enough."""
    if p.parcouru >= p.avance:
        return "rattrapé"
    return "hors d'atteinte" if p.avance - p.parcouru >= p.but else ""


@rule("YY-18.3")
class Poursuivre(Action, frozen=True, tag="poursuivre"):
    """A chase begins: so many metres between the two."""

    cible: Who
    ecart: int = 10
    but: int = 100  # metres

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.actor == self.cible:
            return Closed("YY-18.3", "On poursuit quelqu'un d'autre que soi")
        if scene.poursuite is not None and not scene.poursuite.issue:
            return Closed("YY-18.3", "Une poursuite est déjà en cours")
        if not 1 <= self.ecart < self.but <= 10_000:
            return Closed("YY-18.3", "Un écart d'au moins 1 m, plus petit que l'avance à prendre")
        return en_plein_combat(scene) or hors_d_etat(scene[self.actor]) or hors_d_etat(scene[self.cible])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        facts = (("ecart", self.ecart), ("but", self.but))
        oracle.tell(Event("poursuite", self.actor, self.cible, "YY-18.3", (), facts))
        return replace(scene, poursuite=Poursuite(self.cible, self.actor, 2 * self.ecart, 0, 2 * self.but))


def en_plein_combat(scene: Scene) -> Closed | None:
    return Closed("YY-18.3", "On ne se poursuit pas au milieu d'un combat") if scene.encounter is not None else None


@rule("YY-18.3")
class TourDePoursuite(Action, frozen=True, tag="tour_de_poursuite"):
    """One turn of a chase: each makes his test and adds the distance he covers."""

    moyen: Facon = "course"
    leur: Facon = "course"  # of the pursued
    nd: int = 12
    leur_nd: int = 12
    vide: UsageVide = ""
    leur_vide: UsageVide = ""

    looks = {
        "rattrape": lambda b, a, ev: a.poursuite.issue == "rattrapé",
        "echappe": lambda b, a, ev: a.poursuite.issue == "hors d'atteinte",
        "metres": fait("ecart", "tour_de_poursuite"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.poursuite
        if p is None:
            return Closed("YY-18.3", "Aucune poursuite n'est en cours")
        if p.issue:
            return Closed("YY-18.3", "La poursuite est finie : {}", (p.issue,))
        if self.actor not in (p.poursuivant, p.fuyard):
            return Closed("YY-18.3", "{} n'est pas de cette poursuite", (Someone(self.actor),))
        absent = inconnu(scene, p.poursuivant, p.fuyard) or en_plein_combat(scene)
        if absent is not None:
            return absent
        for who, trajet in self.trajets(p):
            if avance(scene[who]):
                refuse = trajet.refus(scene[who])
                if refuse is not None:
                    return refuse
        return None

    def trajets(self, p: Poursuite) -> tuple[tuple[str, Trajet], tuple[str, Trajet]]:
        """The pursued first."""
        return (
            (p.fuyard, Trajet(self.leur, self.leur_nd, self.leur_vide)),
            (p.poursuivant, Trajet(self.moyen, self.nd, self.vide)),
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            return scene
        couru = []
        for who, trajet in self.trajets(p):
            scene, demi = courir(scene, oracle, who, trajet)
            couru.append(demi)
        p = replace(p, avance=p.avance + couru[0], parcouru=p.parcouru + couru[1])
        p = replace(p, issue=issue_de_la_poursuite(p))
        ecart = en_metres(max(0, p.avance - p.parcouru))
        facts = (("ecart", ecart), ("issue", p.issue or "la poursuite continue"))
        terms = (
            ("Fuyard, en demi-mètres", p.avance, "YY-18.3"),
            ("Poursuivant, en demi-mètres", -p.parcouru, "YY-18.3"),
        )
        oracle.tell(Event("tour_de_poursuite", p.poursuivant, p.fuyard, "YY-18.3", terms, facts))
        return ecouler(replace(scene, poursuite=p), oracle, TOUR)


def avance(p: Personnage) -> bool:
    """Whether he can run this turn: awake, and not getting over a mishap."""
    return p.conscient and not p.occupe


def courir(scene: Scene, oracle: Oracle, who: str, trajet: Trajet) -> tuple[Scene, int]:
    """The half metres of one of them this turn."""
    p = scene[who]
    if avance(p):
        return parcourir(scene, oracle, who, trajet)
    return (se_reprendre(scene, oracle, p) if p.conscient else scene), 0


@rule("YY-18.3")
class Abandonner(Action, frozen=True, tag="abandonner"):
    """Give up a chase: the pursuer lets the other get away, the pursued lets himself be caught."""

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.poursuite
        if p is None or p.issue:
            return Closed("YY-18.3", "Aucune poursuite n'est en cours")
        if self.actor not in (p.poursuivant, p.fuyard):
            return Closed("YY-18.3", "{} n'est pas de cette poursuite", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            return scene
        issue = "rattrapé" if self.actor == p.fuyard else "hors d'atteinte"
        oracle.tell(Event("abandon", self.actor, "", "YY-18.3", (), (("issue", issue),)))
        return replace(scene, poursuite=replace(p, issue=issue))


# ---------------------------------------------------------------- advice for the MJ


@rule("YY-19.2", "YY-19.3")
def chances(score: int, nd: int) -> int:
    """How often in a hundred a score reaches an ND, by Table 5; without a roll it always does."""
    if sans_jet(score, nd):
        return 100
    return sum(n for jet, n in odds(lancer).ways.items() if jet and score + valeur(jet) >= nd)


@rule("YY-19.4")
def rang_des_adversaires(rang: int, nombre: int) -> int:
    """The martial rank that makes adversaries a trial: as high as one's own, less 1 for each if they are several."""
    return max(0, rang - nombre) if nombre > 1 else rang


@rule("YY-19.2", "YY-19.4")
class Jauger(Action, frozen=True, tag="jauger"):
    """For the MJ: how each difficulty of Table 2 suits this one, and adversaries of which rank."""

    competence: str

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or intestable(scene[self.actor], self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, c = scene[self.actor], self.competence
        score = preparer(p, c, penalites(p, c)).ligne.score
        niveaux = tuple(f"{d.nom} {chances(score, d.nd)}" for d in NIVEAUX)
        oracle.tell(Event("jauge", p.id, "", "YY-19.2", (), (("competence", nom_de(c)), ("niveaux", niveaux)), GM))
        if c in MARTIALES:
            rangs = tuple(rang_des_adversaires(p.competence(c), n) for n in (1, 2, 3, 4))
            oracle.tell(Event("adversaires", p.id, "", "YY-19.4", (), (("rangs", rangs),), GM))
        return scene


# ---------------------------------------------------------------- buttons


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of fights: traits, attributes and skills to test; what is under way to go on with."""
    if scene.encounter is not None:
        return
    if scene.poursuite is not None and not scene.poursuite.issue:
        yield TourDePoursuite(p.id)
        yield Abandonner(p.id)
    yield from a_poursuivre(scene, p)
    for c in (*TRAITS, VIDE, *(a for paire in TRAITS.values() for a in paire)):
        yield Tester(p.id, competence=c)
    autres = [q for q in scene.people.values() if q.id != p.id and q.conscient]
    for c in p.fiche.competences:
        if c in CONTINUES:
            yield Continuer(p.id, competence=c, duree=3600)
        elif c != "langues":
            yield Tester(p.id, competence=c)
        if c not in MARTIALES and oppositions(c):
            yield from (Opposer(p.id, competence=c, cible=q.id) for q in autres)
    for q in autres if p.competence("course") else ():
        if q.side != p.side and q.competence("course"):
            yield Poursuivre(p.id, q.id)
    yield from du_meneur(p)


def du_meneur(p: Personnage) -> Iterator[Action]:
    """What a MJ begins: a trial and a trap, to be filled in, and a look at what would suit this one."""
    meilleures = [c for c in p.fiche.competences if c != "langues"]
    meilleure = max(meilleures, key=lambda c: total(p.f.combine(c)), default="feu")
    yield Eprouver(p.id, competence=meilleure)
    yield PoserPiege(p.id, "piège", (12,))
    yield Jauger(p.id, meilleure)


def a_poursuivre(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Trials and traps that are not over."""
    for e in scene.epreuves.values():
        if not e.issue:
            yield Eprouver(p.id, competence=e.competence, epreuve=e.id, nd=e.nd, nd_test=e.nd_test)
    for t in scene.pieges.values():
        if not t.issue:
            yield Desamorcer(p.id, piege=t.id, etape=prochaine_etape(t) or 1)
            yield ActiverMecanisme(p.id, t.id)


ACTIONS: tuple[type[Action], ...] = (
    Tester,
    Continuer,
    Opposer,
    Eprouver,
    PoserPiege,
    Desamorcer,
    ActiverMecanisme,
    Poursuivre,
    TourDePoursuite,
    Abandonner,
    Jauger,
)
