"""What a round lets one do, with what it can be paid, and what paying does. The only place that pays."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec.structs import replace

from tablee.kernel.effects import amount
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms

from ...model.confrontation import Budget, Confrontation
from ...model.effects import Essai
from ...model.people import Personnage
from ...model.scene import Scene

RAPIDE = 5  # initiative an ACTR costs (TN-8.67)
REPETITION = 5  # TN-8.60
COMPLEXE = 2  # ACTS (TN-8.62)
DEPLACEMENT = "deplacement"
ADVERSES = ("attaque", "defense", "tactique")
ENTRAVES = ("sans_action", "agonie", "sans_defenses")  # states in which one cannot do everything
SANS_DOUBLES, SANS_VITESSE, SANS_RAPIDITE = "sans_actions_doublees", "sans_vitesse", "sans_rapidite"
SWITCHES = tuple([Switch(id, "TN-8.4") for id in (SANS_DOUBLES, SANS_VITESSE, SANS_RAPIDITE)])
SECONDES = ("double", "gardee")  # with what a second action is paid: restricted, and never prepared (TN-8.73)
RIEN = Option("rien", "Ne rien faire")
VITESSES = {cote: ("vitesse", f"vitesse:{cote}") for cote in ("active", "passive")}
PRIX: dict[str, tuple[tuple[str, int], ...]] = {  # what stands on the button of an interruption
    "prepare": (),
    "gratuite": (),
    "gardee": (),
    "acts": (("ACTS", 1),),
    "complexe": (("ACTS", 2),),
    "actr": (("initiative", RAPIDE),),
    "actg": (("ACTG", 1),),
    "double": (("initiative", RAPIDE),),
}


def confrontation(scene: Scene) -> Confrontation:
    """The one under way."""
    assert scene.encounter is not None
    return scene.encounter


@rule("TN-8.19", "TN-8.30")
def budget(scene: Scene, who: str) -> Budget | None:
    """What somebody has left of this round; None: he may do nothing in it, not even what he prepared."""
    return scene.encounter.budgets.get(who) if scene.encounter is not None else None


# ---------------------------------------------------------------- with what something can be paid


@rule("TN-8.36", "TN-8.67", "TN-8.87")
def rapide(scene: Scene, who: str) -> bool:
    """Whether the one ACTR of the round is left, and the initiative it costs."""
    b = budget(scene, who)
    return b is not None and b.actr and confrontation(scene).initiatives[who] >= RAPIDE


@rule("TN-8.66")
def gratuite(scene: Scene, who: str, genre: str) -> bool:
    """Whether a trait grants an action of this kind, and none was taken in this tour yet."""
    return f"gratuite:{genre}" in scene[who].bears and not confrontation(scene).attente(who).actg


@rule("TN-8.66", "TN-8.88")
def sans_gratuite(scene: Scene, who: str, genre: str) -> Closed | None:
    """What bars an action of one's passe that is paid with the action gratuite of the tour, whatever was done of it."""
    if barred := fermee(scene, who, "", 0) or impuissant(scene[who], genre):
        return barred
    if gratuite(scene, who, nom_de_genre(genre)):
        return None
    return Closed("TN-8.66", "Pas d'action gratuite de ce genre : {}", (nom_de_genre(genre),))


@rule("TN-8.78", "TN-8.79", "TN-8.84", "TN-8.85", "TN-8.276")
def moyens(scene: Scene, who: str, genre: str, nom: str, *, rapide_seule: bool = False) -> tuple[str, ...]:
    """With what an interruption can be paid now, before or after one's passe; what waits for it is all it takes.

    `genre` is its kind (attaque, defense...), `nom` the very action. `rapide_seule`: an opportunity, which a
    trait makes free (TN-8.276).
    """
    b = budget(scene, who)
    if b is None or impuissant(scene[who], genre) is not None:
        return ()
    if confrontation(scene).attente(who).preparee == nom:
        return ("prepare",)
    if rapide_seule:
        return (
            ("gratuite",) if "opportunite_gratuite" in scene[who].bears else _moyens(False, rapide(scene, who), False)
        )
    return moyens_sans_preparation(scene, who, b, genre)


def moyens_sans_preparation(scene: Scene, who: str, b: Budget, genre: str) -> tuple[str, ...]:
    """The same of any interruption of a kind that one has not prepared."""
    simple = b.acts > 0 and not deja(b, genre)
    return _moyens(simple, rapide(scene, who), gratuite(scene, who, nom_de_genre(genre)))


@rule("TN-8.88", "TN-8.340")
def deja(b: Budget, genre: str) -> bool:
    """Whether an action of this kind was paid with an ACTS; « attaque:g »: with that hand, or without any."""
    if not b.genres:
        return False
    sorte = nom_de_genre(genre)
    if sorte != genre:
        return genre in b.genres or sorte in b.genres
    return any(x.partition(":")[0] == genre for x in b.genres)


