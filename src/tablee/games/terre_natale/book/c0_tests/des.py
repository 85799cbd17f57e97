"""The dice of a test: 3D6 and more, dice thrown again for karma, singularités, prouesses (TN-0.59, steps 3 to 9).

Everything here is a function of small figures, so that the odds can draw it in one piece.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question, chance
from tablee.kernel.sentence import Said
from tablee.kernel.tally import Terms, total

from ...model.sums import modificateur

MALADRESSE = 2  # TN-0.31: pairs up to this one
EXPLOIT = 6  # and from this one on

T = TypeVar("T")
Faces = tuple[int, ...]
Des = tuple[tuple[int, int], ...]  # the face of each, and how often it was thrown again


class Profil(Struct, frozen=True, gc=False, cache_hash=True):
    """What chance needs to know of a test."""

    qui: str
    fixe: int  # all that is added to the dice
    valeur: int  # of the attribute, adjusted: a prouesse raises it
    net: int = 0
    karma: int = 0
    chi: int = 0
    porte_bonheur: int = 6
    chance: int = 0  # modifier of Chance
    maladresse: int = MALADRESSE
    exploit: int = EXPLOIT
    seuil_bas: int = 1
    seuil_haut: int = 6
    relances: int = 0  # whole throws that may be made again
    difficulte: int | None = None  # None: the player does not know it
    effort: int = 0  # the most endurance may buy before the dice (TN-4.17)
    endurance: int = 0  # what there is of it
    privilege: int = 0  # the most chi a privilege may take before the dice (TN-6.13)
    reserve: int = 0  # what there is of it
    quoi: str = ""  # what it is a test of, for whoever is asked that
    aux_prises: bool = False  # in a confrontation
    mises: tuple[int, int] = (0, 0)  # what was bought, by effort and by privilege


class Realise(NamedTuple):
    """A test made and validated: the three dice kept, and what was paid for them."""

    gardes: Faces
    karma: int = 0
    chi: int = 0
    relances: int = 0
    effort: int = 0  # points of score
    privilege: int = 0  # points of the attribute


@rule("TN-0.2", "TN-0.6", "TN-0.7")
def garder(faces: Faces, net: int) -> Faces:
    """Three dice, highest first: avantages leave the lowest out, désavantages the highest."""
    return faces[:3] if net >= 0 else faces[-3:]


@rule("TN-0.59")
def realiser(oracle: Oracle, p: Profil) -> Realise:
    """The dice are thrown, thrown again for karma, kept; a prouesse may raise the score; then it is validated."""
    return jouer(oracle, p, tel_quel)


def points(oracle: Oracle, p: Profil) -> int:
    """The validated score alone, the dice in his hand: odds that need no more have fewer branches."""
    return jouer(oracle.of(p.qui), p, score)


Lire = Callable[[Profil, Realise], T]  # what is wanted of a test once it is made


@chance
def jouer(oracle: Oracle, p: Profil, lire: Lire[T]) -> T:
    """A test made, and what is wanted of it."""
    if p.effort or p.privilege:
        return jouer(oracle, miser(oracle, p), lire)
    n = 3 + abs(p.net)
    if not p.karma and not p.relances:
        return valider(oracle, p, lire, oracle.pool(n, 6, "test", 3 if p.net >= 0 else -3))
    faces, relances = oracle.pool(n, 6, "test"), 0
    while relances < p.relances and relancer_tout(oracle, p, faces):
        faces, relances = oracle.pool(n, 6, "test"), relances + 1
    return appel_a_la_chance(oracle, p, lire, tuple([(face, 0) for face in faces]), p.karma, relances)


@rule("TN-0.56")
def valider(oracle: Oracle, p: Profil, lire: Lire[T], gardes: Faces, karma: int = 0, relances: int = 0) -> T:
    """The score is what it is once a last prouesse was offered."""
    return lire(p, Realise(gardes, karma, prouesse(oracle, p, gardes), relances, *p.mises))


def tel_quel(p: Profil, fait: Realise) -> Realise:
    return fait


# ---------------------------------------------------------------- what may be spent before the dice

ENDURANCE_PAR_POINT = 4  # TN-4.17


@lru_cache(maxsize=64)
def efforts(au_plus: int) -> tuple[Option, ...]:
    """To keep one's endurance, or spend it: 4 for each point of score."""
    plus = [Option(n, Said("{:+} au score", (n,)), (("PE", ENDURANCE_PAR_POINT * n),)) for n in range(1, au_plus + 1)]
    return Option(0, "Garder son endurance"), *plus


