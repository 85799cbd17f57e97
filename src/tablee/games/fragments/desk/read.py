"""Scenes written by hand: characters, creatures, mounts, maps and things named by their ids, all else by default."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

from tablee.kernel import own
from tablee.kernel.casting import built_on, cast, known, numbered, over, people_of, thing
from tablee.kernel.content import ContentError, convert
from tablee.kernel.faults import once, refuse
from tablee.kernel.ledger import rule
from tablee.kernel.sentence import Id, Said

from ..book.c2_systeme.figures import chiffre
from ..book.c3_combat.tours import combattants, egaux, fini, ranger
from ..model.cartes import CARTES, case_de
from ..model.catalogue import CREATURES, MONTURES, PRETS
from ..model.ecrits import DE_LA_FICHE, DU_TALISMAN
from ..model.hexes import Case, disque, distance
from ..model.maison import AUCUNE, Maison
from ..model.people import Unite
from ..model.scene import Combat, Scene, Tour
from .judge import RAYON_MAX, debout_sur, fautes_des_places, fautes_des_pv, juger, tenable

D10_MOYEN = 5  # what stands for the d10 of an initiative that a scene file does not say

DISTRIBUTION = {"pret": PRETS, "creature": CREATURES}  # who can be called into a scene


def lire_scene(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene that holds, or ContentError saying what does not."""
    scene = placer(juger(composer(data, options), "scene"), sans_place(data["unites"]))
    refuse(fautes_des_pv(scene), "scene")
    refuse(fautes_des_places(scene), "scene")
    return en_ordre(scene)


@rule("FD-9.19")
def composer(data: dict[str, Any], options: tuple[str, ...] = ()) -> Scene:
    """Plain data to a scene, whatever its figures; maps, characters, creatures, mounts and things by their ids."""
    unites, data = people_of(data, "unites", Said("il faut au moins une unité"))
    maison = own.read_dressed(data.pop("maison", {}), AUCUNE, "scene.maison", "creature", habiller)
    if maison is not AUCUNE:
        data["maison"] = maison
    if isinstance(data.get("carte"), str):
        data["carte"] = {"lignes": list(known(data["carte"], CARTES, "scene.carte").lignes)}
    if isinstance(data.get("convoi"), list):
        data["convoi"] = _distinctes([thing(x, maison.choses, "scene.convoi") for x in data["convoi"]], Counter())
    lues = numbered({who: _unite(who, u, maison) for who, u in unites.items()}, unites)
    scene = convert({**data, "unites": lues, "options": dict.fromkeys(options, True)}, Scene, "scene")
    return atteler(scene)


@rule("FD-6.35", "FD-6.36")
def atteler(scene: Scene) -> Scene:
    """Rider and mount know each other, whichever of them says so, and stand together; a passenger too."""
    for u in list(scene.people.values()):
        if u.monture in scene.people and not scene.people[u.monture].cavalier:
            scene = scene.put(replace(scene.people[u.monture], cavalier=u.id))
        if u.cavalier in scene.people and not scene.people[u.cavalier].monture:
            scene = scene.put(replace(scene.people[u.cavalier], monture=u.id))
    for u in list(scene.people.values()):
        avec = scene.people.get(u.cavalier) or scene.people.get(u.passager_de)
        if avec is not None:
            scene = scene.put(replace(u, x=avec.x, y=avec.y, side=u.side or avec.side))
    return scene


def sans_place(unites: dict[str, Any]) -> list[str]:
    """Those whose place a scene file does not say."""
    return [who for who, u in unites.items() if not {"x", "y", "place"} & u.keys()]


@rule("FD-9.19")
def placer(scene: Scene, qui: Iterable[str]) -> Scene:
    """Those whose place is not said stand on the free cells nearest to the middle (0, 0), one on each."""
    attendent = [who for who in qui if debout_sur(scene.people[who])]
    prises = {u.case for who, u in scene.people.items() if debout_sur(u) and who not in attendent}
    for who in attendent:
        u = scene.people[who]
        case = next((c for c in _par_distance(scene) if c not in prises and tenable(scene, u, c)), u.case)
        prises.add(case)
        scene = scene.put(replace(u, x=case[0], y=case[1]))
    return atteler(scene) if attendent else scene


def _par_distance(scene: Scene) -> list[Case]:
    cases = scene.carte.cases if scene.carte is not None else disque((0, 0), RAYON_MAX)
    return sorted(cases, key=lambda c: (distance((0, 0), c), c != (0, 0), c))


@rule("FD-2.12", "FD-3.45", "FD-3.46")
def en_ordre(scene: Scene) -> Scene:
    """A fight that is half written: initiatives with a middling d10, the order that follows, the first tour open."""
    combat = scene.encounter
    if combat is None:
        return scene
    if fini(scene):
        raise ContentError("scene.combat", Said("il faut deux camps debout"))
    comptes = {id: chiffre(scene, scene.people[id], "INIT") for id in combattants(scene)}
    initiatives = {id: max(1, D10_MOYEN + n) for id, n in comptes.items()} | combat.initiatives
    combat = replace(combat, initiatives=initiatives, comptes=comptes | combat.comptes)
    if not combat.tours:
        combat = premiers(scene, combat)
    reste = combat.file or ranger(scene, list(comptes), initiatives)
    return replace(
        scene,
        encounter=replace(
            combat,
            file=(*combat.tours, *_sauf(reste, combat.tours)),
            joues=(*combat.joues, *_sauf(combat.tours, combat.joues)),
            passes=(*combat.passes, *_sauf(combat.tours, combat.passes)),
        ),
    )


