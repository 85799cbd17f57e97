"""Actions that are not aimed at one person, at once: of a zone, set off by a mechanism, or waiting for a condition.

One score and one jet for all; each target compares his passive defence and makes a save, and takes his share.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Any, ClassVar, Literal, NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ground import Cell, square
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.refs import Who, WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.actions import LIGNES, Ligne
from ...model.conditions import AFFECTIONS, Condition
from ...model.effects import Essai
from ...model.energies import ENERGIES, NOMS, Energie
from ...model.people import Personnage
from ...model.plan import CORPS, ESPRIT, PLANS, Plan
from ...model.scene import Guet, Scene
from ..c0_tests import Realise, evaluer, payer
from ..c0_tests.actions import absent, hors_bornes, refuse
from ..c0_tests.des import jouer
from ..c0_tests.resolution import mesure_de
from ..c4_caracteristiques.repos import fin_de_scene
from ..c4_caracteristiques.ressources import est_mort
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from ..c4_caracteristiques.seuils import defense
from .amorces import sans_amorce
from .armes import Arme, arme_de
from .attaque import (
    EVITE,
    Assaut,
    Coup,
    Verdict,
    cible_de,
    coup_porte,
    dresser,
    figures_d_attaque,
    perforation,
    porter,
    raconter_les_defenses,
    regler_les_defenses,
    retombe,
    s_ecarter,
    se_defendre,
    subir,
    tente,
    usage,
)
from .budget import confrontation, depenser, fermee, impuissant
from .conditions import affliger, difficulte_d_effet
from .dangers import endommager, vivant
from .defense import bref, entier
from .degats import encaisser
from .effets import Acte, produire
from .frappes import hors_d_atteinte
from .mains import bras_arme, detendre, jeter, lever_a_deux_mains, sans_action_libre
from .mouvement import en_chemin, libre_d_aller
from .offres import tour_d_interrompre
from .repertoire import a_propos, inconnue, noms, payable
from .tactiques import (
    Prise,
    attribut_de,
    defendu,
    faisable_sur_le_moment,
    figures_de_soutien,
    figures_de_tactique,
    impayable,
    jet_de_soutien,
    jet_de_tactique,
    manque,
    outil,
    sourd,
)
from .tactiques import payer as payer_l_action
from .tour import fin_de_confrontation, impliquer, ouverture

GUET = "guet"  # what waits for its condition, as an interruption that was prepared
PIEGE = 10  # TN-U36: the score of a trap, with twice its quality and its catégorie; also what its save must exceed
PARTS = {(True, False): 2, (True, True): 1, (False, False): 1, (False, True): 0}  # halves of the jet (TN-8.117)
QUANDS: tuple[Literal["entre", "bouge", "part"], ...] = ("entre", "bouge", "part")
QUAND = {"entre": "entre à portée", "bouge": "se déplace", "part": "quitte la portée"}
GUETS = {"attaquer": "Attaquer", "tirade": "Tirade"} | {
    id: x.nom for id, x in LIGNES.items() if faisable_sur_le_moment(x)
}


# ---------------------------------------------------------------- the share of each


@rule("TN-8.117")
def part(jet: int, touchee: bool, sauvee: bool) -> int:
    """What a target takes of the jet: all, half, or nothing; halves are rounded up."""
    return -(-max(0, jet) * PARTS[touchee, sauvee] // 2)


@rule("TN-8.117", "TN-8.357", "TN-8.386")
def sauvegarde_de_zone(scene: Scene, oracle: Oracle, who: str, plan: Plan, difficulte: int) -> tuple[Scene, bool]:
    """Réflexes, or sang-froid, against the expertise of whoever did it: it succeeds or fails, no more."""
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], plan.reflexe), difficulte)
    return scene, r.reussi


@rule("TN-8.216", "TN-8.356", "TN-8.385")
def expertise(p: Personnage, plan: Plan) -> int:
    arme = p.equipement.arme(0) if plan is not ESPRIT else None
    return total(difficulte_d_effet(p, plan.nom, arme.qualite if arme is not None else 0))


@rule("TN-8.116", "TN-8.202")
def rayon(p: Personnage, ligne: Ligne) -> int:
    """A metre for each catégorie of the action, one at least."""
    return max(1, instrument(p, ligne).categorie)


def instrument(p: Personnage, ligne: Ligne, options: tuple[str, ...] = ()) -> Arme:
    """What a zone action is done with: an attack with what one holds or argues with is tested as such."""
    if ligne.competence:
        arme = outil(p, ligne, attribut_de(p, ligne), options)
        return replace(arme, defense=ENERGIES[ligne.energie]) if ligne.energie is not None else arme
    return arme_de(p, ligne.plan, 0, "", options=options)


def dans_la_zone(scene: Scene, de: str, ligne: Ligne, x: int, y: int) -> list[str]:
    """Everybody within it, friend or foe; whoever strikes around himself is not among them, the willing are allies."""
    p = scene[de]
    r = rayon(p, ligne)
    la = [q for q in scene.people.values() if max(abs(q.x - x), abs(q.y - y)) <= r and not est_mort(scene, q)]
    if ligne.plan is ESPRIT:
        la = [q for q in la if not sourd(scene, q.id)]
    if ligne.contre == "evaluation":
        return [q.id for q in la if q.side == p.side and q.id != de]
    return [q.id for q in la if q.id != de or ligne.metres]


# ---------------------------------------------------------------- figures, verdict


def assauts(scene: Scene, de: str, ligne: Ligne, cibles: list[str], net: Terms = ()) -> list[Assaut]:
    """The same action against each of those it reaches."""
    arme = instrument(scene[de], ligne, scene.options)
    propre: Terms = ((ligne.nom, ligne.avantages, ligne.regle),) if ligne.avantages else ()
    bras = bras_arme(scene, de, ligne.genre, 0) if arme.objet is not None else ()
    found = []
    for sur in cibles:
        c = Coup(
            de,
            sur,
            ligne.plan_nom,
            plus=bras,
            conditions=bool(ligne.conditions),
            energie=ligne.energie,
            ligne=ligne.id,
            etendue=True,
        )
        a = dresser(scene, c, arme, net + propre)
        found.append(replace(a, tactique=ligne.mesure != "degats"))
    return found


class Coups(NamedTuple):
    """One throw of the dice against all: its score, and whether it is critical against every one of them."""

    score: int  # without what hides anybody
    fait: Realise
    critique: bool

    def sur(self, a: Assaut) -> int:
        """The score against one of them, less what hides him (TN-8.368)."""
        return self.score - a.couvert


@rule("TN-0.26", "TN-8.117", "TN-8.118")
def lancer(oracle: Oracle, those: list[Assaut]) -> Coups:
    """One score; critical only if it is so far above every difficulty it met."""
    a = those[0]
    score, fait = jouer(oracle.of(a.c.de), a.profil, entier if a.tout or not oracle.deaf else bref)
    decouvert = score + a.couvert
    return Coups(decouvert, fait, all(decouvert - x.couvert - x.d >= x.marge for x in those))


@chance
def touchees(oracle: Oracle, those: tuple[Assaut, ...]) -> int:
    """How many it touches: for whoever wants its odds."""
    score, _ = jouer(oracle.of(those[0].c.de), those[0].profil, bref)
    return sum([score + those[0].couvert - a.couvert > a.d for a in those])


# ---------------------------------------------------------------- consequences


@rule("TN-8.116", "TN-8.117", "TN-8.118", "TN-8.202")
def deferler(scene: Scene, oracle: Oracle, those: list[Assaut], ligne: Ligne) -> Scene:
    """One score and one jet, and the share of each; it is a success if it touches anybody. No object is ever hit."""
    a = those[0]
    coups = lancer(oracle, those)
    v = Verdict(True, coups.fait, critique=coups.critique)
    scene = sans_amorce(payer(scene, oracle, a.f, coups.fait), a.c.de)
    scene = depenser(scene, a.c.de, "", usage=usage(a.arme, a.c))
    if a.arme.objet is not None:
        scene = lever_a_deux_mains(scene, a.c.de, 0) if ligne.genre == "attaque" else scene
        scene = detendre(scene, a.c.de, ligne.genre, 0)
    if coups.fait.gardes:
        m = mesure_de(a.f, coups.fait)
        n = sum([coups.sur(x) > x.d for x in those])
        facts = ("action", ligne.nom), ("score", m.score), ("touchees", n), ("reussi", n > 0)
        oracle.tell(Event("zone", a.c.de, "", "TN-8.118", m.terms, facts))
    jet = jet_de_zone(scene, oracle, a, v, ligne)
    for x in those:
        scene = atteindre(scene, oracle, x, coups, jet, ligne)
    return apres_coup(scene, oracle, those, coups, v)


@rule("TN-8.374", "TN-8.395", "TN-9.67")
def apres_coup(scene: Scene, oracle: Oracle, those: list[Assaut], coups: Coups, v: Verdict) -> Scene:
    """It was tried: once for what it was done with, and words once for each who heard them."""
    a = those[0]
    if a.arme.lancee:
        scene = retombe(jeter(scene, oracle, a.c.de, a.c.main, a.c.sur), oracle, a.c)
    for x in those if PLANS[a.c.plan].tolerance else (a,):
        scene = tente(scene, oracle, x.c, replace(v, touche=coups.score > x.d))
    return scene


@rule("TN-8.117", "TN-8.118")
def atteindre(scene: Scene, oracle: Oracle, a: Assaut, coups: Coups, jet: Terms, ligne: Ligne) -> Scene:
    """One of those it reaches: his save, his share, his defence if he is touched, and what is left of it."""
    c, plan = a.c, PLANS[a.c.plan]
    if est_mort(scene, scene[c.sur]):
        return scene
    scene = impliquer(scene, oracle, c.sur)
    scene, sauvee = sauvegarde_de_zone(scene, oracle, c.sur, plan, expertise(scene[c.de], plan))
    if coups.sur(a) <= a.d:
        share = partager(oracle, c, jet, False, sauvee)
        return effleurer(scene, oracle, c, share, ligne) if total(share) > 0 else scene
    share = partager(oracle, c, jet, True, sauvee)
    if total(share) <= 0:
        return scene
    scene, v = se_garder(scene, oracle, replace(a, scene=scene), coups)
    scene = s_ecarter(scene, oracle, c, v)
    if not v.touche:
        rate = any(not x.reussie for x in v.parades if x.effet in EVITE)
        share = partager(oracle, c, jet, False, sauvee) if rate else ()
        return effleurer(scene, oracle, c, share, ligne) if total(share) > 0 else scene
    if v.critique and not coups.critique:
        share = partager(oracle, c, jet_de_zone(scene, oracle, a, v, ligne), True, sauvee)
    if ligne.mesure == "degats":
        return porter(scene, oracle, a, v, share, share)
    n = total(share)
    return subir_l_effet(
        scene, oracle, c, c.de if v.retournee else v.sur or c.sur, ligne, max(0, n + total(defendu(n, v)))
    )


def jet_de_zone(scene: Scene, oracle: Oracle, a: Assaut, v: Verdict, ligne: Ligne) -> Terms:
    """The one jet of a zone action: what it hurts, or what it measures."""
    if ligne.mesure == "degats":
        return coup_porte(scene, oracle, a, v)
    return jet_de_tactique(scene, oracle, a, replace(v, parades=()), ligne.mesure)


@rule("TN-8.117")
def partager(oracle: Oracle, c: Coup, jet: Terms, touchee: bool, sauvee: bool) -> Terms:
    """The share of one target, as it is told."""
    n = part(total(jet), touchee, sauvee)
    share: Terms = (*jet, ("Part du jet", n - total(jet), "TN-8.117")) if n != total(jet) else jet
    oracle.tell(
        Event("part_de_zone", c.sur, c.de, "TN-8.117", share, (("part", n), ("touche", touchee), ("reussi", n > 0)))
    )
    return share


@rule("TN-8.117", "TN-8.155", "TN-8.156", "TN-8.158")
def se_garder(scene: Scene, oracle: Oracle, a: Assaut, coups: Coups) -> tuple[Scene, Verdict]:
    """What somebody who is touched does about it: as against any action, on his share of it."""
    gardes, perdue, sur = se_defendre(oracle, a, coups.sur(a), True)
    parades = tuple([x for _, x in gardes])
    plus = sum([x.dr for x in parades if x.effet in EVITE and not x.reussie])  # compared again
    feintes = [x.reussie for x in parades if x.effet == "feinter"]
    v = Verdict(
        coups.sur(a) > a.d + plus and not any(x.reussie for x in parades if x.effet in EVITE),
        coups.fait,
        sur,
        critique=coups.critique or False in feintes,
        retournee=True in feintes,
        parades=parades,
        gardes=tuple([g for g, _ in gardes]),
        perdue=perdue,
    )
    if not oracle.deaf:
        raconter_les_defenses(oracle, a.c, v)
    return regler_les_defenses(scene, oracle, v), v


def subir_l_effet(scene: Scene, oracle: Oracle, c: Coup, sur: str, ligne: Ligne, n: int) -> Scene:
    return produire(scene, oracle, Acte(c.de, sur, ligne, n)) if n else scene


@rule("TN-8.117", "TN-8.118")
def effleurer(scene: Scene, oracle: Oracle, c: Coup, share: Terms, ligne: Ligne) -> Scene:
    """Who was not touched, but failed his save: his share, and nothing that waits for a hit; no lésion, no defence."""
    if ligne.mesure != "degats":
        return subir_l_effet(scene, oracle, c, c.sur, ligne, total(share))
    plan, q = PLANS[c.plan], scene[c.sur]
    d = encaisser(oracle, cible_de(scene, c, False), share, total(perforation(scene, c)))
    facts = ("points", d.permanents), ("endurance", d.endurance), ("nature", plan.lesion), ("zone", "")
    oracle.tell(Event("blesse", c.de, q.id, "TN-8.117", d.terms, (*facts, ("critique", False))))
    return subir(scene, oracle, c, d)


@rule("TN-8.116", "TN-8.214")
def repandre(scene: Scene, oracle: Oracle, de: str, ligne: Ligne, cibles: list[str], net: Terms) -> Scene:
    """What is done for all allies of a zone: one évaluation, one jet, the same for each."""
    f = figures_de_soutien(scene, de, ligne, net=net)
    scene, r = evaluer(scene, oracle, f, ligne.difficulte)
    if not r.reussi:
        return scene
    n = jet_de_soutien(scene, oracle, Acte(de, de, ligne), f)
    for sur in cibles:
        scene = produire(scene, oracle, Acte(de, sur, ligne, n))
    return scene


# ---------------------------------------------------------------- of a zone

LIGNES_DE_ZONE = {id: x for id, x in LIGNES.items() if x.cible == "zone" and not x.par}


@rule("TN-8.116", "TN-8.117", "TN-8.118", "TN-8.122", "TN-8.202")
class AgirEnZone(Action, frozen=True, tag="agir_en_zone"):
    """An action on everybody around a point: a metre for each catégorie; each by his own defence and his own save."""

    quoi: str
    x: int = 0
    y: int = 0

    rank: ClassVar[int] = 25
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": noms(LIGNES_DE_ZONE)}
    looks: ClassVar[dict[str, Any]] = {"touche": None, "touchees": None}

    @property
    def ligne(self) -> Ligne:
        return LIGNES_DE_ZONE[self.quoi]

    def centre(self, p: Personnage) -> tuple[int, int]:
        return (self.x, self.y) if self.ligne.metres else (p.x, p.y)

    def cibles(self, scene: Scene) -> list[str]:
        return dans_la_zone(scene, self.actor, self.ligne, *self.centre(scene[self.actor]))

    def closed(self, scene: Scene) -> Closed | None:
        if barred := inconnue(self.quoi, LIGNES_DE_ZONE) or absent(scene, self.actor):
            return barred
        p, ligne = scene[self.actor], self.ligne
        if barred := impayable(scene, self.actor, ligne, "") or manque(scene, p, p, ligne):
            return barred
        if ligne.outil == "arme" and (barred := sans_action_libre(scene, self.actor, 0, "acts")):
            return barred
        x, y = self.centre(p)
        if ligne.metres and max(abs(x - p.x), abs(y - p.y)) > ligne.metres:
            return Closed("TN-8.116", "Le point visé est à {} m au plus", (ligne.metres,))
        if not self.cibles(scene):
            return Closed("TN-8.116", "Personne dans la zone")
        arme = instrument(p, ligne, scene.options)
        of = arme.attribut, arme.competence, arme.groupe
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def views(self) -> tuple[str, ...]:
        return ("touche", "touchees") if self.ligne.contre == "defense" else ()

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Whether it touches anybody, or how many."""
        if callable(look):
            return super().seen(scene, look)
        those = tuple(assauts(scene, self.actor, self.ligne, self.cibles(scene)))
        if look == "touchees":
            return lambda oracle: touchees(oracle, those)
        return lambda oracle: touchees(oracle, those) > 0

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        ligne = self.ligne
        scene, net = payer_l_action(scene, oracle, self.actor, ligne, "")
        cibles = self.cibles(scene)
        if net is None or not cibles:
            return scene
        if ligne.contre == "evaluation":
            return repandre(scene, oracle, self.actor, ligne, cibles, net)
        return deferler(scene, oracle, assauts(scene, self.actor, ligne, cibles, net), ligne)


