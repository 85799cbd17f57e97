"""Scenes read from files: what the catalogue fills in, what is refused and in which words."""

from importlib.resources import files
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tablee.games.yin_yang import game
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.book.c10_combat import Passer
from tablee.games.yin_yang.book.c10_tours.initiative import arme_en_main, initiative
from tablee.games.yin_yang.desk.judge import judge
from tablee.games.yin_yang.desk.read import composer, gather, read_scene
from tablee.games.yin_yang.desk.tactics import TACTICS
from tablee.games.yin_yang.model.scene import Scene
from tablee.games.yin_yang.model.tables import ATTRIBUTS
from tablee.kernel.content import ContentError, parse
from tablee.kernel.scenario import Scenario
from tablee.kernel.simulated import Sampled
from tablee.kernel.tally import total
from tablee.lab.fight import fights

DOSSIER = files("tablee.games.yin_yang").joinpath("content/scenes")
SCENES = {p.name.removesuffix(".toml"): p.read_text("utf-8") for p in DOSSIER.iterdir() if p.name.endswith(".toml")}


def deux(**kw: Any) -> dict[str, Any]:
    """Aki as told, and Bao two metres away."""
    return {"personnages": {"aki": {"camp": "A", **kw}, "bao": {"camp": "B", "x": 2, "creature": "bandit"}}}


def lue(nom: str) -> Scene:
    s = parse(SCENES[nom], Scenario, nom)
    return read_scene(s.scene, s.options)


# ---------------------------------------------------------------- what is filled in


def test_defaults_names_and_catalogue() -> None:
    s = read_scene(
        {
            "personnages": {
                "aki": {"equipement": {"armes": ["sabre"], "armures": ["heaume"], "bouclier": "ecu"}},
                "mei": {"pret": "mei", "fiche": {"force": 7}},
                "crocs": {"creature": "loup", "x": 3},
            }
        }
    )
    aki, mei, loup = s["aki"], s["mei"], s["crocs"]
    assert (aki.nom, aki.fiche.reflexes, aki.equipement.armes[0].degats) == ("Aki", 4, 13)
    assert aki.equipement.bouclier is not None and aki.equipement.bouclier.rang == 3
    assert aki.equipement.rangs == {"tete": 6}
    assert (mei.nom, mei.fiche.force, mei.fiche.agilite, mei.equipement.tenues[0].id) == (
        "Mei Lan",
        7,
        6,
        "epee_longue",
    )
    assert (loup.nom, loup.fiche.degats, loup.x, "patte_avant_gauche" in loup.fiche.membres) == ("Loup", 9, 3, True)


def test_a_fight_without_more_goes_by_initiative_slowest_first() -> None:
    s = read_scene({**deux(fiche={"reflexes": 9}), "combat": {}})
    assert s.encounter is not None and s.encounter.file == ("bao", "aki")
    s = read_scene({**deux(fiche={"reflexes": 9}), "combat": {"file": ["aki", "bao"]}})
    assert s.encounter is not None and s.encounter.file == ("aki", "bao")


def test_a_switch_is_on_or_off() -> None:
    assert not read_scene(deux()).options.rune_double
    assert read_scene(deux(), ("rune_double",)).options.rune_double


def test_characters_from_their_files_come_together_and_are_judged() -> None:
    personnes = [msgspec.to_builtins(read_scene({"personnages": {n: {"pret": n}}})[n]) for n in ("mei", "borin")]
    s = gather(personnes)
    assert list(s.people) == ["mei", "borin"] and s["borin"].equipement.rang_max == 4
    personnes[0]["fiche"]["agilite"] = 10
    with pytest.raises(ContentError, match=r"^scene\.personnages\.mei\.fiche\.agilite : de 1 à 9, pas 10$"):
        gather(personnes)


def test_composer_judges_nothing() -> None:
    s = composer(deux(fiche={"force": 40}, fatigue=-3))
    assert (s["aki"].fiche.force, s["aki"].fatigue) == (40, -3)
    with pytest.raises(ContentError, match="force"):
        judge(s, "scene")


