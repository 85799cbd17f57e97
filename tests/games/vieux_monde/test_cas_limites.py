"""Cases at the edge of the rules: what comes before the dice, several at once, états that meet, scenes read again."""

import msgspec
import pytest
from msgspec.structs import replace

from reading import read
from tablee.games.vieux_monde import game
from tablee.games.vieux_monde.book.c1_epreuves.epreuves import Tester
from tablee.games.vieux_monde.book.c1_tests import tests
from tablee.games.vieux_monde.book.c2_combat.combat import surnombre
from tablee.games.vieux_monde.book.c2_combat.monte import Monter
from tablee.games.vieux_monde.book.c2_coups.attaque import Attaquer
from tablee.games.vieux_monde.book.c2_coups.deplacements import Charger, Courir, Deplacer
from tablee.games.vieux_monde.book.c2_coups.fuite import Desengager, Fuir
from tablee.games.vieux_monde.book.c2_coups.jetons import Degainer
from tablee.games.vieux_monde.book.c2_coups.surprise import Evaluer, Surprendre
from tablee.games.vieux_monde.book.c2_coups.tir import Tirer
from tablee.games.vieux_monde.book.c2_rounds.poursuites import Poursuivre, Talonner
from tablee.games.vieux_monde.book.c2_rounds.rounds import Terminer, ecouler
from tablee.games.vieux_monde.book.c2_rounds.temps import laisser_passer
from tablee.games.vieux_monde.book.c3_magie.emprise import Emprise
from tablee.games.vieux_monde.book.c3_magie.emprises import delivrer_de
from tablee.games.vieux_monde.book.c3_magie.imparfaites import drain_de_l_ame
from tablee.games.vieux_monde.book.c3_magie.magie import Lancement
from tablee.games.vieux_monde.book.c3_magie.majeures import LIGNES, Parjurer
from tablee.games.vieux_monde.book.c4_destin import Devancer, SeRessaisir
from tablee.games.vieux_monde.book.c5_blessures.mort import a_l_agonie
from tablee.games.vieux_monde.book.c5_soins.potions import Boire
from tablee.games.vieux_monde.book.c5_soins.soins import Dormir
from tablee.games.vieux_monde.book.c6_corruption import Expier
from tablee.games.vieux_monde.book.c6_etats import echoir, gagner_etat, ineffacable, perdre_etat
from tablee.games.vieux_monde.desk.read import lire_scene
from tablee.games.vieux_monde.model.carrieres import OBJETS, POTIONS
from tablee.games.vieux_monde.model.catalogue import ETATS
from tablee.games.vieux_monde.model.people import HEURE, MINUTE, Effet, Etat, mains_de
from tablee.games.vieux_monde.model.scene import Scene
from tablee.games.vieux_monde.model.sorts import SORTS, EffetSort
from tablee.kernel.content import ContentError
from tablee.kernel.live import Scripted
from tablee.kernel.odds import odds
from tablee.kernel.typography import typeset
from telling import told

from .champ import change, combat, dits, homme, lieu, paires, termes, tour
from .essais import attendu, jouer, refus
from .mages import autre, incanter, inscrire, mage
from .mages import scene as magie

# ---------------------------------------------------------------- the odds on the button are those of the blow


def chances(a, b, **plus):
    """How likely the first of two values is to win an opposed Test."""
    return float(sum(p for (gagne, *_), p in attendu(a, b, **plus).items() if gagne))


@pytest.mark.rule("VM-2.17")
def test_the_odds_of_a_blow_count_the_avantage_of_surprise():
    ici = combat(ana=homme("rouge", CC=50), bor=homme("bleu", 1, etats=[{"id": "surpris"}]))
    assert odds(Attaquer("ana", "bor"), ici).p(True) == pytest.approx(0.60)  # 50, and the Avantage gained before it
    apres, oracle = jouer(ici, Attaquer("ana", "bor"), 60)
    assert (dits(oracle, "essai")[0]["valeur"], apres["bor"].pb) == (60, 20 - 7 - 0 + 3)
    arc = {"id": "arc", "nom": "Arc", "competence": "arcs", "genre": "tir", "portee": 20, "mains": 2}
    ici = combat(ana=homme("rouge", TIR=50, armes=[arc]), bor=homme("bleu", 5, etats=[{"id": "surpris"}]))
    assert odds(Tirer("ana", "bor"), ici).p(True) == pytest.approx(0.60)


