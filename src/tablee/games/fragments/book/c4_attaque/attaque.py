"""Chapter 4, attacking: who can be reached with what, the roll and its bands, the damage and all it sets off."""

from __future__ import annotations

from collections.abc import Iterator
from math import prod
from typing import Any, Literal, NamedTuple

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action, Look, tag
from tablee.kernel.effects import amount
from tablee.kernel.event import Event
from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.refs import Who
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.catalogue import AFFLICTIONS, MAUX, Arme, Puissance, Technique, en_magie
from ...model.effects import EFFECTS, Assaut, Essai, bears, bonus_de, termes_de, tient, types_de
from ...model.hexes import direction
from ...model.people import Actif, Unite
from ...model.scene import Scene
from ...model.tables import DEGATS, ELEMENTS, JAMAIS
from ..c2_systeme.figures import carac, immunise, inconnue, interdit, loin, sensibilites, surcharge, termes_du_chiffre
from ..c2_systeme.impulsion import charges_fermees, impulser, regagner
from ..c2_systeme.jets import aides_employees, offerts
from ..c2_systeme.plateau import voit
from ..c3_combat.agir import changer_jt, declencher, fin_du_coup, payer_la_technique
from ..c3_combat.tours import finir_le_tour, pas_a_elle
from ..c3_combat.vie import affecter, perdre, peut_esquiver, soigner
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
    issue_du_jet,
    jet_d_attaque,
    jet_de_degats,
    jet_le_plus_haut,
    precision_propre,
)

FLECHES_MAX = 5
SANS_SELLE = -40
TROP_LOURD = -7  # CON less weight at which an attack costs a JT (FD-6.10)
PAS_A_DEUX = ("Hast", "Arc")
ATTAQUE = "attaque:"  # what holds for a whole attack, all its blows


class Botte(msgspec.Struct, frozen=True, gc=False):
    """One weapon as it is used now: its reach, its damage, its Puissance."""

    arme: Arme
    portee: tuple[int, int]
    degats: str
    pui: Puissance
    magique: bool  # MAG against RES


@rule("FD-6.15")
def botte(arme: Arme, mode: str = "") -> Botte:
    """A weapon, or the other way to use a magic one; each says whether it strikes with FOR or with MAG."""
    m = arme.a_distance
    if mode == "distance" and m is not None:
        return Botte(arme, m.portee, m.degats, m.pui, en_magie(m.degats, m.calcul))
    return Botte(arme, arme.portee, arme.degats, arme.pui, arme.magique)


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


@rule("FD-4.16", "FD-4.17", "FD-6.14", "FD-6.15", "FD-6.18", "FD-6.38", "FD-3.3")
def termes_precision(scene: Scene, u: Unite, cible: Unite | None, b: Botte, assaut: Assaut, malus: int = 0) -> Terms:
    """PRE, HAB by mastery, the dodge of the target, advantages. Without a target: what does not dodge (support)."""
    arme = b.arme
    maitrise = u.fiche.maitrise(arme.type)
    if maitrise == JAMAIS:
        terms: Terms = ((arme.nom, precision_propre(arme.pre, 0, maitrise), "FD-6.18"),)
    else:
        hab = precision_propre(arme.pre, carac(scene, u, "HAB", cible, assaut), maitrise) - arme.pre
        terms = ((arme.nom, arme.pre, "FD-4.16"), ("Habileté", hab, "FD-6.16"))
    terms += termes_de(scene, u, "precision", cible, assaut) + offerts(scene, u, cible)
    if malus:
        terms += (("Flèche de plus", malus, "FD-6.24"),)
    if cible is not None and cible.conscient:
        terms += tuple((nom, -n, regle) for nom, n, regle in termes_du_chiffre(scene, cible, "ESQ", u, assaut))
    n = total(terms)
    if n > 100:
        return (*terms, ("Au plus 100", 100 - n, "FD-2.2"))
    return (*terms, ("Au moins 0", -n, "FD-2.2")) if n < 0 else terms


