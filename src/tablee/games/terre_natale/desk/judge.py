"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.faults import Faults, among, between, held, named, present
from tablee.kernel.sentence import Said, Typed

from ..book.c0_tests.actions import PLUS_DURE
from ..book.c1_attributs import supplementaires
from ..book.c2_competences import groupe_inconnu, inconnue
from ..book.c3_traits.acquisition import sujet_ferme
from ..book.c4_caracteristiques.ressources import SOUS_ZERO, TEMPORAIRES
from ..book.c5_creation.echelles import CARACTERES, COMPORTEMENTS, DESTINEES, VECUS
from ..book.c5_creation.personnalite import PORTE_BONHEUR
from ..book.c6_castes import choisir, choix_ferme
from ..book.c7_progression.gains import domaine_inconnu
from ..book.c7_progression.sujets import TRAIT, inconnu, partage
from ..model.adversite import NOMS_DE_POUVOIRS, PROFILS, SORTES
from ..model.cartes import CARTES
from ..model.castes import CASTES, RANGS
from ..model.competences import COMPETENCES, GROUPES
from ..model.inventaire import places
from ..model.maison import AUCUNE, Adversaire
from ..model.ouvrages import METIERS
from ..model.people import INCAPACITANTE, Caste, Fiche, Personnage
from ..model.scene import Activite, Scene
from ..model.sums import ATTRIBUTS, PRINCIPAUX, RESSOURCES, SECONDAIRES
from ..model.things import MODELES, Equipement, Modele, Objet
from ..model.traits import TRAITS
from .starts import CAST

FAR = 1000  # cells
LONG = 10**12  # seconds
ATTRIBUT_MAX, NIVEAU_MAX = 99, 20
MOST = 10**6


def judged(scene: Scene, name: str) -> Scene:
    return held(scene, faults(scene), name)


def faults(scene: Scene) -> Faults:
    if scene.own is not AUCUNE:
        yield from own.faults(scene.own, "maison", BOOK, {"objet": faults_of_model, "adversaire": faults_of_opponent})
    for p in scene.people.values():
        yield from faults_of_person(p, f"personnages.{p.id}")
        yield from faults_of_learning(p.fiche, scene.options, f"personnages.{p.id}.fiche")
        for closed in supplementaires(p.fiche, scene.options):
            yield f"personnages.{p.id}.fiche.supplementaires", closed.said
    for i, a in enumerate(scene.activites):
        yield from faults_of_activity(a, scene, f"activites[{i}]")
    yield from faults_of_works(scene)
    if scene.carte:
        yield from among("carte", scene.carte, CARTES)
    yield from between("horloge", scene.clock, 0, LONG)
    yield from between("scenes", scene.scenes, 0, MOST)
    if scene.encounter is not None:
        yield from present("confrontation.passe", (scene.encounter.passe,), scene.people)
        yield from between("confrontation.tour", scene.encounter.tour, 1, MOST)
        if scene.encounter.cause is not None:
            yield from among("confrontation.cause.pour", scene.encounter.cause.pour, scene.sides())


def faults_of_activity(a: Activite, scene: Scene, here: str) -> Faults:
    yield from present(f"{here}.qui", (a.qui,), scene.people)
    yield from named(f"{here}.nom", a.nom)
    yield from among(f"{here}.attribut", a.attribut, ATTRIBUTS)
    yield from between(f"{here}.objectif", a.objectif, 1, MOST)
    yield from between(f"{here}.progression", a.progression, 0, a.objectif - 1)
    yield from between(f"{here}.difficulte", a.difficulte, 0, PLUS_DURE)
    yield from between(f"{here}.categorie", a.categorie, 0, 8)


