"""Chapters 5, 18 and 19: tests as actions, simple, opposed, continued; trials, traps, chases."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.action import Action
from tablee.kernel.tally import total

from ...model.effects import MARTIALES
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.tables import TRAITS, VIDE
from .epreuves import Eprouver
from .essais import Continuer, Opposer, Tester
from .jauger import Jauger
from .oppositions import CONTINUES, oppositions
from .pieges import ActiverMecanisme, Desamorcer, PoserPiege, prochaine_etape
from .poursuites import Abandonner, Poursuivre, TourDePoursuite

# ---------------------------------------------------------------- buttons


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Out of fights: traits, attributes and skills to test; what is under way to go on with."""
    if scene.encounter is not None:
        return
    if scene.poursuite is not None and not scene.poursuite.issue:
        yield TourDePoursuite(p.id)
        yield Abandonner(p.id)
    yield from a_poursuivre(scene, p)
    for c in (*TRAITS, VIDE, *(a for paire in TRAITS.values() for a in paire)):
        yield Tester(p.id, competence=c)
    autres = [q for q in scene.people.values() if q.id != p.id and q.conscient]
    for c in p.fiche.competences:
        if c in CONTINUES:
            yield Continuer(p.id, competence=c, duree=3600)
        elif c != "langues":
            yield Tester(p.id, competence=c)
        if c not in MARTIALES and oppositions(c):
            yield from (Opposer(p.id, competence=c, cible=q.id) for q in autres)
    for q in autres if p.competence("course") else ():
        if q.side != p.side and q.competence("course"):
            yield Poursuivre(p.id, q.id)
    yield from du_meneur(p)


def du_meneur(p: Personnage) -> Iterator[Action]:
    """What a MJ begins: a trial and a trap, to be filled in, and a look at what would suit this one."""
    meilleures = [c for c in p.fiche.competences if c != "langues"]
    meilleure = max(meilleures, key=lambda c: total(p.f.combine(c)), default="feu")
    yield Eprouver(p.id, competence=meilleure)
    yield PoserPiege(p.id, "piège", (12,))
    yield Jauger(p.id, meilleure)


def a_poursuivre(scene: Scene, p: Personnage) -> Iterator[Action]:
    """Trials and traps that are not over."""
    for e in scene.epreuves.values():
        if not e.issue:
            yield Eprouver(p.id, competence=e.competence, epreuve=e.id, nd=e.nd, nd_test=e.nd_test)
    for t in scene.pieges.values():
        if not t.issue:
            yield Desamorcer(p.id, piege=t.id, etape=prochaine_etape(t) or 1)
            yield ActiverMecanisme(p.id, t.id)


ACTIONS: tuple[type[Action], ...] = (
    Tester,
    Continuer,
    Opposer,
    Eprouver,
    PoserPiege,
    Desamorcer,
    ActiverMecanisme,
    Poursuivre,
    TourDePoursuite,
    Abandonner,
    Jauger,
)
PLACE = 0
