"""What one has and how one gets at it: hands, pouches and sheaths, the bag; what is worn; what lies about."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone, Typed

from ...model.inventaire import Place, avec, en_main, places, sans_un, trouver
from ...model.ouvrages import Chose, nom_libre
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, NOMBRES, Equipement, Objet
from ..c0_tests.actions import absent
from ..c8_confrontation.armes import ecart
from ..c8_confrontation.budget import depenser, fermee
from ..c8_confrontation.chantiers import COMPLEXE, Oeuvre, ouvrage_ferme, ouvrer

GENRE = "manipulation"
EN_MAIN = ("armes", "tenus")
PROJECTILES = "projectiles_en_main"
APPROVISIONNER = "approvisionner"
Moyen = Literal["acts", "actr", "actl"]
MOYENS = {"acts": "actions simples", "actr": "action rapide", "actl": "action libre"}
SUR_SOI = ("armure", "portes")
PORTABLES = ("armure", "accessoire", "colifichet", "contenant", "sous_piece")
NOMS_DES_PLACES = {
    "sac": "sac",
    "pendentif": "pendentif",
    "ceinture": "ceinture",
    "anneau": "anneau",
    "bracelet": "bracelet",
}


# ---------------------------------------------------------------- room


def mains_libres(p: Personnage) -> int:
    """Hands that hold nothing."""
    e = p.equipement
    prises = sum([x.sorte.mains for x in e.armes]) + len(e.tenus)
    return (1 if "une_main" in p.bears else 2) - prises


@rule("TN-9.119")
def sans_mains(p: Personnage, objet: Objet) -> Closed | None:
    """Not enough hands are free for a thing."""
    veut = objet.sorte.mains if objet.sorte.nature == "arme" else 1
    if mains_libres(p) >= veut or place_en_main(p, objet):
        return None
    return Closed("TN-9.119", "Mains libres : il en faut {}, il y en a {}", (veut, max(0, mains_libres(p))))


@rule("TN-9.74")
def poignee(p: Personnage, objet: Objet) -> int:
    """How many of an arm that is thrown one hand holds: one, or as many as one is skilled, if one has learned it."""
    appris = objet.sorte.usage == "lancer" and PROJECTILES in p.bears
    return max(1, p.fiche.competences.get(objet.sorte.competence, 0)) if appris else 1


@rule("TN-9.74")
def place_en_main(p: Personnage, objet: Objet) -> int:
    """How many more there is room for in a hand that holds the same already."""
    tenus = [x.nombre for x in p.equipement.armes if replace(x, nombre=1) == replace(objet, nombre=1)]
    return max(0, poignee(p, objet) - tenus[0]) if tenus else 0


@rule("TN-9.146")
def loge(e: Equipement, objet: Objet) -> bool:
    """Whether a pouch or sheath that is worn has room for one more of this nature."""
    nature = objet.sorte.nature
    capables = [x for x in e.portes if nature in x.sorte.range and x.utilisable]
    places_ = sum([x.sorte.places for x in capables])
    occupees = sum([x.nombre for x in e.annexes if any(x.sorte.nature in c.sorte.range for c in capables)])
    return occupees < places_


@rule("TN-9.145", "TN-9.148", "TN-9.149")
def complet(e: Equipement, objet: Objet) -> Closed | None:
    """One more in that place would do nothing: it stays where it is."""
    place = objet.sorte.emplacement
    if place not in NOMBRES or sum([x.sorte.emplacement == place for x in e.portes]) < NOMBRES[place]:
        return None
    return Closed("TN-9.148", "{} : {} au plus ; les autres sont rangés et n'agissent pas", (place, NOMBRES[place]))


# ---------------------------------------------------------------- one thing of one's own


class SurUnObjet(Action, frozen=True, tag="sur_un_objet"):
    """What is done with something that one has: of which model, and the how-manieth of that model."""

    objet: str
    rang: Annotated[int, Meta(ge=0, le=99)] = 0

    offers: ClassVar[dict[str, dict[str, str]]] = {"objet": {id: m.nom for id, m in MODELES.items()}}

    def place(self, scene: Scene) -> Place:
        found = trouver(scene[self.actor].equipement, self.objet, self.rang)
        assert found is not None
        return found

    def un(self, scene: Scene) -> Objet:
        """One of it."""
        return replace(self.place(scene).objet, nombre=1)

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and trouver(scene[self.actor].equipement, self.objet, self.rang) is None:
            return knowing(
                Closed("TN-9.2", "{} n'a pas « {} »", (Someone(self.actor), Typed(self.objet))),
                self.objet,
                scene[self.actor].equipement.modeles,
            )
        return found

    def sans(self, scene: Scene) -> Scene:
        """The scene without one of it."""
        p = scene[self.actor]
        return scene.put(replace(p, equipement=sans_un(p.equipement, self.place(scene))))


def ranges(p: Personnage) -> Iterator[tuple[Place, int]]:
    """All somebody has, each with its rank among those of its model."""
    vus: dict[str, int] = {}
    for place in places(p.equipement):
        rang = vus[place.objet.modele] = vus.get(place.objet.modele, -1) + 1
        yield place, rang


def simple(scene: Scene, who: str, genre: str = GENRE, libre: bool = False) -> Closed | None:
    """An action simple in a confrontation, or libre; nothing out of one."""
    if scene.encounter is None:
        return None
    return fermee(scene, who, "" if libre else genre, 0 if libre else 1, 1 if libre else 0)


def payer(scene: Scene, who: str, genre: str = GENRE, libre: bool = False) -> Scene:
    return depenser(scene, who, "actl" if libre else "acts", "" if libre else genre)


def tenir(p: Personnage, objet: Objet) -> Equipement:
    """With a thing in hand: arms that are thrown several at once, if one knows how."""
    if objet.sorte.nature != "arme":
        return avec(p.equipement, "tenus", objet)
    return en_main(p.equipement, objet) if place_en_main(p, objet) else avec(p.equipement, "armes", objet)


def dire(oracle: Oracle, what: str, who: str, objet: Objet, regle: str, **facts: Any) -> None:
    oracle.tell(Event(what, who, "", regle, (), (("objet", objet.sorte.nom), *facts.items())))


# ---------------------------------------------------------------- the bag


class AuSac(SurUnObjet, frozen=True, tag="au_sac"):
    """What goes into a bag or comes out of it: in a confrontation an action complexe; simple once it is put down."""

    def paye_de(self) -> Moyen:
        """What one of its ACTS is paid with."""
        return "acts"

    def oeuvre(self, scene: Scene) -> Oeuvre | None:
        """The price of it in a confrontation; None: an action simple."""
        au_sac = self.par_le_sac(scene) and scene[self.actor].equipement.bagage == "dos"
        return Oeuvre("fouiller", "fouiller son sac", COMPLEXE, GENRE) if au_sac else None

    def par_le_sac(self, scene: Scene) -> bool:
        raise TypeError(f"{type(self).__name__} does not say where it goes")

    def prix(self, scene: Scene) -> Closed | None:
        if scene.encounter is None:
            return None
        oeuvre = self.oeuvre(scene)
        return simple(scene, self.actor) if oeuvre is None else ouvrage_ferme(scene, self.actor, oeuvre)

    def regler(self, scene: Scene, oracle: Oracle) -> tuple[Scene, bool]:
        """What it costs is paid; False: not all of it yet, or it is lost. Who searches his bag has it off his back."""
        oeuvre = self.oeuvre(scene)
        if scene.encounter is None or oeuvre is None:
            return payer(scene, self.actor), True
        scene, net = ouvrer(scene, oracle, self.actor, oeuvre, moyen=self.paye_de())
        if net is None:
            return scene, False
        if not self.par_le_sac(scene):
            return scene, True
        p = scene[self.actor]
        return scene.put(replace(p, equipement=replace(p.equipement, bagage="sol"))), True


@rule("TN-9.2", "TN-9.68", "TN-9.70", "TN-9.74", "TN-9.120", "TN-9.145", "TN-9.146")
class Prendre(AuSac, frozen=True, tag="prendre"):
    """Takes a thing in hand: from a pouch or a sheath by an action simple, from the bag by an action complexe.

    Arms that are thrown are taken as munitions are (TN-9.74): several if one knows how, and for an action libre by
    whoever is used to it, or an action rapide.
    """

    moyen: Moyen = "acts"

    rank: ClassVar[int] = 40
    offers: ClassVar[dict[str, dict[str, str]]] = {**SurUnObjet.offers, "moyen": MOYENS}

    def key(self) -> str:
        return super().key() if self.moyen == "acts" else f"{super().key()}.{self.moyen}"

    def par_le_sac(self, scene: Scene) -> bool:
        return self.place(scene).lieu == "sac"

    def paye_de(self) -> Moyen:
        return self.moyen

    def oeuvre(self, scene: Scene) -> Oeuvre | None:
        if self.un(scene).sorte.usage != "lancer":
            return super().oeuvre(scene)
        loin = super().oeuvre(scene) is not None
        prix = COMPLEXE if loin else 1
        return Oeuvre(APPROVISIONNER, "approvisionner", prix, "approvisionnement", provoque="complexe" if loin else "")

    @rule("TN-9.69", "TN-9.70")
    def prix(self, scene: Scene) -> Closed | None:
        if self.moyen == "acts":
            return super().prix(scene)
        oeuvre = self.oeuvre(scene)
        if scene.encounter is None or oeuvre is None or oeuvre.quoi != APPROVISIONNER:
            return Closed("TN-9.70", "Seules les armes de jet se prennent ainsi, dans une confrontation")
        if self.moyen == "actl" and not self.habitue(scene):
            return Closed("TN-9.69", "Seul qui en a l'habitude commence d'une action libre")
        return ouvrage_ferme(scene, self.actor, oeuvre, moyen=self.moyen)

    def habitue(self, scene: Scene) -> bool:
        return f"habitue:{APPROVISIONNER}" in scene[self.actor].bears

    def combien(self, scene: Scene) -> int:
        """How many are taken at once."""
        p, objet = scene[self.actor], self.un(scene)
        return min(self.place(scene).objet.nombre, place_en_main(p, objet) or poignee(p, objet))

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        if self.place(scene).lieu in EN_MAIN:
            return Closed("TN-9.2", "{} est déjà en main", (self.un(scene).sorte.nom,))
        if self.place(scene).lieu in SUR_SOI:
            return Closed("TN-9.2", "{} est porté : il faut d'abord le retirer", (self.un(scene).sorte.nom,))
        return sans_mains(scene[self.actor], self.un(scene)) or self.prix(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, fait = self.regler(scene, oracle)
        if not fait:
            return scene
        objet, lieu, n = self.un(scene), self.place(scene).lieu, self.combien(scene)
        dire(oracle, "prend", self.actor, objet, "TN-9.120", du_sac=lieu == "sac", nombre=n)
        for _ in range(n):
            scene = self.sans(scene)
        p = scene[self.actor]
        return scene.put(replace(p, equipement=tenir(p, replace(objet, nombre=n))))


@rule("TN-9.119", "TN-9.120", "TN-9.146")
class Ranger(AuSac, frozen=True, tag="ranger"):
    """Puts away what one has in hand, at the price of taking it: into a pouch or sheath with room, or into the bag."""

    ou: Literal["annexes", "sac"] = "annexes"

    rank: ClassVar[int] = 41

    def par_le_sac(self, scene: Scene) -> bool:
        return self.ou == "sac"

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        e, objet = scene[self.actor].equipement, self.un(scene)
        if self.place(scene).lieu not in EN_MAIN:
            return Closed("TN-9.2", "{} n'est pas en main", (objet.sorte.nom,))
        if objet.sorte.siege:
            return Closed("TN-9.45", "Une arme de siège ne se range pas : {}", (objet.sorte.nom,))
        if self.ou == "annexes" and not loge(e, objet):
            return Closed("TN-9.146", "Ni sacoche ni fourreau n'a de place pour cela : {}", (objet.sorte.nom,))
        if self.ou == "sac" and e.bagage == "aucun":
            return Closed("TN-9.119", "Sans sac, on ne porte que ce que tiennent les mains")
        return self.prix(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, fait = self.regler(scene, oracle)
        if not fait:
            return scene
        objet = self.un(scene)
        dire(oracle, "range", self.actor, objet, "TN-9.120", du_sac=self.ou == "sac")
        scene = self.sans(scene)
        p = scene[self.actor]
        return scene.put(replace(p, equipement=avec(p.equipement, self.ou, objet)))


class DuSac(Action, frozen=True, tag="du_sac"):
    """What is done with the bag itself."""

    de: ClassVar[str]  # where it must be
    a: ClassVar[str]  # where it goes
    quoi: ClassVar[str]

    rank: ClassVar[int] = 42

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and scene[self.actor].equipement.bagage != self.de:
            return Closed("TN-9.120", "Son sac n'est pas là où il faut : {}", (BAGAGES[self.de],))
        return found or simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        p = scene[self.actor]
        oracle.tell(Event("sac", p.id, "", "TN-9.120", (), (("quoi", self.quoi),)))
        return scene.put(replace(p, equipement=replace(p.equipement, bagage=self.a)))


BAGAGES = {"dos": "sur le dos", "sol": "au sol", "aucun": "aucun"}


@rule("TN-9.120")
class RemettreLeSac(DuSac, frozen=True, tag="remettre_le_sac"):
    """Puts the bag back on."""

    de, a, quoi = "sol", "dos", "remet son sac"


@rule("TN-9.120")
class PoserLeSac(DuSac, frozen=True, tag="poser_le_sac"):
    """Puts the bag down."""

    de, a, quoi = "dos", "sol", "pose son sac"


@rule("TN-9.119")
class LaisserLeSac(Action, frozen=True, tag="laisser_le_sac"):
    """Leaves one's bag behind with all there is in it: it lies there for whoever wants it."""

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 95

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and scene[self.actor].equipement.bagage != "sol":
            return Closed("TN-9.119", "Il faut d'abord poser son sac")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p = scene[self.actor]
        oracle.tell(Event("sac", p.id, "", "TN-9.119", (), (("quoi", "laisse son sac"),)))
        for objet in p.equipement.sac:
            scene = deposer(scene, p, objet)
        portes = tuple([x for x in p.equipement.portes if x.sorte.emplacement != "sac"])
        for objet in p.equipement.portes:
            scene = deposer(scene, p, objet) if objet not in portes else scene
        return scene.put(replace(p, equipement=replace(p.equipement, sac=(), portes=portes, bagage="aucun")))


