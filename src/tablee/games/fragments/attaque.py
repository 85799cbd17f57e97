"""Chapter 4, attacking: who can be reached with what, the roll and its bands, the damage and all it sets off."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Terms, total

from .agir import COUP, declencher, fin_du_coup, payer
from .calculs import (
    CRITIQUE,
    ECHEC,
    MANQUE,
    TOUCHE,
    Bandes,
    Coup,
    Tir,
    degats,
    efficacite,
    jet_d_attaque,
    jet_de_degats,
)
from .catalogue import AFFLICTIONS, MAUX, TECHNIQUES, Arme, Puissance, Technique
from .hexes import direction
from .jets import aide_employee, avantages, charges_fermees, impulser, regagner
from .plateau import voit
from .state import (
    Actif,
    Assaut,
    Unite,
    bonus_de,
    carac,
    esquive,
    immunise,
    inconnue,
    interdit,
    loin,
    surcharge,
    termes_de,
    termes_esquive,
    traits_de,
    types_de,
)
from .tables import ELEMENTS, JAMAIS
from .tours import finir_le_tour, pas_a_elle, tour_de
from .vie import affecter, perdre, soigner

if TYPE_CHECKING:
    from .scene import Scene

FLECHES_MAX = 5
SANS_SELLE = -40


class Botte(msgspec.Struct, frozen=True, gc=False):
    """One weapon as it is used now: its reach, its damage, its Puissance."""

    arme: Arme
    portee: tuple[int, int]
    degats: str
    pui: Puissance

    @property
    def magique(self) -> bool:
        return self.degats in ELEMENTS


@rule("FD-6.15")
def botte(arme: Arme, mode: str = "") -> Botte:
    """A weapon, or the other way to use a magic one."""
    m = arme.a_distance
    if mode == "distance" and m is not None:
        return Botte(arme, m.portee, m.degats, m.pui)
    return Botte(arme, arme.portee, arme.degats, arme.pui)


@rule("FD-6.9")
def portee(scene: Scene, u: Unite, b: Botte) -> tuple[int, int]:
    """The nearest and the furthest cell it reaches."""
    assaut = Assaut(b.arme.type, b.degats, b.magique, b.portee[1])  # a longer reach may be that of one weapon type only
    return b.portee[0], b.portee[1] + bonus_de(scene, u, "portee", None, assaut)


@rule("FD-6.24")
def malus_de_fleche(rang: int) -> int:
    """Cumulative disadvantage of the first, second, third arrow…: 0, -20, -50, -90."""
    return -sum(10 + 10 * i for i in range(1, rang))


# ---------------------------------------------------------------- precision


@rule("FD-4.16", "FD-4.17", "FD-6.14", "FD-6.18", "FD-6.38")
def termes_precision(scene: Scene, u: Unite, cible: Unite | None, b: Botte, assaut: Assaut, malus: int = 0) -> Terms:
    """PRE, HAB by mastery, the dodge of the target, advantages. Without a target: what does not dodge (support)."""
    arme = b.arme
    maitrise = u.fiche.maitrise(arme.type)
    if maitrise == JAMAIS:
        terms: Terms = ((arme.nom, arme.pre // 2, "FD-6.18"),)
    else:
        hab = carac(scene, u, "HAB", cible, assaut) * max(0, maitrise) // 2
        terms = ((arme.nom, arme.pre, "FD-4.16"), ("Habileté", hab, "FD-6.16"))
    terms += termes_de(scene, u, "precision", cible, assaut) + avantages(scene, u, attaque=True)
    if u.monture and not u.equipement.selle:
        terms += (("Sans selle", SANS_SELLE, "FD-6.38"),)
    if malus:
        terms += (("Flèche de plus", malus, "FD-6.24"),)
    if cible is not None and cible.conscient:
        terms += tuple((nom, -n, regle) for nom, n, regle in termes_esquive(scene, cible, u, assaut))
    return terms


def precision(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, malus: int = 0) -> int:
    """The same figure, quickly."""
    if u.aides or u.epuisement or u.monture:
        return total(termes_precision(scene, u, cible, b, assaut, malus))
    arme = b.arme
    maitrise = u.fiche.maitrise(arme.type)
    if maitrise == JAMAIS:
        base = arme.pre // 2
    else:
        base = arme.pre + carac(scene, u, "HAB", cible, assaut) * max(0, maitrise) // 2
    base += bonus_de(scene, u, "precision", cible, assaut) + malus
    return base - esquive(scene, cible, u, assaut) if cible.conscient else base


@rule("FD-4.13", "FD-4.14")
def bandes(arme: Arme) -> Bandes:
    """Afflictions, then states, in the wielder's order."""
    return arme.afflictions + arme.etats