@rule("TN-8.116", "TN-8.202")
def aire_touchee(scene: Scene, action: Action) -> frozenset[Cell]:
    """The squares a zone action covers, as it is aimed."""
    if not isinstance(action, AgirEnZone):
        return frozenset()
    p = scene[action.actor]
    milieu = action.centre(p)
    return frozenset({milieu, *square(milieu, rayon(p, action.ligne))})


# ---------------------------------------------------------------- waiting for a condition


@rule("TN-8.79", "TN-8.116")
class Conditionner(Action, frozen=True, tag="conditionner"):
    """State a condition, even before a confrontation: the action goes off when it comes about.

    A movement (`quand`) brings it about by itself: the first who makes it, or the one who is named.
    """

    quoi: str = "attaquer"
    si: str = ""
    quand: Literal["", "entre", "bouge", "part"] = ""
    de: WhoOrNobody = ""

    rank: ClassVar[int] = 41
    offers: ClassVar[dict[str, dict[str, str]]] = {"quoi": GUETS, "quand": QUAND}

    def key(self) -> str:
        if not self.quand:
            return super().key()
        return f"{super().key()}.quand.de" if self.de else f"{super().key()}.quand"

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor):
            return barred
        if self.quoi not in GUETS:
            return Closed("TN-8.116", "Rien de tel à faire attendre : {}", (Typed(self.quoi),))
        if not self.si.strip() and not self.quand:
            return Closed("TN-8.116", "Il faut énoncer la condition")
        if self.de and (barred := absent(scene, self.de)):
            return barred
        if self.de == self.actor or (self.de and not self.quand):
            return Closed("TN-8.116", "On attend un mouvement de quelqu'un d'autre")
        if scene.encounter is not None:
            return fermee(scene, self.actor, genre_du_guet(self.quoi))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", genre_du_guet(self.quoi))
        si = self.si.strip() or QUAND[self.quand]
        facts = ("action", GUETS[self.quoi]), ("si", si)
        oracle.tell(Event("guette", self.actor, self.de, "TN-8.116", (), facts, self.actor))
        scene = replace(scene, guets={**scene.guets, self.actor: Guet(self.quoi, si, self.quand, self.de)})
        if scene.encounter is None:
            return scene
        return replace(scene, encounter=scene.encounter.attend(self.actor, preparee=GUET))


