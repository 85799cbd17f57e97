"""Chapter 3, what a mage does besides casting: copy, memorise, perceive the winds, lose and regain his voice."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.own import taken
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import total

from ...model.boutons import Bouton
from ...model.people import HEURE, Effet, Personnage, hors_d_etat
from ...model.scene import Scene, inconnu
from ...model.sorts import Sort
from ..c1_epreuves.epreuves import Essai, fact, pas_appele, refus
from ..c1_tests.tests import Demande, Jet, passer, tester
from ..c2_combat.combat import action_prise
from ..c2_rounds.temps import laisser_passer
from ..c6_etats import noter
from ..c6_experience import prix_du_sort, trop_cher
from .magie import LANGUE, MUET, SANS_VUE, SECONDE_VUE, hors_de_sa_magie, nom_actif

# ---------------------------------------------------------------- learning a spell (the cost is ours)

ETUDE = 8 * HEURE  # a day's study for each try


def au_calme(scene: Scene, who: str, sort: str, de: str = "") -> Closed | None:
    """Study takes quiet, and a spell that exists and is open to his magic."""
    absent = inconnu(scene, who) or hors_d_etat(scene[who])
    if absent is not None:
        return absent
    if scene.encounter is not None:
        return Closed("VM-3.2", "Pas d'étude en plein combat")
    ecrit = a_copier(scene, sort, de or who)
    if ecrit is None:
        return Closed("VM-3.1", "Aucun Sort ne s'appelle « {} »", (sort,))
    if scene[who].fiche.valeurs[LANGUE] is None:
        return Closed("VM-3.2", "{} ne connaît pas la Langue (Magick)", (Someone(who),))
    return hors_de_sa_magie(scene[who], ecrit)


def a_copier(scene: Scene, sort: str, de: str) -> Sort | None:
    """A spell as somebody's book has it, or a book that the table has written."""
    return scene[de].fiche.livre.get(sort) or scene.own.sorts.get(sort)


@rule("VM-3.2", "VM-6.16")
class Copier(Action, frozen=True, tag="copier"):
    """Copy a spell into one's grimoire, an hour for each NI; it is not known for all that."""

    asks: ClassVar[bool] = True
    rank = Bouton.GRIMOIRE

    sort: str
    de: Who = ""  # whose grimoire; empty: a book the MJ put there

    def closed(self, scene: Scene) -> Closed | None:
        pourquoi = (inconnu(scene, self.de) if self.de else None) or au_calme(scene, self.actor, self.sort, self.de)
        if pourquoi is not None:
            return pourquoi
        fiche, sort = scene[self.actor].fiche, a_copier(scene, self.sort, self.de or self.actor)
        nom = sort.nom if sort is not None else self.sort
        if self.sort in fiche.grimoire:
            return Closed("VM-3.2", "{} est déjà dans ce grimoire", (nom,))
        if not self.de:
            return None
        if self.sort not in scene[self.de].fiche.grimoire:
            return Closed("VM-3.2", "{} n'est pas dans le grimoire de {}", (nom, Someone(self.de)))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        source = scene[self.de or self.actor].fiche
        carnet = taken(p.fiche.own, source.own if self.sort in source.livre else scene.own, self.sort)
        sort = carnet.sorts[self.sort]
        heures = max(1, sort.ni)
        oracle.tell(Event("sort_copie", self.actor, "", "VM-3.2", (), (("sort", sort.nom), ("heures", heures))))
        fiche = replace(p.fiche, grimoire=(*p.fiche.grimoire, sort.id), own=carnet)
        scene = scene.put(replace(p, fiche=fiche))
        return laisser_passer(scene, oracle, heures * HEURE)


def appris_vu(jet: Jet) -> bool:
    """Whether the spell is learned."""
    return jet.reussi


@rule("VM-3.2", "VM-6.16")
class Memoriser(Action, frozen=True, tag="memoriser"):
    """Learn a spell of one's grimoire by heart: a day, a Test of Langue (Magick), and experience if it succeeds."""

    asks: ClassVar[bool] = True
    rank = Bouton.GRIMOIRE

    sort: str

    looks: ClassVar[dict[str, Any]] = {"reussite": appris_vu}

    def closed(self, scene: Scene) -> Closed | None:
        pourquoi = au_calme(scene, self.actor, self.sort)
        if pourquoi is not None:
            return pourquoi
        fiche = scene[self.actor].fiche
        sort = fiche.livre[self.sort]
        if sort.id in fiche.sorts:
            return Closed("VM-3.2", "{} est déjà mémorisé", (sort.nom,))
        if sort.id not in fiche.grimoire:
            return Closed("VM-3.2", "{} n'est pas dans ce grimoire", (sort.nom,))
        return trop_cher(scene[self.actor], prix_du_sort(sort))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        sort = scene[self.actor].fiche.livre[self.sort]
        scene, jet = self.eprouver(scene, oracle)
        p = scene[self.actor]
        prix = prix_du_sort(sort)
        facts = (("sort", sort.nom),)
        if not jet.reussi:
            oracle.tell(Event("etude_vaine", self.actor, "", "VM-3.2", (), facts))
            return laisser_passer(scene, oracle, ETUDE)
        oracle.tell(Event("etude", self.actor, "", "VM-3.2", prix, facts))
        savant = replace(p.fiche, sorts=(*p.fiche.sorts, sort.id), xp_depenses=p.fiche.xp_depenses + total(prix))
        scene = scene.put(replace(p, fiche=savant))
        return laisser_passer(scene, oracle, ETUDE)

    def eprouver(self, scene: Scene, oracle: Oracle) -> tuple[Scene, Jet]:
        return tester(scene, oracle, self.actor, LANGUE, "accessible")

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """Its own look stops at the dice: the day that goes by has many others."""
        if callable(look):
            return super().seen(scene, look)
        voir = self.looks[look or "reussite"]
        return lambda oracle: voir(self.eprouver(scene, oracle)[1])