@lru_cache(maxsize=1024)
def privileges(valeur: int, limite: int, chi: int, reserve: int) -> tuple[Option, ...]:
    """To do without, or spend as much chi as raises the modifier once more; all of it if a prouesse can complete it."""

    def au_mieux(n: int) -> int:
        return gain(valeur, n + min(chi, reserve - n))

    utiles = [n for n in range(1, limite + 1) if gain(valeur + n - 1, 1)]
    plus = [Option(n, Said("Privilège : {:+d} au test", (gain(valeur, n),)), (("chi", n),)) for n in utiles]
    if limite and limite not in utiles and au_mieux(limite) > au_mieux(limite - 1):
        complete = Said("Privilège : {:+d} à l'attribut, à compléter d'une prouesse", (limite,))
        plus.append(Option(limite, complete, (("chi", limite),)))
    return Option(0, "Sans privilège"), *plus


@rule("TN-4.17", "TN-6.13")
def miser(oracle: Oracle, p: Profil) -> Profil:
    """Endurance on the score, chi on the attribute: whoever may spend either is asked before the dice."""
    n = 0
    if p.effort:
        shown: tuple[tuple[str, Any], ...] = (("endurance", p.endurance),)
        n = int(oracle.ask(Question(p.qui, "tn.effort", "TN-4.17", efforts(p.effort), shown)).id)
    options = privileges(p.valeur, p.privilege, p.chi, p.reserve)
    chi = 0
    if len(options) > 1:
        shown = ("quoi", p.quoi), ("valeur", p.valeur), ("chi", p.reserve), *presse(p)
        chi = int(oracle.ask(Question(p.qui, "tn.privilege", "TN-6.13", options, shown)).id)
    return replace(
        p,
        fixe=p.fixe + n + gain(p.valeur, chi),
        valeur=p.valeur + chi,
        chi=min(p.chi, p.reserve - chi) if chi else p.chi,
        effort=0,
        privilege=0,
        mises=(n, chi),
    )


# ---------------------------------------------------------------- reading the three dice


@rule("TN-0.30", "TN-0.31", "TN-0.32", "TN-0.35", "TN-0.39")
def singularites(p: Profil, gardes: Faces) -> tuple[str, ...]:
    """What the real faces of the dice kept bring about: a pair, and all that this very pair is."""
    haut, paire, bas = gardes
    if paire != haut and paire != bas:
        return ()
    found = ["singularite"]
    if paire >= p.exploit:
        found.append("exploit")
    elif paire <= p.maladresse:
        found.append("maladresse")
    if haut == bas:
        found.append("baraka")
    if coups_de_chance(p, gardes):
        found.append("coup_de_chance" if p.chance > 0 else "coup_de_malchance")
    return tuple(found)


@rule("TN-0.38", "TN-0.39")
def coups_de_chance(p: Profil, gardes: Faces) -> int:
    """How often the modifier of Chance counts: a pair of the lucky number, three alike, twice for three of it."""
    haut, paire, bas = gardes
    if not p.chance:
        return 0
    if haut == bas:
        return 2 if paire == p.porte_bonheur else 1
    return int(paire == p.porte_bonheur and paire in (haut, bas))


@rule("TN-0.14", "TN-0.36", "TN-0.37")
def lecture(p: Profil, gardes: Faces) -> Terms:
    """What the dice count, by the seuils, and what their singularités add or take."""
    comptes = gardes
    if p.seuil_bas > 1 or p.seuil_haut < 6:
        comptes = tuple([min(max(face, p.seuil_bas), p.seuil_haut) for face in gardes])
    terms: Terms = (("Dés", sum(comptes), "TN-0.2"),)
    haut, paire, bas = gardes
    if paire != haut and paire != bas:
        return terms
    if paire >= p.exploit:
        terms += (("Exploit", comptes[2], "TN-0.36"),)
    elif paire <= p.maladresse:
        terms += (("Maladresse", -comptes[0], "TN-0.37"),)
    fois = coups_de_chance(p, gardes)
    if fois:
        label = "Coup de chance" if p.chance > 0 else "Coup de malchance"
        terms += ((label, fois * p.chance, "TN-0.39" if haut == bas else "TN-0.38"),)
    return terms


