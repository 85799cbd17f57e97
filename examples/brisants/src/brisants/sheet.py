"""Sheets: every number opens into its terms, each with its rule."""

from __future__ import annotations

from tablee.kernel.sheet import Mark, Pool, Section, Sheet, Stat

from .book.combat import GUARD
from .model import ATTRIBUTES, SONGS, Sailor, Scene


def sheet(scene: Scene, who: str) -> Sheet:
    return sheet_of(scene[who])


def sheet_of(p: Sailor) -> Sheet:
    sections = (vitals(p), attributes(p), things(p), songs(p), states(p))
    return Sheet(p.id, p.name, tuple(section for section in sections if section.lines))


def vitals(p: Sailor) -> Section:
    life = ("Base", 8, "BRI-1.2"), ("Bras", 2 * p.bras, "BRI-1.2")
    breath = ("Base", 2, "BRI-1.3"), ("Œil", p.oeil, "BRI-1.3")
    pools = (
        Pool("Vie", p.life - p.perdu, life, at="perdu", lost=True),
        Pool("Souffle", p.breath - p.depense, breath, at="depense", lost=True),
    )
    return Section("État", pools, kind="vitals")


def attributes(p: Sailor) -> Section:
    values = [Stat(label, ((label, getattr(p, name), "BRI-1.1"),)) for name, label in ATTRIBUTES.items()]
    guard = Stat("Garde", (("Base", GUARD, "BRI-3.2"), ("Pied", p.pied, "BRI-3.2")))
    steps = Stat("Pas", (("Pied", p.pied, "BRI-3.4"), (p.hide.nom, p.steps - p.pied, "BRI-4.2")))
    return Section("Attributs", (*values, guard, steps))


def things(p: Sailor) -> Section:
    weapon = Mark(p.weapon.nom, p.weapon.degats, rule="BRI-4.1")
    return Section("Équipement", (weapon, Mark(p.hide.nom, p.hide.protection, rule="BRI-4.2")))


def songs(p: Sailor) -> Section:
    return Section("Chants", tuple(Mark(SONGS[id].nom, SONGS[id].souffle, rule="BRI-6.1") for id in p.chants))


def states(p: Sailor) -> Section:
    held = (Mark("Fasciné", rule="BRI-6.2", grave=True),) if p.fascine else ()
    return Section("Ce qui pèse", held, kind="states")
