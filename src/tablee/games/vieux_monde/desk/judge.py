"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from tablee.kernel.faults import Faults, among, between, each, held, named, once, present, there
from tablee.kernel.sentence import Id, Said, Typed

from ..book.c2_combat.armes import RECHARGE
from ..book.c2_combat.combat import AVANTAGE_MAX
from ..book.c3_magie.magie import DRAPEAUX
from ..book.c6_corruption import MUTATIONS
from ..model.catalogue import (
    COMPETENCES,
    CREATURES,
    ETATS,
    FORMES,
    TALENTS,
    TRAITS_ARMES,
    TRAITS_ARMURES,
    TRAITS_CREATURES,
    ZONES,
    Arme,
    Armure,
)
from ..model.combats import Combat
from ..model.effects import SUR
from ..model.people import Etat, Fiche, Personnage
from ..model.scene import HORS_D_ATTEINTE, Etendu, Poursuite, Scene
from ..model.sorts import DOMAINES, SORTS, Sort
from ..model.tables import CARACS, NOMS

CARAC_MAX = 100
AUGMENTATION_MAX = 100
POINTS_MAX = 999
LOIN = 10_000  # squares
LONGTEMPS = 10**12  # seconds
NIVEAUX_MAX = 50


def juger(scene: Scene, name: str) -> Scene:
    return held(scene, fautes(scene), name)


def fautes(scene: Scene) -> Faults:
    for p in scene.people.values():
        yield from fautes_du_personnage(scene, p, f"personnages.{p.id}")
    yield from between("horloge", scene.clock, 0, LONGTEMPS)
    yield from between("jetons", scene.jetons, 0, POINTS_MAX)
    if scene.encounter is not None:
        yield from fautes_du_combat(scene, scene.encounter)
    if scene.poursuite is not None:
        yield from fautes_de_la_poursuite(scene, scene.poursuite)
    for i, s in enumerate(scene.sorts):
        yield from there(f"sorts[{i}].mage", s.mage, scene.people)
        yield from among(f"sorts[{i}].sort", s.sort, scene[s.mage].fiche.livre if s.mage in scene.people else SORTS)
        yield from present(f"sorts[{i}].cibles", s.cibles, scene.people)
        yield from between(f"sorts[{i}].ni", s.ni, 0, POINTS_MAX)
    for id, e in scene.etendus.items():
        yield from fautes_du_test_etendu(scene, id, e)
    for i, chose in enumerate(scene.au_sol):
        yield from fautes_de_l_arme(chose.arme, f"au_sol[{i}].arme")
        for cle in ("x", "y"):
            yield from between(f"au_sol[{i}].{cle}", getattr(chose, cle), -LOIN, LOIN)


def fautes_de_la_poursuite(scene: Scene, p: Poursuite) -> Faults:
    tous = (*p.poursuivis, *p.poursuivants)
    yield from present("poursuite.poursuivis", p.poursuivis, scene.people)
    yield from present("poursuite.poursuivants", tous, scene.people)  # nobody on both sides
    yield from present("poursuite.conducteurs", p.conducteurs, tous)
    yield from between("poursuite.distance", p.distance, 1, HORS_D_ATTEINTE - 1)


def fautes_du_test_etendu(scene: Scene, id: str, e: Etendu) -> Faults:
    """Its id says whose task it is; what it has gathered is neither negative nor more than it takes."""
    ici = f"etendus.{id}"
    yield from there(f"{ici}.qui", e.qui, scene.people)
    if (id, e.id) != (f"{e.qui}:{e.tache}",) * 2:
        yield f"{ici}.id", Said("attendu « {}:{} »", (Id(e.qui), Typed(e.tache)))
    yield from among(f"{ici}.competence", e.competence, [*NOMS, *COMPETENCES])
    yield from between(f"{ici}.vise", e.vise, 1, 100)
    yield from between(f"{ici}.total", e.total, 0, POINTS_MAX)


# ---------------------------------------------------------------- characters


