"""Chapter 4, guards: whose turn it is, what each manoeuvre asks for, who can be attacked."""

from __future__ import annotations

from msgspec.structs import replace

from tablee.kernel.faults import knowing
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Someone, Typed

from ...model.combat import DEFENSES, Annonce, Combat
from ...model.people import Personnage, hors_d_etat
from ...model.scene import Scene
from ...model.tables import BOTTES, TABLES
from . import melee
from .places import au_contact, case_devant, distance, incapable, marche_restante

SWITCHES = {
    "furieuse": "attaque_furieuse",
    "feinte": "feinte",
    "botte": "bottes",
    "simultanee": "attaque_simultanee",
    "deux_armes": "deux_armes",
    "parade": "defense_renforcee",
    "esquive": "defense_renforcee",
}


NOMS_DES_MANOEUVRES = {
    "furieuse": "attaque furieuse",
    "feinte": "feinte",
    "botte": "botte secrète",
    "simultanee": "attaque simultanée",
    "deux_armes": "frapper des deux armes",
    "parade": "défense renforcée",
    "esquive": "défense renforcée",
}


PAS_JOUEE = Closed("FLU-4.13", "La manœuvre « {} » n'est pas jouée à cette table")


PAS_DE_COMBAT = Closed("FLU-4.1", "Aucun combat n'est engagé")


@rule("FLU-4.1")
def pas_son_tour(scene: Scene, qui: str) -> Closed | None:
    """In a fight one acts on one's own turn."""
    combat = scene.encounter
    if combat is None or combat.file[:1] == (qui,):
        return None
    return Closed("FLU-4.1", "C'est à {} de jouer", (Someone(combat.file[0]) if combat.file else "personne",))


@rule("FLU-4.12")
def empeche(p: Personnage) -> Closed | None:
    """Whoever is out of his senses or tied up does nothing."""
    if p.sans_defense and p.etat == "actif":
        return Closed("FLU-4.12", "{} est sans défense et ne peut rien faire", (Someone(p.id),))
    return hors_d_etat(p)


@rule("FLU-4.13", "FLU-4.14", "FLU-4.15", "FLU-4.17", "FLU-4.20", "FLU-4.22", "FLU-4.23", "FLU-4.27", "FLU-4.38")
def refus_de_manoeuvre(scene: Scene, a: Annonce) -> Closed | None:
    """Each manoeuvre is a switch of the table, and has its own conditions."""
    p, options = scene[a.actor], scene.options
    if a.manoeuvre == "recul":
        return Closed("FLU-4.28", "On ne recule pas sur annonce : il faut rompre le combat")
    switch = SWITCHES.get(a.manoeuvre)
    if switch is not None and not options.permet(switch):
        return replace(PAS_JOUEE, facts=(NOMS_DES_MANOEUVRES[a.manoeuvre],))
    arme = refus_d_arme(p, a.arme) if a.arme else None
    if arme is not None:
        return arme
    mesure = refus_de_mesure(p, a)
    if mesure is not None:
        return mesure
    if a.manoeuvre == "deux_armes" and sum(o.genre != "tir" for o in p.tenues()) < 2:
        return Closed("FLU-4.15", "{} ne tient pas deux armes", (Someone(p.id),))
    if a.manoeuvre == "deux_armes" and not p.fiche.sbire:
        voulus, traits = melee.traits_des_armes(p), melee.complete(p, a).traits
        if any(t not in traits for t in voulus):
            return Closed("FLU-4.15", "Il faut combiner les Traits des deux armes : {}", (", ".join(voulus),))
    if a.manoeuvre == "botte" and ((t := p.trait(a.traits[0]) if a.traits else None) is None or t.botte not in BOTTES):
        return Closed("FLU-4.23", "Le premier Trait nommé doit être une botte secrète")
    return refus_de_visee(scene, a) or refus_de_parts(p, a)


@rule("FLU-4.21", "FLU-4.22")
def refus_de_mesure(p: Personnage, a: Annonce) -> Closed | None:
    """How much is given up or feigned: a furious attack and a feint say so, nothing else does."""
    if a.manoeuvre not in ("furieuse", "feinte"):
        return Closed("FLU-4.21", "Seules l'attaque furieuse et la feinte disent de combien (n)") if a.n else None
    regle, plus = ("FLU-4.21", 50) if a.manoeuvre == "furieuse" else ("FLU-4.22", p.carac("AGI"))
    if a.n < 1:
        return Closed(regle, "Il faut dire de combien (n) : 1 au moins")
    if a.n <= plus:
        return None
    if a.manoeuvre == "feinte":
        return Closed(regle, "Une feinte ne dépasse pas l'Agilité : {} au plus, pas {}", (plus, a.n))
    return Closed(regle, "Une attaque furieuse va jusqu'à {}, pas {}", (plus, a.n))