def faults_of_person(p: Personnage, here: str) -> Faults:
    yield from named(here, p.id)
    yield from faults_of_sheet(p.fiche, f"{here}.fiche")
    for key in ("x", "y"):
        yield from between(f"{here}.{key}", getattr(p, key), -FAR, FAR)
    for table in ("pertes", "temporaires"):
        for code, n in getattr(p, table).items():
            yield from between(f"{here}.{table}.{code}", n, 0, MOST)
    for code in p.pertes:
        yield from among(f"{here}.pertes", code, RESSOURCES)
    for code in set(RESSOURCES).intersection(p.pertes).difference(SOUS_ZERO):
        yield from between(f"{here}.pertes.{code}", p.pertes[code], 0, p.fiche.maxima[code])
    for code in p.temporaires:
        yield from among(f"{here}.temporaires", code, TEMPORAIRES)
    yield from faults_of_points(p, here)
    yield from faults_of_equipment(p.equipement, f"{here}.equipement")
    for i, lesion in enumerate(p.lesions):
        yield from between(f"{here}.lesions[{i}].niveau", lesion.niveau, 0, INCAPACITANTE)
    yield from between(f"{here}.fatigue", p.fatigue, 0, MOST)


def faults_of_points(p: Personnage, here: str) -> Faults:
    """Points vitaux told apart by their names, that strike with something there is, and what each has suffered."""
    names = [point.nom for point in p.fiche.points]
    for i, point in enumerate(p.fiche.points):
        at = f"{here}.fiche.points[{i}]"
        yield from named(f"{at}.nom", point.nom)
        if names.index(point.nom) != i or "/" in point.nom:
            yield f"{at}.nom", Said("chaque point vital a un nom à lui, sans « / »")
        if point.arme:
            yield from among(
                f"{at}.arme", point.arme, [x.modele for x in (*p.equipement.armes, *p.equipement.naturelles)]
            )
    for name, hurt in p.points.items():
        yield from among(f"{here}.points", name, names)
        yield from between(f"{here}.points.{name}.perdus", hurt.perdus, 0, MOST)
        for level in hurt.blessures:
            yield from between(f"{here}.points.{name}.blessures", level, 0, INCAPACITANTE)


def faults_of_equipment(e: Equipement, here: str) -> Faults:
    """Things of the catalogue, arms in hand and armour on."""
    for place in places(e):
        nature = {"armes": "arme", "armure": "armure"}.get(place.lieu)
        yield from faults_of_thing(place.objet, f"{here}.{place.lieu}", partial(made, nature))
    for thing, at, nature in (*((x, "naturelles", "arme") for x in e.naturelles), (e.peau, "peau", "armure")):
        if thing is not None:
            yield from faults_of_thing(thing, f"{here}.{at}", partial(grown, nature))
    if e.bagage == "aucun" and e.sac:
        yield f"{here}.sac", Said("sans sac, on ne porte que ce que tiennent les mains")


def made(nature: str | None, m: Modele) -> bool:
    return nature in (None, m.nature)


def grown(nature: str, m: Modele) -> bool:
    return m.naturelle and m.nature == nature


def anything(m: Modele) -> bool:
    return True


def workshop(m: Modele) -> bool:
    return m.genre == "atelier"


def faults_of_thing(thing: Objet, here: str, fits: Callable[[Modele], bool] = anything) -> Faults:
    """Something of the catalogue or of the table's own, no more worn than it can be."""
    if thing.propre is not None:
        yield from faults_of_model(thing.propre, f"{here}.propre")
        if thing.modele in MODELES:
            yield f"{here}.propre", Said("« {} » est déjà dans le catalogue du livre", (Typed(thing.modele),))
    known = thing.sorte if thing.propre is not None or thing.modele in MODELES else None
    if known is None or not fits(known):
        yield from among(here, thing.modele, [id for id, m in MODELES.items() if fits(m)])
    if known is not None:
        yield from between(f"{here}.degradation", thing.degradation, 0, thing.perte * thing.integrite)


# ---------------------------------------------------------------- what the table has written

BOOK = {"objet": MODELES, "adversaire": CAST["adversaire"]}
NATURES = ("arme", "armure", "sous_piece", "outil", "accessoire", "colifichet", "contenant", "materiel")
MUNITIONS = tuple([id for id, m in MODELES.items() if m.nature == "munition"])
ZONES = tuple(dict.fromkeys([zone for m in MODELES.values() for zone in m.couvre]))
FIGURES = tuple(dict.fromkeys([a.on for m in MODELES.values() for a in m.sert]))
PROSE = 500  # characters


