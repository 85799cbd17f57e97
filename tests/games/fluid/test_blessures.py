"""Wounds: RES, wound Traits, where they lie, survival rank by rank, bleeding, sleep, and the shocks of the mind."""

import pytest

from tablee.games.fluid.book.c3_tests.tests import Tester
from tablee.games.fluid.book.c4_combat.blessures import ISSUES, Impact, SubirChoc, blesser, saigner, survivre
from tablee.games.fluid.book.c4_combat.combat import ecouler
from tablee.games.fluid.book.c4_combat.tour import Attendre
from tablee.games.fluid.model.people import HEURE, JOUR, Trait
from tablee.games.fluid.model.tables import RANGS
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .bataille import avec, change, combat, dits, duel, echange, frappe, homme, pesent, rassembler
from .jeu import jouer, rows


def plaies(p):
    return [(t.nom, t.valeur) for t in p.blessures()]


def blesse(scene, points, des=(), reponses=(), **autres):
    """Bor takes so many points."""
    oracle = Scripted(des, reponses)
    apres = blesser(scene, oracle, "bor", points, Impact(**autres))
    assert oracle.left_over() is None
    return apres, oracle


# ---------------------------------------------------------------- RES, then wounds


@pytest.mark.rule("FLU-4.43")
@pytest.mark.parametrize(("perdue", "points", "res"), [(0, 4, 6), (0, 10, 0), (7, 3, 0), (9, 2, 0)])
def test_damage_comes_off_res_down_to_zero(perdue, points, res):
    scene, oracle = blesse(duel(bor={"res_perdue": perdue}), points)
    assert scene["bor"].res == res
    assert bool(dits(oracle, "blessure")) == (points > 10 - perdue)


@pytest.mark.rule("FLU-4.44")
@pytest.mark.parametrize(("perdue", "points", "valeur"), [(8, 5, 3), (10, 4, 4), (10, 1, 1), (0, 12, 2)])
def test_what_goes_beyond_res_is_a_negative_trait_of_that_value(perdue, points, valeur):
    scene, oracle = blesse(duel(bor={"res_perdue": perdue}), points)
    (plaie,) = scene["bor"].traits
    assert plaie == Trait("Blessure", valeur, negatif=True, origine="blessure")
    assert (dits(oracle, "blessure")[0]["valeur"], scene["bor"].etat) == (valeur, "actif")


@pytest.mark.rule("FLU-4.44")
def test_each_further_wound_is_a_trait_of_its_own():
    scene = duel(bor={"res_perdue": 10})
    for points in (2, 3):
        scene, _ = blesse(scene, points)
    assert plaies(scene["bor"]) == [("Blessure", 2), ("Blessure 2", 3)]


@pytest.mark.rule("FLU-4.44")
def test_a_wound_weighs_on_what_involves_the_wounded_part():
    scene = duel(bor={"plaies": {"Blessure à la main": 2}})
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5, 5, 5))
    assert pesent(oracle, "bor") == {"Blessure à la main": -2}
    _, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana", hors=("Blessure à la main",)), des=(5, 5))
    assert pesent(oracle, "bor") == {}
    paix = rassembler(bor=homme("", plaies={"Blessure à la main": 2}))
    for carac, n in (("AGI", 2), ("INT", 0)):
        _, oracle = jouer(paix, Tester("bor", (carac,)), *[8] * (n + 1))
        assert dits(oracle, "test")[0]["net"] == -n


# ---------------------------------------------------------------- where


@pytest.mark.rule("FLU-4.45")
@pytest.mark.parametrize("row", rows("FLU-4.45")[:7], ids=lambda r: r["d10"])
def test_with_the_option_a_die_says_where(row):
    for face in map(int, row["d10"].split("-")):
        scene, _ = blesse(duel("localisation", bor={"res_perdue": 10}), 3, (face,))
        ((nom, valeur),) = plaies(scene["bor"])
        assert nom.endswith(row["zone"]) and valeur == 3
    _, oracle = blesse(duel("localisation"), 10)
    assert not oracle.dice and not oracle.transcript  # only once RES is exceeded


