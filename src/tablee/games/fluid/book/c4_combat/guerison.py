"""Chapter 4, natural recovery: what every dawn brings, and where the points of recovery go.

A scene's clock starts at dawn: a new day begins at every multiple of 24 hours.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Option, Oracle, Question
from tablee.kernel.tally import Terms, total

from ...model.people import NOMS, Condition, Personnage, Trait
from ...model.scene import Scene

Parts = tuple[tuple[str, int], ...]  # so much of each ailment
PERDUS = ("mort", "hors_jeu")


# ---------------------------------------------------------------- dawn


@rule("FLU-4.58", "FLU-4.59", "FLU-4.61")
def nouveaux_jours(scene: Scene, oracle: Oracle, jours: int, reposes: tuple[str, ...]) -> Scene:
    """New days: the daily limits begin again, sleepers have their pools back, everybody heals a point a day."""
    for p in tuple(scene.people.values()):
        if p.etat not in PERDUS:
            p = replace(p, pauses=0, soigne=False)
            p = se_reposer(oracle, p) if p.id in reposes else p
            scene = scene.put(guerir(oracle, p, jours))
    return scene


@rule("FLU-4.57", "FLU-4.58", "FLU-4.70")
def se_reposer(oracle: Oracle, p: Personnage) -> Personnage:
    """A night's rest gives back all RES, all SAN and all AUR."""
    rendus: Terms = (
        ("RES rendue", p.res_perdue, "FLU-4.58"),
        ("SAN rendue", p.san_perdue, "FLU-4.57"),
        ("AUR rendue", p.aur_perdue, "FLU-4.70"),
    )
    if any(n for _, n, _ in rendus):
        facts = (("res", p.res_perdue), ("san", p.san_perdue), ("aur", p.aur_perdue))
        oracle.tell(Event("repos", p.id, "", "FLU-4.58", tuple(r for r in rendus if r[1]), facts))
    return replace(p, res_perdue=0, san_perdue=0, aur_perdue=0)


# ---------------------------------------------------------------- natural recovery


@rule("FLU-3.31", "FLU-4.58")
def maux(p: Personnage) -> Parts:
    """What heals by itself: wounds, shocks and strains, the worst first, then points spent of caractéristiques."""
    traits = [t for t in p.traits if t.origine in ("blessure", "psychique", "effort") and t.guerissable]
    traits.sort(key=lambda t: -t.valeur)
    return (*((t.nom, t.guerissable) for t in traits), *infirmites(p), *((c, n) for c, n in p.pertes.items() if n > 0))


@rule("FLU-4.23", "FLU-4.58", "FLU-4.60")
def infirmites(p: Personnage) -> Parts:
    """What lames him until it is healed: it goes point by point, as a wound does."""
    return tuple((c.nom, c.infirmite) for c in p.conditions if c.infirmite)


@rule("FLU-4.58")
def guerir(oracle: Oracle, p: Personnage, jours: int) -> Personnage:
    """One point a day in all, in a caractéristique or off a Trait, as the player likes."""
    parts = repartir(oracle, p.id, maux(p), jours, "FLU-4.58")
    if not parts:
        return p
    dire_les_points(oracle, "guerison", p.id, p.id, parts, "FLU-4.58")
    return rendre(p, parts)


def rendre(p: Personnage, parts: Parts) -> Personnage:
    """So many points back in each; a Trait at 0 is gone."""
    rendus = dict(parts)
    pertes = {c: n - rendus.get(c, 0) for c, n in p.pertes.items() if n > rendus.get(c, 0)}
    traits = [moindre(t, rendus.get(t.nom, 0)) for t in p.traits]
    conditions = [moins_genante(c, rendus.get(c.nom, 0)) if c.infirmite else c for c in p.conditions]
    return replace(
        p,
        pertes=pertes,
        traits=tuple(t for t in traits if t.valeur > 0),
        conditions=tuple(c for c in conditions if c.mouvement or c.desavantages),
    )


def moins_genante(c: Condition, points: int) -> Condition:
    return replace(c, mouvement=c.mouvement - points) if points else c


def moindre(t: Trait, points: int) -> Trait:
    return replace(t, valeur=t.valeur - points) if points else t


def dire_les_points(oracle: Oracle, what: str, who: str, target: str, parts: Parts, regle: str) -> None:
    terms = tuple((NOMS.get(nom, nom), n, regle) for nom, n in parts)
    facts = (("points", total(terms)), ("ou", tuple(nom for nom, _, _ in terms)))
    oracle.tell(Event(what, who, target, regle, terms, facts))


@lru_cache(512)
def maux_au_choix(noms: tuple[str, ...]) -> tuple[Option, ...]:
    return tuple(Option(nom, NOMS.get(nom, nom)) for nom in noms)


@lru_cache(512)
def montants(haut: int, bas: int) -> tuple[Option, ...]:
    """As much as can be, unless one says less."""
    return tuple(Option(n, str(n)) for n in range(haut, bas - 1, -1))


def repartir(oracle: Oracle, qui: str, ailments: Parts, points: int, regle: str) -> Parts:
    """Where points of recovery go; asked only where there is a choice."""
    reste = min(points, sum(n for _, n in ailments))
    if reste == 1 and len(ailments) > 1:
        noms = maux_au_choix(tuple(nom for nom, _ in ailments))
        return ((str(oracle.ask(Question(qui, "flu.guerir", regle, noms)).id), 1),)
    parts = []
    for i, (nom, n) in enumerate(ailments):
        haut, bas = min(n, reste), max(0, reste - sum(m for _, m in ailments[i + 1 :]))
        part = haut
        if bas < haut:
            montre = (("ou", NOMS.get(nom, nom)), ("reste", reste))
            part = int(oracle.ask(Question(qui, "flu.guerir_combien", regle, montants(haut, bas), montre)).id)
        reste -= part
        if part:
            parts.append((nom, part))
    return tuple(parts)
