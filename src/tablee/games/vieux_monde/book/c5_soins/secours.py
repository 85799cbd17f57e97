"""Getting rid of états: tearing oneself free, putting out flames, stopping blood, waking, washing, rallying."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import msgspec

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.boutons import Bouton
from ...model.catalogue import ETATS
from ...model.people import MINUTE, Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c1_tests.oppositions import opposer
from ..c1_tests.tests import Ligne, annoncer, pesent, preparer, regler, tester
from ..c2_combat.combat import action_prise, hors_d_atteinte, pas_d_action
from ..c2_rounds.temps import laisser_passer
from ..c6_etats import echoir, gagner_etat, ineffacable, perdre_etat

REGLE = "VM-6.6"
LIEN = 30  # the Force of a bond nobody has measured
VOIX = 10  # squares at which somebody can be rallied
TROUSSE = "trousse_de_soins"
SANS_SAVOIR = -20  # for whoever has not learned Guérison


def reussi_vu(before: Any, after: Any, events: list[Event]) -> bool:
    return any(e.what == "secours" and e["reussi"] for e in events)


# ---------------------------------------------------------------- by oneself


@rule("VM-6.6")
class SeDegager(Action, frozen=True, tag="se_degager"):
    """Tear oneself free: an opposed Test of Force against the bond, for the Action."""

    rank = Bouton.SECOURS

    looks: ClassVar[dict[str, Look]] = {"reussi": reussi_vu}

    def closed(self, scene: Scene) -> Closed | None:
        return pas_d_action(scene, self.actor) or ineffacable(scene[self.actor], "enchevetre")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        etat = p.etat("enchevetre")
        force = (etat.force if etat is not None else 0) or LIEN
        mien = preparer(p, "FOR", pesent(p.cas, "FOR"))
        annoncer(oracle, mien, "FOR")
        o = opposer(oracle, mien.ligne, Ligne("le lien", force, force))
        scene = regler(scene, oracle, self.actor, o.depenses)
        scene = achever_le_secours(scene, oracle, Aide(self.actor, self.actor, "enchevetre"), o.gagne, o.dr)
        return action_prise(scene)


class SeLaver(Action, frozen=True, tag="se_laver"):
    """Wash and change, ten minutes of peace: what only that removes is gone."""

    rank = Bouton.SECOURS

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is not None or scene.poursuite is not None:
            return Closed("VM-3.31", "Ce n'est pas le moment de se laver")
        p = scene[self.actor]
        if not any(e.tenace == "lavage" for e in p.etats):
            return Closed("VM-3.31", "{} n'a rien qu'un bain puisse enlever", (Someone(p.id),))
        return hors_d_etat(p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, 10 * MINUTE)
        for e in scene[self.actor].etats:
            if e.tenace == "lavage":
                scene = echoir(scene, oracle, self.actor, e.id, "VM-3.31")
        return scene


# ---------------------------------------------------------------- for somebody


@rule("VM-6.6")
class Secours(Action, frozen=True):
    """Something done for somebody, or for oneself, that a Test decides; it takes the Action."""

    rank = Bouton.SECOURS

    cible: Who

    etat: ClassVar[str] = ""
    moyen: ClassVar[str] = ""
    portee: ClassVar[int] = 1
    soi: ClassVar[bool] = True
    looks: ClassVar[dict[str, Look]] = {"reussi": reussi_vu}

    def closed(self, scene: Scene) -> Closed | None:
        ferme = pas_d_action(scene, self.actor) or inconnu(scene, self.cible)
        if ferme is not None:
            return ferme
        p, q = scene[self.actor], scene[self.cible]
        if q.vie != "actif":
            return Closed(REGLE, "Plus rien ne peut aider {}", (Someone(q.id),))
        if not self.soi and self.cible == self.actor:
            return Closed(REGLE, "{} ne peut le faire pour soi-même", (Someone(p.id),))
        if hors_d_atteinte(scene, p, q, self.portee):
            return Closed(
                REGLE, "{} est trop loin : {} cases, {} au plus", (Someone(q.id), distance(p, q), self.portee)
            )
        return ineffacable(q, self.etat, self.moyen) or self.refus(p, q)

    def refus(self, p: Personnage, q: Personnage) -> Closed | None:
        """What else this one asks for."""
        return None

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        """The Compétence, the Difficulté, and what else weighs on the Test."""
        raise TypeError(f"{type(self).__name__} does not say what is tested")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence, difficulte, plus = self.test(scene[self.actor])
        scene, jet = tester(scene, oracle, self.actor, competence, difficulte, plus)
        aide = Aide(self.actor, self.cible, self.etat, self.moyen)
        scene = achever_le_secours(scene, oracle, aide, jet.reussi, jet.dr)
        return action_prise(scene)


class Aide(msgspec.Struct, frozen=True, gc=False):
    """Who helps whom out of what, and by which means."""

    de: str
    sur: str
    etat: str
    moyen: str = ""


def achever_le_secours(scene: Scene, oracle: Oracle, a: Aide, reussi: bool, dr: int) -> Scene:
    """What the Test came to: 1 level less, and 1 more for each DR."""
    facts = (("etat", ETATS[a.etat].nom), ("reussi", reussi), ("issue", ISSUES[reussi]))
    oracle.tell(Event("secours", a.de, a.sur, REGLE, (), facts))
    return perdre_etat(scene, oracle, a.sur, a.etat, 1 + max(0, dr), REGLE, a.moyen) if reussi else scene


ISSUES = {True: "avec succès", False: "en vain"}


def par_guerison(p: Personnage) -> tuple[str, str, Terms]:
    """Guérison for those who know it; for the others Intelligence at -20. A kit gives +10."""
    plus: Terms = (("Trousse de soins", 10, "VM-5.13"),) if TROUSSE in p.equipement.objets else ()
    if p.fiche.valeurs["guerison"] is not None:
        return "guerison", "intermediaire", plus
    return "INT", "intermediaire", (("Sans connaître la Guérison", SANS_SAVOIR, "VM-5.13"), *plus)


class Etouffer(Secours, frozen=True, tag="etouffer"):
    """Put out flames: a Test d'Athlétisme. For oneself, by rolling on the ground."""

    etat: ClassVar[str] = "enflamme"

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        return "athletisme", "intermediaire", ()

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if self.cible == self.actor:
            scene = gagner_etat(scene, oracle, self.actor, "a_terre", rule=REGLE)
        return super().resolve(scene, oracle)


