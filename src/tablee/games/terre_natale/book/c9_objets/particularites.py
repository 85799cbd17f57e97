"""What promoted things do: six particularités, each rank on top of those before it (TN-9.191 to TN-9.196)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Option, Oracle, Question
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Said, Someone, Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.artisanat import PARTICULARITES
from ...model.conditions import Condition
from ...model.effects import EFFECTS, Essai
from ...model.inventaire import Place, changer, en_main, places
from ...model.people import Personnage
from ...model.plan import CORPS, PLANS
from ...model.scene import Scene
from ...model.sums import modif, modificateur
from ...model.things import Objet
from ..c0_tests import Jet, figures_d_essai, jet, tester
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.lesions import leser
from ..c4_caracteristiques.repos import fin_de_scene
from ..c4_caracteristiques.ressources import est_mort, perdre, regagner
from ..c4_caracteristiques.sauvegardes import effet_reduit, figures_de_sauvegarde, sauvegarder
from ..c4_caracteristiques.seuils import defense
from ..c8_confrontation.armes import arme_de, ecart
from ..c8_confrontation.attaque import Coup, Verdict, annoncee, renvoie, retombe, tente, touche
from ..c8_confrontation.budget import confrontation, fermee
from ..c8_confrontation.conditions import affliger, contracter
from ..c8_confrontation.dangers import endommager
from ..c8_confrontation.degats import Degats
from ..c8_confrontation.solidite import tenu
from ..c8_confrontation.tour import debut_de_tour, fin_de_confrontation, fin_de_tour
from .inventaire import payer, sans_mains, simple
from .promotions import active, rang_actif

CHARGE = "elementaire"  # of a blade, until it strikes or the scene is over
SCELLER = "scelle"  # what a pratique armour is about to do at the end of the tour
PISTE = "piste:"  # whom a linked arm will find
FACE = 3  # what each die of the blocage of Ire shows (TN-9.195)


def rang_de(objet: Objet | None, id: str) -> int:
    """The rank of a thing in a particularité."""
    ok = objet is not None and objet.promotion is not None and objet.promotion.id == id and objet.utilisable
    return objet.promotion.rang if ok and objet is not None and objet.promotion is not None else 0


def jouee(c: Essai) -> bool:
    return c.scene is not None and "promotions" in c.scene.options


# ---------------------------------------------------------------- élémentaire


def lame(p: Personnage) -> Objet | None:
    """The first arm in hand that bears an energy."""
    return next((x for x in p.equipement.armes if rang_de(x, "elementaire")), None)


def chargee(p: Personnage) -> bool:
    return any(m.of == CHARGE for m in p.effets)


@rule("TN-9.191")
@EFFECTS.on("des:degats", of="promu")
def de_l_acier_en_moins(c: Essai) -> Term | None:
    """The arm loses a die of its own."""
    return ("Élémentaire", -1, "TN-9.191") if jouee(c) and rang_de(c.objet, "elementaire") else None


@rule("TN-9.191")
@EFFECTS.on("jet:degats", of="promu")
def du_rang(c: Essai) -> Term | None:
    """What its rank adds to what it burns with."""
    rang = rang_de(c.objet, "elementaire") if jouee(c) else 0
    return ("Élémentaire", rang, "TN-9.191") if rang else None


def _energie(c: Essai, energie: str) -> Term | None:
    """A die of its energy, one more once it is of rank 5, one more while it is charged."""
    objet = lame(c.p) if jouee(c) else None
    if objet is None or objet.promotion is None or objet.promotion.choix[:1] != (energie,):
        return None
    return "Élémentaire", 1 + (objet.promotion.rang >= 5) + chargee(c.p), "TN-9.191"


@rule("TN-9.191")
@EFFECTS.on("energie:chaud", of="promu")
def de_feu(c: Essai) -> Term | None:
    return _energie(c, "chaud")


@rule("TN-9.191")
@EFFECTS.on("energie:froid", of="promu")
def de_froid(c: Essai) -> Term | None:
    return _energie(c, "froid")


@rule("TN-9.191")
@EFFECTS.on("energie:electricite", of="promu")
def d_electricite(c: Essai) -> Term | None:
    return _energie(c, "electricite")


@rule("TN-9.191")
def bruler(scene: Scene, oracle: Oracle, de: str, sur: str, rang: int, charge: bool) -> Scene:
    """Réflexes against 10 + 2 x rank, 4 more if it was charged; else a brûlure of catégorie 0, with more dice later."""
    difficulte = 10 + 2 * rang + 4 * charge
    des = 2 + (rang >= 5) + charge
    n = oracle.of(de).total(des, 8, "jet")
    scene, r = sauvegarder(scene, oracle, figures_de_sauvegarde(scene, scene[sur], "reflexes"), difficulte)
    charges = total(effet_reduit(r, n))
    if not charges:
        return scene
    c = Condition("brulure", charges, difficulte=difficulte, initiales=charges, par=de)
    return contracter(scene, oracle, sur, c, ((f"{des}D8", n, "TN-9.191"), ("Sauvegarde", charges - n, "TN-4.81")))


@touche.then("TN-9.191")
def de_la_lame(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """From rank 2 on whoever it touches may burn; what was charged is spent."""
    p = scene[c.de]
    armes = p.equipement.armes
    rang = rang_de(armes[c.main] if c.main < len(armes) else None, "elementaire")
    if "promotions" not in scene.options or rang < 2 or PLANS[c.plan] is not CORPS or est_mort(scene, scene[c.sur]):
        return scene
    scene = bruler(scene, oracle, c.de, c.sur, rang, chargee(p))
    return sans_charge(scene, c.de)


def sans_charge(scene: Scene, who: str) -> Scene:
    p = scene[who]
    reste = tuple([m for m in p.effets if m.of != CHARGE])
    return scene.put(replace(p, effets=reste)) if len(reste) < len(p.effets) else scene


@fin_de_scene.then("TN-9.191")
def la_lame_refroidit(scene: Scene, oracle: Oracle) -> Scene:
    for who in scene.people:
        scene = sans_charge(scene, who)
    return scene


@rule("TN-9.191")
class ChargerLaLame(Action, frozen=True, tag="charger_la_lame"):
    """Charges a blade of rank 4: more energy, more of a burn, for its next blow in melee."""

    rank: ClassVar[int] = 46

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and rang_actif(scene[self.actor], scene.options, "elementaire") < 4:
            return Closed("TN-9.191", "Il faut en main une arme élémentaire de rang {}", (4,))
        if found is None and chargee(scene[self.actor]):
            return Closed("TN-9.191", "La lame est déjà chargée")
        return found or simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        p = scene[self.actor]
        oracle.tell(Event("lame_chargee", p.id, "", "TN-9.191"))
        charge = Modifier("elementaire", 1, "Lame chargée", "TN-9.191", of=CHARGE)
        return scene.put(replace(p, effets=(*p.effets, charge)))


@rule("TN-9.191")
class OndeDeChoc(Action, frozen=True, tag="onde_de_choc"):
    """Once a tour, besides any attack: the arm throws its energy at 5 metres, 10 at rank 5."""

    cible: Who

    rank: ClassVar[int] = 12

    @staticmethod
    def cle(scene: Scene) -> int:
        return confrontation(scene).tour

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible)
        if found is not None:
            return found
        p = scene[self.actor]
        rang = rang_actif(p, scene.options, "elementaire")
        if rang < 3:
            return Closed("TN-9.191", "Il faut en main une arme élémentaire de rang {}", (3,))
        if found := fermee(scene, p.id, "", 0):
            return found
        if p.usages.get("onde_de_choc") == self.cle(scene):
            return Closed("TN-9.191", "Une onde de choc par tour")
        if ecart(p, scene[self.cible]) > (10 if rang >= 5 else 5) or self.cible == p.id:
            return Closed("TN-4.64", "{} est hors de portée", (Someone(self.cible),))
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, q = scene[self.actor], scene[self.cible]
        scene = scene.put(replace(p, usages={**p.usages, "onde_de_choc": self.cle(scene)}))
        rang = rang_actif(p, scene.options, "elementaire")
        main = next(i for i, x in enumerate(p.equipement.armes) if rang_de(x, "elementaire"))
        arme = arme_de(p, CORPS, main, "")
        f = figures_d_essai(Essai(scene[p.id], scene, q, "PER", arme.competence, arme.groupe))
        scene, r = tester(scene, oracle, f, (total(defense(q, "PER", scene, p)),), cible=q.id)
        if not r.reussi:
            return scene
        terms, _ = jet(oracle, Jet(Essai(scene[p.id], scene, None, "PER"), critique=r.critique), rang - 2, "onde")
        scene = endommager(scene, oracle, q.id, terms, "TN-9.191")
        return bruler(scene, oracle, p.id, q.id, rang, False) if rang >= 4 else scene


# ---------------------------------------------------------------- pratique


def scellee(p: Personnage) -> Place | None:
    """The sealed armour that somebody carries."""
    return next((x for x in places(p.equipement) if x.lieu == "annexes" and rang_de(x.objet, "pratique")), None)


@rule("TN-9.192")
def basculer(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The armour goes from one form to the other; sealed it is a trinket, and hampers nobody."""
    p = scene[who]
    e = p.equipement
    if e.armure is not None:
        e = replace(e, armure=None, annexes=(*e.annexes, e.armure))
        quoi = "se range"
    else:
        place = scellee(p)
        assert place is not None
        e = replace(changer(e, place, None), armure=place.objet)
        quoi = "se déploie"
    oracle.tell(Event("armure_pratique", who, "", "TN-9.192", (), (("quoi", quoi),)))
    return scene.put(replace(p, equipement=e, epreuves={k: n for k, n in p.epreuves.items() if k != SCELLER}))


