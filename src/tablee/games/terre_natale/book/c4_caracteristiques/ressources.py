"""Resources: what is lost and regained of them, what is temporary, and the states they put one in."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Typed
from tablee.kernel.tally import Term, Terms, total

from ...model.caracteristiques import RESSOURCES_NOMMEES
from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.sums import RESSOURCES
from ..c0_tests.actions import absent, hors_bornes

MORT_PAR_SPIRITUALITE = "mort_par_spiritualite"
SWITCHES = (Switch(MORT_PAR_SPIRITUALITE, "TN-4.10.1"),)

SOUS_ZERO = ("PV", "PS", "PE")  # karma and chi are never negative (TN-4.20, TN-4.21)
ETATS = {
    "hors_etat_physique": ("hors d'état physique", "TN-4.4"),
    "hors_etat_mental": ("hors d'état mental", "TN-4.9"),
    "epuise": ("épuisé", "TN-4.14"),
    "agonie": ("agonisant", "TN-8.330"),
    "etat_de_choc": ("en état de choc", "TN-8.235"),
    "resigne": ("résigné", "TN-4.10"),
    "ko": ("KO", "TN-4.15"),
    "incapacite_physique": ("hors d'action physique", "TN-4.45"),
    "incapacite_mental": ("hors d'action mentale", "TN-4.46"),
    "vaincu": ("vaincu", "TN-8.426"),
    "hors_service": ("hors service", "TN-9.142"),
    "mort": ("mort", "TN-4.5"),
}


def nom_de(ressource: str) -> str:
    """What players call a resource."""
    return RESSOURCES_NOMMEES[ressource].nom


# ---------------------------------------------------------------- states


@rule("TN-4.10", "TN-4.10.1")
def est_mort(scene: Scene, p: Personnage) -> bool:
    """Dead by vitality or lésions; by the option by spirituality too, which else leaves one résigné."""
    return "mort" in p.etats or ("resigne" in p.etats and MORT_PAR_SPIRITUALITE in scene.options)


@rule("TN-4.4", "TN-4.26")
@EFFECTS.on("net:physique", "net:initiative", of="hors_etat_physique")
def hors_etat_physique(c: Essai) -> Term:
    """No vitality left: a désavantage on physical tests, and on initiative."""
    return "Hors d'état physique", -1, "TN-4.4"


@rule("TN-4.9", "TN-4.26")
@EFFECTS.on("net:mental", "net:initiative", of="hors_etat_mental")
def hors_etat_mental(c: Essai) -> Term:
    """No spirituality left: a désavantage on mental tests, and on initiative."""
    return "Hors d'état mental", -1, "TN-4.9"


@rule("TN-4.15")
@EFFECTS.on("interdit", of="ko")
def sans_connaissance(c: Essai) -> Term:
    """KO: no action of any kind."""
    return "KO : sans connaissance, aucune action", 1, "TN-4.15"


@rule("TN-4.10")
@EFFECTS.on("interdit:mental", of="resigne")
def resigne(c: Essai) -> Term:
    """Résigné: nothing social or mental."""
    return "Résigné : rien de social ni de mental", 1, "TN-4.10"


@rule("TN-4.5", "TN-4.44")
@EFFECTS.on("interdit", of="mort")
def mort(c: Essai) -> Term:
    return "Mort : aucune action", 1, "TN-4.5"


@rule("TN-4.10.1")
@EFFECTS.on("interdit", of="resigne")
def mort_de_l_esprit(c: Essai) -> Term | None:
    """By the option whoever would be résigné is dead."""
    par_option = c.scene is not None and MORT_PAR_SPIRITUALITE in c.scene.options
    return ("Mort : aucune action", 1, "TN-4.10.1") if par_option else None


def devenir(scene: Scene, oracle: Oracle, apres: Personnage) -> Scene:
    """Somebody as he is now; the states he has come into or out of are told."""
    avant = scene[apres.id].etats
    scene = scene.put(apres)
    if avant == apres.etats:
        return scene
    for etat, (nom, regle) in ETATS.items():
        if (etat in avant) != (etat in apres.etats):
            if etat == "resigne" and est_mort(scene, apres):
                nom, regle = "mort", "TN-4.10.1"
            elif etat == "mort" and apres.emporte:
                regle = "TN-10.7"  # of disease
            elif etat == "mort" and apres.reste("PV") > -apres.fiche.maxima["PV"]:
                regle = "TN-4.44"  # by lésions
            what = "etat" if etat in apres.etats else "etat_fini"
            oracle.tell(Event(what, apres.id, "", regle, (), (("etat", nom),)))
    return scene


# ---------------------------------------------------------------- losing and regaining


@rule("TN-4.13", "TN-4.20", "TN-4.21", "TN-4.29")
def perdre(scene: Scene, oracle: Oracle, who: str, ressource: str, terms: Terms, regle: str) -> Scene:
    """So much is lost; what is temporary goes first. Karma and chi end at 0, the others do not."""
    p = scene[who]
    trop = total(terms) - p.disponible(ressource)
    if trop > 0 and ressource not in SOUS_ZERO:
        terms += (("Minimum 0", -trop, regle),)
    n = total(terms)
    if n <= 0:
        return scene
    apres = p.sans(ressource, n)
    facts = ("ressource", nom_de(ressource)), ("points", n), ("reste", apres.disponible(ressource))
    oracle.tell(Event("perte", who, "", regle, terms, facts))
    return devenir(scene, oracle, apres)


def regagner(scene: Scene, oracle: Oracle, who: str, ressource: str, terms: Terms, regle: str) -> Scene:
    """So much comes back, up to the maximum."""
    p = scene[who]
    perdus = p.pertes.get(ressource, 0)
    if total(terms) > perdus:
        terms += (("Maximum", perdus - total(terms), regle),)
    n = total(terms)
    if n <= 0:
        return scene
    apres = replace(p, pertes={**p.pertes, ressource: perdus - n})
    facts = ("ressource", nom_de(ressource)), ("points", n), ("reste", apres.disponible(ressource))
    oracle.tell(Event("regain", who, "", regle, terms, facts))
    return devenir(scene, oracle, apres)


@rule("TN-4.27")
def gagner_temporaire(scene: Scene, oracle: Oracle, who: str, ressource: str, n: int) -> Scene:
    """Temporary points, of each resource no more than the résilience: what is above it is lost."""
    p = scene[who]
    deja = p.temporaires.get(ressource, 0)
    trop = min(n, max(0, deja + n - p.fiche.resilience))
    terms: Terms = (("Gain", n, "TN-4.29"),)
    terms += (("Résilience", -trop, "TN-4.27"),) if trop else ()
    gagnes = total(terms)
    facts = ("ressource", nom_de(ressource)), ("points", gagnes), ("reste", deja + gagnes)
    oracle.tell(Event("temporaire", who, "", "TN-4.27", terms, facts))
    return devenir(scene, oracle, replace(p, temporaires={**p.temporaires, ressource: deja + gagnes}))


@rule("TN-4.28")
def oublier_le_temporaire(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """At the end of a scene nothing temporary is left."""
    p = scene[who]
    perdus = tuple([nom_de(r) for r, n in p.temporaires.items() if n])
    if perdus:
        oracle.tell(Event("temporaires_finis", who, "", "TN-4.28", (), (("ressources", perdus),)))
    return devenir(scene, oracle, replace(p, temporaires={})) if p.temporaires else scene


# ---------------------------------------------------------------- what can be done


@rule("TN-4.23", "TN-4.30", "TN-4.31")
def pas_de_points(ressource: str) -> Closed | None:
    """A resource nobody has points of: unknown, of an extension, or one that only lives while it is used."""
    r = RESSOURCES_NOMMEES.get(ressource)
    if r is None:
        return Closed("TN-4.1", "Pas de ressource « {} »", (Typed(ressource),))
    if r.extension:
        return Closed("TN-4.31", "{} : ressource de l'extension {}", (r.nom, r.extension))
    if r.classe == "spéciale":
        return Closed("TN-4.23", "{} : elle n'existe que pendant son usage et n'a pas de maximum", (r.nom,))
    return None


CHOIX = {r: nom_de(r) for r in RESSOURCES}
TEMPORAIRES = {
    r.id: r.nom for r in RESSOURCES_NOMMEES.values() if r.classe in ("fondamentale", "temporaire") and not r.extension
}


class Compter(Action, frozen=True, tag="compter"):
    """Points of a resource, given or taken for whatever reason the game master has."""

    ressource: str
    n: int

    master = True
    rank = 90
    offers = {"ressource": CHOIX}

    def closed(self, scene: Scene) -> Closed | None:
        return (
            absent(scene, self.actor)
            or pas_de_points(self.ressource)
            or hors_bornes("TN-4.1", "Points", self.n, 1, 999)
            or self.refus(scene[self.actor], nom_de(self.ressource))
        )

    def refus(self, p: Personnage, nom: str) -> Closed | None:
        """Why not this resource, or not so much of it."""
        return None


@rule("TN-4.13", "TN-4.20", "TN-4.21")
class Perdre(Compter, frozen=True, tag="perdre"):
    """Somebody loses so much of a resource."""

    offers = {"ressource": CHOIX | TEMPORAIRES}

    def refus(self, p: Personnage, nom: str) -> Closed | None:
        la = p.disponible(self.ressource)
        if self.ressource in SOUS_ZERO or self.n <= la:
            return None
        regle = {"PK": "TN-4.20", "PC": "TN-4.21"}.get(self.ressource, "TN-4.27")
        return Closed(regle, "{} : {} requis, {} disponibles", (nom, self.n, la))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return perdre(scene, oracle, self.actor, self.ressource, (("Perte", self.n, "TN-4.13"),), "TN-4.13")


@rule("TN-4.1")
class Regagner(Compter, frozen=True, tag="regagner"):
    """Somebody regains so much of a resource, never above its maximum."""

    def refus(self, p: Personnage, nom: str) -> Closed | None:
        if self.ressource not in RESSOURCES:
            return Closed("TN-4.29", "{} n'est que temporaire", (nom,))
        return None if p.pertes.get(self.ressource) else Closed("TN-4.1", "{} : rien n'est perdu", (nom,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return regagner(scene, oracle, self.actor, self.ressource, (("Regain", self.n, "TN-4.1"),), "TN-4.1")


@rule("TN-4.27", "TN-4.29", "TN-4.30")
class GagnerTemporaire(Compter, frozen=True, tag="gagner_temporaire"):
    """Temporary points of a fundamental resource, or of one that is only ever temporary."""

    rank = 91
    offers = {"ressource": TEMPORAIRES}

    def refus(self, p: Personnage, nom: str) -> Closed | None:
        return None if self.ressource in TEMPORAIRES else Closed("TN-4.29", "{} n'a pas de forme temporaire", (nom,))

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return gagner_temporaire(scene, oracle, self.actor, self.ressource, self.n)


ACTIONS = (Perdre, Regagner, GagnerTemporaire)


def offers(scene: Scene, p: Personnage) -> Iterator[Action]:
    for ressource in RESSOURCES:
        yield Perdre(p.id, ressource, 1)
        if p.pertes.get(ressource):
            yield Regagner(p.id, ressource, 1)
    yield GagnerTemporaire(p.id, "PE", 1)
