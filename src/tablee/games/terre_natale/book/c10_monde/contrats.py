"""Earning one's living: looking for contracts, taking one, working half-days, quick missions, a stable job."""

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

from ...model.contrats import CATEGORIES, EMPLOIS, MISSIONS, TRAVAUX
from ...model.effects import Essai
from ...model.monde import NULLE_PART, Affaires, Contrat, Lieu, Milieu, Richesse, Taille
from ...model.people import Personnage
from ...model.scene import JOUR, Scene
from ..c0_tests import Figures, figures, tester
from ..c0_tests.actions import absent, en_defaut, hors_bornes, premier, refuse
from ..c4_caracteristiques.repos import en_paix, laisser_passer
from .reputation import evoluer, reputation
from .stress import difficulte_du_sang_froid, monter_le_stress

HEURE, LONG, COURT = 3600, 6 * 3600, 3 * 3600
DEMI_JOURNEE = JOUR // 2
SEMAINE = 7 * JOUR
PAR_CATEGORIE = 5  # TN-10.84
RECHERCHE = 10  # TN-10.87
NOMS = {id: e.nom for id, e in EMPLOIS.items()}
LOCALITES: dict[Richesse, int] = {"prospere": -5, "ordinaire": 0, "pauvre": 5}  # TN-10.88
ORIENTATIONS: dict[Milieu, tuple[str, str, str]] = {
    "urbain": ("RUS", "orientation", "survie_urbaine"),
    "rural": ("SAG", "orientation", "survie_rurale"),
}
Ampleur = Literal["rapide", "courte", "longue"]
AMPLEURS: dict[Ampleur, tuple[int, int]] = {"rapide": (0, HEURE), "courte": (1, COURT), "longue": (2, LONG)}
MISSION, PLUS_RISQUEE = 4, 6  # ratios of a mission (TN-10.94)
RATES = 2  # failures that end a mission (TN-10.96)
BONIMENTS = {"mensonge": ("RUS", "escroquerie", "eloquence"), "charisme": ("CHA", "persuasion", "communication")}


# ---------------------------------------------------------------- what work is worth


@rule("TN-10.84")
def difficulte(categorie: int) -> int:
    """Five for each category."""
    return PAR_CATEGORIE * categorie


@rule("TN-10.84")
def remuneration(ratio: int, categorie: int, segments: int, degres: int) -> Terms:
    """For each segment that counts the ratio times the category, and the ratio again for each degree."""
    terms: Terms = (("Ratio x catégorie", ratio * categorie * segments, "TN-10.84"),)
    return (*terms, ("Degrés de réussite", ratio * degres, "TN-10.84")) if degres else terms


@rule("TN-10.91")
def gain(c: Contrat, en_jeu: bool) -> Terms:
    """What a contract pays; twice that if it was done in play."""
    terms = remuneration(ratio_de(c), c.categorie, c.valides, c.degres)
    return (*terms, ("En temps de jeu", total(terms), "TN-10.91")) if en_jeu and total(terms) else terms


@rule("TN-10.85", "TN-10.94")
def ratio_de(c: Contrat) -> int:
    """That of the trade; of a mission 4, and 1 for each dangerous step, 6 at most."""
    return min(PLUS_RISQUEE, MISSION + c.dangers) if c.genre == "mission" else EMPLOIS[c.id].ratio


def payer(scene: Scene, oracle: Oracle, who: str, terms: Terms, regle: str, quoi: str) -> Scene:
    """So many pieces more."""
    p = scene[who]
    f = replace(p.fiche, pecule=p.fiche.pecule + total(terms))
    facts = ("quoi", quoi), ("points", total(terms)), ("pecule", f.pecule)
    oracle.tell(Event("paye", who, "", regle, terms, facts))
    return scene.put(replace(p, fiche=f))


def avec(scene: Scene, who: str, affaires: Affaires) -> Scene:
    return scene.put(replace(scene[who], affaires=affaires))


@rule("TN-10.90")
def niveau_pour(p: Personnage, id: str) -> int:
    """The level somebody has for a trade, group and all; for a mission that of its first step."""
    e = EMPLOIS[id]
    competence = e.competence or e.etapes[0]
    return p.fiche.competences.get(competence, 0) + p.fiche.groupes.get(e.groupe or en_defaut(p, competence), 0)


# ---------------------------------------------------------------- where one is


