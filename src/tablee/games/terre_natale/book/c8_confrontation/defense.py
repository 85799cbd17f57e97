"""Active defence: the ways open to somebody, each with its price and its test, and what came of one."""

from __future__ import annotations

from functools import lru_cache
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from tablee.kernel.distribution import Rows
from tablee.kernel.effects import amount, tally
from tablee.kernel.game import Switch
from tablee.kernel.ground import Cell
from tablee.kernel.kept import kept_for
from tablee.kernel.ledger import rule
from tablee.kernel.odds import odds
from tablee.kernel.odds import total as jet_de
from tablee.kernel.oracle import Option, Oracle, Question, Try, chance
from tablee.kernel.tally import Terms, total

from ...model.effects import Essai
from ...model.people import Personnage
from ...model.plan import ESPRIT, PLANS, Defense, Effet, Nom, Plan
from ...model.scene import Scene
from ...model.su import su
from ...model.sums import modificateur
from ..c0_tests import Figures, Profil, Realise
from ..c0_tests.des import jouer, score
from ..c0_tests.figures import Colonnes, Releve, colonnes_seules, releve
from ..c0_tests.resolution import degre, limite_d_echec
from ..c2_competences.limites import Gene, limitees
from ..c4_caracteristiques.degats import enleves, limite
from .amorces import amorce
from .armes import Objets, a_portee, en_melee, objets_de_defense
from .budget import (
    PRIX,
    RAPIDE,
    RIEN,
    SANS_VITESSE,
    SECONDES,
    confrontation,
    impuissant,
    moyens_complexes,
    moyens_sans_preparation,
    peut_doubler,
    preparation,
    repetition,
    vitesse,
)
from .degats import Cible, Parade, mineure
from .mains import bras_arme
from .offres import tour_d_interrompre
from .situations import abri

Reponse = Literal["libre", "doublee", "aucune"]
PLAFOND_RESTREINT = 2  # TN-8.69
PAR_DE = 3  # TN-8.267: what a die more counts where the déviation is fixed
MEILLEURS_DES = 24  # three sixes, and the exploit they are
TOUT = 999  # more than any impact
CONSOLATION = 5  # TN-8.152: what is taken off the score of a failed defence, and each degree
TOUTE_VITESSE = "vitesse_de_toute_defense"
JETS_DE_DEFENSE = "jets_de_defense"
SWITCHES = (Switch(TOUTE_VITESSE, "TN-8.165.1"), Switch(JETS_DE_DEFENSE, "TN-8.269"))
SANS_PREPARATION = ("acts", "actr", "actg")  # prices that change nothing of the test
DEVIENT: tuple[Effet, ...] = ("parer", "bloquer", "proteger")


class Bouton(Struct, frozen=True, gc=False, eq=False):
    """One defence at one price as it is asked for, and what its odds are called."""

    option: Option
    chance: str
    epargne: str


class Posture(Struct, frozen=True, dict=True, eq=False):
    """One defence of somebody with one thing, however it is paid: known by what he is and has alone."""

    d: Defense
    attribut: str
    o: Objets
    colonnes: Colonnes
    usage: str  # a shield never tires (TN-8.350)
    genre: str  # of its plane, as a key
    ajustements: Terms  # of what it is made with

    @kept_for
    def bouton(self, moyen: str, emphase: str, autre: bool, bouge: bool) -> Bouton:
        """`autre`: not what turns most aside, but the other hand; `bouge`: he throws himself behind a better cover."""
        comment = emphase or (self.o.limbe if autre else "pas" if bouge else "")
        id = f"{self.d.effet}/{comment}_{moyen}" if comment else f"{self.d.effet}/{moyen}"
        nom = f"{emphase.capitalize()} · {self.d.nom}" if emphase else self.d.nom
        if autre and self.o.objet is not None:
            nom = f"{nom} · {self.o.objet.sorte.nom}"
        if bouge:
            nom = f"{nom} · en se déplaçant"
        option = Option(id, f"{nom} · défense gardée" if moyen == "gardee" else nom, PRIX[moyen])
        return Bouton(option, f"chance:{id}", f"epargne:{id}")


