"""Chapter 2: creating a character. What is chosen, what it may cost, what does not hold yet."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from tablee.kernel.draft import Budget, Draft, Problem, counted, id_of, misnamed
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed

from ..book.c2_traits import LONGUEUR, PAR_TRAIT, hors_limites, mal_nomme, redondant
from ..model.maison import AUCUNE, Maison
from ..model.people import CARACS, NOMS, Carac, Fiche, Objet, Personnage, Trait
from ..model.tables import BOTTES

POINTS = 40  # FLU-2.2
BAS, HAUT = 1, 7  # FLU-2.2
POINTS_DE_TRAITS = 8  # FLU-2.12


class Caracs(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points placed; Magie only counts for those who practise it."""

    FOR: int = 5
    CON: int = 5
    AGI: int = 5
    PER: int = 5
    INT: int = 5
    VOL: int = 5
    CHA: int = 5
    CONN: int = 5
    MAG: int = 0


class Choisi(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A Trait as it is chosen."""

    nom: str
    valeur: int = 1
    famille: str = ""
    botte: str = ""  # FLU-4.23

    def trait(self, negatif: bool) -> Trait:
        botte = self.botte if self.botte in BOTTES and not negatif else ""
        return Trait(self.nom.strip(), self.valeur, negatif, botte=botte, famille=self.famille)


class Brouillon(Draft, frozen=True, kw_only=True):
    """What has been chosen so far."""

    nom: str = ""
    magie: bool = False
    caracs: Caracs = Caracs()
    en_jeu: bool = False  # FLU-2.13
    traits: tuple[Choisi, ...] = ()
    negatifs: tuple[Choisi, ...] = ()
    armes: tuple[str, ...] = ()
    armure: str = ""
    bouclier: str = ""
    own: Maison = msgspec.field(name="maison", default=AUCUNE)  # what the table has written, to choose from as well

    def noms(self) -> tuple[Carac, ...]:
        """The eight caractéristiques, nine with Magie."""
        return (*CARACS, "MAG") if self.magie else CARACS

    def porte(self, id: str, *genres: str) -> Objet | None:
        """A thing of the catalogue, if it is of such a kind."""
        objet = self.own.objets.get(id)
        return objet if objet is not None and objet.genre in genres else None

    def personnage(self) -> Personnage:
        """The character these choices make, holding or not."""
        valeurs = {c: getattr(self.caracs, c) for c in self.noms()}
        traits = (*(t.trait(False) for t in self.traits), *(t.trait(True) for t in self.negatifs))
        armes = [o for o in (self.porte(id, "melee", "tir") for id in self.armes) if o is not None]
        return Personnage(
            id_of(self.nom),
            Fiche(self.nom.strip(), **valeurs, traits=traits),
            armes=tuple(armes),
            armure=self.porte(self.armure, "armure"),
            bouclier=self.porte(self.bouclier, "bouclier"),
            traits_libres=max(0, points_de_traits(self) - traits_payes(self)) if self.en_jeu else 0,
        )


# ---------------------------------------------------------------- what may be spent


@rule("FLU-2.2", "FLU-2.3")
def points_places(d: Brouillon) -> int:
    """The points placed in the eight caractéristiques, or nine with Magie."""
    return sum(getattr(d.caracs, c) for c in d.noms())


@rule("FLU-2.12")
def traits_payes(d: Brouillon) -> int:
    """1 point for each level of a positive Trait."""
    return sum(max(0, t.valeur) for t in d.traits)


@rule("FLU-2.12", "FLU-2.14")
def points_de_traits(d: Brouillon) -> int:
    """8 points, and 1 more for each point of a negative Trait."""
    return POINTS_DE_TRAITS + sum(max(0, t.valeur) for t in d.negatifs)


def budgets(d: Brouillon) -> tuple[Budget, ...]:
    return (
        Budget("Points de caractéristiques", points_places(d), POINTS, "FLU-2.3" if d.magie else "FLU-2.2", "caracs"),
        Budget(
            "Points de Traits", traits_payes(d), points_de_traits(d), "FLU-2.14" if d.negatifs else "FLU-2.12", "traits"
        ),
    )


# ---------------------------------------------------------------- what does not hold


def problems(d: Brouillon) -> list[Problem]:
    """Everything that does not hold, in the order of the steps."""
    return [
        *(Problem("nom", why) for why in misnamed(d.nom, LONGUEUR, "FLU-2.1")),
        *(Problem("caracs", why) for why in caracs_fausses(d)),
        *(Problem("traits", why) for why in traits_faux(d)),
        *(Problem("equipement", why) for why in equipement_faux(d)),
    ]


@rule("FLU-2.2", "FLU-2.3")
def caracs_fausses(d: Brouillon) -> Iterator[Closed]:
    """Exactly 40 points, each caractéristique from 1 to 7; no Magie without practising it."""
    places = points_places(d)
    if places != POINTS:
        regle = "FLU-2.3" if d.magie else "FLU-2.2"
        yield counted(regle, "{} points à répartir, {} répartis", POINTS, places)
    for c in d.noms():
        valeur = getattr(d.caracs, c)
        if not BAS <= valeur <= HAUT:
            regle = "FLU-2.3" if c == "MAG" else "FLU-2.2"
            yield Closed(regle, "{} : de {} à {}, pas {}", (NOMS[c], BAS, HAUT, valeur))
    if d.caracs.MAG and not d.magie:
        yield Closed("FLU-2.3", "Des points en Magie, sans pratiquer la magie")


@rule("FLU-2.12", "FLU-2.13", "FLU-2.14")
def traits_faux(d: Brouillon) -> Iterator[Closed]:
    """Each Trait named, new, from 1 to 3; all of them within the points."""
    if d.en_jeu and (d.traits or d.negatifs):
        yield Closed("FLU-2.13", "Les Traits seront définis en jeu : aucun à la création")
    vus: list[str] = []
    for choisi, regle in (*((t, "FLU-2.12") for t in d.traits), *((t, "FLU-2.14") for t in d.negatifs)):
        yield from trait_faux(choisi, regle, vus)
        vus.append(plain(choisi.nom.strip()))
    payes, avoir = traits_payes(d), points_de_traits(d)
    if payes > avoir:
        regle = "FLU-2.14" if d.negatifs else "FLU-2.12"
        yield Closed(regle, "{} points de Traits dépensés, {} disponibles", (payes, avoir))


def trait_faux(t: Choisi, regle: str, vus: list[str]) -> Iterator[Closed]:
    for why in (mal_nomme(t.nom), redondant(t.nom), hors_limites(t.nom, t.valeur, 1, PAR_TRAIT, regle)):
        if why is not None:
            yield why
    if t.nom.strip() and plain(t.nom.strip()) in vus:
        yield Closed("FLU-2.8", "« {} » est déjà pris", (t.nom.strip(),))
    if t.botte and (t.botte not in BOTTES or regle == "FLU-2.14"):
        yield Closed(
            "FLU-4.23", "« {} » n'est pas l'effet d'une botte secrète ; effets : {}", (t.botte, ", ".join(BOTTES))
        )


@rule("FLU-4.35", "FLU-4.36", "FLU-4.37")
def equipement_faux(d: Brouillon) -> Iterator[Closed]:
    """Things of the catalogue, each in its place, and no more than two hands can hold."""
    for id in d.armes:
        if d.porte(id, "melee", "tir") is None:
            yield Closed("FLU-4.35", "« {} » n'est pas une arme du catalogue", (id,))
    if len(set(d.armes)) < len(d.armes):
        yield Closed("FLU-4.35", "Une même arme ne se prend qu'une fois")
    if d.armure and d.porte(d.armure, "armure") is None:
        yield Closed("FLU-4.36", "« {} » n'est pas une armure du catalogue", (d.armure,))
    if d.bouclier and d.porte(d.bouclier, "bouclier") is None:
        yield Closed("FLU-4.37", "« {} » n'est pas un bouclier du catalogue", (d.bouclier,))
    tenue = d.porte(d.armes[0], "melee", "tir") if d.armes else None
    if tenue is not None and tenue.deux_mains and d.bouclier:
        yield Closed("FLU-4.37", "{} prend les deux mains : pas de bouclier avec", (tenue.nom,))
