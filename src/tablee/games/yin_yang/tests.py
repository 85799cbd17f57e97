"""Chapter 5: making a test. The score, what weighs on it, the roll, the margin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Closed, Oracle, chance
from tablee.kernel.refs import WithWho
from tablee.kernel.tally import Terms, total

from .catalogue import COMPETENCES, nom_de
from .des import DESASTRE, EXPLOIT, lancer, valeur
from .state import Personnage, effets_sur, hors_d_etat, inconnu, non_acquise, rang_de
from .tables import IMPOSSIBLE, NOMS

if TYPE_CHECKING:
    from .scene import Scene

Liste = list[tuple[str, int, str]]
UsageVide = Literal["", "relance", "bonus"]
BONUS_DE_VIDE = 4

# ---------------------------------------------------------------- what weighs on a test

AUTRES_PHYSIQUES = ("course", "crochetage", "discretion", "escalade", "escamotage", "evasion", "equitation", "natation")
PHYSIQUES = frozenset([*AUTRES_PHYSIQUES, *(c.id for c in COMPETENCES.values() if c.famille == "martiale")])
MARTIALES = frozenset(c.id for c in COMPETENCES.values() if c.famille == "martiale")


@rule("YY-5.14", "YY-5.16", "YY-6.5", "YY-7.1", "YY-9.1")
def penalites(p: Personnage, competence: str) -> Liste:
    """Load and worst wound on every test; fatigue on skills; armour on physical ones, the shield on martial ones."""
    terms: Liste = []
    charge = p.encombrement
    if charge:
        terms.append(("Encombrement", -charge, "YY-9.1"))
    if p.blessures and (blessure := p.blessure):
        terms.append(("Pire blessure", -blessure, "YY-6.5"))
    if competence not in NOMS:
        if p.fatigue and (lassitude := p.lassitude):
            terms.append(("Fatigue", -lassitude, "YY-7.1"))
        if competence in PHYSIQUES and (p.equipement.armures or p.equipement.bouclier is not None):
            terms += penalites_de_protection(p, competence)
    if p.effets:
        terms += [t for t in effets_sur(p, "tests", competence) if t[1]]
    return terms


@rule("YY-10.32", "YY-10.40", "YY-13.1", "YY-13.3")
def penalites_de_protection(p: Personnage, competence: str) -> Liste:
    """Armour and shield hamper by their rank, less the rank of the skill that goes with them; never a bonus."""
    terms: Liste = []
    gene = p.equipement.rang_max - p.competence("armures")
    if gene > 0:
        terms.append(("Armure", -gene, "YY-10.40"))
    if competence in MARTIALES and p.equipement.bouclier is not None and not p.equipement.au_dos:
        gene = p.equipement.bouclier.rang - p.competence("boucliers")
        if gene > 0:
            terms.append(("Bouclier", -gene, "YY-10.32"))
    return terms


def base(p: Personnage, competence: str, usage: str = "") -> Terms:
    """The ranks a test starts from: a trait or attribute alone, a skill with its weakest root."""
    if competence in NOMS:
        return rang_de(p.f, competence)
    return p.f.combine(competence, usage)


@rule("YY-5.3")
def la_plus_faible(p: Personnage, competences: tuple[str, ...], usage: str = "") -> str:
    """Of several skills used at once the one with the lowest rang combiné."""
    return min(competences, key=lambda c: total(base(p, c, usage)))


# ---------------------------------------------------------------- the roll


class Ligne(msgspec.Struct, frozen=True, gc=False):
    """What chance needs to know of a test."""

    qui: str
    score: int  # before the roll, penalties and the +4 of Vide counted
    vide: UsageVide = ""
    rang_vide: int = 0  # it decides between equals
    secret: bool = False


class Jet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """A roll and what it comes to."""

    qui: WithWho
    total: int
    jet: int  # as `lancer` gives it
    rang_vide: int = 0
    exploits: int = 0  # how many were rolled, a reroll counted too: each gives 1 point de vide back
    peut_relancer: bool = False  # a reroll was paid for and not used yet

    @property
    def desastre(self) -> bool:
        return self.jet == DESASTRE


def jeter(oracle: Oracle, ligne: Ligne) -> Jet:
    """One yin/Yang roll on a score, told at once so that its faces stand beside it."""
    jet = lancer(oracle.of(ligne.qui, GM if ligne.secret else ALL))
    obtenu = Jet(
        ligne.qui, ligne.score + valeur(jet), jet, ligne.rang_vide, int(jet > EXPLOIT), ligne.vide == "relance"
    )
    if not oracle.deaf:
        terms: Terms = (("Score", ligne.score, "YY-5.1"), ("Jet yin/Yang", valeur(jet), "YY-5.8"))
        facts = (("total", obtenu.total), ("jet", nom_du_jet(jet)))
        oracle.tell(Event("jet", ligne.qui, "", "YY-5.8", terms, facts, GM if ligne.secret else ALL))
    return obtenu


def nom_du_jet(jet: int) -> str:
    return "désastre" if jet == DESASTRE else "exploit" if jet > EXPLOIT else str(jet)


@rule("YY-5.18")
def relancer(oracle: Oracle, ligne: Ligne, avant: Jet) -> Jet:
    """The reroll a point de vide was announced for: the second result stands."""
    apres = jeter(oracle, ligne)
    return replace(apres, exploits=avant.exploits + apres.exploits, peut_relancer=False)


class Resultat(msgspec.Struct, frozen=True, gc=False):
    """What a test against an ND came to."""

    reussi: bool
    marge: int  # of success, or of failure if negative
    desastre: bool = False
    exploits: int = 0
    lance: bool = True  # False: it succeeded, or failed, without a roll
    total: int = 0  # what was reached


@rule("YY-5.21", "YY-5.22")
def sans_jet(score: int, nd: int, risquer: bool = False) -> bool:
    """Whether no roll is needed: a trivial action, or a score above an ND known beforehand; one may still risk it."""
    return not risquer and (nd < score or nd <= 0)


@rule("YY-5.1", "YY-5.2", "YY-5.10", "YY-5.18", "YY-5.21")
@chance
def eprouver(oracle: Oracle, ligne: Ligne, nd: int, risquer: bool) -> Resultat:
    """A test against an ND known beforehand. What is impossible fails, what is trivial fails by a désastre only."""
    score = ligne.score
    if nd >= IMPOSSIBLE:
        return Resultat(False, -1, lance=False, total=score)
    if sans_jet(score, nd, risquer):
        return Resultat(True, max(0, score - nd), lance=False, total=score)
    jet = jeter(oracle, ligne)
    if ligne.vide == "relance" and (jet.desastre or jet.total < nd):
        jet = relancer(oracle, ligne, jet)
    marge = jet.total - nd
    if jet.desastre:
        return Resultat(False, min(-1, marge), True, jet.exploits, total=jet.total)
    if nd <= 0:
        marge = max(0, marge)
    return Resultat(marge >= 0, marge, False, jet.exploits, total=jet.total)


# ---------------------------------------------------------------- putting a test together


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A test ready to be rolled: the figures, and the sum that explains them."""

    ligne: Ligne
    terms: Terms


