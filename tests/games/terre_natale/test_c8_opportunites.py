"""Chapter 8: opportunities, the save against them, and works that last over several passes."""

import pytest
from msgspec.structs import replace

from tablee.games.terre_natale import game
from tablee.games.terre_natale.book.c8_confrontation.chantiers import Maintenir, Oeuvre, Ouvrage, cout, ouvrer
from tablee.games.terre_natale.book.c8_confrontation.frappes import Attaquer
from tablee.games.terre_natale.book.c8_confrontation.mener import Passer, Preparer
from tablee.games.terre_natale.book.c8_confrontation.opportunites import (
    a_sa_portee,
    difficulte_d_interruption,
    provoquer,
)
from tablee.games.terre_natale.book.c8_confrontation.soins import PremiersSoins
from tablee.games.terre_natale.model.confrontation import Attente, Budget, Chantier, Confrontation
from tablee.games.terre_natale.model.plan import CORPS, ESPRIT
from tablee.games.terre_natale.model.scene import Activite
from tablee.kernel.event import Event
from tablee.kernel.live import Scripted
from tablee.kernel.tally import total

from .jeu import dit, jouer, rows, scene

# Everybody: 10 in all, so passive defences of 15 and modifiers of 0; swords against bare hands; no karma to spend.
LAME = {"armes": [{"modele": "epee_longue"}]}
# who has the strength of a sword by training: its charge is 10
FORT = {"groupes": {"combat": 2}, "competences": {"arme_a_garde": 2}, "traits": [{"id": "maitrise_armes"}]}
FORCE = {"base": {"FOR": 20}}


def table(
    *, format="affrontement", forme="combat", attentes=None, fiches=None, initiatives=(20, 15, 12), armes=(), **autres
):
    """Alys's passe; Bor and Cid, of the other side, beside her; Dana, of hers, far away.

    `armes`: who has a long sword and the skill of it: 14 of DEX left, so +6 in all, and the larger zone.
    """
    lieux = {"alys": ("rouge", 0, 0), "bor": ("bleu", 1, 0), "cid": ("bleu", 0, 1), "dana": ("rouge", 9, 9)}
    gens = {}
    for who, (camp, x, y) in (lieux | autres).items():
        sienne = (fiches or {}).get(who, {})
        fiche = {"destinee": 0, **(FORT if who in armes else {}), **sienne}
        if who in armes:
            fiche["base"] = {"DEX": 20, **sienne.get("base", {})}
        gens[who] = {"fiche": fiche, "camp": camp, "x": x, "y": y, "equipement": LAME if who in armes else {}}
    s = scene(**gens)
    e = Confrontation(
        forme=forme,
        format=format,
        initiatives=dict(zip(s.people, (*initiatives, 8), strict=False)),
        budgets={who: Budget() for who in s.people},
        attentes=attentes or {},
        passe="alys",
    )
    return replace(s, encounter=e)


def provoque(s, *dice, quoi="complexe", who="alys", plan="corps", reponses=(), **how):
    oracle = Scripted(dice, reponses)
    apres, d = provoquer(s, oracle, who, quoi, plan, **how)
    assert oracle.left_over() is None
    return apres, d, oracle


def qui(oracle, key="tn.opportunite"):
    return [q.who for q in oracle.asked if q.key == key]


PREPARE = {"bor": Attente(preparee="opportunite")}
TOUCHE = (6, 5, 3)  # 14, and 6: 20, above 15
JET = (1, 1, 1, 1, 1)  # 5, and 3 of the catégorie, and 2: 10
PRENDRE = {"bor:tn.opportunite": "opportunite/prepare"}


# ---------------------------------------------------------------- who is asked


@pytest.mark.rule("TN-8.274")
def test_every_adversary_in_reach_who_can_pay_is_asked_together_in_the_order_of_the_count():
    s = table(initiatives=(20, 12, 15))
    _, d, oracle = provoque(s)
    assert qui(oracle) == ["cid", "bor"]  # not dana, of her own side
    assert {q.group for q in oracle.asked} == {"opportunite:alys"}
    assert [o.id for o in oracle.asked[0].options] == ["rien", "opportunite/actr"]
    assert (d.net, d.perdue) == ((), False)


