"""Chapter 5, getting well: sleep, care, critical wounds dressed and operated on, days that go by."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.catalogue import TALENTS
from ...model.effects import constante
from ...model.people import HEURE, JOUR, Blessure, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c1_tests.tests import Demande, Jet, Ligne, mettre_au_point, tenter, tester
from ..c2_combat.combat import action_prise, hors_d_atteinte, pas_d_action
from ..c2_rounds.temps import laisser_passer, plus_tard
from ..c5_blessures.blessures import refermer
from ..c5_blessures.degats import Source
from ..c5_blessures.malheurs import perdre_des_pb
from ..c5_blessures.mort import guerir
from ..c6_etats import gagner_etat, ineffacable, perdre_etat
from .secours import TROUSSE, par_guerison

NUIT = 8 * HEURE
ENTRE_DEUX_NUITS = 12 * HEURE
JOURS_MAX = 60


def gueri_vu(before: Any, after: Any, events: list[Event]) -> bool:
    return any(e.what in ("gueri", "blessure_pansee", "blessure_operee") for e in events)


def points_vus(before: Any, after: Any, events: list[Event]) -> int:
    return sum(e["points"] for e in events if e.what == "gueri")


def jour(scene: Scene) -> int:
    """Which day it is on the scene's clock."""
    return scene.clock // JOUR


def en_paix(scene: Scene, regle: str) -> Closed | None:
    """What takes hours is not done in the middle of a fight or a chase."""
    if scene.encounter is not None or scene.poursuite is not None:
        return Closed(regle, "Il faut du temps et du calme : ni combat, ni poursuite")
    return None


# ---------------------------------------------------------------- sleep


