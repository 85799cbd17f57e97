"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping

from tablee.kernel.faults import Faults, among, between, each, held, named, once, present, there, under_own_ids
from tablee.kernel.own import Judge, faults
from tablee.kernel.sentence import Said, Typed

from ..book.c10_modes import DISTANCE, RAPPROCHE
from ..model.catalogue import (
    ARMES,
    COMPETENCES,
    CORPS,
    CREATURES,
    Arme,
    Armure,
    Bouclier,
    Materiel,
)
from ..model.maison import AUCUNE, OBJETS, Creature
from ..model.people import Effet, Equipement, Fiche, Personnage
from ..model.runes import POUVOIRS, RUNES, Pouvoir
from ..model.scene import Scene
from ..model.tables import ATTRIBUTS, CHARGES, NOMS, RANG_MAX
from ..model.things import objets_de
from .judge_scene import fautes_de_la_magie, fautes_des_epreuves, fautes_du_combat

COMPETENCE_MAX = 20


POINTS_MAX = 999


LOIN = 100_000  # metres


LONGTEMPS = 10**12  # seconds


SOUS_MAX = 10**9


VIDE_MAX = 8


SOUFFLE_MAX = 20  # turns without breath; the loss doubles with each


SUR = ("tests", "protection", "vue", "initiative", "defense", "attaque", "poids", "forme")


GENES = ("baillonne", "ligote")


PLANS = ("", "temps")


def judge(scene: Scene, name: str) -> Scene:
    return held(scene, fautes(scene), name)


def fautes(scene: Scene) -> Faults:
    if scene.own is not AUCUNE:
        yield from faults(scene.own, "maison", LIVRE, JUGES)
    yield from under_own_ids("personnages", scene.people)
    for who, p in scene.people.items():
        yield from fautes_du_personnage(scene, p, f"personnages.{who}")
    yield from between("horloge", scene.clock, 0, LONGTEMPS)
    yield from fautes_des_epreuves(scene)
    yield from fautes_de_la_magie(scene)
    if scene.encounter is not None:
        yield from fautes_du_combat(scene, scene.encounter)


# ---------------------------------------------------------------- characters


def fautes_du_personnage(scene: Scene, p: Personnage, ici: str) -> Faults:
    yield from named(ici, p.id)
    if p.fiche.corps not in CORPS:
        yield from among(f"{ici}.fiche.corps", p.fiche.corps, CORPS)
        return
    yield from fautes_de_la_fiche(p.fiche, f"{ici}.fiche")
    for cle in ("x", "y"):
        yield from between(f"{ici}.{cle}", getattr(p, cle), -LOIN, LOIN)
    yield from fautes_des_reserves(p, ici)
    for i, e in enumerate(p.effets):
        yield from fautes_de_l_effet(e, f"{ici}.effets[{i}]")
    yield from fautes_de_l_equipement(p.equipement, p.fiche, f"{ici}.equipement")
    armes = [a.id for a in p.equipement.armes]
    yield from once(f"{ici}.a_terre_armes", p.a_terre_armes, armes)
    yield from once(f"{ici}.insufflations", [qi.arme for qi in p.insufflations], [o.id for o in objets_de(p)])
    for qi in p.insufflations:
        yield from between(f"{ici}.insufflations.{qi.arme}.points", qi.points, 1, VIDE_MAX)
    yield from present(f"{ici}.surpris_par", p.surpris_par, scene.people)
    yield from once(f"{ici}.gene", p.gene, GENES)
    yield from each(f"{ici}.runes", p.runes, RUNES)
    yield from among(f"{ici}.plan", p.plan, PLANS)
    if p.monture:
        yield from there(f"{ici}.monture", p.monture, [q for q in scene.people if q != p.id])


