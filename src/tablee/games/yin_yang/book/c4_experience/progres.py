"""What points de personnage are given for, and what they buy."""

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

from ...model.catalogue import COMPETENCES, nom_de
from ...model.people import Fiche, Personnage, rang_de
from ...model.scene import Scene, inconnu
from ...model.tables import ATTRIBUTS, JOUR, NOMS, VIDE
from ..c10_tours.temps import ecouler
from ..c12_equipement import PRIX_MAX, sans_le_sou
from .prix import (
    SANS_ACCORD,
    langues_possibles,
    prix_d_acquisition,
    prix_d_amelioration,
    prix_de_l_attribut,
    rang_refuse,
)

PP_MAX = 100  # given to one at once


SEMAINE = 7 * JOUR


LANGUE_MAX = 40  # letters in the name of a language


# ---------------------------------------------------------------- guards


def en_paix(scene: Scene, who: str) -> Closed | None:
    """PP are counted between adventures, by those who live."""
    absent = inconnu(scene, who)
    if absent is not None:
        return absent
    if scene.encounter is not None:
        return Closed("YY-12.1", "Pas en plein combat")
    return Closed("YY-6.4", "{} a perdu la vie", (Someone(who),)) if scene[who].vie == "mort" else None


def trop_cher(p: Personnage, prix: Terms) -> Closed | None:
    """Whether his PP do not reach this price."""
    if total(prix) <= p.fiche.pp:
        return None
    return Closed(prix[0][2], "Pas assez de PP : {} requis, {} disponibles", (total(prix), p.fiche.pp))


def inconnue(competence: str) -> Closed | None:
    if competence in COMPETENCES:
        return None
    return Closed("YY-4.9", "« {} » n'est pas une compétence", (competence,))


def payer_en_pp(oracle: Oracle, p: Personnage, fiche: Fiche, prix: Terms, what: str, nom: str, rang: int) -> Personnage:
    """The PP are spent, the sheet is this one now; told with what it cost."""
    fiche = replace(fiche, pp=p.fiche.pp - total(prix))
    facts = (("quoi", nom), ("rang", rang), ("cout", total(prix)), ("reste", fiche.pp))
    oracle.tell(Event(what, p.id, "", prix[0][2], prix, facts))
    return replace(p, fiche=fiche)


# ---------------------------------------------------------------- what the MJ gives


@rule("YY-12.1")
class DonnerPP(Action, frozen=True, tag="donner_pp"):
    """At the end of a story: so many PP to each of the group, and more to some."""

    master = True

    groupe: int = 0
    gains: tuple[tuple[Who, int], ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor, *(who for who, _ in self.gains))
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-12.1", "Pas en plein combat")
        if len({who for who, _ in self.gains}) < len(self.gains):
            return Closed("YY-12.1", "Une seule part personnelle par personnage")
        for n in (self.groupe, *(n for _, n in self.gains)):
            if not 0 <= n <= PP_MAX:
                return Closed("YY-12.1", "De 0 à {} PP, pas {}", (PP_MAX, n))
        for who, _ in self.gains:
            if not scene[who].fiche.joueur:
                return Closed("YY-12.1", "{} n'est pas un personnage de joueur", (Someone(who),))
        return None if self.parts(scene) else Closed("YY-12.1", "Personne ne reçoit de PP")

    def parts(self, scene: Scene) -> dict[str, Terms]:
        """Who receives what: the share of the group goes to every player's character that lives."""
        personnels = dict(self.gains)
        parts: dict[str, Terms] = {}
        for who, p in scene.people.items():
            commun = self.groupe if p.fiche.joueur and p.vie != "mort" else 0
            terms = (("Au groupe", commun, "YY-12.1"), ("En propre", personnels.get(who, 0), "YY-12.1"))
            if total(terms):
                parts[who] = tuple(t for t in terms if t[1])
        return parts

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        for who, terms in self.parts(scene).items():
            p = scene[who]
            fiche = replace(p.fiche, pp=p.fiche.pp + total(terms))
            oracle.tell(Event("pp_gagnes", who, "", "YY-12.1", terms, (("pp", total(terms)), ("total", fiche.pp))))
            scene = scene.put(replace(p, fiche=fiche))
        return scene