@rule("FD-6.38")
@EFFECTS.on("precision", of="en_selle")
def sans_selle(c: Essai) -> Term | None:
    """Riding without a saddle one hardly aims."""
    return None if c.u.equipement.selle else ("Sans selle", SANS_SELLE, "FD-6.38")


@rule("FD-4.13", "FD-4.14")
def bandes(arme: Arme) -> Bandes:
    """Afflictions, then states, in the wielder's order."""
    return arme.afflictions + arme.etats


@rule("FD-2.7", "FD-3.37", "FD-4.9", "FD-4.15", "FD-6.18")
def tir(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, precision: int) -> Tir:
    """All the attack roll needs to know."""
    critique = b.arme.crit + bonus_de(scene, u, "critique", cible, assaut)
    return Tir(
        precision,
        max(0, min(100, critique)),
        bandes(b.arme),
        u.fiche.maitrise(b.arme.type) == JAMAIS,
        cible.esquive and peut_esquiver(scene, cible),
    )


# ---------------------------------------------------------------- damage


@rule("FD-4.2", "FD-4.3", "FD-4.4", "FD-4.5", "FD-4.6", "FD-4.8")
def efficacite_de(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut) -> int:
    """1: effective, -1: hardly, 0: neither or both."""
    types, porte = types_de(scene, cible), bears(scene, u)
    propres = b.arme.efficace
    if "efficace" in porte.tags:
        c = Essai(scene, u, cible, assaut)
        propres += tuple([t for t in types if amount(porte, f"efficace:{t}", c)])
    sensible = sensibilites(scene, cible, (b.degats, b.arme.type), u, assaut)
    return efficacite(types, cible.fiche.element, b.degats, b.arme.type, propres, *sensible)


@rule("FD-4.1", "FD-4.18", "FD-4.19", "FD-4.21", "FD-4.22", "FD-6.15")
def coup_de(scene: Scene, u: Unite, cible: Unite, b: Botte, assaut: Assaut, moitie: bool) -> Coup:
    """The figures of a blow that hits."""
    force, defense = ("MAG", "RES") if b.magique else ("FOR", "DEF")
    mult = prod([n for _, n, _ in termes_de(scene, u, "mult", cible, assaut)])
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
    fort, pui = coup.efficacite > 0, coup.puissance
    fixe, regle = (2 * pui.fixe if fort else pui.fixe) if pui.n else jet, "FD-4.2" if fort else "FD-6.9"
    terms: list[tuple[str, int, str]] = [
        ("Magie" if magique else "Force", coup.force, "FD-4.19" if magique else "FD-4.18"),
        ("Puissance", fixe, regle),
    ]
    if pui.n:
        terms.append(("Dés de dégâts", jet - fixe, regle))
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


class Passe(NamedTuple):
    """One attack on somebody: with what, how hampered, at half damage or not, and how far it may go."""

    who: str
    cible: str
    b: Botte
    malus: int = 0
    moitie: bool = False
    charges: tuple[int, int] = (0, 0)  # of divine impulse, for the roll and for the damage
    epargne: bool = False


@rule("FD-3.2", "FD-4.9", "FD-4.10", "FD-4.24")
def porter(scene: Scene, oracle: Oracle, passe: Passe) -> Scene:
    """One attack roll and all that comes of it."""
    who, cible, b = passe.who, passe.cible, passe.b
    assaut = Assaut(b.arme.type, b.degats, b.magique, loin(scene.people[who], scene.people[cible]))
    scene = declencher(scene, oracle, cible, "vise", who, assaut)
    u, v = scene.people[who], scene.people[cible]
    terms = termes_precision(scene, u, v, b, assaut, passe.malus)
    vise = tir(scene, u, v, b, assaut, total(terms))
    scene, issue = tirer(scene, oracle, who, vise, passe.charges[0])
    faits = (
        ("arme", b.arme.nom),
        ("issue", issue),
        ("nom_issue", nom_de(issue)),
        ("precision", vise.precision),
        ("reussi", issue not in (MANQUE, ECHEC)),
    )
    oracle.tell(Event("attaque", who, cible, "FD-4.16", terms, faits))
    if u.aides or v.aides:
        scene = aides_employees(scene, who, cible, "precision")
    if issue in (MANQUE, ECHEC):
        scene = manquer(scene, oracle, who, cible, issue, assaut)
    else:
        scene = toucher(scene, oracle, passe, issue, assaut)
    return fin_du_coup(scene, who, cible)


