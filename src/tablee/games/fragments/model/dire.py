"""Effects in words: one short sentence made from the fields of an effect, so that it says what the engine does."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from tablee.kernel.content import convert
from tablee.kernel.ledger import rule
from tablee.kernel.words import words_of

from .catalogue import (
    CHOSES,
    CLASSES,
    CREATURES,
    ENCHANTEMENTS,
    ETATS,
    MAUX,
    MONTURES,
    ORIGINES,
    TECHNIQUES,
    TERRAINS,
    Arme,
    Chose,
    Degre,
    Enchantement,
    Mal,
    Monture,
    Motif,
    Objet,
    Puissance,
    Technique,
    Terrain,
    Trait,
    tous_les_effets,
)
from .langage import A_DECOUVERT, SUBIS, Effet, bonus
from .tables import DEGATS, NOMS

Langue = Literal["fr", "en"]
Dit = tuple[str, str]  # French, English

# ---------------------------------------------------------------- the words

_EN = words_of("tablee.games.fragments").en


def _en(nom: str) -> str:
    """A name in English."""
    return _EN.get(nom, nom)


_FIGURES: dict[str, Dit] = {
    "PV": ("PV maximum {}", "Maximum PV {}"),
    "precision": ("Précision {}", "Precision {}"),
    "critique": ("Critique {}", "Critical {}"),
    "degats": ("Puissance {}", "Power {}"),
    "bruts": ("Dégâts bruts {}", "Raw damage {}"),
    "defense_brute": ("Défense brute {}", "Raw defence {}"),
    "jets": ("Jets de caractéristique {}", "Characteristic rolls {}"),
    "sociales": ("Jets sociaux {}", "Social rolls {}"),
    "vision": ("Vision dans le brouillard {}", "Sight in the fog {}"),
    "vol_de_vie": ("Vol de vie {} %", "Life steal {}%"),
    "portee": ("Portée {}", "Reach {}"),
    "soins": ("PV rendus par ses soins {}", "PV given back by its healing {}"),
    "jt": ("JT regagnés à chaque tour {}", "JT regained each turn {}"),
    "poids": ("Poids porté sans malus {}", "Weight borne without penalty {}"),
}
_INTERDITS: dict[str, Dit] = {
    "tour": ("aucun tour", "no turn"),
    "deplacer": ("aucun déplacement", "no moving"),
    "attaquer": ("aucune attaque", "no attack"),
    "techniques": ("aucune technique", "no technique"),
    "magie": ("aucune magie", "no magic"),
    "objets": ("aucun objet", "no item"),
    "esquiver": ("aucune esquive active", "no active dodging"),
}
_MOMENTS: dict[str, Dit] = {
    "combat": ("au début du combat", "as a fight begins"),
    "debut": ("au début de son tour", "as one's turn begins"),
    "fin": ("à la fin de son tour", "as one's turn ends"),
    "touche": ("quand son attaque touche", "when one's attack hits"),
    "critique": ("quand son attaque est critique", "when one's attack is critical"),
    "tue": ("quand son attaque met à 0 PV", "when one's attack brings to 0 PV"),
    "manque": ("quand son attaque manque", "when one's attack misses"),
    "vise": ("pour une attaque qu'on subit", "for an attack one faces"),
    "blesse": ("quand une attaque lui prend des PV", "when an attack takes PV from one"),
    "esquive": ("quand une attaque contre soi manque", "when an attack against one misses"),
}
_CONDITIONS: dict[str, Dit] = {
    "moitie": ("à la moitié de ses PV ou moins", "at half of one's PV or less"),
    "plein": ("à tous ses PV", "at full PV"),
    "seul": ("sans allié adjacent", "with no ally adjacent"),
    "entoure": ("avec un allié adjacent", "with an ally adjacent"),
    "encercle": ("avec deux ennemis adjacents", "with two enemies adjacent"),
    "monte": ("en selle", "when riding"),
    "a_pied": ("à pied", "on foot"),
    "immobile": ("sans s'être déplacé de son tour", "without having moved in one's turn"),
    "elan": ("après 3 cases de déplacement dans son tour", "after moving 3 cells in one's turn"),
    "manche_1": ("à la première manche", "in the first round"),
    "cible_moitie": ("contre qui est à la moitié de ses PV ou moins", "against somebody at half PV or less"),
    "cible_pleine": ("contre qui a tous ses PV", "against somebody at full PV"),
    "cible_affligee": ("contre qui souffre d'une affliction", "against somebody afflicted"),
    "dos": ("dans le dos de l'autre", "from behind"),
    "plus_rapide": ("contre une initiative plus basse", "against a lower initiative"),
    "melee": ("au corps à corps", "in melee"),
    "distance": ("à distance", "at range"),
    "physique": ("en attaque physique", "in a physical attack"),
    "magique": ("en attaque magique", "in a magic attack"),
    "critique": ("sur un coup critique", "on a critical hit"),
}
_ACTIVATIONS: dict[str, Dit] = {
    "passive": ("Passive", "Passive"),
    "bonus": ("Action bonus", "Bonus action"),
    "rapide": ("Action rapide", "Quick action"),
    "action": ("Action", "Action"),
    "attaque": ("Avec une attaque", "With an attack"),
    "reaction": ("Réaction", "Reaction"),
}
_CIBLES: dict[str, Dit] = {
    "soi": ("soi", "oneself"),
    "allie": ("un allié", "an ally"),
    "ennemi": ("un ennemi", "an enemy"),
    "unite": ("une unité", "a unit"),
    "case": ("une case", "a cell"),
}


def _nom(id: str) -> Dit:
    """What the catalogue calls an affliction, a state or a terrain."""
    nom = MAUX[id].nom if id in MAUX else TERRAINS[id].nom if id in TERRAINS else id
    return nom, _en(nom)


def _cases(n: int) -> Dit:
    return f"{n} case{'s' * (n > 1)}", f"{n} cell{'s' * (n > 1)}"


# ---------------------------------------------------------------- the parts of a sentence


def _combien(e: Effet) -> str:
    des = f"{e.des}d{e.faces}" if e.des else ""
    return f"{des}{e.n:+d}" if des and e.n else des or str(e.n)


def _contre(sur: str) -> Dit:
    """Damage or weapons of a type."""
    if sur in DEGATS:
        return f"aux dégâts de type {DEGATS[sur]}", f"to {_en(DEGATS[sur])} damage"
    return f"aux armes de type {sur}", f"to weapons of type {_en(sur)}"


def _bonus(e: Effet) -> Dit:
    fr, en = _FIGURES.get(e.sur) or (f"{NOMS[e.sur]} {{}}", f"{_en(NOMS[e.sur])} {{}}")
    return fr.format(f"{e.n:+d}"), en.format(f"{e.n:+d}")


_TOUS: dict[str, Dit] = {
    "afflictions": ("toute affliction", "any affliction"),
    "etats": ("tout état", "any state"),
}


def _mal(sur: str) -> Dit:
    """An affliction, a state, or all of a kind."""
    if sur in _TOUS:
        return _TOUS[sur]
    fr, en = _nom(sur)
    return (f"l'état {fr}", f"the state {en}") if sur in ETATS else (f"l'affliction {fr}", f"the affliction {en}")


def _degats(e: Effet) -> Dit:
    if e.sur == "pct":
        return f"{e.n} % des PV en dégâts bruts", f"{e.n}% of PV as raw damage"
    n = _combien(e)
    type_ = (f" de type {DEGATS[e.sur]}", f"{_en(DEGATS[e.sur])} ") if e.sur else ("", "")
    return f"{n} {'dégât brut' if n == '1' else 'dégâts bruts'}{type_[0]}", f"{n} raw {type_[1]}damage"


def _ranime(e: Effet) -> Dit:
    fr, en = f"sortie de survie à {e.n} % des PV", f"out of survival at {e.n}% of PV"
    return (f"{fr}, même d'une blessure létale", f"{en}, even from a lethal wound") if e.sur else (fr, en)


def _fait(e: Effet) -> Dit:
    """What it does, as a noun phrase."""
    fr, en = _cases(e.n)
    pct = e.sur == "pct"
    if e.fait in ("resiste", "vulnerable"):
        a, b = _contre(e.sur)
        return (
            (f"résistance {a}", f"resistance {b}")
            if e.fait == "resiste"
            else (f"vulnérabilité {a}", f"vulnerability {b}")
        )
    match e.fait:
        case "bonus":
            return _bonus(e)
        case "mult":
            return f"dégâts multipliés par {e.n}", f"damage multiplied by {e.n}"
        case "efficace":
            return f"attaques efficaces contre le type {e.sur}", f"attacks effective against type {_en(e.sur)}"
        case "immunise":
            fr, en = _mal(e.sur)
            return f"immunité contre {fr}", f"immunity to {en}"
        case "type":
            return f"compte comme unité {e.sur}", f"counts as a {_en(e.sur)} unit"
        case "marche":
            fr, en = _nom(e.sur)
            return f"{fr} : une seule case de mouvement", f"{en}: one cell of movement only"
        case "vol":
            return "vol, sans coût ni effet du terrain", "flight, no cost nor effect of terrain"
        case "interdit":
            return _INTERDITS[e.sur]
        case "partage":
            return (
                f"objets utilisables sur un allié à {fr} au plus, sans malus d'esquive",
                f"items usable on an ally up to {en} away, without dodge penalty",
            )
        case "soin":
            return (
                (f"{e.n} % des PV rendus", f"{e.n}% of PV back")
                if pct
                else (f"{_combien(e)} PV rendus", f"{_combien(e)} PV back")
            )
        case "degats":
            return _degats(e)
        case "ep":
            return f"{_combien(e)} EP", f"{_combien(e)} EP"
        case "jt":
            return f"{e.n:+d} JT", f"{e.n:+d} JT"
        case "initiative":
            return f"initiative effective {e.n:+d}", f"effective initiative {e.n:+d}"
        case "inflige":
            return _mal(e.sur)
        case "guerit":
            fr, en = _mal(e.sur)
            return f"fin de {fr}", f"ends {en}"
        case "pousse":
            return f"recul de {fr}", f"pushed back {en}"
        case "attire":
            return f"rapprochement de {fr}", f"drawn {en} nearer"
        case "echange":
            return "échange de places", "places are exchanged"
        case "saut":
            return "saut sur la case visée", "leap to the cell aimed at"
        case "tour":
            return "un tour de plus dans la manche", "one more turn in the round"
        case "terrain":
            sol = _nom(e.sur)
            loin = _cases(e.rayon)
            autour = (f", à {loin[0]} à la ronde", f", within {loin[1]}") if e.rayon else ("", "")
            return f"le sol devient {sol[0]}{autour[0]}", f"the ground becomes {sol[1]}{autour[1]}"
        case "charge":
            s = "s" * (e.n > 1)
            return f"{e.n} charge{s} d'impulsion divine rendue{s}", f"{e.n} charge{s} of divine impulse back"
    return _ranime(e)


def _condition(si: str) -> Dit | None:
    if si in _CONDITIONS or not si:
        return _CONDITIONS.get(si)
    cle, _, valeur = si.partition(":")
    degats = DEGATS.get(valeur, valeur)
    nom, en = _nom(valeur)
    return {
        "arme": (f"dans une attaque de type {valeur}", f"in an attack of type {_en(degats)}"),
        "degats": (f"dans une attaque de type {degats}", f"in a {_en(degats)} attack"),
        "contre": (f"contre une unité {valeur}", f"against a {en} unit"),
        "element": (f"contre l'élément {degats}", f"against the element {_en(degats)}"),
        "terrain": (f"sur le terrain {nom}", f"on the terrain {en}"),
        "etat": (f"contre qui porte {nom}", f"against somebody who bears {en}"),
    }.get(cle)


def _sur_qui(e: Effet) -> Dit | None:
    if e.qui == "soi" or e.fait == "terrain":
        return None
    if e.qui == "cible":
        return ("sur l'attaquant", "on the attacker") if e.quand in SUBIS else ("sur la cible", "on the target")
    qui = {
        "allies": ("les alliés", "allies"),
        "ennemis": ("les ennemis", "enemies"),
        "tous": ("toutes les unités", "all units"),
    }
    fr, en = qui[e.qui]
    loin = _cases(e.rayon)
    de = (" de la cible", " of the target") if e.quand in ("touche", "critique", "tue", "manque") else ("", "")
    if not e.rayon:
        return f"sur {fr} de la zone", f"on {en} of the area"
    return f"sur {fr} à {loin[0]}{de[0]}", f"on {en} within {loin[1]}{de[1]}"


def _duree(e: Effet) -> Dit:
    if not e.tours:
        return "", ""
    return f" pendant {e.tours} tour{'s' * (e.tours > 1)}", f" for {e.tours} turn{'s' * (e.tours > 1)}"


# ---------------------------------------------------------------- whole sentences


@rule("FD-9.1")
def dit(e: Effet) -> Dit:
    """One effect in both languages: when, if what, on whom, what, for how long."""
    tete = [t for t in (_MOMENTS.get(e.quand), _condition(e.si), _sur_qui(e)) if t is not None]
    fait, duree = _fait(e), _duree(e)
    seul = (" (non cumulatif)", " (not cumulative)") if e.famille else ("", "")
    fr, en = (f"{fait[i]}{duree[i]}{seul[i]}" for i in (0, 1))
    if tete:
        fr = f"{', '.join(t[0] for t in tete)} : {fr}"
        en = f"{', '.join(t[1] for t in tete)}: {en}"
    return f"{_majuscule(fr)}.", f"{_majuscule(en)}."


def dire(e: Effet, langue: Langue = "fr") -> str:
    """One effect as one short sentence."""
    return dit(e)[langue == "en"]


def _majuscule(texte: str) -> str:
    return texte[:1].upper() + texte[1:]


def dits(effets: Iterable[Effet]) -> Dit:
    """Several effects, one sentence each."""
    paires = [dit(e) for e in effets]
    return " ".join(p[0] for p in paires), " ".join(p[1] for p in paires)


def _phrases_de(tete: list[Dit], effets: Iterable[Effet]) -> Dit:
    """A heading of several parts, then the effects."""
    corps = dits(effets)
    fr, en = (", ".join(t[i] for t in tete if t[i]) for i in (0, 1))
    return f"{fr}. {corps[0]}".strip() if fr else corps[0], f"{en}. {corps[1]}".strip() if en else corps[1]


def _prix(n: int, unite: str) -> Dit:
    return (f"{n} {unite}", f"{n} {unite}") if n else ("", "")


def _recharge(n: int) -> Dit:
    return (f"recharge de {n} tour{'s' * (n > 1)}", f"recharge of {n} turn{'s' * (n > 1)}") if n else ("", "")


def _motif(m: Motif | None) -> Dit:
    if m is None:
        return "", ""
    fr, en = _cases(m.longueur)
    formes: dict[str, Dit] = {
        "rayon": (f"zone de {fr} autour du point visé", f"area of {en} around the point aimed at"),
        "ligne": (f"ligne de {fr}", f"line of {en}"),
        "cone": (f"cône de {fr}", f"cone of {en}"),
        "bande": (f"bande de {fr} sur {m.largeur}", f"band of {en} by {m.largeur}"),
    }
    return formes[m.forme]


@rule("FD-9.4")
def dit_technique(t: Technique) -> Dit:
    """Activation, price, target, area, recharge; then its effects."""
    tete = [_ACTIVATIONS[t.activation], _prix(t.jt, "JT"), _prix(t.pt, "PT")]
    if t.portee:
        (fr, en), loin = _CIBLES[t.cible], _cases(t.portee)
        tete.append((f"{fr} à {loin[0]} au plus", f"{en} up to {loin[1]} away"))
    return _phrases_de([*tete, _motif(t.motif), _recharge(t.recharge)], t.effets)


@rule("FD-9.9")
def dit_enchantement(e: Enchantement, niveau: int) -> Dit:
    """How it is used, its recharge; then the effects of one of its levels."""
    degre = e.degres[niveau - 1]
    tete = [_ACTIVATIONS["bonus"]] if e.activable else []
    return _phrases_de([*tete, _recharge(degre.recharge)], degre.effets)


@rule("FD-9.10", "FD-9.11")
def dit_mal(m: Mal) -> Dit:
    """How long it lasts by itself; then what it does meanwhile."""
    s = "s" * (m.tours > 1)
    duree = (f"{m.tours} tour{s}", f"{m.tours} turn{s}") if m.tours else ("Jusqu'à guérison", "Until ended")
    return _phrases_de([duree], m.effets)


def dit_trait(t: Trait) -> Dit:
    return dits(t.effets)


@rule("FD-9.15")
def dit_terrain(t: Terrain) -> Dit:
    """What it costs to enter, whether it hides; then its effects."""
    if t.cout is None:
        tete: list[Dit] = [
            (
                "Infranchissable sans voler" if not t.cache else "Infranchissable",
                "Impassable" + " unless flying" * (not t.cache),
            )
        ]
    else:
        fr, en = _cases(t.cout)
        tete = [(f"{fr} de mouvement", f"{en} of movement")]
    if t.cache:
        tete.append(("cache la vue", "hides from sight"))
    return _phrases_de(tete, t.effets)


def dit_monture(m: Monture) -> Dit:
    return _phrases_de([(f"Monture, type {m.type}", f"Mount, type {_en(m.type)}")], m.effets)


@rule("FD-9.5", "FD-9.6", "FD-9.7", "FD-9.8")
def dit_chose(c: Chose) -> Dit:
    """What a thing does beside its figures."""
    if isinstance(c, Arme) and c.type == "Soutien":
        (fr, en), (pres, loin) = _CIBLES[c.cible], c.portee
        cases = _cases(loin) if pres == loin else (f"{pres} à {loin} cases", f"{pres} to {loin} cells")
        return _phrases_de(
            [(f"Sort de soutien, {fr}", f"Support spell, {en}"), (f"portée {cases[0]}", f"reach {cases[1]}")], c.effets
        )
    if isinstance(c, Objet) and c.usages > 1:
        return _phrases_de([(f"{c.usages} usages", f"{c.usages} uses")], c.effets)
    return dits(c.effets)


def _toutes() -> Iterator[Dit]:
    """Every sentence that the catalogues give."""
    for t in TECHNIQUES.values():
        yield dit_technique(t)
        yield from map(dit, t.effets)
    for e in ENCHANTEMENTS.values():
        for n, degre in enumerate(e.degres, 1):
            yield dit_enchantement(e, n)
            yield from map(dit, degre.effets)
    for c in CHOSES.values():
        yield dit_chose(c)
        yield from map(dit, c.effets)
    for m in MAUX.values():
        yield dit_mal(m)
        yield from map(dit, m.effets)
    for sol in TERRAINS.values():
        yield dit_terrain(sol)
        yield from map(dit, sol.effets)
    for monture in MONTURES.values():
        yield dit_monture(monture)
        yield from map(dit, monture.effets)
    for classe in CLASSES.values():
        yield dits(classe.effets)
        yield from map(dit, classe.effets)
    for trait in (t for o in ORIGINES.values() for t in o.traits):
        yield dit_trait(trait)
        yield from map(dit, trait.effets)
    for passifs in _passifs_de_creatures():
        yield dits(passifs)
        yield from map(dit, passifs)


def _passifs_de_creatures() -> Iterator[tuple[Effet, ...]]:
    for id, donnees in CREATURES.items():
        yield convert(donnees.get("fiche", {}).get("passifs", ()), tuple[Effet, ...], id)


def phrases() -> dict[str, str]:
    """French to English, for every sentence of every catalogue, and for what is left of an effect while it lasts."""
    trouvees = {fr: en for fr, en in (*_toutes(), dit(bonus("ESQ", A_DECOUVERT))) if fr}
    for effets in _effets_qui_durent():
        for e in effets:
            fr, en = dit(replace(e, quand="toujours", tours=0, qui="soi", rayon=0, si=""))
            trouvees[fr] = en
            fr, en = dit(replace(e, quand="toujours", tours=0, qui="soi", rayon=0))
            trouvees[fr] = en
    return trouvees


def _effets_qui_durent() -> Iterator[tuple[Effet, ...]]:
    for _, effets, _ in tous_les_effets():
        yield tuple(e for e in effets if e.tours)


def dit_du_catalogue(cle: str, valeur: Any, langue: str) -> tuple[str, ...] | None:
    """What the catalogues hold as effects, areas and powers, in sentences; None: it is read as it is written."""
    en, deux_points = langue == "en", ":" if langue == "en" else " :"
    if cle in ("effets", "passifs"):
        return tuple(dit(e)[en] for e in msgspec.convert(valeur, list[Effet]))
    if cle == "traits":
        traits = [((t.nom, _en(t.nom)), dit_trait(t)) for t in msgspec.convert(valeur, list[Trait])]
        return tuple(f"{nom[en]}{deux_points} {fait[en]}" for nom, fait in traits)
    if cle == "degres":
        degres = [
            (d.prix, _phrases_de([_recharge(d.recharge)], d.effets)) for d in msgspec.convert(valeur, list[Degre])
        ]
        return tuple(f"{n} ({prix}){deux_points} {fait[en]}" for n, (prix, fait) in enumerate(degres, 1))
    if cle == "motif":
        return (_majuscule(_motif(msgspec.convert(valeur, Motif))[en]),)
    if cle == "pui" and isinstance(valeur, dict):
        return (str(msgspec.convert(valeur, Puissance)),)
    return None
