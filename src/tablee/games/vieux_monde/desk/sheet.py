"""The sheet: anybody of Vieux Monde as sections of lines, every number with the sum behind it."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from tablee.kernel.effects import tally
from tablee.kernel.ledger import rule
from tablee.kernel.sheet import Line, Mark, Pool, Section, Sheet, Stat, Text
from tablee.kernel.tally import Terms, total
from tablee.kernel.widgets import PARTS, Body, Card, Cards, Ladder, Rolls, Rung, Zone, grouped, stage

from ..book.c1_tests.tests import nom_de, pesent
from ..book.c2_combat.armes import apport
from ..book.c2_combat.combat import AVANTAGE_MAX, engages_avec, mouvement
from ..book.c2_coups.deplacements import foulees
from ..book.c2_coups.jetons import jetons_majeurs, jetons_mineurs, total_des_mineurs
from ..book.c3_magie.chiffres import rubriques
from ..book.c3_magie.magie import nom_actif
from ..book.c5_blessures.degats import armure
from ..book.c6_corruption import MUTATIONS, seuil
from ..book.c6_experience import POUR_MONTER, competences_mures, prix_du_rang
from ..model.carrieres import ESPECES, GROUPES, OBJETS, POTIONS, RANGS
from ..model.catalogue import (
    COMPETENCES,
    ETATS,
    FORMES,
    MAINS_NUES,
    TALENTS,
    TRAITS_ARMES,
    TRAITS_CREATURES,
    ZONES,
    Arme,
)
from ..model.effects import SUR
from ..model.people import Fiche, Personnage, caracteristique, points_de_blessure
from ..model.scene import Scene
from ..model.sorts import DOMAINES
from ..model.tables import CARACS, DIFFICULTES, NOMS, Carac
from .draft import Brouillon

GRAVES = frozenset({"brise", "empoisonne", "enflamme", "hemorragique", "inconscient", "sonne"})  # États that hurt
BONUS = {
    "CC": "Bonus de Capacité de Combat",
    "TIR": "Bonus de Tir",
    "FOR": "Bonus de Force",
    "END": "Bonus d'Endurance",
    "INI": "Bonus d'Initiative",
    "AGI": "Bonus d'Agilité",
    "DOI": "Bonus de Doigté",
    "INT": "Bonus d'Intelligence",
    "FM": "Bonus de Force Mentale",
    "PRE": "Bonus de Présence",
}


def sheet(scene: Scene, who: str) -> Sheet:
    """Everything there is to know of somebody; sections without a line are left out."""
    p = scene[who]
    sections = (
        Section("Réserves", tuple(reserves(p)), "vitals"),
        Section("États", tuple(etats(scene, p)), "states"),
        Section("Blessures critiques", tuple(blessures(scene, p)), "states"),
        Section("Effets", tuple(effets(scene, p)), "states"),
        Section("Armures", tuple(protections(p)), widget="body", plan=corps(p)),
        Section("Compétences apprises", tuple(apprises(p)), widget="rolls", plan=JETS),
        Section("Caractéristiques", tuple(caracteristiques(p)), widget="figures"),
        section_des_armes(p),
        Section("Jetons", tuple(jetons(scene, p))),
        Section("Mouvement", tuple(lignes_d_allure(scene, p)), widget="figures"),
        section_des_sorts(scene, p),
        section_des_talents(p),
        Section("Compétences de base", tuple(de_base(p)), "reference", "rolls", JETS),
        Section("Bonus", tuple(bonus(p)), "reference", "figures"),
        section_de_la_carriere(p),
        Section("Équipement", tuple(lignes_d_equipement(p)), widget="bag"),
        Section("Identité", tuple(identite(p)), widget="text"),
    )
    rang = f"Rang {p.fiche.rang}" if p.fiche.rang_tenu else ""
    return Sheet(who, p.nom, tuple(s for s in sections if s.lines), phrase(p.fiche), rang, p.fiche.motivation)


JETS = Rolls(
    "tester", "difficulte", tuple((id, f"{d.nom} · {d.mod:+}") for id, d in DIFFICULTES.items()), "intermediaire"
)


def phrase(f: Fiche) -> str:
    """His trade and his species."""
    metier = (f.metier.nom, f.rang_tenu.nom) if f.metier is not None and f.rang_tenu is not None else ()
    espece = (ESPECES[f.espece].nom,) if f.espece in ESPECES else ()
    return " · ".join(dict.fromkeys((*metier, *espece)))


def corps(p: Personnage) -> Body:
    """Where one strikes: each zone with the reversed rolls that strike it; those with a wound are marked."""
    touchees = {b.zone for b in p.blessures}
    return Body(
        tuple(
            Zone(i, PARTS.get(ligne.zone, ""), f"{ligne.min:02}–{ligne.max % 100:02}", ligne.zone in touchees)
            for i, ligne in enumerate(FORMES[p.fiche.forme])
        )
    )


def section_des_armes(p: Personnage) -> Section:
    """A card for each weapon, those in hand marked."""
    ecrites = tuple(armes(p))
    tenues = {arme.nom for arme in p.equipement.tenues}
    cartes = [
        Card(i, kind=COMPETENCES[arme.competence].nom, tone="held" if arme.nom in tenues else "")
        for i, arme in enumerate((*p.equipement.armes, MAINS_NUES))
    ]
    return Section("Armes", ecrites, widget="cards", plan=Cards(tuple(cartes)))


def section_des_sorts(scene: Scene, p: Personnage) -> Section:
    """A card for each spell, its rubrics below it."""
    ecrites = tuple(sorts(scene, p))
    debuts = [i for i, ligne in enumerate(ecrites) if not isinstance(ligne, Text)]
    return Section("Sorts", ecrites, widget="cards", plan=Cards(tuple(Card(*c) for c in grouped(ecrites, debuts))))


def section_des_talents(p: Personnage) -> Section:
    ecrites = tuple(lignes_de_talents(p))
    cartes = tuple(Card(i, tone="passive") for i in range(len(ecrites)))
    return Section("Talents", ecrites, widget="cards", plan=Cards(cartes))


def section_de_la_carriere(p: Personnage) -> Section:
    """The ranks of his career, what the next one wants, and what is open to him in this one."""
    f, ecrites = p.fiche, tuple(carriere(p))
    if f.metier is None:
        return Section("Carrière", ecrites)
    rungs = [Rung(rang.nom, rang.statut, stage(n, f.rang)) for n, rang in enumerate(f.metier.rang, 1)]
    veut = tuple(i for i, ligne in enumerate(ecrites) if isinstance(ligne, Pool))
    ouvre = tuple(i for i, ligne in enumerate(ecrites) if isinstance(ligne, Mark))
    return Section("Carrière", ecrites, widget="ladder", plan=Ladder(tuple(rungs), veut, ouvre))


def fiche_du_brouillon(draft: Brouillon) -> Sheet:
    """The sheet a draft would give, holding or not."""
    p = draft.personnage()
    return sheet(Scene({p.id: p}), p.id)


# ---------------------------------------------------------------- who it is


def identite(p: Personnage) -> Iterator[Line]:
    """Birth, trade, what drives him; for a creature what it is."""
    f = p.fiche
    if f.espece in ESPECES:
        yield Text("Espèce", ESPECES[f.espece].nom)
        yield Text("Naissance", ESPECES[f.espece].dit)
    if f.metier is not None:
        yield Text("Carrière", f.metier.nom)
        yield Text("Métier", f.metier.dit)
        yield Text("Milieu", GROUPES[f.metier.groupe])
    rang = f.rang_tenu
    if rang is not None:
        yield Mark("Rang", f.rang, rang.nom, "VM-6.12")
        yield Mark("Revenu", rang.revenu, "couronnes par semaine", "VM-6.12")
        yield Text("Statut", rang.statut)
    if f.taille != "Moyenne" or not f.joueur:
        yield Mark("Taille", None, f.taille, "VM-2.45")
    if f.motivation:
        yield Text("Motivation", f.motivation)
    for t in f.traits:
        trait = TRAITS_CREATURES.get(t)
        if trait is not None:
            yield Mark(trait.nom, None, trait.dit, "VM-2.42" if t == "nerveux" else "VM-6.10")
    for m in p.mutations:
        yield Mark(MUTATIONS[m].nom if m in MUTATIONS else m, None, "mutation", "VM-6.9")


# ---------------------------------------------------------------- figures


@rule("VM-6.1")
def caracteristiques(p: Personnage) -> Iterator[Line]:
    """Each with what Talents add, and what weighs on it now; never below 0."""
    for c in CARACS:
        terms = (*de_naissance(p.fiche, c), *tally(p.bears, c, p.cas))
        if total(terms) < 0:
            terms = (*terms, ("Jamais sous 0", -total(terms), "VM-1.5"))
        yield Stat(NOMS[c], terms)


def de_naissance(fiche: Fiche, carac: Carac) -> Terms:
    """A caractéristique as a sum, what the species gives told apart from what was gained since."""
    _, valeur, regle = caracteristique(fiche, carac)[0]
    espece = ESPECES.get(fiche.espece)
    if espece is None:
        return caracteristique(fiche, carac)
    base = espece.base[carac]
    gagnes: Terms = (("Points acquis", valeur - base, regle),) if valeur != base else ()
    return (espece.nom, base, regle), *gagnes, *caracteristique(fiche, carac)[1:]


@rule("VM-6.1")
def bonus(p: Personnage) -> Iterator[Line]:
    """The tens of each caractéristique."""
    for c in CARACS:
        yield Stat(BONUS[c], (("Dizaines", p.bonus(c), "VM-6.1"),))


@rule("VM-2.53", "VM-4.1", "VM-4.7", "VM-4.13", "VM-2.14")
def reserves(p: Personnage) -> Iterator[Line]:
    """What is lost and comes back; a creature has only its Points de Blessure."""
    f = p.fiche
    yield Pool("Points de Blessure", p.pb, points_de_blessure(f), at="pb_perdus", lost=True)
    yield Pool("Avantages", p.avantages, (("Au plus", AVANTAGE_MAX, "VM-2.14"),), at="avantages")
    if f.destin:
        yield Pool("Destin", p.destin, (("Points de Destin", f.destin, "VM-4.1"),), at="destin_perdu", lost=True)
    if f.destin or p.chance or p.talent("chanceux"):
        yield Pool("Chance", p.chance, chance(p), at="chance_perdue", lost=True, low=p.chance_chaotique)
    if f.resilience:
        terms: Terms = (("Points de Résilience", f.resilience, "VM-4.1"),)
        yield Pool("Résilience", p.resilience, terms, at="resilience_perdue", lost=True)
        terms = (("Résilience restante", p.resilience, "VM-4.13"),)
        yield Pool("Détermination", p.determination, terms, at="determination_perdue", lost=True)
    if p.corruption or f.joueur:
        yield Pool("Corruption", p.corruption, seuil(p), at="corruption")


def chance(p: Personnage) -> Terms:
    """The most Chance he may have: his Destin, Chanceux, and what chaos gave him."""
    terms: Terms = (("Destin restant", p.destin, "VM-4.7"),)
    if p.talent("chanceux"):
        terms = (*terms, (TALENTS["chanceux"].nom, p.talent("chanceux"), "VM-4.7"))
    return (*terms, ("Chance du Chaos", p.chance_chaotique, "VM-3.31")) if p.chance_chaotique else terms


@rule("VM-2.62", "VM-2.63")
def jetons(scene: Scene, p: Personnage) -> Iterator[Line]:
    """His own, and those of all players together."""
    if not p.fiche.joueur:
        return
    yield Pool("Jetons mineurs", jetons_mineurs(p), total_des_mineurs(p), at="jetons", lost=True)
    joueurs = sum(q.fiche.joueur for q in scene.people.values())
    yield Pool("Jetons majeurs", jetons_majeurs(scene), (("Deux par joueur", 2 * joueurs, "VM-2.62"),))


@rule("VM-2.6", "VM-2.9")
def lignes_d_allure(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Squares in a tour, and what a run adds to them."""
    yield Stat("Mouvement", mouvement(scene, p))
    yield Stat("Course", foulees(scene, p, 0, True)[:1])