def score(p: Profil, fait: Realise) -> int:
    """What the test comes to."""
    points = total(lecture(p, fait.gardes)) + p.fixe
    return points + gain(p.valeur, fait.chi) if fait.chi else points


# ---------------------------------------------------------------- what a player may still do before it is validated

GARDER = Option("garder", "Garder ces dés")
RELANCER_TOUT = GARDER, Option("relancer", "Relancer tous les dés")
VALIDER = Option(0, "Valider le score")


def shown(p: Profil, gardes: Faces, *more: tuple[str, Any]) -> tuple[tuple[str, Any], ...]:
    """What whoever is asked may know: the score as it is, and the difficulty if he was told it."""
    known = ("score", score(p, Realise(gardes))), *more, *presse(p)
    return known if p.difficulte is None else (*known, ("difficulte", p.difficulte))


def presse(p: Profil) -> tuple[tuple[str, Any], ...]:
    """In a confrontation one may want to be asked less."""
    return (("en_confrontation", 1),) if p.aux_prises else ()


def relancer_tout(oracle: Oracle, p: Profil, faces: Faces) -> bool:
    """Whether a throw that may be made again is; a rule that allows it says when (TN-6.40)."""
    asked = Question(p.qui, "tn.relance", "TN-0.56", RELANCER_TOUT, shown(p, garder(faces, p.net), ("des", faces)))
    return oracle.ask(asked).id == "relancer"


@rule("TN-0.48")
@lru_cache(maxsize=4096)
def payables(des: Des, karma: int) -> tuple[Option, ...]:
    """To keep them, or throw one again: 6 less its face, and 1 more each time it was thrown again already."""
    prix = [(face, fois, 6 - face + fois) for face, fois in sorted(set(des))]
    return (
        GARDER,
        *(
            Option(f"{face}/{fois}", Said("Relancer un {}", (face,)), (("karma", n),))
            for face, fois, n in prix
            if n <= karma
        ),
    )


@rule("TN-0.47")
def appel_a_la_chance(oracle: Oracle, p: Profil, lire: Lire[T], des: Des, karma: int, relances: int) -> T:
    """Dice thrown again for karma, one by one, before the outcome is known."""
    faces = tuple([face for face, _ in des])
    gardes = garder(faces, p.net)
    options = payables(des, karma) if karma > 0 else (GARDER,)
    if len(options) > 1:
        asked = Question(
            p.qui, "tn.appel_chance", "TN-0.47", options, shown(p, gardes, ("des", faces), ("karma", karma))
        )
        choix = oracle.ask(asked)
        if choix.id != GARDER.id:
            face, fois = map(int, str(choix.id).split("/"))
            autres = list(des)
            autres.remove((face, fois))
            return relance(oracle, p, lire, tuple(autres), fois + 1, karma - choix.cost[0][1], relances)
    return valider(oracle, p, lire, gardes, p.karma - karma, relances)


@chance
def relance(oracle: Oracle, p: Profil, lire: Lire[T], autres: Des, fois: int, karma: int, relances: int) -> T:
    """One die thrown again, and whatever is thrown again after it."""
    des = sorted((*autres, (oracle.d(6, "relance"), fois)), reverse=True)
    return appel_a_la_chance(oracle, p, lire, tuple(des), karma, relances)


@rule("TN-0.55")
def gain(valeur: int, chi: int) -> int:
    """What chi adds to the score: 1 point is 1 more of the attribute, which counts by its modifier alone."""
    return modificateur(valeur + chi) - modificateur(valeur)


@lru_cache(maxsize=1024)
def paliers(valeur: int, chi: int) -> tuple[Option, ...]:
    """To validate, or spend as much chi as raises the modifier once more."""
    utiles = [n for n in range(1, chi + 1) if gain(valeur + n - 1, 1)]
    return VALIDER, *(Option(n, Said("Prouesse : {:+d} au score", (gain(valeur, n),)), (("chi", n),)) for n in utiles)


@rule("TN-0.56")
def prouesse(oracle: Oracle, p: Profil, gardes: Faces) -> int:
    """The chi spent once the dice are seen, before the score is validated."""
    options = paliers(p.valeur, p.chi) if p.chi > 0 else (VALIDER,)
    if len(options) == 1:
        return 0
    asked = Question(p.qui, "tn.prouesse", "TN-0.56", options, shown(p, gardes, ("des", gardes), ("chi", p.chi)))
    return int(oracle.ask(asked).id)
