"""Damage that comes from no adversary: falls and throws, want of air, crushing weights, energies, what eats on."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.energies import NOMS, Energie
from ...model.people import Nature, Personnage
from ...model.plan import CORPS
from ...model.scene import Scene
from ...model.sums import modificateur
from ..c0_tests import evaluer, figures, tester
from ..c0_tests.actions import absent, en_defaut, hors_bornes, refuse
from ..c4_caracteristiques.degats import TOUCHEE
from ..c4_caracteristiques.lesions import leser
from ..c4_caracteristiques.ressources import est_mort, perdre
from ..c4_caracteristiques.seuils import defense, seuil
from .armes import absorption, resistance
from .degats import Cible, encaisser, niveau_de_lesion_du_coup
from .energies import energies_qui_touchent

SANS_PROTECTION = 99  # of précision: nothing is left of what armour adds to the threshold
ENCORE = 5  # what each further test to avoid it costs (TN-8.173, TN-8.175)
TIERS = 3  # of continuous damage, at the end of a tour (TN-8.127)


# ---------------------------------------------------------------- suffering it


@rule("TN-8.118", "TN-8.123", "TN-8.140", "TN-8.171")
def endommager(
    scene: Scene, oracle: Oracle, who: str, coup: Terms, regle: str, *, nue: bool = False, touche: bool | None = None
) -> Scene:
    """Natural damage: résistance and absorption count, the protection of armour does not; it is lethal.

    It makes a lésion if it costs any vitality. `nue`: of résistance and absorption only what is one's own. `touche`: of
    what somebody set, whether it touched: then it makes one in any case, else none.
    """
    p = scene[who]
    if not total(coup):
        oracle.tell(Event("sans_degats", who, "", regle, coup))
        return scene
    cible = Cible(who, resistance(p, CORPS, nue), absorption(p, CORPS, nue), p.disponible("PE"))
    d = encaisser(oracle, cible, coup, 0)
    facts = ("points", d.permanents), ("endurance", d.endurance), ("nature", CORPS.lesion)
    oracle.tell(Event("degats", who, "", regle, d.terms, facts))
    if d.endurance:
        scene = perdre(scene, oracle, who, "PE", (("Encaisser", d.endurance, "TN-8.131"),), "TN-8.131")
    if d.permanents:
        scene = perdre(scene, oracle, who, "PV", (("Dégâts", d.permanents, regle),), regle)
    if est_mort(scene, scene[who]) or not (d.permanents > 0 if touche is None else touche):
        return scene
    niveau = niveau_de_lesion_du_coup(d.permanents, total(seuil(p, "blessure", SANS_PROTECTION)))
    return leser(scene, oracle, who, "blessure", niveau)


def degre_de(scene: Scene, oracle: Oracle, who: str, attribut: str, competence: str) -> tuple[Scene, int]:
    """The degree of an évaluation, 0 for whoever cannot try."""
    p = scene[who]
    of = attribut, competence, en_defaut(p, competence)
    if refuse(scene, p, *of, Essai(p, scene, None, *of)) is not None:
        return scene, 0
    scene, r = evaluer(scene, oracle, figures(scene, p, *of))
    return scene, r.dr


def des(oracle: Oracle, who: str, terms: Terms, regle: str) -> Terms:
    """So many D8 as the sum comes to."""
    n = max(0, total(terms))
    return ((f"{n}D8", oracle.of(who).total(n, 8, "jet") if n else 0, regle),)


def vivant(scene: Scene, who: str) -> Closed | None:
    if who in scene.people and est_mort(scene, scene[who]):
        return Closed("TN-4.5", "Déjà mort")
    return absent(scene, who)


# ---------------------------------------------------------------- falls and throws


@rule("TN-8.172")
class Chuter(Action, frozen=True, tag="chuter"):
    """Somebody falls from so many metres: a D8 for each, less his degree of Acrobatie."""

    metres: int = 3

    master = True
    rank = 86
    regle: ClassVar[str] = "TN-8.172"

    def closed(self, scene: Scene) -> Closed | None:
        return vivant(scene, self.actor) or hors_bornes(self.regle, "Mètres", self.metres, 1, 99)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, dr = degre_de(scene, oracle, self.actor, "AGI", "acrobatie")
        terms: Terms = (("Mètres", self.metres, self.regle), ("Degré de réussite", -dr, self.regle))
        return endommager(scene, oracle, self.actor, des(oracle, self.actor, terms, self.regle), self.regle)


@rule("TN-8.177")
class Projeter(Chuter, frozen=True, tag="projeter"):
    """Somebody is thrown against an obstacle, so many metres short of where he was thrown."""

    regle: ClassVar[str] = "TN-8.177"


# ---------------------------------------------------------------- want of air, crushing weights


class Oppresser(Action, frozen=True, tag="oppresser"):
    """A tour under something that one first withstands by a test, each harder than the last, and then suffers from."""

    difficulte: int = 10

    master = True
    rank = 87
    tenir: ClassVar[tuple[str, str]]  # what one withstands it with: attribute and skill
    epreuve: ClassVar[str]  # what tours under it are counted by
    evite: ClassVar[str]
    regle: ClassVar[str]
    nue: ClassVar[bool] = False

    def closed(self, scene: Scene) -> Closed | None:
        return vivant(scene, self.actor) or hors_bornes(self.evite, "Difficulté", self.difficulte, 0, 99)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        tours = p.epreuves.get(self.epreuve, 0)
        if not tours:
            scene, tient = self.resister(scene, oracle, p)
            if tient:
                return scene
        tours += 1
        p = scene[self.actor]
        scene = scene.put(replace(p, epreuves={**p.epreuves, self.epreuve: tours}))
        oracle.tell(Event("oppresse", self.actor, "", self.regle, (), (("tours", tours), ("epreuve", self.epreuve))))
        scene, dr = degre_de(scene, oracle, self.actor, "CON", "endurance")
        terms = (*self.poids(scene[self.actor], tours), ("Degré de réussite", -dr, self.regle))
        coup = des(oracle, self.actor, terms, self.regle)
        return endommager(scene, oracle, self.actor, coup, self.regle, nue=self.nue)

    def resister(self, scene: Scene, oracle: Oracle, p: Personnage) -> tuple[Scene, bool]:
        """The test that avoids it for a tour, 5 harder each time; whoever cannot try fails."""
        attribut, competence = self.tenir
        of = attribut, competence, en_defaut(p, competence)
        if refuse(scene, p, *of, Essai(p, scene, None, *of)) is not None:
            return scene, False
        deja = p.epreuves.get(f"{self.epreuve}:tests", 0)
        malus: Terms = (("Tests précédents", -ENCORE * deja, self.evite),) if deja else ()
        scene, r = tester(scene, oracle, figures(scene, p, *of, bonus=malus), (self.difficulte,))
        p = scene[self.actor]
        scene = scene.put(replace(p, epreuves={**p.epreuves, f"{self.epreuve}:tests": deja + 1}))
        return scene, r.reussi

    def poids(self, p: Personnage, tours: int) -> Terms:
        """The dice it would cost."""
        raise TypeError(f"{type(self).__name__} does not say what it costs")


@rule("TN-8.173", "TN-8.174")
class PriverDAir(Oppresser, frozen=True, tag="priver_d_air"):
    """A tour without air: Natation holds one's breath; then as many D8 as tours, less the degree of Endurance."""

    tenir: ClassVar[tuple[str, str]] = ("CON", "natation")
    epreuve: ClassVar[str] = "suffocation"
    evite: ClassVar[str] = "TN-8.173"
    regle: ClassVar[str] = "TN-8.174"
    nue: ClassVar[bool] = True

    def poids(self, p: Personnage, tours: int) -> Terms:
        return (("Tours sans air", tours, "TN-8.174"),)


