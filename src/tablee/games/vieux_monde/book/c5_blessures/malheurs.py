"""Misfortunes: what a row of a table does to somebody. Critical wounds, fumbles and mutations are made of these."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.oracle import Oracle

from ...model.catalogue import Modif
from ...model.people import ROUND, Effet, Origine, Personnage
from ...model.scene import Scene
from ..c1_tests.tests import tester
from ..c6_etats import gagner_etat
from .degats import Source, subir
from .mort import mourir


class Inflige(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Levels of an état; `rounds`: it is over by itself after so many."""

    etat: str
    niveaux: int = 1
    rounds: int = 0


class Epreuve(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A Test, and what befalls whoever fails it."""

    competence: str
    difficulte: str = "intermediaire"
    etats: tuple[Inflige, ...] = ()
    pb: int = 0
    mort: bool = False


class Malheur(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A row of a table of misfortunes. The text says what happens, the rest is what it does."""

    nom: str
    dit: str
    pb: int = 0  # Points de Blessure lost, whatever the BE and the PA
    etats: tuple[Inflige, ...] = ()
    modifs: tuple[Modif, ...] = ()
    epreuve: Epreuve | None = None


def appliquer(
    scene: Scene, oracle: Oracle, who: str, m: Malheur, regle: str, zone: str = "corps", par: str = ""
) -> Scene:
    """The états, the Points de Blessure and the Test of a row. Whoever draws it says what its modifiers hang on."""
    scene = infliger(scene, oracle, who, m.etats, regle)
    if m.pb:
        scene = perdre_des_pb(scene, oracle, who, m.pb, Source(m.nom, zone, par, rule=regle))
    return eprouver(scene, oracle, who, m, regle, zone, par) if m.epreuve is not None else scene


def infliger(scene: Scene, oracle: Oracle, who: str, etats: tuple[Inflige, ...], regle: str) -> Scene:
    for i in etats:
        fin = scene.clock + i.rounds * ROUND if i.rounds else None
        scene = gagner_etat(scene, oracle, who, i.etat, i.niveaux, regle, fin)
    return scene


def perdre_des_pb(scene: Scene, oracle: Oracle, who: str, n: int, s: Source) -> Scene:
    """Points de Blessure lost as they are; they inflict no further Blessure critique."""
    if scene[who].vie != "actif":
        return scene
    oracle.tell(Event("pb_perdus", who, "", s.rule, ((s.nom, n, s.rule),), (("points", n), ("source", s.nom))))
    return subir(scene, oracle, who, n, replace(s, retenu=True))[0]


def eprouver(scene: Scene, oracle: Oracle, who: str, m: Malheur, regle: str, zone: str, par: str) -> Scene:
    """The Test a row asks for, and what its failure adds."""
    e = m.epreuve
    if e is None or scene[who].vie != "actif":
        return scene
    scene, jet = tester(scene, oracle, who, e.competence, e.difficulte)
    if jet.reussi:
        return scene
    scene = infliger(scene, oracle, who, e.etats, regle)
    if e.pb:
        scene = perdre_des_pb(scene, oracle, who, e.pb, Source(m.nom, zone, par, rule=regle))
    return mourir(scene, oracle, who, regle) if e.mort else scene


def peser(scene: Scene, who: str, m: Malheur, regle: str, origine: Origine, lie: str, fin: int | None = None) -> Scene:
    """The modifiers of a row weigh on him from now on."""
    return scene.put(alourdi(scene.people[who], m, regle, origine, lie, fin))


def alourdi(p: Personnage, m: Malheur, regle: str, origine: Origine, lie: str, fin: int | None = None) -> Personnage:
    """He with the modifiers of a row weighing on him."""
    if not m.modifs or p.vie != "actif":
        return p
    effets = [Effet(m.nom, x.sur, x.mod, regle, origine, fin, lie) for x in m.modifs]
    return replace(p, effets=(*p.effets, *effets))
