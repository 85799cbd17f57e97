"""What somebody can hold, wear, carry and argue with, and what becomes of whoever exceeds it."""

from __future__ import annotations

from tablee.kernel.effects import amount, tally
from tablee.kernel.game import Switch
from tablee.kernel.ledger import rule
from tablee.kernel.tally import Term, Terms, total

from ...model.effects import EFFECTS, Essai
from ...model.people import Personnage
from ...model.su import su
from ...model.things import Objet

SUR_TOUS = "encombrement_sur_tous"
PRESTANCE_SEULE = "prestance_sans_cinq"
SWITCHES = (Switch(SUR_TOUS, "TN-4.59.1"), Switch(PRESTANCE_SEULE, "TN-8.53.1"))
PLUS_HAUT = 5  # catégorie of a discourse (TN-8.57)


def somme(p: Personnage, codes: tuple[str, ...], figure: str, regle: str, plus: int = 0) -> Terms:
    """A capacity: the values of some attributes, a constant, and what bears on it."""
    own = tuple([(code, p.fiche.valeurs[code], regle) for code in codes])
    return own + ((("Base", plus, regle),) if plus else ()) + tally(p.bears, figure, Essai(p))


@rule("TN-4.55")
def poigne(p: Personnage) -> Terms:
    """The heaviest thing one can hold or wear with ease."""
    return somme(p, ("FOR",), "poigne", "TN-4.55")


@rule("TN-4.57")
def capacite_de_charge(p: Personnage) -> Terms:
    """How much equipment one can have on."""
    return somme(p, ("FOR", "STA"), "charge", "TN-4.57", 5)


@rule("TN-4.59")
def capacite_d_encombrement(p: Personnage) -> Terms:
    """How much one can carry in bags."""
    return somme(p, ("FOR", "STA"), "encombrement", "TN-4.59")


@rule("TN-4.61")
def panache(p: Personnage) -> Terms:
    """The heaviest part of a discourse one can hold with ease."""
    return somme(p, ("CHA",), "panache", "TN-4.61")


