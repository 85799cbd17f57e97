"""What hands do besides striking: hold with both, change, arm one's arm, turn a shield, raise one's guard, seize."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.effects import Modifier
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Term, Terms

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.plan import CORPS
from ...model.scene import Scene
from ...model.things import MODELES, Objet
from ..c0_tests import Figures, evaluer, figures_d_essai
from ..c0_tests.actions import Tester, absent, hors_bornes, inconnu
from .amorces import AMORCE, amorce
from .budget import confrontation, depenser, fermee, impuissant
from .defense import Face, garde, postures
from .mains import MAINS, a_deux_mains, mains_libres
from .situations import placee
from .tour import debut_de_passe

HABITUE = "habitue:armer_son_bras"
DE_PLUS = 2  # TN-8.339: besides the catégorie
ECU = 2  # TN-8.353
LU_A = 5  # the difficulty at which degrees of support are read (TN-R11)
MONTEES = "defenses_montees"
DECOR = {id: m.nom for id, m in MODELES.items() if m.improvisee}
PRESENTS = ("actif", "entrant")


def ici(scene: Scene, who: str, simples: int, libres: int) -> Closed | None:
    """What bars a gesture of the hands now: outside a confrontation nothing does."""
    if found := absent(scene, who):
        return found
    return fermee(scene, who, "", simples, libres) if scene.encounter is not None else None


# ---------------------------------------------------------------- how an arm is held


@rule("TN-8.336", "TN-8.337")
class Empoigner(Action, frozen=True, tag="empoigner"):
    """Take hold of one's arm with the other hand too, or let it go with that: 5 more of poigne, and what it costs."""

    rank: ClassVar[int] = 70

    def closed(self, scene: Scene) -> Closed | None:
        if found := ici(scene, self.actor, 0, 1):
            return found
        p = scene[self.actor]
        armes = p.equipement.armes
        if len(armes) != 1 or armes[0].sorte.usage != "melee" or armes[0].sorte.mains == MAINS:
            return Closed("TN-8.337", "Il faut une seule arme de mêlée en main, qui se tient d'une main")
        if not p.equipement.deux_mains and (not mains_libres(p) or armes[0].sorte.bouclier):
            return Closed("TN-8.337", "L'autre main n'est pas libre")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        deux = not p.equipement.deux_mains
        oracle.tell(Event("empoigne" if deux else "une_main", p.id, rule="TN-8.337"))
        scene = scene.put(replace(p, equipement=replace(p.equipement, deux_mains=deux)))
        return depenser(scene, p.id, "actl")


@rule("TN-8.340")
class ChangerDeMain(Action, frozen=True, tag="changer_de_main"):
    """Change what one has in either hand for what is in the other."""

    rank: ClassVar[int] = 71

    def closed(self, scene: Scene) -> Closed | None:
        if found := ici(scene, self.actor, 0, 1):
            return found
        deux = len(scene[self.actor].equipement.armes) == MAINS
        return None if deux else Closed("TN-8.340", "Il faut une arme dans chaque main")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        un, autre = p.equipement.armes
        facts = ("arme", autre.sorte.nom), ("autre", un.sorte.nom)
        oracle.tell(Event("change_de_main", p.id, rule="TN-8.340", facts=facts))
        scene = scene.put(replace(p, equipement=replace(p.equipement, armes=(autre, un))))
        return depenser(scene, p.id, "actl")


@rule("TN-8.339")
class ArmerSonBras(Action, frozen=True, tag="armer_son_bras"):
    """Gather one's strength in both hands: the next action of this kind has its catégorie and 2 more on its jet."""

    pour: Literal["attaque", "defense", "tactique"] = "attaque"

    rank: ClassVar[int] = 41

    def moyen(self, scene: Scene) -> str:
        return "actl" if HABITUE in scene[self.actor].bears else "acts"

    def closed(self, scene: Scene) -> Closed | None:
        if found := absent(scene, self.actor):
            return found
        libre = self.moyen(scene) == "actl"
        if found := fermee(scene, self.actor, "" if libre else "preparation", int(not libre), int(libre)):
            return found
        if not a_deux_mains(scene[self.actor], 0):
            return Closed("TN-8.339", "Il faut une arme tenue à deux mains")
        deja = confrontation(scene).attente(self.actor).bras == self.pour
        return Closed("TN-8.339", "Le bras est déjà armé pour cela") if deja else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        moyen = self.moyen(scene)
        n = scene[self.actor].equipement.armes[0].utile + DE_PLUS
        scene = depenser(scene, self.actor, moyen, "preparation" if moyen == "acts" else "")
        facts = ("pour", self.pour), ("bonus", n)
        oracle.tell(Event("bras_arme", self.actor, rule="TN-8.339", facts=facts, audience=self.actor))
        return replace(scene, encounter=confrontation(scene).attend(self.actor, arme=n, bras=self.pour))


