"""Chapter 5: Blessures critiques, the four tables, and what they leave behind."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel import content
from tablee.kernel.event import Event
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Oracle, chance
from tablee.kernel.tally import Terms

from ...model.catalogue import PACKAGE, ZONES, Famille, Modif
from ...model.people import GELE, JOUR, Blessure, Effet, Personnage
from ...model.scene import Scene
from ..c2_combat.au_sol import lacher, tenue_dans
from ..c2_combat.combat import perdre_les_avantages
from .degats import sous_zero
from .malheurs import Malheur, alourdi, appliquer
from .mort import mourir

FAMILLES: tuple[Famille, ...] = ("tete", "bras", "corps", "jambe")
PAR_LIGNE = 5  # rolls for each row of a table


class LigneCritique(Malheur, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A row of a Tableau des Critiques."""

    min: int
    max: int
    lache: bool = False  # he lets go what this arm holds
    jours: int = 1  # how long it takes to heal
    chirurgie: bool = False  # and not before somebody has operated
    ampute: bool = False  # something is lost for good, with its modifiers
    mort: bool = False


class Fichier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    origin: Literal["tablee"]
    tete: tuple[LigneCritique, ...]
    bras: tuple[LigneCritique, ...]
    corps: tuple[LigneCritique, ...]
    jambe: tuple[LigneCritique, ...]
    amputation: dict[str, tuple[Modif, ...]]  # what a lost limb costs, by family


FICHIER = content.read(PACKAGE, "content/critiques.toml", Fichier)
CRITIQUES: dict[str, tuple[LigneCritique, ...]] = {f: getattr(FICHIER, f) for f in FAMILLES}
AMPUTATION = FICHIER.amputation

# ---------------------------------------------------------------- drawing a row


@rule("VM-5.6")
@chance(table=True)
def rangee_critique(oracle: Oracle, atout: int, attenuee: bool) -> int:
    """The row of a table: a d100, less 20 if the wound is attenuated, less what Talents take off, at least 01."""
    de = oracle.d(100, "critique")
    terms: Terms = (("Jet", de, "VM-5.5"),)
    if attenuee:
        terms = (*terms, ("Moins que le Bonus d'Endurance sous 0", -20, "VM-5.6"))
    if atout:
        terms = (*terms, ("Os épais", -atout, "VM-5.6"))
    jet = de - (20 if attenuee else 0) - atout
    if jet < 1:
        terms, jet = (*terms, ("Pas moins de 01", 1 - jet, "VM-5.6")), 1
    oracle.tell(Event("jet_critique", "", "", "VM-5.6" if attenuee else "VM-5.5", terms, (("jet", jet),)))
    return (jet - 1) // PAR_LIGNE


@rule("VM-5.6")
def critique_adouci(p: Personnage) -> int:
    """Os épais: what is taken off a roll on the Tableau des Critiques that hits him."""
    return 10 * p.talent("os_epais")


# ---------------------------------------------------------------- what it does


@sous_zero.then("VM-5.5", "VM-2.20")
def blessure_critique(
    scene: Scene, oracle: Oracle, who: str, zone: str, attenuee: bool = False, par: str = ""
) -> Scene:
    """A row of the Tableau des Critiques of this zone; all Avantages are lost."""
    p = scene[who]
    if p.vie != "actif":
        return scene
    table = CRITIQUES[ZONES[zone].famille]
    ligne = table[rangee_critique(oracle.of(par or who), critique_adouci(p) if p.fiche.talents else 0, attenuee)]
    return blesser(scene, oracle, who, zone, ligne, par)