@rule("FD-3.49", "FD-3.50", "FD-3.51")
def tirer(scene: Scene, oracle: Oracle, who: str, vise: Tir, charges: int) -> tuple[Scene, str]:
    """The attack roll; divine impulse makes it again, both dice of it against a dodger, and the best counts."""
    u, main = scene.people[who], oracle.of(who)
    if not u.joueur or not u.charges:
        return scene, jet_d_attaque(main, vise)
    rangs = (CRITIQUE, *(id for id, _ in vise.bandes), TOUCHE, MANQUE, ECHEC)  # by the d100 that gives them
    au_mieux = issue_du_jet(vise, 1)
    return impulser(
        scene,
        oracle,
        who,
        lambda: jet_d_attaque(main, vise),
        lambda x, y: min(x, y, key=rangs.index),
        lambda issue: issue == au_mieux,
        charges,
    )


def nom_de(issue: str) -> str:
    """What players read: an affliction by its name."""
    return MAUX[issue].nom if issue in MAUX else issue


@rule("FD-3.52")
def manquer(scene: Scene, oracle: Oracle, who: str, cible: str, issue: str, assaut: Assaut) -> Scene:
    """A miss: a critical failure gives a charge back; what waits for it happens."""
    if issue == ECHEC:
        scene = regagner(scene, oracle, who)
    scene = declencher(scene, oracle, who, "manque", cible, assaut)
    return declencher(scene, oracle, cible, "esquive", who, assaut)


@rule("FD-3.15", "FD-3.52", "FD-4.9")
def toucher(scene: Scene, oracle: Oracle, passe: Passe, issue: str, assaut: Assaut) -> Scene:
    """A hit: an envelope burst by an affliction, or damage; then what waits for it."""
    who, cible = passe.who, passe.cible
    v = scene.people[cible]
    critique = issue == CRITIQUE
    if critique:
        assaut = assaut._replace(critique=True)
    mal = issue if issue in MAUX else ""
    affliction = affliction_portee(scene, who, cible, mal, assaut) if v.ep else ""
    if affliction:
        scene = affecter(scene, oracle, cible, affliction, par=who)
    else:
        scene = faire_mal(scene, oracle, passe, assaut)
        if mal:
            scene = affecter(scene, oracle, cible, mal, par=who)
    if critique:
        scene = regagner(scene, oracle, cible)
    scene = declencher(scene, oracle, who, "touche", cible, assaut, sauf=AFFLICTIONS if affliction else ())
    if critique:
        scene = declencher(scene, oracle, who, "critique", cible, assaut, sauf=AFFLICTIONS if affliction else ())
    if v.conscient and not scene.people[cible].conscient:
        scene = declencher(scene, oracle, who, "tue", cible, assaut)
    return scene


@rule("FD-3.15")
def affliction_portee(scene: Scene, who: str, cible: str, mal: str, assaut: Assaut) -> str:
    """The affliction that a hit brings to somebody: of its band, or set off by it; none that is not to be feared."""
    u, v = scene.people[who], scene.people[cible]
    portees = [mal] if mal in AFFLICTIONS else []
    moments = ("touche", "critique") if assaut.critique else ("touche",)
    attendent = bears(scene, u).declencheurs
    for _, e, _ in (s for quand in moments for s in attendent.get(quand, ())):
        if e.fait == "inflige" and e.qui == "cible" and e.sur in AFFLICTIONS and tient(scene, u, e, v, assaut):
            portees.append(e.sur)
    return next((m for m in portees if not immunise(scene, v, m, True)), "")


