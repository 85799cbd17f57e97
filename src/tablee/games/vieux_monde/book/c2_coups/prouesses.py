"""Prouesses: Talents that are something to do. Avantages pay for them (VM-2.16), or they change the order (VM-2.5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.catalogue import ETATS, TALENTS
from ...model.combats import Combat
from ...model.people import ROUND, Effet, Personnage, distance, hors_d_etat
from ...model.scene import Scene, inconnu
from ..c1_tests.oppositions import opposer
from ..c1_tests.tests import annoncer, hors_bornes, pesent, preparer, regler
from ..c2_combat.armes import arme_de_melee
from ..c2_combat.combat import (
    AVANTAGE_MAX,
    en_cours,
    endormir_les_jetons,
    engages_avec,
    gagner,
    mouvement,
    pas_son_tour,
    tour_suivant,
)
from ..c2_combat.taille import ecart
from ..c6_etats import gagner_etat, perdre_etat
from .attaque import Attaquer, hors_de_portee, porter

PORTEE_DE_VOIX = 3  # squares: Coude à coude
TROMPE = -20  # Fausse ouverture
DEGATS_SANS_QUARTIER = 4
CHASSES = ("sonne", "extenue", "brise")  # Reprendre haleine

# ---------------------------------------------------------------- guards and prices


@rule("VM-2.16", "VM-2.5")
def pas_pret(scene: Scene, who: str, talent: str, prix: int, fois: bool = False) -> Closed | None:
    """What every Prouesse asks for: a fight, his tour, the Talent, its price; `fois`: only once in a Round."""
    regle = TALENTS[talent].rule
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is None:
        return Closed(regle, "{} ne sert qu'en combat", (TALENTS[talent].nom,))
    p = scene[who]
    if not p.talent(talent):
        return Closed(regle, "{} n'a pas le Talent {}", (Someone(p.id), TALENTS[talent].nom))
    empeche = hors_d_etat(p) or pas_son_tour(scene, who)
    if empeche is not None:
        return empeche
    if fois and deja(p, talent):
        return Closed(regle, "{} ne sert qu'une fois par Round", (TALENTS[talent].nom,))
    if p.avantages < prix:
        return Closed(regle, "Pas assez d'Avantages : {} requis, {} disponibles", (prix, p.avantages))
    return None


def deja(p: Personnage, talent: str) -> bool:
    """Whether he has used this in the present Round."""
    return f"prouesse:{talent}" in p.bears


def marquer_la_prouesse(scene: Scene, p: Personnage, talent: str) -> Personnage:
    """He has used this, and may again when the Round is over."""
    trace = Effet(TALENTS[talent].nom, f"prouesse:{talent}", 0, TALENTS[talent].rule, fin=scene.clock + ROUND)
    return replace(p, effets=(*p.effets, trace))


@rule("VM-2.16")
def payee(scene: Scene, who: str, talent: str, prix: int, fois: bool = False) -> Scene:
    """The Avantages of a Prouesse are spent."""
    p = scene[who]
    p = replace(p, avantages=p.avantages - prix)
    return scene.put(marquer_la_prouesse(scene, p, talent) if fois else p)


def annoncer_la_prouesse(oracle: Oracle, avant: Scene, who: str, talent: str, prix: int, cible: str = "") -> None:
    """Who does what, and what it costs him."""
    t = TALENTS[talent]
    reste = avant[who].avantages - prix
    terms: Terms = (("Avantages", avant[who].avantages, "VM-2.14"), (t.nom, -prix, t.rule)) if prix else ()
    oracle.tell(Event("prouesse", who, cible, t.rule, terms, (("talent", t.nom), ("prix", prix), ("avantages", reste))))


def pas_engage(scene: Scene, who: str, cible: str, regle: str = "VM-2.10") -> Closed | None:
    """Only against an adversary he is Engagé with."""
    absent = inconnu(scene, cible)
    if absent is not None:
        return absent
    if cible not in engages_avec(scene, who) or not scene[cible].conscient:
        return Closed(regle, "{} n'est pas Engagé avec {}", (Someone(who), Someone(cible)))
    return None


def disputer_une_prouesse(
    scene: Scene, oracle: Oracle, who: str, cible: str, mienne: str, sienne: str, genres: tuple[str, ...] = ()
) -> tuple[Scene, bool]:
    """An opposed Test between two who fight each other, Avantages counted on both sides; whether the first wins."""
    p, q = scene[who], scene[cible]
    mien = preparer(p, mienne, pesent(p.cas, mienne, (*genres, "combat")))
    sien = preparer(q, sienne, pesent(q.cas, sienne, ("combat",)))
    annoncer(oracle, mien, mienne, cible)
    annoncer(oracle, sien, sienne)
    o = opposer(oracle, mien.ligne, sien.ligne)
    return regler(regler(scene, oracle, who, o.depenses), oracle, cible, o.leurs), o.gagne


# ---------------------------------------------------------------- against an adversary


@rule("VM-2.16")
class CoupSurCoup(Attaquer, frozen=True, tag="coup_sur_coup"):
    """Two Avantages: a second blow, once the Action is used, at somebody he is Engagé with."""

    rank = Bouton.PROUESSES

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "coup_sur_coup", 2, fois=True)
        if non is not None:
            return non
        if not en_cours(scene).action:
            return Closed("VM-2.16", "Coup sur coup vient après l'Action du tour")
        portee = pas_engage(scene, self.actor, self.cible)
        return portee or hors_de_portee(scene, self.actor, self.cible, self.arme) or hors_bornes(self.mod)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "coup_sur_coup", 2, self.cible)
        scene = payee(scene, self.actor, "coup_sur_coup", 2, fois=True)
        return porter(scene, oracle, self.coup(scene))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds are those of a blow with two Avantages less."""
        if callable(look):
            return super().seen(scene, look)
        return super().seen(payee(scene, self.actor, "coup_sur_coup", 2, fois=True), look)


