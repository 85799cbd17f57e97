"""Attacking and defending as actions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ...model.manoeuvres import MANOEUVRES
from ...model.people import Personnage, inutilisable
from ...model.scene import Scene, en_cours, inconnu, tel
from ..c5_tests.essai import sans_vide
from ..c7_fatigue.fatigue import fatiguer
from ..c10_modes import (
    a_relever,
    adversaire_de_lutte,
    arme_nommee,
    bloquees,
    competence_de_combat,
    immobilise,
    sert_au_contact,
)
from ..c10_tours.declarer import noter_la_declaration, pas_a_lui
from ..c10_tours.places import CONTACT, a_portee, distance, metres
from ..c11_manoeuvres.demandes import PRECIS, manoeuvres_refusees, vide_des_manoeuvres
from .combattants import Attaque, Garde, refus_d_arme, sans_moyens
from .duels import porter

DEFENSES_MAX = 3


@rule("YY-10.9", "YY-10.15")
class Attaquer(Attaque, frozen=True, tag="attaquer"):
    """Attack one opponent hand to hand, perhaps with manoeuvres."""

    def key(self) -> str:
        return f"attaquer.{self.manoeuvres[0]}" if self.manoeuvres else "attaquer"

    @property
    def vide_promis(self) -> int:
        return (1 if self.vide else 0) + vide_des_manoeuvres(self)

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, self.cible) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            cible_refusee(scene, p, self)
            or refus_d_arme(scene, p, self)
            or manoeuvres_refusees(scene, p, self, competence_de_combat(scene, p, *self.armes_de(p)), False)
            or elan_refuse(scene, p, self)
            or trop_nombreux(scene, p, self.cible)
            or sans_vide(p, self.vide_promis)
        )

    def empechee(self, scene: Scene) -> Closed | None:
        if (self.actor, self.cible) in en_cours(scene).faits:
            return None
        p, q = tel(scene, self.actor), tel(scene, self.cible)
        if q.vie != "actif":
            return Closed("YY-10.9", "son adversaire n'est plus à combattre")
        if p.a_terre:
            return Closed("YY-11.21", "il est à terre")
        if not a_portee(p, q) and ("charger" not in self.manoeuvres or metres(p, q) > self.metres + CONTACT):
            return Closed("YY-10.18", "son adversaire est hors d'atteinte")
        return sans_moyens(scene, p, self)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        return porter(scene, oracle, self)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The odds of a blow, the target striking back unless it has declared something else."""
        voir = look if callable(look) else self.looks[look or "touche"]
        essai = a_blanc(scene, self)
        return lambda oracle: voir(essai, porter(essai, oracle, self), oracle.events)

    looks: ClassVar[dict[str, Look]] = {
        "touche": lambda b, a, ev: any(e.what == "touche" and e["premier"] for e in ev),
        "degats": lambda b, a, ev: degats_vus(ev),
    }


def degats_vus(events: list[Event]) -> int:
    """Points inflicted, or suffered if negative, by the one who declared the blow."""
    qui = next((e.who for e in events if e.what == "essai"), "")
    coups = [e for e in events if e.what in ("coup", "coup_assommant")]
    return sum(e["points"] if e.who == qui else -e["points"] for e in coups)


def a_blanc(scene: Scene, a: Attaquer) -> Scene:
    """The turn in which only these two have declared, the target striking back if it can."""
    scene = noter_la_declaration(scene, a)
    combat, q = en_cours(scene), scene[a.cible]
    riposte = Attaquer(q.id, cible=a.actor)
    libre = q.conscient and not q.a_terre and adversaire_de_lutte(scene, q.id) in ("", a.actor)
    if q.id in combat.declarations or not libre:
        return scene
    if immobilise(scene, q.id) is not None or refus_d_arme(scene, q, riposte) is not None:
        return scene
    declarations: Any = {**combat.declarations, q.id: riposte}
    return replace(scene, encounter=replace(combat, declarations=declarations))


