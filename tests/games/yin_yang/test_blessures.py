"""Chapter 6: limbs, wound boxes, unusable and destroyed limbs, falls."""

import random
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.games.yin_yang.book.c6_blessures import Chuter, blesser, infliger, offers, protection
from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer
from tablee.games.yin_yang.model.catalogue import CORPS
from tablee.games.yin_yang.model.people import detruit, hors_de_combat, inutilisable
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .essais import PAIRES, ZEROS, compter, de, dit, dits, engager, exact, jouer, refus, rows, scene, tient


def blesse(membre, points, **plus):
    """Somebody with a Vitalité of 4 who loses these points: the scene after, what was told."""
    ici, oracle = scene(jok={"constitution": 4, **plus}), Scripted()
    return blesser(ici, oracle, "jok", membre, points), [e.what for e in oracle.events]


@pytest.mark.rule("YY-6.1")
def test_a_humanoid_has_the_six_limbs_of_the_table():
    table = {r["membre"]: r["cases"] for r in rows("YY-6.1")}
    assert {m.nom.lower(): m.cases for m in CORPS["humanoide"]} == table
    assert {m.id for m in CORPS["humanoide"] if m.vital} == {"tete", "torse"}
    for corps in CORPS.values():
        assert any(m.id == "torse" and m.vital for m in corps)  # where falls and blows come down


@pytest.mark.rule("YY-6.2", "YY-3.2")
@pytest.mark.parametrize(("points", "penalite"), [(1, 0), (4, 0), (5, 1), (8, 1), (9, 2), (12, 2), (13, 3), (20, 3)])
def test_the_penalty_begins_with_the_first_point_of_a_box_and_ends_with_the_last(points, penalite):
    assert blesse("bras_gauche", points)[0]["jok"].blessure == penalite


@pytest.mark.rule("YY-6.5")
def test_only_the_worst_limb_counts():
    jok = scene(jok={"constitution": 4, "blessures": {"tete": 4, "torse": 10, "bras_droit": 8}})["jok"]
    assert jok.blessure == 2


@pytest.mark.rule("YY-6.3")
@pytest.mark.parametrize("membre", [m.id for m in CORPS["humanoide"]])
def test_a_limb_is_unusable_from_the_first_point_of_its_last_box(membre):
    cases = next(m.cases for m in CORPS["humanoide"] if m.id == membre)
    avant, dits_ = blesse(membre, 4 * (cases - 1))
    assert not inutilisable(avant["jok"], membre) and dits_ == []
    apres, dits_ = blesse(membre, 4 * (cases - 1) + 1)
    assert inutilisable(apres["jok"], membre) and dits_[0] == "inutilisable"
    vital = membre in ("tete", "torse")
    assert hors_de_combat(apres["jok"]) == vital == (not apres["jok"].conscient) == ("hors_de_combat" in dits_)


@pytest.mark.rule("YY-6.4")
@pytest.mark.parametrize("membre", [m.id for m in CORPS["humanoide"]])
def test_a_limb_is_destroyed_beyond_its_last_box_and_a_vital_one_kills(membre):
    cases = next(m.cases for m in CORPS["humanoide"] if m.id == membre)
    assert not detruit(blesse(membre, 4 * cases)[0]["jok"], membre)
    apres, dits_ = blesse(membre, 4 * cases + 1)
    assert detruit(apres["jok"], membre)
    vital = membre in ("tete", "torse")
    assert apres["jok"].vie == ("mort" if vital else "actif")
    assert dits_ == ["mort" if vital else "detruit"]
    assert apres["jok"].blessure == cases - 1


