"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import TYPE_CHECKING

from tablee.kernel.faults import Faults, among, between, held, named, present, there
from tablee.kernel.own import Judge, faults
from tablee.kernel.sentence import Id, Said, Typed, chain

from ..book.c2_traits import LONGUEUR
from ..book.c5_magie.magie import DERNIER_CRAN, MAGIE
from ..model.catalogue import ARMES, SBIRES, SORTS
from ..model.maison import AUCUNE, Adversaire
from ..model.people import NOMS, SANS_FIN, Condition, Fiche, Objet, Personnage, Sort, Trait
from ..model.scene import Scene
from ..model.tables import BOTTES, DIFFICULTES

if TYPE_CHECKING:
    from ..model.combat import Combat

CARAC_MAX = 30
VALEUR_MAX = 50  # of a Trait, of what a condition or a help brings
PLAIE_MAX = 999  # a wound is as large as the damage that made it
LOIN = 10_000  # metres
LONGTEMPS = 10**12  # seconds
FOULE = 10**9


def juger(scene: Scene, name: str) -> Scene:
    return held(scene, fautes(scene), name)


def fautes(scene: Scene) -> Faults:
    if scene.own is not AUCUNE:
        yield from faults(scene.own, "maison", LIVRE, JUGES)
    for p in scene.people.values():
        yield from fautes_du_personnage(scene, p, f"personnages.{p.id}")
    yield from between("horloge", scene.clock, 0, LONGTEMPS)
    yield from between("scenario", scene.scenario, 1, VALEUR_MAX**2)
    if scene.encounter is not None:
        yield from fautes_du_combat(scene, scene.encounter)
    yield from fautes_alentour(scene)


# ---------------------------------------------------------------- what may be said of anything


def nomme(cle: str, nom: str) -> Faults:
    return named(cle, nom, LONGUEUR)


def presents(scene: Scene, cle: str, qui: Iterable[str]) -> Faults:
    return present(cle, qui, scene.people)


# ---------------------------------------------------------------- characters


def fautes_du_personnage(scene: Scene, p: Personnage, ici: str) -> Faults:
    yield from nomme(ici, p.id)
    yield from fautes_de_la_fiche(p.fiche, f"{ici}.fiche")
    yield from fautes_des_pertes(scene, p, ici)
    yield from between(f"{ici}.x", p.x, -LOIN, LOIN)
    yield from between(f"{ici}.y", p.y, -LOIN, LOIN)
    for cle in ("survie", "hemorragie", "pauses", "vole", "xp", "traits_libres"):
        yield from between(f"{ici}.{cle}", getattr(p, cle), 0, PLAIE_MAX)
    yield from between(f"{ici}.reveil", p.reveil, 0, LONGTEMPS)
    for i, t in enumerate(p.traits):
        yield from fautes_du_trait(t, f"{ici}.traits[{i}]", PLAIE_MAX)
    for i, c in enumerate(p.conditions):
        yield from fautes_de_la_condition(c, f"{ici}.conditions[{i}]")
    for i, a in enumerate(p.aides):
        yield from between(f"{ici}.aides[{i}].valeur", a.valeur, 0, VALEUR_MAX)
        yield from between(f"{ici}.aides[{i}].points", a.points, 0, VALEUR_MAX)
    for cle, sorts in (("memoire", p.memoire), ("grimoire", p.grimoire)):
        for i, s in enumerate(sorts):
            yield from fautes_du_sort(s, f"{ici}.{cle}[{i}]")
    yield from fautes_de_l_equipement(p, ici)
    yield from fautes_des_mains(p, ici)


def fautes_de_la_fiche(f: Fiche, ici: str) -> Faults:
    yield from nomme(f"{ici}.nom", f.nom)
    for c in NOMS:
        yield from between(f"{ici}.{c}", getattr(f, c), 1, CARAC_MAX)
    yield from between(f"{ici}.res_fixee", f.res_fixee, 1, PLAIE_MAX)
    if f.sbire:
        yield from among(f"{ici}.sbire", f.sbire, DIFFICULTES)
    for i, t in enumerate(f.traits):
        yield from fautes_du_trait(t, f"{ici}.traits[{i}]", VALEUR_MAX)