# ---------------------------------------------------------------- what lies about


def chose(scene: Scene, nom: str) -> Chose | None:
    return next((x for x in scene.choses if x.nom == nom), None)


def deposer(scene: Scene, p: Personnage, objet: Objet) -> Scene:
    """A thing lies where somebody stands."""
    la = Chose(nom_libre(scene.choses, objet.sorte.nom), objet, p.x, p.y, p.id)
    return replace(scene, choses=(*scene.choses, la))


@rule("TN-9.119")
class Lacher(SurUnObjet, frozen=True, tag="lacher"):
    """Drops what one has in hand: an action libre."""

    rank: ClassVar[int] = 43

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is None and self.place(scene).lieu not in EN_MAIN:
            return Closed("TN-9.2", "{} n'est pas en main", (self.un(scene).sorte.nom,))
        return found or simple(scene, self.actor, libre=True)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor, libre=True)
        objet = self.un(scene)
        dire(oracle, "lache", self.actor, objet, "TN-9.119")
        scene = self.sans(scene)
        return deposer(scene, scene[self.actor], objet)


@rule("TN-9.119")
class Ramasser(Action, frozen=True, tag="ramasser"):
    """Picks up what lies beside one: into one's hands, or out of a confrontation into one's bag."""

    chose: str
    au_sac: bool = False

    rank: ClassVar[int] = 41

    def closed(self, scene: Scene) -> Closed | None:
        found, la = absent(scene, self.actor), chose(scene, self.chose)
        if found is not None or la is None:
            return found or Closed("TN-9.124", "Il n'y a pas là de « {} »", (Typed(self.chose),))
        p = scene[self.actor]
        if la.objet.sorte.nature == "structure":
            return Closed("TN-9.124", "{} ne s'emporte pas", (la.objet.sorte.nom,))
        if max(abs(p.x - la.x), abs(p.y - la.y)) > 1:
            return Closed("TN-4.64", "« {} » est hors de portée", (Typed(la.nom),))
        if self.au_sac and (scene.encounter is not None or p.equipement.bagage == "aucun"):
            return Closed("TN-9.119", "Pas dans un sac maintenant : il faut le prendre en main")
        return (None if self.au_sac else sans_mains(p, la.objet)) or simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        la = chose(scene, self.chose)
        assert la is not None
        dire(oracle, "ramasse", self.actor, la.objet, "TN-9.119")
        scene = replace(scene, choses=tuple([x for x in scene.choses if x is not la]))
        p = scene[self.actor]
        e = avec(p.equipement, "sac", la.objet) if self.au_sac else tenir(p, la.objet)
        return scene.put(replace(p, equipement=e))


