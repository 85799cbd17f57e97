"""Chapter 8: how a confrontation opens, who acts when, and what a round lets one do."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures, figures_d_essai
from tablee.games.terre_natale.book.c8_confrontation.budget import (
    depenser,
    fermee,
    moyens,
    peut_doubler,
    preparation,
    rapide,
    repetition,
)
from tablee.games.terre_natale.book.c8_confrontation.mener import (
    ChangerDeStatut,
    Engager,
    Passer,
    Preparer,
    Rompre,
    SeSurpasser,
)
from tablee.games.terre_natale.book.c8_confrontation.offres import choix, compte, offrir
from tablee.games.terre_natale.book.c8_confrontation.tour import attribut_d_initiative, impliquer
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Confrontation
from tablee.games.terre_natale.model.effects import Essai
from tablee.kernel.action import open_actions
from tablee.kernel.chapter import legal
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.oracle import Question
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

DEUX = {
    "alys": {"fiche": {"base": {"AGI": 12}}, "camp": "rouge"},
    "bor": {"fiche": {"base": {"RUS": 14}}, "camp": "bleu"},
}


def duel(*options, **changes):
    return scene(*options, **{who: {**DEUX[who], **changes.get(who, {})} for who in DEUX})


def engagee(*dice, forme="combat", reponses=("forme", "forme"), **changes):
    """A confrontation of two, Alys's dice first: in the order of Chance, then of ids."""
    return jouer(duel(**changes), Engager("alys", forme), *dice, reponses={"tn.initiative": list(reponses)})


def en(scene_, **changes):
    return replace(scene_, encounter=replace(scene_.encounter, **changes))


def jusqu_a(scene_, *dice):
    """The rest of the passes until somebody has the word in another round or tour."""
    return jouer(scene_, Passer(scene_.turn()[0]), *dice)


# ---------------------------------------------------------------- initiative and the count


@pytest.mark.rule("TN-8.13", "TN-8.14", "TN-8.16", "TN-8.38")
def test_everybody_rolls_his_initiative_before_anything_is_done():
    s, oracle = engagee(6, 4, 1, 3, 4, 2)
    assert s.encounter.initiatives == {"alys": 11 + 1, "bor": 9}
    assert (s.encounter.tour, s.encounter.manche, s.turn()) == (1, 1, ("alys",))
    event = dit(oracle, "initiative")
    assert total(event.terms) == event["score"] == 9 and event.audience == "bor"


@pytest.mark.rule("TN-8.72")
def test_nobody_but_its_owner_reads_an_initiative():
    _, oracle = engagee(6, 4, 1, 3, 4, 2)
    assert [e.audience for e in oracle.events if e.what == "initiative"] == ["alys", "bor"]


@pytest.mark.rule("TN-8.15")
@pytest.mark.parametrize(
    ("forme", "choix", "scores"),
    [
        ("combat", "forme", (12, 11)),  # AGI 12, AGI 10
        ("joute", "forme", (11, 13)),  # RUS 10, RUS 14
        ("mixte", "forme", (11, 11)),  # the lower of both
        ("combat", "mentale", (11, 13)),
        ("joute", "physique", (12, 11)),
        ("combat", "globale", (11, 11)),
    ],
)
def test_three_ways_to_take_the_initiative(forme, choix, scores):
    s, _ = engagee(5, 4, 2, 5, 4, 2, forme=forme, reponses=(choix, choix))
    assert s.encounter.initiatives == {"alys": scores[0], "bor": scores[1]}


@pytest.mark.rule("TN-8.15")
@pytest.mark.parametrize(("voie", "corps", "esprit"), [("physique", 0, -1), ("mentale", -1, 0), ("globale", 0, 0)])
def test_what_was_relied_on_leaves_the_other_plane_at_a_disadvantage(voie, corps, esprit):
    s, _ = engagee(5, 4, 2, 5, 4, 2, reponses=(voie, voie))
    assert figures(s, s["alys"], "FOR").net == corps
    assert figures(s, s["alys"], "CHA").net == esprit
    assert figures_d_essai(Essai(s["alys"], s, None, "VOL", sauvegarde="determination")).net == 0


