"""Using magic: the one roll of a turn, its ND, the runes it gathers, what they cost; feeding spells."""

from __future__ import annotations

from typing import ClassVar, Literal

from msgspec.structs import replace

from tablee.kernel.action import Look
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Terms, total

from ...model.jets import Prepare, UsageVide
from ...model.people import Personnage, non_acquise
from ...model.runes import RUNES, Pouvoir
from ...model.scene import Scene, inconnu, tel
from ...model.tables import TOUR
from ..c5_tests.essai import hors_bornes, sans_vide
from ..c5_tests.figures import la_plus_faible, penalites, preparer
from ..c5_tests.jets import Resultat
from ..c5_tests.tests import Tente, issue, tester
from ..c7_fatigue.fatigue import cout_de_l_action, perdre_de_la_fatigue
from ..c10_attaque.attaquer import Attaquer
from ..c10_attaque.jets import jeter_une_fois, relance
from ..c10_modes import a_relever, bras_valides, competence_en_usage, competence_testee, immobilise, marge_du_blocage
from ..c10_tours.declarer import Declaration, pas_a_lui
from ..c10_tours.temps import ecouler
from .pouvoirs import agir
from .sortileges import disperser, finir, maintenus

Circonstances = Literal["", "calme", "combat", "tempete"]


NIVEAUX_DE_MAGIE: dict[str, tuple[str, int]] = {
    "calme": ("Lieu calme", 8),
    "combat": ("Au milieu d'un combat", 16),
    "tempete": ("En pleine tempête", 24),
}


RANG_SANS_GESTE = 5  # of Contrôle du Qì


Voulues = tuple[tuple[str, int], ...]


# ---------------------------------------------------------------- what hinders


@rule("YY-8.16", "YY-14.6")
def incapacites(p: Personnage) -> Terms:
    """One augmentation for each of the two activities a magician cannot perform: tracing, pronouncing."""
    terms: Terms = ()
    if "baillonne" in p.gene:
        terms = (*terms, ("Sans la parole", 1, "YY-8.16"))
    if "ligote" in p.gene or not bras_valides(p):
        terms = (*terms, ("Sans les gestes", 1, "YY-8.16"))
    return terms


@rule("YY-8.16", "YY-14.6")
def magie_empechee(p: Personnage) -> Closed | None:
    """Below rank 5 of Contrôle du Qì runes must be traced and pronounced."""
    manques = incapacites(p)
    if not manques or p.competence("controle_du_qi") >= RANG_SANS_GESTE:
        return None
    return Closed(
        "YY-8.16",
        "{} ne peut ni tracer ni prononcer librement les runes : il faut le rang {} de Contrôle du Qì",
        (Someone(p.id), RANG_SANS_GESTE),
    )


@rule("YY-8.1")
def sans_les_competences(p: Personnage, competences: tuple[str, ...]) -> Closed | None:
    """Contrôle du Qì and the skill of every rune used must have been acquired."""
    for c in ("controle_du_qi", *competences):
        manque = non_acquise(p, c)
        if manque is not None:
            return replace(manque, rule="YY-8.1")
    return None


def rune_inconnue(rune: str) -> Closed | None:
    if rune in RUNES:
        return None
    return knowing(Closed("YY-8.1", "« {} » n'est pas une rune", (rune,)), rune, RUNES)


def pouvoir_inconnu(scene: Scene, pouvoir: str) -> Closed | None:
    if pouvoir in scene.own.pouvoirs:
        return None
    return knowing(
        Closed("YY-14.12", "« {} » n'est pas un pouvoir des runes", (pouvoir,)),
        pouvoir,
        scene.own.pouvoirs,
    )


# ---------------------------------------------------------------- the turn of a magician


