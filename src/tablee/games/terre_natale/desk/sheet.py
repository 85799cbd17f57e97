"""The sheet: a character as sections of lines, every number with the sum behind it."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.kept import once
from tablee.kernel.ledger import rule
from tablee.kernel.sheet import Boxes, Line, Mark, Pool, Row, Section, Sheet, Stat, Text, lines
from tablee.kernel.tally import Terms, total
from tablee.kernel.widgets import Card, Cards, Ladder, Rolls, Rung, stage

from ..book.c0_tests.actions import en_defaut, premier
from ..book.c0_tests.echelles import DIFFICULTES
from ..book.c0_tests.figures import modificateurs_de, valeur_de
from ..book.c1_attributs import corpulence, qualificatif
from ..book.c2_competences import titre_de_groupe
from ..book.c2_competences.langues import FACETTES, facette
from ..book.c3_traits import dit, nom_du_sujet
from ..book.c4_caracteristiques import capacites, portees, seuils
from ..book.c4_caracteristiques.lesions import NATURES, cases, instable, remplies
from ..book.c4_caracteristiques.repos import recuperation
from ..book.c4_caracteristiques.usage import NIVEAUX, apparat_porte, apparat_tenu, entrainement
from ..book.c5_creation.echelles import CARACTERES, COMPORTEMENTS, DESTINEES, PEUPLES, VECUS
from ..book.c5_creation.personnalite import tendance
from ..book.c6_castes import NOMS, a_choisir, nom_du_choix, suite
from ..book.c7_progression import acquis, requis, sujets
from ..book.c8_confrontation.armes import qualite_en_main
from ..book.c8_confrontation.conditions import difficulte_d_effet
from ..book.c9_objets.fiche import fiche_d_objet
from ..book.c10_monde import rixe
from ..model.adversite import NOMS_DE_POUVOIRS, POUVOIRS, PROFILS, SORTES
from ..model.attributs import CATALOGUE, nom
from ..model.caracteristiques import ENTRAINEMENTS, GRAVITES, RESSOURCES_NOMMEES, SAUVEGARDES, Mode, Plan
from ..model.castes import CASTES, RANGS, TOUS_TRAITS, maitrise
from ..model.competences import LANGUES, competence, groupe
from ..model.confrontation import LIBRE
from ..model.contrats import EMPLOIS
from ..model.effects import Essai
from ..model.inventaire import places
from ..model.people import Fiche, Nature, Personnage
from ..model.plan import CORPS as PLANE_OF_BODY
from ..model.plan import ESPRIT as PLANE_OF_MIND
from ..model.rixe import NOTIONS
from ..model.scene import Scene
from ..model.sums import CORPS, ESPRIT, RESSOURCES, base, fixe, maximum, modificateur, resilience
from ..model.things import Objet
from .draft import Brouillon

STATES = {
    "hors_service": ("Hors service", "TN-9.142"),
    "agonie": ("Agonisant", "TN-8.330"),
    "etat_de_choc": ("État de choc", "TN-8.235"),
    "mort": ("Mort", "TN-4.5"),
    "vaincu": ("Vaincu", "TN-8.426"),
    "resigne": ("Résigné", "TN-4.10"),
    "ko": ("KO", "TN-4.15"),
    "incapacite_physique": ("Hors d'état d'agir du corps", "TN-4.45"),
    "incapacite_mental": ("Hors d'état d'agir en esprit", "TN-4.46"),
    "hors_etat_physique": ("À bout de vitalité", "TN-4.4"),
    "hors_etat_mental": ("À bout de spiritualité", "TN-4.9"),
    "epuise": ("Épuisé", "TN-4.14"),
}
REACHES: dict[Mode, str] = {"lancer": "Portée de jet", "tir": "Portée de tir", "mots": "Portée des mots"}
ZONES: dict[Plan, tuple[str, str]] = {
    "physique": ("Zone de contrôle active", "Zone de contrôle passive"),
    "mental": ("Zone d'influence active", "Zone d'influence passive"),
}
LESIONS: dict[Nature, tuple[str, ...]] = {  # what a lésion of each nature is called, then those of each level
    "blessure": ("Blessure", *(f"Blessure {level.nom}" for level in GRAVITES)),
    "traumatisme": (
        "Traumatisme",
        "Traumatisme bénin",
        "Traumatisme léger",
        "Traumatisme important",
        "Traumatisme grave",
        "Traumatisme mortel",
        "Traumatisme incapacitant",
    ),
}


def sheet(scene: Scene, who: str) -> Sheet:
    """Everything there is to know of somebody; sections without a line are left out."""
    p = scene[who]
    sections = (
        Section("Ressources", lines(p, resources), "vitals"),
        Section("États", tuple(states(scene, p)), "states"),
        Section("Points vitaux", lines(p, vital_points)),
        Section("Lésions", lines(p, lesions)),
        Section("Attributs du corps", tuple(attributes(scene, p, CORPS)), widget="table"),
        Section("Attributs de l'esprit", tuple(attributes(scene, p, ESPRIT)), widget="table"),
        Section("Compétences", tuple(skills(scene, p)), widget="rolls", plan=TESTS),
        Section("Sauvegardes", tuple(saves(scene, p)), widget="figures"),
        Section("Attributs secondaires", lines(p, secondary), widget="table"),
        Section("Rixe", tuple(brawl(scene, p))),
        Section("Caste", lines(p.fiche, caste), widget="ladder", plan=once(p.fiche, ranks)),
        Section("Traits", lines(p.fiche, traits), widget="cards", plan=once(p.fiche, trait_cards)),
        Section("Aptitudes", lines(p, gifts), widget="bag"),
        Section("Langues", lines(p, languages), widget="table"),
        Section("Capacités", lines(p, capacities, scene.options), widget="figures"),
        Section("Discours", lines(p, discourse, scene.options)),
        Section("Portées et zones", lines(p, reaches, scene.options), "reference"),
        Section("Entraînements", lines(p, trainings), "reference"),
        Section("Récupérations", lines(p, recoveries, scene.options), "reference"),
        Section("Objets", lines(p, things, scene.options), "reference"),
        Section("Équipement", lines(p, equipment), widget="bag"),
        Section("Affaires", tuple(dealings(scene, p))),
        Section("Expérience", lines(p.fiche, experience), "reference"),
        Section("Apprentissages", lines(p, learning), "reference"),
        Section("Personnage", lines(p.fiche, person), "reference"),
    )
    own = p.fiche.caste
    badge = f"Rang {own.rang}" if own is not None else ""
    return Sheet(who, p.name, tuple(s for s in sections if s.lines), phrase(p.fiche), badge)


LEVELS = {
    "tres_faible": "Très faible",
    "faible": "Faible",
    "normale": "Normale",
    "elevee": "Élevée",
    "tres_elevee": "Très élevée",
    "extremement_elevee": "Extrêmement élevée",
    "quasiment_impossible": "Quasiment impossible",
}
TESTS = Rolls("tester", "difficulte", tuple((n, f"{LEVELS[id]} · {n}") for id, n in DIFFICULTES.items()), 15)


def phrase(f: Fiche) -> str:
    """His caste, his title in it, and the attributes it rests on; of an opponent what he is."""
    if f.caste is not None:
        names = CASTES[f.caste.id].nom, RANGS[f.caste.rang - 1].titre, nom(f.caste.principal), nom(f.caste.secondaire)
        return " · ".join(names)
    of = (PROFILS[f.profil].nom,) if f.profil in PROFILS else ()
    return " · ".join((*of, SORTES[f.sorte].nom) if f.sorte else of)


def ranks(f: Fiche) -> Ladder | None:
    """The twenty ranks of the caste; what the next one wants and brings."""
    if f.caste is None:
        return None
    now, written = f.caste.rang, lines(f, caste)
    return Ladder(
        tuple(Rung(row.romain, state=stage(row.rang, now)) for row in RANGS),
        tuple(i for i, line in enumerate(written) if isinstance(line, Pool)),
        tuple(i for i, line in enumerate(written) if isinstance(line, Mark) and line.label == "Apportera"),
    )


def trait_cards(f: Fiche) -> Cards:
    return Cards(tuple(Card(i, tone="passive") for i in range(len(lines(f, traits)))))


def sheet_of_draft(d: Brouillon) -> Sheet:
    """The sheet a draft would give, holding or not."""
    p = d.personnage()
    return sheet(Scene({p.id: p}, options=d.options), p.id)


# ---------------------------------------------------------------- figures


def resources(p: Personnage) -> Iterator[Line]:
    """What is left of each, what is temporary, and fatigue."""
    for code in RESSOURCES:
        terms = maximum(p.fiche, code)
        if total(terms) > 0:
            low = -p.fiche.maxima[code] if code in ("PV", "PS", "PE") else 0
            yield Pool(RESSOURCES_NOMMEES[code].nom, p.reste(code), terms, f"pertes.{code}", lost=True, low=low)
    for code, n in p.temporaires.items():
        label = RESSOURCES_NOMMEES[code].nom if code in RESSOURCES_NOMMEES else code
        yield Mark(label, n, "points temporaires", "TN-4.27")
    yield Pool("Fatigue", p.fatigue, resilience(p.fiche), "fatigue")


@rule("TN-8.416", "TN-8.425", "TN-8.430", "TN-8.431")
def vital_points(p: Personnage) -> Iterator[Line]:
    """What is left of each point besides the main one, which is all of the creature; what it does, its worst wound."""
    for point in p.fiche.points:
        most = ("Vitalité / 2", p.fiche.maxima["PV"] // 2, "TN-8.425")
        yield Pool(point.nom, p.vitalite(point.nom), (most,))
        acts = ", ".join(ACTS[act] for act in point.actes)
        worst = max(p.points[point.nom].blessures, default=0) if point.nom in p.points else 0
        yield Mark("Ce qu'il fait", -worst or None, acts, "TN-8.432")


ACTS = {"attaque": "attaque", "deplacement": "déplacement", "tactique": "tactique", "pouvoir": "pouvoir"}


@rule("TN-1.3", "TN-1.5", "TN-1.6", "TN-1.8", "TN-1.10")
def attributes(scene: Scene, p: Personnage, codes: tuple[str, ...]) -> Iterator[Line]:
    """Base, fixed and adjusted value of each, what it adds to a test, and the defence it makes."""
    for code in codes:
        own, fixed, defence = once(p, by_himself, code)
        adjusted = valeur_de(Essai(p, scene, attribut=code))
        modifier = Stat("mod.", ((nom(code), modificateur(total(adjusted)), "TN-1.8"),))
        yield Row(nom(code), (own, fixed, Stat("ajustée", adjusted), modifier, defence))


def by_himself(p: Personnage, code: str) -> tuple[Stat, Stat, Stat]:
    """What an attribute is wherever he is: base, fixed value, defence."""
    own = base(p.fiche, code)
    return (
        Stat("base", ((qualificatif(own), own, "TN-1.3"),)),
        Stat("fixe", fixe(p.fiche, code)),
        Stat("défense", seuils.defense(p, code)),
    )


def secondary(p: Personnage) -> Iterator[Line]:
    """Base and fixed value, and the modifier that other figures take from it."""
    for code in (*(c for c in CATALOGUE if c not in (*CORPS, *ESPRIT)), *p.fiche.supplementaires):
        fixed = fixe(p.fiche, code)
        own: Terms = ((qualificatif(base(p.fiche, code)), base(p.fiche, code), "TN-1.3"),)
        modifier: Terms = ((nom(code), modificateur(total(fixed)), "TN-1.8"),)
        yield Row(nom(code), (Stat("base", own), Stat("fixe", fixed), Stat("mod.", modifier)))
    yield Text("Corpulence", corpulence(p.fiche.valeurs["STA"], p.fiche.valeurs["TAI"]))


@rule("TN-4.34")
def lesions(p: Personnage) -> Iterator[Line]:
    """The boxes of each level, those that are filled ticked, and the threshold of each nature."""
    for nature, (_, *levels) in LESIONS.items():
        yield Stat(f"Seuil de {nature}", seuils.seuil(p, nature))
        for level, label in zip(GRAVITES, levels, strict=True):
            most = cases(p, nature, level.niveau)
            terms: Terms = (("Base", level.cases, "TN-4.34"),)
            if most != level.cases:
                terms += ((nom(seuils.DE_LA_NATURE[nature]), most - level.cases, "TN-4.34"),)
            note = f"-{level.niveau}" if level.niveau else ""
            yield Boxes(label, remplies(p, nature, level.niveau), terms, note)


@rule("TN-4.78")
def saves(scene: Scene, p: Personnage) -> Iterator[Line]:
    """What is added to the dice of each save."""
    for save in SAUVEGARDES.values():
        yield Stat(save.nom, modificateurs_de(Essai(p, scene, attribut=save.attribut, sauvegarde=save.id)))


def skills(scene: Scene, p: Personnage) -> Iterator[Line]:
    """Groups with their level, and below each the skills that are used in it, with what is added to the dice."""
    for mark, below in once(p, known_skills):
        yield mark
        yield from (Stat(label, modificateurs_de(Essai(p, scene, None, *test))) for label, test in below)


def known_skills(p: Personnage) -> list[tuple[Mark, list[tuple[str, tuple[str, str, str]]]]]:
    """Each group, and the skills below it, each with what it is a test of: attribute, skill, group."""
    found = []
    by_group: dict[str, list[str]] = {id: [] for id, n in p.fiche.groupes.items() if n}
    for id, n in p.fiche.competences.items():
        if n:
            by_group.setdefault(en_defaut(p, id), []).append(id)
    for group, ids in by_group.items():
        level, known = p.fiche.groupes.get(group, 0), groupe(group)
        below = []
        for i, id in enumerate(ids):
            skill = competence(id)
            branch = "└" if i + 1 == len(ids) else "├"
            below.append((f"{branch}─ {skill.nom if skill else id}", (premier(group, id), id, group)))
        found.append((Mark(known.nom if known else group, level, titre_de_groupe(level), "TN-2.3"), below))
    return found


@rule("TN-10.36")
def gifts(p: Personnage) -> Iterator[Line]:
    """Aptitudes: ranks that nothing is tested with."""
    yield from (Mark(name, rank, "aptitude", "TN-10.36") for name, rank in p.fiche.aptitudes.items() if rank)


@rule("TN-2.65", "TN-2.66", "TN-2.67")
def languages(p: Personnage) -> Iterator[Line]:
    """What somebody can do in each language he knows: understand, speak, read and write."""
    known = [id.partition(":")[2] for id, n in p.fiche.competences.items() if n and id.startswith(f"{LANGUES}:")]
    for name in dict.fromkeys([*filter(None, [p.fiche.maternelle]), *known]):
        yield Row(name, tuple([Stat(FACETS[of], facette(p.fiche, name, of)) for of in FACETTES]))


FACETS = {
    "comprehension": "Compréhension",
    "expression": "Expression orale",
    "lecture_ecriture": "Lecture et écriture",
}


@rule("TN-4.55", "TN-4.57", "TN-4.59", "TN-4.61", "TN-4.62", "TN-4.73", "TN-4.75", "TN-4.85", "TN-4.86")
def capacities(p: Personnage, options: tuple[str, ...]) -> Iterator[Line]:
    yield Stat("Poigne", capacites.poigne(p))
    yield Stat("Capacité de charge", capacites.capacite_de_charge(p))
    yield Stat("Charge totale", capacites.charge_totale(p))
    yield Stat("Capacité d'encombrement", capacites.capacite_d_encombrement(p))
    yield Stat("Encombrement", capacites.encombrement(p, options))
    yield Stat("Panache", capacites.panache(p))
    yield Stat("Prestance", capacites.prestance(p, options))
    yield Stat("Allure", portees.allure(p))
    yield Stat("Déplacement", portees.deplacement(p, options))
    yield Stat("Résilience", resilience(p.fiche))
    yield Stat("Mémoire", seuils.memoire(p))


@rule("TN-8.39", "TN-8.53", "TN-8.55", "TN-8.56", "TN-8.396")
def discourse(p: Personnage, options: tuple[str, ...]) -> Iterator[Line]:
    """What he argues with and holds to, the prestance it takes, what is there to be seen; who has heard enough."""
    argument, raisonnement = capacites.argument_de(p, options), capacites.raisonnement_de(p)
    for label, n, chosen in (
        ("Argument", argument, p.equipement.argument),
        ("Raisonnement", raisonnement, p.equipement.raisonnement),
    ):
        yield Mark(label, n, "par défaut" if chosen is None else "choisi", "TN-8.56" if chosen is None else "TN-8.57")
    required = [("Argument x 5", argument), ("Raisonnement x 5", raisonnement)]
    yield Stat(
        "Prestance requise", tuple([(label, capacites.panache_requis(n), "TN-8.55") for label, n in required if n])
    )
    for label, n, law in (*apparat_tenu(p), *apparat_porte(p)):
        yield Mark(label, n, "d'apparat", law)
    for matter, heard in p.dialogues.items():
        yield Mark(matter, heard.usee, "dialogue rompu" if heard.rompu else "tolérance usée", "TN-8.396")


@rule("TN-4.64", "TN-4.68", "TN-4.72", "TN-8.356", "TN-8.385")
def reaches(p: Personnage, options: tuple[str, ...]) -> Iterator[Line]:
    """How far one strikes, throws, shoots and is heard, in metres; the zones one holds."""
    arme = portees.arme_en_main(p)
    for label, plane in (("Expertise physique", PLANE_OF_BODY), ("Expertise mentale", PLANE_OF_MIND)):
        yield Stat(label, difficulte_d_effet(p, plane.nom, qualite_en_main(p, plane)))
    yield Stat("Portée de mêlée (quarts de mètre)", portees.portee_de_melee(p, arme))
    modes: tuple[Mode, ...] = ("mots",)
    if arme is not None:
        modes = ("tir" if arme.sorte.usage == "tir" else "lancer", *modes)
    for mode in modes:
        terms = portees.portee(mode, arme)
        bands = portees.plages(mode, total(terms))
        ends = [Stat(band.nom, ((f"Portée x {band.a}", a, "TN-4.68"),)) for band, _, a in bands]
        if bands:
            yield Row(REACHES[mode], (Stat("portée", terms), *ends))
    for plan, (active, passive) in ZONES.items():
        yield Stat(active, portees.zone_active(p, plan, options))
        yield Stat(passive, portees.zone_passive(p, plan, options))


@rule("TN-4.89", "TN-4.90")
def trainings(p: Personnage) -> Iterator[Line]:
    """What takes off the usage penalties of things, where there is any."""
    for e in ENTRAINEMENTS.values():
        level = entrainement(p, e.id)
        if level:
            yield Mark(e.nom, level, NIVEAUX[level], "TN-4.89")


@rule("TN-4.52")
def recoveries(p: Personnage, options: tuple[str, ...]) -> Iterator[Line]:
    """What a rest gives back of each."""
    for code in ("PV", "PS", "PK", "PC"):
        if code != "PC" or p.fiche.caste is not None:
            yield Stat(RESSOURCES_NOMMEES[code].nom, recuperation(p, code, options))
    yield Stat("Fatigue", recuperation(p, "fatigue", options))
    for nature, (label, *_) in LESIONS.items():
        yield Stat(label, recuperation(p, nature, options))


# ---------------------------------------------------------------- what has befallen him


def states(scene: Scene, p: Personnage) -> Iterator[Line]:
    """What he is in, his worst lésions, his conditions with their charges, and what lasts for a while."""
    for state, (label, law) in STATES.items():
        if state in p.etats:
            yield Mark(label, None, "", law, grave=state in ("agonie", "etat_de_choc", "mort", "ko"))
    for nature in NATURES:
        worst = max([x.niveau for x in p.lesions if x.nature == nature], default=None)
        if worst is not None:
            note = "état instable" if instable(p, nature) else "état stabilisé"
            yield Mark(LESIONS[nature][worst + 1], -worst, note, "TN-4.35", grave=True)
    if p.niveau_de_fatigue:
        yield Mark("Niveau de fatigue", -p.niveau_de_fatigue, "à tous les tests", "TN-4.49")
    for condition in p.conditions:
        yield Mark(condition.sorte.nom, condition.charges or None, condition.sorte.dit, condition.sorte.regle)
    for disease in p.maladies:
        note = "gravité" if disease.declaree else "en incubation"
        yield Mark(disease.sorte.nom, disease.gravite, note, "TN-10.1")
    for effect in p.effets:
        yield Mark(effect.label or effect.on, effect.n, "", effect.rule)
    yield from works(scene, p)


@rule("TN-8.62", "TN-8.64", "TN-8.359")
def works(scene: Scene, p: Personnage) -> Iterator[Line]:
    """What is under way: the simple actions it has taken and takes in all, and what is maintained."""
    waits = scene.encounter.attente(p.id) if scene.encounter is not None else LIBRE
    if waits.chantier is not None:
        work = waits.chantier
        yield Pool(work.nom or work.quoi, work.paye, (("Actions simples", work.prix, "TN-8.62"),))
    if waits.maintien:
        yield Mark("Action maintenue", None, waits.maintien, "TN-8.359")


@rule("TN-10.42", "TN-10.60", "TN-10.62")
def brawl(scene: Scene, p: Personnage) -> Iterator[Line]:
    """In a rixe: the scores as they stand, the line, the markers."""
    own = scene.rixe.protagonistes.get(p.id) if scene.rixe is not None else None
    if own is None or scene.rixe is None or not own.pret:
        return
    for notion in NOTIONS:
        yield Stat(rixe.NOMS[notion].capitalize(), rixe.score(scene, p.id, notion))
    yield Mark("Marqueurs", own.marqueurs, "en ligne arrière" if own.arriere else "en ligne de front", "TN-10.60")


# ---------------------------------------------------------------- who he is, what he has


@rule("TN-6.8", "TN-6.9")
def caste(f: Fiche) -> Iterator[Line]:
    """The rank, what was chosen and what is still to be; then the next rank, what it wants and what it brings."""
    own, after = f.caste, suite(f)
    if own is None:
        return
    row = RANGS[own.rang - 1]
    yield Mark(CASTES[own.id].nom, own.rang, row.titre, "TN-6.8")
    yield Text("Attributs de caste", f"{nom(own.principal)}, {nom(own.secondaire)}")
    yield Stat("Maîtrise de caste", (("Rang / 2", maitrise(own.rang), "TN-6.25"),))
    for name, value in own.choix.items():
        yield Mark(NOMS[name], None, nom_du_choix(own, name, value), "TN-6.9")
    for name in a_choisir(own):
        yield Mark(NOMS[name], None, "à choisir", "TN-6.9")
    if after is not None:
        yield Text("Prochain rang", f"{after.rang.romain} · {after.rang.titre}")
        yield Stat("Aptitudes", after.aptitudes)
        wants = ("Expérience voulue", after.experience, after.rang.experience)
        for label, terms, least in (wants, ("Aptitudes voulues", after.aptitudes, after.rang.aptitudes)):
            yield Pool(label, min(least, total(terms)), ((f"Rang {after.rang.rang}", least, "TN-6.8"),))
        yield from (Mark("Apportera", None, benefit, "TN-6.48") for benefit in after.rang.autres)


def traits(f: Fiche) -> Iterator[Line]:
    for t in f.tous_traits:
        trait = TOUS_TRAITS[t.id]
        about = f" · {nom_du_sujet(trait.sujet, t.sujet)}" if t.sujet else ""
        said = dit(trait, "" if trait.sujet == "libre" else t.sujet)[0]
        yield Mark(f"{trait.nom}{about}", t.rang if trait.rangs > 1 else None, said, trait.regle)


@rule("TN-9.34")
def things(p: Personnage, options: tuple[str, ...]) -> Iterator[Line]:
    """The complete sheet of what is held and worn: every figure with its sum."""
    e = p.equipement
    for x in (*e.armes, *e.pieces, *e.sous_pieces):
        yield Row(x.sorte.nom, tuple([Stat(label, terms) for label, terms in fiche_d_objet(p, x, options)]))


def equipment(p: Personnage) -> Iterator[Line]:
    e = p.equipement
    yield from (Mark(x.sorte.nom, x.categorie, "en main", "TN-4.56") for x in e.armes)
    if e.armure is not None:
        yield Mark(e.armure.sorte.nom, e.armure.categorie, "porté", "TN-4.56")
    yield from (Mark(x.sorte.nom, x.categorie, "arme naturelle", "TN-9.93") for x in e.naturelles)
    if e.peau is not None:
        yield Mark(e.peau.sorte.nom, e.peau.categorie, "armure naturelle", "TN-9.113")
    yield from (thing(x, "en main") for x in e.tenus)
    yield from (thing(x, "porté") for x in e.portes)
    yield from (thing(x, "à portée de main") for x in e.annexes)
    yield from (thing(x, "dans le sac") for x in e.sac)
    yield from (
        Mark(place.objet.sorte.nom, -place.objet.niveau, WEAR[place.objet.etat], "TN-9.134")
        for place in places(e)
        if place.objet.niveau
    )


WEAR = {"degrade": "dégradé", "inutilisable": "inutilisable", "detruit": "détruit"}


def thing(x: Objet, where: str) -> Line:
    return Mark(x.sorte.nom, x.nombre if x.nombre > 1 else None, where, "TN-4.56")


@rule("TN-10.17", "TN-10.89", "TN-10.91", "TN-10.92", "TN-10.97", "TN-10.108")
def dealings(scene: Scene, p: Personnage) -> Iterator[Line]:
    """What was found for sale, work offered and taken, sources to harvest, tasks, plans, what one's name is worth."""
    a = p.affaires
    for found in a.trouvailles:
        yield Mark(found.objet.sorte.nom, found.annonce or found.prix, "à vendre, en pièces", "TN-10.17")
    for offer in a.offres:
        yield Mark(EMPLOIS[offer.id].nom, offer.categorie, "offre de contrat, catégorie", "TN-10.89")
    for taken in a.contrats:
        yield Pool(EMPLOIS[taken.id].nom, taken.faits, (("Segments", taken.duree, "TN-10.91"),))
    yield from (Mark(source.nom, source.reste, "passes restantes", "TN-10.92") for source in a.gisements)
    if a.matieres:
        yield Mark("Matières brutes", a.matieres, "en pièces", "TN-10.20")
    for task in scene.taches:
        if task.qui == p.id:
            yield Pool(task.nom, task.progression, (("Objectif", task.objectif, "TN-10.108"),))
    for plan in scene.plans:
        if p.id in plan.membres:
            yield Mark(plan.nom, plan.points, "points de stratégie", "TN-10.82")
    yield from (Mark(milieu, r.niveau, "réputation", "TN-10.97") for milieu, r in a.reputations.items())


