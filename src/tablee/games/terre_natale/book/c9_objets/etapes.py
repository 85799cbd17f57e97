"""The steps of crafting as actions: a pattern, a thing, its repair, its modification, its improvement."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import total

from ...model.artisanat import AMELIORATIONS
from ...model.inventaire import changer
from ...model.ouvrages import METIERS, Ouvrage, Patron
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.things import MODELES, Cran, Objet
from ..c0_tests.actions import absent, hors_bornes
from ..c4_caracteristiques.repos import en_paix
from ..c4_caracteristiques.seuils import memoire
from .artisanat import reparation_payee, serie, valeur
from .inventaire import SurUnObjet, ranges
from .ouvrages import commencable, entamer, metier_ferme
from .prix import infaisable

FOIS = 3  # the same amélioration (TN-9.178.1)
PATRONS_DU_COMMERCE = 15  # hundredths of the price of the thing: a pattern is matter and labour, like any other
FABRICABLES = {id: m.nom for id, m in MODELES.items() if m.metier}


def metier_de(objet: Objet, dit: str = "") -> str:
    """The trade that makes a thing, if another is not said."""
    return dit or objet.sorte.metier


@rule("TN-9.178.1", "TN-9.20")
def ameliorations_fermees(objet: Objet) -> Closed | None:
    """Known ones, each three times at most, in all no more levels than its quality."""
    for id in objet.ameliorations:
        if id not in AMELIORATIONS:
            return Closed("TN-9.179", "Pas d'amélioration « {} »", (Typed(id),))
        if objet.amelioration(id) > FOIS:
            return Closed("TN-9.178.1", "{} : {} fois au plus", (AMELIORATIONS[id].nom, FOIS))
    return infaisable(objet)


class Formule(Action, frozen=True, tag="formule"):
    """What has to be said of a thing that is to be made: all of it (TN-9.170)."""

    modele: str
    qualite: Annotated[int, Meta(ge=-5, le=6)] = 0
    taille: Cran = 0
    gabarit: Cran = 0
    equilibre: Cran = 0
    forme: Annotated[int, Meta(ge=-1, le=1)] | None = None
    travaille: bool = False
    ameliorations: tuple[str, ...] = ()
    metier: str = ""  # that of the thing, if no other is named

    offers: ClassVar[dict[str, dict[str, str]]] = {
        "modele": FABRICABLES,
        "ameliorations": {id: a.nom for id, a in AMELIORATIONS.items()},
        "metier": METIERS,
    }

    def objet(self) -> Objet:
        return Objet(
            self.modele,
            qualite=self.qualite,
            taille=self.taille,
            gabarit=self.gabarit,
            equilibre=self.equilibre,
            forme=self.forme,
            travaille=self.travaille,
            ameliorations=self.ameliorations,
        )

    def infaisable(self, scene: Scene) -> Closed | None:
        """Why there is no such thing to be made."""
        if self.modele not in FABRICABLES:
            return Closed("TN-9.154", "Aucun artisan ne fabrique « {} »", (Typed(self.modele),))
        return ameliorations_fermees(self.objet()) or metier_ferme(
            scene, self.actor, metier_de(self.objet(), self.metier)
        )


@rule("TN-9.156", "TN-9.170", "TN-9.171")
class Concevoir(Formule, frozen=True, tag="concevoir"):
    """Begins a pattern: it says all of a thing, and nothing of it changes afterwards."""

    rank: ClassVar[int] = 78
    choose: ClassVar[bool] = True

    def ouvrage(self) -> Ouvrage:
        o = self.objet()
        return Ouvrage("", self.actor, "patron", o, metier_de(o, self.metier))

    def closed(self, scene: Scene) -> Closed | None:
        return self.infaisable(scene) or commencable(scene, self.ouvrage())

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o = self.ouvrage()
        return entamer(scene, oracle, replace(o, nom=f"Patron · {o.objet.sorte.nom}"))


@rule("TN-9.156", "TN-9.174", "TN-9.175")
class Creer(Formule, frozen=True, tag="creer"):
    """Begins a thing, or several at once of what is gone when used; without a pattern all of it is chosen here."""

    nombre: Annotated[int, Meta(ge=0, le=1000)] = 0  # 0: as many as one can make at once

    rank: ClassVar[int] = 77
    choose: ClassVar[bool] = True

    def ouvrage(self, scene: Scene) -> Ouvrage:
        o = self.objet()
        metier = metier_de(o, self.metier)
        return Ouvrage("", self.actor, "creation", o, metier, nombre=self.nombre or serie(scene[self.actor], metier, o))

    def closed(self, scene: Scene) -> Closed | None:
        found = self.infaisable(scene)
        if found is not None:
            return found
        o = self.ouvrage(scene)
        return trop_a_la_fois(scene, o) or commencable(scene, o)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return entamer(scene, oracle, self.ouvrage(scene))


@rule("TN-9.175")
def trop_a_la_fois(scene: Scene, o: Ouvrage) -> Closed | None:
    return hors_bornes("TN-9.175", "Nombre", o.nombre, 1, serie(scene[o.qui], o.metier, o.objet))


# ---------------------------------------------------------------- patterns


def patron_de(p: Personnage, modele: str, rang: int) -> Patron | None:
    la = [x for x in p.patrons if x.objet.modele == modele]
    return la[rang] if 0 <= rang < len(la) else None


class DUnPatron(Action, frozen=True, tag="d_un_patron"):
    """What concerns a pattern that somebody has: of which thing, and the how-manieth of that thing."""

    modele: str
    rang: Annotated[int, Meta(ge=0, le=99)] = 0

    offers: ClassVar[dict[str, dict[str, str]]] = {"modele": FABRICABLES}

    def patron(self, scene: Scene) -> Patron:
        found = patron_de(scene[self.actor], self.modele, self.rang)
        assert found is not None
        return found

    def closed(self, scene: Scene) -> Closed | None:
        found = absent(scene, self.actor)
        if found is None and patron_de(scene[self.actor], self.modele, self.rang) is None:
            return Closed("TN-9.172", "{} n'a pas de patron pour « {} »", (Someone(self.actor), Typed(self.modele)))
        return found

    def change(self, scene: Scene, apres: Patron | None) -> Scene:
        p, patron = scene[self.actor], self.patron(scene)
        patrons = list(p.patrons)
        i = patrons.index(patron)
        patrons[i : i + 1] = [] if apres is None else [apres]
        return scene.put(replace(p, patrons=tuple(patrons)))


@rule("TN-9.172")
class CreerSelonPatron(DUnPatron, frozen=True, tag="creer_selon_patron"):
    """Begins what a pattern says: finished as a quality lower, every test at an advantage."""

    nombre: Annotated[int, Meta(ge=0, le=1000)] = 0

    rank: ClassVar[int] = 77

    def ouvrage(self, scene: Scene) -> Ouvrage:
        o = self.patron(scene).objet
        n = self.nombre or serie(scene[self.actor], metier_de(o), o)
        return Ouvrage("", self.actor, "creation", o, metier_de(o), patron=True, nombre=n)

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or en_paix(scene, "TN-9.157", self.actor)
        if found is not None:
            return found
        o = self.ouvrage(scene)
        return trop_a_la_fois(scene, o) or commencable(scene, o)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return entamer(scene, oracle, self.ouvrage(scene))


@rule("TN-9.154", "TN-9.171", "TN-4.86")
class ApprendrePatron(DUnPatron, frozen=True, tag="apprendre_patron"):
    """Knows a pattern by heart, as far as there is room in one's memory."""

    rank: ClassVar[int] = 79

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        p = scene[self.actor]
        if self.patron(scene).acquis:
            return Closed("TN-9.154", "Ce patron est déjà su par cœur")
        capacite, su = total(memoire(p)), sum([x.acquis for x in p.patrons])
        return Closed("TN-9.154", "Mémoire de {} : elle est pleine", (capacite,)) if su >= capacite else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        patron = self.patron(scene)
        oracle.tell(Event("patron_appris", self.actor, "", "TN-9.154", (), (("objet", patron.objet.sorte.nom),)))
        return self.change(scene, replace(patron, acquis=True))