@rule("YY-5.17", "YY-5.19")
def preparer(
    p: Personnage, competence: str, plus: Liste, vide: UsageVide = "", usage: str = "", secret: bool = False
) -> Prepare:
    """The score of a test before the roll."""
    terms = (*base(p, competence, usage), *plus)
    if vide == "bonus":
        terms = (*terms, ("Point de vide", BONUS_DE_VIDE, "YY-5.19"))
    return Prepare(Ligne(p.id, total(terms), vide, p.rang("vide"), secret), terms)


@rule("YY-5.17")
def payer_le_vide(p: Personnage, vide: UsageVide) -> Personnage:
    """What was announced is paid before the roll, and lost even if it proves useless."""
    return replace(p, vide_perdu=p.vide_perdu + 1) if vide else p


@rule("YY-5.12")
def recuperer_le_vide(p: Personnage, points: int) -> Personnage:
    """An exploit gives 1 point de vide back, not above the rank of Vide."""
    return replace(p, vide_perdu=max(0, p.vide_perdu - points)) if points and p.vide_perdu else p


def annoncer(oracle: Oracle, prepare: Prepare, competence: str, cible: str = "", contre: str = "en opposition") -> None:
    """Told before the dice: what is tested, the sum of its score, and against what."""
    facts = (
        ("competence", nom_de(competence)),
        ("score", prepare.ligne.score),
        ("contre", contre),
    )
    oracle.tell(
        Event("essai", prepare.ligne.qui, cible, "YY-5.1", prepare.terms, facts, GM if prepare.ligne.secret else ALL)
    )