@rule("TN-8.175", "TN-8.176")
class Ecraser(Oppresser, frozen=True, tag="ecraser"):
    """A tour under a weight: Musculation holds it off; then a D8 for each point its modifier is above one's Stature."""

    structure: int = 16  # of what crushes

    tenir: ClassVar[tuple[str, str]] = ("FOR", "musculation")
    epreuve: ClassVar[str] = "ecrasement"
    evite: ClassVar[str] = "TN-8.175"
    regle: ClassVar[str] = "TN-8.176"

    def closed(self, scene: Scene) -> Closed | None:
        return super().closed(scene) or hors_bornes("TN-8.176", "Structure", self.structure, 1, 99)

    def poids(self, p: Personnage, tours: int) -> Terms:
        ecart = modificateur(self.structure) - modificateur(p.fiche.valeurs["STA"])
        return (("Structure - Stature", max(0, ecart), "TN-8.176"),)


@rule("TN-8.173", "TN-8.175")
class Soulager(Action, frozen=True, tag="soulager"):
    """Air again, or the weight lifted: what was counted is forgotten."""

    master = True
    rank = 88

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None or self.compte(scene[self.actor]):
            return found
        return Closed("TN-8.173", "{} ne manque pas d'air et rien ne l'écrase", (Someone(self.actor),))

    @staticmethod
    def compte(p: Personnage) -> list[str]:
        return [e for e in p.epreuves if e.partition(":")[0] in (PriverDAir.epreuve, Ecraser.epreuve)]

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("soulage", self.actor, "", "TN-8.173"))
        fini = self.compte(p)
        return scene.put(replace(p, epreuves={e: n for e, n in p.epreuves.items() if e not in fini}))