def experience(f: Fiche) -> Iterator[Line]:
    """Points that are not spent yet, inspiration, money."""
    yield Mark("Points d'attributs (PA)", f.pa, "", "TN-5.2")
    yield Mark("Points d'expérience (PX)", f.px, "", "TN-5.3")
    yield Mark("Points de personnage (PP)", f.pp, "", "TN-5.5")
    for key, n in f.pi.items():
        genre, _, id = key.partition(":")
        found = groupe(id) if genre == "groupe" else competence(id)
        yield Mark(found.nom if found else id, n, "PI", "TN-5.4")
    yield Mark("Expérience acquise", f.acquis, "", "TN-6.6")
    yield Mark("Pécule", f.pecule, "", "TN-5.43")


@rule("TN-7.5", "TN-7.8", "TN-7.11")
def learning(p: Personnage) -> Iterator[Line]:
    """Learning time gathered, with what the next step takes; masters, and what they have left to teach."""
    for subject in p.fiche.apprentissages:
        yield Pool(sujets.nom(subject), acquis(p.fiche, subject), requis(p.fiche, subject))
    for lesson in p.lecons:
        left = lesson.reserve if lesson.reserve >= 0 else None
        yield Mark(sujets.nom(lesson.sujet), left, "réserve du maître", "TN-7.11", lesson.maitre)


