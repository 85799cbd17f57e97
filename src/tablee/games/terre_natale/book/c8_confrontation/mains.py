"""Hands: which one holds what, what the wrong one costs, both on one arm, an arm used for what it was not made for."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed, Oracle
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Essai
from ...model.inventaire import Place, sans_un
from ...model.ouvrages import Chose, nom_libre
from ...model.people import Personnage
from ...model.scene import Scene
from ...model.situations import GENES
from ...model.su import su
from ...model.things import Objet
from ..c2_competences.limites import Gene, de_la_mauvaise_main, mauvaise_main
from ..c4_caracteristiques.capacites import trop_lourd
from ..c4_caracteristiques.usage import ajustement_d_armure, entrainement, entrainement_pour, penalite_de
from .budget import budget, depenser
from .solidite import tenu

HABITUE = "habitue:attaque_a_deux_mains"
MAINS = 2


# ---------------------------------------------------------------- which hand


@rule("TN-8.336", "TN-8.337")
def a_deux_mains(p: Personnage, main: int) -> bool:
    """Whether an arm is held in both hands: it takes two, or the one that is free helps."""
    objet = tenu(p, main)
    if objet is None:
        return False
    seul = p.equipement.deux_mains and len(p.equipement.armes) == 1 and objet.sorte.usage == "melee"
    return objet.sorte.mains == MAINS or seul


@rule("TN-8.336")
def mains_libres(p: Personnage) -> int:
    """How many hands hold nothing."""
    armes = sum([MAINS if a_deux_mains(p, main) else 1 for main in range(len(p.equipement.armes))])
    return max(0, MAINS - ("une_main" in p.bears) - armes - len(p.equipement.tenus))


@rule("TN-8.340", "TN-8.341", "TN-8.348", "TN-9.63")
def a_contre_main(p: Personnage, main: int) -> bool:
    """Whether an arm is in the wrong hand: the weak one, but for what is made for it, which alone is held there."""
    objet = tenu(p, main)
    if objet is None:
        return False
    bouclier = objet.sorte.bouclier
    faible = main > 0 or (bouclier and len(p.equipement.armes) == 1)
    return de_la_mauvaise_main(faible, bouclier)


@rule("TN-8.88", "TN-8.340")
def genre_de_main(p: Personnage, genre: str, main: int) -> str:
    """The kind of an action: with an arm in each hand, each has its own."""
    deux = len(p.equipement.armes) == MAINS and 0 <= main < MAINS and not p.fiche.points
    return f"{genre}:{'dg'[main]}" if deux else genre


# ---------------------------------------------------------------- what it does to a test


@rule("TN-8.345", "TN-8.371", "TN-8.374")
def detournee(objet: Objet, *, de_loin: bool = False, pour_attaquer: bool = True) -> bool:
    """Whether an arm is used for what it was not made for: thrown, or kept in hand, or shot with and held up."""
    sorte = objet.sorte
    if sorte.improvisee:
        return True
    if sorte.usage == "tir":
        return not pour_attaquer
    if objet.liee:
        return False
    return de_loin if sorte.usage == "melee" else not de_loin


@rule("TN-8.41", "TN-8.43", "TN-8.342", "TN-8.371", "TN-R39")
@su
def gene(p: Personnage, main: int, attribut: str, groupe: str, detourne: bool) -> Gene:
    """What the way an arm is held takes off: too heavy, in the wrong hand, not made for it; they add up."""
    objet = tenu(p, main)
    if objet is None:
        return Gene()
    lourd = trop_lourd(p, objet, a_deux_mains(p, main))
    net: Terms = (("Poigne", -1, "TN-8.41"),) if lourd is not None else ()
    penalite = total(penalite_de(p, objet))
    ajustements: Terms = ()
    if detourne:
        appris = min(2 * entrainement(p, entrainement_pour(objet)), 2 * objet.categorie + objet.particularites)
        ajustements = (("Usage détourné", -appris, "TN-8.371"),) if appris > 0 else ()
        penalite += max(0, appris)
    found = Gene(ajustements, net=net)
    if not a_contre_main(p, main):
        return found
    double: Terms = (("Main non directrice", -penalite, "TN-8.342"),) if penalite else ()
    return found + mauvaise_main(p, attribut, groupe) + Gene(double)


@rule("TN-8.41")
@EFFECTS.on("net:physique", of="equipe", own=True)
def armure_trop_lourde(c: Essai) -> Term | None:
    """Armour beyond one's poigne hampers all that the body does without an arm in hand."""
    armure = c.p.equipement.armure
    if armure is None or (c.objet is not None and c.objet.sorte.nature == "arme"):
        return None
    return ("Poigne : armure", -1, "TN-8.41") if trop_lourd(c.p, armure) is not None else None


