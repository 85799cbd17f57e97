"""Scenes written by hand, judged: who is named must be there, and every figure within what the game can mean."""

from __future__ import annotations

from collections.abc import Iterator

from tablee.kernel.faults import Faults, among, between, held, named, once, there, under_own_ids
from tablee.kernel.ledger import rule
from tablee.kernel.own import faults
from tablee.kernel.sentence import Id, Said, Typed

from ..book.c5_aventure.repos import EPUISEMENT_MAX
from ..book.c7_modeles import MAITRISE_MAX, NIVEAU_MAX, POINTS, TAUX, TAUX_MAX, fautes_d_augmentation, fautes_de_classe
from ..book.c7_modeles import POINTS_MAX as PAR_CARAC
from ..model.catalogue import AFFLICTIONS, ETATS, MONTURES, TERRAINS
from ..model.effects import vole
from ..model.hexes import Case
from ..model.maison import AUCUNE, Creature, Maison
from ..model.people import AIDES_CONNUES, CHARGES_MAX, JT_MAX, Fiche, Unite
from ..model.scene import Carte, Combat, Scene
from ..model.tables import AUTRES, BLESSURES, ELEMENTS, PALIERS, SOCIALES, STATS, TYPES_ARMES, TYPES_UNITES
from .judge_own import LIVRE, fautes_d_une_classe, juges_de_la_maison, juges_du_carnet
from .judge_things import (
    POINTS_MAX,
    fautes_de_l_effet,
    fautes_de_l_equipement,
    fautes_de_la_chose,
    fautes_de_la_technique,
)

LOIN = 1000  # cells
LARGE_MAX, HAUT_MAX = 100, 100  # of a map
RAYON_MAX = 20  # around the middle of open ground, for those whose place is not said
LONGTEMPS = 10**12  # seconds
XP_MAX = 10**9
BORNES = {"CON": (0, 99), "INIT": (-50, 99), "ESQ": (-100, 200), "MOV": (0, 30)}
SOCIALE_MAX = 100
GAINS_MAX = 999_000  # thousandths
TOURS_MAX = 999  # left of something that lasts


def juger(scene: Scene, name: str) -> Scene:
    return held(scene, fautes_de_la_scene(scene), name)


def fautes_de_la_scene(scene: Scene) -> Faults:
    if scene.carte is not None:
        yield from fautes_de_la_carte(scene.carte)
    yield from between("horloge", scene.clock, 0, LONGTEMPS)
    if scene.own is not AUCUNE:
        yield from fautes_de_la_maison(scene.own)
    yield from under_own_ids("unites", scene.people)
    for who, u in scene.people.items():
        yield from fautes_de_l_unite(u, f"unites.{who}")
        yield from fautes_des_liens(scene, u, f"unites.{who}")
    yield from fautes_du_sol(scene)
    yield from between("places_du_convoi", scene.places_du_convoi, 0, POINTS_MAX)
    yield from between("convoi", len(scene.convoi), 0, scene.places_du_convoi)
    for i, (nom, fin) in enumerate(scene.echeances):
        yield from named(f"echeances[{i}]", nom)
        yield from between(f"echeances[{i}]", fin, 0, LONGTEMPS)
    for i, chose in enumerate(scene.convoi):
        yield from fautes_de_la_chose(chose, f"convoi[{i}]")
    if scene.encounter is not None:
        yield from fautes_du_combat(scene, scene.encounter)


@rule("FD-9.18")
def fautes_de_la_maison(maison: Maison) -> Faults:
    """What the table has written, by the same rules as what anybody has."""

    def creature(c: Creature, ici: str) -> Faults:
        yield from fautes_de_la_fiche(c.fiche, f"{ici}.fiche")
        yield from fautes_de_l_equipement(c.equipement, f"{ici}.equipement")

    return faults(maison, "maison", LIVRE, {**juges_de_la_maison(maison), "creature": creature})


# ---------------------------------------------------------------- the map