@pytest.mark.rule("TN-8.274", "TN-4.64")
def test_out_of_melee_reach_there_is_no_opportunity():
    _, _, oracle = provoque(table(bor=("bleu", 2, 0), cid=("bleu", 0, 3)))
    assert qui(oracle) == []
    lance = {"armes": [{"modele": "trident", "taille": 1}]}  # 4 units or more: a square may lie between
    s = table(bor=("bleu", 2, 0), cid=("bleu", 0, 3))
    s = s.put(replace(s["bor"], equipement=scene(bor={"fiche": {}, "equipement": lance})["bor"].equipement))
    assert qui(provoque(s)[2]) == ["bor"]


@pytest.mark.rule("TN-8.276", "TN-8.87")
def test_an_opportunity_takes_the_quick_action_and_never_a_kept_simple_one():
    s = table(initiatives=(20, 4, 15))  # 4 of initiative: no ACTR
    assert qui(provoque(s)[2]) == ["cid"]
    b = {**s.encounter.budgets, "cid": Budget(actr=False)}
    assert qui(provoque(replace(s, encounter=replace(s.encounter, budgets=b)))[2]) == []


@pytest.mark.rule("TN-8.276")
def test_a_trait_makes_it_free_but_not_prepared():
    s = table(fiches={"bor": {"traits": [{"id": "opportuniste"}]}}, initiatives=(20, 4, 1))
    apres, _, oracle = provoque(s, *(1, 2, 4) * 2, reponses={"tn.opportunite": "opportunite/gratuite"})
    assert apres.encounter.initiatives["bor"] == 4
    assert ("Sans préparation", -1, "TN-8.78") in dit(oracle, "opportunite").terms


@pytest.mark.rule("TN-8.277")
def test_nothing_answers_an_opportunity():
    s = table(attentes=PREPARE, initiatives=(20, 15, 1), armes=("bor",))
    _, _, oracle = provoque(s, *TOUCHE, *JET, 6, 5, 4, reponses=PRENDRE)
    assert qui(oracle, "tn.defense") == []


@pytest.mark.rule("TN-8.276", "TN-4.70")
def test_prepared_it_costs_nothing_and_the_zones_alone_may_hamper_it():
    s = table(attentes=PREPARE, initiatives=(20, 15, 1), armes=("bor",))  # 3 + 5 against 5: nothing
    apres, _, oracle = provoque(s, 1, 2, 4, reponses=PRENDRE)
    assert dit(oracle, "opportunite").terms == ()
    assert apres.encounter.initiatives["bor"] == 15 and apres.encounter.budgets["bor"].actr
    assert apres.encounter.attente("bor").preparee == ""
    _, _, oracle = provoque(table(attentes=PREPARE, initiatives=(20, 15, 1)), *(1, 2, 4, 4, 5), reponses=PRENDRE)
    assert dit(oracle, "opportunite").terms == (("Zone", -2, "TN-4.70"),)  # 0 against 5


@pytest.mark.rule("TN-8.276", "TN-8.78")
def test_unprepared_it_costs_five_of_initiative_and_a_disadvantage():
    s = table(initiatives=(20, 15, 1), armes=("bor",))
    apres, _, oracle = provoque(s, 1, 2, 4, 4, reponses={"tn.opportunite": "opportunite/actr"})
    assert apres.encounter.initiatives["bor"] == 10 and not apres.encounter.budgets["bor"].actr
    assert dit(oracle, "opportunite").terms == (("Sans préparation", -1, "TN-8.78"),)


