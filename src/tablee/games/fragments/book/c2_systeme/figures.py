"""Chapter 2, figures: characteristics as they stand now, dodge, movement, sight; what forbids what, shared refusals."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.effects import amount, tally
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Assaut, Essai, bears, bonus_de, termes_de
from ...model.hexes import distance
from ...model.people import Equipement, Fiche, Unite
from ...model.scene import Scene
from ...model.tables import NOMS, SOCIALES

SUR_AGI = {"ESQ": "FD-4.17", "INIT": "FD-3.46"}  # figures that begin with AGI


@rule("FD-4.17", "FD-3.46")
def chiffre(scene: Scene, u: Unite, stat: str, autre: Unite | None = None, coup: Assaut | None = None) -> int:
    """A figure of the sheet and all that bears on it now."""
    n = u.fiche.base[stat] + bonus_de(scene, u, stat, autre, coup)
    return n + carac(scene, u, "AGI") if stat in SUR_AGI else n


@rule("FD-4.17", "FD-3.46")
def termes_du_chiffre(
    scene: Scene, u: Unite, stat: str, autre: Unite | None = None, coup: Assaut | None = None
) -> Terms:
    """The same as terms."""
    agilite: Terms = (("Agilité", carac(scene, u, "AGI"), SUR_AGI[stat]),) if stat in SUR_AGI else ()
    return (*agilite, *u.fiche.termes(stat), *termes_de(scene, u, stat, autre, coup))


def carac(scene: Scene, u: Unite, stat: str, autre: Unite | None = None, coup: Assaut | None = None) -> int:
    """A combat characteristic as it stands now; never below 0."""
    return max(0, chiffre(scene, u, stat, autre, coup))


def termes_carac(scene: Scene, u: Unite, stat: str, autre: Unite | None = None, coup: Assaut | None = None) -> Terms:
    """The same, with its terms."""
    if stat in SOCIALES:
        return ((NOMS[stat], u.fiche.sociale(stat), "FD-2.22"),)
    terms = termes_du_chiffre(scene, u, stat, autre, coup)
    return (*terms, ("Au moins 0", -total(terms), "FD-2.21")) if total(terms) < 0 else terms


# ---------------------------------------------------------------- dodge


@rule("FD-5.24")
@EFFECTS.on("ESQ", of="bete")
def monture_lasse(c: Essai) -> Term | None:
    """A tired mount dodges badly."""
    n = c.u.epuisement
    return ("Épuisement", -20 if n >= 3 else -10, "FD-5.24") if n else None


@rule("FD-3.25")
@EFFECTS.on("ESQ", of="bete")
def esquive_a_deux(c: Essai) -> Term | None:
    """So does one that carries a passenger."""
    return ("Passager", -20, "FD-3.25") if c.scene.passager(c.u) is not None else None


# ---------------------------------------------------------------- movement


@rule("FD-6.10", "FD-6.40")
def surcharge(scene: Scene, u: Unite) -> int:
    """CON less the weight borne, as far as it is negative; of a mount, what it carries (FD-6.40)."""
    con = chiffre(scene, u, "CON") + bonus_de(scene, u, "poids")
    return min(0, con - (u.equipement.charge if u.bete else u.equipement.poids))


@rule("FD-6.10")
@EFFECTS.on("MOV")
def pas_lourd(c: Essai) -> Term | None:
    """Far too heavy: a cell less."""
    return ("Poids", -1, "FD-6.10") if surcharge(c.scene, c.u) <= -4 else None


@rule("FD-3.10")
@EFFECTS.on("MOV", of="sequelles")
def pas_boiteux(c: Essai) -> Term:
    """A cell less for each stabilisation that was not treated."""
    return "Séquelles", -c.u.sequelles, "FD-3.10"


@rule("FD-3.25")
@EFFECTS.on("MOV", of="bete")
def pas_a_deux(c: Essai) -> Term | None:
    """A passenger slows the mount down."""
    return ("Passager", -2, "FD-3.25") if c.scene.passager(c.u) is not None else None


@rule("FD-2.20", "FD-3.10", "FD-5.9", "FD-6.10", "FD-6.40")
def termes_mouvement(scene: Scene, u: Unite) -> Terms:
    """Cells a tour: the mount's when riding; weight, wounds, exhaustion."""
    if u.monture and u.monture in scene.people:
        return termes_mouvement(scene, scene.people[u.monture])
    terms = termes_du_chiffre(scene, u, "MOV")
    avant = max(0, total(terms))
    if avant != total(terms):
        terms += (("Au moins 0", avant - total(terms), "FD-2.20"),)
    regle = "FD-5.24" if u.bete else "FD-5.9"
    if u.epuisement >= 5:
        terms += (("Épuisement", min(1, avant) - avant, regle),)
    elif u.epuisement >= 2:
        terms += (("Épuisement", -(avant // 2), regle),)
    return terms


def mouvement(scene: Scene, u: Unite) -> int:
    return 0 if immobilise(scene, u) else total(termes_mouvement(scene, u))


@rule("FD-6.40")
def immobilise(scene: Scene, u: Unite) -> Term | None:
    """What keeps a unit where it is: something it suffers, or that its mount does."""
    cause = interdit(scene, u, "deplacer")
    if cause is None and u.monture and u.monture in scene.people:
        return interdit(scene, scene.people[u.monture], "deplacer")
    return cause


def interdit(scene: Scene, u: Unite, quoi: str) -> Term | None:
    """What forbids a unit to act, move, attack, cast…; None: nothing."""
    b = bears(scene, u)
    if "interdit" not in b.tags:
        return None
    return next(iter(tally(b, f"interdit:{quoi}", Essai(scene, u))), None)


@rule("FD-3.44", "FD-4.23")
def vision(scene: Scene, u: Unite) -> int:
    """Cells seen in the fog."""
    return max(0, 5 + bonus_de(scene, u, "vision"))


def immunise(scene: Scene, u: Unite, mal: str, affliction: bool) -> bool:
    """Whether an affliction or a state does not fall on a unit."""
    b = bears(scene, u)
    famille = "immunise:afflictions" if affliction else "immunise:etats"
    return "immunise" in b.tags and amount(b, (f"immunise:{mal}", famille), Essai(scene, u)) > 0


def sensibilites(
    scene: Scene, u: Unite, types: tuple[str, ...], autre: Unite | None = None, coup: Assaut | None = None
) -> tuple[bool, bool]:
    """Whether a unit is vulnerable to one of these damage or weapon types, and whether it resists one."""
    b = bears(scene, u)
    if b.tags.isdisjoint(("vulnerable", "resiste")):
        return False, False
    c = Essai(scene, u, autre, coup)
    fort, faible = (amount(b, tuple([f"{fait}:{t}" for t in types]), c) > 0 for fait in ("vulnerable", "resiste"))
    return fort, faible


def changer_d_equipement(scene: Scene, u: Unite, equipement: Equipement) -> Scene:
    """Other things are worn: PV lost never outgrow what the maximum has become."""
    apres = replace(u, equipement=equipement)
    return scene.put(replace(apres, perdus=max(0, min(u.perdus, apres.pv_max - 1)), ep=min(u.ep, apres.pv_max)))


def inconnue(scene: Scene, who: str) -> Closed | None:
    """Nobody of that name, or no longer there."""
    u = scene.people.get(who)
    if u is None:
        return Closed("FD-2.12", "« {} » n'est pas dans la scène", (Someone(who),))
    if u.vie != "actif":
        return Closed("FD-3.6", "{} n'est plus là", (Someone(u.id),))
    return None


def hors_d_etat(scene: Scene, who: str) -> Closed | None:
    """Not there, or unconscious, or prevented from doing anything."""
    absent = inconnue(scene, who)
    if absent is not None:
        return absent
    u = scene.people[who]
    if not u.conscient:
        return Closed("FD-3.3", "{} est sans connaissance", (Someone(u.id),))
    if u.bete:
        return Closed("FD-6.36", "{} n'agit pas de soi-même", (Someone(u.id),))
    cause = interdit(scene, u, "tour")
    return Closed(cause[2], "{} : impossible d'agir ({})", (Someone(u.id), cause[0])) if cause is not None else None


def loin(a: Unite, b: Unite) -> int:
    return distance(a.case, b.case)


def revetir(u: Unite, fiche: Fiche) -> Unite:
    """A unit with another sheet: whoever stood still stands, with no more of anything than there can be."""
    apres = replace(u, fiche=fiche)
    au_plus = apres.pv_max
    if u.survie is not None:
        return replace(apres, perdus=au_plus, survie=replace(u.survie, plein=u.survie.plein or u.pv_max))
    return replace(apres, perdus=min(u.perdus, au_plus - 1), ep=min(u.ep, au_plus))