class Face(Struct, frozen=True, dict=True, eq=False):
    """Somebody before an attack, and what he could do about it."""

    scene: Scene
    q: Personnage
    plan: Plan
    contre: Personnage

    def prix(self, effet: Effet, genre: str) -> tuple[str, ...]:
        """With what he can pay for a defence: what he has prepared is all it takes."""
        prepare = confrontation(self.scene).attente(self.q.id).preparee == effet
        return ("prepare",) if prepare else self.prix_courant(genre)

    @kept_for
    def prix_courant(self, genre: str) -> tuple[str, ...]:
        b = confrontation(self.scene).budgets[self.q.id]
        return moyens_sans_preparation(self.scene, self.q.id, b, genre)

    @kept_for
    def releve(self, x: Posture, emphase: str) -> tuple[Releve, Terms]:
        """All that bears on one way to defend himself now, whatever he pays for it; and on defences of this plane."""
        dites = (emphase,) if emphase else ()
        of = x.attribut, x.d.competence, x.d.groupe
        essai = Essai(self.q, self.scene, self.contre, *of, "", dites, x.o.objet)
        return releve(essai, x.ajustements, colonnes=x.colonnes), tally(self.q.bears, x.genre, essai)

    @kept_for
    def possibles(self, conditions: bool) -> tuple[tuple[Defense, tuple[Posture, ...]], ...]:
        """The defences of this plane that mean anything now, each with what it may be made with."""
        ways = [d for d in self.plan.defenses.values() if d.effet != "proteger" and possible(self, d, conditions)]
        return tuple([(d, postures(self.q, d.plan, d.effet, "", self.scene.options)) for d in ways])


class Garde(Struct, frozen=True, gc=False, eq=False):
    """One way of defending oneself: what it does, what it costs, its test. Hashed as the object it is."""

    x: Posture
    moyen: str
    f: Figures
    categorie: int
    deviation: int = 0  # if it succeeds (TN-8.267)
    des: int = 0  # by the option its déviation is thrown: so many D8, and `deviation` is added
    limite: int = 10  # below the attack by so much it is an échec critique
    emphase: str = ""  # how else it is made: « diatribe » (TN-8.384)
    autre: bool = False  # not with what turns most aside, but with the other hand
    vers: Cell | None = None  # where he throws himself behind a better cover (TN-8.158)

    @property
    def bouton(self) -> Bouton:
        return self.x.bouton(self.moyen, self.emphase, self.autre, self.vers is not None)

    @property
    def id(self) -> str:
        return str(self.bouton.option.id)

    @property
    def effet(self) -> Effet:
        return self.x.d.effet

    @property
    def nom(self) -> str:
        return str(self.bouton.option.label)

    @property
    def rang(self) -> int:
        return self.f.niveau

    @property
    def plus(self) -> int:
        """Above the score of the attack (TN-8.156)."""
        return self.x.d.difficulte

    @property
    @rule("TN-8.154")
    def resistance(self) -> int:
        """Of a shield that blocks, even in vain."""
        return self.categorie if self.effet == "bloquer" and self.x.o.des("bloquer") else 0

    @property
    def usage(self) -> str:
        return self.x.usage

    @property
    def avec(self) -> int:
        """What it is made with, as in `Epreuve` (TN-8.354)."""
        return self.x.o.avec

    @property
    def genre(self) -> str:
        """Of each hand its own (TN-8.340)."""
        return self.x.o.genre

    @property
    def improvisee(self) -> bool:
        """Made with what was not made for it (TN-8.374)."""
        return self.x.o.improvisee

    @rule("TN-0.53", "TN-8.354")
    def impact(self, scene: Scene) -> int:
        """The jet of a critical one, all dice at their highest: what it stakes of the weapon it met."""
        dextre = modificateur(scene[self.f.qui].fiche.valeurs["DEX"])
        c = self.categorie
        return 8 * (2 + c + self.x.o.des(self.effet)) + c + modificateur(total(self.f.valeur)) + dextre


class Defenseur(Struct, frozen=True, gc=False, eq=False):
    qui: str
    gardes: tuple[Garde, ...] = ()
    protege: bool = False  # takes it for another
    face: Face | None = None  # None: nothing is open to him


# ---------------------------------------------------------------- the ways there are


