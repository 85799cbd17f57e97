"""The sheet: a character of Fluid as sections of lines, every number with the sum behind it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.ledger import rule
from tablee.kernel.sheet import Line, Mark, Pool, Section, Sheet, Stat
from tablee.kernel.tally import Term, Terms, total
from tablee.kernel.widgets import Card, Cards, Rolls

from ..book.c2_traits import FAMILLES, signe
from ..book.c4_combat import melee
from ..model.effects import degre_du_sbire
from ..model.people import CARACS, MAINS_NUES, NOMS, Carac, Personnage, Trait, attribut
from ..model.scene import Scene
from ..model.tables import BOTTES, DIFFICULTES
from .draft import Brouillon

JUSQU_A_GUERISON = "jusqu'à guérison"
ORIGINES = {"blessure": "FLU-4.44", "psychique": "FLU-4.57", "effort": "FLU-3.31"}
ETATS = {
    "inconscient": ("Inconscient", "FLU-4.52"),
    "coma": ("Coma", "FLU-4.52"),
    "mort": ("Mort", "FLU-4.50"),
    "hors_jeu": ("Hors jeu", "FLU-4.66"),
}


def sheet(scene: Scene, who: str) -> Sheet:
    """Everything there is to know of somebody; sections without a line are left out."""
    p = scene[who]
    sections = (
        Section("Attributs", tuple(attributs(p)), "vitals"),
        Section("Blessures et états", tuple(etats(scene, p)), "states"),
        section_des_traits(scene, p),
        Section("Caractéristiques", tuple(caracteristiques(p)), widget="rolls", plan=JETS),
        Section("Équipement", tuple(lignes_d_equipement(p)), widget="bag"),
        Section("Magie", tuple(magie(scene, p)), widget="bag"),
        Section("Expérience", tuple(experience(p)), widget="bag"),
    )
    badge = "" if p.fiche.sbire else f"{p.xp} XP"
    return Sheet(who, p.nom, tuple(s for s in sections if s.lines), phrase(p), badge)


SANS = ("", "sans difficulté")
JETS = Rolls("tester", "difficulte", (SANS, *((id, degre.nom) for id, degre in DIFFICULTES.items())), "")


def phrase(p: Personnage) -> str:
    """What he is first of all: his strongest Traits, or what is noted of him."""
    siens = sorted((t for t in p.fiche.traits if not t.negatif), key=lambda t: -t.valeur)
    return p.fiche.note or " · ".join(t.nom for t in siens[:2])


def section_des_traits(scene: Scene, p: Personnage) -> Section:
    """A card for each Trait: its family, as many signs as it is worth; those that weigh on him are marked."""
    ecrites = tuple(traits(scene, p))
    montres = [t for t in (*p.fiche.traits, *p.traits) if t.origine not in ORIGINES]
    premier = len(ecrites) - len(montres)  # a sbire's degree stands before them
    cartes = [
        Card(i, kind=FAMILLES.get(t.famille, t.famille), pips=t.valeur, tone="against" if t.negatif else "")
        for i, t in enumerate(montres, premier)
    ]
    return Section("Traits", ecrites, widget="cards", plan=Cards(tuple(cartes)))


def fiche_du_brouillon(draft: Brouillon) -> Sheet:
    """The sheet a draft would give, holding or not."""
    p = draft.personnage()
    return sheet(Scene({p.id: p}), p.id)


# ---------------------------------------------------------------- figures


@rule("FLU-2.1", "FLU-2.3", "FLU-4.64")
def caracteristiques(p: Personnage) -> Iterator[Line]:
    """Each with the points spent of it; a sbire of one flat value has one line."""
    valeurs = {getattr(p.fiche, c) for c in CARACS}
    if p.fiche.sbire and len(valeurs) == 1 and p.fiche.MAG is None and not p.pertes:
        yield Stat("Toutes les caractéristiques", (("Valeur du sbire", p.fiche.FOR, "FLU-4.64"),))
        return
    noms: tuple[Carac, ...] = (*CARACS, "MAG") if p.fiche.MAG is not None else CARACS
    for c in noms:
        base: Term = ("Valeur", getattr(p.fiche, c), "FLU-2.3" if c == "MAG" else "FLU-2.1")
        perte = p.pertes.get(c, 0)
        yield Stat(NOMS[c], (base, ("Points dépensés", -perte, "FLU-3.29")) if perte else (base,))


@rule("FLU-2.4", "FLU-2.5", "FLU-2.6", "FLU-2.7")
def attributs(p: Personnage) -> Iterator[Line]:
    """Pools as they stand, their maximum explained, and INI less the equipment."""
    yield Pool("RES", p.res, attribut(p.fiche, "RES"), at="res_perdue", lost=True)
    yield Pool("AUR", p.aur, attribut(p.fiche, "AUR"), at="aur_perdue", lost=True)
    yield Pool("SAN", p.san, attribut(p.fiche, "SAN"), at="san_perdue", lost=True)
    yield Stat("INI", termes_d_initiative(p))


def termes_d_initiative(p: Personnage) -> Terms:
    """The modified INI as one reads it: never below 0."""
    terms = melee.initiative(p)
    manque = -total(terms)
    return (*terms, ("Jamais sous 0", manque, "FLU-4.2")) if manque > 0 else terms


# ---------------------------------------------------------------- Traits and states


def traits(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Chosen and temporary ones; those that weigh on him carry a minus sign. A sbire has its degree."""
    if p.fiche.sbire:
        n = degre_du_sbire(p)
        note = "Avantages à tous ses jets" if n > 0 else "Désavantages à tous ses jets"
        yield Mark(DIFFICULTES[p.fiche.sbire].nom, n, note, "FLU-4.65")
    for t in (*p.fiche.traits, *p.traits):
        if t.origine not in ORIGINES:
            yield Mark(t.nom, signe(t), precision(scene, t), "FLU-2.15" if t.origine == "temporaire" else "FLU-2.8")