@pytest.mark.rule("FLU-4.45")
def test_on_a_nine_the_attacker_chooses():
    scene, oracle = blesse(duel("localisation", bor={"res_perdue": 10}), 3, (9,), ("tete",), par="ana")
    (question,) = oracle.asked
    assert (question.who, question.key) == ("ana", "flu.endroit")
    assert question.open() == (
        "jambe_gauche",
        "jambe_droite",
        "bras_gauche",
        "bras_droit",
        "abdomen",
        "poitrine",
        "tete",
    )
    assert plaies(scene["bor"]) == [("Blessure à la tête", 3)]


@pytest.mark.rule("FLU-4.45")
def test_on_a_ten_two_places_share_the_damage_and_another_ten_is_rolled_again():
    scene, oracle = blesse(duel("localisation", bor={"res_perdue": 10}), 5, (10, 1, 10, 8), (2,), par="ana")
    assert [q.key for q in oracle.asked] == ["flu.deux_endroits"]
    assert plaies(scene["bor"]) == [("Blessure à la jambe gauche", 3), ("Blessure à la tête", 2)]
    scene, _ = blesse(duel("localisation", bor={"res_perdue": 10}), 5, (10, 1, 9), ("poitrine", 5), par="ana")
    assert plaies(scene["bor"]) == [("Blessure à la poitrine", 5)]
    scene, _ = blesse(duel("localisation", bor={"res_perdue": 10}), 5, (10, 2, 3))
    assert plaies(scene["bor"]) == [("Blessure à la jambe droite", 5)]  # nobody answers: all on the first


@pytest.mark.rule("FLU-4.45", "FLU-4.48")
def test_two_wounds_of_one_blow_are_judged_each_by_itself():
    """9 points in one place would be grave; 5 and 4 are not, and together they stay below RES."""
    scene, oracle = blesse(duel("localisation", bor={"res_perdue": 10}), 9, (10, 1, 2), (4,), par="ana")
    assert plaies(scene["bor"]) == [("Blessure à la jambe gauche", 5), ("Blessure à la jambe droite", 4)]
    assert not dits(oracle, "survie")


@pytest.mark.rule("FLU-4.46")
@pytest.mark.parametrize(
    ("face", "n", "faces"),
    [
        (5, 2, (5, 4, 6, 3, 7)),
        (2, 3, (2, 1, 3, 4, 5)),
        (9, 2, (9, 8, 10, 7)),
        (1, 0, None),
        (5, 9, tuple(range(1, 11))),
    ],
)
def test_aiming_shifts_the_die_once_it_is_seen_and_never_beyond_its_faces(face, n, faces):
    scene = duel("localisation", "viser_localisation", bor={"res_perdue": 10})
    _, oracle = blesse(scene, 2, (face,), decalage=n, par="ana")
    assert [q.key for q in oracle.asked].count("flu.decalage") == (faces is not None)
    if faces:
        assert (oracle.asked[0].key, oracle.asked[0].see("face")) == ("flu.decalage", face)
        assert oracle.asked[0].open()[0] == face and set(oracle.asked[0].open()) == set(faces)


@pytest.mark.rule("FLU-4.46")
def test_aiming_with_the_die_costs_its_shift_and_replaces_the_other_way():
    scene = duel("localisation", "viser_localisation", "viser", bor={"res_perdue": 10})
    assert frappe("ana", "bor", viser="tete").closed(scene).rule == "FLU-4.46"
    assert frappe("ana", "bor", decalage=10).closed(scene).rule == "FLU-4.46"
    assert frappe("ana", "bor", decalage=-1).closed(scene).rule == "FLU-4.46"
    assert frappe("ana", "bor", decalage=2).closed(duel("viser")).rule == "FLU-4.46"
    scene, oracle = echange(
        scene,
        frappe("ana", "bor", decalage=2),
        frappe("bor", "ana"),
        des=(8, 8, 8, 4, 6),
        reponses=("garder", "garder", 8),
    )
    assert pesent(oracle, "ana") == {"Viser": -2}
    assert plaies(scene["bor"]) == [("Blessure à la tête", 4)]