@rule("TN-8.74", "TN-8.105", "TN-8.106", "TN-8.108", "TN-8.109", "TN-8.110", "TN-8.158", "TN-8.437")
def gardes(face: Face, prices: tuple[str, ...] | None = None, conditions: bool = False) -> list[Garde]:
    """Each defence of this plane at each price; behind a cover one may also move to a better one.

    `prices`: those there are, where it is not as one can pay; doubled: for the ACTR, restricted, with no désavantage.
    """
    plan, scene, q, found = face.plan, face.scene, face.q, list[Garde]()
    for d, those in face.possibles(conditions):
        found += a_tout_prix(face, those, prices)
        if prices is not None:
            continue
        if d.effet == "se_couvrir" and (vers := abri(scene, q, face.contre)) is not None:
            found += [replace(g, vers=vers) for g in a_tout_prix(face, those, None)]
        if plan.emphase and d.objet:
            plus = moyens_complexes(scene, q.id, "defense", f"{plan.emphase}:{d.effet}", plan.emphase)
            found += a_tout_prix(face, those, plus, plan.emphase)
    return found


@rule("TN-8.158", "TN-8.163")
def possible(face: Face, d: Defense, conditions: bool) -> bool:
    """Se couvrir takes a cover that is there, Se prémunir something to guard against."""
    if d.effet == "se_couvrir":
        return amount(face.q.bears, "couvert", Essai(face.q, face.scene, face.contre)) > 0
    return d.effet != "se_premunir" or conditions


@rule("TN-8.60", "TN-8.350")
@su
def postures(q: Personnage, plan: Nom, effet: Effet, attribut: str, options: tuple[str, ...]) -> tuple[Posture, ...]:
    """One defence with each thing it may be made with, what turns most aside first; none if what it takes is not there.

    `attribut`: the one it is made by; none named: of several the best.
    """
    d = PLANS[plan].defenses[effet]
    attribut = attribut or max(d.attributs, key=lambda code: q.fiche.valeurs[code])
    quoi, genre = (attribut, d.competence, d.groupe, ""), f"net:defense:{PLANS[plan].genre}"
    found = []
    for o in objets_de_defense(q, PLANS[plan], d.objet, attribut, d.groupe):
        colonnes, usage = colonnes_seules(q, quoi, o.objet, options, True), f"{d.competence}/{o.limbe}"
        ajustements = o.ajustements + o.gene.ajustements
        found.append(Posture(d, attribut, o, colonnes, "" if o.bouclier else usage, genre, ajustements))
    return tuple(found)


@rule("TN-1.7", "TN-8.69", "TN-8.78", "TN-8.111", "TN-8.156", "TN-8.340", "TN-8.437")
def a_tout_prix(
    face: Face, those: tuple[Posture, ...], prices: tuple[str, ...] | None, emphase: str = ""
) -> list[Garde]:
    """One defence at each price it can be paid with; none if what it takes is not at hand.

    With an arm in each hand he chooses which he holds up: what turns most aside comes first. `emphase`: how else than
    usual it is made.
    """
    found, faits = list[Garde](), set[str]()
    for x in those:
        fait: Garde | None = None
        trop_bas = total(face.releve(x, emphase)[0].f.valeur) < 0  # TN-1.7
        for moyen in face.prix(x.d.effet, x.o.genre) if prices is None else prices:
            autre = moyen in faits
            if autre and not (x.o.limbe and face.q.equipement.armes):
                continue
            faits.add(moyen)
            if trop_bas:
                continue
            pareil = fait is not None and moyen in SANS_PREPARATION and fait.moyen in SANS_PREPARATION
            fait = replace(fait, moyen=moyen) if fait is not None and pareil else garde(face, x, moyen, emphase)
            found.append(replace(fait, autre=True) if autre else fait)
    return found


@rule("TN-8.60", "TN-8.69", "TN-8.340", "TN-8.350", "TN-8.267", "TN-8.269", "TN-9.57", "TN-8.382")
def garde(face: Face, x: Posture, moyen: str, emphase: str = "") -> Garde:
    """One defence made with one thing, at one price: its test, and what it turns aside.

    What hand it is in counts, and how often that was used. The déviation is fixed, or by the option a jet; with
    emphasis a catégorie more.
    """
    scene, q, d, o = face.scene, face.q, x.d, x.o
    restreinte = o.restreinte or moyen in SECONDES
    deja = amorce(q) + (() if restreinte else repetition(scene, q.id, x.usage))
    feintes = confrontation(scene).attente(q.id).feintes if d.effet == "feinter" else 0
    encore: Terms = (("Feintes répétées", -feintes, "TN-8.156"),) if feintes else ()
    releve, du_plan = face.releve(x, emphase)
    net = preparation(scene, q.id, moyen, d.effet) + encore + du_plan + o.gene.net
    f = releve.figures(deja + o.gene.bonus, net)
    if o.gene.groupe:
        f = limitees(f, q, Gene(groupe=o.gene.groupe))
    c = min(o.categorie, PLAFOND_RESTREINT) if restreinte else o.categorie
    own, des = 0, 0
    if d.effet in DEVIENT:
        own = modificateur(total(f.valeur)) + total(bras_arme(scene, f.qui, "defense", o.avec))
        if JETS_DE_DEFENSE in scene.options:
            des, own = max(0, 2 + c + o.des(d.effet)), own + c
        else:
            own += 3 * c + PAR_DE * o.des(d.effet)
        own += (c if emphase else 0) + (o.objet.ecart("jet_defense") if o.objet is not None else 0)
    return Garde(x, moyen, f, c, own if des else max(0, own), des, limite_d_echec(f, scene.options), emphase)