# ---------------------------------------------------------------- the winds


@rule("VM-3.3")
def sans_seconde_vue(p: Personnage) -> Closed | None:
    """Only those with the Talent perceive the winds, and not while their sight is darkened."""
    if not p.talent(SECONDE_VUE):
        return Closed("VM-3.3", "{} n'a pas le Talent Seconde vue", (Someone(p.id),))
    if SANS_VUE in p.bears:
        return Closed("VM-3.31", "{} a perdu sa Seconde vue pour le moment", (Someone(p.id),))
    return None


@rule("VM-3.3")
class PercevoirLesVents(Essai, frozen=True, tag="percevoir_les_vents"):
    """Use a Compétence with aethyric senses. The MJ may call for it, or roll it unseen: then it takes no Action."""

    rank = Bouton.GRIMOIRE

    competence: str = "perception"
    impose: bool = False

    looks = {"reussite": fact("reussi", "vents"), "dr": fact("dr", "vents")}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            pas_appele(scene, self.actor, self.impose or self.secret)
            or sans_seconde_vue(scene[self.actor])
            or refus(scene, self, self.competence)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        demande = Demande(self.competence, self.difficulte, self.plus(), self.genres, self.secret)
        scene, jet = passer(scene, oracle, self.actor, demande)
        facts = (("reussi", jet.reussi), ("dr", jet.dr))
        oracle.tell(Event("vents", self.actor, "", "VM-3.3", (), facts, self.audience))
        if jet.reussi:
            self._voir(scene, oracle)
        return scene if self.impose or self.secret else action_prise(scene)

    def _voir(self, scene: Scene, oracle: Oracle) -> None:
        """The spells at work, and the magic others are gathering."""
        for s in scene.sorts:
            nom = nom_actif(scene, s)
            oracle.tell(Event("sort_percu", self.actor, s.mage, "VM-3.3", (), (("sort", nom),), self.audience))
        for q in scene.people.values():
            if q.id != self.actor and q.focalisation is not None:
                amassee = (("dr", q.focalisation.dr),)
                oracle.tell(Event("magie_percue", self.actor, q.id, "VM-3.3", (), amassee, self.audience))


# ---------------------------------------------------------------- the voice

EMPECHEMENTS = {"baillonne": "Bâillonné", "asphyxie": "Asphyxié", "immerge": "Immergé"}
EtatDeVoix = Literal["libre", "genee", "baillonne", "asphyxie", "immerge"]
VOIX = "voix"  # what these hang on
GENE = 20


@rule("VM-3.14")
class Voix(Action, frozen=True, tag="voix"):
    """What keeps him from speaking, as the MJ judges: nothing, something in the way (-20), or all of it."""

    rank = Bouton.GRIMOIRE

    master = True

    voix: EtatDeVoix

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if self.voix not in ("libre", "genee", *EMPECHEMENTS):
            return Closed("VM-3.14", "La voix est libre, gênée, bâillonnée, asphyxiée ou sous l'eau")
        if self.voix == voix_de(scene[self.actor]):
            return Closed("VM-3.14", "Rien n'a changé pour la voix de {}", (Someone(self.actor),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        scene = scene.put(replace(p, effets=tuple([e for e in p.effets if e.lie != VOIX])))
        if self.voix == "libre":
            oracle.tell(Event("voix_libre", self.actor, "", "VM-3.14"))
            return scene
        if self.voix == "genee":
            oracle.tell(Event("voix_genee", self.actor, "", "VM-3.14", (("Voix gênée", -GENE, "VM-3.14"),)))
            return noter(scene, self.actor, Effet("Voix gênée", "incantation", -GENE, "VM-3.14", lie=VOIX))
        nom = EMPECHEMENTS[self.voix]
        oracle.tell(Event("voix_perdue", self.actor, "", "VM-3.14", (), (("cause", nom),)))
        return noter(scene, self.actor, Effet(nom, MUET, 0, "VM-3.14", lie=VOIX))


def voix_de(p: Personnage) -> str:
    """How his voice is, as the MJ last said."""
    e = next((e for e in p.effets if e.lie == VOIX), None)
    if e is None:
        return "libre"
    return next((id for id, nom in EMPECHEMENTS.items() if nom == e.nom), "genee")


# ---------------------------------------------------------------- buttons

ACTIONS: tuple[type[Action], ...] = (Copier, Memoriser, PercevoirLesVents, Voix)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """The winds for those who see them; in quiet times the grimoire; the voice of those who cast."""
    if p.talent(SECONDE_VUE):
        for c in ("perception", "intuition", "pistage"):
            yield PercevoirLesVents(p.id, c)
    if p.fiche.valeurs[LANGUE] is None:
        return
    actuelle = voix_de(p)
    if actuelle != "libre":
        yield Voix(p.id, "libre")
    if scene.encounter is not None:
        return
    if actuelle == "libre":
        yield Voix(p.id, "genee")
        yield Voix(p.id, "baillonne")
    for sort in p.fiche.grimoire:
        if sort not in p.fiche.sorts:
            yield Memoriser(p.id, sort)
    for q in scene.people.values():
        for sort in q.fiche.grimoire:
            if q.id != p.id and sort not in p.fiche.grimoire:
                yield Copier(p.id, sort, q.id)