def faults_of_model(m: Modele, here: str) -> Faults:
    """A kind of thing that acts by itself alone, its figures within bounds, all that it names known.

    What is used up acts by what is written of its use, which is the book's: munitions, consommables, matter.
    """
    yield from named(f"{here}.nom", m.nom)
    yield from named(f"{here}.dit", m.dit, PROSE)
    yield from among(f"{here}.nature", m.nature, NATURES)
    for key in ("attaque", "defense"):
        if getattr(m, key):
            yield from among(f"{here}.{key}", getattr(m, key), ATTRIBUTS)
    for skill in filter(None, (m.competence, *m.pour)):
        yield from among(f"{here}.competence", skill, COMPETENCES)
    if m.groupe:
        yield from among(f"{here}.groupe", m.groupe, GROUPES)
    if m.metier:
        yield from among(f"{here}.metier", m.metier, METIERS)
    for munition in filter(None, (m.munition, *m.recoit)):
        yield from among(f"{here}.munition", munition, MUNITIONS)
    if m.conteneur:
        yield from among(f"{here}.conteneur", m.conteneur, [id for id, x in MODELES.items() if x.recoit])
    for zone in m.couvre:
        yield from among(f"{here}.couvre", zone, ZONES)
    for key in ("magasin", "rechargement", "places", "durabilite"):
        yield from between(f"{here}.{key}", getattr(m, key), 0, FAR)
    for i, a in enumerate(m.sert):
        yield from among(f"{here}.sert[{i}].on", a.on, FIGURES)
        yield from between(f"{here}.sert[{i}].n", a.n, -ATTRIBUT_MAX, ATTRIBUT_MAX)


def faults_of_opponent(a: Adversaire, here: str) -> Faults:
    """Like anybody."""
    yield from faults_of_sheet(a.fiche, f"{here}.fiche")
    yield from faults_of_equipment(a.equipement, f"{here}.equipement")


def faults_of_works(scene: Scene) -> Faults:
    """Works, workshops and what lies about: who is named is there, of trades that there are."""
    for i, work in enumerate(scene.ouvrages):
        here = f"ouvrages[{i}]"
        yield from present(f"{here}.qui", (work.qui,), scene.people)
        yield from among(f"{here}.metier", work.metier, METIERS)
        yield from faults_of_thing(work.objet, f"{here}.objet")
    for i, place in enumerate(scene.ateliers):
        yield from named(f"ateliers[{i}].nom", place.nom)
        yield from faults_of_thing(place.objet, f"ateliers[{i}].objet", workshop)
        yield from present(f"ateliers[{i}].a", filter(None, (place.a,)), scene.people)
    for i, thing in enumerate(scene.choses):
        yield from named(f"choses[{i}].nom", thing.nom)
        yield from faults_of_thing(thing.objet, f"choses[{i}].objet")


def faults_of_sheet(f: Fiche, here: str) -> Faults:
    yield from named(f"{here}.nom", f.nom)
    yield from among(f"{here}.destinee", str(f.destinee), DESTINEES)
    yield from among(f"{here}.vecu", str(f.vecu), VECUS)
    for code, n in f.base.items():
        yield from among(f"{here}.base", code, (*PRINCIPAUX, *SECONDAIRES))
        yield from between(f"{here}.base.{code}", n, 1, ATTRIBUT_MAX)
    for code, n in f.supplementaires.items():
        yield from between(f"{here}.supplementaires.{code}", n, 1, ATTRIBUT_MAX)
    for key, known in (("comportement", COMPORTEMENTS), ("caractere", CARACTERES)):
        if getattr(f, key):
            yield from among(f"{here}.{key}", getattr(f, key), known)
    yield from between(f"{here}.porte_bonheur", f.porte_bonheur, PORTE_BONHEUR[0], PORTE_BONHEUR[-1])
    for key in ("pa", "px", "pp", "acquis", "pecule"):
        yield from between(f"{here}.{key}", getattr(f, key), 0, MOST)
    if f.profil:
        yield from among(f"{here}.profil", f.profil, PROFILS)
    if f.sorte:
        yield from among(f"{here}.sorte", f.sorte, SORTES)
    for chosen in f.pouvoirs:
        yield from among(f"{here}.pouvoirs", chosen, NOMS_DE_POUVOIRS)
    yield from faults_of_traits(f, here)
    if f.caste is not None:
        yield from faults_of_caste(f, f.caste, f"{here}.caste")


