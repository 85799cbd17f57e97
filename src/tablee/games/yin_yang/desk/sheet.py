"""The sheet: anybody of Yin-Yang as sections of lines, every number with the sum behind it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.effects import tally
from tablee.kernel.kept import once
from tablee.kernel.ledger import rule
from tablee.kernel.look import Figure
from tablee.kernel.sheet import Line, Mark, Pool, Section, Sheet, Stat, Text, lines
from tablee.kernel.tally import Terms, total
from tablee.kernel.widgets import PARTS, Body, Card, Cards, Node, Rolls, Spoke, Tree, Wheel, Zone, branches, grouped

from ..book.c4_experience.prix import langues_possibles, prix_du_rang_suivant
from ..book.c5_tests.figures import penalites
from ..book.c6_blessures import protection
from ..book.c10_attaque.attaquer import Attaquer
from ..book.c10_attaque.duels import degats_du_coup
from ..book.c10_attaque.tir import degats_du_tir
from ..book.c10_modes import RAPPROCHE, defense_passive, mains_nues
from ..book.c10_tours.initiative import arme_en_main, initiative
from ..book.c12_equipement import limite, masse
from ..model.catalogue import COMPETENCES, Arme, nom_de
from ..model.effects import Contexte
from ..model.people import Fiche, Personnage, detruit, inutilisable, rang_de
from ..model.runes import RUNES
from ..model.scene import Scene
from ..model.tables import ATTRIBUTS, CASES_DE_FATIGUE, CHARGES, NIVEAUX, NOMS, TRAITS, VIDE
from ..model.things import objets_de
from .draft import QUESTIONS, Brouillon
from .tree import dessiner

SUR = {
    "tests": "sur tous les tests",
    "protection": "sur la protection",
    "vue": "aveuglement",
    "initiative": "sur l'initiative",
    "defense": "sur la défense",
    "attaque": "sur l'attaque",
    "poids": "en kilogrammes",
}


GENES = {"baillonne": "Bâillonné", "ligote": "Ligoté"}


def sheet(scene: Scene, who: str) -> Sheet:
    """Everything there is to know of somebody; sections without a line are left out."""
    p = scene[who]
    sections = (
        Section("Réserves", lines(p, reserves), "vitals"),
        Section("État", tuple(etat(scene, p)), "states"),
        Section("Effets", tuple(effets(scene, p)), "states"),
        Section("Traits et attributs", lines(p, traits), widget="wheel", plan=ROUE),
        Section("Membres", lines(p, membres), widget="body", plan=once(p, corps)),
        Section("Compétences", lines(p, lignes_de_competences), widget="rolls", plan=JETS),
        Section("Combat", tuple(combat(scene, p)), widget="figures"),
        Section("Caractéristiques dérivées", lines(p, derivees), widget="figures"),
        Section("Armes", lines(p, armes), widget="cards", plan=once(p, cartes)),
        Section("Protection", lines(p, protections), widget="figures"),
        Section("Magie", tuple(magie(scene, p)), widget="bag"),
        Section("Équipement", lines(p, lignes_d_equipement), widget="bag"),
        Section("Arbre des compétences", lines(p.fiche, arbre), "reference", "tree", once(p.fiche, ramure)),
        Section("Prix du rang suivant (PP)", lines(p, prix), "reference"),
        Section("Expérience", lines(p, experience), widget="bag"),
        Section("Charge", lines(p, charge), "reference"),
        Section("Langues", lines(p, lignes_de_langues), widget="bag"),
        Section("Identité", lines(p, identite), widget="text"),
    )
    badge = f"{p.fiche.pp} PP" if p.fiche.joueur else ""
    return Sheet(who, p.nom, tuple(s for s in sections if s.lines), phrase(p), badge)


JETS = Rolls("tester", "nd", tuple((d.nd, f"{d.nom} · {d.nd}") for d in NIVEAUX), 12)
SIGNES: dict[str, Figure] = {"air": "wing", "terre": "stone", "eau": "drop", "feu": "flame"}
ROUE = Wheel(
    3 * len(TRAITS), tuple(Spoke(3 * i, (3 * i + 1, 3 * i + 2), SIGNES[trait]) for i, trait in enumerate(TRAITS))
)


def phrase(p: Personnage) -> str:
    """What he is best at; of a creature, what is noted of it."""
    rangs = p.fiche.competences
    meilleures = sorted(rangs, key=lambda c: -rangs[c])[:2] if p.fiche.joueur else ()
    return " · ".join(nom_de(c) for c in meilleures) or p.fiche.note


def corps(p: Personnage) -> Body:
    """The limbs where they are on a body."""
    return Body(tuple(Zone(i, PARTS.get(m, ""), hurt=p.blessures.get(m, 0) > 0) for i, m in enumerate(p.fiche.membres)))


def cartes(p: Personnage) -> Cards:
    """A card for each weapon; those in hand first to be seen."""
    ecrites = lines(p, armes)
    tenues = {arme.nom for arme in p.equipement.tenues}
    debuts = [i for i, ligne in enumerate(ecrites) if isinstance(ligne, Stat)]
    cartes = grouped(ecrites, debuts)
    return Cards(tuple(Card(at, suite, tone="held" if ecrites[at].label in tenues else "") for at, suite in cartes))


def ramure(f: Fiche) -> Tree:
    """The skill graph: what one has, what is for sale, and what hangs from what one has not."""
    ecrites = lines(f, arbre)
    noeuds, libres = [], [True]  # by depth, whether what hangs there can be acquired
    for i, ligne in enumerate(ecrites):
        rang, profond = getattr(ligne, "value", None), branches(ligne.label)
        ouvert = libres[min(profond, len(libres) - 1)]
        noeuds.append(Node(i, profond, "had" if rang else "open" if ouvert else "shut"))
        libres = [*libres[: profond + 1], bool(rang)]
    return Tree(tuple(noeuds))


def fiche_du_brouillon(draft: Brouillon) -> Sheet:
    """The sheet a draft would give, holding or not."""
    p = draft.personnage()
    return sheet(Scene({p.id: p}), p.id)


# ---------------------------------------------------------------- who it is


@rule("YY-1.1")
def identite(p: Personnage) -> Iterator[Line]:
    """The answers to the questions of the beginning; for a creature its size."""
    for id, reponse in p.fiche.histoire.items():
        yield Text(QUESTIONS[id].nom if id in QUESTIONS else id, reponse)
    if p.fiche.taille != "moyenne":
        yield Mark("Taille", None, p.fiche.taille, "YY-10.25")
    if p.fiche.note:
        yield Text("Note", p.fiche.note)


# ---------------------------------------------------------------- figures


@rule("YY-2.3", "YY-7.1")
def reserves(p: Personnage) -> Iterator[Line]:
    """Points de vide, and the fatigue table box by box."""
    yield Pool("Points de vide", p.vide, rang_de(p.f, VIDE), at="vide_perdu", lost=True)
    case = 2 * max(1, p.f.endurance)
    cases = tuple((f"Case {n}", case, "YY-7.1") for n in range(1, CASES_DE_FATIGUE + 1))
    yield Pool("Fatigue", max(0, total(cases) - p.fatigue), cases, at="fatigue", lost=True)


@rule("YY-2.1", "YY-2.5", "YY-2.11")
def traits(p: Personnage) -> Iterator[Line]:
    """Each trait, then its attributes with what spells do to them; Vide last."""
    for trait, deux in TRAITS.items():
        yield Stat(NOMS[trait], rang_de(p.f, trait))
        for a in deux:
            terms = (*rang_de(p.fiche, a), *tally(p.bears, f"rang:{a}", Contexte(p)))
            borne = p.rang(a) - total(terms)
            yield Stat(NOMS[a], (*terms, ("Dans les limites", borne, "YY-2.2")) if borne else terms)
    yield Stat(NOMS[VIDE], rang_de(p.f, VIDE))


@rule("YY-3.1", "YY-3.2", "YY-3.3", "YY-3.5")
def derivees(p: Personnage) -> Iterator[Line]:
    """Vitalité, Résistance and Endurance, which follow their parents."""
    yield Stat("Vitalité", ((NOMS["constitution"], p.f.vitalite, "YY-3.2"),))
    yield Stat("Résistance", ((NOMS["force"], p.f.resistance, "YY-3.3"),))
    yield Stat("Endurance", ((NOMS["terre"], p.f.endurance, "YY-3.5"),))


# ---------------------------------------------------------------- the body


@rule("YY-3.2", "YY-6.2")
def membres(p: Personnage) -> Iterator[Line]:
    """The PV of each limb, box by box."""
    for m in p.fiche.membres.values():
        cases = tuple((f"Case {n}", p.f.vitalite, "YY-6.2") for n in range(1, m.cases + 1))
        reste = max(0, total(cases) - p.blessures.get(m.id, 0))
        yield Pool(m.nom, reste, cases, at=f"blessures.{m.id}", lost=True)


def etat(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Whether he can act, what wounds and fatigue cost, what holds him."""
    if p.vie != "actif":
        mort = p.vie == "mort"
        yield Mark("Mort" if mort else "Parti", None, "", "YY-6.4" if mort else "YY-10.14", grave=mort)
    elif p.coma:
        yield Mark("Dans le coma", None, "", "YY-7.3", grave=True)
    elif not p.conscient:
        yield Mark("Sans connaissance", None, "", "YY-7.2", grave=True)
    for id, perdus in p.blessures.items():
        if perdus > 0:
            yield blessure(p, id)
    if p.lassitude:
        yield Mark("Lassitude", -p.lassitude, "sur les tests de compétence", "YY-7.1")
    if p.a_terre:
        yield Mark("À terre", None, "", "YY-11.21")
    if p.occupe:
        yield Mark("Occupé", None, p.occupe, "YY-10.6")
    for quoi in p.gene:
        yield Mark(GENES.get(quoi, quoi), None, "", "YY-8.16")
    if p.monture:
        yield Mark("En selle", rule="YY-16.4", who=p.monture)


