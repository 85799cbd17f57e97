"""Breaking things on purpose, and what breaks by itself: the three ways, and every case of a test de solidité."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta, Struct

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle, chance
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.effects import EFFECTS, Essai
from ...model.inventaire import Place, places, trouver
from ...model.ouvrages import Chose
from ...model.people import Personnage
from ...model.plan import CORPS
from ...model.scene import Scene
from ...model.things import MODELES, Objet
from ..c0_tests import Figures, Jet, Profil, Resultat, apres_test, evaluer, figures_d_essai, jet
from ..c0_tests.actions import absent, hors_bornes, refuse
from ..c0_tests.des import points
from ..c0_tests.resolution import apprecier
from ..c4_caracteristiques.sauvegardes import effet_reduit
from ..c4_caracteristiques.seuils import defense
from ..c8_confrontation.armes import Arme, arme_de, en_melee
from ..c8_confrontation.budget import depenser, fermee
from ..c8_confrontation.solidite import ARMURE, SEULES, Epreuve, solidite
from .inventaire import chose, ranges
from .solidite import Sujet, a_lui, contre_soi, eprouver_la_chose, meurtrir, oppose, profil, resultat, user_la_chose

DEMOLISSAGE, SAVOIR_FAIRE = "demolissage", "savoir_faire"
INERTE = 10  # TN-9.124
EQUIPES = ("armes", "armure", "tenus", "portes")


def de_la_chose(la: Chose, par: str) -> Sujet:
    """A thing that lies about; whoever strikes it throws its dice."""
    return Sujet(par, la.objet, chose=la.nom)


# ---------------------------------------------------------------- cases that come by themselves


@solidite.then("TN-9.129", "TN-9.130")
def a_l_epreuve(scene: Scene, oracle: Oracle, e: Epreuve) -> Scene:
    """What critical and improvised actions put to the test: against itself, or against what struck it, for its jet."""
    objet = e.objet(scene[e.qui])
    if objet is None or objet.etat == "detruit":
        return scene
    place = Place("armure", None, objet) if e.main == ARMURE else Place("armes", e.main, objet)
    sujet = a_lui(e.qui, place)
    if e.cas in SEULES:
        return contre_soi(scene, oracle, sujet)
    return user_la_chose(scene, oracle, sujet, eprouver_la_chose(oracle, sujet, oppose(e.contre), e.jet))


@apres_test.then("TN-9.130")
def outil_malmene(scene: Scene, oracle: Oracle, f: Figures, r: Resultat) -> Scene:
    """A critical failure with a tool, or with any other thing out of a confrontation: it is tested against itself."""
    if r.reussi or not r.critique or f.objet is None or not r.faces:
        return scene
    if f.aux_prises and f.objet.sorte.nature == "arme":  # chapter 8 says when an arm is put to the test
        return scene
    place = next((x for x in places(scene[f.qui].equipement) if x.objet is f.objet or x.objet == f.objet), None)
    return contre_soi(scene, oracle, a_lui(f.qui, place)) if place is not None else scene


@rule("TN-9.134")
@EFFECTS.on("interdit", of="equipe")
def hors_d_usage(c: Essai) -> tuple[str, int, str] | None:
    """Nothing is done with what cannot be used any more."""
    if c.objet is None or c.objet.utilisable:
        return None
    return "Objet inutilisable", 1, "TN-9.134"


# ---------------------------------------------------------------- the action of destruction


@rule("TN-9.124", "TN-9.125")
def porter_le_coup(scene: Scene, oracle: Oracle, f: Figures, difficulte: Terms) -> tuple[Scene, Resultat]:
    """The test of an action of destruction: an évaluation, reached is enough, never a critical success."""
    facts = (("difficulte", total(difficulte)),)
    oracle.tell(Event("difficulte_de_destruction", f.qui, "", "TN-9.124", difficulte, facts))
    return evaluer(scene, oracle, f, total(difficulte))


@rule("TN-9.122", "TN-9.125", "TN-9.127", "TN-9.132")
def atteindre(scene: Scene, oracle: Oracle, cible: Sujet, avec: Objet | None, dr: int, enjeu: int) -> Scene:
    """The thing aimed at saves against what strikes it, harder for each degree; what is left of the jet wears it."""
    difficulte = oppose(avec) + ((("Degré de réussite", dr, "TN-9.125"),) if dr else ())
    return user_la_chose(scene, oracle, cible, eprouver_la_chose(oracle, cible, difficulte, max(0, enjeu)))


@rule("TN-9.125", "TN-9.130", "TN-9.136")
def en_retour(cible: Objet, dr: int) -> Terms:
    """What the thing that strikes is tested against: the intégrité of the other, easier for each degree."""
    return oppose(cible) + ((("Degré de réussite", -dr, "TN-9.125"),) if dr else ())


@rule("TN-9.135")
def outil_de_destruction(p: Personnage) -> Place | None:
    """The best tool for it that somebody has; by hand if there is none."""
    la = [x for x in places(p.equipement) if DEMOLISSAGE in x.objet.sorte.pour and x.objet.utilisable]
    return max(la, key=lambda x: (x.objet.effective, x.objet.qualite), default=None)


class Detruire(Action, frozen=True, tag="detruire"):
    """What both ways of breaking a thing have in common: with what, and their odds."""

    avec: str = ""  # what one strikes with

    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda before, after, events: any(e.what == "use" for e in events),
        "subi": lambda before, after, events: next((e["subi"] for e in events if e.what == "use"), 0),
    }
    offers: ClassVar[dict[str, dict[str, str]]] = {"avec": {id: m.nom for id, m in MODELES.items()}}


@rule("TN-9.124", "TN-9.125", "TN-9.130", "TN-9.131", "TN-9.135", "TN-9.136")
class Demolir(Detruire, frozen=True, tag="demolir"):
    """Breaks something inert by savoir-faire: with a fitting tool, with whatever is at hand, or by hand (« mains »)."""

    chose: str = ""

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 47

    def instrument(self, scene: Scene) -> Place | None:
        """The tool named, else the best fitting one; None: by hand."""
        p = scene[self.actor]
        if self.avec == "mains":
            return None
        return trouver(p.equipement, self.avec) if self.avec else outil_de_destruction(p)

    def closed(self, scene: Scene) -> Closed | None:
        found, la = absent(scene, self.actor), chose(scene, self.chose)
        if found is not None or la is None:
            return found or Closed("TN-9.124", "Il n'y a pas là de « {} »", (Typed(self.chose),))
        p = scene[self.actor]
        if self.avec not in ("", "mains") and trouver(p.equipement, self.avec) is None:
            return knowing(
                Closed("TN-9.2", "{} n'a pas « {} »", (Someone(p.id), Typed(self.avec))),
                self.avec,
                p.equipement.modeles,
            )
        if la.objet.etat == "detruit":
            return Closed("TN-9.134", "{} est détruit", (la.objet.sorte.nom,))
        if max(abs(p.x - la.x), abs(p.y - la.y)) > 1:
            return Closed("TN-4.64", "« {} » est hors de portée", (Typed(la.nom),))
        outil, of = self.instrument(scene), ("FOR", DEMOLISSAGE, SAVOIR_FAIRE)
        found = refuse(scene, p, *of, Essai(p, scene, None, *of, objet=outil.objet if outil is not None else None))
        return found or (fermee(scene, p.id, "manipulation") if scene.encounter is not None else None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "manipulation")
        la, outil = chose(scene, self.chose), self.instrument(scene)
        assert la is not None
        objet = outil.objet if outil is not None else None
        adapte = objet is not None and DEMOLISSAGE in objet.sorte.pour
        f = figures_d_essai(Essai(scene[self.actor], scene, None, "FOR", DEMOLISSAGE, SAVOIR_FAIRE, objet=objet))
        scene, r = porter_le_coup(scene, oracle, f, (("Objet inerte", INERTE, "TN-9.124"),))
        if not r.reussi:
            return scene
        j = Jet(Essai(scene[self.actor], scene, None, "FOR", objet=objet), f.ajustements)
        terms, n = jet(oracle, j, objet.utile if objet is not None else 0, "destruction")
        oracle.tell(Event("destruction", self.actor, "", "TN-9.125", terms, (("chose", la.nom), ("degats", n))))
        scene = atteindre(scene, oracle, de_la_chose(la, self.actor), objet, r.dr, n)
        if objet is None:
            return meurtrir(scene, oracle, self.actor, en_retour(la.objet, r.dr), max(0, n))
        if adapte:
            return scene
        encore = trouver(scene[self.actor].equipement, objet.modele)
        assert encore is not None
        sujet = a_lui(self.actor, encore)
        return user_la_chose(
            scene, oracle, sujet, eprouver_la_chose(oracle, sujet, en_retour(la.objet, r.dr), max(0, n))
        )


class Bris(Struct, frozen=True, eq=False):
    """All that chance needs to know of a blow at something another holds."""

    f: Figures
    difficulte: int
    des: int
    sec: int  # what is added to the dice
    tient: Profil  # of the thing
    oppose: int


@rule("TN-9.125", "TN-9.127")
@chance
def bris(oracle: Oracle, b: Bris) -> int:
    """What the thing suffers: the test, its degrees, the jet, and the save."""
    r = apprecier(b.f, points(oracle, b.f.profil((b.difficulte,))), b.difficulte)
    if not r.reussi:
        return 0
    enjeu = max(0, oracle.of(b.f.qui).total(b.des, 8, "jet") + b.sec)
    return total(effet_reduit(resultat(points(oracle, b.tient), b.oppose + r.dr), enjeu))


@rule("TN-9.38")
def plat(arme: Arme) -> Terms:
    """The catégorie of an arm of melee on its jets."""
    return (("Catégorie", arme.categorie, "TN-9.38"),) if arme.categorie and arme.melee else ()


@rule("TN-9.124", "TN-9.132", "TN-9.135", "TN-9.136", "TN-9.137")
class Briser(Detruire, frozen=True, tag="briser"):
    """A tactique de destruction: with the arm in hand, on something another wears or holds; no résistance counts."""

    cible: Who = ""
    objet: str = ""
    rang: Annotated[int, Meta(ge=0, le=99)] = 0

    rank: ClassVar[int] = 14
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": {id: m.nom for id, m in MODELES.items()}}

    looks: ClassVar[dict[str, Any]] = {"reussi": None, "subi": None}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible)
        if found is not None:
            return found
        p, q = scene[self.actor], scene[self.cible]
        if p.id == q.id:
            return Closed("TN-9.135", "On ne brise pas ainsi ses propres affaires")
        visee = trouver(q.equipement, self.objet, self.rang)
        if visee is None or visee.lieu not in EQUIPES:
            return Closed("TN-9.135", "{} n'a rien de tel d'équipé : {}", (Someone(q.id), Typed(self.objet)))
        if visee.objet.etat == "detruit":
            return Closed("TN-9.134", "{} est détruit", (visee.objet.sorte.nom,))
        if not p.equipement.armes:
            return Closed("TN-9.135", "Il faut une arme en main")
        if not en_melee(p, q):
            return Closed("TN-4.64", "{} est hors de portée", (Someone(q.id),))
        arme = arme_de(p, CORPS, 0, "")
        of = arme.attribut, arme.competence, arme.groupe
        found = refuse(scene, p, *of, Essai(p, scene, q, *of, objet=arme.objet))
        return found or (fermee(scene, p.id, "tactique") if scene.encounter is not None else None)

    def essai(self, scene: Scene) -> tuple[Place, Arme, Figures]:
        """What is aimed at, what one strikes with, and the test of it."""
        p, q = scene[self.actor], scene[self.cible]
        visee, arme = trouver(q.equipement, self.objet, self.rang), arme_de(p, CORPS, 0, "")
        assert visee is not None
        essai = Essai(p, scene, q, arme.attribut, arme.competence, arme.groupe, objet=arme.objet)
        return visee, arme, figures_d_essai(essai)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Callable[[Any], Hashable]:
        """Whether the thing suffers, or how much; what becomes of the arm is not in it."""
        if callable(look):
            return super().seen(scene, look)
        made: list[Bris] = []

        def suffered(oracle: Any) -> int:
            made.extend([self.bris(scene, oracle)] if not made else [])
            return bris(oracle, made[0])

        return suffered if look == "subi" else lambda oracle: suffered(oracle) > 0

    def bris(self, scene: Scene, oracle: Oracle) -> Bris:
        p, q = scene[self.actor], scene[self.cible]
        visee, arme, f = self.essai(scene)
        essai = Essai(p, scene, q, arme.attribut, objet=arme.objet)
        sec = Jet(essai, f.ajustements, plat(arme)).autour("destruction")
        difficulte = total(defense(q, arme.defense, scene, p))
        return Bris(f, difficulte, 2 + arme.categorie, total(sec), profil(q.id, visee.objet), total(oppose(arme.objet)))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = depenser(scene, self.actor, "acts", "tactique")
        p, q = scene[self.actor], scene[self.cible]
        visee, arme, f = self.essai(scene)
        scene, r = porter_le_coup(scene, oracle, f, defense(q, arme.defense, scene, p))
        if not r.reussi:
            return scene
        essai = Essai(scene[p.id], scene, q, arme.attribut, objet=arme.objet)
        terms, n = jet(oracle, Jet(essai, f.ajustements, plat(arme)), arme.categorie, "destruction")
        facts = ("chose", visee.objet.sorte.nom), ("degats", n)
        oracle.tell(Event("destruction", p.id, q.id, "TN-9.125", terms, facts))
        scene = atteindre(scene, oracle, a_lui(q.id, visee), arme.objet, r.dr, n)
        sujet = a_lui(p.id, Place("armes", 0, scene[p.id].equipement.armes[0]))
        enjeu = visee.objet.integrite
        return user_la_chose(
            scene, oracle, sujet, eprouver_la_chose(oracle, sujet, en_retour(visee.objet, r.dr), enjeu)
        )


# ---------------------------------------------------------------- what the game master calls for


@rule("TN-9.122", "TN-9.129", "TN-9.130")
class EprouverSolidite(Action, frozen=True, tag="eprouver_solidite"):
    """A test de solidité that the game master calls for: of something one has, or that lies there.

    Without a difficulty it is against itself: an improvised use, a fall, a critical failure.
    """

    objet: str = ""
    rang: Annotated[int, Meta(ge=0, le=99)] = 0
    chose: str = ""
    difficulte: int = 0  # the intégrité of what strikes it; 0: its own, which is then at stake
    enjeu: int = 0  # the jet of what strikes it
    a_distance: bool = False  # a shot: what is left is halved (TN-9.137)

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 93
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": {id: m.nom for id, m in MODELES.items()}}

    def sujet(self, scene: Scene) -> Sujet | None:
        if self.chose:
            la = chose(scene, self.chose)
            return de_la_chose(la, self.actor) if la is not None else None
        place = trouver(scene[self.actor].equipement, self.objet, self.rang)
        return a_lui(self.actor, place) if place is not None else None

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None:
            return found
        sujet = self.sujet(scene)
        if sujet is None:
            nom = self.chose or self.objet
            la = [x.nom for x in scene.choses] if self.chose else scene[self.actor].equipement.modeles
            return knowing(Closed("TN-9.2", "{} n'a pas « {} »", (Someone(self.actor), Typed(nom))), nom, la)
        if sujet.objet.etat == "detruit":
            return Closed("TN-9.134", "{} est détruit", (sujet.objet.sorte.nom,))
        return hors_bornes("TN-9.123", "Difficulté", self.difficulte, 0, 99) or hors_bornes(
            "TN-9.125", "Enjeu", self.enjeu, 0, 999
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        sujet = self.sujet(scene)
        assert sujet is not None
        if not self.difficulte:
            return contre_soi(scene, oracle, sujet)
        subi = eprouver_la_chose(oracle, sujet, (("Intégrité adverse", self.difficulte, "TN-9.123"),), self.enjeu)
        return user_la_chose(scene, oracle, sujet, a_moitie(subi) if self.a_distance else subi)


@rule("TN-9.137")
def a_moitie(subi: int) -> int:
    """A shot wears things by half, after all else, rounded down."""
    return subi // 2


ACTIONS = (Demolir, Briser, EprouverSolidite)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What is within reach: things that stand there; in one's passe what adversaries hold and wear."""
    a_lui_de_jouer = scene.encounter is None or scene.turn() == (p.id,)
    for la in scene.choses:
        if a_lui_de_jouer and la.objet.etat != "detruit" and max(abs(p.x - la.x), abs(p.y - la.y)) <= 1:
            yield Demolir(p.id, chose=la.nom)
    if scene.encounter is not None and a_lui_de_jouer and p.equipement.armes:
        for q in scene.people.values():
            if q.side != p.side and q.up:
                yield from (
                    Briser(p.id, cible=q.id, objet=x.objet.modele, rang=rang)
                    for x, rang in ranges(q)
                    if x.lieu in ("armes", "armure")
                )
    for place, rang in ranges(p):
        if place.lieu in EQUIPES:
            yield EprouverSolidite(p.id, place.objet.modele, rang)