class Poser(Action, frozen=True, tag="placer_une_chose"):
    """Something stands or lies there: a door, a chest, a wall, an arm left behind."""

    modele: str
    nom: str = ""
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    niveau: Annotated[int, Meta(ge=0, le=8)] = 0  # of dégradation: what nobody has looked after (TN-9.141)
    x: int = 0
    y: int = 0

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 94
    offers: ClassVar[dict[str, dict[str, str]]] = {"modele": {id: m.nom for id, m in MODELES.items()}}

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and self.modele not in scene.own.tous_modeles:
            return Closed("TN-9.124", "Pas d'objet « {} »", (Typed(self.modele),))
        if found is None and self.nom and chose(scene, self.nom) is not None:
            return Closed("TN-9.124", "Il y a déjà là « {} »", (Typed(self.nom),))
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        neuf = scene.own.un_objet(self.modele, self.qualite)
        objet = replace(neuf, degradation=min(self.niveau, neuf.perte) * neuf.integrite)
        la = Chose(self.nom or nom_libre(scene.choses, objet.sorte.nom), objet, self.x, self.y)
        oracle.tell(Event("pose", self.actor, "", "TN-9.124", (), (("chose", la.nom),)))
        return replace(scene, choses=(*scene.choses, la))


# ---------------------------------------------------------------- what is worn