@rule("YY-6.2", "YY-6.3", "YY-6.4")
def blessure(p: Personnage, id: str) -> Mark:
    """A hurt limb: the penalty of the box reached, and what is left of its use."""
    m = p.fiche.membres[id]
    case = min(m.cases, -(-p.blessures[id] // p.f.vitalite))
    if detruit(p, id):
        return Mark(m.nom, 1 - case, "détruit", "YY-6.4", grave=True)
    suite = "inutilisable" if inutilisable(p, id) else f"Case {case}"
    return Mark(m.nom, 1 - case, suite, "YY-6.3", grave=True)


@rule("YY-3.4", "YY-9.1", "YY-9.2")
def charge(p: Personnage) -> Iterator[Line]:
    """What is carried, in grams, against each level of load, and the penalty of the one reached."""
    terms = masse(p.equipement)
    poids = p.amount("poids")
    yield Stat("Masse portée (g)", (*terms, ("Effets", 1000 * poids, "YY-14.12")) if poids else terms)
    for niveau in CHARGES:
        yield Stat(f"{niveau.nom} jusqu'à (g)", limite(niveau, p.f.resistance))
    atteint = next(c for c in CHARGES if c.penalite >= p.encombrement)
    yield Mark("Encombrement", -p.encombrement, atteint.nom, "YY-9.1")


# ---------------------------------------------------------------- what he can do


@rule("YY-10.2", "YY-10.3", "YY-10.21")
def combat(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Initiative with the weapon in hand, and what an attack he does not face must reach."""
    yield Stat("Initiative", initiative(p, arme_en_main(p)))
    yield Stat("Défense passive", defense_passive(scene, p))


@rule("YY-5.15", "YY-5.16")
def lignes_de_competences(p: Personnage) -> Iterator[Line]:
    """The rang combiné of each skill acquired, and what weighs on a test of it now."""
    for c in COMPETENCES:
        if p.competence(c):
            yield Stat(nom_de(c), (*p.f.combine(c), *penalites(p, c)))


@rule("YY-12.3")
def armes(p: Personnage) -> Iterator[Line]:
    """Each weapon: damage before the margin, the most it inflicts, its speed and its range; bare hands always."""
    for arme in (*p.equipement.armes, mains_nues(p)):
        yield Stat(arme.nom, tuple(t for t in coup(p, arme) if t[1]))
        if arme.degats is not None:
            yield Mark(arme.nom, arme.degats, "dégâts au plus", "YY-12.3")
        if arme.vitesse:
            yield Mark(arme.nom, arme.vitesse, "vitesse", "YY-10.3")
        if arme.portee:
            yield Mark(arme.nom, arme.portee, "mètres de portée", "YY-12.3")
        if arme.id in p.a_terre_armes:
            yield Mark(arme.nom, None, "à terre", "YY-11.16")


@rule("YY-10.35", "YY-10.36", "YY-10.38", "YY-10.39")
def coup(p: Personnage, arme: Arme) -> Terms:
    """The damage of a blow or a shot that just succeeds."""
    if arme.groupe in RAPPROCHE:
        return degats_du_coup(p, Attaquer(p.id, arme=arme.id), 0, False)
    return degats_du_tir(p, arme, 0)


@rule("YY-10.40", "YY-10.41")
def protections(p: Personnage) -> Iterator[Line]:
    """What each limb is protected by."""
    for m in p.fiche.membres.values():
        terms = tuple((nom, -n, regle) for nom, n, regle in protection(p, m.id))
        if terms:
            yield Stat(m.nom, terms)


# ---------------------------------------------------------------- what weighs on him


def encore(secondes: int) -> str:
    """What is left of a duration, in figures that read the same in any language."""
    n = max(0, secondes)
    parts = ((n // 86400, "j"), (n // 3600 % 24, "h"), (n // 60 % 60, "min"), (n % 60, "s"))
    return " ".join(f"{x} {unite}" for x, unite in parts if x) or "0 s"


def effets(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Passing modifiers: what they weigh on, then for how long."""
    for e in p.effets:
        quoi = SUR.get(e.sur) or (nom_de(e.sur) if e.sur in NOMS or e.sur in COMPETENCES else e.sur)
        yield Mark(e.nom, e.mod, quoi, e.rule)
        if e.fin is not None:
            yield Mark(e.nom, None, encore(e.fin - scene.clock), e.rule)
        elif e.tours is not None:
            yield Mark(e.nom, None, f"Tours restants {e.tours}", e.rule)
    for i in p.insufflations:
        yield Mark("Qì insufflé", i.points, encore(i.fin - scene.clock), "YY-14.10")
    if p.elan:
        yield Mark("Élan", p.elan, "prochaine attaque ou défense", "YY-10.13")


@rule("YY-8.6", "YY-8.17", "YY-14.14")
def magie(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Runes gathered, resistances, spells that are his or weigh on him, enchanted things he carries."""
    for rune, n in p.runes.items():
        yield Mark(RUNES[rune].nom if rune in RUNES else rune, n, "runes accumulées", "YY-8.17")
    if p.voile is not None:
        yield Mark("Qì voilé", p.voile, "", "YY-14.4")
    for rune, n in p.fiche.resistances.items():
        yield Mark(RUNES[rune].nom if rune in RUNES else rune, n, "rang de résistance", "YY-8.6")
    for s in scene.sorts.values():
        if p.id == s.par or p.id in s.cibles:
            yield Mark(scene.own.nom_du_sort(s), s.runes, "sien" if p.id == s.par else "subi", "YY-8.13")
    for o in objets_de(p):
        e = scene.enchantements.get(o.id)
        if e is not None:
            yield Mark(o.nom, e.resistance, "résistance de l'enchantement", "YY-14.14")


# ---------------------------------------------------------------- belongings and experience


@rule("YY-16.6")
def lignes_de_langues(p: Personnage) -> Iterator[Line]:
    """Those he speaks, out of those he may learn."""
    if p.fiche.joueur:
        yield Pool("Langues parlées", len(p.fiche.langues), langues_possibles(p.fiche))
    for x in p.fiche.langues:
        yield Mark(x, None, "", "YY-16.6")


def lignes_d_equipement(p: Personnage) -> Iterator[Line]:
    """What is in hand, worn and carried, and the purse."""
    e = p.equipement
    for arme in e.tenues:
        yield Mark(arme.nom, None, "en main", "YY-12.3")
    for piece in e.armures:
        membre = p.fiche.membres.get(piece.membre)
        yield Mark(piece.nom, piece.rang, "" if membre is None else membre.nom, "YY-12.4")
    if e.bouclier is not None:
        yield Mark(e.bouclier.nom, e.bouclier.rang, "bouclier", "YY-12.5")
    for nom in dict.fromkeys(m.nom for m in e.materiel):
        combien = sum(m.nom == nom for m in e.materiel)
        yield Mark(nom, combien if combien > 1 else None)
    if p.fiche.joueur or e.sous:
        yield Mark("Sous", e.sous, "", "YY-12.2")


@rule("YY-12.1", "YY-4.3")
def experience(p: Personnage) -> Iterator[Line]:
    """PP at hand, skills used and raised since the adventure."""
    if not p.fiche.joueur:
        return
    yield Mark("Points de personnage", p.fiche.pp, "", "YY-12.1")
    for c in p.fiche.utilisees:
        yield Mark(nom_de(c), None, "améliorée" if c in p.fiche.ameliorees else "utilisée", "YY-4.3")
    for c in p.fiche.ameliorees:
        if c not in p.fiche.utilisees:
            yield Mark(nom_de(c), None, "améliorée", "YY-4.3")


@rule("YY-2.4", "YY-4.5")
def prix(p: Personnage) -> Iterator[Line]:
    """What one more rank of each attribute and of each skill acquired costs."""
    if not p.fiche.joueur:
        return
    for nom in (*ATTRIBUTS, *(c for c in COMPETENCES if p.competence(c))):
        cout = prix_du_rang_suivant(p.fiche, nom)
        if cout is not None:
            yield Stat(nom_de(nom), cout)


@rule("YY-4.1", "YY-4.9")
def arbre(f: Fiche) -> Iterator[Line]:
    """The skill graph drawn from its roots down: ranks, and what the next one costs."""
    if f.joueur:
        for b in dessiner(f):
            yield Mark(b.trace + b.nom, b.rang, b.note, "YY-4.1")
