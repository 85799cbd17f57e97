"""Fighting things: automates and golems have neither vitality nor lésions; blows wear them down (TN-9.142)."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle
from tablee.kernel.tally import Terms, total

from ...model.inventaire import Place
from ...model.people import Personnage
from ...model.plan import CORPS
from ...model.scene import Scene
from ...model.sums import modif
from ...model.things import Objet
from ..c0_tests import Profil
from ..c0_tests.resolution import degre, mesure_de
from ..c4_caracteristiques.ressources import devenir
from ..c8_confrontation.armes import absorption, resistance
from ..c8_confrontation.attaque import Assaut, Coup, Verdict, perforation, sur_un_objet
from .detruire import a_moitie
from .solidite import a_lui, eprouver_la_chose, forces, meurtrir, oppose, sauver, user_la_chose


@rule("TN-9.142", "TN-9.126")
def forces_de(p: Personnage) -> Terms:
    """What an animate object adds to its dice: as its own hide does, and the modifier of its Constitution."""
    peau = p.equipement.peau
    return (*(forces(peau) if peau is not None else ()), modif(p.fiche, "CON"))


@rule("TN-9.132", "TN-9.143")
def subi_par(scene: Scene, c: Coup, v: Verdict, coup: Terms) -> Terms:
    """What is left of a blow: résistance off it, then all of absorption, which only perforation lessens."""
    q = scene[c.sur]
    deviation = sum([x.deviation for x in v.parades])
    dure = min(max(0, total(coup)), total(resistance(q, CORPS)))
    souple = max(0, total(absorption(q, CORPS)) + deviation - total(perforation(scene, c)))
    terms = (*coup, ("Résistance", -dure, "TN-9.132")) if dure else coup
    souple = min(souple, max(0, total(terms)))
    return (*terms, ("Absorption", -souple, "TN-9.143")) if souple else terms


@sur_un_objet.then("TN-9.125", "TN-9.130", "TN-9.132", "TN-9.136", "TN-9.137", "TN-9.142", "TN-9.143")
def deteriorer(scene: Scene, oracle: Oracle, a: Assaut, c: Coup, v: Verdict, coup: Terms) -> Scene:
    """A blow on an animate object: its save, harder for each degree, what it leaves; then the arm that struck it."""
    q, objet = scene[c.sur], a.arme.objet
    dr = degre(mesure_de(a.f, v.fait).score - a.d, a.f.niveau) if v.fait.gardes else 0
    terms = subi_par(scene, c, v, coup)
    own = forces_de(q)
    difficulte = oppose(objet) + ((("Degré de réussite", dr, "TN-9.125"),) if dr else ())
    profil = Profil(q.id, fixe=total(own), valeur=10)
    subi = sauver(oracle, profil, own, "Machine", difficulte, max(0, total(terms)), "TN-9.142")
    if not a.arme.melee and (objet is None or objet.pointe != "explosive"):
        subi = a_moitie(subi)
    scene = user_la_machine(scene, oracle, c.sur, subi, terms)
    if oracle.deaf:  # odds: what becomes of the arm changes nothing of the machine
        return scene
    return en_retour(scene, oracle, c, objet, a.arme.melee, q, dr)


@rule("TN-9.133", "TN-9.142")
def user_la_machine(scene: Scene, oracle: Oracle, who: str, n: int, terms: Terms) -> Scene:
    """Its détérioration grows; each level takes one off what is grown on it, and nothing off what it carries."""
    p = scene[who]
    assert p.deterioration is not None
    apres = replace(p, deterioration=min(p.deterioration + n, p.ruine))
    niveau, e = apres.niveau_de_deterioration, p.equipement
    peau = use_a(e.peau, niveau) if e.peau is not None else None
    e = replace(e, peau=peau, naturelles=tuple([use_a(x, niveau) for x in e.naturelles]))
    facts = ("subi", n), ("degradation", apres.deterioration), ("niveau", niveau)
    oracle.tell(Event("deteriore", who, "", "TN-9.142", terms, facts))
    return devenir(scene, oracle, replace(apres, equipement=e))


def use_a(objet: Objet, niveau: int) -> Objet:
    """A thing worn down to a level, as far as it can be."""
    return replace(objet, degradation=min(niveau, objet.perte) * objet.integrite)


@rule("TN-9.130", "TN-9.131", "TN-9.136", "TN-9.137")
def en_retour(scene: Scene, oracle: Oracle, c: Coup, objet: Objet | None, melee: bool, q: Personnage, dr: int) -> Scene:
    """The arm is put to the test too, for the intégrité of what it struck; one that shoots risks nothing."""
    difficulte = (("Base", 10, "TN-9.123"), *forces_de(q)) + ((("Degré de réussite", -dr, "TN-9.125"),) if dr else ())
    if objet is not None and not melee and objet.sorte.usage == "tir":
        return scene
    armes = scene[c.de].equipement.armes
    if objet is None or c.main >= len(armes):
        return meurtrir(scene, oracle, c.de, difficulte, q.rouages)
    sujet = a_lui(c.de, Place("armes", c.main, armes[c.main]))
    return user_la_chose(scene, oracle, sujet, eprouver_la_chose(oracle, sujet, difficulte, q.rouages))