def fautes_des_reserves(p: Personnage, ici: str) -> Faults:
    """What was lost of pools, and what is counted turn by turn."""
    for membre, perdus in p.blessures.items():
        yield from among(f"{ici}.blessures", membre, p.fiche.membres)
        yield from between(f"{ici}.blessures.{membre}", perdus, 0, POINTS_MAX)
    for membre, perdus in p.recentes.items():
        yield from between(f"{ici}.recentes.{membre}", perdus, 0, max(0, p.blessures.get(membre, 0)))
    for cle, haut in (
        ("fatigue", POINTS_MAX),
        ("vide_perdu", VIDE_MAX),
        ("repos", POINTS_MAX),
        ("serie", POINTS_MAX),
        ("elan", RANG_MAX),
        ("souffle", SOUFFLE_MAX),
        ("runes_nd", POINTS_MAX),
        ("voile", POINTS_MAX),
        ("incante", LONGTEMPS),
    ):
        yield from between(f"{ici}.{cle}", getattr(p, cle), 0, haut)
    yield from between(f"{ici}.temps", p.temps, -POINTS_MAX, POINTS_MAX)
    for rune, n in p.runes.items():
        yield from between(f"{ici}.runes.{rune}", n, 0, POINTS_MAX)


def fautes_de_la_fiche(f: Fiche, ici: str) -> Faults:
    yield from named(f"{ici}.nom", f.nom)
    for a in ATTRIBUTS:
        yield from between(f"{ici}.{a}", getattr(f, a), 1, RANG_MAX)
    for id, rang in f.competences.items():
        yield from among(f"{ici}.competences", id, COMPETENCES)
        yield from between(f"{ici}.competences.{id}", rang, 0, COMPETENCE_MAX)
    yield from each(f"{ici}.utilisees", f.utilisees, COMPETENCES)
    yield from each(f"{ici}.ameliorees", f.ameliorees, COMPETENCES)
    yield from fautes_des_resistances(f.resistances, f"{ici}.resistances")
    for langue in f.langues:
        yield from named(f"{ici}.langues", langue)
    yield from between(f"{ici}.protection", f.protection, 0, 30)
    yield from between(f"{ici}.degats", f.degats, 0, 200)
    yield from between(f"{ici}.pp", f.pp, 0, LONGTEMPS)


def fautes_des_resistances(resistances: dict[str, int], ici: str) -> Faults:
    opposees = [r.id for r in RUNES.values() if r.oppose]
    for rune, rang in resistances.items():
        yield from among(ici, rune, opposees)
        yield from between(f"{ici}.{rune}", rang, 0, COMPETENCE_MAX)


def fautes_de_l_effet(e: Effet, ici: str) -> Faults:
    yield from named(f"{ici}.nom", e.nom)
    yield from among(f"{ici}.sur", e.sur, [*SUR, *NOMS, *COMPETENCES])
    yield from between(f"{ici}.mod", e.mod, -POINTS_MAX, POINTS_MAX)
    yield from between(f"{ici}.fin", e.fin, 0, LONGTEMPS)
    yield from between(f"{ici}.tours", e.tours, 1, POINTS_MAX)


# ---------------------------------------------------------------- equipment


def fautes_de_l_equipement(e: Equipement, f: Fiche, ici: str) -> Faults:
    for i, a in enumerate(e.armes):
        yield from fautes_de_l_arme(a, f"{ici}.armes[{i}]")
    for i, piece in enumerate(e.armures):
        yield from fautes_de_l_armure(piece, f"{ici}.armures[{i}]", f.membres)
    if e.bouclier is not None:
        yield from fautes_du_bouclier(e.bouclier, f"{ici}.bouclier")
    for i, m in enumerate(e.materiel):
        yield from fautes_de_l_objet(m, f"{ici}.materiel[{i}]")
    yield from between(f"{ici}.sous", e.sous, 0, SOUS_MAX)
    yield from fautes_de_ce_qui_est_porte(e, f.resistance, ici)


def fautes_de_ce_qui_est_porte(e: Equipement, resistance: int, ici: str) -> Faults:
    """One piece on a limb, each weapon under a name of its own, two hands, a load that can be lifted."""
    membres = [a.membre for a in e.armures]
    for membre in dict.fromkeys(membres):
        if membres.count(membre) > 1:
            yield (
                f"{ici}.armures",
                Said("une seule pièce par membre, pas {} pour « {} »", (membres.count(membre), Typed(membre))),
            )
    armes = [a.id for a in e.armes]
    yield from once(f"{ici}.armes", armes, armes)
    if e.en_main is not None:
        yield from once(f"{ici}.en_main", e.en_main, armes)
    mains = sum(a.mains for a in e.tenues)
    if mains > 2:
        yield f"{ici}.en_main", Said("deux mains ne suffisent pas, il en faudrait {}", (mains,))
    au_plus = CHARGES[-1].kg * resistance
    if e.masse > au_plus:
        yield ici, Said("{} kg au plus avec cette Force, pas {:g}", (au_plus, e.masse))