@pytest.mark.rule("FLU-4.17", "FLU-4.45")
def test_the_part_aimed_at_the_plain_way_is_hit_without_a_die():
    scene, _ = blesse(duel("localisation", "viser", bor={"res_perdue": 10}), 3, viser="tete", par="ana")
    assert plaies(scene["bor"]) == [("Blessure à la tête", 3)]
    scene, _ = blesse(duel("viser", bor={"res_perdue": 10}), 3, viser="arme", par="ana")
    assert plaies(scene["bor"]) == [("Blessure", 3)]  # a weapon does not bleed


# ---------------------------------------------------------------- critical wounds


@pytest.mark.rule("FLU-4.47")
@pytest.mark.parametrize(
    ("deja", "points", "n"),
    [({"a": 5, "b": 3}, 2, None), ({"a": 5, "b": 3}, 3, 1), ({"a": 5, "b": 4}, 4, 3), ({"a": 9, "b": 5}, 1, 5)],
)
def test_wounds_beyond_the_res_score_ask_for_a_survival_test(deja, points, n):
    """All the points above the RES score count, for a later wound too."""
    scene = duel(bor={"res_perdue": 10, "plaies": deja})
    _, oracle = blesse(scene, points, [8] * ((n or -1) + 1))
    assert [e["n"] for e in dits(oracle, "survie")] == ([n] if n else [])


@pytest.mark.rule("FLU-4.48")
@pytest.mark.parametrize(("points", "n"), [(5, None), (6, 1), (8, 3)])
def test_a_single_wound_of_more_than_five_points_too(points, n):
    _, oracle = blesse(duel(bor={"res_perdue": 10}), points, [8] * ((n or -1) + 1))
    assert [e["n"] for e in dits(oracle, "survie")] == ([n] if n else [])


@pytest.mark.rule("FLU-4.48")
def test_what_res_absorbs_is_no_wound():
    _, oracle = blesse(duel(bor={"res_perdue": 1}), 14)  # 9 absorbed, a wound of 5
    assert not dits(oracle, "survie")


@pytest.mark.rule("FLU-4.47", "FLU-4.48")
@pytest.mark.parametrize(("deja", "points", "n"), [({"a": 5}, 7, 2), ({"a": 4, "b": 4}, 8, 6), ({"a": 4}, 9, 4)])
def test_one_test_with_the_larger_number(deja, points, n):
    _, oracle = blesse(duel(bor={"res_perdue": 10, "plaies": deja}), points, [8] * (n + 1))
    assert [e["n"] for e in dits(oracle, "survie")] == [n]


@pytest.mark.rule("FLU-4.49")
@pytest.mark.parametrize(
    ("perdue", "points", "detruit"), [(10, 10, False), (10, 11, True), (9, 11, False), (0, 21, True)]
)
def test_more_than_ten_points_at_once_destroy_the_part(perdue, points, detruit):
    scene = duel("viser", bor={"res_perdue": perdue})
    exces = points - (10 - perdue)
    scene, oracle = blesse(scene, points, [8] * (exces - 4), viser="bras")
    assert plaies(scene["bor"]) == [("Perte au bras" if detruit else "Blessure au bras", exces)]
    assert dits(oracle, "blessure")[0]["detruit"] == detruit
    assert dits(oracle, "survie")  # besides the survival test


# ---------------------------------------------------------------- the survival test, rank by rank


def survit(n, des, reponses=(), options=(), **bor):
    """Bor's survival test with n Désavantages, in a fight 100 seconds old; CON 5, VOL 4, RES gone."""
    scene = duel(*options, bor={"VOL": 4, "res_perdue": 9, **bor}).avancer(100)
    return avec(scene, lambda s, oracle: survivre(s, oracle, s["bor"], n), des=des, reponses=reponses)


TIENT, CEDE = (7, 7, 9), (6, 9, 9)  # the test of VOL: 11, or 10