@rule("TN-10.19", "TN-10.88")
class SituerLaScene(Action, frozen=True, tag="situer_la_scene"):
    """Where one is, for trade and work: its name, its size, its people, how well off it is."""

    nom: str = ""
    taille: Taille = "cite"
    population: Annotated[int, Meta(ge=0, le=10**7)] = 0
    richesse: Richesse = "ordinaire"
    milieu: Milieu = "urbain"

    master = True
    choose: ClassVar[bool] = True
    rank = 95

    def closed(self, scene: Scene) -> Closed | None:
        return absent(scene, self.actor) or hors_bornes("TN-10.19", "Population", self.population, 0, 10**7)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        lieu = Lieu(self.nom, self.taille, self.population, self.richesse, self.milieu)
        facts = ("nom", self.nom or self.taille), ("taille", self.taille), ("n", self.population)
        oracle.tell(Event("lieu", self.actor, "", "TN-10.19", (), facts))
        return replace(scene, lieu=NULLE_PART if lieu == NULLE_PART else lieu)


# ---------------------------------------------------------------- looking for work


def semaine(scene: Scene) -> int:
    return scene.clock // SEMAINE


@rule("TN-10.88")
def deja_cherche(scene: Scene, p: Personnage, ampleur: Ampleur) -> Closed | None:
    """One search a week, which may be deepened once."""
    quand, _, profondeur = p.affaires.recherche
    fait = profondeur if quand == semaine(scene) else 0
    if ampleur == "rapide" and fait:
        return Closed("TN-10.88", "Une seule recherche par semaine")
    if ampleur != "rapide" and not fait:
        return Closed("TN-10.88", "Il faut d'abord une première recherche")
    return Closed("TN-10.88", "Plus rien à trouver cette semaine") if fait > 1 else None


@rule("TN-10.87", "TN-10.88", "TN-10.90")
def figures_de_recherche(scene: Scene, p: Personnage, ampleur: Ampleur) -> Figures:
    """Orientation in town or in the country, with one's name there; more time gives avantages."""
    n = AMPLEURS[ampleur][0]
    net: Terms = (("Recherche approfondie", n, "TN-10.88"),) if n else ()
    return figures(scene, p, *ORIENTATIONS[scene.lieu.milieu], net=net, bonus=reputation(scene, p, scene.lieu.nom))


@rule("TN-10.87", "TN-10.88")
def nombre(score: int, dd: int, niveau: int) -> int:
    """How many contracts of each kind a result shows: one and as many as its degrees; none if it fails."""
    return 1 + min(niveau, (score - dd) // 5) if score > dd else 0


@rule("TN-10.89")
def tirer(oracle: Oracle, who: str, genre: Literal["court", "long", "mission"]) -> Contrat:
    """A contract as chance has it: which, of which category, how long, with how much slack."""
    possibles = MISSIONS if genre == "mission" else TRAVAUX
    de = oracle.of(who)
    id = possibles[de.d(len(possibles), "contrat") - 1]
    categorie, duree, mou = de.d(6, "catégorie"), de.d(6, "durée"), de.d(6, "temps de mou")
    e = EMPLOIS[id]
    if genre == "mission":
        return Contrat(id, genre, categorie, len(e.etapes), mou, dangers=e.dangers)
    return Contrat(id, genre, categorie, duree if genre == "court" else 2 * duree, mou)


@rule("TN-10.87", "TN-10.88", "TN-10.89", "TN-10.94")
class ChercherContrats(Action, frozen=True, tag="chercher_contrats"):
    """Look for work, or for missions: an hour; then once a week with more time, a short or a long activity."""

    ampleur: Ampleur = "rapide"
    quoi: Literal["travaux", "missions"] = "travaux"

    asks: ClassVar[bool] = True
    rank = 88
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "contrats" and e["n"] for e in events)}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.87", self.actor)
        if found is not None:
            return found
        p, of = scene[self.actor], ORIENTATIONS[scene.lieu.milieu]
        return deja_cherche(scene, p, self.ampleur) or refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        scene = laisser_passer(scene, oracle, AMPLEURS[self.ampleur][1])
        f, dd = figures_de_recherche(scene, scene[who], self.ampleur), RECHERCHE + LOCALITES[scene.lieu.richesse]
        scene, r = tester(scene, oracle, f, (dd,))
        _, avant, _ = scene[who].affaires.recherche
        deja = nombre(avant, dd, f.niveau) if self.ampleur != "rapide" else 0
        n = max(0, nombre(r.score, dd, f.niveau) - deja)
        genres: tuple[Literal["court", "long", "mission"], ...] = (
            ("court", "long") if self.quoi == "travaux" else ("mission",)
        )
        offres = tuple([tirer(oracle, who, genre) for _ in range(n) for genre in genres])
        oracle.tell(Event("contrats", who, "", "TN-10.87", (), (("n", len(offres)), ("reussi", bool(offres)))))
        for c in offres:
            oracle.tell(Event("contrat", who, "", "TN-10.89", (), faits(c)))
        a = scene[who].affaires
        recherche = semaine(scene), max(r.score, avant if deja else 0), 1 if self.ampleur == "rapide" else 2
        return avec(scene, who, replace(a, offres=(*a.offres, *offres), recherche=recherche))