def nom_de_genre(genre: str) -> str:
    """A kind without the hand or the point vital: « attaque » of « attaque:g » and « attaque/Tête »."""
    return genre.partition("/")[0].partition(":")[0]


@rule("TN-8.384")
def moyens_complexes(scene: Scene, who: str, genre: str, nom: str, habitude: str) -> tuple[str, ...]:
    """The same of an interruption that takes an action complexe: both ACTS, unless one is used to it."""
    b = budget(scene, who)
    if b is None or impuissant(scene[who], genre) is not None:
        return ()
    if confrontation(scene).attente(who).preparee == nom:
        return ("prepare",)
    if f"habitue:{habitude}" in scene[who].bears:
        return moyens(scene, who, genre, nom)
    return ("complexe",) if b.acts >= COMPLEXE and not deja(b, genre) else ()


@lru_cache(maxsize=8)
def _moyens(simple: bool, rapide: bool, gratuite: bool) -> tuple[str, ...]:
    return tuple([name for name, open in (("acts", simple), ("actr", rapide), ("actg", gratuite)) if open])


@rule("TN-8.4", "TN-8.70", "TN-8.72", "TN-8.89", "TN-8.330")
def peut_doubler(scene: Scene, who: str) -> bool:
    """Whether what was done may be doubled, by what its author knows: never by the vitesse, which is hidden."""
    if SANS_DOUBLES in scene.options or (scene.encounter is not None and scene.encounter.format == "escarmouche"):
        return False
    b = budget(scene, who)
    return b is not None and b.double and rapide(scene, who) and impuissant(scene[who], "attaque") is None


def sans_double() -> Closed:
    return Closed("TN-8.89", "Doubler prend l'action rapide du round et {} d'initiative, une fois par round", (RAPIDE,))


@rule("TN-8.73", "TN-8.78", "TN-8.79", "TN-8.82")
def preparation(scene: Scene, who: str, moyen: str, nom: str) -> Terms:
    """What being prepared or not does to an interruption: a reflex makes up for it, a second action knows neither."""
    reflexe = f"reflexe:{nom}" in scene[who].bears
    if moyen == "prepare":
        return (("Réflexe préparé", 1, "TN-8.82"),) if reflexe else ()
    return () if reflexe or moyen in SECONDES else (("Sans préparation", -1, "TN-8.78"),)


@rule("TN-8.60")
def repetition(scene: Scene, who: str, usage: str) -> Terms:
    """5 less for each time this skill was used with this limb in the round."""
    b = budget(scene, who)
    fois = b.usages.count(usage) if b is not None else 0
    return (("Répétition", -REPETITION * fois, "TN-8.60"),) if fois else ()


@rule("TN-8.71")
def vitesse(scene: Scene, who: str, cote: Literal["active", "passive"] = "active") -> int:
    """The initiative as it is now, and what bears on vitesse, or on that of who acts or is acted upon alone.

    Whoever has no initiative is at 0.
    """
    p = scene[who]
    return confrontation(scene).initiatives.get(who, 0) + amount(p.bears, VITESSES[cote], Essai(p, scene))


# ---------------------------------------------------------------- what bars a normal action


@rule("TN-8.217", "TN-8.220", "TN-8.330")
def impuissant(p: Personnage, genre: str) -> Closed | None:
    """What bars every action, or those of an adversary: no freedom left, agony, a condition without defences."""
    if p.bears.tags.isdisjoint(ENTRAVES):
        return None
    if "sans_action" in p.bears:
        return Closed("TN-8.220", "{} ne peut plus agir", (Someone(p.id),))
    if nom_de_genre(genre) in ADVERSES and ("agonie" in p.bears or "sans_defenses" in p.bears):
        return Closed("TN-8.330", "{} est sans défenses : ni attaque, ni défense, ni tactique", (Someone(p.id),))
    return None


@rule("TN-8.25", "TN-8.59", "TN-8.76", "TN-8.83", "TN-8.88", "TN-9.106")
def fermee(
    scene: Scene, who: str, genre: str, simples: int = 1, libres: int = 0, mouvement: bool = False
) -> Closed | None:
    """What bars an action of one's passe that takes so many ACTS and ACTL, or None; `mouvement`: it is one."""
    if who not in scene.people:
        return Closed("TN-8.30", "{} n'est pas là", (Someone(who),))
    if scene.encounter is None or scene.turn() != (who,):
        return Closed("TN-8.23", "Ce n'est pas la passe de {}", (Someone(who),))
    if (simples or libres) and (barred := impuissant(scene[who], genre)):
        return barred
    b = confrontation(scene).budgets[who]
    if b.elan == "devance" and (simples or libres) and not mouvement and genre != DEPLACEMENT:
        return Closed("TN-9.106", "Cette passe est celle d'un déplacement ; le reste vient à son compte")
    if simples and genre and (barred := deja_fait(b, genre)):
        return barred
    acts = b.acts + b.supp
    if acts + b.actl < simples + libres or acts < simples:
        return Closed("TN-8.83", "Actions simples : il en faut {}, il en reste {}", (simples, acts))
    return None


