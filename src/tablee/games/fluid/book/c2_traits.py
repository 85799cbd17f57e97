"""Chapter 2, Traits: what they may be called, and those that are placed, given and taken back in play."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import plain, rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone

from ..model.people import NOMS, Fiche, Personnage, Sort, Trait, pas_assez
from ..model.scene import Scene, inconnu
from ..model.tables import duree

PAR_TRAIT = 3  # FLU-2.12: the most in one Trait at creation
LONGUEUR = 60  # FLU-2.10: a longer name says more than one thing
VALEUR_DONNEE = 20  # FLU-2.15 names no limit; this one only stops slips of the keyboard
SIECLE = 100 * 365 * 86400


class Hasard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What characters made at random are drawn from."""

    noms: tuple[str, ...]
    surnoms: tuple[str, ...]
    negatifs: tuple[str, ...]
    traits: dict[str, tuple[str, ...]]  # by family


class Vocabulaire(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    familles: dict[str, str]
    redondants: dict[str, tuple[str, ...]]
    sans_portee: tuple[str, ...]
    hasard: Hasard


VOCABULAIRE = content.read("tablee.games.fluid", "content/creation.toml", Vocabulaire)
FAMILLES = VOCABULAIRE.familles
REDONDANTS = {plain(mot): c for c, mots in VOCABULAIRE.redondants.items() for mot in mots}
# ---------------------------------------------------------------- names


@rule("FLU-2.8", "FLU-2.10")
def mal_nomme(nom: str) -> Closed | None:
    """A Trait has a name, and a short one: one talent, no more."""
    if not nom.strip():
        return Closed("FLU-2.8", "Un Trait doit avoir un nom")
    if len(nom.strip()) > LONGUEUR:
        return Closed("FLU-2.10", "Un Trait, un talent : {} caractères au plus, pas {}", (LONGUEUR, len(nom.strip())))
    return None


@rule("FLU-2.9")
def redondant(nom: str) -> Closed | None:
    """A Trait may not merely repeat a caractéristique; one that narrows it is welcome."""
    mots = re.findall(r"\w+", plain(nom))
    while len(mots) > 1 and mots[0] in VOCABULAIRE.sans_portee:
        mots = mots[1:]
    repete = nom.strip() if nom.strip() in NOMS else REDONDANTS.get(" ".join(mots))
    return Closed("FLU-2.9", "« {} » répète la caractéristique {}", (nom.strip(), NOMS[repete])) if repete else None


def hors_limites(nom: str, valeur: int, bas: int, haut: int, regle: str) -> Closed | None:
    if bas <= valeur <= haut:
        return None
    return Closed(regle, "« {} » : de {} à {}, pas {}", (nom.strip(), bas, haut, valeur))


def connu(p: Personnage, nom: str) -> Trait | None:
    """One of his Traits, blind to accents and capitals."""
    cle = plain(nom.strip())
    return next((t for t in (*p.fiche.traits, *p.traits) if plain(t.nom) == cle), None)


def ecrit(p: Personnage, nom: str) -> Sort | None:
    """A spell of his book by id or name, blind to accents and capitals."""
    cle = plain(nom.strip())
    return next((s for s in p.grimoire if cle in (plain(s.id), plain(s.nom))), None)


@rule("FLU-5.17")
def deja_ecrit(p: Personnage, nom: str) -> Closed | None:
    """A written spell is a Trait already: no other may have its name."""
    sort = ecrit(p, nom)
    return (
        Closed("FLU-5.17", "« {} » est déjà un sort écrit de {}", (sort.nom, Someone(p.id)))
        if sort is not None
        else None
    )


def signe(t: Trait) -> int:
    """The value as one reads it: a negative Trait carries its sign."""
    return -t.valeur if t.negatif else t.valeur


def inscrire(fiche: Fiche, trait: Trait) -> Fiche:
    """The sheet with this Trait, new or in place of the one of that name; at 0 it is gone."""
    noms = [t.nom for t in fiche.traits]
    traits = list(fiche.traits)
    if trait.nom in noms:
        traits[noms.index(trait.nom)] = trait
    else:
        traits.append(trait)
    return replace(fiche, traits=tuple(t for t in traits if t is not trait or t.valeur))


def sans_sbire(p: Personnage) -> Closed | None:
    """Sbires have a degree in place of Traits, and gain no experience."""
    return Closed("FLU-4.65", "{} est un sbire", (Someone(p.id),)) if p.fiche.sbire else None


# ---------------------------------------------------------------- placed in play


@rule("FLU-2.13", "FLU-2.14")
class PlacerTrait(Action, frozen=True, tag="placer_trait"):
    """With the option, points of creation go into a Trait when play reveals it; a negative one gives points back."""

    agreement: ClassVar[str] = "accord"
    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    nom: str
    niveaux: int = 1
    negatif: bool = False
    famille: str = ""
    accord: bool = False  # FLU-2.9: the MJ accepts the name

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        return (
            sans_sbire(p)
            or sans_option(scene)
            or mal_nomme(self.nom)
            or (None if self.accord else redondant(self.nom))
            or deja_ecrit(p, self.nom)
            or rien_a_placer(p)
            or self._hors_points(p)
        )

    def _hors_points(self, p: Personnage) -> Closed | None:
        t = connu(p, self.nom)
        if t is not None and (t.origine != "choisi" or t.negatif != self.negatif):
            return Closed("FLU-2.13", "{} a déjà le Trait « {} », d'une autre sorte", (Someone(p.id), t.nom))
        avant, regle = (t.valeur if t is not None else 0), "FLU-2.14" if self.negatif else "FLU-2.12"
        if self.niveaux < 1:
            return Closed(regle, "Il faut placer au moins 1 point")
        trop = hors_limites(self.nom, avant + self.niveaux, 1, PAR_TRAIT, regle)
        return trop or (None if self.negatif else pas_assez("points de Traits", self.niveaux, p.traits_libres, regle))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        t = connu(p, self.nom) or Trait(self.nom.strip(), 0, self.negatif, famille=self.famille)
        t = replace(t, valeur=t.valeur + self.niveaux)
        prix = -self.niveaux if self.negatif else self.niveaux
        terms = (
            ("Points de Traits", p.traits_libres, "FLU-2.13"),
            (t.nom, -prix, "FLU-2.14" if t.negatif else "FLU-2.12"),
        )
        facts = ("trait", t.nom), ("valeur", signe(t)), ("reste", p.traits_libres - prix)
        oracle.tell(Event("trait_place", p.id, "", "FLU-2.13", terms, facts))
        return scene.put(replace(p, fiche=inscrire(p.fiche, t), traits_libres=p.traits_libres - prix))


def sans_option(scene: Scene) -> Closed | None:
    if scene.options.creation_en_jeu:
        return None
    return Closed("FLU-2.13", "À cette table les Traits se choisissent avant de jouer")


def rien_a_placer(p: Personnage) -> Closed | None:
    return (
        None
        if p.traits_libres > 0
        else Closed("FLU-2.13", "{} n'a plus de points de Traits à placer", (Someone(p.id),))
    )


# ---------------------------------------------------------------- given for a time


@rule("FLU-2.15")
class DonnerTrait(Action, frozen=True, tag="donner_trait"):
    """The MJ grants or inflicts a Trait for a time; without a duration it lasts until he lifts it."""

    rank = 1  # after what is done at once

    master = True

    nom: str
    valeur: int = 1
    negatif: bool = False
    cran: int = 0  # a step of the Table de temps
    secondes: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or mal_nomme(self.nom)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if connu(p, self.nom) is not None:
            return Closed("FLU-2.15", "{} a déjà le Trait « {} »", (Someone(p.id), self.nom.strip()))
        if deja_ecrit(p, self.nom) is not None:
            return deja_ecrit(p, self.nom)
        return hors_limites(self.nom, self.valeur, 1, VALEUR_DONNEE, "FLU-2.15") or self._duree_fausse()

    def _duree_fausse(self) -> Closed | None:
        if self.cran and self.secondes:
            return Closed("FLU-2.15", "La durée se dit en crans ou en secondes, pas les deux")
        if not 0 <= self.cran <= 12:
            return Closed("FLU-3.25", "La Table de temps va du cran 1 au cran 12")
        if not 0 <= self.secondes <= SIECLE:
            return Closed("FLU-2.15", "Une durée ne peut être ni négative ni plus longue qu'un siècle")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, secondes = scene[self.actor], duree(self.cran).secondes if self.cran else self.secondes
        fin = scene.clock + secondes if secondes else None
        t = Trait(self.nom.strip(), self.valeur, self.negatif, "temporaire", fin=fin)
        dite = duree(self.cran).duree if self.cran else f"{secondes} s" if secondes else "jusqu'à guérison"
        facts = ("trait", t.nom), ("valeur", signe(t)), ("duree", dite)
        oracle.tell(Event("trait_donne", p.id, "", "FLU-2.15", (), facts))
        return scene.put(replace(p, traits=(*p.traits, t)))


@rule("FLU-2.15")
class LeverTrait(Action, frozen=True, tag="lever_trait"):
    """The MJ ends a temporary Trait: it is healed, or past."""

    rank = 1  # after what is done at once

    master = True

    nom: str

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        p = scene[self.actor]
        t = connu(p, self.nom)
        if t is None or t.origine != "temporaire":
            return Closed("FLU-2.15", "{} n'a pas de Trait temporaire « {} »", (Someone(p.id), self.nom.strip()))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        t = connu(p, self.nom)
        facts = (("trait", t.nom if t is not None else self.nom),)
        oracle.tell(Event("trait_leve", p.id, "", "FLU-2.15", (), facts))
        return scene.put(replace(p, traits=tuple(x for x in p.traits if x is not t)))


ACTIONS: tuple[type[Action], ...] = (PlacerTrait, DonnerTrait, LeverTrait)


def a_sa_portee(p: Personnage) -> list[str]:
    """Names worth a button: his own Traits, and those of the weapons he carries."""
    siens = [t.nom for t in p.fiche.traits if not t.negatif]
    return list(dict.fromkeys([*siens, *(o.trait for o in p.armes if o.trait and connu(p, o.trait) is None)]))


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace: points still to be placed, temporary Traits to be lifted; all other names have to be typed."""
    if scene.encounter is not None:
        return
    if scene.options.creation_en_jeu and p.traits_libres > 0:
        for nom in a_sa_portee(p):
            yield PlacerTrait(p.id, nom)
    for t in p.traits:
        if t.origine == "temporaire":
            yield LeverTrait(p.id, t.nom)


PLACE = 2
SWITCHES = (Switch("creation_en_jeu", "FLU-2.13"),)