@pytest.mark.rule("TN-8.274", "TN-8.283")
def test_each_plane_has_its_own_triggers():
    assert qui(provoque(table(), quoi="deplacement")[2]) == ["bor", "cid"]
    assert qui(provoque(table(), quoi="recharger")[2]) == ["bor", "cid"]
    for quoi in ("deplacement", "recharger", "tir"):
        assert qui(provoque(table(forme="joute"), quoi=quoi, plan="esprit")[2]) == []


@pytest.mark.rule("TN-8.283", "TN-4.67")
def test_in_a_joute_the_reach_of_words_counts():
    s = table(forme="joute", bor=("bleu", 25, 0), cid=("bleu", 26, 0))
    assert qui(provoque(s, plan="esprit")[2]) == ["bor"]
    assert a_sa_portee(s["bor"], s["alys"], ESPRIT) and not a_sa_portee(s["bor"], s["alys"], CORPS)


# ---------------------------------------------------------------- the save against it


@pytest.mark.rule("TN-8.278", "TN-8.285")
def test_the_difficulty_is_ten_and_force_with_the_quality_of_the_arm_or_charisma():
    equipement = {"armes": [{"modele": "epee_longue", "qualite": 2}]}
    p = scene(bor={"fiche": {"base": {"FOR": 16, "CHA": 6}}, "equipement": equipement})["bor"]
    assert total(difficulte_d_interruption(p, CORPS)) == 10 + 4
    assert total(difficulte_d_interruption(p, ESPRIT)) == 10 - 2


# Bor: FOR 20, so 15. Alys, VOL as it is said: 3D6 and its modifier.
@pytest.mark.rule("TN-8.279")
@pytest.mark.parametrize(
    ("vol", "des", "issue"),
    [
        (30, (6, 5, 4), "réussite critique"),  # 15 + 10: 10 above
        (10, (6, 5, 5), "réussite"),  # 16
        (10, (5, 4, 2), "échec"),
        (8, (1, 2, 3), "échec critique"),  # 6 - 1: 10 below
    ],
)
def test_the_save_says_what_is_left_of_the_action(vol, des, issue):
    fiches = {"alys": {"base": {"VOL": vol}}, "bor": FORCE}
    s = table(attentes=PREPARE, fiches=fiches, initiatives=(20, 15, 1), armes=("bor",))
    _, d, oracle = provoque(s, *TOUCHE, *JET, *des, reponses=PRENDRE)
    n = next(row["desavantages"] for row in rows("TN-8.279") if row["resultat"] == issue)
    assert d.perdue == (n < 0)
    assert d.net == ((("Action interrompue", -n, "TN-8.279"),) if n > 0 else ())
    assert dit(oracle, "sauvegarde")["difficulte"] == 15


@pytest.mark.rule("TN-8.279")
def test_an_opportunity_that_misses_disturbs_nothing():
    s = table(attentes=PREPARE, initiatives=(20, 15, 1), armes=("bor",))
    _, d, _ = provoque(s, 1, 2, 4, reponses=PRENDRE)
    assert d.net == () and not d.perdue


@pytest.mark.rule("TN-R75", "TN-R71", "TN-8.279")
def test_of_several_the_worst_counts_and_the_prepared_one_acts_first():
    attentes = {"cid": Attente(preparee="opportunite")}
    s = table(attentes=attentes, fiches={"bor": FORCE, "cid": FORCE}, armes=("bor", "cid"))
    dice = *TOUCHE, *JET, 5, 4, 2, *TOUCHE, 2, *JET, 6, 5, 5  # Cid: a failure; Bor, four dice: a success
    reponses = {"bor:tn.opportunite": "opportunite/actr", "cid:tn.opportunite": "opportunite/prepare"}
    _, d, oracle = provoque(s, *dice, reponses=reponses)
    assert [e.who for e in oracle.events if e.what == "opportunite"] == ["cid", "bor"]
    assert d.net == (("Action interrompue", -2, "TN-8.279"),)


# ---------------------------------------------------------------- a dodge


