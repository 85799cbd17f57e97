"""Chapter 11: the twenty-one manoeuvres, what they ask for, what they cost, what they do."""

import pytest
from msgspec.structs import replace

from tablee.games.yin_yang.book.c7_fatigue.repos import Attendre
from tablee.games.yin_yang.book.c10_attaque.attaquer import Attaquer, Defendre
from tablee.games.yin_yang.book.c10_attaque.duels import degats_du_coup
from tablee.games.yin_yang.book.c10_attaque.tir import Tirer
from tablee.games.yin_yang.book.c10_gestes import AutreAction, Nettoyer, Obscurcir, Ramasser
from tablee.games.yin_yang.book.c10_modes import bloquees, defense_passive
from tablee.games.yin_yang.book.c10_tours.initiative import initiatives
from tablee.games.yin_yang.book.c11_manoeuvres.demandes import A_DISTANCE, augmentations
from tablee.games.yin_yang.book.c11_manoeuvres.effets import lacher
from tablee.games.yin_yang.model.manoeuvres import MANOEUVRES
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .arene import DESASTRE, combat, exploit, frais, jouer, qui, refus, score, terme, y

LAME = {"armes": ("couteau",)}


def face_a_face(a=None, b=None, **autres):
    """Two who fight; 13 before the dice, and 4 with nothing in hand."""
    return combat(a=qui("x", **{"epees": 9, **LAME, **(a or {})}), b=qui("z", **(b or {})), **autres)


def contre(*manoeuvres, **reste):
    return Attaquer("a", cible="b", manoeuvres=manoeuvres, **reste)


# ---------------------------------------------------------------- the list

LISTE = {  # by hand from the book: rank, augmentations (None: variable), Vide, may be combined, may be improved
    "assommer": (0, None, 0, False, False),
    "attaque_suicide": (1, 0, 0, False, False),
    "aveugler": (4, 4, 0, False, False),
    "bloquer": (4, 4, 0, False, False),
    "charger": (2, 0, 0, False, False),
    "clef_d_etouffement": (5, 5, 0, False, False),
    "clef_d_immobilisation": (5, 5, 0, False, False),
    "coup_maitrise": (5, 0, 0, True, False),
    "coup_precis": (0, None, 0, False, False),
    "coup_puissant": (1, None, 0, False, False),
    "coup_retenu": (2, 0, 0, True, False),
    "desarmement": (4, 4, 0, False, False),
    "engager_la_lutte": (4, 4, 0, False, False),
    "esquive": (5, 0, 1, False, False),
    "frappe_des_points_vitaux": (5, 5, 0, False, False),
    "harcelement": (4, None, 1, False, False),
    "projeter": (4, 4, 0, False, False),
    "repousser": (4, 4, 0, False, True),
    "se_degager": (4, 4, 0, False, False),
    "tir_indirect": (3, None, 0, False, False),
    "tir_lointain": (2, 0, 1, False, False),
}


@pytest.mark.rule("YY-11.4", "YY-11.3", "YY-11.2")
def test_the_twenty_one_manoeuvres_with_their_figures():
    assert set(MANOEUVRES) == set(LISTE)
    for id, (rang, aug, vide, combine, ameliorable) in LISTE.items():
        m = MANOEUVRES[id]
        assert (m.rang, m.vide, m.combine, m.ameliorable) == (rang, vide, combine, ameliorable), id
        assert aug is None or m.aug == aug, id


RANGS = {  # manoeuvre: the least rank, the skill, what else must be said
    "attaque_suicide": (1, "epees", {}),
    "aveugler": (4, "epees", {}),
    "bloquer": (4, "epees", {}),
    "charger": (2, "epees", {"metres": 1}),
    "coup_maitrise": (5, "epees", {}),
    "coup_puissant": (1, "epees", {"n": 1}),
    "coup_retenu": (2, "epees", {}),
    "desarmement": (4, "epees", {}),
    "engager_la_lutte": (4, "arts_martiaux", {}),
    "esquive": (5, "epees", {}),
    "frappe_des_points_vitaux": (5, "arts_martiaux", {}),
    "harcelement": (4, "epees", {"n": 1}),
    "projeter": (4, "epees", {}),
    "repousser": (4, "epees", {}),
}


@pytest.mark.rule("YY-11.2", "YY-11.4")
@pytest.mark.parametrize("id", RANGS)
def test_a_manoeuvre_is_refused_below_its_rank(id):
    rang, competence, plus = RANGS[id]
    for n in range(1, 8):
        a = qui("x", **{competence: n}, **(LAME if competence == "epees" else {}))
        s = combat(a=a, b=qui("z", x=1, **LAME))
        assert refus(s, contre(id, **plus)) == ("" if n >= rang else "YY-11.2"), n


@pytest.mark.rule("YY-11.2")
@pytest.mark.parametrize("id", [id for id, (_, aug, *_) in LISTE.items() if aug == 0 and id != "tir_lointain"])
def test_a_rank_without_augmentations_asks_for_the_rank_and_takes_none(id):
    rang, competence, plus = RANGS[id]
    s = combat(a=qui("x", **{competence: rang}, **LAME), b=qui("z", x=1, **LAME))
    annonce = contre(id, **plus)
    assert refus(s, annonce) == "" and rang > 0
    assert augmentations(s, annonce) == 0
    if rang > 1:
        moindre = combat(a=qui("x", **{competence: rang - 1}, **LAME), b=qui("z", x=1, **LAME))
        assert refus(moindre, annonce) == "YY-11.2"


@pytest.mark.rule("YY-11.2", "YY-11.3")
@pytest.mark.parametrize(
    ("paire", "rang", "aug"), [(("coup_maitrise", "projeter"), 5, 4), (("coup_retenu", "aveugler"), 4, 4)]
)
def test_of_two_manoeuvres_each_is_judged_by_itself(paire, rang, aug):
    for n in (rang - 1, rang):
        s = combat(a=qui("x", epees=n, **LAME), b=qui("z", x=1, **LAME))
        assert refus(s, contre(*paire)) == ("" if n >= rang else "YY-11.2"), n
        assert augmentations(s, contre(*paire)) == aug


