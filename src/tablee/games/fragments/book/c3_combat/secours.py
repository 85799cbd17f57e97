"""Chapter 3, survival: stabilising the fallen, aftercare, what the game master declares, time outside of a fight."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.catalogue import Arme, Chances
from ...model.langage import bonus
from ...model.people import Actif, Unite
from ...model.scene import Scene
from ...model.tables import AUTRES, AVANTAGES, MANCHE, NOMS, STATS
from ..c2_systeme.figures import carac, hors_d_etat, inconnue, loin
from ..c2_systeme.impulsion import charges_fermees, regagner
from ..c2_systeme.jets import ECHEC_CRITIQUE, REUSSITE, REUSSITE_CRITIQUE, aides_employees, avantages, eprouver
from .horloge import un_tour
from .tours import finir_le_tour, pas_a_elle
from .vie import blesser_autrement, mourir, relever, sans_sequelles

CONTRE_LA_MORT = -40
HANDICAP = 10  # the most that a lasting handicap takes off a figure
TOURS_MAX = 360  # an hour at a time


# ---------------------------------------------------------------- stabilising


@rule("FD-3.8", "FD-3.13")
def termes_stabilisation(scene: Scene, u: Unite, cible: Unite, accordes: tuple[int, ...] = ()) -> Terms:
    """(AGI + CHA) x (tours tried before + 1), advantages, and the malus of a lethal wound."""
    agi, cha = carac(scene, u, "AGI"), carac(scene, u, "CHA")
    terms: Terms = (("Agilité", agi, "FD-3.8"), ("Chance", cha, "FD-3.8"))
    deja = essais(cible, u.id)
    if deja:
        terms += (("Essais précédents", deja * (agi + cha), "FD-3.8"),)
    terms += tuple(("Avantage" if n > 0 else "Désavantage", n, "FD-2.9") for n in accordes)
    if cible.survie is not None and cible.survie.blessure == "Létale":
        terms += (("Blessure létale", CONTRE_LA_MORT, "FD-3.13"),)
    return terms + avantages(scene, u)


def essais(cible: Unite, sauveteur: str) -> int:
    """How many tours this rescuer has already spent on somebody."""
    return dict(cible.survie.essais).get(sauveteur, 0) if cible.survie is not None else 0


def essayer(cible: Unite, sauveteur: str) -> Unite:
    """One more of them."""
    if cible.survie is None:
        return cible
    comptes = {**dict(cible.survie.essais), sauveteur: essais(cible, sauveteur) + 1}
    return replace(cible, survie=replace(cible.survie, essais=tuple(comptes.items())))


@rule("FD-3.8", "FD-3.13", "FD-2.6")
class Stabiliser(Action, frozen=True, tag="stabiliser"):
    """Bring somebody who lies beside one back to 1 PV. It ends the tour; outside of a fight it takes one."""

    cible: Who
    avantages: tuple[int, ...] = ()  # such as +20 in medicine; they add up
    charges: int = 0  # of divine impulse, spent beforehand

    looks = {
        "reussite": lambda before, after, events: _qualite_du_secours(events) in (REUSSITE, REUSSITE_CRITIQUE),
        "qualite": lambda before, after, events: _qualite_du_secours(events),
    }

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor) or inconnue(scene, self.cible)
        if fermee is not None:
            return fermee
        u, v = scene.people[self.actor], scene.people[self.cible]
        if v.survie is None:
            return Closed("FD-3.8", "{} n'a pas besoin d'être stabilisé", (Someone(v.id),))
        if loin(u, v) > 1:
            return Closed("FD-3.8", "{} est à {} cases : il faut être à côté", (Someone(v.id), loin(u, v)))
        if v.souffle is not None:
            return Closed("FD-5.13", "{} manque d'air : rien à faire avant", (Someone(v.id),))
        for n in self.avantages:
            if n not in AVANTAGES:
                return Closed("FD-2.9", "Un avantage va de -50 à +50, par dizaines, pas {}", (n,))
        return charges_fermees(scene, self.actor, self.charges)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        dehors = scene.encounter is None
        scene = self.tenter(scene, oracle)
        return un_tour(scene, oracle) if dehors else finir_le_tour(scene, oracle, self.actor)

    def tenter(self, scene: Scene, oracle: Oracle) -> Scene:
        """The roll, and what comes of it for the fallen."""
        u, v = scene.people[self.actor], scene.people[self.cible]
        terms = termes_stabilisation(scene, u, v, self.avantages)
        scene = aides_employees(scene.put(essayer(v, u.id)), u.id, "", "jets")
        scene, qualite = eprouver(scene, oracle, u.id, total(terms), self.charges)
        faits = (("qualite", qualite), ("difficulte", total(terms)))
        oracle.tell(Event("stabilisation", u.id, v.id, "FD-3.8", terms, faits))
        if qualite == ECHEC_CRITIQUE:
            return regagner(scene, oracle, u.id)
        reussi = qualite in (REUSSITE, REUSSITE_CRITIQUE)
        return relever(scene, oracle, v.id, 1, "FD-3.8") if reussi else scene

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The roll alone: the order of the fight is not its own."""
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        return lambda oracle: voir(scene, self.tenter(scene, oracle), oracle.events)