@rule("TN-9.154")
class OublierPatron(DUnPatron, frozen=True, tag="oublier_patron"):
    """Makes room in one's memory; what is written down stays."""

    weighty: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is None and not self.patron(scene).acquis:
            return Closed("TN-9.154", "Ce patron n'est pas su par cœur")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        patron = self.patron(scene)
        oracle.tell(Event("patron_oublie", self.actor, "", "TN-9.154", (), (("objet", patron.objet.sorte.nom),)))
        return self.change(scene, replace(patron, acquis=False) if patron.papier else None)


@rule("TN-9.154")
class PerdrePatron(DUnPatron, frozen=True, tag="perdre_patron"):
    """A pattern on paper is lost; who knows it by heart keeps it."""

    master: ClassVar[bool] = True
    rank: ClassVar[int] = 96

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is None and not self.patron(scene).papier:
            return Closed("TN-9.154", "Ce patron n'est plus sur le papier")
        return found

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        patron = self.patron(scene)
        oracle.tell(Event("patron_perdu", self.actor, "", "TN-9.154", (), (("objet", patron.objet.sorte.nom),)))
        return self.change(scene, replace(patron, papier=False) if patron.acquis else None)


@rule("TN-9.154", "TN-9.170")
class AcheterPatron(Action, frozen=True, tag="acheter_patron"):
    """Buys a pattern of a plain thing, of some quality: shops have no others."""

    modele: str
    qualite: Annotated[int, Meta(ge=0, le=5)] = 0

    rank: ClassVar[int] = 79
    offers: ClassVar[dict[str, dict[str, str]]] = {"modele": FABRICABLES}

    @property
    def prix(self) -> int:
        return valeur(Objet(self.modele, qualite=self.qualite)) * PATRONS_DU_COMMERCE // 100

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-9.154", self.actor)
        if found is not None:
            return found
        if self.modele not in FABRICABLES:
            return Closed("TN-9.154", "Aucun artisan ne fabrique « {} »", (Typed(self.modele),))
        pecule = scene[self.actor].fiche.pecule
        if self.prix > pecule:
            return Closed("TN-9.154", "Le patron coûte {} pièces, il y en a {}", (self.prix, pecule))
        return infaisable(Objet(self.modele, qualite=self.qualite))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, objet = scene[self.actor], Objet(self.modele, qualite=self.qualite)
        facts = ("objet", objet.sorte.nom), ("prix", self.prix)
        oracle.tell(Event("patron_achete", p.id, "", "TN-9.154", (), facts))
        fiche = replace(p.fiche, pecule=p.fiche.pecule - self.prix)
        return scene.put(replace(p, fiche=fiche, patrons=(*p.patrons, Patron(objet))))