@rule("FD-9.19", "FD-9.15")
def fautes_de_la_carte(carte: Carte) -> Faults:
    """Rows of known signs, some cell at least, not too large to be walked over."""
    yield from between("carte.lignes", len(carte.lignes), 1, HAUT_MAX)
    signes = [" ", *(t.signe for t in TERRAINS.values())]
    for i, ligne in enumerate(carte.lignes):
        yield from between(f"carte.lignes[{i}]", len(ligne), 0, LARGE_MAX)
        for signe in dict.fromkeys(ligne):
            yield from among(f"carte.lignes[{i}]", signe, signes)
    if not carte.cases:
        yield "carte.lignes", Said("il faut au moins une case")


def fautes_du_sol(scene: Scene) -> Faults:
    """Zones laid down and damage to cells."""
    for i, zone in enumerate(scene.zones):
        yield from among(f"zones[{i}].terrain", zone.terrain, TERRAINS)
        yield from between(f"zones[{i}].tours", zone.tours, 1, TOURS_MAX)
        if zone.par:
            yield from there(f"zones[{i}].par", zone.par, scene.people)
        for case in zone.cases:
            yield from _sur_la_carte(scene, f"zones[{i}].cases", case)
    for i, (case, n) in enumerate(scene.degats):
        yield from _sur_la_carte(scene, f"degats[{i}]", case)
        yield from between(f"degats[{i}]", n, 0, POINTS_MAX)


def _sur_la_carte(scene: Scene, cle: str, case: Case) -> Faults:
    if max(abs(case[0]), abs(case[1])) > LOIN:
        yield cle, Said("de {} à {}, pas {}, {}", (-LOIN, LOIN, *case))
    elif not scene.sur_la_carte(case):
        yield cle, Said("la case {}, {} n'est pas sur la carte", case)


# ---------------------------------------------------------------- places


def debout_sur(u: Unite) -> bool:
    """Whether a unit takes up its cell: standing, and neither ridden nor sitting behind somebody."""
    return u.conscient and not u.cavalier and not u.passager_de


@rule("FD-9.15", "FD-9.19")
def tenable(scene: Scene, u: Unite, case: Case) -> bool:
    """Whether a unit can stand there: on the map, on ground one enters, or in the air where nothing hides."""
    if not scene.sur_la_carte(case):
        return False
    sol = scene.terrain(case)
    return sol.cout is not None or (vole(scene, u) and not sol.cache)


@rule("FD-3.3")
def fautes_des_pv(scene: Scene) -> Faults:
    """Whoever has lost every PV is written as such: in survival, or dead."""
    for who, u in scene.people.items():
        if u.conscient and u.perdus >= u.pv_max:
            cle = f"unites.{who}.perdus"
            dit = "moins que les {} PV, pas {} ; à 0 PV, écrire « survie » ou « vie »"
            yield cle, Said(dit, (u.pv_max, u.perdus))


@rule("FD-9.19")
def fautes_des_places(scene: Scene) -> Faults:
    """Those who stand in a scene as it is written: on the map, where they can stand, one on each cell."""
    prises: dict[Case, str] = {}
    for who, u in scene.people.items():
        if not u.conscient:
            yield from _sur_la_carte(scene, f"unites.{who}", u.case)
            continue
        if not tenable(scene, u, u.case):
            yield from _sur_la_carte(scene, f"unites.{who}", u.case)
            sol = scene.terrain(u.case).nom
            yield f"unites.{who}", Said("personne ne tient sur la case {}, {} ({})", (*u.case, sol))
        if debout_sur(u) and u.case in prises:
            facts = (*u.case, Id(prises[u.case]))
            yield f"unites.{who}", Said("la case {}, {} est déjà prise par « {} »", facts)
        elif debout_sur(u):
            prises[u.case] = who


# ---------------------------------------------------------------- a unit