@rule("TN-9.144", "TN-9.145", "TN-9.147", "TN-9.148", "TN-9.149")
class Porter(SurUnObjet, frozen=True, tag="porter"):
    """Puts on what is worn: it acts from now on, and weighs. Armour is not put on in a confrontation."""

    rank: ClassVar[int] = 44

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        objet, e = self.un(scene), scene[self.actor].equipement
        if objet.sorte.nature not in PORTABLES:
            return Closed("TN-9.144", "{} ne se porte pas", (objet.sorte.nom,))
        if self.place(scene).lieu in SUR_SOI:
            return Closed("TN-9.144", "{} est déjà porté", (objet.sorte.nom,))
        if objet.sorte.nature == "armure" and (e.armure is not None or scene.encounter is not None):
            return Closed("TN-9.144", "Une seule armure, et pas pendant une confrontation")
        return complet(e, objet) or simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        objet = self.un(scene)
        dire(oracle, "porte", self.actor, objet, "TN-9.144")
        scene = self.sans(scene)
        p = scene[self.actor]
        e = p.equipement
        e = replace(e, armure=objet) if objet.sorte.nature == "armure" else avec(e, "portes", objet)
        return scene.put(replace(p, equipement=replace(e, bagage="dos") if objet.sorte.emplacement == "sac" else e))


