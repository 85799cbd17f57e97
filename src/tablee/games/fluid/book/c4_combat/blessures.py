"""Chapter 4, wounds: RES, wound Traits, where they lie, survival, and the shocks of the mind."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Amount, Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms

from ...model.effects import degre_du_sbire
from ...model.people import HEURE, JOUR, Personnage, Trait, reserve
from ...model.scene import Scene
from ...model.tables import RANGS, TABLES, rang
from ..c3_tests.des import Regle, au_plus, explosions
from ..c3_tests.tests import Epreuve, Issue, Ligne, depenser, entamer, fact, faire_un_test, nom_libre, reussi, tenter

Lieu = tuple[str, str]  # zone, and where it is in words
Plaie = tuple[str, str, int]  # and the value of the wound


class Impact(NamedTuple):
    """Who strikes, at which part of the body, how far from the one the die names; `lieu`: where, if it was rolled."""

    par: str = ""
    viser: str = ""
    decalage: int = 0
    lieu: Lieu | None = None


NULLE_PART = Impact()

# ---------------------------------------------------------------- RES, then wounds


@rule("FLU-4.43", "FLU-4.44", "FLU-4.66")
def blesser(scene: Scene, oracle: Oracle, who: str, points: int, impact: Impact = NULLE_PART) -> Scene:
    """Damage comes off RES; what goes beyond becomes a wound."""
    p = scene.people[who]
    if p.etat in ("mort", "hors_jeu"):
        return scene
    if p.fiche.sbire:
        return blesser_un_sbire(scene, oracle, p, points)
    res = p.fiche.RES - p.res_perdue
    if points <= res:
        return scene.put(replace(p, res_perdue=p.res_perdue + points))
    par = impact.par or who
    plaies = ou_cela_touche(scene, oracle, par, impact, points - res if res > 0 else points)
    if scene.options.degats_simplifies:
        return blesser_simplement(scene, oracle, p, points, plaies)
    p = replace(p, res_perdue=p.fiche.RES, traits=p.traits + marquer(oracle, p, plaies))
    n = desavantages_de_survie(p, plaies)
    return survivre(scene, oracle, p, n) if n > 0 else scene.put(p)


@rule("FLU-4.44", "FLU-4.49")
def marquer(oracle: Oracle, p: Personnage, plaies: list[Plaie]) -> tuple[Trait, ...]:
    """Each wound is a negative Trait of its own; more than 10 points at once destroy the part."""
    traits: tuple[Trait, ...] = ()
    for zone, ou, valeur in plaies:
        detruit = valeur > 10
        nom = "Perte" if detruit else "Blessure"
        nom = nom_libre(p, f"{nom} {ou}" if ou else nom, traits)
        trait = Trait(nom, valeur, negatif=True, origine="blessure", zone=zone, definitif=detruit)
        traits = (*traits, trait)
        facts = (("trait", nom), ("valeur", valeur), ("detruit", detruit))
        oracle.tell(Event("blessure", p.id, "", "FLU-4.49" if detruit else "FLU-4.44", (), facts))
    return traits


@rule("FLU-4.47", "FLU-4.48")
def desavantages_de_survie(p: Personnage, plaies: list[Plaie]) -> int:
    """How hard the survival test is: wounds beyond the RES score, or a new one beyond 5; the larger of the two."""
    n = -p.fiche.RES
    for t in p.traits:
        if t.origine == "blessure":
            n += t.valeur
    for _, _, valeur in plaies:
        if valeur - 5 > n:
            n = valeur - 5
    return n


@rule("FLU-4.66")
def blesser_un_sbire(scene: Scene, oracle: Oracle, p: Personnage, points: int) -> Scene:
    """A sbire is out when its RES reaches 0, unless the MJ grants it a survival test."""
    reste = p.res - points
    p = replace(p, res_perdue=min(p.fiche.RES, p.res_perdue + points))
    if reste > 0:
        return scene.put(p)
    if scene.options.survie_des_sbires and not scene.options.degats_simplifies:
        return survivre(scene.put(p), oracle, p, -reste)
    oracle.tell(Event("hors_jeu", p.id, "", "FLU-4.66"))
    return scene.put(replace(p, etat="hors_jeu"))


@rule("FLU-4.55")
def blesser_simplement(scene: Scene, oracle: Oracle, p: Personnage, points: int, plaies: list[Plaie]) -> Scene:
    """With the option RES goes below zero, each such loss is a wound too, and death comes at minus the RES score."""
    p = replace(p, res_perdue=p.res_perdue + points, traits=p.traits + marquer(oracle, p, plaies))
    if p.res <= -p.fiche.RES:
        return mourir(scene, oracle, p, 0, "FLU-4.55")
    return scene.put(p)


def mourir(scene: Scene, oracle: Oracle, p: Personnage, n: int, regle: str) -> Scene:
    """Dead without a test."""
    oracle.tell(Event("survie", p.id, "", regle, (), (("issue", "mort"), ("dit", DIT["mort"]), ("n", n))))
    return scene.put(consequence(p, "mort", n, scene.clock))


# ---------------------------------------------------------------- where it hits


@rule("FLU-4.17", "FLU-4.45")
def ou_cela_touche(scene: Scene, oracle: Oracle, par: str, impact: Impact, points: int) -> list[Plaie]:
    """The part aimed at, the part the die names, or simply a wound."""
    zone = TABLES.zone.get(impact.viser)
    if zone is not None and impact.viser not in CHOSES_VISEES:
        return [(impact.viser, zone.nom, points)]
    if not (scene.options.localisation or scene.options.viser_localisation):
        return [("", "", points)]
    lieu = impact.lieu or localiser(oracle, par, impact.decalage)
    return [(*lieu, points)] if lieu[0] != "deux" else en_deux_endroits(oracle, par, points)


CHOSES_VISEES = ("arme", "bouclier")  # no part of the body


@lru_cache(64)
def decalages(face: int, n: int) -> tuple[Option, ...]:
    """The places within reach of the die, the one rolled first."""
    faces = sorted({min(max(face + d, 1), 10) for d in range(-n, n + 1)}, key=lambda f: (abs(f - face), f))
    return tuple(Option(f, TABLES.localisation[f - 1].nom) for f in faces)


ENDROITS = tuple(Option(z.zone, z.nom) for z in dict.fromkeys(TABLES.localisation) if z.zone not in ("choix", "deux"))


@rule("FLU-4.45", "FLU-4.46")
def localiser(oracle: Oracle, par: str, decalage: int = 0) -> Lieu:
    """The localisation die, shifted by the one who aimed once he has seen it; 9 leaves the choice to the attacker."""
    face = oracle.of(par).d(10, "localisation")
    if decalage:
        question = Question(par, "flu.decalage", "FLU-4.46", decalages(face, decalage), (("face", face),))
        face = int(oracle.ask(question).id)
    lieu = TABLES.localisation[face - 1]
    if lieu.zone == "choix":
        choix = oracle.ask(Question(par, "flu.endroit", "FLU-4.45", ENDROITS))
        return str(choix.id), str(choix.label)
    return lieu.zone, lieu.nom


def en_deux_endroits(oracle: Oracle, par: str, points: int) -> list[Plaie]:
    """A 10: two places, and the attacker splits the damage."""
    lieux: list[Lieu] = []
    while len(lieux) < 2:
        lieu = localiser(oracle, par)
        if lieu[0] != "deux":
            lieux.append(lieu)
    if lieux[0] == lieux[1]:  # the same place twice: one wound
        return [(*lieux[0], points)]
    montre = (("points", points), ("premier", lieux[0][1]), ("second", lieux[1][1]))
    part = int(oracle.ask(Question(par, "flu.deux_endroits", "FLU-4.45", Amount(0, points), montre)).id)
    parts = (points - part, part)
    return [(*lieu, n) for lieu, n in zip(lieux, parts, strict=True) if n]


# ---------------------------------------------------------------- survival


class Survie(msgspec.Struct, frozen=True, gc=False):
    """Where a survival test leaves its maker, and what he gave for it."""

    issue: str
    depenses: tuple[tuple[str, int], ...] = ()
    trait: int = 0


ISSUES = ("mort", "hémorragie", "coma", "inconscient", "volonté", "actif", "actif", "adrénaline")  # by rank
DIT = {
    "mort": "meurt",
    "hémorragie": "perd son sang",
    "hémorragie et coma": "tombe dans le coma et perd son sang",
    "coma": "tombe dans le coma",
    "inconscient": "perd connaissance",
    "actif": "tient bon",
    "adrénaline": "tient bon grâce à l'adrénaline",
}


SAIGNENT, COMATEUX = ("hémorragie", "hémorragie et coma"), ("coma", "hémorragie et coma")


@rule("FLU-4.50")
@chance
def test_de_survie(oracle: Oracle, con: Ligne, vol: Ligne, regle: Regle) -> Survie:
    """A test of CON; some ranks ask for a test of VOL under the same Désavantages."""
    con = en_points(oracle, con)
    fait = tenter(oracle, con, regle, False, False)
    issue = ISSUES[rang(fait.total)]
    oracle.tell(dit_du_test("jet_survie", con, fait))
    depenses = fait.apres.depenses
    if issue in ("hémorragie", "volonté"):
        vol = en_points(oracle, entamer(vol, depenses))
        second = tenter(oracle, vol, regle, False, False)
        oracle.tell(dit_du_test("jet_volonte", vol, second))
        depenses += second.apres.depenses
        tient = reussi(second.total)
        if issue == "volonté":
            issue = "actif" if tient else "inconscient"
        elif not tient:
            issue = "hémorragie et coma"
    return Survie(issue, depenses)


@rule("FLU-3.34", "FLU-4.50")
def en_points(oracle: Oracle, ligne: Ligne) -> Ligne:
    """The Désavantages of the wound are dice, unless who rolls takes some of them as points; a sbire is not asked."""
    if ligne.des >= 0 or not ligne.peut_payer:
        return ligne
    montre = (("desavantages", -ligne.des),)
    points = int(oracle.ask(Question(ligne.qui, "flu.en_points", "FLU-3.34", Amount(0, -ligne.des), montre)).id)
    return replace(ligne, fixe=ligne.fixe - points, des=ligne.des + points, points=-points) if points else ligne


def dit_du_test(what: str, ligne: Ligne, fait: Issue) -> Event:
    terms: Terms = (("Caractéristique", ligne.fixe - ligne.points, "FLU-4.50"), ("Dé", fait.de, "FLU-3.13"))
    if ligne.points:
        terms = (*terms, ("Désavantages en points", ligne.points, "FLU-3.34"))
    if fait.apres.bonus:
        terms = (*terms, ("Investi après le jet", fait.apres.bonus, "FLU-3.30"))
    facts = (("total", fait.total), ("rang", RANGS[rang(fait.total)].nom), ("des", ligne.des))
    return Event(what, ligne.qui, "", "FLU-4.50", terms, facts)


def ligne_de_survie(p: Personnage, carac: str, n: int) -> Ligne:
    """What RES is left, and the caractéristique itself, can still be drawn upon; a sbire has its degree instead."""
    valeur, n = p.carac(carac), au_plus(n)
    if p.fiche.sbire:
        return Ligne(p.id, valeur, degre_du_sbire(p) - n, peut_payer=False)
    res = p.res
    return Ligne(p.id, valeur, -n, res if res > 0 else 0, reserve(carac, valeur))


@rule("FLU-4.50", "FLU-4.51", "FLU-4.52", "FLU-4.53")
def survivre(scene: Scene, oracle: Oracle, p: Personnage, n: int) -> Scene:
    """The survival test, and the state it leaves one in."""
    if p.adrenaline:
        oracle.tell(Event("adrenaline", p.id, "", "FLU-4.53"))
        return scene.put(replace(p, adrenaline=False))
    con, vol = ligne_de_survie(p, "CON", n), ligne_de_survie(p, "VOL", n)
    survie = test_de_survie(oracle, con, vol, explosions(scene.options))
    facts = (("issue", survie.issue), ("dit", DIT[survie.issue]), ("n", n))
    oracle.tell(Event("survie", p.id, "", "FLU-4.50", (), facts))
    if survie.depenses:
        p = depenser(p, survie.depenses)
    p = consequence(p, survie.issue, n, scene.clock)
    return scene.put(p if scene.encounter is not None else replace(p, adrenaline=False))


@rule("FLU-4.50", "FLU-4.51", "FLU-4.52", "FLU-4.53")
def consequence(p: Personnage, issue: str, n: int, horloge: int) -> Personnage:
    """Death, bleeding, coma for n days, unconsciousness for n hours, or nothing worse than the wound."""
    if issue == "mort":
        return replace(p, etat="mort", hemorragie=0, reveil=None)
    duree = n if n > 1 else 1
    if issue in SAIGNENT:
        p = replace(p, hemorragie=max(p.hemorragie, n) + 1)
    elif p.hemorragie:
        p = replace(p, hemorragie=0)
    if issue in COMATEUX:
        return endormir(p, "coma", n, horloge + duree * JOUR)
    if issue == "inconscient":
        return endormir(p, "inconscient", n, horloge + duree * HEURE)
    return replace(p, adrenaline=True) if issue == "adrénaline" else p


def endormir(p: Personnage, etat: str, n: int, reveil: int) -> Personnage:
    """Out until that moment; a coma is never shortened by a faint."""
    if p.reveil is not None and (p.etat == "coma" or p.etat == etat):
        return replace(p, survie=n, reveil=max(p.reveil, reveil))
    return replace(p, etat="coma" if etat == "coma" else "inconscient", survie=n, reveil=reveil)


EXSANGUE = 100  # Désavantages: the book sets no end to a bleeding, and with some options no roll would


@rule("FLU-4.51")
def saigner(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Each round a bleeding victim makes another, harder survival test, until nothing could save him."""
    p = scene[who]
    if p.hemorragie > EXSANGUE:
        return mourir(scene, oracle, p, p.hemorragie, "FLU-4.51")
    return survivre(scene, oracle, p, p.hemorragie)