class Panser(Secours, frozen=True, tag="panser"):
    """Stop the blood."""

    etat: ClassVar[str] = "hemorragique"

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        return par_guerison(p)


class Ranimer(Secours, frozen=True, tag="ranimer"):
    """Wake somebody who has PB left."""

    etat: ClassVar[str] = "inconscient"
    soi: ClassVar[bool] = False

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        return par_guerison(p)


class NettoyerOreilles(Secours, frozen=True, tag="nettoyer_oreilles"):
    """See to somebody's ears; only whoever knows Guérison can."""

    etat: ClassVar[str] = "assourdi"
    moyen: ClassVar[str] = "guerison"

    def refus(self, p: Personnage, q: Personnage) -> Closed | None:
        if p.fiche.valeurs["guerison"] is None:
            return Closed("VM-3.30", "{} ne connaît pas la Guérison", (Someone(p.id),))
        return None

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        return "guerison", "accessible", ()


class Rallier(Secours, frozen=True, tag="rallier"):
    """Bring somebody Brisé back to himself by word: a Test de Commandement."""

    etat: ClassVar[str] = "brise"
    portee: ClassVar[int] = VOIX
    soi: ClassVar[bool] = False

    def refus(self, p: Personnage, q: Personnage) -> Closed | None:
        if q.niveau("assourdi"):
            return Closed(REGLE, "{} n'entend rien", (Someone(q.id),))
        if p.niveau("brise"):
            return Closed(REGLE, "{} est trop effrayé pour rallier qui que ce soit", (Someone(p.id),))
        if p.side != q.side:
            return Closed(REGLE, "{} n'a aucune raison d'écouter {}", (Someone(q.id), Someone(p.id)))
        return None

    def test(self, p: Personnage) -> tuple[str, str, Terms]:
        return "commandement", "intermediaire", ()


# ---------------------------------------------------------------- buttons

SECOURS: tuple[type[Secours], ...] = (Etouffer, Panser, Ranimer, NettoyerOreilles, Rallier)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if p.etats:
        if p.niveau("enchevetre"):
            yield SeDegager(p.id)
        if scene.encounter is None and any(e.tenace == "lavage" for e in p.etats):
            yield SeLaver(p.id)
    for q in scene.people.values():
        if q.etats and q.vie == "actif" and q.side == p.side:
            for secours in SECOURS:
                loin = hors_d_atteinte(scene, p, q, secours.portee)
                if q.niveau(secours.etat) and (secours.soi or q.id != p.id) and not loin:
                    yield secours(p.id, q.id)


ACTIONS: tuple[type[Action], ...] = (SeDegager, SeLaver, *SECOURS)
