"""The one roll of a fighter in a turn: made, paid for, kept, thrown again."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.combat import Declared
from ...model.jets import Jet, Ligne, Prepare
from ...model.scene import Scene, en_cours, tel
from ..c5_tests.des import valeur
from ..c5_tests.figures import recuperer_le_vide
from ..c5_tests.jets import jeter, relancer, sans_jet
from ..c5_tests.tests import annoncer, contre_le_nd, noter
from ..c11_manoeuvres.demandes import vide_des_manoeuvres
from ..c11_manoeuvres.effets import des_de_harcelement, montrer
from .combattants import Attaque

EN_OPPOSITION = "en opposition"


SANS_JET = -1  # what stands for the dice of a test that needed none (YY-5.22)


def jeter_une_fois(scene: Scene, oracle: Oracle, a: Declared) -> tuple[Scene, Jet]:
    """The one roll of a fighter in a turn, made and paid for when it is first needed."""
    connu = en_cours(scene).jets.get(a.actor)
    if connu is not None:
        return scene, connu
    prepare, competence = a.score(scene, tel(scene, a.actor))
    return jeter_et_payer(scene, oracle, a, prepare, competence, a.cible if isinstance(a, Attaque) else "")


def jeter_et_payer(
    scene: Scene,
    oracle: Oracle,
    a: Declared,
    prepare: Prepare,
    competence: str,
    cible: str,
    contre: str = EN_OPPOSITION,
) -> tuple[Scene, Jet]:
    annoncer(oracle, prepare, competence, cible, contre)
    jet = jeter(oracle, prepare.ligne)
    if isinstance(a, Attaque) and "harcelement" in a.manoeuvres:
        jet = replace(jet, total=jet.total + des_de_harcelement(oracle, a))
    return payer_le_jet(scene, oracle, a, prepare, competence, jet)


def payer_le_jet(
    scene: Scene, oracle: Oracle, a: Declared, prepare: Prepare, competence: str, jet: Jet
) -> tuple[Scene, Jet]:
    """The test is made: Vide, the bonus of past defences, the mark on the skill."""
    p = avant = scene.people[a.actor]
    vide = 1 if prepare.ligne.vide else 0
    if isinstance(a, Attaque) and a.manoeuvres:
        vide += vide_des_manoeuvres(a)
        montrer(oracle, a)
    if vide:
        p = replace(p, vide_perdu=p.vide_perdu + vide)
    if jet.exploits:
        p = recuperer_le_vide(p, jet.exploits)
    if p.fiche.joueur:
        p = noter(p, competence)
    if p.elan:
        p = replace(p, elan=0)
    return garder(scene.put(p) if p is not avant else scene, jet), jet


@rule("YY-5.22")
def jet_contre(scene: Scene, oracle: Oracle, a: Declared, nd: int, cible: str, risquer: bool) -> tuple[Scene, Jet]:
    """Against an ND known beforehand no dice are needed where the score alone is above it, unless one wants to."""
    connu = en_cours(scene).jets.get(a.actor)
    if connu is not None:
        return scene, connu
    prepare, competence = a.score(scene, tel(scene, a.actor))
    ligne, contre = prepare.ligne, contre_le_nd(nd, False)
    if not sans_jet(ligne.score, nd, risquer):
        return jeter_et_payer(scene, oracle, a, prepare, competence, cible, contre)
    annoncer(oracle, prepare, competence, cible, contre)
    oracle.tell(Event("sans_jet", a.actor, cible, "YY-5.22", (), (("score", ligne.score), ("nd", nd))))
    return payer_le_jet(scene, oracle, a, prepare, competence, Jet(ligne.qui, ligne.score, SANS_JET, ligne.rang_vide))


@rule("YY-5.12", "YY-5.18")
def relance(scene: Scene, oracle: Oracle, avant: Jet) -> tuple[Scene, Jet]:
    """The reroll that was announced: the yin/Yang dice alone are thrown again, and the second result stands."""
    ligne = Ligne(avant.qui, avant.total - valeur(avant.jet), rang_vide=avant.rang_vide)
    apres = relancer(oracle, ligne, avant)
    if apres.exploits > avant.exploits:
        scene = scene.put(recuperer_le_vide(scene[avant.qui], 1))
    return garder(scene, apres), apres


def garder(scene: Scene, jet: Jet) -> Scene:
    """This roll stands for the whole turn."""
    combat = en_cours(scene)
    return replace(scene, encounter=replace(combat, jets={**combat.jets, jet.qui: jet}))