def genre_du_guet(quoi: str) -> str:
    return "attaque" if quoi in ("attaquer", "tirade") else "tactique"


def plan_du_guet(quoi: str) -> Plan:
    return ESPRIT if quoi == "tirade" else CORPS if quoi == "attaquer" else LIGNES[quoi].plan


@rule("TN-8.80", "TN-8.116")
def en_attente(scene: Scene, who: str) -> Guet | None:
    """What somebody still waits to do: in a confrontation any other action has ended it."""
    e = scene.encounter
    return scene.guets.get(who) if e is None or e.attente(who).preparee == GUET else None


@rule("TN-8.116", "TN-8.117", "TN-8.118")
class Declencher(Action, frozen=True, tag="declencher"):
    """The condition came about: what waited for it happens to whoever brought it about, by a defence and a save."""

    cible: Who

    rank: ClassVar[int] = 2
    looks: ClassVar[dict[str, Any]] = {"touche": None}

    def closed(self, scene: Scene) -> Closed | None:
        if barred := absent(scene, self.actor) or absent(scene, self.cible):
            return barred
        guet = en_attente(scene, self.actor)
        if guet is None:
            return Closed("TN-8.116", "{} n'attend aucune condition", (Someone(self.actor),))
        if scene.encounter is not None and self.actor not in scene.encounter.budgets:
            return Closed("TN-8.19", "{} ne peut pas agir dans ce round", (Someone(self.actor),))
        p = scene[self.actor]
        return (
            impuissant(p, genre_du_guet(guet.quoi))
            or hors_d_atteinte(scene, self.actor, self.cible, plan_du_guet(guet.quoi))
            or (manque(scene, p, scene[self.cible], LIGNES[guet.quoi]) if guet.quoi in LIGNES else None)
        )

    def assaut(self, scene: Scene) -> Assaut:
        guet = scene.guets[self.actor]
        if guet.quoi in LIGNES:
            return figures_de_tactique(scene, Prise(self.actor, self.cible, guet.quoi))
        return figures_d_attaque(scene, Coup(self.actor, self.cible, plan_du_guet(guet.quoi).nom))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        if callable(look):
            return super().seen(scene, look)
        those = (self.assaut(scene),)
        return lambda oracle: touchees(oracle, those) > 0

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        guet, a = scene.guets[self.actor], self.assaut(scene)
        oracle.tell(Event("declenche", self.actor, self.cible, "TN-8.116", (), (("si", guet.si),)))
        scene = sans_guet(scene, self.actor)
        ligne = LIGNES[guet.quoi] if guet.quoi in LIGNES else ATTENDUE[guet.quoi]
        return deferler(scene, oracle, [replace(a, scene=scene)], ligne)