def fautes_du_personnage(scene: Scene, p: Personnage, ici: str) -> Faults:
    yield from named(ici, p.id)
    yield from fautes_de_la_fiche(p.fiche, f"{ici}.fiche")
    for cle in ("x", "y"):
        yield from between(f"{ici}.{cle}", getattr(p, cle), -LOIN, LOIN)
    yield from between(f"{ici}.pb_perdus", p.pb_perdus, 0, p.fiche.PB)
    yield from between(f"{ici}.avantages", p.avantages, 0, AVANTAGE_MAX)
    yield from between(f"{ici}.destin_perdu", p.destin_perdu, 0, p.fiche.destin)
    yield from between(f"{ici}.resilience_perdue", p.resilience_perdue, 0, p.fiche.resilience)
    for cle in ("chance_perdue", "chance_chaotique", "determination_perdue", "jetons", "corruption"):
        yield from between(f"{ici}.{cle}", getattr(p, cle), 0, POINTS_MAX)
    yield from between(f"{ici}.a_zero", p.a_zero, 0, POINTS_MAX)
    for i, e in enumerate(p.etats):
        yield from fautes_de_l_etat(e, f"{ici}.etats[{i}]")
    for i, b in enumerate(p.blessures):
        yield from among(f"{ici}.blessures[{i}].zone", b.zone, ZONES)
    for i, f in enumerate(p.effets):
        yield from fautes_de_portee(f"{ici}.effets[{i}].sur", f.sur)
        yield from between(f"{ici}.effets[{i}].mod", f.mod, -POINTS_MAX, POINTS_MAX)
    if p.monture:
        yield from there(f"{ici}.monture", p.monture, [q for q in scene.people if q != p.id])
        if any((q.monture == p.monture and q.id != p.id) or q.monture == p.id for q in scene.people.values()):
            yield f"{ici}.monture", Said("une monture porte un seul cavalier, et qui chevauche n'est pas monté")
    yield from each(f"{ici}.mutations", p.mutations, MUTATIONS)
    if p.focalisation is not None:
        yield from among(f"{ici}.focalisation.sort", p.focalisation.sort, p.fiche.livre)
        yield from between(f"{ici}.focalisation.dr", p.focalisation.dr, 0, POINTS_MAX)
    yield from present(f"{ici}.craintes", p.craintes, scene.people)
    yield from fautes_de_l_equipement(p, f"{ici}.equipement")


def fautes_de_la_fiche(f: Fiche, ici: str) -> Faults:
    yield from named(f"{ici}.nom", f.nom)
    for c in CARACS:
        yield from between(f"{ici}.{c}", getattr(f, c), 1, CARAC_MAX)
    for id, plus in f.competences.items():
        yield from among(f"{ici}.competences", id, COMPETENCES)
        yield from between(f"{ici}.competences.{id}", plus, 0, AUGMENTATION_MAX)
    for id, fois in f.talents.items():
        yield from among(f"{ici}.talents", id, TALENTS)
        if id in TALENTS:
            yield from between(f"{ici}.talents.{id}", fois, 1, TALENTS[id].max)
    for cle, valeurs, connus in (
        ("traits", f.traits, TRAITS_CREATURES),
        ("sorts", f.sorts, f.livre),
        ("grimoire", f.grimoire, f.livre),
        ("domaines", f.domaines, DOMAINES),
    ):
        yield from each(f"{ici}.{cle}", valeurs, connus)
    for i, s in enumerate(f.sorts_ecrits):
        yield from fautes_du_sort(s, f"{ici}.sorts_ecrits[{i}]")
    yield from among(f"{ici}.forme", f.forme, FORMES)
    yield from between(f"{ici}.mouvement", f.mouvement, 0, 50)
    yield from between(f"{ici}.course", f.course, 0, 100)
    yield from between(f"{ici}.pb_fixes", f.pb_fixes, 1, POINTS_MAX)
    yield from between(f"{ici}.armure", f.armure, 0, 20)
    yield from between(f"{ici}.important", f.important, 0, 2)
    for cle in ("destin", "resilience"):
        yield from between(f"{ici}.{cle}", getattr(f, cle), 0, 20)
    yield from between(f"{ici}.xp", f.xp, 0, LONGTEMPS)
    yield from between(f"{ici}.xp_depenses", f.xp_depenses, 0, max(0, f.xp))