@pytest.mark.rule("FLU-4.50")
@pytest.mark.parametrize(
    ("rang", "des", "issue", "etat"),
    [
        (0, (1, 9, 9, 4), "mort", "mort"),  # 5 - 1 - 4
        (1, (1, 9, 9, 3, *TIENT), "hémorragie", "actif"),
        (1, (9, 1, 1, 2, *TIENT), "hémorragie", "actif"),  # a double 1
        (1, (1, 9, 9, 3, *CEDE), "hémorragie et coma", "coma"),
        (2, (4, 9, 9), "coma", "coma"),
        (2, (9, 9, 2), "coma", "coma"),
        (3, (9, 5, 5), "inconscient", "inconscient"),
        (4, (6, 9, 9, *TIENT), "actif", "actif"),
        (4, (6, 9, 9, *CEDE), "inconscient", "inconscient"),
        (5, (7, 9, 9), "actif", "actif"),
        (6, (10, 2, 2, 5), "actif", "actif"),  # absent from the book: as a Réussite
        (7, (10, 2, 2, 6), "adrénaline", "actif"),
    ],
)
def test_each_rank_of_the_survival_test_has_its_effect(rang, des, issue, etat):
    scene, oracle = survit(2, des)
    assert dits(oracle, "jet_survie")[0]["rang"] == RANGS[rang].nom
    assert dits(oracle, "survie")[0]["issue"] == issue
    assert len(dits(oracle, "jet_volonte")) == (len(des) > 5)
    assert all(e["des"] == -2 for e in dits(oracle, "jet_survie") + dits(oracle, "jet_volonte"))  # n on every test
    assert scene["bor"].etat == etat
    assert scene["bor"].adrenaline == (issue == "adrénaline")
    assert scene["bor"].hemorragie == (3 if issue.startswith("hémorragie") else 0)


@pytest.mark.rule("FLU-4.45", "FLU-4.49")
def test_two_rolls_of_one_place_make_one_wound():
    scene = duel("localisation", bor={"res_perdue": 10})
    scene, oracle = blesse(scene, 12, des=(10, 7, 7, *[7] * 8))
    assert plaies(scene["bor"]) == [("Perte à la poitrine", 12)]
    assert "flu.deux_endroits" not in [q.key for q in oracle.asked]


@pytest.mark.rule("FLU-4.46")
def test_aiming_with_the_die_means_that_the_die_is_rolled():
    scene, _ = blesse(duel("viser_localisation", bor={"res_perdue": 10}), 3, des=(7,))
    assert plaies(scene["bor"]) == [("Blessure à la poitrine", 3)]


@pytest.mark.rule("FLU-4.50")
def test_the_survival_table_is_the_ledger_s():
    debuts = {
        "mort": ("Mort",),
        "hémorragie": ("hémorragie : nouveau test de survie",),
        "coma": ("coma de n jours",),
        "inconscient": ("inconscience : un test de médecine ranime",),
        "volonté": ("test de VOL (n) ou inconscience",),
        "actif": ("agit normalement", "(absente du livre) comme Réussite"),
        "adrénaline": ("adrénaline",),
    }
    assert [r["rang"] for r in rows("FLU-4.50")] == [r.nom for r in RANGS]
    assert all(r["effet"].startswith(debuts[issue]) for issue, r in zip(ISSUES, rows("FLU-4.50"), strict=True))


@pytest.mark.rule("FLU-4.50", "FLU-3.30")
def test_the_dying_may_draw_on_what_they_have_and_on_nothing_else():
    scene, oracle = survit(2, (4, 9, 9, *TIENT), reponses={"flu.apres_jet": ("CON2", "garder")})
    question = next(q for q in oracle.asked if q.key == "flu.apres_jet")
    assert question.open() == ("garder", "CON1", "CON2")  # no RES left; CON down to 1
    assert dits(oracle, "jet_survie")[0]["total"] == 9 + 2 == total(dits(oracle, "jet_survie")[0].terms)
    assert dits(oracle, "jet_survie")[0].terms[-1] == ("Investi après le jet", 2, "FLU-3.30")
    assert scene["bor"].carac("CON") == 1