# ---------------------------------------------------------------- what is refused

ARME = {"id": "x", "nom": "X", "groupe": "epees", "degats": 10}
REFUS: list[tuple[dict[str, Any], str]] = [
    ({"pret": "personne"}, "personnages.aki.pret : « personne » inconnu ; connus : mei, borin"),
    ({"creature": "licorne"}, "personnages.aki.creature : « licorne » inconnu ; connus : bandit"),
    ({"fiche": {"agilite": 0}}, "personnages.aki.fiche.agilite : de 1 à 9, pas 0"),
    ({"fiche": {"volonte": 10}}, "personnages.aki.fiche.volonte : de 1 à 9, pas 10"),
    ({"fiche": {"nom": " "}}, "personnages.aki.fiche.nom : il faut un nom"),
    ({"fiche": {"corps": "poulpe"}}, "personnages.aki.fiche.corps : « poulpe » inconnu ; connus : humanoide"),
    ({"fiche": {"taille": "naine"}}, "valeur inconnue « naine »"),
    (
        {"fiche": {"competences": {"epee": 2}}},
        "personnages.aki.fiche.competences : « epee » inconnu ; connus : armures",
    ),
    ({"fiche": {"competences": {"epees": 21}}}, "personnages.aki.fiche.competences.epees : de 0 à 20, pas 21"),
    ({"fiche": {"resistances": {"espace": 1}}}, "fiche.resistances : « espace » inconnu"),
    ({"fiche": {"resistances": {"feu": -1}}}, "fiche.resistances.feu : de 0 à 20, pas -1"),
    ({"fiche": {"utilisees": ["vol"]}}, "fiche.utilisees : « vol » inconnu"),
    ({"fiche": {"protection": 31}}, "fiche.protection : de 0 à 30, pas 31"),
    ({"fiche": {"degats": -1}}, "fiche.degats : de 0 à 200, pas -1"),
    ({"x": 100_001}, "personnages.aki.x : de -100000 à 100000, pas 100001"),
    ({"blessures": {"aile_gauche": 2}}, "personnages.aki.blessures : « aile_gauche » inconnu ; connus : tete"),
    ({"blessures": {"torse": -1}}, "personnages.aki.blessures.torse : de 0 à 999, pas -1"),
    ({"fatigue": -1}, "personnages.aki.fatigue : de 0 à 999, pas -1"),
    ({"vide_perdu": 9}, "personnages.aki.vide_perdu : de 0 à 8, pas 9"),
    ({"souffle": 21}, "personnages.aki.souffle : de 0 à 20, pas 21"),
    ({"effets": [{"nom": "x", "sur": "chance", "mod": 1, "rule": "YY-5.1"}]}, "effets[0].sur : « chance » inconnu"),
    ({"effets": [{"nom": "x", "sur": "tests", "mod": 1, "rule": "YY-5.1", "tours": 0}]}, "effets[0].tours : de 1"),
    ({"surpris_par": ["cora"]}, "personnages.aki.surpris_par : « cora » inconnu ; connus : aki, bao"),
    ({"monture": "aki"}, "personnages.aki.monture : « aki » inconnu ; connus : bao"),
    ({"gene": ["enrhume"]}, "personnages.aki.gene : « enrhume » inconnu ; connus : baillonne, ligote"),
    ({"runes": {"bois": 1}}, "personnages.aki.runes : « bois » inconnu"),
    ({"equipement": {"armes": ["katana"]}}, "equipement.armes : « katana » inconnu"),
    ({"equipement": {"armures": ["armet"]}}, "equipement.armures : « armet » inconnu"),
    ({"equipement": {"bouclier": "porte"}}, "equipement.bouclier : « porte » inconnu"),
    ({"equipement": {"materiel": ["yacht"]}}, "equipement.materiel : « yacht » inconnu"),
    ({"equipement": {"armes": [{**ARME, "groupe": "lutte"}]}}, "armes[0].groupe : « lutte » inconnu"),
    ({"equipement": {"armes": [{**ARME, "groupe": "arcs"}]}}, "armes[0].portee : de 1 à 1000, pas 0"),
    ({"equipement": {"armes": [{**ARME, "mains": 3}]}}, "armes[0].mains : de 1 à 2, pas 3"),
    ({"equipement": {"armes": [{**ARME, "vitesse": -2}]}}, "armes[0].vitesse : de 0 à 20, pas -2"),
    ({"equipement": {"armes": [{**ARME, "poids": -0.5}]}}, "armes[0].poids : de 0 à 1000 kg, pas -0.5"),
    ({"equipement": {"armes": [{**ARME, "infusion": 21}]}}, "armes[0].infusion : de 0 à 20, pas 21"),
    ({"equipement": {"armes": ["sabre", "sabre"]}}, "equipement.armes : « sabre » est nommé 2 fois"),
    ({"equipement": {"armes": ["sabre"], "en_main": ["dague"]}}, "equipement.en_main : « dague » inconnu"),
    (
        {"equipement": {"armes": ["espadon", "dague"], "en_main": ["espadon", "dague"]}},
        "equipement.en_main : deux mains ne suffisent pas, il en faudrait 3",
    ),
    (
        {"equipement": {"armures": ["heaume", "casque_de_fer"]}},
        "equipement.armures : une seule pièce par membre, pas 2 pour « tete »",
    ),
    (
        {"creature": "loup", "equipement": {"armures": ["manche_de_cuir_gauche"]}},
        "armures[0].membre : « bras_gauche » inconnu",
    ),
    ({"equipement": {"bouclier": {"id": "x", "nom": "X", "rang": 21}}}, "equipement.bouclier.rang : de 0 à 20, pas 21"),
    (
        {"fiche": {"force": 1}, "equipement": {"materiel": [{"id": "x", "nom": "X", "poids": 36.5}]}},
        "equipement : 36 kg au plus avec cette Force, pas 36.5",
    ),
    ({"a_terre_armes": ["sabre"]}, "a_terre_armes : « sabre » inconnu ; connus : aucun"),
    ({"insufflations": [{"arme": "sabre", "points": 1, "fin": 60}]}, "insufflations : « sabre » inconnu"),
]