@pytest.mark.rule("YY-6.3")
@pytest.mark.parametrize(
    ("bras", "ouvert", "leve"),
    [((), True, True), (("bras_gauche",), True, False), (("bras_gauche", "bras_droit"), False, False)],
)
def test_an_unusable_arm_holds_and_wields_nothing(bras, ouvert, leve):
    armes = {"armes": ["epee_longue"], "bouclier": "ecu"}
    combattant = {"camp": "a", "epees": 3, "boucliers": 4, "constitution": 4, "equipement": armes}
    blessures = {"torse": 3, **dict.fromkeys(bras, 13)}
    ici = engager(scene(jok={**combattant, "blessures": blessures}, bor={"camp": "b", "x": 1}))
    while ici.encounter.file[0] != "jok":
        ici = Attendre(ici.encounter.file[0]).resolve(ici, Scripted())
    assert (refus(ici, Attaquer("jok", cible="bor")) is None) == ouvert
    assert any(nom == "Écu" for nom, _, _ in protection(ici["jok"], "torse")) == leve


@pytest.mark.rule("YY-6.3")
def test_one_good_arm_holds_a_shield_when_no_weapon_is_in_hand():
    seul = {"constitution": 4, "blessures": {"bras_droit": 13}, "equipement": {"bouclier": "ecu"}}
    assert any(nom == "Écu" for nom, _, _ in protection(scene(jok=seul)["jok"], "torse"))


@pytest.mark.rule("YY-10.34", "YY-6.2")
def test_damage_passes_through_the_protection_of_its_limb_only():
    tenue = {"armures": [{"id": "a", "nom": "Plaque", "membre": "torse", "rang": 5}]}
    ici = scene(jok={"equipement": tenue, "armures": 5})
    for membre, points in (("torse", 3), ("tete", 8)):
        oracle = Scripted()
        apres = infliger(ici, oracle, "jok", "jok", (("Coup", 8, "YY-10.34"),), membre)
        assert apres["jok"].blessures == {membre: points} == apres["jok"].recentes
        assert total(dit(oracle, "coup").terms) == points
    apres = infliger(ici, Scripted(), "jok", "jok", (("Coup", 4, "YY-10.34"),), "torse")
    assert apres["jok"].blessures == {}


@pytest.mark.rule("YY-14.10")
def test_qi_breathed_into_armour_keeps_off_more():
    tenue = {"armures": [{"id": "a", "nom": "Plaque", "membre": "torse", "rang": 2}]}
    qi = [{"arme": "a", "points": 3, "fin": 60}]
    jok = scene(jok={"equipement": tenue, "insufflations": qi})["jok"]
    assert total(protection(jok, "torse")) == -5
    assert total(protection(jok, "tete")) == 0


# ---------------------------------------------------------------- falls


@pytest.mark.rule("YY-6.6", "YY-6.7")
@pytest.mark.parametrize(("jet", "perdus"), [(3, 10), (4, 10), (6, 8), (19, 4)])
def test_a_fall_costs_1_a_metre_less_the_margin_of_constitution(jet, perdus):
    apres, oracle = jouer(scene(jok={"constitution": 4}), Chuter("jok", 10), *de(jet))
    assert apres["jok"].blessures == {"torse": perdus}
    assert total(dit(oracle, "chute").terms) == perdus


@pytest.mark.rule("YY-6.7")
def test_the_margin_never_gives_more_than_the_fall_took():
    apres, oracle = jouer(scene(jok={"constitution": 4}), Chuter("jok", 3), *de(15))
    assert (apres["jok"].blessures, dit(oracle, "chute")["points"]) == ({}, 0)
    apres, _ = jouer(scene(jok={"constitution": 9}), Chuter("jok", 3))  # 9 against 8: by 1, without a roll
    assert apres["jok"].blessures == {"torse": 2}
    apres, _ = jouer(scene(jok={"constitution": 9}), Chuter("jok", 3, risquer=True), *ZEROS)
    assert apres["jok"].blessures == {"torse": 3}


@pytest.mark.rule("YY-6.6")
def test_the_limbs_it_comes_down_on_share_the_damage():
    membres = ("jambe_gauche", "jambe_droite", "bras_droit")
    apres, _ = jouer(scene(jok={"constitution": 4}), Chuter("jok", 8, membres), *de(1))
    assert apres["jok"].blessures == {"jambe_gauche": 3, "jambe_droite": 3, "bras_droit": 2}