@pytest.mark.rule("FLU-4.50")
def test_the_odds_of_survival_are_exact():
    """CON 5, no Désavantage: death takes a 1, then a chain of 4 or more: 7 faces of 10, or ones first and the same."""
    scene = duel()
    etats = odds(lambda oracle: survivre(scene, oracle, scene["bor"], 0)["bor"].etat)
    chaine = 0.7 + 0.1 * (0.8 + 0.1 * (0.9 + 0.1))  # 1 then 3 or more; 1, 1 then 2 or more; 1, 1, 1 anything
    assert abs(etats.p("mort") - 0.1 * chaine) < 1e-9
    assert abs(sum(etats.p(e) for e in ("mort", "coma", "inconscient", "actif")) - 1) < 1e-9


# ---------------------------------------------------------------- coma and unconsciousness


@pytest.mark.rule("FLU-4.52")
@pytest.mark.parametrize(
    ("n", "des", "etat", "duree"),
    [
        (3, (4, 9, 9, 9), "coma", 3 * JOUR),
        (3, (5, 9, 9, 9), "inconscient", 3 * HEURE),
        (3, (6, 9, 9, 9, 6, 9, 9, 9), "inconscient", 3 * HEURE),
        (3, (1, 9, 9, 9, 3, 6, 9, 9, 9), "coma", 3 * JOUR),
        (0, (4,), "coma", JOUR),  # at least 1
        (0, (5,), "inconscient", HEURE),
    ],
)
def test_coma_lasts_n_days_and_a_faint_n_hours_by_the_clock(n, des, etat, duree):
    scene, _ = survit(n, des)
    bor = scene["bor"]
    assert (bor.etat, bor.reveil, bor.survie) == (etat, 100 + duree, n)
    assert scene.avancer(duree - 1)["bor"].etat == etat
    debout = scene.avancer(duree)["bor"]
    assert (debout.etat, debout.reveil, debout.survie) == ("actif", None, 0)


@pytest.mark.rule("FLU-4.52")
def test_a_coma_is_never_shortened_nor_a_faint():
    def dort(etat, reveil, n, des):
        scene = change(duel(bor={"res_perdue": 10}).avancer(100), "bor", etat=etat, reveil=reveil)
        bor = avec(scene, lambda s, o: survivre(s, o, s["bor"], n), des=des)[0]["bor"]
        return bor.etat, bor.reveil

    assert dort("coma", 9 * JOUR, 2, (5, 9, 9)) == ("coma", 9 * JOUR)
    assert dort("coma", 9 * JOUR, 2, (4, 9, 9)) == ("coma", 9 * JOUR)
    assert dort("inconscient", 9 * HEURE, 1, (5, 9)) == ("inconscient", 9 * HEURE)
    assert dort("inconscient", 100 + HEURE, 2, (5, 9, 9)) == ("inconscient", 100 + 2 * HEURE)
    assert dort("inconscient", 9 * HEURE, 1, (4, 9)) == ("coma", 100 + JOUR)
    assert dort("inconscient", 9 * HEURE, 1, (8, 9)) == ("inconscient", 9 * HEURE)  # a success does not wake him


@pytest.mark.rule("FLU-4.50")
@pytest.mark.parametrize("etat", ["mort", "hors_jeu"])
def test_the_dead_stay_dead(etat):
    scene = change(duel(bor={"res_perdue": 10}), "bor", etat=etat)
    apres, oracle = blesse(scene, 9)
    assert apres == scene and not oracle.events


@pytest.mark.rule("FLU-4.50", "FLU-4.10")
def test_two_blows_of_one_exchange_do_not_raise_the_dead():
    scene = combat(
        ana=homme("rouge", 0, FOR=9),
        cid=homme("rouge", 2, FOR=8),
        bor=homme("bleu", 1, res_perdue=10),
        dag=homme("bleu", 40),
    )
    annonces = (frappe("ana", "bor"), frappe("cid", "bor"), Attendre("dag"), frappe("bor", "ana"))
    # ana 14 and cid 13 against 7: a wound of 7, two Désavantages, death; the second blow finds a dead man
    scene, oracle = echange(scene, *annonces, des=(9, 2, 8, 2, 2, 1, 9, 9, 9))
    assert scene["bor"].etat == "mort"
    assert len(dits(oracle, "survie")) == 1