@rule("TN-4.62", "TN-8.53", "TN-8.53.1")
def prestance(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """How much discourse one can hold in all; by the option 5 less."""
    return somme(p, ("CHA", "EGO"), "prestance", "TN-4.62", 0 if PRESTANCE_SEULE in options else 5)


# ---------------------------------------------------------------- what one argues with, and holds to


@rule("TN-8.52", "TN-8.55")
def panache_requis(categorie: int) -> int:
    """The panache an argument or a raisonnement takes: nothing else bears on it."""
    return 5 * categorie


@rule("TN-8.56", "TN-8.57")
def raisonnement_de(p: Personnage) -> int:
    """What he chose to hold to; by default, closed to dialogue, the most his panache bears."""
    chosen = p.equipement.raisonnement
    return chosen if chosen is not None else min(PLUS_HAUT, max(0, total(panache(p)) // 5))


@rule("TN-8.56", "TN-8.57")
def argument_de(p: Personnage, options: tuple[str, ...] = ()) -> int:
    """What he chose to argue with; by default the most his prestance bears beside his raisonnement."""
    chosen = p.equipement.argument
    if chosen is not None:
        return chosen
    reste = total(prestance(p, options)) - panache_requis(raisonnement_de(p))
    return min(PLUS_HAUT, max(0, reste // 5))


# ---------------------------------------------------------------- what weighs


@rule("TN-4.56", "TN-9.14", "TN-9.52", "TN-9.101")
def charge_de(p: Personnage, objet: Objet) -> Terms:
    """What a thing weighs: five times its catégorie, and what sets it apart; one may know how to bear it."""
    terms = objet.poids
    allege = min(total(terms), objet.amelioration("charge"))
    if allege:
        terms += (("Améliorations", -allege, "TN-9.179"),)
    if objet.sorte.nature in ("arme", "armure"):
        maitrise = min(total(terms), amount(p.bears, f"maitrise:{objet.sorte.nature}s", Essai(p)))
        terms += (("Maîtrise", -maitrise, "TN-4.56"),) if maitrise > 0 else ()
    return terms


@rule("TN-4.58", "TN-9.116")
def charge_totale(p: Personnage) -> Terms:
    """What all that is equipped weighs: of several arms the heaviest in full, the others by half, rounded up.

    Sub-pieces of armour weigh half their catégorie, all together, rounded up once (TN-9.116).
    """
    e = p.equipement
    tenues = [a for a in e.armes if not a.sorte.siege for _ in range(a.nombre)]
    armes = sorted([(total(charge_de(p, a)), a.sorte.nom) for a in tenues], reverse=True)
    en_main = [(nom, -(-n // 2) if rang else n, "TN-4.58") for rang, (n, nom) in enumerate(armes)]
    tenus = [x for x in e.tenus if x.sorte.nature != "consommable"]
    portes = [*([e.armure] if e.armure is not None else []), *e.portes, *tenus]
    demis = [x for x in e.sous_pieces if x.sorte.couvre]
    terms = (*en_main, *[(o.sorte.nom, total(charge_de(p, o)), "TN-4.58") for o in portes if o not in demis])
    return (*terms, ("Sous-pièces", -(-sum([x.categorie for x in demis]) // 2), "TN-9.116")) if demis else terms


@rule("TN-4.59", "TN-4.59.1", "TN-9.10")
def encombrement(p: Personnage, options: tuple[str, ...] = ()) -> Terms:
    """What the bags hold, by catégorie, consommables by half, what has none by half one each; rounded down.

    By the option all that is equipped counts too.
    """
    e = p.equipement
    objets = (*e.sac, *e.annexes)
    if SUR_TOUS in options:
        objets = (*objets, *e.armes, *((e.armure,) if e.armure is not None else ()), *e.portes, *e.tenus)
    durables = [o for o in objets if o.sorte.ordre == "équipement" and o.categorie]
    terms = tuple([(o.sorte.nom, o.categorie * o.nombre, "TN-4.59") for o in durables])
    consommables = sum(o.categorie * o.nombre for o in objets if o.sorte.ordre == "consommable") // 2
    menus = int(sum([o.encombrement * o.lots for o in objets if not o.categorie]))
    terms += (("Consommables", consommables, "TN-4.59"),) if consommables else ()
    return (*terms, ("Menus objets", menus, "TN-9.10")) if menus else terms


@rule("TN-4.59", "TN-4.60")
@su
def depassement(p: Personnage, options: tuple[str, ...] = ()) -> int:
    """How often the capacity of encombrement is exceeded: once, or (beyond its double) twice."""
    porte, capacite = total(encombrement(p, options)), total(capacite_d_encombrement(p))
    return (porte > capacite) + (porte > 2 * capacite)


@rule("TN-4.55", "TN-8.337")
@su
def trop_lourd(p: Personnage, objet: Objet, deux_mains: bool = False) -> Term | None:
    """Whoever holds or wears more than his poigne is désavantagé in what he does with it; two hands hold 5 more."""
    deux_mains = deux_mains or (objet.sorte.nature == "arme" and objet.sorte.mains == 2)
    if objet.sorte.siege:  # it stands by itself (TN-9.45)
        return None
    capacite = total(poigne(p)) + 5 * deux_mains
    return ("Poigne", -1, "TN-4.55") if capacite < total(charge_de(p, objet)) else None


@rule("TN-4.61", "TN-8.52", "TN-8.381")
def discours_trop_lourd(p: Personnage, categorie: int, *, diatribe: bool = False) -> Term | None:
    """Whoever argues with more than his panache is désavantagé in whatever uses it; a diatribe has half more."""
    porte = total(panache(p))
    porte += porte // 2 if diatribe else 0
    return ("Panache", -1, "TN-8.52") if porte < panache_requis(categorie) else None


@rule("TN-4.62", "TN-8.53")
def manque_de_prestance(p: Personnage, options: tuple[str, ...] = ()) -> Term | None:
    """Whoever holds more discourse than his prestance is désavantagé in all that is social."""
    requise = panache_requis(argument_de(p, options)) + panache_requis(raisonnement_de(p))
    return ("Prestance", -1, "TN-8.53") if total(prestance(p, options)) < requise else None


# ---------------------------------------------------------------- on tests


@rule("TN-4.57", "TN-8.42")
@EFFECTS.on("net:physique", of="equipe", own=True)
def surcharge(c: Essai) -> Term | None:
    """More equipment on than one can bear: a désavantage on physical tests."""
    return ("Surcharge", -1, "TN-4.57") if surcharge_de(c.p) else None


@su
def surcharge_de(p: Personnage) -> bool:
    return total(charge_totale(p)) > total(capacite_de_charge(p))


@rule("TN-4.59", "TN-4.60")
@EFFECTS.on("net:physique", of="equipe", own=True)
def encombre(c: Essai) -> Term | None:
    """More in the bags than one can carry: a désavantage on physical tests, two beyond twice as much."""
    if c.scene is not None and SUR_TOUS in c.scene.options:
        return None
    fois = depassement(c.p)
    return ("Encombrement", -fois, "TN-4.60" if fois > 1 else "TN-4.59") if fois else None


@rule("TN-4.59.1")
@EFFECTS.on("net", of="equipe", own=True)
def encombre_en_tout(c: Essai) -> Term | None:
    """By the option: on every test, and what is equipped counts too."""
    if c.scene is None or SUR_TOUS not in c.scene.options:
        return None
    fois = depassement(c.p, c.scene.options)
    return ("Encombrement", -fois, "TN-4.59.1") if fois else None