@pytest.mark.rule("VM-2.35", "VM-2.10")
def test_the_odds_of_a_blow_count_the_engagement_it_makes():
    ici = combat(("cid", "bor"), ana=homme("rouge", CC=40), bor=homme("bleu", 1, AGI=40), cid=homme("rouge", 2))
    assert odds(Attaquer("ana", "bor"), ici).p(True) == pytest.approx(chances(60, 40, bases=(40, 40)))
    assert odds(Charger("ana", "bor"), ici).p(True) == pytest.approx(chances(70, 40, bases=(40, 40)))
    _, oracle = jouer(ici, Attaquer("ana", "bor"), 60, 41)
    assert termes(dits(oracle, "essai")[0])["Surnombre"] == 20


@pytest.mark.rule("VM-3.13")
def test_the_damage_on_the_button_of_a_missile_is_that_of_the_spell(monkeypatch):
    inscrire(monkeypatch)
    ailes = [{"nom": "Vent", "sur": "degats_magie", "mod": 3}]
    ici = magie(alys=mage(effets=ailes), brun=autre(fiche={"armure": 1}))
    vus = odds(incanter("t_trait", "brun"), ici, "degats")
    for de in (21, 23, 30):  # Langue 60: DR 4, 4 and 3, all cast at NI 3
        apres, _ = jouer(ici, incanter("t_trait", "brun"), de)
        assert vus.p(apres["brun"].pb_perdus) > 0
    assert max(vus.ways) == 6 + 4 + 4 + 3 - 3 - 1
    assert min(n for n in vus.ways if n) == 1 + 4 + 4 + 3 - 3 - 1  # a double, 55: Puissance totale at DR 1


@pytest.mark.rule("VM-2.33", "VM-3.13")
def test_a_missile_at_a_rider_reads_the_table_of_riders(monkeypatch):
    inscrire(monkeypatch)
    cheval = {"fiche": {"taille": "Grande", "forme": "quadrupede"}, "camp": "là", "x": 3}
    ici = magie(brun=autre(monture="pie"), pie=cheval)
    _, oracle = jouer(ici, incanter("t_trait", "brun"), 26)  # 62: the body of a man on foot, the leg of a rider
    assert dits(oracle, "degats")[0]["zone"] == "Jambe gauche"


@pytest.mark.rule("VM-3.13", "VM-2.17")
def test_a_spell_that_wounds_only_ones_own_side_gives_no_avantage(monkeypatch):
    inscrire(monkeypatch)
    ici = magie(brun=autre(x=60), cid={"fiche": {"pb_fixes": 30}, "camp": "ici", "x": 4})
    apres, _ = jouer(ici, incanter("t_souffle", x=4), 21)
    assert (apres["cid"].pb_perdus > 0, apres["alys"].avantages) == (True, 0)
    avec = magie(brun=autre(x=5), cid={"fiche": {"pb_fixes": 30}, "camp": "ici", "x": 4})
    assert jouer(avec, incanter("t_souffle", x=4), 21)[0]["alys"].avantages == 1


# ---------------------------------------------------------------- many at once: the odds stay quick and exact


@pytest.mark.rule("VM-2.66")
def test_the_odds_of_surprising_many():
    gens = {f"g{i}": homme("bleu", 9, INI=40) for i in range(5)}
    ici = lieu(ana=homme("rouge", AGI=40), **gens)
    un = chances(40, 40)
    tous = odds(Surprendre("ana", tuple(gens), "se_cacher", tuple(gens)), ici)
    assert tous.p(True) == pytest.approx(un**5)
    combien = odds(Surprendre("ana", tuple(gens), "se_cacher", tuple(gens)), ici, "combien")
    assert combien.mean() == pytest.approx(5 * un)
    furtif = odds(Surprendre("ana", tuple(gens), "tactiques_furtives", tuple(gens)), ici, "combien")
    assert furtif.mean() == pytest.approx(5 * 0.6)  # only their Perception is tested