def fautes_des_pertes(scene: Scene, p: Personnage, ici: str) -> Faults:
    """Nothing below zero, but RES where the table plays it so: down to minus its score, further only for the dead."""
    plus_bas = p.fiche.RES
    if scene.options.degats_simplifies:
        plus_bas = PLAIE_MAX if p.etat == "mort" else 2 * p.fiche.RES
    yield from between(f"{ici}.res_perdue", p.res_perdue, 0, plus_bas)
    yield from between(f"{ici}.san_perdue", p.san_perdue, 0, p.fiche.SAN)
    yield from between(f"{ici}.aur_perdue", p.aur_perdue, 0, p.fiche.AUR)
    for carac, perte in p.pertes.items():
        yield from among(f"{ici}.pertes", carac, [c for c in NOMS if getattr(p.fiche, c) is not None])
        yield from between(f"{ici}.pertes.{carac}", perte, 0, getattr(p.fiche, carac, 0) or 0)


def fautes_du_trait(t: Trait, ici: str, haut: int) -> Faults:
    yield from nomme(f"{ici}.nom", t.nom)
    yield from between(f"{ici}.valeur", t.valeur, 1, haut)
    yield from between(f"{ici}.fin", t.fin, 0, LONGTEMPS)
    if t.botte:
        yield from among(f"{ici}.botte", t.botte, BOTTES)


def fautes_de_la_condition(c: Condition, ici: str) -> Faults:
    yield from nomme(f"{ici}.nom", c.nom)
    yield from between(f"{ici}.rounds", c.rounds, 0, SANS_FIN)
    yield from between(f"{ici}.desavantages", c.desavantages, 0, VALEUR_MAX)
    yield from between(f"{ici}.mouvement", c.mouvement, 0, VALEUR_MAX)


def fautes_du_sort(s: Sort, ici: str) -> Faults:
    yield from nomme(f"{ici}.nom", s.nom)
    for cle, table in (("complexite", MAGIE.complexite), ("portee", MAGIE.portee), ("aire", MAGIE.aire)):
        yield from between(f"{ici}.{cle}", getattr(s, cle), 0, len(table) - 1)
    yield from between(f"{ici}.niveau", s.niveau, 0, VALEUR_MAX)
    yield from between(f"{ici}.crans", s.crans, -DERNIER_CRAN, DERNIER_CRAN)


def fautes_de_l_equipement(p: Personnage | Adversaire, ici: str) -> Faults:
    """Each thing in its place."""
    for i, arme in enumerate(p.armes):
        yield from fautes_de_l_objet(arme, f"{ici}.armes[{i}]", "melee", "tir")
    if p.armure is not None:
        yield from fautes_de_l_objet(p.armure, f"{ici}.armure", "armure")
    if p.bouclier is not None:
        yield from fautes_de_l_objet(p.bouclier, f"{ici}.bouclier", "bouclier")


def fautes_des_mains(p: Personnage, ici: str) -> Faults:
    """What is in hand is carried."""
    for id in p.en_main or ():
        yield from among(f"{ici}.en_main", id, [a.id for a in p.armes])


def fautes_de_l_objet(o: Objet, ici: str, *genres: str) -> Faults:
    yield from nomme(f"{ici}.nom", o.nom)
    yield from between(f"{ici}.score", o.score, 0, VALEUR_MAX)
    if genres and o.genre not in genres:
        yield ici, Said("« {} » n'est pas à sa place ; il faut : {}", (o.nom, chain("{} ou {}", map(Typed, genres))))


# ---------------------------------------------------------------- what the table has written


def fautes_d_un_objet(o: Objet, ici: str) -> Faults:
    yield from fautes_de_l_objet(o, ici)
    if o.trait:
        yield from nomme(f"{ici}.trait", o.trait)