@pytest.mark.rule("YY-11.2")
def test_the_reason_names_the_rank_that_is_missing():
    s = face_a_face({"epees": 3})
    assert str(contre("projeter").closed(s)) == "Projeter demande le rang 4, Epées n'a que 3 (YY-11.2)"


@pytest.mark.rule("YY-11.2")
@pytest.mark.parametrize(
    ("id", "competences"),
    [
        ("engager_la_lutte", {"arts_martiaux", "armes_mixtes"}),
        ("frappe_des_points_vitaux", {"arts_martiaux"}),
        ("se_degager", set()),
        ("clef_d_etouffement", set()),
        ("clef_d_immobilisation", set()),
    ],
)
def test_some_manoeuvres_go_with_some_skills_only(id, competences):
    armes = {
        "arts_martiaux": "mains_nues",
        "armes_mixtes": "javelot",
        "epees": "couteau",
        "armes_d_hast": "baton",
        "masses_et_haches": "masse",
    }
    s = combat(
        a=qui("x", armes=("javelot", "couteau", "baton", "masse"), lutte=9, **dict.fromkeys(armes, 9)), b=qui("z")
    )
    ouvertes = {c for c, arme in armes.items() if refus(s, contre(id, arme=arme)) == ""}
    assert ouvertes == competences
    assert {refus(s, contre(id, arme=arme)) for c, arme in armes.items() if c not in competences} == {"YY-11.2"}


@pytest.mark.rule("YY-11.2", "YY-10.17")
@pytest.mark.parametrize(
    "id", ["se_degager", "clef_d_etouffement", "clef_d_immobilisation", "frappe_des_points_vitaux"]
)
def test_and_some_are_open_at_grips(id):
    s = combat(a=qui("x", lutte=5), b=qui("z", lutte=1))
    s = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),)))
    assert refus(s, contre(id)) == ""
    assert refus(s, contre("engager_la_lutte")) == "YY-11.2"
    assert refus(s, contre("charger", metres=1)) == "YY-10.17"


@pytest.mark.rule("YY-11.3")
def test_one_manoeuvre_at_a_time_and_one_more_with_those_that_combine():
    s = face_a_face()
    assert refus(s, contre("coup_puissant", "projeter", n=1)) == "YY-11.3"
    assert refus(s, contre("coup_puissant", "coup_retenu", n=1)) == ""
    assert refus(s, contre("coup_maitrise", "projeter")) == ""
    assert refus(s, contre("coup_maitrise", "coup_retenu")) == ""
    assert refus(s, contre("coup_maitrise", "coup_retenu", "coup_puissant", n=1)) == "YY-11.3"
    assert refus(s, contre("coup_retenu", "coup_retenu")) == "YY-11.3"
    assert refus(s, contre("danse")) == "YY-11.4"


@pytest.mark.rule("YY-11.3")
@pytest.mark.parametrize(
    ("manoeuvres", "plus", "vide"),
    [
        (("esquive",), {}, 1),
        (("harcelement",), {"n": 1}, 1),
        (("repousser",), {}, 0),
        (("repousser",), {"ameliorer": True}, 1),
        (("repousser",), {"ameliorer": True, "vide": "bonus"}, 2),
        (("projeter",), {"vide": "bonus"}, 1),
    ],
)
def test_the_points_de_vide_a_manoeuvre_takes(manoeuvres, plus, vide):
    s = face_a_face()
    harcelement = (5,) if "harcelement" in manoeuvres else ()
    reponses = (0,) if "projeter" in manoeuvres else ()
    j = jouer(
        s,
        contre(*manoeuvres, risquer=True, **plus),
        Attendre("b"),
        des=(y(1), *harcelement),
        reponses=reponses,
    )
    assert j.scene["a"].vide_perdu == vide
    a_sec = s.put(replace(s["a"], vide_perdu=8 - vide + 1)) if vide else s.put(replace(s["a"], vide_perdu=8))
    assert refus(a_sec, contre(*manoeuvres, **plus)) == ("YY-5.17" if vide else "")
    assert refus(s, contre("projeter", ameliorer=True)) == "YY-11.3"


@pytest.mark.rule("YY-11.1")
def test_augmentations_raise_what_their_own_side_must_reach():
    """15 with 4 augmentations against 12: neither succeeds; 16: with margin 0; 12 against 15: the other one does."""
    s = combat(a=qui("x", epees=5, **LAME), b=qui("z", epees=5, **LAME))
    assaut = contre("desarmement"), Attaquer("b", cible="a")
    j = jouer(s, *assaut, des=(y(6), y(3)))
    assert (len(j.tous("touche")), len(j.tous("assaut_nul"))) == (0, 1)
    j = jouer(s, *assaut, des=(y(7), y(3)))
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("a", 0)]
    assert terme(j.un("touche"), "Augmentations") == -4
    j = jouer(s, *assaut, des=(y(3), y(6)))
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("b", 3)]
    j = jouer(s, *assaut, des=(y(4), y(4)))  # no coin: b announced none and reaches the plain total
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("b", 0)]


@pytest.mark.rule("YY-11.1", "YY-5.18")
def test_who_leads_without_reaching_his_augmentations_has_failed_and_may_roll_again():
    s = combat(a=qui("x", epees=5, **LAME), b=qui("z", epees=5, **LAME))
    j = jouer(s, contre("desarmement", vide="relance"), Attaquer("b", cible="a"), des=(y(6), y(3), y(9)))
    assert [(e.who, e["marge"]) for e in j.tous("touche")] == [("a", 2)]


@pytest.mark.rule("YY-11.1")
def test_augmentations_against_a_passive_defence():
    s = combat(a=qui("x", epees=4, **LAME), b=qui("z", arts_martiaux=3))  # 8 against 7 + 4
    assert jouer(s, contre("repousser"), Attendre("b"), des=(y(2),)).tous("touche") == []
    assert jouer(s, contre("repousser"), Attendre("b"), des=(y(3),)).un("touche")["marge"] == 0