# ---------------------------------------------------------------- Compétences and Talents


@rule("VM-6.1")
def valeur(p: Personnage, competence: str) -> Terms:
    """The value of a Compétence as an ordinary Test of it begins: the sheet, and all that weighs on it for a while;
    Avantages, which come and go with every blow, put aside."""
    pose = replace(p, avantages=0) if p.avantages else p
    return (*p.fiche.somme(competence), *pesent(pose.cas, competence))


def apprises(p: Personnage) -> Iterator[Line]:
    """Those he has learned."""
    for c in COMPETENCES.values():
        if c.id in p.fiche.competences:
            yield Stat(c.nom, valeur(p, c.id))


def de_base(p: Personnage) -> Iterator[Line]:
    """Those anybody can try; for the others of the table, of whom more is asked than of a creature."""
    if not p.fiche.joueur:
        return
    for c in COMPETENCES.values():
        if c.id not in p.fiche.competences and p.fiche.valeurs[c.id] is not None:
            yield Stat(c.nom, valeur(p, c.id))


@rule("VM-6.13")
def lignes_de_talents(p: Personnage) -> Iterator[Line]:
    for id, fois in p.fiche.talents.items():
        t = p.fiche.own.talents[id]
        yield Mark(t.nom, fois if fois > 1 else None, t.dit, t.rule)
    for d in p.fiche.domaines:
        yield Mark("Domaine", None, DOMAINES[d].nom if d in DOMAINES else d, "VM-3.1")


