"""What a table has written beside the book, judged as the catalogues are: techniques, classes, origins, enchantments,
things."""

from __future__ import annotations

from collections.abc import Container, Mapping
from functools import partial

from tablee.kernel.faults import Faults, among, between, each, named, once
from tablee.kernel.ledger import rule
from tablee.kernel.own import Judge
from tablee.kernel.sentence import Said

from ..book.c7_modeles import LANGUES, MAITRISE_MAX, NIVEAU_MAX, fautes_de_classe
from ..book.c8_progression.classes import SECONDAIRE
from ..model.catalogue import (
    CHOSES,
    CLASSES,
    CREATURES,
    ENCHANTEMENTS,
    ORIGINES,
    TECHNIQUES,
    Arme,
    Classe,
    Enchantement,
    Origine,
)
from ..model.maison import Maison
from ..model.people import Fiche
from ..model.tables import AUTRES, STATS, TYPES_ARMES, TYPES_UNITES
from .judge_things import (
    ECUS_MAX,
    POINTS_MAX,
    TOURS_MAX,
    fautes_de_l_effet,
    fautes_de_la_chose,
    fautes_de_la_technique,
)

LONGUEUR = 500  # characters of what is told of a thing
DEGRES_MAX = 10
CARACS = (*STATS, *AUTRES)

LIVRE: dict[str, Container[str]] = {
    "technique": TECHNIQUES,
    "classe": CLASSES,
    "origine": ORIGINES,
    "enchantement": ENCHANTEMENTS,
    "creature": CREATURES,
    **dict.fromkeys(("arme", "tome", "bouclier", "objet"), CHOSES),
}


def juges_du_carnet(f: Fiche) -> dict[str, Judge]:
    """How what a sheet carries is judged: by what it knows."""
    return {
        "technique": fautes_de_la_technique,
        "classe": partial(fautes_d_une_classe, f),
        "origine": fautes_de_l_origine,
        "enchantement": fautes_de_l_enchantement,
    }


def juges_de_la_maison(maison: Maison) -> dict[str, Judge]:
    """How what a table has written is judged; creatures are judged like anybody."""

    def classe(c: Classe, ici: str) -> Faults:
        yield from fautes_d_une_classe(Fiche("", own=maison), c, ici)
        yield from ((ici, refus.said) for refus in fautes_de_classe(c, maison.classes, maison.techniques))

    def tome(a: Arme, ici: str) -> Faults:
        yield from fautes_de_la_chose(a, ici)
        if not a.tome and a.type != "Soutien":
            yield f"{ici}.tome", Said("un tome ou un sort de soutien")

    choses: Mapping[str, Judge] = dict.fromkeys(("arme", "bouclier", "objet"), fautes_de_la_chose)
    return {**juges_du_carnet(Fiche("", own=maison)), **choses, "classe": classe, "tome": tome}


@rule("FD-7.13")
def fautes_d_une_classe(f: Fiche, c: Classe, ici: str) -> Faults:
    """A class of one's own names things there are, within bounds; its budgets are judged as it is written."""
    yield from named(f"{ici}.nom", c.nom)
    tables = (
        ("bonus", CARACS),
        ("croissance", (*STATS, "CON")),
        ("fixe", STATS),
        ("fixe_croissance", STATS),
    )
    for table, connus in tables:
        yield from fautes_des_caracs(getattr(c, table), connus, f"{ici}.{table}")
    maitrises = [*c.primaires.items(), *c.minimum.items(), *((t, c.secondaire) for t in c.secondaires)]
    for type_, n in (*maitrises, *((t, n) for _, t, n in c.gains if t != SECONDAIRE)):
        yield from among(f"{ici}.maitrises", type_, TYPES_ARMES)
        yield from between(f"{ici}.maitrises.{type_}", n, 0, MAITRISE_MAX)
    for niveau in (*(niveau for niveau, _, _ in c.gains), *(niveau for _, niveau in c.arbre)):
        yield from between(f"{ici}.niveaux", niveau, 1, NIVEAU_MAX)
    yield from each(f"{ici}.arbre", (t for t in (c.speciale, *dict(c.arbre)) if t), f.connues)
    yield from each(f"{ici}.depuis", (*c.depuis, *c.vers), f.classes)
    yield from once(f"{ici}.types", c.types, TYPES_UNITES)
    for i, e in enumerate(c.effets):
        yield from fautes_de_l_effet(e, f"{ici}.effets[{i}]", actif=False)
    for i, t in enumerate(c.techniques):
        yield from fautes_de_la_technique(t, f"{ici}.techniques[{i}]")


def fautes_des_caracs(valeurs: Mapping[str, int], connues: tuple[str, ...], ici: str) -> Faults:
    for stat, n in valeurs.items():
        yield from among(ici, stat, connues)
        yield from between(f"{ici}.{stat}", n, -POINTS_MAX, POINTS_MAX)


@rule("FD-7.8", "FD-9.3")
def fautes_de_l_origine(o: Origine, ici: str) -> Faults:
    """An origin within the bounds of a sheet, with traits that the engine understands."""
    yield from named(f"{ici}.nom", o.nom)
    for cle in ("description", "age", "taille", "poids"):
        yield from named(f"{ici}.{cle}", getattr(o, cle), LONGUEUR)
    yield from once(f"{ici}.langues", o.langues, LANGUES)
    yield from fautes_des_caracs(o.suggere, CARACS, f"{ici}.suggere")
    yield from between(f"{ici}.mov", o.mov, 0, 30)
    yield from between(f"{ici}.con", o.con[0], 1, 99)
    yield from between(f"{ici}.con", o.con[1], o.con[0], 99)
    yield from between(f"{ici}.cases", o.cases, 1, 9)
    yield from once(f"{ici}.types", o.types, TYPES_UNITES)
    for i, trait in enumerate(o.traits):
        yield from named(f"{ici}.traits[{i}].nom", trait.nom)
        for j, e in enumerate(trait.effets):
            yield from fautes_de_l_effet(e, f"{ici}.traits[{i}].effets[{j}]", actif=False)


@rule("FD-6.31", "FD-9.9")
def fautes_de_l_enchantement(x: Enchantement, ici: str) -> Faults:
    """Its degrees, the weakest first, each with a price and effects that the engine understands."""
    yield from named(f"{ici}.nom", x.nom)
    yield from between(f"{ici}.degres", len(x.degres), 1, DEGRES_MAX)
    for i, degre in enumerate(x.degres):
        yield from between(f"{ici}.degres[{i}].prix", degre.prix, 0, ECUS_MAX)
        yield from between(f"{ici}.degres[{i}].recharge", degre.recharge, 0, TOURS_MAX)
        for j, e in enumerate(degre.effets):
            yield from fautes_de_l_effet(e, f"{ici}.degres[{i}].effets[{j}]", actif=x.activable)