@rule("TN-9.192")
class BasculerArmure(Action, frozen=True, tag="basculer_armure"):
    """Stows a pratique armour, or from rank 2 dons it: an action simple and a tour; at once from 3, free from 4."""

    rank: ClassVar[int] = 47

    def rang(self, p: Personnage) -> int:
        place = scellee(p)
        objet = p.equipement.armure if p.equipement.armure is not None else place.objet if place is not None else None
        return rang_de(objet, "pratique")

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        rang = self.rang(p) if "promotions" in scene.options else 0
        if not rang or (p.equipement.armure is None and rang < 2):
            return Closed("TN-9.192", "Il faut une armure pratique, et pour la déployer le rang 2")
        if SCELLER in p.epreuves:
            return Closed("TN-9.192", "C'est en train")
        return None if rang >= 4 else simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        rang = self.rang(scene[self.actor])
        if rang < 4:
            scene = payer(scene, self.actor)
        if rang >= 3 or scene.encounter is None:
            return basculer(scene, oracle, self.actor)
        p = scene[self.actor]
        oracle.tell(Event("armure_pratique", p.id, "", "TN-9.192", (), (("quoi", "change de forme"),)))
        return scene.put(replace(p, epreuves={**p.epreuves, SCELLER: 1}))


@fin_de_tour.then("TN-9.192")
def au_bout_d_un_tour(scene: Scene, oracle: Oracle) -> Scene:
    """What was begun is done; from rank 5 on a level of its wear is gone, unless it is destroyed."""
    if "promotions" not in scene.options:
        return scene
    for who in scene.people:
        if SCELLER in scene[who].epreuves:
            scene = basculer(scene, oracle, who)
        p = scene[who]
        armure = p.equipement.armure
        if armure is not None and rang_de_nature(armure) >= 5 and armure.niveau and armure.etat != "detruit":
            neuve = replace(armure, degradation=max(0, armure.degradation - armure.integrite))
            facts = ("objet", armure.sorte.nom), ("niveau", neuve.niveau)
            oracle.tell(Event("se_repare", who, "", "TN-9.192", (), facts))
            scene = scene.put(replace(p, equipement=replace(p.equipement, armure=neuve)))
    return scene