@rule("TN-9.144", "TN-9.146")
class Retirer(SurUnObjet, frozen=True, tag="retirer"):
    """Takes off what is worn, into one's hands; a pouch only once nothing is in it that it alone holds."""

    rank: ClassVar[int] = 45

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        objet, p = self.un(scene), scene[self.actor]
        if self.place(scene).lieu not in SUR_SOI:
            return Closed("TN-9.144", "{} n'est pas porté", (objet.sorte.nom,))
        if objet.sorte.nature == "armure" and scene.encounter is not None:
            return Closed("TN-9.144", "Une seule armure, et pas pendant une confrontation")
        if objet.sorte.range and p.equipement.annexes and not self.tient(p.equipement, objet):
            return Closed("TN-9.146", "Il faut d'abord le vider : {}", (objet.sorte.nom,))
        return sans_mains(p, objet) or simple(scene, self.actor)

    @staticmethod
    def tient(e: Equipement, objet: Objet) -> bool:
        """Whether what is in pouches still has room without this one."""
        autres = list(e.portes)
        autres.remove(objet)
        vide = replace(e, portes=tuple(autres), annexes=())
        for x in e.annexes:
            for _ in range(x.nombre):
                if not loge(vide, x):
                    return False
                vide = avec(vide, "annexes", replace(x, nombre=1))
        return True

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = payer(scene, self.actor)
        objet = self.un(scene)
        dire(oracle, "retire", self.actor, objet, "TN-9.144")
        scene = self.sans(scene)
        p = scene[self.actor]
        return scene.put(replace(p, equipement=tenir(p, objet)))