@rule("TN-8.34", "TN-8.74", "TN-8.75", "TN-8.107", "TN-8.277")
def defenseur(
    scene: Scene, who: str, plan: Plan, contre: Personnage, reponse: Reponse, conditions: bool = False
) -> Defenseur:
    """What the one who was hit may do: freely, against an interruption only by doubling what he did, or nothing.

    A defence that he has kept is one that he has doubled already.
    """
    q, e = scene[who], scene.encounter
    if reponse == "aucune" or e is None or who not in e.budgets or impuissant(q, "defense") or not q.up:
        return Defenseur(who)
    face = Face(scene, q, plan, contre)
    ways = list[Garde]()
    if reponse == "libre":
        ways += gardes(face, None, conditions)
    elif peut_doubler(scene, who):
        ways += gardes(face, ("double",), conditions)
    if e.attente(who).gardee:
        ways += gardes(face, ("gardee",), conditions)
    return Defenseur(who, tuple(ways), face=face)


@rule("TN-8.157")
def protecteurs(scene: Scene, who: str, plan: Plan, contre: Personnage) -> tuple[Defenseur, ...]:
    """Allies beside him who know how to take it for him and can pay, in the order of the count (TN-R80)."""
    q, d, e = scene[who], plan.defenses["proteger"], scene.encounter
    found = []
    for p in scene.people.values() if e is not None else ():
        if (
            p.side != q.side
            or p.id == who
            or not p.up
            or not p.fiche.competences.get(d.competence)
            or impuissant(p, "defense")
        ):
            continue
        la = a_portee(p, q, plan) is not None if plan is ESPRIT else en_melee(p, q)
        if e is not None and p.id in e.budgets and la:
            those = postures(p, d.plan, d.effet, "", scene.options)
            ways = tuple(a_tout_prix(Face(scene, p, plan, contre), those, None))
            found += [Defenseur(p.id, ways, True)] if ways else []
    return tuple(sorted(found, key=lambda d: tour_d_interrompre(scene, d.qui)))


@rule("TN-8.4", "TN-8.165", "TN-8.165.1")
def seconde_defense(face: Face, conditions: bool = False) -> tuple[Defenseur, bool]:
    """What could be heaped on a first defence, and whether it would pass: known to chance, never shown (TN-8.72)."""
    scene, who = face.scene, face.q.id
    if not peut_doubler(scene, who):
        return Defenseur(who), False
    passe = SANS_VITESSE in scene.options or vitesse(scene, who) - RAPIDE > vitesse(scene, face.contre.id, "passive")
    return Defenseur(who, tuple(gardes(face, ("double",), conditions))), passe


@rule("TN-8.165")
def cumulables(ways: tuple[Garde, ...], premiere: Effet) -> tuple[Garde, ...]:
    """Never the same twice, nor Parer and Bloquer."""
    exclues = {"parer", "bloquer"} if premiere in ("parer", "bloquer") else {premiere}
    return tuple([g for g in ways if g.effet not in exclues])


# ---------------------------------------------------------------- asking


def au_mieux(f: Figures) -> int:
    """The best that could come of it."""
    return f.nu.fixe + MEILLEURS_DES + 2 * max(0, f.chance) + f.chi + f.effort + f.privilege


def utiles(ways: tuple[Garde, ...], score: int) -> tuple[Garde, ...]:
    """Only what could matter: it can still succeed, or its consolation is worth something."""
    return tuple([g for g in ways if g.f.niveau or au_mieux(g.f) > score + g.plus])