@pytest.mark.rule("TN-8.17")
def test_the_least_handy_weapon_and_the_armour_bear_on_initiative():
    arme, dague, armure = {"modele": "epee_courte", "qualite": 1}, {"modele": "dague"}, {"modele": "cuir"}
    for equipement, score in (
        ({}, 12),  # AGI 12
        ({"armes": [dague]}, 11),  # 2 less: AGI 10
        ({"armes": [dague, arme]}, 10),  # 4 less for its catégorie, 1 more for its quality: AGI 9
        ({"armes": [dague, arme], "armure": armure}, 8),  # and 4 less for the armour: AGI 5
    ):
        s, _ = engagee(6, 4, 1, 3, 4, 2, alys={"equipement": equipement})
        assert s.encounter.initiatives["alys"] == score


@pytest.mark.rule("TN-8.16")
def test_an_attribute_below_zero_leaves_no_initiative():
    maladroit = {"fiche": {"base": {"AGI": 1}}, "equipement": {"armes": [{"modele": "epee_longue", "qualite": -5}]}}
    s, _ = jouer(duel(alys=maladroit), Engager("bor"), 5, 4, 2, reponses={"tn.initiative": ["forme", "forme"]})
    assert s.encounter.initiatives["alys"] == 0 and "alys" not in s.encounter.budgets


@pytest.mark.rule("TN-8.15")
def test_the_lower_attribute_is_the_global_one():
    s = scene(a={"base": {"AGI": 9, "RUS": 12}}, b={"base": {"AGI": 13, "RUS": 12}})
    assert [attribut_d_initiative(s[who], "globale") for who in ("a", "b")] == ["AGI", "RUS"]


@pytest.mark.rule("TN-8.23", "TN-8.25")
def test_the_highest_has_his_passe_first_and_spent_initiative_counts_at_once():
    s, _ = engagee(6, 5, 4, 6, 5, 2)  # Alys 16, Bor 13
    assert s.turn() == ("alys",)
    s = en(s, initiatives={"alys": 9, "bor": 13}, passe="bor", restent=("alys",))
    s, _ = jouer(s, Passer("bor"))
    assert s.turn() == ("alys",)


@pytest.mark.rule("TN-8.24")
def test_equal_initiatives_are_decided_by_chance():
    s, _ = engagee(5, 4, 2, 5, 4, 3, bor={"fiche": {"base": {"CHN": 12}}, "camp": "bleu"})
    assert s.encounter.initiatives == {"bor": 11, "alys": 13}
    s = en(s, initiatives={"alys": 11, "bor": 11})
    assert sorted(("alys", "bor"), key=lambda who: compte(s, who)) == ["bor", "alys"]


@pytest.mark.rule("TN-8.26", "TN-8.37")
def test_rapidite_moves_on_the_count_and_nowhere_else():
    vif = {"effets": [{"on": "rapidite", "n": 6}]}
    s, _ = engagee(5, 4, 2, 6, 5, 2, alys={**DEUX["alys"], **vif})  # Alys 12, Bor 13
    assert s.encounter.initiatives == {"alys": 12, "bor": 13} and s.turn() == ("alys",)


# ---------------------------------------------------------------- rounds and tours


@pytest.mark.rule("TN-8.19", "TN-8.20", "TN-8.21", "TN-8.86")
def test_a_round_takes_ten_off_and_only_who_is_above_zero_plays_the_next():
    s, _ = engagee(6, 5, 4, 3, 4, 2)  # Alys 16, Bor 9
    s, _ = jusqu_a(en(s, budgets={**s.encounter.budgets, "alys": Budget(acts=1)}))
    assert s.turn() == ("bor",)
    s, _ = jusqu_a(s)
    assert s.encounter.initiatives == {"alys": 6, "bor": -1} and s.encounter.manche == 2
    assert s.turn() == ("alys",) and s.encounter.budgets == {"alys": Budget(rounds=1)}
    s, oracle = jouer(s, Passer("alys"), 1, 2, 4, 6, 5, 3, reponses={"tn.initiative": ["forme", "forme"]})
    assert (s.encounter.tour, s.encounter.manche) == (2, 1) and dit(oracle, "tour")["tour"] == 2
    assert s.encounter.initiatives == {"alys": 8, "bor": 14}


