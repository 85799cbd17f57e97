"""For those who do not know the game: spreads of points, what goes with one's Traits, and what is hollow."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from tablee.kernel.draft import Field
from tablee.kernel.ledger import plain
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Said
from tablee.kernel.sheet import Line, Stat, Text
from tablee.kernel.teaching import Card, Remark, Spread, guide_of

from ..model.people import MAINS_NUES, NOMS, Objet
from .draft import Brouillon

GUIDE = guide_of("tablee.games.fluid")
OBJETS = ("armes", "armure", "bouclier")  # fields in which things are chosen
REGLES = {"melee": "FLU-4.35", "tir": "FLU-4.35", "armure": "FLU-4.36", "bouclier": "FLU-4.37"}

# ---------------------------------------------------------------- cards


def cartes(d: Brouillon, field: Field) -> Mapping[str, Card]:
    """What there is to know of a thing: it fits whoever has the Trait that goes with it."""
    if field.name not in OBJETS:
        return {}
    siens = {plain(t.nom.strip()) for t in d.traits}
    return {id: carte(o, plain(o.trait) in siens) for id, _ in field.keys if (o := d.own.objets.get(id)) is not None}


def carte(o: Objet, connu: bool) -> Card:
    figures: tuple[Line, ...] = (Stat("Score", ((o.nom, o.score, REGLES[o.genre]),)),)
    tags: tuple[str, ...] = ()
    if o.genre in ("melee", "tir"):
        figures += (Text("Maniée avec", NOMS[o.carac]),)
        tags = ("Tir" if o.genre == "tir" else "Mêlée", *(("À deux mains",) if o.deux_mains else ()))
    return Card(
        figures=figures, tags=tags, fits=2 if connu else 0, why=Said("le Trait {}", (o.trait,)) if connu else None
    )


# ---------------------------------------------------------------- spreads


def repartition(nom: str, note: str, *points: int) -> Spread:
    """Points in the order of the sheet; Magie stands last."""
    return Spread(nom, note, dict(zip(NOMS, points, strict=False)))


SANS_MAGIE = (
    repartition("Duelliste", "Vive et adroite, solide partout.", 5, 5, 7, 5, 4, 5, 5, 4),
    repartition("Colosse", "Frappe fort, tient debout, ne cède pas.", 7, 7, 5, 4, 3, 6, 4, 4),
    repartition("Éclaireur", "Voit tout, passe partout.", 4, 5, 7, 7, 5, 4, 3, 5),
    repartition("Beau parleur", "Convainc, devine, et se garde des coups.", 3, 4, 5, 6, 6, 5, 7, 4),
    repartition("Érudit", "Sait et comprend ; le corps suit de loin.", 3, 4, 4, 5, 7, 6, 4, 7),
)
AVEC_MAGIE = (
    repartition("Mage", "Tout pour les sorts, rien pour les coups.", 2, 4, 4, 4, 7, 5, 3, 4, 7),
    repartition("Mage de bataille", "Des sorts, et de quoi tenir une lame.", 4, 5, 6, 4, 4, 5, 3, 2, 7),
    repartition("Prodige", "Un don, de la volonté, et un peu de tout.", 2, 4, 5, 5, 5, 6, 4, 3, 6),
)


def points_conseilles(d: Brouillon, field: Field) -> tuple[Spread, ...]:
    if field.name != "caracs":
        return ()
    return AVEC_MAGIE if d.magie else SANS_MAGIE


# ---------------------------------------------------------------- what is hollow


def remarques(d: Brouillon) -> Iterable[Remark]:
    """Nothing to strike with, a weapon no Trait goes with, a mage without a Trait of magic: all of it is allowed."""
    if d.en_jeu:
        return
    siens = {plain(t.nom.strip()) for t in d.traits}
    tenue = d.porte(d.armes[0], "melee", "tir") if d.armes else None
    if tenue is None and plain(MAINS_NUES.trait) not in siens:
        yield Remark("equipement", Closed("FLU-4.35", "Aucune arme : il se battra à mains nues"))
    elif tenue is not None and tenue.trait and plain(tenue.trait) not in siens:
        why = "Aucun Trait pour {} : elle frappera sans rien de plus que ses points"
        yield Remark("traits", Closed("FLU-3.20", why, (tenue.nom,)))
    if d.magie and not any(t.famille == "magie" for t in d.traits):
        yield Remark("traits", Closed("FLU-5.2", "Pratique la magie sans aucun Trait de magie"))
