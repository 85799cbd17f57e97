"""Chapter 8: debating a cause. Who touches it, who answers for it, and when the matter is settled."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c8_confrontation.debat import (
    Debattre,
    Plaider,
    PlaiderEncore,
    PlaiderEnDiatribe,
    plaider,
)
from tablee.games.terre_natale.book.c8_confrontation.frappes import Tirade
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer
from tablee.games.terre_natale.desk.read import read_scene
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.joute import Cause, Parole
from tablee.kernel.content import ContentError
from tablee.kernel.odds import odds
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# CHA 18 less 6 of an argument of 3 is 12: +1; skill and group 4: +5. The jet: 5D8, 3 and 1. No raisonnement.
MAITRE = {
    "base": {"CHA": 18},
    "competences": {"persuasion": 2, "rhetorique": 2, "evasion": 2, "temperance": 2, "escroquerie": 2},
    "groupes": {"communication": 2, "representation": 2},
}
DISCOURS = {"argument": 3, "raisonnement": 0}
TOUCHE = (6, 5, 2)  # 13, and 5: 18
MANQUE = (4, 4, 2)  # 10, and 5: 15
JET = (4, 4, 4, 4, 4)  # 20, and 4: 24
REUSSIE = (6, 6, 5)  # 17, and 4 of a defence: 21


def tribunal(*options, credibilite=0, solidite="normale", greffe=None, **encounter):
    """The passe of the prosecutor, against the advocate; a judge listens."""
    maitre = {"fiche": MAITRE, "equipement": DISCOURS}
    s = scene(
        *options,
        procureur={**maitre, "camp": "accusation"},
        avocat={**maitre, **(greffe or {}), "camp": "défense", "x": 6},
        juge={"fiche": {}, "x": 3},
    )
    e = Confrontation(
        forme="joute",
        initiatives={"procureur": 20, "avocat": 15},
        budgets={"procureur": Budget(), "avocat": Budget()},
        hostiles=("procureur", "avocat"),
        passe="procureur",
        cause=Cause("la grâce d'Odo", "défense", solidite, credibilite),
    )
    return replace(s, encounter=replace(e, **encounter))


def joue(s, action, *dice, **reponses):
    said = {key.replace("tn_", "tn.", 1): answer for key, answer in reponses.items()}
    return jouer(s, action, *dice, reponses={"tn.defense": "rien", **said} if "tn.defense" not in said else said)


def credit(s):
    return s.encounter.cause.credibilite


ACCUSER, DEFENDRE = Plaider("procureur", "CHA"), Plaider("avocat", "CHA")


@pytest.mark.rule("TN-8.406")
@pytest.mark.parametrize(("dice", "reste"), [(MANQUE, 0), (TOUCHE, -24)])
def test_a_cause_is_touched_above_15_and_takes_all_of_it(dice, reste):
    s, oracle = jouer(tribunal(budgets={"procureur": Budget()}), ACCUSER, *dice, *(JET if reste else ()))
    assert credit(s) == reste and dit(oracle, "plaidoirie")["difficulte"] == 15
    assert dit(oracle, "plaidoirie")["reussi"] == bool(reste) and s.encounter.budgets["procureur"].acts == 1
    assert any(e.what == "plaidoirie_vaine" for e in oracle.events) != bool(reste)
    if reste:
        told = dit(oracle, "credibilite")
        assert total(told.terms) == told["points"] == 24 and told["sens"] == "perd"
    assert s["avocat"].pertes == s["juge"].pertes == s["procureur"].dialogues == {}


@pytest.mark.rule("TN-8.406")
def test_who_stands_for_it_raises_its_credit_and_nobody_answers_him():
    s, oracle = jouer(tribunal(passe="avocat", credibilite=-10), DEFENDRE, *TOUCHE, *JET)
    assert credit(s) == 14 and dit(oracle, "credibilite")["sens"] == "gagne"


@pytest.mark.rule("TN-8.400", "TN-8.406")
def test_what_is_said_of_words_bears_on_a_plea_too():
    s = tribunal(paroles={"procureur": Parole({"sans_preuves": 3})})
    assert plaider(s, ACCUSER.coup(s)).d == 18
    s, _ = jouer(s, ACCUSER, *TOUCHE)  # 18 is not above 18
    assert credit(s) == 0


@pytest.mark.rule("TN-8.405")
@pytest.mark.parametrize(
    ("garde", "dice", "reste"),
    [
        ("parer", REUSSIE, -24),  # INT 10 and no raisonnement: it turns nothing aside
        ("esquiver", REUSSIE, 0),
        ("devier", REUSSIE, -12),
        ("devier", (5, 4, 2, 3), -23),  # three dice but the best: 4, 3, 2 and 4 are 13: 1 degree
    ],
)
def test_the_defences_of_a_speaker_serve_the_cause(garde, dice, reste):
    s = tribunal()
    dice = dice if len(dice) > 3 else (*dice, 6)  # not prepared: four dice, the best is lost
    jet = () if garde == "esquiver" else JET
    s, oracle = joue(s, ACCUSER, *TOUCHE, *dice, *jet, tn_defense=f"{garde}/acts", tn_contre="rien")
    assert credit(s) == reste and dit(oracle, "defense").who == "avocat"
    assert s.encounter.budgets["avocat"].acts == 1 and s["avocat"].pertes == {}


@pytest.mark.rule("TN-8.405")
def test_what_is_turned_aside_is_so_point_for_point():
    """A raisonnement of 3 takes 6 off INT: 3 x 3 - 3 = 6; the test is at 3 less, and panache bears it."""
    s = tribunal(greffe={"equipement": {"argument": 0, "raisonnement": 3}})
    s, oracle = joue(s, ACCUSER, *TOUCHE, 6, 6, 6, 6, *JET, tn_defense="parer/acts", tn_contre="rien")
    assert dit(oracle, "defense")["reussi"] and credit(s) == -(24 - 6)
    assert total(dit(oracle, "credibilite").terms) == 18


@pytest.mark.rule("TN-8.405")
def test_a_word_turned_back_strikes_whoever_said_it():
    s, oracle = joue(tribunal(), ACCUSER, *TOUCHE, 6, 6, 6, 6, *JET, tn_defense="feinter/acts")
    assert credit(s) == 0 and s["procureur"].pertes == {"PS": 24}
    assert dit(oracle, "blesse").target == "procureur"


@pytest.mark.rule("TN-8.405")
def test_who_answers_for_a_cause_may_strike_back():
    _, oracle = joue(
        tribunal(), ACCUSER, *TOUCHE, *REUSSIE, 6, *JET, 1, 2, 3, 4, tn_defense="parer/acts", tn_contre="contre/acts"
    )
    assert dit(oracle, "contre").who == "avocat" and dit(oracle, "attaque").target == "procureur"


@pytest.mark.rule("TN-8.405")
def test_what_saves_a_body_or_a_mind_does_not_serve_a_cause():
    s = tribunal()
    effets = {g.effet for d in plaider(s, ACCUSER.coup(s)).those for g in d.gardes}
    assert effets == {"parer", "bloquer", "esquiver", "feinter", "devier"}  # nothing to hide behind
    assert plaider(s, DEFENDRE.coup(s)).those == ()


@pytest.mark.rule("TN-8.407")
@pytest.mark.parametrize(
    ("qui", "avant", "camp"),
    [("procureur", -51, "accusation"), ("procureur", -50, None), ("avocat", 51, "défense"), ("avocat", 50, None)],
)
def test_at_75_either_way_the_matter_is_settled(qui, avant, camp):
    s = tribunal(credibilite=avant, passe=qui, budgets={qui: Budget()})
    s, oracle = jouer(s, Plaider(qui, "CHA"), *TOUCHE, *JET)
    assert s.settled() == camp
    if camp is None:
        assert s.encounter.cause.credibilite in (-74, 74) and not s.encounter.finie
    else:
        assert s.encounter is None and dit(oracle, "cause_entendue")["camp"] == camp
        assert s["procureur"].equipement.argument is None  # closed to dialogue again


@pytest.mark.rule("TN-8.408")
@pytest.mark.parametrize(("solidite", "row"), [("normale", 0), ("faillible", 1), ("solide", 2)])
def test_the_solidity_of_a_cause_moves_its_thresholds(solidite, row):
    found = rows("TN-8.408")[row]
    victoire, defaite = found["victoire"], found["defaite"]
    for qui, avant, gagne in (
        ("procureur", 24 - defaite, True),
        ("procureur", 25 - defaite, False),
        ("avocat", victoire - 24, True),
        ("avocat", victoire - 25, False),
    ):
        s = tribunal(credibilite=avant, solidite=solidite, passe=qui, budgets={qui: Budget()})
        s, _ = jouer(s, Plaider(qui, "CHA"), *TOUCHE, *JET)
        assert (s.encounter is None) == gagne, (qui, avant)


@pytest.mark.rule("TN-8.405")
def test_opening_a_debate():
    s = replace(tribunal(), encounter=None)
    dice = *(6, 5, 2), *(3, 3, 2)
    apres, oracle = jouer(s, Debattre("avocat", "la grâce d'Odo", "solide"), *dice)
    assert apres.encounter.cause == Cause("la grâce d'Odo", "défense", "solide") and apres.encounter.forme == "joute"
    assert (dit(oracle, "debat")["victoire"], dit(oracle, "debat")["defaite"]) == (50, -100)
    assert "juge" not in apres.encounter.initiatives
    assert Debattre("avocat", "autre chose").closed(apres).rule == "TN-8.405"
    assert Debattre("avocat", " ").closed(s).rule == Debattre("juge", "x").closed(s).rule == "TN-8.405"
    assert Debattre("juge", "x", pour="accusation").closed(s) is None and Debattre.master
    seul = scene(avocat={"fiche": {}, "camp": "défense"})
    assert Debattre("avocat", "x").closed(seul).rule == "TN-8.12"
    en_joute = tribunal(cause=None)
    apres, _ = jouer(en_joute, Debattre("procureur", "x", pour="défense"))
    assert apres.turn() == ("procureur",) and apres.encounter.cause.pour == "défense"


@pytest.mark.rule("TN-8.405", "TN-8.406")
def test_what_bars_a_plea():
    s = tribunal()
    assert ACCUSER.closed(tribunal(cause=None)).rule == "TN-8.405"
    assert Plaider("procureur", "VOL").closed(s).rule == "TN-8.103"
    assert Plaider("procureur", "SAG").closed(s) is None
    assert Plaider("procureur", "SAG").closed(tribunal("trois_methodes")).rule == "TN-8.103.1"
    assert DEFENDRE.closed(s).rule == "TN-8.23"
    apres, _ = jouer(s, ACCUSER, *MANQUE)
    assert ACCUSER.closed(apres).rule == "TN-8.88" and Tirade("procureur", "avocat").closed(apres).rule == "TN-8.88"
    assert Tirade("procureur", "avocat").closed(s) is None  # people may still be spoken to


@pytest.mark.rule("TN-8.70", "TN-8.405")
def test_a_plea_may_be_doubled_and_who_answered_the_first_may_answer_the_second():
    s = tribunal()
    assert PlaiderEncore("procureur").closed(s).rule == "TN-8.70"
    s, _ = jouer(s, ACCUSER, *MANQUE)
    s, _ = jouer(s, PlaiderEncore("procureur", "CHA"), *TOUCHE, 4, 4, 4, 4)  # restricted: 4D8, 2 and 1
    assert credit(s) == -19 and s.encounter.initiatives["procureur"] == 15
    assert PlaiderEncore("procureur").closed(s).rule == "TN-8.70"
    s, _ = joue(tribunal(), ACCUSER, *TOUCHE, *REUSSIE, 6, tn_defense="esquiver/acts")
    assert s.encounter.suite.sur == "avocat" and s.encounter.suite.defendue
    s, oracle = joue(s, PlaiderEncore("procureur", "CHA"), *TOUCHE, *REUSSIE, tn_defense="esquiver/double")
    assert credit(s) == 0 and dit(oracle, "defense")["reussi"] and s.encounter.initiatives["avocat"] == 10


@pytest.mark.rule("TN-8.382", "TN-8.384", "TN-8.406")
def test_a_plea_at_length_weighs_more_and_gives_an_opportunity():
    """15 is less than the 18 of her panache: a disadvantage, four dice."""
    action = PlaiderEnDiatribe("procureur", "CHA")
    s, oracle = joue(tribunal(), action, *TOUCHE, 6, *JET, tn_opportunite="rien")
    assert credit(s) == -(24 + 3) and s.encounter.budgets["procureur"].acts == 0
    assert dit(oracle, "plaidoirie")["score"] == 18
    seule = tribunal(budgets={"procureur": Budget(acts=1), "avocat": Budget()})
    s, oracle = jouer(seule, action, reponses={"tn.opportunite": "rien"})
    assert dit(oracle, "chantier")["paye"] == 1 and credit(s) == 0


@pytest.mark.rule("TN-8.406")
def test_a_critical_plea():
    s, _ = jouer(tribunal(passe="avocat"), DEFENDRE, 6, 6, 6, reponses={"tn.appel_chance": "garder"})
    # 18, exploit, and 5: far above 25; every die is an 8, and the modifier of INT, 0
    assert credit(s) == 40 + 4


@pytest.mark.rule("TN-8.406")
def test_the_odds_of_a_plea_are_those_of_its_test():
    s = tribunal(passe="avocat", greffe={"fiche": {**MAITRE, "destinee": 0}, "pertes": {"PK": 20}})
    touche, gain = odds(DEFENDRE, s), odds(DEFENDRE, s, "credibilite")
    assert touche.p(True, exact=True) == 1 - gain.p(0, exact=True)
    assert 0.4 < touche.p(True) < 0.7


def test_a_debate_that_is_settled_in_a_passe_of_another_ceases_with_it():
    s = tribunal(credibilite=-60)
    s = replace(s, encounter=replace(s.encounter, finie=True), verdict="défense")
    s, _ = jouer(s, Passer("procureur"))
    assert s.encounter is None and s.settled() == "défense"


def test_a_written_debate_names_a_side_that_is_there():
    people = {who: {"fiche": {"nom": who}, "camp": who} for who in ("a", "b")}
    cause = {"sujet": "x", "pour": "a"}
    rencontre = {"forme": "joute", "passe": "a", "cause": cause}
    assert read_scene({"personnages": people, "confrontation": rencontre}).encounter.cause.pour == "a"
    with pytest.raises(ContentError, match="cause"):
        read_scene({"personnages": people, "confrontation": {**rencontre, "cause": {**cause, "pour": "c"}}})
