"""Chapter 4, at a distance: ranges, what hampers a shot, meeting it, and bursts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Amount, Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.combat import DEFENSES, Annonce, Effet
from ...model.effects import EFFECTS, Cas
from ...model.people import Objet, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.tables import marge, portee
from ..c3_tests.avantages import (
    avantages,
    caracteristique,
    ce_qu_il_apporte,
    ce_qui_pese,
    parametres,
    traits_contraires,
    traits_pretes,
)
from ..c3_tests.des import explosions
from ..c3_tests.oppositions import annonce, confrontation
from ..c3_tests.refus import refus
from ..c3_tests.tests import (
    Prepare,
    a_investir,
    depenser,
    entamer,
    payer_avant,
    preparer,
    public,
    reserves,
    reussi,
    tenter,
)
from . import melee
from .combat import a_agi
from .degats import frapper
from .gardes import empeche, pas_son_tour, refus_de_parts, refus_de_visee
from .gestes import Geste
from .places import distance, engage, incapable

DUEL = ((1,), (0,))
GENES = {"vent": "Vent", "pluie": "Pluie", "nuit": "Nuit", "cible_mobile": "Cible en mouvement"}


@rule("FLU-4.29", "FLU-4.30", "FLU-4.31", "FLU-4.32")
class Tirer(Geste, frozen=True, tag="tirer"):
    """A shot at somebody, or several shots in quick succession at several."""

    cible: Who = ""
    arme: str = ""  # the one in hand if none is named
    metres: int | None = None  # the squares between the two if it is not said
    vent: int = 0  # FLU-4.30: Désavantages
    pluie: int = 0
    nuit: int = 0
    cible_mobile: int = 0
    surpris: tuple[Who, ...] = ()  # FLU-4.31: those who do not see it coming
    cibles: tuple[Who, ...] = ()  # FLU-4.32: a burst, and what goes into each shot
    parts: tuple[int, ...] = ()
    viser: str = ""  # FLU-4.17
    decalage: int = 0  # FLU-4.46
    position: int = 0  # FLU-4.8: how many favourable positions
    effet: Effet = ""  # FLU-4.38: what the damage may be turned into

    combat = True
    aussi = "action", "tir"
    looks = {
        "touche": lambda b, a, ev: any(e.what == "touche" for e in ev),
        "degats": lambda b, a, ev: sum(e["points"] for e in ev if e.what == "touche"),
        "issue": lambda b, a, ev: next((e["issue"] for e in ev if e.what == "survie"), "debout"),
    }

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *self.vises())
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            empeche(p)
            or pas_son_tour(scene, self.actor)
            or au_corps_a_corps(scene, p)
            or sans_arme_de_tir(p, self)
            or refus_de_cibles(scene, p, self)
            or refus_de_reglage(scene, p, self)
            or refus(scene, completer_le_tir(p, self))
        )

    @rule("FLU-4.30")
    def propres(self) -> Terms:
        """Wind, rain, night and a target on the move, each as much as the MJ says."""
        return tuple((nom, -getattr(self, gene), "FLU-4.30") for gene, nom in GENES.items() if getattr(self, gene))

    def vises(self) -> tuple[str, ...]:
        """Those who are shot at."""
        return self.cibles or ((self.cible,) if self.cible else ())

    def faire(self, scene: Scene, oracle: Oracle) -> Scene:
        return tirer(scene, oracle, completer_le_tir(scene[self.actor], self))


def arme_de_tir(p: Personnage, t: Tirer) -> Objet | None:
    """The weapon in hand that shoots, the one named if there is a choice."""
    return next((a for a in p.tenues() if a.genre == "tir" and t.arme in ("", a.id)), None)


def completer_le_tir(p: Personnage, t: Tirer) -> Tirer:
    """What a shot leaves unsaid: the weapon in hand, its usual caractéristique and Trait."""
    objet = arme_de_tir(p, t)
    if objet is None:
        return t
    traits = t.traits
    if not traits and not t.eloignes and objet.trait not in t.contre:
        traits = trait_usuel(p, objet.trait)
    return replace(t, arme=objet.id, caracs=t.caracs or (objet.carac,), traits=traits)


def trait_usuel(p: Personnage, nom: str) -> tuple[str, ...]:
    """The Trait of that name, if he has it and has not lent it."""
    trait = p.trait(nom)
    return (nom,) if trait is not None and not trait.negatif and nom not in p.cedes else ()


def comme_annonce(t: Tirer, cible: str = "") -> Annonce:
    """The same as an announcement of a fight hand to hand, for what the two have in common."""
    return Annonce(
        t.actor,
        t.caracs,
        t.traits,
        t.eloignes,
        t.contre,
        res=t.res,
        cible=cible,
        manoeuvre="simultanee" if t.cibles else "attaque",
        arme=t.arme,
        cibles=t.cibles,
        parts=t.parts,
        viser=t.viser,
        decalage=t.decalage,
        position=t.position,
        effet=t.effet,
    )


# ---------------------------------------------------------------- guards


def au_corps_a_corps(scene: Scene, p: Personnage) -> Closed | None:
    """Nobody shoots while somebody is upon him."""
    if scene.encounter is not None and (engage(scene.encounter, p.id) or scene.encounter.phase != "approche"):
        return Closed("FLU-4.28", "Au contact il faut rompre le combat pour tirer")
    return None


@rule("FLU-4.35")
def sans_arme_de_tir(p: Personnage, t: Tirer) -> Closed | None:
    """One shoots with a bow in hand, not with one on one's back."""
    if arme_de_tir(p, t) is not None:
        return None
    objet = p.objet(t.arme)
    if objet is not None and objet.genre == "tir":
        return Closed("FLU-4.35", "{} n'est pas en main : il faut dégainer", (objet.nom,))
    if t.arme:
        return knowing(
            Closed("FLU-4.29", "« {} » n'est pas une arme de tir de {}", (t.arme, Someone(p.id))),
            t.arme,
            [o.id for o in p.armes if o.genre == "tir"],
        )
    return Closed("FLU-4.29", "{} n'a pas d'arme de tir en main", (Someone(p.id),))