@rule("FD-3.36", "FD-4.23", "FD-4.24")
def faire_mal(scene: Scene, oracle: Oracle, passe: Passe, assaut: Assaut) -> Scene:
    """The damage of a hit: rolled, taken, given back to whoever steals life; whoever lost PV may answer."""
    who, cible, b = passe.who, passe.cible, passe.b
    u, v = scene.people[who], scene.people[cible]
    coup = coup_de(scene, u, v, b, assaut, passe.moitie)
    au_dernier = v.pv == 1
    scene, jet = lancer_degats(scene, oracle, who, coup, au_dernier, passe.charges[1])
    perdus = degats(coup, jet, au_dernier)
    if passe.epargne:
        perdus = min(perdus, v.ep + v.pv - 1)
    if not oracle.deaf:
        terms = termes_degats(coup, jet, au_dernier, assaut.magique)
        if total(terms) != perdus:
            terms += (("Épargner", perdus - total(terms), "FD-3.36"),)
        faits = (("type", DEGATS.get(b.degats, b.degats)), ("points", perdus))
        oracle.tell(Event("degats", who, cible, "FD-4.24", terms, faits))
    scene = perdre(scene, oracle, cible, perdus, "FD-4.24", who, assaut.critique)
    vol = bonus_de(scene, u, "vol_de_vie", v, assaut)
    if vol > 0:
        rendus = perdus * vol // 100
        scene = soigner(scene, oracle, who, rendus, "FD-4.23", (("Vol de vie", rendus, "FD-4.23"),))
    reste = scene.people[cible]
    return declencher(scene, oracle, cible, "blesse", who, assaut) if 0 < reste.pv < v.pv else scene


@rule("FD-3.50", "FD-3.51", "FD-4.2", "FD-6.11")
def lancer_degats(
    scene: Scene, oracle: Oracle, who: str, coup: Coup, au_dernier: bool, charges: int
) -> tuple[Scene, int]:
    """The damage roll; divine impulse makes it again, where a better one would take more, and the highest counts."""
    u, main, fort = scene.people[who], oracle.of(who), coup.efficacite > 0
    if not u.joueur or not u.charges:
        return scene, jet_de_degats(main, coup.puissance, fort)
    au_mieux = degats(coup, jet_le_plus_haut(coup.puissance, fort), au_dernier)
    return impulser(
        scene,
        oracle,
        who,
        lambda: jet_de_degats(main, coup.puissance, fort),
        max,
        lambda jet: degats(coup, jet, au_dernier) == au_mieux,
        min(charges, u.charges),
    )


# ---------------------------------------------------------------- the action