@pytest.mark.parametrize(("kw", "phrase"), REFUS)
def test_a_character_is_refused_in_one_sentence(kw: dict[str, Any], phrase: str) -> None:
    with pytest.raises(ContentError) as error:
        read_scene(deux(**kw))
    assert phrase in str(error.value) and str(error.value).startswith("scene")


SABRE = {"equipement": {"armes": ["sabre"]}, "fiche": {"competences": {"epees": 3}}}


def declaration(**kw: Any) -> dict[str, Any]:
    """Aki has declared this, Bao is still to declare."""
    return {"combat": {"file": ["bao"], "declarations": {"aki": {"do": "attaquer", "actor": "aki", **kw}}}}


EPREUVE = {"id": "mur", "competence": "escalade", "nd": 12, "nd_test": 12}
SORT = {"id": "s", "par": "aki", "pouvoir": "feu", "elements": ["feu"], "runes": 2, "aire": 3}
REFUS_DE_SCENE: list[tuple[dict[str, Any], str]] = [
    ({"horloge": -1}, "horloge : de 0"),
    ({"combat": {"tour": 0}}, "combat.tour : de 1 à 999, pas 0"),
    ({"combat": {"file": ["cora"]}}, "combat.file : « cora » inconnu ; connus : aki, bao"),
    ({"combat": {"file": ["aki", "aki"]}}, "combat.file : « aki » est nommé 2 fois"),
    ({"combat": {"luttes": [["aki", "aki"]]}}, "combat.luttes : « aki » est nommé 2 fois"),
    ({"combat": {"touches": [["aki", "cora"]]}}, "combat.touches : « cora » inconnu"),
    (
        {"combat": {"clefs": [{"par": "aki", "sur": "cora", "sorte": "étouffement", "tour": 1}]}},
        "combat.clefs : « cora »",
    ),
    (
        {"combat": {"blocages": [{"par": "aki", "sur": "bao", "marge": 1, "arme_par": "sabre", "arme_sur": "arc"}]}},
        "combat.blocages : « arc » inconnu ; connus : epee_courte",
    ),
    ({"combat": {"jets": {"aki": {"qui": "bao", "total": 9, "jet": 1}}}}, "combat.jets.aki : le même nom"),
    ({"combat": {"avant": {}}}, "combat.avant : ne s'écrit pas"),
    (
        {"combat": {"file": ["bao"], "declarations": {"aki": {"do": "attaquer", "actor": "bao", "cible": "aki"}}}},
        "combat.declarations.aki : le même nom que la clé, pas « bao »",
    ),
    (
        {"combat": {"file": ["bao"], "declarations": {"aki": {"do": "attaquer", "actor": "aki", "cible": "cora"}}}},
        "combat.declarations.aki.cible : « cora » inconnu ; connus : bao",
    ),
    (declaration(cible="aki"), "combat.declarations.aki.cible : « aki » inconnu ; connus : bao"),
    (declaration(cible="bao", arme="arc_long"), "aki.arme : « arc_long » inconnu ; connus : mains_nues, sabre"),
    (declaration(cible="bao", membre="queue"), "combat.declarations.aki.membre : « queue » inconnu ; connus : tete"),
    (declaration(cible="bao", manoeuvres=["danser"]), "declarations.aki.manoeuvres : « danser » inconnu"),
    (declaration(do="defendre", contre=["bao", "bao"]), "declarations.aki.contre : « bao » est nommé 2 fois"),
    (
        {"combat": {"file": ["aki", "bao"], "declarations": {"aki": {"do": "attendre", "actor": "aki"}}}},
        "combat.declarations.aki : « aki » a déjà déclaré et doit encore le faire",
    ),
    (
        {"combat": {"declarations": {"aki": {"do": "attendre", "actor": "aki"}}}},
        "combat.file : il faut quelqu'un qui doive encore déclarer",
    ),
    ({"epreuves": {"tour": EPREUVE}}, "epreuves.tour : le même nom que la clé, pas « mur »"),
    ({"epreuves": {"mur": {**EPREUVE, "competence": "vol"}}}, "epreuves.mur.competence : « vol » inconnu"),
    ({"epreuves": {"mur": {**EPREUVE, "nd": 61}}}, "epreuves.mur.nd : de 0 à 60, pas 61"),
    (
        {"epreuves": {"mur": {**EPREUVE, "reussites": 13}}},
        "epreuves.mur.issue : ces marges donnent « gagnée », pas « en cours »",
    ),
    ({"pieges": {"p": {"id": "p", "etapes": []}}}, "pieges.p.etapes : de 1 à 20, pas 0"),
    ({"pieges": {"p": {"id": "p", "etapes": [{"nd": 70}]}}}, "pieges.p.etapes[0].nd : de 0 à 60, pas 70"),
    ({"pieges": {"p": {"id": "p", "etapes": [{"nd": 8}], "issue": "cassé"}}}, "pieges.p.issue : « cassé » inconnu"),
    ({"poursuite": {"fuyard": "aki", "poursuivant": "aki", "avance": 9}}, "poursuite : « aki » est nommé 2 fois"),
    ({"poursuite": {"fuyard": "aki", "poursuivant": "bao", "avance": -1}}, "poursuite.avance : de 0 à 100000, pas -1"),
    ({"bataille": {"generaux": ["aki", "bao"]}}, "bataille.generaux : « aki » n'a pas acquis Art de la guerre"),
    ({"sorts": {"s": {**SORT, "par": "cora"}}}, "sorts.s.par : « cora » inconnu"),
    ({"sorts": {"s": {**SORT, "pouvoir": "neige"}}}, "sorts.s.pouvoir : « neige » inconnu"),
    ({"sorts": {"s": {**SORT, "pouvoir": "", "elements": ["bois"]}}}, "sorts.s.elements : « bois » inconnu"),
    (
        {"sorts": {"s": {**SORT, "pouvoir": "", "elements": ["feu", "feu"]}}},
        "sorts.s.elements : feu et feu ne se combinent pas",
    ),
    ({"sorts": {"s": {**SORT, "pouvoir": "", "aire": 11}}}, "sorts.s.aire : de 1 à 10, pas 11"),
    ({"zones": {"z": {"nom": "Z", "resistances": {"temps": 1}}}}, "zones.z.resistances : « temps » inconnu"),
]