@pytest.mark.rule("TN-8.21", "TN-8.22")
def test_a_third_round_is_played_above_twenty_and_at_a_disadvantage():
    s, _ = engagee(6, 5, 4, 3, 4, 2)
    s = en(s, initiatives={"alys": 21, "bor": 9})
    s, _ = jusqu_a(jusqu_a(s)[0])
    assert (s.encounter.manche, s.turn()) == (2, ("alys",)) and figures(s, s["alys"], "FOR").net == 0
    s, _ = jusqu_a(s)
    assert (s.encounter.manche, s.turn()) == (3, ("alys",))
    assert figures(s, s["alys"], "FOR").net == -1
    assert figures_d_essai(Essai(s["alys"], s, None, "CON", sauvegarde="robustesse")).net == 0


@pytest.mark.rule("TN-8.11", "TN-8.12", "TN-8.27")
def test_a_confrontation_ceases_when_one_side_is_left():
    s, _ = engagee(6, 5, 4, 3, 4, 2)
    s = s.put(replace(s["bor"], pertes={"PE": 60}))
    s, oracle = jusqu_a(s)
    assert s.encounter is None and dit(oracle, "fin_de_confrontation")["tours"] == 1


@pytest.mark.rule("TN-8.11")
def test_the_game_master_breaks_it_off():
    s, _ = engagee(6, 5, 4, 3, 4, 2)
    assert jouer(s, Rompre("alys"))[0].encounter is None
    assert Rompre("alys").closed(duel()).rule == "TN-8.11"


# ---------------------------------------------------------------- who takes part


@pytest.mark.rule("TN-8.2", "TN-8.3", "TN-8.12")
@pytest.mark.parametrize(
    ("action", "rule"),
    [
        (Engager("alys", format="bataille"), "TN-8.3"),
        (Engager("alys", surpris=("bor",), passifs=("bor",)), "TN-8.30"),
        (Engager("alys", passifs=("alys",)), "TN-8.33"),
        (Engager("zoe"), "TN-8.30"),
        (Engager("alys", surpris=("zoe",)), "TN-8.30"),
    ],
)
def test_what_is_no_confrontation_is_refused(action, rule):
    assert action.closed(duel()).rule == rule


@pytest.mark.rule("TN-8.12")
def test_one_side_alone_confronts_nobody():
    assert Engager("alys").closed(duel(bor={"camp": "rouge"})).rule == "TN-8.12"


@pytest.mark.rule("TN-8.30", "TN-8.32")
def test_whoever_takes_no_part_has_no_initiative():
    s = scene(**DEUX, cora={"fiche": {}, "camp": "bleu"}, dino={"fiche": {}, "camp": "bleu"}, eve={"fiche": {}})
    s, _ = jouer(
        s,
        Engager("alys", passifs=("cora",), exclus=("dino",)),
        *(6, 5, 4, 3, 4, 2),
        reponses={"tn.initiative": ["forme", "forme"]},
    )
    assert set(s.encounter.initiatives) == set(s.encounter.budgets) == {"alys", "bor"}


@pytest.mark.rule("TN-8.31")
@pytest.mark.parametrize("statut", ["passif", "exclu"])
def test_whoever_is_dragged_in_counts_from_the_next_tour_on(statut):
    s = scene(**DEUX, cora={"fiche": {}, "camp": "bleu"})
    s, _ = jouer(
        s,
        Engager("alys", passifs=("cora",) * (statut == "passif"), exclus=("cora",) * (statut == "exclu")),
        *(2, 3, 4, 1, 4, 2),
        reponses={"tn.initiative": ["forme", "forme"]},
    )
    s = impliquer(s, Scripted(), "cora")
    assert s.encounter.statut("cora") == "entrant" and "cora" not in s.encounter.initiatives
    s, _ = jusqu_a(jusqu_a(s)[0], *(2, 3, 4, 1, 4, 2, 1, 2, 5))
    assert s.encounter.tour == 2 and "cora" in s.encounter.initiatives


