"""Chapter 2, out of the melee: Désengagement by Avantage or by Esquive, flight and the blow in the back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.boutons import Bouton
from ...model.catalogue import MAINS_NUES, Arme
from ...model.people import Personnage, distance, hors_d_etat, perdu
from ...model.scene import Scene, inconnu
from ..c1_tests.oppositions import opposer
from ..c1_tests.tests import Prepare, annoncer, pesent, preparer, regler
from ..c2_combat.armes import arme_de_melee
from ..c2_combat.combat import (
    PAS_DE_COMBAT,
    action_prise,
    fin_de_tour,
    gagner,
    marche_restante,
    marcheur,
    pas_d_action,
    pas_son_tour,
    perdre_les_avantages,
)
from ..c2_combat.places import (
    a_l_oppose,
    avancer,
    equipage,
    liberer,
    marcher,
    ne_marche_pas,
    pas_jusqu_a,
    place_prise,
    tenu_par,
    trop_loin,
)
from ..c6_etats import cloue, pas_d_attaque
from .attaque import confronter, porter, pour_se_defendre
from .coup import Coup

# ---------------------------------------------------------------- leaving the melee

MOYENS = ("avantage", "esquive")


class Desengager(Action, frozen=True, tag="desengager"):
    """Leave the melee unharmed: with more Avantages than the others, or by Esquive and the Action."""

    rank = Bouton.FUITE

    par: Literal["avantage", "esquive"] = "avantage"

    def key(self) -> str:
        return f"desengager.{self.par}" if self.par in MOYENS else "desengager"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        empeche = hors_d_etat(p) or pas_son_tour(scene, p.id)
        if empeche is not None:
            return empeche
        if self.par not in MOYENS:
            return Closed("VM-2.12", "On se désengage par l'Avantage ou par l'Esquive, pas par « {} »", (self.par,))
        adversaires = tenu_par(scene, p)
        if not adversaires:
            return Closed("VM-2.10", "Personne ne retient {}", (Someone(p.id),))
        if self.par == "esquive":
            return pas_d_action(scene, p.id)
        return pas_assez_d_avantages(scene, p, adversaires)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return (
            par_l_esquive(scene, oracle, self.actor)
            if self.par == "esquive"
            else par_l_avantage(scene, oracle, self.actor)
        )

    looks = {"libre": lambda b, a, ev: any(e.what == "desengage" for e in ev)}

    def views(self) -> tuple[str, ...]:
        return ("libre",) if self.par == "esquive" else ()


@rule("VM-2.12")
def pas_assez_d_avantages(scene: Scene, p: Personnage, adversaires: tuple[str, ...]) -> Closed | None:
    """Strictly more Avantages than each of those he is Engagé with."""
    for q in adversaires:
        if scene[q].avantages >= p.avantages:
            facts = (Someone(q), scene[q].avantages, p.avantages)
            return Closed("VM-2.12", "Il faut plus d'Avantages que {} : {} contre {}", facts)
    return None


@rule("VM-2.12")
def par_l_avantage(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """All his Avantages for a free hand; the Action stays his."""
    scene = perdre_les_avantages(scene, oracle, who, "VM-2.12")
    oracle.tell(Event("desengage", who, "", "VM-2.12"))
    return liberer(scene, scene[who])


@rule("VM-2.13")
def par_l_esquive(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Esquive against the Corps à corps of the best of them: free and +1 Avantage, or +1 for that one."""
    p = scene[who]
    mien = preparer(p, "esquive", pour_se_defendre(p, "esquive", True))
    autre, competence, sien = meilleur_bras(scene, tenu_par(scene, p))
    annoncer(oracle, mien, "esquive", autre)
    annoncer(oracle, sien, competence, who)
    o = opposer(oracle, mien.ligne, sien.ligne)
    scene = regler(regler(scene, oracle, who, o.depenses), oracle, autre, o.leurs)
    if o.gagne:
        oracle.tell(Event("desengage", who, "", "VM-2.13"))
        scene = liberer(gagner(scene, oracle, who, "Désengagement", "VM-2.13"), p)
    else:
        oracle.tell(Event("reste_engage", who, autre, "VM-2.13"))
        scene = gagner(scene, oracle, autre, "Désengagement manqué", "VM-2.13")
    return action_prise(scene)


def arme_maniee(q: Personnage) -> Arme:
    """The weapon in hand for close quarters, if he knows how to use it; else bare hands."""
    arme = arme_de_melee(q)
    return arme if q.fiche.valeurs[arme.competence] is not None else MAINS_NUES


def meilleur_bras(scene: Scene, adversaires: tuple[str, ...]) -> tuple[str, str, Prepare]:
    """Of those who hold him, the one whose melee Test is worth most."""
    prets = []
    for who in adversaires:
        q = scene[who]
        competence = arme_maniee(q).competence
        prets.append((who, competence, preparer(q, competence, pesent(q.cas, competence, ("attaque", "combat")))))
    return max(prets, key=lambda pret: pret[2].ligne.valeur)


# ---------------------------------------------------------------- fleeing