@rule("FLU-4.35", "FLU-4.37")
def refus_d_arme(p: Personnage, id: str) -> Closed | None:
    """One fights with what is in hand: a weapon, the shield, or bare hands."""
    objet = p.objet(id)
    if objet is None:
        return (
            None
            if id == "mains_nues"
            else knowing(
                Closed("FLU-4.35", "{} n'a pas d'arme « {} »", (Someone(p.id), id)), id, [o.id for o in p.armes]
            )
        )
    if objet.genre == "tir":
        return Closed("FLU-4.29", "{} est une arme de tir", (objet.nom,))
    if objet.genre != "bouclier" and objet not in p.tenues():
        return Closed("FLU-4.35", "{} n'est pas en main : il faut dégainer", (objet.nom,))
    return None


def refus_de_visee(scene: Scene, a: Annonce) -> Closed | None:
    """Aiming, and what needs it."""
    options = scene.options
    if a.viser and a.viser not in TABLES.zone:
        return Closed("FLU-4.17", "Zone inconnue « {} » ; zones : {}", (a.viser, tuple(map(Typed, TABLES.zone))))
    if a.viser and (options.viser_localisation or not options.permet("viser")):
        return Closed("FLU-4.46" if options.viser_localisation else "FLU-4.13", "On ne vise pas ainsi à cette table")
    if a.decalage and not options.viser_localisation:
        return Closed("FLU-4.46", "Le décalage demande l'option de localisation")
    if not 0 <= a.decalage <= 9:
        return Closed("FLU-4.46", "Le décalage va de 0 à 9")
    if not 0 <= a.position <= 10:
        return Closed("FLU-4.8", "De 0 à 10 positions favorables")
    if a.effet in ("etourdir", "aveugler") and not options.viser_localisation and a.viser not in ("tete", "oeil"):
        return Closed("FLU-4.17", "Pour étourdir ou aveugler, il faut viser la tête")
    if a.effet == "desarmer" and not options.viser_localisation and a.viser not in ("arme", "main"):
        return Closed("FLU-4.38", "Pour désarmer, il faut viser l'arme ou la main")
    return None


@rule("FLU-4.20")
def refus_de_parts(p: Personnage, a: Annonce) -> Closed | None:
    """A simultaneous attack splits all it has between its targets."""
    if a.manoeuvre != "simultanee":
        return Closed("FLU-4.20", "Une seule cible, sauf attaque simultanée") if a.cibles or a.parts else None
    if not a.cibles or len(a.cibles) != len(a.parts) or len(set(a.cibles)) < len(a.cibles) or min(a.parts) < 0:
        return Closed("FLU-4.20", "Il faut une part, nulle ou positive, pour chaque cible")
    if a.cible:
        return Closed("FLU-4.20", "Les cibles d'une attaque simultanée se nomment toutes avec leur part")
    avoir = melee.parts(p, melee.complete(p, a))
    if sum(a.parts) != avoir:
        return Closed("FLU-4.20", "Les parts font {}, il y a {} à répartir", (sum(a.parts), avoir))
    return None


def refus_de_cible(scene: Scene, combat: Combat, p: Personnage, a: Annonce) -> Closed | None:
    """Attacks need an adversary within reach; defences need none."""
    vises = a.cibles if a.manoeuvre == "simultanee" else (a.cible,)
    if a.manoeuvre in DEFENSES:
        if combat.phase != "annonces":
            return Closed("FLU-4.27", "On se défend dans un échange, au contact")
        vises = tuple(c for c in vises if c)
    elif not all(vises):
        return Closed("FLU-4.6", "Il faut un adversaire")
    for c in vises:
        cible = scene[c]
        if cible.side == p.side:
            return Closed("FLU-4.6", "{} est dans votre camp", (Someone(cible.id),))
        if cible.etat in ("mort", "hors_jeu"):
            return hors_d_etat(cible)
        if incapable(cible) and (a.manoeuvre == "simultanee" or a.manoeuvre in DEFENSES):
            return Closed("FLU-4.12", "{} est sans défense : un coup simple suffit", (Someone(cible.id),))
    if combat.phase == "approche":
        return hors_de_portee(combat, p, [scene[c] for c in vises])
    if combat.initiateur and vises and combat.initiateur not in vises:
        return Closed("FLU-4.24", "Il faut répondre à {}", (Someone(combat.initiateur),))
    for c in vises:
        if not (distance(p, scene[c]) <= 1 if incapable(scene[c]) else au_contact(combat, p.id, c)):
            return Closed("FLU-4.6", "{} n'est pas au contact", (Someone(c),))
    return None


@rule("FLU-4.4", "FLU-4.20")
def hors_de_portee(combat: Combat, p: Personnage, cibles: list[Personnage]) -> Closed | None:
    """One move takes him beside the first target; the others of a simultaneous attack must be within reach there."""
    pas, marche = distance(p, cibles[0]), marche_restante(combat, p)
    if pas - 1 > marche:
        return Closed("FLU-4.4", "Trop loin : {} m, {} m de marche", (pas, marche))
    x, y = case_devant(p, cibles[0])
    for cible in cibles[1:]:
        if distance(replace(p, x=x, y=y), cible) > 1:
            return Closed("FLU-4.20", "{} est trop loin des autres cibles", (Someone(cible.id),))
    return None
