"""Chapter 8: the moral of sides, and whom a threat is aimed at."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c4_caracteristiques.ressources import Perdre
from tablee.games.terre_natale.book.c8_confrontation.menace import TirerLaCible, designer, menace
from tablee.games.terre_natale.book.c8_confrontation.mener import ChangerDeStatut, Engager, Passer
from tablee.kernel.effects import Modifier
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene


def camps(**autres):
    """Alys (CHA 16: +3) and Ode (CHA 12: +1) against Bor (CHA 6: -2)."""
    return scene(
        alys={"fiche": {"base": {"CHA": 16}}, "camp": "rouge"},
        ode={"fiche": {"base": {"CHA": 12}}, "camp": "rouge", "x": 1},
        bor={"fiche": {"base": {"CHA": 6}}, "camp": "bleu", "x": 2},
        **autres,
    )


def engage(s, **statuts):
    n = len(s.people) - len(statuts.get("passifs", ())) - len(statuts.get("exclus", ()))
    return jouer(s, Engager("alys", **statuts), *(3,) * 3 * n, reponses={"tn.initiative": ["forme"] * n})


@pytest.mark.rule("TN-8.409")
def test_a_side_has_the_sum_of_the_charisma_of_its_members_and_never_less_than_nothing():
    s, oracle = engage(camps())
    assert s.encounter.moral == {"rouge": 3 + 1, "bleu": -2}
    assert [(e["camp"], e["moral"]) for e in oracle.events if e.what == "moral"] == [("rouge", 4)]
    assert "moral" not in s["bor"].temporaires


@pytest.mark.rule("TN-8.409")
def test_who_stays_out_of_it_lends_nothing():
    s, _ = engage(camps(), passifs=("ode",))
    assert s.encounter.moral["rouge"] == 3 and s["ode"].temporaires == {} and s["alys"].temporaires == {"moral": 3}


@pytest.mark.rule("TN-8.410")
def test_everybody_has_the_moral_of_his_side_up_to_his_own_resilience():
    faible = {"fiche": {"base": {"VOL": 1, "CHA": 30}}, "camp": "rouge"}  # résilience 10 - 5 + m(EQU)
    s, _ = engage(camps(faible=faible))
    resilience = s["faible"].fiche.resilience
    assert resilience < 14 == s.encounter.moral["rouge"]
    assert s["faible"].temporaires["moral"] == resilience
    assert s["ode"].fiche.resilience == 10 and s["ode"].temporaires["moral"] == 10


@pytest.mark.rule("TN-8.410")
def test_moral_is_spent_before_endurance_and_goes_with_the_scene():
    s, _ = engage(camps())
    assert s["alys"].disponible("PE") == 20 + 4
    s, _ = jouer(s, Perdre("alys", "PE", 3))
    assert s["alys"].temporaires["moral"] == 1 and "PE" not in s["alys"].pertes
    s, _ = jouer(s, Perdre("alys", "PE", 3))
    assert s["alys"].temporaires["moral"] == 0 and s["alys"].pertes["PE"] == 2
    assert s["alys"].disponible("PE") == 18 == s["alys"].reste("PE")


@pytest.mark.rule("TN-8.410")
def test_moral_keeps_one_from_exhaustion_until_it_is_gone():
    s, _ = engage(camps())
    a_bout = replace(s["alys"], pertes={"PE": 20})
    assert "epuise" not in a_bout.etats
    assert "epuise" in a_bout.sans("PE", 4).etats


@pytest.mark.rule("TN-8.410")
def test_what_is_left_of_another_confrontation_is_not_heaped_upon():
    s = camps()
    s, _ = engage(s.put(replace(s["alys"], temporaires={"moral": 3})))
    assert s["alys"].temporaires["moral"] == 4


def au_tour_suivant(s):
    """Everybody passes until the next tour."""
    while s.encounter.tour == 1:
        s = Passer(s.turn()[0]).resolve(s, Simulated(1))
    return s


@pytest.mark.rule("TN-8.411")
@pytest.mark.parametrize(("charisme", "recoit", "gagnent"), [(14, 3 + 2, 2), (6, 3 - 2, 0)])
def test_who_joins_lends_the_others_what_he_has_and_receives_what_the_side_has(charisme, recoit, gagnent):
    s = camps()
    s = s.put(replace(s["ode"], fiche=replace(s["ode"].fiche, base={"CHA": charisme})))
    s, _ = engage(s, passifs=("ode",))
    assert s["alys"].temporaires["moral"] == 3
    s, _ = jouer(s, ChangerDeStatut("ode", "actif"))
    assert "moral" not in s["ode"].temporaires  # not before he is in
    s = au_tour_suivant(s)
    assert s["ode"].temporaires["moral"] == recoit == s.encounter.moral["rouge"]
    assert s["alys"].temporaires["moral"] == 3 + gagnent


# ---------------------------------------------------------------- menace

ARMES = {"armes": [{"modele": "dague"}, {"modele": "epee_longue"}], "armure": {"modele": "cuir"}}  # 3 and 2
LOURD = {"armes": [{"modele": "marteau_de_guerre"}], "armure": {"modele": "mailles"}}  # 4 and 4


def face_a_trois():
    return scene(
        ogre={"fiche": {}, "camp": "ogres"},
        nue={"fiche": {}, "camp": "nous", "x": 3},
        lame={"fiche": {}, "camp": "nous", "x": 2, "equipement": {**ARMES, "argument": 4, "raisonnement": 2}},
        mur={"fiche": {}, "camp": "nous", "x": 4, "equipement": LOURD},
    )


@pytest.mark.rule("TN-8.413")
def test_menace_is_the_heaviest_weapon_and_the_armour_and_in_a_joute_what_one_argues_with():
    s = face_a_trois()
    assert [total(menace(s, s[who])) for who in ("nue", "lame", "mur")] == [0, 5, 8]
    assert total(menace(s, s["lame"], joute=True)) == 6
    mage = replace(s["nue"], effets=(Modifier("menace", 3, "Sorcier"),))
    assert total(menace(s, mage)) == 3


@pytest.mark.rule("TN-8.414")
@pytest.mark.parametrize(
    ("jet", "cible"), [(3, "lame"), (5, "lame"), (6, "mur"), (8, "mur"), (9, "lame"), (18, "lame")]
)
def test_the_lowest_menace_that_is_at_least_the_throw_else_the_nearest(jet, cible):
    assert designer(face_a_trois(), "ogre", {"nue": 0, "lame": 5, "mur": 8}, jet) == cible


@pytest.mark.rule("TN-8.414")
def test_of_equals_the_nearest():
    assert designer(face_a_trois(), "ogre", {"nue": 5, "lame": 5, "mur": 5}, 4) == "lame"
    assert designer(face_a_trois(), "ogre", {"nue": 8, "lame": 2, "mur": 8}, 4) == "nue"


@pytest.mark.rule("TN-8.412", "TN-8.414", "TN-8.415")
def test_the_game_master_draws_a_target_and_circumstances_count_for_five():
    s = face_a_trois()
    _, oracle = jouer(s, TirerLaCible("ogre"), 3, 3, 3)  # 9: nobody is so threatening
    assert (dit(oracle, "menace").target, dit(oracle, "menace")["jet"]) == ("lame", 9)
    _, oracle = jouer(s, TirerLaCible("ogre", redoutes=("mur",)), 3, 3, 3)
    assert (dit(oracle, "menace").target, dit(oracle, "menace")["menace"]) == ("mur", 13)
    _, oracle = jouer(s, TirerLaCible("ogre", negliges=("lame",)), 1, 1, 1)  # 0 is below 3 now
    assert dit(oracle, "menace").target == "mur"
    _, oracle = jouer(s, TirerLaCible("ogre", ("nue", "mur")), 6, 6, 6)
    assert dit(oracle, "menace").target == "nue"


@pytest.mark.rule("TN-8.414", "TN-8.415")
@pytest.mark.parametrize(
    ("action", "regle"),
    [
        (TirerLaCible("ogre", ("nue",)), "TN-8.414"),
        (TirerLaCible("ogre", ("nue", "ogre")), "TN-8.414"),
        (TirerLaCible("ogre", ("nue", "mur"), redoutes=("lame",)), "TN-8.415"),
    ],
)
def test_it_takes_two_others_and_circumstances_of_theirs(action, regle):
    assert action.closed(face_a_trois()).rule == regle
    assert TirerLaCible.master
    assert TirerLaCible("ogre", ("personne",)).closed(face_a_trois()) is not None