@rule("TN-10.118", "TN-10.120", "TN-10.125")
def opponent(f: Fiche) -> Iterator[Line]:
    """How much of an opponent he is, of which kind, with which powers; and when he may give up."""
    profile = PROFILS.get(f.profil)
    if profile is not None:
        yield Mark("Profil d'adversité", None, profile.nom, "TN-10.120")
        if profile.moral is None:
            yield Mark("Moral", None, "inébranlable", "TN-10.120")
        else:
            yield Mark("Moral", profile.moral, "% de pertes avant de céder", "TN-10.118")
    if f.sorte:
        yield Mark("Sorte", None, SORTES[f.sorte].nom, "TN-10.125")
    for chosen in f.pouvoirs:
        power = POUVOIRS[chosen.partition(":")[0]]
        yield Mark(NOMS_DE_POUVOIRS[chosen], None, power.dit, "TN-10.125")


def person(f: Fiche) -> Iterator[Line]:
    """Destiny, past and personality; of an opponent what he is."""
    yield from opponent(f)
    yield Text("Destinée", DESTINEES[str(f.destinee)].nom)
    yield Text("Vécu", VECUS[str(f.vecu)].nom)
    if f.comportement and f.caractere:
        yield Text("Comportement", COMPORTEMENTS[f.comportement].nom)
        yield Text("Caractère", CARACTERES[f.caractere].nom)
        yield Text("Tendance", tendance(f.comportement, f.caractere))
    yield Mark("Chiffre porte-bonheur", f.porte_bonheur, "", "TN-5.16")
    yield from (Text("Qualité", text) for text in f.qualites)
    yield from (Text("Défaut", text) for text in f.defauts)
    if f.peuple:
        yield Text("Peuple", PEUPLES[f.peuple].nom)
    if f.historique:
        yield Text("Son histoire", f.historique)
