"""Raw materials: harvesting a place, taking creatures and machines apart, selling what was got."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone, Typed
from tablee.kernel.tally import Terms, total

from ...model.competences import COMPETENCES, CONNAISSANCES, GROUPES, lots
from ...model.effects import Essai
from ...model.monde import Gisement
from ...model.people import Personnage
from ...model.scene import Scene
from ..c0_tests import figures, tester
from ..c0_tests.actions import en_defaut, hors_bornes, premier, refuse
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from ..c9_objets.prix import prix_de_vente
from .contrats import COURT, avec, difficulte, payer, remuneration

RATIO = 5  # TN-10.92
PASSES = 2  # harvests of a place, extractions of a source
NOMS = {id: x.nom for id, x in COMPETENCES.items()}
SAVOIRS = {x.id: x.nom for x in GROUPES[CONNAISSANCES].competences}
Genre = Literal["lieu", "creature", "machine"]


@rule("TN-10.92", "TN-10.93")
def ratio(genre: Genre, valeur: int) -> int:
    """Five for what grows and lies about; the square of the rank of a creature, of the quality of a machine."""
    return RATIO if genre == "lieu" else valeur * valeur


def inconnue(savoir: str) -> Closed | None:
    if savoir in SAVOIRS or any(x.groupe == CONNAISSANCES for x in lots(savoir)):
        return None
    return Closed("TN-10.92", "Il faut une connaissance : « {} » n'en est pas une", (Typed(savoir),))


@rule("TN-10.92", "TN-10.93")
class Prospecter(Action, frozen=True, tag="prospecter"):
    """See what a place, a creature or a machine has to give: a test of a connaissance as hard as the task will be.

    `categorie` 0: 1D6, `au_plus` at most. `valeur`: the rank of a creature, the quality of a machine. `prix`: what a
    manufactured object is worth, of which half at most can be got.
    """

    nom: str = "les environs"
    genre: Genre = "lieu"
    savoir: str = "nature"
    competence: str = "subsistance"
    categorie: Annotated[int, Meta(ge=0, le=6)] = 0
    au_plus: Annotated[int, Meta(ge=1, le=6)] = 6
    valeur: Annotated[int, Meta(ge=0, le=20)] = 0
    prix: Annotated[int, Meta(ge=0, le=10**6)] = 0

    asks: ClassVar[bool] = True
    rank = 89
    offers: ClassVar[dict[str, dict[str, str]]] = {"savoir": SAVOIRS, "competence": NOMS}
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "gisement" for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.92", self.actor) or inconnue(self.savoir)
        if found is not None:
            return found
        if not self.nom.strip():
            return Closed("TN-10.92", "Il faut dire ce qu'on exploite")
        if not lots(self.competence):
            return Closed("TN-0.4", "Compétence inconnue : {}", (Typed(self.competence),))
        if any(g.nom == self.nom for g in scene[self.actor].affaires.gisements):
            return Closed("TN-10.92", "« {} » est déjà reconnu", (Typed(self.nom),))
        if scene[self.actor].usages.get(f"epuise:{self.nom}") is not None:
            return Closed("TN-10.92", "« {} » n'a plus rien à donner", (Typed(self.nom),))
        if self.genre != "lieu" and not self.valeur:
            return Closed("TN-10.93", "Il faut le rang de la créature, ou la qualité de la machine")
        p, of = scene[self.actor], ("INT", self.savoir, CONNAISSANCES)
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        categorie = self.categorie or min(self.au_plus, oracle.d(6, "catégorie"))
        f = figures(scene, scene[who], "INT", self.savoir, CONNAISSANCES)
        scene, r = tester(scene, oracle, f, (difficulte(categorie),))
        if not r.reussi:
            return scene
        groupe = en_defaut(scene[who], self.competence)
        of = self.competence, groupe, premier(groupe, self.competence)
        plafond = self.prix // 2 if self.prix else -1
        g = Gisement(self.nom, categorie, ratio(self.genre, self.valeur), *of, PASSES, plafond)
        regle = "TN-10.92" if self.genre == "lieu" else "TN-10.93"
        facts = ("nom", self.nom), ("categorie", categorie), ("ratio", g.ratio)
        oracle.tell(Event("gisement", who, "", regle, (), facts))
        a = scene[who].affaires
        return avec(scene, who, replace(a, gisements=(*a.gisements, g)))


@rule("TN-10.92", "TN-10.93", "TN-10.84")
class Exploiter(Action, frozen=True, tag="exploiter"):
    """Three hours of harvest or extraction, twice at most of one source: raw material, at its worth."""

    nom: str

    rank = 89
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "recolte" and e["reussi"] for e in events)}

    def gisement(self, p: Personnage) -> Gisement | None:
        return next((g for g in p.affaires.gisements if g.nom == self.nom), None)

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.92", self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        g = self.gisement(p)
        if g is None:
            return Closed("TN-10.92", "{} n'a rien reconnu sous le nom « {} »", (Someone(p.id), Typed(self.nom)))
        of = g.attribut, g.competence, g.groupe
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        scene = laisser_passer(scene, oracle, COURT)
        g = self.gisement(scene[who])
        assert g is not None
        f = figures(scene, scene[who], g.attribut, g.competence, g.groupe)
        scene, r = tester(scene, oracle, f, (difficulte(g.categorie),))
        terms: Terms = remuneration(g.ratio, g.categorie, 1, r.dr) if r.reussi else ()
        trop = total(terms) - g.plafond if g.plafond >= 0 else 0
        terms += (("Moitié de sa valeur", -trop, "TN-10.93"),) if trop > 0 else ()
        n = total(terms)
        facts = ("nom", self.nom), ("points", n), ("reste", g.reste - 1), ("reussi", r.reussi)
        oracle.tell(Event("recolte", who, "", "TN-10.92", terms, facts))
        apres = replace(g, reste=g.reste - 1, plafond=g.plafond - n if g.plafond >= 0 else -1)
        p = scene[who]
        a = p.affaires
        gisements = tuple([x for x in (apres if x is g else x for x in a.gisements) if x.reste])
        if not apres.reste:
            p = replace(p, usages={**p.usages, f"epuise:{self.nom}": scene.jour})
        return scene.put(replace(p, affaires=replace(a, gisements=gisements, matieres=a.matieres + n)))


@rule("TN-10.20")
class VendreMatieres(Action, frozen=True, tag="vendre_matieres"):
    """Sell raw material, for half its worth."""

    n: Annotated[int, Meta(ge=1, le=10**6)] = 1

    weighty: ClassVar[bool] = True
    rank = 90

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.20", self.actor)
        if found is not None:
            return found
        return hors_bornes("TN-10.20", "Matières", self.n, 1, scene[self.actor].affaires.matieres)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        a = scene[self.actor].affaires
        scene = avec(scene, self.actor, replace(a, matieres=a.matieres - self.n))
        return payer(scene, oracle, self.actor, prix_de_vente(self.n, brut=True), "TN-10.20", "Matières brutes")


ACTIONS = (Prospecter, Exploiter, VendreMatieres)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    yield Prospecter(p.id)
    yield from (Exploiter(p.id, g.nom) for g in p.affaires.gisements)
    if p.affaires.matieres:
        yield VendreMatieres(p.id, p.affaires.matieres)