@rule("FD-2.7", "FD-4.9", "FD-4.15", "FD-6.18")
def tir(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, malus: int = 0) -> Tir:
    """All the attack roll needs to know."""
    critique = max(0, b.arme.crit + bonus_de(scene, u, "critique", cible, assaut))
    inconnue_ = u.fiche.maitrise(b.arme.type) == JAMAIS
    visee = precision(scene, u, cible, b, assaut, malus)
    return Tir(max(0, min(100, visee)), min(100, critique), bandes(b.arme), inconnue_, cible.esquive)


# ---------------------------------------------------------------- damage


@rule("FD-4.2", "FD-4.3", "FD-4.4", "FD-4.5", "FD-4.8")
def efficacite_de(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut) -> int:
    """1: effective, -1: hardly, 0: neither or both."""
    propres = b.arme.efficace
    traits = traits_de(scene, u, "efficace")
    if traits:
        propres += tuple(s[1].sur for s in traits if not s[1].si or _tient(scene, u, s[1], cible, assaut))
    faibles = traits_de(scene, cible, "vulnerable")
    forts = traits_de(scene, cible, "resiste")
    return efficacite(
        types_de(scene, cible),
        cible.fiche.element,
        b.degats,
        b.arme.type,
        propres,
        tuple(s[1].sur for s in faibles if not s[1].si or _tient(scene, cible, s[1], u, assaut)) if faibles else (),
        tuple(s[1].sur for s in forts if not s[1].si or _tient(scene, cible, s[1], u, assaut)) if forts else (),
    )


def _tient(scene: Scene, u: Unite, e: Any, autre: Unite, assaut: Assaut) -> bool:
    from .state import tient

    return tient(scene, u, e, autre, assaut)


@rule("FD-4.18", "FD-4.19", "FD-4.21", "FD-4.22")
def coup_de(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, moitie: bool) -> Coup:
    """The figures of a blow that hits."""
    force, defense = ("MAG", "RES") if b.magique else ("FOR", "DEF")
    mult = 1
    for s in traits_de(scene, u, "mult"):
        if _tient(scene, u, s[1], cible, assaut):
            mult *= s[1].n
    pui = b.pui
    plus = bonus_de(scene, u, "degats", cible, assaut)
    return Coup(
        Puissance(pui.n, pui.faces, pui.fixe + plus) if plus else pui,
        carac(scene, u, force, cible, assaut),
        carac(scene, cible, defense, u, assaut),
        efficacite_de(scene, u, cible, b, assaut),
        assaut.critique,
        mult,
        max(0, bonus_de(scene, u, "bruts", cible, assaut)),
        max(0, bonus_de(scene, cible, "defense_brute", u, assaut)),
        moitie,
    )