@pytest.mark.rule("YY-10.15", "YY-11.20")
@pytest.mark.parametrize(
    ("manoeuvre", "plus", "cout"), [("projeter", {}, 2), ("esquive", {}, 2), ("harcelement", {"n": 1}, 3)]
)
def test_the_fatigue_of_a_manoeuvre(manoeuvre, plus, cout):
    harcelement = (1,) if manoeuvre == "harcelement" else ()
    j = jouer(face_a_face(), contre(manoeuvre, risquer=True, **plus), Attendre("b"), des=(DESASTRE, *harcelement))
    assert j.un("fatigue", "a")["points"] == cout


# ---------------------------------------------------------------- each of them


@pytest.mark.rule("YY-11.5")
@pytest.mark.parametrize(
    ("arme", "competence", "aug"),
    [
        ("hallebarde", "armes_d_hast", 8),
        ("masse", "masses_et_haches", 6),
        ("epee_courte", "epees", 7),
        ("mains_nues", "arts_martiaux", 0),
        ("javelot", "armes_mixtes", 7),  # the MJ decides; as with a sword unless he says otherwise
    ],
)
def test_assommer_by_weapon(arme, competence, aug):
    for rang in (max(1, aug - 1), max(1, aug)):
        s = combat(a=qui("x", armes=(arme,) if arme != "mains_nues" else (), **{competence: rang}), b=qui("z"))
        assert refus(s, contre("assommer", arme=arme)) == ("" if rang >= aug else "YY-11.2")
    s = combat(a=qui("x", armes=(arme,) if arme != "mains_nues" else (), **{competence: 9}), b=qui("z"))
    j = jouer(s, contre("assommer", arme=arme, risquer=True), Attendre("b"), des=(y(9), y(1)))
    assert j.un("touche")["marge"] == 13 + 9 - 4 - aug
    assert j.tous("coup") == []
    assert j.scene["b"].fatigue == j.un("coup_assommant")["points"] > 0
    assert j.scene["b"].blessures == {}


@pytest.mark.rule("YY-11.5")
def test_for_other_weapons_the_mj_says_how_many():
    s = combat(a=qui("x", armes=("javelot",), armes_mixtes=3), b=qui("z"))
    assert refus(s, contre("assommer")) == "YY-11.2"
    assert refus(s, contre("assommer", n=4)) == "YY-11.2"
    assert refus(s, contre("assommer", n=3)) == ""
    epee = combat(a=qui("x", epees=9, **LAME), b=qui("z"))
    assert refus(epee, contre("assommer", n=3)) == "YY-11.4"


@pytest.mark.rule("YY-11.6")
def test_attaque_suicide_against_a_victim_who_attacks():
    """+Volonté to the attack; the victim only has to beat the passive defence less Volonté: both may hit."""
    s = combat(a=qui("x", epees=3, volonte=5, **LAME), b=qui("z", epees=3, **LAME))
    j = jouer(s, contre("attaque_suicide"), Attaquer("b", cible="a"), des=(y(5), y(1)))
    assert score(j, "a") == 3 + 4 + 5
    assert {e.who: e["marge"] for e in j.tous("touche")} == {"a": 17 - 8, "b": 8 - (7 - 5)}
    j = jouer(s, contre("attaque_suicide"), Attaquer("b", cible="a"), des=(y(1), DESASTRE))
    assert [e.who for e in j.tous("touche")] == ["a"]


@pytest.mark.rule("YY-11.6")
def test_attaque_suicide_is_the_same_when_the_victim_is_faster():
    s = combat(a=qui("x", epees=3, volonte=5, **LAME), b=qui("z", epees=3, reflexes=6, **LAME))
    j = jouer(s, contre("attaque_suicide"), Attaquer("b", cible="a"), des=(y(1), y(5)))  # b rolls first
    assert {e.who: e["marge"] for e in j.tous("touche")} == {"a": 17 - 8, "b": 8 - 2}


@pytest.mark.rule("YY-11.6")
def test_two_attaques_suicides_meet_two_weakened_guards():
    s = combat(a=qui("x", epees=3, volonte=5, **LAME), b=qui("z", epees=3, volonte=6, **LAME))
    b = Attaquer("b", cible="a", manoeuvres=("attaque_suicide",))
    j = jouer(s, contre("attaque_suicide"), b, des=(y(1), y(1)))
    assert {e.who: e["marge"] for e in j.tous("touche")} == {"a": 13 - 1, "b": 14 - 2}


@pytest.mark.rule("YY-11.6")
def test_attaque_suicide_lowers_the_guard_against_everybody():
    autres = {w: qui("z", epees=3, **LAME) for w in "bcd"}
    s = combat(a=qui("x", epees=3, volonte=5, **LAME), **autres)
    s = jouer(s, contre("attaque_suicide")).scene
    assert total(defense_passive(s, s["a"], "c")) == 7 - 5
    j = jouer(s, Attendre("b"), Attaquer("c", cible="a"), Attaquer("d", cible="a"))
    assert [e["score"] for e in j.tous("defense_passive", "a")] == [2, 2]


@pytest.mark.rule("YY-11.6", "YY-11.1")
def test_a_defender_still_opposes_his_roll_to_an_attaque_suicide():
    s = combat(a=qui("x", epees=3, volonte=5, **LAME), b=qui("z", epees=9, **LAME))
    j = jouer(s, contre("attaque_suicide"), Defendre("b", contre=("a",)), des=(y(1), y(1)))
    assert j.un("pare").who == "b"


@pytest.mark.rule("YY-11.7")
def test_sand_blinds_until_a_turn_is_spent_clearing_it():
    s = face_a_face({"armes": ("dague",)}, {"arts_martiaux": 3, "vigilance": 1})
    j = jouer(s, contre("aveugler", sable=True), Attendre("b"))
    assert (j.un("aveugle")["moyen"], j.tous("coup")) == ("du sable", [])
    s = frais(j.scene)
    for _ in range(3):
        j = jouer(s, Attendre("a"), Attaquer("b", cible="a"), des=(y(1),))
        assert score(j, "b") == 7 - 6 + 1
        s = frais(j.scene)
    j = jouer(s, Attendre("a"), Nettoyer("b"))
    assert j.scene["b"].effets == ()
    assert j.un("fatigue", "b")["points"] == 1
    assert refus(jouer(j.scene, Attendre("a")).scene, Nettoyer("b")) == "YY-11.7"


