"""Chapter 1: making a Test. What is tested, what weighs on it, how the roll reads, what may still be done after it."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from tablee.kernel.action import Action
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import ALL, GM, Amount, Closed, Option, Oracle, Question, chance
from tablee.kernel.tally import Terms, total

from .catalogue import COMPETENCES, ETATS, LOCALISATION
from .state import Personnage, effets_sur, hors_d_etat, inconnu
from .tables import DIFFICULTES, NOMS, Difficulte, rang, signe

if TYPE_CHECKING:
    from .scene import Scene

Liste = list[tuple[str, int, str]]

SUR = {
    "tests": "tous les Tests",
    "attaque": "toucher au Corps à corps",
    "tir": "toucher à distance",
    "defense": "se défendre, quelle que soit la manière",
    "parade": "parer",
    "psychologie": "résister à la peur et à l'influence des autres",
    "incantation": "lancer un Sort",
    "dissipation": "dissiper un Sort",
    "degats": "Dégâts au Corps à corps",
    "degats_tir": "Dégâts à distance",
    "degats_magie": "Dégâts des Projectiles magiques",
    "pa": "PA sur tout le corps",
    "pb": "Points de Blessure",
    "initiative": "valeur d'initiative",
    "mouvement": "Mouvement, en cases",
    "soins": "Points de Blessure rendus par ses soins",
}  # what a Modif or an Effet may weigh on, besides the caractéristiques and the Compétences

# ---------------------------------------------------------------- what weighs on a Test


@rule("VM-1.9")
def de_la_difficulte(difficulte: str) -> Liste:
    """The MJ's Difficulté, as a term; Intermédiaire weighs nothing."""
    degre = DIFFICULTES[difficulte]
    return [(degre.nom, degre.mod, "VM-1.9")] if degre.mod else []


@lru_cache(4096)
def pese(competence: str, genres: tuple[str, ...]) -> tuple[str, ...]:
    """All that something may bear on in order to weigh on this Test, the caractéristique put aside."""
    connue = COMPETENCES.get(competence)
    psychologie = ("psychologie",) if connue is not None and connue.psychologie and "psychologie" not in genres else ()
    return ("tests", *((competence,) if connue is not None else ()), *genres, *psychologie)


def poids(p: Personnage, competence: str, genres: tuple[str, ...] = ()) -> Liste:
    """Talents, états, wounds, spells: all that weighs on a Test by what it is a Test of."""
    terms: Liste = []
    sur = pese(competence, genres)
    if p.fiche.talents:
        for s in sur:
            terms += p.fiche.effets.get(s, ())
    if p.etats:
        for e in p.etats:
            for m in ETATS[e.id].modifs:
                if m.sur in sur or m.sur == carac_de(competence):
                    terms.append((ETATS[e.id].nom, m.mod * e.niveaux, "VM-2.1"))
    if p.effets:
        terms += effets_sur(p, (carac_de(competence), *sur))
    return terms


def carac_de(competence: str) -> str:
    """The caractéristique behind a Compétence; a caractéristique stands for itself."""
    return competence if competence in NOMS else COMPETENCES[competence].carac


@rule("VM-2.15")
def des_avantages(p: Personnage) -> Liste:
    """+10 for each Avantage, on Tests of combat and of psychology."""
    return [("Avantages", 10 * p.avantages, "VM-2.15")] if p.avantages else []


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


@rule("VM-1.4", "VM-2.46")
def lire(ligne: Ligne, de: int) -> Jet:
    """A face of the d100 read against a value; a hit owed to the Taille of the target alone has DR 0."""
    valeur = ligne.valeur
    reussi = de <= 5 or (de <= valeur and de <= 95)
    dr = degres(valeur, de, reussi)
    if ligne.taille > 0 and reussi and not reussit(valeur - ligne.taille, de):
        dr = 0
    zone = LOCALISATION[ligne.forme][de] if ligne.forme else ""
    return Jet(dr + ligne.dr, reussi, critique(de, reussi, ligne.zeros), zone)


@rule("VM-1.2")
@chance
def jeter(oracle: Oracle, ligne: Ligne) -> Jet:
    """One d100, read and told at once so that its face stands beside it."""
    audience = GM if ligne.secret else ALL
    de = oracle.of(ligne.qui, audience).d(100, ligne.plus)
    jet = lire(ligne, de)
    if not oracle.deaf:
        raconter(oracle, ligne, jet, de)
    return jet


