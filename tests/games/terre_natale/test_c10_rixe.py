"""Chapter 10: rixes, from the tests everybody makes to what they have cost."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c4_caracteristiques.repos import FinirLaScene, SeReposer
from tablee.games.terre_natale.book.c8_confrontation.mener import Engager
from tablee.games.terre_natale.book.c10_monde.rixe import choisi, score, score_employe, total_de_strategie
from tablee.games.terre_natale.book.c10_monde.rixe_actions import (
    Analyser,
    Attendre,
    Contourner,
    Echanger,
    EncouragerUsage,
    Gener,
    Intervertir,
    LancerRixe,
    OuvrirRixe,
    Rallier,
    Relancer,
    Resoudre,
    RompreRixe,
    SePreparer,
    Supporter,
)
from tablee.games.terre_natale.book.c10_monde.rixe_fin import CloreRixe, Conclure
from tablee.games.terre_natale.model.rixe import Appui, Garde, Protagoniste, Rixe, Score
from tablee.kernel import refs
from tablee.kernel.simulated import Simulated
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene


def notes(resolution=20, contournement=15, aide=12, *, de_loin=False, genre="physique"):
    """Scores as if the tests had been made."""
    of = {"competence": "bagarre", "groupe": "corps_a_corps", "attribut": "FOR"}
    return {
        "resolution": Score(resolution, genre=genre, de_loin=de_loin, **of),
        "contournement": Score(contournement, genre=genre, de_loin=genre == "mental", **of),
        "aide": Score(aide, genre=genre, **of),
    }


def rixe(*options, nous=2, eux=2, derriere=(), qui=None, **changes):
    """n1, n2... against e1, e2...: our turn, everybody with the same scores; `qui`: what differs."""
    ids = [f"n{i + 1}" for i in range(nous)] + [f"e{i + 1}" for i in range(eux)]
    s = scene(*options, **{id: {"fiche": {}, "camp": "Nous" if id[0] == "n" else "Eux"} for id in ids})
    people = {id: Protagoniste(notes(), 10, id in derriere) for id in ids}
    people |= {id: replace(people[id], **given) for id, given in (qui or {}).items()}
    r = Rixe(people, "Nous", phase="jeu", ordre=("Nous", "Eux"), camp="Nous", tour=1)
    return replace(s, rixe=replace(r, **changes))


def prot(s, who):
    return s.rixe.protagonistes[who]


def n(s, who, notion):
    return total(score(s, who, notion))


# ---------------------------------------------------------------- getting ready

LUTTEUR = {"base": {"FOR": 14}, "groupes": {"corps_a_corps": 1}, "competences": {"bagarre": 2}}


@pytest.mark.rule("TN-10.40")
def test_a_rixe_is_opened_between_sides_and_gives_nobody_the_turn_yet():
    s = scene(a={"fiche": {}, "camp": "Nous"}, b={"fiche": {}, "camp": "Eux"}, c={"fiche": {}})
    s, _ = jouer(s, OuvrirRixe("a", 3, classiques=("b",)))
    assert set(s.rixe.protagonistes) == {"a", "b"} and (s.rixe.joueurs, s.rixe.front) == ("Nous", 3)
    assert s.turn() == () and s.rixe.seuil("b") == 2 and s.rixe.seuil("a") == 3
    assert "rixe" in str(Engager("a").closed(s)) and "déjà" in str(OuvrirRixe("a").closed(s))
    s, _ = jouer(s, RompreRixe("a"))
    assert s.rixe is None
    assert "deux camps" in str(OuvrirRixe("a", exclus=("b",)).closed(s))
    assert "deux camps" in str(OuvrirRixe("c").closed(s))
    assert "qu'une fois" in str(OuvrirRixe("a", classiques=("b",), exclus=("b",)).closed(s))


@pytest.mark.rule("TN-10.41")
def test_by_default_one_uses_what_one_is_best_at():
    s = scene(
        fort={**LUTTEUR, "base": {"FOR": 14}},
        beau={
            "base": {"CHA": 16, "INT": 14, "SAG": 14},
            "groupes": {"communication": 2},
            "competences": {"persuasion": 2},
        },
    )
    fort, beau = s["fort"], s["beau"]
    assert choisi(s, fort, "resolution", "").competence == "bagarre"
    assert choisi(s, beau, "resolution", "").competence == "persuasion"
    assert choisi(s, beau, "resolution", "").de_loin and not choisi(s, fort, "resolution", "").de_loin
    assert choisi(s, beau, "contournement", "").groupe == "representation"
    assert choisi(s, fort, "aide", "").groupe in ("tactique", "inspiration")
    assert choisi(s, fort, "strategie", "").competence == "initiative"
    assert [row["notion"] for row in rows("TN-10.41")] == ["résolution", "contournement", "aide", "stratégie"]


def annoncee(*options, **qui):
    s = scene(*options, **{"a": {"fiche": LUTTEUR, "camp": "Nous"}, "b": {"fiche": {}, "camp": "Eux"}, **qui})
    return jouer(s, OuvrirRixe("a"))[0]


@pytest.mark.rule("TN-10.42")
def test_one_test_for_each_notion_and_weapons_count():
    arme = {"fiche": {**LUTTEUR, "competences": {"arme_a_manche": 1}}, "camp": "Nous"}
    arme["equipement"] = {"armes": [{"modele": "hachette", "qualite": 3}]}
    s = annoncee(a=arme)
    s, oracle = jouer(s, SePreparer("a", ligne="arriere"), 4, 3, 2, 5, 4, 2, 6, 3, 1, 6, 4, 2)
    tests = [e for e in oracle.events if e.what == "rixe_test"]
    assert [e["notion"] for e in tests] == ["résolution", "contournement", "aide", "stratégie"]
    force = next(k for label, k, _ in tests[0].terms if label == "FOR")
    assert force == 1  # 14 and 3 of quality, less 4 of its catégorie: 13
    p = prot(s, "a")
    assert p.scores["resolution"].test == tests[0]["score"] and p.strategie == tests[3]["score"] == 12
    assert p.arriere and p.pret and "déjà prêt" in str(SePreparer("a").closed(s))
    assert not any(q.key == "tn.effort" for q in oracle.asked)
    assert {q.key for q in oracle.asked} <= {"tn.appel_chance", "tn.prouesse", "tn.privilege"}


@pytest.mark.rule("TN-10.44")
def test_another_skill_wants_a_reason_and_the_game_masters_word_gives_it_an_avantage():
    s = annoncee()
    assert "dites pourquoi" in str(SePreparer("a", strategie="detection_visuelle").closed(s))
    assert "inconnue" in str(SePreparer("a", aide="tricot").closed(s))
    simple = SePreparer("a", strategie="detection_visuelle", raison="Nous montions la garde.")
    _, oracle = jouer(s, simple, *[3, 4, 5] * 4)
    assert dit(oracle, "rixe_test")["score"] == 12
    s, _ = jouer(s, EncouragerUsage("a", "strategie", "detection_visuelle"))
    apres, oracle = jouer(s, simple, *[3, 4, 5] * 3, 3, 4, 5, 6)
    assert prot(apres, "a").strategie == 15  # the best three of four
    assert "va de soi" in str(EncouragerUsage("a", "resolution", "bagarre").closed(s))
    assert "va de soi" in str(EncouragerUsage("a", "contournement", "controle").closed(s))


@pytest.mark.rule("TN-10.43")
@pytest.mark.parametrize(
    ("resultats", "somme"), [([12, 10, 9, 8, 15], 46), ([12, 10], 42), ([7], 28), ([10, 10, 10, 10], 40)]
)
def test_the_four_best_results_the_lowest_again_for_who_is_missing(resultats, somme):
    assert total_de_strategie(resultats) == somme


@pytest.mark.rule("TN-10.43", "TN-10.45")
def test_groups_act_by_their_strategy():
    s = annoncee()
    s, _ = jouer(s, SePreparer("a"), *[3, 4, 2] * 4)
    s, oracle = jouer(s, LancerRixe("a"), *[3, 4, 5] * 4)
    assert s.rixe.ordre == ("Eux", "Nous") and s.turn() == ("b",) and s.round() == 1
    assert [e["n"] for e in oracle.events if e.what == "rixe_strategie"] == [48, 36]
    assert "C'est le tour" in str(Attendre("a").closed(s))


@pytest.mark.rule("TN-10.46")
def test_the_front_line_holds_so_many_and_those_who_want_to_stand_there_first():
    qui = {f"n{i}": {"scores": notes(contournement=10 + i)} for i in range(1, 6)}
    s = rixe(nous=5, eux=2, qui=qui, phase="preparation", camp="", tour=0, front=3)
    s = replace(s, rixe=s.rixe.avec("n5", arriere=True))
    s, _ = jouer(s, LancerRixe("n1"))
    derriere = {who for who, p in s.rixe.protagonistes.items() if p.arriere}
    assert derriere == {"n1", "n5"}  # the weakest of those who wanted to, and who did not


# ---------------------------------------------------------------- résoudre


@pytest.mark.rule("TN-10.47")
@pytest.mark.parametrize(
    ("resolution", "contournement", "moi", "lui"),
    [(20, 15, 0, 1), (16, 15, 0, 1), (30, 15, 0, 2), (29, 15, 0, 1), (15, 15, 1, 0), (10, 15, 1, 0), (6, -5, 0, 2)],
)
def test_above_is_a_marker_twice_as_much_two_and_not_above_is_ones_own(resolution, contournement, moi, lui):
    qui = {"n1": {"scores": notes(resolution)}, "e1": {"scores": notes(contournement=contournement)}}
    s, oracle = jouer(rixe(nous=2, eux=2, qui=qui), Resoudre("n1", "e1"))
    assert (prot(s, "n1").marqueurs, prot(s, "e1").marqueurs) == (moi, lui)
    e = dit(oracle, "rixe_resout")
    assert (e["score"], e["contre"], e["reussi"]) == (resolution, contournement, lui > 0)


@pytest.mark.rule("TN-10.61", "TN-10.62")
def test_use_wears_a_score_and_markers_lower_all():
    s = rixe(qui={"n1": {"scores": notes(14)}})
    s, _ = jouer(s, Resoudre("n1", "e1"))  # 14 against 15: his own marker
    assert n(s, "n1", "resolution") == 14 - 5 - 5
    assert (n(s, "n1", "contournement"), n(s, "n1", "aide")) == (10, 7)
    assert n(s, "e1", "contournement") == 15  # to be aimed at wears nothing


@pytest.mark.rule("TN-10.63")
@pytest.mark.parametrize(("resolution", "ouvert"), [(6, True), (5, False), (0, False)])
def test_a_score_serves_above_five_alone(resolution, ouvert):
    s = rixe(qui={"n1": {"scores": notes(resolution, resolution, resolution)}})
    for action in (Resoudre("n1", "e1"), Contourner("n1"), Gener("n1", "e1"), Analyser("n1")):
        assert (action.closed(s) is None) == ouvert
    assert Attendre("n1").closed(s) is None and Relancer("n1").closed(s) is None


@pytest.mark.rule("TN-10.45")
def test_each_acts_once_then_the_other_group():
    s, _ = jouer(rixe(), Attendre("n1"))
    assert "déjà agi" in str(Attendre("n1").closed(s)) and s.turn() == ("n2",)
    s, oracle = jouer(s, Resoudre("n2", "e1"))
    assert s.turn() == ("e1", "e2") and dit(oracle, "rixe_tour")["camp"] == "Eux"
    for who in ("e1", "e2"):
        s, _ = jouer(s, Resoudre(who, "n1"))
    assert (s.round(), s.turn()) == (2, ("n1", "n2"))
    assert "n'est pas un adversaire" in str(Resoudre("n1", "n2").closed(s))


# ---------------------------------------------------------------- contourner


@pytest.mark.rule("TN-10.48")
def test_the_next_resolution_must_be_aimed_at_who_draws_it():
    s, _ = jouer(rixe(), Contourner("n1"))
    s, _ = jouer(s, Attendre("n2"))
    assert "doit viser" in str(Resoudre("e1", "n2").closed(s))
    s, _ = jouer(s, Resoudre("e1", "n1"))  # 20 against 10: worn by its use
    assert prot(s, "n1").marqueurs == 2 and s.rixe.gardes == ()
    assert Resoudre("e2", "n2").closed(s) is None


@pytest.mark.rule("TN-10.48")
def test_what_is_aimed_at_an_ally_meets_who_guards_him_once():
    s, _ = jouer(rixe(qui={"n1": {"scores": notes(contournement=30)}}), Contourner("n1", "n2"))
    s, _ = jouer(s, Attendre("n2"))
    s, oracle = jouer(s, Resoudre("e1", "n2"))
    assert dit(oracle, "rixe_interpose").who == "n1" and dit(oracle, "rixe_resout").target == "n1"
    assert (prot(s, "e1").marqueurs, prot(s, "n2").marqueurs, s.rixe.gardes) == (1, 0, ())
    s, _ = jouer(s, Resoudre("e2", "n2"))
    assert prot(s, "n2").marqueurs == 1
    assert "allié" in str(Contourner("n1", "e1").closed(s)) and "allié" in str(Contourner("n1", "n1").closed(s))


# ---------------------------------------------------------------- aider


@pytest.mark.rule("TN-10.49")
def test_support_raises_a_score_until_the_adverse_turn_ends():
    s, _ = jouer(rixe(qui={"n1": {"scores": notes(aide=13)}}), Supporter("n1", "n2", "contournement"))
    assert n(s, "n2", "contournement") == 28 and n(s, "n1", "aide") == 8
    s, _ = jouer(s, Attendre("n2"))
    s, _ = jouer(s, Attendre("e1"))
    assert n(s, "n2", "contournement") == 28
    s, _ = jouer(s, Attendre("e2"))
    assert n(s, "n2", "contournement") == 15


@pytest.mark.rule("TN-10.49")
def test_two_allies_get_half_each_rounded_down():
    s, _ = jouer(rixe(nous=3, qui={"n1": {"scores": notes(aide=13)}}), Supporter("n1", "n2", "resolution", "n3"))
    assert (n(s, "n2", "resolution"), n(s, "n3", "resolution")) == (26, 26)
    assert "différents" in str(Supporter("n2", "n3", "resolution", "n3").closed(s))
    assert "allié" in str(Supporter("n2", "n2").closed(s))


@pytest.mark.rule("TN-10.50")
@pytest.mark.parametrize("notion", ["resolution", "contournement", "aide"])
def test_a_hindrance_lowers_a_score(notion):
    s = rixe()
    avant = n(s, "e1", notion)
    s, _ = jouer(s, Gener("n1", "e1", notion))
    assert n(s, "e1", notion) == avant - 12
    assert "adversaire" in str(Gener("n2", "n1").closed(s))


@pytest.mark.rule("TN-10.59")
def test_of_helps_and_hindrances_the_greatest_alone():
    appuis = tuple(Appui("n2", "resolution", k, "n1", 9) for k in (4, 9, -3, -7))
    assert n(rixe(appuis=appuis), "n2", "resolution") == 20 + 9 - 7


@pytest.mark.rule("TN-10.51")
def test_an_analysis_tells_ones_group_what_does_not_exceed_it():
    s = rixe(qui={"e1": {"scores": notes(contournement=12)}, "e2": {"scores": notes(contournement=13)}})
    s, oracle = jouer(s, Analyser("n1", "contournement"))
    told = [e for e in oracle.events if e.what == "rixe_analyse"]
    assert [e.audience for e in told] == ["n1", "n2"]
    assert told[0]["sus"] == (("e1", 12),) and told[0]["caches"] == 1


@pytest.mark.rule("TN-10.52")
def test_a_rally_makes_a_marker_not_count_but_it_stays():
    s = rixe(nous=3, qui={"n2": {"marqueurs": 2}, "n1": {"scores": notes(aide=10)}, "n3": {"scores": notes(aide=14)}})
    s, _ = jouer(s, Rallier("n1", "n2"))
    assert (prot(s, "n2").marqueurs, prot(s, "n2").comptes, n(s, "n2", "resolution")) == (2, 1, 15)
    assert "demande 15" in str(Rallier("n3", "n2").closed(s))
    s = replace(s, rixe=s.rixe.avec("n2", marqueurs=3))
    assert "n2" in s.turn() and not s.rixe.hors_jeu("n2")
    assert "pas de marqueur" in str(Rallier("n2", "n3").closed(s))


# ---------------------------------------------------------------- lines


@pytest.mark.rule("TN-10.55")
def test_from_the_rear_line_from_afar_at_five_less_and_no_marker_for_a_failure():
    s = rixe(nous=3, derriere=("n3",), qui={"n3": {"scores": notes(20)}})
    assert "à distance" in str(Resoudre("n3", "e1").closed(s))
    loin = rixe(nous=3, derriere=("n3",), qui={"n3": {"scores": notes(20, de_loin=True)}})
    assert total(score_employe(loin, "n3", "resolution", "e1")) == 15
    apres, _ = jouer(loin, Resoudre("n3", "e1"))  # 15 against 15
    assert prot(apres, "n3").marqueurs == 0 and prot(apres, "e1").marqueurs == 0
    assert total(score_employe(loin, "n3", "aide")) == 7
    assert "des mots" in str(Contourner("n3").closed(s))
    parle = rixe(nous=3, derriere=("n3",), qui={"n3": {"scores": notes(genre="mental")}})
    assert Contourner("n3").closed(parle) is None


@pytest.mark.rule("TN-10.55")
def test_into_the_rear_line_five_less_from_the_front_ten_from_the_rear():
    tireurs = {who: {"scores": notes(30, de_loin=True)} for who in ("n1", "n3")}
    s = rixe(nous=3, eux=3, derriere=("n3", "e3"), qui=tireurs)
    assert total(score_employe(s, "n1", "resolution", "e3")) == 25
    assert total(score_employe(s, "n3", "resolution", "e3")) == 20
    assert "à distance" in str(Resoudre("n2", "e3").closed(s))


@pytest.mark.rule("TN-10.56")
@pytest.mark.parametrize(("front", "actifs"), [(4, 2), (3, 2), (2, 1), (1, 1)])
def test_half_as_many_act_from_the_rear_rounded_up(front, actifs):
    derriere = [f"n{i}" for i in range(front + 1, front + 4)]
    s = rixe(nous=front + 3, derriere=derriere, front=front)
    for who in derriere[:actifs]:
        s, _ = jouer(s, Analyser(who))
    assert f"{actifs} au plus" in str(Analyser(derriere[actifs]).closed(s))
    assert set(s.turn()) == {f"n{i + 1}" for i in range(front)}


@pytest.mark.rule("TN-10.57")
def test_a_gap_is_filled_at_the_end_of_the_next_adverse_turn():
    faible = {"e1": {"scores": notes(contournement=5), "marqueurs": 1}}
    s = rixe(eux=4, derriere=("e3", "e4"), qui=faible, front=2, importances={"e1": "classique"})
    s, _ = jouer(s, Resoudre("n1", "e1"))
    assert s.rixe.hors_jeu("e1") and prot(s, "e3").arriere
    s, _ = jouer(s, Attendre("n2"))
    assert prot(s, "e3").arriere and prot(s, "e4").arriere  # the turn he fell in is not the next one
    for who in ("e2", "e3"):
        s, _ = jouer(s, Attendre(who))
    s, _ = jouer(s, Resoudre("n1", "e2"))
    s, oracle = jouer(s, Attendre("n2"), reponses={"e2:tn.rixe_combler": "e4"})
    assert not prot(s, "e4").arriere and prot(s, "e3").arriere and dit(oracle, "rixe_monte").who == "e4"


@pytest.mark.rule("TN-10.57")
def test_who_falls_by_his_own_failure_is_replaced_after_one_adverse_turn_and_an_empty_line_at_once():
    s = rixe(nous=3, derriere=("n3",), qui={"n1": {"scores": notes(10), "marqueurs": 2}}, front=2)
    s = replace(s, rixe=s.rixe.avec("n1", scores={**notes(25), "resolution": replace(notes(24)["resolution"])}))
    s, _ = jouer(s, Resoudre("n1", "e1"))  # 24 - 10 against 15
    assert s.rixe.hors_jeu("n1") and s.rixe.vides[0].tours == 1
    for who in ("n2", "n3", "e1", "e2"):
        assert prot(s, "n3").arriere
        s, _ = jouer(s, Attendre(who) if who != "e2" else Analyser("e2"))
    assert not prot(s, "n3").arriere
    seul = rixe(nous=2, derriere=("n2",), qui={"n1": {"scores": notes(24), "marqueurs": 2}}, front=1)
    seul, _ = jouer(seul, Resoudre("n1", "e1"))
    assert not prot(seul, "n2").arriere


@pytest.mark.rule("TN-10.53")
def test_changing_places_is_for_good_and_the_other_acts_at_five_less():
    s = rixe(nous=3, derriere=("n3",), front=2)
    s, _ = jouer(s, Echanger("n1", "n3"))
    assert (prot(s, "n1").arriere, prot(s, "n3").arriere) == (True, False)
    assert total(score_employe(s, "n3", "resolution", "e1")) == 15
    s, _ = jouer(s, Resoudre("n3", "e1"))
    assert prot(s, "n3").marqueurs == 1 and not prot(s, "n3").entrant
    assert "du front" in str(Echanger("n2", "n3").closed(s))
    assert "déjà agi" in str(Echanger("n2", "n1").closed(s))


@pytest.mark.rule("TN-10.54")
def test_tests_made_again_the_better_counts_and_wear_stays():
    s = rixe(
        qui={
            "n1": {
                "scores": {
                    **notes(20, 9, 12),
                    "resolution": Score(8, 5, competence="bagarre", groupe="corps_a_corps", attribut="FOR"),
                }
            }
        }
    )
    s, _ = jouer(s, Relancer("n1", ("resolution", "contournement")), 5, 4, 3, 3, 2, 1)
    assert prot(s, "n1").scores["resolution"].test == 12 and n(s, "n1", "resolution") == 7
    assert prot(s, "n1").scores["contournement"].test == 9 and prot(s, "n1").agi == "front"
    assert "chacune une fois" in str(Relancer("n2", ()).closed(s))
    assert "chacune une fois" in str(Relancer("n2", ("aide", "aide")).closed(s))


@pytest.mark.rule("TN-10.58")
@pytest.mark.parametrize(("aide", "force"), [(16, True), (15, False)])
def test_a_rear_adversary_is_forced_to_the_front(aide, force):
    s = rixe(eux=3, derriere=("e3",), qui={"n1": {"scores": notes(aide=aide)}})
    s, oracle = jouer(s, Intervertir("n1", "e3", "e1"))
    assert prot(s, "e3").arriere != force and prot(s, "e1").arriere == force
    assert dit(oracle, "rixe_intervertit")["reussi"] == force and n(s, "n1", "aide") == aide - 5
    assert "ligne arrière" in str(Intervertir("n2", "e2", "e2").closed(s))


# ---------------------------------------------------------------- out, and over


@pytest.mark.rule("TN-10.60")
def test_who_is_out_at_how_many_markers():
    table = [("joueur", 3), ("classique", 2), ("important", 3), ("tres_important", 4)]
    assert [row["marqueurs"] for row in rows("TN-10.60")] == [k for _, k in table]
    for importance, k in table:
        s = rixe(qui={"e1": {"marqueurs": k - 1}}, importances={"e1": importance})
        assert not s.rixe.hors_jeu("e1")
        s, _ = jouer(s, Resoudre("n1", "e1"))
        assert s.rixe.hors_jeu("e1") and "e1" not in s.standing()
        assert "plus, de cette rixe" in str(Resoudre("n2", "e1").closed(s))


@pytest.mark.rule("TN-10.64")
def test_it_ends_when_the_adversaries_or_the_players_are_out():
    s, oracle = jouer(rixe(eux=1, qui={"e1": {"marqueurs": 2}}), Resoudre("n1", "e1"))
    assert s.rixe.phase == "conclusion" and dit(oracle, "rixe_fin")["camp"] == "Nous"
    assert s.turn() == ("n1", "n2", "e1") and s.standing() == ("n1", "n2")
    perdu = rixe(nous=1, qui={"n1": {"marqueurs": 2, "scores": notes(25)}})
    perdu, oracle = jouer(perdu, Resoudre("n1", "e1"))  # 15 against 15
    assert dit(oracle, "rixe_fin")["camp"] == "Eux"
    rompue, _ = jouer(rixe(), RompreRixe("n1"))
    assert rompue.rixe.phase == "conclusion"


@pytest.mark.rule("TN-10.64")
def test_a_tour_in_which_nobody_does_anything_ends_it():
    s = rixe()
    for who in ("n1", "n2", "e1", "e2"):
        s, oracle = jouer(s, Attendre(who))
    assert s.rixe.phase == "conclusion" and dit(oracle, "rixe_fin")["camp"] == "personne"


def finie(**qui):
    """Won after two tours, n1 with so much."""
    return rixe(phase="conclusion", tour=2, qui={"e1": {"marqueurs": 3}, "e2": {"marqueurs": 3}, **qui})


@pytest.mark.rule("TN-10.65")
def test_resources_of_ones_own_nature_are_staked_on_markers_without_knowing_the_price():
    s = finie(n1={"marqueurs": 2})
    s = s.put(replace(s["n1"], temporaires={"PV": 5}))
    s, oracle = jouer(s, Conclure("n1"), 6, 3, 5, 4, 3, reponses={"tn.rixe_miser": ["PV", "garder"]})
    assert s["n1"].pertes["PV"] == 6 and s["n1"].temporaires["PV"] == 5
    assert [e["points"] for e in oracle.events if e.what == "rixe_mise"] == [6]
    options = [o.id for o in oracle.asked[0].options]
    assert options == ["garder", "PV"]
    esprit = finie(n1={"marqueurs": 1, "scores": notes(genre="mental")})
    _, oracle = jouer(esprit, Conclure("n1"), 8, reponses={"tn.rixe_miser": "PS"})
    assert [o.id for o in oracle.asked[0].options] == ["garder", "PS"]


@pytest.mark.rule("TN-10.66", "TN-10.67")
def test_stress_for_each_marker_left_and_a_fixed_part_that_nothing_lessens():
    s = finie(n1={"marqueurs": 2})
    s, oracle = jouer(s, Conclure("n1"), 7, 6, 6, 6, 5, 3, 2, 1, reponses={"tn.rixe_miser": "garder"})
    assert [e["difficulte"] for e in oracle.events if e.what == "sauvegarde"] == [15, 15]
    assert s["n1"].fatigue == 4 + 5 + 2  # half of 7, all of 5; two tours
    s, _ = jouer(s, Conclure("n2"))
    assert s["n2"].fatigue == 2


@pytest.mark.rule("TN-10.67")
def test_the_beaten_pay_for_each_adversary_left():
    perdue = rixe(phase="conclusion", tour=3, nous=1, eux=4, qui={"n1": {"marqueurs": 3}})
    s, _ = jouer(perdue, Conclure("n1"), *[1, 6, 6, 6] * 3, reponses={"tn.rixe_miser": "garder"})
    assert s["n1"].fatigue == 3 + 4 + 3  # half of 1 is 1, three times


@pytest.mark.rule("TN-10.65", "TN-10.52")
def test_a_rallied_marker_counts_in_the_end():
    s = finie(n1={"marqueurs": 1, "ralliements": 1})
    s, oracle = jouer(s, Conclure("n1"), 8, 3, 2, 1, reponses={"tn.rixe_miser": "garder"})
    assert s["n1"].fatigue == 8 + 2 and dit(oracle, "montee_de_stress").rule == "TN-10.66"


@pytest.mark.rule("TN-10.64")
def test_once_all_have_settled_nothing_is_left_of_it():
    s, _ = jouer(finie(), CloreRixe("n1"), *[8, 3, 2, 1] * 6)
    assert s.rixe is None and s.turn() == () and s["e1"].fatigue >= 2
    assert OuvrirRixe("n1").closed(s) is None and Engager("n1").closed(s) is None
    assert "à conclure" in str(Conclure("n1").closed(s))
    s, _ = jouer(rixe(), FinirLaScene("n1"))
    assert s.rixe is None
    assert "rixe" in str(SeReposer("n1").closed(rixe()))


@pytest.mark.rule("TN-10.64")
def test_three_groups_end_when_the_players_alone_or_none_of_them_are_left():
    s = rixe(eux=2)
    s = s.put(replace(s["e2"], side="Tiers"))
    s = replace(s, rixe=replace(s.rixe, ordre=("Nous", "Eux", "Tiers")))
    s = replace(s, rixe=s.rixe.avec("e1", marqueurs=2))
    s, _ = jouer(s, Resoudre("n1", "e1"))
    assert s.rixe.phase == "jeu"
    s, _ = jouer(s, Attendre("n2"))
    assert s.turn() == ("e2",)


# ---------------------------------------------------------------- magic


@pytest.mark.rule("TN-10.69")
def test_magic_needs_the_option_and_enough_mana_for_the_worst():
    s = annoncee()
    assert "n'admet pas" in str(SePreparer("a", magie=("aide",), mana=20).closed(s))
    s = annoncee("magie_en_rixe")
    assert "12 PM" in str(SePreparer("a", magie=("aide", "resolution"), mana=11, renforts=2, sort=2).closed(s))
    assert "2 au plus" in str(SePreparer("a", magie=("aide",), mana=40, renforts=3, sort=2).closed(s))
    assert "sans magie" in str(SePreparer("a", renforts=1).closed(s))
    s, _ = jouer(s, SePreparer("a", magie=("aide",), mana=6, renforts=2, sort=2), *[3, 4, 5] * 2, 3, 4, 5, 6, 3, 4, 5)
    assert prot(s, "a").scores["aide"].test == 15 + 2 + 4  # the best three, FOR, and 2 for each PM


@pytest.mark.rule("TN-10.69")
@pytest.mark.parametrize(("marqueurs", "pm"), [(0, 1), (1, 1), (2, 2)])
def test_magic_costs_by_the_markers_one_ends_with(marqueurs, pm):
    s = finie(n1={"marqueurs": marqueurs, "magies": 2, "renforts": 3})
    _, oracle = jouer(
        s, Conclure("n1"), *[1, 6, 6, 6] * marqueurs, **({"reponses": {"tn.rixe_miser": "garder"}} if marqueurs else {})
    )
    assert dit(oracle, "rixe_mana")["pm"] == 2 * pm + 3


# ---------------------------------------------------------------- as the table sees it


@pytest.mark.rule("TN-10.42")
def test_the_sheet_shows_scores_and_the_order_who_acts():
    s, _ = jouer(rixe(qui={"n1": {"marqueurs": 1}}), Attendre("n1"))
    section = next(x for x in game.sheet(s, "n1").sections if x.title == "Rixe")
    assert [line.label for line in section.lines] == ["Résolution", "Contournement", "Aide", "Marqueurs"]
    assert total(section.lines[0].terms) == 15
    places = game.order(s)
    assert [(place.who, place.acted) for place in places] == [("n1", True), ("n2", False), ("e1", False), ("e2", False)]


@pytest.mark.rule("TN-10.40")
def test_a_ready_rixe_is_fought_to_its_end_by_the_tactic():
    s, oracle = rixe(nous=3, eux=3), Simulated(3)
    tactic = next(iter(game.tactics.values()))
    for _ in range(200):
        if s.rixe is None:
            break
        s = tactic.act(s, s.turn()[0]).resolve(s, oracle)
    assert s.rixe is None


def test_guards_go_with_who_is_guarded():
    s = rixe(gardes=(Garde("n1", "n2"),), appuis=(Appui("n2", "aide", 3, "n1", 4),))
    sans, gone = refs.without(s, frozenset({"n2"}), ending=True)
    assert gone == {"n2"} and sans.rixe.gardes == () and sans.rixe.appuis == () and "n2" not in sans.rixe.protagonistes