def trompe(before: Scene, after: Scene, events: list[Event]) -> bool:
    """Whether somebody defends himself worse than before."""
    return any(trompes(q) > trompes(before[who]) for who, q in after.people.items())


def trompes(q: Personnage) -> int:
    """How often he has let himself be fooled in this Round."""
    return len([e for e in q.effets if e.lie == "fausse_ouverture"])


@rule("VM-2.16")
class FausseOuverture(Action, frozen=True, tag="fausse_ouverture"):
    """One Avantage: an adversary who falls for it defends himself at -20 until the Round is over."""

    rank = Bouton.PROUESSES

    cible: Who

    looks: ClassVar[dict[str, Look]] = {"reussit": trompe}

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "fausse_ouverture", 1) or pas_engage(scene, self.actor, self.cible)
        if non is not None:
            return non
        if trompes(scene[self.cible]):
            return Closed("VM-2.16", "{} s'y est déjà laissé prendre", (Someone(self.cible),))
        arme = arme_de_melee(scene[self.actor])
        if scene[self.actor].fiche.valeurs[arme.competence] is None:
            return Closed("VM-1.2", "{} ne sait pas manier : {}", (Someone(self.actor), arme.nom))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "fausse_ouverture", 1, self.cible)
        scene = payee(scene, self.actor, "fausse_ouverture", 1)
        arme = arme_de_melee(scene[self.actor])
        scene, gagne = disputer_une_prouesse(
            scene, oracle, self.actor, self.cible, arme.competence, "intuition", ("attaque",)
        )
        if not gagne:
            oracle.tell(Event("prouesse_vaine", self.actor, self.cible, "VM-2.16"))
            return scene
        oracle.tell(Event("trompe", self.cible, self.actor, "VM-2.16", (("Fausse ouverture", TROMPE, "VM-2.16"),)))
        fin = scene.clock + ROUND
        effet = Effet("Fausse ouverture", "defense", TROMPE, "VM-2.16", fin=fin, lie="fausse_ouverture")
        q = scene[self.cible]
        return scene.put(replace(q, effets=(*q.effets, effet)))


def tombe_vu(before: Scene, after: Scene, events: list[Event]) -> bool:
    """Whether somebody has fallen."""
    return any(q.niveau("a_terre") and not before[who].niveau("a_terre") for who, q in after.people.items())