# ---------------------------------------------------------------- bleeding


@pytest.mark.rule("FLU-4.51")
def test_bleeding_asks_for_a_harder_test_every_round():
    scene = combat(ana=homme("rouge"), bor=homme("bleu", 40, VOL=4, res_perdue=9, FOR=4))
    scene, _ = avec(scene, lambda s, o: survivre(s, o, s["bor"], 2), des=(1, 9, 9, 3, *TIENT))
    assert scene["bor"].hemorragie == 3
    scene, _ = jouer(scene, Attendre("ana"))
    scene, oracle = jouer(scene, Attendre("bor"), 1, 9, 9, 9, 3, 7, 9, 9, 9)
    assert (scene.round(), dits(oracle, "survie")[0]["n"], scene["bor"].hemorragie) == (2, 3, 4)
    scene, _ = jouer(scene, Attendre("ana"))
    scene, oracle = jouer(scene, Attendre("bor"), 7, 9, 9, 9, 9)  # another rank: it stops, and its effect applies
    assert (dits(oracle, "survie")[0]["n"], scene["bor"].hemorragie, scene["bor"].etat) == (4, 0, "actif")
    scene, _ = jouer(scene, Attendre("ana"))
    scene, oracle = jouer(scene, Attendre("bor"))
    assert not dits(oracle, "survie")


@pytest.mark.rule("FLU-4.51")
def test_a_new_wound_never_makes_a_bleeding_milder():
    scene = duel(bor={"res_perdue": 10, "plaies": {"Plaie": 11}, "hemorragie": 6})
    scene, oracle = blesse(scene, 1, des=(1, 9, 9, 3, 7, 7, 9))  # n = 2, and again an Échec majoré
    assert (dits(oracle, "survie")[0]["n"], dits(oracle, "survie")[0]["issue"]) == (2, "hémorragie")
    assert scene["bor"].hemorragie == 7


@pytest.mark.rule("FLU-4.51")
@pytest.mark.parametrize(
    ("des", "etat"), [((1, 9, 9, 9, 9), "mort"), ((5, 9, 9, 9), "inconscient"), ((4, 9, 9, 9), "coma")]
)
def test_bleeding_may_end_badly(des, etat):
    scene = duel(bor={"res_perdue": 10, "hemorragie": 3})
    scene, _ = avec(scene, lambda s, o: saigner(s, o, "bor"), des=des)
    assert (scene["bor"].etat, scene["bor"].hemorragie) == (etat, 0)


@pytest.mark.rule("FLU-4.51", "FLU-4.52")
def test_one_in_a_coma_goes_on_bleeding():
    scene, _ = survit(2, (1, 9, 9, 3, *CEDE))
    assert (scene["bor"].etat, scene["bor"].hemorragie) == ("coma", 3)
    scene, _ = avec(scene, lambda s, o: ecouler(s, o, 6), des=(8, 9, 9, 9))
    assert (scene["bor"].etat, scene["bor"].hemorragie) == ("coma", 0)
    scene, oracle = avec(scene, lambda s, o: ecouler(s, o, 6))
    assert not oracle.events


# ---------------------------------------------------------------- adrenaline


@pytest.mark.rule("FLU-4.53")
def test_adrenaline_spares_the_next_survival_test_and_no_more():
    scene = duel(bor={"res_perdue": 10, "adrenaline": True})
    scene, oracle = blesse(scene, 8)
    assert dits(oracle, "adrenaline") and not dits(oracle, "survie")
    assert (scene["bor"].etat, scene["bor"].adrenaline) == ("actif", False)
    _, oracle = blesse(scene, 8, [8] * 7)
    assert dits(oracle, "survie")[0]["n"] == 6


@pytest.mark.rule("FLU-4.53")
def test_adrenaline_goes_with_the_fight():
    scene = duel(ana={"adrenaline": True}, bor={"sbire": "facile", "res_fixee": 2})
    scene, _ = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(9, 2, 3, 4))
    assert scene.encounter is None
    assert not scene["ana"].adrenaline
    paix = rassembler(bor=homme("", res_perdue=10))
    paix, oracle = avec(paix, lambda s, o: survivre(s, o, s["bor"], 0), des=(10, 6))
    assert dits(oracle, "survie")[0]["issue"] == "adrénaline"
    assert not paix["bor"].adrenaline  # it is a matter of fights