@rule("TN-10.86")
def faits(c: Contrat) -> tuple[tuple[str, object], ...]:
    """What is told of a contract."""
    return (
        ("quoi", EMPLOIS[c.id].nom),
        ("titre", CATEGORIES[c.categorie - 1]),
        ("categorie", c.categorie),
        ("segments", c.duree),
        ("mou", c.mou),
    )


# ---------------------------------------------------------------- taking it


@rule("TN-10.90")
class PrendreContrat(Action, frozen=True, tag="prendre_contrat"):
    """Take a contract that was found; below its level one must sell oneself, after a morning's work be lucky."""

    offre: int = 0  # of several alike the how-manieth; where no trade is named, of all there are
    boniment: Literal["", "mensonge", "charisme"] = ""
    chance: bool = False  # the game master lets Chance decide on a second contract of the day
    emploi: str = ""

    rank = 88
    offers: ClassVar[dict[str, dict[str, str]]] = {"emploi": NOMS}

    def key(self) -> str:
        return f"{super().key()}.emploi" if self.emploi else super().key()

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.90", self.actor)
        if found is not None:
            return found
        p = scene[self.actor]
        those = de_cet_emploi(p.affaires.offres, self.emploi)
        if not 0 <= self.offre < len(those):
            return Closed("TN-10.90", "{} a {} offres", (Someone(p.id), len(those)))
        if p.usages.get("travail") == scene.jour and not self.chance:
            return Closed("TN-10.90", "{} a déjà travaillé aujourd'hui : demain, ou par chance", (Someone(p.id),))
        c = those[self.offre]
        n = niveau_pour(p, c.id)
        if n < c.categorie and not self.boniment:
            facts = (c.categorie, n)
            return Closed("TN-10.90", "L'employeur veut un niveau {}, pas {} : il faut savoir se vendre", facts)
        return None

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        c = de_cet_emploi(scene[who].affaires.offres, self.emploi)[self.offre]
        if scene[who].usages.get("travail") == scene.jour:
            scene, r = tester(scene, oracle, figures(scene, scene[who], "CHN"), (10,))
            if not r.reussi:
                return self.refuser(scene, oracle, c)
        if niveau_pour(scene[who], c.id) < c.categorie:
            f = figures(scene, scene[who], *BONIMENTS[self.boniment or "charisme"])
            scene, r = tester(scene, oracle, f, (difficulte(c.categorie),))
            if not r.reussi:
                return self.refuser(scene, oracle, c)
        a = scene[who].affaires
        oracle.tell(Event("contrat_pris", who, "", "TN-10.90", (), faits(c)))
        offres = tuple([x for x in a.offres if x is not c])
        return avec(scene, who, replace(a, offres=offres, contrats=(*a.contrats, replace(c, pris=scene.clock))))

    def refuser(self, scene: Scene, oracle: Oracle, c: Contrat) -> Scene:
        a = scene[self.actor].affaires
        oracle.tell(Event("contrat_refuse", self.actor, "", "TN-10.90", (), (("quoi", EMPLOIS[c.id].nom),)))
        return avec(scene, self.actor, replace(a, offres=tuple([x for x in a.offres if x is not c])))


def de_cet_emploi(contrats: tuple[Contrat, ...], emploi: str) -> list[Contrat]:
    """Those of one trade, or all of them."""
    return [c for c in contrats if emploi in ("", c.id)]


def contrat_absent(scene: Scene, who: str, i: int, mission: bool, emploi: str = "") -> Closed | None:
    found = en_paix(scene, "TN-10.91", who)
    if found is not None:
        return found
    contrats = de_cet_emploi(scene[who].affaires.contrats, emploi)
    if not 0 <= i < len(contrats):
        return Closed("TN-10.91", "{} a {} contrats en cours", (Someone(who), len(contrats)))
    if (contrats[i].genre == "mission") != mission:
        return Closed("TN-10.94", "Une mission se mène par étapes, un travail par demi-journées")
    return None


@rule("TN-10.89", "TN-10.91")
def en_retard(scene: Scene, c: Contrat) -> bool:
    """Later than its half-days and its slack allow (TN-U37)."""
    return scene.clock > c.pris + (c.duree + c.mou) * DEMI_JOURNEE