class Menace(Struct, frozen=True, gc=False, cache_hash=True):
    """A blow as those who could answer it may count with it."""

    des: int
    plus: int
    resistance: int
    absorption: int
    endurance: int
    impact: bool = False  # of a tactic: points of impact, which a defence takes off one by one


def question(key: str, d: Defenseur, ways: list[tuple[Bouton, Garde]], score: int, m: Menace, group: str) -> Question:
    """Shown: the score. Tries: the chance of each answer, the points it spares, and how badly one would be hurt."""
    tries, options = [Try("blesse", blessure, (m,))], [RIEN]
    for bouton, g in ways:
        d_elle, p = g.x.d, g.f.nu
        tries.append(Try(bouton.chance, reussit, (p, score + d_elle.difficulte)))
        tries.append(Try(bouton.epargne, epargne, (d_elle.effet, p, g.f.niveau, g.deviation, score, m)))
        options.append(bouton.option)
    return Question(d.qui, key, "TN-8.107", tuple(options), (("score", score),), group=group, tries=tuple(tries))


@rule("TN-8.107", "TN-8.150", "TN-8.157")
def choisir(oracle: Oracle, key: str, those: tuple[Defenseur, ...], score: int, m: Menace) -> tuple[str, Garde] | None:
    """The one hit, first of `those`, and whoever could take it for him, asked together; a protector goes before."""
    asked = [(d, ways) for d in those if (ways := [(g.bouton, g) for g in utiles(d.gardes, score)])]
    if not asked:
        return None
    group = f"coup:{those[0].qui}"
    questions = tuple([question("tn.proteger" if d.protege else key, d, ways, score, m, group) for d, ways in asked])
    got = oracle.ask_all(questions) if len(questions) > 1 else (oracle.ask(questions[0]),)
    taken = [
        (d, next(g for bouton, g in ways if bouton.option.id == o.id))
        for (d, ways), o in zip(asked, got, strict=True)
        if o.id != RIEN.id
    ]
    premier = next((t for t in taken if t[0].protege), taken[0] if taken else None)
    return None if premier is None else (premier[0].qui, premier[1])


# ---------------------------------------------------------------- what came of it


def entier(p: Profil, fait: Realise) -> tuple[int, Realise]:
    return score(p, fait), fait


def bref(p: Profil, fait: Realise) -> tuple[int, Realise]:
    """Without the dice, which nobody will be told: the odds have fewer branches."""
    return score(p, fait), fait._replace(gardes=())


@rule("TN-8.106", "TN-8.152", "TN-8.156")
@chance
def tenir_la_garde(oracle: Oracle, g: Garde, attaque: int, maitrise: int, marge: int, tout: bool) -> Parade:
    """Above the score of the attack it succeeds; else its degrees are a consolation, but for a Feinte."""
    s, fait = jouer(oracle.of(g.f.qui), g.f.profil(), entier if tout else bref)
    contre = attaque + maitrise + g.plus
    reussie = s > contre
    dr = 0 if reussie or g.effet == "feinter" else degre(s - CONSOLATION, g.rang)
    deviation = 0
    if g.effet in DEVIENT:
        jet = oracle.of(g.f.qui).total(g.des, 8, "deviation") if g.des and reussie else 0
        deviation = max(0, g.deviation + jet) if reussie else 2 * dr
    critique, desastre = s >= contre + 10, s <= contre - g.limite
    return Parade(g.effet, g.moyen, reussie, dr, deviation, critique, desastre, attaque - s < marge, fait)


@chance
def reussit(oracle: Oracle, p: Profil, contre: int) -> bool:
    """The chance on the button of an answer."""
    return jouer(oracle, p, score) > contre


@chance
def blessure(oracle: Oracle, m: Menace) -> int:
    """Permanent points of an undefended blow, endurance used as usual: what « would I be hurt? » means."""
    return _reste(max(0, oracle.total(m.des, 8) + m.plus - m.resistance), m.absorption, m.endurance, False)


@chance
def issue(oracle: Oracle, p: Profil, rang: int, contre: int) -> tuple[bool, int]:
    return fin_de_garde(jouer(oracle, p, score), rang, contre)


def fin_de_garde(s: int, rang: int, contre: int) -> tuple[bool, int]:
    """Whether a defence of this score succeeds, else its degrees."""
    return s > contre, 0 if s > contre else degre(s - CONSOLATION, rang)