@pytest.mark.rule("VM-5.12")
def test_the_odds_of_a_night_for_many():
    gens = {f"g{i}": homme("rouge", pb_perdus=15) for i in range(6)}
    ici = lieu(ana=homme("rouge", pb_perdus=1), **gens)
    seul = odds(Dormir("g0"), ici, "points")
    un = sum(5 - de // 10 + 3 for de in range(1, 51)) / 100
    assert seul.mean() == pytest.approx(un)
    tous = odds(Dormir("ana", tuple(gens)), ici, "points")
    assert tous.mean() == pytest.approx(6 * un + 0.5)  # he who lost one regains one
    assert odds(Dormir("ana", tuple(gens)), ici, "gueri").p(False) == pytest.approx(0.5**7)
    vide = lieu(ana=homme("rouge"), bor=homme("rouge"))
    assert odds(Dormir("ana", ("bor",)), vide, "gueri").p(True) == 0


@pytest.mark.rule("VM-2.57")
def test_the_odds_of_a_chase_of_many():
    fuyards = {f"f{i}": homme("bleu", 9) for i in range(4)}
    chasseurs = {f"c{i}": homme("rouge") for i in range(4)}
    ici = lieu(**fuyards, **chasseurs)
    ici = jouer(ici, Poursuivre("c0", tuple(fuyards), tuple(chasseurs), 3))[0]
    vues = odds(Talonner("c0"), ici, "distance")
    assert sum(n for d, n in vues.ways.items() if d <= 0) == odds(Talonner("c0"), ici).ways[True]
    pas = range(1, 101)
    dr = [max(0, 3 - de // 10) if de <= 30 else min(0, 3 - de // 10) for de in pas]
    bas = sum(d * ((sum(x >= d for x in dr) / 100) ** 4 - (sum(x > d for x in dr) / 100) ** 4) for d in set(dr))
    haut = sum(d * ((sum(x <= d for x in dr) / 100) ** 4 - (sum(x < d for x in dr) / 100) ** 4) for d in set(dr))
    assert vues.mean() == pytest.approx(3 + bas - haut)


@pytest.mark.rule("VM-2.58")
def test_a_chase_in_which_nobody_can_run_any_more_still_has_odds():
    ici = jouer(lieu(f=homme("bleu"), c=homme("rouge")), Poursuivre("c", ("f",), ("c",), 3))[0]
    sans = change(ici, "c", etats=(Etat("inconscient"),))
    assert odds(Talonner("f"), sans).p(True) == 0 and odds(Talonner("f"), sans, "distance").p(10) == 1
    pris = change(ici, "f", etats=(Etat("inconscient"),))
    assert odds(Talonner("c"), pris).p(True) == 1


def test_odds_stop_at_the_test_when_somebody_is_in_peril_on_the_way():
    saigne = homme("rouge", etats=[{"id": "hemorragique", "niveaux": 3}, {"id": "enflamme"}, {"id": "sonne"}])
    ici = lieu(ana=homme("rouge"), bor=saigne)
    ici = change(ici, "ana", corruption=2)
    assert odds(Expier("ana"), ici).p(True) == pytest.approx(0.20)
    assert odds(Dormir("ana", ("bor",)), ici, "gueri").p(True) == 0


# ---------------------------------------------------------------- Traits de créature


@pytest.mark.rule("VM-6.10", "VM-2.35")
def test_a_swarm_counts_for_three_in_a_melee():
    nuee = homme("bleu", 1, traits=["nuee"], CC=30, armes=())
    ici = combat(("rats", "ana"), rats=nuee, ana=homme("rouge"))
    assert surnombre(ici, "rats", "ana") == 3
    _, oracle = jouer(ici, Attaquer("rats", "ana"), 60, 50)
    assert termes(dits(oracle, "essai")[0])["Surnombre"] == 40
    trois = combat(
        ("rats", "ana"), ("rats", "cid"), rats=nuee, ana=homme("rouge"), cid=homme("rouge", 2), dan=homme("rouge", 2, 1)
    )
    assert surnombre(trois, "ana", "rats") == 0 and surnombre(trois, "rats", "ana") == 1
    seule = combat(("ana", "rats"), ana=homme("rouge", avantages=3), rats=nuee)
    suite, _ = jouer(tour(seule, file=("ana",)), Terminer("ana"))
    assert suite["ana"].avantages == 2  # VM-2.36: outnumbered by the swarm


@pytest.mark.rule("VM-6.10")
def test_what_regenerates_does_so_at_the_end_of_each_round():
    troll = homme("bleu", 5, traits=["regeneration"], pb_perdus=5)
    ici = combat(ana=homme("rouge"), troll=troll)
    suite, oracle = jouer(tour(ici, file=("troll",)), Terminer("troll"))
    assert (suite["troll"].pb_perdus, dits(oracle, "regenere")[0]["points"]) == (3, 2)
    bas = combat(ana=homme("rouge"), troll={**troll, "pb_perdus": 20})
    suite, _ = jouer(tour(bas, file=("ana",)), Terminer("ana"))
    assert suite["troll"].pb == 0  # nothing left to grow from
    assert laisser_passer(lieu(troll=troll), Scripted([]), MINUTE)["troll"].pb_perdus == 0


@pytest.mark.rule("VM-6.10", "VM-2.12")
def test_a_flyer_leaves_a_melee_and_passes_over_obstacles():
    ici = combat(("ana", "bor"), ana=homme("rouge", traits=["vol"]), bor=homme("bleu", 1), cid=homme("bleu", -1))
    suite, oracle = jouer(ici, Deplacer("ana", -4, 0, "escalade"))
    assert paires(suite) == set() and dits(oracle, "vol") and not dits(oracle, "essai")
    assert (suite["ana"].x, suite.encounter.action) == (-4, False)
    assert Deplacer("ana", -4, 0) in [a for a, why in game.legal(ici, "ana") if why is None]
    assert refus(ici, Desengager("ana")) == "VM-2.10"
    assert Deplacer("ana", 0, 1, "escalade").closed(tour(ici, action=True)) is None
    for etat, regle in (("a_terre", "VM-2.13"), ("enchevetre", "VM-6.6")):
        assert refus(change(ici, "ana", etats=(Etat(etat),)), Deplacer("ana", -1, 1)) == regle
    a_pied = change(ici, "ana", fiche=replace(ici["ana"].fiche, traits=()))
    assert refus(a_pied, Deplacer("ana", -4, 0)) == "VM-2.13"
    cavalier = combat(
        ("ana", "bor"),
        ana=homme("rouge", monture="pie"),
        pie=homme("rouge", taille="Grande", traits=["vol"]),
        bor=homme("bleu", 1, taille="Énorme"),
    )
    assert Deplacer("ana", -4, 0).closed(cavalier) is None and Courir("ana").closed(cavalier) is None


@pytest.mark.rule("VM-6.10")
def test_what_has_no_mind_passes_every_test_of_psychology():
    ici = lieu(os=homme("bleu", traits=["sans_esprit"], FM=5))
    ici, jet = tests.tester(ici, oracle := Scripted([]), "os", "calme", "tres_difficile")
    assert jet.reussi and dits(oracle, "sans_esprit")
    assert not tests.tester(ici, Scripted([60]), "os", "resistance")[1].reussi


# ---------------------------------------------------------------- order, hands, saddles


@pytest.mark.rule("VM-4.6", "VM-6.8")
def test_who_goes_first_by_chance_still_has_lost_the_action_a_fumble_cost():
    perdue = [{"nom": "Trébuché", "sur": "perd:action", "mod": 0}]
    ici = combat(ana=homme("rouge"), bor=homme("bleu", 1, destin=1, effets=perdue))
    suite, oracle = jouer(ici, Devancer("bor"))
    assert suite.turn() == ("bor",) and suite.encounter.action and dits(oracle, "action_perdue")
    assert refus(suite, Attaquer("bor", "ana")) == "VM-2.1" and not suite["bor"].effets


@pytest.mark.rule("VM-3.31")
def test_a_frozen_arm_holds_nothing_until_it_thaws():
    hache = {"id": "hache", "nom": "Hache", "competence": "armes_lourdes", "mains": 2, "degats": 7}
    ici = combat(ana=homme("rouge", armes=[hache]), bor=homme("bleu", 1))
    ici = LIGNES["membre_gele"](ici, Scripted([1, 3]), "ana", "lueur_de_poche")
    assert mains_de(ici["ana"]) == 1
    arme = replace(ici["ana"].equipement, armes=(*ici["ana"].equipement.armes, ici.au_sol[0].arme))
    ici = change(ici, "ana", equipement=arme)
    assert refus(ici, Degainer("ana", ("hache",))) == refus(ici, Attaquer("ana", "bor", "hache")) == "VM-2.60"
    assert mains_de(ecouler(ici, Scripted([]), 3 * HEURE)["ana"]) == 2


@pytest.mark.rule("VM-3.31")
def test_whoever_floats_leaves_the_saddle_and_stays_in_place_even_once_on_his_feet():
    ici = combat(ana=homme("rouge", monture="pie"), pie=homme("rouge", taille="Grande"), bor=homme("bleu", 9))
    ici = LIGNES["levitation"](ici, Scripted([5, 5]), "ana", "lueur_de_poche")
    assert ici["ana"].monture == "" and refus(ici, Deplacer("ana", 1, 0)) == "VM-2.6"
    couche = combat(ana=homme("rouge", etats=[{"id": "a_terre"}]), bor=homme("bleu", 9))
    couche = LIGNES["levitation"](couche, Scripted([5, 5]), "ana", "lueur_de_poche")
    debout = perdre_etat(couche, Scripted([]), "ana", "a_terre")
    assert refus(debout, Deplacer("ana", 1, 0)) == "VM-2.6"
    aile = combat(ana=homme("rouge", traits=["vol"]), bor=homme("bleu", 9))
    aile = LIGNES["levitation"](aile, Scripted([5, 5]), "ana", "lueur_de_poche")
    assert Deplacer("ana", 1, 0).closed(aile) is None  # wings still carry him


@pytest.mark.rule("VM-3.31", "VM-4.12")
def test_the_destin_of_a_traitor_brings_no_chance_at_once():
    coeur = [{"nom": "Cœur de traitre", "sur": "coeur_de_traitre_destin", "mod": 0, "origine": "imparfaite"}]
    ici = lieu(ana=homme("rouge", destin=2, effets=coeur), bor=homme("rouge", destin=2))
    ici = change(change(ici, "bor", destin_perdu=1), "ana", chance_perdue=1)
    suite, _ = jouer(ici, Parjurer("ana", "bor"))
    assert (suite["ana"].destin, suite["ana"].chance, suite["ana"].chance_max) == (3, 1, 3)


@pytest.mark.rule("VM-2.39")
def test_whoever_is_ridden_does_not_ride():
    gens = {
        "ana": homme("rouge", monture="bor"),
        "bor": homme("rouge", taille="Grande"),
        "cid": homme("rouge", taille="Énorme"),
    }
    assert refus(lieu(**gens), Monter("bor", "cid")) == "VM-2.39"


# ---------------------------------------------------------------- états that meet


@pytest.mark.rule("VM-3.30", "VM-6.6")
def test_a_level_for_some_hours_leaves_the_others_as_they_were():
    ici = drain_de_l_ame(lieu(ana=homme(etats=[{"id": "extenue", "niveaux": 2}])), Scripted([4]), "ana", "-")
    assert ici["ana"].etat("extenue") == Etat("extenue", 3, 4 * HEURE, 0, "duree", 1)
    assert ineffacable(ici["ana"], "extenue") is None
    repose = perdre_etat(ici, Scripted([]), "ana", "extenue", 9)
    assert repose["ana"].niveau("extenue") == 1 and ineffacable(repose["ana"], "extenue").rule == "VM-3.31"
    assert ecouler(repose, Scripted([]), 4 * HEURE)["ana"].niveau("extenue") == 0
    assert ecouler(ici, Scripted([]), 4 * HEURE)["ana"].etats == (Etat("extenue", 2),)
    un = perdre_etat(ici, Scripted([]), "ana", "extenue", 1)
    assert ecouler(un, Scripted([]), 4 * HEURE)["ana"].etats == (Etat("extenue", 1),)


@pytest.mark.rule("VM-3.31")
def test_nothing_takes_the_cursed_gaze_away_not_even_a_spell():
    ici = LIGNES["regard_maudit"](lieu(ana=homme()), Scripted([2]), "ana", "lueur_de_poche")
    ote = EffetSort("retire", etat="aveugle", niveaux=0)
    sort = next(iter(SORTS.values()))
    e = Emprise(Lancement("ana", sort.id, ("ana",), 0), sort, ote, "ana")
    assert delivrer_de(ici, Scripted([]), e)["ana"].niveau("aveugle") == 1
    assert refus(
        change(ici, "ana", fiche=replace(ici["ana"].fiche, resilience=1)), SeRessaisir("ana", "etat", "aveugle")
    )
    encore = gagner_etat(ici, Scripted([]), "ana", "aveugle", 2)
    assert delivrer_de(encore, Scripted([]), e)["ana"].niveau("aveugle") == 1
    assert echoir(encore, Scripted([]), "ana", "aveugle")["ana"].etats == (Etat("aveugle", 2),)


# ---------------------------------------------------------------- potions


@pytest.mark.rule("VM-2.60")
def test_every_potion_does_what_it_says():
    gens = {"ana": homme("rouge", objets=tuple(POTIONS), pb_perdus=9), "bor": homme("bleu", 9)}
    ici = combat(**gens)
    etats = (Etat("brise", 2), Etat("sonne", 3), Etat("enflamme", 2))
    ici = change(ici, "ana", etats=etats)
    for potion in POTIONS:
        assert Boire("ana", potion) in [a for a, why in game.legal(ici, "ana") if why is None]
        ici, oracle = jouer(ici, Boire("ana", potion))
        assert typeset(POTIONS[potion].nom) in told(game.words, dits(oracle, "boit")[0], {"ana": "Ana"}, "fr")
    p = ici["ana"]
    assert (p.pb_perdus, p.etats, p.equipement.objets, ici.encounter.action) == (5, (), (), False)
    assert (p.bonus("FOR"), p.carac("FOR")) == (4, 40)
    assert gagner_etat(ici, Scripted([]), "ana", "enflamme", 2)["ana"].etats == ()
    calme = tests.tester(ici, oracle := Scripted([50]), "ana", "calme")[1]
    assert calme.reussi and dits(oracle, "essai")[0]["valeur"] == 50
    assert tests.tester(ici, Scripted([50]), "ana", "resistance")[1].reussi
    tard = ecouler(ici, Scripted([]), HEURE)
    assert tard["ana"].effets == () and gagner_etat(tard, Scripted([]), "ana", "enflamme")["ana"].niveau("enflamme")
    assert refus(ici, Boire("ana", "potion_de_soin")) == refus(ici, Boire("ana", "ortie")) == "VM-2.60"


@pytest.mark.rule("VM-2.60", "VM-5.4")
def test_a_potion_may_be_given_to_somebody_who_lies_there_for_the_action():
    gisant = homme("rouge", 1, pb_perdus=20, a_zero=5, etats=[{"id": "a_terre"}, {"id": "inconscient"}])
    gens = {"ana": homme("rouge", objets=("potion_de_soin",) * 2), "cid": gisant, "bor": homme("bleu", 9)}
    ici = combat(**gens)
    assert Boire("ana", "potion_de_soin", "cid") in [a for a, why in game.legal(ici, "ana") if why is None]
    suite, _ = jouer(ici, Boire("ana", "potion_de_soin", "cid"))
    assert (suite["cid"].pb, suite["cid"].conscient, suite.encounter.action) == (4, True, True)
    assert refus(suite, Boire("ana", "potion_de_soin", "cid")) == "VM-2.1"
    assert refus(change(ici, "cid", x=3), Boire("ana", "potion_de_soin", "cid")) == "VM-2.60"
    assert refus(ici, Boire("cid", "potion_de_soin")) == "VM-5.4"


@pytest.mark.rule("VM-2.60")
def test_the_same_potion_twice_does_no_more():
    ici = lieu(ana=homme("rouge", objets=("potion_de_force",) * 2))
    ici = jouer(jouer(ici, Boire("ana", "potion_de_force"))[0], Boire("ana", "potion_de_force"))[0]
    assert ici["ana"].carac("FOR") == 40


def test_potions_are_sold_like_any_gear_and_name_what_exists():
    for p in POTIONS.values():
        assert OBJETS[p.id].prix > 0 and p.dit and game.words.en[p.nom] and game.words.en[p.dit]
        assert {*p.retire, *p.immunise} <= set(ETATS) and (not p.modifs or p.minutes)


# ---------------------------------------------------------------- the five refusals everybody asks about


@pytest.mark.rule("VM-2.29", "VM-3.14", "VM-3.9", "VM-2.14", "VM-1.19")
def test_the_reasons_are_said_in_plain_french(monkeypatch):
    inscrire(monkeypatch)
    arc = {"id": "arc", "nom": "Arc", "competence": "arcs", "genre": "tir", "portee": 20, "mains": 2}
    ici = combat(("ana", "bor"), ana=homme("rouge", armes=[arc], avantages=6), bor=homme("bleu", 1))
    assert read(ici, Tirer("ana", "bor").closed(ici)) == (
        "Ana est Engagé : seule une arme au trait Pistolet peut tirer (VM-2.29)"
    )
    assert read(ici, Evaluer("ana", "perception").closed(ici)) == "Ana a déjà 6 Avantages, le maximum (VM-2.14)"
    muet = magie(True, alys=mage(effets=[{"nom": "Bâillonné", "sur": "muet", "mod": 0}]))
    assert read(muet, incanter("t_trait", "brun").closed(muet)) == "Alys ne peut pas parler : Bâillonné (VM-3.14)"
    amis = {f"a{n}": homme("rouge") for n in range(4)}
    la = lieu(ana=homme("rouge"), **amis)
    assert (
        read(la, Tester("ana", "FOR", soutiens=tuple(amis)).closed(la))
        == "Ana : Force donne droit à 3 soutiens, pas 4 (VM-1.19)"
    )
    assert Tester("ana", "FOR", soutiens=tuple(amis)[:3]).closed(la) is None


@pytest.mark.rule("VM-3.9")
def test_a_second_dispel_in_the_round_is_refused_for_what_it_is(monkeypatch):
    from tablee.games.vieux_monde.book.c3_magie.dissipation import Dissiper

    inscrire(monkeypatch)
    ici = magie(True, brun=autre(fiche=mage()["fiche"] | {"nom": "Brun"}))
    ici, _ = jouer(ici, incanter("t_halo", "brun"), 10, reponses=("laisser", "rien"))
    ici = jouer(ici, Terminer("alys"))[0]
    ici, _ = jouer(ici, Dissiper("brun", "alys:t_halo"), 60)
    assert ici.encounter.action
    assert refus(ici, Dissiper("brun", "alys:t_halo")) == "VM-3.9"


# ---------------------------------------------------------------- scenes read from files


@pytest.mark.rule("VM-5.3", "VM-5.9")
def test_whoever_has_lost_all_his_points_lies_there_also_when_a_file_says_so():
    plaies = [{"id": f"corps_1_{n}", "nom": "Côte", "zone": "corps"} for n in range(1, 5)]
    gisant = homme("rouge", pb_perdus=20, blessures=plaies, etats=[{"id": "inconscient"}])
    ici = lieu(ana=gisant, bor=homme("bleu", 9, pb_perdus=20))
    assert ici["bor"].niveau("a_terre") and ici["bor"].a_zero == ici["ana"].a_zero == 0
    apres = a_l_agonie(ici, Scripted([]))
    assert apres["ana"].vie == "mort"  # 4 wounds, BE 3
    nu = change(ici, "bor", a_zero=None)
    for _ in range(3):
        nu = a_l_agonie(nu, Scripted([]))
    assert nu["bor"].niveau("inconscient")


@pytest.mark.rule("VM-2.3")
def test_a_fight_that_only_says_who_is_engaged_goes_by_initiative():
    gens = {"ana": homme("rouge", INI=30), "bor": homme("bleu", 1, INI=45), "cid": homme("", 3)}
    ici = lire_scene({"personnages": gens, "combat": {"engagements": [{"a": "ana", "b": "bor", "round": 1}]}})
    assert ici.encounter.ordre == ici.encounter.file == ("bor", "ana")


def faute(**plus):
    gens = {"ana": homme("rouge"), "bor": homme("bleu", 1), "cid": homme("bleu", 2, taille="Grande")}
    gens["ana"] |= plus.pop("ana", {})
    gens["bor"] |= plus.pop("bor", {})
    with pytest.raises(ContentError) as dit:
        lire_scene({"personnages": gens, **plus})
    return str(dit.value)


ETENDU = {"id": "ana:mur", "competence": "escalade", "vise": 5, "qui": "ana", "tache": "mur"}


@pytest.mark.parametrize(
    ("ou", "plus"),
    [
        ("personnages.ana.mutations", {"ana": {"mutations": ["cornu"]}}),
        ("personnages.ana.focalisation.dr", {"ana": {"focalisation": {"sort": "trait_de_feu", "dr": -1}}}),
        ("personnages.ana.monture", {"ana": {"monture": "cid"}, "bor": {"monture": "cid"}}),
        ("personnages.ana.etats[0].tenus", {"ana": {"etats": [{"id": "sonne", "tenus": 1}]}}),
        ("au_sol[0].arme.competence", {"au_sol": [{"arme": {"id": "x", "nom": "X", "competence": "danse"}}]}),
        ("au_sol[0].x", {"au_sol": [{"arme": {"id": "x", "nom": "X"}, "x": 10**9}]}),
        ("etendus.ana:mur.qui", {"etendus": {"ana:mur": {**ETENDU, "qui": "zoe"}}}),
        ("etendus.ana:toit.id", {"etendus": {"ana:toit": ETENDU}}),
        ("etendus.ana:mur.competence", {"etendus": {"ana:mur": {**ETENDU, "competence": "danse"}}}),
        ("etendus.ana:mur.vise", {"etendus": {"ana:mur": {**ETENDU, "vise": 0}}}),
        ("etendus.ana:mur.total", {"etendus": {"ana:mur": {**ETENDU, "total": -1}}}),
        ("poursuite.poursuivants", {"poursuite": {"poursuivis": ["ana"], "poursuivants": ["ana"], "distance": 3}}),
        ("poursuite.distance", {"poursuite": {"poursuivis": ["ana"], "poursuivants": ["bor"], "distance": 10}}),
        ("combat.initiatives", {"combat": {"initiatives": {"zoe": 3}}}),
        ("combat.attente", {"combat": {"attente": [["zoe", 1]]}}),
        ("combat.charge", {"combat": {"charge": "zoe"}}),
    ],
)
def test_every_part_of_a_scene_is_judged(ou, plus):
    assert faute(**plus).startswith(f"scene.{ou} : ")


def test_a_scene_the_game_has_made_is_one_it_reads():
    arbalete = {"id": "arb", "nom": "Arbalète", "competence": "arbaletes", "genre": "tir", "portee": 9}
    arbalete |= {"mains": 2, "traits": ["rechargement"]}
    ici = combat(ana=homme("rouge", armes=[arbalete]), bor=homme("bleu", 4))
    ici, _ = jouer(ici, Tirer("ana", "bor"), 30)
    recit = Effet("Lueur", "recit", 0, "VM-3.16", "sort", 60, "ana:lueur")
    ici = change(ici, "bor", effets=(recit, Effet("Loup", "invoque", 0, "VM-3.16", "sort", None, "ana:loup")))
    relu = msgspec.json.decode(msgspec.json.encode(ici))
    assert lire_scene(relu) == ici and isinstance(ici, Scene)


@pytest.mark.rule("VM-3.29")
def test_a_sheet_shows_the_five_rubrics_of_each_spell():
    ici = lieu(alys={**mage(), "fiche": {**mage()["fiche"], "sorts": ["trait_de_feu"], "grimoire": ["fer_rougi"]}})
    section = next(s for s in game.sheet(ici, "alys").sections if s.title == "Sorts")
    assert [line.label for line in section.lines][:10] == [
        SORTS["trait_de_feu"].nom, "Portée", "Cible", "Durée", "Description",
        SORTS["fer_rougi"].nom, "Portée", "Cible", "Durée", "Description",
    ]  # fmt: skip
    assert section.lines[0].value == SORTS["trait_de_feu"].ni and section.lines[4].text == SORTS["trait_de_feu"].dit


@pytest.mark.rule("VM-2.54")
def test_a_flyer_has_nobody_to_flee_from():
    ici = combat(("ana", "bor"), ana=homme("rouge", traits=["vol"]), bor=homme("bleu", 1))
    assert refus(ici, Fuir("ana", -4, 0)) == "VM-2.54"
