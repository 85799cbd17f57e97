"""Promotions, by the option: a work of the muse that makes a thing unlike any other, rank by rank."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.effects import amount
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.artisanat import PARTICULARITES, RANGS, Particularite
from ...model.effects import Essai
from ...model.ouvrages import ARTISANAT, METIERS, Ouvrage
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import Objet, Promotion
from .etapes import Remettre, metier_de
from .inventaire import ranges
from .ouvrages import ouvrage_fini

PROMOTIONS = "promotions"
SWITCHES = (Switch(PROMOTIONS, "TN-9.180"),)
PROMOUVABLES = ("arme", "armure", "outil", "accessoire", "colifichet")
MUSE = "promotion_d_objets"


# ---------------------------------------------------------------- what may be promoted


def porte(objet: Objet, sur: str) -> bool:
    """Whether a thing is of the kind a particularité is for."""
    if sur == "bouclier":
        return objet.sorte.bouclier
    return objet.sorte.nature == sur or objet.sorte.emplacement == sur


@rule("TN-9.180", "TN-9.181", "TN-9.190")
def suivante(objet: Objet) -> int:
    """The rank that comes next: none is skipped."""
    return 1 if objet.promotion is None else objet.promotion.rang + 1


@rule("TN-9.181")
def choix_fermes(part: Particularite, rang: int, choix: tuple[str, ...]) -> Closed | None:
    """What has to be chosen with it: an energy, or as many effects as its rank allows."""
    inconnu = next((x for x in choix if x not in part.choix), None)
    if inconnu is not None:
        return Closed("TN-9.181", "Pas de choix « {} » ; choix : {}", (Typed(inconnu), part.choix or ("aucun",)))
    if part.regle == "TN-9.191" and len(choix) != 1:
        return Closed("TN-9.191", "Une énergie, une seule : {}", (part.choix,))
    if part.regle == "TN-9.195":
        if len(choix) > part.limites[rang - 1]:
            return Closed("TN-9.195", "{} effet(s) au plus à ce rang", (part.limites[rang - 1],))
        if "avancee" in choix and rang < 4:
            return Closed("TN-9.195", "La condition avancée demande le rang 4")
    return None


@rule("TN-9.189")
def creativite(p: Personnage, metier: str) -> Terms:
    """What is left of it in a trade: the square of group and skill less what was spent; that of traits serves all."""
    propres = {m: (p.fiche.competences.get(m, 0) + p.fiche.groupes.get(ARTISANAT, 0)) ** 2 for m in METIERS}
    depensees = {m: p.usages.get(f"creativite:{m}", 0) for m in METIERS}
    deborde = sum([max(0, depensees[m] - propres[m]) for m in METIERS])
    commune = amount(p.bears, "creativite", Essai(p)) - deborde
    own: Terms = (("(Groupe + compétence)²", propres[metier], "TN-9.189"),)
    own += (("Dépensée", -min(depensees[metier], propres[metier]), "TN-9.189"),) if depensees[metier] else ()
    return (*own, ("Traits", commune, "TN-9.189")) if commune > 0 else own


@ouvrage_fini.then("TN-9.189")
def tarir(scene: Scene, oracle: Oracle, o: Ouvrage) -> Scene:
    """A promotion takes as much créativité as the rank it reaches, for good."""
    if o.tache != "promotion" or o.objet.promotion is None:
        return scene
    p, cle = scene[o.qui], f"creativite:{o.metier}"
    return scene.put(replace(p, usages={**p.usages, cle: p.usages.get(cle, 0) + o.objet.promotion.rang}))


@rule("TN-9.186")
def actives(p: Personnage, options: tuple[str, ...]) -> tuple[Objet, ...]:
    """The promoted things somebody has the good of: arms, armour, tools in hand, and one accessory alone."""
    if PROMOTIONS not in options:
        return ()
    e = p.equipement
    grands = (*e.armes, *((e.armure,) if e.armure is not None else ()), *e.tenus)
    petits = [x for x in e.agissants if x.promotion is not None][:1]
    return tuple([x for x in (*grands, *petits) if x.promotion is not None and x.utilisable])


def active(p: Personnage, options: tuple[str, ...], id: str) -> Promotion | None:
    """That particularité, if somebody has the good of it."""
    return next((x.promotion for x in actives(p, options) if x.promotion is not None and x.promotion.id == id), None)


def rang_actif(p: Personnage, options: tuple[str, ...], id: str) -> int:
    found = active(p, options, id)
    return found.rang if found is not None else 0


# ---------------------------------------------------------------- promoting


class DeLaMuse(Remettre, frozen=True, tag="de_la_muse"):
    """What only whoever was touched by the muse does to a thing."""

    particularite: str = ""
    nature: Literal["antique", "magique", "technologique"] = "antique"
    choix: tuple[str, ...] = ()

    rank: ClassVar[int] = 78
    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Remettre.offers,
        "particularite": {id: x.nom for id, x in PARTICULARITES.items()},
        "choix": {x: x for part in PARTICULARITES.values() for x in part.choix},
    }

    def voulue(self, objet: Objet) -> str:
        raise TypeError(f"{type(self).__name__} does not say which")

    def rang_vise(self, objet: Objet) -> int:
        raise TypeError(f"{type(self).__name__} does not say how far")

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        p, id, rang = scene[self.actor], self.voulue(objet), self.rang_vise(objet)
        if PROMOTIONS not in scene.options:
            return Closed("TN-9.180", "Pas de promotions dans cette campagne")
        if MUSE not in p.bears:
            return Closed("TN-9.182", "{} n'est pas touché par la muse", (Someone(p.id),))
        if id not in PARTICULARITES:
            return Closed("TN-9.181", "Pas de particularité « {} »", (Typed(id),))
        part = PARTICULARITES[id]
        if not any(porte(objet, sur) for sur in part.sur):
            return Closed("TN-9.181", "{} ne convient pas à cet objet : {}", (part.nom, objet.sorte.nom))
        if rang > len(RANGS) or rang > objet.qualite:
            au_plus = min(len(RANGS), max(0, objet.qualite))
            return Closed("TN-9.190", "Rang {} au plus : la qualité de l'objet", (au_plus,))
        return choix_fermes(part, rang, self.choisis(objet))

    def choisis(self, objet: Objet) -> tuple[str, ...]:
        """What was chosen, or what had been."""
        return self.choix or (objet.promotion.choix if objet.promotion is not None else ())


@rule("TN-9.156", "TN-9.180", "TN-9.181", "TN-9.182", "TN-9.189", "TN-9.190")
class Promouvoir(DeLaMuse, frozen=True, tag="promouvoir"):
    """Begins the next promotion of a thing: its particularité, one alone, gains a rank."""

    weighty: ClassVar[bool] = True

    def voulue(self, objet: Objet) -> str:
        return self.particularite or (objet.promotion.id if objet.promotion is not None else "")

    def rang_vise(self, objet: Objet) -> int:
        return suivante(objet)

    def ouvrage(self, scene: Scene) -> Ouvrage:
        avant = self.un(scene)
        nature = avant.promotion.nature if avant.promotion is not None else self.nature
        lie = avant.promotion.lie if avant.promotion is not None else ""
        p = Promotion(self.voulue(avant), suivante(avant), nature, self.choisis(avant), lie)
        return Ouvrage(
            "", self.actor, "promotion", replace(avant, promotion=p), metier_de(avant, self.metier), avant=avant
        )

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        if objet.promotion is not None and self.particularite not in ("", objet.promotion.id):
            return Closed("TN-9.180", "Une seule particularité par objet")
        found = super().refus(scene, objet)
        if found is not None:
            return found
        rang, metier = suivante(objet), metier_de(objet, self.metier)
        promis = [o.objet.promotion for o in scene.ouvrages if (o.qui, o.metier) == (self.actor, metier)]
        engagee = sum([x.rang for x in promis if x is not None])
        reste = total(creativite(scene[self.actor], metier)) - engagee
        return None if reste >= rang else Closed("TN-9.189", "Il faut {} de créativité, il en reste {}", (rang, reste))


@rule("TN-9.187")
class ChangerParticularite(DeLaMuse, frozen=True, tag="changer_particularite"):
    """Begins to turn the particularité of a thing into another, of the same rank."""

    weighty: ClassVar[bool] = True

    def voulue(self, objet: Objet) -> str:
        return self.particularite

    def rang_vise(self, objet: Objet) -> int:
        return objet.promotion.rang if objet.promotion is not None else 0

    def ouvrage(self, scene: Scene) -> Ouvrage:
        avant = self.un(scene)
        p = Promotion(self.particularite, max(1, self.rang_vise(avant)), self.nature, self.choix)
        return Ouvrage(
            "", self.actor, "particularite", replace(avant, promotion=p), metier_de(avant, self.metier), avant=avant
        )

    def choisis(self, objet: Objet) -> tuple[str, ...]:
        return self.choix

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        if objet.promotion is None:
            return Closed("TN-9.187", "{} n'a pas de particularité", (objet.sorte.nom,))
        return super().refus(scene, objet)


ACTIONS = (Promouvoir, ChangerParticularite)


def offers(scene: Scene, p: Personnage) -> Iterator[Promouvoir]:
    """To whoever the muse has touched: the next rank of what he began, the first of what is good enough."""
    if PROMOTIONS not in scene.options or scene.encounter is not None or MUSE not in p.bears:
        return
    for place, rang in ranges(p):
        objet = place.objet
        if objet.qualite < suivante(objet) or objet.sorte.nature not in PROMOUVABLES:
            continue
        if objet.promotion is not None:
            yield Promouvoir(p.id, objet.modele, rang)
            continue
        for id, part in PARTICULARITES.items():
            if any(porte(objet, sur) for sur in part.sur):
                choix = part.choix[:1] if part.regle == "TN-9.191" else ()
                yield Promouvoir(p.id, objet.modele, rang, particularite=id, choix=choix)