def precision(scene: Scene, t: Trait) -> str:
    """What else is to be said of a Trait: when it ends, what the thrust does, its family."""
    if t.origine == "temporaire":
        return JUSQU_A_GUERISON if t.fin is None else encore(t.fin - scene.clock)
    if t.botte:
        return BOTTES[t.botte].dit
    return FAMILLES.get(t.famille, t.famille)


def encore(secondes: int) -> str:
    """What is left of a duration, in figures that read the same in any language."""
    if secondes < 0:
        secondes = 0
    heures, minutes, restent = secondes // 3600, secondes // 60 % 60, secondes % 60
    parts = [f"{n} {unite}" for n, unite in ((heures, "h"), (minutes, "min"), (restent, "s")) if n]
    return " ".join(parts) or "0 s"


def etats(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Wounds, shocks, what hampers him, and whether he is still standing."""
    if p.etat != "actif":
        nom, regle = ETATS[p.etat]
        yield Mark(nom, None, "" if p.reveil is None else encore(p.reveil - scene.clock), regle, grave=True)
    if p.hemorragie:
        yield Mark("Hémorragie", -p.hemorragie, "au prochain test de survie", "FLU-4.51", grave=True)
    for t in p.traits:
        if t.origine in ORIGINES:
            yield Mark(t.nom, signe(t), JUSQU_A_GUERISON, ORIGINES[t.origine], grave=True)
    for c in p.conditions:
        fin = JUSQU_A_GUERISON if c.durable else f"{c.rounds} rounds" if c.rounds > 1 else "1 round"
        yield Mark(c.nom, -c.desavantages or None, fin, c.rule)
        if c.mouvement:
            yield Mark("Déplacement réduit", -c.mouvement, c.nom, c.rule)
    if p.a_terre:
        yield Mark("À terre", None, "", "FLU-4.8")
    if p.sans_defense:
        yield Mark("Sans défense", None, "", "FLU-4.12")
    if p.adrenaline:
        yield Mark("Adrénaline", None, "", "FLU-4.53")


# ---------------------------------------------------------------- belongings


@rule("FLU-4.35", "FLU-4.36", "FLU-4.37")
def lignes_d_equipement(p: Personnage) -> Iterator[Line]:
    """Each thing with its score; bare hands when nothing is held."""
    tenues = p.tenues()
    if not tenues:
        yield Mark(MAINS_NUES.nom, MAINS_NUES.score, "en main", "FLU-4.35")
    for arme in p.armes:
        notes = ["en main"] if arme in tenues else []
        notes += ["tir"] if arme.genre == "tir" else []
        notes += ["à deux mains"] if arme.deux_mains else []
        yield Mark(arme.nom, arme.score, ", ".join(notes), "FLU-4.35")
    if p.armure is not None:
        yield Mark(p.armure.nom, p.armure.score, "armure", "FLU-4.36")
    if p.bouclier is not None:
        yield Mark(p.bouclier.nom, p.bouclier.score, "bouclier", "FLU-4.37")


def magie(scene: Scene, p: Personnage) -> Iterator[Line]:
    """His book, what he keeps in mind, and the spells at work on him or by him."""
    for s in p.grimoire:
        yield Mark(s.nom, s.niveau, "livre de sorts", "FLU-5.17")
    if p.memoire:
        libre = max(0, p.fiche.INT - len(p.memoire))
        yield Pool("Mémoire libre", libre, ((NOMS["INT"], p.fiche.INT, "FLU-5.13"),))
    for s in p.memoire:
        yield Mark(s.nom, None, "en mémoire", "FLU-5.13")
    for actif in scene.sorts:
        if p.id in actif.cibles or p.id == actif.mage:
            yield Mark(actif.sort.nom, actif.intensite, encore(actif.fin - scene.clock), "FLU-5.10")
    if p.vole:
        yield Mark("RES volée", p.vole, "pour le prochain sort", "FLU-5.15")


def experience(p: Personnage) -> Iterator[Line]:
    if p.fiche.sbire:
        return
    yield Mark("XP", p.xp, "", "FLU-6.1")
    if p.traits_libres:
        yield Mark("Points de Traits à placer", p.traits_libres, "", "FLU-2.13")