@rule("FD-3.34", "FD-6.22", "FD-6.24", "FD-3.20")
class Attaquer(Action, frozen=True, tag="attaquer"):
    """Attack with what is in hand: both weapons of a pair, several arrows, techniques paid with it."""

    cible: Who
    mode: Literal["", "distance"] = ""
    fleches: int = 1
    seconde: str = ""  # the target of the second weapon; nobody named: the same
    techniques: tuple[str, ...] = ()
    charges: int = 0  # of divine impulse, spent before the (first) roll
    charges_degats: int = 0  # and before its damage roll

    epargne = False
    looks = {
        "touche": lambda before, after, events: any(e["issue"] not in (MANQUE, ECHEC) for e in _coups(events)),
        "issue": lambda before, after, events: tuple(e["issue"] for e in _coups(events)),
        "degats": lambda before, after, events: sum(e["points"] for e in events if e.what == "degats"),
        "hors_combat": lambda before, after, events: sum(
            before.people[id].conscient and not after.people[id].conscient for id in before.people
        ),
    }

    def key(self) -> str:
        nom = tag(self)
        if self.techniques:
            return f"{nom}.technique"
        if self.fleches > 1:
            return f"{nom}.fleches"
        if self.seconde:
            return f"{nom}.deux"
        return f"{nom}.distance" if self.mode else nom

    def closed(self, scene: Scene) -> Closed | None:
        fermee = pas_a_elle(scene, self.actor)
        if fermee is not None:
            return fermee
        u = scene.people[self.actor]
        cause = interdit(scene, u, "attaquer")
        if cause is not None:
            return Closed(cause[2], "{} : impossible d'attaquer ({})", (Someone(u.id), cause[0]))
        return (
            self.armes_fermees(u)
            or techniques_fermees(scene, u, self.techniques)
            or self.cible_fermee(scene)
            or self.jetons_fermes(scene, u)
            or charges_fermees(scene, self.actor, self.charges)
            or charges_fermees(scene, self.actor, self.charges_degats)
            or charges_fermees(scene, self.actor, self.charges + self.charges_degats)
        )

    @rule("FD-6.15", "FD-6.23", "FD-6.24")
    def armes_fermees(self, u: Unite) -> Closed | None:
        """What these weapons cannot do."""
        armes = u.equipement.tenues
        premiere = armes[0]
        if len(armes) > 1:
            exclue = next((a for a in armes if a.type in PAS_A_DEUX), None)
            if exclue is not None:
                return Closed("FD-6.23", "{} : une arme de type {} se manie seule", (exclue.nom, exclue.type))
        elif self.seconde:
            return Closed("FD-6.22", "Une seconde cible demande une seconde arme")
        if self.mode and premiere.a_distance is None:
            return Closed("FD-6.15", "{} n'a pas d'autre usage à distance", (premiere.nom,))
        if self.fleches != 1 and premiere.type != "Arc":
            return Closed("FD-6.24", "Seul un arc tire plusieurs flèches")
        if not 1 <= self.fleches <= FLECHES_MAX:
            return Closed("FD-6.24", "De 1 à {} flèches, pas {}", (FLECHES_MAX, self.fleches))
        return None

    def cible_fermee(self, scene: Scene) -> Closed | None:
        """Out of reach, with what the techniques of the attack add to it; or nothing left to spare."""
        scene = preparer(scene, self)
        u = scene.people[self.actor]
        ferme = hors_de_portee(scene, u, self.cible, botte(u.equipement.tenues[0], self.mode))
        if ferme is None and self.seconde:
            ferme = hors_de_portee(scene, u, self.seconde, self.autre_main(scene, self.seconde))
        if ferme is not None or not self.epargne:
            return ferme
        for id in (self.cible, self.seconde):
            if id and not scene.people[id].conscient:
                return Closed("FD-3.36", "{} n'a plus de PV à épargner", (Someone(id),))
        return None

    def autre_main(self, scene: Scene, cible: str) -> Botte:
        """The second weapon of a pair, in the way of the first if it has one that reaches."""
        u = scene.people[self.actor]
        arme = u.equipement.tenues[1]
        de_meme = botte(arme, self.mode)
        return de_meme if hors_de_portee(scene, u, cible, de_meme) is None else botte(arme)

    def jetons_fermes(self, scene: Scene, u: Unite) -> Closed | None:
        prix = total(self.jetons(scene, u)) + sum(t.jt for t in techniques_de(u, self.techniques))
        return Closed("FD-3.56", "Il faut {} JT, il en reste {}", (prix, u.jt)) if prix > u.jt else None

    @rule("FD-6.10", "FD-6.25")
    def jetons(self, scene: Scene, u: Unite) -> Terms:
        """The JT it costs beside techniques: elemental arrows, a weapon too heavy by far."""
        terms: Terms = ()
        if self.fleches > 1 and botte(u.equipement.tenues[0], self.mode).degats in ELEMENTS:
            terms += (("Flèches élémentaires", self.fleches - 1, "FD-6.25"),)
        if surcharge(scene, u) <= TROP_LOURD:
            terms += (("Poids", 1, "FD-6.10"),)
        return terms

    def resolve(self, scene: Scene, oracle: Oracle) -> Scene:
        return finir_le_tour(self.executer(scene, oracle), oracle, self.actor)

    def executer(self, scene: Scene, oracle: Oracle) -> Scene:
        """The attacks themselves, without what follows in the order of the fight."""
        u = scene.people[self.actor]
        for _, n, regle in self.jetons(scene, u):
            scene = changer_jt(scene, oracle, self.actor, -n, regle)
        for t in techniques_de(u, self.techniques):
            scene = payer_la_technique(scene, oracle, self.actor, t)
        u, v = scene.people[self.actor], scene.people[self.cible]
        face = direction(u.case, v.case) if u.case != v.case else u.face  # facing whom one strikes at (FD-2.10)
        scene = preparer(scene.put(replace(u, face=face)) if face != u.face else scene, self)
        premiere = botte(u.equipement.tenues[0], self.mode)
        charges = self.charges, self.charges_degats
        debout = scene.standing() if self.fleches > 1 or len(u.equipement.tenues) > 1 else ()
        scene = porter(scene, oracle, Passe(self.actor, self.cible, premiere, charges=charges, epargne=self.epargne))
        for rang in range(2, self.fleches + 1):
            scene = self.encore(scene, oracle, debout, self.cible, premiere, malus_de_fleche(rang))
        if len(u.equipement.tenues) > 1:
            autre = self.seconde or self.cible
            scene = self.encore(scene, oracle, debout, autre, self.autre_main(scene, autre), 0)
        return fin_de_l_attaque(scene, self.actor) if self.techniques else scene

    def encore(self, scene: Scene, oracle: Oracle, debout: tuple[str, ...], cible: str, b: Botte, malus: int) -> Scene:
        """A further arrow or the other weapon, at half damage; not at somebody whom the attack has just felled."""
        u, v = scene.people[self.actor], scene.people[cible]
        if not u.conscient or (cible in debout and not v.conscient) or hors_de_portee(scene, u, cible, b) is not None:
            return scene
        return porter(scene, oracle, Passe(self.actor, cible, b, malus, moitie=True, epargne=self.epargne))

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


