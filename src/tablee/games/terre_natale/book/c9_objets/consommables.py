"""Consumables at work: care, draughts, remedies, poisons, oils, bombs, traps. One use, and they are gone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import WhoOrNobody
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.conditions import Condition
from ...model.consommables import EMPLOIS, Emploi
from ...model.effects import EFFECTS, Essai
from ...model.ouvrages import Chose, nom_libre
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sums import modif
from ...model.things import MODELES, Objet
from ..c0_tests import evaluer, figures, mesurer
from ..c0_tests.actions import absent, refuse
from ..c0_tests.resolution import annoncer
from ..c4_caracteristiques.fatigue import defatiguer
from ..c4_caracteristiques.portees import plage, portee
from ..c4_caracteristiques.repos import laisser_filer
from ..c4_caracteristiques.ressources import est_mort, regagner
from ..c4_caracteristiques.sauvegardes import figures_de_sauvegarde, sauvegarder
from ..c4_caracteristiques.seuils import defense
from ..c4_caracteristiques.soins import (
    MEDICAUX,
    au_mieux_du_jour,
    deja_soigne,
    figures_de_soin,
    moitie,
    ni_present_ni_vif,
    soigne_par,
)
from ..c8_confrontation.armes import ecart
from ..c8_confrontation.budget import depenser, fermee
from ..c8_confrontation.chantiers import COMPLEXE, Oeuvre, ouvrage_ferme, ouvrer
from ..c8_confrontation.conditions import NOMS, affliger, contracter, finir, reduire
from ..c8_confrontation.dangers import endommager
from ..c8_confrontation.soins import SoinNonNaturel
from ..c8_confrontation.tour import fin_de_passe
from .inventaire import SurUnObjet, ranges
from .prix import effet_diminue

BASE = 10
EXPLOSIFS = "PER", "armes_explosives", "arme_de_jet"


# ---------------------------------------------------------------- what one of it is worth


@rule("TN-9.121")
def crans(objet: Objet, jour: int) -> int:
    """How often it has outlived what it keeps: a step of its effects each time."""
    duree = objet.sorte.durabilite
    return max(0, jour - objet.depuis - 1) // duree if duree and objet.depuis is not None else 0


@rule("TN-9.11", "TN-9.121", "TN-9.134")
def des(objet: Objet, jour: int) -> int:
    """The dice of its jet: two and its catégorie, less a die for each step it has lost; none once all is gone."""
    c = objet.categorie - crans(objet, jour)
    return 2 + c if c >= 0 else 0


@rule("TN-9.121", "TN-9.153")
def niveau(objet: Objet, jour: int) -> int:
    """The level of what it does and is not thrown: 1 and its quality, less a step for each time it has aged."""
    return max(0, 1 + objet.qualite - crans(objet, jour))


@rule("TN-9.153")
def difficulte(objet: Objet) -> int:
    """Every difficulty that hangs on it."""
    return BASE + 2 * objet.qualite


@rule("TN-9.11", "TN-9.36")
def jeter(scene: Scene, oracle: Oracle, who: str, objet: Objet, plus: Terms = ()) -> Terms:
    """Its jet; of poor quality only the part of it that it costs."""
    n = des(objet, scene.jour)
    terms: Terms = ((f"{n}D8", oracle.of(who).total(n, 8, "jet") if n else 0, "TN-9.11"), *plus)
    moins = effet_diminue(objet, total(terms)) - total(terms)
    return (*terms, ("Mauvaise qualité", moins, "TN-9.36")) if moins else terms


def perime(scene: Scene, objet: Objet) -> bool:
    """Whether nothing is left of it."""
    e = EMPLOIS[objet.modele]
    return not (niveau(objet, scene.jour) if e.effets else des(objet, scene.jour))


# ---------------------------------------------------------------- using one


class Consommer(SurUnObjet, frozen=True, tag="consommer"):
    """What all uses have in common: one that works, in hand if one fights."""

    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": {id: MODELES[id].nom for id in EMPLOIS}}
    genres: ClassVar[tuple[str, ...]] = ()

    @property
    def emploi(self) -> Emploi:
        return EMPLOIS[self.objet]

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        objet = self.un(scene)
        if self.objet not in EMPLOIS or self.emploi.genre not in self.genres:
            return Closed("TN-9.153", "{} ne s'emploie pas ainsi", (objet.sorte.nom,))
        if not objet.utilisable:
            return Closed("TN-9.134", "{} est inutilisable", (objet.sorte.nom,))
        if perime(scene, objet):
            return Closed("TN-9.121", "{} ne vaut plus rien", (objet.sorte.nom,))
        if scene.encounter is not None and self.place(scene).lieu != "tenus":
            return Closed("TN-9.120", "{} n'est pas en main", (objet.sorte.nom,))
        return None

    def consomme(self, scene: Scene, oracle: Oracle, cible: str = "") -> Scene:
        """One less."""
        facts = (("objet", self.un(scene).sorte.nom),)
        oracle.tell(Event("consomme", self.actor, cible, "TN-9.153", (), facts))
        return self.sans(scene)


@rule("TN-9.11", "TN-9.153")
class Utiliser(Consommer, frozen=True, tag="utiliser"):
    """Uses one, on oneself or on another: care, a draught, a remedy; a poison or an oil on the arm in hand."""

    cible: WhoOrNobody = ""

    rank: ClassVar[int] = 48
    genres: ClassVar[tuple[str, ...]] = ("soin", "potion", "stimulant", "remede", "poison", "huile")
    looks: ClassVar[dict[str, Any]] = {
        "reussi": lambda before, after, events: any(e.what in ("regain", "defatigue") for e in events)
    }

    @property
    def sur(self) -> str:
        return self.cible or self.actor

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or absent(scene, self.sur)
        if found is not None:
            return found
        p, q = scene[self.actor], scene[self.sur]
        if est_mort(scene, q):
            return Closed("TN-4.42", "{} est mort", (Someone(q.id),))
        if scene.encounter is not None and ecart(p, q) > 1:
            return Closed("TN-4.64", "{} est hors de portée", (Someone(q.id),))
        found = self.refus(scene, q)
        return found or (fermee(scene, p.id, self.action) if scene.encounter is not None else None)

    @property
    def action(self) -> str:
        """The kind of action it is in a confrontation."""
        return "soin" if self.emploi.genre in ("soin", "remede") else "manipulation"

    def refus(self, scene: Scene, q: Personnage) -> Closed | None:
        """Why it would do nothing for him."""
        if self.emploi.genre == "soin":
            return self.refus_de_soin(scene, q)
        if self.emploi.genre == "potion":
            return self.rien_a_rendre(q)
        if self.emploi.genre == "remede":
            soignables = [c for c in q.conditions if c.id in self.emploi.contre]
            return None if soignables else Closed("TN-9.153", "{} n'a rien que cela soigne", (Someone(q.id),))
        if self.emploi.genre in ("poison", "huile") and not q.equipement.armes:
            return Closed("TN-9.153", "{} n'a pas d'arme en main", (Someone(q.id),))
        if self.emploi.genre == "poison" and any(x.id == self.emploi.condition for x in q.portees):
            return Closed("TN-8.223", "Ses attaques la portent déjà : {}", (NOMS[self.emploi.condition],))
        deja = any(m.of == self.source for m in q.effets)
        return Closed("TN-9.153", "{} en ressent déjà les effets", (Someone(q.id),)) if deja else None

    def refus_de_soin(self, scene: Scene, q: Personnage) -> Closed | None:
        """As of any act of medicine: in peace, once a day, and something is lost."""
        if scene.encounter is not None:
            return Closed("TN-8.312", "Pas pendant une confrontation")
        found = ni_present_ni_vif(scene, self.actor, q.id, self.emploi.competence)
        return found or self.rien_a_rendre(q) or deja_soigne(scene, self.actor, q.id)

    def rien_a_rendre(self, q: Personnage) -> Closed | None:
        perdu = q.fatigue if self.emploi.rend == "fatigue" else q.pertes.get(self.emploi.rend)
        return None if perdu else Closed("TN-9.153", "{} n'a rien à regagner là", (Someone(q.id),))

    @property
    def source(self) -> str:
        return f"objet:{self.objet}"

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.un(scene)
        scene = depenser(scene, self.actor, "acts", self.action)
        scene = self.consomme(scene, oracle, self.cible)
        agir = {
            "soin": self.soin,
            "potion": self.potion,
            "stimulant": self.stimulant,
            "remede": self.remede,
            "poison": self.poison,
            "huile": self.huile,
        }
        return agir[self.emploi.genre](scene, oracle, objet)

    @rule("TN-9.11", "TN-8.316")
    def soin(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        """An act of medicine, with the dice of the kit: half of its jet, the best of the day."""
        scene = laisser_filer(scene, MEDICAUX)
        f = figures_de_soin(scene, self.actor, self.sur, self.emploi.competence)
        scene, r = evaluer(scene, oracle, f)
        scene = soigne_par(scene, self.actor, self.sur)
        if not r.reussi:
            return scene
        plus: Terms = (("Qualité", objet.qualite, "TN-9.153"),) if objet.qualite > 0 else ()
        plus += (("Degré de réussite", r.dr, "TN-4.42"),) if r.dr else ()
        terms = moitie(jeter(scene, oracle, self.actor, objet, plus), "TN-8.316")
        scene, terms = au_mieux_du_jour(scene, self.sur, self.emploi.rend, terms)
        if self.emploi.rend == "fatigue":
            return defatiguer(scene, oracle, self.sur, terms, "TN-9.11")
        return regagner(scene, oracle, self.sur, self.emploi.rend, terms, "TN-9.11")

    @rule("TN-9.11", "TN-8.322")
    def potion(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        """Its jet comes back at once; vitality and spirituality are forced, and cost fatigue."""
        plus: Terms = (("Qualité", objet.qualite, "TN-9.153"),) if objet.qualite > 0 else ()
        terms = jeter(scene, oracle, self.sur, objet, plus)
        if self.emploi.rend == "fatigue":
            return defatiguer(scene, oracle, self.sur, terms, "TN-9.11")
        if self.emploi.rend == "PE":
            return regagner(scene, oracle, self.sur, "PE", terms, "TN-9.11")
        facts = ("objet", objet.sorte.nom), ("points", total(terms))
        oracle.tell(Event("potion", self.sur, "", "TN-9.11", terms, facts))
        return SoinNonNaturel(self.sur, objet.sorte.nom, self.emploi.rend, total(terms)).resolve(scene, oracle)

    def modificateurs(self, scene: Scene, objet: Objet, when: str = "") -> tuple[Modifier, ...]:
        """What it brings for a while, by its level."""
        n, fin = niveau(objet, scene.jour), scene.clock + self.emploi.duree
        return tuple(
            [
                Modifier(x.on, x.n * n, objet.sorte.nom, "TN-9.153", when=when, until=fin, of=self.source)
                for x in self.emploi.effets
            ]
        )

    def stimulant(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        q = scene[self.sur]
        return scene.put(replace(q, effets=q.effets + self.modificateurs(scene, objet)))

    def huile(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        """It bears on what is done with the arm it was put on."""
        q = scene[self.sur]
        sur = f"avec:{q.equipement.armes[0].modele}"
        return scene.put(replace(q, effets=q.effets + self.modificateurs(scene, objet, sur)))

    def remede(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        """Its jet off the charges of every condition it is against; one without charges ends."""
        terms = jeter(scene, oracle, self.sur, objet)
        for i, c in reversed(list(enumerate(scene[self.sur].conditions))):
            if c.id in self.emploi.contre:
                if c.charges:
                    scene = reduire(scene, oracle, self.sur, i, terms, "TN-9.153")
                else:
                    scene = finir(scene, oracle, self.sur, i, "TN-9.153")
        return scene

    @rule("TN-8.223", "TN-8.224")
    def poison(self, scene: Scene, oracle: Oracle, objet: Objet) -> Scene:
        """On the blade: charges of its jet, with the Ruse of who uses it."""
        terms = jeter(scene, oracle, self.actor, objet, (modif(scene[self.actor].fiche, "RUS"),))
        charges, q = max(1, total(terms)), scene[self.sur]
        facts = ("condition", Condition(self.emploi.condition).sorte.nom), ("charges", charges)
        oracle.tell(Event("porte_condition", q.id, "", "TN-8.224", terms, facts))
        portee = Condition(self.emploi.condition, charges)
        return scene.put(replace(q, portees=(*q.portees, portee)))


@rule("TN-9.153")
@EFFECTS.when("avec")
def avec(c: Essai, modele: str) -> bool:
    """What is done is done with this thing."""
    return c.objet is not None and c.objet.modele == modele


@rule("TN-9.153", "TN-8.212")
class Administrer(Consommer, frozen=True, tag="administrer"):
    """A poison in a cup or on a dish: whoever takes it saves against its own difficulty."""

    cible: WhoOrNobody = ""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 92
    genres: ClassVar[tuple[str, ...]] = ("poison",)

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or absent(scene, self.cible)
        if found is None and est_mort(scene, scene[self.cible]):
            return Closed("TN-4.42", "{} est mort", (Someone(self.cible),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet = self.un(scene)
        scene = self.consomme(scene, oracle)
        terms = jeter(scene, oracle, self.actor, objet, (modif(scene[self.actor].fiche, "RUS"),))
        c = Condition(self.emploi.condition, max(1, total(terms)), difficulte=difficulte(objet), par=self.actor)
        return affliger(scene, oracle, self.cible, c)


# ---------------------------------------------------------------- bombs and traps


@rule("TN-8.117", "TN-8.202")
def part(touche: bool, sauve: bool) -> int:
    """Halves of the jet that one in the zone takes; things never take any."""
    return (1 if touche else 0) + (0 if sauve else 1)


@rule("TN-9.11", "TN-8.116", "TN-8.117")
def souffler(scene: Scene, oracle: Oracle, de: str, objet: Objet, score: int, those: list[str]) -> Scene:
    """One jet for all that are there: each by his passive defence and a save of Réflexes against its difficulty."""
    e = EMPLOIS[objet.modele]
    ruse: Terms = (modif(scene[de].fiche, "RUS"),) if e.condition and de in scene.people else ()
    terms = jeter(scene, oracle, de, objet, ruse)
    oracle.tell(Event("souffle", de, "", "TN-9.11", terms, (("objet", objet.sorte.nom), ("degats", total(terms)))))
    for who in those:
        if est_mort(scene, scene[who]):
            continue
        touche = score > total(defense(scene[who], "PER", scene))
        scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[who], "reflexes"), difficulte(objet))
        moities = part(touche, r.reussi)
        n = -(-total(terms) * moities // 2)
        if not n:
            oracle.tell(Event("sans_degats", who, "", "TN-8.117"))
        elif e.degats:
            moins: Terms = (("Moitié", n - total(terms), "TN-8.117"),) if moities == 1 else ()
            scene = endommager(scene, oracle, who, terms + moins, "TN-9.11")
        else:
            c = Condition(e.condition, n, difficulte=difficulte(objet), initiales=n, par=de)
            scene = contracter(scene, oracle, who, c, (("Charges", n, "TN-8.117"),))
    return scene


def autour(scene: Scene, x: int, y: int, rayon: int) -> list[str]:
    """Who stands within so many metres of a square."""
    return [p.id for p in scene.people.values() if max(abs(p.x - x), abs(p.y - y)) <= rayon]


@rule("TN-8.116", "TN-9.11")
class LancerBombe(Consommer, frozen=True, tag="lancer_bombe"):
    """Throws a bomb at a square: all within as many metres as its catégorie are in it, friends too."""

    x: int = 0
    y: int = 0

    rank: ClassVar[int] = 13
    genres: ClassVar[tuple[str, ...]] = ("bombe",)

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        p = scene[self.actor]
        if self.bande(scene) is None:
            return Closed("TN-4.65", "Cette case est hors de portée")
        found = refuse(scene, p, *EXPLOSIFS, Essai(p, scene, None, *EXPLOSIFS))
        return found or (fermee(scene, p.id, "attaque") if scene.encounter is not None else None)

    def bande(self, scene: Scene) -> Terms | None:
        """What the distance costs; None: out of reach."""
        p = scene[self.actor]
        loin = max(abs(p.x - self.x), abs(p.y - self.y))
        la = plage("lancer", total(portee("lancer", self.un(scene))), loin)
        if la is None:
            return None
        return ((la.nom, -la.desavantages, "TN-4.68"),) if la.desavantages else ()

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        objet, net = self.un(scene), self.bande(scene)
        scene = depenser(scene, self.actor, "acts", "attaque")
        scene = self.consomme(scene, oracle)
        scene, m = mesurer(scene, oracle, figures(scene, scene[self.actor], *EXPLOSIFS, net=net or ()))
        annoncer(oracle, m, "all")
        those = autour(scene, self.x, self.y, max(1, objet.categorie))
        return souffler(scene, oracle, self.actor, objet, m.score, those)


@rule("TN-8.116", "TN-9.11")
class PoserPiege(Consommer, frozen=True, tag="poser_piege"):
    """Sets a trap where one stands: in a confrontation an action complexe."""

    rank: ClassVar[int] = 49
    genres: ClassVar[tuple[str, ...]] = ("piege",)
    oeuvre: ClassVar[Oeuvre] = Oeuvre("poser_piege", "poser un piège", COMPLEXE, "manipulation")

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        return found or (ouvrage_ferme(scene, self.actor, self.oeuvre) if scene.encounter is not None else None)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        if scene.encounter is not None:
            scene, net = ouvrer(scene, oracle, self.actor, self.oeuvre)
            if net is None:
                return scene
        p, objet = scene[self.actor], self.un(scene)
        oracle.tell(Event("pose_piege", p.id, "", "TN-9.11", (), (("objet", objet.sorte.nom),), p.id))
        scene = self.sans(scene)
        la = Chose(nom_libre(scene.choses, objet.sorte.nom), objet, p.x, p.y, p.id)
        return replace(scene, choses=(*scene.choses, la))


@rule("TN-8.116")
def score_de_piege(objet: Objet) -> Terms:
    """What a trap strikes with: 10, twice its quality and its catégorie."""
    own: Terms = (("Base", BASE, "TN-8.116"), ("Catégorie", objet.categorie, "TN-8.116"))
    return (*own, ("Qualité x 2", 2 * objet.qualite, "TN-8.116")) if objet.qualite else own


def pieges(scene: Scene) -> list[Chose]:
    return [x for x in scene.choses if x.objet.modele in EMPLOIS and EMPLOIS[x.objet.modele].genre == "piege"]


def declencher(scene: Scene, oracle: Oracle, who: str, la: Chose) -> Scene:
    """It closes on somebody, and is gone."""
    terms = score_de_piege(la.objet)
    facts = ("objet", la.objet.sorte.nom), ("score", total(terms))
    oracle.tell(Event("piege_marche", who, "", "TN-8.116", terms, facts))
    scene = replace(scene, choses=tuple([x for x in scene.choses if x is not la]))
    if perime(scene, la.objet):
        return scene
    return souffler(scene, oracle, la.de or who, la.objet, total(terms), [who])


@fin_de_passe.then("TN-8.116")
def la_ou_l_on_marche(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Whoever stands on a trap of another side at the end of his passe has set it off."""
    p = scene[who]
    for la in pieges(scene):
        poseur = scene.people.get(la.de)
        ami = poseur is not None and (poseur.id == who or (poseur.side and poseur.side == p.side))
        if (la.x, la.y) == (p.x, p.y) and not ami:
            scene = declencher(scene, oracle, who, la)
    return scene