@pytest.mark.rule("TN-8.30")
def test_the_game_master_changes_who_takes_part():
    s, _ = engagee(6, 5, 4, 3, 4, 2)
    hors, _ = jouer(s, ChangerDeStatut("bor", "passif"))
    assert "bor" not in hors.encounter.budgets and hors.turn() == ("alys",)
    assert ChangerDeStatut("bor", "passif").closed(hors).rule == "TN-8.30"
    revient, _ = jouer(hors, ChangerDeStatut("bor", "actif"))
    assert revient.encounter.statut("bor") == "entrant"
    suivant, _ = jouer(s, ChangerDeStatut("alys", "exclu"))
    assert suivant.turn() == ("bor",)


@pytest.mark.rule("TN-8.33", "TN-8.34", "TN-8.35")
def test_the_surprised_do_nothing_until_the_second_round():
    s, oracle = jouer(
        duel(),
        Engager("alys", surpris=("bor",)),
        *(5, 4, 2, 3, 2, 4),  # Surprise 12 against Vigilance 9
        *(6, 5, 4, 6, 5, 3),  # initiatives 16 and 14
        reponses={"tn.initiative": ["forme", "forme"]},
    )
    assert dit(oracle, "surpris").who == "bor" and s.encounter.statut("bor") == "surpris"
    assert s.encounter.initiatives == {"alys": 16, "bor": 14} and set(s.encounter.budgets) == {"alys"}
    actif, _ = jouer(s, Passer("alys"), reponses={"tn.surpris": "actif"})
    assert actif.encounter.initiatives["bor"] == 4 and actif.encounter.budgets["bor"].rounds == 0
    passif, _ = jouer(s, Passer("alys"), reponses={"tn.surpris": "passif"})
    assert passif.encounter.statut("bor") == "passif" and "bor" not in passif.encounter.budgets


@pytest.mark.rule("TN-8.33")
def test_vigilance_must_exceed_the_surprise():
    for faces, surpris in (((5, 4, 2), True), ((5, 4, 3), False)):
        s, _ = jouer(
            duel(alys={"fiche": {}, "camp": "rouge"}),
            Engager("alys", surpris=("bor",)),
            *(5, 4, 2, *faces, 6, 5, 4, 6, 5, 3),
            reponses={"tn.initiative": ["forme", "forme"]},
        )
        assert (s.encounter.statut("bor") == "surpris") is surpris


@pytest.mark.rule("TN-8.34")
def test_whoever_was_attacked_while_surprised_has_no_choice():
    s, _ = engagee(6, 5, 4, 6, 5, 3)
    s = en(s, statuts={"bor": "surpris"}, budgets={"alys": Budget()}, restent=())
    s = impliquer(s, Scripted(), "bor")
    assert s.encounter.statut("bor") == "assailli"
    s, oracle = jouer(s, Passer("alys"))
    assert "bor" in s.encounter.budgets and not oracle.asked


# ---------------------------------------------------------------- the budget


def avec(**changes):
    """Alys in her passe, with this budget."""
    s, _ = engagee(6, 5, 4, 3, 4, 2)
    return en(s, budgets={**s.encounter.budgets, "alys": Budget(**changes)})


@pytest.mark.rule("TN-8.58", "TN-8.59", "TN-8.83")
def test_a_passe_has_two_simple_actions_and_a_free_one():
    s = avec()
    assert s.encounter.budgets["alys"] == Budget(2, 1)
    for genre in ("attaque", "tactique"):
        assert fermee(s, "alys", genre) is None
        s = depenser(s, "alys", "acts", genre)
    assert fermee(s, "alys", "deplacement").rule == "TN-8.83"
    assert fermee(depenser(s, "alys", "actl"), "alys", "", 0, 1).rule == "TN-8.83"


@pytest.mark.rule("TN-8.65")
def test_a_further_free_action_costs_a_simple_one():
    s = depenser(depenser(avec(), "alys", "actl"), "alys", "actl")
    assert s.encounter.budgets["alys"] == Budget(1, 0)


