"""Actions complexes and étendues: paid one ACTS after the other, over passes and rounds; what disturbs them.

An action that takes several ACTS is an `Ouvrage`: it says how many, and what happens once they are all paid.

    class Courir(Ouvrage, frozen=True, tag="courir"):
        prix: ClassVar[int] = 2
        genre: ClassVar[str] = "deplacement"
        def achever(self, scene, oracle, net): ...      # net: désavantages that opportunities left on it

Whatever cannot inherit from it calls `ouvrage_ferme` in its `closed`, and `ouvrer` in its `resolve`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.action import Action, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Terms, total

from ...model.confrontation import Chantier
from ...model.people import Personnage
from ...model.plan import ESPRIT, PLANS, Nom
from ...model.scene import Scene
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from .armes import en_melee, qualite_en_main
from .attaque import Coup, Verdict, touche
from .budget import COMPLEXE as COMPLEXE
from .budget import RAPIDE, budget, confrontation, depenser, fermee, rapide
from .conditions import difficulte_d_effet
from .degats import Degats
from .opportunites import DETERMINATION, provoquer
from .tour import fin_de_passe


class Oeuvre(Struct, frozen=True, gc=False):
    """What a work is: how many ACTS it takes, of which kind it is, whether it gives opportunities."""

    quoi: str  # the tag of its action
    nom: str = ""  # as players call it; none: the words of the action say it
    prix: int = COMPLEXE  # before any habit
    genre: str = ""
    plan: Nom = "corps"
    sur: str = ""
    provoque: str = "complexe"  # "": it gives nobody an opportunity when it begins


@rule("TN-8.62", "TN-8.64", "TN-8.274")
def cout(p: Personnage, o: Oeuvre) -> int:
    """How many ACTS it takes somebody: one less if he is used to it, though it still gives opportunities."""
    return max(1, o.prix - (f"habitue:{o.quoi}" in p.bears))


def en_chantier(scene: Scene, who: str, o: Oeuvre) -> Chantier | None:
    """This very work, if it is under way."""
    found = scene.encounter.attente(who).chantier if scene.encounter is not None else None
    return found if found is not None and (found.quoi, found.sur) == (o.quoi, o.sur) else None


@rule("TN-8.62", "TN-8.64", "TN-8.88")
def ouvrage_ferme(scene: Scene, who: str, o: Oeuvre, acts: int = 0, moyen: str = "acts") -> Closed | None:
    """What bars a work, to begin or to go on with; of its kind is only what begins. `acts`: 0, as many as one can.

    `moyen`: what one of its ACTS is paid with instead, where a rule lets it be: actr, actl.
    """
    if moyen == "actr" and scene.turn() == (who,) and not rapide(scene, who):
        return Closed("TN-8.67", "Il faut l'action rapide du round et {} d'initiative", (RAPIDE,))
    if moyen != "acts":
        return fermee(scene, who, "", 0, int(moyen == "actl"))
    if who in scene.people and scene.encounter is not None:
        found = en_chantier(scene, who, o)
        reste = found.prix - found.paye if found is not None else cout(scene[who], o)
        if not 0 <= acts <= reste:
            return Closed("TN-8.64", "Actions simples à la fois : de {} à {}, pas {}", (1, reste, acts))
        return fermee(scene, who, o.genre if found is None else "", max(1, acts))
    return fermee(scene, who, o.genre)


@rule("TN-8.62", "TN-8.64", "TN-8.86", "TN-R73")
def ouvrer(
    scene: Scene, oracle: Oracle, who: str, o: Oeuvre, acts: int = 0, moyen: str = "acts"
) -> tuple[Scene, Terms | None]:
    """Pay for a work, which gives opportunities when it begins: its désavantages once it is paid in full, None before.

    None too when it is lost. `moyen`: what one of its ACTS is paid with instead.
    """
    found = en_chantier(scene, who, o)
    b = budget(scene, who)
    assert b is not None
    w = found or Chantier(o.quoi, cout(scene[who], o), sur=o.sur, nom=o.nom)
    n = (acts or min(b.acts + b.supp, w.prix - w.paye)) if moyen == "acts" else 1
    for k in range(n):
        scene = depenser(scene, who, moyen, o.genre if found is None and k == 0 else "", garde=o.quoi)
    if found is None and o.provoque:
        scene, d = provoquer(scene, oracle, who, o.provoque, o.plan)
        if d.perdue:
            return sans_chantier(scene, who), None
        w = replace(w, gene=-total(d.net))
    w = replace(w, paye=w.paye + n)
    if w.paye < w.prix:
        facts = (("ouvrage", o.nom or o.quoi), ("paye", w.paye), ("prix", w.prix))
        oracle.tell(Event("chantier", who, o.sur, "TN-8.62" if o.prix == COMPLEXE else "TN-8.64", facts=facts))
        return replace(scene, encounter=confrontation(scene).attend(who, chantier=w)), None
    return sans_chantier(scene, who), (("Action interrompue", -w.gene, "TN-8.279"),) if w.gene else ()


def sans_chantier(scene: Scene, who: str) -> Scene:
    e = confrontation(scene)
    return replace(scene, encounter=e.attend(who, chantier=None)) if e.attente(who).chantier is not None else scene


@rule("TN-8.62", "TN-8.64")
class Ouvrage(Action, frozen=True, tag="ouvrage", kw_only=True):
    """What all actions complexes and étendues have in common; each says what happens once it is paid in full."""

    acts: int = 0  # how many now; 0: as many as one can

    prix: ClassVar[int] = COMPLEXE
    genre: ClassVar[str] = ""
    plan: ClassVar[Nom] = "corps"
    nom: ClassVar[str] = ""
    provoque: ClassVar[str] = "complexe"

    def oeuvre(self) -> Oeuvre:
        sur = getattr(self, "cible", "")
        return Oeuvre(tag(self), self.nom, self.prix, self.genre, self.plan, sur, self.provoque)

    def closed(self, scene: Scene) -> Closed | None:
        return ouvrage_ferme(scene, self.actor, self.oeuvre(), self.acts)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre(), self.acts)
        return scene if net is None else self.achever(scene, oracle, net)

    def achever(self, scene: Scene, oracle: Oracle, net: Terms) -> Scene:
        raise TypeError(f"{type(self).__name__} does not say what it comes to")


# ---------------------------------------------------------------- what disturbs


@touche.then("TN-8.63", "TN-8.359")
def apres_une_touche(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """A hit disturbs whoever it touched; an opportunity has a result of its own (TN-R38)."""
    if c.opportunite or c.de == c.sur or not scene[c.sur].up:
        return scene
    return perturber(scene, oracle, c.sur, c.de, c.plan, main=c.main)


@rule("TN-8.63", "TN-8.64", "TN-8.359", "TN-R38")
def perturber(scene: Scene, oracle: Oracle, who: str, par: str, plan: Nom = "corps", main: int = 0) -> Scene:
    """A work under way is interrupted unless détermination exceeds the Expertise of what disturbs it.

    So is what is maintained, if it was a touch in melee.
    """
    e = scene.encounter
    attente = e.attente(who) if e is not None else None
    if attente is None or (attente.chantier is None and not attente.maintien):
        return scene
    p, q = scene[par], scene[who]
    de_pres = PLANS[plan] is not ESPRIT and en_melee(p, q, main)
    if attente.chantier is None and not de_pres:
        return scene
    difficulte = total(difficulte_d_effet(p, plan, qualite_en_main(p, PLANS[plan], main)))
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, q, DETERMINATION), difficulte)
    if r.reussi:
        return scene
    if attente.maintien and de_pres:
        scene = rompre_le_maintien(scene, oracle, who, par)
    if attente.chantier is not None:
        facts = (("ouvrage", attente.chantier.nom or attente.chantier.quoi),)
        oracle.tell(Event("chantier_perdu", who, par, "TN-8.63", facts=facts))
        scene = sans_chantier(scene, who)
    return scene


@fin_de_passe.then("TN-8.62", "TN-8.359", "TN-R74")
def dire_l_abandon(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """What something else he did has put an end to is told when his passe is over."""
    e = scene.encounter
    quoi = e.attente(who).abandon if e is not None and who else ""
    if e is None or not quoi:
        return scene
    oracle.tell(Event("chantier_quitte", who, rule="TN-R74", facts=(("ouvrage", quoi),)))
    return replace(scene, encounter=e.attend(who, abandon=""))


@rule("TN-8.359")
def rompre_le_maintien(scene: Scene, oracle: Oracle, who: str, par: str) -> Scene:
    """What was maintained is let go; an activity of that name loses its progress."""
    e = confrontation(scene)
    quoi = e.attente(who).maintien
    oracle.tell(Event("maintien_rompu", who, par, "TN-8.359", facts=(("ouvrage", quoi),)))
    activites = tuple([replace(a, progression=0) if (a.qui, a.nom) == (who, quoi) else a for a in scene.activites])
    return replace(scene, encounter=e.attend(who, maintien=""), activites=activites)


# ---------------------------------------------------------------- actions


@rule("TN-8.359")
class Maintenir(Action, frozen=True, tag="maintenir"):
    """Begin something that is maintained: an activity of one's own, or whatever one names. It holds until one acts."""

    quoi: str = ""

    rank: ClassVar[int] = 48

    def closed(self, scene: Scene) -> Closed | None:
        if barred := fermee(scene, self.actor, "maintien"):
            return barred
        if not self.quoi.strip():
            return Closed("TN-8.359", "Il faut dire ce qui est maintenu")
        if confrontation(scene).attente(self.actor).maintien == self.quoi:
            return Closed("TN-8.359", "« {} » est déjà maintenu", (Typed(self.quoi),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "maintien")
        oracle.tell(Event("maintient", self.actor, rule="TN-8.359", facts=(("ouvrage", self.quoi),)))
        return replace(scene, encounter=confrontation(scene).attend(self.actor, maintien=self.quoi))


ACTIONS = (Maintenir,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.turn() == (p.id,):
        yield from (Maintenir(p.id, a.nom) for a in scene.activites if a.qui == p.id)