@pytest.mark.rule("YY-11.7")
def test_the_sun_blinds_for_the_next_turn_only():
    """b is slower: in the turn of the flash he still sees, in the next one he does not, then he does again."""
    s = combat(
        a=qui("x", epees=9, reflexes=6, armes=("dague",)), b=qui("z", arts_martiaux=5), c=qui("x", arts_martiaux=9)
    )
    rate = Attaquer("b", cible="c", risquer=True), Attendre("c")
    j = jouer(s, *rate, contre("aveugler", risquer=True), des=(exploit(1), DESASTRE))
    assert j.un("aveugle")["moyen"] == "le soleil"
    scores = [score(j, "b")]
    for _ in range(2):
        j = jouer(frais(j.scene), *rate, Attendre("a"), des=(DESASTRE,))
        scores.append(score(j, "b"))
    assert scores == [9, 3, 9]


@pytest.mark.rule("YY-11.7")
def test_a_weapon_that_reflects_nothing_throws_sand():
    j = jouer(face_a_face(), contre("aveugler"), Attendre("b"))
    assert j.un("aveugle")["moyen"] == "du sable"
    assert refus(face_a_face(), contre("projeter", sable=True)) == "YY-11.7"


@pytest.mark.rule("YY-11.8")
def test_a_lock_makes_both_weapons_useless_and_hampers_all_else():
    s = face_a_face({"arts_martiaux": 1}, {"epees": 2, "arts_martiaux": 6, "observation": 5, "reflexes": 7, **LAME})
    j = jouer(s, contre("bloquer"), Attendre("b"))  # 13 against 6 + 4
    assert j.un("bloque")["marge"] == 3
    s = frais(j.scene)
    assert s.encounter.file == ("b", "a")  # 7 against 4, but after the one who locks
    assert refus(s, Attaquer("b", cible="a")) == "YY-11.8"
    assert refus(s, Attaquer("b", "mains_nues", cible="a")) == ""
    apres = jouer(s, Attaquer("b", "mains_nues", cible="a"))
    assert refus(apres.scene, Attaquer("a", cible="b")) == "YY-11.8"
    j = jouer(apres.scene, Attaquer("a", "mains_nues", cible="b"), des=(y(9), DESASTRE))
    assert score(j, "b") == 6 + 4 - 3
    assert score(j, "a") == 5  # the blocker is hampered by nothing but his useless weapon
    assert j.un("resolution")["ordre"] == ("a", "b")
    j = jouer(s, AutreAction("b", "observation", nd=4), Attendre("a"))
    assert j.un("essai")["contre"] == "contre ND 7"


@pytest.mark.rule("YY-11.8")
def test_the_locked_one_acts_after_the_one_who_locks_him():
    s = face_a_face({"arts_martiaux": 9}, {"epees": 2, "arts_martiaux": 9, "reflexes": 9, **LAME})
    s = jouer(s, contre("bloquer"), Attendre("b")).scene
    s = jouer(s, Attaquer("b", "mains_nues", cible="a")).scene
    s = replace(s, encounter=replace(s.encounter, declarations={**s.encounter.declarations, "a": Attendre("a")}))
    assert initiatives(s) == {"b": 3, "a": 4}


@pytest.mark.rule("YY-11.8")
def test_locking_takes_a_weapon_on_each_side():
    assert refus(face_a_face(), contre("bloquer")) == "YY-11.8"
    s = combat(a=qui("x", arts_martiaux=9), b=qui("z", **LAME))
    assert refus(s, contre("bloquer")) == "YY-11.8"


@pytest.mark.rule("YY-11.8")
def test_the_second_weapon_stays_free():
    s = face_a_face({"armes": ("couteau", "dague")}, {"epees": 2, **LAME})
    s = frais(jouer(s, contre("bloquer"), Attendre("b")).scene)
    s = jouer(s, Attendre("b")).scene
    assert refus(s, Attaquer("a", "couteau", cible="b")) == "YY-11.8"
    assert refus(s, Attaquer("a", "dague", cible="b")) == ""


@pytest.mark.rule("YY-11.9")
@pytest.mark.parametrize("metres", [2, 3, 6, 8])
def test_a_charge_hurts_more_and_is_seen_coming(metres):
    a = qui("x", epees=5, course=4, force=3, armes=("epee_longue",))
    s = combat(a=a, b=qui("z", x=metres, epees=5, **LAME))
    elan = metres - 2
    j = jouer(s, contre("charger", metres=metres), Attendre("b"), des=(y(2),))  # 9 + 2 against 9
    assert terme(j.un("coup"), "Élan de la charge") == (elan or None)
    assert j.un("coup")["points"] == min(12, 3 + 2 + elan)
    assert j.scene["a"].x >= metres - 3
    j = jouer(s, contre("charger", metres=metres), Defendre("b", contre=("a",)), des=(y(9), y(1)))
    if elan < 8:
        assert j.un("touche")["marge"] == 8 - elan
        assert terme(j.un("touche"), "Élan subi") == (-elan or None)


@pytest.mark.rule("YY-11.9")
def test_only_a_defence_gains_from_a_charge_and_ties_stay_ties():
    s = combat(a=qui("x", epees=5, course=4, **LAME), b=qui("z", x=3, epees=5, **LAME))
    charge = contre("charger", metres=3)
    j = jouer(s, charge, Attaquer("b", cible="a"), des=(y(3), y(2)))  # he strikes back: 12 against 11
    assert j.un("touche", "a")["marge"] == 1
    j = jouer(s, charge, Defendre("b", contre=("a",)), des=(y(3), y(2), 2))  # 12 against 11 + 1: a coin
    assert j.un("pare").who == "b"