@pytest.mark.rule("TN-8.76")
def test_normal_actions_are_those_of_ones_own_passe():
    assert fermee(avec(), "bor", "attaque").rule == "TN-8.23"
    assert fermee(avec(), "zoe", "attaque").rule == "TN-8.30"


@pytest.mark.rule("TN-8.88")
def test_the_simple_actions_of_a_passe_are_of_different_kinds():
    s = depenser(avec(), "alys", "acts", "attaque")
    assert fermee(s, "alys", "attaque").rule == "TN-8.88"
    assert moyens(s, "alys", "attaque", "contre_attaque") == ("actr",)
    assert moyens(s, "alys", "defense", "parer") == ("acts", "actr")


@pytest.mark.rule("TN-8.60")
def test_the_same_skill_with_the_same_limb_costs_five_more_each_time():
    s = avec()
    found = []
    for _ in range(3):
        found.append(total(repetition(s, "alys", "parade/droite")))
        s = depenser(s, "alys", "actr", usage="parade/droite")
    assert found == [0, -5, -10]
    assert repetition(s, "alys", "parade/gauche") == repetition(s, "alys", "evasion/droite") == ()


@pytest.mark.rule("TN-8.61", "TN-8.36")
def test_going_beyond_oneself_is_a_third_simple_action_for_five_of_initiative():
    s, _ = jouer(avec(acts=0), SeSurpasser("alys"))
    assert s.encounter.budgets["alys"].acts == 1 and s.encounter.initiatives["alys"] == 11
    assert SeSurpasser("alys").closed(s).rule == "TN-8.87"
    pauvre = en(avec(), initiatives={"alys": 4, "bor": 3})
    assert SeSurpasser("alys").closed(pauvre).rule == "TN-8.61"


@pytest.mark.rule("TN-8.67", "TN-8.87")
@pytest.mark.parametrize(("initiative", "open"), [(4, False), (5, True), (12, True)])
def test_a_quick_action_needs_five_of_initiative_once_a_round(initiative, open):
    s = en(avec(), initiatives={"alys": initiative, "bor": 9})
    assert rapide(s, "alys") is open
    assert not rapide(en(s, budgets={"alys": Budget(actr=False)}), "alys")


@pytest.mark.rule("TN-8.66")
def test_one_free_gift_of_a_trait_a_tour():
    s = avec(acts=0, actr=False)
    assert moyens(s, "alys", "defense", "parer") == ()
    trait = {"fiche": {"traits": [{"id": "specialisation_posture", "sujet": "defense"}]}, "camp": "rouge"}
    s2, _ = engagee(6, 5, 4, 3, 4, 2, alys=trait)
    s2 = en(s2, budgets={**s2.encounter.budgets, "alys": Budget(acts=0, actr=False)})
    assert moyens(s2, "alys", "defense", "parer") == ("actg",)
    assert moyens(s2, "alys", "attaque", "contre_attaque") == ()
    assert moyens(depenser(s2, "alys", "actg", "defense"), "alys", "defense", "parer") == ()


@pytest.mark.rule("TN-8.78", "TN-8.84", "TN-8.85")
def test_an_interruption_is_paid_with_what_is_left_before_or_after_ones_passe():
    s = avec()
    assert moyens(s, "bor", "defense", "parer") == moyens(s, "alys", "defense", "parer") == ("acts", "actr")
    assert moyens(s, "bor", "attaque", "opportunite", rapide_seule=True) == ("actr",)
    assert total(preparation(s, "bor", "actr", "parer")) == -1


@pytest.mark.rule("TN-8.19")
def test_whoever_began_the_round_at_zero_does_not_even_what_he_prepared():
    s = en(avec(), attentes={"bor": Attente(preparee="parer")})
    assert moyens(s, "bor", "defense", "parer") == ("prepare",)
    sans = en(s, budgets={"alys": Budget()})
    assert moyens(sans, "bor", "defense", "parer") == ()