@pytest.mark.rule("TN-8.155", "TN-8.277", "TN-R72")
@pytest.mark.parametrize("des", [(6, 5, 4), (2, 2, 3)])
def test_a_dodge_gives_an_opportunity_to_the_others_in_reach_whether_it_succeeds_or_not(des):
    # Alys strikes Bor (20), who dodges; Dana beside him strikes with four dice, her zone of 8 being below his 10.
    attentes = {"bor": Attente(preparee="esquiver"), "dana": Attente(preparee="opportunite")}
    fiches = {"bor": {"base": {"AGI": 20}, "competences": {"evasion": 1}}}
    s = table(attentes=attentes, armes=("alys", "dana"), fiches=fiches, dana=("rouge", 2, 0), cid=("bleu", 9, 0))
    reussie = sum(des) + 6 > 20
    coups = () if reussie else JET
    reponses = {"tn.defense": "esquiver/prepare", "tn.opportunite": "opportunite/prepare"}
    _, oracle = jouer(s, Attaquer("alys", "bor"), *TOUCHE, *des, *coups, *TOUCHE, 6, *JET, reponses=reponses)
    assert qui(oracle) == ["dana"]  # not Alys, who may double instead
    assert dit(oracle, "opportunite")["cause"] == "esquive"
    assert not [e for e in oracle.events if e.what == "sauvegarde"]


# ---------------------------------------------------------------- works


class Forger(Ouvrage, frozen=True, tag="essai_forger"):
    """A work of five ACTS, for these tests alone."""

    prix = 5

    def achever(self, scene, oracle, net):
        oracle.tell(Event("forge", self.actor, rule="TN-8.64", terms=net))
        return scene


class Lever(Forger, frozen=True, tag="essai_lever"):
    prix = 2


def seule(**how):
    """Nobody is near: Alys works in peace."""
    return table(bor=("bleu", 5, 0), cid=("bleu", 0, 5), **how)


def chantier(s):
    return s.encounter.attente("alys").chantier


def au_round(s, **budget):
    """Alys's next passe."""
    e = s.encounter
    return replace(s, encounter=replace(e, passe="alys", budgets={**e.budgets, "alys": Budget(**budget)}))


@pytest.mark.rule("TN-8.62")
def test_an_action_complexe_takes_both_simple_ones_or_one_in_each_of_two_rounds():
    apres, oracle = jouer(seule(), Lever("alys"))
    assert apres.encounter.budgets["alys"].acts == 0 and dit(oracle, "forge") and chantier(apres) is None
    apres, oracle = jouer(seule(), Lever("alys", acts=1))
    assert apres.encounter.budgets["alys"].acts == 1
    assert chantier(apres) == Chantier("essai_lever", 2, 1)
    assert (dit(oracle, "chantier")["paye"], dit(oracle, "chantier")["prix"]) == (1, 2)
    apres, oracle = jouer(au_round(apres), Lever("alys"))
    assert apres.encounter.budgets["alys"].acts == 1 and dit(oracle, "forge")
    assert Lever("alys", acts=3).closed(seule()).rule == "TN-8.64"
    assert Lever("alys").closed(au_round(seule(), acts=0)).rule == "TN-8.83"


@pytest.mark.rule("TN-8.62", "TN-R74")
def test_a_work_that_something_else_ended_is_told_when_the_passe_is_over():
    s, _ = jouer(seule(), Lever("alys", acts=1))
    s = au_round(s)
    s, _ = jouer(s, Preparer("alys", "parer"))
    assert chantier(s) is None
    _, oracle = jouer(s, Passer("alys"))
    assert (dit(oracle, "chantier_quitte").who, dit(oracle, "chantier_quitte")["ouvrage"]) == ("alys", "essai_lever")
    s, _ = jouer(seule(), Lever("alys", acts=1))
    _, oracle = jouer(s, Passer("alys"))  # what waits is not given up
    assert not [e for e in oracle.events if e.what == "chantier_quitte"]


