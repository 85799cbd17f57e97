"""What the game master refers to: opponents called into the scene, bonuses of a size, how far apart people are."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, square, steps
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ...model.adversite import (
    AMPLEURS,
    DISTANCES,
    NOMS_DE_POUVOIRS,
    PROFILS,
    RESTRICTIONS,
    SORTES,
    Ampleur,
    Mesure,
    valeur_de_bonus,
)
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.portees import deplacement
from ..c4_caracteristiques.repos import fin_de_scene
from ..c8_confrontation.armes import ecart, en_melee
from ..c8_confrontation.mener import ChangerDeStatut
from ..c8_confrontation.tour import cesse, fermer
from .adversite import (
    ADVERSAIRES,
    NOMS_DE_PROFILS,
    NOMS_DE_ROLES,
    NOMS_DE_SORTES,
    Commande,
    ebranle,
    engendrer,
    inconnu,
    infaisable,
)

PLUSIEURS = 12  # called at once
AU_PLUS = 150  # people of a scene
AUTOUR = 12  # squares around somebody where a place is looked for
ENTRE = 2  # squares between who is met and whoever comes
DU_MENEUR = "meneur"  # what a bonus granted by the game master hangs on


# ---------------------------------------------------------------- opponents called into the scene


class Appeler(Action, frozen=True, tag="appeler"):
    """What calls of opponents have in common: what they are called, whose side they are on, how many come."""

    nom: str = ""
    camp: str = ""
    combien: int = 1

    master: ClassVar[bool] = True

    def commande(self) -> Commande:
        raise TypeError(f"{type(self).__name__} does not say who comes")

    def de_trop(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor) or hors_bornes("TN-10.118", "Nombre", self.combien, 1, PLUSIEURS):
            return barred
        if len(scene.people) + self.combien > AU_PLUS:
            return Closed("TN-10.118", "Il y a déjà trop de monde dans la scène : {} au plus", (AU_PLUS,))
        if len(self.nom) > 60 or len(self.camp) > 60:
            return Closed("TN-10.118", "Un nom ou un camp tient en 60 lettres")
        return None

    @rule("TN-10.118", "TN-8.30", "TN-8.31")
    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        """They stand a few squares from whoever meets them; in a confrontation they enter with the next tour."""
        c = self.commande()
        for nom in noms_libres(scene, c.nom, self.combien):
            n = scene.venus + 1
            p = engendrer(replace(c, nom=nom), f"{identifiant(c.nom)}_{n}")
            x, y = place_libre(scene, scene[self.actor])
            scene = replace(scene.put(replace(p, side=self.camp, x=x, y=y)), venus=n)
            if scene.encounter is not None and self.camp:
                e = scene.encounter
                attendent = {**e.initiatives, p.id: 0}
                scene = replace(
                    scene, encounter=replace(e, statuts={**e.statuts, p.id: "entrant"}, initiatives=attendent)
                )
            facts = ("profil", PROFILS[c.profil].nom), ("sorte", SORTES[c.sorte].nom), ("camp", self.camp)
            oracle.tell(Event("venue", p.id, rule="TN-10.118", facts=facts))
        return scene


def identifiant(nom: str) -> str:
    """An id made of a name: its plain letters."""
    lettres = "".join([x if x.isalnum() and x.isascii() else "_" for x in plain(nom)]).strip("_")
    return lettres[:40] or "adversaire"


def noms_libres(scene: Scene, nom: str, n: int) -> list[str]:
    """Names for so many: with a number each, unless there is only one and nobody is called so yet."""
    pris = {p.name for p in scene.people.values()}
    if n == 1 and nom not in pris:
        return [nom]
    numeros = (f"{nom} {i}" for i in range(1, n + len(pris) + 1))
    return [x for x in numeros if x not in pris][:n]


def place_libre(scene: Scene, devant: Personnage) -> tuple[int, int]:
    """The first free square on the line a few squares from somebody; on a map, the nearest at least so far."""
    prises = {(p.x, p.y) for p in scene.people.values()}
    ligne = [(devant.x + ENTRE, devant.y + i) for i in range(len(prises) + 1)]
    autour = sorted(square((devant.x, devant.y), AUTOUR), key=lambda case: loin_de(devant, case))
    libres = (case for case in (*ligne, *autour) if case not in prises and scene.praticable(case))
    return next(libres, ligne[-1])


def loin_de(p: Personnage, case: Cell) -> tuple[bool, int, Cell]:
    pas = steps("square", (p.x, p.y), case)
    return pas < ENTRE, pas, case


@rule("TN-10.118", "TN-10.120", "TN-10.124", "TN-10.125")
class FaireVenir(Appeler, frozen=True, tag="faire_venir"):
    """Make opponents on the spot from a profile, a role and a kind, and have them come into the scene."""

    profil: str = "sbire"
    role: str = "guerrier"
    sorte: str = "humain"
    pouvoirs: tuple[str, ...] = ()
    promotions: int = -1  # below 0: as many as the profile has by default
    avec_caste: bool = True

    rank: ClassVar[int] = 96
    choose: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "profil": NOMS_DE_PROFILS,
        "role": NOMS_DE_ROLES,
        "sorte": NOMS_DE_SORTES,
        "pouvoirs": NOMS_DE_POUVOIRS,
    }

    def commande(self) -> Commande:
        return Commande(
            self.profil,
            self.role,
            self.sorte,
            self.nom or f"{NOMS_DE_ROLES.get(self.role, self.role)}",
            self.pouvoirs,
            None if self.promotions < 0 else self.promotions,
            self.avec_caste,
        )

    def closed(self, scene: Scene) -> Closed | None:
        return self.de_trop(scene) or infaisable(self.commande())


@rule("TN-10.118", "TN-10.120")
class Convoquer(Appeler, frozen=True, tag="convoquer"):
    """Have opponents of the catalogue come into the scene."""

    adversaire: str = "loup"

    rank: ClassVar[int] = 96
    choose: ClassVar[bool] = True
    offers: ClassVar[dict[str, dict[str, str]]] = {"adversaire": {id: c.nom for id, c in ADVERSAIRES.items()}}

    def commande(self) -> Commande:
        c = ADVERSAIRES[self.adversaire]
        return replace(c, nom=self.nom or c.nom)

    def closed(self, scene: Scene) -> Closed | None:
        connus = self.offers["adversaire"]
        return self.de_trop(scene) or inconnu("Adversaire", self.adversaire, connus, "TN-10.120")


@rule("TN-10.118", "TN-10.120")
class Ceder(Action, frozen=True, tag="ceder"):
    """An opponent who has suffered enough flees or surrenders: he takes no part any more."""

    comment: Literal["fuir", "se_rendre"] = "fuir"

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 95

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor):
            return barred
        p = scene[self.actor]
        profil = PROFILS.get(p.fiche.profil)
        if profil is None:
            return Closed("TN-10.118", "{} n'a pas de profil d'adversité : à lui de décider", (Someone(p.id),))
        if profil.moral is None:
            return Closed("TN-10.120", "{} est inébranlable : il ne fuit ni ne se rend", (Someone(p.id),))
        if not ebranle(p):
            facts = (Someone(p.id), profil.moral, profil.penalite)
            return Closed("TN-10.118", "{} tient bon : il faut {} % de pertes, ou une lésion de niveau {}", facts)
        return None if p.side else Closed("TN-10.118", "{} n'est d'aucun camp", (Someone(p.id),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("cede", self.actor, rule="TN-10.118", facts=(("comment", self.comment),)))
        e = scene.encounter
        scene = scene.put(replace(scene[self.actor], side=""))
        if e is None:
            return scene
        if cesse(scene):
            return fermer(scene, oracle)
        return ChangerDeStatut(self.actor, "exclu").resolve(scene, oracle)


# ---------------------------------------------------------------- bonuses of a size

ATTAQUES = ("combat", "corps_a_corps", "arme_de_trait", "arme_de_jet", "arme_a_feu")
SUR: dict[str, tuple[str, Mesure, tuple[str, ...]]] = {
    "degats": ("Jets de dégâts", "jet", ("jet:degats",)),
    "deviation": ("Jets de déviation", "jet", ("jet:deviation",)),
    "soin": ("Jets de soin", "jet", ("jet:soin",)),
    "charges": ("Jets de charges", "jet", ("jet:charges",)),
    "artisanat": ("Jets d'artisanat", "jet", ("jet:artisanat",)),
    "attaque": ("Tests d'attaque", "test", tuple([f"bonus:groupe:{g}" for g in ATTAQUES])),
    "defense": ("Tests de défense", "test", ("bonus:groupe:defense", "bonus:groupe:representation")),
    "tactique": ("Tests de tactique", "test", ("bonus:groupe:tactique", "bonus:groupe:inspiration")),
    "initiative": ("Tests d'initiative", "test", ("bonus:initiative",)),
    "sauvegarde": ("Sauvegardes", "test", ("bonus:sauvegarde",)),
    "social": (
        "Tests d'éloquence et de communication",
        "test",
        ("bonus:groupe:eloquence", "bonus:groupe:communication"),
    ),
}
NOMS_DE_CONDITIONS = {id: r.nom for id, r in RESTRICTIONS.items()}


@rule("TN-10.115", "TN-10.116", "TN-10.117")
class AccorderBonus(Action, frozen=True, tag="accorder_bonus"):
    """Grant somebody a minor or major bonus, or a malus, on a kind of jet or test until the scene ends."""

    sur_quoi: str = "degats"
    ampleur: Ampleur = "mineur"
    restriction: str = "aucune"
    malus: bool = False

    master: ClassVar[bool] = True
    choose: ClassVar[bool] = True
    rank: ClassVar[int] = 95
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "sur_quoi": {id: nom for id, (nom, _, _) in SUR.items()},
        "restriction": NOMS_DE_CONDITIONS,
    }

    def closed(self, scene: Scene) -> Closed | None:
        barred = (
            absent(scene, self.actor)
            or inconnu("Jet ou test", self.sur_quoi, self.offers["sur_quoi"], "TN-10.115")
            or inconnu("Restriction", self.restriction, NOMS_DE_CONDITIONS, "TN-10.116")
        )
        if barred is not None:
            return barred
        nom, mesure, _ = SUR[self.sur_quoi]
        if not valeur_de_bonus(self.ampleur, mesure, self.restriction):
            return Closed("TN-10.115", "Un bonus mineur ne porte que sur un jet, pas sur : {}", (nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        nom, mesure, cles = SUR[self.sur_quoi]
        n = valeur_de_bonus(self.ampleur, mesure, self.restriction) * (-1 if self.malus else 1)
        label = f"{'Malus' if self.malus else 'Bonus'} {AMPLEURS[self.ampleur].nom.lower()}"
        p = scene[self.actor]
        effets = tuple([Modifier(cle, n, label, "TN-10.115", of=DU_MENEUR) for cle in cles])
        facts = ("sur_quoi", nom), ("bonus", n), ("restriction", NOMS_DE_CONDITIONS[self.restriction])
        oracle.tell(Event("bonus_accorde", p.id, rule="TN-10.115", terms=((label, n, "TN-10.115"),), facts=facts))
        return scene.put(replace(p, effets=p.effets + effets))


@rule("TN-10.115")
class RetirerBonus(Action, frozen=True, tag="retirer_bonus"):
    """Take back all that the game master has granted somebody so."""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 95

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor):
            return barred
        accordes = any(m.of == DU_MENEUR for m in scene[self.actor].effets)
        return None if accordes else Closed("TN-10.115", "{} n'a aucun bonus de ce genre", (Someone(self.actor),))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("bonus_retire", self.actor, rule="TN-10.115"))
        return sans_faveurs(scene, self.actor)


def sans_faveurs(scene: Scene, who: str) -> Scene:
    p = scene[who]
    return scene.put(replace(p, effets=tuple([m for m in p.effets if m.of != DU_MENEUR])))


@fin_de_scene.then("TN-10.115")
def finir_les_faveurs(scene: Scene, oracle: Oracle) -> Scene:
    """They end with the scene."""
    for p in scene.people.values():
        if any(m.of == DU_MENEUR for m in p.effets):
            scene = sans_faveurs(scene, p.id)
    return scene


# ---------------------------------------------------------------- distances


@rule("TN-10.126")
def echelle(scene: Scene, p: Personnage, q: Personnage) -> int:
    """The step of distance between two of a scene: contact, one movement, or no more than the same place."""
    if en_melee(p, q) or en_melee(q, p):
        return 0
    return 1 if ecart(p, q) - 1 <= max(total(deplacement(x, scene.options)) for x in (p, q)) else 2


@rule("TN-10.126")
class EstimerDistance(Action, frozen=True, tag="estimer_distance"):
    """How far somebody is, by the simple steps of the game master."""

    cible: Who

    rank: ClassVar[int] = 98

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor) or absent(scene, self.cible):
            return barred
        return Closed("TN-10.126", "On est toujours au contact de soi-même") if self.cible == self.actor else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        n = echelle(scene, scene[self.actor], scene[self.cible])
        facts = ("niveau", n), ("eloignement", DISTANCES[n].nom)
        oracle.tell(Event("distance", self.actor, self.cible, "TN-10.126", facts=facts))
        return scene


ACTIONS = (FaireVenir, Convoquer, Ceder, AccorderBonus, RetirerBonus, EstimerDistance)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield FaireVenir(p.id, camp=adverse(scene, p))
    yield Convoquer(p.id, camp=adverse(scene, p))
    yield AccorderBonus(p.id)
    if any(m.of == DU_MENEUR for m in p.effets):
        yield RetirerBonus(p.id)
    if p.side and ebranle(p):
        yield Ceder(p.id)
    yield from (EstimerDistance(p.id, q.id) for q in scene.people.values() if q.id != p.id)


def adverse(scene: Scene, p: Personnage) -> str:
    """The first side that is not his; else a new one."""
    return next((side for side in scene.sides() if side != p.side), "Adversaires")