@rule("TN-8.335")
@EFFECTS.on("ajustement", of="equipe", own=True)
def armure_encombrante(c: Essai) -> Term | None:
    """Armour adjusts the attribute of every skill of movement."""
    e = c.p.equipement
    entrave = e.armure or e.entrave()
    if entrave is None or c.objet == entrave or (c.groupe, c.competence) not in GENES:
        return None
    options = c.scene.options if c.scene is not None else ()
    return entrave.sorte.nom, total(ajustement_d_armure(c.p, options)), "TN-8.335"


@rule("TN-8.374", "TN-9.74")
def jeter(scene: Scene, oracle: Oracle, who: str, main: int, sur: str) -> Scene:
    """An arm that was thrown has left the hand, and lies where its target stands; of several alike, one."""
    p, q, objet = scene[who], scene[sur], tenu(scene[who], main)
    if objet is None:
        return scene
    la = Chose(nom_libre(scene.choses, objet.sorte.nom), replace(objet, nombre=1), q.x, q.y, p.id, lancee=True)
    oracle.tell(Event("retombe", who, sur, "TN-8.374", (), (("objet", objet.sorte.nom), ("reste", objet.nombre - 1))))
    e = sans_un(p.equipement, Place("armes", main, objet))
    return replace(scene.put(replace(p, equipement=e)), choses=(*scene.choses, la))


# ---------------------------------------------------------------- both hands on one arm


@rule("TN-8.338")
def libre_requise(p: Personnage, main: int) -> bool:
    """Whether an attack takes an action libre besides: with both hands, unless one is used to it."""
    return a_deux_mains(p, main) and HABITUE not in p.bears


@rule("TN-8.338")
def sans_action_libre(scene: Scene, who: str, main: int, moyen: str = "") -> Closed | None:
    """Why somebody cannot strike with both hands now; `moyen`: what the attack itself is paid with."""
    b = budget(scene, who)
    if b is None or not libre_requise(scene[who], main) or b.actl + b.acts - (moyen == "acts") > 0:
        return None
    return Closed("TN-8.338", "Frapper à deux mains prend aussi une action libre")


@rule("TN-8.338")
def lever_a_deux_mains(scene: Scene, who: str, main: int) -> Scene:
    """The action libre of an attack with both hands, while there is one left."""
    b = budget(scene, who)
    if b is None or not libre_requise(scene[who], main) or not b.actl + b.acts:
        return scene
    garde = scene.encounter.attente(who).preparee if scene.encounter is not None else ""
    return depenser(scene, who, "actl", garde=garde)


# ---------------------------------------------------------------- an armed arm


@rule("TN-8.339")
def bras_arme(scene: Scene, who: str, genre: str, main: int) -> Terms:
    """What an armed arm adds to the jet of the next action of this kind made with both hands."""
    a = scene.encounter.attentes.get(who) if scene.encounter is not None else None
    if a is None or a.bras != genre or not a_deux_mains(scene[who], main):
        return ()
    return (("Bras armé", a.arme, "TN-8.339"),)


@rule("TN-8.339")
def detendre(scene: Scene, who: str, genre: str, main: int) -> Scene:
    """It is used up, whatever came of it."""
    e = scene.encounter
    if e is None or not bras_arme(scene, who, genre, main):
        return scene
    return replace(scene, encounter=e.attend(who, arme=0, bras=""))