@pytest.mark.parametrize(("kw", "phrase"), REFUS_DE_SCENE)
def test_a_scene_is_refused_in_one_sentence(kw: dict[str, Any], phrase: str) -> None:
    with pytest.raises(ContentError) as error:
        read_scene({**deux(**SABRE), **kw})
    assert phrase in str(error.value)


def test_a_battle_is_judged() -> None:
    guerre = {"fiche": {"competences": {"art_de_la_guerre": 3}}}
    gens = {"personnages": {"aki": guerre, "bao": guerre}}
    b = {"generaux": ["aki", "bao"]}
    assert read_scene({**gens, "bataille": b}).bataille is not None
    for kw, phrase in (
        ({"engagements": 4}, "bataille.engagements : un nombre impair de 3 à 21, pas 4"),
        ({"faites": [["aki", "fuir"]]}, "bataille.faites : « fuir » inconnu"),
        ({"vainqueur": "cora"}, "bataille.vainqueur : « cora » inconnu"),
        ({"gagnes": [-1, 0]}, "bataille.gagnes : de 0 à 999, pas -1"),
    ):
        with pytest.raises(ContentError) as error:
            read_scene({**gens, "bataille": {**b, **kw}})
        assert phrase in str(error.value)


def test_who_cannot_act_passes_and_who_has_no_side_declares_nothing() -> None:
    gens = deux(blessures={"torse": 24})  # Constitution 4, six boxes: the last one is reached
    scene = read_scene({**gens, "combat": {"file": ["aki", "bao"]}})
    assert not scene["aki"].conscient and Passer("aki").closed(scene) is None
    with pytest.raises(ContentError, match=r"combat\.file : « aki » n'a pas de camp"):
        read_scene({**deux(camp=""), "combat": {"file": ["aki", "bao"]}})
    seuls = {"personnages": {"aki": {}}, "combat": {}}
    with pytest.raises(ContentError, match="il faut au moins un personnage en état d'agir, avec un camp"):
        read_scene(seuls)