@pytest.mark.rule("TN-8.64", "TN-8.86")
def test_an_action_etendue_goes_on_by_one_or_both_simple_ones_a_passe_over_rounds():
    s, _ = jouer(seule(), Forger("alys"))
    assert chantier(s).paye == 2
    s, _ = jouer(au_round(s), Forger("alys", acts=1))
    assert chantier(s).paye == 3
    s, oracle = jouer(au_round(s), Forger("alys"))
    assert dit(oracle, "forge") and s.encounter.budgets["alys"].acts == 0


@pytest.mark.rule("TN-8.62", "TN-8.86", "TN-8.20")
def test_a_work_under_way_outlasts_the_round():
    s, _ = jouer(seule(initiatives=(20, 3, 2)), Lever("alys", acts=1))
    s = replace(s, encounter=replace(s.encounter, restent=()))
    s, _ = jouer(s, Passer("alys"))
    assert s.encounter.manche == 2 and chantier(s).paye == 1


@pytest.mark.rule("TN-R74", "TN-8.80")
def test_any_other_action_of_ones_own_ends_a_work_and_interruptions_do_not():
    s, _ = jouer(seule(), Lever("alys", acts=1))
    apres, _ = jouer(s, Maintenir("alys", "la porte"))
    assert chantier(apres) is None
    s = replace(s, encounter=replace(s.encounter, passe="bor"))
    s = s.put(replace(s["alys"], x=4))
    coup = 6, 6, 5, 1, 2, 2, 4, 1, 1, 6, 5, 4  # Bor's test, four dice of a dodge, the jet, the save
    apres, _ = jouer(s, Attaquer("bor", "alys"), *coup, reponses={"tn.defense": "esquiver/acts"})
    assert chantier(apres) is not None and apres.encounter.budgets["alys"].acts == 0


@pytest.mark.rule("TN-R73", "TN-8.274", "TN-8.279")
def test_it_gives_opportunities_once_and_their_disadvantages_stay_with_it():
    s = table(attentes=PREPARE, armes=("bor",), initiatives=(20, 15, 1))
    s, oracle = jouer(s, Lever("alys", acts=1), *TOUCHE, *JET, 5, 4, 3, reponses=PRENDRE)  # 12 above 10
    assert qui(oracle) == ["bor"] and chantier(s).gene == 1
    s, oracle = jouer(au_round(s), Lever("alys"))
    assert qui(oracle) == []
    assert dit(oracle, "forge").terms == (("Action interrompue", -1, "TN-8.279"),)


@pytest.mark.rule("TN-8.279")
def test_a_critical_failure_loses_the_action_and_what_was_paid():
    fiches = {"alys": {"base": {"VOL": 8}}, "bor": FORCE}
    s = table(attentes=PREPARE, armes=("bor",), initiatives=(20, 15, 1), fiches=fiches)
    s, oracle = jouer(s, Lever("alys"), *TOUCHE, *JET, 1, 2, 3, reponses=PRENDRE)
    assert dit(oracle, "action_perdue").who == "alys" and not [e for e in oracle.events if e.what == "forge"]
    assert s.encounter.budgets["alys"].acts == 0 and chantier(s) is None


@pytest.mark.rule("TN-8.274", "TN-8.62")
def test_a_habit_makes_it_cheaper_and_it_still_gives_opportunities():
    habitude = {"alys": {"traits": [{"id": "habitue", "sujet": "premiers_soins"}]}}
    s = table(fiches=habitude)
    assert cout(s["alys"], Oeuvre("premiers_soins")) == 1
    oracle = Scripted()
    _, net = ouvrer(s, oracle, "alys", Oeuvre("premiers_soins"))
    assert qui(oracle) == ["bor", "cid"] and net == ()