def fautes_de_l_unite(u: Unite, ici: str) -> Faults:
    yield from named(ici, u.id)
    if u.side:
        yield from named(f"{ici}.camp", u.side)
    yield from fautes_de_la_fiche(u.fiche, f"{ici}.fiche")
    yield from fautes_de_l_equipement(u.equipement, f"{ici}.equipement")
    for cle in ("x", "y"):
        yield from between(f"{ici}.{cle}", getattr(u, cle), -LOIN, LOIN)
    yield from between(f"{ici}.face", u.face, 0, 5)
    yield from fautes_des_reserves(u, ici)
    yield from fautes_des_maux(u, ici)
    if u.bete:
        yield from among(f"{ici}.bete", u.bete, MONTURES)
        if u.joueur:
            yield f"{ici}.joueur", Said("une monture n'est pas un personnage joueur")


@rule("FD-3.53", "FD-3.56", "FD-5.9")
def fautes_des_reserves(u: Unite, ici: str) -> Faults:
    """What was lost of pools and what is left of them."""
    for cle, haut in (
        ("perdus", POINTS_MAX),
        ("ep", POINTS_MAX),
        ("jt", JT_MAX),
        ("charges", CHARGES_MAX),
        ("chances", POINTS_MAX),
        ("sequelles", POINTS_MAX),
        ("au_moins", len(BLESSURES) - 1),
        ("epuisement", EPUISEMENT_MAX),
        ("souffle", POINTS_MAX),
        ("apnee", LONGTEMPS),
    ):
        yield from between(f"{ici}.{cle}", getattr(u, cle), 0, haut)
    if u.survie is None:
        return
    yield from between(f"{ici}.survie.reste", u.survie.reste, 1, 100 * POINTS_MAX)
    yield from among(f"{ici}.survie.blessure", u.survie.blessure, BLESSURES)
    yield from between(f"{ici}.survie.plein", u.survie.plein, 0, POINTS_MAX)
    yield from between(f"{ici}.survie.tours", u.survie.tours, 0, POINTS_MAX)
    for qui, n in u.survie.essais:
        yield from between(f"{ici}.survie.essais.{qui}", n, 0, POINTS_MAX)


@rule("FD-4.11", "FD-4.14", "FD-2.13")
def fautes_des_maux(u: Unite, ici: str) -> Faults:
    """One affliction, states each once, passing effects the engine understands."""
    if u.affliction is not None:
        yield from among(f"{ici}.affliction.id", u.affliction.id, AFFLICTIONS)
        yield from between(f"{ici}.affliction.tours", u.affliction.tours, 1, TOURS_MAX)
    yield from once(f"{ici}.etats", [e.id for e in u.etats], ETATS)
    for i, e in enumerate(u.etats):
        yield from between(f"{ici}.etats[{i}].tours", e.tours, 1, TOURS_MAX)
    for i, a in enumerate(u.effets):
        yield from between(f"{ici}.effets[{i}].tours", a.tours, 1, TOURS_MAX)
        yield from fautes_de_l_effet(a.effet, f"{ici}.effets[{i}].effet", actif=False)
    for cle, n in u.recharges:
        yield from between(f"{ici}.recharges.{cle}", n, 1, TOURS_MAX)
    for aide in u.aides:
        yield from among(f"{ici}.aides", aide, AIDES_CONNUES)


@rule("FD-6.35", "FD-6.36", "FD-3.25")
def fautes_des_liens(scene: Scene, u: Unite, ici: str) -> Faults:
    """Rider and mount name each other; a mount bears nothing but a kind of mount; a passenger sits behind a rider."""
    betes = [id for id, v in scene.people.items() if v.bete and id != u.id]
    if u.monture:
        yield from there(f"{ici}.monture", u.monture, betes)
        if u.bete:
            yield f"{ici}.monture", Said("une monture n'en monte pas une autre")
        if u.monture in betes and scene.people[u.monture].cavalier != u.id:
            yield f"{ici}.monture", Said("« {} » porte « {} »", (Id(u.monture), Id(scene.people[u.monture].cavalier)))
    if u.cavalier:
        yield from there(f"{ici}.cavalier", u.cavalier, [id for id, v in scene.people.items() if v.monture == u.id])
        if not u.bete:
            yield f"{ici}.cavalier", Said("seule une monture (« bete ») a un cavalier")
    if u.owner:
        yield from there(f"{ici}.maitre", u.owner, [id for id in scene.people if id != u.id])
    if u.passager_de:
        cavaliers = [id for id, v in scene.people.items() if v.monture and id != u.id]
        yield from there(f"{ici}.passager_de", u.passager_de, cavaliers)


