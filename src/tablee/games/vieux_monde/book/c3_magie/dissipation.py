"""Chapter 3, dispelling a spell that lasts: an extended Test of Langue (Magick), one's own spells included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import OfWho, Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.boutons import Bouton
from ...model.people import Personnage
from ...model.scene import Scene, SortActif, inconnu
from ...model.tables import DIFFICULTES, Difficulte
from ..c1_epreuves.soutiens import annoncer_les_soutiens, soutien_refuse, terms_du_soutien
from ..c1_tests.tests import Jet, tester
from ..c2_combat.combat import pas_d_action
from .contresorts import a_deja_dissipe, du_meme_domaine, noter_les_dissipations
from .fins import cesser
from .focalisation import un_round_passe
from .magie import LANGUE, nom_actif, sans_voix


def actif(scene: Scene, id: str) -> SortActif | None:
    """The spell at work with this id."""
    return next((s for s in scene.sorts if s.id == id), None)


@rule("VM-3.9", "VM-3.14")
def ne_peut_dissiper(scene: Scene, who: str) -> Closed | None:
    """Whoever dispels speaks Magick, has a voice, and has not tried in this Round."""
    p = scene[who]
    if p.fiche.valeurs[LANGUE] is None:
        return Closed("VM-3.10", "{} ne connaît pas la Langue (Magick)", (Someone(p.id),))
    return deux_fois(scene, who) or sans_voix(p)


@rule("VM-3.9")
def deux_fois(scene: Scene, who: str) -> Closed | None:
    """One try in a Round, by counter-spell or by the Action."""
    if a_deja_dissipe(scene, who):
        return Closed("VM-3.9", "{} a déjà tenté de dissiper un Sort dans ce Round", (Someone(who),))
    return None


@rule("VM-3.11")
def soutien_d_un_autre_domaine(scene: Scene, who: str, soutiens: tuple[str, ...]) -> Closed | None:
    """Only those of the same Domaine make one supported Test; each of them uses up his try of the Round."""
    for s in soutiens:
        refus = ne_peut_dissiper(scene, s)
        if refus is not None:
            return refus
        if not du_meme_domaine(scene[who], scene[s]):
            facts = (Someone(s), Someone(who))
            return Closed("VM-3.11", "{} et {} n'usent pas du même Domaine : chacun lance de son côté", facts)
    return None


@rule("VM-1.13", "VM-3.10")
def progression(avant: int, jet: Jet) -> Terms:
    """What one has gathered against a spell after one more Test; negative DR count."""
    return ("Déjà réuni", avant, "VM-1.13"), ("DR du Test", jet.dr, "VM-1.13")


@rule("VM-1.14", "VM-3.10")
def progresser(scene: Scene, oracle: Oracle, who: str, s: SortActif, jet: Jet) -> Scene:
    """The NI reached, the spell is over; below 0 it is to be begun again."""
    terms = progression(s.dissipation.get(who, 0), jet)
    dr = total(terms)
    if dr < 0:
        oracle.tell(Event("dissipation_perdue", who, "", "VM-1.14", terms, (("sort", nom_actif(scene, s)),)))
    else:
        facts = (("sort", nom_actif(scene, s)), ("dr", dr), ("ni", s.ni))
        oracle.tell(Event("dissipation", who, "", "VM-3.10", terms, facts))
        if dr >= s.ni:
            return cesser(scene, oracle, s, "dissipe")
    apres = replace(
        s, dissipation={**{k: v for k, v in s.dissipation.items() if k != who}, **({who: dr} if dr > 0 else {})}
    )
    return replace(scene, sorts=tuple([apres if x.id == s.id else x for x in scene.sorts]))


# ---------------------------------------------------------------- the action


def dissipe_vu(avant: int, ni: int, jet: Jet) -> bool:
    """Whether the spell is dispelled by this Test."""
    return total(progression(avant, jet)) >= ni


def reuni_vu(avant: int, ni: int, jet: Jet) -> int:
    """The DR gathered against the spell after this Test."""
    return max(0, total(progression(avant, jet)))


@rule("VM-3.10", "VM-3.12")
class Dissiper(Action, frozen=True, tag="dissiper"):
    """Try to end a spell that lasts, anybody's; it takes the Action, and the one try of the Round."""

    rank = Bouton.DISSIPATION

    actif: OfWho
    soutiens: tuple[Who, ...] = ()  # VM-3.11
    difficulte: Difficulte = "intermediaire"

    looks: ClassVar[dict[str, Any]] = {"dissipe": dissipe_vu, "reuni": reuni_vu}

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor) or deux_fois(scene, self.actor) or pas_d_action(scene, self.actor)
        if absent is not None:
            return absent
        s = actif(scene, self.actif)
        if s is None:
            return Closed("VM-3.10", "Aucun Sort « {} » n'agit ici", (self.actif,))
        if s.force:
            return Closed("VM-3.6", "{} a été lancé par Force inéluctable : rien ne le dissipe", (nom_actif(scene, s),))
        if self.difficulte not in DIFFICULTES:
            return Closed("VM-1.9", "« {} » n'est pas une Difficulté", (self.difficulte,))
        mod = DIFFICULTES[self.difficulte].mod
        return (
            ne_peut_dissiper(scene, self.actor)
            or soutien_refuse(scene, self.actor, LANGUE, self.soutiens, mod=mod)
            or soutien_d_un_autre_domaine(scene, self.actor, self.soutiens)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        s = actif(scene, self.actif)
        if s is None:
            return scene
        annoncer_les_soutiens(oracle, self.actor, self.soutiens)
        scene, jet = self.eprouver(noter_les_dissipations(scene, self.actor, *self.soutiens), oracle)
        return un_round_passe(progresser(scene, oracle, self.actor, s, jet), oracle)

    def eprouver(self, scene: Scene, oracle: Oracle) -> tuple[Scene, Jet]:
        plus = terms_du_soutien(self.soutiens)
        return tester(scene, oracle, self.actor, LANGUE, self.difficulte, plus, ("dissipation",))

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own looks stop at the dice; any other function follows it to its end."""
        if callable(look):
            return super().seen(scene, look)
        s, voir = actif(scene, self.actif), self.looks[look or "dissipe"]
        avant, ni = (s.dissipation.get(self.actor, 0), s.ni) if s is not None else (0, 0)
        return lambda oracle: voir(avant, ni, self.eprouver(scene, oracle)[1])


ACTIONS = (Dissiper,)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """The spells at work, for those who speak Magick."""
    if scene.sorts and p.fiche.valeurs[LANGUE] is not None:
        for s in scene.sorts:
            yield Dissiper(p.id, s.id)