@rule("FLU-4.29")
def refus_de_cibles(scene: Scene, p: Personnage, t: Tirer) -> Closed | None:
    """Somebody else, alive, of another camp, and in sight."""
    if not t.vises() or (t.cible and t.cibles):
        return Closed("FLU-4.29", "Il faut une cible, ou des cibles et leurs parts")
    for c in t.vises():
        cible = scene[c]
        if c == p.id or (p.side and cible.side == p.side):
            return Closed("FLU-4.29", "{} est dans votre camp", (Someone(cible.id),))
        if cible.etat in ("mort", "hors_jeu"):
            return hors_d_etat(cible)
        if portee(eloignement(scene, t, c)) is None:
            return Closed("FLU-4.29", "Hors de vue : {} m, 500 m au plus", (eloignement(scene, t, c),))
    if any(c not in t.vises() for c in t.surpris):
        return Closed("FLU-4.31", "Seule une cible peut être surprise par le tir")
    return None


def refus_de_reglage(scene: Scene, p: Personnage, t: Tirer) -> Closed | None:
    """Figures in their bounds, aiming as the table plays it, a burst that shares out all there is."""
    if t.metres is not None and t.metres < 0:
        return Closed("FLU-4.29", "Une distance n'est pas négative")
    if not all(0 <= getattr(t, gene) <= 10 for gene in GENES):
        return Closed("FLU-4.30", "Vent, pluie, nuit et mouvement donnent chacun de 0 à 10 Désavantages")
    annonce = comme_annonce(completer_le_tir(p, t))
    parts = refus_de_parts(p, annonce)
    return refus_de_visee(scene, annonce) or (replace(parts, rule="FLU-4.32") if parts is not None else None)


# ---------------------------------------------------------------- what hampers a shot


def eloignement(scene: Scene, t: Tirer, cible: str) -> int:
    """Metres from the shooter to this target."""
    return distance(scene[t.actor], scene[cible]) if t.metres is None else t.metres


@EFFECTS.on("tir")
@rule("FLU-4.29")
def trop_loin(c: Cas) -> Term | None:
    """The further, the harder: 1 Désavantage for each band beyond point-blank."""
    if not isinstance(c.e, Tirer) or c.coup is None:
        return None
    bande = portee(eloignement(c.scene, c.e, c.coup.cible))
    return (f"Portée : {bande.nom}", -bande.tir, "FLU-4.29") if bande is not None and bande.tir else None


@rule("FLU-4.32")
def preparer_le_tir(scene: Scene, t: Tirer, cible: str) -> Prepare:
    """The roll against one target: all one has, or in a burst the part meant for it, Traits counting as points."""
    p = scene[t.actor]
    plus = ce_qui_pese(Cas(p, scene, t, scene.encounter, comme_annonce(t, cible)), t.cles)
    prets = traits_pretes(p, t)
    res, reste = a_investir(p, t, prets), reserves(p, t)
    if not t.cibles:
        return preparer(t, caracteristique(p, t.caracs), ce_qu_il_apporte(p, t, prets) + plus, res, reste)
    part = dict(zip(t.cibles, t.parts, strict=True))[cible]
    fixe: Terms = (("Part du tir", part, "FLU-4.32"),)
    return preparer(t, fixe, traits_contraires(p, t) + parametres(t) + plus, res, reste)