def _qualite_du_secours(events: list[Event]) -> str:
    return str(next(e["qualite"] for e in reversed(events) if e.what == "stabilisation"))


# ---------------------------------------------------------------- aftercare


@rule("FD-3.10", "FD-3.13")
class SoignerEnProfondeur(Action, frozen=True, tag="soigner_en_profondeur"):
    """Aftercare, outside of fights: the sequels of stabilisations end. A lethal wound takes a specialist, and may leave
    a lasting handicap: `points` less of a figure, if the game master says so."""

    cible: Who
    handicap: str = ""
    points: int = 0

    def closed(self, scene: Scene) -> Closed | None:
        fermee = hors_d_etat(scene, self.actor) or inconnue(scene, self.cible)
        if fermee is not None:
            return fermee
        v = scene.people[self.cible]
        if scene.encounter is not None:
            return Closed("FD-3.10", "Soigner en profondeur demande que le combat soit fini")
        if v.survie is not None:
            return Closed("FD-3.10", "{} doit d'abord être stabilisé", (Someone(v.id),))
        if not v.sequelles:
            return Closed("FD-3.10", "{} n'a pas de séquelles", (Someone(v.id),))
        if v.convalescent and self.actor == self.cible:
            return Closed("FD-3.13", "Une blessure létale demande les soins d'un spécialiste")
        return self.handicap_ferme(v)

    def handicap_ferme(self, v: Unite) -> Closed | None:
        if not self.handicap and not self.points:
            return None
        if not v.convalescent:
            return Closed("FD-3.13", "Seule une blessure létale laisse un handicap")
        if self.handicap not in (*STATS, *AUTRES):
            connues = tuple(NOMS[s] for s in (*STATS, *AUTRES))
            return Closed(
                "FD-3.13", "Caractéristique inconnue : « {} » ; caractéristiques : {}", (self.handicap, connues)
            )
        if not 1 <= self.points <= HANDICAP:
            return Closed("FD-3.13", "Un handicap ôte de 1 à {} points, pas {}", (HANDICAP, self.points))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        v = scene.people[self.cible]
        oracle.tell(Event("soins_en_profondeur", self.actor, v.id, "FD-3.10", (), (("sequelles", v.sequelles),)))
        v = sans_sequelles(v)
        if self.handicap:
            faits = (("stat", NOMS[self.handicap]), ("points", self.points))
            oracle.tell(Event("handicap", v.id, "", "FD-3.13", (), faits))
            effet = bonus(self.handicap, -self.points)
            v = replace(v, effets=(*v.effets, Actif("Handicap", effet, "FD-3.13")))
            v = replace(v, perdus=min(v.perdus, v.pv_max - 1), ep=min(v.ep, v.pv_max))
        return scene.put(v)


# ---------------------------------------------------------------- what the game master declares


@rule("FD-3.11")
class CoupLetal(Action, frozen=True, tag="coup_letal"):
    """The game master declares that the blow which put somebody down was a lethal one."""

    master = True

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        if u.survie is None:
            return Closed("FD-3.11", "{} a encore des PV : un coup létal n'y change rien", (Someone(u.id),))
        deja = u.survie.blessure == "Létale"
        return Closed("FD-3.11", "La blessure de {} est déjà létale", (Someone(u.id),)) if deja else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return blesser_autrement(scene, oracle, self.actor, "Létale")