@pytest.mark.rule("YY-11.9")
def test_how_far_one_charges():
    s = combat(a=qui("x", epees=5, course=2, **LAME), b=qui("z", x=8))
    assert refus(s, contre("charger", metres=6)) == ""
    assert refus(s, contre("charger", metres=7)) == "YY-11.9"  # Agilité 4 and Course 2
    assert refus(s, contre("charger", metres=4)) == "YY-11.9"  # that ends 4 m away
    assert refus(s, contre("charger")) == "YY-11.9"
    pres = combat(a=qui("x", epees=5, course=2, **LAME), b=qui("z", x=1))
    assert refus(pres, contre("charger", metres=5)) == "YY-11.9"  # nobody runs in circles
    assert refus(pres, Attaquer("a", cible="b", metres=3)) == "YY-11.9"
    boiteux = s.put(replace(s["a"], blessures={"jambe_gauche": 17}))
    assert refus(boiteux, contre("charger", metres=6)) == "YY-6.3"


@pytest.mark.rule("YY-11.9")
def test_the_limit_of_the_weapon_holds_the_run_too():
    s = combat(a=qui("x", epees=5, course=5, **LAME), b=qui("z", x=9))
    assert total(degats_du_coup(s["a"], contre("charger", metres=9), 3, False)) == 6


@pytest.mark.rule("YY-11.12")
def test_coup_maitrise_stops_short():
    j = jouer(face_a_face(), contre("coup_maitrise"), Attendre("b"))
    assert (len(j.tous("touche")), len(j.tous("coup_maitrise")), j.tous("coup")) == (1, 1, [])
    assert j.scene["b"].blessures == {}
    j = jouer(face_a_face(), contre("coup_maitrise", "coup_puissant", n=2), Attendre("b"))
    assert j.tous("coup") == []
    s = face_a_face(b=LAME)
    j = jouer(s, contre("coup_maitrise", "desarmement"), Attendre("b"))
    assert j.scene["b"].a_terre_armes == ("couteau",)


@pytest.mark.rule("YY-11.13")
@pytest.mark.parametrize(("membre", "aug"), [("jambe_gauche", 2), ("bras_droit", 3), ("tete", 5)])
def test_coup_precis(membre, aug):
    for rang in (aug - 1, aug):
        s = face_a_face({"epees": rang})
        assert refus(s, contre("coup_precis", membre=membre)) == ("" if rang == aug else "YY-11.2")
    j = jouer(face_a_face(), contre("coup_precis", membre=membre), Attendre("b"))
    assert j.un("touche")["marge"] == 13 - 4 - aug
    assert list(j.scene["b"].blessures) == [membre]


@pytest.mark.rule("YY-11.13", "YY-10.34")
def test_another_part_than_the_torso_takes_a_coup_precis_and_must_be_there():
    s = face_a_face()
    assert refus(s, Attaquer("a", cible="b", membre="tete")) == "YY-11.13"
    assert refus(s, contre("coup_precis")) == "YY-11.13"
    assert refus(s, contre("coup_precis", membre="queue")) == "YY-11.13"
    loup = combat(a=qui("x", epees=9, **LAME), b={"creature": "loup", "camp": "z"})
    assert refus(loup, contre("coup_precis", membre="patte_avant_gauche")) == ""
    assert refus(loup, contre("coup_precis", membre="bras_gauche")) == "YY-11.13"


@pytest.mark.rule("YY-11.14")
def test_coup_puissant_doubles_in_the_margin_what_it_adds_to_the_nd():
    s = face_a_face({"epees": 6, "armes": ("espadon",), "force": 2})
    for n in (1, 3):
        j = jouer(s, contre("coup_puissant", n=n), Attendre("b"))
        assert j.un("touche")["marge"] == 10 - 4 - n
        assert terme(j.un("coup"), "Marge de réussite") == 10 - 4 - n + 2 * n


@pytest.mark.rule("YY-11.14")
def test_coup_puissant_is_bounded_by_skill_and_vide():
    s = face_a_face({"epees": 5})
    assert [refus(s, contre("coup_puissant", n=n)) for n in (0, 1, 5)] == ["YY-11.14", "", ""]
    assert refus(s, contre("coup_puissant", n=6)) in ("YY-11.2", "YY-11.14")
    vide = face_a_face({"epees": 7, "agilite": 7, "force": 2})  # Vide 8 - 5
    assert [refus(vide, contre("coup_puissant", n=n)) for n in (3, 4)] == ["", "YY-11.14"]
    assert refus(s, contre("coup_puissant", n=-1)) == "YY-11.14"
    assert refus(s, Attaquer("a", cible="b", n=2)) == "YY-11.4"


@pytest.mark.rule("YY-11.15")
def test_coup_retenu_chooses_the_damage_up_to_force_before_armour():
    s = face_a_face({"force": 5, "armes": ("epee_longue",)}, {"armures": ("veste_matelassee",)})
    for choix in (1, 3, 5):
        j = jouer(s, contre("coup_retenu"), Attendre("b"), reponses=(choix,))
        assert j.un("coup")["points"] == choix - 1
    question = j.oracle.asked[0]
    assert (question.key, question.options.low, question.options.high) == ("yy.retenir", 1, 5)
    assert jouer(s, contre("coup_retenu"), Attendre("b")).un("coup")["points"] == 0  # nobody answers: 1, less 1


@pytest.mark.rule("YY-11.15")
def test_coup_retenu_never_gives_more_than_the_blow():
    s = face_a_face({"epees": 2, "force": 9, "armes": ("couteau",)})
    j = jouer(s, contre("coup_retenu"), Attendre("b"), reponses=(6,))  # the knife gives 6 at most
    assert j.oracle.asked[0].options.high == 6
    assert j.un("coup")["points"] == 6


@pytest.mark.rule("YY-11.15")
def test_coup_retenu_from_afar_chooses_the_part_of_force():
    s = combat(a=qui("x", arcs=9, force=6, armes=("arc_court",)), b=qui("z", x=10))  # margin 9, limit 10
    for choix, points in ((0, 9), (1, 10), (6, 10)):
        j = jouer(s, Tirer("a", "b", manoeuvres=("coup_retenu",)), Attendre("b"), reponses=(choix,))
        assert j.un("coup")["points"] == points
    arbalete = combat(a=qui("x", arbaletes=9, armes=("arbalete",)), b=qui("z", x=10))
    assert refus(arbalete, Tirer("a", "b", manoeuvres=("coup_retenu",))) == "YY-11.15"