# ---------------------------------------------------------------- on a thing that is there


class Remettre(SurUnObjet, frozen=True, tag="remettre"):
    """What begins a work on a thing that is there, which stays on the workbench until it ends."""

    metier: str = ""

    offers: ClassVar[dict[str, dict[str, str]]] = {**SurUnObjet.offers, "metier": METIERS}

    def ouvrage(self, scene: Scene) -> Ouvrage:
        raise TypeError(f"{type(self).__name__} does not say what work it is")

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        """Why nothing can be done to this very thing."""
        return None

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene)
        if found is not None:
            return found
        objet = self.un(scene)
        if objet.etat == "detruit":
            return Closed("TN-9.134", "{} est détruit", (objet.sorte.nom,))
        found = metier_ferme(scene, self.actor, metier_de(objet, self.metier)) or self.refus(scene, objet)
        return found or commencable(scene, self.ouvrage(scene))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        o = self.ouvrage(scene)
        return entamer(self.sans(scene), oracle, o)


@rule("TN-9.156", "TN-9.176", "TN-9.176.1")
class Reparer(Remettre, frozen=True, tag="reparer"):
    """Begins to mend a thing that is worn but not destroyed, of whatever quality."""

    rank: ClassVar[int] = 77

    def ouvrage(self, scene: Scene) -> Ouvrage:
        o = self.un(scene)
        return Ouvrage("", self.actor, "reparation", o, metier_de(o, self.metier))

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        return None if objet.niveau else Closed("TN-9.176", "{} n'est pas dégradé", (objet.sorte.nom,))


@rule("TN-9.177", "TN-9.177.1")
class Modifier(Remettre, frozen=True, tag="modifier"):
    """Begins to change what a thing is like, several things at once; what is not named stays as it is."""

    taille: Cran | None = None
    gabarit: Cran | None = None
    equilibre: Cran | None = None
    forme: Annotated[int, Meta(ge=-1, le=1)] | None = None
    travaille: bool | None = None

    rank: ClassVar[int] = 78

    def ouvrage(self, scene: Scene) -> Ouvrage:
        avant = self.un(scene)
        dits = {key: getattr(self, key) for key in ("taille", "gabarit", "equilibre", "forme", "travaille")}
        apres = replace(avant, **{key: value for key, value in dits.items() if value is not None})
        return Ouvrage("", self.actor, "modification", apres, metier_de(avant, self.metier), avant=avant)

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        apres = self.ouvrage(scene).objet
        return Closed("TN-9.177", "Rien n'est à changer") if apres == objet else infaisable(apres)