def fautes_de_l_objet(o: Arme | Armure | Bouclier | Materiel, ici: str) -> Faults:
    """What everything one carries has: a name, a mass, a price, perhaps an infusion."""
    yield from named(f"{ici}.id", o.id)
    yield from named(f"{ici}.nom", o.nom)
    if not 0 <= o.poids <= 1000:
        yield f"{ici}.poids", Said("de 0 à 1000 kg, pas {:g}", (o.poids,))
    yield from between(f"{ici}.cout", o.cout, 0, SOUS_MAX)
    yield from between(f"{ici}.infusion", o.infusion, 0, COMPETENCE_MAX)


def fautes_de_l_arme(a: Arme, ici: str) -> Faults:
    yield from fautes_de_l_objet(a, ici)
    yield from among(f"{ici}.groupe", a.groupe, [*sorted(RAPPROCHE | DISTANCE)])
    yield from between(f"{ici}.degats", a.degats, 0, 200)
    yield from between(f"{ici}.vitesse", a.vitesse, 0, COMPETENCE_MAX)
    yield from between(f"{ici}.portee", a.portee, 0 if a.groupe in RAPPROCHE else 1, 1000)
    yield from between(f"{ici}.mains", a.mains, 1, 2)
    yield from between(f"{ici}.fixe", a.fixe, 0, 200)


def fautes_de_l_armure(a: Armure, ici: str, membres: Iterable[str]) -> Faults:
    yield from fautes_de_l_objet(a, ici)
    yield from among(f"{ici}.membre", a.membre, membres)
    yield from between(f"{ici}.rang", a.rang, 0, COMPETENCE_MAX)


def fautes_du_bouclier(b: Bouclier, ici: str) -> Faults:
    yield from fautes_de_l_objet(b, ici)
    yield from between(f"{ici}.rang", b.rang, 0, COMPETENCE_MAX)


# ---------------------------------------------------------------- what the table has written

MEMBRES = tuple(dict.fromkeys(m.id for corps in CORPS.values() for m in corps))


def fautes_du_pouvoir(x: Pouvoir, ici: str) -> Faults:
    """A power of a rune there is; one that raises attributes says which."""
    yield from named(f"{ici}.nom", x.nom)
    yield from among(f"{ici}.rune", x.rune, RUNES)
    yield from between(f"{ici}.nd", x.nd, 0, POINTS_MAX)
    yield from between(f"{ici}.nd_fixe", x.nd_fixe, 0, POINTS_MAX)
    yield from between(f"{ici}.par_point", x.par_point, 1, POINTS_MAX)
    yield from between(f"{ici}.rang", x.rang, 1, COMPETENCE_MAX)
    yield from once(f"{ici}.attributs", x.attributs, ATTRIBUTS)
    if x.effet == "attributs" and not x.attributs:
        yield f"{ici}.attributs", Said("il faut au moins un attribut")


def fautes_de_la_creature(c: Creature, ici: str) -> Faults:
    """Like anybody."""
    if c.fiche.corps not in CORPS:
        yield from among(f"{ici}.fiche.corps", c.fiche.corps, CORPS)
        return
    yield from fautes_de_la_fiche(c.fiche, f"{ici}.fiche")
    yield from fautes_de_l_equipement(c.equipement, c.fiche, f"{ici}.equipement")


def fautes_d_une_piece(a: Armure, ici: str) -> Faults:
    return fautes_de_l_armure(a, ici, MEMBRES)


LIVRE: Mapping[str, Container[str]] = {
    **dict.fromkeys(("arme", "armure", "bouclier", "materiel"), (*ARMES, *OBJETS)),
    "pouvoir": POUVOIRS,
    "creature": CREATURES,
}
JUGES: Mapping[str, Judge] = {
    "arme": fautes_de_l_arme,
    "armure": fautes_d_une_piece,
    "bouclier": fautes_du_bouclier,
    "materiel": fautes_de_l_objet,
    "pouvoir": fautes_du_pouvoir,
    "creature": fautes_de_la_creature,
}
