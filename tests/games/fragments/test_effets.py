"""The language of effects: every effect of every catalogue acts, conditions hold when they say, moments come."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.fragments import game
from tablee.games.fragments.book.c2_systeme.figures import carac
from tablee.games.fragments.book.c3_combat.agir import Vise, declencher, fin_du_coup, produire
from tablee.games.fragments.book.c3_combat.tours import debuter
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer, preparer
from tablee.games.fragments.book.c4_attaque.sensible import blesser
from tablee.games.fragments.book.c9_emplois.objets import UtiliserObjet
from tablee.games.fragments.book.c9_emplois.soutien import UtiliserSoutien
from tablee.games.fragments.book.c9_emplois.talismans import ActiverEnchantement
from tablee.games.fragments.book.c9_emplois.techniques import UtiliserTechnique
from tablee.games.fragments.model import catalogue, effects
from tablee.games.fragments.model.catalogue import (
    AFFLICTIONS,
    ARMES,
    BOUCLIERS,
    CLASSES,
    CREATURES,
    ENCHANTEMENTS,
    MAUX,
    MONTURES,
    OBJETS,
    ORIGINES,
    TECHNIQUES,
    TERRAINS,
    TOMES,
    Degre,
    Technique,
    Trait,
)
from tablee.games.fragments.model.dire import dire, dit, phrases
from tablee.games.fragments.model.effects import Assaut, bonus_de, tient, types_de
from tablee.games.fragments.model.langage import AUTRE, COUP, PASSIFS, SOI, Effet, bonus, fautes
from tablee.games.fragments.model.people import JT_MAX, Equipement, Fiche, MalActif, Survie
from tablee.games.fragments.model.scene import Scene, Tour, Zone
from tablee.games.fragments.model.tables import DEGATS, TYPES_ARMES, TYPES_UNITES
from tablee.kernel.content import convert
from tablee.kernel.live import Scripted
from tablee.kernel.simulated import Simulated
from telling import told

from .pour_effets import (
    POINTS,
    RACONTES,
    Des,
    arme_pour,
    attaquer,
    en_selle,
    figures,
    mesures,
    moment,
    situation,
    soigner,
)

Poser = Callable[[pytest.MonkeyPatch, str, Effet, tuple[Effet, ...]], Scene]
CONNUS = frozenset({*MAUX, *TERRAINS})

# ---------------------------------------------------------------- bearing an effect


def oublier() -> None:
    """What was worked out from rows of the catalogue that a test replaces."""
    for f in vars(effects).values():
        if hasattr(f, "cache_clear"):
            f.cache_clear()


@pytest.fixture(autouse=True)
def frais(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    yield
    monkeypatch.undo()
    oublier()


def ana(**kw: Any) -> Fiche:
    return Fiche("Ana", points=POINTS, **kw)


def par_technique(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(TECHNIQUES, id, replace(TECHNIQUES[id], effets=effets, jt=0, recharge=0))
    return situation(e, ana(techniques=(id,)))


def par_arme(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    voulue = arme_pour(e)
    exige = e.si.partition(":")[0] in ("arme", "degats") or e.si in ("physique", "magique")
    arme = replace(catalogue.CHOSES[id], effets=effets, portee=(1, 3), pre=60, crit=5, poids=1, a_distance=None)
    arme = replace(arme, type=voulue.type, degats=voulue.degats) if exige else arme
    return situation(e, equipement=Equipement((arme,)))


def par_bouclier(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    bouclier = replace(BOUCLIERS[id], effets=effets, enchantement=None)
    return situation(e, equipement=Equipement((arme_pour(e), bouclier)))


def par_enchantement(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(ENCHANTEMENTS, id, replace(ENCHANTEMENTS[id], degres=(Degre(1, effets),)))
    return situation(e, equipement=Equipement((arme_pour(e),), talisman=True, enchantements=((id, 1),)))


def par_mal(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(MAUX, id, replace(MAUX[id], effets=effets))
    oublier()
    scene = situation(e)
    porte = {"affliction": MalActif(id, 3)} if id in AFFLICTIONS else {"etats": (MalActif(id, 3),)}
    return scene.put(replace(scene["ana"], **porte))


def par_terrain(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(TERRAINS, id, replace(TERRAINS[id], effets=effets))
    oublier()
    return replace(situation(e), zones=(Zone(((0, 0),), id),))


def par_monture(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(MONTURES, id, replace(MONTURES[id], effets=effets, type="Montée"))
    oublier()
    return en_selle(situation(e), id)


def par_classe(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(CLASSES, id, replace(CLASSES[id], effets=effets))
    return situation(e, ana(classe=id))


def par_origine(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    mp.setitem(ORIGINES, id, replace(ORIGINES[id], traits=(Trait("Trait", effets),), types=()))
    return situation(e, ana(origine=id))


def par_nature(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    return situation(e, ana(passifs=effets))


def passifs_de_creature(id: str) -> tuple[Effet, ...]:
    return convert(CREATURES[id].get("fiche", {}).get("passifs", ()), tuple[Effet, ...], id)


def portes() -> Iterator[tuple[str, Poser, str, Effet]]:
    """Every effect one bears, with how it is borne."""
    for t in TECHNIQUES.values():
        if t.activation in ("passive", "reaction"):
            yield from (("technique", par_technique, t.id, e) for e in t.effets)
    for a in (*ARMES.values(), *TOMES.values()):
        if a.type != "Soutien":
            yield from (("arme", par_arme, a.id, e) for e in a.effets)
    for b in BOUCLIERS.values():
        yield from (("bouclier", par_bouclier, b.id, e) for e in b.effets)
    for x in ENCHANTEMENTS.values():
        if not x.activable:
            yield from (("enchantement", par_enchantement, x.id, e) for d in x.degres for e in d.effets)
    for m in MAUX.values():
        yield from (("mal", par_mal, m.id, e) for e in m.effets)
    for sol in TERRAINS.values():
        yield from (("terrain", par_terrain, sol.id, e) for e in sol.effets)
    for monture in MONTURES.values():
        yield from (("monture", par_monture, monture.id, e) for e in monture.effets)
    for c in CLASSES.values():
        yield from (("classe", par_classe, c.id, e) for e in c.effets)
    for o in ORIGINES.values():
        yield from (("origine", par_origine, o.id, e) for trait in o.traits for e in trait.effets)
    for id in CREATURES:
        yield from (("creature", par_nature, id, e) for e in passifs_de_creature(id))


def nommes(cas: Iterator[Any]) -> list[Any]:
    """Each case under a name of its own."""
    return [pytest.param(*c[1:], id=f"{c[0]}-{c[-2]}-{c[-1].fait}-{i}") for i, c in enumerate(cas)]


def vu(scene: Scene, e: Effet) -> Any:
    """All that may be different when an effect is there."""
    if e.quand != "toujours":
        return mesures(moment(scene, e.quand))
    if e.sur == "jt":
        return mesures(debuter(scene, Des(), "ana"))
    if e.sur == "soins":
        return mesures(soigner(scene))
    return mesures(attaquer(scene, 40)) if e.sur == "vol_de_vie" else figures(scene, "ana", "bob")


@pytest.mark.rule("FD-9.1", "FD-9.4", "FD-9.9", "FD-9.10", "FD-9.11", "FD-6.20")
@pytest.mark.parametrize(("poser", "id", "e"), nommes(portes()))
def test_every_effect_that_is_borne_acts(poser: Poser, id: str, e: Effet, monkeypatch: pytest.MonkeyPatch) -> None:
    avec = vu(poser(monkeypatch, id, e, (e,)), e)
    sans = vu(poser(monkeypatch, id, e, ()), e)
    assert avec != sans


@pytest.mark.parametrize(
    ("poser", "id"),
    [
        (par_technique, "bras_noueux"),
        (par_arme, "rapiere"),
        (par_bouclier, "rondache"),
        (par_enchantement, "plume"),
        (par_mal, "gel"),
        (par_terrain, "foret"),
        (par_monture, "cheval"),
        (par_classe, "eclaireur"),
        (par_origine, "humain"),
        (par_nature, ""),
    ],
)
@pytest.mark.parametrize(
    "e", [bonus("FOR", 0), Effet("soin", n=0, quand="debut"), Effet("degats", n=0, quand="touche")]
)
def test_an_effect_of_nothing_is_seen_by_none_of_these_measures(
    poser: Poser, id: str, e: Effet, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert vu(poser(monkeypatch, id, e, (e,)), e) == vu(poser(monkeypatch, id, e, ()), e)


# ---------------------------------------------------------------- with an attack


def d_attaque() -> Iterator[tuple[str, str, Effet]]:
    for t in TECHNIQUES.values():
        if t.activation == "attaque":
            yield from (("attaque", t.id, e) for e in t.effets)


@pytest.mark.rule("FD-3.20", "FD-9.1", "FD-9.4")
@pytest.mark.parametrize(("id", "e"), nommes(d_attaque()))
def test_every_effect_paid_with_an_attack_acts(id: str, e: Effet, monkeypatch: pytest.MonkeyPatch) -> None:
    def resultat(effets: tuple[Effet, ...]) -> Any:
        scene = par_technique(monkeypatch, id, e, effets)
        attaque = Attaquer("ana", "bob", techniques=(id,))
        assert attaque.closed(scene) is None
        if e.quand != "toujours":
            return mesures(moment(scene, e.quand, (id,)))
        if e.sur == "vol_de_vie":
            return mesures(attaquer(scene, 40, (id,)))
        return figures(preparer(scene, attaque), "ana", "bob")

    assert resultat((e,)) != resultat(())


# ---------------------------------------------------------------- used


def technique_employee(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    t = replace(TECHNIQUES[id], effets=effets, jt=0, recharge=0)
    mp.setitem(TECHNIQUES, id, t)
    scene = situation(e, ana(techniques=(id,)), ecart=3 if e.fait == "attire" else 1)
    if t.cible == "case":
        x, y = (0, -1) if e.fait == "saut" else scene["bob"].case
        action = UtiliserTechnique("ana", id, "", x, y)
    else:
        action = UtiliserTechnique("ana", id, {"soi": "", "allie": "cyr", "ennemi": "bob", "unite": "cyr"}[t.cible])
    assert not effets or action.closed(scene) is None
    return action.executer(scene, Des())


def sort_employe(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    sort = replace(TOMES[id], effets=effets, pre=100)
    equipement = Equipement((arme_pour(e), OBJETS["catalyseur"]), sorts=(sort,), lies=(id,))
    scene = situation(e, equipement=equipement, ecart=3 if e.fait == "attire" else max(1, sort.portee[0]))
    if sort.cible == "case":
        x, y = (0, -1) if e.fait == "saut" else scene["bob"].case
        action = UtiliserSoutien("ana", id, "", x, y)
    else:
        action = UtiliserSoutien("ana", id, "bob" if sort.cible == "ennemi" else "cyr")
    assert not effets or action.closed(scene) is None
    return action.executer(scene, Des(1))


def objet_employe(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    equipement = Equipement((arme_pour(e), replace(OBJETS[id], effets=effets)))
    scene = situation(e, equipement=equipement)
    action = UtiliserObjet("ana", id, "cyr")
    assert not effets or action.closed(scene) is None
    return action.executer(scene, Des())


def enchantement_active(mp: pytest.MonkeyPatch, id: str, e: Effet, effets: tuple[Effet, ...]) -> Scene:
    scene = par_enchantement(mp, id, e, effets)
    action = ActiverEnchantement("ana", id)
    assert action.closed(scene) is None
    return action.executer(scene, Des())


def employes() -> Iterator[tuple[str, Poser, str, Effet]]:
    for t in TECHNIQUES.values():
        if t.activation in ("bonus", "rapide", "action"):
            yield from (("technique", technique_employee, t.id, e) for e in t.effets)
    for s in TOMES.values():
        if s.type == "Soutien":
            yield from (("soutien", sort_employe, s.id, e) for e in s.effets)
    for o in OBJETS.values():
        yield from (("objet", objet_employe, o.id, e) for e in o.effets)
    for x in ENCHANTEMENTS.values():
        if x.activable:
            yield from (("enchantement", enchantement_active, x.id, e) for d in x.degres for e in d.effets)


@pytest.mark.rule("FD-9.1", "FD-9.4", "FD-9.9")
@pytest.mark.parametrize(("employer", "id", "e"), nommes(employes()))
def test_every_effect_that_is_used_acts(employer: Poser, id: str, e: Effet, monkeypatch: pytest.MonkeyPatch) -> None:
    avec = mesures(employer(monkeypatch, id, e, (e,)))
    sans = mesures(employer(monkeypatch, id, e, ()))
    assert avec != sans


@pytest.mark.parametrize("langue", ["fr", "en"])
def test_all_that_is_told_of_effects_reads_as_a_sentence(langue: str, monkeypatch: pytest.MonkeyPatch) -> None:
    RACONTES.clear()
    for _, employer, id, e in employes():
        with monkeypatch.context() as mp:
            employer(mp, id, e, (e,))
    noms = {"ana": "Ana", "bob": "Bob", "cyr": "Cyr", "dan": "Dan"}
    for event in RACONTES:
        texte = told(game.words, event, noms, langue)
        assert texte != event.what and "{" not in texte and "_" not in texte, texte
        for label, _, regle in event.terms:
            assert regle in game.ledger.rules
            assert label
    dits = {told(game.words, event, noms, langue) for event in RACONTES if event.what == "effet"}
    assert any("Strength +3" in d if langue == "en" else "Force +3" in d for d in dits)


# ---------------------------------------------------------------- conditions

MAINTENANT = Assaut("Épée", "TRA", False, 1)


def verite(si: str, scene: Scene, coup: Assaut | None = MAINTENANT, autre: str = "bob") -> bool:
    return tient(
        scene, scene["ana"], bonus("DEF", 1) if not si else Effet("bonus", "DEF", 1, si=si), scene[autre], coup
    )


def change(scene: Scene, who: str, **kw: Any) -> Scene:
    return scene.put(replace(scene[who], **kw))


def marche(scene: Scene, pas: int) -> Scene:
    assert scene.encounter is not None
    return replace(scene, encounter=replace(scene.encounter, tours={"ana": Tour(pas=pas)}))


def a_la_manche(scene: Scene, manche: int) -> Scene:
    assert scene.encounter is not None
    return replace(scene, encounter=replace(scene.encounter, manche=manche))


BASE = situation(Effet("bonus", "DEF", 1))  # Ana at 20 of 60 PV, Cyr and Bob adjacent, Dan far away; her tour


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("si", "oui", "non"),
    [
        ("moitie", change(BASE, "ana", perdus=30), change(BASE, "ana", perdus=29)),
        ("plein", change(BASE, "ana", perdus=0), change(BASE, "ana", perdus=1)),
        ("seul", change(BASE, "cyr", x=-3), BASE),
        ("seul", change(BASE, "cyr", survie=Survie(6000, "Grave")), BASE),
        ("entoure", BASE, change(BASE, "cyr", x=-3)),
        ("encercle", change(BASE, "dan", x=0, y=1), BASE),
        ("monte", en_selle(BASE, "cheval"), BASE),
        ("a_pied", BASE, en_selle(BASE, "cheval")),
        ("immobile", BASE, marche(BASE, 1)),
        ("elan", marche(BASE, 3), marche(BASE, 2)),
        ("manche_1", BASE, a_la_manche(BASE, 2)),
        ("cible_moitie", change(BASE, "bob", perdus=30), change(BASE, "bob", perdus=29)),
        ("cible_pleine", change(BASE, "bob", perdus=0), BASE),
        (
            "cible_affligee",
            change(BASE, "bob", affliction=MalActif("gel")),
            change(BASE, "bob", etats=(MalActif("a_terre"),)),
        ),
        ("dos", change(BASE, "bob", face=0), change(BASE, "bob", face=2)),
        ("plus_rapide", BASE, replace(BASE, encounter=None)),
        (
            "terrain:foret",
            replace(BASE, zones=(Zone(((0, 0),), "foret"),)),
            replace(BASE, zones=(Zone(((1, 0),), "foret"),)),
        ),
        (
            "etat:a_terre",
            change(BASE, "bob", etats=(MalActif("a_terre"),)),
            change(BASE, "ana", etats=(MalActif("a_terre"),)),
        ),
        ("contre:Dragon", change(BASE, "bob", fiche=Fiche("Bob", points=POINTS, types=("Dragon",))), BASE),
        ("element:FEU", change(BASE, "bob", fiche=Fiche("Bob", points=POINTS, element="FEU")), BASE),
    ],
)
def test_a_condition_on_units_holds_when_it_says(si: str, oui: Scene, non: Scene) -> None:
    assert verite(si, oui)
    assert not verite(si, non)


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("si", "oui", "non"),
    [
        ("melee", MAINTENANT, MAINTENANT._replace(portee=2)),
        ("distance", MAINTENANT._replace(portee=2), MAINTENANT),
        ("physique", MAINTENANT, MAINTENANT._replace(magique=True)),
        ("magique", MAINTENANT._replace(magique=True), MAINTENANT),
        ("critique", MAINTENANT._replace(critique=True), MAINTENANT),
        ("arme:Arc", MAINTENANT._replace(arme="Arc"), MAINTENANT),
        ("degats:FEU", MAINTENANT._replace(degats="FEU"), MAINTENANT),
    ],
)
def test_a_condition_on_the_blow_holds_when_it_says(si: str, oui: Assaut, non: Assaut) -> None:
    assert verite(si, BASE, oui)
    assert not verite(si, BASE, non)
    assert not verite(si, BASE, None)


def test_every_condition_is_tried_here() -> None:
    seuls = {"moitie", "plein", "seul", "entoure", "encercle", "monte", "a_pied", "immobile", "elan", "manche_1"}
    assert seuls == set(SOI)
    assert set(AUTRE) == {"cible_moitie", "cible_pleine", "cible_affligee", "dos", "plus_rapide"}
    assert set(COUP) == {"melee", "distance", "physique", "magique", "critique"}


@pytest.mark.rule("FD-9.1")
def test_moving_is_judged_in_ones_own_tour_only() -> None:
    assert BASE.encounter is not None
    ailleurs = replace(BASE, encounter=replace(BASE.encounter, tours={"bob": Tour()}))
    assert not verite("immobile", ailleurs)
    assert not verite("elan", ailleurs)
    assert verite("immobile", replace(BASE, encounter=None))


# ---------------------------------------------------------------- what would never act is a fault


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("e", "actif"),
    [
        (Effet("bonus", "DEF", 1, qui="allies", rayon=2), False),  # no auras
        (Effet("bonus", "DEF", 1, tours=2), False),
        (Effet("bonus", "DEF", 1), True),  # used, and gone at once
        (Effet("bonus", "DEF", 1, quand="touche"), False),
        (Effet("bonus", "DEF", 1, quand="vise", qui="allies", rayon=1), False),
        (Effet("soin", n=1, quand="debut"), True),
        (Effet("degats", n=1, quand="debut", qui="cible"), False),
        (Effet("soin", n=1, quand="fin", si="melee"), False),
        (Effet("soin", n=1, quand="combat", si="cible_pleine"), False),
        (Effet("bonus", "PV", 3, si="moitie"), False),
    ],
)
def test_an_effect_that_would_never_act_is_a_fault(e: Effet, actif: bool) -> None:
    assert fautes(e, actif, CONNUS)


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("e", "actif"),
    [
        (Effet("bonus", "DEF", 1, qui="allies", rayon=2, tours=1), True),
        (Effet("bonus", "DEF", 1, quand="vise"), False),
        (Effet("bonus", "DEF", 1, quand="touche", tours=1), False),
        (Effet("soin", n=1, quand="fin", si="moitie"), False),
        (Effet("bonus", "precision", 5, si="melee", tours=2), True),
        (Effet("bonus", "PV", 3), False),
    ],
)
def test_an_effect_that_may_act_is_none(e: Effet, actif: bool) -> None:
    assert not fautes(e, actif, CONNUS)


@pytest.mark.rule("FD-3.43", "FD-9.24")
def test_a_reaction_waits_for_one_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    for effets in ((bonus("DEF", 1),), (Effet("soin", n=1, quand="debut"), Effet("soin", n=1, quand="fin"))):
        monkeypatch.setitem(TECHNIQUES, "essai", Technique("essai", "Essai", 1, activation="reaction", effets=effets))
        with pytest.raises(catalogue.ContentError):
            catalogue.verifier()


# ---------------------------------------------------------------- effects at work


def faire(scene: Scene, e: Effet, cible: str = "", coup: Any = None, **kw: Any) -> Scene:
    return produire(scene, Des(), "ana", (("Essai", e, "FD-9.1"),), Vise(cible, **kw), coup)


@pytest.mark.rule("FD-9.1", "FD-2.13")
def test_a_lasting_bonus_counts_the_tours_of_its_bearer() -> None:
    scene = faire(BASE, Effet("bonus", "DEF", 3, qui="tous", rayon=1, tours=2), "ana")
    assert {id: scene[id].effets[0].tours for id in ("ana", "bob", "cyr")} == {"ana": 3, "bob": 2, "cyr": 2}
    assert scene["dan"].effets == ()
    assert carac(scene, scene["bob"], "DEF") == 9


@pytest.mark.rule("FD-9.1")
def test_the_same_effect_of_the_same_source_replaces_itself() -> None:
    e = Effet("bonus", "DEF", 3, qui="cible", tours=2)
    scene = faire(faire(BASE, e, "cyr"), replace(e, n=2), "cyr")
    assert [a.effet.n for a in scene["cyr"].effets] == [2]
    autre = produire(scene, Des(), "ana", (("Autre", e, "FD-9.1"),), Vise("cyr"))
    assert carac(autre, autre["cyr"], "DEF") == 6 + 2 + 3


@pytest.mark.rule("FD-9.1")
def test_a_condition_that_cannot_be_judged_yet_stays_on_what_lasts() -> None:
    scene = faire(BASE, Effet("bonus", "precision", 15, si="distance", qui="allies", rayon=2, tours=1), "")
    cyr = scene["cyr"]
    assert bonus_de(scene, cyr, "precision", scene["bob"], MAINTENANT._replace(portee=2)) == 15
    assert bonus_de(scene, cyr, "precision", scene["bob"], MAINTENANT) == 0
    jugee = faire(BASE, Effet("bonus", "ESQ", -10, si="cible_moitie", qui="cible", tours=1), "bob")
    assert jugee["bob"].effets == ()  # at 50 of 60 PV
    assert faire(
        change(BASE, "bob", perdus=45), Effet("bonus", "ESQ", -10, si="cible_moitie", qui="cible", tours=1), "bob"
    )["bob"].effets[0].effet == bonus("ESQ", -10)


@pytest.mark.rule("FD-9.1", "FD-4.21", "FD-4.22")
def test_damage_of_an_effect_is_raw_and_raw_defence_lessens_it() -> None:
    scene = change(BASE, "bob", fiche=Fiche("Bob", points=POINTS | {"DEF": 50}, passifs=(bonus("defense_brute", 3),)))
    oracle = Des()
    apres = blesser(scene, oracle, "ana", "bob", ("Essai", Effet("degats", n=8), "FD-9.1"))
    assert apres["bob"].perdus == 10 + 5
    (dit_,) = oracle.events
    assert dit_.terms == (("Essai", 8, "FD-9.1"), ("Défense brute", -3, "FD-4.22"))


@pytest.mark.rule("FD-9.1", "FD-4.2", "FD-4.3", "FD-4.5")
@pytest.mark.parametrize(
    ("passifs", "perdus"),
    [
        ((), 7),
        ((Effet("vulnerable", "FEU"),), 14),
        ((Effet("resiste", "FEU"),), 3),
        ((Effet("resiste", "FEU"), Effet("vulnerable", "FEU")), 7),
        ((Effet("resiste", "EAU"),), 7),
        ((Effet("resiste", "FEU", si="plein"),), 7),  # he is hurt: it does not hold
    ],
)
def test_damage_of_a_type_is_resisted_as_such(passifs: tuple[Effet, ...], perdus: int) -> None:
    scene = change(BASE, "bob", fiche=Fiche("Bob", points=POINTS, passifs=passifs))
    assert faire(scene, Effet("degats", "FEU", n=7, qui="cible"), "bob")["bob"].perdus == 10 + perdus


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("e", "champ", "valeur"),
    [
        (Effet("soin", n=4, qui="cible"), "perdus", 26),
        (Effet("soin", n=1, des=2, faces=6, qui="cible"), "perdus", 30 - 7),
        (Effet("soin", "pct", n=10, qui="cible"), "perdus", 24),
        (Effet("degats", "pct", n=10, qui="cible"), "perdus", 36),
        (Effet("ep", n=6, qui="cible"), "ep", 6),
        (Effet("jt", n=2, qui="cible"), "jt", 5),
        (Effet("jt", n=9, qui="cible"), "jt", JT_MAX),
        (Effet("jt", n=-9, qui="cible"), "jt", 0),
        (Effet("charge", n=1, qui="cible"), "charges", 2),
        (Effet("charge", n=9, qui="cible"), "charges", 3),
        (Effet("pousse", n=2, qui="cible"), "case", (3, -3)),
        (Effet("inflige", "a_terre", qui="cible"), "etats", (MalActif("a_terre", 1, "ana"),)),
        (Effet("inflige", "a_terre", qui="cible", tours=3), "etats", (MalActif("a_terre", 3, "ana"),)),
    ],
)
def test_what_each_kind_does(e: Effet, champ: str, valeur: Any) -> None:
    assert getattr(faire(BASE, e, "cyr")["cyr"], champ) == valeur


@pytest.mark.rule("FD-9.1")
def test_places_are_changed() -> None:
    scene = faire(BASE, Effet("echange", qui="cible"), "cyr")
    assert (scene["ana"].case, scene["cyr"].case) == ((1, -1), (0, 0))
    loin = change(BASE, "bob", x=4)
    assert faire(loin, Effet("attire", n=2, qui="cible"), "bob")["bob"].case == (2, 0)
    assert faire(loin, Effet("attire", n=9, qui="cible"), "bob")["bob"].case == (1, 0)
    assert faire(BASE, Effet("saut"), case=(-2, 0))["ana"].case == (-2, 0)


@pytest.mark.rule("FD-9.1")
def test_effective_initiative_lasts() -> None:
    scene = faire(BASE, Effet("initiative", n=-30, qui="cible"), "bob")
    assert scene.initiative("bob") == 1
    assert faire(BASE, Effet("initiative", n=4, qui="cible"), "bob").initiative("bob") == 14


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(("qui", "touches"), [("allies", {"cyr"}), ("ennemis", {"bob"}), ("tous", {"bob", "cyr"})])
def test_a_radius_is_counted_from_whom_one_hits(qui: Any, touches: set[str]) -> None:
    scene = change(change(BASE, "bob", x=3), "cyr", x=3, y=-1)
    e = Effet("degats", n=1, qui=qui, rayon=1, quand="touche")
    apres = faire(scene, e, "bob", coup=MAINTENANT)
    assert {id for id in scene.people if apres[id].perdus != scene[id].perdus} == touches


@pytest.mark.rule("FD-9.1")
def test_a_radius_is_counted_from_oneself_when_one_is_hit() -> None:
    scene = change(BASE, "bob", x=3)
    apres = faire(scene, Effet("soin", n=1, qui="allies", rayon=1, quand="blesse"), "bob", coup=MAINTENANT)
    assert apres["ana"].perdus == scene["ana"].perdus - 1
    assert apres["cyr"].perdus == scene["cyr"].perdus - 1


@pytest.mark.rule("FD-9.1", "FD-9.15")
def test_the_ground_changes_for_some_tours_of_who_changed_it() -> None:
    scene = faire(BASE, Effet("terrain", "brasier", rayon=1, tours=2), case=(5, 0))
    (zone,) = scene.zones
    assert (len(zone.cases), zone.terrain, zone.par, zone.tours) == (7, "brasier", "ana", 3)
    sous_lui = faire(BASE, Effet("terrain", "brasier", quand="blesse", tours=1), "bob")
    assert sous_lui.zones[0].cases == ((0, 0),)


# ---------------------------------------------------------------- reactions


def reactif(*ids: str, **kw: Any) -> Scene:
    scene = situation(Effet("bonus", "DEF", 1), ana(techniques=ids))
    return change(scene, "ana", **kw) if kw else scene


def subir(scene: Scene, *reponses: str, de: int = 40) -> tuple[Scene, Scripted]:
    oracle = Scripted([de, *[3] * (de == 40)], reponses)
    return Attaquer("bob", "ana").executer(scene, oracle), oracle


@pytest.mark.rule("FD-3.43", "FD-9.24")
def test_a_reaction_is_offered_paid_and_holds_for_the_attack_only() -> None:
    scene = reactif("encaisser")
    sans, oracle = subir(scene, "non")
    assert [q.key for q in oracle.asked] == ["fd.reaction"]
    assert (oracle.asked[0].options[0].id, oracle.asked[0].options[1].cost) == ("non", (("JT", 2),))
    avec, _ = subir(scene, "oui")
    assert avec["ana"].perdus == sans["ana"].perdus - 3
    assert (sans["ana"].jt, avec["ana"].jt) == (3, 1)
    assert avec["ana"].effets == ()
    assert avec.encounter == scene.encounter  # the tour under way goes on


@pytest.mark.rule("FD-3.43", "FD-9.24")
@pytest.mark.parametrize(
    "kw",
    [
        {"jt": 1},
        {"etats": (MalActif("etourdi", 2),)},  # no techniques
        {"affliction": MalActif("sommeil", 2)},  # not able to act
        {"recharges": (("encaisser", 1),)},
    ],
)
def test_a_reaction_asks_nobody_who_cannot(kw: dict[str, Any]) -> None:
    _, oracle = subir(reactif("encaisser", **kw))
    assert oracle.asked == []


@pytest.mark.rule("FD-3.43")
def test_a_reaction_is_offered_only_where_it_would_serve() -> None:
    loin = change(reactif("reponse_du_fer"), "bob", x=2)
    assert subir(loin, de=100)[1].asked == []  # at range: its answer is for melee
    _, oracle = subir(reactif("reponse_du_fer"), de=100)
    assert [q.key for q in oracle.asked] == ["fd.reaction"]
    oracle = Scripted()
    declencher(reactif("se_ressaisir"), oracle, "ana", "debut")
    assert oracle.asked == []
    declencher(reactif("se_ressaisir", affliction=MalActif("gel", 2)), oracle, "ana", "debut")
    assert [q.key for q in oracle.asked] == ["fd.reaction"]


@pytest.mark.rule("FD-3.43", "FD-6.33")
def test_a_reaction_recharges() -> None:
    scene = change(reactif("serment_de_pierre"), "ana", jt=6)
    apres, _ = subir(scene, "oui")
    assert apres["ana"].recharge("serment_de_pierre") == 2  # in her own tour, which does not count
    assert subir(apres)[1].asked == []


@pytest.mark.rule("FD-3.43")
def test_what_the_attacker_suffers_for_one_blow_ends_with_it() -> None:
    e = Effet("bonus", "precision", -30, quand="vise", qui="cible")
    scene = situation(e, ana(passifs=(e,)))
    vise = declencher(scene, Des(), "ana", "vise", "bob", MAINTENANT)
    assert bonus_de(vise, vise["bob"], "precision") == -30
    assert fin_du_coup(vise, "ana", "bob")["bob"].effets == ()


# ---------------------------------------------------------------- what is not cumulative


@pytest.mark.rule("FD-4.23")
def test_of_a_family_only_the_strongest_counts() -> None:
    deux = tuple(Effet("bonus", "DEF", n, famille="rempart") for n in (2, 5, 3))
    scene = situation(deux[0], ana(passifs=(*deux, bonus("DEF", 1))))
    assert carac(scene, scene["ana"], "DEF") == 6 + 5 + 1


@pytest.mark.rule("FD-4.23")
@pytest.mark.parametrize("sur", ["vision", "vol_de_vie"])
def test_sight_and_life_steal_never_add_up(sur: str) -> None:
    scene = situation(bonus(sur, 1), ana(passifs=(bonus(sur, 1), bonus(sur, 2))))
    assert bonus_de(scene, scene["ana"], sur) == 2


@pytest.mark.rule("FD-4.23")
def test_life_stolen_is_a_share_of_the_damage() -> None:
    e = bonus("vol_de_vie", 50)
    scene = situation(e, ana(passifs=(e, bonus("vol_de_vie", 20))))
    apres = attaquer(scene, 40)
    pris = apres["bob"].perdus - scene["bob"].perdus
    assert pris > 1
    assert apres["ana"].perdus == scene["ana"].perdus - pris // 2


# ---------------------------------------------------------------- types, borne or for a while


@pytest.mark.rule("FD-9.1", "FD-4.7")
def test_one_counts_as_a_type_by_an_effect() -> None:
    e = Effet("type", "Dragon", si="moitie")
    scene = situation(e, ana(passifs=(e,)))
    assert types_de(scene, scene["ana"]) == ("Dragon",)
    assert types_de(change(scene, "ana", perdus=0), replace(scene["ana"], perdus=0)) == ()
    use = faire(BASE, Effet("type", "Monstre", qui="cible", tours=1), "bob")
    assert types_de(use, use["bob"]) == ("Monstre",)


# ---------------------------------------------------------------- in words


def tous() -> list[Effet]:
    rangs = [e for _, effets, _ in catalogue.tous_les_effets() for e in effets]
    return list(dict.fromkeys([*rangs, *(e for id in CREATURES for e in passifs_de_creature(id))]))


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize("langue", [0, 1])
def test_effects_that_differ_are_told_differently(langue: int) -> None:
    sans_famille = {
        replace(e, famille="x" if e.famille else "", rayon=e.rayon if e.qui != "cible" else 0) for e in tous()
    }
    sans_famille = {replace(e, qui="soi") if e.fait == "terrain" else e for e in sans_famille}
    dits = [dit(e)[langue] for e in sans_famille if e.fait != "terrain"]
    assert len(set(dits)) == len(dits)


@pytest.mark.rule("FD-9.1")
@pytest.mark.parametrize(
    ("e", "fr", "en"),
    [
        (bonus("FOR", 2), "Force +2.", "Strength +2."),
        (
            Effet("soin", n=4, des=1, faces=6, quand="tue"),
            "Quand son attaque met à 0 PV : 1d6+4 PV rendus.",
            "When one's attack brings to 0 PV: 1d6+4 PV back.",
        ),
        (
            Effet("bonus", "DEF", -3, quand="touche", si="melee", qui="cible", tours=2),
            "Quand son attaque touche, au corps à corps, sur la cible : Défense -3 pendant 2 tours.",
            "When one's attack hits, in melee, on the target: Defence -3 for 2 turns.",
        ),
        (
            Effet("degats", "FEU", n=2, quand="blesse", qui="cible"),
            "Quand une attaque lui prend des PV, sur l'attaquant : 2 dégâts bruts de type Feu.",
            "When an attack takes PV from one, on the attacker: 2 raw Fire damage.",
        ),
    ],
)
def test_an_effect_is_one_sentence(e: Effet, fr: str, en: str) -> None:
    assert (dire(e), dire(e, "en")) == (fr, en)


@pytest.mark.rule("FD-9.1")
def test_every_sentence_has_its_english() -> None:
    connues = phrases()
    for e in tous():
        assert connues[dire(e)] == dire(e, "en")
    for fr, en in connues.items():
        assert fr.endswith(".") and en.endswith(".")
        assert "{" not in fr + en
        assert not {"pct", "toujours", "cible_", "_de_"} & set(fr.split())


# ---------------------------------------------------------------- what always holds

NATURES = st.sampled_from(
    [*DEGATS, *TYPES_ARMES, *TYPES_UNITES, *MAUX, *TERRAINS, "FOR", "PV", "pct", "tour", "", "vision", "jt"]
)
EFFETS = st.builds(
    Effet,
    fait=st.sampled_from(
        sorted(
            PASSIFS
            | {
                "soin",
                "degats",
                "ep",
                "jt",
                "initiative",
                "inflige",
                "guerit",
                "pousse",
                "attire",
                "echange",
                "saut",
                "tour",
                "terrain",
                "charge",
                "reanime",
            }
        )
    ),
    sur=NATURES,
    n=st.integers(-20, 60),
    quand=st.sampled_from(["toujours", "touche", "blesse", "debut"]),
    si=st.sampled_from(["", *SOI, *AUTRE, *COUP, "arme:Arc", "contre:Dragon", "terrain:foret"]),
    qui=st.sampled_from(["soi", "cible", "allies", "ennemis", "tous"]),
    rayon=st.integers(0, 3),
    tours=st.integers(0, 3),
)


@pytest.mark.rule("FD-9.1")
@given(e=EFFETS, cible=st.sampled_from(["ana", "bob", "cyr", "dan"]), graine=st.integers(0, 99), tombe=st.booleans())
def test_an_effect_without_fault_keeps_everybody_within_bounds(e: Effet, cible: str, graine: int, tombe: bool) -> None:
    if fautes(e, e.quand == "toujours", CONNUS):
        return
    scene = change(BASE, "cyr", perdus=60, survie=Survie(6000, "Grave")) if tombe else BASE
    coup = MAINTENANT if e.quand in ("touche", "blesse") else None
    apres = produire(
        scene,
        Simulated(graine),
        "ana",
        (("Essai", e, "FD-9.1"),),
        Vise(cible, (2, 2) if e.fait == "saut" else None),
        coup,
    )
    for u in apres.people.values():
        assert 0 <= u.pv <= u.pv_max
        assert 0 <= u.ep <= u.pv_max
        assert 0 <= u.jt <= JT_MAX
        assert 0 <= u.charges <= 3
        assert u.affliction is None or not u.ep
        figures(apres, u.id, "bob" if u.id != "bob" else "ana")
    assert len({u.case for u in apres.people.values() if u.conscient}) == sum(
        u.conscient for u in apres.people.values()
    )
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres
    assert dire(e).endswith(".") and dire(e, "en").endswith(".")