# ---------------------------------------------------------------- shields


def bouclier_de(p: Personnage) -> Objet | None:
    """The shield that covers most among those in hand."""
    ecus = [x for x in p.equipement.armes if x.sorte.bouclier and x.utilisable]
    return max(ecus, key=lambda x: x.utile + x.taille, default=None)


@rule("TN-8.351", "TN-8.352")
@EFFECTS.on("situation:tir", of="equipe")
def bouclier_leve(c: Essai) -> Term | None:
    """A shield that is raised covers from shots and throws, whatever defends, on the side it is turned to."""
    ecu = bouclier_de(c.p)
    if ecu is None or ecu.utile + ecu.taille <= 0 or not leve(c) or not de_face(c):
        return None
    return "Bouclier", ecu.utile + ecu.taille, "TN-8.351"


@rule("TN-8.351")
def leve(c: Essai) -> bool:
    """Whether somebody is ready to use it: in the confrontation, aware, able to defend himself."""
    e = c.scene.encounter if c.scene is not None else None
    return (e is None or e.statut(c.p.id) in PRESENTS) and impuissant(c.p, "defense") is None


@rule("TN-8.352")
def de_face(c: Essai) -> bool:
    """Whether it comes from the half before him: he faces whoever attacks, unless he turned away or is outflanked."""
    if placee(c.p, "revers"):
        return False
    e = c.scene.encounter if c.scene is not None else None
    x, y = e.attente(c.p.id).face if e is not None else (0, 0)
    return c.contre is None or x * (c.contre.x - c.p.x) + y * (c.contre.y - c.p.y) >= 0


@rule("TN-8.352")
class OrienterBouclier(Action, frozen=True, tag="orienter_bouclier"):
    """Turn one's shield to somebody: it covers the half on that side, until one turns it elsewhere."""

    vers: Who

    rank: ClassVar[int] = 72

    def closed(self, scene: Scene) -> Closed | None:
        if found := absent(scene, self.actor) or absent(scene, self.vers):
            return found
        if found := fermee(scene, self.actor, "", 0, 1):
            return found
        p, q = scene[self.actor], scene[self.vers]
        if bouclier_de(p) is None:
            return Closed("TN-8.352", "Il faut un bouclier en main")
        if (p.x, p.y) == (q.x, q.y):
            return Closed("TN-8.352", "{} n'est d'aucun côté", (Someone(q.id),))
        deja = confrontation(scene).attente(p.id).face == (q.x - p.x, q.y - p.y)
        return Closed("TN-8.352", "Le bouclier est déjà tourné de ce côté") if deja else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, q = scene[self.actor], scene[self.vers]
        scene = depenser(scene, p.id, "actl")
        oracle.tell(Event("bouclier_oriente", p.id, q.id, "TN-8.352"))
        return replace(scene, encounter=confrontation(scene).attend(p.id, face=(q.x - p.x, q.y - p.y)))


@rule("TN-8.353")
class MonterSesDefenses(Action, frozen=True, tag="monter_ses_defenses"):
    """Guard oneself: the degrees of a defence, read at 5, are on every passive defence until the next passe."""

    defense: Literal["parer", "bloquer", "esquiver"] = "parer"

    rank: ClassVar[int] = 42

    def figures(self, scene: Scene) -> Figures | None:
        """The test of that defence with the best there is in hand; a shield adds 2; None: there is nothing."""
        p, d = scene[self.actor], CORPS.defenses[self.defense]
        for x in postures(p, CORPS.nom, d.effet, d.attributs[0], scene.options):
            f = garde(Face(scene, p, CORPS, p), x, "prepare").f
            plus: Terms = (("Bouclier", ECU, "TN-8.353"),) if x.o.bouclier else ()
            return replace(f, modificateurs=f.modificateurs + plus)
        return None

    def closed(self, scene: Scene) -> Closed | None:
        if found := fermee(scene, self.actor, "defense"):
            return found
        return None if self.figures(scene) is not None else Closed("TN-8.353", "Rien en main pour parer ni bloquer")

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = self.figures(scene)
        assert f is not None
        scene = depenser(scene, self.actor, "acts", "defense")
        scene, r = evaluer(scene, oracle, f, LU_A)
        p = sans_montee(scene[self.actor])
        oracle.tell(Event("defenses_montees", p.id, rule="TN-8.353", facts=(("degre", r.dr),)))
        if r.dr:
            p = replace(p, effets=(*p.effets, Modifier("defense", r.dr, "Défenses montées", "TN-8.353", of=MONTEES)))
        return scene.put(p)


def sans_montee(p: Personnage) -> Personnage:
    reste = tuple([m for m in p.effets if m.of != MONTEES])
    return replace(p, effets=reste) if len(reste) < len(p.effets) else p