@pytest.mark.rule("YY-6.8")
@pytest.mark.parametrize(("fois", "mod", "perdus"), [(1, 0, 6), (1, -4, 2), (1, -9, 0), (3, 0, 18), (2, 5, 17)])
def test_the_landing_place_changes_the_damage(fois, mod, perdus):
    dice = de(1) if perdus else ()
    apres, oracle = jouer(scene(jok={"constitution": 4}), Chuter("jok", 6, fois=fois, mod=mod), *dice)
    assert sum(apres["jok"].blessures.values()) == perdus == dit(oracle, "chute")["points"]
    assert total(dit(oracle, "chute").terms) == perdus


@pytest.mark.rule("YY-6.6", "YY-6.8")
def test_what_no_fall_is():
    ici = scene(jok={}, mor={"vie": "mort"})
    assert refus(ici, Chuter("jok", 0)) == refus(ici, Chuter("jok", 1001)) == "YY-6.6"
    assert refus(ici, Chuter("jok", 3, ())) == refus(ici, Chuter("jok", 3, ("torse", "torse"))) == "YY-6.6"
    assert refus(ici, Chuter("jok", 3, ("queue",))) == "YY-6.1"
    assert refus(ici, Chuter("jok", 3, fois=0)) == refus(ici, Chuter("jok", 3, mod=1001)) == "YY-6.8"
    assert refus(ici, Chuter("mor", 3)) == "YY-6.4"
    assert refus(ici, Chuter("jok", 3, mod=-1001)) == refus(ici, Chuter("jok", 3, fois=11)) == "YY-6.8"
    assert refus(scene(jok={"vide_perdu": 8}), Chuter("jok", vide="bonus")) == "YY-5.17"
    assert refus(scene(jok={"vide_perdu": 8}), Chuter("jok")) is None
    assert refus(scene(jok={"vide_perdu": 7}), Chuter("jok", vide="bonus")) is None
    assert [type(a) for a in offers(ici, ici["jok"])] == [Chuter]


@pytest.mark.rule("YY-6.6", "YY-6.7")
def test_the_odds_of_a_fall():
    ici = scene(jok={"constitution": 4})
    attendu = compter((5 - min(5, max(0, 4 + n - 8)) if not d else 5, Fraction(1, 100)) for n, _, d in PAIRES)
    assert exact(odds(Chuter("jok", 5), ici, "degats")) == attendu
    assert odds(Chuter("jok", 5), ici).p(True, exact=True) == attendu[0] == Fraction(11, 100)


NOMBRES = st.integers(-(10**6), 10**6) | st.integers(-2, 40)
MEMBRES = st.lists(st.sampled_from(["tete", "torse", "jambe_gauche", "queue", ""]), max_size=3).map(tuple)


@pytest.mark.rule("YY-6.2", "YY-6.4", "YY-6.6")
@given(
    st.sampled_from(["jok", "loup", "x"]),
    NOMBRES,
    MEMBRES,
    NOMBRES,
    NOMBRES,
    st.sampled_from(["", "bonus", "relance"]),
    st.booleans(),
    st.integers(0, 10**6),
)
def test_falls_never_raise_and_what_is_open_resolves(who, metres, membres, fois, mod, vide, risquer, seed):
    rng = random.Random(seed)
    ici = scene(jok={"constitution": rng.randint(1, 9), "force": rng.randint(1, 9)}, loup={"creature": "loup"})
    for action in (
        Chuter(who, metres, membres, fois, mod, vide, risquer),
        Chuter("jok", 1 + metres % 40, ("torse", "tete"), 1 + fois % 3, mod % 7 - 3, vide, risquer),
    ):
        if action.closed(ici) is not None:
            assert str(action.closed(ici))
            continue
        apres, live = tient(ici, action, seed)
        perdus = sum(apres[action.actor].blessures.values())
        assert perdus == sum(e["points"] for e in dits(live, "chute"))