def changer(scene: Scene, who: str, avant: Contrat, apres: Contrat | None) -> Scene:
    a = scene[who].affaires
    contrats = [apres if c is avant else c for c in a.contrats]
    return avec(scene, who, replace(a, contrats=tuple([c for c in contrats if c is not None])))


@rule("TN-10.91", "TN-10.90", "TN-10.98")
def rendre(scene: Scene, oracle: Oracle, who: str, c: Contrat, en_jeu: bool) -> Scene:
    """A contract is done: it is paid if it is not late, and talked about."""
    scene = changer(scene, who, c, None)
    tard = en_retard(scene, c)
    terms = gain(c, en_jeu)
    bien = not tard and total(terms) > 0
    facts = ("quoi", EMPLOIS[c.id].nom), ("valides", c.valides), ("segments", c.duree), ("reussi", bien)
    oracle.tell(Event("contrat_rendu", who, "", "TN-10.91", (), (*facts, ("en_retard", tard))))
    if bien:
        scene = payer(scene, oracle, who, terms, "TN-10.91", EMPLOIS[c.id].nom)
    return evoluer(scene, oracle, who, scene.lieu.nom, 1 if bien else -1)


@rule("TN-10.84", "TN-10.91")
class Travailler(Action, frozen=True, tag="honorer_contrat"):
    """Half a day of a contract: a test of its skill; at the end it is paid, twice if it was done in play."""

    contrat: int = 0  # of several alike the how-manieth; where no trade is named, of all there are
    en_jeu: bool = False
    emploi: str = ""

    asks: ClassVar[bool] = True
    rank = 87
    offers: ClassVar[dict[str, dict[str, str]]] = {"emploi": NOMS}
    looks: ClassVar = {"reussi": lambda before, after, events: any(e.what == "test" and e["reussi"] for e in events)}

    def key(self) -> str:
        return f"{super().key()}.emploi" if self.emploi else super().key()

    def closed(self, scene: Scene) -> Closed | None:
        found = contrat_absent(scene, self.actor, self.contrat, False, self.emploi)
        if found is not None:
            return found
        p = scene[self.actor]
        e = EMPLOIS[de_cet_emploi(p.affaires.contrats, self.emploi)[self.contrat].id]
        of = e.attribut, e.competence, e.groupe
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        scene = laisser_passer(scene, oracle, LONG)
        c = de_cet_emploi(scene[who].affaires.contrats, self.emploi)[self.contrat]
        e = EMPLOIS[c.id]
        f = figures(scene, scene[who], e.attribut, e.competence, e.groupe)
        scene, r = tester(scene, oracle, f, (difficulte(c.categorie),))
        apres = replace(c, faits=c.faits + 1, valides=c.valides + r.reussi, degres=c.degres + r.dr)
        scene = changer(scene, who, c, apres)
        p = scene[who]
        scene = scene.put(replace(p, usages={**p.usages, "travail": scene.jour}))
        return rendre(scene, oracle, who, apres, self.en_jeu) if apres.faits >= apres.duree else scene


@rule("TN-10.91")
class ExercerSonMetier(Action, frozen=True, tag="exercer_son_metier"):
    """A stable job: no search, two half-days on each of up to six days, paid as they come."""

    emploi: str
    categorie: Annotated[int, Meta(ge=1, le=6)] = 1
    jours: Annotated[int, Meta(ge=1, le=6)] = 5

    master = True
    rank = 89
    offers: ClassVar[dict[str, dict[str, str]]] = {"emploi": {id: EMPLOIS[id].nom for id in TRAVAUX}}

    def closed(self, scene: Scene) -> Closed | None:
        found = en_paix(scene, "TN-10.91", self.actor)
        if found is not None:
            return found
        if self.emploi not in TRAVAUX:
            return Closed("TN-10.85", "Pas de métier « {} »", (Typed(self.emploi),))
        e, p = EMPLOIS[self.emploi], scene[self.actor]
        of = e.attribut, e.competence, e.groupe
        return (
            hors_bornes("TN-10.86", "Catégorie", self.categorie, 1, 6)
            or hors_bornes("TN-10.91", "Jours", self.jours, 1, 6)
            or refuse(scene, p, *of, Essai(p, scene, None, *of))
        )

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        e, valides, degres = EMPLOIS[self.emploi], 0, 0
        for _ in range(2 * self.jours):
            f = figures(scene, scene[self.actor], e.attribut, e.competence, e.groupe)
            scene, r = tester(scene, oracle, f, (difficulte(self.categorie),))
            valides, degres = valides + r.reussi, degres + r.dr
        scene = laisser_passer(scene, oracle, self.jours * JOUR)
        terms = remuneration(e.ratio, self.categorie, valides, degres)
        return payer(scene, oracle, self.actor, terms, "TN-10.91", e.nom) if total(terms) else scene


