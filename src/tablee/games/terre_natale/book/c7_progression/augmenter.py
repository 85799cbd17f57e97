"""Raising an attribute, a group or a skill by one, once it is learned: paid in PA, PX or both, with inspiration."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta, Struct
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from ...model.competences import lots
from ...model.people import Fiche, Personnage
from ...model.scene import Scene
from ..c1_attributs import qualificatif
from ..c2_competences import titre, titre_de_groupe
from ..c4_caracteristiques.repos import en_paix
from ..c6_castes import promouvoir
from .apprentissage import acquis, commences, employe, en_cours
from .sujets import (
    APTITUDE,
    ATTRIBUT,
    AUGMENTABLES,
    COMPETENCE,
    GROUPE,
    TRAIT,
    au_maximum,
    cout_en_pa,
    cout_en_px,
    eleve,
    inconnu,
    niveau,
    nom,
    partage,
    secondaire,
    temps,
)

PX_PAR_PA = 10  # TN-7.19
Paiement = Literal["pa", "px", "pa_puis_px"]


class Prix(Struct, frozen=True, gc=False):
    """What a step takes from the points somebody has."""

    pa: int = 0
    px: int = 0
    pi: tuple[tuple[str, int], ...] = ()  # by where they come from

    terms: Terms = ()  # of the PX


@rule("TN-7.16", "TN-7.19", "TN-7.20")
def prix_d_attribut(f: Fiche, sujet: str, paiement: Paiement) -> Prix:
    """In PA; in PX, 10 for each; or in PA as far as they go and the rest in PX."""
    cout = cout_en_pa(sujet, niveau(f, sujet) + 1)
    pa = {"pa": cout, "px": 0, "pa_puis_px": min(cout, f.pa)}[paiement]
    px = PX_PAR_PA * (cout - pa)
    return Prix(pa, px, terms=(("PA manquants x 10", px, "TN-7.20" if pa else "TN-7.19"),) if px else ())


@rule("TN-7.21", "TN-7.25")
def prix_de_niveau(f: Fiche, sujet: str, pi: int) -> Prix:
    """In PX; inspiration pays up to half of it, that of the very subject before that of a group it stands in."""
    cout = cout_en_px(sujet, niveau(f, sujet) + 1)
    reste, paye = min(pi, cout // 2), []
    for key in inspirations(sujet):
        n = min(reste, f.pi.get(key, 0))
        paye += [(key, n)] if n else []
        reste -= n
    terms: Terms = (("Coût", cout, "TN-7.21"), *(("Inspiration", -n, "TN-7.25") for _, n in paye))
    return Prix(px=total(terms), pi=tuple(paye), terms=terms)


@rule("TN-7.25")
def inspirations(sujet: str) -> tuple[str, ...]:
    """Where the inspiration for a subject may come from: its own; for a skill, that of its groups too."""
    genre, id = partage(sujet)
    return (sujet, *(f"{GROUPE}:{lot.groupe}" for lot in lots(id))) if genre == COMPETENCE else (sujet,)


@rule("TN-1.4", "TN-2.2", "TN-2.6")
def titre_de(sujet: str, valeur: int) -> str:
    """What a value is called: of an attribute, of a group, of a skill."""
    return {ATTRIBUT: qualificatif, GROUPE: titre_de_groupe, COMPETENCE: titre, APTITUDE: titre}[partage(sujet)[0]](
        valeur
    )


@rule("TN-7.5", "TN-7.8")
def pas_appris(scene: Scene, f: Fiche, sujet: str) -> Closed | None:
    """Why a step cannot be taken yet: learning time is missing, or not over."""
    requis, faits = total(temps(f, sujet)), acquis(f, sujet)
    if faits < requis:
        return Closed("TN-7.8", "{} : temps d'apprentissage {} sur {}", (nom(sujet), faits, requis))
    return en_cours(scene, f, sujet)


class Augmenter(Action, frozen=True, tag="augmenter"):
    """One point of an attribute, one level of a group or a skill, learned and paid for."""

    sujet: str
    paiement: Paiement = "pa"  # of an attribute
    pi: Annotated[int, Meta(ge=0, le=999)] = 999  # inspiration, as far as there is any and it may pay
    weighty: ClassVar[bool] = True
    accord: ClassVar[bool] = False
    offers: ClassVar[dict[str, dict[str, str]]] = {"sujet": AUGMENTABLES}

    def prix(self, f: Fiche) -> Prix:
        if partage(self.sujet)[0] == ATTRIBUT:
            return prix_d_attribut(f, self.sujet, self.paiement)
        return prix_de_niveau(f, self.sujet, self.pi)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-7.5", self.actor)
        if found is not None:
            return found
        f = scene[self.actor].fiche
        found = inconnu(f, self.sujet, scene.options)
        if found is None and secondaire(self.sujet) and not self.accord:
            found = Closed("TN-7.16", "{} est secondaire : il faut l'accord du MJ", (nom(self.sujet),))
        return found or au_maximum(f, self.sujet) or pas_appris(scene, f, self.sujet) or self.trop_cher(f)

    def trop_cher(self, f: Fiche) -> Closed | None:
        p = self.prix(f)
        if p.pa > f.pa:
            manque = PX_PAR_PA * (p.pa - f.pa)
            facts = nom(self.sujet), p.pa, f.pa, manque
            return Closed("TN-7.16", "{} coûte {} PA, il y en a {} ; en paiement mixte, {} PX", facts)
        if p.px > f.px:
            regle = "TN-7.19" if partage(self.sujet)[0] == ATTRIBUT else "TN-7.21"
            return Closed(regle, "{} coûte {} PX, il y en a {}", (nom(self.sujet), p.px, f.px))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        f, prix, visee = p.fiche, self.prix(p.fiche), niveau(p.fiche, self.sujet) + 1
        inspiration = {key: n - dict(prix.pi).get(key, 0) for key, n in f.pi.items()}
        f = replace(f, pa=f.pa - prix.pa, px=f.px - prix.px, pi={key: n for key, n in inspiration.items() if n})
        f = eleve(employe(f, self.sujet, total(temps(f, self.sujet))), self.sujet, visee)
        lecons = tuple([x for x in p.lecons if x.sujet != self.sujet or x.visee > visee])
        facts = ("quoi", nom(self.sujet)), ("valeur", visee), ("titre", titre_de(self.sujet, visee))
        paye = ("pa", prix.pa), ("px", prix.px), ("pi", sum(n for _, n in prix.pi))
        oracle.tell(Event("augmente", p.id, "", "TN-7.5", prix.terms, (*facts, *paye)))
        return promouvoir(scene.put(replace(p, fiche=f, lecons=lecons)), oracle, self.actor)


@rule("TN-7.16")
class AugmenterAvecAccord(Augmenter, frozen=True, tag="augmenter_avec_accord"):
    """A secondary attribute, which the game master lets somebody raise."""

    master: ClassVar[bool] = True
    accord: ClassVar[bool] = True


ACTIONS = (Augmenter, AugmenterAvecAccord)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What is being learned."""
    for sujet in commences(p.fiche):
        if partage(sujet)[0] != TRAIT and not secondaire(sujet):
            yield Augmenter(p.id, sujet)