def fautes_du_sort(s: Sort, ici: str) -> Faults:
    """A spell written out: not one of the catalogue, its figures within bounds, all that it names known."""
    yield from named(f"{ici}.nom", s.nom)
    if s.id in SORTS:
        yield f"{ici}.id", Said("« {} » est déjà un Sort du catalogue", (Typed(s.id),))
    yield from between(f"{ici}.ni", s.ni, 0, 100)
    for cle in ("degats", "duree", "puissance", "zde"):
        yield from between(f"{ici}.{cle}", getattr(s, cle), 0, LOIN)
    if s.genre == "domaine":
        yield from among(f"{ici}.domaine", s.domaine, DOMAINES)
    for i, e in enumerate(s.effets):
        cle = f"{ici}.effets[{i}]"
        if e.etat or e.fait in ("etat", "retire"):
            yield from among(f"{cle}.etat", e.etat, ETATS)
        if e.trait or e.fait == "trait":
            yield from among(f"{cle}.trait", e.trait, TRAITS_CREATURES)
        if e.fait == "invoque":
            yield from among(f"{cle}.creature", e.creature, CREATURES)
        if e.resiste:
            yield from among(f"{cle}.resiste", e.resiste, [*NOMS, *COMPETENCES])
        for m in e.modifs:
            yield from fautes_de_portee(f"{cle}.modifs", m.sur)


def fautes_de_l_etat(e: Etat, ici: str) -> Faults:
    yield from among(f"{ici}.id", e.id, ETATS)
    yield from between(f"{ici}.niveaux", e.niveaux, 1, NIVEAUX_MAX)
    yield from between(f"{ici}.tenus", e.tenus, 0, max(0, e.niveaux - 1))
    yield from between(f"{ici}.force", e.force, 0, POINTS_MAX)


def fautes_de_portee(cle: str, sur: str) -> Faults:
    """What an effect weighs on: a figure of the game, or a flag of the form « genre:nom »."""
    genre, deux_points, nom = sur.partition(":")
    if deux_points and genre == "trait":
        yield from among(cle, nom, TRAITS_CREATURES)
    elif not deux_points and sur not in (*DRAPEAUX, RECHARGE):
        yield from among(cle, sur, [*SUR, *NOMS, *COMPETENCES])


def fautes_de_l_equipement(p: Personnage, ici: str) -> Faults:
    for i, a in enumerate(p.equipement.armes):
        yield from fautes_de_l_arme(a, f"{ici}.armes[{i}]")
    for i, piece in enumerate(p.equipement.armures):
        yield from fautes_de_l_armure(piece, f"{ici}.armures[{i}]")
    if p.equipement.en_main is not None:
        yield from once(f"{ici}.en_main", p.equipement.en_main, [a.id for a in p.equipement.armes])
        mains = sum(a.mains for a in p.equipement.tenues)
        if mains > 2:
            yield f"{ici}.en_main", Said("deux mains ne suffisent pas, il en faudrait {}", (mains,))
    yield from between(f"{ici}.couronnes", p.equipement.couronnes, 0, LONGTEMPS)


def fautes_de_l_arme(a: Arme, ici: str) -> Faults:
    yield from named(f"{ici}.nom", a.nom)
    yield from among(f"{ici}.competence", a.competence, COMPETENCES)
    yield from between(f"{ici}.degats", a.degats, -20, 50)
    yield from between(f"{ici}.portee", a.portee, 0, LOIN)
    yield from between(f"{ici}.allonge", a.allonge, 1, 10)
    yield from between(f"{ici}.mains", a.mains, 0, 2)
    yield from each(f"{ici}.traits", a.traits, TRAITS_ARMES)


def fautes_de_l_armure(a: Armure, ici: str) -> Faults:
    yield from named(f"{ici}.nom", a.nom)
    yield from between(f"{ici}.pa", a.pa, 0, 20)
    familles = {z.famille for z in ZONES.values()}
    for zone in a.zones:
        yield from among(f"{ici}.zones", zone, [*familles, *ZONES])
    yield from each(f"{ici}.traits", a.traits, TRAITS_ARMURES)


# ---------------------------------------------------------------- the fight


def fautes_du_combat(scene: Scene, c: Combat) -> Faults:
    yield from between("combat.round", c.round, 1, POINTS_MAX)
    yield from present("combat.ordre", c.ordre, scene.people)
    yield from present("combat.file", c.file, scene.people)
    for i, e in enumerate(c.engagements):
        yield from present(f"combat.engagements[{i}]", (e.a, e.b), scene.people)
        yield from between(f"combat.engagements[{i}].round", e.round, 1, max(1, c.round))
    for cle in ("dissipations", "devance"):
        yield from present(f"combat.{cle}", getattr(c, cle), scene.people)
    for who in c.initiatives:
        yield from there("combat.initiatives", who, scene.people)
    for who, _ in c.attente:
        yield from there("combat.attente", who, scene.people)
    if c.charge:
        yield from there("combat.charge", c.charge, scene.people)