# ---------------------------------------------------------------- what weighs on him


def encore(secondes: int | None) -> str:
    """What is left of a duration, its two largest units, in figures that read the same in any language."""
    if secondes is None:
        return ""
    n = max(0, secondes)
    parts = ((n // 86400, "j"), (n // 3600 % 24, "h"), (n // 60 % 60, "min"), (n % 60, "s"))
    return " ".join([f"{x} {unite}" for x, unite in parts if x][:2]) or "0 s"


def jusqu_a(scene: Scene, fin: int | None) -> str:
    return encore(None if fin is None else fin - scene.clock)


def etats(scene: Scene, p: Personnage) -> Iterator[Line]:
    """États with their levels, and whether he is still among the living."""
    if p.vie != "actif":
        mort = p.vie == "mort"
        yield Mark("Mort" if mort else "Parti", None, "", "VM-5.9" if mort else "VM-2.54", grave=mort)
    for q in engages_avec(scene, p.id) if p.conscient else ():
        yield Mark("Engagé", rule="VM-2.10", who=q)
    for e in p.etats:
        niveaux = e.niveaux if ETATS[e.id].cumul else None
        reste = jusqu_a(scene, e.fin)
        yield Mark(ETATS[e.id].nom, niveaux, reste or ETATS[e.id].dit, "VM-6.6", grave=e.id in GRAVES)
    if p.protege:
        yield Mark("Sous la garde du Destin", None, "", "VM-4.2")
    for q in p.craintes:
        yield Mark("Craint", rule="VM-4.10", who=q)


@rule("VM-5.1")
def blessures(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Each wound, where it is, and how it heals."""
    for b in p.blessures:
        suite = "soignée" if b.soignee else "à opérer" if b.chirurgie else jusqu_a(scene, b.fin)
        yield Mark(b.nom, None, suite or ZONES[b.zone].nom, "VM-5.1", grave=not b.soignee)


def effets(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Passing modifiers, by what they weigh on; marks and flags are left out."""
    for e in p.effets:
        if e.mod and (e.sur in SUR or e.sur in NOMS or e.sur in COMPETENCES):
            quoi = SUR.get(e.sur) or nom_de(e.sur)
            yield Mark(e.nom, e.mod, jusqu_a(scene, e.fin) or quoi, e.rule)


# ---------------------------------------------------------------- belongings


@rule("VM-2.27", "VM-2.31")
def degats_de(p: Personnage, arme: Arme) -> Terms:
    """The Dégâts of a weapon in his hands, before the DR."""
    regle, sur = ("VM-2.31", "degats_tir") if arme.genre == "tir" else ("VM-2.27", "degats")
    terms: Terms = (("Dégâts de l'arme", arme.degats, regle),)
    if arme.force:
        terms = (*terms, ("Bonus de Force", p.bonus("FOR"), regle))
    return (*terms, *tally(p.bears, sur, p.cas), *apport(arme.traits, "degats", regle))


def armes(p: Personnage) -> Iterator[Line]:
    """The Dégâts of each weapon; bare hands always."""
    for arme in (*p.equipement.armes, MAINS_NUES):
        yield Stat(arme.nom, degats_de(p, arme))


@rule("VM-5.2", "VM-2.33")
def protections(p: Personnage) -> Iterator[Line]:
    """The PA on each zone of his body."""
    for ligne in FORMES[p.fiche.forme]:
        yield Stat(ZONES[ligne.zone].nom, armure(p, ligne.zone))


def lignes_d_equipement(p: Personnage) -> Iterator[Line]:
    """What is in hand, what weapons can do besides, what is worn and carried."""
    for arme in p.equipement.armes:
        if arme in p.equipement.tenues:
            yield Mark(arme.nom, None, "en main", "VM-2.60")
        for t in arme.traits:
            yield Mark(arme.nom, None, TRAITS_ARMES[t].nom if t in TRAITS_ARMES else t, "VM-6.4")
    for piece in p.equipement.armures:
        yield Mark(piece.nom, piece.pa, "PA", "VM-6.5")
    for o in p.equipement.objets:
        yield Mark(OBJETS[o].nom if o in OBJETS else o, None, POTIONS[o].dit if o in POTIONS else "")
    if p.equipement.couronnes:
        yield Mark("Couronnes", p.equipement.couronnes, rule="VM-6.12")


@rule("VM-3.2", "VM-3.12", "VM-3.18", "VM-3.29")
def sorts(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Memorised, only copied, each with its rubrics; being gathered, at work."""
    copies = [s for s in p.fiche.grimoire if s not in p.fiche.sorts]
    for s in (*p.fiche.sorts, *copies):
        if s in p.fiche.livre:
            yield Mark(
                p.fiche.livre[s].nom,
                p.fiche.livre[s].ni,
                "dans le grimoire seulement" if s in copies else "mémorisé",
                "VM-3.2",
            )
            yield from (
                Text(nom, texte) for nom, texte in rubriques(p.fiche.livre[s])[1:]
            )  # the NI is the figure beside it
    if p.focalisation is not None and p.focalisation.sort in p.fiche.livre:
        sort = p.fiche.livre[p.focalisation.sort]
        yield Pool("Magie amassée", p.focalisation.dr, ((sort.nom, sort.ni, "VM-3.19"),), at="focalisation.dr")
    for actif in scene.sorts:
        if actif.sort in scene[actif.mage].fiche.livre and (p.id in actif.cibles or p.id == actif.mage):
            yield Mark(nom_actif(scene, actif), actif.ni, jusqu_a(scene, actif.fin) or "actif", "VM-3.12")


# ---------------------------------------------------------------- what is still to learn


@rule("VM-6.13", "VM-6.14")
def prochain_rang(f: Fiche) -> Iterator[Line]:
    """What the next rank asks for: Compétences well learned, a Talent of this rank, and its price."""
    actuel = f.rang_tenu
    if actuel is None or f.rang >= RANGS:
        return
    mures = (("Compétences de la carrière", POUR_MONTER, "VM-6.14"),)
    yield Pool("Compétences mûres", min(POUR_MONTER, competences_mures(f)), mures)
    talents = sum(t in f.talents for t in actuel.talents)
    yield Pool("Talent du rang", min(1, talents), (("Au moins un", 1, "VM-6.13"),))
    prix = prix_du_rang(f.rang + 1)
    yield Pool("Prix du rang", max(0, min(total(prix), f.xp - f.xp_depenses)), prix)


def carriere(p: Personnage) -> Iterator[Line]:
    """XP, and what the career opens that he has not taken yet."""
    f = p.fiche
    if not f.joueur:
        return
    yield Stat(
        "Expérience", (("XP gagnés", f.xp, "VM-6.14"), ("XP dépensés", -f.xp_depenses, "VM-6.14")) if f.xp else ()
    )
    yield from prochain_rang(f)
    acces = f.acces
    for carac in acces.caracs:
        yield Mark(NOMS[carac], None, "au prix de la carrière", "VM-6.14")
    for c in acces.competences:
        yield Mark(COMPETENCES[c].nom, None, "au prix de la carrière", "VM-6.14")
    for t in acces.talents:
        if f.talents.get(t, 0) < f.own.talents[t].max:
            yield Mark(f.own.talents[t].nom, None, "Talent ouvert", "VM-6.14")