# ---------------------------------------------------------------- brought about by a movement


@rule("TN-8.116")
def case_du_guet(scene: Scene, a: Declencher, guet: Guet, chemin: tuple[Cell, ...]) -> Cell | None:
    """The square of a way on which a movement brings about what somebody waits for; None: it does not."""

    def atteint(case: Cell) -> bool:
        return a.closed(scene.put(replace(scene[a.cible], x=case[0], y=case[1]))) is None

    la = [atteint(case) for case in chemin]
    if guet.quand == "bouge":
        return next((case for case, ok in zip(chemin, la, strict=True) if ok), None)
    for n in range(1, len(chemin)):
        if guet.quand == "entre" and la[n] and not la[n - 1]:
            return chemin[n]
        if guet.quand == "part" and la[n - 1] and not la[n]:
            return chemin[n - 1]
    return None


@en_chemin.then("TN-8.116")
def au_passage(scene: Scene, oracle: Oracle, who: str, chemin: tuple[Cell, ...]) -> Scene:
    """Whoever waits for such a movement does what he waited to do, by the count; who falls or is held stops there."""
    guets = [(w, g) for w, g in scene.guets.items() if g.quand and w != who and g.de in ("", who)]
    for w, guet in sorted(guets, key=lambda pair: tour_d_interrompre(scene, pair[0])):
        a, p = Declencher(w, who), scene[who]
        if en_attente(scene, w) != guet or (not guet.de and scene[w].side == p.side):
            continue
        case = case_du_guet(scene, a, guet, chemin)
        if case is None:
            continue
        la = replace(p, x=case[0], y=case[1])
        scene = a.resolve(scene.put(la), oracle)
        if not libre_d_aller(la, scene[who]):
            return scene
        scene = scene.put(replace(scene[who], x=p.x, y=p.y))
    return scene


