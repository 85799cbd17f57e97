"""The sheet: anybody of Les Fragments as sections of lines, every number with the sum behind it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator

from msgspec.structs import replace

from tablee.kernel.kept import once
from tablee.kernel.ledger import rule
from tablee.kernel.sheet import Growth, Line, Mark, Pool, Section, Sheet, Stat, Text, lines
from tablee.kernel.tally import Terms, total, without_zeros
from tablee.kernel.widgets import Card, Cards, Ladder, Node, Rolls, Rung, Stage, Tree, grouped

from ..book.c2_systeme.figures import carac, surcharge, termes_carac, termes_du_chiffre, termes_mouvement, vision
from ..book.c2_systeme.jets import contreparties, discretion_passive, perception_passive
from ..book.c4_attaque.attaque import Botte, botte, portee, termes_precision
from ..book.c5_aventure.langues import langues_connues
from ..book.c5_aventure.temps import vitesse
from ..book.c7_modeles import NIVEAU_MAX
from ..book.c8_progression.classes import PASSAGES, nom_du_type
from ..book.c8_progression.experience import CROISSANTES, decimal, seuil
from ..model.catalogue import MAUX, MONTURES, OBJETS, Arme, Chose, Objet
from ..model.dire import dire, dit_chose, dit_enchantement, dit_mal, dit_monture, dit_technique, dit_trait, dits
from ..model.effects import Assaut, termes_de, types_de
from ..model.people import CHARGES_MAX, EMPLACEMENTS, JT_MAX, MILLE, Unite
from ..model.scene import Scene, instruite
from ..model.tables import COMBAT, DEGATS, DIFFICULTES, JAMAIS, NOMS, PALIERS, SOCIALES, TYPES_ARMES
from ..model.things import sorte_de
from .draft import LIBRE, PORTRAIT, Brouillon

VIES = {"mort": ("Mort", "FD-3.6"), "parti": ("Parti", "FD-2.12")}


def sheet(scene: Scene, who: str) -> Sheet:
    """Everything there is to know of somebody; sections without a line are left out."""
    u, plus = scene[who], instruite(scene, who, *scene.own.classe)  # with the classes there are at this table
    sections = (
        Section("Réserves", tuple(reserves(scene, u)), "vitals"),
        Section("États", tuple(etats(scene, u)), "states"),
        section_des_coups(scene, u),
        Section("Précision", tuple(precisions(scene, u)), widget="figures"),
        Section("Caractéristiques de combat", tuple(combat(scene, u)), widget="figures"),
        Section("Corps et mouvement", tuple(corps(scene, u)), widget="figures"),
        Section("Caractéristiques sociales", tuple(lignes_sociales(scene, u)), widget="rolls", plan=JETS),
        Section("Techniques équipées", lines(u, techniques), widget="cards", plan=once(u, en_cartes, techniques)),
        Section("Techniques débloquées", lines(u, debloquees), widget="ladder", plan=once(u, a_venir)),
        Section("Traits", tuple(traits(scene, u)), widget="bag"),
        Section("Maîtrises d'armes", lines(u, lignes_de_maitrise), widget="bag"),
        Section("Changement de classe", lines(plus, changement), widget="tree", plan=once(plus, voies)),
        Section("Équipement", lines(u, lignes_d_equipement, tuple(scene.own.objet.values())), widget="bag"),
        Section("Talisman et sorts", lines(u, magie), widget="bag"),
        Section("Monture", tuple(monture(scene, u)), widget="bag"),
        Section("Taux de croissance", lines(u, croissance), "reference"),
        Section("Identité", lines(u, identite), widget="text"),
    )
    badge = f"Niveau {u.fiche.niveau}" if u.fiche.classe else ""
    return Sheet(who, u.nom, tuple(s for s in sections if s.lines), phrase(u), badge, ", ".join(u.fiche.mots))


JETS = Rolls("tester", "difficulte", tuple((id, f"{nom} · {n}") for id, (nom, n) in DIFFICULTES.items()), "normale")


def phrase(u: Unite) -> str:
    """Class and origin; of a creature its types."""
    f = u.fiche
    noms = [of.nom for of in (f.de_classe, f.d_origine) if of is not None]
    return " · ".join(noms or f.types)


def section_des_coups(scene: Scene, u: Unite) -> Section:
    """A card for each way a weapon in hand is used."""
    ecrites = tuple(lignes_de_degats(scene, u))
    debuts = [i for i, ligne in enumerate(ecrites) if isinstance(ligne, Stat)]
    cartes = [Card(at, suite, tone="held") for at, suite in grouped(ecrites, debuts)]
    return Section("Dégâts", ecrites, widget="cards", plan=Cards(tuple(cartes)))


def en_cartes(u: Unite, ecrire: Callable[[Unite], Iterator[Line]]) -> Cards:
    """A card for each technique; how long it recharges stands below."""
    ecrites = lines(u, ecrire)
    debuts = [i for i, ligne in enumerate(ecrites) if ligne.label not in ("Recharge", "Technique personnelle")]
    return Cards(tuple(Card(*carte) for carte in grouped(ecrites, debuts)))


def a_venir(u: Unite) -> Ladder | None:
    """The techniques of the class, by the level that unlocks each; those one could equip are below."""
    f, classe = u.fiche, u.fiche.de_classe
    if classe is None:
        return None
    prochain = min([niveau for id, niveau in classe.arbre if id not in f.debloquees], default=0)

    def barreau(id: str, niveau: int) -> Rung:
        state: Stage = "done" if id in f.debloquees else "next" if niveau == prochain else "far"
        return Rung(f.connues[id].nom, f"Niveau {niveau}", state)

    return Ladder(tuple(barreau(*technique) for technique in classe.arbre))


def voies(u: Unite) -> Tree:
    """The classes the present one leads to: open once the level is reached."""
    ecrites = lines(u, changement)
    debuts = [i for i, ligne in enumerate(ecrites) if ligne.label != "Niveaux conseillés"]
    noeuds = []
    for at, suite in grouped(ecrites, debuts):
        voulu = getattr(ecrites[at], "value", None) or 0
        noeuds += [Node(at, 0, "open" if u.fiche.niveau >= voulu else "shut"), *(Node(i, 1, "shut") for i in suite)]
    return Tree(tuple(noeuds))


def fiche_du_brouillon(draft: Brouillon) -> Sheet:
    """The sheet a draft would give, holding or not."""
    u = draft.personnage()
    return sheet(Scene({u.id: u}), u.id)


# ---------------------------------------------------------------- who it is


@rule("FD-7.2", "FD-7.3", "FD-5.19", "FD-5.20", "FD-9.17")
def identite(u: Unite) -> Iterator[Line]:
    """Origin, class, level and experience; then what was said of the character."""
    f = u.fiche
    if f.d_origine is not None:
        yield Mark("Origine", None, f.d_origine.nom, "FD-7.7")
    if f.de_classe is not None:
        yield Mark("Classe", None, f.de_classe.nom, "FD-7.11")
        yield Mark("Niveau", f.niveau, "", "FD-2.17")
        yield Mark("Expérience", f.xp, "", "FD-9.17")
        if f.niveau < NIVEAU_MAX:
            yield Mark("Prochain niveau", seuil(f.niveau + 1), "expérience requise", "FD-9.17")
    for classe in f.passees:
        yield Mark("Classe passée", None, f.classes[classe].nom if classe in f.classes else classe, "FD-8.11")
    for label, texte, regle in (("Affinité", f.affinite, "FD-5.20"), ("Contexte", f.contexte, "FD-7.3")):
        if texte:
            yield Mark(label, None, texte, regle)
    for langue in langues_connues(f):
        yield Mark("Langue", None, langue, "FD-5.19")
    for mot in f.mots:
        yield Mark("Mot-clé", None, mot, "FD-7.2")
    for champ, texte in f.description.items():
        yield Text((PORTRAIT | LIBRE).get(champ, champ), texte)


# ---------------------------------------------------------------- pools


@rule("FD-2.18", "FD-3.14", "FD-3.53", "FD-3.55", "FD-3.56")
def reserves(scene: Scene, u: Unite) -> Iterator[Line]:
    """PV, survival, envelope, JT, charges, PT. Nobody falls or gets up by hand: the rules say with which wound."""
    yield Pool("Points de Vie", u.pv, termes_pv(u), at="perdus" if u.conscient else "", lost=True, low=1)
    if u.survie is not None:
        plein = u.survie.plein or u.pv_max
        yield Pool("Survie", u.survie.reste // 100, (("PV maximum", plein, "FD-3.4"),))
    if u.ep:
        yield Pool("Enveloppe palliative", u.ep, (("PV maximum", u.pv_max, "FD-3.14"),), at="ep")
    if u.bete:
        return
    yield Pool("Jetons de technique", u.jt, (("Au plus", JT_MAX, "FD-3.56"),), at="jt")
    if u.joueur:
        yield Pool("Impulsion divine", u.charges, (("Au plus", CHARGES_MAX, "FD-3.53"),), at="charges")
    classe = u.fiche.de_classe
    if classe is not None:
        pt = PALIERS[classe.palier].pt
        yield Pool("Points de technique", pt - sum(t.pt for t in u.fiche.equipees), ((classe.nom, pt, "FD-3.55"),))


@rule("FD-2.18", "FD-5.9")
def termes_pv(u: Unite) -> Terms:
    """The maximum PV: the sheet, what lasts, what passes; half of it when exhausted, never less than 1."""
    terms: Terms = (*u.fiche.termes("PV"), *u.bears.figure("PV").terms)
    if u.epuisement >= 4:
        terms += (("Épuisement", total(terms) // 2 - total(terms), "FD-5.24" if u.bete else "FD-5.9"),)
    return (*terms, ("Au moins 1", 1 - total(terms), "FD-2.18")) if total(terms) < 1 else terms


# ---------------------------------------------------------------- figures


def sans_rien(terms: Terms, regle: str) -> Terms:
    """A sum that is never below 0, without what adds nothing to it."""
    plancher = ("Au moins 0", max(0, -total(terms)), regle)
    return without_zeros((*terms, plancher))


@rule("FD-2.21", "FD-2.11")
def combat(scene: Scene, u: Unite) -> Iterator[Line]:
    """The seven characteristics as they stand now."""
    for stat in COMBAT:
        yield Stat(NOMS[stat], sans_rien(termes_carac(scene, u, stat), "FD-2.21"), pousse(u, stat))


def pousse(u: Unite, stat: str) -> Growth | None:
    """How a characteristic grows with the levels of a class."""
    taux = u.fiche.croissance(stat) if u.fiche.de_classe is not None else 0
    return Growth(taux, u.fiche.gains.get(stat, 0) % MILLE * 100 // MILLE) if taux else None


@rule("FD-2.19", "FD-2.20", "FD-3.46", "FD-4.17", "FD-6.10", "FD-3.44")
def corps(scene: Scene, u: Unite) -> Iterator[Line]:
    """Constitution and the weight it bears, initiative before the d10, dodge, movement, sight."""
    yield Stat(NOMS["CON"], sans_rien(termes_carac(scene, u, "CON"), "FD-2.19"))
    yield Mark("Poids porté", u.equipement.charge if u.bete else u.equipement.poids, "", "FD-6.10")
    if surcharge(scene, u):
        yield Mark("Surcharge", surcharge(scene, u), "", "FD-6.10")
    yield Stat(NOMS["INIT"], without_zeros(termes_du_chiffre(scene, u, "INIT")))
    yield Stat(NOMS["ESQ"], without_zeros(termes_du_chiffre(scene, u, "ESQ")))
    yield Stat(NOMS["MOV"], without_zeros(termes_mouvement(scene, u)))
    yield Mark("Vitesse", None, vitesse(scene, u), "FD-5.11")
    if not u.bete:
        base, plus = vision(scene, u), termes_de(scene, u, "vision")
        yield Stat("Vision dans le brouillard", (("Base", base - total(plus), "FD-3.44"), *plus))


@rule("FD-4.16", "FD-6.16", "FD-6.18")
def precisions(scene: Scene, u: Unite) -> Iterator[Line]:
    """What each weapon in hand aims with, before the dodge of the target."""
    for b, assaut in bottes(scene, u):
        yield Stat(
            b.arme.nom if b.degats == b.arme.degats else "À distance", termes_precision(scene, u, None, b, assaut)
        )
        if u.fiche.maitrise(b.arme.type) == JAMAIS:
            yield Mark(b.arme.nom, None, "type jamais maîtrisé", "FD-6.18")


@rule("FD-4.18", "FD-4.19", "FD-6.9", "FD-6.11", "FD-6.15")
def lignes_de_degats(scene: Scene, u: Unite) -> Iterator[Line]:
    """FOR or MAG and the fixed part of the Puissance; the dice, the type, the reach, the critical range."""
    for b, assaut in bottes(scene, u):
        stat = "MAG" if b.magique else "FOR"
        regle = "FD-4.19" if b.magique else "FD-4.18"
        terms: Terms = ((NOMS[stat], carac(scene, u, stat, None, assaut), regle), ("Puissance", b.pui.fixe, "FD-6.9"))
        terms += (*termes_de(scene, u, "degats", None, assaut), *termes_de(scene, u, "bruts", None, assaut))
        nom = b.arme.nom if b.degats == b.arme.degats else "À distance"
        yield Stat(nom, without_zeros(terms))
        if b.pui.n:
            yield Mark("Dés de dégâts", None, f"{b.pui.n}d{b.pui.faces}", "FD-6.9")
        yield Mark("Type de dégâts", None, DEGATS[b.degats], "FD-4.1")
        pres, loin = portee(scene, u, b)
        yield Mark("Portée", None, f"{pres}-{loin}" if pres != loin else str(loin), "FD-6.9")
        crit = b.arme.crit + total(termes_de(scene, u, "critique", None, assaut))
        if crit > 0:
            yield Mark("Critique", crit, "", "FD-4.15")
        for id, n in (*b.arme.afflictions, *b.arme.etats):
            yield Mark(MAUX[id].nom, n, "chances sur cent", "FD-4.9")


def bottes(scene: Scene, u: Unite) -> Iterator[tuple[Botte, Assaut]]:
    """Each weapon in hand, in each of the ways it can be used, at its least distance."""
    for arme in u.equipement.tenues if not u.bete else ():
        if arme.type == "Soutien":
            continue
        for mode in ("", "distance") if arme.a_distance is not None else ("",):
            b = botte(arme, mode)
            yield b, Assaut(arme.type, b.degats, b.magique, max(1, b.portee[0]))


@rule("FD-2.22", "FD-2.23")
def lignes_sociales(scene: Scene, u: Unite) -> Iterator[Line]:
    """The seven social characteristics, then what one notices and how one hides without trying."""
    if not u.bete:
        for stat in SOCIALES:
            if u.fiche.sociales or u.joueur:
                yield Stat(NOMS[stat], termes_carac(scene, u, stat))
        yield Stat("Perception passive", perception_passive(scene, u))
    yield Stat("Discrétion passive", without_zeros(discretion_passive(scene, u)))


# ---------------------------------------------------------------- what was learned


@rule("FD-6.16", "FD-6.17")
def lignes_de_maitrise(u: Unite) -> Iterator[Line]:
    """Each weapon type mastered, its level and what it multiplies HAB by."""
    for type_ in TYPES_ARMES:
        if type_ in u.fiche.maitrises:
            n = u.fiche.maitrises[type_]
            yield Mark(nom_du_type(type_), n, f"HAB x {decimal(MILLE * n // 2)}", "FD-6.16")


@rule("FD-3.55", "FD-3.58")
def techniques(u: Unite) -> Iterator[Line]:
    """Those equipped, in a sentence each, and how long they still recharge."""
    for t in u.fiche.equipees:
        yield Mark(t.nom, None, dit_technique(t)[0], "FD-9.4")
        if u.recharge(t.id):
            yield Mark("Recharge", u.recharge(t.id), t.nom, "FD-6.33")
    personnelle = u.fiche.technique(u.fiche.personnelle)
    if personnelle is not None:
        yield Mark("Technique personnelle", None, personnelle.nom, "FD-3.58")


@rule("FD-3.57", "FD-8.5")
def debloquees(u: Unite) -> Iterator[Line]:
    """Those that could be equipped, then those the class has yet to open."""
    f = u.fiche
    for t in map(f.technique, f.debloquees):
        if t is not None and t.id not in f.techniques:
            yield Mark(t.nom, None, dit_technique(t)[0], "FD-3.57")
    if f.de_classe is not None:
        for id, niveau in f.de_classe.arbre:
            if id not in f.debloquees:
                yield Mark(f.connues[id].nom, niveau, "niveau requis", "FD-3.57")


@rule("FD-9.2", "FD-9.3", "FD-4.7")
def traits(scene: Scene, u: Unite) -> Iterator[Line]:
    """Traits of origin and class, unit types, what a creature is born with."""
    for type_ in types_de(scene, u):
        yield Mark("Type", None, type_, "FD-4.7")
    if u.fiche.element:
        yield Mark("Élément", None, DEGATS[u.fiche.element], "FD-4.6")
    origine, classe = u.fiche.d_origine, u.fiche.de_classe
    if origine is not None:
        for trait in origine.traits:
            yield Mark(trait.nom, None, dit_trait(trait)[0], "FD-9.3")
    if classe is not None and classe.effets:
        yield Mark(classe.nom, None, dits(classe.effets)[0], "FD-9.2")
    if u.fiche.passifs:
        yield Mark("Nature", None, dits(u.fiche.passifs)[0], "FD-9.18")


@rule("FD-2.25", "FD-7.20", "FD-8.1", "FD-8.3")
def croissance(u: Unite) -> Iterator[Line]:
    """Each growth rate, and the part of a point already won towards the next."""
    f, classe = u.fiche, u.fiche.de_classe
    if classe is None:
        return
    for stat in CROISSANTES:
        terms = (("Points", f.taux.get(stat, 0), "FD-7.20"), (classe.nom, classe.croissance.get(stat, 0), "FD-8.9"))
        if f.croissance(stat):
            yield Stat(NOMS[stat], without_zeros(terms))
        if f.gains.get(stat, 0) % MILLE:
            yield Mark("Acquis", None, decimal(f.gains[stat] % MILLE), "FD-8.3")


@rule("FD-7.13", "FD-8.7")
def changement(u: Unite) -> Iterator[Line]:
    """The classes the present one leads to, the level they take and the levels advised."""
    present = u.fiche.de_classe
    for classe in u.fiche.classes.values():
        if present is not None and present.mene_a(classe):
            passage = PASSAGES[classe.palier]
            if passage.minimum:
                yield Mark(classe.nom, passage.minimum, "niveau requis", "FD-8.7")
            else:
                yield Mark(classe.nom, None, "", "FD-8.7")
            yield Mark("Niveaux conseillés", None, "{}-{}".format(*passage.conseille), "FD-8.7")


# ---------------------------------------------------------------- what weighs on it


@rule("FD-4.11", "FD-4.14", "FD-2.13")
def etats(scene: Scene, u: Unite) -> Iterator[Line]:
    """Alive or not, wound, affliction, states, passing effects, exhaustion."""
    if u.vie != "actif":
        nom, regle = VIES[u.vie]
        yield Mark(nom, None, "", regle, grave=u.vie == "mort")
    if u.survie is not None:
        yield Mark("Sans connaissance", None, u.survie.blessure, "FD-3.3", grave=True)
    for mal in (*((u.affliction,) if u.affliction is not None else ()), *u.etats):
        regle = "FD-4.11" if mal is u.affliction else "FD-4.14"
        yield Mark(MAUX[mal.id].nom, mal.tours, dit_mal(MAUX[mal.id])[0], regle, grave=mal is u.affliction)
    for a in u.effets:
        yield Mark(a.nom, a.tours, dire(a.effet), a.rule)
    for n, nom, regle in (
        (u.sequelles, "Séquelles", "FD-3.10"),
        (u.epuisement, "Épuisement", "FD-5.24" if u.bete else "FD-5.9"),
        (u.souffle, "Souffle", "FD-5.13"),
    ):
        if n is not None and (n or nom == "Souffle"):
            yield Mark(nom, n, "", regle)
    for vrai, nom, regle in (
        (u.esquive, "Esquive active", "FD-3.37"),
        (u.repos, "Se repose", "FD-3.41"),
        (any(":" not in a for a in u.aides), "Aide à venir", "FD-3.38"),
    ):
        if vrai:
            yield Mark(nom, None, "", regle)
    for nom, points in contreparties(u):
        yield Mark(nom, points, "", "FD-3.52")


# ---------------------------------------------------------------- belongings


@rule("FD-6.2", "FD-6.4", "FD-6.5", "FD-6.21")
def lignes_d_equipement(u: Unite, siens: tuple[Objet, ...]) -> Iterator[Line]:
    """What is in hand, worn and carried; the purse."""
    e = u.equipement
    for arme in e.tenues if not u.bete else ():
        yield Mark("En main", None, arme.nom, "FD-6.22")
    if e.porte is not None:
        yield Mark("Bouclier porté", None, e.porte.nom, "FD-6.21")
    if e.actif or u.joueur:
        yield Pool("Inventaire actif", len(e.actif), (("Emplacements", EMPLACEMENTS, "FD-6.4"),))
    yield from portees(e.actif, siens)
    if e.sac_a_dos:
        yield Pool("Sac à dos", len(e.sac), (("Emplacements", EMPLACEMENTS, "FD-6.5"),))
    yield from portees(e.sac, siens)
    if e.selle:
        yield Mark("Selle", None, "", "FD-6.38")
    if u.joueur or e.ecus:
        yield Mark("Écus", e.ecus, "", "FD-6.2")


def portees(choses: tuple[Chose, ...], siens: tuple[Objet, ...]) -> Iterator[Line]:
    """Things carried, those of a kind together, each with what it does; uses left where they count."""
    for (nom, texte), n in Counter((c.nom, dit_chose(intacte(c, siens))[0]) for c in choses).items():
        yield Mark(nom, n if n > 1 else None, texte, "FD-6.4")
    for c in choses:
        if c != intacte(c, siens) and isinstance(c, Objet):
            yield Mark("Usages restants", c.usages, c.nom, "FD-6.6")
        if isinstance(c, Arme):
            yield from atelier(c)


@rule("FD-6.29", "FD-6.30", "FD-9.22")
def atelier(arme: Arme) -> Iterator[Line]:
    """What the workshop has made of a weapon: forged, starred, sharpened."""
    if arme.forgee:
        yield Mark("Forgée", None, arme.nom, "FD-6.29")
    if arme.etoile:
        yield Mark("Étoilée", None, f"{arme.nom} · {arme.etoile}", "FD-6.30")
    if arme.aiguisee:
        yield Mark("Aiguisée", None, f"{arme.nom} · {MAUX[arme.aiguisee].nom}", "FD-9.22")


def intacte(c: Chose, siens: tuple[Objet, ...]) -> Chose:
    """A thing as it was before anything of it was used: one of the book's, or of the table's."""
    sorte = sorte_de(c)
    neuve = OBJETS.get(sorte) or next((o for o in siens if o.id == sorte), None)
    return replace(c, usages=neuve.usages) if isinstance(c, Objet) and neuve is not None else c


@rule("FD-6.31", "FD-6.32", "FD-6.14")
def magie(u: Unite) -> Iterator[Line]:
    """Enchantments of the talisman, those switched off too; support spells, those ready first."""
    e = u.equipement
    if e.talisman:
        yield Mark("Talisman", len(e.enchantements), "enchantements", "FD-6.32")
    for id, n in e.enchantements:
        sorte = e.own.enchantements.get(id)
        if sorte is not None:
            yield Mark(sorte.nom, n, dit_enchantement(sorte, n)[0], "FD-6.31")
            if e.eteint(id, n):
                yield Mark("Éteint", None, sorte.nom, "FD-6.31")
    for s in sorted(e.sorts, key=lambda s: s.id not in e.lies):
        yield Mark(s.nom, None, dit_chose(s)[0], "FD-6.14")
        if s.id in e.lies:
            yield Mark("Lié au catalyseur", None, s.nom, "FD-6.14")


@rule("FD-6.34", "FD-6.35")
def monture(scene: Scene, u: Unite) -> Iterator[Line]:
    """What one rides; of a mount, who rides it and what it gives."""
    if u.monture and u.monture in scene.people:
        yield Mark("En selle", rule="FD-6.35", who=u.monture)
    if u.passager_de:
        yield Mark("En croupe", rule="FD-3.25", who=u.passager_de)
    if u.cavalier:
        yield Mark("Montée par", rule="FD-6.35", who=u.cavalier)
    sorte = MONTURES.get(u.bete)
    if sorte is not None:
        yield Mark(sorte.nom, None, dit_monture(sorte)[0], "FD-9.14")