# ---------------------------------------------------------------- meeting a shot

ESQUIVER, PARER = Option("esquiver", "esquiver"), Option("parer", "parer")
RIEN = Option("rien", "ne rien faire")
AUTRE_TRAIT = Option("trait", "esquiver avec un autre Trait")
RENFORCEES = {
    "esquiver_renforce": Option("esquiver_renforce", "n'être que défense ce round, et esquiver"),
    "parer_renforce": Option("parer_renforce", "n'être que défense ce round, et parer"),
}
RIEN_POUR_PARER = Closed("FLU-4.31", "Rien en main pour parer")
ROUND_JOUE = Closed("FLU-4.27", "Ce round est déjà joué : il n'y a plus d'action à donner à la défense")


@lru_cache(16)
def parades(peut_parer: bool, autres: bool, renforcer: bool | None) -> tuple[Option, ...]:
    """Dodge, parry with what one holds, stay where one is; give the round to it, where the table plays that (None: it
    does not)."""
    sans_outil = None if peut_parer else RIEN_POUR_PARER
    options = (ESQUIVER, replace(PARER, closed=sans_outil), RIEN, *((AUTRE_TRAIT,) if autres else ()))
    if renforcer is None:
        return options
    joue = None if renforcer else ROUND_JOUE
    esquive, parade = RENFORCEES.values()
    return (*options, replace(esquive, closed=joue), replace(parade, closed=sans_outil or joue))


@rule("FLU-4.27", "FLU-4.31")
def round_a_donner(scene: Scene, who: str) -> bool | None:
    """Whether he still has this round to give to his defence; None: this table does not play it."""
    if not scene.options.permet("defense_renforcee"):
        return None
    combat = scene.encounter
    if combat is None or who in combat.file:
        return True
    return engage(combat, who) and who not in combat.annonces  # his group has not come to blows yet


@lru_cache(256)
def traits_au_choix(noms: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(nom, nom) for nom in noms)


@rule("FLU-4.31", "FLU-4.12")
def se_defendre(scene: Scene, oracle: Oracle, t: Tirer, cible: str) -> Annonce | None:
    """One who sees it coming dodges or parries; None: he is without defence."""
    c = scene[cible]
    if incapable(c) or cible in t.surpris:
        return None
    outil = next((o for o in (c.bouclier, *c.tenues()) if o is not None and o.genre != "tir"), None)
    autres = tuple(t.nom for t in (*c.fiche.traits, *c.traits) if not t.negatif and t.nom not in c.cedes)
    montre = (("tireur", t.actor), ("metres", eloignement(scene, t, cible)))
    options = parades(outil is not None, bool(autres), round_a_donner(scene, cible))
    choix = oracle.ask(Question(cible, "flu.defense_tir", "FLU-4.31", options, montre)).id
    if choix == "rien":
        return None
    if choix == "trait":
        trait = oracle.ask(Question(cible, "flu.trait_esquive", "FLU-4.31", traits_au_choix(autres), montre)).id
        return Annonce(cible, ("AGI",), (str(trait),))
    if choix in ("parer", "parer_renforce") and outil is not None:
        parade = Annonce(cible, (outil.carac,), trait_usuel(c, outil.trait), arme=outil.id)
        return replace(parade, manoeuvre="parade") if choix == "parer_renforce" else parade
    esquive = Annonce(cible, ("AGI",), trait_usuel(c, "Esquive"))
    return replace(esquive, manoeuvre="esquive") if choix == "esquiver_renforce" else esquive


@rule("FLU-3.11", "FLU-3.34", "FLU-4.31")
def preparer_la_parade(scene: Scene, oracle: Oracle, parade: Annonce) -> tuple[Annonce, Prepare]:
    """His roll: what a reinforced defence adds, and as many of his Avantages (Désavantages) as points as he likes."""
    c = scene[parade.actor]
    fixe = (*caracteristique(c, parade.caracs), *melee.ajustement(c, parade))
    plus = avantages(scene, c, parade)
    net = total(plus)
    if net:
        montre = (("plus", max(0, net)), ("moins", max(0, -net)))
        points = oracle.ask(Question(c.id, "flu.points_ou_des", "FLU-3.11", Amount(0, abs(net)), montre)).id
        parade = replace(parade, points=int(points))
    return parade, preparer(parade, fixe, plus, a_investir(c, parade, traits_pretes(c, parade)), reserves(c, parade))