@rule("TN-8.88", "TN-8.422", "TN-8.423")
def deja_fait(b: Budget, genre: str) -> Closed | None:
    """One action of a kind in a round; with points vitaux each is one of its own, and none of them acts twice.

    The action that a passe of theirs brings may be of a kind that was paid with an ACTS, but not the same again.
    """
    sorte, _, point = genre.partition("/")
    if point and any(fait.partition("/")[2] == point for fait in b.genres):
        return Closed("TN-8.423", "Ce point vital a déjà agi dans ce round : {}", (point,))
    if f"{sorte}/{point}" in b.genres:
        return Closed("TN-8.422", "La même action ne se fait pas deux fois dans un round : {}", (sorte,))
    if deja(b, sorte) and not b.supp:
        return Closed("TN-8.88", "Déjà une action de ce genre dans ce round : {}", (nom_de_genre(sorte),))
    return None


# ---------------------------------------------------------------- paying


@rule("TN-8.61", "TN-8.65", "TN-8.67", "TN-8.80", "TN-8.88", "TN-8.89")
def depenser(scene: Scene, who: str, moyen: str, genre: str = "", usage: str = "", garde: str = "") -> Scene:
    """Pay for something, count its use, and lose what was prepared, unless this is what it waited for (`garde`).

    `moyen`: acts, complexe (two of them), actl (an ACTS once there is no ACTL left), actr, actg, double, surpasser, or
    prepare and gardee, which are free.
    What one does in one's passe ends a work under way too, unless this is a part of it (TN-R74).
    """
    e = scene.encounter
    if e is None or who not in e.budgets:
        return scene
    b, initiatives = e.budgets[who], e.initiatives
    if usage:
        b = replace(b, usages=(*b.usages, usage))
    if moyen == "actl" and not b.actl:
        moyen = "acts"
    if moyen in ("actr", "double", "surpasser"):
        initiatives = {**initiatives, who: initiatives[who] - RAPIDE}
        b = replace(b, actr=False, double=b.double and moyen != "double", acts=b.acts + (moyen == "surpasser"))
    elif moyen in ("acts", "complexe"):
        b = payer_simple(scene[who], b, genre)
        b = replace(b, acts=b.acts - 1) if moyen == "complexe" else b
    elif moyen == "actl":
        b = replace(b, actl=b.actl - 1)
    if e.suite is not None and e.suite.de == who:
        e = replace(e, suite=None)
    e = replace(e, budgets={**e.budgets, who: b}, initiatives=initiatives)
    attente = e.attente(who)
    perdue = attente.preparee and attente.preparee != garde
    if (attente.chantier is not None or attente.maintien) and e.passe == who and moyen in ("acts", "actl"):
        suivi = attente.chantier if attente.chantier is not None and attente.chantier.quoi == garde else None
        perdu = attente.chantier if suivi is None else None
        quitte = (perdu.nom or perdu.quoi) if perdu is not None else attente.maintien
        e = e.attend(who, chantier=suivi, maintien="", abandon=quitte or attente.abandon)
    if moyen in ("actg", "gardee") or perdue:
        actg, gardee = attente.actg or moyen == "actg", attente.gardee and moyen != "gardee"
        e = e.attend(who, actg=actg, gardee=gardee, preparee="" if perdue else attente.preparee)
    return replace(scene, encounter=e)


@rule("TN-8.88", "TN-8.421", "TN-8.424")
def payer_simple(p: Personnage, b: Budget, genre: str) -> Budget:
    """The action that the passe brought first, which would be lost with it; else an ACTS of the round, and its kind.

    A movement is of the legs, which are the body's: an ACTS first, as long as there is one.
    """
    sorte, par, _ = genre.partition("/")
    if b.supp and not (sorte == DEPLACEMENT and b.acts):
        fait = genre if par else f"{sorte}/{qui_s_y_prete(p, b, sorte)}"
        return replace(b, supp=b.supp - 1, genres=(*b.genres, fait) if sorte else b.genres)
    faits = (sorte, genre) if par else (sorte,)
    return replace(b, acts=b.acts - 1, genres=b.genres + faits if sorte else b.genres)


@rule("TN-8.422", "TN-8.423", "TN-8.432")
def qui_s_y_prete(p: Personnage, b: Budget, sorte: str) -> str:
    """The point vital that does something which names none: the first that can and has not acted; else the body."""
    deja = {fait.partition("/")[2] for fait in b.genres}
    return next((x.nom for x in p.actifs if sorte in x.actes and x.nom not in deja), "")


def genre_d_attaque(p: Personnage, main: int) -> str:
    """The kind of an attack: of a great creature it says with which point vital, or that it is the body's."""
    if not p.fiche.points:
        return "attaque"
    arme = p.equipement.arme(main)
    point = p.point_de(arme) if arme is not None else None
    return f"attaque/{point.nom if point is not None else ''}"