# ---------------------------------------------------------------- the mind


@rule("FLU-4.56", "FLU-4.57")
class SubirChoc(Epreuve, frozen=True, tag="choc"):
    """A psychic shock: a test, and what it misses by comes off SAN; beyond 0 it leaves a Trait."""

    evenement: str = "Choc"

    esprit = True
    looks = {
        "resiste": lambda b, a, ev: fact("total")(b, a, ev) >= 10,
        "san_perdue": lambda b, a, ev: max(0, 10 - fact("total")(b, a, ev)),
    }

    def closed(self, scene: Scene) -> Closed | None:
        if not self.evenement.strip():
            return Closed("FLU-4.57", "Il faut nommer ce qui a choqué")
        return super().closed(scene)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        scene, issue = faire_un_test(scene, oracle, self)
        return perdre_la_raison(scene, oracle, self.actor, max(0, 10 - issue.total), self.evenement)


@rule("FLU-4.56", "FLU-4.57")
def perdre_la_raison(scene: Scene, oracle: Oracle, who: str, points: int, evenement: str) -> Scene:
    """SAN first; the excess is a negative Trait named after what happened."""
    if not points:
        return scene
    p = scene[who]
    exces = max(0, points - p.san)
    p = replace(p, san_perdue=p.san_perdue + points - exces)
    facts = (("perte", points), ("exces", exces), ("san", p.san), ("evenement", evenement))
    oracle.tell(Event("choc", who, "", "FLU-4.56", (), facts))
    if exces:
        nom = nom_libre(p, evenement)
        p = replace(p, traits=(*p.traits, Trait(nom, exces, negatif=True, origine="psychique")))
        oracle.tell(Event("sequelle", who, "", "FLU-4.57", (), (("trait", nom), ("valeur", exces))))
    return scene.put(p)


ACTIONS = (SubirChoc,)