@rule("FD-4.24")
def termes_degats(coup: Coup, jet: int, au_dernier: bool, magique: bool) -> Terms:
    """From the roll to what is lost, as a sum."""
    fort = coup.efficacite > 0
    terms: list[tuple[str, int, str]] = [
        ("Magie" if magique else "Force", coup.force, "FD-4.19" if magique else "FD-4.18"),
        ("Puissance", jet, "FD-4.2" if fort else "FD-6.9"),
    ]
    if fort:
        terms.append(("Efficace", coup.force, "FD-4.2"))
    avant = coup.force * (2 if fort else 1) + jet
    if coup.critique:
        terms.append(("Critique", avant, "FD-4.15"))
        avant *= 2
    if coup.mult != 1:
        terms.append(("Multiplicateur", avant * (coup.mult - 1), "FD-4.18"))
        avant *= coup.mult
    reste = max(0, ((avant if coup.efficacite < 0 else 2 * avant) - 2 * coup.defense) // 2)
    if coup.efficacite < 0:
        moitie = (avant + 1) // 2
        terms.append(("Peu efficace", -moitie, "FD-4.3"))
        avant -= moitie
    terms.append(("Résistance" if magique else "Défense", reste - avant, "FD-4.19" if magique else "FD-4.18"))
    if coup.bruts:
        terms.append(("Dégâts bruts", coup.bruts, "FD-4.21"))
    apres = max(0, reste + coup.bruts - coup.defense_brute)
    if coup.defense_brute:
        terms.append(("Défense brute", apres - reste - coup.bruts, "FD-4.22"))
    if coup.moitie:
        terms.append(("Moitié", apres // 2 - apres, "FD-6.22"))
    fin = degats(coup, jet, au_dernier)
    avant_gratte = total(terms)
    if fin != avant_gratte:
        terms.append(("Dégâts de gratte", fin - avant_gratte, "FD-4.20"))
    return tuple(terms)


# ---------------------------------------------------------------- one blow


@rule("FD-3.2", "FD-4.9", "FD-4.10", "FD-4.24")
def porter(
    scene: Scene,
    oracle: Oracle,
    who: str,
    cible: str,
    b: Botte,
    malus: int = 0,
    moitie: bool = False,
    charges: int = 0,
    epargne: bool = False,
) -> Scene:
    """One attack roll and all that comes of it."""
    u, v = scene.unites[who], scene.unites[cible]
    assaut = Assaut(b.arme.type, b.degats, b.magique, loin(u, v))
    scene = declencher(scene, oracle, cible, "vise", who, assaut)
    u, v = scene.unites[who], scene.unites[cible]
    vise = tir(scene, u, v, b, assaut, malus)
    rangs = _rangs(vise.bandes)
    main = oracle.of(who)
    if u.joueur and (u.charges or charges):
        scene, issue = impulser(
            scene,
            oracle,
            who,
            lambda: jet_d_attaque(main, vise),
            lambda x, y: min(x, y, key=rangs.index),
            lambda i: i == CRITIQUE,
            charges,
        )
    else:
        issue = jet_d_attaque(main, vise)
    if not oracle.deaf:
        terms = termes_precision(scene, u, v, b, assaut, malus)
        faits = (("arme", b.arme.nom), ("issue", issue), ("nom_issue", nom_de(issue)), ("precision", vise.precision))
        oracle.tell(Event("attaque", who, cible, "FD-4.16", terms, faits))
    if u.aides:
        scene = scene.put(aide_employee(scene.unites[who], attaque=True))
    if issue in (MANQUE, ECHEC):
        return manquer(scene, oracle, who, cible, issue, assaut)
    return toucher(scene, oracle, who, cible, b, issue, assaut, moitie, epargne)


def nom_de(issue: str) -> str:
    """What players read: an affliction by its name."""
    return MAUX[issue].nom if issue in MAUX else issue


def _rangs(bandes: Bandes) -> tuple[str, ...]:
    """The outcomes, by the d100 that gives them."""
    return (CRITIQUE, *(id for id, _ in bandes), TOUCHE, MANQUE, ECHEC)


def manquer(scene: Scene, oracle: Oracle, who: str, cible: str, issue: str, assaut: Assaut) -> Scene:
    """A miss: a critical failure gives a charge back (FD-3.52); what waits for it happens."""
    if issue == ECHEC:
        scene = regagner(scene, oracle, who)
    scene = declencher(scene, oracle, who, "manque", cible, assaut)
    return fin_du_coup(declencher(scene, oracle, cible, "esquive", who, assaut), cible)


@rule("FD-3.15", "FD-3.52", "FD-4.23")
def toucher(
    scene: Scene,
    oracle: Oracle,
    who: str,
    cible: str,
    b: Botte,
    issue: str,
    assaut: Assaut,
    moitie: bool,
    epargne: bool,
) -> Scene:
    """A hit: damage, or an envelope burst by an affliction; then life steal and what waits for it."""
    u, v = scene.unites[who], scene.unites[cible]
    critique = issue == CRITIQUE
    if critique:
        assaut = assaut._replace(critique=True)
    mal = issue if issue in MAUX else ""
    if mal in AFFLICTIONS and v.ep and not immunise(scene, v, mal, True):
        return fin_du_coup(affecter(scene, oracle, cible, mal, par=who), cible)
    coup = coup_de(scene, u, v, b, assaut, moitie)
    jet = jet_de_degats(oracle.of(who), coup.puissance, coup.efficacite > 0)
    au_dernier = v.pv == 1
    perdus = degats(coup, jet, au_dernier)
    if not oracle.deaf:
        terms = termes_degats(coup, jet, au_dernier, b.magique)
        oracle.tell(Event("degats", who, cible, "FD-4.24", terms, (("type", b.degats), ("points", perdus))))
    pleins = v.conscient
    scene = perdre(scene, oracle, cible, perdus, "FD-4.24", who, epargne, critique)
    if critique:
        scene = regagner(scene, oracle, cible)
    vol = bonus_de(scene, u, "vol_de_vie", v, assaut)
    if vol > 0 and perdus:
        scene = soigner(scene, oracle, who, perdus * vol // 100, "FD-4.23")
    scene = declencher(scene, oracle, who, "touche", cible, assaut)
    if critique:
        scene = declencher(scene, oracle, who, "critique", cible, assaut)
    tombee = scene.unites[cible]
    if pleins and not tombee.conscient:
        scene = declencher(scene, oracle, who, "tue", cible, assaut)
    elif perdus and tombee.conscient:
        scene = declencher(scene, oracle, cible, "blesse", who, assaut)
    if mal:  # last, so that the blow that brings sleep does not also wake the sleeper
        scene = affecter(scene, oracle, cible, mal, par=who)
    return fin_du_coup(scene, cible)


# ---------------------------------------------------------------- the action


@rule("FD-3.34", "FD-6.22", "FD-6.24", "FD-3.20")
class Attaquer(Action, frozen=True, tag="attaquer"):
    """Attack with what is in hand: both weapons of a pair, several arrows, techniques paid with it."""

    cible: str
    mode: Literal["", "distance"] = ""
    fleches: int = 1
    seconde: str = ""  # the target of the second weapon; nobody named: the same
    techniques: tuple[str, ...] = ()
    charges: int = 0  # of divine impulse, spent before the (first) roll

    epargne = False
    looks = {
        "touche": lambda before, after, events: any(e["issue"] not in (MANQUE, ECHEC) for e in _coups(events)),
        "issue": lambda before, after, events: tuple(e["issue"] for e in _coups(events)),
        "degats": lambda before, after, events: sum(e["points"] for e in events if e.what == "degats"),
        "hors_combat": lambda before, after, events: sum(
            before.unites[id].conscient and not after.unites[id].conscient for id in before.unites
        ),
    }

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.unites[self.actor]
        cause = interdit(scene, u, "attaquer")
        if cause is not None:
            return Closed(cause[2], "{} : impossible d'attaquer ({})", (u.nom, cause[0]))
        return (
            self.fleches_fermees(u)
            or techniques_fermees(scene, u, self.techniques)
            or self.cible_fermee(scene, u)
            or self.jetons_fermes(scene, u)
            or charges_fermees(scene, self.actor, self.charges)
        )

    def fleches_fermees(self, u: Unite) -> Closed | None:
        if self.fleches == 1:
            return None
        if u.equipement.tenues[0].type != "Arc":
            return Closed("FD-6.24", "Seul un arc tire plusieurs flèches")
        if not 1 <= self.fleches <= FLECHES_MAX:
            return Closed("FD-6.24", "De 1 à {} flèches, pas {}", (FLECHES_MAX, self.fleches))
        return None

    def cible_fermee(self, scene: Scene, u: Unite) -> Closed | None:
        armes = u.equipement.tenues
        if self.mode == "distance" and armes[0].a_distance is None:
            return Closed("FD-6.15", "{} n'a pas d'autre usage à distance", (armes[0].nom,))
        if self.seconde and len(armes) < 2:
            return Closed("FD-6.22", "Une seconde cible demande une seconde arme")
        scene = preparer(scene, self)
        u = scene.unites[self.actor]
        ferme = hors_de_portee(scene, u, self.cible, botte(armes[0], self.mode))
        if ferme is not None or not self.seconde:
            return ferme
        return hors_de_portee(scene, u, self.seconde, botte(armes[1]))

    def jetons_fermes(self, scene: Scene, u: Unite) -> Closed | None:
        prix = self.jetons(scene, u)
        return Closed("FD-3.56", "Il faut {} JT, il en reste {}", (prix, u.jt)) if prix > u.jt else None

    @rule("FD-6.10", "FD-6.25", "FD-3.56")
    def jetons(self, scene: Scene, u: Unite) -> int:
        """What it costs: techniques, elemental arrows, a weapon too heavy by far."""
        prix = sum(TECHNIQUES[t].jt for t in self.techniques)
        if self.fleches > 1 and u.equipement.tenues[0].degats in ELEMENTS:
            prix += self.fleches - 1
        return prix + (1 if surcharge(scene, u) <= -7 else 0)

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir_le_tour(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The attacks themselves, without what follows in the order of the fight."""
        u = scene.unites[self.actor]
        prix = self.jetons(scene, u)
        if self.techniques or prix:
            for id in self.techniques:
                scene = payer(scene, oracle, self.actor, TECHNIQUES[id])
            reste = prix - sum(TECHNIQUES[t].jt for t in self.techniques)
            v = scene.unites[self.actor]
            scene = scene.put(replace(v, jt=v.jt - reste)) if reste else scene
            scene = preparer(scene, self)
        scene = scene.put(tournee(scene.unites[self.actor], scene.unites[self.cible]))
        armes = u.equipement.tenues
        premiere = botte(armes[0], self.mode)
        scene = porter(scene, oracle, self.actor, self.cible, premiere, 0, False, self.charges, self.epargne)
        for rang in range(2, self.fleches + 1):
            scene = self.encore(scene, oracle, self.cible, premiere, malus_de_fleche(rang))
        if len(armes) > 1:
            scene = self.encore(scene, oracle, self.seconde or self.cible, botte(armes[1]), 0)
        return fin_du_coup(scene, self.actor) if self.techniques else scene

    def encore(self, scene: Scene, oracle: Oracle, cible: str, b: Botte, malus: int) -> Scene:
        """A further arrow or the other weapon, at half damage, if both are still there to fight."""
        u, v = scene.unites[self.actor], scene.unites[cible]
        if not u.conscient or not v.conscient or hors_de_portee(scene, u, cible, b) is not None:
            return scene
        return porter(scene, oracle, self.actor, cible, b, malus, True, 0, self.epargne)

    def seen(self, scene: Scene, look: str | Look | None = None) -> Any:
        """The attacks alone: what the order of the fight brings next is not theirs."""
        voir = look if callable(look) else self.looks[look or self.views()[0]]
        return lambda oracle: voir(scene, self.executer(scene, oracle), oracle.events)


@rule("FD-3.36")
class Epargner(Attaquer, frozen=True, tag="epargner"):
    """Attack without killing: the target keeps 1 PV at least."""

    epargne = True


def _coups(events: list[Event]) -> list[Event]:
    return [e for e in events if e.what == "attaque"]


def tournee(u: Unite, vers: Unite) -> Unite:
    """Facing whom one strikes at (FD-2.10)."""
    return replace(u, face=direction(u.case, vers.case)) if u.case != vers.case else u


def preparer(scene: Scene, attaque: Attaquer) -> Scene:
    """The techniques paid with an attack hold while it lasts (FD-3.20)."""
    if not attaque.techniques:
        return scene
    u = scene.unites[attaque.actor]
    effets = tuple(
        Actif(t.nom, e, "FD-9.4", cle=f"{COUP}{t.id}:{i}")
        for t in (TECHNIQUES[id] for id in attaque.techniques)
        for i, e in enumerate(t.effets)
    )
    return scene.put(u.avec(*effets))


@rule("FD-3.20", "FD-3.56")
def techniques_fermees(scene: Scene, u: Unite, ids: tuple[str, ...]) -> Closed | None:
    """A technique that is not equipped, not for attacks, recharging or named twice."""
    if len(set(ids)) != len(ids):
        return Closed("FD-3.56", "Une technique ne sert qu'une fois par attaque")
    for id in ids:
        ferme = technique_fermee(scene, u, id, ("attaque",))
        if ferme is not None:
            return ferme
    return None


@rule("FD-3.55", "FD-3.56", "FD-6.33")
def technique_fermee(scene: Scene, u: Unite, id: str, activations: tuple[str, ...]) -> Closed | None:
    technique: Technique | None = TECHNIQUES.get(id)
    if technique is None or id not in u.fiche.techniques:
        return Closed("FD-3.55", "{} n'a pas équipé la technique « {} »", (u.nom, technique.nom if technique else id))
    if technique.activation not in activations:
        return Closed("FD-3.56", "« {} » ne s'emploie pas ainsi", (technique.nom,))
    cause = interdit(scene, u, "techniques")
    if cause is not None:
        return Closed(cause[2], "{} : aucune technique possible ({})", (u.nom, cause[0]))
    reste = u.recharge(id)
    if reste:
        return Closed("FD-6.33", "« {} » se recharge encore ({} tour(s))", (technique.nom, reste))
    if technique.jt > u.jt:
        return Closed("FD-3.56", "Il faut {} JT, il en reste {}", (technique.jt, u.jt))
    return None


@rule("FD-6.9", "FD-3.44")
def hors_de_portee(scene: Scene, u: Unite, cible: str, b: Botte) -> Closed | None:
    """Nobody to attack, out of reach or out of sight, or magic that is barred."""
    absent = inconnue(scene, cible)
    if absent is not None:
        return absent
    v = scene.unites[cible]
    if v.id == u.id or (u.camp and v.camp == u.camp):
        return Closed("FD-3.34", "On attaque un adversaire")
    if v.passager_de:
        return Closed("FD-3.25", "{} est en croupe : viser le cavalier ou la monture", (v.nom,))
    if b.arme.type == "Soutien":
        return Closed("FD-6.14", "Un sort de soutien n'attaque pas")
    if b.magique and b.arme.tome:
        cause = interdit(scene, u, "magie")
        if cause is not None:
            return Closed(cause[2], "{} : aucune magie possible ({})", (u.nom, cause[0]))
    pres, plus_loin = portee(scene, u, b)
    n = loin(u, v)
    if not voit(scene, u, v.case):
        return Closed("FD-3.44", "{} ne voit pas sa cible", (u.nom,))
    if not pres <= n <= plus_loin and not (n == 0 and pres <= 1):
        return Closed("FD-6.9", "{} est à {} cases, la portée va de {} à {}", (v.nom, n, pres, plus_loin))
    return None


def adversaires(scene: Scene, u: Unite) -> list[Unite]:
    """Those one may strike at, the standing ones first."""
    return [v for v in scene.unites.values() if v.vie == "actif" and v.camp and v.camp != u.camp and not v.passager_de]


def candidats(scene: Scene, u: Unite) -> Iterator[Action]:
    """Every adversary in reach or not: the reason is on the button; with each technique made for attacks."""
    if u.bete or not u.camp:
        return
    armes = u.equipement.tenues
    attaques = [t.id for t in u.fiche.equipees if t.activation == "attaque"]
    for v in adversaires(scene, u):
        if scene.brouillard and not voit(scene, u, v.case):
            continue
        attaque = Attaquer(u.id, v.id)
        yield attaque
        if armes[0].a_distance is not None:
            yield Attaquer(u.id, v.id, "distance")
        if not v.conscient or hors_de_portee(scene, u, v.id, botte(armes[0])) is not None:
            continue
        for id in attaques:
            yield Attaquer(u.id, v.id, techniques=(id,))
        if armes[0].type == "Arc":
            yield Attaquer(u.id, v.id, fleches=2)
        yield Epargner(u.id, v.id)


ACTIONS: tuple[type[Action], ...] = (Attaquer, Epargner)
