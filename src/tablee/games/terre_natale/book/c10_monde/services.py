"""Services: professionals by what they add to their test, everyday ones by a list; a night that is paid for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.people import Personnage
from ...model.scene import Scene
from ...model.services import LOGEMENTS, REPAS, SERVICES
from ..c0_tests import figures
from ..c0_tests.actions import Epreuve, en_defaut, hors_bornes, inconnu, premier
from ..c4_caracteristiques.repos import Grade, SeReposer, en_paix, laisser_passer
from .commerce import debourser

RANGS: tuple[Grade, ...] = ("non", "partielle", "totale")
HEURE = 3600


@rule("TN-10.24", "TN-10.25")
def prix_d_un_service(bonus: int, actes: int = 1, illegal: bool = False) -> Terms:
    """The square of what a professional adds to his test; half as much again for each further act; twice if illegal."""
    n = max(0, bonus) ** 2
    terms: Terms = (("Bonus au carré", n, "TN-10.24"),)
    for _ in range(actes - 1):
        terms += (("Acte de plus", total(terms) // 2, "TN-10.25"),)
    return (*terms, ("Illégal", total(terms), "TN-10.25")) if illegal else terms


@rule("TN-10.24", "TN-10.25")
class PayerUnService(Action, frozen=True, tag="payer_un_service"):
    """Pay a professional for what he does: his price follows from his skill; the test itself is his."""

    cible: Who
    competence: str
    actes: Annotated[int, Meta(ge=1, le=9)] = 1
    illegal: bool = False

    rank = 88
    offers: ClassVar[dict[str, dict[str, str]]] = {"competence": Epreuve.offers["competence"]}

    def of(self, scene: Scene) -> tuple[str, str, str]:
        groupe = en_defaut(scene[self.cible], self.competence)
        return premier(groupe, self.competence), self.competence, groupe

    def terms(self, scene: Scene) -> Terms:
        bonus = total(figures(scene, scene[self.cible], *self.of(scene)).modificateurs)
        return prix_d_un_service(bonus, self.actes, self.illegal)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.24", self.actor, self.cible)
        if found is not None:
            return found
        if self.cible == self.actor:
            return Closed("TN-10.24", "On ne se paie pas soi-même")
        if not self.competence:
            return Closed("TN-10.24", "Il faut une compétence")
        found = inconnu(*self.of(scene)) or hors_bornes("TN-10.25", "Actes", self.actes, 1, 9)
        if found is not None:
            return found
        return trop_cher(scene, self.actor, total(self.terms(scene)))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        terms = self.terms(scene)
        facts = ("quoi", Epreuve.offers["competence"].get(self.competence, self.competence)), ("points", total(terms))
        oracle.tell(Event("service_paye", self.actor, self.cible, "TN-10.24", terms, facts))
        return debourser(scene, self.actor, total(terms), self.cible)


def trop_cher(scene: Scene, who: str, n: int) -> Closed | None:
    la = scene[who].fiche.pecule
    return None if n <= la else Closed("TN-10.17", "{} pièces requises, il y en a {}", (n, la))


@rule("TN-10.24", "TN-10.11")
class PrendreService(Action, frozen=True, tag="prendre_service"):
    """An everyday service at its price: a meal, a messenger, a day of travel."""

    service: str
    nombre: Annotated[int, Meta(ge=1, le=100)] = 1

    asks: ClassVar[bool] = True
    rank = 89
    offers: ClassVar[dict[str, dict[str, str]]] = {"service": {id: s.nom for id, s in SERVICES.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.24", self.actor)
        if found is not None:
            return found
        if self.service not in SERVICES:
            return Closed("TN-10.24", "Pas de service « {} »", (Typed(self.service),))
        return hors_bornes("TN-10.24", "Nombre", self.nombre, 1, 100) or trop_cher(
            scene, self.actor, self.nombre * SERVICES[self.service].prix
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        s = SERVICES[self.service]
        n = self.nombre * s.prix
        terms: Terms = ((s.nom, n, "TN-10.24"),)
        oracle.tell(Event("depense", self.actor, "", "TN-10.24", terms, (("quoi", s.nom), ("points", n))))
        return laisser_passer(debourser(scene, self.actor, n), oracle, self.nombre * s.heures * HEURE)


# ---------------------------------------------------------------- a night that is paid for


@rule("TN-10.31")
def conditions_payees(logement: str, repas: str) -> tuple[Grade, Grade, Grade]:
    """Place, food and sleep as a lodging and a meal meet them; a fine inn makes the poorest a grade better."""
    chambre = LOGEMENTS[logement]
    table: str = chambre.nourriture or (REPAS[repas].nourriture if repas else "") or "non"
    found = [RANGS.index(x) for x in (chambre.lieu, table, chambre.sommeil) if x]
    for _ in range(chambre.confort):
        pire = found.index(min(found))
        found[pire] = min(len(RANGS) - 1, found[pire] + 1)
    lieu, nourriture, sommeil = [RANGS[i] for i in found]
    return lieu, nourriture, sommeil


@rule("TN-10.24", "TN-10.30", "TN-10.31")
class PasserLaNuit(Action, frozen=True, tag="passer_la_nuit"):
    """Pay for a bed and a meal, and rest by what they are worth; everybody pays his own."""

    logement: str = "bon_lit"
    repas: str = "repas"
    compagnons: tuple[Who, ...] = ()

    asks: ClassVar[bool] = True
    rank = 81
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "logement": {id: s.nom for id, s in LOGEMENTS.items()},
        "repas": {id: s.nom for id, s in REPAS.items()},
    }

    @property
    def prix(self) -> int:
        compris = bool(LOGEMENTS[self.logement].nourriture)
        return LOGEMENTS[self.logement].prix + (REPAS[self.repas].prix if self.repas and not compris else 0)

    def closed(self, scene: Scene) -> Closed | None:
        if self.logement not in LOGEMENTS or (self.repas and self.repas not in REPAS):
            inconnu = self.repas if self.logement in LOGEMENTS else self.logement
            return Closed("TN-10.31", "Pas de service « {} »", (Typed(inconnu),))
        tous = dict.fromkeys((self.actor, *self.compagnons))
        found = en_paix(scene, "TN-10.31", *tous)
        if found is not None:
            return found
        pauvre = next((who for who in tous if scene[who].fiche.pecule < self.prix), None)
        if pauvre is None:
            return None
        facts = (Someone(pauvre), scene[pauvre].fiche.pecule, self.prix)
        return Closed("TN-10.31", "{} a {} pièces, il en faut {}", facts)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nom = LOGEMENTS[self.logement].nom
        for who in dict.fromkeys((self.actor, *self.compagnons)):
            terms: Terms = ((nom, self.prix, "TN-10.31"),)
            oracle.tell(Event("depense", who, "", "TN-10.31", terms, (("quoi", nom), ("points", self.prix))))
            scene = debourser(scene, who, self.prix)
        return SeReposer(self.actor, *conditions_payees(self.logement, self.repas), self.compagnons).resolve(
            scene, oracle
        )


ACTIONS = (PayerUnService, PrendreService, PasserLaNuit)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    yield from (PasserLaNuit(p.id, id) for id in LOGEMENTS)
    yield from (PrendreService(p.id, id) for id in SERVICES if id not in LOGEMENTS)
    for q in scene.people.values():
        metier = max([(n, id) for id, n in q.fiche.competences.items() if n and ":" not in id], default=None)
        if q is not p and metier is not None and q.side != p.side:
            yield PayerUnService(p.id, q.id, metier[1])
