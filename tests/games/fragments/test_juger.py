"""What a scene file may say and what it may not: one sentence that names the key and what is allowed."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments.desk.judge import avertissements, juger
from tablee.games.fragments.desk.read import lire_scene
from tablee.games.fragments.model.catalogue import CREATURES, PRETS, TECHNIQUES
from tablee.games.fragments.model.people import Fiche
from tablee.games.fragments.model.tables import BLESSURES, STATS
from tablee.kernel.content import ContentError


def deux(**kw: Any) -> dict[str, Any]:
    return {"unites": {"aki": {"camp": "A", **kw}, "bao": {"camp": "B"}}}


def refus(data: dict[str, Any]) -> str:
    with pytest.raises(ContentError) as error:
        lire_scene(data)
    return str(error.value)


ARME = {"chose": "arme", "id": "x", "nom": "X", "type": "Épée", "degats": "TRA", "pui": {"n": 1, "faces": 6}}


def arme(**kw: Any) -> dict[str, Any]:
    return {"equipement": {"actif": [{**ARME, **kw}]}}


def equipe(**kw: Any) -> dict[str, Any]:
    return {"equipement": kw}


def fiche(**kw: Any) -> dict[str, Any]:
    return {"fiche": kw}


def passif(**kw: Any) -> dict[str, Any]:
    return fiche(passifs=[kw])


Refus = tuple[str, dict[str, Any], str]  # the rule that sets the bound, if one does; what is written; what is said


def cas(refus: list[Refus]) -> list[Any]:
    return [pytest.param(kw, dit, id=dit[:60], marks=[pytest.mark.rule(r)] if r else []) for r, kw, dit in refus]


# ---------------------------------------------------------------- units

REFUS: list[Refus] = [
    ("", {"creature": "licorne"}, "aki.creature : « licorne » inconnu ; connus : pillard, archer_des_fosses"),
    ("", {"pret": "personne"}, "aki.pret : « personne » inconnu ; connus : garance, isaure"),
    ("", {"pret": ["isaure"]}, "aki.pret : « ['isaure'] » inconnu"),
    ("", fiche(nom=" "), "aki.fiche.nom : il faut un nom"),
    ("", fiche(niveau=0), "aki.fiche.niveau : de 1 à 60, pas 0"),
    ("", fiche(niveau=61), "aki.fiche.niveau : de 1 à 60, pas 61"),
    ("", fiche(xp=-1), "aki.fiche.xp : de 0 à"),
    ("", fiche(origine="lutin"), "aki.fiche.origine : « lutin » inconnu ; connus : humain, elfe"),
    ("", fiche(classe="ninja"), "aki.fiche.classe : « ninja » inconnu ; connus : combattant"),
    ("", fiche(element="BOI"), "aki.fiche.element : « BOI » inconnu ; connus : FEU, VEN"),
    ("FD-4.7", fiche(types=["Fée"]), "aki.fiche.types : « Fée » inconnu ; connus : Blindée"),
    ("FD-4.7", fiche(types=["Dragon", "Dragon"]), "aki.fiche.types : « Dragon » est nommé 2 fois"),
    ("", fiche(points={"VIT": 3}), "aki.fiche.points : « VIT » inconnu ; connus : PV, FOR"),
    ("", fiche(points={"FOR": -1}), "aki.fiche.points.FOR : de 0 à 9999, pas -1"),
    ("", fiche(points={"MOV": 31}), "aki.fiche.points.MOV : de 0 à 30, pas 31"),
    ("", fiche(taux={"MOV": 5}), "aki.fiche.taux : « MOV » inconnu"),
    ("", fiche(taux={"PV": 101}), "aki.fiche.taux.PV : de 0 à 100, pas 101"),
    ("", fiche(sociales={"FOR": 1}), "aki.fiche.sociales : « FOR » inconnu ; connus : THE"),
    ("", fiche(sociales={"ELO": -1}), "aki.fiche.sociales.ELO : de 0 à 100, pas -1"),
    ("FD-6.16", fiche(maitrises={"Épée": 6}), "aki.fiche.maitrises.Épée : de 0 à 5, pas 6"),
    ("FD-6.12", fiche(maitrises={"Fouet": 1}), "aki.fiche.maitrises : « Fouet » inconnu ; connus : Épée, Hast"),
    ("", fiche(techniques=["vol_plané"]), "aki.fiche.techniques : « vol_plané » inconnu"),
    ("FD-9.1", passif(fait="bonus", sur="chaleur", n=1), "passifs[0] : « bonus » ne porte pas sur « chaleur »"),
    ("FD-9.1", passif(fait="soin", n=1), "passifs[0] : « soin » doit dire à quel moment"),
    ("FD-9.1", passif(fait="bonus", sur="FOR"), "passifs[0] : il manque « n »"),
    ("FD-9.1", passif(fait="immunise", sur="rhume"), "passifs[0] : « rhume » n'existe pas"),
    ("FD-9.1", passif(fait="bonus", sur="FOR", n=1, si="lune"), "passifs[0] : condition inconnue « lune »"),
    ("FD-9.1", passif(fait="mult", n=11), "passifs[0].n : de 1 à 10, pas 11"),
    ("FD-9.1", passif(fait="soin", n=1, quand="debut", des=21, faces=4), "passifs[0].des : de 0 à 20, pas 21"),
    ("FD-3.53", {"charges": 4}, "unites.aki.charges : de 0 à 3, pas 4"),
    ("FD-3.56", {"jt": 7}, "unites.aki.jt : de 0 à 6, pas 7"),
    ("", {"ep": -1}, "unites.aki.ep : de 0"),
    ("FD-5.9", {"epuisement": 7}, "unites.aki.epuisement : de 0 à 6, pas 7"),
    ("FD-2.10", {"face": 6}, "unites.aki.face : de 0 à 5, pas 6"),
    ("", {"au_moins": 5}, "unites.aki.au_moins : de 0 à 4, pas 5"),
    ("", {**fiche(points={"PV": 9}), "perdus": 9}, "aki.perdus : moins que les 9 PV, pas 9 ; à 0 PV, écrire"),
    ("FD-3.5", {"survie": {"reste": 100, "blessure": "Rude"}}, "survie.blessure : « Rude » inconnu ; connus : Bénigne"),
    ("", {"survie": {"reste": 0, "blessure": "Grave"}}, "survie.reste : de 1"),
    ("", {"affliction": {"id": "hate"}}, "aki.affliction.id : « hate » inconnu ; connus : brulure"),
    ("", {"affliction": {"id": "brulure", "tours": 0}}, "aki.affliction.tours : de 1 à 999, pas 0"),
    ("", {"etats": [{"id": "brulure"}]}, "aki.etats : « brulure » inconnu ; connus : inconscient"),
    ("", {"etats": [{"id": "hate"}, {"id": "hate"}]}, "aki.etats : « hate » est nommé 2 fois"),
    ("", {"recharges": [["bulle", 0]]}, "aki.recharges.bulle : de 1 à 999, pas 0"),
    ("", {"aides": ["bravo"]}, "aki.aides : « bravo » inconnu ; connus : aide, instruction"),
    ("", {"bete": "licorne"}, "aki.bete : « licorne » inconnu ; connus : cheval"),
    ("", {"bete": "cheval", "joueur": True}, "aki.joueur : une monture n'est pas un personnage joueur"),
    ("", {"monture": "bao"}, "aki.monture : « bao » inconnu ; connus : aucun"),
    ("", {"cavalier": "bao"}, "aki.cavalier : seule une monture"),
    ("", {"passager_de": "bao"}, "aki.passager_de : « bao » inconnu ; connus : aucun"),
    ("FD-9.19", {"x": 1001}, "aki.x : de -1000 à 1000, pas 1001"),
    # what is carried
    ("FD-6.4", equipe(actif=["dague"] * 6), "equipement.actif : de 0 à 5, pas 6"),
    ("FD-6.5", equipe(sac_a_dos=True, sac=["ration"] * 6), "equipement.sac : de 0 à 5, pas 6"),
    ("FD-6.5", equipe(sac=["ration"]), "equipement.sac : il faut un sac à dos"),
    ("", equipe(actif=["katana"]), "equipement.actif : « katana » inconnu ; connus : epee_courte"),
    ("", equipe(sorts=["dague"]), "equipement.sorts : « dague » inconnu"),
    ("", equipe(sorts=["boule_de_feu"]), "equipement.sorts[0] : « Boule de Feu » n'est pas un sort de soutien"),
    ("", equipe(sorts=["soin"], lies=["remede"]), "equipement.lies : « remede » inconnu ; connus : soin"),
    (
        "",
        equipe(sorts=["soin", "remede", "appel", "regain"], lies=["soin", "remede", "appel", "regain"]),
        "equipement.lies : de 0 à 3, pas 4",
    ),
    ("", equipe(actif=["dague"], en_main=["rapiere"]), "equipement.en_main : « rapiere » inconnu"),
    ("", equipe(actif=["dague"] * 3, en_main=["dague", "dague_2", "dague_3"]), "en_main : de 0 à 2, pas 3"),
    (
        "FD-6.23",
        equipe(actif=["dague", "arc_long"], en_main=["dague", "arc_long"]),
        "equipement.en_main : « Arc long » ne se manie pas à deux armes",
    ),
    (
        "FD-6.23",
        equipe(actif=["hallebarde", "dague"], en_main=["hallebarde", "dague"]),
        "equipement.en_main : « Hallebarde » ne se manie pas à deux armes",
    ),
    (
        "",
        equipe(actif=["dague"], bouclier="pavois"),
        "equipement.bouclier : « pavois » inconnu ; connus : aucun",
    ),
    ("FD-6.32", equipe(enchantements=[["plume", 1]] * 6), "equipement.enchantements : de 0 à 5, pas 6"),
    ("FD-6.32", equipe(enchantements=[["plume", 4]]), "equipement.enchantements.plume : de 1 à 3, pas 4"),
    ("FD-6.32", equipe(enchantements=[["gloire", 1]]), "equipement.enchantements : « gloire » inconnu"),
    ("FD-3.18", equipe(actif=["pierre_de_resurrection"] * 2), "actif : une seule pierre de résurrection"),
    (
        "FD-3.18",
        equipe(actif=[{"chose": "objet", "id": "pierre_de_resurrection", "nom": "Pierre", "usages": 4}]),
        "actif[0].usages : de 0 à 3, pas 4",
    ),
    ("", equipe(ecus=-5), "equipement.ecus : de 0"),
    ("FD-6.12", arme(type="Fouet"), "actif[0].type : « Fouet » inconnu"),
    ("FD-4.1", arme(degats="BOI"), "actif[0].degats : « BOI » inconnu ; connus : IMP"),
    ("", arme(portee=[3, 2]), "actif[0].portee : de 3 à 50, pas 2"),
    ("", arme(pre=301), "actif[0].pre : de 0 à 300, pas 301"),
    ("", arme(crit=-1), "actif[0].crit : de 0 à 100, pas -1"),
    ("", arme(pui={"n": 2}), "actif[0].pui.faces : de 1 à 100, pas 0"),
    ("", arme(poids=-1), "actif[0].poids : de 0 à 99, pas -1"),
    ("", arme(afflictions=[["hate", 5]]), "actif[0].afflictions : « hate » inconnu"),
    ("", arme(afflictions=[["brulure", 101]]), "actif[0].afflictions.brulure : de 1 à 100, pas 101"),
    ("", arme(etats=[["brulure", 5]]), "actif[0].etats : « brulure » inconnu"),
    ("", arme(efficace=["Fée"]), "actif[0].efficace : « Fée » inconnu"),
    ("FD-9.1", arme(effets=[{"fait": "ep", "n": 3}]), "actif[0].effets[0] : « ep » doit dire à quel moment"),
    ("", arme(a_distance={"portee": [2, 3], "degats": "x", "pui": {}}), "a_distance.degats : « x » inconnu"),
]


@pytest.mark.parametrize(("kw", "phrase"), cas(REFUS))
def test_a_unit_is_refused_in_one_sentence(kw: dict[str, Any], phrase: str) -> None:
    dit = refus(deux(**kw))
    assert phrase in dit and dit.startswith("scene.unites.aki"), dit


@pytest.mark.rule("FD-9.18")
def test_the_plainest_unit_and_every_ready_one_hold() -> None:
    assert lire_scene(deux())["aki"].pv_max == 1
    for nom, connus in (("creature", CREATURES), ("pret", PRETS)):
        for id in connus:
            assert lire_scene(deux(**{nom: id}))["aki"].side == "A"


# ---------------------------------------------------------------- scenes

REFUS_DE_SCENE: list[Refus] = [
    ("FD-9.19", {"carte": "lune"}, "scene.carte : « lune » inconnu ; connus : gue, village, col, temple"),
    ("FD-9.15", {"carte": {"lignes": ["..?"]}}, "scene.carte.lignes[0] : « ? » inconnu"),
    ("FD-9.19", {"carte": {"lignes": []}}, "scene.carte.lignes : de 1 à 100, pas 0"),
    ("FD-9.19", {"carte": {"lignes": ["  "]}}, "scene.carte.lignes : il faut au moins une case"),
    ("FD-9.19", {"carte": {"lignes": ["." * 101]}}, "scene.carte.lignes[0] : de 0 à 100, pas 101"),
    ("FD-9.15", {"zones": [{"cases": [[0, 0]], "terrain": "lave"}]}, "scene.zones[0].terrain : « lave » inconnu"),
    (
        "FD-9.15",
        {"carte": "gue", "zones": [{"cases": [[0, 90]], "terrain": "foret"}]},
        "scene.zones[0].cases : la case 0, 90 n'est pas sur la carte",
    ),
    ("", {"zones": [{"cases": [], "terrain": "foret", "tours": 0}]}, "scene.zones[0].tours : de 1 à 999, pas 0"),
    ("", {"degats": [[[0, 0], -1]]}, "scene.degats[0] : de 0"),
    ("", {"horloge": -1}, "scene.horloge : de 0"),
    ("FD-6.8", {"convoi": ["corde"] * 101}, "scene.convoi : de 0 à 100, pas 101"),
    ("FD-6.8", {"convoi": ["corde"] * 4, "places_du_convoi": 3}, "scene.convoi : de 0 à 3, pas 4"),
    ("FD-6.8", {"convoi": ["fusée"]}, "scene.convoi : « fusée » inconnu"),
    ("", {"combat": {"manche": 0}}, "scene.combat.manche : de 1"),
    ("", {"combat": {"file": ["cora"]}}, "scene.combat.file : « cora » inconnu ; connus : aki, bao"),
    ("FD-3.48", {"combat": {"initiatives": {"aki": 0}}}, "scene.combat.initiatives.aki : de 1"),
    ("", {"combat": {"initiatives": {"cora": 3}}}, "scene.combat.initiatives : « cora » inconnu"),
    ("", {"combat": {"tours": {"cora": {}}}}, "scene.combat.tours : « cora » inconnu"),
    ("", {"combat": {"tours": {"aki": {"rapides": 3}}}}, "scene.combat.tours.aki.rapides : de 0 à 2, pas 3"),
    ("FD-9.19", {"plateau": 3}, "clé inconnue « plateau »"),
]


@pytest.mark.parametrize(("kw", "phrase"), cas(REFUS_DE_SCENE))
def test_a_scene_is_refused_in_one_sentence(kw: dict[str, Any], phrase: str) -> None:
    assert phrase in refus({**deux(), **kw})


def test_nobody_and_reserved_names_are_refused() -> None:
    assert "il faut au moins une unité" in refus({})
    for reserve in ("all", "mj"):
        assert f"scene.unites.{reserve} : ce nom est réservé" in refus({"unites": {reserve: {}}})
    assert "scene.unites.aki : attendu une table" in refus({"unites": {"aki": 3}})
    s = lire_scene(deux())
    with pytest.raises(ContentError, match=r"^scene\.unites\.aki\.id : le même nom que la clé, pas « bao »$"):
        juger(replace(s, people={"aki": s["bao"], "bao": s["bao"]}), "scene")


@pytest.mark.rule("FD-2.12")
def test_the_tour_is_of_somebody_who_can_act() -> None:
    a_terre = {"survie": {"reste": 500, "blessure": "Légère"}}
    gens = {**deux()["unites"], "ami": {"camp": "A", **a_terre}, "passant": {}, "m": {"bete": "cheval", "camp": "A"}}
    assert "combat.tours : « ami » n'est pas en état d'agir" in refus(
        {"unites": gens, "combat": {"tours": {"ami": {}}}}
    )
    for qui in ("passant", "m"):
        assert f"combat.file : « {qui} » n'a pas de tour de combat" in refus(
            {"unites": gens, "combat": {"file": [qui]}}
        )


# ---------------------------------------------------------------- places


@pytest.mark.rule("FD-9.19", "FD-9.15")
def test_one_on_each_cell_on_the_map_and_on_ground_that_bears() -> None:
    carte = {"lignes": ["..~#", "...."]}

    def places(a: list[int], b: list[int], **kw: Any) -> dict[str, Any]:
        return {"carte": carte, "unites": {"a": {"place": a, **kw}, "b": {"place": b}}}

    assert lire_scene(places([0, 0], [1, 0]))["b"].case == (1, 0)
    assert "unites.b : la case 0, 0 est déjà prise par « a »" in refus(places([0, 0], [0, 0]))
    assert "unites.b : la case 0, 5 n'est pas sur la carte" in refus(places([0, 0], [2, 5]))
    assert "unites.a : personne ne tient sur la case 2, 0 (Eau profonde)" in refus(places([2, 0], [0, 0]))
    assert lire_scene(places([2, 0], [0, 0], creature="feu_follet"))["a"].case == (2, 0)  # it flies
    assert "(Mur)" in refus(places([3, 0], [0, 0], creature="feu_follet"))
    a_terre = {"survie": {"reste": 500, "blessure": "Légère"}}
    assert lire_scene(places([0, 0], [0, 0], **a_terre))["a"].case == (0, 0)  # the fallen bar nobody's way


# ---------------------------------------------------------------- techniques of a class


@pytest.mark.rule("FD-3.57", "FD-3.58", "FD-8.11")
def test_techniques_are_unlocked_by_level_learned_before_or_personal() -> None:
    def dite(**kw: Any) -> dict[str, Any]:
        return deux(fiche={"classe": "garde", "points": {"PV": 3}, **kw})

    assert lire_scene(dite(techniques=["prendre_la_place", "garde_haute"]))["aki"].fiche.niveau == 1
    dit = refus(dite(techniques=["encaisser"]))
    assert "fiche.techniques : « encaisser » n'est pas débloquée au niveau 1 de Garde ; débloquées : prendre_la" in dit
    for ouvre in ({"niveau": 8}, {"apprises": ["encaisser"]}, {"personnelle": "encaisser"}):
        assert lire_scene(dite(techniques=["encaisser"], **ouvre))["aki"].fiche.equipees[0].nom == "Encaisser"
    assert lire_scene(deux(fiche={"techniques": ["encaisser"]}))  # a creature has no tree


@pytest.mark.rule("FD-3.55")
@given(
    st.sets(st.sampled_from(sorted(TECHNIQUES)), max_size=9), st.sampled_from(["garde", "cuirasse", "rempart_vivant"])
)
def test_techniques_fit_into_the_pt_of_the_tier(ids: set[str], classe: str) -> None:
    budget = {"garde": 25, "cuirasse": 50, "rempart_vivant": 75}[classe]
    prix = sum(TECHNIQUES[id].pt for id in ids)
    data = deux(fiche={"classe": classe, "niveau": 40, "apprises": sorted(ids), "techniques": sorted(ids)})
    if prix > budget:
        assert f"fiche.techniques : {budget} PT au plus pour une classe de ce palier, pas {prix}" in refus(data)
    else:
        assert len(lire_scene(data)["aki"].fiche.equipees) == len(ids)


# ---------------------------------------------------------------- budgets only warn

POINTS = {"PV": 5, "FOR": 5, "DEF": 5, "HAB": 5, "AGI": 5}
TAUX = dict(zip(STATS, (5, 20, 5, 10, 5, 5, 20, 5), strict=True))


def garde(**kw: Any) -> Fiche:
    data = {"classe": "garde", "points": POINTS, "taux": TAUX, **kw}
    return lire_scene(deux(fiche=data))["aki"].fiche


@pytest.mark.rule("FD-7.18", "FD-7.19", "FD-7.20", "FD-7.21", "FD-7.9")
@pytest.mark.parametrize(
    ("kw", "regles"),
    [
        ({}, []),
        ({"points": {**POINTS, "RES": 5}}, []),  # 20 + a d10 of 10
        ({"points": {**POINTS, "RES": 5, "CHA": 1}}, ["FD-7.18"]),
        ({"points": {"PV": 5, "FOR": 5, "DEF": 5, "HAB": 5}}, ["FD-7.18"]),
        ({"points": {**POINTS, "FOR": 6, "AGI": 4}}, ["FD-7.19"]),
        ({"origine": "nain", "plus": {"DEF": 2, "FOR": 1, "RES": 1}}, ["FD-7.19", "FD-7.19"]),
        ({"origine": "nain", "plus": {"RES": 4}}, ["FD-7.9"]),
        ({"taux": {**TAUX, "FOR": 31, "AGI": 9}}, ["FD-7.21"]),
        ({"taux": {**TAUX, "FOR": 25, "CHA": 0}}, ["FD-7.21"]),  # nothing of the class either: below 1 %
        ({"taux": {**TAUX, "FOR": 26}}, ["FD-7.20"]),
    ],
)
def test_budgets_of_creation_are_for_the_game_master_to_lift(kw: dict[str, Any], regles: list[str]) -> None:
    assert [regle for regle, _ in avertissements(garde(**kw))] == regles


def test_a_creature_has_no_budget() -> None:
    assert list(avertissements(lire_scene(deux(creature="dragonne_des_cendres"))["aki"].fiche)) == []


# ---------------------------------------------------------------- figures


@given(
    st.integers(-2, 9),
    st.integers(-2, 6),
    st.integers(-3, 12),
    st.integers(-3, 64),
    st.sampled_from([*BLESSURES, "Rude", None]),
)
def test_a_scene_holds_exactly_when_its_figures_do(
    jt: int, charges: int, epuisement: int, niveau: int, blessure: str | None
) -> None:
    survie = {"survie": {"reste": 1, "blessure": blessure}} if blessure else {}
    data = deux(jt=jt, charges=charges, epuisement=epuisement, fiche={"niveau": niveau}, **survie)
    tient = 0 <= jt <= 6 and 0 <= charges <= 3 and 0 <= epuisement <= 6 and 1 <= niveau <= 60 and blessure != "Rude"
    try:
        lire_scene(data)
    except ContentError:
        assert not tient
    else:
        assert tient
