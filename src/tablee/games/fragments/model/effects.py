"""All that bears on a figure, and the names of those figures: the only place that says what a key means.

Effects of the catalogues (`langage`) become modifiers; what the book says for everybody stands in its chapters, as
`@EFFECTS.on(...)`. Figures of a unit:

    PV FOR MAG DEF RES HAB AGI CHA CON      on a characteristic of the sheet
    ESQ INIT MOV                            the same; AGI, weight, wounds, passengers and tired mounts are rules
    precision critique degats bruts         of its attacks; defense_brute: against those on it
    portee vol_de_vie soins jt poids        see `FIGURES` of the language
    jets, sociales                          on characteristic rolls; sociales: on social ones besides
    vision                                  cells seen in the fog
    offert                                  what the game master's next roll against it gains (FD-3.52)

What is not a sum has figures too, whose terms say from what it comes; that there is one is all that counts, but for the
first two:

    mult                    the damage it deals is multiplied by each
    partage                 cells at which things may be used on allies
    vol                     no terrain holds it
    interdit:tour ...       it may not act, move, attack...
    resiste:FEU, vulnerable:Arc, efficace:Dragon, immunise:poison, immunise:afflictions, type:Volante, marche:boue

Tags: each of those kinds that it has at all (« vol », « type »...), and `bete`, `en_selle`, `epuise`, `sequelles`,
`repos` for whom some rules are about.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from tablee.kernel.effects import Bears, Effects, Modifier, amount, tally
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Terms

from .catalogue import AFFLICTIONS, MAUX, MONTURES, TERRAINS
from .hexes import direction, voisines
from .langage import Effet, passif
from .tables import TYPES_UNITES

if TYPE_CHECKING:
    from .people import Unite
    from .scene import Scene

Source = tuple[str, Effet, str]  # what it comes from, the effect, the rule
MEILLEUR_SEUL = ("vision", "vol_de_vie")  # families where only the strongest counts, whatever it comes from (FD-4.23)
CHIFFRES = ("bonus", "mult", "partage")  # kinds of passives whose figure says how much


class Assaut(NamedTuple):
    """The attack under way, for the conditions that look at it."""

    arme: str  # its type
    degats: str
    magique: bool
    portee: int  # at how many cells
    critique: bool = False


class Essai(msgspec.Struct, frozen=True, gc=False):
    """What rules and conditions look at: who, in which scene, against whom, in which attack."""

    scene: Scene
    u: Unite
    autre: Unite | None = None
    coup: Assaut | None = None


EFFECTS: Effects[Essai] = Effects()

# ---------------------------------------------------------------- conditions


def _adjacents(c: Essai, allies: bool) -> int:
    u, autour = c.u, voisines(c.u.case)
    return sum(
        v.id != u.id and v.conscient and not v.bete and (v.side == u.side) == allies and v.case in autour
        for v in c.scene.people.values()
    )


def _pas(c: Essai) -> int | None:
    """Cells moved in one's tour; None in that of another."""
    if c.scene.encounter is None:
        return 0
    tour = c.scene.encounter.tours.get(c.u.id)
    return tour.pas if tour is not None else None


@rule("FD-4.7")
def types_de(scene: Scene, u: Unite) -> tuple[str, ...]:
    """Unit types: of class, origin and kind; of the mount one rides; of effects."""
    types = u.fiche.types_propres
    if u.monture and u.monture in scene.people:
        types = (*types, scene.type_de_monture(u))
    if "type" in u.bears.tags:
        c = Essai(scene, u)
        types += tuple(t for t in TYPES_UNITES if amount(u.bears, f"type:{t}", c))
    return types


def de_dos(u: Unite, autre: Unite) -> bool:
    """Whether a unit stands behind another: on none of the three sides it faces."""
    return u.case != autre.case and (direction(autre.case, u.case) - autre.face) % 6 in (2, 3, 4)