def cible_refusee(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """Whom one may strike: an opponent who is there, within about three metres, or the one he is at grips with."""
    q = scene[a.cible]
    if q.id == p.id or q.vie != "actif":
        return Closed("YY-10.9", "{} n'est pas à combattre", (Someone(q.id),))
    if scene.encounter is None:
        return Closed("YY-10.5", "Aucun combat n'est en cours")
    if q.id in p.surpris_par:
        return Closed("YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (Someone(p.id), Someone(q.id)))
    if p.a_terre:
        return a_relever(p)
    autre = adversaire_de_lutte(scene, p.id)
    if autre and autre != q.id:
        return Closed("YY-10.17", "{} est aux prises avec {}", (Someone(p.id), Someone(autre)))
    if not a_portee(p, q) and "charger" not in a.manoeuvres:
        return Closed("YY-10.18", "{} est à {} m, il faut s'approcher à {} m", (Someone(q.id), distance(p, q), CONTACT))
    return None


@rule("YY-11.9", "YY-20.7")
def elan_refuse(scene: Scene, p: Personnage, a: Attaquer) -> Closed | None:
    """A charge runs up to its target, no farther than Agilité and Course carry in a turn, on two good legs."""
    if "charger" not in a.manoeuvres:
        return Closed("YY-11.9", "Seule une charge prend de l'élan") if a.metres else None
    if adversaire_de_lutte(scene, p.id):
        return Closed("YY-10.17", "Aux prises, on ne charge pas")
    if any(x.genre == "jambe" and inutilisable(p, i) for i, x in p.fiche.membres.items() if i in p.blessures):
        return Closed("YY-6.3", "{} n'a plus l'usage d'une jambe", (Someone(p.id),))
    loin = p.rang("agilite") + p.competence("course")
    if not 1 <= a.metres <= loin:
        return Closed("YY-11.9", "On charge de 1 à {} m, pas {}", (loin, a.metres))
    ecart = metres(p, scene[a.cible])
    if ecart > a.metres + CONTACT:
        return Closed("YY-11.9", "{} est à {} m, trop loin pour cette charge", (Someone(a.cible), int(ecart)))
    if a.metres > ecart:
        return Closed("YY-11.9", "{} n'est qu'à {} m : on ne court pas plus", (Someone(a.cible), int(ecart)))
    return None


@rule("YY-10.25")
def trop_nombreux(scene: Scene, p: Personnage, cible: str) -> Closed | None:
    """Each attacker takes up its part of the room around one opponent, and the parts must not exceed the whole."""
    combat = scene.encounter
    if combat is None:
        return None
    q = scene[cible]
    deja = [a.actor for a in combat.declarations.values() if isinstance(a, Attaquer) and a.cible == cible]
    deja = [w for w in deja if w != p.id]
    if not deja or sum(TOUT_AUTOUR // nombre_maximal(q, x) for x in (*[scene[w] for w in deja], p)) <= TOUT_AUTOUR:
        return None
    return Closed("YY-10.25", "{} adversaires déjà, {} n'a plus de place autour de lui", (len(deja), Someone(q.id)))


TOUT_AUTOUR = 4 * 2**5  # every possible limit divides it


@rule("YY-10.25", "YY-20.3")
def nombre_maximal(q: Personnage, attaquant: Personnage) -> int:
    """How many of this size can get at him: four equals, twice as many for each size smaller, half for each larger."""
    d = q.fiche.rang_taille - attaquant.fiche.rang_taille
    return max(1, int(4 * 2.0**d))


@rule("YY-10.11", "YY-10.12")
class Defendre(Garde, frozen=True, tag="defendre"):
    """Defend oneself against up to three opponents."""

    def closed(self, scene: Scene) -> Closed | None:
        absent = pas_a_lui(scene, self.actor) or inconnu(scene, *self.contre) or immobilise(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.encounter is None:
            return Closed("YY-10.5", "Aucun combat n'est en cours")
        if not self.contre or self.actor in self.contre or len(set(self.contre)) < len(self.contre):
            return Closed("YY-10.11", "Il faut dire contre qui, chacun une fois")
        if len(self.contre) > DEFENSES_MAX:
            return Closed(
                "YY-10.12", "On se défend contre {} adversaires au plus, pas {}", (DEFENSES_MAX, len(self.contre))
            )
        for c in self.contre:
            if c in p.surpris_par:
                return Closed(
                    "YY-10.4", "{} est surpris et ne peut rien contre {} ce tour", (Someone(p.id), Someone(c))
                )
        return refus_d_arme(scene, p, self) or sans_vide(p, 1 if self.vide else 0)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("en_garde", self.actor, "", "YY-10.11", (), (("contre", self.contre),)))
        return fatiguer(scene, oracle, self.actor, len(self.contre))


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In a fight: strike, strike with each manoeuvre at its usual strength, defend."""
    if scene.encounter is None:
        return
    adverses = [q for q in scene.people.values() if q.side != p.side and q.vie == "actif" and q.side]
    arme = "mains_nues" if arme_nommee(p).id in bloquees(scene, p.id) else ""
    for q in adverses:
        yield Attaquer(p.id, arme, cible=q.id)
    proches = tuple(q.id for q in sorted(adverses, key=lambda q: distance(p, q)) if q.conscient)
    if proches:
        yield Defendre(p.id, arme, contre=proches[:DEFENSES_MAX])
    competence = competence_de_combat(scene, p, arme_nommee(p, arme))
    for q in adverses:
        if a_portee(p, q) or distance(p, q) <= p.rang("agilite") + p.competence("course") + CONTACT:
            yield from avec_manoeuvres(scene, p, q, competence, arme)
    legeres = [a for a in p.equipement.armes if sert_au_contact(p, a) and a.mains == 1 and a.id != "mains_nues"]
    if len(legeres) > 1:
        for q in adverses:
            yield Attaquer(p.id, legeres[0].id, legeres[1].id, cible=q.id)


def avec_manoeuvres(scene: Scene, p: Personnage, q: Personnage, competence: str, arme: str) -> Iterator[Action]:
    """Each manoeuvre his rank allows against this one."""
    rang, membres = p.competence(competence), {x.genre: i for i, x in q.fiche.membres.items()}
    for id, x in MANOEUVRES.items():
        if x.tir or x.rang > rang or (x.avec and competence not in x.avec):
            continue
        if id == "charger":
            loin = distance(p, q)
            if not a_portee(p, q):
                yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), metres=loin)
        elif id == "coup_precis":
            for genre, aug in PRECIS.items():
                if aug <= rang and genre in membres:
                    yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), membre=membres[genre])
        elif id in ("coup_puissant", "harcelement"):
            yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), n=1)
        else:
            yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,))
            if x.ameliorable:
                yield Attaquer(p.id, arme, cible=q.id, manoeuvres=(id,), ameliorer=True)


ACTIONS: tuple[type[Action], ...] = (Attaquer, Defendre)