def contre_le_nd(nd: int, secret: bool) -> str:
    """What players read of an ND."""
    return "contre un ND secret" if secret else "impossible" if nd >= IMPOSSIBLE else f"contre ND {nd}"


def tester(
    scene: Scene,
    oracle: Oracle,
    who: str,
    competence: str,
    nd: int,
    plus: Terms = (),
    vide: UsageVide = "",
    risquer: bool = False,
    usage: str = "",
    secret: bool = False,
    nd_secret: bool = False,
) -> tuple[Scene, Resultat]:
    """One test against an ND from announcement to result. Every test nobody opposes goes through here.

    `secret`: the MJ rolls it unseen. `nd_secret`: the player rolls, and only the MJ knows what it had to reach; an ND
    that is not known beforehand spares nobody the roll (YY-5.22).
    """
    p = scene[who]
    prepare = preparer(p, competence, [*penalites(p, competence), *plus], vide, usage, secret)
    annoncer(oracle, prepare, competence, contre=contre_le_nd(nd, nd_secret))
    r = eprouver(oracle, prepare.ligne, nd, risquer or nd_secret)
    p = noter(recuperer_le_vide(payer_le_vide(p, vide), r.exploits), competence)
    facts = (("marge", abs(r.marge)), ("issue", issue(r)), ("reussi", r.reussi))
    oracle.tell(Event("test", who, "", "YY-5.2", comptes(r, nd), facts, GM if secret or nd_secret else ALL))
    return (scene.put(p) if p is not scene[who] else scene), r


@rule("YY-5.2", "YY-5.10", "YY-5.21")
def comptes(r: Resultat, nd: int) -> Terms:
    """The margin as a sum: the total less the ND; a désastre fails by 1 at least, what is trivial cannot be missed."""
    if nd >= IMPOSSIBLE:
        return (("Impossible", r.marge, "YY-5.21"),)
    terms: Terms = (("Total", r.total, "YY-5.1"), ("ND", -nd, "YY-5.1"))
    reste = r.marge - total(terms)
    if not reste:
        return terms
    return (*terms, ("Désastre", reste, "YY-5.10") if r.desastre else ("Action triviale", reste, "YY-5.21"))


def issue(r: Resultat) -> str:
    """How it went, in a word."""
    if r.desastre:
        return "désastre"
    if r.reussi:
        return "réussit" if r.lance else "réussit sans jet"
    return "échoue"


@rule("YY-4.3")
def noter(p: Personnage, competence: str) -> Personnage:
    """A skill that was used in the adventure may be improved after it."""
    if competence in NOMS or competence in p.fiche.utilisees or not p.fiche.joueur:
        return p
    return replace(p, fiche=replace(p.fiche, utilisees=(*p.fiche.utilisees, competence)))


# ---------------------------------------------------------------- between two who both roll


@rule("YY-5.5", "YY-5.13")
def l_emporte(oracle: Oracle, a: Jet, b: Jet) -> int:
    """1: the first wins, -1: the second, 0: nobody (two désastres). Exploits by face, totals, Vide, then a coin."""
    if a.desastre or b.desastre:
        return 0 if a.desastre and b.desastre else -1 if a.desastre else 1
    if a.jet > EXPLOIT and b.jet > EXPLOIT:
        if a.jet != b.jet:
            return 1 if a.jet > b.jet else -1
    elif a.total != b.total:
        return 1 if a.total > b.total else -1
    if a.rang_vide != b.rang_vide:
        return 1 if a.rang_vide > b.rang_vide else -1
    return 1 if oracle.of(a.qui).d(2, "pile ou face") == 1 else -1


@rule("YY-5.6")
def sous_le_nd(gagne: int, a: Jet, b: Jet, nd: int) -> int:
    """A creature that does not reach the ND cannot win; if the other one does, it is the winner; else nobody is."""
    if not nd or not gagne:
        return gagne
    a_atteint, b_atteint = a.total >= nd and not a.desastre, b.total >= nd and not b.desastre
    if a_atteint and b_atteint:
        return gagne
    return 1 if a_atteint else -1 if b_atteint else 0