@rule("VM-5.12")
def nuit(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """After a night: a Test de Résistance Accessible (+20) gives back DR + BE; weariness goes either way."""
    scene, jet = tester(scene, oracle, who, "resistance", "accessible")
    p = scene[who]
    if ineffacable(p, "extenue") is None:
        scene = perdre_etat(scene, oracle, who, "extenue", 1 + max(0, jet.dr), "VM-5.12")
    p = replace(scene[who], reveil=scene.clock)
    scene = scene.put(p)
    if not jet.reussi:
        oracle.tell(Event("mauvaise_nuit", who, "", "VM-5.12"))
        return scene
    terms: Terms = (("DR", jet.dr, "VM-5.12"), ("Bonus d'Endurance", p.bonus("END"), "VM-5.12"), *bonne_nuit(p))
    return guerir(scene, oracle, who, terms, "VM-5.12")[0]


@rule("VM-5.12")
def bonne_nuit(p: Personnage) -> Terms:
    """Sommeil lourd: what a night gives back besides."""
    n = p.talent("sommeil_lourd")
    return ((TALENTS["sommeil_lourd"].nom, 2 * n, "VM-5.12"),) if n else ()


def figures(scene: Scene, who: str) -> tuple[Ligne, int, int]:
    """What the odds of a night need to know of a sleeper: his Test, what a success adds to its DR, what he has lost."""
    p = scene[who]
    ligne = mettre_au_point(scene, who, Demande("resistance", "accessible")).ligne
    return ligne, p.bonus("END") + total(bonne_nuit(p)), p.pb_perdus if p.vie == "actif" else 0


@chance
def rendus_par_la_nuit(oracle: Oracle, dormeurs: tuple[tuple[Ligne, int, int], ...]) -> int:
    """Points de Blessure given back to all of these, one sleeper after the other, so that equal sums meet."""
    if not dormeurs:
        return 0
    (ligne, plus, perdus), *autres = dormeurs
    avant = rendus_par_la_nuit(oracle, tuple(autres))
    if not perdus:
        return avant
    jet = tenter(oracle, ligne).jet
    return avant + (min(perdus, max(0, jet.dr + plus)) if jet.reussi else 0)


def peut_dormir(scene: Scene, who: str) -> Closed | None:
    """One good night in a day: twelve hours awake before the next."""
    p = scene[who]
    if p.vie != "actif":
        return hors_d_etat(p)
    if p.reveil is not None and scene.clock < p.reveil + ENTRE_DEUX_NUITS:
        return Closed("VM-5.12", "{} s'est réveillé il y a moins de 12 heures", (Someone(p.id),))
    return None


@rule("VM-5.12")
class Dormir(Action, frozen=True, tag="dormir"):
    """A night of eight hours, for oneself and for those named; the unconscious may be among them."""

    asks: ClassVar[bool] = True
    rank = Bouton.SOINS

    compagnons: tuple[Who, ...] = ()

    looks: ClassVar[dict[str, Look]] = {"points": points_vus, "gueri": gueri_vu}

    def key(self) -> str:
        return "dormir" if self.compagnons else "dormir.seul"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = inconnu(scene, self.actor, *self.compagnons) or en_paix(scene, "VM-5.12")
        if ferme is not None:
            return ferme
        for who in self.dormeurs():
            ferme = peut_dormir(scene, who)
            if ferme is not None:
                return ferme
        return None

    def dormeurs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys((self.actor, *self.compagnons)))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks add up what the night gives back; any other function follows each sleeper."""
        if callable(look):
            return super().seen(scene, look)

        def run(oracle: Any) -> Any:
            apres = plus_tard(scene, oracle, NUIT)
            points = rendus_par_la_nuit(oracle, tuple(figures(apres, w) for w in self.dormeurs()))
            return points > 0 if look == "gueri" else points

        return run

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("dorment", self.actor, "", "VM-5.12", (), (("dormeurs", self.dormeurs()),)))
        scene = laisser_passer(scene, oracle, NUIT)
        for who in self.dormeurs():
            if scene[who].vie == "actif":
                scene = nuit(scene, oracle, who)
        return scene


@rule("VM-5.12")
class Attendre(Action, frozen=True, tag="attendre"):
    """Time goes by for everybody: days, each with its night, and hours. Wounds close when theirs has come."""

    asks: ClassVar[bool] = True
    rank = Bouton.SOINS

    jours: int = 0
    heures: int = 0

    def key(self) -> str:
        return "attendre" if self.jours and self.heures else "attendre.jours" if self.jours else "attendre.heures"

    def closed(self, scene: Scene) -> Closed | None:
        ferme = inconnu(scene, self.actor) or en_paix(scene, "VM-5.12")
        if ferme is not None:
            return ferme
        if not 0 <= self.jours <= JOURS_MAX or not 0 <= self.heures <= 23 or not self.jours + self.heures:
            return Closed("VM-5.12", "De 1 heure à {} jours et 23 heures", (JOURS_MAX,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("attend", self.actor, "", "VM-5.12", (), (("jours", self.jours), ("heures", self.heures))))
        for _ in range(self.jours):
            scene = laisser_passer(scene, oracle, JOUR)
            for who in scene.people:
                if peut_dormir(scene, who) is None:
                    scene = nuit(scene, oracle, who)
        return laisser_passer(scene, oracle, self.heures * HEURE)


# ---------------------------------------------------------------- care


def a_soigner(scene: Scene, actor: str, cible: str) -> Closed | None:
    """Whom one may tend: somebody alive, within reach."""
    ferme = pas_d_action(scene, actor) or inconnu(scene, cible)
    if ferme is not None:
        return ferme
    q = scene[cible]
    if q.vie != "actif":
        return Closed("VM-5.13", "Plus rien ne peut aider {}", (Someone(q.id),))
    if hors_d_atteinte(scene, scene[actor], q):
        return Closed("VM-5.13", "{} est trop loin pour être soigné", (Someone(q.id),))
    return None


@rule("VM-5.13")
def equipe(p: Personnage) -> Closed | None:
    """Care asks for knowledge and proper equipment."""
    if p.fiche.valeurs["guerison"] is None:
        return Closed("VM-5.13", "{} ne connaît pas la Guérison", (Someone(p.id),))
    if TROUSSE not in p.equipement.objets:
        return Closed("VM-5.13", "{} n'a pas de trousse de soins", (Someone(p.id),))
    return None


@rule("VM-5.13", "VM-5.14")
class Soigner(Action, frozen=True, tag="soigner"):
    """A Test de Guérison Intermédiaire (+0): DR + BI PB. Once a day for the patient, even if it fails."""

    rank = Bouton.SOINS

    cible: Who

    looks: ClassVar[dict[str, Look]] = {"gueri": gueri_vu, "points": points_vus}

    def closed(self, scene: Scene) -> Closed | None:
        ferme = a_soigner(scene, self.actor, self.cible) or equipe(scene[self.actor])
        if ferme is not None:
            return ferme
        q = scene[self.cible]
        if not q.pb_perdus:
            return Closed("VM-5.13", "{} a tous ses Points de Blessure", (Someone(q.id),))
        if q.soigne == jour(scene):
            return Closed("VM-5.14", "{} a déjà reçu ces soins aujourd'hui", (Someone(q.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, jet = tester(scene, oracle, self.actor, "guerison")
        scene = scene.put(replace(scene[self.cible], soigne=jour(scene)))
        if jet.reussi:
            scene = guerir(scene, oracle, self.cible, rendus(scene[self.actor], jet.dr), "VM-5.13", self.actor)[0]
        else:
            oracle.tell(Event("soins_vains", self.actor, self.cible, "VM-5.13"))
        return action_prise(scene)


@rule("VM-5.13")
def rendus(p: Personnage, dr: int) -> Terms:
    """What care gives back: the DR, the healer's BI, and what Talents add."""
    bonus = ("Bonus d'Intelligence", p.bonus("INT"), "VM-5.13")
    return (("DR", dr, "VM-5.13"), bonus, *constante(p.bears, "soins").terms)


