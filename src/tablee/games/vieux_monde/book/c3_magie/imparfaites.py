"""Chapter 3, incantations imparfaites: the minor table, one function for each of its rows."""

from __future__ import annotations

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle

from ...model.catalogue import COMPETENCES
from ...model.people import HEURE, ROUND, Effet, Etat
from ...model.scene import Scene
from ...model.sorts import DOMAINES
from ..c2_combat.combat import engages_avec
from ..c6_etats import gagner_etat, noter, recevoir_etat
from .magie import LUEUR
from .majeures import majeure
from .vents import Suite, corrompre, rate, subir_la_ligne

MINEURE = "VM-3.30"


@rule("VM-3.5", "VM-3.25", "VM-3.30")
def imparfaite(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """What an Échec critique of incantation or of Focalisation brings: a roll on the minor table."""
    return subir_la_ligne(scene, oracle, who, sort, "mineure", LIGNES)


# ---------------------------------------------------------------- told, and left to the table


def signe_de_sorciere(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    oracle.tell(Event("signe_de_sorciere", who, "", MINEURE))
    return scene


def lait_caille(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    metres = oracle.of(who).d(100, "mètres")
    oracle.tell(Event("lait_caille", who, "", MINEURE, (), (("metres", metres),)))
    return scene


def mildiou(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    bonus = scene[who].bonus("FM")
    terms = (("Bonus de Force Mentale", bonus, MINEURE),)
    oracle.tell(Event("mildiou", who, "", MINEURE, terms, (("champs", bonus), ("km", bonus))))
    return scene


def delie(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    oracle.tell(Event("delie", who, "", MINEURE))
    return scene


def malediction_de_la_sobriete(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    metres = oracle.of(who).d(100, "mètres")
    oracle.tell(Event("malediction_de_la_sobriete", who, "", MINEURE, (), (("metres", metres),)))
    return scene


def double_probleme(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    km = oracle.of(who).d(10, "kilomètres")
    oracle.tell(
        Event("double_probleme", who, "", MINEURE, (), (("km", km), ("sort", scene[who].fiche.livre[sort].nom)))
    )
    return scene


# ---------------------------------------------------------------- on the caster


def cerumen(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Assourdi until somebody cleans the ears with Guérison."""
    return recevoir_etat(scene, oracle, who, Etat("assourdi", tenace="guerison"), MINEURE)


def lueur_occulte(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """A glow in the colour of the spell's Domaine."""
    rounds = oracle.of(who).d(10, "Rounds")
    domaine = DOMAINES.get(scene[who].fiche.livre[sort].domaine)
    couleur = domaine.couleur if domaine is not None else "sans nom"
    oracle.tell(Event("lueur_occulte", who, "", MINEURE, (), (("rounds", rounds), ("couleur", couleur))))
    return noter(scene, who, Effet("Lueur occulte", LUEUR, 0, MINEURE, "imparfaite", scene.clock + rounds * ROUND))


def murmures_mortels(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    scene, echec = rate(scene, oracle, who, "FM", "accessible")
    return corrompre(scene, oracle, who, MINEURE) if echec else scene


def rupture(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    return gagner_etat(scene, oracle, who, "hemorragique", oracle.of(who).d(10, "Hémorragique"), MINEURE)


def secousse_spirituelle(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    return gagner_etat(scene, oracle, who, "a_terre", rule=MINEURE)


def tenue_indisciplinee(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    force = 5 * oracle.of(who).d(10, "Force des vêtements")
    oracle.tell(Event("tenue_indisciplinee", who, "", MINEURE, (), (("force", force),)))
    return recevoir_etat(scene, oracle, who, Etat("enchevetre", force=force), MINEURE)


def drain_de_l_ame(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    heures = oracle.of(who).d(10, "heures")
    oracle.tell(Event("drain_de_l_ame", who, "", MINEURE, (), (("heures", heures),)))
    return recevoir_etat(scene, oracle, who, Etat("extenue", fin=scene.clock + heures * HEURE, tenace="duree"), MINEURE)


def distraction(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Surpris if he is Engagé; else a few moments of confusion."""
    if engages_avec(scene, who):
        return gagner_etat(scene, oracle, who, "surpris", rule=MINEURE)
    oracle.tell(Event("distraction", who, "", MINEURE))
    return scene


def visions_impies(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    scene = gagner_etat(scene, oracle, who, "aveugle", rule=MINEURE)
    scene, echec = rate(scene, oracle, who, "calme", "intermediaire")
    return gagner_etat(scene, oracle, who, "aveugle", rule=MINEURE) if echec else scene


def langue_maladroite(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """-10 on every Langue, incantations included."""
    rounds = oracle.of(who).d(10, "Rounds")
    oracle.tell(Event("langue_maladroite", who, "", MINEURE, (), (("rounds", rounds),)))
    fin = scene.clock + rounds * ROUND
    langues = [c for c in COMPETENCES if c.startswith("langue_")]
    return noter(scene, who, *[Effet("Langue maladroite", c, -10, MINEURE, "imparfaite", fin) for c in langues])


def horreur(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    scene, echec = rate(scene, oracle, who, "calme", "difficile")
    return gagner_etat(scene, oracle, who, "brise", rule=MINEURE) if echec else scene


def malediction_de_corruption(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    return corrompre(scene, oracle, who, MINEURE)


# ---------------------------------------------------------------- worse


@rule("VM-3.30")
def multiplication_d_infortune(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """Two more rolls on this table; 91 to 00 are rolled again, so that it goes no further."""
    for _ in range(2):
        if scene[who].vie == "actif":
            scene = subir_la_ligne(scene, oracle, who, sort, "mineure", LIGNES, 90)
    return scene


@rule("VM-3.30", "VM-3.31")
def chaos_en_cascade(scene: Scene, oracle: Oracle, who: str, sort: str) -> Scene:
    """A roll on the major table, which nothing else leads to."""
    return majeure(scene, oracle, who, sort)


LIGNES: dict[str, Suite] = {
    f.__name__: f
    for f in (
        signe_de_sorciere,
        lait_caille,
        mildiou,
        cerumen,
        lueur_occulte,
        murmures_mortels,
        rupture,
        secousse_spirituelle,
        delie,
        tenue_indisciplinee,
        malediction_de_la_sobriete,
        drain_de_l_ame,
        distraction,
        visions_impies,
        langue_maladroite,
        horreur,
        malediction_de_corruption,
        double_probleme,
        multiplication_d_infortune,
        chaos_en_cascade,
    )
}