ATTENDUE = {"attaquer": LIGNES["attaque"], "tirade": LIGNES["tirade_de_joute"]}


def sans_guet(scene: Scene, who: str) -> Scene:
    scene = replace(scene, guets={w: g for w, g in scene.guets.items() if w != who})
    if scene.encounter is None or scene.encounter.attente(who).preparee != GUET:
        return scene
    return replace(scene, encounter=scene.encounter.attend(who, preparee=""))


@ouverture.then("TN-8.116")
def deja_aux_aguets(scene: Scene, oracle: Oracle) -> Scene:
    """What waited before the confrontation waits in it, as what was prepared does."""
    for who in scene.guets:
        scene = replace(scene, encounter=confrontation(scene).attend(who, preparee=GUET))
    return scene


@fin_de_confrontation.then("TN-8.116")
def plus_aux_aguets(scene: Scene, oracle: Oracle) -> Scene:
    return replace(scene, guets={}) if scene.guets else scene


@fin_de_scene.then("TN-8.116")
def plus_rien_a_guetter(scene: Scene, oracle: Oracle) -> Scene:
    return replace(scene, guets={}) if scene.guets else scene


# ---------------------------------------------------------------- set off by a mechanism


@rule("TN-8.116", "TN-8.117", "TN-8.118", "TN-8.202")
class DeclencherPiege(Action, frozen=True, tag="declencher_piege"):
    """A trap goes off under somebody: its own score against every defence around, its own save, one jet for all."""

    categorie: int = 2
    qualite: int = 0
    attribut: str = "AGI"  # the defence it meets
    condition: str = ""  # what it brings; nothing: damage
    energie: Energie | None = None

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 89
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "attribut": {a: a for a in ("FOR", "CON", "DEX", "AGI", "PER")},
        "condition": {id: x.nom for id, x in AFFECTIONS.items() if not x.positive and x.famille != "choc"},
        "energie": NOMS,
    }

    def closed(self, scene: Scene) -> Closed | None:
        if barred := vivant(scene, self.actor):
            return barred
        if self.attribut not in self.offers["attribut"]:
            return Closed("TN-8.117", "Pas de défense « {} »", (Typed(self.attribut),))
        if self.condition and self.condition not in self.offers["condition"]:
            return Closed("TN-8.241", "Pas de condition « {} »", (Typed(self.condition),))
        return hors_bornes("TN-8.116", "Catégorie", self.categorie, 0, 8) or hors_bornes(
            "TN-8.116", "Qualité", self.qualite, -5, 6
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        victime = scene[self.actor]
        score: Terms = (("Piège", PIEGE, "TN-8.116"), ("Qualité x 2", 2 * self.qualite, "TN-8.116"))
        score += (("Catégorie", self.categorie, "TN-8.116"),)
        oracle.tell(Event("piege", victime.id, "", "TN-8.116", score, (("score", total(score)),)))
        n = 2 + self.categorie
        jet: Terms = ((f"{n}D8", oracle.total(n, 8, "jet"), "TN-8.219"),)
        r = max(1, self.categorie)
        la = [q.id for q in scene.people.values() if max(abs(q.x - victime.x), abs(q.y - victime.y)) <= r]
        for who in la:
            scene = self.prendre(scene, oracle, who, total(score), jet)
        return scene

    def prendre(self, scene: Scene, oracle: Oracle, who: str, score: int, jet: Terms) -> Scene:
        """What it does to one of those around: by his defence and his réflexes."""
        if est_mort(scene, scene[who]):
            return scene
        attribut = ENERGIES[self.energie] if self.energie is not None else self.attribut
        q = scene[who]
        touche = score > total(defense(q, attribut, scene) + tally(q.bears, "situation", Essai(q, scene)))
        difficulte = PIEGE + 2 * self.qualite
        scene, sauvee = sauvegarde_de_zone(scene, oracle, who, CORPS, difficulte)
        n = part(total(jet), touche, sauvee)
        terms: Terms = (*jet, ("Part du jet", n - total(jet), "TN-8.117")) if n != total(jet) else jet
        facts = ("part", n), ("touche", touche), ("reussi", n > 0)
        oracle.tell(Event("part_de_zone", who, "", "TN-8.117", terms, facts))
        if not n:
            return scene
        if self.condition:
            return affliger(scene, oracle, who, Condition(self.condition, n, "ephemere", difficulte))
        return endommager(scene, oracle, who, terms, "TN-8.117", touche=touche)


ACTIONS = (AgirEnZone, Conditionner, Declencher, DeclencherPiege)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """A zone action where it reaches somebody; what waits, against whoever could bring it about."""
    yield DeclencherPiege(p.id)
    if en_attente(scene, p.id) is not None:
        yield from (Declencher(p.id, q.id) for q in scene.people.values() if q.side != p.side and q.up)
    elif scene.encounter is None and p.side:
        yield Conditionner(p.id)
        yield from (Conditionner(p.id, quand=quand) for quand in QUANDS)
    e = scene.encounter
    if e is None or e.passe != p.id:
        return
    b = e.budgets.get(p.id)
    if b is None:
        return
    if en_attente(scene, p.id) is None:
        yield Conditionner(p.id, "tirade" if e.forme == "joute" else "attaquer")
        if e.forme != "joute":
            yield from (Conditionner(p.id, quand=quand) for quand in QUANDS)
    for id, ligne in LIGNES_DE_ZONE.items():
        if payable(b, p, ligne) and a_propos(e, p, ligne) and not manque(scene, p, p, ligne):
            yield from autour(scene, p, id, ligne)


def autour(scene: Scene, p: Personnage, id: str, ligne: Ligne) -> Iterator[AgirEnZone]:
    """Around oneself, or where the most adversaries stand together."""
    if not ligne.metres:
        action = AgirEnZone(p.id, id, p.x, p.y)
        if action.cibles(scene):
            yield action
        return
    adverses = [q for q in scene.people.values() if q.side != p.side and q.up]
    ici = [q for q in adverses if max(abs(q.x - p.x), abs(q.y - p.y)) <= ligne.metres]
    if not ici:
        return
    r = rayon(p, ligne)

    def pris(q: Personnage) -> int:
        proches = [o for o in scene.people.values() if max(abs(o.x - q.x), abs(o.y - q.y)) <= r and o.up]
        return sum([1 if o.side != p.side else -1 for o in proches])

    cible = max(ici, key=pris)
    yield AgirEnZone(p.id, id, cible.x, cible.y)
