"""Chapter 4, damage: armour, what damage can be turned into, and what happens to equipment."""

from __future__ import annotations

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.tally import Terms, total

from ...model.effects import bears
from ...model.people import SANS_FIN, Condition, Objet, Personnage
from ...model.scene import Scene
from ...model.tables import BOTTES
from .blessures import Impact, Lieu, blesser, localiser
from .places import engage

TETE = ("tete", "oeil")


class Coup(msgspec.Struct, frozen=True, gc=False):
    """A blow that got through, before armour."""

    de: str
    sur: str
    terms: Terms
    viser: str = ""
    decalage: int = 0
    effet: str = ""
    botte: str = ""
    sans_armure: bool = False  # FLU-5.11: the MJ decides whether armour counts against a spell


@rule("FLU-4.34", "FLU-4.36", "FLU-5.10")
def protection(scene: Scene, p: Personnage) -> Terms:
    """What is taken off the damage: armour, and spells of protection."""
    return bears(scene, p).figure("protection").terms


@rule("FLU-4.33", "FLU-4.34", "FLU-4.35")
def degats(scene: Scene, coup: Coup) -> tuple[Terms, int]:
    """The sum of a blow, armour taken off, and what it comes to: never below 0."""
    terms = coup.terms if coup.sans_armure else coup.terms + protection(scene, scene.people[coup.sur])
    points = total(terms)
    return (terms, points) if points >= 0 else ((*terms, ("Jamais sous 0", -points, "FLU-4.34")), 0)