@pytest.mark.rule("TN-8.63", "TN-R38")
@pytest.mark.parametrize(("des", "tient"), [((5, 4, 2), True), ((5, 4, 1), False)])
def test_a_hit_interrupts_a_work_unless_determination_exceeds_the_expertise(des, tient):
    # Bor: DEX 10 and bare hands: 10. A hit of 6, 6, 5 = 17, and an exploit of sixes.
    s, _ = jouer(seule(), Lever("alys", acts=1))
    s = replace(s, encounter=replace(s.encounter, passe="bor")).put(replace(s["bor"], x=1))
    apres, oracle = jouer(s, Attaquer("bor", "alys"), 6, 6, 5, 1, 1, *des)
    assert dit(oracle, "sauvegarde")["difficulte"] == 10
    assert (chantier(apres) is not None) == tient
    assert bool([e for e in oracle.events if e.what == "chantier_perdu"]) != tient


@pytest.mark.rule("TN-8.356", "TN-8.63")
def test_the_expertise_is_ten_and_dexterity_with_the_quality_of_the_arm_whatever_it_weighs():
    s, _ = jouer(
        seule(fiches={"bor": {"base": {"DEX": 14}, "competences": {"arme_a_garde": 9}}}), Lever("alys", acts=1)
    )
    arme = scene(a={"fiche": {}, "equipement": {"armes": [{"modele": "epee_longue", "qualite": 2}]}})["a"].equipement
    s = replace(s, encounter=replace(s.encounter, passe="bor")).put(replace(s["bor"], x=1, equipement=arme))
    _, oracle = jouer(s, Attaquer("bor", "alys"), 6, 5, 4, 4, *JET, 5, 4, 3)  # too heavy for his grip: four dice
    assert dit(oracle, "sauvegarde")["difficulte"] == 13  # 14 and 2: +3


@pytest.mark.rule("TN-8.359")
@pytest.mark.parametrize(("des", "tient"), [((5, 4, 2), True), ((5, 4, 1), False)])
def test_a_touch_in_melee_may_break_what_is_maintained_and_its_progress(des, tient):
    s = seule()
    s = replace(s, activites=(Activite("alys", "le rituel", 40, "VOL", progression=21),))
    s, _ = jouer(s, Maintenir("alys", "le rituel"))
    assert Maintenir("alys", "le rituel").closed(au_round(s)).rule == "TN-8.359"
    s = replace(s, encounter=replace(s.encounter, passe="bor")).put(replace(s["bor"], x=1))
    apres, _ = jouer(s, Attaquer("bor", "alys"), 6, 6, 5, 1, 1, *des)
    assert apres.encounter.attente("alys").maintien == ("le rituel" if tient else "")
    assert apres.activites[0].progression == (21 if tient else 0)


@pytest.mark.rule("TN-8.359")
def test_nothing_without_a_name_is_maintained():
    assert Maintenir("alys", " ").closed(seule()).rule == "TN-8.359"


@pytest.mark.rule("TN-8.62", "TN-8.221")
def test_first_aid_is_such_a_work_on_one_patient():
    s = seule(dana=("rouge", 1, 0))
    blessee = replace(s["dana"], lesions=(scene(a={"fiche": {}, "lesions": [{"niveau": 1}]})["a"].lesions))
    s = s.put(blessee)
    soin = PremiersSoins("alys", "dana", "blessure", "temporaire")
    assert soin.closed(s) is None
    s = au_round(s, acts=1)
    s, oracle = jouer(s, soin)
    assert chantier(s).sur == "dana" and dit(oracle, "chantier")["ouvrage"] == "premiers soins"
    s, oracle = jouer(au_round(s), soin, 6, 5, 4, 4)
    assert chantier(s) is None and s.encounter.budgets["alys"].acts == 1 and dit(oracle, "test")


@pytest.mark.rule("TN-8.62", "TN-8.359")
def test_the_sheet_says_what_is_under_way():
    debut = seule(fiches={"alys": {"destinee": 3}})
    s, _ = jouer(debut, Forger("alys"))
    lines = [line for section in game.sheet(s, "alys").sections for line in section.lines]
    assert any(line.label == "essai_forger" and line.now == 2 for line in lines)
    s, _ = jouer(debut, Maintenir("alys", "la porte"))
    assert any(line.label == "Action maintenue" for x in game.sheet(s, "alys").sections for line in x.lines)
