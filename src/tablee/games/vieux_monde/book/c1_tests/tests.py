"""Chapter 1: making a Test. What is tested, what weighs on it, how the roll reads, what may still be done after it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.moments import Moment
from tablee.kernel.oracle import ALL, GM, Amount, Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Term, Terms

from ...model.catalogue import COMPETENCES, LOCALISATION
from ...model.effects import EFFECTS, Cas
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.tables import DIFFICULTES, NOMS, rang, signe

# ---------------------------------------------------------------- what weighs on a Test


@rule("VM-1.9")
def de_la_difficulte(difficulte: str) -> Terms:
    """The MJ's Difficulté, as a term; Intermédiaire weighs nothing."""
    degre = DIFFICULTES[difficulte]
    return ((degre.nom, degre.mod, "VM-1.9"),) if degre.mod else ()


@rule("VM-1.9")
def des_circonstances(mod: int) -> Terms:
    """What the MJ adds for circumstances, or takes off."""
    return (("Circonstances", mod, "VM-1.9"),) if mod else ()


@rule("VM-1.9")
def hors_bornes(mod: int) -> Closed | None:
    """Circumstances have bounds."""
    if -100 <= mod <= 100:
        return None
    return Closed("VM-1.9", "Les circonstances vont de -100 à +100, pas {}", (mod,))


@lru_cache(4096)
def cles(competence: str, genres: tuple[str, ...] = ()) -> tuple[str, ...]:
    """All that something may bear on in order to weigh on this Test."""
    carac, connue = carac_de(competence), COMPETENCES.get(competence)
    psychologie = ("psychologie",) if connue is not None and connue.psychologie and "psychologie" not in genres else ()
    return (carac, f"test:{carac}", "tests", *((competence,) if connue is not None else ()), *genres, *psychologie)


def pesent(cas: Cas, competence: str, genres: tuple[str, ...] = ()) -> Terms:
    """All that weighs on a Test by what it is a Test of."""
    return tally(cas.p.bears, cles(competence, genres), cas)


@rule("VM-2.15")
@EFFECTS.on("combat", "psychologie")
def des_avantages(c: Cas) -> Term | None:
    """+10 for each Avantage, on Tests of combat and of psychology."""
    return ("Avantages", 10 * c.p.avantages, "VM-2.15") if c.p.avantages else None


def carac_de(competence: str) -> str:
    """The caractéristique behind a Compétence; a caractéristique stands for itself."""
    return competence if competence in NOMS else COMPETENCES[competence].carac


# ---------------------------------------------------------------- how a roll reads


class Ligne(msgspec.Struct, frozen=True, gc=False):
    """What chance needs to know of a Test: figures, and whom to ask."""

    qui: str
    valeur: int  # after all modifiers
    base: int  # as it stands on the sheet: it decides between equal DR (VM-1.11)
    chance: int = 0  # points that may be spent after the roll
    resilience: int = 0
    forme: str = ""  # the body aimed at, if the roll also says where it hits
    taille: int = 0  # the part of `valeur` owed to the Taille of the target (VM-2.46)
    dr: int = 0  # added to the DR once it is read (VM-2.51)
    zeros: bool = False  # VM-2.64: rolls that end in 0 are Critiques
    secret: bool = False
    plus: str = ""  # what else the roll decides, for the words told with it
    chaos: int = 0  # of `chance`, the points of chaos; they go last (VM-3.31)
    achete: int = 0  # DR bought with Chance, kept if the Test is then rolled again (VM-4.5)
    simple: bool = False  # VM-1.4: its DR does not matter, so that none is bought


class Jet(msgspec.Struct, frozen=True, gc=False):
    """A roll as read."""

    dr: int
    reussi: bool
    critique: int = 0  # 1: Succès Critique, -1: Échec Critique
    zone: str = ""


@rule("VM-1.2", "VM-1.8")
def reussit(valeur: int, de: int) -> bool:
    """The roll is at most the value; 01 to 05 always succeed, 96 to 00 always fail."""
    return de <= 5 or (de <= valeur and de <= 95)