_DE_SOI: dict[str, Callable[[Essai], bool]] = {
    "moitie": lambda c: 2 * c.u.pv <= c.u.pv_max,
    "plein": lambda c: c.u.pv >= c.u.pv_max,
    "seul": lambda c: _adjacents(c, True) == 0,
    "entoure": lambda c: _adjacents(c, True) > 0,
    "encercle": lambda c: _adjacents(c, False) >= 2,
    "monte": lambda c: bool(c.u.monture),
    "a_pied": lambda c: not c.u.monture,
    "immobile": lambda c: _pas(c) == 0,
    "elan": lambda c: (_pas(c) or 0) >= 3,
    "manche_1": lambda c: c.scene.encounter is not None and c.scene.encounter.manche == 1,
}
_DE_L_AUTRE: dict[str, Callable[[Essai, Unite, str], bool]] = {
    "cible_moitie": lambda c, v, _: 2 * v.pv <= v.pv_max,
    "cible_pleine": lambda c, v, _: v.pv >= v.pv_max,
    "cible_affligee": lambda c, v, _: v.affliction is not None,
    "dos": lambda c, v, _: de_dos(c.u, v),
    "plus_rapide": lambda c, v, _: c.scene.initiative(c.u.id) > c.scene.initiative(v.id),
    "contre": lambda c, v, type_: type_ in types_de(c.scene, v),
    "element": lambda c, v, element: v.fiche.element == element,
    "etat": lambda c, v, mal: v.a(mal),
}
_DU_COUP: dict[str, Callable[[Assaut, str], bool]] = {
    "melee": lambda coup, _: coup.portee <= 1,
    "distance": lambda coup, _: coup.portee > 1,
    "physique": lambda coup, _: not coup.magique,
    "magique": lambda coup, _: coup.magique,
    "critique": lambda coup, _: coup.critique,
    "arme": lambda coup, type_: coup.arme == type_,
    "degats": lambda coup, type_: coup.degats == type_,
}


@EFFECTS.when("terrain")
def sur_le_terrain(c: Essai, sol: str) -> bool:
    return c.scene.terrain(c.u.case).id == sol


def _de_soi(holds: Callable[[Essai], bool]) -> Callable[[Essai, str], bool]:
    return lambda c, _: holds(c)


def _de_l_autre(holds: Callable[[Essai, Unite, str], bool]) -> Callable[[Essai, str], bool]:
    return lambda c, v: c.autre is not None and holds(c, c.autre, v)


def _du_coup(holds: Callable[[Assaut, str], bool]) -> Callable[[Essai, str], bool]:
    return lambda c, v: c.coup is not None and holds(c.coup, v)


# the conditions of the language; one that looks at somebody or at an attack never holds without
for _nom, _holds in (
    *((nom, _de_soi(holds)) for nom, holds in _DE_SOI.items()),
    *((nom, _de_l_autre(holds)) for nom, holds in _DE_L_AUTRE.items()),
    *((nom, _du_coup(holds)) for nom, holds in _DU_COUP.items()),
):
    EFFECTS.when(_nom)(_holds)


def tient(scene: Scene, u: Unite, e: Effet, autre: Unite | None = None, coup: Assaut | None = None) -> bool:
    """Whether the condition of an effect that is no figure holds for its bearer, against another, in an attack."""
    if not e.si:
        return True
    nom, _, valeur = e.si.partition(":")
    return EFFECTS.conditions[nom](Essai(scene, u, autre, coup), valeur)


# ---------------------------------------------------------------- what bears on somebody


def sur_quoi(e: Effet) -> str:
    """The figure that a passive which is no bonus bears on."""
    return f"{e.fait}:{e.sur}" if e.sur else e.fait


@rule("FD-4.23", "FD-9.1")
def modificateur(source: Source) -> Modifier:
    """A passive of the catalogues, as all that bears on a figure; of one family the best bonus, the worst malus."""
    nom, e, regle = source
    if e.fait != "bonus":
        return Modifier(sur_quoi(e), e.n if e.fait in CHIFFRES else 1, nom, regle, when=e.si)
    return Modifier(e.sur, e.n, nom, regle, e.famille or (e.sur if e.sur in MEILLEUR_SEUL else ""), e.si)