@rule("YY-2.3", "YY-2.6")
def recalculer_le_vide(avant: Personnage, apres: Personnage) -> Personnage:
    """The rank of Vide follows at once; points at hand are cut down to it if needed, never raised."""
    rang = apres.rang(VIDE)
    return replace(apres, vide_perdu=rang - min(avant.vide, rang))


@rule("YY-2.2", "YY-2.4", "YY-2.5", "YY-2.6", "YY-3.1")
class AmeliorerAttribut(Action, frozen=True, tag="ameliorer_attribut"):
    """One more rank of an attribute; traits, Vide and what is derived follow by themselves."""

    attribut: str
    accord_mj: bool = False

    agreement: ClassVar[str] = "accord_mj"
    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = en_paix(scene, self.actor)
        if absent is not None:
            return absent
        if self.attribut in NOMS and self.attribut not in ATTRIBUTS:
            return Closed("YY-2.5", "{} est un trait : il suit ses attributs", (NOMS[self.attribut],))
        if self.attribut not in ATTRIBUTS:
            return Closed("YY-2.1", "« {} » n'est pas un attribut", (self.attribut,))
        p = scene[self.actor]
        vise = p.fiche.rangs[self.attribut] + 1
        return rang_refuse(p.fiche, self.attribut, vise, self.accord_mj) or trop_cher(
            p, prix_de_l_attribut(p.fiche, self.attribut)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        vise = p.fiche.rangs[self.attribut] + 1
        fiche = replace(p.fiche, **{self.attribut: vise}, accord_mj=p.fiche.accord_mj or vise > SANS_ACCORD)
        prix = prix_de_l_attribut(p.fiche, self.attribut)
        apres = payer_en_pp(oracle, p, fiche, prix, "attribut_ameliore", NOMS[self.attribut], vise)
        apres = recalculer_le_vide(p, apres)
        facts = (
            ("vide", fiche.rangs[VIDE]),
            ("vitalite", fiche.vitalite),
            ("resistance", fiche.resistance),
            ("endurance", fiche.endurance),
            ("points", apres.vide),
        )
        oracle.tell(Event("recalcul", p.id, "", "YY-2.6", rang_de(fiche, VIDE), facts))
        return scene.put(apres)


# ---------------------------------------------------------------- skills


@rule("YY-4.2")
class Acquerir(Action, frozen=True, tag="acquerir"):
    """A skill one did not have: rank 1."""

    competence: str

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = en_paix(scene, self.actor) or inconnue(self.competence)
        if absent is not None:
            return absent
        p = scene[self.actor]
        if p.competence(self.competence):
            return Closed("YY-4.2", "{} a déjà acquis {}", (Someone(p.id), nom_de(self.competence)))
        return trop_cher(p, prix_d_acquisition(p.fiche, self.competence))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, c = scene[self.actor], self.competence
        fiche = replace(p.fiche, competences={**p.fiche.competences, c: 1})
        prix = prix_d_acquisition(p.fiche, c)
        return scene.put(payer_en_pp(oracle, p, fiche, prix, "competence_acquise", nom_de(c), 1))


@rule("YY-4.3")
def un_rang_de_plus(oracle: Oracle, p: Personnage, competence: str) -> Personnage:
    """The skill is one rank higher, paid for, and marked as raised since the adventure."""
    prix, rang = prix_d_amelioration(p.fiche, competence), p.competence(competence) + 1
    ameliorees = tuple(dict.fromkeys((*p.fiche.ameliorees, competence)))
    fiche = replace(p.fiche, competences={**p.fiche.competences, competence: rang}, ameliorees=ameliorees)
    return payer_en_pp(oracle, p, fiche, prix, "competence_amelioree", nom_de(competence), rang)


@rule("YY-4.3")
def pas_deux_fois(p: Personnage, competence: str, accord: bool) -> Closed | None:
    """One acquires before one improves, and gains one rank in each adventure unless the MJ agrees otherwise."""
    if not p.competence(competence):
        return Closed("YY-4.2", "{} n'a pas acquis {}", (Someone(p.id), nom_de(competence)))
    if competence in p.fiche.ameliorees and not accord:
        return Closed("YY-4.3", "{} a déjà gagné un rang depuis l'aventure", (nom_de(competence),))
    return None


@rule("YY-4.3", "YY-4.5")
class Ameliorer(Action, frozen=True, tag="ameliorer"):
    """One more rank in a skill used in the adventure, or in any other if the MJ agrees."""

    competence: str
    accord_mj: bool = False

    agreement: ClassVar[str] = "accord_mj"
    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = en_paix(scene, self.actor) or inconnue(self.competence)
        if absent is not None:
            return absent
        p, c = scene[self.actor], self.competence
        refus = pas_deux_fois(p, c, self.accord_mj)
        if refus is not None:
            return refus
        if c not in p.fiche.utilisees and not self.accord_mj:
            return Closed("YY-4.3", "{} n'a pas servi pendant l'aventure : il faut s'entraîner", (nom_de(c),))
        return trop_cher(p, prix_d_amelioration(p.fiche, c))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return scene.put(un_rang_de_plus(oracle, scene[self.actor], self.competence))


@rule("YY-4.4")
def semaines(p: Personnage, competence: str) -> int:
    """As many weeks of training as the rank to be reached."""
    return p.competence(competence) + 1


@rule("YY-4.4")
class SEntrainer(Action, frozen=True, tag="s_entrainer"):
    """Weeks spent on a skill that was not used; others may train at the same time, each on his own."""

    competence: str
    frais: int = 0  # sous, as the MJ sets them
    aussi: tuple[tuple[Who, str], ...] = ()
    accord_mj: bool = False  # a second rank since the adventure

    asks: ClassVar[bool] = True

    def eleves(self) -> tuple[tuple[str, str], ...]:
        return (self.actor, self.competence), *self.aussi

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, *(who for who, _ in self.eleves()))
        if absent is not None:
            return absent
        if len({who for who, _ in self.eleves()}) < len(self.eleves()):
            return Closed("YY-4.4", "Chacun s'entraîne à une seule compétence à la fois")
        for who, c in self.eleves():
            refus = en_paix(scene, who) or inconnue(c) or self.refus(scene[who], c)
            if refus is not None:
                return refus
        if not 0 <= self.frais <= PRIX_MAX:
            return Closed("YY-4.4", "Des frais vont de 0 à {} sous, pas {}", (PRIX_MAX, self.frais))
        return sans_le_sou(scene[self.actor], self.frais)

    def refus(self, p: Personnage, c: str) -> Closed | None:
        deja = pas_deux_fois(p, c, self.accord_mj)
        if deja is not None:
            return deja
        if c in p.fiche.utilisees and c not in p.fiche.ameliorees:
            return Closed("YY-4.4", "{} a servi pendant l'aventure : nul besoin d'entraînement", (nom_de(c),))
        return trop_cher(p, prix_d_amelioration(p.fiche, c))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        duree = 0
        for who, c in self.eleves():
            p, n = scene[who], semaines(scene[who], c)
            terms: Terms = (("Rang visé", n, "YY-4.4"),)
            oracle.tell(Event("entrainement", who, "", "YY-4.4", terms, (("quoi", nom_de(c)), ("semaines", n))))
            scene, duree = scene.put(un_rang_de_plus(oracle, p, c)), max(duree, n)
        if self.frais:
            p = scene[self.actor]
            terms = (("Bourse", p.equipement.sous, "YY-4.4"), ("Frais d'entraînement", -self.frais, "YY-4.4"))
            facts = (("sous", self.frais), ("reste", total(terms)))
            oracle.tell(Event("depense", p.id, "", "YY-4.4", terms, facts))
            scene = scene.put(replace(p, equipement=replace(p.equipement, sous=total(terms))))
        return ecouler(scene, oracle, duree * SEMAINE)