class Magie(Declaration, frozen=True):
    """A turn of magic: accumulating, casting, feeding spells. One test, whatever is done."""

    circonstances: Circonstances = ""  # by default calm out of fights, the middle of a fight in them
    vide: UsageVide = ""
    risquer: bool = False
    mod: int = 0

    magique: ClassVar[bool] = True
    looks: ClassVar[dict[str, Look]] = {
        "reussite": lambda b, a, ev: any(e.what == "magie" and e["reussi"] for e in ev),
        "runes": lambda b, a, ev: sum(e["runes"] for e in ev if e.what == "runes"),
    }

    def voulues(self, scene: Scene) -> Voulues:
        """The runes to take this turn if the margin allows, the first wanted first."""
        return ()

    def pouvoirs(self, scene: Scene) -> tuple[Pouvoir, ...]:
        """The powers this is done for."""
        return ()

    def runes_employees(self, scene: Scene) -> tuple[str, ...]:
        """The kinds of runes drawn on this turn, beside those of the spells fed."""
        return tuple(r for r, _ in self.voulues(scene))

    def aboutir(self, scene: Scene, oracle: Oracle, r: Resultat) -> Scene:
        """What a success leads to, once the runes are taken."""
        return scene

    def score(self, scene: Scene, p: Personnage) -> tuple[Prepare, str]:
        competence = la_plus_faible(p, competences_du_tour(scene, p, self), "melee")
        plus = [*penalites(p, competence), *gene_du_tour(scene, self)]
        return preparer(p, competence, plus, self.vide, "melee"), competence

    def empechee(self, scene: Scene) -> Closed | None:
        return magie_empechee(tel(scene, self.actor))

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        scene = tour_suivant(scene, oracle, self.actor)
        if scene.encounter is None and not scene[self.actor].conscient:
            return scene
        scene, r = eprouver_la_magie(scene, oracle, self)
        scene = se_concentrer(scene, oracle, self.actor, r)
        prises: Voulues = ()
        if r.reussi:
            scene, prises = accumuler(scene, oracle, self, r.marge)
        debout = scene[self.actor].conscient
        scene = payer_les_runes(scene, oracle, self.actor, sum(n for _, n in prises))
        if r.reussi and debout == scene[self.actor].conscient:  # one may fall from exhaustion, not from a blow as fast
            scene = self.aboutir(scene, oracle, r)
        return scene


