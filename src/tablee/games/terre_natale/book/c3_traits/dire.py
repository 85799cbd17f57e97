"""What a trait does, in a sentence made from its effects: so it says what the rules do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from tablee.kernel.ledger import plain, rule
from tablee.kernel.words import words_of

from ...model.competences import COMPETENCES, GROUPES
from ...model.traits import CATALOGUE, PACKAGE, Effet, TraitDuLivre
from .acquisition import sujets

Dit = tuple[str, str]  # French, English
_WORDS = words_of(PACKAGE)


def en(nom: str) -> str:
    """A name in English."""
    return _WORDS.tr(nom, "en")


_FIGURES: dict[str, Dit] = {
    "PV": ("{n} PV au maximum", "{n} maximum PV"),
    "PS": ("{n} PS au maximum", "{n} maximum PS"),
    "PE": ("{n} PE au maximum", "{n} maximum PE"),
    "PK": ("{n} PK au maximum", "{n} maximum PK"),
    "PC": ("{n} PC au maximum", "{n} maximum PC"),
    "recuperation": ("{n} à toute récupération", "{n} to every recovery"),
    "resilience": ("résilience {n}", "resilience {n}"),
    "memoire": ("mémoire {n}", "memory {n}"),
    "allure": ("allure {n}", "pace {n}"),
    "poigne": ("poigne {n}", "grip {n}"),
    "charge": ("capacité de charge {n}", "load capacity {n}"),
    "encombrement": ("capacité d'encombrement {n}", "carrying capacity {n}"),
    "panache": ("panache {n}", "panache {n}"),
    "prestance": ("prestance {n}", "presence {n}"),
    "defense": ("{n} à toutes les défenses passives", "{n} to every passive defence"),
    "initiative": ("initiative {n}", "initiative {n}"),
    "seuil:blessure": ("seuil de blessure {n}", "wound threshold {n}"),
    "seuil:traumatisme": ("seuil de traumatisme {n}", "trauma threshold {n}"),
    "cases:blessure": ("{n} case de blessure bénigne", "{n} box for benign wounds"),
    "cases:traumatisme": ("{n} case de traumatisme bénin", "{n} box for benign traumas"),
    "stress": ("{n} à chaque gain de fatigue", "{n} to every gain of fatigue"),
    "prouesse": ("{n} à la limite de chi d'une prouesse", "{n} to the chi limit of a prouesse"),
    "criticite": ("seuil de réussite critique réduit de {a}", "critical success threshold lowered by {a}"),
    "adresse": ("seuil d'échec critique relevé de {a}", "critical failure threshold raised by {a}"),
    "ambidextre": ("{a} désavantage de moins de la seconde main", "{a} disadvantage less with the off hand"),
    "maitrise:armes": ("la charge des armes baisse de {a}", "weapons weigh {a} less"),
    "maitrise:armures": ("la charge des armures baisse de {a}", "armour weighs {a} less"),
    "pa": ("{n} points d'attributs", "{n} attribute points"),
    "pecule": ("pécule de départ {n} %", "starting money {n}%"),
    "ta": ("temps d'apprentissage {n}", "learning time {n}"),
    "lecons": ("{n} à la réserve d'un maître", "{n} to the reserve of a master"),
    "qualite:artisanat": ("{n} à la qualité qu'on sait fabriquer", "{n} to the quality one can craft"),
    "creativite": ("{n} points de créativité", "{n} points of creativity"),
    "renommee": ("renommée {n}", "renown {n}"),
    "jet:degats": ("{n} aux jets de dégâts", "{n} to damage jets"),
    "jet:deviation": ("{n} aux jets de déviation", "{n} to deviation jets"),
    "jet:soin": ("{n} aux jets de soin", "{n} to healing jets"),
    "jet:artisanat": ("{n} aux jets d'artisanat", "{n} to crafting jets"),
    "jet:charges": ("{n} charges des conditions infligées", "{n} charges of conditions inflicted"),
    "jet:impact": ("{n} aux jets d'impact", "{n} to impact jets"),
}  # by the whole key
_CRITIQUES: dict[str, Dit] = {
    "criticite": ("seuil de réussite critique relevé de {a}", "critical success threshold raised by {a}"),
    "adresse": ("seuil d'échec critique réduit de {a}", "critical failure threshold lowered by {a}"),
}  # when it is against somebody
_SUJETS: dict[str, Dit] = {
    "entrainement": ("pénalité d'usage réduite de 2 ({s})", "usage penalty lowered by 2 ({s})"),
    "recuperation": ("{n} à la récupération ({s})", "{n} to the recovery ({s})"),
    "formation": ("avec {s}, un double 2 n'est plus une maladresse", "with {s}, a double 2 is no maladresse any more"),
    "science": ("avec {s}, exploit sur un double plus bas aussi", "with {s}, an exploit on one lower double too"),
    "maximum:competence": ("{n} au niveau maximal ({s})", "{n} to the highest level ({s})"),
    "maximum:groupe": ("{n} au niveau maximal ({s})", "{n} to the highest level ({s})"),
    "defense": ("{n} à la défense passive ({s})", "{n} to the passive defence ({s})"),
    "jet": ("{n} aux jets ({s})", "{n} to jets ({s})"),
}  # by all but the last part of the key, which is the subject
_COLONNES: dict[str, Dit] = {
    "bonus": ("{n} {s}", "{n} {s}"),
    "ajustement": ("attribut ajusté de {n} {s}", "attribute adjusted by {n} {s}"),
}
_TESTS: dict[str, Dit] = {
    "": ("à tous les tests", "to every test"),
    "physique": ("aux tests du corps", "to tests of the body"),
    "mental": ("aux tests de l'esprit", "to tests of the mind"),
    "attribut": ("aux tests {de}", "to tests of {s}"),
    "competence": ("aux tests {de}", "to tests of {s}"),
    "groupe": ("aux tests du groupe {s}", "to tests of the group {s}"),
    "sauvegarde": ("à la sauvegarde {s}", "to the save {s}"),
    "initiative": ("aux tests d'initiative", "to tests of initiative"),
    "confrontation": ("aux tests en confrontation", "to tests in a confrontation"),
}
_PLUSIEURS: dict[str, Dit] = {"groupe": ("aux tests des groupes {s}", "to tests of the groups {s}")}
_TOUTES = "à toutes les sauvegardes", "to every save"
_QUAND: dict[str, Dit] = {
    "etat:blesse": ("blessé", "when wounded"),
    "etat:hors_etat_physique": ("à 0 PV ou moins", "at 0 PV or less"),
    "seul": ("seul de son camp en confrontation", "alone of one's side in a confrontation"),
    "entoure": ("avec un allié debout", "with an ally standing"),
    "contre:plus_grand": ("contre plus grand que soi", "against somebody taller"),
    "contre:plus_petit": ("contre plus petit que soi", "against somebody smaller"),
}
_ENTRAINEMENTS = {
    "melee": "armes de mêlée",
    "distance": "armes à distance",
    "armures": "armures",
    "outils": "outils",
    "joutes": "joutes",
    "arcanes": "arcanes",
    "technologies": "technologies",
}


_CHOISI: dict[str, Dit] = {
    "": ("ce qu'on a choisi", "what was chosen"),
    "attribut": ("l'attribut choisi", "the chosen attribute"),
    "competence": ("la compétence choisie", "the chosen skill"),
    "attribut_ou_competence": ("l'attribut ou la compétence choisie", "the chosen attribute or skill"),
    "groupe": ("le groupe choisi", "the chosen group"),
    "sauvegarde": ("choisie", "of one's choice"),
    "recuperation": ("au choix", "of one's choice"),
    "circonstance": ("dans la circonstance choisie", "in the chosen circumstance"),
}  # by the kind of the subject, while there is none yet
CHOIX = "?"  # before such a kind, in the place of a subject


@rule("TN-3.10")
def dit(trait: TraitDuLivre, sujet: str = "") -> Dit:
    """What a trait does, in both languages: its effects, those alike together, then what a rule of its own does."""
    tete = ("Par rang : ", "For each rank: ") if trait.rangs > 1 and trait.effets else ("", "")
    fr, anglais = effets_dits(trait.effets, sujet or CHOIX + trait.sujet)
    return _phrase(tete[0] + fr, trait.dit), _phrase(tete[1] + anglais, en(trait.dit) if trait.dit else "")


def effets_dits(effets: Iterable[Effet], sujet: str = CHOIX) -> Dit:
    """Several effects, about a subject or whatever is chosen."""
    parts = [_effets(alike, sujet) for alike in _semblables(effets)]
    return " ; ".join(fr for fr, _ in parts), "; ".join(anglais for _, anglais in parts)


def _phrase(effets: str, plus: str) -> str:
    return f"{effets[:1].upper()}{effets[1:]}{'.' * bool(effets)} {plus}".strip()


def _semblables(effets: Iterable[Effet]) -> Iterator[tuple[Effet, ...]]:
    """Effects that differ in their subject alone stand together."""
    for _, alike in groupby(effets, key=lambda e: (e.when, e.n, e.on.rpartition(":")[0] or e.on)):
        yield tuple(alike)


def _effets(effets: tuple[Effet, ...], sujet: str) -> Dit:
    """Under which condition, how much, on what."""
    quand = _quand(effets[0].when.format(sujet))
    ons = [e.on.format(sujet) for e in effets]
    colonne, _, fin = ons[0].partition(":")
    noms = [_nom(on.rpartition(":")[2], "competence:" in on) for on in ons]
    if colonne in (*_COLONNES, "net"):
        quoi = _sur_un_test(colonne, fin, effets[0].n, noms)
    else:
        quoi = _figure(ons[0], effets[0].n, noms)
    return (f"{quand[0]}, {quoi[0]}", f"{quand[1]}, {quoi[1]}") if quand[0] else quoi


def _quand(when: str) -> Dit:
    genre, _, id = when.partition(":")
    if genre != "circonstance":
        return _QUAND.get(when, ("", ""))
    fr, anglais = _nom(id)
    return fr[:1].lower() + fr[1:], anglais[:1].lower() + anglais[1:]


def _figure(on: str, n: int, noms: list[Dit]) -> Dit:
    patterns = _CRITIQUES[on] if n < 0 and on in _CRITIQUES else _FIGURES.get(on)
    if patterns is None:
        patterns = _SUJETS.get(on.rpartition(":")[0], ("{s} {n}", "{s} {n}"))
    if n < 0 and on.startswith("maximum:"):
        patterns = "ne s'apprend pas : {s}", "cannot be learned: {s}"
    s = _liste(noms)
    fr, anglais = (p.format(n=f"{n:+}", a=abs(n), s=s[i]) for i, p in enumerate(patterns))
    return fr, anglais


def _sur_un_test(colonne: str, fin: str, n: int, noms: list[Dit]) -> Dit:
    genre = fin.partition(":")[0]
    patterns = _PLUSIEURS.get(genre, _TESTS[genre]) if len(noms) > 1 else _TESTS[genre]
    patterns = _TOUTES if fin == "sauvegarde" else patterns
    s, de = _liste(noms), " et ".join(_de(fr) for fr, _ in noms)
    tests = [p.format(s=s[i], de=de) for i, p in enumerate(patterns)]
    if colonne == "net":
        mots = ("avantage", "advantage") if n > 0 else ("désavantage", "disadvantage")
        fr, anglais = (f"{abs(n)} {mot}{'s' * (abs(n) > 1)} {tests[i]}" for i, mot in enumerate(mots))
        return fr, anglais
    fr, anglais = (p.format(n=f"{n:+}", s=tests[i]) for i, p in enumerate(_COLONNES[colonne]))
    return fr, anglais


def _liste(noms: list[Dit]) -> Dit:
    return " et ".join(fr for fr, _ in noms), " and ".join(anglais for _, anglais in noms)


def _de(nom: str) -> str:
    """« de Parade », « d'Évasion »."""
    return f"d'{nom}" if plain(nom)[:1] in "aeiouh" else f"de {nom}"


def _nom(id: str, competence: bool = False) -> Dit:
    """What players call what a key ends with; a skill may be called as a circumstance is."""
    if id.startswith(CHOIX):
        return _CHOISI.get(id[1:], ("", ""))
    tables = (_ENTRAINEMENTS, sujets("sauvegarde"), CATALOGUE.recuperation, CATALOGUE.circonstance)
    nom = None if competence else next((table[id] for table in tables if id in table), None)
    if nom is None:
        known = COMPETENCES.get(id) or GROUPES.get(id)
        nom = known.nom if known is not None else id
    return nom, en(nom)