@pytest.mark.rule("YY-11.16")
def test_desarmement_and_picking_the_weapon_up():
    s = face_a_face(b={"epees": 2, **LAME})
    j = jouer(s, contre("desarmement"), Attendre("b"))
    assert (j.un("lache")["arme"], j.tous("coup")) == ("Couteau", [])
    s = j.scene
    assert s["b"].equipement.tenues == ()
    s = jouer(s, Attendre("a"), des=()).scene
    assert refus(s, Attaquer("b", "couteau", cible="a")) == "YY-11.16"
    s = jouer(s, Ramasser("b", "couteau"), des=(y(9),)).scene
    assert s["b"].equipement.tenues[0].id == "couteau"
    assert refus(jouer(s, Attendre("a")).scene, Ramasser("b", "couteau")) == "YY-11.16"


@pytest.mark.rule("YY-11.16")
def test_with_two_weapons_the_victim_says_which_falls():
    s = face_a_face(b={"armes": ("couteau", "dague"), "en_main": ("couteau", "dague")})
    j = jouer(s, contre("desarmement"), Attendre("b"), reponses=("dague",))
    assert j.oracle.asked[0].who == "b"
    assert j.scene["b"].a_terre_armes == ("dague",)
    assert [a.id for a in j.scene["b"].equipement.tenues] == ["couteau"]
    assert len(jouer(face_a_face(), contre("desarmement"), Attendre("b")).tous("rien_a_lacher")) == 1


@pytest.mark.rule("YY-11.16")
def test_an_attack_is_lost_with_the_weapon_it_was_declared_with():
    s = combat(
        a=qui("x", epees=9, reflexes=6, **LAME), b=qui("z", epees=4, **LAME), c=qui("x", arts_martiaux=1, reflexes=7)
    )
    j = jouer(s, Attaquer("b", "couteau", cible="c"), contre("desarmement"), Attendre("c"))
    assert j.un("tourne_court", "b").rule == "YY-11.16"


@pytest.mark.rule("YY-11.18")
def test_esquive_attacks_and_defends_against_everybody():
    autres = {w: qui("z", epees=3, **LAME) for w in "bcdef"[:4]}
    s = combat(a=qui("x", epees=5, **LAME), **autres)
    assauts = [Attaquer(w, cible="a") for w in autres]
    j = jouer(s, contre("esquive"), *assauts, des=(y(5), y(1), y(1), y(1), y(9)))
    assert j.tous("defense_passive") == []
    assert [(e.who, e.target) for e in j.tous("touche")] == [("a", "b"), ("e", "a")]  # 14: 11, 11, 11 and 19
    assert len(j.tous("pare", "a")) == 2
    assert j.un("fatigue", "a")["points"] == 2
    assert len(j.tous("jet", "a")) == 1


@pytest.mark.rule("YY-11.18")
def test_esquive_is_rolled_even_against_a_passive_target():
    s = face_a_face()
    j = jouer(s, contre("esquive"), Attendre("b"), des=(y(1),))
    assert len(j.tous("jet", "a")) == 1


@pytest.mark.rule("YY-11.19")
@pytest.mark.parametrize("lutte", [False, True])
def test_frappe_des_points_vitaux_makes_stunning_blows_real(lutte):
    s = combat(a=qui("x", arts_martiaux=9, lutte=9, force=4), b=qui("z"))
    if lutte:
        s = replace(s, encounter=replace(s.encounter, luttes=(("a", "b"),)))
    j = jouer(s, contre("frappe_des_points_vitaux"), Attendre("b"))
    assert j.un("touche")["marge"] == 13 - 4 - 5
    assert j.un("coup")["points"] == 8
    assert (j.scene["b"].blessures, j.scene["b"].fatigue) == ({"torse": 8}, 0)


@pytest.mark.rule("YY-11.20")
def test_harcelement_adds_dice_and_leaves_force_out():
    s = face_a_face({"epees": 8, "armes": ("espadon",), "force": 9})
    j = jouer(s, contre("harcelement", n=2), Attendre("b"), des=(y(3), 10, 4))  # 12 + 3 + 14 against 4 + 8
    assert j.un("harcelement")["points"] == 14
    assert j.un("touche")["marge"] == 29 - 12
    assert j.un("coup")["points"] == 17
    assert j.un("fatigue", "a")["points"] == 4
    assert j.scene["a"].vide_perdu == 1


@pytest.mark.rule("YY-11.20")
@pytest.mark.parametrize(
    ("rang", "n", "ferme"), [(4, 1, ""), (7, 2, "YY-11.2"), (8, 2, ""), (8, 0, "YY-11.20"), (3, 1, "YY-11.2")]
)
def test_harcelement_takes_four_ranks_for_each_attack(rang, n, ferme):
    assert refus(face_a_face({"epees": rang}), contre("harcelement", n=n)) == ferme


@pytest.mark.rule("YY-11.20", "YY-5.18")
def test_a_reroll_leaves_the_dice_of_harcelement_as_they_fell():
    s = combat(a=qui("x", epees=4, **LAME), b=qui("z", epees=9, **LAME))  # 8 + dice against 13 + 4
    j = jouer(s, contre("harcelement", n=1, vide="relance"), Attendre("b"), des=(y(1), 2, y(9)))
    assert j.un("touche")["marge"] == 8 + 2 + 9 - 17


@pytest.mark.rule("YY-11.21")
def test_projeter_throws_down_and_the_next_turn_goes_into_getting_up():
    s = face_a_face(b={"epees": 3, "observation": 2, **LAME})
    j = jouer(s, contre("projeter"), Attendre("b"), reponses=(2,))  # margin 13 - 7 - 4
    assert (j.un("projete")["metres"], j.tous("coup")) == (2, [])
    assert (j.scene["b"].x, j.scene["b"].a_terre) == (2, True)
    s = jouer(j.scene, Attaquer("a", cible="b")).scene
    assert refus(s, Attaquer("b", cible="a")) == "YY-11.21"
    assert refus(s, AutreAction("b", "observation")) == "YY-11.21"
    j = jouer(s, Defendre("b", contre=("a",)), des=(y(1), y(9)))
    assert score(j, "b") == 7 - 4
    assert j.scene["b"].a_terre is False
    j = jouer(s, Attendre("b"))
    assert j.un("defense_passive", "b")["score"] == 7 - 4
    assert j.scene["b"].a_terre is False
    assert refus(jouer(j.scene, Attendre("a"), des=()).scene, Attaquer("b", cible="a")) == ""