def tour_suivant(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """Out of fights a turn lasts until a magician who has used magic in it does so again: several share it."""
    if scene.encounter is None and scene[who].incante == scene.clock:
        return ecouler(scene, oracle, TOUR)
    return scene


def refus_de_magie(scene: Scene, a: Magie) -> Closed | None:
    """What any turn of magic demands. The runes it names must be known."""
    absent = pas_a_lui(scene, a.actor) or immobilise(scene, a.actor) or a_relever(scene[a.actor])
    if absent is not None:
        return absent
    p = scene[a.actor]
    if a.circonstances not in ("", *NIVEAUX_DE_MAGIE):
        return Closed("YY-8.19", "Circonstances inconnues : « {} »", (a.circonstances,))
    if scene.encounter is not None and a.circonstances == "calme":
        return Closed("YY-8.19", "Un combat n'est pas un lieu calme")
    competences = tuple(RUNES[r].competence for r in a.runes_employees(scene))
    return (
        sans_les_competences(p, competences)
        or magie_empechee(p)
        or sans_vide(p, 1 if a.vide else 0)
        or (Closed("YY-5.17", "Usage du vide inconnu") if a.vide not in ("", "relance", "bonus") else None)
        or hors_bornes(a.mod)
    )


# ---------------------------------------------------------------- the roll


@rule("YY-8.19", "YY-10.10")
def assaillants_du_magicien(scene: Scene, who: str) -> tuple[Attaquer, ...]:
    """Those who have declared an attack on the magician and can still carry it out."""
    combat = scene.encounter
    if combat is None:
        return ()
    return tuple(
        a
        for a in combat.declarations.values()
        if isinstance(a, Attaquer) and a.cible == who and scene[a.actor].conscient
    )


def gene_du_tour(scene: Scene, a: Magie) -> Terms:
    """Circumstances from the MJ, a weapon locked with another."""
    terms: Terms = (("Circonstances", a.mod, "YY-5.1"),) if a.mod else ()
    marge = marge_du_blocage(scene, a.actor)
    return (*terms, ("Arme bloquée", -marge, "YY-11.8")) if marge else terms


@rule("YY-8.17", "YY-8.19", "YY-5.3", "YY-10.10")
def competences_du_tour(scene: Scene, p: Personnage, a: Magie) -> tuple[str, ...]:
    """All the skills used: Contrôle du Qì, the runes drawn on and fed; engaged, a martial one too, or Réflexes."""
    runes = [*a.runes_employees(scene), *(e for s in maintenus(scene, p.id) for e in s.elements)]
    competences = ["controle_du_qi", *(RUNES[r].competence for r in runes)]
    if assaillants_du_magicien(scene, p.id):
        martiale, _ = competence_en_usage(scene, p)
        competences.append(competence_testee(p, martiale) if martiale else "reflexes")
    return tuple(dict.fromkeys(competences))


@rule("YY-8.19")
def nd_de_la_magie(scene: Scene, a: Magie, score: int | None = None) -> Terms:
    """By circumstances, or the best score of those who attack; more for the hardest power in use and each inability."""
    p = scene[a.actor]
    pouvoirs = [*a.pouvoirs(scene), *(scene.own.pouvoirs[s.pouvoir] for s in maintenus(scene, p.id) if s.pouvoir)]
    fixe = max((x.nd_fixe for x in a.pouvoirs(scene)), default=0)
    if score is not None:
        base = ("Score de l'assaillant", score)
    elif fixe:
        base = ("ND du pouvoir", fixe)
    else:
        base = NIVEAUX_DE_MAGIE[a.circonstances or ("calme" if scene.encounter is None else "combat")]
    terms: Terms = ((*base, "YY-8.19"),)
    dur = max((x.nd for x in pouvoirs), default=0)
    if dur:
        terms = (*terms, ("Pouvoir", dur, "YY-14.12"))
    return (*terms, *incapacites(p))


@rule("YY-8.17", "YY-8.19")
def eprouver_la_magie(scene: Scene, oracle: Oracle, a: Magie) -> tuple[Scene, Resultat]:
    """The one test of the turn; nobody veils his Qì while he uses magic."""
    contre = assaillants_du_magicien(scene, a.actor)
    if contre:
        scene, r, terms = magie_en_plein_combat(scene, oracle, a, contre)
    else:
        p = scene[a.actor]
        terms = nd_de_la_magie(scene, a)
        competence = la_plus_faible(p, competences_du_tour(scene, p, a), "melee")
        plus = gene_du_tour(scene, a)
        scene, r = tester(scene, oracle, a.actor, Tente(competence, total(terms), plus, a.vide, a.risquer, "melee"))
    facts = (("issue", issue(r)), ("marge", abs(r.marge)), ("nd", total(terms)), ("reussi", r.reussi))
    oracle.tell(Event("magie", a.actor, "", "YY-8.17", terms, facts))
    p = scene[a.actor]
    return scene.put(replace(p, incante=scene.clock, voile=None)), r


@rule("YY-8.19", "YY-10.22")
def magie_en_plein_combat(
    scene: Scene, oracle: Oracle, a: Magie, contre: tuple[Attaquer, ...]
) -> tuple[Scene, Resultat, Terms]:
    """Engaged, the ND is the best score of the assailants; a désastre of theirs is no score at all."""
    scores = []
    for x in contre:
        scene, jet = jeter_une_fois(scene, oracle, x)
        if not jet.desastre:
            scores.append(jet.total)
    terms = nd_de_la_magie(scene, a, max(scores, default=None))
    nd = total(terms)
    scene, mien = jeter_une_fois(scene, oracle, a)
    if mien.peut_relancer and (mien.desastre or mien.total < nd):
        scene, mien = relance(scene, oracle, mien)
    reussi = not mien.desastre and mien.total >= nd
    marge = mien.total - nd if reussi else min(-1, mien.total - nd)
    return scene, Resultat(reussi, marge, mien.desastre, mien.exploits), terms


# ---------------------------------------------------------------- what comes of it


@rule("YY-8.2", "YY-8.17")
def se_concentrer(scene: Scene, oracle: Oracle, who: str, r: Resultat) -> Scene:
    """A success keeps the spells fed at work; a failure ends them, and a désastre scatters the runes too."""
    for sort in maintenus(scene, who):
        if sort.id not in scene.sorts:
            continue
        if r.reussi:
            scene = agir(scene, oracle, scene.sorts[sort.id])
        else:
            scene = finir(scene, oracle, sort.id, "la concentration se brise", "YY-8.2")
    return disperser(scene, oracle, who) if r.desastre else scene


@rule("YY-8.11", "YY-8.17")
def accumuler(scene: Scene, oracle: Oracle, a: Magie, marge: int) -> tuple[Scene, Voulues]:
    """As many runes as the margin at most, in the order they are wanted; the caster may stop at fewer."""
    reste, prises = marge, list[tuple[str, int]]()
    for rune, voulu in a.voulues(scene):
        n = min(voulu, reste)
        reste -= n
        if n > 0:
            prises.append((rune, n))
    if not prises:
        return scene, ()
    p = scene[a.actor]
    dur = max((x.nd for x in a.pouvoirs(scene)), default=0)
    nd = min(p.runes_nd, dur) if p.runes else dur
    runes = dict(p.runes)
    for rune, n in prises:
        runes[rune] = runes.get(rune, 0) + n
    terms: Terms = tuple((RUNES[rune].nom, n, "YY-8.17") for rune, n in prises)
    facts = (("runes", total(terms)), ("en_tout", sum(runes.values())))
    oracle.tell(Event("runes", p.id, "", "YY-8.17", terms, facts))
    return scene.put(replace(p, runes=runes, runes_nd=nd)), tuple(prises)


@rule("YY-8.18", "YY-8.20", "YY-7.4", "YY-7.5")
def cout_des_runes(scene: Scene, p: Personnage, runes: int) -> Terms:
    """1 point of fatigue a rune (2 with the option), and the surcharge; in a fight at least 1 all the same."""
    propre = runes * (2 if scene.options.rune_double else 1)
    terms = cout_de_l_action(p, propre)
    if scene.encounter is None and not propre:
        return ()
    label, n, _ = terms[0]
    return ((label, n, "YY-8.20" if scene.options.rune_double else "YY-8.18"), *terms[1:])


def payer_les_runes(scene: Scene, oracle: Oracle, who: str, runes: int) -> Scene:
    terms = cout_des_runes(scene, scene[who], runes)
    return perdre_de_la_fatigue(scene, oracle, who, total(terms), terms, "YY-8.18") if terms else scene


# ---------------------------------------------------------------- accumulating, feeding


@rule("YY-8.11", "YY-8.17")
class Accumuler(Magie, frozen=True, tag="accumuler"):
    """Draw runes for a spell to come, no more of each kind than wanted."""

    runes: Voulues = ()
    pouvoir: str = ""  # what they are for: its modifier counts now, and easier powers stay open

    looks: ClassVar[dict[str, Look]] = {
        "accumule": lambda b, a, ev: any(e.what == "runes" for e in ev),
        "runes": lambda b, a, ev: sum(e["runes"] for e in ev if e.what == "runes"),
    }

    def voulues(self, scene: Scene) -> Voulues:
        return self.runes

    def pouvoirs(self, scene: Scene) -> tuple[Pouvoir, ...]:
        return (scene.own.pouvoirs[self.pouvoir],) if self.pouvoir else ()

    def closed(self, scene: Scene) -> Closed | None:
        if not self.runes or any(not 1 <= n <= 50 for _, n in self.runes):
            return Closed("YY-8.11", "Il faut dire combien de runes de chaque sorte, de 1 à 50")
        if len({r for r, _ in self.runes}) < len(self.runes):
            return Closed("YY-8.11", "Chaque sorte de runes n'est nommée qu'une fois")
        for rune, _ in self.runes:
            if rune not in RUNES:
                return inconnu(scene, self.actor) or rune_inconnue(rune)
        if self.pouvoir and self.pouvoir not in scene.own.pouvoirs:
            return inconnu(scene, self.actor) or pouvoir_inconnu(scene, self.pouvoir)
        return refus_de_magie(scene, self)


@rule("YY-8.2", "YY-8.17")
class Maintenir(Magie, frozen=True, tag="maintenir"):
    """Feed the spells one maintains; out of fights for several turns in a row."""

    tours: int = 1

    looks: ClassVar[dict[str, Look]] = {
        "maintient": lambda b, a, ev: not any(e.what == "sort_fini" for e in ev),
    }

    def closed(self, scene: Scene) -> Closed | None:
        if not 1 <= self.tours <= 100:
            return Closed("YY-8.2", "De 1 à 100 tours, pas {}", (self.tours,))
        refus = refus_de_magie(scene, self)
        if refus is not None:
            return refus
        if scene.encounter is not None and self.tours > 1:
            return Closed("YY-10.6", "En combat on ne déclare qu'un tour à la fois")
        if not maintenus(scene, self.actor) and not scene[self.actor].runes:
            return Closed("YY-8.2", "{} n'alimente aucun sortilège", (Someone(self.actor),))
        return None

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        for _ in range(self.tours):
            scene = Magie.executer(self, scene, oracle)
            if not maintenus(scene, self.actor):
                break
        return scene


def rang_de_magie(p: Personnage, elements: tuple[str, ...]) -> int:
    """The rank of the rune skill, the lower of the two when runes are combined."""
    return min(p.competence(RUNES[e].competence) for e in elements)
