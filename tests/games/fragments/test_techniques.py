"""Techniques: equipped within the PT, used for JT as bonus, quick or full actions, aimed, recharged, refreshed."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee import odds
from tablee.games.fragments.book.c3_combat.actions import Attendre
from tablee.games.fragments.book.c3_combat.deplacements import SeDeplacer
from tablee.games.fragments.book.c4_attaque.attaque import Attaquer
from tablee.games.fragments.book.c9_emplois.techniques import (
    EquiperTechniques,
    InventerTechnique,
    UtiliserTechnique,
    offers,
    pt_max,
)
from tablee.games.fragments.model.catalogue import CLASSES, TECHNIQUES
from tablee.games.fragments.model.dire import dit_technique
from tablee.games.fragments.model.effects import bonus_de
from tablee.games.fragments.model.people import JT_MAX, Fiche, MalActif, Survie, Unite
from tablee.games.fragments.model.scene import Carte, Scene, Tour
from tablee.kernel.simulated import Simulated

from .bretteurs import Joue, arme, combat, qui, refus, scene


def ana(*techniques: str, **kw: Any) -> Unite:
    return qui("ana", "A", arme(), techniques=techniques, **kw)


def trio(*techniques: str, **kw: Any) -> Scene:
    """Ana, whose tour it is, Bob against her beside her, Cyr with her on her other side."""
    return combat(ana(*techniques, **kw), qui("bob", "B", arme(), x=1), qui("cyr", "A", arme(), x=-1))


def employer(technique: str, cible: str = "", case: tuple[int, int] | None = None) -> UtiliserTechnique:
    x, y = case if case is not None else (None, None)
    return UtiliserTechnique("ana", technique, cible, x, y)


# ---------------------------------------------------------------- the price, the tour


@pytest.mark.rule("FD-3.56", "FD-3.19")
def test_a_bonus_technique_is_paid_and_does_not_end_the_tour() -> None:
    joue = Joue(trio("garde_haute"), employer("garde_haute"))
    assert joue["ana"].jt == 4
    assert joue.scene.turn() == ("ana",)
    assert bonus_de(joue.scene, joue["ana"], "defense_brute") == 2
    assert joue.le("technique")["jetons"] == 2
    assert refus(joue.scene, SeDeplacer("ana", 0, 1)) == "FD-3.22"
    assert refus(joue.scene, Attaquer("ana", "bob")) is None


@pytest.mark.rule("FD-3.56")
def test_several_in_a_tour_as_long_as_there_are_jt() -> None:
    scene = trio("garde_haute", "clameur", "nargue")
    scene = Joue(scene, employer("garde_haute")).scene
    scene = Joue(scene, employer("clameur")).scene
    assert scene["ana"].jt == 1
    assert refus(scene, employer("nargue", "bob")) == "FD-3.56"


@pytest.mark.rule("FD-3.56", "FD-3.26")
def test_the_second_quick_one_ends_the_tour() -> None:
    scene = trio("bandage_serre").put(qui("cyr", "A", arme(), x=-1, perdus=15))
    premiere = Joue(scene, employer("bandage_serre", "cyr"), 3)
    assert (premiere["cyr"].perdus, premiere.scene.turn()) == (10, ("ana",))
    seconde = Joue(premiere.scene, employer("bandage_serre", "cyr"), 3)
    assert (seconde["cyr"].perdus, seconde.scene.turn()) == (5, ("bob",))


@pytest.mark.rule("FD-3.56")
def test_one_whose_activation_is_action_takes_the_action() -> None:
    joue = Joue(trio("coup_de_talon"), employer("coup_de_talon"), 5)
    assert joue["bob"].perdus == 7
    assert joue["cyr"].perdus == 0
    assert joue.scene.turn() == ("bob",)


@pytest.mark.rule("FD-3.20")
def test_one_paid_with_an_attack_holds_for_that_attack() -> None:
    scene = trio("coup_appuye")
    plain = Joue(scene, Attaquer("ana", "bob"), 50)
    appuye = Joue(scene, Attaquer("ana", "bob", techniques=("coup_appuye",)), 50)
    assert appuye["bob"].perdus == plain["bob"].perdus + 3
    assert appuye.le("attaque")["precision"] == plain.le("attaque")["precision"] - 10
    assert (appuye["ana"].jt, appuye["ana"].effets) == (5, ())
    assert appuye.scene.turn() == ("bob",)
    assert refus(scene, employer("coup_appuye")) == "FD-3.56"  # the attack has to follow at once


@pytest.mark.rule("FD-3.55", "FD-3.56", "FD-6.33", "FD-9.10")
@pytest.mark.parametrize(
    ("scene", "action", "regle"),
    [
        (trio(), employer("garde_haute"), "FD-3.55"),
        (trio("garde_haute"), employer("nulle"), "FD-3.55"),
        (trio("bras_noueux"), employer("bras_noueux"), "FD-3.56"),
        (trio("encaisser"), employer("encaisser"), "FD-3.56"),
        (trio("garde_haute", jt=1), employer("garde_haute"), "FD-3.56"),
        (trio("garde_haute", recharges=(("garde_haute", 1),)), employer("garde_haute"), "FD-6.33"),
        (trio("garde_haute", etats=(MalActif("etourdi", 2),)), employer("garde_haute"), "FD-9.11"),
        (trio("garde_haute", affliction=MalActif("sommeil", 2)), employer("garde_haute"), "FD-9.10"),
        (trio("garde_haute"), UtiliserTechnique("bob", "garde_haute"), "FD-2.12"),
        (trio("garde_haute"), UtiliserTechnique("zoe", "garde_haute"), "FD-2.12"),
        (replace(trio("garde_haute"), encounter=None), employer("garde_haute"), "FD-2.12"),
    ],
)
def test_when_one_cannot_be_used(scene: Scene, action: UtiliserTechnique, regle: str) -> None:
    assert refus(scene, action) == regle


@pytest.mark.rule("FD-6.33")
def test_recharge_counts_the_tours_that_follow() -> None:
    scene = combat(ana("reprendre_haleine", perdus=15), qui("bob", "B", arme(), x=3))
    scene = Joue(scene, employer("reprendre_haleine"), 1).scene
    ouvertes = []
    for _ in range(4):
        ouvertes.append(employer("reprendre_haleine").closed(scene) is None)
        scene = Joue(scene, Attendre("ana")).scene
        scene = Joue(scene, Attendre("bob")).scene
    assert ouvertes == [False, False, False, True]  # this tour, and the two that follow


# ---------------------------------------------------------------- aiming


@pytest.mark.rule("FD-9.4", "FD-9.16", "FD-6.9", "FD-3.7", "FD-3.44")
@pytest.mark.parametrize(
    ("technique", "cible", "case", "regle"),
    [
        ("coup_d_epaule", "bob", None, None),
        ("coup_d_epaule", "cyr", None, "FD-9.4"),
        ("coup_d_epaule", "ana", None, "FD-9.4"),
        ("coup_d_epaule", "dan", None, "FD-6.9"),
        ("coup_d_epaule", "zoe", None, "FD-2.12"),
        ("coup_d_epaule", "", None, "FD-2.12"),
        ("coup_d_epaule", "bob", (1, 0), "FD-9.16"),
        ("mot_d_espoir", "cyr", None, None),
        ("mot_d_espoir", "bob", None, "FD-9.4"),
        ("mot_d_espoir", "ana", None, "FD-9.4"),  # an ally is somebody else
        ("mot_d_espoir", "eve", None, "FD-3.7"),  # she lies unconscious
        ("bandage_serre", "eve", None, None),  # which a healing mends
        ("garde_haute", "", None, None),
        ("garde_haute", "ana", None, None),
        ("garde_haute", "cyr", None, "FD-9.4"),
        ("pas_glisse", "", (0, 2), None),
        ("pas_glisse", "", (0, 3), "FD-6.9"),
        ("pas_glisse", "", (1, 0), "FD-9.4"),  # Bob stands there
        ("pas_glisse", "", (0, 0), "FD-9.4"),
        ("pas_glisse", "", None, "FD-9.16"),
        ("pas_glisse", "bob", (0, 2), "FD-9.16"),
    ],
)
def test_whom_and_what_one_may_aim_at(
    technique: str, cible: str, case: tuple[int, int] | None, regle: str | None
) -> None:
    eve = qui("eve", "A", y=1, x=-1, perdus=20, survie=Survie(2000, "Grave"))
    scene = combat(ana(technique), qui("bob", "B", x=1), qui("cyr", "A", x=-1), qui("dan", "B", x=4), eve)
    assert refus(scene, employer(technique, cible, case)) == regle


@pytest.mark.rule("FD-9.4", "FD-3.44")
def test_walls_hide_and_the_map_ends() -> None:
    murs = replace(combat(ana("nargue", "pas_glisse"), qui("bob", "B", x=3)), carte=Carte((".#...",)), brouillard=False)
    assert refus(murs, employer("nargue", "bob")) == "FD-3.44"
    assert refus(murs, employer("pas_glisse", "", (1, 0))) == "FD-9.4"  # nobody stands in a wall
    assert refus(murs, employer("pas_glisse", "", (0, 1))) == "FD-9.19"


@pytest.mark.rule("FD-9.4", "FD-9.16", "FD-2.10")
@pytest.mark.parametrize(
    ("technique", "case", "touches"),
    [
        ("sillon_d_orage", (1, 0), {(1, 0), (4, 0)}),  # a line of 4, friend and foe
        ("haleine_d_hiver", (1, 0), {(1, 0), (2, 1)}),  # a cone of 3, enemies
        ("pluie_de_traits", (4, 0), {(4, 0), (5, 0)}),  # a radius of 1 around the cell
        ("sillon_d_orage", (-1, 0), {(-1, 0)}),
    ],
)
def test_what_an_area_covers(technique: str, case: tuple[int, int], touches: set[tuple[int, int]]) -> None:
    cases = [("b1", "B", 1, 0), ("c4", "A", 4, 0), ("b5", "B", 5, 0), ("b21", "B", 2, 1), ("cm", "A", -1, 0)]
    scene = combat(ana(technique), *(qui(id, camp, x=x, y=y, PV=90) for id, camp, x, y in cases))
    apres = employer(technique, "", case).executer(scene, Simulated(3))
    assert {u.case for u in apres.people.values() if u.perdus} == touches
    assert apres["ana"].face == (0 if case[0] > 0 else 3)


@pytest.mark.rule("FD-9.4")
def test_one_turns_to_whom_one_aims_at() -> None:
    assert Joue(trio("mot_d_espoir", jt=4), employer("mot_d_espoir", "cyr"))["ana"].face == 3


# ---------------------------------------------------------------- one more tour


@pytest.mark.rule("FD-4.23")
def test_enchainement_gives_a_tour_and_bars_reprise_in_this_one() -> None:
    joue = Joue(trio("enchainement"), employer("enchainement"))
    assert joue.scene.turn() == ("ana",)
    assert joue.scene.encounter is not None and joue.scene.encounter.tours["ana"].rafraichi
    fin = Joue(joue.scene, Attendre("ana"))
    assert "fd.reprise" not in fin.questions
    assert fin.scene.turn() == ("ana",)  # the tour she gained
    assert fin.scene.encounter is not None and not fin.scene.encounter.tours["ana"].rafraichi
    assert "fd.reprise" in Joue(fin.scene, Attendre("ana")).questions  # one may follow the other in it


@pytest.mark.rule("FD-4.23")
def test_enchainement_is_refused_after_a_refreshment_in_the_same_tour() -> None:
    scene = trio("enchainement")
    assert scene.encounter is not None
    apres = replace(scene, encounter=replace(scene.encounter, tours={"ana": Tour(rafraichi=True)}))
    assert refus(apres, employer("enchainement")) == "FD-4.23"


@pytest.mark.rule("FD-4.23")
def test_a_tour_won_by_a_kill_is_a_refreshment_too() -> None:
    scene = trio("instant_vole").put(qui("bob", "B", arme(), x=1, perdus=19), qui("dan", "B", x=8))
    joue = Joue(scene, Attaquer("ana", "bob", techniques=("instant_vole",)), 50)
    assert joue.le("tour_supplementaire").who == "ana"
    assert "fd.reprise" not in joue.questions
    assert joue.scene.turn() == ("ana",)


@pytest.mark.rule("FD-9.20", "FD-2.14")
def test_who_is_danced_plays_again_at_the_dancers_initiative_and_keeps_it() -> None:
    scene = combat(qui("cyr", "A", x=-1), ana("danse"), qui("bob", "B", x=3))
    assert scene.encounter is not None
    initiatives = {"cyr": 12, "ana": 7, "bob": 3}
    scene = replace(
        scene, encounter=replace(scene.encounter, initiatives=initiatives, file=("ana", "bob"), tours={"ana": Tour()})
    )
    joue = Joue(scene, employer("danse", "cyr"))
    assert joue.scene.turn() == ("cyr",)
    assert joue.scene.initiative("cyr") == 7
    suite = Joue(Joue(joue.scene, Attendre("cyr")).scene, Attendre("bob")).scene
    assert suite.round() == 2
    assert suite.initiative("cyr") == 12  # 7, and the 5 of waiting


@pytest.mark.rule("FD-9.20", "FD-3.7")
def test_nobody_dances_the_unconscious_up() -> None:
    scene = trio("danse").put(qui("cyr", "A", x=-1, perdus=20, survie=Survie(2000, "Grave")))
    assert refus(scene, employer("danse", "cyr")) == "FD-3.7"


# ---------------------------------------------------------------- equipping


def eleve(niveau: int = 1, classe: str = "myrmidon", **kw: Any) -> Scene:
    fiche = Fiche("Ana", classe=classe, niveau=niveau, points={"MOV": 5}, **kw)
    return scene(Unite("ana", fiche), qui("bob", "B"))


def equiper(*ids: str) -> EquiperTechniques:
    return EquiperTechniques("ana", ids)


@pytest.mark.rule("FD-3.55", "FD-8.5")
def test_techniques_are_equipped_within_the_pt() -> None:
    joue = Joue(eleve(), equiper("sur_le_fil", "botte_apprise", "pied_leger"))
    assert joue["ana"].fiche.techniques == ("sur_le_fil", "botte_apprise", "pied_leger")
    assert (joue.le("techniques_equipees")["pt"], joue.le("techniques_equipees")["pt_max"]) == (18, 25)
    assert bonus_de(joue.scene, joue["ana"], "ESQ") == 5
    assert Joue(joue.scene, equiper())["ana"].fiche.techniques == ()


@pytest.mark.rule("FD-3.55", "FD-3.57", "FD-3.58", "FD-8.5")
@pytest.mark.parametrize(
    ("scene", "ids", "regle"),
    [
        (eleve(1), ("entree_en_matiere",), "FD-3.57"),  # level 4
        (eleve(3), ("entree_en_matiere",), "FD-3.57"),
        (eleve(4), ("entree_en_matiere",), None),
        (eleve(60), ("coup_appuye",), "FD-3.57"),  # of another class
        (eleve(1, apprises=("coup_appuye",)), ("coup_appuye",), None),  # granted
        (eleve(1, personnelle="oeil_patient"), ("sur_le_fil", "botte_apprise", "pied_leger", "oeil_patient"), None),
        (
            eleve(1, personnelle="mot_d_espoir"),
            ("sur_le_fil", "botte_apprise", "pied_leger", "mot_d_espoir"),
            "FD-3.55",
        ),
        (eleve(1), ("botte_apprise", "botte_apprise"), "FD-3.55"),
        (eleve(1), ("rien",), "FD-3.57"),
        (eleve(1, apprises=("rien",)), ("rien",), "FD-3.57"),
        (eleve(1), (), "FD-3.55"),  # nothing changes
        (eleve(1, ""), ("botte_apprise",), "FD-3.55"),  # a creature
        (trio(), ("botte_apprise",), "FD-3.55"),  # in a fight
    ],
)
def test_what_may_be_equipped(scene: Scene, ids: tuple[str, ...], regle: str | None) -> None:
    assert refus(scene, equiper(*ids)) == regle


@pytest.mark.rule("FD-3.55")
@pytest.mark.parametrize("classe", CLASSES)
def test_the_pt_of_a_tier(classe: str) -> None:
    attendu = {"base": 25, "avancée": 50, "suprême": 75}[CLASSES[classe].palier]
    assert pt_max(Fiche("Ana", classe=classe)) == attendu
    assert attendu - TECHNIQUES[CLASSES[classe].speciale].pt >= 0


@pytest.mark.rule("FD-3.55")
def test_what_is_laid_aside_leaves_nobody_with_more_than_there_is() -> None:
    scene = eleve(1, apprises=("bras_noueux",), techniques=("bras_noueux",))
    apres = Joue(scene, equiper("pied_leger"))["ana"]
    assert 0 < apres.pv <= apres.pv_max


# ---------------------------------------------------------------- odds, buttons, words


@pytest.mark.rule("FD-9.4")
def test_the_odds_of_a_technique() -> None:
    scene = trio("coup_de_talon").put(qui("bob", "B", x=1, perdus=13))
    action = employer("coup_de_talon")  # 1d8 + 2 against 7 PV
    assert action.views() == ("abat", "degats_infliges")
    assert odds(action, scene, "degats_infliges").mean() == pytest.approx(6.5)
    assert float(odds(action, scene).p(True)) == pytest.approx(4 / 8)
    assert employer("garde_haute").views() == ()
    soin = employer("bandage_serre", "cyr")
    assert soin.views() == ("au_complet", "pv_rendus")
    blesse = trio("bandage_serre").put(qui("cyr", "A", x=-1, perdus=4))
    assert float(odds(soin, blesse).p(True)) == pytest.approx(3 / 4)  # 1d4 + 2 for 4 PV


@pytest.mark.rule("FD-3.56")
def test_buttons() -> None:
    scene = trio("garde_haute", "nargue", "pas_glisse", "coup_appuye", "bras_noueux")
    boutons = list(offers(scene, scene["ana"]))
    assert employer("garde_haute") in boutons
    assert employer("nargue", "bob") in boutons
    assert employer("pas_glisse", "", (0, 1)) in boutons
    assert all(b.technique not in ("coup_appuye", "bras_noueux") for b in boutons if isinstance(b, UtiliserTechnique))
    assert all(b.closed(scene) is None for b in boutons if b != employer("pas_glisse", "", (0, 0)))
    calme = eleve()
    assert equiper("pied_leger") in list(offers(calme, calme["ana"]))
    assert all(b.closed(calme) is None for b in offers(calme, calme["ana"]))
    assert any(isinstance(b, InventerTechnique) for b in offers(calme, calme["ana"]))


@pytest.mark.rule("FD-9.4")
def test_a_technique_in_words_says_its_price_and_reach() -> None:
    fr, en = dit_technique(TECHNIQUES["coup_d_epaule"])
    assert fr == (
        "Action rapide, 2 JT, 6 PT, un ennemi à 1 case au plus. "
        "Sur la cible : recul de 2 cases. Sur la cible : 1 dégât brut de type Impact."
    )
    assert en.startswith("Quick action, 2 JT, 6 PT, an enemy up to 1 cell away. On the target: pushed back 2 cells.")


# ---------------------------------------------------------------- what always holds


@pytest.mark.rule("FD-3.56", "FD-9.4")
@given(
    technique=st.sampled_from([*TECHNIQUES, "", "rien"]),
    cible=st.sampled_from(["", "ana", "bob", "cyr", "zoe"]),
    x=st.none() | st.integers(-9, 9),
    y=st.none() | st.integers(-9, 9),
    jt=st.integers(0, 6),
    graine=st.integers(0, 99),
)
def test_whatever_is_asked_is_refused_or_done(
    technique: str, cible: str, x: int | None, y: int | None, jt: int, graine: int
) -> None:
    scene = trio(*TECHNIQUES, jt=jt).put(qui("cyr", "A", arme(), x=-1, perdus=9, jt=2))
    action = UtiliserTechnique("ana", technique, cible, x, y)
    if action.closed(scene) is not None:
        return
    apres = action.resolve(scene, Simulated(graine))
    assert apres["ana"].jt <= JT_MAX
    for u in apres.people.values():
        assert 0 <= u.jt <= JT_MAX and 0 <= u.pv <= u.pv_max
    assert msgspec.json.decode(msgspec.json.encode(apres), type=Scene) == apres


@pytest.mark.rule("FD-3.55")
@given(ids=st.lists(st.sampled_from([*TECHNIQUES, "rien"]), max_size=5), niveau=st.integers(1, 60))
def test_what_is_equipped_is_unlocked_and_within_the_pt(ids: list[str], niveau: int) -> None:
    scene = eleve(niveau)
    action = equiper(*ids)
    if action.closed(scene) is None:
        fiche = action.resolve(scene, Simulated(1))["ana"].fiche
        assert set(fiche.techniques) <= set(fiche.debloquees)
        assert sum(t.pt for t in fiche.equipees) <= 25


# ---------------------------------------------------------------- one of one's own


def inventer(
    *modeles: str, nom: str = "Pas du matin", pt: int = 9, jt: int = 3, recharge: int = 1
) -> InventerTechnique:
    return InventerTechnique("ana", nom, modeles, pt, jt, recharge)


@pytest.mark.rule("FD-3.58")
def test_a_technique_of_ones_own_is_equipped_and_used_as_any_other() -> None:
    joue = Joue(eleve(), inventer("garde_haute", "clameur"))
    assert "inventee_ana" in joue["ana"].fiche.debloquees
    assert joue.scene.name("inventee_ana") == "Pas du matin"
    assert (
        refus(joue.scene, equiper("sur_le_fil", "botte_apprise", "pied_leger", "inventee_ana")) == "FD-3.55"
    )  # 18 + 9 PT
    equipee = Joue(joue.scene, equiper("inventee_ana"))["ana"]
    scene = combat(replace(equipee, side="A"), qui("bob", "B", x=3))
    apres = Joue(scene, employer("inventee_ana"))
    assert apres["ana"].jt == 3
    assert bonus_de(apres.scene, apres["ana"], "defense_brute") == 2
    assert bonus_de(apres.scene, apres["ana"], "precision") == 10  # the later one of the same technique
    assert refus(apres.scene, employer("inventee_ana")) == "FD-6.33"
    assert msgspec.json.decode(msgspec.json.encode(apres.scene), type=Scene) == apres.scene


@pytest.mark.rule("FD-3.58", "FD-3.20")
def test_one_made_for_attacks_is_paid_with_them() -> None:
    joue = Joue(eleve(), inventer("coup_appuye", "pointe_fielleuse", jt=2, recharge=0))
    equipee = Joue(joue.scene, equiper("inventee_ana"))["ana"]
    armee = replace(equipee, side="A", equipement=qui("x", "", arme()).equipement)
    apres = Joue(combat(armee, qui("bob", "B", x=1)), Attaquer("ana", "bob", techniques=("inventee_ana",)), 20)
    assert (apres["ana"].jt, apres["bob"].affliction is not None) == (4, True)


@pytest.mark.rule("FD-3.58")
@pytest.mark.parametrize(
    ("scene", "action", "regle"),
    [
        (eleve(personnelle="nargue"), inventer("garde_haute"), "FD-3.58"),
        (eleve(classe=""), inventer("garde_haute"), "FD-3.55"),
        (trio(), inventer("garde_haute"), "FD-3.55"),
        (eleve(), inventer("garde_haute", nom=" "), "FD-3.58"),
        (eleve(), inventer("garde_haute", pt=26), "FD-3.58"),
        (eleve(), inventer("garde_haute", pt=0), "FD-3.58"),
        (eleve(), inventer("garde_haute", jt=7), "FD-3.58"),
        (eleve(), inventer(), "FD-3.58"),
        (eleve(), inventer("rien"), "FD-3.58"),
        (eleve(), inventer("danse"), "FD-3.58"),  # special
        (eleve(), inventer("garde_haute", "coup_appuye"), "FD-3.58"),  # used in another way
        (eleve(), inventer("garde_haute", "nargue"), "FD-3.58"),  # aimed in another way
        (eleve(), inventer("encaisser", "se_ressaisir"), "FD-3.58"),  # reactions to different moments
        (eleve(), inventer("encaisser", "derobade"), None),
    ],
)
def test_what_may_be_invented(scene: Scene, action: InventerTechnique, regle: str | None) -> None:
    assert refus(scene, action) == regle