def rang_de_nature(objet: Objet) -> int:
    """The rank of a pratique armour, even of one that cannot be used."""
    return objet.promotion.rang if objet.promotion is not None and objet.promotion.id == "pratique" else 0


@annoncee.then("TN-9.192")
def d_instinct(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """From rank 4 on it deploys by itself when its bearer is attacked."""
    q = scene[c.sur]
    place = scellee(q) if "promotions" in scene.options and q.equipement.armure is None else None
    return basculer(scene, oracle, q.id) if place is not None and rang_de(place.objet, "pratique") >= 4 else scene


# ---------------------------------------------------------------- liège and gardien


LIES = ("liege", "gardien")


@rule("TN-9.193", "TN-9.194")
class LierUnBracelet(Action, frozen=True, tag="lier_un_bracelet"):
    """Somebody touches the bracelet: he is its liège, or its gardien."""

    cible: Who

    rank: ClassVar[int] = 48

    def bracelet(self, p: Personnage, options: tuple[str, ...]) -> Place | None:
        actif = next((active(p, options, id) for id in LIES if active(p, options, id) is not None), None)
        return next((x for x in places(p.equipement) if actif is not None and x.objet.promotion is actif), None)

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor) or absent(scene, self.cible)
        if found is not None:
            return found
        p = scene[self.actor]
        if self.bracelet(p, scene.options) is None:
            return Closed("TN-9.193", "Il faut porter un bracelet promu")
        if self.cible == p.id or (scene.encounter is not None and ecart(p, scene[self.cible]) > 1):
            return Closed("TN-9.193", "Il faut que quelqu'un d'autre touche le bracelet")
        return simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        p = scene[self.actor]
        place = self.bracelet(p, scene.options)
        assert place is not None and place.objet.promotion is not None
        lie = replace(place.objet, promotion=replace(place.objet.promotion, lie=self.cible))
        oracle.tell(Event("bracelet_lie", p.id, self.cible, "TN-9.193", (), (("objet", place.objet.sorte.nom),)))
        return scene.put(replace(p, equipement=changer(p.equipement, place, lie)))