# ---------------------------------------------------------------- continuous damage


@rule("TN-8.127")
class DegatsContinus(Action, frozen=True, tag="degats_continus"):
    """Damage that waits: a third of it is suffered at the end of each tour."""

    n: int
    nature: Nature = "blessure"

    master = True
    rank = 89

    def closed(self, scene: Scene) -> Closed | None:
        return vivant(scene, self.actor) or hors_bornes("TN-8.127", "Dégâts", self.n, 1, 999)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, reserve = scene[self.actor], en_attente(self.nature)
        n = p.epreuves.get(reserve, 0) + self.n
        oracle.tell(Event("degats_en_attente", p.id, "", "TN-8.127", (), (("attente", n), ("nature", self.nature))))
        return scene.put(replace(p, epreuves={**p.epreuves, reserve: n}))


def en_attente(nature: Nature) -> str:
    return f"continus:{nature}"


@rule("TN-8.127", "TN-8.434")
def ecouler(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """A third of what waits, rounded up: from endurance down to 0, the rest from vitality or spirituality."""
    for nature, ressource in TOUCHEE.items():
        p, reserve = scene[who], en_attente(nature)
        attente = p.epreuves.get(reserve, 0)
        if not attente or est_mort(scene, p):
            continue
        n = -(-attente // TIERS)
        reste = {e: k for e, k in p.epreuves.items() if e != reserve}
        scene = scene.put(replace(p, epreuves={**reste, reserve: attente - n} if n < attente else reste))
        souffle = min(n, max(0, p.disponible("PE")))
        terms: Terms = (("Tiers des dégâts continus", n, "TN-8.127"),)
        facts = ("points", n), ("attente", attente - n), ("nature", nature)
        oracle.tell(Event("degats_continus", who, "", "TN-8.127", terms, facts))
        scene = perdre(scene, oracle, who, "PE", (("Dégâts continus", souffle, "TN-8.127"),), "TN-8.127")
        scene = perdre(scene, oracle, who, ressource, (("Dégâts continus", n - souffle, "TN-8.127"),), "TN-8.127")
    return scene


# ---------------------------------------------------------------- energies


@rule("TN-8.204", "TN-8.206", "TN-8.208")
class Exposer(Action, frozen=True, tag="exposer"):
    """Somebody is exposed to energies, alone or with a blow: each part by its own defence, then one total for all."""

    energies: tuple[Energie, ...] = ("chaud",)
    score: int = 15
    categorie: int = 0
    attribut: Literal["", "FOR", "DEX", "AGI", "PER", "CON"] = ""  # of the blow they come with; none: they come alone

    master = True
    rank = 88
    offers: ClassVar[dict[str, dict[str, str]]] = {"energies": NOMS}

    def closed(self, scene: Scene) -> Closed | None:
        if not self.energies or len(set(self.energies)) < len(self.energies):
            return Closed("TN-8.204", "Une ou plusieurs énergies, chacune une fois")
        return (
            vivant(scene, self.actor)
            or hors_bornes("TN-8.204", "Score", self.score, 0, 99)
            or hors_bornes("TN-8.166", "Catégorie", self.categorie, 0, 8)
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        touchent = energies_qui_touchent(p, self.score, self.energies, self.attribut)
        parts = [NOMS[e] for e in touchent]
        if self.attribut and self.score > total(defense(p, self.attribut)):
            parts.insert(0, "Coup")
        facts = ("parts", tuple(parts)), ("score", self.score), ("reussi", bool(parts))
        oracle.tell(Event("exposition", p.id, "", "TN-8.206", (), facts))
        n = 2 + self.categorie
        coup = tuple([(part, oracle.total(n, 8, "jet"), "TN-8.206") for part in parts])
        return endommager(scene, oracle, p.id, coup, "TN-8.204", touche=True) if coup else scene


ACTIONS = (Chuter, Projeter, PriverDAir, Ecraser, Soulager, DegatsContinus, Exposer)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    yield Chuter(p.id)
    yield Projeter(p.id)
    yield PriverDAir(p.id)
    yield Ecraser(p.id)
    if Soulager.compte(p):
        yield Soulager(p.id)
    yield DegatsContinus(p.id, 6)
    yield Exposer(p.id)