# ---------------------------------------------------------------- a sheet


def fautes_de_la_fiche(f: Fiche, ici: str) -> Faults:
    yield from named(f"{ici}.nom", f.nom)
    for cle, connus in (("origine", f.own.origines), ("classe", f.classes), ("element", ELEMENTS)):
        if getattr(f, cle):
            yield from among(f"{ici}.{cle}", getattr(f, cle), connus)
    yield from between(f"{ici}.niveau", f.niveau, 1, NIVEAU_MAX)
    yield from between(f"{ici}.xp", f.xp, 0, XP_MAX)
    yield from between(f"{ici}.con", f.con, *BORNES["CON"])
    yield from once(f"{ici}.types", f.types, TYPES_UNITES)
    yield from once(f"{ici}.passees", f.passees, f.classes)
    yield from once(f"{ici}.choisies", f.choisies, TYPES_ARMES)
    for i, classe in enumerate(f.siennes):
        yield from fautes_d_une_classe(f, classe, f"{ici}.siennes[{i}]")
        if classe.id in f.own.classes or [autre.id for autre in f.siennes].count(classe.id) > 1:
            yield f"{ici}.siennes[{i}].id", Said("« {} » est déjà une classe", (Typed(classe.id),))
    yield from faults(f.own, f"{ici}.maison", LIVRE, juges_du_carnet(f))
    for i, e in enumerate(f.passifs):
        yield from fautes_de_l_effet(e, f"{ici}.passifs[{i}]", actif=False)
    yield from fautes_des_figures(f, ici)
    yield from fautes_des_techniques(f, ici)


@rule("FD-6.16", "FD-7.20", "FD-9.18")
def fautes_des_figures(f: Fiche, ici: str) -> Faults:
    """Characteristics there are, each within its bounds."""
    for table, connus in (("points", (*STATS, *AUTRES)), ("plus", (*STATS, *AUTRES)), ("gains", (*STATS, *AUTRES))):
        for stat, n in getattr(f, table).items():
            yield from among(f"{ici}.{table}", stat, connus)
            bas, haut = BORNES.get(stat, (0, POINTS_MAX)) if table != "gains" else (0, GAINS_MAX)
            yield from between(f"{ici}.{table}.{stat}", n, bas, haut)
    for stat, n in f.taux.items():
        yield from among(f"{ici}.taux", stat, (*STATS, "CON"))
        yield from between(f"{ici}.taux.{stat}", n, 0, 100)
    for stat, n in f.sociales.items():
        yield from among(f"{ici}.sociales", stat, SOCIALES)
        yield from between(f"{ici}.sociales.{stat}", n, 0, SOCIALE_MAX)
    for table in ("maitrises", "hors_classe"):
        for type_, n in getattr(f, table).items():
            yield from among(f"{ici}.{table}", type_, TYPES_ARMES)
            yield from between(f"{ici}.{table}.{type_}", n, 0, MAITRISE_MAX)