@rule("FD-3.3")
class MourirOuNon(Action, frozen=True, tag="mourir_ou_non"):
    """The game master lets a minor enemy die at 0 PV, at once if it lies there already; or has it survive."""

    master = True

    meurt: bool = True

    def key(self) -> str:
        return tag(self) if self.meurt else f"{tag(self)}.non"

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        if u.joueur:
            return Closed("FD-3.3", "{} est un personnage joueur : il garde sa barre de survie", (Someone(u.id),))
        if u.fiche.mineur == self.meurt and not (self.meurt and u.survie is not None):
            return Closed("FD-3.3", "C'est déjà décidé pour {}", (Someone(u.id),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        oracle.tell(Event("mineur" if self.meurt else "pas_mineur", u.id, "", "FD-3.3"))
        scene = scene.put(replace(u, fiche=replace(u.fiche, mineur=self.meurt)))
        return mourir(scene, oracle, u.id) if self.meurt and u.survie is not None else scene


# ---------------------------------------------------------------- time outside of a fight


@rule("FD-3.1", "FD-3.4")
class LaisserPasser(Action, frozen=True, tag="laisser_passer"):
    """The game master lets some tours pass, outside of a fight."""

    master = True

    tours: int = 1

    looks = {
        "morts": lambda before, after, events: sum(e.what == "meurt" for e in events) > 0,
    }

    def closed(self, scene: Scene) -> Closed | None:
        if scene.encounter is not None:
            return Closed("FD-2.12", "Pendant un combat, le temps passe tour après tour")
        if not 1 <= self.tours <= TOURS_MAX:
            return Closed("FD-3.1", "De 1 à {} tours, pas {}", (TOURS_MAX, self.tours))
        return inconnue(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        oracle.tell(Event("temps", "", "", "FD-3.1", (), (("secondes", MANCHE * self.tours),)))
        for _ in range(self.tours):
            scene = un_tour(scene, oracle)
        return scene


# ---------------------------------------------------------------- the order of bands


@rule("FD-4.13", "FD-4.14")
class RangerLesBandes(Action, frozen=True, tag="ranger_les_bandes"):
    """Choose in which order the afflictions of a weapon follow its critical range, and its states those."""

    arme: str
    afflictions: tuple[str, ...] = ()  # none: as they are
    etats: tuple[str, ...] = ()

    def closed(self, scene: Scene) -> Closed | None:
        absent = inconnue(scene, self.actor)
        if absent is not None:
            return absent
        u = scene.people[self.actor]
        if scene.encounter is not None:
            return Closed("FD-4.13", "L'ordre des afflictions ne change pas pendant un combat")
        arme = _portee(u, self.arme)
        if arme is None:
            return Closed("FD-4.13", "{} ne porte pas d'arme « {} »", (Someone(u.id), self.arme))
        ranges = ((self.afflictions, arme.afflictions, "FD-4.13"), (self.etats, arme.etats, "FD-4.14"))
        for ordre, chances, regle in ranges:
            if ordre and sorted(ordre) != sorted(id for id, _ in chances):
                return Closed(regle, "{} : il faut nommer chacune de ses tranches une fois", (arme.nom,))
        if all(_ranger(chances, ordre) == chances for ordre, chances, _ in ranges):
            return Closed("FD-4.13", "{} : c'est déjà l'ordre choisi", (arme.nom,))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        u = scene.people[self.actor]
        arme = _portee(u, self.arme)
        if arme is None:
            return scene
        afflictions, etats = _ranger(arme.afflictions, self.afflictions), _ranger(arme.etats, self.etats)
        change = replace(arme, afflictions=afflictions, etats=etats)
        ordre = tuple(id for id, _ in (*afflictions, *etats))
        oracle.tell(Event("bandes", u.id, "", "FD-4.13", (), (("arme", arme.nom), ("ordre", ordre))))
        actif = tuple(change if c is arme else c for c in u.equipement.actif)
        sac = tuple(change if c is arme else c for c in u.equipement.sac)
        return scene.put(replace(u, equipement=replace(u.equipement, actif=actif, sac=sac)))


def _portee(u: Unite, id: str) -> Arme | None:
    """A weapon one carries, in hand or not."""
    choses = (*u.equipement.actif, *u.equipement.sac)
    return next((c for c in choses if isinstance(c, Arme) and c.id == id), None)


def _ranger(chances: Chances, ordre: tuple[str, ...]) -> Chances:
    return tuple(sorted(chances, key=lambda chance: ordre.index(chance[0]))) if ordre else chances


# ---------------------------------------------------------------- buttons


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """The fallen within reach, the sequels to treat, and what the game master may say of the one looked at."""
    for v in scene.people.values():
        if v.survie is not None and v.vie == "actif" and v.id != u.id:
            yield Stabiliser(u.id, v.id)
        elif v.sequelles and scene.encounter is None:
            yield SoignerEnProfondeur(u.id, v.id)
    if u.survie is not None:
        yield CoupLetal(u.id)
    if not u.joueur and not u.bete:
        yield MourirOuNon(u.id, u.survie is not None or not u.fiche.mineur)
    if scene.encounter is None:
        yield LaisserPasser(u.id)
        yield from _ordres(u)


def _ordres(u: Unite) -> Iterator[Action]:
    """Every other order of the bands of a weapon in hand that has several."""
    for arme in u.equipement.armes:
        if 1 < len(arme.afflictions) <= 3:
            for ordre in permutations(id for id, _ in arme.afflictions):
                if ordre != tuple(id for id, _ in arme.afflictions):
                    yield RangerLesBandes(u.id, arme.id, ordre)
        if 1 < len(arme.etats) <= 3:
            for ordre in permutations(id for id, _ in arme.etats):
                if ordre != tuple(id for id, _ in arme.etats):
                    yield RangerLesBandes(u.id, arme.id, etats=ordre)


PLACE = 10
ACTIONS: tuple[type[Action], ...] = (
    Stabiliser,
    SoignerEnProfondeur,
    CoupLetal,
    MourirOuNon,
    LaisserPasser,
    RangerLesBandes,
)