@pytest.mark.rule("YY-11.21")
def test_projeter_goes_as_far_as_wanted_up_to_the_margin():
    s = face_a_face()
    j = jouer(s, contre("projeter"), Attendre("b"))
    assert j.oracle.asked[0].open() == (5, 4, 3, 2, 1, 0)
    assert j.scene["b"].x == 5
    assert jouer(s, contre("projeter"), Attendre("b"), reponses=(0,)).scene["b"].x == 0


@pytest.mark.rule("YY-11.21")
def test_thrown_before_his_turn_he_cannot_attack_any_more():
    s = combat(a=qui("x", epees=9, reflexes=6, **LAME), b=qui("z", epees=3, **LAME), c=qui("x", reflexes=7))
    j = jouer(s, Attaquer("b", cible="c"), contre("projeter"), Attendre("c"), reponses=(0,))
    assert j.un("tourne_court", "b").rule == "YY-11.21"
    assert j.scene["b"].a_terre


@pytest.mark.rule("YY-11.22")
def test_repousser_pushes_by_the_margin_and_obstacles_hurt():
    s = face_a_face()
    j = jouer(s, contre("repousser"), Attendre("b"))
    assert (j.un("repousse")["metres"], j.scene["b"].x, j.tous("coup")) == (5, 5, [])
    j = jouer(s, contre("repousser", obstacle=2), Attendre("b"))
    assert (j.un("repousse")["metres"], j.un("obstacle")["points"], j.un("coup")["points"]) == (2, 3, 3)
    assert j.scene["b"].x == 2
    assert refus(s, contre("repousser", obstacle=-1)) == "YY-11.22"
    assert refus(s, contre("projeter", obstacle=1)) == "YY-11.22"


@pytest.mark.rule("YY-11.22", "YY-11.3")
def test_repousser_with_a_point_de_vide_pushes_all_who_are_no_larger():
    autres = {
        "c": qui("z", x=1),
        "d": qui("z", taille="grande"),
        "e": qui("z", taille="petite"),
        "f": qui("x"),
        "g": qui("z", x=9),
    }
    s = face_a_face(**autres)
    attendre = [Attendre(w) for w in s.encounter.file if w != "a"]
    j = jouer(s, contre("repousser", ameliorer=True), *attendre)
    assert [e.target for e in j.tous("repousse")] == ["b", "c", "e"]
    assert [j.scene[w].x for w in "bcdefg"] == [5, 6, 0, 5, 0, 9]


@pytest.mark.rule("YY-11.24")
@pytest.mark.parametrize(
    ("rang", "n", "ferme"), [(3, 1, ""), (5, 2, "YY-11.2"), (6, 2, ""), (2, 1, "YY-11.2"), (6, 0, "YY-11.24")]
)
def test_tir_indirect_takes_three_for_each_obstacle(rang, n, ferme):
    s = combat(a=qui("x", arcs=rang, armes=("arc_court",)), b=qui("z", x=10, reflexes=5))
    tir = Tirer("a", "b", manoeuvres=("tir_indirect",), n=n)
    assert refus(s, tir) == ferme
    if not ferme:
        j = jouer(s, replace(tir, risquer=True), Attendre("b"), des=(y(9),))
        assert j.un("touche_de_loin")["marge"] == rang + 4 + 9 - 5 - 3 * n


@pytest.mark.rule("YY-11.25")
def test_tir_lointain_forgets_distance_and_cover_within_range():
    s = combat(a=qui("x", arcs=5, armes=("arc_court",)), b=qui("z", x=115, arts_martiaux=9))
    franc = jouer(s, Tirer("a", "b", camouflage=3), Attendre("b"), des=(y(1),))
    assert score(franc, "a") == 9 - 5 - 3
    loin = jouer(s, Tirer("a", "b", camouflage=3, manoeuvres=("tir_lointain",)), Attendre("b"), des=(y(1),))
    assert score(loin, "a") == 9
    assert loin.scene["a"].vide_perdu == 1
    hors = combat(a=qui("x", arcs=5, armes=("arc_court",)), b=qui("z", x=121))
    assert refus(hors, Tirer("a", "b", manoeuvres=("tir_lointain",))) == "YY-10.28"
    assert (
        refus(
            combat(a=qui("x", arcs=1, armes=("arc_court",)), b=qui("z", x=9)),
            Tirer("a", "b", manoeuvres=("tir_lointain",)),
        )
        == "YY-11.2"
    )


@pytest.mark.rule("YY-11.25", "YY-10.33")
def test_tir_lointain_sees_through_gloom_but_not_through_total_darkness():
    s = combat(a=qui("x", arcs=5, armes=("arc_court",)), b=qui("z", x=10, arts_martiaux=9, vigilance=6))
    for penalite, reste in ((5, 0), (6, 6)):
        noir = jouer(s, Obscurcir("a", penalite)).scene
        j = jouer(noir, Tirer("a", "b", manoeuvres=("tir_lointain",)), Attendre("b"), des=(y(1),))
        assert score(j, "a") == 9 - reste
        j = jouer(noir, Tirer("a", "b"), Attendre("b"), des=(y(1),))
        assert score(j, "a") == 9 - penalite


@pytest.mark.rule("YY-11.4")
def test_what_is_done_from_afar_and_what_hand_to_hand():
    s = combat(a=qui("x", arcs=9, epees=9, armes=("arc_court", "couteau")), b=qui("z", x=10, **LAME))
    for id in MANOEUVRES:
        n = 1 if id in ("coup_puissant", "tir_indirect") else 0
        membre = "tete" if id == "coup_precis" else "torse"
        ferme = refus(s, Tirer("a", "b", "arc_court", manoeuvres=(id,), n=n, membre=membre))
        assert (ferme == "") == (id in A_DISTANCE), id
    pres = face_a_face()
    assert refus(pres, contre("tir_lointain")) == "YY-11.4"
    assert refus(pres, contre("tir_indirect", n=1)) == "YY-11.4"