@rule("VM-1.5", "VM-1.6")
def degres(valeur: int, de: int, reussi: bool) -> int:
    """The tens of the value less the tens of the roll; never on the wrong side of zero for what the roll is."""
    dr = (valeur // 10 if valeur > 0 else 0) - de // 10
    if reussi:
        return dr if dr > 0 else 0
    return dr if dr < 0 else 0


@rule("VM-1.3", "VM-2.64")
def critique(de: int, reussi: bool, zeros: bool = False) -> int:
    """Doubles are Critiques, of success or of failure; with the Jeton, successes that end in 0 too."""
    if de % 11 == 0 or de == 100:
        return 1 if reussi else -1
    return 1 if zeros and reussi and de % 10 == 0 else 0


Facts = tuple[tuple[str, Any], ...]
Lecture = tuple[Jet, Terms, Facts]


@rule("VM-1.4")
def lire_le_de(ligne: Ligne, de: int) -> Lecture:
    """A face of the d100 read against a value: always the same for the same figures, so that it is read once."""
    return lecture(ligne.valeur, ligne.taille, ligne.dr, ligne.achete, ligne.zeros, ligne.forme, de)


@rule("VM-2.46", "VM-2.51")
@lru_cache(65536)
def lecture(valeur: int, taille: int, malus: int, achete: int, zeros: bool, forme: str, de: int) -> Lecture:
    """A roll as read, its DR as a sum, and what the log says. A hit owed to the target's Taille alone has DR 0."""
    reussi = reussit(valeur, de)
    dr = degres(valeur, de, reussi)
    due = taille > 0 and reussi and not reussit(valeur - taille, de)
    if due:
        dr = 0
    valeur_10, jet_10 = valeur // 10 if valeur > 0 else 0, de // 10
    borne = dr - (valeur_10 - jet_10)
    terms: list[tuple[str, int, str]] = [
        ("Dizaines de la valeur", valeur_10, "VM-1.5"),
        ("Dizaines du jet", -jet_10, "VM-1.5"),
    ]
    if borne:
        terms.append(("Touche due à la Taille", borne, "VM-2.46") if due else ("Borne du DR", borne, "VM-1.6"))
    if malus:
        terms.append(("Plus petit que l'adversaire", malus, "VM-2.51"))
    if achete:
        terms.append(("Points de Chance", achete, "VM-4.5"))
    jet = Jet(dr + malus + achete, reussi, critique(de, reussi, zeros), LOCALISATION[forme][de] if forme else "")
    facts = (
        ("valeur", valeur),
        ("de", de),
        ("dr", signe(jet.dr, reussi)),
        ("rang", rang(dr, reussi)),
        ("reussi", reussi),
        ("critique", CRITIQUES[jet.critique]),
    )
    return jet, tuple(terms), facts


@rule("VM-1.2")
@chance
def jeter(oracle: Oracle, ligne: Ligne) -> Jet:
    """One d100, read and told at once so that its face stands beside it; not where only odds are wanted."""
    audience = GM if ligne.secret else ALL
    de = oracle.of(ligne.qui, audience).d(100, ligne.plus)
    jet, terms, facts = lire_le_de(ligne, de)
    if not oracle.deaf:
        oracle.tell(Event("jet", ligne.qui, "", "VM-1.5", terms, facts, audience))
    return jet


CRITIQUES = {1: " (Succès Critique)", 0: "", -1: " (Échec Critique)"}

# ---------------------------------------------------------------- after the roll

GARDER = Option("garder", "garder ce résultat")
RELANCER = Option("relancer", "relancer le Test", (("Chance", 1),))
PLUS_UN = Option("dr", "+1 DR", (("Chance", 1),))
CHAOS = (("Chance du Chaos", 1),)  # VM-3.31: each of these costs Corruption too
DU_CHAOS = "_chaos"  # behind what is paid with such a point though there are others
CHOISIR = Option("resilience", "choisir le résultat du dé", (("Résilience", 1),))
FACES = Amount(1, 100, "{}")


class Depenses(msgspec.Struct, frozen=True, gc=False):
    """What one spent on a Test after it was rolled."""

    chance: int = 0
    resilience: int = 0
    chaos: int = 0  # of `chance`, the points of chaos (VM-3.31)


RIEN = Depenses()


class Essaye(msgspec.Struct, frozen=True, gc=False):
    """A roll with what was spent on it; `force`: Résilience was spent, and an opposed Test is won by it."""

    jet: Jet
    depenses: Depenses = RIEN
    relance: bool = False
    force: bool = False
    achete: int = 0  # DR bought with Chance


@lru_cache(32)
def possibilites(relance: bool, dr: bool, propres: bool, chaos: bool, resilience: bool) -> tuple[Option, ...]:
    """What may still be done about a roll; the order is that of the buttons, the first changes nothing.

    Whoever has Chance of both kinds says which he spends.
    """
    usages = ((RELANCER,) if relance else ()) + ((PLUS_UN,) if dr else ())
    du_chaos = tuple(replace(o, id=f"{o.id}{DU_CHAOS}" if propres else o.id, cost=CHAOS) for o in usages)
    return (GARDER, *(usages if propres else ()), *(du_chaos if chaos else ()), *((CHOISIR,) if resilience else ()))


def reste_de_chance(ligne: Ligne, d: Depenses) -> tuple[int, int]:
    """The points of Chance that are left: one's own, and those of chaos."""
    return ligne.chance - ligne.chaos - (d.chance - d.chaos), ligne.chaos - d.chaos


@rule("VM-4.5", "VM-4.8", "VM-3.31")
def ouvertes(ligne: Ligne, e: Essaye) -> tuple[Option, ...]:
    """A failed Test may be rolled again, once; any Test raised by 1 DR, or its face chosen; as far as points go."""
    propres, chaos = reste_de_chance(ligne, e.depenses)
    return possibilites(
        not e.jet.reussi and not e.relance and not e.force,
        not ligne.simple,
        propres > 0,
        chaos > 0,
        ligne.resilience > e.depenses.resilience and not e.force,
    )


def une_de_plus(ligne: Ligne, d: Depenses, du_chaos: bool) -> Depenses:
    """One more Point de Chance is spent, of the kind that was said, or of the kind that is left."""
    chaos = du_chaos or reste_de_chance(ligne, d)[0] <= 0
    return replace(d, chance=d.chance + 1, chaos=d.chaos + chaos)


def retoucher(oracle: Oracle, ligne: Ligne, e: Essaye, contre: str = "") -> Essaye:
    """One use of Chance or Résilience on a roll, or the same roll if it is kept. `contre`: the DR against it."""
    options = ouvertes(ligne, e)
    if len(options) == 1:
        return e
    dr = signe(e.jet.dr, e.jet.reussi)
    montre = (("dr", dr), ("reussi", e.jet.reussi), ("contre", contre), ("valeur", ligne.valeur))
    cle = "vm.apres_jet_oppose" if contre else "vm.apres_jet"
    choix = str(oracle.ask(Question(ligne.qui, cle, "VM-4.5", options, montre, 30)).id)
    usage = choix.removesuffix(DU_CHAOS)
    if usage in ("relancer", "dr"):
        depenses = une_de_plus(ligne, e.depenses, choix != usage)
        return (relancer if usage == "relancer" else plus_un_dr)(oracle, ligne, e, depenses)
    if choix == "resilience":
        face = int(oracle.ask(Question(ligne.qui, "vm.face", "VM-4.8", FACES, montre)).id)
        return choisir_la_face(oracle, ligne, e, face)
    return e


@rule("VM-4.5")
def relancer(oracle: Oracle, ligne: Ligne, e: Essaye, depenses: Depenses) -> Essaye:
    """A Point de Chance: the Test is rolled again, and the new roll stands."""
    oracle.tell(Event("relance", ligne.qui, "", "VM-4.5"))
    return Essaye(jeter(oracle, avec_achat(ligne, e)), depenses, True, e.force, e.achete)


@rule("VM-4.5")
def plus_un_dr(oracle: Oracle, ligne: Ligne, e: Essaye, depenses: Depenses) -> Essaye:
    """A Point de Chance: +1 DR. What failed has still failed."""
    jet = replace(e.jet, dr=e.jet.dr + 1)
    oracle.tell(Event("plus_un_dr", ligne.qui, "", "VM-4.5", (), (("dr", signe(jet.dr, jet.reussi)),)))
    return replace(e, jet=jet, depenses=depenses, achete=e.achete + 1)


@rule("VM-4.8")
def choisir_la_face(oracle: Oracle, ligne: Ligne, e: Essaye, face: int) -> Essaye:
    """A Point de Résilience: the die shows what one likes, a double too."""
    ligne = avec_achat(ligne, e)
    jet, terms, facts = lire_le_de(ligne, face)
    oracle.tell(Event("face_choisie", ligne.qui, "", "VM-4.8", terms, facts))
    depenses = replace(e.depenses, resilience=e.depenses.resilience + 1)
    return replace(e, jet=jet, depenses=depenses, force=True)


def avec_achat(ligne: Ligne, e: Essaye) -> Ligne:
    """The same Test with the DR already bought for it: they are not lost when the roll changes."""
    return replace(ligne, achete=e.achete) if e.achete else ligne


@chance
def tenter(oracle: Oracle, ligne: Ligne) -> Essaye:
    """Roll, then use Chance or Résilience as often as one likes: the whole of a Test that nobody opposes."""
    e = Essaye(jeter(oracle, ligne))
    if not ligne.chance and not ligne.resilience:
        return e
    while True:
        apres = retoucher(oracle, ligne, e)
        if apres is e:
            return e
        e = apres


# ---------------------------------------------------------------- paying

chance_du_chaos: Moment[[str, int]] = Moment("chance_du_chaos")  # so many points of it were spent


@rule("VM-4.5", "VM-4.9", "VM-3.31")
def payer(p: Personnage, d: Depenses) -> Personnage:
    """Take what was spent, Chance of each kind; Résilience takes Détermination along, not below 0."""
    if d is RIEN or not (d.chance or d.resilience):
        return p
    if d.chance:
        propres = min(d.chance - d.chaos, p.chance - p.chance_chaotique)
        p = replace(
            p,
            chance_perdue=p.chance_perdue + propres,
            chance_chaotique=max(0, p.chance_chaotique - (d.chance - propres)),
        )
    if d.resilience:
        reste = max(0, p.determination - d.resilience)
        p = replace(p, resilience_perdue=p.resilience_perdue + d.resilience)
        p = replace(p, determination_perdue=p.resilience - reste)
    return p


@rule("VM-4.5", "VM-4.8")
def regler(scene: Scene, oracle: Oracle, who: str, d: Depenses) -> Scene:
    """Take what was spent on a Test; each point of chaos brings a Point de Corruption (VM-3.31)."""
    if d is RIEN:
        return scene
    avant = scene[who]
    apres = payer(avant, d)
    scene = scene.put(apres)
    chaos = avant.chance_chaotique - apres.chance_chaotique
    return chance_du_chaos(scene, oracle, who, chaos) if chaos else scene


# ---------------------------------------------------------------- putting a Test together


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A Test ready to be rolled: the figures, and the sum that explains them."""

    ligne: Ligne
    terms: Terms


def preparer(p: Personnage, competence: str, plus: Terms, forme: str = "", taille: int = 0, dr: int = 0) -> Prepare:
    """A Test of this Compétence, these terms added to its value; what else a Ligne tells goes into it as it is."""
    fiche = p.fiche
    base = fiche.valeurs[competence] or 0
    valeur = base
    for _, n, _ in plus:
        valeur += n
    zeros = "zeros" in p.bears
    if fiche.destin or fiche.resilience or fiche.talents or p.chance_chaotique:
        ligne = Ligne(p.id, valeur, base, p.chance, p.resilience, forme, taille, dr, zeros, chaos=p.chance_chaotique)
    else:
        ligne = Ligne(p.id, valeur, base, 0, 0, forme, taille, dr, zeros)
    return Prepare(ligne, fiche.somme(competence) + plus)


def en_secret(prepare: Prepare) -> Prepare:
    """The same rolled by the MJ alone: nobody spends on a roll he does not see."""
    return replace(prepare, ligne=replace(prepare.ligne, chance=0, resilience=0, chaos=0, secret=True))


LIBELLES = {c.id: c.nom for c in COMPETENCES.values()} | NOMS


def annoncer(oracle: Oracle, prepare: Prepare, competence: str, cible: str = "") -> None:
    """Told before the dice: what is tested, and the sum of its value."""
    ligne = prepare.ligne
    facts = (("competence", LIBELLES[competence]), ("valeur", ligne.valeur))
    oracle.tell(Event("essai", ligne.qui, cible, "VM-1.2", prepare.terms, facts, GM if ligne.secret else ALL))


def nom_de(competence: str) -> str:
    """What players read for a caractéristique or a Compétence."""
    return LIBELLES[competence]


class Demande(msgspec.Struct, frozen=True, gc=False):
    """A Test that is asked for: of what, how hard, what else weighs on it, and how it is rolled."""

    competence: str
    difficulte: str = "intermediaire"
    plus: Terms = ()
    genres: tuple[str, ...] = ()
    secret: bool = False
    simple: bool = False  # VM-1.4: its DR does not matter


def tester(
    scene: Scene,
    oracle: Oracle,
    who: str,
    competence: str,
    difficulte: str = "intermediaire",
    plus: Terms = (),
    genres: tuple[str, ...] = (),
) -> tuple[Scene, Jet]:
    """One ordinary Test from announcement to result."""
    return passer(scene, oracle, who, Demande(competence, difficulte, plus, genres))


def passer(scene: Scene, oracle: Oracle, who: str, d: Demande) -> tuple[Scene, Jet]:
    """A Test told, rolled, paid. Every Test nobody opposes goes through here."""
    if d_emblee(scene[who], d.competence, d.genres):
        facts = (("competence", nom_de(d.competence)),)
        oracle.tell(Event("sans_esprit", who, "", "VM-6.10", (), facts, GM if d.secret else ALL))
        return scene, D_EMBLEE
    prepare = mettre_au_point(scene, who, d)
    annoncer(oracle, prepare, d.competence)
    e = tenter(oracle, prepare.ligne)
    return regler(scene, oracle, who, e.depenses), e.jet


D_EMBLEE = Jet(0, True)


@rule("VM-6.10")
def d_emblee(p: Personnage, competence: str, genres: tuple[str, ...]) -> bool:
    """Whether a Test of psychology is passed without dice: nothing frightens what has no mind."""
    return p.a_trait("sans_esprit") and "psychologie" in cles(competence, genres)


def mettre_au_point(scene: Scene, who: str, d: Demande) -> Prepare:
    """A Test nobody opposes, ready to be rolled, with all that weighs on it here."""
    p = scene[who]
    terms = de_la_difficulte(d.difficulte) + pesent(Cas(p, scene), d.competence, (*d.genres, "presence")) + d.plus
    prepare = preparer(p, d.competence, terms)
    if d.simple:
        prepare = replace(prepare, ligne=replace(prepare.ligne, simple=True))
    return en_secret(prepare) if d.secret else prepare


def reussir(scene: Scene, oracle: Oracle, who: str, d: Demande) -> tuple[Scene, bool]:
    """A Test of which nothing matters but whether it succeeds: the odds have two branches of it."""
    prepare = mettre_au_point(scene, who, d)
    annoncer(oracle, prepare, d.competence)
    reussi, depenses = franchir(oracle, prepare.ligne)
    return regler(scene, oracle, who, depenses), reussi


@chance
def franchir(oracle: Oracle, ligne: Ligne) -> tuple[bool, Depenses]:
    """Whether a Test succeeds, and what was spent on it."""
    e = tenter(oracle, ligne)
    return e.jet.reussi, e.depenses