@rule("TN-9.2")
class Donner(SurUnObjet, frozen=True, tag="donner"):
    """Hands a thing over: out of a confrontation into the other's bag, in one from hand to hand, side by side."""

    a: Who = ""

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 46

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or absent(scene, self.a)
        if found is not None:
            return found
        p, q, objet = scene[self.actor], scene[self.a], self.un(scene)
        if p.id == q.id:
            return Closed("TN-9.2", "On ne se donne rien à soi-même")
        if scene.encounter is None:
            sans_sac = q.equipement.bagage == "aucun"
            return Closed("TN-9.119", "{} n'a pas de sac", (Someone(q.id),)) if sans_sac else None
        if self.place(scene).lieu not in EN_MAIN:
            return Closed("TN-9.2", "{} n'est pas en main", (objet.sorte.nom,))
        if ecart(p, q) > 1:
            return Closed("TN-4.64", "{} est hors de portée", (Someone(q.id),))
        return sans_mains(q, objet) or simple(scene, self.actor)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        en_jeu = scene.encounter is not None
        scene = payer(scene, self.actor)
        objet = self.un(scene)
        oracle.tell(Event("donne", self.actor, self.a, "TN-9.2", (), (("objet", objet.sorte.nom),)))
        scene = self.sans(scene)
        q = scene[self.a]
        e = tenir(q, objet) if en_jeu else avec(q.equipement, "sac", objet)
        return scene.put(replace(q, equipement=e))


ACTIONS = (
    Prendre,
    Ranger,
    RemettreLeSac,
    PoserLeSac,
    LaisserLeSac,
    Lacher,
    Ramasser,
    Poser,
    Porter,
    Retirer,
    Donner,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """In one's own passe, or out of a confrontation: what can be got at, put away, put on, picked up."""
    if scene.encounter is not None and scene.turn() != (p.id,):
        return
    e = p.equipement
    for place, rang in ranges(p):
        yield from du_lieu(p, place, rang)
        if scene.encounter is not None and place.lieu in ("annexes", "sac"):
            yield from vite(scene, p, place, rang)
    if e.bagage == "sol":
        yield RemettreLeSac(p.id)
        yield LaisserLeSac(p.id)
    for la in scene.choses:
        if la.objet.sorte.nature != "structure":
            yield Ramasser(p.id, la.nom, scene.encounter is None)


def du_lieu(p: Personnage, place: Place, rang: int) -> Iterator[Action]:
    """What can be done with a thing by where it is."""
    modele, nature = place.objet.modele, place.objet.sorte.nature
    if place.lieu in EN_MAIN:
        yield Ranger(p.id, modele, rang, "annexes" if loge(p.equipement, place.objet) else "sac")
        yield Lacher(p.id, modele, rang)
    elif place.lieu in SUR_SOI:
        yield Retirer(p.id, modele, rang)
    elif nature in PORTABLES:
        yield Porter(p.id, modele, rang)
    elif nature != "matiere":
        yield Prendre(p.id, modele, rang)


@rule("TN-9.69", "TN-9.70")
def vite(scene: Scene, p: Personnage, place: Place, rang: int) -> Iterator[Prendre]:
    """An arm that is thrown, for an action rapide, or an action libre by whoever is used to it."""
    if place.objet.sorte.usage != "lancer":
        return
    yield Prendre(p.id, place.objet.modele, rang, "actr")
    libre = Prendre(p.id, place.objet.modele, rang, "actl")
    if libre.habitue(scene):
        yield libre