@rule("VM-5.5", "VM-5.11", "VM-6.7")
def blesser(scene: Scene, oracle: Oracle, who: str, zone: str, ligne: LigneCritique, par: str = "") -> Scene:
    """All that a row does: the wound itself, what weighs on him, what he drops, États, PB, a Test, death."""
    p = scene[who]
    blessure = plaie(scene, p, zone, ligne)
    facts = (("nom", ligne.nom), ("zone", ZONES[zone].nom), ("dit", ligne.dit))
    oracle.tell(Event("critique", who, "", "VM-5.11" if ligne.mort else "VM-5.5", jours_de_guerison(ligne), facts))
    p = replace(p, blessures=(*p.blessures, blessure))
    scene = scene.put(alourdi(p, ligne, "VM-6.7", "critique", blessure.id))
    if ligne.ampute:
        scene = manquer(scene, who, zone, blessure.id)
    if ligne.lache or (ligne.ampute and ZONES[zone].famille == "bras"):
        tenue = tenue_dans(scene[who], zone)
        if tenue is not None:
            scene = lacher(scene, oracle, who, tenue, "VM-5.5")
    scene = perdre_les_avantages(scene, oracle, who, "VM-2.20")
    if ligne.mort:
        return mourir(scene, oracle, who, "VM-5.11")
    return appliquer(scene, oracle, who, ligne, "VM-6.7", zone, par)


def plaie(scene: Scene, p: Personnage, zone: str, ligne: LigneCritique) -> Blessure:
    """The wound as it is kept: when it heals by itself, unless it needs surgery first."""
    connues, n, id = [b.id for b in p.blessures], 1, f"{zone}_{ligne.min}_1"
    while id in connues:
        n += 1
        id = f"{zone}_{ligne.min}_{n}"
    fin = None if ligne.chirurgie else scene.clock + ligne.jours * JOUR
    return Blessure(id, ligne.nom, zone, ligne.ampute, ligne.chirurgie, fin, jours=ligne.jours)


def jours_de_guerison(ligne: LigneCritique) -> Terms:
    """How long it takes to heal, for the log."""
    if ligne.mort:
        return ()
    return (("Jours de guérison, après chirurgie" if ligne.chirurgie else "Jours de guérison", ligne.jours, "VM-5.5"),)


# ---------------------------------------------------------------- lost limbs


def manquer(scene: Scene, who: str, zone: str, lie: str, fin: int | None = None, nom: str = "Amputé") -> Scene:
    """What a lost part of the body costs, for good or for a while."""
    p = scene[who]
    perte = AMPUTATION.get(ZONES[zone].famille, ())
    effets = tuple(Effet(nom, m.sur, m.mod, "VM-5.5", "critique", fin, lie) for m in perte)
    return scene.put(replace(p, effets=(*p.effets, *effets)))


def amputer(scene: Scene, oracle: Oracle, who: str, zone: str, fin: int | None = None, regle: str = "VM-5.5") -> Scene:
    """A limb is gone without a wound (magic), until `fin` on the clock or for good; what it held falls."""
    if scene[who].vie != "actif":
        return scene
    oracle.tell(Event("ampute", who, "", regle, (), (("zone", ZONES[zone].nom),)))
    tenue = tenue_dans(scene[who], zone) if ZONES[zone].famille == "bras" else None
    scene = manquer(scene, who, zone, f"{GELE}{zone}", fin)
    return scene if tenue is None else lacher(scene, oracle, who, tenue, regle)


# ---------------------------------------------------------------- healing


def refermer(p: Personnage, id: str) -> Personnage:
    """A wound is healed, and all that hung on it is gone; what is lost stays lost, and no longer counts."""
    b = next(b for b in p.blessures if b.id == id)
    if b.ampute:
        guerie = replace(b, chirurgie=False, fin=None, soignee=True)
        return replace(p, blessures=tuple([guerie if x.id == id else x for x in p.blessures]))
    return replace(
        p,
        blessures=tuple([x for x in p.blessures if x.id != id]),
        effets=tuple([e for e in p.effets if e.lie != id]),
    )


@rule("VM-5.9", "VM-6.7")
def cicatriser(scene: Scene, oracle: Oracle, who: str) -> Scene:
    """The wounds whose time has come are healed."""
    for b in scene[who].blessures:
        if b.fin is not None and b.fin <= scene.clock:
            oracle.tell(Event("blessure_guerie", who, "", "VM-6.7", (), (("nom", b.nom),)))
            scene = scene.put(refermer(scene[who], b.id))
    return scene
