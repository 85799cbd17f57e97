"""The one language of effects: what a technique, an enchantment, a state, a trait, a thing or a terrain does."""

from __future__ import annotations

from typing import Literal, get_args

import msgspec

from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Said, Typed

from .tables import AUTRES, DEGATS, STATS, TYPES_ARMES, TYPES_UNITES

Passif = Literal[
    "bonus",  # n on `sur`: a characteristic or one of FIGURES
    "mult",  # the damage one deals is multiplied by n
    "resiste",  # to a damage or weapon type
    "vulnerable",  # to one
    "efficace",  # one's attacks are effective against a unit type
    "immunise",  # against an affliction, a state, or « afflictions »
    "type",  # one counts as this unit type too
    "marche",  # this terrain costs one cell only
    "vol",  # every terrain costs one cell only, and harms nobody
    "interdit",  # one of INTERDITS is closed
    "partage",  # things may be used on allies within n cells (FD-4.23)
]
Acte = Literal[
    "soin",  # n + dice; sur = "pct": percent of the maximum
    "degats",  # n + dice, raw; sur = "pct": percent of the maximum; sur = a type: resisted as such
    "ep",  # enveloppe palliative
    "jt",  # n JT more or less
    "initiative",  # n of effective initiative more or less
    "inflige",  # an affliction or a state, for `tours` (0: as long as it says itself)
    "guerit",  # an affliction, a state, "afflictions" or "etats"
    "pousse",  # n cells away
    "attire",  # n cells nearer
    "echange",  # places are changed
    "saut",  # one comes to stand on the cell aimed at
    "tour",  # one more tour (dance, Enchaînement)
    "terrain",  # the cells become this terrain, for `tours`
    "charge",  # n charges of divine impulse
    "reanime",  # out of survival with n percent of the PV; sur = "létale": lethal wounds too
    "bonus",  # as the passive one, for `tours`
    "mult",
    "resiste",
    "vulnerable",
    "interdit",
    "immunise",
    "efficace",
    "vol",
    "type",
]
Fait = Literal[
    "bonus", "mult", "resiste", "vulnerable", "efficace", "immunise", "type", "marche", "vol", "interdit", "partage",
    "soin", "degats", "ep", "jt", "initiative", "inflige", "guerit", "pousse", "attire", "echange", "saut", "tour",
    "terrain", "charge", "reanime",
]  # fmt: skip
Quand = Literal[
    "toujours",  # passive; in a technique or a thing that is used: at once
    "combat",  # as a fight begins
    "debut",  # as one's tour begins
    "fin",  # as one's tour ends
    "touche",  # one's attack hits; « cible » is whoever was hit
    "critique",  # one's attack is critical
    "tue",  # one's attack puts somebody at 0 PV
    "manque",  # one's attack misses
    "vise",  # an attack is aimed at oneself, before its roll: bonuses hold for that attack
    "blesse",  # an attack takes PV from oneself; « cible » is the attacker
    "esquive",  # an attack at oneself misses
]
Qui = Literal["soi", "cible", "allies", "ennemis", "tous"]

FIGURES = (
    "precision",  # of one's attacks
    "critique",  # of one's attacks
    "degats",  # to the Puissance, before multipliers
    "bruts",  # raw damage (FD-4.21)
    "defense_brute",  # raw defence (FD-4.22)
    "jets",  # characteristic rolls
    "sociales",  # social ones only
    "vision",  # cells of sight in the fog
    "vol_de_vie",  # percent of the damage dealt that comes back as PV
    "portee",  # of one's attacks
    "soins",  # on the PV one's effects give
    "jt",  # JT regained at each tour
    "poids",  # that one bears without malus
)
A_DECOUVERT = -20  # dodge of whoever holds a thing out to somebody (FD-3.28)
INTERDITS = ("tour", "deplacer", "attaquer", "techniques", "magie", "objets", "esquiver")
SOI = ("moitie", "plein", "seul", "entoure", "encercle", "monte", "a_pied", "immobile", "elan", "manche_1")
AUTRE = ("cible_moitie", "cible_pleine", "cible_affligee", "dos", "plus_rapide")
COUP = ("melee", "distance", "physique", "magique", "critique")
AVEC = ("arme", "degats", "contre", "element", "terrain", "etat")  # « arme:Épée », « contre:Dragon »…


@rule("FD-9.1")
class Effet(msgspec.Struct, frozen=True, gc=False, omit_defaults=True, forbid_unknown_fields=True):
    """One effect. Passive ones hold as long as what bears them; the others happen at their moment."""

    fait: Fait
    sur: str = ""
    n: int = 0
    des: int = 0  # how many dice are added to n
    faces: int = 0
    quand: Quand = "toujours"
    si: str = ""
    qui: Qui = "soi"
    rayon: int = 0  # allies, ennemis, tous: within so many cells (of the cell or unit aimed at, else of oneself)
    tours: int = 0  # how long what it leaves behind lasts, in tours of its bearer
    famille: str = ""  # of one family only the strongest counts (FD-4.23)