def _sauf(file: Iterable[str], qui: Iterable[str]) -> list[str]:
    """An order without one place of each of these."""
    reste = list(file)
    for id in qui:
        if id in reste:
            reste.remove(id)
    return reste


@rule("FD-3.47")
def premiers(scene: Scene, combat: Combat) -> Combat:
    """It is the tour of the first who can act, and of those who are as quick."""
    debout = [id for id in combattants(scene) if scene.people[id].conscient]
    attendent = [id for id in combat.file if id in debout]
    file = tuple(attendent) or ranger(scene, debout, combat.initiatives)
    groupe = egaux(scene, replace(combat, file=file))
    joues = tuple(dict.fromkeys((*combat.joues, *groupe)))
    return replace(
        combat, file=file, tours={id: Tour() for id in groupe}, joues=joues, passes=(*combat.passes, *groupe)
    )


def reunir(unites: list[dict[str, Any]]) -> Scene:
    """Characters read from their files or called from the catalogue, together, each on a cell of its own."""
    lues = [convert(cast(u, DISTRIBUTION, _unite), Unite, "personnage") for u in unites]
    ids = [u.id for u in lues]
    refuse(once("id", ids, ids, Id), "personnage")
    scene = juger(atteler(Scene({u.id: u for u in lues})), "scene")
    prises, a_placer = set[Case](), list[str]()
    for u in scene.people.values():
        if debout_sur(u) and u.case in prises:
            a_placer.append(u.id)
        prises.add(u.case)
    return placer(scene, a_placer)


# ---------------------------------------------------------------- one unit


def _unite(who: str, donnee: Any, maison: Maison = AUCUNE) -> dict[str, Any]:
    ici = f"scene.unites.{who}"
    if isinstance(donnee, dict) and donnee.get("bete") in tuple(MONTURES) and isinstance(donnee.get("fiche", {}), dict):
        donnee = {**donnee, "fiche": over(_bete(donnee["bete"]), donnee.get("fiche", {}))}
    siennes = own.plain(maison).get("creature", {})
    u = built_on(who, donnee, {**DISTRIBUTION, "creature": {**CREATURES, **siennes}}, ici)
    if "place" in u:
        u["x"], u["y"] = _place(u.pop("place"), f"{ici}.place")
    lue: dict[str, Any] = habiller(u, maison, ici)
    return lue


def habiller(u: Any, maison: Maison, ici: str) -> Any:
    """Somebody with what he carries as the catalogues say, and what the table has written of his."""
    if not isinstance(u, dict):
        return u
    lu = {**u, "equipement": equiper(u["equipement"], maison, f"{ici}.equipement")} if "equipement" in u else u
    ecrit = own.plain(maison)
    for ou, genres in (("fiche.maison", DE_LA_FICHE), ("equipement.maison", DU_TALISMAN)):
        lu = own.carry(lu, ecrit, ou, genres)
    return lu


def _bete(id: str) -> dict[str, Any]:
    """The sheet of a mount of this kind."""
    sorte = MONTURES[id]
    return {"nom": sorte.nom, "points": dict(sorte.caracs), "types": list(sorte.types)}


def _place(donnee: Any, name: str) -> Case:
    if not isinstance(donnee, list | tuple) or [type(n) for n in donnee] != [int, int]:
        raise ContentError(name, Said("la colonne et la ligne d'une case, deux entiers"))
    return case_de(*donnee)


def equiper(donne: Any, maison: Maison, name: str) -> Any:
    """Things named by their ids become what the catalogue says of them; the second of a kind gets an id of its own."""
    if not isinstance(donne, dict):
        return donne
    lu = dict(donne)
    vues = Counter[str]()
    for cle in ("actif", "sac"):
        if isinstance(lu.get(cle), list):
            lu[cle] = _distinctes([thing(x, maison.choses, f"{name}.{cle}") for x in lu[cle]], vues)
    if isinstance(lu.get("sorts"), list):
        lu["sorts"] = [thing(x, maison.tomes, f"{name}.sorts") for x in lu["sorts"]]
    return lu


def _distinctes(choses: list[Any], vues: Counter[str]) -> list[Any]:
    rendues = []
    for c in choses:
        d = to_builtins(c)
        if isinstance(d, dict) and isinstance(d.get("id"), str):
            id = d["id"]
            vues[id] += 1
            d = {**d, "id": f"{id}_{vues[id]}", "vaut": d.get("vaut") or id} if vues[id] > 1 else d
        rendues.append(d)
    return rendues