def test_wounds_of_this_fight_are_among_the_wounds_and_what_has_healed_is_none() -> None:
    plaies = {"blessures": {"torse": 2, "tete": 0}, "recentes": {"torse": 3, "tete": 1}}
    aki = read_scene(deux(**plaies))["aki"]
    assert (aki.blessures, aki.recentes) == ({"torse": 2}, {"torse": 2})


def test_a_fight_in_the_middle_of_its_declarations_holds() -> None:
    declaree = {"do": "attaquer", "actor": "aki", "cible": "bao"}
    s = read_scene({**deux(**SABRE), "combat": {"file": ["bao"], "declarations": {"aki": declaree}}})
    assert s.encounter is not None and s.encounter.declarations["aki"] == Attaquer("aki", cible="bao")
    assert judge(s, "scene") is s


def test_nobody_and_reserved_names_are_refused() -> None:
    with pytest.raises(ContentError, match="il faut au moins un personnage"):
        read_scene({})
    for reserve in ("all", "mj"):
        with pytest.raises(ContentError, match=f"personnages.{reserve} : ce nom est réservé"):
            read_scene({"personnages": {reserve: {}}})
    with pytest.raises(ContentError, match="attendu une table"):
        read_scene({"personnages": {"aki": 3}})


RANGS = st.integers(-2, 12)