ACTES: frozenset[str] = frozenset(get_args(Acte))
PASSIFS: frozenset[str] = frozenset(get_args(Passif))


def passif(e: Effet) -> bool:
    """Whether it simply holds, as long as what bears it."""
    return e.quand == "toujours" and not e.tours and e.fait in PASSIFS


# ---------------------------------------------------------------- what an effect may say

MOMENTS_DU_COUP = ("touche", "critique", "tue", "manque", "vise", "blesse", "esquive")  # an attack, and somebody else
SUBIS = ("vise", "blesse", "esquive")  # of these the other is the attacker
A_DEUX = ("contre", "element", "etat")


def du_coup(si: str) -> bool:
    """Whether a condition looks at an attack."""
    return si in COUP or si.partition(":")[0] in ("arme", "degats")


def de_l_autre(si: str) -> bool:
    """Whether a condition looks at somebody else."""
    return si in AUTRE or si.partition(":")[0] in A_DEUX


def fautes(e: Effet, actif: bool, connus: frozenset[str]) -> Said | None:
    """What is wrong with an effect as written, or nothing. `actif`: of something one uses. `connus`: afflictions,
    states and terrains there are."""
    domaines: dict[str, tuple[str, ...]] = {
        "bonus": (*STATS, *AUTRES, *FIGURES),
        "resiste": (*DEGATS, *TYPES_ARMES),
        "vulnerable": (*DEGATS, *TYPES_ARMES),
        "efficace": TYPES_UNITES,
        "type": TYPES_UNITES,
        "interdit": INTERDITS,
        "soin": ("", "pct"),
        "degats": ("", "pct", *DEGATS),
        "reanime": ("", "létale"),
    }
    if e.fait in domaines and e.sur not in domaines[e.fait]:
        return Said("« {} » ne porte pas sur « {} »", (Typed(e.fait), Typed(e.sur)))
    if e.fait in ("inflige", "terrain", "marche") and e.sur not in connus:
        return Said("« {} » n'existe pas", (Typed(e.sur),))
    if e.fait in ("guerit", "immunise") and e.sur not in connus | {"afflictions", "etats"}:
        return Said("« {} » n'existe pas", (Typed(e.sur),))
    if e.fait in ("bonus", "mult", "ep", "jt", "initiative", "pousse", "attire") and not (e.n or e.des):
        return Said("il manque « {} »", (Typed("n"),))
    if e.si and e.si not in (*SOI, *AUTRE, *COUP) and e.si.partition(":")[0] not in AVEC:
        return Said("condition inconnue « {} »", (Typed(e.si),))
    if bool(e.des) != bool(e.faces):
        return Said("« {} » et « {} » vont ensemble", (Typed("des"), Typed("faces")))
    return sans_suite(e, actif)


@rule("FD-9.1")
def sans_suite(e: Effet, actif: bool) -> Said | None:
    """Why an effect would never do anything, or nothing: no moment, no duration, nobody it falls on."""
    if not actif and e.quand == "toujours" and e.fait not in PASSIFS:
        return Said("« {} » doit dire à quel moment", (Typed(e.fait),))
    if (actif or e.quand != "toujours") and e.fait not in ACTES:
        return Said("« {} » tient seul, il ne se produit pas", (Typed(e.fait),))
    if actif and e.quand != "toujours":
        return Said("ce qu'on emploie agit sur-le-champ, sans attendre un moment")
    if not actif and e.quand == "toujours" and (e.tours or e.qui != "soi"):
        return Said("ce qui tient toujours porte sur soi, sans durée")
    if e.fait in PASSIFS and not e.tours and (actif or e.quand not in ("toujours", "vise")):
        return Said("il manque « {} »", (Typed("tours"),))
    if e.fait in PASSIFS and not e.tours and e.quand == "vise" and e.qui not in ("soi", "cible"):
        return Said("le temps d'une attaque ne vaut que pour ceux qui s'y affrontent")
    if e.qui == "cible" and e.quand in ("combat", "debut", "fin"):
        return Said("à ce moment il n'y a pas de cible")
    if e.quand in ("combat", "debut", "fin") and (du_coup(e.si) or de_l_autre(e.si)):
        return Said("à ce moment « {} » ne se juge pas", (Typed(e.si),))
    if e.fait == "bonus" and e.sur == "PV" and (e.si or e.famille):
        return Said("les PV ne dépendent pas du moment")
    return None


def bonus(sur: str, n: int, tours: int = 0) -> Effet:
    """The plainest of them."""
    return Effet("bonus", sur, n, tours=tours)