# ---------------------------------------------------------------- sbires


@pytest.mark.rule("FLU-4.66")
@pytest.mark.parametrize(("points", "etat", "res"), [(4, "actif", 1), (5, "hors_jeu", 0), (12, "hors_jeu", 0)])
def test_a_sbire_is_out_at_zero(points, etat, res):
    scene, oracle = blesse(duel(bor={"sbire": "facile", "res_fixee": 5}), points)
    assert (scene["bor"].etat, scene["bor"].res, scene["bor"].traits) == (etat, res, ())
    assert bool(dits(oracle, "hors_jeu")) == (etat == "hors_jeu")


@pytest.mark.rule("FLU-4.66", "FLU-4.65")
@pytest.mark.parametrize(
    ("sbire", "points", "des", "etat"),
    [
        ("facile", 5, (8, 8, 8), "actif"),  # just at 0: no Désavantage but its own two
        ("facile", 7, (8, 8, 8, 8, 4), "coma"),
        ("difficile", 7, (4, 7), "actif"),  # its 3 Avantages help it to live, less 2
        ("difficile", 8, (4,), "coma"),
    ],
)
def test_with_the_option_it_makes_a_survival_test_for_the_points_beyond(sbire, points, des, etat):
    scene = duel("survie_des_sbires", bor={"sbire": sbire, "res_fixee": 5})
    scene, oracle = blesse(scene, points, des)
    assert dits(oracle, "survie")[0]["n"] == points - 5
    assert scene["bor"].etat == etat
    assert not oracle.asked  # nobody spends anything for a sbire


# ---------------------------------------------------------------- the simplified option


@pytest.mark.rule("FLU-4.55")
@pytest.mark.parametrize(
    ("perdue", "points", "res", "valeur", "etat"),
    [
        (5, 4, 1, None, "actif"),
        (5, 5, 0, None, "actif"),
        (5, 7, -2, 2, "actif"),
        (0, 19, -9, 9, "actif"),  # no survival test, even for a grave wound
        (0, 20, -10, 10, "mort"),
        (0, 25, -15, 15, "mort"),
        (12, 3, -5, 3, "actif"),
        (12, 8, -10, 8, "mort"),
    ],
)
def test_with_the_option_res_goes_below_zero_and_death_waits_at_minus_res(perdue, points, res, valeur, etat):
    scene, oracle = blesse(duel("degats_simplifies", bor={"res_perdue": perdue}), points)
    bor = scene["bor"]
    assert (bor.res, bor.etat) == (res, etat)
    assert [t.valeur for t in bor.blessures()] == ([valeur] if valeur else [])
    assert not dits(oracle, "jet_survie")
    assert [t.nom for t in bor.blessures()] == ([] if not valeur else ["Perte" if valeur > 10 else "Blessure"])


@pytest.mark.rule("FLU-4.55")
def test_the_dead_of_the_simplified_rule_neither_sleep_nor_bleed():
    bor = homme("bleu", res_perdue=19, etat="coma", reveil=JOUR, hemorragie=2)
    scene, _ = blesse(rassembler("degats_simplifies", bor=bor), 1)
    assert (scene["bor"].etat, scene["bor"].reveil, scene["bor"].hemorragie) == ("mort", None, 0)


@pytest.mark.rule("FLU-4.55", "FLU-4.66")
def test_the_simplified_rule_replaces_the_survival_test_of_a_sbire_too():
    scene = duel("degats_simplifies", "survie_des_sbires", bor={"sbire": "facile"})
    scene, oracle = blesse(scene, 12)
    assert (scene["bor"].etat, dits(oracle, "survie")) == ("hors_jeu", [])