@rule("FD-3.20")
def preparer(scene: Scene, attaque: Attaquer) -> Scene:
    """The techniques paid with an attack hold while it lasts."""
    if not attaque.techniques:
        return scene
    effets = tuple(
        Actif(t.nom, e, "FD-9.4", cle=f"{ATTAQUE}{t.id}:{i}")
        for t in techniques_de(scene.people[attaque.actor], attaque.techniques)
        for i, e in enumerate(t.effets)
    )
    return scene.put(scene.people[attaque.actor].avec(*effets))


def fin_de_l_attaque(scene: Scene, who: str) -> Scene:
    """What was paid for this attack is over."""
    u = scene.people[who]
    return scene.put(replace(u, effets=tuple(a for a in u.effets if not a.cle.startswith(ATTAQUE))))


def techniques_de(u: Unite, ids: tuple[str, ...]) -> tuple[Technique, ...]:
    return tuple(t for t in map(u.fiche.technique, ids) if t is not None)


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
    technique = u.fiche.technique(id)
    if technique is None or id not in u.fiche.techniques:
        sans = "{} n'a pas équipé la technique « {} »"
        closed = Closed("FD-3.55", sans, (Someone(u.id), technique.nom if technique else id))
        return knowing(closed, id, u.fiche.techniques)
    if technique.activation not in activations:
        return Closed("FD-3.56", "« {} » ne s'emploie pas ainsi", (technique.nom,))
    cause = interdit(scene, u, "techniques")
    if cause is not None:
        return Closed(cause[2], "{} : aucune technique possible ({})", (Someone(u.id), cause[0]))
    reste = u.recharge(id)
    if reste:
        return Closed("FD-6.33", "« {} » se recharge encore (tours : {})", (technique.nom, reste))
    if technique.jt > u.jt:
        return Closed("FD-3.56", "Il faut {} JT, il en reste {}", (technique.jt, u.jt))
    return None