@rule("YY-5.18")
def departager(oracle: Oracle, a: Jet, b: Jet, la: Ligne, lb: Ligne, nd: int = 0) -> tuple[Jet, Jet, int]:
    """Who wins, once the losers who announced a reroll have had it: the loser of the first rolls uses his first."""
    while True:
        devant = l_emporte(oracle, a, b)
        gagne = sous_le_nd(devant, a, b, nd)
        a_relance, b_relance = a.peut_relancer and gagne <= 0, b.peut_relancer and gagne >= 0
        if a_relance and not (b_relance and devant > 0):
            a = relancer(oracle, la, a)
        elif b_relance:
            b = relancer(oracle, lb, b)
        else:
            return a, b, gagne


class Mesure(msgspec.Struct, frozen=True, gc=False):
    """How an opposed test came out: who won (1, -1, 0), both totals, the exploits of each."""

    gagne: int
    a: int
    b: int
    exploits_a: int = 0
    exploits_b: int = 0

    @property
    def marge(self) -> int:
        """The winner's, never below 0 (YY-5.5, YY-5.13)."""
        return max(0, (self.a - self.b) * self.gagne)


@rule("YY-5.5")
@chance
def mesurer(oracle: Oracle, la: Ligne, lb: Ligne, nd: int) -> Mesure:
    """Both roll, the totals are compared, rerolls that were announced are used."""
    a, b, gagne = departager(oracle, jeter(oracle, la), jeter(oracle, lb), la, lb, nd)
    return Mesure(gagne, a.total, b.total, a.exploits, b.exploits)


class Cote(msgspec.Struct, frozen=True):
    """One side of an opposed test."""

    qui: str
    competence: str
    plus: Terms = ()
    vide: UsageVide = ""


def confronter(
    scene: Scene, oracle: Oracle, a: Cote, b: Cote, nd: int = 0, secret: bool = False
) -> tuple[Scene, Mesure]:
    """An opposed test from announcement to result: what both paid in Vide, what exploits gave back."""
    lignes = []
    for c, autre in ((a, b), (b, a)):
        p = scene[c.qui]
        prepare = preparer(p, c.competence, [*penalites(p, c.competence), *c.plus], c.vide, secret=secret)
        annoncer(oracle, prepare, c.competence, autre.qui)
        lignes.append(prepare.ligne)
    m = mesurer(oracle, lignes[0], lignes[1], nd)
    for c, exploits in ((a, m.exploits_a), (b, m.exploits_b)):
        scene = scene.put(noter(recuperer_le_vide(payer_le_vide(scene[c.qui], c.vide), exploits), c.competence))
    return scene, m


# ---------------------------------------------------------------- parameters of any test


class Essai(Action, frozen=True):
    """The parameters of any test."""

    competence: str = ""
    mod: int = 0  # other circumstances, from the MJ
    vide: UsageVide = ""  # YY-5.17: announced before the roll
    risquer: bool = False  # YY-5.22: roll although the score alone would do
    secret: bool = False

    offers = {"competence": {**NOMS, **{c.id: c.nom for c in COMPETENCES.values()}}}

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or refus(scene[self.actor], self, scene)


def refus(p: Personnage, e: Any, scene: Scene | None = None) -> Closed | None:
    """What is tested must have been acquired, and Vide is never spent below zero."""
    return intestable(p, e.competence) or sans_vide(p, 1 if e.vide else 0, scene) or hors_bornes(e.mod)


@rule("YY-16.6")
def intestable(p: Personnage, competence: str) -> Closed | None:
    """What is tested must have been acquired; languages are known or not, and never tested."""
    if competence == "langues":
        return Closed("YY-16.6", "Une langue se parle ou ne se parle pas : elle ne se teste pas")
    return non_acquise(p, competence)


def circonstances(mod: int) -> Terms:
    """What the MJ adds or takes away."""
    return (("Circonstances", mod, "YY-5.1"),) if mod else ()


@rule("YY-5.17")
def sans_vide(p: Personnage, points: int, scene: Scene | None = None) -> Closed | None:
    """Points de vide are never spent below zero; with a scene, those announced for this turn are spoken for."""
    libres = p.vide
    if points and scene is not None and scene.encounter is not None and p.id in scene.encounter.declarations:
        libres = max(0, libres - scene.encounter.declarations[p.id].vide_promis)
    if points <= libres:
        return None
    return Closed("YY-5.17", "Pas assez de points de vide : il en faut {}, il en reste {}", (points, libres))


def hors_bornes(mod: int) -> Closed | None:
    if -30 <= mod <= 30:
        return None
    return Closed("YY-5.1", "Les circonstances vont de -30 à +30, pas {}", (mod,))