@rule("VM-2.54", "VM-2.55")
class Fuir(Action, frozen=True, tag="fuir"):
    """Turn and run: every adversary Engagé strikes first; then away from them, or out of the fight altogether."""

    weighty: ClassVar[bool] = True
    rank = Bouton.FUITE

    x: int = 0
    y: int = 0
    quitter: bool = False  # the table lets him leave the fight for good

    def key(self) -> str:
        return "fuir.quitter" if self.quitter else "fuir"

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return PAS_DE_COMBAT
        empeche = ne_marche_pas(scene, self.actor)
        if empeche is not None:
            return empeche
        p = scene[self.actor]
        if not marche_restante(scene, p):
            return Closed("VM-2.54", "{} n'a plus de Mouvement pour fuir", (Someone(p.id),))
        if self.quitter:
            return None
        adversaires = tenu_par(scene, p)
        if not adversaires:
            return Closed("VM-2.54", "Personne ne retient {} : il suffit de se déplacer", (Someone(p.id),))
        case = (self.x, self.y)
        return trop_loin(scene, p, case) or self.vers_l_ennemi(scene, p, adversaires) or place_prise(scene, p, case)

    def vers_l_ennemi(self, scene: Scene, p: Personnage, adversaires: tuple[str, ...]) -> Closed | None:
        """Away from each of them, or it is no flight."""
        for q in adversaires:
            if pas_jusqu_a(scene[q], (self.x, self.y)) <= distance(p, scene[q]):
                return Closed("VM-2.54", "On fuit en s'éloignant de {}", (Someone(q),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        avant = scene[self.actor]
        adversaires = tenu_par(scene, avant)
        if adversaires:
            oracle.tell(Event("fuite", self.actor, "", "VM-2.54"))
        for q in adversaires:
            scene = dans_le_dos(scene, oracle, q, self.actor)
        scene = marcher(scene, marche_restante(scene, scene[self.actor]))
        p = scene[self.actor]
        if not en_etat_de_fuir(scene, avant, p):
            oracle.tell(Event("fuite_arretee", self.actor, "", "VM-2.54"))
            return scene if p.peut_agir else fin_de_tour(scene, oracle)
        if not self.quitter:
            return avancer(scene, oracle, self.actor, (self.x, self.y))
        return partir(scene, oracle, p)

    looks = {"indemne": lambda b, a, ev: True}

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Whether he gets away untouched: the blows in his back stop at the dice."""
        if callable(look):
            return super().seen(scene, look)

        def run(oracle: Any) -> bool:
            ici = scene
            for q in tenu_par(scene, scene[self.actor]):
                if pas_d_attaque(scene[q]) is not None:
                    continue
                ici = gagner(ici, oracle, q, "Fuite de l'adversaire", "VM-2.55")
                ici, issue = confronter(ici, oracle, coup_gratuit(ici, q, self.actor))
                if issue.touche or issue.critique > 0:
                    return False
            return True

        return run


@rule("VM-2.55")
def coup_gratuit(scene: Scene, de: str, sur: str) -> Coup:
    """A blow in the back: +20, and nobody opposes it."""
    return Coup(de, sur, arme_maniee(scene[de]), oppose=False, plus=(("Dos tourné", 20, "VM-2.55"),))


@rule("VM-2.55")
def dans_le_dos(scene: Scene, oracle: Oracle, de: str, sur: str) -> Scene:
    """+1 Avantage at once, then the free blow, if there is still somebody to strike."""
    if scene[sur].vie != "actif" or not scene[de].peut_agir:
        return scene
    scene = gagner(scene, oracle, de, "Fuite de l'adversaire", "VM-2.55")
    return scene if pas_d_attaque(scene[de]) is not None else porter(scene, oracle, coup_gratuit(scene, de, sur))


@rule("VM-2.54")
def en_etat_de_fuir(scene: Scene, avant: Personnage, p: Personnage) -> bool:
    """Still able: awake, not thrown down, not held fast."""
    if not p.peut_agir or cloue(marcheur(scene, p)) is not None or not marcheur(scene, p).conscient:
        return False
    return not p.niveau("a_terre") or bool(avant.niveau("a_terre"))


@rule("VM-2.2", "VM-2.54")
def partir(scene: Scene, oracle: Oracle, p: Personnage) -> Scene:
    """He leaves the fight, his mount with him, and his tour is over."""
    oracle.tell(Event("depart_du_combat", p.id, "", "VM-2.54"))
    scene = liberer(scene, p)
    scene = scene.put(*(replace(scene[who], vie="parti", avantages=0) for who in equipage(scene, p)))
    return fin_de_tour(scene, oracle)


@rule("VM-2.54")
class Revenir(Action, frozen=True, tag="revenir"):
    """Once the fight is over, somebody who had left it is back."""

    rank = Bouton.FUITE

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("VM-2.54", "Le combat n'est pas fini")
        if scene[self.actor].vie != "parti":
            return Closed("VM-2.54", "{} n'est pas parti", (Someone(self.actor),))
        if perdu(scene[self.actor]):
            return Closed("VM-6.9", "{} appartient désormais au Chaos", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("retour", self.actor, "", "VM-2.54"))
        monte = next((p for p in scene.people.values() if p.monture == self.actor), scene[self.actor])
        return scene.put(*(replace(scene[q], vie="actif") for q in equipage(scene, monte) if scene[q].vie == "parti"))


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of the melee: both ways of leaving it, flight; out of the fight; back."""
    if p.vie == "parti":
        yield Revenir(p.id)
        return
    if scene.encounter is None:
        return
    adversaires = tenu_par(scene, p)
    if adversaires:
        yield Desengager(p.id, "avantage")
        yield Desengager(p.id, "esquive")
        proche = min((scene[q] for q in adversaires), key=lambda q: distance(p, q))
        yield Fuir(p.id, *a_l_oppose(p, proche, marche_restante(scene, p)))
    yield Fuir(p.id, quitter=True)


ACTIONS = (Desengager, Fuir, Revenir)