@rule("VM-2.16")
class CrocEnJambe(Action, frozen=True, tag="croc_en_jambe"):
    """Two Avantages: an opposed Test of Athlétisme throws an adversary, not larger than he is, to the ground."""

    rank = Bouton.PROUESSES

    cible: Who

    looks: ClassVar[dict[str, Look]] = {"reussit": tombe_vu}

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "croc_en_jambe", 2) or pas_engage(scene, self.actor, self.cible)
        if non is not None:
            return non
        p, q = scene[self.actor], scene[self.cible]
        if ecart(q, p) > 0:
            return Closed("VM-2.16", "{} est trop grand pour un croc-en-jambe", (Someone(q.id),))
        if q.niveau("a_terre"):
            return Closed("VM-2.16", "{} est déjà À Terre", (Someone(q.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "croc_en_jambe", 2, self.cible)
        scene = payee(scene, self.actor, "croc_en_jambe", 2)
        scene, gagne = disputer_une_prouesse(scene, oracle, self.actor, self.cible, "athletisme", "athletisme")
        if gagne:
            return gagner_etat(scene, oracle, self.cible, "a_terre", rule="VM-2.16")
        oracle.tell(Event("prouesse_vaine", self.actor, self.cible, "VM-2.16"))
        return scene


# ---------------------------------------------------------------- for oneself and for others


@rule("VM-2.16")
class GrandeFoulee(Action, frozen=True, tag="grande_foulee"):
    """One Avantage: half the Mouvement once more in this tour."""

    rank = Bouton.PROUESSES

    def closed(self, scene: Scene) -> Closed | None:
        return pas_pret(scene, self.actor, "grande_foulee", 1, fois=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "grande_foulee", 1)
        scene = payee(scene, self.actor, "grande_foulee", 1, fois=True)
        combat = en_cours(scene)
        return replace(
            scene, encounter=replace(combat, reserve=combat.reserve + demi_mouvement(scene, scene[self.actor]))
        )


def demi_mouvement(scene: Scene, p: Personnage) -> int:
    """Half the Mouvement, rounded down, at least one square."""
    return max(1, total(mouvement(scene, p)) // 2)


@rule("VM-2.16")
class SansQuartier(Action, frozen=True, tag="sans_quartier"):
    """Two Avantages: his blows do more harm until the Round is over."""

    rank = Bouton.PROUESSES

    def closed(self, scene: Scene) -> Closed | None:
        return pas_pret(scene, self.actor, "sans_quartier", 2, fois=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "sans_quartier", 2)
        scene = payee(scene, self.actor, "sans_quartier", 2, fois=True)
        p = scene[self.actor]
        effet = Effet("Sans quartier", "degats", DEGATS_SANS_QUARTIER, "VM-2.16", fin=scene.clock + ROUND)
        return scene.put(replace(p, effets=(*p.effets, effet)))


@rule("VM-2.16")
class CoudeACoude(Action, frozen=True, tag="coude_a_coude"):
    """One Avantage goes to a companion close by."""

    rank = Bouton.PROUESSES

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "coude_a_coude", 1) or inconnu(scene, self.cible)
        if non is not None:
            return non
        p, q = scene[self.actor], scene[self.cible]
        if p.id == q.id or p.side != q.side or not q.conscient:
            return Closed("VM-2.16", "{} n'est pas un compagnon debout", (Someone(q.id),))
        if distance(p, q) > PORTEE_DE_VOIX:
            return Closed(
                "VM-2.16", "{} est trop loin : {} cases, {} au plus", (Someone(q.id), distance(p, q), PORTEE_DE_VOIX)
            )
        if q.avantages >= AVANTAGE_MAX:
            return Closed("VM-2.14", "{} a déjà {} Avantages", (Someone(q.id), q.avantages))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "coude_a_coude", 1, self.cible)
        scene = payee(scene, self.actor, "coude_a_coude", 1)
        return gagner(scene, oracle, self.cible, "Coude à coude", "VM-2.16")


@rule("VM-2.16")
class ReprendreHaleine(Action, frozen=True, tag="reprendre_haleine"):
    """Two Avantages drive away one level of Sonné, Exténué or Brisé."""

    rank = Bouton.PROUESSES

    etat: str

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "reprendre_haleine", 2)
        if non is not None:
            return non
        if self.etat not in CHASSES:
            return Closed("VM-2.16", "Reprendre haleine chasse Sonné, Exténué ou Brisé, pas « {} »", (self.etat,))
        tenu = scene[self.actor].etat(self.etat)
        if tenu is None:
            return Closed("VM-2.16", "{} n'est pas {}", (Someone(self.actor), ETATS[self.etat].nom))
        if not tenu.libres:
            return Closed("VM-2.16", "{} : cet État ne part pas ainsi", (ETATS[self.etat].nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "reprendre_haleine", 2)
        scene = payee(scene, self.actor, "reprendre_haleine", 2)
        return perdre_etat(scene, oracle, self.actor, self.etat, 1, rule="VM-2.16")


# ---------------------------------------------------------------- the order of initiative


def tour_commence(combat: Combat) -> bool:
    """Whether anything has been done in this tour."""
    return combat.action or combat.marche > 0 or combat.jeton or bool(combat.charge)


@rule("VM-2.5")
class VoirVenir(Action, frozen=True, tag="voir_venir"):
    """He lets others pass and plays after one of them in this Round."""

    rank = Bouton.PROUESSES

    cible: Who

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "voir_venir", 0, fois=True) or inconnu(scene, self.cible)
        if non is not None:
            return non
        if tour_commence(en_cours(scene)):
            return Closed("VM-2.5", "Le tour est déjà entamé")
        if self.cible not in en_cours(scene).file[1:]:
            return Closed("VM-2.5", "{} ne joue plus après lui dans ce Round", (Someone(self.cible),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        combat = en_cours(scene)
        n = combat.file.index(self.cible) + 1
        file = (*combat.file[1:n], self.actor, *combat.file[n:])
        oracle.tell(Event("voit_venir", self.actor, self.cible, "VM-2.5"))
        scene = scene.put(endormir_les_jetons(marquer_la_prouesse(scene, scene[self.actor], "voir_venir")))
        return tour_suivant(scene, oracle, file)


@rule("VM-2.5")
class PrendreLePas(Action, frozen=True, tag="prendre_le_pas"):
    """One Avantage: one place forward in the order until the fight is over."""

    rank = Bouton.PROUESSES

    def closed(self, scene: Scene) -> Closed | None:
        non = pas_pret(scene, self.actor, "prendre_le_pas", 1, fois=True)
        if non is not None:
            return non
        if self.actor not in en_cours(scene).ordre[1:]:
            return Closed("VM-2.5", "{} n'a personne devant lui dans l'ordre d'initiative", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        annoncer_la_prouesse(oracle, scene, self.actor, "prendre_le_pas", 1)
        scene = payee(scene, self.actor, "prendre_le_pas", 1, fois=True)
        combat = en_cours(scene)
        n = combat.ordre.index(self.actor)
        ordre = (*combat.ordre[: n - 1], self.actor, combat.ordre[n - 1], *combat.ordre[n + 1 :])
        oracle.tell(Event("passe_devant", self.actor, combat.ordre[n - 1], "VM-2.5"))
        return replace(scene, encounter=replace(combat, ordre=ordre))


ACTIONS: tuple[type[Action], ...] = (
    CoupSurCoup,
    FausseOuverture,
    CrocEnJambe,
    GrandeFoulee,
    SansQuartier,
    CoudeACoude,
    ReprendreHaleine,
    VoirVenir,
    PrendreLePas,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In his tour, what his Talents let him do."""
    if scene.encounter is None or not p.fiche.talents or scene.encounter.file[:1] != (p.id,):
        return
    for q in engages_avec(scene, p.id):
        if p.talent("coup_sur_coup") and scene.encounter.action:
            yield CoupSurCoup(p.id, q)
        if p.talent("fausse_ouverture"):
            yield FausseOuverture(p.id, q)
        if p.talent("croc_en_jambe"):
            yield CrocEnJambe(p.id, q)
    if p.talent("grande_foulee"):
        yield GrandeFoulee(p.id)
    if p.talent("sans_quartier"):
        yield SansQuartier(p.id)
    if p.talent("coude_a_coude"):
        yield from (CoudeACoude(p.id, q.id) for q in scene.people.values() if q.side == p.side and q.id != p.id)
    if p.talent("reprendre_haleine"):
        yield from (ReprendreHaleine(p.id, e.id) for e in p.etats if e.id in CHASSES)
    if p.talent("voir_venir"):
        yield from (VoirVenir(p.id, q) for q in scene.encounter.file[1:])
    if p.talent("prendre_le_pas"):
        yield PrendreLePas(p.id)
