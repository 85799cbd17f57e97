"""Chapter 8: points vitaux of great creatures, from the passes they give to what is lost with each."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale.book.c0_tests import figures, figures_d_essai
from tablee.games.terre_natale.book.c8_confrontation.armes import resistance
from tablee.games.terre_natale.book.c8_confrontation.attaque import Coup, cible_de, figures_d_attaque
from tablee.games.terre_natale.book.c8_confrontation.budget import depenser, fermee, moyens
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer, Doubler, Tirade
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer, Preparer
from tablee.games.terre_natale.book.c8_confrontation.points import blesser_le_point, entamer
from tablee.games.terre_natale.book.c8_confrontation.tour import appeler, passes
from tablee.games.terre_natale.desk.judge import judged
from tablee.games.terre_natale.desk.sheet import sheet
from tablee.games.terre_natale.model.confrontation import Budget, Confrontation
from tablee.games.terre_natale.model.effects import Essai
from tablee.games.terre_natale.model.people import Lesion
from tablee.games.terre_natale.model.plan import CORPS
from tablee.games.terre_natale.model.points import Atteinte
from tablee.kernel.action import open_actions
from tablee.kernel.chapter import legal
from tablee.kernel.content import ContentError
from tablee.kernel.effects import amount
from tablee.kernel.game import game
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.sheet import Pool
from tablee.kernel.tally import total

from .jeu import dit, jouer, scene

POINTS = [
    {"nom": "gueule", "actes": ["attaque", "pouvoir"], "arme": "morsure", "tete": True},
    {"nom": "ailes", "actes": ["attaque", "deplacement", "tactique"], "arme": "aile"},
    {"nom": "queue", "actes": ["attaque", "tactique"], "arme": "queue"},
    {"nom": "griffes", "arme": "griffe"},
]
NATURE = {"naturelles": [{"modele": "morsure"}, {"modele": "aile"}, {"modele": "queue"}, {"modele": "griffe"}]}
LAME = {"armes": [{"modele": "epee_longue"}]}
ALYS = {"base": {"DEX": 20, "FOR": 15}, "groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}}  # +6 to attack
TOUCHE, JET = (6, 5, 3), (4, 4, 4, 4, 4)  # 20 to touch; 20 and 3 and 2: 25


def antre(*options, passe="dragon", points=None, perdus=(), alys=None, **budget):
    """A dragon of 60 of vitality (CON 30), 30 for each of four points; Alys beside it, Bor beside her."""
    atteintes = {nom: {"perdus": 30} for nom in perdus}
    dragon = {
        "fiche": {"base": {"CON": 30}, "points": POINTS if points is None else points},
        "equipement": NATURE,
        "points": atteintes,
        "camp": "dragons",
    }
    heros = {"fiche": ALYS, "equipement": LAME, "camp": "nous", "pertes": {"PK": 20}}
    s = scene(*options, dragon=dragon, alys={**heros, "x": 1, **(alys or {})}, bor={**heros, "x": 1, "y": 1})
    e = Confrontation(
        initiatives={"dragon": 12, "alys": 9, "bor": 1},
        budgets={who: Budget(**(budget if who == "dragon" else {})) for who in s.people},
        passe=passe,
        restent=("dragon",) * 2 + ("alys", "bor"),
    )
    return replace(s, encounter=e)


def budget(s, who="dragon"):
    return s.encounter.budgets[who]


# ---------------------------------------------------------------- passes


@pytest.mark.rule("TN-8.416", "TN-8.419")
@pytest.mark.parametrize(
    ("perdus", "n"), [((), 3), (("queue",), 3), (("queue", "ailes"), 2), (("queue", "ailes", "griffes"), 2)]
)
def test_one_more_passe_for_every_two_active_points(perdus, n):
    assert passes(antre(perdus=perdus), "dragon") == n


@pytest.mark.rule("TN-8.416", "TN-8.417")
def test_everybody_else_has_one_point_one_passe_and_no_more_actions():
    s = antre()
    assert passes(s, "alys") == 1 and s["alys"].actifs == ()
    assert passes(antre(perdus=[x["nom"] for x in POINTS]), "dragon") == 1
    s = appeler(replace(s, encounter=replace(s.encounter, restent=("alys",))), Scripted())
    assert budget(s, "alys") == Budget()


@pytest.mark.rule("TN-8.420")
def test_each_further_passe_comes_five_lower_on_the_count():
    s = antre(passe="")
    s = replace(s, encounter=replace(s.encounter, restent=("dragon",) * 3 + ("alys", "bor")))
    order = []
    while True:
        s = appeler(s, Scripted())
        if not s.encounter.passe:
            break
        order.append(s.encounter.passe)
    assert order == ["dragon", "alys", "dragon", "dragon", "bor"]  # 12, 9, 7, 2, 1


@pytest.mark.rule("TN-8.420")
def test_a_passe_below_nothing_comes_all_the_same():
    s = antre(passe="")
    e = replace(s.encounter, restent=("dragon",) * 3 + ("alys",), initiatives={"dragon": 4, "alys": 1, "bor": 0})
    s = replace(s, encounter=e)
    order = []
    for _ in range(4):
        s = appeler(s, Scripted())
        order.append(s.encounter.passe)
    assert order == ["dragon", "alys", "dragon", "dragon"]  # 4, 1, -1, -6


@pytest.mark.rule("TN-8.419")
def test_a_point_that_is_lost_takes_a_passe_that_is_still_to_come_and_none_that_was_taken():
    s = antre(perdus=("queue",))  # four active: 3 passes, one of them now, two to come
    s = entamer(s, Scripted(), "dragon", "ailes", 30)  # three active: 2 passes
    assert s.encounter.restent == ("dragon", "alys", "bor")
    s = entamer(s, Scripted(), "dragon", "griffes", 30)  # two active: still 2
    assert s.encounter.restent == ("dragon", "alys", "bor")
    s = entamer(s, Scripted(), "dragon", "gueule", 30)  # the body alone
    assert s.encounter.restent == ("alys", "bor")
    tous = replace(antre(), encounter=replace(antre().encounter, restent=("alys",)))
    for nom in ("queue", "ailes"):
        tous = entamer(tous, Scripted(), "dragon", nom, 30)
    assert tous.encounter.restent == ("alys",)


# ---------------------------------------------------------------- actions


@pytest.mark.rule("TN-8.418", "TN-8.421")
def test_a_passe_brings_an_action_beside_the_stock_and_loses_it_with_its_end():
    s = antre(passe="")
    s = appeler(replace(s, encounter=replace(s.encounter, restent=("dragon", "dragon", "dragon", "alys"))), Scripted())
    assert s.turn() == ("dragon",) and (budget(s).acts, budget(s).actl, budget(s).supp) == (2, 1, 1)
    s, _ = jouer(s, Passer("dragon"))
    assert (budget(s).acts, budget(s).actl, budget(s).supp) == (2, 1, 0)


@pytest.mark.rule("TN-8.421")
def test_it_is_spent_first_since_the_stock_can_wait_for_another_passe():
    s = depenser(antre(supp=1), "dragon", "acts", "attaque/gueule")
    assert (budget(s).acts, budget(s).supp) == (2, 0)
    s = depenser(s, "dragon", "acts", "attaque/queue")
    assert (budget(s).acts, budget(s).supp) == (1, 0)


@pytest.mark.rule("TN-8.418", "TN-8.429")
def test_a_movement_is_of_the_legs_and_of_the_wings_only_once_the_stock_is_spent():
    s = depenser(antre(supp=1), "dragon", "acts", "deplacement")
    assert (budget(s).acts, budget(s).supp, budget(s).genres) == (1, 1, ("deplacement",))
    s = depenser(antre(supp=1, acts=0), "dragon", "acts", "deplacement")
    assert (budget(s).acts, budget(s).supp, budget(s).genres) == (0, 0, ("deplacement/ailes",))


@pytest.mark.rule("TN-8.421", "TN-8.424")
def test_it_may_prepare_a_defence_and_only_so_serve_another_time():
    s = antre(supp=1, acts=0)
    assert moyens(s, "dragon", "defense", "parer") == ("actr",)  # the initiative of an ACTR, nothing else
    s, _ = jouer(s, Preparer("dragon", "parer"))
    assert budget(s).supp == 0 and moyens(s, "dragon", "defense", "parer") == ("prepare",)


@pytest.mark.rule("TN-8.424")
def test_the_stock_serves_for_interruptions_before_and_after_a_passe():
    assert "acts" in moyens(antre(passe="alys"), "dragon", "defense", "parer")


@pytest.mark.rule("TN-8.423")
def test_no_point_acts_twice_in_a_round_whatever_pays_for_it():
    s = depenser(antre(supp=1), "dragon", "acts", "attaque/ailes")
    barred = Attaquer("dragon", "alys", organe="ailes").closed(s)
    assert barred.rule == "TN-8.423"
    assert fermee(s, "dragon", "tactique/ailes").rule == "TN-8.423"
    assert Attaquer("dragon", "alys", organe="gueule").closed(s) is None


@pytest.mark.rule("TN-8.422")
def test_the_body_does_not_do_the_same_twice_either():
    s = depenser(antre(supp=1), "dragon", "acts", "attaque/")
    assert Attaquer("dragon", "alys", main=9).closed(s).rule == "TN-8.422"
    s = depenser(antre(supp=1), "dragon", "acts", "defense")  # prepared with the action of the passe
    assert fermee(s, "dragon", "defense").rule == "TN-8.422"


@pytest.mark.rule("TN-8.88", "TN-8.422")
def test_of_attacks_the_stock_pays_one_and_every_passe_brings_another():
    s = depenser(antre(), "dragon", "acts", "attaque/gueule")
    assert Attaquer("dragon", "alys", organe="queue").closed(s).rule == "TN-8.88"
    e = s.encounter
    encore = replace(s, encounter=replace(e, budgets={**e.budgets, "dragon": replace(e.budgets["dragon"], supp=1)}))
    assert Attaquer("dragon", "alys", organe="queue").closed(encore) is None


@pytest.mark.rule("TN-8.423", "TN-8.432")
def test_what_names_no_point_is_done_by_the_first_that_can():
    s = depenser(antre(supp=1), "dragon", "acts", "tactique")
    assert budget(s).genres == ("tactique/ailes",)
    s = depenser(antre(supp=1, genres=("attaque/ailes",)), "dragon", "acts", "tactique")
    assert budget(s).genres[-1] == "tactique/queue"
    s = depenser(antre(supp=1, perdus=("ailes", "queue")), "dragon", "acts", "tactique")
    assert budget(s).genres == ("tactique/",)


@pytest.mark.rule("TN-8.422")
def test_it_may_move_twice_in_a_round():
    s = antre()
    assert amount(s["dragon"].bears, "deplacements", Essai(s["dragon"], s)) == 1
    assert amount(s["alys"].bears, "deplacements", Essai(s["alys"], s)) == 0


# ---------------------------------------------------------------- being struck


@pytest.mark.rule("TN-8.425")
def test_the_body_has_all_the_vitality_and_every_other_point_half_of_it():
    impair = antre(points=[{"nom": "tentacule"}])["dragon"]
    impair = replace(impair, fiche=replace(impair.fiche, base={"CON": 15}))
    assert (impair.reste("PV"), impair.vitalite("tentacule")) == (30, 15)
    s = antre()
    assert (s["dragon"].reste("PV"), s["dragon"].vitalite("queue")) == (60, 30)
    s = entamer(s, Scripted(), "dragon", "queue", 29)
    assert len(s["dragon"].actifs) == 4
    s = entamer(s, Scripted(), "dragon", "queue", 1)
    assert [x.nom for x in s["dragon"].actifs] == ["gueule", "ailes", "griffes"]
    assert s["dragon"].pertes == {}


@pytest.mark.rule("TN-8.425", "TN-8.431")
def test_a_blow_takes_vitality_of_the_point_it_strikes_and_leaves_its_wound_there():
    s = antre(passe="alys")
    s, oracle = jouer(s, Attaquer("alys", "dragon", point="queue"), *TOUCHE, *JET, reponses={"tn.partage": "menager"})
    # 25; absorption 10 of CON alone removes 5: 20 permanent, threshold 5: level 4
    assert (dit(oracle, "point_touche")["points"], dit(oracle, "point_touche")["reste"]) == (20, 10)
    assert s["dragon"].points == {"queue": Atteinte(20, (4,))}
    assert s["dragon"].pertes.get("PV", 0) == 0 and s["dragon"].lesions == ()


@pytest.mark.rule("TN-8.427")
@pytest.mark.parametrize(("perdus", "n"), [((), 20), (("queue",), 15), (("queue", "ailes", "griffes", "gueule"), 0)])
def test_every_other_active_point_shields_the_body(perdus, n):
    s = antre(passe="alys", perdus=perdus)
    assert total(resistance(s["dragon"], CORPS)) == n
    assert total(cible_de(s, Coup("alys", "dragon"), False).resistance) == n
    if not perdus:
        assert total(cible_de(s, Coup("alys", "dragon", point="gueule"), False).resistance) == 0


@pytest.mark.rule("TN-8.427", "TN-8.428")
def test_a_blow_that_names_no_point_meets_the_body():
    s, oracle = jouer(
        antre(passe="alys"), Attaquer("alys", "dragon"), *TOUCHE, *JET, reponses={"tn.partage": "menager"}
    )
    assert dit(oracle, "blesse")["points"] == 5 - 2  # 25 less 20 of résistance, half of the rest absorbed
    assert s["dragon"].pertes["PV"] == 3


@pytest.mark.rule("TN-8.428")
def test_nobody_locates_a_blow_on_it_but_everybody_else_is_located():
    s = antre(passe="alys")
    assert Attaquer("alys", "dragon", zone="Tête").closed(s).rule == "TN-8.428"
    assert Attaquer("alys", "dragon", point="nageoire").closed(s).rule == "TN-8.425"
    assert Attaquer("alys", "bor", point="gueule").closed(s).rule == "TN-8.416"
    assert Attaquer("alys", "bor", zone="Tête").closed(s) is None
    assert Tirade("alys", "dragon", point="gueule").closed(s).rule == "TN-8.416"
    perdue = antre(passe="alys", perdus=("queue",))
    assert Attaquer("alys", "dragon", point="queue").closed(perdue).rule == "TN-8.425"


@pytest.mark.rule("TN-8.428")
def test_every_active_point_has_a_button():
    s = antre(passe="alys", perdus=("queue",))
    offered = open_actions(legal(game("terre_natale").chapters, s, "alys"))
    assert [a.point for a in offered if isinstance(a, Attaquer)] == ["", "gueule", "ailes", "griffes"]


@pytest.mark.rule("TN-8.426", "TN-8.429")
def test_it_is_beaten_with_its_body_whatever_is_left_of_it():
    s = antre(passe="alys", perdus=("queue", "ailes", "griffes"))
    s = s.put(replace(s["dragon"], pertes={"PV": 59}))
    assert s["dragon"].up
    s, oracle = jouer(s, Attaquer("alys", "dragon"), *TOUCHE, *JET, reponses={"tn.partage": "menager"})
    assert not s["dragon"].up and "vaincu" in s["dragon"].etats and "mort" not in s["dragon"].etats
    assert [e["etat"] for e in oracle.events if e.what == "etat"][-1:] != [] and any(
        e.what == "etat" and e["etat"] == "vaincu" for e in oracle.events
    )


@pytest.mark.rule("TN-8.426")
def test_all_other_points_lost_do_not_beat_it_nor_do_their_wounds():
    p = antre(perdus=[x["nom"] for x in POINTS])["dragon"]
    assert p.up
    estropie = replace(p, points={nom: Atteinte(0, (5, 5)) for nom in ("gueule", "ailes")})
    assert estropie.up and "mort" not in estropie.etats
    assert not replace(p, pertes={"PV": 60}).up
    assert replace(antre()["alys"], pertes={"PV": 20}).up  # whoever has one point only lives on at 0


@pytest.mark.rule("TN-8.430")
def test_without_its_head_it_finds_nobody():
    sans, avec = antre(perdus=("gueule",)), antre()

    def perd(*of, contre=None, s=sans, **more):
        """How many désavantages the loss of the head is worth."""
        vers = s[contre] if contre else None
        entiere, perdue = (figures_d_essai(Essai(x["dragon"], x, vers, *of, **more)) for x in (avec, s))
        return entiere.net - perdue.net

    assert perd("AGI", "pugilat", "corps_a_corps", contre="alys") == 1
    assert perd("PER") == 1
    assert perd("FOR") == 0 and perd("CON", sauvegarde="robustesse") == 0
    assert perd("PER", s=antre(points=POINTS[1:], perdus=("ailes",))) == 0


@pytest.mark.rule("TN-8.431")
def test_wounds_weigh_on_what_their_point_does_alone():
    s = antre()
    atteint = replace(s["dragon"], lesions=(Lesion(2),), points={"queue": Atteinte(1, (1, 3))})
    s = s.put(atteint)

    def malus(**how):
        action = Attaquer("dragon", "alys", **how)
        terms = figures_d_attaque(s, action.coup(s)).f.modificateurs
        return sum([n for label, n, _ in terms if "lessure" in label])

    assert (malus(organe="queue"), malus(organe="gueule"), malus(main=9)) == (-3, 0, -2)
    assert figures(s, atteint, "FOR").modificateurs[-1][1] == -2


@pytest.mark.rule("TN-8.431")
def test_wounds_of_a_point_have_boxes_of_their_own_and_overflow_upwards():
    s = antre()
    for _ in range(3):
        s = blesser_le_point(s, Scripted(), "dragon", "queue", 4)
    assert s["dragon"].points["queue"].blessures == (4, 4, 5)
    s = blesser_le_point(blesser_le_point(s, Scripted(), "dragon", "queue", 5), Scripted(), "dragon", "queue", 4)
    assert s["dragon"].points["queue"].blessures == (4, 4, 5, 5)
    assert Attaquer("dragon", "alys", organe="queue").closed(s).rule == "TN-8.431"  # crippled


@pytest.mark.rule("TN-8.432")
def test_a_lost_point_takes_its_actions_with_it():
    s = antre(perdus=("queue",))
    assert Attaquer("dragon", "alys", organe="queue").closed(s).rule == "TN-8.432"
    assert Attaquer("dragon", "alys", main=2).closed(s).rule == "TN-8.432"
    assert Attaquer("dragon", "alys", organe="griffes").closed(s) is None
    assert Attaquer("dragon", "alys", organe="nageoire").closed(s).rule == "TN-8.432"
    offered = open_actions(legal(game("terre_natale").chapters, s, "dragon"))
    assert {a.organe for a in offered if isinstance(a, Attaquer)} == {"gueule", "ailes", "griffes"}


@pytest.mark.rule("TN-8.428")
def test_a_second_blow_goes_where_the_first_went_and_a_point_that_is_gone_by_then_leaves_the_body():
    s = antre(passe="alys", perdus=("ailes",))
    e = s.encounter
    s = replace(s, encounter=replace(e, initiatives={"dragon": 1, "alys": 20, "bor": 0}))
    s, _ = jouer(s, Attaquer("alys", "dragon", point="queue"), *TOUCHE, *JET, reponses={"tn.partage": "menager"})
    encore, _ = jouer(s, Doubler("alys", "dragon"), 6, 5, 4, *JET[:4], reponses={"tn.partage": "menager"})
    assert encore["dragon"].vitalite("queue") < 10 and encore["dragon"].pertes.get("PV", 0) == 0
    perdue = s.put(replace(s["dragon"], points={"queue": Atteinte(30)}))
    encore, oracle = jouer(perdue, Doubler("alys", "dragon"), 6, 5, 4, *JET[:4])
    assert not any(e.what == "point_touche" for e in oracle.events)


@pytest.mark.rule("TN-8.428")
def test_who_parries_strikes_back_at_what_struck():
    s = antre(
        alys={
            "fiche": {**ALYS, "groupes": {"combat": 2, "defense": 5}, "competences": {"arme_a_garde": 4, "parade": 9}}
        }
    )
    s = s.put(replace(s["dragon"], fiche=replace(s["dragon"].fiche, base={"CON": 30, "AGI": 30})))
    # the tail 11 + 10 against 15; the parade 12 + 16; four D8; then 16 + 4 against 15
    des = 4, 4, 3, 4, 4, 4, 4, 1, 1, 1, 1, 6, 6, 5, 5, *JET
    reponses = {"tn.defense": "parer/acts", "tn.contre": "contre/actr", "tn.partage": "menager"}
    s, oracle = jouer(s, Attaquer("dragon", "alys", organe="queue"), *des, reponses=reponses)
    assert dit(oracle, "defense")["reussi"] and dit(oracle, "contre").target == "dragon"
    assert dit(oracle, "point_touche")["point"] == "queue"


@pytest.mark.rule("TN-8.425")
def test_the_odds_on_the_button_count_the_vitality_of_the_point():
    s = antre(passe="alys")
    action = Attaquer("alys", "dragon", point="queue")
    assert odds(action, s, "degats").mean() > odds(Attaquer("alys", "dragon"), s, "degats").mean() > 0


# ---------------------------------------------------------------- sheets and files


def test_the_sheet_shows_every_point_with_what_is_left_of_it():
    s = antre(perdus=("queue",))
    (section,) = [x for x in sheet(s, "dragon").sections if x.title == "Points vitaux"]
    pools = {line.label: line.now for line in section.lines if isinstance(line, Pool)}
    assert pools == {"gueule": 30, "ailes": 30, "queue": 0, "griffes": 30}
    assert not [x for x in sheet(s, "alys").sections if x.title == "Points vitaux"]


@pytest.mark.parametrize(
    "points",
    [
        [{"nom": "queue"}, {"nom": "queue"}],
        [{"nom": "a/b"}],
        [{"nom": "queue", "arme": "arc_long"}],
        [{"nom": ""}],
    ],
)
def test_points_that_make_no_sense_are_refused(points):
    with pytest.raises(ContentError):
        judged(antre(points=points), "scène")
    judged(antre(), "scène")