def raconter(oracle: Oracle, ligne: Ligne, jet: Jet, de: int) -> None:
    """The roll for the log: the value, the face, the DR as a sum."""
    terms: Terms = (
        ("Dizaines de la valeur", ligne.valeur // 10 if ligne.valeur > 0 else 0, "VM-1.5"),
        ("Dizaines du jet", -(de // 10), "VM-1.5"),
    )
    lu = jet.dr - ligne.dr
    if lu != terms[0][1] + terms[1][1]:
        terms = (*terms, ("Borne du DR", lu - terms[0][1] - terms[1][1], "VM-2.46" if ligne.taille else "VM-1.6"))
    if ligne.dr:
        terms = (*terms, ("Plus petit que l'adversaire", ligne.dr, "VM-2.51"))
    facts = (
        ("valeur", ligne.valeur),
        ("de", de),
        ("dr", signe(jet.dr, jet.reussi)),
        ("rang", rang(jet.dr, jet.reussi)),
        ("reussi", jet.reussi),
        ("critique", CRITIQUES[jet.critique]),
    )
    oracle.tell(Event("jet", ligne.qui, "", "VM-1.5", terms, facts, GM if ligne.secret else ALL))


CRITIQUES = {1: " (Succès Critique)", 0: "", -1: " (Échec Critique)"}

# ---------------------------------------------------------------- after the roll

GARDER = Option("garder", "garder ce résultat")
RELANCER = Option("relancer", "relancer le Test", (("Chance", 1),))
PLUS_UN = Option("dr", "+1 DR", (("Chance", 1),))
CHOISIR = Option("resilience", "choisir le résultat du dé", (("Résilience", 1),))
FACES = Amount(1, 100, "{}")


class Depenses(msgspec.Struct, frozen=True, gc=False):
    """What one spent on a Test after it was rolled."""

    chance: int = 0
    resilience: int = 0


RIEN = Depenses()


@lru_cache(8)
def possibilites(relance: bool, chance: bool, resilience: bool) -> tuple[Option, ...]:
    """What may still be done about a roll; the order is that of the buttons, the first changes nothing."""
    return (
        GARDER,
        *((RELANCER,) if relance and chance else ()),
        *((PLUS_UN,) if chance else ()),
        *((CHOISIR,) if resilience else ()),
    )


class Essaye(msgspec.Struct, frozen=True, gc=False):
    """A roll with what was spent on it; `force`: Résilience was spent, and an opposed Test is won by it."""

    jet: Jet
    depenses: Depenses = RIEN
    relance: bool = False
    force: bool = False


@rule("VM-4.5", "VM-4.8")
def retoucher(oracle: Oracle, ligne: Ligne, e: Essaye, contre: str = "") -> Essaye:
    """One use of Chance or Résilience on a roll, or the same roll if it is kept. `contre`: the DR to beat, as written."""
    reste = ligne.chance - e.depenses.chance
    options = possibilites(
        not e.jet.reussi and not e.relance, reste > 0, ligne.resilience > e.depenses.resilience and not e.force
    )
    if len(options) == 1:
        return e
    montre = (("dr", signe(e.jet.dr, e.jet.reussi)), ("reussi", e.jet.reussi), ("contre", contre), ("valeur", ligne.valeur))
    choix = oracle.ask(Question(ligne.qui, "vm.apres_jet", "VM-4.5", options, montre, 30))
    if choix is GARDER or choix.id == "garder":
        return e
    if choix.id == "relancer":
        depenses = replace(e.depenses, chance=e.depenses.chance + 1)
        return Essaye(jeter(oracle, ligne), depenses, True, e.force)
    if choix.id == "dr":
        jet = replace(e.jet, dr=e.jet.dr + 1)
        if not oracle.deaf:
            facts = (("dr", signe(jet.dr, jet.reussi)),)
            oracle.tell(Event("plus_un_dr", ligne.qui, "", "VM-4.5", (), facts))
        return replace(e, jet=jet, depenses=replace(e.depenses, chance=e.depenses.chance + 1))
    face = int(oracle.ask(Question(ligne.qui, "vm.face", "VM-4.8", FACES, montre)).id)
    jet = lire(ligne, face)
    if not oracle.deaf:
        oracle.tell(Event("face_choisie", ligne.qui, "", "VM-4.8", (), (("de", face),)))
        raconter(oracle, ligne, jet, face)
    return replace(e, jet=jet, depenses=replace(e.depenses, resilience=e.depenses.resilience + 1), force=True)


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


@rule("VM-4.5", "VM-4.9")
def payer(p: Personnage, d: Depenses) -> Personnage:
    """Take what was spent: chaotic Chance first, at the price of Corruption; Résilience takes Détermination along."""
    if d is RIEN or not (d.chance or d.resilience):
        return p
    chaos = min(d.chance, p.chance_chaotique)
    perdue = min(p.chance_perdue + d.chance - chaos, max(p.chance_max, 0))
    p = replace(p, chance_perdue=perdue, chance_chaotique=p.chance_chaotique - chaos, corruption=p.corruption + chaos)
    if d.resilience:
        reste = max(0, p.determination - d.resilience)
        p = replace(p, resilience_perdue=p.resilience_perdue + d.resilience)
        p = replace(p, determination_perdue=p.resilience - reste)
    return p


# ---------------------------------------------------------------- putting a Test together


class Prepare(msgspec.Struct, frozen=True, gc=False):
    """A Test ready to be rolled: the figures, and the sum that explains them."""

    ligne: Ligne
    terms: Terms


def preparer(p: Personnage, competence: str, plus: Liste, secret: bool = False, **details: Any) -> Prepare:
    """A Test of this Compétence, these terms added to its value. `details` go into the Ligne."""
    fiche = p.fiche
    base = fiche.valeurs[competence] or 0
    valeur = base
    for _, n, _ in plus:
        valeur += n
    chance = resilience = 0
    if not secret and (fiche.destin or p.chance_chaotique or fiche.resilience):  # nobody spends on a roll he does not see
        chance, resilience = p.chance, p.resilience
    ligne = Ligne(p.id, valeur, base, chance, resilience, secret=secret, **details)
    return Prepare(ligne, (*fiche.somme(competence), *plus))


def annoncer(oracle: Oracle, prepare: Prepare, competence: str, cible: str = "") -> None:
    """Told before the dice: what is tested, and the sum of its value."""
    facts = (("competence", nom_de(competence)), ("valeur", prepare.ligne.valeur))
    audience = GM if prepare.ligne.secret else ALL
    oracle.tell(Event("essai", prepare.ligne.qui, cible, "VM-1.2", prepare.terms, facts, audience))


def nom_de(competence: str) -> str:
    """What players read for a caractéristique or a Compétence."""
    return NOMS.get(competence) or COMPETENCES[competence].nom


def tester(
    scene: Scene,
    oracle: Oracle,
    who: str,
    competence: str,
    difficulte: str = "intermediaire",
    plus: Terms = (),
    genres: tuple[str, ...] = (),
    secret: bool = False,
) -> tuple[Scene, Jet]:
    """One Test from announcement to result: told, rolled, paid. Every Test nobody opposes goes through here."""
    p = scene[who]
    prepare = preparer(p, competence, poids_complet(p, competence, difficulte, genres, plus), secret)
    annoncer(oracle, prepare, competence)
    e = tenter(oracle, prepare.ligne)
    if e.depenses is not RIEN:
        scene = scene.put(payer(p, e.depenses))
    return scene, e.jet


def poids_complet(p: Personnage, competence: str, difficulte: str, genres: tuple[str, ...], plus: Terms) -> Liste:
    """Difficulty, Avantages where they help, and all that weighs on the one who tests."""
    terms = de_la_difficulte(difficulte)
    if p.avantages and "psychologie" in pese(competence, genres):
        terms += des_avantages(p)
    return [*terms, *poids(p, competence, genres), *plus]


# ---------------------------------------------------------------- the action


class Essai(Action, frozen=True):
    """The parameters of any Test."""

    competence: str = ""  # a caractéristique or a Compétence
    difficulte: Difficulte = "intermediaire"
    mod: int = 0  # other circumstances, from the MJ
    soutiens: tuple[str, ...] = ()  # VM-1.15
    secret: bool = False  # rolled by the game master, seen by him alone

    def closed(self, scene: Scene) -> Closed | None:
        return inconnu(scene, self.actor) or hors_d_etat(scene[self.actor]) or refus(scene, self)

    def plus(self, scene: Scene) -> Terms:
        """What these parameters add to the value."""
        return (("Circonstances", self.mod, "VM-1.9"),) if self.mod else ()


def refus(scene: Scene, e: Essai) -> Closed | None:
    """What is tested must exist and be known to the one who tests it, and circumstances have bounds."""
    if e.competence not in NOMS and e.competence not in COMPETENCES:
        return Closed("VM-1.2", "« {} » n'est ni une Caractéristique ni une Compétence", (e.competence,))
    if scene[e.actor].fiche.valeurs[e.competence] is None:
        return Closed("VM-1.2", "{} ne connaît pas {}", (scene.name(e.actor), nom_de(e.competence)))
    if not -100 <= e.mod <= 100:
        return Closed("VM-1.9", "Les circonstances vont de -100 à +100, pas {}", (e.mod,))
    return None


def total_de(prepare: Prepare) -> int:
    """The value, from its terms: what is told is what is rolled against."""
    return total(prepare.terms)