def fautes_de_l_adversaire(a: Adversaire, ici: str) -> Faults:
    """Like anybody."""
    yield from fautes_de_la_fiche(a.fiche, f"{ici}.fiche")
    yield from fautes_de_l_equipement(a, ici)
    for i, s in enumerate(a.grimoire):
        yield from fautes_du_sort(s, f"{ici}.grimoire[{i}]")


LIVRE: Mapping[str, Container[str]] = {"objet": ARMES, "sort": SORTS, "sbire": SBIRES}
JUGES: Mapping[str, Judge] = {"objet": fautes_d_un_objet, "sort": fautes_du_sort, "sbire": fautes_de_l_adversaire}


# ---------------------------------------------------------------- what is under way


def fautes_du_combat(scene: Scene, combat: Combat) -> Faults:
    yield from between("combat.round", combat.round, 1, LOIN)
    yield from presents(scene, "combat.file", combat.file)
    yield from presents(scene, "combat.ordre", combat.ordre)
    yield from presents(scene, "combat.groupes", [w for groupe in combat.groupes for w in groupe])
    if combat.phase != "approche" and not combat.groupes:
        yield "combat.groupes", Said("la phase « {} » demande les groupes au contact", (Typed(combat.phase),))
    for i, contact in enumerate(combat.contacts):
        yield from presents(scene, f"combat.contacts[{i}]", contact)
    for who, a in combat.annonces.items():
        yield from presents(scene, f"combat.annonces.{who}", (who, *a.cibles, *((a.cible,) if a.cible else ())))
        if a.actor != who:
            yield f"combat.annonces.{who}.actor", Said("« {} » est attendu, pas « {} »", (Id(who), Id(a.actor)))
        yield from between(f"combat.annonces.{who}.parts", len(a.parts), len(a.cibles), len(a.cibles))  # one for each
    if combat.initiateur:
        yield from there("combat.initiateur", combat.initiateur, combat.annonces)
    for cle, bas in (("actions", 0), ("marche", 0), ("elan", -VALEUR_MAX)):
        for who, n in getattr(combat, cle).items():
            yield from presents(scene, f"combat.{cle}", (who,))
            yield from between(f"combat.{cle}.{who}", n, bas, LOIN)
    yield from presents(scene, "combat.derniers", tuple(combat.derniers))


def fautes_alentour(scene: Scene) -> Faults:
    """A chase, armies, spells at work, things on the ground."""
    chasse = scene.poursuite
    if chasse is not None:
        yield from presents(scene, "poursuite", (chasse.fuyard, chasse.poursuivant))
        yield from between("poursuite.ecart", chasse.ecart, 0, FOULE)
        yield from between("poursuite.but", chasse.but, 1, FOULE)
    for nom, armee in scene.armees.items():
        yield from presents(scene, f"armees.{nom}.general", (armee.general,))
        yield from between(f"armees.{nom}.effectif", armee.effectif, 1, FOULE)
        yield from between(f"armees.{nom}.pertes", armee.pertes, 0, armee.effectif)
        yield from among(f"armees.{nom}.echelle", str(armee.echelle), ("1", "10", "100"))
    for i, s in enumerate(scene.sorts):
        yield from presents(scene, f"sorts[{i}].mage", (s.mage,))
        yield from presents(scene, f"sorts[{i}].cibles", s.cibles)
        yield from fautes_du_sort(s.sort, f"sorts[{i}].sort")
        yield from between(f"sorts[{i}].intensite", s.intensite, 0, PLAIE_MAX)
        yield from between(f"sorts[{i}].rang", s.rang, 0, DERNIER_CRAN)
        yield from between(f"sorts[{i}].fin", s.fin, 0, LONGTEMPS)
    for i, chose in enumerate(scene.au_sol):
        yield from fautes_de_l_objet(chose.objet, f"au_sol[{i}].objet")
        yield from between(f"au_sol[{i}].x", chose.x, -LOIN, LOIN)
        yield from between(f"au_sol[{i}].y", chose.y, -LOIN, LOIN)