class Recueil(Bears[Essai]):
    """All that bears on somebody, and the effects that wait for a moment of his."""

    __slots__ = ("declencheurs", "plus", "propres", "sources")

    def __init__(
        self, sources: tuple[Source, ...], plus: tuple[Modifier, ...] = (), propres: tuple[str, ...] = ()
    ) -> None:
        passifs = [s for s in sources if passif(s[1])]
        sortes = {e.fait for _, e, _ in passifs if e.fait != "bonus"}
        super().__init__(EFFECTS, (*map(modificateur, passifs), *plus), (*propres, *sortes))
        self.sources, self.plus, self.propres = sources, plus, propres
        self.declencheurs: dict[str, tuple[Source, ...]] = {}
        for s in sources:
            if s[1].quand != "toujours":
                self.declencheurs[s[1].quand] = (*self.declencheurs.get(s[1].quand, ()), s)

    def somme(self, sur: str) -> int:
        """What bears on a figure whatever happens."""
        return (self.known.get(sur) or self.figure(sur)).n


@lru_cache(8192)
def ensemble(
    fiche: Recueil,
    equipement: Recueil,
    passagers: tuple[Source, ...] = (),
    plus: tuple[Modifier, ...] = (),
    propres: tuple[str, ...] = (),
) -> Recueil:
    """The parts of somebody together. Few come up in a fight, and each many times."""
    return Recueil(fiche.sources + equipement.sources + passagers, plus, propres)


@lru_cache(8192)
def avec(sien: Recueil, de_plus: Recueil) -> Recueil:
    """What bears on somebody, and what his mount or the ground adds."""
    return Recueil(sien.sources + de_plus.sources, sien.plus, sien.propres)


@lru_cache(512)
def recueil_du_mal(id: str) -> Recueil:
    """What an affliction or a state does."""
    mal, regle = MAUX[id], "FD-9.10" if id in AFFLICTIONS else "FD-9.11"
    return Recueil(tuple((mal.nom, e, regle) for e in mal.effets))


@lru_cache(512)
def recueil_du_sol(id: str) -> Recueil:
    """What a terrain does to whoever stands on it."""
    sol = TERRAINS[id]
    return Recueil(tuple((sol.nom, e, "FD-9.15") for e in sol.effets))


@lru_cache(64)
def recueil_de_monture(id: str) -> Recueil:
    """What a mount gives to whoever rides it."""
    sorte = MONTURES.get(id)
    return Recueil(tuple((sorte.nom, e, "FD-9.14") for e in sorte.effets) if sorte is not None else ())


def en_selle(scene: Scene, u: Unite) -> Recueil:
    """What a unit is, bears and suffers, and what it rides."""
    if u.monture and u.monture in scene.people:
        return avec(u.bears, recueil_de_monture(scene.people[u.monture].bete))
    return u.bears


def bears(scene: Scene, u: Unite) -> Recueil:
    """The same, and of where it stands, unless it flies."""
    if scene.carte is not None or scene.zones:
        sol = scene.terrain((u.x, u.y))
        if sol.effets and not vole(scene, u):
            return avec(en_selle(scene, u), recueil_du_sol(sol.id))
    return en_selle(scene, u) if u.monture else u.bears


@rule("FD-9.15")
def vole(scene: Scene, u: Unite) -> bool:
    """Whether no terrain holds it back, helps or harms it: flying types and mounts, effects."""
    if u.terrestre:
        return False
    if "Volante" in types_de(scene, u):
        return True
    b = en_selle(scene, u)
    return "vol" in b.tags and amount(b, "vol", Essai(scene, u)) > 0


# ---------------------------------------------------------------- asking


def bonus_de(scene: Scene, u: Unite, sur: str, autre: Unite | None = None, coup: Assaut | None = None) -> int:
    """What bears on a figure now."""
    b = bears(scene, u)
    figure = b.known.get(sur) or b.figure(sur)
    return amount(b, sur, Essai(scene, u, autre, coup)) if figure.rules else figure.n


def termes_de(scene: Scene, u: Unite, sur: str, autre: Unite | None = None, coup: Assaut | None = None) -> Terms:
    """The same as terms."""
    return tally(bears(scene, u), sur, Essai(scene, u, autre, coup))