@rule("FD-6.9", "FD-3.44")
def hors_de_portee(scene: Scene, u: Unite, cible: str, b: Botte) -> Closed | None:
    """Nobody to attack, out of reach or out of sight, or magic that is barred."""
    absent = inconnue(scene, cible)
    if absent is not None:
        return absent
    v = scene.people[cible]
    if v.id == u.id or (u.side and v.side == u.side):
        return Closed("FD-3.34", "On attaque un adversaire")
    if v.passager_de:
        return Closed("FD-3.25", "{} est en croupe : viser le cavalier ou la monture", (Someone(v.id),))
    if b.arme.type == "Soutien":
        return Closed("FD-6.14", "Un sort de soutien n'attaque pas")
    if b.magique and b.arme.tome:
        cause = interdit(scene, u, "magie")
        if cause is not None:
            return Closed(cause[2], "{} : aucune magie possible ({})", (Someone(u.id), cause[0]))
    pres, plus_loin = portee(scene, u, b)
    n = loin(u, v)
    if not voit(scene, u, v.case):
        return Closed("FD-3.44", "{} ne voit pas sa cible", (Someone(u.id),))
    if not pres <= n <= plus_loin and not (n == 0 and pres <= 1):
        return Closed("FD-6.9", "{} est à {} cases, la portée va de {} à {}", (Someone(v.id), n, pres, plus_loin))
    return None


def adversaires(scene: Scene, u: Unite) -> list[Unite]:
    """Those one may strike at, the standing ones first."""
    return [v for v in scene.people.values() if v.vie == "actif" and v.side and v.side != u.side and not v.passager_de]


def coups_de_loin(scene: Scene, u: Unite, v: Unite) -> Iterator[Action]:
    """The ways to strike at somebody whom the weapon as it is does not reach: its other use, a longer reach."""
    techniques = [t for t in u.fiche.equipees if t.activation == "attaque"]
    arme = u.equipement.tenues[0]
    if arme.a_distance is not None and hors_de_portee(scene, u, v.id, botte(arme, "distance")) is None:
        yield Epargner(u.id, v.id, "distance")
        yield from (Attaquer(u.id, v.id, "distance", techniques=(t.id,)) for t in techniques)
    for t in techniques:
        if any(e.sur == "portee" for e in t.effets):
            coup = Attaquer(u.id, v.id, techniques=(t.id,))
            if coup.cible_fermee(scene) is None:
                yield coup


def offers(scene: Scene, u: Unite) -> Iterator[Action]:
    """Every adversary in sight, in reach or not: the reason is on the button; then all the ways to strike at one."""
    if u.bete or not u.side:
        return
    armes = u.equipement.tenues
    portee_de_main = []
    for v in adversaires(scene, u):
        if scene.brouillard and not voit(scene, u, v.case):
            continue
        yield Attaquer(u.id, v.id)
        if armes[0].a_distance is not None:
            yield Attaquer(u.id, v.id, "distance")
        if not v.conscient:
            continue
        if hors_de_portee(scene, u, v.id, botte(armes[0])) is None:
            portee_de_main.append(v.id)
        else:
            yield from coups_de_loin(scene, u, v)
    for id in portee_de_main:
        yield Epargner(u.id, id)
        for t in u.fiche.equipees:
            if t.activation == "attaque":
                yield Attaquer(u.id, id, techniques=(t.id,))
        if armes[0].type == "Arc":
            yield Attaquer(u.id, id, fleches=2)
        if len(armes) > 1:
            yield from (Attaquer(u.id, id, seconde=autre) for autre in portee_de_main if autre != id)


PLACE = 1
ACTIONS: tuple[type[Action], ...] = (Attaquer, Epargner)
