"""Chapters 5, 18 and 19: tests as actions, simple, opposed, continued; trials, traps, chases."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle

from .catalogue import COMPETENCES
from .mouvements import MOYENS, parcourir
from .state import Personnage, hors_d_etat, inconnu, non_acquise
from .tables import IMPOSSIBLE, TOUR, TRAITS, VIDE
from .tests import (
    Essai,
    Jet,
    UsageVide,
    annoncer,
    departager,
    jeter,
    la_plus_faible,
    noter,
    payer_le_vide,
    penalites,
    preparer,
    recuperer_le_vide,
    refus,
    sans_vide,
    tester,
)
from .tours import ecouler

if TYPE_CHECKING:
    from .scene import Scene

# ---------------------------------------------------------------- Table 4

OPPOSITIONS: dict[str, tuple[str, ...]] = {
    "sens_du_qi": ("controle_du_qi",),
    "controle_du_qi": ("sens_du_qi",),
    "comedie": ("empathie",),
    "course": ("course",),
    "discretion": ("vigilance",),
    "escamotage": ("observation",),
    "observation": ("escamotage", "deguisement"),
    "vigilance": ("discretion",),
    "commerce": ("commerce",),
    "diplomatie": ("diplomatie",),
    "deguisement": ("observation",),
    "empathie": ("comedie",),
    "art_de_la_guerre": ("art_de_la_guerre",),
    "lutte": ("lutte",),
}
MELEE = ("arts_martiaux", "armes_d_hast", "armes_mixtes", "epees", "lances_de_cavalerie", "masses_et_haches")
CONTINUS = tuple(c.id for c in COMPETENCES.values() if c.groupe == "Artisanat")


@rule("YY-19.1", "YY-15.1", "YY-15.7", "YY-15.11", "YY-17.1")
def oppositions(competence: str) -> tuple[str, ...]:
    """The skills that oppose a skill; none: it is tested against an ND, or not tested at all."""
    if competence in MELEE:
        return MELEE
    return OPPOSITIONS.get(competence, ())


def oppose_par(q: Personnage, competence: str) -> str:
    """What an opponent meets this skill with: the best he has of those the table gives, else the same skill."""
    connues = [c for c in oppositions(competence) if q.competence(c)]
    if connues:
        return max(connues, key=lambda c: sum(n for _, n, _ in q.f.combine(c)))
    return competence


# ---------------------------------------------------------------- simple tests


def fait(nom: str, what: str) -> Any:
    """A look at one fact of the last event of a kind."""

    def look(before: Any, after: Any, events: list[Event]) -> Any:
        return next(e for e in reversed(events) if e.what == what)[nom]

    return look


def marge_vue(before: Any, after: Any, events: list[Event]) -> int:
    e = next(e for e in reversed(events) if e.what == "test")
    return int(e["marge"]) if e["reussi"] else -int(e["marge"])


def nd_hors_bornes(nd: int) -> Closed | None:
    if 0 <= nd <= 60 or nd == IMPOSSIBLE:
        return None
    return Closed("YY-5.23", "Un ND va de 0 à 60 ({} : impossible), pas {}", (IMPOSSIBLE, nd))


@rule("YY-5.3", "YY-5.4", "YY-5.14", "YY-5.15", "YY-5.21", "YY-5.23")
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
            manque = non_acquise(scene[self.actor], c)
            if manque is not None:
                return manque
        return nd_hors_bornes(self.nd)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence = la_plus_faible(scene[self.actor], (self.competence, *self.avec))
        plus = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        scene, _ = tester(
            scene, oracle, self.actor, competence, self.nd, plus, self.vide, self.risquer, secret=self.secret
        )
        return scene


@rule("YY-5.7")
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
        if scene.combat is not None:
            return Closed("YY-5.7", "On ne s'y remet pas sans cesse au milieu d'un combat")
        if self.vide:
            return Closed("YY-5.17", "Un point de vide porte sur une seule action")
        p = scene[self.actor]
        score = preparer(p, self.competence, penalites(p, self.competence)).ligne.score + self.mod
        if score + 10 < self.nd:
            return Closed("YY-5.7", "Hors de portée : {} au mieux contre un ND de {}", (score + 10, self.nd))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        plus = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        essais, reussi = 0, False
        while essais < self.essais and not reussi:
            essais += 1
            scene, r = tester(
                scene, oracle, self.actor, self.competence, self.nd, plus, "", self.risquer, secret=self.secret
            )
            reussi = r.reussi
        scene = ecouler(scene, oracle, essais * self.duree)
        facts = (("reussi", reussi), ("essais", essais), ("temps", essais * self.duree), ("issue", ISSUES[reussi]))
        oracle.tell(Event("continu", self.actor, "", "YY-5.7", (), facts, GM if self.secret else ALL))
        return scene


ISSUES = {True: "y parvient", False: "renonce"}


# ---------------------------------------------------------------- opposed tests


@rule("YY-5.5", "YY-5.6", "YY-5.13")
class Opposer(Essai, frozen=True, tag="opposer"):
    """Two creatures compare their tests; with an ND, whoever does not reach it cannot win."""

    cible: str = ""
    leur: str = ""  # what the other tests; by default what Table 4 says
    leur_mod: int = 0
    leur_vide: UsageVide = ""
    nd: int = 0

    looks = {"gagne": fait("gagne", "opposition"), "marge": fait("ecart", "opposition")}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, self.cible)
        if absent is not None:
            return absent
        if self.cible == self.actor:
            return Closed("YY-5.5", "On s'oppose à quelqu'un d'autre que soi")
        p, q = scene[self.actor], scene[self.cible]
        return (
            hors_d_etat(p)
            or hors_d_etat(q)
            or refus(p, self)
            or non_acquise(q, self.en_face(scene))
            or sans_vide(q, 1 if self.leur_vide else 0)
            or mod_hors_bornes(self.leur_mod)
            or nd_hors_bornes(self.nd)
        )

    def en_face(self, scene: Scene) -> str:
        return self.leur or oppose_par(scene[self.cible], self.competence)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        cotes = (
            (self.actor, self.competence, self.mod, self.vide),
            (self.cible, self.en_face(scene), self.leur_mod, self.leur_vide),
        )
        prepares = []
        for who, competence, mod, vide in cotes:
            p = scene[who]
            plus = [*penalites(p, competence), *([("Circonstances", mod, "YY-5.1")] if mod else [])]
            prepare = preparer(p, competence, plus, vide, secret=self.secret)
            annoncer(oracle, prepare, competence)
            prepares.append(prepare.ligne)
        a, b = jeter(oracle, prepares[0]), jeter(oracle, prepares[1])
        a, b, gagne = departager(oracle, a, b, prepares[0], prepares[1])
        gagne = sous_le_nd(gagne, a, b, self.nd)
        for (who, competence, _, vide), jet in zip(cotes, (a, b), strict=True):
            scene = scene.put(noter(recuperer_le_vide(payer_le_vide(scene[who], vide), jet.exploits), competence))
        vainqueur = (self.actor,) if gagne > 0 else (self.cible,) if gagne < 0 else ()
        ecart = a.total - b.total
        facts = (
            ("gagne", gagne > 0),
            ("ecart", max(0, ecart) if gagne > 0 else min(0, ecart) if gagne < 0 else 0),
            ("marge", max(0, abs(ecart)) if gagne else 0),
            ("vainqueur", vainqueur or ("personne",)),
        )
        terms = (("Total", a.total, "YY-5.5"), ("Total adverse", -b.total, "YY-5.5"))
        oracle.tell(Event("opposition", self.actor, self.cible, "YY-5.5", terms, facts, GM if self.secret else ALL))
        return scene


def mod_hors_bornes(mod: int) -> Closed | None:
    return None if -30 <= mod <= 30 else Closed("YY-5.1", "Les circonstances vont de -30 à +30, pas {}", (mod,))


@rule("YY-5.6")
def sous_le_nd(gagne: int, a: Jet, b: Jet, nd: int) -> int:
    """A creature that does not reach the ND cannot win; if the other one does, it is the winner."""
    if not nd:
        return gagne
    a_atteint, b_atteint = a.total >= nd and not a.desastre, b.total >= nd and not b.desastre
    if gagne > 0:
        return 1 if a_atteint else -1 if b_atteint else 0
    if gagne < 0:
        return -1 if b_atteint else 1 if a_atteint else 0
    return 0


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

    looks = {"reussite": fait("reussi", "test"), "marge": marge_vue}

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
        plus = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        scene, r = tester(
            scene, oracle, self.actor, self.competence, e.nd_test, plus, self.vide, self.risquer, secret=self.secret
        )
        gagne, perdu = (r.marge, 0) if r.reussi else (0, abs(r.marge))
        e = replace(e, reussites=e.reussites + gagne, echecs=e.echecs + perdu)
        e = replace(e, issue=issue_de_l_epreuve(e))
        facts = (("epreuve", e.id), ("reussites", e.reussites), ("echecs", e.echecs), ("nd", e.nd), ("issue", e.issue))
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


@rule("YY-15.6", "YY-18.2")
class Desamorcer(Essai, frozen=True, tag="desamorcer"):
    """Try one step of a trap. Its result is told; whether it is enough only where the ND is public."""

    competence: str = "crochetage"
    piege: str = ""
    etape: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = super().closed(scene)
        if absent is not None:
            return absent
        p = scene.pieges.get(self.piege)
        if p is None:
            return Closed("YY-18.2", "Pas de piège « {} »", (self.piege,))
        if p.issue:
            return Closed("YY-18.2", "Ce piège est {}", (p.issue,))
        if not 1 <= self.etape <= len(p.etapes):
            return Closed("YY-18.2", "Ce piège a {} étapes, pas d'étape {}", (len(p.etapes), self.etape))
        suivante = next((i + 1 for i, e in enumerate(p.etapes) if e.faite is None), 0)
        if suivante and self.etape > suivante:
            return Closed("YY-18.2", "L'étape {} vient d'abord", (suivante,))
        if self.etape != suivante and not p.reprise and self.etape != 1:
            return Closed("YY-18.2", "Ce mécanisme ne se reprend que depuis le début")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.pieges[self.piege]
        etapes = list(p.etapes)
        if self.etape == 1 and not p.reprise:
            etapes = [replace(e, faite=None) for e in etapes]
        etape = etapes[self.etape - 1]
        plus = (("Circonstances", self.mod, "YY-5.1"),) if self.mod else ()
        scene, r = tester(
            scene, oracle, self.actor, self.competence, etape.nd, plus, self.vide, self.risquer, secret=etape.secret
        )
        facts = (("piege", p.id), ("etape", self.etape), ("total", r.marge + etape.nd))
        oracle.tell(Event("etape_de_piege", self.actor, "", "YY-18.2", (), facts))
        etapes[self.etape - 1] = replace(etape, faite=r.reussi)
        return replace(scene, pieges={**scene.pieges, p.id: replace(p, etapes=tuple(etapes))})


@rule("YY-18.2")
class ActiverMecanisme(Action, frozen=True, tag="activer_mecanisme"):
    """Try the mechanism: if any step was failed or left out the trap goes off, partly or fully."""

    piege: str

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.pieges.get(self.piege)
        if p is None:
            return Closed("YY-18.2", "Pas de piège « {} »", (self.piege,))
        if p.issue:
            return Closed("YY-18.2", "Ce piège est {}", (p.issue,))
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        from .degats import infliger

        p = scene.pieges[self.piege]
        manques = sum(1 for e in p.etapes if not e.faite)
        issue = "désamorcé" if not manques else "déclenché"
        degats = p.degats * manques // len(p.etapes)
        facts = (("piege", p.id), ("issue", issue), ("manques", manques), ("etapes", len(p.etapes)))
        oracle.tell(Event("mecanisme", self.actor, "", "YY-18.2", (), facts))
        scene = replace(scene, pieges={**scene.pieges, p.id: replace(p, issue=issue)})
        if degats:
            terms = (("Piège", degats, "YY-18.2"),)
            scene = infliger(scene, oracle, self.actor, self.actor, terms, "torse")
        return scene


# ---------------------------------------------------------------- chases


class Poursuite(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """A chase (YY-18.3): what each has covered, in half metres, and the lead that is enough."""

    fuyard: str
    poursuivant: str
    avance: int  # of the pursued
    parcouru: int = 0  # by the pursuer
    but: int = 200  # the lead, in half metres, at which he is out of reach
    issue: str = ""


@rule("YY-18.3")
class Poursuivre(Action, frozen=True, tag="poursuivre"):
    """A chase begins: so many metres between the two."""

    cible: str
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
        return hors_d_etat(scene[self.actor]) or hors_d_etat(scene[self.cible])

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("poursuite", self.actor, self.cible, "YY-18.3", (), (("ecart", self.ecart),)))
        return replace(scene, poursuite=Poursuite(self.cible, self.actor, 2 * self.ecart, 0, 2 * self.but))


Moyen = Literal["course", "escalade", "equitation", "natation"]


@rule("YY-18.3")
class TourDePoursuite(Action, frozen=True, tag="tour_de_poursuite"):
    """One turn of a chase: each makes his test and adds the distance he covers."""

    moyen: Moyen = "course"
    leur: Moyen = "course"  # of the pursued
    nd: int = 12
    vide: UsageVide = ""
    leur_vide: UsageVide = ""

    looks = {"rattrape": lambda b, a, ev: a.poursuite.issue == "rattrapé"}

    def closed(self, scene: Scene) -> Closed | None:
        p = scene.poursuite
        if p is None:
            return Closed("YY-18.3", "Aucune poursuite n'est en cours")
        if p.issue:
            return Closed("YY-18.3", "La poursuite est finie : {}", (p.issue,))
        if self.actor not in (p.poursuivant, p.fuyard):
            return Closed("YY-18.3", "{} n'est pas de cette poursuite", (scene.name(self.actor),))
        faux = nd_hors_bornes(self.nd)
        if faux is not None:
            return faux
        for who, moyen, vide in ((p.poursuivant, self.moyen, self.vide), (p.fuyard, self.leur, self.leur_vide)):
            absent = (
                inconnu(scene, who)
                or hors_d_etat(scene[who])
                or non_acquise(scene[who], moyen)
                or sans_vide(scene[who], 1 if vide else 0)
            )
            if absent is not None:
                return absent
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene.poursuite
        if p is None:
            return scene
        scene, fui = parcourir(scene, oracle, p.fuyard, MOYENS[self.leur], self.nd, self.leur_vide)
        scene, couru = parcourir(scene, oracle, p.poursuivant, MOYENS[self.moyen], self.nd, self.vide)
        avance, parcouru = p.avance + fui, p.parcouru + couru
        issue = "rattrapé" if parcouru >= avance else "hors d'atteinte" if avance - parcouru >= p.but else ""
        facts = (("ecart", max(0, avance - parcouru) / 2), ("issue", issue or "la poursuite continue"))
        terms = (("Distance du fuyard", avance, "YY-18.3"), ("Distance du poursuivant", -parcouru, "YY-18.3"))
        oracle.tell(Event("tour_de_poursuite", p.poursuivant, p.fuyard, "YY-18.3", terms, facts))
        scene = replace(scene, poursuite=replace(p, avance=avance, parcouru=parcouru, issue=issue))
        return ecouler(scene, oracle, TOUR)


# ---------------------------------------------------------------- buttons


def candidats(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of fights: traits, attributes and skills to test; what is under way to go on with."""
    if scene.combat is not None:
        return
    for c in (*TRAITS, VIDE, *(a for pair in TRAITS.values() for a in pair)):
        yield Tester(p.id, competence=c)
    for c in p.fiche.competences:
        if c != "langues":
            yield Tester(p.id, competence=c)
    for e in scene.epreuves.values():
        if not e.issue:
            yield Eprouver(p.id, competence=e.competence, epreuve=e.id, nd=e.nd, nd_test=e.nd_test)
    for t in scene.pieges.values():
        if not t.issue:
            suivante = next((i + 1 for i, e in enumerate(t.etapes) if e.faite is None), 1)
            yield Desamorcer(p.id, piege=t.id, etape=suivante)
            yield ActiverMecanisme(p.id, t.id)
    if scene.poursuite is not None and not scene.poursuite.issue:
        yield TourDePoursuite(p.id)


ACTIONS = (
    Tester,
    Continuer,
    Opposer,
    Eprouver,
    PoserPiege,
    Desamorcer,
    ActiverMecanisme,
    Poursuivre,
    TourDePoursuite,
)