@pytest.mark.rule("TN-8.79", "TN-8.80", "TN-8.81")
def test_one_interruption_waits_prepared_by_name_until_something_else_is_done():
    s, _ = jouer(avec(), Preparer("alys", "parer"))
    assert s.encounter.attente("alys").preparee == "parer" and s.encounter.budgets["alys"].acts == 1
    assert moyens(s, "alys", "defense", "parer") == ("prepare",)
    assert "prepare" not in moyens(s, "alys", "defense", "esquiver")
    assert preparation(s, "alys", "prepare", "parer") == ()
    assert depenser(s, "alys", "acts", "tactique").encounter.attente("alys").preparee == ""
    assert depenser(s, "alys", "prepare", garde="parer").encounter.attente("alys").preparee == "parer"
    assert Preparer("alys", "danser").closed(s).rule == "TN-8.81"
    assert Preparer("alys", "esquiver").closed(s).rule == "TN-8.88"  # a preparation is of the kind it prepares


@pytest.mark.rule("TN-8.82")
def test_a_reflex_makes_up_for_preparation():
    trait = {"fiche": {"traits": [{"id": "reflexe", "sujet": "parer"}]}, "camp": "rouge"}
    s, _ = engagee(6, 5, 4, 3, 4, 2, alys=trait)
    assert preparation(s, "alys", "actr", "parer") == ()
    assert total(preparation(s, "alys", "prepare", "parer")) == 1
    assert total(preparation(s, "alys", "actr", "esquiver")) == -1


@pytest.mark.rule("TN-8.70", "TN-8.73", "TN-8.89")
def test_one_action_a_round_may_be_doubled_for_the_quick_action():
    s = avec()
    assert peut_doubler(s, "alys") and preparation(s, "alys", "double", "parer") == ()
    apres = depenser(s, "alys", "double", "attaque")
    assert apres.encounter.initiatives["alys"] == 11
    assert not peut_doubler(apres, "alys") and not rapide(apres, "alys")
    assert not peut_doubler(avec(actr=False), "alys")


# ---------------------------------------------------------------- all at once


@pytest.mark.rule("TN-8.77")
def test_all_who_could_are_asked_at_once_the_prepared_act_first_then_by_the_count():
    s = scene(**DEUX, cora={"fiche": {}, "camp": "bleu"})
    s = replace(
        s,
        encounter=Confrontation(
            initiatives={"alys": 5, "bor": 15, "cora": 10}, budgets={who: Budget() for who in ("alys", "bor", "cora")}
        ),
    )
    noms = (("aide", "Aider"),)
    questions = [
        Question(who, "tn.aide", "TN-8.81", choix(noms, ("prepare",) if who == "alys" else ("acts", "actr")))
        for who in ("alys", "bor", "cora")
    ]
    oracle = Scripted(answers={"alys:tn.aide": "aide/prepare", "bor:tn.aide": "aide/actr", "cora:tn.aide": "aide/acts"})
    assert [who for who, _ in offrir(s, oracle, questions)] == ["alys", "bor", "cora"]
    assert [q.who for q in oracle.asked] == ["bor", "cora", "alys"]
    assert offrir(s, Scripted(), ()) == []


@given(seed=st.integers(0, 10_000))
def test_any_number_of_passes_leaves_a_confrontation_that_holds(seed):
    oracle = Simulated(seed)
    s = Engager("alys").resolve(scene(**DEUX, cora={"fiche": {}, "camp": "bleu"}), oracle)
    for _ in range(30):
        e = s.encounter
        assert e.passe in e.budgets and e.passe not in e.restent
        assert all(0 <= b.acts <= 2 and e.initiatives[w] + 10 * (e.manche - 1) > 0 for w, b in e.budgets.items())
        assert e.manche <= 3
        s = Passer(e.passe).resolve(s, oracle)


def test_a_confrontation_written_in_a_line_can_be_played_on():
    people = {who: {"fiche": {"nom": who}} for who in ("alys", "bor")}
    g = game("terre_natale")
    s = g.read_scene({"personnages": people, "confrontation": {"tour": 1, "passe": "alys"}})
    for who in s.people:
        for action in open_actions(legal(g.chapters, s, who)):
            action.resolve(s, Simulated(1))
    assert s.turn() == ("alys",)