def faults_of_learning(f: Fiche, options: tuple[str, ...], here: str) -> Faults:
    """Groups and skills that there are in this campaign, with levels that could be; and what is being learned."""
    for key, levels, judge in (("groupes", f.groupes, groupe_inconnu), ("competences", f.competences, inconnue)):
        for id, n in levels.items():
            closed = judge(id, options)
            if closed is not None:
                yield f"{here}.{key}", closed.said
            yield from between(f"{here}.{key}.{id}", n, 0, NIVEAU_MAX)
    for name, n in f.aptitudes.items():
        yield from named(f"{here}.aptitudes", name)
        yield from between(f"{here}.aptitudes.{name}", n, 0, NIVEAU_MAX)
    for key, n in f.pi.items():
        closed = domaine_inconnu(f, key, options)
        if closed is not None:
            yield f"{here}.pi", closed.said
        yield from between(f"{here}.pi.{key}", n, 0, MOST)
    for key, learned in f.apprentissages.items():
        genre, id = partage(key)
        closed = inconnu(f, key, options) if genre != TRAIT else None
        if closed is not None:
            yield f"{here}.apprentissages", closed.said
        if genre == TRAIT:
            yield from among(f"{here}.apprentissages", id.partition(":")[0], TRAITS)
        for name in ("ta", "seul", "du_jour"):
            yield from between(f"{here}.apprentissages.{key}.{name}", getattr(learned, name), 0, MOST)


def faults_of_traits(f: Fiche, here: str) -> Faults:
    """Traits of the catalogue, about what they can be about, as far as their ranks go."""
    for i, t in enumerate(f.traits):
        at = f"{here}.traits[{i}]"
        if t.id not in TRAITS:
            yield from among(f"{at}.id", t.id, TRAITS)
            continue
        yield from between(f"{at}.rang", t.rang, 1, TRAITS[t.id].rangs)
        closed = sujet_ferme(TRAITS[t.id], t.sujet)
        if closed is not None:
            yield f"{at}.sujet", closed.said


def faults_of_caste(f: Fiche, caste: Caste, here: str) -> Faults:
    """A caste that is played here, on attributes and with a save of its own, and choices that could be made in turn."""
    ouvertes = [id for id, c in CASTES.items() if not c.ferme]
    if caste.id not in ouvertes:
        yield from among(f"{here}.id", caste.id, ouvertes)
        return
    profil = CASTES[caste.id]
    if not profil.admet(caste.principal, caste.secondaire):
        facts = (profil.nom, caste.principal, caste.secondaire)
        yield f"{here}.principal", Said("{} n'a pas pour attributs {} et {}", facts)
        return
    yield from between(f"{here}.rang", caste.rang, 1, len(RANGS))
    yield from among(f"{here}.majeure", caste.majeure, profil.majeures)
    if caste.troisieme:
        yield from among(f"{here}.troisieme", caste.troisieme, PRINCIPAUX)
    for code in caste.ressources:
        yield from among(f"{here}.ressources", code, RESSOURCES)
    if 1 <= caste.rang <= len(RANGS) and not any(t.id not in TRAITS for t in f.traits):
        yield from faults_of_choices(replace(f, caste=replace(caste, choix={})), caste, f"{here}.choix")


def faults_of_choices(f: Fiche, caste: Caste, here: str) -> Faults:
    """Each choice judged as if it were made now, those before it having been."""
    for nom, valeur in caste.choix.items():
        closed = choix_ferme(f, nom, valeur, creation=True)
        if closed is not None:
            yield f"{here}.{nom}", closed.said
            return
        f = choisir(f, nom, valeur)