@rule("YY-4.3")
class ClorePhase(Action, frozen=True, tag="clore_phase"):
    """The improvement phase is over: what was used and what was raised no longer counts, for anybody."""

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnu(scene, self.actor)
        if absent is not None:
            return absent
        if scene.encounter is not None:
            return Closed("YY-4.3", "Pas en plein combat")
        if not any(p.fiche.utilisees or p.fiche.ameliorees for p in scene.people.values()):
            return Closed("YY-4.3", "Aucune compétence n'est marquée")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("phase_close", self.actor, "", "YY-4.3"))
        return scene.put(
            *(
                replace(p, fiche=replace(p.fiche, utilisees=(), ameliorees=()))
                for p in scene.people.values()
                if p.fiche.utilisees or p.fiche.ameliorees
            )
        )


@rule("YY-16.6")
class ApprendreLangue(Action, frozen=True, tag="apprendre_langue"):
    """A language for a rank of Langues that has none yet; it takes a teacher, in the scene or named by the MJ."""

    langue: str
    maitre: Who = ""

    weighty: ClassVar[bool] = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = en_paix(scene, self.actor)
        if absent is not None:
            return absent
        p, langue = scene[self.actor], self.langue.strip()
        if not 1 <= len(langue) <= LANGUE_MAX:
            return Closed("YY-16.6", "Le nom d'une langue a de 1 à {} caractères", (LANGUE_MAX,))
        if langue in p.fiche.langues:
            return Closed("YY-16.6", "{} parle déjà cette langue", (Someone(p.id),))
        au_plus = total(langues_possibles(p.fiche))
        if len(p.fiche.langues) >= au_plus:
            return Closed("YY-16.6", "{} langues au plus à ce rang de Langues", (au_plus,))
        maitre = scene.people.get(self.maitre)
        if not self.maitre.strip() or self.maitre == self.actor:
            return Closed("YY-16.6", "Il faut un maître")
        if maitre is not None and langue not in maitre.fiche.langues:
            return Closed("YY-16.6", "{} ne parle pas cette langue", (Someone(maitre.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, langue = scene[self.actor], self.langue.strip()
        langues = (*p.fiche.langues, langue)
        facts = (("langue", langue), ("maitre", self.maitre))
        oracle.tell(Event("langue_apprise", p.id, "", "YY-16.6", langues_possibles(p.fiche), facts))
        return scene.put(replace(p, fiche=replace(p.fiche, langues=langues)))


ACTIONS: tuple[type[Action], ...] = (
    DonnerPP,
    AmeliorerAttribut,
    Acquerir,
    Ameliorer,
    SEntrainer,
    ClorePhase,
    ApprendreLangue,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In peace: what the MJ may give, and for those with PP what they may come to."""
    if scene.encounter is not None or not p.fiche.joueur:
        return
    yield DonnerPP(p.id, groupe=5)
    if p.fiche.utilisees or p.fiche.ameliorees:
        yield ClorePhase(p.id)
    if len(p.fiche.langues) < total(langues_possibles(p.fiche)):
        for q in scene.people.values():
            yield from (ApprendreLangue(p.id, x, q.id) for x in q.fiche.langues if x not in p.fiche.langues)
    if not p.fiche.pp:
        return
    for c in p.fiche.competences:
        if p.competence(c):
            servi = c in p.fiche.utilisees or c in p.fiche.ameliorees
            yield Ameliorer(p.id, c) if servi else SEntrainer(p.id, c)
    for a in ATTRIBUTS:
        yield AmeliorerAttribut(p.id, a)
    for c in COMPETENCES:
        if not p.competence(c) and total(prix_d_acquisition(p.fiche, c)) <= p.fiche.pp:
            yield Acquerir(p.id, c)