@rule("TN-8.116")
class MarcherSurUnPiege(Action, frozen=True, tag="marcher_sur_un_piege"):
    """Somebody sets off a trap that lies there."""

    piege: str

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 92

    def la(self, scene: Scene) -> Chose | None:
        return next((x for x in pieges(scene) if x.nom == self.piege), None)

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and self.la(scene) is None:
            return Closed("TN-8.116", "Il n'y a pas là de « {} »", (Typed(self.piege),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        la = self.la(scene)
        assert la is not None
        return declencher(scene, oracle, self.actor, la)


ACTIONS = (Utiliser, Administrer, LancerBombe, PoserPiege, MarcherSurUnPiege)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What one has: at work on oneself, on those beside one; bombs on adversaries; traps that lie there."""
    if scene.encounter is not None and scene.turn() != (p.id,):
        return
    for place, rang in ranges(p):
        modele = place.objet.modele
        if modele not in EMPLOIS or (scene.encounter is not None and place.lieu != "tenus"):
            continue
        yield from usages(scene, p, modele, rang)
    yield from (MarcherSurUnPiege(p.id, la.nom) for la in pieges(scene))


def usages(scene: Scene, p: Personnage, modele: str, rang: int) -> Iterator[Action]:
    genre = EMPLOIS[modele].genre
    if genre == "piege":
        yield PoserPiege(p.id, modele, rang)
    elif genre == "bombe":
        adverses = [q for q in scene.people.values() if q.side != p.side and q.up]
        yield from (LancerBombe(p.id, modele, rang, q.x, q.y) for q in adverses)
    else:
        proches = [
            q for q in scene.people.values() if q.id != p.id and q.side == p.side and genre in ("soin", "remede")
        ]
        yield Utiliser(p.id, modele, rang)
        yield from (Utiliser(p.id, modele, rang, q.id) for q in proches)