# ---------------------------------------------------------------- critical wounds


def la_blessure(p: Personnage, id: str) -> Blessure | None:
    return next((b for b in p.blessures if b.id == id), None)


def changer(p: Personnage, b: Blessure) -> Personnage:
    """The same wounds with this one as it is now."""
    return replace(p, blessures=tuple([b if x.id == b.id else x for x in p.blessures]))


@rule("VM-5.9")
class Traiter(Action, frozen=True, tag="traiter"):
    """Dress a critical wound: it no longer counts against his life, and heals in half the time that is left."""

    rank = Bouton.SOINS

    cible: Who
    blessure: str

    looks: ClassVar[dict[str, Look]] = {"gueri": gueri_vu}

    def closed(self, scene: Scene) -> Closed | None:
        ferme = a_soigner(scene, self.actor, self.cible)
        if ferme is not None:
            return ferme
        q = scene[self.cible]
        b = la_blessure(q, self.blessure)
        if b is None:
            return Closed("VM-5.9", "{} n'a pas de Blessure Critique « {} »", (Someone(q.id), self.blessure))
        if b.soignee:
            return Closed("VM-5.9", "{} : cette Blessure Critique est déjà pansée", (b.nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        competence, difficulte, plus = par_guerison(scene[self.actor])
        scene, jet = tester(scene, oracle, self.actor, competence, difficulte, plus)
        q = scene[self.cible]
        b = la_blessure(q, self.blessure)
        if b is None or not jet.reussi:
            oracle.tell(Event("soins_vains", self.actor, self.cible, "VM-5.9"))
            return action_prise(scene)
        fin = b.fin if b.fin is None else scene.clock + (b.fin - scene.clock) // 2
        oracle.tell(Event("blessure_pansee", self.actor, self.cible, "VM-5.9", (), (("nom", b.nom),)))
        return action_prise(scene.put(changer(q, replace(b, soignee=True, fin=fin))))


class Operer(Action, frozen=True, tag="operer"):
    """Surgery: an hour, and a Test de Guérison Difficile (-20), once a day for each wound that needs it."""

    asks: ClassVar[bool] = True
    rank = Bouton.SOINS

    cible: Who
    blessure: str

    looks: ClassVar[dict[str, Look]] = {"gueri": gueri_vu}

    def closed(self, scene: Scene) -> Closed | None:
        ferme = a_soigner(scene, self.actor, self.cible) or en_paix(scene, "VM-5.9") or equipe(scene[self.actor])
        if ferme is not None:
            return ferme
        q = scene[self.cible]
        b = la_blessure(q, self.blessure)
        if b is None:
            return Closed("VM-5.9", "{} n'a pas de Blessure Critique « {} »", (Someone(q.id), self.blessure))
        if self.cible == self.actor:
            return Closed("VM-5.9", "{} ne peut pas s'opérer soi-même", (Someone(q.id),))
        if not b.chirurgie:
            return Closed("VM-5.9", "{} : cette Blessure Critique guérit sans chirurgie", (b.nom,))
        if b.operee == jour(scene):
            return Closed("VM-5.9", "{} : on a déjà opéré aujourd'hui", (b.nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = laisser_passer(scene, oracle, HEURE)
        q = scene[self.cible]
        b = la_blessure(q, self.blessure)
        if b is None or q.vie != "actif" or not scene[self.actor].conscient:
            return scene
        scene, jet = self.eprouver(scene, oracle)
        q = changer(scene[self.cible], replace(b, operee=jour(scene)))
        if jet.reussi:
            return scene.put(recoudre(scene, oracle, self.actor, q, b))
        oracle.tell(Event("soins_vains", self.actor, self.cible, "VM-5.9"))
        scene = perdre_des_pb(scene.put(q), oracle, self.cible, 2, Source("Opération manquée", rule="VM-5.9"))
        return gagner_etat(scene, oracle, self.cible, "hemorragique", rule="VM-5.9")

    def eprouver(self, scene: Scene, oracle: Oracle) -> tuple[Scene, Jet]:
        return tester(scene, oracle, self.actor, "guerison", "difficile")

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own look stops at the dice; any other function follows it to its end."""
        if callable(look):
            return super().seen(scene, look)
        return lambda oracle: self.eprouver(plus_tard(scene, oracle, HEURE), oracle)[1].reussi


def recoudre(scene: Scene, oracle: Oracle, par: str, q: Personnage, b: Blessure) -> Personnage:
    """From now on the wound heals by itself; what is lost is closed for good."""
    oracle.tell(
        Event("blessure_operee", par, q.id, "VM-5.9", (("Jours de guérison", b.jours, "VM-5.9"),), (("nom", b.nom),))
    )
    if b.ampute:
        return refermer(q, b.id)
    fin = scene.clock + b.jours * JOUR
    return changer(q, replace(b, chirurgie=False, soignee=True, fin=fin, operee=jour(scene)))


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for q in scene.people.values():
        if q.vie != "actif" or (q.side and q.side != p.side):
            continue
        if q.pb_perdus and (TROUSSE in p.equipement.objets or scene.encounter is None):
            yield Soigner(p.id, q.id)
        for b in q.blessures:
            if not b.soignee:
                yield Traiter(p.id, q.id, b.id)
            if b.chirurgie and scene.encounter is None and q.id != p.id:
                yield Operer(p.id, q.id, b.id)
    if scene.encounter is None:
        autres = tuple(
            q.id
            for q in scene.people.values()
            if q.id != p.id and q.side == p.side and peut_dormir(scene, q.id) is None
        )
        yield Dormir(p.id, autres)
        yield Attendre(p.id, heures=1)
        yield Attendre(p.id, jours=1)


ACTIONS: tuple[type[Action], ...] = (Dormir, Attendre, Soigner, Traiter, Operer)