@given(st.fixed_dictionaries(dict.fromkeys(ATTRIBUTS, RANGS)), st.integers(-2, 23))
@settings(max_examples=60, deadline=None)
def test_a_scene_holds_exactly_when_its_figures_do(rangs: dict[str, int], epees: int) -> None:
    data = deux(fiche={**rangs, "competences": {"epees": epees}})
    tient = all(1 <= n <= 9 for n in rangs.values()) and 0 <= epees <= 20
    try:
        lue = read_scene(data)
    except ContentError:
        assert not tient
    else:
        assert tient
        assert msgspec.json.decode(msgspec.json.encode(lue), type=Scene) == lue


# ---------------------------------------------------------------- the ready scenes


def test_there_are_scenes_for_each_kind_of_fight() -> None:
    assert {"demo", "duel", "un_contre_trois", "monture", "embuscade", "temple"} <= set(SCENES)
    assert next(iter(game.demos)) == "demo"
    demo = lue("demo")
    assert sorted(len(camp) for camp in demo.sides().values()) == [3, 4]
    assert lue("monture")["tarek"].monture == "jument"


@pytest.mark.parametrize("nom", sorted(SCENES))
def test_a_ready_scene_is_fought_to_its_end(nom: str) -> None:
    s = parse(SCENES[nom], Scenario, nom)
    assert s.game == "yin_yang" and s.title and s.note and not s.step
    scene = lue(nom)
    assert len(scene.sides()) == 2 and len(scene.turn()) == 1
    compte = fights(game, scene, 20, 7, TACTICS["simple"])
    assert compte.unfinished == 0
    assert sum(compte.wins.values()) + compte.draws == 20


@pytest.mark.parametrize("nom", sorted(SCENES))
def test_whatever_play_leads_to_can_be_written_and_read_again(nom: str) -> None:
    """After every declaration of some fights the scene holds, and its JSON gives it back."""
    tactique = TACTICS["simple"]
    for seed in range(3):
        scene, oracle = lue(nom), Sampled(seed, tactique.answer)
        while scene.encounter is not None:
            scene = tactique.act(scene, scene.turn()[0]).resolve(scene, oracle)
            assert judge(scene, "scene") is scene
        assert msgspec.json.decode(msgspec.json.encode(scene), type=Scene) == scene


@given(st.data())
@settings(max_examples=40, deadline=None)
def test_what_anybody_may_do_at_random_leads_to_scenes_that_hold(data: st.DataObject) -> None:
    """Not only what a tactic would do: any open button, some turns long."""
    scene = lue(data.draw(st.sampled_from(["duel", "demo", "temple"])))
    oracle = Sampled(data.draw(st.integers(0, 999)), TACTICS["simple"].answer)
    for _ in range(12):
        if scene.encounter is None:
            return
        who = scene.turn()[0]
        ouvertes = [a for a, refus in game.legal(scene, who) if refus is None]
        scene = data.draw(st.sampled_from(ouvertes)).resolve(scene, oracle)
        judge(scene, "scene")


# ---------------------------------------------------------------- who comes later


def test_whoever_comes_into_a_fight_declares_in_this_very_turn_where_his_initiative_puts_him() -> None:
    temple = lue("temple")
    assert temple.encounter is not None and temple.encounter.file == ("golem", "shan", "mei", "esprit")
    data = msgspec.to_builtins(temple)
    data["personnages"]["kei"] = {"pret": "kei", "camp": "Pèlerins", "x": 1, "y": 1}
    venu = read_scene(data)
    assert venu.encounter is not None and set(venu.encounter.file) == {"golem", "shan", "mei", "esprit", "kei"}
    rangs = [total(initiative(venu[who], arme_en_main(venu[who]))) for who in venu.encounter.file]
    assert rangs == sorted(rangs)


def test_who_has_declared_is_not_asked_again_when_the_scene_is_read() -> None:
    temple = lue("temple")
    apres = Attendre("golem").resolve(temple, Sampled(1, TACTICS["simple"].answer))
    assert read_scene(msgspec.to_builtins(apres)) == apres