@rule("TN-9.156", "TN-9.178", "TN-9.178.1")
class Ameliorer(Remettre, frozen=True, tag="ameliorer"):
    """Begins to improve a thing; if it fails the thing is broken."""

    ameliorations: tuple[str, ...] = ()

    rank: ClassVar[int] = 78
    offers: ClassVar[dict[str, dict[str, str]]] = {
        **Remettre.offers,
        "ameliorations": {id: a.nom for id, a in AMELIORATIONS.items()},
    }

    def ouvrage(self, scene: Scene) -> Ouvrage:
        avant = self.un(scene)
        apres = replace(avant, ameliorations=(*avant.ameliorations, *self.ameliorations))
        return Ouvrage("", self.actor, "amelioration", apres, metier_de(avant, self.metier), avant=avant)

    def refus(self, scene: Scene, objet: Objet) -> Closed | None:
        if not self.ameliorations:
            return Closed("TN-9.178", "Quelle amélioration ?")
        return ameliorations_fermees(self.ouvrage(scene).objet)


@rule("TN-9.140")
class FaireReparer(SurUnObjet, frozen=True, tag="faire_reparer"):
    """Has a professional mend a thing: a tenth of its price for each level, and it is as new."""

    rank: ClassVar[int] = 79

    def closed(self, scene: Scene) -> Closed | None:
        found = super().closed(scene) or en_paix(scene, "TN-9.140", self.actor)
        if found is not None:
            return found
        objet, pecule = self.un(scene), scene[self.actor].fiche.pecule
        if objet.etat == "detruit":
            return Closed("TN-9.134", "{} est détruit", (objet.sorte.nom,))
        if not objet.niveau:
            return Closed("TN-9.176", "{} n'est pas dégradé", (objet.sorte.nom,))
        cout = total(reparation_payee(objet))
        return Closed("TN-9.140", "Il en coûte {} pièces, il y en a {}", (cout, pecule)) if cout > pecule else None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        p, place = scene[self.actor], self.place(scene)
        cout = reparation_payee(place.objet)
        facts = ("objet", place.objet.sorte.nom), ("niveaux", place.objet.niveau), ("prix", total(cout))
        oracle.tell(Event("repare", p.id, "", "TN-9.140", cout, facts))
        neuf = changer(p.equipement, place, replace(place.objet, degradation=0))
        fiche = replace(p.fiche, pecule=p.fiche.pecule - total(cout))
        return scene.put(replace(p, equipement=neuf, fiche=fiche))


ACTIONS = (
    Concevoir,
    Creer,
    CreerSelonPatron,
    ApprendrePatron,
    OublierPatron,
    PerdrePatron,
    AcheterPatron,
    Reparer,
    Modifier,
    Ameliorer,
    FaireReparer,
)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    """What wear calls for; what patterns allow; where there is a workshop, to begin something."""
    if scene.encounter is not None:
        return
    for place, rang in ranges(p):
        if place.objet.niveau and place.objet.etat != "detruit":
            yield Reparer(p.id, place.objet.modele, rang)
            yield FaireReparer(p.id, place.objet.modele, rang)
    for patron, rang in patrons(p):
        yield CreerSelonPatron(p.id, patron.objet.modele, rang)
        yield (
            OublierPatron(p.id, patron.objet.modele, rang)
            if patron.acquis
            else ApprendrePatron(p.id, patron.objet.modele, rang)
        )
    for metier in dict.fromkeys([m for x in scene.ateliers if x.a in ("", p.id) for m in x.metiers if m in METIERS]):
        if p.fiche.competences.get(metier):
            modele = next(id for id, m in MODELES.items() if m.metier == metier)
            yield Creer(p.id, modele)
            yield Concevoir(p.id, modele)


def patrons(p: Personnage) -> Iterator[tuple[Patron, int]]:
    vus: dict[str, int] = {}
    for patron in p.patrons:
        rang = vus[patron.objet.modele] = vus.get(patron.objet.modele, -1) + 1
        yield patron, rang