@rule("FD-3.55", "FD-3.57", "FD-3.58")
def fautes_des_techniques(f: Fiche, ici: str) -> Faults:
    """Known ones; with a class, within its PT and unlocked: in the tree at this level, learned, or personal."""
    yield from once(f"{ici}.techniques", f.techniques, f.connues)
    yield from once(f"{ici}.apprises", f.apprises, f.connues)
    if f.personnelle:
        yield from among(f"{ici}.personnelle", f.personnelle, f.connues)
    if f.inventee is not None:
        yield from fautes_de_la_technique(f.inventee, f"{ici}.inventee")
    classe = f.de_classe
    if classe is None:
        return
    for id in f.techniques:
        if id in f.connues and id not in f.debloquees:
            dit = "« {} » n'est pas débloquée au niveau {} de {} ; débloquées : {}"
            facts = Typed(id), f.niveau, classe.nom, tuple(map(Typed, f.debloquees))
            yield f"{ici}.techniques", Said(dit, facts)
    prix, budget = sum(t.pt for t in f.equipees), PALIERS[classe.palier].pt
    if prix > budget:
        yield f"{ici}.techniques", Said("{} PT au plus pour une classe de ce palier, pas {}", (budget, prix))


@rule("FD-7.18", "FD-7.19", "FD-7.20", "FD-7.21", "FD-7.9")
def avertissements(f: Fiche) -> Iterator[tuple[str, str]]:
    """Where a sheet goes beyond the budgets of creation: allowed, but only when the game master wants it so."""
    if not f.classe:
        return
    if not POINTS - 4 <= sum(f.points.values()) <= POINTS + 5:
        yield "FD-7.18", f"{sum(f.points.values())} points répartis, {POINTS} d'ordinaire (20 + 1d10 au dé)"
    for stat in STATS:
        n = f.points.get(stat, 0) + f.plus.get(stat, 0)
        if n > PAR_CARAC:
            yield "FD-7.19", f"{stat} : {n} points avec l'origine, {PAR_CARAC} au plus"
        if f.taux.get(stat, 0) > TAUX_MAX:
            yield "FD-7.21", f"{stat} : {f.taux[stat]} % de croissance, {TAUX_MAX} au plus"
        if f.croissance(stat) < 1:
            yield "FD-7.21", f"{stat} : un taux de croissance est d'au moins 1 %"
    if not TAUX - 4 <= sum(f.taux.values()) <= TAUX + 5:
        yield "FD-7.20", f"{sum(f.taux.values())} points de croissance, {TAUX} d'ordinaire (70 + 1d10 au dé)"
    if f.origine:
        yield from fautes_d_augmentation(f.plus)
    for classe in f.siennes:
        yield from ((faute.rule, str(faute)) for faute in fautes_de_classe(classe, f.classes, f.connues))


# ---------------------------------------------------------------- a fight


@rule("FD-2.12", "FD-3.47", "FD-3.48")
def fautes_du_combat(scene: Scene, c: Combat) -> Faults:
    """Those in the order are there and have a side; those whose tour it is can act."""
    yield from between("combat.manche", c.manche, 1, POINTS_MAX)
    for who, n in c.initiatives.items():
        yield from there("combat.initiatives", who, scene.people)
        yield from between(f"combat.initiatives.{who}", n, 1, POINTS_MAX)
    for cle in ("file", "tours", "repris", "differes", "joues", "passes", "comptes", "relances"):
        for who in getattr(c, cle):
            yield from fautes_du_combattant(scene, f"combat.{cle}", who)
    for who, tour in c.tours.items():
        u = scene.people.get(who)
        if u is not None and not u.conscient:
            yield "combat.tours", Said("« {} » n'est pas en état d'agir", (Id(who),))
        yield from between(f"combat.tours.{who}.pas", tour.pas, 0, POINTS_MAX)
        yield from between(f"combat.tours.{who}.rapides", tour.rapides, 0, 2)


def fautes_du_combattant(scene: Scene, cle: str, who: str) -> Faults:
    yield from there(cle, who, scene.people)
    u = scene.people.get(who)
    if u is not None and (u.bete or not u.side):
        dit = "« {} » n'a pas de tour de combat : il faut un camp, et ne pas être une monture"
        yield cle, Said(dit, (Id(who),))
