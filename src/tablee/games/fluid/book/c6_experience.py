"""Chapter 6: experience. What a scenario brings, and what it buys."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ..model.people import CARACS, NOMS, Carac, Personnage, Sort, Trait, pas_assez
from ..model.scene import Scene, inconnu
from ..model.tables import BOTTES
from .c2_traits import (
    PAR_TRAIT,
    a_sa_portee,
    connu,
    deja_ecrit,
    ecrit,
    hors_limites,
    inscrire,
    mal_nomme,
    redondant,
    sans_sbire,
)

XP_BAS, XP_HAUT = 1, 3  # FLU-6.1


# ---------------------------------------------------------------- guards


def avant_la_paix(scene: Scene, regle: str) -> Closed | None:
    """Experience is counted in peace."""
    return Closed(regle, "Pas en plein combat") if scene.encounter is not None else None


def sans_experience(scene: Scene, qui: str, regle: str) -> Closed | None:
    """Who has no experience to gain or to spend, or no time for it."""
    return inconnu(scene, qui) or sans_sbire(scene[qui]) or avant_la_paix(scene, regle)


def pas_assez_d_xp(p: Personnage, prix: Terms) -> Closed | None:
    return pas_assez("XP", total(prix), p.xp, prix[0][2])


# ---------------------------------------------------------------- the end of a scenario


@rule("FLU-6.1")
class Recompenser(Action, frozen=True, tag="recompenser"):
    """A scenario ends: the MJ grants 1 to 3 XP to each, and the next one begins."""

    rank = 1  # after what is done at once

    master = True

    gains: tuple[tuple[Who, int], ...]

    def closed(self, scene: Scene) -> Closed | None:
        qui = [who for who, _ in self.gains]
        absent = inconnu(scene, self.actor, *qui) or avant_la_paix(scene, "FLU-6.1")
        if absent is not None:
            return absent
        if not qui:
            return Closed("FLU-6.1", "Il faut récompenser au moins un personnage")
        if len(set(qui)) < len(qui):
            return Closed("FLU-6.1", "Une seule récompense par personnage")
        return next((why for who, xp in self.gains if (why := gain_refuse(scene[who], xp)) is not None), None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who, xp in self.gains:
            p = scene[who]
            terms = ("XP", p.xp, "FLU-6.1"), ("Récompense", xp, "FLU-6.1")
            oracle.tell(Event("recompense", who, "", "FLU-6.1", terms, (("xp", xp), ("total", p.xp + xp))))
            scene = scene.put(replace(p, xp=p.xp + xp))
        oracle.tell(Event("fin_scenario", "", "", "FLU-6.1", (), (("scenario", scene.scenario),)))
        return replace(scene, scenario=scene.scenario + 1, bilan=scene.clock)


def gain_refuse(p: Personnage, xp: int) -> Closed | None:
    if XP_BAS <= xp <= XP_HAUT:
        return sans_sbire(p)
    return Closed("FLU-6.1", "De {} à {} XP par personnage, pas {}", (XP_BAS, XP_HAUT, xp))


# ---------------------------------------------------------------- buying


@rule("FLU-6.2", "FLU-5.17")
class Progresser(Action, frozen=True, tag="progresser"):
    """One more point in a Trait, or in a spell of the book, for as many XP as the value aimed at."""

    agreement: ClassVar[str] = "accord"
    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    trait: str
    famille: str = ""
    botte: str = ""  # FLU-4.23: a new Trait learned as a secret thrust
    accord: bool = False  # the MJ accepts the name (FLU-2.9), or the thrust (FLU-4.23)

    def closed(self, scene: Scene) -> Closed | None:
        absent = sans_experience(scene, self.actor, "FLU-6.2")
        if absent is not None:
            return absent
        p = scene[self.actor]
        t = connu(p, self.trait)
        if t is not None and (t.negatif or t.origine != "choisi"):
            return Closed("FLU-6.2", "« {} » ne s'achète pas", (t.nom,))
        if t is None and ecrit(p, self.trait) is None:
            nouveau = mal_nomme(self.trait) or (None if self.accord else redondant(self.trait))
            if nouveau is not None:
                return nouveau
        return self._botte_refusee(p) or pas_assez_d_xp(p, prix_du_trait(self._valeur(p) + 1))

    def _botte_refusee(self, p: Personnage) -> Closed | None:
        if not self.botte:
            return None
        if self.botte not in BOTTES:
            effets = ", ".join(BOTTES)
            return Closed(
                "FLU-4.23", "« {} » n'est pas l'effet d'une botte secrète ; effets : {}", (self.botte, effets)
            )
        if self._valeur(p):
            return Closed("FLU-4.23", "Une botte secrète est un Trait nouveau")
        return None if self.accord else Closed("FLU-4.23", "Une botte secrète demande l'accord du MJ")

    def _valeur(self, p: Personnage) -> int:
        t, sort = connu(p, self.trait), ecrit(p, self.trait)
        return t.valeur if t is not None else sort.niveau if sort is not None else 0

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        valeur = self._valeur(p) + 1
        t, sort = connu(p, self.trait), ecrit(p, self.trait)
        prix = prix_du_trait(valeur)
        if t is None and sort is not None:
            p = replace(p, grimoire=ecrire(p.grimoire, sort, valeur))
            nom, regle = sort.nom, "FLU-5.17"
        else:
            t = t or Trait(self.trait.strip(), 0, famille=self.famille, botte=self.botte)
            p = replace(p, fiche=inscrire(p.fiche, replace(t, valeur=valeur)))
            nom, regle = t.nom, "FLU-6.2"
        facts = ("trait", nom), ("valeur", valeur), ("cout", total(prix)), ("reste", p.xp - total(prix))
        oracle.tell(Event("progres", p.id, "", regle, prix, facts))
        return scene.put(replace(p, xp=p.xp - total(prix)))


@rule("FLU-6.2")
def prix_du_trait(valeur: int) -> Terms:
    """As many XP as the value aimed at."""
    return (("Valeur visée", valeur, "FLU-6.2"),)


@rule("FLU-5.17")
def ecrire(grimoire: tuple[Sort, ...], sort: Sort, niveau: int) -> tuple[Sort, ...]:
    """The book with one spell at this level."""
    return tuple(replace(s, niveau=niveau) if s is sort else s for s in grimoire)


@rule("FLU-6.3")
class Developper(Action, frozen=True, tag="developper"):
    """One more point in a caractéristique, for twice the value aimed at; the attributes follow."""

    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    carac: Carac

    def closed(self, scene: Scene) -> Closed | None:
        absent = sans_experience(scene, self.actor, "FLU-6.3")
        if absent is not None:
            return absent
        p = scene[self.actor]
        valeur: int | None = getattr(p.fiche, self.carac)
        if valeur is None:
            return Closed("FLU-2.3", "{} ne pratique pas la magie", (Someone(p.id),))
        return pas_assez_d_xp(p, prix_de_la_carac(valeur + 1))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        valeur = getattr(p.fiche, self.carac) + 1
        prix = prix_de_la_carac(valeur)
        facts = ("carac", NOMS[self.carac]), ("valeur", valeur), ("cout", total(prix)), ("reste", p.xp - total(prix))
        oracle.tell(Event("developpement", p.id, "", "FLU-6.3", prix, facts))
        return scene.put(replace(p, fiche=replace(p.fiche, **{self.carac: valeur}), xp=p.xp - total(prix)))


@rule("FLU-6.3")
def prix_de_la_carac(valeur: int) -> Terms:
    """Twice the value aimed at."""
    return ("Valeur visée", valeur, "FLU-6.3"), ("Doublée pour une caractéristique", valeur, "FLU-6.3")


# ---------------------------------------------------------------- negative Traits


@rule("FLU-6.4")
class SeCompliquer(Action, frozen=True, tag="se_compliquer"):
    """A negative Trait born of the adventure, taken when a scenario ends: 2 XP for each of its points."""

    agreement: ClassVar[str] = "accord"
    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    nom: str
    valeur: int = 1
    famille: str = ""
    accord: bool = False  # of the MJ

    def closed(self, scene: Scene) -> Closed | None:
        absent = sans_experience(scene, self.actor, "FLU-6.4")
        if absent is not None:
            return absent
        p = scene[self.actor]
        if scene.bilan != scene.clock:
            return Closed(
                "FLU-6.4", "Une complication se prend à la fin d'un scénario, juste après l'attribution des XP"
            )
        mal_dit = (
            mal_nomme(self.nom)
            or hors_limites(self.nom, self.valeur, 1, PAR_TRAIT, "FLU-6.4")
            or deja_ecrit(p, self.nom)
        )
        if mal_dit is not None:
            return mal_dit
        if connu(p, self.nom) is not None:
            return Closed("FLU-6.4", "{} a déjà le Trait « {} »", (Someone(p.id), self.nom.strip()))
        return None if self.accord else Closed("FLU-6.4", "Il faut l'accord du MJ")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        t = Trait(self.nom.strip(), self.valeur, True, "aventure", scenario=scene.scenario, famille=self.famille)
        terms = ("Valeur du Trait", t.valeur, "FLU-6.4"), ("Doublée", t.valeur, "FLU-6.4")
        facts = ("trait", t.nom), ("valeur", t.valeur), ("xp", total(terms)), ("total", p.xp + total(terms))
        oracle.tell(Event("complication", p.id, "", "FLU-6.4", terms, facts))
        return scene.put(replace(p, fiche=inscrire(p.fiche, t), xp=p.xp + total(terms)))


@rule("FLU-6.5")
class SeDefaire(Action, frozen=True, tag="se_defaire"):
    """Points taken off a negative Trait, each for its score before; at 0 the Trait is gone."""

    weighty: ClassVar[bool] = True
    rank = 1  # after what is done at once

    trait: str
    niveaux: int = 1

    def closed(self, scene: Scene) -> Closed | None:
        absent = sans_experience(scene, self.actor, "FLU-6.5")
        if absent is not None:
            return absent
        p = scene[self.actor]
        t = connu(p, self.trait)
        if t is None or not t.negatif:
            return Closed("FLU-6.5", "{} n'a pas de Trait négatif « {} »", (Someone(p.id), self.trait.strip()))
        if t.origine not in ("choisi", "aventure"):
            return Closed("FLU-6.5", "« {} » ne se rachète pas : cela guérit ou passe", (t.nom,))
        if 0 < scene.scenario <= t.scenario:
            return Closed("FLU-6.5", "« {} » vient d'être pris : pas avant la fin d'un autre scénario", (t.nom,))
        trop = hors_limites(t.nom, self.niveaux, 1, t.valeur, "FLU-6.5")
        return trop or pas_assez_d_xp(p, prix_du_rachat(t.valeur, self.niveaux))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        t = connu(p, self.trait)
        if t is None:
            return scene
        prix, reste = prix_du_rachat(t.valeur, self.niveaux), t.valeur - self.niveaux
        facts = ("trait", t.nom), ("valeur", reste), ("cout", total(prix)), ("reste", p.xp - total(prix))
        oracle.tell(Event("rachat", p.id, "", "FLU-6.5", prix, facts))
        moins = replace(t, valeur=reste)
        autres = tuple(moins if x is t else x for x in p.traits if x is not t or reste)
        fiche = inscrire(p.fiche, moins) if t in p.fiche.traits else p.fiche
        return scene.put(replace(p, fiche=fiche, traits=autres, xp=p.xp - total(prix)))


@rule("FLU-6.5")
def prix_du_rachat(valeur: int, points: int) -> Terms:
    """Point by point, each for the score before it."""
    return tuple(("Valeur avant retrait", v, "FLU-6.5") for v in range(valeur, valeur - points, -1))


ACTIONS: tuple[type[Action], ...] = (Recompenser, Progresser, Developper, SeCompliquer, SeDefaire)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace: the end of the scenario, and all that his XP could go into."""
    if scene.encounter is not None or p.fiche.sbire:
        return
    compagnons = [q.id for q in scene.people.values() if q.side == p.side and not q.fiche.sbire]
    yield Recompenser(p.id, tuple((who, XP_BAS) for who in compagnons))
    if not p.xp:
        return
    for nom in (*a_sa_portee(p), *(s.nom for s in p.grimoire)):
        yield Progresser(p.id, nom)
    for c in CARACS:
        yield Developper(p.id, c)
    if p.fiche.MAG is not None:
        yield Developper(p.id, "MAG")
    for t in p.fiche.traits:
        if t.negatif:
            yield SeDefaire(p.id, t.nom)


PLACE = 3