@pytest.mark.rule("YY-11.26")
def test_a_point_de_vide_spent_on_a_manoeuvre_shows():
    s = face_a_face()
    assert jouer(s, contre("esquive"), Attendre("b"), des=(DESASTRE,)).un("signe_esquive").who == "a"
    j = jouer(s, contre("harcelement", n=2), Attendre("b"), des=(DESASTRE, 1, 1))
    assert j.un("signe_harcelement")["traces"] == 3
    assert len(jouer(s, contre("repousser", ameliorer=True), Attendre("b")).tous("signe_repousser")) == 1
    assert jouer(s, contre("repousser"), Attendre("b")).tous("signe_repousser") == []
    loin = combat(a=qui("x", arcs=5, armes=("arc_court",)), b=qui("z", x=10))
    tir = Tirer("a", "b", manoeuvres=("tir_lointain",))
    assert len(jouer(loin, tir, Attendre("b")).tous("signe_tir_lointain")) == 1


@pytest.mark.rule("YY-11.6")
def test_reaching_a_weakened_guard_exactly_is_enough():
    s = combat(a=qui("x", epees=5, volonte=1, **LAME), b=qui("z", epees=3, **LAME))  # the guard of a: 9 - 1
    j = jouer(s, contre("attaque_suicide"), Attaquer("b", cible="a"), des=(y(9), y(1)))
    assert {e.who: e["marge"] for e in j.tous("touche")} == {"a": 11, "b": 0}
    s = combat(a=qui("x", epees=5, volonte=2, **LAME), b=qui("z", epees=5, volonte=1, agilite=3, **LAME))
    b = Attaquer("b", cible="a", manoeuvres=("attaque_suicide",))  # 8 against 9 less 2; 9 + ... against 8 - 1
    j = jouer(s, Attaquer("a", cible="b", mod=-3), b, des=(y(1), y(9)))
    assert {e.who: e["marge"] for e in j.tous("touche")} == {"a": 0, "b": 11}


@pytest.mark.rule("YY-11.9")
def test_a_charge_stops_a_metre_short_wherever_it_comes_from():
    a = qui("x", x=10, epees=5, course=5, y=4, **LAME)
    s = combat(a=a, b=qui("z", x=4, y=-4))  # ten metres away
    assert refus(s, contre("charger", metres=7)) == ""  # it ends three metres away
    j = jouer(s, contre("charger", metres=9), Attendre("b"))
    assert (j.scene["a"].x, j.scene["a"].y) == (5, -3)


@pytest.mark.rule("YY-11.22", "YY-11.21")
def test_one_is_pushed_straight_away_from_the_one_who_pushes():
    s = combat(a=qui("x", epees=9, x=2, y=2, **LAME), b=qui("z", x=1, y=1))
    j = jouer(s, contre("repousser"), Attendre("b"))  # five metres
    assert (j.scene["b"].x, j.scene["b"].y) == (-3, -3)
    j = jouer(s, contre("repousser", obstacle=0), Attendre("b"))
    assert (j.scene["b"].x, j.un("coup")["points"]) == (1, 5)


@pytest.mark.rule("YY-11.8")
def test_each_weapon_of_a_lock_is_the_one_that_is_locked():
    s = face_a_face(
        {"armes": ("couteau", "dague")}, {"epees": 2, "masses_et_haches": 2, "armes": ("hachette", "couteau")}
    )
    s = frais(jouer(s, contre("bloquer"), Attendre("b")).scene)  # the knife of a, the hatchet of b
    assert (bloquees(s, "a"), bloquees(s, "b")) == (("couteau",), ("hachette",))
    assert refus(s, Attaquer("b", "hachette", cible="a")) == "YY-11.8"
    assert refus(s, Attaquer("b", "couteau", cible="a")) == ""


@pytest.mark.rule("YY-11.8")
def test_a_lock_on_one_who_declares_nothing_slows_nobody():
    s = face_a_face(b={"epees": 2, "reflexes": 9, **LAME})
    s = jouer(s, contre("bloquer"), Attendre("b")).scene
    s = replace(s, encounter=replace(s.encounter, declarations={"b": Attendre("b")}))
    assert initiatives(s) == {"b": 9}


@pytest.mark.rule("YY-11.7")
def test_sand_twice_is_still_sand():
    s = face_a_face()
    s = frais(jouer(s, contre("aveugler"), Attendre("b")).scene)
    s = jouer(s, contre("aveugler"), Attendre("b")).scene
    assert [e.mod for e in s["b"].effets] == [-6]


@pytest.mark.rule("YY-11.16", "YY-11.8")
def test_a_locked_weapon_that_falls_is_free_at_once():
    s = face_a_face(b={"epees": 2, **LAME})
    s = jouer(s, contre("bloquer"), Attendre("b")).scene
    assert s.encounter.blocages != ()
    arme = s["b"].equipement.armes[0]
    assert lacher(s, Scripted(), "b", arme, "YY-11.16").encounter.blocages == ()


@pytest.mark.rule("YY-11.4")
def test_a_button_is_named_by_its_first_manoeuvre():
    assert contre("coup_retenu", "projeter").key() == "attaquer.coup_retenu"
    assert contre().key() == "attaquer"
    assert Tirer("a", "b", manoeuvres=("tir_lointain",)).key() == "tirer.tir_lointain"
    assert Tirer("a", "b").key() == "tirer"


@pytest.mark.rule("YY-10.2", "YY-11.16")
def test_a_weapon_struck_away_in_the_same_instant_still_strikes():
    s = combat(
        a=qui("x", epees=9, **LAME), b=qui("z", epees=4, force=4, armes=("epee_courte",)), c=qui("x", reflexes=7)
    )
    j = jouer(s, contre("desarmement"), Attaquer("b", cible="c", mod=10), Attendre("c"))
    assert j.scene["b"].a_terre_armes == ("epee_courte",)
    assert j.un("coup", "b")["points"] == 10  # the limit of the sword, not bare hands