# ---------------------------------------------------------------- quick missions


@rule("TN-10.94", "TN-10.95", "TN-10.96")
class MenerMission(Action, frozen=True, tag="mener_mission"):
    """A step of a mission: a test of the skill it calls for, or of another that fits less, at a désavantage."""

    contrat: int = 0
    competence: str = ""  # "": the one that is called for
    en_jeu: bool = False
    emploi: str = ""

    asks: ClassVar[bool] = True
    rank = 87
    offers: ClassVar[dict[str, dict[str, str]]] = {"emploi": NOMS}
    looks: ClassVar = Travailler.looks

    def key(self) -> str:
        return f"{super().key()}.emploi" if self.emploi else super().key()

    def attendue(self, scene: Scene) -> str:
        c = de_cet_emploi(scene[self.actor].affaires.contrats, self.emploi)[self.contrat]
        return EMPLOIS[c.id].etapes[c.faits]

    def of(self, scene: Scene) -> tuple[str, str, str]:
        competence = self.competence or self.attendue(scene)
        groupe = en_defaut(scene[self.actor], competence)
        return premier(groupe, competence), competence, groupe

    def closed(self, scene: Scene) -> Closed | None:
        found = contrat_absent(scene, self.actor, self.contrat, True, self.emploi)
        if found is not None:
            return found
        p, of = scene[self.actor], self.of(scene)
        if not of[0]:
            return Closed("TN-0.4", "Compétence inconnue : {}", (Typed(self.competence),))
        return refuse(scene, p, *of, Essai(p, scene, None, *of))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        who = self.actor
        duree = de_cet_emploi(scene[who].affaires.contrats, self.emploi)[self.contrat].duree
        scene = laisser_passer(scene, oracle, LONG // duree)
        c = de_cet_emploi(scene[who].affaires.contrats, self.emploi)[self.contrat]
        net: Terms = (("Moins adaptée", -1, "TN-10.95"),) if self.of(scene)[1] != self.attendue(scene) else ()
        dd = difficulte(c.categorie)
        scene, r = tester(scene, oracle, figures(scene, scene[who], *self.of(scene), net=net), (dd,))
        apres = replace(
            c, faits=c.faits + 1, valides=c.valides + r.reussi, degres=c.degres + r.dr, echecs=c.echecs + (not r.reussi)
        )
        scene = changer(scene, who, c, apres)
        if not r.reussi:
            scene = monter_le_stress(scene, oracle, who, difficulte_du_sang_froid(dd, scene.options))
        finie = apres.faits >= apres.duree or apres.echecs >= RATES
        return achever(scene, oracle, who, apres, self.en_jeu) if finie else scene


@rule("TN-10.96")
def issue(c: Contrat) -> str:
    """Clean without a failure, with complications at one, failed at two."""
    return ("réussie proprement", "réussie avec complications", "échouée")[min(RATES, c.echecs)]


@rule("TN-10.96")
def achever(scene: Scene, oracle: Oracle, who: str, c: Contrat, en_jeu: bool) -> Scene:
    """What a mission comes to: its pay, or nothing at all."""
    oracle.tell(Event("mission", who, "", "TN-10.96", (), (("quoi", EMPLOIS[c.id].nom), ("issue", issue(c)))))
    if c.echecs < RATES:
        return rendre(scene, oracle, who, c, en_jeu)
    return evoluer(changer(scene, who, c, None), oracle, who, scene.lieu.nom, -1)


ACTIONS = (SituerLaScene, ChercherContrats, PrendreContrat, Travailler, MenerMission, ExercerSonMetier)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    if scene.encounter is not None or scene.rixe is not None:
        return
    a = p.affaires
    for ampleur in AMPLEURS:
        yield ChercherContrats(p.id, ampleur)
    yield ChercherContrats(p.id, quoi="missions")
    yield from (PrendreContrat(p.id, rang, emploi=c.id) for c, rang in ranges(a.offres))
    for c, rang in ranges(a.contrats):
        kind = MenerMission if c.genre == "mission" else Travailler
        yield kind(p.id, rang, emploi=c.id)
    yield SituerLaScene(p.id)


def ranges(contrats: tuple[Contrat, ...]) -> Iterator[tuple[Contrat, int]]:
    """Each with its rank among those of its trade."""
    vus: dict[str, int] = {}
    for c in contrats:
        vus[c.id] = vus.get(c.id, -1) + 1
        yield c, vus[c.id]