@debut_de_passe.then("TN-8.353")
def baisser_sa_garde(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """It held until now."""
    p = sans_montee(scene[who])
    return scene if p is scene[who] else scene.put(p)


# ---------------------------------------------------------------- for want of better


@rule("TN-8.373")
class SaisirDuDecor(Action, frozen=True, tag="saisir_du_decor"):
    """Take a bottle, a chair, a table: what the game master lets be there is an arm as good as its catégorie."""

    objet: str = "chaise"

    rank: ClassVar[int] = 73
    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": DECOR}

    def closed(self, scene: Scene) -> Closed | None:
        if self.objet not in DECOR:
            return Closed(
                "TN-8.373", "Pas de « {} » à saisir ; il y a : {}", (Typed(self.objet), tuple(DECOR.values()))
            )
        if found := ici(scene, self.actor, 1, 0):
            return found
        requises = MODELES[self.objet].mains
        libres = mains_libres(scene[self.actor])
        return (
            None if libres >= requises else Closed("TN-8.336", "Mains libres : {} requises, pas {}", (requises, libres))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("saisit", p.id, rule="TN-8.373", facts=(("arme", DECOR[self.objet]),)))
        scene = scene.put(replace(p, equipement=replace(p.equipement, armes=(*p.equipement.armes, Objet(self.objet)))))
        return depenser(scene, p.id, "acts", "manipulation")


@rule("TN-8.364", "TN-8.371", "TN-R11")
class Deconcerter(Action, frozen=True, tag="deconcerter"):
    """Throw what is at hand at somebody to unsettle him: the degrees of the test, read at 5, help what one tries next.

    Any other test that fits may be named; an object of the scenery has a catégorie, which hampers it.
    """

    cible: Who
    categorie: int = 1
    competence: str = "armes_de_jet"
    attribut: str = "PER"
    groupe: str = "arme_de_jet"

    rank: ClassVar[int] = 48
    offers: ClassVar[dict[str, dict[str, str]]] = {
        "competence": Tester.offers["competence"],
        "attribut": Tester.offers["attribut"],
        "groupe": Tester.offers["groupe"],
    }

    def figures(self, scene: Scene) -> Figures:
        """Its test, hampered by what is thrown, whatever one's training."""
        gene: Terms = (("Catégorie x 2", -2 * self.categorie, "TN-8.371"),) if self.categorie else ()
        of = self.attribut, self.competence, self.groupe
        return figures_d_essai(Essai(scene[self.actor], scene, scene[self.cible], *of), ajustements=gene)

    def closed(self, scene: Scene) -> Closed | None:
        if found := fermee(scene, self.actor, AMORCE) or absent(scene, self.cible):
            return found
        if self.cible == self.actor:
            return Closed("TN-8.364", "C'est contre quelqu'un d'autre qu'on y gagne")
        if found := inconnu(self.attribut, self.competence, self.groupe):
            return found
        if found := hors_bornes("TN-8.373", "Catégorie", self.categorie, 0, 8):
            return found
        p = scene[self.actor]
        if self.categorie and not mains_libres(p):
            return Closed("TN-8.336", "Mains libres : {} requises, pas {}", (1, 0))
        if amorce(p) or confrontation(scene).attente(p.id).diversion:
            return Closed("TN-8.121", "Une amorce attend déjà")
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        f = self.figures(scene)
        scene = depenser(scene, self.actor, "acts", AMORCE)
        scene, r = evaluer(scene, oracle, f, LU_A)
        oracle.tell(Event("deconcerte", self.actor, self.cible, "TN-8.364", facts=(("bonus", r.dr),)))
        if not r.dr:
            return scene
        e = confrontation(scene).attend(self.actor, faveur=r.dr, faveur_sur=self.cible, diversion=True)
        return replace(scene, encounter=e)


ACTIONS = (Empoigner, ChangerDeMain, ArmerSonBras, OrienterBouclier, MonterSesDefenses, SaisirDuDecor, Deconcerter)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What one's hands may do now."""
    if scene.turn() != (p.id,):
        return
    if len(p.equipement.armes) == 1 and p.equipement.armes[0].sorte.mains == 1:
        yield Empoigner(p.id)
    if len(p.equipement.armes) == MAINS:
        yield ChangerDeMain(p.id)
    if a_deux_mains(p, 0):
        yield from (ArmerSonBras(p.id, pour) for pour in ("attaque", "defense", "tactique"))
    if bouclier_de(p) is not None:
        yield from (OrienterBouclier(p.id, q.id) for q in scene.people.values() if q.side != p.side and q.up)
    yield MonterSesDefenses(p.id, "parer" if p.equipement.armes else "esquiver")
    if mains_libres(p):
        yield from (Deconcerter(p.id, q.id) for q in scene.people.values() if q.side != p.side and q.up)
        yield from (SaisirDuDecor(p.id, id) for id in DECOR if MODELES[id].mains <= mains_libres(p))
