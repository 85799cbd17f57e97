"""Training anew: forgetting something to have its points back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed

from ...model.people import Fiche, Personnage, Trait
from ...model.scene import Scene
from ...model.traits import TRAITS
from ..c3_traits import cout
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from ..c7_progression.sujets import ATTRIBUT, AUGMENTABLES, cout_en_pa, cout_en_px, eleve, inconnu, niveau, nom, partage

TOTAL = "reentrainement_total"
SWITCHES = (Switch(TOTAL, "TN-10.107"),)
TOUS_LES, DEMI_JOURNEE = 7, 6 * 3600  # days, and seconds of a long activity


@rule("TN-10.106")
def trop_tot(scene: Scene, p: Personnage) -> Closed | None:
    """Seven days from one to the next."""
    dernier = p.usages.get("reentrainement")
    if dernier is None or scene.jour - dernier >= TOUS_LES:
        return None
    return Closed(
        "TN-10.106", "Un réentraînement tous les {} jours : encore {}", (TOUS_LES, TOUS_LES + dernier - scene.jour)
    )


def rendre(
    scene: Scene, oracle: Oracle, who: str, f: Fiche, regle: str, facts: tuple[tuple[str, object], ...]
) -> Scene:
    """Half a day later, with the sheet as it is now."""
    oracle.tell(Event("reentrainement", who, "", regle, (), facts))
    p = scene[who]
    usages = {**p.usages, "reentrainement": scene.jour}
    return laisser_passer(scene.put(replace(p, fiche=f, usages=usages)), oracle, DEMI_JOURNEE)


@rule("TN-10.106")
class OublierUnTrait(Action, frozen=True, tag="oublier_un_trait"):
    """Forget a rank of an avantage and have its PP back, where the game master agrees."""

    trait: str
    sujet: str = ""

    master = True
    rank = 92
    offers: ClassVar[dict[str, dict[str, str]]] = {"trait": {id: t.nom for id, t in TRAITS.items()}}

    def acquis(self, f: Fiche) -> Trait | None:
        return next((t for t in f.traits if (t.id, t.sujet) == (self.trait, self.sujet)), None)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.106", self.actor)
        if found is not None:
            return found
        if self.trait not in TRAITS:
            return Closed("TN-3.10", "Aucun trait « {} »", (Typed(self.trait),))
        p = scene[self.actor]
        if self.acquis(p.fiche) is None:
            return Closed("TN-10.106", "{} n'a pas acquis « {} »", (Someone(p.id), TRAITS[self.trait].nom))
        if TRAITS[self.trait].polarite != "avantage" or any(e.on == "pa" for e in TRAITS[self.trait].effets):
            return Closed("TN-10.106", "« {} » ne s'oublie pas", (TRAITS[self.trait].nom,))
        return trop_tot(scene, p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = scene[self.actor].fiche
        t = self.acquis(f)
        assert t is not None
        rendus = cout(TRAITS[self.trait], t.rang - 1, t.rang)
        reste = replace(t, rang=t.rang - 1) if t.rang > 1 else None
        traits = tuple([x for x in (reste if x is t else x for x in f.traits) if x is not None])
        facts = ("quoi", TRAITS[self.trait].nom), ("pp", rendus), ("px", 0), ("pa", 0)
        return rendre(scene, oracle, self.actor, replace(f, traits=traits, pp=f.pp + rendus), "TN-10.106", facts)


@rule("TN-10.107")
class Desapprendre(Action, frozen=True, tag="desapprendre"):
    """By the option: a point of an attribute, a level of a skill or a group, for its PA or PX."""

    sujet: str

    master = True
    rank = 92
    offers: ClassVar[dict[str, dict[str, str]]] = {"sujet": AUGMENTABLES}

    def closed(self, scene: Scene) -> Closed | None:
        if TOTAL not in scene.options:
            return Closed("TN-10.107", "La campagne ne réentraîne que les traits")
        found = en_paix(scene, "TN-10.107", self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        found = inconnu(p.fiche, self.sujet, scene.options)
        if found is not None:
            return found
        bas = 1 if partage(self.sujet)[0] == ATTRIBUT else 0
        if niveau(p.fiche, self.sujet) <= bas:
            return Closed("TN-10.107", "{} : rien à oublier", (nom(self.sujet),))
        return trop_tot(scene, p)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = scene[self.actor].fiche
        n, attribut = niveau(f, self.sujet), partage(self.sujet)[0] == ATTRIBUT
        pa, px = (cout_en_pa(self.sujet, n), 0) if attribut else (0, cout_en_px(self.sujet, n))
        f = replace(eleve(f, self.sujet, n - 1), pa=f.pa + pa, px=f.px + px)
        facts = ("quoi", nom(self.sujet)), ("pp", 0), ("px", px), ("pa", pa)
        return rendre(scene, oracle, self.actor, f, "TN-10.107", facts)


ACTIONS = (OublierUnTrait, Desapprendre)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is None and scene.rixe is None:
        yield from (OublierUnTrait(p.id, t.id, t.sujet) for t in p.fiche.traits)
        if TOTAL in scene.options:
            yield from (Desapprendre(p.id, f"competence:{id}") for id, n in p.fiche.competences.items() if n)
