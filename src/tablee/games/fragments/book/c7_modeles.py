"""The models of an origin and of a class, judged: what the book asks of a sheet, ours or one a table makes itself."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import chain

from tablee.kernel.ledger import rule
from tablee.kernel.oracle import Closed
from tablee.kernel.sentence import Said, Typed

from ..model.catalogue import (
    CLASSES,
    EN_DESSOUS,
    MAUX,
    TECHNIQUES,
    TERRAINS,
    Classe,
    Origine,
    Technique,
    fautes_de_technique,
)
from ..model.langage import Effet, fautes
from ..model.tables import COMBAT, NOMS, PALIERS, STATS, TYPES_ARMES, TYPES_UNITES

Faute = tuple[str, str]  # the rule, and a sentence

MOTIFS = ((1, 1, 1, 1), (2, 1, 1), (2, 2), (3, 1))
REMPLACEMENTS = 3  # +1 turned into INIT +1 or PV +2, at most
LANGUES = (
    "Commun", "Elfique", "Géant", "Nain", "Orc", "Therian",
    "Abyssal", "Céleste", "Commun des profondeurs", "Primordial", "Infernal",
)  # fmt: skip
PV_AU_MOINS, CROISSANCE_PV_AU_MOINS, CROISSANCE_HAB_AU_MOINS = 15, 20, 20
HORS_BUDGET = ("CON", "INIT", "ESQ", "MOV")
POINTS, POINTS_MAX = 25, 5
TAUX, TAUX_MAX, TAUX_MIN = 75, 30, 1
NIVEAU_MAX, MAITRISE_MAX = 60, 5
ECRITES = (("description", "la description"), ("age", "l'âge"), ("taille", "la taille"), ("poids", "le poids"))
D_UNE_CLASSE = ("Blindée",)  # the unit type a class gives; the others come from origin, kind or mount (FD-4.7)
PAS_D_UNE_ORIGINE = ("Blindée", "Montée")

# ---------------------------------------------------------------- an origin


@rule("FD-7.8", "FD-5.19", "FD-4.7")
def fautes_d_origine(o: Origine) -> Iterator[Faute]:
    """What is wrong with the sheet of an origin, each with its rule; nothing: it may be played."""
    for champ, nom in ECRITES:
        if not str(getattr(o, champ)).strip():
            yield "FD-7.8", f"{o.nom} : {nom} manque"
    if o.cases < 1:
        yield "FD-7.8", f"{o.nom} : une origine occupe au moins une case, pas {o.cases}"
    if not o.langues:
        yield "FD-7.8", f"{o.nom} : aucune langue"
    for langue in o.langues:
        if langue not in LANGUES:
            yield "FD-5.19", f"{o.nom} : la langue « {langue} » n'existe pas"
    if o.mov < 1:
        yield "FD-7.8", f"{o.nom} : le MOV est d'au moins 1 case, pas {o.mov}"
    bas, haut = o.con
    if not 1 <= bas <= haut:
        yield "FD-7.8", f"{o.nom} : la CON va de {bas} à {haut}, ce n'est pas une plage de valeurs"
    for type_ in o.types:
        if type_ not in TYPES_UNITES or type_ in PAS_D_UNE_ORIGINE:
            yield "FD-4.7", f"{o.nom} : le type « {type_} » ne vient pas d'une origine"
    for regle, texte in fautes_d_augmentation(o.suggere):
        yield regle, f"{o.nom} : {texte}"
    for trait in o.traits:
        if not trait.effets:
            yield "FD-7.8", f"{o.nom} : le trait « {trait.nom} » n'a pas d'effet"
        for texte in _fautes_de_trait(trait.effets):
            yield "FD-7.8", f"{o.nom}, « {trait.nom} » : {texte}"


def _fautes_de_trait(effets: tuple[Effet, ...]) -> Iterator[str]:
    """A trait is a passive effect, and leaves the social characteristics alone."""
    if any(e.fait == "bonus" and e.sur == "sociales" for e in effets):
        yield "une origine ne change pas les caractéristiques sociales"
    yield from map(str, _mal_dits(effets))


@rule("FD-7.9", "FD-7.10")
def fautes_d_augmentation(plus: Mapping[str, int]) -> Iterator[Faute]:
    """Increases follow one of the patterns; up to three of its +1 may have become INIT +1 or PV +2."""
    for stat in plus:
        if stat not in (*COMBAT, "PV", "INIT"):
            yield "FD-7.9", f"« {stat} » n'est pas une caractéristique de combat"
    pv, init = plus.get("PV", 0), plus.get("INIT", 0)
    if pv < 0 or pv % 2:
        yield "FD-7.10", f"un +1 se remplace par PV +2 : PV {pv:+d} n'en vient pas"
        return
    if init < 0:
        yield "FD-7.10", f"un +1 se remplace par INIT +1 : INIT {init:+d} n'en vient pas"
        return
    remplaces = pv // 2 + init
    if remplaces > REMPLACEMENTS:
        yield "FD-7.10", f"{remplaces} remplacements, {REMPLACEMENTS} au plus"
        return
    valeurs = [plus[s] for s in COMBAT if plus.get(s)] + [1] * remplaces
    if tuple(sorted(valeurs, reverse=True)) not in MOTIFS:
        dits = ", ".join(f"{v:+d}" for v in sorted(valeurs, reverse=True)) or "rien"
        yield "FD-7.9", f"{dits} : ce n'est pas un des quatre motifs d'augmentation"


# ---------------------------------------------------------------- a class


@rule("FD-7.13")
def fautes_de_classe(
    c: Classe, classes: Mapping[str, Classe] = CLASSES, techniques: Mapping[str, Technique] = TECHNIQUES
) -> Iterator[Closed]:
    """What is wrong with a class sheet, each with its rule; nothing: it may be played. `classes` and `techniques` are
    those it may name, beside its own."""
    parties = (
        _budget_de_bonus(c),
        _budget_de_croissance(c),
        _arbre_des_classes(c, classes),
        _maitrises(c),
        _gains(c),
        _arbre_des_techniques(c, {**techniques, **{t.id: t for t in c.techniques}}),
        _methode_fixe(c),
        _effets(c),
    )
    return chain.from_iterable(parties)


@rule("FD-7.14")
def _budget_de_bonus(c: Classe) -> Iterator[Closed]:
    """25, 32 or 40 points exactly, 15 of them at least in PV; CON, INIT, ESQ and MOV beside it."""
    for stat, n in c.bonus.items():
        if stat not in (*STATS, *HORS_BUDGET):
            yield Closed("FD-7.13", "« {} » n'est pas une caractéristique", (Typed(stat),))
        elif n < 0 and stat in STATS:
            yield Closed("FD-7.14", "{} {} : on répartit des points, on n'en retire pas", (NOMS[stat], n))
    attendu, total = PALIERS[c.palier].points, sum(c.bonus.get(s, 0) for s in STATS)
    if total != attendu:
        dit = "{} points de caractéristiques, {} pour une classe {}"
        yield Closed("FD-7.14", dit, (total, attendu, _dite(c.palier)))
    if c.bonus.get("PV", 0) < PV_AU_MOINS:
        yield Closed("FD-7.14", "{} points en PV, {} au moins", (c.bonus.get("PV", 0), PV_AU_MOINS))


@rule("FD-7.14", "FD-8.1")
def _budget_de_croissance(c: Classe) -> Iterator[Closed]:
    """50, 60 or 70 points exactly, at least 20 for PV and 20 for HAB; INIT, ESQ and MOV never grow."""
    for stat, n in c.croissance.items():
        if stat in ("INIT", "ESQ", "MOV"):
            yield Closed("FD-8.1", "{} n'a pas de taux de croissance", (NOMS[stat],))
        elif stat not in (*STATS, "CON"):
            yield Closed("FD-7.13", "« {} » n'est pas une caractéristique", (Typed(stat),))
        elif n < 0:
            yield Closed("FD-7.14", "Croissance {} {} : on répartit des points, on n'en retire pas", (NOMS[stat], n))
    attendu, total = PALIERS[c.palier].croissance, sum(c.croissance.get(s, 0) for s in STATS)
    if total != attendu:
        yield Closed("FD-7.14", "{} points de croissance, {} pour une classe {}", (total, attendu, _dite(c.palier)))
    for stat, au_moins in (("PV", CROISSANCE_PV_AU_MOINS), ("HAB", CROISSANCE_HAB_AU_MOINS)):
        if c.croissance.get(stat, 0) < au_moins:
            dit = "{} points de croissance en {}, {} au moins"
            yield Closed("FD-7.14", dit, (c.croissance.get(stat, 0), NOMS[stat], au_moins))


@rule("FD-7.11")
def _arbre_des_classes(c: Classe, classes: Mapping[str, Classe]) -> Iterator[Closed]:
    """A base class comes from none, the others from classes of the tier below; they lead to classes of the next."""
    dessous = EN_DESSOUS[c.palier]
    if not dessous and c.depuis:
        yield Closed("FD-7.11", "Une classe de base ne vient d'aucune autre")
    if dessous and not c.depuis:
        yield Closed("FD-7.11", "Aucune classe ne mène à cette classe {}", (_dite(c.palier),))
    dessus = next((palier for palier, sous in EN_DESSOUS.items() if sous == c.palier), "")
    if not dessus and c.vers:
        yield Closed("FD-7.11", "Une classe suprême ne mène à aucune autre")
    for ids, palier in ((c.depuis, dessous), (c.vers, dessus)):
        for id in ids if palier else ():
            if id not in classes:
                yield Closed("FD-7.13", "La classe « {} » n'existe pas", (Typed(id),))
            elif classes[id].palier != palier:
                yield Closed("FD-7.11", "{} n'est pas une classe {}", (classes[id].nom, _dite(palier)))
    for type_ in c.types:
        if type_ not in D_UNE_CLASSE:
            yield Closed("FD-4.7", "Le type « {} » ne vient pas d'une classe", (Typed(type_),))


@rule("FD-6.16", "FD-8.10")
def _maitrises(c: Classe) -> Iterator[Closed]:
    """Weapon types there are, levels 0 to 5; Min marks from the second tier on."""
    if not c.primaires and not c.choix:
        yield Closed("FD-7.13", "Aucune maîtrise d'arme")
    for type_, n in (*c.primaires.items(), *c.minimum.items(), *((t, c.secondaire) for t in c.secondaires)):
        if type_ not in TYPES_ARMES:
            yield Closed("FD-7.13", "Le type d'arme « {} » n'existe pas", (Typed(type_),))
        if not 0 <= n <= MAITRISE_MAX:
            yield Closed("FD-6.16", "{} : une maîtrise va de 0 à {}, pas {}", (type_, MAITRISE_MAX, n))
    parmi = len(set(c.secondaires) - set(c.primaires))
    if not 0 <= c.choix <= parmi:
        yield Closed("FD-7.13", "{} maîtrises secondaires à choisir parmi {}", (c.choix, parmi))
    if c.minimum and c.palier == "base":
        yield Closed("FD-8.10", "Une classe de base ne porte pas de Min : on n'y arrive pas d'une autre")


@rule("FD-6.16", "FD-7.13")
def _gains(c: Classe) -> Iterator[Closed]:
    """Masteries that rise with the level, one after the other."""
    atteintes = {**c.primaires, "secondaire": c.secondaire}
    dernier = 0
    for niveau, type_, n in c.gains:
        if type_ not in (*TYPES_ARMES, "secondaire"):
            yield Closed("FD-7.13", "Le type d'arme « {} » n'existe pas", (Typed(type_),))
        if not max(1, dernier) <= niveau <= NIVEAU_MAX:
            yield Closed("FD-7.13", "Un gain de maîtrise au niveau {}, après le niveau {}", (niveau, dernier))
        avant = atteintes.get(type_, 0)
        if not avant < n <= MAITRISE_MAX:
            dit = "{} : de {} à {}, ce n'est pas un gain jusqu'à {}"
            yield Closed("FD-6.16", dit, (type_, avant, n, MAITRISE_MAX))
        atteintes[type_], dernier = n, niveau


@rule("FD-3.57", "FD-7.13")
def _arbre_des_techniques(c: Classe, techniques: Mapping[str, Technique]) -> Iterator[Closed]:
    """One special technique, then ordinary ones, each once, opened by a level."""
    speciale = techniques.get(c.speciale)
    if speciale is None:
        yield Closed("FD-7.13", "La technique « {} » n'existe pas", (Typed(c.speciale),))
    elif not speciale.speciale:
        yield Closed("FD-7.13", "{} est une technique ordinaire", (speciale.nom,))
    vues: set[str] = set()
    for id, niveau in c.arbre:
        technique = techniques.get(id)
        if technique is None:
            yield Closed("FD-7.13", "La technique « {} » n'existe pas", (Typed(id),))
        elif technique.speciale:
            yield Closed("FD-7.13", "{} est la technique spéciale d'une classe", (technique.nom,))
        if id in vues:
            yield Closed("FD-7.13", "La technique « {} » est deux fois dans l'arbre", (Typed(id),))
        if not 1 <= niveau <= NIVEAU_MAX:
            yield Closed("FD-3.57", "« {} » s'ouvre à un niveau de 1 à {}, pas {}", (Typed(id), NIVEAU_MAX, niveau))
        vues.add(id)


@rule("FD-7.16", "FD-7.18", "FD-7.19", "FD-7.20", "FD-7.21")
def _methode_fixe(c: Classe) -> Iterator[Closed]:
    """The tables of the fixed method spend what a player would: 25 points, 75 of growth, within the same bounds. A
    class need not have them (FD-7.13)."""
    if not c.fixe and not c.fixe_croissance:
        return
    for table, attendu, au_plus, somme, borne in (
        (c.fixe, POINTS, POINTS_MAX, "FD-7.18", "FD-7.19"),
        (c.fixe_croissance, TAUX, TAUX_MAX, "FD-7.20", "FD-7.21"),
    ):
        if sum(table.values()) != attendu:
            yield Closed(somme, "Méthode fixe : {} points, {} à répartir", (sum(table.values()), attendu))
        for stat, n in table.items():
            if stat not in STATS:
                yield Closed(somme, "Méthode fixe : « {} » ne reçoit pas de points", (Typed(stat),))
            if not 0 <= n <= au_plus:
                yield Closed(borne, "Méthode fixe : {} en {}, de 0 à {}", (n, Typed(stat), au_plus))
    for stat in STATS:
        if c.croissance.get(stat, 0) + c.fixe_croissance.get(stat, 0) < TAUX_MIN:
            dit = "Méthode fixe : un taux de croissance est d'au moins {} %, {} n'en a pas"
            yield Closed("FD-7.21", dit, (TAUX_MIN, Typed(stat)))


@rule("FD-9.1", "FD-9.4")
def _effets(c: Classe) -> Iterator[Closed]:
    """What the class itself gives, passive effects, and its own techniques: nothing the engine would not understand."""
    for faute in (*_mal_dits(c.effets), *(f for t in c.techniques for f in fautes_de_technique(t))):
        yield Closed("FD-9.1", "Un effet ne se comprend pas : {}", (faute,))


def _mal_dits(effets: tuple[Effet, ...]) -> Iterator[Said]:
    """Effects one bears, as far as nobody would understand them."""
    connus = frozenset({*MAUX, *TERRAINS})
    yield from filter(None, (fautes(e, False, connus) for e in effets))


def _dite(palier: str) -> str:
    """A tier, after the word « classe »."""
    return "de base" if palier == "base" else palier
