"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from tablee.kernel.faults import Faults, among, between, each, held, named, once, present, there
from tablee.kernel.own import faults
from tablee.kernel.sentence import Id, Said, Typed

from ..book.c2_combat.combat import AVANTAGE_MAX
from ..book.c6_corruption import MUTATIONS
from ..model.catalogue import COMPETENCES, ETATS, FORMES, TRAITS_CREATURES, ZONES
from ..model.combats import Combat
from ..model.maison import AUCUNE, Creature
from ..model.people import Equipement, Etat, Fiche, Personnage
from ..model.scene import HORS_D_ATTEINTE, Etendu, Poursuite, Scene
from ..model.sorts import DOMAINES, SORTS
from ..model.tables import CARACS, NOMS
from .judge_things import (
    LIVRE,
    LOIN,
    fautes_de_l_arme,
    fautes_de_l_armure,
    fautes_de_portee,
    juges_de_la_maison,
    juges_du_carnet,
)

CARAC_MAX = 100
AUGMENTATION_MAX = 100
POINTS_MAX = 999
LONGTEMPS = 10**12  # seconds
NIVEAUX_MAX = 50


def juger(scene: Scene, name: str) -> Scene:
    return held(scene, fautes(scene), name)


def fautes(scene: Scene) -> Faults:
    if scene.own is not AUCUNE:
        yield from fautes_de_la_maison(scene)
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


def fautes_de_la_maison(scene: Scene) -> Faults:
    """What the table has written, by the same rules as what anybody has."""

    def creature(c: Creature, ici: str) -> Faults:
        yield from fautes_de_la_fiche(scene, c.fiche, f"{ici}.fiche")
        yield from fautes_de_l_equipement(c.equipement, f"{ici}.equipement")

    return faults(scene.own, "maison", LIVRE, {**juges_de_la_maison(scene.own), "creature": creature})


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
    yield from fautes_de_la_fiche(scene, p.fiche, f"{ici}.fiche")
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
    yield from fautes_de_l_equipement(p.equipement, f"{ici}.equipement")


def fautes_de_la_fiche(scene: Scene, f: Fiche, ici: str) -> Faults:
    yield from named(f"{ici}.nom", f.nom)
    for c in CARACS:
        yield from between(f"{ici}.{c}", getattr(f, c), 1, CARAC_MAX)
    for id, plus in f.competences.items():
        yield from among(f"{ici}.competences", id, COMPETENCES)
        yield from between(f"{ici}.competences.{id}", plus, 0, AUGMENTATION_MAX)
    for id, fois in f.talents.items():
        yield from among(f"{ici}.talents", id, f.own.talents)
        if id in f.own.talents:
            yield from between(f"{ici}.talents.{id}", fois, 1, f.own.talents[id].max)
    for cle, valeurs, connus in (
        ("traits", f.traits, TRAITS_CREATURES),
        ("sorts", f.sorts, f.livre),
        ("grimoire", f.grimoire, f.livre),
        ("domaines", f.domaines, DOMAINES),
    ):
        yield from each(f"{ici}.{cle}", valeurs, connus)
    yield from faults(f.own, f"{ici}.maison", LIVRE, juges_du_carnet(f.own))
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


def fautes_de_l_etat(e: Etat, ici: str) -> Faults:
    yield from among(f"{ici}.id", e.id, ETATS)
    yield from between(f"{ici}.niveaux", e.niveaux, 1, NIVEAUX_MAX)
    yield from between(f"{ici}.tenus", e.tenus, 0, max(0, e.niveaux - 1))
    yield from between(f"{ici}.force", e.force, 0, POINTS_MAX)


def fautes_de_l_equipement(e: Equipement, ici: str) -> Faults:
    for i, a in enumerate(e.armes):
        yield from fautes_de_l_arme(a, f"{ici}.armes[{i}]")
    for i, piece in enumerate(e.armures):
        yield from fautes_de_l_armure(piece, f"{ici}.armures[{i}]")
    if e.en_main is not None:
        yield from once(f"{ici}.en_main", e.en_main, [a.id for a in e.armes])
        mains = sum(a.mains for a in e.tenues)
        if mains > 2:
            yield f"{ici}.en_main", Said("deux mains ne suffisent pas, il en faudrait {}", (mains,))
    yield from between(f"{ici}.couronnes", e.couronnes, 0, LONGTEMPS)


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