@rule("FLU-4.27")
def donner_son_round(scene: Scene, parade: Annonce) -> Scene:
    """Who gave the round to his defence does nothing else in it; hand to hand he has announced."""
    combat = scene.encounter
    if combat is None or parade.manoeuvre not in DEFENSES:
        return scene
    if engage(combat, parade.actor):
        return replace(scene, encounter=replace(combat, annonces={**combat.annonces, parade.actor: parade}))
    return replace(scene, encounter=replace(combat, file=tuple([q for q in combat.file if q != parade.actor])))


# ---------------------------------------------------------------- the shot


class Resultat(NamedTuple):
    """By how much a shot got through, if it did, and what the shooter added to it after the roll."""

    ecart: int
    depenses: tuple[tuple[str, int], ...] = ()


@rule("FLU-4.31", "FLU-4.32")
def tirer(scene: Scene, oracle: Oracle, t: Tirer) -> Scene:
    """Every target in turn: one test for each, opposed if the target sees it coming."""
    prepares = {c: preparer_le_tir(scene, t, c) for c in t.vises()}
    scene = scene.put(payer_avant(scene[t.actor], t))
    depenses: tuple[tuple[str, int], ...] = ()
    for cible, prepare in prepares.items():
        # what went into one shot is not there for the next
        prepare = replace(prepare, ligne=entamer(prepare.ligne, depenses))
        scene, resultat = tirer_sur(scene, oracle, t, cible, prepare)
        depenses += resultat.depenses
        if resultat.ecart > 0:
            coup = melee.coup(scene[t.actor], comme_annonce(t, cible), cible, resultat.ecart)
            scene = frapper(scene, oracle, coup)
        else:
            oracle.tell(Event("tir_manque", t.actor, cible, "FLU-4.31"))
    combat = scene.encounter  # in a fight the shot was the action of the turn
    return a_agi(scene, comme_annonce(t), combat) if combat is not None else scene


def tirer_sur(scene: Scene, oracle: Oracle, t: Tirer, cible: str, prepare: Prepare) -> tuple[Scene, Resultat]:
    defense = se_defendre(scene, oracle, t, cible)
    oracle.tell(annonce(t.actor, prepare, cible, "tir à distance"))
    if defense is None:
        resultat = sans_defense(scene, oracle, t, cible, prepare)
    else:
        scene, resultat = en_opposition(scene, oracle, t, defense, prepare)
    return scene.put(depenser(scene[t.actor], resultat.depenses)), resultat


@rule("FLU-4.12", "FLU-4.31")
def sans_defense(scene: Scene, oracle: Oracle, t: Tirer, cible: str, prepare: Prepare) -> Resultat:
    """Against one who does not see it coming the shot must reach 11, and the margin above 10 is the damage."""
    issue = tenter(oracle, prepare.ligne, explosions(scene.options), True, False)
    terms = (*prepare.fixe, ("Dé", issue.de, "FLU-3.13"))
    if issue.apres.bonus:
        terms = (*terms, ("Investi après le jet", issue.apres.bonus, "FLU-3.30"))
    oracle.tell(Event("jet", t.actor, cible, "FLU-4.12", terms, (("total", total(terms)),), public(t)))
    return Resultat(marge(issue.total) if reussi(issue.total) else 0, issue.apres.depenses)


@rule("FLU-4.31")
def en_opposition(scene: Scene, oracle: Oracle, t: Tirer, defense: Annonce, prepare: Prepare) -> tuple[Scene, Resultat]:
    """Against one who dodges or parries: the difference of the totals, and nothing comes back at the shooter."""
    c = scene[defense.actor]
    defense, sien = preparer_la_parade(scene, oracle, defense)
    oracle.tell(annonce(c.id, sien, t.actor, "défense contre un tir"))
    tir, parade = confrontation(oracle, (prepare.ligne, sien.ligne), DUEL, explosions(scene.options), False)
    scene = donner_son_round(scene.put(depenser(payer_avant(c, defense), parade.depenses)), defense)
    return scene, Resultat(tir.ecart - parade.ecart, tir.depenses)


ACTIONS: tuple[type[Action], ...] = (Tirer,)


def offers(scene: Scene, p: Personnage) -> Iterator[Tirer]:
    """With a shooting weapon in hand: a shot at every adversary."""
    if arme_de_tir(p, Tirer(p.id)) is None:
        return
    for q in scene.people.values():
        if q.id != p.id and q.side != p.side and q.etat not in ("mort", "hors_jeu"):
            yield Tirer(p.id, cible=q.id)