@pytest.mark.rule("FLU-4.51")
def test_no_bleeding_goes_on_for_ever():
    bloques = ("explosion_sans_base", "explosion_sans_doubles")  # 1 + 1: neither dead nor better, round after round
    scene = duel(*bloques, bor={"CON": 1, "VOL": 1, "res_perdue": 2, "hemorragie": 100})
    scene, _ = avec(scene, lambda s, o: saigner(s, o, "bor"), des=[1] * (2 * 101))
    assert (scene["bor"].etat, scene["bor"].hemorragie) == ("coma", 101)
    scene, oracle = avec(scene, lambda s, o: saigner(s, o, "bor"))
    assert (scene["bor"].etat, dits(oracle, "survie")[0]["issue"]) == ("mort", "mort")


@pytest.mark.rule("FLU-4.55")
def test_below_zero_nothing_can_be_spent():
    scene = duel("degats_simplifies", ana={"traits": {"Rixe": 2, "Ruse": 2}, "res_perdue": 12})
    assert frappe("ana", "bor", res=1).closed(scene).rule == "FLU-3.29"
    assert frappe("ana", "bor", traits=("Rixe", "Ruse")).closed(scene).rule == "FLU-3.29"
    scene, oracle = echange(scene, frappe("ana", "bor"), frappe("bor", "ana"), des=(5, 5))
    assert not any("RES" in str(i) for q in oracle.asked if q.who == "ana" for i in q.open())


# ---------------------------------------------------------------- the mind


@pytest.mark.rule("FLU-4.56")
@pytest.mark.parametrize(("de", "perte"), [(6, 0), (5, 0), (4, 1), (2, 3)])
def test_a_psychic_shock_costs_san_by_the_margin_of_failure(de, perte):
    """Total 10 is a failure that costs nothing."""
    scene = rassembler(ana=homme(""))
    apres, oracle = jouer(scene, SubirChoc("ana", ("VOL",), evenement="Carnage"), de)
    assert apres["ana"].san == 10 - perte
    assert [e["perte"] for e in dits(oracle, "choc")] == ([perte] if perte else [])
    assert apres["ana"].traits == ()


@pytest.mark.rule("FLU-4.57")
def test_what_goes_beyond_san_is_a_trait_named_after_it():
    scene = change(rassembler(ana=homme("", traits={"Ami de Jomba": 3})), "ana", san_perdue=8)
    choc = SubirChoc("ana", ("INT",), contre=("Ami de Jomba",), evenement="Trahi par Jomba")
    apres, oracle = jouer(scene, choc, 9, 9, 9, 1)  # a 1 among the Désavantages: 6, a margin of 4
    assert (apres["ana"].san, [(t.nom, t.valeur, t.origine) for t in apres["ana"].traits]) == (
        0,
        [("Trahi par Jomba", 2, "psychique")],
    )
    assert [(e["trait"], e["valeur"]) for e in dits(oracle, "sequelle")] == [("Trahi par Jomba", 2)]
    encore, _ = jouer(apres, choc, 9, 9, 9, 9, 9, 2)
    assert [(t.nom, t.valeur) for t in encore["ana"].traits] == [("Trahi par Jomba", 2), ("Trahi par Jomba 2", 3)]
    _, oracle = jouer(apres, Tester("ana", ("CHA",)), 8, 8, 8)
    assert dits(oracle, "test")[0]["net"] == -2  # it weighs on the mind,
    _, oracle = jouer(apres, Tester("ana", ("FOR",)), 8)
    assert dits(oracle, "test")[0]["net"] == 0  # not on the body


@pytest.mark.rule("FLU-4.56")
def test_a_shock_has_a_name_and_its_odds():
    scene = rassembler(ana=homme(""))
    assert SubirChoc("ana", ("VOL",), evenement=" ").closed(scene).rule == "FLU-4.57"
    assert SubirChoc("ana", evenement="Carnage").closed(scene).rule == "FLU-3.1"
    choc = SubirChoc("ana", ("VOL",), evenement="Carnage")
    assert abs(odds(choc, scene, "resiste").p(True) - 0.6) < 1e-9  # a 5 or more
    assert abs(odds(choc, scene, "san_perdue").p(3) - 0.1) < 1e-9