@chance
def epargne(oracle: Oracle, effet: Effet, p: Profil, rang: int, deviation: int, attaque: int, m: Menace) -> int:
    """Permanent points this defence spares on the same blow, its consolation counted."""
    reussie, dr = issue(oracle, p, rang, attaque)
    return epargnes(effet, reussie, dr, deviation, oracle.total(m.des, 8), m)


@rule("TN-8.150", "TN-8.156")
def epargnes(effet: Effet, reussie: bool, dr: int, deviation: int, jet: int, m: Menace) -> int:
    """The same for one outcome and one throw; a feint that fails makes the blow critical, and costs."""
    d = max(0, jet + m.plus - m.resistance)
    if m.impact:
        return min(d, retire(effet, reussie, dr, deviation))
    sans = _reste(d, m.absorption, m.endurance, False)
    if effet == "feinter" and not reussie:
        return sans - _reste(max(0, 8 * m.des + m.plus - m.resistance), m.absorption, m.endurance, False)
    if effet in ("esquiver", "feinter", "se_couvrir"):
        return sans if reussie else 0
    if effet in ("devier", "eviter"):
        x = Parade(effet, "", reussie, dr)
        return sans - mineure(Cible("", endurance=m.endurance), d, m.absorption, reussie, (x,), ()).permanents
    plus = (deviation if reussie else 2 * dr) if effet in DEVIENT else 0
    return sans - _reste(d, m.absorption + plus, m.endurance, reussie)


@lru_cache(maxsize=16384)
def epargne_moyenne(effet: Effet, reussie: bool, dr: int, deviation: int, m: Menace) -> float:
    """What one outcome of a defence spares on average."""
    jets, out_of = jet_de(m.des, 8)
    return sum([ways * epargnes(effet, reussie, dr, deviation, jet, m) for jet, ways in jets]) / out_of


def esperance(g: Garde, attaque: int, maitrise: int, m: Menace) -> float:
    """What a defence spares on average against a blow of this score, nothing spent on it."""
    contre = attaque + maitrise + g.plus
    return moyenne(g.effet, g.f.nu, g.rang, g.deviation + 9 * g.des // 2, contre, m)


@lru_cache(maxsize=65536)
def moyenne(effet: Effet, p: Profil, rang: int, deviation: int, contre: int, m: Menace) -> float:
    """The mean of `epargne`, put together from how the test may end and what each end spares."""
    fins, out_of = issues(p, rang, contre)
    n = sum([ways * epargne_moyenne(effet, reussie, dr, deviation, m) for (reussie, dr), ways in fins])
    return n / out_of


@lru_cache(maxsize=16384)
def issues(p: Profil, rang: int, contre: int) -> Rows:
    """How a defence may end, and how often: few ends of many scores."""
    points, out_of = _points(replace(p, fixe=0))
    found: dict[tuple[bool, int], int] = {}
    for n, ways in points:
        fin = fin_de_garde(n + p.fixe, rang, contre)
        found[fin] = found.get(fin, 0) + ways
    return tuple(found.items()), out_of


@lru_cache(maxsize=1024)
def _points(p: Profil) -> Rows:
    """What the dice of a test come to with nothing added to them: the same for many tests."""
    return odds(jouer, p, score).rows


def la_meilleure(d: Defenseur, attaque: int, maitrise: int, m: Menace) -> Garde | None:
    """The habit of whoever is not asked: the open defence that spares most, or none if none spares anything."""
    seules = {g.effet: g for g in reversed(d.gardes)}  # the same at another price spares as much
    found = {effet: esperance(g, attaque, maitrise, m) for effet, g in seules.items()}
    best = max(found, key=lambda effet: found[effet], default=None)
    return seules[best] if best is not None and found[best] > 0 else None


@rule("TN-8.112", "TN-8.163")
def retire(effet: Effet, reussie: bool, dr: int, deviation: int) -> int:
    """What a defence takes off the impact or the charges of a tactic: all of it, its déviation, or a consolation."""
    if effet in DEVIENT:
        return deviation if reussie else 2 * dr
    if reussie:
        return TOUT
    return 4 * dr if effet == "se_premunir" else 0


@lru_cache(maxsize=65536)
def _reste(d: int, absorption: int, endurance: int, defendue: bool) -> int:
    """What absorption first leaves (the default of TN-8.128)."""
    return d - enleves(min(d, absorption), absorption, limite(d, defendue), max(0, endurance))
