"""What a thing is worth: its reference, its base, what sets it apart, its quality, its rarity; bought and sold."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.tally import Term, Terms

from ...model.facture import (
    ARMES,
    ARMURES,
    BOUTS,
    CLASSES,
    MARCHE,
    QUALITES,
    REFERENCES,
    REGLES_DES_FORMES,
    SOUS_PIECES,
    SUBSTANCES,
)
from ...model.things import PORTABLE, Objet

REVENTE = "revente_a_un_cinquieme"
BOUTS_REALISTES = "bouts_realistes"
SUBSTANCES_RARES = "matieres_rares"
SWITCHES = (
    Switch(REVENTE, "TN-9.25.1"),
    Switch(BOUTS_REALISTES, "TN-9.112"),
    Switch(SUBSTANCES_RARES, "TN-9.23.1"),
)
NORMALE = 3  # the level of rarity that changes nothing (TN-10.13)
ORIGINE = 5  # hundredths of the price for each point of origin (TN-10.27)
AMELIORATION = 5  # a level of amélioration (TN-U16)
VALEURS = Fraction(1, 4)  # what an amélioration of that name adds (TN-9.179)
USURE_DU_METIER, USURE_DU_PARTICULIER = 10, 15  # hundredths for each level of dégradation
VENTE, VENTE_BRUTE, VENTE_BASSE = Fraction(1, 4), Fraction(1, 2), Fraction(1, 5)


# ---------------------------------------------------------------- what can be made at all


@rule("TN-9.18", "TN-9.20", "TN-9.46", "TN-9.100", "TN-9.118")
def infaisable(objet: Objet) -> Closed | None:
    """Why there can be no such thing, or None."""
    sorte, c = objet.sorte, objet.categorie
    if sorte.naturelle:
        return None
    if sorte.nature == "arme" and sorte.usage == "melee" and c > PORTABLE:
        return Closed("TN-9.46", "Pas d'arme de mêlée de catégorie {} : {} au plus", (c, PORTABLE))
    if sorte.nature != "arme" and c > PORTABLE:
        return Closed("TN-9.46", "Pas d'objet porté ou manié de catégorie {} : {} au plus", (c, PORTABLE))
    if sorte.nature == "sous_piece" and prix_de_sous_piece(objet) is None:
        return Closed("TN-9.118", "Pas de cape de catégorie {}", (c,))
    matiere = objet.matiere
    if matiere is not None and not matiere.de <= c <= matiere.a:
        limites = (matiere.terme, matiere.de, matiere.a, c)
        return Closed("TN-9.100", "Une armure {} est de catégorie {} à {}, pas {}", limites)
    if objet.substance and (found := substance_refusee(objet)):
        return found
    if len(objet.ameliorations) > capacite_d_amelioration(objet):
        return Closed("TN-9.20", "{} niveaux d'amélioration au plus : sa qualité", (capacite_d_amelioration(objet),))
    if sorte.ordre != "équipement" and QUALITES[objet.qualite].facteur(True) is None and objet.qualite > 0:
        return Closed("TN-9.18", "Pas de consommable de qualité {}", (objet.qualite,))
    return None


@rule("TN-9.23.1")
def substance_refusee(objet: Objet) -> Closed | None:
    """Why a thing cannot be made of that matter."""
    pour = [x.nom for x in SUBSTANCES.values() if objet.sorte.nature in x.sur]
    matter = SUBSTANCES.get(objet.substance)
    if matter is not None and objet.sorte.nature in matter.sur and not objet.sorte.naturelle:
        return None
    return Closed(
        "TN-9.23.1", "Cela ne se fait pas de cette matière ; matières possibles : {}", (tuple(pour) or ("aucune",),)
    )


@rule("TN-9.20")
def capacite_d_amelioration(objet: Objet) -> int:
    """As many levels as its quality; none below 1."""
    return max(0, objet.qualite)


# ---------------------------------------------------------------- the price of the object


@rule("TN-9.22", "TN-9.53", "TN-9.102")
def reference(objet: Objet) -> int:
    """The price of such a thing without its catégorie."""
    sorte = objet.sorte
    if sorte.genre:
        return REFERENCES[sorte.genre]
    if sorte.nature == "arme":
        return REFERENCES["melee" if sorte.usage == "melee" else "distance"]
    return REFERENCES[sorte.nature if sorte.nature in REFERENCES else "accessoire"]


@rule("TN-9.22", "TN-9.41", "TN-9.97", "TN-9.98", "TN-9.118")
def prix_de_base(objet: Objet) -> Term:
    """By its table for arms, armours and their sub-pieces; of anything else its reference times 1 + C."""
    sorte, c = objet.sorte, objet.categorie
    if sorte.nature == "arme" and c < len(ARMES):
        rang = ARMES[c]
        found = rang.prix_melee if sorte.usage == "melee" else rang.prix_distance
        if found is not None:
            return rang.terme, found, "TN-9.41"
    if sorte.nature == "armure" and (c, objet.superieur) in ARMURES:
        return ARMURES[c, objet.superieur].modele, ARMURES[c, objet.superieur].prix, "TN-9.97"
    if sorte.nature == "sous_piece" and (found := prix_de_sous_piece(objet)) is not None:
        return SOUS_PIECES[c].type, found, "TN-9.118"
    return "Référence x (catégorie + 1)", reference(objet) * (1 + c), "TN-9.22"


@rule("TN-9.118")
def prix_de_sous_piece(objet: Objet) -> int | None:
    """Capes have a column of their own, which ends before the others."""
    if objet.categorie >= len(SOUS_PIECES):
        return None
    rang = SOUS_PIECES[objet.categorie]
    return rang.prix if objet.sorte.couvre else rang.prix_cape


@rule("TN-9.23", "TN-9.49", "TN-9.81", "TN-9.83", "TN-9.85", "TN-9.100")
def prix_des_particularites(objet: Objet) -> Terms:
    """Size, bulk, balance, matter and class: on the reference price, so times 1 + C; of classes the highest alone."""
    fois, sorte = 1 + objet.categorie, objet.sorte
    own = tuple([(label, n * fois, regle) for label, n, regle in objet.ecarts("prix")])
    matiere = objet.matiere
    if matiere is not None and matiere.prix:
        own += ((matiere.terme, matiere.prix * fois, REGLES_DES_FORMES[sorte.nature]),)
    if sorte.classe:
        own += ((f"Arme {CLASSES[sorte.classe].terme}", CLASSES[sorte.classe].prix * fois, "TN-9.83"),)
    return own


@rule("TN-9.111", "TN-9.112")
def part_des_bouts(objet: Objet, options: tuple[str, ...] = ()) -> Fraction:
    """Which part of a whole armour its pieces are; by the option the arms cost more, the head less."""
    if objet.sorte.nature != "armure":
        return Fraction(1)
    realiste = BOUTS_REALISTES in options
    la = [bout for zone, bout in BOUTS.items() if zone in objet.couvre]
    return Fraction(sum([bout.realiste if realiste else bout.prix for bout in la]), 100)


@rule("TN-9.23")
def prix_de_l_objet(objet: Objet, options: tuple[str, ...] = ()) -> Terms:
    """Its base, what sets it apart, its pieces, its améliorations: all that its quality will multiply."""
    own: Terms = (prix_de_base(objet), *prix_des_particularites(objet))
    part = part_des_bouts(objet, options)
    if part < 1:
        whole = sum([n for _, n, _ in own])
        regle = "TN-9.112" if BOUTS_REALISTES in options else "TN-9.111"
        own += (("Pièces absentes", int(whole * part) - whole, regle),)
    if objet.substance:
        rang = SUBSTANCES[objet.substance].rang
        own += ((SUBSTANCES[objet.substance].nom, AMELIORATION * rang, "TN-9.23.1"),)
    if objet.ameliorations:
        own += (("Améliorations", AMELIORATION * len(objet.ameliorations), "TN-9.23"),)
    return own + (
        (("Style mixte", AMELIORATION, "TN-9.23"),) if objet.style == "mixte" and objet.sorte.style != "mixte" else ()
    )


# ---------------------------------------------------------------- bought and sold


@rule("TN-9.18", "TN-9.24", "TN-9.36")
def facteur_de_qualite(objet: Objet) -> Fraction:
    """What its quality multiplies; of what is gone when used by its own column, and below normal by the other one."""
    rang = QUALITES[objet.qualite]
    found = rang.facteur(objet.sorte.ordre != "équipement" and objet.qualite >= 0)
    return found if found is not None else Fraction(rang.prix_equipement)


@rule("TN-9.36")
def effet_diminue(objet: Objet, n: int) -> int:
    """What a consommable of poor quality still does of something that can be counted: the part that it costs."""
    poor = objet.sorte.ordre == "consommable" and objet.qualite < 0
    return int(n * facteur_de_qualite(objet)) if poor else n


@rule("TN-9.24", "TN-9.25")
def prix_d_achat(
    objet: Objet, rarete: int = NORMALE, *, origine: int = 0, divers: int = 0, options: tuple[str, ...] = ()
) -> Terms:
    """What one pays for it before any bargaining, rounded down; `divers` in hundredths, as the game master sees fit."""
    terms = prix_de_l_objet(objet, options)
    qualite, rare = facteur_de_qualite(objet), Fraction(MARCHE.raretes[rarete])
    facteurs = [
        (f"Qualité x {qualite}", qualite, "TN-9.18"),
        ("Valeurs", 1 + VALEURS * objet.amelioration("valeurs"), "TN-9.179"),
        (f"Rareté x {rare}", rare, "TN-9.24"),
        ("Origine : 5 % par point", 1 + Fraction(ORIGINE * origine, 100), "TN-10.27"),
        ("Divers, en pour cent", 1 + Fraction(divers, 100), "TN-9.24"),
    ]
    return (*terms, *multiplie(sum([n for _, n, _ in terms]), facteurs))


def multiplie(n: int, facteurs: Iterable[tuple[str, Fraction, str]]) -> Iterator[Term]:
    """What each factor adds to a sum, in turn; nothing is rounded but what is shown."""
    exact = Fraction(n)
    for label, facteur, regle in facteurs:
        if facteur != 1:
            yield label, int(exact * facteur) - int(exact), regle
            exact *= facteur


@rule("TN-9.25", "TN-9.25.1", "TN-10.20")
def prix_de_vente(achat: int, *, brut: bool = False, options: tuple[str, ...] = ()) -> Terms:
    """What a character gets for it: a quarter of what it is bought for, a fifth by the option; half for raw matter."""
    part = VENTE_BRUTE if brut else VENTE_BASSE if REVENTE in options else VENTE
    regle = "TN-10.20" if brut else "TN-9.25.1" if REVENTE in options else "TN-9.25"
    return ("Prix d'achat", achat, "TN-9.25"), (f"Revente x {part}", int(achat * part) - achat, regle)


@rule("TN-9.139")
def decote(achat: int, objet: Objet, professionnel: bool, options: tuple[str, ...] = ()) -> Terms:
    """What wear takes off what is got for a thing: a tenth a level for whoever sells by trade, else 15 hundredths."""
    if not objet.niveau:
        return ()
    part = min(100, (USURE_DU_METIER if professionnel else USURE_DU_PARTICULIER) * objet.niveau)
    plein = sum([n for _, n, _ in prix_de_vente(achat, options=options)])
    return ((f"Dégradation -{part} %", plein * (100 - part) // 100 - plein, "TN-9.139"),)