@rule("TN-9.193", "TN-9.194")
def encore(scene: Scene, p: Personnage, id: str) -> int:
    """What a bracelet may still give today: nothing if nobody who is linked to it is there and lives."""
    found = active(p, scene.options, id)
    if found is None or found.lie not in scene.people or est_mort(scene, scene[found.lie]):
        return 0
    deja = p.usages.get(f"{id}:points", 0) if p.usages.get(f"{id}:jour") == scene.jour else 0
    return max(0, PARTICULARITES[id].limites[found.rang - 1] - deja)


def compter(scene: Scene, who: str, id: str, n: int) -> Scene:
    """So much of the day's limit is used."""
    p = scene[who]
    deja = p.usages.get(f"{id}:points", 0) if p.usages.get(f"{id}:jour") == scene.jour else 0
    return scene.put(replace(p, usages={**p.usages, f"{id}:jour": scene.jour, f"{id}:points": deja + n}))


@rule("TN-9.193")
class Puiser(Action, frozen=True, tag="puiser"):
    """Draws endurance from one's liège."""

    n: Annotated[int, Meta(ge=1, le=30)] = 1

    rank: ClassVar[int] = 49

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        lie = active(p, scene.options, "liege")
        if lie is None or not encore(scene, p, "liege"):
            return Closed("TN-9.193", "Pas de liège ici, ou plus rien à puiser aujourd'hui")
        au_plus = min(encore(scene, p, "liege"), p.pertes.get("PE", 0), scene[lie.lie].disponible("PE"))
        return hors_bornes("TN-9.193", "Endurance", self.n, 1, max(0, au_plus))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        lie = active(scene[self.actor], scene.options, "liege")
        assert lie is not None
        own: Terms = (("Liège", self.n, "TN-9.193"),)
        scene = compter(scene, self.actor, "liege", self.n)
        scene = perdre(scene, oracle, lie.lie, "PE", own, "TN-9.193")
        return regagner(scene, oracle, self.actor, "PE", own, "TN-9.193")