@rule("FLU-4.38")
def frapper(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """A blow lands: its damage less the armour, perhaps turned into something else, then wounds."""
    if coup.botte:
        return porter_la_botte(scene, oracle, coup)
    terms, points = degats(scene, coup)
    oracle.tell(Event("touche", coup.de, coup.sur, "FLU-4.34", terms, (("points", points),)))
    lieu = None
    if points and coup.effet and possible(scene.people[coup.sur], coup.effet):
        scene, points, lieu = convertir(scene, oracle, coup, points)
    if not points:
        return scene
    return blesser(scene, oracle, coup.sur, points, Impact(coup.de, coup.viser, coup.decalage, lieu))


# ---------------------------------------------------------------- turning damage into something else


@lru_cache(256)
def conversions(points: int, il_en_faut: int = 0) -> tuple[Option, ...]:
    """How many points go into the manoeuvre: all of them, unless one says otherwise. If a thing takes more than there
    are to be spoilt, none, unless one insists: what is sent at it is lost."""
    if not il_en_faut:
        return tuple(Option(n) for n in range(points, -1, -1))
    voues = range(points, -1, -1) if il_en_faut <= points else range(points + 1)
    return tuple(Option(n, ce_qu_il_en_advient(n, il_en_faut)) for n in voues)


def ce_qu_il_en_advient(points: int, il_en_faut: int) -> str:
    """What becomes of points sent at a thing that takes so many."""
    return ABIME if points >= il_en_faut else PERDUS if points else EPARGNE


ABIME, PERDUS, EPARGNE = (
    "l'objet perd 1 point de score",
    "sans effet sur l'objet, points perdus",
    "tout reste en dégâts",
)


@rule("FLU-4.38", "FLU-4.40")
def possible(c: Personnage, effet: str) -> bool:
    """Whether that can be done to him; if not nothing is asked and the damage stands."""
    if c.etat in ("mort", "hors_jeu"):
        return False
    if effet not in CHOSES:
        return effet != "renverser" or not c.a_terre
    objet = chose(c, effet)
    return objet is not None and (effet in ("desarmer", "arracher_bouclier") or objet.score > 0)


@rule("FLU-4.40")
def il_en_faut(c: Personnage, effet: str) -> int:
    """How many points in one go spoil the thing this is aimed at: twice its score. 0: nothing is to be spoilt."""
    objet = chose(c, effet) if effet in A_ABIMER else None
    return 2 * objet.score if objet is not None else 0


A_ABIMER = ("depouiller", "abimer_arme", "abimer_armure", "abimer_bouclier")
CHOSES = ("desarmer", "arracher_bouclier", *A_ABIMER)


def chose(c: Personnage, effet: str) -> Objet | None:
    """What such a manoeuvre takes away or spoils."""
    if effet in ("arracher_bouclier", "abimer_bouclier"):
        return c.bouclier
    return c.armure if effet in ("depouiller", "abimer_armure") else next(iter(c.tenues()), None)


LIEUX = {"etourdir": ("tete",), "aveugler": ("tete",), "desarmer": ("bras_gauche", "bras_droit")}


@rule("FLU-4.38", "FLU-4.39")
def convertir(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> tuple[Scene, int, Lieu | None]:
    """The winner turns all or part of the damage into the harmless manoeuvre he announced."""
    lieu = None
    if coup.effet in LIEUX and scene.options.viser_localisation:
        lieu = localiser(oracle, coup.de, coup.decalage)
        if lieu[0] not in LIEUX[coup.effet]:
            oracle.tell(Event("effet_manque", coup.de, coup.sur, "FLU-4.46", (), (("zone", lieu[1]),)))
            return scene, points, lieu
    montre = (("points", points), ("effet", DIT[coup.effet]))
    au_choix = conversions(points, il_en_faut(scene.people[coup.sur], coup.effet))
    choix = oracle.ask(Question(coup.de, "flu.conversion", "FLU-4.39", au_choix, montre))
    voue = int(choix.id)
    if not voue:
        return scene, points, lieu
    return EFFETS[coup.effet](scene, oracle, coup, voue), points - voue, lieu


DIT = {
    "repousser": "repousser",
    "renverser": "renverser",
    "etourdir": "étourdir",
    "aveugler": "aveugler",
    "desarmer": "désarmer",
    "arracher_bouclier": "arracher le bouclier",
    "depouiller": "arracher un morceau d'armure",
    "abimer_arme": "abîmer l'arme",
    "abimer_armure": "abîmer l'armure",
    "abimer_bouclier": "abîmer le bouclier",
    "geste": "faire un geste",
}


def _dire(oracle: Oracle, coup: Coup, what: str, points: int, **facts: object) -> None:
    oracle.tell(Event(what, coup.de, coup.sur, "FLU-4.39", (), (("points", points), *facts.items())))


def repousser(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    """Pushed back by as many metres as points, away from the winner."""
    a, c = scene[coup.de], scene[coup.sur]
    dx, dy = (c.x > a.x) - (c.x < a.x), (c.y > a.y) - (c.y < a.y)
    if (dx, dy) == (0, 0):
        dx = 1
    _dire(oracle, coup, "repousse", points)
    scene = scene.put(replace(c, x=c.x + dx * points, y=c.y + dy * points))
    if scene.encounter is None:
        return scene
    restent = tuple(x for x in scene.encounter.contacts if c.id not in x or proches(scene, *x))
    return replace(scene, encounter=replace(scene.encounter, contacts=restent))


def proches(scene: Scene, a: str, b: str) -> bool:
    """Still within a step of each other."""
    p, q = scene[a], scene[b]
    return max(abs(p.x - q.x), abs(p.y - q.y)) <= 1


def renverser(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    _dire(oracle, coup, "renverse", points)
    return scene.put(replace(scene[coup.sur], a_terre=True))


@lru_cache(256)
def repartitions(points: int) -> tuple[Option, ...]:
    """Désavantages times rounds make the points."""
    return tuple(Option(d, f"{d} × {points // d}") for d in range(1, points + 1) if points % d == 0)


def gener(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    """Stunned or blinded: Désavantages for some rounds, their product being the points."""
    montre = (("points", points), ("effet", DIT[coup.effet]))
    d = int(oracle.ask(Question(coup.de, "flu.repartition", "FLU-4.39", repartitions(points), montre)).id)
    nom = "Étourdi" if coup.effet == "etourdir" else "Aveuglé"
    _dire(oracle, coup, "gene", points, etat=nom, desavantages=d, rounds=points // d)
    c = scene[coup.sur]
    etat = Condition(nom, rounds_a_venir(scene, c.id, points // d), d)
    return scene.put(replace(c, conditions=(*c.conditions, etat)))


@rule("FLU-4.39")
def rounds_a_venir(scene: Scene, who: str, n: int) -> int:
    """So many rounds to come: in a fight the present one is not one of them, if he has played it already."""
    combat = scene.encounter
    if combat is None or n >= SANS_FIN:
        return n
    a_jouer = combat.phase == "approche" and (who in combat.file or engage(combat, who))
    return n if a_jouer else n + 1


def desarmer(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    """The weapon in hand, or the shield, falls as many metres away as points."""
    c = scene[coup.sur]
    objet = chose(c, coup.effet)
    if objet is None:
        return scene
    _dire(oracle, coup, "desarme", points, objet=objet.nom)
    return scene.put(lacher(c, objet)).laisser(objet, c.x + points, c.y)


def lacher(p: Personnage, objet: Objet) -> Personnage:
    """Without this weapon or shield."""
    if p.bouclier is not None and p.bouclier.id == objet.id:
        return replace(p, bouclier=None)
    main = None if p.en_main is None else tuple(i for i in p.en_main if i != objet.id)
    if p.en_main is None:
        main = ()
    return replace(p, armes=tuple(a for a in p.armes if a.id != objet.id), en_main=main)


@rule("FLU-4.40")
def abimer(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    """Damage sent at a thing, or a piece of it torn away: twice its score in one go lowers the score by 1."""
    c = scene[coup.sur]
    objet = chose(c, coup.effet)
    if objet is None:
        return scene
    cede = points >= il_en_faut(c, coup.effet)
    _dire(oracle, coup, "abime" if cede else "intact", points, objet=objet.nom)
    return scene.put(amoindrir(c, objet)) if cede else scene


@rule("FLU-4.40")
def amoindrir(p: Personnage, objet: Objet) -> Personnage:
    """One point less; at 0 the thing is unusable and gone."""
    moins = replace(objet, score=objet.score - 1)
    if p.armure is not None and p.armure.id == objet.id:
        return replace(p, armure=moins if moins.score > 0 else None)
    if moins.score <= 0:
        return lacher(p, objet)
    if p.bouclier is not None and p.bouclier.id == objet.id:
        return replace(p, bouclier=moins)
    return replace(p, armes=tuple(moins if a.id == objet.id else a for a in p.armes))


def geste(scene: Scene, oracle: Oracle, coup: Coup, points: int) -> Scene:
    """Some ordinary action, told and left to the table."""
    _dire(oracle, coup, "geste", points)
    return scene


EFFETS = {
    "repousser": repousser,
    "renverser": renverser,
    "etourdir": gener,
    "aveugler": gener,
    "desarmer": desarmer,
    "arracher_bouclier": desarmer,
    "depouiller": abimer,
    "abimer_arme": abimer,
    "abimer_armure": abimer,
    "abimer_bouclier": abimer,
    "geste": geste,
}


# ---------------------------------------------------------------- secret thrusts


@rule("FLU-4.23")
def porter_la_botte(scene: Scene, oracle: Oracle, coup: Coup) -> Scene:
    """Only the effect of the thrust, scaled by its level: no damage at all."""
    trait = scene[coup.de].trait(coup.botte)
    if trait is None:
        return scene
    botte, c = BOTTES[trait.botte], scene[coup.sur]
    facts = (("botte", trait.nom), ("niveau", trait.valeur), ("effet", botte.dit))
    oracle.tell(Event("botte", coup.de, coup.sur, "FLU-4.23", (), facts))
    etat = Condition(
        botte.condition,
        rounds_a_venir(scene, c.id, trait.valeur if botte.rounds else SANS_FIN),
        botte.desavantages,
        trait.valeur if botte.mouvement else 0,
        "FLU-4.23",
    )
    scene = scene.put(replace(c, conditions=aggraver(c.conditions, etat)))
    return desarmer(scene, oracle, replace(coup, effet="desarmer"), 1) if botte.desarme else scene


@rule("FLU-4.23")
def aggraver(conditions: tuple[Condition, ...], etat: Condition) -> tuple[Condition, ...]:
    """One state more; what lasts until it is healed adds to what there is of it."""
    deja = next((c for c in conditions if etat.infirmite and c.infirmite and c.nom == etat.nom), None)
    if deja is None:
        return (*conditions, etat)
    pire = replace(deja, mouvement=deja.mouvement + etat.mouvement)
    return tuple(pire if c is deja else c for c in conditions)