@rule("TN-9.194")
@EFFECTS.on("renvoi", of="promu")
def vers_un_gardien(c: Essai) -> Term | None:
    """How many points of a blow may go to somebody else."""
    n = encore(c.scene, c.p, "gardien") if c.scene is not None else 0
    return ("Gardien", n, "TN-9.194") if n else None


@renvoie.then("TN-9.194")
def au_gardien(scene: Scene, oracle: Oracle, who: str, n: int) -> Scene:
    """He takes it as it is, and a wound of so much, against which his Stature alone counts."""
    lie = active(scene[who], scene.options, "gardien")
    assert lie is not None
    scene = compter(scene, who, "gardien", n)
    scene = perdre(scene, oracle, lie.lie, "PV", (("Gardien", n, "TN-9.194"),), "TN-9.194")
    g = scene[lie.lie]
    if est_mort(scene, g):
        return scene
    seuil = max(1, 5 + modificateur(g.fiche.valeurs["STA"]))
    return leser(scene, oracle, g.id, "blessure", min(5, n // seuil))


# ---------------------------------------------------------------- ire


@rule("TN-9.195")
def visions(p: Personnage, choix: tuple[str, ...]) -> Terms:
    """A blocage of the shield whose dice all show 3, 8 less for each target more."""
    ecu = next(x for x in p.equipement.armes if rang_de(x, "ire"))
    des = 2 + ecu.utile + 2
    terms: Terms = ((f"{des} D8 à {FACE}", FACE * des, "TN-9.195"), ("Catégorie", ecu.utile, "TN-9.195"))
    terms += (modif(p.fiche, "CON"),)
    plus = choix.count("cible")
    return (*terms, ("Cibles de plus", -8 * plus, "TN-9.195")) if plus else terms


@debut_de_tour.then("TN-9.195")
def provoquer(scene: Scene, oracle: Oracle) -> Scene:
    """At the start of each tour the bearer designates one who sees him, or more; a save of détermination."""
    if "promotions" not in scene.options:
        return scene
    for who in scene.people:
        p = scene[who]
        found = active(p, scene.options, "ire") if p.up else None
        if found is None:
            continue
        pris: list[str] = []
        for _ in range(1 + found.choix.count("cible")):
            adverses = [q for q in scene.people.values() if q.side != p.side and q.up and q.id not in pris]
            if not adverses:
                break
            options = (Option("rien", "Personne"), *(Option(q.id, Said("{}", (Someone(q.id),))) for q in adverses))
            cible = str(oracle.ask(Question(who, "tn.ire", "TN-9.195", options)).id)
            if cible == "rien":
                break
            pris.append(cible)
            scene = une_vision(scene, oracle, who, cible, found.choix)
    return scene


def une_vision(scene: Scene, oracle: Oracle, who: str, cible: str, choix: tuple[str, ...]) -> Scene:
    terms = visions(scene[who], choix)
    facts = (("charges", total(terms)),)
    oracle.tell(Event("ire", who, cible, "TN-9.195", terms, facts))
    if total(terms) <= 0:
        return scene
    difficulte = 10 + 5 * choix.count("difficulte")
    c = Condition("provoque", total(terms), difficulte=difficulte, avancee="avancee" in choix, par=who)
    return affliger(scene, oracle, cible, c)


@rule("TN-9.195")
@EFFECTS.on("net:groupe:defense", of="promu")
def contre_les_provoques(c: Essai) -> Term | None:
    """At rank 5 an advantage on defences against whoever was provoked."""
    if c.contre is None or c.scene is None or rang_actif(c.p, c.scene.options, "ire") < 5:
        return None
    provoque = any(x.id == "provoque" and x.par == c.p.id for x in c.contre.conditions)
    return ("Ire", 1, "TN-9.195") if provoque else None


# ---------------------------------------------------------------- liaison


@rule("TN-9.196")
class SituerSonArme(Action, frozen=True, tag="situer_son_arme"):
    """Knows where a linked arm is, and how far: in somebody's hands, or lying there."""

    modele: str

    rank: ClassVar[int] = 90

    def trouvee(self, scene: Scene) -> tuple[str, int] | None:
        p = scene[self.actor]
        for q in scene.people.values():
            for x in places(q.equipement):
                if x.objet.modele == self.modele and x.objet.promotion is not None and self.sienne(x.objet):
                    return q.id, ecart(p, q)
        for la in scene.choses:
            if la.objet.modele == self.modele and self.sienne(la.objet):
                return la.nom, max(abs(p.x - la.x), abs(p.y - la.y))
        return None

    def sienne(self, objet: Objet) -> bool:
        return rang_de(objet, "liaison") > 0 and objet.promotion is not None and objet.promotion.lie in ("", self.actor)

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and ("promotions" not in scene.options or self.trouvee(scene) is None):
            return Closed("TN-9.196", "Aucune arme liée « {} »", (Typed(self.modele),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        found = self.trouvee(scene)
        assert found is not None
        ou, loin = found
        facts = (("metres", loin),)
        oracle.tell(
            Event("arme_situee", self.actor, ou if ou in scene.people else "", "TN-9.196", (), facts, self.actor)
        )
        return scene


@touche.then("TN-9.196")
def d_un_jet_a_l_autre(scene: Scene, oracle: Oracle, c: Coup, v: Verdict, d: Degats) -> Scene:
    """At rank 5 a hit from afar makes the next blow in melee easier against the same one, and the other way round."""
    p = scene[c.de]
    armes = p.equipement.armes
    objet = armes[c.main] if c.main < len(armes) else None
    if "promotions" not in scene.options or rang_de(objet, "liaison") < 5 or PLANS[c.plan] is not CORPS:
        return scene
    suite = f"liaison:{c.sur}:{'melee' if c.lancee else 'jet'}"
    effets = tuple([m for m in p.effets if not m.of.startswith("liaison:")])
    return scene.put(replace(p, effets=(*effets, Modifier("liaison", 1, "Liaison", "TN-9.196", of=suite))))


@rule("TN-9.196")
@EFFECTS.on("net:groupe:combat", "net:groupe:arme_de_jet", of="promu")
def sur_le_meme(c: Essai) -> Term | None:
    """The advantage itself: on that adversary, by the other way."""
    if c.contre is None or rang_de(c.objet, "liaison") < 5:
        return None
    sens = "jet" if c.groupe == "arme_de_jet" else "melee"
    return ("Liaison", 1, "TN-9.196") if any(m.of == f"liaison:{c.contre.id}:{sens}" for m in c.p.effets) else None


@tente.then("TN-9.196")
def sur_la_piste(scene: Scene, oracle: Oracle, c: Coup, v: Verdict) -> Scene:
    """From rank 3 an arm used in melee on somebody will find him once when thrown; and what helped a blow is spent."""
    if "promotions" not in scene.options or PLANS[c.plan] is not CORPS or c.ligne:
        return scene
    p, objet = scene[c.de], tenu(scene[c.de], c.main)
    sens = "jet" if c.lancee else "melee"
    spent = (f"liaison:{c.sur}:{sens}", *((f"{PISTE}{c.sur}",) if c.lancee else ()))
    effets = tuple([m for m in p.effets if m.of not in spent])
    if not c.lancee and rang_de(objet, "liaison") >= 3 and not any(m.of == f"{PISTE}{c.sur}" for m in effets):
        effets += (Modifier("liaison", 1, "Liaison", "TN-9.196", of=f"{PISTE}{c.sur}"),)
    return scene.put(replace(p, effets=effets)) if effets != p.effets else scene


@rule("TN-9.196")
@EFFECTS.on("tir_franc", of="equipe")
def trouve_son_chemin(c: Essai) -> Term | None:
    """Whoever it has struck in melee, it finds, hidden or far."""
    if not jouee(c) or c.contre is None or rang_de(c.objet, "liaison") < 3:
        return None
    piste = any(m.of == f"{PISTE}{c.contre.id}" for m in c.p.effets)
    return ("Liaison", 1, "TN-9.196") if piste else None


@retombe.then("TN-9.196")
def revenir_aussitot(scene: Scene, oracle: Oracle, c: Coup) -> Scene:
    """At rank 4 it is back in hand at once."""
    return rappeler(scene, oracle, c.main, 4, c.de)


@debut_de_tour.then("TN-9.196")
def revenir(scene: Scene, oracle: Oracle) -> Scene:
    """At rank 3 it comes back at the next tour."""
    return rappeler(scene, oracle)


@fin_de_confrontation.then("TN-9.196")
def revenir_enfin(scene: Scene, oracle: Oracle) -> Scene:
    """Nothing that comes back is left behind."""
    return rappeler(scene, oracle)


@rule("TN-9.196")
def rappeler(scene: Scene, oracle: Oracle, main: int | None = None, rang: int = 3, qui: str = "") -> Scene:
    """What was thrown and comes back is in the hand of whoever threw it, or at his feet if both are taken."""
    for la in scene.choses if "promotions" in scene.options else ():
        p = scene.people.get(la.de)
        lie = la.objet.promotion.lie if la.objet.promotion is not None else ""
        if not la.lancee or p is None or qui not in ("", p.id) or lie not in ("", p.id):
            continue
        if rang_de(la.objet, "liaison") < rang:
            continue
        autres = tuple([x for x in scene.choses if x is not la])
        oracle.tell(Event("arme_revient", p.id, "", "TN-9.196", (), (("objet", la.objet.sorte.nom),)))
        if sans_mains(p, la.objet) is None:
            revenue = scene.put(replace(p, equipement=en_main(p.equipement, la.objet, main)))
            scene = replace(revenue, choses=autres)
        else:
            scene = replace(scene, choses=(*autres, replace(la, x=p.x, y=p.y, lancee=False)))
    return scene


ACTIONS = (ChargerLaLame, OndeDeChoc, BasculerArmure, LierUnBracelet, Puiser, SituerSonArme)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What the promoted things one has may do now."""
    if "promotions" not in scene.options:
        return
    a_lui = scene.encounter is None or scene.turn() == (p.id,)
    autres = [q for q in scene.people.values() if q.id != p.id]
    if a_lui and rang_actif(p, scene.options, "elementaire") >= 4:
        yield ChargerLaLame(p.id)
    if scene.encounter is not None and a_lui and rang_actif(p, scene.options, "elementaire") >= 3:
        yield from (OndeDeChoc(p.id, q.id) for q in autres if q.side != p.side and q.up)
    if a_lui and (rang_actif(p, scene.options, "pratique") or scellee(p) is not None):
        yield BasculerArmure(p.id)
    if a_lui and any(active(p, scene.options, id) is not None for id in LIES):
        yield from (LierUnBracelet(p.id, q.id) for q in autres)
    if encore(scene, p, "liege") and p.pertes.get("PE"):
        yield Puiser(p.id)
    yield from (SituerSonArme(p.id, m) for m in liees(scene))


def liees(scene: Scene) -> list[Any]:
    """The models of linked arms there are."""
    objets = [x.objet for q in scene.people.values() for x in places(q.equipement)] + [x.objet for x in scene.choses]
    return list(dict.fromkeys([x.modele for x in objets if rang_de(x, "liaison")]))
